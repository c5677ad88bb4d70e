"""The tables are read as they stand in the data, and say what the rulebook says."""

from __future__ import annotations

import pytest

from banneret.kernel.errors import BrokenRules
from banneret.rulebooks.companies.tables import actions as act
from banneret.rulebooks.companies.tables import troops
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING, actions
from banneret.rulebooks.companies.tables.files import rows
from banneret.rulebooks.companies.tables.grounds import grounds
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS, matrix
from banneret.rulebooks.companies.tables.officers import officers
from banneret.rulebooks.companies.tables.shades import shades
from banneret.rulebooks.companies.tables.skills import is_magical, roots_of, stand_ins
from banneret.rulebooks.companies.tables.specialists import (
    dressing_obstacle,
    specialists,
    spells,
    wound_dice,
)
from banneret.rulebooks.companies.tables.troops import TRAINING, lifepaths, packages, stocks

LETTERS = {
    "advance": "V I V I I V V V",
    "charge": "I I I V I I V V",
    "flank": "V I V V I V V V",
    "hold": "I V V I I V V I",
    "rally": "I I I I V I V I",
    "scout": "V I V V I V V V",
    "skirmish": "V V V V V V I I",
    "withdraw": "V V V I I V I I",
}


@pytest.mark.rule(
    "companies:test.matrix",
    "companies:test.symmetry",
    "companies:matrix.advance",
    "companies:matrix.charge",
    "companies:matrix.flank",
    "companies:matrix.hold",
    "companies:matrix.rally",
    "companies:matrix.scout",
    "companies:matrix.skirmish",
    "companies:matrix.withdraw",
)
def test_the_matrix_is_that_of_the_book() -> None:
    """36 of the 64 pairs are versus, the mirror of each has the same letter."""
    versus = 0
    for own, name in enumerate(ACTIONS):
        for enemy, letter in enumerate(LETTERS[name].split()):
            assert (matrix()[own][enemy].kind == VERSUS) == (letter == "V"), (name, ACTIONS[enemy])
            assert (matrix()[enemy][own].kind == VERSUS) == (letter == "V")
            versus += letter == "V"
    assert versus == 36


@pytest.mark.rule(
    "companies:advance.independent",
    "companies:charge.independent",
    "companies:rally.independent",
    "companies:scout.independent",
    "companies:withdraw.independent",
)
def test_the_obstacles_of_independent_pairs() -> None:
    """In the order of the matrix; a dot where the pair is versus, a dash where a Hold rolls nothing."""
    expected = {
        "advance": ". 1v . 1v 1v . . .",
        "charge": "2 2 2 .f 2f 2f .f .",
        "flank": ". 2 . . 3 . . .",
        "hold": "- . . - - . . -",
        "rally": "2 3 4 1 . 1 . 1",
        "scout": ". 2 . . 2 . . .",
        "skirmish": ". . . . . . 2 2",
        "withdraw": ". . . 2 3 . 3 1",
    }
    for own, name in enumerate(ACTIONS):
        shown = []
        for pairing in matrix()[own][:NOTHING]:
            mark = {VERSUS: ".", UNTESTED: "-", INDEPENDENT: str(pairing.ob)}[pairing.kind]
            shown.append(mark + "v" * pairing.value + "f" * pairing.fort)
        assert " ".join(shown) == expected[name]


@pytest.mark.rule("companies:test.none")
def test_against_a_company_that_does_nothing() -> None:
    """Advance 1 + value, Charge 2 + works, Flank 2, Rally 1, Scout 2, Skirmish 2, Withdraw 1; a Hold rolls nothing."""
    column = [row[NOTHING] for row in matrix()]
    assert [pairing.ob for pairing in column] == [1, 2, 2, 0, 1, 2, 2, 1]
    assert [pairing.kind for pairing in column].count(INDEPENDENT) == 7
    assert column[act.HOLD].kind == UNTESTED
    assert column[act.ADVANCE].value
    assert column[act.CHARGE].fort


def test_pairs_that_turn_versus_are_those_of_an_advance() -> None:
    turning = {(row[0].own, pairing.enemy) for row in matrix() for pairing in row if pairing.turns}
    others = (act.CHARGE, act.HOLD, act.RALLY)
    assert turning == {(act.ADVANCE, one) for one in others} | {(one, act.ADVANCE) for one in others}


