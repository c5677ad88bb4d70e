"""Defense: the number that an attack must reach. Rules: warcards:attack.modifiers, warcards:hero.bonus."""

from __future__ import annotations

from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.magic.effects import magic
from banneret.rulebooks.warcards.ratings.leadership import heroes
from banneret.rulebooks.warcards.ratings.surroundings import ground_on_defense
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import DEFENSE
from banneret.rulebooks.warcards.tables.conditions import LIMITED
from banneret.rulebooks.warcards.tables.modifiers import LIMITED_DEFENSE, SHIELD_DEFENSE


def defense_rating(state: State, unit: Unit, tally: Tally | None = None) -> int:
    """The defense with heroes and magic, without the bonus of the ground. Rules: warcards:hero.bonus, warcards:magic.rating."""
    total = state.setting.cards[unit.id].defense
    if tally is not None:
        tally.add(total, "defense", "warcards:unit.statistics")
    if state.groups:
        bonus = heroes(state, unit)[1]
        if bonus:
            total += bonus
            if tally is not None:
                tally.add(bonus, "heroes", "warcards:hero.bonus")
    if state.effects:
        spell = magic(state, unit.id, DEFENSE)
        if spell:
            total += spell
            if tally is not None:
                tally.add(spell, "battle magic", "warcards:magic.rating")
    return total


def defense_total(
    state: State,
    target: Unit,
    attacker: Unit,
    missile: bool,
    boarding: bool = False,
    tally: Tally | None = None,
) -> int:
    """The number that an attack must reach. By version 1 of the rules shallows did not lower that of a heavy ship against boarders.

    Rules: warcards:attack.modifiers, warcards:terrain.swamp-mounted, warcards:terrain.shallow-heavy, warcards:naval.board-target, warcards:train.shield,
    warcards:limited.defense, warcards:full.defense, warcards:hero.bonus, warcards:magic.rating.
    """
    card = state.setting.cards[target.id]
    total = defense_rating(state, target, tally)
    if missile and card.shield:
        total += SHIELD_DEFENSE
        if tally is not None:
            tally.add(SHIELD_DEFENSE, "shield formation", "warcards:train.shield")
    if boarding and (not card.ship or state.setting.flags.version == 1):
        return total
    if is_fortified(state, target.place):
        if target.side == state.setting.owner and not state.setting.cards[attacker.id].artillery:
            works = LIMITED_DEFENSE if state.fort == LIMITED else state.setting.level
            total += works
            if tally is not None:
                rule = "warcards:limited.defense" if state.fort == LIMITED else "warcards:full.defense"
                tally.add(works, "fortification", rule)
        return total
    if state.terrain > 0:
        total += ground_on_defense(state, target, attacker, tally)
    return total
