"""Postures: ways in which the greedy player can lead a battle, as weights of what it looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Posture:
    """The weights of one way to lead a battle; worths are counted in warriors.

    `light`, `spring`: to stand where a light is, or may rise, less the farther it is; `home`: each hex nearer home with a light; `hunt`: to be near an
    enemy who bears one; `fear`: the losses that enemies next to a hex threaten; `hide`: to be out of sight; `fight`: what a
    clash is expected to bring; `javelin`: what a strike is.
    """

    light: float = 3.0
    spring: float = 1.0
    home: float = 1.2
    hunt: float = 1.0
    fear: float = 0.7
    hide: float = 0.3
    fight: float = 0.6
    javelin: float = 0.8


OWN: Final = Posture()
POSTURES: Final[dict[str, Posture]] = {
    "bold": Posture(fear=0.2, fight=1.0, hunt=2.0, hide=0.0),
    "wary": Posture(fear=1.4, fight=0.4, hide=0.8, javelin=1.0),
}
