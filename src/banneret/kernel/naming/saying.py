"""Orders in words, as they are given: "Move Elves to the Ford (C3) by B3". The words come from the question and the scene of its seat."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from banneret.kernel.apart import common
from banneret.kernel.enumeration import enumerated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.scene import Form, Item, Question, Scene, Step

_GROUP: Final = re.compile(r"\(([^()]*)\)")
_WINDS: Final = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
MOST_STEPS: Final = 5  # more of them are counted


def say_order(text: str, question: Question, scene: Scene) -> str:
    """The text of an order in words: of its option, else of what its form is filled with, else as a record keeps it."""
    option = next((one for one in question.options if one.order == text), None)
    if option is not None:
        return option.label
    form = question.form
    if form is None:
        return text
    if form.kind == "plan":
        return _plan(text, form, scene) or text
    groups = [group.split() for group in _GROUP.findall(text)]
    if form.kind == "path":
        return _path(groups, form, scene) or text
    if form.kind == "slots":
        return _slots(groups, form) or text
    if form.kind == "amounts":
        return _amounts(groups, form) or text
    if form.kind == "subset":
        return _subset(text, form) or text
    return text


def _verb(form: Form) -> str:
    first = form.verb.split(" ", 1)[0]
    return first[:1].upper() + first[1:]


def _low(text: str) -> str:
    return text[:1].lower() + text[1:]


def _subset(text: str, form: Form) -> str:
    rest = f"{text.removeprefix(form.verb)} "
    chosen = [item.label for item in form.items if f" {item.word} " in rest]
    return f"{_verb(form)}: {'; '.join(chosen)}" if chosen else ""


def _path(groups: Sequence[Sequence[str]], form: Form, scene: Scene) -> str:
    """The items that go, equal ones counted, with the goal and the places on the way."""
    if len(groups) != 2 or not groups[1]:
        return ""
    items = {item.word: item for item in form.items}
    counts = Counter([common(items[word].label) if word in items else word for word in groups[0]])
    who = enumerated([f"{count} {name}" if count > 1 else name for name, count in counts.items()])
    titles = {place.id: scene.board.title(place) for place in scene.board.places}
    places = [re.sub(r"^The\b", "the", titles.get(word, word)) for word in groups[1]]
    by = f" by {', '.join(places[:-1])}" if len(places) > 1 else ""
    return f"{_verb(form)} {who} to {places[-1]}{by}"


def _slots(groups: Sequence[Sequence[str]], form: Form) -> str:
    """The filling of each slot, with its parameters."""
    found: list[str] = []
    for slot, words in zip(form.slots, groups, strict=False):
        move = next(
            (one for one in slot.choices if one.word == " ".join(words[: len(one.word.split())])), None
        )
        if move is None:
            return ""
        rest = words[len(move.word.split()) :]
        said = [
            dict(blank.choices).get(word, word) for blank, word in zip(move.parameters, rest, strict=False)
        ]
        found.append(f"{move.label} ({', '.join(said)})" if said else move.label)
    return "; ".join(found)


def _amounts(groups: Sequence[Sequence[str]], form: Form) -> str:
    """The amount behind each item; the item alone where it takes one."""
    laid = {" ".join(words[:-1]): words[-1] for words in groups if words}
    chosen = [item for item in form.items if item.word in laid]
    if len(chosen) != len(laid):
        return ""

    def one(item: Item) -> str:
        return item.label if laid[item.word] == "1" else f"{item.label} ({laid[item.word]})"

    return "; ".join([one(item) for item in chosen])


# ---------------------------------------------------------------- plans


def _plan(text: str, form: Form, scene: Scene) -> str:
    """A plan with its steps: "Twin Blades: move, forward 6 in, then wheel left 30°"."""
    fits = [one for one in form.plans if f"{text} ".startswith(f"{one.verb} {one.word} ".replace("  ", " "))]
    if not fits:
        return ""
    plan = max(fits, key=lambda one: len(one.word))  # "0 over" rather than "0"
    ways = plan.steps or (form.ways[plan.way].steps if plan.way >= 0 else ())
    unit = scene.board.unit or "in"
    steps = [_step(group, ways, unit) for group in _GROUP.findall(text)]
    if not plan.piece:
        return f"{plan.label}: {_some(steps)}"
    piece = next((one for one in scene.pieces if one.id == plan.piece), None)
    name = piece.name if piece is not None else plan.piece
    if any(step.hand == "share" for step in ways):
        return f"{name}: {_low(plan.label)}, {enumerated(steps)}"
    how = "each figure its own way" if len(steps) > MOST_STEPS else ", then ".join(steps)
    between = " " if how.startswith("to ") else ", " if how else ""
    return f"{name}: {_low(plan.label)}{between}{how}"


def _some(steps: Sequence[str]) -> str:
    """Steps in a row; of many the first, and the number of the others."""
    more = [f"{len(steps) - MOST_STEPS} more"] if len(steps) > MOST_STEPS else []
    return "; ".join([*steps[:MOST_STEPS], *more])


def _step(group: str, ways: Sequence[Step], unit: str) -> str:
    """One step in words, by how it is made."""
    step = next((one for one in ways if f"{group} ".startswith(f"{one.word} ".lstrip())), None)
    if step is None:
        return group
    words = group[len(step.word) :].split()
    if step.hand == "drag" and words:
        return _dragged(step, words, unit)
    if step.hand == "turn" and len(words) == 2:
        return f"{_low(step.label)} {words[0]} {_number(words[1])}°"
    if step.hand == "stretch" and len(words) == 2:
        ends = [_files(int(number), end) for number, end in zip(words, ("left", "right"), strict=True)]
        return f"{_low(step.label)}: {enumerated([end for end in ends if end])}"
    if step.hand == "bearing" and len(words) > 1:
        legs = [
            f"{_number(far)} {unit} to the {_WINDS[round(float(way) / 45) % 8]}"
            for way, far in zip(words[::2], words[1::2], strict=False)
        ]
        return f"{_low(step.label)} {', '.join(legs)}"
    if step.hand == "point" and len(words) == 2:
        return f"{step.label if step.word else 'to'} {_spot(words, unit)}"
    if step.hand == "share" and words:
        return f"{words[0]} {_low(step.label)}"
    if step.hand == "post" and len(words) > 3:
        return f"{step.label} {_spot(words[2:4], unit)}"
    return _low(step.label)


def _dragged(step: Step, words: Sequence[str], unit: str) -> str:
    """A step ahead or aside; without a distance it goes as far as it can."""
    way = float(words[0])
    aside = f"{_number(str(abs(way)))}° to the {'right' if way > 0 else 'left'}" if way else ""
    far = f" {_number(words[1])} {unit}" if len(words) > 1 else ""
    return ", ".join(filter(None, [f"{_low(step.label)}{far}", aside]))


def _files(number: int, end: str) -> str:
    if number == 0:
        return ""
    return f"{abs(number)} {'more' if number > 0 else 'fewer'} at the {end} end"


def _spot(words: Sequence[str], unit: str) -> str:
    return f"{_number(words[0])} {unit} east, {_number(words[1])} {unit} north"


def _number(text: str) -> str:
    """A number with one decimal at most."""
    return f"{float(text):.1f}".removesuffix(".0")
