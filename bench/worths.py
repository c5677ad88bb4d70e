"""What the things of a battle of companies are worth, in points of Disposition: fitted to who won, for `data/worths.toml`.

    python -m bench.worths --games 900

Greedy players fight in all scenarios of two companies, one script in three drawn at random, so that rare positions are seen too. Before every
volley the differences of the two sides are noted, and the winner by a logistic curve of them; the rows are divided by the worth of a
basic point. Points count by the root of those on the field, shares by that of the volleys left before nightfall.
"""

from __future__ import annotations

import argparse
from math import sqrt
from typing import Any, Final

from banneret import rulebooks
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import DirectTable
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.lab.fitting import Row, logistic
from banneret.players.registry import make
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.script import Script
from banneret.rulebooks.companies.state import Company, State
from bench.command import run

RULEBOOK: Any = rulebooks.get("companies")
DRAG: Final = 1.0  # what a weight costs, so that what is never seen stays at nothing
USUAL: Final = 8  # points on the field for which worths are printed
LATE: Final = 16  # volleys left, likewise
NAMES: Final = (
    "basic",
    "share, by time",
    "share",
    "bonus",
    "sight",
    "runners lost",
    "hesitates",
    "saved",
    "store",
    "holds",
)


class Stray(Player):
    """A greedy player whose scripts are now and then drawn at random."""

    def __init__(self, chance: Chance, share: float) -> None:
        self.name = "stray"
        self.imagines = False
        self.chance = chance
        self.share = share
        self.player = make("greedy", RULEBOOK, chance)

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The player's order, or any script."""
        if isinstance(decision, Script) and self.chance.random() < self.share:
            return decision.sample(self.chance)
        return self.player.choose(decision, seat)


def traits(state: State, company: Company) -> list[float]:
    """What is counted of a company, besides its points and its share of them."""
    count = len(state.companies)
    saved = company.charge_dice + company.weapon_dice + company.command_die + company.advance_dice
    return [
        company.bonus + company.dug,
        state.scouted[company.id * count + 1 - company.id],
        company.runners_lost,
        company.hesitates == state.now,
        saved,
        company.store,
        company.holds,
    ]


def row_of(state: State) -> list[float]:
    """The differences of the two sides before a volley."""
    own, other = state.companies
    scale = 1 / sqrt(max(1, own.basic + other.basic))
    left = max(0, state.setting.flags.nightfall * stages.VOLLEYS - state.now)
    share = own.disposition / own.start - other.disposition / other.start
    pairs = zip(traits(state, own), traits(state, other), strict=True)
    return [
        (own.basic - other.basic) * scale,
        share / sqrt(left + 1),
        share,
        *[(mine - theirs) * scale for mine, theirs in pairs],
    ]


def battle(number: int, share: float) -> list[tuple[list[float], float]]:
    """The rows of a battle, each with who won it."""
    names = [name for name, one in RULEBOOK.scenarios().items() if len(one.data["companies"]) == 2]
    state = RULEBOOK.new(RULEBOOK.scenario(names[number % len(names)]), RULEBOOK.options())
    players: list[Player] = [Stray(Chance(seed_number(f"worths {number} {side}")), share) for side in (0, 1)]
    seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
    table = DirectTable(players, seats, Chance(seed_number(f"worths {number} dice")))
    found = []
    while RULEBOOK.outcome(state) is None:
        if state.stage == stages.VOLLEY:
            found.append(row_of(state))
        RULEBOOK.step(state, table)
    winners = state.outcome.winners
    won = float(winners[0] == 0) if winners else 0.5
    return [(row, won) for row in found]


def fitted(battles: list[list[tuple[list[float], float]]]) -> list[float]:
    """The weights of a logistic curve, each battle counting as the root of its volleys."""
    found = [Row(row, won, 1 / sqrt(len(rows))) for rows in battles for row, won in rows]
    return logistic(found, DRAG)


def main() -> None:
    """Play, fit, print the worths."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.worths", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--games", type=int, default=900)
    parser.add_argument("--stray", type=float, default=0.3)
    given = parser.parse_args()
    battles = [battle(number, given.stray) for number in range(given.games)]
    weights = fitted(battles)
    scale = 1 / sqrt(USUAL)
    start = USUAL / 2
    by_share = (weights[1] / sqrt(LATE + 1) + weights[2]) / start
    point = weights[0] * scale + by_share
    print("| | weight | in points |")
    print("|---|---|---|")
    for name, weight in zip(NAMES, weights, strict=True):
        worth = f"{weight * scale / point:.2f}" if name not in NAMES[:3] else ""
        print(f"| {name} | {weight:.2f} | {worth} |")


if __name__ == "__main__":
    run(main)
