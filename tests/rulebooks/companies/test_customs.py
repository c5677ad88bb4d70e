"""Rules of the table more than of the dice: what is described, who rolls, what is not used."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.companies.musters import Answers, battle, force, hits, officer, plain, volley

from banneret.kernel.errors import BadInput
from banneret.kernel.event import Event
from banneret.kernel.fields import Fields
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.companies.army.companies import read_company
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.stages import VOLLEY
from banneret.rulebooks.companies.tables.grounds import grounds
from banneret.rulebooks.companies.view.scene import scene

NEAR = ("west-bank", "island")


@pytest.mark.rule("companies:core.not-used")
def test_what_failed_may_be_tried_again_and_nobody_learns() -> None:
    state = battle(plain(), plain(), places=NEAR, scouted=False)
    known = dict(state.setting.people[0].skills)
    for successes, works in ((1, False), (2, True)):
        effort, _ = volley(state, "scout", "none", hits(successes, 4))
        assert effort.works_out == works
    assert state.setting.people[0].skills == known


@pytest.mark.rule("companies:map.describe", "companies:position.initial")
def test_every_battle_space_is_drawn_with_three_to_eight_positions() -> None:
    for name in RULEBOOK.scenarios():
        state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options({}))
        ground = state.setting.ground
        assert 3 <= sum(value == 1 for value in ground.values) <= 8
        assert len(set(ground.spots)) == len(ground.nodes)
        board = scene(state, viewer_of(0)).board
        assert [place.id for place in board.places] == list(ground.nodes)
        assert len(board.roads) == sum(len(ways) for ways in ground.roads) // 2
    assert {"urban", "indoors", "woodcraft", "naval"} == {
        tag for one in grounds().values() for tag in one.tags
    }


@pytest.mark.rule("companies:objective.kind")
def test_a_company_has_an_objective_besides_the_enemy() -> None:
    row: dict[str, Any] = {
        "name": "A",
        "commander": "carrow",
        "package": "human",
        "affiliation_dice": 2,
        "troops": 9,
    }
    with pytest.raises(BadInput, match="objective"):
        read_company(Fields(row, "company"), 0)
    assert (
        read_company(Fields({**row, "objective": "Keep the mill"}, "company"), 0).force.objective
        == "Keep the mill"
    )


class Listening(Answers):
    """Remembers the news and who rolled."""

    def __init__(self, dice: list[int]) -> None:
        super().__init__(dice, {})
        self.telling = True
        self.told: list[Event] = []
        self.thrown: list[tuple[str, int]] = []

    def tell(self, event: Event) -> None:
        """Keep it."""
        self.told.append(event)

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """Note who rolls."""
        self.thrown.append((why, side))
        return super().die(faces, why, side, to)


@pytest.mark.rule("companies:script.who-rolls")
def test_the_commander_rolls_for_the_company() -> None:
    """Both scout with four dice of their own, in the name of their own side; a second only helps."""
    second = officer({"Orienteering": 4})
    state = battle(plain(), plain(), seconds=((0, second),), places=NEAR)
    for company in state.companies:
        company.written, company.targets = [5] * 3, [-1] * 3
    state.stage = VOLLEY
    table = Listening([*hits(1, 5), *hits(1, 4)])
    play_volley(state, table)
    assert table.thrown == [("Scout", 0)] * 5 + [("Scout", 1)] * 4
    rolls = [event for event in table.told if event.kind == "roll"]
    assert [part[1] for part in rolls[0].tallies[0].parts] == ["Orienteering", "help"]


@pytest.mark.rule("companies:strike.seconds")
def test_a_second_makes_no_strike() -> None:
    """A second with Sword 6 stands by: the troops of 2D strike with their four dice."""
    second = officer({"Sword": 6})
    state = battle(plain(), plain(), seconds=((0, second),), forces=[force(0), force(1)], places=NEAR)
    said = {("spend", 0): ("spend", ("strike", 1))}
    volley(state, "charge", "skirmish", [*hits(3, 4), *hits(2, 4), *hits(4, 5), *hits(0, 4)], said)
    assert state.companies[1].disposition == 5  # five dice of the troops: one more against a Skirmish


@pytest.mark.rule("companies:withdraw.purpose")
def test_a_withdraw_turns_the_force_of_the_enemy_against_it() -> None:
    """3 against a Scout of 2: the enemy loses the 2 successes that it came with, and the company falls back for 1."""
    state = battle(plain(), plain(), places=NEAR)
    volley(state, "withdraw", "scout", [*hits(3, 4), *hits(2, 4)])
    assert [company.disposition for company in state.companies] == [5, 4]
