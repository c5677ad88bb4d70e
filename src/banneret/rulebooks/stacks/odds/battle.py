"""The odds of a whole battle, stack against stack, under a stated policy.

    >>> dwarves, goblins = facts().army("Dwarves"), facts().army("Goblins")
    >>> battle_odds(dwarves, goblins).attacker
    Fraction(21, 31)

The modifiers counted are those of `battle.modifiers.battle_roll`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum
from typing import Any

from banneret.kernel.abilities.odds import plain
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.intervals import mean_interval, wilson
from banneret.rulebooks.stacks.odds.chain import Matchup
from banneret.rulebooks.stacks.odds.rounds import Rounds, round_parts, rounds_of, settle_rounds
from banneret.rulebooks.stacks.odds.settle import Number, Settlement, settle_exactly, settle_in_floats
from banneret.rulebooks.stacks.odds.sides import (
    full_support,
    in_order_side,
    no_support,
    uniform_side,
    uniform_states,
)
from banneret.rulebooks.stacks.odds.simulation import sample
from banneret.rulebooks.stacks.tables.eligibility import walks
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.options import DEFAULT_OPTIONS, ModifierOptions

REVEALS = ("in-order", "uniform")
SUPPORTS = ("none", "all")
METHODS = ("auto", "float", "simulation")

# The limits at which one method gives way to the next: measured, see `bench/odds.py`. A fraction of 14,000 bits has at most
# 4,215 digits, which every Python still reads and writes.
MOST_BITS = 14_000  # of a denominator
RATIONAL_PAIRS = 60_000  # pairs of states
RATIONAL_PAIRS_UNIFORM = 20_000  # beyond, the denominators are too long anyway
FLOAT_PAIRS = 400_000
# Pairs of states times rounds, for battles that are called off; great numbers count more.
RATIONAL_WORK = 300_000
FLOAT_WORK = 3_000_000
MOST_ERROR = 1e-12  # of a figure in floats
ROUNDS_PAIRS = 1_000  # up to here the chances of each number of rounds are part of `to_json`
MOST_ROUNDS = 10_000
MOST_UNITS = 200


@dataclass(frozen=True, slots=True)
class Policy:
    """The policy that both sides are assumed to follow, and the terrain."""

    reveal: str = "in-order"
    support: str = "none"
    max_rounds: int | None = None
    terrain: str = "land"
    options: ModifierOptions = DEFAULT_OPTIONS

    @property
    def uniform(self) -> bool:
        """True if combatants are revealed at random."""
        return self.reveal == "uniform"

    @property
    def at_sea(self) -> bool:
        """True if ships carry passengers."""
        return self.terrain.casefold() == "sea"


@dataclass(slots=True)
class BattleOdds:
    """The odds of a battle: who wins, what it costs, how long it lasts. Fractions when `exact`, floats otherwise.

    Rule: stacks:odds.ordered, stacks:odds.supports, stacks:odds.uniform, stacks:odds.calloff.
    """

    method: str  # rational, float or simulation
    attacker: Number  # chance that the defender's stack is destroyed
    defender: Number
    neither: Number  # chance that the attack was called off with both left
    attacker_losses: list[Number]  # chance of k units lost, k from 0
    defender_losses: list[Number]
    expected_losses: tuple[Number, Number]  # the attacker's, the defender's
    expected_rounds: Number
    attackers: list[str] = field(default_factory=list)
    defenders: list[str] = field(default_factory=list)
    policy: Policy = Policy()
    strange: list[str] = field(default_factory=list)  # units that fight on land though they cannot be there
    error: float = 0.0  # floats: the greatest error, of expected numbers relative to themselves
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)  # simulation: 95 % intervals
    games: int = 0  # simulation
    seed: int = 0
    known_rounds: Rounds | None = None
    matchup: Matchup | None = field(default=None, repr=False)

    @property
    def exact(self) -> bool:
        """True if every figure is exact."""
        return self.method == "rational"

    def rounds(self) -> Rounds:
        """The chances of each number of rounds; worked out at the first call, which takes seconds for great stacks."""
        if self.known_rounds is None:
            if self.matchup is None:
                raise ValueError("these odds were not worked out from a matchup")
            self.known_rounds = rounds_of(self.matchup, self.exact and self.matchup.pairs() <= ROUNDS_PAIRS)
        return self.known_rounds

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data: fractions as "n/d", their decimals beside them, and the policy assumed."""
        found: dict[str, Any] = {
            "exact": self.exact,
            "method": self.method,
            "attacker": plain(self.attacker),
            "defender": plain(self.defender),
            "neither": plain(self.neither),
            "expected_losses": {
                "attacker": plain(self.expected_losses[0]),
                "defender": plain(self.expected_losses[1]),
            },
            "expected_rounds": plain(self.expected_rounds),
            "losses": {
                "attacker": [plain(chance) for chance in self.attacker_losses],
                "defender": [plain(chance) for chance in self.defender_losses],
            },
            "decimal": {
                "attacker": float(self.attacker),
                "defender": float(self.defender),
                "neither": float(self.neither),
                "expected_rounds": float(self.expected_rounds),
                "expected_losses": {
                    "attacker": float(self.expected_losses[0]),
                    "defender": float(self.expected_losses[1]),
                },
            },
            "attackers": self.attackers,
            "defenders": self.defenders,
            "reveal": self.policy.reveal,
            "support": self.policy.support,
            "max_rounds": self.policy.max_rounds,
            "terrain": self.policy.terrain,
        }
        if self.known_rounds is not None or (
            self.matchup is not None and self.matchup.pairs() <= ROUNDS_PAIRS
        ):
            rounds = self.rounds()
            found["rounds"] = {
                "chances": [plain(chance) for chance in rounds.chances],
                "tail": plain(rounds.tail),
            }
        if self.method == "float":
            found["error"] = self.error
        if self.method == "simulation":
            found["interval"] = {name: list(bounds) for name, bounds in self.intervals.items()}
            found["games"], found["seed"] = self.games, self.seed
        return found


