"""Pass-through fire: shots at troops on the move, at a point of their way; a unit, individual or piece makes one in a round.

Rules: battlesystem:10.2b, battlesystem:10.6, battlesystem:10.6a, battlesystem:10.6b, battlesystem:10.6d, battlesystem:10.6e.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import is_within
from banneret.kernel.decision import Choice, Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.march import divided
from banneret.rulebooks.battlesystem.march.openings import Openings
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions
from banneret.rulebooks.battlesystem.missiles.shooters import figures, refusal
from banneret.rulebooks.battlesystem.missiles.shooting_orders import (
    EACH,
    HOLD,
    OVER,
    has_shot_at,
    others,
    reach_of,
    refused_others,
    shots_at,
    why_spared,
)
from banneret.rulebooks.battlesystem.missiles.volleys import Volley, shoot
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State, is_mended, on_field
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, Unit

RULE: Final = "battlesystem:10.6"
REACHED: Final = 2.0
"""Inches from the end of a charge within which it may come upon a shooter: files go on singly. Rule: battlesystem:7.8b."""

Spots = list[tuple[float, float, float]]
"""Points of an individual's way: inches gone, x, y."""


class PassingShot(Decision):
    """A shot at an enemy on the move, or ("hold",). Rules: battlesystem:10.6, battlesystem:10.6a.

    ("shoot", unit, target, stop) names the point of the mover's way by its number, the target is the mover or another of its side; ("fire", piece, target, stop) is a shot of
    artillery, ("aim", individual, target, stop) one of an individual; `divided` tells of ("split", ...). At the end of the enemy's part
    there is no way and no stop, and the target may be any enemy.

    It is no `Choice`: its shots are looked for when a player asks for them, and a random one without the others.

    Attributes:
        mover: the unit that moves, by number; `NOBODY` if it is an individual, or the part is over.
        way: its way.
        spots: the way of an individual: see `passing_champions`.
        openings: finds the shots, where they are not listed yet.
    """

    def __init__(
        self,
        side: int,
        shots: list[Order],
        mover: int = NOBODY,
        way: Way | None = None,
        spots: Spots | None = None,
        openings: Openings | None = None,
    ) -> None:
        super().__init__("passing", side, RULE)
        self.listed = True
        self.mover: int = mover
        self.way: Way | None = way
        self.spots: Spots = spots or []
        self.openings: Openings | None = openings
        self._shots: list[Order] = shots

    def orders(self) -> list[Order]:
        """`HOLD`, and all shots."""
        if not self._shots and self.openings is not None:
            self._shots = self.openings.shots()
        return [HOLD, *self._shots]

    def shots_at(self, stops: set[int]) -> list[Order]:
        """The shots at these points of the way alone, for a player who looks at no others. Rule: battlesystem:10.6a."""
        if self._shots or self.openings is None:
            return [order for order in self._shots if stop_of(order) in stops]
        return self.openings.shots_at(stops)

    def default(self) -> Order:
        """To hold."""
        return HOLD

    def check(self, order: Order) -> Refusal | None:
        """The reason an order cannot be given; None if it can."""
        openings = self.openings
        if openings is not None and divided.is_split(order) and openings.may_split():
            return openings.refused(order)
        return Choice(self.kind, self.side, self.rule, self.orders()).check(order)

    def sample(self, chance: Chance) -> Order:
        """A random order, all equally likely."""
        if self.openings is not None:
            return self.openings.sample(chance)
        orders = self.orders()
        return orders[chance.below(len(orders))]


def question(
    table: Table,
    side: int,
    openings: Openings,
    mover: int = NOBODY,
    way: Way | None = None,
    spots: Spots | None = None,
) -> PassingShot:
    """The question to a side with some openings: if anyone listens at the table all shots are listed now, else only as needed."""
    return PassingShot(side, openings.shots() if table.telling else [], mover, way, spots, openings)


def may_shoot(state: State, unit: Unit) -> bool:
    """True if a unit may still shoot in the enemy's part of the Movement Phase. Rules: battlesystem:10.2b, battlesystem:10.6."""
    return unit.now.missile is not None and not unit.passing and refusal(state, unit) is None


def shooters_of(state: State, side: int) -> list[Unit]:
    """The units of a side that may shoot in the enemy's part of the Movement Phase. Rule: battlesystem:10.6."""
    return [unit for unit in on_field(state, side) if may_shoot(state, unit)]


def stop_of(order: Order) -> int:
    """The point of the way that a shot names, by its number. Rule: battlesystem:10.6a."""
    found: int = order[4] if order[0] != at_champions.SNIPE and order[2] == by_champions.MAN else order[3]
    return found


