"""Second cases of rules that had the catalogue's own example alone, worked out by hand. Commanders have four dice; 4 succeeds, 1 does not."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import PLAIN, battle, force, hits, officer, volley
from rulebooks.companies.test_edges import NEAR, field, left, plain, spend

from banneret.kernel.order import Order
from banneret.rulebooks.companies.pools.building import help_of_seconds
from banneret.rulebooks.companies.pools.steel import keeps_nerve, steel_obstacle
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.state import State
from banneret.testing import Script

Said = dict[tuple[str, int], Order]


def place(state: State, number: int) -> str:
    return state.nodes[state.companies[number].place]


# ---------------------------------------------------------------- pools, help, Steel


@pytest.mark.rule("companies:core.empty-pool", "companies:core.wounds", "companies:test.versus")
def test_a_commander_without_dice_rolls_nothing_and_loses_to_one() -> None:
    """Tactics 3 with a Severe wound is no die: the Scout has won with 1 success, by 1."""
    state = battle(officer({"Tactics": 3}), plain(), places=NEAR)
    wound(state, 0, 4)
    flank, scout = volley(state, "flank", "scout", hits(1, 4))
    assert (flank.works_out, scout.works_out, scout.extra) == (False, True, 1)


@pytest.mark.rule("companies:core.help", "companies:core.help-limits")
def test_wounds_take_the_second_die_of_a_helper_and_then_the_first() -> None:
    """Tactics 5 helps with two dice, with a Light wound with one; Tactics 2 with a Midi not at all; who is out does not either."""
    seconds = ((0, officer({"Tactics": 5}, id="able")), (0, officer({"Tactics": 2}, id="young")))
    state = battle(plain(), plain(), seconds=(*seconds, (1, officer({"Tactics": 6}, id="enemy"))))
    listed = ("Strategy", "Tactics")
    assert help_of_seconds(state, 0, 0, listed) == 3
    wound(state, 2, 2)
    assert help_of_seconds(state, 0, 0, listed) == 2
    wound(state, 3, 3)
    assert help_of_seconds(state, 0, 0, listed) == 1
    state.people[2].out = True
    assert help_of_seconds(state, 0, 0, listed) == 0


@pytest.mark.rule("companies:core.hesitation", "companies:core.steel")
def test_the_stronger_the_will_the_less_it_hesitates() -> None:
    """Will 6 hesitates by 4, Will 3 by 7: four successes of Steel 4 are enough for the one alone."""
    state = battle(
        officer(PLAIN, steel=4, stats=(6, 4, 4, 4, 4, 4)), officer(PLAIN, steel=4, stats=(3, 4, 4, 4, 4, 4))
    )
    assert (steel_obstacle(state, 0), steel_obstacle(state, 1)) == (4, 7)
    for number, keeps in [(0, True), (1, False)]:
        table = Script([4, 4, 4, 4])
        assert keeps_nerve(state, table, number) == keeps
        table.finish()


@pytest.mark.rule("companies:core.unskilled-independent", "companies:matrix.flank")
def test_a_harassed_flank_without_the_skill_against_a_charge() -> None:
    """Ob 2 doubled is 4, and 1 for a Skirmish: of the five dice of Will 5 all must succeed, four do not do."""
    for successes, works in [(4, False), (5, True)]:
        state = battle(officer({}), plain(), places=NEAR)
        state.companies[0].raised = 1
        flank, _ = volley(state, "flank", "charge", [*hits(successes, 5), *hits(0, 4)])
        assert (flank.works_out, flank.extra) == (works, 0)


# ---------------------------------------------------------------- positions and losses


@pytest.mark.rule("companies:position.damage", "companies:disp.loss", "companies:advance.purpose")
def test_a_position_shot_away_to_the_last_point_is_taken_again_from_beside_it() -> None:
    """Dug in (1) on a hill of 2, struck for 3: basic untouched, in the open; four successes at Ob 1 + 2 take it again with 1 over."""
    state = battle(
        plain(), officer({**PLAIN, "Tactics": 6}), places=NEAR, holds=(True, False), values={"west-bank": 2}
    )
    state.companies[0].dug = 1
    volley(state, "scout", "skirmish", [*hits(0, 4), *hits(6, 6)], {("spend", 1): spend(("damage", 3))})
    own = state.companies[0]
    assert (own.basic, own.bonus, own.dug, own.holds) == (6, 0, 0, False)
    effort, _ = volley(state, "advance west-bank", "rally", [*hits(4, 4), *hits(0, 4)])
    assert (effort.extra, own.bonus, own.holds) == (1, 2, True)


@pytest.mark.rule("companies:position.dislodge", "companies:advance.damage", "companies:advance.occupied")
def test_who_is_put_out_loses_further_points_off_the_basic() -> None:
    """Dug in on the island of 1: an Advance that wins by 3 takes bonus and digging at once, and its one point is basic."""
    state = field(holds=(False, True))
    state.companies[1].dug = 1
    said: Said = {("spend", 0): spend(("damage", 1))}
    volley(state, "advance island", "rally", [*hits(4, 4), *hits(1, 4)], said)
    enemy = state.companies[1]
    assert (enemy.basic, enemy.bonus, enemy.dug, enemy.holds) == (5, 0, 0, False)
    assert left(state) == [7, 5]


@pytest.mark.rule(
    "companies:withdraw.leave", "companies:withdraw.independent-effect", "companies:matrix.hold"
)
def test_a_withdraw_from_a_hill_pays_with_the_basic() -> None:
    """Four successes at Ob 2 against a Hold: the enemy loses 3, the company 2 of its six; the hill of 3 paid nothing."""
    state = field(holds=(True, False), values={"west-bank": 3})
    volley(state, "withdraw", "hold", hits(4, 4))
    assert [company.basic for company in state.companies] == [4, 3]
    assert not state.companies[0].holds


@pytest.mark.rule("companies:flank.leave", "companies:test.versus-loser")
def test_a_flank_that_is_beaten_has_given_up_its_hill() -> None:
    state = field(holds=(True, False), values={"west-bank": 2})
    state.companies[0].dug = 1
    volley(state, "flank", "scout", [*hits(1, 4), *hits(2, 4)])
    assert (left(state), state.companies[0].holds) == ([6, 6], False)


# ---------------------------------------------------------------- Advance


@pytest.mark.rule("companies:advance.versus", "companies:advance.build", "companies:advance.take")
def test_a_hill_of_three_in_two_wins() -> None:
    """Won by 2, then by 1: the store of 3 occupies it with nothing over."""
    state = field(places=("west-bank", "east-camp"), values={"island": 3})
    volley(state, "advance island", "scout", [*hits(3, 4), *hits(1, 4)])
    assert (state.companies[0].store, place(state, 0)) == (2, "west-bank")
    effort, _ = volley(state, "advance island", "scout", [*hits(2, 4), *hits(1, 4)])
    assert (effort.works_out, effort.extra, place(state, 0), left(state)) == (True, 0, "island", [9, 6])
    assert state.companies[0].store == 0


@pytest.mark.rule("companies:advance.unskilled", "companies:core.round-down")
def test_an_advance_without_the_skill_counts_half_against_a_scout() -> None:
    """Five successes of Will 5 count 2; against 1 that is a win by 1, which is the island of 1."""
    state = battle(officer({}), plain(), places=("west-bank", "east-camp"))
    effort, _ = volley(state, "advance island", "scout", [*hits(5, 5), *hits(1, 4)])
    assert (effort.count, effort.works_out, effort.extra, place(state, 0)) == (2, True, 0, "island")


@pytest.mark.rule("companies:advance.open-ground", "companies:advance.damage")
def test_an_advance_back_to_the_camp_hurts_by_its_margin() -> None:
    state = field()
    said: Said = {("spend", 0): spend(("damage", 1))}
    volley(state, "advance west-camp", "scout", [*hits(3, 4), *hits(1, 4)], said)
    assert (place(state, 0), state.companies[0].holds, left(state)) == ("west-camp", False, [6, 5])


@pytest.mark.rule("companies:test.none", "companies:advance.occupied")
def test_an_idle_company_on_a_hill_of_two_is_not_put_out_by_one_success() -> None:
    """Nothing is rolled against it; the win by 1 is stored, and one more takes it."""
    state = field(holds=(False, True), values={"island": 2})
    volley(state, "advance island", "none", hits(1, 4))
    assert (state.companies[0].store, left(state)) == (1, [6, 8])
    volley(state, "advance island", "none", hits(1, 4))
    assert (place(state, 0), left(state)) == ("island", [8, 6])


# ---------------------------------------------------------------- Charge and strikes


@pytest.mark.rule("companies:charge.versus", "companies:fort.effect", "companies:strike.walls")
def test_trolls_against_a_wall() -> None:
    """Charge 4 against a Hold of 2 behind works of 1: one strike, and no die for the size of the chargers."""
    state = field(forces=[force(0, size=3), force(1)], holds=(False, True), works={"island": 1})
    said: Said = {("spend", 0): spend(("strike", 1))}
    effort, _ = volley(state, "charge", "hold", [*hits(4, 4), *hits(2, 5), *hits(1, 4), *hits(0, 4)], said)
    assert (effort.extra, left(state)) == (1, [6, 6])  # the seventh point was the position's


@pytest.mark.rule("companies:strike.size", "companies:strike.tie", "companies:test.none")
def test_the_charged_may_be_the_taller() -> None:
    """Five dice answer four; one each is a tie, and costs both a point."""
    state = field(forces=[force(0), force(1, size=3)])
    said: Said = {("spend", 0): spend(("strike", 1))}
    volley(state, "charge", "none", [*hits(3, 4), *hits(1, 4), *hits(1, 5)], said)
    assert left(state) == [5, 5]


@pytest.mark.rule("companies:strike.skirmish", "companies:skirmish.requirement", "companies:script.void")
def test_a_skirmish_that_is_void_lies_open_to_strikes_all_the_same() -> None:
    """It was scripted: Charge at Ob 2 as against nobody, and five dice for the strike."""
    state = field()
    state.scouted[2] = False
    said: Said = {("spend", 0): spend(("strike", 1))}
    volley(state, "charge", "skirmish", [*hits(3, 4), *hits(1, 5), *hits(0, 4)], said)
    assert left(state) == [6, 5]


@pytest.mark.rule("companies:strike.wound", "companies:charge.foray")
def test_a_tied_strike_in_person_wounds_nobody() -> None:
    state = battle(officer({"Command": 4, "Sword": 4}), plain(), places=NEAR)
    said: Said = {("lead", 0): ("lead", "Command", "foray"), ("spend", 0): spend(("own-strike", 1))}
    volley(state, "charge", "none", [*hits(3, 4), *hits(2, 4), *hits(2, 4)], said)
    assert (left(state), state.people[0].wounds) == ([5, 5], [])


@pytest.mark.rule(
    "companies:volley.simultaneous", "companies:rally.independent", "companies:rally.command-die"
)
def test_a_rally_and_the_charge_on_it_both_work() -> None:
    """Four at Ob 3 save a die while four at Ob 2 strike once with a bought die."""
    state = field()
    said: Said = {
        ("spend", 0): spend(("strike", 1), ("strike-die", 1)),
        ("spend", 1): spend(("command-die", 1)),
    }
    volley(state, "charge", "rally", [*hits(4, 4), *hits(4, 4), *hits(2, 5), *hits(1, 4)], said)
    assert (left(state), state.companies[1].command_die) == ([6, 5], 1)


@pytest.mark.rule("companies:volley.saved-dice", "companies:charge.requirement")
def test_a_charge_out_of_reach_loses_the_dice_of_the_rally() -> None:
    state = field(places=("west-camp", "island"))
    state.companies[0].weapon_dice = 3
    effort, _ = volley(state, "charge", "hold", [])
    assert (effort.works_out, state.companies[0].weapon_dice) == (False, 0)


# ---------------------------------------------------------------- Hold, Rally, Scout


@pytest.mark.rule("companies:hold.dice", "companies:test.tie", "companies:matrix.scout")
def test_long_weapons_do_not_help_against_scouts_and_a_tie_shows_nothing() -> None:
    state = field(forces=[force(0), force(1, longest=True)], scouted=False)
    scout, hold = volley(state, "scout", "hold", [*hits(2, 4), *hits(2, 4)])
    assert (scout.works_out, hold.works_out, state.scouted[1]) == (False, False, False)


@pytest.mark.rule(
    "companies:rally.restore", "companies:rally.independent", "companies:core.raise-independent"
)
def test_runners_are_found_again_even_on_the_flank_of_an_enemy() -> None:
    """Ob 4 and 1 for the runners: five of Oratory 5 are enough, four are not; the Flank works at Ob 3 all the same."""
    for successes, found in [(4, False), (5, True)]:
        state = battle(officer({"Oratory": 5}), plain(), places=NEAR)
        state.companies[0].runners_lost = True
        rally, flank = volley(state, "rally", "flank", [*hits(successes, 5), *hits(3, 4)])
        assert (rally.works_out, state.companies[0].runners_lost) == (found, not found)
        assert (flank.works_out, flank.extra) == (True, 0)


@pytest.mark.rule("companies:rally.command-die", "companies:core.advantage")
def test_the_die_of_a_rally_serves_a_hold_that_is_tested() -> None:
    state = field()
    state.companies[0].command_die = 1
    hold, _ = volley(state, "hold", "scout", [*hits(3, 5), *hits(2, 4)])
    assert (hold.works_out, hold.extra, state.companies[0].command_die) == (True, 1, 0)


@pytest.mark.rule("companies:scout.versus", "companies:scout.sighted", "companies:withdraw.versus-loss")
def test_a_withdraw_that_is_spotted_falls_into_disorder() -> None:
    """3 against 2: the enemy is scouted, and loses the two that it rolled."""
    state = field(scouted=False)
    volley(state, "scout", "withdraw", [*hits(3, 4), *hits(2, 4)])
    assert (left(state), state.scouted[1]) == ([6, 4], True)


@pytest.mark.rule("companies:skirmish.requirement", "companies:test.none", "companies:scout.independent")
def test_a_scout_against_a_void_skirmish_needs_two() -> None:
    for successes, seen in [(1, False), (2, True)]:
        state = field(scouted=False)
        volley(state, "skirmish", "scout", hits(successes, 4))
        assert state.scouted == [False, False, seen, False]


# ---------------------------------------------------------------- Skirmish


@pytest.mark.rule("companies:skirmish.independent", "companies:spec.steel", "companies:steel.effect")
def test_a_skirmish_that_just_meets_its_obstacle_shakes_who_withdraws() -> None:
    """Two at Ob 2 are one to spend: Steel 6 with 4 successes fails against 5. The Withdraw, 2 at Ob 3, costs nobody anything."""
    state = field()
    said: Said = {("spend", 0): spend(("steel", 1))}
    _, other = volley(state, "skirmish", "withdraw", [*hits(2, 4), *hits(2, 4), *hits(4, 6)], said)
    assert (other.withdrew, left(state)) == (False, [6, 6])
    assert state.companies[1].hesitates == state.now


@pytest.mark.rule("companies:skirmish.raise-ob", "companies:hold.independent")
def test_a_raised_obstacle_waits_for_an_action_that_is_rolled() -> None:
    """A Hold that rolls nothing does not use it up; the Rally after it needs 2, not 1."""
    state = field()
    said: Said = {("spend", 0): spend(("raise-ob", 1))}
    volley(state, "skirmish", "scout", [*hits(2, 4), *hits(0, 4)], said)
    volley(state, "hold", "hold", [])
    assert state.companies[1].raised == 1
    _, rally = volley(state, "hold", "rally", hits(1, 4))
    assert (rally.works_out, state.companies[1].raised) == (False, 0)


@pytest.mark.rule("companies:skirmish.advance-dice", "companies:volley.saved-dice")
def test_a_cleared_way_waits_for_the_next_advance() -> None:
    """Two dice outlast a Scout; the Advance after it has six, the next one four."""
    state = field(places=("west-bank", "east-bank"))
    said: Said = {("spend", 0): spend(("advance-die", 2))}
    volley(state, "skirmish", "scout", [*hits(2, 4), *hits(0, 4)], said)
    volley(state, "scout", "scout", [*hits(0, 4), *hits(0, 4)])
    volley(state, "advance island", "scout", [*hits(0, 6), *hits(0, 4)])
    volley(state, "advance island", "scout", [*hits(0, 4), *hits(0, 4)])


# ---------------------------------------------------------------- Withdraw


@pytest.mark.rule(
    "companies:withdraw.independent-effect", "companies:withdraw.hidden", "companies:volley.losses"
)
def test_both_withdraw_and_both_pay() -> None:
    """At Ob 1 three successes cost the enemy 3 and the company 2, one costs the enemy 1: three points each, and nobody sees anybody."""
    state = field()
    volley(state, "withdraw", "withdraw", [*hits(3, 4), *hits(1, 4)])
    assert (left(state), state.scouted) == ([3, 3], [False] * 4)


@pytest.mark.rule(
    "companies:withdraw.counts", "companies:withdraw.versus-win", "companies:core.raise-in-versus"
)
def test_a_harassed_charge_runs_into_less() -> None:
    """Its three count 2: it loses 2, not 3, and the company that drew it on loses the margin, 1."""
    state = field()
    state.companies[1].raised = 1
    volley(state, "withdraw", "charge", [*hits(3, 4), *hits(3, 4)])
    assert left(state) == [5, 4]


@pytest.mark.rule("companies:withdraw.fall-back", "companies:withdraw.hidden")
def test_who_falls_back_stands_in_the_open_further_off() -> None:
    state = field(holds=(True, False))
    said: Said = {("fall-back", 0): ("fall-back", "west-camp")}
    volley(state, "withdraw", "hold", hits(2, 4), said)
    assert (place(state, 0), left(state), state.scouted[2]) == ("west-camp", [6, 5], False)


# ---------------------------------------------------------------- tie-breakers and specialists


@pytest.mark.rule("companies:tie.win", "companies:tie.reply", "companies:core.wounds")
def test_a_wounded_commander_answers_a_tie_breaker_with_a_die_less() -> None:
    """Flank 2, Scout 2; the scouts of the one 3, Perception 4 less a Light wound 1: won by 2, a point."""
    state = field()
    wound(state, 1, 2)
    said: Said = {("tie", 0): ("call",), ("spend", 0): spend(("damage", 1))}
    dice = [*hits(2, 4), *hits(2, 3), *hits(3, 4), *hits(1, 3)]
    flank, _ = volley(state, "flank", "scout", dice, said)
    assert (flank.extra, left(state)) == (2, [6, 5])


@pytest.mark.rule("companies:spec.artillery", "companies:fort.destroyed")
def test_a_gun_cannot_take_more_than_there_is() -> None:
    """Works of 1 and four successes, three over: they are gone, and with them the hill."""
    gunner = ((0, officer({"Artillerist": 4}, id="gunner")),)
    state = battle(
        officer({"Oratory": 4}),
        plain(),
        seconds=gunner,
        places=NEAR,
        holds=(False, True),
        works={"island": 1},
    )
    volley(state, "rally", "none", [*hits(2, 4), *hits(4, 4)], {("spend", 0): spend(("artillery", 1))})
    assert (state.works[state.nodes.index("island")], left(state)) == (0, [6, 6])


@pytest.mark.rule("companies:spec.reinforce")
def test_works_are_raised_to_the_rating_that_is_wanted_at_once() -> None:
    """From 1 to 3 at Ob 4: three successes raise nothing, four raise it by two."""
    for successes, works in [(3, 1), (4, 3)]:
        mason = ((0, officer({"Mason": 4}, id="mason")),)
        state = battle(
            officer({"Oratory": 4}),
            plain(),
            seconds=mason,
            places=NEAR,
            holds=(True, False),
            works={"west-bank": 1},
        )
        dice = [*hits(2, 4), *hits(successes, 4)]
        volley(state, "rally", "none", dice, {("spend", 0): spend(("reinforce-3", 1))})
        assert state.works[state.nodes.index("west-bank")] == works


@pytest.mark.rule("companies:spec.magic-terror", "companies:core.steel")
def test_a_spell_that_just_works_frightens_no_more_than_a_shot() -> None:
    """Sorcery of 3 at Ob 3: hesitation 5 stays 5, and five of Steel 6 keep the company steady; with 4 it is 6, and they do not."""
    for successes, shaken in [(3, False), (4, True)]:
        wizard = ((0, officer({"Sorcery": 6}, id="wizard")),)
        state = battle(officer({"Oratory": 4}), plain(), seconds=wizard, places=NEAR)
        dice = [*hits(2, 4), *hits(successes, 6), *hits(5, 6)]
        volley(state, "rally", "hold", dice, {("spend", 0): spend(("cast-terror", 1))})
        assert (state.companies[1].hesitates == state.now) == shaken
