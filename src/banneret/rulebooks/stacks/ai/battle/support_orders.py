"""The greedy player at step T5: the support that costs nothing, and the spells worth casting."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.rulebooks.stacks.ai.battle.battle_seen import BattleSeen
from banneret.rulebooks.stacks.ai.estimates import Estimates
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.battle.support import SupportForm
from banneret.rulebooks.stacks.state import Unit
from banneret.rulebooks.stacks.tables.kinds import Artifact, UnitKind


class SupportOrders:
    """The greedy player's orders for step T5."""

    def __init__(self, estimates: Estimates) -> None:
        self.estimates: Estimates = estimates

    def order(self, form: SupportForm, lens: Lens) -> Order:
        """The order with all support that costs nothing, the best artifact of each kind, and the spells worth their chits.

        Rule: stacks:tactical.who, stacks:artifact.slots, stacks:spell.any-number.
        """
        if not form.lends and not form.uses and not form.spells:
            return ("support", *form.shows)
        front = lens.own_front()
        enemy = lens.front(lens.opponent())
        if front is None or enemy is None:
            return form.default()
        items = self._for_nothing(form, lens, front, enemy)
        if form.spells:
            items.extend(self._spells(form, BattleSeen(self.estimates, lens), front, enemy))
        return ("support", *items)

    def ranked(self, form: SupportForm, lens: Lens, most: int) -> list[Order]:
        """The orders worth thinking about, at most `most`: all support that costs nothing, with different spells.

        The spells are those that it would cast itself, none, each alone, all useful ones, and all but one of these. A unit that
        helps is always shown: hiding it is never better.
        """
        found: list[Order] = [self.order(form, lens)]
        front = lens.own_front()
        enemy = lens.front(lens.opponent())
        if not form.spells or front is None or enemy is None:
            return found
        items = self._for_nothing(form, lens, front, enemy)
        ways: list[list[Order]] = [[]]
        everything: list[Order] = []
        for spell, casters, count in form.spells:
            if spell.effects.summon or self.estimates.spell_gain(spell, enemy) > 0:
                cast: Order = ("cast", spell.id, casters[0])
                ways.append([cast])
                everything.extend([cast] * count)
        ways.append(everything)
        ways.extend([*everything[:place], *everything[place + 1 :]] for place in range(len(everything)))
        for way in ways:
            order: Order = ("support", *items, *way)
            if len(found) < most and order not in found:
                found.append(order)
        return found

    def _for_nothing(self, form: SupportForm, lens: Lens, front: Unit, enemy: UnitKind) -> list[Order]:
        """The units and artifacts that help without being spent."""
        items: list[Order] = list(form.shows)
        if form.lends:
            items.append(self._lender(form, lens, enemy))
        if form.uses:
            items.extend(self._artifacts(form, lens, front, enemy))
        return items

    def _lender(self, form: SupportForm, lens: Lens, enemy: UnitKind) -> Order:
        """The carrier or transport that lends most."""
        best = form.lends[0]
        most = -1.0
        for lend in form.lends:
            kind = lens.kind(lend[1])
            gain = float(kind.armor)
            if enemy.cavalry and (kind.flying or kind.move > 1):
                gain += enemy.cavalry
            if gain > most:
                best, most = lend, gain
        return best

    def _artifacts(self, form: SupportForm, lens: Lens, front: Unit, enemy: UnitKind) -> list[Order]:
        """The combatant's best artifact of each kind, and those of supporters, as far as they may be used together."""
        own = lens.artifacts(front)
        kind = lens.kinds[front.kind]
        chosen: dict[str, Order] = {}
        gains: dict[str, float] = {}
        found: list[Order] = []
        for use in form.uses:
            artifact = lens.artifact(use[1])
            if artifact is None:
                continue
            if artifact not in own:
                found.append(use)
                continue
            gain = self._use(artifact, kind, front, enemy)
            if gain > gains.get(artifact.kind, 0.0):
                gains[artifact.kind] = gain
                chosen[artifact.kind] = use
        found.extend(chosen.values())
        return legal_part(form, found)

    def _use(self, artifact: Artifact, kind: UnitKind, front: Unit, enemy: UnitKind) -> float:
        """The gain of an artifact for the combatant that holds it."""
        gain = self.estimates.artifact_gain(artifact, enemy)
        if artifact.effects.regenerates and not kind.regenerates and front.defeats == 0:
            gain += 3.0
        if artifact.effects.flying and enemy.cavalry and "Slow" in kind.types and not kind.flying:
            gain += enemy.cavalry
        return gain

    def _spells(self, form: SupportForm, battle: BattleSeen, front: Unit, enemy: UnitKind) -> list[Order]:
        """The casts of all summoning spells, then of the best other spells while each gains enough for what is at stake."""
        estimates = self.estimates
        kind = battle.lens.kinds[front.kind]
        lead = battle.lead(front, kind, enemy)
        cast: list[Order] = []
        left = [count for _, _, count in form.spells]
        at_stake = estimates.worths[kind.index] + estimates.worths[enemy.index]
        least = 0.12 * at_stake if battle.single else max(0.15 * at_stake, 1.0)
        for at in range(len(form.spells)):
            spell, casters, count = form.spells[at]
            if spell.effects.summon:
                cast.extend([("cast", spell.id, casters[0])] * count)
                left[at] = 0
        while True:
            best = -1
            best_gain = least
            present = estimates.exchange(kind, enemy, lead)
            for at in range(len(form.spells)):
                if left[at] > 0:
                    add = estimates.spell_gain(form.spells[at][0], enemy)
                    if add > 0:
                        gain = estimates.exchange(kind, enemy, lead + add) - present
                        if gain > best_gain:
                            best, best_gain = at, gain
            if best < 0:
                return cast
            spell, casters, _ = form.spells[best]
            lead += estimates.spell_gain(spell, enemy)
            left[best] -= 1
            cast.append(("cast", spell.id, casters[0]))


def legal_part(form: SupportForm, items: list[Order]) -> list[Order]:
    """The items that may be named together, earlier ones first. Rule: stacks:artifact.slots."""
    refusal = form.check(("support", *items))
    if refusal is None or refusal.nearest is None:
        return items
    return list(refusal.nearest[1:])
