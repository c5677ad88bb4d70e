"""Two companies that face each other among several fare as two that are alone. Only a Rally has rules of its own there."""

from __future__ import annotations

import pytest
from rulebooks.companies.crowds import HEDGES, Leaders, crowd, write
from rulebooks.companies.musters import officer

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.tables.actions import ACTIONS

OPTIONS = (
    {},
    {"unskilled-versus": "double-opponent"},
    {"hold-independent": "ob-1-with-menu", "independent-extra": "meeting-earns-one"},
    {"fortification-against-skirmish": "on", "hold-menu": "any-versus"},
    {"occupied-when": "after-reveal-losses"},
)
NODES = ("mound", HEDGES[0])
ACTING = tuple([name for name in ACTIONS if name != "rally"])


class Dicing(Leaders):
    """Dice by chance; tie-breakers are called where that is said, nothing is bought."""

    def __init__(self, seed: int, calls: bool) -> None:
        super().__init__([], {})
        self.chance = Chance(seed)
        self.calls = calls

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die."""
        return self.chance.die(faces)

    def ask(self, decision: Decision) -> Order:
        """The call of a tie-breaker, else what is usual."""
        if decision.kind == "tie":
            return ("call",) if self.calls else ("leave",)
        return ("spend",) if decision.kind == "spend" else decision.default()


def fought(number: int, options: dict[str, str], count: int) -> list[tuple[int, ...]]:
    """What comes of a volley of the first two of so many companies; the others hesitate far away. All by chance of the number."""
    chance = Chance(number)
    places = (*NODES, "south")[:count]
    holds = tuple([one for one in (0, 1) if chance.below(2)])
    state = crowd(
        "abc"[:count], options=options, places=places, values={"mound": 2, HEDGES[0]: 1}, holds=holds
    )
    state.works[state.nodes.index("mound")] = chance.below(2)
    for one in (0, 1):
        if chance.below(3) == 0:
            state.setting.people[one] = officer({}, stats=(4, 4, 4, 4, 4, 4))
    state.companies[chance.below(2)].raised = chance.below(2)
    words = []
    for one in (0, 1):
        action = ACTING[chance.below(len(ACTING))]
        node = f"{NODES[chance.below(2)]} " if action == "advance" else ""
        words.append(action if action == "hold" else f"{action} {node}{1 - one}")
    write(state, *words, *["none"] * (count - 2))
    efforts = play_volley(state, Dicing(number, "hold" not in words))[
        :2
    ]  # who calls rolls first among several
    found = [(effort.works_out, effort.extra, effort.losses, effort.taken) for effort in efforts]
    return found + [
        (one.basic, one.bonus, one.holds, one.store, one.place, one.raised) for one in state.companies[:2]
    ]


@pytest.mark.rule("companies:multi.targets", "companies:multi.one-roll", "companies:multi.hold")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda one: "-".join(one.values()) or "usual")
def test_two_among_three_fare_as_two_alone(options: dict[str, str]) -> None:
    first = 1000 * OPTIONS.index(options)
    for number in range(first, first + 50):
        assert fought(number, options, 2) == fought(number, options, 3), number
