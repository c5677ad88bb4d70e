"""Words in a row, as they stand in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def enumerated(words: Sequence[str], last: str = "and") -> str:
    """Words in a row, with a word before the last of them; empty if there are none.

    >>> enumerated([]), enumerated(["Elves"]), enumerated(["Elves", "Ents"], "or"), enumerated(["Block", "Shield", "Dodge"])
    ('', 'Elves', 'Elves or Ents', 'Block, Shield and Dodge')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
