"""Shooting, charging and ground where one rule ends and the next begins; each case was worked out from the rulebook before it was played."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import area, battle, hero, line, men, skirmishers, weapon
from rulebooks.battlesystem.test_choices_by_hand import beside_friends
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.geometry.rectangles import FRONT
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import forming_combats, wading
from banneret.rulebooks.battlesystem.combat.attack_rolls import attack_sum
from banneret.rulebooks.battlesystem.combat.champions import parting
from banneret.rulebooks.battlesystem.combat.champions.sums import figure_damage, figure_sum
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.command.discipline import lone_quarry
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space import field
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.testing import Script

LOW = dice({6: 1, 10: 1}, {6: 1, 10: 1})


def played(*troops: Any, version: int = 15, **changes: Any) -> State:
    """A battle of the Intermediate Game by that version of the rules."""
    options = {"version": version, **changes.pop("options", {})}
    state = battle(*troops, tier=stages.INTERMEDIATE, options=options, **changes)
    in_command.review(state, Script())
    return state


def moving(state: State, falls: dict[tuple[int, int], int], *orders: Order) -> Loaded:
    """The Movement Phase of the first side as far as these orders go."""
    table = Loaded(falls, orders)
    for _ in orders:
        movement_phase.move_step(state, table)
    assert not table.orders, table.orders
    return table


# ---------------------------------------------------------------- who has shot, and who flees from him


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:10.2d")
@pytest.mark.parametrize(("version", "left", "wounded", "blows"), [(14, 12, False, 0), (15, 8, False, 1)])
def test_who_has_shot_strikes_at_who_flees(version: int, left: int, wounded: bool, blows: int) -> None:
    """He is barred from the Melee Phase. Orcs: 20 - 1 - 2 - 6 + 2 = 13: 6 hit dice of 6, 36: three fall, 6 over: a wound; Anna's is the second."""
    state = played(
        men("Men", 12, 6, 30, 20, 0, engaged=True),
        men("Orcs", 12, 6, 30, 20, 180, side=1, shots=1),
        leaders=[hero("Anna", 32.5, 19.6, 1)],
        version=version,
    )
    anna = state.individuals[0]
    anna.shots, anna.last_shot = 1, state.round
    table = moving(state, LOW, ("flee", 0, 0))
    unit = state.units[0]
    assert (unit.figures, unit.wounded) == (left, wounded)
    assert len(table.of("blow")) == blows


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:10.2d")
@pytest.mark.parametrize(("version", "wounded"), [(14, False), (15, True)])
def test_a_skirmisher_who_has_shot_strikes_at_one_who_flees(version: int, wounded: bool) -> None:
    """An orc: 20 + 1 - 2 - 6 + 2 = 15: 5 hit dice at D6, half a figure: a wound."""
    state = played(
        skirmishers("Slings", [(30, 19.625)], 0),
        skirmishers("Orcs", [(30, 20.375)], 180, side=1),
        version=version,
    )
    singles = state.units[1].singles
    assert singles is not None
    singles[0].shots = state.units[1].shots = 1
    moving(state, LOW, ("flee", 0, 0, (0,)))
    assert state.units[0].wounded is wounded


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:10.2d", "battlesystem:9.4b.leave")
@pytest.mark.parametrize(("version", "struck"), [(14, 0), (15, 1)])
def test_who_has_shot_strikes_at_a_hero_who_flees(version: int, struck: int) -> None:
    state = played(
        men("Orcs", 12, 6, 30, 20, 180, side=1, shots=1),
        leaders=[hero("Anna", 30, 19.75, 0)],
        version=version,
    )
    table = Loaded(LOW, [])
    parting.strike_at(state, table, state.individuals[0])
    assert len(table.of("blow")) == struck


# ---------------------------------------------------------------- charges and heroes


def before_hal(version: int, **changes: Any) -> State:
    """Twelve Reds, six wide, their front at y 20; Hal seven inches before them, Blues behind him."""
    return played(
        men("Reds", 12, 6, 30, 20, 0, **changes),
        men("Blues", 12, 6, 30, 31, 180, side=1),
        leaders=[hero("Hal", 30, 27, side=1)],
        version=version,
    )


@pytest.mark.rule(
    "battlesystem:9.0d", "battlesystem:7.14e", "battlesystem:7.14f", "battlesystem:9.4a.modifiers"
)
@pytest.mark.parametrize(("version", "charged", "total"), [(14, -1, 19), (15, lone_quarry(0), 18)])
def test_a_closed_charge_that_ends_at_a_hero_has_its_bonus_at_him(
    version: int, charged: int, total: int
) -> None:
    """20 - 1 for the commander - 1 for the charge, against AC 0; with the Blues, should they come up, 20 - 1 - 1 - 6."""
    state = before_hal(version)
    moving(state, LOW, ("charge", 0, 1, ("slide", 0)))
    unit, hal = state.units[0], state.individuals[0]
    assert (unit.charged, unit.formation, unit.failed_charge) == (charged, CLOSED, False)
    assert figure_sum(state, unit, hal) == total
    assert attack_sum(state, unit, state.units[1], FRONT) == (12 if version == 15 else 13)
    assert figure_sum(state, unit, hal, behind=True) == 17  # 20 - 1 - 2: the -1 is of the Melee Phase alone


