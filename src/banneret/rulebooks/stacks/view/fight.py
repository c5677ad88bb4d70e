"""The fight under way as the viewer sees it: combatants, sums and support."""

from __future__ import annotations

from banneret.kernel.scene import Clash, Condition, Figure, Piece
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, Line, State
from banneret.rulebooks.stacks.text.wording import plain, sides_verb
from banneret.rulebooks.stacks.view.look import Look
from banneret.rulebooks.stacks.view.map import place_id
from banneret.rulebooks.stacks.view.pieces import (
    artifact_piece,
    enemy_pieces,
    own_piece,
    spell_piece,
    unit_piece,
)


def clash_of(look: Look) -> Clash | None:
    """The fight as the viewer sees it. Rule: stacks:hidden.battle, stacks:tactical.final-combatants."""
    state = look.state
    fight = state.fight
    if fight is None or state.outcome is not None:
        return None
    where = place_id(state, fight.hex)
    scouting = state.stage < stages.BATTLE
    title = "Scouting" if scouting else "Battle"
    if not state.setting.battle_only:
        title += f" at {state.setting.spots[fight.hex]}"
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
        sums.append(_sum_of(look, fight, place))
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
    return enemy_pieces(look, [unit], f"o{corner.side}", where)[0]


def line_of(state: State, corner: Corner) -> Line:
    """The line of a corner as everybody knows it now: with all its support once that is revealed, else bare."""
    if corner.line is not None:
        return corner.line
    unit = state.units[corner.front]
    return Line(state.setting.kinds[unit.kind], unit.devoured, corner.brought_in)


def _sum_of(look: Look, fight: Fight, place: int) -> Figure:
    """The sum of a combatant, which is the same for all viewers."""
    found = look.shared.sums.get(place)
    if found is None:
        found = look.shared.sums[place] = _sum(look.state, fight, place)
    return found


def _sum(state: State, fight: Fight, place: int) -> Figure:
    """The sum a combatant brings to its roll as far as it is known, with its parts. Rule: stacks:mod.sum, stacks:roll.total."""
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
        tally.throw(corner.roll, "die", "stacks:roll.dice")
    parts = tuple(tally.parts)
    return Figure(_name(state, corner), plain(tally.total), parts, "stacks:roll.total", die=tally.die)


def _support_pieces(corner: Corner, line: Line, where: str) -> list[Piece]:
    """The support that was revealed, sorted by kind so that its order tells nothing. Rule: stacks:hidden.battle."""
    side = corner.side
    units = sorted(line.supporters, key=lambda kind: kind.index)
    pieces = [
        unit_piece(f"t{side}:{place}", side, where, kind, (Condition("supports"),), ())
        for place, kind in enumerate(units)
    ]
    if line.carrier is not None and line.carrier not in line.supporters:
        pieces.append(unit_piece(f"t{side}:carrier", side, where, line.carrier, (Condition("carries"),), ()))
    artifacts = [*line.own_artifacts, *[artifact for _, artifact in line.lent_artifacts]]
    artifacts.sort(key=lambda artifact: artifact.index)
    pieces.extend(
        [artifact_piece(f"ta{side}:{place}", side, artifact) for place, artifact in enumerate(artifacts)]
    )
    spells = sorted(line.blessings, key=lambda spell: spell.index)
    pieces.extend([spell_piece(f"ts{side}:{place}", side, spell) for place, spell in enumerate(spells)])
    return pieces
