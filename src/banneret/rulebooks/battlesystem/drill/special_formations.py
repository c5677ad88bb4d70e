"""Shield walls, and spears or pikes set against a charge: the units that may form them, the cost, and the orders.

Orders: ("wall", unit) or ("wall", unit, "square"); ("set", unit, "front", ...) with any of front, left, right, rear.

Rules: battlesystem:11.6 to battlesystem:11.6i, battlesystem:11.7 to battlesystem:11.7g.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import within
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block, mob_files
from banneret.rulebooks.battlesystem.blocks.block_moves import rebuilt
from banneret.rulebooks.battlesystem.drill.legs import left_of
from banneret.rulebooks.battlesystem.drill.order_checks import bound, unit_of
from banneret.rulebooks.battlesystem.space import dressing, field, formations
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, Unit
from banneret.rulebooks.battlesystem.worth import walls_and_spears
from banneret.rulebooks.battlesystem.worth.allowance import normal_rate

SIDES: Final = {"front": FRONT, "right": RIGHT, "rear": REAR, "left": LEFT}
SQUARE: Final = "square"
PIKES: Final = 3  # ranks that strike with them. Rule: battlesystem:8.1b


# ---------------------------------------------------------------- who may


def _cannot(state: State, unit: Unit, what: str, rule: str, later: bool = False) -> Refusal | None:
    """The reason a unit can take no special formation now; None if it can. `later`: it may have moved before. Rules: battlesystem:11.6, 11.7, 7.8, 7.8f.

    By versions 1 to 13 of the rules a unit that began the phase closed and out of command might, once a commander had come near.
    """
    label = name(state, unit)
    if unit.block is None or unit.formation != CLOSED:
        return Refusal(
            f"Only a unit in closed formation {what}; {says(state, unit, 'is|are')} not closed.", rule
        )
    if not unit.in_command:
        return Refusal(says(state, unit, "is|are out of command and cannot do that."), rule)
    if unit.moved and not later:
        return Refusal(f"{says(state, unit, 'has|have')} moved already: a unit {what} before it moves.", rule)
    if unit.unready and (later or is_mended(state, 14)):
        began = "open, or out of command" if later else "out of command"
        reason = f"{label} began the phase {began}: a unit {what} only where it began closed and in command."
        return Refusal(reason, rule)
    if unit.loose is not None:
        return Refusal(f"Some figures of {label} stand out of order.", "battlesystem:7.9g")
    why = bound(state, unit)
    if why:
        return Refusal(f"{label} {why}.", "battlesystem:7.8")
    if unit.rallied:
        return Refusal(says(state, unit, "was|were rallied this round."), "battlesystem:6.3")
    if unit.caught and is_mended(state, 11):
        return Refusal(
            says(state, unit, "was|were caught before it|they could move: no change of formation."),
            "battlesystem:7.8f",
        )
    return None


def refusal_of_wall(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a shield wall cannot be declared; None if it can. Rules: battlesystem:11.6, battlesystem:11.6d.

    By versions 1 to 13 of the rules a square could not become a wall to the front.
    """
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    if len(order) > 3 or (len(order) == 3 and order[2] != SQUARE):
        return Refusal("Give (wall UNIT) or (wall UNIT square).", "battlesystem:11.6", ("wall", unit.id))
    if not unit.now.large_shields:
        return Refusal(says(state, unit, "carries|carry no large shields."), "battlesystem:11.6")
    why = _cannot(state, unit, "forms a shield wall", "battlesystem:11.6")
    if why is not None:
        return why
    to_front = len(order) == 2
    is_square = unit.shields == walls_and_spears.ALL
    turns_back = is_square and to_front and is_mended(state, 14)
    if (is_square and not turns_back) or (unit.shields == walls_and_spears.WALKING and to_front):
        return Refusal(says(state, unit, "stands|stand in a shield wall already."), "battlesystem:11.6")
    if to_front and not is_square:
        return None
    cost = formations.facing_cost(normal_rate(state, unit), REAR)
    if not within(cost, left_of(state, unit)):
        what = "To turn a square to the front" if to_front else "A square"
        reason = (
            f"{what} takes {cost:.4g} in, for those who turn about; {left_of(state, unit):.4g} in are left."
        )
        return Refusal(reason, "battlesystem:11.6d", None if to_front else ("wall", unit.id))
    if not to_front and squared(state, unit) is None:
        return Refusal("There is no room for a square.", "battlesystem:11.6d", ("wall", unit.id))
    return None


def squared(state: State, unit: Unit) -> Block | None:
    """The block of a unit in square: about as wide as deep, with the same middle; None if it has no room. Rule: battlesystem:11.6d."""
    block = unit.block
    assert block is not None
    files = mob_files(block.figures, block.width, block.depth)
    found = rebuilt(block, block.x, block.y, block.heading, files, block.spacing)
    ahead = (found.length - block.length) / 2.0
    x, y = block.x + block.forward_x * ahead, block.y + block.forward_y * ahead
    found = rebuilt(block, x, y, block.heading, files, block.spacing)
    if not formations.has_room(state, unit, found) or formations.new_contact(state, unit, found) is not None:
        return None
    return None if field.ban(state, unit, found) is not None else found


