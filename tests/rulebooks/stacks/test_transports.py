"""Ships and caravans: boarding, sailing, landing, changing ships, going down."""

from __future__ import annotations

import pytest
from rulebooks.stacks.games import COAST, LAND, game

from banneret.kernel.errors import BadInput
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.board.transports import may_board, places_left
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import FALLEN, NOBODY, Line
from banneret.testing import Script

FAR = {"F1": "orcs"}


def aboard(playing, number: int) -> int:
    return playing.state.units[number].aboard


# ---------------------------------------------------------------- places


@pytest.mark.rule("stacks:transport.capacity", "stacks:desc.monster")
def test_a_longship_takes_two_and_any_number_of_heroes() -> None:
    playing = game(
        COAST,
        {"C2": "longship", "B2": "3 orcs, paladin, vampire_lord, trolls, walled_town, caravan, skeletons"},
        FAR,
    )
    ship = playing.state.units[0]
    orcs = playing.units("orcs")
    lord, paladin = playing.unit("vampire_lord"), playing.unit("paladin")
    for barred in ("trolls", "walled_town", "caravan", "skeletons"):  # Monsters, Sites, other Transports
        assert not may_board(playing.state, playing.state.units[playing.unit(barred)], ship)
        assert not playing.allows("move", (playing.unit(barred),), ("C2",))
    assert playing.refused("move", tuple(orcs), ("C2",)).rule in (
        "stacks:move.land",
        "stacks:transport.capacity",
    )
    playing.play(("move", (*orcs[:2], paladin, lord), ("C2",)))
    # the Vampire Lord flies and needs no assignment, but may have one: he is a Hero, though a Monster
    assert [aboard(playing, number) for number in (*orcs[:2], paladin, lord)] == [0, 0, 0, NOBODY]
    assert playing.allows("board", lord, 0)
    assert places_left(playing.state, ship) == 0
    assert not playing.allows("move", (orcs[2],), ("C2",))


@pytest.mark.rule("stacks:transport.capacity")
def test_two_orcs_a_paladin_and_a_vampire_lord_all_fit_by_name() -> None:
    playing = game(COAST, {"C2": "longship", "B2": "2 orcs, paladin, vampire_lord"}, FAR)
    pairs = tuple((number, 0) for number in (1, 2, 3, 4))
    playing.play(("move", (1, 2, 3, 4), ("C2",), pairs))
    assert [aboard(playing, number) for number in (1, 2, 3, 4)] == [0, 0, 0, 0]


@pytest.mark.rule("stacks:transport.capacity", "stacks:setup.scenario")
def test_a_scenario_may_not_overload_a_ship() -> None:
    with pytest.raises(BadInput, match="too many aboard Longship"):
        game(COAST, {"C2": "longship, 3 orcs"}, FAR, aboard={"orcs": "longship"})
    with pytest.raises(BadInput, match="Trolls cannot be aboard"):
        game(COAST, {"C2": "longship, trolls"}, FAR, aboard={"trolls": "longship"})


@pytest.mark.rule("stacks:carry.capacity", "stacks:carry.modifiers")
def test_a_turtle_is_no_ship() -> None:
    with pytest.raises(BadInput, match="Paladin cannot be in Sea"):
        game(COAST, {"C2": "giant_turtle, paladin"}, FAR)
    playing = game(COAST, {"C2": "giant_turtle", "B2": "paladin"}, FAR)
    assert playing.refused("move", (1,), ("C2",)).rule == "stacks:move.land"


# ---------------------------------------------------------------- boarding


@pytest.mark.rule("stacks:move.board", "stacks:transport.water")
def test_boarding_by_a_move_is_the_move_and_the_ship_waits() -> None:
    playing = game(COAST, {"C2": "war_galley", "B2": "militia"}, FAR)
    galley, militia = 0, 1
    playing.play(("move", (militia,), ("C2",)))
    assert playing.place(militia) == "C2"
    assert aboard(playing, militia) == galley
    assert playing.refused("move", (militia,), ("B2",)).rule == "stacks:move.order"
    assert playing.refused("move", (galley, militia), ("C3",)).rule == "stacks:move.order"
    assert playing.refused("move", (galley,), ("C3",)).rule == "stacks:move.sail"
    playing.play(("done",)).skip_to("move").play(("done",)).skip_to("move")
    playing.play(("move", (galley, militia), ("C3",)))  # next turn
    assert playing.place(militia) == "C3"


