"""Goals: what decides a battle, tested at the end of each round.

Rules: battlesystem:1.7, battlesystem:3.0, battlesystem:crossroads.victory, battlesystem:crossroads.tie.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.polygons import Polygon
from banneret.kernel.enumeration import enumerated
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.text.sentences import agree, counted
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, WAITING, Unit

LAST_FIGURE: Final = "last-figure"
ANNIHILATE: Final = "annihilate"
HOLD: Final = "hold"
KINDS: Final = (LAST_FIGURE, ANNIHILATE, HOLD)

VICTORY: Final = "battlesystem:crossroads.victory"
TIE: Final = "battlesystem:crossroads.tie"
END: Final = "battlesystem:1.7"
RULES: Final = {
    "crossroads": (VICTORY, TIE, VICTORY, END),
    "lairn": (
        "battlesystem:lairn.victory",
        "battlesystem:lairn.victory",
        "battlesystem:lairn.stalemate",
        "battlesystem:lairn.stalemate",
    ),
}
"""By the rules of victory that a goal names, the rule of each end: one side left, nobody left, stalemate, last round over."""


def decided(state: State) -> Outcome | None:
    """The outcome of the battle at the end of a round: a victory or a tie; None if it goes on.

    Where ground is to be held, who holds it wins also when the battle ends before its last round; by versions 1 to 14 of the rules it
    was undecided then. Rules: battlesystem:1.7, battlesystem:crossroads.victory, battlesystem:crossroads.tie,
    battlesystem:lairn.victory, battlesystem:lairn.stalemate.
    """
    setting = state.setting
    goal = setting.goal
    rules = RULES[goal.rules]
    left = [side for side in range(len(setting.names)) if is_in_the_field(state, side)]
    if len(left) == 1:
        return _alone(state, left[0])
    if not left:
        return _annihilated(state)
    if goal.kind == HOLD and state.round >= goal.rounds:
        return _held(state)
    flags = setting.flags
    why, rule = "", ""
    if flags.stalemate and state.quiet >= flags.stalemate and not _awaits_any(state):
        why, rule = f"For {state.quiet} rounds nobody attacked.", rules[2]
    elif flags.round_limit and state.round >= flags.round_limit:
        why, rule = f"Round {state.round} was the last.", rules[3]
    if not why:
        return None
    if goal.kind == HOLD and is_mended(state, 15):
        return _held(state, f"{why} ")
    return _undecided(setting, why, rule)


def _awaits_any(state: State) -> bool:
    """True if reinforcements are to come in a later round: until then quiet ends no battle.

    By versions 1 to 14 of the rules it did. Rules: battlesystem:1.0c, battlesystem:crossroads.victory.
    """
    return is_mended(state, 15) and any(
        unit.status == WAITING and unit.now.arrives > state.round for unit in state.units.values()
    )


def words(setting: Setting) -> str:
    """The goal of the battle, in a few words. Rules: battlesystem:1.7, crossroads.victory, crossroads.tie."""
    goal, limit, names = setting.goal, setting.flags.round_limit, setting.names
    found = "be the last in the field"
    if setting.flags.victory_marker:
        found += " with troops that are not routed"
    if goal.kind == HOLD:
        last = min(goal.rounds, limit or goal.rounds) if setting.flags.version >= 15 else goal.rounds
        found = f"alone hold {goal.place} at the end of round {last}, or {found}"
    elif limit:
        found += f" by round {limit}"
    if goal.kind == ANNIHILATE:
        needed = [
            f"{names[side]} with {counted(least)} or more left"
            for side, least in enumerate(goal.least)
            if least
        ]
        found += f", {' and '.join(needed)}"
    if goal.tie != NOBODY and goal.tie == goal.stalemate:
        return f"{found}; if nobody is left, or it stays undecided, {_win(names[goal.tie])}"
    if goal.tie != NOBODY:
        found += f"; if nobody is left, {_win(names[goal.tie])}"
    if goal.stalemate != NOBODY:
        found += f"; if it stays undecided, {_win(names[goal.stalemate])}"
    return found


def is_in_the_field(state: State, side: int) -> bool:
    """True if a side has anybody left: on the table, or still to come. Rule: battlesystem:crossroads.victory.

    Routed units count until they have left the table; under the option `victory_marker` they do not. Of individuals only those who fight
    count: commanders of the Basic Game can neither win nor lose a battle alone.
    """
    for unit in state.units.values():
        if unit.side != side:
            continue
        if unit.status == WAITING:
            return True
        if unit.status == FIELD and not (state.setting.flags.victory_marker and is_all_routed(unit)):
            return True
    return any(one.side == side and _fights(state, one) for one in state.individuals.values())


def _fights(state: State, one: Individual) -> bool:
    """True if an individual fights and has his own figure on the table. Rule: battlesystem:9.4."""
    return one.on_table and state.setting.sheets[one.id].champion is not None


def is_there(state: State, side: int) -> bool:
    """True if a side has anything left that could act: a unit, routed or still to come, or an individual. Rules: 1.1b, battlesystem:5.1."""
    return any(unit.side == side and unit.status in (WAITING, FIELD) for unit in state.units.values()) or any(
        one.side == side and (one.on_table or one.unit != NOBODY) for one in state.individuals.values()
    )


def is_all_routed(unit: Unit) -> bool:
    """True if every figure of a unit bears a Rout marker."""
    if unit.singles is None:
        return unit.routed
    return all(single.routed for single in unit.singles if single.gone == FIELD)


def _alone(state: State, side: int) -> Outcome:
    """The outcome if one side is left: it has won if as many of its figures are left as the scenario asks for. Rules: 1.7, crossroads.victory.

    Individuals who fight count as figures; by versions 1 to 10 of the rules they did not.
    """
    setting = state.setting
    name, least = setting.names[side], setting.goal.least
    if setting.goal.kind == ANNIHILATE and least:
        figures = 0
        for unit in state.units.values():
            if unit.side == side and unit.status in (FIELD, WAITING):
                figures += unit.figures
        if is_mended(state, 11):
            figures += sum([one.side == side and _fights(state, one) for one in state.individuals.values()])
        if figures < least[side]:
            why = f"{name} {agree(name, 'is|are')} alone in the field, with {counted(figures)} of {least[side]}."
            return _tie(why, END)
    why = (
        "all others in the field are routed"
        if _are_routed_left(state)
        else "nobody else is left on the field"
    )
    return Outcome((side,), f"{name} won: {why}.", RULES[setting.goal.rules][0])


def _are_routed_left(state: State) -> bool:
    """True if a side of which every unit is routed still has some on the table, as under the option `victory_marker`. Rule: crossroads.victory.

    Battles by versions 1 to 13 of the rules, which keep the words of their end, say that nobody is left.
    """
    return is_mended(state, 14) and any(
        unit.status == FIELD and not is_in_the_field(state, unit.side) for unit in state.units.values()
    )


def _annihilated(state: State) -> Outcome:
    """The outcome if nobody is left: a tie, unless the scenario names the side that wins then. Rule: battlesystem:crossroads.tie."""
    goal = state.setting.goal
    why = (
        "All who are in the field are routed." if _are_routed_left(state) else "Nobody is left on the field."
    )
    winner, rule = goal.tie, RULES[goal.rules][1]
    if winner == NOBODY:
        return _tie(why, rule)
    return Outcome((winner,), f"{why} That is a victory of {state.setting.names[winner]}.", rule)


def _held(state: State, end: str = "") -> Outcome:
    """The outcome in the last round: the side that alone stands on the ground to be held has won. Rule: battlesystem:1.7.

    `end`: the words that say why the battle ends, if it ends sooner.
    """
    setting = state.setting
    there = there_now(state)
    place = setting.goal.place
    if len(there) == 1:
        name = setting.names[there[0]]
        return Outcome((there[0],), f"{end}{name} {agree(name, 'holds|hold')} {place}, alone.", END)
    why = f"Nobody holds {place}." if not there else f"Both sides stand in {place}."
    if there and len(setting.names) > 2:
        why = f"{enumerated([setting.names[side] for side in there])} stand in {place}."
    return _undecided(setting, f"{end}{why}", END)


def there_now(state: State) -> list[int]:
    """The sides with the middle of a figure that is not routed, or of an individual who fights, on the ground to be held.

    By versions 1 to 10 of the rules individuals did not count. Rules: battlesystem:1.7, battlesystem:9.4.
    """
    area = state.setting.goal.area
    assert area is not None, "a place to be held has corners"
    found = [unit.side for unit in state.units.values() if unit.status == FIELD and holds(area, unit)]
    if is_mended(state, 11):
        found += [
            one.side
            for one in state.individuals.values()
            if footprints.champion(state, one) is not None and area.holds(one.x, one.y)
        ]
    return sorted(set(found))


def holds(area: Polygon, unit: Unit) -> bool:
    """True if a figure of a unit that is not routed has the middle of its base in an area. Rule: battlesystem:1.7."""
    if unit.singles is None:
        return not unit.routed and any(area.holds(base.x, base.y) for base in standing.bases(unit))
    return any(area.holds(one.x, one.y) for one in standing.steady(unit))


def _undecided(setting: Setting, why: str, rule: str) -> Outcome:
    """The outcome if several sides are left: a tie, unless the scenario names the side that wins then. Rule: crossroads.victory."""
    winner = setting.goal.stalemate
    if winner == NOBODY:
        return _tie(why, rule)
    return Outcome((winner,), f"{why} That is a victory of {setting.names[winner]}.", rule)


def _tie(why: str, rule: str) -> Outcome:
    """The outcome of a battle that nobody wins. Rule: battlesystem:crossroads.victory."""
    return Outcome((), f"{why} The battle is a tie.", rule)


def _win(name: str) -> str:
    """The words that a side wins."""
    return f"{name} {agree(name, 'wins|win')}"
