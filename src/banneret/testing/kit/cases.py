"""The material on which the kit tries a rulebook: cases, tours through them, and walks from a state with answers given."""

from __future__ import annotations

import dataclasses
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from banneret.kernel.battle import Battle
from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance, Dice, seed_number
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.event import Event
from banneret.kernel.order import Order, write_order
from banneret.kernel.player import Player, Seat
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Outcome, Scenario
from banneret.kernel.scene import encode
from banneret.kernel.table import Answer, Pending, Roll, StepTable
from banneret.kernel.viewer import Viewer

MOST_ENTRIES = 20_000  # of a battle of the kit
LONG = 200  # decisions of a battle by which it has shown most of what it has
SPARSE = 4
MOST_STEPS = 10_000  # without a question


class KitFailure(AssertionError):
    """A rulebook does not keep a promise."""


def scale() -> float:
    """The length of the kit's run: `BANNERET_KIT`, 1 by default."""
    return float(os.environ.get("BANNERET_KIT", "1"))


def fuzz_count(share: float = 1.0) -> int:
    """The number of mutated inputs that a reader gets: a share of `BANNERET_FUZZ`, 3,000 by default."""
    return max(1, round(share * int(os.environ.get("BANNERET_FUZZ", "3000"))))


@dataclass(frozen=True)
class Case:
    """A battle to be tried: a rulebook, one of its scenarios, a seed, options."""

    rulebook: Rulebook[Any]
    scenario: Scenario
    seed: int
    options: dict[str, str]

    def battle(self, **more: Any) -> Battle:
        """The battle, begun. The kit's own randomness has nothing to do with its dice."""
        more.setdefault("seed", f"kit {self.seed}")
        if more.get("dice", "seeded") != "seeded":
            del more["seed"]
        return Battle.start(self.rulebook, self.scenario, options=self.options, **more)

    def chance(self, label: str) -> Chance:
        """Randomness of the kit's own, for one purpose."""
        return Chance(seed_number(f"kit {self.rulebook.id} {self.scenario.id} {self.seed} {label}"))

    def fail(self, battle: Battle | None, message: str) -> NoReturn:
        """Report a fault, with all that is needed to see it again."""
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        where = f"{self.rulebook.id} {self.scenario.id}, kit seed {self.seed}"
        if options:
            where += f", options {options}"
        if battle is None:
            raise KitFailure(f"{message}\n[{where}]")
        file = Path(tempfile.gettempdir()) / f"kit-{self.rulebook.id}-{self.scenario.id}-{self.seed}.banneret"
        battle.save(file)
        raise KitFailure(f"{message}\n[{where}, after entry {battle.record.count}; the battle is in {file}]")

    def same(self, one: object, other: object, battle: Battle | None, what: str) -> None:
        """Report two things that should be equal and are not."""
        if one != other:
            self.fail(battle, f"{what}\n    {difference(one, other)}")


def cases(rulebook: Rulebook[Any], scenario: str, count: int, first: int = 0) -> Iterator[Case]:
    """Cases of a scenario, from the `first`: that of number 0 with the default options, the others with options by chance."""
    found = rulebook.scenario(scenario)
    for seed in range(first, count):
        options = {}
        if seed:
            chance = Chance(seed_number(f"kit options {rulebook.id} {scenario} {seed}"))
            for name, variant in rulebook.variants.items():
                options[name] = variant.values[chance.below(len(variant.values))]
        yield Case(rulebook, found, seed, options)


def tour(case: Case, battle: Battle | None = None) -> Iterator[Battle]:
    """A battle that plays itself at random, yielded before every order. Change nothing in it."""
    battle = battle or case.battle()
    chance = case.chance("tour")
    while not battle.is_over:
        if battle.record.count > MOST_ENTRIES:
            case.fail(battle, f"The battle does not end: {battle.record.count} entries.")
        if not battle.decisions:
            case.fail(battle, "The battle is stuck: it is not over, and no side must decide anything.")
        yield battle
        decision = battle.decisions[chance.below(len(battle.decisions))]
        order = pick(decision, chance)
        refusal = decision.check(order)
        if refusal is not None:
            case.fail(battle, f"'{decision.kind}' offered {write_order(order)!r} and refused it: {refusal}")
        try:
            battle.give(battle.sides[decision.side], order)
        except (BadInput, BrokenRules) as error:
            case.fail(battle, f"'{decision.kind}' takes {write_order(order)!r}, and then: {error}")


