"""The Move Phase: who may be where, how far, in what groups, and what the enemy sees of it."""

from __future__ import annotations

import pytest
from rulebooks.stacks.games import COAST, LAND, game, start

from banneret.kernel.dice import Chance
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself, own_move
from banneret.rulebooks.stacks.board.stacking import has_room
from banneret.rulebooks.stacks.leaving.destinations import destinations
from banneret.rulebooks.stacks.state import LEFT
from banneret.rulebooks.stacks.turn.move_form import MoveForm
from banneret.rulebooks.stacks.turn.move_reach import movable, reachable

WIDE = ["PPPPPPP", "PPPPPPP", "PPPPPPP", "PPPPPPP"]
ROCS = {"id": "rocs", "name": "Rocs", "brm": 4, "abilities": ["Flying", "Very Swift", "Carry = 1"]}
PONIES = {"id": "ponies", "name": "Ponies", "brm": 1, "abilities": ["Very Swift", "Carry = 2"]}


def far(playing, group: list[int]) -> int:
    """How many hexes the longest path of the group has."""
    return max([len(path) for _, path in reachable(playing.state, 0, group)], default=0)


# ---------------------------------------------------------------- allowance, orders, pace


@pytest.mark.rule("stacks:move.allowance")
def test_slow_swift_very_swift_and_sites() -> None:
    playing = game(WIDE, {"A2": "dwarves, centaurs, griffons, dwarf_hall"}, {})
    state = playing.state
    assert [own_move(state, unit) for unit in state.units[:4]] == [1, 2, 3, 0]
    for name, steps in (("dwarves", 1), ("centaurs", 2), ("griffons", 3)):
        assert far(playing, [playing.unit(name)]) == steps
    straight = ("B2", "C2", "D2")
    assert playing.allows("move", (playing.unit("griffons"),), straight)
    assert playing.refused("move", (playing.unit("centaurs"),), straight).rule == "stacks:move.group"
    assert playing.allows("move", (playing.unit("centaurs"),), straight[:2])
    assert playing.refused("move", (playing.unit("dwarves"),), straight[:2]).rule == "stacks:move.group"
    assert (
        playing.refused("move", (playing.unit("griffons"),), (*straight, "E2")).rule
        == "stacks:move.allowance"
    )


@pytest.mark.rule("stacks:site.no-move", "stacks:move.allowance")
def test_a_site_stays_when_the_others_leave() -> None:
    playing = game(LAND, {"B2": "walled_town, militia"}, {})
    town = playing.unit("walled_town")
    assert playing.refused("move", (town,), ("C2",)).rule == "stacks:site.no-move"
    assert playing.refused("move", (town, playing.unit("militia")), ("C2",)).rule == "stacks:site.no-move"
    playing.play(("move", (playing.unit("militia"),), ("C2",)))
    assert playing.stack("B2") == ["walled_town"]
    assert playing.stack("C2") == ["militia"]


@pytest.mark.rule("stacks:move.order")
def test_each_unit_is_in_one_order_a_turn() -> None:
    playing = game(LAND, {"B2": "centaurs, elves", "C2": "ents"}, {})
    centaurs, elves, ents = 0, 1, 2
    playing.play(("move", (centaurs,), ("C2",)))  # 1 hex of 2
    assert playing.refused("move", (centaurs,), ("D2",)).rule == "stacks:move.order"
    assert playing.refused("move", (centaurs, ents), ("D2",)).rule == "stacks:move.order"
    playing.play(("move", (elves,), ("C2",)))  # one order after another
    playing.play(("move", (ents,), ("D2",)))
    assert playing.stack("C2") == ["centaurs", "elves"]
    assert playing.options() == [("done",)]
    assert movable(playing.state, 0, playing.hex("C2")) == []


