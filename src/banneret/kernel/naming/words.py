"""Words as people type them: capitals, plurals and filler words make no difference.

>>> key("Move the Elves to C3")
('move', 'elf', 'c3')
>>> key("Charge Red Blade with Twin Blades") == key("charge red blades, twin blade")
True
"""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"-?\d+\.\d+|[^\W_]+(?:#\d+)?", re.UNICODE)
FILLERS: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "to",
        "into",
        "in",
        "at",
        "on",
        "onto",
        "of",
        "off",
        "with",
        "from",
        "by",
        "for",
        "and",
        "then",
        "it",
        "its",
        "their",
        "them",
        "my",
        "our",
        "against",
    ]
)
NOBODY: Final = frozenset(("none", "nobody", "nothing", "no"))


def stem(word: str) -> str:
    """A word without its plural.

    >>> stem("Elves"), stem("archers"), stem("cavalries"), stem("glass"), stem("moves")
    ('elf', 'archer', 'cavalry', 'glass', 'move')
    """
    word = word.lower()
    if len(word) > 4 and word.endswith(("lves", "rves")):
        return word[:-3] + "f"
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, fillers included, without their plurals."""
    return tuple([stem(word) for word in _WORD.findall(text.replace("'", "").replace("’", ""))])


def key(text: str) -> tuple[str, ...]:
    """The significant words of a text."""
    return tuple([word for word in words_of(text) if word not in FILLERS])