def pick(decision: Decision, chance: Chance) -> Order:
    """An order by chance: mostly a sample, now and then one of the listed, or the default."""
    kind = chance.below(10)
    if kind < 7:
        return decision.sample(chance)
    orders = decision.orders()
    return decision.default() if kind == 9 or not orders else orders[chance.below(len(orders))]


def some(index: int, first: int = 15, stride: int = 9) -> bool:
    """True if the decision of this index is to be checked closely: the first ones, then one in so many.

    Of a long battle's later ones it is one in `SPARSE` times as many: they look like those before.
    """
    rare = stride * (SPARSE if index >= LONG else 1)
    return index < first * scale() or index % max(1, round(rare / scale())) == 0


def viewers(battle: Battle) -> list[str]:
    """All who may look at a battle."""
    return [*battle.sides, "referee", "spectator"]


def sights(battle: Battle) -> dict[str, bytes]:
    """The views of a battle, of every viewer."""
    return {name: encode(battle.scene(name)) for name in viewers(battle)}


def described(decision: Decision) -> tuple[Any, ...]:
    """All that a decision shows."""
    orders = [write_order(order) for order in decision.orders()]
    default = write_order(decision.default())
    return (decision.kind, decision.side, decision.rule, decision.listed, orders, default)


def told(event: Event) -> tuple[Any, ...]:
    """All that an event tells those who may see it."""
    sums = [(tally.label, tally.total, tuple(tally.parts), tally.side) for tally in event.tallies]
    return (event.kind, event.text, event.heading, event.rule, event.side, plain(event.data), sums)


def difference(one: object, other: object) -> str:
    """The difference between two things, in a few words."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if one.get(key) != other.get(key):
                return f"{key}: {difference(one.get(key), other.get(key))}"
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        for index, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                return f"at {index}: {difference(a, b)}"
        return f"{len(one)} against {len(other)}: {str([*one[len(other) :], *other[len(one) :]])[:300]}"
    a, b = _text(one), _text(other)
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    begin = max(0, at - 60)
    return f"…{a[begin : at + 120]!r}\n    …{b[begin : at + 120]!r}"


def _text(thing: object) -> str:
    return thing.decode(errors="replace") if isinstance(thing, bytes) else str(thing)


def plain(thing: Any, depth: int = 7, known: dict[int, tuple[Any, Any]] | None = None) -> Any:
    """A thing as plain values by its public parts, for comparison and for searching.

    `known` remembers, by identity, what was made of things before, and keeps the things: compiled classes make some of their
    parts again for every caller, and the place in memory of one that is gone is soon another's.
    """
    if thing is None or isinstance(thing, (bool, int, float, str, bytes)):
        return thing
    if depth == 0:
        return "…"
    known = {} if known is None else known
    if id(thing) in known:
        return known[id(thing)][1]
    frozen = _fields(type(thing))[0]
    if frozen and id(thing) in _FROZEN:
        return _FROZEN[id(thing)][1]
    known[id(thing)] = thing, "…"
    found = _parts(thing, depth - 1, known)
    known[id(thing)] = thing, found
    if frozen:
        if len(_FROZEN) > 3000:
            _FROZEN.clear()
        _FROZEN[id(thing)] = thing, found
    return found


_FROZEN: dict[
    int, tuple[Any, Any]
] = {}  # what never changes need not be read again: by identity, with the thing itself


def _parts(thing: Any, depth: int, known: dict[int, tuple[Any, Any]]) -> Any:
    if isinstance(thing, (list, tuple)):
        return [plain(item, depth, known) for item in thing]
    if isinstance(thing, (set, frozenset)):
        return sorted(str(plain(item, depth, known)) for item in thing)
    if isinstance(thing, dict):
        return [[plain(key, depth, known), plain(value, depth, known)] for key, value in thing.items()]
    names = _fields(type(thing))[1] or tuple(getattr(thing, "__dict__", {}))
    found: list[Any] = [type(thing).__name__]
    found.extend([name, plain(getattr(thing, name, None), depth, known)] for name in names if name[0] != "_")
    return found


_FIELDS: dict[type, tuple[bool, tuple[str, ...]]] = {}


def _fields(kind: type) -> tuple[bool, tuple[str, ...]]:
    """True if things of a class never change, and the names of its fields where it declares them."""
    if kind not in _FIELDS:
        if issubclass(kind, msgspec.Struct):
            names = kind.__struct_fields__
        elif dataclasses.is_dataclass(kind):
            names = tuple(field.name for field in dataclasses.fields(kind))
        else:
            names = tuple(name for parent in kind.__mro__ for name in getattr(parent, "__slots__", ()))
        parameters = getattr(kind, "__dataclass_params__", None)
        _FIELDS[kind] = bool(parameters and parameters.frozen), names
    return _FIELDS[kind]


class StrictTable(StepTable):
    """A step table that lets no order pass which the decision refuses; `refused` says what it was."""

    def __init__(self, answers: list[Answer], source: Dice) -> None:
        super().__init__(answers, source)
        self.refused = ""

    def ask(self, decision: Decision) -> Order:
        """The next answer, if it is legal."""
        order = super().ask(decision)
        self._look(decision, order)
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The next answers, if they are legal."""
        orders = super().ask_all(decisions)
        for decision, order in zip(decisions, orders, strict=True):
            self._look(decision, order)
        return orders

    def _look(self, decision: Decision, order: Order) -> None:
        refusal = decision.check(order)
        if refusal is not None:
            raise WrongAnswers(f"'{write_order(order)}' is refused in '{decision.kind}': {refusal}")


