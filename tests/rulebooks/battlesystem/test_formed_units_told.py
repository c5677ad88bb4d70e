"""What people are told of formed units: refusals, previews, forecasts and news, against what the rules make of the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import area, battle, crowd, line, men, skirmishers, weapon

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat.fighting import CheckOrder
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.movement import compelled_moves, movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.rally.attempts import Attempt
from banneret.rulebooks.battlesystem.rounds import play_step
from banneret.rulebooks.battlesystem.unit import CLOSED, FLED, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.forecasts.partings import parting_forecast
from banneret.rulebooks.battlesystem.view.meanings import lost_words, meaning
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.testing import Script


def news(table: Script) -> list[str]:
    """What was told."""
    return [event.text for event in table.events]


@pytest.mark.rule("battlesystem:7.8d")
def test_refusals_say_whether_the_enemy_is_still_there() -> None:
    """Friends have ridden him down: the unit began the part in contact, and stays."""
    state = battle(
        men("Axes", 12, 6, 30, 20),
        men("Foe", 12, 6, 30, 20, 180, side=1),
        men("Away", 12, 6, 30, 40, 180, side=1),
    )
    compelled_moves.begin(state, Script(), 0)
    orders = [
        ("move", 0, ("slide", 0, 3)),
        ("charge", 0, 2, ("slide", 0)),
        ("withdraw", 0),
        ("march", 0, ("slide", 0, 3)),
    ]
    wrap = ("wrap", 0, ("left", 0))
    for order in orders[:2]:
        found = MoveDecision(state, 0).check(order)
        assert found is not None
        assert "Axes are in contact with an enemy" in found.reason
    state.units[1].leave(FLED)
    for order in orders:
        found = MoveDecision(state, 0).check(order)
        assert found is not None
        assert "Axes began this phase in contact with an enemy, though he is gone" in found.reason
    found = MoveDecision(state, 0).check(wrap)
    assert found is not None
    assert found.reason == "Axes touch no enemy before their front."


@pytest.mark.rule("battlesystem:7.8d", "battlesystem:7.8f")
def test_who_was_caught_is_not_told_to_wrap() -> None:
    state = battle(men("Axes", 12, 6, 30, 20, caught=True), men("Foe", 12, 6, 30, 20, 180, side=1))
    found = MoveDecision(state, 0).check(("move", 0, ("slide", 0, 3)))
    assert found is not None
    assert found.reason == "Axes are in contact with an enemy: they may stay, withdraw or flee."


@pytest.mark.rule("battlesystem:7.8g")
@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("gone", SLAIN, "does not stand on the table"),
        ("routed", True, "is routed: it runs until it is rallied"),
        ("done", True, "has ended its move of this round"),
        ("y", 10.0, "touches no enemy"),
    ],
)
def test_why_a_skirmisher_does_not_get_away(field: str, value: float, why: str) -> None:
    state = battle(
        skirmishers("Slings", [(30.0, 24.0), (35.0, 24.0)]), men("Foe", 12, 6, 32, 24.375, 180, side=1)
    )
    singles = state.units[0].singles
    assert singles is not None
    setattr(singles[0], field, value)
    found = MoveDecision(state, 0).check(("withdraw", 0, (0,)))
    assert found is not None
    assert found.reason == f"Figure 1 of Slings {why}."


@pytest.mark.rule("battlesystem:7.12b")
def test_the_forecast_of_a_withdrawal_from_two_enemies_speaks_of_both() -> None:
    state = battle(
        men("Axes", 12, 6, 30, 20),
        men("Left", 6, 3, 28, 20, 180, side=1),
        men("Right", 6, 3, 32, 20, 180, side=1),
    )
    compelled_moves.begin(state, Script(), 0)
    found = parting_forecast(state, MoveDecision(state, 0), ("withdraw", 0))
    assert found is not None
    assert found.assumption == "if Left alone should follow; no melee if nobody does"


@pytest.mark.rule("battlesystem:4.7", "battlesystem:4.7d")
@pytest.mark.parametrize(
    ("step", "says"),
    [
        (("slide", 0, 3), ""),
        (("face", "left"), " There it is out of command, and its order opens."),
        (("formation", "open"), " There it is out of command."),
    ],
)
def test_the_preview_says_that_a_unit_goes_out_of_command(step: tuple[object, ...], says: str) -> None:
    """The captain of 24 in two ranks stands sixth of twelve and reaches 6 inches: 4.5 to the far end of the closed front.

    In open order that end is 6 x 1.25 = 7.5 inches off; facing left twelve ranks stand behind him, the last 8.25.
    """
    state = battle(men("Axes", 24, 12, 30, 20, radius=6.0), men("Foe", 12, 6, 30, 40, 180, side=1))
    found = preview(state, MoveDecision(state, 0), ("move", 0, step))
    assert found is not None
    assert found.sentence == "Nothing is measured to the enemy before you declare." + says
    table = Script(orders=[("move", 0, step)])
    movement_phase.move_step(state, table)
    assert state.units[0].in_command is not bool(says)
    assert state.units[0].formation == (OPEN if says else CLOSED)


@pytest.mark.rule("battlesystem:7.7", "battlesystem:11.8n", "battlesystem:11.8a")
@pytest.mark.parametrize(("ground", "inches"), [("", 9.0), ("woods", 6.0), ("rough", 4.5), ("road", 12.0)])
def test_the_news_of_a_move_tell_the_inches_gone(ground: str, inches: float) -> None:
    """Nine inches of movement: in woods an inch takes one and a half, in rough ground two, on a road three quarters."""
    terrain = [] if not ground else [area(ground, 0, 0, 60, 48)]
    if ground == "road":
        terrain = [line("road", (30, 0), (30, 48), width=9)]
    state = battle(
        men("Axes", 12, 6, 30, 24, formation=OPEN),
        men("Foe", 6, 6, 30, 46, 180, side=1),
        terrain=terrain,
        tier=stages.INTERMEDIATE,
    )
    table = Script(orders=[("move", 0, ("slide", 0))])
    movement_phase.move_step(state, table)
    assert f"Axes move {inches:g} in ahead." in news(table)


@pytest.mark.rule("battlesystem:7.9g")
def test_the_news_of_a_turn_say_how_many_turned() -> None:
    state = battle(men("Axes", 12, 6, 30, 24), men("Foe", 6, 6, 30, 46, 180, side=1))
    table = Script(orders=[("move", 0, ("about", (6, 7)), ("face", "left", (11,)))])
    movement_phase.move_step(state, table)
    assert "Axes turn 2 figures about, then turn 1 figure to the left." in news(table)


@pytest.mark.rule("battlesystem:7.3c")
def test_the_price_of_who_falls_counts_those_who_fell_already() -> None:
    """Of eight in one rank the third is gone: an end figure steps into its place. If the sixth goes too so does another.

    If the second goes with the third the first alone moves up, and if the first goes with it the line is shorter: neither costs more.
    """
    unit = battle(men("Open", 8, 8, 30, 24, formation=OPEN), men("Foe", x=30, y=40, side=1)).units[0]
    assert lost_words(unit, [2], ()) == "filling the gap in front costs 1 in of its move"
    assert lost_words(unit, [5], (2,)) == "filling the gap in front costs 1 in of its move"
    assert lost_words(unit, [1], (2,)) == "no more to fill in front"
    assert lost_words(unit, [0], (2,)) == "no more to fill in front"
    assert lost_words(unit, [7], ()) == "no gap to fill in front"


@pytest.mark.rule("battlesystem:4.4b", "battlesystem:4.1h")
def test_who_never_checks_is_not_said_to_break() -> None:
    state = battle(men("Axes"), men("Zombies", x=45, never_checks=True), men("Foe", x=30, y=40, side=1))
    causes_of = {number: Cause(LOSSES, 2) for number in (0, 1)}
    asked = CheckOrder(0, [("check", 0), ("check", 1)], causes_of)
    assert meaning(state, asked, ("check", 0)).startswith("it holds")
    assert meaning(state, asked, ("check", 1)) == "it never checks its morale"


@pytest.mark.rule("battlesystem:6.6", "battlesystem:6.0", "battlesystem:2.10f")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        (("order", 0, "own", "forward"), "Orders are for mobs; Axes are none."),
        (("rally", 0, "own"), "Axes are neither routed nor out of hand: there is nothing to rally."),
        (
            ("order", 1, "own", "wheel", "left", 0),
            "A mob can be ordered to wheel by more than 0 and up to 90 degrees.",
        ),
    ],
)
def test_refusals_in_the_rally_phase(order: tuple[object, ...], why: str) -> None:
    state = battle(
        men("Axes"),
        crowd("Mob", 16, 10, 20, commander="Boss", radius=12.0, leader_at=1),
        men("Foe", x=30, y=40, side=1),
        stage=stages.RALLY,
    )
    found = Attempt(state, 0).check(order)
    assert found is not None
    assert found.reason == why


@pytest.mark.rule("battlesystem:8.2a", "battlesystem:4.2h")
@pytest.mark.parametrize(("ward", "taken"), [(1, 1), (0, 0), (2, 0)])
def test_the_large_button_takes_a_weapon_in_hand_that_hurts(ward: int, taken: int) -> None:
    """A plain spear in hand, a sword +1 at the side: against whom both hurt, or neither, nothing changes."""
    sword = replace(weapon(name="magic sword"), plus=1)
    state = battle(
        men("Axes", 12, 6, 30, 24, weapons=[weapon(name="spear"), sword]),
        men("Golems", 6, 6, 30, 24, 180, side=1, ward=ward),
        stage=stages.ASSIGNMENT,
    )
    play_step(state, Script())
    assert state.units[0].weapon == taken


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:2.9e")
@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"shields": 15}, False),
        ({"shields": 15, "low_or_chaotic": True}, True),
        ({"quarry": 2}, False),
        ({"quarry": 0}, True),
        ({"rallied": True}, False),
    ],
)
def test_a_withdrawal_foresees_a_melee_with_those_alone_who_may_follow(
    changes: dict[str, Any], may: bool
) -> None:
    """A square stands fast unless it may be drawn on; who is out of hand goes after its own enemy alone."""
    state = battle(
        men("Axes", 12, 6, 30, 20),
        men("Foe", 12, 6, 30, 20, 180, side=1, **changes),
        men("Far", 12, 6, 30, 4),
        tier=stages.INTERMEDIATE,
    )
    compelled_moves.begin(state, Script(), 0)
    found = parting_forecast(state, MoveDecision(state, 0), ("withdraw", 0))
    assert (found is not None) is may


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:2.9d")
@pytest.mark.parametrize(("figures", "who"), [((0,), "Foe"), ((1,), "Other"), ((0, 1), "Foe alone")])
def test_of_skirmishers_who_withdraw_those_may_be_followed_whom_an_enemy_touches(
    figures: tuple[int, ...], who: str
) -> None:
    state = battle(
        skirmishers("Slings", [(20.0, 20.0), (40.0, 20.0)]),
        skirmishers("Foe", [(20.0, 20.75)], 180, side=1),
        skirmishers("Other", [(40.0, 20.75)], 180, side=1),
    )
    compelled_moves.begin(state, Script(), 0)
    found = parting_forecast(state, MoveDecision(state, 0), ("withdraw", 0, figures))
    assert found is not None
    assert found.assumption.startswith(f"if {who} should follow; no melee ")


@pytest.mark.rule("battlesystem:11.8c", "battlesystem:7.14k")
@pytest.mark.parametrize(("edge", "reaches"), [(26.0, False), (29.5, False), (29.7, True)])
def test_a_closed_charge_at_who_stands_in_woods_is_foreseen_to_fail(edge: float, reaches: bool) -> None:
    """Orcs 10 inches ahead; the front of a closed unit comes 3/8 of an inch into the woods, to the middles of its bases."""
    state = battle(
        men("Axes", 12, 6, 30, 20),
        men("Orcs", 12, 6, 30, 30, 180, side=1, formation=OPEN),
        terrain=[area("woods", 10, edge, 50, 45)],
        tier=1,
    )
    order = ("charge", 0, 1, ("slide", 0))
    shown = preview(state, MoveDecision(state, 0), order)
    assert shown is not None
    assert shown.odds is not None
    assert "Unless an enemy stands before that, the charge fails: its order opens." in shown.sentence
    assert ("cannot strike home" in shown.odds.text) is not reaches
    opened = shown.instead[0].order
    assert opened == "charge 0 1 (formation open) (slide 0)"
    movement_phase.move_step(state, Script(orders=[order], dice=[3] * 9))
    assert (state.units[0].charged == 1) is reaches
    assert (state.units[0].formation == CLOSED) is reaches
