"""Volleys, by the examples of the catalogue. Commanders have four dice for each action; a black die succeeds on 4."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.companies.musters import PLAIN, battle, force, hits, officer, plain, volley

from banneret.kernel.order import Order
from banneret.rulebooks.companies.board.standing import lose
from banneret.rulebooks.companies.exchange.company_rolls import listed_skills
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.stages import SCRIPT
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import NOTHING, SCOUT

NEAR = ("west-bank", "island")


def field(**said: Any) -> State:
    return battle(plain(), plain(), places=said.pop("places", NEAR), **said)


def spend(*things: tuple[str, int]) -> Order:
    return ("spend", *things)


def dispositions(state: State) -> tuple[int, int]:
    return state.companies[0].disposition, state.companies[1].disposition


# ---------------------------------------------------------------- requirements, void actions, positions given up


@pytest.mark.rule("companies:scout.gate", "companies:script.void", "companies:position.leave")
def test_a_void_charge_gives_up_its_position() -> None:
    state = field(scouted=False, holds=(True, False), values={"west-bank": 3}, basic=(4, 6))
    effort, _ = volley(state, "charge", "hold", [])
    assert effort.action == NOTHING
    assert (dispositions(state), state.companies[0].holds) == ((4, 6), False)


@pytest.mark.rule("companies:charge.requirement", "companies:map.near")
def test_a_charge_reaches_as_far_as_the_next_node() -> None:
    far, _ = volley(field(places=("west-camp", "island")), "charge", "hold", [])
    assert far.action == NOTHING
    near, _ = volley(field(), "charge", "hold", [*hits(2, 4), *hits(0, 5)])
    assert near.works_out


@pytest.mark.rule("companies:skirmish.requirement", "companies:flank.purpose")
def test_others_need_no_reach() -> None:
    for name in ("flank", "skirmish"):
        effort, _ = volley(
            field(places=("west-camp", "east-camp")), name, "withdraw", [*hits(2, 4), *hits(1, 4)]
        )
        assert effort.works_out


@pytest.mark.rule("companies:position.leave", "companies:dug.bonus")
def test_what_stays_and_what_leaves() -> None:
    for name, stays in [
        ("hold", True),
        ("rally", True),
        ("scout", True),
        ("withdraw", False),
        ("flank", False),
    ]:
        state = field(holds=(True, False))
        state.companies[0].dug = 1
        rolls = [] if name == "hold" else hits(0, 4)
        volley(state, name, "none", rolls)
        assert state.companies[0].holds == stays
        assert state.companies[0].disposition == (8 if stays else 6)


@pytest.mark.rule("companies:script.retarget")
def test_an_advance_out_of_reach_is_aimed_anew() -> None:
    state = field(places=("west-camp", "island"), values={"west-bank": 2})
    effort, _ = volley(state, "advance east-bank", "none", hits(3, 4))  # one node in reach: west-bank
    assert state.nodes[effort.target] == "west-bank"
    assert effort.taken
    said: dict[tuple[str, int], Order] = {("retarget", 0): ("advance", "alder-hill")}
    effort, _ = volley(field(), "advance east-camp", "none", hits(2, 4), said)
    assert state.nodes[effort.target] == "alder-hill"


# ---------------------------------------------------------------- advance


@pytest.mark.rule("companies:advance.independent", "companies:advance.take", "companies:position.bonus")
def test_an_advance_onto_a_position() -> None:
    """3P at Ob 4, four successes: occupied, nothing extra; three are stored as 2."""
    state = field(values={"alder-hill": 3})
    effort, _ = volley(state, "advance alder-hill", "rally", [*hits(4, 4), *hits(0, 4)])
    assert (effort.taken, effort.extra, dispositions(state)) == (True, 0, (9, 6))
    state = field(values={"alder-hill": 3})
    volley(state, "advance alder-hill", "rally", [*hits(3, 4), *hits(0, 4)])
    assert (state.companies[0].store, state.companies[0].holds) == (2, False)


@pytest.mark.rule("companies:advance.build", "companies:advance.versus")
def test_building_up_to_a_position() -> None:
    """3P: a versus win by 2, then three successes independent: 2 + 2 = 4, occupied with 1 extra."""
    state = field(values={"alder-hill": 3})
    volley(state, "advance alder-hill", "scout", [*hits(2, 4), *hits(0, 4)])
    assert state.companies[0].store == 2
    effort, _ = volley(state, "advance alder-hill", "hold", hits(3, 4))
    assert (effort.taken, effort.extra, state.companies[0].store) == (True, 1, 0)


@pytest.mark.rule("companies:advance.build")
def test_the_store_is_lost_by_a_flank() -> None:
    state = field(values={"alder-hill": 3})
    volley(state, "advance alder-hill", "scout", [*hits(2, 4), *hits(0, 4)])
    volley(state, "hold", "hold", [])
    assert state.companies[0].store == 2
    volley(state, "flank", "scout", [*hits(0, 4), *hits(0, 4)])
    assert state.companies[0].store == 0


@pytest.mark.rule("companies:advance.occupied", "companies:position.dislodge", "companies:advance.damage")
def test_an_advance_on_an_occupied_position() -> None:
    """B, basic 3 with 2 bonus, rallies in the mill; A, basic 4, wins by 4: both versus, 2 extra, one loss: A 6 and B 2."""
    state = field(holds=(False, True), values={"island": 2}, basic=(4, 3))
    said = {("spend", 0): spend(("damage", 1))}
    effort, other = volley(state, "advance island", "rally", [*hits(4, 4), *hits(0, 4)], said)
    assert (effort.extra, other.works_out) == (2, False)
    assert dispositions(state) == (6, 2)
    assert [company.holds for company in state.companies] == [True, False]


@pytest.mark.rule("companies:advance.occupied")
def test_an_advance_on_a_position_just_left_by_a_charge() -> None:
    """Judged before it is given up: versus, although the matrix says independent."""
    state = field(holds=(False, True))
    effort, other = volley(state, "advance island", "charge", [*hits(2, 4), *hits(2, 4)])
    assert not effort.works_out
    assert not other.works_out
    state = battle(
        plain(), plain(), places=NEAR, holds=(False, True), options={"occupied-when": "after-reveal-losses"}
    )
    effort, other = volley(state, "advance island", "charge", [*hits(2, 4), *hits(2, 4)])
    assert effort.taken
    assert other.works_out


@pytest.mark.rule("companies:advance.unskilled")
def test_an_advance_without_the_skill() -> None:
    """Will 4, four successes, halved to 2, 1 paid: 1 stored, which takes 1P."""
    state = battle(officer({}, stats=(4, 4, 4, 4, 4, 4)), plain(), places=NEAR)
    effort, _ = volley(state, "advance alder-hill", "hold", hits(4, 4))
    assert (effort.taken, effort.extra) == (True, 0)


# ---------------------------------------------------------------- charge and strikes


@pytest.mark.rule("companies:charge.versus", "companies:charge.repulsed", "companies:fort.effect")
def test_a_charge_against_works() -> None:
    """4 against 1 in works of 2: 1 extra. 4 against 3 in works of 2: neither. 2 against 4 in works of 3: the Hold by 2."""
    for counts, works, extra in [((4, 1), 2, (1, 0)), ((4, 3), 2, (0, 0)), ((2, 4), 3, (0, 2))]:
        state = field(holds=(False, True), works={"island": works})
        efforts = volley(state, "charge", "hold", [*hits(counts[0], 4), *hits(counts[1], 5)])
        assert tuple([effort.extra for effort in efforts]) == extra


@pytest.mark.rule("companies:charge.independent", "companies:rally.position", "companies:position.not-cover")
def test_works_raise_an_independent_charge() -> None:
    """A Rally in works of 1: Ob 3. In a position without works: Ob 2."""
    for works, passed in [(1, False), (0, True)]:
        state = field(holds=(False, True), works={"island": works}, values={"island": 3})
        effort, _ = volley(state, "charge", "rally", [*hits(2, 4), *hits(0, 4)])
        assert effort.works_out == passed
        assert state.companies[1].holds


@pytest.mark.rule(
    "companies:charge.strikes", "companies:strike.test", "companies:strike.loss", "companies:strike.tie"
)
def test_strikes() -> None:
    """Four extra, three strikes of 4 dice: 2 to 1, 0 to 3, 1 to 1: the charged lose 2, the charger 2."""
    state = field()
    strikes = [*hits(2, 4), *hits(1, 4), *hits(0, 4), *hits(3, 4), *hits(1, 4), *hits(1, 4)]
    said = {("spend", 0): spend(("strike", 3))}
    volley(state, "charge", "hold", [*hits(4, 4), *hits(0, 5), *strikes], said)
    assert dispositions(state) == (4, 4)


@pytest.mark.rule(
    "companies:charge.strike-dice",
    "companies:strike.skirmish",
    "companies:strike.size",
    "companies:strike.walls",
)
def test_dice_of_strikes() -> None:
    """Against a Skirmish +1D, a bought die +1D on one strike, horses over foot +1D; in works the horses' die is lost."""
    said = {("spend", 0): spend(("strike", 2), ("strike-die", 1))}
    state = field(forces=[force(0, size=2), force(1)])
    strikes = [*hits(0, 7), *hits(0, 4), *hits(0, 6), *hits(0, 4)]
    volley(state, "charge", "skirmish", [*hits(3, 4), *hits(0, 4), *strikes], said)
    state = field(forces=[force(0, size=2), force(1)], holds=(False, True), works={"island": 1})
    strikes = [*hits(0, 6), *hits(0, 4), *hits(0, 5), *hits(0, 4)]
    volley(state, "charge", "skirmish", [*hits(4, 4), *hits(0, 4), *strikes], said)


