"""The words of a letter: of a battle only what the seat it goes to is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from banneret.kernel.scene import Scene

MOST_NEWS = 8  # of the latest lines
MOST_LINE = 300  # characters


class Letter(NamedTuple):
    """A letter: the event as a word for programs, a subject and a text for people."""

    event: str
    subject: str
    text: str


def _line(text: str) -> str:
    """A text as one line that no header and no list is broken by."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MOST_LINE]


def confirmation(title: str, link: str) -> Letter:
    """The first letter to an address: nothing more comes before it is confirmed."""
    text = (
        f"This address was given for mail about the turns of a player in the battle {_line(title)}.\n\n"
        f"If that was you, confirm it here:\n{link}\n\nIf not, do nothing: no other mail will come."
    )
    return Letter("confirm", f"Confirm: mail about {_line(title)}", text)


def your_turn(scene: Scene, side: str, link: str, stop: str, again: bool = False, time: str = "") -> Letter:
    """It is the seat's turn, with what it was last shown; `again`: a reminder; `time`: until when it has."""
    name = next((one.name for one in scene.sides if one.id == side), side)
    still = "It is still your turn" if again else "It is your turn"
    asked = [_line(question.text) for question in scene.questions[:1]]
    parts = [f"{still} in {_line(scene.title)}: you play {_line(name)}.", time, *asked, _news(scene)]
    subject = f"{'Still your' if again else 'Your'} turn: {_line(scene.title)}"
    return Letter("your-turn", subject, _signed(parts, link, stop))


def army_wanted(scene: Scene, side: str, link: str, stop: str) -> Letter:
    """The battle waits for the seat's army."""
    name = next((one.name for one in scene.sides if one.id == side), side)
    parts = [f"{_line(scene.title)} waits for an army: you play {_line(name)}."]
    return Letter("army", f"Your army: {_line(scene.title)}", _signed(parts, link, stop))


def over(scene: Scene, link: str, stop: str) -> Letter:
    """The battle is over."""
    names = {side.id: side.name for side in scene.sides}
    winners = [names.get(one, one) for one in scene.ending.winners] if scene.ending else []
    ended = f"{' and '.join(winners)} won" if winners else "It ended in a draw"
    reason = f" {_sentence(scene.ending.reason)}" if scene.ending and scene.ending.reason else ""
    parts = [f"{_line(scene.title)} is over. {_line(ended)}.{reason}", _news(scene)]
    return Letter("over", f"Over: {_line(scene.title)}", _signed(parts, link, stop))


def _sentence(text: str) -> str:
    line = _line(text)
    return f"{line[:1].upper()}{line[1:]}{'' if line.endswith(('.', '!')) else '.'}"


def _news(scene: Scene) -> str:
    lines = [f"- {_line(one.text)}" for one in scene.news[-MOST_NEWS:]]
    return "\n".join(["The last news:", *lines]) if lines else ""


def _signed(parts: list[str], link: str, stop: str) -> str:
    """The text with the way to the table, in the browser that has the seat, and the way to receive no more."""
    way = f"To the table, in the browser in which you sat down:\n{link}" if link else ""
    end = f"No more of these:\n{stop}" if stop else ""
    return "\n\n".join([part for part in (*parts, way, end) if part])
