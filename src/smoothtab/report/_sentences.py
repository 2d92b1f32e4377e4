"""Sentences about models: lists of texts and of names, which are text from users."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from smoothtab.report._plain import Record

Sentence = list[Any]  # str, or {"name": str}

_MOST_NAMES = 7


def name(model: str) -> Record:
    """A name within a sentence."""
    return {"name": model}


def listed(models: Sequence[str], joined: str = " and ") -> Sentence:
    """Names with commas, and a word before the last; of very many the first ones."""
    items: Sentence = [name(model) for model in models]
    if len(items) > _MOST_NAMES:
        items = [*items[: _MOST_NAMES - 1], f"{len(items) - _MOST_NAMES + 1} others"]
    *first, last = items
    parts: Sentence = [part for item in first for part in (item, ", ")][:-1]
    return [*parts, joined, last] if first else [last]


def are(models: Sequence[str]) -> str:
    """The verb for so many models."""
    return "is" if len(models) == 1 else "are"


def plain_text(sentence: Sentence) -> str:
    """A sentence without marks."""
    return "".join(part if isinstance(part, str) else part["name"] for part in sentence)
