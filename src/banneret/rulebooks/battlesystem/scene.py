"""What a seat sees: the field in inches with its ground, every unit as a body of figures, who fights whom. Nothing is hidden.

Rules: battlesystem:3.1, battlesystem:3.5, battlesystem:7.1, battlesystem:8.0.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.geometry.blocks import Block
from banneret.geometry.plane import forward
from banneret.geometry.rectangles import FRONT, REAR, Rectangle
from banneret.kernel.event import REFEREE, SPECTATOR
from banneret.kernel.scene import (
    Base,
    Board,
    Clash,
    Ending,
    Figure,
    Link,
    Piece,
    Place,
    Scene,
    Shape,
    SideView,
    Tag,
    Track,
    Tray,
    letters,
)
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem import attack, command, standing
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.facts import CROWD, Roster, Weapon
from banneret.rulebooks.battlesystem.stages import side_acting
from banneret.rulebooks.battlesystem.state import State, Unit

ID: Final = "battlesystem"
CHARGE_RANGE: Final = 1.5  # movement rates. Rule: battlesystem:7.14b
LEADER_BASE: Final = 0.75  # inches: as wide as a man-sized figure stands
TRAYS: Final = (
    (st.WAITING, "Not yet on the table"),
    (st.SLAIN, "Destroyed"),
    (st.FLED, "Fled the field"),
    (st.CAPTURED, "Captured"),
)
GROUNDS: Final = (  # how a stretch of ground is drawn, by what its name says
    ("swamp", ("pond", "mire", "bog", "marsh", "swamp", "fen", "reed")),
    ("water", ("river", "lake", "sea", "stream", "ford", "water")),
    ("forest", ("tangle", "wood", "forest", "thicket", "grove", "hedge", "thorn", "copse")),
    ("mountain", ("rock", "cliff", "crag", "hill", "quarry", "scarp")),
)
ASPECTS: Final = ("front", "right flank", "rear", "left flank")


def scene(state: State, side: int) -> Scene:
    """The battle as a seat sees it, without news and questions. Rules: battlesystem:3.1, battlesystem:7.1."""
    setting = state.setting
    keys = side_keys(state)
    ending = None
    if state.outcome is not None:
        winners = tuple([keys[winner] for winner in state.outcome.winners])
        ending = Ending(winners, state.outcome.reason, state.outcome.rule)
    phase, segment = st.STAGE_NAMES[state.stage]
    links = fights(state)
    return Scene(
        rulebook=ID,
        scenario=setting.scenario,
        title=setting.title,
        seat={REFEREE: "referee", SPECTATOR: "spectator"}.get(side) or keys[side],
        sides=_sides(state, keys),
        board=Board("plane", setting.width, setting.depth, _places(state), "in", setting.flags.premeasure),
        turn=f"Round {state.round}" if state.round else "Before the battle",
        phase=phase,
        segment=segment,
        pieces=(
            *[unit_piece(state, unit) for unit in state.units if unit.status == st.FIELD],
            *_leaders(state),
        ),
        trays=_trays(state),
        tracks=_tracks(state),
        clash=_clash(state, links),
        links=links,
        ending=ending,
    )


def side_keys(state: State) -> list[str]:
    """The ids of the sides, as scenario and record name them; their letters in a battle that was set up by hand."""
    return state.setting.keys or letters(state.setting.names)


# ---------------------------------------------------------------- sides and ground


def _sides(state: State, keys: list[str]) -> tuple[SideView, ...]:
    acting = side_acting(state) if st.RALLY <= state.stage <= st.MOVEMENT and state.movers else st.NOBODY
    signs = letters(state.setting.names)
    found: list[SideView] = []
    for side, name in enumerate(state.setting.names):
        units = st.on_field(state, side)
        counts = (("units", len(units)), ("figures", sum([unit.figures for unit in units])))
        found.append(SideView(keys[side], name, signs[side], counts, side == acting))
    return tuple(found)


def _places(state: State) -> tuple[Place, ...]:
    """Forbidden ground, scenery, and before the battle where each side sets up. Rules: battlesystem:5.0a, 3.4."""
    setting = state.setting
    found: list[Place] = []
    for number, (kind, name, line, width) in enumerate(setting.scenery):
        found.append(Place(f"s{number}", name, _middle(line), kind, shape=line, breadth=width))
    for number, (area, name) in enumerate(zip(setting.ground, setting.ground_names, strict=True)):
        corners = tuple(area.corners)
        tag = Tag("closed", "nobody may enter", symbol="")
        found.append(Place(f"g{number}", name, _middle(corners), ground_of(name), (tag,), corners))
    if state.stage == st.PLACING:
        for zone in setting.zones:
            corners = tuple(zone.area.corners)
            name = f"Where {setting.names[zone.side]} set up"
            found.append(Place(f"z{zone.side}", name, _middle(corners), "zone", (), corners, zone.side))
    return tuple(found)


def ground_of(name: str) -> str:
    """The kind of ground that a name speaks of, for the drawing.

    >>> ground_of("Thorn tangle"), ground_of("Deep pond and mire"), ground_of("Bare field")
    ('forest', 'swamp', 'other')
    """
    words = name.lower()
    for kind, signs in GROUNDS:
        if any(sign in words for sign in signs):
            return kind
    return "other"


def _middle(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return (
        round(sum([x for x, _ in points]) / len(points), 2),
        round(sum([y for _, y in points]) / len(points), 2),
    )


def _tracks(state: State) -> tuple[Track, ...]:
    found = [Track("round", str(state.round))] if state.round else []
    for side in range(len(state.setting.names)):
        units = [unit for unit in state.units if unit.side == side]
        began = sum([state.setting.rosters[unit.id].figures for unit in units])
        left = sum([unit.figures for unit in units if unit.status == st.FIELD])
        found.append(Track("figures on the field", f"{left} of {began}", side))
    return tuple(found)


def _trays(state: State) -> tuple[Tray, ...]:
    """Who is off the table, by side and by what became of him. Rules: battlesystem:1.0c, 6.4b, 7.15f."""
    found: list[Tray] = []
    for side, name in enumerate(state.setting.names):
        for status, title in TRAYS:
            units = [unit for unit in state.units if unit.side == side and unit.status == status]
            if units:
                pieces = tuple([unit_piece(state, unit) for unit in units])
                found.append(Tray(f"t{side}-{status}", f"{name}: {title.lower()}", side, pieces, len(pieces)))
    return tuple(found)


# ---------------------------------------------------------------- units


def unit_id(unit: Unit | int) -> str:
    """The id of a unit's piece."""
    return f"u{unit if isinstance(unit, int) else unit.id}"


