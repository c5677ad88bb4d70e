"""Command: whose orders reach a unit, who is its commander, and what becomes of a unit that is out of command.

A commander is named by a number: `OWN` is the unit's own, who stands at one of its figures, any other number is that of
a Brigade or Army Commander in `State.leaders`.

Rules: battlesystem:4.7 to battlesystem:4.10c.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.blocks import Block
from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.sight import all_within
from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import formations, leaders
from banneret.rulebooks.battlesystem.facts import CROWD, REGULAR
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.standing import body
from banneret.rulebooks.battlesystem.state import (
    ARMY,
    BRIGADE,
    CLOSED,
    FIELD,
    NOBODY,
    State,
    Unit,
    standing,
)

OWN: Final = -2
"""The Unit Commander, where commanders are named by number."""

BRIGADES_NEED: Final = 8  # units of a side, before it may have Brigade Commanders
BRIGADE_FEWEST: Final = 4
BRIGADE_MOST: Final = 8


# ---------------------------------------------------------------- who commands


def leaders_above(state: State, unit: Unit) -> list[int]:
    """The leaders in a unit's chain, lowest first, those on the table who would command such troops.

    Rules: battlesystem:4.8a, battlesystem:4.10a, battlesystem:4.10b, battlesystem:4.10c.
    """
    roster = state.setting.rosters[unit.id]
    found: list[int] = []
    for leader in state.leaders:
        if leader.side != unit.side or not leader.on_table:
            continue
        captain = state.setting.captains[leader.id]
        if roster.chain is None:
            if not (captain.rank == ARMY or leader.id == roster.brigade):
                continue
        elif leader.id not in roster.chain:
            continue
        if roster.creature not in captain.hates and not (
            captain.creature and captain.creature in roster.hates
        ):
            found.append(leader.id)
    if len(found) > 1:
        if roster.chain is None:
            found.sort(key=lambda number: state.setting.captains[number].rank)
        else:
            found.sort(key=roster.chain.index)
    return found


def commanders(state: State, unit: Unit) -> list[int]:
    """The chain of a unit: its own commander (`OWN`) if it has one, then the leaders above him. Rules: 4.10 to 4.10b."""
    above = leaders_above(state, unit)
    return [OWN, *above] if has_own(state, unit) else above


def has_own(state: State, unit: Unit) -> bool:
    """Whether its Unit Commander stands with it. Rule: battlesystem:4.10."""
    return unit.leader_at != NOBODY


def radius(state: State, unit: Unit, commander: int) -> float:
    """How far a commander's orders reach, in inches. Rule: battlesystem:4.8."""
    if commander == OWN:
        return state.setting.rosters[unit.id].radius
    return state.setting.captains[commander].radius


def charisma(state: State, unit: Unit, commander: int) -> int:
    """A commander's charisma bonus. Rule: battlesystem:4.9."""
    if commander == OWN:
        return state.setting.rosters[unit.id].charisma
    return state.setting.captains[commander].charisma


def commander_name(state: State, unit: Unit, commander: int) -> str:
    """What people call a commander."""
    if commander == OWN:
        return state.setting.rosters[unit.id].commander or "its commander"
    return state.setting.captains[commander].name


def place_of(state: State, unit: Unit, commander: int) -> tuple[float, float]:
    """Where a commander stands: the Unit Commander at his figure. Rule: battlesystem:4.7."""
    if commander == OWN:
        return figure_place(unit, unit.leader_at)
    leader = state.leaders[commander]
    return leader.x, leader.y


# ---------------------------------------------------------------- whom he reaches


def figure_place(unit: Unit, figure: int) -> tuple[float, float]:
    """The middle of a figure's base, wherever the unit keeps it. Rule: battlesystem:7.1b."""
    singles = unit.singles
    if singles is not None:
        return singles[figure].x, singles[figure].y
    if unit.loose is not None:
        x, y, _ = unit.loose[figure]
        return x, y
    block = unit.block
    assert block is not None, "a unit on the table stands somewhere"
    return block.centre(*block.place(figure))


def places(unit: Unit) -> list[tuple[float, float]]:
    """The middles of all its figures' bases."""
    if unit.singles is not None:
        return [figure_place(unit, figure) for figure in standing(unit)]
    block = unit.block
    assert block is not None, "a unit on the table stands somewhere"
    return [figure_place(unit, figure) for figure in range(block.figures)]


