"""Tracks: goal, turn, flags, round, draws left."""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Figure, Track
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.view.look import Shared, carried_flags

_GOAL_RULES: Final = {
    "capital": "stacks:win.capital",
    "archmage": "stacks:win.archmage",
    "objectives": "stacks:win.objectives",
}


def goal_text(state: State) -> str:
    """The goal of the game, in a sentence."""
    setting = state.setting
    last = f"by turn {setting.turn_limit}" if setting.turn_limit else ""
    if setting.goal == "capital":
        return f"Take the enemy capital {last}".strip()
    if setting.goal == "archmage":
        return f"Destroy the enemy Archmage {last}".strip()
    if setting.goal == "objectives":
        return f"Hold most flags after turn {setting.turn_limit}"
    return "Hold the field"


def tracks_of(shared: Shared) -> list[Track]:
    """Goal, turn, flags, round, draws left. Rule: stacks:win.limit, stacks:turn.control, stacks:battle.round."""
    state = shared.state
    setting = state.setting
    tracks = [
        Track(
            "goal",
            goal_text(state),
            rule=_GOAL_RULES.get(setting.goal, "stacks:setup.battle-only"),
            kind="goal",
        )
    ]
    if not setting.battle_only:
        if state.turn > 0:
            tracks.append(
                Track("turn", f"{state.turn} of {setting.turn_limit}", rule="stacks:turn.phases", kind="turn")
            )
        names = setting.spots
        for side in range(setting.sides):
            carried = carried_flags(shared, side)
            figures = tuple([Figure(names[hex_], "1", rule="stacks:turn.control") for hex_ in carried])
            tracks.append(Track("flags", str(len(carried)), side, figures, "stacks:win.limit"))
        if state.stage == stages.RECRUIT:
            tracks.append(Track("draws left", str(state.draws), state.active, rule="stacks:recruit.draw"))
    if state.fight is not None and state.fight.round > 0 and state.outcome is None:
        tracks.append(Track("round", str(state.fight.round), rule="stacks:battle.round", kind="round"))
    return tracks
