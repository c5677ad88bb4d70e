"""Heroes alone as troops see them: whom they cannot leave alone, whom they fear, who stops their march. Each case was worked out before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, crowd, hero, men, skirmishers, weapon

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.combat.losses import settling
from banneret.rulebooks.battlesystem.command.discipline import lone_quarry
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.movement import compelled_moves, forced_marches, individual_moves, mobs
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.goals import Goal
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.rosters import Weapon
from banneret.rulebooks.battlesystem.unit import (
    CLOSED,
    FIELD,
    FORCE_MARCH,
    FORWARD,
    NO_ORDER,
    NOBODY,
    OPEN,
    SLAIN,
)
from banneret.rulebooks.battlesystem.view.inspector.deeds import _why_it_stays
from banneret.testing import Script

ANNA = lone_quarry(0)


def long_spear() -> Weapon:
    return weapon("1d6", name="spear")


def stepped(state: State, *dice: int) -> Script:
    """The moves that the side makes of itself, with all dice used."""
    state.stage = stages.COMPELLED
    table = Script(dice=dice)
    compelled_moves.compelled_step(state, table)
    table.finish()
    return table


def facing(troop: Troop, away: float, version: int = 11, **changes: Any) -> State:
    """Troops with their front at y = 20, who look north, and Anna with the edge of her half inch n inches before them."""
    return battle(
        troop,
        men("Far", 12, 6, 10, 46, 180, side=1),
        leaders=[hero("Anna", 30, 20.25 + away, side=1, **changes)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
        homes=None,
        depth=72.0,
    )


@pytest.mark.rule("battlesystem:4.6f", "battlesystem:4.6g", "battlesystem:9.4")
@pytest.mark.parametrize(
    ("version", "away", "goes"), [(10, 13.4, False), (11, 13.4, True), (11, 13.6, False)]
)
def test_a_mob_goes_for_a_hero(version: int, away: float, goes: bool) -> None:
    # MV 9: charge range 13.5. A roll of 13 fails against 12, and it goes 9 inches straight at her.
    mob = crowd("Mob", 16, 30, 20, order=FORWARD)
    state = facing(mob, away, version)
    unit = state.units[0]
    table = stepped(state, *([6, 7] if goes else []))
    assert (unit.quarry == ANNA, unit.rash) == (goes, goes)
    assert ("attacks Anna" in table.news) is goes
    assert unit.order == (NO_ORDER if goes else FORWARD)
    assert unit.block is not None
    assert unit.block.y == pytest.approx(29.0)  # both go 9 inches
    if goes:
        assert CODEC.load(CODEC.dump(state), state).units[0].quarry == ANNA
        said = _why_it_stays(state, unit)
        assert said is not None
        assert "attacks Anna" in said[0]


@pytest.mark.rule("battlesystem:4.6g", "battlesystem:9.0d")
def test_it_goes_into_contact_stays_there_and_ends_when_she_is_gone() -> None:
    mob = crowd("Mob", 16, 30, 20)
    state = facing(mob, 6.0)
    unit, anna = state.units[0], state.individuals[0]
    stepped(state, 10, 10)
    assert unit.block is not None
    # its own ranks leave it 9 inches; she stands 6 before it, and halts it
    assert unit.block.y == pytest.approx(26.0, abs=0.03)
    assert 0 in footprints.touched(state, anna)
    assert unit.charged == NOBODY
    unit.finished = unit.moved = False
    unit.spent = 0.0
    stepped(state)  # it stands at her: no check, no move
    assert unit.block.y == pytest.approx(26.0, abs=0.03)
    assert unit.quarry == ANNA
    anna.on_table = False
    unit.finished = unit.moved = False
    stepped(state)
    assert (unit.quarry, unit.rash) == (NOBODY, False)


@pytest.mark.rule("battlesystem:4.6c", "battlesystem:4.6i")
@pytest.mark.parametrize(
    ("people", "ground", "dice"),
    [("dwarf", (), (6, 7)), ("elf", (), ()), ("dwarf", (area("woods", 20, 22, 40, 24),), ())],
)
def test_who_hates_dwarves_checks_for_one_alone(people: str, ground: Any, dice: tuple[int, ...]) -> None:
    # 13 inches off, charge range 13.5: behind a wood nobody sees her
    goblins = men("Goblins", 12, 6, 30, 20, hates=("dwarf",), formation=OPEN)
    state = facing(goblins, 13.0, creature=people)
    state.setting.terrain.extend(ground)
    stepped(state, *dice)
    assert state.units[0].quarry == (ANNA if dice else NOBODY)


@pytest.mark.rule("battlesystem:4.6f", "battlesystem:2.9e")
def test_berserkers_in_skirmish_order_run_at_her_one_by_one() -> None:
    # discipline 0: no roll. 8.5 inches off: those right before her touch her after 8.5 of their 9.
    mad = skirmishers("Mad", [(30, 19.625), (33, 19.625)], special="berserker", discipline=0)
    state = facing(mad, 8.5)
    table = stepped(state)
    assert "runs at Anna" in table.news
    assert footprints.touched(state, state.individuals[0]) == {0: [0]}


@pytest.mark.rule("battlesystem:4.6c")
def test_who_touches_a_hero_checks_for_nobody_else() -> None:
    # a mob at Anna, and others 10 inches before it: it touches an enemy already
    for version, dice in ((10, (4, 4)), (11, ())):
        state = battle(
            crowd("Mob", 16, 30, 20),
            men("Foes", 12, 6, 30, 30, 180, side=1),
            leaders=[hero("Anna", 30, 20.25, side=1)],
            tier=stages.INTERMEDIATE,
            options={"version": version},
        )
        stepped(state, *dice)
        assert state.units[0].quarry == NOBODY


@pytest.mark.rule("battlesystem:4.6g")
def test_the_nearest_of_a_hero_and_troops_is_gone_for() -> None:
    for away, whom in ((8.0, ANNA), (10.0, 1)):
        state = facing(crowd("Mob", 16, 30, 20), away)
        state.units[1].stand(men("There", 12, 6, 33, 29, 180, side=1).unit.block)
        stepped(state, 10, 10)
        assert state.units[0].quarry == whom


# ---------------------------------------------------------------- what an individual is


@pytest.mark.rule("battlesystem:4.2h", "battlesystem:4.4", "battlesystem:9.4")
@pytest.mark.parametrize(
    ("creature", "version", "needed"),
    [
        ("wight", 11, [11]),  # 12, closed and in command, less 3 for what drains levels
        ("skeleton", 11, [14]),  # the check, and nothing of the 3: 12 + 1, and 1 for the captain
        ("human", 11, []),
        ("wight", 10, []),
    ],
)
def test_who_touches_a_wight_alone_loses_heart(creature: str, version: int, needed: list[int]) -> None:
    state = battle(
        men("Legion", 12, 6, 30, 20, charisma=1),
        men("Orcs", 6, 6, 10, 46, 180, side=1),
        leaders=[hero("Barrow King", 30, 20.25, side=1, creature=creature)],
        tier=stages.INTERMEDIATE,
        stage=stages.MELEE,
        options={"version": version},
    )
    table = Script(dice=[1, 1] if needed else [])
    checks_and_routs.after_melee(state, table)
    table.finish()
    assert [event.data["needed"] for event in table.events] == needed
    if needed:
        king = state.individuals[0]
        king.y = 20.5  # a quarter of an inch away: nobody minds him
        checks_and_routs.after_melee(state, Script())


@pytest.mark.rule("battlesystem:7.13b", "battlesystem:9.0d")
@pytest.mark.parametrize(("version", "x", "marches"), [(10, 32.5, True), (11, 32.5, False), (11, 32.8, True)])
def test_a_hero_on_its_flank_keeps_a_regiment_from_a_forced_march(
    version: int, x: float, marches: bool
) -> None:
    # six of 3/4 inch: its right flank at x 32.25, his half inch beside it, or 0.3 off. It may move all the same.
    state = battle(
        men("Legion", 12, 6, 30, 20),
        men("Orcs", 6, 6, 10, 46, 180, side=1),
        leaders=[hero("Anna", x, 19.5, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    found = forced_marches.refusal(state, 0, ("march", 0, ("slide", 0, 13.5)))
    assert (found is None) is marches
    assert marches or (found is not None and found.rule == "battlesystem:7.13b")
    assert MoveDecision(state, 0).check(("move", 0, ("slide", 0, 9))) is None


@pytest.mark.rule("battlesystem:7.13b", "battlesystem:2.10f")
@pytest.mark.parametrize(("version", "y", "dice"), [(10, 33.5, [1, 1]), (11, 29.0, [])])
def test_a_mob_ordered_to_march_with_a_hero_beside_it_goes_forward(
    version: int, y: float, dice: list[int]
) -> None:
    # sixteen, four wide: its flank at x 31.5
    state = battle(
        crowd("Mob", 16, 30, 20, order=FORCE_MARCH),
        leaders=[hero("Anna", 31.75, 19.5, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    table = Script(dice=dice)
    mobs.obey(state, table, state.units[0])
    table.finish()
    block = state.units[0].block
    assert block is not None
    assert block.y == pytest.approx(y)


@pytest.mark.rule("battlesystem:4.6d", "battlesystem:7.12", "battlesystem:8.8e")
@pytest.mark.parametrize(
    ("version", "word", "unruly", "dice", "wild"),
    [
        (11, ("withdraw",), True, [6, 7], True),  # 13 against 12
        (11, ("withdraw",), True, [6, 6], False),
        (
            11,
            ("flee", (30, 30)),
            True,
            [3, 3, 6, 7],
            True,
        ),  # first their blow at his back: 19 - 2 - 0 + 6 = 23
        (11, ("withdraw",), False, [], False),
        (10, ("withdraw",), True, [], False),
    ],
)
def test_chaotic_troops_check_where_a_hero_breaks_off(
    version: int, word: tuple[Any, ...], unruly: bool, dice: list[int], wild: bool
) -> None:
    state = battle(
        men("Orcs", 12, 6, 30, 20, low_or_chaotic=unruly),
        men("Far", 12, 6, 10, 46, 180, side=1),
        leaders=[hero("Anna", 30, 20.25, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
        movers=(1, 0),
    )
    table = Script(dice=dice)
    individual_moves.carry_out(state, table, 1, ("lead", 0, *word))
    table.finish()
    orcs = state.units[0]
    assert (orcs.quarry == ANNA, orcs.rash, orcs.formation == OPEN) == (wild, wild, wild)


@pytest.mark.rule("battlesystem:crossroads.victory", "battlesystem:9.4")
@pytest.mark.parametrize(("version", "won"), [(10, ()), (11, (0,))])
def test_heroes_count_among_the_figures_that_must_be_left(version: int, won: tuple[int, ...]) -> None:
    state = battle(
        men("Axes", 11, 11, 10, 8),
        leaders=[hero("Anna", 30, 30), hero("Bert", 40, 30)],
        goal=Goal("annihilate", least=(13, 0)),
        options={"version": version},
    )
    outcome = goals.decided(state)
    assert outcome is not None
    assert outcome.winners == won
    state.individuals[1].on_table = False
    outcome = goals.decided(state)
    assert outcome is not None
    assert outcome.winners == ()


@pytest.mark.rule("battlesystem:10.3b")
@pytest.mark.parametrize(("version", "thrown", "weapon"), [(10, 0, "spear"), (11, 2, "dagger")])
def test_the_fallen_take_their_spears_with_them(version: int, thrown: int, weapon: str) -> None:
    # the one who has thrown both stands, the other, with both in hand, falls: ten hit dice
    spear = missile_of("spear")
    state = battle(
        skirmishers("Kerns", [(30, 20), (33, 20)], missile=spear, volleys=2, weapons=[long_spear()]),
        men("Orcs", 6, 6, 33, 20.375, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    kerns = state.units[0]
    assert kerns.singles is not None
    kerns.singles[0].thrown = 2
    assert settling.inflict(state, Script(), kerns, 100, 1) == 1
    assert [single.gone for single in kerns.singles] == [FIELD, SLAIN]
    assert (kerns.thrown, kerns.now.weapons[kerns.weapon].id) == (thrown, weapon)


@pytest.mark.rule("battlesystem:11.9d", "battlesystem:9.4a.modifiers")
@pytest.mark.parametrize(
    ("version", "bank", "his", "theirs"),
    [
        (10, 20.0, 17, 19),
        (
            11,
            20.0,
            21,
            19,
        ),  # he wades up to the bank at y 20, on which they stand: 23 - 6 + 4; theirs 20 - 1 - 0
        (11, 20.6, 17, 19),  # their first rank stands in it too
        (11, 19.4, 17, 19),  # he stands on the bank as they do
    ],
)
def test_a_hero_strikes_worse_out_of_water(version: int, bank: float, his: int, theirs: int) -> None:
    # orcs look south from y 20, Anna half an inch before them
    state = battle(
        men("Orcs", 12, 6, 30, 20, 180, side=1),
        leaders=[hero("Anna", 30, 19.75)],
        terrain=[area("swamp", 20, 10, 40, bank)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    anna, orcs = state.individuals[0], state.units[0]
    assert sums.champion_sum(state, anna, orcs, sums.aim_at(state, anna, orcs)) == his
    assert sums.figure_sum(state, orcs, anna) == theirs


@pytest.mark.rule("battlesystem:11.9d", "battlesystem:9.4a.modifiers")
def test_figures_in_a_ford_strike_worse_at_a_hero_on_its_bank() -> None:
    # the swamp begins at y 20, half under his edge; they stand in it: 20 - 1 + 4, and open 20 + 1 - 1 + 4
    for formation, theirs in ((CLOSED, 23), (OPEN, 24)):
        state = battle(
            men("Orcs", 12, 6, 30, 20, 180, side=1, formation=formation),
            leaders=[hero("Anna", 30, 19.75)],
            terrain=[area("swamp", 20, 20, 40, 30)],
            tier=stages.INTERMEDIATE,
        )
        anna, orcs = state.individuals[0], state.units[0]
        assert sums.figure_sum(state, orcs, anna) == theirs
        assert sums.champion_sum(state, anna, orcs, sums.aim_at(state, anna, orcs)) == 17
