"""What one seat may see: the map with its banners, own stacks in full, enemy stacks as hidden as the rules have it.

A scene lists what is shown; nothing is taken away from a fuller picture. An enemy's units bear no number in it, because a
number that follows a chit would tell where it went: they are named by their side, their hex and their kind.

Rule: stacks:hidden.stack, stacks:hidden.battle, stacks:hidden.hand, stacks:battle.banner, stacks:site.revealed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.geometry.hexes import HexGrid
from banneret.kernel.scene import (
    Board,
    Clash,
    Figure,
    Piece,
    Place,
    Scene,
    SideView,
    Tag,
    Track,
    Tray,
    letters,
)
from banneret.kernel.viewer import REFEREE, SPECTATOR
from banneret.rulebooks.stacks import stages, wording
from banneret.rulebooks.stacks.facts import Artifact, Spell, UnitKind
from banneret.rulebooks.stacks.modifiers import Line, battle_roll, can_use
from banneret.rulebooks.stacks.movement import shown_size
from banneret.rulebooks.stacks.state import (
    FALLEN,
    LEFT,
    NOBODY,
    RESERVE,
    ArtifactChit,
    Corner,
    Fight,
    State,
    Unit,
    everybody,
    has_looked,
)
from banneret.rulebooks.stacks.victory import scoring_hexes
from banneret.rulebooks.stacks.wording import many, plain, sides_verb, signed, symbol_of

AWAY: Final = "away"  # the imaginary hex of a single battle, as orders call it
UNKNOWN: Final = "?"
MOST_MAPS: Final = 256  # maps that are kept: few flags fly on each, and they seldom change
MOST_TRAYS: Final = 1024  # trays of a kind that are kept, likewise
MOST_CHITS: Final = 4096  # chits as pieces that are kept: the same lie on many boards, and before many eyes

PHASE_NAMES: Final = {
    stages.SETUP: ("Set-up", ""),
    stages.RECRUIT: ("Recruit Phase", ""),
    stages.DEPLOY: ("Deploy Phase", ""),
    stages.EXCHANGE: ("Exchange Phase", ""),
    stages.MOVE: ("Move Phase", ""),
    stages.SCOUT: ("Scout Phase", ""),
    stages.LOOK: ("Scout Phase", "S1 looking"),
    stages.STEAL: ("Scout Phase", "S2 stealing"),
    stages.DEVOUR: ("Scout Phase", "S3 devouring"),
    stages.BATTLE: ("Battle Phase", ""),
    stages.REVEAL: ("Battle Phase", "I reveal combatants: V1 reveal"),
    stages.RETREAT: ("Battle Phase", "II tactical options: T1 retreat"),
    stages.WITHDRAW: ("Battle Phase", "II tactical options: T2 withdraw"),
    stages.GUARD: ("Battle Phase", "II tactical options: T3 guard"),
    stages.PARALYZE: ("Battle Phase", "II tactical options: T4 paralyze"),
    stages.SUPPORT: ("Battle Phase", "II tactical options: T5 support"),
    stages.ROLL: ("Battle Phase", "III battle roll: B1 roll"),
    stages.STRIKE: ("Battle Phase", "III battle roll: B2 strike"),
    stages.LOSSES: ("Battle Phase", "III battle roll: B3 losses"),
    stages.RESPITE: ("Battle Phase", "IV respite: R2 spells"),
    stages.VICTORY: ("Battle Phase", "R3 victory check"),
    stages.CALLOFF: ("Battle Phase", "R4 calling off"),
    stages.END: ("End Phase", ""),
    stages.OVER: ("", ""),
}


class Look:
    """A state and who looks at it, with what the parts of a scene ask for again and again sorted out once.

    `off` are the units off the map by side and place, `held` the artifacts by the unit that holds them, `corners` those of
    the fight under way and `fronts` its combatants, `scoring` the hexes that carry flags.
    """

    def __init__(self, state: State, viewer: int) -> None:
        self.state = state
        self.setting = state.setting
        self.viewer = viewer
        self.off: list[dict[int, list[Unit]]] = [{} for _ in range(state.setting.sides)]
        for unit in state.units:
            if unit.place < 0:
                self.off[unit.side].setdefault(unit.place, []).append(unit)
        self.held: dict[int, list[ArtifactChit]] = {}
        for chit in state.artifacts:
            self.held.setdefault(chit.holder, []).append(chit)
        fight = state.fight
        self.corners: list[Corner] = [] if fight is None or state.outcome is not None else fight.corners
        self.fronts = [corner.front for corner in self.corners]
        self.scoring = scoring_hexes(state)

    def sees_all(self, owner: int) -> bool:
        """Whether the viewer sees everything that belongs to the owner."""
        return sees_all(self.viewer, owner)

    def corner(self, side: int, hex_: int) -> Corner | None:
        """The side's corner of the running fight, if that is in the hex."""
        fight = self.state.fight
        if fight is not None and fight.hex == hex_:
            for corner in self.corners:
                if corner.side == side:
                    return corner
        return None


