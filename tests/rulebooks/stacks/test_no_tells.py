"""No tells: nobody can tell from being asked, from waits or from messages what another could have done.

Two worlds that differ only in what a side hides are played alike, and the other side compares all that reaches it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rulebooks.stacks.fights import Fight, battle, field

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.scene import encode
from banneret.kernel.table import Answer, Pending, StepTable
from banneret.kernel.viewer import SPECTATOR, Viewer, viewer_of
from banneret.rulebooks.stacks.hidden.imagine import imagine
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import State


def view(table: Fight, side: int) -> object:
    """All that reaches a side now: its scene and that of those who watch, its questions, who is asked, and the news."""
    questions = [RULEBOOK.view.question(table.state, one) for one in table.decisions if one.side == side]
    return (
        encode(RULEBOOK.view.scene(table.state, viewer_of(side))),
        encode(RULEBOOK.view.scene(table.state, SPECTATOR)),
        encode(questions),
        [one.side for one in table.decisions],
        table.wanted is not None,
        [
            (event.kind, event.text, event.rule, event.data)
            for event in table.events
            if event.seen_by(viewer_of(side))
        ],
    )


def play_round_alike(one: Fight, other: Fight, side: int) -> int:
    """Decline everything in both worlds to the end of the round, with equal dice; `side` sees the same all the way.

    Returns how often it was compared.
    """
    for step in range(60):
        fight = one.state.fight
        if fight is None or fight.round > 1:
            return step
        assert view(one, side) == view(other, side), f"{step}: asked {one.asked[-3:]} and {other.asked[-3:]}"
        for table in (one, other):
            if table.wanted is not None:
                table.dice(1)
            else:
                table.let_decide()
    raise AssertionError("the round does not end")


# ---------------------------------------------------------------- one fight, another hidden thing


HIDDEN: dict[str, tuple[Callable[[], Fight], Callable[[], Fight]]] = {
    "a Guard and Martyr in the stack, or nobody to help": (
        lambda: battle(["ents", "orcs"], ["elves", "dwarves"]),
        lambda: battle(["ents", "orcs"], ["elves", "orcs"]),
    ),
    "Mist Step and Death Touch in hand, or Farsight twice": (
        lambda: battle(["ents"], ["elf_lord", "orcs"], spells=([], ["mist_step", "death_touch"])),
        lambda: battle(["ents"], ["elf_lord", "orcs"], spells=([], ["farsight", "farsight"])),
    ),
    "spells with somebody to cast them, or with nobody": (
        lambda: battle(["ents"], ["orcs", "elf_lord"], spells=([], ["stone_sleep", "trolls_blood"])),
        lambda: battle(["ents"], ["orcs", "goblins"], spells=([], ["stone_sleep", "trolls_blood"])),
    ),
    "a cloak and a shield, or a horn and a ring": (
        lambda: battle(
            ["orcs", "orcs"],
            ["dwarflord", "orcs"],
            artifacts=({}, {"shadow_cloak": "dwarflord", "gorgon_shield": "dwarflord"}),
        ),
        lambda: battle(
            ["orcs", "orcs"],
            ["dwarflord", "orcs"],
            artifacts=({}, {"war_horn": "dwarflord", "troll_ring": "dwarflord"}),
        ),
    ),
}


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:hidden.battle", "stacks:tactical.secret")
@pytest.mark.parametrize("case", HIDDEN)
def test_the_attacker_cannot_tell_what_the_defender_declined(case: str):
    make_one, make_other = HIDDEN[case]
    one, other = make_one(), make_other()
    attacker, defender = [one.kind(one.state.units[one.state.stacks[side][0][0]]) for side in (0, 1)]
    for table in (one, other):
        table.reveal(attacker, defender)
    assert play_round_alike(one, other, 0) > 6


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:scoutphase.order")
def test_nobody_can_tell_who_could_have_scouted_stolen_or_devoured():
    fields = [
        field(["PP", "PP"], {"A1": ["ents"]}, {"A1": army}, artifacts=[{"oathsword": "ents"}, {}])
        for army in (["ranger", "halfling_burglars", "trolls", "orcs"], ["goblins"] * 4)
    ]
    asked = []
    for game in fields:
        game.until("reveal")
        asked.append(list(game.asked))
    assert asked[0] == asked[1]
    assert view(fields[0], 0) == view(fields[1], 0)


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:battle.queue")
def test_whether_a_battle_will_take_place_in_another_hex_is_not_told_by_the_question_which_comes_first():
    """A hex in which the active side has Sites only sees no battle; but nobody learns that before its turn has come."""
    games = [
        field(
            ["PPP", "PPP", "PPP"], {"A1": ["ents"], "C3": stack}, {"A1": ["orcs"], "C3": ["orcs", "goblins"]}
        )
        for stack in (["dwarf_hall"], ["dwarf_hall", "ents"])
    ]
    asked = []
    for game in games:
        game.until("battle")
        asked.append(list(game.asked))
        assert [one.side for one in game.decisions] == [0]
    assert asked[0] == asked[1]
    first, second = [RULEBOOK.view.question(game.state, game.decisions[0]) for game in games]
    assert first.trivial
    assert not second.trivial
    for game in games:
        game.attacker("fight A1")
    assert [one.kind for one in games[0].decisions] == ["reveal", "reveal"]


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:paralyze.mutual")
def test_who_has_nobody_to_replace_a_paralyzed_combatant_is_asked_with_the_other():
    fights = [battle(["basilisk", "orcs"], stack) for stack in (["basilisk"], ["basilisk", "ents"])]
    for fight in fights:
        fight.reveal("basilisk", "basilisk")
        fight.attacker("paralyze basilisk")
        fight.defender("paralyze basilisk")
    assert view(fights[0], 0) == view(fights[1], 0)
    assert sorted(one.side for one in fights[0].decisions) == [0, 1]


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:hidden.stack")
def test_the_odds_of_fighting_on_do_not_tell_who_is_aboard_a_hidden_transport():
    """Militia that were seen may ride a Caravan that nobody saw; the attacker is asked the same either way."""
    games = [
        field(["PP"], {"A1": ["ents", "orcs"]}, {"A1": ["militia", "caravan"]}, aboard=[{}, aboard])
        for aboard in ({}, {"militia": "caravan"})
    ]
    for game in games:
        game.reveal("ents", "militia")
        game.roll(1, 6)
        game.until("calloff", 0)
    questions = [RULEBOOK.view.question(game.state, game.decisions[0]) for game in games]
    assert questions[0] == questions[1]
    assert questions[0].options[0].odds is not None
    assert questions[0].options[0].odds.chances[0].name == "wins the battle"


@pytest.mark.rule("stacks:hidden.no-tell")
def test_that_there_is_nothing_to_choose_is_hidden_from_those_at_the_table():
    """Others would see by how soon an answer comes that a unit stands alone, without a Guard or anybody to support it."""
    fight = battle(["orcs"], ["elves"])
    kinds = ["reveal", "retreat", "guard", "support"]
    for kind in kinds:
        decision = fight.until(kind, 1)
        assert decision is not None
        question = RULEBOOK.view.question(fight.state, decision)
        assert question.trivial
        assert question.covered


# ---------------------------------------------------------------- whole games


def first_of(state: State, seed: int) -> tuple[list[Decision], StepTable]:
    """Run a step up to its first questions: those, and the table with the news."""
    table = StepTable([], Chance(seed))
    try:
        RULEBOOK.step(state, table)
    except Pending as pending:
        return sorted(pending.decisions, key=lambda one: one.side), table
    return [], table


def read(state: State, asked: list[Decision], viewer: Viewer) -> list[bytes]:
    """The questions of a viewer as it reads them, with every odds and consequence."""
    return [encode(RULEBOOK.view.question(state, one)) for one in asked if viewer.side == one.side]


def told(table: StepTable, viewer: Viewer) -> list[tuple[object, ...]]:
    return [
        (event.kind, event.text, event.rule, event.side, event.data, [str(tally) for tally in event.tallies])
        for _, event in table.events
        if event.seen_by(viewer)
    ]


def play_step(state: State, seed: int, chance: Chance) -> State:
    """The step played to its end by chance."""
    answers: list[Answer] = []
    source = Chance(seed)
    while True:
        work = state.copy()
        try:
            RULEBOOK.step(work, StepTable(answers, source))
        except Pending as pending:
            answers += [Answer(one.side, one.sample(chance)) for one in pending.decisions]
            continue
        return work


ALIKE = ["two_banners", "halls_and_groves", "narrow_sea", "ashes_and_banners"]


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:hidden.views")
@pytest.mark.parametrize("name", ALIKE)
def test_steps_begin_alike_in_all_worlds_a_side_can_imagine(name: str):
    begin_alike(name, 0)


@pytest.mark.long
@pytest.mark.parametrize("name", ALIKE)
@pytest.mark.parametrize("seed", [1, 2])
def test_steps_begin_alike_where_a_contest_may_be_declined(name: str, seed: int):
    begin_alike(name, seed)


def begin_alike(name: str, seed: int) -> None:
    """Also steps that ask nobody: whoever is asked first, and all that is seen and told, is the same in another world.

    Only what a side draws itself may differ, for the piles are not the same.
    """
    options = {"standing-contest": "may-decline", "call-off": "may-withdraw"} if seed else {}
    chance, dealer = Chance(seed), Chance(seed + 77)
    state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options(options))
    compared = 0
    for _ in range(260):
        if state.outcome is not None:
            break
        throw = chance.below(10**9)
        for viewer in (viewer_of(0), viewer_of(1), SPECTATOR):
            truth = state.copy()
            asked, table = first_of(truth, throw)
            world = imagine(state, viewer, dealer, state)
            also, other = first_of(world, throw)
            assert [one.side for one in also] == [one.side for one in asked], f"stage {state.stage}"
            if any(event.kind == "recruited" for _, event in table.events):
                continue
            assert told(other, viewer) == told(table, viewer), f"stage {state.stage}"
            assert read(world, also, viewer) == read(truth, asked, viewer), f"stage {state.stage}"
            assert encode(RULEBOOK.view.scene(world, viewer)) == encode(RULEBOOK.view.scene(truth, viewer)), (
                f"stage {state.stage}"
            )
            compared += 1
        state = play_step(state, throw, chance)
    assert compared > 100
