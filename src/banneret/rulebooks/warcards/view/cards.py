"""Cards of units, Heroes units and characters, as people see them. Rules: warcards:unit.card, warcards:unit.statistics."""

from __future__ import annotations

from banneret.kernel.scene import Condition, Figure, FigureKind, Piece, Pip, Tag
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import NAMES, RESERVES
from banneret.rulebooks.warcards.board.people import general, group_with, members
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.ratings.abilities import staggered
from banneret.rulebooks.warcards.ratings.allowance import effective_move, unspent
from banneret.rulebooks.warcards.ratings.attacks import melee_rating, missile_rating
from banneret.rulebooks.warcards.ratings.defense import defense_rating
from banneret.rulebooks.warcards.ratings.leadership import lead
from banneret.rulebooks.warcards.ratings.morale import morale_total
from banneret.rulebooks.warcards.state import Group, State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.conditions import LIMITED
from banneret.rulebooks.warcards.tables.facts import symbols
from banneret.rulebooks.warcards.text.wording import short

IDS = ("A", "B")
SOUND: Pip = "o"
STUNNED: Pip = "s"
LOST: Pip = "x"


def cards_of(state: State) -> list[Piece]:
    """All cards on the field and in the reserves, with the heroes and characters who wait there alone."""
    found = [card_of(state, unit) for unit in state.units if unit.place >= 0]
    for side in (0, 1):
        found.extend(_loose(state, side))
    return found


def card_of(state: State, unit: Unit) -> Piece:
    """A unit's card. Rules: warcards:unit.card, warcards:unit.statistics."""
    card = state.setting.cards[unit.id]
    place = NAMES[unit.place] if unit.place >= 0 else ""
    group = group_with(state, unit.id)
    inside = [] if group is None else [_heroes(state, group, place)]
    inside.extend(
        card_of(state, cargo) for cargo in state.units if cargo.aboard == unit.id and cargo.place == st.ABOARD
    )
    people = [f.id for f in state.figures if f.status == st.ACTIVE and f.host == unit.id]
    sound = max(0, card.hits - unit.lethal)
    stunned = min(unit.subdual, sound)
    return Piece(
        id=f"u{unit.id}",
        side=unit.side,
        place=place,
        form="card",
        name=short(state, unit.id),
        symbol=symbols()[card.kind if card.ship else card.type],
        detail=", ".join((card.race, card.experience, *card.training)),
        figures=tuple(_figures(state, unit)),
        states=tuple([Condition(word) for word in _states(state, unit)]),
        tags=tuple(_person(state, number, unit.side) for number in people),
        inside=tuple(inside),
        rule="warcards:unit.card",
        pips=_pips(sound, stunned, card.hits),
        kind="card",
    )


def _pips(sound: int, stunned: int, hits: int) -> tuple[Pip, ...]:
    """A sign for each hit: those that are sound, stunned, lost."""
    return (SOUND,) * (sound - stunned) + (STUNNED,) * stunned + (LOST,) * (hits - sound)


def _person(state: State, number: int, side: int) -> Tag:
    """A character beside a unit. Rule: warcards:lead.general-place."""
    return Tag("person", state.setting.people[number].name, side, symbols()[_calling(state, number, side)])


def _calling(state: State, number: int, side: int) -> str:
    if general(state, side) == number:
        return "general"
    return "caster" if state.setting.people[number].spells else "person"


def _heroes(state: State, group: Group, place: str) -> Piece:
    """A Heroes unit, with its unit or by itself. Rule: warcards:hero.form."""
    people = members(state, group.id)
    return Piece(
        f"h{group.id}",
        group.side,
        place,
        "heroes",
        state.setting.group_names[group.id],
        symbol=symbols()["heroes"],
        detail=f"{len(people)} {'hero' if len(people) == 1 else 'heroes'}",
        states=(Condition("moved"),) if group.halted else (),
        tags=tuple(_person(state, figure.id, group.side) for figure in people),
        rule="warcards:hero.form",
    )


