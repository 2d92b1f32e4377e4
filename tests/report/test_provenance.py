import json

import pandas as pd

from smoothtab.report._provenance import provenance


def test_versions_machines_and_times_as_the_results_say():
    results = pd.DataFrame(
        {
            "versions": [json.dumps({"numpy": "1"})] * 2 + [json.dumps({"numpy": "2"})],
            "machine": json.dumps({"cores": 4}),
            "threads": 1,
            "budget": "quick",
            "seed": [3, 3, 5],
            "finished": ["2026-02-01", "2026-01-01", "2026-03-01"],
        }
    )
    run = provenance(results)
    assert run["versions"] == [{"n": 2, "facts": {"numpy": "1"}}, {"n": 1, "facts": {"numpy": "2"}}]
    assert run["machines"] == [{"n": 3, "facts": {"cores": 4}}]
    assert (run["threads"], run["budgets"], run["seeds"]) == ([1], ["quick"], [3, 5])
    assert (run["first"], run["last"]) == ("2026-01-01", "2026-03-01")


def test_many_seeds_are_counted():
    run = provenance(pd.DataFrame({"seed": range(500)}))
    assert (run["n_seeds"], run["seeds"]) == (500, [])


def test_what_the_results_do_not_say_is_empty():
    run = provenance(pd.DataFrame({"dataset": ["pol"], "versions": [None]}))
    assert not any(run.values())


def test_text_that_is_no_json_is_shown_as_it_is():
    run = provenance(pd.DataFrame({"versions": ["numpy 2", "[1]"]}))
    assert [row["facts"] for row in run["versions"]] == [{"text": "numpy 2"}, {"text": "[1]"}]
