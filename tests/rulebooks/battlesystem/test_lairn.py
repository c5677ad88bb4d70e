"""The Battle of Lairn: its printed rosters and what the formulas give, its field, hatred, light, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Modifier, battle, hero, men

from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.errors import BadInput
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.champions import duelling, sums
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.individual import ARMY, HERO, UNIT_COMMANDER
from banneret.rulebooks.battlesystem.morale.causes import OTHER, Cause
from banneret.rulebooks.battlesystem.morale.current_morale import current
from banneret.rulebooks.battlesystem.movement import provocation
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.setup.placement import Placement
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables import ratings
from banneret.rulebooks.battlesystem.tables.characters import class_of, thac0_of
from banneret.rulebooks.battlesystem.tables.mounted import Being, cavalry, mount_of
from banneret.rulebooks.battlesystem.tables.ratings import HitDice, Troops, total
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, FLED, NOBODY, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.testing import Script

NAME = "lairn"
ROUNDS = 8  # of the battles that are played here; whole ones take a minute
GOOD, EVIL = 0, 1
DWARVES, RIDERS, ARCHERS, LEGION, OGRES, GOBLINS, ORCS, WORGS = range(8)
BARON, RANDAR, ERIC, RODERICK, ROAKE, TRUNK_FOOT, CLUB_NOSE, SNAGGART = range(8)


def begun(**options: str) -> State:
    return RULEBOOK.new(RULEBOOK.scenario(NAME), RULEBOOK.options(options))


def drawn_up(**options: str) -> State:
    """All where the scenario would put them."""
    return begun(deployment="given", **options)


# ---------------------------------------------------------------- the printed rosters

PRINTED: list[tuple[Any, ...]] = [
    # name, AC, figures, tenths a figure, ratio, MV, size, AR, ML, DL, radius, charisma
    ("Orcsmashers", 4, 26, 100, 10, 6.0, "M", 20, 13, 14, 13.0, 0),
    ("Plainsriders", 7, 16, 200, 10, 24.0, "L", 20, 13, 14, 12.0, 0),
    ("Archers of Lairn", 8, 20, 100, 10, 12.0, "M", 20, 11, 12, 13.0, 1),
    ("Legion of Lairn", 6, 24, 100, 10, 9.0, "M", 20, 12, 13, 14.0, 0),
    ("Red Club", 5, 12, 200, 5, 9.0, "L", 15, 13, 11, 6.0, 0),
    ("Twisted Claw", 6, 18, 100, 10, 6.0, "S", 20, 10, 9, 4.0, 0),
    ("Vile Rune", 6, 30, 100, 10, 9.0, "M", 19, 11, 10, 6.0, 0),
    ("Worgriders", 6, 14, 300, 10, 18.0, "M", 20, 13, 11, 12.0, 0),
]


@pytest.mark.rule("battlesystem:roster.printed")
def test_the_rosters_are_played_as_printed() -> None:
    rows = [
        (
            one.name,
            one.armour_class,
            one.figures,
            one.figure,
            one.ratio,
            one.movement,
            one.size,
            one.attack_rating,
            one.morale,
            one.discipline,
            one.radius,
            one.charisma,
        )
        for one in begun().setting.rosters.values()
    ]
    assert rows == PRINTED
    sheets = [
        (one.name, one.rank, one.radius, one.charisma, one.movement)
        for one in begun().setting.sheets.values()
    ]
    assert sheets == [
        ("Grange Rarrack", ARMY, 16.0, 2, 15.0),
        ("Randar", UNIT_COMMANDER, 12.0, 0, 24.0),
        ("Eric of Lairn", UNIT_COMMANDER, 13.0, 1, 12.0),
        ("Roderick of Lairn", UNIT_COMMANDER, 14.0, 0, 9.0),
        ("Horibb Roake", ARMY, 16.0, 1, 15.0),
        ("Trunk-foot", HERO, 0.0, 0, 12.0),
        ("Club-nose", HERO, 0.0, 0, 12.0),
        ("Snaggart", UNIT_COMMANDER, 6.0, 0, 9.0),
    ]


def troops(one: Any, hit_dice: str, thac0: int, **more: Any) -> Troops:
    kind = {"mounted": bool(one.riding), "intelligence": one.intelligence, "alignment": one.alignment}
    return Troops(HitDice.of(hit_dice), thac0, one.armour_class, one.figures, **kind, **more)


def test_the_mere_is_one_piece_of_ground_that_nobody_enters() -> None:
    (mere,) = [place for place in scene(begun(), viewer_of(0)).board.places if place.name == "Mere"]
    assert (mere.ground, [tag.text for tag in mere.tags]) == (
        "water",
        ["nobody may enter but those who swim"],
    )


def test_every_figure_is_recomputed_and_differs_where_the_audit_says_so() -> None:
    """Levels and hit dice of the sheets: dwarves, riders, archers, Legion of level 1; ogres 4+1, goblins 1-1, orcs 1."""
    state = begun()
    rosters = state.setting.rosters
    worg = cavalry(
        Being(thac0_of(HitDice.of("1-1")), HitDice.of("1-1"), 6, 6.0, ()),
        mount_of("worg").being,
    )
    assert (worg.hit_dice, worg.armour_class, worg.movement) == (3, 6, 18.0)
    fighter = class_of("fighter")
    horse = cavalry(
        Being(fighter.thac0(1), HitDice.of("1"), 7, 12.0, ()), mount_of("horse-light-warhorse").being
    )
    assert (horse.hit_dice, horse.armour_class, horse.movement) == (2, 7, 24.0)
    known = {
        DWARVES: ("1", fighter.thac0(1), {"demihuman": True}),
        RIDERS: ("2", fighter.thac0(1), {}),
        ARCHERS: ("1", fighter.thac0(1), {}),
        LEGION: ("1", fighter.thac0(1), {}),
        OGRES: ("4+1", thac0_of(HitDice.of("4+1")), {}),
        GOBLINS: ("1-1", thac0_of(HitDice.of("1-1")), {}),
        ORCS: ("1", thac0_of(HitDice.of("1")), {}),
        WORGS: ("3", thac0_of(HitDice.of("1-1")), {}),
    }
    assert [known[number][1] for number in range(8)] == [20, 20, 20, 20, 15, 20, 19, 20]
    found: list[tuple[str, str, str, str]] = []
    for number, (dice, thac0, more) in known.items():
        one = rosters[number]
        made = troops(one, dice, thac0, **more)
        figures = {
            "attack rating": (one.attack_rating, total(ratings.attack_rating(thac0, one.ratio))),
            "morale": (one.morale, total(ratings.morale(made))),
            "discipline": (one.discipline, total(ratings.discipline(made))),
        }
        assert one.figure == 10 * HitDice.of(dice).per_figure(one.ratio)
        assert one.ratio == HitDice.of(dice).ratio()
        for figure, (printed, by_rule) in figures.items():
            if printed != by_rule:
                found.append((one.name, figure, str(printed), str(by_rule)))
    audited = [
        (one.name, row.figure, row.printed, row.by_rule)
        for one in rosters.values()
        for row in one.audit
        if row.figure in ("attack rating", "morale", "discipline")
    ]
    assert sorted(found) == sorted(audited)
    assert audited == [
        ("Orcsmashers", "morale", "13", "14"),
        ("Orcsmashers", "discipline", "14", "15"),
        ("Red Club", "attack rating", "15", "20"),
        ("Twisted Claw", "morale", "10", "11"),
        ("Twisted Claw", "discipline", "9", "11"),
        ("Vile Rune", "morale", "11", "12"),
        ("Vile Rune", "discipline", "10", "12"),
        ("Worgriders", "discipline", "11", "13"),
    ]


def test_radii_ratings_and_bonuses_of_the_sheets_are_recomputed() -> None:
    """Charisma and level: the Baron 17 and 10, Randar 10 and 5, Eric 15 and 4, Roderick 13 and 9, Horibb Roake 16 and 10."""
    found = [
        (ratings.command_radius(charisma, level, True), ratings.charisma_bonus(charisma))
        for charisma, level in ((17, 10), (10, 5), (15, 4), (13, 9), (16, 10))
    ]
    assert found == [(17, 2), (11, 0), (13, 1), (14, 0), (16, 1)]
    state = begun()
    sheets = state.setting.sheets
    assert [row.by_rule for row in sheets[BARON].audit] == ["17"]
    assert [row.by_rule for row in state.setting.rosters[RIDERS].audit if row.figure == "command radius"] == [
        "11"
    ]
    for sheet in sheets.values():
        fights = sheet.champion
        assert fights is not None
        assert fights.attack_rating == fights.thac0 + 15
    snaggart = [row for row in state.setting.rosters[OGRES].audit if "saving" in row.figure]
    assert [
        (row.by_rule, ", ".join(str(one) for one in class_of("fighter").saves(7))) for row in snaggart
    ] == [("10, 11, 12, 12, 13",) * 2]
    assert thac0_of(HitDice.of("8+1")) == sheets[CLUB_NOSE].champion.thac0  # type: ignore[union-attr]


@pytest.mark.rule("battlesystem:roster.printed")
def test_by_rule_the_formulas_are_played_and_the_inspector_says_so() -> None:
    state = begun(figures="by-rule")
    rows = [
        (one.attack_rating, one.morale, one.discipline, one.size, one.radius)
        for one in state.setting.rosters.values()
    ]
    assert rows == [
        (20, 14, 15, "M", 13.0),
        (20, 13, 14, "L", 11.0),
        (20, 11, 12, "M", 13.0),
        (20, 12, 13, "M", 14.0),
        (20, 13, 11, "L", 6.0),
        (20, 11, 11, "S", 4.0),
        (19, 12, 12, "M", 6.0),
        (20, 13, 13, "L", 12.0),
    ]
    sheets = state.setting.sheets
    assert [sheets[one].radius for one in (BARON, RANDAR, ROAKE)] == [17.0, 11.0, 16.0]
    for options, played in (({}, "15"), ({"figures": "by-rule"}, "20")):
        state = drawn_up(**options)
        view = scene(state, viewer_of(1))
        piece = next(one for one in view.pieces if one.id == f"u{OGRES}")
        words = [
            (one.keyword, one.text)
            for one in RULEBOOK.view.inspect(state, viewer_of(1), piece, view).traits
            if one.rule == "battlesystem:roster.printed"
        ]
        assert words[0][0] == f"Attack rating: {played}"
        assert words[0][1].startswith("Printed 15, by rule 20: ")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"figure": "hp"}, "figure"),
        ({"printed": 14}, "stands in the roster"),
        ({"why": ""}, "why is empty"),
        ({"by_rule": [[]]}, "by_rule"),
    ],
)
def test_an_audit_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    data = dict(RULEBOOK.scenario(NAME).data)
    data["sides"] = [{**side, "units": [dict(row) for row in side["units"]]} for side in data["sides"]]
    rows = data["sides"][1]["units"][0]["audit"]
    data["sides"][1]["units"][0]["audit"] = [{**rows[0], **changes}]
    with pytest.raises(BadInput, match=message):
        RULEBOOK.read_scenario(data, "mine")


# ---------------------------------------------------------------- what the sheets say, and what they leave out


@pytest.mark.rule("battlesystem:roster.not-entered")
def test_commander_and_formation_are_added_in_play() -> None:
    state = drawn_up()
    assert current(state, state.units[LEGION], Cause(OTHER)) == 12 + 1
    assert current(state, state.units[ARCHERS], Cause(OTHER)) == 11 + 1 + 1
    assert current(state, state.units[GOBLINS], Cause(OTHER)) == 10 + 1
    assert attack_rolls.standing_rating(state, state.units[LEGION]) == 20 - 1
    state.units[LEGION].leader_at = NOBODY
    assert attack_rolls.standing_rating(state, state.units[LEGION]) == 20


@pytest.mark.rule("battlesystem:roster.elite")
def test_elite_morale_is_not_counted_twice() -> None:
    elves = men("First Elven Foot", 18, 9, morale=16, discipline=15, special="elite")
    state = battle(elves)
    assert current(state, state.units[0], Cause(OTHER)) == 17
    assert discipline.rating(state, state.units[0]) == 15
    opened = battle(men("First Elven Foot", 18, 9, morale=16, discipline=15, special="elite", formation=OPEN))
    assert current(opened, opened.units[0], Cause(OTHER)) == 16


@pytest.mark.rule("battlesystem:roster.hates")
def test_hatred_makes_worgriders_check_for_dwarves_and_nobody_check_for_elves() -> None:
    assert [one.hates for one in begun().setting.rosters.values()] == [
        (), (), (), (), (), ("gnome", "dwarf"), ("elf",), ("gnome", "dwarf"),
    ]  # fmt: skip
    state = drawn_up()
    state.stage = stages.MOVEMENT
    worgs, dwarves, orcs = state.units[WORGS], state.units[DWARVES], state.units[ORCS]
    for unit in list(state.units.values()):
        if unit.id not in (WORGS, DWARVES, ORCS):
            unit.leave(FLED)
    for inches, rolls in ((25.0, 2), (27.0, 2), (27.5, 0)):
        dwarves.stand(Block(30.0 + inches, 12.0, 270.0, 26, 13, 0.75, 0.75, 0.0))
        worgs.stand(Block(30.0, 12.0, 90.0, 14, 7, 0.75, 1.5, 0.0))
        orcs.stand(Block(10.0, 12.0, 90.0, 30, 15, 0.75, 0.75, 0.0))
        table = Script(dice=[10, 2])  # 12, needed 11 or less
        worgs.quarry, worgs.rash = NOBODY, False
        provocation.provoked(state, table, worgs)
        assert len(table.rolled_for) == rolls
        assert (worgs.quarry == DWARVES) == (rolls == 2)
    table = Script(dice=[10, 10])
    orcs.stand(Block(50.0, 12.0, 90.0, 30, 15, 0.75, 0.75, 0.0))
    provocation.provoked(state, table, orcs)
    provocation.provoked(state, table, dwarves)  # other dwarves hate orcs; these are not said to
    assert table.rolled_for == []


@pytest.mark.rule("battlesystem:roster.vs-giants")
def test_dwarves_stand_better_against_ogres_and_giants() -> None:
    state = drawn_up()
    state.stage = stages.MELEE
    dwarves, ogres, orcs, goblins = (state.units[one] for one in (DWARVES, OGRES, ORCS, GOBLINS))
    assert attack_rolls.armour_class(state, dwarves, ogres) == 0
    assert attack_rolls.armour_class(state, dwarves, orcs) == 4
    ogres.leader_at = NOBODY  # the figures of the example: no commander in the ranks
    assert attack_rolls.attack_sum(state, ogres, dwarves, 0) + 7 == 22
    assert attack_rolls.rating(state, dwarves, orcs, 0) == 20 - 1 - 1
    assert attack_rolls.rating(state, dwarves, goblins, 0) == 18
    assert attack_rolls.rating(state, dwarves, ogres, 0) == 19
    # a hill giant with his club (AR 27) and the ranks before him: AC 0 as well
    giant = state.individuals[TRUNK_FOOT]
    giant.x, giant.y = 69.0, 24.5
    assert sums.champion_sum(state, giant, dwarves, 6) == 27 - 0
    giant.y = 14.5
    assert sums.champion_sum(state, giant, state.units[LEGION], 6) == 27 - 6
    # man to man too: his blows at a dwarf are 4 worse
    assert duelling.duellist(state, giant).people == "giant"
    trolls = battle(
        men("Dwarves", 12, 6, armour_class=4, modifiers=[Modifier(own_ac=-4, against=("troll",))]),
        leaders=[hero("Troll", 30, 25, side=1, creature="troll")],
    )
    assert sums.champion_sum(trolls, trolls.individuals[0], trolls.units[0], 3) == 23


@pytest.mark.rule("battlesystem:roster.daylight", "battlesystem:lairn.time")
def test_near_sunset_no_light_hampers_orcs_and_goblins() -> None:
    state = drawn_up()
    assert not state.setting.daylight
    assert attack_rolls.rating(state, state.units[ORCS], state.units[LEGION], 0) == 19 - 1
    assert attack_rolls.by_roster(state, state.units[GOBLINS], state.units[LEGION]) == 0
    state.setting = replace(state.setting, daylight=True)
    assert attack_rolls.rating(state, state.units[ORCS], state.units[LEGION], 0) == 20 - 1
    assert attack_rolls.by_roster(state, state.units[GOBLINS], state.units[LEGION]) == 1
    assert attack_rolls.by_roster(state, state.units[WORGS], state.units[LEGION]) == 0  # as printed


@pytest.mark.rule("battlesystem:roster.daylight")
def test_the_inspector_says_that_the_light_is_low() -> None:
    state = drawn_up()
    view = scene(state, viewer_of(1))
    for number, said in ((ORCS, True), (WORGS, False)):
        piece = next(one for one in view.pieces if one.id == f"u{number}")
        words = [one.keyword for one in RULEBOOK.view.inspect(state, viewer_of(1), piece, view).traits]
        assert ("No bright daylight" in words) == said


@pytest.mark.rule("battlesystem:roster.substitutes")
def test_every_figure_of_a_unit_is_drawn_alike_however_many_there_are() -> None:
    state = drawn_up()
    pieces = [one for one in scene(state, viewer_of(0)).pieces if one.id.startswith("u")]
    assert [len(one.bases) for one in pieces] == [one.figures for one in state.setting.rosters.values()]
    assert all(one.symbol for one in pieces)
    assert pieces[GOBLINS].symbol == pieces[WORGS].symbol != pieces[ORCS].symbol


# ---------------------------------------------------------------- the battle


@pytest.mark.rule("battlesystem:lairn.rules")
def test_all_of_the_intermediate_game_is_in_force() -> None:
    state = begun()
    setting = state.setting
    assert setting.tier == stages.INTERMEDIATE
    assert {"Initial missiles", "Missiles", "Melee"} <= set(stages.phases(setting.tier))
    rocks = [one.champion.missile for one in setting.sheets.values() if one.champion is not None]
    assert [one.id if one else "" for one in rocks[ROAKE:]] == ["", "hill-giant-rock", "hill-giant-rock", ""]
    giants = rocks[TRUNK_FOOT]
    assert giants is not None
    assert giants.ranges == (7.0, 14.0, 20.0)
    assert setting.rosters[LEGION].large_shields
    assert [one.riding for one in setting.rosters.values()] == ["", "cavalry", "", "", "", "", "", "cavalry"]
    arms = [one.missile.ranges if one.missile else () for one in setting.rosters.values()]
    assert (arms[ARCHERS], arms[GOBLINS]) == ((7.0, 14.0, 21.0), (5.0, 10.0, 15.0))


@pytest.mark.rule("battlesystem:lairn.field")
def test_the_field_lies_before_the_town() -> None:
    setting = begun().setting
    assert (setting.width, setting.depth) == (96.0, 48.0)
    west, east = setting.zones[EVIL].area, setting.zones[GOOD].area
    assert east.west - west.east == 52.0 > 2 * max(one.movement for one in setting.rosters.values())
    town = next(one for one in setting.terrain if one.ground.id == "town")
    assert town.area is not None
    assert town.area.west > east.east  # behind its defenders
    kinds = {one.ground.id for one in setting.terrain}
    assert kinds == {"town", "road", "stream", "water", "swamp", "woods", "hill", "hedge", "rough"}
    assert sorted(one.level for one in setting.terrain if one.ground.id == "hill") == [1, 2]


@pytest.mark.rule("battlesystem:lairn.setup")
def test_both_set_up_at_once_and_neither_sees_the_other() -> None:
    state = begun()
    assert (state.stage, state.setting.hidden, state.setting.placing) == (stages.PLACING, True, [0, 1])
    order = Placement(state, GOOD).default()
    assert Placement(state, GOOD).check(order) is None
    for x, fits in ((68.0, True), (67.9, False)):
        # the front edge of the dwarves, who look west
        moved = tuple((*item[:3], x, *item[4:]) if item[0] == DWARVES else item for item in order)
        assert (Placement(state, GOOD).check(moved) is None) == fits
    players: list[Player] = [RandomPlayer(Chance(side)) for side in (0, 1)]
    table = DirectTable(players, [Seat(RULEBOOK.sight, side, state) for side in (0, 1)], Chance(1))
    RULEBOOK.step(state, table)
    assert all(unit.status == FIELD for unit in state.units.values())
    assert RULEBOOK.invariants(state) == []


def gone(state: State, *sides: int) -> State:
    for unit in state.units.values():
        if unit.side in sides:
            unit.leave(SLAIN)
    for one in state.individuals.values():
        if one.side in sides:
            one.on_table = False
            one.fate = SLAIN
    return state


@pytest.mark.rule("battlesystem:lairn.victory")
def test_the_last_in_the_field_wins_and_evil_where_nobody_is() -> None:
    rule = "battlesystem:lairn.victory"
    for sides, winner in (((EVIL,), GOOD), ((GOOD,), EVIL), ((GOOD, EVIL), EVIL)):
        outcome = goals.decided(gone(drawn_up(), *sides))
        assert outcome is not None
        assert (outcome.winners, outcome.rule) == ((winner,), rule)
    # who is routed is still there, and so is one hero
    state = gone(drawn_up(), EVIL)
    state.individuals[TRUNK_FOOT].on_table = True
    state.individuals[TRUNK_FOOT].fate = FIELD
    assert goals.decided(state) is None
    state = gone(drawn_up(), EVIL)
    state.units[ORCS].become(FIELD)
    state.units[ORCS].routed = True
    assert goals.decided(state) is None
    words = "if nobody is left, or it stays undecided, Forward Wing wins"
    assert words in goals.words(state.setting)


@pytest.mark.rule("battlesystem:lairn.stalemate")
def test_ten_quiet_rounds_or_forty_in_all_are_evil_s() -> None:
    for quiet, round_, over in ((9, 39, False), (10, 12, True), (0, 40, True)):
        state = drawn_up()
        state.quiet, state.round = quiet, round_
        outcome = goals.decided(state)
        assert (outcome is not None) == over
        if outcome is not None:
            assert (outcome.winners, outcome.rule) == ((EVIL,), "battlesystem:lairn.stalemate")
    state = drawn_up(stalemate_rounds="0", round_limit="0")
    state.quiet, state.round = 50, 90
    assert goals.decided(state) is None


def test_closed_units_begin_in_command() -> None:
    state = drawn_up()
    for unit in state.units.values():
        assert (unit.formation, unit.in_command) == (CLOSED, True)


@pytest.mark.long
def test_battles_break_nothing() -> None:
    for seed in range(2):
        state = begun()
        players: list[Player] = [
            RULEBOOK.computer.greedy(Chance(seed)),
            RandomPlayer(Chance(seed)),
        ]
        if seed:
            players.reverse()
        table = DirectTable(players, [Seat(RULEBOOK.sight, side, state) for side in (0, 1)], Chance(seed))
        while state.outcome is None and state.round <= ROUNDS:
            RULEBOOK.step(state, table)
            assert RULEBOOK.invariants(state) == []
        assert state.struck or state.quiet < ROUNDS
