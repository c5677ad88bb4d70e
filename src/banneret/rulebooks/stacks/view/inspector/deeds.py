"""Deeds of one's own unit: those it may do now, from the question asked, and those it may not, with the reason and its rule.

Rule: stacks:turn.phases, stacks:battle.occurs, stacks:limits.table.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Deed, Piece, Scene, deeds_of
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.board.stacks import enemies_in, is_usable
from banneret.rulebooks.stacks.state import FALLEN, RESERVE, State, Unit
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.text.wording import listed, many

Reason = tuple[str, str]  # a clause, and the rule that says so

HELD = "stacks:paralyze.on-the-map"
ASKED: Final = {"Fight": ("reveal", "replace", "guard", "withdraw")}
"""The kinds of question in which a deed is ordered, if they have another name."""


def deeds_of_unit(state: State, unit: Unit, piece: Piece, scene: Scene) -> list[Deed]:
    """The deeds that a unit may do, then those it may not. Rule: stacks:turn.phases."""
    if unit.place == FALLEN or state.outcome is not None:
        return []
    kind = state.setting.kinds[unit.kind]
    found = list(deeds_of(piece, scene))
    may = {deed.label for deed in found}
    if "Move" not in may:
        found.append(_not("Move", _why_not_move(state, unit, kind, scene)))
    if not may & {"Reveal", "Replace", "Guard"} and unit.id not in _fronts(state):
        found.append(_not("Fight", _why_not_fight(state, unit)))
    if (kind.archer or kind.general) and "Support" not in may:
        found.append(_not("Support", _why_not_support(state, unit)))
    if kind.caster:
        found.append(_cast(state, unit, scene))
    scouting: dict[Reason, list[str]] = {}
    for word, has in _scouting(kind):
        if has and word not in may:
            scouting.setdefault(_why_not_scout(state, unit, word), []).append(word)
    return [*found, *[_not(listed(words), reason) for reason, words in scouting.items()]]


def _not(label: str, reason: Reason) -> Deed:
    return Deed(label, False, *reason, asked=ASKED.get(label, ()))


def _scouting(kind: UnitKind) -> tuple[tuple[str, bool], ...]:
    return ("Look", kind.scout), ("Steal", kind.steal), ("Devour", kind.cannibal > 0)


def _fronts(state: State) -> list[int]:
    return [corner.front for corner in state.fight.corners] if state.fight is not None else []


def _why_not_move(state: State, unit: Unit, kind: UnitKind, scene: Scene) -> Reason:
    """The reason a unit does not move now. Rule: stacks:move.order, stacks:site.no-move, stacks:paralyze.on-the-map."""
    if state.setting.battle_only:
        return "this is a battle without a map", "stacks:setup.battle-only"
    if kind.site:
        return "Sites do not move", "stacks:site.no-move"
    if unit.place == RESERVE:
        return "in the reserve, until it is deployed", "stacks:deploy.place"
    if not is_usable(unit):
        return _held(unit)
    if unit.moved:
        return "moved already this turn", "stacks:move.order"
    if state.active != unit.side:
        return "only in your own turn", "stacks:turn.active"
    if state.stage != stages.MOVE:
        return f"only in the Move Phase; this is the {scene.phase or 'next'}", "stacks:turn.phases"
    return "as soon as you are asked", "stacks:move.order"


def _why_not_fight(state: State, unit: Unit) -> Reason:
    """The reason a unit does not fight now. Rule: stacks:battle.occurs, stacks:reveal.choose, stacks:battle.usable."""
    if not is_usable(unit):
        return _held(unit)
    if unit.place < 0:
        return "it is off the map", "stacks:battle.occurs"
    fight = state.fight
    if fight is not None and fight.hex == unit.place and state.stage >= stages.BATTLE:
        return "another fights this round; you choose again in the next", "stacks:reveal.fresh"
    enemies = enemies_in(state, unit.side, unit.place)
    if enemies and not state.setting.battle_only:
        return "only with an enemy in its hex, in the Battle Phase", "stacks:battle.occurs"
    if state.setting.battle_only:
        return "when the next round begins", "stacks:reveal.choose"
    names = [title for side, title in enumerate(state.setting.titles) if side != unit.side]
    return f"nobody of {listed(names, 'or')} is at {state.setting.spots[unit.place]}", "stacks:battle.occurs"


def _why_not_support(state: State, unit: Unit) -> Reason:
    """The reason a unit does not support now. Rule: stacks:tactical.who, stacks:mod.archer-own."""
    if not is_usable(unit):
        return _held(unit)
    if unit.id in _fronts(state):
        return "it fights itself, and helps only others", "stacks:tactical.other-units"
    return "only in a battle, at Support, while another unit of yours fights there", "stacks:tactical.who"


def _why_not_scout(state: State, unit: Unit, word: str) -> Reason:
    """The reason a unit does not look, steal or devour now. Rule: stacks:scout.look, stacks:steal.take, stacks:cannibal.limit, stacks:battle.usable."""
    if not is_usable(unit):
        return _held(unit)
    fight = state.fight
    if fight is not None and fight.hex == unit.place and state.stage < stages.BATTLE:
        if word == "Look" and any(corner.side == unit.side and corner.looked for corner in fight.corners):
            return "you have looked through that stack", "stacks:scout.look"
        if word == "Steal" and unit.id in (fight.stolen_by or ()):
            return "it has stolen in this Scout Phase", "stacks:limits.table"
        if word == "Devour" and unit.id in (fight.ate or ()):
            return "it has eaten in this Scout Phase", "stacks:cannibal.limit"
    return "only in the Scout Phase, where an enemy shares its hex", "stacks:scoutphase.order"


def _cast(state: State, unit: Unit, scene: Scene) -> Deed:
    """The spells that a caster may cast now, or why not. Rule: stacks:spell.casters, stacks:spell.windows, stacks:spell.hand."""
    if not is_usable(unit):
        return _not("Cast", _held(unit))
    now: list[str] = []
    for question in scene.questions:
        orders = [(option.order, option.label) for option in question.options]
        if question.form is not None:
            orders += [(item.word, item.label) for item in question.form.items]
        for order, label in orders:
            words = order.strip("()").split()
            if words[:1] == ["cast"] and words[-1] == str(unit.id) and label not in now:
                now.append(label)
    if now:
        return Deed("Cast", True, listed(now), "stacks:spell.windows")
    hand = state.hands[unit.side]
    if not hand:
        return _not("Cast", ("you have no spell", "stacks:spell.hand"))
    return _not(
        "Cast", ("only where an enemy shares its hex, each spell at its step", "stacks:spell.windows")
    )


def _held(unit: Unit) -> Reason:
    if unit.held_turns > 0:
        return f"paralyzed, {many(unit.held_turns, 'turn')} more", HELD
    return "paralyzed for this battle", "stacks:paralyze.duration"
