from smoothtab.datasets import catalogue, load


def test_the_bundled_table_needs_neither_a_network_nor_a_folder_and_is_the_published_one(tmp_path):
    entry, dataset = catalogue()["concrete_strength"], load("concrete_strength", folder=tmp_path)
    assert entry.matches(dataset)
    assert list(tmp_path.iterdir()) == []
