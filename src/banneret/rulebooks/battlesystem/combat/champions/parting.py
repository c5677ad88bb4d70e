"""The blows at an individual who flees from enemies in contact. Rules: battlesystem:8.8d, battlesystem:9.4b.leave."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.caught_shooting import is_caught, is_single_caught
from banneret.rulebooks.battlesystem.combat.champions import blows, duelling, harm, sums
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale import bereaved
from banneret.rulebooks.battlesystem.space.figures import first_guard
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit


def able(
    state: State, unit: Unit, figures: list[int], struck: int = NOBODY, is_free: bool = False
) -> list[int]:
    """Those of these figures that can strike: none of a routed unit, and in the Melee Phase none that shot this round and was caught at it.

    `is_free`: for the free attack on one who flees, outside of that phase. Of skirmishers rallied this round only the one that is `struck`
    can: they only answer blows. Rules: 8.9, battlesystem:10.2d, battlesystem:6.3.
    """
    singles = unit.singles
    if singles is not None:
        return [
            one
            for one in figures
            if not singles[one].routed
            and (is_free or not is_single_caught(state, unit, one))
            and (one == struck or not singles[one].rallied)
        ]
    return [] if unit.routed or (not is_free and is_caught(state, unit)) else figures


def without_guards(state: State, unit: Unit, figures: list[int]) -> list[int]:
    """Those of some figures that guard no captives: guards only defend themselves. Rule: battlesystem:7.15f.

    By versions 1 to 12 of the rules they struck at any individual.
    """
    if not unit.guards or not is_mended(state, 13):
        return figures
    return [figure for figure in figures if figure < first_guard(unit)]


def has_attack(state: State, unit: Unit, one: Individual) -> bool:
    """True if the figures of a unit have an attack on an individual this round; those with one in two rounds have none in even rounds. Rule: 8.6a."""
    return attack_rolls.attacks_on(state, unit.now, sums.sheet_of(state, one).creature, False) > 0


def orders_to_strike(one: Individual, numbers: list[int], shares: list[tuple[int, ...]]) -> list[Order]:
    """The orders by which units, by number, strike an individual with these numbers of figures."""
    return [
        ("beset", one.id, *[(number, count) for number, count in zip(numbers, share, strict=True) if count])
        for share in shares
    ]


def shares_of(have: list[int], most: int) -> list[tuple[int, ...]]:
    """The ways in which units with these numbers of figures share `most` strikers, those with most for the first unit first."""
    wanted = min(most, sum(have))
    found: list[tuple[int, ...]] = [()]
    for _ in have:
        found = [(*share, count) for share in found for count in range(most, -1, -1)]
    return [
        share
        for share in found
        if sum(share) == wanted and all(count <= own for count, own in zip(share, have, strict=True))
    ]


def blows_at(state: State, one: Individual) -> list[tuple[int, int]]:
    """The units that strike an individual from behind, each with its number of figures. Rule: 9.4a.figure-attacks.

    In all there are no more figures than may attack him. By versions 1 to 8 of the rules units rallied this round struck too, and
    units without an attack in it, and by versions 1 to 12 guards of captives; by versions 1 to 14 nobody did who had shot.
    """
    rest = sums.most_attackers(sums.sheet_of(state, one))
    found: list[tuple[int, int]] = []
    for number, figures in _at_his_back(state, one).items():
        count = min(rest, len(figures))
        if count:
            found.append((number, count))
            rest -= count
    return found


def _at_his_back(state: State, one: Individual) -> dict[int, list[int]]:
    """The figures that could strike an individual who flees, by unit. Rules: 9.4a.figure-attacks, battlesystem:6.3, battlesystem:7.15f."""
    found: dict[int, list[int]] = {}
    for number, figures in footprints.touched(state, one).items():
        unit = state.units[number]
        if is_mended(state, 9) and (unit.rallied or not has_attack(state, unit, one)):
            continue  # a unit rallied this round only answers blows. Rule: battlesystem:6.3
        found[number] = able(state, unit, without_guards(state, unit, figures), is_free=is_mended(state, 15))
    return found


def _told_off(state: State, table: Table, one: Individual) -> list[tuple[int, int]]:
    """`blows_at`, as the players of those units want it who have more figures than may strike, Side A's first.

    By versions 1 to 17 of the rules the units with the lowest numbers struck. Rule: battlesystem:9.4a.figure-attacks.
    """
    if not is_mended(state, 18):
        return blows_at(state, one)
    rest = sums.most_attackers(sums.sheet_of(state, one))
    ready = {number: len(figures) for number, figures in _at_his_back(state, one).items() if figures}
    found: list[tuple[int, int]] = []
    for side in state.ranking:
        numbers = [number for number in ready if state.units[number].side == side]
        if not numbers or rest <= 0:
            continue
        options = orders_to_strike(one, numbers, shares_of([ready[number] for number in numbers], rest))
        order = options[0]
        if len(options) > 1:
            order = table.ask(Choice("beset", side, "battlesystem:9.4a.figure-attacks", options))
        for number, count in order[2:]:
            found.append((number, count))
            rest -= count
    return found


def strike_at(state: State, table: Table, one: Individual) -> None:
    """Let the enemies whom an individual touches strike him from behind before he moves away. Rules: battlesystem:8.8d, battlesystem:9.4b.leave.

    Troops whose commander falls run from the enemy that hit him last; by versions 1 to 9 of the rules from the first who might strike.
    """
    lost = 0
    struck: list[int] = []  # units, and individuals below zero
    for number, count in _told_off(state, table, one):
        points = blows.at_champion(state, table, state.units[number], count, one, True)
        lost += points
        if points:
            struck.append(number)
    felled_by = blows_at(state, one)
    rivals = footprints.rivals(state, one)
    for number, points in duelling.strike_at_flight(state, table, one):
        lost += points
        if points:
            struck.append(-1 - number)
    harm.hurt(state, table, one, lost)
    if not one.on_table:
        in_command.review(state, table)
        last = struck[-1]
        if not is_mended(state, 10):
            last = -1 - rivals[0] if rivals else felled_by[0][0]
        if last < 0:
            enemy = state.individuals[-1 - last]
            bereaved.check_after(state, table, one, enemy.x, enemy.y)
        else:
            bereaved.check_after(state, table, one, enemy=last)
