"""The worth of an action against another, and the mix of actions that gives least away.

Rules: companies:test.matrix, companies:volley.allocate.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import mul
from typing import Final

from banneret.rulebooks.companies.board.sight import has_scouted
from banneret.rulebooks.companies.board.standing import near
from banneret.rulebooks.companies.exchange.buying.strikes import (
    behind_works,
    own_weapon,
    saved_dice,
    size_dice,
)
from banneret.rulebooks.companies.odds.bought.gains import (
    MANY,
    Strike,
    Worths,
    besides,
    lost,
    mean,
    spent,
    struck,
)
from banneret.rulebooks.companies.odds.bought.specials import runners_lost, scouts_lost
from banneret.rulebooks.companies.odds.forecast import (
    Forecast,
    Plan,
    Shares,
    forecast,
    plan,
    plans,
    spread,
    strike_chances,
    trade,
)
from banneret.rulebooks.companies.pools.steel import STEEL, steel_obstacle
from banneret.rulebooks.companies.pools.wounds import dice_lost
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import (
    ADVANCE,
    CHARGE,
    FLANK,
    HOLD,
    NOTHING,
    RALLY,
    SCOUT,
    SKIRMISH,
    WITHDRAW,
    actions,
)

SEEN: Final = 0.1
"""The worth of scouting an enemy who is in sight."""
ROUNDS: Final = 60
"""The rounds in which both sides learn what mix gives least away."""
PRESSING: Final = (ADVANCE, FLANK, HOLD, SKIRMISH)
"""Actions of which two extra successes cost the enemy a point."""
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Posture:
    """The weights of one way to lead a battle, in points of Disposition.

    Attributes:
        hurt: A point that the enemy loses.
        suffer: A point that the own company loses.
        ground: A point of a position taken or given up; little, for it is soon shot away, and a new Advance brings it back.
        sight: Having scouted the enemy.
        known: The factor of what the actions that need a scouted enemy bring beyond the others.
        nerve: A volley in which the enemy hesitates.
        save: A die or bonus for later.
        hidden: Being out of the sight of an enemy who had scouted the company.
        finish: The fall of the enemy, beyond its last points.
        runners: The runners of either side.
        dig: Being dug in.
        night: Added to `ground` in the last exchange before nightfall.
        tilt: From 0, where all points count alike, to 1: the more, the more the points of the company with fewer left count.
    """

    hurt: float = 1.0
    suffer: float = 1.0
    ground: float = 0.25
    sight: float = 0.5
    known: float = 2.0
    nerve: float = 1.6
    save: float = 0.35
    hidden: float = 0.5
    finish: float = 0.0
    runners: float = 0.8
    dig: float = 0.9
    night: float = 0.0
    tilt: float = 0.0


OWN: Final = Posture()
"""The greedy player's own posture."""


