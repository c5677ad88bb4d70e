"""Invariants: faults that no state may have.

Rules: battlesystem:2.8c, battlesystem:2.9g, battlesystem:2.10c, battlesystem:7.1a, battlesystem:7.1c, battlesystem:7.1e,
battlesystem:8.7d, battlesystem:8.7e, battlesystem:crossroads.prohibited.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, forward
from banneret.geometry.rectangles import Rectangle, gap
from banneret.geometry.sweeps import inside_board
from banneret.rulebooks.battlesystem.blocks.block import mob_files
from banneret.rulebooks.battlesystem.combat.champions import harm
from banneret.rulebooks.battlesystem.command.commander_figures import is_open_to
from banneret.rulebooks.battlesystem.ending.goals import is_there
from banneret.rulebooks.battlesystem.engines.crews import base_of, engine_of, title
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE
from banneret.rulebooks.battlesystem.individuals import footprints, roles
from banneret.rulebooks.battlesystem.marks import WOUND, Marks
from banneret.rulebooks.battlesystem.space import field
from banneret.rulebooks.battlesystem.space.formations import spacing
from banneret.rulebooks.battlesystem.space.standing import bases
from banneret.rulebooks.battlesystem.stages import PLACING
from banneret.rulebooks.battlesystem.state import (
    State,
    bases_for,
    figures_on,
    figures_standing,
    is_mended,
    name,
    on_field,
)
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, SKIRMISHERS
from banneret.rulebooks.battlesystem.text.sentences import agree, says
from banneret.rulebooks.battlesystem.unit import (
    CLOSED,
    FIELD,
    MOB,
    NOBODY,
    OPEN,
    SKIRMISH,
    WAITING,
    Single,
    Unit,
)

DEPTH: Final = 2.0 * TOLERANCE
"""Inches that two bodies may be inside each other: the tolerance, and as much again where snapping pushed both. Rule: 7.1a."""


def faults(state: State) -> list[str]:
    """The faults of the state, as sentences."""
    found: list[str] = []
    on_table: list[tuple[Unit, list[Rectangle], float, float, float]] = []
    for unit in state.units.values():
        wrong = _counts(state, unit)
        found += wrong or _marks(state, unit)
        if unit.status != FIELD or wrong:
            continue  # a unit with wrong counts cannot be checked on the table
        found += _shape(state, unit)
        bodies = bases(unit)
        found += _place(state, unit, bodies)
        on_table.append((unit, bodies, *_circle(bodies)))
    for number, (unit, bodies, x, y, reach) in enumerate(on_table):
        for other, others, at_x, at_y, other_reach in on_table[:number]:
            far = reach + other_reach
            if (x - at_x) * (x - at_x) + (y - at_y) * (y - at_y) > far * far:
                continue
            depth = _deepest(bodies, others)
            if depth > DEPTH:
                found.append(f"{name(state, unit)} and {name(state, other)} overlap by {depth:.3f} in.")
    there = [unit for unit in state.units.values() if unit.status == FIELD]
    for side in range(len(state.setting.names)):  # the lists are kept: `Present`
        if on_field(state, side) != [unit for unit in there if unit.side == side]:
            found.append(f"The list of the units of {state.setting.names[side]} on the table is stale.")
    found += _commanders(state)
    found += _roles(state)
    found += _pieces(state)
    found += _course(state)
    return found


def _counts(state: State, unit: Unit) -> list[str]:
    """Faults in the counts of a unit: figures, shots, movement, prisoners, and the place of its commander."""
    who = name(state, unit)
    roster = unit.now
    found: list[str] = []
    if unit.figures < 0 or unit.figures > roster.figures:
        found.append(f"{who} {agree(who, 'has|have')} {unit.figures} of {roster.figures} figures.")
    if unit.status == FIELD and unit.figures == 0:
        found.append(says(state, unit, "is|are on the table without a figure."))
    if unit.spent < 0.0 or unit.debt < 0 or unit.captured < 0 or not 0 <= unit.guards <= roster.figures:
        found.append(says(state, unit, "has|have a count below zero, or more guards than figures."))
    entitled = 0 if roster.missile is None else roster.missile.shots
    if state.pieces and unit.formation == SKIRMISH:
        entitled = max(entitled, 1)  # it may have shot with a field piece
    if not 0 <= unit.shots <= entitled:
        found.append(
            f"{who} shot {unit.shots} times this round, more often than {agree(who, 'it|they')} can."
        )
    if unit.thrown < 0 or unit.thrown > roster.volleys or unit.closing < 0.0:
        found.append(
            says(
                state,
                unit,
                "has|have used up more volleys than it|they carries|carry, or paid less than nothing to fill gaps.",
            )
        )
    if not 0 <= unit.weapon < len(roster.weapons):
        found.append(says(state, unit, "holds|hold a weapon that it|they has|have not."))
    if unit.status != FIELD:
        return found
    block, singles = unit.block, unit.singles
    if (block is None) == (singles is None):
        found.append(says(state, unit, "stands|stand neither as a block nor singly, or both."))
    mounts = bases_for(unit, unit.figures)
    if block is not None and block.figures != mounts:
        found.append(f"{who} {agree(who, 'counts|count')} {unit.figures} figures, and {block.figures} stand.")
    if singles is not None and len(figures_standing(unit)) != unit.figures:
        found.append(
            f"{who} {agree(who, 'counts|count')} {unit.figures} figures, and {len(figures_standing(unit))} stand."
        )
    if unit.loose is not None and len(unit.loose) != mounts:
        found.append(
            f"{who} {agree(who, 'counts|count')} {unit.figures} figures, and {len(unit.loose)} have a place."
        )
    if unit.leader_at != NOBODY:
        stands = unit.leader_at in figures_standing(unit) if singles is not None else unit.leader_at < mounts
        if not stands or unit.leader_at < 0:
            found.append(f"The commander of {who} stands at no figure.")
    return found


def _marks(state: State, unit: Unit) -> list[str]:
    """Faults of marks: each lies on a living figure, which stands in one place; the Wound marker lies on one figure. Rules: 8.7d, 8.7e."""
    marks = unit.marks
    who = name(state, unit)
    if marks is None:
        marks = Marks()
    found: list[str] = []
    places: dict[int, int] = {}
    kinds: set[tuple[int, str]] = set()
    for mark in marks.borne:
        if (mark.figure, mark.kind) in kinds or places.setdefault(mark.figure, mark.at) != mark.at:
            found.append(f"Figure {mark.figure} of {who} bears a mark twice, or stands in two places.")
        kinds.add((mark.figure, mark.kind))
        if not 1 <= mark.figure <= marks.given:
            found.append(f"Figure {mark.figure} of {who} bears a mark, but no figure was given that number.")
    for at in dict.fromkeys(places.values()):
        bearing = [figure for figure, place in places.items() if place == at]
        if len(bearing) > _room(unit, at):
            found.append(f"Figures {bearing} of {who} bear marks at {at}, where fewer stand.")
    wounds = [mark.at for mark in marks.borne if mark.kind == WOUND]
    if len(wounds) > 1 or (wounds and not unit.wounded):
        found.append(f"The Wound marker of {who} lies on {len(wounds)} figures.")
    if unit.status == FIELD and unit.wounded and not wounds and is_mended(state, 4):
        found.append(says(state, unit, "has|have a Wound marker, but no figure bears it."))
    if unit.singles is not None and any(not unit.singles[at].wounded for at in wounds):
        found.append(f"The Wound marker of {who} lies with another figure.")
    return found


def _room(unit: Unit, at: int) -> int:
    """The figures of a unit that stand on the base of that number."""
    if unit.status != FIELD:
        return 0
    if unit.block is None:
        return 1 if at in figures_standing(unit) else 0
    return figures_on(unit, (at,)) if 0 <= at < unit.block.figures else 0


def _shape(state: State, unit: Unit) -> list[str]:
    """Faults of formations, which the kind of unit must allow, and of blocks, which the formation shapes. Rules: 2.8b, 2.9g, 2.10c, 7.1c."""
    who = name(state, unit)
    roster = unit.now
    block = unit.block
    if (unit.shields or unit.spears) and unit.formation != CLOSED and is_mended(state, 14):
        return [says(state, unit, "holds|hold a shield wall or set spears, and is|are not closed.")]
    if roster.kind == SKIRMISHERS or unit.formation == SKIRMISH:
        if unit.singles is None or unit.formation != SKIRMISH:
            return [says(state, unit, "is|are of skirmishers, and does|do not stand singly.")]
        kept = [(base.x, base.y, base.forward_x, base.forward_y) for base in bases(unit)]
        places = [unit.singles[figure] for figure in figures_standing(unit)]
        if kept != [(one.x, one.y, *forward(one.heading)) for one in places]:
            return [says(state, unit, "is|are remembered where it|they no longer stands|stand.")]
        return _markers(unit, who, places)
    if block is None:
        return []
    found: list[str] = []
    if (roster.kind == CROWD) != (unit.formation == MOB):
        found.append(says(state, unit, "is|are in a formation that is not for its|their kind."))
    if unit.formation == MOB and block.files > mob_files(roster.figures, roster.width, roster.depth):
        found.append(f"{who} {agree(who, 'is|are')} a mob, and {block.files} files broad.")
    if unit.formation in (CLOSED, MOB) and block.spacing != 0.0:
        found.append(f"{who} {agree(who, 'stands|stand')} closed, with {block.spacing} in between figures.")
    widest = spacing(unit, OPEN)  # it may be less: a unit opens only as far as it has room. Rule: 4.5b
    if unit.formation == OPEN and not 0.0 <= block.spacing <= widest:
        found.append(f"{who} {agree(who, 'stands|stand')} open, with {block.spacing} in between figures.")
    if (block.width, block.depth) != (roster.width, roster.depth):
        found.append(says(state, unit, "stands|stand on bases that are not its|their own."))
    left, right = unit.wings
    if left < 0 or right < 0 or left + right > block.files:
        found.append(says(state, unit, "has|have wrapped more files than it|they has|have."))
    return found


def _markers(unit: Unit, who: str, places: list[Single]) -> list[str]:
    """Faults of markers: a skirmish unit is routed when all its figures are, and at most one of them is wounded. Rules: 2.9b, 8.7e."""
    found: list[str] = []
    if unit.routed != all(one.routed for one in places):
        found.append(
            f"{who} {agree(who, 'is|are')} counted as routed, or not, against what {agree(who, 'its|their')} figures are."
        )
    if sum([one.wounded for one in places]) != unit.wounded:
        found.append(
            f"{who} {agree(who, 'has|have')} more or fewer wounded figures than the one that is counted."
        )
    return found


def _place(state: State, unit: Unit, bodies: list[Rectangle]) -> list[str]:
    """Faults of place: off the table, on forbidden ground, or figures in each other. Rules: battlesystem:7.1e, crossroads.prohibited."""
    who = name(state, unit)
    setting = state.setting
    width, depth = setting.width + DEPTH, setting.depth + DEPTH
    found: list[str] = []
    x, y, reach = _circle(bodies)
    if x < reach or y < reach or x > width - reach or y > depth - reach:
        for body in bodies:
            if not all(
                -DEPTH <= east <= width and -DEPTH <= north <= depth for east, north in body.corners()
            ):
                found.append(says(state, unit, "stands|stand over the edge of the table."))
                break
    barred = field.forbidden(state, unit)
    for number, polygon in enumerate(setting.ground):
        if barred is not setting.ground and not any(one is polygon for one in barred):
            continue
        if polygon.is_off((x - reach, y - reach, x + reach, y + reach)):
            continue
        for body in bodies:
            if polygon.holds(body.x, body.y) or any(gap(body, wall) < -DEPTH for wall in polygon.walls):
                found.append(f"{who} {agree(who, 'stands|stand')} in {setting.ground_names[number]}.")
                break
    if unit.block is None or unit.loose is not None:
        for number, body in enumerate(bodies):
            if any(gap(body, other) < -DEPTH for other in bodies[:number]):
                found.append(f"Figures of {who} stand in each other.")
                break
    return found


def _circle(bodies: list[Rectangle]) -> tuple[float, float, float]:
    """A circle that holds all figures of a unit: x, y and radius."""
    if not bodies:
        return 0.0, 0.0, 0.0
    x = sum([body.x for body in bodies]) / len(bodies)
    y = sum([body.y for body in bodies]) / len(bodies)
    reach = max(
        [
            ((body.x - x) ** 2 + (body.y - y) ** 2) ** 0.5 + body.half_width + body.half_depth
            for body in bodies
        ]
    )
    return x, y, reach


def _deepest(bodies: list[Rectangle], others: list[Rectangle]) -> float:
    """Inches by which figures of two units overlap, at the worst place."""
    deepest = 0.0
    for body in bodies:
        for other in others:
            near = body.half_width + body.half_depth + other.half_width + other.half_depth
            if abs(body.x - other.x) < near and abs(body.y - other.y) < near:
                deepest = max(deepest, -gap(body, other))
    return deepest


def _commanders(state: State) -> list[str]:
    """Faults of individuals: off the table, on forbidden ground, or without hit points. Rules: 5.0c, crossroads.prohibited, 9.4b.hit-points."""
    setting = state.setting
    fallen = [
        f"{setting.sheets[one.id].name} has no hit points left, but stands on the table."
        for one in state.individuals.values()
        if footprints.champion(state, one) is not None and harm.left(state, one) <= 0
    ]
    return fallen + [
        f"{setting.sheets[leader.id].name} stands off the table, or on ground that nobody may enter."
        for leader in state.individuals.values()
        if leader.on_table and not is_open_to(state, leader, leader.x, leader.y)
    ]


def _roles(state: State) -> list[str]:
    """Faults of roles: a unit does not know who is with it, or a place of command has two holders. Rules: 9.0b, battlesystem:9.1, 9.2a, 9.3e."""
    found: list[str] = []
    held: list[tuple[int, int]] = []
    for one in state.individuals.values():
        who = state.setting.sheets[one.id].name
        if one.unit != NOBODY:
            unit = state.units[one.unit]
            led = unit.chief == one.id and unit.leader_at != NOBODY
            if one.on_table or not (one.id in unit.members or led or unit.status == WAITING):
                found.append(
                    f"{who} counts as with {name(state, unit)}, but is not on its list or stands apart from it."
                )
        if roles.is_in_battle(one) and roles.rank_of(state, one) in (BRIGADE, ARMY):
            held.append((one.side, roles.place_in_chain(one)))
    for unit in state.units.values():
        if unit.status != FIELD:
            continue
        found += [
            f"{state.setting.sheets[number].name} is not with {name(state, unit)} any more."
            for number in unit.members
            if state.individuals[number].unit != unit.id
        ]
        led = unit.chief != NOBODY and unit.leader_at != NOBODY
        if led and state.individuals[unit.chief].unit != unit.id:
            found.append(f"The commander of {name(state, unit)} stands both with it and apart from it.")
    if len(set(held)) < len(held):
        found.append("Two individuals hold one place of command.")
    return found


def _pieces(state: State) -> list[str]:
    """Faults of field pieces and their crews, which are figures of skirmishers. Rules: battlesystem:10.10, battlesystem:10.10d."""
    found: list[str] = []
    for number, piece in enumerate(state.pieces):
        if piece.id != number or piece.crew not in state.units:
            found.append(f"Field piece {piece.id} is numbered wrongly, or has a crew that is not there.")
            continue
        if not piece.on_table:
            continue
        what = title(state, piece)
        if not inside_board([base_of(state, piece)], state.setting.width, state.setting.depth):
            found.append(f"{what} stands off the table.")
        crew = state.units[piece.crew]
        if crew.status == FIELD and crew.singles is not None and piece.figure not in range(len(crew.singles)):
            # elites who gather leave their pieces: then their unit has no single figures
            found.append(f"{what} has a crew that its unit does not have.")
        if piece.last_shot > state.round:
            found.append(f"{what} has shot in a round that is still to come.")
        if piece.moved > engine_of(state, piece).movement + TOLERANCE:
            found.append(f"{what} has moved {piece.moved:g} in, more than it may.")
        if piece.turned and piece.last_shot == state.round > 0:
            found.append(f"{what} has moved or turned and shot in the same round.")
    return found


def _course(state: State) -> list[str]:
    """Faults of the course of the round: the ranking, the order of moves, and whose turn it is."""
    found: list[str] = []
    sides = len(state.setting.names)
    needed = [side for side in range(sides) if not is_mended(state, 11) or is_there(state, side)]
    if state.stage != PLACING and state.round and not _all_once(state.ranking, needed, sides):
        found.append("The sides are not ranked, each once.")
    if state.movers and not _all_once(state.movers, needed, sides):
        found.append("The sides do not move each once.")
    if not 0 <= state.part <= sides:
        found.append("The turn is of no side.")
    if state.mover != NOBODY and state.units[state.mover].status != FIELD:
        found.append(f"{name(state, state.units[state.mover])} is moving, and not on the table.")
    return found


def _all_once(named: tuple[int, ...], needed: list[int], sides: int) -> bool:
    """True if no side is named twice and all that are needed are named; a side with nothing left need not be. Rule: 1.1b."""
    return len(set(named)) == len(named) and set(needed) <= set(named) <= set(range(sides))