@pytest.mark.rule(
    "companies:advance.skills",
    "companies:rally.skills",
    "companies:skirmish.skills",
    "companies:withdraw.skills",
)
def test_skills_and_prices_of_actions() -> None:
    assert actions()[act.WITHDRAW].skills == ("Strategy", "Tactics")
    assert actions()[act.RALLY].skills == ("Conspicuous", "Doom of Strength", "Links", "Oratory")
    assert len(actions()[act.ADVANCE].skills) == 7
    assert "War Engineer" in actions()[act.SKIRMISH].skills
    prices = {entry.id: (entry.cost, entry.most) for one in actions() for entry in one.menu}
    assert prices["flk.charge-die"] == (1, 3)
    assert prices["hold.damage"] == (2, 1)
    assert prices["sct.special"] == (2, 0)
    assert prices["chg.fight"] == (3, 1)


@pytest.mark.rule("companies:tie.lists")
def test_individual_skills() -> None:
    assert [one.id for one in actions() if one.breaker] == ["advance", "flank", "withdraw"]
    assert actions()[act.FLANK].breaker == ("Orienteering", "Stealthy")
    assert actions()[act.ADVANCE].breaker == ("Riding", "Stealthy", "Soldiering", "Links")
    assert len(actions()[act.WITHDRAW].breaker) == 5


@pytest.mark.rule("companies:script.equivalents", "companies:script.naval", "companies:core.root")
def test_what_stands_for_what() -> None:
    assert "Brutal Intimidation" in stand_ins("Intimidation", False)
    assert "Musical Instrument" in stand_ins("Drum", False)
    assert "Navigation" not in stand_ins("Riding", False)
    assert "Navigation" in stand_ins("Riding", True)
    assert stand_ins("Engineer", False)[:2] == ("Engineer", "Engineering")
    assert "Engineering" not in stand_ins("Engineer", False, named=False)
    assert "Drum" in stand_ins("Musical Instrument", False)
    assert "Drum" not in stand_ins("Musical Instrument", False, named=False)
    assert roots_of("Tactics") == ("will", "perception")
    assert roots_of("Song of Lordship") == roots_of("Command") == ("will",)
    assert roots_of("Forest-wise") == ("perception",)
    assert is_magical("Doom of Strength")
    assert not is_magical("Song of Lordship")


@pytest.mark.rule(
    "companies:force.package-human",
    "companies:force.package-dwarf",
    "companies:force.package-elf",
    "companies:force.package-orc",
    "companies:disp.infiltration-mass",
)
def test_packages_add_up() -> None:
    """Runner and Scout +1 each; Foot Soldier and Axe-Bearer -1 each; Spearbearer -1; Nightseeker +1."""
    totals = {
        name: sum(lifepaths()[path].infiltration for path in packages()[name].lifepaths)
        for name in ("human", "dwarf", "elf", "orc")
    }
    assert totals == {"human": 2, "dwarf": -2, "elf": -1, "orc": 1}


@pytest.mark.rule("companies:core.shade", "companies:core.hesitation")
def test_shades_and_officers() -> None:
    assert shades() == {"B": 4, "G": 3, "W": 2}
    carrow = officers()["carrow"]
    assert (carrow.hesitation, carrow.skills["Command"], carrow.steel) == (5, 5, 7)
    assert stocks()["elf"].stats == (5, 5, 5, 5, 4, 4)


@pytest.mark.rule("companies:core.wounds")
def test_wounds_and_their_treatment() -> None:
    """Superficial 0, then one die more a step; a Mortal wound ends all."""
    assert wound_dice()[:6] == (0, 0, 1, 2, 3, 4)
    assert [dressing_obstacle(step, "Field Dressing") for step in range(1, 7)] == [1, 2, 2, 3, 6, 8]
    assert dressing_obstacle(6, "Song of Soothing") == 4


def test_specialists_and_spells() -> None:
    assert specialists()["take-out-scouts"].skills == ("Riding", "Observation")
    assert {spell.id: spell.ob for spell in spells().values()} == {
        "battle-fire": 4,
        "terror": 3,
        "sunder-walls": 4,
        "mist": 3,
    }


@pytest.mark.rule("companies:map.graph", "companies:map.start")
def test_battle_spaces() -> None:
    ford = grounds()["ford"]
    bank = ford.nodes.index("west-bank")
    assert [ford.nodes[way] for way in ford.roads[bank]] == ["west-camp", "island", "alder-hill"]
    assert ford.starts == {"a": 0, "b": 5}
    assert ford.ready[ford.nodes.index("alder-hill")] == (2, 1)


@pytest.mark.rule("companies:disp.training")
def test_lifepaths_teach_the_four_training_skills_that_count_and_no_other() -> None:
    assert {skill for path in lifepaths().values() for skill in path.training} == TRAINING
    assert len(TRAINING) == 4
    row = rows("lifepaths", "lifepath")[0]
    with pytest.raises(BrokenRules, match="training"):
        troops._lifepath({**row, "training": [*row["training"], "Boat Training"]})
