"""The Game Round: the step played at each stage, initiative, the order of the sides, and the end of the round.

Rules: battlesystem:1.0, battlesystem:1.0b to battlesystem:1.1b, battlesystem:1.4, battlesystem:1.7, battlesystem:5.1, 5.1a.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.combat.champions import duelling
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.ending.goals import decided, is_there
from banneret.rulebooks.battlesystem.engines import captures, firing
from banneret.rulebooks.battlesystem.individuals import fates, footprints
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.movement import compelled_moves, forced_marches, movement_phase
from banneret.rulebooks.battlesystem.rally import rally_phase
from banneret.rulebooks.battlesystem.roles import melee_roles, roles_phase
from banneret.rulebooks.battlesystem.setup import placement, reinforcements
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.state import State, go_on, is_mended
from banneret.rulebooks.battlesystem.text.sentences import agree
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit
from banneret.rulebooks.battlesystem.worth import walls_and_spears
from banneret.rulebooks.battlesystem.worth.present import pass_round

LETTERS: Final = "ABCDEF"


def play_step(state: State, table: Table) -> None:
    """Play the step of the present stage. Rules: battlesystem:1.0, battlesystem:1.0d."""
    stage = state.stage
    if stage == stages.MOVEMENT:
        movement_phase.move_step(state, table)
    elif stage == stages.COMPELLED:
        came = reinforcements.arrive(state, table, state.movers[state.part])
        compelled_moves.compelled_step(state, table, came)
    elif stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    elif stage == stages.DUELS:
        if state.duels is None and melee_roles.are_declared(state):
            melee_roles.declare(state, table)
        duelling.duel_step(state, table)
    elif stage == stages.ASSIGNMENT:
        if state.pieces:
            captures.break_up(state, table)
        forming_combats.assign_step(state, table)
    elif stage == stages.ROLES:
        roles_phase.role_step(state, table)
    elif stage == stages.RALLY:
        rally_phase.rally_step(state, table)
    elif stage == stages.INITIATIVE:
        begin(state, table)
    elif stage == stages.SEQUENCE:
        choose_sequence(state, table)
    elif stage == stages.ROUND_END:
        end(state, table)
    elif stage == stages.INITIAL_MISSILES:
        phases.initial_step(state, table)
    elif stage == stages.MISSILES:
        phases.missile_step(state, table)
    elif stage == stages.ARTILLERY:
        firing.artillery_step(state, table)
    else:
        placement.place(state, table)


# ---------------------------------------------------------------- the beginning of a round


def begin(state: State, table: Table) -> None:
    """Begin a round: the sides roll for the initiative and are ranked. Rules: 1.0, 1.1, 1.1b, battlesystem:5.1."""
    state.round += 1
    state.struck = False
    if table.telling:
        heading = f"Round {state.round}"
        data = {"round": state.round}
        table.tell(Event("round", f"{heading}.", "battlesystem:1.0", data=data, heading=heading, bare=True))
    state.ranking = tuple(ranked(state, table, _who_roll(state)))
    if table.telling:
        names = [
            f"{state.setting.names[side]} {agree(state.setting.names[side], 'is|are')} Side {LETTERS[place]}"
            for place, side in enumerate(state.ranking)
        ]
        text = f"{', '.join(names)}."
        table.tell(
            Event(
                "sides", text, "battlesystem:1.1", side=state.ranking[0], data={"order": list(state.ranking)}
            )
        )
    in_command.review(state, table)
    go_on(state, stages.INITIATIVE)


def _who_roll(state: State) -> list[int]:
    """The sides that roll for the initiative: those of which anything is left. Rules: battlesystem:1.1b, battlesystem:5.1.

    By versions 1 to 10 of the rules a third side with nothing left rolled too, and chose for the others if it became Side A.
    """
    sides = list(range(len(state.setting.names)))
    return [side for side in sides if is_there(state, side)] if is_mended(state, 11) else sides


def ranked(state: State, table: Table, sides: list[int]) -> list[int]:
    """Sides from the highest roll to the lowest; those that tie roll again among themselves. Rules: 1.1, 1.1b, 5.1, 5.1a."""
    faces = state.setting.flags.initiative_die
    rolls = [table.die(faces, "initiative", side) for side in sides]
    if table.telling:
        parts = [f"{state.setting.names[side]} {roll}" for side, roll in zip(sides, rolls, strict=True)]
        tied = " A tie is rolled again." if len(set(rolls)) < len(rolls) else ""
        rule = "battlesystem:5.1a" if faces == 20 else "battlesystem:5.1"
        dice = [(side, faces, roll) for side, roll in zip(sides, rolls, strict=True)]
        table.tell(Event("initiative", f"Initiative: {', '.join(parts)}.{tied}", rule, dice=dice))
    found: list[int] = []
    for high in sorted(set(rolls), reverse=True):
        band = [side for side, roll in zip(sides, rolls, strict=True) if roll == high]
        found += band if len(band) == 1 else ranked(state, table, band)
    return found


def choose_sequence(state: State, table: Table) -> None:
    """Let Side A choose the order in which the sides move. Rules: battlesystem:1.4, battlesystem:1.1b."""
    first = state.ranking[0]
    names = state.setting.names
    sequences = list(permutations(state.ranking))
    options: list[Order] = [("first", *order) for order in sequences]
    order = table.ask(Choice("first", first, "battlesystem:1.4", options, len(options) - 1))
    state.movers = tuple(order[1:])
    go_on(state, stages.SEQUENCE)
    if state.stage == stages.ROLES and not state.setting.has_roles:
        state.stage = stages.after(state.setting.tier, stages.ROLES)
    in_command.review(state, table)
    if table.telling:
        mover = names[state.movers[0]]
        others = ", then ".join([names[side] for side in state.movers[1:]])
        text = f"{mover} {agree(mover, 'moves|move')} first, then {others}: the choice of {names[first]}."
        data = {"order": list(state.movers)}
        table.tell(Event("sequence", text, "battlesystem:1.4", side=first, data=data))


# ---------------------------------------------------------------- the end of a round


def end(state: State, table: Table) -> None:
    """End a round: test for victory and stalemate, recover from forced marches, clear what holds for one round. Rule: battlesystem:1.7."""
    state.quiet = 0 if state.struck else state.quiet + 1
    state.outcome = decided(state)
    formations.unwrap(state, table)
    forced_marches.recover(state, table)
    if state.individuals:
        footprints.recover(state, table)
    if state.pieces:
        captures.take_over(state, table)
    for unit in state.units.values():
        if unit.spears and is_mended(state, 10):
            # by versions 1 to 9 of the rules they also met those who charged early in the next round
            walls_and_spears.end_met(unit)
        forget(unit)
        if unit.effects:
            pass_round(state, unit)
    if melee_roles.are_declared(state):
        melee_roles.end(state)
    if state.outcome is not None:
        fates.after_battle(state, table)
    for leader in state.individuals.values():
        footprints.rest(state, leader)
        leader.moved = 0.0
        leader.tried = False
    in_command.review(state, table)
    if state.outcome is not None:
        if table.telling:
            table.tell(Event("end", state.outcome.reason, state.outcome.rule))
        return
    go_on(state, stages.ROUND_END)


def forget(unit: Unit) -> None:
    """Clear what holds for one round only. Rule: battlesystem:1.7."""
    unit.spent = 0.0
    unit.moved = False
    unit.finished = False
    unit.widened = 0
    unit.caught = False
    unit.engaged = False
    unit.charged = NOBODY
    unit.failed_charge = False
    unit.marched = False
    unit.rallied = False
    unit.tried = False
    unit.leader_tried = False
    unit.attacked = False
    unit.acted = False
    unit.left_by = ()
    unit.footing = 0
    unit.shots = 0
    unit.closing = 0.0
    unit.passing = False
    unit.wheeled = 0.0
    unit.slowed = 1.0
    unit.split = unit.unready = unit.rushed = False
    unit.upon = ()
    if unit.forsaken:
        unit.forsaken = False
        unit.review = None  # it may be in command again. Rule: battlesystem:9.3d
    if unit.singles is not None:
        for single in unit.singles:
            single.moved = 0.0
            single.caught = False
            single.done = single.rallied = single.passing = single.bound = False
            single.shots = 0
            single.slowed = 1.0