def unit_piece(state: State, unit: Unit) -> Piece:
    """A unit as a formed body of figures, or as figures that stand singly. Rules: battlesystem:3.1, battlesystem:7.1."""
    roster = state.setting.rosters[unit.id]
    stands = unit.status == st.FIELD
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
        symbol=picture(roster),
        label=label,
        detail=unit_detail(state, unit),
        figures=_ratings(state, unit, roster),
        states=tuple(unit_states(state, unit)),
        facing=_facing(unit),
        rule="battlesystem:3.1",
        shape=outline(unit.block) if stands and unit.block is not None and unit.loose is None else (),
        at=(round(x, 3), round(y, 3)) if stands else None,
        bases=tuple(_bases(unit, roster)) if stands else (),
        base=(roster.width, roster.depth),
        zones=tuple(_zones(state, unit, roster)) if stands else (),
    )


@cache
def _pictures() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "data" / "symbols.toml").read_text(encoding="utf-8"))


def picture(roster: Roster) -> str:
    """The picture of a unit: of its creature, or of what its men carry; a helmet for who has none."""
    tables = _pictures()
    for word in (roster.symbol, roster.creature):
        if word in tables["creature"]:
            return str(tables["creature"][word])
    if roster.symbol in tables["creature"].values():
        return roster.symbol
    for weapon in roster.weapons:
        words = weapon.id.split("-")
        for word in (weapon.id, words[-1], words[0]):
            if word in tables["weapon"]:
                return str(tables["weapon"][word])
    return "barbute"


