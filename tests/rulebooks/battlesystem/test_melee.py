"""The Melee Phase: combats, their order, simultaneity, losses together, checks, routed units."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import (
    Troop,
    battle,
    captain,
    crowd,
    men,
    skirmishers,
    weapon,
)

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.bouts import Bout
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import Modifier
from banneret.rulebooks.battlesystem.unit import FIELD, OPEN, SLAIN
from banneret.testing import Script

# Ratings of 16 with a commander against AC 6: 9 and the dice. D6: at 16 five hit dice a figure, at 21 three.
SEVEN = [3, 4]  # 16: 5 a figure
TWELVE = [6, 6]  # 21: 3 a figure


def reds(name: str = "Reds", figures: int = 12, files: int = 6, **changes: Any) -> Troop:
    return men(name, figures, files, **{"attack_rating": 16, **changes})


def blues(name: str = "Blues", figures: int = 12, files: int = 6, **changes: Any) -> Troop:
    return men(name, figures, files, **{"attack_rating": 16, "heading": 180, "side": 1, **changes})


def engaged(state: State, table: Script) -> State:
    """The beginning of the phase."""
    state.stage = stages.ASSIGNMENT
    forming_combats.assign_step(state, table)
    return state


def fought(state: State, table: Script, finish: bool = True) -> State:
    """The whole phase."""
    engaged(state, table)
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    if finish:
        table.finish()
    return state


def left(state: State) -> list[int]:
    """The figures of all units."""
    return [unit.figures for unit in state.units.values()]


# ---------------------------------------------------------------- combats


@pytest.mark.rule("battlesystem:8.0", "battlesystem:1.6", "battlesystem:1.6a")
def test_without_contact_the_phase_is_over_at_once() -> None:
    table = Script()
    state = engaged(battle(reds(), blues(y=24.1)), table)
    assert (state.stage, state.bouts, table.asked) == (stages.ROUND_END, None, [])


@pytest.mark.rule("battlesystem:8.0", "battlesystem:1.6b")
def test_everybody_in_contact_fights_whether_he_wants_or_not() -> None:
    table = Script([*SEVEN, *TWELVE, 5, 5])
    state = fought(battle(reds(), blues()), table)
    assert not table.asked
    assert left(state) == [11, 9]
    assert [state.units[0].wounded, state.units[1].wounded] == [True, False]
    assert (state.stage, state.bouts, state.struck) == (stages.ROUND_END, None, True)
    assert state.units[0].attacked
    assert state.units[1].attacked


@pytest.mark.rule("battlesystem:1.6b")
def test_combats_are_all_units_linked_by_contact() -> None:
    bouts = [Bout(0, 3), Bout(1, 5), Bout(2, 5), Bout(0, 4), Bout(2, 6), Bout(7, 4)]
    groups = [[(bout.first, bout.second) for bout in group] for group in melee_phase.combats(bouts)]
    assert groups == [[(0, 3), (0, 4), (7, 4)], [(1, 5), (2, 5), (2, 6)]]


@pytest.mark.rule("battlesystem:1.6b", "battlesystem:8.0")
def test_side_a_names_the_combat_and_it_is_finished_before_the_next() -> None:
    state = battle(reds("A1", x=20), reds("A2", x=40), blues("B1", x=20), blues("B2", x=40))
    state.ranking = (1, 0)
    # B is Side A of the round: it names the combat of unit 1; its attacks come first
    table = Script([*SEVEN, *TWELVE, 9, 9, *TWELVE, *TWELVE], [("combat", 1)])
    engaged(state, table)
    assert state.bouts is not None
    assert [(bout.first, bout.second) for bout in state.bouts] == [(2, 0), (3, 1)]
    melee_phase.combat_step(state, table)
    assert [(one.kind, one.side) for one in table.asked] == [("combat", 1), ("front", 0)]
    assert left(state) == [12, 9, 12, 11]  # its losses and checks are done with
    assert state.units[1].formation == OPEN  # 18 against 13
    assert state.stage == stages.MELEE
    melee_phase.combat_step(state, table)
    assert left(state) == [11, 9, 11, 11]
    table.finish()


@pytest.mark.rule("battlesystem:1.6b")
def test_side_a_orders_the_bouts_of_a_combat() -> None:
    def fight(order: Order) -> tuple[list[int], int]:
        # two Blues against one line of Reds: files 0 to 2 and 3 to 5
        state = battle(
            reds(figures=24, files=6),
            blues("B1", 6, 3, x=28.875, attack_rating=17),
            blues("B2", 6, 3, x=31.125),
        )
        dice = [*TWELVE, *TWELVE, *SEVEN, *SEVEN, 1, 1, 1, 1, 1, 1]
        table = Script(dice, [None, order])
        fought(state, table, False)
        assert table.kinds[:2] == ["assign", "bouts"]
        struck = [event for event in table.events if event.kind == "attack" and event.side == 1]
        return left(state), int(struck[0].data["unit"][1:])

    for order, first in ((("bouts", (0, 1), (0, 2)), 1), (("bouts", (0, 2), (0, 1)), 2)):
        figures, who = fight(order)
        assert who == first
        assert figures[0] == 24 - 2
    choice = melee_phase.BoutOrder(0, [Bout(0, 1), Bout(0, 2)])
    assert choice.check(("bouts", (0, 1), (0, 1))) is not None
    assert choice.check(("bouts", (0, 1))) is not None
    assert choice.check(("bouts", "x", 3)) is not None
    assert all(choice.check(order) is None for order in choice.orders())
    four = melee_phase.BoutOrder(0, [Bout(0, 1), Bout(0, 2), Bout(3, 1), Bout(4, 1)])
    assert all(four.check(order) is None for order in four.orders())
    assert all(four.check(four.sample(Chance(seed))) is None for seed in range(10))


@pytest.mark.rule("battlesystem:1.6b", "battlesystem:1.1b")
def test_three_sides_strike_in_their_order() -> None:
    state = battle(
        reds(figures=6, files=6),
        blues("Blues", 3, 3, x=28.875),
        blues("Greens", 3, 3, x=31.2, side=2),
        ranking=(2, 0, 1),
    )
    table = Script([*TWELVE] * 4 + [1, 1] * 6)
    fought(state, table, False)
    attacks = [(event.side, event.data["target"]) for event in table.events if event.kind == "attack"]
    assert attacks[0] == (2, "u0")
    assert {side for side, _ in attacks[1:3]} == {0}
    assert attacks[3] == (1, "u0")


@pytest.mark.rule("battlesystem:1.6a", "battlesystem:5.0c")
def test_higher_commanders_do_not_fight() -> None:
    state = battle(
        reds(x=10), blues(x=50), leaders=[captain("Duke", 30, 24), captain("Chief", 30.5, 24, side=1)]
    )
    table = Script()
    assert engaged(state, table).stage == stages.ROUND_END
    assert not table.events


# ---------------------------------------------------------------- simultaneity


@pytest.mark.rule("battlesystem:8.0b", "battlesystem:8.4d", "battlesystem:8.7i")
def test_those_who_are_killed_still_strike() -> None:
    # three of six Reds die, and all six strike
    state = battle(reds(figures=6, files=6), blues())
    state.ranking = (1, 0)
    table = Script([*SEVEN, *SEVEN, 1, 1, 1, 1])
    fought(state, table)
    struck = [event for event in table.events if event.kind == "attack"]
    assert [len(event.data["figures"]) for event in struck] == [6, 6]
    assert left(state) == [3, 9]
    kinds = [event.kind for event in table.events]
    assert kinds.index("losses") > max(place for place, kind in enumerate(kinds) if kind == "attack")
    assert kinds.index("morale") > max(place for place, kind in enumerate(kinds) if kind == "losses")


@pytest.mark.rule("battlesystem:8.0b")
def test_a_unit_that_is_wiped_out_strikes_for_the_last_time() -> None:
    state = battle(reds(figures=2, files=2), blues())
    fought(state, Script([*SEVEN, *SEVEN]))
    # the two do 10; four Blues reach them: 20
    assert left(state) == [0, 11]
    assert state.units[0].status == SLAIN


@pytest.mark.rule("battlesystem:8.0b", "battlesystem:8.1c")
def test_numbers_are_fixed_at_the_start_and_ratings_when_attacks_are_made() -> None:
    state = battle(reds(), blues())
    engaged(state, Script())
    state.units[0].formation = OPEN  # as if something had opened it meanwhile
    table = Script([*SEVEN, *TWELVE, 1, 1])
    melee_phase.combat_step(state, table)
    first = table.events[1]
    assert first.kind == "attack"
    assert len(first.data["figures"]) == 6
    assert first.data["roll"] == 17  # +1 for open formation


@pytest.mark.rule("battlesystem:8.1c", "battlesystem:8.0b")
def test_the_figures_told_off_strike_though_they_are_killed_by_others() -> None:
    state = battle(reds(figures=6, files=6), blues("V", 3, 3, x=28.875), blues("W", 3, 3, x=31.125))
    table = Script([*SEVEN] * 4 + [1, 1] * 4, [("assign", 0, (1, 2, 3)), None])
    fought(state, table, False)
    attacks = [event for event in table.events if event.kind == "attack"]
    assert [(event.data["unit"], event.data["target"], event.data["figures"]) for event in attacks[:2]] == [
        ("u0", "u1", [0, 1, 2, 3]),
        ("u0", "u2", [4, 5]),
    ]
    assert [event.data["figures"] for event in attacks[2:]] == [[0, 1, 2], [0, 1, 2]]
    assert left(state) == [3, 1, 2]  # 15 from each: a figure and a wound, and again


# ---------------------------------------------------------------- losses and checks


@pytest.mark.rule("battlesystem:8.7i", "battlesystem:8.7j", "battlesystem:4.4a")
def test_several_attackers_are_settled_in_the_order_of_their_attacks() -> None:
    # V: 3 figures, AR for 8 each = 24; W: 3 figures, 5 each = 15
    state = battle(
        reds(figures=12, files=6, attack_rating=40),
        blues("V", 3, 3, x=28.875, weapons=[weapon("1d10")], attack_rating=15),
        blues("W", 3, 3, x=31.125),
    )
    dice = [1, 1, 1, 1, *SEVEN, *SEVEN, 5, 5]
    table = Script(dice, [None, ("bouts", (0, 1), (0, 2))])
    fought(state, table)
    told = [event.data for event in table.events if event.kind == "losses" and event.data["unit"] == "u0"]
    tenths = [event.data["damage"] for event in table.events if event.kind == "attack"][2:]
    assert tenths == [240, 150]
    assert [row["lost"] for row in told] == [2, 2]
    assert (state.units[0].figures, state.units[0].wounded) == (8, False)
    assert len([event for event in table.events if event.kind == "morale"]) == 1


@pytest.mark.rule("battlesystem:7.3b", "battlesystem:8.0b")
def test_the_fallen_are_those_near_where_the_enemy_stood_though_he_is_gone() -> None:
    # the last Red stands before file 5 of the open Blues, who look south; he dies of his second wound as he strikes
    state = battle(
        reds(
            figures=1,
            files=1,
            starting=12,
            x=28.125,
            weapons=[weapon("1d20")],
            attack_rating=4,
            wounded=True,
        ),
        blues(formation=OPEN, figures=8, files=8),
    )
    fought(state, Script([5, 6, *SEVEN, 1, 1]))
    assert left(state) == [0, 6]
    # files 4 and 5 are gone, in the middle of the line: two step in. With file 0 it would have been one
    assert state.units[1].debt == 2


@pytest.mark.rule("battlesystem:4.4b")
def test_checks_are_side_as_first_and_the_owner_chooses_among_his() -> None:
    state = battle(reds("R1", 6, 3, x=28.875), reds("R2", 6, 3, x=31.125), blues("B", 12, 6), ranking=(1, 0))
    # everybody does 5 a figure: 15 on each Red by three; 30 on the Blues
    dice = [*SEVEN] * 4 + [1, 1] * 3
    table = Script(dice)
    fought(state, table, False)
    morale = [event.data["unit"] for event in table.events if event.kind == "morale"]
    assert morale == ["u2"]
    # at three of twelve each Red has lost a quarter too: one of four
    state = battle(reds("R1", 4, 2, x=28.875), reds("R2", 4, 2, x=31.125), blues("B", 12, 6), ranking=(1, 0))
    table = Script([*SEVEN] * 4 + [1, 1] * 3, [None, None, ("check", 1)])
    fought(state, table, False)
    morale = [event.data["unit"] for event in table.events if event.kind == "morale"]
    assert morale[-2:] == ["u1", "u0"]
    assert "check" in table.kinds


@pytest.mark.rule("battlesystem:8.8a", "battlesystem:8.8", "battlesystem:7.3c")
def test_a_rout_ends_a_melee_and_cancels_the_debt() -> None:
    state = battle(reds(formation=OPEN), blues())
    # Reds open, ML 12: four touch; Blues do 30: three lost, a check that fails
    table = Script([*TWELVE, *SEVEN, 8, 8])
    fought(state, table)
    unit = state.units[0]
    assert (unit.routed, unit.figures, unit.debt) == (True, 9, 0)
    block = unit.block
    assert block is not None
    assert (block.heading, block.files) == (180, 6)
    other = state.units[1].block
    assert other is not None
    assert (other.x, other.y) == (30, 24)  # the enemy stays where it is
    # the same, held: the gaps are filled and owed for
    state = battle(reds(formation=OPEN), blues())
    fought(state, Script([*TWELVE, *SEVEN, 3, 4]))
    assert (state.units[0].routed, state.units[0].debt) == (False, 3)


@pytest.mark.rule("battlesystem:8.8")
def test_the_last_enemy_gone_sets_a_unit_free() -> None:
    state = battle(reds(), blues(figures=1, files=1, starting=12))
    fought(state, Script([*SEVEN, *TWELVE]))
    assert state.units[1].status == SLAIN
    assert forming_combats.pairs_in_contact(state) == []


# ---------------------------------------------------------------- routed and rallied units


@pytest.mark.rule("battlesystem:8.9", "battlesystem:6.4a")
def test_a_routed_unit_does_not_strike_and_routs_again_without_a_roll() -> None:
    state = battle(
        reds(formation=OPEN, routed=True, in_command=False, rout_heading=180.0, heading=180, y=22.0),
        blues(),
    )
    # Blues touch its rear: 16 - 1 - 2 - 6 = 7 and nine: 16, four or more figures at 5
    table = Script([4, 5])
    fought(state, table)
    unit = state.units[0]
    (event,) = [event for event in table.events if event.kind == "attack"]
    assert (event.data["unit"], event.data["roll"]) == ("u1", 16)
    assert "morale" not in [event.kind for event in table.events]
    block = unit.block
    assert block is not None
    assert block.y == pytest.approx(22.0 - 9.0, abs=1.5)  # its movement rate, not four thirds of it
    assert unit.figures < 12


@pytest.mark.rule("battlesystem:8.9", "battlesystem:1.6b")
def test_a_unit_that_routed_before_its_combat_is_struck_only_by_whom_it_still_touches() -> None:
    state = battle(reds(formation=OPEN), blues())
    engaged(state, Script())
    state.units[0].routed = True
    gone = state.copy()
    table = Script([*SEVEN])
    melee_phase.combat_step(state, table)
    attacks = [event.data["unit"] for event in table.events if event.kind == "attack"]
    assert attacks == ["u1"]
    unit = gone.units[0]
    assert unit.block is not None
    unit.stand(type(unit.block)(30, 10, 180, 12, 6, 0.75, 0.75, 0.5))
    table = Script()
    melee_phase.combat_step(gone, table)
    assert [event.kind for event in table.events if event.kind == "attack"] == []
    assert (gone.stage, gone.struck) == (stages.ROUND_END, False)


@pytest.mark.rule("battlesystem:6.3", "battlesystem:8.0")
def test_a_rallied_unit_fights_when_it_is_attacked() -> None:
    state = battle(reds(rallied=True), blues())
    table = Script([*TWELVE, *TWELVE])
    fought(state, table)
    assert len([event for event in table.events if event.kind == "attack"]) == 2
    run = battle(reds(rallied=True), blues(routed=True, formation=OPEN, in_command=False))
    table = Script()
    fought(run, table)
    assert [event for event in table.events if event.kind == "attack"] == []


@pytest.mark.rule("battlesystem:8.9", "battlesystem:6.4a", "battlesystem:2.9d")
def test_routed_skirmishers_do_not_strike_and_run_on() -> None:
    scouts = skirmishers("Scouts", [(28, 23.625), (30, 23.625), (32, 23.625)], attack_rating=16)
    state = battle(scouts, blues(attack_rating=40))
    singles = state.units[0].singles
    assert singles is not None
    singles[1].routed = True
    table = Script([*SEVEN, 1, 1])
    fought(state, table)
    attacks = [event.data["figures"] for event in table.events if event.kind == "attack"]
    assert attacks[0] == [0, 2]
    assert singles[1].y < 20
    assert singles[0].y == singles[2].y == 23.625


@pytest.mark.rule("battlesystem:8.9", "battlesystem:6.4a", "battlesystem:2.9b")
def test_when_the_steady_among_them_fall_the_routed_run_on_once_and_without_a_roll() -> None:
    # two steady figures and a routed one touch the enemy; the blues kill the two: half of four are gone, which is no check for
    # the routed, who run their 9 in anyhow; the fourth ran before and stands far away
    scouts = skirmishers("Scouts", [(28, 23.625), (30, 23.625), (32, 23.625), (50, 10)], attack_rating=40)
    state = battle(scouts, blues(attack_rating=16))
    singles = state.units[0].singles
    assert singles is not None
    singles[1].routed = singles[3].routed = True
    table = Script([*SEVEN, 5, 5], [("lose", 0, 0, 2)])  # 16 - 1 + 10 - 6 = 19: 24 hit dice, two figures
    fought(state, table)
    assert [single.gone for single in singles] == [SLAIN, FIELD, SLAIN, FIELD]
    assert state.units[0].routed
    assert "morale" not in [event.kind for event in table.events]
    assert singles[1].y == pytest.approx(23.625 - 9.0)
    assert (singles[3].x, singles[3].y) == (50, 10)


@pytest.mark.rule("battlesystem:2.10h", "battlesystem:2.10e")
def test_a_mob_fights_without_an_order() -> None:
    state = battle(crowd("Mob", 16, attack_rating=16), blues())
    table = Script([*SEVEN, *TWELVE, 1, 1])
    fought(state, table, False)
    assert [event.data["unit"] for event in table.events if event.kind == "attack"] == ["u0", "u1"]


@pytest.mark.rule("battlesystem:7.5")
def test_a_mob_gets_its_shape_back_when_the_enemy_is_gone() -> None:
    # sixteen stand five abreast, as the front was held; one man of five hit dice is before them
    mob = crowd("Mob", 16, attack_rating=10, starting=20)
    mob.unit.stand(Block(30, 24, 0, 16, 5, 0.75, 0.75, 0.0))
    state = battle(mob, blues(figures=1, files=1, starting=12, figure=50))
    table = Script([*SEVEN, *TWELVE])
    fought(state, table)
    assert state.units[1].status == SLAIN
    block = state.units[0].block
    assert block is not None
    assert (block.figures, block.files) == (16, 4)
    held = battle(mob, blues(figures=12, files=6))
    held.units[0].stand(Block(30, 24, 0, 16, 5, 0.75, 0.75, 0.0))
    fought(held, Script([*TWELVE, *TWELVE, 1, 1, 1, 1]), False)
    assert held.units[0].block.files == 5


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("battlesystem:8.2", "battlesystem:8.2a")
def test_weapons_are_announced_side_b_first() -> None:
    two = [weapon("1d6", reach=2, name="spear"), weapon("1d8", name="sword")]
    state = battle(reds(figures=16, files=8, weapons=two), blues(figures=16, files=8, weapons=two))
    table = Script([*SEVEN, *TWELVE, 1, 1, 1, 1], [("weapon", 1, "sword"), None])
    engaged(state, table)
    assert [(decision.kind, decision.side) for decision in table.asked] == [("weapon", 1), ("weapon", 0)]
    assert [unit.weapon for unit in state.units.values()] == [0, 1]
    assert state.bouts is not None
    # spears strike from behind, swords do not; and it is for good until the next phase
    assert (len(state.bouts[0].strikers), len(state.bouts[0].back_strikers)) == (16, 8)
    assert "sword" in table.news


@pytest.mark.rule("battlesystem:8.2a")
@pytest.mark.parametrize("version", [15, 16])
def test_who_touches_nobody_may_change_weapons_too(version: int) -> None:
    """At the beginning of any Melee Phase, each once; nobody is asked who has one weapon. By version 15 only who touched an enemy changed."""
    two = [weapon("1d6", name="spear"), weapon("1d8", name="sword")]
    far = [reds("Far", x=10, weapons=two), reds("Rear", x=50, weapons=two)]
    state = battle(reds(), blues(), *far, options={"version": version})
    keep, sword, other = ("armed",), ("weapon", 2, "sword"), ("weapon", 3, "sword")
    table = Script(orders=[sword, keep] if version == 16 else [])
    engaged(state, table)
    table.finish()
    assert [unit.weapon for unit in state.units.values()] == [0, 0, int(version == 16), 0]
    assert [asked.orders() for asked in table.asked] == (
        [] if version == 15 else [[keep, sword, other], [keep, other]]
    )
    assert all(asked.default() == keep for asked in table.asked)


@pytest.mark.rule("battlesystem:8.2a")
def test_weapons_are_changed_where_nobody_is_in_contact() -> None:
    two = [weapon("1d6", name="spear"), weapon("1d8", name="sword")]
    state = battle(reds("Far", x=10, weapons=two), blues(x=50))
    table = Script(orders=[("weapon", 0, "sword")])
    engaged(state, table)
    table.finish()
    assert state.units[0].weapon == 1
    routed = battle(reds("Far", x=10, weapons=two, routed=True), blues(x=50))
    table = Script()
    engaged(routed, table)
    assert not table.asked


# ---------------------------------------------------------------- after a wrap


@pytest.mark.rule("battlesystem:7.11c")
def test_who_wrapped_stands_open_when_the_enemy_is_gone() -> None:
    state = battle(reds(figures=6, files=6), blues(figures=1, files=1, starting=12))
    unit = state.units[0]
    poses = [(28.125 + 0.75 * number, 23.625, 0.0) for number in range(6)]
    poses[4] = (30.75, 24.375, 270.0)
    poses[5] = (30.75, 25.125, 270.0)
    unit.stand(unit.block, tuple(poses), (0, 2))
    table = Script([*SEVEN, *TWELVE])
    fought(state, table, False)
    assert state.units[1].status == SLAIN
    assert (unit.formation, unit.wings, unit.loose) == (OPEN, (0, 0), None)


# ---------------------------------------------------------------- rounds without an attack


@pytest.mark.rule("battlesystem:8.6a", "battlesystem:8.0")
def test_who_strikes_once_in_two_rounds_is_only_struck_in_even_ones() -> None:
    # in an odd round as everybody; in an even one the Reds have no roll and do no harm
    odd = fought(battle(reds(attacks=1), blues(), round=1), Script([*SEVEN, *TWELVE, 5, 5]))
    assert left(odd) == [11, 9]
    even = fought(battle(reds(attacks=1), blues(), round=2), Script([*TWELVE]))
    assert left(even) == [11, 12]
    assert even.units[0].attacked
    assert not even.units[1].attacked
    idle = fought(battle(reds(attacks=1), blues(attacks=1), round=2), Script())
    assert left(idle) == [12, 12]
    assert not idle.struck
    assert idle.stage == stages.ROUND_END


@pytest.mark.rule("battlesystem:8.6a", "battlesystem:8.1c")
def test_it_tells_off_no_figures_against_those_it_has_no_attack_on() -> None:
    def asked(round: int, **changes: Any) -> list[str]:
        state = battle(
            reds(figures=8, files=8, attacks=1, **changes),
            blues("Left", 4, 4, x=28.5),
            blues("Right", 4, 4, x=31.5, weak=True),
            round=round,
        )
        table = Script()
        engaged(state, table)
        found = [bout.strikers for bout in state.bouts or []]
        return [decision.kind for decision in table.asked] + [str(len(figures)) for figures in found]

    assert asked(1) == ["assign", "4", "4"]
    assert asked(2) == ["0", "0"]
    # the weak are struck in every round: by all that touch them, and the one beside
    assert asked(2, modifiers=[Modifier(attacks=5, weak=True)]) == ["0", "5"]
