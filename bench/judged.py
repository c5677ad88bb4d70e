"""Players with another judgement than the rulebook's own: by hand (`hand:instant:64plays`), or learned and not adopted yet (`learned:NAME:...`)."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from banneret import rulebooks
from banneret.kernel.judgement import learned_of
from banneret.players.registry import make

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance
    from banneret.kernel.player import Player

MADE: Final = Path(__file__).parent.parent / "build"
HAND: Final = "hand:"
CANDIDATE: Final = "learned:"


def candidate(book: str, text: str) -> str:
    """Keep a learned judgement, the text of its file, to be tried; returns the name that it goes by."""
    name = hashlib.sha256(text.encode()).hexdigest()[:8]
    MADE.mkdir(exist_ok=True)
    (MADE / f"judgement-{book}-{name}.toml").write_text(text, encoding="utf-8")
    return name


def make_player(spec: str, book: str, chance: Chance) -> Player:
    """The player of a spec, which may name its judgement."""
    if spec.startswith(HAND):
        return make(spec.removeprefix(HAND), judged(book, ""), chance)
    if spec.startswith(CANDIDATE):
        name, _, rest = spec.removeprefix(CANDIDATE).partition(":")
        return make(rest, judged(book, name), chance)
    return make(spec, rulebooks.get(book), chance)


@cache
def judged(book: str, name: str) -> Any:
    """The rulebook with a judgement that is tried, or with the one by hand where no name is given."""
    known = rulebooks.get(book)
    text = (MADE / f"judgement-{book}-{name}.toml").read_text(encoding="utf-8") if name else ""
    computer = known.computer.judging(learned_of(tomllib.loads(text), known.computer.terms) if name else {})

    class Judged(type(known)):  # type: ignore[misc]
        """The rulebook, its computer players judging otherwise."""

    other = Judged()
    other.__dict__["computer"] = computer
    return other
