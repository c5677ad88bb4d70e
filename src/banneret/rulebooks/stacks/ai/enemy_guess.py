"""A side's guess at the units under enemy banners: those known there, and a share of those whose place is unknown.

Rule: stacks:hidden.stack, stacks:hidden.views.
"""

from __future__ import annotations

from banneret.rulebooks.stacks.ai.estimates import Estimates
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.tables.kinds import UnitKind

CROWDED = 1.6  # times as many hidden units are expected in a capital as in another hex


class EnemyGuess:
    """The guess at the units under all banners of one enemy."""

    def __init__(self, estimates: Estimates, lens: Lens, side: int) -> None:
        self.estimates: Estimates = estimates
        self.lens: Lens = lens
        self.side: int = side
        self._pool: list[UnitKind] = []
        self._pooled: bool = False
        self._hidden: int = -1
        self._weight: float = 0.0

    def guess(self, hex_: int) -> list[UnitKind]:
        """The probable stack in a hex; exact if it was looked through, and in a single battle."""
        lens = self.lens
        known = lens.known(self.side, hex_)
        if lens.setting.battle_only:
            known.extend(lens.unplaced(self.side))
            return known
        if lens.whole(self.side, hex_):
            return known
        hidden = self._hidden_here(hex_, len(known))
        if hidden > 0:
            known = known + self._typical(hidden)
        return known

    def _hidden_here(self, hex_: int, known: int) -> int:
        """The probable number of unknown units under a banner with `known` known ones."""
        lens, side = self.lens, self.side
        size = lens.size(side, hex_)
        if size >= 0:
            return size - known
        capital = lens.capital(side)
        if self._hidden < 0:
            hidden = lens.afield(side)
            weight = 0.0
            for place in lens.banners(side):
                hidden -= len(lens.known(side, place))
                if not lens.whole(side, place):
                    weight += CROWDED if place == capital else 1.0
            self._hidden = max(hidden, 0)
            self._weight = weight
        if self._hidden == 0:
            return 0
        here = CROWDED if hex_ == capital else 1.0
        share = int(self._hidden * here / self._weight + 0.5)
        return 1 if known == 0 and share == 0 else share

    def _typical(self, count: int) -> list[UnitKind]:
        """A sample of `count` of the kinds that the enemy has in unknown places, spread evenly over their worth."""
        estimates = self.estimates
        if not self._pooled:
            self._pooled = True
            pool = self.lens.unplaced(self.side)
            drawn = self.lens.drawn_unseen(self.side)
            if drawn:
                middle = estimates.middling(self.lens.setting.lists[self.side])
                if middle is not None:
                    pool = pool + [middle] * drawn
            worths = estimates.worths
            ranked = sorted([(-worths[kind.index], kind.index) for kind in pool if not kind.site])
            self._pool = [estimates.kinds[index] for _, index in ranked]
        total = len(self._pool)
        if count >= total:
            return self._pool
        return [self._pool[(2 * at + 1) * total // (2 * count)] for at in range(count)]


def guess(estimates: Estimates, lens: Lens, side: int, hex_: int) -> list[UnitKind]:
    """The probable stack of one enemy in one hex."""
    return EnemyGuess(estimates, lens, side).guess(hex_)
