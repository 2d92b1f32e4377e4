"""Commands whose options take lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperOption


class ListCommand(TyperCommand):
    """An option that may be repeated takes all words up to the next option: --models ridge xgb."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat the option before each of its words, which is what click understands."""
        return super().parse_args(ctx, list(self._repeated(args)))

    def _repeated(self, args: list[str]) -> Iterator[str]:
        lists = {
            name
            for option in self.params
            if isinstance(option, TyperOption) and option.multiple
            for name in option.opts
        }
        option, n_words = None, 0
        for word in args:
            if word.startswith("-"):
                option, n_words = word, 0
            elif option in lists:
                n_words += 1
                if n_words > 1:
                    yield option
            yield word