@pytest.mark.rule("stacks:move.board")
def test_a_ship_may_have_moved_before_somebody_boards() -> None:
    playing = game(COAST, {"D2": "longship", "B2": "militia"}, FAR)
    playing.play(("move", (0,), ("C2",))).play(("move", (1,), ("C2",)))
    assert aboard(playing, 1) == 0


@pytest.mark.rule("stacks:move.board", "stacks:move.sail")
def test_the_ship_may_leave_if_another_takes_over() -> None:
    playing = game(COAST, {"C2": "war_galley, longship", "B2": "militia"}, FAR)
    galley, longship, militia = 0, 1, 2
    playing.play(("move", (militia,), ("C2",), ((militia, galley),)))
    playing.play(("move", (galley,), ("D2",)))
    assert playing.place(militia) == "C2"
    assert aboard(playing, militia) == longship
    assert playing.refused("move", (longship,), ("C3",)).rule == "stacks:move.sail"


@pytest.mark.rule("stacks:move.board")
def test_the_transport_is_named_or_the_first_with_a_place() -> None:
    playing = game(COAST, {"C2": "longship, war_galley", "B2": "3 orcs"}, FAR)
    longship, galley, *orcs = range(5)
    playing.play(("move", tuple(orcs), ("C2",)))
    assert [aboard(playing, number) for number in orcs] == [longship, longship, galley]
    playing = game(COAST, {"C2": "longship, war_galley", "B2": "3 orcs"}, FAR)
    playing.play(("move", tuple(orcs), ("C2",), ((orcs[0], galley), (orcs[1], galley))))
    assert [aboard(playing, number) for number in orcs] == [galley, galley, longship]
    playing = game(COAST, {"C2": "longship, war_galley", "B2": "3 orcs"}, FAR)
    full = tuple((number, longship) for number in orcs)
    assert playing.refused("move", tuple(orcs), ("C2",), full).rule == "stacks:transport.capacity"
    assert playing.refused("move", tuple(orcs), ("C2",), ((orcs[0], orcs[1]),)).rule.startswith("stacks:")
    assert not playing.allows("move", (orcs[0],), ("A2",), ((orcs[0], galley),))  # the ship is not there


@pytest.mark.rule("stacks:move.board")
def test_ships_are_boarded_from_land_only() -> None:
    playing = game(COAST, {"C2": "longship, orcs", "C3": "war_galley"}, FAR, aboard={"orcs": "longship"})
    orcs = playing.unit("orcs")
    assert playing.refused("move", (orcs,), ("C3",)).rule == "stacks:move.land"
    assert playing.allows("move", (orcs,), ("B2",))


@pytest.mark.rule("stacks:move.board", "stacks:move.swimmer")
def test_a_swimmer_swims_up_and_boards_without_moving() -> None:
    playing = game(COAST, {"C2": "lizardmen", "C3": "war_galley"}, FAR)
    assert not playing.allows("move", (0,), ("C3",), ((0, 1),))  # not from a water hex
    playing.play(("move", (0,), ("C3",)))
    assert aboard(playing, 0) == NOBODY  # it needs no ship
    playing.play(("board", 0, 1))
    assert aboard(playing, 0) == 1
    assert playing.refused("board", 0, 1).rule == "stacks:exchange.passengers"


@pytest.mark.rule("stacks:move.board", "stacks:transport.land")
def test_boarding_without_moving_is_no_move() -> None:
    playing = game(LAND, {"A2": "caravan, 2 militia"}, {"E5": "orcs"})
    caravan, first, second = 0, 1, 2
    assert playing.refused("board", caravan, first).rule == "stacks:transport.capacity"
    playing.play(("board", first, caravan)).play(("board", second, caravan))
    playing.play(("move", (caravan, first, second), ("B2", "C2")))
    assert playing.stack("C2") == ["caravan", "militia", "militia"]
    assert aboard(playing, first) == caravan


