"""The chances of a whole battle that both sides fight well, worked out backwards from its end and cached.

A battle is a series of exchanges. In each the sides pick their combatants in secret, a side with Guards or units that can withdraw may
answer the enemy's pick, one combatant may paralyze the other, all others support, and a roll decides; Martyrs and Regenerates count.
Spells, artifacts, retreat and exits are left out. What is left of both stacks is a position, and each position is worked out once.
Stacks too large for that are judged by `Estimates.outlook`.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.rulebooks.stacks.ai.estimates import WINS, Estimates
from banneret.rulebooks.stacks.state import Unit
from banneret.rulebooks.stacks.tables.kinds import REST_OF_BATTLE, UnitKind

MOST_WORK: Final = (
    2000.0  # for one battle, in positions of five kinds of units against five; see `Prospects.work`
)
MOST_KEPT: Final = 300_000  # positions cached
BONUSES: Final = 32  # Cannibal bonuses that a token has room for, from 0

# a token has all that matters of a unit: ((kind * 2 + defeated once) * 2 + skirmish spent) * BONUSES + Cannibal bonus


def token_of(unit: Unit) -> int:
    """The token of a usable unit."""
    wounded = 1 if unit.defeats else 0
    spent = 1 if unit.skirmished else 0
    return ((unit.kind * 2 + wounded) * 2 + spent) * BONUSES + min(unit.devoured, BONUSES - 1)


class Prospects:
    """Chances of whole battles for one set of facts and options."""

    def __init__(self, estimates: Estimates) -> None:
        self.estimates: Estimates = estimates
        self.kinds: list[UnitKind] = estimates.kinds
        self.best_one: bool = estimates.options.archers_best_one
        self._chances: dict[tuple[int, ...], float] = {}

    def forget(self) -> None:
        """Empty the cache when it is full."""
        if len(self._chances) > MOST_KEPT:
            self._chances = {}

    # ------------------------------------------------------------------ whole battles

    def chance(self, attackers: list[int], defenders: list[int], held: int) -> float:
        """The attacker's chance to win.

        Args:
            attackers: tokens of the attacker's usable units; they are sorted in place.
            defenders: those of the defender's, likewise.
            held: the sides that have paralyzed units besides, as bits: 1 the attacker, 2 the defender.
        """
        attackers.sort()
        defenders.sort()
        return self._chance(attackers, defenders, held)

    def _over(self, attackers: list[int], defenders: list[int], held: int) -> float:
        """The attacker's chance when a side has no usable unit left. Rule: stacks:reveal.none-usable, stacks:end.mutual."""
        if not attackers and not defenders:
            return 0.5
        if not attackers:
            return 0.5 if held & 1 else 0.0
        return 0.5 if held & 2 else 1.0

    def _chance(self, attackers: list[int], defenders: list[int], held: int) -> float:
        """The same as `chance` for sorted tokens, cached."""
        if not attackers or not defenders:
            return self._over(attackers, defenders, held)
        key = (held, *attackers, -1, *defenders)
        found = self._chances.get(key)
        if found is None:
            if self.work(attackers, defenders) > MOST_WORK:
                mine = [self.kinds[token // (4 * BONUSES)] for token in attackers]
                theirs = [self.kinds[token // (4 * BONUSES)] for token in defenders]
                found = self.estimates.outlook(mine, theirs, True).chance
            else:
                found = self._work_out(attackers, defenders, held)
            self._chances[key] = found
        return found

    def work(self, attackers: list[int], defenders: list[int]) -> float:
        """About how much work a battle takes to work out: the positions that can come of it, times the work for one.

        Units that paralyze make more positions (units held or not) and more outcomes of each exchange.
        """
        rows, columns = different(attackers), different(defenders)
        share = sqrt(len(rows) * len(columns) * len(attackers) * len(defenders)) / 25.0
        stares, stared = self._who_paralyze(rows), self._who_paralyze(columns)
        if stares or stared:
            share *= 4.0 if stares and stared else 3.0
            share *= 1.0 + (stares + stared) / 3.0 + 0.7 * stares * stared
        return share * self._positions(attackers) * self._positions(defenders)

    def _who_paralyze(self, tokens: list[int]) -> int:
        """The number of kinds that can paralyze. Rule: stacks:paralyze.use."""
        count = 0
        for token in tokens:
            if self.kinds[token // (4 * BONUSES)].paralyze >= REST_OF_BATTLE:
                count += 1
        return count

    def _positions(self, stack: list[int]) -> int:
        """The number of different stacks that can be left of a sorted one: each unit there, gone, or defeated once."""
        total = 1
        at = 0
        count = len(stack)
        while at < count:
            token = stack[at]
            same = 1
            while at + same < count and stack[at + same] == token:
                same += 1
            total *= same + 1
            if self.kinds[token // (4 * BONUSES)].regenerates and (token // (2 * BONUSES)) % 2 == 0:
                total = total * (same + 2) // 2
            at += same
        return total

    def _work_out(self, attackers: list[int], defenders: list[int], held: int) -> float:
        """The attacker's chance when both choose their combatants in secret."""
        rows = different(attackers)
        columns = different(defenders)
        duels = [[self.duel(attackers, defenders, a, b, held) for b in columns] for a in rows]
        return game_value(self.after_withdrawals(duels, rows, columns))

    def after_withdrawals(
        self, duels: list[list[float]], rows: list[int], columns: list[int]
    ) -> list[list[float]]:
        """The value of each pair of reveals when combatants may withdraw and the defender may guard.

        Rule: stacks:tactical.steps, stacks:skirmish.swap, stacks:vanish.swap, stacks:guard.replace.
        """
        kinds = self.kinds
        height, across = len(rows), len(columns)
        nimble_rows = [self.withdraws(rows[i]) for i in range(height)]
        nimble_columns = [self.withdraws(columns[j]) for j in range(across)]
        guards = [j for j in range(across) if kinds[columns[j] // (4 * BONUSES)].guard]
        if not guards and True not in nimble_rows and True not in nimble_columns:
            return duels
        answered: list[list[float]] = []
        for i in range(height):
            line = duels[i]
            free = min(line)
            guarded = 1.0
            for j in guards:
                guarded = min(guarded, line[j])
            answered.append([free if nimble_columns[j] else min(line[j], guarded) for j in range(across)])
        if True in nimble_rows:
            best = [max([answered[i][j] for i in range(height)]) for j in range(across)]
            for i in range(height):
                if nimble_rows[i]:
                    answered[i] = best
        return answered

    def withdraws(self, token: int) -> bool:
        """True if a unit can still leave the front for another."""
        kind = self.kinds[token // (4 * BONUSES)]
        return kind.vanish or (kind.skirmish and (token // BONUSES) % 2 == 0)

    # ------------------------------------------------------------------ one exchange

    def duel(self, attackers: list[int], defenders: list[int], a: int, b: int, held: int) -> float:
        """The attacker's chance with these two combatants at T4, where either may paralyze. Rule: stacks:paralyze.use."""
        stares = self.kinds[a // (4 * BONUSES)].paralyze >= REST_OF_BATTLE
        stared = self.kinds[b // (4 * BONUSES)].paralyze >= REST_OF_BATTLE
        plain = self.fight(attackers, defenders, a, b, held, -1.0)
        if not stares and not stared:
            return plain
        mine = self._paralyzed(attackers, defenders, a, b, True, held)
        theirs = self._paralyzed(attackers, defenders, a, b, False, held)
        if not stares:
            return min(plain, mine)
        if not stared:
            return max(plain, theirs)
        return game_value([[plain, mine], [theirs, self._both_paralyzed(attackers, defenders, a, b, held)]])

    def _paralyzed(
        self, attackers: list[int], defenders: list[int], a: int, b: int, mine: bool, held: int
    ) -> float:
        """The attacker's chance when a combatant of the attacker (`mine`) or the defender is paralyzed, and replaced or destroyed.

        Rule: stacks:paralyze.replacement, stacks:paralyze.destroy.
        """
        left = without(attackers, a) if mine else without(defenders, b)
        if not left:
            return self._chance([], defenders, held) if mine else self._chance(attackers, [], held)
        best = -1.0
        if mine:
            tied = self._chance(left, defenders, held | 1)
            for other in different(left):
                best = max(best, self.fight(left, defenders, other, b, held | 1, tied))
            return best
        tied = self._chance(attackers, left, held | 2)
        best = 2.0
        for other in different(left):
            best = min(best, self.fight(attackers, left, a, other, held | 2, tied))
        return best

    def _both_paralyzed(self, attackers: list[int], defenders: list[int], a: int, b: int, held: int) -> float:
        """The attacker's chance when both combatants are paralyzed at once. Rule: stacks:paralyze.mutual."""
        mine, theirs = without(attackers, a), without(defenders, b)
        held_now = held | (1 if mine else 0) | (2 if theirs else 0)
        tied = self._chance(mine, theirs, held_now)
        if not mine or not theirs:
            return tied
        fronts, others = different(mine), different(theirs)
        return game_value(
            [[self.fight(mine, theirs, front, other, held_now, tied) for other in others] for front in fronts]
        )

    def fight(
        self, attackers: list[int], defenders: list[int], a: int, b: int, held: int, tied: float
    ) -> float:
        """The attacker's chance when these two roll, all others supporting; `tied`: see `rolled`."""
        return self.rolled(attackers, defenders, a, b, self.lead(attackers, defenders, a, b), held, tied)

    def lead(self, attackers: list[int], defenders: list[int], a: int, b: int) -> int:
        """The lead of the attacker before the dice, with all support."""
        unit, enemy = self.kinds[a // (4 * BONUSES)], self.kinds[b // (4 * BONUSES)]
        lead = self.estimates.lead(unit, enemy, True) + a % BONUSES - b % BONUSES
        return lead + self._behind(attackers, a) - self._behind(defenders, b)

    def _behind(self, stack: list[int], front: int) -> int:
        """The support of all of a stack but one. Rule: stacks:mod.archer-stack, stacks:mod.archer-own, stacks:opt.archers."""
        helps = self.estimates.helps
        if self.best_one:
            most = 0
            for token in without(stack, front):
                most = max(most, helps[token // (4 * BONUSES)])
            return most
        total = -helps[front // (4 * BONUSES)]
        for token in stack:
            total += helps[token // (4 * BONUSES)]
        return total

    def rolled(
        self, attackers: list[int], defenders: list[int], a: int, b: int, lead: int, held: int, tied: float
    ) -> float:
        """The attacker's chance when these two roll with that lead; `tied` is that after a tie, negative if it is rolled again."""
        wins = WINS[max(-6, min(6, lead)) + 6]
        losses = WINS[6 - max(-6, min(6, lead))]
        value = 0.0
        if wins:
            value += wins * self.defeated(attackers, defenders, b, False, held)
        if losses:
            value += losses * self.defeated(attackers, defenders, a, True, held)
        if tied < 0.0:
            return value / (wins + losses)
        return (value + (36 - wins - losses) * tied) / 36.0

    def defeated(
        self, attackers: list[int], defenders: list[int], token: int, mine: bool, held: int
    ) -> float:
        """The attacker's chance when a combatant is defeated, whose owner saves it or not, as is best. Rule: stacks:roll.losses."""
        stack = attackers if mine else defenders
        kind = self.kinds[token // (4 * BONUSES)]
        ways: list[list[int]] = []
        if kind.regenerates and (token // (2 * BONUSES)) % 2 == 0:
            ways.append(changed(stack, token, token + 2 * BONUSES))
        else:
            ways.append(without(stack, token))
            ways += [
                without(stack, other) for other in different(stack) if self._may_die_for(stack, other, token)
            ]
        if mine:
            return max([self._chance(way, defenders, held) for way in ways])
        return min([self._chance(attackers, way, held) for way in ways])

    def _may_die_for(self, stack: list[int], martyr: int, token: int) -> bool:
        """True if a unit may step in for a combatant. Rule: stacks:martyr.eligible."""
        return self.kinds[martyr // (4 * BONUSES)].martyr and (martyr != token or stack.count(token) > 1)


# ---------------------------------------------------------------- lists of tokens


def different(stack: list[int]) -> list[int]:
    """The different tokens of a sorted stack."""
    found: list[int] = []
    for token in stack:
        if not found or found[len(found) - 1] != token:
            found.append(token)
    return found


def without(stack: list[int], token: int) -> list[int]:
    """A stack without one of these tokens."""
    left = list(stack)
    left.remove(token)
    return left


def changed(stack: list[int], token: int, new: int) -> list[int]:
    """A sorted stack with one token replaced by another."""
    left = list(stack)
    left.remove(token)
    left.append(new)
    left.sort()
    return left


def game_value(matrix: list[list[float]]) -> float:
    """The value of a matrix game: exact with a saddle point and for 2 by 2, else by some rounds of fictitious play."""
    height, across = len(matrix), len(matrix[0])
    floor = -1.0
    for line in matrix:
        floor = max(floor, min(line))
    ceiling = 2.0
    for j in range(across):
        most = -1.0
        for i in range(height):
            most = max(most, matrix[i][j])
        ceiling = min(ceiling, most)
    if ceiling - floor < 0.002:
        return floor
    if height == 2 and across == 2:
        a, b, c, d = matrix[0][0], matrix[0][1], matrix[1][0], matrix[1][1]
        return (a * d - b * c) / (a + d - b - c)
    return _tried(matrix, height, across, floor, ceiling)


def _tried(matrix: list[list[float]], height: int, across: int, floor: float, ceiling: float) -> float:
    """The value by fictitious play, cut short: the middle between what the two sides can secure."""
    sums_rows = [0.0] * height  # what each row has won against the columns tried
    sums_columns = [0.0] * across
    row = column = 0
    low, high = floor, ceiling
    for turn in range(1, 41):
        line = matrix[row]
        for j in range(across):
            sums_columns[j] += line[j]
        for i in range(height):
            sums_rows[i] += matrix[i][column]
        best = sums_rows[0]
        row = 0
        for i in range(1, height):
            if sums_rows[i] > best:
                best, row = sums_rows[i], i
        worst = sums_columns[0]
        column = 0
        for j in range(1, across):
            if sums_columns[j] < worst:
                worst, column = sums_columns[j], j
        low = max(low, worst / turn)
        high = min(high, best / turn)
        if high - low < 0.004:
            break
    return (low + high) / 2
