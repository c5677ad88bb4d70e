"""A learned judgement: a logistic model of the terms of a position, or a small neural net, fitted to who won battles of computer players.

A term is a number that speaks for a side; for its opponent it has the opposite sign. The weights stand in a data file of the rulebook
(`data/judgement.toml`), which says how they were learned; where there is none, or its terms are not those of the rulebook as it is, the
rulebook judges by hand.
"""

from __future__ import annotations

from math import exp, tanh
from pathlib import Path
from typing import Any

from banneret.kernel.files import read_toml


class Learned:
    """The weights of one kind of battle.

    `weights`: of the terms in the linear part. `units`: of each hidden unit (a hyperbolic tangent) the weights of the terms that go into
    it; `outs`: the weight of each hidden unit in the sum. A logistic model has no hidden units. There are no biases, so that what a
    position is worth to one side it costs the other.
    """

    def __init__(self, weights: list[float], units: list[list[float]], outs: list[float]) -> None:
        self.weights: list[float] = weights
        self.units: list[list[float]] = units
        self.outs: list[float] = outs

    def lead(self, terms: list[float]) -> float:
        """The logarithm of the odds of the side whose terms these are."""
        count = len(terms)
        found = 0.0
        for at in range(count):
            found += self.weights[at] * terms[at]
        for number in range(len(self.outs)):
            row = self.units[number]
            into = 0.0
            for at in range(count):
                into += row[at] * terms[at]
            found += self.outs[number] * tanh(into)
        return found

    def chance(self, terms: list[float]) -> float:
        """The chance of the side whose terms these are, from 0 to 1."""
        lead = self.lead(terms)
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, lead))))


def learned_of(data: dict[str, Any], terms: tuple[str, ...]) -> dict[str, Learned]:
    """The judgements that plain data holds, by the kind of battle that they are for; none where they know other terms than these."""
    if tuple(data.get("terms", ())) != terms:
        return {}
    found: dict[str, Learned] = {}
    for row in data["judgement"]:
        weights = [float(weight) for weight in row["weights"]]
        units = [[float(weight) for weight in unit] for unit in row.get("units", ())]
        outs = [float(weight) for weight in row.get("outs", ())]
        if len(units) == len(outs) and all(len(one) == len(terms) for one in [weights, *units]):
            found[str(row["of"])] = Learned(weights, units, outs)
    return found


def read_learned(path: Path, terms: tuple[str, ...]) -> dict[str, Learned]:
    """The judgements of a file; none where there is no such file."""
    return learned_of(read_toml(path), terms) if path.exists() else {}