def scene(state: State, side: int) -> Scene:
    """What a side sees; the referee sees everything, a spectator what everybody may. Rule: stacks:hidden.views."""
    setting = state.setting
    look = Look(state, side)
    phase, segment = PHASE_NAMES.get(state.stage, ("", ""))
    return Scene(
        rulebook="stacks",
        scenario=setting.scenario_id,
        title=setting.scenario_id,
        seat=_seat(state, side),
        sides=tuple(_side_views(look)),
        board=_board(state),
        turn=_turn(state),
        phase=phase,
        segment=segment,
        pieces=tuple(_banners(look)),
        trays=tuple(_trays(look)),
        tracks=tuple(_tracks(look)),
        clash=_clash(look),
    )


def sees_all(viewer: int, owner: int) -> bool:
    """Whether the viewer sees everything that belongs to the owner."""
    return viewer in (owner, REFEREE)


def knows(state: State, viewer: int, unit: Unit) -> bool:
    """Whether the viewer knows that this very unit is in its stack. Rule: stacks:hidden.battle, stacks:site.revealed."""
    if sees_all(viewer, unit.side):
        return True
    if unit.place >= 0 and state.setting.kinds[unit.kind].site:
        return True
    bits = everybody(state) if viewer == SPECTATOR else 1 << viewer
    return unit.known & bits == bits


# ---------------------------------------------------------------- the frame


def _seat(state: State, side: int) -> str:
    if side == REFEREE:
        return "referee"
    return "spectator" if side == SPECTATOR else state.setting.side_names[side]


def _turn(state: State) -> str:
    setting = state.setting
    if setting.battle_only:
        return f"Round {state.fight.round}" if state.fight is not None and state.fight.round > 0 else ""
    return f"Turn {state.turn} of {setting.turn_limit}" if state.turn > 0 else ""


def _side_views(look: Look) -> list[SideView]:
    """The sides as everybody sees them. Rule: stacks:hidden.hand."""
    state, setting = look.state, look.setting
    views: list[SideView] = []
    for side, letter in enumerate(_letters(tuple(setting.side_names))):
        off = look.off[side]
        counts = [("spells", len(state.hands[side])), ("fallen", len(off.get(FALLEN, ())))]
        if not setting.battle_only:
            counts.insert(0, ("reserve", len(off.get(RESERVE, ()))))
            counts.append(("flags", len(_carried(look, side))))
        acts = state.turn > 0 and state.active == side and state.outcome is None
        views.append(SideView(setting.side_names[side], setting.titles[side], letter, tuple(counts), acts))
    return views


