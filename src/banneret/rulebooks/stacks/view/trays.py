"""Trays beside the map: hands, reserves, what was seen, the fallen, discards and piles."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.kernel.apart import told_apart
from banneret.kernel.scene import Tray
from banneret.rulebooks.stacks.board.knowledge import has_looked, knows
from banneret.rulebooks.stacks.state import FALLEN, RESERVE, State
from banneret.rulebooks.stacks.tables.kinds import Spell, UnitKind
from banneret.rulebooks.stacks.view.look import Look, Shared
from banneret.rulebooks.stacks.view.map import place_id
from banneret.rulebooks.stacks.view.pieces import (
    artifact_piece,
    chits_of,
    drawn,
    enemy_pieces,
    known_artifacts,
    spell_piece,
    spell_piece_id,
    states_of,
    unit_piece,
)

MOST_TRAYS: Final = 1024  # trays of a kind cached


def trays_of(look: Look, open_trays: list[Tray]) -> list[Tray]:
    """All trays that hold something; `open_trays` are those that lie open to all (`open_trays_of`)."""
    setting = look.setting
    trays: list[Tray] = []
    for side in range(setting.sides):
        trays.append(_hand(look, side))
        if not setting.battle_only:
            trays.append(_reserve(look, side))
    trays.extend(_seen(look))
    return [*[tray for tray in trays if tray.count or tray.pieces], *open_trays]


def open_trays_of(shared: Shared) -> list[Tray]:
    """The trays that hold something and are the same for all viewers."""
    state = shared.state
    setting = state.setting
    trays = [_fallen(shared, side) for side in range(setting.sides)]
    trays.append(_spent(state))
    trays.extend(_aside(state))
    if not setting.battle_only:
        trays.extend(_piles(state))
    return [tray for tray in trays if tray.count or tray.pieces]


def _whose(look: Look, side: int) -> str:
    return "Your" if look.viewer.side == side else f"{look.setting.titles[side]}:"


def _hand(look: Look, side: int) -> Tray:
    """Spells in hand; of others only their number is known. Rule: stacks:hidden.hand, stacks:spell.hand."""
    hand = look.state.hands[side]
    title = f"{_whose(look, side)} spells"
    if not look.sees_all(side):
        return _closed_hand(side, title, len(hand))
    kinds = look.setting.spell_kinds
    return _open_hand(side, title, tuple([kinds[kind] for kind in hand]))


@lru_cache(maxsize=MOST_TRAYS)
def _closed_hand(side: int, title: str, count: int) -> Tray:
    return Tray(f"hand{side}", title, side, count=count, kind="hand")


@lru_cache(maxsize=MOST_TRAYS)
def _open_hand(side: int, title: str, hand: tuple[Spell, ...]) -> Tray:
    pieces = [
        spell_piece(
            spell_piece_id(side, spell, hand[:place].count(spell)), side, spell, hand[:place].count(spell)
        )
        for place, spell in enumerate(hand)
    ]
    return Tray(f"hand{side}", title, side, tuple(pieces), len(hand), "hand")


def _reserve(look: Look, side: int) -> Tray:
    """Units in reserve; of others only their number is known. Rule: stacks:hidden.hand."""
    units = look.off[side].get(RESERVE, [])
    pieces = drawn(chits_of(look, units, side), side, "") if look.sees_all(side) else ()
    title = f"{_whose(look, side)} reserve"
    return Tray(f"reserve{side}", title, side, pieces, len(units), "reserve")


def _seen(look: Look) -> list[Tray]:
    """The units of the enemy stack in the hex in question that the viewer has seen, and knows to be there still.

    Rule: stacks:scout.snapshot, stacks:hidden.revealed-back.
    """
    state, viewer = look.state, look.viewer
    fight = state.fight
    trays: list[Tray] = []
    for corner in look.corners:
        side = corner.side
        if fight is None or look.sees_all(side):
            continue
        where = place_id(state, fight.hex)
        members = [state.units[i] for i in state.stacks[side].get(fight.hex, [])]
        units = [unit for unit in members if knows(state, viewer, unit)]
        if len(units) > 1:
            units.sort(
                key=lambda unit: (
                    unit.kind,
                    [str(one) for one in states_of(look, unit, False)],
                    [tag.text for tag in known_artifacts(look, unit)],
                )
            )
        more = "" if has_looked(state, viewer.side, side, fight.hex) else ", may be more"
        at = "" if look.setting.battle_only else f" at {look.setting.spots[fight.hex]}"
        title = f"Seen of {look.setting.titles[side]}{at}{more}"
        pieces = tuple(enemy_pieces(look, units, f"k{side}", where))
        trays.append(Tray(f"seen{side}", title, side, pieces, len(pieces), "seen"))
    return trays


def _fallen(shared: Shared, side: int) -> Tray:
    """Destroyed units lie open. Rule: stacks:roll.removal, stacks:hidden.hand."""
    setting = shared.state.setting
    kinds = setting.kinds
    fallen = sorted([unit.kind for unit in shared.off[side].get(FALLEN, ())])
    return _graveyard(side, setting.titles[side], tuple([kinds[kind] for kind in fallen]))


@lru_cache(maxsize=MOST_TRAYS)
def _graveyard(side: int, title: str, fallen: tuple[UnitKind, ...]) -> Tray:
    names = told_apart([kind.name for kind in fallen])
    pieces = [
        unit_piece(f"d{side}:{place}", side, "", kind, (), (), names[place])
        for place, kind in enumerate(fallen)
    ]
    return Tray(f"fallen{side}", f"Fallen of {title}", side, tuple(pieces), len(pieces), "fallen")


def _spent(state: State) -> Tray:
    """Cast and discarded spells. Rule: stacks:spell.discard, stacks:hidden.hand."""
    spells = state.setting.spell_kinds
    return _discards(tuple([spells[kind] for kind in sorted(state.spell_discards)]))


@lru_cache(maxsize=MOST_TRAYS)
def _discards(spells: tuple[Spell, ...]) -> Tray:
    pieces = [spell_piece(f"x:{place}", -1, spell) for place, spell in enumerate(spells)]
    return Tray("discards", "Spell discards", -1, tuple(pieces), len(pieces), "discards")


def _aside(state: State) -> list[Tray]:
    """Artifacts of the fallen that wait for the victor. Rule: stacks:opt.fallen-artifacts."""
    fight = state.fight
    if fight is None or not fight.set_aside:
        return []
    kinds = state.setting.artifact_kinds
    found = sorted(state.artifacts[i].kind for i in fight.set_aside)
    pieces = tuple([artifact_piece(f"a:{place}", -1, kinds[kind]) for place, kind in enumerate(found)])
    return [Tray("aside", "Artifacts for the victor", -1, pieces, len(pieces), "aside")]


def _piles(state: State) -> list[Tray]:
    """The numbers of chits left in the piles, which all can see. Rule: stacks:hidden.hand."""
    setting = state.setting
    trays = [
        _pile(name, f"{name} pile", len(state.piles.get(name, ())))
        for name in sorted(set().union(*setting.lists))
    ]
    if setting.artifact_draws:
        trays.append(_pile("artifacts", "Artifact pile", len(state.artifact_pile)))
    if setting.spells_per_turn or any(setting.spells_random):
        trays.append(_pile("spells", "Spell pile", len(state.spell_pile)))
    return trays


@lru_cache(maxsize=MOST_TRAYS)
def _pile(name: str, title: str, count: int) -> Tray:
    return Tray(f"pile:{name}", title, -1, count=count, kind="pile")