@pytest.mark.rule("battlesystem:9.4a.modifiers", "battlesystem:11.4", "battlesystem:11.4c")
@pytest.mark.parametrize(("version", "rating", "fled", "tenths"), [(14, 20, 18, 70), (15, 18, 16, 110)])
def test_riders_who_charge_strike_at_a_hero_as_they_strike_at_units(
    version: int, rating: int, fled: int, tenths: int
) -> None:
    """In open formation 20 + 1 - 1 - 2. At an attack roll of 18 D6 is 4 and D4 3: a lance is 8 in a charge, and the hooves 3."""
    lance = weapon("1d6 1d4", name="lance")
    lance.lances = 1
    state = played(
        men(
            "Riders",
            12,
            6,
            30,
            20,
            0,
            formation=OPEN,
            riding="cavalry",
            depth=1.5,
            weapons=[lance],
            charged=1,
        ),
        men("Blues", 12, 6, 30, 20, 180, side=1),
        leaders=[hero("Hal", 32.5, 20.25, side=1)],
        version=version,
    )
    unit, hal = state.units[0], state.individuals[0]
    assert (figure_sum(state, unit, hal), figure_sum(state, unit, hal, behind=True)) == (rating, fled)
    assert figure_damage(state, unit, hal, 1, 18) == tenths


