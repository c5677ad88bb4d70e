"""Split-fire: mounted archers, centaurs and some beasts shoot in the middle of their move."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, men

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.volleys import shot_on_the_move
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.missiles.phases import missile_step
from banneret.rulebooks.battlesystem.missiles.shooters import shots_left
from banneret.rulebooks.battlesystem.missiles.shooting_orders import OVER
from banneret.rulebooks.battlesystem.movement import movement_phase, split_fire
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.text.wording import order_text
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.rulebooks.battlesystem.view.plans import plans
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.testing import Script

HOLD: Order = ("hold",)


def riders(missile: str = "short-bow", **changes: Any) -> Troop:
    """Ten riders of Reds in open order, looking north: movement 24."""
    facts = missile_of(missile)
    changes = {"movement": 24.0, "riding": "cavalry", "missile": facts, "volleys": facts.volleys, **changes}
    return men("Riders", 10, 5, 30, 8, formation=OPEN, **changes)


def blues(y: float = 30.0, **changes: Any) -> Troop:
    """Twenty-four Blues, eight abreast, looking south."""
    return men("Blues", 24, 8, 30, y, 180, side=1, **changes)


def fought(*troops: Troop) -> State:
    return battle(*troops, tier=stages.INTERMEDIATE, options={"premeasure": True}, depth=72.0)


def given(state: State, order: Order, *answers: Order, dice: list[int] | None = None) -> Script:
    """One order of Reds."""
    table = Script(dice=dice or [], orders=[order, *answers])
    movement_phase.move_step(state, table)
    table.finish()
    return table


def refused(state: State, *order: Any) -> str:
    """The rule by which an order of Reds is refused."""
    found = MoveDecision(state, 0).check(order)
    assert isinstance(found, Refusal), order
    return found.rule.removeprefix("battlesystem:")


def front(state: State) -> float:
    block = state.units[0].block
    assert block is not None
    return block.y


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.5b")
def test_half_the_move_a_shot_and_the_other_half_back() -> None:
    """They ride 12 inches, shoot once, turn about and ride away; and have no further shot in the round."""
    state = fought(riders(), blues(28.0))
    given(state, ("move", 0, ("slide", 0, 12)))
    assert front(state) == 20
    table = given(state, ("shoot", 0, 1), dice=[6, 6])
    (volley,) = [event for event in table.events if event.kind == "volley"]
    assert volley.data["shots"] == 1
    assert any(rule == "battlesystem:10.8d" for _, _, rule in volley.tallies[0].parts)  # riders: +2
    given(state, ("move", 0, ("slide", 45, 12)))
    assert state.units[0].spent == 24
    state.stage = stages.MISSILES
    assert shots_left(state, state.units[0]) == 0


@pytest.mark.rule("battlesystem:10.5b")
def test_no_further_than_half_not_in_contact_and_no_charge_after_it() -> None:
    state = fought(riders(), blues(32.0))
    given(state, ("move", 0, ("slide", 0, 12.5)))
    assert refused(state, "shoot", 0, 1) == "10.5b"
    state = fought(riders(), blues(18.0))
    given(state, ("shoot", 0, 1), dice=[6, 6])
    assert refused(state, "charge", 0, 1, ("slide", 0)) == "10.4"
    assert refused(state, "shoot", 0, 1) == "10.5b"  # once
    near = fought(riders(), blues(8.0), men("Others", 24, 8, 30, 22, 180, side=1))
    near.units[0].engaged = True
    assert refused(near, "shoot", 0, 2) == "10.1a"


@pytest.mark.rule("battlesystem:10.5")
def test_archers_on_foot_and_mounted_crossbows_do_not() -> None:
    for facts in (riders(riding="", movement=12.0), riders("light-crossbow"), riders("javelin")):
        state = fought(facts, blues(16.0))
        assert refused(state, "shoot", 0, 1) == "10.5"
        assert all(order[0] != "shoot" for order in MoveDecision(state, 0).orders())


@pytest.mark.rule("battlesystem:10.5")
def test_centaurs_are_archers_of_that_kind() -> None:
    state = fought(riders(riding="", creature="centaur", movement=18.0), blues(16.0))
    assert ("shoot", 0, 1) in MoveDecision(state, 0).orders()
    table = given(state, ("shoot", 0, 1), dice=[6, 6])
    (volley,) = [event for event in table.events if event.kind == "volley"]
    assert all(rule != "battlesystem:10.8d" for _, _, rule in volley.tallies[0].parts)  # they have no rider
    given(state, ("move", 0, ("slide", 45, 7)))
    assert state.units[0].spent == 7


@pytest.mark.rule("battlesystem:10.5a")
def test_a_beast_with_missiles_of_its_own() -> None:
    """A manticore on foot moves 6 inches, shoots its spikes and moves 6 more; a giant with his rock does not."""
    state = fought(riders("manticore-spikes", riding="", movement=12.0), blues(24.0))
    given(state, ("move", 0, ("slide", 0, 6)))
    given(state, ("shoot", 0, 1), dice=[6, 6])
    given(state, ("move", 0, ("slide", 45, 6)))
    assert state.units[0].spent == 12
    giants = fought(riders("hill-giant-rock", riding="", movement=12.0), blues(16.0))
    assert refused(giants, "shoot", 0, 1) == "10.5"


@pytest.mark.rule("battlesystem:10.5b", "battlesystem:10.6e")
def test_the_enemy_shoots_at_either_half() -> None:
    facts = missile_of("long-bow")
    state = fought(riders(), blues(34.0, missile=facts, volleys=facts.volleys))
    first = given(state, ("move", 0, ("slide", 0, 12)), HOLD)
    given(state, ("shoot", 0, 1), dice=[6, 6])
    second = given(state, ("move", 0, ("slide", 45, 3)), HOLD)
    for table in (first, second):
        assert len([decision for decision in table.asked if isinstance(decision, PassingShot)]) == 1


@pytest.mark.rule("battlesystem:10.5b")
def test_where_nobody_can_be_aimed_at_there_is_no_shot() -> None:
    state = fought(riders(), blues(62.0), men("Behind", 12, 6, 30, 4, 0, side=1))
    assert refused(state, "shoot", 0, 1) == "10.5b"
    assert refused(state, "shoot", 0, 2) == "10.5b"
    assert refused(state, "shoot", 0) == "10.5"
    assert refused(state, "shoot", 0, 1, "twice") == "10.5"


def told(table: Script) -> list[dict[str, Any]]:
    return [event.data for event in table.events if event.kind == "volley"]


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.0a", "battlesystem:10.8d", "battlesystem:10.8f")
def test_ten_riders_shoot_at_medium_range() -> None:
    """AR 20, mounted +2, medium +2, AC 6, 7 on the dice: 25, column D6 is 1. Two rows of five do 10 hit dice: one figure."""
    state = fought(riders(), blues(20.0))
    given(state, ("move", 0, ("slide", 0, 2)))
    (shot,) = told(given(state, ("shoot", 0, 1), dice=[3, 4]))
    assert (shot["roll"], shot["damage"], len(shot["figures"])) == (25, 100, 10)
    assert (state.units[1].figures, state.units[1].wounded) == (23, 0)


@pytest.mark.rule("battlesystem:10.5b", "battlesystem:10.4", "battlesystem:10.2a")
def test_a_second_shot_of_the_round_is_only_for_those_who_stand() -> None:
    """Table 12, mounted archers: fire twice and not move. One shot went in the first phase."""
    state = fought(riders(shots=1), blues(20.0))
    given(state, ("shoot", 0, 1), dice=[6, 6])
    assert state.units[0].shots == 2
    assert isinstance(MoveDecision(state, 0).check(("move", 0, ("slide", 0, 1))), Refusal)
    moved = fought(riders(shots=1), blues(20.0))
    given(moved, ("move", 0, ("slide", 0, 1)))
    assert refused(moved, "shoot", 0, 1) == "10.2"


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.1m", "battlesystem:2.8c", "battlesystem:8.7")
def test_riders_divide_their_figures_and_each_target_counts_its_own_losses() -> None:
    """At short range 20 + 2 - 6 + 7 = 23, column D6 is 2. Six do 12 hit dice: one figure, 2 left are under a quarter of ten; four do 8: a wound."""

    def two() -> State:
        others = men("Others", 12, 4, 33.5, 11, 180, side=1)
        return fought(riders(), men("Blues", 12, 4, 26.5, 11, 180, side=1), others)

    state = two()
    label = order_text(state, ("shoot", 0, (1, 6), (2, 4)))
    assert label == "Riders: shoot with 6 at Blues and 4 at Others"
    shots = told(given(state, ("shoot", 0, (1, 6), (2, 4)), dice=[3, 4, 3, 4]))
    assert [(shot["roll"], shot["damage"], len(shot["figures"])) for shot in shots] == [
        (23, 120, 6),
        (23, 80, 4),
    ]
    assert [(unit.figures, unit.wounded) for unit in (state.units[1], state.units[2])] == [(11, 0), (12, 1)]
    assert state.units[0].shots == 1
    assert refused(state, "shoot", 0, (1, 6), (2, 4)) == "10.5b"
    assert refused(two(), "shoot", 0, (1, 6), (2, 5)) == "10.1f"  # there are ten of them
    assert refused(two(), "shoot", 0, (1, 6), (1, 4)) == "10.1m"


@pytest.mark.rule("battlesystem:10.5a", "battlesystem:10.3a", "battlesystem:10.1m")
def test_spikes_at_two_targets_are_one_volley_of_those_carried() -> None:
    """Manticores carry four; only the first row of five shoots. 20 - 6 + 7 = 21, six times column D6: 18 hit dice each."""
    state = fought(
        riders("manticore-spikes", riding="", movement=12.0),
        men("Blues", 12, 4, 26.5, 11, 180, side=1),
        men("Others", 12, 4, 33.5, 11, 180, side=1),
    )
    assert refused(state, "shoot", 0, (1, 3), (2, 3)) == "10.1f"
    shots = told(given(state, ("shoot", 0, (1, 3), (2, 2)), dice=[3, 4, 1, 1, 3, 4, 1, 1]))
    assert [(shot["roll"], shot["damage"]) for shot in shots] == [(21, 540), (21, 360)]
    assert [(unit.figures, unit.wounded) for unit in (state.units[1], state.units[2])] == [(7, 1), (9, 1)]
    assert state.units[0].thrown == 1


def beside(version: int) -> list[dict[str, Any]]:
    """Two rows of five archers divide their figures between Left and Right, whose fronts are 13.7 inches before the first row."""
    state = battle(
        men("Archers", 10, 5, 30, 20, 0, missile=missile_of("long-bow")),
        men("Left", 12, 4, 28, 33.7, 180, side=1),
        men("Right", 12, 4, 32, 33.7, 180, side=1),
        stage=stages.MISSILES,
        tier=stages.INTERMEDIATE,
        options={"premeasure": True, "version": version},
        depth=72.0,
    )
    table = Script(dice=[3, 4, 3, 4], orders=[("split", 0, (1, 5), (2, 5), "once")])
    missile_step(state, table)
    return told(table)


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:10.1l", "battlesystem:10.8f")
def test_no_target_of_divided_fire_is_left_to_the_rear_row() -> None:
    """All of the first row are 13.7 to 13.85 inches from either, medium +2; of the row behind it is 14.45 and more, long +5.

    The first row are figures 0 to 4, at 28.5 to 31.5; Left stands from 26.5 to 29.5, so that 0 and 1 see it straight ahead, and Right
    from 30.5 to 33.5, before 3 and 4. In turn Left gets 0, Right 3, Left 1, Right 4, Left 2; of the row behind Right gets 8, which stands
    behind 3, Left 5, Right 9, Left 6, and Right 7. AR 20 + 2 - 6 + 7 is 23 for both.
    """
    left, right = beside(8)
    assert (left["figures"], right["figures"]) == ([0, 1, 2, 5, 6], [3, 4, 7, 8, 9])
    assert (left["roll"], right["roll"]) == (23, 23)
    first, behind = beside(7)
    assert (first["figures"], behind["figures"]) == ([0, 1, 2, 3, 4], [5, 6, 7, 8, 9])
    assert (first["roll"], behind["roll"]) == (23, 26)


def behind_friends(front: float = 13.0, *others: Troop, **changes: Any) -> State:
    """Riders whose front is at 8 inches, and friends before all of them: their one row is 0.75 inches deep, and 4.25 away if not said otherwise."""
    blues = others or (blues_at(30.0),)
    return fought(riders(**changes), *blues, men("Guard", 14, 14, 30.2, front, 0))


def blues_at(x: float, name: str = "Blues") -> Troop:
    """Twelve Blues, four abreast, 8.5 inches before the riders."""
    return men(name, 12, 4, x, 16.5, 180, side=1)


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.7", "battlesystem:10.7b", "battlesystem:10.8e")
def test_riders_in_command_shoot_over_friends_in_the_middle_of_their_move() -> None:
    """AR 20, mounted +2, over friends +3, medium +2, AC 6, 7 on the dice: 28, column D6 is half. Ten do 5 hit dice: a wound."""
    state = behind_friends()
    over: Order = ("shoot", 0, 1, OVER)
    assert refused(state, "shoot", 0, 1) == "10.5b"
    assert split_fire.offers(state, state.units[0]) == [over]
    assert shot_on_the_move(state, state.units[0]) == over  # the Blues can charge
    (shot,) = told(given(state, over, dice=[3, 4]))
    assert (shot["roll"], shot["damage"], len(shot["figures"]), shot["shots"]) == (28, 50, 10, 1)
    assert (state.units[1].figures, state.units[1].wounded) == (12, 1)
    assert split_fire.offers(state, state.units[0]) == []


@pytest.mark.rule("battlesystem:10.7", "battlesystem:10.7a")
def test_who_may_not_shoot_over_friends_is_offered_no_shot_over_them() -> None:
    """Friends 2.5 inches away; riders out of command; manticores, who throw no arrows."""
    near = behind_friends(8 + 2.5 + 0.75)
    lost = behind_friends(in_command=False)
    beasts = behind_friends(missile="manticore-spikes", riding="", movement=12.0)
    for state, rule in ((near, "10.5b"), (lost, "10.7"), (beasts, "10.7")):
        assert split_fire.offers(state, state.units[0]) == []
        assert refused(state, "shoot", 0, 1, OVER) == rule


@pytest.mark.rule("battlesystem:10.7b")
def test_a_shot_over_friends_is_offered_where_more_figures_shoot_so() -> None:
    """Nobody stands before them; then friends before those at the left end, who see the Blues over their heads alone."""
    state = fought(riders(), blues(16.5))
    assert split_fire.offers(state, state.units[0]) == [("shoot", 0, 1)]
    state = fought(riders(), blues_at(27), men("Guard", 6, 6, 27, 13, 0))
    assert split_fire.offers(state, state.units[0]) == [("shoot", 0, 1), ("shoot", 0, 1, OVER)]


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:10.5", "battlesystem:10.7")
def test_a_shot_over_friends_in_the_middle_of_a_move_is_divided() -> None:
    """28 for either, as above, column D6 is half: six do 3 hit dice, four do 2. Both rolls are of the whole order, over friends."""

    def two() -> State:
        return behind_friends(13.0, blues_at(26.5), blues_at(33.5, "Others"))

    state = two()
    decision = MoveDecision(state, 0)
    order: Order = ("shoot", 0, OVER, (1, 6), (2, 4))
    assert order_text(state, order) == "Riders: shoot with 6 at Blues and 4 at Others, over friends"
    (plan,) = [one for one in plans(state, decision) if one.verb == "shoot"]
    assert (plan.word, plan.label, plan.most) == ("0 over", "Shoot over friends", 10)
    assert [(step.word, step.most) for step in plan.steps] == [("1", 10), ("2", 10)]
    seen = preview(state, decision, order)
    assert seen is not None
    assert seen.odds is not None
    assert len(seen.odds.spreads) == 2
    shots = told(given(state, order, dice=[3, 4, 3, 4]))
    assert [(shot["roll"], shot["damage"], len(shot["figures"])) for shot in shots] == [
        (28, 30, 6),
        (28, 20, 4),
    ]
    assert told(given(two(), ("shoot", 0, (1, 6), (2, 4), OVER), dice=[3, 4, 3, 4])) == shots
    assert refused(two(), "shoot", 0, (1, 6), (2, 4)) == "10.1c"
    assert refused(two(), "shoot", 0, OVER, (1, 6), (2, 5)) == "10.1f"


@pytest.mark.rule("battlesystem:10.7b", "battlesystem:10.5")
def test_riders_shoot_straight_at_some_and_over_friends_at_others() -> None:
    """Five of ten see the Others past the end of the Guard, and all see the Blues over it."""
    state = behind_friends(13.0, blues_at(26.5), blues_at(42.0, "Others"))
    decision = MoveDecision(state, 0)
    (both,) = [one for one in plans(state, decision) if one.label == "Shoot both ways"]
    assert (both.word, both.most) == ("0", 10)
    shares = [(step.word, step.end, step.most) for step in both.steps]
    assert shares == [("1", "over", 10), ("2", "", 5), ("2", "over", 6)]
    assert decision.check(("shoot", 0, (1, 5, OVER), (2, 5))) is None


def test_a_shot_in_the_middle_of_a_move_may_be_drawn_up_share_by_share() -> None:
    """Both rows of five see the Blues, and the plan says of each target how many may shoot at it, ten in all."""
    state = fought(riders(), blues(20.0), men("Behind", 12, 6, 30, 4, 0, side=1))
    decision = MoveDecision(state, 0)
    (plan,) = [one for one in plans(state, decision) if one.verb == "shoot"]
    (step,) = plan.steps
    assert (plan.piece, plan.most, step.word, step.hand, step.most, step.piece) == (
        "u0",
        10,
        "1",
        "share",
        10,
        "u1",
    )
    seen = preview(state, decision, ("shoot", 0, 1))
    assert seen is not None
    assert seen.odds is not None
    assert seen.sentence.startswith("Riders shoot at Blues with 10 figures")
    refused = preview(state, decision, ("shoot", 0, (1, 6)))
    assert refused is not None
    assert refused.rule == "battlesystem:10.1m"
    given(state, ("shoot", 0, 1), dice=[6, 6])
    assert all(one.verb != "shoot" for one in plans(state, MoveDecision(state, 0)))
