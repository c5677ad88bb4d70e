"""The duel of two commanders: up to six passes, scripted one by one.

Rules: companies:fight.house-pass, companies:fight.house-rolls, companies:fight.house-break-off, companies:fight.house-helpless,
companies:fight.house-end, companies:fight.withdraw, companies:fight.win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.event import Die, Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.sides import alliances_standing, sides_of
from banneret.rulebooks.companies.board.standing import lose
from banneret.rulebooks.companies.exchange.asking import CompanyChoice
from banneret.rulebooks.companies.exchange.end.ending import finish
from banneret.rulebooks.companies.exchange.fighting.hits import SHOCK, take_hit
from banneret.rulebooks.companies.exchange.nerve import stands_firm
from banneret.rulebooks.companies.pools.counting import counted
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.wounds import dice_lost, raised_for
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.skills import STATS, skills

STRIKE: Final = "strike"
GREAT: Final = "great-strike"
BLOCK: Final = "block"
BREAK: Final = "break-off"
HELPLESS: Final = ""
MOVES: Final = (STRIKE, GREAT, BLOCK, BREAK)
ATTACKS: Final = (STRIKE, GREAT)
PASSES: Final = 6
PRICE: Final = 2
"""The Disposition that a company loses to the other when its commander breaks away. Rule: companies:fight.withdraw."""
BREAK_OFF: Final = "break off"
"""The reason of a roll of Speed in a duel; all others are of the weapon."""
SPEED: Final = STATS.index("speed")
STAND: Final = "stand"
RUN: Final = "run"
BEG: Final = "beg"


@dataclass(slots=True)
class Duellist:
    """One of two commanders in a duel.

    Attributes:
        company: The company that they command.
        person: Their number among the people of the battle.
        weapon: The skill that they fight with, empty if they know none.
        ahead: The dice won by a block in the pass before.
        dazed: True if they stand and drool in the next pass.
        move: The move of the pass, HELPLESS if they have none.
        hit: The hit that they take in the pass.
        nerve: "?" if they must test Steel, then their choice if they fail it, else empty.
        away: True if they leave the duel.
    """

    company: int
    person: int
    weapon: str
    ahead: int = 0
    dazed: bool = False
    move: str = HELPLESS
    hit: int = 0
    nerve: str = ""
    away: bool = False


class DuelChoice(CompanyChoice):
    """The secret choice of a move, with both duellists, who are open to all. Rule: companies:fight.house-pass."""

    def __init__(self, state: State, own: Duellist, other: Duellist) -> None:
        options: list[Order] = [(move,) for move in MOVES]
        super().__init__("duel", state, own.company, "companies:fight.house-pass", options)
        self.own: Duellist = own
        self.other: Duellist = other


def best_weapon(known: dict[str, int]) -> str:
    """The best melee weapon skill, empty for none; the first of equals. Rule: companies:fight.house-rolls."""
    table = skills()
    found = [name for name in known if name in table and table[name].weapon and not table[name].missile]
    return max(found, key=lambda name: known[name], default="")


def fight_duel(state: State, table: Table, companies: tuple[int, int] = (0, 1)) -> None:
    """Fight a duel of two commanders to its end. Rules: companies:fight.who, companies:fight.house-end."""
    pair = []
    for company in [state.companies[number] for number in companies]:
        weapon = best_weapon(state.setting.people[company.commander].skills)
        pair.append(Duellist(company.id, company.commander, weapon))
    if table.telling:
        names = [state.setting.people[one.person].name for one in pair]
        table.tell(Event("duel", f"{names[0]} and {names[1]} meet in a duel.", "companies:fight.who"))
    for number in range(PASSES):
        choose_moves(state, table, pair)
        if table.telling:
            moves = [one.move.replace("-", " ") or "helpless" for one in pair]
            said = [
                f"{state.setting.people[one.person].name}: {move}"
                for one, move in zip(pair, moves, strict=True)
            ]
            text = f"Pass {number + 1}. {'; '.join(said)}."
            table.tell(Event("pass", text, "companies:fight.house-pass", reveals=True))
        for one in pair:
            one.dazed = False
        resolve(state, table, pair)
        for one in pair:
            if one.hit and take_hit(state, table, one.person, one.hit) >= SHOCK:
                one.nerve = "?"
        test_nerves(state, table, pair)
        if is_over(state, table, pair):
            return
    if table.telling:
        text = "The fighting parts the two commanders."
        table.tell(Event("duel-end", text, "companies:fight.house-end"))


def choose_moves(state: State, table: Table, pair: list[Duellist]) -> None:
    """Let both choose a move in secret; one who stands and drools has none. Rules: companies:fight.house-pass, companies:fight.house-steel."""
    free = [one for one in pair if not one.dazed]
    decisions: list[Decision] = [
        DuelChoice(state, one, pair[1] if one is pair[0] else pair[0]) for one in free
    ]
    orders = table.ask_all(decisions) if decisions else []
    for one in pair:
        one.move = HELPLESS
        one.hit = 0
        one.nerve = ""
    for one, order in zip(free, orders, strict=True):
        one.move = str(order[0])


def resolve(state: State, table: Table, pair: list[Duellist]) -> None:
    """Resolve the moves of a pass. Rules: companies:fight.house-rolls, companies:fight.house-helpless, companies:fight.house-break-off."""
    first, second = pair
    ahead = [one.ahead for one in pair]
    for one in pair:
        one.ahead = 0
    for own, other in ((first, second), (second, first)):
        if own.move == BREAK and other.move not in ATTACKS:
            own.away = True
        elif own.move == BREAK:
            break_away(state, table, own, other, ahead, pair)
        elif own.move in ATTACKS and other.move == HELPLESS:
            other.hit = strike_down(state, table, own, ahead[pair.index(own)])
        elif own.move in ATTACKS and other.move == BLOCK:
            guard(state, table, own, other, ahead, pair)
    if first.move in ATTACKS and second.move in ATTACKS:
        trade(state, table, pair, ahead)


def strike_dice(state: State, one: Duellist, more: int) -> int:
    """The dice of a duellist's weapon. Rule: companies:fight.house-rolls."""
    skill = state.setting.people[one.person].skills.get(one.weapon, 0)
    return skill - dice_lost(state.people[one.person]) + more


