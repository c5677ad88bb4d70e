"""The scene of one seat: the ground, the companies, the scripts as far as they are open, and the objectives.

Rules: companies:map.hidden, companies:map.company-place, companies:script.secret.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from banneret.kernel.scene import Board, Clock, Place, Scene, SideView, Stage, Tag, Track, letters
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.end.results import last_volley, result_of
from banneret.rulebooks.companies.state import NOBODY, State
from banneret.rulebooks.companies.text.names import place_name
from banneret.rulebooks.companies.view.pieces import company_piece
from banneret.rulebooks.companies.view.scripts import clash, script_tray

SETUP: Final = {
    stages.CAMP: Stage("Camp"),
    stages.CONTACT: Stage("Contact"),
    stages.DISPOSITION: Stage("Dispositions"),
    stages.POSITIONS: Stage("Positions"),
    stages.START: Stage("Positions"),
    stages.WORKS: Stage("Fortifications"),
}
SCRIPT: Final = Stage("Script")
VOLLEYS: Final = tuple([Stage(f"Volley {number + 1}") for number in range(stages.VOLLEYS)])
OVER: Final = Stage("The end")


def stage_of(state: State) -> Stage:
    """The stage as people read it."""
    if state.stage == stages.OVER:
        return OVER
    if state.stage == stages.VOLLEY:
        return VOLLEYS[state.volley]
    return SETUP.get(state.stage, SCRIPT)


def scene(state: State, viewer: Viewer) -> Scene:
    """The scene of a viewer: everything but the sealed volleys of others. Rule: companies:map.hidden."""
    return scenes(state)(viewer)


def scenes(state: State) -> Callable[[Viewer], Scene]:
    """The scenes of all viewers; all but the scripts is the same for all."""
    setting = state.setting
    letter = letters(list(setting.names))
    common = Scene(
        rulebook="companies",
        scenario=setting.scenario,
        title=setting.title,
        seat="",
        sides=tuple([_side(state, side, letter[side]) for side in range(len(setting.sides))]),
        board=_board(state),
        clock=_clock(state),
        stage=stage_of(state),
        pieces=tuple([company_piece(state, company) for company in state.companies]),
        tracks=tuple(_tracks(state)),
        clash=clash(state),
    )
    written = [one for one in state.companies if one.written is not None and state.stage == stages.VOLLEY]

    def seen_by(viewer: Viewer) -> Scene:
        seat = setting.sides[viewer.side] if viewer.is_side else viewer.name
        trays = tuple([script_tray(state, one, viewer) for one in written])
        return replace(common, seat=seat, trays=trays)

    return seen_by


def _clock(state: State) -> Clock:
    """The exchange that is played or was the last, of those before nightfall. Rule: companies:end.time-limit."""
    exchange = last_volley(state)[0] if state.stage == stages.OVER else state.exchange
    if state.stage < stages.SCRIPT or not exchange:
        return Clock("Before the battle")
    return Clock("Exchange", exchange, state.setting.flags.nightfall)


def _side(state: State, side: int, letter: str) -> SideView:
    """A side with its Disposition and its conflict scenes."""
    own = [company for company in state.companies if state.setting.forces[company.id].side == side]
    total = sum([0 if company.fallen else company.disposition for company in own])
    counts = [("disposition", total)]
    if state.tokens[side] != NOBODY:
        counts.append(("conflict scenes", state.tokens[side]))
    return SideView(state.setting.sides[side], state.setting.names[side], letter, tuple(counts))


def _board(state: State) -> Board:
    """The sketch of the battle space: positions, starts, and the roads between them. Rule: companies:map.graph."""
    spots = spots_of(state)
    places = [
        Place(
            name,
            place_name(name),
            spots[node],
            "position" if state.values[node] else "camp",
            _tags(state, node),
        )
        for node, name in enumerate(state.nodes)
    ]
    roads = [
        (name, state.nodes[way])
        for node, name in enumerate(state.nodes)
        for way in state.roads[node]
        if way > node
    ]
    width = max(x for x, _ in spots) + 1
    height = max(y for _, y in spots) + 1
    return Board("sheet", width, height, tuple(places), roads=tuple(roads))


def spots_of(state: State) -> list[tuple[float, float]]:
    """The spots of the nodes on the sketch; a position that was added lies in the middle of those it is joined to, or below that if others are near."""
    spots = list(state.setting.ground.spots)
    for node in range(len(spots), len(state.nodes)):
        ways = [spots[way] for way in state.roads[node] if way < node]
        x = sum(one[0] for one in ways) / len(ways)
        y = sum(one[1] for one in ways) / len(ways)
        step = 0.5
        while any(abs(x - other) < 0.4 and abs(y - down) < 0.4 for other, down in spots):
            y += step
        spots.append((round(x, 2), round(y, 2)))
    return spots


def _tags(state: State, node: int) -> tuple[Tag, ...]:
    """Value and works of a node. Rules: companies:position.rating, companies:fort.rating."""
    found = []
    if state.values[node]:
        found.append(Tag("value", f"{state.values[node]}P"))
    if state.works[node]:
        found.append(Tag("works", f"{state.works[node]}F"))
    return tuple(found)


def _tracks(state: State) -> list[Track]:
    """Objectives, the initiative, and after the battle its result. Rules: companies:objective.declare, companies:end.record."""
    found = [
        Track("goal", force.objective, force.side, rule="companies:objective.declare", kind="goal")
        for force in state.setting.forces
    ]
    if state.initiative != NOBODY:
        name = state.setting.forces[state.initiative]
        text = {"surprise": "surprise", "position": "starts in a position", "offer": "offered battle"}
        found.append(
            Track("contact", text.get(state.chosen, "won"), name.side, rule="companies:contact.choice")
        )
    result = result_of(state)
    if result is not None and state.outcome is not None:
        side = state.outcome.winners[0] if state.outcome.winners else -1
        found.append(Track("ended by", result.reason, rule="companies:end.record"))
        if result.exchange:
            at = f"exchange {result.exchange}, volley {result.volley}"
            found.append(Track("at", at, rule="companies:end.record"))
        if result.level:
            found.append(Track("compromise", result.level, side, rule="companies:end.compromise"))
        found += [Track("met", one, side, rule="companies:end.objective") for one in result.met]
    return found