@pytest.mark.rule("companies:charge.foray", "companies:strike.commander", "companies:strike.wound")
def test_a_commander_in_the_foray() -> None:
    """Command 4 with Sing is 5 dice in the foray; Sword 4 loses the own strike by 3: Midi and a point."""
    skills = {"Command": 4, "Sing": 3, "Sword": 4}
    state = battle(officer(skills), plain(), places=NEAR)
    said: dict[tuple[str, int], Order] = {
        ("lead", 0): ("lead", "Command", "foray"),
        ("spend", 0): spend(("own-strike", 1)),
    }
    volley(state, "charge", "none", [*hits(3, 5), *hits(0, 4), *hits(3, 4)], said)
    assert state.people[0].wounds == [3]
    assert dispositions(state) == (5, 6)


@pytest.mark.rule("companies:test.hesitating-defends")
def test_troops_of_an_idle_company_fight() -> None:
    state = field()
    said = {("spend", 0): spend(("strike", 1))}
    volley(state, "charge", "none", [*hits(3, 4), *hits(1, 4), *hits(2, 4)], said)
    assert dispositions(state) == (5, 6)


# ---------------------------------------------------------------- flank, hold, rally, scout, skirmish


@pytest.mark.rule("companies:flank.damage", "companies:flank.charge-dice", "companies:volley.saved-dice")
def test_a_flank_and_the_charge_after_it() -> None:
    """Won by 4: one loss and two dice; the Charge has 6 dice in the next volley, not in the one after."""
    state = field()
    said = {("spend", 0): spend(("damage", 1), ("charge-die", 2))}
    volley(state, "flank", "scout", [*hits(4, 4), *hits(0, 4)], said)
    assert dispositions(state) == (6, 5)
    saved = state.copy()
    volley(state, "charge", "none", hits(0, 6))
    volley(saved, "hold", "hold", [])
    volley(saved, "charge", "none", hits(0, 4))


