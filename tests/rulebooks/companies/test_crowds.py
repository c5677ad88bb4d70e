"""Several companies and several sides, by the examples of the catalogue. Commanders have four dice; a black die succeeds on 4."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rulebooks.companies.crowds import Leaders, crowd, volley, write
from rulebooks.companies.musters import hits
from rulebooks.companies.test_playouts import Dicing

from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.rulebooks.companies.board.sides import alliances_standing, enemies_of, is_crowd, opponent
from banneret.rulebooks.companies.board.standing import advance_targets
from banneret.rulebooks.companies.codec import CODEC
from banneret.rulebooks.companies.exchange.script import Script, script_of, write_scripts
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.invariants import faults
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.setup.bonuses import bonuses
from banneret.rulebooks.companies.setup.contact import make_contact
from banneret.rulebooks.companies.stages import SCRIPT
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import NOTHING

NEAR = ("north-hedge", "mound", "north-hedge")


def left(state: State) -> list[int]:
    return [company.disposition for company in state.companies]


def spend(*things: tuple[str, int]) -> Order:
    return ("spend", *things)


@pytest.mark.rule("companies:multi.targets", "companies:multi.one-roll")
def test_an_action_takes_effect_on_its_target_alone() -> None:
    """A1 flanks B2 and wins by 2: only B2 loses. Each company has rolled once."""
    state = crowd("aabb")
    dice = [*hits(3, 4), *hits(0, 4), *hits(0, 4), *hits(1, 4)]
    efforts = volley(
        state, ["flank 3", "scout 2", "scout 0", "scout 0"], dice, {("spend", 0): spend(("damage", 1))}
    )
    assert [efforts[0].works_out, efforts[0].extra, efforts[0].foe] == [True, 2, 3]
    assert left(state) == [6, 6, 6, 5]


@pytest.mark.rule("companies:multi.one-roll")
def test_one_count_against_all_who_aim() -> None:
    """A scouts B with 3; B flanks with 2, C with 4 successes: A beats B, and C beats A."""
    state = crowd("abc")
    dice = [*hits(3, 4), *hits(2, 4), *hits(4, 4)]
    efforts = volley(state, ["scout 1", "flank 0", "flank 0"], dice)
    assert [effort.works_out for effort in efforts] == [True, False, True]
    assert (efforts[0].margin, efforts[2].margin) == (1, 1)


@pytest.mark.rule("companies:multi.unreciprocated")
def test_a_target_that_aims_elsewhere_cannot_win() -> None:
    """A flanks B with 2; B skirmishes C with 4, and C scouts A with 3: A fails, B does nothing to A, and beats C who aims at A."""
    state = crowd("abc")
    dice = [*hits(2, 4), *hits(4, 4), *hits(3, 4)]
    efforts = volley(state, ["flank 1", "skirmish 2", "scout 0"], dice)
    assert [effort.works_out for effort in efforts] == [False, True, True]
    assert efforts[1].margin == 1
    assert left(state) == [6, 6, 6]


@pytest.mark.rule("companies:multi.untested")
def test_a_hold_rolls_only_where_a_test_is_versus() -> None:
    """An Advance to an empty place does not make a Hold roll, a Flank does; and the Hold is tested against that alone."""
    state = crowd("abc")
    efforts = volley(state, ["hold", "advance mound 0", "scout 1"], [*hits(2, 4), *hits(1, 4)])
    assert efforts[0].pool is None
    state = crowd("abc")
    dice = [*hits(2, 5), *hits(2, 4), *hits(3, 4)]
    efforts = volley(state, ["hold", "advance mound 0", "flank 0"], dice)
    assert efforts[0].pool is not None
    assert [effort.works_out for effort in efforts] == [False, True, True]


@pytest.mark.rule("companies:multi.hold")
def test_a_hold_spends_its_best_margin() -> None:
    """A Hold of 4 against a Flank of 1 and a Charge of 3: both fail, and 3 are spent against the flanker."""
    state = crowd("abc", places=NEAR)
    dice = [*hits(4, 5), *hits(1, 4), *hits(3, 4)]
    efforts = volley(state, ["hold", "flank 0", "charge 0"], dice, {("spend", 0): spend(("damage", 1))})
    assert [effort.works_out for effort in efforts] == [True, False, False]
    assert (efforts[0].extra, efforts[0].foe) == (3, 1)
    assert left(state) == [6, 5, 6]


@pytest.mark.rule("companies:multi.hold")
def test_a_hold_that_one_attacker_beats() -> None:
    """A Hold of 3 stops the Flank of 1, but not the Charge of 4, which strikes once."""
    state = crowd("abc", places=NEAR)
    said: dict[tuple[str, int], Order] = {("spend", 2): spend(("strike", 1))}
    dice = [*hits(3, 5), *hits(1, 4), *hits(4, 4), *hits(2, 4), *hits(0, 4)]
    efforts = volley(state, ["hold", "flank 0", "charge 0"], dice, said)
    assert [effort.works_out for effort in efforts] == [True, False, True]
    assert left(state) == [5, 6, 6]


@pytest.mark.rule("companies:multi.rally")
def test_a_rally_takes_the_smallest_margin() -> None:
    """A Rally of 4 against a Charge (Ob 3) and a Skirmish of 2: min(4 - 3, 4 - 2) = 1 extra."""
    state = crowd("abc")
    efforts = volley(state, ["rally", "charge 0", "skirmish 0"], [*hits(4, 4), *hits(1, 4), *hits(2, 4)])
    assert [effort.works_out for effort in efforts] == [True, False, False]
    assert efforts[0].extra == 1
    state = crowd("abc")
    efforts = volley(state, ["rally", "scout 2", "skirmish 0"], [*hits(3, 4), *hits(1, 4), *hits(3, 4)])
    assert not efforts[0].works_out  # a Skirmish that ties it stops it


@pytest.mark.rule("companies:multi.rally")
def test_two_rallies_among_several_are_not_opposed() -> None:
    """Among several both meet Ob 1; when two are left they are versus."""
    state = crowd("abc")
    efforts = volley(state, ["rally", "rally", "scout 0"], [*hits(2, 4), *hits(1, 4), *hits(0, 4)])
    assert [effort.works_out for effort in efforts] == [True, True, False]
    state = crowd("abc")
    state.companies[2].fallen = True
    efforts = volley(state, ["rally", "rally", "none"], [*hits(2, 4), *hits(1, 4)])
    assert [effort.works_out for effort in efforts] == [True, False, False]


@pytest.mark.rule("companies:multi.withdraw")
def test_a_withdraw_loses_points_to_its_target_alone() -> None:
    """A Withdraw of 2 against its target's Scout of 3, and a Flank of 4 by another: 2 points, and what the Flank buys."""
    state = crowd("abc")
    said: dict[tuple[str, int], Order] = {("spend", 2): spend(("damage", 1))}
    dice = [*hits(2, 4), *hits(3, 4), *hits(4, 4)]
    efforts = volley(state, ["withdraw 1", "scout 0", "flank 0"], dice, said)
    assert [effort.works_out for effort in efforts] == [False, True, True]
    assert left(state) == [6 - 2 - 1, 6, 6]


