"""The question of a side in a phase of shooting, and its orders: one volley, or to hold from now on.

`("shoot", unit, target)` uses all shots that the unit has in this phase, with all figures that can shoot; with "once" it uses one
shot, with "over" it shoots over friends. `("split", unit, (target, figures), (target, figures)...)` divides the figures; the same words
may stand anywhere after the unit, and "over" in a group of its own target: (target, figures, "over"). `("hold",)` ends the side's part. `("snipe", unit, individual)` is explained in `at_champions`,
`("aim", individual, …)` in `by_champions`.

Rules: battlesystem:3.5, battlesystem:10.1l, battlesystem:10.1m, battlesystem:10.1n, battlesystem:10.2e, battlesystem:10.7 to 10.7b.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.geometry.plane import within
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions, felling
from banneret.rulebooks.battlesystem.missiles.draws import drawn
from banneret.rulebooks.battlesystem.missiles.shooters import (
    figures,
    is_commanded,
    may_arch,
    missile_of,
    refusal,
    sees_more_over,
    shots_left,
)
from banneret.rulebooks.battlesystem.missiles.volleys import Volley, declared
from banneret.rulebooks.battlesystem.space import contacts, distances
from banneret.rulebooks.battlesystem.space.lines_of_fire import CLEAR, Fire, able, aim
from banneret.rulebooks.battlesystem.state import State, bases_for, enemies, is_mended, name, on_field
from banneret.rulebooks.battlesystem.tables.missiles import LONG
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

HOLD: Final[Order] = ("hold",)
ONCE: Final = "once"
OVER: Final = "over"
EACH: Final = 2  # orders for a unit to shoot at one enemy at most: straight, and over friends
MOST_TARGETS: Final = 8  # among which a unit can divide its figures
TRIES: Final = 6  # draws of a random order before the side holds
HOLDING: Final = 12  # one random order in so many is to hold


def fells_most(orders: list[Order], felled: Callable[[Order], float]) -> Order:
    """The shot by which most figures fall on average, of equals the first; to hold if none can fell a figure. Rule: battlesystem:1.5."""
    best, most = HOLD, 0.0
    for order in orders:
        found = felled(order)
        if found > most:
            best, most = order, found
    return best


class Shooting(Decision):
    """One volley of a side in a phase of shooting, or ("hold",). Rules: battlesystem:1.2, battlesystem:1.5, battlesystem:10.2.

    Aims and shots are worked out when they are first needed.

    Attributes:
        battle: the battle.
        units: the units of the side that can still shoot, whatever the targets.
        champions: the enemy individuals who may be targets.
        heroes: the individuals of the side who can still shoot.
    """

    def __init__(self, state: State, side: int, rule: str) -> None:
        super().__init__("volley", side, rule)
        self.battle: State = state
        self.units: list[Unit] = [unit for unit in on_field(state, side) if is_ready(state, unit)]
        self.champions: list[Individual] = at_champions.targets(state, side)
        self.heroes: list[Individual] = by_champions.shooters(state, side)
        self._aims: dict[tuple[int, int, bool], Fire | None] = {}
        self._shots: dict[tuple[int, int], list[Order]] = {}
        self._usual: Order | None = None

    def aimed(self, unit: Unit, target: Unit, over: bool) -> Fire | None:
        """The aim of a unit at another, with all figures that have a shot left; None if it cannot shoot at it.

        Rules: battlesystem:10.1c, battlesystem:10.1l, battlesystem:10.7, battlesystem:10.7a.
        """
        key = (unit.id, target.id, over)
        if key not in self._aims:
            self._aims[key] = aim_of(self.battle, unit, target, over)
        return self._aims[key]

    def has_any(self) -> bool:
        """True if there is anybody to shoot at."""
        return any(self._has_shot(unit) for unit in self.units) or any(
            by_champions.has_any(self.battle, one) for one in self.heroes
        )

    def _has_shot(self, unit: Unit) -> bool:
        """True if a unit can shoot at any enemy."""
        state = self.battle
        for enemy in enemies(state, self.side):
            if why_spared(state, unit, enemy) is None and has_shot_at(state, unit, enemy):
                return True
        reach = reach_of(state, unit) if self.champions else 0.0
        return any(at_champions.may_hit(state, unit, one, reach) for one in self.champions)

    def offers(self, unit: Unit, first: bool = False) -> list[Order]:
        """The volleys of a unit at each enemy it can shoot at, also over friends if more figures can shoot so.

        `first`: True to stop at the first enemy found.
        """
        found: list[Order] = []
        for enemy in enemies(self.battle, self.side):
            if why_spared(self.battle, unit, enemy) is not None:
                continue
            found += self._shots_at(unit, enemy)
            if first and found:
                return found
        if self.champions:
            reach = reach_of(self.battle, unit)
            found += [
                (at_champions.SNIPE, unit.id, one.id)
                for one in self.champions
                if at_champions.refusal(self.battle, unit, one, reach) is None
            ]
        return found

    def _shots_at(self, unit: Unit, enemy: Unit) -> list[Order]:
        """The `shots_at` an enemy, worked out once."""
        key = (unit.id, enemy.id)
        if key not in self._shots:
            self._shots[key] = shots_at(self.battle, unit, enemy)
        return self._shots[key]

    def orders(self) -> list[Order]:
        """To hold; the volleys of every unit, with all its shots, and with one of several; the shots of individuals."""
        found: list[Order] = [HOLD]
        for unit in self.units:
            offers = self.offers(unit)
            found += offers
            if self.champions:
                found += self.shared(unit, offers)
            if shots_left(self.battle, unit) > 1:
                found += [(*order, ONCE) for order in offers if order[0] == "shoot"]
        for one in self.heroes:
            found += by_champions.offers(self.battle, one)
        return found

    def default(self) -> Order:
        """The volley that fells most, as far as its owner may know before it; to hold if none can fell a figure. Rules: 1.2, 1.5, 3.5."""
        if self._usual is None:
            orders = [order for unit in self.units for order in self.offers(unit)]
            for one in self.heroes:
                orders += by_champions.offers(self.battle, one)
            self._usual = fells_most(orders, self._felled)
        return self._usual

    def _felled(self, order: Order) -> float:
        """The figures that a volley fells on average, as far as its owner may know before it. Rules: battlesystem:3.5, 10.0a."""
        state = self.battle
        if order[0] == by_champions.AIM:
            return felling.by_individual(state, order)
        unit = state.units[order[1]]
        if order[0] == at_champions.SNIPE:
            one = state.individuals[order[2]]
            reach = reach_of(state, unit)
            shots = at_champions.shots_at(state, unit, one, reach)
            fire = at_champions.aimed(state, unit, one, reach, shots)
            return 0.0 if fire is None else felling.of_individual(state, unit, one, fire, shots)
        found = 0.0
        volleys = self.volleys(order)
        for volley in volleys if isinstance(volleys, list) else ():
            target = state.units[volley.target]
            fire = self.aimed(unit, target, volley.is_indirect)
            fire = None if fire is None else fire.of(volley.figures)
            if fire is not None:
                found += felling.known_to(state, unit, target, fire, volley.shots, volley.is_indirect)
        return found

    def check(self, order: Order) -> Refusal | None:
        """Return None for an order that can be given; else the reason, with an order that can be given instead."""
        if order[0] == "hold":
            return None if len(order) == 1 else Refusal("To hold say 'hold' and no more.", self.rule, HOLD)
        found: list[Volley] | Refusal | None
        if order[0] == by_champions.AIM:
            found = by_champions.refusal(self.battle, self.side, order)
        else:
            found = self._sniping(order) if order[0] == at_champions.SNIPE else self.volleys(order)
        if isinstance(found, Refusal):
            found.nearest = found.nearest or self._other(order)
            return found
        return None

    def _sniping(self, order: Order) -> Refusal | None:
        """The reason why a unit cannot shoot at an individual; None if it can. Rule: battlesystem:9.4d."""
        state = self.battle
        divides = len(order) == 5 and order[3] == at_champions.OTHERS and is_mended(state, 13)
        if not (len(order) == 3 or divides) or type(order[1]) is not int or order[1] not in state.units:
            return Refusal("Name the unit that shoots, then the individual at whom.", "battlesystem:9.4d")
        unit = state.units[order[1]]
        if unit.side != self.side:
            return Refusal(says(state, unit, "is|are not yours."), "battlesystem:10.1")
        if type(order[2]) is not int or order[2] not in state.individuals:
            return Refusal("Name the individual by his number.", "battlesystem:9.4d")
        why = refusal(state, unit)
        if why is not None:
            return why
        one = state.individuals[order[2]]
        why = at_champions.refusal(state, unit, one, reach_of(state, unit))
        if why is not None or not divides:
            return why
        return refused_others(state, unit, others(state, unit, one), order[4])

    def shared(self, unit: Unit, offers: list[Order]) -> list[Order]:
        """The volleys of a unit in formation of which some aim at an individual and the others at a unit, of its `offers`. Rule: 10.1m."""
        if unit.singles is not None or not is_mended(self.battle, 13):
            return []
        found: list[Order] = []
        targets = [order[2] for order in offers if order[0] == "shoot" and len(order) == 3]
        for snipe in offers:
            if snipe[0] == at_champions.SNIPE and targets:
                rest = others(self.battle, unit, self.battle.individuals[snipe[2]])
                found += [
                    (*snipe, at_champions.OTHERS, target)
                    for target in targets
                    if refused_others(self.battle, unit, rest, target) is None
                ]
        return found

    def volleys(self, order: Order) -> list[Volley] | Refusal:
        """The volleys that an order declares, or the reason why it cannot be given."""
        state = self.battle
        if order[0] not in ("shoot", "split"):
            return Refusal("There is no such order; there are: shoot, split, snipe, aim, hold.", self.rule)
        if len(order) < 3 or type(order[1]) is not int or order[1] not in state.units:
            return Refusal("Name the unit that shoots, then its target.", "battlesystem:10.1")
        unit = state.units[order[1]]
        if unit.side != self.side:
            return Refusal(says(state, unit, "is|are not yours."), "battlesystem:10.1")
        why = refusal(state, unit)
        if why is not None:
            return why
        words = [part for part in order[2:] if isinstance(part, str)]
        aims = [part for part in order[2:] if not isinstance(part, str)]
        if len(set(words)) < len(words) or any(word not in (ONCE, OVER) for word in words):
            return Refusal(f"After the target only '{ONCE}' and '{OVER}' may follow.", "battlesystem:10.2e")
        shots = 1 if ONCE in words else shots_left(state, unit)
        over = OVER in words
        if over:
            why = _refused_over(state, unit)
            if why is not None:
                return why
        if order[0] == "shoot":
            if len(aims) != 1:
                return Refusal("Name one target; 'split' divides the figures.", "battlesystem:10.1m")
            return self._whole(unit, aims[0], shots, over)
        return self._divided(unit, aims, shots, over)

    def _whole(self, unit: Unit, target: object, shots: int, over: bool) -> list[Volley] | Refusal:
        """The volley of all figures at one target."""
        found = self._fire(unit, target, over)
        if isinstance(found, Refusal):
            return found
        enemy, _ = found
        while shots > 1 and not self._has_so_many(unit, enemy, shots, over):
            shots -= 1
        return [Volley(unit.id, enemy.id, figures(self.battle, unit, shots), shots, over)]

    def _has_so_many(self, unit: Unit, enemy: Unit, shots: int, over: bool) -> bool:
        """True if some figures have n shots left; of skirmishers, some who see the target. Rules: battlesystem:10.1k, 10.2e.

        By versions 1 to 8 of the rules skirmishers who did not see the target counted too.
        """
        state = self.battle
        ready = figures(state, unit, shots)
        if unit.singles is None or not is_mended(state, 9):
            return bool(ready)
        return able(state, unit, ready, enemy, reach_of(state, unit), over) > 0

    def _fire(self, unit: Unit, target: object, over: bool) -> tuple[Unit, Fire] | Refusal:
        """The enemy that is named, with the aim at it, or the reason why it cannot be shot at."""
        state = self.battle
        enemy = named_enemy(state, unit, target, "the target", "battlesystem:10.1m")
        if isinstance(enemy, Refusal):
            return enemy
        fire = self.aimed(unit, enemy, over)
        if fire is not None:
            return enemy, fire
        reason = says(
            state, unit, "has|have no free line to {} in its|their arc and within reach", name(state, enemy)
        )
        near = _too_near(state, unit, enemy) if over else ""
        if near:
            return Refusal(
                f"{reason}, over friends 3 in away or more; {near} is nearer.", "battlesystem:10.7"
            )
        return Refusal(f"{reason}.", "battlesystem:10.1c")

    def _divided(self, unit: Unit, aims: list[object], shots: int, over: bool) -> list[Volley] | Refusal:
        """The volleys of a unit that divides its figures, or of skirmishers of whom some shoot. Rules: battlesystem:10.1m, battlesystem:2.9d."""
        if not fewest_targets(self.battle, unit) <= len(aims) <= MOST_TARGETS:
            reason = f"Figures are divided among two to {MOST_TARGETS} targets, each as (target figures); at one target all shoot."
            return Refusal(reason, "battlesystem:10.1m")
        wanted: list[tuple[Unit, Fire, int]] = []
        arched: list[bool] = []
        for part in aims:
            # by versions 1 to 17 of the rules all volleys of a unit went straight, or all over friends
            alone = isinstance(part, tuple) and part[2:] == (OVER,) and is_mended(self.battle, 18)
            if not isinstance(part, tuple) or len(part) != (3 if alone else 2):
                return Refusal("Each target has its number of figures: (3 12).", "battlesystem:10.1m")
            if type(part[1]) is not int or part[1] < 1:
                return Refusal("Each target has its number of figures: (3 12).", "battlesystem:10.1m")
            why = _refused_over(self.battle, unit) if alone else None
            if why is not None:
                return why
            arched.append(over or alone)
            found = self._fire(unit, part[0], arched[-1])
            if isinstance(found, Refusal):
                return found
            enemy, fire = found
            if any(enemy.id == other.id for other, _, _ in wanted):
                return Refusal("Name each target once.", "battlesystem:10.1m")
            wanted.append((enemy, fire, part[1]))
        fires = [fire for _, fire, _ in wanted]
        counts = [bases_for(unit, count) for _, _, count in wanted]
        told = self._told(unit, fires, counts, shots)
        if unit.singles is not None and is_mended(self.battle, 9):
            while told is None and shots > 1:  # more skirmishers have fewer shots left
                shots -= 1
                told = self._told(unit, fires, counts, shots)
        if told is None:
            return Refusal(
                "Too few figures see those targets: name fewer for each, or other targets.",
                "battlesystem:10.1f",
            )
        return [
            Volley(unit.id, enemy.id, group, shots, is_over)
            for (enemy, _, _), group, is_over in zip(wanted, told, arched, strict=True)
        ]

    def _told(self, unit: Unit, fires: list[Fire], counts: list[int], shots: int) -> list[list[int]] | None:
        """The figures assigned to each target, of those with n shots left; None if there are not enough. Rule: battlesystem:10.1m."""
        ready = set(figures(self.battle, unit, shots))
        if is_mended(self.battle, 8):
            return told_off_in_turn([_nearest_first(fire, ready) for fire in fires], counts)
        return told_off([[one for one in fire.shooters if one in ready] for fire in fires], counts)

    def _other(self, order: Order) -> Order:
        """An order that can be given instead: the first shot of the unit or individual that was named, else to hold."""
        if len(order) > 1 and type(order[1]) is int:
            found: list[Order] = []
            if order[0] == by_champions.AIM:
                for one in self.heroes:
                    found += by_champions.offers(self.battle, one) if one.id == order[1] else []
            else:
                for unit in self.units:
                    found += self.offers(unit, True) if unit.id == order[1] else []
            if found:
                return found[0]
        return HOLD

    def sample(self, chance: Chance) -> Order:
        """A random volley, all units and all their targets equally likely; sometimes with one shot; sometimes to hold."""
        if chance.below(HOLDING) == 0:
            return HOLD
        if self.heroes and chance.below(len(self.units) + len(self.heroes)) < len(self.heroes):
            found = by_champions.offers(self.battle, self.heroes[chance.below(len(self.heroes))])
            if found:
                return found[chance.below(len(found))]
        for _ in range(TRIES):
            if not self.units:
                break
            order = self._any_of(self.units[chance.below(len(self.units))], chance)
            if order is not None:
                return (*order, ONCE) if chance.below(4) == 0 and order[0] == "shoot" else order
        return HOLD

    def _any_of(self, unit: Unit, chance: Chance) -> Order | None:
        """Any of the `offers` of a unit, all equally likely; None if it has none."""
        state = self.battle
        marks = enemies(state, self.side)

        def found_at(place: int) -> list[Order]:
            if place < len(marks):
                spared = why_spared(state, unit, marks[place]) is not None
                return [] if spared else self._shots_at(unit, marks[place])
            one = self.champions[place - len(marks)]
            refused = at_champions.refusal(state, unit, one, reach_of(state, unit))
            return [(at_champions.SNIPE, unit.id, one.id)] if refused is None else []

        return drawn(chance, len(marks) + len(self.champions), found_at, EACH)


def is_ready(state: State, unit: Unit) -> bool:
    """True if a unit can shoot at anybody in this phase; `refusal` gives the reason if not."""
    return unit.now.missile is not None and refusal(state, unit) is None


def aim_of(state: State, unit: Unit, target: Unit, over: bool) -> Fire | None:
    """The aim of all figures of a unit that have a shot left, within the distance at which it may be declared. Rules: 3.5, 10.1c, 10.1l."""
    return aim(state, unit, figures(state, unit), target, reach_of(state, unit), over)


def shots_at(state: State, unit: Unit, target: Unit) -> list[Order]:
    """The shots of a unit at another where both stand: straight, and over friends if more figures can shoot so, or see more of it.

    By versions 1 to 14 of the rules it did not matter here how much of the target they see. Rules: battlesystem:10.6, battlesystem:10.7b.
    """
    shooters, reach = figures(state, unit), reach_of(state, unit)
    arches = may_arch(state, unit)
    direct = able(state, unit, shooters, target, reach, False, len(shooters) if arches else 1)
    found: list[Order] = [("shoot", unit.id, target.id)] if direct else []
    if not arches:
        return found
    more = direct < len(shooters) and able(state, unit, shooters, target, reach, True, direct + 1) > direct
    if more or (direct and is_mended(state, 15) and sees_more_over(state, unit, target, shooters, reach)):
        found.append(("shoot", unit.id, target.id, OVER))
    return found


def has_shot_at(state: State, unit: Unit, target: Unit) -> bool:
    """True if a unit has any of the `shots_at` another: one figure that sees it is enough. Rules: battlesystem:10.6, 10.7b."""
    shooters, reach = figures(state, unit), reach_of(state, unit)
    if able(state, unit, shooters, target, reach):
        return True
    return may_arch(state, unit) and able(state, unit, shooters, target, reach, True) > 0


def reach_of(state: State, unit: Unit) -> float:
    """Inches at which a shot may be declared. Rules: battlesystem:3.5, battlesystem:10.1l."""
    return declared(state, missile_of(unit).ranges[LONG])


def refused_others(state: State, unit: Unit, rest: list[int], number: object) -> Refusal | None:
    """The reason why those of a unit who do not aim at an individual, `rest`, cannot shoot at a unit; None if they can. Rules: 9.4d, 10.1m."""
    if unit.singles is not None:
        return Refusal("Skirmishers shoot each for himself: name one target.", "battlesystem:10.1k")
    enemy = named_enemy(state, unit, number, "the target of the others", "battlesystem:10.1m")
    if isinstance(enemy, Refusal):
        return enemy
    if able(state, unit, rest, enemy, reach_of(state, unit)):
        return None
    reason = f"None of the others has a free line to {name(state, enemy)} in its arc and within reach."
    return Refusal(reason, "battlesystem:10.1c")


def fewest_targets(state: State, unit: Unit) -> int:
    """The least number of targets among which a unit divides its figures: one of skirmishers, for some may shoot while others hold.

    By versions 1 to 14 of the rules all of them shot who saw a single target. Rules: battlesystem:10.1m, battlesystem:2.9d.
    """
    return 1 if unit.singles is not None and is_mended(state, 15) else 2


def others(state: State, unit: Unit, one: Individual, shots: int = 0) -> list[int]:
    """The figures of a unit that do not aim n shots at an individual, or as many as it has left if none are given. Rules: 9.4d, 10.1m."""
    reach = reach_of(state, unit)
    made = shots or at_champions.shots_at(state, unit, one, reach)
    return at_champions.others(state, unit, one, reach, made)[0]


def named_enemy(state: State, unit: Unit, number: object, words: str, rule: str) -> Unit | Refusal:
    """The enemy of a unit that an order names as a target, or the reason why it cannot be shot at even if it is seen.

    `words`: what the target is, in refusals. `rule`: of a number that names no enemy on the table.
    """
    if type(number) is not int or number not in state.units:
        return Refusal(f"Name {words} by its number.", rule)
    enemy = state.units[number]
    if enemy.side == unit.side or enemy.status != FIELD:
        return Refusal(says(state, enemy, "is|are not an enemy on the table."), rule)
    return why_spared(state, unit, enemy) or enemy


def why_spared(state: State, unit: Unit, enemy: Unit) -> Refusal | None:
    """The reason why an enemy cannot be shot at even if it is seen; None if it can. Rules: battlesystem:10.1n, battlesystem:10.2e."""
    if enemy.id in unit.aims:
        reason = says(
            state, unit, "shot at {} in this phase: all its|their shots are one attack.", name(state, enemy)
        )
        return Refusal(reason, "battlesystem:10.2e")
    friend = contacts.friend_touching(state, unit.side, enemy)
    if friend is not None:
        reason = says(state, enemy, "is|are in contact with {}.", name(state, friend))
        return Refusal(reason, "battlesystem:10.1n")
    one = footprints.friend_at(state, unit.side, enemy)
    if one is not None:
        reason = says(state, enemy, "is|are in contact with {}.", state.setting.sheets[one.id].name)
        return Refusal(reason, "battlesystem:10.1n")
    return None


def _too_near(state: State, unit: Unit, enemy: Unit) -> str:
    """The name of a friend in front of a unit, too near for it to shoot over; "" if there is none. Rule: battlesystem:10.7."""
    away = distances.distance(unit, enemy)
    for friend in on_field(state, unit.side):
        if friend.id == unit.id or distances.distance(friend, enemy) >= away:
            continue
        if not within(CLEAR, distances.distance(unit, friend)):
            return name(state, friend)
    return ""


def _refused_over(state: State, unit: Unit) -> Refusal | None:
    """The reason why a unit cannot shoot over friends; None if it can. Rules: battlesystem:10.7, battlesystem:10.7a."""
    if not missile_of(unit).arching:
        reason = f"{missile_of(unit).name}: only bows shoot over friends."
        return Refusal(reason, "battlesystem:10.7a")
    if not is_commanded(state, unit):
        return Refusal(says(state, unit, "is|are out of command."), "battlesystem:10.7")
    return None


def told_off(able: list[list[int]], wanted: list[int]) -> list[list[int]] | None:
    """The figures assigned to each target, as by versions 1 to 7 of the rules: the first target gets all its figures first.

    `able`: the figures that see each target; `wanted`: the number that each gets. None if there are not enough. Rules: battlesystem:10.1f, battlesystem:10.1m.

    >>> told_off([[0, 1, 2], [0, 1]], [1, 2])
    [[2], [0, 1]]
    >>> told_off([[0, 1], [0, 1]], [2, 1]) is None
    True
    """
    return _told_off(able, [place for place, count in enumerate(wanted) for _ in range(count)], len(wanted))


def told_off_in_turn(able: list[list[int]], wanted: list[int]) -> list[list[int]] | None:
    """The figures assigned to each target: the targets take turns, and each takes the first in its list that is still free.

    A figure that is assigned goes to another target only if that has nobody else. `able`: the figures that see each target, the
    preferred ones first; `wanted`: the number that each gets. None if there are not enough. Rules: battlesystem:10.1f, battlesystem:10.1m.

    >>> told_off_in_turn([[0, 1, 2, 3], [1, 0, 3, 2]], [2, 2])
    [[0, 2], [1, 3]]
    >>> told_off_in_turn([[0, 1, 2], [0]], [2, 1])
    [[1, 2], [0]]
    >>> told_off_in_turn([[0, 1], [0, 1]], [2, 1]) is None
    True
    """
    rounds = range(max(wanted))
    turns = [place for number in rounds for place, count in enumerate(wanted) if number < count]
    return _told_off(able, turns, len(wanted))


def _told_off(able: list[list[int]], turns: list[int], targets: int) -> list[list[int]] | None:
    """The figures of each target if the targets of `turns` take one figure each, in that order; None if there are not enough."""
    owner: dict[int, int] = {}
    for place in turns:
        if not _found_one(place, able, owner, set()):
            return None
    return [sorted([figure for figure, place in owner.items() if place == at]) for at in range(targets)]


def _nearest_first(fire: Fire, able: set[int]) -> list[int]:
    """The figures of an aim that may shoot, the nearest to its target first. Rules: battlesystem:10.1l, battlesystem:10.1m."""
    pairs = [
        (inches, figure) for inches, figure in zip(fire.ranges, fire.shooters, strict=True) if figure in able
    ]
    pairs.sort()
    return [figure for _, figure in pairs]


def _found_one(place: int, able: list[list[int]], owner: dict[int, int], tried: set[int]) -> bool:
    """Find one more figure for a target, if need be one of another target that can replace it (an augmenting path of a matching)."""
    for figure in able[place]:
        if figure not in owner:
            owner[figure] = place
            return True
    for figure in able[place]:
        other = owner[figure]
        if other == place or figure in tried:
            continue
        tried.add(figure)
        if _found_one(other, able, owner, tried):
            owner[figure] = place
            return True
    return False
