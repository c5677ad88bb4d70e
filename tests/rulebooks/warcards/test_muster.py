"""Armies and fleets: prices with their reasons, what may not be mustered, and how they come into scenarios."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.kernel.abilities.muster import ArmyList, Entry
from banneret.kernel.errors import BadInput
from banneret.muster.appraisal import Appraisal, appraise
from banneret.muster.army import read_army, write_army
from banneret.muster.matchup import fit, matchup
from banneret.rulebooks.warcards.army.muster import MUSTER
from banneret.rulebooks.warcards.rulebook import RULEBOOK as BOOK
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.rulebooks.warcards.tables.training import EXPERIENCE, TRAININGS


def army(*entries: Entry, budget: int = 0) -> ArmyList:
    return ArmyList("warcards", entries, "The Few", budget)


def unit(kind: str, count: int = 1, **values: str | tuple[str, ...]) -> Entry:
    return Entry({"type": kind, **values}, "unit", count)


def told(*entries: Entry) -> list[str]:
    return [str(fault) for fault in appraise(BOOK, army(*entries)).faults]


def looked(*entries: Entry) -> Appraisal:
    return appraise(BOOK, army(*entries))


def plain_unit(entry: Entry) -> Entry:
    """The entry without what is mostly wrong with it, so that some are right."""
    values = {key: value for key, value in entry.values.items() if key in ("type", "experience")}
    return Entry(values, "unit", entry.count)


# ---------------------------------------------------------------- prices


@pytest.mark.rule("warcards:unit.card")
@pytest.mark.parametrize("kind", [*facts().cards, *facts().ships])
def test_everything_costs_what_its_card_says(kind: str) -> None:
    ship = kind in facts().ships
    found = looked(Entry({"ship": kind}) if ship else unit(kind))
    card = (facts().ships if ship else facts().cards)[kind]
    priced = found.entries[0].card
    assert priced is not None
    assert found.faults == ()
    assert priced.cost == card.muster == sum(amount for amount, _, _ in priced.parts)
    assert {figure.name: figure.value for figure in priced.figures}["Hits"] == str(card.hits)


@pytest.mark.rule("warcards:unit.races")
def test_a_race_is_a_part_of_the_cost() -> None:
    card = looked(unit("dwarf-infantry")).entries[0].card
    assert card is not None
    assert [cause for _, cause, _ in card.parts] == ["Infantry", "dwarf"]


@pytest.mark.rule("warcards:unit.experience")
def test_each_training_costs_one_more() -> None:
    plain = looked(unit("infantry")).spent
    card = looked(unit("infantry", experience="elite", training=("pike", "toughened"))).entries[0].card
    assert card is not None
    assert card.cost == plain + 2
    assert [part[1] for part in card.parts] == ["Infantry", "pike training", "toughened training"]
    assert "pike" in card.words


@pytest.mark.rule(
    "warcards:unit.experience", "warcards:train.berserk", "warcards:train.marine", "warcards:train.advanced"
)
@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (unit("infantry", training=("pike",)), "a regular unit has no training, not 1; make it veteran"),
        (unit("infantry", experience="veteran", training=("pike", "toughened")), "a veteran unit has at most 1 training, not 2; make it elite"),
        (unit("infantry", experience="elite", training=("pike", "pike")), "no pike: only units on foot that have no pikes yet take pikes; take pike away"),
        (unit("infantry", experience="elite", training=("toughened", "toughened")), "no toughened: it has that training already; take toughened away"),
        (unit("infantry", experience="veteran", training=("berserk",)), "no berserk: only Rjurik, Vos and goblinoid units go berserk; take berserk away"),
        (unit("knights", experience="veteran", training=("marine",)), "no marine: only unmounted human units become marines; take marine away"),
        (unit("infantry", experience="veteran", training=("advanced-missile",)), "no advanced missile: it has no missile rating to raise; take advanced-missile away"),
        (unit("elf-infantry", people="vos"), "no Elf infantry are Vos; leave people out"),
    ],
)  # fmt: skip
def test_what_a_unit_may_not_have_is_told(entry: Entry, says: str) -> None:
    (found,) = told(entry)
    assert found.partition(": ")[2] == says


def test_too_many_units_are_told() -> None:
    assert told(unit("levies", 61)) == ["there are 61 units; take away 1"]


# ---------------------------------------------------------------- fleets


@pytest.mark.rule("warcards:naval.bunks", "warcards:setup.embark")
def test_a_ship_holds_no_more_than_its_bunks() -> None:
    ship = Entry({"ship": "drakkar"}, "ship", 1, "Red")
    assert told(ship, unit("archers", 2, aboard="Red")) == []
    assert told(ship, unit("archers", 3, aboard="Red")) == ["entry 1, Drakkar: Red has 2 bunks, and 3 units are aboard; put 1 aboard another ship"]  # fmt: skip
    two = Entry({"ship": "drakkar"}, "ship", 2, "Red")
    assert "cannot share what is aboard" in told(two, unit("archers", aboard="Red"))[0]
    assert told(ship, unit("archers")) == ["entry 2, Archers: it is aboard no ship of the fleet; aboard = 'Red', or take the ships away"]  # fmt: skip


# ---------------------------------------------------------------- in scenarios


SIDES = [(name, side) for name in BOOK.scenarios() for side in "AB"]


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_the_army_of_a_scenario_comes_back_the_same(name: str, side: str) -> None:
    scenario = BOOK.scenario(name)
    drawn = MUSTER.drawn(scenario, side)
    assert read_army(write_army(drawn)) == drawn
    filled = fit(BOOK, scenario, {side: drawn})
    before, after = (BOOK.new(one, BOOK.options()).setting for one in (scenario, filled))
    assert after.cards == before.cards
    assert after.people == before.people
    assert after.stakes == before.stakes
    state, other = (BOOK.new(one, BOOK.options()) for one in (scenario, filled))
    assert [figure.host for figure in state.figures] == [figure.host for figure in other.figures]


@pytest.mark.rule("warcards:lead.general-place")
def test_who_led_a_unit_that_is_not_there_comes_in_the_reserve() -> None:
    scenario = BOOK.scenario("heroes_and_magic")
    filled = fit(BOOK, scenario, {"A": army(unit("archers", 3)), "B": army(unit("infantry"), unit("levies"))})
    sides = filled.data["sides"]
    assert "with" not in sides["A"]["casters"][0]
    assert "with" not in sides["A"]["heroes"][0]
    assert sides["A"]["general"]["with"] == "Usurper's companions"
    assert "with" not in sides["B"]["general"]
    assert filled.data["sides"]["B"]["name"] == "The Few"


@pytest.mark.rule("warcards:train.war-wagon")
def test_a_caster_goes_with_the_war_wagon_of_an_army() -> None:
    wagon = unit("infantry", experience="veteran", training=("war-wagon",))
    filled = fit(
        BOOK, BOOK.scenario("heroes_and_magic"), {"A": army(unit("infantry"), wagon, unit("archers"))}
    )
    assert filled.data["sides"]["A"]["casters"][0]["with"] == "infantry#2"


@pytest.mark.rule("warcards:train.war-wagon")
def test_casters_spread_over_the_war_wagons_of_an_army() -> None:
    """Three casters and two wagons: one who is there already keeps his, the others fill up."""
    plain = BOOK.scenario("heroes_and_magic").data
    caster = plain["sides"]["A"]["casters"][0]
    casters = [{**caster, "name": name, "with": place} for name, place in (("K", "knights#1"), ("I", "infantry#1"), ("P", "pikemen#1"))]  # fmt: skip
    data = {**plain, "sides": {**plain["sides"], "A": {**plain["sides"]["A"], "casters": casters}}}
    wagons = unit("infantry", 2, experience="veteran", training=("war-wagon",))
    filled = fit(BOOK, BOOK.read_scenario(data, "test"), {"A": army(wagons)})
    places = [row["with"] for row in filled.data["sides"]["A"]["casters"]]
    assert places == ["infantry#2", "infantry#1", "infantry#1"]


@pytest.mark.rule("warcards:weather.abnormal-who")
def test_bad_weather_affects_no_unit_that_an_army_does_not_bring() -> None:
    plain = BOOK.scenario("river_camp").data
    names = ["A/infantry#1", "A/infantry#2", "B"]
    weather = {"id": "inclement", "affected": names}
    data = {**plain, "conditions": {**plain["conditions"], "weather": weather}}
    filled = fit(BOOK, BOOK.read_scenario(data, "test"), {"A": army(unit("infantry"), unit("archers"))})
    assert filled.data["conditions"]["weather"]["affected"] == ["A/infantry#1", "B"]


UNITS = st.builds(
    Entry,
    st.fixed_dictionaries(
        {"type": st.sampled_from([*facts().cards, "none"])},
        optional={
            "experience": st.sampled_from([*EXPERIENCE, "old"]),
            "training": st.lists(st.sampled_from([*TRAININGS, "none"]), max_size=4).map(tuple) | st.sampled_from(TRAININGS),
            "people": st.sampled_from(["rjurik", "vos", "other", "x"]) | st.integers(0, 3),
            "aboard": st.sampled_from(["Red", "Blue", "Green"]) | st.just(("Red",)),
        },
    ),
    st.sampled_from(["", "unit", "ship"]),
    st.integers(1, 4),
    st.sampled_from(["", "", "Ann"]),
)  # fmt: skip
SHIPS = st.builds(
    Entry,
    st.fixed_dictionaries({"ship": st.sampled_from([*facts().ships, "raft"])}),
    st.just("ship"),
    st.integers(1, 2),
    st.sampled_from(["", "Red", "Blue"]),
)


@given(st.lists(UNITS | SHIPS, max_size=6) | st.lists(UNITS.map(plain_unit), min_size=1, max_size=5))
@settings(max_examples=300, deadline=None)
@pytest.mark.long
def test_whatever_is_found_valid_can_fight_and_costs_what_was_said(entries: list[Entry]) -> None:
    found = appraise(BOOK, army(*entries))
    if found.faults:
        return
    fleet = any("ship" in entry.values for entry in entries)
    scenario = fit(BOOK, BOOK.scenario("strait" if fleet else "river_camp"), {"A": army(*entries)})
    setting = BOOK.new(scenario, BOOK.options()).setting
    assert setting.stakes[0] == found.spent


def test_a_fleet_fights_at_sea_and_an_army_on_land() -> None:
    fleet = army(Entry({"ship": "drakkar"}, "ship"))
    with pytest.raises(BadInput, match="fought on land"):
        fit(BOOK, BOOK.scenario("river_camp"), {"A": fleet})
    with pytest.raises(BadInput, match="fought at sea"):
        fit(BOOK, BOOK.scenario("strait"), {"A": army(unit("archers"))})


def test_an_army_may_meet_a_list() -> None:
    file = write_army(army(unit("infantry", experience="veteran", training=("pike",)), unit("archers", 2)))
    found = matchup(BOOK, file, "3 Knights")
    assert found.data["sides"]["A"]["units"][0]["training"] == ["pike"]
    assert found.data["sides"]["A"]["name"] == "The Few"
    assert len(found.data["sides"]["B"]["units"]) == 3
    fleet = army(Entry({"ship": "drakkar"}, "ship", 1, "Red"), unit("archers", aboard="Red"))
    assert (
        matchup(BOOK, write_army(fleet), write_army(fleet)).data["sides"]["B"]["ships"][0]["aboard"][0][
            "type"
        ]
        == "archers"
    )
    with pytest.raises(BadInput):
        matchup(BOOK, write_army(fleet), "3 Knights")
