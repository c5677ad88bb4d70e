"""Fits a judgement to who won: ridge logistic regression, and a small neural net without biases, in plain Python.

A position is a row: its terms, what the side whose they are got in the end (1 won, 0 lost, 0.5 a draw), and its weight in the fit.
`drag` is everywhere the penalty on the squares of weights (L2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt, tanh

from banneret.kernel.dice import Chance

ROUNDS = 12  # of Newton's method
SURE = 1e-6  # no chance is nearer to 0 or 1 than this when it is measured
STEP = 0.02  # of a weight of a net, at first
PATIENCE = 4  # passes of the training without a gain, after which a net is as it was at its best


@dataclass(frozen=True, slots=True)
class Row:
    """A position of a battle: its terms, the points in the end, and what it counts."""

    terms: Sequence[float]
    points: float
    count: float = 1.0


def curve(lead: float) -> float:
    """The chance that belongs to a logarithm of odds (the logistic function)."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, lead))))


def log_loss(chances: Sequence[float], rows: Sequence[Row]) -> float:
    """The log loss of chances (cross-entropy, in nats): 0.69 where every chance is even; less is better.

    >>> round(log_loss([0.9, 0.5], [Row((), 1.0), Row((), 0.0)]), 3)
    0.399
    """
    total = 0.0
    for chance, row in zip(chances, rows, strict=True):
        sure = max(SURE, min(1.0 - SURE, chance))
        total -= row.count * (row.points * log(sure) + (1.0 - row.points) * log(1.0 - sure))
    return total / sum(row.count for row in rows)


def spans(rows: Sequence[Row]) -> list[float]:
    """The root mean square of every term, 1 for one that is nothing throughout: so weights of all are alike."""
    whole = sum(row.count for row in rows)
    size = len(rows[0].terms)
    return [sqrt(sum(row.count * row.terms[at] ** 2 for row in rows) / whole) or 1.0 for at in range(size)]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations.

    >>> solved([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0])
    [1.0, 3.0]
    """
    size = len(right)
    rows = [[*matrix[i], right[i]] for i in range(size)]
    for i in range(size):
        best = max(range(i, size), key=lambda one: abs(rows[one][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(size):
            if k != i:
                by = rows[k][i] / rows[i][i]
                rows[k] = [one - by * other for one, other in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def logistic(rows: Sequence[Row], drag: float) -> list[float]:
    """The weights of the terms by which the rows are likeliest; `drag` is what the square of a weight costs, so that what is rare stays small.

    >>> [round(weight, 2) for weight in logistic([Row((1.0,), 1.0), Row((1.0,), 1.0), Row((1.0,), 0.0)], 0.0)]
    [0.69]
    """
    size = len(rows[0].terms)
    weights = [0.0] * size
    for _ in range(ROUNDS):
        matrix = [[drag * (i == k) for k in range(size)] for i in range(size)]
        right = [-drag * weight for weight in weights]
        for row in rows:
            terms = row.terms
            guess = curve(sum([weights[i] * terms[i] for i in range(size)]))
            steep = row.count * max(SURE, guess * (1.0 - guess))
            off = row.count * (row.points - guess)
            for i in range(size):
                if terms[i]:
                    right[i] += off * terms[i]
                    by = steep * terms[i]
                    line = matrix[i]
                    for k in range(size):
                        line[k] += by * terms[k]
        weights = [weight + step for weight, step in zip(weights, solved(matrix, right), strict=True)]
    return weights


@dataclass(slots=True)
class Net:
    """The weights of a net while it is trained: those of the terms, and of the hidden units, as `banneret.kernel.judgement.Learned` has them."""

    weights: list[float]
    units: list[list[float]]
    outs: list[float]

    def chance(self, terms: Sequence[float]) -> float:
        """The chance of the side whose terms these are."""
        lead = sum([weight * term for weight, term in zip(self.weights, terms, strict=True)])
        for unit, out in zip(self.units, self.outs, strict=True):
            lead += out * tanh(sum([weight * term for weight, term in zip(unit, terms, strict=True)]))
        return curve(lead)

    def copy(self) -> Net:
        """An independent copy."""
        return Net(list(self.weights), [list(unit) for unit in self.units], list(self.outs))


def trained_net(
    rows: Sequence[Row], held: Sequence[Row], count: int, drag: float, passes: int, chance: Chance
) -> Net:
    """A net with `count` hidden units that begins as the logistic fit of the rows and is trained on them, one after another in random order.

    It is the best of all passes by the log loss on `held`, rows that it is not trained on.
    """
    size = len(rows[0].terms)
    net = Net(
        logistic(rows, drag),
        [[(chance.random() - 0.5) / sqrt(size) for _ in range(size)] for _ in range(count)],
        [0.0] * count,
    )
    pull = drag / sum(row.count for row in rows)
    best, least = net.copy(), log_loss([net.chance(row.terms) for row in held], held)
    order = list(range(len(rows)))
    without = 0
    for number in range(passes):
        step = STEP / (1.0 + number / 4)
        chance.shuffle(order)
        for at in order:
            _learn(net, rows[at], step, pull)
        loss = log_loss([net.chance(row.terms) for row in held], held)
        without = 0 if loss < least else without + 1
        if loss < least:
            best, least = net.copy(), loss
        if without == PATIENCE:
            break
    return best


def _learn(net: Net, row: Row, step: float, pull: float) -> None:
    """Move the weights of a net a little towards one row."""
    terms = row.terms
    size = len(terms)
    outs = [tanh(sum([unit[i] * terms[i] for i in range(size)])) for unit in net.units]
    lead = sum([net.weights[i] * terms[i] for i in range(size)])
    lead += sum([out * weight for out, weight in zip(outs, net.outs, strict=True)])
    off = step * row.count * (row.points - curve(lead))
    for i in range(size):
        net.weights[i] += off * terms[i] - step * pull * net.weights[i]
    for number, unit in enumerate(net.units):
        by = off * net.outs[number] * (1.0 - outs[number] ** 2)
        net.outs[number] += off * outs[number] - step * pull * net.outs[number]
        for i in range(size):
            unit[i] += by * terms[i] - step * pull * unit[i]
