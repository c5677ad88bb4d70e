"""The news: each kind of event stands for one thing."""

from __future__ import annotations

import ast

import pytest
from rulebooks.warcards.cards_top import field, meet, step

from banneret.kernel.order import Order
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.rulebook import RULEBOOK

WAYS = {"move", "retreat", "evade"}  # told by one function, which is given the kind


def told() -> dict[str, set[str]]:
    """The kinds of event that the rules tell, with the functions that do."""
    found: dict[str, set[str]] = {}
    for path in sorted(RULEBOOK.folder.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Event":
                    kind = call.args[0]
                    name = kind.value if isinstance(kind, ast.Constant) else "ways"
                    place = f"{path.relative_to(RULEBOOK.folder)}: {function.name}, line {call.lineno}"
                    found.setdefault(str(name), set()).add(place)
    return found


@pytest.mark.rule(
    "warcards:setup.attacker", "warcards:full.free-attack", "warcards:full.enter-fail",
    "warcards:full.rout-recover", "warcards:hero.move", "warcards:hero.reform", "warcards:retreat.opportunity",
    "warcards:end.surrender", "warcards:end.stalemate", "warcards:withdraw.lacking", "warcards:withdraw.forced",
)  # fmt: skip
def test_each_kind_of_event_is_told_at_one_place() -> None:
    places = told()
    assert {kind: where for kind, where in places.items() if len(where) > 1} == {}
    assert not WAYS & set(places)
    assert len(places) > 30


@pytest.mark.rule("warcards:retreat.opportunity", "warcards:evade.eligible", "warcards:retreat.who")
@pytest.mark.parametrize("verb", ["retreat", "evade"])
def test_to_turn_to_retreat_and_to_evade_are_kinds_of_their_own(verb: str) -> None:
    state = field("N3 cavalry", "N3 infantry", stages.RETREAT)
    meet(state, "N3", came="A3")
    order: Order = (verb, 0, "A3")
    events = step(state, [], [order, ("decline", 1)] if verb == "retreat" else [order]).events
    assert [event.kind for event in events] == (["turned", "retreat"] if verb == "retreat" else ["evade"])
    assert events[-1].data["path"] == ["A3"]
