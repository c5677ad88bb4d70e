"""Cases of an examiner who had not seen the code: two rules at once, each worked out from the printed text before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, captain, men
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.state import FIELD, SLAIN, State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of


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
        men("Marchers", figures, min(figures, 6), 30, 10, 0, starting=12, formation=1),
        men("Bows", 12, 6, 30, 17, 180, side=1, missile=missile_of("long-bow")),
        leaders=[captain("General", 20, 10)],
        stage=stages.MOVEMENT,
    )
    table = Loaded(dice({10: 1}, {6: 1}), [("march", 0, ("slide", 0, 4)), ("shoot", 1, 0, 0)])
    rounds.play_step(state, table)
    assert [event.kind for event in table.of("volley")] == ["volley"]
    assert state.units[0].status == fate
    assert bool(table.of("morale")) == (fate == FIELD)
