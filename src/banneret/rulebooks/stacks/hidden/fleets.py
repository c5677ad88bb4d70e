"""Units dealt to the banners of an enemy if some are on water: ships before their passengers."""

from __future__ import annotations

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks.hidden.camps import Camp
from banneret.rulebooks.stacks.state import NOBODY, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_board, floats, sails, takes_place, walks
from banneret.rulebooks.stacks.tables.kinds import UnitKind


def deal_with_water(
    world: State, camp: Camp, hexes: list[int], rooms: list[int], needy: list[bool], chance: Chance
) -> bool:
    """Deal if some banners are on water: swimmers, fliers and ships by themselves, others aboard; False if it cannot be done.

    Rule: stacks:move.land, stacks:move.sea, stacks:transport.water, stacks:transport.capacity.
    """
    deal = Fleet(world, camp, hexes, rooms)
    if not (deal.embark_known() and deal.fill(needy) and deal.deal_rest(chance)):
        return False
    for unit in camp.afield:
        unit.place = deal.places[unit.id]
    return True


class Fleet:
    """Such a deal under way.

    Attributes:
        world: the state that is being dealt.
        kinds: the unit kinds, by number.
        water: True for each hex of water.
        camp: the units of the enemy.
        hexes: those of the banners.
        rooms: the room left under each banner.
        left: the units still to be dealt.
        places: by unit, the hex that it was dealt to.
        afloat: the transports by hex of water.
    """

    __slots__ = ("afloat", "camp", "hexes", "kinds", "left", "places", "rooms", "water", "world")

    def __init__(self, world: State, camp: Camp, hexes: list[int], rooms: list[int]) -> None:
        self.world: State = world
        self.kinds: list[UnitKind] = world.setting.kinds
        self.water: list[bool] = world.setting.water
        self.camp: Camp = camp
        self.hexes: list[int] = hexes
        self.rooms: list[int] = rooms
        self.left: list[Unit] = list(camp.afield)
        self.places: list[int] = [NOBODY] * len(world.units)
        self.afloat: dict[int, list[int]] = {}

    def embark_known(self) -> bool:
        """Put units known to be on water that need a ship aboard one, dealing further ships there; False if it cannot be done."""
        units, kinds = self.world.units, self.kinds
        for at in range(len(self.hexes)):
            hex_ = self.hexes[at]
            if not self.water[hex_]:
                continue
            there = self.camp.fixed.get(hex_, [])
            ships = [number for number in there if sails(kinds[units[number].kind])]
            self.afloat[hex_] = ships
            for number in there:
                unit = units[number]
                if floats(kinds[unit.kind]) or (unit.aboard != NOBODY and unit.aboard in there):
                    continue
                if unit.aboard == NOBODY:
                    continue  # held up by something else: an artifact, a carrier
                if not self._some_ship(ships, kinds[unit.kind]):
                    ship = self._take(2)
                    if ship is None or self.rooms[at] == 0:
                        return False
                    self.places[ship.id] = hex_
                    ships.append(ship.id)
                    self.rooms[at] -= 1
                chosen = self._some_ship(ships, kinds[unit.kind])
                if chosen == 0:
                    return False
                unit.aboard = chosen - 1
        return True

    def fill(self, needy: list[bool]) -> bool:
        """Deal one unit to each banner that needs one; False if it cannot be done."""
        for at in range(len(self.hexes)):
            if needy[at]:
                hex_ = self.hexes[at]
                first = self._take(1 if self.water[hex_] else 0)
                if first is None:
                    return False
                self.places[first.id] = hex_
                self.rooms[at] -= 1
                if self.water[hex_] and sails(self.kinds[first.kind]):
                    self.afloat[hex_].append(first.id)
        return True

    def deal_rest(self, chance: Chance) -> bool:
        """Deal the others to random banners, transports before their passengers; False if it cannot be done."""
        kinds = self.kinds
        ordered = [unit for unit in self.left if kinds[unit.kind].transport] + [
            unit for unit in self.left if not kinds[unit.kind].transport
        ]
        for unit in ordered:
            kind = kinds[unit.kind]
            free = self._open_to(kind)
            if not free:
                return False
            at = free[chance.below(len(free))]
            hex_ = self.hexes[at]
            self.rooms[at] -= 1
            self.places[unit.id] = hex_
            if self.water[hex_]:
                if not floats(kind):
                    unit.aboard = self._some_ship(self.afloat[hex_], kind) - 1
                elif sails(kind):
                    self.afloat[hex_].append(unit.id)
        return True

    def _open_to(self, kind: UnitKind) -> list[int]:
        """The banners with room that may cover a unit of that kind, by place in the list."""
        free: list[int] = []
        for at in range(len(self.hexes)):
            if self.rooms[at] <= 0:
                continue
            hex_ = self.hexes[at]
            if not self.water[hex_]:
                if walks(kind):
                    free.append(at)
            elif floats(kind) or self._some_ship(self.afloat[hex_], kind) > 0:
                free.append(at)
        return free

    def _take(self, wanted: int) -> Unit | None:
        """The first unit left that walks (0), floats (1) or sails (2), taken out of the list."""
        left = self.left
        for at in range(len(left)):
            kind = self.kinds[left[at].kind]
            if (
                (wanted == 0 and walks(kind))
                or (wanted == 1 and floats(kind))
                or (wanted == 2 and sails(kind))
            ):
                return left.pop(at)
        return None

    def _some_ship(self, ships: list[int], kind: UnitKind) -> int:
        """The number of a ship with a place for the unit, plus 1; 0 if there is none. Rule: stacks:transport.capacity."""
        units, kinds = self.world.units, self.kinds
        for number in ships:
            ship = units[number]
            if not can_board(kinds[ship.kind], kind):
                continue
            if not takes_place(kind):
                return number + 1
            hex_ = ship.place if self.places[number] == NOBODY else self.places[number]
            taken = 0
            for other in self.camp.fixed.get(hex_, ()):
                if units[other].aboard == number and takes_place(kinds[units[other].kind]):
                    taken += 1
            for unit in self.camp.afield:
                if unit.aboard == number and self.places[unit.id] == hex_ and takes_place(kinds[unit.kind]):
                    taken += 1
            if taken < kinds[ship.kind].transport:
                return number + 1
        return 0
