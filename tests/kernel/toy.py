"""Hidden Hands: a toy rulebook that has a little of everything, for tests of the kernel, the players and the lab.

Two or three sides hold secret cards (whole numbers, each once). A battle is a row of tricks:

1. deal: every side gets its hand, blind and secret;
2. muster: the active side throws away any of its cards (a form: too many answers to list) and draws as many blind ones.
   What is thrown away lies open, what is drawn does not;
3. trick: every side secretly plays a card, all are shown at once. Then the sides in turn, from the active one, may spend a
   token to double their card; each doubling may be answered by another side's token, that answer by another, and so on,
   the last one resolving first and cancelling what it answers (nested questions). Every side rolls a die and adds its
   card; the highest wins the trick, a tie nobody, or with the option `ties = reroll` the tied sides roll again. The winner may peek at
   one blind card of another side (hidden knowledge of one side).

After the last trick the side with the most tricks wins; a tie of all is a draw, a tie of two among three is shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from banneret.kernel.abilities.referee import Referee
from banneret.kernel.catalogue import Rule, Variant
from banneret.kernel.codec import Codec
from banneret.kernel.decision import Choice, Decision, IllegalOrder, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.scenario import Outcome, Scenario
from banneret.kernel.scene import (
    Board,
    Change,
    Clock,
    Ending,
    Form,
    Item,
    OptionView,
    Piece,
    Place,
    Question,
    Scene,
    SideView,
    Stage,
    Track,
    Tray,
    letters,
)
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.kernel.viewer import Viewer
from banneret.testing.toys import Toy

DEAL, MUSTER, TRICK, OVER = range(4)


@dataclass(frozen=True)
class Setting:
    """What never changes in a battle."""

    scenario: str
    title: str
    sides: tuple[str, ...]
    cards: int
    hand: int
    tricks: int
    tokens: int
    faces: int
    muster: bool
    reroll: bool
    peek: bool


@dataclass(slots=True)
class State:
    """All that changes. A card is a number from 1; its name is secret wherever the card is."""

    setting: Setting
    stage: int
    names: list[str]
    deck: list[int]
    hands: list[list[int]]
    thrown: list[int]
    tokens: list[int]
    won: list[int]
    active: int = 0
    trick: int = 0
    table: list[int] = field(default_factory=list)
    known: list[list[list[int]]] = field(default_factory=list)  # [viewer][owner]: cards the viewer peeked at

    def copy(self) -> State:
        return State(
            self.setting,
            self.stage,
            list(self.names),
            list(self.deck),
            [list(hand) for hand in self.hands],
            list(self.thrown),
            list(self.tokens),
            list(self.won),
            self.active,
            self.trick,
            list(self.table),
            [[list(cards) for cards in row] for row in self.known],
        )


class Muster(Decision):
    """Throw away any of the hand: `("muster", 3, 5)`, in rising order; `("muster",)` keeps all."""

    def __init__(self, side: int, hand: list[int], most: int) -> None:
        super().__init__("muster", side, "toy:muster")
        self.hand = list(hand)
        self.most = most

    def orders(self) -> list[Order]:
        return [("muster",), *(("muster", card) for card in self.hand[: self.most])]

    def every(self) -> list[Order]:
        """All legal orders, for tests."""
        return [("muster", *cards) for n in range(self.most + 1) for cards in combinations(self.hand, n)]

    def default(self) -> Order:
        return ("muster",)

    def check(self, order: Order) -> Refusal | None:
        if not order or order[0] != "muster":
            return Refusal("An answer begins with 'muster'.", "toy:muster", ("muster",))
        cards = order[1:]
        for card in cards:
            if type(card) is not int or card not in self.hand:
                return Refusal("You do not hold that card.", "toy:muster", self.mended(cards))
        if list(cards) != sorted(set(cards)):
            return Refusal("Name every card once, lowest first.", "toy:muster", self.mended(cards))
        if len(cards) > self.most:
            return Refusal(f"At most {self.most} cards can be drawn.", "toy:muster", self.mended(cards))
        return None

    def mended(self, cards: Order) -> Order:
        """The nearest legal order."""
        good = sorted({card for card in cards if type(card) is int and card in self.hand})
        return ("muster", *good[: self.most])

    def sample(self, chance: Chance) -> Order:
        cards = [card for card in self.hand if chance.below(2)]
        return ("muster", *cards[: self.most])


class Lens:
    """What one side sees, cheaply."""

    __slots__ = ("_state", "side")

    def __init__(self, state: State, side: int) -> None:
        self._state = state
        self.side = side

    @property
    def hand(self) -> list[int]:
        return self._state.hands[self.side]

    @property
    def counts(self) -> list[int]:
        return [len(hand) for hand in self._state.hands]


class Captain(Player):
    """Throws away low cards, plays the highest card when others have many, doubles with it, peeks where it can."""

    def __init__(self, chance: Chance) -> None:
        self.name = "greedy"
        self.imagines = False
        self.chance = chance

    def choose(self, decision: Decision, seat: Seat) -> Order:
        return judged(decision)[0]


def judged(decision: Decision) -> list[Order]:
    """The orders of a decision, most plausible first."""
    if isinstance(decision, Muster):
        low = [card for card in decision.hand if card <= 4][: decision.most]
        found: list[Order] = [("muster", *low)]
        found.extend(order for order in decision.orders() if order != found[0])
        return found
    orders = list(decision.orders())
    if decision.kind == "play":
        orders.sort(key=lambda order: -int(order[1]))
    elif decision.kind in ("double", "answer", "peek"):
        orders.reverse()
    return orders


class HiddenHands(Toy[State], Referee[State]):
    """The toy: small enough to be its own view, sight, computer player and referee."""

    id: ClassVar[str] = "toy"
    folder: ClassVar[Path] = Path(__file__).parent
    about: ClassVar[Any] = {"id": "toy", "title": "Hidden Hands", "summary": "A toy for tests.", "version": 1}
    rules: ClassVar[Any] = {
        name: Rule(name, name.capitalize(), "core", "toy", text)
        for name, text in {
            "deal": "Every side gets its hand, blind.",
            "muster": "The active side may throw cards away openly and draws as many blind.",
            "play": "Every side plays a card, all are shown at once.",
            "double": "A side may spend a token to double its card.",
            "answer": "A token answers a token and cancels it; answers can be answered.",
            "roll": "Card plus die, the highest wins the trick.",
            "ties": "A tie is nobody's trick.",
            "peek": "The winner may see one blind card of another side.",
            "end": "Most tricks win.",
        }.items()
    }
    variants: ClassVar[Any] = {
        "ties": Variant("ties", ("nobody", "reroll"), "nobody", "ties", "Ties", "What a tie does."),
        "peek": Variant("peek", ("yes", "no"), "yes", "peek", "Peeking", "Whether the winner may peek."),
    }

    @property
    def referee(self) -> Referee[State]:
        return self

    # ------------------------------------------------------------------ scenarios

    def scenarios(self) -> dict[str, Scenario]:
        def make(id_: str, title: str, sides: tuple[str, ...], **data: Any) -> Scenario:
            full = {"cards": 12, "hand": 4, "tricks": 3, "tokens": 2, "faces": 6, "muster": True, **data}
            return Scenario(id_, title, "basic", sides, title + ".", full)

        every = [
            make("duel", "A duel", ("reds", "blues")),
            make("trio", "Three hands", ("reds", "blues", "greens"), cards=15),
            make("tiny", "One trick", ("reds", "blues"), cards=6, hand=2, tricks=1, tokens=0, muster=False),
            make("long", "A long duel", ("reds", "blues"), cards=60, hand=20, tricks=20, tokens=6),
        ]
        return {scenario.id: scenario for scenario in every}

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        for key in data:
            if key not in ("id", "title", "level", "sides", "summary", "kind", "data"):
                raise BadInput(f"unknown field {key!r}", where=where)
        texts: dict[str, str] = {}
        for key in ("id", "title", "level", "summary"):
            text = data.get(key, "")
            if not isinstance(text, str) or len(text) > 200:
                raise BadInput(f"{key} is no short text", where=where)
            texts[key] = text
        sides = data.get("sides")
        if not isinstance(sides, list) or not 2 <= len(sides) <= 3 or len(set(map(str, sides))) != len(sides):
            raise BadInput("sides are two or three different names", where=where)
        if not all(isinstance(name, str) and 0 < len(name) < 40 for name in sides):
            raise BadInput("a side's name is a short text", where=where)
        inner = data.get("data")
        if not isinstance(inner, dict) or set(inner) - {
            "cards",
            "hand",
            "tricks",
            "tokens",
            "faces",
            "muster",
        }:
            raise BadInput("data has cards, hand, tricks, tokens, faces, muster", where=where)
        full: dict[str, Any] = {"cards": 12, "hand": 4, "tricks": 3, "tokens": 2, "faces": 6, "muster": True}
        for key, low, high in (
            ("cards", 2, 200),
            ("hand", 1, 50),
            ("tricks", 1, 50),
            ("tokens", 0, 9),
            ("faces", 1, 100),
        ):
            value = inner.get(key, full[key])
            if type(value) is not int or not low <= value <= high:
                raise BadInput(f"{key} is a whole number from {low} to {high}", where=where)
            full[key] = value
        if type(inner.get("muster", True)) is not bool:
            raise BadInput("muster is true or false", where=where)
        full["muster"] = inner.get("muster", True)
        if full["cards"] < full["hand"] * len(sides):
            raise BadInput("there are not enough cards for all hands", where=where)
        if full["tricks"] > full["hand"]:
            raise BadInput("there are more tricks than cards in a hand", where=where)
        return Scenario(
            texts["id"], texts["title"], texts["level"], tuple(sides), texts["summary"], full, "scenario"
        )

    # ------------------------------------------------------------------ playing

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        data = scenario.data
        setting = Setting(
            scenario.id,
            scenario.title,
            scenario.sides,
            data["cards"],
            data["hand"],
            data["tricks"],
            data["tokens"],
            data["faces"],
            data["muster"],
            options["ties"] == "reroll",
            options["peek"] == "yes",
        )
        sides = range(len(scenario.sides))
        return State(
            setting,
            DEAL,
            [f"card {number}" for number in range(setting.cards + 1)],
            list(range(1, setting.cards + 1)),
            [[] for _ in sides],
            [],
            [setting.tokens for _ in sides],
            [0 for _ in sides],
            known=[[[] for _ in sides] for _ in sides],
        )

    def step(self, state: State, table: Table) -> None:
        if state.stage == DEAL:
            deal(state, table)
        elif state.stage == MUSTER:
            muster(state, table)
        else:
            trick(state, table)

    def outcome(self, state: State) -> Outcome | None:
        if state.stage != OVER:
            return None
        best = max(state.won)
        winners = tuple(side for side, won in enumerate(state.won) if won == best)
        if len(winners) == len(state.won):
            return Outcome((), "All sides won the same number of tricks.", "toy:end")
        return Outcome(winners, f"Most tricks: {best}.", "toy:end")

    codec = Codec(State, "a game of hidden hands")

    def invariants(self, state: State) -> list[str]:
        wrong = []
        cards = sorted(state.deck + state.thrown + state.table + [c for hand in state.hands for c in hand])
        if cards != list(range(1, state.setting.cards + 1)):
            wrong.append("a card is missing or there twice")
        if any(tokens < 0 for tokens in state.tokens):
            wrong.append("a token too many was spent")
        for row in state.known:
            for owner, cards in enumerate(row):
                if any(card not in state.hands[owner] for card in cards):
                    wrong.append("a known card is not where it is known to be")
        return wrong

    # ------------------------------------------------------------------ what a seat may see

    def changes(self, state: State) -> list[Change]:
        return []

    def change(self, state: State, order: Order) -> None:
        """`tokens SIDE COUNT`, `card SIDE CARD` from the deck into a hand, `lose SIDE CARD` for good, `break`."""
        if len(order) == 3 and order[0] == "tokens":
            state.tokens[order[1]] = order[2]
        elif len(order) == 3 and order[0] == "card" and order[2] in state.deck:
            state.deck.remove(order[2])
            state.hands[order[1]] = sorted([*state.hands[order[1]], order[2]])
        elif len(order) == 3 and order[0] == "lose" and order[2] in state.hands[order[1]]:
            state.hands[order[1]].remove(order[2])
        elif len(order) == 3 and order[0] == "throw" and order[2] in state.hands[order[1]]:
            state.hands[order[1]].remove(order[2])
            state.thrown.append(order[2])
        elif order == ("break",):
            raise ZeroDivisionError
        else:
            raise IllegalOrder(Refusal("The toy knows no such change.", "table:change"))

    def scene(self, state: State, viewer: Viewer) -> Scene:
        setting = state.setting
        trays: list[Tray] = []
        for owner, hand in enumerate(state.hands):
            pieces = []
            for card in hand:
                if viewer.owns(owner) or (viewer.is_side and card in state.known[viewer.side][owner]):
                    name = state.names[card]
                    pieces.append(
                        Piece(f"card{card}", owner, "", "card", name, label=str(card), rule="toy:deal")
                    )
            name = setting.sides[owner]
            trays.append(Tray(f"hand{owner}", f"Hand of the {name}", owner, tuple(pieces), len(hand)))
        deck: tuple[Piece, ...] = ()
        if viewer.is_referee:
            deck = tuple(Piece(f"card{c}", -1, "", "card", state.names[c], label=str(c)) for c in state.deck)
        trays.append(Tray("deck", "Deck", -1, deck, len(state.deck)))
        thrown = tuple(Piece(f"card{c}", -1, "", "card", str(c), label=str(c)) for c in state.thrown)
        trays.append(Tray("thrown", "Thrown away", -1, thrown, len(thrown)))
        pieces = [
            Piece(f"card{card}", owner, "middle", "card", str(card), label=str(card))
            for owner, card in enumerate(state.table)
        ]
        found = self.outcome(state)
        ending = None
        if found is not None:
            ending = Ending(tuple(setting.sides[s] for s in found.winners), found.reason, found.rule)
        return Scene(
            self.id,
            setting.scenario,
            setting.title,
            setting.sides[viewer.side] if viewer.is_side else viewer.name,
            tuple(
                SideView(
                    name,
                    name.capitalize(),
                    letter,
                    (("tricks", state.won[s]), ("tokens", state.tokens[s])),
                    s == state.active,
                )
                for s, (name, letter) in enumerate(
                    zip(setting.sides, letters(list(setting.sides)), strict=True)
                )
            ),
            Board("sheet", 1, 1, (Place("middle", "Middle", (0, 0)),)),
            Clock("trick", state.trick + 1, setting.tricks),
            Stage(("deal", "muster", "trick", "over")[state.stage]),
            pieces=tuple(pieces),
            trays=tuple(trays),
            tracks=(Track("Trick", f"{state.trick + 1} of {setting.tricks}"),),
            ending=ending,
        )

    def question(self, state: State, decision: Decision) -> Question:
        text = {
            "muster": "Which cards do you throw away?",
            "play": "Which card do you play?",
            "double": "Do you spend a token to double your card?",
            "answer": "Do you spend a token to cancel the last one?",
            "peek": "At whose hand do you peek?",
        }[decision.kind]
        options = tuple(
            OptionView(
                " ".join(map(str, order)),
                " ".join(map(str, order)).capitalize(),
                f"{len(order) - 1} of your cards",
            )
            for order in decision.orders()
        )
        form = None
        if isinstance(decision, Muster):
            items = tuple(
                Item(str(card), f"Card {card}", "gone for good", piece=f"card{card}")
                for card in decision.hand
            )
            form = Form("subset", "muster", items, most=decision.most)
        default = " ".join(map(str, decision.default()))
        return Question(
            decision.kind,
            decision.side,
            text,
            decision.rule,
            options,
            default,
            form,
            trivial=len(options) == 1,
        )

    def lens(self, state: State, side: int) -> Lens:
        return Lens(state, side)

    def imagine(self, state: State, viewer: Viewer, chance: Chance, present: State) -> State:
        side = viewer.side
        world = self.copy(state)
        if state.stage == DEAL:
            return world
        opened = {
            *present.table,
            *present.thrown,
        }  # what came to lie open in this step was in its owner's hand
        fixed: list[list[int]] = []
        pool = list(state.deck)
        for owner, hand in enumerate(state.hands):
            keep = opened | set(state.known[side][owner])
            if owner == side:
                keep.update(hand)
            fixed.append([card for card in hand if card in keep])
            pool.extend(card for card in hand if card not in keep)
        pool.sort()
        chance.shuffle(pool)
        for owner, hand in enumerate(state.hands):
            wanted = len(hand) - len(fixed[owner])
            world.hands[owner] = sorted(fixed[owner] + pool[:wanted])
            del pool[:wanted]
            # what others peeked at is their secret: dealt anew too, as many cards as before
            for viewer in range(len(state.hands)):
                if viewer not in (side, owner):
                    count = len(state.known[viewer][owner])
                    guess = list(world.hands[owner])
                    chance.shuffle(guess)
                    world.known[viewer][owner] = sorted(guess[:count])
        world.deck = sorted(pool)
        return world

    def canaries(self, state: State, viewer: Viewer) -> tuple[State, list[str]]:
        world = self.copy(state)
        tokens: list[str] = []
        hidden = list(state.deck)
        for owner, hand in enumerate(state.hands):
            if not viewer.owns(owner):
                known = state.known[viewer.side][owner] if viewer.is_side else ()
                hidden.extend(card for card in hand if card not in known)
        for card in sorted(hidden) if not viewer.is_referee else []:
            token = f"canary-{card}-zq"
            world.names[card] = token
            tokens.append(token)
        return world, tokens

    # ------------------------------------------------------------------ computer players

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        return Captain(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        return judged(decision)[:most]

    def judge(self, state: State, side: int) -> float:
        others = max(won for s, won in enumerate(state.won) if s != side)
        return min(1.0, max(0.0, 0.5 + 0.5 * (state.won[side] - others) / state.setting.tricks))

    def measures(self, state: State) -> dict[str, float]:
        """How long the battle was."""
        return {"tricks": float(state.trick)}


# ---------------------------------------------------------------------- the rules


def draw_card(state: State, table: Table, side: int, why: str) -> None:
    """One blind card from the deck, shown to its new owner only."""
    index = table.draw(len(state.deck), why, side, side)
    state.hands[side].append(state.deck.pop(index))
    state.hands[side].sort()


def deal(state: State, table: Table) -> None:
    """Rule: toy:deal."""
    for side in range(len(state.hands)):
        for _ in range(state.setting.hand):
            draw_card(state, table, side, "deal")
        if table.telling:
            hand = ", ".join(state.names[card] for card in state.hands[side])
            table.tell(Event("deal", f"You hold {hand}.", "toy:deal", side=side, to=(side,), reveals=True))
    state.stage = MUSTER if state.setting.muster else TRICK


def muster(state: State, table: Table) -> None:
    """Rule: toy:muster."""
    side = state.active
    most = min(3, len(state.deck), len(state.hands[side]))
    order = table.ask(Muster(side, state.hands[side], most))
    for card in order[1:]:
        state.hands[side].remove(card)
        state.thrown.append(card)
        for row in state.known:
            if card in row[side]:
                row[side].remove(card)
    if table.telling:
        name = state.setting.sides[side]
        cards = " and ".join(str(card) for card in order[1:]) or "nothing"
        table.tell(Event("muster", f"The {name} throw away {cards}.", "toy:muster", side=side))
    for _ in order[1:]:
        draw_card(state, table, side, "muster")
        if table.telling:
            table.tell(Event("drawn", "You draw a card.", "toy:muster", side=side, to=(side,), reveals=True))
    state.stage = TRICK


def trick(state: State, table: Table) -> None:
    """Rules: toy:play, toy:roll, toy:ties."""
    setting = state.setting
    sides = range(len(state.hands))
    questions: list[Decision] = [
        Choice("play", side, "toy:play", [("play", card) for card in state.hands[side]]) for side in sides
    ]
    for side, order in enumerate(table.ask_all(questions)):
        card = order[1]
        state.hands[side].remove(card)
        state.table.append(card)
        for row in state.known:
            if card in row[side]:
                row[side].remove(card)
    if table.telling:
        cards = ", ".join(f"{setting.sides[side]} {state.table[side]}" for side in sides)
        table.tell(Event("shown", f"Played: {cards}.", "toy:play", reveals=True))
    turn = [(state.active + i) % len(sides) for i in sides]
    doubled = [False for _ in sides]
    for side in turn:
        doubled[side] = spend(state, table, side, "double")
    best: list[int] = list(sides)
    while True:
        totals: dict[int, int] = {}
        for side in best:
            tally = Tally(setting.sides[side], state.table[side], "card", "toy:play")
            if doubled[side]:
                tally.add(state.table[side], "doubled", "toy:double")
            die = table.die(setting.faces, f"{setting.sides[side]} roll", side)
            tally.add(die, "die", "toy:roll")
            totals[side] = tally.total
            if table.telling:
                table.tell(Event("roll", f"{tally}.", "toy:roll", side=side, tallies=[tally]))
        highest = max(totals.values())
        best = [side for side in best if totals[side] == highest]
        if len(best) == 1 or not setting.reroll:
            break
    state.thrown.extend(state.table)
    state.table.clear()
    if len(best) == 1:
        winner = best[0]
        state.won[winner] += 1
        if table.telling:
            name = setting.sides[winner]
            table.tell(Event("won", f"The {name} win the trick.", "toy:roll", side=winner))
        if setting.peek:
            peek(state, table, winner)
    elif table.telling:
        table.tell(Event("tie", "A tie: nobody wins the trick.", "toy:ties"))
    state.trick += 1
    state.active = (state.active + 1) % len(sides)
    if state.trick == setting.tricks:
        state.stage = OVER
    else:
        state.stage = MUSTER if setting.muster else TRICK


def spend(state: State, table: Table, side: int, kind: str) -> bool:
    """Whether a token is spent and holds. Rules: toy:double, toy:answer."""
    if state.tokens[side] == 0:
        return False
    order = table.ask(Choice(kind, side, f"toy:{kind}", [("pass",), ("spend",)]))
    if order == ("pass",):
        return False
    state.tokens[side] -= 1
    if table.telling:
        table.tell(Event(kind, f"The {state.setting.sides[side]} spend a token.", f"toy:{kind}", side=side))
    count = len(state.hands)
    for offset in range(1, count):
        if spend(state, table, (side + offset) % count, "answer"):
            if table.telling:
                table.tell(Event("cancelled", "The token is cancelled.", "toy:answer", side=side))
            return False
    return True


def peek(state: State, table: Table, winner: int) -> None:
    """Rule: toy:peek."""
    targets = [side for side in range(len(state.hands)) if side != winner and state.hands[side]]
    if not targets:
        return
    options: list[Order] = [("none",), *(("peek", side) for side in targets)]
    order = table.ask(Choice("peek", winner, "toy:peek", options))
    if order == ("none",):
        return
    owner = order[1]
    hand = state.hands[owner]
    card = hand[table.draw(len(hand), "peek", winner, winner)]
    if card not in state.known[winner][owner]:
        state.known[winner][owner].append(card)
        state.known[winner][owner].sort()
    if table.telling:
        name = state.setting.sides[owner]
        table.tell(
            Event("peeked", f"The {name} hold {card}.", "toy:peek", side=winner, to=(winner,), reveals=True)
        )


RULEBOOK = HiddenHands()
