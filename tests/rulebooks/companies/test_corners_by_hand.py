"""Corners of crowds, artha, the sea and campaigns, each worked out by hand from the rules before it was played.

Commanders have four dice for every action; a black die succeeds on 4.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.companies.crowds import crowd, volley
from rulebooks.companies.musters import battle, hits, officer, plain
from rulebooks.companies.musters import volley as pair_volley

from banneret.kernel.order import Order
from banneret.kernel.scenario import Outcome, Scenario
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.army.campaign import next_battle
from banneret.rulebooks.companies.exchange.end.ending import fall_night
from banneret.rulebooks.companies.exchange.end.results import objectives_met, result_of
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.setup.contact import contact_pool
from banneret.rulebooks.companies.setup.disposition import officer_pool
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, actions
from banneret.rulebooks.companies.tables.specialists import SCOUTS, specialists

Said = dict[tuple[str, int], Order]
AROUND = ("north-hedge", "mound", "south-hedge")


def left(state: State) -> list[int]:
    return [company.disposition for company in state.companies]


def spend(*things: tuple[str, int]) -> Order:
    return ("spend", *things)


def works_out(efforts: list[Any]) -> list[bool]:
    return [effort.works_out for effort in efforts]


# ---------------------------------------------------------------- several sides


@pytest.mark.rule("companies:multi.unreciprocated", "companies:multi.one-roll")
@pytest.mark.parametrize(
    ("counts", "works", "margins"),
    [
        ((3, 2, 1), [True, True, False], [1, 1, 0]),
        ((2, 2, 3), [False, False, True], [0, 0, 1]),
        ((1, 1, 1), [False, False, False], [0, 0, 0]),
        ((4, 0, 2), [True, False, False], [4, 0, 0]),
    ],
)
def test_three_who_flank_round_in_a_ring(
    counts: tuple[int, ...], works: list[bool], margins: list[int]
) -> None:
    """A at B, B at C, C at A: each is judged against its own target alone; what beats it elsewhere does nothing to it."""
    state = crowd("abc")
    dice = [face for count in counts for face in hits(count, 4)]
    efforts = volley(state, ["flank 1", "flank 2", "flank 0"], dice)
    assert works_out(efforts) == works
    assert [effort.margin for effort in efforts] == margins
    assert left(state) == [6, 6, 6]


@pytest.mark.rule("companies:multi.hold", "companies:charge.repulsed", "companies:fort.effect")
@pytest.mark.parametrize(
    ("charges", "works"), [((4, 3), [True, False]), ((4, 4), [True, True]), ((3, 2), [False, False])]
)
def test_two_charges_at_a_hold_behind_works(charges: tuple[int, int], works: list[bool]) -> None:
    """Hold 2 behind works of 1 stops a Charge of 3, but has not beaten it: nothing to spend. It rolls one die more."""
    state = crowd("abc", places=AROUND, holds=(1,))
    state.works[state.companies[1].place] = 1
    dice = [*hits(charges[0], 4), *hits(2, 5), *hits(charges[1], 4)]
    efforts = volley(state, ["charge 1", "hold", "charge 1"], dice)
    assert [efforts[0].works_out, efforts[2].works_out] == works
    assert not efforts[1].works_out


@pytest.mark.rule("companies:multi.one-roll", "companies:hold.dice", "companies:hold.independent")
@pytest.mark.parametrize(
    ("version", "foe", "dice"),
    [
        (
            7,
            2,
            4,
        ),  # the Flank goes round C: nothing presses A's Hold, which is tested at Ob 1 with its four dice
        (6, 2, 5),  # had a die for it all the same
        (7, 0, 5),  # the Flank goes round A
        (6, 0, 5),
    ],
)
def test_a_hold_has_a_die_for_a_flank_that_is_aimed_at_it(version: int, foe: int, dice: int) -> None:
    state = crowd("abc", options={"hold-independent": "ob-1-with-menu"})
    state.setting.flags.version = version
    found = volley(state, ["hold", f"flank {foe}", "none"], [*hits(1, dice), *hits(0, 4)])
    assert found[0].pool is not None
    assert (found[0].pool.dice, found[0].works_out) == (dice, True)


@pytest.mark.rule("companies:multi.rally")
@pytest.mark.parametrize(("successes", "extra"), [(3, None), (4, 0)])
def test_a_rally_between_a_flank_and_a_charge(successes: int, extra: int | None) -> None:
    """The Flank asks for 4, the Charge for 3: four are needed. Both attacks are independent and work all the same."""
    state = crowd("abc", places=AROUND)
    dice = [*hits(3, 4), *hits(successes, 4), *hits(2, 4)]
    efforts = volley(state, ["flank 1", "rally", "charge 1"], dice)
    assert (efforts[1].extra if efforts[1].works_out else None) == extra
    assert [efforts[0].works_out, efforts[2].works_out] == [True, True]


@pytest.mark.rule("companies:multi.rally")
@pytest.mark.parametrize(
    ("counts", "works"),
    [((1, 4, 2), 2), ((0, 1, 0), 0), ((2, 2, 1), None), ((1, 2, 2), None)],
)
def test_a_rally_under_two_skirmishes(counts: tuple[int, ...], works: int | None) -> None:
    """It exceeds both; the least of its margins counts, that over Ob 1 among them."""
    state = crowd("abc")
    dice = [face for count in counts for face in hits(count, 4)]
    efforts = volley(state, ["skirmish 1", "rally", "skirmish 1"], dice)
    assert (efforts[1].extra if efforts[1].works_out else None) == works
    assert [efforts[0].works_out, efforts[2].works_out] == [False, False]


@pytest.mark.rule("companies:multi.rally", "companies:test.extra")
@pytest.mark.parametrize(
    ("counts", "version", "extra"),
    [((1, 4, 2), 5, 2), ((1, 4, 2), 4, 3), ((0, 1, 0), 5, 1), ((0, 3, 0), 5, 3), ((0, 3, 0), 4, 3)],
)
def test_a_rally_that_earns_one_for_meeting_its_obstacle(
    counts: tuple[int, ...], version: int, extra: int
) -> None:
    """4 against Skirmishes of 1 and 2: 3 over Ob 1 and one more by the option, but 2 over the second. 3 against 0 and 0: 2 and one more, no more than 3."""
    state = crowd("abc", options={"independent-extra": "meeting-earns-one"})
    state.setting.flags.version = version
    dice = [face for count in counts for face in hits(count, 4)]
    efforts = volley(state, ["skirmish 1", "rally", "skirmish 1"], dice)
    assert efforts[1].extra == extra


@pytest.mark.rule(
    "companies:multi.withdraw", "companies:withdraw.independent-effect", "companies:withdraw.hidden"
)
@pytest.mark.parametrize(("charge", "works"), [(4, True), (2, False), (3, False)])
def test_a_withdraw_from_a_hold_under_the_charge_of_another(charge: int, works: bool) -> None:
    """Withdraw 3 against a Hold (Ob 2): B loses 2, A 1. C's Charge must exceed 3, and costs nothing if it fails; only B loses sight of A."""
    state = crowd("abc", places=("mound", "north-hedge", "south-hedge"))
    dice = [*hits(3, 4), *hits(charge, 4)]
    if charge == 3:
        dice = [*hits(3, 4), *hits(3, 4)]
    efforts = volley(state, ["withdraw 1", "hold", "charge 0"], dice)
    assert (efforts[0].works_out, efforts[2].works_out) == (True, works)
    assert left(state) == [5, 4, 6]
    assert [bool(state.scouted[3]), bool(state.scouted[6])] == [False, True]


