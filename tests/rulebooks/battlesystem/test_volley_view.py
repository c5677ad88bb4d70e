"""Volleys before they are given: options, odds, previews, arcs; and what is not said where nothing may be measured."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs
from rulebooks.battlesystem.regiments import Troop, battle, hero, men

from banneret.kernel.abilities.muster import Entry
from banneret.kernel.errors import BadInput
from banneret.kernel.scene import Preview, Question, Shape, deeds_of, pieces_of
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.volleys import volley
from banneret.rulebooks.battlesystem.army.muster.cards import unit_card
from banneret.rulebooks.battlesystem.army.muster.entries import entry_of_row, recruit_of
from banneret.rulebooks.battlesystem.army.rosters.reader import read_unit
from banneret.rulebooks.battlesystem.army.unit_builder import enlist
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.rulebooks.battlesystem.view.arcs import arcs
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.questions import question


def bows(**changes: Any) -> Troop:
    return men("Archers", 20, 10, 30, 24, 0, missile=missile_of("long-bow"), **changes)


def shooting(inches: float = 12.0, measured: bool = True) -> State:
    orcs = men("Orcs", 24, 8, 30, 24 + inches, 180, side=1, formation=OPEN)
    options = {"premeasure": measured}
    return battle(
        bows(),
        orcs,
        stage=stages.MISSILES,
        tier=stages.INTERMEDIATE,
        options=options,
        depth=80.0,
    )


def asked(state: State) -> Question:
    return question(state, Shooting(state, 0, "battlesystem:1.5"))


def shown(state: State, *order: Any) -> Preview:
    found = preview(state, Shooting(state, 0, "battlesystem:1.5"), order)
    assert found is not None
    return found


def test_where_nothing_is_measured_it_is_told_how_many_shoot() -> None:
    odds = next(option.odds for option in asked(shooting(measured=False)).options if option.odds is not None)
    assert odds.more.startswith("20 figures at Orcs, killed on average at short ")


def test_a_volley_is_an_option_of_its_unit_with_its_terms_and_odds() -> None:
    found = asked(shooting())
    assert found.form is not None
    assert found.form.verb == "split"  # what is typed after it is an order of its own
    assert [option.order for option in found.options] == ["hold", "shoot 0 1", "shoot 0 1 once"]
    whole = found.options[1]
    assert (whole.group, whole.pieces) == ("Archers", ("u0", "u1"))
    assert whole.terms == (("at", "Orcs"), ("how", "directly"), ("with", "all shots"))
    assert whole.odds is not None
    assert "20 figures at Orcs at medium range" in whole.odds.text
    parts = whole.odds.throws[0].figures[0].parts
    assert [(amount, rule) for amount, _, rule in parts] == [
        (20, "battlesystem:10.0a"),
        (1, "battlesystem:10.8a"),
        (2, "battlesystem:10.8f"),
        (-6, "battlesystem:10.0a"),
    ]


def test_to_shoot_no_more_says_what_comes_of_it() -> None:
    hold = asked(shooting()).options[0]
    assert (hold.label, hold.consequence) == (
        "Shoot no more",
        "your other units do not shoot in this phase",
    )


@pytest.mark.parametrize("measured", [True, False])
def test_the_large_button_shoots_as_long_as_a_figure_may_fall(measured: bool) -> None:
    found = asked(shooting(measured=measured))
    assert found.default == "shoot 0 1"  # all shots rather than one, and never to hold


def test_the_large_button_aims_at_those_of_whom_most_fall() -> None:
    state = battle(
        bows(),
        men("Shields", 24, 8, 20, 36, 180, side=1, armour_class=0),
        men("Mob", 24, 8, 40, 36, 180, side=1, armour_class=9),
        stage=stages.MISSILES,
        tier=stages.INTERMEDIATE,
        options={"premeasure": True},
        depth=80.0,
    )
    assert asked(state).default == "shoot 0 2"


def test_a_preview_says_who_shoots_and_refuses_with_its_rule() -> None:
    found = shown(shooting(), "shoot", 0, 1)
    assert found.sentence == "Archers shoot at Orcs with 20 figures, 12.0 in away."
    assert found.odds is not None
    assert [shape.kind for shape in found.shapes] == ["line", "line"]
    assert shown(shooting(), "shoot", 0, 0).rule == "battlesystem:10.1m"
    assert shown(shooting(), "hold").sentence
    divided = shown(shooting(), "split", 0, (1, 12), (1, 8))
    assert divided.refusal


@pytest.mark.rule("battlesystem:10.1l")
def test_nothing_tells_the_distance_where_nothing_is_measured() -> None:
    """Two worlds: orcs at medium range, and at long. Options, odds and previews are the same to the letter."""
    worlds = [shooting(inches, measured=False) for inches in (13.0, 16.0)]
    texts = [json.dumps([option.odds.text for option in asked(one).options if option.odds]) for one in worlds]
    assert texts[0] == texts[1]
    assert "short" in texts[0]
    assert "long" in texts[0]
    assert asked(worlds[0]) == asked(worlds[1])
    sentences = [shown(one, "shoot", 0, 1).sentence for one in worlds]
    assert sentences[0] == sentences[1] == "Archers shoot at Orcs with 20 figures."


def test_the_arc_of_fire_has_its_ranges_only_where_they_may_be_measured() -> None:
    def of(state: State) -> list[Shape]:
        return arcs(state, state.units[0])

    assert [shape.text for shape in of(shooting())] == ["short 7", "medium 14, +2", "long 21, +5"]
    assert [shape.text for shape in of(shooting(measured=False))] == ["", ""]
    state = shooting()
    assert arcs(state, state.units[1]) == []


# ---------------------------------------------------------------- the odds of lists


def test_the_odds_of_a_volley_have_the_keys_of_a_melee() -> None:
    ask = RULEBOOK.odds.ask
    melee = ask("12 Elves", "24 Orcs", {"until": "melee"}).to_json()
    volley = ask("12 Elves", "24 Orcs", {"volley": "12", "missile": "long-bow"}).to_json()
    assert set(melee) - {"charge", "stands"} <= set(volley)
    assert sum([Fraction(one) for one in volley["losses"]["defender"]]) == 1
    assert volley["band"] == "medium"
    assert "12 figures shoot at medium range, attack roll 16 + 2d6" in str(
        ask("12 Elves", "24 Orcs", {"volley": "12", "missile": "long-bow"})
    )
    covered = ask("12 Elves", "24 Orcs", {"volley": "12", "missile": "long-bow", "cover": "hard"}).to_json()
    assert covered["attack"]["attacker"]["sum"] == volley["attack"]["attacker"]["sum"] + 4


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"volley": "12"}, "no missiles"),
        ({"volley": "22", "missile": "long-bow"}, "out of range"),
        ({"volley": "x", "missile": "long-bow"}, "volley cannot be"),
        ({"volley": "12", "missile": "long-bov"}, "no missile"),
        ({"volley": "12", "missile": "long-bow", "cover": "trees"}, "cover cannot be"),
        ({"volley": "12", "missile": "long-bow", "charge": "yes"}, "is for a melee"),
        ({"cover": "hard"}, "is for a volley"),
    ],
)
def test_odds_of_a_volley_that_cannot_be(flags: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        RULEBOOK.odds.ask("12 Elves", "24 Orcs", flags)


# ---------------------------------------------------------------- rosters and cards


def test_archers_of_an_army_list_have_their_bows_on_roster_and_card() -> None:
    entry = Entry({"creature": "elf", "figures": 12, "missile": "long-bow"}, "unit")
    card = unit_card(entry)
    assert not card.faults
    assert "long bow two shots, 7/14/21 in, D6" in card.words
    row = enlist(recruit_of(entry)).row()
    assert row["missile"] == "long-bow"
    assert entry_of_row(row).values["missile"] == "long-bow"
    roster = read_unit(row, "test", {"tier": "intermediate"}).roster
    assert roster.missile is missile_of("long-bow")
    units = next(kind for kind in RULEBOOK.muster.tables.kinds if kind.id == "unit")
    field = next(one for one in units.fields if one.id == "missile")
    assert {"none", "long-bow", "javelin"} <= {one.id for one in field.choices}
    assert "hill-giant-rock" not in {one.id for one in field.choices}


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"missile": "hill-giant-rock"}, "10.1"),
        ({"missile": "long-bow", "type": "mob"}, "10.1k"),
        ({"missile": "heavy-crossbow", "mount": "horse-light-warhorse"}, "10.4g"),
    ],
)
def test_missiles_that_a_unit_cannot_have(changes: dict[str, str], rule: str) -> None:
    entry = Entry({"creature": "human-fighter-1", "figures": 12, **changes}, "unit")
    assert f"battlesystem:{rule}" in [fault.rule for fault in unit_card(entry).faults]


def two_bands(*friends: Troop, measured: bool = False, leaders: Any = ()) -> State:
    """Twenty archers before two bands of orcs, 12 inches away: all see both."""
    bands = [men(name, 12, 4, x, 36, 180, side=1) for name, x in (("Vile Rune", 27), ("Red Hand", 33))]
    options = {"premeasure": measured}
    return battle(
        bows(),
        *bands,
        *friends,
        leaders=list(leaders),
        stage=stages.MISSILES,
        tier=stages.INTERMEDIATE,
        options=options,
        depth=80.0,
    )


def divisions_of(found: Question) -> list[tuple[str, str, float, list[tuple[str, float]]]]:
    """The plans to divide a volley: their words, labels, figures, and at most how many at each target."""
    assert found.form is not None
    return [
        (
            plan.word,
            plan.label,
            plan.most,
            [(step.piece, step.most) for step in found.form.ways[plan.way].steps],
        )
        for plan in found.form.plans
    ]


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:10.2e")
def test_a_volley_may_be_drawn_up_share_by_share() -> None:
    """Twenty archers with two shots left: all of them at either band, with all shots or one. What is typed is possible as well."""
    found = asked(two_bands())
    both = [("u1", 20.0), ("u2", 20.0)]
    assert divisions_of(found) == [("0", "Divide", 20.0, both), ("0 once", "Divide once", 20.0, both)]
    assert found.form is not None
    assert (found.form.kind, found.form.verb) == ("plan", "split")
    assert "split 3 (5 12) (6 8)" in found.form.help
    first = found.form.plans[0]
    assert (first.verb, first.piece, first.act) == ("split", "u0", "Divide")
    assert first.terms == (("how", "directly"), ("with", "all shots"))
    assert len(found.form.ways) == 1  # what both have in common stands there once
    assert not [one for one in found.options if one.order.startswith("split")]


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:10.7b")
def test_a_volley_is_divided_over_friends_where_more_shoot_so() -> None:
    """The Legion before the left half of the archers, 3.25 inches away: to the rear rank, 0.75 inches deep, of its front at 28."""
    state = two_bands(men("Legion", 8, 8, 26, 28, 0))
    found = divisions_of(asked(state))
    straight, over = found[0], found[1]
    assert [one[0] for one in found] == ["0", "0 over", "0", "0 once", "0 over once", "0 once"]
    assert straight[2] < 20.0
    assert over[1:] == ("Divide over friends", 20.0, [("u1", 20.0), ("u2", 20.0)])
    told = shown(state, "split", 0, "over", "once", (1, 10), (2, 10))
    assert told.sentence.startswith("Archers shoot at Vile Rune with 10 figures. Archers shoot at Red Hand")
    lost = two_bands(men("Legion", 8, 8, 26, 28, 0))
    lost.units[0].in_command = False
    assert [one[0] for one in divisions_of(asked(lost))] == ["0", "0 once"]


@pytest.mark.rule("battlesystem:10.7b")
def test_a_volley_goes_straight_at_some_and_over_friends_at_others_by_pointing() -> None:
    """As above: each band has a share straight and one over the Legion; any two of them, for both bands, are an order."""
    state = two_bands(men("Legion", 8, 8, 26, 28, 0))
    form = asked(state).form
    assert form is not None
    both, once = [plan for plan in form.plans if "both ways" in plan.label]
    assert [plan.terms for plan in (both, once)] == [
        (("how", "both ways"), ("with", "all shots")),
        (("how", "both ways"), ("with", "one shot")),
    ]
    shares = form.ways[both.way].steps
    assert [(step.piece, step.end, step.label) for step in shares] == [
        ("u1", "", "At Vile Rune"),
        ("u1", "over", "Over friends at Vile Rune"),
        ("u2", "", "At Red Hand"),
        ("u2", "over", "Over friends at Red Hand"),
    ]
    decision = Shooting(state, 0, "battlesystem:1.2")
    assert decision.check(("split", 0, (1, 6, "over"), (2, 5))) is None
    volleys = decision.volleys(("split", 0, (1, 6, "over"), (2, 5)))
    assert isinstance(volleys, list)
    assert [(one.target, len(one.figures), one.is_indirect) for one in volleys] == [
        (1, 6, True),
        (2, 5, False),
    ]
    refusal = decision.check(("split", 0, (1, 6, "over"), (1, 5)))
    assert refusal is not None
    assert refusal.reason == "Name each target once."
    older = two_bands(men("Legion", 8, 8, 26, 28, 0))
    older.setting.flags.version = 17
    told = asked(older).form
    assert told is not None
    assert not [plan for plan in told.plans if "both ways" in plan.label]


@pytest.mark.rule("battlesystem:10.1m")
def test_the_odds_of_a_divided_volley_are_told_together() -> None:
    """Ten at each band have a roll of their own: that nobody falls at all is that nobody falls here and nobody there."""
    found = shown(two_bands(measured=True), "split", 0, (1, 10), (2, 10))
    assert found.odds is not None
    assert [one.title for one in found.odds.spreads] == ["Vile Rune loses", "Red Hand loses"]
    nobody = [dict(one.shares)["0"] for one in found.odds.spreads]
    (falls,) = found.odds.chances
    assert falls.name == "a figure falls"
    assert falls.share == pytest.approx(100 - nobody[0] * nobody[1] / 100, abs=0.2)
    assert "10 figures at Vile Rune at medium range" in found.odds.more
    assert "10 figures at Red Hand at medium range" in found.odds.more
    assert not found.odds.assumption
    unmeasured = shown(two_bands(), "split", 0, (1, 10), (2, 10)).odds
    assert unmeasured is not None
    assert [one.name.partition(":")[0] for one in unmeasured.chances] == ["short", "medium", "long"]
    assert unmeasured.chances[1].share == pytest.approx(falls.share, abs=0.2)
    assert unmeasured.assumption == "nothing is measured before the shot"
    alone = shown(two_bands(), "split", 0, (1, 10))
    assert (alone.rule, bool(alone.refusal)) == ("battlesystem:10.1m", True)


def test_the_inspector_tells_among_whom_a_volley_may_be_divided() -> None:
    state = two_bands()
    view = RULEBOOK.view
    scene = structs.replace(view.scene(state, viewer_of(0)), questions=(asked(state),))
    deeds = {deed.label: deed.text for deed in deeds_of(pieces_of(scene)["u0"], scene)}
    assert deeds["Divide"] == "among Vile Rune and Red Hand"


def test_a_volley_is_divided_between_units_alone() -> None:
    """Four targets of the archers: two bands, and two heroes whose numbers are those of units. They are no part of a form of shares.

    A volley at one of them and at a band stands in the list.
    """
    heroes = [hero(name, x, 33, side=1) for name, x in (("Anna", 22), ("Bert", 38))]
    found = asked(two_bands(leaders=heroes))
    assert [one[3] for one in divisions_of(found)] == [[("u1", 20.0), ("u2", 20.0)]] * 2
    options = found.options
    shots = [one for one in options if one.order.startswith("snipe") and "others" not in one.order]
    assert [one.order for one in shots] == ["snipe 0 0", "snipe 0 1"]
    shared = [one.order for one in options if "others" in one.order]
    assert shared == [f"snipe 0 {one} others {band}" for one in (0, 1) for band in (1, 2)]
    # Nothing is measured before a shot: the odds are said for each range, and no inches.
    for shot in shots:
        assert shot.odds is not None
        assert shot.odds.text.startswith("hit points lost on average, at short ")
        assert [chance.name for chance in shot.odds.chances] == [
            "short: hurts him",
            "medium: hurts him",
            "long: hurts him",
        ]


@pytest.mark.rule("battlesystem:10.7b", "battlesystem:10.1m")
def test_a_computer_player_lets_those_who_do_not_see_its_target_shoot_at_another_over_friends() -> None:
    """Behind the Legion 19 of 20 see Red Hand, which they hit better straight; the last one shoots over it at Vile Rune.

    Where all see the target, nobody is left to shoot at another.
    """
    for version, order in (
        (18, ("shoot", 0, 2)),
        (19, ("split", 0, (2, 19), (1, 1, "over"))),
    ):
        state = two_bands(men("Legion", 8, 8, 26, 28, 0), measured=True)
        state.setting.flags.version = version
        assert volley(Shooting(state, 0, "battlesystem:1.2"), state) == order
    open_field = two_bands(measured=True)
    assert volley(Shooting(open_field, 0, "battlesystem:1.2"), open_field) == ("shoot", 0, 1)