@pytest.mark.rule("stacks:move.order")
def test_a_group_is_in_one_hex_and_names_own_units_once() -> None:
    playing = game(LAND, {"B2": "elves", "C2": "ents"}, {"D4": "orcs"})
    assert playing.refused("move", (0, 1), ("C3",)).rule == "stacks:move.order"
    assert playing.refused("move", (0, 0), ("C3",)).rule == "stacks:move.order"
    assert playing.refused("move", (2,), ("C4",)).rule == "stacks:move.order"  # the enemy's
    assert playing.refused("move", (99,), ("C4",)).rule == "stacks:move.order"
    for nonsense in [
        ("move",),
        ("move", (0,)),
        ("move", 0, ("C2",)),
        ("move", (), ("C2",)),
        ("march", (0,), ("C2",)),
    ]:
        assert playing.refused(*nonsense).rule == "stacks:move.order"
    for path in ((), "C2", ("C9",), ("c2",), (5,)):
        assert not playing.allows("move", (0,), path)


@pytest.mark.rule("stacks:move.order")
def test_who_moved_may_move_again_next_turn() -> None:
    playing = game(LAND, {"B2": "elves"}, {"D4": "orcs"})
    playing.play(("move", (0,), ("C2",))).play(("done",)).skip_to("move")
    assert playing.state.active == 1
    playing.play(("done",)).skip_to("move")
    assert playing.state.active == 0
    assert playing.allows("move", (0,), ("D2",))


@pytest.mark.rule("stacks:move.group")
def test_a_group_goes_at_the_pace_of_its_slowest() -> None:
    playing = game(WIDE, {"A2": "sylvan_knights, elves, griffons"}, {})
    knights, elves, griffons = 0, 1, 2
    assert playing.refused("move", (knights, elves), ("B2", "C2")).rule == "stacks:move.group"
    assert playing.allows("move", (knights, elves), ("B2",))
    assert far(playing, [knights, griffons]) == 2
    assert playing.refused("move", (knights, griffons), ("B2", "C2", "D2")).rule == "stacks:move.group"
    assert far(playing, [griffons]) == 3


@pytest.mark.rule("stacks:move.cost")
def test_every_hex_costs_one_whatever_its_terrain() -> None:
    playing = game(["PM~FSJD"], {"A1": "griffons"}, {}, capitals={"east": "G1"})
    assert playing.allows("move", (0,), ("B1", "C1", "D1"))
    assert [len(path) for _, path in reachable(playing.state, 0, [0])] == [1, 2, 3]
    slow = game(["MSJ"], {"A1": "dwarves"}, {}, capitals={"east": "C1"})
    assert slow.allows("move", (0,), ("B1",))  # a Swamp is no dearer


# ---------------------------------------------------------------- splitting, merging, enemies


@pytest.mark.rule("stacks:move.split", "stacks:battle.one-stack", "stacks:battle.stack")
def test_a_stack_splits_and_groups_merge() -> None:
    playing = game(LAND, {"B2": "5 elves", "C3": "ents"}, {"E5": "orcs"}, capitals={"east": "E5"})
    playing.play(("move", (0, 1), ("C2",)))
    assert playing.state.stacks[0] == {
        playing.hex("B2"): [2, 3, 4],
        playing.hex("C2"): [0, 1],
        playing.hex("C3"): [5],
    }
    told = [text for text in playing.told(1) if "banner" in text]
    assert told == ["A banner of West moved from B2 to C2."]
    playing.play(("move", (4,), ("C3",)))
    assert playing.stack("C3") == ["elves", "ents"]
    assert playing.state.stacks[0][playing.hex("C3")] == [4, 5]  # one stack, in order


@pytest.mark.rule("stacks:move.split", "stacks:hidden.revealed-back")
def test_after_a_split_the_enemy_cannot_tell_who_went() -> None:
    playing = game(
        LAND, {"B2": "2 elves, walled_town", "C4": "ents"}, {"E5": "orcs"}, capitals={"east": "E5"}
    )
    elves, town, ents = playing.unit("elves"), playing.unit("walled_town"), playing.unit("ents")
    with playing.arranging() as state:
        for number in (elves, ents):
            state.units[number].known = state.units[number].seen = 0b11  # shown in a battle last turn
    playing.play(("move", (ents,), ("C5",)))  # the whole stack: still known
    playing.play(("move", (playing.units("elves")[1],), ("C2",)))  # a part
    state = playing.state
    assert state.units[ents].known == 0b11
    assert state.units[elves].known & 0b10 == 0
    assert state.units[elves].seen == 0b11
    assert state.units[town].known == 0b11  # Sites always lie open


