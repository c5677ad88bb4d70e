"""Wrap-around: a line in contact widens, and its ends wheel inward along the enemy's flanks.

Order: ("wrap", unit, ("left", 2), ("right", 0)): for each end that turns, the number of figures moved up to it first.
If nothing may be measured beforehand, only friends, ground and the enemies in contact are looked at when it is declared; a wrap that
other enemies bar is lost.

Rules: battlesystem:7.11 to battlesystem:7.11c, battlesystem:7.8f, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE
from banneret.geometry.rectangles import LEFT, RIGHT, SIDE_NAMES
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.combat import caught_shooting
from banneret.rulebooks.battlesystem.drill.order_checks import unit_of
from banneret.rulebooks.battlesystem.drill.ordinary_moves import left_to_bound
from banneret.rulebooks.battlesystem.drill.walking import catch
from banneret.rulebooks.battlesystem.drill.wrap_plans import (
    Wrap,
    flank_of,
    fronted,
    fronted_grounds,
    inner_edge,
    planned,
)
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import after_colon, agree, says
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN, Unit
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL

_ENDS: Final = {"left": LEFT, "right": RIGHT}


def offers(state: State, unit: Unit) -> list[Order]:
    """Examples of wraps: at each end, and at both, with as few figures moved up as will do."""
    fronts = _wrappable(state, unit)
    if (
        not fronts
        or _refused_as_it_stands(state, unit) is not None
        or isinstance(unit_of(state, unit.side, ("wrap", unit.id)), Refusal)
    ):
        return []
    found: list[Order] = []
    ends = [(end, needed(unit, side, fronts)) for end, side in _ENDS.items()]
    for named in (ends[:1], ends[1:], ends):
        if len(named) == 1 or len(found) == 2:
            turned = [(_ENDS[end], files) for end, files in named]
            measured = state.setting.flags.premeasure
            if not isinstance(planned(state, unit, turned, fronts, measured), Refusal):
                found.append(("wrap", unit.id, *named))
    return found


def _refused_as_it_stands(state: State, unit: Unit) -> Refusal | None:
    """The refusal of a wrap-around to a unit that cannot move or wheel as it stands; None if it can.

    By versions 1 to 4 of the rules a square of shields could wrap, by versions 1 to 10 a closed unit out of command, by versions 1 to 11
    one of which some figures look elsewhere. Rules: battlesystem:11.6d, battlesystem:4.7a, battlesystem:7.9g.
    """
    label = name(state, unit)
    if unit.shields == ALL and is_mended(state, 5):
        return Refusal(
            says(state, unit, "stands|stand in a square of shields and does|do not move."),
            "battlesystem:11.6d",
        )
    if unit.formation == CLOSED and not unit.in_command and is_mended(state, 11):
        return Refusal(
            says(state, unit, "is|are closed and out of command: it|they cannot move."), "battlesystem:4.7a"
        )
    if is_mended(state, 12) and formations.are_some_turned(unit):
        return Refusal(
            f"Some figures of {label} face elsewhere: {agree(label, 'it|they does|do')} not wheel.",
            "battlesystem:7.9g",
        )
    return None


def needed(unit: Unit, side: int, fronts: list[Unit]) -> int:
    """The least number of figures to move up to an end of a line so that a file stands wholly beyond the flank of those enemies."""
    block = unit.block
    assert block is not None
    corner = flank_of(block, fronted_grounds(block, fronts), side)
    short = corner - TOLERANCE - inner_edge(block, 1)
    files = 0
    while files * (block.width + block.spacing) < short:
        files += 1
    return files


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random one of the offers; None if there are none."""
    found = offers(state, unit)
    return found[chance.below(len(found))] if found else None


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a wrap-around cannot be declared; None if it can. Rules: battlesystem:7.11, battlesystem:7.11b, battlesystem:3.5."""
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    ends = _read(order)
    if isinstance(ends, Refusal):
        return ends
    if unit.caught and not state.setting.flags.caught_may_wrap:
        reason = says(
            state,
            unit,
            "was|were caught this round before it|they could move: {}.",
            left_to_bound(state, unit),
        )
        return Refusal(reason, "battlesystem:7.8f")
    refused = _refused_as_it_stands(state, unit)
    if refused is not None:
        return refused
    fronts = _wrappable(state, unit)
    if not fronts:
        verb = "touches|touch no" if unit.engaged else "did not begin this phase in contact with an"
        reason = says(state, unit, f"{verb} enemy before its|their front.")
        return Refusal(reason, "battlesystem:7.11")
    wrap = planned(state, unit, ends, fronts, state.setting.flags.premeasure)
    return wrap if isinstance(wrap, Refusal) else None


def comes_off(state: State, unit: Unit, order: Order) -> bool:
    """True if a wrap-around that can be declared is possible when all is measured, and so not lost. Rule: battlesystem:3.5."""
    ends = _read(order)
    return not isinstance(ends, Refusal) and isinstance(
        planned(state, unit, ends, fronted(state, unit)), Wrap
    )


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Wrap around; the move is lost if an enemy who was not looked at bars it. Rules: 7.11a, 7.11b, battlesystem:7.8f, battlesystem:3.5."""
    unit = state.units[order[1]]
    ends = _read(order)
    assert not isinstance(ends, Refusal)
    wrap = planned(state, unit, ends, fronted(state, unit))
    if isinstance(wrap, Refusal):
        unit.finished = True
        if table.telling:
            why = after_colon(state, wrap.reason)
            text = says(state, unit, "cannot wrap around its|their enemy and stands|stand still: {}", why)
            data: dict[str, object] = {"unit": f"u{unit.id}"}
            table.tell(declared(state, unit, "wrap", text, "battlesystem:3.5", data))
        return
    before = unit.block
    assert before is not None
    touched = contacts.enemies_touching(state, unit)
    beset = [one.id for one, _ in footprints.besiegers(state, unit)]
    if unit.leader_at >= 0:
        unit.leader_at = _renumbered(before, wrap.block, unit.leader_at, wrap.left)
    left, right = unit.wings
    for wing in wrap.wings:
        if wing.side == LEFT:
            left = wing.files
        else:
            right = wing.files
    unit.stand(wrap.block, tuple(wrap.loose), (left, right))
    unit.spent += wrap.cost
    unit.moved = unit.acted = unit.finished = True
    if is_mended(state, 10):
        unit.spears = 0  # spears that it had kept set for a charge. Rule: battlesystem:11.7f
    if wrap.added:
        unit.widened = 1
    catch(state, unit, touched)
    caught_shooting.come_upon(state, unit, touched, beset)
    if table.telling:
        ends_told = " and ".join(SIDE_NAMES[wing.side] for wing in wrap.wings)
        figures = sum(wing.files for wing in wrap.wings)
        turned = "1 figure turns" if figures == 1 else f"{figures} figures turn"
        words = f"wraps|wrap around its|their enemy on the {ends_told}: {turned} inward."
        text = says(state, unit, words)
        data = {"unit": f"u{unit.id}", "cost": round(wrap.cost, 3), "wings": list(unit.wings)}
        table.tell(declared(state, unit, "wrap", text, "battlesystem:7.11a", data))


