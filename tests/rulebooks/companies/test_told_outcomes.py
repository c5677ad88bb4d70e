"""What the actions of a volley came to, in the news: counts or obstacle with its parts, who works, what is left to spend, what a Withdraw costs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.companies.crowds import Leaders, crowd, write
from rulebooks.companies.musters import Answers, battle, force, hits, officer, plain

from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.stages import VOLLEY
from banneret.rulebooks.companies.state import NOWHERE, Reveal, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS
from banneret.rulebooks.companies.view.scripts import clash

NEAR = ("west-bank", "island")


def events(
    state: State, actions: str, dice: list[int], said: dict[tuple[str, int], Order] | None = None
) -> list[Event]:
    """The news of a volley of two actions (`advance:island`, `none`)."""
    for company, word in zip(state.companies, actions.split(), strict=True):
        action, _, node = word.partition(":")
        company.written = [ACTIONS.index(action) if action != "none" else NOTHING] * 3
        company.targets = [state.nodes.index(node) if node else NOWHERE] * 3
    state.stage = VOLLEY
    table = Answers(dice, said or {})
    play_volley(state, table)
    table.finish()
    return table.events


def outcomes(found: list[Event]) -> list[str]:
    """What the actions came to."""
    return [event.text for event in found if event.kind == "outcome"]


@pytest.mark.rule("companies:test.versus", "companies:test.tie", "companies:test.extra")
@pytest.mark.parametrize(
    ("own", "theirs", "said"),
    [
        (3, 1, ["A, Flank: 3 against 1; works with 2 extra successes.", "B, Scout: 1 against 3; fails."]),
        (1, 2, ["A, Flank: 1 against 2; fails.", "B, Scout: 2 against 1; works with 1 extra success."]),
        (2, 2, ["A, Flank: 2 against 2; a tie.", "B, Scout: 2 against 2; a tie."]),
    ],
)
def test_a_versus_test(own: int, theirs: int, said: list[str]) -> None:
    found = events(battle(plain(), plain(), places=NEAR), "flank scout", [*hits(own, 4), *hits(theirs, 4)])
    assert outcomes(found) == said


@pytest.mark.rule("companies:test.independent", "companies:core.raise-independent", "companies:fort.effect")
def test_an_obstacle_is_told_with_its_parts() -> None:
    """A Charge is Ob 2, with works of 2 and lost runners 5; a Rally against it Ob 3."""
    state = battle(plain(), plain(), places=NEAR, holds=(False, True), works={"island": 2})
    state.companies[0].runners_lost = True
    found = events(state, "charge rally", [*hits(4, 4), *hits(4, 4)])
    assert outcomes(found) == [
        "A, Charge: 4 against Ob 5; fails.",
        "B, Rally and Regroup: 4 against Ob 3; works with 1 extra success.",
    ]
    (tally,) = next(event.tallies for event in found if event.kind == "outcome")
    assert [(part.amount, part.cause) for part in tally.explain()] == [
        (2, "Charge"),
        (2, "works"),
        (1, "raised"),
    ]


@pytest.mark.rule("companies:core.unskilled-independent", "companies:core.unskilled-versus")
def test_without_the_skill_the_obstacle_is_doubled_or_the_successes_halved() -> None:
    """The Will of 5 that Riding roots in is rolled: at Ob 2 doubled against a Charge; against a Scout 3 of its dice count as 1."""
    state = battle(officer({"Command": 4}), plain(), places=NEAR)
    found = events(state, "flank charge", [*hits(3, 5), *hits(0, 4)])
    assert outcomes(found)[0] == "A, Flank: 3 against Ob 4; fails."
    state = battle(officer({"Command": 4}), plain(), places=NEAR)
    found = events(state, "flank scout", [*hits(3, 5), *hits(2, 4)])
    assert "3 of 5 dice succeed, and half of them count." in next(
        event.text for event in found if event.kind == "roll"
    )
    assert outcomes(found)[0] == "A, Flank: 1 against 2; fails."


@pytest.mark.rule("companies:advance.build", "companies:advance.independent")
def test_what_an_advance_builds_up() -> None:
    """Toward a hill of 3: two successes against a Rally are 1, and the same again 2; by 2 against a Scout it is reached, 1 over."""
    state = battle(plain(), plain(), places=NEAR, values={"alder-hill": 3})
    march = "advance:alder-hill"
    first = outcomes(events(state, f"{march} rally", [*hits(2, 4), *hits(0, 4)]))
    assert first[0] == "A, Advance: 2 against Ob 4; 1 of 3 built up toward Alder Hill."
    state.volley = 0
    second = outcomes(events(state, f"{march} rally", [*hits(2, 4), *hits(0, 4)]))
    assert second[0] == "A, Advance: 2 against Ob 3; 2 of 3 built up toward Alder Hill."
    state.volley = 0
    third = outcomes(events(state, f"{march} scout", [*hits(3, 4), *hits(1, 4)]))
    assert third[0] == "A, Advance: 3 against 1; reaches Alder Hill with 1 extra success."


@pytest.mark.rule("companies:charge.repulsed")
def test_works_that_stop_a_charge() -> None:
    """Four are more than a Hold of 3, not more than 3 and works of 2: neither has any effect."""
    state = battle(plain(), plain(), places=NEAR, holds=(False, True), works={"island": 2})
    found = events(state, "charge hold", [*hits(4, 4), *hits(3, 5)])
    assert outcomes(found) == [
        "A, Charge: 4 against 3 and 2 works; the works stop it.",
        "B, Hold Your Ground: 3 against 4; fails.",
    ]


@pytest.mark.rule("companies:withdraw.versus-win", "companies:withdraw.versus-loss")
@pytest.mark.parametrize(
    ("own", "theirs", "said"),
    [
        (4, 3, "4 against 3; works, and costs the enemy 3 Disposition, its own side 1"),
        (2, 3, "2 against 3; fails, and costs its own side 2 Disposition"),
        (2, 2, "2 against 2; a tie"),
    ],
)
def test_what_a_withdraw_costs(own: int, theirs: int, said: str) -> None:
    state = battle(plain(), plain(), places=NEAR)
    found = events(state, "withdraw scout", [*hits(own, 4), *hits(theirs, 4)])
    assert outcomes(found)[0] == f"A, Withdraw: {said}."


@pytest.mark.rule("companies:withdraw.independent-effect", "companies:test.none")
def test_a_withdraw_from_one_who_does_nothing() -> None:
    """Ob 1 with 3: the enemy loses 3, the company 2."""
    found = events(battle(plain(), plain(), places=NEAR), "withdraw none", hits(3, 4))
    assert outcomes(found) == [
        "A, Withdraw: 3 against Ob 1; works, and costs the enemy 3 Disposition, its own side 2."
    ]
    losses = [event.text for event in found if event.kind == "losses"]
    assert losses == ["A lose 2 Disposition and have 4 left.", "B lose 3 Disposition and have 3 left."]


@pytest.mark.rule("companies:tie.win", "companies:withdraw.counts")
@pytest.mark.parametrize(
    ("own", "theirs", "said"),
    [
        (2, 1, "works, and costs the enemy 2 Disposition, its own side 1"),
        (1, 2, "fails, and costs its own side 2 Disposition"),
    ],
)
def test_a_tie_that_is_broken(own: int, theirs: int, said: str) -> None:
    """Two against two; the troops withdraw by a skill of 4, the scouting commander answers by the Perception of Orienteering, 4."""
    state = battle(plain(), plain(), places=NEAR)
    dice = [*hits(2, 4), *hits(2, 4), *hits(own, 4), *hits(theirs, 4)]
    found = events(state, "withdraw scout", dice, {("tie", 0): ("call",)})
    assert outcomes(found)[0] == f"A, Withdraw: 2 against 2; {said}."


@pytest.mark.rule("companies:hold.menu", "companies:hold.skirmish")
def test_a_hold_that_may_buy_nothing_is_told_without_extra_successes() -> None:
    found = events(battle(plain(), plain(), places=NEAR), "hold skirmish", [*hits(3, 4), *hits(1, 5)])
    assert outcomes(found)[0] == "A, Hold Your Ground: 3 against 1; works."


@pytest.mark.rule("companies:multi.rally", "companies:multi.hold", "companies:multi.unreciprocated")
def test_outcomes_among_several() -> None:
    """C holds against a Flank of 1 and a Scout of 3 with 3; B's Rally meets Ob 1, for nobody aims at it."""
    state = crowd("aabb")
    write(state, "flank 2", "scout 2", "hold", "rally")
    table = Leaders([*hits(1, 4), *hits(3, 4), *hits(3, 5), *hits(2, 4)], {})
    play_volley(state, table)
    table.finish()
    assert outcomes(table.events) == [
        "A1, Flank: 1 against 3 of B1; fails.",
        "A2, Scout: 3 against 3 of B1; a tie.",
        "B1, Hold Your Ground: 3 against 1 of A1, 3 against 3 of A2; works with 2 extra successes.",
        "B2, Rally and Regroup: 2 against Ob 1; works with 1 extra success.",
    ]


