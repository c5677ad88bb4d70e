"""Heroes, commanders, spears and riders where several rules meet; each sum written out before it was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from rulebooks.battlesystem.individuals import leads, officer
from rulebooks.battlesystem.regiments import area, battle, crew, hero, men, weapon

from banneret.geometry.rectangles import FRONT
from banneret.kernel.decision import Decision
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.engines.firing import artillery_step
from banneret.rulebooks.battlesystem.individual import ARMY, UNIT_COMMANDER
from banneret.rulebooks.battlesystem.individuals import roles
from banneret.rulebooks.battlesystem.march import passing_shots
from banneret.rulebooks.battlesystem.missiles.shooters import refusal
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.rally.attempts import Attempt
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN, SLAIN
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING


class Loaded(Table):
    """A table at which each die shows what is written for its faces and side; orders are taken in their order, else the default."""

    def __init__(self, dice: dict[tuple[int, int], int], orders: Sequence[Order] = ()) -> None:
        self.telling = True
        self.falls = dice
        self.orders = list(orders)
        self.events: list[Event] = []
        self.asked: list[Decision] = []

    def ask(self, decision: Decision) -> Order:
        self.asked.append(decision)
        order = next((one for one in self.orders if decision.check(one) is None), None)
        if order is None:
            return decision.default()
        self.orders.remove(order)
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        return [self.ask(decision) for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        return self.falls[faces, side]

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def of(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]


def dice(red: dict[int, int], blue: dict[int, int]) -> dict[tuple[int, int], int]:
    """What the dice of each side show, by their faces."""
    return {(faces, side): value for side, own in enumerate((red, blue)) for faces, value in own.items()}


def fought(state: State, falls: dict[tuple[int, int], int], *orders: Order) -> Loaded:
    """The Melee Phase from its beginning to its end."""
    state.stage = stages.DUELS
    table = Loaded(falls, orders)
    while state.stage != stages.ROUND_END:
        rounds.play_step(state, table)
    assert not table.orders, table.orders
    return table


# ---------------------------------------------------------------- heroes in the middle of others


def pair(red_points: int = 48, blue_points: int = 48) -> State:
    """Red and Blue side by side at the front of Orcs (AC 6, AR 20, ten hit dice), who are Blue's friends."""
    return battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1),
        men("Far", 4, 4, 10, 5, 0, side=0),
        leaders=[
            hero("Red", 29.7, 20.25, hit_points=red_points),
            hero("Blue", 30.2, 20.25, side=1, hit_points=blue_points),
        ],
        tier=stages.INTERMEDIATE,
    )


@pytest.mark.rule("battlesystem:9.4b.after", "battlesystem:9.4b.hit-points")
def test_who_falls_man_to_man_is_gone_when_the_figures_strike() -> None:
    # Blue hits with 20s for 8: 2 + 1 + 2 blows are 40 of Red's 40.
    state = pair(red_points=40)
    table = fought(state, dice({6: 1, 20: 1, 8: 1}, {6: 6, 20: 20, 8: 8}), ("duel", 0, 1))
    assert (state.individuals[0].fate, state.individuals[0].hurt) == (SLAIN, 40)
    assert table.of("attack") == []
    assert [one for one in table.of("blow") if "Orcs" in one.text] == []


@pytest.mark.rule(
    "battlesystem:9.4a.order", "battlesystem:9.4a.figure-attacks", "battlesystem:9.4a.modifiers"
)
def test_who_has_fought_man_to_man_does_not_strike_figures_and_is_struck_by_them() -> None:
    # Nobody hits man to man. The Orcs: 20 - 1 - 0 + 2 = 21, 3 hit dice: 12 hit points.
    state = pair()
    fought(state, dice({6: 6, 20: 1, 8: 1}, {6: 1, 20: 1, 8: 1}), ("duel", 0, 1))
    assert (state.individuals[0].hurt, state.individuals[1].hurt) == (12, 0)
    assert (state.units[0].figures, state.units[0].wounded) == (12, False)


