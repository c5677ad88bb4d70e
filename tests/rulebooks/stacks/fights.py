"""Positions of `stacks` for tests: single battles and hex games set up in a line, and the words to play them.

    fight = battle(["storm_giants"], ["elves", "dwarves"])
    fight.reveal("storm_giants", "elves")
    fight.defender("guard dwarves", "show elves")
    assert fight.roll(1, 2) == (11, 10)
    assert fight.fallen(1) == ["dwarves"]

Units go by the id of their kind, the second of a kind as "elves#2"; artifacts, spells and hexes go by their names. Sides are 0
and 1, in a single battle `attacker` and `defender`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.geometry.hexes import HexGrid
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.order import Order
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacks import add_unit, put
from banneret.rulebooks.stacks.board.transports import may_board
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.setup.new_state import full_spell_pile, new_state
from banneret.rulebooks.stacks.stages import REVEAL, SCOUT
from banneret.rulebooks.stacks.state import (
    FALLEN,
    LEFT,
    NOBODY,
    RESERVE,
    SETUP,
    ArtifactChit,
    Setting,
    State,
    Unit,
)
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.options import flags_from
from banneret.testing import Tabletop

Given = tuple[Mapping[str, str], ...]


def unit_named(state: State, side: int, name: str) -> Unit:
    """A unit by its name: "elves" the first, "elves#2" the second of the side, wherever it is."""
    kind, _, number = name.partition("#")
    found = [u for u in state.units if u.side == side and state.setting.kinds[u.kind].id == kind]
    assert found, f"side {side} has no {kind}"
    return found[int(number) - 1 if number else 0]


class Fight(Tabletop):
    """A table on which units, artifacts and spells go by their ids."""

    def __init__(self, state: State) -> None:
        super().__init__(RULEBOOK, state)

    # ------------------------------------------------------------------ words

    def unit(self, side: int, name: str) -> Unit:
        """A unit by its name."""
        return unit_named(self.state, side, name)

    def kind(self, unit: Unit) -> str:
        """The id of a unit's kind."""
        return self.state.setting.kinds[unit.kind].id

    def _word(self, verb: str, at: int, word: object) -> str:
        """A word of an order as tests write it."""
        if not isinstance(word, int):
            return str(word)
        if word == NOBODY:
            return "nobody"
        if (verb, at) in (("use", 1), ("steal", 2), ("pass", 1)):
            return self.state.setting.artifact_kinds[self.state.artifacts[word].kind].id
        if (verb, at) == ("fight", 2):
            return self.state.setting.side_names[word]
        return self.kind(self.state.units[word])

    def words(self, order: Order) -> str:
        """An order in words, for reading in a test."""
        found = [f"({self.words(word)})" if isinstance(word, tuple) else "" for word in order]
        return " ".join([text or self._word(order[0], at, order[at]) for at, text in enumerate(found)])

    def _fits(self, side: int, order: Order, text: str) -> bool:
        """True if a text such as "guard dwarves" says an order."""
        said = text.split()
        if len(said) != len(order) or said[0] != order[0]:
            return False
        for at, word in enumerate(order[1:], 1):
            name, numbered, _ = said[at].partition("#")
            if isinstance(word, tuple) or self._word(said[0], at, word) != name:
                return False
            if numbered and self.unit(self.state.units[word].side, said[at]).id != word:
                return False
        return True

    def order_of(self, decision: Decision, text: str | Order) -> Order | Refusal:
        """The order that a text says; a part of support said twice means two units, or two chits of a spell."""
        found: list[Order] = []
        if isinstance(text, str) and decision.listed:
            found = [order for order in decision.orders() if self._fits(decision.side, order, text)]
            return found[0] if found else Refusal(f"'{text}' is not offered", "test:words")
        if isinstance(text, str) and decision.kind == "support":
            support: Any = decision
            for part in text.split(","):
                fitting = [item for item in support.items() if self._fits(decision.side, item, part)]
                found += [item for item in fitting if item not in found or item[0] == "cast"][:1] or [(part,)]
            text = ("support", *found)
        return super().order_of(decision, text)

    # ------------------------------------------------------------------ playing

    def orders(self, side: int, *texts: str) -> None:
        """Play on until the side is asked what each text answers, and answer it.

        Play does not go past the present round for it, but a text that begins with "reveal" may begin a new one.
        """
        for text in texts:
            self.say(side, text, stop=None if text.startswith("reveal") else self._later_round())

    def _later_round(self) -> Any:
        limit = max(1, self.round)
        return lambda state: state.fight is not None and state.fight.round > limit

    def attacker(self, *texts: str) -> None:
        """What side 0 does, one after the other."""
        self.orders(0, *texts)

    def defender(self, *texts: str) -> None:
        """What side 1 does, one after the other."""
        self.orders(1, *texts)

    def reveal(self, attacker: str, defender: str) -> None:
        """Play on to the next V1 and reveal these two."""
        fight = self.state.fight
        self.orders(fight.corners[0].side if fight else self.state.active, f"reveal {attacker}")
        self.orders(self.state.fight.corners[1].side, f"reveal {defender}")

    def roll(self, attacker: int, defender: int) -> tuple[int, int]:
        """Play on to the battle roll, show these dice, and return both sums."""
        self.dice(attacker, defender)
        return self.totals

    def until(self, kind: str, side: str | int | None = None, stop: Any = None) -> Decision | None:
        """Play on to the question of that kind; None if it is not asked in this round."""
        if stop is None and kind != "reveal":
            stop = self._later_round()
        return super().until(kind, side, stop)

    def offers(self, side: str | int, kind: str) -> list[str]:
        """Play on to the question of that kind for the side: what it offers in words; [] if it is not asked."""
        decision = self.until(kind, side)
        if decision is None:
            return []
        items = getattr(decision, "items", None)
        return [self.words(order) for order in (decision.orders() if items is None else items())]

    def to_round(self, number: int) -> None:
        """Play on to V1 of that round; dice must not be wanted before."""
        self.play_on(until=lambda s: s.stage == REVEAL and s.fight is not None and s.fight.round == number)
        assert (self.round, self.state.stage) == (number, REVEAL)

    def turn_of(self, side: int) -> None:
        """Play on until it is that side's turn (at once if it is) or all is over; dice must not be wanted before."""
        self.play_on(until=lambda state: state.active == side)
        assert self.is_over or self.state.active == side

    # ------------------------------------------------------------------ what came of it

    @property
    def winner(self) -> str:
        """The name of the side that won, "draw", or "" while it goes on."""
        return "" if not self.is_over else (self.winners or ["draw"])[0]

    @property
    def round(self) -> int:
        """The round in progress; 0: no battle is."""
        return 0 if self.state.fight is None else self.state.fight.round

    def stack(self, side: int, hex_: str = "") -> list[str]:
        """What a side has in a hex (the hex of the fight when none is named), in the order of their numbers."""
        here = 0 if self.state.fight is None else self.state.fight.hex
        place = self.state.setting.grid.named(hex_) if hex_ else here
        return [self.kind(self.state.units[i]) for i in self.state.stacks[side].get(place, ())]

    def in_place(self, side: int, place: int) -> list[str]:
        """What a side has in a place that is no hex."""
        return [self.kind(unit) for unit in self.state.units if unit.side == side and unit.place == place]

    def fallen(self, side: int) -> list[str]:
        """What a side has lost."""
        return self.in_place(side, FALLEN)

    def left(self, side: int) -> list[str]:
        """What of a side has left a single battle."""
        return self.in_place(side, LEFT)

    def front(self, side: int) -> str:
        """The combatant of a side; "" for none."""
        for corner in self.state.fight.corners:
            if corner.side == side and corner.front != NOBODY:
                return self.kind(self.state.units[corner.front])
        return ""

    def hand(self, side: int) -> list[str]:
        """The spells a side holds."""
        return [self.state.setting.spell_kinds[kind].id for kind in self.state.hands[side]]

    def artifacts(self, side: int, name: str) -> list[str]:
        """The artifacts a unit holds."""
        holder = self.unit(side, name).id
        kinds = self.state.setting.artifact_kinds
        return [kinds[chit.kind].id for chit in self.state.artifacts if chit.holder == holder]

    @property
    def totals(self) -> tuple[int, int]:
        """Both sums of the last battle roll, the attacker's first."""
        first, second = self.last("roll").data["totals"]
        return first, second

    def causes(self, side: int) -> dict[str, int]:
        """What a side's last battle roll was made of, by rule, without the die (0 the attacker's, 1 the defender's)."""
        found: dict[str, int] = {}
        for part in self.tally("roll", side).explain():
            if part.rule != "stacks:roll.dice":
                found[part.rule] = found.get(part.rule, 0) + part.amount
        return found

    # ------------------------------------------------------------------ arranging

    def paralyze(self, side: int, *names: str, turns: int = 0) -> None:
        """Let units be paralyzed, to the end of the battle or for so many of their owner's turns, before a question."""

        def hold(state: State) -> None:
            for name in names:
                unit = unit_named(state, side, name)
                if turns:
                    unit.held_turns = turns
                else:
                    unit.held = True

        self.arrange(hold)


