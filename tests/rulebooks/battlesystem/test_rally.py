"""The Rally Phase: who may try, the roll, what follows, orders to mobs."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, captain, crew, crowd, men, skirmishers

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.command import chain, coverage, in_command
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.individual import BRIGADE
from banneret.rulebooks.battlesystem.missiles import shooters
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.rally import attempts, facings, rally_phase
from banneret.rulebooks.battlesystem.rally.attempts import DONE, Attempt
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.stages import RALLY, SEQUENCE
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.edges import SOUTH
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import (
    CHARGE,
    FORCE_MARCH,
    FORWARD,
    NO_ORDER,
    NOBODY,
    OPEN,
    SLAIN,
    WHEEL,
)
from banneret.rulebooks.battlesystem.view.forecasts.rallies import rally_forecast
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script


def broken(name: str = "Orcs", x: float = 30.0, y: float = 20.0, **changes: Any) -> Any:
    """Twelve men in open formation, routed, their captain with them."""
    facts = {"routed": True, "in_command": False, "rout_heading": 180.0, "formation": OPEN, **changes}
    return men(name, 12, 6, x, y, 180, **facts)


def phase(state: State, *orders: Order | None, dice: list[int] | None = None) -> Script:
    """Steps until the Rally Phase is over or the script has ended."""
    state.stage, state.part = RALLY, 0
    table = Script(dice=dice, orders=list(orders))
    while state.stage == RALLY:
        rally_phase.rally_step(state, table)
    table.finish()
    return table


def refusal(state: State, order: Order) -> str:
    found = Attempt(state, 0).check(order)
    return "" if found is None else f"{found.rule.split(':')[1]} {found.reason}"


# ---------------------------------------------------------------- conditions


@pytest.mark.rule("battlesystem:6.1", "battlesystem:4.7c")
def test_every_figure_must_be_within_the_radius_of_who_tries() -> None:
    # the commander at file 2; the farthest figure, file 5 of the second rank, stands 3.75 in beside and 1.25 behind: 3.953
    for radius, able in ((3.96, True), (3.95, True), (3.94, False), (2.0, False)):
        state = battle(broken(radius=radius))
        assert attempts.rallying(state, state.units[0]) == ([chain.OWN] if able else []), radius
    state = battle(broken(radius=2.0))
    assert refusal(state, ("rally", 0, "own")).startswith("6.1 Not every figure of Orcs")
    table = phase(state)  # nobody is asked: no attempt is possible
    assert table.kinds == []
    assert state.units[0].routed


@pytest.mark.rule("battlesystem:6.1")
def test_who_touches_an_enemy_cannot_be_rallied() -> None:
    state = battle(broken(), men("Blues", 12, 6, 30, 22, 180, side=1))
    assert attempts.rallying(state, state.units[0]) == []
    assert refusal(state, ("rally", 0, "own")) == "6.1 Orcs touch an enemy."
    state = battle(broken(), men("Blues", 12, 6, 30, 22.02, 180, side=1))
    assert attempts.rallying(state, state.units[0]) == [chain.OWN]


@pytest.mark.rule("battlesystem:6.1", "battlesystem:4.10a", "battlesystem:4.10b", "battlesystem:4.7c")
def test_leaders_above_may_rally_whether_its_own_commander_lives_or_not() -> None:
    leaders = [
        captain("Brand", 30, 22, rank=BRIGADE, radius=9),
        captain("Aldo", 30, 22, radius=9),
        captain("Zog", 30, 22, side=1, radius=9),
    ]
    state = battle(broken(leader_at=NOBODY, brigade=0), broken("Others", x=30, y=16), leaders=leaders)
    assert attempts.rallying(state, state.units[0]) == [0, 1]
    assert attempts.rallying(state, state.units[1]) == [chain.OWN, 1]
    assert "no such commander" in refusal(state, ("rally", 0, "own"))
    assert "no such commander" in refusal(state, ("rally", 1, 0))
    assert refusal(state, ("rally", 0, 1)) == ""


@pytest.mark.rule("battlesystem:6.1a", "battlesystem:6.0")
def test_one_commander_one_unit_one_attempt() -> None:
    leaders = [captain("Aldo", 30, 18, radius=12)]
    state = battle(broken(), broken("Others", y=15), leaders=leaders)
    table = phase(state, ("rally", 0, "own"), DONE, dice=[10, 10])
    assert state.units[0].routed
    assert refusal(state, ("rally", 0, 0)) == "6.1a A commander has already done their best for Orcs."
    assert refusal(state, ("rally", 1, 0)) == ""
    assert len(table.asked) == 2
    state = battle(broken(), broken("Others", y=15), leaders=leaders)
    phase(state, ("rally", 0, 0), None, dice=[1, 1, 1, 1])  # the other is left to its own commander
    assert [unit.routed for unit in state.units.values()] == [False, False]
    state = battle(broken(), broken("Others", y=15, leader_at=NOBODY), leaders=leaders)
    state.individuals[0].tried = True
    assert refusal(state, ("rally", 1, 0)) == "6.1a Aldo has tried already this round."


@pytest.mark.rule("battlesystem:6.0", "battlesystem:6.1a")
def test_a_leader_tries_a_routed_unit_or_a_mob_not_both() -> None:
    leaders = [captain("Aldo", 30, 18, radius=20)]
    state = battle(broken(leader_at=NOBODY), crowd("Mob", 16, 38, 20), leaders=leaders)
    table = phase(state, ("rally", 0, 0), dice=[1, 1])
    assert table.kinds == ["rally", "face"]
    assert state.units[1].order == NO_ORDER


@pytest.mark.rule("battlesystem:6.1b")
def test_having_tried_he_commands_as_before() -> None:
    reds = men("Reds", 12, 6, 30, 26, leader_at=NOBODY)
    state = battle(broken(), reds, leaders=[captain("Aldo", 30, 22, radius=12)])
    phase(state, ("rally", 0, 0), dice=[10, 10])
    in_command.review(state, Script())
    assert state.units[1].in_command
    assert coverage.commander_bonus(state, state.units[1]) == 0


@pytest.mark.rule("battlesystem:1.3")
def test_side_a_makes_all_its_attempts_before_side_b() -> None:
    enemy = men("Blues", 12, 6, 30, 40, 0, side=1, routed=True, in_command=False, formation=OPEN)
    state = battle(broken(), enemy, ranking=(1, 0))
    table = phase(state, None, None, None, None, dice=[1, 1, 1, 1])
    assert [(one.kind, one.side) for one in table.asked] == [
        ("rally", 1),
        ("face", 1),
        ("rally", 0),
        ("face", 0),
    ]
    assert (state.stage, state.part) == (SEQUENCE, 0)


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("battlesystem:6.2", "battlesystem:4.2c", "battlesystem:4.2i")
def test_the_roll_has_the_penalty_and_the_bonus_of_who_tries() -> None:
    # base 12, no losses, routed, the leader's bonus 2: 12 or less
    for dice, rallied in (([6, 6], True), ([6, 7], False)):
        state = battle(broken(charisma=2))
        table = phase(state, None, *([None] if rallied else []), dice=list(dice))
        assert state.units[0].routed is not rallied
        event = next(event for event in table.events if event.kind == "morale")
        assert event.data["needed"] == 12
        assert [part.amount for part in event.tallies[0].explain()] == [12, -2, 2]
        # a failed rally has no further effect: it runs on where it would
        assert standing.centre(state.units[0]) == (30.0, 21.0)


@pytest.mark.rule("battlesystem:6.3", "battlesystem:7.9f")
def test_a_rallied_unit_may_face_anew_at_once_and_is_in_command() -> None:
    for word, heading in (("keep", 180), ("left", 90), ("right", 270), ("about", 0)):
        state = battle(broken())
        phase(state, None, ("face", 0, word), dice=[5, 5])
        unit = state.units[0]
        assert unit.block is not None
        assert (unit.block.heading, unit.routed, unit.rallied, unit.in_command) == (
            heading,
            False,
            True,
            True,
        )
        assert unit.spent == 0.0
        assert unit.formation == OPEN
    state = battle(broken())
    table = phase(state, None, None, dice=[5, 5])
    assert table.asked[1].default() == ("face", 0, "about")  # toward the enemy it ran from


@pytest.mark.rule("battlesystem:6.3")
def test_it_does_not_turn_where_there_is_no_room() -> None:
    # looking south, x 26.5 to 33.5; of the second rank only one man, in the middle, and a friend in the empty corner
    few = men("Orcs", 7, 6, 30, 20, 180, formation=OPEN, routed=True, in_command=False)
    state = battle(few, men("Friend", 1, 1, 27, 22.05, 0))
    table = phase(state, None, ("face", 0, "left"), dice=[5, 5])
    all_turn = [order for order in table.asked[1].orders() if isinstance(order[2], str)]
    assert all_turn == [("face", 0, "keep"), ("face", 0, "left")]
    assert table.asked[1].default() == ("face", 0, "keep")


@pytest.mark.rule("battlesystem:6.4", "battlesystem:7.15g")
def test_who_is_not_rallied_runs_on() -> None:
    state = battle(broken())
    phase(state, None, dice=[10, 10])
    checks_and_routs.rout_on(state, Script(), state.units[0])
    assert standing.centre(state.units[0]) == (30, 12)


@pytest.mark.rule("battlesystem:7.13e", "battlesystem:6.2")
def test_a_rally_roll_ends_a_rest() -> None:
    state = battle(broken())
    phase(state, None, dice=[10, 10])
    assert state.units[0].acted
    assert state.units[0].tried
    assert state.units[0].leader_tried


# ---------------------------------------------------------------- out of hand


@pytest.mark.rule("battlesystem:6.5", "battlesystem:4.6h")
def test_troops_out_of_hand_come_back_once_their_attack_is_over() -> None:
    mad = men("Goblins", formation=OPEN, rash=True, quarry=1, in_command=False)
    state = battle(mad, men("Dwarves", 12, 6, 30, 40, 180, side=1))
    assert refusal(state, ("rally", 0, "own")).startswith("4.6h")
    assert phase(state).kinds == []
    state.units[1].routed = True
    table = phase(state, ("rally", 0, "own"), DONE, dice=[5, 5])
    unit = state.units[0]
    assert (unit.rash, unit.quarry, unit.in_command) == (False, NOBODY, True)
    # it was not routed: it does as it likes this very round
    assert (unit.rallied, unit.finished) == (False, False)
    assert "in hand again" in table.news
    assert table.asked[0].kind == "rally"


@pytest.mark.rule("battlesystem:6.5", "battlesystem:6.0")
def test_out_of_command_by_distance_needs_no_rally() -> None:
    state = battle(men("Lost", formation=OPEN, radius=1.0))
    table = phase(state)
    assert table.kinds == []
    assert not state.units[0].in_command


# ---------------------------------------------------------------- mobs


@pytest.mark.rule("battlesystem:2.10e", "battlesystem:2.10f", "battlesystem:6.6")
def test_the_four_orders_of_a_mob() -> None:
    aldo = captain("Aldo", 30, 18, radius=20, charisma=1)
    for words, order, turn in (
        (("forward",), FORWARD, 0.0),
        (("charge",), CHARGE, 0.0),
        (("march",), FORCE_MARCH, 0.0),
        (("wheel", "left", 40), WHEEL, -40.0),
        (("wheel", "right", 90), WHEEL, 90.0),
    ):
        # base 10, bonus 1, always out of command: 9 or less
        for dice, obeys in (([4, 5], True), ([5, 5], False)):
            state = battle(crowd(morale=10, order=FORWARD), leaders=[aldo])
            phase(state, ("order", 0, 0, *words), dice=list(dice))
            mob = state.units[0]
            assert (mob.order, mob.turn) == ((order, turn) if obeys else (FORWARD, 0.0))
            assert not mob.routed
            assert state.individuals[0].tried
            state.individuals[0].tried = False


@pytest.mark.rule("battlesystem:2.10f")
def test_what_is_no_order_of_a_mob_is_refused() -> None:
    state = battle(crowd(), leaders=[captain("Aldo", 30, 18, radius=20)])
    for words in (
        (),
        ("withdraw",),
        ("formation", "closed"),
        ("wheel",),
        ("wheel", "left", 91),
        ("wheel", "left", 0),
        ("wheel", "back", 20),
        ("forward", 6),
        (("forward",),),
    ):
        assert refusal(state, ("order", 0, 0, *words)).startswith("2.10f"), words
    assert refusal(state, ("order", 0, 0, "wheel", "left", 0.5)) == ""
    assert refusal(state, ("rally", 0, 0)).startswith("6.0 Mob is neither routed nor out of hand")


@pytest.mark.rule("battlesystem:2.10g", "battlesystem:6.6")
def test_an_order_stands_until_another_is_given() -> None:
    state = battle(crowd(order=FORWARD), leaders=[captain("Aldo", 30, 18, radius=20)])
    phase(state, DONE)
    assert state.units[0].order == FORWARD
    phase(state, ("order", 0, 0, "wheel", "left", 20), dice=[1, 1])
    assert (state.units[0].order, state.units[0].turn) == (WHEEL, -20.0)


@pytest.mark.rule("battlesystem:2.10i", "battlesystem:6.6")
def test_a_routed_mob_is_rallied_first_and_has_no_order_then() -> None:
    mob = crowd(routed=True, rout_heading=180.0)
    state = battle(mob, leaders=[captain("Aldo", 30, 18, radius=20)])
    assert refusal(state, ("order", 0, 0, "forward")).startswith("6.6")
    table = phase(state, ("rally", 0, 0), dice=[5, 5])
    unit = state.units[0]
    assert (unit.routed, unit.rallied, unit.order, unit.in_command) == (False, True, NO_ORDER, False)
    assert table.kinds == ["rally", "face"]


@pytest.mark.rule("battlesystem:6.3", "battlesystem:2.10i", "battlesystem:7.9i")
@pytest.mark.parametrize(("version", "heading"), [(14, 180.0), (15, 0.0)])
def test_a_rallied_mob_may_face_the_enemy_again(version: int, heading: float) -> None:
    """Sixteen men, four abreast, have run south: they rally as a regular unit does, and turn about where they stand."""
    mob = crowd(routed=True, rout_heading=180.0, heading=180.0)
    state = battle(mob, leaders=[captain("Aldo", 30, 18, radius=20)], options={"version": version})
    before = standing.centre(state.units[0])
    table = phase(state, ("rally", 0, 0), dice=[5, 5])
    block = state.units[0].block
    assert block is not None
    assert (block.heading, block.files, standing.centre(state.units[0])) == (heading, 4, before)
    if version == 15:
        words = [order[2] for order in table.asked[1].orders()]
        assert (words, table.asked[1].default()) == (["keep", "left", "right", "about"], ("face", 0, "about"))


@pytest.mark.rule("battlesystem:6.6", "battlesystem:6.1", "battlesystem:2.10e")
def test_a_mob_that_touches_an_enemy_takes_no_order_its_own_commander_may_give_one() -> None:
    enemy = men("Blues", 12, 6, 30, 24, 180, side=1)
    state = battle(crowd(commander="Jack", radius=9, leader_at=1), enemy)
    assert refusal(state, ("order", 0, "own", "forward")).startswith("6.1")
    state = battle(crowd(commander="Jack", radius=9, leader_at=1))
    phase(state, ("order", 0, "own", "forward"), dice=[1, 1])
    assert state.units[0].order == FORWARD


# ---------------------------------------------------------------- skirmishers


@pytest.mark.rule("battlesystem:2.9c")
def test_routed_skirmishers_are_rallied_one_by_one_where_he_reaches_them() -> None:
    scouts = skirmishers(
        "Scouts", [(30, 20), (34, 20), (50, 20), (31.5, 22)], commander="Sly", charisma=2, radius=6
    )
    singles = scouts.unit.singles
    assert singles is not None
    for figure in (1, 2):
        singles[figure].routed, singles[figure].rout_heading = True, 180.0
        scouts.unit.place(figure, singles[figure].x, singles[figure].y, 180.0)
    state = battle(scouts)
    table = phase(state, ("rally", 0, "own"), dice=[7, 7])  # 12 + 2, and no penalty for command
    assert [single.routed for single in singles] == [False, False, True, False]
    assert (singles[1].heading, singles[1].done) == (0.0, True)
    assert next(event for event in table.events if event.kind == "morale").data["needed"] == 14
    assert table.kinds == ["rally", "face"]


@pytest.mark.rule("battlesystem:6.3", "battlesystem:2.9c")
@pytest.mark.parametrize(
    ("word", "headings", "told"),
    [
        ("keep", [180.0, 150.0, 0.0], ""),
        ("left", [90.0, 60.0, 0.0], "2 figures of Scouts face left."),
        ("right", [270.0, 240.0, 0.0], "2 figures of Scouts face right."),
        ("about", [0.0, 330.0, 0.0], "2 figures of Scouts turn about."),
    ],
)
def test_skirmishers_rallied_together_face_anew_as_their_owner_likes(
    word: str, headings: list[float], told: str
) -> None:
    scouts = skirmishers("Scouts", [(30, 20), (33, 20), (36, 20)], commander="Sly", radius=9)
    singles = scouts.unit.singles
    assert singles is not None
    for figure, heading in ((0, 180.0), (1, 150.0)):
        singles[figure].routed = True
        scouts.unit.place(figure, singles[figure].x, singles[figure].y, heading)
    state = battle(scouts)
    table = Script(dice=[5, 5, 5, 5], orders=[("rally", 0, "own"), ("face", 0, word)])
    state.stage = stages.RALLY
    rally_phase.rally_step(state, table)
    table.finish()
    assert [single.heading for single in singles] == headings
    assert told in table.news


@pytest.mark.rule("battlesystem:6.3", "battlesystem:7.1e")
def test_they_face_only_where_all_of_them_have_room() -> None:
    # bases 3/4 in broad and 2 in deep, friends half an inch beside the second: only about is there room for both
    friends = men("Friends", 12, 6, 36.125, 21, 0)
    scouts = skirmishers("Scouts", [(28, 20), (33, 20)], commander="Sly", radius=9, depth=2.0, routed=True)
    singles = scouts.unit.singles
    assert singles is not None
    for single in singles:
        single.routed = True
    state = battle(scouts, friends, stage=stages.RALLY)
    table = Script(dice=[1, 1, 1, 1], orders=[("rally", 0, "own")])
    rally_phase.rally_step(state, table)
    asked = table.asked[1]
    assert asked.orders() == [("face", 0, "keep"), ("face", 0, "about")]
    assert asked.default() == ("face", 0, "about")
    assert [single.heading for single in singles] == [180.0, 180.0]


@pytest.mark.rule("battlesystem:6.3", "battlesystem:2.9d")
@pytest.mark.parametrize(
    ("version", "order", "headings", "told"),
    [
        (15, ("face", 0, "left"), [90.0, 60.0, 90.0], ["3 figures of Scouts face left."]),
        (16, ("face", 0, "left"), [90.0, 60.0, 90.0], ["3 figures of Scouts face left."]),
        (
            16,
            ("face", 0, ("about", 0), ("left", 1)),
            [0.0, 60.0, 180.0],
            ["A figure of Scouts faces left.", "A figure of Scouts turns about."],
        ),
        (16, ("face", 0), [180.0, 150.0, 180.0], []),
    ],
)
def test_of_skirmishers_rallied_together_each_faces_as_he_likes(
    version: int, order: Order, headings: list[float], told: list[str]
) -> None:
    """Of three who ran south one turns to the north, one from 150 degrees by 90 to his left, and the third looks on where he ran."""
    scouts = skirmishers("Scouts", [(30, 20), (33, 20), (36, 20)], commander="Sly", radius=9)
    singles = scouts.unit.singles
    assert singles is not None
    for figure, heading in enumerate((180.0, 150.0, 180.0)):
        singles[figure].routed = True
        scouts.unit.place(figure, singles[figure].x, singles[figure].y, heading)
    state = battle(scouts, options={"version": version})
    table = Script(dice=[5, 5] * 3, orders=[("rally", 0, "own"), order])
    state.stage = stages.RALLY
    rally_phase.rally_step(state, table)
    table.finish()
    assert [single.heading for single in singles] == headings
    assert [
        text
        for text in (
            "A figure of Scouts faces left.",
            "A figure of Scouts turns about.",
            "3 figures of Scouts face left.",
        )
        if text in table.news
    ] == told
    asked = table.asked[1]
    assert asked.listed is (version == 15)
    single = ("face", 0, ("about", 0))
    refused = asked.check(single)
    assert (refused is not None) is (version == 15)


@pytest.mark.rule("battlesystem:6.3")
def test_facings_of_skirmishers_are_refused_where_they_make_no_sense() -> None:
    scouts = skirmishers("Scouts", [(30, 20), (33, 20), (36, 20)], 180.0)
    friends = men("Friends", 12, 6, 38.75, 20.375, 0)  # 1/8 in beside the third, who is 2 in deep
    scouts.unit.depth = 2.0
    state = battle(scouts, friends)
    asked = facings.Facings(state, state.units[0], [0, 2])
    assert asked.room == {0: ["left", "right", "about"], 2: ["about"]}
    for groups, why in (
        ([("about", 1)], "1 is none of the figures that were rallied."),
        ([("about", 0), ("left", 0)], "Figure 0 faces one way only."),
        ([("left", 2)], "Figure 2 has no room to face left."),
        ([("back", 0)], "Every group is one of left, right, about, and the numbers of figures."),
        (["left"], "All of them may keep or about."),
        ([()], "Every group is one of left, right, about, and the numbers of figures."),
    ):
        found = asked.check(("face", 0, *groups))
        assert found is not None
        assert (found.reason, found.rule) == (why, "battlesystem:6.3")
    chance = Chance(3)
    for _ in range(20):
        assert asked.check(asked.sample(chance)) is None


def test_the_question_of_their_facings_lists_what_all_do_and_has_each_of_them_to_point_at() -> None:
    scouts = skirmishers("Scouts", [(30, 20), (33, 20)], 180.0)
    state = battle(scouts, men("Blues", 12, 6, 30, 40, 180, side=1))
    shown = question(state, facings.Facings(state, state.units[0], [0, 1]))
    assert shown.form is not None
    assert (shown.form.kind, shown.form.verb, shown.default) == (
        "subset",
        "face 0",
        "face 0 about",
    )
    first = shown.form.items[0]
    assert (first.word, first.label, first.at, first.slot) == (
        "(about 0)",
        "figure 1: about",
        (30.0, 20.0),
        "0",
    )
    assert first.consequence == "looks north, Blues before its front"
    assert [option.label for option in shown.options] == [
        "Keep the facing",
        "Face left",
        "Face right",
        "Face about",
    ]


@pytest.mark.rule("battlesystem:6.3", "battlesystem:7.1e")
def test_where_one_has_no_room_to_turn_about_the_question_of_their_facings_names_the_others() -> None:
    # The second stands in the way of a friend, as nobody should: there he has no room at all.
    scouts = skirmishers("Scouts", [(30, 20), (36, 20)], 180.0)
    state = battle(scouts, men("Friends", 4, 2, 36, 20.25, 0))
    asked = facings.Facings(state, state.units[0], [0, 1])
    assert asked.room == {0: ["left", "right", "about"], 1: []}
    assert asked.default() == ("face", 0, ("about", 0))
    assert asked.orders()[:2] == [("face", 0, ("about", 0)), ("face", 0)]


@pytest.mark.rule("battlesystem:2.9c", "battlesystem:6.1")
def test_a_leader_above_rallies_skirmishers_that_touch_nobody() -> None:
    scouts = skirmishers("Scouts", [(30, 20), (34, 20)], routed=True)
    singles = scouts.unit.singles
    assert singles is not None
    for single in singles:
        single.routed = True
    enemy = men("Blues", 4, 4, 30, 20.375, 180, side=1)
    state = battle(scouts, enemy, leaders=[captain("Aldo", 30, 18, radius=20)], homes=[SOUTH, SOUTH])
    phase(state, ("rally", 0, 0), dice=[6, 6])
    assert [single.routed for single in singles] == [True, False]
    assert not state.units[0].routed


@pytest.mark.rule("battlesystem:4.6h", "battlesystem:6.5")
def test_skirmishers_out_of_hand_come_back_as_a_unit() -> None:
    scouts = skirmishers("Scouts", [(30, 20), (34, 20)], commander="Sly", radius=6, rash=True)
    state = battle(scouts)
    phase(state, ("rally", 0, "own"), dice=[6, 6])
    assert not state.units[0].rash
    assert state.units[0].in_command


# ---------------------------------------------------------------- the question itself


@pytest.mark.rule("battlesystem:6.0")
def test_the_question_lists_defaults_samples_and_refuses() -> None:
    leaders = [captain("Aldo", 30, 18, radius=30)]
    mad = men("Mad", formation=OPEN, x=15, rash=True, in_command=False)
    state = battle(broken(), crowd("Mob", 16, 40, 20), mad, leaders=leaders)
    question = Attempt(state, 0)
    assert not question.listed
    assert question.default() == ("rally", 0, "own")  # of equal chances the first
    for order in question.orders():
        assert question.check(order) is None
    chance = Chance(5)
    drawn = [question.sample(chance) for _ in range(200)]
    assert all(question.check(order) is None for order in drawn)
    assert {order[0] for order in drawn} == {"rally", "order", "done"}
    for nonsense in (
        (),
        ("rally",),
        ("rally", 0),
        ("rally", "x", "own"),
        ("rally", 9, "own"),
        ("rally", -1, "own"),
        ("rally", 0, -2),
        ("rally", 0, 7),
        ("rally", 0, ("own",)),
        ("rally", 0, "own", 3),
        ("rally", 0.5, "own"),
        ("done", 1),
        ("order", 0, "own", "forward"),
        ("order", 1, 0, "wheel", "left", "far"),
    ):
        found = question.check(nonsense)
        assert found is not None, nonsense
        assert found.nearest in question.orders()


@pytest.mark.rule("battlesystem:6.0")
def test_without_mobs_every_answer_is_listed() -> None:
    state = battle(broken())
    question = Attempt(state, 0)
    assert question.listed
    assert question.orders() == [("rally", 0, "own"), DONE]


@pytest.mark.rule("battlesystem:6.2", "battlesystem:4.3")
def test_an_attempt_says_how_likely_it_is_to_work() -> None:
    """The share of the hundred throws of two dice of ten that come to current morale or less."""
    state = battle(broken())
    state.stage, state.part = RALLY, 0
    decision = Attempt(state, 0)
    odds = rally_forecast(state, decision, ("rally", 0, "own"))
    assert odds is not None
    needed = int(odds.throws[0].figures[0].value)
    ways = sum(first + second <= needed for first in range(1, 11) for second in range(1, 11))
    assert 0 < ways < 100
    assert odds.chances[0].share == ways
    assert odds.text.replace(" ", "") == f"rallies{ways}%"
    assert rally_forecast(state, decision, DONE) is None
    for more, stands in ((0, True), (1, False)):  # the dice that just do, and one more
        there = state.copy()
        first = min(10, needed + more - 1)
        orders: list[Order] = [("rally", 0, "own"), ("face", 0, "keep")]
        phase(there, *orders[: 2 if stands else 1], dice=[first, needed + more - first])
        assert there.units[0].routed is not stands


@pytest.mark.rule("battlesystem:6.3", "battlesystem:2.9c", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "shoots"), [(10, [0, 1]), (11, [0])])
def test_a_skirmisher_who_was_rallied_does_not_shoot_in_that_round(version: int, shoots: list[int]) -> None:
    scouts = skirmishers(
        "Scouts", [(30, 20), (34, 20)], commander="Sly", radius=9, missile=missile_of("short-bow")
    )
    singles = scouts.unit.singles
    assert singles is not None
    singles[1].routed = True
    state = battle(scouts, tier=stages.INTERMEDIATE, options={"version": version})
    phase(state, ("rally", 0, "own"), dice=[5, 5])
    assert not singles[1].routed
    state = CODEC.load(CODEC.dump(state), state)
    state.stage = stages.MISSILES
    unit = state.units[0]
    assert shooters.figures(state, unit) == shoots
    assert unit.singles is not None
    unit.singles[0].gone = SLAIN  # only he is left
    refusal = shooters.refusal(state, unit)
    assert (refusal.rule if refusal else "") == ("battlesystem:6.3" if version == 11 else "")
    rounds.forget(unit)
    assert shooters.figures(state, unit) == [1]


@pytest.mark.rule("battlesystem:6.3", "battlesystem:10.10")
@pytest.mark.parametrize("version", [10, 11])
def test_a_crew_that_was_rallied_does_not_shoot_its_piece_in_that_round(version: int) -> None:
    state = battle(
        crew("ballista", commander="Sly", radius=9, leader_at=NOBODY),
        leaders=[captain("Aldo", 30, 18, radius=20)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
        homes=[SOUTH],
    )
    singles = state.units[0].singles
    assert singles is not None
    state.units[0].routed = singles[0].routed = True
    phase(state, ("rally", 0, 0), dice=[1, 1])
    assert not singles[0].routed
    state.stage = stages.MISSILES
    refusal = crews.why_not_shoot(state, state.pieces[0])
    assert (refusal.rule if refusal else "") == ("battlesystem:6.3" if version == 11 else "")


@pytest.mark.rule("battlesystem:6.0", "battlesystem:6.1")
@pytest.mark.parametrize(("name", "verb"), [("Archers", "are"), ("Clanguard", "is")])
def test_refusals_of_a_rally_agree_with_the_name_of_the_unit(name: str, verb: str) -> None:
    state = battle(men(name, 12, 6), men("Blues", 12, 6, 30, 40, 180, side=1), stage=stages.RALLY)
    reasons = [refusal(state, order) for order in (("rally", 0, "own"), ("rally", 1, "own"), ("rally", 0, 7))]
    has = "have" if verb == "are" else "has"
    assert reasons == [
        f"6.0 {name} {verb} neither routed nor out of hand: there is nothing to rally.",
        "6.0 Blues are not a unit of yours that stands on the table.",
        f"6.1 {name} {has} no such commander.",
    ]
