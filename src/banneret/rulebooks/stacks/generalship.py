"""How the greedy player leads its stacks on the map: where to march, what to attack, what to hold.

Every move is weighed by what it changes: the battle it brings, the flags it wins or lays open, the danger the group and those
left behind stand in, and how much nearer it comes to what is worth having. The best order is given, one after the other, until
none is better than to stand still. All from the lens; the form of the Move Phase tells which orders are legal.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.stacks.judgement import Judgement, Outlook
from banneret.rulebooks.stacks.kinds import UnitKind
from banneret.rulebooks.stacks.lens import Lens
from banneret.rulebooks.stacks.moving import DONE, MoveForm, boardings, movable, reachable
from banneret.rulebooks.stacks.scouting import guess
from banneret.rulebooks.stacks.state import NOBODY, Unit

NEAR: Final = (1.0, 1.0, 0.45, 0.2, 0.06, 0.03)  # how much an enemy so many hexes away is to be feared
FADE: Final = 0.72  # how much less a goal draws with each hex
CAPITAL: Final = 40.0
FLAG: Final = 8.0
LEADER: Final = 40.0


class Force:
    """An enemy banner: where, whose, what is probably under it, and what that is worth."""

    __slots__ = ("hex", "kinds", "side", "worth")

    def __init__(self, side: int, hex_: int, kinds: list[UnitKind], worth: float) -> None:
        self.side: int = side
        self.hex: int = hex_
        self.kinds: list[UnitKind] = kinds
        self.worth: float = worth


class General:
    """Plans moves for one set of facts and options. What it worked out for a turn is kept until the enemy changes."""

    def __init__(self, judgement: Judgement) -> None:
        self.judgement: Judgement = judgement
        self._about: tuple[int, ...] = ()
        self._outlooks: dict[tuple[int, ...], Outlook] = {}
        self._forces: list[Force] = []
        self._stakes: dict[int, float] = {}

    # ------------------------------------------------------------------ what there is

    def survey(self, lens: Lens) -> None:
        """Look at the enemy's banners anew."""
        about: list[int] = [lens.side, lens.turn(), lens.active()]
        forces: list[Force] = []
        worths = self.judgement.worths
        for side in lens.enemies():
            for hex_ in lens.banners(side):
                kinds = guess(self.judgement, lens, side, hex_)
                worth = 0.0
                about.append(-1 - hex_)
                for kind in kinds:
                    worth += worths[kind.index]
                    about.append(kind.index)
                forces.append(Force(side, hex_, kinds, worth))
        found = tuple(about)
        if found != self._about:
            self._about = found
            self._outlooks = {}
        self._forces = forces
        self._stakes = self._reckon_stakes(lens)

    def _reckon_stakes(self, lens: Lens) -> dict[int, float]:
        """What each hex that matters is worth to hold. Rule: stacks:win.capital, stacks:win.objectives, stacks:win.limit."""
        setting = lens.setting
        stakes: dict[int, float] = {}
        left = lens.turns_left()
        flag = FLAG if setting.goal == "objectives" else 4.0
        if left <= 3:
            flag += 3.0 * (4 - left)
        for hex_ in setting.objectives:
            stakes[hex_] = flag
        for hex_ in setting.capitals:
            if hex_ != NOBODY:
                stakes[hex_] = CAPITAL if setting.goal == "capital" else flag + 2.0
        return stakes

    # ------------------------------------------------------------------ battles to come

    def outlook(self, own: list[UnitKind], force: Force, attacking: bool) -> Outlook:
        """How a battle with an enemy banner would go."""
        key = (force.hex, 1 if attacking else 0, *sorted([kind.index for kind in own]))
        found = self._outlooks.get(key)
        if found is None:
            found = self.judgement.outlook(own, force.kinds, attacking)
            self._outlooks[key] = found
        return found

    def standing(self, lens: Lens, hex_: int, own: list[UnitKind]) -> float:
        """What it is worth to have these units in a hex at the end of the move: battle, flag and danger."""
        stake = self._stakes.get(hex_, 0.0)
        worths = self.judgement.worths
        mine = 0.0
        leader = False
        for kind in own:
            mine += worths[kind.index]
            if kind.id == "archmage":
                leader = True
        precious = LEADER if leader and lens.setting.goal == "archmage" else 0.0
        here: Force | None = None
        for force in self._forces:
            if force.hex == hex_:
                here = force
        if here is not None:
            if not own:
                return -stake if lens.flag(hex_) == lens.side else 0.0
            outlook = self.outlook(own, here, True)
            value = outlook.kept - mine + (here.worth - outlook.spared)
            value += outlook.chance * stake - (1.0 - outlook.chance) * precious
            if lens.setting.goal == "archmage":
                value += outlook.chance * self._hunt(here)
            return value
        value = 0.0
        if own:
            value += stake
        elif lens.flag(hex_) == lens.side:
            value += stake  # a flag stays
        if not own and (stake == 0.0 or lens.flag(hex_) != lens.side):
            return 0.0
        worst = 0.0
        for force in self._forces:
            distance = lens.grid.distance(hex_, force.hex)
            if distance > 5:
                continue
            fear = NEAR[distance]
            if own:
                outlook = self.outlook(own, force, False)
                harm = mine - outlook.kept - (force.worth - outlook.spared)
                lost = 1.0 - outlook.chance
                harm = max(harm, 0.0) + (1.0 - self._spent(outlook, force)) * 0.0 + lost * (stake + precious)
            else:
                harm = stake
            worst = max(worst, fear * harm)
        return value - 0.7 * worst

    def _spent(self, outlook: Outlook, force: Force) -> float:
        return outlook.spared / force.worth if force.worth > 0.0 else 0.0

    def _hunt(self, force: Force) -> float:
        """What the enemy Archmage adds to a banner he is, or may be, under."""
        for kind in force.kinds:
            if kind.id == "archmage":
                return LEADER
        return 3.0

    # ------------------------------------------------------------------ marching

    def draw(self, lens: Lens, own: list[UnitKind], friends: dict[int, float]) -> list[float]:
        """How strongly each hex attracts a group: goals within its power, friends to gather with when it is weak."""
        size = lens.grid.size
        field: list[float] = [0.0] * size
        targets: list[tuple[int, float]] = []
        stakes = self._stakes
        mine = 0.0
        for kind in own:
            mine += self.judgement.worths[kind.index]
        for force in self._forces:
            chance = self.outlook(own, force, True).chance
            value = stakes.get(force.hex, 0.0) + 0.5 * force.worth
            if lens.setting.goal == "archmage":
                value += self._hunt(force)
            targets.append((force.hex, value * (chance - 0.25)))
        taken = [force.hex for force in self._forces]
        for hex_, stake in stakes.items():
            if hex_ not in taken and lens.flag(hex_) != lens.side:
                targets.append((hex_, stake))
        for hex_, worth in friends.items():
            if worth > 0.0:
                targets.append((hex_, 0.35 * worth))
        for hex_, value in targets:
            if value > 0.0:
                for place in range(size):
                    pull = value * FADE ** lens.grid.distance(place, hex_)
                    if pull > field[place]:
                        field[place] = pull
        return field

    def moves(self, form: MoveForm, lens: Lens, most: int) -> list[tuple[float, Order]]:
        """The most promising orders with their marks, best first, to be done among them with mark 0."""
        self.survey(lens)
        found: list[tuple[float, int, Order]] = [(0.0, 0, DONE)]
        kinds = lens.kinds
        worths = self.judgement.worths
        present: dict[int, list[Unit]] = {hex_: lens.stack(hex_) for hex_ in lens.hexes()}
        free: dict[int, list[int]] = {}
        for hex_ in present:
            units = movable(form.state, form.side, hex_)
            if units:
                free[hex_] = units
        if not free:
            return [(0.0, DONE)]
        helpers = self._helpers(lens, present, free)
        for hex_, units in free.items():
            if True in lens.setting.water:
                for order in boardings(form.state, form.side, hex_):
                    mark = self._boarding(lens, order)
                    if mark > 0.0:
                        found.append((mark, len(found), order))
            stay = self.standing(lens, hex_, [kinds[unit.kind] for unit in present[hex_]])
            for group in self._groups(lens, form, hex_, units):
                going = [kinds[lens.unit(i).kind] for i in group]
                behind = [kinds[unit.kind] for unit in present[hex_] if unit.id not in group]
                friends: dict[int, float] = {}
                for other, those in present.items():
                    if other != hex_:
                        friends[other] = sum([worths[unit.kind] for unit in those])
                field = self.draw(lens, going, friends)
                weight = 0.6
                left = self.standing(lens, hex_, behind) - stay
                for there, path in reachable(form.state, form.side, group):
                    joined = [kinds[unit.kind] for unit in present.get(there, [])]
                    before = self.standing(lens, there, joined)
                    mark = left + self.standing(lens, there, joined + going) - before
                    if there in helpers and lens.enemies_at(there):
                        together = [kinds[i] for i in helpers[there]]
                        together_mark = left + 0.8 * self.standing(lens, there, joined + together)
                        if together_mark > mark:
                            mark = min(together_mark, mark + 30.0)
                    mark += weight * (field[there] - field[hex_]) - 0.05 - 0.01 * len(path)
                    if mark > 0.0 or most > 1:
                        found.append((mark, len(found), form.order(group, path)))
        found.sort(key=_by_mark)
        return [(mark, order) for mark, _, order in found[: max(most, 1)]]

    def _helpers(
        self, lens: Lens, present: dict[int, list[Unit]], free: dict[int, list[int]]
    ) -> dict[int, list[int]]:
        """For each enemy banner the kinds of the own units that could still come there this turn."""
        found: dict[int, list[int]] = {}
        for force in self._forces:
            near: list[int] = []
            for hex_, units in free.items():
                distance = lens.grid.distance(hex_, force.hex)
                if 0 < distance <= 3:
                    for i in units:
                        unit = lens.unit(i)
                        if lens.kinds[unit.kind].move >= distance:
                            near.append(unit.kind)
            found[force.hex] = near
        return found

    def _groups(self, lens: Lens, form: MoveForm, hex_: int, free: list[int]) -> list[list[int]]:
        """The groups worth marching: all; without the slow; without a guard of one or two; a lone ship with its passengers."""
        found: list[list[int]] = [free]
        kinds = lens.kinds
        if len(free) > 1:
            fast = [i for i in free if lens.kind(i).move > 1]
            if fast and len(fast) < len(free):
                found.append(fast)
            worths = self.judgement.worths
            ranked = sorted([(worths[lens.unit(i).kind], i) for i in free])
            if hex_ in self._stakes or len(free) > 3:
                keeper = self._keeper(lens, free)
                found.append([i for i in free if i != keeper])
                if len(free) > 2:
                    second = ranked[0][1] if ranked[0][1] != keeper else ranked[1][1]
                    found.append([i for i in free if i != keeper and i != second])
                found.append([keeper])
            if True in lens.setting.water:
                for group in form.groups(hex_):
                    if group not in found:
                        found.append(group)
        return [group for group in found if group and kinds]

    def _keeper(self, lens: Lens, free: list[int]) -> int:
        """Who stays when one is to stay: a Guard, else the cheapest."""
        best = free[0]
        least = 1e9
        for i in free:
            kind = lens.kind(i)
            cost = self.judgement.worths[kind.index] - (2.0 if kind.guard else 0.0) - kind.ambush
            if cost < least:
                best, least = i, cost
        return best

    def _boarding(self, lens: Lens, order: Order) -> float:
        """Boarding without a move, where the unit could not be without a ship or the sea lies before it."""
        unit = lens.unit(order[1])
        kind = lens.kinds[unit.kind]
        if lens.setting.water[unit.place] and kind.habitat == "land":
            return 5.0
        return 0.0


def _by_mark(row: tuple[float, int, Order]) -> tuple[float, int]:
    return (-row[0], row[1])
