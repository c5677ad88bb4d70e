"""A side that gives up."""

from __future__ import annotations

import pytest

from banneret.kernel.battle import Battle
from banneret.kernel.record.record import Record
from banneret.rulebooks.skirmish.rulebook import RULEBOOK


@pytest.mark.rule("skirmish:end.concede")
def test_the_other_side_has_won() -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed="white flag")
    battle.concede("cormyr")
    assert battle.outcome is not None
    assert (battle.outcome.winners, battle.outcome.rule) == ((0,), "skirmish:end.concede")
    assert battle.outcome.reason == "Cormyr gave up."


@pytest.mark.rule("skirmish:end.concede", "skirmish:team.end")
@pytest.mark.parametrize(("side", "winners"), [(0, (1, 3)), (1, (0, 2)), (2, (1, 3)), (3, (0, 2))])
def test_a_player_gives_up_for_the_team(side: int, winners: tuple[int, ...]) -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("two_and_two"), seed="white flag")
    battle.concede(battle.sides[side])
    assert battle.outcome is not None
    assert battle.outcome.winners == winners
    again = Battle.from_record(RULEBOOK, Record.parse(battle.private_text))
    assert again.outcome == battle.outcome
