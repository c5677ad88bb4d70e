"""Typed words made into an order: numbers of options, ticked items, paths, or the order's own text.

Knows questions and forms, no rules: whether the order is legal is for the battle to say.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from banneret.cli import forms
from banneret.cli.paths import Moves, number_in
from banneret.kernel.apart import common
from banneret.kernel.naming.forms import read_text
from banneret.kernel.naming.match import Unclear
from banneret.render.ink import PLAIN, Ink, clean, wrap
from banneret.render.text.questions import group_heads, option_lines
from banneret.render.words import option_text, piece_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.kernel.decision import Refusal
    from banneret.kernel.scene import Item, Odds, OptionView, Question, Scene

SHOWN_AT_ONCE = 20
FOLDED_FROM = 16  # so many lines, and groups are shown as one line each
_NUMBERS = re.compile(r"\d+(?:[\s,;+]+\d+)*\Z")
_SPLIT = re.compile(r"[\s,;+]+")


def verb(order: str) -> str:
    """The first word of an order's text."""
    return order.split(" ", 1)[0]


def _says(option: OptionView, items: Sequence[Item]) -> bool:
    """True if an option says more than its items do by themselves: such a set of them is worth a number of its own."""
    if option.odds or option.vain:
        return True
    return bool(option.consequence) and not any(item.consequence or item.odds for item in items)


@dataclass
class Line:
    """A numbered line: options that are equal in all that is known of them, or (`folded`) a group that opens when chosen."""

    label: str
    says: str
    group: str
    options: list[OptionView]
    folded: bool = False


def _pieces_of(scene: Scene) -> dict[str, str]:
    """Every piece of a scene in words, by its id."""
    found: dict[str, str] = {}
    waiting = [*scene.pieces, *(piece for tray in scene.trays for piece in tray.pieces)]
    while waiting:
        piece = waiting.pop()
        found[piece.id] = common(f"{piece_text(piece)} {piece.place}")
        waiting += piece.inside
    return found


def laid_out(options: Sequence[OptionView], default: str, scene: Scene | None = None) -> list[Line]:
    """Options as lines: equal ones once, and where there are many, groups folded into a line each."""
    words = _pieces_of(scene) if scene is not None else {}
    lines: dict[object, Line] = {}
    for option in options:
        says = option_text(option)
        pieces = tuple(words.get(piece, piece) for piece in option.pieces)
        key = (common(option.label), common(says), option.group, option.places, pieces)
        if key in lines:
            lines[key].options.append(option)
        else:
            lines[key] = Line(option.label, says, option.group, [option])
    plain = list(lines.values())
    if len(plain) < FOLDED_FROM:
        return plain
    sizes = Counter(line.group for line in plain)
    if len(sizes) < 2:
        return plain
    found: list[Line] = []
    folds: dict[str, Line] = {}
    for line in plain:
        if not line.group or sizes[line.group] < 4 or any(o.order == default for o in line.options):
            found.append(line)
        elif line.group in folds:
            folds[line.group].options.append(line.options[0])
        else:
            folds[line.group] = Line(line.group, "", line.group, [line.options[0]], folded=True)
            found.append(folds[line.group])
    for fold in folds.values():
        fold.label = f"{fold.group[0].upper()}{fold.group[1:]}: {len(fold.options)} ways"
    return found


