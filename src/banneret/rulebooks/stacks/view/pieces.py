"""Units, artifacts and spells as pieces of a scene."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.kernel.apart import nth, told_apart
from banneret.kernel.scene import Condition, Figure, Piece, Tag
from banneret.rulebooks.stacks.board.knowledge import everybody
from banneret.rulebooks.stacks.state import NOBODY, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind
from banneret.rulebooks.stacks.text import abilities, pictures
from banneret.rulebooks.stacks.text.pictures import symbol_of
from banneret.rulebooks.stacks.text.wording import many, signed
from banneret.rulebooks.stacks.view.look import Look

FIGHTS: Final = Condition("fights now")
PARALYZED: Final = Condition("paralyzed")
DEFEATED: Final = Condition("defeated", "defeated once")
REGENERATES: Final = Condition("regenerates")
SKIRMISHED: Final = Condition("skirmished")
VANISHED: Final = Condition("vanished")
MOVED: Final = Condition("moved")
SEEN: Final = Condition("seen by the enemy")
MOST_CHITS: Final = 4096  # drawn chits cached: the same are on many boards and shown to many viewers


def piece_id(number: int) -> str:
    """The id in scenes of the unit of that number, for those who may tell it from its like: its owner and the referee."""
    return f"u{number}"


def own_piece(look: Look, unit: Unit, where: str) -> Piece:
    """A unit as its owner and the referee see it."""
    return drawn(chits_of(look, [unit], unit.side), unit.side, where)[0]


Chit = tuple[int, UnitKind, tuple[Condition, ...], tuple[Tag, ...], str]
"""All that is drawn of an own unit: its number, kind, states, artifacts and name."""


def chits_of(look: Look, units: list[Unit], side: int) -> tuple[Chit, ...]:
    """All that the owner and the referee see of units of a side: while it is the same, they are drawn alike."""
    kinds, artifacts = look.setting.kinds, look.setting.artifact_kinds
    names, all_held = look.names(side), look.held
    found: list[Chit] = []
    for unit in units:
        held = all_held.get(unit.id)
        tags = tuple([_artifact_tag(look, artifacts[chit.kind], unit) for chit in held]) if held else ()
        found.append((unit.id, kinds[unit.kind], states_of(look, unit, True), tags, names[unit.id]))
    return tuple(found)


def drawn(chits: tuple[Chit, ...], side: int, where: str) -> tuple[Piece, ...]:
    """Units of a side as their owner and the referee see them."""
    return tuple(
        [unit_piece(piece_id(chit[0]), side, where, chit[1], chit[2], chit[3], chit[4]) for chit in chits]
    )


def enemy_pieces(look: Look, units: list[Unit], prefix: str, where: str) -> list[Piece]:
    """Units of an enemy that lie open, in the order given, which must tell nothing."""
    if not units:
        return []
    kinds = [look.setting.kinds[unit.kind] for unit in units]
    names = told_apart([kind.name for kind in kinds])
    return [
        unit_piece(
            f"{prefix}:{where}:{place}",
            unit.side,
            where,
            kinds[place],
            states_of(look, unit, False),
            known_artifacts(look, unit),
            names[place],
        )
        for place, unit in enumerate(units)
    ]


def known_artifacts(look: Look, unit: Unit) -> tuple[Tag, ...]:
    """The artifacts that the viewer knows an enemy unit to hold. Rule: stacks:scout.look, stacks:artifact.reveal."""
    held = look.held.get(unit.id)
    if held is None:
        return ()
    everyone = everybody(look.state)
    kinds = [chit.kind for chit in held if look.viewer.knows(chit.known, everyone)]
    return tuple([_artifact_tag(look, look.setting.artifact_kinds[kind], unit) for kind in sorted(kinds)])


@lru_cache(maxsize=MOST_CHITS)
def unit_piece(
    piece: str,
    side: int,
    where: str,
    kind: UnitKind,
    states: tuple[Condition, ...],
    tags: tuple[Tag, ...],
    name: str = "",
) -> Piece:
    """A unit chit: modifier, symbol, name, abilities. `name` tells it from its like. Rule: stacks:units.seed-lists, stacks:units.house-lists."""
    return Piece(
        piece,
        side,
        where,
        "site" if kind.site else "unit",
        name or kind.name,
        symbol=symbol_of(kind),
        label=signed(kind.brm),
        detail=abilities.ability_line(kind),
        figures=(Figure("BRM", signed(kind.brm), rule="stacks:mod.brm", kind="bonus"),),
        states=states,
        tags=tags,
        rule="stacks:units.house-lists" if kind.house else "stacks:units.seed-lists",
    )


def _artifact_tag(look: Look, artifact: Artifact, holder: Unit) -> Tag:
    """An artifact on its holder. Rule: stacks:artifact.holder, stacks:artifact.users."""
    usable = can_use(artifact, look.setting.kinds[holder.kind])
    return Tag("artifact", artifact.name if usable else f"{artifact.name} (cannot use it)", holder.side)


def states_of(look: Look, unit: Unit, own: bool) -> tuple[Condition, ...]:
    """The states of a unit in words, those that are secret only to its owner."""
    words: list[Condition] = []
    if unit.id in look.fronts:
        words.append(FIGHTS)
    if unit.held_turns > 0:
        words.append(Condition("paralyzed", f"paralyzed, {many(unit.held_turns, 'turn')}"))
    elif unit.held:
        words.append(PARALYZED)
    if unit.defeats:
        times = unit.defeats
        words.append(DEFEATED if times == 1 else Condition("defeated", f"defeated {times} times"))
    if unit.blooded:
        words.append(REGENERATES)
    if unit.devoured:
        words.append(Condition("fed", f"fed, {signed(unit.devoured)}"))
    if unit.skirmished:
        words.append(SKIRMISHED)
    if unit.exited:
        words.append(VANISHED)
    if own:
        if unit.moved:
            words.append(MOVED)
        if unit.aboard != NOBODY:
            ship = look.name(look.state.units[unit.aboard])
            words.append(Condition("aboard", f"aboard {ship}"))
        if unit.place >= 0 and unit.known & ~(1 << unit.side):
            words.append(SEEN)
    return tuple(words)


@lru_cache(maxsize=MOST_CHITS)
def artifact_piece(piece: str, side: int, artifact: Artifact) -> Piece:
    """An artifact chit. Rule: stacks:artifact.holder."""
    return Piece(
        piece,
        side,
        "",
        "artifact",
        artifact.name,
        symbol=pictures.SYMBOLS.get(artifact.id, "swap-bag"),
        label=artifact.kind,
        detail=artifact.brief,
        rule=artifact.rule,
    )


@lru_cache(maxsize=MOST_CHITS)
def spell_piece(piece: str, side: int, spell: Spell, again: int = 0) -> Piece:
    """A spell chit; `again` counts the equal ones before it. Rule: stacks:spell.hand."""
    return Piece(
        piece,
        side,
        "",
        "spell",
        nth(spell.name, again + 1),
        symbol=pictures.SYMBOLS.get(spell.id, "spell-book"),
        label=spell.step,
        detail=spell.brief,
        rule=spell.rule,
    )


def spell_piece_id(side: int, spell: Spell, again: int = 0) -> str:
    """The id in scenes of a spell chit in hand; `again` counts the equal ones before it."""
    return f"s{side}:{spell.id}:{again}"
