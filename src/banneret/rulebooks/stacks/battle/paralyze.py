"""Step T4: a combatant may be paralyzed, and is then replaced or destroyed."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import NONE, Faults, Offer, Pick
from banneret.rulebooks.stacks.battle.withdraw import bring_in, replacements
from banneret.rulebooks.stacks.board.artifacts import (
    artifact_of,
    free_chits,
    might_use,
    reveal_chit,
    usable_chits,
)
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.spells import castable, spell_in_hand, spend
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.stages import RESPITE, SUPPORT
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, State
from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, REST_OF_BATTLE
from banneret.rulebooks.stacks.text import battle_news

_FAULTS: Final[Faults] = {
    "paralyze": (
        "Only the combatant can paralyze, by an ability or an artifact of its own, and only the enemy combatant.",
        "stacks:paralyze.combatant-only",
    ),
}


def paralyze(state: State, table: Table) -> None:
    """Ask both sides in secret whether to paralyze; then for replacements, also in secret; destroy a combatant without one.

    Rule: stacks:paralyze.use, stacks:paralyze.combatant-only, stacks:paralyze.mutual, stacks:paralyze.replacement,
    stacks:paralyze.destroy, stacks:tactical.secret, stacks:tactical.no-replacement.
    """
    fight = state.fight
    assert fight is not None
    decisions: list[Decision] = []
    asked: list[int] = []
    for place in (0, 1):
        corner, target = fight.corners[place], fight.corners[1 - place]
        if may_be_asked(state, corner, target):
            asked.append(place)
            decisions.append(_offer(state, fight, corner, target))
    if decisions:
        orders = table.ask_all(decisions)
        struck: list[Corner] = []
        for place, order in zip(asked, orders, strict=True):
            if order[0] != "none":
                _use(state, table, fight, fight.corners[place], fight.corners[1 - place], order)
                struck.append(fight.corners[1 - place])
        if struck:
            _replace(state, table, fight, struck)
            if state.outcome is not None:
                return
    state.stage = SUPPORT
    for corner in fight.corners:
        if corner.front == NOBODY:
            state.stage = RESPITE


def may_be_asked(state: State, corner: Corner, target: Corner) -> bool:
    """True if, as far as everyone knows, the side might paralyze the enemy combatant. Rule: stacks:hidden.no-tell."""
    setting = state.setting
    if not _can_be_paralyzed(state, target):
        return False
    if state.hands[corner.side] or setting.flags.paralyze_from_stack:
        return True
    kind = setting.kinds[state.units[corner.front].kind]
    return kind.paralyze != NO_PARALYZE or might_use(state, kind, "T4")


def _can_be_paralyzed(state: State, target: Corner) -> bool:
    """True if the combatant is one that can be paralyzed. Rule: stacks:opt.paralyze-targets, stacks:desc.nonliving."""
    setting = state.setting
    return not setting.flags.paralyze_living_only or setting.kinds[state.units[target.front].kind].living


def _offer(state: State, fight: Fight, corner: Corner, target: Corner) -> Offer:
    """The decision by what a side paralyzes: its combatant's ability or artifact, or a spell.

    Rule: stacks:paralyze.combatant-only, stacks:opt.paralyze-from, stacks:artifact.gorgon-shield,
    stacks:spell.stone-sleep, stacks:limits.table.
    """
    units, kinds = state.units, state.setting.kinds
    options: list[Order] = [NONE]
    if kinds[units[corner.front].kind].paralyze != NO_PARALYZE:
        options.append(("paralyze", corner.front))
    if state.setting.flags.paralyze_from_stack:
        others = replacements(state, fight, corner)
        able = [number for number in others if kinds[units[number].kind].paralyze != NO_PARALYZE]
        options += [("paralyze", number) for number in able]
    if state.artifacts:
        chits = free_chits(state, corner, corner.front, "T4")
        options += [("paralyze", corner.front, artifact_of(state, chit).id) for chit in chits]
    preset = 1 if len(options) > 1 else 0
    if state.hands[corner.side]:
        for spell, casters in castable(state, corner.side, fight.hex, "T4"):
            options += [("cast", spell.id, caster) for caster in casters]
    return Offer("paralyze", corner.side, "stacks:paralyze.use", options, state, preset, _FAULTS)


def _use(state: State, table: Table, fight: Fight, corner: Corner, target: Corner, order: Order) -> None:
    """Paralyze the enemy combatant, as a side may once a round.

    Rule: stacks:paralyze.use, stacks:paralyze.duration, stacks:spell.cast-reveals.
    """
    corner.paralyzes = True
    turns = REST_OF_BATTLE
    if table.telling:
        battle_news.paralyzes(state, table, corner, target, order)
    if order[0] == "cast":
        spell = spell_in_hand(state, corner.side, order[1])
        turns = spell.effects.paralyze
        spend(state, corner.side, spell, order[2])
    elif len(order) == 3:
        for chit in usable_chits(state, corner.front, "T4"):
            if artifact_of(state, chit).id == order[2]:
                turns = artifact_of(state, chit).effects.paralyze
                reveal_chit(state, chit)
                corner.spent = [*(corner.spent or []), chit]
    else:
        user = state.units[order[1]]
        turns = state.setting.kinds[user.kind].paralyze
        show(user, everybody(state))
    unit = state.units[target.front]
    unit.held = True
    if turns > unit.held_turns:
        unit.held_turns = turns
        unit.held_since = state.clock


def _replace(state: State, table: Table, fight: Fight, struck: list[Corner]) -> None:
    """Ask the owners for replacements, in secret if both must name one; destroy a combatant without one.

    If both are struck both are asked, even one without units, so that neither learns that the other has none before its own choice.
    Regenerates turns this destruction into a first defeat. Nothing else can save the unit.

    Rule: stacks:paralyze.replacement, stacks:paralyze.destroy, stacks:paralyze.mutual, stacks:regenerates.twice,
    stacks:hidden.no-tell.
    """
    asked: list[Corner] = []
    decisions: list[Decision] = []
    for corner in struck:
        others = replacements(state, fight, corner)
        if others:
            options: list[Order] = [("replace", other) for other in others]
            decisions.append(Pick("replace", corner.side, "stacks:paralyze.replacement", options, state))
            asked.append(corner)
        elif len(struck) > 1:
            decisions.append(Offer("replace", corner.side, "stacks:paralyze.replacement", [NONE], state))
            asked.append(corner)
    orders = table.ask_all(decisions) if decisions else []
    doomed: list[int] = []
    for corner in struck:
        order = orders[asked.index(corner)] if corner in asked else NONE
        if order[0] == "replace":
            if table.telling:
                battle_news.replaces(state, table, corner, order[1])
            bring_in(state, corner, order[1])
            continue
        unit = state.units[corner.front]
        if unit.defeats == 0 and state.setting.kinds[unit.kind].regenerates:
            unit.defeats = 1
            if table.telling:
                battle_news.regenerates(state, table, corner, "stacks:paralyze.destroy")
        else:
            doomed.append(corner.front)
        corner.front = NOBODY
    if doomed:
        destroy(state, table, doomed, "stacks:paralyze.destroy", "paralyzed, with nobody to replace it")
