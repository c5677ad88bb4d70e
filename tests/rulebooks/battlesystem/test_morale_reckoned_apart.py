"""Random battles, looked on by a reckoning of its own: who is in command, what each morale check needs, and who must check for losses.

It reads the state, the places of figures and the news, and asks no rule of the program. Where a distance or an edge is so near to a limit
that rounding decides, it says nothing.
"""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import Any

import pytest

from banneret.geometry.rectangles import Rectangle
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.player import Seat
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.stages import BASIC, MELEE, MISSILES, PLACING, RALLY
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR, SKIRMISHERS
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, NOBODY, Unit

NEAR = 0.02  # inches from a limit within which nothing is said
Commander = tuple[float, float, float, int]  # place, radius, charisma


def commanders(state: State, unit: Unit) -> list[Commander]:
    """Those who may command a unit, its own first, then the lowest. Rules: [4.7], [4.10]."""
    found: list[Commander] = []
    roster = state.setting.rosters[unit.id]
    if unit.leader_at != NOBODY:
        base = standing.base_of(unit, unit.leader_at)
        found.append((base.x, base.y, unit.now.radius, unit.now.charisma))
    elif unit.chief != NOBODY and state.individuals[unit.chief].on_table:
        chief = state.individuals[unit.chief]
        found.append((chief.x, chief.y, unit.now.radius, unit.now.charisma))
    for rank in (BRIGADE, ARMY):
        for one in state.individuals.values():
            sheet = state.setting.sheets[one.id]
            holds = sheet.rank if one.role == NOBODY else one.role
            if one.side != unit.side or not one.on_table or holds != rank or roster.creature in sheet.hates:
                continue
            if rank == ARMY or roster.brigade == (one.id if one.post == NOBODY else one.post):
                found.append((one.x, one.y, sheet.radius, sheet.charisma))
    return found


def reached(unit: Unit, by: list[Commander]) -> bool | None:
    """Whether every figure is within the radius of one of them; None if a hair decides. Rule: [4.7]."""
    sure = True
    for base in standing.bases(unit):
        over = min([hypot(base.x - x, base.y - y) - radius for x, y, radius, _ in by], default=99.0)
        if over > NEAR:
            return False
        sure = sure and over < -NEAR
    return True if sure else None


def is_in_command(state: State, unit: Unit) -> bool | None:
    """Whether a regular unit is in command; None if a hair decides, or its commander stepped down. Rules: [4.7], [9.3]."""
    if unit.routed or unit.rash:
        return False
    return None if unit.forsaken else reached(unit, commanders(state, unit))


def bonus(state: State, unit: Unit) -> int | None:
    """The charisma of the commander of a unit in command; None if several might be that. Rule: Table 4."""
    chain = commanders(state, unit)
    has_own = unit.leader_at != NOBODY
    if not has_own and unit.chief != NOBODY:
        return None
    if has_own or len({charisma for *_, charisma in chain}) == 1:
        return chain[0][3]
    return None


def seen_from(base: Rectangle, other: Rectangle) -> tuple[float, float]:
    """The middle of another base, in inches to the right of and ahead of the middle of this one."""
    east, north = other.x - base.x, other.y - base.y
    return (
        east * base.forward_y - north * base.forward_x,
        east * base.forward_x + north * base.forward_y,
    )


def has_enemy_near(state: State, unit: Unit) -> bool:
    """Whether an enemy, unit or individual, may touch a figure: then backs and dread may count, which are not reckoned here."""
    spots = [
        (base.x, base.y, hypot(base.half_width, base.half_depth))
        for other in state.units.values()
        if other.side != unit.side and other.status == FIELD
        for base in standing.bases(other)
    ]
    spots += [
        (one.x, one.y, 1.0) for one in state.individuals.values() if one.side != unit.side and one.on_table
    ]
    return any(
        hypot(base.x - x, base.y - y) < hypot(base.half_width, base.half_depth) + reach + NEAR
        for base in standing.bases(unit)
        for x, y, reach in spots
    )


