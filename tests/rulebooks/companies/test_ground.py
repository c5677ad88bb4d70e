"""Positions, the start, the raise and fortifications."""

from __future__ import annotations

import pytest
from rulebooks.companies.crowds import crowd
from rulebooks.companies.musters import battle, plain

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.setup.ground import (
    fortify,
    in_turn,
    losers_options,
    name_start,
    place_works,
    prepare_ground,
    raise_position,
    winners_options,
)
from banneret.rulebooks.companies.setup.joining import Join
from banneret.rulebooks.companies.state import NOBODY, POSITION, State
from banneret.testing import Script


def ground(initiative: int = 0, **more: dict[str, int]) -> State:
    state = battle(plain(), plain(), **more)  # type: ignore[arg-type]
    state.initiative = initiative
    state.chosen = POSITION if initiative >= 0 else ""
    state.stage = stages.POSITIONS
    return state


def orders(*given: Order) -> Script:
    return Script(orders=list(given))


def value(state: State, name: str) -> int:
    return state.values[state.nodes.index(name)]


@pytest.mark.rule("companies:position.winner-budget", "companies:position.loser-budget")
def test_one_to_three_or_two_to_two_or_new_ones() -> None:
    won = winners_options(ground(values={"island": 2}))
    assert ("raise", "west-bank", 3) in won
    assert ("raise", "west-bank", 2, "east-bank", 2) in won
    assert not any("island" in order for order in won)
    lost = losers_options(ground(values={"island": 2, "alder-hill": 5}))
    assert ("raise", "island", 3) in lost
    assert not any("alder-hill" in order for order in lost)
    assert won[-1] == lost[-1] == ("add",)


@pytest.mark.rule(
    "companies:position.winner-budget", "companies:position.new-edges", "companies:position.rating"
)
def test_the_winner_may_add_two_and_join_each_to_places() -> None:
    state = ground()
    first, second = state.setting.ground.spare[:2]
    table = orders(
        ("add",), ("join", "west-bank", "island"), ("add",), ("join", first), ("raise", "island", 2)
    )
    prepare_ground(state, table)
    table.finish()
    assert state.nodes[-2:] == (first, second)
    assert state.values[-2:] == [1, 1]
    node = state.nodes.index(first)
    assert [state.nodes[way] for way in state.roads[node]] == ["west-bank", "island", second]
    assert node in state.roads[state.nodes.index("island")]
    assert value(state, "island") == 2
    assert state.stage == stages.START


@pytest.mark.rule("companies:position.new-edges")
@pytest.mark.parametrize(
    ("order", "legal"),
    [
        (("join", "a"), True),
        (("join", "a", "b", "c"), True),
        (("join",), False),
        (("join", "b", "a"), False),
        (("join", "a", "b", "c", "d"), False),
        (("join", "a", "a"), False),
    ],
)
def test_one_two_or_three_places(order: Order, legal: bool) -> None:
    refusal = Join(0, "new", ("a", "b", "c", "d")).check(order)
    assert (refusal is None) == legal


@pytest.mark.rule("companies:position.tie-budget", "companies:position.per-faction", "companies:setup.host")
def test_without_a_winner_the_host_goes_last() -> None:
    assert in_turn(ground(-1)) == [1, 0]
    assert in_turn(ground(1)) == [1, 0]
    assert in_turn(ground(0)) == [0, 1]
    state = ground(-1)
    table = orders(("raise", "island", 2), ("raise", "island", 3))
    prepare_ground(state, table)
    assert value(state, "island") == 3


@pytest.mark.rule("companies:position.start")
def test_the_winner_starts_in_any_position_with_its_bonus() -> None:
    state = ground(values={"alder-hill": 4})
    name_start(state, orders(("start", "alder-hill")))
    company = state.companies[0]
    assert (company.holds, company.bonus, company.disposition) == (True, 4, 10)


@pytest.mark.rule("companies:position.host-raise")
def test_the_host_may_raise_what_the_winner_holds() -> None:
    state = ground(values={"alder-hill": 2})
    name_start(state, orders(("start", "alder-hill")))
    raise_position(state, orders(("raise", "alder-hill", 4)))
    assert (state.companies[0].bonus, value(state, "alder-hill")) == (4, 4)