def unit_detail(state: State, unit: Unit) -> str:
    """What sort of troops, how they stand, what they have in hand: "Regular Dwarven Axemen, closed, 6 abreast, axe 1d6"."""
    roster = state.setting.rosters[unit.id]
    words = [roster.label or roster.name]
    if unit.status == st.FIELD:
        words.append(f"{st.FORMATIONS[unit.formation]} formation" if unit.formation < st.SKIRMISH else "")
        block = unit.block
        if block is not None and unit.loose is None:
            words.append(f"{block.files} abreast, {block.ranks} deep")
    if roster.weapons:
        words.append(attack.weapon_of(state, unit).name.lower())
    return ", ".join([word for word in words if word])


def unit_states(state: State, unit: Unit) -> list[str]:
    """What holds a unit now, in words, the gravest first."""
    if unit.status != st.FIELD:
        return []
    found = ["routed"] if unit.routed else []
    if unit.routed:
        return found
    if standing.is_engaged(state, unit):
        found.append("engaged")
    gone = unit.finished or (unit.moved and unit.id != state.mover)
    if gone and state.stage in (st.COMPELLED, st.MOVEMENT):
        found.append("moved")
    roster = state.setting.rosters[unit.id]
    if unit.rash:
        found.append("rash")
    elif not unit.in_command and roster.kind != CROWD:
        found.append("out of command")
    if unit.quarry != st.NOBODY:
        found.append(f"must attack {st.name(state, state.units[unit.quarry])}")
    if unit.order != st.NO_ORDER:
        found.append(f"order: {st.ORDERS[unit.order]}")
    if unit.charged != st.NOBODY:
        found.append("charged")
    if unit.failed_charge:
        found.append("charge failed")
    if unit.march:
        found.append(f"tired by marching (+{unit.march})")
    if unit.debt:
        found.append(f"owes {unit.debt} in for gaps closed")
    if unit.guards:
        found.append(f"{unit.guards} guard captives")
    return found


def _facing(unit: Unit) -> float | None:
    if unit.status != st.FIELD:
        return None
    if unit.routed:
        return unit.rout_heading
    return unit.block.heading if unit.block is not None else None


def outline(block: Block) -> tuple[tuple[float, float], ...]:
    """The corners of a block's body, its front edge first, from the left."""
    half, deep = block.breadth / 2.0, -block.length
    corners = ((-half, 0.0), (half, 0.0), (half, deep), (-half, deep))
    return tuple([_rounded(block.point(right, ahead)) for right, ahead in corners])


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)


def _bases(unit: Unit, roster: Roster) -> list[Base]:
    """Every figure where it stands; of one that lost figures the places in its last rank that are empty now."""
    found: list[Base] = []
    for number, (x, y, heading) in enumerate(poses(unit)):
        word = "" if unit.singles is None else str(st.standing(unit)[number])
        found.append(Base(round(x, 3), round(y, 3), round(heading, 2), _sign(unit, number), word))
    block = unit.block
    if block is not None and unit.loose is None and block.last < block.files:
        empty = [file for file in range(block.files) if not block.holds(block.ranks - 1, file)]
        for file in empty[: max(0, roster.figures - unit.figures)]:
            x, y = block.centre(block.ranks - 1, file)
            found.append(Base(round(x, 3), round(y, 3), block.heading, "x"))
    return found


def poses(unit: Unit) -> list[tuple[float, float, float]]:
    """Middle and heading of every figure on the table."""
    singles = unit.singles
    if singles is not None:
        return [(singles[n].x, singles[n].y, singles[n].heading) for n in st.standing(unit)]
    if unit.loose is not None:
        return list(unit.loose)
    block = unit.block
    if block is None:
        return []
    return [(*block.centre(*block.place(number)), block.heading) for number in range(block.figures)]


def _sign(unit: Unit, number: int) -> str:
    """What is to be seen of a figure: its commander, a wound, a rout. `number`: among those on the table."""
    if unit.singles is not None:
        figure = st.standing(unit)[number]
        single = unit.singles[figure]
        if single.routed:
            return "r"
        return "w" if single.wounded else "c" if figure == unit.leader_at else "o"
    if number == unit.leader_at:
        return "c"
    hurt = unit.figures - 1
    if hurt == unit.leader_at:
        hurt -= 1
    return "w" if unit.wounded and number == hurt else "o"


