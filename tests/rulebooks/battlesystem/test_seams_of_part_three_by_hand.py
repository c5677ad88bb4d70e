"""The Intermediate Game where one of its rules meets another; each case was worked out from the rulebook before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.individuals import belongs, causeway, leads, officer, read, row_of
from rulebooks.battlesystem.regiments import area, crew, hero, line, men, skirmishers, weapon
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice
from rulebooks.battlesystem.test_shots_and_charges_at_edges_by_hand import LOW, moving, played

from banneret.geometry.plane import forward
from banneret.geometry.polygons import line_cost
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.caught_shooting import is_caught, is_champion_caught
from banneret.rulebooks.battlesystem.combat.strikers import eligible
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.missiles import by_champions
from banneret.rulebooks.battlesystem.missiles.shooting_orders import aim_of
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.roles import attachment
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space import contacts, field
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, FLED, OPEN
from banneret.rulebooks.battlesystem.view.plans import passing_divisions


def again(state: State) -> State:
    """The state read back from its bytes."""
    return CODEC.load(CODEC.dump(state), state).copy()


# ---------------------------------------------------------------- who has shot, and who comes up to him


def beside_swords(version: int) -> State:
    """Reds: Swords who touch Blue Axes, and beside them archers who have shot and moved; the wing of the Axes will come to touch these."""
    state = played(
        men("Swords", 8, 4, 30, 24, 0, engaged=True),
        men("Archers", 8, 4, 33.75, 23.5, 0, shots=1, last_shot=1, moved=True),
        men("Axes", 12, 4, 30, 24, 180, side=1, engaged=True),
        version=version,
    )
    state.part = 1
    return state


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:7.11")
@pytest.mark.parametrize(("version", "strikes"), [(16, True), (17, False)])
def test_who_wraps_around_his_enemy_comes_up_to_archers_who_shot(version: int, strikes: bool) -> None:
    """The archers moved before and stood alone: the Axes have moved into contact with them."""
    state = beside_swords(version)
    moving(state, LOW, ("wrap", 2, ("left", 2)))
    for found in (state, again(state)):
        assert contacts.are_touching(found, found.units[1], found.units[2])
        assert is_caught(found, found.units[1]) is not strikes
        assert bool(eligible(found, found.units[1], found.units[2])) is strikes


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:9.4c", "battlesystem:7.11")
@pytest.mark.parametrize(("version", "caught"), [(16, False), (17, True)])
def test_who_wraps_around_his_enemy_comes_up_to_a_hero_who_shot(version: int, caught: bool) -> None:
    state = played(
        men("Swords", 8, 4, 30, 24, 0, engaged=True),
        men("Axes", 12, 4, 30, 24, 180, side=1, engaged=True),
        leaders=[hero("Hal", 32.4, 22.8)],
        version=version,
    )
    state.part = 1
    hal = state.individuals[0]
    hal.shots, hal.last_shot, hal.moved = 1, 1, 3.0
    moving(state, LOW, ("wrap", 1, ("left", 2)))
    assert is_champion_caught(again(state), hal) is caught


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:9.4b.leave")
@pytest.mark.parametrize(("version", "caught"), [(16, False), (17, True)])
def test_a_hero_who_flees_from_one_comes_up_to_another_who_shot(version: int, caught: bool) -> None:
    """Swords have him in contact when his part begins; he flees to archers who have shot and moved before."""
    state = played(
        men("Swords", 4, 4, 30, 24, 0),
        men("Archers", 8, 4, 36, 24, 0, shots=1, last_shot=1, moved=True),
        leaders=[hero("Hal", 30, 24.25, side=1)],
        version=version,
    )
    state.part, state.individuals[0].bound = 1, True
    moving(state, LOW, ("lead", 0, "flee", (33, 28), (36, 24.25)))
    assert state.individuals[0].y == pytest.approx(24.25, abs=0.01)
    assert is_caught(state, state.units[1]) is caught


# ---------------------------------------------------------------- the very edge of woods, rough ground and swamps

EDGES = {
    "south": (30.0, 14.0, 0),
    "west": (20.0, 24.0, 90),
    "north": (30.0, 34.0, 180),
    "east": (40.0, 24.0, 270),
}
"""The middle of each edge of a square, and the bearing inward."""


def at_an_edge(kind: str, edge: str, version: int) -> State:
    """Closed Reds who look into ground of that kind, the middles of their front rank exactly on its edge."""
    x, y, inward = EDGES[edge]
    east, north = forward(float(inward))
    return played(
        men("Reds", 8, 4, x + 0.375 * east, y + 0.375 * north, inward),
        men("Far", 4, 4, 5, 47, 180, side=1),
        terrain=[area(kind, 20, 14, 40, 34)],
        version=version,
    )


@pytest.mark.rule("battlesystem:11.8c", "battlesystem:11.8j", "battlesystem:11.8k")
@pytest.mark.parametrize("kind", ["woods", "rough", "swamp"])
@pytest.mark.parametrize("edge", list(EDGES))
def test_nobody_goes_in_closed_from_the_very_edge_on_whichever_side_that_is(kind: str, edge: str) -> None:
    """Nobody is closed in such ground. By version 16 who stood on its south or west edge was in it, and from the others closed troops went in."""
    for version in (16, 17):
        state = at_an_edge(kind, edge, version)
        unit = state.units[0]
        assert unit.block is not None
        is_old = version == 16 and edge in ("south", "west")
        assert (field.ban(state, unit, unit.block) is not None) is is_old
        why = MoveDecision(state, 0).check(("move", 0, ("slide", 0, 3)))
        assert (why is None) is (version == 16 and not is_old)
        assert MoveDecision(state, 0).check(("move", 0, ("formation", "open"), ("slide", 0, 2))) is None


@pytest.mark.rule("battlesystem:11.8n", "battlesystem:10.8b")
@pytest.mark.parametrize("edge", list(EDGES))
def test_who_is_at_the_very_edge_of_a_wood_is_not_in_it(edge: str) -> None:
    x, y, inward = EDGES[edge]
    east, north = forward(float(inward))
    for version in (16, 17):
        (wood,) = at_an_edge("woods", edge, version).setting.terrain
        assert wood.holds(x, y) is (version == 16 and edge in ("south", "west"))
        assert wood.holds(x + 0.01 * east, y + 0.01 * north)
        along = wood.area
        assert along is not None
        price = line_cost([along], [1.5], x - 2 * north, y - 2 * east, x + 2 * north, y + 2 * east)
        assert price == pytest.approx(6.0 if version == 16 and edge in ("south", "west") else 4.0)


@pytest.mark.rule("battlesystem:10.9", "battlesystem:11.8p")
@pytest.mark.parametrize(
    ("kind", "version", "y"), [("hill", 16, 17.0), ("hill", 17, 14.0), ("woods", 17, 14.0)]
)
def test_a_piece_at_the_very_edge_of_a_hill_or_wood_does_not_go_in(kind: str, version: int, y: float) -> None:
    """It moves on clear ground and roads alone. By version 16 it climbed three inches from there."""
    state = played(
        crew("ballista", 30, 14.75, 0),
        men("Far", 4, 4, 5, 47, 180, side=1),
        terrain=[area(kind, 20, 14, 40, 34, 1 if kind == "hill" else 0)],
        version=version,
    )
    order = ("haul", 0, 0, ("go", 0, 3))
    if MoveDecision(state, 0).check(order) is None:
        moving(state, LOW, order)
    assert state.pieces[0].y == pytest.approx(y, abs=0.02)


# ---------------------------------------------------------------- who leaves a unit that has shot


@pytest.mark.rule("battlesystem:9.1", "battlesystem:9.1g", "battlesystem:10.2")
@pytest.mark.parametrize(("version", "left"), [(16, 2), (17, 1)])
def test_a_member_who_leaves_his_unit_has_shot_as_it_has(version: int, left: int) -> None:
    """He is part of one of its figures, and it shot once in the Initial Missile Phase: of the two shots of his bow one is left."""
    bow = missile_of("long-bow")
    state = played(
        men("Archers", 8, 4, 30, 24, 0, missile=bow, shots=1, last_shot=1),
        men("Far", 4, 4, 30, 44, 180, side=1),
        leaders=[hero("Robin", 30, 24, missile=bow)],
        version=version,
    )
    belongs(state, 0, 0)
    robin = state.individuals[0]
    assert attachment.set_beside(state, robin)
    assert by_champions.shots_left(state, robin) == left


@pytest.mark.rule("battlesystem:9.2h", "battlesystem:9.4c")
@pytest.mark.parametrize("version", [16, 17])
def test_a_commander_who_has_no_sheet_has_the_missiles_of_his_unit(version: int) -> None:
    """He has their weapons, and so twelve of javelin throwers with three volleys are led by one with three of them: 20 + 15 = 35."""
    data = causeway()
    bows = row_of(data, 0, "fen-bows")
    bows.update({"missile": "javelin", "volleys": 3})
    bows["commander"]["apart"] = True
    book = RULEBOOK.of_version(version)
    state = book.open(read(data), {})
    (sheet,) = [one for one in state.setting.sheets.values() if one.name == "Old Sedge"]
    champion = sheet.champion
    assert champion is not None
    if version == 16:
        assert champion.missile is None
        return
    assert champion.missile is not None
    assert (champion.missile.id, champion.missile.volleys) == ("javelin", 3)
    assert sheet.shooter(()).attack_rating == 35


@pytest.mark.rule("battlesystem:9.0b", "battlesystem:2.4")
@pytest.mark.parametrize(
    ("creature", "base", "stands", "old", "new"),
    [
        ("human", 0.75, "true", 1.0, 0.5),
        ("human", 0.75, "false", 0.5, 0.5),
        ("giant", 1.0, "false", 0.5, 1.0),
    ],
)
def test_the_room_of_a_commander_is_that_of_his_people(
    creature: str, base: float, stands: str, old: float, new: float
) -> None:
    data = causeway()
    row_of(data, 0, "causeway-watch").update({"creature": creature, "base": [base, base]})
    for version, room in ((16, old), (17, new)):
        state = RULEBOOK.of_version(version).open(read(data), {"stands": stands})
        (sheet,) = [one for one in state.setting.sheets.values() if one.name == "Captain Hale"]
        assert sheet.champion is not None
        assert sheet.champion.footprint == room


@pytest.mark.rule("battlesystem:9.2a", "battlesystem:4.4", "battlesystem:10.6")
@pytest.mark.parametrize("version", [16, 17])
def test_a_unit_that_runs_off_while_it_moves_because_its_commander_is_shot_moves_no_more(
    version: int,
) -> None:
    """Reds have gone an inch. Archers kill their captain on a way of his own; they roll 20 and run off the table, an inch behind them."""
    state = played(
        men("Reds", 4, 4, 30, 2, 0, formation=OPEN, leader_at=-1),
        men("Archers", 4, 4, 40, 14, 180, side=1, missile=missile_of("long-bow")),
        leaders=[officer("Hale", 40, 8, hit_points=1, armour_class=10)],
        version=version,
    )
    leads(state, 0, 0)
    hale = state.individuals[0]
    hale.unit, hale.on_table, state.units[0].leader_at = -1, True, -1
    falls = dice({10: 10, 6: 1}, {6: 6, 10: 1})
    moving(state, falls, ("move", 0, ("slide", 0, 1)))
    movement_phase.move_step(state, Loaded(falls, [("lead", 0, (40, 10)), ("snipe", 1, 0, 1)]))
    assert (hale.on_table, state.units[0].status) == (False, FLED)
    assert state.mover == (0 if version == 16 else -1)


@pytest.mark.rule("battlesystem:10.6", "battlesystem:5.0c")
def test_who_is_shot_at_between_the_files_of_friends_makes_no_room() -> None:
    """He walks nine inches through an open unit, and after five he is in its first gap."""
    state = played(
        men("Reds", 12, 6, 30, 20, 0, formation=OPEN),
        men("Archers", 4, 4, 40, 24, 270, side=1, missile=missile_of("long-bow")),
        leaders=[hero("Hale", 30, 15, hit_points=90)],
        version=17,
    )
    table = Loaded(LOW, [("lead", 0, (30, 24)), ("snipe", 1, 0, 5)])
    movement_phase.move_step(state, table)
    hale = state.individuals[0]
    assert (hale.x, hale.y, hale.hurt > 0, state.walker) == (30.0, 24.0, True, -1)
    assert [event.text for event in table.of("lead")] == ["Hale moves 9 in."]


# ---------------------------------------------------------------- a wheel onto a hedge, without room to open


@pytest.mark.rule("battlesystem:11.8f", "battlesystem:11.8e", "battlesystem:7.9b")
@pytest.mark.parametrize("version", [16, 17])
def test_a_closed_unit_without_room_to_open_does_not_wheel_onto_a_hedge(version: int) -> None:
    """Friends stand right behind and beside it. Its outermost figure, 2.6 inches from the pivot, is 0.5 before the hedge: some 11 degrees.

    It would open on the hedge, and has no room: it does not cross, and pays for its arc alone. By version 16 it stood across the hedge, closed.
    """
    state = played(
        men("Reds", 8, 4, 30, 20, 0),
        men("Behind", 24, 12, 30, 18.49, 0),
        men("West", 8, 2, 27.7, 20, 0),
        men("East", 8, 2, 32.5, 19.3, 0),
        men("Far", 4, 4, 5, 47, 180, side=1),
        terrain=[line("hedge", (30.5, 20.5), (45, 20.5))],
        version=version,
    )
    moving(state, LOW, ("move", 0, ("wheel", "left", 30)))
    unit = state.units[0]
    assert unit.block is not None
    across = field.ban(state, unit, unit.block)
    assert unit.formation == CLOSED
    if version == 16:
        assert across is not None
        assert unit.spent > 3.0
        return
    assert across is None
    assert 0.0 < unit.spent < 0.6
    why = MoveDecision(state, 0).check(("move", 0, ("wheel", "left", 5)))
    assert why is None or "hedge" in why.reason


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("name", "reach", "told"),
    [("Pike (awl pike)", 3, "their pikes"), ("Spear and hooves", 2, "their spears")],
)
def test_the_news_of_set_spears_name_them_in_the_plural(name: str, reach: int, told: str) -> None:
    arm = weapon("1d6", reach=reach, name=name)
    arm.sets = True
    state = played(
        men("Reds", 12, 6, 30, 20, 0, weapons=[arm]), men("Far", 4, 4, 5, 47, 180, side=1), version=17
    )
    table = moving(state, LOW, ("set", 0, "front"))
    assert [event.text for event in table.of("set")] == [f"Reds set {told}: front."]


class Board(Loaded):
    """A table at which the plans of the first question of shots on the move are kept, by the stop."""

    def __init__(self, state: State, orders: list[Order]) -> None:
        super().__init__(dice({6: 3, 10: 5}, {6: 3, 10: 5}), orders)
        self.state = state
        self.seen: dict[int, dict[int, int]] = {}

    def ask(self, decision: Decision) -> Order:
        if isinstance(decision, PassingShot) and not self.seen:
            for plan in passing_divisions(self.state, decision):
                stop = int(plan.word.split()[1])
                self.seen[stop] = {int(step.word): int(step.most) for step in plan.steps if step.most}
        return super().ask(decision)


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:10.6a")
def test_the_board_counts_who_sees_the_others_past_the_mover_where_he_has_come_to() -> None:
    """Six archers look at Back past the way of a column: after two inches it hides nobody from them, after nine two of them see Back no more."""
    state = played(
        men("Archers", 6, 6, 30, 20, 0, missile=missile_of("long-bow")),
        men("Mover", 8, 2, 22, 24, 90, side=1),
        men("Back", 6, 6, 30, 28, 180, side=1),
        version=17,
        options={"premeasure": True},
    )
    state.ranking = state.movers = (1, 0)
    table = Board(state, [("move", 1, ("slide", 0, 9))])
    movement_phase.move_step(state, table)
    for stop, shares in table.seen.items():
        there = state.copy()
        block = men("Mover", 8, 2, 22 + min(stop, 9), 24, 90, side=1).unit.block
        assert block is not None
        there.units[1].stand(block)
        fire = aim_of(there, there.units[0], there.units[2], False)
        assert shares[2] == (0 if fire is None else len(fire.shooters))
    assert (table.seen[2][2], table.seen[9][2]) == (6, 4)


@pytest.mark.rule("battlesystem:11.8n")
@pytest.mark.parametrize(("version", "spent"), [(16, 12.0), (17, 6.0)])
def test_who_cannot_pay_for_the_ground_that_he_stands_in_pays_nothing(version: int, spent: float) -> None:
    """Under `flat_terrain_penalty`: six of nine inches are spent, and the swamp in which it stands would make them twelve."""
    state = played(
        men("Reds", 4, 4, 30, 20, 0, formation=OPEN, spent=6.0, moved=True),
        men("Far", 4, 4, 5, 47, 180, side=1),
        terrain=[area("swamp", 20, 19, 31, 30)],
        version=version,
        options={"flat_ground": True},
    )
    movement_phase.move_step(state, Loaded(LOW, [("move", 0, ("slide", 0, 2))]))
    unit = state.units[0]
    assert unit.block is not None
    assert (unit.block.y, unit.spent) == (20.0, spent)


# ---------------------------------------------------------------- roads over slopes and fords


def across_a_road(kind: str, version: int, *troops: Any, **changes: Any) -> State:
    """A road due north, and from y 14 on a hill or ford, or along it a stream."""
    ground = line("stream", (10, 14), (50, 14))
    if kind != "stream":
        ground = area(kind, 10, 14, 50, 44, 1 if kind == "hill" else 0)
    return played(
        *troops,
        men("Far", 4, 4, 5, 47, 180, side=1),
        terrain=[line("road", (30, 0), (30, 48), width=2.0), ground],
        version=version,
        **changes,
    )


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:11.8f", "battlesystem:11.8h", "battlesystem:11.8m")
@pytest.mark.parametrize(
    ("kind", "y", "formation"), [("hill", 18.0, CLOSED), ("ford", 18.0, OPEN), ("stream", 22.0, CLOSED)]
)
def test_slopes_and_fords_are_paid_for_on_roads(kind: str, y: float, formation: int) -> None:
    """Of nine inches three go for it, and six lead 6 / 0.75 = 8 inches along the road; a ford opens. Over a stream the road leads by a bridge."""
    for version, far, stands in ((16, 22.0, CLOSED), (17, y, formation)):
        state = across_a_road(kind, version, men("Reds", 8, 2, 30, 10, 0))
        moving(state, LOW, ("move", 0, ("slide", 0, 12)))
        unit = state.units[0]
        assert unit.block is not None
        assert (round(unit.block.y, 2), round(unit.spent, 2), unit.formation) == (far, 9.0, stands)


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:11.8h", "battlesystem:9.0d")
@pytest.mark.parametrize(("version", "loose", "alone"), [(16, 12.0, 16.0), (17, 8.0, 32 / 3)])
def test_skirmishers_and_heroes_climb_on_a_road_too(version: int, loose: float, alone: float) -> None:
    """A skirmisher: (9 - 3) / 0.75; a hero of twelve inches: (12 - 4) / 0.75."""
    state = across_a_road("hill", version, skirmishers("Scouts", [(30, 10)], 0))
    moving(state, LOW, ("skirmish", 0, (0, 0, 20)))
    singles = state.units[0].singles
    assert singles is not None
    assert singles[0].y - 10 == pytest.approx(loose, abs=0.002)
    state = across_a_road("hill", version, leaders=[hero("Hal", 30, 10)])
    moving(state, LOW, ("lead", 0, (30, 40)))
    assert state.individuals[0].y - 10 == pytest.approx(alone, abs=0.002)


@pytest.mark.rule("battlesystem:11.8i")
@pytest.mark.parametrize("version", [16, 17])
def test_nobody_charges_uphill_on_a_road(version: int) -> None:
    state = across_a_road(
        "hill", version, men("Reds", 8, 2, 30, 10, 0), men("Blues", 4, 2, 30, 20, 180, side=1)
    )
    why = MoveDecision(state, 0).check(("charge", 0, 1, ("slide", 0)))
    assert (why is None) is (version == 16)


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:11.8h")
def test_who_cannot_pay_for_a_slope_on_a_road_stops_before_it() -> None:
    """Nine inches: ten inches of road are seven and a half, and three for the climb are too many."""
    state = across_a_road("hill", 17, men("Reds", 8, 2, 30, 4, 0))
    moving(state, LOW, ("move", 0, ("slide", 0, 12)))
    unit = state.units[0]
    assert unit.block is not None
    assert (round(unit.block.y, 2), round(unit.spent, 1), unit.formation) == (13.98, 7.5, CLOSED)


@pytest.mark.rule("battlesystem:10.9", "battlesystem:11.8a", "battlesystem:11.8h", "battlesystem:11.8p")
@pytest.mark.parametrize(("version", "inches"), [(16, 8.0), (17, 16 / 3)])
def test_a_piece_climbs_on_a_road_for_a_third_of_its_rate(version: int, inches: float) -> None:
    """A ballista: six inches are eight on the road, and (6 - 2) / 0.75 where it climbs."""
    state = across_a_road("hill", version, crew("ballista", 30, 10, 0))
    start = state.pieces[0].y
    moving(state, LOW, ("haul", 0, 0, ("go", 0, 20)))
    assert state.pieces[0].y - start == pytest.approx(inches, abs=0.002)


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:11.8f", "battlesystem:11.8m")
def test_a_column_that_is_too_broad_for_the_road_once_it_has_opened_ends_its_move() -> None:
    """Closed two files are an inch and a half broad, open two inches: 0.1 beside the middle of a road of two they lie over its edge."""
    state = across_a_road("ford", 17, men("Reds", 8, 2, 30.1, 10, 0))
    moving(state, LOW, ("move", 0, ("slide", 0, 12)))
    unit = state.units[0]
    assert unit.block is not None
    assert (round(unit.block.y, 1), unit.formation) == (14.0, OPEN)
    assert unit.spent == pytest.approx(6.0, abs=0.03)


@pytest.mark.rule("battlesystem:9.2a", "battlesystem:7.3c", "battlesystem:10.4c")
@pytest.mark.parametrize(("version", "gone"), [(16, 5.0), (17, 4.0)])
def test_a_commander_who_leaves_has_not_paid_for_gaps(version: int, gone: float) -> None:
    """His unit went four inches and paid one for a gap: his half of nine inches beside a shot is 4.5."""
    state = played(
        men(
            "Archers",
            8,
            4,
            30,
            24,
            0,
            formation=OPEN,
            missile=missile_of("long-bow"),
            spent=5.0,
            closing=1.0,
            moved=True,
        ),
        men("Far", 4, 4, 30, 44, 180, side=1),
        leaders=[officer("Robin", 30, 24, missile=missile_of("long-bow"), movement=9.0)],
        version=version,
    )
    leads(state, 0, 0)
    moving(state, LOW, ("lead", 0, "apart"))
    assert state.individuals[0].moved == gone
    assert (by_champions.shots_left(state, state.individuals[0]) > 0) is (version == 17)


@pytest.mark.rule("battlesystem:10.6c", "battlesystem:5.0c", "battlesystem:9.0d")
@pytest.mark.parametrize(
    ("inches", "stop", "version", "y"), [(9, 4, 16, 16.25), (9, 4, 17, 17.0), (4, 4, 17, 16.25)]
)
def test_nobody_makes_room_for_friends_who_are_shot_at_as_they_pass_him(
    inches: int, stop: int, version: int, y: float
) -> None:
    """Two ranks, an inch and a half deep: after four inches from y 14 they stand over him, after nine he is behind them."""
    state = played(
        men("Reds", 12, 6, 30, 14, 0),
        men("Bows", 4, 4, 30, 30, 180, side=1, missile=missile_of("long-bow")),
        leaders=[hero("Hal", 30, 17)],
        version=version,
    )
    falls = dice({6: 6, 10: 1}, {6: 6, 10: 1})
    movement_phase.move_step(state, Loaded(falls, [("move", 0, ("slide", 0, inches)), ("shoot", 1, 0, stop)]))
    assert state.units[1].shots == 1
    assert (state.individuals[0].x, state.individuals[0].y) == (30.0, y)
    assert state.walker == -1


@pytest.mark.rule("battlesystem:9.2h", "battlesystem:10.4d", "battlesystem:10.8d", "battlesystem:10.5")
def test_a_commander_of_horse_archers_shoots_from_the_saddle() -> None:
    """As his unit: 24 inches beside one shot, +2, and in the middle of his move."""
    data = causeway()
    riders = row_of(data, 0, "grey-riders")
    riders["missile"] = "short-bow"
    riders["commander"]["apart"] = True
    state = RULEBOOK.open(read(data), {})
    ((number, sheet),) = [pair for pair in state.setting.sheets.items() if pair[1].name == "Sir Oswin"]
    assert sheet.champion is not None
    assert (sheet.champion.rides, sheet.champion.counts_large) == (True, True)
    assert sheet.shooter(()).riding == "cavalry"
    oswin = state.individuals[number]
    state.round, oswin.last_shot, oswin.shots = 1, 1, 1
    assert by_champions.share(state, oswin) == 1.0


@pytest.mark.rule("battlesystem:9.2h", "battlesystem:9.4b.mounted", "battlesystem:9.4b.damage")
@pytest.mark.parametrize(
    ("version", "options", "blows", "size"),
    [
        (17, {}, ("1d8", "1d4", "1d4"), "L"),
        (18, {}, ("1d8",), "M"),
        (18, {"hero_mounts_fight": "true"}, ("1d8", "1d4", "1d4"), "M"),
    ],
)
def test_the_horse_of_a_commander_without_a_sheet_strikes_nobody(
    version: int, options: dict[str, str], blows: tuple[str, ...], size: str
) -> None:
    """The sheet of his riders has a longsword and two hooves, and size L for man and horse; he is a man of size M with a longsword."""
    data = causeway()
    row_of(data, 0, "grey-riders")["commander"]["apart"] = True
    state = RULEBOOK.of_version(version).open(read(data), options)
    (sheet,) = [one for one in state.setting.sheets.values() if one.name == "Sir Oswin"]
    champion = sheet.champion
    assert champion is not None
    assert (champion.arms.small, len(champion.arms.weapon.small), champion.size) == (blows, len(blows), size)
    assert champion.counts_large
