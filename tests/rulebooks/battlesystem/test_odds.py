"""Odds: one melee counted exactly, checked by hand and against fights by the rules; duels; what the command says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crowd, men, skirmishers

from banneret.kernel.errors import BadInput
from banneret.kernel.intervals import wilson
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.odds.duel import duel
from banneret.rulebooks.battlesystem.odds.melee import (
    ATTACKS,
    WHOLE,
    Exchange,
    chance_to_hold,
    exchange,
    fates,
)
from banneret.rulebooks.battlesystem.odds.simulation import duels
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import OPEN

SURE = 5.0  # standard errors: one in two million


def odds(first: Troop, second: Troop, **changes: Any) -> tuple[State, Exchange]:
    state = battle(first, second, stage=stages.ASSIGNMENT, **changes)
    return state, exchange(state, state.units[0], state.units[1])


def blues(figures: int = 12, files: int = 6, **changes: Any) -> Troop:
    return men("Blues", figures, files, **{"heading": 180, "side": 1, "attack_rating": 16, **changes})


# ---------------------------------------------------------------- counted by hand


@pytest.mark.rule("battlesystem:4.3")
def test_chances_of_morale() -> None:
    for needed in range(-1, 25):
        ways = sum(one + other <= needed for one in range(1, 11) for other in range(1, 11))
        assert chance_to_hold(needed) == ways


@pytest.mark.rule("battlesystem:8.4", "battlesystem:8.7a", "battlesystem:8.7b", "battlesystem:4.4")
def test_a_melee_counted_by_hand() -> None:
    # 16 - 1 - 6 = 9: rolls of 11 to 21, six figures with D6: 36 hit dice up to 13, 30 up to 16, 24 up to 19, 18
    _, found = odds(men("Reds", attack_rating=16), blues())
    assert found.strikers == (6, 6)
    for side in (found.first, found.second):
        lost = [Fraction(count, 36) for count in (0, 3, 12, 21, 0)]
        assert side.chances_of_losses()[:5] == lost
        assert sum(side.losses) == WHOLE
        assert side.chance("wounded") == Fraction(6 + 12 + 3, 36)
        assert side.chance("checks") == Fraction(21, 36)  # three of twelve are a quarter
        assert side.chance("opens") == Fraction(21, 36) * Fraction(28, 100)  # over 13
        assert side.chance("routs") == side.chance("destroyed") == 0
        assert side.lost() == Fraction(3 + 24 + 63, 36)
    assert (found.first_only, found.second_only, found.both) == (0, 0, 0)
    assert found.neither() == WHOLE


@pytest.mark.rule("battlesystem:8.7e", "battlesystem:8.7j")
def test_fates_of_a_wounded_unit() -> None:
    state = battle(men("Reds", attack_rating=16), blues(wounded=True))
    rows = fates(state, state.units[0], state.units[1], 6, 0)
    assert [(one.lost, one.wounded, one.ways * 36 // ATTACKS) for one in rows] == [
        (4, False, 6),  # 36: a second wound
        (3, True, 15),  # 30 leaves nothing over: the old wound stays
        (3, False, 12),
        (2, False, 3),
    ]
    assert sum(one.ways for one in rows) == ATTACKS


@pytest.mark.rule("battlesystem:4.5c", "battlesystem:8.8a")
def test_open_units_rout_and_that_decides() -> None:
    state, found = odds(men("Reds", attack_rating=16), blues(formation=OPEN, morale=11))
    # the Blues touch with four of their front; six Reds strike: 21 of 36 lose three or more
    assert found.strikers == (6, 4)
    assert found.second.chance("checks") == Fraction(21, 36)
    assert found.second.chance("routs") == Fraction(21, 36) * Fraction(45, 100)
    assert Fraction(found.first_only, WHOLE) == found.second.chance("routs")
    assert state.units[1].figures == 12  # nothing was changed


@pytest.mark.rule("battlesystem:4.1h")
def test_who_never_checks_never_routs() -> None:
    _, found = odds(men("Reds"), blues(formation=OPEN, never_checks=True))
    assert found.second.chance("checks") == found.second.chance("routs") == 0


@pytest.mark.rule("battlesystem:8.9", "battlesystem:6.4a")
def test_a_routed_unit_strikes_nobody_and_runs() -> None:
    _, found = odds(men("Reds"), blues(routed=True, formation=OPEN, in_command=False))
    assert found.strikers[1] == 0
    assert found.first.losses[0] == WHOLE
    assert found.second.chance("routs") + found.second.chance("destroyed") == 1


@pytest.mark.rule("battlesystem:4.4b", "battlesystem:4.2b")
def test_the_early_check_tells_on_the_late_one() -> None:
    # Reds stand behind the Blues, so the Blues have -2, but for when the Reds have routed before
    reds = men("Reds", 12, 6, y=22.5, formation=OPEN, morale=2, half=True, attack_rating=14)
    late = battle(reds, blues(12, 6, y=24.0, heading=0), ranking=(0, 1), stage=stages.ASSIGNMENT)
    early = late.copy()
    early.ranking = (1, 0)
    first = exchange(late, late.units[0], late.units[1])
    second = exchange(early, early.units[0], early.units[1])
    assert second.second.opens > first.second.opens
    assert second.second.checks == first.second.checks


@pytest.mark.rule("battlesystem:8.1d")
def test_skirmishers_lose_at_most_those_in_contact() -> None:
    scouts = skirmishers("Scouts", [(28, 23.625), (30, 23.625), (50, 23.625)])
    _, found = odds(scouts, blues(attack_rating=4))
    assert found.first.losses[:3] == [0, 0, WHOLE]
    assert found.first.losses[3] == 0


@pytest.mark.rule("battlesystem:8.1d", "battlesystem:8.7e")
def test_a_wounded_skirmisher_in_contact_falls_with_all_who_are() -> None:
    """The wounded one alone is in contact, and falls to every blow that tells: nobody who is left is wounded then."""
    scouts = skirmishers("Scouts", [(30, 23.625), (45, 23.625)], wounded=True)
    assert scouts.unit.singles is not None
    scouts.unit.singles[0].wounded = True
    _, found = odds(scouts, blues(attack_rating=4))
    assert (found.first.losses, found.first.wounded) == ([0, WHOLE, 0], 0)
    scouts.unit.singles[0].wounded, scouts.unit.singles[1].wounded = False, True
    _, found = odds(scouts, blues(attack_rating=4))
    assert (found.first.losses, found.first.wounded) == ([0, WHOLE, 0], WHOLE)


# ---------------------------------------------------------------- against fights by the rules


PAIRS: list[tuple[str, Troop, Troop]] = [
    ("closed", men("Reds", attack_rating=18), blues(morale=10)),
    ("open", men("Reds", formation=OPEN, attack_rating=17), blues(14, 7, formation=OPEN, morale=9)),
    ("rear", men("Reds", attack_rating=17), blues(y=25.5, heading=0, formation=OPEN, morale=12)),
    ("mob", crowd("Mob", 16, attack_rating=15), blues(8, 8, starting=12, quarter=True, wounded=True)),
    (
        "skirmishers",
        skirmishers("Scouts", [(28, 23.625), (30, 23.625), (32, 23.625), (40, 23.625)], attack_rating=14),
        blues(6, 6, starting=12, quarter=True, half=True, formation=OPEN),
    ),
]


@pytest.mark.rule("battlesystem:8.0b", "battlesystem:8.4d", "battlesystem:8.7i", "battlesystem:4.4b")
@pytest.mark.parametrize(("first", "second"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_exact_odds_agree_with_the_rules_played(first: Troop, second: Troop) -> None:
    state = battle(first, second, stage=stages.ASSIGNMENT)
    found = exchange(state, state.units[0], state.units[1])
    games = 300
    played = duels(state, state.units[0], state.units[1], games, 4, longest=1)
    for place, side in enumerate((found.first, found.second)):
        for number, chance in enumerate(side.chances_of_losses()):
            low, high = wilson(played.lost[place][number], games, SURE)
            assert low <= chance <= high, (place, number)
        low, high = wilson(played.routed[place], games, SURE)
        assert low <= side.chance("routs") <= high
    low, high = wilson(played.attacker, games, SURE)
    assert low <= Fraction(found.first_only, WHOLE) <= high


@pytest.mark.rule("battlesystem:8.8")
def test_a_duel_to_the_end_agrees_with_the_rules_played() -> None:
    state = battle(
        men("Reds", 6, 6, formation=OPEN, attack_rating=17, starting=8),
        blues(5, 5, formation=OPEN, morale=11, starting=8),
        stage=stages.ASSIGNMENT,
    )
    end = duel(state, state.units[0], state.units[1])
    assert end is not None
    assert end.first + end.second + end.neither == pytest.approx(1)
    games = 300
    played = duels(state, state.units[0], state.units[1], games, 9)
    for share, count in ((end.first, played.attacker), (end.second, played.defender)):
        low, high = wilson(count, games, SURE)
        assert low <= share <= high
    for place in (0, 1):
        low, high = wilson(played.routed[place], games, SURE)
        assert low <= end.routs[place] <= high
    assert end.rounds >= 1


@pytest.mark.rule("battlesystem:8.6a")
def test_duels_that_cannot_be_counted() -> None:
    odd = battle(men("Reds", attacks=3), blues(), stage=stages.ASSIGNMENT)
    assert duel(odd, odd.units[0], odd.units[1]) is None
    nobody = battle(men("Reds", attack_rating=60), blues(attack_rating=60), stage=stages.ASSIGNMENT)
    assert duel(nobody, nobody.units[0], nobody.units[1]) is None


# ---------------------------------------------------------------- what the command says


def asked(first: str, second: str, **flags: str) -> Any:
    return RULEBOOK.odds.ask(first, second, flags)


@pytest.mark.rule("battlesystem:8.4d")
def test_the_answer_as_data() -> None:
    found = asked("12 Dwarves", "12 Orcs").to_json()
    assert found["exact"]
    assert {"attacker", "defender", "neither", "rout", "expected_losses"} <= set(found)
    assert sum(Fraction(found[name]) for name in ("attacker", "defender", "neither")) == 1
    for who in ("attacker", "defender"):
        chances = [Fraction(text) for text in found["losses"][who]]
        assert sum(chances) == 1
        mean = sum(number * chance for number, chance in enumerate(chances))
        assert mean == Fraction(found["expected_losses"][who])
        assert found["attack"][who]["sum"] == sum(part["amount"] for part in found["attack"][who]["parts"])


@pytest.mark.rule("battlesystem:8.3i", "battlesystem:7.8e", "battlesystem:8.3f")
def test_formation_front_side_and_charge() -> None:
    def total(**flags: str) -> int:
        return int(asked("12 Dwarves", "12 Orcs", **flags).to_json()["attack"]["attacker"]["sum"])

    plain = total()
    assert total(side="rear") == plain - 2
    assert total(charge="yes") == plain - 1
    assert total(formation="open/closed") == plain + 1
    stands = asked("12 Dwarves", "12 Orcs", front="4/6", formation="open").to_json()["stands"]
    assert [stands[who]["files"] for who in ("attacker", "defender")] == [4, 6]
    assert [stands[who]["formation"] for who in ("attacker", "defender")] == ["open", "open"]


@pytest.mark.rule("battlesystem:8.8")
def test_a_duel_to_the_end_as_data_and_text() -> None:
    flags = {"until": "end", "front": "3", "formation": "open", "games": "20"}
    counted = asked("4 Dwarves", "4 Goblins", **flags)
    found = counted.to_json()
    assert (found["exact"], found["method"]) == (True, "chain")
    assert found["attacker"] + found["defender"] + found["neither"] == pytest.approx(1)
    assert Fraction(found["melee"]["expected_losses"]["defender"]) < found["expected_losses"]["defender"]
    assert "Fought to the end" in str(counted)
    fought = asked("12 Dwarves", "12 Orcs", until="end", games="3", seed="2")
    found = fought.to_json()
    assert (found["exact"], found["games"], found["seed"]) == (False, 3, "2")
    assert found["interval"]["attacker"][0] <= found["attacker"] <= found["interval"]["attacker"][1]
    assert "Simulated: 3 fights" in str(fought)


def test_two_lists_are_fought_out() -> None:
    found = asked("4 Dwarves", "4 Goblins, 4 Goblins", games="1", round_limit="20").to_json()
    assert (found["exact"], found["until"], found["games"]) == (False, "battle", 1)


def test_what_is_refused() -> None:
    for flags in (
        {"front": "13"},
        {"front": "0"},
        {"front": "x"},
        {"formation": "round"},
        {"formation": "mob"},
        {"side": "above"},
        {"games": "0"},
        {"nothing": "1"},
        {"charge": "perhaps"},
        {"until": "dawn"},
    ):
        with pytest.raises(BadInput):
            asked("12 Dwarves", "12 Orcs", **flags)
    with pytest.raises(BadInput):
        asked("12 Dwarves", "12 Unicorn-eaters")
    with pytest.raises(BadInput):
        asked("12 Dwarves, 12 Dwarves", "12 Orcs", front="6")


@pytest.mark.rule("battlesystem:2.11", "battlesystem:7.14", "battlesystem:8.3c")
def test_elite_troops_may_stand_in_skirmish_formation_and_skirmishers_never_charge() -> None:
    found = asked("Greatswords", "12 Orcs", formation="skirmish/closed").to_json()
    assert [found["stands"][who]["formation"] for who in ("attacker", "defender")] == ["skirmish", "closed"]
    parts = [(part["amount"], part["rule"]) for part in found["attack"]["attacker"]["parts"]]
    assert (1, "battlesystem:8.3c") in parts
    with pytest.raises(BadInput, match="never charge"):
        asked("Greatswords", "12 Orcs", formation="skirmish/closed", charge="yes")
    with pytest.raises(BadInput, match="never charge"):
        asked("6 Goblins (skirmish)", "12 Orcs", charge="yes")
    with pytest.raises(BadInput, match="cannot stand"):
        asked("12 Dwarves", "12 Orcs", formation="skirmish")


def test_the_answer_as_text() -> None:
    text = str(asked("12 Dwarves", "6 Goblins (skirmish)"))
    assert "12 Dwarves attack 6 Goblins" in text
    assert "only the defender routs or is destroyed" in text
