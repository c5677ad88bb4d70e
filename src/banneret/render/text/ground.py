"""Ground on a text map: how its signs are strewn, and which places a question is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.kernel.scene import Scene


def ground_row(sign: str, room: int, shift: int) -> str:
    """A line of a place, strewn with the sign of its ground."""
    return "".join(
        sign if (column + shift) % 3 == 0 and 0 < column < room - 1 else " " for column in range(room)
    )


def place_hash(name: str) -> int:
    """A small number from a name, so that a map always looks the same."""
    number = 7
    for character in name:
        number = (number * 31 + ord(character)) % 65521
    return number


def places_in_question(scene: Scene) -> set[str]:
    """The places that a question or the clash is about."""
    found = {question.place for question in scene.questions if question.place}
    if scene.clash is not None and scene.clash.place:
        found.add(scene.clash.place)
    return found
