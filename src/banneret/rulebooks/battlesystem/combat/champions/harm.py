"""Hit points of individuals: they stay lost for the battle, and one who has none left is out of it. Rule: battlesystem:9.4b.hit-points."""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import SLAIN

DEAD: Final = -10
"""Hit points at which an individual is dead; from 0 down to -9 he lives if his side holds the place."""


def left(state: State, one: Individual) -> int:
    """The hit points that an individual has left; 0 for one who does not fight."""
    sheet = state.setting.sheets[one.id].champion
    return 0 if sheet is None else sheet.hit_points - one.hurt


def attack(state: State, one: Individual) -> None:
    """Note that an individual was attacked, so that he does not rest this round. Rule: battlesystem:9.0d."""
    if is_mended(state, 5):
        one.attacked = True


def hurt(state: State, table: Table, one: Individual, points: int) -> None:
    """Take n hit points from an individual; with none left he falls, and his figure is removed. Rule: battlesystem:9.4b.hit-points."""
    if points <= 0:
        return
    one.hurt += points
    rest = left(state, one)
    if rest <= 0:
        one.on_table = False
        one.fate = SLAIN
    if table.telling:
        who = state.setting.sheets[one.id].name
        text = f"{who} loses {points} hit point{'' if points == 1 else 's'}"
        text += f"; {rest} left." if rest > 0 else " and falls." if rest > DEAD else " and is killed."
        data: dict[str, object] = {"leader": f"l{one.id}", "lost": points, "left": rest}
        table.tell(Event("hurt", text, "battlesystem:9.4b.hit-points", side=one.side, data=data))
