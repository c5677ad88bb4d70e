"""Imagined states: full states that a side cannot tell from the true one.

All that the side cannot know is dealt again: which enemy unit is under which banner or in reserve, which chits were drawn
blind from the piles, which spells are in enemy hands, which unit holds which artifact. What it knows stays: the banners,
Sites, units it knows to be where they are, the numbers in hand and reserve, and what a scenario lists by name, as a total.
The true hidden contents decide nothing. Where only they would do, because an order of the running step moved units that were hidden or
gave them an artifact, or because no other way to fill the banners on water was found, no world is imagined.

Rule: stacks:hidden.views, stacks:hidden.stack, stacks:hidden.hand, stacks:hidden.revealed-back.
"""

from __future__ import annotations

from banneret.kernel.dice import Chance
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks.hidden.artifacts import deal_artifacts
from banneret.rulebooks.stacks.hidden.hands import deal_hands
from banneret.rulebooks.stacks.hidden.units import deal_units
from banneret.rulebooks.stacks.state import State


def imagine(state: State, viewer: Viewer, chance: Chance, present: State) -> State:
    """A state that the viewer cannot tell from `state`, where what it has learnt up to `present` holds too.

    The referee gets a copy. Numbers of units stay: those of enemy units mean nothing to the side, but orders that were
    openly given since `state` name units by them, and these are as they were. Raises `WrongWorld` where only the true state would do.
    """
    world = state.copy()
    if viewer.is_referee:
        return world
    side = viewer.side
    enemies = [enemy for enemy in range(state.setting.sides) if enemy != side]
    bits = (1 << state.setting.sides) - 1 if not viewer.is_side else 1 << side
    if not state.setting.battle_only:
        deal_units(world, state, present, side, bits, chance)
    if world.artifacts:
        deal_artifacts(world, present, side, bits, chance)
    if not hands_are_listed(world):
        deal_hands(world, present, enemies, chance)
    return world


def hands_are_listed(state: State) -> bool:
    """True if every spell in any hand was named by the scenario, so that all know what is left. Rule: stacks:setup.spells."""
    setting = state.setting
    if setting.spells_per_turn:
        return False
    return max(setting.spells_random) == 0