@pytest.mark.rule(
    "companies:hold.dice", "companies:hold.menu", "companies:hold.dig-in", "companies:hold.skirmish"
)
def test_a_hold_that_beats_a_charge() -> None:
    """With pikes 6 dice; won by 5: dig in and one loss, and one for the runners, which ties: safe. A Skirmish opens no menu."""
    state = field(forces=[force(0), force(1, longest=True)])
    said = {("spend", 1): spend(("runners", 1), ("dig-in", 1), ("damage", 1))}
    volley(state, "charge", "hold", [*hits(0, 4), *hits(5, 6), *hits(2, 4), *hits(2, 4)], said)
    assert dispositions(state) == (5, 7)
    assert not state.companies[0].runners_lost
    _, hold = volley(state, "skirmish", "hold", [*hits(0, 5), *hits(3, 4)])
    assert (hold.works_out, hold.menu) == (True, ())


@pytest.mark.rule("companies:rally.restore", "companies:spec.runners-effect")
def test_a_rally_brings_the_runners_back() -> None:
    """Against a Hold at Ob 1 + 1: one success fails, two pass, and the penalty ends."""
    state = field()
    state.companies[0].runners_lost = True
    volley(state, "rally", "hold", hits(1, 4))
    assert state.companies[0].runners_lost
    volley(state, "rally", "hold", hits(2, 4))
    assert not state.companies[0].runners_lost


