"""Artifacts change hands in the Exchange Phase, and nowhere else on the map."""

from __future__ import annotations

import pytest
from rulebooks.stacks.games import LAND, game

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks import stages


@pytest.mark.rule("stacks:artifact.exchange", "stacks:artifact.holder")
def test_artifacts_pass_freely_inside_a_stack() -> None:
    playing = game(
        LAND,
        {"B2": "militia with oathsword and war_horn, paladin, walled_town", "C2": "ranger"},
        {"E5": "orcs"},
        stage=stages.EXCHANGE,
    )
    militia, paladin, town, ranger = range(4)
    assert set(playing.options()) == {
        ("done",),
        *[("pass", chit, unit) for chit in (0, 1) for unit in (paladin, town)],
    }
    assert not playing.allows("pass", 0, ranger)  # another hex
    playing.play(("pass", 0, paladin)).play(("pass", 1, paladin)).play(("pass", 0, town)).play(
        ("pass", 0, paladin)
    )
    assert [chit.holder for chit in playing.state.artifacts] == [paladin, paladin]
    playing.play(("done",)).play(("move", (paladin,), ("C2",)))
    assert playing.state.artifacts[0].holder == paladin  # it goes with its holder
    assert playing.place(paladin) == "C2"
    assert militia != paladin


@pytest.mark.rule("stacks:artifact.exchange")
def test_artifacts_pass_in_contested_hexes_and_count_this_turn() -> None:
    playing = game(
        LAND, {"C3": "militia with oathsword, paladin"}, {"C3": "orcs", "E5": "elves"}, stage=stages.EXCHANGE
    )
    playing.play(("pass", 0, 1)).play(("done",)).play(("done",)).skip_to("reveal")
    assert playing.state.fight is not None
    assert playing.state.artifacts[0].holder == 1


@pytest.mark.rule("stacks:artifact.exchange", "stacks:battle.usable")
def test_paralyzed_units_neither_give_nor_take() -> None:
    playing = game(
        LAND,
        {"B2": "militia with oathsword, paladin with war_horn, ranger"},
        {"E5": "orcs"},
        stage=stages.EXCHANGE,
    )
    with playing.arranging() as state:
        state.units[0].held_turns = 1
    assert playing.options() == [("done",), ("pass", 1, 2)]


@pytest.mark.rule("stacks:artifact.exchange", "stacks:turn.active", "stacks:hidden.stack")
def test_only_own_artifacts_and_unseen_by_the_enemy() -> None:
    playing = game(
        LAND,
        {"C3": "militia with oathsword, paladin"},
        {"C3": "orcs with war_horn, goblins", "E5": "elves"},
        stage=stages.EXCHANGE,
    )
    assert playing.options() == [("done",), ("pass", 0, 1)]
    playing.play(("pass", 0, 1))
    assert playing.told(1) == []
    assert playing.told(0) == ["The Militia passed the Oathsword to the Paladin."]


@pytest.mark.rule("stacks:artifact.exchange")
def test_it_is_not_possible_in_the_move_phase() -> None:
    playing = game(LAND, {"B2": "militia with oathsword, paladin"}, {"E5": "orcs"})
    assert not playing.allows("pass", 0, 1)


@pytest.mark.rule("stacks:artifact.exchange")
def test_random_exchanging_comes_to_an_end() -> None:
    playing = game(LAND, {"B2": "militia with oathsword, 7 elves"}, {"E5": "orcs"}, stage=stages.EXCHANGE)
    decision, chance = playing.decisions[0], Chance(3)
    drawn = [decision.sample(chance)[0] for _ in range(400)]
    assert 140 < drawn.count("done") < 260


@pytest.mark.rule("stacks:artifact.exchange", "stacks:exchange.passengers", "stacks:transport.capacity")
def test_a_refused_exchange_says_what_is_wrong() -> None:
    playing = game(
        LAND,
        {"B2": "ranger with oathsword, paladin, caravan, caravan, 4 militia", "C2": "elves"},
        {"E5": "orcs with war_horn"},
        stage=stages.EXCHANGE,
    ).play()
    ranger, paladin, elves = (playing.unit(name) for name in ("ranger", "paladin", "elves"))
    first, second = playing.units("caravan")
    militia = playing.units("militia")
    with playing.arranging() as state:
        state.units[paladin].held_turns = 1
        state.units[militia[0]].aboard = first
        for number in militia[1:]:
            state.units[number].aboard = second
    within, change = "stacks:artifact.exchange", "stacks:exchange.passengers"
    for order, reason, rule in (
        (("pass", 1, ranger), "None of your units holds that artifact.", within),
        (("pass", 0, elves), "Artifacts are passed within a stack.", within),
        (("pass", 0, paladin), "The Paladin is paralyzed and can neither give nor take.", within),
        (("board", ranger, first), "The Ranger is aboard nothing; boarding is for the Move Phase.", change),
        (("board", militia[0], elves), "Passengers change to another transport of their hex.", change),
        (
            ("board", militia[0], second),
            "The Militia cannot go aboard the Caravan.",
            "stacks:transport.capacity",
        ),
    ):
        refusal = playing.refused(*order)
        assert (refusal.reason, refusal.rule) == (reason, rule)
        assert refusal.nearest in playing.options()
