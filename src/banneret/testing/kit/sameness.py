"""The same battle in every way of running it: straight through, interrupted, replayed, undone, direct, with typed dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from banneret.kernel.battle import Battle
from banneret.kernel.battle.course import Course
from banneret.kernel.decision import Decision
from banneret.kernel.dice import ScriptedDice, SeededDice, player_chance
from banneret.kernel.direct import play
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order, write_order
from banneret.kernel.player import Player, RandomPlayer
from banneret.kernel.record.entry import Entry
from banneret.kernel.record.record import Record
from banneret.kernel.table import Answer, RecordMismatch, Table
from banneret.testing.kit.cases import MOST_STEPS, Case, Recorder, described, sights, some, tour


def unsealed(battle: Battle | str) -> list[str]:
    """The entries of a battle or record without the seals of secret orders, which depend on its seed."""
    entries = Record.parse(battle).entries if isinstance(battle, str) else battle.entries
    return [str(replace(entry, seal="", salt="")) for entry in entries]


def check_resumed(case: Case) -> None:
    """Suspended and resumed at every decision, a battle stands exactly as it stood, for everyone.

    At every decision the running step is resumed from the bytes of its checkpoint; at many the whole battle is loaded from its text too.
    """
    rulebook = case.rulebook
    for index, battle in enumerate(tour(case)):
        course = battle.course
        data = rulebook.dump(course.checkpoint)
        again = rulebook.load(data, course.checkpoint)
        case.same(rulebook.dump(again), data, battle, "The state read from its bytes gives other bytes.")
        resumed = Course(rulebook, again, ScriptedDice([]), len(battle.sides))
        resumed.answers = list(course.answers)
        try:
            resumed.run()
        except (RecordMismatch, BadInput) as error:
            case.fail(battle, f"The step, run again from its checkpoint, goes otherwise: {error}.")
        case.same(
            rulebook.dump(resumed.present),
            battle.dump(),
            battle,
            "The step, run again from its checkpoint, leads to another state.",
        )
        case.same(
            [described(decision) for decision in resumed.decisions],
            [described(decision) for decision in course.decisions],
            battle,
            "The step, run again from its checkpoint, asks something else.",
        )
        if some(index, first=5, stride=60):
            _check_loaded(case, battle)
    _check_loaded(case, battle)


def _check_loaded(case: Case, battle: Battle) -> None:
    text = battle.private_text
    again = Battle.from_record(case.rulebook, Record.parse(text))
    case.same(again.private_text, text, battle, "A battle loaded from its text has another text.")
    case.same(again.dump(), battle.dump(), battle, "A battle loaded from its text has another state.")
    case.same(sights(again), sights(battle), battle, "A battle loaded from its text shows something else.")
    case.same(
        again.commitment, battle.commitment, battle, "A battle loaded from its text has another commitment."
    )


class ScriptTable(Table):
    """A table that plays straight through from a list of answers, and keeps no news."""

    def __init__(self, answers: list[Answer]) -> None:
        self.telling = False
        self.answers = answers
        self.at = 0

    def _next(self) -> Answer:
        if self.at == len(self.answers):
            raise BadInput("more is asked than was answered at the table")
        self.at += 1
        return self.answers[self.at - 1]

    def ask(self, decision: Decision) -> Order:
        """The next answer."""
        answer = self._next()
        if answer.order is None or answer.side != decision.side:
            raise BadInput(f"'{decision.kind}' is asked where the table had something else")
        return answer.order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The next answers, in whatever order they came."""
        given = {answer.side: answer.order for answer in (self._next() for _ in decisions)}
        orders = [given.get(decision.side) for decision in decisions]
        if None in orders:
            raise BadInput(f"'{decisions[0].kind}' is asked of others than at the table")
        return [order for order in orders if order is not None]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """The next die."""
        answer = self._next()
        if answer.faces != faces or answer.side != side:
            raise BadInput(f"a die of {faces} faces is rolled where the table had something else")
        return answer.value