@pytest.mark.rule("companies:multi.withdraw")
def test_a_withdraw_from_one_who_aims_elsewhere() -> None:
    """It wins by 1: the target loses its 2 successes, the Withdraw its margin."""
    state = crowd("abc")
    dice = [*hits(3, 4), *hits(2, 4), *hits(0, 4)]
    volley(state, ["withdraw 1", "scout 2", "rally"], dice)
    assert left(state) == [5, 4, 6]


@pytest.mark.rule("companies:multi.same-position")
def test_two_who_reach_one_position() -> None:
    """Both complete the mound of 2P, with 3 and 4 successes at Ob 3: the one with more takes it, the other keeps its store."""
    state = crowd("abc", values={"mound": 2})
    dice = [*hits(4, 4), *hits(1, 4), *hits(3, 4)]
    efforts = volley(state, ["advance mound 1", "scout 2", "advance mound 1"], dice)
    assert [effort.taken for effort in efforts] == [True, False, False]
    assert (state.companies[0].bonus, state.companies[2].store, state.companies[2].holds) == (2, 2, False)
    state = crowd("abc", values={"mound": 2})
    dice = [*hits(3, 4), *hits(1, 4), *hits(3, 4)]
    volley(state, ["advance mound 1", "scout 2", "advance mound 1"], dice)
    assert [company.holds for company in state.companies] == [False, False, False]
    assert [company.store for company in state.companies] == [2, 0, 2]