def _figures(state: State, unit: Unit) -> list[Figure]:
    """The figures of a card, four ratings of it in short. Rules: warcards:unit.statistics, warcards:attack.modifiers."""
    card = state.setting.cards[unit.id]
    melee = Tally("melee")
    melee_rating(state, unit, melee)
    found = [_figure(melee, "Mel")]
    missile = Tally("missile")
    rating = missile_rating(state, unit, False, missile)
    rides = card.charge != NONE and rating == NONE
    word, brief = ("ram", "Ram") if card.ship else ("charge", "Chg")
    if rating == NONE:
        found.append(
            Figure(
                "missile",
                "-",
                short="" if rides else "Mis",
                rule="warcards:unit.statistics",
                kind="none",
            )
        )
    else:
        found.append(_figure(missile, "Mis"))
    charge = "-" if card.charge == NONE else f"{card.charge:+d}"
    kind: FigureKind = "none" if card.charge == NONE else "bonus"
    short = brief if rides else ""
    found.append(Figure(word, charge, short=short, rule="warcards:charge.rating", kind=kind))
    defense = Tally("defense")
    defense_rating(state, unit, defense)
    if unit.side == state.setting.owner and is_fortified(state, unit.place):
        limited = state.fort == LIMITED
        rule = "warcards:limited.defense" if limited else "warcards:full.defense"
        defense.add(1 if limited else state.setting.level, "fortification", rule)
    found.append(Figure("defense", str(defense.total), tuple(defense.parts), defense.parts[0][2], "Def"))
    morale = Tally("morale")
    morale_total(state, unit, False, morale)
    found.append(_figure(morale, "Mor", "warcards:combat.morale-save"))
    left = max(0, card.hits - unit.lethal)
    found.append(Figure("hits", f"{left}/{card.hits}"))
    move = effective_move(state, unit) if state.weather >= 0 else card.move
    free = unspent(state, unit) if state.weather >= 0 else card.move
    found.append(Figure("move", f"{free}/{move}", rule="warcards:move.allowance"))
    if unit.subdual:
        found.append(Figure("subdual", str(unit.subdual)))
    if card.ship:
        found.append(Figure("bunks", str(card.bunks)))
    bonus = lead(state, unit)
    if bonus:
        found.append(Figure("leader", f"+{bonus}", rule="warcards:lead.bonus", kind="bonus"))
    return found


def _figure(tally: Tally, short: str, rule: str = "warcards:unit.statistics") -> Figure:
    return Figure(tally.label, f"{tally.total:+d}", tuple(tally.parts), rule, short, "bonus")


def _states(state: State, unit: Unit) -> list[str]:
    """The states of a unit now. What it did in a phase is shown as long as it matters there."""
    words = []
    if unit.routed:
        words.append("routed")
    if unit.since:
        words.append("engaged")
    if staggered(state, unit):
        words.append("staggered")
    if unit.spent and stages.MOVE_FIRST <= state.stage <= stages.MOVE_SECOND:
        words.append("moved")
    if state.outcome is None and state.stage >= stages.RETREAT:
        if unit.left:
            words.append("retreated")
        if unit.attacked:
            words.append("attacked")
    return words


def _loose(state: State, side: int) -> list[Piece]:
    """Heroes and characters who wait in the reserve without a unit. Rules: warcards:hero.move, warcards:lead.general-place."""
    place = NAMES[RESERVES[side]]
    found = [
        _heroes(state, group, place)
        for group in state.groups
        if group.side == side and not group.dissolved and group.host < 0
    ]
    for figure in state.figures:
        if figure.side == side and figure.status == st.ACTIVE and figure.host < 0 and figure.group < 0:
            name = state.setting.people[figure.id].name
            symbol = symbols()[_calling(state, figure.id, side)]
            found.append(
                Piece(
                    f"p{figure.id}",
                    side,
                    place,
                    "person",
                    name,
                    symbol=symbol,
                    states=(Condition("moved"),) if figure.changed else (),
                    rule="warcards:lead.general-place",
                )
            )
    return found
