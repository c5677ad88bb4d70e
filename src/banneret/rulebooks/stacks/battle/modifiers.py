"""The battle roll: every modifier in force for a combatant against the final enemy combatant.

The battle itself, the odds shown and the exact odds all use one function, `battle_roll`.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.tally import Tally
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.kinds import Artifact, Effects, UnitKind
from banneret.rulebooks.stacks.tables.options import ModifierOptions

BRM: Final = "stacks:mod.brm"
AMBUSH: Final = "stacks:mod.ambush"
SURPRISE: Final = "stacks:mod.surprise"
ARMOR: Final = "stacks:mod.armor"
CANNIBAL: Final = "stacks:cannibal.sacrifice"
CAVALRY: Final = "stacks:mod.cavalry"
SLAY: Final = "stacks:mod.slay"
POISON: Final = "stacks:mod.poison"
ARCHER: Final = "stacks:mod.archer"
GENERAL: Final = "stacks:mod.general"
CARRY: Final = "stacks:carry.modifiers"
IN_FRONT: Final = "stacks:opt.general-in-front"


def battle_roll(line: Line, enemy: Line, attacking: bool, options: ModifierOptions) -> Tally:
    """The modifiers of one side's battle roll, without its die, each with its cause and its rule.

    Rule: stacks:roll.total, stacks:mod.sum, stacks:mod.brm, stacks:roll.no-floor, stacks:tactical.final-combatants.
    """
    unit = line.unit
    tally = Tally("battle roll", unit.brm, unit.name, BRM)
    _own(tally, line, attacking)
    types = enemy.unit.counts_as
    if enemy.own_artifacts or enemy.carrier is not None:
        types = types_in_force(enemy)
    _against(tally, unit, types)
    if line.own_artifacts:
        for artifact in line.own_artifacts:
            _give(tally, artifact.effects, artifact.name, artifact.rule, types)
    if line.blessings:
        for spell in line.blessings:
            _give(tally, spell.effects, spell.name, spell.rule, types)
    if line.curses:
        for spell in line.curses:
            _give(tally, spell.effects, spell.name, spell.rule, types)
    if line.supporters or line.lent_artifacts:
        _archers(tally, line, options)
    if line.supporters or line.lent_artifacts or line.brought_in:
        _generals(tally, line, options)
    return tally


def compare_rolls(attacker: int, defender: int) -> int:
    """The outcome of two battle rolls: 1 the defender is defeated, -1 the attacker is, 0 nobody.

    Rule: stacks:roll.higher, stacks:roll.tie.
    """
    if attacker > defender:
        return 1
    return -1 if attacker < defender else 0


def types_in_force(line: Line) -> frozenset[str]:
    """The types that a combatant counts as this round: its own types and name, and Flying or Swift from what was revealed for it.

    Rule: stacks:tactical.final-combatants, stacks:mod.cavalry-carried, stacks:artifact.winged-boots.
    """
    types = line.unit.counts_as
    carrier = line.carrier
    if carrier is not None:
        types = _moving(types, carrier.flying, "Swift" in carrier.types, "Very Swift" in carrier.types)
    for artifact in line.own_artifacts:
        types = _moving(types, artifact.effects.flying, artifact.effects.swift, False)
    return types


def _moving(types: frozenset[str], flying: bool, swift: bool, very_swift: bool) -> frozenset[str]:
    """The types with Flying, Swift or Very Swift added; a Swift unit is no longer Slow."""
    if flying:
        types = types | {"Flying"}
    if swift:
        types = (types | {"Swift"}) - {"Slow"}
    if very_swift:
        types = (types | {"Very Swift"}) - {"Slow"}
    return types


def _own(tally: Tally, line: Line, attacking: bool) -> None:
    """Add the combatant's own modifiers against any enemy, and the Armor lent to it.

    Rule: stacks:mod.ambush, stacks:mod.surprise, stacks:mod.armor, stacks:carry.modifiers, stacks:cannibal.sacrifice.
    """
    unit = line.unit
    if attacking:
        if unit.surprise:
            tally.add(unit.surprise, "Surprise", SURPRISE)
    elif unit.ambush:
        tally.add(unit.ambush, "Ambush", AMBUSH)
    if unit.armor:
        tally.add(unit.armor, "Armor", ARMOR)
    if line.devoured:
        tally.add(line.devoured, "Cannibal", CANNIBAL)
    carrier = line.carrier
    if carrier is not None and carrier.armor:
        tally.add(carrier.armor, carrier.name, CARRY)


def _against(tally: Tally, unit: UnitKind, enemy: frozenset[str]) -> None:
    """Add the combatant's own modifiers against an enemy of these types.

    Rule: stacks:mod.cavalry, stacks:mod.slay, stacks:mod.slay-stack, stacks:mod.poison.
    """
    if unit.cavalry and "Slow" in enemy and "Flying" not in enemy:
        tally.add(unit.cavalry, "Cavalry", CAVALRY)
    if unit.slay:
        for place, (target, amount) in enumerate(unit.slay):
            if target in enemy:
                tally.add(amount, unit.slay_causes[place], SLAY)
    if unit.poison and can_be_poisoned(enemy):
        tally.add(unit.poison, "Poison", POISON)


def can_be_poisoned(types: frozenset[str]) -> bool:
    """True if Poison works on a unit of these types. Rule: stacks:mod.poison, stacks:desc.nonliving, stacks:desc.swarm."""
    return "Living" in types and "Swarm" not in types


def _give(tally: Tally, effects: Effects, cause: str, rule: str, enemy: frozenset[str]) -> None:
    """Add the modifiers that an artifact or a spell gives to the combatant's roll against an enemy of these types.

    Rule: stacks:artifact.own-fight, stacks:spell.windows, stacks:mod.slay-stack.
    """
    if effects.brm:
        tally.add(effects.brm, cause, rule)
    if effects.armor:
        tally.add(effects.armor, cause, rule)
    for target, amount in effects.slay:
        if target in enemy:
            tally.add(amount, cause, rule)
    if effects.poison and can_be_poisoned(enemy):
        tally.add(effects.poison, cause, rule)


def _archers(tally: Tally, line: Line, options: ModifierOptions) -> None:
    """Add the Archers in support, and the bows lent to them.

    Rule: stacks:mod.archer, stacks:mod.archer-own, stacks:mod.archer-stack, stacks:artifact.yew-bow, stacks:opt.archers.
    """
    if options.archers_best_one:
        _best_archer(tally, line)
        return
    for unit in line.supporters:
        if unit.archer:
            tally.add(unit.archer, unit.archer_cause, ARCHER)
    for _holder, artifact in line.lent_artifacts:
        if artifact.effects.archer:
            tally.add(artifact.effects.archer, artifact.name, artifact.rule)


def _best_archer(tally: Tally, line: Line) -> None:
    """Add only the best Archer in support, its own value and its bow together. Rule: stacks:opt.archers."""
    best: UnitKind | None = None
    for unit in line.supporters:
        if unit.archer and (best is None or unit.archer > best.archer):
            best = unit
    bow: Artifact | None = None
    archer: UnitKind | None = None
    most = best.archer if best is not None else 0
    for holder, artifact in line.lent_artifacts:
        printed = holder.archer if holder in line.supporters else 0
        if artifact.effects.archer and printed + artifact.effects.archer > most:
            most = printed + artifact.effects.archer
            bow = artifact
            archer = holder if printed else None
    if bow is None:
        archer = best
    if archer is not None:
        tally.add(archer.archer, archer.archer_cause, ARCHER)
    if bow is not None:
        tally.add(bow.effects.archer, bow.name, bow.rule)


def _generals(tally: Tally, line: Line, options: ModifierOptions) -> None:
    """Add the Generals in support, horns that make Generals, and by option a General brought in as combatant.

    Rule: stacks:mod.general, stacks:mod.general-combatant, stacks:mod.general-stack, stacks:artifact.war-horn,
    stacks:opt.generals, stacks:opt.general-in-front.
    """
    if options.general_in_front and line.brought_in and line.unit.general:
        tally.add(1, line.unit.general_cause, IN_FRONT)
        if options.generals_one:
            return
    for unit in line.supporters:
        if unit.general:
            tally.add(1, unit.general_cause, GENERAL)
            if options.generals_one:
                return
    for holder, artifact in line.lent_artifacts:
        if artifact.effects.general and not holder.general:
            tally.add(1, artifact.name, artifact.rule)
            if options.generals_one:
                return