@pytest.mark.rule("battlesystem:9.4a.figure-attacks", "battlesystem:9.4a.order")
@pytest.mark.parametrize(("falls", "hurt"), [((6, 6), 1), ((6, 5), 2), ((5, 5), 4)])
def test_three_figures_of_two_units_at_a_rider(falls: tuple[int, int], hurt: int) -> None:
    # Each unit: 20 - 1 - 0 + 12, 11 or 10 = 31, 30, 29: 0.1, 0.2 or 0.2 of a hit die a figure in D6.
    # Two Orcs make 0.8, 1.6, 1.6 hit points: 1, 2, 2; a single Goblin 0.4, 0.8, 0.8: 0, 1, 1. With 11: 2 + 1.
    expected = {(6, 6): 1, (6, 5): 3, (5, 5): 3}[falls]
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1),
        men("Goblins", 12, 6, 30, 20.0, 0, side=1),
        leaders=[hero("Horibb", 30, 20.25, mount="horse-heavy-warhorse")],
        tier=stages.INTERMEDIATE,
    )
    first, second = falls

    class Two(Loaded):
        def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
            self.turn = not getattr(self, "turn", False)
            if side == 0:
                return 1
            self.odd = not getattr(self, "odd", False)
            return first if self.odd else second

    state.stage = stages.DUELS
    table = Two({}, [("beset", 0, (0, 2), (1, 1))])
    while state.stage != stages.ROUND_END:
        rounds.play_step(state, table)
    assert table.orders == []
    assert state.individuals[0].hurt == expected


@pytest.mark.rule("battlesystem:9.4a.units", "battlesystem:8.7")
def test_the_wound_of_a_hero_and_what_his_friends_leave_over() -> None:
    # Six of the Legion: 20 - 1 - 6 + 6 = 19, 4 hit dice each: 24, two of ten and a wound. Grange at the flank: 23 - 6 + 6 = 23,
    # D20: 7, twice: one wound. Two wounds are a third figure.
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1),
        men("Legion", 6, 6, 30, 20.5, 0),
        leaders=[hero("Grange", 32.5, 21.0, damage="1d10+5", hit_points=99)],
        tier=stages.INTERMEDIATE,
    )
    fought(state, dice({6: 3, 10: 10}, {6: 6, 10: 10}))
    assert (state.units[0].figures, state.units[0].wounded) == (9, False)


@pytest.mark.rule("battlesystem:9.2e", "battlesystem:4.2d", "battlesystem:9.4b.after")
@pytest.mark.parametrize(
    ("marshal", "face", "needed", "formation", "routed"),
    [
        (False, 4, 9, OPEN, False),
        (False, 5, 9, OPEN, True),
        (True, 6, 13, CLOSED, False),
        (True, 7, 13, OPEN, False),
    ],
)
def test_a_commander_who_steps_out_and_falls(
    marshal: bool, face: int, needed: int, formation: int, routed: bool
) -> None:
    # Leaderless the Legion opens, out of command, and checks: 12 - 2 - 1 = 9. With the Marshal (bonus 1) near it stays closed and in
    # command: 12 + 1 + 1 - 1 = 13. Two dice with that face.
    above = [officer("Marshal", 30, 16, rank=ARMY, radius=20.0, charisma=1)] if marshal else []
    state = battle(
        men("Legion", 12, 6, 30, 24),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[
            officer("Roderick", 0, 0, rank=UNIT_COMMANDER, hit_points=8),
            officer("Trunk", 29.625, 24.25, side=1),
            *above,
        ],
        tier=stages.INTERMEDIATE,
    )
    leads(state, 0, 0)
    in_command.review(state, Loaded({}))
    table = fought(
        state,
        dice({6: 1, 20: 1, 8: 1, 10: face}, {6: 6, 20: 20, 8: 8}),
        ("step", 0, 1),
        ("duel", 0, 1),
    )
    legion = state.units[0]
    assert state.individuals[0].fate == SLAIN
    assert [one.tallies[0].total for one in table.of("morale")] == [needed]
    assert (legion.formation, legion.in_command, legion.routed) == (formation, marshal, routed)


# ---------------------------------------------------------------- spears set against charges


