"""Contact: the roll, its choice, parley."""

from __future__ import annotations

import pytest
from rulebooks.companies.crowds import crowd
from rulebooks.companies.musters import Answers, battle, force, hits, officer, plain

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.order import Order
from banneret.kernel.record.record import Record
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.setup.contact import contact_pool, make_contact
from banneret.rulebooks.companies.setup.host import host_of, name_host
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
            assert texts == [
                "nobody is scouted unless others offer battle",
                "all are scouted; nobody starts in a position",
            ]
            return
    raise AssertionError("no tie in 60 battles")


# ---------------------------------------------------------------- the host of a meeting battle


def met(first: int, second: int, troops: tuple[int, int] = (100, 100), die: tuple[int, ...] = ()) -> State:
    """Contact of a meeting battle with so many successes of four dice each, and the die that is thrown for the host."""
    forces = [force(side, troops=number) for side, number in enumerate(troops)]
    state = battle(plain(), plain(), forces=forces)
    state.setting.host = NOBODY
    state.stage = stages.CONTACT
    assert host_of(state) == NOBODY
    table = Answers([*hits(first, 4), *hits(second, 4), *die], {})
    make_contact(state, table)
    table.finish()
    return state


@pytest.mark.rule("companies:setup.host")
@pytest.mark.parametrize(
    ("successes", "troops", "die", "host"),
    [
        ((3, 1), (10, 400), (), 1),
        ((0, 2), (400, 10), (), 0),
        ((2, 2), (300, 299), (), 1),
        ((2, 2), (20, 300), (), 0),
        ((1, 1), (100, 100), (3,), 0),
        ((1, 1), (100, 100), (4,), 1),
    ],
)
def test_a_meeting_battle_has_its_host_by_contact_by_troops_or_by_a_die(
    successes: tuple[int, int], troops: tuple[int, int], die: tuple[int, ...], host: int
) -> None:
    assert host_of(met(*successes, troops, die)) == host


@pytest.mark.rule("companies:setup.host", "companies:multi.alliances")
def test_of_several_losers_the_one_that_found_least_is_host() -> None:
    state = crowd("abc")
    state.setting.host = NOBODY
    state.initiative = 0
    table = Answers([], {})
    name_host(state, table, [4, 2, 1])
    assert host_of(state) == 2
    state.setting.alliances = (0, 1, 0)  # allied with the winner
    name_host(state, table, [4, 2, 1])
    assert host_of(state) == 1


@pytest.mark.rule("companies:setup.host")
def test_a_battle_that_is_held_rolls_no_die_for_its_host() -> None:
    state = contact(battle(plain(), plain()), 1, 1)
    assert (host_of(state), state.host) == (0, NOBODY)


@pytest.mark.rule("companies:setup.host", "companies:position.host-raise", "companies:fort.host-extra")
def test_a_scenario_without_a_host_is_fought_to_its_end() -> None:
    book = rulebooks.get("companies")
    plain_rows = book.scenario("the_ford").plain()
    data = {name: value for name, value in plain_rows["data"].items() if name not in ("host", "placing")}
    scenario = book.read_scenario({**plain_rows, "data": data}, "meeting")
    for seed in range(3):
        fought = Battle.start(book, scenario, seed=seed, players=dict.fromkeys(scenario.sides, "random"))
        fought.advance()
        assert fought.is_over
        assert fought.state.host in (0, 1)
        assert Battle.from_record(book, Record.parse(fought.private_text)).dump() == fought.dump()
