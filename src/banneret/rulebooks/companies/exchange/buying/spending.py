"""Spending extra successes: amounts of the entries of a menu, within what there is.

Rules: companies:volley.allocate, companies:spec.buy, companies:steel.limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.sides import is_crowd
from banneret.rulebooks.companies.board.sight import has_scouted
from banneret.rulebooks.companies.exchange.asking import ask_leaders
from banneret.rulebooks.companies.exchange.buying.strikes import strike_dice
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.fighting.shots import FIGHT, SHOOT, has_token, marks, shooters
from banneret.rulebooks.companies.pools.steel import can_be_forced
from banneret.rulebooks.companies.pools.troops import has_skill
from banneret.rulebooks.companies.stages import VOLLEYS
from banneret.rulebooks.companies.state import NOBODY, UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import (
    ADVANCE,
    CHARGE,
    SKIRMISH,
    UNBOUNDED,
    Purchase,
    actions,
)
from banneret.rulebooks.companies.tables.grounds import MOST_WORKS
from banneret.rulebooks.companies.tables.specialists import (
    ARTILLERY,
    DRESSING,
    MAGIC,
    REINFORCE,
    specialists,
    spells,
)
from banneret.rulebooks.companies.text.goods import goods_named
from banneret.rulebooks.companies.text.names import company_name

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

VERB: Final = "spend"
BREACHERS: Final = ("Siege Engineer", "War Engineer")
STRIKES: Final = ("strike", "own-strike")
STRIKE_DIE: Final = "strike-die"
OWN_STRIKE: Final = "own-strike"
IN_PERSON: Final = (FIGHT, SHOOT, OWN_STRIKE)
SAVED_FOR: Final = {"charge-die": (CHARGE,), "weapon-die": (CHARGE, SKIRMISH)}
"""The actions of the very next volley that a saved die serves. Rules: companies:flank.charge-dice, companies:rally.weapon-dice."""
POINTS: Final = ("strike", "damage", "dig-in")
"""Purchases that win points of Disposition: by default they are bought before all others."""
OFTEN: Final = ("strike", "damage", "breach")
"""Things that are by default bought as often as possible; others are bought once."""
STEEL: Final = "steel"


@dataclass(slots=True, init=False)
class Good:
    """Something that may be bought: its word, its price, and how often at most (`UNBOUNDED`: as often as there is enough)."""

    word: str
    price: int
    most: int

    def __init__(self, word: str, price: int, most: int) -> None:
        self.word = word
        self.price = price
        self.most = most


class Spend(Decision):
    """The choice of what extra successes buy: `spend (strike 3) (steel 1)`. What is not spent is lost.

    Attributes:
        company: The company that spends.
        foe: The enemy that its action is tested against.
        budget: The extra successes.
        goods: The things on offer, in the order in which they are carried out.
        lost: The points that a Withdraw of this volley costs the company.
        hurt: The points that a Withdraw of this volley costs the enemy.
        taken: The bonus of the position that the company's Advance takes in this volley.
        held: The bonus of the position that the enemy's Advance takes in it.
        idle: The things that are known to bring nothing.
        edge: The dice that a strike of the troops has more than the enemy's answer, and one more if the company has more Disposition left.
            From 1 on a strike pays.
    """

    def __init__(
        self,
        side: int,
        budget: int,
        goods: list[Good],
        company: int = NOBODY,
        foe: int = NOBODY,
        lost: int = 0,
        hurt: int = 0,
        taken: int = 0,
        held: int = 0,
        idle: tuple[str, ...] = (),
        edge: int = 1,
    ) -> None:
        super().__init__("spend", side, "companies:volley.allocate")
        self.company: int = company
        self.foe: int = foe
        self.budget: int = budget
        self.goods: list[Good] = goods
        self.lost: int = lost
        self.hurt: int = hurt
        self.taken: int = taken
        self.held: int = held
        self.idle: tuple[str, ...] = idle
        self.edge: int = edge

    def default(self) -> Order:
        """Points of Disposition first, then one of each other thing in the order of the menu, then Steel tests for the rest.

        Not bought are a commander's own fights and shots, things that are known to bring nothing, and strikes that do not pay.
        """
        left = self.budget
        amounts = [0] * len(self.goods)
        steady = [number for number, good in enumerate(self.goods) if good.word in POINTS]
        others = [number for number in range(len(self.goods)) if number not in steady]
        for number in [*steady, *others]:
            amounts[number] = self._usual(self.goods[number], left, amounts)
            left -= amounts[number] * self.goods[number].price
        for number, good in enumerate(self.goods):
            if good.word == STEEL and good.word not in self.idle:
                more = left // good.price
                if good.most != UNBOUNDED:
                    more = min(more, good.most - amounts[number])
                amounts[number] += more
                left -= more * good.price
        return self._order(amounts)

    def _usual(self, good: Good, left: int, amounts: list[int]) -> int:
        """The number of a thing that is bought by default with `left` extra successes, after these `amounts` of others."""
        if good.word in IN_PERSON or good.word in self.idle:
            return 0
        most = left // good.price
        if good.word == "strike" and self.edge < 1:
            die = next((one.price for one in self.goods if one.word == STRIKE_DIE), left)
            most = left // (good.price + die) if self.edge == 0 else 0
        if good.word == STRIKE_DIE:
            struck = sum([amounts[number] for number, one in enumerate(self.goods) if one.word == "strike"])
            return min(most, struck)
        if good.word not in OFTEN:
            most = min(most, 1)
        return most if good.most == UNBOUNDED else min(most, good.most)

    def orders(self) -> list[Order]:
        """The default, nothing, and each thing alone."""
        found: list[Order] = [self.default()]
        alone: list[Order] = [(VERB, (good.word, 1)) for good in self.goods]
        for order in [(VERB,), *alone]:
            if order not in found and self.check(order) is None:
                found.append(order)
        return found

    def sample(self, chance: Chance) -> Order:
        """Things drawn at random, until nothing is drawn or there were as many draws as extra successes; those that may not be bought are put back."""
        amounts = [0] * len(self.goods)
        for _ in range(self.budget):
            number = chance.below(len(self.goods) + 1)
            if number == len(self.goods):
                break
            amounts[number] += 1
            if not self._may_be(amounts):
                amounts[number] -= 1
        return self._order(amounts)

    def _may_be(self, amounts: list[int]) -> bool:
        """True if `check` takes these amounts, without an order and a reason why not."""
        cost = strikes = dice = 0
        for number, good in enumerate(self.goods):
            amount = amounts[number]
            if not amount:
                continue
            if good.most != UNBOUNDED and amount > good.most:
                return False
            cost += amount * good.price
            if good.word == STRIKE_DIE:
                dice += amount
            elif good.word in STRIKES:
                strikes += amount
        return cost <= self.budget and dice <= strikes

    def _order(self, amounts: list[int]) -> Order:
        return (
            VERB,
            *[(good.word, amount) for good, amount in zip(self.goods, amounts, strict=True) if amount],
        )

    def check(self, order: Order) -> Refusal | None:
        """None if each thing may be bought that often, in the order of the menu, and all of it can be paid."""
        if not order or order[0] != VERB:
            return self._refusal(f"Say '{VERB}' and what to buy: {VERB} (strike 2).")
        at = 0
        cost = 0
        bought: dict[str, int] = {}
        for group in order[1:]:
            if not (isinstance(group, tuple) and len(group) == 2 and isinstance(group[1], int)):
                return self._refusal("Say of each thing how many of it to buy: (strike 2).")
            word, amount = group
            while at < len(self.goods) and self.goods[at].word != word:
                at += 1
            if at == len(self.goods):
                words = ", ".join(good.word for good in self.goods)
                return self._refusal(
                    f"'{word}' is not to be had, or out of order. In this order there are: {words}."
                )
            good = self.goods[at]
            at += 1
            if amount < 1 or (good.most != UNBOUNDED and amount > good.most):
                most = f"1 to {good.most}" if good.most > 1 else "only 1"
                return self._refusal(f"Buy {'1 or more' if good.most == UNBOUNDED else most} of '{word}'.")
            bought[good.word] = amount
            cost += amount * good.price
        if cost > self.budget:
            return self._refusal(f"That costs {cost}, and there are {self.budget} extra successes.")
        if bought.get(STRIKE_DIE, 0) > sum(bought.get(word, 0) for word in STRIKES):
            return Refusal(
                f"Each strike may have one '{STRIKE_DIE}': buy no more of them than strikes.",
                "companies:charge.strike-dice",
                self.default(),
            )
        return None

    def _refusal(self, reason: str) -> Refusal:
        return Refusal(reason, self.rule, self.default())


def spend_extra(state: State, table: Table, efforts: list[Effort]) -> None:
    """Let leaders spend the extra successes of their actions, all in secret and together. Rule: companies:volley.allocate."""
    asked: list[Effort] = []
    decisions: list[Decision] = []
    for effort in efforts:
        if not effort.works_out or effort.extra < 1:
            continue
        side = state.setting.forces[effort.company].side
        other = efforts[effort.foe]
        goods = [one for one in goods_of(state, effort, other) if one.price <= effort.extra]
        if goods:
            asked.append(effort)
            decisions.append(
                Spend(
                    side,
                    effort.extra,
                    goods,
                    effort.company,
                    effort.foe,
                    effort.losses,
                    other.losses,
                    state.values[effort.target] if effort.taken else 0,
                    state.values[other.target] if other.taken else 0,
                    _idle(state, effort, other),
                    _edge(state, effort, other) if goods[0].word == "strike" else 1,
                )
            )
    if decisions:
        for effort, order in zip(asked, ask_leaders(table, decisions), strict=True):
            for group in order[1:]:
                assert isinstance(group, tuple)
                effort.bought[str(group[0])] = int(group[1])
        if table.telling:
            for effort, decision in zip(asked, decisions, strict=True):
                assert isinstance(decision, Spend)
                table.tell(spent(state, effort, decision.goods))


def _idle(state: State, effort: Effort, other: Effort) -> tuple[str, ...]:
    """The things that are known to bring a company nothing: dice for an action that it has not written, runners already lost, idle spells.

    Rules: companies:flank.charge-dice, companies:rally.weapon-dice, companies:spec.runners-effect, companies:spec.magic.
    """
    written = state.companies[effort.company].written
    after = state.volley + 1
    found = ["runners"] if state.companies[other.company].runners_lost else []
    if written is not None and after < VOLLEYS and written[after] != UNWRITTEN:
        found += [word for word in SAVED_FOR if not serves(state, effort.company, word, written[after])]
    return (
        *found,
        *[f"cast-{name}" for name in spells() if idle_spell(state, effort.company, other.company, name)],
    )


def serves(state: State, number: int, word: str, action: int) -> bool:
    """True if a saved die serves a company in an action; in a Skirmish it serves a shot, which needs a shooter and a conflict scene.

    Rules: companies:rally.weapon-dice, companies:skirmish.range, companies:fight.token.
    """
    if action == SKIRMISH and word == "weapon-die":
        return has_token(state, number) and bool(shooters(state, number))
    return action in SAVED_FOR[word]


def idle_spell(state: State, number: int, foe: int, name: str) -> str:
    """The reason why a spell is known to bring nothing; empty if it may bring something. Rules: companies:spec.magic, companies:steel.limit."""
    spell, enemy = spells()[name], state.companies[foe]
    if spell.damage:
        return ""
    if spell.works and not enemy.holds:
        return "They hold no works."
    if spell.works and not (
        state.works[enemy.place] or has_skill(state, foe, specialists()[REINFORCE].skills)
    ):
        return "They hold no works, and can raise none."
    if spell.hides and not has_scouted(state, foe, number):
        return "They have not scouted you."
    if spell.steel and not can_be_forced(state, enemy):
        return "They cannot be forced to test Steel now."
    return ""


def _edge(state: State, effort: Effort, other: Effort) -> int:
    """The dice that a strike has more than the enemy's answer, and one more if the company has more Disposition left. Rules: companies:strike.test, companies:strike.loss."""
    mine, theirs = strike_dice(state, effort.company, other.company, in_person=False)
    more = state.companies[effort.company].disposition > state.companies[other.company].disposition
    return mine - theirs + more