def is_at_man(order: Order) -> bool:
    """True for the shot of a unit, individual or piece at an individual, not at a unit. Rules: battlesystem:9.4c, battlesystem:9.4d."""
    return order[0] == at_champions.SNIPE or bool(order[2] == by_champions.MAN)


def man_shot_at(order: Order) -> int:
    """The number of the individual at whom such a shot goes. Rules: battlesystem:9.4c, battlesystem:9.4d."""
    found: int = order[2] if order[0] == at_champions.SNIPE else order[3]
    return found


class OnTheWay(Openings):
    """The shots of a side at a unit on its way, by stops. Rules: battlesystem:10.6a, battlesystem:10.6b.

    The unit is put at each stop to find who sees it there; `close` puts it back. Whom it comes upon shoots at others of its side too,
    before it moves or just before it is there: when their part is over he is in contact. By versions 1 to 17 of the rules he could not.
    Rule: battlesystem:10.6.
    """

    def __init__(self, state: State, side: int, mover: Unit, way: Way) -> None:
        self.battle: State = state
        self.side: int = side
        self.mover: Unit = mover
        self.way: Way = way
        self.shooters: list[Unit] = shooters_of(state, side)
        self.pieces: list[FieldPiece] = shots.ready(state, side) if state.pieces else []
        self.heroes: list[Individual] = by_champions.ready_to_pass(state, side)
        self._row: int = len(self.shooters) + len(self.pieces) + len(self.heroes)
        self._stop: int = -1  # at which the unit is now; -1: where it stood
        self._was: Unit = mover
        most = max([EACH, *[shots.most(state, piece) for piece in self.pieces]])
        self._met: set[int] = self._come_upon() if is_mended(state, 18) else set()
        self._others: list[Unit] = []
        if self._met:
            self._others = [one for one in on_field(state, mover.side) if one.id != mover.id]
            most *= 1 + len(self._others)
        super().__init__(self._row * len(way.stops), most)

    def _come_upon(self) -> set[int]:
        """The shooters, by their places in a row, whom the unit comes upon at the end of its way, as near as can be told. Rule: battlesystem:10.6b."""
        end = self.way.end
        if self.way.ends or end is None:
            return set()
        found: set[int] = set()
        there, state = end.area(), self.battle
        crews = [state.units[piece.crew] for piece in self.pieces]
        for place, unit in enumerate([*self.shooters, *crews]):
            if any(is_within(part, base, REACHED) for part in there for base in standing.bases(unit)):
                found.add(place)
        for place, one in enumerate(self.heroes, len(self.shooters) + len(self.pieces)):
            if any(part.distance_to(one.x, one.y) <= REACHED for part in there):
                found.add(place)
        return found

    def _targets(self, stop: int, shooter: int) -> list[Unit]:
        """The units at which a shooter may shoot at a stop: the one on the move; and others of its side, if it comes upon him. Rule: battlesystem:10.6."""
        if shooter in self._met and stop in (0, len(self.way.stops) - 1):
            return [self.mover, *self._others]
        return [self.mover]

    def look(self, place: int) -> list[Order]:
        """The shots of one shooter at one stop."""
        stop, shooter = divmod(place, self._row)
        self._set_down(stop)
        return [
            shot for target in self._targets(stop, shooter) for shot in self._at_one(stop, shooter, target)
        ]

    def _at_one(self, stop: int, shooter: int, target: Unit) -> list[Order]:
        """The shots of one shooter at a unit at one stop."""
        state = self.battle
        if shooter < len(self.shooters):
            return [(*shot[:3], stop, *shot[3:]) for shot in at(state, self.shooters[shooter], target)]
        shooter -= len(self.shooters)
        if shooter < len(self.pieces):
            return [
                (*shot[:3], stop, *shot[3:]) for shot in shots.offers(state, self.pieces[shooter], target)
            ]
        one = self.heroes[shooter - len(self.pieces)]
        return [(*shot, stop) for shot in by_champions.at_unit(state, one, target)]

    def is_open(self, place: int) -> bool:
        """True if a shooter has any shot at a stop."""
        stop, shooter = divmod(place, self._row)
        state, mover = self.battle, self.mover
        if shooter in self._met:
            return bool(self.look(place))
        if shooter < len(self.shooters):
            self._set_down(stop)
            return _is_open(state, self.shooters[shooter], mover)
        hero = shooter - len(self.shooters) - len(self.pieces)
        if hero < 0:
            return bool(self.look(place))
        self._set_down(stop)
        return by_champions.may_hit_unit(state, self.heroes[hero], mover)

    def _set_down(self, stop: int) -> None:
        """Put the unit at a stop."""
        if stop == self._stop:
            return
        if stop < self._stop:
            self.close()  # a stop places only the figures that have moved by then
        if self._stop < 0:
            self._was = self.mover.copy()
        self._stop = stop
        self.way.stops[stop].set_down(self.mover)

    def stop(self, place: int) -> int:
        """The point of the way to which a place belongs. Rule: battlesystem:10.6a."""
        return place // self._row

    def may_split(self) -> bool:
        """True if some of the shooters can divide its figures. Rule: battlesystem:10.1m."""
        return divided.may_split(self.battle, self.shooters, self.mover.side)

    def refused(self, order: Order) -> Refusal | None:
        """The reason a volley cannot be divided as ordered, at a stop of the way; None if it can. Rules: battlesystem:10.1m, 10.6a."""
        count, mover = len(self.way.stops), self.mover
        order = divided.spelled(self.battle, order, mover.id)
        least = 4 if is_mended(self.battle, 16) else 5
        if len(order) < least or type(order[3]) is not int or not 0 <= order[3] < count:
            reason = (
                f"Say (split UNIT (TARGET FIGURES) STOP (TARGET FIGURES)), the stop from 0 to {count - 1}."
            )
            return Refusal(reason, RULE)
        self._set_down(order[3])
        found = divided.refusal(
            self.battle, self.side, order, self.shooters, mover.side, mover.id, has_stop=True
        )
        self.close()
        return found

    def close(self) -> None:
        """Put the unit back where it stood."""
        if self._stop >= 0:
            self.mover.stand_like(self._was)
            self.mover.formation = self._was.formation
            self._stop = -1


