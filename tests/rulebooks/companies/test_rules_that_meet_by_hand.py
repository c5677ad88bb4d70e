"""Volleys in which two rules meet, worked out from the printed rules before they were played. A die of 4 succeeds, one of 1 does not."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.companies.musters import Answers, battle, force, hits, officer, plain, volley

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.stages import VOLLEY
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS

Said = dict[tuple[str, int], Order]
HILL: dict[str, Any] = {
    "places": ("west-bank", "alder-hill"),
    "values": {"alder-hill": 2},
    "holds": (False, True),
}
"""A at the west bank in the open, B on a hill of 2 beside it."""


def left(state: State) -> list[tuple[int, int, int]]:
    """Basic Disposition, bonus and cover of both companies."""
    return [(company.basic, company.bonus, company.dug) for company in state.companies]


# ---------------------------------------------------------------- lost runners


@pytest.mark.rule("companies:rally.restore", "companies:spec.runners-effect", "companies:matrix.rally")
@pytest.mark.parametrize(
    ("own", "theirs", "lost", "extra"),
    [(4, 2, False, 1), (3, 2, True, 0), (3, 1, False, 1), (2, 0, False, 1), (1, 0, True, 0)],
)
def test_a_rally_for_the_runners_under_a_skirmish(own: int, theirs: int, lost: bool, extra: int) -> None:
    """Versus: one success is lost with the runners; a tie does not find them."""
    state = battle(plain(), plain())
    state.companies[0].runners_lost = True
    efforts = volley(state, "rally", "skirmish", [*hits(own, 4), *hits(theirs, 4)])
    assert (state.companies[0].runners_lost, efforts[0].extra) == (lost, extra)


@pytest.mark.rule("companies:spec.runners", "companies:volley.resolve-order", "companies:volley.simultaneous")
def test_both_sides_lose_their_runners_in_one_volley() -> None:
    """Two Skirmishes work side by side, 2 successes at Ob 2 have one extra each; scouts win 2 to 1 on either side."""
    state = battle(plain(), plain())
    said: Said = {("spend", side): ("spend", ("runners", 1)) for side in (0, 1)}
    hunts = [*hits(2, 4), *hits(1, 4)] * 2
    volley(state, "skirmish", "skirmish", [*hits(2, 4), *hits(2, 4), *hunts], said)
    assert [company.runners_lost for company in state.companies] == [True, True]


@pytest.mark.rule("companies:core.steel-surprise", "companies:spec.runners-effect", "companies:steel.effect")
@pytest.mark.parametrize(("found", "hesitates"), [(5, True), (6, False)])
def test_a_commander_without_runners_needs_a_success_more_for_nerve(found: int, hesitates: bool) -> None:
    """Will 5: hesitation 5, and 1 more."""
    state = battle(plain(), plain(steel=6))
    state.companies[1].runners_lost = True
    said: Said = {("spend", 0): ("spend", ("steel", 1))}
    volley(state, "skirmish", "none", [*hits(2, 4), *hits(found, 6)], said)
    assert (state.companies[1].hesitates == 1) == hesitates


# ---------------------------------------------------------------- a hill, and who leaves it


@pytest.mark.rule("companies:withdraw.leave", "companies:advance.occupied", "companies:withdraw.versus-loss")
@pytest.mark.parametrize(
    ("advance", "withdraw", "points", "holds"),
    [
        (4, 2, [(6, 2, 0), (4, 0, 0)], True),  # won by 2: taken; the Withdraw costs its own 2
        (4, 0, [(6, 2, 0), (6, 0, 0)], True),  # with 2 extra, which are not spent
        (3, 2, [(6, 0, 0), (4, 0, 0)], False),  # won by 1: stored
        (2, 3, [(4, 0, 0), (5, 0, 0)], False),  # lost: the enemy's 2 and the margin of 1
        (2, 2, [(6, 0, 0), (6, 0, 0)], False),  # a tie that nobody breaks
    ],
)
def test_an_advance_on_the_hill_of_one_who_withdraws(
    advance: int, withdraw: int, points: list[tuple[int, int, int]], holds: bool
) -> None:
    state = battle(plain(), plain(), **HILL)
    volley(state, "advance alder-hill", "withdraw", [*hits(advance, 4), *hits(withdraw, 4)])
    assert (left(state), state.companies[0].holds) == (points, holds)


@pytest.mark.rule("companies:position.dislodge", "companies:dug.bonus", "companies:test.none")
@pytest.mark.parametrize(("found", "rest"), [(1, (6, 2, 1)), (2, (6, 0, 0)), (4, (5, 0, 0))])
def test_an_idle_company_that_is_dug_in_is_put_out_of_its_hill(
    found: int, rest: tuple[int, int, int]
) -> None:
    """Versus nothing: 2 take a hill of 2, and 2 more successes cost a point of the basic, for bonus and cover are gone."""
    state = battle(plain(), plain(), **HILL)
    state.companies[1].dug = 1
    said: Said = {("spend", 0): ("spend", ("damage", 1))} if found == 4 else {}
    volley(state, "advance alder-hill", "none", hits(found, 4), said)
    assert left(state)[1] == rest


@pytest.mark.rule("companies:skirmish.breach", "companies:fort.destroyed", "companies:volley.resolve-order")
@pytest.mark.parametrize(
    ("dug", "rest"),
    [(0, (5, 0, 0)), (1, (6, 0, 0))],
    ids=["bare", "dug in"],
)
def test_a_breach_and_a_loss_in_one_volley(dug: int, rest: tuple[int, int, int]) -> None:
    """The works of 1 fall first and take the bonus of 2 with them; then the point comes off the cover, or off the basic."""
    state = battle(officer({"War Engineer": 5}), plain(), works={"alder-hill": 1}, **HILL)
    state.companies[1].dug = dug
    said: Said = {("spend", 0): ("spend", ("damage", 1), ("breach", 1))}
    volley(state, "skirmish", "none", hits(5, 5), said)  # Ob 2: 4 extra
    assert left(state)[1] == rest
    assert not state.companies[1].holds


@pytest.mark.rule("companies:spec.reinforce", "companies:spec.artillery", "companies:volley.resolve-order")
@pytest.mark.parametrize(("shot", "works"), [(2, 2), (3, 1), (4, 0)])
def test_works_are_raised_before_the_guns_fire(shot: int, works: int) -> None:
    """A Flank of 4 at Ob 3 and a Rally of 5 at Ob 4 work side by side. B raises works of 1 to 2 first; then A fires at 2."""
    gunner = officer({"Tactics": 4, "Oratory": 4, "Artillerist": 4})
    mason = officer({"Oratory": 4, "Mason": 4})
    state = battle(gunner, mason, works={"alder-hill": 1}, **HILL)
    state.stage = VOLLEY
    for company, action in zip(state.companies, ("flank", "rally"), strict=True):
        company.written = [ACTIONS.index(action)] * 3
        company.targets = [-1] * 3
    said: Said = {("spend", 0): ("spend", ("artillery", 1)), ("spend", 1): ("spend", ("reinforce-2", 1))}
    state.companies[1].command_die = 1  # of an earlier Rally
    dice = [*hits(4, 4), *hits(5, 5), *hits(3, 4), *hits(shot, 4)]
    table = Answers(dice, said)
    play_volley(state, table)
    table.finish()
    assert state.works[state.nodes.index("alder-hill")] == works
    assert state.companies[1].holds == (works > 0)


# ---------------------------------------------------------------- saved dice


@pytest.mark.rule("companies:volley.saved-dice", "companies:script.void", "companies:skirmish.raise-ob")
@pytest.mark.parametrize("action", ["none", "charge"])
def test_a_command_die_and_a_raise_outlast_a_volley_without_a_roll(action: str) -> None:
    """Hesitating, or with a Charge that is out of reach, nothing is rolled; only dice for the very next volley are gone."""
    state = battle(plain(), plain(), places=("west-bank", "east-bank"))
    company = state.companies[0]
    company.command_die, company.raised, company.advance_dice = 1, 2, 3
    company.charge_dice, company.weapon_dice = 2, 2
    volley(state, action, "none", [])
    assert (company.command_die, company.raised, company.advance_dice) == (1, 2, 3)
    assert (company.charge_dice, company.weapon_dice) == (0, 0)


@pytest.mark.rule(
    "companies:core.advantage", "companies:rally.command-die", "companies:skirmish.advance-dice"
)
@pytest.mark.parametrize(
    ("action", "dice", "kept"),
    [
        ("advance west-camp", 4 + 1 + 3, 0),  # the die of the Rally and those of the Skirmish
        ("charge", 4 + 1 + 2, 3),  # the die of the Rally and those of the Flank
        ("flank", 4 + 1, 3),
    ],
)
def test_dice_of_several_volleys_come_together(action: str, dice: int, kept: int) -> None:
    state = battle(plain(), plain(), places=("west-bank", "island"))
    company = state.companies[0]
    company.command_die, company.advance_dice, company.charge_dice = 1, 3, 2
    efforts = volley(state, action, "none", hits(0, dice))
    assert efforts[0].pool is not None
    assert (efforts[0].pool.dice, company.advance_dice, company.command_die) == (dice, kept, 0)


# ---------------------------------------------------------------- works and long weapons


@pytest.mark.rule("companies:hold.dice", "companies:charge.repulsed", "companies:fort.effect")
@pytest.mark.parametrize(
    ("charge", "hold", "charges", "holds"),
    [(4, 2, 1, 0), (4, 3, 0, 0), (3, 2, 0, 0), (3, 3, 0, 0), (2, 4, 0, 2), (1, 6, 0, 5)],
)
def test_pikes_behind_works_of_one(charge: int, hold: int, charges: int, holds: int) -> None:
    """Six dice hold; the Charge needs one more than it beats. The extra successes of either."""
    state = battle(
        plain(), plain(), forces=[force(0), force(1, longest=True)], works={"alder-hill": 1}, **HILL
    )
    efforts = volley(state, "charge", "hold", [*hits(charge, 4), *hits(hold, 6)])
    assert [effort.extra for effort in efforts] == [charges, holds]


@pytest.mark.rule("companies:fort.effect", "companies:skirmish.specials", "companies:matrix.skirmish")
def test_works_do_not_help_a_rally_against_a_skirmish() -> None:
    state = battle(plain(), plain(), works={"alder-hill": 3}, **HILL)
    efforts = volley(state, "skirmish", "rally", [*hits(3, 4), *hits(2, 4)])
    assert [effort.extra for effort in efforts] == [1, 0]


@pytest.mark.rule("companies:strike.walls", "companies:strike.size", "companies:spec.artillery")
@pytest.mark.parametrize(("works", "dice"), [(0, 5), (1, 4)])
def test_horse_strike_from_above_only_where_no_works_are(works: int, dice: int) -> None:
    """Mounted men of Spear 4 charge foot on a hill: 3 successes are one extra at Ob 2, and one more is needed over works of 1."""
    horse = force(0, size=2)
    state = battle(plain(), plain(), forces=[horse, force(1)], works={"alder-hill": works}, **HILL)
    said: Said = {("spend", 0): ("spend", ("strike", 1))}
    volley(state, "charge", "none", [*hits(3 + works, 4), *hits(2, dice), *hits(1, 4)], said)
    assert left(state) == [(6, 0, 0), (6, 1, 0)]


# ---------------------------------------------------------------- tie-breakers


@pytest.mark.rule("companies:tie.reply", "companies:hold.dice", "companies:tie.win")
@pytest.mark.parametrize(
    ("scouts", "will", "points"),
    [(3, 1, [6, 5]), (1, 3, [6, 6]), (2, 2, [6, 6])],
)
def test_a_flank_tied_with_a_hold_is_answered_by_will(scouts: int, will: int, points: list[int]) -> None:
    """Scouts of Stealthy 4 against Will 5, the root of Command; the die for held ground is none of it. A win by 2 buys a point."""
    state = battle(plain(), plain())
    said: Said = {("tie", 0): ("call",)}
    if scouts > will:
        said["spend", 0] = ("spend", ("damage", 1))
    dice = [*hits(2, 4), *hits(2, 5), *hits(scouts, 4), *hits(will, 5)]
    volley(state, "flank", "hold", dice, said)
    assert [company.disposition for company in state.companies] == points


@pytest.mark.rule("companies:scout.versus", "companies:withdraw.versus-loss", "companies:withdraw.hidden")
@pytest.mark.parametrize(
    ("scout", "withdraw", "seen", "points"),
    [(3, 2, True, [6, 4]), (2, 3, False, [4, 5]), (2, 2, False, [6, 6])],
)
def test_a_scout_after_one_who_withdraws(scout: int, withdraw: int, seen: bool, points: list[int]) -> None:
    state = battle(plain(), plain(), scouted=False)
    volley(state, "scout", "withdraw", [*hits(scout, 4), *hits(withdraw, 4)])
    assert (state.scouted[1], [company.disposition for company in state.companies]) == (seen, points)


@pytest.mark.rule("companies:volley.losses", "companies:hold.dig-in", "companies:end.zero")
@pytest.mark.parametrize(("basic", "fallen"), [(1, True), (2, False)])
def test_who_digs_in_by_a_rally_may_fall_first(basic: int, fallen: bool) -> None:
    """A Flank against a Rally: 5 at Ob 3 buy a point, 6 at Ob 4 dig in; the loss comes first."""
    state = battle(officer({"Tactics": 5}), officer({"Oratory": 6}), basic=(6, basic))
    said: Said = {("spend", 0): ("spend", ("damage", 1)), ("spend", 1): ("spend", ("dig-in", 1))}
    volley(state, "flank", "rally", [*hits(5, 5), *hits(6, 6)], said)
    company = state.companies[1]
    assert (company.fallen, company.dug) == (fallen, 0 if fallen else 1)
