"""Options where they change what comes of a volley, worked out by hand: first as printed, then by the option."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.companies.crowds import crowd
from rulebooks.companies.crowds import volley as crowd_volley
from rulebooks.companies.musters import PLAIN, Answers, battle, force, hits, officer, plain, volley
from rulebooks.companies.test_edges import NEAR, left, spend

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.spending import goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.odds.bought.specials import runners_lost
from banneret.rulebooks.companies.odds.forecast import traded
from banneret.rulebooks.companies.setup.contact import make_contact
from banneret.rulebooks.companies.state import NOBODY, State
from banneret.rulebooks.companies.tables.actions import FLANK, actions

Said = dict[tuple[str, int], Order]


def field(option: str, value: str, **said: Any) -> State:
    """Two plain companies near each other, by one option."""
    return battle(plain(), plain(), places=said.pop("places", NEAR), options={option: value}, **said)


@pytest.mark.rule("companies:fort.effect")
@pytest.mark.parametrize(("value", "extra"), [("off", 3), ("on", 1)])
def test_works_against_a_skirmish(value: str, extra: int) -> None:
    # 4 against 1 from works of 2.
    state = field("fortification-against-skirmish", value, holds=(False, True), works={"island": 2})
    effort, _ = volley(state, "skirmish", "scout", [*hits(4, 4), *hits(1, 4)])
    assert (effort.works_out, effort.extra) == (True, extra)


@pytest.mark.rule("companies:fort.effect", "companies:charge.repulsed")
@pytest.mark.parametrize(("value", "works"), [("off", True), ("on", False)])
def test_works_stop_a_skirmish_that_is_not_beaten(value: str, works: bool) -> None:
    # 3 against 1 from works of 2: by the option neither has any effect.
    state = field("fortification-against-skirmish", value, holds=(False, True), works={"island": 2})
    efforts = volley(state, "skirmish", "scout", [*hits(3, 4), *hits(1, 4)])
    assert [effort.works_out for effort in efforts] == [works, False]


@pytest.mark.rule("companies:test.extra")
@pytest.mark.parametrize(("value", "charge", "skirmish"), [("as-printed", 0, 1), ("meeting-earns-one", 1, 1)])
def test_an_obstacle_that_is_just_met(value: str, charge: int, skirmish: int) -> None:
    # Ob 2 with 2: a Skirmish has its one already.
    for action, extra in (("charge", charge), ("skirmish", skirmish)):
        effort, _ = volley(field("independent-extra", value), action, "none", hits(2, 4))
        assert (effort.works_out, effort.extra) == (True, extra)


@pytest.mark.rule("companies:hold.menu", "companies:hold.skirmish")
@pytest.mark.parametrize(("value", "dug"), [("as-printed", 0), ("any-versus", 1)])
def test_a_hold_that_beats_a_skirmish(value: str, dug: int) -> None:
    # 3 to 1, the skirmishers with five dice: two extra successes dig in.
    state = field("hold-menu", value)
    said: Said = {("spend", 0): spend(("dig-in", 1))} if dug else {}
    volley(state, "hold", "skirmish", [*hits(3, 4), *hits(1, 5)], said)
    assert state.companies[0].dug == dug


@pytest.mark.rule("companies:hold.independent", "companies:hold.menu")
@pytest.mark.parametrize("value", ["no-test", "ob-1-with-menu"])
def test_a_hold_beside_a_rally(value: str) -> None:
    # By the option Ob 1 with 3: two extra for digging in. Else nothing is rolled.
    state = field("hold-independent", value)
    tested = value == "ob-1-with-menu"
    said: Said = {("spend", 0): spend(("dig-in", 1))} if tested else {}
    volley(state, "hold", "rally", [*(hits(3, 4) if tested else []), *hits(0, 4)], said)
    assert state.companies[0].dug == int(tested)


@pytest.mark.rule("companies:steel.limit")
@pytest.mark.parametrize(
    ("value", "offered"), [("not-while-hesitating", True), ("once-per-exchange", False), ("none", True)]
)
def test_a_second_steel_test_in_an_exchange(value: str, offered: bool) -> None:
    # The first is passed with five of six. In the next volley of the same exchange another may be forced, or not.
    state = field("steel-limit", value)
    said: Said = {("spend", 0): spend(("steel", 1))}
    volley(state, "skirmish", "scout", [*hits(1, 4), *hits(0, 4), *hits(5, 6)], said)
    menu = tuple([entry.id for entry in actions()[FLANK].menu])
    words = [good.word for good in goods_of(state, Effort(0, FLANK, FLANK, menu=menu), Effort(1))]
    assert ("steel" in words) is offered


@pytest.mark.rule("companies:steel.limit")
@pytest.mark.parametrize(
    ("value", "offered"), [("not-while-hesitating", False), ("once-per-exchange", True), ("none", True)]
)
def test_a_steel_test_of_one_who_hesitates(value: str, offered: bool) -> None:
    state = field("steel-limit", value)
    state.companies[1].hesitates = state.now
    menu = tuple([entry.id for entry in actions()[FLANK].menu])
    words = [good.word for good in goods_of(state, Effort(0, FLANK, FLANK, menu=menu), Effort(1))]
    assert ("steel" in words) is offered


@pytest.mark.rule("companies:position.leave")
@pytest.mark.parametrize(("value", "basic"), [("remaining-bonus", 5), ("full-value", 3)])
def test_a_hill_of_three_that_is_given_up_with_one_point_left(value: str, basic: int) -> None:
    state = field("position-loss", value, values={"west-bank": 3}, holds=(True, False), basic=(5, 6))
    state.companies[0].bonus = 1
    volley(state, "charge", "scout", [*hits(0, 4), *hits(0, 4)])
    assert (state.companies[0].basic, state.companies[0].holds) == (basic, False)


@pytest.mark.rule("companies:position.leave")
def test_nobody_falls_by_giving_up_a_hill() -> None:
    state = field("position-loss", "full-value", values={"west-bank": 5}, holds=(True, False), basic=(2, 6))
    state.companies[0].bonus = 1
    volley(state, "charge", "scout", [*hits(0, 4), *hits(0, 4)])
    assert state.companies[0].basic == 1


@pytest.mark.rule("companies:fort.destroyed", "companies:skirmish.breach")
@pytest.mark.parametrize(("value", "holds"), [("any-cause", False), ("artillery-only", True)])
def test_works_breached_by_engineers(value: str, holds: bool) -> None:
    engineer = officer({**PLAIN, "War Engineer": 6})
    state = battle(
        engineer, plain(), places=NEAR, holds=(False, True), works={"island": 1}, options={"destroyed-works": value}
    )  # fmt: skip
    said: Said = {("lead", 0): ("lead", "War Engineer"), ("spend", 0): spend(("breach", 1))}
    volley(state, "skirmish", "scout", [*hits(2, 7), *hits(0, 4)], said)
    assert (state.works[state.nodes.index("island")], state.companies[1].holds) == (0, holds)


@pytest.mark.rule("companies:advance.build")
@pytest.mark.parametrize(("value", "store"), [("keep", 1), ("consecutive-only", 0)])
def test_a_store_after_a_rally(value: str, store: int) -> None:
    # Won by 1 on a hill of 3; then a Rally.
    state = field("advance-store", value, places=("west-bank", "east-camp"), values={"island": 3})
    volley(state, "advance island", "scout", [*hits(2, 4), *hits(1, 4)])
    assert state.companies[0].store == 1
    volley(state, "rally", "scout", [*hits(0, 4), *hits(0, 4)])
    assert state.companies[0].store == store


@pytest.mark.rule("companies:advance.occupied", "companies:matrix.advance")
@pytest.mark.parametrize(
    ("value", "taken", "charges"), [("at-reveal", False, True), ("after-reveal-losses", True, True)]
)
def test_a_hill_whose_holder_charges(value: str, taken: bool, charges: bool) -> None:
    # 2 against 3: versus the Advance has lost. By the option it is independent, Ob 1 + 1, and so is the Charge, Ob 2.
    state = field("occupied-when", value, holds=(False, True))
    advance, charge = volley(state, "advance island", "charge", [*hits(2, 4), *hits(3, 4)])
    assert (advance.works_out, charge.works_out) == (taken, charges)
    assert charge.extra == 1


@pytest.mark.rule("companies:core.unskilled-versus")
@pytest.mark.parametrize(
    ("value", "flank", "scout"), [("halve-own", False, False), ("double-opponent", True, False)]
)
def test_unskilled_against_a_skilled_enemy(value: str, flank: bool, scout: bool) -> None:
    # Three successes of Will 5 halved are 1, a tie with 1; or 3 against 1 doubled.
    state = battle(officer({}), plain(), places=NEAR, options={"unskilled-versus": value})
    efforts = volley(state, "flank", "scout", [*hits(3, 5), *hits(1, 4)])
    assert [effort.works_out for effort in efforts] == [flank, scout]
    if flank:
        assert efforts[0].extra == 1


@pytest.mark.rule("companies:scout.gate")
@pytest.mark.parametrize(
    ("value", "open_"),
    [
        ("charge+flank+skirmish", []),
        ("flank+skirmish", ["charge"]),
        ("charge+skirmish", ["flank"]),
    ],
)
def test_what_may_be_used_unseen(value: str, open_: list[str]) -> None:
    for action in ("charge", "flank", "skirmish"):
        state = field("scout-gate", value, scouted=False)
        works = action in open_
        effort, _ = volley(state, action, "none", hits(3, 4) if works else [])
        assert effort.works_out is works


@pytest.mark.rule("companies:fight.token")
@pytest.mark.parametrize(
    ("value", "first", "second"),
    [("0", False, False), ("1", True, False), ("2", True, True), ("unlimited", True, True)],
)
def test_scenes_for_duels(value: str, first: bool, second: bool) -> None:
    state = field("conflict-tokens", value)
    menu = tuple([entry.id for entry in actions()[FLANK].menu])
    found = []
    for _ in range(2):
        goods = goods_of(state, Effort(0, FLANK, FLANK, menu=menu), Effort(1))
        found.append(any(good.word == "fight" for good in goods))
        if state.tokens[0] > 0:
            state.tokens[0] -= 1
    assert found == [first, second]


@pytest.mark.rule("companies:rally.weapon-dice")
@pytest.mark.parametrize(("value", "dice"), [("every-strike", [6, 6]), ("pool", [6, 4])])
def test_two_dice_of_a_rally_and_two_strikes(value: str, dice: list[int]) -> None:
    state = field("rally-weapon-dice", value)
    state.companies[0].weapon_dice = 2
    said: Said = {("spend", 0): spend(("strike", 2))}
    rolls = [*hits(4, 4)]
    for own in dice:
        rolls += [*hits(1, own), *hits(0, 4)]
    volley(state, "charge", "none", rolls, said)
    assert left(state) == [6, 4]
    assert NOBODY == -1


# ---------------------------------------------------------------- those of the other side count twice, in comparing alone


NEEDS = "double-opponent"
EVEN = (4, 4, 4, 4, 4, 4)


def untaught(version: int, *lacking: int) -> State:
    """Two companies under the option, some without any skill, by a version of the rules."""
    known = [officer({}, stats=EVEN) if number in lacking else plain() for number in (0, 1)]
    state = battle(*known, places=NEAR, options={"unskilled-versus": NEEDS})
    state.setting.flags.version = version
    return state


@pytest.mark.rule("companies:withdraw.counts", "companies:withdraw.versus-win")
@pytest.mark.parametrize(("version", "rest"), [(5, [5, 5]), (4, [5, 4])])
def test_a_withdraw_without_skill_takes_the_points_that_the_enemy_rolled(
    version: int, rest: list[int]
) -> None:
    # 3 against 1 that counts twice: won by 1. The enemy rolled 1 success and loses 1, the company the margin.
    state = untaught(version, 0)
    volley(state, "withdraw", "charge", [*hits(3, 4), *hits(1, 4)])
    assert left(state) == rest


@pytest.mark.rule("companies:withdraw.counts", "companies:withdraw.versus-loss")
@pytest.mark.parametrize(("version", "lost"), [(5, 1), (4, 2)])
def test_a_lost_withdraw_costs_what_it_rolled_though_the_enemy_has_no_skill(version: int, lost: int) -> None:
    # 1 that counts twice against 3: the Flank has won by 1, and buys nothing.
    state = untaught(version, 1)
    _, flank = volley(state, "withdraw", "flank", [*hits(1, 4), *hits(3, 4)])
    assert (flank.works_out, flank.extra, left(state)) == (True, 1, [6 - lost, 6])


@pytest.mark.rule("companies:withdraw.counts")
def test_two_without_skill_withdraw_by_what_they_rolled() -> None:
    # 2 and 1 count 4 and 2: won by 2. The enemy loses 1, the company 2.
    state = untaught(5, 0, 1)
    volley(state, "withdraw", "charge", [*hits(2, 4), *hits(1, 4)])
    assert left(state) == [4, 5]


@pytest.mark.rule("companies:withdraw.counts", "companies:core.unskilled-versus")
def test_the_worth_of_a_withdraw_is_reckoned_by_the_points_that_it_costs() -> None:
    # Counts by chance 1/2 each: own 3, the enemy's 1 doubled, or own 1. Won by 1 it costs the enemy 1 and the company 1; lost 1 to 2 it costs 1.
    own, enemy = (0.0, 0.5, 0.0, 0.5), (0.0, 0.0, 1.0)
    assert traded(own, enemy, -1, (6, 6), (1, 2)) == (0.5, 1.0, 0.0, 0.0)
    assert traded(own, enemy, -1, (6, 6)) == (1.0, 1.0, 0.0, 0.0)
    assert traded(enemy, own, -1, (6, 1), (2, 1)) == (0.5, 1.0, 0.5, 0.0)


@pytest.mark.rule("companies:withdraw.counts", "companies:multi.unreciprocated")
@pytest.mark.parametrize(("version", "rest"), [(5, [5, 3, 6]), (4, [3, 5, 6])])
def test_a_withdraw_from_one_without_skill_who_looks_elsewhere(version: int, rest: list[int]) -> None:
    # A withdraws from B, who scouts C's Rally without skill (Ob 4: failed). 2 that count twice against 3, which are not halved besides:
    # won by 1. B loses the 3 it rolled, A loses 1.
    state = crowd("abc", options={"unskilled-versus": NEEDS})
    state.setting.people[1] = officer({}, stats=EVEN)
    state.setting.flags.version = version
    crowd_volley(state, ["withdraw 1", "scout 2", "rally"], [*hits(2, 4), *hits(3, 4), *hits(0, 4)])
    assert left(state) == rest


@pytest.mark.rule("companies:core.unskilled-versus", "companies:multi.one-roll")
@pytest.mark.parametrize(("version", "works"), [(5, False), (4, True)])
def test_without_skill_successes_are_not_halved_and_the_enemys_doubled(version: int, works: bool) -> None:
    # A flanks B, who scouts C's Rally without skill: 1 that counts twice against 3.
    state = crowd("abc", options={"unskilled-versus": NEEDS})
    state.setting.people[1] = officer({}, stats=EVEN)
    state.setting.flags.version = version
    efforts = crowd_volley(state, ["flank 1", "scout 2", "rally"], [*hits(1, 4), *hits(3, 4), *hits(0, 4)])
    assert efforts[0].works_out is works


def contact(options: dict[str, str], version: int, dice: list[int]) -> State:
    """Contact of one who must look with a Perception of 4 against Observation 2; the winner takes the default."""
    state = battle(officer({}, stats=EVEN), officer({"Observation": 2}), options=options)
    state.setting.flags.version = version
    table = Answers(dice, {})
    make_contact(state, table)
    table.finish()
    return state


@pytest.mark.rule("companies:contact.unskilled", "companies:core.unskilled-versus")
@pytest.mark.parametrize(
    ("option", "version", "own", "theirs", "winner"),
    [
        ("halve-own", 6, 3, 1, NOBODY),  # half of 3 is 1: a tie
        (NEEDS, 5, 3, 1, NOBODY),
        (NEEDS, 6, 3, 1, 0),  # 3 against twice 1
        (NEEDS, 6, 2, 1, NOBODY),
        (NEEDS, 6, 3, 2, 1),
    ],
)
def test_contact_without_a_skill(option: str, version: int, own: int, theirs: int, winner: int) -> None:
    dice = [*hits(own, 4), *hits(theirs, 2)]
    assert contact({"unskilled-versus": option}, version, dice).initiative == winner


@pytest.mark.rule(
    "companies:force.troop-unskilled", "companies:spec.opposed-tie", "companies:core.unskilled-versus"
)
@pytest.mark.parametrize(
    ("option", "version", "own", "theirs", "lost"),
    [
        ("halve-own", 6, 3, 1, False),  # 1 against 1
        (NEEDS, 5, 3, 1, False),
        (NEEDS, 6, 3, 1, True),  # 3 against twice 1
        (NEEDS, 6, 2, 1, False),
    ],
)
def test_dwarves_without_scouts_go_for_the_runners(
    option: str, version: int, own: int, theirs: int, lost: bool
) -> None:
    # Their Speed of 3 against couriers of 4, after a Skirmish won by one. Chance, by the option: 3 beat 0 or 1, 2 and 1 beat 0.
    forces = [force(0, "dwarf"), force(1)]
    state = battle(plain(), plain(), forces=forces, places=NEAR, options={"unskilled-versus": option})
    state.setting.flags.version = version
    dice = [*hits(1, 4), *hits(0, 4), *hits(own, 3), *hits(theirs, 4)]
    volley(state, "skirmish", "scout", dice, {("spend", 0): spend(("runners", 1))})
    assert state.companies[1].runners_lost is lost
    chance = runners_lost(state, 0, 1)
    halved = 1 / 2 * 1 / 16
    doubled = 1 / 8 * 5 / 16 + (3 / 8 + 3 / 8) * 1 / 16
    assert chance == pytest.approx(doubled if (option, version) == (NEEDS, 6) else halved)