@pytest.mark.rule("stacks:move.split", "stacks:hidden.revealed-back")
def test_leaving_a_site_alone_looks_like_any_split() -> None:
    playing = game(LAND, {"B2": "elves, walled_town"}, {"E5": "orcs"}, capitals={"east": "E5"})
    with playing.arranging() as state:
        state.units[0].known = state.units[0].seen = 0b11
    playing.play(("move", (0,), ("C2",)))
    assert playing.state.units[0].known & 0b10 == 0


@pytest.mark.rule("stacks:move.enemy-stop")
def test_a_group_stops_in_a_hex_with_enemies_a_site_included() -> None:
    playing = game(WIDE, {"A2": "griffons"}, {"B2": "dwarf_hall", "G4": "orcs"})
    assert playing.refused("move", (0,), ("B2", "C2")).rule == "stacks:move.enemy-stop"
    assert playing.allows("move", (0,), ("B2",))
    assert playing.allows("move", (0,), ("B1", "C1", "C2"))  # round it
    assert "B2" in {playing.state.setting.grid.names[hex_] for hex_, _ in reachable(playing.state, 0, [0])}
    playing.play(("move", (0,), ("B2",))).play(("done",)).skip_to("reveal")
    assert playing.state.fight is not None
    assert playing.state.fight.hex == playing.hex("B2")


@pytest.mark.rule("stacks:move.enemy-stop")
def test_own_units_and_empty_hexes_are_passed_through() -> None:
    playing = game(WIDE, {"A2": "griffons", "B2": "elves"}, {"G4": "orcs"})
    assert playing.allows("move", (0,), ("B2", "C2", "D2"))


@pytest.mark.rule("stacks:move.leave-contested")
def test_units_leave_and_enter_contested_hexes() -> None:
    playing = game(
        LAND,
        {"C3": "2 goblins", "B3": "elves"},
        {"C3": "dwarves", "D3": "orcs", "E5": "ents"},
        capitals={"west": "A1", "east": "E5"},
    )
    first, second = playing.units("goblins")
    assert playing.allows("move", (first,), ("B2",))
    assert playing.allows("move", (first, second), ("D3",))  # into another hex of the enemy
    playing.play(("move", (first,), ("D3",))).play(("move", (playing.unit("elves"),), ("C3",)))
    assert sorted(playing.stack("C3")) == ["elves", "goblins"]
    playing.play(("done",))
    assert playing.decisions[0].kind == "scouting"
    assert set(playing.options()) == {("fight", "C3"), ("fight", "D3")}


# ---------------------------------------------------------------- land, air and water


@pytest.mark.rule("stacks:move.land")
def test_ordinary_units_stay_on_land() -> None:
    playing = game(COAST, {"B2": "knights"}, {})
    refusal = playing.refused("move", (0,), ("C2",))
    assert refusal.rule == "stacks:move.land"
    assert refusal.nearest is not None
    assert playing.allows(*refusal.nearest)
    assert playing.refused("move", (0,), ("C1", "B1")).rule == "stacks:move.land"  # nor may they pass through
    assert playing.allows("move", (0,), ("B1", "A1"))
    water = {playing.hex(name) for name in ("C1", "C2", "C3", "C4", "D1")}
    assert not water & {hex_ for hex_, _ in reachable(playing.state, 0, [0])}


