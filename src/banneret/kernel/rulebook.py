"""Rulebooks: functions that play on a table.

A rulebook is a folder below `banneret.rulebooks` whose `rulebook.py` defines `RULEBOOK`, an instance of a `Rulebook`
subclass. It holds its catalogue (`rules.toml`), its variants (`options.toml`), its data and scenarios, and its rules as code.
Nothing else in Banneret is touched when a folder is added.
"""

from __future__ import annotations

import json
import tomllib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from banneret.kernel.abilities.muster import Muster
    from banneret.kernel.decision import Decision
    from banneret.kernel.dice import Chance
    from banneret.kernel.event import Event
    from banneret.kernel.order import Order
    from banneret.kernel.player import Player
    from banneret.kernel.scene import Change, Preview, Question, Scene
    from banneret.kernel.table import Table

S = TypeVar("S")
MOST_BYTES = 4_000_000  # of one TOML file of a rulebook


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a catalogue: id without the rulebook's name, title, tier, where in the seed, text in our own words."""

    id: str
    title: str
    tier: str
    where: str
    text: str
    examples: tuple[str, ...] = ()
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How tree search does best in a battle: see `Rulebook.thinking`.

    `horizon`: so many questions are played on beyond the tree before the judgement is taken, `greed` of them answered by the
    greedy player, the others at random; `most`: so many orders of a question are considered; `loyalty`: by how many standard
    errors another order must be ahead of the first candidate to be given in its stead; `depth`: so many questions deep the tree may
    grow, 0 for any number; `explore`: the weight of what little trying may hide, less of it where results differ little.

    For rulebooks that name postures: `weighing` is the share of the thinking that tells them apart, `reach` the number of questions
    that are played on in a posture before the judgement is taken, `resolve` by how many standard errors a posture must be ahead
    of the rulebook's own way to be followed.
    """

    horizon: int = 40
    greed: float = 0.0
    most: int = 16
    loyalty: float = 0.0
    depth: int = 0
    explore: float = 1.2
    weighing: float = 0.5
    reach: int = 60
    resolve: float = 1.0


@dataclass(frozen=True, slots=True)
class Variant:
    """An option players may switch: the choices, what is built when nobody chooses, and the rule it changes.

    `conflicts` lists what cannot be chosen together: own value, other option, its value.
    """

    id: str
    values: tuple[str, ...]
    default: str
    rule: str
    title: str = ""
    text: str = ""
    conflicts: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A battle ready to be set up: who plays, and everything the rulebook needs as plain data."""

    id: str
    title: str
    level: str
    sides: tuple[str, ...]
    summary: str
    data: Mapping[str, Any]
    kind: str = "scenario"

    def to_json(self) -> str:
        """One line of canonical JSON, as it stands in a record."""
        plain = {
            "id": self.id,
            "title": self.title,
            "level": self.level,
            "sides": list(self.sides),
            "summary": self.summary,
            "kind": self.kind,
            "data": self.data,
        }
        return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the sides that won (none: a draw), the reason as a sentence, and the rule."""

    winners: tuple[int, ...]
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A computer player a rulebook offers: its name, the level people read, and what it is."""

    name: str
    level: str
    summary: str


