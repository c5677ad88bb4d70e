"""The scene of a seat: fifteen areas and two reserves with their cards, tracks of the battle. Everything lies open to everybody.

A seat sees the table as it sits at it: its own reserve and line at the near end, its left flank at the left.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from banneret.kernel.scene import Board, Clock, Ending, Place, Scene, SideView, Stage, Tag, Track, Tray
from banneret.kernel.viewer import SPECTATOR, Viewer
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import (
    AREAS,
    COLUMNS,
    LINE_OF,
    NAMES,
    OWN_LINE,
    RESERVES,
    name_for,
)
from banneret.rulebooks.warcards.board.standing import in_reserve, on_field
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import CAMP, LIMITED, TERRAINS, VISIBILITIES, WEATHERS
from banneret.rulebooks.warcards.text.wording import agree, said_of
from banneret.rulebooks.warcards.view.cards import IDS, card_of, cards_of

TRAYS = (
    (st.DESTROYED, "Destroyed"),
    (st.CAPTIVE, "Captured"),
    (st.GONE, "Left the field"),
    (st.GUARD, "With prizes"),
    (st.HELPLESS, "Adrift"),
)

MOST_BOARDS: Final = 128  # tables cached: the works on them seldom change


def scene(state: State, viewer: Viewer) -> Scene:
    """The battle as a seat sees it. Rules: warcards:field.areas, warcards:field.names, warcards:unit.card."""
    return scenes(state)(viewer)


def scenes(state: State) -> Callable[[Viewer], Scene]:
    """The battle as all seats see it; all but the board, which each sees from its side of the table, is the same for all."""
    setting = state.setting
    ending = None
    if state.outcome is not None:
        ending = Ending(
            tuple(IDS[winner] for winner in state.outcome.winners),
            said_of(state.outcome.reason),
            state.outcome.rule,
        )
    works = tuple([area for area in range(AREAS) if _has_works(state, area)])
    common = Scene(
        rulebook="warcards",
        scenario=setting.scenario,
        title=setting.title,
        seat="",
        sides=tuple(_side(state, number) for number in (0, 1)),
        board=_board(state, SPECTATOR, works),
        clock=Clock("Round", state.round) if state.round else Clock("Before the battle"),
        stage=_stage(state),
        pieces=tuple(cards_of(state)),
        trays=tuple(_trays(state)),
        tracks=tuple(_tracks(state)),
        ending=ending,
    )

    def seen_by(viewer: Viewer) -> Scene:
        seat = IDS[viewer.side] if viewer.is_side else viewer.name
        return replace(common, seat=seat, board=_board(state, viewer, works))

    return seen_by


def _board(state: State, viewer: Viewer, works: tuple[int, ...]) -> Board:
    """The table as a viewer sees it; `works`: the areas in which works stand, or will."""
    setting = state.setting
    near = viewer.side if viewer.is_side else 0  # whose side of the table lies near
    limited = (state.fort or setting.fort) == LIMITED
    return _drawn(
        near,
        viewer.is_side,
        tuple(setting.names),
        _ground(state),
        works,
        limited,
        setting.level,
        setting.owner,
    )


@lru_cache(maxsize=MOST_BOARDS)
def _drawn(
    near: int,
    seated: bool,
    names: tuple[str, ...],
    ground: str,
    works: tuple[int, ...],
    limited: bool,
    level: int,
    owner: int,
) -> Board:
    """The table, cached for all battles that show it alike. Rules: warcards:field.areas, warcards:field.names, warcards:setup.fort-line."""
    places: list[Place] = []
    for place in _seen_from(near):
        if place >= AREAS:
            side = RESERVES.index(place)
            row = 4 if side == near else 0
            has_works = side == owner and any(area in works for area in OWN_LINE[side])
            notes = (_note(limited, level, side),) if has_works else ()
            name = f"Reserve of {names[side]}"
            places.append(Place(NAMES[place], name, (0, row), ground, notes, side=side, span=COLUMNS))
            continue
        line, column = divmod(place, COLUMNS)
        at = (column, 3 - line) if near == 0 else (COLUMNS - 1 - column, 1 + line)
        side = (0, -1, 1)[LINE_OF[place]]
        tags: tuple[Tag, ...] = ()
        if place in works:
            words = "limited fortification" if limited else f"castle {level}"
            tags = (Tag("palisade" if limited else "walls", words, owner),)
        name = name_for(near, place, () if seated else names)
        places.append(Place(NAMES[place], name, at, ground, tags, side=side))
    return Board("areas", COLUMNS, 5, tuple(places))


def _side(state: State, side: int) -> SideView:
    field = len(on_field(state, side))
    reserve = len(in_reserve(state, side))
    counts = (("field", field), ("reserve", reserve), ("value", value_left(state, side)))
    active = stages.MOVE_FIRST <= state.stage <= stages.MOVE_SECOND and (
        (state.first == side) == (state.stage == stages.MOVE_FIRST)
    )
    return SideView(IDS[side], state.setting.names[side], IDS[side], counts, active)


def _stage(state: State) -> Stage:
    """The phase and its step, with the name of the side whose step it is."""
    phase, text = stages.STAGE_NAMES[state.stage]
    for number, word in enumerate(("first side", "second side")):
        side = state.first if number == 0 else 1 - state.first
        if text.startswith(word):
            text = agree(state.setting.names[side], text.removeprefix(f"{word} "))
    return Stage(phase, text)


def _seen_from(viewer: int) -> list[int]:
    """All places in the order in which a side reads the table, from the far end. Rule: warcards:field.areas."""
    lines = range(2, -1, -1) if viewer == 0 else range(3)
    columns = range(COLUMNS) if viewer == 0 else range(COLUMNS - 1, -1, -1)
    areas = [line * COLUMNS + column for line in lines for column in columns]
    return [RESERVES[1 - viewer], *areas, RESERVES[viewer]]


def _ground(state: State) -> str:
    """The terrain of the field; until it is settled, what the province mostly is. Rule: warcards:setup.terrain-scope."""
    setting = state.setting
    known = next((one for one in (state.terrain, setting.terrain) if one >= 0), setting.major)
    return TERRAINS[known].replace("-", " ")


def _has_works(state: State, area: int) -> bool:
    """True if works stand in an area, or will if their owner wants to fight in them.

    Rules: warcards:setup.fort-line, warcards:setup.fort-use, warcards:setup.order.
    """
    setting = state.setting
    asked = stages.WORKS if setting.fort == LIMITED else stages.FORTIFY
    if state.stage <= asked and setting.fort != CAMP:
        attacked = state.stage == stages.ATTACKER or state.attacker == 1 - setting.owner
        return attacked and area in OWN_LINE[setting.owner]
    return is_fortified(state, area)


def _note(limited: bool, level: int, side: int) -> Tag:
    """The note beside a reserve on the effects of its fortification. Rules: warcards:full.what, warcards:limited.defense."""
    if limited:
        text = "Limited fortification. Inside: defense +1, not against artillerists; morale +4; no charges."
    else:
        text = (
            f"Full fortification, level {level}. Inside: defense +{level}, not against "
            "artillerists; no charges, no riders; morale saves always succeed."
        )
    return Tag("note", text, side, "castle")


def _trays(state: State) -> list[Tray]:
    """Units that are out of the battle. Rules: warcards:combat.destroyed, warcards:combat.subdued."""
    found = []
    for side in (0, 1):
        for where, title in TRAYS:
            gone = tuple(card_of(state, u) for u in state.units if u.side == side and u.place == where)
            if gone:
                name = f"{title}: {state.setting.names[side]}"
                found.append(Tray(f"fallen{IDS[side]}{-where}", name, side, gone, len(gone), "fallen", title))
    return found


def _tracks(state: State) -> list[Track]:
    found = []
    if state.terrain >= 0:
        found.append(Track("terrain", _ground(state), rule="warcards:setup.terrain-scope"))
    if state.weather >= 0:
        weather = WEATHERS[state.weather].replace("-", " ")
        found.append(Track("weather", weather, rule="warcards:setup.weather"))
    if state.visibility >= 0:
        found.append(Track("visibility", VISIBILITIES[state.visibility], rule="warcards:setup.visibility"))
    if state.round:
        found.append(
            Track("first side", state.setting.names[state.first], state.first, rule="warcards:init.choice")
        )
    if state.quiet:
        text = f"{state.quiet} of {state.setting.flags.stalemate}"
        found.append(Track("quiet rounds", text, rule="warcards:end.stalemate"))
    return found


def value_left(state: State, side: int) -> int:
    """Muster value of a side's units that are still in the battle, in GB."""
    cards = state.setting.cards
    return sum(
        cards[unit.id].muster
        for unit in state.units
        if unit.side == side and (0 <= unit.place < AREAS + 2 or unit.place == st.ABOARD)
    )