@pytest.mark.rule("companies:fort.round", "companies:fort.host-extra", "companies:fort.rating")
def test_two_for_each_and_two_more_for_the_host() -> None:
    state = ground(works={"island": 1})
    hill: Order = ("fortify", "alder-hill")
    isle: Order = ("fortify", "island")
    table = orders(isle, isle, hill, ("done",), hill, hill)
    place_works(state, table)
    table.finish()
    assert [state.works[state.nodes.index(name)] for name in ("island", "alder-hill")] == [3, 3]


@pytest.mark.rule("companies:fort.is-position")
def test_bare_ground_becomes_a_position_and_starts_do_not() -> None:
    state = ground()
    fortify(state, orders(("entrench",), ("join", "island"), ("done",)), 0, "companies:fort.round")
    assert (state.values[-1], state.works[-1]) == (1, 1)

    class Asking(Table):
        def ask(self, decision):  # type: ignore[no-untyped-def]
            assert ("fortify", "west-camp") not in decision.orders()
            return ("done",)

    fortify(ground(), Asking(), 0, "companies:fort.round")


@pytest.mark.rule("companies:contact.budget")
def test_the_winner_has_the_budget_of_positions_whatever_was_chosen() -> None:
    state = ground()
    state.chosen = "offer"
    prepare_ground(state, orders(("raise", "island", 3), ("nothing",)))
    assert value(state, "island") == 3


# ---------------------------------------------------------------- several factions


@pytest.mark.rule(
    "companies:position.tie-budget", "companies:position.per-faction", "companies:setup.sequence"
)
@pytest.mark.parametrize(
    ("initiative", "host", "order"),
    [(NOBODY, 1, [2, 0, 1]), (NOBODY, 0, [1, 2, 0]), (3, 1, [2, 0, 1]), (1, 1, [0, 1, 2])],
)
def test_the_turns_of_three_factions(initiative: int, host: int, order: list[int]) -> None:
    """The winner first and on from there, by its faction: company 2 of a, company 4 of c; without one the host last."""
    state = crowd("aabc")
    state.setting.host = host
    state.initiative = initiative
    assert in_turn(state) == order


@pytest.mark.rule("companies:fort.round", "companies:fort.host-extra", "companies:position.per-faction")
def test_three_factions_mark_two_each_and_the_host_two_more() -> None:
    """Also a faction of two companies has 2F: 2 + 2 + 2 + 2 on positions of 3F at most."""
    state = crowd("aabc", values={"mound": 1})
    state.setting.host = 2
    hedges = ("north-hedge", "east-hedge", "south-hedge")
    said = [("fortify", hedge) for hedge in hedges for _ in range(2)]
    table = orders(*said, ("fortify", "north-hedge"), ("fortify", "mound"))
    place_works(state, table)
    table.finish()
    assert [state.works[state.nodes.index(name)] for name in (*hedges, "mound")] == [3, 2, 2, 1]


@pytest.mark.rule("companies:position.start", "companies:map.start", "companies:contact.many")
def test_only_the_company_that_won_contact_starts_in_a_position() -> None:
    state = crowd("aabb", places=("north", "north", "east", "east"), values={"mound": 2})
    state.initiative, state.chosen = 1, POSITION
    table = orders(("start", "mound"))
    name_start(state, table)
    assert [company.holds for company in state.companies] == [False, True, False, False]
    assert [company.disposition for company in state.companies] == [6, 8, 6, 6]


@pytest.mark.rule("companies:position.host-raise", "companies:position.bonus")
def test_the_host_may_raise_what_an_enemy_holds_and_gives_it_the_bonus() -> None:
    state = crowd("abc", places=("mound", "north", "east"), values={"mound": 2}, holds=(0,), basic=(3, 6, 6))
    state.setting.host = 1
    raise_position(state, orders(("raise", "mound", 4)))
    assert (state.companies[0].disposition, value(state, "mound")) == (7, 4)
