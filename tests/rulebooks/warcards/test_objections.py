"""Refused moves of war cards: the reason and its rule, how far the way goes, and moves that would work."""

from __future__ import annotations

from rulebooks.warcards.cards_top import field

from banneret.kernel.order import read_order
from banneret.kernel.scene import Preview
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State
from banneret.testing import Tabletop


def refused(state: State, text: str) -> Preview:
    """What is said of a wish; every order that is offered instead is legal."""
    table = Tabletop(RULEBOOK, state)
    table.answer()
    (decision,) = table.decisions
    question = RULEBOOK.view.question(table.state, decision)
    found = RULEBOOK.view.objection(table.state, decision, read_order(text), question)
    assert found is not None, f"{text} is legal"
    for option in found.instead:
        assert decision.check(read_order(option.order)) is None, option
    assert decision.check(read_order(found.order)) is None
    return found


def test_too_far_names_the_pace_and_what_would_work() -> None:
    state = field("A1 infantry, A3 cavalry", "B1 infantry")
    found = refused(state, "move 0 N2")
    assert found.rule == "warcards:move.allowance"
    assert "too far" in found.refusal
    assert found.way
    assert found.way[-1] not in found.beyond
    assert found.beyond[-1] == "N2"
    assert found.instead[0].pieces == ("u0",)
    assert any(option.pieces == ("u1",) and option.places[-1] == "N2" for option in found.instead)


def test_an_enemy_on_the_way_stops_it() -> None:
    state = field("A1 knights", "N1 infantry, B5 infantry")
    found = refused(state, "move 0 B1")
    assert found.beyond[-1] == "B1"
    assert found.rule.startswith("warcards:")


def test_nonsense_is_refused_like_any_order() -> None:
    state = field("A1 infantry", "B1 infantry")
    for text in ("move 0 Q9", "move 9 N1", "move 1 N1", "fly"):
        found = refused(state, text)
        assert found.refusal
        assert found.rule
