"""Shots at individuals on the move, at any inch of their way; a unit may make one in a round.

Orders: ("snipe", unit, individual, stop), with "others" and an enemy unit after it if those who do not aim at him shoot too,
("aim", individual, "man", individual, stop) and ("fire", piece, "man", individual, stop), the stop by its number on the way; of those upon
whom he comes also ("shoot", unit, unit, stop), ("aim", individual, unit, stop) and ("fire", piece, unit, stop).

Rules: battlesystem:9.4d, battlesystem:10.2b, battlesystem:10.6, battlesystem:10.6a.
"""

from __future__ import annotations

from math import floor
from typing import Final

from banneret.geometry.plane import TOLERANCE, length, snap
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.halts import SHORT_OF
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.march import passing_shots
from banneret.rulebooks.battlesystem.march.openings import Openings
from banneret.rulebooks.battlesystem.march.passing_shots import Spots, question, shooters_of, stop_of
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions
from banneret.rulebooks.battlesystem.missiles.shooting_orders import EACH, HOLD, reach_of
from banneret.rulebooks.battlesystem.state import State, is_mended, on_field
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

STEP: Final = 1.0  # inches between the points at which he may be shot at


def spots_of(state: State, one: Individual, points: list[tuple[float, float]]) -> Spots:
    """The points of a way at which he may be shot at: its start, every inch, its corners, its end, and just before he touches an enemy.

    By versions 1 to 11 of the rules inches were counted from each corner, and the last point before an enemy was up to an inch
    away. Rule: battlesystem:10.6a.
    """
    found: Spots = [(0.0, one.x, one.y)]
    x, y, gone = one.x, one.y, 0.0
    is_whole = is_mended(state, 12)
    for number, (to_x, to_y) in enumerate(points):
        far = length(to_x - x, to_y - y)
        if is_whole:
            stops = _stops(floor(gone + TOLERANCE) + STEP - gone, far - TOLERANCE)
        else:
            stops = _stops(STEP, far - STEP / 4.0)
        if is_whole and number == len(points) - 1 and far > SHORT_OF and _is_met(state, one, to_x, to_y):
            stops.append(far - SHORT_OF)
        for inches in stops:
            share = inches / far
            found.append((gone + inches, snap(x + (to_x - x) * share), snap(y + (to_y - y) * share)))
        gone += far
        found.append((gone, to_x, to_y))
        x, y = to_x, to_y
    return found


def _stops(first: float, most: float) -> list[float]:
    """The marks at `first` and every inch after it, below `most`."""
    found: list[float] = []
    while first < most:
        found.append(first)
        first += STEP
    return found


def _is_met(state: State, one: Individual, x: float, y: float) -> bool:
    """True if he would touch an enemy at a point. Rule: battlesystem:7.8a."""
    there = one.copy()
    there.x, there.y = x, y
    return footprints.is_held(state, there)


