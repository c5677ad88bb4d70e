"""The luck of a battle: what its dice brought each side, against all that the same throws could have brought."""

from __future__ import annotations

from math import erfc, sqrt
from typing import TYPE_CHECKING, Final

import msgspec

from banneret.kernel.battle.luck import Brought, brought, by_throws

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from banneret.kernel.stake import Stake

WORK: Final = 12_000_000  # additions that an exact chance may take; beyond them the sum of so many throws is a normal one
CRUMB: Final = 1e-12  # the least chance that is shown: below it the sum holds only rounding errors
EVEN: Final = 0.25  # one battle in four or more: nobody was favoured
# The numbers that "1 battle in …" may name.
NICE: Final = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000)


class Fortune(msgspec.Struct, frozen=True, omit_defaults=True):
    """The luck in one measure, over the whole battle.

    `got` and `expected` stand by side. `favoured` is the side that was luckier, by `more` of the measure (between two sides: what both are off
    what was expected, together); with the same throws it does so well or better with `chance`. `exact`: that was counted, not estimated.
    """

    measure: str
    throws: int
    got: tuple[float, ...]
    expected: tuple[float, ...]
    favoured: int
    more: float
    chance: float
    exact: bool = True

    def off(self, side: int) -> float:
        """The distance of what a side got from what was expected."""
        return self.got[side] - self.expected[side]


def fortunes(stakes: Iterable[Stake], sides: int) -> tuple[Fortune, ...]:
    """The luck of each measure, that of most throws first."""
    kinds: dict[str, list[Stake]] = {}
    for stake in stakes:
        kinds.setdefault(stake.measure, []).append(stake)
    found = brought([stake for kind in kinds.values() for stake in kind])
    return tuple([_fortune(kinds[measure], one, sides) for measure, one in by_throws(found)])


def _fortune(stakes: list[Stake], summed: Brought, sides: int) -> Fortune:
    per = stakes[0].per
    sums = [summed.of(side) for side in range(sides)]
    leads = [_lead(stakes, side, sides) for side in range(sides)]
    favoured = min(range(sides), key=lambda side: leads[side][1])
    more, chance, exact = leads[favoured]
    return Fortune(
        stakes[0].measure,
        len(stakes),
        tuple([got for got, _ in sums]),
        tuple([expected for _, expected in sums]),
        favoured,
        round(more / per, 4),
        round(chance, 6),
        exact,
    )


def _lead(stakes: Sequence[Stake], side: int, sides: int) -> tuple[float, float, bool]:
    """The parts by which a side is ahead of what was expected; how likely it is as far ahead or farther; True if that is exact.

    Between two sides what the other is behind counts with it.
    """
    spreads: list[dict[int, float]] = []
    ahead = 0
    for stake in stakes:
        signs = [1 if one == side else -1 if sides == 2 else 0 for one in stake.sides]
        if not any(signs):
            continue
        whole = sum(many for many, _ in stake.ways)
        spread: dict[int, float] = {}
        for many, parts in stake.ways:
            value = sum([sign * part for sign, part in zip(signs, parts, strict=True)])
            spread[value] = spread.get(value, 0.0) + many / whole
        ahead += sum([sign * part for sign, part in zip(signs, stake.got, strict=True)])
        spreads.append(spread)
    means = [sum(value * chance for value, chance in one.items()) for one in spreads]
    square = sum(
        chance * (value - mean) ** 2
        for one, mean in zip(spreads, means, strict=True)
        for value, chance in one.items()
    )
    more = ahead - sum(means)
    width = 1 + sum(max(one) - min(one) for one in spreads)
    if width * sum(len(one) for one in spreads) > 2 * WORK:  # on average a sum is half as wide as the last
        return more, erfc(more / sqrt(2 * square)) / 2 if square else 1.0, False
    return more, _reaches(spreads, ahead), True


def _reaches(spreads: list[dict[int, float]], least: int) -> float:
    """The chance that the sum of all is at least that."""
    sums, begin = [1.0], 0
    for spread in spreads:
        low, high = min(spread), max(spread)
        after = [0.0] * (len(sums) + high - low)
        for value, chance in spread.items():
            at = value - low
            after[at : at + len(sums)] = [
                old + chance * one for old, one in zip(after[at : at + len(sums)], sums, strict=True)
            ]
        sums, begin = after, begin + low
    found = sum(sums[max(0, least - begin) :])
    return min(1.0, found) if found > CRUMB else CRUMB


def verdict(found: Sequence[Fortune], names: Sequence[str]) -> str:
    """The verdict on luck in a sentence: whom the dice favoured, by how much, how often that happens. Empty where no throw had a stake."""
    if not found:
        return ""
    one = found[0]
    who = names[one.favoured]
    rule = f"{'' if one.exact else 'about '}{one_in(one.chance)} favours {who} as much"
    if len(names) > 2:
        parts = [f"{_more(one.off(one.favoured), one.measure)} for {who}"]
    else:
        parts = [
            f"{_more(one.off(at), one.measure if at == one.favoured else '')} for {names[at]}"
            for at in (one.favoured, 1 - one.favoured)
        ]
    whom = (
        "nobody much"
        if one.chance >= EVEN
        else who
        if len(names) > 2
        else f"{who} by {one.more:.1f} {one.measure}"
    )
    main = f"The dice favoured {whom}: {', '.join(parts)} ({rule})."
    return " ".join(
        [main, *[_besides(more, names[more.favoured]) for more in found[1:] if more.chance < EVEN]]
    )


def _besides(one: Fortune, who: str) -> str:
    """The luck in another measure, where it is worth a word: it may have favoured the other side."""
    about = "" if one.exact else "about "
    return f"In {one.measure} they favoured {who} by {one.more:.1f} ({about}{one_in(one.chance)})."


def _more(off: float, measure: str = "") -> str:
    """The distance from what was expected, in words.

    >>> _more(7.2, "hits"), _more(-3.04), _more(0.04, "hits")
    ('7.2 more hits than expected', '3.0 fewer', 'as many hits as expected')
    """
    if abs(off) < 0.05:
        return f"as many {measure} as expected" if measure else "as expected"
    words = f"{abs(off):.1f} {'more' if off > 0 else 'fewer'}"
    return f"{words} {measure} than expected" if measure else words


def one_in(chance: float) -> str:
    """A chance as so many battles, rounded to what people say.

    >>> one_in(0.049), one_in(0.34), one_in(0.5), one_in(0.0001)
    ('1 battle in 20', '1 battle in 3', '1 battle in 2', 'less than 1 battle in 1,000')
    """
    many = 1 / chance
    if many > NICE[-1]:
        return f"less than 1 battle in {NICE[-1]:,}"
    return f"1 battle in {min(NICE, key=lambda nice: abs(nice - many)):,}"
