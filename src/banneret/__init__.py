"""Banneret: fantasy battles on the table, by five rulebooks.

>>> import banneret
>>> battle = banneret.start("stacks", "first_blood", seed=7)
>>> battle.play_out({"attacker": "random", "defender": "greedy"}).rule
'stacks:setup.battle-only'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banneret.api import advise, learn, load, loads, make_player, next_battle, start, verify
    from banneret.kernel.battle import Battle
    from banneret.kernel.decision import IllegalOrder, Refusal
    from banneret.kernel.errors import BadInput

__version__ = "0.1.0"

__all__ = [
    "BadInput",
    "Battle",
    "IllegalOrder",
    "Refusal",
    "__version__",
    "advise",
    "learn",
    "load",
    "loads",
    "make_player",
    "next_battle",
    "start",
    "verify",
]

_HOMES = {
    "BadInput": "banneret.kernel.errors",
    "Battle": "banneret.kernel.battle",
    "IllegalOrder": "banneret.kernel.decision",
    "Refusal": "banneret.kernel.decision",
    "advise": "banneret.api",
    "learn": "banneret.api",
    "load": "banneret.api",
    "loads": "banneret.api",
    "make_player": "banneret.api",
    "next_battle": "banneret.api",
    "start": "banneret.api",
    "verify": "banneret.api",
}


def __getattr__(name: str) -> Any:
    """Load the parts of the front door when they are first used, so that `import banneret` is quick."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'banneret' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)
