"""The moments of a combat: who strikes before all others, and who is left to strike back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, men

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.bouts import Bout
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase, moments
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.testing import Script

# Ratings of 16 with a commander against AC 6: 9 and the dice. D6: at 16 five hit dice a figure; a figure has ten.
SEVEN = [3, 4]


def reds(figures: int = 36, name: str = "Reds", **changes: Any) -> Troop:
    """Six abreast, facing north."""
    return men(name, figures, 6, **{"attack_rating": 16, **changes})


def blues(figures: int = 16, **changes: Any) -> Troop:
    """Eight abreast, facing south."""
    return men("Blues", figures, 8, **{"attack_rating": 16, "heading": 180, "side": 1, **changes})


def fought(state: State, table: Script, early: int) -> list[str]:
    """The combat of a battle whose first bout has set spears: what was told of blows, losses, checks."""
    state.stage = stages.ASSIGNMENT
    forming_combats.assign_step(state, table)
    assert state.bouts is not None
    state.bouts = [replace(state.bouts[0], early=early), *state.bouts[1:]]
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    table.finish()
    return [event.text for event in table.events if event.kind not in ("combat", "morale")]


STRIKE = (
    "Reds strike Blues in front with 6 figures: attack roll 16, 30 hit dice of damage, enough for 3 killed."
)
FELL = "Blues lose 3 figures to Reds; 13 are left."


def test_without_set_spears_all_strike_before_anybody_falls() -> None:
    assert fought(battle(reds(), blues()), Script([*SEVEN, *SEVEN]), 0)[2:] == [
        "Reds lose 4 figures to Blues; 32 are left.",
        FELL,
    ]


@pytest.mark.rule("battlesystem:11.7c")
def test_a_closed_unit_fills_its_front_before_it_strikes_back() -> None:
    # eight abreast two deep, three fall: the front is full, six touch and their neighbours reach as well
    assert fought(battle(reds(), blues()), Script([*SEVEN, *SEVEN]), moments.FIRST) == [
        STRIKE,
        FELL,
        "Blues strike Reds in front with 8 figures: attack roll 16, 40 hit dice of damage, enough for 4 killed.",
        "Reds lose 4 figures to Blues; 32 are left.",
    ]


@pytest.mark.rule("battlesystem:11.7c")
def test_of_an_open_unit_those_strike_who_were_not_hit() -> None:
    # of the eight abreast four touch, three of whom fall; who steps up comes too late
    state = battle(reds(), blues(formation=OPEN))
    told = fought(state, Script([*SEVEN, *SEVEN]), moments.FIRST)
    assert told[:2] == [STRIKE, FELL]
    assert told[2].startswith("Blues strike Reds in front with 1 figure: attack roll 17")
    assert state.units[1].debt == 3


@pytest.mark.rule("battlesystem:11.7c", "battlesystem:8.0b")
@pytest.mark.parametrize(("version", "strikes"), [(18, 1), (19, 2)])
def test_who_was_not_hit_strikes_though_he_steps_up_into_a_gap(version: int, strikes: int) -> None:
    # four abreast two deep: at x 28.125 the last of the second rank touches the Greys, who stand west of the unit. Three of the front
    # fall, 30 hit dice, and he is one of those who step up. He was told off at the Greys, and strikes them.
    state = battle(
        reds(),
        men("Blues", 8, 4, attack_rating=16, heading=180, side=1, formation=OPEN),
        men("Greys", 4, 1, 27.75, 25.625, 90.0),
        options={"version": version},
    )
    told = fought(state, Script([*SEVEN, 1, 1, *[*SEVEN] * (strikes + 1)]), moments.FIRST)
    assert told[1].startswith("Blues lose 3 figures to Reds; 5 are left")
    blows = [text.split(":")[0] for text in told if text.startswith("Blues strike")]
    assert blows[:1] == ["Blues strike Reds in front with 1 figure"]
    assert blows[1:] == ["Blues strike Greys in front with 1 figure"][: strikes - 1]


@pytest.mark.rule("battlesystem:11.7c")
def test_an_end_of_the_front_strikes_though_it_moves_into_a_gap() -> None:
    # six in one rank: of 0 to 3, who are in contact, 1 and 2 fall. Fewest move if files 2 to 5 stay, and 0 steps into the gap at 2
    line = Block(30.0, 24.0, 0.0, 6, 6, 0.75, 0.75, 0.5)
    assert len(moments.not_hit(line, {1, 2}, (0, 1, 2, 3))) == 2
    assert len(moments.not_hit(line, {1, 2}, (0, 1, 2, 3), False)) == 1
    assert moments.not_hit(line, {0, 1, 2, 3, 4, 5}, (0, 1)) == ()


@pytest.mark.rule("battlesystem:11.7b")
def test_who_routs_under_the_spears_does_not_strike() -> None:
    state = battle(reds(), blues(12, formation=OPEN))
    told = fought(state, Script([*SEVEN, 10, 10]), moments.FIRST)
    assert told[:2] == [STRIKE, "Blues lose 3 figures to Reds; 9 are left."]
    assert not any(text.startswith("Blues strike") for text in told)
    assert state.units[1].routed


def test_a_closed_unit_that_opens_strikes_with_who_still_touches() -> None:
    state = battle(reds(), blues(12))
    told = fought(state, Script([*SEVEN, 10, 10, *SEVEN]), moments.FIRST)
    assert state.units[1].formation == OPEN
    assert "Blues strike Reds in front with 4 figures" in told[-2]


def test_the_later_side_of_the_ranking_may_strike_early_too() -> None:
    told = fought(battle(reds(), blues()), Script([*SEVEN, *SEVEN]), moments.SECOND)
    assert [text.split()[0] for text in told] == ["Blues", "Reds", "Reds", "Blues"]


def test_both_may_strike_early_and_then_nobody_is_left_to_strike() -> None:
    told = fought(battle(reds(), blues()), Script([*SEVEN, *SEVEN]), moments.FIRST | moments.SECOND)
    assert [text.split()[:2] for text in told] == [
        ["Reds", "strike"],
        ["Blues", "strike"],
        ["Reds", "lose"],
        ["Blues", "lose"],
    ]


def test_another_enemy_strikes_with_all_others() -> None:
    # the second red unit has no spears: the blues strike it with whoever was told off for it and is left
    state = battle(reds(x=27.0), reds(name="Pinks", x=32.0), blues(32, x=29.5, formation=OPEN))
    told = fought(state, Script([*SEVEN, *SEVEN, *SEVEN, *SEVEN], []), moments.FIRST)
    assert [text.split(" figure")[0] for text in told[:5]] == [
        "Reds strike Blues in front with 6",
        "Blues lose 3",
        "Pinks strike Blues in front with 6",
        "Blues strike Reds in front with 1",
        "Blues strike Pinks in front with 4",
    ]


@pytest.mark.parametrize("early", [0, 1, 3])
def test_bouts_keep_who_strikes_early(early: int) -> None:
    state = battle(reds(), blues())
    state.bouts = [Bout(0, 1, (1, 2), (3,), early=early)]
    assert CODEC.load(CODEC.dump(state), like=state).bouts == state.bouts