@pytest.mark.rule("stacks:move.flying", "stacks:move.stranded")
def test_fliers_may_be_and_stay_anywhere() -> None:
    playing = game(COAST, {"B2": "griffons"}, {"F4": "orcs"})
    playing.play(("move", (0,), ("C2",))).play(("done",)).skip_to("move").play(("done",)).skip_to("move")
    assert playing.state.active == 0
    assert playing.place(0) == "C2"
    assert playing.allows("move", (0,), ("D2", "E2"))


@pytest.mark.rule("stacks:move.flying")
def test_a_flying_ship_may_be_on_land() -> None:
    ship = {"id": "skyship", "name": "Skyship", "printed": "+3, Ship, Flying, Transport=2"}
    playing = game(COAST, {"C2": "skyship, orcs"}, {}, unit=[ship], aboard={"orcs": "skyship"})
    assert playing.allows("move", (0, 1), ("B2",))
    assert playing.allows("move", (0,), ("D2",)) is False  # the Orcs cannot stay on the water without it


@pytest.mark.rule("stacks:move.sea")
def test_sea_units_stay_in_water_even_if_they_swim() -> None:
    playing = game(COAST, {"C2": "merfolk, war_galley, sirens"}, {})
    merfolk, galley, sirens = 0, 1, 2
    assert playing.refused("move", (merfolk,), ("B2",)).rule == "stacks:move.sea"
    assert playing.refused("move", (galley,), ("B2",)).rule == "stacks:move.sea"
    assert playing.allows("move", (merfolk, galley), ("C3",))
    assert playing.allows("move", (sirens,), ("B2",))  # Water, but not Sea


@pytest.mark.rule("stacks:move.swimmer", "stacks:desc.water")
def test_swimmers_go_both_ways() -> None:
    playing = game(COAST, {"B2": "lizardmen, hydra", "C4": "giant_turtle"}, {})
    playing.play(("move", (0, 1), ("C2",)))
    assert playing.allows("move", (2,), ("B4",))
    playing.play(("done",)).skip_to("move").play(("done",)).skip_to("move")
    assert playing.stack("C2") == ["lizardmen", "hydra"]
    assert playing.allows("move", (0,), ("B2",))


@pytest.mark.rule("stacks:move.swimmer", "stacks:move.group")
def test_a_group_goes_only_where_all_of_it_may() -> None:
    playing = game(COAST, {"B2": "lizardmen, knights, griffons"}, {})
    assert playing.allows("move", (0, 2), ("C2",))
    assert playing.refused("move", (0, 1, 2), ("C2",)).rule == "stacks:move.land"


@pytest.mark.rule("stacks:artifact.winged-boots", "stacks:artifact.users", "stacks:move.flying")
def test_winged_boots_carry_a_hero_two_hexes_over_water() -> None:
    playing = game(
        COAST,
        {"B2": "archmage with winged_boots, knights", "B4": "militia with oathsword, paladin"},
        {"F1": "orcs"},
    )
    archmage = playing.unit("archmage")
    assert own_move(playing.state, playing.state.units[archmage]) == 2
    assert playing.allows("move", (archmage,), ("C2", "D2"))
    assert not playing.allows("move", (archmage,), ("C2", "D2", "E2"))
    assert not playing.allows(
        "move", (archmage, playing.unit("knights")), ("C2",)
    )  # it helps only its holder
    playing.play(("move", (archmage,), ("C2",))).play(("done",)).skip_to("move")
    assert playing.place(archmage) == "C2"


@pytest.mark.rule("stacks:artifact.users", "stacks:artifact.holder", "stacks:artifact.winged-boots")
def test_boots_do_nothing_for_who_is_no_hero() -> None:
    playing = game(COAST, {"B2": "militia with winged_boots, paladin"}, {})
    assert own_move(playing.state, playing.state.units[0]) == 1
    assert playing.refused("move", (0,), ("C2",)).rule == "stacks:move.land"
    assert not playing.allows("move", (0, 1), ("C2",))


# ---------------------------------------------------------------- carrying