@pytest.mark.rule("companies:multi.same-position")
def test_two_who_reach_a_position_as_soon() -> None:
    """Both build up 2 toward the mound, worth 2: neither occupies it."""
    state = crowd("abc", values={"mound": 2})
    write(state, "advance mound 2", "advance mound 2", "rally")
    table = Leaders([*hits(3, 4), *hits(3, 4), *hits(4, 4)], {})
    play_volley(state, table)
    table.finish()
    assert outcomes(table.events)[:2] == [
        "A1, Advance: 3 against Ob 3; comes to Mound no sooner than others, and 2 stay built up.",
        "B1, Advance: 3 against Ob 3; comes to Mound no sooner than others, and 2 stay built up.",
    ]


@pytest.mark.rule("companies:multi.same-position", "companies:advance.build")
@pytest.mark.parametrize(("own", "said"), [(1, "1 against 2 of B1; fails"), (2, "2 against 2 of B1; a tie")])
def test_an_advance_that_is_not_won_says_so_whatever_is_built_up(own: int, said: str) -> None:
    """A has 3 of the mound's 2 from before, and B scouts."""
    state = crowd("abc", values={"mound": 2})
    mound = state.nodes.index("mound")
    state.companies[0].store, state.companies[0].aim = 3, mound
    write(state, "advance mound 1", "scout 0", "rally")
    table = Leaders([*hits(own, 4), *hits(2, 4), *hits(0, 4)], {})
    play_volley(state, table)
    table.finish()
    assert outcomes(table.events)[0] == f"A1, Advance: {said}."