def answers_of(battle: Battle) -> list[Answer]:
    """All answers of a battle, from its record."""
    found = []
    for number in battle.record.history.standing():
        entry = battle.record.entry(number)
        side = battle.sides.index(entry.who) if entry.who in battle.sides else -1
        found.append(Answer(side, None if entry.faces else entry.words, entry.faces, entry.value))
    return found


def check_straight(case: Case) -> None:
    """Run straight through in the direct mode with the orders and dice of the table, a battle ends in the same state."""
    rulebook = case.rulebook
    battle = case.battle()
    for _ in tour(case, battle):
        pass
    state = rulebook.new(case.scenario, battle.options)
    table = ScriptTable(answers_of(battle))
    try:
        for _ in range(MOST_STEPS * 10):
            if rulebook.outcome(state) is not None:
                break
            rulebook.step(state, table)
    except BadInput as error:
        case.fail(battle, f"Straight through, the battle goes otherwise after answer {table.at}: {error}.")
    case.same(table.at, len(table.answers), battle, "Straight through, the battle is over earlier.")
    case.same(rulebook.outcome(state), battle.outcome, battle, "Straight through, the battle ends otherwise.")
    case.same(
        rulebook.dump(state), battle.dump(), battle, "Straight through, the battle ends in another state."
    )


def check_history(case: Case) -> None:
    """`battle.at(n)` is the battle as it stood, at every entry; told again, it has the same news and states."""
    dumps: dict[int, bytes] = {}
    looks: dict[int, dict[str, bytes]] = {}
    battle = case.battle()
    for index, _ in enumerate(tour(case, battle)):
        dumps[battle.record.count] = battle.dump()
        if some(index, first=3, stride=60):
            looks[battle.record.count] = sights(battle)
    dumps[battle.record.count], looks[battle.record.count] = battle.dump(), sights(battle)
    for number, seen in looks.items():
        past = battle.at(number)
        case.same(past.dump(), dumps[number], past, f"The battle at entry {number} is not as it was then.")
        case.same(sights(past), seen, past, f"The battle at entry {number} does not look as it did.")
    for number, _, told in battle.replay():
        if number in dumps and told.record.count == number:
            case.same(told.dump(), dumps[number], told, f"Told again, entry {number} leads elsewhere.")
    case.same(told.record.text, battle.record.open_text, battle, "Told again, the battle has another record.")


def check_undo(case: Case) -> None:
    """An undo takes an order back exactly, and the order given again leads to the same; by agreement, any entry can be gone back to."""
    battle = case.battle()
    before: tuple[str, bytes, dict[str, bytes]] | None = None
    dumps: dict[int, bytes] = {}
    for index, _ in enumerate(tour(case, battle)):
        last = battle.entries[-1] if battle.record.count else None
        if before is not None and last is not None and last.kind == "order":
            _undo_and_redo(case, battle, last, before)
        looked = some(index + 1, first=8, stride=40)
        before = (battle.private_text, battle.dump(), sights(battle)) if looked else None
        dumps[battle.record.count] = battle.dump()
        if index in (7, 40) or index % 200 == 120:
            _go_back(case, battle, dumps)


def _undo_and_redo(
    case: Case, battle: Battle, last: Entry, before: tuple[str, bytes, dict[str, bytes]]
) -> None:
    text, dump, seen = before
    if battle.why_not_undo(last.who) is not None:
        return
    now, now_dump, now_seen = battle.private_text, battle.dump(), sights(battle)
    seals = battle.seals
    order = battle.undo(last.who)
    case.same(order, last.words, battle, "An undo gave back another order than the last.")
    case.same(battle.private_text, text, battle, "After an undo the record is not as before the order.")
    case.same(battle.dump(), dump, battle, "After an undo the state is not as before the order.")
    case.same(sights(battle), seen, battle, "After an undo something looks otherwise than before.")
    battle.give(last.who, last.words)
    case.same(unsealed(battle), unsealed(now), battle, "An order given again is recorded otherwise.")
    case.same(battle.dump(), now_dump, battle, "An order given again leads to another state.")
    case.same(sights(battle), now_seen, battle, "An order given again looks otherwise.")
    if last.seal and battle.seals[-1] == seals[-1]:
        case.fail(battle, "A secret order that was taken back has the same seal when it is given again.")


