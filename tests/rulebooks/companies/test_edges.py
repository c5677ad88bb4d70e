"""Edges of rules where several meet: worked out by hand from the printed page and its catalogue. Commanders have four dice; 4 succeeds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.companies.crowds import crowd
from rulebooks.companies.crowds import volley as crowd_volley
from rulebooks.companies.musters import PLAIN, Answers, battle, force, hits, officer, plain, volley
from rulebooks.companies.test_duel import BARE, archer, fighter

from banneret.kernel.event import Die
from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.end.ending import end_volley
from banneret.rulebooks.companies.exchange.end.results import MINOR, result_of
from banneret.rulebooks.companies.exchange.fighting.duel import Duellist, resolve
from banneret.rulebooks.companies.exchange.fighting.shots import FIGHT, SHOOT, fight_in_person
from banneret.rulebooks.companies.exchange.nerve import force_steel
from banneret.rulebooks.companies.exchange.tie_breakers import breaker_pool
from banneret.rulebooks.companies.pools.steel import keeps_nerve
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.setup.contact import contact_pool, make_contact
from banneret.rulebooks.companies.setup.disposition import set_dispositions
from banneret.rulebooks.companies.state import NOBODY, State
from banneret.rulebooks.companies.tables.actions import FLANK, NOTHING
from banneret.testing import Script

NEAR = ("west-bank", "island")


def field(**said: Any) -> State:
    return battle(plain(), plain(), places=said.pop("places", NEAR), **said)


def spend(*things: tuple[str, int]) -> Order:
    return ("spend", *things)


def left(state: State) -> list[int]:
    return [company.disposition for company in state.companies]


# ---------------------------------------------------------------- wounds and lost runners


@pytest.mark.rule("companies:core.superficial", "companies:force.troop-skill")
def test_a_scratched_second_counts_one_less() -> None:
    """A second of Stealthy 7 with a Superficial wound goes for the runners: 2 of 7 succeed, 1 counts, a tie with 1 of the couriers' 4."""
    spy = ((0, officer({"Stealthy": 7}, id="spy")),)
    for scratched, lost in [(True, False), (False, True)]:
        state = battle(plain(), plain(), places=NEAR, seconds=spy)
        if scratched:
            wound(state, 2, 1)
        said = {("spend", 0): spend(("runners", 1))}
        volley(state, "skirmish", "scout", [*hits(1, 4), *hits(0, 4), *hits(2, 7), *hits(1, 4)], said)
        assert state.companies[1].runners_lost == lost


@pytest.mark.rule("companies:core.superficial", "companies:core.raise-independent")
def test_a_scratched_worker_needs_one_more() -> None:
    """A bare position to 1F at Ob 2: with a Superficial wound 2 successes are too few, 3 are enough."""
    for successes, works in [(2, 0), (3, 1)]:
        engineer = ((0, officer({"Engineer": 4}, id="engineer")),)
        state = battle(officer({"Oratory": 4}), plain(), seconds=engineer, places=NEAR, holds=(True, False))
        wound(state, 2, 1)
        dice = [*hits(2, 4), *hits(successes, 4)]
        volley(state, "rally", "none", dice, {("spend", 0): spend(("reinforce-1", 1))})
        assert state.works[1] == works


@pytest.mark.rule("companies:spec.runners-effect", "companies:tie.lists")
def test_a_commander_without_runners_breaks_a_tie_at_a_loss() -> None:
    """He rolls Orienteering 7 with Stealthy as FoRK, and one success is taken off; his scouts would roll 4 dice in full."""
    able = officer({**PLAIN, "Orienteering": 7, "Stealthy": 4})
    state = battle(able, plain(), places=NEAR)
    effort = Effort(0, FLANK, FLANK)
    assert (breaker_pool(state, effort)[0].dice, breaker_pool(state, effort)[1]) == (8, 0)
    state.companies[0].runners_lost = True
    assert (breaker_pool(state, effort)[0].dice, breaker_pool(state, effort)[1]) == (8, 1)
    assert individual_pool(state, 1, ("Stealthy",)).raised == 0


