"""The reasons why a creature cannot go to a square, or be deployed there."""

from __future__ import annotations

from typing import Final

from banneret.geometry.squares import FAR
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import OptionView
from banneret.rulebooks.skirmish.board.homes import callers, comes_by_walls
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.movement.reach import reach, speed
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard, creature_card
from banneret.rulebooks.skirmish.tables.effects import Moving, Step
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.text.wording import many
from banneret.rulebooks.skirmish.view.meanings import allowance, apart, running

OFFERED: Final = 3
"""The number of squares that are offered instead."""
ANYWHERE: Final = 99
"""More squares of movement than any way on a board takes."""


def no_place(state: State, decision: Decision, order: Order) -> Refusal | None:
    """The reason why a move or deployment to a square is not legal; None for any other order, and for a legal one.

    Rules: skirmish:space.size, skirmish:space.one-per-square, skirmish:move.distance, skirmish:deploy.place.
    """
    if order[0] not in ("go", "deploy") or len(order) != 3 or order in decision.orders():
        return None
    grid = state.setting.board.grid
    word = str(order[2])
    options = [one for one in decision.orders() if one[:2] == order[:2]]
    if word not in grid.names or not options:
        return None
    to = grid.named(word)
    nearest = _by_distance(state, options, to)[0]
    mover = state.creature(int(order[1])) if order[0] == "go" else None
    across = creature_card(str(order[1])).across if mover is None else printed(mover).across
    who = creature_card(str(order[1])).name if mover is None else news.short(state, mover)
    if not grid.spaces[across - 1][to]:
        return Refusal(_no_room(who, word, across), "skirmish:space.size", nearest)
    other = _standing(state, grid.spaces[across - 1][to], mover)
    if other is not None:
        return Refusal(
            f"{news.name(state, other)} stands in the way at {word}.",
            "skirmish:space.one-per-square",
            nearest,
        )
    if mover is None:
        where = _homes(state, decision.side, creature_card(str(order[1])))
        return Refusal(f"{who} is deployed {where}.", "skirmish:deploy.place", nearest)
    step = _step(state)
    if step is not None and step.verb == "teleport":
        far = many(apart(state, mover.place, to), "square")
        said = f"{word} is {far} away, straight there, and {who} teleports {step.distance}."
        return Refusal(said, "skirmish:move.teleport-distance", nearest)
    return Refusal(_too_far(state, mover, who, word, to), "skirmish:move.distance", nearest)


def nearest_places(state: State, decision: Decision, order: Order) -> tuple[OptionView, ...]:
    """The legal orders for a creature to the squares nearest to one where it cannot go, as options."""
    options = [one for one in decision.orders() if one[:2] == order[:2]]
    found = _by_distance(state, options, state.setting.board.grid.named(str(order[2])))[:OFFERED]
    word = "Go to" if order[0] == "go" else f"{creature_card(str(order[1])).name} to"
    return tuple([OptionView(write_order(one), f"{word} {one[2]}", places=(str(one[2]),)) for one in found])


def _by_distance(state: State, options: list[Order], to: int) -> list[Order]:
    """Orders by the distance of their squares from a square."""
    grid = state.setting.board.grid
    return sorted(options, key=lambda one: apart(state, to, grid.named(str(one[2]))))


def _no_room(who: str, word: str, across: int) -> str:
    if across == 1:
        return f"There is a wall at {word}."
    return f"{who} needs {across} by {across} squares: from {word} on, a wall or the edge of the board is in them."


def _standing(state: State, squares: tuple[int, ...], mover: Creature | None) -> Creature | None:
    """The first other creature on one of some squares."""
    grid = state.setting.board.grid
    for other in state.creatures:
        if other is not mover and set(grid.spaces[printed(other).across - 1][other.place]) & set(squares):
            return other
    return None


def _homes(state: State, side: int, card: CreatureCard) -> str:
    """The places where a creature may be deployed, in words. Rules: skirmish:deploy.place, skirmish:deploy.mastiff, skirmish:deploy.priestess."""
    found = ["in your own start area"]
    if comes_by_walls(card):
        found.append("beside a wall")
    found += [f"beside {news.short(state, one)}" for one in callers(state, side, card)]
    return " or ".join(found)


def _step(state: State) -> Step | None:
    """The step that is being carried out; None if there is none."""
    entry = running(state)
    return None if entry is None or entry.done >= len(entry.steps) else entry.steps[entry.done]


def _too_far(state: State, mover: Creature, who: str, word: str, to: int) -> str:
    """The reason why a creature cannot get to a square: no way, too little movement, or not beside its target.

    Rules: skirmish:move.distance, skirmish:move.stop, skirmish:move.shift, skirmish:card.tide-of-iron.
    """
    entry, step = running(state), _step(state)
    mode: Moving = "move" if step is None else step.mode
    costs = reach(state, mover, ANYWHERE, mode).cost
    if costs[to] == FAR:
        before = "walls, or enemies beside whom it must stop," if mode == "move" else "walls or enemies"
        return f"No way leads {who} to {word}: {before} are in the way."
    most = speed(state, mover) if entry is None or step is None else allowance(state, mover, entry)
    if costs[to] > most:
        return f"{word} takes {many(costs[to], 'square')} of movement, and {who} has {most}."
    if step is not None and step.ends_adjacent and entry is not None and entry.target is not None:
        return f"{who} must end beside {news.short(state, entry.target)}, or stay."
    return f"{who} cannot end at {word} with this step."
