"""Cases of an examiner who had not seen the code: two rules at once, each worked out from the printed text before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, captain, hero, line, men, skirmishers
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.kernel.order import Order
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.combat.assignments import Assignment
from banneret.rulebooks.battlesystem.combat.strikers import reach
from banneret.rulebooks.battlesystem.command.discipline import lone_quarry
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space.casualties import count_skirmishers, runaways
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.text.sentences import after_colon
from banneret.rulebooks.battlesystem.unit import FIELD, FLED, NOBODY, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.pieces import fate


def field(*troops: Troop, version: int = 16, **changes: Any) -> State:
    """An intermediate battle in which everything may be measured."""
    state = battle(*troops, tier=stages.INTERMEDIATE, options={"premeasure": True}, **changes)
    state.setting.flags.version = version
    return state


# ---------------------------------------------------------------- forced marches


@pytest.mark.rule("battlesystem:7.13c", "battlesystem:10.6c")
@pytest.mark.parametrize(("figures", "fate"), [(2, SLAIN), (12, FIELD)])
def test_who_is_shot_down_on_a_forced_march_is_gone(figures: int, fate: int) -> None:
    # 20 + 1 (loose order) - 6 + 2 = 17: 4 hit dice of D6 for each of 12 archers, 48: four figures and a wound.
    state = field(
        men("Marchers", figures, min(figures, 6), 30, 10, 0, starting=12, formation=OPEN),
        men("Bows", 12, 6, 30, 17, 180, side=1, missile=missile_of("long-bow")),
        leaders=[captain("General", 20, 10)],
        stage=stages.MOVEMENT,
    )
    table = Loaded(dice({10: 1}, {6: 1}), [("march", 0, ("slide", 0, 4)), ("shoot", 1, 0, 0)])
    rounds.play_step(state, table)
    assert [event.kind for event in table.of("volley")] == ["volley"]
    assert state.units[0].status == fate
    assert bool(table.of("morale")) == (fate == FIELD)


# ---------------------------------------------------------------- out of hand


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:8.1c")
@pytest.mark.parametrize(
    ("version", "quarry", "routed", "rule"),
    # The figure in the middle reaches both, and no other the dwarf. Who has run is gone for no more; before version 16 nobody had to be struck.
    [
        (16, 1, False, "battlesystem:4.6g"),
        (16, 1, True, ""),
        (16, 2, False, ""),
        (16, NOBODY, False, ""),
        (15, 1, False, ""),
    ],
)
def test_who_is_out_of_hand_strikes_whom_he_goes_for(
    version: int, quarry: int, routed: bool, rule: str
) -> None:
    rash: dict[str, Any] = {"rash": True, "in_command": False} if quarry != NOBODY else {}
    state = field(
        men("Orcs", 15, 5, 30, 20, 0, formation=OPEN, quarry=quarry, **rash),
        men("Dwarf", 1, 1, 29.5, 20, 180, side=1, starting=6, formation=OPEN, routed=routed),
        men("Men", 2, 2, 30.625, 20, 180, side=1, starting=6),
        version=version,
    )
    orcs = state.units[0]
    asked = Assignment(state, orcs, [reach(state, orcs, state.units[enemy], True) for enemy in (1, 2)])
    assert asked.able == {2: [1, 2], 3: [2]}
    refused = asked.check(("assign", 0, (2, 2)))
    assert (rule in refused.reason) if refused else not rule


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(("version", "listed"), [(16, False), (15, True)])
def test_who_is_out_of_hand_strikes_the_hero_for_whom_he_goes(version: int, listed: bool) -> None:
    # One figure touches both the hero and men: its owner may not spare the hero, whom the orcs have lost their heads over.
    state = field(
        men("Orcs", 15, 5, 30, 20, 0, formation=OPEN, quarry=lone_quarry(0), rash=True, in_command=False),
        men("Men", 2, 2, 30.625, 20, 180, side=1, starting=6),
        leaders=[hero("Hero", 29.55, 20.25, side=1)],
        stage=stages.ASSIGNMENT,
        version=version,
    )
    table = Loaded(dice({6: 1}, {6: 1}))
    rounds.play_step(state, table)
    orders = [order for one in table.asked if one.kind == "beset" for order in one.orders()]
    assert (("beset", 0) in orders) is listed
    assert state.clashes is not None
    assert state.clashes[0].beset == ((0, 1),)


# ---------------------------------------------------------------- news of figures lost


@pytest.mark.rule("battlesystem:6.4b", "battlesystem:2.9d")
@pytest.mark.parametrize(
    ("fates", "told"),
    [
        ([FLED] * 4, "4 fled"),
        ([FLED, FLED, SLAIN, SLAIN], "2 fled, 2 lost"),
        ([SLAIN] * 4, "all 4 lost"),
    ],
)
def test_skirmishers_who_ran_off_the_table_are_not_told_to_be_lost(fates: list[int], told: str) -> None:
    # They run one by one, so that of a unit that is gone some may have fled and some fallen.
    state = field(skirmishers("Scouts", [(20 + 2 * place, 24) for place in range(4)]), men("Men", side=1))
    unit = state.units[0]
    for figure, gone in enumerate(fates):
        unit.take_off(figure, gone)
    count_skirmishers(unit)
    assert (fate(state, unit), runaways(unit)) == (told, fates.count(FLED))


# ---------------------------------------------------------------- what may be done


@pytest.mark.rule("battlesystem:9.4a", "battlesystem:1.4")
@pytest.mark.parametrize(("y", "why"), [(20.25, "only in the Melee phase"), (22.0, "it touches no enemy")])
def test_who_touches_a_hero_is_not_told_that_he_touches_nobody(y: float, why: str) -> None:
    state = field(
        men("Line", 12, 6, 30, 20, 0),
        men("Far", 4, 4, 50, 40, 180, side=1),
        leaders=[hero("Hero", 30, y, side=1)],
    )
    scene = RULEBOOK.view.scene(state, Viewer("Reds", 0))
    piece = next(one for one in scene.pieces if one.id == "u0")
    deeds = RULEBOOK.view.inspect(state, Viewer("Reds", 0), piece, scene).deeds
    assert [deed.text for deed in deeds if deed.label == "Fight"] == [why]


# ---------------------------------------------------------------- wrap-arounds


@pytest.mark.rule("battlesystem:7.11b", "battlesystem:7.1a")
@pytest.mark.parametrize("heading", [0, 90, 180, 270])
@pytest.mark.parametrize(
    ("version", "movement", "far"),
    # A column of eight (1 1/4 in from one to the next) moves one up on its left, who turns in on the enemy's flank. Four stay; the others
    # go 5, 5 and 5 in to the new file, 1 1/4 in aside (5.15), and the fourth, from 5.375 in behind, to 0.375 in before the line and 0.75 aside: 5.80.
    # Before, the last of all could be the one to go there, 9.53 in, if the unit looked to the south.
    [(16, 9.0, ""), (16, 5.75, "5.80"), (15, 9.0, "9.53")],
)
def test_who_wraps_around_goes_no_farther_than_he_must_wherever_he_looks(
    version: int, movement: float, far: str, heading: int
) -> None:
    state = field(
        men("Column", 8, 1, 30, 24, heading, formation=OPEN, movement=movement),
        men("Foe", 1, 1, 30, 24, (heading + 180) % 360, side=1, starting=6, formation=OPEN),
        stage=stages.COMPELLED,
        version=version,
    )
    rounds.play_step(state, Loaded({}))
    refused = MoveDecision(state, 0).check(("wrap", 0, ("left", 1)))
    is_refused = far != "" and (version == 16 or heading in (180, 270))
    assert (refused is not None) is is_refused
    assert refused is None or far in refused.reason


# ---------------------------------------------------------------- news of moves


@pytest.mark.rule("battlesystem:2.9d", "battlesystem:2.9e")
def test_a_skirmisher_whose_way_is_barred_is_not_told_to_move() -> None:
    # He stands a tenth of an inch before a line, as near as he may come.
    state = field(
        skirmishers("Scouts", [(30, 20), (34, 20)]),
        men("Line", 12, 6, 30, 20.475, 180, side=1),
        stage=stages.MOVEMENT,
    )
    table = Loaded({}, [("skirmish", 0, (0, 0, 6))])
    rounds.play_step(state, table)
    assert [event.text for event in table.of("move")] == ["Scouts: one figure finds its way barred."]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Friends leave no room to widen.", "friends leave no room to widen."),
        ("Twin Blades leave no room to widen.", "Twin Blades leave no room to widen."),
        ("Grim Hero stands there.", "Grim Hero stands there."),
        ("The woods end there.", "the woods end there."),
    ],
)
def test_names_keep_their_capitals_after_a_colon(sentence: str, told: str) -> None:
    state = field(
        men("Twin Blades"),
        leaders=[hero("Grim Hero", 10, 10, side=1)],
        terrain=[area("woods", 0, 0, 4, 4)],
    )
    assert after_colon(state, sentence) == told


@pytest.mark.rule("battlesystem:11.6d")
def test_the_news_of_a_square_are_in_the_number_of_its_name() -> None:
    told = []
    for label in ("Legion", "Guards"):
        state = field(
            men(label, 16, 4, 30, 20, 0, large_shields=True),
            men("Far", 4, 4, 50, 40, 180, side=1),
            stage=stages.MOVEMENT,
        )
        table = Loaded({}, [("wall", 0, "square")])
        rounds.play_step(state, table)
        told += [event.text for event in table.of("wall")]
    assert told == [
        "Legion forms a shield wall in square, its shields outward.",
        "Guards form a shield wall in square, their shields outward.",
    ]


@pytest.mark.rule("battlesystem:7.8")
def test_all_whom_a_unit_comes_to_touch_are_told_in_a_row() -> None:
    state = field(
        men("Line", 18, 9, 30, 20, 0),
        men("Left", 2, 2, 28, 24, 180, side=1, starting=6),
        men("Right", 2, 2, 32, 24, 180, side=1, starting=6),
        leaders=[hero("Hero", 30, 24.25, side=1)],
        stage=stages.MOVEMENT,
    )
    table = Loaded({}, [("move", 0, ("slide", 0))])
    rounds.play_step(state, table)
    assert [event.text for event in table.of("move")] == [
        "Line moves 4 in ahead, into contact with Left, Right and Hero."
    ]


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:3.5")
@pytest.mark.parametrize("premeasure", [True, False])
def test_a_hero_whom_a_unit_touches_is_named_in_what_stops_it(premeasure: bool) -> None:
    # He stands at its front: that may be known without measuring.
    state = field(
        men("Line", 12, 6, 30, 20, 0),
        men("Far", 4, 4, 50, 40, 180, side=1),
        leaders=[hero("Hero", 28.5, 20.25, side=1)],
        stage=stages.COMPELLED,
    )
    state.setting.flags.premeasure = premeasure
    rounds.play_step(state, Loaded({}))
    found = RULEBOOK.view.preview(state, MoveDecision(state, 0), ("move", 0, ("slide", 0, 6)))
    assert found is not None
    assert found.sentence.startswith("Hero stops it there.")


# ---------------------------------------------------------------- wheels over a line


@pytest.mark.rule("battlesystem:11.8f", "battlesystem:7.9c")
@pytest.mark.parametrize(
    ("version", "heading", "said"),
    # At a rate of 6 the arc to the hedge (14.67 degrees, 4.193 in from the corner: 1.07) and the hedge (2) leave 2.93 in, which are 24.9 degrees
    # more in open order, 6.742 in from the corner. Of the 45 declared 5.4 are lacking; before, nothing of the rest was made.
    [(16, 39.6, "It cannot pay for the rest of its wheel"), (15, 14.67, "Something in its way")],
)
@pytest.mark.parametrize("shot", [False, True])
def test_a_unit_that_opens_in_a_wheel_goes_on_as_far_as_it_can_pay(
    version: int, heading: float, said: str, shot: bool
) -> None:
    state = field(
        men("Axes", 12, 6, 30, 10, movement=6.0),
        men("Bows", 8, 8, 30, 28, 180, side=1, missile=missile_of("long-bow"), attack_rating=60),
        terrain=[line("hedge", (0, 11), (60, 11))],
        stage=stages.MOVEMENT,
        version=version,
    )
    order = ("move", 0, ("wheel", "right", 45))
    found = RULEBOOK.view.preview(state, MoveDecision(state, 0), order)
    assert found is not None
    assert found.sentence.startswith(said)
    shots: list[Order] = [("shoot", 1, 0, 2)] if shot else []
    rounds.play_step(state, Loaded(dice({}, {6: 6}), [order, *shots]))
    unit = state.units[0]
    assert unit.formation == OPEN
    assert unit.block is not None
    assert unit.block.heading == pytest.approx(heading, abs=0.1)


@pytest.mark.rule("battlesystem:7.1e")
def test_a_friend_whose_corner_a_unit_grazes_is_named() -> None:
    # Going north-east, its right side comes up to the left one of the friends after 3.54 in: 2.5 to the east and 2.5 to the north. There it has
    # 0.08 in of them beside it; 0.14 in farther to the north it would be past their front corner.
    state = field(
        men("Axes", 6, 6, 30, 12.0, 0),
        men("Friends", 6, 6, 37, 13.83, 0),
        men("Far", 4, 4, 50, 40, 180, side=1),
        stage=stages.MOVEMENT,
    )
    found = RULEBOOK.view.preview(state, MoveDecision(state, 0), ("move", 0, ("slide", 45, 9)))
    assert found is not None
    assert found.cost == pytest.approx(2.5 * 2**0.5, abs=0.02)
    assert found.sentence.startswith("Friends stop it there.")


# ---------------------------------------------------------------- flight


@pytest.mark.rule("battlesystem:8.8e", "battlesystem:10.6a")
@pytest.mark.parametrize(
    ("version", "figures", "checked"),
    # The orcs shoot no one, and miss the back of who flees; bows behind them fell the two who are left, an inch on, or two of ten:
    # 20 + 1 - 6 + 2 = 17, 4 hit dice of each of six. Over the dead nobody loses his head.
    [(16, 2, False), (15, 2, True), (16, 10, True)],
)
def test_nobody_goes_for_one_who_fled_and_was_shot_down(version: int, figures: int, checked: bool) -> None:
    state = field(
        men("Men", figures, 2, 30, 20, 0, starting=10, formation=OPEN),
        men("Orcs", 1, 1, 30, 20, 180, side=1, starting=6, low_or_chaotic=True, attack_rating=60),
        men("Bows", 6, 6, 36, 15, 270, side=1, missile=missile_of("long-bow")),
        stage=stages.COMPELLED,
        version=version,
    )
    rounds.play_step(state, Loaded({}))
    table = Loaded(dice({10: 1}, {6: 1, 10: 1}), [("flee", 0, 0), ("shoot", 2, 0, 1)])
    rounds.play_step(state, table)
    assert table.orders == []
    assert (state.units[0].status == FIELD) is (figures > 2)
    assert bool(table.of("discipline")) is checked
