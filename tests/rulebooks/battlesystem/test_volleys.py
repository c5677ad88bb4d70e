"""Volleys: who shoots, at whom, what is added, the losses, the phases in which it is done."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.missile_ground import area, line
from rulebooks.battlesystem.regiments import Modifier, Troop, battle, crowd, men, skirmishers, weapon

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.missiles import into_melee, phases
from banneret.rulebooks.battlesystem.missiles.shooters import figures, refusal, shots_left
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.odds.volley import volley_odds
from banneret.rulebooks.battlesystem.rounds import forget
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.rosters import CAVALRY
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, MOB, OPEN
from banneret.testing import Script


def bows(number: int = 20, files: int = 10, missile: str = "long-bow", **changes: Any) -> Troop:
    """The Archers of Lairn: AR 20, their front along y = 24, looking north."""
    facts = missile_of(missile)
    return men("Archers", number, files, 30, 24, 0, missile=facts, volleys=facts.volleys, **changes)


def orcs(y: float = 36.0, x: float = 30.0, number: int = 24, files: int = 8, **changes: Any) -> Troop:
    """The Vile Rune: AC 6, 10:1, their front along y, looking south."""
    changes.setdefault("side", 1)
    changes.setdefault("name", "Vile Rune")
    return men(changes.pop("name"), number, files, x, y, 180, **changes)


def shooting(*troops: Troop, stage: int = stages.MISSILES, **changes: Any) -> State:
    options = {"premeasure": True, **changes.pop("options", {})}
    return battle(*troops, stage=stage, tier=stages.INTERMEDIATE, options=options, **changes)


def volley(state: State, *order: Any, dice: list[int] | None = None) -> Script:
    """One volley of side A by the first unit at the second, both shots unless the order says otherwise."""
    table = Script(dice=dice or [3, 4], orders=[order or ("shoot", 0, 1)])
    phases.missile_step(state, table)
    return table


def refused(state: State, *order: Any, side: int = 0) -> str:
    """The rule that refuses an order."""
    found = Shooting(state, side, "battlesystem:1.5").check(order)
    assert isinstance(found, Refusal), order
    return found.rule.removeprefix("battlesystem:")


def sum_of(table: Script) -> dict[str, int]:
    """The parts of the attack roll, by their rules; those of the same rule together."""
    tally = next(event for event in table.events if event.kind == "volley").tallies[0]
    found: dict[str, int] = {}
    for amount, _, rule in tally.parts:
        found[rule.removeprefix("battlesystem:")] = found.get(rule.removeprefix("battlesystem:"), 0) + amount
    return found


def rolled(table: Script) -> int:
    """The attack roll."""
    return next(event for event in table.events if event.kind == "volley").tallies[0].total


# ---------------------------------------------------------------- the volley


@pytest.mark.rule("battlesystem:10.0a", "battlesystem:10.8f", "battlesystem:10.8a")
def test_archers_at_open_orcs_twelve_inches_away() -> None:
    """20 + 2 medium + 1 open = 23; 23 - 6 + 5 = 22; D6: 2 HD; 20 x 2 = 40 HD: 4 figures."""
    state = shooting(bows(), orcs(formation=OPEN))
    table = volley(state, "shoot", 0, 1, "once", dice=[2, 3, 1, 1])
    assert rolled(table) == 22
    assert state.units[1].figures == 20


@pytest.mark.rule("battlesystem:10.0a")
def test_archers_at_closed_orcs_six_inches_away() -> None:
    """20 - 6 + 5 = 19: 4 HD a figure, 80 HD: 8 figures of 24, a third, so that they check."""
    state = shooting(bows(), orcs(30.0))
    table = volley(state, "shoot", 0, 1, "once", dice=[2, 3, 1, 1])
    assert rolled(table) == 19
    assert state.units[1].figures == 16


@pytest.mark.rule("battlesystem:10.0a")
def test_large_targets_take_the_damage_against_large() -> None:
    """Spears: 1d6 against small, 1d8 against large."""
    for size, dice in (("M", "1d6"), ("L", "1d8")):
        state = shooting(bows(4, 4, "spear"), orcs(26.0, size=size))
        volley(state, "shoot", 0, 1, dice=[3, 3, 1, 1])
        killed = 24 - state.units[1].figures
        assert killed == 4 * Damage.of(dice).per_figure(20 + 2 - 6 + 6) // 100


@pytest.mark.rule("battlesystem:10.0b", "battlesystem:1.2", "battlesystem:1.5")
def test_losses_go_at_once_and_side_b_shoots_with_what_is_left() -> None:
    """Side A kills some of twenty; those who are left shoot back, and no more."""
    for stage, step in (
        (stages.MISSILES, phases.missile_step),
        (stages.INITIAL_MISSILES, phases.initial_step),
    ):
        other = men("Bows", 20, 10, 30, 30, 180, side=1, missile=missile_of("long-bow"))
        state = shooting(bows(), other, stage=stage)
        table = Script(dice=[2, 6, 1, 1, 3, 4, 1, 1], orders=[("shoot", 0, 1), ("shoot", 1, 0)])
        step(state, table)
        left = state.units[1].figures
        assert left < 20
        step(state, table)
        assert state.stage == stage
        assert state.part == 1
        step(state, table)
        told = [event for event in table.events if event.kind == "volley"]
        assert [event.side for event in told] == [0, 1]
        assert len(told[1].data["figures"]) == left


@pytest.mark.rule("battlesystem:10.0")
def test_longbows_shoot_in_the_first_phase_and_light_crossbows_do_not() -> None:
    for weapon_id, able in (("long-bow", True), ("light-crossbow", False)):
        state = shooting(bows(missile=weapon_id), orcs(), stage=stages.INITIAL_MISSILES)
        assert (shots_left(state, state.units[0]) == 1) is able


# ---------------------------------------------------------------- who shoots


@pytest.mark.rule("battlesystem:10.1")
def test_only_units_with_missiles_shoot() -> None:
    state = shooting(men("Swords", 20, 10, 30, 24, 0), orcs())
    assert refused(state, "shoot", 0, 1) == "10.1"
    assert Shooting(state, 0, "").units == []


@pytest.mark.rule("battlesystem:10.1a")
def test_a_unit_in_contact_does_not_shoot() -> None:
    state = shooting(bows(), orcs(36.0), orcs(24.0, 34.0, 4, 4, name="Riders"))
    assert refused(state, "shoot", 0, 1) == "10.1a"


@pytest.mark.rule("battlesystem:10.1a", "battlesystem:10.1k")
def test_of_skirmishers_only_those_who_are_touched_are_barred() -> None:
    spots = [(26.0 + 2.0 * number, 24.0) for number in range(5)]
    touching = skirmishers("Orc", [(26.0, 24.75)], 180, side=1)
    state = shooting(skirmishers("Bows", spots, missile=missile_of("short-bow")), orcs(32.0), touching)
    assert figures(state, state.units[0]) == [1, 2, 3, 4]
    assert refusal(state, state.units[0]) is None


@pytest.mark.rule("battlesystem:10.1k")
def test_mobs_do_not_shoot_and_skirmishers_have_no_rows() -> None:
    state = shooting(crowd("Mob", 16, 30, 24, missile=missile_of("sling-stone")), orcs())
    assert refused(state, "shoot", 0, 1) == "10.1k"
    one_behind_the_other = [(30.0, 24.0 - 2.0 * row) for row in range(5)]
    state = shooting(skirmishers("Bows", one_behind_the_other, missile=missile_of("short-bow")), orcs(27.0))
    table = volley(state, "shoot", 0, 1, dice=[6, 6, 6, 6, 6, 6])
    told = [event.data["figures"] for event in table.events if event.kind == "volley"]
    assert told == [[0, 1], [2, 3], [4]]  # a roll for each range


@pytest.mark.rule("battlesystem:10.1i", "battlesystem:10.1j")
def test_bows_shoot_in_two_rows_other_missiles_in_one() -> None:
    for weapon_id, number, files, count in (
        ("long-bow", 20, 8, 16),
        ("short-composite-bow", 24, 12, 24),
        ("light-crossbow", 20, 8, 8),
        ("sling-stone", 20, 8, 8),
    ):
        state = shooting(bows(number, files, weapon_id), orcs())
        assert len(figures(state, state.units[0])) == count, weapon_id


@pytest.mark.rule("battlesystem:10.1i")
def test_rows_of_a_unit_out_of_order_are_counted_by_who_stands_before() -> None:
    """Two files of three; the first file has gone on singly: rows are counted file by file."""
    loose = [(29.0, 26.0), (30.0, 23.6), (29.0, 25.0), (30.0, 22.8), (29.0, 24.0), (30.0, 22.0)]
    state = shooting(bows(6, 2, loose=tuple([(x, y, 0.0) for x, y in loose])), orcs())
    assert figures(state, state.units[0]) == [0, 1, 2, 3]


@pytest.mark.rule("battlesystem:10.1f")
def test_only_those_who_see_shoot() -> None:
    """Two rows of ten; a wood before the four files on the left hides the orcs, who stand behind it, from them."""
    state = shooting(bows(), orcs(34.0, 30.0, 6, 2))
    state.setting.terrain = [area("woods", 20, 25, 29.2, 33)]
    table = volley(state, "shoot", 0, 1, dice=[6, 6])
    told = next(event for event in table.events if event.kind == "volley").data["figures"]
    assert 0 < len(told) < 20
    assert all(figure % 10 >= 4 for figure in told)
    assert {figure + 10 for figure in told if figure < 10} == {figure for figure in told if figure >= 10}


@pytest.mark.rule("battlesystem:10.1g")
def test_a_target_seen_in_part_is_harder_to_hit() -> None:
    """Closed, at short range: +2 and nothing else. Behind a hedge as well the larger counts, and only once."""
    state = shooting(bows(4, 2), orcs(30.0, 30.0, 24, 24))
    state.setting.terrain = [area("woods", 31, 25, 50, 29)]
    table = volley(state, "shoot", 0, 1)
    assert sum_of(table)["10.1g"] == 2
    state = shooting(bows(4, 2), orcs(30.0, 30.0, 24, 24))
    state.setting.terrain = [area("woods", 31, 25, 50, 29)]
    state.setting.flags.partial_penalty = False
    assert "10.1g" not in sum_of(volley(state, "shoot", 0, 1))
    state = shooting(bows(4, 2), orcs(30.0, 30.0, 24, 24))
    state.setting.terrain = [area("woods", 31, 25, 50, 29), line("wall", (15, 29.5), (45, 29.5))]
    parts = sum_of(volley(state, "shoot", 0, 1))
    assert parts["10.8c"] == 4
    assert "10.1g" not in parts


@pytest.mark.rule("battlesystem:10.1h")
@pytest.mark.parametrize("formation", [CLOSED, OPEN])
def test_losses_stay_among_those_who_are_seen(formation: int) -> None:
    """Of two ranks of six the second stands too deep in a wood; the volley would kill more, and wounds nobody."""
    state = shooting(bows(30, 15), orcs(31.0, 30.0, 12, 6, formation=formation))
    state.setting.terrain = [area("woods", 20, 30.7, 40, 44)]
    table = volley(state, "shoot", 0, 1, dice=[1, 1, 1, 1])
    unit = state.units[1]
    assert unit.figures == 6
    assert not unit.wounded
    assert table.events


@pytest.mark.rule("battlesystem:10.1h")
def test_skirmishers_who_are_not_seen_are_not_lost() -> None:
    spots = [(28.0, 31.0), (30.0, 31.0), (32.0, 31.0), (30.0, 36.0), (32.0, 36.0)]
    state = shooting(bows(30, 15), skirmishers("Orcs", spots, 180, side=1))
    state.setting.terrain = [area("woods", 20, 32, 40, 44)]
    volley(state, "shoot", 0, 1, dice=[1, 1, 1, 1, 20, 20])
    singles = state.units[1].singles
    assert singles is not None
    assert [single.gone == FIELD for single in singles] == [False, False, False, True, True]


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:10.1f")
def test_a_unit_divides_its_figures_among_targets() -> None:
    state = shooting(bows(), orcs(36.0, 26.0, 12, 4, name="Ogres"), orcs(36.0, 35.0, 12, 4))
    order: Order = ("split", 0, (1, 12), (2, 8))
    table = volley(state, *order, dice=[6, 6, 6, 6])
    told = [event.data for event in table.events if event.kind == "volley"]
    assert [(one["target"], len(one["figures"])) for one in told] == [("u1", 12), ("u2", 8)]
    assert not set(told[0]["figures"]) & set(told[1]["figures"])
    assert state.units[0].shots == 2
    fresh = shooting(bows(), orcs(36.0, 26.0, 12, 4, name="Ogres"), orcs(36.0, 35.0, 12, 4))
    assert refused(fresh, "split", 0, (1, 12), (2, 9)) == "10.1f"
    assert refused(fresh, "split", 0, (1, 12), (1, 8)) == "10.1m"


@pytest.mark.rule("battlesystem:10.1n")
def test_nobody_shoots_at_enemies_in_contact_with_friends() -> None:
    legion = men("Legion", 12, 6, 30, 34, 0)
    state = shooting(bows(), orcs(34.0), legion, orcs(40.0, 30.0, name="Behind"))
    assert refused(state, "shoot", 0, 1) == "10.1n"
    assert refused(state, "shoot", 0, 1, "over") == "10.1n"
    assert Shooting(state, 0, "").check(("shoot", 0, 3, "over")) is None


# ---------------------------------------------------------------- the sum


@pytest.mark.rule("battlesystem:10.8", "battlesystem:10.8e", "battlesystem:10.8g", "battlesystem:10.7b")
def test_additions_are_cumulative() -> None:
    """Over friends (+3) at long range (+5) at skirmishers (+1): AR + 9."""
    friends = men("Legion", 24, 12, 30, 29, 0)
    state = shooting(bows(), skirmishers("Orcs", [(28.0, 42.0), (31.0, 42.0)], 180, side=1), friends)
    parts = sum_of(volley(state, "shoot", 0, 1, "over", dice=[6, 6]))
    assert (parts["10.8e"], parts["10.8g"], parts["10.8a"]) == (3, 5, 1)
    assert sum(parts.values()) == 20 + 9 - 6 + 12


@pytest.mark.rule("battlesystem:10.8a")
def test_open_and_skirmish_targets_are_harder_mobs_and_closed_ones_not() -> None:
    for target, addition in (
        (orcs(30.0), 0),
        (orcs(30.0, formation=OPEN), 1),
        (skirmishers("Orcs", [(30.0, 30.0)], 180, side=1), 1),
        (crowd("Mob", 16, 30.0, 30.0, 180, side=1), 0),
    ):
        state = shooting(bows(4, 4), target)
        assert sum_of(volley(state, "shoot", 0, 1, dice=[6, 6])).get("10.8a", 0) == addition
    assert state.units[1].formation == MOB


@pytest.mark.rule("battlesystem:10.8b", "battlesystem:10.8c")
def test_cover_counts_by_its_kind_and_only_the_greatest() -> None:
    for ground, rule, addition in (
        ([line("hedge", (20, 29.5), (40, 29.5))], "10.8b", 2),
        ([area("woods", 20, 29.7, 40, 31)], "10.8b", 2),
        ([line("wall", (20, 29.5), (40, 29.5))], "10.8c", 4),
        ([area("building", 20, 29.5, 40, 40)], "10.8c", 4),
        ([line("hedge", (20, 29.6), (40, 29.6)), line("wall", (20, 29.5), (40, 29.5))], "10.8c", 4),
    ):
        state = shooting(bows(8, 8), orcs(30.0, 30.0, 8, 8, formation=OPEN))
        state.setting.terrain = ground
        parts = sum_of(volley(state, "shoot", 0, 1, dice=[6, 6]))
        assert parts[rule] == addition
        assert parts["10.8a"] == 1
        assert sum(parts.values()) == 20 + addition + 1 - 6 + 12


@pytest.mark.rule("battlesystem:10.8d")
def test_mounted_shooters_have_two_more() -> None:
    state = shooting(bows(8, 8, "short-bow", riding=CAVALRY), orcs(28.0))
    assert sum_of(volley(state))["10.8d"] == 2


@pytest.mark.rule("battlesystem:10.8f", "battlesystem:10.8g")
def test_medium_and_long_range_of_a_short_bow() -> None:
    for inches, rule, addition in ((5.0, "10.8f", 0), (7.0, "10.8f", 2), (12.0, "10.8g", 5)):
        state = shooting(bows(8, 8, "short-bow"), orcs(24.0 + inches))
        assert sum_of(volley(state, "shoot", 0, 1, dice=[6, 6])).get(rule, 0) == addition


@pytest.mark.rule("battlesystem:10.8h")
def test_melee_modifiers_are_not_used_those_of_the_roster_are() -> None:
    """Orc archers in daylight (+1), open, out of command, without their commander: AR 19 + 1 = 20."""
    daylight = [Modifier(ar=1, when="daylight")]
    state = shooting(
        bows(8, 8, attack_rating=19, modifiers=daylight, formation=OPEN, in_command=False),
        orcs(30.0),
    )
    parts = sum_of(volley(state, "shoot", 0, 1, dice=[3, 4]))
    assert parts == {"10.0a": 19 - 6 + 7, "8.3i": 1}
    dwarves = orcs(30.0, modifiers=[Modifier(own_ac=-4, against=("giant",))])
    state = shooting(bows(8, 8, "hill-giant-rock", creature="giant"), dwarves)
    assert rolled(volley(state, "shoot", 0, 1, dice=[3, 4])) == 20 - 2 + 7


# ---------------------------------------------------------------- when


@pytest.mark.rule("battlesystem:10.2", "battlesystem:10.2a", "battlesystem:10.2c")
def test_shots_of_a_round_are_spent_in_its_phases() -> None:
    state = shooting(bows(), orcs(), stage=stages.INITIAL_MISSILES)
    unit = state.units[0]
    phases.initial_step(state, Script(dice=[6, 6], orders=[("shoot", 0, 1)]))
    assert (unit.shots, shots_left(state, unit)) == (1, 0)  # once, however many it has
    state.stage = stages.MISSILES
    assert shots_left(state, unit) == 1
    unit.shots = 2
    assert refused(state, "shoot", 0, 1) == "10.2"
    darts = shooting(bows(missile="dart"), orcs(25.0), stage=stages.INITIAL_MISSILES)
    darts.units[0].thrown = -1  # three volleys in hand
    assert shots_left(darts, darts.units[0]) == 1
    darts.units[0].shots = 1
    darts.stage = stages.MISSILES
    assert shots_left(darts, darts.units[0]) == 2


@pytest.mark.rule("battlesystem:10.2e")
def test_two_shots_at_one_target_are_one_roll() -> None:
    """20 x 2 x 2 = 80 HD from one roll; a second attack at the same target in the same phase is refused."""
    state = shooting(bows(), orcs(formation=OPEN))
    table = volley(state, "shoot", 0, 1, dice=[2, 3, 1, 1])
    assert rolled(table) == 22
    assert state.units[1].figures == 16
    assert len([event for event in table.events if event.kind == "volley"]) == 1
    state = shooting(bows(), orcs(36.0, 26.0, 12, 4), orcs(36.0, 34.0, 12, 4, name="Others"))
    volley(state, "shoot", 0, 1, "once", dice=[6, 6])
    assert refused(state, "shoot", 0, 1) == "10.2e"
    volley(state, "shoot", 0, 2, dice=[6, 6])
    assert state.units[0].shots == 2


@pytest.mark.rule("battlesystem:10.2f")
def test_heavy_crossbows_shoot_every_second_round() -> None:
    state = shooting(bows(missile="heavy-crossbow"), orcs(), round=2)
    unit = state.units[0]
    volley(state, dice=[6, 6])
    for number, able in ((3, 0), (4, 1)):
        forget(unit)
        state.round = number
        assert shots_left(state, unit) == able
    state.round = 3
    assert refused(state, "shoot", 0, 1) == "10.2f"


# ---------------------------------------------------------------- over friends


@pytest.mark.rule("battlesystem:10.7", "battlesystem:10.7b")
def test_archers_shoot_over_friends_three_inches_away() -> None:
    """The Legion's rear rank stands 3 in before the second row, which is nearer to nobody; AR 20 + 3 + 2 = 25."""
    for gap, over in ((3.0, True), (2.5, False)):
        legion = men("Legion", 12, 12, 30, 24.75 + gap, 0)
        state = shooting(bows(10, 10), orcs(34.0), legion)
        assert refused(state, "shoot", 0, 1) == "10.1c"
        found = Shooting(state, 0, "").check(("shoot", 0, 1, "over"))
        assert (found is None) is over
    state = shooting(bows(10, 10), orcs(34.0), men("Legion", 12, 12, 30, 27.75, 0))
    assert rolled(volley(state, "shoot", 0, 1, "over", dice=[3, 4])) == 20 + 3 + 2 - 6 + 7


