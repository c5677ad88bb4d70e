"""Where two or three rules of the Intermediate Game meet, worked out by hand before they were played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, hero, line, men, skirmishers, weapon
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice, fought

from banneret.geometry.rectangles import FRONT
from banneret.kernel.order import Order, plain_order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.blocks.block_moves import rebuilt
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.testing import Script

# ---------------------------------------------------------------- who falls in one fight and was to strike in another


def pressed(version: int, **changes: Any) -> State:
    """The last figure of the Legion (its front at y 20), before it Orcs, at its left side a hero of the Blues."""
    return battle(
        men("Legion", 1, 1, 30, 20, starting=12, **changes),
        men("Orcs", 6, 6, 30.5, 20, 180, side=1, attack_rating=10),
        leaders=[hero("Derek", 29.375, 19.625, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:8.0b", "battlesystem:9.4a.figure-attacks", "battlesystem:9.4a.order")
@pytest.mark.parametrize(("version", "first", "hurt"), [(13, 0, 0), (14, 0, 12), (13, 1, 12), (14, 1, 12)])
def test_who_was_to_strike_a_hero_strikes_though_others_felled_him_first(
    version: int, first: int, hurt: int
) -> None:
    # The Orcs: 10 - 1 - 6 + 4 = 7: 8 hit dice of four figures fell the last of the Legion, ten. It was to strike Derek, man-sized:
    # 20 - 1 (commander) - 0 + 2 = 21: 3 hit dice in D6, twelve points, whichever fight Side A names first.
    state = pressed(version)
    orders = [("beset", 0, (0, 1)), ("combat", 0) if first == 0 else ("clash", 0)]
    table = fought(state, dice({6: 1, 10: 1}, {6: 2, 10: 1}), *orders)
    assert state.units[0].figures == 0
    assert state.individuals[0].hurt == hurt
    assert len(table.of("blow")) == (hurt > 0) + (first == 1)


@pytest.mark.rule("battlesystem:8.0b")
def test_the_news_say_that_the_fallen_struck() -> None:
    state = pressed(14)
    table = fought(state, dice({6: 1, 10: 1}, {6: 2, 10: 1}), ("beset", 0, (0, 1)), ("combat", 0))
    (blow,) = table.of("blow")
    assert (
        blow.text == "Legion strikes Derek with 1 figure of the fallen: attack roll 21, 3 hit dice of damage."
    )


@pytest.mark.rule("battlesystem:8.0b", "battlesystem:8.1d")
def test_a_skirmisher_who_fell_strikes_a_hero_and_one_who_ran_does_not() -> None:
    # Orcs and Derek at the western of two skirmishers, who falls; what a figure of skirmishers does is 20 + 1 - 0 + 2 = 23: 2 hit dice.
    state = battle(
        skirmishers("Slings", [(30, 19.625), (40, 19.625)]),
        men("Orcs", 6, 6, 30.5, 20, 180, side=1, attack_rating=10),
        leaders=[hero("Derek", 29.375, 19.625, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": 14},
    )
    fought(state, dice({6: 1, 10: 1}, {6: 2, 10: 1}), ("beset", 0, (0, 1)), ("combat", 0))
    assert state.units[0].figures == 1
    assert state.individuals[0].hurt == 8


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:8.0b")
def test_who_fell_to_set_spears_strikes_no_hero_after() -> None:
    # Pikes strike before the charger does: its last figure is gone, and strikes nobody at all.
    long = weapon("1d6", reach=3, name="pike")
    long.sets = True
    state = battle(
        men("Legion", 1, 1, 30, 20, starting=12, charged=1),
        men("Pikes", 6, 6, 30.5, 20, 180, side=1, attack_rating=10, weapons=[long], spears=1 << FRONT),
        leaders=[hero("Derek", 29.375, 19.625, side=1)],
        tier=stages.INTERMEDIATE,
    )
    table = fought(state, dice({6: 1, 10: 1}, {6: 2, 10: 1}))
    assert state.units[0].figures == 0
    assert [one.side for one in table.of("blow")] in ([], [1])
    assert state.individuals[0].hurt == 0


def test_the_fallen_who_are_to_strike_are_part_of_the_state() -> None:
    state = pressed(14)
    state.stage = stages.DUELS
    table = Loaded(dice({6: 1, 10: 1}, {6: 2, 10: 1}), [("beset", 0, (0, 1)), ("combat", 0)])
    while state.stage != stages.MELEE:
        rounds.play_step(state, table)
    rounds.play_step(state, table)
    assert state.clashes is not None
    assert state.clashes[0].fallen == ((0, 1, 19),)
    assert CODEC.load(CODEC.dump(state), state).clashes == state.clashes


# ---------------------------------------------------------------- shot at where an option turns the unit


class Watched(Loaded):
    """A table that notes where the first unit stands when a die is rolled."""

    def __init__(self, state: State, falls: dict[tuple[int, int], int], orders: list[Order]) -> None:
        super().__init__(falls, orders)
        self.state = state
        self.seen: list[tuple[float, float, float]] = []

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        self.seen.append(place(self.state))
        return super().die(faces, why, side, to)


def place(state: State) -> tuple[float, float, float]:
    """Where the front of the first unit is, and its heading."""
    block = state.units[0].block
    assert block is not None
    return block.x, block.y, block.heading


def marching(version: int, option: str, order: str, stop: int, *others: Troop) -> tuple[State, Watched]:
    """Six abreast go as ordered from (30, 10), north, and bows far off that hurt nobody shoot at them at a stop of their way."""
    bows = men("Bows", 8, 8, 30, 28, 180, side=1, missile=missile_of("long-bow"), attack_rating=40)
    state = battle(
        men("Reds", 12, 6, 30, 10),
        *(others or (bows,)),
        *((bows,) if others else ()),
        tier=stages.INTERMEDIATE,
        options={option: True, "version": version},
    )
    in_command.review(state, Script())
    shot = ("shoot", len(others) + 1, 0, stop)
    table = Watched(
        state, {(6, 0): 6, (6, 1): 6, (10, 0): 1, (10, 1): 1}, [plain_order(order), *([shot] if stop else [])]
    )
    movement_phase.move_step(state, table)
    assert not table.orders, table.orders
    return state, table


@pytest.mark.rule("battlesystem:7.9a", "battlesystem:10.6a", "battlesystem:10.6c")
@pytest.mark.parametrize(
    ("version", "stop", "shot_at", "end"),
    [
        (14, 0, (), (24.376, 15.953, 320.0)),
        (14, 1, (29.357, 10.766, 0.0), (24.376, 15.953, 320.0)),
        (14, 3, (28.072, 12.298, 0.0), (24.376, 15.953, 320.0)),
        (14, 4, (26.947, 12.889, 320.0), (24.376, 15.953, 320.0)),
        (14, 6, (25.661, 14.421, 320.0), (24.376, 15.953, 320.0)),
        (13, 1, (28.875, 10.591, 320.0), (21.725, 11.363, 280.0)),
    ],
)
def test_who_is_shot_at_in_an_oblique_move_turns_where_all_of_it_ends(
    version: int, stop: int, shot_at: tuple[float, ...], end: tuple[float, ...]
) -> None:
    # Option oblique_turns: 4 inches at 40 degrees to the left, to (27.429, 13.064); the turn about the middle, 0.75 behind the front,
    # brings the front to (26.947, 12.889); 4 inches ahead are -2.571 and 3.064 more.
    state, table = marching(version, "oblique_turns", "move 0 (slide -40 4) (slide 0 4)", stop)
    assert place(state) == pytest.approx(end, abs=0.002)
    if stop:
        assert table.seen[0] == pytest.approx(shot_at, abs=0.002)


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:10.6a")
@pytest.mark.parametrize(("version", "inches"), [(14, 6.13), (13, 6.85)])
def test_the_last_shot_at_who_squares_up_falls_a_tenth_of_an_inch_before_contact(
    version: int, inches: float
) -> None:
    # Option contact = square-up. The Wall looks 20 degrees to the east of south: the right end of its front is 2.25 x sin 20 = 0.77 nearer
    # than its middle, 7 inches off, and the Reds touch it after 6.23. Where they stand when they have squared up is farther on.
    wall = men("Wall", 12, 6, 30, 17, 160, side=1)
    _, table = marching(version, "square_up", "move 0 (slide 0 9)", 0, wall)
    passing = next(one for one in table.asked if isinstance(one, PassingShot))
    assert passing.way is not None
    assert passing.way.stops[-1].inches == pytest.approx(inches, abs=0.006)


# ---------------------------------------------------------------- a line between two files, the edge of a ford


def marched(version: int, terrain: Feature, *orders: str, formation: int = OPEN) -> State:
    """Six abreast at MV 12 (front middle at (30, 10), north) and a hero and a skirmisher beside them go as ordered."""
    state = battle(
        men("Reds", 12, 6, 30, 10, formation=formation, movement=12.0),
        skirmishers("Slings", [(45, 9.625)], movement=12.0),
        men("Foe", 8, 8, 30, 44, 180, side=1),
        leaders=[hero("Anna", 50, 10)],
        terrain=[terrain],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    in_command.review(state, Script())
    table = Loaded({(10, 0): 1}, [plain_order(one) for one in orders])
    for _ in orders:
        movement_phase.move_step(state, table)
    assert not table.orders, table.orders
    return state


@pytest.mark.rule("battlesystem:11.8e", "battlesystem:11.8f")
@pytest.mark.parametrize(
    ("version", "orders", "end", "spent"),
    [
        (14, ("move 0 (slide 45 12)",), (35.657, 15.657), 12.0),
        (14, ("move 0 (slide 45 3)", "move 0 (slide 45 9)"), (35.657, 15.657), 12.0),
        (13, ("move 0 (slide 45 3)", "move 0 (slide 45 9)"), (33.111, 13.111), 8.4),
    ],
)
def test_a_stream_between_two_files_is_paid_for_once(
    version: int, orders: tuple[str, ...], end: tuple[float, float], spent: float
) -> None:
    # Open, the right file stands at x 33.125: it crosses a stream at x 35 after 1.875 / sin 45 = 2.65 inches, for 4. The stream is between
    # two files then, and the unit goes 8 inches in all: sin 45 x 8 = 5.657.
    state = marched(version, line("stream", (35, 5), (35, 30)), *orders)
    assert place(state)[:2] == pytest.approx(end, abs=0.002)
    assert state.units[0].spent == pytest.approx(spent, abs=0.01)


@pytest.mark.rule("battlesystem:11.8e", "battlesystem:10.6c")
@pytest.mark.parametrize(("version", "spent"), [(14, 9.0), (13, 6.34)])
def test_a_closed_unit_that_opens_on_a_stream_beside_it_pays_for_it_once(version: int, spent: float) -> None:
    # Closed at MV 9, the right file at x 31.875: at x 33 after 1.59 inches, where it opens; 3 for the stream, and 6 inches in all.
    state = battle(
        men("Reds", 12, 6, 30, 10),
        men("Foe", 8, 8, 30, 44, 180, side=1),
        terrain=[line("stream", (33, 5), (33, 30))],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    in_command.review(state, Script())
    movement_phase.move_step(state, Loaded({}, [plain_order("move 0 (slide 45 9)")]))
    assert state.units[0].formation == OPEN
    assert state.units[0].spent == pytest.approx(spent, abs=0.01)


@pytest.mark.rule("battlesystem:11.8e", "battlesystem:11.8h", "battlesystem:11.8m", "battlesystem:9.0d")
@pytest.mark.parametrize("kind", ["ford", "hill"])
@pytest.mark.parametrize(("version", "north"), [(14, 8.0), (13, 12.0)])
def test_who_halts_at_the_very_edge_of_a_ford_or_hill_pays_when_he_enters_it(
    kind: str, version: int, north: float
) -> None:
    # The edge is 2 inches on. Of 12 inches it takes 4 to enter: 8 are gone in all, in one order or in two.
    ground = area(kind, 20, 12, 60, 14, level=int(kind == "hill"))
    state = marched(version, ground, "move 0 (slide 0 2)", "move 0 (slide 0 10)")
    assert place(state)[1] == pytest.approx(10 + north, abs=0.001)
    state = marched(version, ground, "lead 0 (50 12)", "lead 0 (50 30)")
    assert state.individuals[0].y == pytest.approx(10 + north, abs=0.001)
    state = marched(14, ground, "skirmish 1 (0 0 2)", "skirmish 1 (0 0 10)")
    assert state.units[1].singles is not None
    assert state.units[1].singles[0].y == pytest.approx(17.625, abs=0.001)


@pytest.mark.rule("battlesystem:11.8g")
@pytest.mark.parametrize(("version", "refused"), [(14, True), (13, False)])
def test_nobody_charges_into_a_ford_from_its_very_edge(version: int, refused: bool) -> None:
    state = marched(version, area("ford", 20, 10, 40, 12))
    state.units[2].stand(rebuilt(state.units[2].block, 30, 22, 180, 8, 0.0))  # type: ignore[arg-type]
    decision = MoveDecision(state, 0)
    assert (decision.check(("charge", 0, 2, ("slide", 0, 14))) is not None) == refused


@pytest.mark.rule("battlesystem:11.8f", "battlesystem:10.6a", "battlesystem:10.6c")
@pytest.mark.parametrize(
    ("version", "stop", "formation"), [(13, 0, OPEN), (13, 1, CLOSED), (14, 0, OPEN), (14, 1, OPEN)]
)
def test_who_is_shot_at_where_those_behind_the_front_open_the_unit_is_open(
    version: int, stop: int, formation: int
) -> None:
    # A stream beside the unit ends at y 9.9. Obliquely to the right, the right file (x 31.875) is at x 33 after 1.125 / sin 45 = 1.59 inches:
    # the middles of its first two figures pass north of the end, at y 10.75 and 10; the third, from 8.125, crosses at 9.25, and all open.
    state = battle(
        men("Reds", 18, 6, 30, 10),
        men("Bows", 8, 8, 30, 28, 180, side=1, missile=missile_of("long-bow"), attack_rating=40),
        terrain=[line("stream", (33.0, 6), (33.0, 9.9))],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    in_command.review(state, Script())
    orders = [plain_order("move 0 (slide 45 5)")]
    table = Loaded({(6, 0): 6, (6, 1): 6, (10, 0): 1, (10, 1): 1}, orders)
    movement_phase.move_step(state.copy(), table)
    passing = next(one for one in table.asked if isinstance(one, PassingShot))
    assert passing.way is not None
    opened = next(at for at, one in enumerate(passing.way.stops) if one.formation == OPEN)
    orders = [plain_order("move 0 (slide 45 5)"), *([("shoot", 1, 0, opened)] if stop else [])]
    table = Loaded({(6, 0): 6, (6, 1): 6, (10, 0): 1, (10, 1): 1}, orders)
    movement_phase.move_step(state, table)
    assert not table.orders
    assert state.units[0].formation == formation


@pytest.mark.rule("battlesystem:11.8e")
def test_a_wall_that_ends_between_two_files_is_still_to_be_paid_for() -> None:
    # Its end is a tenth of an inch behind the front, between two files: nobody has crossed it. To the left the next file crosses it after 1.87 inches, for 4 of 12.
    wall = line("wall", (29.9, 9.9), (28.0, 16.0))
    state = marched(14, wall, "move 0 (slide -40 12)")
    assert state.units[0].spent == pytest.approx(12.0, abs=0.01)
    assert place(state)[1] == pytest.approx(10 + 8 * 0.766, abs=0.01)