@pytest.mark.rule("stacks:carry.capacity", "stacks:carry.modifiers", "stacks:move.land")
def test_a_flying_carrier_takes_as_many_heroes_as_it_carries() -> None:
    playing = game(COAST, {"B2": "rocs, paladin, ranger, knights"}, {}, unit=[ROCS])
    rocs, paladin, ranger, knights = 0, 1, 2, 3
    assert playing.allows("move", (rocs, paladin), ("C2",))
    assert playing.allows("move", (rocs, ranger), ("C2", "D2", "E2"))  # Very Swift is lent too
    assert playing.refused("move", (rocs, paladin, ranger), ("C2",)).rule == "stacks:move.land"
    assert playing.refused("move", (rocs, knights), ("C2",)).rule == "stacks:move.land"  # no Hero
    assert not playing.allows("move", (rocs, paladin, ranger), ("C2", "D2"))
    assert stranded(playing.state, 0, playing.hex("C2"), [rocs, paladin]) == []
    assert stranded(playing.state, 0, playing.hex("C2"), [rocs, knights]) == [knights]
    assert playing.allows("move", (rocs, paladin, ranger), ("A2",))  # one hex of land needs no help


@pytest.mark.rule("stacks:carry.capacity", "stacks:move.group")
def test_speed_is_lent_to_heroes_up_to_the_number() -> None:
    playing = game(WIDE, {"A2": "ponies, 3 paladin, knights"}, {}, unit=[PONIES])
    ponies, first, second, third, knights = range(5)
    way = ("B2", "C2", "D2")
    assert playing.allows("move", (ponies, first, second), way)
    assert playing.refused("move", (ponies, first, second, third), way).rule == "stacks:move.group"
    assert playing.refused("move", (ponies, first, knights), way).rule == "stacks:move.group"
    assert far(playing, [first, second]) == 1
    # which Heroes is chosen afresh with every order, but the carrier has moved
    playing.play(("move", (ponies, first, third), way))
    assert far(playing, [second]) == 1


@pytest.mark.rule("stacks:carry.modifiers")
def test_a_carrier_lends_only_what_it_has_of_its_own() -> None:
    bearer = {"id": "bearer", "name": "Bearer", "printed": "+3, Hero, Carry=2"}
    playing = game(COAST, {"B2": "bearer with winged_boots, paladin, giant_turtle"}, {}, unit=[bearer])
    carrier, paladin, turtle = 0, 1, 2
    assert playing.allows("move", (carrier,), ("C2", "D2"))
    assert (
        playing.refused("move", (carrier, paladin), ("C2",)).rule == "stacks:move.land"
    )  # wings of an artifact
    assert (
        playing.refused("move", (turtle, paladin), ("C2",)).rule == "stacks:move.land"
    )  # Swimmer is not lent
    assert playing.refused("move", (carrier, paladin), ("A2", "A1")).rule == "stacks:move.group"


@pytest.mark.rule("stacks:carry.modifiers")
def test_a_carried_carrier_lends_nothing_it_was_lent() -> None:
    bearer = {"id": "bearer", "name": "Bearer", "printed": "+3, Hero, Carry=2"}
    playing = game(COAST, {"B2": "rocs, bearer, paladin"}, {}, unit=[ROCS, bearer])
    rocs, carrier, paladin = 0, 1, 2
    assert playing.allows("move", (rocs, carrier), ("C2",))
    assert not playing.allows("move", (rocs, carrier, paladin), ("C2",))


@pytest.mark.rule("stacks:carry.modifiers", "stacks:carry.capacity")
def test_a_carried_carrier_lends_its_own_wings() -> None:
    seraph = {"id": "seraph", "name": "Seraph", "printed": "+3, Hero, Flying, Carry=1"}
    rider = {"id": "rider", "name": "Rider", "printed": "+3, Hero, Swift"}
    playing = game(COAST, {"B2": "rocs, seraph, 2 rider"}, {}, unit=[ROCS, seraph, rider])
    rocs, carried, first, second = range(4)
    assert playing.allows("move", (rocs, carried, first), ("C2", "D2"))
    assert not playing.allows("move", (carried, first), ("C2", "D2"))
    assert not playing.allows("move", (rocs, carried, first, second), ("C2", "D2"))
    assert playing.allows("move", (rocs, carried, first), ("B1", "C1"))  # wings are wanted at the end only
    assert not playing.allows("move", (rocs, carried, first, second), ("B1", "C1"))
    assert playing.allows("move", (rocs, carried, first, second), ("C2",))  # two places for one hex