def stand(
    files: int = 8, pikes: int = 24, formation: int = CLOSED, riding: str = "cavalry", **changes: Any
) -> State:
    """Pikes (AR 20, AC 6) with their front at y = 20, set to it, charged there by sixteen of 20 hit dice (AR 20, AC 7)."""
    long = weapon("1d6", reach=3, name="pike")
    long.sets = True
    facts = {"depth": 1.5, "figure": 200, "armour_class": 7, "riding": riding, "charged": 0, **changes}
    return battle(
        men("Pikes", pikes, files, 30, 20, 0, weapons=[long], spears=1 << FRONT),
        men("Riders", 16, 8, 30, 20, 180, side=1, formation=formation, movement=24.0, **facts),
        tier=stages.INTERMEDIATE,
    )


def attacks(table: Loaded) -> list[tuple[int, int, int]]:
    """Side, figures and roll of the attacks, in their order."""
    return [(one.side, len(one.data["figures"]), one.data["roll"]) for one in table.of("attack")]


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:11.7c", "battlesystem:11.4a", "battlesystem:4.5b")
def test_riders_who_fail_their_check_on_the_spears_strike_open() -> None:
    # 19 - 7 + 8 = 20: 3 hit dice of 24, doubled: 144: 7 of 16 fall, 44 %. 20 on the dice fails against 13: they open. Open, 9.5
    # inches wide, six of them meet six inches of pikes: 20 + 1 - 1 - 6 + 8 = 22.
    table = fought(stand(), dice({6: 4, 10: 10}, {6: 4, 10: 10}))
    assert attacks(table) == [(0, 24, 20), (1, 6, 22)]


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:11.7c", "battlesystem:7.14f")
def test_foot_that_charges_spears_closed_has_its_one() -> None:
    # Seven fall as before, the check passes: eight of the nine strike, 20 - 1 - 1 - 6 + 8 = 20.
    table = fought(stand(riding=""), dice({6: 4, 10: 1}, {6: 4, 10: 1}))
    assert attacks(table) == [(0, 24, 20), (1, 8, 20)]


@pytest.mark.rule("battlesystem:11.7c", "battlesystem:11.7b")
def test_open_riders_leave_one_of_the_front_to_strike() -> None:
    # Twelve pikes abreast, one rank: 12 x 3 x 2 = 72 would be three; a roll of 8 with three ranks is 216, ten. With two ranks,
    # 24 x 3 x 2 = 144: seven of the eight in front. 20 + 1 - 1 - 6 + 8 = 22, and no bonus of the charge.
    table = fought(stand(12, 24, OPEN), dice({6: 4, 10: 1}, {6: 4, 10: 1}))
    assert attacks(table) == [(0, 24, 20), (1, 1, 22)]


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:4.5c")
def test_open_riders_who_rout_on_the_spears_do_not_strike() -> None:
    state = stand(12, 24, OPEN)
    table = fought(state, dice({6: 4, 10: 10}, {6: 4, 10: 10}))
    assert attacks(table) == [(0, 24, 20)]
    assert state.units[1].routed


@pytest.mark.rule("battlesystem:11.7a", "battlesystem:11.7g")
def test_of_two_who_come_only_the_charger_meets_set_spears() -> None:
    # Riders charge on the left half, Axes have walked in on the right: doubled for the first alone.
    long = weapon("1d6", reach=1, name="spear")
    long.sets = True
    state = battle(
        men("Spears", 16, 16, 30, 20, 0, weapons=[long], spears=1 << FRONT),
        men("Riders", 8, 8, 27, 20, 180, side=1, charged=0, riding="cavalry", armour_class=7),
        men("Axes", 8, 8, 33, 20, 180, side=1, armour_class=7),
        tier=stages.INTERMEDIATE,
    )
    table = fought(state, dice({6: 3, 10: 1}, {6: 3, 10: 1}))
    own = [(one.data["figures"], one.data["damage"]) for one in table.of("attack") if one.side == 0]
    # 19 - 7 + 6 = 18: 4 hit dice a figure
    assert [round(damage / len(figures)) for figures, damage in own] == [80, 40]


# ---------------------------------------------------------------- crews


