"""What a seat sees: fifteen areas with cards, two reserves, tracks of the battle. Everything lies open to everybody."""

from __future__ import annotations

from banneret.kernel.event import REFEREE, SPECTATOR
from banneret.kernel.scene import (
    Board,
    Ending,
    Figure,
    Piece,
    Place,
    Scene,
    SideView,
    Tag,
    Track,
    Tray,
)
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.facts import NONE
from banneret.rulebooks.warcards.field import AREAS, NAMES, RESERVES, name_for
from banneret.rulebooks.warcards.leaving import value_left
from banneret.rulebooks.warcards.ratings import (
    effective_move,
    heroes,
    lead,
    melee_rating,
    missile_rating,
    morale_total,
    unspent,
)
from banneret.rulebooks.warcards.state import State, Unit, group_with, label, members, staggered

IDS = ("A", "B")
TRAYS = (
    (st.DESTROYED, "Destroyed"),
    (st.CAPTIVE, "Captured"),
    (st.GONE, "Left the field"),
    (st.GUARD, "With prizes"),
    (st.HELPLESS, "Adrift"),
)


def scene(state: State, side: int) -> Scene:
    """The battle as a seat sees it. Rules: warcards:field.areas, warcards:field.names, warcards:unit.card."""
    setting = state.setting
    seat = {REFEREE: "referee", SPECTATOR: "spectator"}.get(side) or IDS[side]
    viewer = side if side >= 0 else 0
    ending = None
    if state.outcome is not None:
        ending = Ending(
            tuple(IDS[winner] for winner in state.outcome.winners), state.outcome.reason, state.outcome.rule
        )
    return Scene(
        rulebook="warcards",
        scenario=setting.scenario,
        title=setting.title,
        seat=seat,
        sides=tuple(_side(state, number) for number in (0, 1)),
        board=Board("areas", 5, 3, tuple(_place(state, area, viewer) for area in range(AREAS))),
        turn=f"Round {state.round}" if state.round else "Before the battle",
        phase=st.STAGE_NAMES[state.stage],
        pieces=tuple(_card(state, unit) for unit in state.units if 0 <= unit.place < AREAS),
        trays=tuple(_trays(state)),
        tracks=tuple(_tracks(state)),
        ending=ending,
    )


def _side(state: State, side: int) -> SideView:
    field = len(st.on_field(state, side))
    reserve = len(st.in_reserve(state, side))
    counts = (("field", field), ("reserve", reserve), ("value", value_left(state, side)))
    active = st.MOVE_FIRST <= state.stage <= st.MOVE_SECOND and (
        (state.first == side) == (state.stage == st.MOVE_FIRST)
    )
    return SideView(IDS[side], state.setting.names[side], IDS[side], counts, active)


def _place(state: State, area: int, viewer: int) -> Place:
    tags = []
    if st.is_fortified(state, area):
        words = "limited fortification" if state.fort == st.LIMITED else f"castle {state.setting.level}"
        tags.append(Tag("walls", words, state.setting.owner))
    ground = st.TERRAINS[state.terrain] if state.terrain >= 0 else ""
    line, column = divmod(area, 5)
    return Place(NAMES[area], name_for(viewer, area), (column, line), ground, tuple(tags))


def _card(state: State, unit: Unit) -> Piece:
    """A unit's card. Rules: warcards:unit.card, warcards:unit.statistics."""
    card = state.setting.cards[unit.id]
    place = NAMES[unit.place] if unit.place >= 0 else ""
    group = group_with(state, unit.id)
    inside = [
        _card(state, cargo) for cargo in state.units if cargo.aboard == unit.id and cargo.place == st.ABOARD
    ]
    people = [f for f in state.figures if f.status == st.ACTIVE and f.host == unit.id] + (
        [] if group is None else members(state, group.id)
    )
    tags = [Tag("person", state.setting.people[figure.id].name, unit.side) for figure in people]
    if group is not None:
        tags.insert(0, Tag("heroes", state.setting.group_names[group.id], unit.side))
    return Piece(
        id=f"u{unit.id}",
        side=unit.side,
        place=place,
        form="card",
        name=label(state, unit),
        symbol=card.type if not card.ship else card.kind,
        detail=", ".join((card.race, card.experience, *card.training)),
        figures=tuple(_figures(state, unit)),
        states=tuple(_states(state, unit)),
        tags=tuple(tags),
        inside=tuple(inside),
        rule="warcards:unit.card",
    )


