"""Every die of a battle is in the news, in the order in which it fell; what a die decides is said."""

from __future__ import annotations

import pytest
from rulebooks.warcards.cards_top import data, field, fresh, meet, step

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.rulebooks.warcards import stages
from banneret.testing import Script


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("heroes_and_magic", {"hero-encounters": "auto-duel"}),
        ("castle_assault", {"criticals": "threat-and-confirm"}),
        ("border_skirmish", {"weather-roll": "d20-table"}),
        ("strait", {}),
    ],
)
def test_every_die_of_a_battle_is_in_the_news_in_its_order(scenario: str, options: dict[str, str]) -> None:
    book = rulebooks.get("warcards")
    for number in range(4):
        battle = Battle.start(book, book.scenario(scenario), seed=f"dice {number}", options=options)
        chance = Chance(number)
        given = 0
        while not battle.is_over and given < 400:
            decision = battle.decisions[0]
            battle.give(battle.sides[decision.side], decision.sample(chance))
            given += 1
        rolled = [entry.value for entry in battle.entries if entry.faces]
        told = [face for line in battle.news("referee") for _, _, face in line.dice or ()]
        assert told  # the news keep their last hundred lines
        assert told == rolled[-len(told) :]


def the(script: Script, kind: str) -> list[tuple[str, list[tuple[int, int]]]]:
    """The sentences of a kind, with the faces and the dice they show."""
    return [
        (one.text, [(sides, face) for _, sides, face in one.dice])
        for one in script.events
        if one.kind == kind
    ]


@pytest.mark.rule("warcards:hero.fate")
@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ([(20, 8), (4, 3)], "escapes, and will be in the reserve in round 5"),  # 16; round 1 + 3 + 1
        ([(20, 12)], "escapes to the reserve"),  # 20
        ([(20, 1)], "is captured"),  # 9
    ],
)
def test_who_comes_back_is_told_the_round(dice: list[tuple[int, int]], said: str) -> None:
    """A hero of 8th level with scouts who are lost to a hit."""
    heroes = {"heroes": [{"name": "H", "members": [{"level": 8}], "with": "scouts#1"}]}
    state = field("N3 scouts, A1 infantry", "N3 infantry", stages.MELEE_STEP, A=heroes)
    meet(state, "N3", since=0)
    script = step(state, [20, *[face for _, face in dice]], [("melee",), ("melee", "u2")])
    ((text, told),) = the(script, "fate")
    assert text.endswith(said + ".")
    assert told == dice


@pytest.mark.rule("warcards:combat.criticals")
@pytest.mark.parametrize(
    ("again", "said"), [(10, "a hit for 2 (10 to confirm it)"), (9, "a hit for 1 (9 to confirm it)")]
)
def test_the_die_that_confirms_a_critical_hit_is_told(again: int, said: str) -> None:
    """Artillerists +6 at 16: 19 threatens, and 10 confirms. What stays saves by a 20."""
    options = {"criticals": "threat-and-confirm"}
    state = field("A3 artillerists", "N3 elite-infantry", stages.STATIONARY, options=options)
    script = step(state, [19, again, 20], [("fire", "u0-N3")])
    ((text, dice),) = the(script, "attack")
    assert text.endswith(said + ".")
    assert dice == [(20, 19), (20, again)]


@pytest.mark.rule("warcards:setup.weather")
def test_a_weather_that_is_rolled_is_told_with_its_die() -> None:
    state = fresh(data(["infantry"], ["infantry"]), weather_roll="d20-table")
    state.stage = stages.WEATHER
    text = "The weather is inclement by a roll of 16. It takes 2 from every attack of Reds and Blues."
    assert the(step(state, [16]), "weather") == [(text, [(20, 16)])]


@pytest.mark.rule("warcards:full.morale", "warcards:full.rout-recover")
def test_who_recovers_behind_the_walls_is_told_to() -> None:
    castle = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = field("N3 infantry", "B3 infantry", stages.RALLY, fort=True, conditions=castle)
    state.units[1].routed = True
    script = step(state, [])
    assert [event.text for event in script.events] == ["1st Infantry of Blues recovers behind the walls."]
    assert not state.units[1].routed