@pytest.mark.rule("companies:core.superficial", "companies:contact.test")
def test_a_scratch_from_the_last_battle_counts_at_contact() -> None:
    """3 successes of a leader with a Superficial wound against 2: a tie."""
    state = battle(plain(), plain())
    state.people[0].wounds = [1]
    state.stage = stages.CONTACT
    table = Answers([*hits(3, 4), *hits(2, 4)], {})
    make_contact(state, table)
    table.finish()
    assert state.initiative == NOBODY


@pytest.mark.rule("companies:core.unskilled-versus", "companies:disp.unskilled", "companies:core.round-down")
def test_raises_come_off_after_halving() -> None:
    """Will 5 without Tactics and Command: 5 successes are 2, less 1 for a Superficial wound."""
    forces = [force(side, infiltration=0) for side in (0, 1)]
    state = battle(officer({"Strategy": 4}), officer({"Tactics": 4}), forces=forces)
    state.people[0].wounds = [1]
    table = Answers([*hits(5, 5), *hits(3, 4)], {})
    set_dispositions(state, table)
    table.finish()
    assert [company.start for company in state.companies] == [1, 3]


@pytest.mark.rule("companies:contact.help", "companies:core.wise")
def test_a_second_helps_by_a_wise_that_the_leader_lacks() -> None:
    scout = ((0, officer({"Ford-wise": 3}, id="scout")),)
    leader = officer({"Observation": 4})
    assert contact_pool(battle(leader, plain(), seconds=scout), 0).dice == 5
    fitting = [force(0, fitting_wises=("Forest-wise",)), force(1)]
    assert contact_pool(battle(leader, plain(), seconds=scout, forces=fitting), 0).dice == 4


@pytest.mark.rule("companies:scout.unskilled", "companies:tie.reply")
def test_who_cannot_scout_rolls_perception_however_quick_they_are() -> None:
    """Perception 2, Speed 6: two dice, at Ob 4 against a Rally, and half of them count against a Hold."""
    quick = officer({}, stats=(2, 2, 6, 6, 2, 2))
    state = battle(quick, plain())
    effort, _ = volley(state, "scout", "rally", [*hits(2, 2), *hits(0, 4)])
    assert (effort.works_out, len(effort.faces) or 2) == (False, 2)
    effort, other = volley(battle(quick, plain()), "scout", "hold", [*hits(2, 2), *hits(0, 4)])
    assert (effort.count, effort.works_out, other.count) == (1, True, 0)


@pytest.mark.rule("companies:spec.field-dressing", "companies:core.incapacitated")
def test_who_was_dying_stays_out_when_the_other_wounds_are_treated_too() -> None:
    """Mortal and Midi: 8 successes save a life, 2 more treat the Midi; the commander lives, and is out."""
    medic = ((0, officer({"Field Dressing": 8, "Oratory": 4}, id="medic")),)
    state = battle(plain(), plain(), seconds=medic, places=NEAR)
    wound(state, 0, 3)
    wound(state, 0, 6)
    end_volley(state, [])
    assert state.companies[0].commander == 2
    said = {("spend", 0): spend(("dress-carrow", 2))}
    volley(state, "rally", "none", [*hits(3, 4), *hits(8, 8), *hits(2, 8)], said)
    assert (state.people[0].wounds, state.people[0].out) == ([], True)
    assert state.companies[0].commander == 2


@pytest.mark.rule("companies:force.succession")
def test_wounds_do_not_change_who_comes_next() -> None:
    """Tactics 4 with a Light wound comes before Tactics 3."""
    seconds = ((0, officer({"Tactics": 4}, id="first")), (0, officer({"Tactics": 3}, id="other")))
    state = battle(plain(), plain(), seconds=seconds)
    wound(state, 2, 2)
    wound(state, 0, 6)
    end_volley(state, [])
    assert state.companies[0].commander == 2


