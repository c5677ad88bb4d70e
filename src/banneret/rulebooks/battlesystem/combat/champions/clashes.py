"""Fights between individuals and figures: who strikes whom is declared when the Melee Phase begins; Side A chooses when each is fought.

Rules: battlesystem:9.4a, battlesystem:9.4a.figure-attacks, battlesystem:9.4a.order, battlesystem:9.4a.units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.bouts import Bout, Clash
from banneret.rulebooks.battlesystem.combat.caught_shooting import is_champion_caught
from banneret.rulebooks.battlesystem.combat.champions import exchanges, harm, sums
from banneret.rulebooks.battlesystem.combat.champions.parting import (
    able,
    has_attack,
    orders_to_strike,
    shares_of,
    without_guards,
)
from banneret.rulebooks.battlesystem.combat.losses.blows import Blow, Reckoning, reckoning
from banneret.rulebooks.battlesystem.combat.losses.settling import settle
from banneret.rulebooks.battlesystem.combat.strikers import idle
from banneret.rulebooks.battlesystem.command import discipline, in_command
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale import bereaved, checks_and_routs, morale_rolls
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, SLAIN, Unit

RULE = "battlesystem:9.4a"


def form(state: State, table: Table) -> None:
    """Form the fights of individuals with figures in this phase: first individuals choose whom to strike, then figures do. Rules: 8.1c, 9.4a.

    A fight in which nobody strikes is dropped; by versions 1 to 8 of the rules Side A had to put it in its order too.
    """
    if not any(one.on_table and state.setting.sheets[one.id].champion for one in state.individuals.values()):
        return
    found: list[Clash] = []
    for side in state.ranking:
        for one in state.individuals.values():
            if one.side == side and footprints.champion(state, one) is not None:
                touched = footprints.touched(state, one)
                if touched:
                    target, figure = _aim(state, table, one, touched)
                    found.append(Clash(one.id, target, figure))
    used: dict[int, list[int]] = {}  # figures assigned so far, by unit
    for side in state.ranking:
        for place, clash in enumerate(found):
            if state.individuals[clash.hero].side != side:
                later = _touched_later(state, found[place + 1 :], side) if is_mended(state, 9) else {}
                _beset(state, table, clash, side, used, later)
    if is_mended(state, 9):
        found = [clash for clash in found if clash.target != NOBODY or clash.beset]
    state.clashes = found or None


# ---------------------------------------------------------------- who strikes whom


def _aim(state: State, table: Table, one: Individual, touched: dict[int, list[int]]) -> tuple[int, int]:
    """The unit and figure that an individual strikes with all his attacks of the phase; NOBODY twice if he was caught shooting or has no attack.

    Rules: battlesystem:9.4a.hero-attacks, battlesystem:9.4a.order, battlesystem:10.2d.
    """
    if one.struck or (is_mended(state, 3) and is_champion_caught(state, one)):
        return NOBODY, NOBODY
    options: list[Order] = []
    for number, figures in touched.items():
        if is_mended(state, 9) and not sums.strikes(state, one, state.units[number]):
            continue
        options += [("strike", one.id, number, figure) for figure in _unlike(state, one, number, figures)]
    if not options:
        return NOBODY, NOBODY
    answer = options[0]
    if len(options) > 1:
        answer = table.ask(Choice("strike", one.side, "battlesystem:9.4a.hero-attacks", options))
    return int(answer[2]), int(answer[3])


def _unlike(state: State, one: Individual, number: int, figures: list[int]) -> list[int]:
    """Those of the figures of a unit that it matters to choose among: all skirmishers, else the first of each attack sum, the best before.

    By versions 1 to 14 of the rules figures in a block made no difference, even where some look elsewhere or stand higher.
    Rules: battlesystem:9.4a.hero-attacks, battlesystem:9.4a.modifiers.
    """
    unit = state.units[number]
    if unit.singles is not None:
        return figures
    if len(figures) == 1 or not is_mended(state, 15):
        return figures[:1]
    found: dict[int, int] = {}
    for figure in figures:
        found.setdefault(sums.champion_sum(state, one, unit, figure), figure)
    return [found[total] for total in sorted(found)]


def _touched_later(state: State, clashes: list[Clash], side: int) -> dict[int, set[int]]:
    """The figures, by unit, that touch enemies of `side` to whom figures are still to be assigned."""
    found: dict[int, set[int]] = {}
    for clash in clashes:
        one = state.individuals[clash.hero]
        if one.side != side:
            for number, figures in footprints.touched(state, one).items():
                found.setdefault(number, set()).update(figures)
    return found


def _beset(
    state: State,
    table: Table,
    clash: Clash,
    side: int,
    used: dict[int, list[int]],
    later: dict[int, set[int]],
) -> None:
    """Assign figures of a side's units in contact to strike an individual; each figure strikes one enemy.

    `used`: figures assigned to other individuals before; `later`: figures that touch individuals still to come. By versions 1 to 8 of
    the rules a figure that touched two individuals struck both, and figures were assigned that had no attack, or were rallied this
    round without a blow to answer; by versions 1 to 12 guards of captives were, at one who does not strike their unit; by versions 1 to 14
    as many as may attack him were, or none.
    Rules: battlesystem:9.4a.figure-attacks, battlesystem:8.1c, battlesystem:8.6a, battlesystem:6.3, battlesystem:7.15f.
    """
    one = state.individuals[clash.hero]
    rest = sums.most_attackers(sums.sheet_of(state, one)) - sum([count for _, count in clash.beset])
    ready: dict[int, list[int]] = {}
    for number, figures in footprints.touched(state, one).items():
        unit = state.units[number]
        figures = able(state, unit, figures, clash.figure if clash.target == number else NOBODY)
        if is_mended(state, 9):
            if not has_attack(state, unit, one) or (unit.rallied and clash.target != number):
                continue
            gone, lends = used.get(number, []), _lends(state, unit)
            figures = [
                figure
                for figure in figures
                if gone.count(figure) < (figures_on(unit, (figure,)) if lends else 1)
            ]
        if is_mended(state, 10):
            figures = _spare(state, unit, figures)
        if clash.target != number:
            figures = without_guards(state, unit, figures)
        if unit.side == side and figures:
            striking, wanted = _striking(state.bouts or [], number), later.get(number, set())
            ready[number] = sorted(figures, key=lambda figure: (figure in striking, figure in wanted, figure))
    if not ready or rest <= 0:
        return
    shares = shares_of([len(figures) for figures in ready.values()], rest)
    numbers = list(ready)
    options = orders_to_strike(one, numbers, shares)
    chosen = options[0]
    costs = _costs(state, ready, chosen, later)
    if costs and is_mended(state, 15):
        for fewer in range(min(rest, sum(shares[0])) - 1, 0, -1):
            options += orders_to_strike(
                one, numbers, shares_of([len(ready[number]) for number in numbers], fewer)
            )
    if len(options) > 1 or costs:
        options.append(("beset", one.id))
        options = _striking_home(state, one, numbers, options)
        chosen = options[0]
    if len(options) > 1:
        chosen = table.ask(Choice("beset", side, "battlesystem:9.4a.figure-attacks", options))
    for part in chosen[2:]:
        number, count = int(part[0]), int(part[1])
        used.setdefault(number, []).extend(ready[number][:count])
        _tell_off(state, number, ready[number][:count])
        clash.beset = (*clash.beset, (number, count))


def _striking_home(state: State, one: Individual, numbers: list[int], options: list[Order]) -> list[Order]:
    """Those of some orders by which every unit strikes an individual that must; all, where more must than may. Rules: 7.14e, battlesystem:4.6g."""
    lone = discipline.lone_quarry(one.id)
    due = [number for number in numbers if discipline.to_strike(state, state.units[number])[:1] == [lone]]
    if not due:
        return options
    found = [
        order for order in options if all(any(part[0] == number for part in order[2:]) for number in due)
    ]
    return found or options


def _spare(state: State, unit: Unit, figures: list[int]) -> list[int]:
    """Those of some figures that may be assigned to an individual: one of a unit that charged, or is out of hand, must strike its enemy.

    By versions 1 to 9 of the rules all might be assigned to him. Rules: battlesystem:7.14e, battlesystem:4.6g.
    """
    due_enemies = discipline.to_strike(state, unit)
    if not due_enemies:
        return figures
    for bout in state.bouts or []:
        if unit.id in (bout.first, bout.second) and due_enemies[0] in (bout.first, bout.second):
            due = bout.strikers_of(unit.id)
            if _lends(state, unit) and figures_on(unit, due) > len(due):
                continue  # of each stand only one figure strikes him
            if due and set(due) <= set(figures):
                return [figure for figure in figures if figure != due[0]]
    return figures


def _striking(bouts: list[Bout], number: int) -> set[int]:
    """The figures of a unit that strike in its melees."""
    found: set[int] = set()
    for bout in bouts:
        if bout.first == number:
            found.update(bout.strikers)
        elif bout.second == number:
            found.update(bout.back_strikers)
    return found


def _costs(state: State, ready: dict[int, list[int]], order: Order, later: dict[int, set[int]]) -> bool:
    """True if some figure of an order would no longer strike in a melee of its unit, or could not strike an individual still to come."""
    return any(
        figure in _striking(state.bouts or [], int(part[0])) or figure in later.get(int(part[0]), ())
        for part in order[2:]
        for figure in ready[int(part[0])][: int(part[1])]
    )


def _lends(state: State, unit: Unit) -> bool:
    """True if one figure of a base strikes an individual while the others of it strike with their unit: on stands.

    By versions 1 to 13 of the rules nobody else of the stand struck. Rules: battlesystem:2.4, battlesystem:9.4a.figure-attacks.
    """
    return unit.mount > 1 and is_mended(state, 14)


def _tell_off(state: State, number: int, figures: list[int]) -> None:
    """Take figures out of the melees of their unit: each strikes once. Rule: battlesystem:8.1c."""
    unit, gone = state.units[number], set(figures)
    if _lends(state, unit):
        _lend(state, unit, figures)
        return
    for place, bout in enumerate(state.bouts or []):
        if bout.first == number and gone.intersection(bout.strikers):
            left = tuple([one for one in bout.strikers if one not in gone])
            state.bouts[place] = replace(bout, strikers=left)  # type: ignore[index]
        elif bout.second == number and gone.intersection(bout.back_strikers):
            left = tuple([one for one in bout.back_strikers if one not in gone])
            state.bouts[place] = replace(bout, back_strikers=left)  # type: ignore[index]


def _lend(state: State, unit: Unit, stands: list[int]) -> None:
    """Take one figure of each of some stands out of the melee in which they strike. Rules: battlesystem:2.4, battlesystem:8.1c."""
    for place, bout in enumerate(state.bouts or []):
        if unit.id not in (bout.first, bout.second):
            continue
        striking = bout.strikers_of(unit.id)
        lent = bout.lent_by(unit.id)
        enemy = state.units[bout.first + bout.second - unit.id]
        free = idle(state, unit, enemy, striking)  # of these stands one strikes him who struck nobody
        lent += tuple([one for one in stands if one in striking and one not in free])
        left = tuple([one for one in striking if lent.count(one) < figures_on(unit, (one,))])
        lent = tuple([one for one in lent if one in left])
        state.bouts[place] = (  # type: ignore[index]
            replace(bout, strikers=left, lent=lent)
            if bout.first == unit.id
            else replace(bout, back_strikers=left, back_lent=lent)
        )


# ---------------------------------------------------------------- the fight


def fight(state: State, table: Table, clash: Clash) -> None:
    """Fight out a fight between an individual and figures: all strike before any figure is taken off. Rules: battlesystem:9.4a, battlesystem:8.0b.

    Troops whose commander falls run from the unit that hit him last; by versions 1 to 8 of the rules from the first assigned to him.
    """
    one = state.individuals[clash.hero]
    if not one.on_table:
        return
    made = exchanges.Exchange(state, clash)
    for side in state.ranking:
        exchanges.strike(state, table, made, side)
    exchanges.strike_as_the_fallen(state, table, made)
    harm.hurt(state, table, one, made.lost)
    fell = not one.on_table
    if made.tells(state):
        unit = state.units[made.target]
        suffer(state, table, one, unit, made.touched[made.target], made.figure, made.tenths)
    formations.unwrap(state, table)
    in_command.review(state, table)
    if fell:
        bereaved.check_after(state, table, one, enemy=made.felled_by)


class Assailants:
    """The figures assigned to an individual as they stand before another fight of the phase.

    Attributes:
        clash: his fight.
        unit: their unit, by number.
        touching: the figures that touch him and can strike.
        count: those of them that strike.
        strength: the figures of the unit.
        total: their attack sum.
    """

    __slots__ = ("clash", "count", "strength", "total", "touching", "unit")

    def __init__(self, clash: Clash, unit: Unit, touching: list[int], count: int, total: int) -> None:
        self.clash: Clash = clash
        self.unit: int = unit.id
        self.touching: list[int] = touching
        self.count: int = count
        self.strength: int = unit.figures
        self.total: int = total


def assailants(state: State, clashes: list[Clash], spared: set[int]) -> list[Assailants]:
    """The figures assigned to individuals as all stand now, of all units but those `spared`; none by versions 1 to 13 of the rules.

    Rules: battlesystem:8.0b, battlesystem:9.4a.order.
    """
    found: list[Assailants] = []
    if not is_mended(state, 14):
        return found
    for clash in clashes:
        one = state.individuals[clash.hero]
        if not clash.beset or not one.on_table:
            continue
        touched = footprints.touched(state, one)
        for number, wanted in clash.beset:
            unit = state.units[number]
            if number in spared or number not in touched or unit.rallied:
                continue
            figures = able(state, unit, touched[number], clash.figure if clash.target == number else NOBODY)
            count = min(wanted, len(figures))
            if count:
                total = sums.figure_sum(state, unit, one)
                found.append(Assailants(clash, unit, figures, count, total))
    return found


def remember(state: State, before: Sequence[Assailants]) -> None:
    """Note which figures assigned to individuals have fallen since: they strike in his fight all the same. Rule: battlesystem:8.0b."""
    for group in before:
        unit, one = state.units[group.unit], state.individuals[group.clash.hero]
        lost = group.strength - unit.figures
        if (
            lost <= 0
            or (unit.status != FIELD and unit.status != SLAIN)
            or (unit.routed and unit.singles is None)
        ):
            continue
        singles = unit.singles
        if singles is not None:
            lost = len([figure for figure in group.touching if singles[figure].gone == SLAIN])
        left = 0
        if unit.status == FIELD:
            figures = footprints.touched(state, one).get(unit.id, [])
            left = len(
                able(state, unit, figures, group.clash.figure if group.clash.target == unit.id else NOBODY)
            )
        fallen = min(group.count - left, lost)
        if fallen > 0:
            group.clash.fallen = (*group.clash.fallen, (unit.id, fallen, group.total))


def suffer(
    state: State, table: Table, one: Individual, unit: Unit, touched: list[int], figure: int, tenths: int
) -> None:
    """Settle the losses that an individual inflicts on a unit, and make the check or the run that follows.

    `touched`: the figures that he touches; `figure`: the one he struck; `tenths`: the damage in tenths of hit dice.
    Rules: battlesystem:9.4a.units, battlesystem:8.7, battlesystem:4.4, battlesystem:6.4a.
    """
    original = unit.now.figures
    lost = original - unit.figures
    routed, runs = unit.routed, exchanges.runs_again(state, one, unit, figure)
    figures = touched if sums.whole_figures(state, one, unit) else [figure]
    fallen = settle(state, table, dealt(state, one, unit, figures, tenths))[0]
    due = morale_rolls.is_due(unit, original, lost, lost + fallen)
    if unit.status != FIELD:
        return
    if fallen and is_mended(state, 10):  # by earlier versions the check counted the command it had before
        in_command.review_unit(state, table, unit)
    cause = Cause(LOSSES, NOBODY, one.x, one.y)
    singles = unit.singles
    if runs and singles is not None:  # who is struck runs, and not those who ran elsewhere
        if singles[figure].gone == FIELD:
            checks_and_routs.rout_single(state, table, unit, figure, cause, unit.now.movement)
        if due and not routed:
            checks_and_routs.check(state, table, unit, cause)
    elif routed:
        checks_and_routs.rout_again(state, table, unit, cause)
    elif due:
        checks_and_routs.check(state, table, unit, cause)


def dealt(state: State, one: Individual, unit: Unit, figures: list[int], tenths: int) -> Reckoning:
    """The attack of an individual on a unit, ready to be settled: it can hit these figures. Rule: battlesystem:9.4a.units."""
    due = reckoning(state, unit, [])
    due.blows.append(Blow(NOBODY, tenths, figures, [(one.x, one.y)]))
    due.held.update(figures)
    return due
