"""What a volley changes, in the news: purchases, positions taken and lost, cover, works, sight, runners. All of it is open to both sides."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import Answers, battle, hits, officer, plain

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.stages import VOLLEY
from banneret.rulebooks.companies.state import NOWHERE, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING

NEAR = ("west-bank", "island")
KINDS = ("spend", "ground", "works", "sight", "runners")


def told(
    state: State, actions: str, dice: list[int], said: dict[tuple[str, int], Order]
) -> list[tuple[str, str]]:
    """What a volley of two actions (`advance:island`, `none`) changes: sentences and rules."""
    for company, word in zip(state.companies, actions.split(), strict=True):
        action, _, node = word.partition(":")
        company.written = [ACTIONS.index(action) if action != "none" else NOTHING] * 3
        company.targets = [state.nodes.index(node) if node else NOWHERE] * 3
    state.stage = VOLLEY
    table = Answers(dice, said)
    play_volley(state, table)
    table.finish()
    return [(event.text, event.rule) for event in table.events if event.kind in KINDS]


@pytest.mark.rule("companies:map.hidden", "companies:rally.dig-in", "companies:volley.allocate")
def test_digging_in_is_told_and_so_is_leaving_the_cover() -> None:
    """A Rally of 3 successes at Ob 1 has 2 extra ones: the price of digging in. A Charge that follows leaves it."""
    state = battle(plain(), plain(), places=("west-bank", "east-bank"))
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", ("dig-in", 1))}
    assert told(state, "rally none", hits(3, 4), said) == [
        ("A spend 2 of 2 extra successes: Dig in.", "companies:volley.allocate"),
    ]
    assert state.companies[0].disposition == 7
    state.volley = 1
    assert told(state, "charge none", [], {}) == [
        ("A leave their cover and lose 1 Disposition.", "companies:dug.bonus"),
    ]
    assert state.companies[0].disposition == 6


@pytest.mark.rule("companies:map.hidden", "companies:volley.allocate")
def test_who_buys_nothing_is_told_too() -> None:
    state = battle(plain(), plain(), places=("west-bank", "east-bank"))
    assert told(state, "rally none", hits(2, 4), {}) == [
        ("A spend none of 1 extra success.", "companies:volley.allocate"),
    ]


@pytest.mark.rule("companies:map.hidden", "companies:advance.take", "companies:position.dislodge")
def test_a_position_that_is_taken_and_who_is_put_out_of_it() -> None:
    """B scouts on the island, worth 2; A's Advance beats it by 4 to 0 and takes it."""
    state = battle(plain(), plain(), places=NEAR, holds=(False, True), values={"island": 2}, scouted=False)
    found = told(state, "advance:island scout", [*hits(4, 4), *hits(0, 4)], {})
    assert [one for one in found if one[1] != "companies:volley.allocate"] == [
        ("B are put out of Island and lose 2 Disposition.", "companies:position.dislodge"),
        ("A take Island, worth 2.", "companies:advance.take"),
    ]
    assert (state.companies[0].holds, state.companies[1].holds) == (True, False)


@pytest.mark.rule("companies:map.hidden", "companies:position.leave")
def test_a_position_that_is_given_up_at_the_reveal() -> None:
    state = battle(plain(), plain(), places=NEAR, holds=(False, True), values={"island": 2})
    assert told(state, "none flank", hits(1, 4), {}) == [
        ("B leave Island and lose 2 Disposition.", "companies:position.leave")
    ]


@pytest.mark.rule("companies:map.hidden", "companies:scout.sighted")
def test_who_is_found_by_scouts() -> None:
    """A Scout that nobody opposes has Ob 2."""
    state = battle(plain(), plain(), places=NEAR, scouted=False)
    assert told(state, "scout none", hits(2, 4), {}) == [("A have found B.", "companies:scout.sighted")]


@pytest.mark.rule("companies:map.hidden", "companies:spec.runners", "companies:rally.restore")
def test_runners_that_are_lost_and_found_again() -> None:
    """Lookouts win 2 to 1; the Rally after it, at Ob 2, has 2 successes."""
    state = battle(plain(), plain(), places=NEAR)
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", ("runners", 1))}
    dice = [*hits(1, 4), *hits(0, 4), 4, 5, 1, 1, 6, 3, 2, 1]
    assert ("B have lost their runners.", "companies:spec.runners") in told(
        state, "skirmish scout", dice, said
    )
    state.volley = 1
    assert told(state, "none rally", hits(2, 4), {})[0] == (
        "B are in touch with their troops again.",
        "companies:rally.restore",
    )


@pytest.mark.rule("companies:map.hidden", "companies:spec.reinforce")
def test_works_that_are_raised() -> None:
    engineer = ((0, officer({"Engineer": 4}, id="engineer")),)
    state = battle(officer({"Oratory": 4}), plain(), seconds=engineer, places=NEAR, holds=(True, False))
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", ("reinforce-1", 1))}
    found = told(state, "rally none", [*hits(2, 4), 6, 5, 4, 1], said)
    assert found[1:] == [("The works at West Bank are 1 now.", "companies:fort.rating")]
