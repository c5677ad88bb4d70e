"""The meaning of orders without dice, in a sentence each: the enemies near, the worth of a post, the losses of a withdrawal.

Rules: warcards:field.adjacency, warcards:setup.placement-limits, warcards:hero.join, warcards:lead.bonus, warcards:withdraw.declare.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.kernel.scene import Odds
from banneret.rulebooks.warcards.attack.plans import Plan
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, NUMBERS
from banneret.rulebooks.warcards.board.people import stands
from banneret.rulebooks.warcards.board.standing import in_reserve, on_field
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.leaving.withdrawal import is_stranded
from banneret.rulebooks.warcards.movement.hero_moves import hero_ends
from banneret.rulebooks.warcards.ratings.allowance import group_cap, group_inside
from banneret.rulebooks.warcards.ratings.leadership import level_of
from banneret.rulebooks.warcards.setup.placement import GROUPS
from banneret.rulebooks.warcards.setup.terrain import Contest
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.conditions import TERRAINS
from banneret.rulebooks.warcards.tables.hero_levels import hero_bonus
from banneret.rulebooks.warcards.text.wording import agree, short

STEPS: Final = {
    "melee": "attacks hand to hand",
    "stationary": "fires",
    "moving": "fires",
}
CHARGE_STEP: Final = (("u", "charges"), ("p", "strikes with pikes"))
"""The attacks of the charge step, by the first letter of their words."""


def near_words(state: State, unit: Unit, area: int) -> str:
    """The enemies next to an area into which a unit moves alone. Rules: warcards:field.adjacency, warcards:missile.stationary-target."""
    foes = 1 - unit.side
    found = [state.at[foes * AREAS + one] for one in ADJACENT[area]]
    names = [state.setting.labels[number] for number in found if number >= 0]
    return f"next to {', '.join(names)}" if names else "no enemy next to it"


def withdraw_words(state: State, side: int) -> str:
    """The units that an army which withdraws takes off the field, and those that it leaves behind.

    Rules: warcards:withdraw.declare, warcards:withdraw.forced, warcards:withdraw.lacking.
    """
    reserve = in_reserve(state, side)
    stranded = sum([is_stranded(state, unit) for unit in reserve])
    going, staying = len(reserve) - stranded, len(on_field(state, side))
    units = "1 unit leaves" if going == 1 else f"{going or 'no'} units leave"
    rest = (
        "nobody is left on the field"
        if not staying
        else f"the {'one' if staying == 1 else staying} on the field must go home first"
    )
    if stranded:
        rest = f"{stranded} cannot leave the province and {'is' if stranded == 1 else 'are'} captured; {rest}"
    return f"{units} from the reserve; {rest}. An army that has withdrawn altogether has lost"


def place_words(state: State, subject: int) -> str:
    """The worth of a unit or of heroes at a post of the line. Rules: warcards:unit.statistics, warcards:hero.bonus."""
    if subject >= GROUPS:
        return _heroes(state, subject - GROUPS)
    card = state.setting.cards[subject]
    missile = "" if card.missile == NONE else f", missiles {card.missile:+d}"
    charge = "" if card.charge == NONE else f", charge {card.charge:+d}"
    return f"melee {card.melee:+d}{missile}{charge}, defense {card.defense}, move {card.move}"


def person_words(state: State, number: int, order: Order) -> str:
    """The bonus that a character gives to a unit. Rule: warcards:lead.bonus."""
    if order[0] == "heroes":
        joins = order[2] == "with" or NUMBERS[order[2]] < AREAS
        return _heroes(state, number) + _spent(state, order) if joins else "no unit has its bonuses there"
    bonus = state.setting.people[number].lead // 5
    if order[2] != "with":
        return "no unit has the leader's bonus there" if bonus else "gives no bonus"
    return (
        f"+{bonus} to the unit where the leader's bonus counts"
        if bonus
        else "gives no bonus, and shares its fate"
    )


def _spent(state: State, order: Order) -> str:
    """The attacks that heroes do not help this round, because they have moved, in words. Rules: warcards:hero.no-stationary, warcards:hero.no-charge."""
    group = state.groups[order[1]]
    if order[2] == "with":
        return ""
    end = NUMBERS[str(order[2])]
    spent = group.spent + next((cost for place, cost in hero_ends(state, group) if place == end), 0)
    inside = not group.outside and is_fortified(state, stands(state, group)) and is_fortified(state, end)
    most = group_inside(state, group) if inside else group_cap(state, group)
    charges = "" if most > spent else ", nor to charges"
    return f"; this round not to standing fire{charges}"


def _heroes(state: State, number: int) -> str:
    attack, defense, morale = hero_bonus(level_of(state, state.groups[number]))
    return f"the unit has +{attack} to attacks, +{defense} to defense, +{morale} to morale"


def contest_words(state: State, decision: Contest) -> str:
    """The ground that is fought on where the other side's choice is accepted. Rule: warcards:setup.terrain-choice."""
    return f"the battle is fought on {TERRAINS[decision.wishes[1 - decision.side]].replace('-', ' ')}"


def plan_words(state: State, plan: Plan, order: Order, known: dict[tuple[int, str], Odds | None]) -> str:
    """A whole plan of placement or attack in a sentence: who does what, and with what chance; and who does nothing."""
    chosen = plan.chosen(order)
    if plan.kind == "place":
        posted = [subject for subject, _ in chosen if subject < GROUPS]
        line = "1 unit stands" if len(posted) == 1 else f"{len(posted)} units stand"
        left = [unit for unit in in_reserve(state, plan.side) if unit.id not in posted]
        waits = ", ".join([short(state, unit.id) for unit in left])
        return f"{line} in your line; in reserve {waits or 'nobody'}"
    if not chosen:
        does = STEPS.get(plan.kind, "attacks")
        if plan.kind == "charge":
            words = {word[0] for slot in plan.slots for word in slot.words}
            does = " or ".join([does for sign, does in CHARGE_STEP if sign in words])
        return f"nobody {does} in this step"
    texts = []
    for subject, word in chosen:
        odds = known.get((subject, word))
        who = short(state, subject)
        if odds is None:
            texts.append(agree(who, "takes|take the works, without a die"))
            continue
        what = odds.text.partition(";")[0]
        texts.append(f"{who}: {what}" + (f", {odds.more}" if odds.more else ""))
    return "; ".join(texts)