class WrongAnswers(Exception):
    """The answers given do not fit the state they were given to."""


class Walk:
    """A battle run on from a state with answers given: like a course, but every order is checked, and all news are kept."""

    def __init__(self, rulebook: Rulebook[Any], state: Any, answers: list[Answer], dice: Dice) -> None:
        self.rulebook = rulebook
        self.checkpoint = state
        self.present = state
        self.answers = list(answers)
        self.dice = dice
        self.decisions: list[Decision] = []
        self.roll: Roll | None = None
        self.question_at = 0
        self.outcome: Outcome | None = None
        self.finished: list[Event] = []
        self.running: list[Event] = []
        self.rolled = 0
        self.run()

    def run(self) -> None:
        """Run until something is missing, or the battle is over."""
        for _ in range(MOST_STEPS):
            self.outcome = self.rulebook.outcome(self.checkpoint)
            if self.outcome is not None:
                self.decisions = []
                self.present = self.checkpoint
                return
            work = self.rulebook.copy(self.checkpoint)
            before = len(self.answers)
            table = StrictTable(self.answers, self.dice)
            try:
                self.rulebook.step(work, table)
            except Pending as pending:
                self.running = [event for _, event in table.events]
                self.decisions, self.roll = pending.decisions, pending.roll
                self.question_at = table.question_at
                self.present = work
                self.rolled += len(self.answers) - before
                return
            if table.at < len(self.answers):
                raise WrongAnswers(f"the step took {table.at} of its {len(self.answers)} answers")
            self.rolled += len(self.answers) - before
            self.finished.extend(event for _, event in table.events)
            self.running = []
            self.checkpoint, self.answers = work, []
        raise BrokenRules(f"{self.rulebook.id}: nothing was asked in {MOST_STEPS} steps")

    def order(self, side: int, order: Order) -> None:
        """Answer for a side and run on."""
        self.answers.append(Answer(side, order))
        self.run()

    def heard(self, viewer: Viewer) -> list[tuple[Any, ...]]:
        """The news that a viewer received."""
        return [told(event) for event in [*self.finished, *self.running] if event.seen_by(viewer)]


class Recorder(Player):
    """Lets a player choose and keeps what it chose; notes a `Choice` whose options are not all its orders, for players that look ahead take them for that."""

    def __init__(self, player: Player, kept: list[tuple[int, Order]]) -> None:
        self.name = player.name
        self.imagines = player.imagines
        self.player = player
        self.kept = kept
        self.short: list[str] = []

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The player's choice."""
        if isinstance(decision, Choice):
            options = list(decision.options)
            if options != decision.orders():
                self.short.append(decision.kind)
        order = self.player.choose(decision, seat)
        self.kept.append((decision.side, order))
        return order
