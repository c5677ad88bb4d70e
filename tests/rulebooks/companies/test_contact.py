"""Contact: the roll, its choice, parley."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import Answers, battle, hits, officer, plain

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.setup.contact import contact_pool, make_contact
from banneret.rulebooks.companies.state import BONUS, NOBODY, OFFER, POSITION, State


def contact(
    state: State,
    first: int,
    second: int,
    said: dict[tuple[str, int], Order] | None = None,
    dice: tuple[int, int] = (4, 4),
) -> State:
    """Play Contact with so many successes of four dice each."""
    state.stage = stages.CONTACT
    state.scouted = [False] * 4
    table = Answers([*hits(first, dice[0]), *hits(second, dice[1])], said or {})
    make_contact(state, table)
    table.finish()
    return state


@pytest.mark.rule("companies:contact.test", "companies:contact.choice", "companies:setup.sequence")
@pytest.mark.parametrize("chosen", [BONUS, POSITION])
def test_the_highest_count_wins_contact_and_chooses(chosen: str) -> None:
    state = contact(battle(plain(), plain()), 3, 2, {("contact", 0): (chosen,)})
    assert (state.initiative, state.chosen) == (0, chosen)
    assert state.stage == stages.DISPOSITION
    assert not any(state.scouted)


@pytest.mark.rule("companies:contact.skills", "companies:contact.help")
def test_skills_are_added_and_seconds_help() -> None:
    scout = officer({"Observation": 4, "Riding": 3, "Forest-wise": 2})
    assert contact_pool(battle(scout, plain()), 0).dice == 6
    helped = battle(scout, plain(), seconds=((0, officer({"Observation": 5})),))
    assert contact_pool(helped, 0).dice == 8


@pytest.mark.rule("companies:contact.unskilled")
def test_perception_counts_half() -> None:
    blind = officer({"Command": 4})
    pool = contact_pool(battle(blind, plain()), 0)
    assert (pool.skill, pool.dice, pool.unskilled) == ("Perception", 4, True)
    state = contact(battle(blind, plain()), 4, 2)
    assert state.initiative == NOBODY


@pytest.mark.rule("companies:contact.naval")
def test_navigation_stands_for_orienteering_at_sea() -> None:
    sailor = officer({"Navigation": 4, "Observation": 3})
    assert contact_pool(battle(sailor, plain(), tags=("naval",)), 0).dice == 5
    assert contact_pool(battle(sailor, plain()), 0).skill == "Observation"


@pytest.mark.rule("companies:contact.tie", "companies:contact.offer-tie")
def test_after_a_tie_either_may_offer_battle() -> None:
    quiet = contact(battle(plain(), plain()), 2, 2)
    assert (quiet.initiative, quiet.chosen, any(quiet.scouted)) == (NOBODY, "", False)
    offered = contact(battle(plain(), plain()), 2, 2, {("offer", 1): (OFFER,)})
    assert offered.initiative == NOBODY
    assert offered.scouted == [False, True, True, False]


@pytest.mark.rule("companies:contact.offer", "companies:contact.offer-scouted")
def test_offering_battle_scouts_everybody() -> None:
    state = contact(battle(plain(), plain()), 1, 2, {("contact", 1): (OFFER,)})
    assert state.scouted == [False, True, True, False]
    assert state.initiative == 1


@pytest.mark.rule("companies:contact.parley")
def test_terms_that_are_accepted_end_the_battle() -> None:
    said: dict[tuple[str, int], Order] = {
        ("contact", 0): (OFFER,),
        ("parley", 0): ("terms",),
        ("terms", 1): ("accept",),
    }
    state = contact(battle(plain(), plain()), 3, 0, said)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    refused = contact(battle(plain(), plain()), 3, 0, {**said, ("terms", 1): ("refuse",)})
    assert refused.outcome is None


@pytest.mark.rule("companies:contact.offer-tie")
def test_after_a_tie_nobody_is_promised_a_position() -> None:
    book = rulebooks.get("companies")
    for seed in range(60):
        game = Battle.start(book, "the_ford", seed=seed)
        decision = game.decisions[0]
        if decision.kind == "offer":
            texts = [one.consequence for one in game.scene(game.sides[decision.side]).questions[0].options]
            assert texts == ["nobody is scouted", "all are scouted; nobody starts in a position"]
            return
    raise AssertionError("no tie in 60 battles")
