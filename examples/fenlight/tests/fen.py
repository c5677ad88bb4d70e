"""A small marsh for the tests: bands stand in it from the beginning.

A1 B1 C1 D1 E1       home of the Adders
 A2 B2 C2 D2 E2      B2, C2 reeds
A3 B3 C3 D3 E3       B3 stones, C3 mere and spring, D3 mire
 A4 B4 C4 D4 E4      B4, C4 reeds
A5 B5 C5 D5 E5       home of the Herons
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banneret.testing import Tabletop

MARSH: dict[str, Any] = {
    "id": "test",
    "title": "A marsh of the tests",
    "sides": ["herons", "adders"],
    "data": {
        "names": ["Herons", "Adders"],
        "map": [". . . . .", ". r r . .", ". s w m .", ". r r . .", ". . . . ."],
        "homes": [["A5", "B5", "C5", "D5", "E5"], ["A1", "B1", "C1", "D1", "E1"]],
        "springs": ["C3"],
        "lights": 3,
        "rounds": 9,
    },
}
STILL = {"drift": "no"}


def fight(
    herons: Mapping[str, int], adders: Mapping[str, int], options: Mapping[str, str] = STILL, **terms: Any
) -> Tabletop:
    """A battle with these bands, by hex: `fight({"B4": 3}, {"C2": 4})`. Lights do not drift unless options say so."""
    bands = [[[hex_, count] for hex_, count in side.items()] for side in (herons, adders)]
    return Tabletop.start("fenlight", {**MARSH, "data": {**MARSH["data"], **terms, "bands": bands}}, options)