@pytest.mark.rule("companies:script.reveal", "companies:script.target")
def test_an_advance_is_revealed_with_its_place() -> None:
    forces = [replace(force(0), name="Reds"), replace(force(1), name="Blues")]
    state = battle(plain(), plain(), places=NEAR, forces=forces)
    (text,) = [
        event.text
        for event in events(state, "advance:alder-hill rally", [*hits(1, 4), *hits(0, 4)])
        if event.kind == "reveal"
    ]
    assert text == "Exchange 1, volley 1. Reds: Advance on Alder Hill; Blues: Rally and Regroup."


def revealed(*actions: tuple[int, int]) -> tuple[str, ...]:
    """What the clash says of two actions, each with how it is tested."""
    state = battle(plain(), plain(), places=NEAR)
    state.reveals = [
        Reveal(company=place, scripted=action, action=action, kind=kind)
        for place, (action, kind) in enumerate(actions)
    ]
    found = clash(state)
    assert found is not None
    return found.lines


def test_how_both_are_tested_is_said_once() -> None:
    flank, scout = ACTIONS.index("flank"), ACTIONS.index("scout")
    assert revealed((flank, VERSUS), (scout, VERSUS)) == ("Versus: at most one of the two works.",)
    assert revealed((scout, INDEPENDENT), (scout, INDEPENDENT)) == (
        "Side by side: each needs its own number, both may work.",
    )
    alone = revealed((scout, INDEPENDENT), (NOTHING, UNTESTED))
    assert alone == ("A: Scout is tested side by side, for itself.",)