def battle_odds(
    attackers: Sequence[UnitKind],
    defenders: Sequence[UnitKind],
    *,
    reveal: str = "in-order",
    support: str = "none",
    max_rounds: int | None = None,
    terrain: str = "land",
    options: ModifierOptions = DEFAULT_OPTIONS,
    method: str = "auto",
    games: int | None = None,
    seed: int = 0,
) -> BattleOdds:
    """The odds of a battle in which nobody uses anything optional.

    reveal      in-order: the first unit left of the list; uniform: any unit left, all equally likely, afresh each round.
    support     none; all: every other unit left adds its Archer value and its General.
    max_rounds  the attacker calls off after this number of rounds; None: never.
    terrain     land, or the name of one; only "Sea" makes a difference: units that cannot be in water are aboard the first own transport with room, and sink with a ship.
    method      auto: fractions; for greater battles floats with a bound on their error below 1e-12; for still greater
                ones a simulation with 95 % intervals. float, simulation: no better than that.
    games, seed of a simulation; None: 10,000 games, fewer for very great stacks.

    Rule: stacks:odds.ordered, stacks:odds.supports, stacks:odds.uniform, stacks:odds.calloff.
    """
    policy = Policy(reveal, support, max_rounds, terrain, options)
    _check(attackers, defenders, policy, method, games)
    odds: BattleOdds | None = None
    if method != "simulation" and _state_pairs(attackers, defenders, policy) <= FLOAT_PAIRS:
        odds = _counted(_matchup(attackers, defenders, policy), policy, method == "auto")
    if odds is None:
        if games is None:
            games = min(10_000, 1_000_000 // (len(attackers) + len(defenders)))
        odds = _sampled(attackers, defenders, policy, games, seed)
    odds.attackers = [unit.name for unit in attackers]
    odds.defenders = [unit.name for unit in defenders]
    odds.policy = policy
    if not policy.at_sea:
        afloat = [unit.name for unit in (*attackers, *defenders) if not walks(unit)]
        odds.strange = list(dict.fromkeys(afloat))
    return odds


def _check(
    attackers: Sequence[UnitKind],
    defenders: Sequence[UnitKind],
    policy: Policy,
    method: str,
    games: int | None,
) -> None:
    for name, value, known in (
        ("reveal", policy.reveal, REVEALS),
        ("support", policy.support, SUPPORTS),
        ("method", method, METHODS),
    ):
        if value not in known:
            raise BadInput(f"{name} cannot be {value!r}", hint="one of " + ", ".join(known))
    grounds = ["land", *[terrain.id for terrain in facts().terrains]]
    if policy.terrain.casefold() not in [ground.casefold() for ground in grounds]:
        raise BadInput(f"terrain cannot be {policy.terrain[:40]!r}", hint=nearest(policy.terrain, grounds))
    if policy.max_rounds is not None and not 1 <= policy.max_rounds <= MOST_ROUNDS:
        raise BadInput(f"{policy.max_rounds} rounds", hint=f"from 1 to {MOST_ROUNDS}")
    for who, stack in (("attackers", attackers), ("defenders", defenders)):
        if not 1 <= len(stack) <= MOST_UNITS:
            raise BadInput(f"{len(stack)} {who}", hint=f"from 1 to {MOST_UNITS} units a side")
    if games is not None and not 1 <= games <= 100_000_000:
        raise BadInput(f"{games} games", hint="from 1 to 100,000,000")


def _state_pairs(attackers: Sequence[UnitKind], defenders: Sequence[UnitKind], policy: Policy) -> int:
    """The greatest possible number of pairs of states, known before any is made."""
    sizes: list[int] = []
    for stack in (attackers, defenders):
        if policy.uniform:
            sizes.append(uniform_states(stack, policy.at_sea))
        else:
            sizes.append(sum([2 if unit.regenerates else 1 for unit in stack]) + 1)
    return sizes[0] * sizes[1]


def _matchup(attackers: Sequence[UnitKind], defenders: Sequence[UnitKind], policy: Policy) -> Matchup:
    build = uniform_side if policy.uniform else in_order_side
    own, other = build(attackers, policy.at_sea), build(defenders, policy.at_sea)
    if policy.support == "none":
        return Matchup(own, other, (no_support(own), no_support(other)), policy.options)
    support = full_support(own, attackers[0], defenders[0], policy.options)
    enemy_support = full_support(other, defenders[0], attackers[0], policy.options)
    return Matchup(own, other, (support, enemy_support), policy.options)


def _counted(matchup: Matchup, policy: Policy, exactly: bool) -> BattleOdds | None:
    """The odds in fractions if wanted and possible, else in floats; None if their error would be too great."""
    if policy.max_rounds is not None:
        return _called_off(matchup, policy.max_rounds, exactly)
    if exactly and matchup.pairs() <= (RATIONAL_PAIRS_UNIFORM if policy.uniform else RATIONAL_PAIRS):
        settlement = settle_exactly(matchup, MOST_BITS)
        if settlement is not None:
            return _odds("rational", settlement, matchup)
    settlement, error = settle_in_floats(matchup)
    return _odds("float", settlement, matchup, error) if error < MOST_ERROR else None


def _called_off(matchup: Matchup, most: int, exactly: bool) -> BattleOdds | None:
    """The same for a battle that is called off after `most` rounds. Rule: stacks:odds.calloff."""
    # Few battles go on longer.
    likely = min(most, 2 * (matchup.attackers.lives[0] + matchup.defenders.lives[0]) + 60)
    work = matchup.pairs() * likely
    bits = round_parts(matchup).bit_length() * most
    if exactly and bits <= MOST_BITS and work * (1 + bits // 2000) <= RATIONAL_WORK:
        settlement, rounds = settle_rounds(matchup, most, True)
        return _odds("rational", settlement, matchup, 0.0, rounds)
    if work > FLOAT_WORK:
        return None
    settlement, rounds = settle_rounds(matchup, most, False)
    return _odds("float", settlement, matchup, rounds.error, rounds) if rounds.error < MOST_ERROR else None


def _odds(
    method: str, settlement: Settlement, matchup: Matchup, error: float = 0.0, rounds: Rounds | None = None
) -> BattleOdds:
    return BattleOdds(
        method,
        settlement.attacker,
        settlement.defender,
        settlement.neither,
        settlement.attacker_losses,
        settlement.defender_losses,
        (_mean(settlement.attacker_losses), _mean(settlement.defender_losses)),
        settlement.rounds,
        error=error,
        known_rounds=rounds,
        matchup=matchup,
    )


def _mean(chances: Sequence[Number]) -> Number:
    """The expected number, given the chance of each number from 0."""
    terms = [number * chance for number, chance in enumerate(chances)]
    return fsum(terms) if isinstance(chances[0], float) else sum(terms, Fraction(0))


def _sampled(
    attackers: Sequence[UnitKind], defenders: Sequence[UnitKind], policy: Policy, games: int, seed: int
) -> BattleOdds:
    """The odds by simulation, with 95 % confidence intervals."""
    found = sample(
        attackers,
        defenders,
        uniform=policy.uniform,
        support_all=policy.support == "all",
        most=policy.max_rounds,
        at_sea=policy.at_sea,
        options=policy.options,
        games=games,
        seed=seed,
    )
    losses, enemy_losses = mean_interval(found.attacker_losses), mean_interval(found.defender_losses)
    rounds = mean_interval(found.rounds)
    return BattleOdds(
        "simulation",
        found.attacker / games,
        found.defender / games,
        found.neither / games,
        [count / games for count in found.attacker_losses],
        [count / games for count in found.defender_losses],
        (losses[0], enemy_losses[0]),
        rounds[0],
        intervals={
            "attacker": wilson(found.attacker, games),
            "defender": wilson(found.defender, games),
            "neither": wilson(found.neither, games),
            "attacker_losses": (losses[1], losses[2]),
            "defender_losses": (enemy_losses[1], enemy_losses[2]),
            "expected_rounds": (rounds[1], rounds[2]),
        },
        games=games,
        seed=seed,
        known_rounds=Rounds([count / games for count in found.rounds], 0.0, False),
    )
