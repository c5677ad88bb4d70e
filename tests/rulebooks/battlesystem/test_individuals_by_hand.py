"""Individuals by hand, rules version 9: roles and who is asked, deputies and charts, rest, leaving contact, ground; each worked out before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.individuals import belongs, leads, officer
from rulebooks.battlesystem.regiments import (
    Troop,
    area,
    battle,
    captain,
    crowd,
    hero,
    line,
    men,
    skirmishers,
)
from rulebooks.battlesystem.test_deputies import camp, declare, regiment
from rulebooks.battlesystem.test_formations import give, refused

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.attack_rolls import standing_rating
from banneret.rulebooks.battlesystem.combat.champions import harm
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, HERO, UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.individuals import fates, footprints, ground, roles
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.movement import compelled_moves, movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.rally import rally_phase
from banneret.rulebooks.battlesystem.roles import changes, melee_roles, succession
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.setup.placement import Placement
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.sheets import Sheet
from banneret.rulebooks.battlesystem.unit import FLED, FORWARD, NOBODY, OPEN, SLAIN, WAITING
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.testing import Script
from banneret.testing.script import Refused


def added(state: State, one: tuple[Sheet, Individual]) -> Individual:
    """One more individual."""
    sheet, person = one
    person.id = len(state.setting.sheets)
    state.setting.sheets[person.id], state.individuals[person.id] = sheet, person
    state.posts = None
    return person


def opening(*troops: Troop, **changes_: Any) -> State:
    """Roderick commands Spears (front at y 24), enemies far to the north, and whoever else; the Movement Phase opens."""
    state = battle(
        men("Spears", 12, 6, 30, 24),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        *troops,
        leaders=[officer("Roderick", 30, 20, rank=UNIT_COMMANDER), officer("Eric", 10, 30)],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        ranking=(0, 1),
        movers=(0, 1),
        **changes_,
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    return state


# ---------------------------------------------------------------- when changes are declared


@pytest.mark.rule("battlesystem:9.0a", "battlesystem:1.4")
@pytest.mark.parametrize("version", [8, 9])
@pytest.mark.parametrize("who", ["mob", "rout", "debt"])
def test_what_goes_of_itself_does_not_end_the_time_for_changes(who: str, version: int) -> None:
    own: dict[str, Any] = {"routed": True, "formation": OPEN, "rout_heading": 180.0}
    troops = {
        "mob": crowd("Mob", 16, 10, 10, order=FORWARD),
        "rout": men("Runners", 12, 6, 10, 14, 180, **own),
        "debt": men("Bows", 12, 6, 10, 14, debt=2),
    }
    state = opening(troops[who], options={"version": version})
    assert declare(state).asked == []  # Roderick and Eric are with none of these
    compelled_moves.compelled_step(state, Script())
    gone = state.units[2]
    assert gone.moved or gone.spent
    may = version == 9
    assert (("role", 0, "hero") in MoveDecision(state, 0).orders()) is may
    movement_phase.move_step(state, Script(orders=[("move", 0, ("slide", 0, 2))]))
    assert MoveDecision(state, 0).roles == []  # he moved these himself


@pytest.mark.rule("battlesystem:9.0a", "battlesystem:9.1d")
@pytest.mark.parametrize(("version", "asked"), [(8, []), (9, ["role"])])
def test_who_is_with_a_unit_that_runs_may_leave_it_before_it_runs_on(version: int, asked: list[str]) -> None:
    # 4 inches from the edge of the table with a rate of 9: it leaves the field, and who is in it too.
    own: dict[str, Any] = {"routed": True, "formation": OPEN, "rout_heading": 180.0}
    state = opening(men("Runners", 12, 6, 10, 4, 180, **own), options={"version": version})
    belongs(state, 1, 2)
    table = declare(state, *([("role", 1, "hero")] if asked else []))
    assert table.kinds[: len(asked)] == asked
    compelled_moves.compelled_step(state, Script(dice=[1] * 20))
    in_command.review(state, Script())
    eric = state.individuals[1]
    assert state.units[2].status == FLED
    assert (eric.on_table, eric.fate) == ((True, WAITING) if asked else (False, FLED))


# ---------------------------------------------------------------- deputies and charts


@pytest.mark.rule("battlesystem:9.3c", "battlesystem:4.7", "battlesystem:2.9c")
@pytest.mark.parametrize("version", [8, 9])
def test_skirmishers_whose_commander_fell_may_be_taken_over(version: int) -> None:
    # Being out of command costs them nothing, but it decides who may rally them, and whether a deputy steps in.
    state = battle(
        skirmishers("Scouts", [(30, 24), (32, 24), (34, 24)], commander="Rod", radius=10.0),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[
            officer("Rod", 30, 20, rank=UNIT_COMMANDER),
            officer("Hale", 30, 14, radius=30.0, deputy_unit=0),
        ],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        ranking=(0, 1),
        movers=(0, 1),
        options={"version": version},
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    rod, hale, scouts = state.individuals[0], state.individuals[1], state.units[0]
    assert succession.why_not(state, hale) == "Scouts is in command."
    roles.part(state, rod)
    harm.hurt(state, Script(), rod, 60)
    in_command.review(state, Script())
    if version == 8:
        assert succession.why_not(state, hale) == "Scouts is in command."
        return
    declare(state, ("role", 1, "deputy"))
    assert (scouts.chief, scouts.now.radius) == (1, 30.0)
    assert scouts.in_command


@pytest.mark.rule("battlesystem:9.3d", "battlesystem:9.3c")
@pytest.mark.parametrize(("version", "may"), [(8, False), (9, True)])
def test_the_brigade_of_one_who_rose_may_be_taken_over_at_once(version: int, may: bool) -> None:
    state = camp(options={"version": version})
    state.setting.sheets[1].deputy_leader = NOBODY
    brigadier = added(state, officer("Brigadier", 10, 20, rank=BRIGADE, radius=9.0, deputy_leader=0))
    second = added(state, officer("Second", 14, 20, radius=9.0, deputy_leader=brigadier.id))
    harm.hurt(state, Script(), state.individuals[0], 60)
    in_command.review(state, Script())
    assert changes.take(state, ("role", brigadier.id, "deputy"))
    assert (("role", second.id, "deputy") in changes.options(state, 0)) is may
    # who steps down still keeps his deputy waiting
    state = camp(options={"version": version})
    assert changes.take(state, ("role", 0, "hero"))
    assert succession.why_not(state, state.individuals[1]) == succession.LATER


@pytest.mark.rule("battlesystem:9.3d")
@pytest.mark.parametrize(("version", "why"), [(8, succession.LATER), (9, "")])
def test_what_one_becomes_who_stepped_down_long_ago_holds_up_nobody(version: int, why: str) -> None:
    state = camp(options={"version": version}, round=2)
    assert changes.take(state, ("role", 0, "hero"))
    state.round = 3
    marshal = state.individuals[0]
    marshal.x, marshal.y = 30.0, 24.25  # in contact with Spears
    assert changes.take(state, ("role", 0, "member", 0))
    assert succession.why_not(state, state.individuals[1]) == why


@pytest.mark.rule("battlesystem:9.3f", "battlesystem:9.3a")
@pytest.mark.parametrize(("version", "third"), [(8, HERO), (9, BRIGADE)])
def test_who_has_risen_higher_does_not_end_the_row_of_a_chart(version: int, third: int) -> None:
    """Marshal: Deputy. Brigadier: Deputy, Third. The Deputy is Army Commander when the Brigadier falls."""
    state = camp(options={"version": version})
    added(state, officer("Third", 20, 20, radius=9.0))
    added(state, officer("Brigadier", 10, 20, rank=BRIGADE, radius=9.0))
    state.setting.charts = [(0, 1), (3, 1, 2)]
    harm.hurt(state, Script(), state.individuals[0], 60)
    declare(state)
    assert roles.rank_of(state, state.individuals[1]) == ARMY
    harm.hurt(state, Script(), state.individuals[3], 60)
    state.stage, state.part, state.round = stages.ROLES, 0, 2
    declare(state)
    assert roles.rank_of(state, state.individuals[1]) == ARMY
    assert roles.rank_of(state, state.individuals[2]) == third


@pytest.mark.rule("battlesystem:9.3f", "battlesystem:9.3a")
@pytest.mark.parametrize(("version", "chief"), [(8, 1), (9, 2)])
def test_a_chart_takes_nobody_down(version: int, chief: int) -> None:
    """Hale has risen to a brigade when Roderick falls, on whose chart he stands before Third: it is Third's turn."""
    state = regiment()
    state.setting.flags.version = version
    state.setting.sheets[1].deputy_unit = NOBODY
    added(state, officer("Third", 20, 20))
    added(state, officer("Brigadier", 50, 4, rank=BRIGADE, radius=5.0))
    state.setting.charts = [(3, 1), (0, 1, 2)]
    harm.hurt(state, Script(), state.individuals[3], 60)
    declare(state)
    assert roles.rank_of(state, state.individuals[1]) == BRIGADE
    roles.part(state, state.individuals[0])
    harm.hurt(state, Script(), state.individuals[0], 60)
    state.setting.sheets[1].radius = 5.0
    in_command.review(state, Script())
    state.stage, state.part, state.round = stages.ROLES, 0, 2
    declare(state)
    assert state.units[0].chief == chief