@pytest.mark.rule("battlesystem:10.7")
def test_who_is_out_of_command_does_not_shoot_over_friends() -> None:
    state = shooting(bows(10, 10, in_command=False), orcs(34.0), men("Legion", 12, 12, 30, 27.75, 0))
    assert refused(state, "shoot", 0, 1, "over") == "10.7"


@pytest.mark.rule("battlesystem:10.7a")
def test_only_friends_are_shot_over_and_only_by_bows() -> None:
    legion = men("Legion", 12, 12, 30, 27.75, 0)
    crossbows = shooting(bows(10, 10, "light-crossbow"), orcs(34.0), legion)
    assert refused(crossbows, "shoot", 0, 1, "over") == "10.7a"
    wood = shooting(bows(10, 10), orcs(34.0), men("Legion", 12, 12, 30, 27.75, 0))
    wood.setting.terrain = [area("woods", 10, 29, 50, 31)]
    assert refused(wood, "shoot", 0, 1, "over") == "10.1c"
    enemy = shooting(bows(10, 10), orcs(34.0), orcs(29.0, 30.0, 24, 24, name="Screen"))
    assert refused(enemy, "shoot", 0, 1, "over") == "10.1c"


@pytest.mark.rule("battlesystem:10.7b")
def test_a_volley_is_direct_or_indirect_as_its_owner_likes() -> None:
    """Friends before half of them: directly only some shoot, over friends all, with 3 more."""
    friends = men("Legion", 8, 8, 26.0, 28, 0)
    state = shooting(bows(20, 10), orcs(36.0), friends)
    fire = Shooting(state, 0, "")
    direct = fire.aimed(state.units[0], state.units[1], False)
    over = fire.aimed(state.units[0], state.units[1], True)
    assert direct is not None
    assert over is not None
    assert len(direct.shooters) < len(over.shooters) == 20
    assert ("shoot", 0, 1, "over") in fire.orders()
    assert ("shoot", 0, 1) in fire.orders()


