"""The map in a scene: its hexes, and what they are marked with."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.geometry.hexes import HexGrid
from banneret.kernel.scene import Board, Place, Tag
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.state import LEFT, NOBODY, State
from banneret.rulebooks.stacks.text.wording import opening

AWAY: Final = "away"  # the imaginary hex of a single battle, as orders call it
MOST_MAPS: Final = 256  # maps cached: the few flags on each seldom change


def place_id(state: State, hex_: int) -> str:
    """The name of a hex in scenes and orders. Rule: stacks:map.layout."""
    return AWAY if hex_ == LEFT else state.setting.grid.names[hex_]


def board_of(state: State) -> Board:
    """The map. Rule: stacks:map.layout, stacks:map.terrain."""
    setting = state.setting
    grid = setting.grid
    if setting.battle_only:
        ground = setting.terrain[0]
        tags = _bare_tags(0, tuple(setting.capitals), tuple(setting.objectives), tuple(setting.titles))
        field = Place(grid.names[0], "the field", (0, 0), ground, tags + _changing_tags(state, 0))
        return Board("sheet", 2, 1, (field, Place(AWAY, "away from the battle", (1, 0), ground)))
    busy = {hex_ for hex_, side in enumerate(state.standards) if side != NOBODY}
    if state.fight is not None:
        busy.add(state.fight.hex)
    return _map(
        grid.columns,
        grid.rows,
        tuple(setting.terrain),
        tuple(setting.capitals),
        tuple(setting.objectives),
        tuple(setting.titles),
        tuple(setting.named.items()),
        tuple([(hex_, _changing_tags(state, hex_)) for hex_ in sorted(busy)]),
    )


@lru_cache(maxsize=MOST_MAPS)
def _map(
    columns: int,
    rows: int,
    terrain: tuple[str, ...],
    capitals: tuple[int, ...],
    objectives: tuple[int, ...],
    titles: tuple[str, ...],
    named: tuple[tuple[str, str], ...],
    changing: tuple[tuple[int, tuple[Tag, ...]], ...],
) -> Board:
    """The map with its changing marks, cached for all viewers and battles."""
    bare = _bare_map(columns, rows, terrain, capitals, objectives, titles, named)
    places = list(bare)
    for hex_, tags in changing:
        place = bare[hex_]
        places[hex_] = Place(place.id, place.name, place.at, place.ground, place.tags + tags)
    return Board("hexes", columns, rows, tuple(places))


@lru_cache(maxsize=64)
def _bare_map(
    columns: int,
    rows: int,
    terrain: tuple[str, ...],
    capitals: tuple[int, ...],
    objectives: tuple[int, ...],
    titles: tuple[str, ...],
    named: tuple[tuple[str, str], ...],
) -> tuple[Place, ...]:
    """The map without changing marks, cached for all battles on it."""
    grid = HexGrid(columns, rows)
    names = dict(named)
    return tuple(
        [
            Place(
                name,
                opening(names.get(name, name)),
                grid.place(hex_),
                terrain[hex_],
                _bare_tags(hex_, capitals, objectives, titles),
            )
            for hex_, name in enumerate(grid.names)
        ]
    )


def _bare_tags(
    hex_: int, capitals: tuple[int, ...], objectives: tuple[int, ...], titles: tuple[str, ...]
) -> tuple[Tag, ...]:
    """The lasting marks of a hex: capital, objective."""
    tags = [
        Tag("capital", f"{titles[side]} capital", side)
        for side, capital in enumerate(capitals)
        if capital == hex_
    ]
    if hex_ in objectives:
        tags.append(Tag("objective", "objective"))
    return tuple(tags)


def _changing_tags(state: State, hex_: int) -> tuple[Tag, ...]:
    """The changing marks of a hex: flag, battle. Rule: stacks:turn.control."""
    tags: list[Tag] = []
    flag = state.standards[hex_] if hex_ < len(state.standards) else NOBODY
    if flag != NOBODY:
        tags.append(Tag("flag", f"{state.setting.titles[flag]} flag", flag))
    fight = state.fight
    if fight is not None and fight.hex == hex_ and state.outcome is None:
        tags.append(Tag("fight", "battle" if state.stage >= stages.BATTLE else "scouting"))
    return tuple(tags)
