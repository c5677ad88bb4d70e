"""What damage does to the figures of a unit: how many go, which ones, how the rest stands afterwards, what gaps cost.

A `Reckoning` is made while everybody still stands; settling it takes the figures off. Checks of morale come after it.
Rules: battlesystem:7.2a, battlesystem:7.3b to battlesystem:7.3d, battlesystem:7.4b, battlesystem:7.5,
battlesystem:7.10e, battlesystem:8.1d, battlesystem:8.7 to battlesystem:8.7j.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.blocks import Block, mob_files
from banneret.geometry.plane import within
from banneret.kernel.decision import Choice, Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import standing
from banneret.rulebooks.battlesystem.casualties import toll
from banneret.rulebooks.battlesystem.flight import note
from banneret.rulebooks.battlesystem.sentences import counted, says
from banneret.rulebooks.battlesystem.state import (
    FIELD,
    MOB,
    NOBODY,
    OPEN,
    SLAIN,
    Single,
    State,
    Unit,
    bases_for,
    figures_on,
    name,
)

SHOWN: Final = 12  # examples given of which figures may be lost


class Blow:
    """One attack on a unit: who made it, tenths of hit dice, which figures of the unit touch him, and where he stands."""

    __slots__ = ("attacker", "spots", "tenths", "touched")

    def __init__(
        self, attacker: int, tenths: int, touched: list[int], spots: list[tuple[float, float]]
    ) -> None:
        self.attacker: int = attacker
        self.tenths: int = tenths
        self.touched: list[int] = touched
        self.spots: list[tuple[float, float]] = spots  # of his figures; of use to open units only


class Loss:
    """What one of several attacks has cost a unit: the figures lost to it, and how many are left then, one of them wounded or not.

    `hurt`: the wound is of this attack.
    """

    __slots__ = ("figures", "hurt", "left", "wounded")

    def __init__(self, figures: int, left: int, wounded: bool, hurt: bool) -> None:
        self.figures: int = figures
        self.left: int = left
        self.wounded: bool = wounded
        self.hurt: bool = hurt


class Reckoning:
    """The attacks on a unit in the order in which they were made, not yet settled; `held` are its figures in contact."""

    __slots__ = ("blows", "held", "unit")

    def __init__(self, unit: Unit, blows: list[Blow], held: set[int]) -> None:
        self.unit: Unit = unit
        self.blows: list[Blow] = blows
        self.held: set[int] = held


def reckoning(state: State, unit: Unit, blows: list[tuple[int, int]]) -> Reckoning:
    """The attacks on a unit, each as attacker and tenths of hit dice, while everybody still stands where he fought."""
    touched: dict[int, list[int]] = {}
    for other in standing.enemies_touching(state, unit):
        figures = {touch.figure for touch in standing.touches(state, unit, state.units[other])}
        touched[other] = sorted(figures)
    held = {figure for figures in touched.values() for figure in figures}
    found: list[Blow] = []
    for attacker, tenths in blows:
        spots: list[tuple[float, float]] = []
        if unit.formation == OPEN and attacker != NOBODY and state.units[attacker].status == FIELD:
            spots = places(state.units[attacker])
        found.append(Blow(attacker, tenths, touched.get(attacker, []), spots))
    return Reckoning(unit, found, held)


def inflict(state: State, table: Table, unit: Unit, tenths: int, attacker: int) -> int:
    """Takes off what one attack of unit number `attacker` does at once; gives the figures lost. Rule: battlesystem:8.7."""
    return settle(state, table, reckoning(state, unit, [(attacker, tenths)]))[0]


def take(state: State, table: Table, unit: Unit, figures: int, attacker: int) -> int:
    """Takes off so many whole figures (at most those there are); gives how many."""
    return inflict(state, table, unit, figures * state.setting.rosters[unit.id].figure, attacker)


def settle(state: State, table: Table, owed: Reckoning) -> list[int]:
    """Takes off the losses of all attacks together; gives the figures lost to each, in order.

    Every attack is turned into figures by itself, against those that the attacks before it left.
    Rules: battlesystem:8.7a to battlesystem:8.7e, battlesystem:8.7i, battlesystem:8.7j.
    """
    unit = owed.unit
    if unit.singles is not None:
        lost = [_lost_singly(state, table, unit, unit.singles, blow) for blow in owed.blows]
    else:
        lost = _count(state, unit, owed.blows)
        if any(loss.figures for loss in lost):
            _fall(state, table, owed, [loss.figures for loss in lost])
    if table.telling:
        for blow, loss in zip(owed.blows, lost, strict=True):
            _tell(state, table, unit, blow.attacker, loss)
    return [loss.figures for loss in lost]


def _count(state: State, unit: Unit, blows: list[Blow]) -> list[Loss]:
    """What a unit in a block loses to each attack; marks its wound. Rule: battlesystem:8.7j."""
    figure = state.setting.rosters[unit.id].figure
    left = unit.figures
    lost: list[Loss] = []
    for blow in blows:
        before = unit.wounded
        found = toll(blow.tenths, figure, left, before)
        unit.wounded = found.wounded
        left -= found.killed
        lost.append(Loss(found.killed, left, found.wounded, found.wounded and not before))
    return lost


def _fall(state: State, table: Table, owed: Reckoning, lost: list[int]) -> None:
    """Takes figures off a block by its formation. Rule: battlesystem:8.7h."""
    unit = owed.unit
    left = unit.figures - sum(lost)
    bases = bases_for(unit, left)
    if left <= 0:
        destroy(unit)
        return
    if bases == bases_for(unit, unit.figures):
        pass  # a stand stays until its third figure is gone
    elif unit.formation == OPEN:
        _fall_in_open(table, owed, _bases_lost(unit, lost))
    elif unit.formation == MOB:
        _fall_in_mob(state, table, owed, bases)
    else:
        _fall_from_rear(state, table, owed, bases)
    unit.figures = left


def _bases_lost(unit: Unit, lost: list[int]) -> list[int]:
    """The bases that a unit loses to each attack, of the figures that it loses. Rule: battlesystem:2.4."""
    found: list[int] = []
    left = unit.figures
    for figures in lost:
        found.append(bases_for(unit, left) - bases_for(unit, left - figures))
        left -= figures
    return found


def destroy(unit: Unit) -> None:
    """Takes a unit off the table because nobody of it is left."""
    unit.status = SLAIN
    unit.figures = 0
    unit.block = None
    unit.loose = None
    unit.wings = (0, 0)
    unit.wounded = False
    unit.leader_at = NOBODY
    unit.debt = 0


# ---------------------------------------------------------------- closed formation and mobs


def _fall_from_rear(state: State, table: Table, owed: Reckoning, left: int) -> None:
    """Losses come off the last rank; of a single rank they go from its ends. Rules: battlesystem:7.2a, battlesystem:7.10e."""
    unit = owed.unit
    block = unit.block
    assert block is not None
    if left >= block.files:
        close_ranks(unit, left, block.files, 0, set())
        return
    close_ranks(unit, left, left, _cut_left(state, table, owed, block.files - left), set())


def _cut_left(state: State, table: Table, owed: Reckoning, count: int) -> int:
    """How many figures of a front rank go from its left end when so many go; those in no contact first, else as its owner says.

    Rule: battlesystem:7.2a.
    """
    unit = owed.unit
    block = unit.block
    assert block is not None
    last = block.files - 1
    able = {0}
    for gone in range(count):
        after: set[int] = set()
        for left in able:
            first_held, last_held = left in owed.held, last - (gone - left) in owed.held
            if not first_held or last_held:
                after.add(left + 1)
            if not last_held or first_held:
                after.add(left)
        able = after
    choices = sorted(able)
    if len(choices) == 1:
        return choices[0]
    options: list[Order] = [("ends", unit.id, left, count - left) for left in choices]
    middle = min(range(len(choices)), key=lambda at: abs(2 * choices[at] - count))
    answer = table.ask(Choice("ends", unit.side, "battlesystem:7.2a", options, middle))
    return choices[options.index(answer)]


def _fall_in_mob(state: State, table: Table, owed: Reckoning, left: int) -> None:
    """Losses come off the rear; the front is held while it touches an enemy. Rules: battlesystem:7.5, battlesystem:2.10c."""
    unit = owed.unit
    block = unit.block
    assert block is not None
    if left < block.files or any(figure < block.files for figure in owed.held):
        _fall_from_rear(state, table, owed, left)
    else:
        close_ranks(unit, left, block.files, 0, set())
        reshape(state, unit)


def reshape(state: State, unit: Unit) -> None:
    """Makes a mob as wide as it is deep again, if it is too wide and has the room; for one whose front touches nobody.

    The figure by which it is measured, the middle one of the front rank, keeps its place.
    Rules: battlesystem:7.5, battlesystem:2.10b, battlesystem:2.10c.
    """
    block = unit.block
    assert block is not None
    files = min(block.figures, mob_files(block.figures, block.width, block.depth))
    if files >= block.files:
        return
    shift = (block.files - 1) // 2 - (files - 1) // 2
    ranks = (block.figures + files - 1) // files
    if ranks >= block.ranks or unit.loose is not None:
        # deeper, or its short rank longer, or files pulled back: somebody may stand there
        x, y = block.point((shift + (files - block.files) / 2.0) * block.width, 0.0)
        there = Block(x, y, block.heading, block.figures, files, block.width, block.depth, block.spacing)
        if not standing.is_free(state, unit, there.area()):
            return
    close_ranks(unit, block.figures, files, shift, set())


# ---------------------------------------------------------------- open formation


def _fall_in_open(table: Table, owed: Reckoning, lost: list[int]) -> None:
    """Losses leave gaps where the attackers strike; figures move up at 1 in each. Rules: battlesystem:7.3b, battlesystem:7.3c."""
    unit = owed.unit
    fallen: set[int] = set()
    for blow, count in zip(owed.blows, lost, strict=True):
        if count:
            fallen.update(_struck_down(table, unit, blow, count, fallen))
    cost = fill_gaps(unit, fallen)
    if not unit.routed:
        unit.debt += cost * unit.mount


def _struck_down(table: Table, unit: Unit, blow: Blow, count: int, fallen: set[int]) -> list[int]:
    """The figures of an open unit that one attack kills: who touches the attacker, then the front rank near him, then the rear.

    Rule: battlesystem:7.3b.
    """
    block = unit.block
    assert block is not None
    touched = [figure for figure in blow.touched if figure not in fallen]
    if len(touched) >= count:
        return _chosen(table, unit, touched, count, fallen)
    found = list(touched)
    front = [figure for figure in range(block.files) if figure not in fallen and figure not in found]
    if blow.spots:
        mine = places(unit)
        front.sort(key=lambda figure: (_nearest(mine[figure], blow.spots), figure))
    found.extend(front[: count - len(found)])
    rear = [
        figure for figure in range(block.files, block.figures) if figure not in fallen and figure not in found
    ]
    if len(found) < count:
        found.extend(rear[len(found) - count :])
    return found


def _chosen(table: Table, unit: Unit, touched: list[int], count: int, fallen: set[int]) -> list[int]:
    """Which of the figures in contact go: the owner's choice where it makes a difference. Rule: battlesystem:7.3b."""
    if len(touched) == count:
        return touched
    block = unit.block
    assert block is not None
    files = block.files

    def preference(figure: int) -> tuple[bool, bool, float, int]:
        """Who of the rear ranks leaves no gap; nor does the end of a single rank."""
        outward = abs(2 * figure - (files - 1)) if figure < files else 0
        return figure == unit.leader_at, figure < files, -outward, figure

    best = sorted(touched, key=preference)
    gaps = len([figure for figure in fallen if figure < files])
    behind = block.figures - files - (len(fallen) - gaps)
    all_in_front = touched[-1] < files
    if all_in_front and behind >= gaps + count:
        return sorted(best[:count])  # the gaps are filled, whichever they are
    answer = table.ask(Fallen(unit, touched, sorted(best[:count]), "battlesystem:7.3b"))
    return [figure for figure in answer[2:] if isinstance(figure, int)]


