"""Armies that are still to be brought: a battle waits for them, and begins when the last one is settled.

Until then its table shows the empty field: what each side brings is seen by all when the battle begins, and not before, so
that nobody chooses his army to answer another's. Nobody may order, branch or look back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from banneret import api, rulebooks
from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.kernel.errors import BadInput
from banneret.kernel.muster import ArmyList, appraise, check_army, fit, muster_of
from banneret.service import messages as m
from banneret.service.levels import check_level

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle
    from banneret.kernel.rulebook import Rulebook, Scenario
    from banneret.kernel.scene import Scene

RULE = "table:armies"


class Gathering(msgspec.Struct, frozen=True):
    """How a battle was asked for, and the armies that have been settled since, by side; None: the scenario's own."""

    wanted: m.NewBattle
    settled: dict[str, ArmyList | None] = {}

    @classmethod
    def read(cls, text: str) -> Gathering | None:
        """From its text in the store; None from an empty one."""
        return msgspec.json.decode(text, type=cls) if text else None

    def write(self) -> str:
        """As text for the store."""
        return msgspec.json.encode(self).decode()

    @property
    def missing(self) -> list[str]:
        """The sides whose armies are still open."""
        return [side for side in self.wanted.open if side not in self.settled]

    @property
    def armies(self) -> dict[str, ArmyList]:
        """All armies that take the place of the scenario's, as far as they are settled."""
        brought = {side: army for side, army in self.settled.items() if army is not None}
        return {**self.wanted.armies, **brought}

    def views(self) -> tuple[m.ArmyView, ...]:
        """What everybody is told of the open armies: which are settled, not what they are."""
        return tuple(m.ArmyView(side, side in self.settled, self.wanted.most) for side in self.wanted.open)

    def sentence(self, battle: Battle) -> str:
        """Why nothing can be done yet."""
        names = " and ".join([battle.title(side) for side in self.missing])
        return f"The battle has not begun: the army of {names} is still to be brought."

    def with_army(self, side: str, army: ArmyList | None) -> Gathering:
        """The same with the army of a side settled (None: the scenario's). Raises `BadInput` for one that may not fight here."""
        if army is not None:
            army = check_army(army, f"army of {side}")
            book = rulebooks.get(self.wanted.rulebook)
            spent = appraise(book, army).spent
            if 0 < self.wanted.most < spent:
                points = muster_of(book).tables.points
                raise BadInput(
                    f"it costs {spent} {points}, and {self.wanted.most} were agreed upon",
                    where=f"army of {side}",
                    hint=f"save {spent - self.wanted.most} {points}",
                )
        found = msgspec.structs.replace(self, settled={**self.settled, side: army})
        scenario_of(found.wanted, found.armies)
        return found

    def begin(self) -> Battle:
        """The battle with all armies as they have been settled."""
        return begin(self.wanted, self.armies)

    def shown(self, scene: Scene, side: str) -> Scene:
        """What a seat sees of the field meanwhile: what is nobody's, and its own army where that is settled; nothing is asked."""
        numbers = [number for number, one in enumerate(scene.sides) if one.id == side]
        own = [-1] if side in self.missing else [-1, *numbers]
        return msgspec.structs.replace(
            scene,
            pieces=tuple([piece for piece in scene.pieces if piece.side in own]),
            trays=tuple([tray for tray in scene.trays if tray.side in own]),
            sides=tuple([msgspec.structs.replace(one, counts=(), active=False) for one in scene.sides]),
            tracks=(),
            clash=None,
            news=(),
            questions=(),
            waiting=tuple(self.missing),
            ending=None,
            luck=(),
        )


def scenario_of(wanted: m.NewBattle, armies: Mapping[str, ArmyList]) -> Scenario:
    """The scenario that is wanted, with these armies; raises `BadInput`."""
    book = rulebooks.get(wanted.rulebook)
    return fit(book, book.scenario(wanted.scenario), armies)


def begin(wanted: m.NewBattle, armies: Mapping[str, ArmyList]) -> Battle:
    """A battle as it is wanted, with these armies. Raises `BadInput`."""
    book = rulebooks.get(wanted.rulebook)
    scenario = scenario_of(wanted, armies)
    for side in wanted.sides:
        if side not in scenario.sides:
            raise BadInput(f"there is no side {side!r}", where="sides", hint=_one_of(scenario.sides))
    players = {side: choice.level for side, choice in wanted.sides.items() if choice.by == "computer"}
    for side, level in players.items():
        check_level(book, level, side)
    return api.start(
        book, scenario, options=wanted.options, players=players, dice=wanted.dice, plug_ins=False
    )


def gather(wanted: m.NewBattle) -> Gathering | None:
    """What a new battle has to wait for, None where all armies are there. Raises `BadInput` for sides that can bring none."""
    if not wanted.open:
        return None
    book = rulebooks.get(wanted.rulebook)
    takers = _takers(book, book.scenario(wanted.scenario))
    for side in wanted.open:
        if side not in takers:
            hint = _one_of(takers) if takers else "leave nothing open"
            raise BadInput(f"{wanted.scenario} takes no army on {side!r}", where="open", hint=hint)
        if wanted.sides.get(side, m.SideChoice()).by == "computer":
            raise BadInput(
                f"the computer plays {side}, and brings no army", where="open", hint="let somebody play it"
            )
        if side in wanted.armies:
            raise BadInput(f"{side} has an army already", where="open", hint="give it one, or leave it open")
    sides = list(dict.fromkeys(wanted.open))
    return Gathering(msgspec.structs.replace(wanted, open=sides))


def _takers(book: Rulebook[Any], scenario: Scenario) -> tuple[str, ...]:
    return tuple(book.muster.takes(scenario)) if book.muster else ()


def _one_of(words: Any) -> str:
    return "one of " + ", ".join(words)


def closed(reason: str) -> IllegalOrder:
    """The refusal of an army, or of something that cannot be done before all armies are there."""
    return IllegalOrder(Refusal(reason, RULE))