class Onlooker(DirectTable):
    """The table of a battle, which reckons each morale check when it hears of it."""

    def __init__(self, state: State, seed: int) -> None:
        super().__init__([], [Seat(RULEBOOK.sight, side, state) for side in (0, 1)], Chance(seed))
        self.telling = True
        self.state = state
        self.chance = Chance(seed + 1)
        self.greedy = RULEBOOK.computer.greedy(Chance(seed + 2))
        self.checked: Counter[int] = Counter()
        self.reckoned = 0

    def ask(self, decision: Decision) -> Order:
        """A random answer in one case of three, else that of the greedy player, so that troops meet."""
        if self.chance.below(3) == 0:
            return decision.sample(self.chance)
        return self.greedy.choose(decision, self.seats[decision.side])

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """Each answered as by `ask`."""
        return [self.ask(decision) for decision in decisions]

    def tell(self, event: Event) -> None:
        """Reckon what a morale check needs, with the factors of Table 4 that hold now. Rules: [4.2], [4.3]."""
        if event.kind != "morale":
            return
        state, data = self.state, event.data
        unit = state.units[int(str(data["unit"])[1:])]
        self.checked[unit.id] += 1
        told = {cause: amount for amount, cause, _ in event.tallies[0].parts}
        needed = told["base morale"] + sum(self.factors(unit, told))
        assert told["base morale"] == state.setting.rosters[unit.id].morale or unit.effects
        assert ("pass" in event.text) == (sum(die for *_, die in event.dice) <= int(str(data["needed"])))
        assert needed == data["needed"], (event.text, told)
        self.reckoned += 1

    def factors(self, unit: Unit, told: dict[str, int]) -> list[int]:
        """What is added to base morale; of factors that are not reckoned apart, what was told, if it may be so."""
        state = self.state
        original = state.setting.rosters[unit.id].figures
        lost = original - unit.figures
        found = [-4 if 4 * lost >= 3 * original else -2 if 2 * lost >= original else 0]
        found.append(1 if unit.formation == CLOSED else 0)
        found.append(-3 if unit.failed_charge and unit.formation != CLOSED else 0)
        is_led = unit.now.kind == SKIRMISHERS or (unit.now.kind == REGULAR and is_in_command(state, unit))
        found.append(told.get("out of command", 0) if is_led is None else 0 if is_led else -2)
        charisma = told.get("charisma of the commander", 0)
        tries = state.stage == RALLY  # another commander may try to rally it
        known = None if tries or is_led is None else bonus(state, unit)
        if unit.now.kind == REGULAR and known is not None:
            charisma = known if is_led else 0
        found.append(charisma)
        if has_enemy_near(state, unit):
            found += [told.get("enemy on the rear", 0)]
            found += [told.get("touching what drains levels or cannot be hurt", 0)]
        return [*found, told.get("regulars behind the mob", 0), told.get("the commander was killed", 0)]


def must_check(unit: Unit, original: int, before: int) -> bool:
    """Whether losses since `before` figures stood call for a check: a quarter, half, or any once half are lost. Rule: Table 5."""
    lost, was = original - unit.figures, original - before
    return lost > was and (2 * lost >= original or 4 * was < original <= 4 * lost)


@pytest.mark.rule(
    "battlesystem:4.2", "battlesystem:4.3", "battlesystem:4.4", "battlesystem:4.7", "battlesystem:4.7d"
)
@pytest.mark.parametrize("scenario", ["crossroads", "kings_meadow", "lairn", "hedge_and_bow"])
def test_random_battles_go_as_they_are_reckoned_apart(scenario: str) -> None:
    checks = 0
    for seed in range(3):
        state: Any = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options({"round_limit": "20"}))
        table = Onlooker(state, 1000 * seed)
        while state.outcome is None:
            stage = state.stage
            before = {
                unit.id: (unit.figures, unit.routed) for unit in state.units.values() if unit.status == FIELD
            }
            table.checked.clear()
            RULEBOOK.step(state, table)
            if stage == PLACING:
                continue
            for number, (figures, routed) in before.items():
                unit = state.units[number]
                if unit.status != FIELD:
                    continue
                if unit.now.kind == REGULAR:
                    is_led = is_in_command(state, unit)
                    assert is_led in (None, unit.in_command), (unit.now.name, state.round, stage)
                    assert unit.in_command or unit.formation != CLOSED
                due = must_check(unit, state.setting.rosters[number].figures, figures)
                if stage in (MELEE, MISSILES) and due and not routed and unit.singles is None:
                    assert table.checked[number] >= 1, (unit.now.name, state.round, stage)
        checks += table.reckoned
    assert checks >= (10 if state.setting.tier == BASIC else 5)
