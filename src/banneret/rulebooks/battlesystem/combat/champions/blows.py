"""The blows of a fight between an individual and figures: each is rolled and told, but its losses are not taken off yet.

Rules: battlesystem:9.4a, battlesystem:9.4a.figure-attacks, battlesystem:9.4a.hero-attacks.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat.attack_rolls import hit_dice
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS
from banneret.rulebooks.battlesystem.tables.dice import WAYS, damage_stake
from banneret.rulebooks.battlesystem.text.sentences import counted, says
from banneret.rulebooks.battlesystem.unit import Unit


def at_champion(
    state: State, table: Table, unit: Unit, figures: int, one: Individual, behind: bool = False
) -> int:
    """Roll the attack of n figures of a unit on an individual, one roll for all; return the hit points it costs him.

    `behind`: True if he flees from them. Rule: battlesystem:9.4a.figure-attacks.
    """
    tally = Tally("attack roll") if table.telling else None
    total = sums.figure_sum(state, unit, one, tally, behind)
    return _struck(state, table, unit, figures, one, total, tally)


def of_the_fallen(state: State, table: Table, unit: Unit, figures: int, one: Individual, total: int) -> int:
    """Roll the attack of n figures on an individual that fell in the same phase before his fight; return the hit points it costs him.

    `total`: their attack sum as they stood. Rules: battlesystem:8.0b, battlesystem:9.4a.figure-attacks.
    """
    tally = Tally("attack roll") if table.telling else None
    if tally is not None:
        tally.add(total, "attack rating less armour class, as they stood", "battlesystem:8.0b")
    return _struck(state, table, unit, figures, one, total, tally, " of the fallen")


def _struck(
    state: State,
    table: Table,
    unit: Unit,
    figures: int,
    one: Individual,
    total: int,
    tally: Tally | None,
    which: str = "",
) -> int:
    """Roll an attack of figures on an individual, and tell it; `which`: further words on the figures."""
    who = state.setting.sheets[one.id].name
    dice = table.dice(2, 6, f"attack of {name(state, unit)}" if table.telling else "attack", unit.side)
    roll = total + dice[0] + dice[1]
    tenths = sums.figure_damage(state, unit, one, figures, roll)
    state.struck = True
    unit.acted = True
    harm.attack(state, one)
    if tally is not None:
        tally.add(dice[0] + dice[1], "two dice", "battlesystem:8.4")
        text = says(state, unit, "strikes|strike {} with {}{}", who, counted(figures), which)
        text += f": attack roll {tally.total}, {_dice(tenths)} of damage."
        table.tell(
            Event(
                "blow",
                text,
                "battlesystem:9.4a.figure-attacks",
                side=unit.side,
                dice=[(unit.side, 6, die) for die in dice],
                data={"unit": f"u{unit.id}", "target": f"l{one.id}", "roll": roll, "damage": tenths},
                tallies=[tally],
                stakes=[
                    damage_stake(
                        unit.side,
                        tenths,
                        [sums.figure_damage(state, unit, one, figures, total + thrown) for thrown, _ in WAYS],
                    )
                ],
            )
        )
    return sums.hit_points(tenths)


def of_champion(
    state: State, table: Table, one: Individual, unit: Unit, figure: int, free: bool = False
) -> int:
    """Roll the attacks of an individual on a figure; return the tenths of hit dice to be taken off its unit. Rules: 9.4a.hero-attacks, 8.8d.

    `free`: True for a free attack on troops that flee from him, after which he still has his attacks of the Melee Phase.
    """
    if not sums.strikes(state, one, unit):
        return 0
    who = state.setting.sheets[one.id].name
    tally = Tally("attack roll") if table.telling else None
    total = sums.champion_sum(state, one, unit, figure, tally, free)
    dice = table.dice(2, 6, f"attack of {who}" if table.telling else "attack", one.side)
    roll = total + dice[0] + dice[1]
    tenths = sums.champion_damage(state, one, unit, roll)
    found = sums.suffered(state, sums.strikes(state, one, unit), unit, tenths)
    state.struck = True
    one.struck = one.struck or not free
    unit.attacked = True
    if tally is not None:
        tally.add(dice[0] + dice[1], "two dice", "battlesystem:8.4")
        table.tell(
            Event(
                "blow",
                f"{who} strikes a figure of {name(state, unit)}{' from behind' if free else ''}: attack roll {tally.total}, {_dice(tenths)} of damage, "
                f"{_worth(state, one, unit, found)}.",
                "battlesystem:8.8d" if free else "battlesystem:9.4a.hero-attacks",
                side=one.side,
                dice=[(one.side, 6, die) for die in dice],
                data={"unit": f"l{one.id}", "target": f"u{unit.id}", "roll": roll, "damage": tenths},
                tallies=[tally],
                stakes=[
                    damage_stake(
                        one.side,
                        tenths,
                        [sums.champion_damage(state, one, unit, total + thrown) for thrown, _ in WAYS],
                    )
                ],
            )
        )
    return found


def _worth(state: State, one: Individual, unit: Unit, tenths: int) -> str:
    """The effect of an individual's attack in words."""
    if not tenths:
        return "too little to wound it"
    if sums.whole_figures(state, one, unit) and tenths >= unit.now.figure:
        return f"enough for {tenths // unit.now.figure} killed"
    return "enough for a wound"


def _dice(tenths: int) -> str:
    """Damage in words: "1.6 hit dice"."""
    return f"{hit_dice(tenths)} hit {'die' if tenths == TENTHS else 'dice'}"
