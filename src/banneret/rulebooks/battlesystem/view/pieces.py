"""The pieces of units on the board, and what is drawn around them on demand.

Rules: battlesystem:3.1, battlesystem:4.8, battlesystem:7.1, battlesystem:7.8e, battlesystem:7.14b.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.geometry.plane import forward
from banneret.kernel.scene import Base, BaseSign, Condition, Figure, Piece, Shape, Tag, Work, WorkKind
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.command import chain, coverage, discipline
from banneret.rulebooks.battlesystem.individual import ARMY
from banneret.rulebooks.battlesystem.individuals.roles import rank_of
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.casualties import runaways, wounded_at
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH, WEST
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, Roster, Weapon
from banneret.rulebooks.battlesystem.text.missiles import engine_text, missile_text
from banneret.rulebooks.battlesystem.text.pictures import unit_picture
from banneret.rulebooks.battlesystem.text.wording import figure_text
from banneret.rulebooks.battlesystem.unit import (
    CAPTURED,
    FIELD,
    FLED,
    FORMATIONS,
    JOINED,
    NO_ORDER,
    NOBODY,
    ORDERS,
    SKIRMISH,
    SLAIN,
    WAITING,
    WHEEL,
    Pose,
    Unit,
)
from banneret.rulebooks.battlesystem.view.arcs import arcs
from banneret.rulebooks.battlesystem.worth.effects import effect_text
from banneret.rulebooks.battlesystem.worth.shooting_limits import volleys_left
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL

CHARGE_RANGE: Final = 1.5  # movement rates. Rule: battlesystem:7.14b
MOST_BLOCKS: Final = 4096  # drawn blocks cached: as many as in forty large battles
ASPECTS: Final = ("front", "right flank", "rear", "left flank")
EDGES: Final = {
    NORTH: "from the north",
    EAST: "from the east",
    SOUTH: "from the south",
    WEST: "from the west",
}


def unit_id(unit: Unit | int) -> str:
    """The id of a unit's piece."""
    return f"u{unit if isinstance(unit, int) else unit.id}"


def leader_id(leader: int) -> str:
    """The id of the piece of a commander above units."""
    return f"l{leader}"


def unit_piece(state: State, unit: Unit) -> Piece:
    """A unit as a formed body of figures, or as figures that stand singly. Rules: battlesystem:3.1, battlesystem:7.1."""
    roster = unit.now
    stands = unit.status == FIELD
    label = str(unit.figures)
    if unit.figures < roster.figures:
        label = f"{unit.figures}/{roster.figures}"
    x, y, _ = standing.circle(unit) if stands else (0.0, 0.0, 0.0)
    return Piece(
        id=unit_id(unit),
        side=unit.side,
        place="",
        form="regiment",
        name=roster.name,
        symbol=unit_picture((roster.symbol, roster.creature), [weapon.id for weapon in roster.weapons]),
        label=label,
        detail=unit_detail(state, unit),
        figures=_ratings(state, unit, roster),
        states=tuple(unit_states(state, unit)),
        tags=_commander(unit, roster) + _members(state, unit),
        facing=_facing(unit),
        rule="battlesystem:3.1",
        works=works(unit),
        shape=outline(unit.block) if stands and unit.block is not None and unit.loose is None else (),
        at=(round(x, 3), round(y, 3)) if stands else None,
        bases=_bases(unit, roster) if stands else (),
        base=(roster.width, roster.depth),
        zones=tuple(_zones(state, unit, roster)) if stands else _entry(state, roster),
        under=superior(state, unit.side, roster),
        kind="body",
    )


def unit_detail(state: State, unit: Unit) -> str:
    """A unit in a line: "Regular Dwarven Axemen, closed formation, 6 abreast, 2 deep, axe"."""
    roster = unit.now
    words = [roster.label or roster.name]
    if unit.status == FIELD:
        words.append(f"{FORMATIONS[unit.formation]} formation" if unit.formation < SKIRMISH else "")
        block = unit.block
        if block is not None and unit.loose is None:
            words.append(f"{block.files} abreast, {block.ranks} deep")
    if roster.weapons:
        words.append(attack_rolls.weapon_of(state, unit).name.lower())
    return ", ".join([word for word in words if word])


FATES: Final = {
    WAITING: "not yet on the table",
    SLAIN: "destroyed",
    FLED: "fled",
    CAPTURED: "captured",
    JOINED: "joined",
}