@pytest.mark.rule("battlesystem:10.10b", "battlesystem:10.10e", "battlesystem:10.10")
def test_a_crew_that_fled_and_came_back_is_the_old_one() -> None:

    state = battle(
        crew("ballista", y=10.0),
        men("Foes", 24, 8, 30, 21.0, 180, side=1),
        stage=stages.ARTILLERY,
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
    )
    singles = state.units[0].singles
    assert singles is not None
    home = singles[0].y
    state.units[0].place(0, 30.0, 2.0, 0.0)
    assert crews.crew_of(state, state.pieces[0]) is None
    state.stage = stages.ROUND_END
    rounds.play_step(state, Loaded({}))
    state.units[0].place(0, 30.0, home, 0.0)
    state.round, state.stage, state.part = 3, stages.ARTILLERY, 0
    table = Loaded(dice({6: 3, 10: 1}, {10: 1}), [("fire", 0, 1)])
    artillery_step(state, table)
    assert [one.data["roll"] for one in table.of("volley")] == [20 - 10 + 6]


# ---------------------------------------------------------------- rounds in which nobody attacks


@pytest.mark.rule("battlesystem:lairn.stalemate", "battlesystem:crossroads.victory")
@pytest.mark.parametrize("attack", ["nothing", "volley", "duel", "figure", "throw"])
def test_every_roll_of_an_attack_ends_the_quiet(attack: str) -> None:
    # Five quiet rounds before: a sixth, or none.
    bow = missile_of("long-bow")
    near = {"volley": 40.0, "nothing": 46.0, "throw": 16.0}.get(attack, 4.0)
    leaders = [hero("Red", 30, 10.0, missile=missile_of("hill-giant-rock") if attack == "throw" else None)]
    if attack == "duel":
        leaders.append(hero("Blue", 30.5, 10.0, side=1))
    state = battle(
        men("Bows", 4, 4, 40, 12, 0, missile=bow),
        men(
            "Foes",
            4,
            4,
            40 if attack == "volley" else 30,
            {"volley": 30.0, "figure": 10.25}.get(attack, near),
            180,
            side=1,
        ),
        leaders=leaders,
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
    )
    state.quiet, state.stage = 5, stages.MISSILES
    orders: list[Order] = {"volley": [("shoot", 0, 1)], "throw": [("aim", 0, 1)]}.get(attack, [])
    if attack == "duel":
        orders = [("duel", 0, 1)]
    table = Loaded(dice({6: 6, 20: 1, 8: 1, 10: 1}, {6: 6, 20: 1, 8: 1, 10: 1}), orders)
    while state.stage != stages.ROUND_END:
        rounds.play_step(state, table)
    rounds.play_step(state, table)
    assert table.orders == []
    assert state.quiet == (6 if attack == "nothing" else 0)


# ---------------------------------------------------------------- heroes who shot, marched, flee


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:9.4c")
@pytest.mark.parametrize("shots", [0, 1])
def test_a_hero_who_shot_and_is_touched_strikes_nobody(shots: int) -> None:
    # The Orcs strike him: 21 is 3 hit dice, 12 points. He, had he not thrown: 23 - 6 + 2 = 19, 5 in D8, twice: a wound.
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1),
        men("Far", 4, 4, 10, 5, 0, side=0),
        leaders=[hero("Red", 30, 20.25, missile=missile_of("hill-giant-rock"))],
        tier=stages.INTERMEDIATE,
    )
    state.individuals[0].shots, state.individuals[0].last_shot = shots, 1
    fought(state, dice({6: 1, 10: 1}, {6: 1, 10: 1}))
    assert state.individuals[0].hurt == 12
    assert state.units[0].wounded is (shots == 0)


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:9.4c")
@pytest.mark.parametrize(
    ("version", "he_moved", "they_moved", "strikes"),
    [(15, 5.0, False, False), (16, 5.0, False, True), (16, 5.0, True, True), (16, 0.0, True, False)],
)
def test_a_hero_who_shot_and_walked_up_strikes(
    version: int, he_moved: float, they_moved: bool, strikes: bool
) -> None:
    """He moves after the Orcs: where both have moved it is he who came up. His blow as above: a wound."""
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1, moved=they_moved),
        men("Far", 4, 4, 10, 5, 0, side=0),
        leaders=[hero("Red", 30, 20.25, missile=missile_of("hill-giant-rock"))],
        tier=stages.INTERMEDIATE,
        options={"version": version},
        movers=(1, 0),
    )
    one = state.individuals[0]
    one.shots, one.last_shot, one.moved = 1, 1, he_moved
    fought(state, dice({6: 1, 10: 1}, {6: 1, 10: 1}))
    assert one.hurt == 12
    assert state.units[0].wounded is strikes


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:9.4b.to-hit")
@pytest.mark.parametrize(("face", "hurt"), [(9, 0), (10, 40)])
def test_two_forced_marches_tell_man_to_man(face: int, hurt: int) -> None:
    # THAC0 8 and two marches against AC 0: 10 or more.
    state = pair()
    state.units[0].leave(SLAIN)
    state.individuals[0].march = 2
    fought(state, dice({6: 6, 20: face, 8: 8}, {6: 1, 20: 1, 8: 8}), ("duel", 0, 1))
    assert state.individuals[1].hurt == hurt