@pytest.mark.rule("companies:rally.weapon-dice", "companies:rally.command-die", "companies:rally.dig-in")
def test_what_a_rally_saves() -> None:
    """2 weapon dice and a command die: the Charge has 5 dice, its strikes 6 and, with a bought die, 7."""
    state = field()
    said = {("spend", 0): spend(("weapon-die", 2), ("command-die", 1))}
    volley(state, "rally", "none", hits(4, 4), said)
    said = {("spend", 0): spend(("strike", 2), ("strike-die", 1))}
    strikes = [*hits(1, 7), *hits(0, 4), *hits(1, 6), *hits(0, 4)]
    volley(state, "charge", "none", [*hits(5, 5), *strikes], said)
    assert dispositions(state) == (6, 4)


@pytest.mark.rule("companies:scout.sighted", "companies:scout.versus", "companies:scout.lost")
def test_scouted_and_out_of_sight_again() -> None:
    """3 against 2: the Flank does nothing and the enemy is scouted; its Withdraw then ends that."""
    state = field(scouted=False)
    state.scouted[2] = True
    volley(state, "scout", "flank", [*hits(3, 4), *hits(2, 4)])
    assert state.scouted == [False, True, True, False]
    volley(state, "hold", "withdraw", hits(2, 4))
    assert state.scouted == [False, False, True, False]


@pytest.mark.rule("companies:scout.skills", "companies:scout.unskilled")
def test_skills_that_serve_to_scout() -> None:
    always = ("Observation", "Orienteering", "Riding", "Stealthy")
    assert listed_skills(field(), 0, SCOUT, False) == always
    state = battle(tags=("urban",), forces=[force(0, "dwarf"), force(1)])
    assert listed_skills(state, 0, SCOUT, False) == ("Observation", "Orienteering", "Stealthy", "Streetwise")
    state = battle(officer({}, stats=(2, 5, 2, 2, 2, 2)), plain())
    effort, _ = volley(state, "scout", "rally", [*hits(4, 5), *hits(0, 4)])
    assert (effort.works_out, effort.extra) == (True, 0)  # Perception 5 at Ob 4


@pytest.mark.rule(
    "companies:skirmish.raise-ob", "companies:skirmish.advance-dice", "companies:core.raise-in-versus"
)
def test_harassing() -> None:
    """A margin of 4 twice on the obstacle: the enemy's next three successes count 1; then it is over."""
    state = field()
    said = {("spend", 0): spend(("raise-ob", 2))}
    volley(state, "skirmish", "scout", [*hits(4, 4), *hits(0, 4)], said)
    _, other = volley(state, "scout", "scout", [*hits(0, 4), *hits(3, 4)])
    assert (other.count, state.companies[1].raised) == (1, 0)


@pytest.mark.rule("companies:skirmish.breach", "companies:fort.destroyed")
def test_a_breach() -> None:
    """War Engineer tested: works of 1 breached once are destroyed, and the position is lost: basic 4 of 7."""
    skills = {"War Engineer": 4}
    state = battle(
        officer(skills),
        plain(),
        holds=(False, True),
        values={"island": 3},
        works={"island": 1},
        places=NEAR,
        basic=(6, 4),
    )
    said = {("spend", 0): spend(("breach", 1))}
    volley(state, "skirmish", "rally", [*hits(2, 4), *hits(0, 4)], said)
    assert (dispositions(state), state.companies[1].holds, state.works[2]) == ((6, 4), False, 0)
    assert state.values[2] == 3


# ---------------------------------------------------------------- withdraw


@pytest.mark.rule(
    "companies:withdraw.versus-win", "companies:withdraw.hidden", "companies:withdraw.fall-back"
)
def test_a_withdraw_won() -> None:
    """4 against a Charge of 3: the enemy loses 3, own side 1; out of sight, and back to the camp."""
    state = field()
    said: dict[tuple[str, int], Order] = {("fall-back", 0): ("fall-back", "west-camp")}
    volley(state, "withdraw", "charge", [*hits(4, 4), *hits(3, 4)], said)
    assert dispositions(state) == (5, 3)
    assert state.scouted == [False, True, False, False]
    assert state.companies[0].place == 0


