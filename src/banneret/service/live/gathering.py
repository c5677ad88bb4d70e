"""Armies that are still to be brought: a battle waits for them, and begins when the last one is settled.

Until then its table shows the empty field: what each side brings is seen by all when the battle begins, and not before, so
that nobody chooses an army to answer another's. Nobody may order, branch or look back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from banneret import api, rulebooks
from banneret.kernel.abilities.muster import ArmyList
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import muster_of, odds_of
from banneret.kernel.scene import Scene, SideView
from banneret.kernel.viewer import SPECTATOR as SEEN_BY_ALL
from banneret.kernel.viewer import viewer_of
from banneret.muster.appraisal import appraise
from banneret.muster.army import check_army
from banneret.muster.matchup import fit
from banneret.muster.own_board import check_board, on_board
from banneret.service import messages as m
from banneret.service.computer.levels import check_level

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario

RULE = "table:armies"
SPECTATOR = "spectator"
NOBODYS = -1  # the side of what belongs to none


class Gathering(msgspec.Struct, frozen=True):
    """The request for a battle, and the armies that have been settled since, by side; None: the scenario's own."""

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
        """The open armies as everyone is shown them: which are settled, not what they are."""
        return tuple(m.ArmyView(side, side in self.settled, self.wanted.most) for side in self.wanted.open)

    def sentence(self) -> str:
        """The reason why nothing can be done yet."""
        names = " and ".join([self.title(side) for side in self.missing])
        return f"The battle has not begun: the army of {names} is still to be brought."

    def title(self, side: str) -> str:
        """The name of a side meanwhile: as the scenario has it. Armies that are brought have names too, which nobody knows yet."""
        return next((one.name for one in self.scene(SPECTATOR).sides if one.id == side), side)

    def with_army(self, side: str, army: ArmyList | None) -> Gathering:
        """The same with the army of a side settled (None: the scenario's). Raises `BadInput` for one that may not fight here.

        It is checked against the scenario alone: what the others have brought is no business of this side's, refusals included.
        """
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
            scenario_of(self.wanted, {side: army})
        return msgspec.structs.replace(self, settled={**self.settled, side: army})

    def again(self) -> Gathering:
        """The same with all armies of people to be brought again, the maker's too: those that are there do not go together."""
        wanted = self.wanted
        kept = {side: army for side, army in wanted.armies.items() if is_by_computer(wanted, side)}
        sides = [side for side in wanted.armies if side not in kept] + wanted.open
        return Gathering(msgspec.structs.replace(wanted, armies=kept, open=sides))

    def from_the_beginning(self, swapped: tuple[str, str] | None = None) -> Gathering:
        """The same with nothing settled yet; `swapped`: two sides whose players change."""
        sides = dict(self.wanted.sides)
        if swapped is not None:
            one, other = swapped
            usual = m.SideChoice()
            sides |= {one: sides.get(other, usual), other: sides.get(one, usual)}
        return Gathering(msgspec.structs.replace(self.wanted, sides=sides))

    def begin(self) -> Battle:
        """The battle with all armies as they have been settled. Raises `BadInput` where they do not go together."""
        return begin(self.wanted, self.armies)

    def scene(self, side: str) -> Scene:
        """The field as a seat sees it meanwhile: what is nobody's, and its own army where that is settled; nothing is asked.

        It is made without the armies of the others, which therefore cannot show in it, in no name and no number.
        """
        book = rulebooks.get(self.wanted.rulebook)
        plays = side in book.scenario(self.wanted.scenario).sides and side not in self.missing
        own = {side: self.armies[side]} if plays and side in self.armies else {}
        scenario = scenario_of(self.wanted, own)
        own_side = scenario.sides.index(side) if plays else NOBODYS
        seen_by = viewer_of(own_side) if plays else SEEN_BY_ALL
        scene = book.view.scene(book.new(scenario, book.options(self.wanted.options)), seen_by)
        shown = (NOBODYS, own_side)
        return Scene(
            rulebook=scene.rulebook,
            scenario=scenario.id,
            title=scenario.title,
            seat=side,
            sides=tuple([SideView(one.id, one.name, one.letter) for one in scene.sides]),
            board=scene.board,
            pieces=tuple([piece for piece in scene.pieces if piece.side in shown]),
            trays=tuple([tray for tray in scene.trays if tray.side in shown]),
            waiting=tuple(self.missing),
        )


def scenario_of(wanted: m.NewBattle, armies: Mapping[str, ArmyList]) -> Scenario:
    """The scenario that is wanted, with these armies; raises `BadInput`."""
    book = rulebooks.get(wanted.rulebook)
    if wanted.lists is not None:
        return odds_of(book).matchup(wanted.lists.attacker, wanted.lists.defender)
    scenario = fit(book, book.scenario(wanted.scenario), armies)
    return scenario if wanted.board is None else on_board(book, scenario, check_board(wanted.board))


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
    """The armies that a new battle has to wait for, None where all are there. Raises `BadInput` for sides that can bring none."""
    if not wanted.open:
        return None
    book = rulebooks.get(wanted.rulebook)
    takers = _takers(book, book.scenario(wanted.scenario))
    for side in wanted.open:
        if side not in takers:
            hint = _one_of(takers) if takers else "leave nothing open"
            raise BadInput(f"{wanted.scenario} takes no army on {side!r}", where="open", hint=hint)
        if is_by_computer(wanted, side):
            raise BadInput(
                f"the computer plays {side}, and brings no army", where="open", hint="let a person play it"
            )
        if side in wanted.armies:
            hint = f"either leave {side} open, or give its army: not both"
            raise BadInput(f"{side} has an army already", where="open", hint=hint)
    sides = list(dict.fromkeys(wanted.open))
    return Gathering(msgspec.structs.replace(wanted, open=sides))


def is_by_computer(wanted: m.NewBattle, side: str) -> bool:
    """True if the computer is to play a side."""
    return wanted.sides.get(side, m.SideChoice()).by == "computer"


def _takers(book: Rulebook[Any], scenario: Scenario) -> tuple[str, ...]:
    return tuple(book.muster.takes(scenario)) if book.muster else ()


def _one_of(words: Any) -> str:
    return "one of " + ", ".join(words)
