"""A second sample of rules by hand, each at its edge and where it meets another; what is mended is of rules version 10.

Each case was worked out before it was played.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.individuals import belongs, leads, officer
from rulebooks.battlesystem.regiments import (
    Troop,
    area,
    battle,
    captain,
    hero,
    line,
    men,
    skirmishers,
    weapon,
)
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice, fought

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER
from banneret.rulebooks.battlesystem.individuals import roles
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.missiles.shooters import figures, refusal
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.setup.reinforcements import Arrival, entry
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.edges import SOUTH
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN, WAITING
from banneret.rulebooks.battlesystem.view.forecasts.melees import melee
from banneret.rulebooks.battlesystem.view.forecasts.partings import parting_forecast
from banneret.rulebooks.battlesystem.view.forecasts.volleys import passing_forecast
from banneret.rulebooks.battlesystem.view.melee_marks import attack_figure
from banneret.testing import Script


def played(*troops: Any, version: int = 10, **changes: Any) -> State:
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


LOW = dice({6: 1, 10: 1}, {6: 1, 10: 1})


# ---------------------------------------------------------------- free attacks


def fleeing(version: int, **hers: Any) -> State:
    """Men in contact with Orcs before them, and with Anna of the same side at the eastern end of their first rank."""
    return played(
        men("Men", 12, 6, 30, 20, 0, engaged=True),
        men("Orcs", 12, 6, 30, 20, 180, side=1),
        leaders=[hero("Anna", 32.5, 19.6, 1, **hers)],
        version=version,
    )


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:9.4a.hero-attacks")
@pytest.mark.parametrize(("version", "left", "wounded"), [(9, 9, True), (10, 8, False)])
def test_a_hero_strikes_at_the_back_of_who_flees(version: int, left: int, wounded: bool) -> None:
    """Orcs: 20 - 1 - 2 - 6 + 2 = 13: 6 hit dice of 6: three fall, and 6 over are a wound. Anna: 23 - 2 - 6 + 2 = 17: 5 twice, 10: one more."""
    state = fleeing(version)
    table = moving(state, LOW, ("flee", 0, 0))
    unit, anna = state.units[0], state.individuals[0]
    assert (unit.figures, unit.wounded) == (left, wounded)
    assert [event.text for event in table.of("blow")] == (
        []
        if version == 9
        else [
            "Anna strikes a figure of Men from behind: attack roll 17, 10 hit dice of damage, enough for a wound."
        ]
    )
    assert not anna.struck  # she has her attacks of the Melee Phase besides
    assert anna.attacked is (version == 10)  # and no round of rest


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:10.2d")
def test_a_hero_who_shot_does_not_strike_at_a_back() -> None:
    state = fleeing(10)
    state.individuals[0].shots, state.individuals[0].last_shot = 1, state.round
    assert moving(state, LOW, ("flee", 0, 0)).of("blow") == []


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:2.9f")
@pytest.mark.parametrize(("who", "struck"), [((0,), 0), ((1,), 1)])
def test_of_skirmishers_a_hero_strikes_at_those_who_flee(who: tuple[int, ...], struck: int) -> None:
    """Orcs, who have shot, hold two skirmishers; Anna touches the eastern one alone."""
    state = played(
        skirmishers("Slings", [(29, 19.625), (31, 19.625)], 0),
        men("Orcs", 12, 6, 30, 20, 180, side=1, shots=1),
        leaders=[hero("Anna", 31.625, 19.625, 1)],
    )
    assert len(moving(state, LOW, ("flee", 0, 0, who)).of("blow")) == struck


@pytest.mark.rule("battlesystem:8.8d")
def test_the_odds_of_a_flight_count_a_hero_s_blow() -> None:
    """Two attacks are 5 hit dice or more up to an attack roll of 23, 8 or less of 2d6: in 26 of 36 cases a second wound fells a figure."""
    state = fleeing(10)
    state.units[0].wounded = True
    state.units[1].shots = 1  # they do not strike
    shown = parting_forecast(state, MoveDecision(state, 0), ("flee", 0, 0))
    assert shown is not None
    assert shown.text == "Anna strikes at its back: 0.7 figures lost on average"


# ---------------------------------------------------------------- skirmishers, each for himself


@pytest.mark.rule("battlesystem:10.2f", "battlesystem:10.1k")
@pytest.mark.parametrize(("version", "ready"), [(9, []), (10, [2])])
def test_of_skirmishers_those_reload_who_have_shot(version: int, ready: list[int]) -> None:
    """Two of three with heavy crossbows shoot in round 2; the third, who saw nobody then, shoots in round 3, those two in round 4."""
    state = played(
        skirmishers("Bows", [(20, 8), (22, 8), (50, 8)], missile=missile_of("heavy-crossbow")),
        men("Blues", 10, 5, 20, 20, 180, side=1),
        men("Greens", 10, 5, 50, 20, 180, side=1),
        version=version,
        stage=stages.MISSILES,
        round=2,
    )
    unit = state.units[0]
    phases.missile_step(state, Script(dice=[6, 6], orders=[("shoot", 0, 1)]))
    assert figures(state, unit) == [2]
    state = CODEC.load(CODEC.dump(state), state).copy()
    rounds.forget(state.units[0])
    state.round = 3
    assert (figures(state, state.units[0]) if refusal(state, state.units[0]) is None else []) == ready
    state.round = 4
    assert figures(state, state.units[0]) == [0, 1, 2]


@pytest.mark.rule("battlesystem:10.4f", "battlesystem:7.13", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "ends"), [(9, [12.5, 17.0]), (10, [12.5, 21.5])])
def test_in_a_forced_march_of_skirmishers_those_go_all_the_way_who_did_not_shoot(
    version: int, ends: list[float]
) -> None:
    """MV 9, archers: who shot once goes 4.5 inches, whatever the order; the other 13.5."""
    state = played(
        skirmishers(
            "Bows", [(20, 8), (40, 8)], missile=missile_of("long-bow"), shots=1, commander="Cap", radius=30.0
        ),
        men("Blues", 10, 5, 30, 44, 180, side=1),
        version=version,
    )
    singles = state.units[0].singles
    assert singles is not None
    singles[0].shots = 1
    moving(state, LOW, ("march", 0, ("all", 0, 13.5)))
    assert [single.y for single in singles] == ends


# ---------------------------------------------------------------- roles


@pytest.mark.rule("battlesystem:9.0a", "battlesystem:9.1")
@pytest.mark.parametrize(("version", "after"), [(9, [("role", 0, "hero")]), (10, [])])
def test_who_has_run_with_his_unit_leaves_it_no_more_in_that_round(version: int, after: list[Order]) -> None:
    """Before Spears run on he may leave them and go 12 inches; when they have run 9 inches his own figure has moved."""
    state = played(
        men("Spears", 12, 6, 30, 24, 180, formation=OPEN, routed=True, rout_heading=180.0),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Eric", 0, 0)],
        version=version,
        stage=stages.COMPELLED,
    )
    belongs(state, 0, 0)
    assert changes.options(state, 0) == [("role", 0, "hero")]
    rounds.play_step(state, Script())
    block = state.units[0].block
    assert block is not None
    assert block.y == 15.0
    assert changes.options(state, 0) == after


# ---------------------------------------------------------------- melee


@pytest.mark.rule("battlesystem:8.2a", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(("version", "asked", "hurt"), [(9, [], 2), (10, ["weapon"], 20)])
def test_who_fights_a_hero_alone_takes_another_weapon_in_hand(
    version: int, asked: list[str], hurt: int
) -> None:
    """20 - 1 - 0 + 8 = 27: half a hit die in D6, 2 hit points; with halberds 5 hit dice in D18, 20."""
    state = played(
        men("Orcs", 6, 6, 30, 20, 180, side=1, weapons=[weapon("1d6"), weapon("1d18", name="halberd")]),
        leaders=[hero("Anna", 30, 19.75)],
        version=version,
    )
    table = fought(state, dice({6: 6}, {6: 4}), *([("weapon", 0, "halberd")] if asked else []))
    assert [one.kind for one in table.asked if one.kind == "weapon"] == asked
    assert state.individuals[0].hurt == hurt


# ---------------------------------------------------------------- command


def loose_orcs(figures: int = 12, files: int = 6, at: int = 2, **own: Any) -> Any:
    """In open order, two ranks: of all only the end of the rear, 3.75 inches aside and 1.25 behind him, is out of their commander's 3.8."""
    return men("Orcs", figures, files, 30, 20, 180, side=1, formation=OPEN, radius=3.8, leader_at=at, **own)


