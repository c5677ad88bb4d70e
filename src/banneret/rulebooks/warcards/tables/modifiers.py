"""Modifiers by terrain, weather, visibility, works and training, read once from `data/`.

Rules: warcards:attack.modifiers, warcards:setup.weather.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.files import read_toml
from banneret.rulebooks.warcards.tables.conditions import FOREST, SHALLOW, SWAMP, TERRAINS, WEATHERS
from banneret.rulebooks.warcards.tables.facts import DATA


def _by_id(file: str, kind: str) -> dict[str, dict[str, Any]]:
    """The rows of a kind in a file of `data/`, by id."""
    return {row["id"]: row for row in read_toml(DATA / f"{file}.toml")[kind]}


def _numbers(rows: dict[str, dict[str, Any]], ids: tuple[str, ...], key: str) -> tuple[int, ...]:
    """The numbers of rows under a key, in the order of their ids; 0 where there is none."""
    return tuple([int(rows[one].get(key, 0)) for one in ids])


_TERRAIN: Final = _by_id("terrain", "terrain")
_WEATHER: Final = _by_id("weather", "weather")
_TRAINING: Final = _by_id("training", "training")
_WORKS: Final = read_toml(DATA / "fortifications.toml")

# ---------------------------------------------------------------- terrain; tuples go by its number
EVERYBODY: Final = 2
RIDERS: Final = 1
_CAPPED: Final = {"": 0, "mounted": RIDERS, "all": EVERYBODY}
MOVE_CAPS: Final[tuple[int, ...]] = tuple([_CAPPED[_TERRAIN[one].get("move_cap", "")] for one in TERRAINS])
"""The units that move one area at most: none (0), `RIDERS` or `EVERYBODY`."""
FOREST_MISSILE: Final[int] = _numbers(_TERRAIN, TERRAINS, "missile_attack_mod")[FOREST]
SWAMP_MELEE: Final[int] = _numbers(_TERRAIN, TERRAINS, "mounted_melee_mod")[SWAMP]
SWAMP_DEFENSE: Final[int] = _numbers(_TERRAIN, TERRAINS, "mounted_defense_mod")[SWAMP]
SHALLOW_ATTACK: Final[int] = _numbers(_TERRAIN, TERRAINS, "heavy_attack_mod")[SHALLOW]
SHALLOW_DEFENSE: Final[int] = _numbers(_TERRAIN, TERRAINS, "heavy_defense_mod")[SHALLOW]
STATIONED_ATTACK: Final[tuple[int, ...]] = _numbers(_TERRAIN, TERRAINS, "stationed_attack_mod")
STATIONED_DEFENSE: Final[tuple[int, ...]] = _numbers(_TERRAIN, TERRAINS, "stationed_defense_mod")

# ---------------------------------------------------------------- weather, by its number, and visibility
WEATHER_MISSILE: Final[tuple[int, ...]] = _numbers(_WEATHER, WEATHERS, "missile_rating_mod")
WEATHER_MELEE: Final[tuple[int, ...]] = _numbers(_WEATHER, WEATHERS, "melee_mod")
WEATHER_AFFECTED: Final[tuple[int, ...]] = _numbers(_WEATHER, WEATHERS, "all_attack_mod_if_affected")
WEATHER_ROLLS: Final[tuple[tuple[int, int], ...]] = tuple(
    [(int(row["high"]), WEATHERS.index(row["weather"])) for row in read_toml(DATA / "weather.toml")["random"]]
)
"""The highest roll of a d20 for each weather, and the weather. Rule: warcards:setup.weather."""
LIMITED_SIGHT: Final[int] = read_toml(DATA / "visibility.toml")["limited"]["all_attack_mod"]

# ---------------------------------------------------------------- works
LIMITED_DEFENSE: Final[int] = _WORKS["limited"]["owner_defense_mod"]
LIMITED_MORALE: Final[int] = _WORKS["limited"]["owner_morale_save_mod"]
LEAST_LEVEL: Final[int] = _WORKS["levels"]["minimum"]
MOST_LEVEL: Final[int] = _WORKS["levels"]["maximum"]

# ---------------------------------------------------------------- training that is no part of a card
SHIELD_DEFENSE: Final[int] = _TRAINING["shield-formation"]["effects_against_missile"]["defense"]
BERSERK_CHARGE: Final[int] = _TRAINING["berserk"]["charge_extra"]