@pytest.mark.rule("stacks:move.board", "stacks:transport.capacity", "stacks:paralyze.on-the-map")
def test_boarding_without_moving_needs_a_place_and_a_usable_unit_in_the_same_hex() -> None:
    playing = game(LAND, {"A2": "caravan, 4 militia, trolls, walled_town", "B2": "elves"}, {"E5": "orcs"})
    caravan, *militia, trolls, town, elves = range(8)
    with playing.arranging() as state:
        state.units[militia[0]].held_turns = 1
    assert playing.refused("board", militia[0], caravan).rule == "stacks:paralyze.on-the-map"
    for number in militia[1:]:
        playing.play(("board", number, caravan))
    with playing.arranging() as state:
        state.units[militia[0]].held_turns = 0
    for number in (militia[0], trolls, town):
        assert playing.refused("board", number, caravan).rule == "stacks:transport.capacity"
    assert playing.refused("board", elves, caravan).rule == "stacks:move.order"
    assert [order for order in playing.options() if order[0] == "board"] == []


@pytest.mark.rule("stacks:transport.land", "stacks:move.group")
def test_a_caravan_and_two_militia_move_two_hexes_as_one_group() -> None:
    playing = game(LAND, {"A2": "caravan, 4 militia, paladin"}, {"E5": "orcs"})
    caravan, *militia, paladin = range(6)
    assert playing.refused("move", tuple(militia[:2]), ("B2", "C2")).rule == "stacks:move.group"
    assert (
        playing.refused("move", (caravan, *militia), ("B2", "C2")).rule == "stacks:move.group"
    )  # 4 of 3 places
    playing.play(("move", (caravan, *militia[:3], paladin), ("B2", "C2")))
    assert [aboard(playing, number) for number in militia[:3]] == [caravan] * 3
    assert playing.place(paladin) == "C2"


@pytest.mark.rule("stacks:transport.land", "stacks:transport.sink")
def test_when_a_caravan_is_destroyed_its_passengers_are_not() -> None:
    playing = game(LAND, {"A2": "caravan, 2 militia"}, {"E5": "orcs"}, aboard={"militia": "caravan"})
    assert aboard(playing, 1) == 0
    with playing.arranging() as state:
        destroy(state, Script(), [0], "stacks:roll.removal")
    assert playing.stack("A2") == ["militia", "militia"]
    assert aboard(playing, 1) == NOBODY


@pytest.mark.rule("stacks:transport.water", "stacks:transport.sink")
def test_fliers_go_down_only_if_they_are_passengers() -> None:
    for assigned, left in ((False, ["marsh_flies"]), (True, [])):
        names = {"orcs": "war_galley", "marsh_flies": "war_galley"} if assigned else {"orcs": "war_galley"}
        playing = game(COAST, {"C2": "war_galley, orcs, marsh_flies"}, FAR, aboard=names)
        with playing.arranging() as state:
            destroy(state, Script(), [0], "stacks:transport.sink")
        assert playing.stack("C2") == left
        assert playing.state.units[1].place == FALLEN


@pytest.mark.rule("stacks:transport.water")
def test_a_passenger_may_be_wherever_its_transport_may_be() -> None:
    playing = game(COAST, {"B2": "caravan", "C2": "merfolk"}, FAR)
    caravan, merfolk = 0, 1
    playing.play(("move", (merfolk,), ("B2",)))  # a Sea unit on land, in tubs of the Caravan
    assert aboard(playing, merfolk) == caravan
    playing.play(("done",)).skip_to("move").play(("done",)).skip_to("move")
    assert playing.place(merfolk) == "B2"
    assert playing.refused("move", (caravan,), ("A2",)).rule == "stacks:move.sail"
    assert playing.allows("move", (caravan, merfolk), ("A2",))
    assert not playing.allows("move", (caravan, merfolk), ("C2",))


# ---------------------------------------------------------------- sailing and landing


