"""The orders of a side in its part of the Movement Phase. Each kind of order to a unit is a verb.

Rules: battlesystem:1.4, battlesystem:7.0, battlesystem:2.9f.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.drill import (
    gathering,
    move_examples,
    ordinary_moves,
    skirmish_walks,
    special_formations,
    wraps,
)
from banneret.rulebooks.battlesystem.drill.legs import Walk
from banneret.rulebooks.battlesystem.drill.skirmish_walks import Sally
from banneret.rulebooks.battlesystem.engines import hauling
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.march import hauls, mover
from banneret.rulebooks.battlesystem.missiles.by_champions import AIM
from banneret.rulebooks.battlesystem.movement import (
    forced_marches,
    individual_moves,
    individual_shots,
    skirmish_moves,
    split_fire,
)
from banneret.rulebooks.battlesystem.movement.charges import charge_orders
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.state import State, is_mended, on_field
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, NOBODY, Unit

DONE: Final[Order] = ("done",)
TRIES: Final = 6  # draws of a random order before the side ends its part
ENDING: Final = 8  # one in n draws of the end of the part ends it, while units are free to move
SHOTS: Final = 3  # one in n random orders to troops with missiles is to shoot, if they can on the move
ROLES: Final = 16  # one in n random orders is a change of role, while any can be made
HOLD: Final = 4  # one in n draws of a unit in contact gives it an order: else it stays and fights


class Verb:
    """A kind of order to a unit.

    Attributes:
        refusal: the reason an order of a side cannot be given; None if it can.
        offers: examples of such orders to a unit.
        sample: a random one; None if none was found.
        carry_out: does what an order of a side says.
    """

    __slots__ = ("carry_out", "offers", "refusal", "sample")

    def __init__(
        self,
        refusal: Callable[[State, int, Order], Refusal | None],
        offers: Callable[[State, Unit], list[Order]],
        sample: Callable[[State, Unit, Chance], Order | None],
        carry_out: Callable[[State, Table, int, Order], None],
    ) -> None:
        self.refusal = refusal
        self.offers = offers
        self.sample = sample
        self.carry_out = carry_out


_AWAY: Final = Verb(
    disengaging_orders.refusal,
    disengaging_orders.offers,
    disengaging_orders.sample,
    disengaging_orders.carry_out,
)

VERBS: Final[dict[str, Verb]] = {
    "move": Verb(ordinary_moves.refusal, move_examples.offers, move_examples.sample, mover.move),
    "charge": Verb(
        charge_orders.refusal, charge_orders.offers, charge_orders.sample, charge_orders.carry_out
    ),
    "march": Verb(
        forced_marches.refusal, forced_marches.offers, forced_marches.sample, forced_marches.carry_out
    ),
    "skirmish": Verb(
        skirmish_moves.refusal, skirmish_moves.offers, skirmish_moves.sample, skirmish_moves.carry_out
    ),
    "shoot": Verb(split_fire.refusal, split_fire.offers, split_fire.sample, split_fire.carry_out),
    "wrap": Verb(wraps.refusal, wraps.offers, wraps.sample, wraps.carry_out),
    "haul": Verb(hauling.refusal, hauling.offers, hauling.sample, hauls.carry_out),
    "withdraw": _AWAY,
    "flee": _AWAY,
    "wall": Verb(
        special_formations.refusal_of_wall,
        special_formations.offers_of_wall,
        special_formations.sample_of_wall,
        special_formations.form_wall,
    ),
    "set": Verb(
        special_formations.refusal_of_set,
        special_formations.offers_of_set,
        special_formations.sample_of_set,
        special_formations.set_spears,
    ),
}
"""The orders to units, by their first word. Commanders have ("lead", ...)."""

FREE: Final = ("move", "charge", "march", "shoot")
LOOSE: Final = ("skirmish", "march", "move", "withdraw", "shoot", "haul")  # "move": elite troops gather
FORMS: Final = ("wall", "set")  # above the Basic Game. Rules: battlesystem:11.6, battlesystem:11.7
ABOVE: Final = (*FORMS, "shoot", "haul")  # verbs that the Basic Game does not have. Rule: battlesystem:1.0d
HELD: Final = ("wrap", "withdraw")  # "withdraw" offers flight too


def can_be_ordered(unit: Unit) -> bool:
    """True if a unit can take orders in its side's part, by its state alone. Rules: 1.4, 2.10e, 4.6g, 6.4."""
    return (
        unit.status == FIELD
        and not unit.routed
        and not unit.finished
        and unit.formation != MOB
        and unit.quarry == NOBODY
    )