@pytest.mark.rule("battlesystem:9.4b.leave", "battlesystem:9.0d")
@pytest.mark.parametrize(("face", "hurt"), [(5, 12), (6, 28)])
def test_who_flees_from_a_hero_and_figures(face: int, hurt: int) -> None:
    # Blue has two blows in an odd round, THAC0 8 - 0 - 2: 6 or more, 8 each. One Orc: 20 - 1 - 2 - 0 + 4 = 21: 3 hit dice, 12.
    state = pair()
    state.stage = stages.MOVEMENT
    table = Loaded(dice({}, {6: 2, 20: face, 8: 8}), [("lead", 0, "flee", (29.7, 8))])
    rounds.play_step(state, table)
    assert table.orders == []
    assert state.individuals[0].hurt == hurt


@pytest.mark.rule("battlesystem:10.1n", "battlesystem:9.0b")
def test_nobody_shoots_at_a_unit_that_a_friendly_hero_touches() -> None:

    bow = missile_of("long-bow")
    for y, may in ((20.25, False), (19.9, True)):
        state = battle(
            men("Orcs", 12, 6, 30, 20.5, 180, side=1),
            men("Bows", 4, 4, 38, 12, 0, missile=bow),
            leaders=[hero("Red", 30, y)],
            tier=stages.INTERMEDIATE,
            options={"premeasure": True},
            stage=stages.MISSILES,
        )
        assert (Shooting(state, 0, "").check(("shoot", 1, 0)) is None) is may


@pytest.mark.rule("battlesystem:9.2g", "battlesystem:9.4d", "battlesystem:4.4", "battlesystem:4.2d")
@pytest.mark.parametrize(("points", "checks"), [(4, 1), (5, 0)])
def test_a_commander_apart_is_shot_and_his_unit_checks(points: int, checks: int) -> None:
    # One archer at a man on foot: 20 + 1 - 0 + 4 = 25, 1 hit die twice... with one shot: 4 points. Leaderless: 12 - 2 - 1 = 9.
    bow = missile_of("long-bow")
    state = battle(
        men("Legion", 12, 6, 30, 12),
        men("Bows", 10, 10, 30, 24, 180, side=1, missile=bow),
        leaders=[officer("Roderick", 0, 0, rank=UNIT_COMMANDER, hit_points=points)],
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
        stage=stages.INITIAL_MISSILES,
        part=1,
    )
    leads(state, 0, 0)

    roles.part(state, state.individuals[0])
    one = state.individuals[0]
    one.x, one.y, one.on_table = 30.0, 18.0, True
    in_command.review(state, Loaded({}))
    table = Loaded(dice({10: 5}, {6: 2}), [("snipe", 1, 0)])
    rounds.play_step(state, table)
    assert one.hurt == 4
    assert [check.tallies[0].total for check in table.of("morale")] == [9] * checks
    assert state.units[0].routed is bool(checks)


