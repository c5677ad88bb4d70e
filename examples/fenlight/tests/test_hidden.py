"""Two worlds that a side cannot tell apart, by hand; the kit looks for them everywhere."""

from __future__ import annotations

import pytest
from fen import fight

from banneret.kernel.dice import Chance
from banneret.kernel.scene import encode
from banneret.kernel.viewer import viewer_of
from banneret_fenlight.ai.lens import Lens
from banneret_fenlight.rulebook import RULEBOOK


@pytest.mark.rule("fenlight:hide.known", "fenlight:setup.bands")
def test_where_hidden_bands_are_and_how_warriors_are_divided_is_dealt_again() -> None:
    table = fight({"E5": 3}, {"B2": 2, "C2": 5})
    seen = encode(table.scene("herons"))
    worlds = set()
    for seed in range(60):
        world = RULEBOOK.sight.imagine(table.state, viewer_of(0), Chance(seed), table.state)
        assert encode(RULEBOOK.view.scene(world, viewer_of(0))) == seen
        worlds.add(tuple(sorted((world.marsh.name(b.place), b.warriors) for b in world.bands if b.side == 1)))
    assert {sum(count for _, count in world) for world in worlds} == {7}
    assert {count for world in worlds for _, count in world} == {1, 2, 3, 4, 5, 6}
    assert {place for world in worlds for place, _ in world} == {"B2", "C2", "B4", "C4"}


@pytest.mark.rule("fenlight:hide.trace")
def test_who_was_seen_is_where_the_reeds_let_it_be() -> None:
    table = fight({"E5": 3}, {"B1": 4})
    for order in ("march B2", "hide", "brace"):
        table.say("herons", "brace")
        table.say("adders", order)
    names = table.state.marsh.grid.names
    assert [names[hex_] for hex_ in Lens(table.state, 0).haunts] == [
        "B2",
        "C2",
    ]  # B4 and C4 lie across the mere
    world = RULEBOOK.sight.imagine(table.state, viewer_of(0), Chance(1), table.state)
    assert [band.warriors for band in world.bands if band.side == 1] == [4]  # it was seen
