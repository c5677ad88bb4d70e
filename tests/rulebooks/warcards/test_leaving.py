"""Surrender, withdrawal, stalemate: how battles end."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step

from banneret.kernel.order import Order
from banneret.kernel.viewer import SPECTATOR
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.people import skill_of
from banneret.rulebooks.warcards.board.standing import lift, put
from banneret.rulebooks.warcards.leaving.withdrawal import may_leave
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.view.questions import question

FIGHT = ("fight",)


@pytest.mark.rule("warcards:end.surrender", "warcards:end.terms")
def test_a_surrender_on_terms() -> None:
    state = field("N3 infantry", "B3 infantry", stages.LEAVE)
    step(state, [], [FIGHT, ("surrender", "release"), ("accept",)])
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert place(state, 1) == "gone"
    state = field("N3 infantry", "B3 infantry", stages.LEAVE)
    step(state, [], [("surrender", "captivity"), ("refuse",), FIGHT])
    assert state.outcome is None
    state = field("N3 infantry", "B3 infantry", stages.LEAVE)
    script = step(state, [], [("surrender", "unconditional"), ("terms", "execution")])
    offers = [one.consequence for one in question(state, script.asked[0]).options]
    assert offers[0] == "the battle goes on"
    assert "you have lost: they cannot refuse, and name the terms" in offers
    assert len({one.consequence for one in question(state, script.asked[1]).options}) == 4
    assert script.asked[1].side == 1
    assert place(state, 0) == "destroyed"
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


@pytest.mark.rule("warcards:withdraw.declare")
def test_only_units_in_the_reserve_leave() -> None:
    state = field("RA infantry, RA infantry, N3 infantry", "B3 infantry", stages.LEAVE)
    script = step(state, [], [("withdraw",), FIGHT])
    assert [place(state, unit) for unit in (0, 1, 2)] == ["gone", "gone", "N3"]
    assert state.outcome is None
    assert state.withdrawing == 1
    state.stage = stages.LEAVE
    lift(state, state.units[2])
    put(state, state.units[2], 15)
    assert script.asked[0].side == 0
    step(state)
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


@pytest.mark.rule("warcards:withdraw.declare", "warcards:end.surrender", "warcards:end.stalemate")
@pytest.mark.parametrize("offer", [("stop",), ("surrender", "captivity"), FIGHT])
def test_a_withdrawing_army_goes_on_leaving_whatever_it_offers(offer: Order) -> None:
    state = field("RA infantry, N3 infantry", "B3 infantry", stages.LEAVE)
    state.withdrawing = 1
    step(state, [], [offer, FIGHT] if offer == FIGHT else [offer, ("refuse",), FIGHT])
    assert [place(state, unit) for unit in (0, 1)] == ["gone", "N3"]
    assert state.outcome is None


@pytest.mark.rule("warcards:withdraw.forced", "warcards:field.reserve-not-area")
def test_an_army_without_a_unit_on_the_field_has_lost_it() -> None:
    state = field("N3 infantry", "RB infantry, RB archers", stages.LEAVE)
    step(state)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert [place(state, unit) for unit in (1, 2)] == ["gone", "gone"]
    state = field("RA infantry", "RB infantry", stages.LEAVE)
    step(state)
    assert state.outcome is not None
    assert state.outcome.winners == ()
    assert "Reds, who attacked, withdrew" in state.outcome.reason


@pytest.mark.rule("warcards:fort.no-forced-withdrawal", "warcards:withdraw.forced")
def test_who_holds_works_need_not_go() -> None:
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = field("N3 infantry", "RB infantry", stages.LEAVE, fort=True, conditions=works)
    step(state)
    assert state.outcome is None
    state.fortified = 0
    state.stage = stages.LEAVE
    step(state)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


@pytest.mark.rule("warcards:end.stalemate")
@pytest.mark.parametrize("rounds", [3, 5])
def test_a_battle_without_effects_is_stopped(rounds: int) -> None:
    state = field("N3 infantry", "B5 infantry", stages.ROUND_END, options={"stalemate_rounds": str(rounds)})
    for number in range(1, rounds + 1):
        assert state.outcome is None
        state.stage = stages.ROUND_END
        step(state)
        assert state.quiet == number
    assert state.outcome is not None
    assert state.outcome.winners == ()
    state = field("N3 infantry", "B5 infantry", stages.ROUND_END)
    state.quiet, state.stirred = 4, True
    step(state)
    assert state.quiet == 0


@pytest.mark.rule("warcards:end.stalemate")
def test_both_may_agree_to_stop() -> None:
    state = field("N3 infantry", "B3 infantry", stages.LEAVE)
    step(state, [], [("stop",), ("accept",)])
    assert state.outcome is not None
    assert state.outcome.winners == ()


@pytest.mark.rule("warcards:end.conditions", "warcards:attack.order")
def test_the_step_is_finished_before_the_battle_ends() -> None:
    state = field("N3 scouts, N1 infantry", "N3 infantry, N1 scouts", stages.MELEE_STEP)
    meet(state, "N3")
    meet(state, "N1")
    step(state, [20, 20, 1, 1, 19], [None, None])
    assert state.outcome is None


def leaving(points: int, **options: str) -> Any:
    return field(
        "RA inf, N3 infantry", "B3 infantry", stages.LEAVE, options=options, march_cost=2,
        special={"inf": {"type": "infantry", "points": points}},
    )  # fmt: skip


@pytest.mark.rule("warcards:withdraw.cost", "warcards:withdraw.lacking")
def test_leaving_costs_movement_points() -> None:
    for points, where in ((3, "gone"), (2, "gone"), (1, "captive")):
        state = leaving(points)
        step(state, [], [("withdraw",), FIGHT])
        assert place(state, 0) == where
    state = leaving(1, forced_march="one-subdual-per-missing-point")
    step(state, [], [("withdraw",), FIGHT])
    assert (place(state, 0), state.units[0].subdual) == ("gone", 1)


@pytest.mark.rule("warcards:withdraw.lacking", "warcards:end.conditions")
@pytest.mark.parametrize(
    ("points", "options", "how"),
    [
        (1, {}, "they surrender"),
        (0, {"forced_march": "one-subdual-per-missing-point"}, "they give out on the march and are captured"),
    ],
)
def test_units_that_cannot_leave_are_told(points: int, options: dict[str, str], how: str) -> None:
    """Leaving costs 2 points. The archers have 1, or none and a wound: 2 subdual damage is more than their last hit."""
    special = {"poor": {"type": "archers", "points": points}, "rich": {"type": "infantry", "points": 2}}
    state = field(
        "N3 infantry", "RB poor, RB rich", stages.LEAVE, options=options, march_cost=2, special=special
    )  # fmt: skip
    state.units[1].lethal = 1
    script = step(state)
    assert [event.text for event in script.events if event.rule.endswith("lacking")] == [f"1st Archers of Blues cannot leave the province: {how}."]  # fmt: skip
    assert [place(state, unit) for unit in (1, 2)] == ["captive", "gone"]
    assert state.outcome is not None
    assert state.outcome.reason == "The army of Blues has left the field: Reds won."
    state = field("N3 infantry", "RB poor", stages.LEAVE, options=options, march_cost=2, special=special)
    state.units[1].lethal = 1
    step(state)
    assert state.outcome is not None
    assert state.outcome.reason == "The army of Blues could not leave the province: Reds won."


@pytest.mark.rule("warcards:withdraw.province")
@pytest.mark.parametrize(("given", "out"), [({"exits": 1}, True), ({"exits": 0}, False), ({}, False)])
def test_without_a_way_out_withdrawal_is_surrender(given: dict[str, int], out: bool) -> None:
    free = {"free_withdrawal": "false"}
    state = field("RA infantry, N3 infantry", "B3 infantry", stages.LEAVE, options=free, A=given)
    script = step(state, [], [("withdraw",)] + ([FIGHT] if out else []))
    assert (None if state.outcome is None else state.outcome.winners) == (None if out else (1,))
    assert place(state, 0) == ("gone" if out else "captive")
    assert ("Reds withdrew from the field." in [event.text for event in script.events]) == out
    told = {
        option.order: option.consequence for option in RULEBOOK.view.question(state, script.asked[0]).options
    }
    assert ("captivity" in told["withdraw"]) != out


@pytest.mark.rule("warcards:withdraw.province")
@pytest.mark.parametrize("name", RULEBOOK.scenarios())
def test_no_scenario_lists_an_exit_unawares(name: str) -> None:
    """Where the option forbids free withdrawal, an army that has lost the field is taken."""
    state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options({"free-withdrawal": "false"}))
    listed = ["exits" in side for side in RULEBOOK.scenario(name).data["sides"].values()]
    assert [may_leave(state, side) for side in (0, 1)] == listed


@pytest.mark.rule("warcards:hero.captives")
@pytest.mark.parametrize(
    ("fate", "status"), [("ransom", st.CAPTURED), ("hostage", st.CAPTURED), ("death", st.SLAIN)]
)
def test_the_captor_judges_captured_characters(fate: str, status: int) -> None:
    state = field("N3 infantry", "RB infantry", stages.LEAVE)
    state.figures[1].status = st.CAPTURED
    script = step(state, [], [FIGHT, (fate, 1)])
    assert script.asked[-1].side == 0
    says = {one.order.split(" ")[0]: one.consequence for one in question(state, script.asked[-1]).options}
    name = state.setting.people[1].name
    assert says["death"].startswith(f"{name} is lost to their side for good")
    assert "until the ransom is paid" in says["ransom"]
    assert len(set(says.values())) == 3
    assert state.figures[1].status == status
    assert state.outcome is not None


@pytest.mark.rule("warcards:hero.captives")
@pytest.mark.parametrize(("version", "gone", "free"), [(2, False, True), (2, True, False), (1, False, False)])
def test_captives_of_an_army_that_is_no_more_are_free(version: int, gone: bool, free: bool) -> None:
    """The last Blues are destroyed, perhaps after others marched off with their captives; Anna was taken before."""
    state = field("N3 infantry", "N3 scouts, RB infantry", stages.MELEE_STEP)
    state.setting.flags.version = version
    meet(state, "N3", since=0)
    state.units[2].place = st.GONE if gone else st.DESTROYED
    state.figures[0].status = st.CAPTURED
    orders: list[Order | None] = [("melee", "u0"), ("melee",)]
    script = step(state, [20], orders if free else [*orders, ("ransom", 0)])
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert state.figures[0].status == (st.ACTIVE if free else st.CAPTURED)
    said = [event.text for event in script.events if event.kind == "captive"]
    assert said == ["Anna is free again." if free else "Anna is held for ransom."]


@pytest.mark.rule("warcards:hero.captives", "warcards:end.surrender", "warcards:end.terms")
@pytest.mark.parametrize("terms", ["captivity", "release"])
def test_who_surrenders_holds_nobody_any_more(terms: str) -> None:
    state = field("N3 infantry", "B3 infantry", stages.LEAVE)
    state.figures[0].status = st.CAPTURED
    fates: list[Order | None] = [("ransom", 1)] if terms == "captivity" else []
    step(state, [], [FIGHT, ("surrender", terms), ("accept",), *fates])
    assert state.figures[0].status == st.ACTIVE


@pytest.mark.rule("warcards:hero.captives", "warcards:end.terms")
@pytest.mark.parametrize(
    ("terms", "status", "fates"),
    [
        ("captivity", st.CAPTURED, ["ransom", "hostage", "death"]),
        ("exchange", st.CAPTURED, ["ransom", "hostage"]),
        ("execution", st.CAPTURED, ["ransom", "hostage", "death"]),
        ("release", st.LEFT, []),
    ],
)
def test_characters_share_the_lot_of_an_army_that_surrenders(
    terms: str, status: int, fates: list[str]
) -> None:
    """A general with his unit, a hero in a Heroes unit, and a caster in the reserve; nobody of the other side."""
    blues = {
        "general": {"name": "Bert", "warcraft": 5, "with": "infantry#1"},
        "heroes": [{"name": "H", "members": [{"level": 5}], "with": "infantry#1"}],
        "casters": [{"name": "C", "battle_spell_feat": True, "spells": ["bless"]}],
    }
    state = field("N3 infantry", "B3 infantry", stages.LEAVE, B=blues)
    script = step(state, [], [FIGHT, ("surrender", terms), ("accept",)])
    judged = [[order[0] for order in one.orders()] for one in script.asked if one.kind == "captive"]
    assert judged == ([fates] * 3 if fates else [])
    assert {decision.side for decision in script.asked if decision.kind == "captive"} <= {0}
    assert [figure.status for figure in state.figures] == [st.ACTIVE, status, status, status]


@pytest.mark.rule("warcards:withdraw.declare", "warcards:field.two-sides")
def test_a_ship_that_leaves_takes_everybody_aboard_along() -> None:
    ship = {"ship": "drakkar", "aboard": ["infantry"]}
    state = field(
        "RA ship, N3 ship", "B3 ship", stages.LEAVE, kind="sea", special={"ship": ship},
        A={"general": {"name": "Anna", "sailor": 4, "with": "drakkar#1/infantry#1"}},
    )  # fmt: skip
    step(state, [], [("withdraw",), FIGHT])
    assert [place(state, unit) for unit in (0, 1, 2)] == ["gone", "gone", "N3"]
    assert state.figures[0].status == st.LEFT
    assert skill_of(state, 0, True) == 0


@pytest.mark.rule("warcards:end.surrender", "warcards:end.terms")
@pytest.mark.parametrize(("version", "whose"), [(1, "its"), (2, "their")])
def test_of_a_surrender_it_is_their_units_and_in_old_records_the_words_stay(version: int, whose: str) -> None:
    """Outcomes are in states, which replay byte for byte: what people read is another matter."""
    state = field("N3 infantry", "B3 infantry", stages.LEAVE)
    state.setting.flags.version = version
    script = step(state, [], [FIGHT, ("surrender", "captivity"), ("accept",)])
    texts = [event.text for event in script.events]
    assert texts[0] == "Blues offered to surrender: their units become prisoners."
    assert texts[-1] == "Blues surrendered: their units become prisoners. Reds won."
    labels = [one.label for one in question(state, script.asked[1]).options]
    assert "Offer to surrender: your units become prisoners" in labels
    assert state.outcome is not None
    assert state.outcome.reason == f"Blues surrendered: {whose} units become prisoners. Reds won."
    shown = RULEBOOK.view.scene(state, SPECTATOR).ending
    assert shown is not None
    assert shown.reason == texts[-1]