def works(unit: Unit) -> tuple[Work, ...]:
    """The shield wall and set spears of a unit, with their sides. Rules: battlesystem:11.6, battlesystem:11.7."""
    found: list[Work] = []
    bits_of: tuple[tuple[WorkKind, int], ...] = (("shields", unit.shields), ("spears", unit.spears))
    for kind, bits in bits_of:
        if bits:
            found.append(Work(kind, tuple([side for side in range(4) if bits >> side & 1])))
    return tuple(found)


def unit_states(state: State, unit: Unit) -> list[Condition]:
    """The present states of a unit, the gravest first; off the table its fate."""
    if unit.status != FIELD:
        return [Condition(FATES[unit.status], fate(state, unit))]
    found = [Condition("routed")] if unit.routed else []
    hurt = [Condition("wounded", f"one figure wounded: {_wounded_text(unit)}")] if unit.wounded else []
    if unit.routed:
        return [*found, *[Condition("effect", effect_text(one)) for one in unit.effects], *hurt]
    if contacts.is_engaged(state, unit):
        found.append(Condition("engaged"))
    gone = unit.finished or (unit.moved and unit.id != state.mover)
    if gone and stages.is_moving(state.stage):
        found.append(Condition("moved"))
    roster = unit.now
    if unit.rash:
        found.append(Condition("rash"))
    elif not unit.in_command and roster.kind != CROWD:
        found.append(Condition("out of command"))
    if unit.quarry != NOBODY:
        found.append(Condition("must attack", f"must attack {discipline.quarry_name(state, unit.quarry)}"))
    if unit.order != NO_ORDER:
        found.append(Condition("order", f"order: {_order_text(unit)}"))
    if unit.charged != NOBODY:
        found.append(Condition("charged"))
    if unit.failed_charge:
        found.append(Condition("charge failed"))
    if unit.march:
        found.append(Condition("tired", f"tired by marching (+{unit.march})"))
    if unit.debt:
        found.append(Condition("slowed", f"{unit.debt} in less to move, for gaps closed"))
    if unit.shields:
        words = "shield wall in square" if unit.shields == ALL else "shield wall"
        found.append(Condition("shield wall", words))
    if unit.spears:
        found.append(Condition("spears set"))
    if unit.guards:
        guards = min(unit.guards, unit.figures)
        found.append(Condition("guards captives", f"{guards} guard{'s' if guards == 1 else ''} captives"))
    found += [Condition("effect", effect_text(one)) for one in unit.effects]
    return found + hurt


def _order_text(unit: Unit) -> str:
    """The order of a mob in words, of a wheel what is still to go. Rule: battlesystem:2.10f."""
    if unit.order != WHEEL:
        return f"{ORDERS[unit.order]}{', when the others have moved' if unit.waits else ''}"
    side = "right" if unit.turn > 0.0 else "left"
    return f"wheel, {abs(unit.turn):.0f} degrees to the {side} still to go" if unit.turn else "wheel, done"


def _wounded_text(unit: Unit) -> str:
    """The place of the wounded figure of a unit. Rule: battlesystem:8.7d."""
    singles = unit.singles
    if singles is None:
        return figure_text(unit, wounded_at(unit))
    return figure_text(unit, next(number for number, single in enumerate(singles) if single.wounded))


def fate(state: State, unit: Unit) -> str:
    """The fate of a unit off the table in words, or when it arrives. Rules: battlesystem:1.0c, 6.4b, 7.15f."""
    roster = unit.now
    if unit.status == JOINED:
        return "its figures are with another unit"
    if unit.status == WAITING:
        return f"comes in round {roster.arrives}, {EDGES[roster.edge]}" if roster.arrives else "to be set up"
    fled = runaways(unit)
    if unit.status == SLAIN and not unit.captured and not fled:
        return f"all {roster.figures} lost"
    counts = {"fled": fled, "captured": unit.captured, "lost": roster.figures - fled - unit.captured}
    return ", ".join([f"{count} {word}" for word, count in counts.items() if count])


def superior(state: State, side: int, roster: Roster) -> str:
    """The piece of the commander above a unit, "" for none. Rules: 4.10a to 4.10c."""
    if roster.chain:
        return leader_id(roster.chain[0])
    return leader_id(roster.brigade) if roster.brigade >= 0 else army_commander(state, side)


def army_commander(state: State, side: int) -> str:
    """The piece of the Army Commander of a side, "" for none."""
    for leader in state.individuals.values():
        if leader.side == side and rank_of(state, leader) == ARMY:
            return leader_id(leader.id)
    return ""


def _facing(unit: Unit) -> float | None:
    if unit.status != FIELD:
        return None
    if unit.routed:
        return unit.rout_heading
    return unit.block.heading if unit.block is not None else None


