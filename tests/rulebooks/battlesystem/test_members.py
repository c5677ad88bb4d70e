"""Individuals as members of units: averages, weapons, joining and leaving."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.individuals import belongs, causeway, officer, read, row_of
from rulebooks.battlesystem.regiments import battle, hero, men, weapon
from rulebooks.battlesystem.test_deputies import declare
from rulebooks.battlesystem.test_formations import give

from banneret.kernel.decision import Choice
from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai import roles as judgement
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.champions import sums
from banneret.rulebooks.battlesystem.combat.losses import settling
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import HERO
from banneret.rulebooks.battlesystem.individuals import footprints, roles
from banneret.rulebooks.battlesystem.missiles.shooters import refusal
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.sheets import Champion
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.rulebooks.battlesystem.view.forecasts.roles import role_words
from banneret.rulebooks.battlesystem.worth.membership import thac0_in_ranks, why_not_with, with_members
from banneret.testing import Script


def sheet(**changes: object) -> Champion:
    """A fighter of the 10th level, AC 0, 10 hit dice, THAC0 8."""
    found = hero("Eric", 0, 0, **changes)[0].champion
    assert found is not None
    return found


def band(ratio: int, **changes: object) -> State:
    """Four figures in a rank, front along y = 24, and Eric touching them from the south."""
    return battle(
        men("Band", 4, 4, 30, 24, ratio=ratio, formation=OPEN, **{"commander": "", **changes}),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[officer("Eric", 30, 23.0)],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        ranking=(0, 1),
        movers=(0, 1),
    )


@pytest.mark.rule("battlesystem:9.1a", "battlesystem:9.1c")
@pytest.mark.parametrize(
    ("ratio", "attack", "members", "found"),
    [
        (10, 20, [8], 20),  # (39 x 20 + 8) / 40 = 19.7
        (2, 22, [1], 21),  # THAC0 (7 x 12 + 1) / 8 = 10.625, so 11, and 10 for the ratio
        (5, 25, [8], 25),  # (19 x 25 + 13) / 20 = 24.4
        (5, 25, [4, 4], 24),  # (18 x 25 + 9 + 9) / 20 = 23.4
        (2, 22, [20], 23),  # (7 x 12 + 20) / 8 = 13
    ],
)
def test_his_thac0_enters_the_average_as_that_of_one_creature(
    ratio: int, attack: int, members: list[int], found: int
) -> None:
    state = band(ratio, attack_rating=attack)
    roster = with_members(state.units[0].now, [sheet(thac0=thac0) for thac0 in members])
    assert roster.attack_rating == found


@pytest.mark.rule("battlesystem:9.1a")
def test_armour_and_hit_dice_are_averaged_and_rounded_against_the_unit() -> None:
    state = band(2, armour_class=6, figure=80)
    roster = with_members(state.units[0].now, [sheet(armour_class=-1)])
    assert roster.armour_class == 6  # (7 x 6 - 1) / 8 = 5.125
    assert (
        roster.figure == 90
    )  # 8 creatures, 7 of 4 hit dice and one of 10: 38 / 8 = 4.75, two to a figure: 9.5
    two = with_members(state.units[0].now, [sheet(armour_class=-1), sheet(armour_class=-1)])
    assert (two.armour_class, two.figure) == (5, 110)  # 34 / 8 = 4.25; 44 / 8 x 2 = 11
    # losses change nothing of it
    belongs(state, 0, 0)
    before = state.units[0].now
    state.units[0].figures = 2
    assert CODEC.load(CODEC.dump(state), state).units[0].now == before


@pytest.mark.rule("battlesystem:9.1b")
def test_he_fights_with_the_weapon_of_the_unit_without_his_own_magic() -> None:
    plus = weapon("1d8")
    plus.plus = 2
    magic = sheet(arms=hero("x", 0, 0)[0].champion.arms.__class__(plus, ("1d8+2",), ("1d12+2",)))  # type: ignore[union-attr]
    assert thac0_in_ranks(magic) == 10
    state = band(10, weapons=[weapon(name="long-sword")])
    swords = state.units[0].now
    maces = band(10, weapons=[weapon(name="footmans-mace")]).units[0].now
    both = band(10, weapons=[weapon(name="footmans-mace"), weapon(name="long-sword")]).units[0].now
    claws = band(10, creature="bear", weapons=[weapon(name="claw")]).units[0].now
    assert why_not_with(sheet(), swords) == ""
    cleric = sheet(class_="cleric")
    assert why_not_with(cleric, swords) == "a cleric does not fight with the long-sword of Band"
    assert why_not_with(cleric, maces) == ""
    assert why_not_with(cleric, both) != ""
    assert why_not_with(sheet(class_="magic-user"), maces) != ""
    assert why_not_with(sheet(), claws) == "nobody can be lent the claw of Band"
    assert why_not_with(sheet(class_="monster", creature="bear"), claws) == ""
    # in a scenario too
    data = causeway()
    row_of(data, 0, "perrin").update({"class": "magic-user"})
    with pytest.raises(BadInput, match="does not fight with the spear"):
        read(data)


@pytest.mark.rule("battlesystem:9.1")
def test_nobody_can_reach_a_member() -> None:
    state = band(10)
    giant, one = hero("Giant", 30, 24.5, side=1, footprint=1.0)
    state.setting.sheets[len(state.setting.sheets)] = giant
    one.id = 1
    state.individuals[one.id] = one
    assert list(footprints.touched(state, one)) == [0]
    state.individuals[0].x, state.individuals[0].y = 30.0, 24.5
    assert footprints.rivals(state, one) == [0]
    belongs(state, 0, 0)
    assert footprints.rivals(state, one) == []
    assert footprints.champion(state, state.individuals[0]) is None
    assert roles.is_in_battle(state.individuals[0])


@pytest.mark.rule("battlesystem:9.1g", "battlesystem:9.0a")
def test_he_joins_the_unit_he_touches_and_leaves_it_in_a_later_round() -> None:
    state = band(2, attack_rating=22)
    eric, unit = state.individuals[0], state.units[0]
    assert ("role", 0, "member", 0) in changes.options(state, 0)
    # armour class (7 x 6 + 0) / 8 = 5.25 stays 6; a figure of 10 hit dice (7 x 5 + 10) / 8 x 2 = 11.25
    assert role_words(state, ("role", 0, "member", 0)) == "hit dice a figure 10 becomes 11"
    declare(state, ("role", 0, "member", 0))
    assert (eric.unit, eric.on_table, unit.members) == (0, False, (0,))
    assert unit.now.attack_rating == 22  # (7 x 22 + 8 + 10) / 8 = 21.5
    state.stage, state.part, state.round = stages.ROLES, 0, 2
    declare(state, ("role", 0, "hero"))
    assert (eric.on_table, unit.members) == (True, ())
    assert footprints.figures_touched(unit, eric.x, eric.y, 0.27)
    assert roles.rank_of(state, eric) == HERO
    state.stage, state.part = stages.MOVEMENT, 0
    give(state, ("lead", 0, (eric.x, eric.y - 12.0)))
    assert eric.moved == pytest.approx(12.0)


@pytest.mark.rule("battlesystem:9.1g")
@pytest.mark.parametrize("bar", ["away", "routed", "engaged", "held"])
def test_when_he_cannot_join(bar: str) -> None:
    state = band(10)
    eric, unit, orcs = state.individuals[0], state.units[0], state.units[1]
    assert ("role", 0, "member", 0) in changes.options(state, 0)
    if bar == "away":
        eric.y = 22.5
    elif bar == "routed":
        unit.routed = True
    else:
        block = orcs.block
        assert block is not None
        x, y = (30.0, 24.0) if bar == "engaged" else (30.0, 22.75)
        heading = 180.0 if bar == "engaged" else 0.0
        orcs.stand(type(block)(x, y, heading, 12, 6, 0.75, 0.75, 0.0))
        state.bands = None
    assert ("role", 0, "member", 0) not in changes.options(state, 0)


def test_the_wounded_seek_shelter_and_leave_a_unit_that_runs() -> None:
    state = band(10, commander="Captain")
    eric, unit = state.individuals[0], state.units[0]
    unit.leader_at = 1
    in_command.review(state, Script())
    eric.hurt = 40
    decision = Choice("role", 0, "battlesystem:9.0a", [changes.KEEP, *changes.options(state, 0)])
    assert judgement.answer(decision, state) == ("role", 0, "member", 0)
    eric.hurt = 0
    assert judgement.answer(decision, state) == changes.KEEP
    belongs(state, 0, 0)
    decision = Choice("role", 0, "battlesystem:9.0a", [changes.KEEP, *changes.options(state, 0)])
    assert judgement.answer(decision, state) == changes.KEEP
    unit.routed = True
    assert judgement.answer(decision, state) == ("role", 0, "hero")


def test_a_blow_at_the_unit_counts_with_its_averages() -> None:
    state = band(2, armour_class=6)
    giant, one = hero("Giant", 30, 24.25, side=1)
    state.setting.sheets[len(state.setting.sheets)] = giant
    one.id = 1
    state.individuals[one.id] = one
    assert sums.champion_sum(state, one, state.units[0], 1) == 17
    state.setting.sheets[len(state.setting.sheets)] = officer("Shield", 0, 0, armour_class=-4)[0]
    shield = officer("Shield", 0, 0)[1]
    shield.id = 2
    state.individuals[shield.id] = shield
    belongs(state, 2, 0)  # (7 x 6 - 4) / 8 = 4.75, so 5
    assert sums.champion_sum(state, one, state.units[0], 1) == 18


@pytest.mark.rule("battlesystem:9.1g", "battlesystem:9.1d", "battlesystem:9.0a")
def test_wounds_go_with_him_and_the_losses_of_the_unit_do_not() -> None:
    """20 of his 48 hit points are gone; the unit loses two of four figures; he leaves it as he came.

    With his 10 hit dice among 40 creatures a figure has 49 / 4 = 12.25, so 12: 24 fell two.
    """
    state = band(10)
    eric, unit = state.individuals[0], state.units[0]
    eric.hurt = 20
    state.setting.has_roles, state.stage = True, stages.MOVEMENT
    give(state, ("role", 0, "member", 0))
    assert (unit.figures, unit.now.figures, unit.now.figure) == (4, 4, 120)
    assert changes.options(state, 0) == []  # one change a round
    settling.inflict(state, Script(), unit, 240, 1)
    assert (unit.figures, unit.wounded, eric.hurt) == (2, 0, 20)
    state.round, state.stage, state.part = 2, stages.MOVEMENT, 0
    give(state, ("role", 0, "hero"))
    assert (eric.on_table, eric.hurt, unit.figures, unit.members) == (True, 20, 2, ())
    assert unit.now.figure == 100


@pytest.mark.rule("battlesystem:9.1", "battlesystem:9.4d")
def test_nobody_aims_at_a_member() -> None:
    facts = missile_of("long-bow")
    archers = men("Bows", 12, 6, 30, 34, 180, side=1, missile=facts)
    state = battle(
        men("Band", 4, 4, 30, 24, formation=OPEN),
        archers,
        leaders=[officer("Eric", 33, 24.0)],
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"premeasure": True},
    )
    assert ("snipe", 1, 0) in Shooting(state, 1, "battlesystem:1.5").orders()
    belongs(state, 0, 0)
    assert [order[0] for order in Shooting(state, 1, "battlesystem:1.5").orders()] == [
        "hold",
        "shoot",
        "shoot",
    ]


@pytest.mark.rule("battlesystem:10.1")
@pytest.mark.parametrize(
    ("class_", "missile", "version", "may"),
    [
        ("fighter", "long-bow", 7, True),  # he is lent one
        ("cleric", "long-bow", 7, False),
        ("cleric", "hammer", 7, True),
        ("magic-user", "dart", 7, True),
        ("thief", "sling-stone", 7, True),
        ("thief", "short-bow", 7, False),
        ("cleric", "long-bow", 6, True),
    ],
)
def test_a_unit_does_not_shoot_while_one_of_it_has_no_missile(
    class_: str, missile: str, version: int, may: bool
) -> None:
    facts = missile_of(missile)
    state = battle(
        men("Bows", 12, 6, 30, 24, missile=facts, volleys=facts.volleys),
        men("Orcs", 12, 6, 30, 26.5, 180, side=1),
        leaders=[officer("Eric", 30, 23.0, class_=class_)],
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"premeasure": True, "version": version},
    )
    assert refusal(state, state.units[0]) is None
    words = role_words(state, ("role", 0, "member", 0))
    assert words.endswith("it does not shoot while he is with it") is not may
    belongs(state, 0, 0)
    why = refusal(state, state.units[0])
    assert (why is None) is may
    assert why is None or why.rule == "battlesystem:10.1"
    assert (("shoot", 0, 1) in Shooting(state, 0, "battlesystem:1.5").orders()) is may
