"""The numbers of the game, from `data/setup.toml`."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.skirmish.tables.reading import read_data

_DATA: Final = read_data("setup")

STARTING_LEVELS: Final[int] = _DATA["setup"]["starting_levels_max"]
"""The most levels of starting creatures. Rule: skirmish:setup.starting.levels."""
STARTING_LEVEL: Final[int] = _DATA["setup"]["starting_level_limit"]
"""The highest level of a starting creature. Rule: skirmish:setup.starting.levels."""
OPENING_ACTIONS: Final[int] = _DATA["setup"]["opening_action_cards"]
"""Action cards of an opening hand. Rule: skirmish:setup.hands."""
CREATURE_HAND: Final[int] = _DATA["turn"]["creature_hand"]
"""Creature cards to which a hand is filled. Rules: skirmish:setup.hands, skirmish:deploy.refill."""
VAULT: Final[int] = _DATA["setup"]["vault"]
"""Gold in a vault at the start. Rule: skirmish:setup.vault."""
REFRESH_GOLD: Final[int] = _DATA["turn"]["refresh_gold"]
"""Gold from vault to supply in a Refresh Phase. Rule: skirmish:refresh.gold."""
REFRESH_DRAW: Final[int] = _DATA["turn"]["refresh_draw"]
"""Action cards drawn in a Refresh Phase. Rule: skirmish:refresh.draw."""
SPEED_BESIDE_ENEMY: Final[int] = _DATA["turn"]["speed_next_to_enemy"]
"""The speed of a movement that starts next to an enemy. Rule: skirmish:move.start-adjacent."""
DIFFICULT_EXTRA: Final[int] = _DATA["turn"]["difficult_extra"]
"""Squares that entering difficult terrain costs besides. Rule: skirmish:move.difficult."""
TILE: Final[int] = _DATA["space"]["tile"]
"""Squares of a side of a tile. Rule: skirmish:setup.board.tiles."""
