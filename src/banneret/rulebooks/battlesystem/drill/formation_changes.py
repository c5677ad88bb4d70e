"""Changes on the spot: facing, formation and frontage.

Rules: battlesystem:7.6 to battlesystem:7.6c, battlesystem:7.9e to battlesystem:7.9h, battlesystem:7.10a to battlesystem:7.10d,
battlesystem:2.11, battlesystem:3.5.
"""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, turn_between
from banneret.geometry.rectangles import REAR
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import widen
from banneret.rulebooks.battlesystem.command import coverage
from banneret.rulebooks.battlesystem.drill import gathering
from banneret.rulebooks.battlesystem.drill.legs import Walk, is_turned, pays, stands, stands_fast
from banneret.rulebooks.battlesystem.drill.order_checks import too_few_behind
from banneret.rulebooks.battlesystem.drill.slides import halted_by
from banneret.rulebooks.battlesystem.drill.steps import SIDES, Step
from banneret.rulebooks.battlesystem.space import field, formations
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, FORMATIONS, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.worth.allowance import normal_rate, rate
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING


def change_facing(state: State, walk: Walk, step: Step) -> None:
    """Turn all or some figures by a quarter, or about. Rules: battlesystem:7.9e, 7.9f, 7.9g, 7.9h, battlesystem:3.5."""
    unit = walk.unit
    block = unit.block
    assert block is not None
    side = REAR if step[0] == "about" else SIDES[step[1]]
    rule = "battlesystem:7.9f" if side == REAR else "battlesystem:7.9e"
    what = "Facing about" if side == REAR else "Facing"
    figures = list(range(block.figures))
    if len(step) > (1 if side == REAR else 2):
        figures = list(step[-1])
        if any(figure >= block.figures for figure in figures):
            reason = f"Name figures by number, from 0 to {block.figures - 1}."
            walk.refuse(reason, "battlesystem:7.9g", False)
            return
    some = len(figures) < block.figures
    if some and block.width != block.depth and side != REAR:
        walk.refuse("Bases that are not square turn only all together.", "battlesystem:7.9g", False)
        return
    cost = formations.facing_cost(normal_rate(state, unit), side)
    if unit.shields == WALKING:
        if side == REAR or some:
            walk.refuse("A shield wall turns as a whole, by 90 degrees at most.", "battlesystem:11.6f", False)
            return
        cost, rule = rate(state, unit), "battlesystem:11.6f"
    if not pays(walk, cost, what, rule):
        return
    if unit.loose is None and not some:
        after: Block | None = formations.turned_block(state, unit, side, walk.enemies)
        loose = None
    else:
        after, loose = formations.some_turned(unit, side, figures)
        if after is not block and not formations.has_room(state, unit, after, walk.enemies):
            after = None
    if after is None:
        walk.refuse("There is no room to face that way.", "battlesystem:7.9h", True)
        return
    if unit.formation == CLOSED and _is_no_place(state, walk, after):
        return
    walk.go(step, after, cost, rule)
    if unit.shields == ALL:
        unit.shields = 0
    stands(state, walk, after)
    if loose is not None:
        unit.stand(after, loose, unit.wings)


def turns_back(unit: Unit) -> list[Step]:
    """The steps that turn the figures of a unit which look elsewhere to its front again. Rules: battlesystem:7.9e, 7.9f, battlesystem:7.9g."""
    block, loose = unit.block, unit.loose
    assert block is not None
    assert loose is not None, "a unit of which some look elsewhere is out of order"
    turned_to: list[list[int]] = [[], [], [], []]  # by quarters to the right of its front
    for figure, pose in enumerate(loose):
        turned_to[round(turn_between(block.heading, pose[2]) / 90.0) % 4].append(figure)
    turns: list[Step] = [("face", "left"), ("about",), ("face", "right")]
    return [(*turn, tuple(figures)) for turn, figures in zip(turns, turned_to[1:], strict=True) if figures]


