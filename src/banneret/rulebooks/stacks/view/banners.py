"""Banners on the map, and what is seen under them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.kernel.scene import Piece
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.board.knowledge import shown_size
from banneret.rulebooks.stacks.state import LEFT, NOBODY, Corner
from banneret.rulebooks.stacks.text.wording import many
from banneret.rulebooks.stacks.view.look import Look
from banneret.rulebooks.stacks.view.map import place_id
from banneret.rulebooks.stacks.view.pieces import FIGHTS, MOST_CHITS, Chit, chits_of, drawn, enemy_pieces

UNKNOWN: Final = "?"


def banners_of(look: Look) -> list[Piece]:
    """One banner for every stack. Rule: stacks:battle.banner, stacks:battle.one-stack, stacks:battle.set-aside."""
    found: list[Piece] = []
    for side, stacks in enumerate(look.state.stacks):
        found.extend([_banner(look, side, hex_, stacks[hex_]) for hex_ in sorted(stacks)])
        away = look.off[side].get(LEFT)
        if away:
            found.append(_banner(look, side, LEFT, [unit.id for unit in away]))
    return found


def _banner(look: Look, side: int, hex_: int, members: list[int]) -> Piece:
    """A stack under its banner. Rule: stacks:hidden.stack, stacks:opt.stack-size, stacks:site.revealed."""
    state = look.state
    where = place_id(state, hex_)
    corner = look.corner(side, hex_)
    fights = corner is not None and state.stage >= stages.BATTLE
    if look.sees_all(side):
        units = state.units
        chits = chits_of(look, [units[number] for number in members], side)
        return _own(side, where, look.setting.titles[side], fights, chits)
    size, rule = shown_size(state, side, hex_, look.viewer) if hex_ >= 0 else -1, "stacks:hidden.stack"
    inside = _open_units(look, side, where, members, corner, hex_ >= 0)
    if not inside:
        return _closed(side, where, look.setting.titles[side], size, fights, rule)
    return _stack(side, where, look.setting.titles[side], size, fights, rule, tuple(inside))


def _stack(
    side: int, where: str, title: str, size: int, fights: bool, rule: str, inside: tuple[Piece, ...]
) -> Piece:
    return Piece(
        f"b{side}:{where}",
        side,
        where,
        "banner",
        f"{title} stack",
        label=str(size) if size >= 0 else UNKNOWN,
        detail=many(size, "unit") if size >= 0 else "",
        states=(FIGHTS,) if fights else (),
        inside=inside,
        rule=rule,
        kind="banner",
        uncounted=size < 0,
    )


@lru_cache(maxsize=MOST_CHITS)
def _own(side: int, where: str, title: str, fights: bool, chits: tuple[Chit, ...]) -> Piece:
    """A banner as its owner sees it, cached: most stacks stand as they stood before an order."""
    return _stack(side, where, title, len(chits), fights, "stacks:battle.banner", drawn(chits, side, where))


@lru_cache(maxsize=MOST_CHITS)
def _closed(side: int, where: str, title: str, size: int, fights: bool, rule: str) -> Piece:
    """A banner under which the viewer sees nothing, cached for all battles."""
    return _stack(side, where, title, size, fights, rule, ())


def _open_units(
    look: Look, side: int, where: str, members: list[int], corner: Corner | None, on_map: bool
) -> list[Piece]:
    """The units that lie open under an enemy banner: Sites, and the combatant of the moment."""
    front = corner.front if corner is not None else NOBODY
    units, kinds = look.state.units, look.setting.kinds
    shown = [units[i] for i in members if i == front or (on_map and kinds[units[i].kind].site)]
    if not shown:
        return []
    shown.sort(key=lambda unit: (unit.id != front, unit.kind))
    return enemy_pieces(look, shown, f"o{side}", where)