@pytest.mark.rule("battlesystem:4.7", "battlesystem:10.0b", "battlesystem:4.2c")
@pytest.mark.parametrize(("version", "routed"), [(9, True), (10, False)])
def test_who_is_in_command_again_after_a_volley_checks_so(version: int, routed: bool) -> None:
    """20 + 1 - 6 + 2 = 17: 4 hit dice of 8: three fall, of the rear. A check at 25%: 12, or 10 out of command; 11 is rolled."""
    state = played(
        men("Bows", 8, 8, 30, 14, 0, missile=missile_of("long-bow")),
        loose_orcs(),
        version=version,
        stage=stages.MISSILES,
    )
    assert not state.units[1].in_command
    phases.missile_step(
        state, Script(dice=[1, 1, 5, 6], orders=[("shoot", 0, 1, "once"), ("lose", 1, 6, 10, 11)])
    )
    orcs = state.units[1]
    assert (orcs.figures, orcs.routed) == (9, routed)


@pytest.mark.rule("battlesystem:4.7", "battlesystem:9.4a.units", "battlesystem:4.2c")
@pytest.mark.parametrize(("version", "routed"), [(9, True), (10, False)])
def test_who_is_in_command_again_after_a_hero_s_blow_checks_so(version: int, routed: bool) -> None:
    """Anna fells the eastern end of the rear, who was wounded: the third of twelve that is lost. The same check, and 12 is rolled."""
    state = played(
        loose_orcs(10, 5, 1, starting=12, wounded=True),
        leaders=[hero("Anna", 0, 0)],
        version=version,
    )
    orcs, anna = state.units[0], state.individuals[0]
    base = standing.base_of(orcs, 9)
    anna.x, anna.y = base.x, base.y + base.half_depth + 0.25
    assert not orcs.in_command
    fought(state, {(6, 0): 1, (10, 0): 1, (6, 1): 6, (10, 1): 6})
    assert (orcs.figures, orcs.routed) == (9, routed)


