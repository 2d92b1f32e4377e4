import pytest

from smoothtab._errors import InputError

pytest.importorskip("rdkit", reason="molecules need the extra chem")

from rdkit.Chem import Lipinski

from smoothtab.datasets import _descriptors
from smoothtab.datasets._descriptors import describe


def test_what_can_be_counted_by_hand():
    ethanol, benzene, ammonium = describe(["CCO", "c1ccccc1", "[NH4+]"]).to_dict("records")
    assert (ethanol["n_heavy_atoms"], ethanol["n_hbd"], ethanol["n_hba"]) == (3, 1, 1)
    assert (ethanol["n_valence_electrons"], ethanol["fraction_csp3"]) == (20, 1.0)
    assert ethanol["mw"] == pytest.approx(2 * 12.011 + 6 * 1.008 + 15.999)
    assert (benzene["n_rings"], benzene["n_aromatic_rings"], benzene["n_hba"]) == (1, 1, 0)
    assert (ammonium["formal_charge"], ammonium["n_heteroatoms"]) == (1, 1)


def test_acceptors_are_those_of_the_published_tables():
    # What RDKit changed in 2025.9.5: https://github.com/rdkit/rdkit/issues/8997
    assert describe(["Cn1cccc1", "O=C1C=CC=CN1C"])["n_hba"].tolist() == [1, 2]


def test_another_rdkit_is_told(monkeypatch):
    def narrower(molecule):
        return Lipinski.NumHAcceptors(molecule) - 1

    monkeypatch.setitem(_descriptors._DESCRIPTORS, "n_rotatable", narrower)
    with pytest.raises(InputError, match=r"RDKit 20.* other descriptors than .*n_rotatable of"):
        describe(["CCO"])


def test_what_is_no_molecule_is_named():
    with pytest.raises(InputError, match="cannot read the molecule 'C1CC'"):
        describe(["CCO", "C1CC"])


def test_nothing_is_printed(capfd):
    describe(["[H]C([H])([H])[H]", "[H][H]"])
    assert capfd.readouterr() == ("", "")