def fill_gaps(unit: Unit, fallen: set[int]) -> int:
    """Takes these figures out of a block and closes it up; gives the figures that had to be moved to fill gaps in front.

    Rules: battlesystem:7.3b, battlesystem:7.3c, battlesystem:7.10e.
    """
    block = unit.block
    assert block is not None
    left = block.figures - len(fallen)
    shift, moved = moved_up(block, fallen)
    close_ranks(unit, left, min(left, block.files), shift, fallen)
    return moved


def moved_up(block: Block, fallen: set[int]) -> tuple[int, int]:
    """How a block without these figures gets a front rank: the first of its old files that stay, and the figures that are moved.

    Gaps are filled from the last rank; where nobody is behind, figures come from the ends, and the front shrinks so that as few as
    possible need to move. Rules: battlesystem:7.3b, battlesystem:7.3c.
    """
    files = block.files
    left = block.figures - len(fallen)
    gaps = [file for file in range(files) if file in fallen]
    if left >= files:
        return 0, len(gaps)
    best = 0
    least = files + 1
    for shift in range(files - left + 1):
        moved = len([file for file in gaps if shift <= file < shift + left])
        off_centre = abs(2 * shift + left - files)
        if (moved, off_centre) < (least, abs(2 * best + left - files)):
            best, least = shift, moved
    return best, least


