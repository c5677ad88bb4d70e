"""Where creatures may be deployed."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.rulebooks.skirmish.board.homes import deploy_places, start_places
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.tables.boards import board
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.text.news import name
from banneret.rulebooks.skirmish.turn.deploying import put
from banneret.rulebooks.skirmish.view.pieces import creature_piece

ROWS = ("ssssss..", "ssssss..", "........", "........", "....#...", "........", "..ssssss", "..ssssss")


def places(yard: Yard, side: int, name: str) -> list[tuple[int, int]]:
    return yard.places(deploy_places(yard.state, side, creature_card(name)))


@pytest.mark.rule("skirmish:deploy.place")
def test_creatures_come_to_their_own_start_area() -> None:
    yard = Yard(board("short-yard"))
    yard.put("elf-archer", (0, 0))
    yard.put("drow-wizard", (1, 1))
    free = places(yard, DROW, "drow-house-guard")
    assert len(free) == 14
    assert {row for _, row in free} == {0, 1}
    assert (0, 0) not in free  # enemies block their own squares
    assert {row for _, row in places(yard, CORMYR, "elf-archer")} == {14, 15}


@pytest.mark.rule("skirmish:deploy.place")
def test_a_large_creature_needs_a_block_of_four() -> None:
    yard = Yard(drawn("sss...", "......", "...sss"))
    assert places(yard, DROW, "giant-spider") == []
    assert len(places(yard, DROW, "drow-wizard")) == 3


@pytest.mark.rule("skirmish:setup.starting.placement")
def test_a_large_creature_starts_with_all_squares_inside() -> None:
    yard = Yard(board("short-yard"))
    spider = creature_card("giant-spider")
    assert yard.places(start_places(yard.state, DROW, spider)) == [(column, 0) for column in range(7)]


@pytest.mark.rule("skirmish:deploy.mastiff")
def test_the_mastiff_comes_out_of_any_wall() -> None:
    yard = Yard(drawn(*ROWS))
    yard.put("dragon-knight", (6, 5))
    free = places(yard, DROW, "shadow-mastiff")
    assert (5, 5) in free
    assert (6, 4) not in free
    assert len(free) == 12 + 8
    assert len(places(yard, DROW, "drow-assassin")) == 12


@pytest.mark.rule("skirmish:deploy.priestess")
def test_spiders_come_to_the_priestess() -> None:
    yard = Yard(drawn(*ROWS[:7], "........", "........", "........"))
    yard.put("drow-priestess", (5, 4 + 1))
    large = places(yard, DROW, "giant-spider")
    assert (6, 6) in large  # one square beside her is enough
    assert (7, 6) not in large
    assert (6, 5) in places(yard, DROW, "demonweb-spider")
    assert (6, 5) not in places(yard, DROW, "drow-wizard")
    assert (6, 5) not in places(yard, CORMYR, "demonweb-spider")


@pytest.mark.rule("skirmish:keyword.labels")
def test_creatures_of_a_card_are_numbered_as_long_as_they_live() -> None:
    yard = Yard(board("short-yard"))
    knight = creature_card("dragon-knight")
    first, second = [put(yard.state, CORMYR, knight, place) for place in (0, 20)]
    other = put(yard.state, DROW, knight, 40)
    assert [name(yard.state, one) for one in (first, second, other)] == [
        "Cormyr Dragon Knight",
        "Cormyr Dragon Knight (2)",
        "Drow Dragon Knight",
    ]
    yard.state.creatures.remove(first)
    assert creature_piece(yard.state, second).name == "Dragon Knight (2)"
    assert name(yard.state, put(yard.state, CORMYR, knight, 0)) == "Cormyr Dragon Knight"
    assert RULEBOOK.load(RULEBOOK.dump(yard.state), yard.state).creatures[0].twin == 2
