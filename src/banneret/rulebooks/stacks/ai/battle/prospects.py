"""The end of a battle that both sides fight well: the whole of it, worked out backwards from its end, and remembered.

A battle is seen as a row of exchanges. In each the sides pick their combatants in secret, Guards and units that can withdraw give
their owner the last word, one combatant may paralyze the other, all others support, and a roll decides; Martyrs and units that
regenerate get their due. Spells, artifacts, retreat and flight are left out. What is left of both stacks is one position, and
every position is worked out once. For large stacks, where that would take too long, `Estimates.outlook` has to do.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.rulebooks.stacks.ai.estimates import WINS, Estimates
from banneret.rulebooks.stacks.state import Unit
from banneret.rulebooks.stacks.tables.kinds import REST_OF_BATTLE, UnitKind

MOST_WORK: Final = 2000.0  # to be done for one battle, in positions of five kinds of units against five; see `Prospects.work`
MOST_KEPT: Final = 300_000
BONUSES: Final = 32  # of Cannibals: tokens leave room for so much

# a token is a unit as far as it matters: ((kind * 2 + defeated once) * 2 + skirmish spent) * BONUSES + Cannibal bonus


def token_of(unit: Unit) -> int:
    """All that matters of a unit that can be used."""
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
        """Make room when much is remembered."""
        if len(self._chances) > MOST_KEPT:
            self._chances = {}

    # ------------------------------------------------------------------ whole battles

    def chance(self, attackers: list[int], defenders: list[int], held: int) -> float:
        """The attacker's chance; tokens of the usable units of both. `held`: 1 if the attacker has paralyzed units besides, 2 if the defender has."""
        attackers.sort()
        defenders.sort()
        return self._chance(attackers, defenders, held)

    def _over(self, attackers: list[int], defenders: list[int], held: int) -> float:
        """One side at least has no usable unit. Rule: stacks:reveal.none-usable, stacks:end.mutual."""
        if not attackers and not defenders:
            return 0.5
        if not attackers:
            return 0.5 if held & 1 else 0.0
        return 0.5 if held & 2 else 1.0

    def _chance(self, attackers: list[int], defenders: list[int], held: int) -> float:
        """The same for sorted tokens, remembered."""
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
        """About how much there is to do to work a battle out: the positions that can come of it, times what one of them takes.

        Units that paralyze make more positions, with units held and not held, and more ways for each exchange to go.
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
        """The number of different stacks that can become of a sorted one: each unit there, or not, or defeated once."""
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
        """The value of the secret choice of combatants."""
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
        """The value of these two in front at T4, paralysis first. Rule: stacks:paralyze.use."""
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
        """A combatant of the attacker (`mine`) or of the defender is paralyzed and replaced, or destroyed.

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
        """Both combatants are paralyzed at once. Rule: stacks:paralyze.mutual."""
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
        """The value of the roll between these two, all others supporting; `tied`: see `rolled`."""
        return self.rolled(attackers, defenders, a, b, self.lead(attackers, defenders, a, b), held, tied)

    def lead(self, attackers: list[int], defenders: list[int], a: int, b: int) -> int:
        """The lead of the attacker before the dice, with all support."""
        unit, enemy = self.kinds[a // (4 * BONUSES)], self.kinds[b // (4 * BONUSES)]
        lead = self.estimates.lead(unit, enemy, True) + a % BONUSES - b % BONUSES
        return lead + self._behind(attackers, a) - self._behind(defenders, b)

    def _behind(self, stack: list[int], front: int) -> int:
        """The support of all but one. Rule: stacks:mod.archer-stack, stacks:mod.archer-own, stacks:opt.archers."""
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
        """The chance when these two roll with that lead; `tied` is the chance after a tie, if negative it is rolled again."""
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
        """The attacker's chance when a combatant is defeated, its owner making the best of it. Rule: stacks:roll.losses."""
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
    """A stack with one token less."""
    left = list(stack)
    left.remove(token)
    return left


def changed(stack: list[int], token: int, new: int) -> list[int]:
    """A stack with one token become another."""
    left = list(stack)
    left.remove(token)
    left.append(new)
    left.sort()
    return left


def game_value(matrix: list[list[float]]) -> float:
    """The value of a secret choice: exact at a saddle and for two choices against two, else by a few rounds of trying."""
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
    """Fictitious play, cut short: what both sides make sure of, and the middle between."""
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
