"""Battles of regiments set up as a test wants them, with dice and answers written down.

    state = battle(
        men("Axes", 12, 6, 30, 24, 0, creature="dwarf"),
        men("Orcs", 14, 7, 30, 26.25, 180, side=1),
        stage=MELEE,
    )
    table = Script(dice=[4, 5], orders=[None, ("done",)])

Unit numbers follow the order in which units are named, from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from banneret.geometry.plane import forward
from banneret.geometry.polygons import Polygon, Strip
from banneret.geometry.rectangles import Rectangle
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.blocks.block import Block, mob_files
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.flags import Flags
from banneret.rulebooks.battlesystem.individual import ARMY, HERO, Individual
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.space import contacts, field
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.edges import NORTH, SOUTH
from banneret.rulebooks.battlesystem.tables.goals import Goal
from banneret.rulebooks.battlesystem.tables.grounds import Feature, grounds
from banneret.rulebooks.battlesystem.tables.missiles import engine_of
from banneret.rulebooks.battlesystem.tables.rosters import (
    CROWD,
    REGULAR,
    SKIRMISHERS,
    Modifier,
    Roster,
    Weapon,
)
from banneret.rulebooks.battlesystem.tables.sheets import Arms, Champion, Sheet
from banneret.rulebooks.battlesystem.tables.unit_kinds import formation as formation_of
from banneret.rulebooks.battlesystem.unit import (
    CLOSED,
    FIELD,
    FORMATIONS,
    MOB,
    NOBODY,
    SKIRMISH,
    Single,
    Unit,
)
from banneret.rulebooks.battlesystem.view.forecasts.melees import Melee, melee
from banneret.rulebooks.battlesystem.worth.present import renew_all

__all__ = [
    "Modifier",
    "Troop",
    "area",
    "battle",
    "captain",
    "crew",
    "crowd",
    "flags",
    "line",
    "men",
    "skirmishers",
    "weapon",
]


@dataclass
class Troop:
    """A unit and its roster, before both have a number."""

    roster: Roster
    unit: Unit


def weapon(damage: str = "1d6", large: str = "", reach: int = 1, name: str = "sword") -> Weapon:
    """A weapon of one attack. Several attacks: "1d3 1d3 1d6"."""
    small = [Damage.of(text) for text in damage.split()]
    return Weapon(name, name, small, [Damage.of(text) for text in (large or damage).split()], reach)


def roster(name: str, figures: int, **changes: Any) -> Roster:
    """An ordinary roster of first-level men at 10:1: AC 6, AR 20, MV 9 inches, ML 12, DL 12; `changes` to its fields."""
    base = Roster(
        name=name,
        kind=REGULAR,
        special="",
        label="Regular men",
        creature="human",
        symbol="human",
        armour_class=6,
        figure=100,
        weak=False,
        movement=9.0,
        attack_rating=20,
        morale=12,
        discipline=12,
        figures=figures,
        ratio=10,
        size="M",
        width=0.75,
        depth=0.75,
        weapons=[weapon()],
        modifiers=[],
        hates=(),
        shield=False,
        low_or_chaotic=False,
        saves=(14, 15, 16, 17, 17),
        magic_resistance=0,
        never_checks=False,
        commander=f"Captain of {name}",
        radius=10.0,
        charisma=0,
    )
    return replace(base, **changes)


def crew(
    engine: str = "ballista",
    x: float = 30.0,
    y: float = 24.0,
    heading: float = 0.0,
    name: str = "Crew",
    side: int = 0,
    **changes: Any,
) -> Troop:
    """The crew of a piece, one figure of men of 10 hit dice; (x, y) is the middle of the front edge of the piece before it."""
    facts = engine_of(engine)
    east, north = forward(heading)
    back = facts.depth + 0.375
    return skirmishers(name, [(x - east * back, y - north * back)], heading, side, engine=facts, **changes)


def area(kind: str, west: float, south: float, east: float, north: float, level: int = 0) -> Feature:
    """A rectangle of ground."""
    corners = [(west, south), (east, south), (east, north), (west, north)]
    return Feature(f"the {kind}", grounds()[kind], level, area=Polygon(corners))


def line(kind: str, *points: tuple[float, float], width: float = 0.5) -> Feature:
    """A road, hedge or stream."""
    return Feature(f"the {kind}", grounds()[kind], line=Strip(list(points), width))


def _split(changes: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What goes to the roster, and what to the unit; `figures` is told by position."""
    known = {field.name for field in fields(Roster)}
    mine = {key: value for key, value in changes.items() if key in known}
    theirs = {key: value for key, value in changes.items() if key not in known}
    unknown = set(theirs) - {field.name for field in fields(Unit)}
    assert not unknown, f"neither roster nor unit has {unknown}"
    return mine, theirs