@pytest.mark.rule("companies:core.open-ended", "companies:core.dice-order", "companies:core.steel")
def test_added_dice_come_after_the_pool() -> None:
    """Steel 4: 6 2 6 4, then 6 and 3 for the two sixes, then 4 for the third: five, enough against a hesitation of 5."""
    state = battle(plain(), plain())
    state.setting.people[0] = plain(steel=4)
    shown: list[Die] = []
    table = Script([6, 2, 6, 4, 6, 3, 4])
    assert keeps_nerve(state, table, 0, shown=shown)
    table.finish()
    assert [face for _, _, face in shown] == [6, 2, 6, 4, 6, 3, 4]


@pytest.mark.rule("companies:spec.steel", "companies:core.steel", "companies:steel.effect")
def test_a_forced_test_is_told_with_its_dice_also_when_it_is_passed() -> None:
    """Steel 4 against a hesitation of 5: 6 5 4 2 and a 4 for the six are four, too few; then 6 5 4 4 and a 4, enough."""
    for faces, found in (([6, 5, 4, 2, 4], 4), ([6, 5, 4, 4, 4], 5)):
        state = battle(plain(), plain())
        state.setting.people[0] = plain(steel=4)
        table = Script(faces)
        force_steel(state, table, 0)
        table.finish()
        event = table.events[0]
        name = state.setting.people[0].name
        assert event.text == f"{name} tests Steel: {found} of 5 dice succeed, 5 are needed."
        assert [face for _, _, face in event.dice] == faces
        assert (len(table.events) == 2) == (found < 5)  # who fails hesitates


# ---------------------------------------------------------------- saved dice and what is built up


@pytest.mark.rule("companies:rally.weapon-dice", "companies:volley.saved-dice", "companies:range.house-shot")
def test_dice_of_a_rally_serve_the_shot_of_the_next_volley() -> None:
    """Bow 4 with 2 dice of a Rally: 6 dice at Ob 2, 5 successes are a hit of 4. A volley later there are 4 dice."""
    bowman = officer({**PLAIN, "Bow": 4}, **{"missile": "Bow", **BARE})
    said: dict[tuple[str, int], Order] = {
        ("spend", 0): spend(("shot", 1)),
        ("shot", 0): ("shoot", "carrow", "carrow"),
    }
    for ready, dice, step in [
        (2, [*hits(3, 4), *hits(0, 4), *hits(5, 6)], 4),
        (0, [*hits(3, 4), *hits(0, 4), *hits(3, 4)], 2),
    ]:
        state = battle(bowman, officer(PLAIN, steel=9, missile="", **BARE), places=NEAR)
        state.companies[0].weapon_dice = ready
        steel = [4] * (9 - (1 if step == 2 else 3))
        volley(state, "skirmish", "scout", [*dice, *steel], dict(said))
        assert state.people[1].wounds == [step]
        assert state.companies[0].weapon_dice == 0


@pytest.mark.rule("companies:volley.saved-dice", "companies:flank.charge-dice")
def test_charge_dice_pass_from_one_exchange_to_the_next_and_no_further() -> None:
    state = field()
    state.volley = 2
    said = {("spend", 0): spend(("charge-die", 2))}
    volley(state, "flank", "scout", [*hits(3, 4), *hits(1, 4)], said)
    assert (state.exchange, state.volley, state.companies[0].charge_dice) == (2, 0, 2)
    later = state.copy()
    effort, _ = volley(state, "charge", "rally", [*hits(1, 6), *hits(0, 4)])
    assert not effort.works_out
    volley(later, "hold", "rally", hits(0, 4))
    assert later.companies[0].charge_dice == 0


@pytest.mark.rule("companies:advance.build")
def test_an_advance_elsewhere_loses_the_store_even_where_it_fails() -> None:
    """1 toward the island of 3; an Advance on the camp that fails; then 2 over Ob 1 on the island are 2, not 3."""
    state = field(places=("west-bank", "east-camp"), values={"island": 3})
    company = state.companies[0]
    company.store, company.aim = 1, state.nodes.index("island")
    volley(state, "advance west-camp", "scout", [*hits(0, 4), *hits(1, 4)])
    assert (company.store, company.place) == (0, state.nodes.index("west-bank"))
    volley(state, "advance island", "rally", [*hits(3, 4), *hits(0, 4)])
    assert (company.store, company.place) == (2, state.nodes.index("west-bank"))