@pytest.mark.rule("companies:withdraw.versus-loss")
def test_a_withdraw_lost() -> None:
    """2 against a Flank of 4: own side loses 2, and one more that the Flank buys."""
    state = field()
    volley(state, "withdraw", "flank", [*hits(2, 4), *hits(4, 4)], {("spend", 1): spend(("damage", 1))})
    assert dispositions(state) == (3, 6)


@pytest.mark.rule("companies:withdraw.independent-effect")
def test_withdraws_against_a_hold_and_against_each_other() -> None:
    """Ob 2 with 4: the enemy loses 3, own side 2. Both at Ob 1 with 1 and 3: 3 for the first, 1 + 2 for the second."""
    state = field()
    volley(state, "withdraw", "hold", hits(4, 4))
    assert dispositions(state) == (4, 3)
    state = field()
    volley(state, "withdraw", "withdraw", [*hits(1, 4), *hits(3, 4)])
    assert dispositions(state) == (3, 3)


@pytest.mark.rule("companies:withdraw.leave")
def test_a_withdraw_that_is_the_end() -> None:
    """Basic 2 with bonus 3: the position is given up, and a win by 2 leaves nothing."""
    state = field(holds=(True, False), values={"west-bank": 3}, basic=(2, 6))
    volley(state, "withdraw", "scout", [*hits(2, 4), *hits(0, 4)])
    assert state.companies[0].fallen
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


# ---------------------------------------------------------------- ties


@pytest.mark.rule("companies:tie.call", "companies:tie.reply", "companies:tie.win", "companies:test.tie")
def test_a_tie_breaker() -> None:
    """Flank 3, Scout 3: the scouts' Stealthy 4 against the root of Orienteering, Perception 4: 1 to 3, the Scout by 2."""
    state = field(scouted=True)
    said: dict[tuple[str, int], Order] = {("tie", 0): ("call",), ("spend", 1): spend(("runners", 1))}
    rolls = [*hits(3, 4), *hits(3, 4), *hits(1, 4), *hits(3, 4), *hits(3, 4), *hits(1, 4)]
    flank, scout = volley(state, "flank", "scout", rolls, said)
    assert (flank.works_out, scout.works_out, scout.extra) == (False, True, 2)
    assert state.companies[0].runners_lost


@pytest.mark.rule("companies:tie.call", "companies:tie.again", "companies:core.tie")
def test_ties_that_stay() -> None:
    """Scout and Skirmish may call none; an Advance and a Flank that tie again leave the tie."""
    efforts = volley(field(), "scout", "skirmish", [*hits(3, 4), *hits(3, 4)])
    assert not any(effort.works_out for effort in efforts)
    said: dict[tuple[str, int], Order] = {("tie", 1): ("call",)}
    rolls = [*hits(2, 4), *hits(2, 4), *hits(1, 4), *hits(1, 4)]
    efforts = volley(field(), "advance alder-hill", "flank", rolls, said)
    assert not any(effort.works_out or effort.taken for effort in efforts)


@pytest.mark.rule("companies:withdraw.counts")
def test_the_tie_breaker_gives_only_the_margin() -> None:
    """Withdraw 3, Scout 3: won by 2, the enemy loses 3 and own side 2; lost by 1, own side loses 3."""
    said: dict[tuple[str, int], Order] = {("tie", 0): ("call",)}
    state = field()
    volley(state, "withdraw", "scout", [*hits(3, 4), *hits(3, 4), *hits(3, 4), *hits(1, 4)], said)
    assert dispositions(state) == (4, 3)
    state = field()
    volley(state, "withdraw", "scout", [*hits(3, 4), *hits(3, 4), *hits(1, 4), *hits(2, 4)], said)
    assert dispositions(state) == (3, 6)


# ---------------------------------------------------------------- Steel, losses, the end


@pytest.mark.rule(
    "companies:steel.effect", "companies:spec.steel", "companies:charge.steel", "companies:script.hesitating"
)
def test_a_lost_nerve() -> None:
    """Steel 6 against 5 with 4 successes: B hesitates in the next volley, keeps its position, and acts in the one after."""
    state = field(holds=(False, True))
    rolls = [*hits(3, 4), *hits(0, 4), *hits(4, 6)]
    volley(state, "charge", "rally", rolls, {("spend", 0): spend(("steel", 1))})
    _, other = volley(state, "hold", "withdraw", [])
    assert other.scripted == NOTHING
    assert state.companies[1].holds
    _, other = volley(state, "hold", "withdraw", hits(0, 4))
    assert other.scripted != NOTHING