def _go_back(case: Case, battle: Battle, dumps: dict[int, bytes]) -> None:
    """Go back by agreement in a copy of the battle, to a question and forth again."""
    count = battle.record.count
    other = Battle.from_record(case.rulebook, Record.parse(battle.private_text))
    targets = [number for number in dumps if number < count]
    if not targets:
        return
    target = targets[case.chance(f"back {count}").below(len(targets))]
    other.undo_agreed(target, list(other.sides))
    case.same(other.dump(), dumps[target], other, f"Gone back to entry {target}, the state is not as then.")
    case.same(other.record.count, count + 1, other, "Going back is not one entry of its own.")
    _check_loaded(case, other)
    other.undo_agreed(count, list(other.sides))
    case.same(other.dump(), dumps[count], other, "Gone back and forth again, the state is another.")
    _check_loaded(case, other)


def check_direct(case: Case) -> None:
    """Same seed, same players: the direct mode gives the same orders, dice and end as the table."""
    rulebook = case.rulebook
    for spec in ("random", "greedy"):
        seed = f"kit direct {case.seed}"
        battle = case.battle(seed=seed, players=dict.fromkeys(case.scenario.sides, spec))
        battle.advance()
        if not battle.is_over:
            case.fail(battle, f"Computer players ({spec}) do not finish the battle.")
        if any(entry.kind == "player" for entry in battle.entries):
            case.fail(battle, f"The player {spec} failed.")
        kept: list[tuple[int, Order]] = []
        players: list[Recorder] = []
        for side in range(len(case.scenario.sides)):
            chance = player_chance(seed, side)
            made = RandomPlayer(chance) if spec == "random" else rulebook.computer.greedy(chance)
            players.append(Recorder(made, kept))
        state = rulebook.new(case.scenario, battle.options)
        outcome = play(rulebook, state, list[Player](players), SeededDice(seed))
        short = sorted({kind for player in players for kind in player.short})
        if short:
            case.fail(battle, f"In the direct mode options are missing of {', '.join(short)}.")
        at_table = [(battle.sides.index(e.who), e.words) for e in battle.entries if e.kind == "order"]
        case.same(
            _texts(kept), _texts(at_table), battle, f"In the direct mode {spec} players order otherwise."
        )
        case.same(outcome, battle.outcome, battle, "In the direct mode the battle ends otherwise.")
        case.same(rulebook.dump(state), battle.dump(), battle, "In the direct mode the state is another.")


def _texts(orders: list[tuple[int, Any]]) -> list[tuple[int, str]]:
    return [(side, write_order(order)) for side, order in orders]


def check_typed(case: Case) -> None:
    """Dice typed in as the seed would have shown them lead to the same battle; wrong dice are refused."""
    battle = case.battle()
    for _ in tour(case, battle):
        pass
    typed = case.battle(dice="typed")
    for number, entry in enumerate(battle.entries, 1):
        roll = typed.roll_wanted
        if entry.faces:
            if roll is None:
                case.fail(typed, f"With typed dice no die is needed where entry {number} was '{entry}'.")
            before = typed.text
            for wrong in (0, -1, roll.faces + 1, 10**9):
                try:
                    typed.give_roll(wrong)
                except ValueError as error:
                    refusal = getattr(error, "refusal", None)
                    case.same(getattr(refusal, "rule", ""), "table:dice", typed, "A wrong die has no rule.")
                else:
                    case.fail(typed, f"A die of {roll.faces} faces was accepted as {wrong}.")
            case.same(typed.text, before, typed, "A refused die left a trace.")
            typed.give_roll(entry.value)
        else:
            if roll is not None:
                case.fail(typed, f"With typed dice a die is needed where entry {number} was '{entry}'.")
            typed.give(entry.who, entry.words)
    case.same(typed.dump(), battle.dump(), typed, "With typed dice the battle ends in another state.")
    case.same(typed.outcome, battle.outcome, typed, "With typed dice the battle ends otherwise.")
    case.same(
        unsealed(typed),
        unsealed(battle),
        typed,
        "With typed dice the entries are others.",
    )
