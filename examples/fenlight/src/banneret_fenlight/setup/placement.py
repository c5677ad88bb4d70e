"""The placement: both sides lay warriors on their home hexes in secret, against the same budget.

Rules: fenlight:setup.secret, fenlight:setup.price, fenlight:setup.bands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision, Refusal
from banneret_fenlight import stages
from banneret_fenlight.board.sighting import look_around
from banneret_fenlight.board.standing import may_hide
from banneret_fenlight.state import MOST, Band, State
from banneret_fenlight.tables.ground import PRICES
from banneret_fenlight.text.news import many, tell

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance
    from banneret.kernel.order import Order
    from banneret.kernel.table import Table
    from banneret_fenlight.tables.marsh import Marsh

VERB: Final = "place"


class Place(Decision):
    """How many warriors stand in each home hex: `place (A4 3) (B5 2)`.

    `prices` are what a warrior costs in each hex, by its name; from `least` to `budget` silver is spent.
    """

    def __init__(self, side: int, marsh: Marsh) -> None:
        super().__init__("place", side, "fenlight:setup.secret")
        homes = marsh.homes[side]
        self.prices: dict[str, int] = {marsh.name(home): PRICES[marsh.ground[home]] for home in homes}
        self.budget: int = marsh.budget
        self.least: int = marsh.budget // 2

    def default(self) -> Order:
        """Warriors in the first hexes, three to a band."""
        return self.filled(list(self.prices), 3)

    def orders(self) -> list[Order]:
        """Some examples: bands of two to six, from the first hexes or from the last."""
        hexes = list(self.prices)
        found = [self.filled(way, most) for most in (3, 2, 4, MOST) for way in (hexes, hexes[::-1])]
        return [order for order in dict.fromkeys(found) if self.check(order) is None]

    def filled(self, hexes: list[str], most: int) -> Order:
        """The order that puts so many warriors into one hex after another until the silver is spent."""
        left = self.budget
        amounts: dict[str, int] = {}
        for limit in (most, MOST):  # the rest joins those who stand there
            for hex_ in hexes:
                more = min(limit - amounts.get(hex_, 0), left // self.prices[hex_])
                if more > 0:
                    amounts[hex_] = amounts.get(hex_, 0) + more
                    left -= more * self.prices[hex_]
        return (VERB, *[(hex_, amounts[hex_]) for hex_ in self.prices if hex_ in amounts])

    def sample(self, chance: Chance) -> Order:
        """The hexes in any order, with bands of any size."""
        hexes = list(self.prices)
        shuffled = [hexes.pop(chance.below(len(hexes))) for _ in range(len(hexes))]
        return self.filled(shuffled, 1 + chance.below(MOST))

    def check(self, order: Order) -> Refusal | None:
        """None if every amount is laid on a home hex, in order, and the silver is enough."""
        if not order or order[0] != VERB:
            return self._refusal(f"Say '{VERB}', and for each home hex how many warriors stand there.")
        names = list(self.prices)
        spent, last = 0, -1
        for group in order[1:]:
            match group:
                case (str(hex_), int(count)) if hex_ in names:
                    pass
                case _:
                    return self._refusal(f"Warriors are set up in {', '.join(names)}.")
            if names.index(hex_) <= last:
                return self._refusal("Name each hex once, in the order of the list.")
            if not 1 <= count <= MOST:
                return self._refusal(f"A band has 1 to {MOST} warriors.", "setup.bands")
            spent, last = spent + count * self.prices[hex_], names.index(hex_)
        if not self.least <= spent <= self.budget:
            words = f"From {self.least} to {self.budget} silver is spent, and that comes to {spent}."
            return self._refusal(words, "setup.price")
        return None

    def _refusal(self, reason: str, rule: str = "setup.secret") -> Refusal:
        return Refusal(reason, f"fenlight:{rule}", self.default())


def place_bands(state: State, table: Table) -> None:
    """Ask both sides at once, and set their bands up; those in the reeds begin hidden. Rule: fenlight:setup.secret."""
    marsh = state.marsh
    for side, order in enumerate(table.ask_all([Place(0, marsh), Place(1, marsh)])):
        for name, count in order[1:]:
            state.bands.append(Band(side, marsh.grid.named(name), count))
    begin(state)
    if table.telling:
        for side, name in enumerate(marsh.names):
            bands = sum(band.side == side for band in state.bands)
            text = f"the {name} bring {many(state.brought[side], 'warrior')} in {many(bands, 'band')}."
            tell(table, "placed", text, "setup.bands", side=side)
    look_around(state, table)


def begin(state: State) -> None:
    """Count the warriors, hide who stands in the reeds, and begin the first round. Rule: fenlight:setup.hidden."""
    for side in (0, 1):
        state.brought[side] = sum(band.warriors for band in state.bands if band.side == side)
    for band in state.bands:
        band.hidden = may_hide(state, band)
    state.stage, state.round = stages.ROUND, 1
