"""Boarding: army units that fight from ship to ship, and their targets. Rules: warcards:naval.board-start, warcards:naval.board-target."""

from __future__ import annotations

from banneret.rulebooks.warcards.attack.plans import Slot
from banneret.rulebooks.warcards.board.standing import cargo, enemy_of, on_field
from banneret.rulebooks.warcards.ratings.attacks import missile_rating
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.conditions import STORM


def boarders(state: State, side: int) -> list[Unit]:
    """A side's embarked units whose ships are in at least the second round of an engagement. Rule: warcards:naval.board-start."""
    found: list[Unit] = []
    for ship in on_field(state, side):
        if ship.since and ship.since < state.round and enemy_of(state, ship) >= 0 and not ship.left:
            found.extend(unit for unit in cargo(state, ship.id) if not unit.attacked)
    return found


def boarding_slot(state: State, unit: Unit) -> Slot | None:
    """The targets of an embarked unit: enemy units aboard, and the ship itself only if it carries none.

    Rules: warcards:naval.board-target, warcards:naval.subdue, warcards:naval.ship-attack.
    """
    enemy = enemy_of(state, state.units[unit.aboard])
    targets = cargo(state, enemy)
    words: list[str] = []
    for target in targets:
        words.extend((f"u{unit.id}-{target.id}", f"s{unit.id}-{target.id}"))
    if not targets:
        words = [f"s{unit.id}-{enemy}", f"u{unit.id}-{enemy}"]
    return Slot(unit.id, words, 0)


def shooters_aboard(state: State, side: int) -> list[Slot]:
    """The slots for last shots of embarked archers at the men aboard the enemy ship, or at the ship; only by an option.

    They shoot in the first round of an engagement.

    Rules: warcards:naval.board-start, warcards:missile.last-shot.
    """
    found: list[Slot] = []
    for ship in on_field(state, side):
        enemy = enemy_of(state, ship)
        if enemy < 0 or ship.since != state.round or ship.began or ship.spent or state.weather == STORM:
            continue
        targets = [*[target.id for target in cargo(state, enemy)], enemy]
        found.extend(
            Slot(unit.id, [f"u{unit.id}-x{target}" for target in targets], 0)
            for unit in cargo(state, ship.id)
            if not unit.attacked and missile_rating(state, unit, True) > 0
        )
    return found