def outline(block: Block) -> tuple[tuple[float, float], ...]:
    """The corners of a block's body, its front edge first, from the left."""
    half, deep = block.breadth / 2.0, -block.length
    corners = ((-half, 0.0), (half, 0.0), (half, deep), (-half, deep))
    return tuple([rounded(block.point(right, ahead)) for right, ahead in corners])


def rounded(point: tuple[float, float]) -> tuple[float, float]:
    """A point to a thousandth of an inch, as it is sent."""
    return round(point[0], 3), round(point[1], 3)


def _bases(unit: Unit, roster: Roster) -> tuple[Base, ...]:
    """Every figure where it stands, and the places in the last rank that losses left empty."""
    block = unit.block
    if unit.singles is not None:
        return tuple(
            [
                Base(round(x, 3), round(y, 3), round(heading, 2), _sign(unit, number), str(number))
                for number, (x, y, heading) in zip(st.figures_standing(unit), poses(unit), strict=True)
            ]
        )
    if block is None:
        return ()
    lost = max(0, roster.figures - unit.figures)
    return _drawn(block, unit.loose, unit.leader_at, wounded_at(unit), lost)


@lru_cache(maxsize=MOST_BLOCKS)
def _drawn(
    block: Block, loose: tuple[Pose, ...] | None, leader_at: int, wounded: int, lost: int
) -> tuple[Base, ...]:
    """The figures of a block, cached: all blocks are drawn with every order, and most have not changed."""
    found: list[Base] = []
    for number, (x, y, heading) in enumerate(loose if loose is not None else _in_order(block)):
        sign = _signed(number == wounded, number == leader_at)
        found.append(Base(round(x, 3), round(y, 3), round(heading, 2), sign, ""))
    if loose is None and block.last < block.files:
        empty = [file for file in range(block.files) if not block.holds(block.ranks - 1, file)]
        for file in empty[:lost]:
            x, y = block.centre(block.ranks - 1, file)
            found.append(Base(round(x, 3), round(y, 3), block.heading, "x"))
    return tuple(found)


def _in_order(block: Block) -> list[Pose]:
    return [(*block.centre(*block.place(number)), block.heading) for number in range(block.figures)]


def poses(unit: Unit) -> list[Pose]:
    """The middle (x, y) and heading of every figure of a unit."""
    singles = unit.singles
    if singles is not None:
        return [(singles[n].x, singles[n].y, singles[n].heading) for n in st.figures_standing(unit)]
    if unit.loose is not None:
        return list(unit.loose)
    return [] if unit.block is None else _in_order(unit.block)


def _sign(unit: Unit, figure: int) -> BaseSign:
    """The sign of a skirmisher: routed, wounded, commander, or plain. Rule: battlesystem:8.7d."""
    assert unit.singles is not None, "only skirmishers stand singly"
    single = unit.singles[figure]
    return "r" if single.routed else _signed(single.wounded, figure == unit.leader_at)


def _signed(wounded: bool, leads: bool) -> BaseSign:
    """The sign of a figure in order: "w" wounded, "c" commander, "cw" both, "o" plain. Rule: battlesystem:8.7d."""
    if wounded:
        return "cw" if leads else "w"
    return "c" if leads else "o"


def _ratings(state: State, unit: Unit, roster: Roster) -> tuple[Figure, ...]:
    """The ratings of a unit's roster. Rules: battlesystem:3.1, battlesystem:4.1, battlesystem:4.6, battlesystem:8.3."""
    per = f"{roster.figure / 10:g}"
    found = [
        Figure("figures", f"{unit.figures} of {roster.figures}, {roster.ratio}:1", rule="battlesystem:2.2"),
        Figure("attack rating", str(roster.attack_rating), rule="battlesystem:8.3", short="AR"),
        Figure("armor class", str(roster.armour_class), rule="battlesystem:8.4", short="AC"),
        Figure("hit dice a figure", per, rule="battlesystem:2.2a", short="HD"),
        Figure("morale", str(roster.morale), rule="battlesystem:4.1", short="ML"),
        _discipline(state, unit),
        Figure("movement", f"{roster.movement:g} in", rule="battlesystem:3.1d", short="MV"),
    ]
    if roster.weapons:
        weapon = attack_rolls.weapon_of(state, unit)
        found.append(Figure(weapon.name.lower(), damage_text(weapon), rule="battlesystem:8.5"))
    engine = roster.engine
    if engine is not None:
        found.append(Figure(engine.name.lower(), engine_text(engine), rule="battlesystem:10.10"))
    missile = roster.missile
    if missile is not None:
        found.append(Figure(missile.name.lower(), missile_text(missile), rule="battlesystem:10.0"))
        left = volleys_left(unit)
        if left is not None:
            found.append(Figure("volleys left", str(left), rule="battlesystem:10.3b"))
    return tuple(found)