@pytest.mark.rule("battlesystem:11.4", "battlesystem:11.5")
def test_a_chariot_that_charges_strikes_with_all_at_one_roll() -> None:
    # 20 + 1 - 2 - 1 - 6 + 7 = 19: D6 4, four times D4 3: 16 hit dice a figure. Four chariots on four files.
    state = battle(
        men("Chariots", 4, 4, 30, 20, 0, formation=OPEN, width=1.0, depth=2.0, weapons=[weapon("1d6 1d4 1d4 1d4 1d4")],
            riding="chariot", charged=1, figure=250),
        men("Foes", 24, 12, 30, 20, 180, side=1),
        tier=stages.INTERMEDIATE,
    )  # fmt: skip
    table = fought(state, {**dice({6: 3, 10: 1}, {6: 3, 10: 1})})
    (blow,) = [one for one in table.of("attack") if one.side == 0]
    assert (blow.data["roll"], blow.data["damage"]) == (18, 4 * (4 + 4 * 3) * 10)


# ---------------------------------------------------------------- heights


def slope(side: str, **changes: Any) -> State:
    """Axes (AR 20) below and Foes above a contour at y = 20 (`up`), or the other way round (`down`), or both above it."""
    south, north = {"up": (20, 48), "down": (0, 20), "both": (0, 48)}[side]
    return battle(
        men("Axes", 12, 6, 30, 20, 0),
        men("Foes", 12, 6, 30, 20, 180, side=1),
        terrain=[area("hill", 0, south, 60, north, 1)],
        tier=stages.INTERMEDIATE,
        **changes,
    )


@pytest.mark.rule("battlesystem:8.3e", "battlesystem:8.3h")
@pytest.mark.parametrize(
    ("side", "option", "rolls"),
    [("up", -1, (19, 20)), ("up", 1, (21, 20)), ("down", -1, (20, 19)), ("both", -1, (20, 20))],
)
def test_who_stands_higher(side: str, option: int, rolls: tuple[int, int]) -> None:
    # 20 - 1 for the commander - 6 + 7 = 20, and for those who strike upward 1 less as printed, by the option 1 more.
    table = fought(
        slope(side, options={"higher_ground": option}), dice({6: 4, 10: 1}, {6: 4, 10: 1}) | {(6, 0): 4}
    )
    assert [one[2] - 1 for one in sorted(attacks(table))] == list(rolls)


@pytest.mark.rule("battlesystem:8.3e")
@pytest.mark.parametrize(("edge", "roll"), [(30.0, 20), (29.0, 21), (40.0, 20)])
def test_half_of_the_line_on_higher_ground(edge: float, roll: int) -> None:
    # The hill reaches from the west to `edge`; the middles of the six files stand from 28.125 to 31.875: three, two or all of them.
    hill = area("hill", 0, 20, edge, 48, 1)
    axes, foes = men("Axes", 12, 6, 30, 20, 0), men("Foes", 12, 6, 30, 20, 180, side=1)
    state = battle(axes, foes, terrain=[hill], tier=stages.INTERMEDIATE)
    table = fought(state, dice({6: 4, 10: 1}, {6: 4, 10: 1}))
    assert next(one[2] for one in attacks(table) if one[0] == 0) == roll


@pytest.mark.rule("battlesystem:9.4a.modifiers", "battlesystem:8.3e", "battlesystem:8.3i")
def test_a_dwarf_hero_among_giants_and_below_orcs() -> None:

    def facing_(creature: str, people: str, hill: bool) -> tuple[int, int]:
        state = battle(
            men("Foes", 12, 6, 30, 20.5, 180, side=1, creature=creature),
            leaders=[hero("Hero", 30, 20.25, creature=people)],
            terrain=[area("hill", 0, 20.4, 60, 48, 1)] if hill else [],
            tier=stages.INTERMEDIATE,
        )
        one, foes = state.individuals[0], state.units[0]
        return sums.champion_sum(state, one, foes, 3), sums.figure_sum(state, foes, one)

    assert facing_("human", "human", False) == (23 - 6, 20 - 1 - 0)
    assert facing_("orc", "dwarf", False) == (23 - 1 - 6, 19)
    assert facing_("giant", "dwarf", False) == (17, 19 + 4)
    assert facing_("orc", "orc", False) == (23 + 1 - 6, 19)  # by day
    assert facing_("human", "human", True) == (16, 19)  # he strikes upward