@pytest.mark.rule("companies:multi.losses", "companies:disp.loss")
def test_losses_of_three_pairs_use_up_a_hill_and_the_last_points() -> None:
    """B has 2 and a hill of 1; three Flanks of 2 successes over Ob 2 and more cost a point each."""
    state = crowd(
        "abcd", basic=(6, 2, 6, 6), places=("north-hedge", "mound", "south-hedge", "west-hedge"), holds=(1,)
    )
    said: Said = {("spend", one): spend(("damage", 1)) for one in (0, 2, 3)}
    dice = [*hits(4, 4), *hits(0, 4), *hits(4, 4), *hits(4, 4)]
    volley(state, ["skirmish 1", "scout 0", "skirmish 1", "skirmish 1"], dice, said)
    assert (left(state)[1], state.companies[1].fallen) == (0, True)
    assert state.outcome is None


@pytest.mark.rule("companies:multi.same-position")
@pytest.mark.parametrize(
    ("counts", "taken"),
    [
        ((4, 4, 3), [False, False, False]),
        ((3, 4, 2), [False, True, False]),
        ((2, 2, 2), [False, False, False]),
    ],
)
def test_three_who_reach_one_position(counts: tuple[int, ...], taken: list[bool]) -> None:
    """All aim at D, who rallies elsewhere: equal best counts leave it to nobody, and the third does not slip in."""
    state = crowd("abcd", places=("north-hedge", "east-hedge", "south-hedge", "west"))
    dice = [face for count in counts for face in hits(count, 4)]
    efforts = volley(state, ["advance mound 3", "advance mound 3", "advance mound 3", "hold"], dice)
    assert [effort.taken for effort in efforts[:3]] == taken
    stores = [company.store for company in state.companies[:3]]
    assert stores == [0 if won else count - 1 for won, count in zip(taken, counts, strict=True)]