# ---------------------------------------------------------------- building


def battle(
    attacker: Sequence[str],
    defender: Sequence[str],
    terrain: str = "Plains",
    *,
    options: Mapping[str, str] | None = None,
    spells: tuple[Sequence[str], Sequence[str]] = ((), ()),
    artifacts: Given = ({}, {}),
    scouting: bool = False,
) -> Fight:
    """A single battle, side 0 attacking, at V1 of its first round (`scouting`: at S1).

    `artifacts` gives each side's artifacts with their holders: `({"oathsword": "dwarflord"}, {})`. At Sea whoever cannot
    swim or fly is aboard the first ship with room.
    """
    data = {
        "terrain": terrain,
        "attacker": list(attacker),
        "defender": list(defender),
        "attacker_spells": list(spells[0]),
        "defender_spells": list(spells[1]),
        "attacker_artifacts": _holders(attacker, artifacts[0]),
        "defender_artifacts": _holders(defender, artifacts[1]),
    }
    scenario = Scenario("test", "Test", "test", ("attacker", "defender"), "", data, "battle")
    table = Fight(new_state(scenario, RULEBOOK.options(options)))
    if not scouting:
        table.until("reveal")
    return table


def _holders(units: Sequence[str], given: Mapping[str, str]) -> list[dict[str, Any]]:
    """The artifacts of a stack as scenarios have them."""
    rows: list[dict[str, Any]] = []
    for artifact, holder in given.items():
        kind, _, number = holder.partition("#")
        places = [place for place, unit in enumerate(units) if unit == kind]
        rows.append({"artifact": artifact, "holder": places[int(number) - 1 if number else 0]})
    return rows


