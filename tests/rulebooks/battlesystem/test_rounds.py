"""The frame of a Game Round: initiative, the order of the sides, the end of a round and of a battle."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crowd, men, skirmishers

from banneret.kernel.decision import Choice
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.goals import Goal
from banneret.rulebooks.battlesystem.unit import CAPTURED, FLED, SLAIN, WAITING
from banneret.testing import Script


def two(**changes: Any) -> State:
    """Two units far apart, before the first round."""
    stage = changes.pop("stage", stages.INITIATIVE)
    return battle(
        men("Axes", 12, 6, 30, 8),
        men("Orcs", 14, 7, 30, 40, 180, side=1),
        stage=stage,
        round=changes.pop("round", 0),
        **changes,
    )


def three(**changes: Any) -> State:
    """Three sides of one unit each."""
    return battle(
        men("Axes", 12, 6, 30, 8),
        men("Orcs", 14, 7, 30, 40, 180, side=1),
        men("Elves", 10, 5, 8, 24, 90, side=2),
        stage=stages.INITIATIVE,
        round=0,
        **changes,
    )


def ended(state: State) -> Script:
    """Close a round."""
    state.stage = stages.ROUND_END
    table = Script()
    rounds.end(state, table)
    return table


# ---------------------------------------------------------------- initiative


@pytest.mark.rule("battlesystem:1.1", "battlesystem:5.1")
def test_ties_are_rolled_again_and_the_higher_is_side_a() -> None:
    state = two()
    table = Script(dice=[4, 4, 2, 5])
    rounds.begin(state, table)
    table.finish()
    assert state.ranking == (1, 0)
    assert (state.round, state.stage, state.part) == (1, stages.RALLY, 0)
    assert "Initiative: Reds 4, Blues 4. A tie is rolled again." in table.news
    assert "Initiative: Reds 2, Blues 5." in table.news


@pytest.mark.rule("battlesystem:5.1", "battlesystem:1.1")
def test_the_labels_hold_for_one_round() -> None:
    state = two()
    rounds.begin(state, Script(dice=[5, 3]))
    assert state.ranking == (0, 1)
    rounds.begin(state, Script(dice=[1, 3]))
    assert (state.round, state.ranking) == (2, (1, 0))


@pytest.mark.rule("battlesystem:5.1a")
def test_twenty_sided_initiative() -> None:
    state = two(options={"initiative_die": 20})
    table = Script(dice=[13, 13, 20, 7])
    rounds.begin(state, table)
    table.finish()
    assert state.ranking == (0, 1)
    assert [event.rule for event in table.events if event.kind == "initiative"] == ["battlesystem:5.1a"] * 2


@pytest.mark.rule("battlesystem:1.1b", "battlesystem:1.1a")
def test_three_sides_are_ranked_and_only_the_tied_roll_again() -> None:
    state = three()
    table = Script(dice=[6, 3, 3, 2, 5])
    rounds.begin(state, table)
    table.finish()  # one roll for each side, whoever plays it
    assert state.ranking == (0, 2, 1)
    # a tie for the first place keeps both before the third, however low they roll
    state = three()
    rounds.begin(state, Script(dice=[5, 2, 5, 1, 4]))
    assert state.ranking == (2, 0, 1)
    assert "Greens are Side A, Reds are Side B, Blues are Side C" in _told(dice=[5, 2, 5, 1, 4])


def _told(dice: list[int]) -> str:
    table = Script(dice=dice)
    rounds.begin(three(), table)
    return table.news


@pytest.mark.rule("battlesystem:5.2", "battlesystem:1.6a")
def test_individuals_roll_for_no_initiative_of_their_own() -> None:
    state = battle(
        men("Axes", 12, 6, 30, 8),
        men("Orcs", 14, 7, 30, 40, 180, side=1),
        leaders=[captain("Anna", 20, 20), captain("Bert", 20, 20.4, side=1)],
        stage=stages.INITIATIVE,
        round=0,
    )
    table = Script(dice=[6, 1])
    rounds.begin(state, table)
    table.finish()
    assert table.rolled_for == [
        "initiative",
        "initiative",
    ]  # of the sides: heroes do not duel in a Basic battle


# ---------------------------------------------------------------- the sequence


@pytest.mark.rule("battlesystem:1.0", "battlesystem:1.0d", "battlesystem:1.2", "battlesystem:1.5")
def test_the_five_phases_of_a_basic_round() -> None:
    names = stages.phases(stages.BASIC)
    assert names == ["Initiative", "Rally", "Movement", "Melee", "End of round"]
    state = two()
    rounds.begin(state, Script(dice=[6, 1]))
    assert state.stage == stages.RALLY  # no missiles come between
    st.go_on(state, stages.RALLY)
    assert (state.stage, st.side_acting(state)) == (stages.RALLY, 1)
    st.go_on(state, stages.RALLY)
    assert state.stage == stages.SEQUENCE
    rounds.choose_sequence(state, Script(orders=[("first", 0, 1)]))
    assert state.stage == stages.COMPELLED
    state.stage = stages.MOVEMENT
    st.go_on(state, stages.MOVEMENT)
    assert (state.stage, st.side_acting(state)) == (stages.COMPELLED, 1)
    st.go_on(state, stages.MOVEMENT)
    assert state.stage == stages.ASSIGNMENT  # nor magic and missiles after the moves
    st.go_on(state, stages.MELEE)
    assert state.stage == stages.ROUND_END
    rounds.end(state, Script())
    assert state.stage == stages.INITIATIVE
    rounds.begin(state, Script(dice=[6, 1]))
    assert state.round == 2


@pytest.mark.rule("battlesystem:1.0", "battlesystem:1.2", "battlesystem:1.5")
def test_the_seven_phases_of_a_round_with_missiles() -> None:
    names = stages.phases(stages.INTERMEDIATE)
    assert names == [
        "Initiative",
        "Initial missiles",
        "Rally",
        "Movement",
        "Missiles",
        "Melee",
        "End of round",
    ]
    state = two(tier=stages.INTERMEDIATE)
    seen: list[tuple[int, int]] = []
    table = Script(dice=[1, 6], orders=[("first", 0, 1), ("done",), ("done",)])
    while state.stage != stages.INITIATIVE or not state.round:
        rounds.play_step(state, table)
        seen.append((state.stage, st.side_acting(state)))
    table.finish()
    assert seen == [  # Side A are the Blues, who let the Reds move first
        (stages.INITIAL_MISSILES, 1),
        (stages.INITIAL_MISSILES, 0),
        (stages.RALLY, 1),
        (stages.RALLY, 0),
        (stages.SEQUENCE, 1),
        (stages.COMPELLED, 0),
        (stages.MOVEMENT, 0),
        (stages.COMPELLED, 1),
        (stages.MOVEMENT, 1),
        (stages.MISSILES, 1),
        (stages.MISSILES, 0),
        (stages.ARTILLERY, 1),
        (stages.ARTILLERY, 0),
        (stages.DUELS, 1),
        (stages.ASSIGNMENT, 1),
        (stages.ROUND_END, 1),
        (stages.INITIATIVE, 1),
    ]


@pytest.mark.rule("battlesystem:1.3")
def test_side_a_rallies_before_side_b() -> None:
    state = two()
    rounds.begin(state, Script(dice=[2, 3]))
    assert st.side_acting(state) == 1
    st.go_on(state, stages.RALLY)
    assert st.side_acting(state) == 0


@pytest.mark.rule("battlesystem:1.4")
def test_side_a_chooses_who_moves_first() -> None:
    state = two()
    rounds.begin(state, Script(dice=[6, 1]))
    state.stage = stages.SEQUENCE
    table = Script(orders=[("first", 1, 0)])
    rounds.choose_sequence(state, table)
    decision = table.asked[0]
    assert isinstance(decision, Choice)
    assert (decision.side, decision.orders()) == (0, [("first", 0, 1), ("first", 1, 0)])
    assert state.movers == (1, 0)
    assert st.side_acting(state) == 1
    assert "Blues move first, then Reds: the choice of Reds." in table.news


@pytest.mark.rule("battlesystem:1.1b")
def test_side_a_picks_the_whole_order_of_three_sides() -> None:
    state = three()
    rounds.begin(state, Script(dice=[1, 6, 3]))
    state.stage = stages.SEQUENCE
    table = Script(orders=[("first", 2, 1, 0)])
    rounds.choose_sequence(state, table)
    assert (table.asked[0].side, len(table.asked[0].orders())) == (1, 6)
    assert state.movers == (2, 1, 0)
    assert state.ranking == (1, 2, 0)  # everywhere else the order stays A, B, C


@pytest.mark.rule("battlesystem:1.0b")
def test_one_side_acts_at_a_time() -> None:
    state = two(stage=stages.MOVEMENT, round=1)
    state.ranking, state.movers = (0, 1), (1, 0)
    assert st.side_acting(state) == 1
    st.go_on(state, stages.MOVEMENT)
    assert st.side_acting(state) == 0


# ---------------------------------------------------------------- the end of a round


@pytest.mark.rule("battlesystem:1.7")
def test_what_holds_for_a_round_is_cleared() -> None:
    state = battle(
        men(
            "Axes",
            12,
            6,
            30,
            8,
            spent=6.0,
            moved=True,
            finished=True,
            widened=1,
            caught=True,
            engaged=True,
            charged=1,
            failed_charge=True,
            marched=True,
            rallied=True,
            tried=True,
            leader_tried=True,
            attacked=True,
            acted=True,
            left_by=(1,),
        ),
        men("Orcs", 14, 7, 30, 40, 180, side=1, debt=2, routed=True),
        skirmishers("Scouts", [(5, 5), (8, 5)]),
        leaders=[captain("Anna", 20, 20)],
    )
    single = (state.units[2].singles or [])[0]
    single.moved, single.caught, single.done = 4.0, True, True
    state.individuals[0].moved, state.individuals[0].tried = 5.0, True
    fresh = men("Axes", 12, 6, 30, 8).unit
    block = state.units[0].block
    assert block is not None
    fresh.id = 0
    fresh.stand(block)
    ended(state)
    assert state.units[0] == fresh
    assert (single.moved, single.caught, single.done) == (0.0, False, False)
    assert (state.individuals[0].moved, state.individuals[0].tried) == (0.0, False)
    assert (state.units[1].debt, state.units[1].routed) == (2, True)  # these last longer


@pytest.mark.rule("battlesystem:1.7", "battlesystem:1.0c")
def test_a_battle_of_stated_length_ends_with_its_last_round() -> None:
    state = two(round=11, options={"round_limit": 12, "stalemate": 0})
    table = ended(state)
    assert (state.outcome, state.stage) == (None, stages.INITIATIVE)
    rounds.begin(state, Script(dice=[6, 1]))
    table = ended(state)
    assert state.outcome is not None
    assert (state.round, state.outcome.winners) == (12, ())
    assert table.news == "Round 12 was the last. The battle is a tie."
    assert state.stage == stages.ROUND_END  # no initiative roll comes after it


@pytest.mark.rule("battlesystem:crossroads.victory")
def test_the_last_side_on_the_field_wins() -> None:
    state = two(round=4)
    state.units[1].become(FLED)
    ended(state)
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((0,), "battlesystem:crossroads.victory")
    assert state.outcome.reason == "Reds won: nobody else is left on the field."


@pytest.mark.rule("battlesystem:crossroads.victory")
def test_a_routed_unit_on_the_table_is_still_in_the_battle() -> None:
    state = two(round=4)
    state.units[1].routed = True
    ended(state)
    assert state.outcome is None
    # under the option a Rout marker counts as gone
    state = two(round=4, options={"victory_marker": True})
    state.units[1].routed = True
    ended(state)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    scattered = battle(
        men("Axes"), skirmishers("Scouts", [(5, 5), (8, 5)], side=1), options={"victory_marker": True}
    )
    for single in scattered.units[1].singles or []:
        assert goals.decided(scattered) is None
        single.routed = True
    assert goals.decided(scattered) is not None


@pytest.mark.rule("battlesystem:crossroads.victory", "battlesystem:1.0c")
def test_who_is_still_to_come_is_not_beaten() -> None:
    state = battle(men("Axes"), crowd("Late", 16, side=1, status=WAITING), round=4)
    assert goals.decided(state) is None


@pytest.mark.rule("battlesystem:crossroads.tie", "battlesystem:crossroads.victory")
def test_ties() -> None:
    state = two(round=4, goal=Goal(tie=0))
    for unit in state.units.values():
        unit.become(SLAIN)
    ended(state)
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((0,), "battlesystem:crossroads.tie")
    assert state.outcome.reason == "Nobody is left on the field. That is a victory of Reds."
    state = two(round=4)
    for unit in state.units.values():
        unit.become(SLAIN)
    ended(state)
    assert state.outcome is not None
    assert state.outcome.winners == ()


@pytest.mark.rule("battlesystem:crossroads.victory")
def test_a_stalemate_is_a_tie() -> None:
    state = two(round=1, goal=Goal(tie=0), options={"stalemate": 10, "round_limit": 0})
    for number in range(1, 10):
        ended(state)
        assert (state.outcome, state.quiet) == (None, number)
    state.struck = True
    ended(state)
    assert (state.outcome, state.quiet) == (None, 0)  # an attack was rolled: it begins anew
    state.struck = False
    for _ in range(9):
        ended(state)
    assert state.outcome is None
    ended(state)
    assert state.outcome is not None
    # whom annihilation would make the winner, a stalemate does not
    assert state.outcome.winners == ()
    assert state.outcome.reason == "For 10 rounds nobody attacked. The battle is a tie."
    long = two(round=39, goal=Goal(tie=0), options={"round_limit": 40})
    ended(long)
    assert long.outcome is None
    long.round = 40
    ended(long)
    assert long.outcome is not None
    assert long.outcome.winners == ()
    never = two(round=1, options={"stalemate": 0, "round_limit": 0}, quiet=99)
    ended(never)
    assert never.outcome is None


@pytest.mark.rule("battlesystem:crossroads.victory")
def test_three_sides_fight_until_one_is_left() -> None:
    state = three()
    state.units[0].become(SLAIN)
    assert goals.decided(state) is None
    state.units[2].become(CAPTURED)
    found = goals.decided(state)
    assert found is not None
    assert found.winners == (1,)
