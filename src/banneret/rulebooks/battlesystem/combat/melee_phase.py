"""The Melee Phase: the combats are fought out one by one, in the order that Side A names.

A combat is all units linked by contact between enemies; a bout is two of these units against each other.

Rules: battlesystem:1.6, battlesystem:1.6b, battlesystem:4.4.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from banneret.kernel.decision import Choice, Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.bouts import Bout, Clash
from banneret.rulebooks.battlesystem.combat.champions import clashes
from banneret.rulebooks.battlesystem.combat.fighting import fight
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.stages import MELEE
from banneret.rulebooks.battlesystem.state import State, go_on, is_mended

MOST_LISTED: Final = 3  # bouts up to which all orders are listed: 6 of them


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


class Combat:
    """All fights of the units and individuals that meet one another: they are fought together. Rule: battlesystem:1.6b.

    Attributes:
        bouts: the melees of its units.
        clashes: the fights of individuals with its units.
    """

    __slots__ = ("bouts", "clashes")

    def __init__(self, bouts: list[Bout], clashes: list[Clash]) -> None:
        self.bouts: list[Bout] = bouts
        self.clashes: list[Clash] = clashes

    def name(self) -> Order:
        """The order to fight it next: by the lowest number of its units, or by its first individual if these fight no unit that fights another."""
        return ("combat", _lowest(self.bouts)) if self.bouts else ("clash", self.clashes[0].hero)


def all_combats(bouts: list[Bout], fights: list[Clash]) -> list[Combat]:
    """The combats of a phase: melees and fights of individuals, linked by the units and individuals that they share. Rule: battlesystem:1.6b."""
    found = [Combat(group, []) for group in combats(bouts)]
    for clash in fights:
        met = [one for one in found if is_part(clash, one.bouts) or _share(clash, one.clashes)]
        whole = Combat([], [])
        for one in met:
            whole.bouts += one.bouts
            whole.clashes += one.clashes
        whole.clashes.append(clash)
        at = found.index(met[0]) if met else len(found)
        found = [*found[:at], whole, *[one for one in found[at:] if one not in met]]
    return [*[one for one in found if one.bouts], *[one for one in found if not one.bouts]]


def _share(clash: Clash, others: list[Clash]) -> bool:
    """True if an individual's fight is with a unit that fights one of some others. Rule: battlesystem:1.6b."""
    return any(not _met(clash).isdisjoint(_met(other)) for other in others)


def combat_step(state: State, table: Table) -> None:
    """Fight out the combat that Side A names; after the last one end the phase.

    All fights of individuals with units of a combat belong to it, and so do all fights of individuals with one unit. Rules: battlesystem:1.6b,
    battlesystem:9.4a.order, battlesystem:8.0b.
    """
    if not is_mended(state, 16):
        _combat_step_of_old(state, table)
        return
    found = all_combats(state.bouts or [], state.clashes or [])
    if found:
        chosen = 0
        if len(found) > 1:
            options = [one.name() for one in found]
            answer = table.ask(Choice("combat", state.ranking[0], "battlesystem:1.6b", options))
            chosen = options.index(answer)
        combat = found.pop(chosen)
        state.bouts = [bout for bout in state.bouts or [] if not any(bout is one for one in combat.bouts)]
        state.clashes = [
            clash for clash in state.clashes or [] if not any(clash is one for one in combat.clashes)
        ]
        fight(state, table, _ordered(state, table, combat.bouts), combat.clashes)
    if not found:
        end_phase(state, table)


