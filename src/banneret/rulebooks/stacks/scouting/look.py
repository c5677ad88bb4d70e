"""The Scout Phase of a contested hex: looking, stealing, devouring; the active side first in each."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.ending import end_scouting
from banneret.rulebooks.stacks.battle.offers import NONE, Offer
from banneret.rulebooks.stacks.board.artifacts import artifact_of, reveal_chit, usable_chits
from banneret.rulebooks.stacks.board.knowledge import everybody, look_mark, show
from banneret.rulebooks.stacks.board.spells import castable, spell_in_hand, spend
from banneret.rulebooks.stacks.board.stacks import is_usable, usable_units
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.stages import DEVOUR, STEAL
from banneret.rulebooks.stacks.state import Corner, Fight, State
from banneret.rulebooks.stacks.text import news

# ---------------------------------------------------------------- S1


def look(state: State, table: Table) -> None:
    """Step S1: one side may look through the enemy stack, once. Rule: stacks:scout.look, stacks:scoutphase.order."""
    fight = state.fight
    assert fight is not None
    corner, enemy = fight.corners[fight.acting], fight.corners[1 - fight.acting]
    options = lookouts(state, fight, corner)
    preset = 1 if len(options) > 1 and options[1][0] == "look" else 0
    order = table.ask(Offer("look", corner.side, "stacks:scout.look", options, preset))
    if order[0] != "none":
        _look(state, table, fight, corner, enemy, order)
    if pass_on(fight):
        state.stage = STEAL


def pass_on(fight: Fight) -> bool:
    """In S1, S2 and S3 the active side acts first, then the other; whether both have had their turn.

    Rule: stacks:scoutphase.order.
    """
    fight.acting = 1 - fight.acting
    return fight.acting == 0


def lookouts(state: State, fight: Fight, corner: Corner) -> list[Order]:
    """The ways a side can look: Scouts, artifacts, spells; not to look first.

    Rule: stacks:scout.look, stacks:artifact.far-glass, stacks:spell.farsight, stacks:battle.usable.
    """
    options: list[Order] = [NONE]
    kinds = state.setting.kinds
    units = state.units
    stack = state.stacks[corner.side].get(fight.hex, ())
    options += [("look", i) for i in stack if kinds[units[i].kind].scout and is_usable(units[i])]
    if state.artifacts:
        for unit in usable_units(state, corner.side, fight.hex):
            chits = usable_chits(state, unit.id, "S1")
            options += [("look", unit.id, artifact_of(state, chit).id) for chit in chits]
    if state.hands[corner.side]:
        for spell, casters in castable(state, corner.side, fight.hex, "S1"):
            options += [("cast", spell.id, caster) for caster in casters]
    return options


def _look(state: State, table: Table, fight: Fight, corner: Corner, enemy: Corner, order: Order) -> None:
    """The side sees the enemy stack as it is at this moment, and nobody else does.

    Rule: stacks:scout.look, stacks:scout.snapshot, stacks:hidden.stack.
    """
    corner.looked = True
    if order[0] == "cast":
        spend(state, corner.side, spell_in_hand(state, corner.side, order[1]), order[2])
    else:
        show(state.units[order[1]], everybody(state))
        if len(order) == 3:
            for chit in usable_chits(state, order[1], "S1"):
                if artifact_of(state, chit).id == order[2]:
                    reveal_chit(state, chit)
    bit = 1 << corner.side
    stack = state.stacks[enemy.side][fight.hex]
    for number in stack:
        show(state.units[number], bit)
    for artifact in state.artifacts:
        if artifact.holder in stack:
            artifact.seen |= bit
            artifact.known |= bit
    state.looks = [*(state.looks or []), look_mark(state, corner.side, enemy.side, fight.hex)]
    if table.telling:
        news.looks(state, table, fight, corner, enemy, order)


# ---------------------------------------------------------------- S2


def steal(state: State, table: Table) -> None:
    """Step S2: each Steal unit may take one artifact from the enemy stack; the step is one theft, or that no more follow.

    Who has looked names the artifact; else one is drawn blind, by a die that only its owner sees, so that it does not tell how
    many there are. When all see that there is nothing, it is over as well.

    Rule: stacks:steal.take, stacks:steal.holder, stacks:limits.table, stacks:hidden.stack.
    """
    fight = state.fight
    assert fight is not None
    if not state.setting.artifacts_possible:
        state.stage = DEVOUR
        return
    corner, enemy = fight.corners[fight.acting], fight.corners[1 - fight.acting]
    stack = state.stacks[enemy.side][fight.hex]
    there = [index for index, chit in enumerate(state.artifacts) if chit.holder in stack]
    options = thefts(state, fight, corner, there)
    preset = 1 if len(options) > 1 else 0
    order = table.ask(Offer("steal", corner.side, "stacks:steal.take", options, preset))
    if order[0] != "none":
        thief = order[1]
        fight.stolen_by = [*(fight.stolen_by or []), thief]
        show(state.units[thief], everybody(state))
        if there:
            if len(order) == 3:
                taken = order[2]
            else:
                taken = there[table.die(len(there), "artifact stolen blind", enemy.side, enemy.side) - 1]
            state.artifacts[taken].holder = thief
            reveal_chit(state, taken)
            if table.telling:
                news.steals(state, table, corner, enemy, thief, taken)
            return
        if table.telling:
            news.steals_nothing(state, table, corner, thief)
    if pass_on(fight):
        state.stage = DEVOUR


def thefts(state: State, fight: Fight, corner: Corner, there: list[int]) -> list[Order]:
    """What a side can steal, with whom; to steal nothing first. Rule: stacks:steal.take, stacks:battle.usable."""
    options: list[Order] = [NONE]
    for unit in usable_units(state, corner.side, fight.hex):
        if state.setting.kinds[unit.kind].steal and (
            fight.stolen_by is None or unit.id not in fight.stolen_by
        ):
            if not corner.looked:
                options.append(("steal", unit.id))
            else:
                options += [("steal", unit.id, chit) for chit in there]
    return options


# ---------------------------------------------------------------- S3


def devour(state: State, table: Table) -> None:
    """Step S3: each Cannibal may devour a friendly unit; the step is one meal, or that no more follow.

    The bonus lasts to the end of the player turn. Rule: stacks:cannibal.sacrifice, stacks:cannibal.limit,
    stacks:cannibal.duration, stacks:scoutphase.order, stacks:site.not-a-price, stacks:regenerates.bypass,
    stacks:desc.nonliving.
    """
    fight = state.fight
    assert fight is not None
    corner = fight.corners[fight.acting]
    order = table.ask(Offer("devour", corner.side, "stacks:cannibal.sacrifice", meals(state, fight, corner)))
    if order[0] != "none":
        eater = state.units[order[1]]
        fight.ate = [*(fight.ate or []), eater.id]
        eater.devoured += state.setting.kinds[eater.kind].cannibal
        show(eater, everybody(state))
        if table.telling:
            news.devours(state, table, corner, order[1], order[2])
        destroy(state, table, [order[2]], "stacks:cannibal.sacrifice", "devoured")
        if state.outcome is not None or fight.hex in state.stacks[corner.side]:
            return
    if pass_on(fight):
        end_scouting(state, table)


def meals(state: State, fight: Fight, corner: Corner) -> list[Order]:
    """Who can devour whom; nobody first. Rule: stacks:cannibal.sacrifice, stacks:site.not-a-price."""
    units, kinds = state.units, state.setting.kinds
    options: list[Order] = [NONE]
    for number in state.stacks[corner.side].get(fight.hex, ()):
        unit = units[number]
        if kinds[unit.kind].cannibal and is_usable(unit) and (fight.ate is None or number not in fight.ate):
            for victim in usable_units(state, corner.side, fight.hex):
                kind = kinds[victim.kind]
                if victim.id != number and kind.living and not kind.site:
                    options.append(("devour", number, victim.id))
    return options