@pytest.mark.rule("companies:steel.limit")
def test_no_test_while_hesitating() -> None:
    state = field()
    state.companies[1].hesitates = state.now
    with pytest.raises(AssertionError, match="not to be had"):
        volley(state, "charge", "rally", hits(4, 4), {("spend", 0): spend(("steel", 1))})


@pytest.mark.rule("companies:disp.loss", "companies:position.damage")
def test_losses_come_off_in_order() -> None:
    """Basic 4, bonus 3, dug in: five points leave basic 3. Basic 2 in 2P: three leave 1; in 3P two leave a bonus of 1."""
    for basic, bonus, dug, points, left in [
        (4, 3, 1, 5, (3, 0, 0)),
        (2, 2, 0, 3, (1, 0, 0)),
        (2, 3, 0, 2, (2, 1, 0)),
    ]:
        company = replace(field().companies[0], basic=basic, bonus=bonus, dug=dug, holds=True)
        lose(company, points)
        assert (company.basic, company.bonus, company.dug) == left
        assert company.holds == (left[1] > 0)


@pytest.mark.rule("companies:volley.losses", "companies:end.when", "companies:end.zero")
def test_losses_before_gains() -> None:
    """A, basic 1, takes a position in the volley in which B's strike brings it to 0: it has fallen."""
    state = field(basic=(1, 6))
    rolls = [*hits(2, 4), *hits(3, 4), *hits(1, 4), *hits(0, 4)]
    volley(state, "advance alder-hill", "charge", rolls, {("spend", 1): spend(("strike", 1))})
    assert state.companies[0].fallen
    assert not state.companies[0].holds
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((1,), "companies:end.zero")


@pytest.mark.rule("companies:end.mutual")
def test_both_beaten() -> None:
    state = field(basic=(1, 1))
    said = {("spend", 0): spend(("strike", 1))}
    volley(state, "charge", "none", [*hits(3, 4), *hits(0, 4), *hits(0, 4)], said)
    assert state.outcome is not None
    assert state.outcome.winners == ()


@pytest.mark.rule("companies:end.time-limit", "companies:script.next")
def test_nightfall() -> None:
    """A 2 of 6, B 3 of 8: B. One exchange earlier another script is written."""
    state = field()
    state.companies[0].basic = 2
    state.companies[1].basic, state.companies[1].start = 3, 8
    state.exchange, state.volley = 9, 2
    volley(state, "hold", "hold", [])
    assert (state.stage, state.exchange, state.outcome) == (SCRIPT, 10, None)
    state.volley = 2
    volley(state, "hold", "hold", [])
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


@pytest.mark.rule("companies:force.succession", "companies:core.incapacitated")
def test_who_takes_over() -> None:
    """The second with the highest Tactics or Command; without seconds an unnamed officer: 2D troops, Command 3."""
    pair = ((0, officer({"Tactics": 3})), (0, officer({"Command": 4})))
    state = battle(plain(), plain(), seconds=pair)
    wound(state, 0, 6)
    volley(state, "hold", "hold", [])
    assert state.companies[0].commander == 3
    wound(state, 2, 6)
    wound(state, 3, 6)
    volley(state, "hold", "hold", [])
    number = state.companies[0].commander
    assert state.setting.people[number].skills["Command"] == 3


# ---------------------------------------------------------------- specialists


@pytest.mark.rule("companies:spec.scouts", "companies:spec.buy")
def test_taking_out_the_scouts() -> None:
    state = field()
    rolls = [*hits(1, 4), *hits(0, 4), *hits(2, 4), *hits(1, 4)]
    volley(state, "skirmish", "scout", rolls, {("spend", 0): spend(("scouts", 1))})
    assert state.scouted == [False, True, False, False]


@pytest.mark.rule("companies:spec.artillery", "companies:spec.reinforce", "companies:spec.qualified")
def test_engineers() -> None:
    """Works of 2 and 3 successes: 1. A bare position to 1 at Ob 2."""
    engineer = ((0, officer({"Artillerist": 4, "Engineer": 4})),)
    state = battle(
        officer({"Oratory": 4, "Tactics": 4}),
        plain(),
        seconds=engineer,
        places=NEAR,
        holds=(True, True),
        works={"island": 2},
    )
    volley(state, "rally", "none", [*hits(2, 4), *hits(3, 4)], {("spend", 0): spend(("artillery", 1))})
    assert state.works[2] == 1
    volley(state, "rally", "none", [*hits(2, 4), *hits(2, 4)], {("spend", 0): spend(("reinforce-1", 1))})
    assert state.works[1] == 1


