"""Options of the rulebook where they change what may be chosen: by default and otherwise, on small boards worked out by hand."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.playing import PASS, attack, strike
from rulebooks.skirmish.yard import CORMYR, Yard, drawn

from banneret.rulebooks.skirmish.actions.choosing import choices
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.state import Chain
from banneret.rulebooks.skirmish.tables.boards import board
from banneret.rulebooks.skirmish.tables.creatures import creature_card

BEHIND = drawn("..#..", "..#..", ".....")
"""From (0,0) to (3,1) all lines are cut by the wall; the way around, by (1,1), (1,2), (2,2), (3,2), is five squares."""


@pytest.mark.rule("skirmish:distance.squares")
@pytest.mark.parametrize("needed", [False, True])
def test_powers_at_a_distance_need_sight_where_the_option_says_so(needed: bool) -> None:
    yard = Yard(BEHIND, powers_need_sight=needed)
    wizard = yard.put("drow-wizard", (0, 0))
    near = yard.put("dragon-knight", (1, 2), tapped=True)
    hidden = yard.put("human-ranger", (3, 1), tapped=True)
    bolt = next(one.steps[0] for one in creature_card("drow-wizard").powers if one.id == "bolt")
    found = {chosen[0] for chosen in choices(yard.state, Chain(), wizard, bolt)}
    assert found == {wizard.id, near.id} | (set() if needed else {hidden.id})


@pytest.mark.rule("skirmish:distance.squares")
@pytest.mark.parametrize("needed", [False, True])
def test_so_do_squares(needed: bool) -> None:
    yard = Yard(BEHIND, active=CORMYR, powers_need_sight=needed)
    thug = yard.put("half-orc-thug", (0, 0))
    bolts = next(
        one.steps[0] for one in creature_card("half-orc-thug").powers if one.id == "explosive-crossbow-bolts"
    )
    squares = {chosen[0] for chosen in choices(yard.state, Chain(), thug, bolts)}
    assert yard.square(1, 2) in squares
    assert (yard.square(3, 1) in squares) is not needed


@pytest.mark.rule("skirmish:timing.off-turn-melee", "skirmish:attack.any-creature")
@pytest.mark.parametrize(
    ("anybody", "allies", "struck"), [(False, True, "g"), (True, True, "gwd"), (True, False, "gw")]
)
def test_whom_an_off_turn_blow_may_hit(anybody: bool, allies: bool, struck: str) -> None:
    """The guard taps to strike the archer; a wizard and a defender stand beside the archer too, another ranger does not."""
    yard = Yard(off_turn_any=anybody, attack_allies=allies)
    guard = yard.put("drow-house-guard", (1, 1))
    archer = yard.put("elf-archer", (2, 1))
    wizard = yard.put("drow-wizard", (3, 1), tapped=True)
    defender = yard.put("dwarven-defender", (3, 2), tapped=True)
    yard.put("drow-assassin", (5, 1), tapped=True)
    table = attack(yard, guard, archer, PASS)
    named = {"g": guard, "w": wizard, "d": defender}
    blows = [order for order in table.options(0) if order[0] == "strike"]
    assert sorted(blows) == sorted(strike(archer, named[letter]) for letter in struck)


@pytest.mark.rule("skirmish:los.pinhole")
def test_boards_are_built_with_pinholes_closed_or_open() -> None:
    """A line through a corner that two walls share is no line of sight, unless the option opens it."""
    assert not board("short-yard").grid.pinholes
    for option, lets in (("closed", False), ("open", True)):
        state = RULEBOOK.new(RULEBOOK.scenario("short_yard"), RULEBOOK.options({"los-pinholes": option}))
        assert state.setting.board.grid.pinholes is lets
