"""Fights by two lists: played out without dice, up to the whole creatures of a faction on each side."""

from __future__ import annotations

import pytest

from banneret.kernel.errors import BadInput
from banneret.rulebooks.skirmish.odds.odds import MOST, SkirmishOdds
from banneret.rulebooks.skirmish.rulebook import RULEBOOK

DROW = (
    "2 Demonweb Spiders, 2 Drow House Guards, Giant Spider, Shadow Mastiff, Drow Wizard, Umber Hulk, Drow Priestess, Drider, "
    "Drow Assassin, Drow Blademaster"
)
CORMYR = (
    "Gold Dragon, Earth Guardian, Dragon Knight, War Wizard, 2 Elf Archers, Human Ranger, Dwarf Cleric, Halfling Sneak, "
    "2 Dwarven Defenders, Half-Orc Thug"
)


@pytest.fixture
def odds() -> SkirmishOdds:
    found = RULEBOOK.odds
    assert isinstance(found, SkirmishOdds)
    return found


@pytest.mark.parametrize(("first", "second"), [(DROW, CORMYR), (CORMYR, DROW)])
def test_whole_factions_fight_by_two_lists(odds: SkirmishOdds, first: str, second: str) -> None:
    standing = odds.matchup(first, second).data["standing"]
    assert [len(side) for side in standing] == [MOST, MOST]
    assert all(int(square[1:]) <= 8 for _, square in standing[0])
    assert all(int(square[1:]) > 8 for _, square in standing[1])
    assert odds.ask(first, second, {}).winner in (0, 1)


def test_more_than_a_faction_has_is_refused(odds: SkirmishOdds) -> None:
    with pytest.raises(BadInput, match="1 to 12 creatures"):
        odds.ask(f"{CORMYR}, War Wizard", DROW, {})
    with pytest.raises(BadInput, match="at most 6 cards"):
        odds.ask(CORMYR, DROW, {"attacker-hand": ", ".join(["Shield"] * 7)})
    with pytest.raises(BadInput, match="it names no creature"):
        odds.ask(" ", DROW, {})


def test_none_of_two_waits_for_the_other_to_strike_first(odds: SkirmishOdds) -> None:
    for name in ("Umber Hulk", "Demonweb Spider", "Giant Spider", "Dragon Knight"):
        assert odds.ask(name, name, {}).winner in (0, 1)
    last = odds.ask("Dwarven Defender", "Dwarven Defender", {})  # its Block stops all of its own blow
    assert last.winner == -1
    assert [one.damage for side in last.left for one in side] == [0, 0]


def test_two_creatures_that_fear_each_other_fight_all_the_same(odds: SkirmishOdds) -> None:
    fight = odds.ask("Dragon Knight", "Umber Hulk", {})
    assert fight.winner == 1
    assert "The defender wins in turn" in str(fight)