def spent(state: State, effort: Effort, offered: list[Good]) -> Event:
    """The news of what a company buys of what was offered. Rules: companies:volley.allocate, companies:map.hidden."""
    names = [company_name(state, number) for number in (effort.company, effort.foe)]
    against = f" against {names[1]}" if is_crowd(state) else ""
    prices = {good.word: good.price for good in offered}
    cost = sum([prices[word] * much for word, much in effort.bought.items()])
    goods = goods_named(state, list(effort.bought.items()))
    successes = f"{effort.extra} extra success{'' if effort.extra == 1 else 'es'}"
    text = (
        f"{names[0]}{against} spend {cost} of {successes}: {goods}."
        if goods
        else f"{names[0]} spend none of {successes}."
    )
    return Event("spend", text, "companies:volley.allocate", side=state.setting.forces[effort.company].side)


def goods_of(state: State, effort: Effort, other: Effort) -> list[Good]:
    """All that the menu of an action offers as things stand. Rule: companies:volley.allocate."""
    found: list[Good] = []
    for entry in actions()[effort.action].menu:
        if entry.id in effort.menu:
            found += _entry(state, effort, other, entry)
    words: set[str] = set()
    once: list[Good] = []
    for good in found:
        if good.word not in words:
            words.add(good.word)
            once.append(good)
    return once


