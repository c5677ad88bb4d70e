"""The lens of a computer player: own things in full, of enemies what a person could know."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import NOBODY, Unit

MAP = ["PPPP", "PPPP", "PPPP"]


def kinds(found: list[Unit], lens: Lens) -> list[str]:
    return [lens.kinds[unit.kind].id for unit in found]


@pytest.mark.rule("stacks:hidden.views", "stacks:hidden.stack")
def test_own_stacks_in_full_and_enemy_banners():
    game = field(MAP, {"B2": ["elves", "ents"]}, {"B2": ["dwarf_hall", "orcs"], "D3": ["goblins"]})
    lens = Lens(game.state, 0)
    b2, d3 = game.state.setting.grid.named("B2"), game.state.setting.grid.named("D3")
    assert lens.hexes() == [b2]
    assert kinds(lens.stack(b2), lens) == ["elves", "ents"]
    assert lens.stack(d3) == []
    assert lens.banners(1) == [b2, d3]
    assert lens.enemies_at(b2) == [1]
    assert lens.contested(b2)
    assert [kind.id for kind in lens.known(1, b2)] == ["dwarf_hall"]
    assert lens.known(1, d3) == []
    assert (lens.size(1, b2), lens.size(0, b2), lens.size(1, 0)) == (-1, 2, 0)
    assert not lens.whole(1, b2)
    assert lens.afield(1) == 3
    assert [kind.id for kind in lens.unplaced(1)] == ["goblins", "orcs"]


@pytest.mark.rule("stacks:opt.stack-size", "stacks:hidden.views")
def test_sizes_where_they_are_shown():
    game = field(MAP, {"B2": ["elves"]}, {"D3": ["goblins"] * 4}, options={"stack-size": "shown"})
    lens = Lens(game.state, 0)
    assert lens.size(1, game.state.setting.grid.named("D3")) == 4


@pytest.mark.rule("stacks:hidden.views")
def test_units_and_artifacts_of_enemies_are_refused():
    game = field(
        MAP,
        {"B2": ["dwarflord"]},
        {"D3": ["paladin"]},
        artifacts=[{"oathsword": "dwarflord"}, {"dawn_lance": "paladin"}],
    )
    lens = Lens(game.state, 0)
    mine, other = game.unit(0, "dwarflord"), game.unit(1, "paladin")
    assert lens.unit(mine.id) is mine
    assert [artifact.id for artifact in lens.artifacts(mine)] == ["oathsword"]
    assert lens.artifacts(other) == []
    with pytest.raises(KeyError):
        lens.unit(other.id)
    with pytest.raises(KeyError):
        lens.kind(other.id)
    own, foreign = lens.artifact(0), lens.artifact(1)
    assert own is not None
    assert own.id == "oathsword"
    assert foreign is None


@pytest.mark.rule("stacks:hidden.hand", "stacks:hidden.views")
def test_hands_and_reserves_by_number():
    game = field(
        MAP,
        {"B2": ["elves"]},
        {"D3": ["orcs"]},
        spells=[["mist_step"], ["farsight", "farsight"]],
        reserves=[["ents"], ["goblins"]],
    )
    lens = Lens(game.state, 0)
    assert [spell.id for spell in lens.hand()] == ["mist_step"]
    assert (lens.hand_size(0), lens.hand_size(1)) == (1, 2)
    assert kinds(lens.reserve(), lens) == ["ents"]
    assert (lens.reserve_size(0), lens.reserve_size(1)) == (1, 1)


@pytest.mark.rule("stacks:scout.look", "stacks:scout.snapshot", "stacks:hidden.views")
def test_after_a_look_the_whole_stack_is_known():
    game = field(MAP, {"B2": ["ranger"]}, {"B2": ["dwarves", "goblins"], "D3": ["orcs"]})
    game.attacker("look ranger")
    lens, foreign = Lens(game.state, 0), Lens(game.state, 1)
    b2 = game.state.setting.grid.named("B2")
    assert lens.whole(1, b2)
    assert lens.looked()
    assert [kind.id for kind in lens.known(1, b2)] == ["dwarves", "goblins"]
    assert lens.size(1, b2) == 2
    assert [kind.id for kind in lens.unplaced(1)] == ["orcs"]
    assert not foreign.looked()
    assert [kind.id for kind in foreign.known(0, b2)] == ["ranger"]


@pytest.mark.rule("stacks:hidden.battle", "stacks:hidden.views")
def test_a_fight_shows_combatants_support_and_dice():
    fight = battle(["elves", "ents"], ["orcs", "dwarves"])
    attacker, defender = Lens(fight.state, 0), Lens(fight.state, 1)
    assert attacker.front(0) is None
    fight.reveal("ents", "orcs")
    attacker, defender = Lens(fight.state, 0), Lens(fight.state, 1)
    assert (attacker.attacking(), defender.attacking()) == (True, False)
    assert (attacker.opponent(), defender.opponent()) == (1, 0)
    found = attacker.front(1)
    assert found is not None
    assert found.id == "orcs"
    assert attacker.own_front() is fight.unit(0, "ents")
    assert [kind.id for kind in attacker.known(1, 0)] == ["orcs"]
    fight.attacker("show elves")
    fight.until_dice()
    line = Lens(fight.state, 1).line(0)
    assert line is not None
    assert [kind.id for kind in line.supporters] == ["elves"]
    bare = Lens(fight.state, 0).line(1)
    assert bare is not None
    assert bare.supporters == []
    assert Lens(fight.state, 0).round() == 1


def test_outside_of_fights_there_is_nothing_to_see():
    game = field(MAP, {"B2": ["elves"]}, {"D3": ["orcs"]})
    lens = Lens(game.state, 0)
    assert not lens.fighting()
    assert (lens.fight_hex(), lens.opponent(), lens.round()) == (NOBODY, NOBODY, 0)
    assert lens.front(1) is None
    assert lens.line(0) is None
    assert lens.totals() == (0, 0)


def test_the_lens_follows_the_state():
    state = RULEBOOK.new(RULEBOOK.scenario("two_banners"), RULEBOOK.options())
    lens = RULEBOOK.sight.lens(state, 0)
    assert lens.turn() == 0
    state.turn = 3
    assert lens.turn() == 3
    assert lens.turns_left() == 5
    assert lens.flag(lens.capital(0)) == 0
    assert [kind.id for kind in lens.listed(0)][:3] == ["elves", "elves", "sylvan_knights"]


@pytest.mark.rule("stacks:scout.snapshot", "stacks:hidden.stack", "stacks:hidden.views")
@pytest.mark.parametrize("others", [1, 3])
def test_a_look_does_not_show_who_retreats_into_the_hex_afterwards(others: int) -> None:
    """Red has looked through A1; then Goblins are the price for which unseen Orcs come there from B1."""
    fight = field(
        ["PPPPP", "PPPPP"],
        {"A1": ["ranger"], "B1": ["orcs"], "E1": ["knights"]},
        {"A1": ["storm_giants"], "B1": ["goblins", *["orcs"] * others], "E1": ["orcs"]},
    )
    fight.attacker("fight A1", "look ranger")
    hex_ = fight.state.setting.grid.named("A1")
    assert Lens(fight.state, 0).size(1, hex_) == 1
    fight.until("battle", 0)
    fight.attacker("fight A1")
    fight.reveal("ranger", "storm_giants")
    fight.dice(1, 6)
    fight.attacker("fight B1")
    fight.reveal("orcs", "goblins")
    fight.defender("retreat goblins A1")
    assert len(fight.stack(1, "A1")) == 1 + others
    lens = Lens(fight.state, 0)
    assert (lens.size(1, hex_), lens.whole(1, hex_)) == (-1, False)
    assert [kind.id for kind in lens.known(1, hex_)] == ["storm_giants"]
