"""The question of the Move Phase."""

from __future__ import annotations

from typing import Final, NamedTuple

from banneret.kernel.scene import Form, Item, OptionView, Question
from banneret.rulebooks.stacks.board.control import scoring_hexes
from banneret.rulebooks.stacks.board.habitat import own_move
from banneret.rulebooks.stacks.board.stacking import has_room
from banneret.rulebooks.stacks.state import NOBODY, Unit
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.text.wording import listed, many, the
from banneret.rulebooks.stacks.turn.move_form import MoveForm
from banneret.rulebooks.stacks.turn.move_reach import boardings, movable, reachable
from banneret.rulebooks.stacks.view.pieces import piece_id
from banneret.rulebooks.stacks.view.questions.desk import Desk, side_words

MOST_SITES: Final = 256  # positions of enemies on a map for which the ways of stacks are cached


class Way(NamedTuple):
    """A shortest path to a hex: the hex, the names of the hexes entered, and in a sentence those before the last."""

    last: int
    names: tuple[str, ...]
    by: str


class Reach(NamedTuple):
    """The hexes that a group may move to: a way to each, their names, and the options made of them, by all that differs in these."""

    ways: list[Way]
    names: tuple[str, ...]
    options: dict[tuple[object, ...], list[OptionView]]


Alike = tuple[tuple[UnitKind, ...], int, tuple[int, ...]]
"""The kinds of a group, its hex, and the hexes that have no room for it."""

# By map, the hexes of enemies, and the stacking limit.
_REACHES: Final[dict[tuple[object, ...], dict[Alike, Reach]]] = {}


def move(desk: Desk) -> Question:
    """Ask for a move, a boarding, or the end of the phase. Rule: stacks:move.order, stacks:move.split, stacks:move.enemy-stop, stacks:move.board."""
    form = desk.decision
    assert isinstance(form, MoveForm)
    state, side = desk.state, desk.side
    options = [desk.option(("done",), "no more moves", "go on to the Scout Phase")]
    items: list[Item] = []
    paths: list[tuple[str, tuple[str, ...]]] = []
    names, spots = desk.setting.grid.names, desk.setting.spots
    reaches, ends = Reaches(desk), Ends(desk)
    for hex_ in sorted(state.stacks[side]):
        free = movable(state, side, hex_)
        where, spot = names[hex_], spots[hex_]
        if len(free) > 1:
            who = many(len(free), "unit")
            if len(free) == len(state.stacks[side][hex_]):
                who = "both units" if len(free) == 2 else f"all {who}"
            options += ends.options(tuple(free), who, where, spot, reaches.of(free))
        for number in free:
            unit = desk.unit(number)
            reach = reaches.of([number])
            steps = own_move(state, unit)
            says = (
                f"{many(steps, 'hex', 'hexes')}"
                if unit.aboard == NOBODY
                else f"aboard {the(desk.name(unit.aboard))}"
            )
            items.append(Item(str(number), desk.label(number), says, piece_id(number), where))
            paths.append((str(number), reach.names))
            if len(free) == 1:
                options += ends.options((number,), desk.name(number), where, spot, reach)
        for order in boardings(state, side, hex_):
            label = f"{desk.name(order[1])} aboard {the(desk.name(order[2]))} at {spot}"
            options.append(
                desk.option(order, label, "without moving", (order[1], order[2]), (where,), group=where)
            )
    text = "Which units move?" if items else "Nobody can move any more."
    hint = "Choose units of one hex, then the hexes they enter, one after the other." if items else ""
    path_form = Form("path", "move", tuple(items), tuple(names), tuple(paths), 1, 0, hint)
    return desk.question(text, options, form=path_form)