@pytest.mark.rule("companies:end.zero", "companies:end.mutual")
@pytest.mark.parametrize(("basic", "winners"), [((2, 1, 1), (0,)), ((1, 1, 1), ())])
def test_a_ring_of_withdraws(basic: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """All withdraw from the next (Ob 1) with two successes: each takes 2 from its target and loses 1."""
    state = crowd("abc", basic=basic)
    dice = [*hits(2, 4), *hits(2, 4), *hits(0, 4)] if winners else [*hits(2, 4), *hits(2, 4), *hits(2, 4)]
    volley(state, ["withdraw 1", "withdraw 2", "withdraw 0"], dice)
    assert state.outcome is not None
    assert state.outcome.winners == winners


# ---------------------------------------------------------------- alliances


@pytest.mark.rule("companies:multi.alliances", "companies:end.objective")
def test_allies_win_together_and_only_those_who_stand_meet_their_objectives() -> None:
    """A and B against C: B has fallen; when C falls both sides win, and A's objective is met."""
    state = crowd("abc", alliances=(0, 0, 2), basic=(6, 6, 1))
    for number, name in enumerate(("Keep", "Hold", "Burn")):
        state.setting.forces[number].objective = name
    state.companies[1].fallen, state.companies[1].basic = True, 0
    state.scouted[2] = True
    pair: Said = {("spend", 0): spend(("damage", 1))}
    volley(state, ["skirmish 2", "none", "scout 0"], [*hits(3, 4), *hits(0, 4)], pair)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)
    assert objectives_met(state) == ("Keep",)