def change_formation(state: State, walk: Walk, step: Step) -> None:
    """Change from closed to open formation or back, or disperse; all figures must be in command there.

    By versions 1 to 10 of the rules it was enough that they were as the order began.
    Rules: battlesystem:7.6, battlesystem:7.6a, battlesystem:7.6c.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    formation = FORMATIONS.index(step[1])
    why = cannot_reform(state, unit, formation)
    if why is not None:
        walk.refusal = why
        return
    if walk.legs and is_mended(state, 11) and not coverage.is_reached(state, unit):
        reason = f"{name(state, unit)} would be out of command there, and could not change formation."
        walk.refuse(reason, "battlesystem:7.6", False)
        return
    if len(step) > 2:
        walk.refuse("A unit keeps its frontage when it changes formation.", "battlesystem:7.6c", False)
        return
    if is_turned(walk, "changes formation"):
        return
    cost = formations.formation_cost(normal_rate(state, unit))
    if not pays(walk, cost, "A change of formation", "battlesystem:7.6a"):
        return
    if formation == SKIRMISH:
        _disperse(state, walk, step, cost)
        return
    after = formations.reformed(state, unit, formation, walk.enemies)
    if after is None:
        reason = "There is no room for that formation on the same frontage."
        walk.refuse(reason, "battlesystem:7.6c", True)
        return
    if formation == CLOSED and _is_no_place(state, walk, after):
        return
    crossed = field.widened_across(state, unit, block, after) if walk.tariff else []
    if not _reforms(state, walk, step, after, cost, crossed):
        return
    unit.formation = formation
    unit.shields = 0
    stands(state, walk, after)


def _reforms(state: State, walk: Walk, step: Step, after: Block, cost: float, crossed: list[Feature]) -> bool:
    """Make a change of formation, at its cost and that of the lines that the front has `crossed`; False, and refused, if it is too dear.

    Rules: battlesystem:7.6a, battlesystem:11.8e, battlesystem:11.8h.
    """
    cost += field.tolls(state, walk.unit, crossed)
    if not pays(walk, cost, "A change of formation there", "battlesystem:7.6a"):
        return False
    walk.go(step, after, cost, "battlesystem:7.6a")
    walk.legs[-1].crossed = crossed
    return True


def _is_no_place(state: State, walk: Walk, after: Block) -> bool:
    """True, and the step refused, if the ground does not let a unit be closed as that block. Rules: 11.8c, 11.8f, 11.8j, 11.8k."""
    if walk.tariff is None:
        return False
    there = field.ban(state, walk.unit, after)
    if there is None:
        return False
    walk.refuse(*halted_by(walk.unit, there, False), False)
    return True


def _disperse(state: State, walk: Walk, step: Step, cost: float) -> None:
    """Let elite troops take skirmish formation, paying for the lines that they cross as they spread; then each figure moves by itself.

    By versions 1 to 11 of the rules these lines were free, and by versions 1 to 12 a shield wall went on though nobody was closed.
    Rules: battlesystem:2.11, 7.6, battlesystem:11.6g, battlesystem:11.8e, battlesystem:11.8h.
    """
    unit = walk.unit
    if walk.allowance > rate(state, unit) + TOLERANCE:
        walk.refuse("Units disperse only in an ordinary move.", "battlesystem:2.11", False)
        return
    singles = gathering.dispersed(state, unit, walk.enemies)
    block = unit.block
    assert block is not None
    if singles is None:
        reason = (
            "There is no room for its figures an inch apart, or one would come into contact with an enemy."
        )
        walk.refuse(reason, "battlesystem:7.6c", True)
        return
    after = gathering.spread_out(block)
    crossed = field.widened_across(state, unit, block, after) if walk.tariff and is_mended(state, 12) else []
    if not _reforms(state, walk, step, after, cost, crossed):
        return
    unit.formation = SKIRMISH
    if is_mended(state, 13):
        unit.shields = 0
    if is_mended(state, 9):  # each figure has shot as often as the unit
        missile = unit.now.missile
        for single in singles:
            single.shots = unit.shots
            if is_mended(state, 10):
                single.thrown = unit.thrown
                if missile is not None and missile.rounds > 1:
                    single.last_shot = unit.last_shot
    unit.stand_singly(singles)


def cannot_reform(state: State, unit: Unit, formation: int) -> Refusal | None:
    """The reason a unit cannot take a formation, room and cost aside; None if it can. Rules: battlesystem:7.1, battlesystem:7.6, battlesystem:7.8f."""
    wanted = FORMATIONS[formation]
    if not formations.may_take(state, unit, formation):
        return Refusal(says(state, unit, "does|do not take {} formation.", wanted), "battlesystem:7.1")
    if unit.formation == formation:
        return Refusal(says(state, unit, "is|are in {} formation already.", wanted), "battlesystem:7.6")
    if not unit.in_command:
        return Refusal(
            says(state, unit, "is|are out of command and cannot change formation."), "battlesystem:7.6"
        )
    return None


def change_frontage(state: State, walk: Walk, step: Step) -> None:
    """Put more or fewer figures in the front rank.

    Rules: battlesystem:7.10a, battlesystem:7.10c, battlesystem:7.10d, battlesystem:3.5, battlesystem:11.8e.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    left, right = int(step[1]), int(step[2])
    if is_turned(walk, "changes its frontage") or (is_mended(state, 5) and stands_fast(walk)):
        return
    why = _cannot_widen(unit, block, left, right)
    if why is not None:
        walk.refusal = why
        return
    cost = float((abs(left) + abs(right)) * unit.mount)
    crossed = field.widened_across(state, unit, block, widen(block, left, right)) if walk.tariff else []
    if unit.formation == CLOSED and not all(one.ground.closed for one in crossed):
        opens = next(one for one in crossed if not one.ground.closed)
        walk.refuse(*halted_by(unit, opens, False), False)
        return
    cost += field.tolls(state, unit, crossed)
    if not pays(walk, cost, "That change of frontage", "battlesystem:7.10a"):
        return
    after = formations.widened(state, unit, left, right, walk.enemies)
    if after is None:
        reason = "There is no room for that frontage, or a figure would come into contact with an enemy."
        walk.refuse(reason, "battlesystem:7.10c", True)
        return
    if unit.formation == CLOSED and _is_no_place(state, walk, after):
        return
    walk.go(step, after, cost, "battlesystem:7.10a")
    walk.legs[-1].crossed = crossed
    unit.widened = 1 if left + right > 0 else -1
    stands(state, walk, after)


def _cannot_widen(unit: Unit, block: Block, left: int, right: int) -> Refusal | None:
    """The reason a frontage cannot be changed so, room and cost aside; None if it can. Rules: battlesystem:7.10c, battlesystem:7.10d."""
    if left * right < 0 or (left == 0 and right == 0):
        return Refusal("The front is made wider or narrower, not both.", "battlesystem:7.10c")
    wider = left + right > 0
    if unit.widened and (unit.widened > 0) != wider:
        reason = "A unit cannot widen and narrow in the same Movement Phase."
        return Refusal(reason, "battlesystem:7.10c")
    files = block.files + left + right
    if files < 1:
        return Refusal("One figure at least stays in front.", "battlesystem:7.10d")
    if files > block.figures:
        return too_few_behind(block, left + right)
    return None