def line_texts(lines: Sequence[Line], default: str, width: int, ink: Ink = PLAIN) -> list[str]:
    """The lines with their numbers from 1, the default with a star, the names of groups above them."""
    room = min(max((len(line.label) for line in lines), default=0), width // 2)
    found: list[str] = []
    heads = group_heads(["" if line.folded else line.group for line in lines])
    for number, line in enumerate(lines, 1):
        if number - 1 in heads:
            found.append(f"  {heads[number - 1]}")
        mark = f"*{number}." if any(option.order == default for option in line.options) else f"{number}."
        found += option_lines(mark, line.label, line.says, width, room, ink)
    return found


@dataclass
class Sheet:
    """A question laid out for typing: numbered choices, then numbered items of its form."""

    question: Question
    scene: Scene | None = None
    why_not: Callable[[str], Refusal | None] | None = None
    choices: list[Line] = field(init=False)
    items: list[Item] = field(init=False)
    moves: Moves | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        question, form = self.question, self.question.form
        options = list(question.options)
        if form is not None:
            options = [
                o
                for o in options
                if verb(o.order) != form.verb
                or form.kind == "text"
                or (form.kind == "subset" and _says(o, form.items))
            ]
        self.choices = laid_out(options, question.default, self.scene)
        self.items = list(form.items) if form is not None else []
        if form is not None and form.kind == "path" and self.scene is not None and self.why_not is not None:
            self.moves = Moves(question, self.scene, len(self.choices) + 1, self.why_not)

    def has(self, text: str) -> bool:
        """True if a word is one of the orders: then it is no command."""
        return any(option.order == text for option in self.question.options)

    # ------------------------------------------------------------------ showing

    def lines(
        self, width: int = 80, ink: Ink = PLAIN, everything: bool = False, explain: bool = True
    ) -> list[str]:
        """The question in words, choices and items numbered, the default marked with a star."""
        question, form = self.question, self.question.form
        lines = [ink.strong(line) for line in wrap(question.text, width)]
        if question.hint and self.moves is None:
            lines += wrap(question.hint, width, "  ")
        shown = self.choices if everything else self.choices[:SHOWN_AT_ONCE]
        lines += line_texts(shown, question.default, width, ink)
        if len(shown) < len(self.choices):
            lines.append(f"      and {len(self.choices) - len(shown)} more: type 'more'")
        if self.moves is not None:
            lines += self.moves.lines(width, ink)
            return lines + wrap(self.moves.help(), width, "  ") if explain and self.items else lines
        if form is not None and form.kind == "amounts":
            lines += forms.amount_lines(form, width, ink)
        elif form is not None and form.kind == "slots":
            lines += forms.slot_lines(form, width, ink)
        else:
            lines += self._item_lines(width, ink, len(self.choices) + 1)
        if form is not None and explain:
            lines += wrap(" ".join(filter(None, [form.help, self._form_help()])), width, "  ")
        return lines

    def odds_of(self, text: str) -> Odds | None:
        """The forecast of an answer as it is typed, where there is one. Raises `Unclear`."""
        order = self.read(text)
        for option in self.question.options:
            if option.order == order:
                return option.odds
        place = number_in(text) - len(self.choices) - 1
        return self.items[place].odds if self.moves is None and 0 <= place < len(self.items) else None

    def order_lines(self, width: int = 80) -> list[str]:
        """The orders behind the numbers, as they stand in the record."""
        texts = [" or ".join(option.order for option in line.options[:3]) for line in self.choices]
        texts += [item.word for item in self.items]
        return [row for number, text in enumerate(texts, 1) for row in wrap(text, width, f"{number:>4}. ")]

    def _item_lines(self, width: int, ink: Ink, first: int) -> list[str]:
        room = min(max((len(item.label) for item in self.items), default=0), width // 2)
        lines: list[str] = []
        for number, item in enumerate(self.items, first):
            lines += option_lines(f"{number}.", item.label, option_text(item), width, room, ink)
        return lines

    def _form_help(self) -> str:
        form = self.question.form
        assert form is not None
        if form.kind == "subset":
            least = f"at least {form.least}" if form.least else "any"
            most = f", at most {form.most}" if form.most else ""
            return f"Choose {least} of them{most}: numbers such as '1 3', or 0 for none."
        if form.kind == "path":
            return f"Type the order: '{form.verb} (units) (places)'."
        if form.kind == "number":
            return f"Type a number from {form.least} to {form.most}."
        if form.kind == "amounts":
            return forms.amounts_help(form)
        if form.kind == "slots":
            return forms.slots_help(form)
        return "Choose a number, or type another." if self.choices else "Type a text."

    def default_label(self) -> str:
        """The label of the default, with its number where it has one."""
        order = self.question.default
        for number, line in enumerate(self.choices, 1):
            if not line.folded and any(option.order == order for option in line.options):
                return f"{number} {clean(line.label)}"
        form = self.question.form
        if form is not None and form.kind == "subset" and verb(order) == form.verb:
            rest = f" {order[len(form.verb) :].strip()} "
            chosen = [item.label for item in self.items if f" {item.word} " in rest]
            return clean(", ".join(chosen)) if chosen else "none"
        for option in self.question.options:
            if option.order == order:
                return clean(option.label)
        if form is not None and verb(order) == form.verb and form.kind in ("amounts", "slots"):
            return (
                forms.amounts_text(form, order) if form.kind == "amounts" else forms.slots_text(form, order)
            )
        return clean(order)

    # ------------------------------------------------------------------ reading

    def read(self, text: str, ask: Callable[[str, list[str]], str] | None = None) -> str:
        """The order that is meant; raises `Unclear`. `ask(prompt, lines)` leads through a path step by step."""
        if not text:
            return self.question.default
        form = self.question.form
        if form is not None and form.kind == "number" and number_in(text) >= 0:
            return f"{form.verb} {number_in(text)}"
        if form is not None and form.kind == "text" and not self.has(text):
            if 1 <= number_in(text) <= len(self.choices):
                return self._numbered([number_in(text)], ask)
            named = self._named(text)
            return named if self.has(named) else read_text(text, form)
        if form is not None and form.kind == "plan" and form.help and "(" in text and text[0].isdigit():
            return read_text(text, form)  # written out without its verb
        if _NUMBERS.match(text) and len(text) < 2000:
            numbers = [int(word) for word in _SPLIT.split(text)]
            if form is not None and form.kind == "amounts" and len(numbers) == len(form.items):
                return forms.laid(form, numbers)
            if (
                form is not None
                and form.kind == "slots"
                and len(numbers) == len(form.slots) > bool(self.choices)
            ):
                return forms.filled(form, numbers, ask)
            if self.moves is None or (len(numbers) == 1 and numbers[0] <= len(self.choices)):
                return self._numbered(numbers, ask)
        if form is not None and form.kind == "slots" and text == form.verb and ask is not None:
            return forms.led_through(form, ask)
        if self.moves is not None:
            order = self.moves.read(text, ask)
            if order:
                return order
        return self._named(text)

    def _numbered(self, numbers: list[int], ask: Callable[[str, list[str]], str] | None) -> str:
        form = self.question.form
        first = len(self.choices) + 1
        last = len(self.choices) + (
            0 if form is None or form.kind in ("path", "amounts") else len(self.items)
        )
        if form is not None and form.kind == "subset" and numbers == [0]:
            return form.verb
        wrong = [number for number in numbers if not 1 <= number <= last]
        if wrong:
            raise Unclear(
                f"There is no {wrong[0]}: choose from 1 to {last}." if last else "There is nothing to number."
            )
        if len(numbers) == 1 and numbers[0] < first:
            line = self.choices[numbers[0] - 1]
            return self._opened(line, ask) if line.folded and ask is not None else line.options[0].order
        if form is None or any(number < first for number in numbers):
            raise Unclear("One number is enough here.")
        return self._ticked([self.items[number - first] for number in numbers])

    def _opened(self, line: Line, ask: Callable[[str, list[str]], str]) -> str:
        """One order of a group."""
        lines = laid_out(line.options, "", self.scene)
        text = ask("Which? (number; Enter: none of them)", line_texts(lines, "", 80))
        if not text:
            raise Unclear("None of them.")
        if 1 <= number_in(text) <= len(lines):
            return lines[number_in(text) - 1].options[0].order
        return self._named(text)

    def _ticked(self, chosen: list[Item]) -> str:
        """The order of a subset: what an item needs goes first, the rest as listed."""
        form = self.question.form
        assert form is not None
        words = {item.word: item for item in self.items}
        wanted: list[str] = []

        def want(item: Item, depth: int = 0) -> None:
            if item.word in wanted or depth > len(words):
                return
            for need in item.needs:
                if need in words:
                    want(words[need], depth + 1)
            wanted.append(item.word)

        for item in sorted(chosen, key=self.items.index):
            want(item)
        return " ".join([form.verb, *wanted])

    def _named(self, text: str) -> str:
        """The option of that very name, else the text as it stands."""
        lower = text.lower()
        for option in self.question.options:
            if lower in (option.label.lower(), option.order.lower()):
                return option.order
        return text  # canonical or by name: for the battle to read