class Reaches:
    """The hexes that groups of the side may move to. Groups that are alike, from the same hex among the same enemies, reach the same."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        state, setting = desk.state, desk.setting
        enemies = [frozenset(stacks) for side, stacks in enumerate(state.stacks) if side != desk.side]
        key = (setting.spots, tuple(setting.water), setting.grid.columns, setting.stack_limit, *enemies)
        known = _REACHES.get(key)
        if known is None:
            if len(_REACHES) >= MOST_SITES:
                _REACHES.clear()
            known = _REACHES[key] = {}
        self._known = known
        kinds = setting.kinds
        own = [unit for unit in state.units if unit.side == desk.side and unit.place >= 0]
        # Who can carry others, or take them aboard where they arrive, makes the ways of each another matter.
        self._alone = not any(kinds[unit.kind].transport or kinds[unit.kind].carry for unit in own)
        self._holders = {chit.holder for chit in state.artifacts}
        self._most = max([len(stack) for stack in state.stacks[desk.side].values()], default=0)

    def of(self, group: list[int]) -> Reach:
        """The hexes that some units of a hex may move to. Rule: stacks:move.allowance, stacks:move.enemy-stop."""
        units = [self._desk.unit(number) for number in group]
        if not self._alone or any(self._is_special(unit) for unit in units):
            return self._found(group)
        kinds = self._desk.setting.kinds
        alike = (tuple([kinds[unit.kind] for unit in units]), units[0].place, self._full(group))
        found = self._known.get(alike)
        if found is None:
            found = self._known[alike] = self._found(group)
        return found

    def _is_special(self, unit: Unit) -> bool:
        return unit.held or unit.held_turns > 0 or unit.id in self._holders

    def _full(self, group: list[int]) -> tuple[int, ...]:
        """The hexes that have no room for a group. Rule: stacks:move.stacking."""
        state, side = self._desk.state, self._desk.side
        limit = state.setting.stack_limit
        if limit == 0 or self._most + len(group) <= limit:
            return ()
        return tuple(sorted([hex_ for hex_ in state.stacks[side] if not has_room(state, side, hex_, group)]))

    def _found(self, group: list[int]) -> Reach:
        setting = self._desk.setting
        names, spots = setting.grid.names, setting.spots
        ways: list[Way] = []
        for last, path in reachable(self._desk.state, self._desk.side, group):
            by = f"by {listed([spots[hex_] for hex_ in path[:-1]])}; " if len(path) > 1 else ""
            ways.append(Way(last, tuple([names[hex_] for hex_ in path]), by))
        return Reach(ways, tuple([names[way.last] for way in ways]), {})


class Ends:
    """The hexes in which moves end, and the options of moving there."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._scoring = scoring_hexes(desk.state)
        self._known: dict[int, str] = {}

    def options(
        self, group: tuple[int, ...], who: str, where: str, spot: str, reach: Reach
    ) -> list[OptionView]:
        """The options of a group: to move each way that it can reach."""
        says = [self._says(way.last) for way in reach.ways]
        key = (group, who, where, *says)
        found = reach.options.get(key)
        if found is None:
            found = reach.options[key] = self._made(group, who, where, spot, reach)
        return found

    def _made(
        self, group: tuple[int, ...], who: str, where: str, spot: str, reach: Reach
    ) -> list[OptionView]:
        desk = self._desk
        spots = desk.setting.spots
        return [
            desk.option(
                ("move", group, way.names),
                f"{who} from {spot} to {spots[way.last]}",
                way.by + self._says(way.last),
                group,
                way.names,
                group=where,
            )
            for way in reach.ways
        ]

    def _says(self, hex_: int) -> str:
        """The consequences of a move into a hex."""
        says = self._known.get(hex_)
        if says is None:
            says = self._known[hex_] = self._met(hex_)
        return says

    def _met(self, hex_: int) -> str:
        desk, state = self._desk, self._desk.state
        enemies = [side for side, stacks in enumerate(state.stacks) if side != desk.side and hex_ in stacks]
        if enemies:
            return f"meets {listed([side_words(state, side) for side in enemies])}: a battle follows"
        if hex_ in state.stacks[desk.side]:
            return f"joins {many(len(state.stacks[desk.side][hex_]), 'unit')} there"
        if hex_ in self._scoring and state.standards[hex_] != desk.side:
            return "nobody is there; your flag goes up at the end of the turn"
        return "nobody is there"
