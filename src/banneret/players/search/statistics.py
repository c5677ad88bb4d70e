"""Statistics of a search: how sure its figures are, which order leads, and when more thinking cannot matter.

A search stops at the end of its time or simulations; sooner when more thinking cannot matter: each order was tried at least
`LEAST_TRIES` times, and either the best order's lower limit is above all other orders' upper limits (`SURE` standard errors from
the mean), or no order's upper limit (`FAIRLY_SURE` standard errors) is above the best one's lower limit by more than `WORTH`.
For simultaneous questions: the value of the game with all figures at their upper limits is at most `WORTH` above what the
strategy wins for certain with all figures at their lower limits. And where the battle is decided whatever is ordered: the mean of
all simulations is within `WORTH` of a win or of a defeat, `FAIRLY_SURE` standard errors included; that ends the weighing of postures
too.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.players.mixed import solve
from banneret.players.search.tree import Arms, Node

OPEN: Final = 0.01  # the variance of a lead that a single world leaves open
PAIRED: Final = 8  # worlds, from which on a standard error is that of pairs
SURE: Final = 3.5
FAIRLY_SURE: Final = 2.5
WORTH: Final = 0.01
LEAST_TRIES: Final = 16
CRUMB: Final = 0.02  # smaller shares of a mixed strategy are noise


def error_of(arms: Arms, i: int) -> float:
    """The standard error of an order's mean."""
    return error_of_mean(arms.visits[i], arms.sums[i], arms.squares[i])


def error_of_mean(tries: int, total: float, squares: float) -> float:
    """The standard error of a mean of results; a few made-up ones keep it from being nothing."""
    mean = total / tries
    spread = max(0.0, squares / tries - mean * mean) + 0.25 / (4.0 + tries)
    return sqrt(spread / tries)


def is_decided(tries: int, total: float, squares: float) -> bool:
    """True if these results leave no more than `WORTH` to be won, or no more than that to be lost."""
    mean = total / tries
    slack = FAIRLY_SURE * error_of_mean(tries, total, squares)
    return mean + slack <= WORTH or mean - slack >= 1.0 - WORTH


def leader(arms: Arms, loyalty: float = 0.0) -> int:
    """The order to give: the best mean after taking off one standard error; the first when nothing was tried.

    With loyalty the first keeps its place until another is ahead of it by so many standard errors of the difference.
    """
    best = 0
    best_score = -10.0
    for i in range(len(arms.orders)):
        if arms.visits[i]:
            score = arms.sums[i] / arms.visits[i] - error_of(arms, i)
            if score > best_score:
                best_score = score
                best = i
    if loyalty > 0.0 and best != 0:
        if arms.visits[0] == 0:
            return 0
        lead = arms.sums[best] / arms.visits[best] - arms.sums[0] / arms.visits[0]
        one, other = error_of(arms, best), error_of(arms, 0)
        if lead < loyalty * sqrt(one * one + other * other):
            return 0
    return best


def all_decided(arms: Arms) -> bool:
    """True if every order was tried and the battle is decided whichever is given."""
    tries = 0
    total = 0.0
    squares = 0.0
    for i in range(len(arms.visits)):
        if arms.visits[i] == 0:
            return False
        tries += arms.visits[i]
        total += arms.sums[i]
        squares += arms.squares[i]
    return tries > 0 and is_decided(tries, total, squares)


def arms_settled(arms: Arms) -> bool:
    """True if one order is surely the best, or no other is worth more by what counts."""
    for tries in arms.visits:
        if tries < LEAST_TRIES:
            return False
    best = leader(arms)
    mean = arms.sums[best] / arms.visits[best]
    error = error_of(arms, best)
    separated = True
    equal = True
    for i in range(len(arms.orders)):
        if i != best:
            other = arms.sums[i] / arms.visits[i]
            slack = error_of(arms, i)
            if other + SURE * slack >= mean - SURE * error:
                separated = False
            if other + FAIRLY_SURE * slack - (mean - FAIRLY_SURE * error) > WORTH:
                equal = False
    return separated or equal


def settled(root: Node, side: int) -> bool:
    """True if more thinking cannot matter, by the rule at the head of this module."""
    for arms in root.arms:
        if arms.side == side and all_decided(arms):
            return True
    if not root.joint:
        return arms_settled(root.arms[0])
    if len(root.arms) != 2 or root.varied:
        return False
    error = root.spread() * FAIRLY_SURE
    for arms in root.arms:
        for tries in arms.visits:
            if tries < LEAST_TRIES:
                return False
    mine = 0 if root.arms[0].side == side else 1
    strategy = solve(root.matrix(0, 0.0))
    if mine == 0:
        best = solve(root.matrix(0, error)).value
        low = root.matrix(0, -error)
        sure = min([sum([strategy.rows[i] * low[i][j] for i in range(len(low))]) for j in range(len(low[0]))])
        return best - sure <= WORTH
    best = solve(root.matrix(0, -error)).value
    high = root.matrix(0, error)
    sure = max([sum([strategy.columns[j] * line[j] for j in range(len(line))]) for line in high])
    return sure - best <= WORTH


def shares_of(root: Node, side: int, loyalty: float) -> list[float]:
    """The share of each order in the choice: all on one where only this side chooses."""
    if not root.joint:
        arms = root.arms[0]
        shares = [0.0] * len(arms.orders)
        shares[leader(arms, loyalty)] = 1.0
        return shares
    mine = 0
    for k in range(len(root.arms)):
        if root.arms[k].side == side:
            mine = k
    arms = root.arms[mine]
    if root.visits == 0 and not root.foreseen:
        shares = [0.0] * len(arms.orders)
        shares[0] = 1.0
        return shares
    if len(root.arms) == 2 and not root.varied:
        solved = solve(root.matrix(0, 0.0))
        shares = solved.rows if mine == 0 else solved.columns
    else:
        root.match_regrets(600)
        shares = arms.shares
    best = 0.0
    for share in shares:
        best = max(best, share)
    kept = [share if share >= CRUMB or share == best else 0.0 for share in shares]
    total = sum(kept)
    return [share / total for share in kept]


def lead(mine: list[float], theirs: list[float]) -> tuple[float, float]:
    """The mean lead of one order over another by their worths in the worlds that both met, and its standard error."""
    count = min(len(mine), len(theirs))
    if count == 0:
        return 0.0, 1.0
    total = squares = 0.0
    for at in range(count):
        gap = mine[at] - theirs[at]
        total += gap
        squares += gap * gap
    mean = total / count
    spread = max(0.0, squares / count - mean * mean) + OPEN / count
    return mean, sqrt(spread / count)


def lead_of_pairs(mine: list[float], theirs: list[float]) -> tuple[float, float]:
    """The same where every second world mirrors the dice of the one before: the error is that of the means of pairs, which vary less.

    Of a few worlds it is that of single ones, which is too large rather than too small.
    """
    count = min(len(mine), len(theirs))
    if count < PAIRED:
        return lead(mine, theirs)
    pairs = count // 2
    total = squares = 0.0
    for at in range(pairs):
        gap = 0.5 * (mine[2 * at] - theirs[2 * at] + mine[2 * at + 1] - theirs[2 * at + 1])
        total += gap
        squares += gap * gap
    mean = total / pairs
    spread = max(0.0, squares / pairs - mean * mean) + OPEN / count
    if count % 2:
        mean = (2 * total + mine[count - 1] - theirs[count - 1]) / count
    return mean, sqrt(spread / pairs)
