"""The duties that a battle leaves to the campaign around it."""

from __future__ import annotations

import pytest

import banneret
from banneret.after.curve import Budget
from banneret.after.report import report
from banneret.kernel.scenario import Outcome
from banneret.paper.report import report_html
from banneret.render.text.report import report_text
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State

from .cards_top import field, use_fort

NOBODY_WON = Outcome((), "Both sides agree to stop: nobody wins.", "warcards:end.stalemate")
A_WON = Outcome((0,), "The army of Ayes has left the field.", "warcards:end.conditions")
WORKS = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}


def left(state: State, outcome: Outcome = NOBODY_WON) -> list[str]:
    return RULEBOOK.view.aftermath(state, outcome)


@pytest.mark.rule("warcards:combat.heal-after")
def test_each_lethal_hit_takes_a_month_and_a_bar_and_subdual_damage_nothing() -> None:
    state = field("N3 knights, A1 infantry", "B3 infantry, B1 archers")
    state.units[0].lethal = 2
    state.units[1].lethal = 1
    state.units[2].subdual = 1
    name = state.setting.names[0]
    told = f"{name} heal by rest in a friendly province: 1st Knights 2 months for 2 GB, 1st Infantry 1 month for 1 GB, 3 GB in all."
    assert left(state) == [told]


@pytest.mark.rule("warcards:combat.heal-after", "warcards:end.terms")
@pytest.mark.parametrize("place", [st.DESTROYED, st.CAPTIVE])
def test_who_is_dead_taken_or_has_surrendered_does_not_rest(place: int) -> None:
    state = field("N3 knights", "B3 infantry")
    state.units[0].lethal = state.units[1].lethal = 1
    assert [text.split(" heal")[0] for text in left(state)] == list(state.setting.names)
    assert len(left(state, Outcome((0,), "", "warcards:end.surrender"))) == 1
    state.units[0].place = place
    assert [text.split(" heal")[0] for text in left(state)] == [state.setting.names[1]]


@pytest.mark.rule("warcards:naval.sale", "warcards:naval.recrew", "warcards:combat.heal-after")
@pytest.mark.parametrize(
    ("lethal", "subdual", "sails"),
    [
        (1, 0, "after 1 month and 1 GB of repair"),
        (1, 2, "after 3 months and 1 GB of repair"),
        (0, 0, "at once"),
    ],
)
def test_a_prize_sails_when_all_of_it_is_healed_or_is_sold_by_a_die(
    lethal: int, subdual: int, sails: str
) -> None:
    """A galleon costs 15 GB: 30 to 80 percent of it, rounded down."""
    special = {"g": {"ship": "galleon"}, "c": {"ship": "cog"}}
    state = field("N3 c", "N4 g", kind="sea", special=special)
    ship = state.units[1]
    ship.place, ship.lethal, ship.subdual = st.CAPTIVE, lethal, subdual
    (told,) = left(state, A_WON)
    assert told.endswith(
        f"with a crew it sails for them {sails}, or it is sold for 4, 6, 7, 9, 10 or 12 GB, by 1d6."
    )


@pytest.mark.rule("warcards:naval.capture")
def test_a_helpless_ship_is_the_prize_of_who_wins() -> None:
    special = {"g": {"ship": "galleon"}, "c": {"ship": "cog"}}
    state = field("N3 c", "N4 g", kind="sea", special=special)
    state.units[1].place = st.HELPLESS
    assert left(state) == []
    assert len(left(state, A_WON)) == 1


@pytest.mark.rule("warcards:setup.fort-no-advance")
def test_an_untaken_fortification_bars_the_province() -> None:
    state = field("N3 infantry", "B3 infantry", conditions=WORKS)
    mine, theirs = state.setting.names
    barred = [f"{mine} may not march on through the province before the fortification of {theirs} is taken."]
    assert left(state) == barred  # nobody attacked: it was not used
    use_fort(state)
    assert left(state) == barred
    assert left(state, A_WON) == []
    state.fortified = 0
    assert left(state) == []
    assert left(field("N3 infantry", "B3 infantry")) == []


def test_reports_tell_what_is_left_to_do() -> None:
    """In the browser, as text and on paper; none of it where a battle leaves nothing."""
    battle = banneret.start("warcards", "border_skirmish", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    budget = Budget(points=2, plays=2, again=1, more=1)
    found = report(battle, budget)
    assert found.facts.aftermath == tuple(RULEBOOK.view.aftermath(battle.state, battle.outcome))
    first = found.facts.aftermath[0]
    assert "After the battle\n  " + first[:30] in report_text(found)
    assert first in report_html(found)
