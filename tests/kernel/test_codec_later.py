"""Fields that came when battles had been recorded: unused, they leave no trace in the bytes."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from banneret.kernel.codec import Codec, Many, Row


@dataclass
class Man:
    name: str
    hits: int


@dataclass
class Mark:
    figure: int
    word: str


@dataclass
class NewMan(Man):
    who: tuple[int, ...] | None = None
    spots: tuple[tuple[float, float], ...] = ()
    marks: list[Mark] = field(default_factory=list)
    tired: int = 0


@dataclass
class Fight:
    setting: str
    turn: int
    men: list[Man]


@dataclass
class NewFight(Fight):
    engines: list[Mark] = field(default_factory=list)
    word: str = ""


MARKS = Many(Row(Mark))
MEN = Many(Row(NewMan, later=("who", "spots", "marks", "tired"), marks=MARKS))
OLD = Codec(Fight, "fights", men=Many(Row(Man)))
NEW = Codec(NewFight, "fights", later=("engines", "word"), men=MEN, engines=MARKS)


def test_what_is_not_used_is_not_written() -> None:
    old = Fight("marsh", 3, [Man("Elves", 2), Man("Orcs", 0)])
    new = NewFight("marsh", 3, [NewMan("Elves", 2), NewMan("Orcs", 0)])
    assert NEW.dump(new) == OLD.dump(old)
    assert NEW.load(OLD.dump(old), like=new) == new


def test_what_is_used_comes_back() -> None:
    elves = NewMan("Elves", 2, (1, 0), ((0.5, 1.5),), [Mark(1, "held")], 1)
    fight = NewFight("marsh", 3, [NewMan("Orcs", 1, tired=2), elves], [Mark(0, "ballista")], "dusk")
    again = NEW.load(NEW.dump(fight), like=fight)
    assert again == fight
    assert NEW.dump(again) == NEW.dump(fight)


def test_a_field_without_a_default_cannot_be_left_out() -> None:
    with pytest.raises(ValueError, match="hits has no default"):
        Row(Man, later=("hits",))
