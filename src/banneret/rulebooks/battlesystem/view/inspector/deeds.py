"""Deeds of one's own unit or individual: those it may do now, from the question asked, and those it may not, with the reason.

Rules: battlesystem:1.0d, battlesystem:7.8d, battlesystem:7.13, battlesystem:7.14, battlesystem:6.1.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.kernel.scene import Deed, Piece, Scene, deeds_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.drill.ordinary_moves import cannot_move
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.individuals.roles import rank_of
from banneret.rulebooks.battlesystem.missiles import by_champions
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.movement.charges.charge_aims import cannot_charge
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import figures_touched
from banneret.rulebooks.battlesystem.movement.forced_marches import cannot_march
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.text.sentences import WAS_HELD
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, NOBODY, Unit

SHOOT: Final = "Shoot"
AIMED: Final = by_champions.AIM.capitalize()  # the same as its order says it
SEQUENCE: Final = "battlesystem:1.0d"
ASKED: Final = {"Fight": ("assign", "declare", "beset"), SHOOT: ("volley", "passing")}
"""The kinds of question in which a deed is ordered, if they have another name."""


def deeds_of_unit(state: State, unit: Unit, piece: Piece, scene: Scene) -> list[Deed]:
    """The deeds that a unit may do, then those it may not. Rule: battlesystem:1.4."""
    found = list(deeds_of(piece, scene))
    if unit.status != FIELD or state.outcome is not None or state.stage == stages.PLACING:
        return found
    may = {deed.label for deed in found}
    stays = _why_it_stays(state, unit)
    for label, refusal in (
        ("Move", cannot_move),
        ("Forced march", cannot_march),
        ("Charge", cannot_charge),
    ):
        if label in may or (unit.singles is not None and label == "Charge" and "Move" in may):
            continue
        found.append(_not(label, stays or _said(refusal(state, unit)) or _when(state, unit, label)))
    if contacts.is_engaged(state, unit):
        found += _getting_away(state, unit, may, stays)
    if not contacts.is_engaged(state, unit) and not footprints.besieged(state, unit):
        found.append(_not("Fight", ("it touches no enemy", "battlesystem:8.1")))
    elif unit.routed:
        found.append(_not("Fight", ("it is routed", "battlesystem:8.9")))
    elif not stages.is_fighting(state.stage):
        found.append(_not("Fight", ("only in the Melee phase", SEQUENCE)))
    return found


def _getting_away(state: State, unit: Unit, may: set[str], stays: tuple[str, str] | None) -> list[Deed]:
    """The deeds of a unit in contact that are barred: to withdraw, to flee, or both. Rules: battlesystem:7.12, battlesystem:8.8c."""
    if not may & {"Withdraw", "Flee"}:
        return [_not("Withdraw or flee", stays or _barred(state, unit, "flee") or _when(state, unit, "Flee"))]
    found: list[Deed] = []
    for label in ("Withdraw", "Flee"):
        why = None if label in may else _barred(state, unit, label.lower())
        if why is not None:
            found.append(_not(label, why))
    return found


def _barred(state: State, unit: Unit, word: str) -> tuple[str, str] | None:
    """The reason an order to withdraw or flee (`word`) is refused, and the rule; None if it is not, or outside the side's own part. Rules: battlesystem:7.12, battlesystem:8.8c."""
    if not _is_its_part(state, unit):
        return None
    turn = (0,) if word == "flee" else ()
    order: Order = (word, unit.id, *turn)
    if unit.singles is not None:
        order = (*order, tuple(figures_touched(state, unit)))
    return _said(disengaging_orders.refusal(state, unit.side, order))


def _is_its_part(state: State, unit: Unit) -> bool:
    """True in the part of the Movement Phase in which the unit's side gives orders. Rule: battlesystem:1.4."""
    return state.stage == stages.MOVEMENT and bool(state.movers) and st.side_acting(state) == unit.side


def deeds_of_leader(state: State, leader: Individual, piece: Piece, scene: Scene) -> list[Deed]:
    """The deeds that an individual may do, then those he may not. Rules: battlesystem:5.0c, battlesystem:6.1a, battlesystem:9.4c."""
    found = [replace(deed, label=SHOOT) if deed.label == AIMED else deed for deed in deeds_of(piece, scene)]
    if not leader.on_table or state.outcome is not None or state.stage == stages.PLACING:
        return found
    if not any(deed.label == "Go" for deed in found):
        if individual_moves.is_able(state, leader):
            found.append(_not("Go", ("only in your part of the Movement phase", "battlesystem:1.4")))
        elif leader.moved > 0.0 and footprints.champion(state, leader) and footprints.is_held(state, leader):
            found.append(_not("Go", ("he has come upon an enemy, and stops", "battlesystem:9.0d")))
        elif leader.bound:
            found.append(_not("Go", (WAS_HELD, "battlesystem:7.8d")))
        else:
            found.append(_not("Go", ("no movement is left this round", "battlesystem:5.0c")))
    found += _shooting(state, leader, found)
    if rank_of(state, leader) not in (BRIGADE, ARMY):
        return found
    if leader.tried:
        found.append(_not("Rally", ("has tried already this round", "battlesystem:6.1a")))
    elif state.stage != stages.RALLY:
        found.append(_not("Rally", ("only in the Rally phase", SEQUENCE)))
    return found


def _shooting(state: State, one: Individual, found: list[Deed]) -> list[Deed]:
    """The barred deed to shoot of an individual with missiles; empty without missiles, or if he may shoot. Rules: battlesystem:9.4c, battlesystem:10.2."""
    if by_champions.missile_of(state, one) is None or any(deed.label.startswith(SHOOT) for deed in found):
        return []
    phases = "only in the phases of shooting, and when enemies move", SEQUENCE
    if state.stage not in (stages.INITIAL_MISSILES, stages.MISSILES):
        return [_not(SHOOT, phases)]
    return [
        _not(
            SHOOT,
            _said(by_champions.why_not(state, one))
            or ("nobody is in his sight and reach", by_champions.RULE),
        )
    ]


def _not(label: str, reason: tuple[str, str]) -> Deed:
    return Deed(label, False, reason[0].removesuffix("."), reason[1], ASKED.get(label, ()))


def _said(refusal: Refusal | None) -> tuple[str, str] | None:
    return None if refusal is None else (refusal.reason, refusal.rule)


def _why_it_stays(state: State, unit: Unit) -> tuple[str, str] | None:
    """The reason a unit takes no orders to move at all, and the rule; None if it does. Rules: battlesystem:6.4, 2.10e, 4.6g, 6.3."""
    if unit.routed:
        return "it is routed, and runs until it is rallied", "battlesystem:7.15g"
    if unit.quarry != NOBODY:
        return (
            f"it is out of hand and attacks {discipline.quarry_name(state, unit.quarry)}",
            "battlesystem:4.6g",
        )
    if unit.formation == MOB:
        return "a mob goes by orders given in the Rally phase", "battlesystem:2.10e"
    if unit.finished:
        return "its move is over", "battlesystem:7.0"
    if unit.rallied:
        return "it was rallied this round, and only forms up", "battlesystem:6.3"
    return None


def _when(state: State, unit: Unit, label: str) -> tuple[str, str]:
    """The reason a deed is not possible now, and the rule: its time or a missing target. Rules: battlesystem:1.4, battlesystem:7.14a."""
    if label == "Charge" and _is_its_part(state, unit):
        if state.setting.flags.premeasure:
            return "no charge from here strikes an enemy", "battlesystem:7.14a"
        return "no enemy is ahead of it", "battlesystem:7.14a"
    return "only in your part of the Movement phase", "battlesystem:1.4"
