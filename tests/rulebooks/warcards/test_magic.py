"""Battle spells."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, step

from banneret.kernel.decision import Choice
from banneret.kernel.errors import BadInput
from banneret.kernel.order import write_order
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.attack.steps import slots_of
from banneret.rulebooks.warcards.magic.casters import casts, spell_of
from banneret.rulebooks.warcards.magic.casting import modifier
from banneret.rulebooks.warcards.magic.effects import magic
from banneret.rulebooks.warcards.ratings.attacks import missile_rating, twentieths
from banneret.rulebooks.warcards.ratings.leadership import level_of
from banneret.rulebooks.warcards.ratings.morale import morale_total
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import NONE, RATINGS

WAGON = {"type": "elite-infantry", "experience": "veteran", "training": ["war-wagon"]}


def wizard(
    spells: list[Any], b: str = "B3 knights", host: str = "elite-infantry#1", a: str = "N3 wagon", **more: Any
) -> State:
    caster = {
        "name": "W",
        "level": 9,
        "warcraft": 6,
        "battle_spell_feat": True,
        "spells": spells,
        "with": host,
    }
    options = more.pop("options", None)
    return field(
        a, b, stages.MAGIC, special={"wagon": WAGON, **more.pop("special", {})},
        A={"casters": [caster], **more.pop("A", {})}, options=options, **more,
    )  # fmt: skip


@pytest.mark.rule("warcards:magic.base", "warcards:magic.extra", "warcards:check.rounding")
def test_what_a_spell_gives() -> None:
    assert modifier(3, 10) == 1
    assert modifier(1, 14) == 0
    assert [modifier(0, check) for check in (14, 15, 19, 20)] == [0, 1, 1, 2]
    assert modifier(1, 10, 1) == 1


@pytest.mark.rule(
    "warcards:magic.who", "warcards:magic.components", "warcards:train.war-wagon", "warcards:magic.realm"
)
def test_who_may_cast() -> None:
    state = wizard(["fireball"])
    assert {order[2] for order in casts(state, 0)} == {0}
    assert all(order[0] == "cast" for order in casts(state, 0))
    assert state.setting.cards[0].muster == 5
    without = wizard(["fireball"], a="N3 elite-infantry")
    assert casts(without, 0) == []
    without.setting.flags.wagon_required = False
    assert casts(without, 0)
    state.setting.people[state.figures[1].id].feat = False
    assert casts(state, 0) == []
    reserve = wizard(["fireball"], a="RA wagon, N1 infantry")
    assert casts(reserve, 0) == []


@pytest.mark.rule("warcards:magic.who", "warcards:magic.declare", "warcards:init.order-elsewhere")
def test_one_spell_a_round_and_each_only_once() -> None:
    state = wizard(["fireball", "confusion"])
    cast = ("cast", 1, 0, "melee", 0)
    script = step(state, [10], [cast])
    assert script.kinds == ["magic"]  # then he has cast
    assert state.figures[1].spells == [1]
    assert casts(state, 0) == []


@pytest.mark.rule("warcards:train.war-wagon", "warcards:magic.components", "warcards:magic.who")
def test_from_a_wagon_one_caster_casts_in_each_round() -> None:
    """Two casters with one wagon: whoever casts first has its components for the round, and in the next either may."""
    other = {"name": "V", "warcraft": 6, "battle_spell_feat": True, "spells": ["bless"], "with": "elite-infantry#1"}  # fmt: skip
    first = {**other, "name": "W", "spells": ["fireball"]}
    state = wizard([], A={"casters": [first, other]})
    assert {order[1] for order in casts(state, 0)} == {1, 2}
    script = step(state, [10], [("cast", 2, 0, "melee", 0)])
    assert script.kinds == ["magic"]  # nobody is asked again
    assert casts(state, 0) == []
    state.stage, state.figures[2].cast = stages.MAGIC, False  # the next round
    assert {order[1] for order in casts(state, 0)} == {1}
    without = wizard([], A={"casters": [first, other]}, options={"war_wagon_required": "false"})
    script = step(without, [10, 10], [("cast", 2, 0, "melee", 0), ("cast", 1, 0, "defense", 0)])
    assert script.kinds == ["magic", "magic"]


@pytest.mark.rule("warcards:train.war-wagon", "warcards:hero.caster")
def test_a_caster_among_heroes_uses_the_wagon_of_their_company() -> None:
    heroes = [{"name": "H", "members": [{"name": "W", "level": 9}], "with": "elite-infantry#1"}]
    one = {"name": "W", "warcraft": 6, "battle_spell_feat": True, "spells": ["fireball"], "with": "H"}
    state = wizard(
        [], A={"heroes": heroes, "casters": [one, {**one, "name": "V", "with": "elite-infantry#1"}]}
    )
    step(state, [10], [("cast", 0, 0, "melee", 0)])
    assert casts(state, 0) == []


@pytest.mark.rule("warcards:magic.who", "warcards:field.reserve-not-area", "warcards:naval.bunks")
@pytest.mark.parametrize("host", ["caravel#1", "caravel#1/infantry#1"])
def test_nobody_casts_from_a_ship_in_the_reserve(host: str) -> None:
    special = {"a": {"ship": "caravel", "aboard": ["infantry"]}, "cog": {"ship": "cog"}}
    one = {"name": "W", "warcraft": 6, "battle_spell_feat": True, "spells": ["bless"], "with": host}
    for place, number in (("RA", 0), ("N3", 2)):  # bless: melee and morale of his own unit
        state = field(
            f"{place} a, N1 cog", "B5 cog", stages.MAGIC, kind="sea", special=special, A={"casters": [one]}
        )
        assert len(casts(state, 0)) == number, place


@pytest.mark.rule("warcards:magic.components")
def test_a_ship_carries_the_components_of_all_its_casters() -> None:
    one = {"name": "W", "warcraft": 6, "battle_spell_feat": True, "spells": ["fireball"], "with": "cog#1"}
    state = field("N3 cog", "B3 cog", stages.MAGIC, kind="sea", special={"cog": {"ship": "cog"}}, A={"casters": [one, {**one, "name": "V"}]})  # fmt: skip
    script = step(state, [10, 10], [("cast", 1, 0, "melee", 0), ("cast", 2, 0, "defense", 0)])
    assert script.kinds == ["magic", "magic"]


@pytest.mark.rule("warcards:magic.check", "warcards:magic.duration")
def test_a_failed_check_spends_the_spell() -> None:
    state = wizard(["fireball"])
    step(state, [3], [("cast", 1, 0, "melee", 0)])  # 9
    assert (state.effects, state.figures[1].spells) == ([], [])
    state = wizard(["fireball"])
    step(state, [4], [("cast", 1, 0, "melee", 0)])
    assert state.effects == [(0, RATINGS.index("melee"), 1)]
    state.stage = stages.ROUND_END
    step(state)
    assert state.effects == []


@pytest.mark.rule("warcards:magic.check", "warcards:magic.base", "warcards:magic.extra")
@pytest.mark.parametrize("spell", [["fireball"], ["confusion"]])
def test_a_spell_is_offered_with_its_effect_its_cost_and_exact_chances(spell: list[Any]) -> None:
    """Every face of the die is played: what the question said is what comes of it."""
    state = wizard(spell, b="N3 knights")
    meet(state, "N3")
    order = casts(state, 0)[0]
    sign = "+" if state.units[order[4]].side == 0 else "−"
    asked = Choice("magic", 0, "warcards:magic.declare", [("done",), *casts(state, 0)])
    option = next(
        one for one in RULEBOOK.view.question(state, asked).options if one.order == write_order(order)
    )
    assert option.odds is not None
    assert option.group.startswith("W: ")
    assert option.consequence.endswith("to the end of this round; the spell is spent")
    amounts: dict[int, int] = {}
    for face in range(1, 21):
        world = state.copy()
        step(world, [face], [order])
        amount = abs(magic(world, order[4], RATINGS.index(order[3])))
        amounts[amount] = amounts.get(amount, 0) + 1
    told = {chance.name: chance.share for chance in option.odds.chances}
    assert told.pop("works") == 5.0 * (20 - amounts.get(0, 0))
    assert told == {f"{sign}{amount}": 5.0 * faces for amount, faces in amounts.items() if amount}


@pytest.mark.rule("warcards:magic.allowed", "warcards:magic.rating")
def test_what_a_spell_may_change() -> None:
    state = wizard(["fireball", "confusion"])
    ratings = {order[2]: set() for order in casts(state, 0)}
    for order in casts(state, 0):
        ratings[order[2]].add(order[3])
    assert ratings[0] == {"melee", "missile", "defense"}
    assert "morale" in ratings[1]


QUAKE = {"id": "quake", "name": "Quake", "level": 8, "uses": ["defense-", "melee-"]}


@pytest.mark.rule("warcards:magic.allowed", "warcards:magic.base", "warcards:magic.metamagic")
def test_a_scenario_may_bring_a_spell_of_its_own() -> None:
    """Level 8 and a check of 16: 4 and 1 more; prepared at 9 it gives no less, 4 and 1."""
    state = wizard([QUAKE, {"id": "quake", "level": 9}], b="N3 knights")
    meet(state, "N3")
    assert {order[3] for order in casts(state, 0)} == {"defense", "melee"}
    script = step(state, [10], [("cast", 1, 0, "defense", 1)])
    assert magic(state, 1, RATINGS.index("defense")) == -5
    assert script.events[0].text == "W casts Quake: 16 against 10, -5 defense for 1st Knights of Blues."
    labels = [option.label for option in RULEBOOK.view.question(state, script.asked[0]).options]
    assert "Quake on the melee of 1st Knights of Blues" in labels
    assert spell_of(state, state.figures[1], 1)[1] == 9


@pytest.mark.rule("warcards:magic.allowed")
@pytest.mark.parametrize(
    ("spells", "says"),
    [
        (["firebal"], "no spell 'firebal'; did you mean 'fireball'.*its uses"),
        ([{"id": "quake", "name": "Quake", "level": 8}], "no spell 'quake'; .*name, a level and its uses"),
        ([{**QUAKE, "uses": []}], "uses: one or more of melee\\+, melee-"),
        ([{**QUAKE, "uses": ["melee-", "melee-"]}], "each once"),
        ([{**QUAKE, "uses": ["speed-"]}], "uses is 'speed-'; one of|uses is 'speed-'; did you mean"),
        ([{**QUAKE, "uses": "melee-"}], "uses is 'melee-'; a list in brackets"),
        ([{**QUAKE, "level": 10}], "level is 10; from 1 to 9"),
        ([{"id": "quake", "level": 8, "uses": ["melee-"]}], "name is missing; a text in quotes"),
        ([QUAKE, {**QUAKE, "level": 9}], "there is another spell 'quake'"),
        ([{**QUAKE, "id": "fireball"}], "there is another spell 'fireball'"),
        ([QUAKE, {"id": "quake", "level": 7}], "level is 7; from 8 to 9"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_spell_is_told(spells: list[Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        wizard(spells)


@pytest.mark.rule("warcards:magic.targets")
def test_whom_a_spell_reaches() -> None:
    state = wizard(["confusion"], b="B3 knights, N3 infantry, N2 archers, B5 levies")
    meet(state, "N3")
    assert {order[4] for order in casts(state, 0) if order[3] == "morale"} == {1, 2, 3}
    state.setting.flags.magic_adjacent = False
    assert {order[4] for order in casts(state, 0) if order[3] == "morale"} == {2}
    state = wizard(["fireball"])
    assert {order[4] for order in casts(state, 0)} == {0}


@pytest.mark.rule("warcards:magic.targets", "warcards:naval.bunks", "warcards:naval.board-start")
@pytest.mark.parametrize(
    ("reach", "since", "reached"),
    [("adjacent", 2, {2, 3, 4, 5}), ("own-engagement", 2, {2}), ("own-engagement", 1, {2, 3})],
)
def test_a_spell_reaches_men_aboard_where_their_ship_is(reach: str, since: int, reached: set[int]) -> None:
    """Round 2: the caravel in N3 is engaged with one that carries infantry, another with archers lies in B3."""
    one = {"name": "W", "warcraft": 6, "battle_spell_feat": True, "spells": ["confusion"], "with": "caravel#1/infantry#1"}  # fmt: skip
    special = {
        "a": {"ship": "caravel", "aboard": ["infantry"]},
        "b": {"ship": "caravel", "aboard": ["archers"]},
    }
    state = field(
        "N3 a", "N3 a, B3 b, B5 a", stages.MAGIC, kind="sea", special=special, A={"casters": [one]},
        options={"magic_range": reach},
    )  # fmt: skip
    state.round = 2
    meet(state, "N3", since=since)
    assert {order[4] for order in casts(state, 0) if order[3] == "morale"} == reached


@pytest.mark.rule("warcards:magic.example-fire", "warcards:magic.missile-grant")
@pytest.mark.parametrize(("die", "rating"), [(11, 2), (15, 3)])
def test_fire_from_a_company_without_bows(die: int, rating: int) -> None:
    state = wizard(["fireball"], b="B3 infantry")
    step(state, [die], [("cast", 1, 0, "missile", 0)])  # 17 and 21
    assert missile_rating(state, state.units[0], True) == rating
    assert slots_of(state, 0, stages.STATIONARY)[0].words == ["u0-B3"]
    state.stage = stages.STATIONARY
    need = 14 - rating
    other = state.copy()
    step(state, [need - 1])
    step(other, [need, 20])
    assert (state.units[1].lethal, other.units[1].lethal) == (0, 1)
    state.units[0].spent, state.units[0].attacked = 1, False
    assert slots_of(state, 0, stages.MOVING) == []


@pytest.mark.rule(
    "warcards:magic.missile-grant", "warcards:magic.stacking", "warcards:combat.adjusted-missile"
)
@pytest.mark.parametrize(
    ("effects", "rating"),
    [([2], 4), ([2, -2], 2), ([3, -2], 3), ([2, -3], 1), ([2, 1, -4], 0), ([-2], NONE), ([], NONE)],
)
def test_a_granted_missile_bears_penalties_like_any_other(effects: list[int], rating: int) -> None:
    """0, the best bonus, the worst penalty, and heroes of EL 7 with +2: from +1 on it may be shot."""
    heroes = [{"name": "H", "members": [{"level": 5}, {"level": 5}], "with": "infantry#1"}]
    state = field("N3 infantry", "B3 infantry", stages.STATIONARY, A={"heroes": heroes})
    state.effects = [(0, RATINGS.index("missile"), amount) for amount in effects]
    tally = Tally("missile")
    assert missile_rating(state, state.units[0], True, tally) == rating
    assert tally.total == (0 if rating == NONE else rating)
    assert [slot.words for slot in slots_of(state, 0, stages.STATIONARY)] == (
        [["u0-B3"]] if rating > 0 else []
    )


@pytest.mark.rule("warcards:magic.example-morale", "warcards:magic.metamagic")
def test_confusion_prepared_at_a_higher_level() -> None:
    state = wizard([{"id": "confusion", "level": 6}], b="N3 knights")
    meet(state, "N3")
    step(state, [16], [("cast", 1, 0, "morale", 1)])  # 22
    assert magic(state, 1, RATINGS.index("morale")) == -5
    assert morale_total(state, state.units[1], False) == -1
    assert twentieths(-1, 15) == 5
    plain = wizard([{"id": "confusion", "level": 4}], b="N3 knights")
    meet(plain, "N3")
    step(plain, [4], [("cast", 1, 0, "morale", 1)])
    assert magic(plain, 1, RATINGS.index("morale")) == -2


@pytest.mark.rule("warcards:magic.no-other", "warcards:hero.caster", "warcards:magic.conventional")
def test_a_caster_adds_nothing_to_his_heroes() -> None:
    heroes = [{"name": "H", "members": [{"name": "W", "level": 9}], "with": "elite-infantry#1"}]
    state = wizard(["fireball"], host="H", A={"heroes": heroes})
    assert level_of(state, state.groups[0]) == 9
    caster = state.figures[0]
    step(state, [10], [("cast", caster.id, 0, "melee", 0)])
    assert level_of(state, state.groups[0]) == 0


@pytest.mark.rule("warcards:magic.check", "warcards:magic.base")
@pytest.mark.parametrize(
    ("warcraft", "vain"), [(6, ""), (-11, "Even a 20 is not enough for the check with Warcraft -11.")]
)
def test_a_spell_that_no_throw_lets_work_says_so(warcraft: int, vain: str) -> None:
    state = wizard(["fireball"])
    state.setting.people[state.figures[1].id].warcraft = warcraft
    orders = [*casts(state, 0), ("done",)]
    question = RULEBOOK.view.question(state, Choice("magic", 0, "warcards:magic.check", orders))
    assert {option.vain for option in question.options[:-1]} == {vain}
    assert question.options[-1].vain == ""


@pytest.mark.rule("warcards:magic.check", "warcards:magic.base")
@pytest.mark.parametrize(
    ("warcraft", "needs"), [(6, "4 or more"), (12, "any face"), (-11, "no face does it")]
)
def test_what_a_spell_must_reach_is_told_whatever_the_die_can_show(warcraft: int, needs: str) -> None:
    """A fireball, of level 3, gives 1 from a check of 10 on."""
    state = wizard(["fireball"])
    state.setting.people[state.figures[1].id].warcraft = warcraft
    asked = Choice("magic", 0, "warcards:magic.check", [*casts(state, 0), ("done",)])
    odds = RULEBOOK.view.question(state, asked).options[0].odds
    assert odds is not None
    (throw,) = odds.throws
    assert [(one.name, one.value) for one in throw.figures] == [
        ("Warcraft", f"{warcraft:+d}"),
        ("to be reached", "10"),
    ]
    assert throw.needs == needs
