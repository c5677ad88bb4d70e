"""The scene of a seat: the field in inches with its ground, the units on and off it, how they stand. Nothing is hidden.

Rules: battlesystem:1.0c, battlesystem:3.1, battlesystem:3.4, battlesystem:3.5, battlesystem:5.0a, battlesystem:6.4b.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from banneret.kernel.scene import (
    Board,
    Clock,
    Ending,
    Piece,
    Place,
    Scene,
    SideView,
    Stage,
    Tag,
    Track,
    Tray,
    letters,
)
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.state import State, side_acting
from banneret.rulebooks.battlesystem.unit import (
    CAPTURED,
    FIELD,
    FLED,
    LOST,
    NOBODY,
    SLAIN,
    STUNNED,
    WAITING,
    WOUNDED,
)
from banneret.rulebooks.battlesystem.view.artillery.field_pieces import engine_piece
from banneret.rulebooks.battlesystem.view.duel_marks import duel_clash, duel_links
from banneret.rulebooks.battlesystem.view.grounds import ground_place, middle, titled
from banneret.rulebooks.battlesystem.view.individuals import leader_piece
from banneret.rulebooks.battlesystem.view.melee_marks import clash, fights
from banneret.rulebooks.battlesystem.view.pieces import unit_piece

ID: Final = "battlesystem"
TRAYS: Final = (
    (FIELD, "With their units"),
    (WAITING, "Not yet on the table"),
    (SLAIN, "Destroyed"),
    (FLED, "Fled the field"),
    (CAPTURED, "Captured"),
)
KINDS: Final = {
    FIELD: "attached",
    WAITING: "waiting",
    SLAIN: "slain",
    FLED: "fled",
    CAPTURED: "captured",
}
GROUNDS: Final = (  # the drawing of forbidden ground, by words in its name
    ("swamp", ("pond", "mire", "bog", "marsh", "swamp", "fen", "reed")),
    ("water", ("river", "lake", "sea", "stream", "ford", "water")),
    ("forest", ("tangle", "wood", "forest", "thicket", "grove", "hedge", "thorn", "copse")),
    ("mountain", ("rock", "cliff", "crag", "hill", "quarry", "scarp")),
)


def scene(state: State, viewer: Viewer) -> Scene:
    """The battle as a seat sees it, without news and questions. Rules: battlesystem:3.1, battlesystem:7.1."""
    return scenes(state)(viewer)


def scenes(state: State) -> Callable[[Viewer], Scene]:
    """The battle as its viewers see it; all but the marks of fights is the same for all."""
    setting = state.setting
    keys = side_keys(state)
    ending = None
    if state.outcome is not None:
        winners = tuple([keys[winner] for winner in state.outcome.winners])
        ending = Ending(winners, state.outcome.reason, state.outcome.rule)
    duel = duel_clash(state)
    stage = stages.NAMES[state.stage]
    common = Scene(
        rulebook=ID,
        scenario=setting.scenario,
        title=setting.title,
        seat="",
        sides=_sides(state, keys),
        board=Board("plane", setting.width, setting.depth, _places(state), "in", setting.flags.premeasure),
        clock=Clock("Round", state.round) if state.round else Clock("Before the battle"),
        stage=Stage(stage.phase, stage.segment),
        pieces=_pieces(state),
        trays=_trays(state),
        tracks=_tracks(state),
        ending=ending,
        phases=tuple(stages.phases(setting.tier)) if setting.tier != stages.BASIC else (),
    )

    def seen_by(viewer: Viewer) -> Scene:
        links = fights(state, viewer)
        if len(state.individuals) > 1:
            links = (*duel_links(state, viewer), *links)
        seat = keys[viewer.side] if viewer.is_side else viewer.name
        return replace(common, seat=seat, links=links, clash=duel or clash(state, links))

    return seen_by


def _pieces(state: State) -> tuple[Piece, ...]:
    """The pieces of the board, which all viewers see alike."""
    return (
        *[unit_piece(state, unit) for unit in state.units.values() if unit.status == FIELD],
        *[leader_piece(state, leader) for leader in state.individuals.values() if leader.on_table],
        *[engine_piece(state, piece) for piece in state.pieces if piece.on_table],
    )


def side_keys(state: State) -> list[str]:
    """The ids of the sides, as in scenario and record; letters in a battle that was set up by hand."""
    return state.setting.keys or letters(state.setting.names)


# ---------------------------------------------------------------- sides and ground


def _sides(state: State, keys: list[str]) -> tuple[SideView, ...]:
    acting = side_acting(state) if stages.is_in_parts(state.stage) and state.movers else NOBODY
    signs = letters(state.setting.names)
    found: list[SideView] = []
    for side, name in enumerate(state.setting.names):
        units = st.on_field(state, side)
        counts = (("units", len(units)), ("figures", sum([unit.figures for unit in units])))
        found.append(SideView(keys[side], name, signs[side], counts, side == acting))
    return tuple(found)


def _places(state: State) -> tuple[Place, ...]:
    """The places of the board: scenery, terrain, forbidden ground, and the zones while the sides set up. Rules: battlesystem:5.0a, 3.4."""
    setting = state.setting
    found: list[Place] = []
    for number, (kind, name, line, width) in enumerate(setting.scenery):
        found.append(Place(f"s{number}", titled(name), middle(line), kind, shape=line, breadth=width))
    found += [ground_place(f"t{number}", one) for number, one in enumerate(setting.terrain)]
    laid_out = [one.area.corners for one in setting.terrain if one.area is not None and one.ground.barred]
    for number, (area, name) in enumerate(zip(setting.ground, setting.ground_names, strict=True)):
        corners = tuple(area.corners)
        if area.corners in laid_out:  # its terrain is drawn, and says itself that nobody may enter
            continue
        tag = Tag("closed", "nobody may enter", symbol="")
        found.append(Place(f"g{number}", titled(name), middle(corners), ground_of(name), (tag,), corners))
    if state.stage == stages.PLACING:
        for zone in setting.zones:
            corners = tuple(zone.area.corners)
            name = f"Where {setting.names[zone.side]} set up"
            found.append(Place(f"z{zone.side}", name, middle(corners), "", (), corners, zone.side, zone=True))
    return tuple(found)


def ground_of(name: str) -> str:
    """The kind of ground to draw for a name; "other" if it tells none.

    >>> ground_of("Thorn tangle"), ground_of("Deep pond and mire"), ground_of("Bare field")
    ('forest', 'swamp', 'other')
    """
    words = name.lower()
    for kind, signs in GROUNDS:
        if any(sign in words for sign in signs):
            return kind
    return "other"


def _tracks(state: State) -> tuple[Track, ...]:
    """The goal, the round, and the figures that each side has on the field."""
    found = [
        Track("goal", goals.words(state.setting), rule=goals.RULES[state.setting.goal.rules][0], kind="goal")
    ]
    if state.round:
        found.append(Track("round", str(state.round), kind="round"))
    for side in range(len(state.setting.names)):
        units = [unit for unit in state.units.values() if unit.side == side]
        began = sum([unit.now.figures for unit in units])
        left = sum([unit.figures for unit in units if unit.status == FIELD])
        found.append(Track("figures on the field", f"{left} of {began}", side))
    return tuple(found)


def _tray_of(leader: Individual) -> int:
    """The tray in which an individual off the table is shown. Rules: battlesystem:9.1, battlesystem:9.1e."""
    if leader.unit != NOBODY and leader.fate == WAITING:
        return FIELD
    return SLAIN if leader.fate in (LOST, WOUNDED, STUNNED) else leader.fate


def _trays(state: State) -> tuple[Tray, ...]:
    """The units and individuals off the table, by side and fate. Rules: battlesystem:1.0c, 6.4b, 7.15f."""
    found: list[Tray] = []
    for side, name in enumerate(state.setting.names):
        for status, title in TRAYS:
            pieces = [
                unit_piece(state, unit)
                for unit in state.units.values()
                if unit.side == side and unit.status == status != FIELD
            ]
            pieces += [
                leader_piece(state, leader)
                for leader in state.individuals.values()
                if leader.side == side and not leader.on_table and _tray_of(leader) == status
            ]
            if pieces:
                whole = f"{name}: {title.lower()}"
                found.append(
                    Tray(f"t{side}-{status}", whole, side, tuple(pieces), len(pieces), KINDS[status], title)
                )
    return tuple(found)