@pytest.mark.rule("companies:multi.losses", "companies:multi.fall", "companies:end.zero")
def test_losses_of_all_pairs_land_together() -> None:
    """B1 with 2 is hit for 1 by A1 and 1 by A2: it falls, and the battle goes on."""
    state = crowd("aabb", basic=(6, 6, 2, 6))
    said: dict[tuple[str, int], Order] = {
        ("spend", 0): spend(("damage", 1)),
        ("spend", 1): spend(("damage", 1)),
    }
    dice = [*hits(2, 4), *hits(2, 4), *hits(0, 4), *hits(0, 4)]
    volley(state, ["flank 2", "flank 2", "scout 0", "scout 0"], dice, said)
    assert left(state) == [6, 6, 0, 6]
    assert [company.fallen for company in state.companies] == [False, False, True, False]
    assert state.outcome is None


@pytest.mark.rule("companies:multi.fall", "companies:script.retarget")
def test_actions_against_the_fallen_take_another_target() -> None:
    """B1 has fallen: A1 charges B2 instead, if that is in reach; what B1 had written is void."""
    state = crowd("abb", places=NEAR)
    state.companies[1].fallen = True
    state.companies[1].basic = 0
    efforts = volley(state, ["charge 1", "flank 0", "scout 0"], [*hits(0, 4), *hits(2, 4)])
    assert (efforts[0].foe, efforts[1].action) == (2, NOTHING)
    state = crowd("abcd")
    state.companies[1].fallen = True
    said: dict[tuple[str, int], Order] = {("aim", 0): ("aim", "company-4")}
    efforts = volley(
        state, ["scout 1", "flank 0", "scout 0", "scout 0"], [*hits(2, 4), *hits(0, 4), *hits(0, 4)], said
    )
    assert (efforts[0].foe, efforts[0].works_out) == (3, True)
    state = crowd("abcd", places=("north", "north-hedge", "south", "west"))
    state.companies[1].fallen = True
    efforts = volley(state, ["charge 1", "none", "scout 3", "scout 2"], [*hits(0, 4), *hits(0, 4)])
    assert efforts[0].action == NOTHING  # nobody is in reach


@pytest.mark.rule("companies:script.target", "companies:advance.occupied")
def test_an_advance_on_a_held_position_faces_its_holder() -> None:
    """It is aimed at whoever holds the position, whatever company was written, and versus though that one rallies."""
    state = crowd("abc", places=("north-hedge", "mound", "west-hedge"), values={"mound": 1}, holds=(1,))
    efforts = volley(state, ["advance mound 2", "rally", "scout 0"], [*hits(3, 4), *hits(2, 4), *hits(0, 4)])
    assert (efforts[0].foe, efforts[0].taken, efforts[1].works_out) == (1, True, False)
    assert (state.companies[0].holds, state.companies[1].holds) == (True, False)


@pytest.mark.rule("companies:tie.call")
def test_who_is_not_aimed_at_calls_no_tie_breaker() -> None:
    """A flanks B, B flanks C: of the tie of A and B only A may make something."""
    state = crowd("abc")
    dice = [*hits(2, 4), *hits(2, 4), *hits(0, 4), *hits(2, 4), *hits(1, 4)]
    efforts = volley(state, ["flank 1", "flank 2", "scout 0"], dice, {("tie", 0): ("call",)})
    assert [effort.works_out for effort in efforts] == [True, True, False]
    assert (efforts[0].margin, efforts[1].margin) == (1, 2)


# ---------------------------------------------------------------- who is on whose side


@pytest.mark.rule("companies:multi.alliances", "companies:force.factions")
def test_allies_count_as_one_side() -> None:
    """Humans and elves against orcs: each is compared with the orcs only, cannot aim at the other, and both win."""
    state = crowd("aeo", alliances=(0, 0, 2))
    assert (enemies_of(state, 0), enemies_of(state, 2)) == ([2], [0, 1])
    decision = script_of(state, 2)
    assert decision is not None
    assert decision.foes == ("company-1", "company-2")
    one = script_of(state, 0)
    assert one is not None
    assert one.foes == ()  # only one enemy: nothing more is written
    known = (("Armor Training", "Shield Training"), ("Armor Training",), ())
    for number, names in enumerate(known):
        state.setting.forces[number] = replace(state.setting.forces[number], training=names)
    training = [[rule for _, _, rule in bonuses(state, number) if "training" in rule] for number in range(3)]
    assert training == [["companies:disp.training-vast"], ["companies:disp.training"], []]
    state.companies[2].basic = 1
    write(state, "flank 2", "scout 2", "scout 0")
    table = Leaders([*hits(3, 4), *hits(1, 4), *hits(0, 4)], {("spend", 0): spend(("damage", 1))})
    play_volley(state, table)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)