@pytest.mark.rule("companies:script.retarget")
def test_an_advance_out_of_reach_is_aimed_as_near_as_can_be_unless_ordered_otherwise() -> None:
    """From the west bank the east bank is out of reach: the island lies next to it, not the camp behind."""
    state = field(places=("west-bank", "west-camp"), basic=(6, 6))
    volley(state, "advance east-bank", "rally", [*hits(4, 4), *hits(0, 4)])
    assert state.nodes[state.companies[0].place] == "island"


@pytest.mark.rule("companies:charge.repulsed", "companies:core.raise-in-versus")
def test_works_stop_a_charge_that_beats_a_harassed_hold() -> None:
    """Hold 4 less 1 for a Skirmish: Charge 4 beats 3 by 1, not the works of 1 too; neither has any effect."""
    state = field(holds=(False, True), works={"island": 1})
    state.companies[1].raised = 1
    effort, other = volley(state, "charge", "hold", [*hits(4, 4), *hits(4, 5)])
    assert (effort.count, other.count, effort.works_out, other.works_out) == (4, 3, False, False)
    assert state.companies[1].raised == 0


@pytest.mark.rule("companies:fort.destroyed", "companies:strike.walls", "companies:volley.resolve-order")
def test_works_that_are_breached_first_cover_nobody_in_the_same_volley() -> None:
    """A Skirmish breaches 1F: its holder is in the open, keeps what it dug, and the position may be taken again."""
    engineer = officer({"Siege Engineer": 4})
    state = battle(
        engineer, plain(), places=NEAR, holds=(False, True), values={"island": 2}, works={"island": 1}
    )
    state.companies[1].dug = 1
    said = {("spend", 0): spend(("breach", 1))}
    volley(state, "skirmish", "scout", [*hits(3, 4), *hits(1, 4)], said)
    enemy = state.companies[1]
    assert (enemy.holds, enemy.bonus, enemy.dug, left(state)) == (False, 0, 1, [6, 7])
    assert (state.values[2], state.works[2]) == (2, 0)


# ---------------------------------------------------------------- duels and shots


@pytest.mark.rule("companies:fight.house-helpless", "companies:core.raise-independent")
def test_a_scratched_man_hits_the_helpless_for_all_his_successes() -> None:
    """Ob 1 and 1 more for a Superficial wound: 3 successes hit for 3, 1 for nothing."""
    for successes, hit in [(3, 3), (1, 0)]:
        state = battle(fighter(), fighter())
        wound(state, 0, 1)
        pair = [Duellist(0, 0, "Sword", move="strike"), Duellist(1, 1, "Sword")]
        table = Script(hits(successes, 4))
        resolve(state, table, pair)
        table.finish()
        assert pair[1].hit == hit


@pytest.mark.rule("companies:fight.token", "companies:fight.both")
def test_a_scene_that_a_shot_has_spent_is_not_spent_again() -> None:
    """A1 shoots with the last scene of its side, A2 and B1 seek each other: the duel is B's alone to pay for."""
    state = crowd("aab", places=("north-hedge", "mound", "mound"))
    for number, one in enumerate((archer(), fighter(), fighter())):
        state.setting.people[number] = replace(one, id=f"one-{number}")
    efforts = [
        Effort(0, foe=2, bought={SHOOT: 1}),
        Effort(1, foe=2, bought={FIGHT: 1}),
        Effort(2, foe=1, bought={FIGHT: 1}),
    ]
    given: list[Any] = [("shoot", "one-0", "one-2"), *[("break-off",)] * 2]
    table = Script(hits(0, 4), given, strict=False)
    fight_in_person(state, table, efforts)
    assert state.tokens == [0, 0]
    table.finish()


# ---------------------------------------------------------------- several companies


