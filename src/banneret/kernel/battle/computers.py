"""Computer players at the table: who plays which side, and what happens when a player fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.kernel.battle.asking import Wanted
from banneret.kernel.battle.play import NO_ONE_PLAYS, Play, line_of
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance, player_chance
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.order import Order, write_order
from banneret.kernel.player import DefaultPlayer, Player, RandomPlayer, Seat
from banneret.kernel.record.entry import TABLE, Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Outcome

    Maker = Callable[[str, Rulebook[Any], Chance], Player]

KEPT_FOR_FAILURES = 500  # entries of the record that are kept free for replacing computer players that fail


class Computers:
    """The computer players of a battle, each made when it is first asked for anything."""

    def __init__(self, play: Play, maker: Maker | None) -> None:
        self.play = play
        self.wanted = Wanted(play)
        self.maker = maker
        # By side, with what each was made for.
        self._players: dict[int, tuple[tuple[str, int, int], Player]] = {}

    # ------------------------------------------------------------------ who plays

    def set(self, side: str, spec: str, reason: str = "") -> None:
        """From now on the computer plays the side ("none": people do). An entry of the record.

        Raises `BadInput` where that has changed so often that the record keeps what room it has for computer players that fail.
        """
        if self.play.record.room_for("player") <= KEPT_FOR_FAILURES:
            raise BadInput("who plays has changed too often in this battle", hint="play on, or fork it")
        self._lead(side, spec, reason)

    def _lead(self, side: str, spec: str, reason: str = "") -> None:
        """Record that the computer plays the side from now on, or that people do."""
        play = self.play
        play.open("table:player")
        index = play.side_of(side)
        made = play.made.get(index, 0) + 1
        player = None if spec == NO_ONE_PLAYS else self._make(index, spec, made)
        words = ("player", side, spec, line_of(reason)) if reason else ("player", side, spec)
        self._enter(index, words, player)
        play.settle()

    def concede(self, side: str) -> None:
        """A side gives up: the battle ends, or the computer leads the side from now on, see `Battle.concede`."""
        if self.play.ends_by_conceding(side):
            self.play.concede(side)
        else:
            self.set(side, "greedy", "gave up")

    def _enter(self, side: int, words: Order, player: Player | None) -> None:
        """Record the player of a side from now on."""
        play = self.play
        play.record.append(Entry(TABLE, words))
        play.read_specs()
        self._players.pop(side, None)
        if player is not None:
            self._players[side] = (self._made_for(side, str(words[2])), player)

    def _made_for(self, side: int, spec: str) -> tuple[str, int, int]:
        """The circumstances a player is made for; when they change, another one is made."""
        return spec, self.play.made.get(side, 0), self.play.generation

    def player(self, side: int, spec: str) -> Player:
        """The computer player of a side, made when it is first asked for anything."""
        made_for = self._made_for(side, spec)
        kept = self._players.get(side)
        if kept is None or kept[0] != made_for:
            kept = self._players[side] = (made_for, self._make(side, spec, made_for[1]))
        return kept[1]

    def _make(self, side: int, spec: str, made: int) -> Player:
        chance = player_chance(self.play.secret, side, made)
        if spec == "greedy":
            return self.play.rulebook.computer.greedy(chance)
        if self.maker is not None:
            return self.maker(spec, self.play.rulebook, chance)
        if spec == "random":
            return RandomPlayer(chance)
        if spec == "default":
            return DefaultPlayer()
        raise BadInput(f"no player is called {spec!r}", hint="greedy, random or default")

    def seat(self, side: int) -> Seat:
        """The seat from which a computer player of that side sees the present decision."""
        course = self.play.course
        seat = Seat(self.play.rulebook.sight, side, course.present)
        answers = course.answers[: course.question_at]
        seat.attach(course.checkpoint, [answer.seen_from(side) for answer in answers])
        return seat

    # ------------------------------------------------------------------ playing on

    def advance(self, most: int = 1_000_000) -> int:
        """Let computer players decide until a person must: see `Battle.advance`."""
        play = self.play
        if play.locked:
            play.open("table:turn")
        given = 0
        while given < most and play.roll_wanted is None:
            decision = next((d for d in play.decisions if d.side in play.specs), None)
            if decision is not None:
                given += self._decide(decision)
                continue
            if not self.wanted.give_next():
                break
            given += 1
        return given

    def _decide(self, decision: Decision) -> int:
        """Let a computer player decide. Returns 1, or 0 where it failed and was replaced."""
        play = self.play
        side = decision.side
        name = play.sides[side]
        spec = play.specs[side]
        words: Order = ()
        problem = ""
        try:
            order = self.player(side, spec).choose(decision, self.seat(side))
            found = play.judge(name, order)
            if isinstance(found, Refusal):
                problem = f"gave the illegal order {write_order(order)}"
            else:
                words = found[1]
        except Exception as error:  # a plug-in may raise anything
            problem = f"raised {type(error).__name__}: {error}"
        self._take_notes(side)
        if not problem:
            play.give(name, words)
            return 1
        self._replace(side, spec, problem)
        return 0

    def _take_notes(self, side: int) -> None:
        """Write into the record what a player has noted. One that has `replaced` itself by `greedy` is replaced from now on."""
        kept = self._players.get(side)
        player = kept[1] if kept is not None else None
        notes = getattr(player, "notes", None)
        if not isinstance(notes, list) or not notes:
            return
        taken = [str(note) for note in notes[:10]]
        notes.clear()
        if getattr(player, "replaced", False):
            self._lead(self.play.sides[side], "greedy", taken.pop())
        for text in taken:
            self.play.note(text)

    def _replace(self, side: int, spec: str, problem: str) -> None:
        """Replace a player that has failed by `greedy`, and where that fails too, by one that takes the default."""
        name = self.play.sides[side]
        if spec == "default":
            raise BrokenRules(
                f"{self.play.rulebook.id}: the default of a decision is not a legal order: {problem}"
            )
        if spec != "greedy":
            try:
                self._lead(name, "greedy", f"{spec} {problem}")
                return
            except Exception as error:  # the rulebook's own player cannot be made
                problem += f"; greedy raised {error}"
        self._enter(side, ("player", name, "default", line_of(f"{spec} {problem}")), DefaultPlayer())

    def play_out(self, players: Mapping[str, str] | None = None) -> Outcome:
        """Let computer players (default: greedy for every side without one) finish the battle at the table."""
        play = self.play
        wanted = dict(players or {})
        for side in wanted:
            play.side_of(side)
        if play.outcome is None:
            play.open("table:turn")
        for index, side in enumerate(play.sides):
            if play.outcome is None and (side in wanted or index not in play.specs):
                self._lead(side, wanted.get(side, "greedy"))
        if play.outcome is None:
            self.advance()
        if play.outcome is None:
            raise BadInput(
                "the battle is waiting for people", hint="give their orders, or the dice they roll"
            )
        return play.outcome
