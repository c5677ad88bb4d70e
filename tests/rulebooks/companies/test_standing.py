"""Standing at places: what actions give up, what they keep, where they lead."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, hits, officer, plain, volley

from banneret.kernel.dice import Chance
from banneret.kernel.viewer import SPECTATOR, viewer_of
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.standing import advance_targets, protection
from banneret.rulebooks.companies.exchange.buying.spending import goods_of
from banneret.rulebooks.companies.exchange.company_rolls import company_pool, leads
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.script import write_scripts
from banneret.rulebooks.companies.hidden.imagine import canaries, imagine, without_secrets
from banneret.rulebooks.companies.pools.steel import steel_obstacle
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import (
    ADVANCE,
    CHARGE,
    FLANK,
    HOLD,
    RALLY,
    SCOUT,
    SKIRMISH,
    WITHDRAW,
    actions,
)
from banneret.testing import Script

LOST = hits(0, 4)


def held() -> State:
    """The first company holds the west bank, worth 2."""
    return battle(plain(), plain(), holds=(True, False), values={"west-bank": 2}, works={"west-bank": 1})


@pytest.mark.rule("companies:advance.leave", "companies:map.company-place", "companies:position.leave")
def test_a_failed_advance_leaves_the_company_in_the_open_where_it_was() -> None:
    state = held()
    volley(state, "advance island", "hold", LOST)
    company = state.companies[0]
    assert (state.nodes[company.place], company.holds, company.disposition) == ("west-bank", False, 6)


@pytest.mark.rule("companies:charge.leave", "companies:flank.leave")
@pytest.mark.parametrize("action", ["charge", "flank"])
def test_charge_and_flank_give_up_the_position_and_stay_at_the_place(action: str) -> None:
    state = battle(
        plain(), plain(), holds=(True, False), values={"west-bank": 2}, places=("west-bank", "island")
    )
    volley(state, action, "rally", LOST + LOST)
    company = state.companies[0]
    assert (state.nodes[company.place], company.holds, company.disposition) == ("west-bank", False, 6)


@pytest.mark.rule("companies:scout.position", "companies:hold.purpose")
@pytest.mark.parametrize(("action", "dice"), [("scout", LOST), ("hold", [])])
def test_scout_and_hold_keep_the_position(action: str, dice: list[int]) -> None:
    state = held()
    volley(state, action, "none", dice)
    assert (state.companies[0].holds, state.companies[0].bonus) == (True, 2)
    assert protection(state, state.companies[0]) == 1


@pytest.mark.rule("companies:fort.who-benefits")
def test_works_protect_whoever_holds_them() -> None:
    state = battle(plain(), plain(), holds=(False, True), works={"east-bank": 3})
    assert [protection(state, company) for company in state.companies] == [0, 3]
    state.companies[1].holds = False
    state.companies[0].place, state.companies[0].holds = state.companies[1].place, True
    assert [protection(state, company) for company in state.companies] == [3, 0]


@pytest.mark.rule(
    "companies:advance.purpose", "companies:position.traverse", "companies:position.one-company"
)
def test_an_advance_leads_to_adjacent_places_or_to_the_position_beside_the_company() -> None:
    state = held()
    company = state.companies[0]
    names = [state.nodes[node] for node in advance_targets(state, company, company.place)]
    assert names == ["west-camp", "island", "alder-hill"]
    company.holds = False
    names = [state.nodes[node] for node in advance_targets(state, company, -1)]
    assert names == ["west-camp", "west-bank", "island", "alder-hill"]


@pytest.mark.rule("companies:position.occupy")
def test_falling_back_to_an_empty_position_does_not_hold_it() -> None:
    state = held()
    volley(state, "withdraw", "hold", hits(4, 4), {("fall-back", 0): ("fall-back", "island")})
    company = state.companies[0]
    assert (state.nodes[company.place], company.holds, company.bonus) == ("island", False, 0)


# ---------------------------------------------------------------- skills and menus


def dice(skills: dict[str, int], action: int) -> int:
    """The dice of the best lead."""
    state = battle(officer(skills), plain())
    effort, other = Effort(0, action, action), Effort(1)
    order = leads(state, effort, other)[0]
    return company_pool(state, effort, other, str(order[1]), False).dice


@pytest.mark.rule("companies:charge.skills", "companies:flank.skills", "companies:hold.skills")
@pytest.mark.parametrize(
    ("skills", "action", "count"),
    [
        ({"Command": 5, "Intimidation": 3}, CHARGE, 6),
        ({"Tactics": 3}, FLANK, 3),
        ({"Riding": 4, "Strategy": 3, "Tactics": 3}, FLANK, 6),
        ({"Command": 5, "Links": 4, "Intimidation": 4, "Conspicuous": 3}, HOLD, 8),
    ],
)
def test_skills_that_serve(skills: dict[str, int], action: int, count: int) -> None:
    assert dice(skills, action) == count


def offered(action: int, extra: int = 9, **skills: int) -> dict[str, int]:
    """What a menu offers, with its prices."""
    state = battle(officer({**plain().skills, **skills}), plain(), holds=(True, True), works={"east-bank": 1})
    effort = Effort(0, action, action, extra=extra)
    effort.menu = tuple([entry.id for entry in actions()[action].menu])
    return {good.word: good.price for good in goods_of(state, effort, Effort(1))}


@pytest.mark.rule(
    "companies:rally.specials",
    "companies:scout.specials",
    "companies:skirmish.specials",
    "companies:spec.many",
)
@pytest.mark.parametrize(("action", "price"), [(RALLY, 1), (SCOUT, 2), (SKIRMISH, 1)])
def test_specialist_actions_at_one_or_two_each(action: int, price: int) -> None:
    found = offered(action, Engineer=4, Artillerist=4)
    assert (found["reinforce-1"], found["artillery"], found["runners"]) == (price, price, price)


@pytest.mark.rule("companies:skirmish.steel", "companies:skirmish.damage")
def test_a_skirmish_shakes_for_one_and_presses_for_two() -> None:
    found = offered(SKIRMISH)
    assert (found["steel"], found["damage"]) == (1, 2)


@pytest.mark.rule("companies:withdraw.no-menu")
def test_a_withdraw_buys_nothing() -> None:
    assert offered(WITHDRAW) == {}


@pytest.mark.rule(
    "companies:advance.tie-breaker", "companies:flank.tie-breaker", "companies:withdraw.tie-breaker"
)
@pytest.mark.parametrize(
    ("action", "skills"),
    [
        (ADVANCE, {"Riding", "Stealthy", "Soldiering", "Links"}),
        (FLANK, {"Orienteering", "Stealthy"}),
        (WITHDRAW, {"Inconspicuous", "Musical Instrument", "Riding", "Soldiering", "Stealthy"}),
    ],
)
def test_skills_of_tie_breakers(action: int, skills: set[str]) -> None:
    assert set(actions()[action].breaker) == skills


@pytest.mark.rule("companies:test.menu-both")
def test_an_independent_charge_buys_strikes() -> None:
    state = battle(plain(), plain(), places=("west-bank", "island"))
    effort, _ = volley(
        state,
        "charge",
        "advance east-camp",
        hits(4, 4) + LOST + hits(4, 4) + LOST,
        {("spend", 0): ("spend", ("strike", 1))},
    )
    assert effort.extra == 2
    assert state.companies[1].basic == 5


# ---------------------------------------------------------------- secrecy


def written() -> State:
    state = battle(plain(), plain())
    first = ("script", ("scout",), ("advance", "island"), ("hold",))
    second = ("script", ("rally",), ("withdraw",), ("advance", "island"))
    write_scripts(state, Script(orders=[first, second]))
    return state


@pytest.mark.rule("companies:map.hidden", "companies:script.secret", "companies:script.reveal")
def test_volleys_to_come_are_hidden_and_all_else_is_open() -> None:
    state = written()
    world, tokens = canaries(state, viewer_of(0))
    assert len(tokens) == 4
    assert world.companies[0].written == state.companies[0].written
    seen = without_secrets(state, viewer_of(0)).companies[1].written
    assert seen == [RALLY, UNWRITTEN, UNWRITTEN]
    worlds = [imagine(state, viewer_of(0), Chance(seed)) for seed in range(60)]
    assert {tuple(one.companies[0].written or ()) for one in worlds} == {
        tuple(state.companies[0].written or ())
    }
    assert {(one.companies[1].written or [])[0] for one in worlds} == {RALLY}
    assert len({(one.companies[1].written or [])[1] for one in worlds}) == 8
    for viewer in (viewer_of(0), SPECTATOR):
        assert RULEBOOK.view.scene(worlds[0], viewer).trays[1] == RULEBOOK.view.scene(state, viewer).trays[1]


@pytest.mark.rule("companies:script.hesitating")
def test_nobody_learns_what_a_hesitating_company_had_written() -> None:
    state = written()
    state.companies[1].hesitates = state.now
    assert without_secrets(state, viewer_of(0)).companies[1].written == [UNWRITTEN] * 3
    tray = RULEBOOK.view.scene(state, viewer_of(0)).trays[1]
    assert tray.pieces[0].name == "hesitates"


@pytest.mark.rule("companies:script.anticipate")
def test_an_action_that_needs_sight_may_be_written_and_is_void_without() -> None:
    state = battle(plain(), plain(), scouted=False)
    one, _ = volley(state, "skirmish", "hold", [])
    assert (one.scripted, one.works_out) == (SKIRMISH, False)


@pytest.mark.rule("companies:volley.sequence")
def test_losses_come_before_gains() -> None:
    """A company that loses its last point falls, though its Advance took a position in the same volley."""
    state = battle(plain(), plain(), basic=(1, 6), places=("west-bank", "island"), values={"alder-hill": 1})
    said = {("spend", 1): ("spend", ("strike", 1))}
    one, _ = volley(
        state, "advance alder-hill", "charge", hits(2, 4) + hits(3, 4) + hits(4, 4) + hits(0, 4), said
    )
    assert one.taken
    assert state.companies[0].fallen
    assert state.stage == stages.OVER


@pytest.mark.rule("companies:advance.occupied", "companies:test.none")
@pytest.mark.parametrize(("idle", "scouted"), [("none", True), ("skirmish", False)])
def test_an_advance_on_an_idle_company_is_versus_nothing(idle: str, scouted: bool) -> None:
    """The position is worth 2: two successes take it, one does not, and no tie-breaker is called at none."""
    for successes in (2, 1, 0):
        state = battle(
            plain(), plain(), holds=(False, True), values={"east-bank": 2}, places=("island", "east-bank")
        )
        state.scouted = [False, scouted, scouted, False]
        one, other = volley(state, "advance east-bank", idle, hits(successes, 4))
        assert (one.taken, other.works_out) == (successes == 2, False)
        assert state.companies[1].holds == (successes < 2)


@pytest.mark.rule("companies:spec.runners-effect")
def test_lost_runners_make_every_roll_of_the_commander_harder() -> None:
    state = battle(plain(), plain())
    before = steel_obstacle(state, 0)
    state.companies[0].runners_lost = True
    assert steel_obstacle(state, 0) == before + 1
    one, _ = volley(state, "scout", "rally", hits(2, 4) + hits(0, 4))
    assert one.raised == 1
    assert not one.works_out
