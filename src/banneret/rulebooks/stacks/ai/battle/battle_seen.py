"""A battle as one side sees it, and what an own unit is worth in it against an enemy."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.stacks.ai.enemy_guess import guess
from banneret.rulebooks.stacks.ai.estimates import WINS, Estimates
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.state import Unit
from banneret.rulebooks.stacks.tables.kinds import UnitKind

LONE: Final = 40.0  # worth of the Archmage or the capital, if losing it loses the game


class BattleSeen:
    """A battle as one side sees it.

    Attributes:
        estimates: the worths to judge by.
        lens: the side's window on the state.
        hex: where it is fought.
        attacking: True if the side attacks.
        other: the enemy side.
        single: it is a single battle, without a map.
        units: the side's usable units there.
        kinds: theirs.
        enemy: the kinds that the enemy probably has there.
        my_help: the support of all own units together.
        their_help: the support of all the enemy's.
        gifts: artifacts are possible.
    """

    __slots__ = (
        "attacking",
        "enemy",
        "estimates",
        "gifts",
        "hex",
        "kinds",
        "lens",
        "my_help",
        "other",
        "single",
        "their_help",
        "units",
    )

    def __init__(self, estimates: Estimates, lens: Lens) -> None:
        self.estimates: Estimates = estimates
        self.lens: Lens = lens
        self.hex: int = lens.fight_hex()
        self.attacking: bool = lens.attacking()
        self.other: int = lens.opponent()
        self.single: bool = lens.setting.battle_only
        self.units: list[Unit] = lens.usable(self.hex)
        self.kinds: list[UnitKind] = [lens.kinds[unit.kind] for unit in self.units]
        self.enemy: list[UnitKind] = guess(estimates, lens, self.other, self.hex)
        self.my_help: int = estimates.support(self.kinds)
        self.their_help: int = estimates.support(self.enemy)
        self.gifts: bool = lens.setting.artifacts_possible

    def lead(self, unit: Unit, kind: UnitKind, enemy: UnitKind) -> int:
        """The lead of an own unit over an enemy before the dice, with all support of both sides."""
        estimates = self.estimates
        helps = estimates.helps
        lead = estimates.lead(kind, enemy, self.attacking) + unit.devoured
        lead += self.my_help - helps[kind.index] - self.their_help + helps[enemy.index]
        if self.gifts and kind.hero:
            lead += self.armed(unit, enemy)
        return lead

    def armed(self, unit: Unit, enemy: UnitKind) -> int:
        """The sum that an own Hero's artifacts add to its roll: the best of each kind."""
        best: dict[str, float] = {}
        for artifact in self.lens.artifacts(unit):
            if artifact.role == "combatant":
                gain = self.estimates.artifact_gain(artifact, enemy)
                if gain > best.get(artifact.kind, 0.0):
                    best[artifact.kind] = gain
        return int(sum(best.values()))

    def value(self, unit: Unit, kind: UnitKind, enemy: UnitKind) -> float:
        """The gain to expect from one roll of an own unit against an enemy, in worth."""
        estimates = self.estimates
        lead = self.lead(unit, kind, enemy)
        lead = 6 if lead > 6 else (-6 if lead < -6 else lead)
        gain = estimates.worths[enemy.index]
        if enemy.regenerates:
            gain *= 0.55
        loss = estimates.worths[kind.index]
        if kind.regenerates and unit.defeats == 0:
            loss *= 0.45
        if kind.id == "archmage" and self.lens.setting.goal == "archmage":
            loss += LONE
        return (WINS[lead + 6] * gain - WINS[6 - lead] * loss) / 36.0
