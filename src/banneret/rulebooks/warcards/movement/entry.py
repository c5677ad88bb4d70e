"""Ways into a castle: the shot from the walls, and the contest. Rules: warcards:full.free-attack, warcards:full.enter-contest."""

from __future__ import annotations

from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.attack.losses import settle
from banneret.rulebooks.warcards.attack.strikes import Hit, critical, damage_of, damage_stake
from banneret.rulebooks.warcards.board.field import AREAS, spot
from banneret.rulebooks.warcards.ratings.attacks import melee_rating
from banneret.rulebooks.warcards.ratings.checks import opposed, skills
from banneret.rulebooks.warcards.ratings.defense import defense_rating
from banneret.rulebooks.warcards.ratings.leadership import heroes
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.conditions import FULL, INCLEMENT, STORM
from banneret.rulebooks.warcards.tables.modifiers import LIMITED_SIGHT, SHIELD_DEFENSE, WEATHER_MISSILE
from banneret.rulebooks.warcards.text.wording import agree, label, natural


def force_entry(state: State, table: Table, unit: Unit, area: int, aided: bool = True) -> bool:
    """Play a hostile unit's attempt to enter a castle's area, the free attack and then the contest; True if it may enter.

    `aided`: the heroes with it, if any, come in with it, and count in the contest.

    Rules: warcards:full.free-attack, warcards:full.enter-contest, warcards:full.enter-fail, warcards:full.enter-success,
    warcards:full.what.
    """
    rule = "warcards:full.enter-contest"
    here = unit.place
    if table.telling:
        text = agree(label(state, unit), f"tries|try to enter {spot(unit.side, area)}.")
        table.tell(Event("entry", text, rule, side=unit.side, data={"unit": unit.id}))
    routed = unit.routed
    free_attack(state, table, unit)
    if unit.place < 0:
        return False
    if not unit.routed or routed:
        sums = entry_sums(state, unit, area, aided)
        if opposed(state, table, sums, "entering the fortification", rule, True) == unit.side:
            if not state.breached >> area & 1:
                state.breached |= 1 << area
                state.stirred = True
            return True
    if table.telling:
        text = agree(label(state, unit), f"does|do not get in, and stays|stay at {spot(unit.side, here)}.")
        table.tell(
            Event("kept-out", text, "warcards:full.enter-fail", side=unit.side, data={"unit": unit.id})
        )
    return False


def entry_sums(state: State, unit: Unit, area: int, aided: bool = True) -> list[Tally]:
    """The sums that both sides add to their dice in the contest for the way into a castle's area.

    `aided`: the heroes with the unit count. Rule: warcards:full.enter-contest.
    """
    rule = "warcards:full.enter-contest"
    sums = skills(state, "entering the fortification", rule)
    mine = sums[unit.side]
    mine.add(melee_rating(state, unit), f"melee of {label(state, unit)}", rule)
    if not aided:
        mine.add(-heroes(state, unit)[0], "heroes who cannot keep up", "warcards:hero.move")
    if any(u.side == unit.side and u.place >= 0 and state.setting.cards[u.id].artillery for u in state.units):
        mine.add(4, "artillerists", rule)
    theirs = sums[1 - unit.side]
    theirs.add(2 * state.setting.level, "twice the level of the fortification", rule)
    defender = state.at[(1 - unit.side) * AREAS + area]
    if defender >= 0:
        theirs.add(
            melee_rating(state, state.units[defender]),
            f"melee of {label(state, state.units[defender])}",
            rule,
        )
    return sums


def free_attack_bonus(state: State) -> int:
    """The bonus that a castle's defenses add to their die, NONE if the weather forbids the attack. Rule: warcards:full.free-attack."""
    bonus = state.setting.level
    if state.weather == STORM:
        return NONE
    if state.weather == INCLEMENT:
        bonus += WEATHER_MISSILE[INCLEMENT]
        if bonus <= 0:
            return NONE
    return bonus + LIMITED_SIGHT if state.visibility != FULL else bonus


def free_attack_need(state: State, unit: Unit) -> Tally:
    """The number that the defenses must reach: the unit's defense without the bonus of its ground.

    Rules: warcards:full.free-attack, warcards:magic.duration.
    """
    need = Tally("defense")
    defense_rating(
        state, unit, need
    )  # with spells: they still work on a unit that retreats into the castle's next area
    if state.setting.cards[unit.id].shield:
        need.add(SHIELD_DEFENSE, "shield formation", "warcards:train.shield")
    return need


def free_attack(state: State, table: Table, unit: Unit) -> None:
    """Roll the shot of the defenses at a unit that tries to enter. Rules: warcards:full.free-attack, warcards:combat.criticals."""
    bonus = free_attack_bonus(state)
    if bonus == NONE:
        return
    need = free_attack_need(state, unit)
    owner = state.setting.owner
    roll = table.die(20, "free attack of the fortification", owner)
    dice: list[Die] | None = [(owner, 20, roll)] if table.telling else None
    damage = damage_of(state, table, owner, roll, bonus, need.total, shown=dice)
    if dice is not None:
        tally = Tally("free attack", roll, "d20", "warcards:full.free-attack")
        tally.add(bonus, "level, weather and sight", "warcards:full.free-attack")
        result = f"hits for {damage}{critical(dice)}" if damage else "misses"
        result += natural(roll, tally.total, need.total, "misses", "hits")
        text = (
            f"The fortification shoots at {label(state, unit)}: {tally.total} against {need.total}, {result}."
        )
        data: dict[str, object] = {"target": unit.id}
        rule = "warcards:full.free-attack"
        stakes = [damage_stake(state, owner, damage, bonus, need.total)]
        tallies = [tally, need]
        table.tell(
            Event("free-attack", text, rule, side=owner, dice=dice, data=data, tallies=tallies, stakes=stakes)
        )
    if damage:
        settle(state, table, [Hit(unit.id, damage, False)])
