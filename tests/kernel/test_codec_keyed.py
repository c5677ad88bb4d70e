"""Things by their number are written as a list of them is."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from banneret.kernel.codec import Codec, Keyed, Many, Row
from banneret.kernel.errors import BadInput


@dataclass
class Soldier:
    id: int
    name: str


@dataclass
class Listed:
    setting: str
    soldiers: list[Soldier]


@dataclass
class Numbered:
    setting: str
    soldiers: dict[int, Soldier]


LISTED = Codec(Listed, "duels", soldiers=Many(Row(Soldier)))
NUMBERED = Codec(Numbered, "duels", soldiers=Keyed(Row(Soldier)))


def test_things_by_number_have_the_bytes_of_a_list_and_keep_their_numbers() -> None:
    men = [Soldier(0, "Ann"), Soldier(4, "Bo")]
    state = Numbered("marsh", {man.id: man for man in men})
    data = NUMBERED.dump(state)
    assert data == LISTED.dump(Listed("marsh", men))
    assert NUMBERED.load(data, like=state) == state
    assert list(NUMBERED.load(data, like=state).soldiers) == [0, 4]
    with pytest.raises(BadInput):
        NUMBERED.load(data[:-3], like=state)