class Prospects:
    """The worth of all 64 pairs of actions to one company against another.

    Wherever a method takes `whose`, 0 is the company itself and 1 its enemy.

    Attributes:
        number: The company.
        foe: Its enemy.
        own: The company's eight actions.
        other: The enemy's eight actions.
        steel: The chances that the commander of the enemy, and that of the company, fails a Steel test.
        sight: The worth of having scouted the other, to the company and to the enemy.
    """

    def __init__(self, state: State, number: int, foe: int, posture: Posture) -> None:
        self.state = state
        self.number = number
        self.foe = foe
        self.posture = posture
        self.own = plans(state, number, foe)
        self.other = plans(state, foe, number)
        self.steel = [shaken(state, one) for one in (foe, number)]
        self._worths: dict[int, Worths] = {}
        self._specials: list[list[float]] = [[], []]
        self._weighed = [False, False]
        self._cost: list[int] = [self._leaving(number), self._leaving(foe)]
        self.sight = [posture.sight, posture.sight]
        self.sight = [self._worth_of_sight(number, foe, 0), self._worth_of_sight(foe, number, 1)]

    def _worth_of_sight(self, number: int, foe: int, whose: int) -> float:
        """The worth of having scouted the enemy, by what the actions that need it bring beyond the others. Rule: companies:scout.gate."""
        state = self.state
        if has_scouted(state, number, foe):
            return SEEN
        gated = state.setting.flags.gated
        against = self.other if whose == 0 else self.own
        own = self.own if whose == 0 else self.other
        open_ = [one for one in own if not gated[one.effort.scripted] and one.effort.scripted != SCOUT]
        usual = max([self._mean(one, against, whose) for one in open_])
        plans_ = [
            plan(state, number, foe, action, free=True) for action in range(len(gated)) if gated[action]
        ]
        best = max([self._mean(one, against, whose) for one in plans_ if in_reach(state, one)], default=usual)
        return self.posture.sight + self.posture.known * max(0.0, best - usual)

    def _mean(self, mine: Plan, against: list[Plan], whose: int) -> float:
        """The mean worth of an action against all of the enemy's."""
        return sum([self.worth(mine, one, whose) for one in against]) / len(against)

    def _leaving(self, number: int) -> int:
        """The points that a company gives up when it leaves its position."""
        company = self.state.companies[number]
        return company.bonus + company.dug

    def _shield(self, theirs: Plan, whose: int) -> int:
        """The points of its position and of digging in that an enemy loses first, 0 if its action leaves the position. Rules: companies:disp.loss, companies:position.leave."""
        scripted = theirs.effort.scripted
        if scripted != NOTHING and actions()[scripted].leaves:
            return 0
        return self._cost[1 - whose]

    def _special(self, whose: int) -> list[float]:
        """The worths of the specialist actions that troops may try, the best first: once each. Rules: companies:spec.runners, companies:spec.scouts."""
        if not self._weighed[whose]:
            self._weighed[whose] = True
            state, posture = self.state, self.posture
            number, foe = (self.number, self.foe) if whose == 0 else (self.foe, self.number)
            found = self._specials[whose]
            if not state.companies[foe].runners_lost:
                found.append(posture.runners * runners_lost(state, number, foe))
            if has_scouted(state, foe, number):
                found.append(posture.hidden * scouts_lost(state, number, foe))
            found.sort(reverse=True)
        return self._specials[whose]

    def bought(self, mine: Plan, theirs: Plan, whose: int, saving: bool = False) -> Worths:
        """The worth of each number of extra successes of an action against another; with `saving` a Rally saves all of them for a Charge."""
        action = mine.effort.action
        shield = (
            0
            if action == ADVANCE and mine.effort.target == theirs.effort.held
            else self._shield(theirs, whose)
        )
        skirmishing = action == CHARGE and theirs.effort.scripted == SKIRMISH
        key = (((action * 2 + whose) * 2 + skirmishing) * 2 + saving) * 16 + min(shield, 15)
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = self._spent(mine, whose, shield, skirmishing, saving)
        return found

    def _spent(self, mine: Plan, whose: int, shield: int, skirmishing: bool, saving: bool) -> Worths:
        """The worth of each number of extra successes, spent on what is worth most."""
        action, posture = mine.effort.action, self.posture
        company = self.state.companies[mine.effort.company]
        ground = posture.ground
        nerve = self.steel[whose] * posture.nerve
        if action == ADVANCE:
            return spent((), 1, MANY, shield, ground)
        if action == CHARGE:
            return besides(self._strikes(mine, whose, shield, skirmishing), 1, nerve)
        if action == SCOUT:
            return spent(tuple(self._special(whose)), 2, 0, shield, ground)
        items = tuple(self._special(whose))
        if action == FLANK:
            return spent(items, 1, MANY, shield, ground)
        dig = 0.0 if company.dug else posture.dig
        if action == HOLD:
            return besides(spent(items, 1, 1, shield, ground), 2, dig)
        if action == RALLY:
            if saving:
                return spent((), 1, 0, shield, ground)
            save = 0.0 if company.command_die else posture.save
            return besides(spent(tuple(sorted([*items, save], reverse=True)), 1, 0, shield, ground), 2, dig)
        assert action == SKIRMISH
        return spent(tuple(sorted([*items, nerve], reverse=True)), 1, MANY, shield, ground)

    def _strikes(self, mine: Plan, whose: int, shield: int, skirmishing: bool) -> Worths:
        """The strikes of a Charge, one of them by the commander where he has joined it and strikes better. Rules: companies:charge.strikes, companies:strike.commander, companies:strike.skirmish."""
        state, posture = self.state, self.posture
        number, foe = mine.effort.company, self.foe if whose == 0 else self.number
        more = own_weapon(state, number) - state.setting.forces[number].weapon if mine.effort.foray else 0
        usual = strikes(state, number, foe, int(skirmishing))
        first = strikes(state, number, foe, skirmishing + max(0, more))
        weight = posture.suffer / posture.hurt if whose == 0 else posture.hurt / posture.suffer
        served = state.companies[number].weapon_dice
        if not served or not state.setting.flags.weapon_dice_once:
            return struck(first, usual, weight, shield, posture.ground)
        bare = strikes(state, number, foe, int(skirmishing), served)
        return struck(first, usual, weight, shield, posture.ground, served, bare)

    def matrix(self) -> Matrix:
        """The worth of every own action, as rows, against every action of the enemy."""
        found: Matrix = []
        for mine in self.own:
            row = []
            for theirs in self.other:
                gain = self.worth(mine, theirs, 0) * self.posture.hurt
                row.append(gain - self.worth(theirs, mine, 1) * self.posture.suffer)
            found.append(row)
        return found

    def worth(self, mine: Plan, theirs: Plan, whose: int, saving: bool = False) -> float:
        """The worth that an action is expected to bring its own company; with `saving` a Rally saves its extra successes for a Charge."""
        cost = 0.0
        scripted = mine.effort.scripted
        if scripted != NOTHING and actions()[scripted].leaves:
            cost = self._cost[whose] * self.posture.ground
        if mine.effort.action == NOTHING:
            return -cost
        found = forecast(self.state, mine, theirs)
        if mine.effort.action == WITHDRAW:
            return self._withdrawing(mine, theirs, found, whose) - cost
        if self.posture.finish:
            cost -= self.posture.finish * self._finishing(mine, theirs, found)
        return self._gained(mine, theirs, found, whose, saving) - cost

    def _finishing(self, mine: Plan, theirs: Plan, found: Forecast) -> float:
        """The chance that an action buys the last points of the enemy. Rule: companies:end.zero."""
        left = self.state.companies[theirs.effort.company].disposition
        if mine.effort.action in PRESSING:
            return at_least(found.extra, 2 * left) if found.menu else 0.0
        return at_least(found.extra, 2 * left - 1) if mine.effort.action == CHARGE else 0.0

    def _withdrawing(self, mine: Plan, theirs: Plan, found: Forecast, whose: int) -> float:
        """The worth of a Withdraw: the points that it costs both sides, the fall of either, and being out of sight again. Rules: companies:withdraw.versus-win, companies:withdraw.hidden."""
        state, posture = self.state, self.posture
        number, foe = mine.effort.company, theirs.effort.company
        hurt, suffered, kills, dies = trade(state, mine, theirs, found)
        hurt = lost(hurt, self._shield(theirs, whose), posture.ground)
        weight = posture.suffer / posture.hurt if whose == 0 else posture.hurt / posture.suffer
        seen = has_scouted(state, foe, number)
        hidden = posture.hidden if seen else 0.0
        return (
            hurt + posture.finish * kills - weight * (suffered + posture.finish * dies) + found.works * hidden
        )

    def _gained(self, mine: Plan, theirs: Plan, found: Forecast, whose: int, saving: bool) -> float:
        """The worth of the success and the extra successes of an action."""
        action = mine.effort.action
        posture = self.posture
        state = self.state
        if action == HOLD and not found.menu:
            return 0.0
        worth = mean(found.extra, self.bought(mine, theirs, whose, saving))
        if action == ADVANCE:
            target = mine.effort.target
            value = state.values[target]
            taken = value * posture.ground
            if value and target == theirs.effort.held:
                taken += self._shield(theirs, whose) * posture.ground
            toward = sum([number * chance for number, chance in enumerate(found.progress)]) if value else 0.0
            return worth + found.works * taken + 0.3 * toward * (1 - found.works)
        if action == RALLY and state.companies[mine.effort.company].runners_lost:
            return worth + found.works * posture.runners
        return worth + found.works * self.sight[whose] if action == SCOUT else worth


