"""A piece in full: a card with its sums, abilities and what it may do now. Everything lies open to everyone.

Rules: warcards:unit.card, warcards:unit.statistics, warcards:attack.modifiers.
"""

from __future__ import annotations

from banneret.kernel.scene import Deed, Inspector, Piece, Scene, Trait, deeds_of
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.people import general
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.text.traits import state_of, trait, traits_of
from banneret.rulebooks.warcards.view.inspector.deeds import deeds_of_unit


def inspect(state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
    """A piece as everyone may know it; what it may do, its own side. Rule: warcards:unit.card."""
    whose = "yours" if viewer.side == piece.side else f"of {state.setting.names[piece.side]}"
    unit = state.units[int(piece.id[1:])] if piece.id.startswith("u") else None
    traits = _of_unit(state, unit) if unit is not None else _of_people(state, piece)
    if not viewer.owns(piece.side):
        deeds: tuple[Deed, ...] = ()
    elif unit is not None:
        deeds = tuple(deeds_of_unit(state, unit, piece, scene))
    else:
        deeds = deeds_of(piece, scene)
    place = f", {_where(piece, scene)}" if piece.place else ""
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=f"{whose}{place}",
        figures=piece.figures,
        traits=tuple(traits),
        states=tuple([state_of(condition) for condition in piece.states]),
        deeds=deeds,
    )


def _where(piece: Piece, scene: Scene) -> str:
    """The place of a piece by its name, in words. Rule: warcards:field.names."""
    if piece.place.startswith("R"):
        return "in the reserve"
    names = {place.id: place.name for place in scene.board.places}
    return f"at the {names[piece.place]} ({piece.place})" if piece.place in names else f"in {piece.place}"


def _of_unit(state: State, unit: Unit) -> list[Trait]:
    """The abilities of a unit, then who is with it. Rules: warcards:lead.general-place, warcards:hero.join."""
    found = traits_of(state.setting.cards[unit.id])
    for figure in state.figures:
        if figure.status == st.ACTIVE and figure.host == unit.id:
            found.append(_person(state, figure.id, unit.side))
    for group in state.groups:
        if group.host == unit.id and not group.dissolved:
            found.append(trait("heroes"))
    return found


def _of_people(state: State, piece: Piece) -> list[Trait]:
    """The people of a Heroes unit, or a character alone. Rules: warcards:hero.form, warcards:lead.general-place."""
    number = int(piece.id[1:])
    if piece.id.startswith("p"):
        return [_person(state, number, piece.side)]
    members = [f.id for f in state.figures if f.status == st.ACTIVE and f.group == number]
    return [trait("heroes"), *[_person(state, member, piece.side) for member in members]]


def _person(state: State, number: int, side: int) -> Trait:
    """A character, and what they do for those they are with. Rules: warcards:lead.bonus, warcards:magic.who."""
    person = state.setting.people[number]
    casts = person.feat and state.figures[number].spells
    word = "general" if general(state, side) == number else "caster" if casts else "person"
    return trait(word, f"{person.name}, level {person.level}")
