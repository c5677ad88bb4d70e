"""A scripted table for tests of rules: say what the sides do and what the dice show, and look at what came of it.

    fight = battle(["storm_giants"], ["elves", "dwarves"])
    fight.reveal("storm_giants", "elves")
    fight.defender("guard dwarves", "show elves")
    assert fight.roll(1, 2) == (11, 10)
    assert fight.fallen(1) == ["dwarves"]

Whoever is not told what to do declines: nobody retreats, guards, supports, calls off; whoever must name a unit names the
first. So a test says only what matters. Units go by the id of their kind, the second of a kind as "elves#2"; artifacts,
spells and hexes go by their names. Sides are 0 and 1, in a single battle `attacker` and `defender`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.geometry.hexes import HexGrid
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Dice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.scenario import Scenario
from banneret.kernel.table import Answer, Pending, Roll, StepTable
from banneret.kernel.tally import Tally
from banneret.kernel.viewer import REFEREE, Viewer, viewer_of
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacks import add_unit, put
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
from banneret.rulebooks.stacks.tables.eligibility import can_board, takes_place
from banneret.rulebooks.stacks.tables.facts import Facts, facts
from banneret.rulebooks.stacks.tables.options import flags_from

DECLINES: tuple[Order, ...] = (("none",), ("stay",), ("support",), ("accept",), ("continue",), ("done",))
MOST_QUESTIONS = 500
Given = tuple[Mapping[str, str], ...]


class NoDice(Dice):
    """People roll: every die puts the step aside."""

    def die(self, faces: int) -> int:
        return 0


class TableTop:
    """A state, the questions on the table, and the words to answer them."""

    def __init__(self, state: State, facts_of_test: Facts | None = None) -> None:
        self.checkpoint = state
        self.state = state
        self.questions: list[Decision] = []
        self.wanted: Roll | None = None
        self.answers: list[Answer] = []
        self.events: list[Event] = []  # of all finished steps and the running one
        self.asked: list[tuple[str, int]] = []  # (kind, side) of every question put so far
        self.checked = True  # hold every state to the invariants
        self._told: list[Event] = []
        self._sealed: set[int] = set()
        self._run()

    # ------------------------------------------------------------------ the engine

    def _run(self) -> None:
        """Run steps until a question or a die is wanted, or it is over."""
        self.questions, self.wanted = [], None
        while self.checkpoint.outcome is None:
            work = self.checkpoint.copy()
            table = StepTable(self.answers, NoDice())
            try:
                RULEBOOK.step(work, table)
            except Pending as pending:
                self.state = work
                self.wanted = pending.roll
                self.questions = pending.decisions
                self.events = self._told + [event for _, event in table.events]
                for decision in pending.decisions:
                    if decision.side not in self._sealed:
                        self.asked.append((decision.kind, decision.side))
                return
            self._told += [event for _, event in table.events]
            self.checkpoint = self.state = work
            self.answers = []
            self._check()
        self.events = list(self._told)

    def _check(self) -> None:
        if self.checked:
            faults = RULEBOOK.invariants(self.checkpoint)
            assert not faults, faults

    def give(self, side: int, order: Order) -> None:
        """Answer the question that a side owes."""
        decision = self.question(side)
        assert decision is not None, f"side {side} owes nothing"
        refusal = decision.check(order)
        assert refusal is None, refusal
        self._sealed = {other.side for other in self.questions if other.side != side}
        self.answers.append(Answer(side, order))
        self._run()
        self._sealed = set()

    def question(self, side: int) -> Decision | None:
        """What a side owes now."""
        for decision in self.questions:
            if decision.side == side:
                return decision
        return None

    def decline(self) -> None:
        """Answer the first question on the table with as little as possible."""
        decision = self.questions[0]
        for order in DECLINES:
            if decision.check(order) is None:
                self.give(decision.side, order)
                return
        self.give(decision.side, decision.orders()[0] if decision.listed else decision.default())

    def show_dice(self, *values: int) -> None:
        """Play on and show these dice, one after the other, to whatever wants them."""
        for value in values:
            self.until_dice()
            assert self.wanted is not None, "no die is wanted any more"
            assert 1 <= value <= self.wanted.faces
            self.answers.append(Answer(self.wanted.side, None, self.wanted.faces, value, self.wanted.to))
            self._run()

    def until_dice(self) -> None:
        """Play on, everybody declining, until a die is wanted or it is over."""
        for _ in range(MOST_QUESTIONS):
            if not self.questions:
                return
            self.decline()

    # ------------------------------------------------------------------ words

    def unit(self, side: int, name: str) -> Unit:
        """A unit by its name: "elves" the first, "elves#2" the second of the side, wherever it is."""
        kind, _, number = name.partition("#")
        found = [unit for unit in self.state.units if unit.side == side and self.kind(unit) == kind]
        assert found, f"side {side} has no {kind}"
        return found[int(number) - 1 if number else 0]

    def kind(self, unit: Unit) -> str:
        """The id of a unit's kind."""
        return self.state.setting.kinds[unit.kind].id

    def _means(self, side: int, verb: str, at: int, word: object, text: str) -> bool:
        """Whether a word of a text may stand for a word of an order."""
        if isinstance(word, tuple):
            return False
        if not isinstance(word, int):
            return text == word
        if word == NOBODY:
            return text == "nobody"
        if (verb, at) in (("use", 1), ("steal", 2), ("pass", 1)):
            return self.state.setting.artifact_kinds[self.state.artifacts[word].kind].id == text
        if (verb, at) == ("fight", 2):
            return self.state.setting.side_names[word] == text
        kind, _, number = text.partition("#")
        unit = self.state.units[word]
        return self.kind(unit) == kind and (not number or self.unit(unit.side, text) is unit)

    def fits(self, side: int, order: Order, text: str) -> bool:
        """Whether a text such as "guard dwarves" says an order."""
        words = text.split()
        if len(words) != len(order) or words[0] != order[0]:
            return False
        return all(self._means(side, words[0], at, order[at], words[at]) for at in range(1, len(order)))

    def say(self, order: Order) -> str:
        """An order in the words of `fits`, for reading in a test."""
        words: list[str] = []
        for at, word in enumerate(order):
            if isinstance(word, tuple):
                words.append(f"({self.say(word)})")
            elif not isinstance(word, int):
                words.append(str(word))
            elif word == NOBODY:
                words.append("nobody")
            elif (order[0], at) in (("use", 1), ("steal", 2), ("pass", 1)):
                words.append(self.state.setting.artifact_kinds[self.state.artifacts[word].kind].id)
            elif (order[0], at) == ("fight", 2):
                words.append(self.state.setting.side_names[word])
            else:
                words.append(self.kind(self.state.units[word]))
        return " ".join(words)

    def _answer(self, decision: Decision, text: str) -> Order | None:
        """The order that a text says, among those the decision offers; None if none."""
        if decision.listed:
            for order in decision.orders():
                if self.fits(decision.side, order, text):
                    return order
            return None
        if decision.kind == "support":
            return self._support(decision, [part.strip() for part in text.split(",")])
        return None

    def _support(self, decision: Any, parts: list[str]) -> Order | None:
        """The items of support that these parts say; a part said twice means two units, or two chits of a spell."""
        found: list[Order] = []
        for part in parts:
            fitting = [item for item in decision.items() if self.fits(decision.side, item, part)]
            fresh = [item for item in fitting if item not in found or item[0] == "cast"]
            if not fresh:
                return None
            found.append(fresh[0])
        order = ("support", *found)
        return order if decision.check(order) is None else None

    # ------------------------------------------------------------------ playing

    def orders(self, side: int, *texts: str) -> None:
        """Play on until the side is asked what each text answers, everybody else declining, and answer it.

        Play does not go past the present round for it, but a text that begins with "reveal" may begin a new one.
        """
        for text in texts:
            self._order(side, text)

    def _order(self, side: int, text: str) -> None:
        limit = self._round_limit()
        passed: list[str] = []
        for _ in range(MOST_QUESTIONS):
            assert self.questions, f"nobody is asked for '{text}' any more, after {passed[-8:]}"
            decision = self.question(side)
            if decision is not None:
                order = self._answer(decision, text)
                if order is not None:
                    self.give(side, order)
                    return
            late = self.state.fight is not None and self.state.fight.round > limit
            assert not late or text.startswith("reveal"), f"'{text}' was not possible, after {passed[-8:]}"
            passed.append(f"{self.questions[0].kind} of side {self.questions[0].side}")
            self.decline()
        raise AssertionError(f"'{text}' was never possible")

    def _round_limit(self) -> int:
        fight = self.state.fight
        return 1 if fight is None else max(1, fight.round)

    def attacker(self, *texts: str) -> None:
        """What side 0 does, one after the other."""
        self.orders(0, *texts)

    def defender(self, *texts: str) -> None:
        """What side 1 does, one after the other."""
        self.orders(1, *texts)

    def reveal(self, attacker: str, defender: str) -> None:
        """Play on to the next V1 and reveal these two."""
        self.orders(
            self.state.fight.corners[0].side if self.state.fight else self.state.active, f"reveal {attacker}"
        )
        assert self.state.fight is not None
        self.orders(self.state.fight.corners[1].side, f"reveal {defender}")

    def roll(self, attacker: int, defender: int) -> tuple[int, int]:
        """Play on to the battle roll, show these dice, and return both sums."""
        self.show_dice(attacker, defender)
        return self.totals

    def until(self, kind: str, side: int | None = None) -> Decision | None:
        """Play on, everybody declining, to the question of that kind; None if it is not asked in this round."""
        limit = self._round_limit()
        for _ in range(MOST_QUESTIONS):
            for decision in self.questions:
                if decision.kind == kind and side in (None, decision.side):
                    return decision
            late = self.state.fight is not None and self.state.fight.round > limit
            if not self.questions or (late and kind != "reveal"):
                return None
            self.decline()
        raise AssertionError(f"no end before '{kind}'")

    def offers(self, side: int, kind: str) -> list[str]:
        """Play on to the question of that kind for the side, and return what it offers in words; [] if it is not asked."""
        decision = self.until(kind, side)
        if decision is None:
            return []
        items = getattr(decision, "items", None)
        return [self.say(order) for order in (decision.orders() if items is None else items())]

    def refusal(self, side: int, kind: str, order: Order) -> Refusal | None:
        """Play on to the question and return what it says to an order; None if it may be given."""
        decision = self.until(kind, side)
        assert decision is not None, f"side {side} is not asked for '{kind}'"
        return decision.check(order)

    def to_round(self, number: int) -> None:
        """Play on, everybody declining, to V1 of that round; dice must not be wanted before."""
        for _ in range(MOST_QUESTIONS):
            fight = self.state.fight
            if fight is not None and fight.round == number and self.state.stage == REVEAL:
                return
            self.decline()
        raise AssertionError(f"round {number} does not come")

    def finish(self, *dice: int) -> None:
        """Play on to the end, everybody declining, with these dice and no others."""
        self.show_dice(*dice)
        self.until_dice()
        assert self.over, "a die is wanted"

    def turn_of(self, side: int) -> None:
        """Play on, everybody declining, until it is that side's turn (at once if it is) or all is over."""
        for _ in range(MOST_QUESTIONS):
            if self.over or self.state.active == side:
                return
            assert self.questions, "a die is wanted"
            self.decline()
        raise AssertionError("the turn does not end")

    # ------------------------------------------------------------------ what came of it

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return self.checkpoint.outcome is not None

    @property
    def winner(self) -> str:
        """Who won: the name of a side, "draw", or "" while it goes on."""
        outcome = self.checkpoint.outcome
        if outcome is None:
            return ""
        return self.state.setting.side_names[outcome.winners[0]] if outcome.winners else "draw"

    @property
    def round(self) -> int:
        """The round in progress; 0: no battle is."""
        return 0 if self.state.fight is None else self.state.fight.round

    @property
    def hex(self) -> int:
        """The hex in question: of the fight, else the first."""
        return 0 if self.state.fight is None else self.state.fight.hex

    def stack(self, side: int, hex_: str = "") -> list[str]:
        """What a side has in a hex (the hex of the fight when none is named), in the order of their numbers."""
        place = self.state.setting.grid.named(hex_) if hex_ else self.hex
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
        assert self.state.fight is not None
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
        first, second = self.rolled.data["totals"]
        return first, second

    @property
    def rolled(self) -> Event:
        """The news of the last battle roll."""
        return next(event for event in reversed(self.events) if event.kind == "roll")

    def tally(self, side: int) -> Tally:
        """The sum of a side's last battle roll (0 the attacker's, 1 the defender's)."""
        return self.rolled.tallies[side]

    def causes(self, side: int) -> dict[str, int]:
        """What a side's last battle roll was made of, by rule, without the die."""
        found: dict[str, int] = {}
        for part in self.tally(side).explain():
            if part.rule != "stacks:roll.dice":
                found[part.rule] = found.get(part.rule, 0) + part.amount
        return found

    def news(self, viewer: int | Viewer = REFEREE) -> list[str]:
        """The news as a side reads them (-1 the referee, -2 a spectator)."""
        return [
            event.text
            for event in self.events
            if event.seen_by(viewer_of(viewer) if isinstance(viewer, int) else viewer)
        ]

    def kinds_of_news(self) -> list[str]:
        """The kinds of all news so far."""
        return [event.kind for event in self.events]

    # ------------------------------------------------------------------ arranging

    def paralyze(self, side: int, *names: str, turns: int = 0) -> None:
        """Let units be paralyzed, to the end of the battle or for so many of their owner's turns, before a question."""
        for state in (self.checkpoint, self.state):
            for name in names:
                unit = state.units[self.unit(side, name).id]
                if turns:
                    unit.held_turns = turns
                else:
                    unit.held = True
        self._rerun()

    def change(self, change: Any) -> None:
        """Change the state with a function of it, before a question; the question is then put anew."""
        change(self.checkpoint)
        self._rerun()

    def _rerun(self) -> None:
        asked = len(self.asked)
        self._run()
        del self.asked[asked:]


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
) -> TableTop:
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
    table = TableTop(new_state(scenario, RULEBOOK.options(options)))
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
) -> TableTop:
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
    table = TableTop.__new__(TableTop)
    table.state = state
    for side, given in enumerate(artifacts):
        for artifact, holder in given.items():
            kind = known.artifact(artifact).index
            state.artifact_pile.remove(kind)
            state.artifacts.append(ArtifactChit(kind, table.unit(side, holder).id))
    for side, pairs in enumerate(aboard):
        for unit, ship in pairs.items():
            table.unit(side, unit).aboard = table.unit(side, ship).id
    _embark(state)
    for side, hand in enumerate(spells):
        for spell in hand:
            kind = known.spell(spell).index
            state.spell_pile.remove(kind)
            state.hands[side].append(kind)
        state.hands[side].sort()
    if before is not None:
        before(state)
    return TableTop(state)


def _enlist(state: State, side: int, hex_: int, unit_id: str) -> None:
    kind = state.setting.facts.unit(unit_id)
    unit = add_unit(state, kind.index, side, hex_, SETUP)
    if kind.site:
        show(unit, everybody(state))


def _embark(state: State) -> None:
    """Whoever cannot be in its hex by itself boards the first own transport there with room."""
    kinds = state.setting.kinds
    for unit in state.units:
        if unit.place < 0 or unit.aboard != NOBODY or may_be_by_itself(state, unit, unit.place):
            continue
        for number in state.stacks[unit.side][unit.place]:
            ship = state.units[number]
            taken = [
                other for other in state.units if other.aboard == number and takes_place(kinds[other.kind])
            ]
            room = len(taken) < kinds[ship.kind].transport or not takes_place(kinds[unit.kind])
            if can_board(kinds[ship.kind], kinds[unit.kind]) and room:
                unit.aboard = number
                break