@pytest.mark.rule("stacks:move.sail", "stacks:move.group")
def test_a_longship_sails_two_hexes_with_its_orcs_who_have_moved_then() -> None:
    playing = game(
        COAST, {"C1": "longship, 2 orcs, paladin"}, FAR, aboard={"orcs": "longship", "paladin": "longship"}
    )
    ship, first, second, paladin = range(4)
    assert playing.refused("move", (ship, first), ("D1", "D2")).rule == "stacks:move.sail"
    playing.play(("move", (ship, first, second, paladin), ("D1", "D2")))
    assert playing.stack("D2") == ["longship", "orcs", "orcs", "paladin"]
    assert playing.refused("move", (first,), ("E2",)).rule == "stacks:move.order"


@pytest.mark.rule("stacks:move.sail")
def test_nobody_is_left_in_the_water_without_a_place() -> None:
    playing = game(
        COAST,
        {"C2": "war_galley, longship, 3 orcs, marsh_flies"},
        FAR,
        aboard={"orcs": "war_galley", "marsh_flies": "war_galley"},
    )
    galley, longship, *orcs = range(5)
    flies = playing.unit("marsh_flies")
    refusal = playing.refused("move", (galley,), ("C3",))  # three Orcs, two places
    assert refusal.rule == "stacks:move.sail"
    assert refusal.nearest == ("move", (galley, *orcs, flies), ("C3",))
    playing.play(("move", (galley, orcs[2]), ("C3",)))
    assert [aboard(playing, number) for number in orcs] == [longship, longship, galley]
    assert aboard(playing, flies) == NOBODY  # fliers need no ship
    assert playing.state.units[orcs[0]].moved is False


@pytest.mark.rule("stacks:move.sail")
def test_who_is_left_changes_to_the_ship_that_is_named() -> None:
    playing = game(COAST, {"C2": "war_galley, 2 longship, orcs"}, FAR, aboard={"orcs": "war_galley"})
    galley, _, second, orcs = range(4)
    playing.play(("move", (galley,), ("C3",), ((orcs, second),)))
    assert aboard(playing, orcs) == second


@pytest.mark.rule("stacks:move.disembark")
def test_swift_passengers_land_and_go_on() -> None:
    playing = game(
        COAST,
        {"C2": "war_galley, sylvan_knights, orcs"},
        FAR,
        aboard={"sylvan_knights": "war_galley", "orcs": "war_galley"},
    )
    galley, knights, orcs = range(3)
    assert playing.refused("move", (orcs,), ("B2", "A2")).rule == "stacks:move.group"
    playing.play(("move", (knights,), ("B2", "A2")))
    assert playing.place(knights) == "A2"
    assert aboard(playing, knights) == NOBODY
    playing.play(("move", (galley, orcs), ("C3",)))
    assert playing.refused("move", (orcs,), ("B3",)).rule == "stacks:move.order"  # it sailed


@pytest.mark.rule("stacks:move.disembark", "stacks:transport.water")
def test_landing_among_enemies_brings_a_battle_without_the_ship() -> None:
    playing = game(
        COAST,
        {"C2": "war_galley, orcs", "A4": "elves"},
        {"B2": "militia", "F1": "goblins"},
        aboard={"orcs": "war_galley"},
    )
    playing.play(("move", (1,), ("B2",))).play(("done",)).skip_to("reveal")
    assert playing.state.fight is not None
    assert playing.state.fight.hex == playing.hex("B2")
    assert playing.stack("B2") == ["orcs"]
    assert playing.stack("C2") == ["war_galley"]
    assert aboard(playing, 1) == NOBODY


# ---------------------------------------------------------------- the Exchange Phase


@pytest.mark.rule("stacks:exchange.passengers")
def test_passengers_change_ships_within_the_capacity() -> None:
    playing = game(
        COAST,
        {"C2": "war_galley, 4 orcs, longship", "C3": "longship"},
        FAR,
        aboard={"orcs": "war_galley"},
        stage=stages.EXCHANGE,
    )
    orcs = playing.units("orcs")
    near, away = playing.units("longship")
    assert set(playing.options()) == {("done",), *[("board", number, near) for number in orcs]}
    playing.play(("board", orcs[0], near)).play(("board", orcs[1], near))
    assert [aboard(playing, number) for number in orcs] == [near, near, 0, 0]
    assert not playing.allows("board", orcs[2], near)  # full
    assert not playing.allows("board", orcs[2], away)  # in another hex
    assert playing.allows("board", orcs[0], 0)  # and back
    assert all(event.to == (0,) for event in playing.events if event.kind == "board")


