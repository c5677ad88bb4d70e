"""Riders, chariots, walls of shields and set spears where their rules meet: cases worked out by hand from the printed rules.

Pikes are 24 men, eight abreast, at (30, 20) who look north: AR 20 with a commander in front (-1), AC 6, D6, MV 9.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, men, weapon

from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import Weapon
from banneret.testing import Script

OLD = {"version": 9}


def pike() -> Weapon:
    """A pike: three ranks fight with it, and it is set against charges."""
    found = weapon("1d6", reach=3, name="pike")
    found.sets = True
    return found


def pikes(**changes: Any) -> Troop:
    """The pikes, set to the front unless told."""
    return men("Pikes", 24, 8, 30, 20, **{"weapons": [pike()], "spears": 1, **changes})


def riders(name: str, x: float, y: float, heading: float, side: int = 1, **changes: Any) -> Troop:
    """Eight closed riders, four abreast: 3 inches wide and deep."""
    facts: dict[str, Any] = {"riding": "cavalry", "width": 0.75, "depth": 1.5, "movement": 24.0, **changes}
    return men(name, 8, 4, x, y, heading, side=side, **facts)


# ---------------------------------------------------------------- how long spears are set


@pytest.mark.rule("battlesystem:11.7f", "battlesystem:11.7a")
@pytest.mark.parametrize(("options", "doubled"), [({}, False), (OLD, True)])
def test_spears_kept_for_one_charge_are_let_go_when_the_round_ends(
    options: dict[str, Any], doubled: bool
) -> None:
    """Set in round 1, charged at the beginning of round 2: in round 3 another charges before they can set them again."""
    state = battle(
        pikes(),
        riders("First", 30, 20, 180, charged=0),
        tier=stages.INTERMEDIATE,
        movers=(1, 0),
        part=1,
        options=options,
    )
    compelled_moves.begin(state, Script(), 0)
    assert attack_rolls.are_set_against(state, state.units[0], state.units[1])
    rounds.end(state, Script())
    state.units[1].charged = 0
    assert attack_rolls.are_set_against(state, state.units[0], state.units[1]) == doubled


def three(options: dict[str, Any]) -> State:
    """Blues charge set pikes, then the pikes' part comes, then Greens charge them beside the Blues."""
    state = battle(
        pikes(),
        riders("Blues", 28.5, 20, 180, charged=0),
        riders("Greens", 31.5, 26, 180, side=2),
        tier=stages.INTERMEDIATE,
        movers=(1, 0, 2),
        part=1,
        options=options,
    )
    compelled_moves.begin(state, Script(), 0)
    state.part = 2
    compelled_moves.begin(state, Script(), 2)
    greens = state.units[2]
    assert greens.block is not None
    block = greens.block
    greens.stand(type(block)(31.5, 20.0, 180.0, 8, 4, block.width, block.depth, 0.0))
    greens.charged = 0
    return state


@pytest.mark.rule("battlesystem:11.7f", "battlesystem:11.4a")
@pytest.mark.parametrize(("options", "rating"), [({}, 16), (OLD, 18)])
def test_of_three_sides_the_last_meets_no_spears_that_were_set_the_round_before(
    options: dict[str, Any], rating: int
) -> None:
    """AR 20, closed charge -1, commander -1; the bonus of 2 is lost on set pikes only."""
    state = three(options)
    set_pikes, blues, greens = (state.units[number] for number in range(3))
    assert attack_rolls.rating(state, blues, set_pikes, 0) == 18
    assert attack_rolls.rating(state, greens, set_pikes, 0) == rating