def break_dice(state: State, one: Duellist, more: int) -> int:
    """The dice with which a duellist breaks off. Rule: companies:fight.house-break-off."""
    return state.setting.people[one.person].stats[SPEED] - dice_lost(state.people[one.person]) + more


def rolled(state: State, table: Table, one: Duellist, dice: int, why: str, shown: list[Die] | None) -> int:
    """The successes of a duellist; `shown` takes the dice. Rule: companies:fight.house-rolls."""
    side = state.setting.forces[one.company].side
    shade = state.setting.people[one.person].shade("Speed" if why == BREAK_OFF else one.weapon)
    return roll(table, dice, why, side, shade, shown=shown)


def strike(state: State, table: Table, one: Duellist, more: int, shown: list[Die] | None) -> int:
    """The counted successes of a duellist's weapon; `shown` takes the dice. Rule: companies:fight.house-rolls."""
    successes = rolled(state, table, one, strike_dice(state, one, more), "duel", shown)
    return counted(successes, False, raised_for(state, one.person))


def tell_blows(
    state: State, table: Table, pair: list[Duellist], counts: list[int], dice: list[Die], rule: str
) -> None:
    """Tell what both rolled in a pass, with the dice. Rule: companies:fight.house-rolls."""
    names = [state.setting.people[one.person].name for one in pair]
    text = f"{names[0]} {counts[0]}, {names[1]} {counts[1]}."
    table.tell(Event("blows", text, rule, dice=dice))


def strike_down(state: State, table: Table, one: Duellist, more: int) -> int:
    """The size of a hit on a helpless enemy: all successes of a test at Ob 1, and 1 more with a Great Strike. Rule: companies:fight.house-helpless."""
    dice: list[Die] | None = [] if table.telling else None
    successes = rolled(state, table, one, strike_dice(state, one, more), "duel", dice)
    raised = raised_for(state, one.person)
    if dice is not None:
        name = state.setting.people[one.person].name
        text = f"{name}: {successes} of {len(dice)} dice succeed against Ob {1 + raised}."
        table.tell(Event("blows", text, "companies:fight.house-helpless", dice=dice))
    if state.setting.flags.version == 1:
        successes = counted(successes, False, raised)
        raised = 0
    return successes + (one.move == GREAT) if successes > raised else 0


def trade(state: State, table: Table, pair: list[Duellist], ahead: list[int]) -> None:
    """Resolve two attacks against each other; a Strike against a Great Strike has a die more. Rule: companies:fight.house-rolls."""
    first, second = pair
    quick = [one.move == STRIKE and other.move == GREAT for one, other in ((first, second), (second, first))]
    dice: list[Die] | None = [] if table.telling else None
    counts = [
        strike(state, table, one, ahead[number] + quick[number], dice) for number, one in enumerate(pair)
    ]
    if dice is not None:
        tell_blows(state, table, pair, counts, dice, "companies:fight.house-rolls")
    for own, other in ((0, 1), (1, 0)):
        heavy = pair[own].move == GREAT
        if counts[own] == counts[other]:
            pair[other].hit = 1 + heavy
        elif counts[own] > counts[other]:
            pair[other].hit = counts[own] - counts[other] + heavy


