"""In command and out of command: reviewed when a phase starts, and after every move, loss and change of formation.

Rules: battlesystem:4.7, battlesystem:4.7b, battlesystem:4.7d, battlesystem:5.0c.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.command.chain import may_lead
from banneret.rulebooks.battlesystem.command.coverage import is_reached, needs_no_other
from banneret.rulebooks.battlesystem.individuals import fates
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.space.standing import body
from banneret.rulebooks.battlesystem.state import State, all_on_field, on_field
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, REGULAR
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, Review, Unit
from banneret.rulebooks.battlesystem.worth import walls_and_spears


def review(state: State, table: Table) -> None:
    """Find out again who is in command: when a phase starts, after every move, loss and change of formation.

    First the fate of individuals whose unit is gone is decided, and commanders on whom a unit has come to stand step aside. Only units
    that changed since the last review, or whose leaders moved, are looked at. Rules: battlesystem:4.7, battlesystem:4.7d, battlesystem:5.0c, battlesystem:9.1e.
    """
    if state.individuals:
        fates.settle(state, table)
    _look_at(state, table, _changed(state))


def review_after_move(state: State, table: Table, unit: Unit | None) -> None:
    """`review` after an order by which nothing has changed but the places of individuals and of this unit, which lost nobody.

    It comes after most orders, and does not look through all units.
    """
    if state.is_unsettled or state.is_crowded or state.posts is None:
        review(state, table)
    else:
        _look_at(state, table, [] if unit is None else [unit])


def _look_at(state: State, table: Table, open_to_review: list[Unit]) -> None:
    """Review these units, and those that leaders who have moved may lead."""
    state.is_unsettled = False
    if state.individuals:
        commander_figures.make_room(state, table, open_to_review)
        led = _forget_led(state)
        if led:
            either = {unit.id: unit for unit in (*open_to_review, *led)}
            open_to_review = [either[number] for number in sorted(either)]
    elif state.posts is None:
        state.posts = {}
    while open_to_review:
        unit = open_to_review.pop(0)
        stand = body(unit)  # taken before the review, in which it may open: then it is looked at again
        formation = unit.formation
        review_unit(state, table, unit)
        unit.review = Review(stand, unit)
        if unit.formation != formation:  # units that it touches may have changed with it
            open_to_review = [other for other in _changed(state) if other.id > unit.id]
            state.is_unsettled = True  # the next review looks at how it stands now
        elif formation == CLOSED and not unit.in_command:
            state.is_unsettled = True  # it could not open, and tries again at the next review


def _changed(state: State) -> list[Unit]:
    """The units on the table whose review may differ from the last one for a change of their own; moves of leaders are not looked at.

    A closed unit out of command that could not open is among them: it tries again.
    """
    found: list[Unit] = []
    for unit in all_on_field(state):
        last = unit.review
        # runs after every order for every unit, so the common cases come first
        if last is not None and last.body is unit.body and last.leader_at == unit.leader_at:
            if unit.in_command:
                if last.in_command and not unit.routed and not unit.rash:
                    continue  # who was in command then was neither routed nor rash, or is of a kind to which it never matters
            elif (
                not last.in_command
                and last.routed == unit.routed
                and last.rash == unit.rash
                and unit.formation != CLOSED
            ):
                continue
        found.append(unit)
    return found


def _forget_led(state: State) -> list[Unit]:
    """Forget the reviews of units that a leader who has moved may lead, and return these units."""
    before = state.posts
    if before is not None and _all_stand(state, before):
        return []
    found: list[Unit] = []
    state.posts = {one.id: (one.x, one.y, one.on_table) for one in state.individuals.values()}
    for leader in state.individuals.values():
        if before is None or before[leader.id] != state.posts[leader.id]:
            for unit in on_field(state, leader.side):
                if needs_no_other(state, unit):
                    continue
                if unit.chief == leader.id or may_lead(state, leader, unit):
                    unit.review = None
                    found.append(unit)
    return found


def _all_stand(state: State, posts: dict[int, tuple[float, float, bool]]) -> bool:
    """True if all leaders are where they were."""
    for leader in state.individuals.values():
        x, y, on_table = posts[leader.id]
        if leader.x != x or leader.y != y or leader.on_table != on_table:
            return False
    return True


def review_unit(state: State, table: Table, unit: Unit) -> None:
    """Find out whether one unit is in command; a closed one that is not opens. Rules: 4.7, 4.7b, 4.7d."""
    kind = unit.now.kind
    if kind == CROWD:
        unit.in_command = False
        return
    if kind != REGULAR:
        unit.in_command = True  # it never matters to them. Rule: battlesystem:2.9a
        return
    before = unit.in_command
    unit.in_command = not unit.routed and not unit.rash and is_led(state, unit)
    if table.telling and before != unit.in_command:
        _tell(state, table, unit)
    if unit.in_command or unit.formation != CLOSED:
        return
    walls_and_spears.end(unit)
    if not state.setting.flags.lost_command_opens and not (before and _wants_open(table, unit)):
        return
    formations.open_up(state, table, unit)
    if not unit.routed and not unit.rash:  # in a narrower front all may be within reach again
        unit.in_command = is_led(state, unit)


def is_led(state: State, unit: Unit) -> bool:
    """True if orders reach all of a unit.

    If its commander stepped down, none reach it this round, unless the option `brigade_may_cover` is on.

    Rules: battlesystem:4.7, battlesystem:9.3d.
    """
    if unit.forsaken and not state.setting.flags.brigade_may_cover:
        return False
    return is_reached(state, unit)


def _wants_open(table: Table, unit: Unit) -> bool:
    """Ask the owner, who decides under the option `lost_command_opens` = "owner"; True to open. Rule: battlesystem:4.7d."""
    options = [("open", unit.id), ("closed", unit.id)]
    order = table.ask(Choice("lost_command", unit.side, "battlesystem:4.7d", list(options)))
    return bool(order[0] == "open")


def _tell(state: State, table: Table, unit: Unit) -> None:
    """Tell that a unit is in command again, or out of it."""
    words = "is|are in command again." if unit.in_command else "is|are out of command."
    data: dict[str, object] = {"unit": f"u{unit.id}", "in_command": unit.in_command}
    text = says(state, unit, words)
    table.tell(Event("command", text, "battlesystem:4.7", side=unit.side, data=data))