@pytest.mark.rule("battlesystem:7.14e", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(
    ("charged", "offered"),
    [
        (-1, [("beset", 0, (1, 2)), ("beset", 0, (1, 1)), ("beset", 0)]),
        (lone_quarry(0), [("beset", 0, (1, 2)), ("beset", 0, (1, 1))]),
    ],
)
def test_who_charged_a_hero_strikes_him(charged: int, offered: list[Order]) -> None:
    """Swords have come up to the Axes since, and file 4 of these could strike with its unit, file 5 not."""
    state = beside_friends(15)
    state.units[1].charged = charged
    table = Script()
    forming_combats.assign_step(state, table)
    assert table.asked[0].orders() == offered


# ---------------------------------------------------------------- obstacles, fords, bridges and water


FORD = area("ford", 10, 20, 50, 26)
HEDGE = line("hedge", (10, 24), (50, 24))


@pytest.mark.rule("battlesystem:11.8g", "battlesystem:11.8m")
@pytest.mark.parametrize(
    ("ground", "y", "old", "new"),
    [
        (HEDGE, 23.9, False, False),  # the front before it
        (HEDGE, 24.1, True, False),  # the front past it, the rank behind 1.25 in less far
        (HEDGE, 25.5, True, False),  # the middles of the rear at 25.5 - 1.625 = 23.875
        (HEDGE, 25.7, True, True),  # 24.075: all of them past it
        (FORD, 19.9, False, False),
        (FORD, 23.0, True, False),  # in the middle of it
        (FORD, 27.5, True, False),  # the rear at 25.875
        (FORD, 27.7, True, True),  # at 26.075
    ],
)
def test_nobody_charges_through_an_obstacle_that_he_has_half_behind_him(
    ground: Feature, y: float, old: bool, new: bool
) -> None:
    """Two ranks in open formation, the enemy eight inches before them: room enough (6), and in range (13.5)."""
    for version, may in ((14, old), (15, new)):
        state = played(
            men("Reds", 8, 4, 30, y, 0, formation=OPEN),
            men("Blues", 8, 4, 30, y + 8, 180, side=1),
            terrain=[ground],
            version=version,
            options={"premeasure": True},
        )
        why = MoveDecision(state, 0).check(("charge", 0, 1, ("slide", 0)))
        assert (why is None) is may
        assert why is None or why.rule == "battlesystem:11.8g"


@pytest.mark.rule("battlesystem:11.8g", "battlesystem:11.8i")
@pytest.mark.parametrize(
    ("ground", "rule"),
    [(line("hedge", (10, 28), (50, 28)), "11.8g"), (area("hill", 0, 28, 60, 48, 1), "11.8i")],
)
@pytest.mark.parametrize(
    ("y", "old", "new"),
    [
        (20, False, False),  # 8 in and 3 of 13.5: it would get over it
        (17, True, False),  # 11 and 3: it would not, and came up to it
        (14, True, True),  # 14: it does not come so far
    ],
)
def test_nobody_charges_up_to_what_he_cannot_charge_over(
    y: float, old: bool, new: bool, ground: Feature, rule: str
) -> None:
    for version, may in ((14, old), (15, new)):
        state = played(
            men("Reds", 8, 4, 30, y, 0),
            men("Blues", 8, 4, 30, 29, 180, side=1),
            terrain=[ground],
            version=version,
        )
        why = MoveDecision(state, 0).check(("charge", 0, 1, ("slide", 0)))
        assert (why is None) is may
        assert why is None or why.rule == f"battlesystem:{rule}"


@pytest.mark.rule("battlesystem:11.8m", "battlesystem:11.9d", "battlesystem:11.8f", "battlesystem:11.8g")
@pytest.mark.parametrize("version", [14, 15])
def test_who_is_on_a_bridge_is_not_in_the_stream(version: int) -> None:
    """A stream along y 24, an inch wide, and a bridge 2 in wide over it; two files go over it abreast, 1.5 in, at its western edge."""
    ground = [line("stream", (10, 24), (50, 24), width=1.0), area("bridge", 29, 22, 31, 26)]
    if version == 15:
        ground = field.under_bridges(ground)  # as the battle is opened
    state = played(
        men("Reds", 8, 2, 29.75, 24.7, 0),
        men("Blues", 8, 2, 29.75, 24.7, 180, side=1),
        terrain=ground,
        version=version,
    )
    reds, block = state.units[0], state.units[0].block
    assert block is not None
    assert wading.groups(state, reds, state.units[1], [0, 1]) == [([0, 1], version == 14)]  # at y 24.325
    assert (field.ban(state, reds, block) is None) is (version == 15)
    beside = men("Greens", 8, 2, 40, 24.7, 0).unit.block
    assert beside is not None
    assert field.ban(state, reds, beside) is not None
    state = played(
        men("Reds", 8, 2, 30, 16, 0),
        men("Blues", 8, 2, 30, 24.2, 180, side=1),
        terrain=ground,
        version=version,
    )
    why = MoveDecision(state, 0).check(("charge", 0, 1, ("slide", 0)))
    assert (why is None) is (version == 15)  # they meet above the middle of the stream


@pytest.mark.rule("battlesystem:11.8l", "battlesystem:11.8g")
@pytest.mark.parametrize("version", [14, 15])
def test_who_lives_in_water_charges_out_of_it(version: int) -> None:
    """The water ends at y 28: lizard men in it, in open formation, at men whose front stands on the bank."""
    state = played(
        men("Lizards", 8, 4, 30, 20, 0, formation=OPEN, natives=("water",)),
        men("Men", 8, 4, 30, 28, 180, side=1),
        terrain=[area("water", 10, 4, 50, 28)],
        version=version,
    )
    why = MoveDecision(state, 0).check(("charge", 0, 1, ("slide", 0)))
    assert (why is None) is (version == 15)


@pytest.mark.rule("battlesystem:11.8e")
@pytest.mark.parametrize(("version", "y", "moved"), [(14, 13.0, 6.0), (15, 16.0, 9.0)])
def test_a_skirmisher_who_halts_on_a_hedge_has_paid_for_it(version: int, y: float, moved: float) -> None:
    """Three inches and three for the hedge; of nine three are left, which he goes on."""
    state = played(
        skirmishers("Slings", [(30, 10), (50, 10)], 0),
        men("Far", 4, 4, 55, 44, 180, side=1),
        terrain=[line("hedge", (10, 13), (40, 13))],
        version=version,
    )
    moving(state, LOW, ("skirmish", 0, (0, 0, 3)), ("skirmish", 0, (0, 0, 3)))
    singles = state.units[0].singles
    assert singles is not None
    assert (round(singles[0].y, 3), round(singles[0].moved, 3)) == (y, moved)


@pytest.mark.rule("battlesystem:11.8m")
@pytest.mark.parametrize(
    ("version", "lines"),
    [
        (14, [[(0, 24), (30, 24), (30, 48)]]),
        (15, [[(0, 24), (9, 24)], [(11, 24), (30, 24), (30, 30)], [(30, 33), (30, 48)]]),
    ],
)
def test_a_battle_is_opened_with_its_streams_under_its_bridges(
    version: int, lines: list[list[tuple[float, float]]]
) -> None:
    folder = RULEBOOK.folder / "scenarios"
    data = tomllib.loads((folder / "stone_and_bolt.toml").read_text(encoding="utf-8"))
    data["terrain"] = [
        {"kind": "stream", "line": [[0, 24], [30, 24], [30, 48]], "width": 1.0},
        {"kind": "bridge", "polygon": [[9, 22], [11, 22], [11, 26], [9, 26]]},
        {"kind": "bridge", "polygon": [[28, 30], [32, 30], [32, 33], [28, 33]]},
    ]
    book = RULEBOOK.of_version(version)
    state = book.open(book.read_scenario(data, "test"), {})
    found = [one for one in state.setting.terrain if one.line is not None]
    assert [one.line.line for one in found if one.line is not None] == lines
    assert {one.ground.id for one in state.setting.terrain} == {"stream", "bridge"}
