"""The page in a real browser, which needs Chromium and its driver."""

import json
import shutil
from types import SimpleNamespace

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from smoothtab.report import summarise, write_report
from smoothtab.stats import mean_scores, rank

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
OPTIONS = (
    *("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run"),
    *("disable-background-networking", "disable-component-update", "disable-sync"),
)

pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="there is no chromium or no chromedriver on this machine"
)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in (*OPTIONS, f"user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(f"--{option}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with webdriver.Chrome(options, webdriver.ChromeService(DRIVER)) as driver:
        yield driver


@pytest.fixture(scope="module")
def show(chromium):
    """Opens the report of results at a width, in light or dark, and returns the browser."""

    def open_it(path, width=1280, theme="light", media="screen"):
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
        chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = [{"name": "prefers-color-scheme", "value": theme}]
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": scheme})
        chromium.get(path.as_uri())
        return chromium

    return open_it


@pytest.fixture(scope="module")
def report(made_up, with_failures, tmp_path_factory):
    """A report with everything in it, and the results that it is made from."""
    results = with_failures(made_up(12, ["erbf", "xgb", "rf", "chebypoly", "mine"], 2))
    path = write_report(results, tmp_path_factory.mktemp("made_up"))
    return SimpleNamespace(results=results, path=path)


@pytest.fixture(scope="module")
def published_report(published, tmp_path_factory):
    path = write_report(published, tmp_path_factory.mktemp("published"))
    return SimpleNamespace(results=published, path=path)


@pytest.fixture(params=["report", "published_report"])
def any_report(request):
    return request.getfixturevalue(request.param)


def column(driver, table, number):
    """What a column of a table shows, from top to bottom; rows that are hidden are left out."""
    return driver.execute_script(
        """return [...document.querySelectorAll(`#table-${arguments[0]} tbody tr`)]
                  .filter(row => !row.hidden)
                  .map(row => row.cells[arguments[1]].textContent.trim())""",
        table,
        number,
    )


def headings(driver, table):
    script = "return [...document.querySelectorAll(arguments[0])].map(h => h.textContent.trim())"
    return driver.execute_script(script, f"#table-{table} thead tr:last-child th")


def sort_by(driver, table, heading):
    """Press the button in that heading; returns the heading."""
    place = headings(driver, table).index(heading)
    cell = driver.find_elements("css selector", f"#table-{table} thead tr:last-child th")[place]
    driver.execute_script("arguments[0].click()", cell.find_element("tag name", "button"))
    return cell


# On its own


def test_nothing_is_said_on_the_console_and_nothing_is_asked_of_the_network(show, any_report):
    driver = show(any_report.path)
    driver.get_log("performance")
    driver.refresh()
    assert driver.get_log("browser") == []
    assert driver.execute_script("return performance.getEntriesByType('resource')") == []
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert set(asked) <= {any_report.path.as_uri(), "data:,"}


def test_it_opens_soon(show, any_report):
    driver = show(any_report.path)
    times = driver.execute_script("return performance.getEntriesByType('navigation')[0].toJSON()")
    assert 0 < times["loadEventEnd"] < 2000


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_cut_off(show, any_report, width, theme):
    driver = show(any_report.path, width, theme)
    assert driver.execute_script("return document.scrollingElement.scrollWidth") <= width
    outside = driver.execute_script(
        """const inside = ".scroll, .top nav, .skip";
           return [...document.querySelectorAll("body *")]
             .filter(e => !e.closest(inside) || e.matches(".scroll"))
             .filter(e => e.getClientRects().length)
             .filter(e => e.getBoundingClientRect().right > innerWidth + 0.5
                          || e.getBoundingClientRect().left < -0.5)
             .map(e => e.outerHTML.slice(0, 200))"""
    )
    assert outside == []
    page = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert page == {"light": "rgb(250, 250, 248)", "dark": "rgb(20, 23, 28)"}[theme]


def test_names_in_charts_do_not_overlap(show, any_report):
    driver = show(any_report.path, 390)
    overlaps = driver.execute_script(
        """return [...document.querySelectorAll("svg")].flatMap(svg => {
             const texts = [...svg.querySelectorAll("text")]
               .map(text => [text, text.getBoundingClientRect()]);
             return texts.flatMap(([a, p], i) => texts.slice(i + 1)
               .filter(([, q]) => p.left < q.right - 1 && q.left < p.right - 1
                                  && p.top < q.bottom - 3 && q.top < p.bottom - 3)
               .map(([b]) => a.textContent + " / " + b.textContent));
           })"""
    )
    assert overlaps == []


# What it shows


def test_numbers_are_those_of_the_results(show, any_report):
    driver, scores = show(any_report.path), mean_scores(any_report.results)
    shown = dict(
        zip(headings(driver, "accuracy"), range(len(headings(driver, "accuracy"))), strict=True)
    )
    models = column(driver, "accuracy", 0)
    ranks = rank(scores).mean()
    assert models == list(ranks.sort_values(kind="stable").index)
    expected = [f"{ranks[model]:.2f}" for model in models]
    assert column(driver, "accuracy", shown["Mean rank"]) == expected
    expected = [f"{scores[model].mean():.3f}" for model in models]
    assert column(driver, "accuracy", shown["Mean R²"]) == expected
    assert column(driver, "scores", 0) == list(scores.index)
    for model in models:
        values = column(driver, "scores", headings(driver, "scores").index(model))
        assert values == ["–" if s != s else f"{s:.3f}" for s in scores[model]]


def test_the_headline_is_that_of_the_summary(show, any_report):
    driver = show(any_report.path)
    text = driver.find_element("tag name", "h1").text
    assert text and summarise(any_report.results)["headline"]["text"].startswith(
        " ".join(text.split())
    )


def test_every_score_is_a_point_with_its_words(show, any_report):
    driver, scores = show(any_report.path), mean_scores(any_report.results)
    words = driver.execute_script(
        """return [...document.querySelectorAll("[data-chart=scores] .point")]
                  .map(p => p.getAttribute("aria-label"))"""
    )
    assert len(words) == scores.notna().sum().sum()
    score = scores.stack().iloc[0]
    dataset, model = scores.stack().index[0]
    place = rank(scores).loc[dataset, model]
    assert f"{dataset}\n{model}: adjusted R² {score:.3f}, rank {place:g}" in words


# What it does


def test_tables_sort_by_any_column_and_back(show, report):
    driver = show(report.path)
    scores = mean_scores(report.results)["xgb"]
    heading = sort_by(driver, "scores", "xgb")
    assert heading.get_attribute("aria-sort") == "descending"  # the best first
    assert column(driver, "scores", 0) == list(scores.sort_values(ascending=False).index)
    sort_by(driver, "scores", "xgb")
    assert heading.get_attribute("aria-sort") == "ascending"
    assert column(driver, "scores", 0) == list(scores.sort_values().index)
    name = sort_by(driver, "scores", "Dataset")
    assert column(driver, "scores", 0) == [f"table {i}" for i in range(12)]  # 2 before 10
    assert heading.get_attribute("aria-sort") is None
    assert name.get_attribute("aria-sort") == "ascending"


def test_what_is_missing_sorts_last(show, report):
    driver = show(report.path)
    place = headings(driver, "scores").index("mine")
    for _ in range(2):
        sort_by(driver, "scores", "mine")
        shown = column(driver, "scores", place)
        assert shown.count("–") == 2 and shown[-2:] == ["–", "–"]


def test_datasets_are_found_by_name_stratum_and_kind(show, report):
    driver = show(report.path)
    facts = report.results.drop_duplicates("dataset").set_index("dataset")
    search = driver.find_element("id", "search")
    search.send_keys("TABLE 1")
    assert column(driver, "scores", 0) == ["table 1", "table 10", "table 11"]
    assert driver.find_element("id", "matches").text == "3 of 12 datasets"
    Select(driver.find_element("id", "stratum")).select_by_visible_text("S2")
    assert column(driver, "scores", 0) == ["table 1", "table 11"]
    search.send_keys(Keys.CONTROL + "a", Keys.DELETE)
    Select(driver.find_element("id", "stratum")).select_by_visible_text("All")
    Select(driver.find_element("id", "kind")).select_by_visible_text("discrete")
    expected = list(facts.index[facts["target_kind"] == "discrete"])
    assert column(driver, "scores", 0) == expected
    search.send_keys("no such table")
    assert driver.find_element("id", "matches").text == "0 of 12 datasets"


def test_scores_ranks_and_gaps_take_turns(show, report):
    driver = show(report.path)
    shown = {name: f"#table-{name}" for name in ("scores", "ranks", "gaps")}
    for chosen in "ranks", "gaps", "scores":
        driver.find_element("css selector", f"[value={chosen}]").click()
        for name, selector in shown.items():
            is_shown = driver.find_element("css selector", selector).is_displayed()
            assert is_shown == (name == chosen)
    values = column(driver, "ranks", headings(driver, "ranks").index("erbf"))
    expected = rank(mean_scores(report.results))["erbf"]
    assert values == [f"{place:g}" for place in expected]


def test_charts_are_walked_by_keyboard(show, report):
    driver = show(report.path)
    chart = driver.find_element("css selector", "[data-chart=ranks]")
    points = chart.find_elements("css selector", ".point")
    tip = driver.find_element("id", "tip")
    assert [point.get_attribute("tabindex") for point in points] == ["0"] + ["-1"] * 4
    driver.execute_script("arguments[0].focus()", points[0])
    assert tip.text.startswith("erbf\nmean rank 1.")
    driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert driver.switch_to.active_element == points[1]
    assert tip.text == points[1].get_attribute("aria-label")
    driver.switch_to.active_element.send_keys(Keys.END, Keys.ARROW_RIGHT)
    assert driver.switch_to.active_element == points[-1]
    driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not tip.is_displayed()


def test_what_has_the_focus_is_seen(show, report):
    driver = show(report.path)
    for _ in range(4):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        focused = driver.switch_to.active_element
        assert focused.value_of_css_property("outline-style") == "solid"


def test_light_and_dark_are_one_press_apart(show, report):
    driver = show(report.path)
    before = driver.find_element("tag name", "body").value_of_css_property("background-color")
    button = driver.find_element("id", "theme")
    assert button.accessible_name == "Switch to dark colours"
    button.click()
    after = driver.find_element("tag name", "body").value_of_css_property("background-color")
    assert after != before
    assert button.accessible_name == "Switch to light colours"
    button.click()


def test_charts_follow_the_width(show, report):
    driver = show(report.path)
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    width = "return document.querySelector('[data-chart=scores] svg').viewBox.baseVal.width"
    WebDriverWait(driver, 5, 0.05).until(lambda driver: driver.execute_script(width) < 390)


# Without the script, on paper, and with bad intentions


def test_without_the_script_the_tables_are_there(show, report):
    driver = show(report.path)
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver.get(report.path.as_uri())
        for name in "accuracy", "scores", "ranks", "gaps", "cost":
            assert driver.find_element("id", f"table-{name}").is_displayed()
        assert not driver.find_element("class name", "filters").is_displayed()
        assert "needs JavaScript" in driver.find_element("class name", "canvas").text
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_on_paper_nothing_scrolls(show, report):
    driver = show(report.path, 794, "dark", media="print")
    assert driver.find_element("tag name", "body").value_of_css_property("color") == (
        "rgba(27, 31, 39, 1)"
    )
    assert not driver.find_element("class name", "top").is_displayed()
    cut = driver.execute_script(
        """return [...document.querySelectorAll(".scroll")]
                  .filter(e => getComputedStyle(e).overflow !== "visible").length"""
    )
    assert cut == 0


def test_names_with_bad_intentions_are_text(show, made_up, with_failures, hostile, tmp_path):
    results = with_failures(made_up(hostile, hostile, 2))
    harmless = with_failures(made_up(9, [f"model {i}" for i in range(9)], 2))
    tags = """const tags = {};
              document.querySelectorAll("*").forEach(e => tags[e.tagName] = 1);
              return Object.keys(tags).sort()"""
    expected = show(write_report(harmless, tmp_path / "harmless")).execute_script(tags)
    for width in 390, 1280:
        driver = show(write_report(results, tmp_path), width)
        assert driver.get_log("browser") == []
        assert driver.execute_script(tags) == expected
        assert driver.execute_script("return document.querySelectorAll('script').length") == 2
        assert driver.execute_script("return document.scrollingElement.scrollWidth") <= width
    shown = driver.execute_script(
        "return [...document.querySelectorAll('#table-scores tbody bdi')].map(e => e.textContent)"
    )
    assert set(hostile) - set(shown) == {n for n in hostile if "\N{RIGHT-TO-LEFT OVERRIDE}" in n}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("size", [(1, 4, 3), (1, 1, 1), (3, 2, 2), (6, 3, 1)])
def test_small_results_are_shown_as_well(show, made_up, tmp_path, size, width, theme):
    results = made_up(*size)
    results.loc[results["model"] == "model 2", "status"] = "failed"
    driver = show(write_report(results, tmp_path), width, theme)
    assert driver.get_log("browser") == []
    assert driver.execute_script("return document.scrollingElement.scrollWidth") <= width
    assert driver.find_elements("css selector", "svg .point")
    drawn = driver.execute_script(
        "return [...document.querySelectorAll('.canvas')].map(e => e.innerHTML).join()"
    )
    assert "NaN" not in drawn and "undefined" not in drawn
