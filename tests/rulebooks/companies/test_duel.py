"""Duels and shots: fought in person at the end of a volley."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.companies.musters import Answers, battle, hits, officer, plain

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.spending import goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.fighting.duel import (
    HELPLESS,
    MOVES,
    DuelChoice,
    Duellist,
    fight_duel,
    resolve,
)
from banneret.rulebooks.companies.exchange.fighting.hits import take_hit
from banneret.rulebooks.companies.exchange.fighting.shots import (
    FIGHT,
    SHOOT,
    fight_in_person,
    marks,
    shooters,
)
from banneret.rulebooks.companies.odds.duel import pass_odds
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import NOBODY, State
from banneret.rulebooks.companies.tables.actions import ADVANCE, CHARGE, FLANK, SKIRMISH, actions
from banneret.testing import Script

BARE = {"armour": "none", "shield": "none"}


def fighter(**changed: Any) -> Any:
    """Four dice with the sword, no armour, and no nerve at all: it fails without a roll."""
    return officer({"Sword": 4, "Command": 4}, **{**BARE, "steel": 0, **changed})


def duel(
    dice: list[int], *moves: tuple[str, str], nerve: Order | None = None, state: State | None = None
) -> State:
    """A duel pass by pass; what is not said is blocked."""
    state = state or battle(fighter(), fighter())
    given: list[Any] = [(one,) for pair in moves for one in pair]
    if nerve is not None:
        given.append(nerve)
    given += [("block",), ("block",)] * (6 - len(moves))
    table = Script(dice, given, strict=False)
    fight_duel(state, table)
    return state


def wounds(state: State) -> list[list[int]]:
    return [state.people[number].wounds for number in (0, 1)]


@pytest.mark.rule("companies:fight.house-rolls", "companies:fight.house-pass")
@pytest.mark.parametrize(
    ("moves", "dice", "found"),
    [
        (("strike", "strike"), hits(2, 4) + hits(1, 4), [[], [1]]),
        (("strike", "strike"), hits(2, 4) + hits(2, 4), [[1], [1]]),
        (("strike", "block"), hits(3, 4) + hits(2, 5), [[], [1]]),
        (("strike", "block"), hits(2, 4) + hits(2, 5), [[], []]),
        (("strike", "great-strike"), hits(2, 5) + hits(1, 4), [[], [1]]),
    ],
)
def test_two_moves_against_each_other(
    moves: tuple[str, str], dice: list[int], found: list[list[int]]
) -> None:
    assert wounds(duel(dice, moves)) == found


@pytest.mark.rule("companies:fight.house-rolls")
def test_a_tie_with_a_great_strike_hurts_the_striker_more() -> None:
    """Strike 3 of 5 against Great Strike 3 of 4: hits of 2 and 1. With Will 10 nobody loses nerve."""
    state = battle(fighter(stats=(10, 4, 4, 4, 4, 4)), fighter(stats=(10, 4, 4, 4, 4, 4)))
    duel(hits(3, 5) + hits(3, 4), ("strike", "great-strike"), state=state)
    assert wounds(state) == [[2], [1]]


@pytest.mark.rule("companies:fight.house-rolls")
def test_a_block_that_wins_gives_dice_in_the_next_pass() -> None:
    state = duel(
        hits(1, 4) + hits(3, 4) + hits(1, 4) + hits(2, 6), ("great-strike", "block"), ("strike", "strike")
    )
    assert wounds(state) == [[1], []]


@pytest.mark.rule("companies:fight.house-hit")
def test_armour_and_shield_take_steps_off() -> None:
    state = battle(officer(armour="heavy-mail", shield="heater"), plain())
    assert take_hit(state, Script([1, 2, 4, 3, 2, 5, 1]), 0, 3) == 1
    assert state.people[0].wounds == [1]
    assert take_hit(state, Script([4] * 7), 0, 3) == 0
    assert take_hit(battle(fighter(), plain()), Script([]), 0, 9) == 6


@pytest.mark.rule("companies:fight.house-steel", "companies:fight.withdraw")
def test_lost_nerve_may_run_at_the_price_of_two() -> None:
    state = battle(fighter(), fighter(), basic=(5, 3))
    duel(hits(2, 4) + hits(0, 4), ("strike", "strike"), nerve=("run",), state=state)
    assert [company.disposition for company in state.companies] == [7, 1]
    assert state.outcome is None


@pytest.mark.rule("companies:fight.win", "companies:fight.house-steel")
def test_begging_loses_the_duel_and_the_battle() -> None:
    state = battle(fighter(), fighter(), basic=(1, 7))
    duel(hits(2, 4) + hits(0, 4), ("strike", "strike"), nerve=("beg",), state=state)
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((0,), "companies:fight.win")
    assert state.companies[1].basic == 7


@pytest.mark.rule("companies:fight.house-helpless")
def test_who_stands_and_drools_is_hit_for_every_success() -> None:
    state = battle(fighter(), fighter())
    given: list[Any] = [("strike",), ("strike",), ("stand",), ("great-strike",)]
    table = Script(hits(2, 4) + hits(0, 4) + hits(4, 4), given, strict=False)
    fight_duel(state, table)
    assert state.people[1].wounds == [2, 5]


@pytest.mark.rule("companies:fight.house-break-off")
def test_breaking_off_against_an_attack_is_speed_against_skill() -> None:
    away = duel(hits(2, 4) + hits(2, 4), ("break-off", "strike"))
    assert [company.basic for company in away.companies] == [4, 8]
    caught = duel(hits(1, 5) + hits(2, 4), ("break-off", "great-strike"), nerve=("stand",))
    assert [company.basic for company in caught.companies] == [6, 6]
    assert wounds(caught)[0][0] == 2


@pytest.mark.rule("companies:fight.house-break-off", "companies:fight.withdraw")
def test_both_break_off_and_nothing_changes() -> None:
    state = duel([], ("break-off", "break-off"))
    assert [company.basic for company in state.companies] == [6, 6]
    assert not any(company.fallen for company in state.companies)


@pytest.mark.rule("companies:fight.withdraw")
def test_a_company_of_two_falls_when_its_leader_breaks_away() -> None:
    state = battle(fighter(), fighter(), basic=(2, 4))
    duel([], ("break-off", "block"), state=state)
    assert state.companies[0].fallen
    assert state.companies[1].basic == 6


@pytest.mark.rule("companies:fight.house-end")
def test_six_passes_part_them() -> None:
    state = duel([], *[("block", "block")] * 6)
    assert state.outcome is None
    assert [company.basic for company in state.companies] == [6, 6]


@pytest.mark.rule("companies:fight.house-end")
def test_both_out_in_the_same_pass_and_nobody_has_won() -> None:
    weak = fighter(stats=(4, 4, 4, 4, 4, 1))
    state = battle(weak, weak)
    duel(hits(2, 4) + hits(2, 4), ("great-strike", "great-strike"), state=state)
    assert [person.out for person in state.people[:2]] == [True, True]
    assert state.outcome is None


# ---------------------------------------------------------------- buying


def words(state: State, effort: Effort, other: Effort) -> dict[str, int]:
    effort.menu = tuple([entry.id for entry in actions()[effort.action].menu])
    return {good.word: good.price for good in goods_of(state, effort, other)}


@pytest.mark.rule(
    "companies:fight.price", "companies:charge.fight", "companies:flank.fight", "companies:charge.vulnerable"
)
@pytest.mark.parametrize("action", [CHARGE, FLANK])
def test_three_for_a_duel_or_two_with_one_in_the_foray(action: int) -> None:
    state = battle(plain(), plain())
    assert words(state, Effort(0, action, action), Effort(1))[FIGHT] == 3
    assert words(state, Effort(0, action, action), Effort(1, foray=True))[FIGHT] == 2


@pytest.mark.rule("companies:advance.fight", "companies:fight.price")
def test_an_advance_closes_only_where_it_took_a_held_position() -> None:
    state = battle(plain(), plain())
    taken = Effort(0, ADVANCE, ADVANCE, 2, taken=True)
    assert words(state, taken, Effort(1, held=2))[FIGHT] == 2
    assert FIGHT not in words(state, taken, Effort(1))


@pytest.mark.rule("companies:fight.token")
@pytest.mark.parametrize(("tokens", "may"), [(0, False), (1, True), (NOBODY, True)])
def test_a_conflict_scene_is_needed(tokens: int, may: bool) -> None:
    state = battle(plain(), plain())
    state.tokens[0] = tokens
    assert (FIGHT in words(state, Effort(0, CHARGE, CHARGE), Effort(1))) == may


@pytest.mark.rule("companies:fight.who")
def test_nobody_seeks_a_commander_who_is_out() -> None:
    state = battle(plain(), plain())
    state.people[1].out = True
    assert FIGHT not in words(state, Effort(0, CHARGE, CHARGE), Effort(1))


@pytest.mark.rule("companies:fight.both", "companies:fight.token")
def test_one_duel_costs_both_their_scene_and_none_is_fought_with_the_fallen() -> None:
    def bought() -> list[Effort]:
        return [Effort(number, bought={FIGHT: 1}, foe=1 - number) for number in (0, 1)]

    state = battle(fighter(), fighter())
    fight_in_person(state, Answers([], {("duel", 0): ("break-off",), ("duel", 1): ("break-off",)}), bought())
    assert state.tokens == [0, 0]
    fallen = battle(fighter(), fighter())
    fallen.companies[1].fallen = True
    fight_in_person(fallen, Script([]), bought())
    assert fallen.tokens == [1, 1]


# ---------------------------------------------------------------- shots


def archer(**changed: Any) -> Any:
    return officer({"Bow": 4}, **{"missile": "Bow", **BARE, **changed})


def shot(state: State, dice: list[int], order: Order) -> State:
    table = Script(dice, [order])
    fight_in_person(state, table, [Effort(0, bought={SHOOT: 1}, foe=1), Effort(1, foe=0)])
    table.finish()
    return state


@pytest.mark.rule("companies:range.house-shot", "companies:fort.effect")
def test_a_shot_meets_two_and_the_works_of_the_target() -> None:
    order: Order = ("shoot", "carrow", "carrow")
    walled = battle(archer(), fighter(steel=9), works={"east-bank": 1}, holds=(False, True))
    shot(walled, hits(4, 4) + [4] * 8, order)
    assert wounds(walled)[1] == [2]
    missed = battle(archer(), fighter(), works={"east-bank": 3}, holds=(False, True))
    assert wounds(shot(missed, hits(4, 4), order))[1] == []


@pytest.mark.rule("companies:range.house-answer")
def test_the_target_shoots_back_once_at_three() -> None:
    state = battle(archer(), archer())
    shot(state, hits(1, 4) + hits(3, 4), ("shoot", "carrow", "carrow"))
    assert wounds(state) == [[1], []]


@pytest.mark.rule("companies:range.house-answer", "companies:range.after")
def test_a_commander_badly_hit_may_lose_nerve() -> None:
    state = battle(archer(), fighter())
    shot(state, hits(3, 4), ("shoot", "carrow", "carrow"))
    assert state.companies[1].hesitates == state.now + 1
    assert state.outcome is None


@pytest.mark.rule("companies:skirmish.range", "companies:range.house-shot")
def test_a_shot_costs_three_and_needs_somebody_who_shoots() -> None:
    effort = Effort(0, SKIRMISH, SKIRMISH)
    assert words(battle(archer(), plain()), effort, Effort(1))[SHOOT] == 3
    assert SHOOT not in words(battle(plain(missile=""), plain()), effort, Effort(1))


@pytest.mark.rule("companies:range.house-shot")
def test_seconds_shoot_and_are_shot_at() -> None:
    state = battle(archer(), plain(), seconds=((0, archer(id="piers")), (1, plain(id="holt"))))
    assert shooters(state, 0) == [0, 2]
    assert marks(state, 1) == [1, 3]
    state.people[1].out = True
    assert marks(state, 1) == [3]


class Falls(Script):
    """Dice that fall by bits: a bit that is set is a success."""

    def __init__(self, bits: int) -> None:
        super().__init__([])
        self.bits = bits
        self.rolled = 0

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        face = 4 if self.bits >> self.rolled & 1 else 1
        self.rolled += 1
        return face


def seen(pair: list[Duellist]) -> str:
    """The end of a pass, as it looks to the first of the two."""
    own, other = pair
    if own.hit or other.hit:
        return "both hit" if own.hit and other.hit else "hits" if other.hit else "is hit"
    if own.away or other.away:
        return "gets away" if own.away else "lets go"
    return "wins dice" if own.ahead else "gives dice" if other.ahead else "nothing"


@pytest.mark.rule(
    "companies:fight.house-rolls", "companies:fight.house-break-off", "companies:fight.house-helpless"
)
@pytest.mark.parametrize("mine", MOVES)
@pytest.mark.parametrize("theirs", [*MOVES, HELPLESS])
def test_the_odds_of_a_pass_are_what_all_its_throws_come_to(mine: str, theirs: str) -> None:
    stats = (4, 4, 4, 2, 2, 2)
    first, second = fighter(stats=stats), fighter(stats=stats)
    first.skills["Sword"], second.skills["Sword"] = 2, 3
    state = battle(first, second)
    counts: dict[str, int] = {}
    for bits in range(2**8):
        pair = [Duellist(0, 0, "Sword", 1, move=mine), Duellist(1, 1, "Sword", move=theirs)]
        resolve(state, Falls(bits), pair)
        counts[seen(pair)] = counts.get(seen(pair), 0) + 1
    own, other = Duellist(0, 0, "Sword", 1), Duellist(1, 1, "Sword")
    found = pass_odds(state, own, other, mine, theirs)
    assert {name: share for name, share in found.items() if share} == {
        name: Fraction(count, 2**8) for name, count in counts.items()
    }


@pytest.mark.rule("companies:fight.house-pass")
def test_every_move_of_a_duel_stands_with_its_odds() -> None:
    state = battle(fighter(), fighter())
    choice = DuelChoice(state, Duellist(0, 0, "Sword"), Duellist(1, 1, "Sword"))
    options = {option.order: option for option in RULEBOOK.view.question(state, choice).options}
    blow, guard = options["strike"], options["block"]
    assert blow.odds is not None
    assert guard.odds is not None
    assert [spread.title for spread in blow.odds.spreads] == [
        "against a Strike",
        "against a Great Strike",
        "against a Block",
        "against breaking off",
    ]
    assert blow.consequence.endswith("hits 25 to 75 %, is hit 0 to 64 %")
    assert "hits" not in guard.consequence.partition("is hit")[2]
    dazed = DuelChoice(state, Duellist(0, 0, "Sword"), Duellist(1, 1, "Sword", dazed=True))
    helpless = RULEBOOK.view.question(state, dazed).options[0]
    assert helpless.consequence.endswith("hits 94 %")
