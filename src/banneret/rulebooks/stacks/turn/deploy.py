"""Phase 2, Deploy: units of the Reserve come onto the map."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.control import controlled
from banneret.rulebooks.stacks.board.habitat import is_coast, may_be_by_itself
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacking import has_room
from banneret.rulebooks.stacks.board.stacks import has_enemy, put
from banneret.rulebooks.stacks.board.transports import may_board
from banneret.rulebooks.stacks.stages import EXCHANGE
from banneret.rulebooks.stacks.state import NOBODY, RESERVE, State, Unit
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text.wording import many, opening, the, verb

DONE: Order = ("done",)


def deploy(state: State, table: Table) -> None:
    """Step DEPLOY: ask for one unit to place. A side with a Reserve is asked even if no unit of it can be placed.

    Rule: stacks:deploy.place, stacks:turn.phases, stacks:hidden.no-tell.
    """
    side = state.active
    reserve = reserve_of(state, side)
    if not reserve:
        state.stage = EXCHANGE
        return
    options: list[Order] = [DONE]
    preset = 0
    capital = state.setting.capitals[side]
    names = state.setting.grid.names
    held = controlled(state, side)
    by_kind: dict[int, list[tuple[int, int]]] = {}
    for unit in reserve:
        places = by_kind.get(unit.kind)
        if places is None:
            places = by_kind[unit.kind] = places_for(state, side, unit, held)
        for hex_, ship in places:
            if preset == 0 or (hex_ == capital and options[preset][2] != names[capital]):
                preset = len(options)
            options.append(
                ("deploy", unit.id, names[hex_]) if ship < 0 else ("deploy", unit.id, names[hex_], ship)
            )
    order = table.ask(Deploys(state, side, options, preset))
    if order[0] == "done":
        state.stage = EXCHANGE
        return
    unit = state.units[order[1]]
    put(state, unit, state.setting.grid.named(order[2]))
    if len(order) > 3:
        unit.aboard = order[3]
    unit.known = 0
    site = state.setting.kinds[unit.kind].site
    if site:
        show(unit, everybody(state))
    if table.telling:
        _tell(state, table, unit, site, len(reserve) - 1)


class Deploys(Choice):
    """The decision where to place a unit of the Reserve; `options[0]` is to place no more."""

    def __init__(self, state: State, side: int, options: list[Order], preset: int) -> None:
        self.kind = "deploy"
        self.side = side
        self.rule = "stacks:deploy.place"
        self.options = options
        self.preset = preset
        self.listed = True
        self._state: State = state

    def fault(self, order: Order) -> tuple[str, str]:
        """Return what is wrong with a place that is not offered, and the rule."""
        return self._misplaced(order) or super().fault(order)

    def _misplaced(self, order: Order) -> tuple[str, str] | None:
        """The reason why a unit cannot be placed in a hex, and the rule; None where the order names none of either.

        Rule: stacks:deploy.place, stacks:deploy.sea, stacks:deploy.site, stacks:move.stacking.
        """
        state, side = self._state, self.side
        setting = state.setting
        if len(order) < 3 or order[0] != "deploy" or order[2] not in setting.grid.names:
            return None
        unit = next((one for one in reserve_of(state, side) if one.id == order[1]), None)
        if unit is None:
            return "That unit is not in your reserve.", self.rule
        hex_ = setting.grid.named(order[2])
        kind, spot = setting.kinds[unit.kind], setting.spots[hex_]
        who = opening(the(kind.name))
        if has_enemy(state, side, hex_):
            return f"There are enemies at {spot}, and nobody is placed there.", self.rule
        if kind.list == "Sea" and not kind.site:
            if hex_ in [place for place, _ in _places_at_sea(state, side, unit, controlled(state, side))]:
                return None
            if not has_room(state, side, hex_, [unit.id]):
                return _too_full(state, spot)
            text = f"{who} {verb(kind.name, 'comes', 'come')} from the Sea: to a Sea hex that you hold or that is next to land you control"
            return (
                f"{text}, or to such land if {verb(kind.name, 'it', 'they')} cannot swim.",
                "stacks:deploy.sea",
            )
        if hex_ not in controlled(state, side):
            return f"You do not control {spot}.", self.rule
        if hex_ != setting.capitals[side] and setting.terrain[hex_] != kind.list:
            home = "your capital" if kind.list == "Special" else f"{kind.list} or in your capital"
            return f"{who} {verb(kind.name, 'is', 'are')} placed in {home} only.", self.rule
        if not may_be_by_itself(state, unit, hex_):
            return f"{who} cannot be at {spot}.", self.rule
        if kind.site and _has_site(state, side, hex_):
            return f"A Site of yours is at {spot} already.", "stacks:deploy.site"
        return None if has_room(state, side, hex_, [unit.id]) else _too_full(state, spot)


def _too_full(state: State, spot: str) -> tuple[str, str]:
    return f"At most {many(state.setting.stack_limit, 'unit')} may be at {spot}.", "stacks:move.stacking"


def _tell(state: State, table: Table, unit: Unit, site: bool, left: int) -> None:
    """Tell all what they may know of a deployment, and its owner the rest. Rule: stacks:hidden.stack, stacks:site.revealed."""
    setting = state.setting
    side = unit.side
    place, spot = setting.grid.names[unit.place], setting.spots[unit.place]
    name = side_title(setting.side_names[side])
    kind = setting.kinds[unit.kind].name
    what = kind if site else "a unit under the banner"
    rest = f" at {spot} ({many(left, 'unit') if left else 'nothing'} left in reserve)."
    text = f"{name} placed {what}{rest}"
    data = {"hex": place}
    rule = "stacks:deploy.site" if site else "stacks:deploy.place"
    besides = NOBODY if site else side
    table.tell(Event("deploy", text, rule, side=side, reveals=site, data=data, besides=besides))
    if not site:
        mine = f"{name} placed {kind}{rest}"
        mine_data = {"hex": place, "unit": setting.kinds[unit.kind].id}
        table.tell(Event("deployed", mine, rule, side=side, to=(side,), data=mine_data))


def reserve_of(state: State, side: int) -> list[Unit]:
    """The units a side has in reserve. Rule: stacks:hidden.hand."""
    return [unit for unit in state.units if unit.side == side and unit.place == RESERVE]


def places_for(state: State, side: int, unit: Unit, held: list[int]) -> list[tuple[int, int]]:
    """The places a unit of the Reserve may be put: (hex, ship it goes aboard or -1). `held`: the hexes the side controls.

    Rule: stacks:deploy.place, stacks:deploy.sea, stacks:deploy.site, stacks:move.stacking.
    """
    setting = state.setting
    kind = setting.kinds[unit.kind]
    capital = setting.capitals[side]
    found: list[tuple[int, int]] = []
    group = [unit.id]
    if kind.list == "Sea" and not kind.site:
        return _places_at_sea(state, side, unit, held)
    for hex_ in held:
        if hex_ != capital and setting.terrain[hex_] != kind.list:  # an Archmage belongs to no terrain
            continue
        if not may_be_by_itself(state, unit, hex_):
            continue
        if kind.site:
            if not _has_site(state, side, hex_):
                found.append((hex_, -1))
        elif has_room(state, side, hex_, group):
            found.append((hex_, -1))
    return found


def _has_site(state: State, side: int, hex_: int) -> bool:
    """True if the side has a Site in the hex. Rule: stacks:deploy.site."""
    kinds = state.setting.kinds
    return any(kinds[state.units[i].kind].site for i in state.stacks[side].get(hex_, ()))


def _places_at_sea(state: State, side: int, unit: Unit, held: list[int]) -> list[tuple[int, int]]:
    """Sea hexes that are held or next to controlled land; for units that cannot be in water, that land or a ship with room.

    Rule: stacks:deploy.sea.
    """
    setting = state.setting
    group = [unit.id]
    seas = [hex_ for hex_ in state.stacks[side] if setting.water[hex_]]
    for hex_ in held:
        if not setting.water[hex_]:
            for near in setting.grid.neighbours[hex_]:
                if setting.water[near] and near not in seas:
                    seas.append(near)
    seas.sort()
    kind = setting.kinds[unit.kind]
    swims = kind.flying or kind.sea or kind.swimmer
    found: list[tuple[int, int]] = []
    if not swims:
        found = [(hex_, -1) for hex_ in held if is_coast(state, hex_) and has_room(state, side, hex_, group)]
    for hex_ in seas:
        if has_enemy(state, side, hex_) or not has_room(state, side, hex_, group):
            continue
        if swims:
            found.append((hex_, -1))
            continue
        there = state.stacks[side].get(hex_, [])
        found.extend([(hex_, i) for i in there if may_board(state, unit, state.units[i])])
    return found