def pay(state: State, table: Table, unit: Unit, rate: float) -> None:
    """Take what a unit owes for filled gaps from its movement rate; all of it gone, it moves no more this round.

    Rules: battlesystem:7.3c, battlesystem:7.3d.
    """
    unit.spent += unit.debt
    if table.telling:
        text = says(state, unit, "pays|pay {} in of movement for filling its|their gaps.", str(unit.debt))
        data = {"unit": f"u{unit.id}", "cost": unit.debt}
        table.tell(Event("gaps", text, "battlesystem:7.3c", side=unit.side, data=data))
    unit.debt = 0
    if within(rate, unit.spent):
        unit.finished = True


# ---------------------------------------------------------------- the block afterwards


def close_ranks(unit: Unit, left: int, files: int, shift: int, fallen: set[int]) -> None:
    """Makes the block of those that are left: so many files, of the old ones from number `shift` on; who stays keeps his place.

    `fallen` are figures that went from where they stood; none: they went from the rear or the ends. The commander stays where he
    is, or, if his figure is gone, steps to the nearest. Rules: battlesystem:7.10e, battlesystem:7.1d, battlesystem:4.7.
    """
    old = unit.block
    assert old is not None
    leader = _leaders_place(unit, fallen)
    x, y = old.x, old.y
    if files != old.files:
        x, y = old.point((shift + (files - old.files) / 2.0) * (old.width + old.spacing), 0.0)
    block = Block(x, y, old.heading, left, files, old.width, old.depth, old.spacing)
    if unit.loose is not None:
        keeps = files == old.files or block.ranks == 1
        if keeps:
            loose = unit.loose
            spots = [block.place(figure) for figure in range(left)]
            unit.loose = tuple([loose[old.figure(rank, file + shift)] for rank, file in spots])
        else:
            unit.loose = None
        on_left, on_right = unit.wings
        left_wing = max(0, min(files, on_left - shift))
        right_wing = max(0, min(files - left_wing, on_right - (old.files - shift - files)))
        unit.wings = (left_wing, right_wing)
    unit.block = block
    unit.figures = left
    if leader is not None:
        unit.leader_at = _at(unit, leader)


