"""Questions of a scene: options, forms to fill in, drafts foreseen, and the changes a referee may pick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from banneret.kernel.scene.board import Shape
from banneret.kernel.scene.odds import Odds, Spread

if TYPE_CHECKING:
    from banneret.kernel.decision import Refusal

Hand = Literal["press", "drag", "turn", "stretch", "bearing", "point", "post", "share"]
FormKind = Literal["subset", "path", "plan", "amounts", "slots", "number", "text"]
Asks = Literal["order", "dice"]


class AskedChoice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A time at which a side may want to be asked: its word, and when that is, in words that go on from "you are asked"."""

    word: str
    label: str


class Asked(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The time at which a seat wants to be asked (`now`, a word of `choices`): it may choose another at any time, and no one else sees it."""

    now: str
    choices: tuple[AskedChoice, ...]


class OptionView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One possible order: its text, its name in words, what it would do, and the pieces and places it touches.

    `terms` tell it from others of its `group`, each a
    word and what it says: ("by", "War Wizard"). `vain` is the obstacle in a sentence where the order is known to achieve nothing;
    it may be given all the same. `way`: the places of a move one after the other, the last one too, where it is no straight line. `stop`: the point of another's way at
    which it is done, in the measure of the board.
    """

    order: str
    label: str
    consequence: str = ""
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    odds: Odds | None = None
    group: str = ""
    terms: tuple[tuple[str, str], ...] = ()
    vain: str = ""
    way: tuple[str, ...] = ()
    stop: float | None = None


class Item(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that may be ticked in a form; items of one `slot` exclude each other, `needs` names items that must go first.

    Items of one `spot` exclude each other too: only one of them can take it. On a plane `at` is where it stands, if it is one figure of its piece. `word` is what the order says for it, of several words where it stands for several things; no two items have the same.
    Of an item that takes an amount, `least` and `most` bound it (0: no bound of its own), and `price` is what each one costs.
    `vain` is the obstacle in a sentence where the item is known to achieve nothing.
    """

    word: str
    label: str
    consequence: str = ""
    piece: str = ""
    place: str = ""
    slot: str = ""
    needs: tuple[str, ...] = ()
    spot: str = ""
    odds: Odds | None = None
    at: tuple[float, float] | None = None
    least: int = 0
    most: int = 0
    price: int = 1
    vain: str = ""


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One kind of step that an order made of steps may take, as a group of its words: `(wheel left 45)`.

    `hand` is how it is made on the plane, which tells the numbers that follow `word`: `press`, none; `drag`, the degrees to
    the right of where the body looks, between `least` and `most`, and how far; `turn`, left or right and the degrees, at most
    `most`, around a front corner; `stretch`, how many files more at the left and right end; `bearing`, degrees from north and how far, again and again (`word` is
    `all`, or what a single figure is called); `point`, x and y of a place; `post`, one of `choices`, files between `least` and
    `most`, x and y of the middle of its front, and where it looks; `share`, how many of those of the plan's piece go to `piece`,
    one at least and `most` at most: pointing at `piece` adds the step and takes it back. Of several shares for one piece one alone may be
    given; pointing goes from one to the next. `end` is the word that follows the numbers, if any: `(5 12 over)`.
    """

    word: str
    label: str
    hand: Hand = "press"
    least: float = 0.0
    most: float = 0.0
    help: str = ""
    rule: str = ""
    choices: tuple[str, ...] = ()
    piece: str = ""
    end: str = ""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The plan of a piece in steps: the order is `verb`, `word`, and the steps: `move 3 (slide 0 5) (wheel left 30)`.

    `most` is how much it may spend (in the measure of the board), `less` why that is less than the piece's rating says: a sentence; `start` the steps it begins with; `to` is the piece that
    it is aimed at, `act` what it is called with all those of its piece that are aimed at others. `bare`: whether it is an order without any step. A plan of no piece is for all: every step of its `start`
    stays, and is changed. `terms` tell it from other plans of its piece as they tell options of a group. `way` is the place in the form's `ways` of the steps, help and rule that it shares with others.
    """

    verb: str
    word: str
    label: str
    piece: str
    steps: tuple[Step, ...] = ()
    most: float = 0.0
    start: str = ""
    to: str = ""
    bare: bool = False
    help: str = ""
    rule: str = ""
    way: int = -1
    act: str = ""
    terms: tuple[tuple[str, str], ...] = ()
    less: str = ""


class Way(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The common part of many plans of a form: the kinds of step they may take, their help and their rule."""

    steps: tuple[Step, ...] = ()
    help: str = ""
    rule: str = ""


class Blank(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A blank in an order: one of `choices` (words and how people read them), else a number `least` to `most`.

    A choice whose word is the id of a place or a piece may be pointed at on the board.
    """

    title: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0


class Move(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that a slot may be filled with: `word` in the order, and a word for each of its `parameters`.

    `symbol` names its picture, `base` the squares that it fills where it puts something on a board of squares. Where the odds are the same in every slot of a piece, they stand with the moves of the first.
    """

    word: str
    label: str
    help: str = ""
    rule: str = ""
    consequence: str = ""
    parameters: tuple[Blank, ...] = ()
    symbol: str = ""
    odds: Odds | None = None
    base: tuple[float, float] | None = None


class Slot(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One of the slots of an order, to be filled with one of `choices`; `piece` is the piece that it is for, where there are several."""

    title: str
    choices: tuple[Move, ...]
    piece: str = ""


class Form(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The way to put an order together where there are too many to list.

    `kind` is subset (verb and any of the items: `support 3 4`), path (verb, pieces, places: `move (3 4) (12 13)`), plan (one of
    `plans`, with its steps), amounts (verb and, for every item whose amount is not 0, its word and the amount, in the order of the
    items: `spend (gate 3) (tower 2)`), slots (verb and, for every slot, the word of what fills it and its parameters:
    `write (charge a3) (hold)`), number or text. Where it is a plan, the options besides are orders of pieces too;
    where these have terms, `help` tells how the order is written.
    Amounts may be bounded by a `budget` (0: none), counted in `measure`; `least` is how much of it has to be spent.
    `paths` tells for the items of a path, by their words, the places that each can reach by itself. `posts`: the places of
    the items of a subset are where their pieces come to stand, so that the board can show them there. `act` is what its button says
    before the items, if that is not the verb.
    """

    kind: FormKind
    verb: str
    items: tuple[Item, ...] = ()
    places: tuple[str, ...] = ()
    paths: tuple[tuple[str, tuple[str, ...]], ...] = ()
    least: int = 0
    most: int = 0
    help: str = ""
    posts: bool = False
    plans: tuple[Plan, ...] = ()
    ways: tuple[Way, ...] = ()
    budget: int = 0
    measure: str = ""
    slots: tuple[Slot, ...] = ()
    act: str = ""


class Paid(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A step of a planned order: what it is, what it costs, by which rule."""

    label: str
    cost: float = 0.0
    detail: str = ""
    rule: str = ""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The effect of a draft order, as far as its side may know.

    `cost` of `most` in the measure of the board; `shapes` are the bodies as they would stand after each step, the ways they
    take and what they would meet. `refusal` says why it could not be, and `order` is then what could be given instead; of a way
    over places, `way` are those that it could still go to and `beyond` the rest of it. `instead` are orders that would work, the
    nearest first. `vain`: it may be given, and is known to achieve nothing; the sentence then says what is in its way. `spreads` are the
    chances of what sides are left with, under the sentence; `odds` say what may come of it, before it is decided.
    """

    sentence: str = ""
    steps: tuple[Paid, ...] = ()
    cost: float = 0.0
    most: float = 0.0
    shapes: tuple[Shape, ...] = ()
    refusal: str = ""
    rule: str = ""
    order: str = ""
    way: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    instead: tuple[OptionView, ...] = ()
    vain: bool = False
    spreads: tuple[Spread, ...] = ()
    odds: Odds | None = None


def refused(refusal: Refusal | None) -> Preview:
    """The preview of a refused order: the reason, its rule, and the nearest legal order if there is one; empty if it is not refused."""
    return Preview(**refusal_fields(refusal))


def refusal_fields(refusal: Refusal | None) -> dict[str, Any]:
    """The fields of a preview that a refusal fills; none if nothing is refused."""
    if refusal is None:
        return {}
    return {"refusal": refusal.reason, "rule": refusal.rule, "order": refusal.nearest_text}


class Question(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A decision as people read it. `options` is complete unless there is a `form`; `default` is the order of the dark button.

    `sealed`: others are asked at the same time, and no answer is shown before all are in. `asks`: for an order, or for what real
    `dice` show. `kind` is what its rulebook calls it. `passed`: the seat does not want to be asked
    this (`Scene.asked`), and will be passed for in a moment. `covered`: that there is one answer alone is hidden from others,
    who would see it by how soon it comes: against people it is given by hand. `reasoned`: an option's order with any other place
    instead of its own may be asked about, and its preview says why it cannot be given. `drawn`: the preview of the option
    that is shown draws it on the board, and has its odds if the option has none.
    """

    kind: str
    side: int
    text: str
    rule: str
    options: tuple[OptionView, ...]
    default: str
    form: Form | None = None
    hint: str = ""
    place: str = ""
    trivial: bool = False
    sealed: bool = False
    asks: Asks = "order"
    passed: bool = False
    covered: bool = False
    reasoned: bool = False
    drawn: bool = False


class Change(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something a referee may change: its order is the verb and one word for each blank."""

    verb: str
    title: str
    blanks: tuple[Blank, ...] = ()
    help: str = ""
