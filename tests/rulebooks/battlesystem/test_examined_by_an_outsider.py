"""Cases of Part 3 by an examiner from outside: each was worked out from the printed rules before it was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from rulebooks.battlesystem.individuals import leads, officer
from rulebooks.battlesystem.regiments import (
    Modifier,
    Troop,
    area,
    battle,
    crew,
    crowd,
    hero,
    line,
    men,
    skirmishers,
    weapon,
)
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import dice, fought
from rulebooks.battlesystem.test_part_three_by_hand import gone

from banneret.geometry.rectangles import FRONT
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.drill import walking
from banneret.rulebooks.battlesystem.engines.firing import Firing, artillery_step
from banneret.rulebooks.battlesystem.individuals import roles
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.missiles.shooters import shots_left
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import individual_moves, movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.mounted import Being, cavalry, chariot
from banneret.rulebooks.battlesystem.tables.ratings import HitDice
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.rulebooks.battlesystem.worth.allowance import rate
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING
from banneret.testing import Script


def bows(missile: str = "long-bow", number: int = 20, files: int = 10, **changes: Any) -> Troop:
    """Shooters with their front at y 10, looking north: AR 20."""
    facts = missile_of(missile)
    return men("Bows", number, files, 30, 10, 0, missile=facts, volleys=facts.volleys, **changes)


def foes(inches: float, number: int = 24, files: int = 8, **changes: Any) -> Troop:
    """AC 6, ten hit dice per figure, facing south, their front so many inches north of y = 10."""
    return men("Foes", number, files, 30, 10 + inches, 180, side=1, **changes)


def at_missiles(*troops: Troop, **changes: Any) -> State:
    changes = {"stage": stages.MISSILES, "options": {"premeasure": True}, **changes}
    return battle(*troops, tier=stages.INTERMEDIATE, **changes)


def shot(state: State, two: Sequence[int], *words: Any) -> tuple[int, int]:
    """Attack roll and tenths of hit dice of the volley of the first unit at the second."""
    table = Script(dice=[*two, 1, 1, 1, 1], orders=[("shoot", 0, 1, *words)])
    phases.missile_step(state, table)
    told = next(one for one in table.events if one.kind == "volley")
    return told.data["roll"], told.data["damage"]


# ---------------------------------------------------------------- volleys: AR 20 + additions - 6 + dice, figures x shots x column


@pytest.mark.rule("battlesystem:10.0a", "battlesystem:10.1j", "battlesystem:10.8f", "battlesystem:10.8g")
@pytest.mark.parametrize(
    ("missile", "inches", "two", "changes", "found"),
    [
        ("light-crossbow", 6.0, (3, 3), {}, (20, 10 * 20)),  # short; D4 2, the first row only
        ("light-crossbow", 12.5, (1, 3), {}, (23, 10 * 10)),  # long; D4 1
        ("heavy-crossbow", 16.0, (2, 3), {}, (21, 10 * 30)),  # medium; 1d4+1 is read as D6: 3
        ("heavy-crossbow", 8.0, (3, 3), {"size": "L"}, (20, 10 * 40)),  # 1d6+1 against large is D8: 4
        ("sling-bullet", 19.5, (2, 2), {"size": "L"}, (23, 10 * 30)),  # long; D8 3
        ("sling-stone", 4.0, (2, 2), {}, (18, 10 * 30)),  # D4 3
        ("short-composite-bow", 17.5, (3, 3), {}, (25, 10 * 10)),  # long; D6 1; the second row is 18.25 inches away
        ("long-composite-bow", 6.1, (2, 2), {}, (20, 20 * 30)),  # medium; D6 3
        ("short-bow", 5.0, (1, 1), {}, (16, 20 * 50)),  # D6 5
        ("javelin", 4.1, (4, 4), {}, (27, 10 * 5)),  # long; D6 half a hit die
        ("hand-axe", 1.0, (3, 4), {"size": "L"}, (21, 10 * 20)),  # 1d4 against large: D4 2
        ("spear", 1.0, (3, 4), {"size": "L"}, (21, 10 * 40)),  # 1d8 against large: D8 4
        ("club", 2.0, (3, 3), {}, (22, 10 * 20)),  # medium; D6 2
        ("hammer", 3.0, (1, 2), {}, (22, 8 * 20)),  # long; 1d4+1: D6 2; eight foes, and the outermost of ten stand farther off
        ("long-bow", 7.0, (3, 4), {"armour_class": -3}, (30, 20 * 2)),  # 20 + 3 + 7; a fifth of a hit die
        ("long-bow", 7.0, (3, 4), {"armour_class": 10}, (17, 20 * 40)),
        ("long-bow", 14.0, (2, 2), {"formation": OPEN}, (21, 20 * 30)),  # medium and loose
        ("long-bow", 21.0, (1, 1), {"shields": WALKING}, (25, 10 * 10)),  # long and a wall: 20 + 5 + 4 - 6 + 2; the first row is within 21 inches
    ],
)  # fmt: skip
def test_volleys(
    missile: str, inches: float, two: tuple[int, int], changes: dict[str, Any], found: tuple[int, int]
) -> None:
    words = ("once",) if missile_of(missile).shots > 1 else ()
    assert shot(at_missiles(bows(missile), foes(inches, **changes)), two, *words) == found


@pytest.mark.rule("battlesystem:10.2e", "battlesystem:10.4a", "battlesystem:10.3b")
def test_darts_fly_as_often_as_there_are_volleys() -> None:
    # Three in a round, but two volleys are left: ten figures twice at 20 - 6 + 7 = 21, D3 1: 20 hit dice; then none is left.
    state = at_missiles(bows("dart"), foes(1.5))
    assert shots_left(state, state.units[0]) == 2
    assert shot(state, (3, 4)) == (21, 200)
    state.units[0].shots, state.round = 0, 2
    assert shots_left(state, state.units[0]) == 0


@pytest.mark.rule("battlesystem:10.8d", "battlesystem:10.2e")
def test_horse_archers_who_stand_shoot_twice() -> None:
    # 20 + 2 (saddle) + 2 (medium) - 6 + 7 = 25: 1 hit die, ten riders in two rows, twice.
    horse = bows("short-bow", 10, 5, riding="cavalry", movement=24.0, depth=1.5)
    assert shot(at_missiles(horse, foes(9.0)), (3, 4)) == (25, 200)


@pytest.mark.rule("battlesystem:10.8h", "battlesystem:8.3i")
def test_orcs_shoot_worse_by_day_and_never_for_their_own_order() -> None:
    # 19 + 1 - 6 + 7 = 21, open and out of command though they are.
    for daylight, roll in ((True, 21), (False, 20)):
        orcs = bows(
            attack_rating=19, modifiers=[Modifier(ar=1, when="daylight")], formation=OPEN, in_command=False
        )
        assert shot(at_missiles(orcs, foes(5.0), daylight=daylight), (3, 4), "once")[0] == roll


@pytest.mark.rule("battlesystem:10.8a", "battlesystem:10.8b", "battlesystem:10.8c")
@pytest.mark.parametrize(
    ("ground", "formation", "roll"),
    [
        ([], CLOSED, 21),
        ([line("hedge", (0, 14.5), (60, 14.5))], CLOSED, 23),
        ([line("hedge", (0, 13.9), (60, 13.9))], CLOSED, 21),  # 1.1 inches before them
        ([line("wall", (0, 14.5), (60, 14.5))], OPEN, 26),
        ([line("fence", (0, 14.5), (60, 14.5))], CLOSED, 21),
        ([line("stream", (0, 14.0), (60, 14.0))], CLOSED, 21),
        ([line("hedge", (0, 14.5), (60, 14.5)), line("wall", (0, 14.7), (60, 14.7))], CLOSED, 25),
        ([area("woods", 20, 14.9, 40, 18)], OPEN, 24),
        ([area("building", 20, 14.9, 40, 18)], CLOSED, 25),
        ([area("rough", 20, 14.9, 40, 18)], OPEN, 22),
    ],
)  # fmt: skip
def test_cover(ground: list[Any], formation: int, roll: int) -> None:
    # One rank five inches off: 20 - 6 + 7.
    state = at_missiles(bows(), foes(5.0, 8, formation=formation), terrain=ground)
    assert shot(state, (3, 4), "once")[0] == roll


@pytest.mark.rule("battlesystem:10.8b")
@pytest.mark.parametrize(("east", "roll"), [(29.9, 23), (29.0, 21)])
def test_half_of_those_who_are_seen_behind_a_hedge_are_enough(east: float, roll: int) -> None:
    # Eight abreast from x 27 to 33, shot at from straight before them: the hedge stands before four of them, or three.
    state = at_missiles(
        bows(number=8, files=8), foes(5.0, 8), terrain=[line("hedge", (10, 14.8), (east, 14.8))]
    )
    assert shot(state, (3, 4), "once")[0] == roll


@pytest.mark.rule("battlesystem:10.1b", "battlesystem:10.1f")
@pytest.mark.parametrize(("x", "able"), [(30.0, True), (42.0, False), (34.9, True)])
def test_the_arc(x: float, able: bool) -> None:
    # One archer's front edge is at (30, 10). A foe of one file five inches ahead: his corner nearest to straight on must be in the arc.
    state = at_missiles(bows(number=1, files=1), men("Foe", 1, 1, x, 15.0, 180, side=1))
    assert (Shooting(state, 0, "").check(("shoot", 0, 1)) is None) is able


@pytest.mark.rule("battlesystem:10.1d", "battlesystem:10.1e")
@pytest.mark.parametrize(
    ("between", "able"),
    [
        (men("Screen", 12, 12, 30, 14, 0), False),
        (men("Screen", 12, 12, 30, 14, 0, formation=OPEN), False),
        (crowd("Screen", 16, 30, 15, 0, side=1), False),
        (skirmishers("Screen", [(26.0 + 1.75 * at, 14.0) for at in range(6)]), False),  # an inch apart
        (skirmishers("Screen", [(26.0 + 2.0 * at, 14.0) for at in range(5)]), True),
    ],
)
def test_what_hides_whom(between: Troop, able: bool) -> None:
    # One archer, and one foe eight inches off.
    state = at_missiles(bows(number=1, files=1), men("Foe", 1, 1, 30, 18, 180, side=1), between)
    found = Shooting(state, 0, "").check(("shoot", 0, 1))
    assert (found is None) is able
    hill = area("hill", 0, 0, 60, 11, 1)  # from a hill one sees over them
    state = at_missiles(
        bows(number=1, files=1), men("Foe", 1, 1, 30, 18, 180, side=1), between, terrain=[hill]
    )
    assert Shooting(state, 0, "").check(("shoot", 0, 1)) is None


@pytest.mark.rule("battlesystem:10.1h", "battlesystem:10.1g")
def test_of_those_who_are_seen_no_more_fall() -> None:
    # A wood hides all but the left end of sixteen abreast. Whatever falls beyond those seen is lost.
    wood = area("woods", 10, 12, 32.0, 14.5)
    state = at_missiles(
        bows(number=4, files=4, attack_rating=2), foes(6.0, 16, 16, formation=OPEN), terrain=[wood]
    )
    fire = Shooting(state, 0, "").aimed(state.units[0], state.units[1], False)
    assert fire is not None
    seen = len(fire.seen)
    assert 0 < seen < 16
    roll, tenths = shot(state, (1, 1), "once")
    assert roll == 2 + 1 + 2 - 6 + 2  # loose, and seen in part
    assert tenths == len(fire.shooters) * 110  # D6 at 1 or less
    assert state.units[1].figures == 16 - min(seen, tenths // 100)


# ---------------------------------------------------------------- three windows


@pytest.mark.rule("battlesystem:10.2", "battlesystem:10.2a", "battlesystem:10.2b", "battlesystem:10.2f")
@pytest.mark.parametrize(
    ("missile", "initial"),
    [("long-bow", True), ("short-bow", True), ("dart", True), ("dagger", True), ("light-crossbow", False),
     ("sling-bullet", False), ("javelin", False), ("heavy-crossbow", False)],
)  # fmt: skip
def test_who_shoots_in_the_initial_phase(missile: str, initial: bool) -> None:
    state = at_missiles(bows(missile), foes(1.0), stage=stages.INITIAL_MISSILES)
    table = Script(dice=[6, 6, 1, 1], orders=[("shoot", 0, 1)] if initial else [])
    phases.initial_step(state, table)
    assert state.units[0].shots == (1 if initial else 0)  # one, however many there are


@pytest.mark.rule("battlesystem:10.4b", "battlesystem:10.4c", "battlesystem:10.4f", "battlesystem:10.6")
@pytest.mark.parametrize(
    ("missile", "gone_", "left"),
    [("long-bow", 0.0, 1), ("long-bow", 4.5, 1), ("long-bow", 4.6, 0), ("light-crossbow", 0.5, 0),
     ("javelin", 6.0, 1), ("javelin", 6.1, 0)],
)  # fmt: skip
def test_who_moved_first_may_shoot_while_the_others_move(missile: str, gone_: float, left: int) -> None:
    # MV 9: archers half of it, throwers two thirds, crossbows not at all. Both have one shot while the enemy moves.
    state = at_missiles(bows(missile), foes(9.0), stage=stages.MOVEMENT)
    state.units[0].spent, state.units[0].moved = gone_, gone_ > 0
    assert min(shots_left(state, state.units[0]), 1) == left


@pytest.mark.rule(
    "battlesystem:10.4",
    "battlesystem:10.4a",
    "battlesystem:10.4d",
    "battlesystem:10.4e",
    "battlesystem:10.4g",
)
@pytest.mark.parametrize(
    ("missile", "riding", "shots", "inches"),
    [
        ("long-bow", "", 1, 6.0), ("long-bow", "", 2, 0.0), ("javelin", "", 1, 8.0), ("sling-stone", "", 1, 0.0),
        ("short-bow", "cavalry", 1, 12.0), ("short-bow", "cavalry", 2, 0.0), ("light-crossbow", "cavalry", 1, 6.0),
        ("sling-bullet", "cavalry", 1, 6.0), ("javelin", "cavalry", 1, 8.0), ("dart", "", 2, 0.0),
    ],
)  # fmt: skip
def test_how_far_goes_who_has_shot(missile: str, riding: str, shots: int, inches: float) -> None:
    state = at_missiles(bows(missile, movement=12.0, riding=riding), foes(30.0), stage=stages.MOVEMENT)
    state.units[0].shots = shots
    assert rate(state, state.units[0]) == pytest.approx(inches)
    found = MoveDecision(state, 0).check(("charge", 0, 1, ("slide", 0)))
    assert isinstance(found, Refusal)


# ---------------------------------------------------------------- artillery


@pytest.mark.rule("battlesystem:10.9c", "battlesystem:10.9h", "battlesystem:10.9j", "battlesystem:10.10a")
@pytest.mark.parametrize(
    ("engine", "inches", "two", "changes", "found"),
    [
        ("light-catapult", 20.0, (5, 5), {}, (25, 40)),  # 20 - 5 + 10: twice 2 in D10
        ("light-catapult", 20.2, (5, 5), {}, (27, 20)),
        ("light-catapult", 15.0, (1, 1), {"formation": OPEN}, (18, 120)),
        ("heavy-catapult", 24.0, (1, 1), {"armour_class": -2}, (17, 160)),  # AC 5 is all that counts: twice 8 in D12
        ("heavy-catapult", 36.0, (3, 4), {}, (27, 20)),
        ("ballista", 11.0, (1, 1), {}, (12, 120)),
        ("ballista", 22.0, (3, 4), {"armour_class": 10}, (19, 80)),
        ("ballista", 32.0, (6, 6), {"shields": ALL}, (27, 10)),
    ],
)  # fmt: skip
def test_shots_of_pieces(
    engine: str, inches: float, two: tuple[int, int], changes: dict[str, Any], found: tuple[int, int]
) -> None:
    state = battle(
        crew(engine, y=4.0),
        men("Foes", 24, 8, 30, 4.0 + inches, 180, side=1, **changes),
        stage=stages.ARTILLERY,
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
    )
    table = Script(dice=[*two, 1, 1], orders=[("fire", 0, 1)])
    artillery_step(state, table)
    told = next(one for one in table.events if one.kind == "volley")
    assert (told.data["roll"], told.data["damage"]) == found


# ---------------------------------------------------------------- shield walls, spears, charges on mounts


@pytest.mark.rule("battlesystem:11.6a", "battlesystem:11.6b", "battlesystem:11.6d", "battlesystem:8.3i")
@pytest.mark.parametrize(
    ("heading", "shields", "roll"),
    [
        (180, 0, 20),  # 20 - 1 (commander) - 6 + 7
        (180, WALKING, 22),
        (0, WALKING, 18),  # from behind
        (90, WALKING, 19),  # in the flank, past the shields
        (0, ALL, 22),
        (90, ALL, 22),
    ],
)
def test_walls_in_melee(heading: int, shields: int, roll: int) -> None:
    # Reds north at y 20. Blues, six by two or two by six, have the side that the case asks for against them.
    middle = {180: (30.0, 20.0), 0: (30.0, 21.5), 90: (32.25, 20.75)}[heading]
    state = battle(
        men("Reds", 12, 6, 30, 20, 0),
        men("Wall", 12, 2 if heading == 90 else 6, *middle, heading, side=1, shield=True, shields=shields),
        tier=stages.INTERMEDIATE,
    )
    table = fought(state, dice({6: 3, 10: 1}, {6: 4, 10: 1}))
    (blow,) = [one for one in table.of("attack") if one.side == 0]
    assert blow.data["roll"] == roll - 1  # two threes are 6


@pytest.mark.rule("battlesystem:11.4", "battlesystem:11.4a", "battlesystem:11.4c", "battlesystem:11.5")
@pytest.mark.parametrize(
    ("formation", "spears", "lances", "roll", "each"),
    [
        (CLOSED, 0, 0, 16, 60 + 30 + 30),  # 20 - 1 - 1 - 2 - 6 + 6: D8 6, D4 3 and 3
        (OPEN, 0, 0, 18, 50 + 30 + 30),  # 20 + 1 - 1 - 2
        (CLOSED, 1 << FRONT, 0, 18, 50 + 30 + 30),  # no bonus of the saddle against spears
        (CLOSED, 0, 1, 16, 2 * 60 + 30 + 30),  # the lance doubles, not the hooves
    ],
)
def test_charges_on_mounts(formation: int, spears: int, lances: int, roll: int, each: int) -> None:
    arms = weapon("1d8 1d4 1d4", name="lance")
    arms.lances = lances
    long = weapon("1d2", name="spear")
    long.sets = True
    state = battle(
        men("Riders", 6, 6, 30, 20, 0, formation=formation, riding="cavalry", depth=1.5, weapons=[arms], charged=1,
            figure=900),
        men("Foes", 36, 12, 30, 20, 180, side=1, weapons=[long], spears=spears),
        tier=stages.INTERMEDIATE,
    )  # fmt: skip
    table = fought(state, dice({6: 3, 10: 1}, {6: 6, 10: 1}))
    (blow,) = [one for one in table.of("attack") if one.side == 0]
    assert (blow.data["roll"], blow.data["damage"]) == (roll, len(blow.data["figures"]) * each)


def being(thac0: int, dice_: str, armour: int, move: float, *damage: str) -> Being:
    return Being(thac0, HitDice.of(dice_), armour, move, damage)


@pytest.mark.rule("battlesystem:11.2", "battlesystem:11.2a", "battlesystem:11.2b", "battlesystem:11.2c")
@pytest.mark.parametrize(
    ("rider", "mount", "found"),
    [
        (("1", 20, 4, 6.0), ("2", 16, 7, 24.0), (20, 2, 7, 24.0)),
        (("1-1", 20, 6, 6.0), ("4+4", 15, 6, 18.0), (20, 3, 6, 18.0)),
        (("3", 18, 2, 9.0), ("3+3", 16, 7, 15.0), (18, 4, 7, 15.0)),
        (("10", 12, 9, 12.0), ("10", 10, 6, 15.0), (12, 10, 9, 15.0)),
    ],
)
def test_riders(rider: Any, mount: Any, found: tuple[int, int, int, float]) -> None:
    one = cavalry(
        being(rider[1], rider[0], rider[2], rider[3], "1d8"),
        being(mount[1], mount[0], mount[2], mount[3], "1d4"),
    )
    assert (one.thac0, one.hit_dice, one.armour_class, one.movement) == found
    assert one.damage == ("1d8", "1d4")


@pytest.mark.rule(
    "battlesystem:11.3",
    "battlesystem:11.3a",
    "battlesystem:11.3b",
    "battlesystem:11.3c",
    "battlesystem:11.3d",
)
@pytest.mark.parametrize(
    ("team", "riders", "found"),
    [
        # 2 x 16 and 2 x 20: 18; 2 and 1: 3; (7 + 7 + 5 + 5) / 4 - 2 = 4; 4 dice are not three times 2
        ([("2", 16, 7, 24.0)] * 2, [("1", 20, 5, 9.0)] * 2, (18, 3, 4, 16.0)),
        # 16, 16, 20: 17.33, in its favour 17; 7, 7, 4: 6 - 2; 4 dice are three times 1 and more
        ([("2", 16, 7, 24.0)] * 2, [("1", 20, 4, 9.0)], (17, 3, 4, 24.0)),
        # two boars of 7 and two fighters of the 2nd level: 33 / 2 = 16.5, 16; 7 + 2; 5.5 up to 6, 4; 14 against 4
        ([("7", 13, 6, 12.0)] * 2, [("2", 20, 5, 9.0)] * 2, (16, 9, 4, 12.0)),
    ],
)
def test_chariots(team: Any, riders: Any, found: tuple[int, int, int, float]) -> None:
    one = chariot(
        [being(row[1], row[0], row[2], row[3], "1d4") for row in team],
        [being(row[1], row[0], row[2], row[3], "1d6") for row in riders],
    )
    assert (one.thac0, one.hit_dice, one.armour_class, one.movement) == found
    assert len(one.damage) == len(team) + len(riders)


# ---------------------------------------------------------------- ground


@pytest.mark.rule(
    "battlesystem:11.8",
    "battlesystem:11.8b",
    "battlesystem:11.8e",
    "battlesystem:11.8h",
    "battlesystem:11.8j",
)
@pytest.mark.parametrize(
    ("ground", "changes", "inches"),
    [
        ([], {"movement": 9.0}, 9.0),
        ([area("rough", 0, 10, 60, 48)], {"movement": 9.0}, 4.5),
        ([area("rough", 0, 10, 60, 48)], {"movement": 6.0, "natives": ("rough",)}, 6.0),
        ([area("swamp", 0, 12, 60, 48)], {"movement": 12.0}, 7.0),  # 2 and half of 10
        ([area("woods", 0, 13, 60, 48)], {"movement": 12.0}, 9.0),  # 3 and two thirds of 9
        ([area("woods", 0, 13, 60, 48)], {"movement": 12.0, "natives": ("woods",)}, 12.0),
        ([line("fence", (0, 12), (60, 12)), line("fence", (0, 14), (60, 14))], {"movement": 24.0}, 8.0),
        ([area("hill", 0, 8, 60, 14, 1)], {"movement": 9.0}, 9.0),  # down costs nothing
        ([area("ford", 0, 12, 60, 14)], {"movement": 9.0}, 6.0),  # a third to cross
    ],
)  # fmt: skip
def test_ways(ground: list[Any], changes: dict[str, Any], inches: float) -> None:
    assert gone(*ground, **changes) == pytest.approx(inches, abs=0.02)


@pytest.mark.rule("battlesystem:11.8a")
@pytest.mark.parametrize(("files", "inches"), [(2, 12.0), (3, 9.0)])
def test_a_column_on_a_road(files: int, inches: float) -> None:
    # Closed files of 3/4 inch: two are 1.5 inches on a road of 2, three are 2.25.
    road = line("road", (30, 0), (30, 48), width=2.0)
    state = battle(men("Column", 6, files, 30, 10, 0), terrain=[road])
    found = walking.plan(state, state.units[0], [("slide", 0, 30)], None)
    assert found.unit.block is not None
    assert found.unit.block.y - 10.0 == pytest.approx(inches, abs=0.01)


# ---------------------------------------------------------------- heroes and figures, man to man


@pytest.mark.rule("battlesystem:9.4a.hero-attacks", "battlesystem:9.4a.two-rounds", "battlesystem:8.6a")
@pytest.mark.parametrize(
    ("round_", "face", "wounded"),
    [
        (1, 3, True),  # 23 - 6 + 6 = 23: D8 3, two blows: 6 of 10
        (1, 4, False),  # 25: 2, twice: 4, less than half
        (2, 3, False),  # one blow: 3
        (2, 1, True),  # 19: 5
    ],
)
def test_a_hero_at_a_figure(round_: int, face: int, wounded: bool) -> None:
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1),
        men("Far", 4, 4, 10, 5, 0),
        leaders=[hero("Red", 30, 20.25)],
        tier=stages.INTERMEDIATE,
        round=round_,
    )
    fought(state, dice({6: face, 10: 1}, {6: 6, 10: 1}))
    assert state.units[0].wounded is wounded


@pytest.mark.rule("battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(
    ("changes", "face", "hurt"),
    [
        ({}, 1, 12),  # on foot one figure: 20 - 1 - 0 + 2 = 21: 3 hit dice
        ({"mount": "horse-heavy-warhorse"}, 1, 24),  # of two who touch the rider both
        ({"armour_class": 5}, 1, 20),  # 16: 5
        ({}, 6, 0),  # 31: a tenth is 0.4 hit points
    ],
)
def test_figures_at_a_hero(changes: dict[str, Any], face: int, hurt: int) -> None:
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1),
        men("Far", 4, 4, 10, 5, 0),
        leaders=[hero("Red", 30, 20.25, **changes)],
        tier=stages.INTERMEDIATE,
    )
    fought(state, dice({6: 6, 10: 1}, {6: face, 10: 1}))
    assert state.individuals[0].hurt == hurt


@pytest.mark.rule("battlesystem:9.4b.mounted", "battlesystem:9.4b.damage", "battlesystem:9.4b.to-hit")
@pytest.mark.parametrize(
    ("mine", "face", "hurt"),
    [
        (
            {"mount": "horse-light-warhorse"},
            8,
            40,
        ),  # the rider's AC 0, not the horse's 7: an 8 hits, five blows of 8
        ({"mount": "horse-light-warhorse"}, 7, 0),
        ({"armour_class": 4}, 4, 40),
        ({"armour_class": 4}, 3, 0),
        ({"armour_class": -12}, 19, 0),  # 20 needed
        ({"armour_class": -17}, 20, 40),  # 25: a natural 20
        ({"armour_class": -18}, 20, 0),  # 26 is 21 on the die
    ],
)
def test_blows_man_to_man(mine: dict[str, Any], face: int, hurt: int) -> None:
    # Blue (THAC0 8, 2 + 1 + 2 blows of 1d8) strikes Red, who never hits.
    state = battle(
        men("Far", 4, 4, 10, 5, 0),
        men("Off", 4, 4, 50, 45, 180, side=1),
        leaders=[hero("Red", 30, 20, hit_points=90, **mine), hero("Blue", 30, 20.5, side=1)],
        tier=stages.INTERMEDIATE,
    )
    fought(state, dice({6: 1, 20: 1, 8: 1}, {6: 6, 20: face, 8: 8}), ("duel", 0, 1))
    assert state.individuals[0].hurt == hurt


@pytest.mark.rule("battlesystem:9.4b.damage")
def test_a_giant_is_hurt_by_the_damage_against_large() -> None:
    state = battle(
        men("Far", 4, 4, 10, 5, 0),
        men("Off", 4, 4, 50, 45, 180, side=1),
        leaders=[
            hero("Red", 30, 20, hit_points=90, size="L"),
            hero("Blue", 30, 20.5, side=1),
        ],
        tier=stages.INTERMEDIATE,
    )
    champion = state.setting.sheets[1].champion
    assert champion is not None
    assert champion.arms.large == ("1d8",)
    assert Damage.of("1d8").per_figure(20) == 40


# ---------------------------------------------------------------- commanders who leave and come back


@pytest.mark.rule("battlesystem:9.2a", "battlesystem:8.3g")
@pytest.mark.parametrize(("apart", "roll"), [(False, 20), (True, 21)])
def test_a_unit_without_its_commander_strikes_one_worse(apart: bool, roll: int) -> None:
    # Still in command within his ten inches: 20 - 1 - 6 + 7, and 20 - 6 + 7 when he has left.
    state = battle(
        men("Legion", 12, 6, 30, 20, 0),
        men("Foes", 12, 6, 30, 20, 180, side=1),
        leaders=[officer("Rod", 30, 17)],
        tier=stages.INTERMEDIATE,
    )
    leads(state, 0, 0)
    if apart:
        roles.part(state, state.individuals[0])
        state.individuals[0].x, state.individuals[0].y, state.individuals[0].on_table = 30.0, 17.0, True
    in_command.review(state, Script())
    assert state.units[0].in_command
    table = fought(state, dice({6: 3, 10: 1, 20: 1}, {6: 4, 10: 1}))
    (blow,) = [one for one in table.of("attack") if one.side == 0]
    assert blow.data["roll"] == roll - 1


@pytest.mark.rule("battlesystem:9.2a")
def test_a_commander_leaves_and_joins_again_at_no_cost() -> None:
    state = battle(
        men("Legion", 12, 6, 30, 20, 0),
        men("Foes", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Rod", 30, 17)],
        tier=stages.INTERMEDIATE,
        stage=stages.MOVEMENT,
    )
    leads(state, 0, 0)
    orders = MoveDecision(state, 0).orders()
    assert any(order[0] in ("part", "lead", "role", "step") for order in orders)
    movement_phase.move_step(state, Script(orders=[("move", 0, ("slide", 0, 4))]))
    assert state.individuals[0].unit == 0


@pytest.mark.rule("battlesystem:9.2a", "battlesystem:7.12")
def test_a_commander_with_his_unit_goes_as_it_goes_and_apart_by_himself() -> None:
    # MV 12 of his own beside 9 of the Legion: with it he goes its nine inches; apart he goes twelve, and it its nine.
    state = battle(
        men("Legion", 12, 6, 30, 10, 0),
        men("Foes", 12, 6, 30, 46, 180, side=1),
        leaders=[officer("Rod", 30, 7)],
        tier=stages.INTERMEDIATE,
        stage=stages.MOVEMENT,
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    movement_phase.move_step(state, Script(orders=[("lead", 0, "apart")]))
    one = state.individuals[0]
    assert one.on_table
    assert individual_moves.left_of(state, one) == 12.0
    movement_phase.move_step(state, Script(orders=[("lead", 0, (one.x, one.y + 8.0))]))
    assert individual_moves.left_of(state, one) == pytest.approx(4.0)
    movement_phase.move_step(state, Script(orders=[("move", 0, ("slide", 0, 9))]))
    assert state.units[0].block is not None
    assert state.units[0].block.y == 19.0  # he is its own, and holds it up nowhere
    assert state.units[0].in_command


# ---------------------------------------------------------------- several targets, several ranges


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:10.2e")
@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (((1, 12), (2, 8)), [(21, 12 * 2 * 30), (26, 8 * 2 * 10)]),  # 20 - 6 + 7; the others AC 1
        (((1, 4), (2, 16)), [(21, 4 * 2 * 30), (26, 16 * 2 * 10)]),
    ],
)
def test_a_divided_volley_is_two_attacks(parts: Any, found: list[tuple[int, int]]) -> None:
    # Both companies stand within seven inches of the ten files, so that any archer sees any of the two; both shots of each.
    state = at_missiles(
        bows(),
        men("West", 8, 4, 28, 14.5, 180, side=1, figure=900),
        men("East", 8, 4, 32, 14.5, 180, side=1, armour_class=1, figure=900),
    )
    table = Script(dice=[3, 4, 2, 5, 1, 1, 1, 1], orders=[("split", 0, *parts)])
    phases.missile_step(state, table)
    told = [one for one in table.events if one.kind == "volley"]
    assert [(one.data["roll"], one.data["damage"]) for one in told] == found


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:10.1l", "battlesystem:10.8a")
def test_loose_archers_at_two_ranges_roll_twice() -> None:
    # Two at five inches, two at seven and a quarter with short bows (5, 10): 20 - 6 + 4 = 18, D6 4; and 20, D6 3.
    spots = [(29.0, 20.0), (31.0, 20.0), (29.0, 17.75), (31.0, 17.75)]
    archers = skirmishers("Bows", spots, missile=missile_of("short-bow"))
    state = at_missiles(archers, men("Foes", 24, 8, 30, 25.375, 180, side=1))
    table = Script(dice=[2, 2, 2, 2, 1, 1], orders=[("shoot", 0, 1, "once")])
    phases.missile_step(state, table)
    told = [(one.data["roll"], one.data["damage"]) for one in table.events if one.kind == "volley"]
    assert told == [(18, 2 * 40), (20, 2 * 30)]


# ---------------------------------------------------------------- while the enemy moves


def on_the_way(*troops: Troop, shot_: Any, slide: float = 4.0, two: Sequence[int] = (3, 4)) -> Script:
    """Reds (the first) go straight on; the second unit, Blues, shoots as the order says."""
    state = battle(*troops, tier=stages.INTERMEDIATE, options={"premeasure": True})
    table = Script(dice=[*two, 1, 1, 1, 1], orders=[("move", 0, ("slide", 0, slide)), shot_])
    movement_phase.move_step(state, table)
    return table


def blue_bows(missile: str = "long-bow", y: float = 24.0, **changes: Any) -> Troop:
    facts = missile_of(missile)
    return men("Bows", 20, 10, 30, y, 180, side=1, missile=facts, volleys=facts.volleys, **changes)


@pytest.mark.rule("battlesystem:10.6", "battlesystem:10.7", "battlesystem:10.8e")
@pytest.mark.parametrize(("gap", "over"), [(3.1, True), (2.9, False)])
def test_over_friends_at_troops_on_the_move(gap: float, over: bool) -> None:
    # Reds from y 4, at 8 after four inches: 16 from the bows, long. 20 + 3 + 5 - 6 + 7 = 29: a fifth of a hit die.
    friends = men("Friends", 18, 18, 30, 24 - gap - 0.75, 180, side=1)
    order = ("shoot", 1, 0, 4, "over")
    troops = (men("Reds", 24, 8, 30, 4, 0), blue_bows(), friends)
    state = battle(*troops, tier=stages.INTERMEDIATE, options={"premeasure": True})
    table = Script(dice=[3, 4, 1, 1], orders=[("move", 0, ("slide", 0, 4)), *([order] if over else [])])
    movement_phase.move_step(state, table)
    told = [(one.data["roll"], one.data["damage"]) for one in table.events if one.kind == "volley"]
    assert told == ([(29, 20 * 2)] if over else [])


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.8b")
@pytest.mark.parametrize(("stop", "roll"), [(0, 23), (1, 25), (3, 23)])
def test_cover_is_that_of_the_point_where_they_are_shot_at(stop: int, roll: int) -> None:
    # Reds, one rank, from y 10 with a hedge along y 12.2. It is within an inch of their bases at 11.2 to 12.2, and behind them later:
    # 13 inches are medium at 11, 12 and 13 too. 20 + 2 - 6 + 7 = 23. At the third inch they have crossed it.
    state = battle(
        men("Reds", 8, 8, 30, 10.3, 0, movement=24.0, formation=OPEN),
        blue_bows(),
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
        terrain=[line("hedge", (0, 12.2), (60, 12.2))],
    )
    table = Script(dice=[3, 4, 1, 1], orders=[("move", 0, ("slide", 0, 5)), ("shoot", 1, 0, stop)])
    movement_phase.move_step(state, table)
    told = [one.data["roll"] for one in table.events if one.kind == "volley"]
    assert told == [roll + 1]  # open


@pytest.mark.rule("battlesystem:10.6b", "battlesystem:9.0d", "battlesystem:10.6a")
def test_who_is_halted_by_a_hero_is_shot_at_before_he_touches_him() -> None:
    # The hero stands 3 inches before the Reds: they go 2.75, and the last point is a tenth of an inch before that.
    state = battle(
        men("Reds", 24, 8, 30, 10, 0),
        blue_bows(),
        leaders=[hero("Hal", 30, 13, side=1)],
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
    )
    table = Script(dice=[3, 4, 1, 1], orders=[("move", 0, ("slide", 0, 9)), ("shoot", 1, 0, 3)])
    movement_phase.move_step(state, table)
    told = [one.data["roll"] for one in table.events if one.kind == "volley"]
    assert told == [20 + 2 - 6 + 7]
    assert state.units[0].block is not None
    assert state.units[0].block.y == 12.75


@pytest.mark.rule("battlesystem:10.1a", "battlesystem:10.6", "battlesystem:9.0d")
def test_archers_whom_a_hero_touches_do_not_shoot_at_whoever_moves() -> None:
    state = battle(
        men("Reds", 24, 8, 30, 10, 0),
        blue_bows(),
        leaders=[hero("Hal", 30, 23.75, side=0)],
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
    )
    table = Script(orders=[("move", 0, ("slide", 0, 4))])
    movement_phase.move_step(state, table)
    assert [one for one in table.asked if one.side == 1] == []


# ---------------------------------------------------------------- heroes in the way


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:8.1c", "battlesystem:9.4a.figure-attacks")
def test_a_charge_that_ended_at_a_hero_strikes_him_with_one_figure_and_without_its_bonus() -> None:
    # 20 - 1 (commander) - 0 + 2 = 21: 3 hit dice, 12 hit points; a closed charge would have made it 20.
    state = battle(
        men("Reds", 12, 6, 30, 20, 0),
        men("Blues", 12, 6, 30, 31, 180, side=1),
        leaders=[hero("Hal", 30, 27, side=1)],
        tier=stages.INTERMEDIATE,
    )
    movement_phase.move_step(state, Script(orders=[("charge", 0, 1, ("slide", 0))]))
    fought(state, dice({6: 1, 10: 1}, {6: 6, 10: 1}))
    assert state.individuals[0].hurt == 12


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.14")
def test_riders_go_round_a_hero_beside_their_way_and_charge_home() -> None:
    # He stands three quarters of an inch beside their file: nothing holds them on their 14 inches, of which 12 are enough.
    state = battle(
        men("Riders", 12, 6, 30, 10, 0, movement=18.0, riding="cavalry", depth=1.5),
        men("Blues", 12, 6, 30, 24, 180, side=1),
        leaders=[hero("Hal", 33, 15, side=1)],
        tier=stages.INTERMEDIATE,
    )
    movement_phase.move_step(state, Script(orders=[("charge", 0, 1, ("slide", 0))]))
    assert state.units[0].charged == 1
    assert state.units[0].block is not None
    assert state.units[0].block.y == 24.0


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:2.10g")
def test_a_mob_halts_at_a_hero_too() -> None:
    state = battle(
        crowd("Mob", 16, 30, 20, 0, order=0),
        men("Blues", 12, 6, 30, 44, 180, side=1),
        leaders=[hero("Hal", 30, 23, side=1)],
        tier=stages.INTERMEDIATE,
    )
    found = walking.plan(state, state.units[0], [("slide", 0, 9)], None, True)
    assert found.unit.block is not None
    assert (round(found.unit.block.y, 3), found.held) == (22.75, [0])


@pytest.mark.rule("battlesystem:9.0d")
def test_in_a_basic_battle_commanders_hold_up_nobody() -> None:
    sheet, one = hero("Hal", 30, 23, side=1)
    state = battle(
        men("Reds", 12, 6, 30, 20, 0), men("Blues", 12, 6, 30, 44, 180, side=1), leaders=[(sheet, one)]
    )
    found = walking.plan(state, state.units[0], [("slide", 0, 9)], None, True)
    assert found.unit.block is not None
    assert (found.unit.block.y, found.held) == (29.0, [])


# ---------------------------------------------------------------- crews


@pytest.mark.rule("battlesystem:10.9d", "battlesystem:10.10c", "battlesystem:10.2f")
@pytest.mark.parametrize(
    ("engine", "wounded", "last", "may"),
    [
        ("ballista", False, 1, True), ("ballista", True, 1, False), ("light-catapult", False, 1, False),
        ("ballista", True, 0, True),
    ],
)  # fmt: skip
def test_when_pieces_shoot_again(engine: str, wounded: bool, last: int, may: bool) -> None:
    # It is round 2; the last shot was in round 1, or there was none.
    state = battle(
        crew(engine, y=4.0),
        men("Foes", 24, 8, 30, 24.0, 180, side=1),
        stage=stages.ARTILLERY,
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
        round=2,
    )
    if wounded:
        singles = state.units[0].singles
        assert singles is not None
        singles[0].wounded = state.units[0].wounded = True
    state.pieces[0].last_shot = last
    assert (Firing(state, 0).check(("fire", 0, 1)) is None) is may
