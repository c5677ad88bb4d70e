"""Individuals by hand, rules version 9: commanders of skirmishers who run, those who are replaced, and the ways of heroes along roads."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.individuals import leads, officer
from rulebooks.battlesystem.regiments import area, battle, hero, line, men, skirmishers
from rulebooks.battlesystem.test_deputies import camp, declare, regiment
from rulebooks.battlesystem.test_formations import give, refused

from banneret.kernel.viewer import SPECTATOR
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.combat.champions import harm
from banneret.rulebooks.battlesystem.combat.losses.skirmisher_losses import slay
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.command.chain import OWN
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER
from banneret.rulebooks.battlesystem.individuals import footprints, roles
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import FRIEND, Cause
from banneret.rulebooks.battlesystem.rally import attempts
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FIELD, FLED, NOBODY, SLAIN, WAITING
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.testing import Script


def scouts(version: int = 9, y: float = 3.0) -> State:
    """Rod commands two skirmishers (rate 9) and is with the one at (30, y), the edge of the table behind it; Hale is his deputy."""
    state = battle(
        skirmishers("Scouts", [(30, y), (40, 20)], commander="Rod", radius=30.0),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[
            officer("Rod", 0, 0, rank=UNIT_COMMANDER, radius=30.0),
            officer("Hale", 50, 20, radius=30.0, deputy_unit=0),
        ],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        ranking=(0, 1),
        movers=(0, 1),
        options={"version": version},
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    return state


def runs(state: State, *orders: tuple[str, int]) -> Script:
    """The figure with the commander routs 12 inches to the south."""
    table = Script(orders=list(orders))
    checks_and_routs.rout_single(state, table, state.units[0], 0, Cause(FRIEND, NOBODY, 30.0, 40.0), 12.0)
    in_command.review(state, table)
    return table


@pytest.mark.rule("battlesystem:9.2i", "battlesystem:2.9b", "battlesystem:9.1d")
def test_a_commander_runs_off_the_table_with_the_skirmisher_he_is_with() -> None:
    state = scouts()
    table = runs(state, ("flees", 0))
    unit, rod = state.units[0], state.individuals[0]
    assert (unit.status, unit.figures, rod.fate, rod.unit, rod.on_table) == (
        FIELD,
        1,
        FLED,
        NOBODY,
        False,
    )
    assert "Rod leaves the battle with a figure of Scouts." in table.news
    assert faults(state) == []
    # he commands nobody any more, and his deputy takes over
    unit.singles[0].routed = True  # type: ignore[index]
    assert attempts.rallying(state, unit) == []
    declare(state, ("role", 1, "deputy"))
    assert unit.chief == 1


@pytest.mark.rule("battlesystem:9.2i", "battlesystem:2.9b")
@pytest.mark.parametrize(
    ("word", "version", "asked"), [("stays", 9, ["stays"]), ("flees", 9, ["stays"]), ("", 8, [])]
)
def test_he_may_stay_where_the_skirmisher_runs(word: str, version: int, asked: list[str]) -> None:
    # From y 20 the figure runs to y 8.
    state = scouts(version, 20.0)
    table = runs(state, *([(word, 0)] if word else []))
    unit, rod = state.units[0], state.individuals[0]
    assert table.kinds == asked
    if word == "stays":
        assert (rod.on_table, rod.x, rod.y, unit.leader_at) == (True, 30.0, 20.0, NOBODY)
        assert attempts.rallying(state, unit) == [OWN]  # from there he may rally it
    else:
        assert (rod.on_table, unit.leader_at) == (False, 0)
    # of a figure that runs already nobody is asked again
    assert runs(state).asked == []


@pytest.mark.rule("battlesystem:9.2e", "battlesystem:4.7")
def test_where_that_skirmisher_is_slain_he_is_with_the_next() -> None:
    state = scouts()
    unit, rod = state.units[0], state.individuals[0]
    assert unit.singles is not None
    slay(unit, unit.singles, 0)
    in_command.review(state, Script())
    assert (unit.leader_at, rod.unit, rod.fate) == (1, 0, WAITING)
    slay(unit, unit.singles, 1)
    in_command.review(state, Script(dice=[2]))
    assert (unit.status, rod.fate, rod.x, rod.y) == (SLAIN, SLAIN, 40.0, 20.0)


@pytest.mark.rule("battlesystem:9.3c", "battlesystem:9.3f")
@pytest.mark.parametrize("by", ["deputy", "chart"])
def test_the_news_name_the_commander_who_is_replaced(by: str) -> None:
    """Roderick has walked out of reach of Spears; Hale takes over, and Roderick is a Hero from then on."""
    state = regiment()
    roderick = state.individuals[0]
    roles.part(state, roderick)
    roderick.x, roderick.y, roderick.on_table = 4.0, 44.0, True
    in_command.review(state, Script())
    if by == "chart":
        state.setting.sheets[1].deputy_unit = NOBODY
        state.setting.charts = [(0, 1)]
    table = declare(state, *([("role", 1, "deputy")] if by == "deputy" else []))
    assert [event.text for event in table.events if event.kind == "role"] == [
        "Hale is Unit Commander of Spears, as deputy."
        if by == "deputy"
        else "Hale is Unit Commander, on the chart after Roderick.",
        "Roderick is a Hero.",
    ]


@pytest.mark.rule("battlesystem:9.0a", "battlesystem:9.3e", "battlesystem:9.1g")
@pytest.mark.parametrize(("version", "may"), [(8, False), (9, True)])
def test_a_hero_in_a_duel_takes_command_of_the_unit_at_his_side(version: int, may: bool) -> None:
    """Spears stand with their front along y 24, to x 32.25; Hale at their corner, an enemy Champion on his other side."""
    state = battle(
        men("Spears", 12, 6, 30, 24, commander=""),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Hale", 32.5, 23.5), officer("Champion", 33.0, 23.5, 1)],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        ranking=(0, 1),
        movers=(0, 1),
        options={"version": version},
    )
    in_command.review(state, Script())
    spears, hale = state.units[0], state.individuals[0]
    assert footprints.rivals(state, hale) == [1]
    options = changes.options(state, 0)
    assert (("role", 0, "commander", 0) in options) is may
    assert ("role", 0, "member", 0) not in options  # who joins touches no enemy
    if may:
        declare(state, ("role", 0, "commander", 0))
        assert (spears.chief, hale.unit, hale.on_table, spears.in_command) == (0, 0, False, True)
        assert footprints.rivals(state, state.individuals[1]) == []


@pytest.mark.rule("battlesystem:9.3e")
def test_a_deputy_who_has_taken_over_is_shown_as_commander_and_no_more_as_deputy() -> None:
    for state, before, after in (
        (regiment(), "Hero, deputy commander of Spears", "Unit Commander of Spears, radius 30 in"),
        (camp(), "Hero, deputy of Marshal", "Army Commander, radius 14 in"),
    ):
        state.ranking = state.movers = (0, 1)
        roles.part(state, state.individuals[0])
        assert piece_of(state).startswith(before)
        harm.hurt(state, Script(), state.individuals[0], 60)
        in_command.review(state, Script())
        declare(state, ("role", 1, "deputy"))
        assert piece_of(state).startswith(after)


def piece_of(state: State) -> str:
    """The line about the deputy."""
    return next(piece.detail for piece in scene(state, SPECTATOR).pieces if piece.id == "l1")


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:11.8a")
@pytest.mark.parametrize(
    ("ways", "y", "moved"),
    [
        ([(30, 40)], 26.0, 12.0),  # 12 / 0.75 = 16 inches, over the brook and into the wood
        ([(30, 18), (30, 40)], 26.0, 12.0),
        ([(30.7, 18)], 18.0, 6.02),  # his base is half an inch, the road two: to 30.75 he is on it
        ([(31, 10), (30, 10), (30, 40)], 15.333, 12.0),  # he began beside it: 2 + 4 + 2 and 2 / 1.5 of 10
    ],
)
def test_along_a_road_a_hero_goes_a_third_farther(
    ways: list[tuple[float, float]], y: float, moved: float
) -> None:
    """A road two inches wide north along x 30, from (30, 10) over a brook at y 12 into a wood from y 14 on; his rate is 12."""
    state = battle(
        men("Far", 4, 4, 50, 5),
        men("Orcs", 4, 4, 50, 40, 180, side=1),
        leaders=[hero("Hal", 30, 10)],
        terrain=[
            line("road", (30, 0), (30, 30), width=2.0),
            area("woods", 20, 14, 40, 40),
            line("stream", (0, 12), (60, 12)),
        ],
        tier=stages.INTERMEDIATE,
    )
    for way in ways:
        give(state, ("lead", 0, way))
    hal = state.individuals[0]
    assert (round(hal.y, 3), round(hal.moved, 2)) == (y, moved)
    if hal.slowed < 1.0 and hal.moved < 12.0:
        why = refused(state, "lead", 0, (40, 18))
        assert (why.reason, why.rule) == (
            "Hal has gone along the road, and stays on it this round.",
            "battlesystem:11.8a",
        )
    state.stage = stages.ROUND_END
    rounds.end(state, Script())
    assert hal.slowed == 1.0
