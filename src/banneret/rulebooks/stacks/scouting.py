"""What a side may suppose to be under an enemy banner: what is known there, and a fair share of what is not known where.

Rule: stacks:hidden.stack, stacks:hidden.views.
"""

from __future__ import annotations

from banneret.rulebooks.stacks.judgement import Judgement
from banneret.rulebooks.stacks.kinds import UnitKind
from banneret.rulebooks.stacks.lens import Lens


def guess(judgement: Judgement, lens: Lens, side: int, hex_: int) -> list[UnitKind]:
    """The probable stack of an enemy in a hex; exact where it was looked through, and in a single battle."""
    known = lens.known(side, hex_)
    if lens.setting.battle_only:
        known.extend(lens.unplaced(side))
        return known
    if lens.whole(side, hex_):
        return known
    hidden = hidden_here(lens, side, hex_, len(known))
    if hidden > 0:
        known = known + typical(judgement, lens, side, hidden)
    return known


def hidden_here(lens: Lens, side: int, hex_: int, known: int) -> int:
    """How many units that are not known are probably under a banner."""
    size = lens.size(side, hex_)
    if size >= 0:
        return size - known
    hidden = lens.afield(side)
    closed = 0.0
    here = 0.0
    capital = lens.capital(side)
    for place in lens.banners(side):
        count = len(lens.known(side, place))
        hidden -= count
        if not lens.whole(side, place):
            weight = 1.6 if place == capital else 1.0
            closed += weight
            if place == hex_:
                here = weight
    if closed <= 0.0 or hidden <= 0:
        return 0
    share = int(hidden * here / closed + 0.5)
    if known == 0 and share == 0:
        share = 1
    return share


def typical(judgement: Judgement, lens: Lens, side: int, count: int) -> list[UnitKind]:
    """So many units such as the side probably has somewhere: from all parts of the range of worth."""
    pool = lens.unplaced(side)
    drawn = lens.drawn_unseen(side)
    if drawn:
        middle = judgement.middling(lens.setting.lists[side])
        if middle is not None:
            pool = pool + [middle] * drawn
    if not pool:
        return []
    worths = judgement.worths
    ranked = sorted([(-worths[kind.index], kind.index) for kind in pool])
    total = len(ranked)
    if count >= total:
        return [judgement.kinds[index] for _, index in ranked]
    return [judgement.kinds[ranked[(2 * at + 1) * total // (2 * count)][1]] for at in range(count)]