@pytest.mark.rule("battlesystem:4.4", "battlesystem:7.15a", "battlesystem:9.4b.leave")
@pytest.mark.parametrize(("version", "heading"), [(9, 208), (10, 180)])
def test_the_unit_of_a_commander_felled_in_flight_runs_from_who_felled_him(
    version: int, heading: int
) -> None:
    """Rod flees from Orcs, whose centre lies north of his Legion, and from the Champion east of it, who misses: Orcs do him 16 points."""
    state = played(
        men("Legion", 6, 6, 30, 17, 0, formation=OPEN),
        men("Orcs", 12, 12, 29.5, 18.25, 180, side=1),
        leaders=[
            officer("Rod", 34, 18, rank=UNIT_COMMANDER, hit_points=10),
            hero("Champion", 34.5, 18, 1),
        ],
        version=version,
    )
    leads(state, 0, 0)
    rod = state.individuals[0]
    roles.part(state, rod)
    rod.on_table = True
    in_command.review(state, Script())
    falls = dice({6: 1, 10: 10}, {6: 1, 20: 1})
    table = moving(state, falls, ("lead", 0, "flee", (34, 12)))
    assert not rod.on_table
    assert "Legion fails a morale check: 20, needed 9 or less." in [
        event.text for event in table.of("morale")
    ]
    assert round(state.units[0].rout_heading) == heading


# ---------------------------------------------------------------- reinforcements


def arriving(troop: Troop, *others: Troop, version: int, **changes: Any) -> State:
    """One unit, the first, that comes over the southern edge in this round."""
    troop.unit.become(WAITING)
    state = played(troop, *others, version=version, stage=stages.COMPELLED, round=5, **changes)
    state.setting.rosters[0].arrives, state.setting.rosters[0].edge = 5, SOUTH
    return state


def taken(state: State, *post: Any) -> bool:
    """True if it may arrive so."""
    preset = entry(state, state.units[0])
    assert preset is not None
    return Arrival(state, state.units[0], preset).check(("arrive", 0, *post)) is None


