"""Three figures to a stand: they count as three, stand on one base, and keep it until the third is lost."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, men, weapon

from banneret.rulebooks import get
from banneret.rulebooks.battlesystem import invariants, referee, rounds, stages
from banneret.rulebooks.battlesystem.blocks.block_moves import rebuilt
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.losses import settling
from banneret.rulebooks.battlesystem.combat.strikers import eligible, idle
from banneret.rulebooks.battlesystem.morale import causes, current_morale
from banneret.rulebooks.battlesystem.movement.charges import charging
from banneret.rulebooks.battlesystem.movement.movement_phase import move_step
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.state import State, bases_for, figures_on
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.rulebooks.battlesystem.view.forecasts import melees
from banneret.rulebooks.battlesystem.worth.present import renew_all
from banneret.testing import Script


def mounted(name: str = "Stands", figures: int = 12, stands: int = 2, **changes: Any) -> Troop:
    """So many figures, `stands` of them abreast, the front middle at (30, 24); it is in command."""
    bases = (figures + 2) // 3
    found = men(name, bases, stands, **{"width": 2.25, "radius": 30.0, **changes})
    found.roster.figures, found.roster.mount = changes.get("starting", figures), 3
    found.unit.figures, found.unit.mount = figures, 3
    block = found.unit.block
    assert block is not None
    spacing = formations.spacing(found.unit, found.unit.formation)
    found.unit.stand(rebuilt(block, block.x, block.y, block.heading, stands, spacing))
    return found


def foe(files: int, **changes: Any) -> Troop:
    return men("Blues", files, files, heading=180, side=1, **changes)


def front(state: State) -> tuple[int, int, float]:
    block = state.units[0].block
    assert block is not None
    return state.units[0].figures, block.figures, block.breadth


@pytest.mark.rule("battlesystem:2.4", "battlesystem:7.3a")
def test_four_stands_in_line_are_twelve_figures_on_nine_inches() -> None:
    state = battle(mounted(stands=4))
    assert front(state) == (12, 4, 9.0)
    opened = formations.reformed(state, state.units[0], OPEN)
    assert opened is not None
    assert opened.breadth == 12.0
    three = battle(mounted(figures=9, stands=3, formation=OPEN))
    move_step(three, Script(orders=[("move", 0, ("formation", "closed"))]))
    move_step(three, Script(orders=[("move", 0, ("formation", "open"))]))
    assert front(three) == (9, 3, 8.75)
    assert invariants.faults(three) == []


@pytest.mark.rule("battlesystem:2.4")
def test_the_odds_of_a_melee_count_figures() -> None:
    state = battle(mounted(figures=12, stands=2), foe(6))
    found = melees.melee(state, *state.units.values())
    assert melees.told(state, found, state.units[0]).text.startswith("6 figures strike Blues: ")
    assert "6 figures strike back" in melees.told(state, found, state.units[0]).text


@pytest.mark.rule("battlesystem:2.4")
def test_a_stand_strikes_as_three_figures() -> None:
    state = battle(mounted(figures=11, stands=2), foe(6))
    unit, enemy = state.units.values()
    assert eligible(state, unit, enemy) == [0, 1]
    assert figures_on(unit, [0, 1]) == 6
    # of the last stand two are left
    assert (figures_on(unit, [3]), figures_on(unit, [2, 3]), bases_for(unit, 11)) == (2, 5, 4)
    table = Script(dice=[3, 4])
    tenths = attack_rolls.strike(state, table, unit, enemy, [0, 1], 0)
    roll = attack_rolls.attack_sum(state, unit, enemy, 0) + 7
    assert tenths == attack_rolls.damage(state, unit, enemy, 6, roll)
    assert "6 figures" in table.news


@pytest.mark.rule("battlesystem:2.4", "battlesystem:7.2a", "battlesystem:4.4")
def test_a_stand_stays_until_its_third_figure_is_lost() -> None:
    state = battle(mounted(stands=4), foe(12, y=24))
    unit = state.units[0]
    for lost, left, stands in ((2, 10, 4), (1, 9, 3), (4, 5, 2)):
        assert settling.inflict(state, Script(), unit, lost * unit.now.figure, 1) == lost
        assert front(state)[:2] == (left, stands)
        assert invariants.faults(state) == []
    # morale counts figures: seven of twelve are lost
    assert current_morale.current(state, unit, causes.Cause(causes.LOSSES)) == 12 - 2 + 1
    settling.inflict(state, Script(), unit, 5 * unit.now.figure, 1)
    assert unit.figures == 0


@pytest.mark.rule("battlesystem:2.4", "battlesystem:7.3b", "battlesystem:7.3c")
def test_open_stands_fall_where_they_are_struck_and_three_figures_move_up() -> None:
    state = battle(mounted(stands=2, formation=OPEN), foe(3, x=28.375))
    unit = state.units[0]
    assert settling.inflict(state, Script(), unit, 2 * unit.now.figure, 1) == 2
    assert (unit.figures, unit.debt) == (10, 0)
    assert settling.inflict(state, Script(), unit, 1 * unit.now.figure, 1) == 1
    assert (unit.figures, unit.debt) == (9, 3)
    assert front(state)[1] == 3
    assert invariants.faults(state) == []


@pytest.mark.rule("battlesystem:2.4", "battlesystem:7.10a")
def test_a_stand_more_in_front_costs_three_inches() -> None:
    state = battle(mounted(stands=2))
    move_step(state, Script(orders=[("move", 0, ("frontage", 0, 1))]))
    assert state.units[0].spent == 3.0
    assert front(state) == (12, 4, 6.75)


@pytest.mark.rule("battlesystem:2.4", "battlesystem:7.14i")
def test_a_charge_breaks_through_stands_only_if_it_kills_all_three() -> None:
    strong = men("Strong", 6, 6, attack_rating=2, formation=CLOSED, y=24)
    state = battle(strong, mounted("Weak", 3, 1, figure=10, side=1, heading=180, formation=OPEN, y=31))
    charging.charge(state, Script(), state.units[0], state.units[1], [("slide", 0)])
    assert state.units[1].figures == 0


@pytest.mark.rule("battlesystem:2.4", "battlesystem:intro.referee")
def test_the_referee_gives_and_takes_figures() -> None:
    state = battle(mounted())
    referee.BattlesystemReferee().change(state, ("figures", 0, 7))
    assert front(state)[:2] == (7, 3)
    referee.BattlesystemReferee().change(state, ("form", 0, "open"))
    assert front(state) == (7, 3, 5.5)
    assert invariants.faults(state) == []


@pytest.mark.rule("battlesystem:2.4")
def test_who_is_mounted_when_the_option_is_chosen() -> None:
    """Regular troops on man-sized bases; not goblins, ogres, skirmishers, mobs or elite troops."""
    book = get("battlesystem")
    for name in ("crossroads", "kings_meadow"):
        state = book.new(book.scenario(name), book.options({"stands": "true", "deployment": "given"}))
        plain = book.new(book.scenario(name), book.options({"deployment": "given"}))
        assert book.invariants(state) == []
        for unit, before in zip(state.units.values(), plain.units.values(), strict=True):
            roster = plain.setting.rosters[unit.id]
            regular = roster.kind == 0 and roster.special != "elite" and roster.width == 0.75
            assert (unit.mount, unit.figures) == (3 if regular else 1, before.figures)
            assert unit.width == (2.25 if regular else before.width)
            if name == "crossroads" and regular and unit.block is not None and before.block is not None:
                assert unit.block.files == (before.block.files + 2) // 3


# ---------------------------------------------------------------- stands beside those in contact


def longer(version: int = 18, reach: int = 1, stands: int = 4, **changes: Any) -> State:
    """Four stands in line on nine inches, and two more ranks like it; three men stand before the second from the left."""
    arms = [weapon("1d6", reach=reach, name="spear")]
    return battle(
        mounted(figures=36, stands=stands, weapons=arms),
        foe(3, **{"x": 28.875, "starting": 12, **changes}),
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:2.4", "battlesystem:8.1a", "battlesystem:8.1b")
@pytest.mark.parametrize(
    ("version", "reach", "count"),
    [
        (17, 1, 9),  # all of three stands
        (18, 1, 5),  # the three figures of the one in contact, and one on either hand
        (18, 2, 10),  # and as many behind these
        (18, 3, 15),
    ],
)
def test_of_a_stand_beside_those_in_contact_one_figure_strikes(version: int, reach: int, count: int) -> None:
    state = longer(version, reach)
    unit, enemy = state.units.values()
    able = eligible(state, unit, enemy)
    assert attack_rolls.count_of(unit, able, idle(state, unit, enemy, able)) == count
    state.stage = stages.ASSIGNMENT
    table = Script(dice=[3, 3, 3, 3, 5, 5, 5, 5])
    for _ in range(2):
        rounds.play_step(state, table)
    (attack,) = [one for one in table.events if one.kind == "attack" and one.data["unit"] == "u0"]
    assert f"with {count} figures" in attack.text


@pytest.mark.rule("battlesystem:2.4", "battlesystem:8.1a")
def test_of_a_stand_between_two_in_contact_two_figures_strike() -> None:
    # Two men before the first stand and two before the third: 3 + 3, of the second one on the right of the ones and one on the left of the
    # others, of the fourth one.
    left, right = men("Left", 2, 2, 26.625, 24, 180, side=1), men("Right", 2, 2, 31.125, 24, 180, side=1)
    state = battle(mounted(figures=12, stands=4), left, right)
    unit = state.units[0]
    for enemy, count in ((1, 4), (2, 5)):
        able = eligible(state, unit, state.units[enemy])
        assert attack_rolls.count_of(unit, able, idle(state, unit, state.units[enemy], able)) == count
    both = battle(mounted(figures=12, stands=4), men("Both", 8, 4, 28.875, 24, 180, side=1, formation=OPEN))
    # four men in open order, 4.5 inches, before parts of three stands: nine figures, and one of the fourth
    able = eligible(both, both.units[0], both.units[1])
    assert attack_rolls.count_of(both.units[0], able, idle(both, both.units[0], both.units[1], able)) == 10


@pytest.mark.rule("battlesystem:2.4", "battlesystem:8.8d")
def test_a_free_attack_of_stands_is_made_by_those_who_reach() -> None:
    # Three men before one stand flee: 3 + 1 + 1 strike at their backs, not nine.
    state = longer(engaged=True)
    state.movers = (1, 0)
    table = Script(orders=[("flee", 1, 0)], dice=[3, 3, 5, 5, 5, 5])
    move_step(state, table)
    (attack,) = [one for one in table.events if one.kind == "attack"]
    assert "with 5 figures" in attack.text


@pytest.mark.rule("battlesystem:2.4", "battlesystem:7.14i")
@pytest.mark.parametrize(("version", "left"), [(17, 0), (18, 3)])
def test_a_stand_beside_those_in_contact_does_not_break_through_with_all_its_figures(
    version: int, left: int
) -> None:
    # 13 - 1 (closed) - 1 (commander) - 6 + 12 = 17 at worst: D6 4 hit dice. Three men of eight: 24 to kill. Nine figures do 36, five 20.
    state = longer(version, figure=80, y=31)
    state.setting.rosters[0].attack_rating = 13
    renew_all(state.setting, list(state.units.values()))
    charging.charge(state, Script(), state.units[0], state.units[1], [("slide", 0)])
    assert state.units[1].figures == left
