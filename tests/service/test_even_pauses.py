"""Answers of the computer in a window take the same time whatever it holds: the pause is chosen by its level and by who plays, and by nothing else."""

from __future__ import annotations

import pytest

import banneret
from banneret.kernel.battle import Battle
from banneret.rulebooks.skirmish.tables.actions import action_card, immediate_cards
from banneret.service.live.saving import Saving
from banneret.service.live.session import Session
from banneret.service.live.thinking import Thinking, waiting_for

LEVELS = ("random", "greedy", "instant", "search")


def at_a_window(level: str, people: int) -> Battle:
    """A battle in which the computer of side drow is asked in a window, with so many sides played by people."""
    for seed in range(20):
        battle = banneret.start("skirmish", "twin_halls", seed=seed)
        while not battle.is_over and battle.record.count < 300:
            decision = battle.decisions[0]
            if decision.kind in ("answer", "window") and decision.side == 0:
                battle.set_player("drow", level)
                if not people:
                    battle.set_player("cormyr", "greedy")
                return battle
            battle.give(battle.sides[decision.side], decision.default())
    raise AssertionError("nobody was asked")


def pause(battle: Battle) -> float:
    """How long the answer that is waited for takes at least."""
    session = Session("even", battle)
    asked = waiting_for(session)
    assert asked is not None
    return Thinking(Saving.__new__(Saving), None).even_pause(session, asked)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("people", [0, 1])
def test_a_pause_in_a_window_is_the_same_whatever_the_computer_holds(level: str, people: int) -> None:
    battle = at_a_window(level, people)
    army = battle.state.armies[0]
    immediate = [card.index for card in immediate_cards()]
    plain = [card for card in [*army.action_hand, *army.actions] if card not in immediate]
    pauses = set()
    for hand in (army.action_hand, plain[: len(army.action_hand)], [], [action_card("dodge").index] * 3):
        army.action_hand = sorted(hand)
        pauses.add(pause(battle))
    assert len(pauses) == 1
    assert min(pauses) > 0


def test_levels_that_look_ahead_take_longer_and_battles_without_people_go_on_quickly() -> None:
    found = {
        (level, people): pause(at_a_window(level, people))
        for level in ("greedy", "search")
        for people in (0, 1)
    }
    assert found["greedy", 0] < found["greedy", 1] < found["search", 1] == found["search", 0]


def test_outside_of_windows_nothing_is_waited_for() -> None:
    battle = banneret.start("skirmish", "twin_halls", seed=1, players={"drow": "greedy"})
    while battle.decisions[0].kind != "activate" or battle.decisions[0].side != 0:
        battle.give(battle.sides[battle.decisions[0].side], battle.decisions[0].default())
    assert pause(battle) == 0
