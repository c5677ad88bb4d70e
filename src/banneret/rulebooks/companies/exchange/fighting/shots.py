"""Shots at named characters, and the step in which shots and duels are fought.

Rules: companies:range.house-shot, companies:range.house-answer, companies:range.after, companies:fight.both, companies:fight.token.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.event import Die, Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.standing import protection
from banneret.rulebooks.companies.exchange.asking import CompanyChoice, ask_leaders
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.fighting.duel import fight_duel
from banneret.rulebooks.companies.exchange.fighting.hits import SHOCK, take_hit
from banneret.rulebooks.companies.exchange.nerve import force_steel
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.wounds import dice_lost, raised_for
from banneret.rulebooks.companies.state import NOBODY, State

SHOT: Final = 2
"""The obstacle of a shot, before works. Rule: companies:range.house-shot."""
ANSWER: Final = 3
"""The obstacle of the shot with which a target answers. Rule: companies:range.house-answer."""
FIGHT: Final = "fight"
SHOOT: Final = "shot"


class ShotChoice(CompanyChoice):
    """The choice of who shoots at whom, with the dice that a Rally saved for the shot. Rules: companies:range.house-shot, companies:rally.weapon-dice."""

    def __init__(self, state: State, effort: Effort, options: list[Order]) -> None:
        super().__init__("shot", state, effort.company, "companies:range.house-shot", options)
        self.foe: int = effort.foe
        self.aimed: int = effort.aimed


def fight_in_person(state: State, table: Table, efforts: list[Effort]) -> None:
    """Carry out the shots that were bought, then the duels, if both companies still stand. Rules: companies:volley.sequence, companies:fight.both."""
    shoot_all(state, table, [effort for effort in efforts if effort.bought.get(SHOOT, 0)])
    seekers = [effort for effort in efforts if effort.bought.get(FIGHT, 0)]
    fought: list[tuple[int, int]] = []
    for effort in seekers:
        pair = (min(effort.company, effort.foe), max(effort.company, effort.foe))
        if pair in fought or state.outcome is not None or not can_meet(state, pair):
            continue
        paying = [one.company for one in seekers if {one.company, one.foe} == set(pair)]
        if state.setting.flags.version > 1:  # the last scene may be spent on a shot, or by a friend
            paying = [number for number in paying if has_token(state, number)]
        if not paying or not has_token(state, paying[0]):
            continue
        for number in paying:
            spend_token(state, number)
        fight_duel(state, table, pair)
        fought.append(pair)


def can_meet(state: State, pair: tuple[int, int]) -> bool:
    """True if both companies stand and neither commander is out. Rules: companies:fight.who, companies:fight.both."""
    both = [state.companies[number] for number in pair]
    return not any(company.fallen or state.people[company.commander].out for company in both)


def has_token(state: State, number: int) -> bool:
    """True if the side of a company has a conflict scene left. Rule: companies:fight.token."""
    return state.tokens[state.setting.forces[number].side] != 0


def spend_token(state: State, number: int) -> None:
    """Use up a conflict scene of a side. Rule: companies:fight.token."""
    side = state.setting.forces[number].side
    if state.tokens[side] != NOBODY:
        state.tokens[side] -= 1


def shooters(state: State, number: int) -> list[int]:
    """The named characters of a company who can shoot. Rule: companies:range.house-shot."""
    return [
        person
        for person, one in enumerate(state.people)
        if one.company == number and not one.out and shooting(state, person) > 0
    ]


def shooting(state: State, person: int) -> int:
    """The dice with which a character shoots."""
    officer = state.setting.people[person]
    return officer.skills.get(officer.missile, 0) - dice_lost(state.people[person])


def marks(state: State, number: int) -> list[int]:
    """The named characters of a company who may be shot at, its commander first. Rule: companies:range.house-shot."""
    commander = state.companies[number].commander
    others = [
        person
        for person, one in enumerate(state.people)
        if one.company == number and not one.out and person not in (commander, state.setting.unnamed[number])
    ]
    return others if state.people[commander].out else [commander, *others]


def shoot_all(state: State, table: Table, buyers: list[Effort]) -> None:
    """Ask who shoots at whom, and carry the shots out. Rules: companies:range.house-shot, companies:range.house-answer."""
    people = state.setting.people
    decisions: list[Decision] = []
    asked: list[Effort] = []
    for effort in buyers:
        if state.companies[effort.company].fallen or state.companies[effort.foe].fallen:
            continue
        options: list[Order] = [
            ("shoot", people[own].id, people[mark].id)
            for own in shooters(state, effort.company)
            for mark in marks(state, effort.foe)
        ]
        if options:
            decisions.append(ShotChoice(state, effort, options))
            asked.append(effort)
    orders = ask_leaders(table, decisions) if decisions else []
    for effort, order in zip(asked, orders, strict=True):
        own = find(state, effort.company, str(order[1]))
        mark = find(state, effort.foe, str(order[2]))
        if not has_token(state, effort.company):
            continue
        spend_token(state, effort.company)
        if state.people[own].out or state.people[mark].out:
            continue
        shoot(state, table, own, mark, SHOT, effort.aimed)
        if not state.people[mark].out and shooting(state, mark) > 0:
            shoot(state, table, mark, own, ANSWER)


def find(state: State, number: int, name: str) -> int:
    """The number of the character with an id in a company."""
    return next(
        person
        for person, one in enumerate(state.people)
        if one.company == number and state.setting.people[person].id == name
    )


def shot_obstacle(state: State, own: int, mark: int, base: int) -> int:
    """The obstacle of a shot: raised by the works of the target's company, and by a wound or lost runners of the shooter. Rules: companies:fort.effect, companies:range.house-shot."""
    return base + protection(state, state.companies[state.people[mark].company]) + raised_for(state, own)


def shoot(state: State, table: Table, own: int, mark: int, base: int, more: int = 0) -> None:
    """Carry out one shot; a commander who is badly wounded tests Steel.

    Args:
        state: The battle.
        table: The table that rolls.
        own: The character who shoots.
        mark: The character who is shot at.
        base: The obstacle, before works and what raises it for the shooter.
        more: The dice that a Rally saved for the shot.

    Rules: companies:fort.effect, companies:range.house-answer, companies:rally.weapon-dice.
    """
    target = state.companies[state.people[mark].company]
    ob = shot_obstacle(state, own, mark, base)
    side = state.setting.forces[state.people[own].company].side
    shown: list[Die] | None = [] if table.telling else None
    officer = state.setting.people[own]
    shade = officer.shade(officer.missile)
    successes = roll(table, shooting(state, own) + more, "shot", side, shade, shown=shown)
    hit = successes - ob + 1
    if shown is not None:
        names = [state.setting.people[one].name for one in (own, mark)]
        text = f"{names[0]} shoots at {names[1]}: {successes} against Ob {ob}{'' if hit > 0 else ', a miss'}."
        table.tell(Event("shot", text, "companies:range.house-shot", side=side, dice=shown))
    if hit > 0 and take_hit(state, table, mark, hit) >= SHOCK and mark == target.commander:
        force_steel(state, table, target.id, forced=False)
