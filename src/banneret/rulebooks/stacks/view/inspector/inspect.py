"""A piece in full: a unit with its sums, abilities and what it may do; a stack with what is seen of it; spells, artifacts.

Of an enemy nothing is taken but the piece as it lies in the viewer's own scene, and the facts that are printed on its chit.

Rule: stacks:hidden.views, stacks:hidden.stack, stacks:units.seed-lists.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.apart import common
from banneret.kernel.scene import Figure, Inspector, Piece, Scene, Trait, deeds_of
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks.board.habitat import own_move
from banneret.rulebooks.stacks.state import FALLEN, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.text.phases import STEP_NAMES
from banneret.rulebooks.stacks.text.traits import PLAIN, artifact_trait, state_of, traits_of
from banneret.rulebooks.stacks.text.wording import many, signed
from banneret.rulebooks.stacks.view.inspector.deeds import deeds_of_unit
from banneret.rulebooks.stacks.view.pieces import piece_id

SEEN: Final = "seen by the enemy"
MORE_HELD: Final = "It may hold artifacts that you have not seen."
MORE_UNDER: Final = "There may be more under it than you have seen."


def inspect(state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
    """A piece as its viewer may know it. Rule: stacks:hidden.views."""
    if piece.form == "banner":
        return _stack(state, viewer, piece, scene)
    if piece.form in ("unit", "site"):
        return _unit(state, viewer, piece, scene)
    known = state.setting.facts
    printed = {spell.rule: spell.text for spell in known.spells}
    printed |= {artifact.rule: artifact.text for artifact in known.artifacts}
    text = Trait(piece.name, printed.get(piece.rule, piece.detail), piece.rule)
    when = Figure("when", STEP_NAMES.get(piece.label, piece.label), rule=piece.rule)
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=_whose(state, viewer, piece.side),
        figures=(when,) if piece.form == "spell" else (),
        traits=(text,),
        deeds=deeds_of(piece, scene),
    )


def _whose(state: State, viewer: Viewer, side: int) -> str:
    if side < 0:
        return "nobody's"
    return "yours" if viewer.side == side else f"of {state.setting.titles[side]}"


# ---------------------------------------------------------------- stacks


def _stack(state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
    """A stack: what is seen of it, unit by unit. Rule: stacks:battle.banner, stacks:hidden.stack, stacks:opt.stack-size."""
    own = viewer.owns(piece.side)
    hidden = piece.uncounted or (not own and len(piece.inside) < int(piece.label))
    units = "not known" if piece.uncounted else piece.label
    names: dict[str, Trait] = {}
    counts: dict[str, int] = {}
    for one in piece.inside:
        name = common(one.name)
        counts[name] = counts.get(name, 0) + 1
        names[name] = Trait(name, f"{one.label}, {one.detail}.")
    traits = [
        trait if counts[name] == 1 else Trait(f"{counts[name]} {name}", trait.text)
        for name, trait in names.items()
    ]
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=f"{_whose(state, viewer, piece.side)}, at {piece.place}",
        figures=(Figure("units", units, rule=piece.rule),),
        traits=(*traits, *_abilities(state, list(names))),
        states=tuple([state_of(condition) for condition in piece.states]),
        deeds=deeds_of(piece, scene) if own else (),
        more=MORE_UNDER if hidden else "",
    )


def _abilities(state: State, names: list[str]) -> list[Trait]:
    """The abilities of the units of a stack: each once, with those who have it. Rule: stacks:units.seed-lists."""
    having: dict[tuple[str, str, str], list[str]] = {}
    for name in names:
        kind = next((one for one in state.setting.kinds if one.name == name), None)
        for trait in traits_of(kind, state.setting.flags) if kind is not None else ():
            if trait.text != PLAIN:
                having.setdefault((trait.keyword, trait.text, trait.rule), []).append(name)
    return [
        Trait(f"{keyword} ({', '.join(whose)})", text, rule)
        for (keyword, text, rule), whose in having.items()
    ]


# ---------------------------------------------------------------- units


def _unit(state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
    """A unit. Rule: stacks:units.seed-lists, stacks:units.house-lists, stacks:hidden.revealed-back."""
    setting = state.setting
    kind = next(one for one in setting.kinds if one.name in (piece.name, common(piece.name)))
    unit = _own_unit(state, viewer, piece)
    traits = list(traits_of(kind, state.setting.flags))
    if unit is not None:
        for chit in state.artifacts:
            if chit.holder == unit.id:
                artifact = setting.artifact_kinds[chit.kind]
                traits.append(artifact_trait(artifact, can_use(artifact, kind)))
    else:
        names = {one.name: one for one in setting.artifact_kinds}
        for tag in piece.tags:
            artifact = names[tag.text.removesuffix(" (cannot use it)")]
            traits.append(artifact_trait(artifact, can_use(artifact, kind)))
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=_known(state, viewer, piece, unit),
        figures=_figures(state, piece, kind, unit, scene),
        traits=tuple(traits),
        states=tuple([state_of(condition) for condition in piece.states]),
        deeds=() if unit is None else tuple(deeds_of_unit(state, unit, piece, scene)),
        more=MORE_HELD if piece.place and not viewer.owns(piece.side) else "",
    )


def _own_unit(state: State, viewer: Viewer, piece: Piece) -> Unit | None:
    """The unit itself, if the viewer may see all of it; else None."""
    if not viewer.owns(piece.side) or not piece.id.startswith("u"):
        return None
    return next((unit for unit in state.units if piece_id(unit.id) == piece.id), None)


def _known(state: State, viewer: Viewer, piece: Piece, unit: Unit | None) -> str:
    """Words on its side, and on those who see it. Rule: stacks:hidden.stack, stacks:site.revealed."""
    whose = _whose(state, viewer, piece.side)
    if unit is None:
        return whose if piece.place else f"{whose}, destroyed"
    if unit.place == FALLEN:
        return f"{whose}, destroyed"
    if piece.form == "site" and unit.place >= 0:
        return f"{whose}, seen by everyone"
    if any(condition.kind == SEEN for condition in piece.states):
        return f"{whose}, known to the enemy"
    others = [title for side, title in enumerate(state.setting.titles) if side != unit.side]
    return f"{whose}, unseen by {others[0] if len(others) == 1 else 'the others'}"


def _figures(
    state: State, piece: Piece, kind: UnitKind, unit: Unit | None, scene: Scene
) -> tuple[Figure, ...]:
    """Its ratings: its own roll, what it adds in support, its move, the list it is drawn from.

    Rule: stacks:mod.brm, stacks:mod.archer, stacks:mod.general, stacks:move.allowance.
    """
    helps = [(kind.archer, "Archer", "stacks:mod.archer")] if kind.archer else []
    if kind.general:
        helps.append((1, "General", "stacks:mod.general"))
    support = sum([amount for amount, _, _ in helps])
    moves = kind.move if unit is None else own_move(state, unit)
    found = [
        _roll(state, piece, kind, unit, scene),
        Figure("supports with", signed(support), tuple(helps), "stacks:mod.archer", kind="bonus")
        if helps
        else Figure("supports with", "-", rule="stacks:tactical.who", kind="none"),
        Figure("moves", many(moves, "hex", "hexes"), rule="stacks:move.allowance"),
        Figure("list", kind.list, rule=piece.rule),
    ]
    return tuple(found)


def _roll(state: State, piece: Piece, kind: UnitKind, unit: Unit | None, scene: Scene) -> Figure:
    """The sum that it adds to its die: in a fight all known modifiers, else those that always count. Rule: stacks:roll.total."""
    clash = scene.clash
    if clash is not None:
        for place, one in enumerate(clash.pieces):
            if one.id == piece.id and place < len(clash.sums):
                roll = clash.sums[place]
                return Figure("rolls with", roll.value, roll.parts, roll.rule, die=roll.die)
    parts = [(kind.brm, kind.name, "stacks:mod.brm")]
    if kind.armor:
        parts.append((kind.armor, "Armor", "stacks:mod.armor"))
    if unit is not None and unit.devoured:
        parts.append((unit.devoured, "Cannibal", "stacks:cannibal.sacrifice"))
    total = sum([amount for amount, _, _ in parts])
    return Figure("rolls with", signed(total), tuple(parts), "stacks:mod.brm", kind="bonus")
