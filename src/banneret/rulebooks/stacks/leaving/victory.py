"""The winner: the goals, annihilation, the turn limit, and the end of a single battle.

`finish` ends a game. `archmage_fallen` is called when an Archmage was destroyed, after all that fell at that moment is off
the map; the End Phase asks `check_goal` and, when the turn limit is reached, `check_limit`; a single battle `end_of_battle`. With three or four sides a side that has
lost is out of the game, and the last one that is left wins.
"""

from __future__ import annotations

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.stacks.board.control import flags_of
from banneret.rulebooks.stacks.board.knowledge import everybody
from banneret.rulebooks.stacks.board.stacks import put
from banneret.rulebooks.stacks.stages import OVER
from banneret.rulebooks.stacks.state import FALLEN, NOBODY, RESERVE, SUMMONED, SUPPLY, Fight, State

ARCHMAGE = "archmage"
LEFT_TO = "nobody is left to "  # in the state, as records have it; `outcome_of` says it better


def finish(state: State, winners: tuple[int, ...], reason: str, rule: str) -> None:
    """End the game; no winners means a draw."""
    state.outcome = Outcome(winners, reason, rule)
    state.stage = OVER


# ---------------------------------------------------------------- who is still there


def is_out(state: State, side: int) -> bool:
    """True if a side has no unit on the map and none in reserve. Rule: stacks:win.annihilation."""
    if state.stacks[side]:
        return False
    return not any(unit.side == side and unit.place == RESERVE for unit in state.units)


def lost_archmage(state: State, side: int) -> bool:
    """True if an Archmage of the side has been destroyed. Rule: stacks:win.archmage."""
    kinds = state.setting.kinds
    for unit in state.units:
        if unit.side == side and unit.place == FALLEN and kinds[unit.kind].id == ARCHMAGE:
            return True
    return False


def leave_game(state: State, side: int) -> None:
    """Take a side that lost among three or four out of the game: remove its units and artifacts, discard its hand."""
    for unit in state.units:
        if unit.side == side and (unit.place >= 0 or unit.place == RESERVE):
            put(state, unit, SUPPLY if unit.origin == SUMMONED else FALLEN)
            unit.aboard = NOBODY
            unit.known = 0
            unit.seen = everybody(state)
    for chit in state.artifacts:
        if chit.holder != NOBODY and state.units[chit.holder].side == side:
            chit.holder = NOBODY
    state.spell_discards.extend(state.hands[side])
    state.hands[side] = []


# ---------------------------------------------------------------- goals


def archmage_fallen(state: State, side: int) -> None:
    """An Archmage of the side has been destroyed: in a game for Archmages the side has lost, at once.

    All sides are looked at, so that two that fell at the same moment make a draw. Rule: stacks:win.archmage.
    """
    if state.setting.goal != "archmage" or state.outcome is not None:
        return
    names = state.setting.titles
    sides = range(state.setting.sides)
    left = [other for other in sides if not lost_archmage(state, other)]
    if not left:
        finish(state, (), "the last Archmages fell at the same moment", "stacks:win.archmage")
    elif len(left) == 1:
        reason = f"the Archmage of {names[side]} is destroyed"
        finish(state, (left[0],), reason, "stacks:win.archmage")
    else:
        leave_game(state, side)