# ---------------------------------------------------------------- enemies who go alone are the enemy


@pytest.mark.rule("battlesystem:9.1g")
@pytest.mark.parametrize(("version", "may"), [(8, True), (9, False)])
def test_nobody_joins_a_unit_that_an_enemy_hero_touches(version: int, may: bool) -> None:
    state = battle(
        men("Band", 4, 4, 30, 24, formation=OPEN, commander=""),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Eric", 30, 23.0), officer("Foe", 30, 24.25, 1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    assert (("role", 0, "member", 0) in changes.options(state, 0)) is may


@pytest.mark.rule("battlesystem:9.2b")
@pytest.mark.parametrize("version", [8, 9])
@pytest.mark.parametrize("foe", ["unit", "hero"])
@pytest.mark.parametrize("has_sheet", [True, False])
def test_an_army_commander_may_fight_with_a_unit_in_any_battle(
    version: int, foe: str, has_sheet: bool
) -> None:
    """No member, deputy, chart or the like is in this scenario; the enemy is a unit or a hero. AR 20, out of command 21, with him 20."""
    leaders = [officer("Marshal", 30, 22.245, rank=ARMY) if has_sheet else captain("Marshal", 30, 22.245)]
    if foe == "hero":
        leaders.append(hero("Foe", 30, 24.25, side=1))
    state = battle(
        men("Legion", 12, 6, 30, 24, commander=""),
        men("Orcs", 12, 6, 30, 24.0 if foe == "unit" else 44.0, 180, side=1),
        leaders=leaders,
        tier=stages.INTERMEDIATE,
        stage=stages.DUELS,
        options={"version": version},
    )
    assert not state.setting.has_roles
    in_command.review(state, Script())
    legion = state.units[0]
    before = standing_rating(state, legion)
    table = Script(orders=[("aid", 0, 0)] if version == 9 else [])
    rounds.play_step(state, table)
    assert ("aid" in table.kinds) is (version == 9)
    assert before - standing_rating(state, legion) == (1 if version == 9 else 0)
    if version == 8:
        assert melee_roles.units_to_aid(state, state.individuals[0]) == ([0] if foe == "unit" else [])
    state.stage = stages.ROUND_END
    rounds.end(state, Script())
    assert (legion.aided, state.individuals[0].aids) == (False, NOBODY)


# ---------------------------------------------------------------- rest


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.13e", "battlesystem:9.1")
@pytest.mark.parametrize(
    ("role", "deed", "version", "left"),
    [
        ("hero", "", 9, 2),  # one march less for a round of rest
        ("hero", "", 8, 0),
        ("member", "", 9, 2),
        ("member", "fight", 9, 3),  # he did what his unit did
        ("member", "fight", 8, 0),
        ("member", "march", 9, 3),
        ("chief", "fight", 9, 3),
        ("aid", "fight", 9, 3),
    ],
)
def test_forced_marches_are_slept_off_one_a_round_by_who_rests(
    role: str, deed: str, version: int, left: int
) -> None:
    state = opening(options={"version": version})
    eric, spears = state.individuals[1], state.units[0]
    if role == "member":
        belongs(state, 1, 0)
    elif role == "chief":
        eric = state.individuals[0]
    elif role == "aid":
        eric.aids = 0
    eric.march = 3
    spears.attacked = deed == "fight"
    spears.moved = deed == "march"
    state.stage = stages.ROUND_END
    rounds.end(state, Script())
    assert eric.march == left


@pytest.mark.rule("battlesystem:7.13e", "battlesystem:9.0d")
@pytest.mark.parametrize(("version", "told"), [(9, True), (10, False)])
def test_nothing_is_told_of_the_rest_of_the_fallen(version: int, told: bool) -> None:
    state = opening(options={"version": version})
    eric = state.individuals[1]
    eric.march, eric.fate, eric.on_table = 3, SLAIN, False
    state.stage = stages.ROUND_END
    table = Script()
    rounds.end(state, table)
    assert any("has rested" in event.text for event in table.events) == told


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:6.1")
@pytest.mark.parametrize(("version", "left"), [(8, 0), (9, 2)])
def test_a_unit_commander_apart_who_rallies_his_unit_does_not_rest(version: int, left: int) -> None:
    state = opening(options={"version": version})
    roderick, spears = state.individuals[0], state.units[0]
    roles.part(state, roderick)
    roderick.x, roderick.y, roderick.on_table, roderick.march = 30.0, 20.0, True, 2
    spears.routed, spears.formation = True, OPEN
    state.stage = stages.RALLY
    rally_phase.attempt(state, Script(dice=[10, 10]), ("rally", 0, "own"))
    assert spears.routed
    footprints.recover(state, Script())
    footprints.rest(state, roderick)
    assert roderick.march == left


# ---------------------------------------------------------------- leaving contact


def held(version: int = 9, **changes_: Any) -> State:
    """Grange at (30, 20.25) before the front, y 20.5, of twelve Orcs that face south, six abreast from x 27.75 to 32.25."""
    return battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1, **changes_),
        men("Spears", 12, 6, 10, 10),
        leaders=[hero("Grange", 30, 20.25, hit_points=99)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:9.4b.leave", "battlesystem:7.8")
def test_nobody_flees_through_those_whom_he_touches() -> None:
    through: Order = ("lead", 0, "flee", (30, 30))
    assert MoveDecision(held(8), 0).check(through) is None
    why = refused(held(), *through)
    assert (why.rule, "Orcs" in why.reason) == ("battlesystem:9.0d", True)
    offered = [order for order in MoveDecision(held(), 0).orders() if order[0] == "lead"]
    assert ("lead", 0, "flee", (30, 32.25)) not in offered
    assert ("lead", 0, "flee", (30, 8.25)) in offered
    # along the front and then round the corner he may go, and as near as he stands
    assert MoveDecision(held(), 0).check(("lead", 0, "flee", (33, 20.25), (33, 25))) is None
    # nor through an enemy hero: 0.45 inches beside him he would stand on him, at half an inch he passes
    state = battle(
        men("Far", 4, 4, 10, 5),
        leaders=[hero("Red", 30, 20), hero("Blue", 30, 20.5, side=1)],
        tier=stages.INTERMEDIATE,
    )
    assert "Blue is in the way" in refused(state, "lead", 0, "flee", (30, 30)).reason
    assert MoveDecision(state, 0).check(("lead", 0, "flee", (29.5, 20), (29.5, 30))) is None


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.12")
@pytest.mark.parametrize("version", [8, 9])
def test_nobody_withdraws_through_another_whom_he_touches(version: int) -> None:
    """Two Orcs before him and one Goblin behind: straight back from all three leads through the Goblin."""
    state = battle(
        men("Orcs", 12, 6, 30, 20.5, 180, side=1),
        men("Goblin", 1, 1, 30, 20.0, 0, side=1),
        leaders=[hero("Grange", 30, 20.25)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    found = MoveDecision(state, 0).check(("lead", 0, "withdraw"))
    assert (found is None) is (version == 8)
    assert found is None or "Goblin is in the way" in found.reason


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:6.3", "battlesystem:8.8d")
@pytest.mark.parametrize(("version", "rallied", "blows"), [(9, False, 1), (9, True, 0), (8, True, 1)])
def test_who_was_rallied_strikes_at_no_fleeing_hero(version: int, rallied: bool, blows: int) -> None:
    state = held(version, rallied=rallied)
    table = Script(orders=[("lead", 0, "flee", (30, 10))], dice=[4, 5] * blows)
    movement_phase.move_step(state, table)
    table.finish()
    assert [event.kind for event in table.events].count("blow") == blows


# ---------------------------------------------------------------- skirmishers and those who go alone


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.8", "battlesystem:2.9e")
@pytest.mark.parametrize(
    ("inches", "version", "y", "touches"),
    [
        (1.25, 9, 25.25, False),
        (1.375, 9, 25.375, True),  # 26 - 1/4 - 3/8
        (3.0, 9, 25.375, True),
        (3.0, 8, 27.0, False),
    ],
)
def test_a_skirmisher_halts_at_a_hero_and_may_come_upon_him(
    inches: float, version: int, y: float, touches: bool
) -> None:
    state = battle(
        skirmishers("Scouts", [(30, 24), (33, 24)]),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[hero("Red", 30, 26, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    table = give(state, ("skirmish", 0, ("all", 0, inches)))
    singles = state.units[0].singles
    assert singles is not None
    assert (round(singles[0].y, 3), round(singles[1].y, 3)) == (y, 24 + inches)  # the other goes past him
    assert bool(footprints.touched(state, state.individuals[0])) is touches
    assert ("into contact" in table.news) is touches
    if touches:
        # in the next round he does not bind it: it goes round, and not through him
        rounds.forget(state.units[0])
        give(state, ("skirmish", 0, (0, 0, 2), (1, 90, 1)))
        assert singles[0].y < y + 0.02
        rounds.forget(state.units[0])
        give(state, ("skirmish", 0, (0, 270, 2)))
        assert round(singles[0].x, 3) == 28.0


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.13")
def test_on_a_forced_march_skirmishers_stop_short_of_him() -> None:
    state = battle(
        skirmishers("Scouts", [(30, 24)], commander="Rod", radius=10.0),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[hero("Red", 30, 30, side=1)],
        tier=stages.INTERMEDIATE,
    )
    movement_phase.move_step(state, Script(orders=[("march", 0, (0, 0, 12))], dice=[1, 1]))
    singles = state.units[0].singles
    assert singles is not None
    assert round(singles[0].y, 3) == 29.275  # a tenth of an inch before 29.375


# ---------------------------------------------------------------- ground


def walk(
    terrain: list[Feature], *orders: Order, version: int = 9, creature: str = "", **facts: Any
) -> tuple[float, float]:
    """Hal (MV 12) goes from (30, 10) as ordered: how far north he comes, and the movement that it took."""
    flat = facts.pop("flat", False)
    state = battle(
        men("Far", 4, 4, 50, 5),
        men("Orcs", 4, 4, 50, 40, 180, side=1),
        leaders=[hero("Hal", 30, 10, **facts)],
        terrain=terrain,
        tier=stages.INTERMEDIATE,
        options={"version": version, "flat_ground": flat},
    )
    state.setting.sheets[0].creature = creature
    give(state, *orders)
    one = state.individuals[0]
    again = CODEC.load(CODEC.dump(state), state)
    assert again.individuals == state.individuals
    return round(one.y, 3), round(one.moved, 3)


NORTH: Order = ("lead", 0, (30, 40))


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:11.8n")
@pytest.mark.parametrize(
    ("kind", "facts", "found"),
    [
        ("woods", {}, (19.0, 12.0)),  # 3 and 9 / 1.5
        ("rough", {}, (17.5, 12.0)),  # 3 and 9 / 2
        ("swamp", {}, (17.5, 12.0)),
        ("woods", {"creature": "elf"}, (22.0, 12.0)),  # at home: all twelve
        ("woods", {"creature": "elf", "mount": "horse-heavy-warhorse"}, (19.0, 12.0)),  # its mount is not
        ("rough", {"creature": "dwarf"}, (22.0, 12.0)),
        ("woods", {"version": 8}, (22.0, 12.0)),
    ],
)
def test_ground_slows_an_individual_as_it_slows_a_skirmisher(
    kind: str, facts: dict[str, Any], found: tuple[float, float]
) -> None:
    assert walk([area(kind, 20, 13, 40, 25)], NORTH, **facts) == found


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:11.8e")
def test_a_stream_takes_a_third_of_his_rate() -> None:
    brook = [line("stream", (0, 15), (60, 15))]
    assert walk(brook, NORTH) == (18.0, 12.0)  # 8 inches of way
    assert walk(brook, ("lead", 0, "march", (30, 40))) == (24.0, 18.0)  # 18 - 4
    # with 3.5 left he comes up to it and not over it
    assert walk(brook, ("lead", 0, (33.5, 10), (30, 10), (30, 11.5)), NORTH) == (14.98, 11.98)
    # and then no way leads on
    state = battle(
        men("Far", 4, 4, 50, 5),
        men("Orcs", 4, 4, 50, 40, 180, side=1),
        leaders=[hero("Hal", 30, 14.98)],
        terrain=brook,
        tier=stages.INTERMEDIATE,
    )
    state.individuals[0].moved = 9.0
    why = refused(state, *NORTH)
    assert (why.reason, why.rule) == (
        "The stream takes more movement than Hal has left.",
        "battlesystem:11.8e",
    )
    # in a later round he pays it once, and from its middle not again
    state.individuals[0].moved = 0.0
    give(state, NORTH)
    assert round(state.individuals[0].y, 2) == 22.98
    state.individuals[0].y, state.individuals[0].moved = 15.0, 0.0
    give(state, ("lead", 0, (30, 20)))
    assert state.individuals[0].moved == 5.0


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:11.8n")
def test_by_the_option_dear_ground_slows_for_the_whole_round() -> None:
    # Three inches in the open and one in the rough are eight; back out of it every inch still takes two.
    rough = [area("rough", 20, 13, 40, 25)]
    assert walk(rough, ("lead", 0, (30, 14)), flat=True) == (14.0, 8.0)
    assert walk(rough, ("lead", 0, (30, 14)), ("lead", 0, (30, 12)), flat=True) == (12.0, 12.0)


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.12", "battlesystem:8.8c")
def test_ground_and_those_who_leave_contact() -> None:
    # A withdrawal is three inches on any ground; a flight of twelve over a brook is eight.
    for order, y in ((("lead", 0, "withdraw"), 17.25), (("lead", 0, "flee", (30, 2)), 12.25)):
        state = held()
        state.setting.terrain = [line("stream", (0, 18), (60, 18))]
        movement_phase.move_step(state, Script(orders=[order], dice=[1, 1]))
        assert (state.individuals[0].y, state.individuals[0].moved) == (y, 12.0)


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:3.5")
def test_the_preview_says_what_the_ground_takes() -> None:
    state = battle(
        men("Far", 4, 4, 50, 5),
        men("Orcs", 4, 4, 50, 40, 180, side=1),
        leaders=[hero("Hal", 30, 10), captain("Old", 20, 10)],
        terrain=[area("woods", 0, 13, 60, 25)],
        tier=stages.INTERMEDIATE,
    )
    shown = preview(state, MoveDecision(state, 0), NORTH)
    assert [step.cost for step in shown.steps] == [12.0]
    assert (shown.cost, "go no farther" in shown.sentence, shown.rule) == (12.0, True, "battlesystem:11.8n")
    assert shown.instead[0].order == "lead 0 (30 19)"
    assert not ground.counts(state, state.individuals[1])  # without a sheet, as in the Basic Game


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:11.8l")
def test_who_is_at_home_in_deep_water_may_enter_it() -> None:
    lake = [area("water", 20, 13, 40, 25)]
    # 3 inches on land at a rate of 6, then twice as fast
    facts = {"creature": "lizard-man", "movement": 6.0}
    assert walk(lake, NORTH, **facts) == (19.0, 6.0)
    for one in ({"version": 8, **facts}, {}):
        with pytest.raises(Refused, match="is in the way"):
            walk(lake, NORTH, **one)


@pytest.mark.rule("battlesystem:9.0b", "battlesystem:5.0c")
@pytest.mark.parametrize(
    ("footprint", "y", "version", "may"),
    [(0.5, 0.25, 9, True), (1.0, 0.25, 9, False), (1.0, 0.25, 8, True), (1.0, 0.5, 9, True)],
)
def test_nobody_stands_half_over_the_edge(footprint: float, y: float, version: int, may: bool) -> None:
    """A giant is an inch square: his middle stays half an inch from the edge of the table, and of a bog."""
    state = battle(
        men("Far", 4, 4, 50, 5),
        men("Orcs", 4, 4, 50, 40, 180, side=1),
        leaders=[hero("Giant", 30, 10, footprint=footprint)],
        ground=[[(20, 14), (40, 14), (40, 20), (20, 20)]],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    decision = MoveDecision(state, 0)
    for order in (("lead", 0, (30, y)), ("lead", 0, (30, 14 - y))):
        refusal = decision.check(order)
        assert (refusal is None) is may
        assert refusal is None or (refusal.nearest or ())[:2] == ("lead", 0)


@pytest.mark.rule("battlesystem:9.0b", "battlesystem:5.0c", "battlesystem:3.4")
@pytest.mark.parametrize(("version", "allowed"), [(9, [0.5, 0.51]), (8, [0.25, 0.49, 0.5, 0.51])])
def test_a_giant_is_set_up_with_all_of_it_on_the_table(version: int, allowed: list[float]) -> None:
    """Trunk-foot of Lairn is an inch square, and the zone of the Forward Wing begins at the edge of the table."""
    book = RULEBOOK.of_version(version)
    state = book.new(book.scenario("lairn"), book.options({}))
    number = next(
        one.id for one in state.individuals.values() if state.setting.sheets[one.id].name == "Trunk-foot"
    )
    decision = Placement(state, 1)
    *others, last = decision.default()
    items = [item for item in (*others, last) if item[:2] != ("leader", number)]
    found = [
        x
        for x in (0.2, 0.25, 0.49, 0.5, 0.51)
        if decision.check((*items, ("leader", number, x, 20.0))) is None
    ]
    assert found == allowed


@pytest.mark.rule("battlesystem:9.0b", "battlesystem:5.0c")
@pytest.mark.parametrize(
    ("x", "version", "faulty"), [(0.3, 9, True), (0.3, 8, False), (0.5, 9, False), (0.2, 8, True)]
)
def test_over_the_edge_is_a_fault(x: float, version: int, faulty: bool) -> None:
    giant = hero("Giant", x, 10.0, footprint=1.0)
    options = {"version": version}
    state = battle(men("Far", 4, 4, 50, 5), leaders=[giant], tier=stages.INTERMEDIATE, options=options)
    assert bool(faults(state)) is faulty


# ---------------------------------------------------------------- words


@pytest.mark.rule("battlesystem:9.1e")
@pytest.mark.parametrize(("left", "words"), [(1, "1 hit point:"), (3, "3 hit points:")])
def test_the_news_of_the_badly_wounded(left: int, words: str) -> None:
    state = opening()
    belongs(state, 1, 0)
    state.units[0].leave(SLAIN)
    table = Script(dice=[8, 1, 5, left])
    fates.settle(state, table)
    assert words in table.news