def _outer_places(unit: Unit) -> list[tuple[float, float]]:
    """Enough of them: from anywhere, the farthest figure of the unit is among these."""
    block = unit.block
    if block is None or unit.loose is not None or unit.singles is not None:
        return places(unit)
    return _corner_places(block)


def _corner_places(block: Block) -> list[tuple[float, float]]:
    """The figures at the corners of the full ranks and at the ends of the last."""
    files, last = block.files - 1, block.ranks - 1
    found = [block.centre(0, 0), block.centre(0, files)]
    if last > 0:
        found.append(block.centre(last, block.last_first))
        found.append(block.centre(last, block.last_first + block.last - 1))
        if block.last < block.files:
            found.append(block.centre(last - 1, 0))
            found.append(block.centre(last - 1, files))
    return found


def covers(state: State, commander: int, unit: Unit) -> bool:
    """Whether every figure of a unit is within a commander's radius. Rules: battlesystem:4.7, battlesystem:6.1."""
    x, y = place_of(state, unit, commander)
    reach = radius(state, unit, commander)
    block = unit.block
    if block is not None and unit.loose is None:
        away = length(block.middle_x - x, block.middle_y - y)
        if away + block.girth <= reach:
            return True
        if away > reach + block.girth:
            return False
    return all_within(x, y, reach, _outer_places(unit))


def covers_figure(state: State, commander: int, unit: Unit, figure: int) -> bool:
    """Whether one figure is within a commander's radius. Rule: battlesystem:4.7."""
    x, y = place_of(state, unit, commander)
    at_x, at_y = figure_place(unit, figure)
    return length(at_x - x, at_y - y) <= radius(state, unit, commander) + TOLERANCE


def is_reached(state: State, unit: Unit) -> bool:
    """Whether each figure is within the radius of some commander in the unit's chain. Rules: 4.7, 4.10a, 7.13a."""
    own = has_own(state, unit)
    if own and _own_covers(state, unit):
        return True
    above = leaders_above(state, unit)
    for leader in above:
        if covers(state, leader, unit):
            return True
    if own:
        above.append(OWN)
    if len(above) < 2:
        return False
    circles = [(place_of(state, unit, one), radius(state, unit, one)) for one in above]
    return all(
        any(length(at_x - x, at_y - y) <= reach + TOLERANCE for (x, y), reach in circles)
        for at_x, at_y in places(unit)
    )


def _own_covers(state: State, unit: Unit) -> bool:
    """Whether its own commander's orders reach all of a unit: kept with its body, as long as he stands at the same figure."""
    stand = body(unit)
    reach = radius(state, unit, OWN)
    if stand.leader_at != unit.leader_at or stand.radius != reach:
        stand.leader_at, stand.radius = unit.leader_at, reach
        stand.is_led = covers(state, OWN, unit)
    return stand.is_led


def commander_of(state: State, unit: Unit) -> int:
    """The current commander of a unit in command: its own, else the highest who reaches all of it; else NOBODY.

    Mobs are always out of command, skirmish units have neither gain nor loss by it.
    Rules: battlesystem:4.2i, battlesystem:4.10a, battlesystem:2.9a, battlesystem:2.10a.
    """
    if not unit.in_command or state.setting.rosters[unit.id].kind != REGULAR:
        return NOBODY
    if has_own(state, unit):
        return OWN
    for leader in reversed(leaders_above(state, unit)):
        if covers(state, leader, unit):
            return leader
    return NOBODY


def commander_bonus(state: State, unit: Unit) -> int:
    """What the current commander's charisma adds to morale. Rules: battlesystem:4.2i, battlesystem:4.7b."""
    commander = commander_of(state, unit)
    return 0 if commander == NOBODY else charisma(state, unit, commander)


# ---------------------------------------------------------------- in and out of command


def review(state: State, table: Table) -> None:
    """Find out anew who is in command: when a phase starts, after every move, loss and change of formation.

    Commanders on whom a unit has come to stand step aside first.
    Rules: battlesystem:4.7, battlesystem:4.7d, battlesystem:5.0c.
    """
    if state.leaders:
        leaders.make_room(state, table)
    for unit in state.units:
        if unit.status == FIELD and not _is_as_before(unit):
            review_unit(state, table, unit)


