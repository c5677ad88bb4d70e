"""Steps that move creatures, and cards that come to lie under them.

Rules: skirmish:move.mode-move, skirmish:move.shift, skirmish:move.slide, skirmish:move.slide-not-move, skirmish:move.teleport,
skirmish:attach.fail.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.actions.chain import NO_CARD, Entry
from banneret.rulebooks.skirmish.board.standing import are_adjacent
from banneret.rulebooks.skirmish.board.traits import is_forbidden
from banneret.rulebooks.skirmish.movement.reach import reach, speed, teleports
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.effects import Step


def displace(state: State, table: Table, entry: Entry, step: Step) -> None:
    """Move a creature by a step of a card or power; its controller says where to. Rules: skirmish:action.choices, skirmish:move.fewer."""
    creature = entry.actor if step.who == effects.SELF else entry.target
    if creature is None or creature not in state.creatures:
        return
    places = _places(state, entry, step, creature)
    if len(places) > 1 or (places and places[0] != creature.place):
        options: list[Order] = [("go", creature.id, place) for place in places]
        preset = places.index(creature.place) if creature.place in places else 0
        order = table.ask(Choice("go", entry.side, "skirmish:action.choices", options, preset))
        creature.place = places[options.index(order)]


def attach(state: State, entry: Entry, step: Step) -> None:
    """Lay the card of an action under a creature. Rules: skirmish:attach.text, skirmish:attach.fail, skirmish:attack.if-damage."""
    creature = entry.actor if step.to == effects.SELF else entry.target
    if creature is None or creature not in state.creatures or entry.card == NO_CARD:
        return
    if step.if_damaged and not any(packet.placed and packet.target is creature for packet in entry.dealt):
        return
    creature.attached = (*creature.attached, (entry.card, entry.side))
    entry.stays = True


def _places(state: State, entry: Entry, step: Step, creature: Creature) -> list[int]:
    """The places where a creature may be set by a step."""
    if step.verb == effects.TELEPORT:
        return teleports(state, creature, step.distance)
    if step.mode != effects.SLIDE and is_forbidden(creature, step.mode):
        return []
    squares = speed(state, creature, step.mode) if step.distance == effects.SPEED else step.distance
    places = reach(state, creature, squares, step.mode).ends
    target = entry.target
    if not step.ends_adjacent:
        return places
    if target is None or target not in state.creatures:
        return []
    home = creature.place
    found: list[int] = []
    for place in places:
        creature.place = place
        if are_adjacent(state, creature, target):
            found.append(place)
    creature.place = home
    return found
