"""Mounts, chariots, rarer shots and pieces, walls and spears: each figure worked out from the printed rules before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, crew, men
from rulebooks.battlesystem.test_mounted import HEAVY, LIGHT, being
from rulebooks.battlesystem.test_part_three_by_hand import bows, fired, foes, shot

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.drill import special_formations, walking
from banneret.rulebooks.battlesystem.engines import crews, shots
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import engine_of, missile_of
from banneret.rulebooks.battlesystem.tables.mounted import cavalry, chariot
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN
from banneret.rulebooks.battlesystem.worth import shooting_limits
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING

# ---------------------------------------------------------------- mounts and chariots


@pytest.mark.rule("battlesystem:11.2", "battlesystem:11.2a", "battlesystem:11.2b", "battlesystem:11.2d")
@pytest.mark.parametrize(
    ("rider", "mount", "dice", "armour"),
    [
        (("3", 2), ("4", 7), 4, 7),  # 3.5 up; the poorer armour is the mount's
        (("1", 9), ("6", 4), 4, 9),  # 3.5 up; the rider's
        (("5", 0), ("2", 0), 4, 0),
        (("2", 5), ("2", 6), 2, 6),
    ],
)
def test_cavalry_by_hand(rider: tuple[str, int], mount: tuple[str, int], dice: int, armour: int) -> None:
    found = cavalry(being(18, *rider, 12.0, ("1d8",)), being(13, *mount, 15.0, ("1d4", "1d6")))
    assert (found.thac0, found.hit_dice, found.armour_class, found.movement) == (18, dice, armour, 15.0)
    assert found.damage == ("1d8", "1d4", "1d6")


@pytest.mark.rule(
    "battlesystem:11.3",
    "battlesystem:11.3a",
    "battlesystem:11.3b",
    "battlesystem:11.3c",
    "battlesystem:11.3d",
)
def test_chariots_by_hand() -> None:
    """Two of 3 hit dice, THAC0 18, AC 3, behind two light horses: THAC0 17, 5 hit dice, AC 5 less 2, 16 of 24 in (4 dice draw 6)."""
    crew_ = being(18, "3", 3, 12.0)
    two = chariot([LIGHT, LIGHT], [crew_, crew_])
    assert (two.thac0, two.hit_dice, two.armour_class, two.movement) == (17, 5, 3, 16.0)
    # three horses: (18 + 18 + 16 x 3) / 5 = 16.8, which is 16 in its favour; 6 dice draw 6
    assert chariot([LIGHT] * 3, [crew_, crew_]).thac0 == 16
    assert chariot([LIGHT] * 3, [crew_, crew_]).movement == 16.0
    # three horses draw one of 2 dice: 6 are three times 2, so that the whole 24 hold; one of 3 dice would be too many
    assert chariot([LIGHT] * 3, [being(18, "2")]).movement == 24.0
    assert chariot([LIGHT] * 3, [being(18, "3")]).movement == 16.0
    assert chariot([HEAVY], [being(18, "1")]).movement == 15.0  # 3+3 are more than three


# ---------------------------------------------------------------- volleys


@pytest.mark.rule(
    "battlesystem:10.8",
    "battlesystem:10.8c",
    "battlesystem:10.8d",
    "battlesystem:10.8f",
    "battlesystem:10.8g",
)
@pytest.mark.parametrize(
    ("mine", "theirs", "inches", "total"),
    [
        ({"riding": "cavalry"}, {"shields": WALKING}, 15.0, 32),  # 20 + 2 + 4 + 5 - 6 + 7
        ({"riding": "cavalry"}, {"formation": OPEN}, 10.0, 26),  # 20 + 2 + 1 + 2 - 6 + 7
        ({"riding": "chariots"}, {}, 5.0, 23),
        ({}, {"shields": ALL, "armour_class": 2}, 20.0, 34),  # 20 + 5 + 4 - 2 + 7
        ({}, {"shields": ALL, "armour_class": -2}, 5.0, 33),
        ({"attack_rating": 14}, {"formation": OPEN, "armour_class": 9}, 12.0, 15),  # 14 + 1 + 2 - 9 + 7
    ],
)
def test_sums_of_volleys(mine: dict[str, Any], theirs: dict[str, Any], inches: float, total: int) -> None:
    assert shot(bows(10, **mine), foes(inches, **theirs), dice=[3, 4])[1] == total


@pytest.mark.rule("battlesystem:10.1i", "battlesystem:10.1j", "battlesystem:10.2e")
@pytest.mark.parametrize(
    ("missile", "figures", "tenths"),
    [
        ("long-bow", 16, 20),
        ("short-bow", 16, 20),
        ("long-composite-bow", 16, 20),
        ("light-crossbow", 8, 10),
        ("javelin", 8, 20),
    ],
)
def test_rows_that_shoot(missile: str, figures: int, tenths: int) -> None:
    """Twenty, eight abreast: two rows of bows, one of all else. 20 - 4 + 7 = 23 is 1 hit die in D4, 2 in D6."""
    facts = missile_of(missile)
    troop = men("Shooters", 20, 8, 30, 24, 0, missile=facts, volleys=facts.volleys)
    state, total, found = shot(troop, foes(1.0, armour_class=4), dice=[3, 4], words=("once",))
    assert (total, found) == (23, figures * tenths)
    assert state.units[0].shots == 1


# ---------------------------------------------------------------- pieces


@pytest.mark.rule("battlesystem:10.9h", "battlesystem:10.9i", "battlesystem:10.10a", "battlesystem:10.10b")
@pytest.mark.parametrize(
    ("engine", "inches", "changes", "found"),
    [
        ("ballista", 11.0, {}, (18, 80)),  # 20 - 10 + 8: 4 in D6, twice
        ("ballista", 11.2, {}, (20, 60)),  # medium: 2 more
        ("ballista", 22.1, {}, (23, 40)),  # long: 5 more
        ("ballista", 11.0, {"replaced": True}, (20, 60)),
        ("heavy-catapult", 18.0, {}, (23, 80)),  # 20 - 5 + 8: 4 in D12, twice
        ("heavy-catapult", 24.1, {}, (25, 40)),
        ("heavy-catapult", 36.0, {}, (28, 20)),
        ("light-catapult", 20.1, {}, (25, 40)),  # 2 in D10, twice
        ("light-catapult", 20.0, {"armour_class": -4}, (23, 60)),  # always AC 5
    ],
)
def test_shots_of_pieces(engine: str, inches: float, changes: dict[str, Any], found: tuple[int, int]) -> None:
    assert fired(engine, inches, [4, 4], **changes) == found


def piece(engine: str, inches: float, **changes: Any) -> State:
    return battle(
        crew(engine, y=4.0),
        men("Foes", 24, 8, 30, 4.0 + inches, 180, side=1),
        stage=stages.ARTILLERY,
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
        **changes,
    )


@pytest.mark.rule("battlesystem:10.9a", "battlesystem:10.9e", "battlesystem:10.9f", "battlesystem:10.9i")
@pytest.mark.parametrize(
    ("engine", "inches", "reached"),
    [
        ("light-catapult", 14.9, False),
        ("light-catapult", 15.0, True),
        ("light-catapult", 30.0, True),
        ("light-catapult", 30.1, False),
        ("heavy-catapult", 17.9, False),
        ("heavy-catapult", 18.0, True),
        ("heavy-catapult", 36.0, True),
        ("heavy-catapult", 36.1, False),
        ("ballista", 0.6, True),
        ("ballista", 32.0, True),
        ("ballista", 32.1, False),
    ],
)
def test_how_far_pieces_reach(engine: str, inches: float, reached: bool) -> None:
    state = piece(engine, inches)
    assert bool(shots.offers(state, state.pieces[0], state.units[1])) is reached


@pytest.mark.rule("battlesystem:10.9d", "battlesystem:10.9g", "battlesystem:10.10c")
@pytest.mark.parametrize(
    ("engine", "hurt", "rounds"),
    [
        ("ballista", False, 1),
        ("ballista", True, 2),
        ("light-catapult", False, 2),
        ("heavy-catapult", True, 4),
    ],
)
def test_rates_of_fire(engine: str, hurt: bool, rounds: int) -> None:
    """The piece shot in round 3: it shoots again that many rounds later, and not before."""
    state = piece(engine, 20.0)
    one, single = state.pieces[0], state.units[0].singles[0]  # type: ignore[index]
    single.wounded = state.units[0].wounded = hurt
    assert crews.rounds_per_shot(engine_of(engine), single) == rounds
    one.last_shot = 3
    for number in range(4, 9):
        state.round = number
        assert (crews.why_not_shoot(state, one) is None) is (number >= 3 + rounds)


@pytest.mark.rule("battlesystem:10.10c")
def test_a_wounded_crew_does_not_move_its_piece() -> None:
    state = piece("ballista", 20.0)
    state.stage = stages.MOVEMENT
    assert crews.why_not_move(state, state.pieces[0]) is None
    state.units[0].singles[0].wounded = state.units[0].wounded = True  # type: ignore[index]
    refusal = crews.why_not_move(state, state.pieces[0])
    assert refusal is not None
    assert "wounded" in refusal.reason


# ---------------------------------------------------------------- what shots leave of movement


@pytest.mark.rule(
    "battlesystem:10.4",
    "battlesystem:10.4a",
    "battlesystem:10.4b",
    "battlesystem:10.4c",
    "battlesystem:10.4d",
    "battlesystem:10.4e",
)
@pytest.mark.parametrize(
    ("missile", "riding", "fired_", "share"),
    [
        ("javelin", "", 1, 2 / 3),
        ("sling-bullet", "", 1, 0.0),
        ("light-crossbow", "", 1, 0.0),
        ("long-bow", "", 1, 0.5),
        ("long-bow", "", 2, 0.0),
        ("short-bow", "cavalry", 1, 1.0),
        ("short-bow", "cavalry", 2, 0.0),
        ("light-crossbow", "cavalry", 1, 0.5),
    ],
)
def test_table_12(missile: str, riding: str, fired_: int, share: float) -> None:
    state = battle(
        men(
            "Shooters", 8, 8, 30, 10, missile=missile_of(missile), riding=riding, shots=fired_, movement=12.0
        ),
        men("Far", 4, 4, 55, 47, 180, side=1),
        tier=stages.INTERMEDIATE,
    )
    assert shooting_limits.share(state.units[0]) == pytest.approx(share)


# ---------------------------------------------------------------- walls and spears


def walled(**changes: Any) -> State:
    return battle(
        men("Shields", 12, 6, 30, 10, large_shields=True, **changes),
        men("Far", 4, 4, 55, 47, 180, side=1),
        tier=stages.INTERMEDIATE,
    )


@pytest.mark.rule("battlesystem:11.6", "battlesystem:11.6d", "battlesystem:11.6e")
@pytest.mark.parametrize(
    ("words", "changes", "may"),
    [
        ((), {}, True),
        (("square",), {}, True),
        ((), {"formation": OPEN}, False),
        ((), {"in_command": False}, False),
        ((), {"large_shields": False}, False),
        ((), {"moved": True, "spent": 3.0}, False),  # before it moves
    ],
)
def test_who_may_form_a_wall(words: tuple[str, ...], changes: dict[str, Any], may: bool) -> None:
    facts = {"large_shields": True, **changes}
    state = battle(
        men("Shields", 12, 6, 30, 10, **facts),
        men("Far", 4, 4, 55, 47, 180, side=1),
        tier=stages.INTERMEDIATE,
    )
    if changes.get("moved"):
        state.mover = 0
    assert (special_formations.refusal_of_wall(state, 0, ("wall", 0, *words)) is None) is may


@pytest.mark.rule("battlesystem:11.6d", "battlesystem:11.6e")
@pytest.mark.parametrize(("shields", "inches"), [(0, 9.0), (WALKING, 4.5), (ALL, 0.0)])
def test_how_far_a_wall_goes(shields: int, inches: float) -> None:
    state = walled(shields=shields)
    unit = walking.plan(state, state.units[0], [("slide", 0, 20)], None).unit
    assert unit.block is not None
    assert unit.block.y - 10.0 == pytest.approx(inches, abs=0.01)


@pytest.mark.rule("battlesystem:11.7e", "battlesystem:11.7")
def test_spears_cost_a_third() -> None:
    """Of 9 inches 3, on all four sides too; the unit is closed, led, and has spears."""
    assert special_formations.cost_of_set(9.0, ("front",)) == pytest.approx(3.0)
    state = walled(formation=CLOSED)
    assert special_formations.refusal_of_set(state, 0, ("set", 0, "front")) is not None  # swords are not set
    assert state.units[0].charged == NOBODY
