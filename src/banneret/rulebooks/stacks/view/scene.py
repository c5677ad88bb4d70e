"""The scene of one seat: the map with its banners, own stacks in full, enemy stacks as hidden as the rules have it.

A scene lists what is shown; nothing is taken away from a fuller picture. An enemy's units bear no number in it, because a
number that follows a chit would tell where it went: they are named by their side, their hex and their kind.

Rule: stacks:hidden.stack, stacks:hidden.battle, stacks:hidden.hand, stacks:battle.banner, stacks:site.revealed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from banneret.kernel.scene import Clock, Scene, SideView, letters
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks.state import FALLEN, RESERVE, State
from banneret.rulebooks.stacks.text.phases import STAGES
from banneret.rulebooks.stacks.view.banners import banners_of
from banneret.rulebooks.stacks.view.fight import clash_of
from banneret.rulebooks.stacks.view.look import Look, Shared, carried_flags
from banneret.rulebooks.stacks.view.map import board_of
from banneret.rulebooks.stacks.view.tracks import tracks_of
from banneret.rulebooks.stacks.view.trays import open_trays_of, trays_of


def scenes(state: State) -> Callable[[Viewer], Scene]:
    """The scenes that viewers see: a side its own and what it knows; the referee sees everything, a spectator what everybody may. Rule: stacks:hidden.views."""
    setting = state.setting
    shared = Shared(state)
    sides = tuple(_side_views(shared))
    board = board_of(state)
    clock = _clock(state)
    tracks = tuple(tracks_of(shared))
    open_trays = open_trays_of(shared)

    def scene(viewer: Viewer) -> Scene:
        look = Look(shared, viewer)
        return Scene(
            rulebook="stacks",
            scenario=setting.scenario_id,
            title=setting.scenario_id,
            seat=setting.side_names[viewer.side] if viewer.is_side else viewer.name,
            sides=sides,
            board=board,
            clock=clock,
            stage=STAGES.get(state.stage),
            pieces=tuple(banners_of(look)),
            trays=tuple(trays_of(look, open_trays)),
            tracks=tracks,
            clash=clash_of(look),
        )

    return scene


def _clock(state: State) -> Clock | None:
    setting = state.setting
    if setting.battle_only:
        return (
            Clock("Round", state.fight.round) if state.fight is not None and state.fight.round > 0 else None
        )
    return Clock("Turn", state.turn, setting.turn_limit) if state.turn > 0 else None


def _side_views(shared: Shared) -> list[SideView]:
    """The sides as everybody sees them. Rule: stacks:hidden.hand."""
    state = shared.state
    setting = state.setting
    views: list[SideView] = []
    for side, letter in enumerate(_letters(tuple(setting.side_names))):
        off = shared.off[side]
        counts = [("spells", len(state.hands[side])), ("fallen", len(off.get(FALLEN, ())))]
        if not setting.battle_only:
            counts.insert(0, ("reserve", len(off.get(RESERVE, ()))))
            counts.append(("flags", len(carried_flags(shared, side))))
        acts = state.turn > 0 and state.active == side and state.outcome is None
        views.append(SideView(setting.side_names[side], setting.titles[side], letter, tuple(counts), acts))
    return views


@lru_cache(maxsize=64)
def _letters(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(letters(list(names)))