def _renumbered(before: Block, after: Block, figure: int, left: int) -> int:
    """The number of a figure after files were added at the left end of its line."""
    rank, file = before.place(figure)
    if after.holds(rank, file + left):
        return after.figure(rank, file + left)
    return min(after.files - 1, file + left)


def _wrappable(state: State, unit: Unit) -> list[Unit]:
    """The enemies that a unit may wrap around: those before its front; none if it may not wrap."""
    if unit.formation not in (CLOSED, OPEN) or unit.block is None or unit.finished or not unit.engaged:
        return []
    if unit.caught and not state.setting.flags.caught_may_wrap:
        return []
    return fronted(state, unit)


def _read(order: Order) -> list[tuple[int, int]] | Refusal:
    """The ends that an order turns, each with the number of figures moved up to it; or a refusal."""
    found: list[tuple[int, int]] = []
    for word in order[2:]:
        if not isinstance(word, tuple) or len(word) != 2 or word[0] not in _ENDS or type(word[1]) is not int:
            return _unclear()
        if not 0 <= word[1] <= 48 or any(side == _ENDS[word[0]] for side, _ in found):
            return _unclear()
        found.append((_ENDS[word[0]], word[1]))
    return found or _unclear()


def _unclear() -> Refusal:
    reason = "Say which ends turn and how many figures are moved up to each: (left 1) (right 0)."
    return Refusal(reason, "battlesystem:7.11")