@pytest.mark.rule("companies:multi.alliances", "companies:script.retarget")
def test_nobody_takes_the_position_of_an_ally() -> None:
    state = crowd("aeo", alliances=(0, 0, 2), places=("north-hedge", "mound", "south-hedge"), holds=(1,))
    mound = state.nodes.index("mound")
    assert mound not in advance_targets(state, state.companies[0], -1)
    assert mound in advance_targets(state, state.companies[2], -1)


@pytest.mark.rule("companies:contact.many")
def test_contact_of_several_companies() -> None:
    """a: 4 and 2, b: 3 and 3: the first company of a wins. a: 4 and 4, b: 3: a names one. a: 3, b: 3: tied."""
    cases = [
        ("aabb", [4, 2, 3, 3], 0, {}),
        ("aabb", [4, 4, 3, 3], 1, {("initiative", 0): ("initiative", "company-2")}),
        ("aabb", [3, 2, 3, 1], -1, {}),
    ]
    for sides, counts, winner, said in cases:
        state = crowd(sides)
        dice = [face for count in counts for face in hits(count, 4)]
        table = Leaders(dice, {("contact", 0): ("surprise",), **said} if winner >= 0 else {})
        make_contact(state, table)
        table.finish()
        assert state.initiative == winner


@pytest.mark.rule("companies:contact.many", "companies:multi.alliances")
def test_allies_who_share_the_best_count_have_won_contact() -> None:
    state = crowd("aeo", alliances=(0, 0, 2))
    table = Leaders(
        [*hits(3, 4), *hits(3, 4), *hits(1, 4)],
        {("initiative", 0): ("initiative", "company-2"), ("contact", 1): ("surprise",)},
    )
    make_contact(state, table)
    assert state.initiative == 1


@pytest.mark.rule("companies:contact.parley")
def test_terms_are_for_all_enemies() -> None:
    """Of two enemies one accepts: the battle goes on."""
    state = crowd("abc")
    said: dict[tuple[str, int], Order] = {
        ("contact", 0): ("offer",),
        ("parley", 0): ("terms",),
        ("terms", 1): ("accept",),
    }
    table = Leaders([*hits(4, 4), *hits(1, 4), *hits(1, 4)], said)
    make_contact(state, table)
    assert state.outcome is None
    assert state.scouted == [own != other for own in range(3) for other in range(3)]


@pytest.mark.rule("companies:fight.win")
def test_a_duel_among_several_fells_one_company() -> None:
    """A flanks B with 4 and buys a duel; a Great Strike of 4 against a Block of 0 hits for 5, and B, badly wounded before, is out."""
    state = crowd("abc")
    skills = {"Command": 4, "Tactics": 4, "Orienteering": 4, "Sword": 4}
    for person in (0, 1):
        model = state.setting.people[person]
        state.setting.people[person] = replace(
            model, skills=skills, melee="Sword", armour="none", shield="none"
        )
    said: dict[tuple[str, int], Order] = {
        ("spend", 0): spend(("fight", 1)),
        ("duel", 0): ("great-strike",),
        ("duel", 1): ("block",),
    }
    dice = [*hits(4, 4), *hits(0, 4), *hits(0, 4), *hits(4, 4), *hits(0, 4)]
    volley(state, ["flank 1", "scout 0", "scout 0"], dice, said)
    assert (state.companies[1].fallen, state.outcome) == (True, None)
    assert alliances_standing(state) == [0, 2]


@pytest.mark.rule("companies:end.time-limit")
def test_night_among_several() -> None:
    """The shares of all companies of a side are added up: 5 of 12 against 6 of 12, and 4 of 6."""
    state = crowd("aabbc", places=("north", "north", "east", "east", "west"), basic=(6, 6, 6, 6, 6))
    for company, points in zip(state.companies, (2, 3, 1, 5, 4), strict=True):
        company.basic = points
    state.exchange, state.volley = 10, 2
    write(state, "hold", "hold", "hold", "hold", "hold")
    play_volley(state, Leaders([], {}))
    assert state.outcome is not None
    assert state.outcome.winners == (2,)


