"""What the results say, in plain words: which model to use, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from smoothtab.report._plain import Record
from smoothtab.report._sentences import Sentence, are, listed, name, plain_text
from smoothtab.report._words import count, duration, fixed, p_value, percent, significant

_EQUAL = 0.02  # difference of scores that the paper takes for none
_FAIR = 0.9  # share of the datasets that a mean has to be over to stand beside others
_HARDLY_CHANCE = 3  # standard errors; about the 5 % point of Student's t for few folds
_score, _rank = fixed(3), fixed(2)


@dataclass
class Headline:
    """The verdict, why it can be trusted or not, facts beside it, and the same on cards."""

    verdict: Sentence
    sure: Sentence = field(default_factory=list)
    facts: list[Sentence] = field(default_factory=list)
    cards: list[Record] = field(default_factory=list)


def headline(summary: Record) -> Record:
    """The headline of a summary as a dict; its `text` is all of it."""
    words = {"nothing": _nothing, "datasets": _over_datasets, "folds": _over_folds}
    found = words[summary["view"]](summary)
    found.facts += _incomplete(summary["coverage"])
    sentences = [found.verdict, found.sure, *found.facts]
    return asdict(found) | {"text": " ".join(plain_text(s) for s in sentences if s)}


def _nothing(summary: Record) -> Headline:
    if not summary["coverage"]:
        return Headline(["There are no results."])
    return Headline(["Nothing to compare: no model has a score on all folds of a dataset."])


def _alone(row: Record, over: str) -> Headline:
    verdict = ["There is only one model, ", name(row["model"]), ", and nothing to compare it to."]
    facts: list[Sentence] = [[f"Its adjusted R² is {_spread(row)} {over}."]]
    return Headline(verdict, facts=facts, cards=[_card("Adjusted R²", [_spread(row)], over)])


# Several datasets


def _over_datasets(summary: Record) -> Headline:
    best, tests, n_models = summary["accuracy"][0], summary["comparison"], len(summary["models"])
    if n_models == 1:
        return _alone(best, f"over {count(tests['n_datasets'], 'dataset')}")
    tied = [model for model in tests["groups"][0] if model != best["model"]]
    leaders = _leaders(tests["groups"], best["model"])
    rank = [
        name(best["model"]),
        f" has mean rank {_rank(best['mean_rank'])} over {count(tests['n_datasets'], 'dataset')}, "
        f"where 1 is best and {n_models} worst; it comes first on {best['first']}.",
    ]
    facts, cards = _among(summary, leaders)
    return Headline(
        _verdict(best["model"], tied, n_models, _significant(tests)),
        [tests["remark"] or _certainty(tests)],
        [rank, *_matched(summary["matched"]), *facts],
        [
            _card("Best mean rank", [best["model"]], f"{_rank(best['mean_rank'])} of {n_models}"),
            _tied_card(tied, leaders, tests),
            *cards,
        ],
    )


def _significant(tests: Record) -> bool:
    return not tests["remark"] and tests["p_value"] < tests["alpha"]


def _leaders(groups: Sequence[Sequence[str]], best: str) -> list[str]:
    """The best and those tied with it; where there are none, it and those tied for second."""
    leaders = list(groups[0])
    return leaders if len(leaders) > 1 else [best, *groups[1]]


def _verdict(best: str, tied: list[str], n_models: int, significant: bool) -> Sentence:
    if not significant:
        return [name(best), " has the best mean rank, but that may be chance."]
    if not tied:
        return [name(best), " ranks first, clearly ahead of all others."]
    if len(tied) == n_models - 1:
        return [name(best), " ranks first, but no other model is clearly behind."]
    return [name(best), " ranks first; ", *listed(tied), f" {are(tied)} not clearly behind."]


def _certainty(tests: Record) -> str:
    bound = p_value(tests["p_value"])
    p = f"p {bound}" if bound.startswith("<") else f"p = {bound}"
    test = "Friedman test" if len(tests["pairs"]["models"]) > 2 else "sign test"
    if not _significant(tests):
        return f"Ranks that differ as much as these may well be chance ({test}, {p})."
    return (
        f"Mean ranks that differ by no more than {_rank(tests['critical_difference'])} may be "
        f"chance (Nemenyi test at the {percent(tests['alpha'])} level); that there are "
        f"differences at all is certain enough ({test}, {p})."
    )


def _tied_card(tied: list[str], leaders: list[str], tests: Record) -> Record:
    if not tied:
        return _card("Next, clearly behind", leaders[1:], "in order of mean rank")
    if not _significant(tests):
        return _card("Not told apart from it", tied, "in order of mean rank")
    return _card(
        "Not clearly behind", tied, f"mean ranks within {_rank(tests['critical_difference'])}"
    )


def _matched(matched: Record) -> list[Sentence]:
    """Who has the tighter gap where the accuracy is the same."""
    row = next((row for row in matched["rows"] if row["threshold"] == _EQUAL), None)
    if row is None or not row["pairs"]:
        return []
    return [
        [
            "Where ",
            *listed(matched["smooth"], " or "),
            " is as accurate as ",
            *listed(matched["trees"], " or "),
            f" (adjusted R² within {_EQUAL}; {count(row['pairs'], 'pair')}), it has the tighter "
            f"gap between training and test in {percent(row['share'])} of the pairs.",
        ]
    ]


# The folds of a single dataset


def _over_folds(summary: Record) -> Headline:
    rows, n_folds = summary["accuracy"], len(summary["cells"]["rows"])
    best, over = rows[0], f"over {count(n_folds, 'fold')}"
    if len(rows) == 1:
        return _alone(best, over)
    tied = [row["model"] for row in rows[1:] if row["tied"]]
    facts, cards = _among(summary, [best["model"], *tied])
    return Headline(
        _fold_verdict(rows, tied, n_folds),
        _fold_certainty(rows, n_folds),
        [
            [name(best["model"]), f" has an adjusted R² of {_spread(best)} {over}."],
            *_typical_error(best),
            *facts,
        ],
        [
            _card("Best score", [best["model"]], f"adjusted R² {_spread(best)}"),
            _card("Perhaps as good", tied, "within a standard error") if tied else _next(rows[1]),
            *cards,
        ],
    )


def _fold_verdict(rows: list[Record], tied: list[str], n_folds: int) -> Sentence:
    best, n_compared = name(rows[0]["model"]), sum(row["behind"] is not None for row in rows)
    if n_folds == 1:
        return [best, " has the best score, but one fold cannot tell whether by chance."]
    if n_compared < 2:
        others = "no other model has one" if n_compared else "no model has one"
        return [best, f" has the best score, but {others} on all folds."]
    if not tied:
        return [best, " predicts best, and no other model comes close enough to be as good."]
    if len(tied) == len(rows) - 1:
        return [best, " has the best score, but all others may be as good."]
    return [best, " predicts best; ", *listed(tied), " may be as good."]


def _fold_certainty(rows: list[Record], n_folds: int) -> Sentence:
    if n_folds == 1:
        return ["Run more folds to learn how much scores vary."]
    behind = next((row for row in rows[1:] if row["behind"] and not row["tied"]), None)
    start = (
        "One dataset is too few for a test of ranks, so models are compared fold by fold. One that "
        "is behind by no more than the standard error of the difference counts as equally good."
    )
    if behind is None or not behind["standard_error"]:
        return [start]
    errors = behind["behind"] / behind["standard_error"]
    sure = "which may still be chance" if errors < _HARDLY_CHANCE else "hardly by chance"
    end = f", the next, is {significant(2)(errors)} standard errors behind, {sure}."
    return [f"{start} ", name(behind["model"]), end]


def _typical_error(best: Record) -> list[Sentence]:
    if best["mean"] <= 0:
        return [["No model predicts better than the mean of the target would."]]
    if best.get("test_mae") is None:
        return []
    error = significant(3)(best["test_mae"])
    return [[f"Its predictions are off by {error} on average, in units of the target."]]


def _next(row: Record) -> Record:
    behind = "" if row["behind"] is None else f"{_score(row['behind'])} behind"
    return _card("Next", [row["model"]], behind)


def _spread(row: Record) -> str:
    return _score(row["mean"]) + ("" if row["std"] is None else f" ± {_score(row['std'])}")


# Both


def _among(summary: Record, leaders: list[str]) -> tuple[list[Sentence], list[Record]]:
    """Of models about as accurate: whose gap is the smallest, and which is the cheapest."""
    facts: list[Sentence] = []
    cards: list[Record] = []
    gap = _least(summary["gap"], "mean", leaders)
    if gap:
        size = _score(gap["mean"])
        cards.append(_card("Tightest gap of these", [gap["model"]], f"{size} on average"))
        end = f" has the tightest gap between training and test ({size})."
        facts.append(["Of the leaders, ", name(gap["model"]), end])
    cost = _least(summary["costs"], "total_time", leaders)
    if cost:
        time = f"{duration(cost['total_time'])} a fold"
        cards.append(_card("Cheapest of these", [cost["model"]], time))
        best = next(row["total_time"] for row in summary["costs"] if row["model"] == leaders[0])
        instead = f" instead of {duration(best)}" if best and cost["model"] != leaders[0] else ""
        facts.append(["The cheapest is ", name(cost["model"]), f", {time}{instead}."])
    return (facts, cards) if len(leaders) > 1 else ([], [])


def _least(rows: list[Record], key: str, names: list[str]) -> Record | None:
    """The row of the least value; not of models that lack so many datasets that it is unfair."""
    known = [row for row in rows if row["model"] in names and row[key] is not None]
    most = max((row["n_datasets"] for row in known), default=0)
    fair = [row for row in known if row["n_datasets"] >= _FAIR * most]
    return min(fair, key=lambda row: row[key], default=None)


def _incomplete(coverage: list[Record]) -> list[Sentence]:
    n_ok = sum(row["ok"] for row in coverage)
    n = sum(number for row in coverage for key, number in row.items() if key != "model")
    verb = "is" if n - n_ok == 1 else "are"
    if n == n_ok:
        return []
    return [[f"{n - n_ok:,} of {count(n, 'result')} {verb} missing or did not end well."]]


def _card(label: str, names: list[str], note: str) -> Record:
    return {"label": label, "names": names, "note": note}