@pytest.mark.rule("battlesystem:1.0c", "battlesystem:2.9e")
@pytest.mark.parametrize(("version", "may"), [(9, True), (10, False)])
def test_skirmishers_do_not_arrive_at_a_formed_enemy(version: int, may: bool) -> None:
    """The enemy's front is along y 0.75: it would touch the base of a skirmisher who stands on the edge."""
    state = arriving(
        skirmishers("Slings", [(0, 0)]), men("Orcs", 12, 6, 20, 0.75, 180, side=1), version=version
    )
    assert taken(state, "skirmish", 1, 20, 0.75, 0) is may
    assert taken(state, "skirmish", 1, 30, 0.75, 0)


@pytest.mark.rule("battlesystem:1.0c", "battlesystem:11.8c")
@pytest.mark.parametrize(("version", "may"), [(9, True), (10, False)])
def test_nobody_arrives_closed_in_woods(version: int, may: bool) -> None:
    state = arriving(men("Late", 12, 6), version=version, terrain=[area("woods", 20, 0, 40, 10)])
    assert taken(state, "closed", 6, 30, 1.5, 0) is may
    assert taken(state, "closed", 6, 50, 1.5, 0)
    assert taken(state, "open", 6, 30, 2, 0)


# ---------------------------------------------------------------- elites gather