@pytest.mark.rule("companies:multi.alliances")
def test_a_side_that_gives_up_has_lost_to_all_but_its_allies() -> None:
    scenario = RULEBOOK.scenario("four_crowns")
    data = {**scenario.data, "alliances": [["foot", "elves"]]}
    rows = {"id": "x", "title": "x", "sides": list(scenario.sides), "data": data}
    allied = RULEBOOK.read_scenario(rows, "x")
    assert RULEBOOK.opponents(allied, 0) == (1, 2)
    assert RULEBOOK.opponents(scenario, 0) == (1, 2, 3)
    assert RULEBOOK.armies(RULEBOOK.scenario("two_wings"))[1].count(";") == 1


# ---------------------------------------------------------------- scripts


@pytest.mark.rule("companies:force.more", "companies:multi.targets")
def test_a_side_writes_for_all_its_companies() -> None:
    state = crowd("aabb")
    state.companies[1].hesitates = state.now
    decision = script_of(state, 0)
    assert isinstance(decision, Script)
    assert [company for company, _, _ in decision.owners()] == [0, 0, 0, 1, 1]
    order: Order = (
        "script",
        ("scout", "company-3"),
        ("hold",),
        ("advance", "mound", "company-4"),
        ("rally",),
        ("charge", "company-3"),
    )
    assert decision.check(order) is None
    for wrong in (("scout",), ("hold", "company-3"), ("advance", "mound"), ("scout", "company-1")):
        refusal = decision.check((order[0], wrong, *order[2:]))
        assert refusal is not None
        assert refusal.nearest is not None
        assert decision.check(refusal.nearest) is None
    table = Leaders([], {("script", 0): order})
    write_scripts(state, table)
    first, second = state.companies[0], state.companies[1]
    assert (first.foes, second.foes) == ([2, -1, 3], [-1, -1, 2])
    assert second.written == [-1, 4, 1]


def test_the_nearest_enemy() -> None:
    state = crowd("abcd", places=("north", "south", "mound", "west-hedge"))
    assert is_crowd(state)
    assert opponent(state, 0) == 2
    state.companies[2].fallen = True
    assert opponent(state, 0) == 3


@pytest.mark.rule("companies:force.more", "companies:force.factions")
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["companies"].pop(),
        lambda data: data["companies"].insert(0, data["companies"].pop()),
        lambda data: data.update(alliances=[["mill", "lances"]]),
        lambda data: data.update(alliances=[["mill", "elves"]]),
    ],
)
def test_scenarios_that_cannot_be(change: Callable[[dict[str, Any]], object]) -> None:
    scenario = RULEBOOK.scenario("two_wings")
    data = {**scenario.data, "companies": list(scenario.data["companies"])}
    change(data)
    rows = {"id": "x", "title": "x", "sides": list(scenario.sides), "data": data}
    with pytest.raises(BadInput):
        RULEBOOK.read_scenario(rows, "x")


@pytest.mark.rule("companies:force.more")
def test_a_lopsided_scenario_says_so() -> None:
    scenario = RULEBOOK.scenario("two_wings")
    data = {**scenario.data, "companies": scenario.data["companies"][:3], "lopsided": True}
    rows = {"id": "x", "title": "x", "sides": list(scenario.sides), "data": data}
    assert len(RULEBOOK.new(RULEBOOK.read_scenario(rows, "x"), RULEBOOK.options({})).companies) == 3


@pytest.mark.parametrize("number", range(12))
def test_crowds_at_random(number: int) -> None:
    """Each is played twice, with news and without, and checked to be the same after every step."""
    sides = ("aabb", "abc", "abcd", "aabbcc")[number % 4]
    places = (*("north", "east", "south", "west", "mound", "north-hedge"),)
    made = [
        crowd(
            sides,
            places=places,
            options={"unskilled-versus": "double-opponent"}
            if number % 3 == 0
            else {"hold-independent": "ob-1-with-menu"},
            alliances=(0, 0, 2) if sides == "abc" else (),
            values={"mound": 2},
        )
        for _ in range(2)
    ]
    tables = Dicing(number, True), Dicing(number, False)
    for _ in range(60):
        if made[0].outcome is not None:
            break
        for one, at in zip(made, tables, strict=True):
            (write_scripts if one.stage == SCRIPT else play_volley)(one, at)
        assert faults(made[0]) == []
        assert CODEC.dump(made[0]) == CODEC.dump(made[1])
        made[0] = CODEC.load(CODEC.dump(made[0]), like=made[0])
    assert made[0].outcome is not None
