"""Computer players at the table: they see their seat only, and one that fails is replaced."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from kernel import toy
from kernel.toy import RULEBOOK, HiddenHands

import banneret.players
from banneret.kernel.battle import Battle
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, SeededDice, player_chance
from banneret.kernel.direct import ImaginingTable, play
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.order import Order
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.kernel.record.record import Record
from banneret.kernel.rulebook import Rulebook
from banneret.players.watchdog import Watchdog
from banneret.testing.kit import hiding


class Odd(Player):
    """Fails in a way, from its third order on."""

    def __init__(self, how: str) -> None:
        self.name = how
        self.imagines = False
        self.how = how
        self.asked = 0
        self.notes: list[str] = []

    def choose(self, decision: Decision, seat: Seat) -> Order:
        self.asked += 1
        if self.asked < 3:
            return decision.default()
        if self.how == "raises":
            raise RuntimeError("no idea\nat all")
        if self.how == "notes":
            self.notes.append("search ran out of time: greedy answered")
            return decision.default()
        answers: dict[str, Any] = {"cheats": ("play", 99), "babbles": 7, "silent": None}
        return answers[self.how]  # type: ignore[no-any-return]


def maker(spec: str, rulebook: Rulebook[Any], chance: Chance) -> Player:
    if spec == "random":
        return RandomPlayer(chance)
    if spec == "unmade":
        raise RuntimeError("out of order")
    if spec in ("raises", "cheats", "babbles", "silent", "notes"):
        return Odd(spec)
    raise BadInput(f"there is no player {spec!r}")


def start(players: dict[str, str], rulebook: HiddenHands = RULEBOOK, **more: Any) -> Battle:
    return Battle.start(rulebook, "duel", seed=5, players=players, maker=maker, **more)


def test_computer_players_answer_until_a_person_is_owed_for() -> None:
    battle = start({"reds": "greedy"})
    assert battle.waiting_for == ["reds"]
    assert battle.advance() > 0
    assert battle.waiting_for == ["blues"]
    assert battle.players == {"reds": "greedy"}
    assert battle.advance() == 0


def test_no_more_orders_than_wanted() -> None:
    battle = start({"reds": "random", "blues": "random"})
    before = sum(1 for entry in battle.entries if entry.kind == "order")
    assert battle.advance(3) == 3
    assert sum(1 for entry in battle.entries if entry.kind == "order") == before + 3


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("raises", "raises raised RuntimeError: no idea at all"),
        ("cheats", "cheats gave the illegal order play 99"),
        ("babbles", "babbles raised TypeError|babbles gave the illegal order"),
        ("silent", "silent raised TypeError|silent gave the illegal order"),
    ],
)
def test_a_player_that_fails_is_replaced_and_the_record_says_so(how: str, reason: str) -> None:
    battle = start({"reds": how, "blues": "random"})
    battle.advance()
    assert battle.is_over
    entries = [entry for entry in battle.entries if entry.kind == "player"]
    assert [entry.words[:3] for entry in entries] == [("player", "reds", "greedy")]
    assert re.match(reason, entries[0].words[3])
    assert battle.players["reds"] == "greedy"
    again = Battle.from_record(RULEBOOK, Record.parse(battle.text), maker)
    assert again.dump() == battle.dump()
    assert again.players["reds"] == "greedy"


def test_what_a_player_notes_stands_in_the_record() -> None:
    battle = start({"reds": "notes", "blues": "random"})
    battle.advance()
    assert "search ran out of time: greedy answered" in battle.text
    assert battle.players["reds"] == "notes"


class Stalling(Player):
    """Thinks for ever, from its third order on."""

    def __init__(self) -> None:
        self.name = "stalling"
        self.imagines = False
        self.asked = 0

    def choose(self, decision: Decision, seat: Seat) -> Order:
        self.asked += 1
        while self.asked >= 3:
            time.sleep(0.01)
        return decision.default()


def test_a_player_that_stalls_is_replaced_and_the_record_says_so() -> None:
    def watched(spec: str, rulebook: Rulebook[Any], chance: Chance) -> Player:
        return Watchdog(Stalling(), rulebook, chance, limit=0.2, spec=spec)

    battle = Battle.start(RULEBOOK, "duel", seed=5, players={"reds": "stalling"}, maker=watched)
    chance = Chance(1)
    while not battle.is_over:
        battle.advance()
        if not battle.is_over:
            battle.give("blues", battle.decisions[0].sample(chance))
    entries = [entry for entry in battle.entries if entry.kind == "player"]
    assert [entry.words[1:3] for entry in entries] == [("reds", "greedy")]
    assert "thought for more than 0.2 seconds" in entries[0].words[3]
    assert Battle.from_record(RULEBOOK, Record.parse(battle.text)).players == {"reds": "greedy"}


def test_a_player_that_cannot_be_made_any_more_is_replaced() -> None:
    battle = start({"reds": "random"})
    text = battle.private_text
    battle = Battle.from_record(RULEBOOK, Record.parse(text))
    battle._computers.maker = lambda spec, rulebook, chance: maker("unmade", rulebook, chance)
    battle.advance()
    assert battle.players["reds"] == "greedy"


class Hopeless(HiddenHands):
    def greedy(self, chance: Chance, posture: str = "") -> Player:
        return Odd("raises")


class NoneAtAll(HiddenHands):
    def greedy(self, chance: Chance, posture: str = "") -> Player:
        raise RuntimeError("nobody")


@pytest.mark.parametrize("book", [Hopeless(), NoneAtAll()], ids=["raises", "cannot be made"])
def test_where_greedy_fails_the_default_is_taken(book: HiddenHands) -> None:
    battle = start({"reds": "cheats", "blues": "random"}, book)
    battle.advance()
    assert battle.is_over
    assert battle.players["reds"] == "default"


def test_a_default_that_is_no_order_is_a_fault_of_the_rules() -> None:
    battle = start({"reds": "random"})
    battle._play.specs[0] = "default"
    player = Odd("raises")
    player.asked = 9
    battle._computers._players[0] = (("default", 0, 0), player)
    with pytest.raises(BrokenRules, match="default of a decision"):
        battle.advance()


def test_players_change_in_the_middle() -> None:
    battle = start({"reds": "random"})
    battle.set_player("blues", "greedy", "gone for dinner")
    assert str(battle.entries[-1]) == '! player blues greedy "gone for dinner"'
    battle.set_player("reds", "none")
    assert battle.players == {"blues": "greedy"}
    assert battle.advance() == 0
    text = battle.text
    for side, spec in (("greens", "greedy"), ("reds", "gredy"), ("reds", "unmade")):
        with pytest.raises((BadInput, RuntimeError)):
            battle.set_player(side, spec)
    assert battle.text == text
    assert battle.players == {"blues": "greedy"}


def test_played_out() -> None:
    battle = start({})
    with pytest.raises(BadInput, match="no side"):
        battle.play_out({"greens": "random"})
    outcome = battle.play_out({"reds": "random"})
    assert outcome == battle.outcome
    assert [entry.words[1:3] for entry in battle.entries if entry.kind == "player"] == [
        ("reds", "random"),
        ("blues", "greedy"),
    ]


# ---------------------------------------------------------------- what players see


class Watcher(Player):
    """Keeps what its seat offers at every question, and imagines."""

    def __init__(self, chance: Chance) -> None:
        self.name = "watcher"
        self.imagines = True
        self.chance = chance
        self.seen: list[tuple[Any, ...]] = []

    def choose(self, decision: Decision, seat: Seat) -> Order:
        prefix = [(a.side, a.order, a.faces, a.value, a.to) for a in seat.prefix]
        imagined = RULEBOOK.dump(seat.imagine(Chance(1)))
        self.seen.append((decision.kind, list(seat.lens.hand), prefix, imagined))
        return decision.sample(self.chance)


class Nested(HiddenHands):
    """A hidden draw, and a question after it in the same step."""

    def step(self, state: toy.State, table: Any) -> None:
        if state.stage == toy.TRICK:
            table.draw(50, "a secret of red", 0, 0)
        super().step(state, table)


def test_players_see_the_same_at_the_table_and_in_the_direct_mode() -> None:
    book = Nested()
    watchers: dict[str, list[Watcher]] = {"table": [], "direct": []}

    def watch(spec: str, rulebook: Rulebook[Any], chance: Chance) -> Player:
        watchers["table"].append(Watcher(chance))
        return watchers["table"][-1]

    battle = Battle.start(book, "duel", seed=5, players={"reds": "watcher", "blues": "watcher"}, maker=watch)
    battle.advance()
    watchers["direct"] = [Watcher(player_chance("5", side)) for side in range(2)]
    state = book.new(battle.scenario, battle.record.header.options)
    players: list[Player] = list(watchers["direct"])
    assert play(book, state, players, SeededDice("5")) == battle.outcome
    assert book.dump(state) == battle.dump()
    for side in range(2):
        assert watchers["table"][side].seen == watchers["direct"][side].seen


def test_what_others_drew_in_secret_has_no_value_for_a_seat() -> None:
    battle = Battle.start(Nested(), "duel", seed=5)
    battle.give("reds", "muster")
    mine, theirs = battle.seat(0).prefix, battle.seat(1).prefix
    assert [(a.faces, a.to) for a in mine] == [(a.faces, a.to) for a in theirs] == [(50, 0)]
    assert mine[0].value > 0
    assert theirs[0].value == 0


def test_an_imagining_table_is_only_used_where_somebody_imagines() -> None:
    seats = [
        Seat(RULEBOOK.sight, side, RULEBOOK.new(RULEBOOK.scenario("duel"), RULEBOOK.options()))
        for side in (0, 1)
    ]
    table = ImaginingTable([RandomPlayer(Chance(1))] * 2, seats, SeededDice("1"))
    table.begin(None)
    table.die(6, "x", 0, 1)
    assert [answer.value for answer in table.prefixes[0]] == [0]
    assert [answer.value for answer in seats[1].prefix] == [table.prefixes[1][0].value]


def test_the_players_at_hand_read_their_seats_by_the_front_door() -> None:
    folder = Path(banneret.players.__file__).parent
    faults = [fault for file in sorted(folder.glob("*.py")) for fault in hiding.source_faults(file)]
    assert faults == []


def test_sources_that_reach_for_the_truth_are_found(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(
        "from banneret.kernel.battle import Battle\n"
        "from banneret.kernel import course\n"
        "def choose(self, decision, seat):\n"
        "    self._own = 1\n"
        "    a = seat._present\n"
        "    b = seat.state\n"
        "    c = seat.lens.state\n"
        "    d = self.seat._checkpoint\n"
        "    return seat.lens.hand, seat.imagine, seat.prefix\n"
    )
    assert sorted(set(hiding.source_faults(file))) == [
        "bad.py:1 imports banneret.kernel.battle",
        "bad.py:2 imports banneret.kernel",
        "bad.py:5 reads seat._present",
        "bad.py:6 reads seat.state",
        "bad.py:7 reads lens.state",
        "bad.py:8 reads seat._checkpoint",
    ]
