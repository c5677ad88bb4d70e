"""Rulings on what the rules leave open, each worked out by hand from its sentence in the catalogue. Commanders have four dice."""

from __future__ import annotations

import pytest
from rulebooks.companies.crowds import crowd
from rulebooks.companies.crowds import volley as crowd_volley
from rulebooks.companies.musters import battle, force, hits, plain, volley
from rulebooks.companies.test_edges import NEAR, left, spend

from banneret.kernel.order import Order
from banneret.rulebooks.companies.state import State

Said = dict[tuple[str, int], Order]

# ---------------------------------------------------------------- a store that stays full


def tied_for_the_mound() -> State:
    """A and C have tied for the mound of 2P, with four successes each at Ob 3: both have stored 3."""
    state = crowd("abc", values={"mound": 2})
    crowd_volley(
        state,
        ["advance mound 1", "rally", "advance mound 1"],
        [*hits(4, 4), *hits(0, 4), *hits(4, 4)],
    )
    assert [(company.store, company.holds) for company in state.companies] == [
        (3, False),
        (0, False),
        (3, False),
    ]
    return state


@pytest.mark.rule("companies:multi.same-position", "companies:advance.build", "companies:advance.independent")
def test_a_full_store_takes_the_position_with_the_next_advance() -> None:
    # Independent against the Rally: nothing is added by no success, and 3 are enough for 2; the third is extra.
    state = tied_for_the_mound()
    dice = [*hits(0, 4), *hits(0, 4), *hits(0, 4)]
    advance, *_ = crowd_volley(state, ["advance mound 1", "rally", "rally"], dice)
    assert (advance.taken, advance.extra) == (True, 1)
    assert [(company.store, company.holds) for company in state.companies] == [
        (0, True),
        (0, False),
        (3, False),
    ]
    assert left(state) == [8, 6, 6]


@pytest.mark.rule("companies:multi.same-position", "companies:advance.build", "companies:advance.versus")
@pytest.mark.parametrize(("own", "taken", "store"), [(2, True, 0), (1, False, 3), (0, False, 3)])
def test_a_full_store_needs_a_won_advance_against_the_holder(own: int, taken: bool, store: int) -> None:
    # A holds the mound by now and holds it with 1: won by 1 the store of 3 is 4, two over; tied or lost it stays.
    state = tied_for_the_mound()
    crowd_volley(state, ["advance mound 1", "rally", "rally"], [*hits(0, 4), *hits(0, 4), *hits(0, 4)])
    dice = [*hits(1, 4), *hits(0, 4), *hits(own, 4)]
    efforts = crowd_volley(state, ["hold", "rally", "advance mound 0"], dice)
    assert (efforts[2].taken, efforts[2].extra) == (taken, 2 if taken else 0)
    assert (state.companies[2].store, state.companies[0].holds) == (store, not taken)


# ---------------------------------------------------------------- works that are destroyed


@pytest.mark.rule("companies:fort.destroyed", "companies:dug.bonus", "companies:spec.artillery")
@pytest.mark.parametrize(("damage", "dug", "rest"), [(0, 1, 5), (1, 0, 4), (2, 0, 3)])
def test_who_is_dug_in_stays_so_where_works_are_destroyed(damage: int, dug: int, rest: int) -> None:
    # Basic 4, bonus 3, dug in 1, works of 1. Artillerist 4 with 2 at Ob 1: destroyed, the bonus of 3 is gone; the point dug in goes first of
    # the losses. The Skirmish has won by 4 and 1: one for the engineers, two for each loss.
    engineers = force(0, skills=frozenset({"Artillerist"}))
    state = battle(
        plain(), plain(), forces=[engineers, force(1)], places=NEAR, basic=(6, 4), holds=(False, True), works={"island": 1},
        values={"island": 3},
    )  # fmt: skip
    state.companies[1].dug = 1
    things = [("damage", damage)] if damage else []
    said: Said = {("spend", 0): spend(("artillery", 1), *things)}
    state.companies[0].command_die = 1
    volley(state, "skirmish", "scout", [*hits(5, 5), *hits(0, 4), *hits(2, 4)], said)
    company = state.companies[1]
    assert (company.holds, company.bonus, company.dug, company.disposition) == (False, 0, dug, rest)
    assert state.works[state.nodes.index("island")] == 0


# ---------------------------------------------------------------- runners who are lost in the same volley


@pytest.mark.rule("companies:volley.resolve-order", "companies:spec.runners-effect", "companies:core.steel")
@pytest.mark.parametrize(("lost", "hesitates"), [(True, True), (False, False)])
def test_runners_who_are_lost_count_for_the_steel_test_of_the_same_volley(
    lost: bool, hesitates: bool
) -> None:
    # "All the commander's rolls" from then on: five of six dice are enough for a hesitation of 5, not for 6.
    state = battle(plain(), plain(), places=NEAR)
    hunt = [*hits(2, 4), *hits(1 if lost else 2, 4)]
    dice = [*hits(2, 4), *hits(0, 4), *hunt, *hits(5, 6)]
    volley(state, "flank", "scout", dice, {("spend", 0): spend(("runners", 1), ("steel", 1))})
    assert (state.companies[1].runners_lost, state.companies[1].hesitates == state.now) == (lost, hesitates)
