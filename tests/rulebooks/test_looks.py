"""Every rulebook says how the words of its scenes are drawn: each ground, work and picture that comes up has its look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import banneret
from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.muster.appraisal import appraise

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scene import Piece, Scene

ENTRIES = 60


def pieces_in(scene: Scene) -> Iterable[Piece]:
    """All pieces, those inside others too."""
    found = [*scene.pieces, *(piece for tray in scene.trays for piece in tray.pieces)]
    for piece in found:
        found.extend(piece.inside)
    return found


def scenes(book: Rulebook[Any]) -> Iterable[Scene]:
    """What a referee sees in the course of the first moves of every scenario."""
    for name in book.scenarios():
        battle = banneret.start(book.id, name, seed=f"looks {name}")
        player = book.computer.greedy(Chance(1))
        for _ in range(ENTRIES):
            yield battle.scene("referee")
            battle.advance()
            if battle.is_over or not battle.decisions:
                break
            decision = battle.decisions[0]
            order = player.choose(decision, battle.seat(decision.side))
            battle.give(battle.sides[decision.side], order)


@pytest.mark.parametrize("name", rulebooks.names())
@pytest.mark.long
def test_what_comes_up_in_scenes_has_its_look(name: str) -> None:
    look = rulebooks.get(name).look
    if not look.icons:
        pytest.skip("the pictures are not built: python3 dev.py setup")
    symbols, grounds, works = set(), set(), set()
    for scene in scenes(rulebooks.get(name)):
        places, pieces = scene.board.places, pieces_in(scene)
        grounds |= {place.ground for place in places if place.side < 0 or scene.board.kind != "plane"}
        works |= {tag.kind for place in places for tag in place.tags if tag.kind in look.work}
        symbols |= {piece.symbol for piece in pieces} | {
            tag.symbol for one in (*pieces, *places) for tag in one.tags
        }
    assert symbols - set(look.icons) <= {""}
    assert grounds - set(look.ground) <= {""}
    assert works == set(look.work)


@pytest.mark.parametrize("name", rulebooks.names())
def test_every_unit_of_an_army_has_its_picture(name: str) -> None:
    book = rulebooks.get(name)
    if book.muster is None or not book.look.icons:
        pytest.skip("no armies, or the pictures are not built")
    for scenario in book.scenarios().values():
        for side in book.muster.takes(scenario):
            cards = [one.card for one in appraise(book, book.muster.drawn(scenario, side)).entries]
            assert {card.symbol for card in cards if card} - set(book.look.icons) <= {""}
