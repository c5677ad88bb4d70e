"""Companies that people raise."""

from __future__ import annotations

import pytest

from banneret.kernel.abilities.muster import ArmyList, Entry
from banneret.kernel.errors import BadInput
from banneret.muster.appraisal import appraise
from banneret.muster.matchup import fit
from banneret.rulebooks.companies.rulebook import RULEBOOK


def army(**values: str | int | tuple[str, ...]) -> ArmyList:
    return ArmyList("companies", (Entry({"package": "human", **values}, "company"),))


@pytest.mark.rule("companies:force.purchase", "companies:force.affiliation")
@pytest.mark.parametrize(("further", "cost"), [(0, 2), (1, 3), (2, 4), (3, 4), (4, 5), (5, 5)])
def test_further_lifepaths_cost_the_dice_of_a_bought_affiliation(further: int, cost: int) -> None:
    paths = ("human.cavalryman", "human.strider", "human.thug", "human.bandit", "human.urchin")[:further]
    found = appraise(RULEBOOK, army(extra_lifepaths=paths))
    assert found.spent == cost
    assert not found.faults


@pytest.mark.rule("companies:force.purchase-exponent")
@pytest.mark.parametrize(
    ("affiliation", "further", "competence"),
    [(1, 0, 3), (1, 2, 3), (1, 3, 4), (1, 4, 4), (1, 5, 5), (2, 3, 4), (3, 5, 5)],
)
def test_a_bought_affiliation_that_is_the_highest_lifts_the_whole_company(
    affiliation: int, further: int, competence: int
) -> None:
    """Three lifepaths are a bought 2D, five a 3D; two are 1D twice."""
    paths = ("human.cavalryman", "human.strider", "human.thug", "human.bandit", "human.urchin")[:further]
    raised = army(extra_lifepaths=paths, affiliation_dice=affiliation)
    card = appraise(RULEBOOK, raised).entries[0].card
    assert card is not None
    figures = {one.name: one.value for one in card.figures}
    assert figures["Competence"] == str(competence)
    filled = fit(RULEBOOK, RULEBOOK.scenario("deep_gate"), {"trolls": raised})
    assert RULEBOOK.new(filled, RULEBOOK.options({})).setting.forces[1].competence == competence


@pytest.mark.parametrize(
    "wrong", [{"weapon": "Lance"}, {"seconds": ("carrow",)}, {"weapon": "Axe", "package": "elf"}]
)
def test_faults_are_named(wrong: dict[str, str | tuple[str, ...]]) -> None:
    assert appraise(RULEBOOK, army(**wrong)).faults


def test_nobody_serves_twice_and_five_companies_are_too_many() -> None:
    two = ArmyList("companies", army().entries * 2)
    assert "name someone else" in [fault.fix for fault in appraise(RULEBOOK, two).faults]
    five = ArmyList("companies", army().entries * 5)
    assert "bring 1 to 4" in [fault.fix for fault in appraise(RULEBOOK, five).faults]


@pytest.mark.rule("companies:force.more")
def test_a_side_of_two_companies_takes_two() -> None:
    scenario = RULEBOOK.scenario("two_wings")
    assert len(RULEBOOK.muster.drawn(scenario, "lances").entries) == 2
    with pytest.raises(BadInput, match="lances has 1 company; bring 2 companies"):
        fit(RULEBOOK, scenario, {"lances": army()})
    two = ArmyList("companies", (*army().entries, *army(commander="tarrant", troops=77).entries))
    forces = RULEBOOK.new(fit(RULEBOOK, scenario, {"lances": two}), RULEBOOK.options({})).setting.forces
    assert [force.troops for force in forces] == [250, 250, 200, 77]


def test_a_company_takes_over_the_objective_of_its_side() -> None:
    scenario = RULEBOOK.scenario("deep_gate")
    filled = fit(RULEBOOK, scenario, {"trolls": army(commander="tarrant", troops=77)})
    force = RULEBOOK.new(filled, RULEBOOK.options({})).setting.forces[1]
    assert (force.name, force.troops, force.stock) == ("Captain Hob Tarrant", 77, "human")
    assert force.objective == scenario.data["companies"][1]["objective"]


SOLDIERS = ("human.runner", "human.musician", "human.foot-soldier", "human.crossbowman", "human.scout")


@pytest.mark.rule("companies:force.package-human", "companies:force.package-custom")
def test_a_crossbowman_stands_in_for_the_archer() -> None:
    """Five lifepaths are chosen one by one; price, stock and weapon stay those of the package, and its couriers serve."""
    raised = army(lifepaths=SOLDIERS)
    found = appraise(RULEBOOK, raised)
    assert (found.spent, found.faults) == (2, ())
    filled = fit(RULEBOOK, RULEBOOK.scenario("deep_gate"), {"trolls": raised})
    force = RULEBOOK.new(filled, RULEBOOK.options({})).setting.forces[1]
    assert force.lifepaths == ("Runner", "Musician", "Foot Soldier", "Crossbowman", "Scout")
    assert (force.stock, force.arms, force.couriers) == ("human", "Spear", ("Inconspicuous",))
    assert RULEBOOK.muster.drawn(filled, "trolls").entries[0].values["lifepaths"] == SOLDIERS


@pytest.mark.rule("companies:force.package-custom", "companies:force.weapon-skill")
def test_outcasts_strike_with_the_first_weapon_that_they_have() -> None:
    """No Thug, Urchin, Poisoner, Smuggler or Insurrectionist carries a spear: they brawl, if nothing is chosen."""
    outcasts = ("human.thug", "human.urchin", "human.poisoner", "human.smuggler", "human.insurrectionist")
    filled = fit(RULEBOOK, RULEBOOK.scenario("deep_gate"), {"trolls": army(lifepaths=outcasts)})
    force = RULEBOOK.new(filled, RULEBOOK.options({})).setting.forces[1]
    assert (force.arms, force.label) == ("Brawling", "Irregular company")


@pytest.mark.rule("companies:force.package-custom")
@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        (SOLDIERS[:4], "5 free ones are expected, not 4"),
        ((*SOLDIERS[:4], "dwarf.axe-bearer"), "is not of the stock human"),
    ],
)
def test_free_lifepaths_are_five_of_one_stock(chosen: tuple[str, ...], fault: str) -> None:
    faults = appraise(RULEBOOK, army(lifepaths=chosen)).faults
    assert [one for one in faults if fault in one.text]
