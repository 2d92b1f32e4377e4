"""Molecules as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isclose
from typing import Any

import pandas as pd
from rdkit import Chem, rdBase
from rdkit.Chem import Crippen, Descriptors
from rdkit.Chem import rdMolDescriptors as rd

from smoothtab._errors import InputError

# Hydrogen-bond acceptors as RDKit counted them for the published tables. From 2025.9.5 on it
# leaves out aromatic nitrogens with three neighbours: another number for one drug in four.
_ACCEPTOR = Chem.MolFromSmarts(
    "[$([O,S;H1;v2]-[!$(*=[O,N,P,S])]),$([O,S;H0;v2]),$([O,S;-]),"
    "$([N;v3;!$(N-*=!@[O,N,P,S])]),$([nH0,o,s;+0])]"
)

_DESCRIPTORS: dict[str, Callable[[Any], float]] = {
    "mw": Descriptors.MolWt,
    "logp": Crippen.MolLogP,
    "tpsa": rd.CalcTPSA,
    "n_hbd": rd.CalcNumHBD,
    "n_hba": lambda molecule: len(molecule.GetSubstructMatches(_ACCEPTOR)),
    "n_rotatable": rd.CalcNumRotatableBonds,
    "n_rings": rd.CalcNumRings,
    "n_aromatic_rings": rd.CalcNumAromaticRings,
    "n_heavy_atoms": lambda molecule: molecule.GetNumHeavyAtoms(),
    "n_heteroatoms": rd.CalcNumHeteroatoms,
    "fraction_csp3": rd.CalcFractionCSP3,
    "mol_refractivity": Crippen.MolMR,
    "n_valence_electrons": Descriptors.NumValenceElectrons,
    "n_radical_electrons": Descriptors.NumRadicalElectrons,
    "formal_charge": Chem.GetFormalCharge,
    "complexity": lambda molecule: (
        rd.CalcNumSpiroAtoms(molecule) + rd.CalcNumBridgeheadAtoms(molecule)
    ),
}


# A molecule with something for nearly every descriptor to count, and what they all gave in 2025.
_KNOWN_MOLECULE = "C[N+]1(C)CC2CCC1C21CC1c1cccn1CC(O)S"
_KNOWN_VALUES = (
    *(293.456, 2.0786, 25.16, 2, 3, 3, 4, 1),  # up to n_aromatic_rings
    *(20, 4, 0.75, 82.7032, 110, 0, 1, 3),
)


def describe(smiles: Iterable[str]) -> pd.DataFrame:
    """Sixteen descriptors of each molecule, in the published order."""
    _require_known_values()
    with rdBase.BlockLogs():  # RDKit remarks on hydrogens that it leaves as they are
        return pd.DataFrame([_describe(text) for text in smiles])


def _require_known_values() -> None:
    """InputError where this RDKit counts otherwise than those of the published tables."""
    for (name, value), known in zip(_describe(_KNOWN_MOLECULE).items(), _KNOWN_VALUES, strict=True):
        if not isclose(value, known):
            raise InputError(
                f"RDKit {rdBase.rdkitVersion} computes other descriptors than the published ones "
                f"({name} of {_KNOWN_MOLECULE} is {value:g}, was {known:g}): "
                "pip install rdkit==2025.9.3"
            )


def _describe(smiles: str) -> dict[str, float]:
    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None:
        raise InputError(f"RDKit cannot read the molecule {smiles!r}.")
    return {name: descriptor(molecule) for name, descriptor in _DESCRIPTORS.items()}
