"""Deeds of an own unit: those it may do now, by the questions that are asked, and those it may not, with the reason and its rule.

Rules: warcards:round.sequence, warcards:move.locked, warcards:charge.who, warcards:missile.stationary-who, warcards:melee.who.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Deed, Piece, Scene, deeds_of
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.charges import levels_pikes
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS
from banneret.rulebooks.warcards.board.standing import enemy_of
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.movement.refusals import why_it_stays
from banneret.rulebooks.warcards.ratings.abilities import staggered
from banneret.rulebooks.warcards.ratings.allowance import unspent
from banneret.rulebooks.warcards.ratings.attacks import missile_rating
from banneret.rulebooks.warcards.ratings.surroundings import sees_at_night
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.conditions import (
    FOREST,
    HILLS,
    JUNGLE,
    LIMITED,
    MOUNTAIN,
    SHALLOW,
    STORM,
    SWAMP,
)

Reason = tuple[str, str]  # a clause, and the rule that says so

NO_CHARGES: Final[dict[int, Reason]] = {
    FOREST: ("nobody charges in a forest", "warcards:terrain.forest-charge"),
    JUNGLE: ("nobody charges in a jungle", "warcards:terrain.jungle-combat"),
    SWAMP: ("nobody charges in a swamp", "warcards:terrain.swamp-charge"),
    MOUNTAIN: ("nobody charges in mountains", "warcards:terrain.mountain-charge"),
    SHALLOW: ("nobody rams in shallow water", "warcards:terrain.shallow-charge"),
}
TURN: Final = "warcards:round.sequence"
ASKED: Final = {
    "Fire": ("stationary", "moving"),
    "Charge": ("charge",),
    "Ram": ("charge",),
    "Fight hand to hand": ("melee", "opportunity"),
}
"""The kinds of question in which a deed could be ordered, where they are called otherwise."""


def deeds_of_unit(state: State, unit: Unit, piece: Piece, scene: Scene) -> list[Deed]:
    """The things that a unit may do, then those it may not. Rule: warcards:round.sequence."""
    found = list(deeds_of(piece, scene))
    if state.outcome is not None:
        return found
    if state.stage < stages.INITIATIVE:
        return found or [_not("Move or fight", ("only when the first round has begun", TURN))]
    may = {deed.label for deed in found}
    card = state.setting.cards[unit.id]
    if "Move" not in may:
        found.append(_not("Move", _why_not_move(state, unit)))
    if "Fire" not in may:
        found.append(_not("Fire", _why_not_fire(state, unit)))
    if card.charge != NONE and "Charge" not in may:
        found.append(_not("Ram" if card.ship else "Charge", _why_not_charge(state, unit)))
    if "Melee" not in may:
        found.append(_not("Fight hand to hand", _why_not_fight(state, unit)))
    if unit.since and not may & {"Retreat", "Evade"}:
        found.append(_not("Retreat", _why_not_retreat(state, unit)))
    return found


def _not(label: str, reason: Reason) -> Deed:
    return Deed(label, False, reason[0].removesuffix("."), reason[1], ASKED.get(label, ()))


def _why_not_move(state: State, unit: Unit) -> Reason:
    """The reason why a unit does not move now. Rules: warcards:move.locked, warcards:move.allowance."""
    found = why_it_stays(state, unit.side, unit)
    if found is not None:
        return found
    if not stages.MOVE_FIRST <= state.stage <= stages.MOVE_SECOND:
        return "only in the Move phase", TURN
    if state.setting.cards[unit.id].move and unspent(state, unit) < 1:
        return "it has no movement left", "warcards:move.allowance"
    return "when your side moves, where it has a way to go", "warcards:move.allowance"


def _why_not_fire(state: State, unit: Unit) -> Reason:
    """The reason why a unit does not fire now. Rules: warcards:missile.capability, warcards:missile.stationary-who."""
    rating = missile_rating(state, unit, not unit.spent)
    if rating == NONE:
        return "it has no missiles", "warcards:missile.capability"
    if unit.place == st.ABOARD:
        return _why_not_fire_aboard(state), "warcards:naval.board-start"
    if not 0 <= unit.place < AREAS:
        return "it is not on the field", "warcards:field.reserve-not-area"
    if state.weather == STORM:
        return "nobody fires in a storm", "warcards:weather.storm-combat"
    if rating <= 0:
        return "its rating is down to +0 or less", "warcards:combat.adjusted-missile"
    if unit.attacked:
        return "it has attacked in this phase", "warcards:attack.once"
    if unit.began and not unit.left:
        return "it began the round engaged", "warcards:missile.stationary-who"
    done = _spent_itself(state, unit)
    if done is not None:
        return done
    forbidden = _no_aim(state, unit)
    if forbidden is not None:
        return forbidden
    if unit.spent:
        if unit.since:
            return "it came into contact this round", "warcards:missile.moving-who"
        if unspent(state, unit) < 1:
            return "it has no movement left after its move", "warcards:missile.moving-who"
        if state.stage == stages.MOVING:
            return "no enemy is next to it", "warcards:missile.stationary-target"
        return "only after the melee, because it moved", "warcards:missile.moving-who"
    if state.stage == stages.STATIONARY:
        return "no enemy is next to it in sight", "warcards:missile.stationary-target"
    return "only in the Missiles step, if it has not moved", "warcards:missile.stationary-who"


def _why_not_fire_aboard(state: State) -> str:
    """The reason why archers aboard do not fire now; only by an option they ever do. Rule: warcards:naval.board-start."""
    if state.setting.flags.embarked_missiles:
        return "only in the Missiles step of the round in which its ship is engaged, if that has not moved"
    return "men aboard a ship do not fire"


def _spent_itself(state: State, unit: Unit) -> Reason | None:
    """The reason why a unit attacks no more this round by what it did, None if it may. Rules: warcards:retreat.no-attack, warcards:combat.staggered."""
    if unit.left:
        return "it has retreated this round", "warcards:retreat.no-attack"
    if unit.spent and staggered(state, unit):
        return "it is staggered, and has moved", "warcards:combat.staggered"
    return None


def _no_aim(state: State, unit: Unit) -> Reason | None:
    """The reason why ground or sight forbid a unit all fire, None if they do not. Who is engaged may have a last shot.

    Works are free of the terrain: fire at them is allowed. Rules: warcards:terrain.jungle-combat, warcards:terrain.mountain-missile,
    warcards:vis.limited-missile, warcards:limited.terrain.
    """
    last_shot = unit.since > 0 and not unit.spent
    if state.terrain == JUNGLE and not any(
        is_fortified(state, area) for area in (unit.place, *ADJACENT[unit.place])
    ):
        return "nobody fires in a jungle", "warcards:terrain.jungle-combat"
    if last_shot:
        return None
    if state.terrain == MOUNTAIN and not any(is_fortified(state, area) for area in ADJACENT[unit.place]):
        return "in mountains nobody fires into the next area", "warcards:terrain.mountain-missile"
    if not sees_at_night(state, unit, True):
        return "it does not see into the next area", "warcards:vis.limited-missile"
    return None


def _why_not_charge(state: State, unit: Unit) -> Reason:
    """The reason why a unit does not charge now. Rules: warcards:charge.who, warcards:charge.forbidden, warcards:charge.routed."""
    if unit.place == st.ABOARD:
        return "men aboard a ship do not charge", "warcards:naval.board-target"
    if unit.routed:
        return "it is routed", "warcards:charge.routed"
    if staggered(state, unit):
        return "it is staggered", "warcards:combat.staggered"
    if state.weather == STORM:
        return "nobody charges in a storm", "warcards:weather.storm-combat"
    if unit.place >= 0 and is_fortified(state, unit.place):
        rule = "warcards:limited.no-charge" if state.fort == LIMITED else "warcards:full.no-charge"
        return "nobody charges in a fortification", rule
    if state.terrain in NO_CHARGES:
        return NO_CHARGES[state.terrain]
    if unit.began:
        return "it began the round engaged", "warcards:charge.who"
    if unit.attacked or unit.left:
        return "it has acted in this phase", "warcards:attack.once"
    if not unit.since:
        return "only in the round in which it comes into contact", "warcards:charge.who"
    if state.terrain == HILLS and unit.entered:
        return "in hills only who stood there first", "warcards:terrain.hills-charge"
    if unspent(state, unit) < 1:
        return "it has no movement left for it", "warcards:charge.who"
    return "only in the Charge step", TURN


def _why_not_fight(state: State, unit: Unit) -> Reason:
    """The reason why a unit does not fight hand to hand now. Rules: warcards:melee.who, warcards:attack.once, warcards:pike.first-round."""
    if unit.place == st.ABOARD:
        return _why_not_board(state, unit)
    if enemy_of(state, unit) < 0:
        return "no enemy is in its area", "warcards:melee.who"
    if unit.attacked:
        return "it has attacked in this phase", "warcards:attack.once"
    done = _spent_itself(state, unit)
    if done is not None:
        return done
    if levels_pikes(state, unit):
        return (
            "in its first round of a fight its pikes strike in the Charge step",
            "warcards:pike.first-round",
        )
    return "only in the Melee step", TURN


def _why_not_board(state: State, unit: Unit) -> Reason:
    """The reason why a unit aboard a ship does not fight the men of another now. Rules: warcards:naval.board-start, warcards:attack.once."""
    ship = state.units[unit.aboard]
    if enemy_of(state, ship) < 0:
        return "its ship is not engaged", "warcards:naval.board-start"
    if unit.attacked:
        return "it has attacked in this phase", "warcards:attack.once"
    if ship.since >= state.round:
        return "only from the second round of its ship's fight on", "warcards:naval.board-start"
    return "only in the Melee step", TURN


def _why_not_retreat(state: State, unit: Unit) -> Reason:
    """The reason why an engaged unit does not retreat now. Rules: warcards:retreat.who, warcards:retreat.movement, warcards:retreat.into-fort."""
    if unit.left:
        return "the walls have turned it back this round", "warcards:retreat.into-fort"
    if unspent(state, unit) < 1:
        return "it has no movement left", "warcards:retreat.movement"
    if state.stage == stages.RETREAT:
        return "it has no way that leads from the enemy", "warcards:retreat.path"
    return "only in the Retreat step", "warcards:retreat.who"
