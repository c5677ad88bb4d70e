"""Strikes: versus tests of the troops' weapons that a Charge has bought.

Rules: companies:strike.test, companies:strike.loss, companies:strike.tie, companies:strike.size, companies:strike.walls.
"""

from __future__ import annotations

from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.pools.counting import counted
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.wounds import dice_lost, raised_for, wound
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import SKIRMISH
from banneret.rulebooks.companies.tables.shades import BLACK
from banneret.rulebooks.companies.tables.specialists import MORTAL, WOUNDS


def size_dice(state: State, attacker: int, defender: int, walls: bool) -> tuple[int, int]:
    """The die of the side whose troops stand higher; walls cancel it. Rules: companies:strike.size, companies:strike.walls."""
    own = state.setting.forces[attacker].size
    other = state.setting.forces[defender].size
    if walls or own == other:
        return 0, 0
    return (1, 0) if own > other else (0, 1)


def strike_dice(state: State, number: int, foe: int, in_person: bool, before: int = 0) -> tuple[int, int]:
    """The dice of a strike and of the enemy's answer, without dice that are bought.

    Args:
        state: The battle.
        number: The company that strikes.
        foe: The enemy company.
        in_person: True for the commander's own strike.
        before: The strikes of the same Charge before it.

    Rules: companies:strike.test, companies:strike.commander, companies:strike.size.
    """
    mine, theirs = size_dice(state, number, foe, behind_works(state, foe))
    skirmishing = any(one.company == foe and one.scripted == SKIRMISH for one in state.reveals)
    mine += skirmishing + saved_dice(state, number, before)
    mine += own_weapon(state, number) if in_person else state.setting.forces[number].weapon
    return mine, theirs + state.setting.forces[foe].weapon


def behind_works(state: State, number: int) -> bool:
    """True if a company occupies a position with works. Rule: companies:strike.walls."""
    company = state.companies[number]
    return company.holds and state.works[company.place] > 0


def own_weapon(state: State, number: int) -> int:
    """The dice of a strike that a commander makes in person. Rule: companies:strike.commander."""
    commander = state.companies[number].commander
    officer = state.setting.people[commander]
    return officer.skills.get(officer.melee, 0) - dice_lost(state.people[commander])


def own_pool(state: State, number: int) -> tuple[int, int]:
    """The shade of a commander's own strike, and what a wound or lost runners take from its successes. Rules: companies:strike.commander, companies:core.shade."""
    commander = state.companies[number].commander
    officer = state.setting.people[commander]
    return officer.shade(officer.melee), raised_for(state, commander)


def saved_dice(state: State, number: int, strike: int) -> int:
    """The dice that a Rally saved for a strike, whose number is counted from 0: all of them; by an option one for each strike while they last. Rule: companies:rally.weapon-dice."""
    saved = state.companies[number].weapon_dice
    return int(strike < saved) if state.setting.flags.weapon_dice_once else saved


def strike_all(state: State, table: Table, effort: Effort, other: Effort) -> None:
    """Carry out the strikes that a Charge has bought, the commander's own first. Bought dice go to the first strikes.

    The side with fewer successes loses a point; in a tie both do. Rules: companies:strike.loss, companies:strike.tie, companies:charge.strike-dice.
    """
    own = effort.bought.get("own-strike", 0)
    strikes = own + effort.bought.get("strike", 0)
    if not strikes:
        return
    mine, theirs = size_dice(state, effort.company, other.company, behind_works(state, other.company))
    mine += other.scripted == SKIRMISH
    bought = effort.bought.get("strike-die", 0)
    for number in range(strikes):
        dice = mine + (number < bought) + saved_dice(state, effort.company, number)
        _strike(state, table, effort, other, dice, theirs, number < own)


def _strike(
    state: State, table: Table, effort: Effort, other: Effort, more: int, theirs: int, in_person: bool
) -> None:
    """One strike, by the troops or by the commander, told with all dice. Rules: companies:strike.commander, companies:strike.wound, companies:strike.defender."""
    force = state.setting.forces[effort.company]
    foe = state.setting.forces[other.company]
    commander = state.companies[effort.company].commander
    dice = more + (own_weapon(state, effort.company) if in_person else force.weapon)
    shade, raised = own_pool(state, effort.company) if in_person else (BLACK, 0)
    faces: list[Die] | None = [] if table.telling else None
    own = counted(roll(table, dice, "strike", force.side, shade, shown=faces), False, raised)
    answer = roll(table, foe.weapon + theirs, "strike", foe.side, shown=faces)
    if own <= answer:
        effort.losses += 1
    if answer <= own:
        other.losses += 1
    if in_person and own < answer:
        wound(state, commander, answer - own)
    if faces is not None:
        hurt = ""
        if in_person and own < answer:
            hurt = (
                f"; {state.setting.people[commander].name} takes a {WOUNDS[min(MORTAL, answer - own)]} wound"
            )
        text = f"Strike: {force.name} {own}, {foe.name} {answer}{hurt}."
        table.tell(Event("strike", text, "companies:strike.test", side=force.side, dice=faces))
