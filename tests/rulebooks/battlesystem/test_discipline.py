"""Discipline: the rating, the roll, what a failed check does, and seeing an enemy."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, crowd, men, skirmishers

from banneret.rulebooks.battlesystem.command import discipline, in_command
from banneret.rulebooks.battlesystem.movement import provocation
from banneret.rulebooks.battlesystem.space import lines_of_sight, standing
from banneret.rulebooks.battlesystem.unit import (
    CAPTURED,
    CLOSED,
    FLED,
    MOB,
    NO_ORDER,
    NOBODY,
    OPEN,
    SLAIN,
    WHEEL,
)
from banneret.testing import Script


def rating(options: dict[str, Any] | None = None, **facts: Any) -> int:
    state = battle(men(**facts), options=options)
    return discipline.rating(state, state.units[0])


@pytest.mark.rule("battlesystem:4.6")
def test_the_situation_never_changes_discipline() -> None:
    assert rating(discipline=13) == 13
    assert rating(discipline=13, figures=3, files=3, starting=12, charisma=3, formation=OPEN) == 13
    assert rating(discipline=13, formation=OPEN, in_command=False, failed_charge=True) == 13


@pytest.mark.rule("battlesystem:4.6", "battlesystem:2.11")
def test_options_of_discipline() -> None:
    orcs = {"discipline": 13, "intelligence": "average-low"}
    assert rating(**orcs) == 13
    assert rating({"average_low": True}, **orcs) == 14
    assert rating({"average_low": True}, discipline=11, intelligence="low") == 11
    assert rating(discipline=15, special="elite") == 15
    assert rating({"elite_dl": True}, discipline=15, special="elite") == 17
    assert rating({"elite_dl": True, "average_low": True}, discipline=0, special="berserker") == 0


@pytest.mark.rule("battlesystem:4.6d", "battlesystem:4.6e")
def test_who_is_unruly() -> None:
    def unruly(option: bool, **facts: Any) -> bool:
        state = battle(men(**facts), options={"average_low": option})
        return discipline.is_unruly(state, state.units[0])

    low = {"low_or_chaotic": True, "intelligence": "low", "alignment": "lawful evil"}
    dull = {"low_or_chaotic": True, "intelligence": "average-low", "alignment": "lawful evil"}
    wild = {"low_or_chaotic": True, "intelligence": "average-low", "alignment": "chaotic evil"}
    assert [unruly(False, **facts) for facts in (low, dull, wild, {})] == [True, True, True, False]
    assert [unruly(True, **facts) for facts in (low, dull, wild, {})] == [True, False, True, False]


@pytest.mark.rule("battlesystem:4.6b")
def test_at_most_the_rating_passes() -> None:
    for dice, expected in (([4, 6], True), ([5, 6], False), ([1, 1], True), ([10, 10], False)):
        state = battle(men("Goblins", discipline=10))
        table = Script(dice=list(dice))
        assert discipline.check(state, table, state.units[0], "they see dwarves") is expected
        assert table.rolled_for == ["discipline", "discipline"]
        assert table.events[0].data["needed"] == 10
    assert "Goblins fail a discipline check (they see dwarves): 20, needed 10 or less." in table.news


@pytest.mark.rule("battlesystem:4.6a", "battlesystem:2.11")
def test_a_rating_of_0_fails_without_a_roll() -> None:
    state = battle(men("Bears", discipline=0, special="berserker", formation=OPEN))
    table = Script()
    assert not discipline.check(state, table, state.units[0], "they see anybody")
    assert "cannot be held" in table.news


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:7.6b", "battlesystem:4.7d")
def test_who_fails_opens_free_and_is_out_of_command_for_that_enemy() -> None:
    state = battle(men("Goblins"), men("Dwarves", y=40, heading=180, side=1))
    goblins, dwarves = state.units.values()
    discipline.fail(state, Script(), goblins, dwarves.id)
    assert (goblins.formation, goblins.in_command, goblins.rash, goblins.quarry) == (OPEN, False, True, 1)
    assert goblins.spent == 0.0
    in_command.review(state, Script())
    assert not goblins.in_command


@pytest.mark.rule("battlesystem:2.10g", "battlesystem:4.6g")
def test_a_mob_that_fails_forgets_its_order() -> None:
    state = battle(crowd(order=WHEEL, turn=30.0), men("Dwarves", y=40, heading=180, side=1))
    discipline.fail(state, Script(), state.units[0], 1)
    mob = state.units[0]
    assert (mob.order, mob.turn, mob.quarry, mob.formation) == (NO_ORDER, 0.0, 1, MOB)


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:4.6h")
def test_the_attack_lasts_until_the_enemy_is_routed_or_gone() -> None:
    def after(change: str, value: Any) -> tuple[int, bool]:
        state = battle(men("Goblins", formation=OPEN), men("Dwarves", y=40, side=1))
        discipline.fail(state, Script(), state.units[0], 1)
        discipline.settle(state)
        assert state.units[0].quarry == 1
        setattr(state.units[1], change, value)
        discipline.settle(state)
        return state.units[0].quarry, state.units[0].rash

    # regulars stay out of command until somebody rallies them
    assert after("routed", True) == (NOBODY, True)
    for status in (SLAIN, FLED, CAPTURED):
        assert after("status", status) == (NOBODY, True)
    assert after("wounded", True) == (1, True)
    # a mob is out of command anyway, and only wants an order
    state = battle(crowd(quarry=1, rash=True), men("Dwarves", y=40, side=1, routed=True))
    discipline.settle(state)
    assert (state.units[0].quarry, state.units[0].rash) == (NOBODY, False)
    # of skirmishers all that are left must be routed
    state = battle(men(quarry=1, rash=True), skirmishers(places=[(20, 40), (24, 40)], side=1))
    singles = state.units[1].singles
    assert singles is not None
    singles[0].routed = True
    assert not discipline.is_over(state, state.units[0])
    state.units[1].take_off(1, SLAIN)
    assert discipline.is_over(state, state.units[0])


# ---------------------------------------------------------------- seeing


def seen(*others: Any, looker: Any = None, limit: float = 1e300, **setup: Any) -> float:
    state = battle(looker or men("Goblins", 12, 6, 30, 20, 0), *others, **setup)
    return lines_of_sight.sees(state, state.units[0], state.units[1], limit)


def dwarves(y: float = 28.5, x: float = 30.0) -> Any:
    return men("Dwarves", 12, 6, x, y, 180, side=1)


@pytest.mark.rule("battlesystem:4.6i", "battlesystem:4.6c")
def test_what_stands_ahead_is_seen_and_how_far() -> None:
    assert seen(dwarves()) == pytest.approx(8.5)
    assert seen(dwarves(29.2)) == pytest.approx(9.2)
    assert seen(dwarves(), limit=9.0) == pytest.approx(8.5)
    assert seen(dwarves(29.2), limit=9.0) == -1.0


@pytest.mark.rule("battlesystem:4.6i")
def test_behind_and_beside_nobody_looks() -> None:
    assert seen(dwarves(y=10)) == -1.0
    assert seen(dwarves(y=19.5, x=40)) == -1.0
    # exactly 45 degrees off is the edge of the arc
    one = men("One", 1, 1, 30, 20, 0)
    assert seen(men("Other", 1, 1, 34, 24.0, 0, side=1), looker=one) > 0
    assert seen(men("Other", 1, 1, 34.01, 23.99, 0, side=1), looker=men("One", 1, 1, 30, 20, 0)) == -1.0


@pytest.mark.rule("battlesystem:4.6i")
def test_a_unit_between_hides_it_friend_or_enemy_one_beside_does_not() -> None:
    for side in (0, 1):
        wall = men("Wall", 24, 24, 30, 24, 0, side=side)
        assert seen(dwarves(), wall) == -1.0
    # a narrow one leaves lines past it free, longer than the straight one
    assert seen(dwarves(), men("Post", 3, 3, 30, 24, 0)) == pytest.approx(8.5, abs=0.3)
    # the gaps of an open unit hide as well
    assert seen(dwarves(), men("Open", 12, 12, 30, 24, 0, formation=OPEN)) == -1.0
    assert seen(dwarves(), men("Wall", 24, 24, 30, 31, 0)) == pytest.approx(8.5)


@pytest.mark.rule("battlesystem:4.6i")
def test_skirmishers_hide_only_when_they_stand_close() -> None:
    def screen(apart: float) -> Any:
        pitch = 0.75 + apart
        return skirmishers("Screen", [(30 + pitch * (n - 7), 24.0) for n in range(15)])

    assert seen(dwarves(), screen(1.0)) == -1.0
    assert seen(dwarves(), screen(1.3)) > 8.4


@pytest.mark.rule("battlesystem:4.6i")
def test_skirmishers_look_each_for_himself_and_are_seen_each_for_himself() -> None:
    scouts = skirmishers("Scouts", [(10, 20), (30, 20)])
    assert seen(dwarves(), looker=scouts) == pytest.approx(8.5 - 0.375)
    assert scouts.unit.singles is not None
    scouts.unit.place(1, 30, 20, 180.0)
    assert seen(dwarves(), looker=scouts, limit=15.0) == -1.0
    assert seen(skirmishers("Few", [(30, 30)], side=1)) == pytest.approx(9.625)
    gone = skirmishers("Few", [(30, 30)], side=1)
    assert gone.unit.singles is not None
    gone.unit.take_off(0, SLAIN)
    assert seen(gone) == -1.0


@pytest.mark.rule("battlesystem:4.6i")
def test_a_unit_out_of_order_looks_from_where_its_figures_are() -> None:
    looker = men("Two", 2, 2, 30, 20, 0)
    looker.unit.stand(looker.unit.block, ((29.625, 19.625, 0.0), (30.375, 20.125, 0.0)))
    state = battle(looker, dwarves())
    assert standing.ground(state.units[0])
    assert lines_of_sight.sees(state, *state.units.values()) == pytest.approx(8.0)
    assert looker.unit.formation == CLOSED


@pytest.mark.rule("battlesystem:4.6c", "battlesystem:4.6g")
def test_routed_enemies_provoke_nobody() -> None:
    for routed, rolls in ((False, 2), (True, 0)):
        hated = men("Dwarves", 12, 6, 30, 28.5, 180, side=1, creature="dwarf", formation=OPEN, routed=routed)
        state = battle(men("Goblins", 12, 6, 30, 20, 0, movement=6.0, hates=("dwarf",)), hated)
        table = Script(dice=[1, 1])
        provocation.provoked(state, table, state.units[0])
        assert len(table.rolled_for) == rolls
