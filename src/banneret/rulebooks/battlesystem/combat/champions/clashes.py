"""Fights between individuals and figures in the Melee Phase: who strikes whom is said when it begins, Side A chooses when they are fought.

Rules: battlesystem:9.4a, battlesystem:9.4a.figure-attacks, battlesystem:9.4a.order, battlesystem:9.4a.units.
"""

from __future__ import annotations

from dataclasses import replace

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.combat.champions import blows, harm, sums
from banneret.rulebooks.battlesystem.combat.champions.parting import able, has_attack
from banneret.rulebooks.battlesystem.combat.losses.blows import Blow, Reckoning, reckoning
from banneret.rulebooks.battlesystem.combat.losses.settling import settle
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale import bereaved, checks_and_routs, morale_rolls
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.state import (
    FIELD,
    NOBODY,
    Bout,
    Clash,
    Individual,
    State,
    Unit,
    is_mended,
)

RULE = "battlesystem:9.4a"


def form(state: State, table: Table) -> None:
    """The fights of individuals with figures in this phase: first they choose whom to strike, then the figures. Rules: 8.1c, 9.4a.

    One in which nobody strikes is none; by versions 1 to 8 of the rules Side A had it to put in its order.
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
    used: dict[int, set[int]] = {}  # figures told off so far, by unit
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
    """The figure that an individual strikes: all his attacks of one phase go against one; none of who has shot, or has no attack now.

    Rules: battlesystem:9.4a.hero-attacks, battlesystem:9.4a.order, battlesystem:10.2d.
    """
    if one.struck or (one.shots_in(state.round) and is_mended(state, 3)):
        return NOBODY, NOBODY
    options: list[Order] = []
    for number, figures in touched.items():
        if is_mended(state, 9) and not sums.strikes(state, one, state.units[number]):
            continue
        singly = state.units[number].singles is not None
        options += [("strike", one.id, number, figure) for figure in (figures if singly else figures[:1])]
    if not options:
        return NOBODY, NOBODY
    answer = options[0]
    if len(options) > 1:
        answer = table.ask(Choice("strike", one.side, "battlesystem:9.4a.hero-attacks", options))
    return int(answer[2]), int(answer[3])


def _touched_later(state: State, clashes: list[Clash], side: int) -> dict[int, set[int]]:
    """The figures, by unit, that touch enemies of a side at whom others of it are still to be told off."""
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
    used: dict[int, set[int]],
    later: dict[int, set[int]],
) -> None:
    """The figures of a side that strike at an individual, told off from its units in contact: each strikes one enemy.

    `used`: those told off at others before him; `later`: those who touch others that come after him. By versions 1 to 8 of the rules
    a figure that touched two of them struck at both, and those were told off too who had no attack, or after a rally none to answer.
    Rules: battlesystem:9.4a.figure-attacks, battlesystem:8.1c, battlesystem:8.6a, battlesystem:6.3.
    """
    one = state.individuals[clash.hero]
    rest = sums.most_attackers(sums.sheet_of(state, one)) - sum([count for _, count in clash.beset])
    ready: dict[int, list[int]] = {}
    for number, figures in footprints.touched(state, one).items():
        unit = state.units[number]
        figures = able(unit, figures, clash.figure if clash.target == number else NOBODY)
        if is_mended(state, 9):
            if not has_attack(state, unit, one) or (unit.rallied and clash.target != number):
                continue
            figures = [figure for figure in figures if figure not in used.get(number, ())]
        if is_mended(state, 10):
            figures = _spare(state, unit, figures)
        if unit.side == side and figures:
            striking, wanted = _striking(state.bouts or [], number), later.get(number, set())
            ready[number] = sorted(figures, key=lambda figure: (figure in striking, figure in wanted, figure))
    if not ready or rest <= 0:
        return
    shares = _shares([len(figures) for figures in ready.values()], rest)
    numbers = list(ready)
    options: list[Order] = [
        ("beset", one.id, *[(number, count) for number, count in zip(numbers, share, strict=True) if count])
        for share in shares
    ]
    chosen = options[0]
    if len(options) > 1 or _costs(state, ready, chosen, later):
        options.append(("beset", one.id))
        chosen = table.ask(Choice("beset", side, "battlesystem:9.4a.figure-attacks", options))
    for part in chosen[2:]:
        number, count = int(part[0]), int(part[1])
        _tell_off(state, number, ready[number][:count])
        used.setdefault(number, set()).update(ready[number][:count])
        clash.beset = (*clash.beset, (number, count))


def _spare(state: State, unit: Unit, figures: list[int]) -> list[int]:
    """Those of some figures that may be told off at an individual: of a unit that charged one strikes those whom it charged.

    By versions 1 to 9 of the rules all might be told off at him. Rule: battlesystem:7.14e.
    """
    if unit.charged == NOBODY:
        return figures
    for bout in state.bouts or []:
        if unit.id in (bout.first, bout.second) and unit.charged in (bout.first, bout.second):
            due = bout.strikers if bout.first == unit.id else bout.back_strikers
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


def _shares(have: list[int], most: int) -> list[tuple[int, ...]]:
    """The ways in which several units make up as many figures as may strike, the first taking most of them first."""
    wanted = min(most, sum(have))
    found: list[tuple[int, ...]] = [()]
    for _ in have:
        found = [(*share, count) for share in found for count in range(most, -1, -1)]
    return [
        share
        for share in found
        if sum(share) == wanted and all(count <= own for count, own in zip(share, have, strict=True))
    ]


def _costs(state: State, ready: dict[int, list[int]], order: Order, later: dict[int, set[int]]) -> bool:
    """True if some of those figures would not strike in a melee of their unit any more, or at another individual."""
    return any(
        figure in _striking(state.bouts or [], int(part[0])) or figure in later.get(int(part[0]), ())
        for part in order[2:]
        for figure in ready[int(part[0])][: int(part[1])]
    )


def _tell_off(state: State, number: int, figures: list[int]) -> None:
    """These figures strike in no melee of their unit: each strikes once. Rule: battlesystem:8.1c."""
    gone = set(figures)
    for place, bout in enumerate(state.bouts or []):
        if bout.first == number and gone.intersection(bout.strikers):
            left = tuple([one for one in bout.strikers if one not in gone])
            state.bouts[place] = replace(bout, strikers=left)  # type: ignore[index]
        elif bout.second == number and gone.intersection(bout.back_strikers):
            left = tuple([one for one in bout.back_strikers if one not in gone])
            state.bouts[place] = replace(bout, back_strikers=left)  # type: ignore[index]


# ---------------------------------------------------------------- the fight


def fight(state: State, table: Table, clash: Clash) -> None:
    """One individual and the figures at him: both strike before anybody is taken off. Rule: battlesystem:9.4a.

    Troops whose commander falls run from the unit that struck him last; by versions 1 to 8 of the rules from the first told off at him.
    """
    one = state.individuals[clash.hero]
    if not one.on_table:
        return
    touched = footprints.touched(state, one)
    target = _still(clash, touched)
    lost = tenths = 0
    felled_by = clash.beset[0][0] if clash.beset else NOBODY
    for side in state.ranking:
        if one.side == side:
            if target is not None:
                tenths = blows.of_champion(state, table, one, state.units[target[0]], target[1])
            continue
        for number, wanted in clash.beset:
            unit = state.units[number]
            if unit.side != side or number not in touched:
                continue
            struck = target[1] if target is not None and target[0] == number else NOBODY
            count = min(wanted, len(able(unit, touched[number], struck)))
            if count and not (unit.rallied and (target is None or target[0] != number)):
                points = blows.at_champion(state, table, unit, count, one)
                lost += points
                if points and is_mended(state, 9):
                    felled_by = number
    harm.hurt(state, table, one, lost)
    fell = not one.on_table
    if target is not None and (tenths or _runs(state, one, state.units[target[0]], target[1])):
        suffer(state, table, one, state.units[target[0]], touched[target[0]], target[1], tenths)
    formations.unwrap(state, table)
    in_command.review(state, table)
    if fell:
        bereaved.check_after(state, table, one, enemy=felled_by)


def _runs(state: State, one: Individual, unit: Unit, figure: int) -> bool:
    """True if troops whom an individual strikes are routed, and he has a blow at them: they run again, whatever it does.

    By versions 1 to 8 of the rules they stayed where it did nothing, and a routed skirmisher stayed always. Rule: battlesystem:6.4a.
    """
    if not is_mended(state, 9) or not sums.strikes(state, one, unit):
        return False
    return unit.routed or (unit.singles is not None and unit.singles[figure].routed)


def _still(clash: Clash, touched: dict[int, list[int]]) -> tuple[int, int] | None:
    """The figure he strikes: the one he chose, another of its unit when it stands elsewhere by now; None where he touches none of it."""
    figures = touched.get(clash.target)
    if clash.target == NOBODY or not figures:
        return None
    return clash.target, clash.figure if clash.figure in figures else figures[0]


def suffer(
    state: State, table: Table, one: Individual, unit: Unit, touched: list[int], figure: int, tenths: int
) -> None:
    """The losses that an individual inflicts are settled and checked for by themselves. Rules: battlesystem:9.4a.units, 8.7, 4.4."""
    original = unit.now.figures
    lost = original - unit.figures
    routed, runs = unit.routed, _runs(state, one, unit, figure)
    figures = touched if sums.whole_figures(state, one, unit) else [figure]
    fallen = settle(state, table, dealt(state, one, unit, figures, tenths))[0]
    due = morale_rolls.is_due(unit, original, lost, lost + fallen)
    if unit.status != FIELD:
        return
    if fallen and is_mended(state, 10):  # by earlier versions it checked by the command that it had before
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
    """The attack of an individual on a unit as it is to be settled. Rule: battlesystem:9.4a.units."""
    due = reckoning(state, unit, [])
    due.blows.append(Blow(NOBODY, tenths, figures, [(one.x, one.y)]))
    due.held.update(figures)
    return due
