"""The dice of individual tests in the news: those of specialists, strikes, tie-breakers, shots, armour and duels. A black die succeeds on 4."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import Answers, battle, hits, officer, plain
from rulebooks.companies.test_duel import archer, fighter

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.fighting.duel import fight_duel
from banneret.rulebooks.companies.exchange.fighting.shots import shoot
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.stages import VOLLEY
from banneret.rulebooks.companies.state import NOWHERE, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING
from banneret.rulebooks.companies.view.spend_question import named
from banneret.testing import Script

NEAR = ("west-bank", "island")


def told(state: State, actions: str, dice: list[int], said: dict[tuple[str, int], Order]) -> list[Event]:
    """The news of a volley of two actions."""
    for company, word in zip(state.companies, actions.split(), strict=True):
        company.written = [ACTIONS.index(word) if word != "none" else NOTHING] * 3
        company.targets = [NOWHERE] * 3
    state.stage = VOLLEY
    table = Answers(dice, said)
    play_volley(state, table)
    table.finish()
    return table.events


def the(events: list[Event], kind: str) -> tuple[str, list[tuple[int, int]], str]:
    """The only news of a kind: its text, its dice by side and face, its rule."""
    (event,) = [one for one in events if one.kind == kind]
    return event.text, [(side, face) for side, _, face in event.dice], event.rule


def rolls(side: int, faces: list[int]) -> list[tuple[int, int]]:
    return [(side, face) for face in faces]


@pytest.mark.rule("companies:spec.runners", "companies:spec.opposed-tie")
@pytest.mark.parametrize(("own", "lost"), [([4, 5, 1, 1], True), ([4, 1, 1, 1], False)])
def test_the_hunt_for_runners_is_told_with_the_dice_of_both(own: list[int], lost: bool) -> None:
    """Scouts of 4 dice against couriers of 4 with one success: two win, one ties."""
    state = battle(plain(), plain(), places=NEAR)
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", ("runners", 1))}
    events = told(state, "skirmish scout", [*hits(1, 4), *hits(0, 4), *own, 6, 3, 2, 1], said)
    assert the(events, "special") == (
        f"Runners: A {2 if lost else 1}, B 1.",
        [*rolls(0, own), *rolls(1, [6, 3, 2, 1])],
        "companies:spec.runners",
    )
    assert state.companies[1].runners_lost == lost


@pytest.mark.rule("companies:spec.reinforce", "companies:core.raise-independent")
@pytest.mark.parametrize(("faces", "end"), [([6, 5, 4, 1], "strengthens the works"), ([6, 5, 1, 1], "fails")])
def test_works_are_raised_with_the_dice_of_the_engineer(faces: list[int], end: str) -> None:
    """To 1F at Ob 2; a Superficial wound takes one success off, so that two are too few."""
    engineer = ((0, officer({"Engineer": 4}, id="engineer")),)
    state = battle(officer({"Oratory": 4}), plain(), seconds=engineer, places=NEAR, holds=(True, False))
    wound(state, 2, 1)
    events = told(state, "rally none", [*hits(2, 4), *faces], {("spend", 0): ("spend", ("reinforce-1", 1))})
    found = sum(face >= 4 for face in faces)
    assert the(events, "special") == (
        f"A, Reinforce by Engineer: {found} of 4 dice succeed, less 1 against Ob 2; it {end}.",
        rolls(0, faces),
        "companies:spec.reinforce",
    )


@pytest.mark.rule("companies:spec.field-dressing")
def test_a_dressing_names_the_patient() -> None:
    """A Light wound at Ob 2 of Field Dressing 4."""
    surgeon = ((0, officer({"Field Dressing": 4}, id="surgeon", name="Wat")),)
    state = battle(officer({"Oratory": 5}), plain(), seconds=surgeon, places=NEAR)
    wound(state, 0, 2)
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", ("dress-carrow", 1))}
    events = told(state, "rally none", [*hits(2, 4), 5, 4, 3, 3], said)
    name = state.setting.people[0].name
    assert the(events, "special")[:2] == (
        f"A, Field Dressing for {name} by Field Dressing: 2 of 4 dice succeed against Ob 2; it dresses the Light wound.",
        rolls(0, [5, 4, 3, 3]),
    )
    assert not state.people[0].wounds


@pytest.mark.rule("companies:spec.artillery")
def test_a_shot_of_artillery_is_told_with_its_dice() -> None:
    """Works of 2: three of four succeed, one beyond the obstacle."""
    gunner = ((0, officer({"Artillerist": 4}, id="gunner")),)
    state = battle(
        officer({"Oratory": 4}), plain(), seconds=gunner, holds=(False, True), works={"east-bank": 2}
    )
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", ("artillery", 1))}
    events = told(state, "rally none", [*hits(2, 4), 4, 4, 4, 2], said)
    assert the(events, "special")[:2] == (
        "A, Artillery Fire by Artillerist: 3 of 4 dice succeed against Ob 2; it hits the works.",
        rolls(0, [4, 4, 4, 2]),
    )
    assert state.works[state.companies[1].place] == 1


@pytest.mark.rule("companies:spec.artillery")
def test_a_shot_that_takes_nothing_off_the_works_says_so() -> None:
    """Works of 2, and two of four succeed: passed, with none beyond the obstacle. Three of four or more are 5 of 16."""
    gunner = ((0, officer({"Artillerist": 4}, id="gunner")),)
    state = battle(
        officer({"Oratory": 4}), plain(), seconds=gunner, holds=(False, True), works={"east-bank": 2}
    )
    offer = named(state, 0, 1, "artillery")[1]
    assert offer == "Artillerist, 4 dice against Ob 2, with 1 more to take a point off: 31 %"
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", ("artillery", 1))}
    events = told(state, "rally none", [*hits(2, 4), 4, 4, 2, 2], said)
    assert the(events, "special")[0] == (
        "A, Artillery Fire by Artillerist: 2 of 4 dice succeed against Ob 2; it takes nothing off the works."
    )
    assert state.works[state.companies[1].place] == 2


@pytest.mark.rule("companies:strike.test", "companies:strike.wound", "companies:strike.commander")
def test_a_lost_strike_of_the_commander_is_told_with_the_wound() -> None:
    """His sword of 4 finds one success, the spears of 4 three: a Light wound."""
    state = battle(officer({"Conspicuous": 4, "Sword": 4}), plain(), places=NEAR)
    said: dict[tuple[str, int], Order] = {
        ("lead", 0): ("lead", "Conspicuous", "foray"),
        ("spend", 0): ("spend", ("own-strike", 1)),
    }
    dice = [*hits(3, 4), 4, 1, 1, 1, 6, 5, 4, 3]
    events = told(state, "charge none", dice, said)
    name = state.setting.people[0].name
    assert the(events, "strike") == (
        f"Strike: A 1, B 3; {name} takes a Light wound.",
        [*rolls(0, [4, 1, 1, 1]), *rolls(1, [6, 5, 4, 3])],
        "companies:strike.test",
    )
    assert state.people[0].wounds == [2]


@pytest.mark.rule("companies:range.house-shot", "companies:fight.house-hit")
def test_a_shot_and_the_armour_against_it() -> None:
    """Three of four at Ob 2 hit for 2; a target shield of two dice stops one."""
    state = battle(archer(), officer(armour="none", shield="target"))
    table = Script([4, 5, 6, 1, 4, 1])
    shoot(state, table, 0, 1, 2)
    shot, hit = table.events
    assert [face for _, _, face in shot.dice] == [4, 5, 6, 1]
    name = state.setting.people[1].name
    assert hit.text == f"{name} is hit for 2, and armour stops 1: a Superficial wound."
    assert list(hit.dice) == [(1, 6, 4), (1, 6, 1)]


@pytest.mark.rule("companies:fight.house-rolls", "companies:fight.house-hit")
def test_the_blows_of_a_duel_are_told_with_the_dice_of_both() -> None:
    """Two successes against one, no armour: hit for 1."""
    state = battle(fighter(name="Ada"), fighter(name="Bo"))
    table = Script([4, 4, 1, 1, 5, 1, 1, 1], [("strike",), ("strike",)], strict=False)
    with pytest.raises(Exception, match="die"):  # the second pass has no dice
        fight_duel(state, table)
    text, dice, rule = the(table.events, "blows")
    assert text == "Ada 2, Bo 1."
    assert dice == [*rolls(0, [4, 4, 1, 1]), *rolls(1, [5, 1, 1, 1])]
    assert rule == "companies:fight.house-rolls"
    assert the(table.events, "hit")[0] == "Bo is hit for 1: a Superficial wound."


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("river_towers", {}),
        ("four_crowns", {}),
        ("tanners_row", {"conflict-tokens": "unlimited"}),
        ("boarding", {"steel-limit": "none"}),
        ("the_ford", {"artha": "on"}),
    ],
)
def test_every_die_of_a_battle_is_in_the_news_in_its_order(scenario: str, options: dict[str, str]) -> None:
    book = rulebooks.get("companies")
    for number in range(6):
        battle = Battle.start(book, book.scenario(scenario), seed=f"dice {number}", options=options)
        chance = Chance(number)
        while not battle.is_over:
            decision = battle.decisions[0]
            battle.give(battle.sides[decision.side], decision.sample(chance))
        rolled = [entry.value for entry in battle.entries if entry.faces]
        told = [face for line in battle.news("referee") for _, _, face in line.dice or ()]
        assert told  # the news keep their last hundred lines
        assert told == rolled[-len(told) :]
