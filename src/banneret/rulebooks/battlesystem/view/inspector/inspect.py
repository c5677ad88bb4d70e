"""A piece in full: a unit with its present ratings and their sums, its traits, and what it may do. Nothing is hidden.

Rules: battlesystem:3.1, battlesystem:8.3, battlesystem:4.2, battlesystem:4.6, battlesystem:4.10.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Figure, Inspector, Piece, Scene, Trait
from banneret.kernel.tally import Tally
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.battlesystem.combat.attack_rolls import standing_rating
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, HERO, MEMBER, UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.individuals.roles import rank_of, whose_deputy
from banneret.rulebooks.battlesystem.morale.causes import OTHER, Cause
from banneret.rulebooks.battlesystem.morale.current_morale import current
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.text.traits import (
    audit_traits,
    formation_trait,
    light_traits,
    state_of,
    trait,
    traits_of,
)
from banneret.rulebooks.battlesystem.unit import FIELD, Unit
from banneret.rulebooks.battlesystem.view.artillery.field_pieces import inspected
from banneret.rulebooks.battlesystem.view.individuals import arms_text
from banneret.rulebooks.battlesystem.view.inspector.deeds import deeds_of_leader, deeds_of_unit
from banneret.rulebooks.battlesystem.worth.allowance import cuts, most_of, rate

RANKS: Final = {
    ARMY: "army",
    BRIGADE: "brigade",
    HERO: "hero",
    UNIT_COMMANDER: "unit_commander",
    MEMBER: "member",
}


def inspect(state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
    """A piece in full; what it may do only for those who own it. Rule: battlesystem:3.1."""
    own = viewer.owns(piece.side)
    whose = "yours" if viewer.side == piece.side else f"of {state.setting.names[piece.side]}"
    number = int(piece.id[1:])
    if piece.id.startswith("e"):
        return inspected(state, number, piece, scene, whose, own)
    if piece.id.startswith("l"):
        return _leader(state, state.individuals[number], piece, scene, whose, own)
    unit = state.units[number]
    roster = unit.now
    flags = state.setting.flags
    traits = traits_of(roster, discipline.is_unruly(state, unit), flags.fighter_sweep)
    traits += light_traits(roster, state.setting.daylight) + audit_traits(roster.audit)
    if unit.status == FIELD:
        block = unit.block if unit.loose is None else None
        front = "" if block is None else f", {block.files} abreast, {block.ranks} deep"
        traits.insert(1, formation_trait(unit.formation, front, flags.mob_formation_penalty))
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=f"{whose}: {roster.label}" if roster.label else whose,
        figures=_figures(state, unit, piece),
        traits=tuple(traits),
        states=(*[state_of(condition) for condition in piece.states], *_less(state, unit)),
        deeds=tuple(deeds_of_unit(state, unit, piece, scene)) if own else (),
    )


def _less(state: State, unit: Unit) -> list[Trait]:
    """The reasons that a unit on the field has less movement left than its rating says. Rule: battlesystem:3.1d."""
    found = cuts(state, unit) if unit.status == FIELD else []
    words = ", ".join([reason for reason, _, _ in found])
    return [Trait("Movement", f"of its {unit.now.movement:g} in: {words}", found[0][2])] if found else []


def _leader(state: State, leader: Individual, piece: Piece, scene: Scene, whose: str, own: bool) -> Inspector:
    """A commander above units, or a hero. Rules: battlesystem:4.10a, battlesystem:4.10b, battlesystem:5.0c."""
    sheet = state.setting.sheets[leader.id]
    traits = [trait(RANKS[rank_of(state, leader)])]
    unit, superior = whose_deputy(state, leader)
    if unit >= 0:
        traits.append(trait("deputy", f"the commander of {state.units[unit].now.name}"))
    elif superior >= 0:
        traits.append(trait("deputy", state.setting.sheets[superior].name))
    if sheet.champion is not None:
        traits += [trait("weapon", words) for words in arms_text(sheet.champion)]
        traits.append(trait("large" if sheet.champion.counts_large else "alone"))
    if sheet.hates:
        traits.append(trait("hates", ", ".join(sheet.hates)))
    traits += audit_traits(sheet.audit)
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=whose,
        figures=piece.figures,
        traits=tuple(traits),
        states=tuple([state_of(condition) for condition in piece.states]),
        deeds=tuple(deeds_of_leader(state, leader, piece, scene)) if own else (),
    )


def _figures(state: State, unit: Unit, piece: Piece) -> tuple[Figure, ...]:
    """The ratings of a unit; on the field attack, morale and movement as they are now, with the parts of their sums.

    Rules: battlesystem:8.3, battlesystem:4.2, battlesystem:3.1d.
    """
    if unit.status != FIELD:
        return piece.figures
    attack = Tally("attack")
    standing_rating(state, unit, attack)
    morale = Tally("morale")
    current(state, unit, Cause(OTHER), morale)
    inches = most_of(state, unit, rate(state, unit))
    now = {
        "AR": Figure("attack rating now", str(attack.total), tuple(attack.parts), "battlesystem:8.3", "AR"),
        "ML": Figure("morale now", str(morale.total), tuple(morale.parts), "battlesystem:4.2", "ML"),
        "MV": Figure(
            "movement left",
            f"{max(0.0, inches - unit.spent):.4g} of {inches:g} in",
            rule="battlesystem:3.1d",
            short="MV",
        ),
    }
    return tuple([now.get(figure.short, figure) for figure in piece.figures])
