"""Orders of forms by name: items ticked, amounts laid, slots filled, steps of a plan, numbers and texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from banneret.kernel.apart import common
from banneret.kernel.errors import BadInput
from banneret.kernel.naming.match import Named, Unclear, choices, pick
from banneret.kernel.naming.words import FILLERS, NOBODY, key, words_of
from banneret.kernel.order import read_order, write_order

if TYPE_CHECKING:
    from banneret.kernel.scene import Form, Item, Move, Slot, Step

Names = Callable[[Sequence[str], Sequence[str]], str]

_PARTS: Final = (re.compile(r";|\band\b|\bthen\b", re.I), re.compile(r";|,|\band\b|\bthen\b", re.I))
_UNITS: Final = frozenset(("inch", "degree", "file", "figure"))
MOST_SAID: Final = 8  # choices of a slot, named in a refusal
_TURNS: Final = frozenset(("left", "right"))


def named_items(form: Form, names: Names) -> list[Named[Item]]:
    """The items of a form with all that may be said of them: their labels, their pieces and places, and the verb."""
    found = []
    for item in form.items:
        where = names((), (item.place,)) if item.place else ""
        said = f"{form.verb} {item.label} {names((item.piece,), ()) if item.piece else ''} {where}"
        alike = (item.place, item.slot or None)
        found.append(Named(item, item.label, words_of(said), alike, where=key(where)))
    return found


# ---------------------------------------------------------------- subsets and amounts


def read_subset(text: str, form: Form, names: Names) -> str | None:
    """The order that ticks the items a text names, in the order of the form, with what they need; None if it names none."""
    things = named_items(form, names)
    said = key(text)
    verb = frozenset(words_of(form.verb))
    rest = [word for word in said if word not in verb]
    if not rest or all(word in NOBODY for word in rest):
        return form.verb
    chosen = _picked(text, things)
    if chosen is None:
        return None
    wanted: list[Item] = []
    by_word = {item.word: item for item in form.items}

    def want(item: Item) -> None:
        if item not in wanted:
            for need in item.needs:
                if need in by_word:
                    want(by_word[need])
            wanted.append(item)

    for item in sorted(chosen, key=form.items.index):
        want(item)
    return " ".join([form.verb, *(item.word for item in wanted)])


def _picked(text: str, things: list[Named[Item]]) -> list[Item] | None:
    """The items that the parts of a text name, each part another item; None where a part names none."""
    unclear: Unclear | None = None
    for split in (None, *_PARTS):
        parts = [text] if split is None else [part for part in split.split(text) if key(part)]
        left = list(things)
        found: list[Item] = []
        try:
            for part in parts:
                items = _counted(part, left)
                if not items:
                    break
                found += items
                left = [one for one in left if one.thing not in items]
            else:
                return found
        except Unclear as error:
            unclear = error
    if unclear is not None:
        raise unclear
    return None


def _counted(part: str, things: list[Named[Item]]) -> list[Item]:
    """The item that a part of a text names, or as many of its like as the part says: "2 elves"; none where there are not so many."""
    words = key(part)
    counts = len(words) > 1 and words[0].isdecimal() and len(words[0]) < 4
    count = int(words[0]) if counts else 1
    item = pick(words[1:] if counts else words, things, part)
    if item is None or count < 2:
        return [] if item is None else [item]
    like = [one.thing for one in things if common(one.label) == common(item.label)]
    return like[:count] if len(like) >= count else []


def read_amounts(text: str, form: Form, names: Names) -> str | None:
    """The order that lays amounts on items: "3 on the bridge, 2 on the hill"; None where a part names no item."""
    things = named_items(form, names)
    said = key(text)
    if not said or all(word in NOBODY or word in words_of(form.verb) for word in said):
        return form.verb
    amounts: dict[str, int] = {}
    for part in _PARTS[1].split(text):
        words = list(key(part))
        numbers = [word for word in words if word.isdecimal()]
        if not words:
            continue
        amount = int(numbers[0]) if numbers else 1
        if numbers:
            words.remove(numbers[0])
        item = pick(words, things, part)
        if item is None:
            return None
        amounts[item.word] = amounts.get(item.word, 0) + amount
    groups = [f"({item.word} {amounts[item.word]})" for item in form.items if amounts.get(item.word)]
    return " ".join([form.verb, *groups])


# ---------------------------------------------------------------- slots


def read_slots(text: str, form: Form) -> str | None:
    """The order that fills all slots in turn: "feint left, then volley 3, hold"; None where it begins with none of their choices.

    Each part names a choice of its slot, and what its blanks need: choices by their labels, numbers as numbers. Raises `Unclear` where one does
    not, or where there are more or fewer parts than slots.
    """
    parts = [part for part in _PARTS[1].split(text) if key(part)]
    verb = words_of(form.verb)
    groups: list[str] = []
    for slot, part in zip(form.slots, parts, strict=False):
        words = words_of(part)
        if not groups and words[: len(verb)] == verb:
            words = words[len(verb) :]
        group = next(filter(None, [_filled(move, words) for move in slot.choices]), None)
        if group is None:
            many = len(parts) == len(form.slots) > 1
            if groups or many or any(_named(move, words) for move in slot.choices):
                raise Unclear(_unfilled(slot, part, words), found=True)
            return None
        groups.append(group)
    if groups and not len(groups) == len(form.slots) == len(parts):
        titles = ", ".join([slot.title for slot in form.slots])
        raise Unclear(
            f"Say one for each of {titles}, with commas between; these are {len(parts)}.", found=True
        )
    return " ".join([form.verb, *groups]) if groups else None


def _named(move: Move, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words that name a choice, where a text begins with them."""
    names = (words_of(move.label), words_of(move.word))
    return next((name for name in names if name and words[: len(name)] == name), ())