@pytest.mark.rule("companies:multi.rally", "companies:advance.occupied")
def test_an_advance_on_its_position_gives_a_rally_no_obstacle() -> None:
    """A Rally of 1 against an Advance of 0 on its position: versus, so Ob 1 and a margin of 1; the least is 0."""
    state = crowd("abc", places=("mound", "north-hedge", "south-hedge"), values={"mound": 1}, holds=(0,))
    dice = [*hits(1, 4), *hits(0, 4), *hits(0, 4)]
    efforts = crowd_volley(state, ["rally", "advance mound 0", "scout 1"], dice)
    assert (efforts[0].works_out, efforts[0].extra) == (True, 0)


@pytest.mark.rule(
    "companies:multi.withdraw", "companies:multi.unreciprocated", "companies:withdraw.versus-win"
)
def test_a_withdraw_that_wins_costs_its_target_alone() -> None:
    """A withdraws from B, who aims at C: A 3 over B's Scout of 1: B loses 1, A 2. C's Flank of 4 at A works besides."""
    state = crowd("abc")
    dice = [*hits(3, 4), *hits(1, 4), *hits(4, 4)]
    said = {("spend", 2): spend()}
    efforts = crowd_volley(state, ["withdraw 1", "scout 2", "flank 0"], dice, said)
    assert (efforts[0].withdrew, efforts[2].works_out, efforts[2].extra) == (True, True, 1)
    assert left(state) == [4, 5, 6]


@pytest.mark.rule("companies:multi.same-position", "companies:advance.build")
def test_equal_counts_leave_a_position_to_nobody_and_both_keep_what_they_built() -> None:
    state = crowd("abc", places=("north-hedge", "south-hedge", "west-hedge"), values={"mound": 1})
    dice = [*hits(2, 4), *hits(2, 4), *hits(0, 4)]
    crowd_volley(state, ["advance mound 2", "advance mound 2", "rally"], dice)
    mound = state.nodes.index("mound")
    assert not any(company.place == mound for company in state.companies)
    assert [company.store for company in state.companies] == [1, 1, 0]


@pytest.mark.rule("companies:core.unskilled-versus")
def test_two_who_are_left_of_a_crowd_double_too() -> None:
    """Option double-opponent, one without the skill with 2 successes against 1 of the other: 2 against 2."""
    state = crowd("abc", options={"unskilled-versus": "double-opponent"})
    state.setting.people[0] = officer({}, stats=(4, 4, 4, 4, 4, 4))
    state.companies[2].fallen = True
    for number in (0, 1):
        company = state.companies[number]
        company.written, company.targets, company.foes = [5] * 3, [-1] * 3, None
    efforts = crowd_volley(state, ["scout 1", "scout 0", "hold"], [*hits(2, 4), *hits(1, 4)])
    assert (efforts[0].count, efforts[1].count) == (2, 2)


# ---------------------------------------------------------------- the end


@pytest.mark.rule("companies:end.record", "companies:end.time-limit", "companies:end.compromise")
def test_night_falls_after_the_last_volley_of_an_exchange() -> None:
    """5 of 6 would be a minor compromise; by night it is a compromise at least. Exchange 10, volley 3."""
    state = field(basic=(5, 4))
    for company in state.companies:
        company.start = 6
    state.exchange, state.volley = 10, 2
    volley(state, "hold", "hold", [])
    found = result_of(state)
    assert found is not None
    assert (found.reason, found.exchange, found.volley, found.winner) == ("nightfall", 10, 3, "A")
    assert found.level not in (MINOR, "none")


@pytest.mark.rule("companies:script.void", "companies:multi.fall")
def test_what_a_fallen_company_wrote_is_void() -> None:
    state = crowd("abc", basic=(6, 6, 1))
    state.companies[2].fallen = True
    efforts = crowd_volley(state, ["flank 1", "scout 0", "none"], [*hits(2, 4), *hits(1, 4)])
    assert (efforts[2].action, efforts[0].works_out) == (NOTHING, True)