def elites(version: int, *ground: Any, **own: Any) -> State:
    """Six of MV 12 in two rows, an inch apart, who look north; their commander is the western one in front, at (30, 20)."""
    places = [(30 + 1.75 * (place % 3), 20 - 1.75 * (place // 3)) for place in range(6)]
    troop = skirmishers(
        "Elites", places, commander="Cap", radius=20.0, kind=REGULAR, special="elite", movement=12.0, **own
    )
    return played(
        troop,
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        version=version,
        terrain=list(ground),
    )


@pytest.mark.rule("battlesystem:7.6c", "battlesystem:11.8", "battlesystem:11.8e")
@pytest.mark.parametrize(
    ("version", "ground", "spent"),
    [
        (9, "woods", 6.305),
        (10, "woods", 7.457),
        (9, "hedge", 6.305),
        (10, "hedge", 10.305),
    ],
)
def test_ground_costs_figures_that_gather(version: int, ground: str, spent: float) -> None:
    """The change takes 4; who stands at (33.5, 18.25) comes to (31.25, 18.75), 2.305 inches: in woods 3.457, over the hedge 4 more."""
    there = area("woods", 10, 10, 50, 30) if ground == "woods" else line("hedge", (32.6, 10), (32.6, 30))
    state = elites(version, there)
    moving(state, LOW, ("move", 0, ("formation", "open", 3)))
    assert round(state.units[0].spent, 3) == spent


@pytest.mark.rule("battlesystem:11.8c", "battlesystem:7.6c")
@pytest.mark.parametrize(("version", "may"), [(9, True), (10, False)])
def test_nobody_gathers_closed_in_woods(version: int, may: bool) -> None:
    state = elites(version, area("woods", 10, 10, 50, 30))
    refused = MoveDecision(state, 0).check(("move", 0, ("formation", "closed", 3)))
    assert (refused is None) is may
    assert refused is None or refused.rule == "battlesystem:11.8c"


@pytest.mark.rule("battlesystem:7.6a", "battlesystem:10.4")
@pytest.mark.parametrize(("version", "may"), [(9, True), (10, False)])
def test_who_has_shot_gathers_at_the_full_price(version: int, may: bool) -> None:
    """6 inches are left of 12; a third of the normal rate is 4, and with 2.926 for the farthest it is too much; of what was left it was 2."""
    state = elites(version, missile=missile_of("long-bow"), shots=1)
    for single in state.units[0].singles or []:
        single.shots = 1
    state.setting.flags.premeasure = True
    assert (MoveDecision(state, 0).check(("move", 0, ("formation", "closed", 3))) is None) is may


# ---------------------------------------------------------------- wading


@pytest.mark.rule("battlesystem:11.9d", "battlesystem:8.8d")
@pytest.mark.parametrize(("version", "rolls"), [(9, [13]), (10, [13, 17])])
def test_who_wades_strikes_worse_at_a_back_too(version: int, rolls: list[int]) -> None:
    """Orcs stand with their western half in a ford whose edge is y 20; Men before them, on the bank. 20 - 1 - 2 - 6 + 2 = 13, and 4 more."""
    state = played(
        men("Men", 12, 6, 30, 20, 0, engaged=True),
        men("Orcs", 12, 6, 30, 20, 180, side=1),
        version=version,
        terrain=[area("ford", 20, 20, 30, 26)],
    )
    table = moving(state, LOW, ("flee", 0, 0))
    assert [event.data["roll"] for event in table.of("attack")] == rolls


@pytest.mark.rule("battlesystem:11.9d", "battlesystem:8.3h")
@pytest.mark.parametrize(("west", "parts"), [(50, 4), (30, 0)])
def test_the_odds_of_a_melee_know_who_wades(west: float, parts: int) -> None:
    """All six Orcs, or the three in the west, stand in a ford before Men on the bank: what is shown is what they roll for."""
    state = played(
        men("Men", 12, 6, 30, 20, 0),
        men("Orcs", 12, 6, 30, 20, 180, side=1),
        terrain=[area("ford", 20, 20, west, 26)],
    )
    found = melee(state, state.units[1], state.units[0])
    assert found.there.tally.total == 13 + parts  # 20 - 1 - 6
    assert ("3 of 6 out of water or a ditch, 4 worse" in str(found.there.tally)) is (west == 30)
    sixth = Fraction(1, 36)
    by_roll = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    row = Damage.of("1d6")

    def lost(*tenths: int) -> int:
        """Whole figures of 10 hit dice, and a second wound."""
        fallen, hurt = 0, False
        for each in tenths:
            fallen, rest = fallen + each // 100, each % 100 >= 25
            fallen, hurt = fallen + (rest and hurt), rest != hurt
        return fallen

    if west == 50:
        by_hand = sum(ways * sixth * lost(6 * row.per_figure(17 + dice)) for dice, ways in by_roll.items())
    else:
        by_hand = sum(
            ways * more * sixth * sixth * lost(3 * row.per_figure(13 + dice), 3 * row.per_figure(17 + other))
            for dice, ways in by_roll.items()
            for other, more in by_roll.items()
        )
    assert found.odds.second.lost() == by_hand
    figure = attack_figure(state, state.units[1], state.units[0])
    assert figure.value == str(13 + parts)


# ---------------------------------------------------------------- shots on the way


@pytest.mark.rule("battlesystem:11.8f", "battlesystem:10.6a", "battlesystem:10.8a")
@pytest.mark.parametrize(("version", "shown"), [(9, "14 + 2d6"), (10, "15 + 2d6")])
def test_who_is_halted_on_a_stream_is_foreseen_open(version: int, shown: str) -> None:
    """The stream runs 4.5 inches before them. At the stop on it, the sixth, they open at once: 20 + 1 - 6, at short range of 7 inches."""
    state = played(
        men("Axes", 12, 6, 30, 10, 0),
        men("Bows", 10, 10, 30, 20, 180, side=1, missile=missile_of("long-bow")),
        version=version,
        options={"premeasure": True},
        terrain=[line("stream", (0, 14.5), (60, 14.5))],
    )
    table = Loaded(dice({}, {6: 6}), [("move", 0, ("slide", 0, 6)), ("shoot", 1, 0, 5)])
    foreseen: list[str] = []

    def ask(decision: Decision) -> Order:
        if isinstance(decision, PassingShot) and not foreseen:
            shown = passing_forecast(state, decision, ("shoot", 1, 0, 5))
            assert shown is not None
            foreseen.append(shown.throws[0].figures[0].value)
        return Loaded.ask(table, decision)

    table.ask = ask  # type: ignore[method-assign]
    movement_phase.move_step(state, table)
    assert foreseen == [shown]
    assert [event.tallies[0].total for event in table.of("volley")] == [27]


# ---------------------------------------------------------------- lines that open


@pytest.mark.rule("battlesystem:11.8f", "battlesystem:11.8m")
@pytest.mark.parametrize(("version", "formation"), [(9, CLOSED), (10, OPEN)])
def test_a_closed_unit_opens_where_those_behind_its_front_cross_a_ford(version: int, formation: int) -> None:
    """Eight deep, 4 inches aslant to the northwest: the western rear comes into the ford, the front passes north of it, and nothing is paid."""
    state = played(
        men("Axes", 16, 2, 30, 20, 0, movement=12.0),
        men("Orcs", 12, 6, 30, 46, 180, side=1),
        version=version,
        terrain=[area("ford", 20, 10, 29, 19)],
    )
    moving(state, LOW, ("move", 0, ("slide", -45, 4)))
    unit = state.units[0]
    assert unit.block is not None
    assert (unit.formation, round(unit.block.x, 2), round(unit.spent, 2)) == (formation, 27.17, 4.0)


@pytest.mark.rule("battlesystem:11.8f")
@pytest.mark.parametrize(("version", "y", "spent"), [(9, 14.52, 7.52), (10, 14.48, 4.48)])
def test_who_has_no_room_to_open_stays_before_a_stream_and_pays_nothing(
    version: int, y: float, spent: float
) -> None:
    """Friends on both sides leave 5 inches; open they would be 7 wide. The stream is 4.5 inches before them, MV 9."""
    state = played(
        men("Axes", 12, 6, 30, 10, 0),
        men("Left", 40, 4, 26, 20, 0),
        men("Right", 40, 4, 34, 20, 0),
        men("Orcs", 12, 6, 30, 46, 180, side=1),
        version=version,
        terrain=[line("stream", (0, 14.5), (60, 14.5))],
    )
    moving(state, LOW, ("move", 0, ("slide", 0, 6)))
    unit = state.units[0]
    assert unit.block is not None
    assert (unit.formation, round(unit.block.y, 2), round(unit.spent, 2)) == (CLOSED, y, spent)


@pytest.mark.rule("battlesystem:10.3b", "battlesystem:10.3a", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "left"), [(9, []), (10, [0, 1])])
def test_each_skirmisher_counts_what_he_has_thrown(version: int, left: list[int]) -> None:
    """Two javelins each: in round 1 the western one throws one at Blues before him, in round 2 the eastern one at Greens: each has one left."""
    facts = missile_of("javelin")
    state = played(
        skirmishers("Reds", [(20, 8), (50, 8)], missile=facts, volleys=facts.volleys),
        men("Blues", 10, 5, 20, 10, 180, side=1),
        men("Greens", 10, 5, 50, 10, 180, side=1),
        version=version,
        stage=stages.MISSILES,
    )
    for target in (1, 2):
        phases.missile_step(state, Script(dice=[6, 6], orders=[("shoot", 0, target, "once")]))
        rounds.forget(state.units[0])
        state.round += 1
        state = CODEC.load(CODEC.dump(state), state).copy()
    unit = state.units[0]
    assert (figures(state, unit) if refusal(state, unit) is None else []) == left


# ---------------------------------------------------------------- withdrawals


@pytest.mark.rule("battlesystem:7.12c", "battlesystem:4.6d", "battlesystem:2.9f")
@pytest.mark.parametrize(("version", "rash"), [(9, False), (10, True)])
def test_ogres_lose_their_heads_also_where_only_some_withdraw(version: int, rash: bool) -> None:
    """Ogres hold two skirmishers; one withdraws while the other still touches them. 20 is more than DL 12."""
    state = played(
        skirmishers("Slings", [(29, 19.625), (31, 19.625)], 0),
        men("Ogres", 12, 6, 30, 20, 180, side=1, low_or_chaotic=True),
        version=version,
    )
    moving(state, dice({}, {10: 10}), ("withdraw", 0, (0,)))
    assert state.units[1].rash is rash
    singles = state.units[0].singles
    assert singles is not None
    assert [single.y for single in singles] == [16.625, 19.625]


# ---------------------------------------------------------------- captives


@pytest.mark.rule("battlesystem:7.15f", "battlesystem:2.9b")
@pytest.mark.parametrize(("version", "guards"), [(9, 2), (10, 1)])
def test_four_skirmishers_taken_one_by_one_have_one_guard(version: int, guards: int) -> None:
    """Two skirmishers run one after the other within four walls of Orcs: the guard of the first has room for the second."""
    walls = [
        men("North", 16, 16, 30, 31, 180, side=1),
        men("South", 12, 12, 30, 30, 0, side=1),
        men("West", 1, 1, 26.5, 30.5, 90, side=1),
        men("East", 1, 1, 33.5, 30.5, 270, side=1),
    ]
    state = played(
        skirmishers("Slings", [(29, 30.5), (31, 30.5)], 0),
        *walls,
        version=version,
        options={"capture": True},
    )
    table = Script()
    unit = state.units[0]
    for figure in (0, 1):
        checks_and_routs.rout_single(state, table, unit, figure, Cause(LOSSES, 1), 12.0)
    assert unit.captured == 2
    assert sum(other.guards for other in state.units.values()) == guards
    assert CODEC.load(CODEC.dump(state), state).units[1].held == (2 if version == 10 else 0)


# ---------------------------------------------------------------- spears after a move


@pytest.mark.rule("battlesystem:11.7f", "battlesystem:11.7")
@pytest.mark.parametrize(
    ("version", "formation", "may"), [(9, OPEN, True), (10, OPEN, False), (10, CLOSED, True)]
)
def test_who_closes_up_sets_no_spears_in_the_same_phase(version: int, formation: int, may: bool) -> None:
    """Under the option they may move first: who began closed goes 3 inches, who began open closes up for 3 of 9; 3 more are for the spears."""
    long = weapon("1d6", reach=2, name="spear")
    long.sets = True
    state = played(
        men("Spears", 12, 6, 30, 20, 0, formation=formation, weapons=[long]),
        men("Orcs", 12, 6, 30, 46, 180, side=1),
        version=version,
        stage=stages.COMPELLED,
        options={"set_spears_advance": True},
    )
    rounds.play_step(state, Script())
    step = ("formation", "closed") if formation == OPEN else ("slide", 0, 3)
    moving(state, LOW, ("move", 0, step))
    refused = MoveDecision(state, 0).check(("set", 0, "front"))
    assert (refused is None) is may
    assert refused is None or refused.rule == "battlesystem:11.7"


# ---------------------------------------------------------------- who charged


@pytest.mark.rule("battlesystem:7.14e", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(("version", "struck"), [(9, []), (10, ["Legion"])])
def test_who_charged_strikes_whom_he_charged_and_not_the_hero_beside(version: int, struck: list[str]) -> None:
    """Orcs in column have charged the Legion with one figure in front, at whose flank Anna stands."""
    state = played(
        men("Legion", 12, 6, 30, 20, 0, shots=1),
        men("Orcs", 4, 1, 30, 20, 180, side=1, charged=0),
        leaders=[hero("Anna", 30.625, 20.375, damage="1d4")],
        version=version,
    )
    table = fought(state, dice({6: 6, 10: 1}, {6: 6, 10: 1}))
    assert [state.units[int(str(one.data["target"])[1:])].now.name for one in table.of("attack")] == struck
    assert len([one for one in table.of("blow") if one.data["unit"] == "u1"]) == (version == 9)


# ---------------------------------------------------------------- over friends


@pytest.mark.rule("battlesystem:10.7", "battlesystem:4.7")
@pytest.mark.parametrize(("version", "y", "may"), [(9, 40, True), (10, 40, False), (10, 11, True)])
def test_skirmishers_shoot_over_friends_under_a_commander_only(version: int, y: float, may: bool) -> None:
    """The Legion stands between them and Blues; an Army Commander, radius 12, is 11 inches from the farther one, or far off."""
    state = played(
        skirmishers("Bows", [(29, 8), (31, 8)], missile=missile_of("long-bow")),
        men("Legion", 12, 6, 30, 14, 0),
        men("Blues", 10, 5, 30, 18, 180, side=1),
        leaders=[captain("Anna", 40, y)],
        version=version,
        stage=stages.MISSILES,
    )
    decision = Shooting(state, 0, "battlesystem:1.5")
    refused = decision.check(("shoot", 0, 2, "over"))
    assert (refused is None) is may
    assert refused is None or refused.rule == "battlesystem:10.7"
    assert (("shoot", 0, 2, "over") in decision.orders()) is may
