"""News of the Scout Phase: who looked, stole and devoured, and what the looking side saw.

Callers ask `table.telling` first. Rule: stacks:hidden.stack.
"""

from __future__ import annotations

from typing import Any

from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.state import Corner, Fight, State
from banneret.rulebooks.stacks.text.news_words import (
    artifact_id,
    artifact_name,
    at_hex,
    fight_of,
    hex_data,
    side_name,
    spell_of,
    unit_data,
    unit_name,
)
from banneret.rulebooks.stacks.text.wording import listed, tallied


def scouting(state: State, table: Table) -> None:
    """A hex is scouted. Rule: stacks:scoutphase.order."""
    fight = fight_of(state)
    first, second = [side_name(state, corner.side) for corner in fight.corners]
    text = f"{first} and {second} scouted each other{at_hex(state, fight.hex)}."
    rule = "stacks:scoutphase.order"
    table.tell(Event("scouting", text, rule, side=state.active, data={"hex": hex_data(state, fight.hex)}))


def looks(state: State, table: Table, fight: Fight, corner: Corner, enemy: Corner, order: Order) -> None:
    """A side looks: all see who did, only the side itself what was seen. Rule: stacks:scout.snapshot."""
    side = corner.side
    if order[0] == "cast":
        spell = spell_of(state, order[1])
        looker, rule = order[2], spell.rule
        how = f"with {spell.name}, cast by {unit_name(state, looker)}"
    else:
        looker, rule = order[1], "stacks:scout.look"
        how = f"with {unit_name(state, looker)}"
        if len(order) == 3:
            artifact = state.setting.facts.artifact(order[2])
            how, rule = f"{how} and the {artifact.name}", artifact.rule
    text = f"{side_name(state, side)} looked through the stack of {side_name(state, enemy.side)}{at_hex(state, fight.hex)} {how}."
    data: dict[str, Any] = {"hex": hex_data(state, fight.hex), "by": unit_data(state, looker)}
    table.tell(Event("look", text, rule, side=side, reveals=True, data=data))
    stack = state.stacks[enemy.side][fight.hex]
    seen: list[tuple[str, dict[str, Any]]] = []
    for number in stack:
        held = sorted(
            [chit for chit in range(len(state.artifacts)) if state.artifacts[chit].holder == number]
        )
        words = unit_name(state, number)
        if state.units[number].held_turns:
            words += " (paralyzed)"
        if held:
            words += " with " + listed([artifact_name(state, chit) for chit in held])
        what = unit_data(state, number)
        what["artifacts"] = [artifact_id(state, chit) for chit in held]
        what["paralyzed"] = state.units[number].held_turns
        seen.append((words, what))
    seen.sort(key=_words_of)
    text = f"{side_name(state, side)} saw {tallied([words for words, _ in seen])}."
    data = {"hex": hex_data(state, fight.hex), "seen": [what for _, what in seen]}
    table.tell(Event("seen", text, "stacks:scout.snapshot", side=side, to=(side,), reveals=True, data=data))


def _words_of(entry: tuple[str, dict[str, Any]]) -> str:
    return entry[0]


def steals(state: State, table: Table, corner: Corner, enemy: Corner, thief: int, chit: int) -> None:
    """An artifact is stolen. Rule: stacks:steal.take."""
    victim = side_name(state, enemy.side)
    text = f"{side_name(state, corner.side)} stole the {artifact_name(state, chit)} from {victim} with {unit_name(state, thief)}."
    data = {"by": unit_data(state, thief), "artifact": artifact_id(state, chit)}
    table.tell(Event("steal", text, "stacks:steal.take", side=corner.side, reveals=True, data=data))


def steals_nothing(state: State, table: Table, corner: Corner, thief: int) -> None:
    """There was nothing to steal. Rule: stacks:steal.take."""
    text = f"{side_name(state, corner.side)} found no artifact to steal with {unit_name(state, thief)}."
    data = {"by": unit_data(state, thief)}
    table.tell(Event("steal", text, "stacks:steal.take", side=corner.side, reveals=True, data=data))


def devours(state: State, table: Table, corner: Corner, eater: int, victim: int) -> None:
    """A Cannibal has its victim. Rule: stacks:cannibal.sacrifice."""
    value = state.setting.kinds[state.units[eater].kind].cannibal
    text = (
        f"{unit_name(state, eater)} of {side_name(state, corner.side)} devoured {unit_name(state, victim)}: "
        f"+{value} to every battle roll of this turn."
    )
    data = {"by": unit_data(state, eater), "victim": unit_data(state, victim), "bonus": value}
    table.tell(Event("devour", text, "stacks:cannibal.sacrifice", side=corner.side, reveals=True, data=data))