def _unfilled(slot: Slot, part: str, words: tuple[str, ...]) -> str:
    """The reason why a part of a text fills no slot: no such choice, a blank that is left, or more than one choice."""
    text = part.strip()[:60]
    move = next((move for move in slot.choices if _named(move, words)), None)
    if move is None:
        there = choices([one.label for one in slot.choices], MOST_SAID)
        return f"{slot.title}: nothing is called {text!r}. There is {there}."
    if not move.parameters:
        return f"{slot.title}: {text!r} is more than {move.label}. Say one for each, with commas between."
    form = " ".join([move.label, *[f"<{blank.title}>" for blank in move.parameters]])
    ways = [
        f"<{blank.title}> is {choices([label for _, label in blank.choices], MOST_SAID) or f'{blank.least} to {blank.most}'}"
        for blank in move.parameters
    ]
    return f"{slot.title}: {text!r} is not {form}, where {'; '.join(ways)}."


def _filled(move: Move, words: tuple[str, ...]) -> str | None:
    """A choice of a slot with its blanks filled from the words behind its name; None where they do not fit."""
    name = _named(move, words)
    if not name:
        return None
    rest = [word for word in words[len(name) :] if word not in FILLERS]
    found = [move.word]
    for blank in move.parameters:
        word = next(
            (one for one, label in blank.choices if _begins(rest, key(label)) or _begins(rest, key(one))),
            None,
        )
        if word is not None:
            label = dict(blank.choices)[word]
            del rest[: len(key(label)) if _begins(rest, key(label)) else len(key(word))]
        elif not blank.choices and rest and _is_number(rest[0]):
            word = rest.pop(0)
        else:
            return None
        found.append(word)
    return None if rest else f"({' '.join(found)})"


def _begins(words: list[str], name: tuple[str, ...]) -> bool:
    return bool(name) and tuple(words[: len(name)]) == name


# ---------------------------------------------------------------- steps of a plan


def read_steps(words: Sequence[str], steps: Sequence[Step]) -> list[str] | None:
    """Steps as they stand in an order: "forward 5, wheel left 30" gives `(slide 0 5)` and `(wheel left 30)`; None if unknown."""
    known = {name: step for step in steps for name in (words_of(step.label), words_of(step.word)) if name}
    found: list[str] = []
    at = 0
    while at < len(words):
        name = next(
            (
                tuple(words[at:end])
                for end in range(min(len(words), at + 4), at, -1)
                if tuple(words[at:end]) in known
            ),
            None,
        )
        if name is None:
            return None
        at += len(name)
        more: list[str] = []
        while at < len(words) and (
            words[at] in _TURNS | _UNITS or _is_number(words[at]) or words[at] == "in"
        ):
            if words[at] not in _UNITS and words[at] != "in":
                more.append(words[at])
            at += 1
        group = _step(known[name], more)
        if group is None:
            return None
        found.append(group)
    return found


def begins_step(words: Sequence[str], steps: Sequence[Step]) -> bool:
    """True if the words begin with the name of a step."""
    names = {name for step in steps for name in (words_of(step.label), words_of(step.word)) if name}
    return any(tuple(words[:end]) in names for end in range(1, min(len(words), 4) + 1))


def _step(step: Step, more: list[str]) -> str | None:
    """One step of a plan with its numbers, by how it is made."""
    numbers = [word for word in more if _is_number(word)]
    sides = [word for word in more if word in _TURNS]
    if step.hand == "press" and not more:
        words = [step.word]
    elif step.hand == "drag" and len(numbers) in (1, 2) and not sides:
        words = [step.word, *(["0", *numbers] if len(numbers) == 1 else numbers)]
    elif step.hand == "turn" and len(numbers) == 1 and len(sides) == 1:
        words = [step.word, sides[0], numbers[0]]
    elif step.hand not in ("press", "drag", "turn"):
        words = [step.word, *more]
    else:
        return None
    return f"({' '.join(words)})"


def _is_number(word: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", word) is not None


# ---------------------------------------------------------------- numbers and texts


def read_number(text: str, form: Form) -> str | None:
    """The order of a number, None where the text holds no single one."""
    numbers = [word for word in key(text) if _is_number(word)]
    return f"{form.verb} {numbers[0]}" if len(numbers) == 1 else None


def read_text(text: str, form: Form) -> str:
    """The order of a text: with numbers or brackets as it is written, the verb said or not; else all of it is one word after the verb."""
    verb = read_order(form.verb)
    said = text.strip()
    try:
        order = read_order(said if f"{said} ".startswith(f"{form.verb} ") else f"{form.verb} {said}")
    except BadInput:
        order = verb
    if any(not isinstance(part, str) for part in order[len(verb) :]):
        return write_order(order)
    return write_order((*verb, text))