def field(
    rows: Sequence[str],
    *armies: Mapping[str, Sequence[str]],
    options: Mapping[str, str] | None = None,
    spells: Sequence[Sequence[str]] = (),
    artifacts: Sequence[Mapping[str, str]] = (),
    aboard: Sequence[Mapping[str, str]] = (),
    reserves: Sequence[Sequence[str]] = (),
    stack_limit: int = 0,
    goal: str = "capital",
    stage: int = SCOUT,
    turn_limit: int = 8,
    before: Any = None,
) -> Fight:
    """A hex game on a map of these rows, side 0 active, at the beginning of the Scout Phase (or another stage).

    `armies` gives each side's stacks: `{"B1": ["elves", "ents"]}`; `artifacts` each side's artifacts with their holders,
    `aboard` each side's passengers with their ships (at Sea whoever needs one boards the first with room anyway).
    The sides are called red, blue, green and gold. `before` may change the state before the first question.
    """
    known = facts()
    grid = HexGrid(len(rows[0]), len(rows))
    letters = {terrain.letter: terrain.id for terrain in known.terrains}
    names = ["red", "blue", "green", "gold"][: len(armies)]
    terrain = [letters[letter] for row in rows for letter in row]
    setting = Setting(known, "test", names, grid, terrain, flags_from(RULEBOOK.options(options)))
    setting.goal = goal
    setting.stack_limit = stack_limit
    setting.turn_limit = turn_limit
    setting.first = 0
    setting.artifacts_possible = any(artifacts)
    state = State(
        setting=setting,
        stage=stage,
        units=[],
        stacks=[{} for _ in armies],
        artifacts=[],
        hands=[[] for _ in armies],
        spell_pile=full_spell_pile(known),
        spell_discards=[],
        piles={},
        artifact_pile=[artifact.index for artifact in setting.artifact_kinds],
        standards=[NOBODY] * grid.size,
        turn=1,
        clock=1,
    )
    for side, army in enumerate(armies):
        for hex_, units in army.items():
            for unit in units:
                _enlist(state, side, grid.named(hex_), unit)
    for side, units in enumerate(reserves):
        for unit in units:
            put(state, add_unit(state, known.unit(unit).index, side, RESERVE, SETUP), RESERVE)
    for side, given in enumerate(artifacts):
        for artifact, holder in given.items():
            kind = known.artifact(artifact).index
            state.artifact_pile.remove(kind)
            state.artifacts.append(ArtifactChit(kind, unit_named(state, side, holder).id))
    for side, pairs in enumerate(aboard):
        for unit, ship in pairs.items():
            unit_named(state, side, unit).aboard = unit_named(state, side, ship).id
    _embark(state)
    for side, hand in enumerate(spells):
        for spell in hand:
            kind = known.spell(spell).index
            state.spell_pile.remove(kind)
            state.hands[side].append(kind)
        state.hands[side].sort()
    if before is not None:
        before(state)
    return Fight(state)


def _enlist(state: State, side: int, hex_: int, unit_id: str) -> None:
    kind = state.setting.facts.unit(unit_id)
    unit = add_unit(state, kind.index, side, hex_, SETUP)
    if kind.site:
        show(unit, everybody(state))


def _embark(state: State) -> None:
    """Whoever cannot be in its hex by itself boards the first own transport there with room."""
    for unit in state.units:
        if unit.place < 0 or unit.aboard != NOBODY or may_be_by_itself(state, unit, unit.place):
            continue
        for number in state.stacks[unit.side][unit.place]:
            if may_board(state, unit, state.units[number]):
                unit.aboard = number
                break
