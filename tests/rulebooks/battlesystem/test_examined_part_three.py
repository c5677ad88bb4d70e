"""Part 3 examined once more: what shots, spears, walls and forced marches do to the rest of a round. Each sum was written out before."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, hero, men, weapon
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, attacks, dice

from banneret.geometry.rectangles import FRONT, LEFT
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.movement.movement_phase import move_step
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space.lines_of_sight import sees
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import band, missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING
from banneret.testing import Script

FAR = men("Far", 4, 4, 55, 47, 180, side=1)


def field(*troops: Troop, **changes: Any) -> State:
    return battle(*troops, tier=stages.INTERMEDIATE, options={"premeasure": True}, **changes)


def played(state: State, until: int, table: Loaded) -> Loaded:
    """Steps until a stage; a side that has no order left ends its part."""
    while state.stage != until:
        rounds.play_step(state, table)
    return table


# ---------------------------------------------------------------- spears


def charged(first: int, sides: int = 1 << FRONT, version: int = 5, other: bool = False) -> State:
    """Pikes (AR 20, AC 6) with their spears set, riders (20 hit dice, AC 7) eighteen inches before them; `first` moves first.

    `other`: they go at men at the side of the pikes instead.
    """
    long = weapon("1d6", reach=3, name="pike")
    long.sets = True
    facts = {"depth": 1.5, "figure": 200, "armour_class": 7, "riding": "cavalry", "movement": 24.0}
    troops = [
        men("Pikes", 24, 8, 30, 20, 0, weapons=[long], spears=sides),
        men("Riders", 16, 8, 50 if other else 30, 38, 180, side=1, **facts),
    ]
    if other:
        troops.append(men("Men", 12, 6, 50, 20, 0))
    state = field(*troops, movers=(first, 1 - first), stage=stages.COMPELLED)
    state.setting.flags.version = version
    return state


@pytest.mark.rule("battlesystem:11.7", "battlesystem:11.7a", "battlesystem:11.7b", "battlesystem:11.7f")
@pytest.mark.parametrize(
    ("version", "expected"),
    # 20 - 1 - 7 + 8 = 20: 3 hit dice of 24, twice: 144, seven of 16; eight of nine strike: 20 - 1 - 1 - 6 + 8 = 20.
    # By version 4 the spears were let go before the melee: 72, and all eight in front strike at 18.
    [(5, [(0, 24, 20), (1, 8, 20)]), (4, [(0, 24, 20), (1, 8, 18)])],
)
def test_spears_meet_who_charged_before_their_own_side_moved(
    version: int, expected: list[tuple[int, int, int]]
) -> None:
    state = charged(1, version=version)
    table = Loaded(dice({6: 4, 10: 1}, {6: 4, 10: 1}), [("charge", 1, 0, ("slide", 0))])
    played(state, stages.ROUND_END, table)
    assert table.orders == []
    assert attacks(table) == expected
    assert state.units[1].figures == (9 if version == 5 else 13)


@pytest.mark.rule("battlesystem:11.7f")
def test_spears_are_let_go_where_nobody_charged_them() -> None:
    state = charged(1, other=True)
    table = Loaded(dice({6: 4, 10: 1}, {6: 4, 10: 1}), [("charge", 1, 2, ("slide", 0))])
    while state.part == 0 or state.stage != stages.MOVEMENT:
        rounds.play_step(state, table)
    assert table.orders == []
    assert state.units[0].spears == 0


@pytest.mark.rule("battlesystem:11.7f", "battlesystem:11.7g")
def test_spears_that_met_a_charge_are_let_go_in_the_next_round() -> None:
    state = charged(1)
    table = Loaded(dice({6: 4, 10: 1, 20: 1}, {6: 4, 10: 1, 20: 1}), [("charge", 1, 0, ("slide", 0))])
    played(state, stages.ROUND_END, table)
    assert state.units[0].spears == 1 << FRONT
    rounds.play_step(state, table)
    state.round, state.stage, state.part, state.movers = 2, stages.COMPELLED, 0, (0, 1)
    rounds.play_step(state, table)
    assert state.units[0].spears == 0


@pytest.mark.rule("battlesystem:11.7e", "battlesystem:11.4a")
def test_spears_on_another_side_meet_no_charge() -> None:
    # Set to the left only: 72 hit dice, three of 20 and a wound; the riders have their 2: 20 - 1 - 1 - 2 - 6 + 8 = 18.
    state = charged(1, sides=1 << LEFT)
    table = Loaded(dice({6: 4, 10: 1}, {6: 4, 10: 1}), [("charge", 1, 0, ("slide", 0))])
    played(state, stages.ROUND_END, table)
    assert attacks(table) == [(0, 24, 20), (1, 8, 18)]
    assert (state.units[1].figures, state.units[1].wounded) == (13, True)


# ---------------------------------------------------------------- forced marches


def marched(version: int = 5, **changes: Any) -> float | str:
    """Inches of a forced march of archers of MV 12, or the rule by which there is none."""
    facts = {"missile": missile_of("long-bow"), "movement": 12.0, **changes}
    state = field(men("Bows", 12, 6, 30, 10, 0, **facts), FAR, stage=stages.MOVEMENT)
    state.setting.flags.version = version
    order: Order = ("march", 0, ("slide", 0, 18))
    refused = MoveDecision(state, 0).check(order)
    if refused is not None:
        return refused.rule.removeprefix("battlesystem:")
    move_step(state, Script(dice=[1, 1], orders=[order]))
    block = state.units[0].block
    assert block is not None
    return round(block.y - 10.0, 2)


@pytest.mark.rule("battlesystem:10.4f", "battlesystem:10.4c", "battlesystem:10.4d", "battlesystem:7.13")
@pytest.mark.parametrize(
    ("changes", "inches"),
    [
        ({}, 18.0),
        ({"shots": 1, "last_shot": 1}, 6.0),  # half, and not half as much again
        ({"shots": 1, "last_shot": 1, "riding": "cavalry"}, 12.0),  # the full rate
        ({"shots": 2, "last_shot": 1}, "10.4"),
        ({"shots": 1, "last_shot": 1, "version": 4}, 9.0),
    ],
)
def test_who_shot_marches_no_farther_than_the_table_lets_him(
    changes: dict[str, Any], inches: float | str
) -> None:
    assert marched(**changes) == inches


@pytest.mark.rule("battlesystem:11.6e", "battlesystem:7.13")
def test_a_shield_wall_makes_no_forced_march() -> None:
    wall = {"large_shields": True, "shields": WALKING, "missile": None}
    assert marched(**wall) == "11.6e"
    assert marched(version=4, **wall) == 9.0  # half of 12, and half as much again


def giant(**changes: Any) -> State:
    """A hill giant (MV 12, rocks) on his own, twenty-seven inches from anybody."""
    state = field(
        men("Far", 4, 4, 10, 3),
        men("Orcs", 12, 6, 30, 47, 180, side=1),
        leaders=[hero("Trunk", 30, 20, missile=missile_of("hill-giant-rock"))],
    )
    one = state.individuals[0]
    for field_, value in changes.items():
        setattr(one, field_, value)
    return state


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:10.4g", "battlesystem:7.13")
@pytest.mark.parametrize(
    ("round_", "version", "y"),
    [(1, 5, 26.0), (3, 5, 38.0), (3, 4, 32.0)],  # half of 12; 18; once it was 12 for ever after a throw
)
def test_a_throw_of_an_earlier_round_shortens_no_forced_march(round_: int, version: int, y: float) -> None:
    state = giant(shots=1, last_shot=1)
    state.round, state.stage = round_, stages.MOVEMENT
    state.setting.flags.version = version
    move_step(state, Loaded({}, [("lead", 0, "march", (30, 40))]))
    assert (round(state.individuals[0].y, 2), state.individuals[0].march) == (y, 1)


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.13e")
@pytest.mark.parametrize(
    ("deed", "march"),
    [
        ({}, 1),
        ({"moved": 1.0}, 2),
        ({"shots": 1, "last_shot": 2}, 2),
        ({"shots": 1, "last_shot": 1}, 1),  # that was in the round before
        ({"tried": True}, 2),
        ({"attacked": True}, 2),
        ({"struck": True}, 2),
    ],
)
def test_a_hero_rests_who_does_nothing_and_is_not_attacked(deed: dict[str, Any], march: int) -> None:
    state = giant(march=2, **deed)
    state.round, state.stage = 2, stages.ROUND_END
    rounds.play_step(state, Loaded({}))
    one = state.individuals[0]
    assert (one.march, one.attacked) == (march, False)


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:9.4d", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize("how", ["arrows", "figures", "nothing"])
def test_an_attack_that_does_no_harm_ends_the_rest_of_a_hero(how: str) -> None:
    # 20 + 1 + 5 - 0 + 12 = 38 or 20 - 1 - 0 + 12 = 31: 0 and 0.1 of a hit die, no hit point.
    bow = missile_of("long-bow")
    near = 20.25 if how == "figures" else 40.0
    state = field(
        men("Far", 4, 4, 10, 3),
        men("Orcs", 12, 6, 30, near, 180, side=1, missile=bow if how == "arrows" else None),
        leaders=[hero("Trunk", 30, 20, armour_class=0, attacks=0)],
        stage=stages.MISSILES,
        part=1,
    )
    state.individuals[0].march = 1
    orders: list[Order] = [("snipe", 1, 0)] if how == "arrows" else []
    table = Loaded(dice({6: 6, 10: 1}, {6: 6, 10: 1}), orders)
    played(state, stages.ROUND_END, table)
    rounds.play_step(state, table)
    assert table.orders == []
    assert (state.individuals[0].hurt, state.individuals[0].march) == (0, 0 if how == "nothing" else 1)


# ---------------------------------------------------------------- shots man to man


@pytest.mark.rule("battlesystem:9.4c", "battlesystem:10.8d")
@pytest.mark.parametrize(
    ("mount", "inches", "version", "number"),
    [
        ("", 5.0, 5, 9),  # THAC0 12 - AC 3
        ("", 10.0, 5, 11),
        ("", 15.0, 5, 14),
        ("horse-heavy-warhorse", 5.0, 5, 9),  # Table 13 is for the shots of figures
        ("horse-heavy-warhorse", 5.0, 4, 11),
    ],
)
def test_only_range_and_cover_tell_on_an_arrow_at_a_man(
    mount: str, inches: float, version: int, number: int
) -> None:
    bow = missile_of("long-bow")
    state = field(
        men("Far", 4, 4, 10, 3),
        FAR,
        leaders=[
            hero("Red", 30, 20, missile=bow, missile_thac0=12, mount=mount),
            hero("Blue", 30, 20.5 + inches, side=1, armour_class=3),
        ],
        stage=stages.MISSILES,
    )
    state.setting.flags.version = version
    red, blue = state.individuals[0], state.individuals[1]
    fire = by_champions.aimed(state, red, at_champions.as_unit(state, blue))
    assert fire is not None
    assert by_champions.needed(state, red, blue, fire, band(bow.ranges, fire.inches)) == number


# ---------------------------------------------------------------- hatred


@pytest.mark.rule("battlesystem:4.6c", "battlesystem:10.4", "battlesystem:roster.hates")
@pytest.mark.parametrize(
    ("away", "shots", "version", "gone"),
    [
        (9.0, 0, 5, 9.0),  # MV 6: a charge range of 9
        (9.2, 0, 5, 0.0),
        (9.0, 1, 5, 3.0),  # who shot sees them as far, but does not charge: half of the rate
        (9.0, 1, 4, 0.0),
        (9.2, 1, 5, 0.0),
    ],
)
def test_archers_hate_as_far_after_a_shot(away: float, shots: int, version: int, gone: float) -> None:
    facts = {"creature": "goblin", "hates": ("dwarf",), "movement": 6.0, "shots": shots, "last_shot": shots}
    state = field(
        men("Claw", 18, 9, 30, 10, 0, missile=missile_of("short-bow"), **facts),
        men("Dwarves", 12, 6, 30, 10 + away, 180, side=1, creature="dwarf"),
        stage=stages.COMPELLED,
    )
    state.setting.flags.version = version
    rounds.play_step(state, Loaded(dice({10: 10}, {10: 1})))  # the check fails
    unit = state.units[0]
    assert unit.block is not None
    assert unit.block.y - 10.0 == pytest.approx(gone, abs=0.02)
    assert unit.formation == (OPEN if gone else CLOSED)


# ---------------------------------------------------------------- squares of shields


@pytest.mark.rule("battlesystem:11.6d")
@pytest.mark.parametrize(("shields", "version"), [(ALL, 5), (ALL, 4), (WALKING, 5)])
def test_a_square_of_shields_neither_changes_its_frontage_nor_wraps(shields: int, version: int) -> None:
    facts = {"large_shields": True, "shields": shields}
    alone = field(men("Wall", 24, 8, 30, 24, 0, **facts), FAR, stage=stages.MOVEMENT)
    held = field(
        men("Wall", 24, 8, 30, 24, 0, **facts),
        men("Foes", 6, 6, 30, 24, 180, side=1),
        stage=stages.COMPELLED,
    )
    for state in (alone, held):
        state.setting.flags.version = version
    rounds.play_step(held, Loaded({}))
    stands = shields == ALL and version == 5
    wider = MoveDecision(alone, 0).check(("move", 0, ("frontage", 1, 0)))
    wrapped = MoveDecision(held, 0).check(("wrap", 0, ("left", 0)))
    assert [None if one is None else one.rule for one in (wider, wrapped)] == [
        "battlesystem:11.6d" if stands else None
    ] * 2
    assert any(order[0] == "wrap" for order in MoveDecision(held, 0).orders()) is not stands


@pytest.mark.rule("battlesystem:4.6i", "battlesystem:11.9b")
@pytest.mark.parametrize(
    ("natives", "away", "version", "seen"),
    [
        ((), 1.0, 5, True),
        ((), 1.1, 5, False),
        ((), 1.0, 4, False),  # from middle to middle it is 1.75
        (("woods",), 5.5, 5, True),
        (("woods",), 6.0, 5, True),
        (("woods",), 6.1, 5, False),
        (("woods",), 5.5, 4, False),
    ],
)
def test_an_inch_of_sight_in_woods_is_an_inch_between_bases(
    natives: tuple[str, ...], away: float, version: int, seen: bool
) -> None:
    state = field(
        men("Here", 4, 4, 30, 20, 0, formation=OPEN, natives=natives),
        men("There", 4, 4, 30, 20 + away, 180, side=1, formation=OPEN),
        terrain=[area("woods", 0, 0, 60, 48)],
    )
    state.setting.flags.version = version
    found = sees(state, state.units[0], state.units[1])
    assert found == pytest.approx(away if seen else -1.0)


@pytest.mark.rule("battlesystem:4.6i", "battlesystem:10.1d")
def test_friends_between_hide_whom_woods_would_show() -> None:
    state = field(
        men("Here", 4, 4, 30, 20, 0, formation=OPEN, natives=("woods",)),
        men("There", 4, 4, 30, 24, 180, side=1, formation=OPEN),
        men("Friends", 12, 12, 30, 22.5, 0),
        terrain=[area("woods", 0, 0, 60, 48)],
    )
    assert sees(state, state.units[0], state.units[1]) == -1.0


# ---------------------------------------------------------------- odds of units that scenarios name


def _sums(first: str, second: str, **flags: str) -> dict[str, Any]:
    odds = RULEBOOK.odds
    assert odds is not None
    return odds.ask(first, second, flags).to_json()


@pytest.mark.parametrize(
    ("inches", "formation", "total", "losses"),
    # 20 + 2 - 6; 20 + 1 - 6; 20 + 5 - 6; twenty figures, two shots each, whole figures of ten among 36 throws
    [
        ("10", "closed", 16, Fraction(49, 6)),
        ("6", "closed/open", 15, Fraction(173, 18)),
        ("15", "closed", 19, Fraction(73, 18)),
    ],
)
def test_archers_of_a_scenario_shoot_in_the_odds(
    inches: str, formation: str, total: int, losses: Fraction
) -> None:
    found = _sums("Archers of Lairn", "Vile Rune", volley=inches, formation=formation)
    assert (found["attack"]["attacker"]["sum"], found["strikers"]["attacker"]) == (total, 20)
    assert Fraction(found["expected_losses"]["defender"]) == losses


def test_riders_and_pieces_of_a_scenario_are_in_the_odds() -> None:
    riders = _sums("Plainsriders", "Worgriders")
    assert riders["attack"]["attacker"]["sum"] == 20 - 1 - 6
    # THAC0 20, medium range from 11 to 22 inches, AC 10
    shot = _sums("Crew of Hill Thorn", "Orcsmashers", volley="20")
    assert (shot["missile"], shot["attack"]["attacker"]["sum"]) == ("ballista", 12)
