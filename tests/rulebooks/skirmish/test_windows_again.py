"""Windows at a table: suspended at every question and run again, they come to the same, and cost one order each."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.yard import CORMYR, Yard

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, SeededDice
from banneret.kernel.table import Answer, Pending, StepTable, Table
from banneret.rulebooks.skirmish.actions.declaring import declare
from banneret.rulebooks.skirmish.actions.window import BLOW, run
from banneret.rulebooks.skirmish.codec import CODEC
from banneret.rulebooks.skirmish.state import Chain, State
from banneret.testing import Script


def crowd() -> State:
    """A melee in which nearly everyone can answer everyone, with cards in both hands."""
    yard = Yard(active=CORMYR)
    for name, at in (
        ("dragon-knight", (3, 3)),
        ("drow-blademaster", (4, 3)),
        ("drow-assassin", (3, 4)),
        ("human-ranger", (4, 4)),
        ("drow-priestess", (2, 3)),
        ("dwarven-defender", (3, 2)),
        ("war-wizard", (5, 4)),
    ):
        yard.put(name, at)
    yard.deal(0, "dodge", "retreat")
    yard.deal(1, "block", "shield", "shield")
    return yard.state


def fight(state: State, table: Table) -> None:
    knight, master = state.creatures[:2]
    chain = Chain()
    run(state, table, chain, declare(state, chain, knight, [BLOW], [(master.id,)], [knight]))


@pytest.mark.rule("skirmish:timing.termination", "skirmish:timing.responses-to-responses")
def test_windows_run_again_from_the_start_come_to_the_same() -> None:
    questions = []
    for seed in range(12):
        chance = Chance(seed)
        answers: list[Answer] = []
        while True:  # one more answer each time, the step run again from its beginning
            state = crowd()
            try:
                fight(state, StepTable(answers, SeededDice(str(seed))))
                break
            except Pending as pending:
                decision: Decision = pending.decisions[0]
                order = decision.sample(chance)
                assert decision.check(order) is None
                answers.append(Answer(decision.side, order))
        straight = crowd()
        script = Script(orders=[answer.order for answer in answers], strict=True)
        fight(straight, script)
        script.finish()
        assert CODEC.dump(state) == CODEC.dump(straight)
        assert sum(creature.tapped for creature in state.creatures) <= 7
        questions.append(len(script.asked))
    assert max(questions) > 4, questions  # chains of several answers did come
