"""What extra successes are worth to who spends them well: specialists, strikes, the foray, and positions that are shot away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.companies.musters import PLAIN, battle, force, officer, plain

from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.company_rolls import FORAY
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.odds.bought.gains import MANY, besides, lost, mean, spent, struck
from banneret.rulebooks.companies.odds.bought.specials import runners_lost, scouts_lost
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame
from banneret.rulebooks.companies.odds.in_person.foray import best_lead, duelling
from banneret.rulebooks.companies.odds.prospects import OWN, Prospects
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import CHARGE, FLANK, HOLD, RALLY, SCOUT, SKIRMISH

NEAR = ("west-bank", "west-bank")
COLD = replace(OWN, nerve=0.0)
"""A posture to which no Steel test is worth anything."""
ALIKE = ((0.75, 0.75), (0.875, 0.5))
"""A strike of one die against one, and of two: not fewer successes in 3/4 and 7/8, not more in 3/4 and 1/2."""


@pytest.mark.rule("companies:disp.loss")
def test_points_of_a_position_are_lost_first_and_count_as_ground() -> None:
    assert lost(3.0, 2, 0.25) == 2 * 0.25 + 1
    assert lost(1.0, 2, 0.25) == 0.25
    assert lost(1.5, 0, 0.25) == 1.5


@pytest.mark.rule("companies:flank.damage", "companies:spec.buy")
def test_specialists_once_each_and_points_at_two() -> None:
    """Specialists worth 0.75 and 0.4 at 1: with 2 both (1.15), with 3 the better one and a point, with 4 both and a point (2.15, not 2)."""
    assert spent((0.75, 0.4), 1, MANY, 0, 0.25)[:5] == pytest.approx((0.0, 0.75, 1.15, 1.75, 2.15))
    assert spent((0.75, 0.4), 2, MANY, 0, 0.25)[:5] == pytest.approx((0.0, 0.0, 1.0, 1.0, 2.0))
    assert spent((0.75,), 1, 1, 0, 0.25)[4:7] == pytest.approx((1.75, 1.75, 1.75))
    assert spent((0.75, 0.4), 1, MANY, 2, 0.25)[4] == pytest.approx(1.15 + 0.25)


@pytest.mark.rule("companies:hold.dig-in")
def test_something_that_is_bought_once() -> None:
    """Digging in costs 2 and is worth 0.9: it goes before a point, and both are had with 4."""
    points = spent((), 1, 1, 0, 0.25)
    assert besides(points, 2, 0.9)[:6] == pytest.approx((0.0, 0.0, 1.0, 1.0, 1.9, 1.9))
    assert mean((0.25, 0.25, 0.5), besides(points, 2, 0.9)) == pytest.approx(0.5)


@pytest.mark.rule("companies:charge.strikes", "companies:charge.strike-dice", "companies:strike.tie")
def test_strikes_of_even_troops_are_worth_their_dice_alone() -> None:
    """One die against one costs both sides alike; a bought die makes 7/8 less 1/2 of it, for 2."""
    assert struck(ALIKE, ALIKE, 1.0, 0, 0.25)[:5] == pytest.approx((0.0, 0.0, 0.375, 0.375, 0.75))


@pytest.mark.rule("companies:charge.steel", "companies:charge.strike-dice")
def test_a_charge_buys_a_steel_test_before_strikes() -> None:
    """A commander without Steel always fails: 1.6 for the first extra success, 0.375 for the next two."""
    state = battle(plain(), plain(steel=0), forces=[force(0, weapon=1), force(1, weapon=1)], places=NEAR)
    prospects = Prospects(state, 0, 1, OWN)
    worths = prospects.bought(prospects.own[CHARGE], prospects.other[HOLD], 0)
    assert worths[:5] == pytest.approx((0.0, 1.6, 1.6, 1.975, 1.975))


@pytest.mark.rule("companies:strike.skirmish")
def test_strikes_at_who_skirmishes_have_a_die_more() -> None:
    """Two dice against one: 7/8 less 1/2 for each strike of 1; a third die is worth less than a second strike."""
    state = battle(plain(), plain(), forces=[force(0, weapon=1), force(1, weapon=1)], places=NEAR)
    prospects = Prospects(state, 0, 1, COLD)
    worths = prospects.bought(prospects.own[CHARGE], prospects.other[SKIRMISH], 0)
    assert worths[:4] == pytest.approx((0.0, 0.375, 0.75, 1.125))


@pytest.mark.rule("companies:rally.weapon-dice", "companies:charge.strikes")
@pytest.mark.parametrize(
    ("value", "worths"),
    [("every-strike", (0.0, 0.375, 0.75, 1.125)), ("pool", (0.0, 0.375, 0.625, 0.625, 1.0))],
)
def test_a_saved_die_serves_every_strike_or_one(value: str, worths: tuple[float, ...]) -> None:
    """One die against one: 7/8 less 1/2 with the saved one, 15/16 less 5/16 with a bought one besides; a strike that has none is worth nothing."""
    forces = [force(0, weapon=1), force(1, weapon=1)]
    state = battle(plain(), plain(), forces=forces, places=NEAR, options={"rally-weapon-dice": value})
    state.companies[0].weapon_dice = 1
    prospects = Prospects(state, 0, 1, COLD)
    found = prospects.bought(prospects.own[CHARGE], prospects.other[HOLD], 0)
    assert found[: len(worths)] == pytest.approx(worths)


@pytest.mark.rule("companies:strike.commander", "companies:charge.foray")
def test_one_strike_of_the_foray_is_the_commanders_own() -> None:
    """Sword 2 beside troops of 1: the first strike is worth 7/8 less 1/2, with a die 15/16 less 5/16; the others nothing without one."""
    leader = officer({**PLAIN, "Sword": 2}, melee="Sword")
    state = battle(leader, plain(), forces=[force(0, weapon=1), force(1, weapon=1)], places=NEAR)
    prospects = Prospects(state, 0, 1, COLD)
    assert prospects.own[CHARGE].effort.foray
    worths = prospects.bought(prospects.own[CHARGE], prospects.other[HOLD], 0)
    assert worths[:5] == pytest.approx((0.0, 0.375, 0.625, 0.625, 1.0))


def lead(skills: dict[str, int], other: int = HOLD, sword: int = 2) -> tuple[object, int]:
    """The last word of the best way to lead a Charge with these skills against an action of an enemy with that Sword, and its dice."""
    state = battle(
        officer(skills, melee="Sword"), officer({**PLAIN, "Sword": sword}, melee="Sword"), places=NEAR
    )
    order, pool = best_lead(state, Effort(0, CHARGE, CHARGE, foe=1), Effort(1, other, other, foe=0))
    return order[-1], pool.dice


@pytest.mark.rule("companies:charge.foray")
def test_a_commander_joins_the_foray_for_dice_or_for_a_better_strike() -> None:
    """Conspicuous adds a die in a foray; a sword of 5 strikes better than troops of 4, one of 4 does not."""
    assert lead({"Command": 4, "Conspicuous": 3}) == (FORAY, 5)
    assert lead({"Command": 4, "Sword": 5}) == (FORAY, 4)
    assert lead({"Command": 4, "Sword": 4}) == ("Command", 4)


@pytest.mark.rule("companies:charge.vulnerable")
def test_nobody_joins_a_foray_where_a_better_fighter_may_seek_them() -> None:
    """An enemy who closes and has a sword of 9 would fight the duel, for a success less; one who holds cannot."""
    skills = {"Command": 4, "Conspicuous": 3, "Sword": 2}
    assert lead(skills, CHARGE, 9) == ("Command", 4)
    assert lead(skills, FLANK, 9) == ("Command", 4)
    assert lead(skills, HOLD, 9) == (FORAY, 5)
    assert lead(skills, CHARGE, 2) == (FORAY, 5)


def test_who_is_losing_seeks_a_duel_that_the_other_shuns() -> None:
    """Even fighters: no duel. At 2 against 6 it is worth 4 × 0.4 more to the loser, and 4 × 0.6 less to the winner."""
    even, losing = battle(plain(), plain()), battle(plain(), plain(), basic=(2, 6))
    assert duelling(even, 0, 1) == duelling(even, 1, 0) == pytest.approx(-0.8)
    assert duelling(losing, 0, 1) == pytest.approx(0.8)
    assert duelling(losing, 1, 0) == pytest.approx(-3.2)


def couriers(own: int, other: int) -> State:
    """Companies whose scouts and couriers have that many dice, and whose leaders are no help."""
    skills = frozenset({"Stealthy", "Riding"})
    guards = frozenset({"Inconspicuous"})
    forces = [force(0, competence=own, skills=skills), force(1, competence=other, skills=guards)]
    return battle(plain(), plain(), forces=forces, places=NEAR)


@pytest.mark.rule("companies:spec.runners", "companies:spec.opposed-tie")
def test_the_chance_to_take_out_runners() -> None:
    """One die against one wins in a quarter, two in 1/2 × 1/2 + 1/4 of all cases; a tie does nothing."""
    assert runners_lost(couriers(1, 1), 0, 1) == pytest.approx(0.25)
    assert runners_lost(couriers(2, 1), 0, 1) == pytest.approx(0.5)


@pytest.mark.rule("companies:spec.scouts", "companies:tie.unskilled")
def test_the_chance_to_take_out_scouts() -> None:
    """Two riders' dice against four of Speed without Stealthy, halved: none in 5/16, one in 10/16. 1/2 × 5/16 + 1/4 × 15/16."""
    assert scouts_lost(couriers(2, 1), 0, 1) == pytest.approx(6.25 / 16)


