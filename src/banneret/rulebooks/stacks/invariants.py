"""The invariants of every state: all chits are there, each in one place, and the parts of the battle fit together."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.knowledge import everybody
from banneret.rulebooks.stacks.stages import BATTLE, END, LOSSES, OVER, RESPITE, REVEAL, ROLL, SCOUT
from banneret.rulebooks.stacks.state import (
    FALLEN,
    LEFT,
    NOBODY,
    RESERVE,
    SUMMONED,
    SUPPLY,
    Corner,
    Fight,
    State,
    Unit,
)
from banneret.rulebooks.stacks.tables.eligibility import can_board, takes_place


def faults(state: State) -> list[str]:
    """The faults of a state, as sentences; empty if there are none."""
    found: list[str] = []
    _check_stacks(state, found)
    for unit in state.units:
        _check_unit(state, unit, found)
    _check_passengers(state, found)
    _check_artifacts(state, found)
    _check_piles(state, found)
    _check_phase(state, found)
    if state.fight is not None and state.stage != OVER:
        _check_fight(state, state.fight, found)
    return found


def _name(state: State, unit: Unit) -> str:
    return f"{state.setting.kinds[unit.kind].name} (unit {unit.id})"


def _check_stacks(state: State, found: list[str]) -> None:
    """Every unit on the map is in exactly one stack, its owner's; stacks are in rising order, none is empty.

    Rule: stacks:battle.stack, stacks:battle.one-stack, stacks:move.stacking.
    """
    setting = state.setting
    stacked = 0
    for side, stacks in enumerate(state.stacks):
        for hex_, numbers in stacks.items():
            stacked += len(numbers)
            if not 0 <= hex_ < setting.grid.size:
                found.append(f"a stack stands in hex {hex_}, which is not on the map")
            if not numbers or numbers != sorted(set(numbers)):
                found.append(f"the stack of side {side} in hex {hex_} is out of order: {numbers}")
            for number in numbers:
                unit = state.units[number]
                if unit.place != hex_ or unit.side != side:
                    found.append(
                        f"{_name(state, unit)} is not where the stack of side {side} in hex {hex_} is"
                    )
            count = 0
            for number in numbers:
                kind = setting.kinds[state.units[number].kind]
                if not kind.site and not kind.summoning:
                    count += 1
            if setting.stack_limit and count > setting.stack_limit and state.stage != OVER:
                found.append(f"side {side} has {count} units in hex {hex_}")
    on_map = len([unit for unit in state.units if unit.place >= 0])
    if on_map != stacked:
        found.append(f"{on_map} units are on the map, {stacked} in stacks")


def _check_unit(state: State, unit: Unit, found: list[str]) -> None:
    """A unit's marks fit its kind, its place and the moment.

    Rule: stacks:summoning.discard, stacks:site.revealed, stacks:end.cleanup, stacks:paralyze.duration.
    """
    kind = state.setting.kinds[unit.kind]
    fight = state.fight
    fighting = fight is not None and fight.round > 0
    name = _name(state, unit)
    if state.units[unit.id] is not unit:
        found.append(f"{name} stands in a wrong place of the list")
    if unit.place < SUPPLY or (unit.place == LEFT and not state.setting.battle_only):
        found.append(f"{name} is in place {unit.place}")
    if (unit.origin == SUMMONED) != kind.summoning:
        found.append(f"{name} came by {unit.origin}")
    if kind.summoning and state.stage != OVER:
        if unit.place >= 0 and (fight is None or not fighting or unit.place != fight.hex):
            found.append(f"{name} is summoned and outside a battle")
        elif unit.place in (RESERVE, LEFT):
            found.append(f"{name} is summoned and in place {unit.place}")
    everyone = everybody(state)
    if not 0 <= unit.known <= everyone or not 0 <= unit.seen <= everyone or unit.known & ~unit.seen:
        found.append(f"{name} is known to {unit.known:b} and was seen by {unit.seen:b}")
    if kind.site and unit.place >= 0 and unit.known != everyone:
        found.append(f"{name} is a Site and not known to everybody")
    if unit.place in (RESERVE, SUPPLY) and unit.known:
        found.append(f"{name} is off the map and known to be in a stack")
    if (
        not fighting
        and (unit.held or unit.defeats or unit.skirmished or unit.blooded)
        and state.stage != OVER
    ):
        found.append(f"{name} bears marks of a battle that is over")
    if unit.defeats < 0 or unit.defeats > 1 or unit.held_turns < 0 or unit.devoured < 0:
        found.append(
            f"{name} has {unit.defeats} defeats, {unit.held_turns} turns to wait, ate {unit.devoured}"
        )
    if unit.blooded and unit.defeats != 1:
        found.append(f"{name} has Troll's Blood and {unit.defeats} defeats")
    if unit.devoured and not kind.cannibal:
        found.append(f"{name} has eaten")


def _check_passengers(state: State, found: list[str]) -> None:
    """Passengers are where their transport is, may be aboard, and have room. Rule: stacks:transport.capacity."""
    kinds = state.setting.kinds
    taken: dict[int, int] = {}
    for unit in state.units:
        if unit.aboard == NOBODY:
            continue
        transport = state.units[unit.aboard]
        if (
            transport.side != unit.side
            or transport.place != unit.place
            or unit.place in (FALLEN, RESERVE, SUPPLY)
        ):
            found.append(f"{_name(state, unit)} is not where its transport {_name(state, transport)} is")
        if not can_board(kinds[transport.kind], kinds[unit.kind]):
            found.append(f"{_name(state, unit)} cannot be aboard {_name(state, transport)}")
        if takes_place(kinds[unit.kind]):
            taken[transport.id] = taken.get(transport.id, 0) + 1
    for number, count in taken.items():
        if count > kinds[state.units[number].kind].transport:
            found.append(f"{_name(state, state.units[number])} has {count} passengers")


def _check_artifacts(state: State, found: list[str]) -> None:
    """Artifacts are held by units on the map (or that left with them), lost, or set aside in the present battle.

    Rule: stacks:artifact.holder, stacks:artifact.lost, stacks:opt.fallen-artifacts.
    """
    aside = (state.fight.set_aside or []) if state.fight is not None else []
    for index, chit in enumerate(state.artifacts):
        name = state.setting.artifact_kinds[chit.kind].name
        if chit.holder == NOBODY:
            continue
        if index in aside:
            found.append(f"the {name} is set aside and held")
        holder = state.units[chit.holder]
        if holder.place < 0 and holder.place != LEFT:
            found.append(f"the {name} is held by {_name(state, holder)} in place {holder.place}")
        if holder.origin == SUMMONED:
            found.append(f"the {name} is held by {_name(state, holder)}, who was summoned")
    if len(set(aside)) != len(aside) or not set(aside) <= set(range(len(state.artifacts))):
        found.append(f"the artifacts {aside} cannot be set aside")


def _check_piles(state: State, found: list[str]) -> None:
    """No chit is lost and none is made: spells, artifacts, units of each pile; supplies hold.

    Rule: stacks:units.count, stacks:recruit.piles, stacks:spell.discard, stacks:summoning.supply.
    """
    setting = state.setting
    for spell in setting.spell_kinds:
        count = state.spell_pile.count(spell.index) + state.spell_discards.count(spell.index)
        for hand in state.hands:
            count += hand.count(spell.index)
        if count != spell.count:
            found.append(f"there are {count} chits of {spell.name} instead of {spell.count}")
    if state.hands != [sorted(hand) for hand in state.hands]:
        found.append("a hand is out of order")
    for artifact in setting.artifact_kinds:
        count = state.artifact_pile.count(artifact.index)
        count += len([chit for chit in state.artifacts if chit.kind == artifact.index])
        if count != 1:
            found.append(f"there are {count} chits of the {artifact.name}")
    in_play: dict[int, int] = {}
    summoned: dict[int, int] = {}
    for unit in state.units:
        in_play[unit.kind] = in_play.get(unit.kind, 0) + 1
        if unit.place >= 0:
            summoned[unit.kind] = summoned.get(unit.kind, 0) + 1
    for kind in setting.kinds:
        pile = state.piles.get(kind.list)
        if pile is not None:
            count = pile.count(kind.index) + in_play.get(kind.index, 0)
            if count != kind.count:
                found.append(f"there are {count} chits of {kind.name} instead of {kind.count}")
        if kind.summoning and summoned.get(kind.index, 0) > kind.count:
            found.append(f"{summoned[kind.index]} {kind.name} are in play, there are {kind.count}")


def _check_phase(state: State, found: list[str]) -> None:
    """Stage, fight, queue and outcome fit together. Rule: stacks:battle.queue, stacks:scoutphase.order."""
    if (state.outcome is not None) != (state.stage == OVER):
        found.append(f"stage {state.stage} with outcome {state.outcome}")
    if state.stage == OVER:
        return
    in_fight = SCOUT <= state.stage < END and state.stage not in (SCOUT, BATTLE)
    if in_fight != (state.fight is not None):
        found.append(f"stage {state.stage} {'without' if in_fight else 'with'} a fight")
    if state.queue is not None and state.stage < SCOUT:
        found.append(f"hexes are queued at stage {state.stage}")


def _check_fight(state: State, fight: Fight, found: list[str]) -> None:
    """The fight is between the active side and an enemy, and its combatants are who they can be.

    Rule: stacks:battle.attacker, stacks:battle.two-sides, stacks:battle.usable, stacks:limits.table.
    """
    if len(fight.corners) != 2 or fight.corners[0].side == fight.corners[1].side:
        found.append("a fight is not between two sides")
        return
    if fight.corners[0].side != state.active:
        found.append("the active side does not attack")
    if (fight.round > 0) != (state.stage > BATTLE):
        found.append(f"round {fight.round} at stage {state.stage}")
    if fight.set_aside and not state.setting.flags.captured:
        found.append("artifacts are set aside without the option for it")
    for corner in fight.corners:
        _check_corner(state, fight, corner, found)


def _check_corner(state: State, fight: Fight, corner: Corner, found: list[str]) -> None:
    """One side's corner. Rule: stacks:battle.usable, stacks:respite.order."""
    if corner.front == NOBODY:
        if REVEAL < state.stage < LOSSES:
            found.append(f"side {corner.side} has no combatant at stage {state.stage}")
    else:
        unit = state.units[corner.front]
        if unit.side != corner.side or unit.place != fight.hex:
            found.append(f"{_name(state, unit)} fights for side {corner.side} in hex {fight.hex}")
        if state.stage <= REVEAL:
            found.append(f"side {corner.side} has a combatant at stage {state.stage}")
        if unit.held or unit.held_turns:
            found.append(f"{_name(state, unit)} fights though paralyzed")
        if unit.known != everybody(state):
            found.append(f"{_name(state, unit)} fights unseen")
    if ROLL <= state.stage < RESPITE and corner.line is None:
        found.append(f"side {corner.side} rolls without its support")
    if (state.stage < ROLL or state.stage > RESPITE) and corner.line is not None:
        found.append(f"side {corner.side} has support at stage {state.stage}")
