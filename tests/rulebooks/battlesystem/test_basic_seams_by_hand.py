"""The Basic Game where two of its rules meet: cases worked out by hand from the printed rules.

Ratings of roster "Men" are AR 20 with a commander in front (-1), AC 6, ten hit dice a figure, D6, ML 12, MV 9.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crowd, men, skirmishers

from banneret.geometry.rectangles import REAR
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import FRIEND, LOSSES, Cause
from banneret.rulebooks.battlesystem.morale.current_morale import current
from banneret.rulebooks.battlesystem.movement import compelled_moves, forced_marches, individual_moves, mobs
from banneret.rulebooks.battlesystem.movement.charges import charge_orders
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.movement.out_of_hand import attack
from banneret.rulebooks.battlesystem.odds import melee
from banneret.rulebooks.battlesystem.odds.duel import duel
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.unit import CHARGE, CLOSED, FORCE_MARCH, NOBODY, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.forecasts import partings
from banneret.rulebooks.battlesystem.view.plans import plans
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script

OLD = {"version": 8}


def left(state: State, order: Order, table: Script) -> Script:
    """The end of an order to get away, of a unit that began in contact."""
    compelled_moves.begin(state, Script(), 0)
    assert disengaging_orders.refusal(state, 0, order) is None
    disengaging_orders.carry_out(state, table, 0, order)
    table.finish()
    return table


# ---------------------------------------------------------------- morale and command


@pytest.mark.rule("battlesystem:2.10k", "battlesystem:4.2g")
@pytest.mark.parametrize(
    ("changes", "options", "needed"),
    [
        ({}, {}, 12),
        ({"riding": "cavalry", "depth": 1.5}, {}, 10),
        ({"riding": "cavalry", "depth": 1.5}, OLD, 12),
    ],
)
def test_riders_do_not_hearten_a_mob(changes: dict[str, Any], options: dict[str, Any], needed: int) -> None:
    """A mob of ML 12 has -2; regular infantry three inches behind gives +2, cavalry nothing."""
    state = battle(crowd(), men("Behind", 8, 4, 30, 18, **changes), tier=stages.INTERMEDIATE, options=options)
    assert current(state, state.units[0], Cause(LOSSES)) == needed


@pytest.mark.rule("battlesystem:4.2i", "battlesystem:4.10a")
@pytest.mark.parametrize(("x", "options", "needed"), [(36.0, {}, 15), (55.0, {}, 12), (55.0, OLD, 15)])
def test_a_commander_far_from_all_his_men_does_not_cheer_them(
    x: float, options: dict[str, Any], needed: int
) -> None:
    """ML 12, closed +1. The captain (CB +2, radius 6) stands 6 inches to the right of the middle, or 25; the general (-1) reaches all."""
    leaders = [
        captain("Captain", x, 20, rank=UNIT_COMMANDER, radius=6.0, charisma=2),
        captain("General", 30, 17, charisma=-1),
    ]
    unit = men("Men", 12, 6, 30, 20, leader_at=NOBODY, chief=0)
    state = battle(unit, leaders=leaders, tier=stages.INTERMEDIATE, options=options)
    in_command.review(state, Script())
    assert state.units[0].in_command
    assert current(state, state.units[0], Cause(LOSSES)) == needed


@pytest.mark.rule("battlesystem:4.6g")
def test_skirmishers_out_of_hand_stop_when_a_friend_has_ended_their_attack() -> None:
    """Two units are out of hand over one figure; the first rides it down, so the attack of the second is over before it moves."""
    state = battle(
        men("Axes", 12, 6, 30, 24, formation=OPEN, attack_rating=0, quarry=2, rash=True, in_command=False),
        skirmishers("Slings", [(26.0, 20.0)], quarry=2, rash=True),
        men("Last", 1, 1, 30.625, 33, 180, side=1, starting=4, armour_class=10),
        men("Far", 12, 6, 30, 46, 180, side=1),
    )
    table = Script(dice=[])
    compelled_moves.compelled_step(state, table)
    assert state.units[2].status == SLAIN
    singles = state.units[1].singles
    assert singles is not None
    assert (singles[0].x, singles[0].y, singles[0].moved) == (26.0, 20.0, 0.0)


@pytest.mark.rule("battlesystem:4.6g")
@pytest.mark.parametrize(("options", "moved"), [({}, 0.0), (OLD, 9.0)])
def test_skirmishers_out_of_hand_do_not_run_at_one_who_routs(options: dict[str, Any], moved: float) -> None:
    state = battle(
        skirmishers("Slings", [(30.0, 20.0)], quarry=1, rash=True),
        men("Foe", 8, 4, 30, 40, 180, side=1),
        options=options,
    )
    compelled_moves.begin(state, Script(), 0)
    state.units[1].routed = True  # a friend broke through meanwhile
    attack(state, Script(), state.units[0])
    singles = state.units[0].singles
    assert singles is not None
    assert singles[0].moved == moved


@pytest.mark.rule("battlesystem:7.13a", "battlesystem:4.7")
@pytest.mark.parametrize(
    ("rash", "options", "may"), [(False, {}, True), (True, {}, False), (True, OLD, True)]
)
def test_skirmishers_out_of_hand_make_no_forced_march(rash: bool, options: dict[str, Any], may: bool) -> None:
    """Their attack is over, but nobody has rallied them yet; all stand within the radius of their general."""
    state = battle(
        skirmishers(rash=rash), men("Far", 12, 6, 30, 46, 180, side=1), leaders=[captain("General", 30, 20)],
        options=options,
    )  # fmt: skip
    refused = forced_marches.refusal(state, 0, ("march", 0, ("all", 0, 12)))
    assert (refused is None) == may


@pytest.mark.rule("battlesystem:7.13a", "battlesystem:7.13", "battlesystem:5.0c")
def test_a_general_can_always_make_a_forced_march() -> None:
    """MV 9: 13.5 inches, as his whole move and before any other."""
    state = battle(men(x=10), men("Far", 12, 6, 30, 46, 180, side=1), leaders=[captain("General", 30, 20)])
    decision = MoveDecision(state, 0)
    order = ("lead", 0, "march", (30, 40))
    assert decision.check(order) is None
    shown = preview(state, decision, order)
    assert shown is not None
    assert (shown.cost, shown.refusal) == (13.5, "")
    assert any(plan.word == "0 march" for plan in plans(state, decision))
    individual_moves.carry_out(state, Script(), 0, order)
    assert (state.individuals[0].y, state.individuals[0].moved) == (33.5, 13.5)
    assert decision.check(("lead", 0, (30, 34))) is not None
    state = battle(men(x=10), leaders=[captain("General", 30, 20)])
    individual_moves.carry_out(state, Script(), 0, ("lead", 0, (30, 21)))
    refused = individual_moves.refusal(state, 0, order)
    assert refused is not None
    assert refused.rule == "battlesystem:7.13"
    state = battle(men(x=10), leaders=[captain("General", 30, 20)], options=OLD)
    assert individual_moves.refusal(state, 0, order) is not None


# ---------------------------------------------------------------- breaking off


@pytest.mark.rule("battlesystem:7.12d")
@pytest.mark.parametrize(("options", "y", "charged"), [({}, 24.0, NOBODY), (OLD, 27.0, 1)])
def test_nobody_charges_whom_he_let_go_on_the_way_to_another(
    options: dict[str, Any], y: float, charged: int
) -> None:
    """Slow men (MV 4: room to run 2.67) let an enemy go 3 inches, and declare a charge at the one behind it."""
    state = battle(
        men("Slow", 12, 6, 30, 24, movement=4.0, left_by=(1,)),
        men("Gone", 12, 6, 30, 27, 180, side=1),
        men("Next", 12, 6, 30, 29, 180, side=1),
        options=options,
    )
    order = ("charge", 0, 2, ("slide", 0))
    assert charge_orders.refusal(state, 0, order) is None  # nothing is measured before
    charge_orders.carry_out(state, Script(), 0, order)
    block = state.units[0].block
    assert block is not None
    assert (block.y, state.units[0].charged) == (y, charged)


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:7.8f")
@pytest.mark.parametrize(("options", "caught"), [({}, True), (OLD, False)])
def test_whom_a_follower_comes_upon_is_caught(options: dict[str, Any], caught: bool) -> None:
    """Reds withdraw 3 inches north, Blues follow and come to stand with their flank at Greens, who have yet to move: no wrap."""
    state = battle(
        men("Reds", 12, 6, 30, 24, 180),
        men("Blues", 12, 6, 30, 24, 0, side=1),
        men("Greens", 6, 1, 32.255, 26.25, 270, side=2),
        options=options,
    )
    left(state, ("withdraw", 0), Script(orders=[("follow", 1, 0)]))
    greens = state.units[2]
    assert contacts.enemies_touching(state, greens) == [1]
    assert greens.caught == caught
    state.part = 2
    compelled_moves.begin(state, Script(), 2)
    refused = wraps.refusal(state, 2, ("wrap", 2, ("left", 1)))
    assert refused is not None
    assert (refused.rule == "battlesystem:7.8f") == caught


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:2.9f", "battlesystem:8.1d")
@pytest.mark.parametrize(("options", "strike", "fallen"), [({}, 3, 1), (OLD, 8, 3)])
def test_only_those_who_flee_are_struck_from_behind(
    options: dict[str, Any], strike: int, fallen: int
) -> None:
    """Three skirmishers touch a closed line of eight; the first flees. Two figures touch him, and one stands beside these.

    AR 10, commander -1, from behind -2, AC 8: the sum is -1; with 2 the roll is 1, D6 for 11 each: 33 hit dice kill three, but he is
    alone. The two others stay unhurt.
    """
    places = [(28.0, 19.625), (30.0, 19.625), (32.0, 19.625)]
    state = battle(
        skirmishers(places=places, armour_class=8, never_checks=True),
        men("Line", 16, 8, 30, 20, 180, side=1, attack_rating=10),
        options=options,
    )
    compelled_moves.begin(state, Script(), 0)
    found = partings.parting_forecast(state, MoveDecision(state, 0), ("flee", 0, 0, (0,)))
    assert found is not None
    table = left(state, ("flee", 0, 0, (0,)), Script(dice=[1, 1]))
    attack = next(event for event in table.events if event.kind == "attack")
    assert (attack.data["roll"], len(attack.data["figures"])) == (1, strike)
    assert 3 - state.units[0].figures == fallen
    most = 1.0 if not options else 3.0
    assert f"{most:.1f} figures lost on average" in found.text


@pytest.mark.rule("battlesystem:8.8d")
@pytest.mark.parametrize(("options", "rolls"), [({}, [14, 14]), (OLD, [14])])
def test_losses_to_one_do_not_take_the_free_attack_from_another(
    options: dict[str, Any], rolls: list[int]
) -> None:
    """Seven figures on a front of six; one enemy before it, one at the side of the seventh, who falls to the first: 20-1-2-6+3 = 14 both.

    Six figures at five hit dice each fell three of seven: a check (12 + 1). One figure's five hit dice wound one more.
    """
    state = battle(
        men("Reds", 7, 6, 30, 24),
        men("Ahead", 12, 6, 30, 24, 180, side=1),
        men("Aside", 4, 1, 29.25, 22.6, 90, side=1),
        options=options,
    )
    assert contacts.enemies_touching(state, state.units[0]) == [1, 2]
    dice = [1, 2, 5, 5, *([1, 2] if len(rolls) > 1 else [])]
    table = left(state, ("flee", 0, 0), Script(dice=dice))
    assert [event.data["roll"] for event in table.events if event.kind == "attack"] == rolls
    assert (state.units[0].figures, state.units[0].wounded) == (4, len(rolls) > 1)


@pytest.mark.rule("battlesystem:7.12b")
@pytest.mark.parametrize(("options", "asked"), [({}, True), (OLD, False)])
def test_who_still_touches_the_withdrawn_with_wings_may_follow(options: dict[str, Any], asked: bool) -> None:
    """A line of 16 has turned six files on either side around four, 4.5 inches deep; these go 3 inches back, between the wings."""
    state = battle(
        men("Few", 16, 4, 30, 24, 180, radius=30.0),
        men("Line", 30, 16, 30, 24, 0, side=1, radius=30.0, movement=15.0),
        options=options,
    )
    state.part = 1
    compelled_moves.begin(state, Script(), 1)
    wraps.carry_out(state, Script(), 1, ("wrap", 1, ("left", 0), ("right", 0)))
    assert state.units[1].wings == (6, 6)
    state.part = 0
    table = left(state, ("withdraw", 0), Script(orders=[("stay", 1, 0)] if asked else []))
    assert contacts.are_touching(state, state.units[0], state.units[1])
    assert table.events[-1].text == "Line stays and still touches Few."


@pytest.mark.rule("battlesystem:4.7a", "battlesystem:7.12b")
@pytest.mark.parametrize(("options", "asked"), [({}, False), (OLD, True)])
def test_a_closed_unit_that_may_not_move_does_not_follow(options: dict[str, Any], asked: bool) -> None:
    """Under the option that leaves it closed when it is out of command."""
    options = {"lost_command_opens": False, **options}
    state = battle(
        men("Reds", 12, 6, 30, 24, 180),
        men("Blues", 12, 6, 30, 24, 0, side=1, radius=1.0, in_command=False),
        options=options,
    )
    left(state, ("withdraw", 0), Script(orders=[("follow", 1, 0)] if asked else []))
    assert contacts.are_touching(state, state.units[0], state.units[1]) == asked


@pytest.mark.rule("battlesystem:7.15f", "battlesystem:2.10f")
@pytest.mark.parametrize(
    ("order", "options", "y"),
    [
        (CHARGE, {}, 24.5),
        (FORCE_MARCH, {}, 24.5),
        (CHARGE, OLD, 26.5),
        (FORCE_MARCH, OLD, 26.4),
    ],
)
def test_a_mob_that_guards_captives_goes_at_half_its_rate_whatever_its_order(
    order: int, options: dict[str, Any], y: float
) -> None:
    """MV 9: 4.5 inches. Before, it charged at an enemy 6.5 inches away, or marched up to him."""
    state = battle(
        crowd(x=30, y=20, guards=2, order=order),
        men("Men", 12, 6, 30, 26.5, 180, side=1),
        options={"capture": True, **options},
    )
    mobs.obey(state, Script(dice=[1, 1] if order == FORCE_MARCH and options else []), state.units[0])
    block = state.units[0].block
    assert block is not None
    assert block.y == y


# ---------------------------------------------------------------- opening in contact


@pytest.mark.rule("battlesystem:4.5b")
@pytest.mark.parametrize(("options", "files", "touching"), [({}, 5, True), (OLD, 6, False)])
def test_a_unit_that_opens_does_not_lose_the_enemy_in_its_middle(
    options: dict[str, Any], files: int, touching: bool
) -> None:
    """Six files with half an inch between them would take a column half an inch wide between the third and the fourth; five do not."""
    state = battle(
        men("Closed", 12, 6, 30, 24),
        men("Column", 4, 1, 30, 24, 180, side=1, width=0.5, depth=0.5, size="S"),
        options=options,
    )
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    block = unit.block
    assert block is not None
    assert (unit.formation, block.files, block.spacing) == (OPEN, files, 0.5)
    assert contacts.are_touching(state, unit, state.units[1]) == touching


@pytest.mark.rule("battlesystem:4.5b")
def test_who_can_keep_touch_in_no_narrower_front_spreads_less() -> None:
    """Two files: half an inch apart they let the middle column through, and one file alone would lose those at the ends.

    The gap that leaves more than 0.01 inches of edge at both its sides is less than 0.48: the largest fiftieth part is 0.47.
    """
    column = {"width": 0.5, "depth": 0.5, "size": "S"}
    state = battle(
        men("Pair", 4, 2, 30, 24),
        men("Middle", 4, 1, 30, 24, 180, side=1, **column),
        men("Left", 4, 1, 29.25, 24, 180, side=1, **column),
        men("Right", 4, 1, 30.75, 24, 180, side=1, **column),
    )
    unit = state.units[0]
    formations.open_up(state, Script(), unit)
    block = unit.block
    assert block is not None
    assert (block.files, block.spacing) == (2, 0.47)
    assert contacts.enemies_touching(state, unit) == [1, 2, 3]


# ---------------------------------------------------------------- what people are told


@pytest.mark.rule("battlesystem:7.14f", "battlesystem:7.14e")
@pytest.mark.parametrize(
    ("formation", "steps", "strike"),
    [
        (OPEN, (("slide", 0),), "4 figures strike B"),
        (OPEN, (("formation", "closed"), ("slide", 0)), "6 figures strike B"),
        (CLOSED, (("formation", "open"), ("slide", 0)), "4 figures strike B"),
        (CLOSED, (("frontage", -1, -1), ("slide", 0)), "4 figures strike B"),
        (CLOSED, (("slide", 0),), "6 figures strike B"),
    ],
)
def test_the_odds_of_a_charge_are_those_of_the_order_in_which_it_runs(
    formation: int, steps: tuple[Any, ...], strike: str
) -> None:
    """Against six closed files (4.5 inches): closed all six touch; open at 1.25 inches from file to file the four in the middle do."""
    state = battle(men("A", 12, 6, 30, 24, formation=formation), men("B", 12, 6, 30, 34, 180, side=1))
    shown = preview(state, MoveDecision(state, 0), ("charge", 0, 1, *steps))
    assert shown is not None
    assert shown.odds is not None
    assert shown.odds.text.startswith(strike)


@pytest.mark.rule("battlesystem:7.14g")
@pytest.mark.parametrize(("unruly", "word"), [(True, "in closed formation"), (False, "home in front")])
def test_the_odds_of_an_unruly_closed_charge_say_that_its_order_must_hold(unruly: bool, word: str) -> None:
    state = battle(men("A", 12, 6, 30, 24, low_or_chaotic=unruly), men("B", 12, 6, 30, 34, 180, side=1))
    shown = preview(state, MoveDecision(state, 0), ("charge", 0, 1, ("slide", 0)))
    assert shown is not None
    assert shown.odds is not None
    assert word in shown.odds.assumption


@pytest.mark.rule("battlesystem:7.13b")
def test_the_preview_of_a_forced_march_stops_short_of_the_enemy() -> None:
    """Where measuring is allowed: 10 inches to him, so 9.9."""
    state = battle(
        men("A", 12, 6, 30, 24), men("B", 12, 6, 30, 34, 180, side=1), options={"premeasure": True}
    )
    shown = preview(state, MoveDecision(state, 0), ("march", 0, ("slide", 0, 13.5)))
    assert shown is not None
    assert shown.sentence == "It stops short of B: no forced march goes into contact."
    assert (shown.rule, shown.cost) == ("battlesystem:7.13b", 9.9)


@pytest.mark.rule("battlesystem:4.2b")
def test_the_odds_know_that_who_touched_a_rear_may_fall_himself() -> None:
    """One figure of B, behind its rank, touches the rear of A, an open rank of six. Any roll fells two of A and that one of B.

    A checks (a third lost) at 12: nobody is at its rear by then, whoever checks first. 2d10 exceed 12 in 36 of 100.
    """
    certain = Damage.of("1d6").per_figure(0)  # by the best row of the table
    state = battle(
        men("A", 6, 6, 30, 24, formation=OPEN, attack_rating=-60, figure=certain // 2),
        men("B", 4, 3, 29.375, 21.25, 180, side=1, formation=OPEN, attack_rating=-60, figure=certain),
        ranking=(0, 1),
    )
    touching = contacts.touches(state, state.units[0], state.units[1])
    assert [(touch.other, touch.side) for touch in touching] == [(3, REAR)]
    found = melee.exchange(state, state.units[0], state.units[1])
    assert found.first.chance("routs") == Fraction(36, 100)


@pytest.mark.rule("battlesystem:4.5b", "battlesystem:4.7")
def test_a_unit_that_opens_in_a_duel_may_be_too_wide_for_its_captain() -> None:
    """The captain stands in the first of four closed files, and reaches the last: 2.25 inches. Three that are left and open are 2.5
    inches from end to end: out of command, +1 and -2.

    So it wins less often than one whose captain reaches 10 inches; both were counted alike.
    """
    wins: list[float] = []
    for radius in (10.0, 2.3):
        state = battle(
            men("A", 4, 4, 30, 24, radius=radius, leader_at=0, attack_rating=12),
            men("B", 4, 4, 30, 24, 180, side=1, attack_rating=14),
        )
        end = duel(state, state.units[0], state.units[1])
        assert end is not None
        wins.append(end.first)
    assert wins[1] < wins[0]


class Shown(Script):
    """A table at which each question is read before it is answered as by default."""

    def __init__(self, state: State) -> None:
        super().__init__(dice=[3] * 40)
        self.state = state
        self.read: dict[str, list[str]] = {}

    def ask(self, decision: Decision) -> Order:
        """The default, once the question has been written out."""
        shown = question(self.state, decision)
        self.read[decision.kind] = [option.consequence for option in shown.options]
        return decision.default()


@pytest.mark.rule("battlesystem:1.6b", "battlesystem:8.9")
def test_a_combat_can_be_asked_about_whose_unit_was_carried_away_before_it() -> None:
    """A unit with two enemies before it is carried along by a friend's rout; its two melees are still asked about, and nobody strikes."""
    state = battle(
        men("X", 12, 6, 30, 24, formation=OPEN),
        men("E1", 6, 3, 28, 24, 180, side=1),
        men("E2", 6, 3, 32, 24, 180, side=1),
        stage=stages.ASSIGNMENT,
    )
    forming_combats.assign_step(state, Script(orders=[None]))
    checks_and_routs.rout(state, Script(), state.units[0], Cause(FRIEND, 0))
    assert contacts.enemies_touching(state, state.units[0]) == []
    table = Shown(state)
    melee_phase.combat_step(state, table)
    assert table.read["bouts"][0] == "first X: nobody strikes E1; nobody strikes back"
    assert [event for event in table.events if event.kind == "attack"] == []