@pytest.mark.rule("companies:end.time-limit", "companies:multi.alliances")
@pytest.mark.parametrize(
    ("points", "winners"),
    [((3, 0, 2), (0, 1)), ((2, 0, 2), (2,)), ((2, 1, 2), ())],
)
def test_night_counts_the_fallen_of_an_alliance(points: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """A and B began with 6 each, C with 8: 3 of 12 and 2 of 8 are equal shares, 2 of 12 are fewer, 4 of 12 more."""
    state = crowd("abc", alliances=(0, 0, 2), basic=(6, 6, 8))
    for company, basic in zip(state.companies, points, strict=True):
        company.basic = basic
        company.fallen = basic == 0
    if winners == (0, 1):
        state.companies[0].basic = 4
    fall_night(state)
    assert state.outcome is not None
    assert state.outcome.winners == winners
    result = result_of(state)
    assert result is not None
    assert result.level == {(0, 1): "compromise", (2,): "major", (): ""}[winners]


# ---------------------------------------------------------------- artha

ARTHA = {"artha": "on"}


def rich(skills: dict[str, int], fate: int = 0, persona: int = 0, deeds: int = 0) -> State:
    state = battle(officer(skills), plain(), options=ARTHA, places=("west-bank", "island"))
    person = state.people[0]
    person.fate, person.persona, person.deeds = fate, persona, deeds
    return state


@pytest.mark.rule("companies:core.artha")
@pytest.mark.parametrize(
    ("skills", "wounds", "dice"),
    [
        ({"Command": 5}, [], 10),
        ({"Command": 5}, [2], 9),
        ({"Command": 5, "Conspicuous": 3}, [], 11),
        ({}, [], 10),
    ],
)
def test_a_deed_adds_the_exponent_once_more(skills: dict[str, int], wounds: list[int], dice: int) -> None:
    """The exponent without FoRKs and without wound dice; unskilled that of the root stat, Will 5."""
    state = rich(skills, deeds=1)
    state.people[0].wounds = list(wounds)
    said: Said = {("urge", 0): ("urge", 0, 1)}
    effort, _ = pair_volley(state, "advance alder-hill", "none", hits(0, dice), said)
    assert effort.pool is not None
    assert effort.pool.dice == dice


@pytest.mark.rule("companies:core.artha")
def test_no_more_than_three_persona_in_a_test() -> None:
    state = rich({"Command": 4}, persona=5)
    said: Said = {("urge", 0): ("urge", 3, 0)}
    effort, _ = pair_volley(state, "advance alder-hill", "none", hits(0, 7), said)
    assert (effort.pool is not None and effort.pool.dice, state.people[0].persona) == (7, 2)
    with pytest.raises(Exception, match="urge"):
        pair_volley(
            rich({"Command": 4}, persona=5), "advance alder-hill", "none", [], {("urge", 0): ("urge", 4, 0)}
        )


@pytest.mark.rule("companies:core.artha", "companies:core.open-ended")
def test_fate_rolls_one_failed_die_of_an_open_ended_test_again() -> None:
    """War Engineer 4, open-ended: 4 1 1 2, then for one failed die a 6 and a 5: three successes."""
    state = rich({"War Engineer": 4}, fate=1)
    said: Said = {("fate", 0): ("fate",)}
    effort, _ = pair_volley(state, "skirmish", "none", [4, 1, 1, 2, 6, 5], said)
    assert (effort.successes, state.people[0].fate) == (3, 0)


@pytest.mark.rule("companies:core.artha", "companies:core.open-ended")
@pytest.mark.parametrize(
    ("more", "successes", "fate"),
    [
        ([4, 1, 2, 5], 3, 0),  # two of three still fail, and Fate rolls one of them again: a 5
        ([4, 5, 4], 4, 1),  # none fails any more, and the point of Fate is kept
    ],
)
def test_fate_follows_a_deed_in_an_open_ended_test(more: list[int], successes: int, fate: int) -> None:
    """War Engineer 4: 4 1 1 2, and a Deed rolls the three that failed again."""
    state = rich({"War Engineer": 4}, fate=1, deeds=1)
    said: Said = {("fate", 0): ("deeds", "fate")}
    effort, _ = pair_volley(state, "skirmish", "none", [4, 1, 1, 2, *more], said)
    assert (effort.successes, state.people[0].fate, state.people[0].deeds) == (successes, fate, 0)


# ---------------------------------------------------------------- at sea


@pytest.mark.rule("companies:script.naval")
@pytest.mark.parametrize(
    ("tags", "action", "dice"),
    [
        (("naval",), "scout", 5),  # Navigation 4 for Orienteering, Observation as FoRK
        (("naval",), "flank", 5),  # Navigation 4 for Riding, Strategy as FoRK
        ((), "scout", 3),  # Observation alone
        ((), "flank", 3),  # Strategy alone
        (("naval",), "withdraw", 3),  # no list of the action names Riding
    ],
)
def test_navigation_serves_at_sea_alone(tags: tuple[str, ...], action: str, dice: int) -> None:
    captain = officer({"Navigation": 4, "Observation": 3, "Strategy": 3})
    state = battle(captain, plain(), tags=tags, places=("west-bank", "island"))
    effort, _ = pair_volley(state, action, "none", hits(0, dice))
    assert effort.pool is not None
    assert effort.pool.dice == dice


@pytest.mark.rule("companies:script.naval", "companies:spec.scouts", "companies:withdraw.tie-breaker")
@pytest.mark.parametrize(("tags", "lead"), [(("naval",), 5), ((), 4)])
def test_navigation_serves_individual_tests_at_sea(tags: tuple[str, ...], lead: int) -> None:
    """For Riding, to take out scouts and to break the tie of a Withdraw; ashore the troops roll 4 of their own."""
    state = battle(officer({"Navigation": 5}), plain(), tags=tags)
    assert individual_pool(state, 0, specialists()[SCOUTS].skills).dice == lead
    assert individual_pool(state, 0, actions()[ACTIONS.index("withdraw")].breaker).dice == lead


# ---------------------------------------------------------------- the next battle


def changed(**row: Any) -> Scenario:
    """Two wings, its first company changed."""
    scenario = RULEBOOK.scenario("two_wings")
    rows = [dict(one) for one in scenario.data["companies"]]
    rows[0].update(row)
    return RULEBOOK.read_scenario({**scenario.plain(), "data": {**scenario.data, "companies": rows}}, "test")


def over(scenario: Scenario, winners: tuple[int, ...] = (0,)) -> State:
    state = RULEBOOK.new(scenario, RULEBOOK.options({}))
    state.outcome = Outcome(winners, "won", "companies:end.zero")
    state.stage = stages.OVER
    return state


@pytest.mark.rule("companies:camp.troops-recover", "companies:force.succession")
@pytest.mark.parametrize(
    ("seconds", "heir"),
    [
        (["maud", "holt"], "holt"),
        (["holt", "maud"], "holt"),
        (["holt", "dain"], "holt"),
        (["lindir", "dain", "holt"], "lindir"),
    ],
)
def test_the_second_who_would_take_over_leads_the_next_battle(seconds: list[str], heir: str) -> None:
    """Maud knows Tactics 2, Holt Command 3, Dain and Lindir Tactics 3: the highest, the first of equals."""
    scenario = changed(seconds=seconds)
    last = over(scenario)
    last.people[0].wounds = [6]
    row = next_battle(scenario, last).data["companies"][0]
    assert row["commander"] == heir
    assert sorted([heir, *row["seconds"]]) == sorted(seconds)


@pytest.mark.rule("companies:camp.troops-recover", "companies:contact.many", "companies:disp.roll")
def test_who_has_taken_over_looks_for_the_enemy_and_draws_up() -> None:
    """Carrow is out by a Traumatic wound: Piers (Orienteering 4, Command 3 with Tactics 2) does both, and she helps with nothing."""
    scenario = changed(seconds=["piers"], wounds={"carrow": [5]})
    state = RULEBOOK.new(scenario, RULEBOOK.options({}))
    assert state.setting.people[state.companies[0].commander].id == "piers"
    pool = contact_pool(state, 0)
    assert (pool.skill, pool.dice) == ("Orienteering", 4)
    tester, pool = officer_pool(state, 0)
    assert (state.setting.people[tester].id, pool.skill, pool.dice) == ("piers", "Command", 4)


@pytest.mark.rule("companies:camp.troops-recover", "companies:disp.other-officer")
def test_a_second_who_is_out_draws_up_nobody() -> None:
    """Palamon knows neither skill; Piers, with Command 3 and Tactics 2, is out, so that Lindir's Tactics 3 counts, without help."""
    wounds = {"piers": [5]}
    state = RULEBOOK.new(
        changed(commander="palamon", seconds=["lindir", "piers"], wounds=wounds), RULEBOOK.options({})
    )
    tester, pool = officer_pool(state, 0)
    assert (state.setting.people[tester].id, pool.skill, pool.dice) == ("lindir", "Tactics", 3)


@pytest.mark.rule("companies:camp.small-goals", "companies:end.mutual")
def test_a_draw_leaves_the_host_where_it_was() -> None:
    scenario = changed()
    assert next_battle(scenario, over(scenario, ())).data["host"] == "mill"
    assert next_battle(scenario, over(scenario, (1,))).data["host"] == "lances"
