"""Unit Commanders with figures of their own: with their unit, apart from it, and after it has routed or died."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.individuals import begun, causeway, leads, officer, read, row_of
from rulebooks.battlesystem.regiments import battle, hero, men
from rulebooks.battlesystem.test_formations import give, refused

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.army.scenarios import build
from banneret.rulebooks.battlesystem.combat.attack_rolls import standing_rating
from banneret.rulebooks.battlesystem.command import chain, coverage, in_command
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER
from banneret.rulebooks.battlesystem.individuals import fates, footprints
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.rally.attempts import Attempt
from banneret.rulebooks.battlesystem.space import casualties
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import LOST, NOBODY, SLAIN, STUNNED, WAITING, WOUNDED
from banneret.testing import Script


def legion(**changes: object) -> State:
    """Roderick (radius 14) with the Legion of 12, six abreast: its front from x = 27.75 to 32.25 along y = 24, closed, AR 20."""
    state = battle(
        men("Legion", 12, 6, 30, 24),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Roderick", 0, 0, rank=UNIT_COMMANDER, radius=14.0, **changes)],
        tier=stages.INTERMEDIATE,
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    return state


@pytest.mark.rule("battlesystem:9.2", "battlesystem:9.2a")
def test_with_his_unit_he_makes_it_strike_better_and_has_no_base() -> None:
    state = legion(charisma=1)
    unit, roderick = state.units[0], state.individuals[0]
    assert unit.in_command
    assert standing_rating(state, unit) == 19
    assert coverage.commander_bonus(state, unit) == 1
    assert footprints.champion(state, roderick) is None  # nobody can touch him
    # apart from it: AR 20, still in command by the orders of one who stands beside it
    table = give(state, ("lead", 0, "apart"))
    # his figure was the third, its middle at (29.625, 23.625): the nearest free place lies before the front, 0.255 from it
    assert (roderick.on_table, roderick.x, roderick.y) == (True, 29.625, 24.255)
    assert table.events[0].text == "Roderick leaves Legion."
    assert unit.leader_at == NOBODY
    assert standing_rating(state, unit) == 20
    assert unit.in_command
    assert chain.place_of(state, unit, chain.OWN) == (29.625, 24.255)
    # the farthest figure, the last of the rear rank at (31.875, 22.875), is within 14 inches of (29.625, 36.5), not of (29.625, 38)
    roderick.moved = 0.0
    give(state, ("lead", 0, (29.625, 36.25)))
    assert unit.in_command
    roderick.y = 38.0
    in_command.review(state, Script())
    assert not unit.in_command
    assert coverage.commander_of(state, unit) == NOBODY
    assert faults(state) == []


@pytest.mark.rule("battlesystem:9.2a")
def test_a_move_that_ends_at_his_unit_attaches_him_again() -> None:
    state = legion()
    unit, roderick = state.units[0], state.individuals[0]
    assert "first he leaves it" in refused(state, "lead", 0, (30, 30)).reason
    give(state, ("lead", 0, "apart"), ("lead", 0, (29.625, 26)))
    assert roderick.moved == pytest.approx(1.745)
    give(state, ("lead", 0, (32, 26)), ("lead", 0, (32, 24.255)))
    assert (roderick.on_table, roderick.unit) == (False, 0)
    assert unit.leader_at == 5
    assert standing_rating(state, unit) == 19
    assert "come back" in refused(state, "lead", 0, "apart").reason


@pytest.mark.rule("battlesystem:9.2h")
def test_a_commander_without_a_sheet_is_one_of_his_unit() -> None:
    data = causeway()
    row_of(data, 0, "causeway-watch").update(
        {
            "ac": 4,
            "ar": 20,
            "creature": "dwarf",
            "weapons": [{"id": "battle-axe", "name": "Battle axe", "sm": "1d8", "l": "1d8"}],
        }
    )
    state = begun(data)
    (sheet,) = [sheet for sheet in state.setting.sheets.values() if sheet.name == "Captain Hale"]
    champion = sheet.champion
    assert champion is not None
    assert (champion.armour_class, champion.thac0, champion.attack_rating, champion.hit_points) == (
        4,
        20,
        35,
        5,
    )
    assert (champion.arms.small, champion.creature, sheet.radius, sheet.charisma) == (
        ("1d8",),
        "dwarf",
        10.0,
        0,
    )
    assert champion.saves == (14, 15, 16, 17, 17)
    # two dice: 9 on average; figures at 5:1 give their creatures 5 less than their attack rating
    row_of(data, 0, "causeway-watch").update({"ratio": "5:1", "hd_per_figure": 10, "ar": 21})
    (sheet,) = [sheet for sheet in begun(data).setting.sheets.values() if sheet.name == "Captain Hale"]
    champion = sheet.champion
    assert champion is not None
    assert (champion.thac0, champion.attack_rating, champion.hit_points) == (16, 31, 9)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"name": "Someone"}, "the commander of Grey Riders is Sir Oswin"),
        ({"unit": "nobody"}, "no unit 'nobody'"),
        ({"unit": "causeway-watch", "name": "Captain Hale"}, "two Unit Commanders"),
    ],
)
def test_a_commander_with_a_sheet_is_the_one_of_the_roster(change: dict[str, object], wrong: str) -> None:
    data = causeway()
    row = dict(row_of(data, 0, "wynn")) | {
        "id": "oswin",
        "name": "Sir Oswin",
        "rank": "unit",
        "unit": "grey-riders",
    }
    row.pop("place")
    data["sides"][0]["leaders"].append(row | change)
    with pytest.raises(BadInput, match=wrong):
        read(data)


@pytest.mark.rule("battlesystem:9.2i")
@pytest.mark.parametrize("word", ["flees", "stays"])
def test_when_his_unit_routs_he_flees_with_it_or_stays(word: str) -> None:
    state = legion()
    unit, roderick = state.units[0], state.individuals[0]
    table = Script(orders=[(word, 0)])
    checks_and_routs.rout(state, table, unit, Cause(LOSSES, 1, 30.0, 30.0))
    in_command.review(state, table)
    assert unit.routed
    if word == "flees":
        assert (roderick.unit, roderick.on_table) == (0, False)
        assert unit.leader_at != NOBODY
        state.stage = stages.RALLY
        assert ("rally", 0, "own") in Attempt(state, 0).orders()
    else:
        assert (roderick.on_table, roderick.x, roderick.y) == (True, 29.625, 23.625)
        assert unit.leader_at == NOBODY
        assert unit.chief == 0
    assert faults(state) == []


@pytest.mark.rule("battlesystem:9.2e")
@pytest.mark.parametrize(("roll", "fate"), [(1, LOST), (2, SLAIN), (3, SLAIN), (4, WOUNDED), (8, STUNNED)])
def test_nothing_harms_him_until_the_last_figure_falls(roll: int, fate: int) -> None:
    state = legion()
    state.individuals[0].hurt = 10
    unit, roderick = state.units[0], state.individuals[0]
    enemy = hero("Enemy", 30, 24.25, side=1)[1]
    enemy.id = 1
    state.individuals[1] = enemy
    state.setting.sheets[len(state.setting.sheets)] = hero("Enemy", 0, 0)[0]
    assert footprints.rivals(state, state.individuals[1]) == []
    fates.settle(state, Script(strict=True))
    assert roderick.fate == WAITING
    casualties.destroy(unit)
    table = Script(dice=[roll, 4])
    fates.settle(state, table)
    assert (roderick.fate, roderick.unit, roderick.on_table) == (fate, NOBODY, False)
    assert (roderick.x, roderick.y) == (30.0, 23.25)  # the middle of the block, two ranks of 0.75 deep
    assert table.events[0].rule == "battlesystem:9.1e"


@pytest.mark.rule("battlesystem:9.2h", "battlesystem:4.8", "battlesystem:4.9")
def test_under_the_option_the_radius_of_a_commander_implies_his_charisma() -> None:
    """A fighter of the 1st level with 10 inches: (12 + 1) / 2 = 7 and 3, no bonus; with 12 it takes charisma 16, and is 1."""
    for radius, creature, bonus in (
        (10.0, "human", 0),
        (12.0, "human", 1),
        (7.0, "dwarf", -1),
        (12.0, "orc", 0),
    ):
        data = causeway()
        row = row_of(data, 0, "fen-bows")
        row["creature"] = creature
        row["commander"] = {"name": "Old Sedge", "cr": radius, "cb": 0}
        plain, implied = (build(data, "test", options) for options in ({}, {"implied_charisma": "true"}))
        assert plain.setting.rosters[1].charisma == 0
        assert implied.setting.rosters[1].charisma == bonus