# ---------------------------------------------------------------- an enemy hero at hand


@pytest.mark.rule("battlesystem:10.1a", "battlesystem:10.6", "battlesystem:6.1")
@pytest.mark.parametrize(("y", "free"), [(20.25, False), (21.5, True)])
def test_troops_whom_a_hero_touches_neither_shoot_nor_rally(y: float, free: bool) -> None:
    # He is an enemy figure in contact with them, if only one.

    bows = men("Bows", 12, 6, 30, 20, 0, missile=missile_of("long-bow"))
    foes = men("Foes", 24, 8, 30, 30, 180, side=1)
    blue = hero("Blue", 30, y, side=1)
    state = battle(bows, foes, leaders=[blue], tier=stages.INTERMEDIATE, stage=stages.MISSILES)
    why = refusal(state, state.units[0])
    assert (why is None, passing_shots.may_shoot(state, state.units[0])) == (free, free)
    if why is not None:
        assert why.rule == "battlesystem:10.1a"
    state.units[0].routed, state.units[0].formation, state.stage = True, OPEN, stages.RALLY
    in_command.review(state, Loaded({}))
    assert (("rally", 0, "own") in Attempt(state, 0).orders()) is free


@pytest.mark.rule("battlesystem:10.1a", "battlesystem:10.10d")
def test_a_crew_whom_a_hero_touches_does_not_shoot() -> None:

    for away, may in ((0.2, False), (2.0, True)):
        state = battle(
            crew("ballista", y=10.0),
            men("Foes", 24, 8, 30, 21.0, 180, side=1),
            leaders=[hero("Blue", 30.0, 10.0 - 1.5 - 0.25 - away, side=1)],
            stage=stages.ARTILLERY,
            tier=stages.INTERMEDIATE,
        )
        singles = state.units[0].singles
        assert singles is not None
        state.individuals[0].y = singles[0].y - 0.375 - 0.25 - (0.0 if away < 1 else away)
        assert (crews.why_not_shoot(state, state.pieces[0]) is None) is may


# ---------------------------------------------------------------- walls of shields, and what runs out


@pytest.mark.rule(
    "battlesystem:11.6a", "battlesystem:11.6b", "battlesystem:11.6d", "battlesystem:9.4a.modifiers"
)
@pytest.mark.parametrize(
    ("shields", "behind", "total"),
    [(0, False, 17), (WALKING, False, 19), (WALKING, True, 15), (ALL, True, 19)],
)
def test_a_hero_at_a_shield_wall(shields: int, behind: bool, total: int) -> None:
    # 23 - 6; two more at the front of a wall; from behind two less, where a square has neither flank nor rear.
    y = 22.25 if behind else 20.25
    state = battle(
        men("Foes", 12, 6, 30, 20.5, 180, side=1, shields=shields),
        leaders=[hero("Hero", 30, y)],
        tier=stages.INTERMEDIATE,
    )
    one, foes = state.individuals[0], state.units[0]
    assert sums.champion_sum(state, one, foes, sums.aim_at(state, one, foes)) == total


@pytest.mark.rule("battlesystem:10.3a", "battlesystem:10.3", "battlesystem:9.4c")
@pytest.mark.parametrize(("missile", "throws"), [("javelin", 2), ("hill-giant-rock", 3)])
def test_a_hero_has_two_javelins_and_rocks_without_end(missile: str, throws: int) -> None:
    state = battle(
        men("Foes", 12, 6, 30, 22.0, 180, side=1, figure=200),
        men("Far", 4, 4, 10, 5, 0),
        leaders=[hero("Red", 30, 20.0, missile=missile_of(missile))],
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
    )
    thrown = 0
    for number in (1, 2, 3):
        state.round, state.stage, state.part = number, stages.MISSILES, 0
        table = Loaded(dice({6: 6}, {6: 6, 10: 1}), [("aim", 0, 0)])
        rounds.play_step(state, table)
        thrown += len(table.of("volley"))
    assert thrown == throws
    again = CODEC.load(CODEC.dump(state), state)
    assert again.individuals == state.individuals
