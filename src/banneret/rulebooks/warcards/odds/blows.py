"""One attack, and one step with its saves: every face of every die counted, on the sums that the rules themselves use.

The sums are those of `ratings`; whether a face hits or holds is counted here by itself, so that the dice of the battle can be
checked against it. Rules: warcards:combat.attack-roll, warcards:combat.natural, warcards:combat.morale-save.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.ratings.attacks import BOARDING as ABOARD
from banneret.rulebooks.warcards.ratings.attacks import MISSILES, attack_total
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.ratings.morale import morale_total, safe_behind_walls
from banneret.rulebooks.warcards.state import State, Unit

FACES: Final = 20
PARTS: Final = FACES * FACES
"""The parts in which attacks are counted: two dice, the second to confirm a critical hit."""
RALLY: Final = 15
"""The number that a routed unit must reach to rally. Rule: warcards:rally.save."""

Damage = tuple[int, int, int]
"""The parts of `PARTS` in which an attack does no damage, one and two."""
NO_DAMAGE: Final[Damage] = (PARTS, 0, 0)


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack that is about to be made: who, at whom, of which kind (`ratings.STRIKE` and its like), and how."""

    unit: Unit
    target: Unit
    kind: int
    subdue: bool = False
    doubled: bool = False  # a pike against a charge. Rule: warcards:pike.double
    penalty: int = 0  # fire into an engagement. Rule: warcards:missile.engaged-area


def reaches(face: int, bonus: int, need: int) -> bool:
    """True if a face of a d20 reaches a number with a bonus: 20 always, 1 never. Rules: warcards:combat.natural, warcards:rally.natural.

    >>> reaches(20, 0, 40), reaches(1, 30, 10), reaches(10, 4, 14)
    (True, False, True)
    """
    return face == FACES or (face > 1 and face + bonus >= need)


def sums(
    state: State, blow: Blow, attack: Tally | None = None, defense: Tally | None = None
) -> tuple[int, int]:
    """The bonus that is added to the die of an attack, and the number to be reached; tallies say why. Rule: warcards:attack.modifiers."""
    penalty = blow.penalty + (state.setting.flags.subdual_penalty if blow.subdue else 0)
    bonus = attack_total(state, blow.unit, blow.target, blow.kind, penalty, attack)
    missile = blow.kind in MISSILES
    return bonus, defense_total(state, blow.target, blow.unit, missile, blow.kind == ABOARD, defense)


def least_face(bonus: int, need: int) -> int:
    """The lowest face of a d20 that reaches a number with a bonus. Rules: warcards:combat.natural, warcards:rally.natural.

    >>> least_face(4, 14), least_face(0, 40), least_face(30, 10)
    (10, 20, 2)
    """
    return next(face for face in range(1, FACES + 1) if reaches(face, bonus, need))


def damage_parts(state: State, blow: Blow) -> Damage:
    """The likelihood of each damage, in parts of 400.

    Rules: warcards:combat.attack-roll, warcards:combat.damage, warcards:combat.criticals, warcards:pike.double.
    """
    bonus, need = sums(state, blow)
    threat = FACES - 1 if state.setting.cards[blow.unit.id].artillery else FACES
    return parts_of(state, bonus, need, threat, blow.doubled)


def parts_of(state: State, bonus: int, need: int, threat: int = FACES, doubled: bool = False) -> Damage:
    """The likelihood of each damage for a bonus and the number to be reached; from the face `threat` on a hit may be critical."""
    criticals = state.setting.flags.criticals
    hitting = sum(reaches(face, bonus, need) for face in range(1, FACES + 1))
    parts = [0, 0, 0]
    for face in range(1, FACES + 1):
        if not reaches(face, bonus, need):
            parts[0] += FACES
        elif criticals == "natural-20-doubles" and face == FACES:
            parts[2] += FACES
        elif criticals == "threat-and-confirm" and face >= threat:
            parts[2] += hitting
            parts[2 if doubled else 1] += FACES - hitting
        else:
            parts[2 if doubled else 1] += FACES
    return (parts[0], parts[1], parts[2])


def holding_faces(state: State, unit: Unit, rally: bool = False) -> int:
    """The number of faces of 20 that save a damaged unit from rout, or rally a routed one.

    Rules: warcards:combat.morale-save, warcards:rally.save, warcards:full.morale.
    """
    if safe_behind_walls(state, unit):
        return FACES
    need = RALLY if rally else state.setting.flags.rout_dc
    bonus = morale_total(state, unit, rally)
    return sum(reaches(face, bonus, need) for face in range(1, FACES + 1))


def chance_to_hit(state: State, blow: Blow) -> Fraction:
    """The chance that an attack does damage."""
    return Fraction(PARTS - damage_parts(state, blow)[0], PARTS)


@dataclass(frozen=True, slots=True)
class Fate:
    """The possible fates of a unit in a step.

    The chances of being lost and of being routed exclude one another; with the rest of the chance the unit stands.
    """

    hit: Fraction  # the chance that it is damaged at all
    destroyed: Fraction
    captured: Fraction
    routed: Fraction  # the chance that it survives, routed by this step

    @property
    def lost(self) -> Fraction:
        """The chance that it is off the field: destroyed or captured."""
        return self.destroyed + self.captured


def fate(state: State, unit: Unit, blows: list[Blow]) -> Fate:
    """The fate of a unit under the attacks of one step, with its save.

    Rules: warcards:attack.simultaneous, warcards:combat.destroyed, warcards:combat.subdued, warcards:combat.morale-save.
    """
    return fate_of(state, unit, [(damage_parts(state, blow), blow.subdue) for blow in blows])


def fate_of(state: State, unit: Unit, struck: list[tuple[Damage, bool]]) -> Fate:
    """The fate of a unit, with its save, under attacks of known likelihoods.

    Args:
        state: The state.
        unit: The unit.
        struck: For each attack the likelihood of each damage, and True if the damage is subdual.
    """
    known = {(0, 0, 0): Fraction(1)}  # lethal, subdual, number of hits
    for parts, subdue in struck:
        after: dict[tuple[int, int, int], Fraction] = {}
        for (lethal, subdual, hits), chance in known.items():
            for damage, part in enumerate(parts):
                if part:
                    key = (
                        lethal + (0 if subdue else damage),
                        subdual + (damage if subdue else 0),
                        hits + (damage > 0),
                    )
                    after[key] = after.get(key, Fraction(0)) + chance * Fraction(part, PARTS)
        known = after
    size = state.setting.cards[unit.id].hits
    each = Fraction(FACES - holding_faces(state, unit), FACES)
    hit = destroyed = captured = routed = Fraction(0)
    for (lethal, subdual, hits), chance in known.items():
        if not hits:
            continue
        hit += chance
        if unit.lethal + lethal >= size:
            destroyed += chance
        elif unit.subdual + subdual > size - unit.lethal - lethal:
            captured += chance
        elif not unit.routed:
            saves = hits if state.setting.flags.save_per_hit else 1
            routed += chance * (1 - (1 - each) ** saves)
    return Fate(hit, destroyed, captured, routed)
