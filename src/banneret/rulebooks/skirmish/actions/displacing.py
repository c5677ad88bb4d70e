"""Steps that move creatures, and cards that come to lie under them.

Rules: skirmish:move.mode-move, skirmish:move.shift, skirmish:move.slide, skirmish:move.slide-not-move, skirmish:move.teleport,
skirmish:attach.fail, skirmish:activation.one-move.
"""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.actions.asking import Question, ask
from banneret.rulebooks.skirmish.board.standing import are_adjacent, space
from banneret.rulebooks.skirmish.board.traits import is_forbidden, printed
from banneret.rulebooks.skirmish.movement.reach import reach, speed, speed_left, teleports
from banneret.rulebooks.skirmish.state import NO_CARD, Creature, Entry, State, are_foes
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.effects import Step
from banneret.rulebooks.skirmish.text import news


class StillTable(Table):
    """A table at which creatures stay where they are whenever they may, so that their ways need not be searched."""


class Going(Question):
    """The question where a creature goes. Rules: skirmish:action.choices, skirmish:move.fewer.

    `stays` is the index of the option by which it stays, which foresight takes so that it moves nobody.
    """

    def __init__(
        self, side: int, options: list[Order], finder: Callable[[list[Order]], int], stays: int
    ) -> None:
        super().__init__("go", side, "skirmish:action.choices", options, finder)
        self.stays: int = stays

    def stay(self) -> Order:
        """The order by which the creature stays, or goes to the first place if it may not stay."""
        return self.options[self.stays]


def displace(state: State, table: Table, entry: Entry, step: Step) -> None:
    """Move a creature by a step of an action; the side of the action says where to.

    If by an option the move of an activation may be split, it ends with a part in which the creature stays. Rules: skirmish:action.choices, skirmish:move.fewer,
    skirmish:activation.one-move.
    """
    creature = entry.actor if step.who == "self" else entry.target
    if creature is None or creature not in state.creatures:
        return
    if not entry.own_move or not state.setting.flags.split_move:
        if isinstance(table, StillTable) and not step.ends_adjacent:
            return  # where it stands is always among the places
        go(state, table, entry.side, creature, _places(state, entry, step, creature))
        return
    start = creature.place
    ways = reach(state, creature, speed_left(state, creature), step.mode)
    go(state, table, entry.side, creature, [] if is_forbidden(creature, step.mode) else ways.ends)
    state.walked += ways.cost[creature.place]
    state.moved = creature.place == start


def go(state: State, table: Table, side: int, creature: Creature, places: list[int]) -> None:
    """Let a side say to which of some places a creature goes. Rules: skirmish:action.choices, skirmish:move.fewer."""
    if not places or places == [creature.place]:
        return
    names = state.setting.board.grid.names
    options: list[Order] = [("go", creature.id, names[place]) for place in places]
    stays = places.index(creature.place) if creature.place in places else 0
    order = ask(
        state,
        table,
        "go",
        side,
        "skirmish:action.choices",
        lambda: options,
        form=lambda listed: Going(side, listed, lambda _: _nearest(state, creature, places, stays), stays),
    )
    start, creature.place = creature.place, places[options.index(order)]
    if table.telling and creature.place != start:
        text = f"{news.name(state, creature)} goes from {names[start]} to {names[creature.place]}."
        news.tell(table, "go", text, "action.choices", side, creature=creature.id)


def _nearest(state: State, creature: Creature, places: list[int], stays: int) -> int:
    """The index of the place nearest on foot to an enemy, of equal ones not the creature's own; `stays` if there is no enemy."""
    rows = _ways_to_enemies(state, creature)
    if not rows:
        return stays
    best, least = stays, -1
    for at, place in enumerate(places):
        away = 2 * _away(state, creature, rows, place) + int(place == creature.place)
        if least < 0 or away < least:
            best, least = at, away
    return best


def comes_nearer(state: State, creature: Creature, places: list[int]) -> bool:
    """True if one of some places is nearer on foot to an enemy of a creature than where it stands."""
    rows = _ways_to_enemies(state, creature)
    if not rows:
        return False
    here = _away(state, creature, rows, creature.place)
    return any(_away(state, creature, rows, place) < here for place in places)


def _ways_to_enemies(state: State, creature: Creature) -> list[list[int]]:
    """For each square on which an enemy of a creature stands, the distances on foot from there to every square."""
    away = state.setting.board.grid.away
    enemies = [one for one in state.creatures if are_foes(one.side, creature.side)]
    return [away(square) for one in enemies for square in space(state, one)]


def _away(state: State, creature: Creature, rows: list[list[int]], place: int) -> int:
    """The distance from a creature in a place to the nearest of those squares."""
    squares = state.setting.board.grid.spaces[printed(creature).across - 1][place]
    return min([row[square] for square in squares for row in rows])


def attach(state: State, entry: Entry, step: Step) -> None:
    """Lay the card of an action under a creature. Rules: skirmish:attach.text, skirmish:attach.fail, skirmish:attack.if-damage."""
    creature = entry.actor if step.who == "self" else entry.target
    if creature is None or creature not in state.creatures or entry.card == NO_CARD:
        return
    if step.if_damaged and not any(packet.placed and packet.target is creature for packet in entry.dealt):
        return
    creature.attached = (*creature.attached, (entry.card, entry.side))
    entry.stays = True


def _places(state: State, entry: Entry, step: Step, creature: Creature) -> list[int]:
    """The places where a creature may be set by a step."""
    if step.verb == "teleport":
        return teleports(state, creature, step.distance)
    if step.mode != "slide" and is_forbidden(creature, step.mode):
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
    if found and home not in found and state.setting.flags.mended:
        return sorted([*found, home])  # nobody must go
    return found
