"""What is kept beside the state follows it: who is near, who is on the table, and who was reviewed."""

from __future__ import annotations

import ast
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rulebooks.battlesystem.regiments import battle, men, skirmishers

import banneret.rulebooks.battlesystem as package
from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.player import RandomPlayer, Seat
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.combat.losses.skirmisher_losses import slay
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.marks import Mark, Marks
from banneret.rulebooks.battlesystem.setup.parting import part
from banneret.rulebooks.battlesystem.space import contacts, distances, lines_of_fire, standing
from banneret.rulebooks.battlesystem.state import State, all_on_field, enemies, on_field
from banneret.rulebooks.battlesystem.unit import FIELD, FLED, SLAIN, WAITING, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

BOOK = rulebooks.get("battlesystem")
STEPS = 260


def near(state: State, x: float, y: float, reach: float) -> list[int]:
    """The units near a place, found by looking at all of them."""
    found = []
    for unit in state.units.values():
        if unit.status == FIELD:
            to_x, to_y, far = standing.circle(unit)
            if (to_x - x) ** 2 + (to_y - y) ** 2 <= (far + reach) ** 2:
                found.append(unit.id)
    return found


def steps(scenario: str, afresh: bool) -> Iterator[State]:
    """A random battle, step by step; `afresh`: each step goes on with a copy, beside which nothing is kept."""
    chance = Chance(3)
    state = BOOK.new(BOOK.scenario(scenario), BOOK.options())
    sides = range(len(state.setting.names))
    players: list[Any] = [RandomPlayer(chance) for _ in sides]
    while BOOK.outcome(state) is None:
        if afresh:
            state = state.copy()
        seats = [Seat(BOOK.sight, side, state) for side in sides]
        BOOK.step(state, DirectTable(players, seats, chance))
        yield state


@pytest.mark.long
def test_what_is_kept_beside_the_state_changes_no_battle() -> None:
    kept, afresh = steps("kings_meadow", False), steps("kings_meadow", True)
    for state, other in islice(zip(kept, afresh, strict=True), STEPS):
        assert BOOK.dump(state) == BOOK.dump(other)
        for x, y, reach in ((20.0, 20.0, 6.0), (36.0, 24.0, 15.0), (60.0, 40.0, 0.5)):
            units = [unit.id for unit in distances.units_near(state, x, y, reach)]
            assert units == near(state, x, y, reach)
        for number in state.units:
            whom = contacts.enemies_touching(state, state.units[number])
            assert whom == contacts.enemies_touching(other, other.units[number])


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["kings_meadow", "hedge_and_bow"])
def test_what_is_kept_of_two_units_is_what_would_be_found_now(scenario: str) -> None:
    seen = 0
    for state in islice(steps(scenario, False), 0, STEPS, 4):
        near = [
            (one, other)
            for one in state.units.values()
            if one.status == FIELD
            for other in distances.enemies_near(state, one, 12.0)
        ]
        kept = [of_two(state, one, other) for one, other in near]
        for table in (contacts._TOUCHES, distances._DISTANCES, lines_of_fire._KNOWN):
            table.clear()  # type: ignore[attr-defined]
        assert [of_two(state, one, other) for one, other in near] == kept
        seen += len([whom for touching, *_ in kept for whom in touching])
    assert seen > 100


def of_two(state: State, one: Unit, other: Unit) -> tuple[Any, ...]:
    """All that is kept of two units."""
    touching = [
        (touch.figure, touch.other, touch.side, touch.other_side)
        for touch in contacts.touches(state, one, other)
    ]
    figures = standing.body(one).figures
    able = [
        lines_of_fire.able(state, one, figures, other, 9.0, over, enough)
        for over in (False, True)
        for enough in (1, 3)
    ]
    return touching, distances.distance(one, other), able


def test_a_copy_of_a_unit_has_all_that_the_unit_has() -> None:
    state = BOOK.new(BOOK.scenario("crossroads"), BOOK.options())
    unit = state.units[0]
    for number, one in enumerate(fields(Unit)):
        if one.name not in (
            "block",
            "loose",
            "singles",
            "now",
            "body",
            "log",
            "listed",
            "touching",
            "review",
            "marks",
        ):
            value = getattr(unit, one.name)
            setattr(unit, one.name, (number, number) if isinstance(value, tuple) else type(value)(number))
    unit.loose = ((1.0, 2.0, 3.0),)
    unit.marks = Marks(2, (Mark(2, 1, "wounded"),))
    copied = unit.copy()
    assert copied == unit
    assert (copied.now, copied.body) == (unit.now, unit.body)
    assert (copied.log, copied.touching, copied.review) == (None, None, None)


