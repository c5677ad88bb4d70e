"""The abilities of kinds of units: to use an artifact, cast a spell, board a transport, lend to others, be on land or water."""

from __future__ import annotations

from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind


def can_use(artifact: Artifact, unit: UnitKind) -> bool:
    """True if an artifact works for a unit that holds it. Rule: stacks:artifact.users."""
    return not unit.types.isdisjoint(artifact.users)


def can_cast(spell: Spell, unit: UnitKind) -> bool:
    """True if a unit is of a sort that can cast a spell. Rule: stacks:spell.casters, stacks:spell.raise-skeletons."""
    if not unit.caster:
        return False
    if spell.caster == "mage" and not unit.mage:
        return False
    if spell.caster == "priest" and not unit.priest:
        return False
    return unit.types.isdisjoint(spell.caster_not)


def can_board(transport: UnitKind, unit: UnitKind) -> bool:
    """True if a unit can be a passenger of a transport, room aside. Rule: stacks:transport.capacity, stacks:site.no-move."""
    if not transport.transport or unit.site or unit.transport:
        return False
    return unit.hero or not unit.monster


def takes_place(unit: UnitKind) -> bool:
    """True if a passenger takes one of the places of its transport: Heroes take none. Rule: stacks:transport.capacity."""
    return not unit.hero


def can_lend(carrier: UnitKind, unit: UnitKind, is_passenger: bool) -> bool:
    """True if a carrier or transport lends its modifiers to another unit of the stack in combat.

    `is_passenger`: the unit is assigned to that transport. Rule: stacks:carry.battle, stacks:carry.modifiers.
    """
    if carrier.carry and unit.hero and not unit.site:
        return True
    return (is_passenger or unit.hero) and can_board(carrier, unit)


def walks(kind: UnitKind) -> bool:
    """True if a unit may be on land. Rule: stacks:move.sea."""
    return kind.flying or not kind.sea


def floats(kind: UnitKind) -> bool:
    """True if a unit may be in water by itself. Rule: stacks:move.flying, stacks:move.sea, stacks:move.swimmer."""
    return kind.flying or kind.sea or kind.swimmer


def sails(kind: UnitKind) -> bool:
    """True if a unit can take passengers over water."""
    return kind.transport > 0 and floats(kind)