@pytest.mark.rule("stacks:carry.capacity", "stacks:move.stranded")
def test_at_the_end_of_the_phase_the_places_must_suffice() -> None:
    playing = game(COAST, {"B2": "rocs, paladin", "B4": "rocs, ranger"}, {"F1": "orcs"}, unit=[ROCS])
    state = playing.state
    one, paladin, two, ranger = 0, 1, 2, 3
    playing.play(("move", (one, paladin), ("C3",))).play(("move", (two, ranger), ("C3",)))
    assert stranded(playing.state, 0, playing.hex("C3"), [one, two, paladin, ranger]) == []
    assert stranded(playing.state, 0, playing.hex("C3"), [one, paladin, ranger]) == [
        ranger
    ]  # Paladin 5, Ranger 4
    assert stranded(playing.state, 0, playing.hex("C3"), [paladin, ranger]) == [paladin, ranger]
    assert stranded(state, 0, playing.hex("B3"), [paladin, ranger]) == []


@pytest.mark.rule("stacks:move.stranded", "stacks:carry.capacity")
def test_a_hero_left_over_water_is_lost_at_the_end_of_the_phase() -> None:
    playing = game(COAST, {"C2": "rocs, paladin with oathsword", "B1": "elves"}, {"F1": "orcs"}, unit=[ROCS])
    playing.play(("move", (0,), ("D2",)))
    assert playing.place(1) == "C2"
    playing.play(("done",))
    assert playing.state.units[1].place < 0
    assert playing.state.artifacts[0].holder < 0
    assert any("Paladin" in text for text in playing.told())  # openly
    assert playing.place(0) == "D2"


@pytest.mark.rule("stacks:move.stranded", "stacks:artifact.winged-boots", "stacks:artifact.exchange")
def test_who_gives_the_boots_away_over_water_is_lost_with_the_exchange_phase() -> None:
    playing = game(COAST, {"C2": "paladin with winged_boots, griffons"}, {"F1": "orcs"}, stage=3)
    playing.play(("pass", 0, 1))
    assert playing.place(0) == "C2"  # not before the phase ends
    playing.play(("done",))
    assert playing.state.units[0].place < 0
    assert playing.decisions[0].kind == "move"


# ---------------------------------------------------------------- room


@pytest.mark.rule("stacks:move.stacking")
def test_no_move_ends_above_the_limit() -> None:
    playing = game(LAND, {"B2": "3 elves", "C2": "2 ents, dwarf_hall"}, {}, stack_limit=4)
    assert playing.refused("move", (0, 1, 2), ("C2",)).rule == "stacks:move.stacking"
    assert playing.allows("move", (0, 1), ("C2",))  # 4, the Site does not count
    assert has_room(playing.state, 0, playing.hex("C2"), [0, 1])
    assert not has_room(playing.state, 0, playing.hex("C2"), [0, 1, 2])
    assert has_room(
        playing.state, 0, playing.hex("C2"), [*playing.units("ents"), 0, 1]
    )  # who is there counts once


@pytest.mark.rule("stacks:move.stacking")
def test_passing_through_a_full_hex_is_free() -> None:
    playing = game(WIDE, {"A2": "2 griffons", "B2": "3 elves"}, {}, stack_limit=3)
    assert not playing.allows("move", (0, 1), ("B2",))
    assert playing.allows("move", (0, 1), ("B2", "C2"))


@pytest.mark.rule("stacks:move.stacking")
def test_a_limit_of_nought_is_none() -> None:
    playing = game(LAND, {"B2": "15 goblins", "C2": "15 elves"}, {}, stack_limit=0)
    assert playing.allows("move", tuple(range(15)), ("C2",))


