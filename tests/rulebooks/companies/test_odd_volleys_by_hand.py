"""Odd meetings of actions, worked out from the rules before they were played. Commanders have four dice; 4 succeeds, 1 does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.companies.musters import PLAIN, battle, force, hits, officer, plain, volley
from rulebooks.companies.test_edges import NEAR, field, left, spend

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.spending import goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.end.results import level_of
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.state import NOBODY
from banneret.rulebooks.companies.tables.actions import CHARGE, FLANK, actions

Said = dict[tuple[str, int], Order]

# ---------------------------------------------------------------- ties


@pytest.mark.rule("companies:tie.call", "companies:tie.reply", "companies:core.wounds")
@pytest.mark.parametrize(("step", "dice"), [(0, 4), (2, 3), (4, 1)])
def test_a_wounded_commander_answers_the_tie_breaker_with_less(step: int, dice: int) -> None:
    # Advance 2, Skirmish 2 from Tactics (Will 5, Perception 4: root 4), less the dice of the wound. Soldiering 4 wins by 2
    # against 1: the island of 1, and one over.
    state = field()
    wound(state, 1, step)
    penalty = 4 - dice
    said: Said = {("tie", 0): ("call",)}
    rolls = [*hits(2, 4), *hits(min(2, 4 - penalty), 4 - penalty)]
    if penalty > 2:
        return
    effort, _ = volley(state, "advance island", "skirmish", [*rolls, *hits(3, 4), *hits(1, dice)], said)
    assert (effort.works_out, effort.extra) == (True, 1)


@pytest.mark.rule("companies:tie.reply", "companies:charge.repulsed", "companies:withdraw.counts")
def test_a_withdraw_tied_with_a_charge() -> None:
    # 3 to 3. Withdraw calls: Soldiering 4 with 3 against the weapon skill 4 with 1: won by 2. The enemy loses his 3, the company 2.
    state = field()
    volley(
        state,
        "withdraw",
        "charge",
        [*hits(3, 4), *hits(3, 4), *hits(3, 4), *hits(1, 4)],
        {("tie", 0): ("call",)},
    )
    assert left(state) == [4, 3]


@pytest.mark.rule("companies:tie.call", "companies:withdraw.versus-loss", "companies:charge.strikes")
def test_a_withdraw_that_calls_and_loses_to_a_charge() -> None:
    # 2 to 2, the tie-breaker 0 to 2: it loses its 2, and the Charge has two extra successes, here strikes of 4 dice against 4.
    state = field()
    said: Said = {("tie", 0): ("call",), ("spend", 1): spend(("strike", 2))}
    rolls = [
        *hits(2, 4),
        *hits(2, 4),
        *hits(0, 4),
        *hits(2, 4),
        *hits(2, 4),
        *hits(1, 4),
        *hits(1, 4),
        *hits(1, 4),
    ]
    volley(state, "withdraw", "charge", rolls, said)
    assert left(state) == [6 - 2 - 1 - 1, 6 - 1]


@pytest.mark.rule("companies:charge.repulsed", "companies:tie.call", "companies:core.tie")
def test_a_charge_that_ties_with_a_hold_behind_works() -> None:
    # 3 to 3 with works of 2: a tie, for which neither may call a tie-breaker.
    state = field(holds=(False, True), works={"island": 2})
    efforts = volley(state, "charge", "hold", [*hits(3, 4), *hits(3, 5)])
    assert not any(effort.works_out for effort in efforts)
    assert left(state) == [6, 7]


@pytest.mark.rule("companies:charge.repulsed", "companies:hold.menu", "companies:fort.effect")
@pytest.mark.parametrize(
    ("charge", "hold", "charges", "holds"),
    [
        (4, 1, True, False),
        (3, 1, False, False),
        (2, 1, False, False),
        (1, 1, False, False),
        (1, 3, False, True),
    ],
)
def test_a_charge_at_works_of_two(charge: int, hold: int, charges: bool, holds: bool) -> None:
    state = field(holds=(False, True), works={"island": 2})
    first, second = volley(state, "charge", "hold", [*hits(charge, 4), *hits(hold, 5)])
    assert (first.works_out, second.works_out) == (charges, holds)
    assert first.extra == (charge - hold - 2 if charges else 0)
    assert second.extra == (hold - charge if holds else 0)


@pytest.mark.rule("companies:tie.call", "companies:rally.position", "companies:advance.occupied")
def test_an_advance_on_its_position_tied_with_a_rally() -> None:
    # Versus, 2 to 2. The Advance calls: Soldiering 4 against the root of Oratory, Will 5: 1 to 3, the Rally by 2.
    state = field(holds=(False, True))
    said: Said = {("tie", 0): ("call",)}
    rolls = [*hits(2, 4), *hits(2, 4), *hits(1, 4), *hits(3, 5)]
    effort, rally = volley(state, "advance island", "rally", rolls, said)
    assert (effort.works_out, rally.works_out, rally.extra) == (False, True, 2)


@pytest.mark.rule("companies:tie.unskilled", "companies:core.round-down")
def test_troops_without_the_skill_break_a_tie_with_the_stat() -> None:
    # Elves have neither Orienteering nor Stealthy: Speed 5 in full. 4 of 5 against 3 of the other side's 4: the Flank by 1.
    state = battle(officer({"Tactics": 4}), plain(), forces=[force(0, "elf"), force(1)], places=NEAR)
    said: Said = {("tie", 0): ("call",)}
    rolls = [*hits(2, 4), *hits(2, 4), *hits(4, 5), *hits(3, 4)]
    effort, _ = volley(state, "flank", "scout", rolls, said)
    assert (effort.works_out, effort.extra) == (True, 1)


# ---------------------------------------------------------------- raised obstacles, saved dice, idle companies


@pytest.mark.rule(
    "companies:skirmish.raise-ob", "companies:hold.independent", "companies:core.raise-in-versus"
)
def test_a_harassed_company_that_holds_untested_is_harassed_still() -> None:
    state = field()
    state.companies[1].raised = 2
    volley(state, "rally", "hold", hits(1, 4))
    assert state.companies[1].raised == 2
    scout, flank = volley(state, "scout", "flank", [*hits(1, 4), *hits(3, 4)])
    assert (scout.works_out, flank.works_out) == (False, False)  # 3 less 2 is 1 to 1
    assert state.companies[1].raised == 0


@pytest.mark.rule("companies:core.unskilled-independent", "companies:spec.runners-effect")
@pytest.mark.parametrize(("successes", "works"), [(3, False), (4, False), (5, True)])
def test_a_scout_without_skill_and_runners(successes: int, works: bool) -> None:
    # Ob 2 doubled and one: 5, of which a Perception of 5 rolls all.
    state = battle(officer({}, stats=(5, 5, 4, 4, 4, 4)), plain(), places=NEAR, scouted=False)
    state.companies[0].runners_lost = True
    effort, _ = volley(state, "scout", "rally", [*hits(successes, 5), *hits(0, 4)])
    assert (effort.works_out, state.scouted[1]) == (works, works)


@pytest.mark.rule(
    "companies:rally.restore", "companies:rally.independent", "companies:core.raise-independent"
)
@pytest.mark.parametrize(("successes", "works"), [(3, False), (4, True)])
def test_a_rally_without_runners_against_a_charge(successes: int, works: bool) -> None:
    state = field()
    state.companies[0].runners_lost = True
    effort, _ = volley(state, "rally", "charge", [*hits(successes, 4), *hits(0, 4)])
    assert (effort.works_out, effort.extra) == (works, 0)
    assert state.companies[0].runners_lost is not works


@pytest.mark.rule(
    "companies:skirmish.advance-dice", "companies:volley.saved-dice", "companies:hesitate.effect"
)
def test_dice_for_an_advance_outlast_a_lost_nerve_and_those_for_a_charge_do_not() -> None:
    state = field()
    own = state.companies[0]
    own.advance_dice, own.charge_dice, own.weapon_dice, own.command_die = 2, 3, 1, 1
    volley(state, "none", "hold", [])
    assert (own.advance_dice, own.charge_dice, own.weapon_dice, own.command_die) == (2, 0, 0, 1)
    effort, _ = volley(state, "advance island", "hold", hits(7, 7))
    assert effort.works_out
    assert (own.advance_dice, own.command_die) == (0, 0)


@pytest.mark.rule("companies:test.none", "companies:charge.independent", "companies:hesitate.effect")
def test_a_charge_at_an_idle_company_in_its_works() -> None:
    # It keeps its works of 1: Ob 3. One extra: a strike, at which no size counts.
    state = field(forces=[force(0, size=3), force(1)], holds=(False, True), works={"island": 1})
    said: Said = {("spend", 0): spend(("strike", 1))}
    effort, _ = volley(state, "charge", "none", [*hits(4, 4), *hits(2, 4), *hits(1, 4)], said)
    assert (effort.extra, left(state)) == (1, [6, 6])


# ---------------------------------------------------------------- sides by side


@pytest.mark.rule("companies:withdraw.independent-effect", "companies:end.mutual", "companies:volley.losses")
def test_two_who_withdraw_may_both_fall() -> None:
    # Ob 1: with 1 and 3 successes the first inflicts 1 and suffers 0, the second inflicts 3 and suffers 2: 3 and 3.
    state = battle(plain(), plain(), basic=(3, 3), places=NEAR)
    volley(state, "withdraw", "withdraw", [*hits(1, 4), *hits(3, 4)])
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((), "companies:end.mutual")


@pytest.mark.rule("companies:withdraw.hidden", "companies:skirmish.damage", "companies:volley.simultaneous")
def test_who_withdraws_out_of_sight_is_shot_at_all_the_same() -> None:
    # Skirmish Ob 2 with 3: two extra, a point. Withdraw Ob 3 with 3: margin 0, the enemy loses 1, own side none.
    state = field()
    said: Said = {("spend", 1): spend(("damage", 1))}
    volley(state, "withdraw", "skirmish", [*hits(3, 4), *hits(3, 4)], said)
    assert left(state) == [5, 5]
    assert (state.scouted[1], state.scouted[2]) == (True, False)


@pytest.mark.rule("companies:spec.scouts", "companies:volley.sequence", "companies:scout.independent")
def test_scouts_that_have_just_seen_the_company_are_taken_out() -> None:
    # Scout at Ob 2 and Rally at Ob 1 both pass; the Rally's extra success goes for the scouts: Riding 4 with 2 against Stealthy 4
    # with 1. The Scout has sighted first, and sees nothing now.
    state = field(scouted=False)
    said: Said = {("spend", 1): spend(("scouts", 1))}
    scout, _ = volley(state, "scout", "rally", [*hits(2, 4), *hits(2, 4), *hits(2, 4), *hits(1, 4)], said)
    assert scout.works_out
    assert not state.scouted[1]


@pytest.mark.rule("companies:fort.destroyed", "companies:volley.resolve-order", "companies:disp.loss")
def test_works_shot_down_take_the_position_before_the_losses() -> None:
    # Basic 6, island 3 with works of 1, dug in. Skirmish of War Engineer 6 against a Scout of none, 6 over: breach (2) and 2
    # points (4). The works fall, the bonus with them; of the two the digging takes the first, the basic the second.
    state = battle(
        officer({**PLAIN, "War Engineer": 6}), plain(), places=NEAR, holds=(False, True), works={"island": 1}, values={"island": 3}
    )  # fmt: skip
    state.companies[1].dug = 1
    said: Said = {
        ("lead", 0): ("lead", "War Engineer"),
        ("spend", 0): spend(("damage", 2), ("breach", 1)),
    }
    volley(state, "skirmish", "scout", [*hits(6, 7), *hits(0, 4)], said)
    enemy = state.companies[1]
    assert (enemy.holds, enemy.bonus, state.works[state.nodes.index("island")]) == (False, 0, 0)
    assert (enemy.dug, enemy.basic) == (0, 5)


@pytest.mark.rule("companies:hold.menu", "companies:advance.occupied")
def test_a_hold_that_beats_an_advance_on_its_position_buys_nothing() -> None:
    state = field(holds=(False, True))
    _, hold = volley(state, "advance island", "hold", [*hits(1, 4), *hits(4, 4)])
    assert hold.works_out
    assert left(state) == [6, 7]


@pytest.mark.rule("companies:position.leave", "companies:script.void", "companies:advance.occupied")
def test_a_charger_who_is_out_of_sight_loses_its_hill_to_an_advance_on_it() -> None:
    # Its Charge is void and the hill given up at the reveal; the Advance on it is versus nobody: 1 success is the hill of 1.
    state = field(holds=(False, True))
    state.scouted[2] = False
    effort, _ = volley(state, "advance island", "charge", hits(1, 4))
    assert effort.works_out
    assert left(state) == [7, 6]


@pytest.mark.rule("companies:advance.occupied", "companies:charge.versus", "companies:position.leave")
def test_an_advance_on_a_hill_whose_holder_charges() -> None:
    # Versus though they are independent by the matrix: 3 to 1 takes the hill of 1 with one over, and the Charge fails.
    state = field(holds=(False, True))
    effort, charge = volley(state, "advance island", "charge", [*hits(3, 4), *hits(1, 4)])
    assert (effort.works_out, effort.extra, charge.works_out) == (True, 1, False)
    state = field(holds=(False, True))
    said: Said = {("spend", 1): spend(("strike", 1))}
    rolls = [*hits(1, 4), *hits(3, 4), *hits(2, 4), *hits(0, 4)]
    effort, charge = volley(state, "advance island", "charge", rolls, said)
    assert (effort.works_out, charge.extra) == (False, 2)
    assert left(state) == [5, 6]


@pytest.mark.rule("companies:hold.dice", "companies:force.longest-weapons", "companies:charge.foray")
def test_pikes_against_a_commander_in_the_foray() -> None:
    # Command 4 with Conspicuous and Sing in the foray, 6 dice; the pikes hold with 4 + 2.
    state = battle(
        officer({"Command": 4, "Conspicuous": 3, "Sing": 2}),
        plain(),
        places=NEAR,
        forces=[force(0), replace(force(1), longest=True)],
    )
    said: Said = {("lead", 0): ("lead", "Command", "foray")}
    charge, hold = volley(state, "charge", "hold", [*hits(6, 6), *hits(5, 6)], said)
    assert (charge.works_out, charge.extra, hold.works_out) == (True, 1, False)


# ---------------------------------------------------------------- nerve


@pytest.mark.rule("companies:steel.effect", "companies:core.open-ended", "companies:core.steel")
def test_open_ended_sixes_save_a_nerve() -> None:
    # Steel 6 against hesitation 5: 6 6 4 1 1 1, then 6 and 2 for the first two sixes, then 5 for the third: five.
    state = field()
    said: Said = {("spend", 0): spend(("steel", 1))}
    volley(state, "skirmish", "scout", [*hits(1, 4), *hits(0, 4), 6, 6, 4, 1, 1, 1, 6, 2, 5], said)
    assert state.companies[1].hesitates == NOBODY


@pytest.mark.rule("companies:steel.effect", "companies:steel.limit", "companies:script.hesitating")
def test_a_nerve_lost_twice_is_lost_for_one_volley() -> None:
    state = field()
    said: Said = {("spend", 0): spend(("steel", 2))}
    volley(state, "skirmish", "scout", [*hits(2, 4), *hits(0, 4), *hits(0, 6), *hits(0, 6)], said)
    assert state.companies[1].hesitates == state.now


# ---------------------------------------------------------------- the end


@pytest.mark.rule("companies:end.compromise")
@pytest.mark.parametrize(
    ("start", "left_", "level"),
    [(7, 7, "none"), (7, 4, "minor"), (7, 3, "compromise"), (7, 2, "compromise"), (7, 1, "major"), (4, 3, "minor"),
     (4, 2, "compromise"), (4, 1, "major"), (3, 2, "minor"), (3, 1, "compromise"), (2, 1, "compromise"), (1, 1, "none"), (12, 3, "major")],
)  # fmt: skip
def test_what_the_winner_owes(start: int, left_: int, level: str) -> None:
    # Half of 7 is lost at 3 left; a quarter of 7 is 1.75, of 12 it is 3.
    assert level_of(left_, start) == level


# ---------------------------------------------------------------- specialists


@pytest.mark.rule("companies:spec.field-dressing", "companies:volley.resolve-order", "companies:steel.effect")
def test_who_is_bandaged_first_keeps_his_nerve() -> None:
    # Rally and Skirmish are versus; so Skirmish against Skirmish, both pass at Ob 2. The surgeon treats the Light wound of his commander
    # (Ob 2) before the Steel test that the enemy buys: six dice again, five of them succeed against 5.
    surgeon = ((1, officer({"Field Dressing": 4}, id="surgeon")),)
    state = battle(plain(), plain(), places=NEAR, seconds=surgeon)
    wound(state, 1, 2)
    said: Said = {("spend", 0): spend(("steel", 1)), ("spend", 1): spend(("dress-carrow", 1))}
    rolls = [*hits(2, 4), *hits(2, 3), *hits(2, 4), *hits(5, 6)]
    volley(state, "skirmish", "skirmish", rolls, said)
    assert state.people[1].wounds == []
    assert state.companies[1].hesitates == NOBODY


@pytest.mark.rule("companies:spec.runners-effect", "companies:volley.resolve-order")
def test_runners_taken_out_count_from_the_next_volley_on() -> None:
    # Skirmish against Skirmish: the first takes out the runners; the second's own purchase of this volley, a Steel test of the first
    # commander, is not touched, and its next Scout counts one less.
    state = field()
    said: Said = {("spend", 0): spend(("runners", 1))}
    rolls = [*hits(2, 4), *hits(2, 4), *hits(3, 4), *hits(1, 4)]
    volley(state, "skirmish", "skirmish", rolls, said)
    assert state.companies[1].runners_lost
    flank, scout = volley(state, "flank", "scout", [*hits(1, 4), *hits(2, 4)])
    assert (flank.works_out, scout.works_out) == (False, False)  # 1 to 2 - 1


@pytest.mark.rule("companies:spec.artillery", "companies:spec.qualified", "companies:fort.destroyed")
def test_two_shots_of_artillery_one_after_the_other() -> None:
    # Works of 2: three successes bring them to 1, then two over the obstacle of 1 destroy them, and the bonus of 3 is gone.
    gunner = ((0, officer({"Artillerist": 4}, id="gunner")),)
    state = battle(
        officer({**PLAIN}), plain(), places=NEAR, seconds=gunner, holds=(False, True), works={"island": 2}, values={"island": 3}
    )  # fmt: skip
    said: Said = {("spend", 0): spend(("artillery", 2))}
    rolls = [*hits(2, 5), *hits(0, 4), *hits(3, 4), *hits(2, 4)]
    volley(state, "skirmish", "scout", rolls, said)
    assert (state.works[state.nodes.index("island")], left(state)) == (0, [6, 6])


@pytest.mark.rule("companies:spec.reinforce", "companies:spec.buy", "companies:rally.specials")
def test_works_that_are_raised_stand_in_the_way_of_the_next_charge() -> None:
    # A Rally of 2 at Ob 1 buys Reinforce to 1 (Ob 2). Then a Charge against its Hold: 4 to 2 and 1, a strike.
    mason = ((1, officer({"Mason": 4}, id="mason")),)
    state = battle(plain(), plain(), places=NEAR, seconds=mason, holds=(False, True))
    said: Said = {("spend", 1): spend(("reinforce-1", 1))}
    volley(state, "scout", "rally", [*hits(0, 4), *hits(2, 4), *hits(2, 4)], said)
    effort, _ = volley(state, "charge", "hold", [*hits(4, 4), *hits(2, 5)])
    assert effort.extra == 1


@pytest.mark.rule("companies:spec.magic", "companies:spec.magic-terror", "companies:core.open-ended")
@pytest.mark.parametrize(
    ("faces", "lost"),
    [
        ([6, 6, 4, 4, 1, 1], 1),
        ([6, 6, 4, 4, 6, 4, 1], 2),
        ([6, 4, 4, 1, 1], 0),
        ([6, 6, 6, 4, 6, 6, 1, 4, 4], 3),
    ],
)
def test_battle_fire_from_a_rally(faces: list[int], lost: int) -> None:
    # Ob 4, open-ended: 4 successes cost a point, 6 two, 8 (sixes that bring sixes) three; 3 none.
    sorcerer = ((0, officer({"Sorcery": 4}, id="sorcerer")),)
    state = battle(plain(), plain(), places=NEAR, seconds=sorcerer)
    said: Said = {("spend", 0): spend(("cast-battle-fire", 1))}
    volley(state, "rally", "scout", [*hits(2, 4), *hits(0, 4), *faces], said)
    assert left(state) == [6, 6 - lost]


# ---------------------------------------------------------------- in person


@pytest.mark.rule("companies:fight.price", "companies:charge.vulnerable", "companies:fight.token")
def test_a_commander_in_the_foray_is_sought_out_for_two() -> None:

    state = field()
    prices = {}
    for action in (CHARGE, FLANK):
        menu = tuple([entry.id for entry in actions()[action].menu])
        for foray in (False, True):
            other = Effort(1, CHARGE, CHARGE, foray=foray)
            goods = goods_of(state, Effort(0, action, action, menu=menu), other)
            prices[action, foray] = [good.price for good in goods if good.word == "fight"]
    assert list(prices.values()) == [[3], [2], [3], [2]]
    state.tokens[0] = 0
    assert all(good.word != "fight" for good in goods_of(state, Effort(0, FLANK, FLANK, menu=menu), other))


@pytest.mark.rule("companies:strike.wound", "companies:force.succession", "companies:core.incapacitated")
def test_a_commander_killed_in_the_foray_leaves_his_script_to_another() -> None:
    # Lost by 6: a Mortal wound, and a point. The next volley's Flank is made by the unnamed officer: nothing but Command at 3 and his
    # troops' weapon; without a Flank skill he rolls a root at a doubled Ob 2 against nobody.
    state = battle(officer({"Command": 4, "Sword": 4}), plain(), places=NEAR)
    state.setting.forces[1] = replace(state.setting.forces[1], weapon=6)
    said: Said = {("lead", 0): ("lead", "Command", "foray"), ("spend", 0): spend(("own-strike", 1))}
    volley(state, "charge", "none", [*hits(3, 4), *hits(0, 4), *hits(6, 6)], said)
    assert state.people[0].out
    assert left(state) == [5, 6]
    effort, _ = volley(state, "hold", "flank", [*hits(3, 4), *hits(4, 4)])
    assert effort.pool is not None
    assert (effort.pool.skill, effort.pool.dice) == ("Command", 3 + 1)
