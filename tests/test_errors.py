from smoothtab._errors import did_you_mean


def test_the_hint_knows_what_is_alike():
    assert did_you_mean("Wine_qualty", ["pol", "wine_quality"]) == " Did you mean 'wine_quality'?"
    assert did_you_mean("price", ["Price"]) == " Did you mean 'Price'?"
    assert did_you_mean("xyz", ["pol", "wine_quality"]) == ""
