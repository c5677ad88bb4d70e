"""One combat: all attacks are rolled, then all losses are taken off, then morale is checked.

Where set spears strike first, this is done twice: once for the spears, then for all others who are left.

Rules: battlesystem:1.6b, battlesystem:8.0, battlesystem:8.0b, battlesystem:8.4d, battlesystem:8.7i, battlesystem:8.7j,
battlesystem:8.9, battlesystem:4.4b, battlesystem:6.4a, battlesystem:7.3c, battlesystem:7.5, battlesystem:7.11c.
"""

from __future__ import annotations

from collections.abc import Sequence

from banneret.kernel.decision import Choice
from banneret.kernel.enumeration import enumerated
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.bouts import Bout, Clash
from banneret.rulebooks.battlesystem.combat import attack_rolls, moments, wading
from banneret.rulebooks.battlesystem.combat.champions import clashes, exchanges, harm
from banneret.rulebooks.battlesystem.combat.losses import formed_losses, settling
from banneret.rulebooks.battlesystem.combat.losses.blows import Reckoning, reckoning
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.morale import bereaved, causes, checks_and_routs, morale_rolls
from banneret.rulebooks.battlesystem.morale.causes import Cause
from banneret.rulebooks.battlesystem.space import contacts, formations, standing
from banneret.rulebooks.battlesystem.state import State, is_mended, name, on_field
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, NOBODY, Unit


class _Struck:
    """An attack that was made: who, whom, the damage, and where the figures that struck stood."""

    __slots__ = ("attacker", "defender", "tenths", "x", "y")

    def __init__(self, attacker: int, defender: int, tenths: int, x: float, y: float) -> None:
        self.attacker: int = attacker
        self.defender: int = defender
        self.tenths: int = tenths
        self.x: float = x
        self.y: float = y


def fight(
    state: State,
    table: Table,
    bouts: list[Bout],
    with_heroes: Sequence[Clash] = (),
    before: Sequence[clashes.Assailants] = (),
) -> None:
    """Fight out one combat: all attacks, Side A's first; then all losses together; then the checks. Set spears strike before all others.

    `with_heroes`: the fights of individuals with its units; a combat may be of these alone. By version 15 of the rules they came one after
    the other between losses and checks, and `before` are the figures assigned to these individuals, as they stood. Rules: battlesystem:1.6b, battlesystem:8.0b, battlesystem:8.4d, battlesystem:9.4a.order, battlesystem:11.7b.
    """
    if table.telling and bouts:
        _announce(state, table, bouts)
    if any(bout.early for bout in bouts):
        ranks = moments.as_they_stand(state, bouts)
        elsewhere = moments.at_individuals(state, bouts)
        settled = _exchange(state, table, bouts, True)
        bouts = moments.told_off_again(state, table, bouts, ranks, elsewhere, settled)
    _exchange(state, table, bouts, False, with_heroes, before)
    _after(state, table, bouts)


