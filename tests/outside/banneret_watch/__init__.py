"""The Night Watch: a rulebook in a package of its own, to prove what the client draws and asks without knowing it.

Each side lays oil on its five lanterns against a budget (a form of amounts), then writes three rounds of the watch, each with
where or whom it is about (a form of slots). Whoever burns more oil wins. The same on every kind of board.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from banneret.kernel.catalogue import Rule
from banneret.kernel.codec import Codec
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.errors import BadInput
from banneret.kernel.event import Event
from banneret.kernel.player import DefaultPlayer
from banneret.kernel.scenario import Outcome, Scenario
from banneret.kernel.scene import (
    Blank,
    Board,
    Clock,
    Condition,
    Ending,
    Figure,
    Form,
    Item,
    Move,
    OptionView,
    Piece,
    Place,
    Question,
    Scene,
    SideView,
    Slot,
    Stage,
    Tag,
    Track,
    letters,
)
from banneret.testing.toys import Toy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.kernel.dice import Chance
    from banneret.kernel.order import Order
    from banneret.kernel.table import Table
    from banneret.kernel.viewer import Viewer

BOARDS = ("hexes", "areas", "plane", "sheet")
NAMES = ("Gate", "Tower", "Bridge", "Well", "Old mill")
BUDGET, LEAST, PRICES, MOST = 12, 3, (1, 2, 1, 3, 1), (6, 3, 0, 2, 4)
ROUNDS = 3


@dataclass
class State:
    """How much oil every lantern of each side has, what is written, and which question comes next."""

    board: str
    sides: tuple[str, ...]
    stage: int = 0
    oil: list[list[int]] = field(default_factory=lambda: [[0] * 5, [0] * 5])
    written: list[list[str]] = field(default_factory=lambda: [[], []])

    def copy(self) -> State:
        """An independent copy."""
        return replace(self, oil=[list(one) for one in self.oil], written=[list(one) for one in self.written])


def lantern(side: int, number: int) -> str:
    """The id of a lantern."""
    return f"l{side}{number}"


def places(state: State) -> list[str]:
    """The ids of the places of the board."""
    return {
        "hexes": [f"{column}{row}" for row in (1, 2, 3) for column in "ABCDE"],
        "areas": [f"{line}{n}" for line in "BNA" for n in (1, 2, 3, 4, 5)],
        "sheet": ["yard", "wall"],
    }.get(state.board, ["mere"])


def standing(state: State, side: int, number: int) -> str:
    """Where a lantern stands."""
    if state.board == "hexes":
        return f"{'ABCDE'[number]}{1 if side else 3}"
    if state.board == "areas":
        return f"{'AB'[side]}{number + 1}"
    return "" if state.board == "plane" else ("yard", "wall")[side]


class Lay(Decision):
    """Lay oil: `lay (l00 1) (l03 2)`."""

    def __init__(self, side: int) -> None:
        super().__init__("lay", side, "watch:oil")

    def default(self) -> Order:
        return ("lay", (lantern(self.side, 0), 3), (lantern(self.side, 1), 1))

    def orders(self) -> list[Order]:
        return [self.default(), ("lay", (lantern(self.side, 4), 4))]

    def check(self, order: Order) -> Refusal | None:
        names = [lantern(self.side, n) for n in range(5)]
        spent, before = 0, -1
        for group in order[1:]:
            if not (isinstance(group, tuple) and len(group) == 2 and group[0] in names):
                return Refusal("Oil goes on lanterns.", "watch:oil", self.default())
            number, amount = names.index(group[0]), group[1]
            if number <= before or not isinstance(amount, int) or not 0 < amount <= (MOST[number] or 99):
                return Refusal("Name every lantern once, in their order.", "watch:oil", self.default())
            spent, before = spent + amount * PRICES[number], number
        if order[0] != "lay" or not LEAST <= spent <= BUDGET:
            return Refusal(f"From {LEAST} to {BUDGET} flasks are laid out.", "watch:oil", self.default())
        return None

    def sample(self, chance: Chance) -> Order:
        return self.orders()[chance.below(2)]


class Write(Decision):
    """Write the rounds: `write (walk A1) (rest) (lure l12 3)`."""

    def __init__(self, side: int, state: State) -> None:
        super().__init__("write", side, "watch:rounds")
        self.state = state

    def default(self) -> Order:
        return ("write", ("rest",), ("rest",), ("rest",))

    def orders(self) -> list[Order]:
        return [self.default(), ("write", ("rest",), ("rest",), ("call", "horn"))]

    def check(self, order: Order) -> Refusal | None:
        enemies = [lantern(1 - self.side, n) for n in range(5)]
        if order[0] != "write" or len(order) != ROUNDS + 1:
            return Refusal("Three rounds are written.", "watch:rounds", self.default())
        for group in order[1:]:
            match group:
                case ("rest",) | ("call", "horn" | "drum"):
                    continue
                case ("walk", place) if place in places(self.state):
                    continue
                case ("lure", enemy, int(steps)) if enemy in enemies and 1 <= steps <= 4:
                    continue
            return Refusal("That is no round of the watch.", "watch:rounds", self.default())
        return None

    def sample(self, chance: Chance) -> Order:
        return self.orders()[chance.below(2)]


class Watch(Toy[State]):
    """The rulebook."""

    id: ClassVar[str] = "watch"
    folder: ClassVar[Path] = Path(__file__).parent
    about: ClassVar[Any] = {"id": "watch", "title": "Night Watch", "summary": "A toy.", "version": 1}
    rules: ClassVar[Any] = {
        name: Rule(name, name.capitalize(), "core", "", text)
        for name, text in {
            "oil": "Flasks are laid on lanterns.",
            "rounds": "Three rounds are written.",
            "end": "Who burns more oil wins.",
        }.items()
    }
    variants: ClassVar[Any] = {}

    def scenarios(self) -> dict[str, Scenario]:
        return {
            board: Scenario(
                board, f"Watch on {board}", "basic", ("reds", "blues"), "A toy.", {"board": board}
            )
            for board in BOARDS
        }

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        found = self.scenarios().get(str(data.get("id")))
        if found is None:
            raise BadInput("no such watch", where=where)
        return found

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        return State(scenario.data["board"], scenario.sides)

    def step(self, state: State, table: Table) -> None:
        if state.stage == 0:
            orders = table.ask_all([Lay(0), Lay(1)])
            for side, order in enumerate(orders):
                for word, amount in order[1:]:
                    state.oil[side][int(word[2])] = amount
        else:
            for side, order in enumerate(table.ask_all([Write(0, state), Write(1, state)])):
                state.written[side] = [" ".join(map(str, group)) for group in order[1:]]
        if table.telling:
            for side, name in enumerate(state.sides):
                said = (
                    f"lay {sum(state.oil[side])} flasks"
                    if state.stage == 0
                    else f"write {', '.join(state.written[side])}"
                )
                table.tell(Event("told", f"The {name} {said}.", "watch:oil", side=side))
        state.stage += 1

    def outcome(self, state: State) -> Outcome | None:
        if state.stage < 2:
            return None
        burnt = [sum(oil) for oil in state.oil]
        winners = tuple(side for side in (0, 1) if burnt[side] > burnt[1 - side])
        return Outcome(winners, f"{burnt[0]} to {burnt[1]} flasks.", "watch:end")

    codec = Codec(State, "a watch", shared=("board", "sides"))

    # ------------------------------------------------------------------ what is shown

    def scene(self, state: State, viewer: Viewer) -> Scene:
        signs = letters(list(state.sides))
        ending = None
        if (found := self.outcome(state)) is not None:
            winners = tuple(state.sides[one] for one in found.winners)
            ending = Ending(winners, found.reason, found.rule)
        pieces = [self.post(state, owner, number) for owner in (0, 1) for number in range(5)]
        if state.board in ("hexes", "sheet"):  # posts stand under a banner there
            pieces = [
                Piece(
                    f"b{one.id}",
                    one.side,
                    one.place,
                    "banner",
                    f"{one.name} post",
                    label="1",
                    inside=(one,),
                    kind="banner",
                )
                for one in pieces
            ]
        return Scene(
            "watch",
            state.board,
            f"Watch on {state.board}",
            state.sides[viewer.side] if viewer.is_side else viewer.name,
            tuple(
                SideView(name, name.capitalize(), sign) for name, sign in zip(state.sides, signs, strict=True)
            ),
            self.board(state),
            Clock("Hour", state.stage + 1, 2),
            Stage(("Oil", "Rounds", "Dawn")[state.stage]),
            pieces=tuple(pieces),
            tracks=(Track("goal", "Burn the most oil", kind="goal"),),
            ending=ending,
        )

    def board(self, state: State) -> Board:
        if state.board == "plane":
            mere = ((20.0, 14.0), (28.0, 13.0), (29.0, 18.0), (21.0, 19.0))
            return Board("plane", 48, 32, (Place("mere", "The mere", (24, 16), "ice", shape=mere),), "in")
        if state.board == "sheet":
            return Board(
                "sheet", 2, 1, (Place("yard", "Yard", (0, 0), "heath"), Place("wall", "Wall", (1, 0), "ice"))
            )
        found = []
        for n, place in enumerate(places(state)):
            at = (n % 5, n // 5 + (state.board == "areas"))
            side = {"A": 0, "B": 1}.get(place[0], -1) if state.board == "areas" else -1
            tags = (Tag("hedge", "a hedge", 0),) if place == "A3" and state.board == "areas" else ()
            tags += (Tag("beacon", "the beacon", 0),) if place == "C2" else ()
            found.append(Place(place, place, at, ("heath", "ice")[n % 3 == 0], tags, side=side))
        if state.board == "areas":
            found.append(Place("RB", "Reserve of the blues", (0, 0), "heath", side=1, span=5))
            found.append(Place("RA", "Reserve of the reds", (0, 4), "heath", side=0, span=5))
            return Board("areas", 5, 5, tuple(found))
        return Board("hexes", 5, 3, tuple(found))

    def post(self, state: State, side: int, number: int) -> Piece:
        """A lantern with its watchmen."""
        x, y = 8.0 + 8 * number, 26.0 if side else 6.0
        oil = state.oil[side][number]
        plane = state.board == "plane"
        down = ((x - 1, y + 0.5), (x + 1, y + 0.5), (x + 1, y - 0.5), (x - 1, y - 0.5))
        return Piece(
            lantern(side, number),
            side,
            standing(state, side, number),
            "card" if state.board == "areas" else "post",
            NAMES[number],
            symbol="wolf-trap" if number == 4 else "lantern",
            label=str(oil),
            detail=f"{oil} flasks",
            figures=(Figure("oil", str(oil), short="Oil"),),
            states=(Condition("asleep", "asleep, snoring"),) if number == 3 else (),
            kind={"areas": "card", "plane": "body"}.get(state.board, "chit"),
            at=(x, y) if plane else None,
            facing=(180.0 if side else 0.0) if plane else None,
            shape=(tuple((2 * x - a, 2 * y - b) for a, b in down) if side else down) if plane else (),
        )

    def question(self, state: State, decision: Decision) -> Question:
        side = decision.side
        default = {
            "lay": f"lay ({lantern(side, 0)} 3) ({lantern(side, 1)} 1)",
            "write": "write (rest) (rest) (rest)",
        }
        if decision.kind == "lay":
            items = tuple(
                Item(
                    lantern(side, n),
                    NAMES[n],
                    "burns longest" if n == 3 else "",
                    lantern(side, n),
                    most=MOST[n],
                    price=PRICES[n],
                )
                for n in range(5)
            )
            help_ = f"At least {LEAST} flasks, and as many as {BUDGET}."
            form = Form("amounts", "lay", items, least=LEAST, help=help_, budget=BUDGET, measure="flasks")
            text = "How much oil do you lay on each lantern?"
        else:
            walk = Blank("Where", tuple((place, place) for place in places(state)))
            whom = Blank("Whom", tuple((lantern(1 - side, n), NAMES[n]) for n in range(5)))
            moves = (
                Move("rest", "Rest", consequence="nothing is seen"),
                Move("walk", "Walk the round", "They look about there.", "watch:rounds", "", (walk,)),
                Move("lure", "Lure", parameters=(whom, Blank("Steps", least=1, most=4))),
                Move(
                    "call",
                    "Call out",
                    parameters=(Blank("With", (("horn", "the horn"), ("drum", "the drum"))),),
                ),
            )
            slots = tuple(Slot(f"Round {n + 1}", moves) for n in range(ROUNDS))
            form = Form("slots", "write", slots=slots, help="All three are told together.")
            text = "What does the watch do?"
        options = (OptionView(default[decision.kind], "As usual"),)
        return Question(decision.kind, side, text, decision.rule, options, default[decision.kind], form)

    def lens(self, state: State, side: int) -> Any:
        return None

    def imagine(self, state: State, viewer: Viewer, chance: Chance, present: State) -> State:
        return self.copy(state)

    def canaries(self, state: State, viewer: Viewer) -> tuple[State, list[str]]:
        return self.copy(state), []

    def greedy(self, chance: Chance, posture: str = "") -> DefaultPlayer:
        return DefaultPlayer()


RULEBOOK = Watch()