def _is_as_before(unit: Unit) -> bool:
    """Whether a unit in command surely still is: it has not moved, and all of it is within its own commander's radius."""
    stand = unit.body
    return (
        stand is not None
        and stand.is_led
        and stand.leader_at == unit.leader_at
        and stand.block is unit.block
        and stand.loose is unit.loose
        and unit.in_command
        and not unit.routed
        and not unit.rash
    )


def review_unit(state: State, table: Table, unit: Unit) -> None:
    """Find out whether one unit is in command; a closed one that is not opens. Rules: 4.7, 4.7b, 4.7d."""
    kind = state.setting.rosters[unit.id].kind
    if kind == CROWD:
        unit.in_command = False
        return
    if kind != REGULAR:
        unit.in_command = True  # it never matters to them. Rule: battlesystem:2.9a
        return
    before = unit.in_command
    unit.in_command = not unit.routed and not unit.rash and is_reached(state, unit)
    if table.telling and before != unit.in_command:
        _tell(state, table, unit)
    if unit.in_command or unit.formation != CLOSED:
        return
    if not state.setting.flags.lost_command_opens and not (before and _wants_open(table, unit)):
        return
    formations.open_up(state, table, unit)
    if not unit.routed and not unit.rash:  # in a narrower front all may be within reach again
        unit.in_command = is_reached(state, unit)


def _wants_open(table: Table, unit: Unit) -> bool:
    """Under the option `lost_command_opens` = "owner" he decides. Rule: battlesystem:4.7d."""
    options = [("open", unit.id), ("closed", unit.id)]
    order = table.ask(Choice("lost_command", unit.side, "battlesystem:4.7d", list(options)))
    return bool(order[0] == "open")


def _tell(state: State, table: Table, unit: Unit) -> None:
    words = "is|are in command again." if unit.in_command else "is|are out of command."
    data: dict[str, object] = {"unit": f"u{unit.id}", "in_command": unit.in_command}
    text = says(state, unit, words)
    table.tell(Event("command", text, "battlesystem:4.7", side=unit.side, data=data))


# ---------------------------------------------------------------- where he stands, and who may lead


def default_place(files: int) -> int:
    """The front-rank figure at which a commander stands: the middle file, left of it when even. Rule: 4.7.

    >>> default_place(5), default_place(6)
    (2, 2)
    """
    return (files - 1) // 2


def may_stand_at(unit: Unit, figure: int) -> bool:
    """Whether the owner may place the Unit Commander at that figure. Rule: battlesystem:4.7."""
    if unit.singles is not None:
        return figure in standing(unit)
    return unit.block is not None and 0 <= figure < unit.block.files


def succeed(unit: Unit, x: float, y: float) -> None:
    """The commander's figure at that place is lost: he stands at the nearest one that remains. Rule: battlesystem:4.7."""
    numbers = standing(unit)
    if unit.block is not None:
        numbers = list(range(unit.block.figures))
    nearest, found = 1e300, NOBODY
    for figure in numbers:
        at_x, at_y = figure_place(unit, figure)
        away = length(at_x - x, at_y - y)
        if away < nearest - TOLERANCE:
            nearest, found = away, figure
    unit.leader_at = found


def fault(brigades: list[int], ranks: list[int]) -> str:
    """Why the leaders of a side cannot be, "" when they can. Rules: battlesystem:4.10a, battlesystem:4.10b.

    Args:
        brigades: for each of its units the number of its brigade's leader in `ranks`, -1 for none.
        ranks: the ranks of its leaders, `BRIGADE` or `ARMY`.
    """
    if ranks.count(ARMY) > 1:
        return "a side has at most one Army Commander"
    leading = [number for number, rank in enumerate(ranks) if rank == BRIGADE]
    if not leading:
        return ""
    if len(brigades) < BRIGADES_NEED:
        return f"a side of {len(brigades)} units has no Brigade Commanders: that takes {BRIGADES_NEED}"
    if len(leading) < 2:
        return "with Brigade Commanders there are at least two brigades"
    for number in leading:
        units = brigades.count(number)
        if not BRIGADE_FEWEST <= units <= BRIGADE_MOST:
            return f"a brigade has {BRIGADE_FEWEST} to {BRIGADE_MOST} units, here is one of {units}"
    return ""
