"""Amounts laid on several things, and slots filled in turn: how such orders are shown, explained and typed.

Numbers are those on the screen: `3 0 1` lays an amount on each thing in turn, `2 1 2` fills every slot with the choice of that
number, and asks for what the choice leaves open. By name both go through the battle, like any order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from banneret.cli.paths import number_in
from banneret.kernel.naming.match import Unclear
from banneret.render.ink import PLAIN, Ink, clean, wrap
from banneret.render.text.questions import option_lines
from banneret.render.words import option_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.kernel.scene import Blank, Form, Item, Move, Slot

    Ask = Callable[[str, list[str]], str]

MOST_SHOWN = 12  # choices of a blank that are listed
_GROUP = re.compile(r"\(([^()]*)\)")


# ---------------------------------------------------------------- amounts


def bounds_text(item: Item, measure: str) -> str:
    """The bounds and the price of an item: `0 to 4, 2 flasks each`."""
    least = f"{item.least} to {item.most}" if item.most else f"at least {item.least}" if item.least else ""
    price = f"{item.price} {measure}".strip() + " each" if item.price != 1 else ""
    return ", ".join(filter(None, [least, price]))


def amount_lines(form: Form, width: int, ink: Ink = PLAIN) -> list[str]:
    """The things that amounts are laid on, in the order in which they are typed."""
    room = min(max((len(item.label) for item in form.items), default=0), width // 2)
    lines: list[str] = []
    for item in form.items:
        says = "; ".join(filter(None, [bounds_text(item, form.measure), option_text(item)]))
        lines += option_lines("-", item.label, says, width, room, ink)
    return lines


def amounts_help(form: Form) -> str:
    """The way to type amounts, and the bounds of their sum."""
    each = " ".join("1" if n else "2" for n in range(len(form.items)))
    named = ", ".join(f"{2 - n} {clean(item.label)}" for n, item in enumerate(form.items[:2]))
    measure = f" {form.measure}".rstrip()
    most = f" At most {form.budget}{measure}." if form.budget else ""
    least = f" At least {form.least}{measure}." if form.least else ""
    return f"Type an amount for each, such as '{each}', or by name: '{named}'.{most}{least}"


def laid(form: Form, amounts: Sequence[int]) -> str:
    """The order that lays these amounts; those that are 0 are left out."""
    groups = [f"({item.word} {n})" for item, n in zip(form.items, amounts, strict=True) if n]
    return " ".join([form.verb, *groups])


def amounts_text(form: Form, order: str) -> str:
    """An order of amounts in words: `3 Gate, 1 Well`."""
    labels = {item.word: item.label for item in form.items}
    found = []
    for group in _GROUP.findall(order):
        word, _, amount = group.rpartition(" ")
        found.append(f"{amount} {labels.get(word, word)}")
    return clean(", ".join(found)) or "nothing"


# ---------------------------------------------------------------- slots


def _named(move: Move) -> str:
    return " ".join([move.label, *(f"<{blank.title.lower()}>" for blank in move.parameters)])


def slot_lines(form: Form, width: int, ink: Ink = PLAIN) -> list[str]:
    """The actions that may fill each slot, numbered, with the blanks of each and its odds; like slots are listed together, by the odds of the first."""
    alike: list[tuple[list[str], tuple[Move, ...]]] = []
    for slot in form.slots:
        if alike and _same(alike[-1][1], slot.choices):
            alike[-1][0].append(slot.title)
        else:
            alike.append(([slot.title], slot.choices))
    lines: list[str] = []
    for titles, moves in alike:
        assumed = next((move.odds.assumption for move in moves if move.odds is not None), "")
        title = ", ".join(titles) + (f" (odds {assumed})" if assumed else "")
        lines += [f"  {row}" for row in wrap(title, width - 2)]
        lines += _move_lines(moves, width, ink)
    return lines


def _same(first: Sequence[Move], second: Sequence[Move]) -> bool:
    """True if two slots may be filled alike; the odds may stand with the first alone."""
    return [_said(move) for move in first] == [_said(move) for move in second]


def _said(move: Move) -> tuple[object, ...]:
    return move.word, move.label, move.consequence, move.help, move.parameters


def _move_lines(moves: Sequence[Move], width: int, ink: Ink = PLAIN) -> list[str]:
    room = min(max((len(_named(move)) for move in moves), default=0), width // 2)
    lines: list[str] = []
    for number, move in enumerate(moves, 1):
        says = clean("; ".join(filter(None, [move.consequence, move.help])))
        lines += option_lines(f"{number}.", _named(move), says, width, room, ink)
        if said := _odds_said(move, moves):
            lines += wrap(f"Odds: {clean(said)}.", width, "      ")
    return lines


def _odds_said(move: Move, moves: Sequence[Move]) -> str:
    """The odds of what may fill a slot in words: against each of the enemy's that it may meet, or as they say themselves."""
    if move.odds is None:
        return ""
    found = [
        f"{other.label} {one.works:g} %" if one.test else f"{other.label} no test"
        for other, one in zip(moves, move.odds.against, strict=False)
    ]
    return "; ".join(found) or move.odds.text