def in_reach(state: State, mine: Plan) -> bool:
    """True if the enemy is near, or the action does not need it near. Rule: companies:charge.requirement."""
    company, enemy = state.companies[mine.effort.company], state.companies[mine.effort.foe]
    return not actions()[mine.effort.scripted].needs_near or near(state, company, enemy)


def each(extra: Shares, price: int) -> float:
    """The expected number of things of that price that can be bought."""
    return sum([(number // price) * chance for number, chance in enumerate(extra)])


def at_least(extra: Shares, least: int) -> float:
    """The chance of that many extra successes or more."""
    return sum(extra[least:])


def shaken(state: State, number: int) -> float:
    """The chance that the commander of a company fails a Steel test. Rule: companies:core.steel."""
    commander = state.companies[number].commander
    officer = state.setting.people[commander]
    dice = max(0, officer.steel - dice_lost(state.people[commander]))
    return sum(spread(dice, officer.shade(STEEL), True, False, 0)[: steel_obstacle(state, commander)])


def strikes(state: State, number: int, foe: int, more: int, before: int = 0) -> tuple[Strike, Strike]:
    """The points that a strike is expected to cost the enemy and the striker, without and with a bought die.

    Args:
        state: The battle.
        number: The company that strikes.
        foe: The enemy company.
        more: Further dice of the striker.
        before: The strikes of the same Charge before it.

    Rules: companies:strike.loss, companies:rally.weapon-dice.
    """
    mine, theirs = size_dice(state, number, foe, behind_works(state, foe))
    mine += state.setting.forces[number].weapon + saved_dice(state, number, before) + more
    theirs += state.setting.forces[foe].weapon
    return strike_chances(mine, theirs), strike_chances(mine + 1, theirs)


def strike_worth(state: State, number: int, foe: int, posture: Posture) -> tuple[float, float]:
    """The worth of a strike of a company at another, in points that the enemy loses, without and with a bought die. Rule: companies:strike.loss."""
    weight = posture.suffer / posture.hurt
    bare, sharpened = strikes(state, number, foe, 0)
    return bare[0] - bare[1] * weight, sharpened[0] - sharpened[1] * weight


def solve(matrix: Matrix) -> tuple[list[float], list[float], float]:
    """The mixes of rows and columns that give least away, and the value of the game to the rows, by averaged regret matching.

    >>> rows, columns, value = solve([[1.0, -1.0], [-1.0, 1.0]])
    >>> [round(one, 1) for one in (*rows, *columns)], round(abs(value), 1)
    ([0.5, 0.5, 0.5, 0.5], 0.0)
    """
    turned = [list(column) for column in zip(*matrix, strict=True)]
    regret = [0.0] * len(matrix)
    regretted = [0.0] * len(turned)
    rows = [0.0] * len(matrix)
    columns = [0.0] * len(turned)
    for turn in range(1, ROUNDS + 1):
        theirs = _matched(regretted)
        worth = [dot(row, theirs) for row in matrix]
        mine = _matched(regret)
        value = dot(mine, worth)
        regret = [max(0.0, old + one - value) for old, one in zip(regret, worth, strict=True)]
        mine = _matched(regret)  # the columns learn from what the rows have learnt
        cost = [dot(column, mine) for column in turned]
        value = dot(theirs, cost)
        regretted = [max(0.0, old + value - one) for old, one in zip(regretted, cost, strict=True)]
        rows = [old + turn * one for old, one in zip(rows, mine, strict=True)]
        columns = [old + turn * one for old, one in zip(columns, theirs, strict=True)]
    total = ROUNDS * (ROUNDS + 1) / 2
    rows = [one / total for one in rows]
    columns = [one / total for one in columns]
    return rows, columns, dot(rows, [dot(row, columns) for row in matrix])


def dot(first: list[float], second: list[float]) -> float:
    """The sum of products."""
    total: float = sum(map(mul, first, second))
    return total


def _matched(regret: list[float]) -> list[float]:
    total = sum(regret)
    return [one / total for one in regret] if total > 0 else [1 / len(regret)] * len(regret)