@lru_cache(maxsize=64)
def _letters(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(letters(list(names)))


def _carried(look: Look, side: int) -> list[int]:
    """The scoring hexes that carry the side's flag. Rule: stacks:turn.control."""
    standards = look.state.standards
    return [hex_ for hex_ in look.scoring if standards[hex_] == side]


def place_id(state: State, hex_: int) -> str:
    """The name of a hex in scenes and orders. Rule: stacks:map.layout."""
    return AWAY if hex_ == LEFT else state.setting.grid.names[hex_]


def _board(state: State) -> Board:
    """The map. Rule: stacks:map.layout, stacks:map.terrain."""
    setting = state.setting
    grid = setting.grid
    if setting.battle_only:
        ground = setting.terrain[0]
        tags = _bare_tags(0, tuple(setting.capitals), tuple(setting.objectives), tuple(setting.titles))
        field = Place(grid.names[0], "the field", (0, 0), ground, tags + _changing_tags(state, 0))
        return Board("sheet", 2, 1, (field, Place(AWAY, "away from the battle", (1, 0), ground)))
    busy = {hex_ for hex_, side in enumerate(state.standards) if side != NOBODY}
    if state.fight is not None:
        busy.add(state.fight.hex)
    return _map(
        grid.columns,
        grid.rows,
        tuple(setting.terrain),
        tuple(setting.capitals),
        tuple(setting.objectives),
        tuple(setting.titles),
        tuple([(hex_, _changing_tags(state, hex_)) for hex_ in sorted(busy)]),
    )


@lru_cache(maxsize=MOST_MAPS)
def _map(
    columns: int,
    rows: int,
    terrain: tuple[str, ...],
    capitals: tuple[int, ...],
    objectives: tuple[int, ...],
    titles: tuple[str, ...],
    changing: tuple[tuple[int, tuple[Tag, ...]], ...],
) -> Board:
    """The map with what changes on it: one and the same for all who look at it, and for all battles on it."""
    bare = _bare_map(columns, rows, terrain, capitals, objectives, titles)
    places = list(bare)
    for hex_, tags in changing:
        place = bare[hex_]
        places[hex_] = Place(place.id, place.name, place.at, place.ground, place.tags + tags)
    return Board("hexes", columns, rows, tuple(places))


@lru_cache(maxsize=64)
def _bare_map(
    columns: int,
    rows: int,
    terrain: tuple[str, ...],
    capitals: tuple[int, ...],
    objectives: tuple[int, ...],
    titles: tuple[str, ...],
) -> tuple[Place, ...]:
    """The map before anything happens on it: made once, and shared by all battles on it."""
    grid = HexGrid(columns, rows)
    return tuple(
        [
            Place(name, name, grid.place(hex_), terrain[hex_], _bare_tags(hex_, capitals, objectives, titles))
            for hex_, name in enumerate(grid.names)
        ]
    )


def _bare_tags(
    hex_: int, capitals: tuple[int, ...], objectives: tuple[int, ...], titles: tuple[str, ...]
) -> tuple[Tag, ...]:
    """Capital, objective: what a hex is for the whole battle."""
    tags = [
        Tag("capital", f"{titles[side]} capital", side)
        for side, capital in enumerate(capitals)
        if capital == hex_
    ]
    if hex_ in objectives:
        tags.append(Tag("objective", "objective"))
    return tuple(tags)


def _changing_tags(state: State, hex_: int) -> tuple[Tag, ...]:
    """Flag, battle. Rule: stacks:turn.control."""
    tags: list[Tag] = []
    flag = state.standards[hex_] if hex_ < len(state.standards) else NOBODY
    if flag != NOBODY:
        tags.append(Tag("flag", f"{state.setting.titles[flag]} flag", flag))
    fight = state.fight
    if fight is not None and fight.hex == hex_ and state.outcome is None:
        tags.append(Tag("fight", "battle" if state.stage >= stages.BATTLE else "scouting"))
    return tuple(tags)


# ---------------------------------------------------------------- banners


def _banners(look: Look) -> list[Piece]:
    """One banner for every stack. Rule: stacks:battle.banner, stacks:battle.one-stack, stacks:battle.set-aside."""
    found: list[Piece] = []
    for side, stacks in enumerate(look.state.stacks):
        found.extend([_banner(look, side, hex_, stacks[hex_]) for hex_ in sorted(stacks)])
        away = look.off[side].get(LEFT)
        if away:
            found.append(_banner(look, side, LEFT, [unit.id for unit in away]))
    return found


def _banner(look: Look, side: int, hex_: int, members: list[int]) -> Piece:
    """A stack under its banner. Rule: stacks:hidden.stack, stacks:opt.stack-size, stacks:site.revealed."""
    state = look.state
    where = place_id(state, hex_)
    corner = look.corner(side, hex_)
    if look.sees_all(side):
        size, rule = len(members), "stacks:battle.banner"
        units = state.units
        inside = [own_piece(look, units[number], where) for number in members]
    else:
        size, rule = shown_size(state, side, hex_, look.viewer) if hex_ >= 0 else -1, "stacks:hidden.stack"
        inside = _open_units(look, side, where, members, corner, hex_ >= 0)
    return Piece(
        f"b{side}:{where}",
        side,
        where,
        "banner",
        f"{look.setting.titles[side]} stack",
        label=str(size) if size >= 0 else UNKNOWN,
        detail=many(size, "unit") if size >= 0 else "",
        states=("fights now",) if corner is not None and state.stage >= stages.BATTLE else (),
        inside=tuple(inside),
        rule=rule,
    )


def _open_units(
    look: Look, side: int, where: str, members: list[int], corner: Corner | None, on_map: bool
) -> list[Piece]:
    """What lies open under an enemy banner: Sites, and the combatant of the moment."""
    front = corner.front if corner is not None else NOBODY
    units, kinds = look.state.units, look.setting.kinds
    shown = [units[i] for i in members if i == front or (on_map and kinds[units[i].kind].site)]
    shown.sort(key=lambda unit: (unit.id != front, unit.kind))
    return _enemy_pieces(look, shown, f"o{side}", where)


# ---------------------------------------------------------------- units


def piece_id(unit: Unit) -> str:
    """How scenes call a unit to those who may tell it from its like: its owner and the referee."""
    return f"u{unit.id}"


def own_piece(look: Look, unit: Unit, where: str) -> Piece:
    """A unit as its owner and the referee see it."""
    kinds = look.setting.artifact_kinds
    held = look.held.get(unit.id)
    tags = tuple([_artifact_tag(look, kinds[chit.kind], unit) for chit in held]) if held else ()
    kind = look.setting.kinds[unit.kind]
    return _unit_piece(piece_id(unit), unit.side, where, kind, _states(look, unit, True), tags)


def _enemy_pieces(look: Look, units: list[Unit], prefix: str, where: str) -> list[Piece]:
    """Units of an enemy that lie open, in the order given, which must tell nothing."""
    kinds = look.setting.kinds
    return [
        _unit_piece(
            f"{prefix}:{where}:{place}",
            unit.side,
            where,
            kinds[unit.kind],
            _states(look, unit, False),
            _known_artifacts(look, unit),
        )
        for place, unit in enumerate(units)
    ]


def _known_artifacts(look: Look, unit: Unit) -> tuple[Tag, ...]:
    """The artifacts that the viewer knows an enemy unit to hold. Rule: stacks:scout.look, stacks:artifact.reveal."""
    bits = everybody(look.state) if look.viewer == SPECTATOR else 1 << look.viewer
    kinds = [chit.kind for chit in look.held.get(unit.id, ()) if chit.known & bits == bits]
    return tuple([_artifact_tag(look, look.setting.artifact_kinds[kind], unit) for kind in sorted(kinds)])


@lru_cache(maxsize=MOST_CHITS)
def _unit_piece(
    piece: str, side: int, where: str, kind: UnitKind, states: tuple[str, ...], tags: tuple[Tag, ...]
) -> Piece:
    """A unit chit: modifier, symbol, name, abilities. Rule: stacks:units.seed-lists, stacks:units.house-lists."""
    return Piece(
        piece,
        side,
        where,
        "site" if kind.site else "unit",
        kind.name,
        symbol=symbol_of(kind),
        label=signed(kind.brm),
        detail=wording.ability_line(kind),
        figures=(Figure("BRM", signed(kind.brm), rule="stacks:mod.brm"),),
        states=states,
        tags=tags,
        rule="stacks:units.house-lists" if kind.house else "stacks:units.seed-lists",
    )


def _artifact_tag(look: Look, artifact: Artifact, holder: Unit) -> Tag:
    """An artifact on its holder. Rule: stacks:artifact.holder, stacks:artifact.users."""
    usable = can_use(artifact, look.setting.kinds[holder.kind])
    return Tag("artifact", artifact.name if usable else f"{artifact.name} (cannot use it)", holder.side)


def _states(look: Look, unit: Unit, own: bool) -> tuple[str, ...]:
    """What has become of a unit, in words. What others may not know is said to its owner only."""
    words: list[str] = []
    if unit.id in look.fronts:
        words.append("fights now")
    if unit.held_turns > 0:
        words.append(f"paralyzed, {many(unit.held_turns, 'turn')}")
    elif unit.held:
        words.append("paralyzed")
    if unit.defeats:
        words.append("defeated once" if unit.defeats == 1 else f"defeated {unit.defeats} times")
    if unit.blooded:
        words.append("regenerates")
    if unit.devoured:
        words.append(f"fed, {signed(unit.devoured)}")
    if unit.skirmished:
        words.append("skirmished")
    if unit.exited:
        words.append("vanished")
    if own:
        if unit.moved:
            words.append("moved")
        if unit.aboard != NOBODY:
            words.append(f"aboard {look.setting.kinds[look.state.units[unit.aboard].kind].name}")
        if unit.place >= 0 and unit.known & ~(1 << unit.side):
            words.append("seen by the enemy")
    return tuple(words)


# ---------------------------------------------------------------- trays


def _trays(look: Look) -> list[Tray]:
    state, setting = look.state, look.setting
    trays: list[Tray] = []
    for side in range(setting.sides):
        trays.append(_hand(look, side))
        if not setting.battle_only:
            trays.append(_reserve(look, side))
    trays.extend(_seen(look))
    trays.extend([_fallen(look, side) for side in range(setting.sides)])
    trays.append(_spent(state))
    trays.extend(_aside(state))
    if not setting.battle_only:
        trays.extend(_piles(state))
    return [tray for tray in trays if tray.count or tray.pieces]


def _whose(look: Look, side: int) -> str:
    return "Your" if look.viewer == side else f"{look.setting.titles[side]}:"


@lru_cache(maxsize=MOST_CHITS)
def spell_piece(piece: str, side: int, spell: Spell) -> Piece:
    """A spell chit. Rule: stacks:spell.hand."""
    return Piece(
        piece,
        side,
        "",
        "spell",
        spell.name,
        symbol=wording.SYMBOLS.get(spell.id, "spell-book"),
        label=spell.step,
        detail=spell.text,
        rule=spell.rule,
    )


def _hand(look: Look, side: int) -> Tray:
    """Spells in hand; of others only their number is known. Rule: stacks:hidden.hand, stacks:spell.hand."""
    hand = look.state.hands[side]
    title = f"{_whose(look, side)} spells"
    if not look.sees_all(side):
        return Tray(f"hand{side}", title, side, count=len(hand))
    kinds = look.setting.spell_kinds
    return _open_hand(side, title, tuple([kinds[kind] for kind in hand]))


@lru_cache(maxsize=MOST_TRAYS)
def _open_hand(side: int, title: str, hand: tuple[Spell, ...]) -> Tray:
    pieces = [
        spell_piece(spell_piece_id(side, spell, hand[:place].count(spell)), side, spell)
        for place, spell in enumerate(hand)
    ]
    return Tray(f"hand{side}", title, side, tuple(pieces), len(hand))


def spell_piece_id(side: int, spell: Spell, again: int = 0) -> str:
    """How scenes call a spell chit in hand; `again` counts the equal ones before it."""
    return f"s{side}:{spell.id}:{again}"


def _reserve(look: Look, side: int) -> Tray:
    """Units in reserve; of others only their number is known. Rule: stacks:hidden.hand."""
    units = look.off[side].get(RESERVE, [])
    pieces = [own_piece(look, unit, "") for unit in units] if look.sees_all(side) else []
    return Tray(f"reserve{side}", f"{_whose(look, side)} reserve", side, tuple(pieces), len(units))


def _seen(look: Look) -> list[Tray]:
    """What the viewer has seen of the enemy stack in the hex in question, and knows to be there still.

    Rule: stacks:scout.snapshot, stacks:hidden.revealed-back.
    """
    state, viewer = look.state, look.viewer
    fight = state.fight
    trays: list[Tray] = []
    for corner in look.corners:
        side = corner.side
        if fight is None or look.sees_all(side):
            continue
        where = place_id(state, fight.hex)
        members = [state.units[i] for i in state.stacks[side].get(fight.hex, [])]
        units = [unit for unit in members if knows(state, viewer, unit)]
        units.sort(
            key=lambda unit: (
                unit.kind,
                _states(look, unit, False),
                [tag.text for tag in _known_artifacts(look, unit)],
            )
        )
        more = "" if has_looked(state, viewer, side, fight.hex) else ", may be more"
        title = f"Seen of {look.setting.titles[side]} at {where}{more}"
        pieces = tuple(_enemy_pieces(look, units, f"k{side}", where))
        trays.append(Tray(f"seen{side}", title, side, pieces, len(pieces)))
    return trays


def _fallen(look: Look, side: int) -> Tray:
    """Destroyed units lie open. Rule: stacks:roll.removal, stacks:hidden.hand."""
    kinds = look.setting.kinds
    fallen = sorted([unit.kind for unit in look.off[side].get(FALLEN, ())])
    return _graveyard(side, look.setting.titles[side], tuple([kinds[kind] for kind in fallen]))


@lru_cache(maxsize=MOST_TRAYS)
def _graveyard(side: int, title: str, fallen: tuple[UnitKind, ...]) -> Tray:
    pieces = [_unit_piece(f"d{side}:{place}", side, "", kind, (), ()) for place, kind in enumerate(fallen)]
    return Tray(f"fallen{side}", f"Fallen of {title}", side, tuple(pieces), len(pieces))


def _spent(state: State) -> Tray:
    """Cast and discarded spells. Rule: stacks:spell.discard, stacks:hidden.hand."""
    spells = state.setting.spell_kinds
    return _discards(tuple([spells[kind] for kind in sorted(state.spell_discards)]))


@lru_cache(maxsize=MOST_TRAYS)
def _discards(spells: tuple[Spell, ...]) -> Tray:
    pieces = [spell_piece(f"x:{place}", -1, spell) for place, spell in enumerate(spells)]
    return Tray("discards", "Spell discards", -1, tuple(pieces), len(pieces))


@lru_cache(maxsize=MOST_CHITS)
def artifact_piece(piece: str, side: int, artifact: Artifact) -> Piece:
    """An artifact chit. Rule: stacks:artifact.holder."""
    return Piece(
        piece,
        side,
        "",
        "artifact",
        artifact.name,
        symbol=wording.SYMBOLS.get(artifact.id, "swap-bag"),
        label=artifact.kind,
        detail=artifact.text,
        rule=artifact.rule,
    )


def _aside(state: State) -> list[Tray]:
    """Artifacts of the fallen that wait for the victor. Rule: stacks:opt.fallen-artifacts."""
    fight = state.fight
    if fight is None or not fight.set_aside:
        return []
    kinds = state.setting.artifact_kinds
    found = sorted(state.artifacts[i].kind for i in fight.set_aside)
    pieces = tuple([artifact_piece(f"a:{place}", -1, kinds[kind]) for place, kind in enumerate(found)])
    return [Tray("aside", "Artifacts for the victor", -1, pieces, len(pieces))]


def _piles(state: State) -> list[Tray]:
    """How many chits are left to draw: draws are seen, so are the heights of the piles. Rule: stacks:hidden.hand."""
    setting = state.setting
    trays = [
        _pile(name, f"{name} pile", len(state.piles.get(name, ())))
        for name in sorted(set().union(*setting.lists))
    ]
    if setting.artifact_draws:
        trays.append(_pile("artifacts", "Artifact pile", len(state.artifact_pile)))
    if setting.spells_per_turn or any(setting.spells_random):
        trays.append(_pile("spells", "Spell pile", len(state.spell_pile)))
    return trays


@lru_cache(maxsize=MOST_TRAYS)
def _pile(name: str, title: str, count: int) -> Tray:
    return Tray(f"pile:{name}", title, -1, count=count)


# ---------------------------------------------------------------- tracks


def goal_text(state: State) -> str:
    """What the game is about, in a sentence."""
    setting = state.setting
    last = f"by turn {setting.turn_limit}" if setting.turn_limit else ""
    if setting.goal == "capital":
        return f"Take the enemy capital {last}".strip()
    if setting.goal == "archmage":
        return f"Destroy the enemy Archmage {last}".strip()
    if setting.goal == "objectives":
        return f"Hold most flags after turn {setting.turn_limit}"
    return "Hold the field"


_GOAL_RULES: Final = {
    "capital": "stacks:win.capital",
    "archmage": "stacks:win.archmage",
    "objectives": "stacks:win.objectives",
}


def _tracks(look: Look) -> list[Track]:
    """Goal, turn, flags, round, draws left. Rule: stacks:win.limit, stacks:turn.control, stacks:battle.round."""
    state, setting = look.state, look.setting
    tracks = [Track("goal", goal_text(state), rule=_GOAL_RULES.get(setting.goal, "stacks:setup.battle-only"))]
    if not setting.battle_only:
        if state.turn > 0:
            tracks.append(Track("turn", f"{state.turn} of {setting.turn_limit}", rule="stacks:turn.phases"))
        names = setting.grid.names
        for side in range(setting.sides):
            carried = _carried(look, side)
            figures = tuple([Figure(names[hex_], "1", rule="stacks:turn.control") for hex_ in carried])
            tracks.append(Track("flags", str(len(carried)), side, figures, "stacks:win.limit"))
        if state.stage == stages.RECRUIT:
            tracks.append(Track("draws left", str(state.draws), state.active, rule="stacks:recruit.draw"))
    if state.fight is not None and state.fight.round > 0 and state.outcome is None:
        tracks.append(Track("round", str(state.fight.round), rule="stacks:battle.round"))
    return tracks


# ---------------------------------------------------------------- who meets whom


def _clash(look: Look) -> Clash | None:
    """The fight as the viewer sees it. Rule: stacks:hidden.battle, stacks:tactical.final-combatants."""
    state = look.state
    fight = state.fight
    if fight is None or state.outcome is not None:
        return None
    where = place_id(state, fight.hex)
    scouting = state.stage < stages.BATTLE
    title = "Scouting" if scouting else "Battle"
    if not state.setting.battle_only:
        title += f" at {where}"
    pieces: list[Piece] = []
    sums: list[Figure] = []
    support: list[Piece] = []
    name = _name(state, fight.corners[0])
    lines = [
        f"{name} {sides_verb(name, 'is', 'are')} active"
        if scouting
        else f"{name} {sides_verb(name, 'attacks', 'attack')}"
    ]
    for place, corner in enumerate(fight.corners):
        other = fight.corners[1 - place]
        if corner.front == NOBODY:
            if not scouting and other.front != NOBODY:
                side_name = _name(state, corner)
                lines.append(f"{side_name} {sides_verb(side_name, 'has', 'have')} no combatant")
            continue
        pieces.append(_front_piece(look, corner, where))
        sums.append(_sum(state, fight, place))
        if corner.line is not None:
            support.extend(_support_pieces(corner, corner.line, where))
        elif not scouting and not look.sees_all(corner.side):
            lines.append(f"{_name(state, corner)}: {sums[-1].value} and what is hidden")
    return Clash(title, where, tuple(pieces), tuple(sums), tuple(support), tuple(lines))


def _name(state: State, corner: Corner) -> str:
    return state.setting.titles[corner.side]


def _front_piece(look: Look, corner: Corner, where: str) -> Piece:
    unit = look.state.units[corner.front]
    if look.sees_all(corner.side):
        return own_piece(look, unit, where)
    return _enemy_pieces(look, [unit], f"o{corner.side}", where)[0]


def line_of(state: State, corner: Corner) -> Line:
    """The line of a corner as everybody knows it now: with all its support once that is revealed, else bare."""
    if corner.line is not None:
        return corner.line
    unit = state.units[corner.front]
    return Line(state.setting.kinds[unit.kind], unit.devoured, corner.brought_in)


def _sum(state: State, fight: Fight, place: int) -> Figure:
    """What a combatant brings to its roll as far as it is known, with its parts. Rule: stacks:mod.sum, stacks:roll.total."""
    corner, other = fight.corners[place], fight.corners[1 - place]
    if other.front == NOBODY:
        kind = state.setting.kinds[state.units[corner.front].kind]
        return Figure(
            _name(state, corner),
            plain(kind.brm),
            ((kind.brm, kind.name, "stacks:mod.brm"),),
            "stacks:mod.brm",
        )
    tally = battle_roll(
        line_of(state, corner), line_of(state, other), place == 0, state.setting.flags.modifiers
    )
    if corner.roll and state.stage in (stages.STRIKE, stages.LOSSES):
        tally.add(corner.roll, "die", "stacks:roll.dice")
    return Figure(_name(state, corner), plain(tally.total), tuple(tally.parts), "stacks:roll.total")


def _support_pieces(corner: Corner, line: Line, where: str) -> list[Piece]:
    """What was revealed in support, by kind so that its order tells nothing. Rule: stacks:hidden.battle."""
    side = corner.side
    units = sorted(line.supporters, key=lambda kind: kind.index)
    pieces = [
        _unit_piece(f"t{side}:{place}", side, where, kind, ("supports",), ())
        for place, kind in enumerate(units)
    ]
    if line.carrier is not None and line.carrier not in line.supporters:
        pieces.append(_unit_piece(f"t{side}:carrier", side, where, line.carrier, ("carries",), ()))
    artifacts = [*line.own_artifacts, *[artifact for _, artifact in line.lent_artifacts]]
    artifacts.sort(key=lambda artifact: artifact.index)
    pieces.extend(
        [artifact_piece(f"ta{side}:{place}", side, artifact) for place, artifact in enumerate(artifacts)]
    )
    spells = sorted(line.blessings, key=lambda spell: spell.index)
    pieces.extend([spell_piece(f"ts{side}:{place}", side, spell) for place, spell in enumerate(spells)])
    return pieces