def _ratings(state: State, unit: Unit, roster: Roster) -> tuple[Figure, ...]:
    """The figures of its roster. Rules: battlesystem:3.1, battlesystem:4.1, battlesystem:4.6, battlesystem:8.3."""
    per = f"{roster.figure / 10:g}"
    found = [
        Figure("figures", f"{unit.figures} of {roster.figures}, {roster.ratio}:1", rule="battlesystem:2.3"),
        Figure("attack rating", str(roster.attack_rating), rule="battlesystem:8.3", short="AR"),
        Figure("armor class", str(roster.armour_class), rule="battlesystem:8.4", short="AC"),
        Figure("hit dice a figure", per, rule="battlesystem:2.5", short="HD"),
        Figure("morale", str(roster.morale), rule="battlesystem:4.1", short="ML"),
        Figure("discipline", str(roster.discipline), rule="battlesystem:4.6", short="DL"),
        Figure("movement", f"{roster.movement:g} in", rule="battlesystem:7.7", short="MV"),
    ]
    if roster.weapons:
        weapon = attack.weapon_of(state, unit)
        found.append(Figure(weapon.name.lower(), damage_text(weapon), rule="battlesystem:8.5"))
    if unit.leader_at != st.NOBODY:
        words = f"{roster.commander or 'its own'}, {roster.radius:g} in"
        if roster.charisma:
            words += f", {roster.charisma:+d}"
        found.append(Figure("commander", words, rule="battlesystem:4.8"))
    return tuple(found)


def damage_text(weapon: Weapon) -> str:
    """What a weapon does, to large targets after a stroke where that differs."""
    small = ", ".join([damage.shown() for damage in weapon.small])
    large = ", ".join([damage.shown() for damage in weapon.large])
    return small if small == large else f"{small} / {large}"


# ---------------------------------------------------------------- drawn around a unit when somebody asks


def _zones(state: State, unit: Unit, roster: Roster) -> list[Shape]:
    """Its command radius, its aspects, and where people may measure how far it charges.

    Rules: battlesystem:4.8, battlesystem:7.8e, battlesystem:7.14b, battlesystem:3.5.
    """
    found: list[Shape] = []
    commander = command.commander_of(state, unit) if not unit.routed else st.NOBODY
    if commander != st.NOBODY:
        at = _rounded(command.place_of(state, unit, commander))
        inches = command.radius(state, unit, commander)
        words = f"command radius {inches:g} in"
        if commander != command.OWN:
            words += f" of {command.commander_name(state, unit, commander)}"
        found.append(Shape("circle", (at,), words, inches, unit.side))
    block = unit.block
    if block is None or unit.loose is not None:
        return found
    corners = outline(block)
    for number, words in enumerate(ASPECTS):
        found.append(Shape("edge", (corners[number], corners[(number + 1) % 4]), words, side=unit.side))
    if state.setting.flags.premeasure and not unit.routed:
        found.append(_charge_range(block, roster, unit.side))
    return found


def _charge_range(block: Block, roster: Roster, side: int) -> Shape:
    """The ground that a straight or oblique charge can sweep, 45 degrees either way. Rule: battlesystem:7.14b."""
    inches = roster.movement * CHARGE_RANGE
    left, right = block.point(-block.breadth / 2.0, 0.0), block.point(block.breadth / 2.0, 0.0)
    points = [left]
    for start, turns in ((left, range(-45, 1, 9)), (right, range(0, 46, 9))):
        for turn in turns:
            east, north = forward(block.heading + turn)
            points.append((start[0] + east * inches, start[1] + north * inches))
    points.append(right)
    return Shape(
        "area", tuple([_rounded(point) for point in points]), f"charge range {inches:g} in", side=side
    )


def _leaders(state: State) -> list[Piece]:
    """Commanders above units, each a figure by itself. Rules: battlesystem:4.10a, 4.10b, 5.0c."""
    found: list[Piece] = []
    for leader in state.leaders:
        if not leader.on_table:
            continue
        captain = state.setting.captains[leader.id]
        at = _rounded((leader.x, leader.y))
        rank = "Army Commander" if captain.rank == st.ARMY else "Brigade Commander"
        words = f"command radius {captain.radius:g} in of {captain.name}"
        found.append(
            Piece(
                id=f"l{leader.id}",
                side=leader.side,
                place="",
                form="leader",
                name=captain.name,
                symbol="crown" if captain.rank == st.ARMY else "laurels",
                detail=f"{rank}, radius {captain.radius:g} in, bonus {captain.charisma:+d}",
                figures=(
                    Figure("command radius", f"{captain.radius:g} in", rule="battlesystem:4.8"),
                    Figure("charisma bonus", f"{captain.charisma:+d}", rule="battlesystem:4.9"),
                    Figure("movement", f"{captain.movement:g} in", rule="battlesystem:5.0c"),
                ),
                states=("moved",) if leader.moved and state.stage == st.MOVEMENT else (),
                rule="battlesystem:4.10a",
                at=at,
                bases=(Base(at[0], at[1], 0.0, "c"),),
                base=(LEADER_BASE, LEADER_BASE),
                zones=(Shape("circle", (at,), words, captain.radius, leader.side),),
            )
        )
    return found


