"""The choice to use a fortification says what either answer means."""

from __future__ import annotations

import pytest

import banneret


@pytest.mark.rule("warcards:setup.fort-use", "warcards:setup.fort-line")
def test_whether_to_use_a_fortification_says_what_it_is_worth() -> None:
    battle = banneret.start("warcards", "castle_assault", seed=1)
    side = battle.waiting_for[0]
    options = {option.order: option.consequence for option in battle.scene(side).questions[0].options}
    assert options == {
        "use": "all five areas of your line are fortified",
        "field": "your line has no works in this battle",
    }