@pytest.mark.rule("companies:spec.runners-effect", "companies:scout.lost")
def test_a_specialist_without_an_object_is_not_bought() -> None:
    """Runners that are out are not taken out twice, and nobody hides from who has not found them."""
    state = couriers(2, 1)
    prospects = Prospects(state, 0, 1, OWN)
    flank = prospects.bought(prospects.own[FLANK], prospects.other[RALLY], 0)
    assert flank[1] == pytest.approx(0.5 * OWN.runners)
    state.companies[1].runners_lost = True
    prospects = Prospects(state, 0, 1, OWN)
    flank = prospects.bought(prospects.own[FLANK], prospects.other[RALLY], 0)
    assert flank[1] == pytest.approx(6.25 / 16 * OWN.hidden)
    state.scouted[2] = False
    prospects = Prospects(state, 0, 1, OWN)
    assert prospects.bought(prospects.own[FLANK], prospects.other[RALLY], 0)[:3] == (0.0, 0.0, 1.0)


def written(state: State) -> ExchangeGame:
    """The exchange of two companies that are about to write."""
    state.stage = stages.SCRIPT
    return ExchangeGame(state, 0, 1)


@pytest.mark.rule("companies:position.damage", "companies:skirmish.damage")
def test_a_position_is_shot_away_in_the_next_volley() -> None:
    """Two who skirmish, Tactics 6 at Ob 2: one point for 3 or 4 successes (35/64), two for 5 or 6 (7/64), 49/64 in all: a point.

    Three dice cost the other 1/8 of one: nothing.
    """
    values = {"west-bank": 2}
    shooters = officer({**PLAIN, "Tactics": 6}), officer({**PLAIN, "Tactics": 3})
    game = written(battle(*shooters, places=NEAR, values=values, holds=(True, True)))
    after = game.after(game.root, SKIRMISH, SKIRMISH)
    assert [company.bonus for company in after.state.companies] == [2, 1]