def at(state: State, unit: Unit, target: Unit) -> list[Order]:
    """The shots of a unit at another where both stand: straight, or over friends if more figures can shoot so. Rule: battlesystem:10.6."""
    if why_spared(state, unit, target) is not None:
        return []
    return shots_at(state, unit, target)


def _is_open(state: State, unit: Unit, target: Unit) -> bool:
    """True if a unit has any shot at another where both stand. Rule: battlesystem:10.6."""
    return has_shot_at(state, unit, target) and why_spared(state, unit, target) is None


def at_man(state: State, unit: Unit, one: Individual, order: Order) -> list[Order]:
    """The shot of a unit at an individual where he stands, as `order`, and the same with the others at each enemy unit of his side they can hit.

    By versions 1 to 13 of the rules the others did not shoot. Rules: battlesystem:9.4d, battlesystem:10.1m, battlesystem:10.6.
    """
    if at_champions.refusal(state, unit, one, reach_of(state, unit)) is not None:
        return []
    found = [order]
    if unit.singles is None and is_mended(state, 14):
        rest = others(state, unit, one, 1)
        found += [
            (*order, at_champions.OTHERS, enemy.id)
            for enemy in on_field(state, one.side)
            if refused_others(state, unit, rest, enemy.id) is None
        ]
    return found


def asked(state: State, table: Table, mover: Unit, way: Way) -> Order | None:
    """The earliest shot that an enemy chooses at a unit on its way; None if all hold. Rules: battlesystem:10.6, battlesystem:10.6e.

    All enemy sides are asked, in the order of the ranking; after the earliest of their shots they are asked again.
    """
    first: Order | None = None
    for side in state.ranking:
        if side == mover.side:
            continue
        openings = OnTheWay(state, side, mover, way)
        if not openings.has_any():
            continue
        order = table.ask(question(table, side, openings, mover.id, way))
        if divided.is_split(order):
            order = divided.spelled(state, order, mover.id)
        if order != HOLD and (first is None or order[3] < first[3]):
            first = order
    return first


def fire(state: State, table: Table, order: Order) -> None:
    """Make the one shot of a unit, an individual or a piece at an enemy on the move. Rules: 10.2b, battlesystem:10.6, battlesystem:10.6c, 10.6d."""
    if order[0] == shots.FIRE:
        shots.fire(state, table, order)
        return
    if order[0] == by_champions.AIM:
        by_champions.shoot(state, table, order, 1)
        state.individuals[order[1]].passing = True
        return
    unit = state.units[order[1]]
    before = [single.shots for single in unit.singles or ()]
    if order[0] == at_champions.SNIPE:
        target = state.units[order[-1]] if at_champions.OTHERS in order else None
        at_champions.shoot(state, table, unit, state.individuals[order[2]], 1, target)
    elif divided.is_split(order):
        has_stop = len(order) > 3 and type(order[3]) is int
        parts = divided.volleys(state, unit.side, order, has_stop)
        assert not isinstance(parts, Refusal), "the order was checked before"
        shoot(state, table, parts)
    else:
        volley = Volley(unit.id, order[2], figures(state, unit), 1, order[-1] == OVER)
        shoot(state, table, [volley])
    unit.aims = ()
    _has_passed(state, unit, before)