def _exchange(
    state: State,
    table: Table,
    bouts: list[Bout],
    early: bool,
    with_heroes: Sequence[Clash] = (),
    before: Sequence[clashes.Assailants] = (),
) -> list[Reckoning]:
    """Play one moment of a combat: its attacks, then their losses together, then the checks. Return the reckonings by unit attacked.

    `early`: the moment of the set spears, else that of all others; the rest as in `fight`.
    Rules: battlesystem:8.0b, battlesystem:8.7i, battlesystem:8.7j, battlesystem:4.4b.
    """
    struck: list[_Struck] = []
    at_once = is_mended(state, 16)
    fights = [exchanges.Exchange(state, clash) for clash in with_heroes if at_once and _stands(state, clash)]
    for side in state.ranking:
        for bout in bouts:
            if moments.is_early(state, bout, side) == early:
                struck.extend(_attacks(state, table, bout, side))
        for made in fights:
            exchanges.strike(state, table, made, side)
    telling = [made for made in fights if made.tells(state)]
    struck += [_Struck(NOBODY, made.target, made.tenths, made.one.x, made.one.y) for made in telling]
    reckonings: list[Reckoning] = []
    for side in state.ranking:
        for number in sorted({one.defender for one in struck}):
            if state.units[number].side == side:
                blows = [(one.attacker, one.tenths) for one in struck if one.defender == number]
                due = reckoning(state, state.units[number], blows)
                exchanges.join(state, due, [made for made in telling if made.target == number])
                reckonings.append(due)
    for made in fights:
        harm.hurt(state, table, made.one, made.lost)
    runners = _runners(reckonings, telling)
    checks: dict[int, list[causes.Cause]] = {}
    for due in reckonings:
        unit = due.unit
        original = unit.now.figures
        lost = original - unit.figures
        made_by = [one for one in struck if one.defender == unit.id]
        for one, figures in zip(made_by, settling.settle(state, table, due), strict=True):
            must_check = morale_rolls.is_due(unit, original, lost, lost + figures)
            if must_check and runners.get(unit.id) != []:
                cause = causes.Cause(causes.LOSSES, one.attacker, one.x, one.y)
                checks.setdefault(unit.id, []).append(cause)
            lost += figures
        if unit.routed and unit.id in runners:
            checks.pop(
                unit.id, None
            )  # all steady skirmishers fell: the routed ones run again without a check
    in_command.review(state, table)
    if at_once:
        for made in fights:
            bereaved.check_after(state, table, made.one, enemy=made.felled_by)
    else:
        clashes.remember(state, before)
        for clash in with_heroes:
            clashes.fight(state, table, clash)
    for side in state.ranking:
        _check(state, table, side, checks, runners, struck)
    return reckonings


def _stands(state: State, clash: Clash) -> bool:
    """True if the individual of a fight is still on the table."""
    return state.individuals[clash.hero].on_table


def _attacks(state: State, table: Table, bout: Bout, side: int) -> list[_Struck]:
    """Roll the attack of a side in a bout, if it still has one; two where some figures wade and some do not. Rule: battlesystem:11.9d."""
    attacker, defender = state.units[bout.first], state.units[bout.second]
    if attacker.side != side:
        attacker, defender = defender, attacker
    if attacker.side != side:
        return []
    figures, aspect = still_striking(state, bout, attacker.id)
    if not figures:
        return []
    found: list[_Struck] = []
    lent = bout.lent_by(attacker.id)
    for group, wades in wading.groups(state, attacker, defender, figures, lent):
        x, y = standing.middle_of(attacker, [standing.place_now(attacker, one) for one in group])
        tenths = attack_rolls.strike(state, table, attacker, defender, group, aspect, wades=wades, lent=lent)
        found.append(_Struck(attacker.id, defender.id, tenths, x, y))
    return found


def still_striking(state: State, bout: Bout, number: int) -> tuple[list[int], int]:
    """The figures of unit `number` of a bout that strike as all stand now, and the side of the other unit on which they strike.

    A unit routed since the phase began strikes nobody, and only those it still touches strike it; the same holds for skirmishers
    who ran singly. A unit rallied this round strikes only those that strike it.
    Rules: battlesystem:8.9, battlesystem:1.6b, battlesystem:8.0.
    """
    attacker, defender = state.units[bout.first], state.units[bout.second]
    strikers, aspect, answers = bout.strikers, bout.aspect, bout.back_strikers
    if attacker.id != number:
        attacker, defender = defender, attacker
        strikers, aspect, answers = bout.back_strikers, bout.back_aspect, bout.strikers
    if attacker.status != FIELD or defender.status != FIELD or attacker.routed:
        return [], aspect
    if attacker.rallied and (defender.routed or not answers):
        return [], aspect
    figures = list(strikers)
    singles = attacker.singles
    if singles is not None:
        figures = [one for one in figures if singles[one].gone == FIELD and not singles[one].routed]
        if defender.routed or not answers:
            figures = [one for one in figures if not singles[one].rallied]
    if figures and (defender.routed or defender.singles is not None):
        if not contacts.are_touching(state, attacker, defender):
            return [], aspect
        aspect = contacts.aspect(state, attacker, defender)
    return figures, aspect


class CheckOrder(Choice):
    """The choice of the unit that checks its morale next: `("check", unit)`.

    Attributes:
        causes: the first cause of each unit that has to check, by unit.

    Rule: battlesystem:4.4b.
    """

    def __init__(self, side: int, options: list[Order], causes: dict[int, Cause]) -> None:
        super().__init__("check", side, "battlesystem:4.4b", options)
        self.causes: dict[int, Cause] = causes