def test_units_that_moved_are_found_where_they_stand() -> None:
    troops = [men(f"A{n}", 4, 4, 8.0 * (n % 10) + 4.0, 8.0 * (n // 10) + 4.0) for n in range(29)]
    state = battle(*troops, skirmishers("C", [(4, 40), (6, 40)]), width=96.0)

    def there(x: float, y: float) -> list[int]:
        return [unit.id for unit in distances.units_near(state, x, y, 1.0)]

    assert (there(4, 4), there(90, 44), there(5, 40)) == ([0], [], [29])
    state.units[0].stand(Block(90.0, 44.0, 0.0, 4, 4, 0.75, 0.75, 0.0))
    state.units[29].place(0, 90.0, 44.0, 0.0)
    state.units[29].place(1, 91.0, 44.0, 0.0)
    assert (there(4, 4), there(90, 44), there(5, 40)) == ([], [0, 29], [])
    tried = state.units[1].copy()
    tried.stand(Block(90.0, 44.0, 0.0, 4, 4, 0.75, 0.75, 0.0))
    state.units[29].leave(SLAIN)
    assert there(90, 44) == [0]
    assert [unit.id for unit in distances.units_near(state.copy(), 90, 44, 1.0)] == [0]


def test_who_came_or_left_is_on_the_lists_of_those_on_the_table_or_no_longer() -> None:
    state = battle(men("A"), men("B", x=40), men("C", x=20, side=1), skirmishers("D", [(4, 40)], side=1))

    def there(of: State) -> list[list[int]]:
        lists = [on_field(of, 0), on_field(of, 1), enemies(of, 0), enemies(of, 1), all_on_field(of)]
        return [[unit.id for unit in units] for units in lists]

    assert there(state) == [[0, 1], [2, 3], [2, 3], [0, 1], [0, 1, 2, 3]]
    gone = state.copy()
    kept = on_field(state, 1)
    gone.units[2].leave(SLAIN)
    slay(gone.units[3], gone.units[3].singles or [], 0)
    assert there(gone) == [[0, 1], [], [], [0, 1], [0, 1]]
    assert there(state) == [[0, 1], [2, 3], [2, 3], [0, 1], [0, 1, 2, 3]]
    state.units[3].leave(FLED)
    assert [unit.id for unit in kept] == [2, 3]  # a loop over it still meets all
    assert there(state) == [[0, 1], [2], [2], [0, 1], [0, 1, 2]]
    block = state.units[3].block = Block(30.0, 40.0, 0.0, 1, 1, 0.75, 0.75, 0.0)
    state.units[3].stand(block)
    state.units[3].become(FIELD)
    other = part(state, state.units[0], 3, 50.0, 40.0)
    assert there(state) == [[0, 1, other.id], [2, 3], [2, 3], [0, 1, other.id], [0, 1, 2, 3, other.id]]
    assert [fault for fault in faults(state) if "list" in fault] == []
    state.units[1].status = WAITING  # what no module does, see below: then the lists are stale
    assert "The list of the units of Reds on the table is stale." in faults(state)


def setters(*names: str) -> list[str]:
    """Where attributes of those names are set on other things than what the module itself makes."""
    root = Path(package.__file__).parent
    found = []
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for target in node.targets if isinstance(node, ast.Assign) else []:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                sets = [part for part in parts if isinstance(part, ast.Attribute) and part.attr in names]
                found += [f"{path.relative_to(root).as_posix()}: {ast.unparse(part)}" for part in sets]
    return [one for one in found if ": self." not in one and ": found." not in one]


@pytest.mark.long
def test_positions_status_and_worth_are_changed_in_one_place() -> None:
    assert setters("block", "loose", "wings") == []
    assert setters("status") == []
    assert setters("now") == ["worth/present.py: unit.now"]


def test_a_battle_that_is_read_again_knows_what_its_units_are_worth() -> None:
    state = BOOK.new(BOOK.scenario("crossroads"), BOOK.options())
    again = BOOK.load(BOOK.dump(state), state)
    for unit, other in zip(state.units.values(), again.units.values(), strict=True):
        assert unit.now is other.now is unit.copy().now is state.setting.rosters[unit.id]
