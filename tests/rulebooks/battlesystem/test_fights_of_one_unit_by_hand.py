"""One unit that fights a unit and an individual in the same phase: all its fights are one combat. Each was worked out before it was played."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import battle, hero, men
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import dice, fought

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.state import OPEN, State


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