@pytest.mark.rule("stacks:move.stacking", "stacks:retreat.destination", "stacks:vanish.destination")
def test_destinations_of_retreats_and_exits_are_not_full() -> None:
    playing = game(
        LAND,
        {"C3": "3 dwarves", "B3": "2 elves", "D3": "3 elves"},
        {"C3": "orcs", "C2": "dark_tower", "B2": "goblins", "C4": "ghouls"},
        stack_limit=5,
    )
    names = playing.state.setting.grid.names
    found = [
        names[hex_] for hex_ in destinations(playing.state, 0, playing.hex("C3"), playing.units("dwarves"))
    ]
    assert found == ["B3", "B4"]  # 5 is the limit; 6 in D3; enemies, and a Site, in the others


@pytest.mark.rule("stacks:retreat.destination", "stacks:vanish.destination", "stacks:retreat.sea")
def test_destinations_suit_every_unit_of_the_group() -> None:
    playing = game(
        COAST,
        {"C2": "war_galley, orcs, griffons", "B4": "knights"},
        {"C2": "kraken"},
        aboard={"orcs": "war_galley"},
    )
    state = playing.state
    names = state.setting.grid.names
    galley, orcs, griffons = 0, 1, 2
    where = playing.hex("C2")
    sea = ["C1", "C3", "D1", "D2", "D3"]
    near = [names[hex_] for hex_ in state.setting.grid.neighbours[where]]
    assert [names[hex_] for hex_ in destinations(state, 0, where, [galley, orcs, griffons])] == [
        n for n in near if n in sea
    ]
    assert [names[hex_] for hex_ in destinations(state, 0, where, [orcs])] == [
        n for n in near if n not in sea
    ]
    assert len(destinations(state, 0, where, [griffons])) == len(near)


# ---------------------------------------------------------------- paralyzed units


@pytest.mark.rule("stacks:paralyze.on-the-map")
def test_paralyzed_units_stay_under_the_old_banner() -> None:
    playing = game(LAND, {"B2": "orcs, goblins", "B3": "paladin, war_elephants"}, {})
    with playing.arranging() as state:
        state.units[0].held_turns = 1
    assert playing.refused("move", (0,), ("C2",)).rule == "stacks:paralyze.on-the-map"
    assert playing.refused("move", (0, 1), ("C2",)).rule == "stacks:paralyze.on-the-map"
    assert movable(playing.state, 0, playing.hex("B2")) == [1]
    playing.play(("move", (1,), ("C2",)))
    assert playing.stack("B2") == ["orcs"]


@pytest.mark.rule("stacks:paralyze.on-the-map", "stacks:carry.capacity", "stacks:battle.usable")
def test_a_paralyzed_carrier_lends_nothing_and_a_paralyzed_hero_is_not_carried() -> None:
    playing = game(COAST, {"B2": "rocs, paladin"}, {}, unit=[ROCS])
    with playing.arranging() as state:
        state.units[1].held_turns = 2
    assert playing.refused("move", (0, 1), ("C2",)).rule == "stacks:paralyze.on-the-map"


@pytest.mark.rule("stacks:paralyze.on-the-map")
def test_a_ship_sails_with_paralyzed_passengers_but_they_neither_board_nor_land() -> None:
    playing = game(
        COAST,
        {"C2": "war_galley, orcs", "C3": "longship", "B3": "militia"},
        {},
        aboard={"orcs": "war_galley"},
    )
    galley, orcs, _, militia = 0, 1, 2, 3
    with playing.arranging() as state:
        state.units[orcs].held_turns = 1
    with playing.arranging() as state:
        state.units[militia].held_turns = 1
    assert playing.refused("move", (orcs,), ("B2",)).rule == "stacks:paralyze.on-the-map"  # no landing
    assert playing.refused("move", (militia,), ("C3",)).rule == "stacks:paralyze.on-the-map"  # no boarding
    assert playing.refused("move", (galley,), ("C3",)).rule == "stacks:paralyze.on-the-map"  # nor left behind
    assert movable(playing.state, 0, playing.hex("C2")) == [galley, orcs]
    playing.play(("move", (galley, orcs), ("C3",)))
    assert playing.place(orcs) == "C3"
    assert playing.state.units[orcs].aboard == galley