# ---------------------------------------------------------------- measuring


@pytest.mark.rule("battlesystem:10.1l")
def test_without_measuring_a_volley_out_of_range_is_spent() -> None:
    for inches, dice in ((21.0, 1), (22.0, 0)):
        state = shooting(bows(), orcs(24.0 + inches), options={"premeasure": False}, depth=60.0)
        table = volley(state, "shoot", 0, 1, dice=[6, 6])
        assert state.units[0].shots == 2
        told = next(event for event in table.events if event.kind == "volley")
        assert len(told.tallies) == dice
    measured = shooting(bows(), orcs(46.0), depth=60.0)
    assert refused(measured, "shoot", 0, 1) == "10.1c"


def test_weapons_of_melee_do_not_matter_to_a_volley() -> None:
    state = shooting(bows(8, 8, weapons=[weapon("1d20")]), orcs(30.0))
    volley(state, dice=[6, 6])
    assert state.units[1].figures > 16


@pytest.mark.rule("battlesystem:10.1n")
def test_under_the_option_a_volley_into_a_melee_is_divided_by_figures_in_contact() -> None:
    spears = men("Spears", 12, 6, 30, 38.25, 180)  # at the rear of the Vile Rune
    state = shooting(bows(), orcs(), spears)
    assert refused(state, "shoot", 0, 1) == "10.1n"
    state.setting.flags.fire_into_melee = True
    ((friend, mine, theirs),) = contacts.in_melee_with(state, 0, state.units[1])
    assert friend.id == 2
    whole = len(mine) + len(theirs)
    ((_, part, _),) = into_melee.at_unit(state, 0, state.units[1]).of_units(120)
    assert part == 120 * len(mine) // whole
    assert into_melee.at_unit(state, 0, state.units[1]).left(120) == 120 - part
    decision = Shooting(state, 0, "battlesystem:1.5")
    fire = decision.aimed(state.units[0], state.units[1], False)
    assert fire is not None
    odds = volley_odds(state, state.units[0], state.units[1], fire, 2, False)
    table = volley(state, dice=[6, 6, 5, 5, 5, 5])
    told = [event for event in table.events if event.kind == "volley"]
    damage = told[0].data["damage"]
    assert isinstance(damage, int)
    share = damage * len(mine) // whole
    assert state.units[2].now.figures - state.units[2].figures == share // 100
    assert state.units[1].now.figures - state.units[1].figures == (damage - share) // 100
    assert odds.losses[(damage - share) // 100] > 0
    assert told[1].text.startswith("Spears stand in the melee: ")


@pytest.mark.rule("battlesystem:10.1k", "battlesystem:10.1f", "battlesystem:10.2")
@pytest.mark.parametrize(("version", "shots"), [(8, [1, 1, 0]), (7, [1, 1, 1])])
def test_of_skirmishers_who_sees_nobody_has_not_shot(version: int, shots: list[int]) -> None:
    """Two stand 10 inches before the orcs, one 26: out of the 15 of a short bow. He alone may still shoot, at others who come near."""
    state = shooting(
        skirmishers("Bows", [(29, 24), (31, 24), (30, 8)], missile=missile_of("short-bow")), orcs(34.0)
    )
    state.setting.flags.version = version
    volley(state, "shoot", 0, 1, "once", dice=[6, 6])
    singles = state.units[0].singles
    assert singles is not None
    assert [single.shots for single in singles] == shots
    assert figures(state, state.units[0], 2) == ([2] if version > 7 else [])