def _figures(state: State, unit: Unit) -> list[Figure]:
    card = state.setting.cards[unit.id]
    melee = Tally("melee")
    melee_rating(state, unit, melee)
    found = [Figure("melee", f"{melee.total:+d}", tuple(melee.parts), "warcards:unit.statistics")]
    missile = Tally("missile")
    rating = missile_rating(state, unit, False, missile)
    found.append(
        Figure(
            "missile",
            "-" if rating == NONE else f"{rating:+d}",
            () if rating == NONE else tuple(missile.parts),
            "warcards:unit.statistics",
        )
    )
    found.append(
        Figure("ram" if card.ship else "charge", "-" if card.charge == NONE else f"{card.charge:+d}")
    )
    found.append(Figure("defense", str(card.defense + heroes(state, unit)[1])))
    morale = Tally("morale")
    morale_total(state, unit, False, morale)
    found.append(Figure("morale", f"{morale.total:+d}", tuple(morale.parts), "warcards:combat.morale-save"))
    left = max(0, card.hits - unit.lethal)
    found.append(Figure("hits", f"{left}/{card.hits}"))
    move = effective_move(state, unit) if state.weather >= 0 else card.move
    free = unspent(state, unit) if state.weather >= 0 else card.move
    found.append(Figure("move", f"{free}/{move}"))
    if unit.subdual:
        found.append(Figure("subdual", str(unit.subdual)))
    if card.ship:
        found.append(Figure("bunks", str(card.bunks)))
    bonus = lead(state, unit)
    if bonus:
        found.append(Figure("leader", f"+{bonus}", rule="warcards:lead.bonus"))
    return found


def _states(state: State, unit: Unit) -> list[str]:
    words = []
    if unit.routed:
        words.append("routed")
    if unit.since:
        words.append("engaged")
    if staggered(state, unit):
        words.append("staggered")
    if unit.spent:
        words.append("moved")
    if unit.left:
        words.append("retreated")
    if unit.attacked:
        words.append("attacked")
    return words


def _trays(state: State) -> list[Tray]:
    found = []
    names = state.setting.names
    for side in (0, 1):
        pieces = [_card(state, unit) for unit in st.in_reserve(state, side)]
        pieces.extend(_loose(state, side))
        found.append(
            Tray(NAMES[RESERVES[side]], f"Reserve of {names[side]}", side, tuple(pieces), len(pieces))
        )
    for side in (0, 1):
        for where, title in TRAYS:
            gone = tuple(_card(state, u) for u in state.units if u.side == side and u.place == where)
            if gone:
                found.append(Tray(f"{IDS[side]}{-where}", f"{title}: {names[side]}", side, gone, len(gone)))
    return found


def _loose(state: State, side: int) -> list[Piece]:
    """Heroes and characters who wait in the reserve without a unit."""
    found = []
    for group in state.groups:
        if group.side == side and not group.dissolved and group.host < 0:
            people = tuple(
                Tag("person", state.setting.people[figure.id].name, side)
                for figure in members(state, group.id)
            )
            found.append(
                Piece(
                    f"h{group.id}",
                    side,
                    NAMES[RESERVES[side]],
                    "card",
                    state.setting.group_names[group.id],
                    symbol="heroes",
                    tags=people,
                    rule="warcards:hero.form",
                )
            )
    for figure in state.figures:
        if figure.side == side and figure.status == st.ACTIVE and figure.host < 0 and figure.group < 0:
            name = state.setting.people[figure.id].name
            found.append(Piece(f"p{figure.id}", side, NAMES[RESERVES[side]], "card", name, symbol="person"))
    return found


def _tracks(state: State) -> list[Track]:
    found = []
    if state.terrain >= 0:
        found.append(Track("terrain", st.TERRAINS[state.terrain], rule="warcards:setup.terrain-scope"))
    if state.weather >= 0:
        found.append(Track("weather", st.WEATHERS[state.weather], rule="warcards:setup.weather"))
    if state.visibility >= 0:
        found.append(Track("visibility", st.VISIBILITIES[state.visibility], rule="warcards:setup.visibility"))
    if state.round:
        found.append(
            Track("first side", state.setting.names[state.first], state.first, rule="warcards:init.choice")
        )
    if state.quiet:
        text = f"{state.quiet} of {state.setting.flags.stalemate}"
        found.append(Track("quiet rounds", text, rule="warcards:end.stalemate"))
    return found
