"""The vocabulary of a rulebook: the words that stand on the screen, each with a sentence and its rule, from its `words.toml`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Text = Annotated[str, Meta(min_length=1, max_length=240)]
BLANKS = {
    "value": "its number",
    "target": "those it names",
}  # the slots of sentences about one piece


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A word with what it means, and its rule; `also` are its other forms."""

    text: Text
    rule: str = ""
    also: tuple[str, ...] = ()


class Vocabulary(msgspec.Struct, frozen=True):
    """The words of a rulebook: each word as it stands on the screen, with its meaning."""

    words: dict[str, Word] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`words.toml`. `tables`: files of the rulebook, each with the tables whose rows (keyword, text, rule) are further words."""

    word: dict[str, Word] = {}
    tables: dict[str, tuple[str, ...]] = {}


def read_vocabulary(folder: Path) -> Vocabulary:
    """The vocabulary of the rulebook in that folder, empty where it has none; raises `BadInput` naming the file and what is wrong."""
    path = folder / "words.toml"
    if not path.exists():
        return Vocabulary()
    try:
        file = msgspec.convert(read_toml(path), _File)
    except msgspec.ValidationError as error:
        raise BadInput(str(error), where=str(path)) from None
    found = dict(file.word)
    for name, tables in file.tables.items():
        data = read_toml(folder / name)
        for table in tables:
            for key, row in data[table].items():
                word = _bare(row.get("keyword", key))
                if word and word not in found:
                    found[word] = _general(row)
    return Vocabulary(found)


def _bare(keyword: str) -> str:
    """A keyword as a word: without blanks for numbers, and as people write it.

    >>> _bare("very_swift"), _bare("Bunks {value}"), _bare("{value}")
    ('Very Swift', 'Bunks', '')
    """
    bare = re.sub(r"\s*{\w+}", "", keyword)
    return " ".join(part.capitalize() for part in bare.split("_")) if "_" in bare or bare.islower() else bare


def _general(row: Mapping[str, Any]) -> Word:
    text = row["text"].format(**BLANKS)
    return Word(text[0].upper() + text[1:], row.get("rule", ""))


def explained(vocabulary: Vocabulary, text: str) -> list[str]:
    """The words of a vocabulary that a text has, the longest first.

    >>> words = Vocabulary({"Scout": Word("Looks."), "Scout Phase": Word("Scouts look.")})
    >>> explained(words, "the Scout Phase")
    ['Scout Phase', 'Scout']
    """
    forms = {form: word for word, entry in vocabulary.words.items() for form in (word, *entry.also)}
    hits = [form for form in forms if re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE)]
    return list(dict.fromkeys(forms[form] for form in sorted(hits, key=len, reverse=True)))
