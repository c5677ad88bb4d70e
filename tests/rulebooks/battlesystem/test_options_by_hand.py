"""Options, alone and where two touch the same rule; each figure worked out from the printed rules before it was played."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import area, battle
from rulebooks.battlesystem.test_stands import foe, mounted

from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat import wading

# ---------------------------------------------------------------- water and stands


@pytest.mark.rule("battlesystem:11.9d", "battlesystem:2.4")
@pytest.mark.parametrize(
    ("version", "figures", "lent", "wades"),
    [
        (14, 4, (), True),  # one stand of two
        (15, 4, (), False),  # three figures on the left stand, one on the right: one of four wades
        (15, 6, (), True),  # three of six
        (15, 6, (1,), False),  # one of the right stand strikes a hero: two of five
        (15, 6, (0,), True),  # one of the left stand does: three of five
    ],
)
def test_half_of_those_who_strike_are_figures_not_stands(
    version: int, figures: int, lent: tuple[int, ...], wades: bool
) -> None:
    options = {"version": version, "all_or_none_wade": True}
    state = battle(mounted(figures=figures), foe(6), terrain=[area("ford", 30, 15, 60, 24)], options=options)
    stands, legion = state.units[0], state.units[1]
    assert wading.groups(state, stands, legion, [0, 1], lent) == [([0, 1], wades)]


@pytest.mark.rule("battlesystem:11.9d", "battlesystem:2.4")
def test_a_preview_does_not_count_who_strikes_a_hero_among_those_who_wade() -> None:
    state = battle(mounted(figures=6), foe(6), terrain=[area("ford", 30, 15, 60, 24)])
    tally = Tally("attack roll")
    wading.explain(state, state.units[0], state.units[1], [0, 1], tally, (1,))
    assert [part[1] for part in tally.parts] == ["2 of 5 out of water or a ditch, 4 worse"]