def guard(
    state: State, table: Table, own: Duellist, other: Duellist, ahead: list[int], pair: list[Duellist]
) -> None:
    """Resolve an attack against a block; a block that wins gives dice for the next pass. Rule: companies:fight.house-rolls."""
    heavy = own.move == GREAT
    dice: list[Die] | None = [] if table.telling else None
    mine = strike(state, table, own, ahead[pair.index(own)], dice)
    theirs = strike(state, table, other, ahead[pair.index(other)] + (not heavy), dice)
    if dice is not None:
        tell_blows(state, table, [own, other], [mine, theirs], dice, "companies:fight.house-rolls")
    if mine > theirs:
        other.hit = mine - theirs + heavy
    elif theirs > mine:
        other.ahead = 1 + heavy


def break_away(
    state: State, table: Table, own: Duellist, other: Duellist, ahead: list[int], pair: list[Duellist]
) -> None:
    """Resolve breaking off: Speed against the weapon of the attacker; a tie gets away too. Rule: companies:fight.house-break-off."""
    heavy = other.move == GREAT
    dice: list[Die] | None = [] if table.telling else None
    speed = rolled(state, table, own, break_dice(state, own, int(heavy)), BREAK_OFF, dice)
    mine = counted(speed, False, raised_for(state, own.person))
    theirs = strike(state, table, other, ahead[pair.index(other)], dice)
    if dice is not None:
        tell_blows(state, table, [own, other], [mine, theirs], dice, "companies:fight.house-break-off")
    if mine >= theirs:
        own.away = True
    else:
        own.hit = theirs - mine + heavy


def test_nerves(state: State, table: Table, pair: list[Duellist]) -> None:
    """Let those with a bad wound test Steel, and choose what they do if they fail; nobody tests if either is out. Rule: companies:fight.house-steel."""
    shaken = []
    for one, other in ((pair[0], pair[1]), (pair[1], pair[0])):
        if not one.nerve or state.people[one.person].out or state.people[other.person].out or one.away:
            continue
        if not stands_firm(state, table, one.person):
            shaken.append(one)
    decisions: list[Decision] = []
    options: list[Order] = [(STAND,), (RUN,), (BEG,)]
    for one in shaken:
        preset = 1 if state.companies[one.company].disposition > PRICE else 0
        decisions.append(
            CompanyChoice("nerve", state, one.company, "companies:fight.house-steel", options, preset)
        )
    for one in pair:
        one.nerve = ""
    if decisions:
        for one, order in zip(shaken, table.ask_all(decisions), strict=True):
            one.nerve = str(order[0])
            one.dazed = one.nerve == STAND
            one.away = one.away or one.nerve == RUN


def is_over(state: State, table: Table, pair: list[Duellist]) -> bool:
    """End the duel if somebody is out, begs or gets away; True if it has ended. Rules: companies:fight.house-end, companies:fight.withdraw, companies:fight.win."""
    lost = [state.people[one.person].out or one.nerve == BEG for one in pair]
    if all(lost):
        if table.telling:
            text = "Neither commander has won the duel."
            table.tell(Event("duel-end", text, "companies:fight.house-end"))
        return True
    for number, one in enumerate(pair):
        if lost[number]:
            win(state, pair[1 - number], one)
            return True
    if not any(one.away for one in pair):
        return False
    if not all(one.away for one in pair):
        loser, other = (pair[0], pair[1]) if pair[0].away else (pair[1], pair[0])
        leave(state, table, loser, other)
    return True


def win(state: State, winner: Duellist, loser: Duellist) -> None:
    """Let the company of the loser fall; an alliance that is left alone has won the battle. Rule: companies:fight.win."""
    state.companies[loser.company].fallen = True
    left = alliances_standing(state)
    if len(left) > 1:
        return
    names = [state.setting.people[one.person].name for one in (winner, loser)]
    winners = sides_of(state, left[0])
    finish(state, winners, f"{names[0]} wins the duel against {names[1]}.", "companies:fight.win")


def leave(state: State, table: Table, loser: Duellist, other: Duellist) -> None:
    """Let a commander break away, which gives 2 Disposition to the other company. Rule: companies:fight.withdraw."""
    lose(state.companies[loser.company], PRICE)
    state.companies[other.company].basic += PRICE
    if table.telling:
        name = state.setting.people[loser.person].name
        gainer = state.setting.forces[other.company].name
        text = f"{name} breaks away: {PRICE} Disposition go over to {gainer}."
        side = state.setting.forces[loser.company].side
        table.tell(Event("duel-end", text, "companies:fight.withdraw", side=side))