def _entry(state: State, effort: Effort, other: Effort, entry: Purchase) -> list[Good]:
    """The goods that one entry of a menu offers."""
    company = state.companies[effort.company]
    enemy = state.companies[other.company]
    kind = entry.kind
    match kind:
        case "fight":
            return duels(state, effort, other, entry.cost)
        case "range":
            able = has_token(state, effort.company) and shooters(state, effort.company)
            return [Good(SHOOT, entry.cost, 1)] if able and marks(state, other.company) else []
        case "strike":
            own = [Good(OWN_STRIKE, entry.cost, 1)] if effort.action == CHARGE and effort.foray else []
            return [Good("strike", entry.cost, UNBOUNDED), *own]
        case "steel":
            return steel_tests(state, other, entry.cost)
        case "dig-in":
            return [] if company.dug else [Good(kind, entry.cost, 1)]
        case "breach":
            if effort.pool is None or effort.pool.skill not in BREACHERS or effort.pool.unskilled:
                return []
            works = state.works[enemy.place] if enemy.holds else 0
            return [Good(kind, entry.cost, works)] if works else []
        case "special":
            return specials(state, effort, other, entry.cost)
    return [Good(kind, entry.cost, entry.most)]


def duels(state: State, effort: Effort, other: Effort, price: int) -> list[Good]:
    """The duel with the enemy commander, for one extra success less if that commander is in the foray.

    An Advance may buy it only if it takes a position that the enemy held. Neither commander may be out.
    Rules: companies:fight.price, companies:fight.who, companies:advance.fight, companies:charge.vulnerable.
    """
    if not has_token(state, effort.company):
        return []
    if effort.action == ADVANCE and not (effort.taken and effort.target == other.held):
        return []
    if any(state.people[state.companies[one.company].commander].out for one in (effort, other)):
        return []
    return [Good(FIGHT, price - other.foray, 1)]


