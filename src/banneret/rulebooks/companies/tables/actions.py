"""The eight company actions and what their extra successes buy. Rules: companies:test.matrix, companies:volley.allocate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.rulebooks.companies.tables.files import data, must, rows
from banneret.rulebooks.companies.tables.skills import skills

ADVANCE: Final = 0
CHARGE: Final = 1
FLANK: Final = 2
HOLD: Final = 3
RALLY: Final = 4
SCOUT: Final = 5
SKIRMISH: Final = 6
WITHDRAW: Final = 7
NOTHING: Final = 8
"""The action of a company that hesitates, or whose own is void. Rule: companies:test.none."""
ACTIONS: Final = ("advance", "charge", "flank", "hold", "rally", "scout", "skirmish", "withdraw")

UNBOUNDED: Final = 0


@dataclass(frozen=True, slots=True)
class Purchase:
    """An entry of a menu. `most` is how often it may be bought in one volley, `UNBOUNDED` as often as there is enough.

    `kind` is the last part of its id: the same in the menus of several actions.
    """

    id: str
    kind: str
    cost: int
    most: int
    effect: str


@dataclass(frozen=True, slots=True)
class Action:
    """A company action. `breaker` are the skills of its tie-breaker, none where it may not call one."""

    id: str
    label: str
    number: int
    leaves: bool
    needs_scouted: bool
    needs_near: bool
    skills: tuple[str, ...]
    foray: tuple[str, ...]
    breaker: tuple[str, ...]
    menu: tuple[Purchase, ...]


@cache
def actions() -> tuple[Action, ...]:
    """The eight actions, by number."""
    found = tuple([_action(row, number) for number, row in enumerate(rows("actions", "action"))])
    must(
        tuple([one.id for one in found]) == ACTIONS == tuple(data("actions")["order"]),
        "eight actions in order",
    )
    return found


def _action(row: dict[str, Any], number: int) -> Action:
    names = [*row["company_skills"], *row.get("company_skills_in_foray", ())]
    breaker = tuple(row["individual_skills"]) if row["tie_breaker"] else ()
    must(all(name in skills() for name in (*names, *breaker)), f"the skills of {row['id']} are known")
    return Action(
        row["id"],
        row["label"],
        number,
        bool(row["abandons_position"]),
        bool(row["needs_scouted"]),
        bool(row["needs_adjacent"]),
        tuple(row["company_skills"]),
        tuple(row.get("company_skills_in_foray", ())),
        breaker,
        tuple([_purchase(entry) for entry in row.get("menu", ())]),
    )


def _purchase(row: dict[str, Any]) -> Purchase:
    most = int(row.get("max", UNBOUNDED if row["repeat"] else 1))
    return Purchase(row["id"], row["id"].partition(".")[2], int(row["cost"]), most, row["effect"])
