"""The Melee Phase: combats are formed and figures told off, then one combat after the other is fought out.

A combat is all units linked by contact between enemies; a bout is two of them against each other. In a combat everybody
strikes before anybody is taken off, then come the checks of morale.

Rules: battlesystem:1.6, battlesystem:1.6b, battlesystem:8.0, battlesystem:8.0b, battlesystem:8.1c, battlesystem:8.2a,
battlesystem:8.4d, battlesystem:8.7i, battlesystem:8.7j, battlesystem:8.9, battlesystem:4.4b, battlesystem:6.4a.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from banneret.kernel.decision import Choice, Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import attack, command, losses, morale, rout, stages, standing, wraps
from banneret.rulebooks.battlesystem.engagement import Assignment, Reach, eligible, reach
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import (
    FIELD,
    MELEE,
    MOB,
    Bout,
    State,
    Unit,
    figures_on,
    name,
    on_field,
)

__all__ = ["assign_step", "combat_step", "combats", "contacts", "eligible"]

MOST_LISTED: Final = 3  # bouts whose orders are all listed: 6


# ---------------------------------------------------------------- the beginning of the phase


def assign_step(state: State, table: Table) -> None:
    """Forms the combats of the phase: contact is examined, weapons are announced, figures told off; then MELEE, or the end.

    Rules: battlesystem:8.0, battlesystem:8.0b, battlesystem:8.1c, battlesystem:8.2a.
    """
    command.review(state, table)
    pairs = contacts(state)
    if not pairs:
        _close(state, table)
        return
    fighting = sorted({number for pair in pairs for number in pair})
    for side in reversed(state.ranking):
        for number in fighting:
            if state.units[number].side == side:
                _take_in_hand(state, table, state.units[number])
    strikers: dict[tuple[int, int], list[int]] = {}
    for side in state.ranking:
        for number in fighting:
            if state.units[number].side == side:
                foes = [one + other - number for one, other in pairs if number in (one, other)]
                for enemy, figures in tell_off(state, table, state.units[number], foes):
                    strikers[number, enemy] = figures
    state.bouts = [
        Bout(
            one,
            other,
            tuple(strikers[one, other]),
            tuple(strikers[other, one]),
            _aspect(state, one, other),
            _aspect(state, other, one),
        )
        for one, other in pairs
    ]
    state.stage = MELEE


def contacts(state: State) -> list[tuple[int, int]]:
    """The pairs of enemy units in contact, whoever is earlier in the ranking first. Rule: battlesystem:8.0."""
    found: list[tuple[int, int]] = []
    ranking = state.ranking
    for place, side in enumerate(ranking[:-1]):
        later = ranking[place + 1 :]
        for unit in on_field(state, side):
            found += [
                (unit.id, other)
                for other in standing.enemies_touching(state, unit)
                if state.units[other].side in later
            ]
    return found


def _aspect(state: State, attacker: int, defender: int) -> int:
    """From where a unit attacks another that it touches. Rule: battlesystem:7.8e."""
    return standing.aspect(state, state.units[attacker], state.units[defender])


def _take_in_hand(state: State, table: Table, unit: Unit) -> None:
    """Which of its weapons a unit takes in hand. Rules: battlesystem:8.2, battlesystem:8.2a."""
    weapons = state.setting.rosters[unit.id].weapons
    if len(weapons) < 2 or unit.routed:
        return
    options: list[Order] = [("weapon", unit.id, weapon.id) for weapon in weapons]
    answer = table.ask(Choice("weapon", unit.side, "battlesystem:8.2a", options, unit.weapon))
    chosen = options.index(answer)
    if chosen == unit.weapon:
        return
    unit.weapon = chosen
    if table.telling:
        weapon = weapons[chosen]
        text = says(state, unit, "takes|take {} in hand.", weapon.name.lower())
        data = {"unit": f"u{unit.id}", "weapon": weapon.id}
        table.tell(Event("weapon", text, "battlesystem:8.2a", side=unit.side, data=data))


def tell_off(state: State, table: Table, unit: Unit, foes: list[int]) -> list[tuple[int, list[int]]]:
    """Which figures of a unit strike each enemy that it touches; asks its owner where figures reach several.

    Rules: battlesystem:8.1c, battlesystem:7.14e.
    """
    reaches: list[Reach] = [reach(state, unit, state.units[enemy], len(foes) > 1) for enemy in foes]
    if len(reaches) == 1:
        return [(foes[0], reaches[0].figures())]
    plan = Assignment(state, unit, reaches)
    assigned = plan.preset
    if plan.is_open():
        assigned = plan.assigned(table.ask(plan))
    found = [(enemy, plan.strikers(assigned, enemy)) for enemy in foes]
    if table.telling and plan.is_open():
        _tell_plan(state, table, unit, found)
    return found


def _tell_plan(state: State, table: Table, unit: Unit, found: list[tuple[int, list[int]]]) -> None:
    """The news of who strikes whom: it is said openly. Rule: battlesystem:8.1c."""
    parts = [
        f"{figures_on(unit, figures)} against {name(state, state.units[enemy])}" for enemy, figures in found
    ]
    text = says(state, unit, "tells|tell off its|their figures: {}.", ", ".join(parts))
    data = {"unit": f"u{unit.id}", "plan": [[f"u{enemy}", figures] for enemy, figures in found]}
    table.tell(Event("assign", text, "battlesystem:8.1c", side=unit.side, data=data))


# ---------------------------------------------------------------- one combat


def combats(bouts: list[Bout]) -> list[list[Bout]]:
    """The combats: bouts linked by units that they share. Rule: battlesystem:1.6b."""
    found: list[list[Bout]] = []
    members: list[set[int]] = []
    for bout in bouts:
        pair = {bout.first, bout.second}
        joined = [bout]
        rest: list[list[Bout]] = []
        others: list[set[int]] = []
        for group, units in zip(found, members, strict=True):
            if units & pair:
                joined = group + joined
                pair = pair | units
            else:
                rest.append(group)
                others.append(units)
        found, members = [*rest, joined], [*others, pair]
    places = {id(bout): place for place, bout in enumerate(bouts)}
    for group in found:
        group.sort(key=lambda bout: places[id(bout)])
    found.sort(key=lambda group: places[id(group[0])])
    return found


def combat_step(state: State, table: Table) -> None:
    """Fights out the combat that Side A names; after the last one the phase is over. Rule: battlesystem:1.6b."""
    groups = combats(state.bouts or [])
    if groups:
        chosen = 0
        if len(groups) > 1:
            options: list[Order] = [("combat", _lowest(group)) for group in groups]
            answer = table.ask(Choice("combat", state.ranking[0], "battlesystem:1.6b", options))
            chosen = options.index(answer)
        bouts = groups.pop(chosen)
        state.bouts = [bout for group in groups for bout in group]
        fight(state, table, _ordered(state, table, bouts))
    if not groups:
        _close(state, table)


def _close(state: State, table: Table) -> None:
    """The end of the Melee Phase. Rule: battlesystem:4.4."""
    morale.after_melee(state, table)
    stages.combats_are_over(state)


def _lowest(group: list[Bout]) -> int:
    """The unit by which a combat is named."""
    return min([min(bout.first, bout.second) for bout in group])


def _ordered(state: State, table: Table, bouts: list[Bout]) -> list[Bout]:
    """The bouts of a combat as Side A wants them; no question where the order cannot matter. Rule: battlesystem:1.6b."""
    units = [number for bout in bouts for number in (bout.first, bout.second)]
    if len(set(units)) == len(units):
        return bouts
    pairs = [(bout.first, bout.second) for bout in bouts]
    answer = table.ask(BoutOrder(state.ranking[0], pairs))
    return [bouts[pairs.index(pair)] for pair in answer[1:] if isinstance(pair, tuple)]


class BoutOrder(Decision):
    """In which order the bouts of a combat are settled: `("bouts", (unit, unit), ...)`, all of them once."""

    def __init__(self, side: int, pairs: list[tuple[int, int]]) -> None:
        super().__init__("bouts", side, "battlesystem:1.6b")
        self.pairs: list[tuple[int, int]] = pairs
        self.listed = len(pairs) <= MOST_LISTED

    def orders(self) -> list[Order]:
        """All of them, or the default and those that begin with another bout."""
        if self.listed:
            return [("bouts", *pairs) for pairs in permutations(self.pairs)]
        return [("bouts", pair, *[other for other in self.pairs if other != pair]) for pair in self.pairs]

    def default(self) -> Order:
        """By the numbers of the units."""
        return ("bouts", *self.pairs)

    def check(self, order: Order) -> Refusal | None:
        """None when every bout is named once."""
        if order[:1] == ("bouts",) and sorted(order[1:], key=repr) == sorted(self.pairs, key=repr):
            return None
        reason = "The order is 'bouts' and every pair of units that fight, once each."
        return Refusal(reason, self.rule, self.default())

    def sample(self, chance: Chance) -> Order:
        """Any order, all equally likely."""
        rest = list(self.pairs)
        found: list[tuple[int, int]] = []
        while rest:
            found.append(rest.pop(chance.below(len(rest))))
        return ("bouts", *found)


class _Struck:
    """An attack that was made: who, whom, the damage, and where the figures that struck stood."""

    __slots__ = ("attacker", "defender", "tenths", "x", "y")

    def __init__(self, attacker: int, defender: int, tenths: int, x: float, y: float) -> None:
        self.attacker: int = attacker
        self.defender: int = defender
        self.tenths: int = tenths
        self.x: float = x
        self.y: float = y


def fight(state: State, table: Table, bouts: list[Bout]) -> None:
    """One combat: all attacks, Side A's first; then all losses together; then the checks.

    Rules: battlesystem:1.6b, battlesystem:8.0b, battlesystem:8.4d, battlesystem:8.7i, battlesystem:8.7j, battlesystem:4.4b.
    """
    if table.telling:
        _announce(state, table, bouts)
    struck: list[_Struck] = []
    for side in state.ranking:
        for bout in bouts:
            made = _attack(state, table, bout, side)
            if made is not None:
                struck.append(made)
    owing: list[losses.Reckoning] = []
    for side in state.ranking:
        for number in sorted({one.defender for one in struck}):
            if state.units[number].side == side:
                blows = [(one.attacker, one.tenths) for one in struck if one.defender == number]
                owing.append(losses.reckoning(state, state.units[number], blows))
    runners = _runners(owing)
    checks: dict[int, list[morale.Cause]] = {}
    for owed in owing:
        unit = owed.unit
        original = state.setting.rosters[unit.id].figures
        lost = original - unit.figures
        made_by = [one for one in struck if one.defender == unit.id]
        for one, figures in zip(made_by, losses.settle(state, table, owed), strict=True):
            owes = morale.owed(unit, original, lost, lost + figures)
            if owes and runners.get(unit.id) != []:
                cause = morale.Cause(morale.LOSSES, one.attacker, one.x, one.y)
                checks.setdefault(unit.id, []).append(cause)
            lost += figures
        if unit.routed and unit.id in runners:
            checks.pop(
                unit.id, None
            )  # skirmishers whose steady ones all fell: the others run again anyhow, and once
    command.review(state, table)
    for side in state.ranking:
        _check(state, table, side, checks, runners, struck)
    _after(state, table, bouts)


def _attack(state: State, table: Table, bout: Bout, side: int) -> _Struck | None:
    """The attack of one side of a bout, if there still is one.

    Who routed since the phase began strikes nobody, and is struck only by those whom it still touches; so are skirmishers who ran
    singly. A unit that was rallied this round strikes whoever strikes it. Rules: battlesystem:8.9, battlesystem:1.6b, battlesystem:8.0.
    """
    attacker, defender = state.units[bout.first], state.units[bout.second]
    strikers, aspect, answers = bout.strikers, bout.aspect, bout.back_strikers
    if attacker.side != side:
        attacker, defender = defender, attacker
        strikers, aspect, answers = bout.back_strikers, bout.back_aspect, bout.strikers
    if attacker.side != side or attacker.status != FIELD or defender.status != FIELD or attacker.routed:
        return None
    if attacker.rallied and (defender.routed or not answers):
        return None
    figures = list(strikers)
    singles = attacker.singles
    if singles is not None:
        figures = [
            number for number in figures if singles[number].gone == FIELD and not singles[number].routed
        ]
    if not figures:
        return None
    if defender.routed or defender.singles is not None:
        if not standing.are_touching(state, attacker, defender):
            return None
        aspect = standing.aspect(state, attacker, defender)
    x, y = standing.middle_of(attacker, figures)
    tenths = attack.strike(state, table, attacker, defender, figures, aspect)
    return _Struck(attacker.id, defender.id, tenths, x, y)


def _check(
    state: State,
    table: Table,
    side: int,
    checks: dict[int, list[morale.Cause]],
    runners: dict[int, list[int]],
    struck: list[_Struck],
) -> None:
    """The checks of one side, in the order its owner wants; who was routed already runs on without one.

    Rules: battlesystem:4.4b, battlesystem:6.4a, battlesystem:8.9.
    """
    for number, figures in runners.items():
        unit = state.units[number]
        if unit.side == side and unit.status == FIELD:
            cause = _pursuers(struck, number)
            if not figures:
                rout.again(state, table, unit, cause)
            for figure in figures:
                rout.rout_single(state, table, unit, figure, cause, state.setting.rosters[number].movement)
    waiting = [unit.id for unit in on_field(state, side) if unit.id in checks]
    while waiting:
        at = 0
        if len(waiting) > 1:
            options: list[Order] = [("check", number) for number in waiting]
            at = options.index(table.ask(Choice("check", side, "battlesystem:4.4b", options)))
        unit = state.units[waiting.pop(at)]
        for cause in checks[unit.id]:
            if unit.status == FIELD:
                morale.check(state, table, unit, cause)


def _runners(owing: list[losses.Reckoning]) -> dict[int, list[int]]:
    """The routed units among those attacked, and of skirmish units the routed figures in contact (none named: the whole unit).

    Rule: battlesystem:6.4a.
    """
    found: dict[int, list[int]] = {}
    for owed in owing:
        unit = owed.unit
        singles = unit.singles
        if unit.routed:
            found[unit.id] = []
        elif singles is not None:
            figures = [figure for figure in sorted(owed.held) if singles[figure].routed]
            if figures:
                found[unit.id] = figures
    return found


def _pursuers(struck: list[_Struck], number: int) -> morale.Cause:
    """All attackers of a routed unit as what it runs from. Rule: battlesystem:6.4a."""
    who = [one for one in struck if one.defender == number]
    x = sum([one.x for one in who]) / len(who)
    y = sum([one.y for one in who]) / len(who)
    return morale.Cause(morale.LOSSES, who[0].attacker, x, y)


def _after(state: State, table: Table, bouts: list[Bout]) -> None:
    """How the units of a combat stand when it is over.

    A rout ends what a unit owes for gaps, a mob free in front gets its shape back, and who wrapped around an enemy that is gone
    stands in open formation. Rules: battlesystem:7.3c, battlesystem:7.5, battlesystem:7.11c.
    """
    for number in sorted({number for bout in bouts for number in (bout.first, bout.second)}):
        unit = state.units[number]
        if unit.status != FIELD:
            continue
        if unit.routed:
            unit.debt = 0
        elif unit.formation == MOB and unit.block is not None and not _is_held(state, unit):
            losses.reshape(state, unit)
    wraps.settle(state, table)
    command.review(state, table)


def _is_held(state: State, mob: Unit) -> bool:
    """Whether the front rank of a mob touches an enemy. Rule: battlesystem:7.5."""
    block = mob.block
    assert block is not None
    for number in standing.enemies_touching(state, mob):
        for touch in standing.touches(state, mob, state.units[number]):
            if touch.figure < block.files:
                return True
    return False


def _announce(state: State, table: Table, bouts: list[Bout]) -> None:
    """The news that a combat begins."""
    pairs = [
        f"{name(state, state.units[bout.first])} against {name(state, state.units[bout.second])}"
        for bout in bouts
    ]
    text = pairs[0] if len(pairs) == 1 else f"{', '.join(pairs[:-1])} and {pairs[-1]}"
    data = {"bouts": [[f"u{bout.first}", f"u{bout.second}"] for bout in bouts]}
    table.tell(Event("combat", f"Melee: {text}.", "battlesystem:1.6b", side=state.ranking[0], data=data))
