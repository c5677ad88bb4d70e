"""Refused moves of stacks: the reason and its rule, how far the way goes, and moves that would work."""

from __future__ import annotations

import pytest
from rulebooks.stacks.games import COAST, LAND, Game, game

from banneret.kernel.order import read_order, write_order
from banneret.kernel.scene import Preview
from banneret.rulebooks.stacks.rulebook import RULEBOOK


def refused(at: Game, text: str) -> Preview:
    """What is said of a wish; every order that is offered instead is legal."""
    (decision,) = at.decisions
    question = RULEBOOK.view.question(at.state, decision)
    found = RULEBOOK.view.objection(at.state, decision, read_order(text), question)
    assert found is not None, f"{text} is legal"
    for option in found.instead:
        assert decision.check(read_order(option.order)) is None, option
    assert decision.check(read_order(found.order)) is None
    assert len(found.instead) <= 3
    return found


@pytest.mark.rule("stacks:move.group")
def test_a_group_goes_as_far_as_its_slowest_and_the_swift_go_alone() -> None:
    at = game(LAND, {"C3": "elves, centaurs"}, {"E1": "goblins"}).play()
    elves, centaurs = at.unit("elves"), at.unit("centaurs")
    found = refused(at, f"move ({elves} {centaurs}) (E3)")
    assert found.refusal == (
        "E3 is 2 hexes away: Elves move 1 hex at most, and a group moves at the pace of its slowest."
    )
    assert (found.rule, found.way, found.beyond) == ("stacks:move.group", ("D3",), ("E3",))
    assert found.instead[0].label == "All to D3"
    assert found.instead[-1].label == "Centaurs alone to E3"
    assert found.instead[-1].places == ("D3", "E3")


@pytest.mark.rule("stacks:move.sail")
def test_who_can_go_together_only_goes_together() -> None:
    at = game(
        COAST, {"C1": "longship, longbowmen"}, {"F4": "goblins"}, aboard={"longbowmen": "longship"}
    ).play()
    ship, men = at.unit("longship"), at.unit("longbowmen")
    found = refused(at, f"move ({ship} {men}) (D1 C1 D1 C1 D1 C1 D1)")
    assert found.instead[-1].order == write_order(("move", (ship, men), ("D1",)))


def test_one_that_has_moved_and_one_that_never_does() -> None:
    at = game(LAND, {"C3": "elves, dwarf_hall"}, {"E1": "goblins"}).play()
    hall = at.unit("dwarf_hall")
    assert refused(at, f"move ({hall}) (D3)").rule == "stacks:site.no-move"
    found = refused(at, f"move ({hall} {at.unit('elves')}) (D3)")
    assert found.instead[0].label == "Elves alone to D3"


def test_a_way_that_was_not_named_is_found() -> None:
    at = game(LAND, {"C3": "centaurs"}, {"E1": "goblins"}).play()
    found = refused(at, f"move ({at.unit('centaurs')}) (E3)")
    assert (found.refusal, found.way) == ("", ("D3", "E3"))
    assert found.order == write_order(("move", (at.unit("centaurs"),), ("D3", "E3")))


def test_nonsense_is_refused_like_any_order() -> None:
    at = game(LAND, {"C3": "centaurs"}, {"E1": "goblins"}).play()
    for text in ("move (99) (E3)", "move (0) (Z9)", "fly", "move (0) (C3)", "move () ()"):
        found = refused(at, text)
        assert found.refusal
        assert found.rule