@pytest.mark.rule("companies:spec.magic", "companies:spec.magic-terror")
def test_spells() -> None:
    """Battle fire at Ob 4 with 6 successes, open-ended: 2 points. Terror with 5: hesitation 5 becomes 7."""
    wizard = ((0, officer({"Sorcery": 6})),)
    state = battle(officer({"Oratory": 4}), plain(), seconds=wizard, places=NEAR)
    rolls = [*hits(2, 4), *hits(6, 6)]
    volley(state, "rally", "none", rolls, {("spend", 0): spend(("cast-battle-fire", 1))})
    assert dispositions(state) == (6, 4)
    rolls = [*hits(2, 4), *hits(5, 6), *hits(6, 6)]
    volley(state, "rally", "hold", rolls, {("spend", 0): spend(("cast-terror", 1))})
    assert state.companies[1].hesitates == state.now


@pytest.mark.rule("companies:spec.field-dressing")
def test_field_dressing() -> None:
    """Light and Midi: the Midi is treated at Ob 2 and no longer counts."""
    medic = ((0, replace(officer({"Field Dressing": 3}), id="sergeant")),)
    state = battle(officer({"Oratory": 7}), plain(), seconds=medic)
    wound(state, 0, 2)
    wound(state, 0, 3)
    rolls = [*hits(2, 4), *hits(2, 3)]
    volley(state, "rally", "none", rolls, {("spend", 0): spend(("dress-carrow", 1))})
    assert state.people[0].wounds == [2]


@pytest.mark.rule("companies:spec.runners", "companies:spec.opposed-tie")
def test_taking_out_the_runners() -> None:
    """2D humans, Stealthy 4, against orcs of 1D, Conspicuous 3: 2 against 1 takes them out, 1 against 1 does not."""
    for own, lost in [(2, True), (1, False)]:
        state = field(forces=[force(0), force(1, "orc", 1)])
        rolls = [*hits(1, 4), *hits(0, 4), *hits(own, 4), *hits(1, 3)]
        volley(state, "skirmish", "scout", rolls, {("spend", 0): spend(("runners", 1))})
        assert state.companies[1].runners_lost == lost


@pytest.mark.rule("companies:core.advantage", "companies:volley.saved-dice")
def test_dice_from_several_sources() -> None:
    """Three dice of a Flank and one of a Rally: a Charge of Command 4 has 8; a Hold that rolls nothing keeps the Rally's."""
    state = field()
    state.companies[0].charge_dice = 3
    state.companies[0].command_die = 1
    kept = state.copy()
    volley(state, "charge", "none", hits(0, 8))
    volley(kept, "hold", "none", [])
    assert (kept.companies[0].charge_dice, kept.companies[0].command_die) == (0, 1)


@pytest.mark.rule("companies:strike.defender")
def test_troops_answer_strikes_whatever_their_commander_is() -> None:
    """A commander of Sword 6 with wounds: the troops of 2D roll 4 dice all the same."""
    state = battle(plain(), officer({**PLAIN, "Sword": 6}), places=NEAR)
    wound(state, 1, 2)
    said = {("spend", 0): spend(("strike", 1))}
    volley(state, "charge", "none", [*hits(3, 4), *hits(1, 4), *hits(0, 4)], said)
    assert dispositions(state) == (6, 5)


@pytest.mark.rule("companies:volley.resolve-order")
def test_strikes_before_steel() -> None:
    """A commander wounded in the own strike tests Steel with what is left: 6 dice less 2."""
    state = battle(officer({**PLAIN, "Sword": 4}), plain(), places=NEAR)
    said: dict[tuple[str, int], Order] = {
        ("lead", 0): ("lead", "Command", "foray"),
        ("spend", 0): spend(("own-strike", 1)),
        ("spend", 1): spend(("steel", 1)),
    }
    rolls = [*hits(3, 4), *hits(3, 4), *hits(0, 4), *hits(3, 4), *hits(4, 4)]
    volley(state, "charge", "charge", rolls, said)
    assert state.people[0].wounds == [3]
    assert state.companies[0].hesitates == state.now
