"""One unit that fights a unit and an individual in the same phase: all its fights are one combat. Each was worked out before it was played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.battlesystem.regiments import battle, hero, men, skirmishers
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice, fought

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import OPEN


def beset(version: int) -> State:
    """Half of the Legion is left, three abreast in open order; before it are Orcs, and at its left end stands Derek."""
    return battle(
        men("Legion", 6, 3, 30, 20, starting=12, formation=OPEN, morale=5),
        men("Orcs", 6, 6, 30, 20, 180, side=1, attack_rating=14),
        men("Guard", 6, 6, 50, 20),
        men("Goblins", 6, 6, 50, 20, 180, side=1),
        leaders=[hero("Derek", 28.12, 19.625, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


FALLS = dice({6: 1, 10: 10}, {6: 2, 10: 1})


@pytest.mark.rule("battlesystem:1.6b", "battlesystem:8.0b", "battlesystem:9.4a.order")
@pytest.mark.parametrize(("version", "hurt", "blows"), [(14, 0, 0), (15, 8, 2)])
def test_a_rout_before_orcs_spares_no_hero_beside_them(version: int, hurt: int, blows: int) -> None:
    # Side A has the combat of the Legion fought before all others. Orcs fell some of it; it checks (5, -2 for half lost) and routs.
    # But its man beside Derek was in that fight too: 20 + 1 (open) - 1 (commander) - 0 + 2 = 22, 2 hit dice, 8 points; and Derek struck.
    state = beset(version)
    table = fought(state, FALLS, ("beset", 0, (0, 1)), ("combat", 0))
    assert state.units[0].routed
    assert state.individuals[0].hurt == hurt
    assert len(table.of("blow")) == blows


@pytest.mark.rule("battlesystem:1.6b", "battlesystem:9.4a.order")
def test_the_fight_of_a_hero_with_a_unit_of_a_combat_is_part_of_it() -> None:
    # Two combats, and Derek's fight is in the first of them: Side A orders two things, not three, and no check comes before his blow.
    state = beset(15)
    table = fought(state, FALLS, ("beset", 0, (0, 1)), ("combat", 0))
    asked = next(one for one in table.asked if one.kind == "combat")
    assert asked.orders() == [("combat", 0), ("combat", 2)]
    told = [one.kind for one in table.events if one.kind in ("blow", "morale", "rout")]
    assert told.index("morale") > max(at for at, kind in enumerate(told) if kind == "blow")


@pytest.mark.rule("battlesystem:1.6b")
def test_a_hero_who_fights_no_unit_of_a_combat_is_ordered_apart() -> None:
    state = battle(
        men("Legion", 6, 6, 30, 20),
        men("Orcs", 6, 6, 30, 20, 180, side=1),
        men("Guard", 6, 6, 50, 20),
        leaders=[hero("Derek", 50, 20.26, side=1)],
        tier=stages.INTERMEDIATE,
    )
    table = fought(state, FALLS, ("clash", 0))
    asked = next(one for one in table.asked if one.kind == "combat")
    assert asked.orders() == [("combat", 0), ("clash", 0)]


# ---------------------------------------------------------------- several heroes at one unit


def between_two(version: int) -> State:
    """Four of the Legion in a line, open, one of them wounded; Derek stands before the first and Edda before the last."""
    return battle(
        men("Legion", 4, 4, 30, 20, formation=OPEN, morale=5, wounded=True),
        men("Far", 4, 4, 10, 40, 180, side=1),
        leaders=[hero("Derek", 28.125, 20.25, side=1), hero("Edda", 31.875, 20.25, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:1.6b", "battlesystem:8.0b", "battlesystem:9.4a.order")
@pytest.mark.parametrize(("version", "hurt", "wounded"), [(15, [8, 0], False), (16, [8, 8], True)])
def test_heroes_at_one_unit_strike_at_the_same_time(version: int, hurt: list[int], wounded: bool) -> None:
    # A hero: 23 - 6 + 2 = 19, 5 hit dice at D8, twice: a wound, with the one that is there a figure. A quarter is lost: 5, and they rout.
    # Edda was in that fight too: her wound stays. Their men: 20 + 1 - 1 - 0 + 2 = 22, 2 hit dice, 8 points each. By version 15 they
    # had run when her turn came.
    state = between_two(version)
    table = fought(state, dice({6: 1, 10: 10}, {6: 1, 10: 1}), *([("clash", 0)] if version == 15 else []))
    legion = state.units[0]
    assert (legion.figures, legion.routed, legion.wounded) == (3, True, wounded)
    assert [one.hurt for one in state.individuals.values()] == hurt
    assert [one.kind for one in table.asked if one.kind == "combat"] == (["combat"] if version == 15 else [])
    told = [one.kind for one in table.events if one.kind in ("blow", "losses", "morale")]
    if version == 16:
        assert told == ["blow"] * 4 + ["losses"] * 2 + ["morale"]


@pytest.mark.rule("battlesystem:1.6b", "battlesystem:9.4a.order")
@pytest.mark.parametrize(
    ("version", "first"),
    [(15, [("combat", 0), ("combat", 2), ("clash", 1)]), (16, [("combat", 0), ("clash", 1)])],
)
def test_a_hero_between_two_units_joins_their_combats(version: int, first: list[Order]) -> None:
    # Derek strikes at the Legion, and a man of the Guard strikes at him: what were two combats is one. Edda fights Picks, far away.
    state = battle(
        men("Legion", 6, 6, 30, 20),
        men("Orcs", 6, 6, 30, 20, 180, side=1),
        men("Guard", 6, 6, 35.01, 20),
        men("Goblins", 6, 6, 35.01, 20, 180, side=1),
        men("Picks", 6, 6, 50, 20),
        leaders=[hero("Derek", 32.505, 19.6, side=1, size="L"), hero("Edda", 50, 20.25, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    state.stage = stages.ASSIGNMENT
    rounds.play_step(state, Loaded(FALLS))
    assert state.clashes is not None
    state.clashes[0] = replace(state.clashes[0], target=0, beset=((2, 1),))
    table = Loaded(FALLS)
    rounds.play_step(state, table)
    assert table.asked[0].orders() == first


@pytest.mark.rule("battlesystem:8.0b", "battlesystem:9.4a.order")
@pytest.mark.parametrize(("version", "fallen", "blows"), [(15, 3, 1), (16, 3, 2)])
def test_a_hero_strikes_though_all_whom_he_touches_fall_in_the_same_combat(
    version: int, fallen: int, blows: int
) -> None:
    # Skirmishers: the first touches Derek, all three touch Orcs: 14 + 2 - 6 = 10 and 10 hit dice a figure at D6, who fell all of them.
    # By version 15 nobody was left for Derek's blow; the fallen strike him in either.
    state = battle(
        skirmishers("Scouts", [(28.5, 19.625), (30.5, 19.625), (32.5, 19.625)]),
        men("Orcs", 8, 8, 30.5, 20, 180, side=1, attack_rating=10),
        leaders=[hero("Derek", 27.875, 19.625, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    table = fought(state, dice({6: 1, 10: 1}, {6: 1, 10: 1}), ("beset", 0, (0, 1)))
    assert state.units[0].figures == 3 - fallen
    assert len(table.of("blow")) == blows