def _check(
    state: State,
    table: Table,
    side: int,
    checks: dict[int, list[causes.Cause]],
    runners: dict[int, list[int]],
    struck: list[_Struck],
) -> None:
    """Make the checks of one side, in the order its owner wants; units routed already run on without one.

    `checks`: the causes of checks by unit; `runners`: as `_runners` returns them.
    Rules: battlesystem:4.4b, battlesystem:6.4a, battlesystem:8.9.
    """
    for number, figures in runners.items():
        unit = state.units[number]
        if unit.side == side and unit.status == FIELD:
            cause = _pursuers(struck, number)
            if not figures:
                checks_and_routs.rout_again(state, table, unit, cause)
            for figure in figures:
                checks_and_routs.rout_single(state, table, unit, figure, cause, unit.now.movement)
    waiting = [unit.id for unit in on_field(state, side) if unit.id in checks]
    while waiting:
        at = 0
        if len(waiting) > 1:
            options: list[Order] = [("check", number) for number in waiting]
            asked = CheckOrder(side, options, {number: checks[number][0] for number in waiting})
            at = options.index(table.ask(asked))
        unit = state.units[waiting.pop(at)]
        for cause in checks[unit.id]:
            if unit.status == FIELD:
                checks_and_routs.check(state, table, unit, cause)


def _runners(reckonings: list[Reckoning], fights: Sequence[exchanges.Exchange] = ()) -> dict[int, list[int]]:
    """The units attacked that run again, each with the routed skirmishers in contact; an empty list means the whole unit.

    Of skirmishers whom individuals alone strike, in `fights`, those run who are struck. Rule: battlesystem:6.4a.
    """
    found: dict[int, list[int]] = {}
    for due in reckonings:
        unit = due.unit
        singles = unit.singles
        if unit.routed:
            found[unit.id] = []
        elif singles is not None:
            held = due.held
            if all(blow.attacker == NOBODY for blow in due.blows):
                held = {made.figure for made in fights if made.target == unit.id}
            figures = [figure for figure in sorted(held) if singles[figure].routed]
            if figures:
                found[unit.id] = figures
    return found


def _pursuers(struck: list[_Struck], number: int) -> causes.Cause:
    """The cause of a routed unit's run: its first attacker, at the mean place of all of them. Rule: battlesystem:6.4a."""
    who = [one for one in struck if one.defender == number]
    x = sum([one.x for one in who]) / len(who)
    y = sum([one.y for one in who]) / len(who)
    return causes.Cause(causes.LOSSES, who[0].attacker, x, y)


def _after(state: State, table: Table, bouts: list[Bout]) -> None:
    """Bring the units of a combat into order at its end.

    A rout cancels a unit's debt for gaps, a mob with no enemy at its front rank gets its shape back, and a unit that wrapped around an
    enemy now gone stands in open formation. Rules: battlesystem:7.3c, battlesystem:7.5, battlesystem:7.11c.
    """
    for number in sorted({number for bout in bouts for number in (bout.first, bout.second)}):
        unit = state.units[number]
        if unit.status != FIELD:
            continue
        if unit.routed:
            unit.debt = 0
        elif unit.formation == MOB and unit.block is not None and not _is_held(state, unit):
            formed_losses.reshape(state, unit)
    formations.unwrap(state, table)
    in_command.review(state, table)


def _is_held(state: State, mob: Unit) -> bool:
    """True if the front rank of a mob touches an enemy. Rule: battlesystem:7.5."""
    block = mob.block
    assert block is not None
    for number in contacts.enemies_touching(state, mob):
        for touch in contacts.touches(state, mob, state.units[number]):
            if touch.figure < block.files:
                return True
    return False


def _announce(state: State, table: Table, bouts: list[Bout]) -> None:
    """Tell that a combat begins."""
    pairs = [
        f"{name(state, state.units[bout.first])} against {name(state, state.units[bout.second])}"
        for bout in bouts
    ]
    data = {"bouts": [[f"u{bout.first}", f"u{bout.second}"] for bout in bouts]}
    table.tell(
        Event("combat", f"Melee: {enumerated(pairs)}.", "battlesystem:1.6b", side=state.ranking[0], data=data)
    )
