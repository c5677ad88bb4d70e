"""Reinforcements where the edge is held or an enemy stands there; each was worked out before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, hero, men

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.setup.reinforcements import arrive, entry, post_trouble_arriving
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.edges import SOUTH
from banneret.rulebooks.battlesystem.tables.rosters import Post
from banneret.rulebooks.battlesystem.unit import CLOSED, WAITING
from banneret.testing import Script


def late(*troops: Troop, version: int = 15, figures: int = 24, **changes: Any) -> State:
    """A unit of Reds that is due now at the south edge of a table of 60 by 48 inches."""
    state = battle(
        men("Late", figures, 8, 30, 24, arrives=2, edge=SOUTH),
        *troops,
        tier=stages.INTERMEDIATE,
        stage=stages.COMPELLED,
        round=2,
        options={"version": version},
        **changes,
    )
    state.units[0].become(WAITING)
    state.units[0].block = None
    return state


@pytest.mark.rule("battlesystem:1.0c")
@pytest.mark.parametrize(("version", "files"), [(14, None), (15, 8)])
def test_a_reinforcement_comes_on_narrower_where_the_edge_is_held(version: int, files: int | None) -> None:
    # Two lines of 27 inches leave 6 inches of the edge free: twelve files of 3/4 inch do not fit, eight do, three deep.
    state = late(men("West", 36, 36, 13.5, 1.5), men("East", 36, 36, 46.5, 1.5), version=version)
    found = entry(state, state.units[0])
    assert (found if found is None else found.files) == files
    table = Script(orders=[None] if files else [])
    arrive(state, table, 0)
    block = state.units[0].block
    assert (block is None) == (version == 14)
    if block is not None:
        assert (block.x, block.y, block.files, block.ranks) == (30.0, 2.25, 8, 3)


@pytest.mark.rule("battlesystem:1.0c", "battlesystem:7.8a")
@pytest.mark.parametrize(("version", "rule"), [(14, ""), (15, "battlesystem:1.0c")])
def test_nobody_comes_on_in_contact_with_the_enemy(version: int, rule: str) -> None:
    # Twelve files three deep have their front at 2.25: right before an enemy, and on a hero who stands there.
    post = Post(CLOSED, 8, 30.0, 2.25, 0.0)
    unit = late(men("Foes", 8, 8, 30, 2.25, 180, side=1), version=version)
    assert post_trouble_arriving(unit, unit.units[0], post)[1] == rule
    lone = late(version=version, leaders=[hero("Grim", 30, 1, 1)])
    assert post_trouble_arriving(lone, lone.units[0], post)[1] == rule
    friend = late(version=version, leaders=[hero("Ann", 30, 1)])
    assert post_trouble_arriving(friend, friend.units[0], post)[1] == ""  # he makes room


@pytest.mark.rule("battlesystem:1.0c")
def test_by_default_it_comes_on_beside_an_enemy_hero() -> None:
    state = late(leaders=[hero("Grim", 30, 1, 1)])
    found = entry(state, state.units[0])
    assert found is not None
    assert (found.files, found.y) == (12, 1.5)
    # half of 9 inches, his quarter of an inch, and what counts as touching: 5 inches aside
    assert abs(found.x - 30.0) == 5.0