# ---------------------------------------------------------------- what is told, and the form


@pytest.mark.rule("stacks:move.hidden-legality", "stacks:hidden.stack")
def test_the_enemy_sees_banners_and_paths_only() -> None:
    told = []
    for units in ("griffons", "longship", "2 griffons"):
        playing = game(COAST, {"C2": units}, {"F1": "orcs"})
        playing.play(("move", tuple(playing.state.stacks[0][playing.hex("C2")]), ("C3", "D3")))
        told.append(
            [(event.kind, event.text, event.data) for event in playing.events if event.seen_by(viewer_of(1))]
        )
    assert told[0] == told[1] == told[2]
    assert told[0] == [("move", "A banner of West moved from C2 by C3 to D3.", {"path": ["C2", "C3", "D3"]})]
    assert "Griffons" in " ".join(playing.told(0))


@pytest.mark.rule("stacks:move.hidden-legality")
def test_legality_is_judged_by_what_is_under_the_banner() -> None:
    for units, legal in (("griffons", True), ("knights", False)):
        playing = game(COAST, {"B2": units}, {})
        assert playing.allows("move", (0,), ("C2",)) is legal


@pytest.mark.rule("stacks:turn.active")
def test_only_the_active_side_moves() -> None:
    playing = game(LAND, {"B2": "elves"}, {"D4": "orcs"})
    assert playing.decisions[0].side == 0
    assert not playing.allows("move", (1,), ("D3",))
    playing.play(("move", (0,), ("C2",))).play(("done",)).skip_to("move")
    assert playing.decisions[0].side == 1


@pytest.mark.rule("stacks:setup.battle-only", "stacks:vanish.destination")
def test_a_single_battle_is_left_to_an_imaginary_hex_of_the_same_kind() -> None:
    sea = start("boarding_action").state
    galley, lord, dwarves = sea.stacks[0][0]
    assert destinations(sea, 0, 0, [galley, lord, dwarves]) == [LEFT]
    assert destinations(sea, 0, 0, [lord]) == []
    land = start("first_blood").state
    assert destinations(land, 0, 0, [0]) == [LEFT]
    assert may_be_by_itself(land, land.units[0], LEFT)


@pytest.mark.parametrize("name", ["two_banners", "narrow_sea", "ashes_and_banners"])
@pytest.mark.rule("stacks:move.order")
def test_every_example_and_every_random_order_is_legal(name: str) -> None:
    playing = start(name).skip_to("move")
    form = playing.decisions[0]
    assert isinstance(form, MoveForm)
    orders = form.orders()
    assert form.default() in orders
    assert len(orders) == len(set(orders)) > 10
    chance = Chance(7)
    sampled = [form.sample(chance) for _ in range(300)]
    for order in [*orders, *sampled, *form.candidates(20)]:
        assert form.check(order) is None, order
    assert len(form.candidates(20)) == 20
    kinds = {order[0] for order in sampled}
    assert "done" in kinds
    assert "move" in kinds
    assert sampled.count(("done",)) < 150
    assert len(set(sampled)) > 30


@pytest.mark.rule("stacks:move.order")
def test_refusals_come_with_a_legal_order_near_by() -> None:
    playing = game(WIDE, {"A2": "centaurs, elves"}, {})
    near = playing.refused("move", (0, 1), ("B2", "C2")).nearest
    assert near == ("move", (0, 1), ("B2",))
    assert playing.refused("move", (0,), ("E2",)).nearest == ("move", (0,), ("B2", "C2"))
    assert playing.refused("nonsense").nearest == ("done",)