class OnHisWay(Openings):
    """The shots of a side at an individual on his way, by stops, from stop `first` on. Rules: battlesystem:9.4d, 10.6a, 10.6b.

    He is put at each stop to find who sees him there; `close` puts him back. Whom he comes upon shoots at units of his side too, before he
    goes or just before he is there; by versions 1 to 17 of the rules they could not. Rule: battlesystem:10.6.
    """

    def __init__(self, state: State, side: int, one: Individual, spots: Spots, first: int) -> None:
        self.battle: State = state
        self.one: Individual = one
        self.spots: Spots = spots
        self.first: int = first
        self.shooters: list[Unit] = shooters_of(state, side)
        self.heroes: list[Individual] = by_champions.ready_to_pass(state, side)
        self.pieces: list[FieldPiece] = (
            shots.ready(state, side) if state.pieces and is_mended(state, 13) else []
        )
        self._was: tuple[float, float] = one.x, one.y
        self._row: int = len(self.shooters) + len(self.heroes) + len(self.pieces)
        is_target = footprints.champion(state, one) is not None
        others = len(on_field(state, one.side)) if is_mended(state, 14) else 0
        most = max([1 + others, *[shots.most(state, piece) for piece in self.pieces]])
        self._marks: list[Unit] = on_field(state, one.side)
        self._met: set[int] = self._come_upon() if is_target and is_mended(state, 18) else set()
        if self._met:
            each = max([EACH, *[shots.most(state, piece) for piece in self.pieces]])
            most += each * len(self._marks)
        super().__init__(self._row * (len(spots) - first) if is_target else 0, most)

    def _come_upon(self) -> set[int]:
        """The shooters, by their places in a row, whom he touches at the end of his way. Rule: battlesystem:10.6b."""
        there = self.one.copy()
        _, there.x, there.y = self.spots[-1]
        touched, rivals = footprints.touched(self.battle, there), footprints.rivals(self.battle, there)
        found = {place for place, unit in enumerate(self.shooters) if unit.id in touched}
        heroes = enumerate(self.heroes, len(self.shooters))
        found |= {place for place, hero in heroes if hero.id in rivals}
        guns = enumerate(self.pieces, len(self.shooters) + len(self.heroes))
        return found | {place for place, piece in guns if piece.figure in touched.get(piece.crew, ())}

    def _at_others(self, shooter: int, number: int) -> list[Order]:
        """The shots at units of his side of one whom he comes upon, at the first stop and just before the last. Rule: battlesystem:10.6."""
        if shooter not in self._met or number not in (self.first, len(self.spots) - 2):
            return []
        state, gun = self.battle, shooter - len(self.shooters) - len(self.heroes)
        found: list[Order] = []
        for mark in self._marks:
            if gun >= 0:
                found += shots.offers(state, self.pieces[gun], mark)
            elif shooter >= len(self.shooters):
                found += by_champions.at_unit(state, self.heroes[shooter - len(self.shooters)], mark)
            else:
                found += passing_shots.at(state, self.shooters[shooter], mark)
        return [(*shot[:3], number, *shot[3:]) for shot in found]

    def look(self, place: int) -> list[Order]:
        """The shots of one shooter at one stop."""
        stop, shooter = divmod(place, self._row)
        _, self.one.x, self.one.y = self.spots[stop + self.first]
        return self._at_him(shooter, stop + self.first) + self._at_others(shooter, stop + self.first)

    def _at_him(self, shooter: int, number: int) -> list[Order]:
        """The shots of one shooter at him where he stands, at a stop."""
        state, one = self.battle, self.one
        gun = shooter - len(self.shooters) - len(self.heroes)
        if gun >= 0:
            return [
                (*shot[:4], number, *shot[4:]) for shot in shots.offers_at_man(state, self.pieces[gun], one)
            ]
        if shooter >= len(self.shooters):
            hero = self.heroes[shooter - len(self.shooters)]
            return [(*shot, number) for shot in by_champions.at_man(state, hero, one)]
        unit = self.shooters[shooter]
        return passing_shots.at_man(state, unit, one, (at_champions.SNIPE, unit.id, one.id, number))

    def stop(self, place: int) -> int:
        """The point of his way to which a place belongs. Rule: battlesystem:10.6a."""
        return place // self._row + self.first

    def is_open(self, place: int) -> bool:
        """True if a shooter has any shot at a stop."""
        stop, shooter = divmod(place, self._row)
        hero = shooter - len(self.shooters)
        if hero >= len(self.heroes) or shooter in self._met:
            return bool(self.look(place))
        state, one = self.battle, self.one
        _, one.x, one.y = self.spots[stop + self.first]
        if hero >= 0:
            return by_champions.may_hit_man(state, self.heroes[hero], one)
        unit = self.shooters[shooter]
        return at_champions.may_hit(state, unit, one, reach_of(state, unit))

    def close(self) -> None:
        """Put him back where he stood."""
        self.one.x, self.one.y = self._was


def under_fire(state: State, table: Table, one: Individual, points: list[tuple[float, float]]) -> float:
    """Move an individual along a way, shot at as his enemies choose; return the inches gone when he arrives or falls. Rule: battlesystem:10.6."""
    spots = spots_of(state, one, points)
    at = 0
    while True:
        first: Order | None = None
        for side in state.ranking:
            if side == one.side:
                continue
            openings = OnHisWay(state, side, one, spots, at)
            if not openings.has_any():
                continue
            order = table.ask(question(table, side, openings, spots=spots))
            if order != HOLD and (first is None or stop_of(order) < stop_of(first)):
                first = order
        if first is None:
            at = len(spots) - 1
            break
        at = stop_of(first)
        _, one.x, one.y = spots[at]
        if is_mended(state, 17):  # by earlier versions he was moved aside for a moment, and back
            state.walker = one.id
        passing_shots.fire(state, table, first)
        state.walker = NOBODY
        if not one.on_table:
            break
    _, one.x, one.y = spots[at]
    return spots[at][0]
