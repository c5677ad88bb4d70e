"""The beginning of the Melee Phase: find who is in contact, ask for weapons, and assign figures to enemies.

Rules: battlesystem:8.0, battlesystem:8.0b, battlesystem:8.1c, battlesystem:8.2, battlesystem:8.2a.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.bouts import Bout
from banneret.rulebooks.battlesystem.combat.attack_rolls import are_set_against, is_in_vain
from banneret.rulebooks.battlesystem.combat.champions import clashes
from banneret.rulebooks.battlesystem.combat.melee_phase import end_phase
from banneret.rulebooks.battlesystem.combat.moments import FIRST, SECOND
from banneret.rulebooks.battlesystem.combat.strikers import idle
from banneret.rulebooks.battlesystem.combat.telling_off import tell_off
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.stages import ASSIGNMENT
from banneret.rulebooks.battlesystem.state import State, go_on, is_mended, on_field
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import Unit

NO_CHANGE: Final[Order] = ("armed",)


def assign_step(state: State, table: Table) -> None:
    """Form the combats of the phase, or end the phase if nobody is in contact.

    Pairs in contact are found, weapons taken in hand, the lowest side first, and figures assigned to enemies, Side A first.

    Rules: battlesystem:8.0, battlesystem:8.0b, battlesystem:8.1c, battlesystem:8.2a.
    """
    in_command.review(state, table)
    pairs = pairs_in_contact(state)
    fighting = sorted({number for pair in pairs for number in pair})
    armed = sorted({*fighting, *_besieged(state)})
    for side in reversed(state.ranking):
        for number in armed:
            if state.units[number].side == side:
                _take_in_hand(state, table, state.units[number])
        if is_mended(state, 16):
            _change_apart(state, table, [unit for unit in on_field(state, side) if unit.id not in armed])
    if not pairs:
        clashes.form(state, table)
        if state.clashes is None:
            end_phase(state, table)
        else:
            state.bouts = []
            go_on(state, ASSIGNMENT)
        return
    strikers: dict[tuple[int, int], list[int]] = {}
    for side in state.ranking:
        for number in fighting:
            if state.units[number].side == side:
                foes = [one + other - number for one, other in pairs if number in (one, other)]
                for enemy, figures in tell_off(state, table, state.units[number], foes):
                    strikers[number, enemy] = figures
    state.bouts = [
        Bout(
            one,
            other,
            tuple(strikers[one, other]),
            tuple(strikers[other, one]),
            _aspect(state, one, other),
            _aspect(state, other, one),
            _early(state, one, other),
            _idle(state, one, other, strikers[one, other]),
            _idle(state, other, one, strikers[other, one]),
        )
        for one, other in pairs
    ]
    if state.individuals:
        clashes.form(state, table)
    go_on(state, ASSIGNMENT)


def _besieged(state: State) -> list[int]:
    """The units that touch an enemy individual who fights: they take a weapon in hand too.

    By versions 1 to 9 of the rules only units that touched a unit did. Rules: battlesystem:8.2a, battlesystem:9.4a.
    """
    if not state.individuals or not is_mended(state, 10):
        return []
    return [unit.id for unit in state.units.values() if footprints.besieged(state, unit)]


def pairs_in_contact(state: State) -> list[tuple[int, int]]:
    """The pairs of enemy units in contact, the one earlier in the ranking first. Rule: battlesystem:8.0."""
    found: list[tuple[int, int]] = []
    ranking = state.ranking
    for place, side in enumerate(ranking[:-1]):
        later = ranking[place + 1 :]
        for unit in on_field(state, side):
            found += [
                (unit.id, other)
                for other in contacts.enemies_touching(state, unit)
                if state.units[other].side in later
            ]
    return found


def _early(state: State, one: int, other: int) -> int:
    """The units of a bout that strike before all others, as the bits of `Bout.early`: those with spears set against the other's charge.

    Rule: battlesystem:11.7b.
    """
    first, second = state.units[one], state.units[other]
    found = 0
    if first.spears and are_set_against(state, first, second):
        found |= FIRST
    if second.spears and are_set_against(state, second, first):
        found |= SECOND
    return found


def _idle(state: State, one: int, other: int, figures: list[int]) -> tuple[int, ...]:
    """The stands of a unit of which not all figures strike another, once for each of the others. Rules: battlesystem:2.4, battlesystem:8.1a."""
    return idle(state, state.units[one], state.units[other], figures)


def _aspect(state: State, attacker: int, defender: int) -> int:
    """The side of the defender on which a unit that touches it attacks. Rule: battlesystem:7.8e."""
    return contacts.aspect(state, state.units[attacker], state.units[defender])


def _handiest(state: State, unit: Unit) -> int:
    """The index of the weapon offered by default: the one in hand, or if that hurts no enemy in contact, the first that hurts one.

    Rules: battlesystem:8.2a, battlesystem:4.2h.
    """
    foes = [state.units[number] for number in contacts.enemies_touching(state, unit)]
    places: list[int] = [unit.weapon, *range(len(unit.now.weapons))]
    for place in places:
        if not foes or not all(is_in_vain(state, unit.now.weapons[place].plus, foe) for foe in foes):
            return place
    return unit.weapon


def _take_in_hand(state: State, table: Table, unit: Unit) -> None:
    """Ask which of its weapons a unit takes in hand. Rules: battlesystem:8.2, battlesystem:8.2a."""
    weapons = unit.now.weapons
    if len(weapons) < 2 or unit.routed:
        return
    options: list[Order] = [("weapon", unit.id, weapon.id) for weapon in weapons]
    answer = table.ask(Choice("weapon", unit.side, "battlesystem:8.2a", options, _handiest(state, unit)))
    _has_in_hand(state, table, unit, options.index(answer))


def _change_apart(state: State, table: Table, units: list[Unit]) -> None:
    """Ask which units of a side that touch nobody change weapons: they may at the beginning of any Melee Phase, each once.

    By versions 1 to 15 of the rules only who touched an enemy could. Rules: battlesystem:8.2, battlesystem:8.2a.
    """
    able = [unit for unit in units if len(unit.now.weapons) > 1 and not unit.routed]
    while able:
        options: list[Order] = [NO_CHANGE]
        for unit in able:
            weapons = unit.now.weapons
            options += [
                ("weapon", unit.id, weapons[at].id) for at in range(len(weapons)) if at != unit.weapon
            ]
        answer = table.ask(Choice("rearm", able[0].side, "battlesystem:8.2a", options))
        if answer == NO_CHANGE:
            return
        unit = state.units[answer[1]]
        ids = [weapon.id for weapon in unit.now.weapons]
        _has_in_hand(state, table, unit, ids.index(answer[2]))
        able = [one for one in able if one.id != unit.id]


def _has_in_hand(state: State, table: Table, unit: Unit, chosen: int) -> None:
    """Let a unit take one of its weapons in hand. Rule: battlesystem:8.2a."""
    if chosen == unit.weapon:
        return
    unit.weapon = chosen
    if table.telling:
        weapon = unit.now.weapons[chosen]
        text = says(state, unit, "takes|take its|their {} in hand.", weapon.name.lower())
        data = {"unit": f"u{unit.id}", "weapon": weapon.id}
        table.tell(Event("weapon", text, "battlesystem:8.2a", side=unit.side, data=data))