def refusal_of_set(state: State, side: int, order: Order) -> Refusal | None:
    """The reason spears cannot be set; None if they can. Rules: battlesystem:11.7, battlesystem:11.7d, battlesystem:11.7e.

    By versions 1 to 13 of the rules a square of shields could not set them.
    """
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    words = order[2:]
    front: Order = ("set", unit.id, "front")
    if not words or len(set(words)) < len(words) or any(word not in SIDES for word in words):
        reason = "Name the sides on which spears are set, each once: front, left, right, rear."
        return Refusal(reason, "battlesystem:11.7e", front)
    if walls_and_spears.spear_of(unit) < 0:
        return Refusal(says(state, unit, "carries|carry neither spears nor pikes."), "battlesystem:11.7")
    why = _cannot(state, unit, "sets its spears", "battlesystem:11.7", state.setting.flags.set_spears_advance)
    if why is not None:
        return why
    is_square = unit.shields == walls_and_spears.ALL
    if unit.shields and not (is_square and is_mended(state, 14)):
        return Refusal(says(state, unit, "stands|stand in a shield wall."), "battlesystem:11.6i")
    cost = cost_of_set(normal_rate(state, unit), words, is_square)
    left = left_of(state, unit)
    if not within(cost, left):
        reason = f"To set spears so takes {cost:.4g} in; {left:.4g} in are left."
        return Refusal(reason, "battlesystem:11.7d", front if len(words) > 1 else None)
    return None


def cost_of_set(inches: float, words: Order, is_square: bool = False) -> float:
    """Inches that it takes a unit with a movement rate of `inches` to set spears on some sides. Rules: battlesystem:11.7d, battlesystem:11.7e.

    `is_square`: it stands in a square of shields: on all four sides nobody turns, else those who look behind turn about. Rule: 11.6d.

    >>> cost_of_set(9.0, ("front",)), cost_of_set(9.0, ("front", "left")), cost_of_set(9.0, ("front", "rear"))
    (3.0, 6.0, 7.5)
    >>> cost_of_set(9.0, ("front",), True), cost_of_set(9.0, ("front", "left", "right", "rear"), True)
    (7.5, 3.0)
    """
    if is_square:
        return inches / 3.0 + (0.0 if len(words) == len(SIDES) else inches / 2.0)
    if "rear" in words:
        return inches / 3.0 + inches / 2.0
    if "left" in words or "right" in words:
        return inches / 3.0 + inches / 3.0
    return inches / 3.0


# ---------------------------------------------------------------- examples


def offers_of_wall(state: State, unit: Unit) -> list[Order]:
    """The shield walls that can be formed: to the front, and in square."""
    if not unit.now.large_shields:
        return []
    found: list[Order] = [("wall", unit.id), ("wall", unit.id, SQUARE)]
    return [order for order in found if refusal_of_wall(state, unit.side, order) is None]


def offers_of_set(state: State, unit: Unit) -> list[Order]:
    """The ways in which spears can be set: to the front, to front and flanks, to all sides."""
    if walls_and_spears.spear_of(unit) < 0:
        return []
    found: list[Order] = [("set", unit.id, *words) for words in _SETS]
    return [order for order in found if refusal_of_set(state, unit.side, order) is None]


_SETS: Final = (("front",), ("front", "left", "right"), ("front", "left", "right", "rear"))


def sample_of_wall(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random one of the shield walls that can be formed; None if none can."""
    found = offers_of_wall(state, unit)
    return found[chance.below(len(found))] if found else None


def sample_of_set(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random one of the ways in which spears can be set; None if there is none."""
    found = offers_of_set(state, unit)
    return found[chance.below(len(found))] if found else None


# ---------------------------------------------------------------- carrying out


def form_wall(state: State, table: Table, side: int, order: Order) -> None:
    """Form a shield wall: to the front, free, or in square, which takes half the rate and ends the move. Rules: 11.6, 11.6d, 11.6e.

    A square that turns to the front takes as much, which is all that a wall may move.
    """
    unit = state.units[order[1]]
    unit.acted = True
    in_square = len(order) == 3
    if in_square or unit.shields == walls_and_spears.ALL:
        unit.spent += formations.facing_cost(normal_rate(state, unit), REAR)
        unit.moved = unit.finished = True
    if in_square:
        block = squared(state, unit)
        assert block is not None
        dressing.stand(unit, block)
    unit.shields = walls_and_spears.ALL if in_square else walls_and_spears.WALKING
    if table.telling:
        where = "in square, its|their shields outward" if in_square else "to its|their front"
        text = says(state, unit, f"forms|form a shield wall {where}.")
        data = {"unit": f"u{unit.id}", "sides": unit.shields}
        table.tell(declared(state, unit, "wall", text, "battlesystem:11.6", data))


def set_spears(state: State, table: Table, side: int, order: Order) -> None:
    """Set spears or pikes, which ends the unit's move. Rules: battlesystem:11.7, 11.7d, 11.7e, 11.7f."""
    unit = state.units[order[1]]
    unit.spent += cost_of_set(normal_rate(state, unit), order[2:], unit.shields == walls_and_spears.ALL)
    unit.shields = 0
    unit.weapon = walls_and_spears.spear_of(unit)
    for word in order[2:]:
        unit.spears |= 1 << SIDES[word]
    unit.moved = unit.acted = unit.finished = True
    if table.telling:
        weapons = "pikes" if unit.now.weapons[unit.weapon].reach >= PIKES else "spears"
        text = says(state, unit, f"sets|set its|their {weapons}: {', '.join(order[2:])}.")
        data = {"unit": f"u{unit.id}", "sides": unit.spears}
        table.tell(declared(state, unit, "set", text, "battlesystem:11.7", data))
