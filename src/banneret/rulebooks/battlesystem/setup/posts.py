"""Posts: where and how units are set up, in orders and on the table.

An order of placement is `("place", unit, unit, ..., leader, ...)`. A unit is `(number, formation, files, x, y, heading)`, with x and y
the middle of its front edge; the figure that is its commander may follow, if not the usual one. A leader is `("leader", number, x, y)`.
Skirmishers stand in a loose grid, an inch between their bases.

Rules: battlesystem:2.8b, battlesystem:2.9g, battlesystem:2.10c, battlesystem:2.10d, battlesystem:2.11, battlesystem:3.4,
battlesystem:4.7, battlesystem:4.7a.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.plane import snap, snap_heading
from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle, placed
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.blocks.block import Block, mob_files
from banneret.rulebooks.battlesystem.command import commander_figures, coverage
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.setup.zones import FREELY, TO_ZONES, too_near, trouble
from banneret.rulebooks.battlesystem.space import field, formations
from banneret.rulebooks.battlesystem.state import State, bases_for, name
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, SKIRMISHERS, Post
from banneret.rulebooks.battlesystem.tables.unit_kinds import kind
from banneret.rulebooks.battlesystem.text.sentences import agree, says
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

Item = tuple[Any, ...]


def kind_of(state: State, unit: Unit) -> str:
    """The kind of a unit; elite units and berserkers are kinds of their own. Rules: battlesystem:2.6, battlesystem:2.11."""
    roster = unit.now
    if roster.special:
        return roster.special
    return "skirmish" if roster.kind == SKIRMISHERS else "mob" if roster.kind == CROWD else "regular"


def allowed(state: State, unit: Unit) -> list[int]:
    """The formations a unit may begin in. Rules: battlesystem:2.8b, battlesystem:2.9g, battlesystem:2.11."""
    return [FORMATIONS.index(word) for word in kind(kind_of(state, unit)).formations]


def files_of(state: State, unit: Unit, formation: int, files: int) -> int:
    """The frontage nearest to `files` that a unit can take; a mob has only one. Rule: battlesystem:2.10c."""
    roster = unit.now
    if formation == MOB:
        return mob_files(unit.figures, roster.width, roster.depth)
    return max(1, min(files, bases_for(unit, unit.figures)))


def block_at(state: State, unit: Unit, post: Post) -> Block:
    """The block of a unit at a post; for skirmishers the grid in which they stand."""
    roster = unit.now
    spacing = formations.spacing(unit, post.formation)
    bases = bases_for(unit, unit.figures)
    return Block(post.x, post.y, post.heading, bases, post.files, roster.width, roster.depth, spacing)


def put(state: State, unit: Unit, post: Post, leader: int = NOBODY) -> None:
    """Put a unit at a post; its commander is the figure `leader`, or in the middle of the front rank. Rule: battlesystem:4.7."""
    block = block_at(state, unit, post)
    unit.become(FIELD)
    unit.formation = post.formation
    if post.formation == SKIRMISH:
        heading = snap_heading(post.heading)
        unit.stand_singly([Single(snap(base.x), snap(base.y), heading) for base in block.bases()])
        for piece in state.pieces:
            if piece.crew == unit.id and unit.singles is not None:
                crews.stand_before(state, piece, unit.singles[piece.figure])
    else:
        unit.stand(block)
    if unit.now.commander:
        unit.leader_at = leader if leader != NOBODY else commander_figures.default_place(post.files)
    else:
        unit.leader_at = NOBODY


def ground_at(state: State, unit: Unit, post: Post) -> list[Rectangle]:
    """The rectangles that a unit would take up at a post; a crew with its piece before it. Rule: battlesystem:10.10."""
    block = block_at(state, unit, post)
    engine = unit.now.engine
    if engine is not None:
        own = block.bases()[0]
        ahead = own.half_depth + engine.depth / 2.0
        x, y = own.x + own.forward_x * ahead, own.y + own.forward_y * ahead
        return [own, placed(x, y, engine.width, engine.depth, post.heading)]
    return block.bases() if post.formation == SKIRMISH else block.area()


def post_trouble(state: State, unit: Unit, post: Post, zone: Polygon | None, measure: int) -> tuple[str, str]:
    """The reason a unit cannot begin at a post, as others stand now, and the rule; two empty texts if it can.

    Args:
        state: the battle.
        unit: who is to be put there.
        post: where.
        zone: the area in which it must stand; None for the whole table.
        measure: the distance to keep from the enemy: `FREELY`, `MEASURED` or `TO_ZONES`.
    """
    area = ground_at(state, unit, post)
    reason, rule = trouble(state, unit, area, zone)
    if reason:
        return reason, rule
    reason = "" if measure == FREELY else too_near(state, unit, area, measure == TO_ZONES)
    if reason:
        return reason, "battlesystem:3.4"
    reason, rule = ground_trouble(state, unit, post)
    if reason:
        return reason, rule
    if post.formation == CLOSED and not would_be_reached(state, unit, post):
        return CLOSED_NEEDS, "battlesystem:4.7a"
    return "", ""


def ground_trouble(state: State, unit: Unit, post: Post) -> tuple[str, str]:
    """The reason terrain bars a unit from a post in that formation, and the rule; two empty texts if it does not. Rules: 11.8c, 11.8j, 11.8k, 11.8o."""
    if not state.setting.terrain or post.formation == SKIRMISH:
        return "", ""
    block = block_at(state, unit, post)
    there = field.unfit(state, unit, block, post.formation)
    if there is None:
        return "", ""
    how = "closed " if post.formation == CLOSED else ""
    return f"would begin {how}in {there.name}.", f"battlesystem:{there.ground.opens}"


CLOSED_NEEDS: Final = "would begin in closed formation without being in command."


def would_be_reached(state: State, unit: Unit, post: Post, leader: int = NOBODY) -> bool:
    """True if a unit would be in command at a post. Rules: battlesystem:4.7, battlesystem:4.7a."""
    trial = unit.copy()
    put(state, trial, post, leader)
    return coverage.is_reached(state, trial)


def item_of(unit: Unit, post: Post) -> Item:
    """The item of an order that puts a unit at a post."""
    return (unit.id, FORMATIONS[post.formation], post.files, post.x, post.y, post.heading)


def take_posts(state: State, side: int, order: Order) -> None:
    """Put a side on the table as an order of placement says. Rule: battlesystem:3.4."""
    for item in order[1:]:
        if item[0] == "leader":
            leader = state.individuals[item[1]]
            leader.x, leader.y, leader.on_table = snap(item[2]), snap(item[3]), True
            continue
        unit = state.units[item[0]]
        post = Post(FORMATIONS.index(item[1]), item[2], float(item[3]), float(item[4]), float(item[5]))
        put(state, unit, post, item[6] if len(item) > 6 else NOBODY)


# ---------------------------------------------------------------- posts in words


def read_post(state: State, unit: Unit, words: Item) -> Post | str:
    """The post in an item of an order (formation, files, x, y, heading), or what is wrong with it.

    The figure that is the unit's commander may follow. Rules: battlesystem:2.8b, battlesystem:2.9g, battlesystem:2.10c, battlesystem:4.7.
    """
    who = name(state, unit)
    if len(words) not in (5, 6):
        return says(state, unit, "needs|need formation, files, x, y and heading.")
    word, files, x, y, heading = words[:5]
    if word not in FORMATIONS or FORMATIONS.index(word) not in allowed(state, unit):
        known = " or ".join(FORMATIONS[formation] for formation in allowed(state, unit))
        return f"{who} {agree(who, 'is|are')} of kind {kind_of(state, unit)}: {agree(who, 'it|they begins|begin')} {known}, not {str(word)[:20]!r}."
    formation = FORMATIONS.index(word)
    bases = bases_for(unit, unit.figures)
    if type(files) is not int or not 1 <= files <= bases:
        return f"{who} {agree(who, 'stands|stand')} 1 to {bases} {'stands' if unit.mount > 1 else 'files'} broad."
    if formation == MOB and files != files_of(state, unit, MOB, files):
        return f"{who} {agree(who, 'is|are')} a mob, as broad as deep: {files_of(state, unit, MOB, files)} files."
    if not (is_coordinate(x) and is_coordinate(y) and is_coordinate(heading)):
        return says(state, unit, "needs|need numbers for x, y and heading.")
    if len(words) == 6:
        leader = words[5]
        if not unit.now.commander:
            return says(state, unit, "has|have no commander to be placed.")
        if type(leader) is not int or not 0 <= leader < files:
            return f"The commander of {who} stands in the front rank: figure 0 to {files - 1}."
    return Post(formation, files, snap(float(x)), snap(float(y)), snap_heading(float(heading)))


def is_coordinate(word: Any) -> bool:
    """True of a number that can be a coordinate or heading: from -1000 to 1000."""
    return isinstance(word, (int, float)) and not isinstance(word, bool) and -1000.0 <= word <= 1000.0