def _discipline(state: State, unit: Unit) -> Figure:
    """Its discipline rating as it is checked, with what options add to the roster's. Rules: battlesystem:4.6, 2.11."""
    tally = Tally("discipline")
    value = discipline.rating(state, unit, tally)
    parts = tuple(tally.parts) if len(tally.parts) > 1 else ()
    return Figure("discipline", str(value), parts, "battlesystem:4.6", "DL")


def _commander(unit: Unit, roster: Roster) -> tuple[Tag, ...]:
    """The tag of a unit's own commander, while he leads it and it is in the battle. Rules: battlesystem:4.8, battlesystem:4.9, battlesystem:4.10."""
    if unit.leader_at == NOBODY or unit.status not in (FIELD, WAITING):
        return ()
    words = f"under {roster.commander or 'its own commander'}, {roster.radius:g} in"
    return (Tag("commander", f"{words}, {roster.charisma:+d}" if roster.charisma else words),)


def _members(state: State, unit: Unit) -> tuple[Tag, ...]:
    """The tags of a unit's members, and of its commander if he stands apart. Rules: battlesystem:9.1, battlesystem:9.2a."""
    found: list[Tag] = []
    if unit.members:
        names = " and ".join([state.setting.sheets[number].name for number in unit.members])
        found.append(Tag("members", f"with {names}"))
    if unit.chief != NOBODY and unit.leader_at == NOBODY and state.individuals[unit.chief].on_table:
        found.append(Tag("commander", f"under {unit.now.commander}, who stands apart"))
    return tuple(found)


def damage_text(weapon: Weapon) -> str:
    """The damage of a weapon: "D8", or "D8 / D12" if it differs against large targets."""
    small = ", ".join([damage.shown() for damage in weapon.small])
    large = ", ".join([damage.shown() for damage in weapon.large])
    return small if small == large else f"{small} / {large}"


# ---------------------------------------------------------------- drawn around a unit on demand


def _zones(state: State, unit: Unit, roster: Roster) -> list[Shape]:
    """A unit's command radius, sides and arc of fire, and its charge range if measuring is allowed.

    Rules: battlesystem:4.8, battlesystem:7.8e, battlesystem:7.14b, battlesystem:3.5.
    """
    found: list[Shape] = []
    commander = coverage.commander_of(state, unit) if not unit.routed else NOBODY
    if commander != NOBODY:
        at = rounded(chain.place_of(state, unit, commander))
        inches = chain.radius(state, unit, commander)
        words = f"command radius {inches:g} in"
        if commander != chain.OWN:
            words += f" of {chain.commander_name(state, unit, commander)}"
        found.append(Shape("circle", (at,), words, inches))
    block = unit.block
    if block is None or unit.loose is not None:
        return found
    found += [Shape("edge", (), words) for words in ASPECTS]  # of its outline, the front first
    if state.setting.flags.premeasure and not unit.routed:
        found.append(_charge_range(block, roster))
    return found + arcs(state, unit)


def _entry(state: State, roster: Roster) -> tuple[Shape, ...]:
    """The edge of the table over which a reinforcement will come. Rule: battlesystem:1.0c."""
    if not roster.arrives:
        return ()
    wide, deep = state.setting.width, state.setting.depth
    edge = {
        NORTH: ((0.0, deep), (wide, deep)),
        EAST: ((wide, 0.0), (wide, deep)),
        SOUTH: ((0.0, 0.0), (wide, 0.0)),
        WEST: ((0.0, 0.0), (0.0, deep)),
    }[roster.edge]
    return (Shape("edge", edge, f"{roster.name}: round {roster.arrives}"),)


def _charge_range(block: Block, roster: Roster) -> Shape:
    """The area that a straight or oblique charge can reach, 45 degrees to either side. Rule: battlesystem:7.14b."""
    inches = roster.movement * CHARGE_RANGE
    left, right = block.point(-block.breadth / 2.0, 0.0), block.point(block.breadth / 2.0, 0.0)
    points = [left]
    for start, turns in ((left, range(-45, 1, 9)), (right, range(0, 46, 9))):
        for turn in turns:
            east, north = forward(block.heading + turn)
            points.append((start[0] + east * inches, start[1] + north * inches))
    points.append(right)
    outer = tuple([(round(x, 1), round(y, 1)) for x, y in points])
    return Shape("area", outer, f"charge range {inches:g} in")
