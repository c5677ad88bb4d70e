"""Battles at random: every order that is offered or drawn can be given, and the state stays sound from volley to volley."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, force, officer

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.codec import CODEC
from banneret.rulebooks.companies.exchange.script import write_scripts
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.invariants import faults
from banneret.rulebooks.companies.stages import SCRIPT
from banneret.rulebooks.companies.state import State


class Dicing(Table):
    """Every order is drawn at random, and checked like all that the decision lists."""

    def __init__(self, seed: int, telling: bool) -> None:
        self.telling = telling
        self.chance = Chance(seed)
        self.players = Chance(seed + 1000)

    def ask(self, decision: Decision) -> Order:
        """A random order."""
        order = decision.sample(self.players)
        for one in [order, decision.default(), *decision.orders()]:
            refusal = decision.check(one)
            assert refusal is None, (one, str(refusal))
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """A random order for each."""
        return [self.ask(decision) for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die."""
        return self.chance.die(faces)


OPTIONS = [
    {},
    {
        "independent-extra": "meeting-earns-one",
        "hold-independent": "ob-1-with-menu",
        "hold-menu": "any-versus",
    },
    {"unskilled-versus": "double-opponent", "steel-limit": "once-per-exchange", "rally-weapon-dice": "pool"},
    {"steel-limit": "none", "position-loss": "full-value", "advance-store": "consecutive-only"},
    {
        "fortification-against-skirmish": "on",
        "destroyed-works": "artillery-only",
        "scout-gate": "flank+skirmish",
    },
]


def ready(number: int) -> State:
    engineer = officer(
        {"Artillerist": 4, "Engineer": 4, "Sorcery": 4, "Field Dressing": 4, "Tactics": 5, "Sword": 5}
    )
    return battle(
        officer(),
        officer({"Command": 5, "War Engineer": 4, "Links": 4, "Axe": 5}, melee="Axe"),
        seconds=((0, engineer), (1, engineer)),
        forces=[force(0), force(1, "dwarf", longest=True)],
        options=OPTIONS[number % len(OPTIONS)],
        values={"island": 2, "alder-hill": 3},
        works={"alder-hill": 2, "west-bank": 1},
        holds=(True, number % 2 == 0),
        scouted=number % 3 == 0,
    )


@pytest.mark.parametrize("number", range(20))
def test_battles_at_random(number: int) -> None:
    """Each is played twice, with news and without, and checked to be the same after every step."""
    state = ready(number)
    other = ready(number)
    tables = Dicing(number, True), Dicing(number, False)
    for _ in range(60):
        if state.outcome is not None:
            break
        for one, at in zip((state, other), tables, strict=True):
            (write_scripts if one.stage == SCRIPT else play_volley)(one, at)
        assert faults(state) == []
        assert CODEC.dump(state) == CODEC.dump(other)
        state = CODEC.load(CODEC.dump(state), like=state)
    assert state.outcome is not None