def check_goal(state: State) -> bool:
    """Check the goal in the End Phase, the active side first; True if the game is over.

    Rule: stacks:win.capital, stacks:win.objectives, stacks:win.annihilation, stacks:turn.end.
    """
    setting = state.setting
    sides = setting.sides
    names = setting.titles
    standards = state.standards
    alive = [side for side in range(sides) if not is_out(state, side)]
    for step in range(sides):
        side = (state.active + step) % sides
        if setting.goal == "capital":
            wanted = [
                setting.capitals[other]
                for other in range(sides)
                if other != side and setting.capitals[other] != NOBODY and (sides == 2 or other in alive)
            ]
            if wanted and side in alive and all(standards[hex_] == side for hex_ in wanted):
                what = "the enemy capital" if len(wanted) == 1 else "every enemy capital"
                finish(state, (side,), f"{what} is held by {names[side]}", "stacks:win.capital")
                return True
        elif setting.goal == "objectives":
            wanted = setting.objectives
            if wanted and all(standards[hex_] == side for hex_ in wanted):
                finish(state, (side,), f"every objective is held by {names[side]}", "stacks:win.objectives")
                return True
    if len(alive) == 0:
        finish(state, (), "nobody has a unit left", "stacks:win.annihilation")
        return True
    if len(alive) == 1 and sides > 1:
        lost = " and ".join([names[side] for side in range(sides) if side not in alive])
        finish(state, (alive[0],), f"no unit is left to {lost}", "stacks:win.annihilation")
        return True
    return False


def strength_of(state: State, side: int) -> int:
    """The sum of printed BRM of the side's units on the map. Rule: stacks:win.limit."""
    total = 0
    for unit in state.units:
        if unit.side == side and unit.place >= 0:
            total += state.setting.kinds[unit.kind].brm
    return total


def check_limit(state: State) -> None:
    """End the game at the turn limit: by flags, then by strength, else a draw. Rule: stacks:win.limit."""
    rule = "stacks:win.limit"
    names = state.setting.titles
    sides = range(state.setting.sides)
    flags = [flags_of(state, side) for side in sides]
    best = [side for side in sides if flags[side] == max(flags)]
    score = ", ".join([f"{names[side]} {flags[side]}" for side in sides])
    if len(best) == 1:
        finish(state, (best[0],), f"{names[best[0]]} with the most flags at the turn limit ({score})", rule)
        return
    strengths = {side: strength_of(state, side) for side in best}
    most = max(strengths.values())
    strongest = [side for side in best if strengths[side] == most]
    force = ", ".join([f"{names[side]} {strengths[side]}" for side in best])
    if len(strongest) == 1:
        winner = strongest[0]
        reason = f"{names[winner]} with the greater strength at the turn limit (flags: {score}; BRM on the map: {force})"
        finish(state, (winner,), reason, rule)
    else:
        finish(state, (), f"all is equal at the turn limit (flags: {score}; BRM on the map: {force})", rule)


# ---------------------------------------------------------------- a single battle


Ending = tuple[tuple[int, ...], str, str]  # winners, reason, rule


def end_of_battle(state: State, fight: Fight) -> Ending:
    """The end of a single battle, by who is left in the hex. Summoned units still count.

    Rule: stacks:setup.battle-only.
    """
    attacker, defender = fight.corners[0].side, fight.corners[1].side
    names = state.setting.titles
    if fight.retreated:
        return (attacker,), f"{names[defender]} retreated", "stacks:setup.battle-only"
    if fight.called_off:
        return (defender,), f"{names[attacker]} called the attack off", "stacks:setup.battle-only"
    ending = _by_who_is_left(state, attacker, defender, fight.hex)
    return ending or ((), "a side has no usable unit", "stacks:setup.battle-only")


def end_before_battle(state: State) -> Ending:
    """The end of a single battle that is over with the Scout Phase, by who is left in the hex.

    Rule: stacks:setup.battle-only, stacks:battle.occurs.
    """
    ending = _by_who_is_left(state, state.active, 1 - state.active, 0)
    return ending or ((), "no battle takes place", "stacks:battle.occurs")


def _by_who_is_left(state: State, attacker: int, defender: int, hex_: int) -> Ending | None:
    """The end of a single battle in which a side has nobody left in the hex; None if both have units.

    Rule: stacks:setup.battle-only.
    """
    names = state.setting.titles
    attacking, defending = hex_ in state.stacks[attacker], hex_ in state.stacks[defender]
    if attacking and defending:
        return None
    if attacking:
        return (attacker,), LEFT_TO + names[defender], "stacks:setup.battle-only"
    if defending:
        return (defender,), LEFT_TO + names[attacker], "stacks:setup.battle-only"
    return (), "nobody is left", "stacks:setup.battle-only"