def _unit(side: int, figures: int, own: dict[str, Any], **facts: Any) -> Unit:
    unit = Unit(0, side, FIELD, figures=figures, **facts)
    for key, value in own.items():
        setattr(unit, key, value)
    return unit


def men(
    name: str = "Men",
    figures: int = 12,
    files: int = 6,
    x: float = 30.0,
    y: float = 24.0,
    heading: float = 0.0,
    side: int = 0,
    formation: int = CLOSED,
    **changes: Any,
) -> Troop:
    """A regular unit, the middle of its front edge at x, y; its commander stands in the middle of the front rank.

    `changes` go to the roster (`armour_class=4`) or the unit (`routed=True`), by the names of their fields. A unit that lost
    figures: `men(figures=7, starting=12)`.
    """
    starting = changes.pop("starting", figures)
    mine, own = _split(changes)
    facts = roster(name, starting, **mine)
    spacing = formation_of(FORMATIONS[formation]).spacing
    block = Block(x, y, heading, figures, files, facts.width, facts.depth, spacing)
    leader = own.pop("leader_at", (files - 1) // 2 if facts.commander else NOBODY)
    own |= {"width": facts.width, "depth": facts.depth}
    return Troop(facts, _unit(side, figures, own, formation=formation, block=block, leader_at=leader))


def crowd(
    name: str = "Mob",
    figures: int = 16,
    x: float = 30.0,
    y: float = 24.0,
    heading: float = 0.0,
    side: int = 0,
    **changes: Any,
) -> Troop:
    """A mob, as wide as it is deep, without a commander. Rule: battlesystem:2.10c."""
    starting = changes.pop("starting", figures)
    mine, own = _split({"commander": "", "radius": 0.0, "kind": CROWD, "in_command": False, **changes})
    facts = roster(name, starting, **mine)
    own |= {"width": facts.width, "depth": facts.depth}
    files = mob_files(figures, facts.width, facts.depth)
    block = Block(x, y, heading, figures, files, facts.width, facts.depth, 0.0)
    return Troop(facts, _unit(side, figures, own, formation=MOB, block=block, leader_at=NOBODY))


def skirmishers(
    name: str = "Skirmishers",
    places: list[tuple[float, float]] | None = None,
    heading: float = 0.0,
    side: int = 0,
    **changes: Any,
) -> Troop:
    """A skirmish unit, the middles of its figures at `places`; without a commander unless told."""
    spots = places if places is not None else [(26.0 + 2.0 * number, 24.0) for number in range(5)]
    mine, own = _split({"commander": "", "radius": 0.0, "kind": SKIRMISHERS, **changes})
    facts = roster(name, len(spots), **mine)
    own |= {"width": facts.width, "depth": facts.depth}
    singles = [Single(x, y, heading) for x, y in spots]
    leader = own.pop("leader_at", 0 if facts.commander else NOBODY)
    return Troop(facts, _unit(side, len(spots), own, formation=SKIRMISH, singles=singles, leader_at=leader))


def captain(
    name: str, x: float, y: float, side: int = 0, rank: int = ARMY, **changes: Any
) -> tuple[Sheet, Individual]:
    """A Brigade or Army Commander on the table; `changes` to his roster."""
    facts = Sheet(name, rank, changes.pop("radius", 12.0), changes.pop("charisma", 0), 9.0)
    return replace(facts, **changes), Individual(0, side, x, y, on_table=True)


def hero(
    name: str, x: float, y: float, side: int = 0, damage: str = "1d8", rank: int = HERO, **changes: Any
) -> tuple[Sheet, Individual]:
    """A hero on the table, a fighter of the 10th level on foot with AR 23; `changes` to his sheet."""
    rate = changes.pop("movement", 12.0)
    arms = Arms(weapon(damage), (damage,), (damage,))
    facts = {
        "creature": "human", "class_": "fighter", "level": 10, "armour_class": 0, "hit_dice": 10, "hit_points": 48,
        "thac0": 8, "attack_rating": 23, "attacks": 3, "arms": arms, "saves": (8, 9, 10, 9, 11), "size": "M",
    }  # fmt: skip
    sheet = Sheet(
        name, rank, 0.0 if rank == HERO else 12.0, 0, rate, champion=Champion(**{**facts, **changes})
    )
    return sheet, Individual(0, side, x, y, on_table=True)


def flags(**changes: Any) -> Flags:
    """The options as they are when nobody chooses; `changes` by the names of the fields."""
    base = Flags(
        initiative_die=6,
        dnd=False,
        stands=False,
        capture=False,
        premeasure=False,
        average_low=False,
        elite_dl=False,
        cumulative_losses=False,
        failed_closed_charge_penalty=False,
        lost_command_opens=True,
        skirmish_chain=False,
        square_up=False,
        caught_may_wrap=False,
        oblique_turns=False,
        wheel_pivot_any=False,
        forced_march_rout=False,
        charge_straight=(2, 3),
        higher_ground=-1,
        mob_formation_penalty=False,
        fighter_sweep=True,
        victory_marker=False,
        stalemate=10,
        round_limit=40,
    )
    return replace(base, **changes)


def battle(
    *troops: Troop,
    leaders: list[tuple[Sheet, Individual]] | None = None,
    width: float = 60.0,
    depth: float = 48.0,
    ground: list[list[tuple[float, float]]] | None = None,
    terrain: list[Feature] | None = None,
    homes: list[int] | None = None,
    names: list[str] | None = None,
    daylight: bool = True,
    goal: Goal | None = None,
    tier: int = stages.BASIC,
    options: dict[str, Any] | None = None,
    stage: int = stages.MOVEMENT,
    round: int = 1,
    **changes: Any,
) -> State:
    """A battle in its first round, Reds (side 0, home in the south) against Blues (side 1, home in the north).

    `ground` are polygons nobody may enter, `options` fields of `Flags`, `changes` fields of `State`.
    """
    commanders = leaders or []
    sides = 1 + max([1, *[troop.unit.side for troop in troops], *[leader.side for _, leader in commanders]])
    polygons = [Polygon(corners) for corners in ground or []]
    walls: list[Rectangle] = [wall for polygon in polygons for wall in polygon.walls]
    setting = Setting(
        scenario="test",
        title="Test",
        names=names or ["Reds", "Blues", "Greens", "Whites"][:sides],
        width=width,
        depth=depth,
        ground=polygons,
        ground_names=["bog"] * len(polygons),
        walls=walls,
        scenery=[],
        zones=[],
        homes=homes or [SOUTH, NORTH, *[SOUTH] * (sides - 2)],
        placing=[],
        rosters={number: troop.roster for number, troop in enumerate(troops)},
        sheets={number: facts for number, (facts, _) in enumerate(commanders)},
        goal=goal or Goal(),
        daylight=daylight,
        flags=flags(**(options or {})),
        tier=tier,
        terrain=terrain or [],
        engines=[troop.roster.engine for troop in troops if troop.roster.engine is not None],
    )
    if setting.flags.version >= 16:
        setting.terrain = field.with_open_edges(
            setting.terrain, setting.flags.version
        )  # as a battle is opened
    field.bar(setting)
    for number, troop in enumerate(troops):
        troop.unit.id = number
    for number, (_, leader) in enumerate(commanders):
        leader.id = number
    order = tuple(range(sides))
    units = [troop.unit for troop in troops]
    renew_all(setting, units)
    state = State(
        setting,
        {unit.id: unit for unit in units},
        {leader.id: leader for _, leader in commanders},
        stage=stage,
        round=round,
        ranking=order,
        movers=order,
    )
    for unit in units:
        if setting.rosters[unit.id].engine is not None:
            piece = FieldPiece(len(state.pieces), unit.side, unit.id)
            assert unit.singles is not None
            state.pieces.append(piece)
            crews.stand_before(state, piece, unit.singles[0])
    for key, value in changes.items():
        assert hasattr(state, key), f"a state has no {key}"
        setattr(state, key, value)
    return state


def melees(state: State) -> list[Melee]:
    """The forecasts of all melees: of the bouts of the phase, outside it as all stand now."""
    units = state.units
    if state.bouts is not None:
        return [melee(state, units[bout.first], units[bout.second], bout) for bout in state.bouts]
    pairs = [(one, other) for one in units.values() for other in contacts.enemies_touching(state, one)]
    return [melee(state, one, units[other]) for one, other in pairs if other > one.id]