@pytest.mark.rule("companies:rally.weapon-dice", "companies:rally.dig-in")
def test_a_rally_saves_its_dice_for_a_charge_or_digs_in() -> None:
    """Oratory 9 at Ob 1 against a Scout saves (3 × 382 + 2 × 84 + 36) / 512 dice, three nearly; two dig in."""
    leader = officer({**PLAIN, "Oratory": 9})
    game = written(battle(leader, plain(), places=NEAR, holds=(True, False)))
    saving, digging = (game.after(game.root, RALLY, SCOUT, saved) for saved in (1, 0))
    assert [saving.state.companies[0].weapon_dice, saving.state.companies[0].dug] == [3, 0]
    assert [digging.state.companies[0].weapon_dice, digging.state.companies[0].dug] == [0, 1]
    first, second = (RALLY, CHARGE, HOLD), (RALLY, HOLD, HOLD)
    scouts = (SCOUT, SCOUT, SCOUT)
    assert game.worth(first, scouts) == pytest.approx(
        game.root.worth(RALLY, SCOUT, 1)
        + saving.worth(CHARGE, SCOUT)
        + game.after(saving, CHARGE, SCOUT).worth(HOLD, SCOUT)
    )
    assert game.worth(second, scouts) == pytest.approx(
        game.root.worth(RALLY, SCOUT)
        + digging.worth(HOLD, SCOUT)
        + game.after(digging, HOLD, SCOUT).worth(HOLD, SCOUT)
    )
