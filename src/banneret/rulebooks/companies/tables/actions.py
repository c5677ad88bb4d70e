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
"""A purchase may be made as often as it can be paid."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """An entry of a menu.

    Attributes:
        id: The action and the kind, such as "adv.damage".
        kind: The kind of thing, the same in the menus of several actions.
        cost: The extra successes that it costs.
        most: The number that may be bought in one volley, or `UNBOUNDED`.
        effect: The effect in words.
    """

    id: str
    kind: str
    cost: int
    most: int
    effect: str


@dataclass(frozen=True, slots=True)
class Action:
    """A company action.

    Attributes:
        id: Its word in orders.
        label: Its name.
        number: Its place in `ACTIONS`.
        leaves: True if the company gives up its position.
        needs_near: True if the enemy must be at the same node or an adjacent one.
        skills: The skills that its commander may test.
        foray: The further skills of a commander who joins the foray.
        breaker: The skills of its tie-breaker; empty if it may not call one.
        menu: The things that extra successes may buy.
    """

    id: str
    label: str
    number: int
    leaves: bool
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
        bool(row["needs_adjacent"]),
        tuple(row["company_skills"]),
        tuple(row.get("company_skills_in_foray", ())),
        breaker,
        tuple([_purchase(entry) for entry in row.get("menu", ())]),
    )


def _purchase(row: dict[str, Any]) -> Purchase:
    most = int(row.get("max", UNBOUNDED if row["repeat"] else 1))
    return Purchase(row["id"], row["id"].partition(".")[2], int(row["cost"]), most, row["effect"])