class Rulebook(ABC, Generic[S]):
    """The base of every rulebook. `S` is its state: plain data that refers to itself by ids."""

    id: ClassVar[str]
    folder: ClassVar[Path]
    phases: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Phase and segment in the order in which a turn comes to them, in the words of its scenes; none: they are learned."""

    # ------------------------------------------------------------------ what it is made of

    @cached_property
    def about(self) -> Mapping[str, Any]:
        """`about.toml`: id, title, summary, version (of the rules, as stands in records)."""
        return read_toml(self.folder / "about.toml")

    @property
    def title(self) -> str:
        """What people call it."""
        return str(self.about["title"])

    @property
    def summary(self) -> str:
        """What it is, in a sentence."""
        return str(self.about["summary"])

    @property
    def version(self) -> int:
        """The version of the rules, as stands in records."""
        return int(self.about["version"])

    @property
    def place(self) -> int:
        """Where it stands among the others for who chooses a battle: what is quickly learned comes first."""
        return int(self.about.get("place", 1000))

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The catalogue, by id (without the rulebook's name)."""
        rules: dict[str, Rule] = {}
        for path in sorted(self.folder.glob("rules*.toml")):
            for row in read_toml(path).get("rule", []):
                rules[row["id"]] = Rule(
                    row["id"],
                    row["title"],
                    row["tier"],
                    row.get("where", ""),
                    row["text"],
                    tuple(row.get("examples", ())),
                    row.get("ruling", ""),
                )
        return rules

    @cached_property
    def variants(self) -> dict[str, Variant]:
        """The options players may switch, by id."""
        found: dict[str, Variant] = {}
        for row in read_toml(self.folder / "options.toml").get("option", []):
            found[row["id"]] = Variant(
                row["id"],
                tuple(row["values"]),
                row["default"],
                row["rule"],
                row.get("title", ""),
                row.get("text", ""),
                tuple((c["value"], c["option"], c["other"]) for c in row.get("conflicts", ())),
            )
        return found

    def options(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """All options with their values, `chosen` over the defaults; raises `BadInput` for what does not exist or contradicts."""
        values = {variant.id: variant.default for variant in self.variants.values()}
        for name, value in (chosen or {}).items():
            variant = self.variants.get(name)
            if variant is None:
                raise BadInput(f"{self.id} has no option {name!r}", hint=nearest(name, self.variants))
            if value not in variant.values:
                hint = "one of " + ", ".join(variant.values)
                raise BadInput(f"option {name} cannot be {value!r}", hint=hint)
            values[name] = value
        for variant in self.variants.values():
            for value, other, its in variant.conflicts:
                if values[variant.id] == value and values.get(other) == its:
                    raise BadInput(
                        f"{variant.id}={value} and {other}={its} contradict each other", where="options"
                    )
        return values

    @abstractmethod
    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios that come with the rulebook, by id."""

    def scenario(self, name: str) -> Scenario:
        """The scenario of that id; raises `BadInput` with the nearest names."""
        found = self.scenarios()
        if name not in found:
            raise BadInput(f"{self.id} has no scenario {name!r}", hint=nearest(name, found))
        return found[name]

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """A line on each side's army, in the order of the sides, for who chooses a battle; empty where there is none."""
        return ()

    @abstractmethod
    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data of a file or record, fully checked; raises `BadInput` naming the field."""

    # ------------------------------------------------------------------ playing

    @abstractmethod
    def new(self, scenario: Scenario, options: Mapping[str, str]) -> S:
        """The state before anything was rolled or asked."""

    @abstractmethod
    def step(self, state: S, table: Table) -> None:
        """Play on to the next checkpoint, changing `state`. Deterministic, and may run many times."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the battle ended, None while it goes on."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """An independent copy."""

    @abstractmethod
    def dump(self, state: S) -> bytes:
        """The state as bytes: equal states give equal bytes."""

    @abstractmethod
    def load(self, data: bytes, like: S) -> S:
        """The state that `dump` wrote; what never changes in a battle (facts, map, options) is shared with `like`."""

    def invariants(self, state: S) -> list[str]:
        """What is wrong with the state: sentences, none when all is well."""
        return []

    # ------------------------------------------------------------------ what a seat may see

    @abstractmethod
    def scene(self, state: S, side: int) -> Scene:
        """What a side may see (`REFEREE`: all, `SPECTATOR`: what everybody may), without news and questions."""

    @abstractmethod
    def question(self, state: S, decision: Decision) -> Question:
        """A decision as the owing side reads it: the question in words, every option with what it means."""

    def preview(self, state: S, decision: Decision, order: Order) -> Preview | None:
        """What an order would do, shown while it is being made; None where the rulebook has nothing to show.

        `order` is any plain order, whole or half made. The state must not change, no dice may be thrown, and nothing may be
        told or measured that the owing side may not know before it gives the order.
        """
        return None

    @abstractmethod
    def lens(self, state: S, side: int) -> Any:
        """A cheap read-only window for a computer player of that side; follows the state as it changes."""

    @abstractmethod
    def imagine(self, state: S, side: int, chance: Chance, present: S) -> S:
        """A full state that `side` cannot tell from `state`: all it cannot know is dealt anew.

        `present` is the state as it stands now, inside the step that began at `state`; what the side learnt since
        `state` stays true as well. `REFEREE` imagines nothing: it gets a copy.
        """

    def canaries(self, state: S, side: int) -> tuple[S, list[str]]:
        """For the kit: a copy in which everything that `side` may not know bears a unique token, and the tokens."""
        return self.copy(state), []

    # ------------------------------------------------------------------ the referee's hand

    def changes(self, state: S) -> list[Change]:
        """What a referee may change on the table now, each with the words that its order takes; for the referee's panel."""
        return []

    def change(self, state: S, order: Order) -> None:
        """Change `state` as a referee orders; raises `IllegalOrder` with a reason.

        `order` is any plain order. The kernel gives a copy, and refuses as well what leaves an invariant broken.
        """
        raise IllegalOrder(Refusal(f"{self.title} has nothing that a referee may change.", "table:change"))

    # ------------------------------------------------------------------ armies and odds

    @property
    def muster(self) -> Muster | None:
        """What armies may be built of, what they cost, and how they come into scenarios; None where there is no such thing."""
        return None

    def matchup(self, first: str, second: str) -> Scenario:
        """The single battle of two short lists of units, the first attacking; raises `BadInput` where there is no such thing.

        `banneret.muster.matchup.matchup` takes armies from files as well.
        """
        raise BadInput(f"{self.id} makes no battle of two lists", hint="name a scenario or a file")

    def odds(self, first: str, second: str, flags: Mapping[str, str]) -> Any:
        """The odds of one force against another, counted exactly or as well as can be; raises `BadInput`.

        `flags` are what was said besides (`{"reveal": "uniform"}`). The answer shows itself as text, and as plain data by
        `to_json()` with at least `exact`, `attacker`, `defender`, `neither` and `expected_losses`.
        """
        raise BadInput(f"{self.id} cannot count the odds of one list against another", where="odds")

    # ------------------------------------------------------------------ computer players

    players: ClassVar[tuple[PlayerSpec, ...]] = (
        PlayerSpec("random", "Recruit", "picks any legal order"),
        PlayerSpec("greedy", "Captain", "plausible at once"),
        PlayerSpec("search", "Marshal", "thinks ahead"),
    )

    @abstractmethod
    def greedy(self, chance: Chance) -> Player:
        """The instant player that knows how to fight this rulebook."""

    postures: ClassVar[tuple[str, ...]] = ()
    """Other ways in which the greedy player can lead a battle, by name: bolder, warier, with reserves held back ...

    Tree search finds out in the course of a battle which of them does better than the greedy player's own. Good ones are about as
    strong as it, and win other battles than it does.
    """

    def greedy_in(self, posture: str, chance: Chance) -> Player:
        """The greedy player that leads the battle in one of `postures`."""
        return self.greedy(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first by the rulebook's own judgement; for tree search."""
        return decision.orders()[:most]

    def judge(self, state: S, side: int) -> float:
        """How good a state looks for `side`, from 0 (lost) to 1 (won); for tree search that stops early."""
        return 0.5

    def thinking(self, lens: Any) -> Thinking:
        """How tree search does best in the battle that a side sees through `lens`."""
        return Thinking()

    def is_quiet(self, state: S) -> bool:
        """Whether `judge` can be trusted with a state; tree search plays on beyond its horizon until it comes to such a one."""
        return True

    def sentence(self, event: Event) -> str:
        """The news as a sentence (events bring their own; here a rulebook may polish it)."""
        return event.text


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint with the names most like `name`, or all of them when there are few.

    >>> nearest("stax", ["stacks", "warcards"])
    "did you mean 'stacks'?"
    """
    names = list(known)
    close = get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(repr(match) for match in close) + "?"
    if len(names) <= 20:
        return "there are " + ", ".join(names) if names else "there are none"
    return f"there are {len(names)}, such as " + ", ".join(names[:5])


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file of a rulebook's own folder, of bounded size; raises `BadInput` naming file and line.

    Files that users bring are bounded more tightly where they are read: by the command line, and by each rulebook.
    """
    try:
        return tomllib.loads(read_bytes(path, MOST_BYTES).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"is no proper TOML: {error}", where=str(path)) from None