def _combat_step_of_old(state: State, table: Table) -> None:
    """Fight out the combat, or the fight of an individual, that Side A names, as by versions 1 to 15 of the rules.

    By version 15 an individual's fights with units of a combat belonged to it, and came one after the other before its checks; by versions
    1 to 14 Side A put them in its order too, and who had routed in the one did not strike in the other. Who is assigned to an individual
    and falls in another fight strikes him all the same; by versions 1 to 13 of the rules he did not.
    Rules: battlesystem:1.6b, battlesystem:9.4a.order, battlesystem:8.0b.
    """
    groups = combats(state.bouts or [])
    fights = state.clashes or []
    alone = fights
    if is_mended(state, 15):
        alone = [clash for clash in fights if not any(is_part(clash, group) for group in groups)]
    if groups or alone:
        chosen = 0
        if len(groups) + len(alone) > 1:
            options: list[Order] = [("combat", _lowest(group)) for group in groups]
            options += [("clash", clash.hero) for clash in alone]
            answer = table.ask(Choice("combat", state.ranking[0], "battlesystem:1.6b", options))
            chosen = options.index(answer)
        if chosen < len(groups):
            bouts = groups.pop(chosen)
            state.bouts = [bout for group in groups for bout in group]
            before = clashes.assailants(state, fights, _struck_first(bouts))
            mine: list[Clash] = []
            if is_mended(state, 15):
                mine = [clash for clash in fights if is_part(clash, bouts)]
                fights = state.clashes = [clash for clash in fights if not is_part(clash, bouts)]
            joined = [group for group in before if any(group.clash is clash for clash in mine)]
            fight(state, table, _ordered(state, table, bouts), mine, joined)
            before = [group for group in before if not any(group.clash is clash for clash in mine)]
        else:
            clash = alone[chosen - len(groups)]
            fights = state.clashes = [one for one in fights if one is not clash]
            before = clashes.assailants(state, fights, set())
            clashes.fight(state, table, clash)
        clashes.remember(state, before)
    if not groups and not fights:
        end_phase(state, table)


def is_part(clash: Clash, bouts: list[Bout]) -> bool:
    """True if an individual's fight is with units of a combat. Rule: battlesystem:1.6b."""
    met = _met(clash)
    return any(bout.first in met or bout.second in met for bout in bouts)


def _met(clash: Clash) -> set[int]:
    """The units in an individual's fight: the one that he strikes, and those that strike him."""
    return {number for number in (clash.target, *[number for number, _ in clash.beset]) if number >= 0}


def end_phase(state: State, table: Table) -> None:
    """End the Melee Phase: make the checks that are due then, and go on. Rule: battlesystem:4.4."""
    checks_and_routs.after_melee(state, table)
    state.bouts = None
    state.clashes = None
    go_on(state, MELEE)


def _struck_first(bouts: list[Bout]) -> set[int]:
    """The units at which set spears strike before they do: who falls to them strikes nobody. Rule: battlesystem:11.7b."""
    found = {bout.second for bout in bouts if bout.early & 1}
    return found | {bout.first for bout in bouts if bout.early & 2}


def _lowest(group: list[Bout]) -> int:
    """The unit by which a combat is named in orders: the one with the lowest number."""
    return min([min(bout.first, bout.second) for bout in group])


def _ordered(state: State, table: Table, bouts: list[Bout]) -> list[Bout]:
    """The bouts of a combat in the order that Side A names; it is not asked if no unit is in two bouts. Rule: battlesystem:1.6b."""
    units = [number for bout in bouts for number in (bout.first, bout.second)]
    if len(set(units)) == len(units):
        return bouts
    pairs = [(bout.first, bout.second) for bout in bouts]
    answer = table.ask(BoutOrder(state.ranking[0], bouts))
    return [bouts[pairs.index(pair)] for pair in answer[1:] if isinstance(pair, tuple)]


class BoutOrder(Decision):
    """The order in which the bouts of a combat are settled: `("bouts", (unit, unit), ...)`, each bout once. Rule: battlesystem:1.6b."""

    def __init__(self, side: int, bouts: list[Bout]) -> None:
        super().__init__("bouts", side, "battlesystem:1.6b")
        self.bouts: list[Bout] = bouts
        self.pairs: list[tuple[int, int]] = [(bout.first, bout.second) for bout in bouts]
        self.listed = len(bouts) <= MOST_LISTED

    def orders(self) -> list[Order]:
        """All of them, or the default and those that begin with another bout."""
        if self.listed:
            return [("bouts", *pairs) for pairs in permutations(self.pairs)]
        return [("bouts", pair, *[other for other in self.pairs if other != pair]) for pair in self.pairs]

    def default(self) -> Order:
        """By the numbers of the units."""
        return ("bouts", *self.pairs)

    def check(self, order: Order) -> Refusal | None:
        """Return None if every bout is named once."""
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
