"""Odds of individual combat: counted by hand, against combats fought by the rules, and as they are asked for in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.lab.forecast import forecast
from banneret.rulebooks.battlesystem.army.duellists import duellists_of
from banneret.rulebooks.battlesystem.duels.duellists import Arms, Blow, Duellist
from banneret.rulebooks.battlesystem.odds.individuals import flight, fought
from banneret.rulebooks.battlesystem.odds.man_to_man import Combat
from banneret.rulebooks.battlesystem.tables.dice import Dice


def man(
    hit_points: int, damage: str = "1d8", attacks: int = 2, thac0: int = 20, armour: int = 5, side: int = 0
) -> Duellist:
    blows = tuple([Blow(thac0, Dice.of(one), Dice.of(one)) for one in damage.split()])
    return Duellist(side * 24, side, "man", hit_points, armour, (Arms("sword", blows, attacks),))


def asked(first: str, second: str, **flags: str) -> Any:
    odds = rulebooks.get("battlesystem").odds
    assert odds is not None
    return odds.ask(first, second, {"duel": "yes", **flags})


def test_dice() -> None:
    assert [str(Dice.of(text)) for text in ("2d8", "1d10+5", "1d4-1")] == ["2d8", "1d10+5", "1d4-1"]
    assert Dice.of("3d6+5").mean == pytest.approx(15.5)
    assert Dice.of("2d3").ways() == ([0, 0, 1, 2, 3, 2, 1], 9)
    for text in ("d8", "0d6", "2d", "1d8+", "six"):
        with pytest.raises(BadInput, match="are not dice"):
            Dice.of(text)


# ---------------------------------------------------------------- counted by hand


@pytest.mark.rule("battlesystem:9.4b")
def test_a_combat_that_one_blow_ends() -> None:
    """Each falls at the first hit and hits with 15 to 20: 3/10. One strikes first in 15 throws of 36, both together in 6."""
    found = Combat(man(1), man(1, side=1)).prospect()
    hit, first = 0.3, 15 / 36
    wins = first * hit + first * (1 - hit) * hit + (6 / 36) * hit * (1 - hit)
    miss = (1 - hit) ** 2
    assert found.first == pytest.approx(wins / (1 - miss), abs=1e-12)
    assert found.second == pytest.approx(found.first, abs=1e-12)
    assert found.both == pytest.approx((6 / 36) * hit * hit / (1 - miss), abs=1e-12)
    assert found.rounds == pytest.approx(1 / (1 - miss), abs=1e-12)
    assert found.neither == 0.0
    one = Combat(man(1), man(1, side=1)).phase(1)
    assert one.first == Fraction(15, 36) * (Fraction(3, 10) + Fraction(21, 100)) + Fraction(6, 36) * Fraction(
        21, 100
    )
    assert (one.both, one.neither) == (Fraction(6, 36) * Fraction(9, 100), Fraction(49, 100))


@pytest.mark.rule("battlesystem:9.4b.order")
def test_two_routines_against_one_by_hand() -> None:
    """The first hits with 11 to 20, twice, and fells at once; the second hits with 15 to 20. 1/2 falls before it strikes; else it
    hits with 3/10, else the second routine fells it with 1/2: 1/2 + 1/2 x 7/10 x 1/2.
    """
    found = Combat(man(1, attacks=4, thac0=16), man(1, side=1)).phase(1)
    assert found.first == Fraction(1, 2) + Fraction(1, 2) * Fraction(7, 10) * Fraction(1, 2)
    assert found.second == Fraction(1, 2) * Fraction(3, 10)
    assert found.both == 0


@pytest.mark.rule("battlesystem:9.4b.rounds")
def test_odd_rounds_of_three_halves_have_two_routines_and_even_ones_one() -> None:
    """The first cannot be hit. It fells with each hit of 1/2: two blows in the first round, one in the second, two in the third."""
    combat = Combat(man(1, attacks=3, thac0=16, armour=-9), man(1, side=1))
    assert [combat.phase(rounds).neither for rounds in (1, 2, 3)] == [
        Fraction(1, 4),
        Fraction(1, 8),
        Fraction(1, 32),
    ]
    later = Combat(man(1, attacks=3, thac0=16, armour=-9), man(1, side=1))
    later.since = 4
    assert later.phase().neither == Fraction(1, 16)
    assert combat.prospect().first == 1.0
    assert combat.prospect().rounds == pytest.approx((1 + 1 / 4) / (1 - 1 / 8), abs=1e-12)


@pytest.mark.rule("battlesystem:9.4b.damage")
def test_hit_points_that_are_left() -> None:
    """One blow of 1d4 at six hit points: 3/10 hits, each number of points with 3/40."""
    found = Combat(man(1, "1d4"), man(6, side=1, armour=5, thac0=40)).phase(1)
    assert found.left[1][6] == Fraction(7, 10)
    assert found.left[1][2:6] == [Fraction(3, 40)] * 4
    assert found.lost(1) == Fraction(3, 10) * Fraction(5, 2)
    assert found.lost(0) == 0


def test_nobody_wins_where_nobody_can_hit() -> None:
    found = Combat(man(5, armour=-10), man(5, armour=-10, side=1)).prospect()
    assert (found.first, found.second, found.both, found.neither) == (0.0, 0.0, 0.0, 1.0)
    assert found.lost(0) == 0.0


@pytest.mark.rule("battlesystem:9.4b.leave")
def test_who_flees_is_struck_once_more_at_two_better() -> None:
    """15 to 20 would hit, 13 to 20 do: 2/5 of 1d8 at four hit points; 5 of 8 faces fell him."""
    found = flight(man(4), man(9, side=1))
    assert found.second == Fraction(2, 5) * Fraction(5, 8)
    assert found.lost(0) == Fraction(2, 5) * (Fraction(1 + 2 + 3, 8) + Fraction(5 * 4, 8))
    twice = flight(man(4), man(9, side=1, attacks=4, damage="1d4+3"))
    assert twice.second == 1 - Fraction(3, 5) ** 2


# ---------------------------------------------------------------- against the rules


@pytest.mark.long
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("fighter 7", "Ogre"),
        ("fighter 9 + 20 hp", "Troll"),
        ("ranger 8 + longsword +1 + dexterity 17", "fighter 13 + 12 hp"),
        ("fighter 4 + 9 hp", "Goblin + 20 hp"),
        ("dwarf fighter 5", "Giant-hill + 20 hp"),
    ],
)
def test_they_agree_with_combats_fought_by_the_rules(first: str, second: str) -> None:
    games = 4000
    exact = asked(first, second).to_json()
    fights = asked(first, second, method="simulation", games=str(games), seed="3").to_json()
    for name in ("attacker", "defender"):
        low, high = fights["interval"][name]
        assert low - 0.012 <= exact[name] <= high + 0.012
        assert fights["expected_losses"][name] == pytest.approx(exact["expected_losses"][name], abs=0.7)
    phase = asked(first, second, until="melee").to_json()
    fights = asked(first, second, until="melee", method="simulation", games=str(games), seed="4").to_json()
    for name in ("attacker", "defender", "neither"):
        low, high = fights["interval"][name]
        assert low - 0.012 <= phase["decimal"][name] <= high + 0.012


@pytest.mark.long
def test_both_sides_of_a_combat_see_the_same() -> None:
    one, other = (
        duellists_of("fighter 10 + two-handed sword +4 + 48 hp + ac 0", 0)[0],
        duellists_of("Troll", 1)[0],
    )
    found, turned = Combat(one, other).prospect(), Combat(other, one).prospect()
    assert (turned.second, turned.first, turned.both) == pytest.approx(
        (found.first, found.second, found.both), abs=1e-12
    )
    assert found.first + found.second + found.both == pytest.approx(1.0, abs=1e-10)
    phase = Combat(one, other).phase()
    assert [sum(left) for left in phase.left] == [1, 1]
    assert phase.first + phase.second + phase.both + phase.neither == 1
    many = Combat(one, other).phase(60)
    assert float(many.first) == pytest.approx(found.first, abs=1e-10)


@pytest.mark.rule("battlesystem:9.4b.groups")
def test_more_than_two_are_fought_out() -> None:
    sides = (duellists_of("fighter 7", 0), duellists_of("2 Ogres", 1))
    found = fought(sides, 3, True, 40, 1)
    assert (found.games, len(found.lost[0]), len(found.lost[1])) == (40, 39, 39)
    data = asked("fighter 7", "2 Ogres", games="40").to_json()
    assert (data["exact"], data["games"]) == (False, 40)
    assert data["attacker"] + data["defender"] + data["neither"] == pytest.approx(1.0)
    assert "one in the middle" in str(asked("fighter 7", "2 Ogres", games="4"))


# ---------------------------------------------------------------- in words


@pytest.mark.rule("battlesystem:9.4b.thac0")
@pytest.mark.parametrize(
    ("text", "thac0"),
    [
        ("elf fighter 7 + longsword +3", 10),  # 14 - 3 - 1, as printed for Kint Leafholder
        ("fighter 9 + strength 18/52 + longsword +2", 8),  # 12 - 2 - 2, as printed for Roderick
        ("Ogre", 15),
        ("Troll", 13),
        ("Giant-stone", 12),
        ("Goblin", 20),
        ("cleric 10", 14),
        ("fighter 8 + thac0 9", 9),
    ],
)
def test_thac0_of_individuals_in_words(text: str, thac0: int) -> None:
    assert duellists_of(text, 0)[0].arms[0].blows[0].thac0 == thac0


@pytest.mark.rule("battlesystem:9.4b.abilities")
def test_strength_and_dexterity_count_in_damage_and_armour_class() -> None:
    one = duellists_of("fighter 9 + strength 18/52 + longsword +2 + dexterity 16 + chain", 0)[0]
    assert str(one.arms[0].blows[0].small) == "1d8+5"  # as printed for Roderick
    assert (one.armour_class, one.shield, one.nimble) == (2, 1, 2)  # 5 - 1 - 2
    heavy = duellists_of("fighter 9 + two-handed sword", 0)[0]
    assert (heavy.armour_class, heavy.shield) == (3, 0)


def test_dwarves_are_hard_to_hit_for_giants() -> None:
    """THAC0 12 against AC 2 of plate and shield: 10; against a dwarf 14."""
    assert asked("dwarf fighter 5", "Giant-hill").to_json()["sheets"]["defender"]["blows"][0]["needed"] == 14
    assert asked("fighter 5", "Giant-hill").to_json()["sheets"]["defender"]["blows"][0]["needed"] == 10


def test_orcs_strike_worse_by_day() -> None:
    day, night = [asked("fighter 5", "Orc", light=light).to_json() for light in ("day", "night")]
    needs = [one["sheets"]["defender"]["blows"][0]["needed"] for one in (day, night)]
    assert needs == [18, 17]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("knight 7", "there is no individual"),
        ("fighter 99", "level 99"),
        ("fighter 7, ", "nobody is named"),
        ("25 Ogres", "more than 24"),
        ("fighter 7 + brick", "there is no weapon or armour"),
        ("fighter 7 + strength 19", "strength cannot be"),
        ("fighter 7 + strength 17/20", "strength cannot be"),
        ("fighter 7 + 999 hp", "hp cannot be"),
        ("fighter 7 + damage x", "are not dice"),
        ("Ogre + longsword", "fight without weapons"),
        ("Ogre + chain", "wear no armour"),
        ("fighter 7 + halberd + shield", "both hands"),
        ("gnomish fighter 7", "there is no people"),
        ("x" * 5000, "a list of 5,000 characters"),
    ],
)
def test_words_that_name_nobody(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        duellists_of(text, 0)


def test_individuals_of_scenarios_go_by_their_names() -> None:
    """Sir Alaric, THAC0 9, against AC 1 of Gorrak: 8; Gorrak, THAC0 10, against AC 0: 10, and 11 by day."""
    found = asked("sir alaric", "Gorrak One-Eye").to_json()["sheets"]
    assert found["attacker"]["blows"][0]["needed"] == 8
    assert found["defender"]["blows"][0]["needed"] == 11
    two = duellists_of("2 Grum the Giant", 1)
    assert [(one.name, one.hit_points, one.side, one.piece) for one in two] == [
        ("Grum the Giant (1)", 40, 1, ""),
        ("Grum the Giant (2)", 40, 1, ""),
    ]


def test_what_is_said_of_units_is_refused() -> None:
    with pytest.raises(BadInput, match="charge is for units"):
        asked("fighter 7", "Ogre", charge="yes")
    with pytest.raises(BadInput, match="one against one"):
        asked("fighter 7", "2 Ogres", until="flee")
    with pytest.raises(BadInput, match="until cannot be"):
        asked("fighter 7", "Ogre", until="dawn")


def test_answers_have_the_keys_of_all_odds() -> None:
    for flags in ({}, {"until": "melee"}, {"until": "flee"}, {"method": "simulation", "games": "5"}):
        answer = asked("fighter 7", "Ogre", **flags)
        data = answer.to_json()
        assert {"exact", "attacker", "defender", "neither", "expected_losses"} <= set(data)
        assert "Fighter 7 against Ogre" in str(answer)


@pytest.mark.long
def test_the_page_of_odds_counts_individuals() -> None:
    book = rulebooks.get("battlesystem")
    found = forecast(book, "fighter 7", "Ogre", {"duel": "yes"}, around=True)
    assert found.exact
    assert found.rounds == pytest.approx(3.86, abs=0.01)
    assert found.losses[0].of == 38
    never = forecast(book, "fighter 3 + ac -10", "magic-user 3 + ac -10", {"duel": "yes"})
    assert (never.neither, never.rounds) == (100.0, 0.0)
    assert not found.fights
    assert [one.text for one in found.others] == ["Fought: one battle round", "Light: night"]
    several = forecast(book, "fighter 7", "2 Ogres", {"duel": "yes"})
    assert not several.exact
    with pytest.raises(BadInput, match="individuals"):
        forecast(book, "fighter 7", "Ogre", {})
