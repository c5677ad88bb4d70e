"""An order by name, read for a question and the scene it stands in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from banneret.kernel.naming.forms import (
    begins_step,
    read_amounts,
    read_number,
    read_slots,
    read_steps,
    read_subset,
    read_text,
)
from banneret.kernel.naming.match import Named, Unclear, choices, names_in, pick
from banneret.kernel.naming.moves import Mover
from banneret.kernel.naming.words import key, words_of
from banneret.kernel.scene import OptionView, Plan

if TYPE_CHECKING:
    from banneret.kernel.scene import Question, Scene, Step

MOST_TEXT: Final = 400  # characters
MOST_OPTIONS: Final = 2_000
_CANONICAL: Final = '()"'  # signs of orders as they stand in records


def read_named(text: str, question: Question, scene: Scene, is_legal: Callable[[str], bool]) -> str:
    """The text of the order that is meant, to be checked like any other; raises `Unclear`.

    `is_legal` tells of the text of an order whether it may be given: a way to a goal is sought with it.
    """
    if len(text) > MOST_TEXT or not key(text) or any(sign in text for sign in _CANONICAL):
        raise Unclear("That names no order.")
    return _Reader(question, scene, is_legal).read(text)


class _Reader:
    def __init__(self, question: Question, scene: Scene, is_legal: Callable[[str], bool]) -> None:
        self.question = question
        self.form = question.form
        self.scene = scene
        self.is_legal = is_legal
        self.names = names_in(scene)

    def read(self, text: str) -> str:
        form = self.form
        for option in self.question.options:
            if text.strip().lower() == option.order.lower():
                return option.order
        if form is None:
            return self._option(text)
        if form.kind == "plan":
            return self._plan(text)
        found = self._form(text)
        return found if found is not None else self._option(text)

    def _form(self, text: str) -> str | None:
        """The order of the form that a text says; None where it says none."""
        form = self.form
        assert form is not None
        if form.kind == "subset":
            return read_subset(text, form, self.names)
        if form.kind == "amounts":
            return read_amounts(text, form, self.names)
        if form.kind == "slots":
            return read_slots(text, form)
        if form.kind == "path":
            return Mover(self.question, self.scene, self.is_legal).read(text)
        if form.kind == "number":
            return read_number(text, form)
        return read_text(text, form) if form.kind == "text" else None

    # ------------------------------------------------------------------ options

    def _options(self) -> list[Named[OptionView | Plan]]:
        return [self._named(option) for option in self.question.options[:MOST_OPTIONS]]

    def _named(self, option: OptionView) -> Named[OptionView | Plan]:
        """An option with its words; the names of its pieces are among them where it is about one or two."""
        pieces = option.pieces if len(option.pieces) <= 2 else ()
        where = self.names((), option.places)
        said = (
            f"{option.order.split(' ', 1)[0]} {option.label} {option.group} {self.names(pieces, ())} {where}"
        )
        alike = (
            option.consequence,
            option.places,
            tuple([self.names((piece,), ()) for piece in option.pieces]),
        )
        return Named(option, option.label, words_of(said), alike, where=key(where))

    def _option(self, text: str) -> str:
        found = pick(key(text), self._options(), text)
        if found is None:
            raise self._unknown(text)
        return found.order if isinstance(found, OptionView) else self._order(found, None)

    def _unknown(self, text: str) -> Unclear:
        labels = [option.label for option in self.question.options if option.label]
        there = f" There is {choices(labels)}." if labels else ""
        return Unclear(f"Nothing here is called {text.strip()[:60]!r}.{there}")

    # ------------------------------------------------------------------ plans

    def _plan(self, text: str) -> str:
        """An order of a piece: a plan with its steps (said, or those it begins with), or an option."""
        head, _, tail = _cut(text)
        plans = [self._named_plan(plan) for plan in self._plans()]
        words = words_of(head)
        every = [step for plan in self._plans() for step in self._steps_of(plan)]
        cuts = [len(words)] + (
            [] if tail else [at for at in range(1, len(words)) if begins_step(words[at:], every)]
        )
        unclear: Unclear | None = None
        for cut in sorted(set(cuts)):
            said = key(" ".join(words[:cut]))
            steps = words[cut:] + words_of(tail)
            try:
                if not steps:
                    order = pick(said, [*self._options(), *plans], text)
                    if order is not None:
                        return order.order if isinstance(order, OptionView) else self._order(order, None)
                    continue
                plan = pick(said, plans, text)
                if isinstance(plan, Plan):
                    read = read_steps([word for word in steps if word != "then"], self._steps_of(plan))
                    if read is not None:
                        return self._order(plan, read)
            except Unclear as error:
                unclear = unclear or error
        raise unclear or self._unknown(text)

    def _plans(self) -> list[Plan]:
        assert self.form is not None
        return [plan for plan in self.form.plans if plan.piece]

    def _named_plan(self, plan: Plan) -> Named[OptionView | Plan]:
        pieces = (plan.piece, plan.to) if plan.to else (plan.piece,)
        names = self.names(pieces, ())
        said = f"{plan.verb} {plan.label} {names}"
        title = f"{plan.label} ({self.names((plan.piece,), ())})"
        return Named(plan, plan.label, words_of(said), plan.piece, title)

    def _steps_of(self, plan: Plan) -> Sequence[Step]:
        assert self.form is not None
        return plan.steps or (self.form.ways[plan.way].steps if plan.way >= 0 else ())

    def _order(self, plan: Plan, steps: list[str] | None) -> str:
        """The order of a plan with these steps, or with those it begins with."""
        if steps is None and not plan.start and not plan.bare:
            ways = [step.label for step in self._steps_of(plan)]
            such = f", such as {choices(ways)}" if ways else ""
            raise Unclear(f"{plan.label}: say how{such}.", found=True)
        how = [plan.start] if steps is None else steps
        return " ".join(filter(None, [plan.verb, plan.word, *how]))


def _cut(text: str) -> tuple[str, str, str]:
    """A text cut at its first colon or comma."""
    for sign in (":", ","):
        if sign in text:
            return text.partition(sign)
    return text, "", ""