def steel_tests(state: State, other: Effort, price: int) -> list[Good]:
    """Steel tests that the enemy commander may be forced to. Rules: companies:steel.limit, companies:spec.steel."""
    if not can_be_forced(state, state.companies[other.company]):
        return []
    once = state.setting.flags.steel_limit == "once-per-exchange"
    return [Good(STEEL, price, 1 if once else UNBOUNDED)]


def specials(state: State, effort: Effort, other: Effort, price: int) -> list[Good]:
    """The specialist actions that somebody of the company can carry out and that have an object. Rules: companies:spec.buy, companies:spec.qualified."""
    number = effort.company
    company = state.companies[number]
    enemy = state.companies[other.company]
    known = specialists()
    found: list[Good] = []
    if has_skill(state, number, known[DRESSING].skills):
        for person, one in enumerate(state.people):
            if one.company == number and one.wounds:
                found.append(Good(f"dress-{state.setting.people[person].id}", price, len(one.wounds)))
    found.append(Good("runners", price, UNBOUNDED))
    if has_scouted(state, other.company, number):
        found.append(Good("scouts", price, UNBOUNDED))
    if company.holds and has_skill(state, number, known[REINFORCE].skills):
        rating = state.works[company.place] + 1
        found += [Good(f"reinforce-{wanted}", price, 1) for wanted in range(rating, MOST_WORKS + 1)]
    if enemy.holds and state.works[enemy.place] and has_skill(state, number, known[ARTILLERY].skills):
        found.append(Good("artillery", price, UNBOUNDED))
    if has_skill(state, number, known[MAGIC].skills):
        found += [Good(f"cast-{name}", price, UNBOUNDED) for name in spells()]
    return found + steel_tests(state, other, price)