def _has_passed(state: State, unit: Unit, before: list[int]) -> None:
    """Note who has shot at troops on the move: of skirmishers those whose shots are more than `before`. Rules: 10.2b, battlesystem:2.9d.

    By versions 1 to 12 of the rules none of them shot at a second enemy on the move where one had shot at a first.
    """
    singles = unit.singles
    if singles is None or not is_mended(state, 13):
        unit.passing = True
        return
    for single, made in zip(singles, before, strict=True):
        if single.shots > made:
            single.passing = True


class AtTheEnd(Openings):
    """The shots of a side at the units and individuals of another that has made all its moves. Rule: battlesystem:10.6a."""

    def __init__(self, state: State, side: int, moved: int) -> None:
        self.battle: State = state
        self.side: int = side
        self.moved: int = moved
        self.shooters: list[Unit] = shooters_of(state, side)
        self.marks: list[Unit] = on_field(state, moved)
        self.men: list[Individual] = [one for one in at_champions.targets(state, side) if one.side == moved]
        self.heroes: list[Individual] = by_champions.ready_to_pass(state, side)
        self.pieces: list[FieldPiece] = shots.ready(state, side) if state.pieces else []
        self._men_at: int = len(self.shooters) * len(self.marks)
        self._heroes_at: int = self._men_at + len(self.men) * len(self.shooters)
        self._pieces_at: int = self._heroes_at + len(self.heroes)
        self._guns_at: int = self._pieces_at + len(self.pieces) * len(self.marks)  # of shots at individuals
        most = max([EACH, *[shots.most(state, piece) for piece in self.pieces]])
        if self.heroes:
            most = max(most, len(self.marks) + len(self.men))
        if self.men and is_mended(state, 14):
            most = max(most, 1 + len(self.marks))
        men = len(self.men) if is_mended(state, 13) else 0
        super().__init__(self._guns_at + len(self.pieces) * men, most)

    def may_split(self) -> bool:
        """True if some of the shooters can divide its figures. Rule: battlesystem:10.1m."""
        return divided.may_split(self.battle, self.shooters, self.moved)

    def refused(self, order: Order) -> Refusal | None:
        """The reason a volley cannot be divided as ordered; None if it can. Rules: battlesystem:10.1m, battlesystem:10.6a."""
        return divided.refusal(
            self.battle, self.side, order, self.shooters, self.moved, NOBODY, has_stop=False
        )

    def is_open(self, place: int) -> bool:
        """True if a shooter has any shot at one enemy; an individual at any of them."""
        state = self.battle
        if place < self._men_at:
            shooter, mark = divmod(place, len(self.marks))
            return _is_open(state, self.shooters[shooter], self.marks[mark])
        if place < self._heroes_at:
            man, shooter = divmod(place - self._men_at, len(self.shooters))
            unit = self.shooters[shooter]
            return at_champions.may_hit(state, unit, self.men[man], reach_of(state, unit))
        return bool(self.look(place))

    def look(self, place: int) -> list[Order]:
        """The shots of one shooter at one enemy; of an individual, at all of them."""
        state = self.battle
        if place < self._men_at:
            shooter, mark = divmod(place, len(self.marks))
            return at(state, self.shooters[shooter], self.marks[mark])
        if place < self._heroes_at:
            man, shooter = divmod(place - self._men_at, len(self.shooters))
            unit, one = self.shooters[shooter], self.men[man]
            return at_man(state, unit, one, (at_champions.SNIPE, unit.id, one.id))
        if place < self._pieces_at:
            hero = self.heroes[place - self._heroes_at]
            return [shot for shot in by_champions.offers(state, hero) if is_of(state, shot, self.moved)]
        if place >= self._guns_at:
            shooter, man = divmod(place - self._guns_at, len(self.men))
            return shots.offers_at_man(state, self.pieces[shooter], self.men[man])
        shooter, mark = divmod(place - self._pieces_at, len(self.marks))
        return shots.offers(state, self.pieces[shooter], self.marks[mark])


def after_the_part(state: State, table: Table, side: int) -> None:
    """Let the enemies of a side that has finished its moves shoot once more, at any of its units and individuals. Rule: battlesystem:10.6a."""
    for other in state.ranking:
        if other == side:
            continue
        while True:
            openings = AtTheEnd(state, other, side)
            if not openings.has_any():
                break
            order = table.ask(question(table, other, openings))
            if order == HOLD:
                break
            fire(state, table, order)


def is_of(state: State, shot: Order, side: int) -> bool:
    """True if an individual's shot is at troops or at an individual of a side."""
    if shot[2] == by_champions.MAN:
        return state.individuals[shot[3]].side == side
    return state.units[shot[2]].side == side


def is_gone(unit: Unit) -> bool:
    """True if a unit cannot go on with its move: it has fallen, or runs. Rule: battlesystem:10.6c."""
    return unit.status != FIELD or unit.routed
