"""The matrix: the kind of test for each of the 64 pairs of actions, and against a company that does nothing.

Rules: companies:test.matrix, companies:test.symmetry, companies:test.none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.rulebooks.companies.tables.actions import (
    ACTIONS,
    ADVANCE,
    CHARGE,
    HOLD,
    NOTHING,
    SKIRMISH,
    actions,
)
from banneret.rulebooks.companies.tables.files import data, must, rows

UNTESTED: Final = 0
INDEPENDENT: Final = 1
VERSUS: Final = 2
KINDS: Final = {"none": UNTESTED, "independent": INDEPENDENT, "versus": VERSUS}


@dataclass(frozen=True, slots=True)
class Pairing:
    """An action against another.

    Attributes:
        own: The action.
        enemy: The action of the enemy.
        kind: The kind of test.
        ob: The obstacle of an independent test, before the ground adds to it.
        value: True if the value of the target position is added.
        fort: True if the works that the enemy holds are added, to the obstacle or to the enemy's successes.
        turns: True if the test is versus when an Advance is aimed at the position that the other company held.
        menu: The entries of its menu that may be bought.
    """

    own: int
    enemy: int
    kind: int
    ob: int
    value: bool
    fort: bool
    turns: bool
    menu: tuple[str, ...]


@cache
def matrix() -> tuple[tuple[Pairing, ...], ...]:
    """The pairings by own action and enemy action; the ninth column is a company that does nothing."""
    found: dict[tuple[int, int], Pairing] = {}
    for row in rows("matrix", "cell"):
        pairing = _pairing(row)
        must((pairing.own, pairing.enemy) not in found, f"{row['own']} against {row['enemy']} stands once")
        found[pairing.own, pairing.enemy] = pairing
    must(len(found) == len(ACTIONS) ** 2, "the matrix has 64 pairs")
    _check_letters(found)
    for own in range(len(ACTIONS)):
        found[own, NOTHING] = _against_nothing(own)
    return tuple([tuple([found[own, enemy] for enemy in range(NOTHING + 1)]) for own in range(len(ACTIONS))])


def _pairing(row: dict[str, Any]) -> Pairing:
    kind = KINDS[row["test"]]
    base, *added = str(row.get("ob", "0")).split(" + ")
    words = (*added, *str(row.get("opposition", "")).split(" + ")[1:])
    must(
        all(word in ("value", "fort") for word in words),
        f"{row['own']} against {row['enemy']} adds what is known",
    )
    return Pairing(
        ACTIONS.index(row["own"]),
        ACTIONS.index(row["enemy"]),
        kind,
        int(base),
        "value" in words,
        "fort" in words,
        row.get("becomes") == "versus",
        tuple(row["menu"]),
    )


def _check_letters(found: dict[tuple[int, int], Pairing]) -> None:
    """Check the pairs against the letters of the printed matrix, and each pair against its mirror. Rule: companies:test.symmetry."""
    for own, name in enumerate(ACTIONS):
        letters = data("matrix")["summary"][name].split()
        for enemy, letter in enumerate(letters):
            must(
                (letter == "V") == (found[own, enemy].kind == VERSUS),
                f"{name} against {ACTIONS[enemy]} is {letter}",
            )
            must(
                (found[own, enemy].kind == VERSUS) == (found[enemy, own].kind == VERSUS),
                f"{name} and {ACTIONS[enemy]} see the same letter",
            )


def _against_nothing(own: int) -> Pairing:
    """The pairing of an action with a company that does nothing: independent, at the lowest obstacle it has anywhere; a Hold rolls nothing. Rule: companies:test.none."""
    obstacles = [_pairing(row).ob for row in rows("matrix", "cell") if row["own"] == ACTIONS[own]]
    tested = [ob for ob in obstacles if ob]
    menu = () if own == HOLD else tuple([entry.id for entry in actions()[own].menu])
    kind = UNTESTED if own == HOLD else INDEPENDENT
    return Pairing(own, NOTHING, kind, min(tested, default=0), own == ADVANCE, own == CHARGE, False, menu)


def extra_of_independent(own: int, margin: int) -> int:
    """The extra successes of a passed independent test; a Skirmish has one more. Rules: companies:test.extra, companies:skirmish.independent."""
    return margin + 1 if own == SKIRMISH else margin