# ---------------------------------------------------------------- who fights whom


def fights(state: State) -> tuple[Link, ...]:
    """Every pair of enemies in contact, with the sum that each adds to its dice. Rules: battlesystem:8.0, battlesystem:8.4."""
    now = {(bout.first, bout.second) for bout in state.bouts[:1]} if state.bouts else set()
    open_ = {(bout.first, bout.second) for bout in state.bouts} if state.bouts is not None else None
    order = state.ranking or tuple(range(len(state.setting.names)))
    found: list[Link] = []
    for unit in sorted(
        [one for one in state.units if one.status == st.FIELD],
        key=lambda one: (order.index(one.side), one.id),
    ):
        for number in standing.enemies_touching(state, unit):
            other = state.units[number]
            if order.index(other.side) < order.index(unit.side):
                continue
            settled = open_ is not None and (unit.id, number) not in open_
            found.append(_fight(state, unit, other, settled, (unit.id, number) in now))
    return tuple(found)


def _fight(state: State, unit: Unit, other: Unit, settled: bool, now: bool) -> Link:
    touches = standing.touches(state, unit, other)
    spots = [_between(standing.base_of(unit, t.figure), standing.base_of(other, t.other)) for t in touches]
    at = _rounded(max(spots))  # at an end of the seam, where it hides the fewest figures
    sums = () if settled else (attack_figure(state, unit, other), attack_figure(state, other, unit))
    text = f"{st.name(state, unit)} against {st.name(state, other)}"
    if settled:
        text += ", fought out"
    return Link("settled" if settled else "fight", (unit_id(unit), unit_id(other)), at, text, sums, now)


def _between(first: Rectangle, second: Rectangle) -> tuple[float, float]:
    return (first.x + second.x) / 2.0, (first.y + second.y) / 2.0


def attack_figure(state: State, attacker: Unit, defender: Unit) -> Figure:
    """What one attacker's 2d6 are added to, cause by cause; "none" for who cannot attack. Rules: battlesystem:8.3, 8.4."""
    name = st.name(state, attacker)
    if attacker.routed:
        return Figure(name, "none", ((0, "routed: it does not attack", "battlesystem:6.4"),))
    tally = Tally(f"{name}: attack")
    aspect = standing.aspect(state, attacker, defender)
    attack.attack_sum(state, attacker, defender, aspect, tally)
    parts = tuple(tally.parts)
    return Figure(name, str(tally.total), parts, "battlesystem:8.4", attack.ASPECTS[aspect])


def _clash(state: State, links: tuple[Link, ...]) -> Clash | None:
    """The bout that is fought now, its attackers facing each other. Rule: battlesystem:1.6b."""
    link = next((one for one in links if one.now), None)
    if link is None or state.stage not in (st.ASSIGNMENT, st.MELEE):
        return None
    pair = [state.units[int(word[1:])] for word in link.pieces]
    lines: list[str] = []
    bout = (state.bouts or [])[0]
    for unit, other, figures in (
        (pair[0], pair[1], bout.strikers),
        (pair[1], pair[0], bout.back_strikers),
    ):
        aspect = standing.aspect(state, unit, other)
        where = "" if aspect == FRONT else " from behind" if aspect == REAR else " in the flank"
        count = "1 figure" if len(figures) == 1 else f"{len(figures)} figures"
        lines.append(f"{count} of {st.name(state, unit)} strike {st.name(state, other)}{where}")
    return Clash(
        link.text,
        "",
        tuple([unit_piece(state, unit) for unit in pair]),
        link.sums,
        lines=tuple(lines),
    )
