"""The Game Round: which step is played at which stage; initiative, who moves first, the end of the round and of the battle.

Rules: battlesystem:1.0, battlesystem:1.0b to battlesystem:1.1b, battlesystem:1.4, battlesystem:1.7, battlesystem:5.1, 5.1a,
battlesystem:crossroads.victory, battlesystem:crossroads.tie.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.scenario import Outcome
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.movement import compelled_moves, forced_marches, movement_phase
from banneret.rulebooks.battlesystem.rally import rally_phase
from banneret.rulebooks.battlesystem.setup import placement, reinforcements
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.state import FIELD, NOBODY, WAITING, Setting, State, Unit
from banneret.rulebooks.battlesystem.text.sentences import agree

LETTERS: Final = "ABCDEF"
VICTORY: Final = "battlesystem:crossroads.victory"
TIE: Final = "battlesystem:crossroads.tie"


def play_step(state: State, table: Table) -> None:
    """Play the step of the present stage. Rules: battlesystem:1.0, battlesystem:1.0d."""
    stage = state.stage
    if stage == stages.MOVEMENT:
        movement_phase.move_step(state, table)
    elif stage == stages.COMPELLED:
        reinforcements.arrive(state, table, state.movers[state.part])
        compelled_moves.compelled_step(state, table)
    elif stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    elif stage == stages.ASSIGNMENT:
        forming_combats.assign_step(state, table)
    elif stage == stages.RALLY:
        rally_phase.rally_step(state, table)
    elif stage == stages.INITIATIVE:
        begin(state, table)
    elif stage == stages.SEQUENCE:
        choose_sequence(state, table)
    elif stage == stages.ROUND_END:
        end(state, table)
    else:
        placement.place(state, table)


# ---------------------------------------------------------------- the beginning of a round


def begin(state: State, table: Table) -> None:
    """A round begins: the sides roll for the initiative and are ranked. Rules: 1.0, 1.1, 1.1b, battlesystem:5.1."""
    state.round += 1
    state.struck = False
    if table.telling:
        heading = f"Round {state.round}"
        data = {"round": state.round}
        table.tell(Event("round", f"{heading}.", "battlesystem:1.0", data=data, heading=heading, bare=True))
    state.ranking = tuple(ranked(state, table, list(range(len(state.setting.names)))))
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
    st.round_begins(state)


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
    """Side A says in which order the sides move. Rules: battlesystem:1.4, battlesystem:1.1b."""
    first = state.ranking[0]
    names = state.setting.names
    sequences = list(permutations(state.ranking))
    options: list[Order] = [("first", *order) for order in sequences]
    order = table.ask(Choice("first", first, "battlesystem:1.4", options, len(options) - 1))
    state.movers = tuple(order[1:])
    state.part = 0
    state.stage = stages.COMPELLED
    in_command.review(state, table)
    if table.telling:
        mover = names[state.movers[0]]
        others = ", then ".join([names[side] for side in state.movers[1:]])
        text = f"{mover} {agree(mover, 'moves|move')} first, then {others}: the choice of {names[first]}."
        data = {"order": list(state.movers)}
        table.tell(Event("sequence", text, "battlesystem:1.4", side=first, data=data))


# ---------------------------------------------------------------- the end of a round


def end(state: State, table: Table) -> None:
    """Close a round: victory and stalemate are tested, forced marches slept off, states of one round cleared. Rule: 1.7."""
    state.quiet = 0 if state.struck else state.quiet + 1
    state.outcome = decided(state)
    formations.unwrap(state, table)
    forced_marches.recover(state, table)
    for unit in state.units.values():
        forget(unit)
    for leader in state.individuals:
        leader.moved = 0.0
        leader.tried = False
    in_command.review(state, table)
    if state.outcome is not None:
        if table.telling:
            table.tell(Event("end", state.outcome.reason, state.outcome.rule))
        return
    st.round_is_over(state)


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
    if unit.singles is not None:
        for single in unit.singles:
            single.moved = 0.0
            single.caught = False
            single.done = False


def decided(state: State) -> Outcome | None:
    """The outcome at the end of a round: won, tied, or not over yet. Rules: crossroads.victory, crossroads.tie."""
    setting = state.setting
    left = [side for side in range(len(setting.names)) if is_in_the_field(state, side)]
    if len(left) == 1:
        name = setting.names[left[0]]
        return Outcome((left[0],), f"{name} won: nobody else is left on the field.", VICTORY)
    if not left:
        return _annihilated(state)
    flags = setting.flags
    if flags.stalemate and state.quiet >= flags.stalemate:
        return _tie(f"For {state.quiet} rounds nobody attacked.", VICTORY)
    if flags.round_limit and state.round >= flags.round_limit:
        return _tie(f"Round {state.round} was the last.", "battlesystem:1.7")
    return None


def goal(setting: Setting) -> str:
    """The goal of the battle, in a few words. Rules: battlesystem:crossroads.victory, battlesystem:crossroads.tie."""
    flags, words = setting.flags, "be the last in the field"
    if flags.round_limit:
        words += f" by round {flags.round_limit}"
    if setting.tie == NOBODY:
        return words
    winner = setting.names[setting.tie]
    return f"{words}; if nobody is left, {winner} {agree(winner, 'wins|win')}"


def is_in_the_field(state: State, side: int) -> bool:
    """True if a side has anybody left: on the table, or still to come. Rule: battlesystem:crossroads.victory.

    Routed units count until they have left the table; under the option, a Rout marker counts as gone.
    """
    for unit in state.units.values():
        if unit.side != side:
            continue
        if unit.status == WAITING:
            return True
        if unit.status == FIELD and not (state.setting.flags.victory_marker and is_all_routed(unit)):
            return True
    return False


def is_all_routed(unit: Unit) -> bool:
    """True if every figure of a unit bears a Rout marker."""
    if unit.singles is None:
        return unit.routed
    return all(single.routed for single in unit.singles if single.gone == FIELD)


def _annihilated(state: State) -> Outcome:
    """Both forces are gone: a scenario may name the side that wins then. Rule: battlesystem:crossroads.tie."""
    winner, why = state.setting.tie, "Nobody is left on the field."
    if winner == NOBODY:
        return _tie(why, TIE)
    return Outcome((winner,), f"{why} That is a victory of {state.setting.names[winner]}.", TIE)


def _tie(why: str, rule: str) -> Outcome:
    """Nobody wins a battle that ends undecided. Rule: battlesystem:crossroads.victory."""
    return Outcome((), f"{why} The battle is a tie.", rule)