def _leaders_place(unit: Unit, fallen: set[int]) -> tuple[float, float] | None:
    """Where the commander stands, or the nearest figure that is left when his is lost; None when there is no commander."""
    if unit.leader_at == NOBODY:
        return None
    spots = places(unit)
    own = spots[unit.leader_at]
    if unit.leader_at not in fallen:
        return own
    rest = [figure for figure in range(len(spots)) if figure not in fallen]
    return spots[min(rest, key=lambda figure: (_apart(spots[figure], own), figure))]


def _at(unit: Unit, place: tuple[float, float]) -> int:
    """The figure of the front rank nearest to a place: there commanders stand. Rule: battlesystem:4.7."""
    spots = places(unit)
    block = unit.block
    assert block is not None
    return min(range(block.files), key=lambda figure: (round(_apart(spots[figure], place), 6), figure))


def places(unit: Unit) -> list[tuple[float, float]]:
    """The middles of the bases of a unit in a block by number; of skirmishers of those on the table."""
    if unit.singles is not None:
        return [(single.x, single.y) for single in unit.singles if single.gone == FIELD]
    if unit.loose is not None:
        return [(pose[0], pose[1]) for pose in unit.loose]
    block = unit.block
    assert block is not None
    return [(base.x, base.y) for base in block.bases()]


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The square of the distance of two points."""
    east, north = one[0] - other[0], one[1] - other[1]
    return east * east + north * north


def _nearest(place: tuple[float, float], others: list[tuple[float, float]]) -> float:
    """The square of the distance to the nearest of some points, without the crumbs of reckoning."""
    return round(min([_apart(place, other) for other in others]), 6)


def break_through(state: State, table: Table, unit: Unit, figures: list[int], attacker: int) -> int:
    """Takes off the figures that a charge breaks through, from where they stand; gives how many.

    In a block their places stay empty until `close_up`. Rules: battlesystem:7.14i, battlesystem:7.14j.
    """
    gone = set(figures)
    lost = figures_on(unit, gone)
    if unit.singles is not None:
        for figure in sorted(gone):
            _slay(unit, unit.singles, figure)
    elif lost >= unit.figures:
        destroy(unit)
    else:
        block = unit.block
        assert block is not None
        loose = unit.loose
        if loose is None:
            loose = tuple([(x, y, block.heading) for x, y in places(unit)])
        rest = [figure for figure in range(block.figures) if figure not in gone]
        leader = _leaders_place(unit, gone)
        unit.loose = tuple([loose[figure] for figure in rest])
        unit.figures -= lost
        files = min(block.files, len(rest))
        unit.block = Block(
            block.x,
            block.y,
            block.heading,
            len(rest),
            files,
            block.width,
            block.depth,
            block.spacing,
        )
        if leader is not None:
            unit.leader_at = _at(unit, leader)
    if table.telling:
        _tell(state, table, unit, attacker, Loss(lost, unit.figures, unit.wounded, False))
    return lost


def close_up(unit: Unit) -> None:
    """Fills the places that a break through emptied, when the charge is over. Rule: battlesystem:7.14j."""
    if unit.loose is None or unit.block is None:
        return
    leader = None if unit.leader_at == NOBODY else places(unit)[unit.leader_at]
    unit.loose = None
    unit.wings = (0, 0)
    if leader is not None:
        unit.leader_at = _at(unit, leader)


# ---------------------------------------------------------------- skirmishers


def _lost_singly(state: State, table: Table, unit: Unit, singles: list[Single], blow: Blow) -> Loss:
    """What one attack costs a skirmish unit, whose figures are taken off. Rule: battlesystem:8.7j."""
    before = unit.wounded
    figures = _fell_singly(state, table, unit, singles, blow)
    return Loss(figures, unit.figures, unit.wounded, unit.wounded and not before)


def _fell_singly(state: State, table: Table, unit: Unit, singles: list[Single], blow: Blow) -> int:
    """Takes off the figures of a skirmish unit that one attack kills: only those in contact with the attacker; gives how many.

    A second wound in the unit kills a figure in contact and heals the other. Rules: battlesystem:8.1d, battlesystem:8.7e,
    battlesystem:7.4b.
    """
    touched = [figure for figure in blow.touched if singles[figure].gone == FIELD]
    if not touched:
        return 0
    figure = state.setting.rosters[unit.id].figure
    found = toll(blow.tenths, figure, len(touched), False)
    killed, wound = found.killed, found.wounded
    hurt = [number for number in range(len(singles)) if singles[number].wounded]
    if wound and hurt:
        killed += 1
        singles[hurt[0]].wounded = unit.wounded = wound = False
    sound = [number for number in touched if not singles[number].wounded]
    dead = touched if killed >= len(touched) else sound
    if 0 < killed < len(dead):
        best = [number for number in dead if number != unit.leader_at] + [unit.leader_at]
        answer = table.ask(Fallen(unit, dead, sorted(best[:killed]), "battlesystem:8.1d"))
        dead = [number for number in answer[2:] if isinstance(number, int)]
    for number in dead[:killed]:
        _slay(unit, singles, number)
    if wound:
        rest = [number for number in touched if singles[number].gone == FIELD]
        singles[rest[0]].wounded = True
        unit.wounded = True
    return killed


def _slay(unit: Unit, singles: list[Single], figure: int) -> None:
    """Takes one skirmisher off the table; the commander of the unit steps to the nearest one left.

    Where all who are left ran before, the unit is routed. Rules: battlesystem:4.7, battlesystem:2.9b.
    """
    unit.take_off(figure, SLAIN)
    rest = [number for number in range(len(singles)) if singles[number].gone == FIELD]
    if not rest:
        unit.status = SLAIN
        unit.leader_at = NOBODY
    elif unit.leader_at == figure:
        own = (singles[figure].x, singles[figure].y)
        unit.leader_at = min(
            rest, key=lambda number: (_apart((singles[number].x, singles[number].y), own), number)
        )
    note(unit)


# ---------------------------------------------------------------- the owner's choice, the news


class Fallen(Decision):
    """Which figures a unit loses: `("lose", unit, figure, figure...)`, exactly so many of those in contact."""

    def __init__(self, unit: Unit, touched: list[int], preset: list[int], rule: str) -> None:
        super().__init__("losses", unit.side, rule)
        self.unit: int = unit.id
        self.touched: list[int] = touched
        self.preset: list[int] = preset

    def orders(self) -> list[Order]:
        """The default, and others that differ from it in one figure."""
        found: list[Order] = [self.default()]
        for figure in self.touched:
            if figure not in self.preset and len(found) < SHOWN:
                found.append(("lose", self.unit, *sorted([*self.preset[1:], figure])))
        return found

    def default(self) -> Order:
        """Those whose loss costs the unit least."""
        return ("lose", self.unit, *self.preset)

    def check(self, order: Order) -> Refusal | None:
        """None for so many different figures of those in contact."""
        count = len(self.preset)
        if len(order) != count + 2 or order[0] != "lose" or order[1] != self.unit:
            reason = f"The order is 'lose', the unit's number, and the numbers of {count} figures."
            return Refusal(reason, self.rule, self.default())
        for figure in order[2:]:
            if not isinstance(figure, int) or figure not in self.touched:
                some = ", ".join([str(number) for number in self.touched])
                reason = f"Only figures in contact with the attacker can be lost: {some}."
                return Refusal(reason, self.rule, self.default())
        if len(set(order[2:])) != count:
            return Refusal("A figure is lost only once.", self.rule, self.default())
        return None

    def sample(self, chance: Chance) -> Order:
        """Any of them, all equally likely."""
        rest = list(self.touched)
        found: list[int] = []
        while len(found) < len(self.preset):
            found.append(rest.pop(chance.below(len(rest))))
        return ("lose", self.unit, *sorted(found))


def _tell(state: State, table: Table, unit: Unit, attacker: int, loss: Loss) -> None:
    """The news of what a unit lost to one attack."""
    to = "" if attacker == NOBODY else f" to {name(state, state.units[attacker])}"
    if loss.figures and not loss.left:
        text = says(state, unit, "loses|lose the last of its|their figures") + f"{to}."
    elif loss.figures:
        left = "1 is left" if loss.left == 1 else f"{loss.left} are left"
        wound = "" if not loss.wounded else ", wounded" if loss.left == 1 else ", one of them wounded"
        text = says(state, unit, "loses|lose") + f" {counted(loss.figures)}{to}; {left}{wound}."
    elif loss.hurt:
        text = says(state, unit, "loses|lose nobody") + f"{to}; one figure is wounded."
    else:
        text = says(state, unit, "loses|lose nobody") + f"{to}."
    table.tell(
        Event(
            "losses",
            text,
            "battlesystem:8.7",
            side=unit.side,
            data={
                "unit": f"u{unit.id}",
                "by": "" if attacker == NOBODY else f"u{attacker}",
                "lost": loss.figures,
                "left": loss.left,
                "wounded": loss.wounded,
            },
        )
    )
