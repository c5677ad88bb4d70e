"""The worth of units, of an exchange between two of them, and of a stack against another.

Estimates for computer players, quick before they are exact: the exact figures are in `odds`. They depend on facts and options only,
so one `Estimates` serves every battle played with them.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from banneret.rulebooks.stacks.battle.modifiers import battle_roll, can_be_poisoned
from banneret.rulebooks.stacks.odds.throws import roll_weights
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, REST_OF_BATTLE, Artifact, Spell, UnitKind
from banneret.rulebooks.stacks.tables.options import ModifierOptions

# of 36 throws, those in which a die plus a lead of -6 to 6 beats another die. Rule: stacks:odds.round.
WINS: Final = tuple([roll_weights(lead)[0] for lead in range(-6, 7)])
FACTOR: Final = 1.22  # by which one more on the battle roll multiplies the worth of a fighter
STEEP: Final = 1.7  # the same for the strength of a stack, fitted to the ends of battles
LOG_STEEP: Final = log(STEEP)


def worth_of(kind: UnitKind) -> float:
    """The worth of a unit in a battle, as combatant and in support: Militia about 2, Storm Giants about 7."""
    reach = kind.brm + kind.armor + 0.5 * (kind.ambush + kind.surprise + kind.poison) + 0.6 * kind.cavalry
    for _target, amount in kind.slay:
        reach += 0.2 * amount
    worth: float = FACTOR**reach
    if kind.regenerates:
        worth *= 1.9
    worth += 1.4 * kind.archer
    if kind.general:
        worth += 1.3
    if kind.caster:
        worth += 0.8
    if kind.paralyze != NO_PARALYZE:
        worth += 4.0 if kind.paralyze == REST_OF_BATTLE else 2.5
    if kind.guard:
        worth += 0.4
    if kind.skirmish or kind.vanish:
        worth += 0.6
    return worth


def fighting_strength(kind: UnitKind) -> float:
    """The strength that a unit adds to a stack as a combatant, without its support."""
    reach = kind.brm + kind.armor + 0.7 * kind.poison + 0.84 * kind.cavalry
    reach += 0.4 * (kind.ambush + kind.surprise) - kind.archer - (1 if kind.general else 0)
    strength: float = STEEP**reach
    return 1.9 * strength if kind.regenerates else strength


def odds_of(lead: float) -> float:
    """The chance that a stack stronger by `lead` wins (see `Estimates.strength`)."""
    if lead > 20.0:
        return 1.0
    return 0.0 if lead < -20.0 else 1.0 / (1.0 + exp(-lead))


class Outlook:
    """The likely end of a battle of two stacks: the chance to win it, and the worth left of both."""

    __slots__ = ("chance", "kept", "spared")

    def __init__(self, chance: float, kept: float, spared: float) -> None:
        self.chance: float = chance  # that the enemy stack is destroyed
        self.kept: float = kept  # own worth left
        self.spared: float = spared  # enemy worth left


class Estimates:
    """Worths and chances for one set of unit kinds and options."""

    def __init__(self, kinds: list[UnitKind], options: ModifierOptions) -> None:
        self.kinds: list[UnitKind] = kinds
        self.options: ModifierOptions = options
        self.count: int = len(kinds)
        self.worths: list[float] = [worth_of(kind) for kind in kinds]
        self.helps: list[int] = [kind.archer + (1 if kind.general else 0) for kind in kinds]
        self.strengths: list[float] = [fighting_strength(kind) for kind in kinds]
        self._leads: dict[int, int] = {}
        self._middles: dict[str, UnitKind] = {}
        self._means: dict[str, float] = {}

    # ------------------------------------------------------------------ two units

    def lead(self, unit: UnitKind, enemy: UnitKind, attacking: bool) -> int:
        """The lead of `unit` over `enemy` before the dice, without support; `attacking` is True if `unit` attacks."""
        key = (unit.index * self.count + enemy.index) * 2 + (1 if attacking else 0)
        found = self._leads.get(key)
        if found is None:
            mine, theirs = Line(unit), Line(enemy)
            found = battle_roll(mine, theirs, attacking, self.options).total
            found -= battle_roll(theirs, mine, not attacking, self.options).total
            self._leads[key] = found
        return found

    def exchange(self, unit: UnitKind, enemy: UnitKind, lead: int) -> float:
        """The mean gain of one battle roll with this lead, in worth: the enemy's loss less one's own."""
        worths = self.worths
        if lead >= 6:
            return worths[enemy.index]
        if lead <= -6:
            return -worths[unit.index]
        return (WINS[lead + 6] * worths[enemy.index] - WINS[6 - lead] * worths[unit.index]) / 36.0

    # ------------------------------------------------------------------ piles

    def mean_worth(self, name: str) -> float:
        """The average worth of a chit of a terrain's pile."""
        found = self._means.get(name)
        if found is None:
            chits = 0
            total = 0.0
            for kind in self.kinds:
                if kind.list == name:
                    chits += kind.count
                    total += kind.count * self.worths[kind.index]
            found = total / chits if chits else 0.0
            self._means[name] = found
        return found

    def middling(self, names: list[str]) -> UnitKind | None:
        """A unit of average worth out of these piles; None if they hold nothing."""
        key = ",".join(names)
        found = self._middles.get(key)
        if found is None:
            mean = sum([self.mean_worth(name) for name in names]) / max(1, len(names))
            nearest = 1e9
            for kind in self.kinds:
                if kind.list in names and not kind.site and abs(self.worths[kind.index] - mean) < nearest:
                    found, nearest = kind, abs(self.worths[kind.index] - mean)
            if found is not None:
                self._middles[key] = found
        return found

    # ------------------------------------------------------------------ support

    def support(self, stack: list[UnitKind]) -> int:
        """The support of a whole stack, as if no unit of it were the combatant. Rule: stacks:mod.archer-stack."""
        helps = self.helps
        total = 0
        for kind in stack:
            total += helps[kind.index]
        return total

    def strength(self, stack: list[UnitKind]) -> float:
        """One number for a whole stack; `odds_of` the difference of two gives the chance to win. Quick and rough."""
        helps, strengths = self.helps, self.strengths
        total = 0
        fighters = 0.0
        for kind in stack:
            index = kind.index
            total += helps[index]
            fighters += strengths[index]
        return log(fighters) / LOG_STEEP + total if fighters > 0.0 else -20.0

    # ------------------------------------------------------------------ two stacks

    def front_order(self, stack: list[UnitKind]) -> list[UnitKind]:
        """A stack in the order in which it is likely to fight: units with little support first, the strong before the weak."""
        keyed = [(self._rank(kind), place) for place, kind in enumerate(stack)]
        keyed.sort()
        return [stack[place] for _, place in keyed]

    def _rank(self, kind: UnitKind) -> float:
        return 1.5 * self.helps[kind.index] + (1.5 if kind.hero or kind.caster else 0.0) - kind.brm

    def outlook(self, own: list[UnitKind], enemy: list[UnitKind], attacking: bool) -> Outlook:
        """The likely end of a battle if units fight one after another in `front_order`, the rest supporting; Regenerates counts twice."""
        mine, my_help, my_worth = self._ranks(own)
        theirs, their_help, their_worth = self._ranks(enemy)
        height, across = len(mine), len(theirs)
        if across == 0:
            return Outlook(1.0 if height else 0.5, my_worth[0], 0.0)
        if height == 0:
            return Outlook(0.0, 0.0, their_worth[0])
        row: list[float] = [0.0] * (across + 1)
        row[0] = 1.0
        kept = 0.0
        chance = 0.0
        for i in range(height):
            unit = mine[i]
            help_ = my_help[i]
            following: list[float] = [0.0] * (across + 1)
            for j in range(across):
                share = row[j]
                if share <= 0.0:
                    continue
                lead = self.lead(unit, theirs[j], attacking) + help_ - their_help[j]
                if lead >= 5:
                    row[j + 1] += share
                elif lead <= -5:
                    following[j] += share
                else:
                    wins = WINS[lead + 6]
                    win = share * wins / (wins + WINS[6 - lead])
                    row[j + 1] += win
                    following[j] += share - win
            chance += row[across]
            kept += row[across] * my_worth[i]
            row = following
        spared = 0.0
        for j in range(across):
            spared += row[j] * their_worth[j]
        return Outlook(chance, kept, spared)

    def _ranks(self, stack: list[UnitKind]) -> tuple[list[UnitKind], list[int], list[float]]:
        """A stack in the order in which it fights (Regenerates twice), the support behind each unit, and the worth left from each on."""
        ranked = self.front_order(stack) if len(stack) > 1 else stack
        units: list[UnitKind] = []
        for kind in ranked:
            units.append(kind)
            if kind.regenerates:
                units.append(kind)
        count = len(units)
        behind: list[int] = [0] * count
        worth: list[float] = [0.0] * (count + 1)
        total = 0
        best = 0
        one = self.options.archers_best_one
        at = count - 1
        while at >= 0:
            behind[at] = best if one else total
            kind = units[at]
            again = (
                kind.regenerates
                and at > 0
                and units[at - 1] is kind
                and not (at + 1 < count and units[at + 1] is kind)
            )
            worth[at] = worth[at + 1] + self.worths[kind.index] * (0.5 if kind.regenerates else 1.0)
            if not again:
                total += self.helps[kind.index]
                best = max(best, self.helps[kind.index])
            at -= 1
        return units, behind, worth

    # ------------------------------------------------------------------ artifacts and spells

    def artifact_gain(self, artifact: Artifact, enemy: UnitKind) -> float:
        """The gain of an artifact for its holder's battle roll against an enemy."""
        effects = artifact.effects
        gain = float(effects.brm + effects.armor)
        for target, amount in effects.slay:
            if target in enemy.counts_as:
                gain += amount
        if effects.poison and can_be_poisoned(enemy.counts_as):
            gain += effects.poison
        return gain

    def spell_gain(self, spell: Spell, enemy: UnitKind) -> int:
        """The gain of a spell of step T5 for one's own lead over an enemy."""
        effects = spell.effects
        if spell.target == "enemy":
            return -effects.brm
        gain = effects.brm
        for target, amount in effects.slay:
            if target in enemy.counts_as:
                gain += amount
        if effects.poison and can_be_poisoned(enemy.counts_as):
            gain += effects.poison
        return gain