@pytest.mark.rule("stacks:exchange.passengers", "stacks:paralyze.on-the-map")
def test_paralyzed_passengers_stay_aboard() -> None:
    playing = game(
        COAST,
        {"C2": "war_galley, 2 orcs, longship"},
        FAR,
        aboard={"orcs": "war_galley"},
        stage=stages.EXCHANGE,
    )
    first, second = playing.units("orcs")
    with playing.arranging() as state:
        state.units[first].held_turns = 1
    ship = playing.unit("longship")
    assert playing.options() == [("done",), ("board", second, ship)]


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:exchange.passengers")
def test_the_exchange_phase_is_passed_over_for_public_reasons_only() -> None:
    bare = game(LAND, {"B2": "elves"}, {"D4": "orcs"}, stage=stages.EXCHANGE).play()
    assert bare.decisions[0].kind == "move"  # no artifacts in the scenario, no transports in the lists
    asked = game(LAND, {"B2": "elves"}, {"D4": "orcs with oathsword"}, stage=stages.EXCHANGE).play()
    assert asked.decisions[0].kind == "exchange"
    assert asked.options() == [("done",)]  # the west has nothing to exchange, and that does not show
    listed = game(
        LAND, {"B2": "elves"}, {"D4": "orcs"}, lists={"west": "Desert"}, stage=stages.EXCHANGE
    ).play()
    assert listed.options() == [("done",)]  # a Caravan might be drawn


@pytest.mark.rule("stacks:carry.modifiers", "stacks:transport.capacity", "stacks:transport.land")
def test_in_battle_a_caravan_lends_what_it_has() -> None:
    playing = game(LAND, {"A2": "caravan, paladin"}, {"E5": "knights"})
    kinds = playing.state.setting.kinds
    caravan, paladin = (kinds[playing.state.units[i].kind] for i in (0, 1))
    knights = kinds[playing.state.units[2].kind]
    options = playing.state.setting.flags.modifiers
    assert battle_roll(Line(knights), Line(paladin), True, options).total == 8
    assert (
        battle_roll(Line(knights), Line(paladin, carrier=caravan), True, options).total == 6
    )  # Swift by the Caravan


ROC = {
    "id": "roc", "name": "Roc", "list": "Plains", "count": 5, "brm": 4, "descriptors": ["Animal"],
    "abilities": [{"ability": "flying"}, {"ability": "swift"}, {"ability": "carry", "value": 1}],
}  # fmt: skip


@pytest.mark.rule("stacks:carry.capacity", "stacks:move.land")
def test_a_carrier_that_waits_over_water_takes_no_more_heroes_than_it_has_places() -> None:
    table = game(["PP~~PP"] * 4, {"C1": "roc", "B1": "2 paladin"}, {"F4": "orcs"}, unit=[ROC])
    first, second = table.units("paladin")
    assert table.decisions[0].check(("move", (first, second), ("C1",))).rule == "stacks:move.land"
    assert table.decisions[0].check(("move", (first,), ("C1",))) is None


@pytest.mark.rule("stacks:carry.capacity", "stacks:move.stranded")
@pytest.mark.parametrize(("kept", "lost"), [(0, "paladin"), (1, "high_priest")])
def test_the_owner_says_who_stays_carried(kept: int, lost: str) -> None:
    """Two rocs hold two Heroes over Sea, and one flies away: there is a place for one."""
    table = game(["PP~~PP"] * 4, {"C1": "2 roc, paladin, high_priest"}, {"F4": "orcs"}, unit=[ROC])
    table.play(("move", (table.units("roc")[0],), ("B1",)))
    table.play(("done",))
    assert table.decisions[0].kind == "carry"
    orders = [("carry", table.units(name)[0]) for name in ("high_priest", "paladin")]
    assert sorted(table.decisions[0].orders()) == sorted(orders)
    question = RULEBOOK.view.question(table.state, table.decisions[0])
    assert question.text == "More Heroes lean on carriers at C1 than can be carried. Who stays?"
    table.play(orders[kept])
    assert lost not in table.stack("C1")
    assert len(table.stack("C1")) == 2
