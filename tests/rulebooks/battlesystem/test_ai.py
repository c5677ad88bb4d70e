"""Computer players of battles of regiments: how they judge a melee and a battle, and what they order."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crowd, men, skirmishers, weapon

from banneret.geometry.rectangles import FRONT, REAR, RIGHT
from banneret.kernel.decision import Choice
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Seat
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai import greedy
from banneret.rulebooks.battlesystem.ai.alternatives import alternatives
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.judgement import judge
from banneret.rulebooks.battlesystem.ai.lens import Lens
from banneret.rulebooks.battlesystem.ai.manoeuvres.approaches import nearer, post, side_met
from banneret.rulebooks.battlesystem.ai.manoeuvres.thoughts import thoughts
from banneret.rulebooks.battlesystem.ai.postures import POSTURES, Posture
from banneret.rulebooks.battlesystem.ai.prospects import Fighter, fighter, outcome, prospect, strikers
from banneret.rulebooks.battlesystem.ai.worth import chance_to_stand, mean_damage, worth
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.movement.movement_orders import DONE, MoveDecision
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space import contacts, distances, standing
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.unit import OPEN, SLAIN

# ---------------------------------------------------------------- estimates


def test_chances_of_checks_are_those_of_two_ten_sided_dice() -> None:
    assert [chance_to_stand(rating) for rating in (1, 2, 10, 11, 19, 20, 30, -3)] == [
        0.0,
        0.01,
        0.45,
        0.55,
        0.99,
        1.0,
        1.0,
        0.0,
    ]


def test_the_mean_of_damage_counts_every_throw() -> None:
    dagger = Damage.of("1d4")
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    by_hand = sum(way * dagger.per_figure(13 + 2 + at) for at, way in enumerate(ways)) / 36
    assert mean_damage(dagger, 13) == pytest.approx(by_hand)


@pytest.mark.rule("battlesystem:11.7e", "battlesystem:4.2b")
def test_an_enemy_behind_set_spears_counts_as_one_before_them() -> None:
    for spears, loss in ((0, 2), (1 << REAR, 0)):
        state = battle(men("Spears", 20, 10, spears=spears), men("Axes", y=30, heading=180, side=1))
        spearmen, axes = state.units.values()
        before = fighter(state, spearmen, axes, FRONT, FRONT, 4.0)
        assert before.morale - fighter(state, spearmen, axes, FRONT, REAR, 4.0).morale == loss


def test_who_strikes_across_a_front() -> None:
    state = battle(
        men("Six", 12, 6),
        men("Spears", 12, 6, weapons=[weapon("1d6", reach=2)]),
        men("Open", 12, 6, formation=OPEN),
    )
    six, spears, loose = state.units.values()
    assert strikers(state, six, 4.5) == 6
    assert strikers(state, six, 1.5) == 4  # two touch, and one beside each
    assert strikers(state, spears, 4.5) == 12
    assert strikers(state, loose, 7.0) == 6


def test_the_better_side_of_a_melee_promises_more() -> None:
    strong = Fighter(12, 12, 0.2, 8, 14, True, False)
    weak = Fighter(12, 12, 0.05, 8, 10, True, False)
    lost, gained = outcome(strong, weak)
    assert lost < 0.3 < gained
    assert outcome(weak, strong) == (gained, lost)
    steady = Fighter(12, 12, 0.05, 8, 10, True, True)
    assert outcome(steady, strong)[0] < gained


def test_attacks_from_flank_and_rear_promise_more() -> None:
    state = battle(men("Reds", shield=True), men("Blues", y=30.0, heading=180.0, side=1, shield=True))
    reds, blues = state.units.values()
    front = prospect(state, reds, blues)
    flank = prospect(state, reds, blues, RIGHT)
    rear = prospect(state, reds, blues, REAR)
    assert rear > front
    assert flank > front
    assert prospect(state, reds, blues, FRONT, FRONT, 1) > front
    assert prospect(state, reds, blues, FRONT, FRONT, 0, 0.0, True) < front


def test_what_is_routed_loose_or_lost_is_worth_less() -> None:
    state = battle(
        men("Whole"),
        men("Loose", formation=OPEN),
        men("Half", 6, 6, starting=12),
        men("Routed", formation=OPEN, routed=True),
        men("Gone", status=SLAIN),
        men("Ogres", armour_class=5, figure=200, size="L", weapons=[weapon("1d10")]),
    )
    whole, loose, half, routed, gone, ogres = [worth(state, unit) for unit in state.units.values()]
    assert ogres > whole > loose > half > routed > gone == 0.0


def test_a_battle_looks_better_for_who_has_more() -> None:
    even = battle(men("Reds"), men("Blues", y=40.0, heading=180.0, side=1))
    assert judge(even, 0) == pytest.approx(0.5)
    more = battle(men("Reds"), men("More", x=40.0), men("Blues", y=40.0, heading=180.0, side=1))
    assert judge(more, 0) > 0.8 > 0.2 > judge(more, 1)
    assert judge(more, 0) + judge(more, 1) == pytest.approx(1.0)


# ---------------------------------------------------------------- orders


def test_the_side_met_goes_by_where_one_comes_from() -> None:
    state = battle(
        men("Foe", x=30.0, y=24.0, heading=0.0, side=1),
        men("Ahead", x=31.0, y=30.0, heading=180.0),
        men("Right", x=40.0, y=24.0, heading=270.0),
        men("Behind", x=30.0, y=14.0, heading=0.0),
    )
    foe, *others = state.units.values()
    assert [side_met(one, foe) for one in others] == [FRONT, RIGHT, REAR]


def test_a_unit_charges_when_it_pays_and_not_when_it_does_not() -> None:
    """Ten inches are within reach of a charge and out of that of a move; against giants nobody goes."""
    weak = {"armour_class": 8, "morale": 9, "creature": "goblin"}
    state = battle(men("Reds", y=24.0), men("Blues", y=34.0, heading=180.0, side=1, **weak))
    order = greedy.move(MoveDecision(state, 0), state)
    assert order[:3] == ("charge", 0, 1)
    giant = {"armour_class": -4, "figure": 900, "weapons": [weapon("6d6")], "attack_rating": 10, "size": "L"}
    state = battle(men("Reds", y=24.0), men("Giants", y=34.0, heading=180.0, side=1, **giant))
    assert greedy.move(MoveDecision(state, 0), state)[0] != "charge"


@pytest.mark.parametrize(("spears", "charges"), [(0, True), (1, False), (4, True)])
def test_riders_do_not_charge_on_set_pikes(spears: int, charges: bool) -> None:
    """Set to the rear they tell nobody."""
    pike = weapon("1d6", reach=3, name="pike")
    pike.sets = True
    state = battle(
        men("Riders", 12, 6, y=10.0, riding="cavalry", depth=1.5, movement=24.0, figure=200, weapons=[weapon("1d8 1d4 1d4")]),
        men("Pikes", 18, 6, y=36.0, heading=180.0, side=1, weapons=[pike], armour_class=8, spears=spears),
        tier=stages.INTERMEDIATE,
    )  # fmt: skip
    assert (greedy.move(MoveDecision(state, 0), state)[0] == "charge") == charges


def test_a_unit_does_not_run_ahead_of_its_line() -> None:
    """The slow one behind cannot come as near this round: the swift one does not go all its way."""
    state = battle(
        men("Swift", x=24.0, y=20.0, movement=12.0),
        men("Slow", x=32.0, y=12.0, movement=6.0),
        men("Blues", x=28.0, y=40.0, heading=180.0, side=1),
    )
    front = Front(state, 0)
    moves = [order for _, order in thoughts(front, state.units[0])]
    inches = [step[2] for order in moves for step in order[2:] if step[0] == "slide"]
    assert not inches or max(inches) < 10.0
    (mark, order), *_ = thoughts(front, state.units[1])
    assert mark > 0.0
    assert order[2][2] == 6


def test_open_troops_in_command_close_their_order() -> None:
    state = battle(men("Reds", y=10.0, formation=OPEN), men("Blues", y=44.0, heading=180.0, side=1))
    assert greedy.move(MoveDecision(state, 0), state) == ("move", 0, ("formation", "closed"))
    state.units[0].in_command = False
    assert greedy.move(MoveDecision(state, 0), state)[2][0] == "slide"


def test_each_unit_is_thought_of_once() -> None:
    state = battle(
        men("One", x=20.0, y=10.0), men("Two", x=30.0, y=10.0), men("Blues", y=44.0, heading=180.0, side=1)
    )
    assert [unit.id for unit in greedy.waiting(state, 0)] == [0, 1]
    state.units[0].moved = True
    assert [unit.id for unit in greedy.waiting(state, 0)] == [1]
    state.units[1].moved = True
    assert greedy.move(MoveDecision(state, 0), state) == DONE


def test_skirmishers_keep_away_from_formed_troops() -> None:
    near = [(28.0 + 2.0 * at, 24.0) for at in range(4)]
    state = battle(skirmishers("Slings", near), men("Blues", x=30.0, y=34.0, heading=180.0, side=1))
    order = greedy.move(MoveDecision(state, 0), state)
    assert order[:2] == ("skirmish", 0)
    assert 135 <= order[2][1] <= 225  # to the south
    state = battle(skirmishers("Slings", near), men("Blues", x=30.0, y=46.0, heading=180.0, side=1))
    assert greedy.move(MoveDecision(state, 0), state) == DONE


def test_skirmishers_before_their_own_line_go_on_ahead_of_it_or_aside() -> None:
    """No formed unit passes through them (battlesystem:7.4a): with room ahead they go that way, else along the line."""
    screen = [(26.0 + 2.0 * at, 14.0) for at in range(4)]
    state = battle(
        skirmishers("Slings", screen),
        men("Reds", x=28.0, y=12.0),
        men("More Reds", x=20.0, y=12.0),
        men("Blues", x=30.0, y=44.0, heading=180.0, side=1),
    )
    assert greedy.move(MoveDecision(state, 0), state)[:3] == ("skirmish", 0, ("all", 0, 9))
    close = men("Blues", x=30.0, y=19.0, heading=180.0, side=1)
    state = battle(skirmishers("Slings", screen), men("Reds", x=28.0, y=12.0), close)
    order = greedy.move(MoveDecision(state, 0), state)
    assert order[:2] == ("skirmish", 0)
    assert all(group[1] in (90, 270) for group in order[2:])


def test_friends_who_make_for_an_enemy_draw_others_to_him() -> None:
    """Alone nobody beats Blues, who stand as well as Reds: with the nearer Reds at them the others prefer them to Greens."""
    state = battle(
        men("Near", x=28.0, y=20.0),
        men("Far", x=37.0, y=20.0),
        men("Blues", x=28.0, y=38.0, heading=180.0, side=1),
        men("Greens", x=46.0, y=38.0, heading=180.0, side=1),
    )
    assert Front(state, 0).aims == {0: (2, 0), 1: (2, 1)}
    assert Front(state, 0, Posture(joined=0.0)).aims == {0: (2, 0), 1: (3, 0)}


def test_a_unit_that_stands_fast_does_not_go_nearer() -> None:
    state = battle(men("Reds", y=10.0), men("Blues", y=44.0, heading=180.0, side=1))
    assert greedy.move(MoveDecision(state, 0), state)[0] == "move"
    assert greedy.move(MoveDecision(state, 0), state, POSTURES["standing fast"]) == DONE


def test_a_bold_posture_begins_a_melee_that_a_wary_one_does_not() -> None:
    """Even units: the blow is worth more to the bold, the wary wait for a melee that promises nearly all of their worth."""
    state = battle(men("Reds", y=24.0), men("Blues", y=34.0, heading=180.0, side=1))
    decision = MoveDecision(state, 0)
    assert greedy.move(decision, state, POSTURES["bold"])[:3] == ("charge", 0, 1)
    assert greedy.move(decision, state, POSTURES["wary"])[0] != "charge"


def test_the_rulebook_leads_in_every_posture_that_it_names() -> None:
    names = RULEBOOK.computer.postures
    assert len(names) >= 4
    for name in names:
        player = RULEBOOK.computer.greedy(Chance(1), name)
        assert isinstance(player, greedy.GreedyPlayer)
        assert player.posture is POSTURES[name]


def test_a_commander_goes_to_his_routed_troops() -> None:
    state = battle(
        men("Runaways", x=10.0, y=6.0, formation=OPEN, routed=True),
        men("Steady", x=34.0, y=20.0, finished=True),
        men("Blues", y=44.0, heading=180.0, side=1),
        leaders=[captain("Duke", 34.0, 16.0)],
    )
    order = greedy.move(MoveDecision(state, 0), state)
    assert order[:2] == ("lead", 0)
    assert order[2][0] < 34.0
    assert standing.centre(state.units[0])[0] < order[2][0]


def test_who_has_somebody_to_strike_moves_first() -> None:
    question = Choice("first", 0, "battlesystem:1.4", [("first", 0, 1), ("first", 1, 0)], 1)
    weak = {"armour_class": 9, "morale": 7}
    near = battle(men("Reds", y=24.0), men("Blues", y=34.0, heading=180.0, side=1, **weak))
    assert greedy.pick(question, near) == ("first", 0, 1)
    far = battle(men("Reds", y=4.0), men("Blues", y=44.0, heading=180.0, side=1, **weak))
    assert greedy.pick(question, far) == ("first", 1, 0)


def test_the_weapon_that_does_most_is_taken_in_hand() -> None:
    arms = [weapon("1d4", name="dagger"), weapon("1d12", name="axe")]
    state = battle(
        men("Reds", y=24.0, weapons=arms),
        men("Blues", y=24.0, heading=180.0, side=1),
        stage=stages.ASSIGNMENT,
    )
    assert contacts.are_touching(state, state.units[0], state.units[1])
    question = Choice("weapon", 0, "battlesystem:8.2a", [("weapon", 0, "dagger"), ("weapon", 0, "axe")])
    assert greedy.pick(question, state) == ("weapon", 0, "axe")
    assert state.units[0].weapon == 0


def test_a_mob_is_left_to_its_orders() -> None:
    state = battle(crowd("Mob", y=20.0), men("Blues", y=40.0, heading=180.0, side=1))
    assert thoughts(Front(state, 0), state.units[0]) == []


def test_a_column_broadens_its_front_before_anything_else() -> None:
    """To seven files, with its commander, who stands in the left one of two, in the middle."""
    state = battle(men("Column", 12, 2, y=8.0), men("Blues", y=44.0, heading=180.0, side=1))
    assert greedy.move(MoveDecision(state, 0), state) == ("move", 0, ("frontage", 3, 2))


def test_unruly_troops_in_order_do_not_charge() -> None:
    """A charge in closed order would put their discipline to the test (battlesystem:7.14g); what is near they walk at."""
    weak = {"armour_class": 8, "morale": 9, "creature": "goblin"}
    state = battle(
        men("Ogres", y=24.0, low_or_chaotic=True), men("Blues", y=31.5, heading=180.0, side=1, **weak)
    )
    order = greedy.move(MoveDecision(state, 0), state)
    assert order[0] == "move"
    assert order[-1][0] == "slide"
    state.setting.rosters[0].low_or_chaotic = False
    assert greedy.move(MoveDecision(state, 0), state)[0] == "charge"


def test_whoever_was_barred_is_asked_again() -> None:
    """The second in the order of numbers has left the way of the first."""
    state = battle(
        men("Behind", x=30.0, y=8.0),
        men("Ahead", x=30.0, y=16.0),
        men("Blues", x=30.0, y=44.0, heading=180.0, side=1),
    )
    state.units[1].moved = state.units[1].finished = True
    order = greedy.move(MoveDecision(state, 0), state)
    assert order[:2] == ("move", 0)


def test_a_wheel_that_the_edge_of_the_table_bars_is_no_way() -> None:
    """At the edge a unit could wheel by no degree: it finds another way to an enemy on its flank."""
    state = battle(
        men("Reds", x=20.0, y=4.0, heading=270.0), men("Blues", x=40.0, y=40.0, heading=180.0, side=1)
    )
    unit, foe = state.units.values()
    walk = plan(state, unit, nearer(state, unit, foe, *post(unit, foe, False), 9.0, 9.0), None, True)
    assert walk.refusal is None
    assert not walk.stopped
    assert distances.distance(walk.unit, foe) < distances.distance(unit, foe)


# ---------------------------------------------------------------- what a search weighs


def test_what_else_a_unit_could_do() -> None:
    """Blues, 9 inches a round, charge 13.5: of the 20 inches between the fronts 6.25 can be gone out of their reach."""
    state = battle(
        men("Reds", x=30.0, y=12.0),
        men("Blues", x=30.0, y=32.0, heading=180.0, side=1),
        men("Greens", x=48.0, y=32.0, heading=180.0, side=1),
    )
    reds, blues, _ = state.units.values()
    assert distances.distance(reds, blues) == pytest.approx(20.0)
    orders = alternatives(Front(state, 0), reds)
    for inches in (9, 6.25, 4.5):
        assert ("move", 0, ("slide", 0, inches)) in orders
    assert ("move", 0, ("about",), ("slide", 0, 4.5)) in orders
    assert any(step[0] == "slide" and step[1] > 20 for order in orders for step in order[2:])  # to Greens
    assert len(set(orders)) == len(orders)
    for order in orders:
        assert not plan(state, reds, list(order[2:]), None, True).contacts


def test_whoever_is_in_contact_or_not_his_own_master_has_no_alternatives() -> None:
    state = battle(men("Reds", y=24.0), men("Blues", y=24.0, heading=180.0, side=1))
    assert alternatives(Front(state, 0), state.units[0]) == []
    for change in ({"rash": True}, {"moved": True}, {"routed": True}):
        state = battle(men("Reds", y=10.0, **change), men("Blues", y=44.0, heading=180.0, side=1))
        assert alternatives(Front(state, 0), state.units[0]) == []


def test_a_search_is_offered_a_unit_s_orders_then_the_next_unit_s_and_the_end() -> None:
    state = battle(
        men("Reds", x=20.0, y=10.0),
        men("Whites", x=40.0, y=10.0),
        men("Blues", y=44.0, heading=180.0, side=1),
    )
    decision = MoveDecision(state, 0)
    orders = greedy.candidates(decision, Lens(state, 0), 10)
    assert orders[0] == greedy.move(decision, state)
    assert [order[1] for order in orders[:-1]] == [0, 1] + [0] * (len(orders) - 3)
    assert orders[-1] == DONE
    assert 5 < len(orders) <= 10
    assert all(decision.check(order) is None for order in orders)
    assert greedy.candidates(decision, Lens(state, 0), 3) == [*orders[:2], DONE]


def test_armies_that_no_longer_find_each_other_do_anything_at_last() -> None:
    """The same marks would send the same unit on the same way for ever."""
    state = battle(men("Reds", y=10.0), men("Blues", y=44.0, heading=180.0, side=1))
    decision = MoveDecision(state, 0)
    seat = Seat(RULEBOOK.sight, 0, state)

    def orders(quiet: int) -> set[Order]:
        state.quiet = quiet
        return {greedy.GreedyPlayer(Chance(seed)).choose(decision, seat) for seed in range(40)}

    assert orders(greedy.LOST - 1) == {greedy.move(decision, state)}
    many = orders(greedy.LOST)
    assert greedy.move(decision, state) in many
    assert len(many) > 5
    assert all(decision.check(order) is None for order in many)
