"""The question of the Move Phase."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.scene import Form, Item, OptionView, Question
from banneret.rulebooks.stacks.board.artifacts import artifacts_of
from banneret.rulebooks.stacks.board.control import scoring_hexes
from banneret.rulebooks.stacks.board.habitat import own_move
from banneret.rulebooks.stacks.state import NOBODY
from banneret.rulebooks.stacks.text.wording import listed, many, the
from banneret.rulebooks.stacks.turn.move_form import MoveForm
from banneret.rulebooks.stacks.turn.move_reach import boardings, movable, reachable
from banneret.rulebooks.stacks.view.pieces import piece_id
from banneret.rulebooks.stacks.view.questions.desk import Desk, side_words

Reach = list[tuple[int, list[int]]]
"""The hexes that a group may move to, each with a shortest path to it."""


def move(desk: Desk) -> Question:
    """Ask for a move, a boarding, or the end of the phase. Rule: stacks:move.order, stacks:move.split, stacks:move.enemy-stop, stacks:move.board."""
    form = desk.decision
    assert isinstance(form, MoveForm)
    state, side = desk.state, desk.side
    options = [desk.option(("done",), "no more moves", "go on to the Scout Phase")]
    items: list[Item] = []
    paths: list[tuple[str, tuple[str, ...]]] = []
    names, spots = desk.setting.grid.names, desk.setting.spots
    scoring = scoring_hexes(state)
    for hex_ in sorted(state.stacks[side]):
        free = movable(state, side, hex_)
        where = names[hex_]
        if len(free) > 1:
            who = many(len(free), "unit")
            if len(free) == len(state.stacks[side][hex_]):
                who = "both units" if len(free) == 2 else f"all {who}"
            for _, path in reachable(state, side, free):
                label = f"{who} from {spots[hex_]} to {spots[path[-1]]}"
                options.append(_move_option(desk, form.order(free, path), label, free, where, path, scoring))
        known: dict[int, Reach] = {}
        for number in free:
            found = _reach(desk, number, known)
            steps = own_move(state, desk.unit(number))
            aboard = desk.unit(number).aboard
            says = (
                f"{many(steps, 'hex', 'hexes')}" if aboard == NOBODY else f"aboard {the(desk.name(aboard))}"
            )
            items.append(Item(str(number), desk.label(number), says, piece_id(desk.unit(number)), where))
            paths.append((str(number), tuple([names[there] for there, _ in found])))
            if len(free) == 1:
                for _, path in found:
                    label = f"{desk.name(number)} from {spots[hex_]} to {spots[path[-1]]}"
                    options.append(
                        _move_option(desk, form.order(free, path), label, free, where, path, scoring)
                    )
        for order in boardings(state, side, hex_):
            label = f"{desk.name(order[1])} aboard {the(desk.name(order[2]))} at {spots[hex_]}"
            options.append(
                desk.option(order, label, "without moving", (order[1], order[2]), (where,), group=where)
            )
    text = "Which units move?" if items else "Nobody can move any more."
    hint = "Choose units of one hex, then the hexes they enter, one after the other." if items else ""
    path_form = Form("path", "move", tuple(items), tuple(names), tuple(paths), 1, 0, hint)
    return desk.question(text, options, form=path_form)


def _reach(desk: Desk, number: int, known: dict[int, Reach]) -> Reach:
    """The hexes that a unit can reach by itself. Its like in the same hex reach the same, and are `known` by their kind.

    Rule: stacks:move.allowance, stacks:move.enemy-stop.
    """
    state, unit, kind = desk.state, desk.unit(number), desk.kind(number)
    special = kind.carry or kind.transport or unit.aboard != NOBODY or unit.held or unit.held_turns
    if special or artifacts_of(state, unit):
        return reachable(state, desk.side, [number])
    if unit.kind not in known:
        known[unit.kind] = reachable(state, desk.side, [number])
    return known[unit.kind]


def _move_option(
    desk: Desk, order: Order, label: str, group: list[int], where: str, path: list[int], scoring: list[int]
) -> OptionView:
    names = desk.setting.grid.names
    last = path[-1]
    state = desk.state
    enemies = [side for side in range(desk.setting.sides) if side != desk.side and last in state.stacks[side]]
    if enemies:
        says = f"meets {listed([side_words(desk.state, side) for side in enemies])}: a battle follows"
    elif last in state.stacks[desk.side]:
        says = f"joins {many(len(state.stacks[desk.side][last]), 'unit')} there"
    elif last in scoring and state.standards[last] != desk.side:
        says = "nobody is there; your flag goes up at the end of the turn"
    else:
        says = "nobody is there"
    if len(path) > 1:
        says = f"by {listed([desk.setting.spots[hex_] for hex_ in path[:-1]])}; {says}"
    return desk.option(order, label, says, tuple(group), tuple([names[hex_] for hex_ in path]), group=where)
