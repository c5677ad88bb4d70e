"""Armies for single battles: prices with their reasons, no more than there are chits, and how they come into battles."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.kernel.abilities.muster import ArmyList, Entry
from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.muster.appraisal import appraise
from banneret.muster.army import read_army, write_army
from banneret.muster.matchup import fit, matchup
from banneret.rulebooks.stacks.army.muster import MUSTER, Armies
from banneret.rulebooks.stacks.rulebook import RULEBOOK as BOOK
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.testing import kit

BATTLES = [name for name, scenario in BOOK.scenarios().items() if scenario.kind == "battle"]


def army(*entries: Entry) -> ArmyList:
    return ArmyList("stacks", entries)


def unit(name: str, count: int = 1, called: str = "") -> Entry:
    return Entry({"unit": name}, "unit", count, called)


def told(*entries: Entry) -> list[str]:
    return [str(fault) for fault in appraise(BOOK, army(*entries)).faults]


def test_a_unit_costs_its_modifier_and_its_abilities() -> None:
    card = appraise(BOOK, army(unit("ranger"))).entries[0].card
    assert card is not None
    assert card.parts == (
        (4, "battle roll +4", "stacks:mod.brm"),
        (2, "archer +2", "stacks:setup.battle-only"),
        (1, "slay Humanoid +2", "stacks:setup.battle-only"),
        (1, "skirmish", "stacks:setup.battle-only"),
    )
    assert card.cost == 8


def test_everything_has_a_price_and_a_chit() -> None:
    for kind in MUSTER.tables.kinds:
        for choice in kind.fields[0].choices:
            assert choice.price >= 1, choice
            assert choice.text or kind.id == "unit", choice
    names = [choice.id for choice in MUSTER.tables.kinds[0].fields[0].choices]
    assert sorted(names) == sorted(kind.id for kind in facts().units if not kind.summoning)


@pytest.mark.rule("stacks:units.count")
def test_there_are_no_more_than_chits() -> None:
    most = facts().unit("dwarves").count
    assert told(unit("dwarves", most)) == []
    assert told(unit("dwarves", most), unit("dwarves", 2)) == [
        f"{most + 2} Dwarves, and there are {most} chits of it; take 2 away"
    ]
    spell = facts().spells[0]
    assert f"take {1} away" in told(unit("elves"), Entry({"spell": spell.id}, count=spell.count + 1))[0]


@pytest.mark.rule("stacks:artifact.holder")
def test_an_artifact_has_a_holder_in_the_army() -> None:
    sword = Entry({"artifact": "oathsword", "holder": "Tor"}, "artifact")
    assert told(unit("dwarflord", called="Tor"), sword) == []
    assert told(unit("dwarves"), Entry({"artifact": "oathsword"})) == [
        "entry 2, Oathsword: nobody holds it; give the unit's entry a name, and name it as holder"
    ]
    assert "nothing is called 'Tor'" in told(unit("dwarves"), sword)[0]
    assert told(Entry({"spell": "farsight"})) == ["nobody fights in this army; add a unit"]


@pytest.mark.rule("stacks:setup.battle-only")
def test_an_army_comes_into_a_battle_with_all_it_has() -> None:
    host = army(
        unit("dwarves", 2), unit("dwarflord", called="Tor"), Entry({"artifact": "oathsword", "holder": "Tor"}), Entry({"spell": "farsight"})
    )  # fmt: skip
    found = fit(BOOK, BOOK.scenario("first_blood"), {"attacker": host})
    assert found.data["attacker"] == ["dwarves", "dwarves", "dwarflord"]
    assert found.data["attacker_artifacts"] == [{"artifact": "oathsword", "holder": 2}]
    assert found.data["attacker_spells"] == ["farsight"]
    met = matchup(BOOK, write_army(host), "4 Goblins")
    assert met.data["attacker_artifacts"] == [{"artifact": "oathsword", "holder": 2}]
    assert met.data["defender"] == ["goblins"] * 4


@pytest.mark.parametrize("name", BATTLES)
def test_the_army_of_a_battle_comes_back_the_same(name: str) -> None:
    scenario = BOOK.scenario(name)
    drawn = {side: MUSTER.drawn(scenario, side) for side in scenario.sides}
    for one in drawn.values():
        assert read_army(write_army(one)) == one
    assert fit(BOOK, scenario, drawn).data == scenario.data


ENTRIES = st.builds(
    Entry,
    st.fixed_dictionaries({"unit": st.sampled_from([kind.id for kind in facts().units] + ["none"])})
    | st.fixed_dictionaries({"spell": st.sampled_from([spell.id for spell in facts().spells])})
    | st.fixed_dictionaries(
        {"artifact": st.sampled_from([item.id for item in facts().artifacts])},
        optional={"holder": st.sampled_from(["Ann", "Tor"]) | st.integers(0, 1)},
    ),
    st.sampled_from(["", "unit"]),
    st.integers(1, 5),
    st.sampled_from(["", "Ann", "Tor"]),
)


@given(st.lists(ENTRIES, max_size=5))
@settings(max_examples=300, deadline=None)
@pytest.mark.long
def test_whatever_is_found_valid_can_fight_or_is_told_why_not(entries: list[Entry]) -> None:
    found = appraise(BOOK, army(*entries))
    if found.faults:
        return
    ids = [str(entry.values["unit"]) for entry in entries if "unit" in entry.values]
    if any(facts().unit(one).habitat == "water" for one in ids):
        with pytest.raises(BadInput, match="cannot be in Mountain"):
            fit(BOOK, BOOK.scenario("first_blood"), {"defender": army(*entries)})
        return
    scenario = fit(BOOK, BOOK.scenario("first_blood"), {"defender": army(*entries)})
    assert len(scenario.data["defender"]) == sum(entry.count for entry in entries if "unit" in entry.values)
    BOOK.new(scenario, BOOK.options())


def test_games_on_the_map_take_no_armies() -> None:
    with pytest.raises(BadInput, match="takes no armies"):
        fit(BOOK, BOOK.scenario("two_banners"), {"groves": army(unit("elves"))})


def test_who_cannot_be_there_is_refused() -> None:
    with pytest.raises(BadInput, match="cannot be in Sea"):
        fit(BOOK, BOOK.scenario("kraken_hunt"), {"attacker": army(unit("dwarves"))})


class Careless(Armies):
    """Puts in armies without their spells."""

    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        few = {
            side: ArmyList(army.rulebook, tuple(one for one in army.entries if "spell" not in one.values))
            for side, army in armies.items()
        }
        return super().fill(scenario, few)


@pytest.mark.long
def test_the_kit_catches_an_army_that_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    kit.check_muster(BOOK)
    monkeypatch.setitem(BOOK.__dict__, "muster", Careless())
    with pytest.raises(kit.KitFailure, match="comes back another"):
        kit.check_muster(BOOK)
