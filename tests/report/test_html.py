import json
import re
import time
from html.parser import HTMLParser
from importlib.resources import files
from itertools import product

import pytest

from smoothtab.report import summarise, write_report
from smoothtab.report._html import html

TEMPLATES = files("smoothtab.report") / "templates"


class Page(HTMLParser):
    """Every element with its attributes, and every text with the element it is in."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self._open = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._open.append(tag)

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, text):
        self.texts.append((self._open[-1] if self._open else None, text))

    def count(self, tag):
        return sum(name == tag for name, _ in self.elements)

    def in_(self, tag):
        return [text for name, text in self.texts if name == tag]


def page_of(results):
    return Page(html(summarise(results)))


def test_the_file_is_whole_and_alone(results, tmp_path):
    path = write_report(results, tmp_path / "new")
    assert path == tmp_path / "new" / "report.html"
    assert list(path.parent.iterdir()) == [path]
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and text.rstrip().endswith("</html>")


def test_nothing_is_asked_of_any_server(results):
    text = html(summarise(results))
    page = Page(text)
    links = [a.get(key) for _, a in page.elements for key in ("src", "href") if a.get(key)]
    assert all(link.startswith("#") or link == "data:," for link in links)
    assert "@import" not in text and "url(" not in text and "fetch(" not in text


def test_the_summary_is_in_the_page_and_reads_back(made_up, hostile):
    summary = summarise(made_up(hostile, hostile[:3], 2))
    text = html(summary)
    embedded = re.search(r'<script type="application/json" id="summary">(.*?)</script>', text, re.S)
    assert json.loads(embedded[1]) == summary
    assert not set(embedded[1]) & set("<>&")


def test_names_are_text_and_nothing_else(made_up, with_failures, hostile):
    kind = made_up([f"name {i}" for i in range(9)], [f"model {i}" for i in range(9)], 2)
    harmless, page = (
        page_of(with_failures(results)) for results in (kind, made_up(hostile, hostile, 2))
    )
    for tag in "script", "img", "b", "i", "style", "iframe":
        assert page.count(tag) == harmless.count(tag), tag
    assert page.count("script") == 2
    known = {"title", *(name for _, attributes in harmless.elements for name in attributes)}
    assert {name for _, attributes in page.elements for name in attributes} <= known
    assert set(hostile[:5]) <= set(page.in_("bdi"))
    assert "Traceback:\n  <i>line</i>" in page.in_("pre")


def test_every_table_is_there_without_the_script(results):
    summary = summarise(results)
    shown = Page(html(summary)).in_("td")
    for row in summary["accuracy"]:
        assert f"{row['mean_rank']:.2f}" in shown and f"{row['mean']:.3f}" in shown
    for scores in summary["cells"]["score"]:
        assert {f"{score:.3f}" for score in scores} <= set(shown)


@pytest.mark.parametrize(
    "rows, words",
    [
        (slice(0), "There are no results."),
        (slice(1), "There is only one model,"),
    ],
)
def test_little_or_nothing_is_a_page_that_says_so(results, rows, words):
    assert words in " ".join("".join(page_of(results[rows]).in_("h1")).split())


def test_failures_only_are_shown_with_their_reasons(results):
    page = page_of(results.assign(status="failed", reason="E: <no>", test_r2_adj=None))
    assert "Nothing to compare" in "".join(page.in_("h1"))
    assert "E: <no>" in page.in_("bdi")


def test_how_it_was_made_is_told(results):
    shown = page_of(results).in_("bdi")
    for fact in "Abacus 3000", "2.4.6", "quick", results["data_checksum"][0]:
        assert fact in shown


def test_a_big_run_is_a_small_file_made_soon(made_up, tmp_path):
    results = made_up(55, 9, 5)
    start = time.perf_counter()
    path = write_report(results, tmp_path)
    assert time.perf_counter() - start < 10
    assert path.stat().st_size < 1_000_000


# Colours


def palette(theme):
    style = (TEMPLATES / "report.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", style)
    return {name: {"light": light, "dark": dark}[theme] for name, light, dark in pairs}


def channels(colour):
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def luminance(rgb):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(first, second):
    low, high = sorted([luminance(first), luminance(second)])
    return (high + 0.05) / (low + 0.05)


def test_contrast_as_the_guidelines_compute_it():
    assert contrast([0, 0, 0], [1, 1, 1]) == pytest.approx(21)
    assert contrast(channels("#767676"), [1, 1, 1]) == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_can_be_told_apart_by_everyone(theme):
    colours = {name: channels(colour) for name, colour in palette(theme).items()}
    for text, ground in product(["ink", "soft", "accent"], ["page", "card", "tint"]):
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    assert contrast(colours["page"], colours["ink"]) >= 4.5  # the tooltip
    for mark, ground in product(["accent", "other", "control"], ["page", "card"]):
        assert contrast(colours[mark], colours[ground]) >= 3, (mark, ground)
    shaded = [0.22 * a + 0.78 * c for a, c in zip(colours["accent"], colours["card"], strict=True)]
    assert contrast(colours["ink"], shaded) >= 4.5