class MoveDecision(Decision):
    """One order of a side in its part of the Movement Phase, or ("done",), which ends it. Rules: 1.4, 2.9f.

    Attributes:
        battle: the state.
        units: those that can probably be given orders; only cheap checks are made here.
        held: those in contact since the part began.
        leaders: individuals who can be given orders.
        compelled: one of these orders must be given before the part can end: skirmishers held by formed enemies must get away.
        drawn: the last random order, if it was tried out. The state does not change while the question is open, so that
            `walk`, or `sally` of skirmishers, or `points`, the way of an individual, can be carried out without planning it again.
    """

    def __init__(self, state: State, side: int) -> None:
        super().__init__("move", side, "battlesystem:1.4")
        self.battle: State = state
        self.units: list[Unit] = []
        self.held: list[Unit] = []
        self.compelled: list[Order] = []
        self.drawn: Order | None = None
        self.walk: Walk | None = None
        self.sally: Sally | None = None
        self.points: individual_moves.Way | None = None
        for unit in on_field(state, side):  # `can_be_ordered` is written out, since most units are finished
            if unit.finished or unit.routed or unit.formation == MOB or unit.quarry != NOBODY:
                continue
            if unit.singles is not None:
                held = skirmish_walks.touched(state, unit)
                if held and not self.compelled:
                    self.compelled = skirmish_moves.must_leave(state, unit)
                if skirmish_walks.unhindered(state, unit, held, most=1) or (
                    gathering.may_after_rally(state, unit) and ordinary_moves.is_loose_elite(state, unit)
                ):
                    self.units.append(unit)
                elif not unit.rallied:
                    self.held.append(unit)
            elif unit.engaged:
                if not unit.rallied:
                    self.held.append(unit)
            elif ordinary_moves.may_go(state, unit):
                self.units.append(unit)
        # roles may be changed until a figure of the side has moved. Rule: battlesystem:9.0a
        self._is_open_to_roles: bool = state.setting.has_roles and changes.is_open(state, side)
        self._roles: list[Order] | None = None
        self.leaders: list[Individual] = [
            leader
            for leader in state.individuals.values()
            if leader.side == side and individual_moves.is_able(state, leader)
        ]

    @property
    def roles(self) -> list[Order]:
        """The changes of role that can be declared, found at the first call. Rule: battlesystem:9.0a."""
        if self._roles is None:
            self._roles = changes.options(self.battle, self.side) if self._is_open_to_roles else []
        return self._roles

    def has_any(self) -> bool:
        """True if there is anything to order. Rule: battlesystem:9.0a.

        By versions 1 to 8 of the rules a change of role alone did not count.
        """
        if self.units or self.leaders or self.compelled:
            return True
        state = self.battle
        if any(disengaging_orders.can_leave(state, unit) for unit in self.held):
            return True
        if any(wraps.offers(state, unit) for unit in self.held):
            return True
        return self._is_open_to_roles and is_mended(state, 9) and changes.has_any(state, self.side)

    def of_unit(self, unit: Unit) -> list[Order]:
        """Examples of orders to a unit."""
        state = self.battle
        words = LOOSE if unit.singles is not None else HELD if unit.engaged else FREE
        found: list[Order] = []
        for word in (*words, *FORMS) if state.setting.tier and unit.singles is None else words:
            found.extend(VERBS[word].offers(state, unit))
        return found

    def orders(self) -> list[Order]:
        """The end of the part, or the orders that must come before it; examples for each unit and individual; changes of role."""
        found: list[Order] = list(self.compelled) if self.compelled else [DONE]
        for unit in [*self.units, *self.held]:
            for order in self.of_unit(unit):
                if order not in found:
                    found.append(order)
        for leader in self.leaders:
            found.extend(individual_moves.offers(self.battle, leader))
            found.extend(individual_shots.offers(self.battle, leader))
        return [*found, *self.roles]

    def default(self) -> Order:
        """The end of the part, or the first order that must come before it."""
        return self.compelled[0] if self.compelled else DONE

    def check(self, order: Order) -> Refusal | None:
        """The reason an order cannot be given; None if it can."""
        word = order[0]
        if word == "done":
            if len(order) > 1:
                return Refusal("To end your part give 'done' alone.", self.rule, self.default())
            if self.compelled:
                reason = "Skirmishers in contact with a formed enemy must first withdraw or flee."
                return Refusal(reason, "battlesystem:2.9f", self.compelled[0])
            return None
        found = self._refusal(order)
        if found is not None and (found.nearest is None or self._refusal(found.nearest) is not None):
            found.nearest = self._other(order)
        return found

    def _refusal(self, order: Order) -> Refusal | None:
        word = order[0]
        if word == "done" and len(order) == 1 and not self.compelled:
            return None
        if word == "lead":
            return individual_moves.refusal(self.battle, self.side, order)
        if word == AIM and self.battle.setting.tier:
            return individual_shots.refusal(self.battle, self.side, order)
        if word == changes.ROLE and self.battle.setting.has_roles:
            if order in self.roles:
                return None
            reason = "That change of role cannot be declared now. Roles change before any figure of your side has moved."
            return Refusal(reason, "battlesystem:9.0a", self.roles[0] if self.roles else None)
        if isinstance(word, str) and word in VERBS and (word not in ABOVE or self.battle.setting.tier):
            return VERBS[word].refusal(self.battle, self.side, order)
        verbs = [one for one in VERBS if one not in ABOVE or self.battle.setting.tier]
        known = ", ".join([*verbs, "lead", "done"])
        return Refusal(f"There is no such order; there are: {known}.", self.rule)

    def _other(self, order: Order) -> Order:
        """An order that can be given instead: the first example for the unit that was named, else the default."""
        if len(order) > 1 and order[0] not in ("lead", AIM):
            for unit in [*self.units, *self.held]:
                if unit.id == order[1] and type(order[1]) is int:
                    found = self.of_unit(unit)
                    if found:
                        return found[0]
        return self.default()

    def sample(self, chance: Chance) -> Order:
        """A random order: mostly a move of a unit that is free to move, toward the enemy; sometimes the end of the part."""
        state = self.battle
        if self.compelled:
            return self.compelled[chance.below(len(self.compelled))]
        count = len(self.units) + len(self.held) + len(self.leaders)
        has_roles = self._is_open_to_roles and changes.has_any(state, self.side)
        for _ in range(TRIES):
            if has_roles and chance.below(ROLES) == 0:
                return self.roles[chance.below(len(self.roles))]
            pick = chance.below(count + 1) if count else 0
            if pick == count:
                if not self.units or chance.below(ENDING) == 0:
                    return DONE
                continue
            order: Order | None
            if pick < len(self.units):
                order = self._of_free(self.units[pick], chance)
            elif pick < len(self.units) + len(self.held):
                if chance.below(HOLD):
                    continue
                unit = self.held[pick - len(self.units)]
                order = VERBS[HELD[chance.below(2)]].sample(state, unit, chance)
            else:
                leader = self.leaders[pick - len(self.units) - len(self.held)]
                order = individual_shots.sample(state, leader, chance)
                if order is None:
                    order = self._led(leader, chance)
            if order is not None:
                return order
        return DONE

    def _led(self, leader: Individual, chance: Chance) -> Order | None:
        """A random move of an individual, kept with his way; None if none was found."""
        drawn = individual_moves.draw(self.battle, leader, chance)
        if drawn is None:
            return None
        self.drawn, self.points = drawn
        self.walk = self.sally = None
        return self.drawn

    def _of_free(self, unit: Unit, chance: Chance) -> Order | None:
        """A random order to a unit that is free to move; None if none was found."""
        state = self.battle
        if unit.now.missile is not None and chance.below(SHOTS) == 0:
            shot = split_fire.sample(state, unit, chance)
            if shot is not None:
                return shot
        if unit.singles is not None:
            if state.pieces and unit.now.handy and chance.below(SHOTS):
                hauled = hauling.sample(state, unit, chance)
                if hauled is not None:
                    return hauled
            kind = chance.below(16)
            word = ("march", "withdraw", "move")[kind] if kind < 3 else ""
            order = VERBS[word].sample(state, unit, chance) if kind < 3 else None
            return order if order is not None else self._sally(unit, chance)
        if state.setting.tier and not unit.moved and chance.below(ENDING) == 0:
            for word in FORMS:
                formed = VERBS[word].sample(state, unit, chance)
                if formed is not None:
                    return formed
        kind = chance.below(16)
        drawn: tuple[Order, Walk] | None = None
        if kind == 0 and not unit.rallied:
            march = forced_marches.sample(state, unit, chance)
            if march is not None and forced_marches.refusal(state, self.side, march) is None:
                return march
        elif kind < 8 and not unit.rallied:
            drawn = charge_orders.draw(state, unit, chance)
        if drawn is None:
            drawn = move_examples.draw(state, unit, chance)
        if drawn is None:
            return None
        self.drawn, self.walk = drawn
        self.sally = self.points = None
        return self.drawn

    def _sally(self, unit: Unit, chance: Chance) -> Order | None:
        """A random ordinary move of skirmishers, kept with its outcome; None if none was found."""
        drawn = skirmish_moves.draw(self.battle, unit, chance)
        if drawn is None:
            return None
        self.drawn, self.sally = drawn
        self.walk = self.points = None
        return self.drawn
