from smoothtab.report._sentences import are, listed, plain_text


def test_lists_of_names():
    assert plain_text(listed(["a"])) == "a"
    assert plain_text(listed(["a", "b"])) == "a and b"
    assert plain_text(listed(["a", "b", "c"], " or ")) == "a, b or c"
    assert plain_text(listed(list("abcdefghij"))) == "a, b, c, d, e, f and 4 others"
    assert (are(["a"]), are(["a", "b"])) == ("is", "are")


def test_names_are_kept_apart_from_words():
    assert listed(["<b>", " and "]) == [{"name": "<b>"}, " and ", {"name": " and "}]