def slots_help(form: Form) -> str:
    """The way to type slots."""
    first = [slot.choices[0] for slot in form.slots if slot.choices]
    named = ", ".join(clean(_named(move)).lower() for move in first)
    numbers = " ".join("1" for _ in form.slots)
    return (
        f"Type one for each in turn, by name such as '{named}', or by number such as '{numbers}'; "
        f"'{form.verb}' asks for one after the other."
    )


def filled(form: Form, numbers: Sequence[int], ask: Ask | None) -> str:
    """The order that fills every slot with the choice of that number; what the choices leave open is asked."""
    chosen: list[Move] = []
    for slot, number in zip(form.slots, numbers, strict=True):
        if not 1 <= number <= len(slot.choices):
            raise Unclear(f"{slot.title} has no {number}: choose from 1 to {len(slot.choices)}.")
        chosen.append(slot.choices[number - 1])
    return " ".join([form.verb, *[_group(move, ask) for move in chosen]])


def led_through(form: Form, ask: Ask) -> str:
    """The order of slots that are filled one after the other."""
    groups = [_group(_asked_move(slot, ask), ask) for slot in form.slots]
    return " ".join([form.verb, *groups])


def _asked_move(slot: Slot, ask: Ask) -> Move:
    text = ask(f"{slot.title}? (number or name; Enter: none of them)", _move_lines(slot.choices, 80))
    if 1 <= number_in(text) <= len(slot.choices):
        return slot.choices[number_in(text) - 1]
    found = next(
        (move for move in slot.choices if text.lower() in (move.word.lower(), move.label.lower())), None
    )
    if found is None:
        raise Unclear(f"{slot.title} has no {text[:20]!r}." if text else "Nothing is written.")
    return found


def _group(move: Move, ask: Ask | None) -> str:
    """A choice with its blanks filled, as a group of words."""
    if not move.parameters:
        return f"({move.word})"
    if ask is None:
        raise Unclear(f"Say more: '{clean(_named(move))}'.")
    return f"({' '.join([move.word, *[_asked_word(move, blank, ask) for blank in move.parameters]])})"


def _asked_word(move: Move, blank: Blank, ask: Ask) -> str:
    lines: list[str] = []
    for number, (_word, label) in enumerate(blank.choices[:MOST_SHOWN], 1):
        lines += option_lines(f"{number}.", label, "", 80, 0)
    more = len(blank.choices) - MOST_SHOWN
    lines += [f"      and {more} more, by name"] if more > 0 else []
    bounds = "" if blank.choices else f" ({blank.least} to {blank.most})"
    text = ask(f"{move.label}: {blank.title.lower()}?{bounds}", lines)
    if not blank.choices:
        if blank.least <= number_in(text) <= blank.most:
            return str(number_in(text))
        raise Unclear(f"{blank.title}: a number from {blank.least} to {blank.most}.")
    named = next((word for word, label in blank.choices if text.lower() in (word.lower(), label.lower())), "")
    if named:
        return named
    if 1 <= number_in(text) <= len(blank.choices):
        return blank.choices[number_in(text) - 1][0]
    raise Unclear(f"{blank.title}: {text[:20]!r} is none of these." if text else "Nothing is written.")


def slots_text(form: Form, order: str) -> str:
    """An order of slots in words: `Walk the round A1, Rest`."""
    found = []
    for slot, group in zip(form.slots, _GROUP.findall(order), strict=False):
        move = next((one for one in slot.choices if f"{group} ".startswith(f"{one.word} ")), None)
        if move is None:
            return clean(order)
        words = group[len(move.word) :].split()
        labels = [
            dict(blank.choices).get(word, word) for blank, word in zip(move.parameters, words, strict=False)
        ]
        found.append(" ".join([move.label, *labels]))
    return clean(", ".join(found))
