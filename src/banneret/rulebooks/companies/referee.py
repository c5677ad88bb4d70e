"""The referee's hand: Disposition, places, sight, the ground, conflict scenes. Rules: companies:disp.loss, companies:position.bonus, companies:fort.rating."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from banneret.kernel.abilities.referee import Referee, refused
from banneret.kernel.order import Order
from banneret.kernel.scene import Blank, Change
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import are_enemies, company_word
from banneret.rulebooks.companies.board.sight import note_sight
from banneret.rulebooks.companies.board.standing import holder, occupy, put_out
from banneret.rulebooks.companies.state import NOBODY, Company, State
from banneret.rulebooks.companies.tables.grounds import MOST_VALUE, MOST_WORKS
from banneret.rulebooks.companies.text.names import place_name

MOST: Final = 30
"""The highest basic Disposition that a referee may set."""


def _disposition(state: State, words: Order) -> None:
    company = _company(state, words[0])
    company.basic = _number(words[1], 1, MOST)


def _place(state: State, words: Order) -> None:
    company, node = _company(state, words[0]), _node(state, words[1])
    put_out(company)
    company.place = node


def _hold(state: State, words: Order) -> None:
    company = _company(state, words[0])
    if not state.values[company.place] or holder(state, company.place) not in (NOBODY, company.id):
        raise refused(
            "A company can only hold a position at its own place, and only if nobody else holds it."
        )
    occupy(state, company, company.place)


def _scouted(state: State, words: Order) -> None:
    company = _company(state, words[0])
    if words[1] not in ("yes", "no"):
        raise refused("Say yes or no.")
    for other in state.companies:
        if are_enemies(state, other.id, company.id):
            note_sight(state, company.id, other.id, words[1] == "yes")


def _value(state: State, words: Order) -> None:
    node = _node(state, words[0])
    if not state.values[node]:
        raise refused("This place is open ground: only a position has a value.")
    state.values[node] = _number(words[1], 1, MOST_VALUE)
    by = holder(state, node)
    if by != NOBODY:
        state.companies[by].bonus = min(state.companies[by].bonus, state.values[node])


def _works(state: State, words: Order) -> None:
    node = _node(state, words[0])
    if not state.values[node]:
        raise refused("This place is open ground: works stand only on positions.")
    state.works[node] = _number(words[1], 0, MOST_WORKS)


def _scenes(state: State, words: Order) -> None:
    company = _company(state, words[0])
    state.tokens[state.setting.forces[company.id].side] = _number(words[1], 0, 9)


def _company(state: State, word: Any) -> Company:
    words = [name for name, _ in _companies(state)]
    if word not in words:
        raise refused(f"A company is one of {', '.join(words)}.")
    return state.companies[words.index(str(word))]


def _companies(state: State) -> tuple[tuple[str, str], ...]:
    """The words for the companies: the side of each, or where a side has several the ids of their pieces."""
    sides = [force.side for force in state.setting.forces]
    several = len(set(sides)) < len(sides)
    return tuple(
        [
            (
                company_word(number) if several else state.setting.sides[side],
                state.setting.forces[number].name,
            )
            for number, side in enumerate(sides)
        ]
    )


def _node(state: State, word: Any) -> int:
    if word not in state.nodes:
        raise refused(f"A place is one of {', '.join(state.nodes)}.")
    return state.nodes.index(word)


def _number(word: Any, least: int, most: int) -> int:
    if not isinstance(word, int) or isinstance(word, bool) or not least <= word <= most:
        raise refused(f"A whole number from {least} to {most} is expected.")
    return word


class CompaniesReferee(Referee[State]):
    """The changes that a referee may order, from the first script on."""

    verbs: ClassVar = {
        "disposition": (2, _disposition),
        "place": (2, _place),
        "hold": (1, _hold),
        "scouted": (2, _scouted),
        "value": (2, _value),
        "works": (2, _works),
        "scenes": (2, _scenes),
    }

    def change(self, state: State, order: Order) -> None:
        """Change the table between two steps."""
        if state.stage < stages.SCRIPT:
            raise refused("Before the first script there is nothing to change.")
        super().change(state, order)

    def changes(self, state: State) -> list[Change]:
        """The changes that may be made now."""
        if state.stage < stages.SCRIPT:
            return []
        side = Blank("Company", _companies(state))
        places = Blank("Place", tuple([(node, place_name(node)) for node in state.nodes]))
        positions = [node for node, value in zip(state.nodes, state.values, strict=True) if value]
        marked = Blank("Position", tuple([(node, place_name(node)) for node in positions]))
        said = Blank("Scouted", (("yes", "yes"), ("no", "no")))
        return [
            Change("disposition", "Set the basic Disposition", (side, Blank("To", least=1, most=MOST))),
            Change("place", "Move a company", (side, places), "It stands in the open there."),
            Change("hold", "Let a company hold the position at its place", (side,)),
            Change("scouted", "Say if a company has scouted the enemy", (side, said)),
            Change("value", "Set the value of a position", (marked, Blank("To", least=1, most=MOST_VALUE))),
            Change(
                "works",
                "Set the fortification of a position",
                (marked, Blank("To", least=0, most=MOST_WORKS)),
            ),
            Change("scenes", "Set the conflict scenes of a side", (side, Blank("To", least=0, most=9))),
        ]
