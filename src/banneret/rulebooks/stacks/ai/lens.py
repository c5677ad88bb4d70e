"""The window through which a computer player sees a running battle: only what its side may see, read from the state.

Own units are those of the state and are not to be changed. Of enemies it shows what is open or known: banners, Sites, the combatant,
units known to be in a stack, and public numbers. Nothing hidden comes through.

Rule: stacks:hidden.views, stacks:hidden.stack, stacks:hidden.hand, stacks:site.revealed, stacks:opt.stack-size.
"""

from __future__ import annotations

from typing import ClassVar

from banneret.geometry.hexes import HexGrid
from banneret.rulebooks.stacks.board.knowledge import has_looked
from banneret.rulebooks.stacks.state import (
    DRAWN,
    FALLEN,
    NOBODY,
    RESERVE,
    SETUP,
    SUMMONED,
    Corner,
    Line,
    Setting,
    State,
    Unit,
)
from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind
from banneret.rulebooks.stacks.tables.options import Flags


class Lens:
    """All that one side sees. Hexes, sides and own units go by number, kinds come as facts."""

    # The methods that give totals, not places: the test kit looks for no canaries in them.
    TOTALS: ClassVar[tuple[str, ...]] = ("listed", "unplaced")

    def __init__(self, state: State, side: int) -> None:
        self._state: State = state
        self.side: int = side
        self.setting: Setting = state.setting.shared
        self.kinds: list[UnitKind] = self.setting.kinds
        self.grid: HexGrid = state.setting.grid
        self.flags: Flags = state.setting.flags

    # ------------------------------------------------------------------ when

    def stage(self) -> int:
        """The step that is being played."""
        return self._state.stage

    def turn(self) -> int:
        """The turn, from 1."""
        return self._state.turn

    def turns_left(self) -> int:
        """Own turns still to come after the one in progress."""
        return self.setting.turn_limit - self._state.turn

    def active(self) -> int:
        """The side whose turn it is."""
        return self._state.active

    def draws_left(self) -> int:
        """Draws the active side still has this turn."""
        return self._state.draws

    # ------------------------------------------------------------------ own things

    def hexes(self) -> list[int]:
        """The hexes where the side has stacks, in order."""
        return sorted(self._state.stacks[self.side])

    def stack(self, hex_: int) -> list[Unit]:
        """The own units in a hex."""
        units = self._state.units
        return [units[number] for number in self._state.stacks[self.side].get(hex_, ())]

    def usable(self, hex_: int) -> list[Unit]:
        """The own units in a hex that can be used. Rule: stacks:battle.usable."""
        units = self._state.units
        found: list[Unit] = []
        for number in self._state.stacks[self.side].get(hex_, ()):
            unit = units[number]
            if not unit.held and unit.held_turns == 0:
                found.append(unit)
        return found

    def unit(self, number: int) -> Unit:
        """An own unit by its number; raises `KeyError` for any other."""
        units = self._state.units
        if 0 <= number < len(units) and units[number].side == self.side:
            return units[number]
        raise KeyError(number)

    def kind(self, number: int) -> UnitKind:
        """The kind of an own unit; raises `KeyError` for any other."""
        return self.kinds[self.unit(number).kind]

    def reserve(self) -> list[Unit]:
        """The own units in reserve."""
        return [unit for unit in self._state.units if unit.side == self.side and unit.place == RESERVE]

    def hand(self) -> list[Spell]:
        """The spells in the own hand."""
        return [self.setting.spell_kinds[kind] for kind in self._state.hands[self.side]]

    def artifacts(self, unit: Unit) -> list[Artifact]:
        """The artifacts that an own unit holds; none for any other."""
        if unit.side != self.side:
            return []
        kinds = self.setting.artifact_kinds
        return [kinds[chit.kind] for chit in self._state.artifacts if chit.holder == unit.id]

    def artifact(self, index: int) -> Artifact | None:
        """An artifact chit by its number, if the side may know what it is: its own, or one it has seen."""
        chits = self._state.artifacts
        if 0 <= index < len(chits):
            chit = chits[index]
            own = chit.holder != NOBODY and self._state.units[chit.holder].side == self.side
            if own or chit.seen >> self.side & 1:
                return self.setting.artifact_kinds[chit.kind]
        return None

    # ------------------------------------------------------------------ enemies

    def enemies(self) -> list[int]:
        """The other sides."""
        return [side for side in range(self.setting.sides) if side != self.side]

    def banners(self, side: int) -> list[int]:
        """The hexes where a side has banners, in order. Rule: stacks:battle.banner."""
        return sorted(self._state.stacks[side])

    def has_banner(self, side: int, hex_: int) -> bool:
        """True if a side has a banner in the hex."""
        return hex_ in self._state.stacks[side]

    def enemies_at(self, hex_: int) -> list[int]:
        """The enemies with a banner in the hex."""
        stacks = self._state.stacks
        return [side for side in range(self.setting.sides) if side != self.side and hex_ in stacks[side]]

    def size(self, side: int, hex_: int) -> int:
        """The number of units under a banner; -1 when that is hidden. Rule: stacks:opt.stack-size."""
        stack = self._state.stacks[side].get(hex_)
        if stack is None:
            return 0
        if side == self.side or self.flags.stack_size_shown:
            return len(stack)
        return len(stack) if has_looked(self._state, self.side, side, hex_) else -1

    def known(self, side: int, hex_: int) -> list[UnitKind]:
        """The units known to lie under a banner, by kind: Sites, and units seen there. Rule: stacks:hidden.battle."""
        bit = 1 << self.side
        found: list[int] = []
        for number in self._state.stacks[side].get(hex_, ()):
            unit = self._state.units[number]
            if side == self.side or unit.known & bit or self._is_site(unit.kind):
                found.append(unit.kind)
        found.sort()
        return [self.kinds[kind] for kind in found]

    def whole(self, side: int, hex_: int) -> bool:
        """True if `known` is all there is, because the side has looked this turn. Rule: stacks:scout.snapshot."""
        return side == self.side or has_looked(self._state, self.side, side, hex_)

    def afield(self, side: int) -> int:
        """The number of units a side has on the map, which is public."""
        count = 0
        for unit in self._state.units:
            if unit.side == side and unit.place >= 0:
                count += 1
        return count

    def unplaced(self, side: int) -> list[UnitKind]:
        """The kinds of units that an enemy is known to have (from the scenario, or seen) in places that are not known."""
        bit = 1 << self.side
        named = self._named(side)
        found: list[int] = []
        for unit in self._state.units:
            if unit.side != side or unit.origin == SUMMONED:
                continue
            kind = unit.kind
            open_ = unit.place < RESERVE or unit.known & bit or (unit.place >= 0 and self._is_site(kind))
            if unit.origin == SETUP:
                if open_ and kind in named:
                    named.remove(kind)
            elif not open_ and unit.seen & bit:
                found.append(kind)
        found += named
        found.sort()
        return [self.kinds[kind] for kind in found]

    def _named(self, side: int) -> list[int]:
        """The unit kinds that the scenario names for a side."""
        listed = self.setting.listed
        if listed is not None:
            return list(listed[side])
        return [unit.kind for unit in self._state.units if unit.side == side and unit.origin == SETUP]

    def _is_site(self, kind: int) -> bool:
        return kind < len(self.kinds) and self.kinds[kind].site

    def drawn_unseen(self, side: int) -> int:
        """The number of a side's units that were drawn blind and never seen since."""
        bit = 1 << self.side
        count = 0
        for unit in self._state.units:
            if unit.side == side and unit.origin == DRAWN and unit.place >= RESERVE and not unit.seen & bit:
                count += 1
        return count

    def listed(self, side: int) -> list[UnitKind]:
        """The kinds that the scenario gives to a side, living or fallen: public as a total. Rule: stacks:setup.scenario."""
        return [self.kinds[kind] for kind in sorted(self._named(side))]

    def reserve_size(self, side: int) -> int:
        """The number of units a side has in reserve. Rule: stacks:hidden.hand."""
        count = 0
        for unit in self._state.units:
            if unit.side == side and unit.place == RESERVE:
                count += 1
        return count

    def hand_size(self, side: int) -> int:
        """The number of spells a side has in hand. Rule: stacks:hidden.hand."""
        return len(self._state.hands[side])

    def fallen(self, side: int) -> list[UnitKind]:
        """The destroyed units of a side, by kind. Rule: stacks:hidden.hand."""
        found = [unit.kind for unit in self._state.units if unit.side == side and unit.place == FALLEN]
        found.sort()
        return [self.kinds[kind] for kind in found]

    # ------------------------------------------------------------------ the fight

    def fighting(self) -> bool:
        """True if a hex is being scouted or fought for."""
        return self._state.fight is not None

    def fight_hex(self) -> int:
        """The hex that is being scouted or fought for, NOBODY if there is none."""
        fight = self._state.fight
        return NOBODY if fight is None else fight.hex

    def round(self) -> int:
        """The round of the battle, 0 outside battles."""
        fight = self._state.fight
        return 0 if fight is None else fight.round

    def attacking(self) -> bool:
        """True if the side attacks in the present fight."""
        fight = self._state.fight
        return fight is not None and fight.corners[0].side == self.side

    def opponent(self) -> int:
        """The other side in the present fight, NOBODY if this side is not in it."""
        fight = self._state.fight
        if fight is not None:
            if fight.corners[0].side == self.side:
                return fight.corners[1].side
            if fight.corners[1].side == self.side:
                return fight.corners[0].side
        return NOBODY

    def looked(self) -> bool:
        """True if the side has looked through the stack of its opponent this turn. Rule: stacks:scout.look."""
        fight = self._state.fight
        other = self.opponent()
        return fight is not None and other != NOBODY and has_looked(self._state, self.side, other, fight.hex)

    def _corner(self, side: int) -> Corner | None:
        fight = self._state.fight
        if fight is not None:
            for corner in fight.corners:
                if corner.side == side:
                    return corner
        return None

    def front(self, side: int) -> UnitKind | None:
        """The kind of a side's combatant, None if it has none now. Rule: stacks:hidden.battle."""
        corner = self._corner(side)
        if corner is None or corner.front == NOBODY:
            return None
        return self.kinds[self._state.units[corner.front].kind]

    def own_front(self) -> Unit | None:
        """The own combatant, None if there is none now."""
        corner = self._corner(self.side)
        return None if corner is None or corner.front == NOBODY else self._state.units[corner.front]

    def front_defeats(self, side: int) -> int:
        """The number of times a side's combatant has been defeated in this battle: a public mark."""
        corner = self._corner(side)
        return 0 if corner is None or corner.front == NOBODY else self._state.units[corner.front].defeats

    def line(self, side: int) -> Line | None:
        """A side's combatant with the support revealed for it; bare before that. None without a combatant."""
        corner = self._corner(side)
        if corner is None or corner.front == NOBODY:
            return None
        if corner.line is not None:
            return corner.line
        unit = self._state.units[corner.front]
        return Line(self.kinds[unit.kind], unit.devoured, corner.brought_in)

    def totals(self) -> tuple[int, int]:
        """The battle rolls of this side and its opponent once the dice are thrown; before that zeros."""
        mine, other = self._corner(self.side), self._corner(self.opponent())
        return (0, 0) if mine is None or other is None else (mine.total, other.total)

    # ------------------------------------------------------------------ the map and the piles

    def flag(self, hex_: int) -> int:
        """The side whose flag the hex carries, or NOBODY. Rule: stacks:turn.control."""
        return self._state.standards[hex_]

    def standards(self) -> list[int]:
        """The side whose flag each hex carries, or NOBODY, hex by hex."""
        return list(self._state.standards)

    def capital(self, side: int) -> int:
        """A side's capital, NOBODY if it has none."""
        return self.setting.capitals[side]

    def contested(self, hex_: int) -> bool:
        """True if the side and an enemy are both in the hex."""
        return hex_ in self._state.stacks[self.side] and len(self.enemies_at(hex_)) > 0

    def pile_size(self, name: str) -> int:
        """The number of chits left in a unit pile."""
        return len(self._state.piles.get(name, ()))

    def artifact_pile_size(self) -> int:
        """The number of artifacts left to draw."""
        return len(self._state.artifact_pile)

    def spell_pile_size(self) -> int:
        """The number of spells left to draw."""
        return len(self._state.spell_pile)

    def discards(self) -> list[Spell]:
        """The spells that were cast or discarded. Rule: stacks:spell.discard."""
        return [self.setting.spell_kinds[kind] for kind in self._state.spell_discards]
