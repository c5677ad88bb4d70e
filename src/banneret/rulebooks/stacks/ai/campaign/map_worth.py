"""The map as the greedy player weighs it: the worth of holding hexes, the danger from enemies, the pull of goals.

A move is weighed by what it changes: the battle it brings, the flags it wins or exposes, the danger to the group and to those left
behind, and how much nearer it is to goals. All is worked out from the lens; the form of the Move Phase has the legal orders.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.hexes import HexGrid
from banneret.rulebooks.stacks.ai.enemy_guess import EnemyGuess
from banneret.rulebooks.stacks.ai.estimates import Estimates, Outlook, odds_of
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.ai.postures import Posture
from banneret.rulebooks.stacks.state import NOBODY, Setting, Unit
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.turn.move_form import MoveForm

FEAR: Final = (1.0, 1.0, 0.4, 0.15, 0.0)  # the danger from a slow enemy, by distance in hexes
FAST_FEAR: Final = (1.0, 1.0, 0.9, 0.6, 0.1)  # from a swift one
CAPITAL: Final = 40.0  # worth of a capital that decides the game
FLAG: Final = 8.0  # worth of an objective in a game for objectives
LEADER: Final = 40.0  # worth of an Archmage who decides the game
DECISIVE: Final = 20.0  # further worth of a flag in the last turn


class Ground:
    """The map of a battle, with all distances, and the pull of goals by distance in a posture."""

    def __init__(self, setting: Setting, posture: Posture) -> None:
        self.setting: Setting = setting
        grid: HexGrid = setting.grid
        self.size: int = grid.size
        self.distances: list[list[int]] = [
            [grid.distance(here, there) for there in range(grid.size)] for here in range(grid.size)
        ]
        self.fades: list[float] = [posture.fade**steps for steps in range(grid.columns + grid.rows + 1)]
        self.water: bool = True in setting.water
        self.hunting: bool = setting.goal == "archmage"


class Force:
    """An enemy banner, with the kinds probably under it, their worth, and the strength of those that can move."""

    __slots__ = ("fast", "hex", "kinds", "leader", "side", "strength", "worth")

    def __init__(self, estimates: Estimates, side: int, hex_: int, kinds: list[UnitKind]) -> None:
        self.side: int = side
        self.hex: int = hex_
        self.kinds: list[UnitKind] = kinds
        self.worth: float = 0.0
        self.fast: bool = False
        self.leader: bool = False
        moving: list[UnitKind] = []
        for kind in kinds:
            self.worth += estimates.worths[kind.index]
            if kind.id == "archmage":
                self.leader = True
            if not kind.site:
                moving.append(kind)
                if kind.move > 1:
                    self.fast = True
        self.strength: float = estimates.strength(moving)  # of those that can move


class Party:
    """Units that are, or would be, together: their worth, their strength, and a key equal for equal parties."""

    __slots__ = ("key", "kinds", "leader", "strength", "worth")

    def __init__(self, estimates: Estimates, kinds: list[UnitKind]) -> None:
        self.kinds: list[UnitKind] = kinds
        self.worth: float = 0.0
        self.leader: bool = False
        numbers: list[int] = []
        for kind in kinds:
            numbers.append(kind.index)
            self.worth += estimates.worths[kind.index]
            if kind.id == "archmage":
                self.leader = True
        numbers.sort()
        self.key: tuple[int, ...] = tuple(numbers)
        self.strength: float = estimates.strength(kinds)


class Idea:
    """A move that was weighed: its mark, the units that go, and their path."""

    __slots__ = ("group", "mark", "path")

    def __init__(self, mark: float, group: list[int], path: list[int]) -> None:
        self.mark: float = mark
        self.group: list[int] = group
        self.path: list[int] = path


class Company:
    """The own units already in a hex, and the worth of having only them there."""

    __slots__ = ("kinds", "value")

    def __init__(self, kinds: list[UnitKind], value: float) -> None:
        self.kinds: list[UnitKind] = kinds
        self.value: float = value


class Campaign:
    """The map as one side weighs it at one moment, in a posture: enemy forces, the worth of hexes, the pull of goals."""

    def __init__(self, estimates: Estimates, ground: Ground, lens: Lens, posture: Posture) -> None:
        self.estimates: Estimates = estimates
        self.posture: Posture = posture
        self.ground: Ground = ground
        self.lens: Lens = lens
        self.kinds: list[UnitKind] = lens.kinds
        self.forces: list[Force] = []
        self.force_at: dict[int, Force] = {}
        for side in lens.enemies():
            enemy_guess = EnemyGuess(estimates, lens, side)
            for hex_ in lens.banners(side):
                force = Force(estimates, side, hex_, enemy_guess.guess(hex_))
                self.forces.append(force)
                self.force_at[hex_] = force
        self.places: dict[int, list[Unit]] = {hex_: lens.stack(hex_) for hex_ in lens.hexes()}
        self.caution: float = posture.caution  # how much danger counts
        self.stakes: dict[int, float] = self._reckon_stakes()
        self.fears: dict[int, list[tuple[float, Force]]] = {}
        self.outlooks: dict[int, dict[tuple[int, ...], Outlook]] = {}
        self.field: list[float] = []

    def _reckon_stakes(self) -> dict[int, float]:
        """The worth of holding each capital and objective: the greater, the nearer the end and the closer the count of flags.

        Also lower `caution` for a side that is behind, the more the nearer the end.

        Rule: stacks:win.capital, stacks:win.objectives, stacks:win.limit.
        """
        setting, lens = self.lens.setting, self.lens
        places: list[int] = list(setting.objectives)
        for hex_ in setting.capitals:
            if hex_ != NOBODY and hex_ not in places:
                places.append(hex_)
        mine = 0
        counts: list[int] = [0] * setting.sides
        for hex_ in places:
            holder = lens.flag(hex_)
            if holder == lens.side:
                mine += 1
            elif holder != NOBODY:
                counts[holder] += 1
        ahead = mine - max(counts)
        left = lens.turns_left()
        late = 1.0 / (1.0 + 0.7 * left)
        close = 1.0 if -2 <= ahead <= 1 else 0.5
        flag = (FLAG if setting.goal == "objectives" else 4.0) + DECISIVE * late * close
        if ahead < 0 or (ahead == 0 and self._weaker()):
            self.caution = max(0.25, self.caution - late)
        stakes: dict[int, float] = {}
        for hex_ in places:
            stakes[hex_] = flag
        for hex_ in setting.capitals:
            if hex_ != NOBODY:
                stakes[hex_] = CAPITAL if setting.goal == "capital" else flag + 1.0
        return stakes

    def _weaker(self) -> bool:
        """True if the enemies probably have more printed BRM on the map. Rule: stacks:win.limit."""
        mine = 0
        for units in self.places.values():
            for unit in units:
                mine += self.kinds[unit.kind].brm
        theirs = 0
        for force in self.forces:
            for kind in force.kinds:
                theirs += kind.brm
        return theirs > mine

    # ------------------------------------------------------------------ the worth of being somewhere

    def standing(self, hex_: int, own: list[UnitKind]) -> float:
        """The worth of having these units in a hex at the end of the move: battle, flag and danger."""
        return self.holding(hex_, Party(self.estimates, own)) if own else self.empty(hex_)

    def empty(self, hex_: int) -> float:
        """The worth of a hex where no own unit is left."""
        stake = self.stakes.get(hex_, 0.0)
        if stake == 0.0 or self.lens.flag(hex_) != self.lens.side:
            return 0.0
        if hex_ in self.force_at:
            return -stake
        worst = 0.0
        for fear, _ in self._fears_at(hex_):
            worst = max(worst, fear)
        return stake - self.caution * worst * stake

    def holding(self, hex_: int, party: Party) -> float:
        """The worth of having a party in a hex at the end of the move."""
        force = self.force_at.get(hex_)
        if force is not None:
            return self._attacking(force, party)
        stake = self.stakes.get(hex_, 0.0)
        fears = self._fears_at(hex_)
        if not fears:
            return stake
        at_risk = 0.8 * party.worth + stake
        if party.leader and self.ground.hunting:
            at_risk += LEADER
        worst = 0.0
        for fear, threat in fears:
            lost = 1.0 - odds_of(party.strength - threat.strength)
            harm = fear * (lost * at_risk - (1.0 - lost) * 0.3 * threat.worth)
            if harm > worst:
                worst = harm
        return stake - self.caution * worst

    def _attacking(self, force: Force, party: Party) -> float:
        """The worth of fighting an enemy banner. Rule: stacks:battle.attacker."""
        outlook = self.outlook(party, force)
        value = (outlook.kept - party.worth) * min(1.0, self.caution + 0.3) + (force.worth - outlook.spared)
        value += outlook.chance * self.stakes.get(force.hex, 0.0)
        if self.ground.hunting:
            value += outlook.chance * (LEADER if force.leader else 3.0)
            if party.leader:
                value -= (1.0 - outlook.chance) * LEADER
        return value

    def outlook(self, party: Party, force: Force) -> Outlook:
        """The outlook of an attack on an enemy banner."""
        outlooks = self.outlooks.get(force.hex)
        if outlooks is None:
            outlooks = {}
            self.outlooks[force.hex] = outlooks
        found = outlooks.get(party.key)
        if found is None:
            found = self.estimates.outlook(party.kinds, force.kinds, True)
            outlooks[party.key] = found
        return found

    def _fears_at(self, hex_: int) -> list[tuple[float, Force]]:
        """The enemy banners that may come to a hex, each with its danger (see `FEAR`)."""
        found = self.fears.get(hex_)
        if found is None:
            found = []
            distances = self.ground.distances[hex_]
            for force in self.forces:
                steps = distances[force.hex]
                if steps <= 4:
                    fear = FAST_FEAR[steps] if force.fast else FEAR[steps]
                    if fear > 0.0:
                        found.append((fear, force))
            self.fears[hex_] = found
        return found

    # ------------------------------------------------------------------ the pull of goals

    def look_around(self) -> None:
        """Work out the pull on each hex of flags to win, banners to beat, and own flags to protect."""
        ground, lens = self.ground, self.lens
        everybody: list[UnitKind] = []
        for units in self.places.values():
            everybody.extend([self.kinds[unit.kind] for unit in units])
        strongest = -20.0
        for units in self.places.values():
            strongest = max(strongest, self.estimates.strength([self.kinds[unit.kind] for unit in units]))
        together = self.estimates.strength(everybody) if everybody else -20.0
        targets: list[tuple[int, float]] = []
        for force in self.forces:
            chance = 0.5 * (odds_of(strongest - force.strength) + odds_of(together - force.strength))
            value = self.stakes.get(force.hex, 0.0) + 0.5 * force.worth
            if ground.hunting:
                value += LEADER if force.leader else 4.0
            targets.append((force.hex, value * (chance - 0.2)))
        for hex_, stake in self.stakes.items():
            if hex_ in self.force_at:
                continue
            if lens.flag(hex_) != lens.side:
                if hex_ not in self.places:
                    targets.append((hex_, stake * (1.0 if stake < CAPITAL else 1.5)))
            elif self._fears_at(hex_):
                worst = 0.0
                kinds = [self.kinds[unit.kind] for unit in self.places.get(hex_, ())]
                strength = self.estimates.strength(kinds)
                for fear, force in self._fears_at(hex_):
                    worst = max(worst, fear * (1.0 - odds_of(strength - force.strength)))
                targets.append((hex_, worst * stake))
        fades = ground.fades
        field: list[float] = [0.0] * ground.size
        for hex_, value in targets:
            if value > 0.0:
                distances = ground.distances[hex_]
                for place in range(ground.size):
                    pull = value * fades[distances[place]]
                    if pull > field[place]:
                        field[place] = pull
        self.field = field

    # ------------------------------------------------------------------ moves

    def ideas(
        self, form: MoveForm, hex_: int, free: list[int], helpers: dict[int, list[UnitKind]]
    ) -> list[Idea]:
        """The moves of a stack with their marks.

        Args:
            form: the legal orders.
            hex_: where the stack is.
            free: its units that can still move.
            helpers: for each enemy banner the units that could come there too.
        """
        kinds = self.kinds
        lens = self.lens
        units = self.places[hex_]
        stay = self.standing(hex_, [kinds[unit.kind] for unit in units])
        pull = self.posture.pull
        met = {there: self._company(there) for there in self.places}
        found: list[Idea] = []
        for group in self._groups(form, hex_, free):
            going = [kinds[lens.unit(i).kind] for i in group]
            party = Party(self.estimates, going)
            left = self.standing(hex_, [kinds[unit.kind] for unit in units if unit.id not in group]) - stay
            size = len(group)
            for there, path in self.reach(form, hex_, group, going):
                friends = met.get(there)
                joined = party
                mark = left + pull * (self.field[there] - self.field[hex_]) - 0.05 - 0.01 * len(path)
                if friends is not None:
                    joined = Party(self.estimates, friends.kinds + going)
                    mark -= friends.value
                    if there not in self.force_at:
                        mark += 0.15 * min(size, len(friends.kinds))
                else:
                    mark -= self.empty(there)
                gain = self.holding(there, joined)
                if there in helpers:
                    more = [kind for kind in helpers[there] if kind not in going]
                    if more:
                        together = self.holding(there, Party(self.estimates, joined.kinds + more))
                        if together > gain:
                            gain = 0.2 * gain + 0.8 * together
                found.append(Idea(mark + gain, group, path))
        return found

    def _company(self, hex_: int) -> Company:
        """The own units already in a hex, with the worth of having only them there."""
        present = [self.kinds[unit.kind] for unit in self.places[hex_]]
        return Company(present, self.standing(hex_, present))

    def reach(
        self, form: MoveForm, hex_: int, group: list[int], going: list[UnitKind]
    ) -> list[tuple[int, list[int]]]:
        """The hexes a group can go to, with paths: worked out here if nothing but distance, enemies and the stacking limit counts, else by the form."""
        if self.ground.water:
            return form.reachable(group)
        lens = self.lens
        pace = 3
        for kind in going:
            if kind.move < pace:
                pace = kind.move
        if pace == 1 and (len(group) == 1 or lens.setting.artifacts_possible):
            for kind in going:
                if kind.hero or kind.carry or kind.transport:
                    return form.reachable(group)
        limit = lens.setting.stack_limit
        neighbours = lens.grid.neighbours
        found: list[tuple[int, list[int]]] = []
        seen: list[int] = [hex_]
        frontier: list[tuple[int, list[int]]] = [(hex_, [])]
        for _ in range(pace):
            following: list[tuple[int, list[int]]] = []
            for here, path in frontier:
                for there in neighbours[here]:
                    if there not in seen:
                        seen.append(there)
                        longer = [*path, there]
                        if limit == 0 or len(self.places.get(there, ())) + len(group) <= limit:
                            found.append((there, longer))
                        if there not in self.force_at:
                            following.append((there, longer))
            frontier = following
        return found

    def _groups(self, form: MoveForm, hex_: int, free: list[int]) -> list[list[int]]:
        """The groups worth moving: all; all but one or two keepers; the swift; a keeper alone; at sea each ship with its passengers."""
        if len(free) == 1:
            return [free]
        lens = self.lens
        found: list[list[int]] = [free]
        keeper = self._keeper(free)
        rest = [i for i in free if i != keeper]
        if hex_ in self.stakes or len(free) > 3:
            found.append(rest)
            if hex_ in self.stakes and len(rest) > 1:
                second = self._keeper(rest)
                found.append([i for i in rest if i != second])
        fast = [i for i in free if lens.kinds[lens.unit(i).kind].move > 1]
        if fast and len(fast) < len(free) and fast not in found:
            found.append(fast)
        found.append([keeper])
        if len(fast) > 1:
            found.append([self._keeper(fast)])
        if self.ground.water:
            for group in form.groups(hex_):
                if group not in found:
                    found.append(group)
        return found

    def _keeper(self, free: list[int]) -> int:
        """The unit that is best left behind: the cheapest, a Guard or one with Ambush first."""
        best = free[0]
        least = 1e9
        for i in free:
            kind = self.kinds[self.lens.unit(i).kind]
            cost = self.estimates.worths[kind.index] - (2.0 if kind.guard else 0.0) - kind.ambush
            if cost < least:
                best, least = i, cost
        return best

    def helpers(self, free: dict[int, list[int]]) -> dict[int, list[UnitKind]]:
        """For each enemy banner the kinds of the own units that could come there this turn."""
        found: dict[int, list[UnitKind]] = {}
        for force in self.forces:
            near: list[UnitKind] = []
            distances = self.ground.distances[force.hex]
            for hex_, units in free.items():
                steps = distances[hex_]
                if 0 < steps <= 3:
                    for i in units:
                        kind = self.kinds[self.lens.unit(i).kind]
                        if kind.move >= steps:
                            near.append(kind)
            found[force.hex] = near
        return found
