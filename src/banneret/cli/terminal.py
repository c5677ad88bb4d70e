"""A battle in the terminal: draws scenes, puts questions, takes orders. It knows no rules."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from banneret.cli.answers import Sheet, verb
from banneret.cli.coach import coach_for
from banneret.cli.console import Closed, Console
from banneret.cli.paths import number_in
from banneret.cli.reference import find_rule, rule_lines
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.kernel.naming.match import Unclear, named_pieces, pick
from banneret.kernel.naming.words import key
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import pieces_of
from banneret.render.ink import clean, wrap
from banneret.render.text.advice import advice_lines
from banneret.render.text.board import board_lines, legend_lines, place_lines, standing_lines
from banneret.render.text.inspector import inspector_lines
from banneret.render.text.questions import throw_lines
from banneret.render.text.scene import clash_lines, ending_lines, tally_lines, title_lines, tray_lines
from banneret.render.words import moment, news_line, rule_words, track_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from banneret.kernel.battle import Battle
    from banneret.kernel.decision import Refusal
    from banneret.kernel.scene import News, Question, Scene
    from banneret.kernel.table import Roll

INSTANT = ("greedy", "random", "default")
HELP = """\
A number chooses the option beside it; Enter takes the one with the star.
An option's name works too, and so does its order as it stands in the record.
Where several may be chosen, give several numbers: 1 3 5. 0 chooses none.
Amounts go one for each thing (3 0 1) or by name (3 on the gate, 1 on the well);
slots one choice for each (2 1 2), or by name, with commas between.
  m     the map                       n 20   the latest news
  l     all pieces, on and off it     t 12   the sum behind [12], t the last one
  o     the question again, with      r ID   a rule; r the rule that asks
        the order of every option     more   all options of a long list
  o 3   the throws behind option 3    q      stop; the battle is kept
  advice  what the computer would do here, and why (against computers only)
  u     take back                     i NAME a piece in full: its sums, what
                                      it can do now, and why not more
  give up     the battle is lost, and over
  asked       when you are asked, where you may choose it; asked always: choose
At one keyboard questions with a single answer change the seat as well, so
that nobody sees who has something to decide; 'quick' leaves them out."""


class Session:
    """One sitting at a battle: the sides in `people` are played here, the others by the computer."""

    def __init__(
        self,
        battle: Battle,
        console: Console,
        people: Sequence[str],
        keep: Callable[[], None] | None = None,
    ) -> None:
        self.battle = battle
        self.console = console
        self.people = list(people)
        self.keep = keep
        self.logs = {side: Log() for side in self.people}
        self.sitting = self.people[0] if len(self.people) == 1 else ""
        self._seen: dict[str, dict[str, object]] = {}  # by side: what was shown last
        self.quick = False  # empty questions are answered unseen also where that tells the others something
        self._lucky: set[str] = set()  # kinds of dice that the computer rolls for people
        self._explained: set[str] = set()  # kinds of forms whose use has been told
        self.coach = coach_for(battle, self.people)

    # ------------------------------------------------------------------ the sitting

    def play(self) -> bool:
        """Play until the battle is over (True) or the person stops (False)."""
        self._begin()
        try:
            while True:
                self._computers()
                if self.battle.is_over:
                    break
                if self.battle.roll_wanted is not None:
                    self._roll(self.battle.roll_wanted)
                else:
                    self._answer(self._next_side())
        except Closed:
            return False
        self._finish()
        return True

    def _begin(self) -> None:
        battle, console = self.battle, self.console
        console.write(console.ink.strong(clean(battle.scenario.title)))
        if battle.scenario.summary:
            console.say(battle.scenario.summary)
        names = {side.id: side.name for side in battle.scene("spectator").sides}
        mine = " and ".join(names[side] for side in self.people)
        computers = [f"{names[side]} by the computer" for side in battle.sides if side not in self.people]
        console.say("; ".join([f"You play {mine}", *computers]) + ". Type ? for help.")
        if battle.commitment:
            console.say(
                f"The dice are fixed; the hash of their seed is {battle.commitment[:16]}… (see verify)."
            )
        console.write("")

    def _computers(self) -> None:
        """Let the computer answer, a few orders at a time so that no news is missed."""
        battle = self.battle
        slow = any(spec.partition(":")[0] not in INSTANT for spec in battle.players.values())
        most = 1 if slow else 8
        while not battle.is_over:
            waits = slow and any(side in battle.players for side in battle.waiting_for)
            if waits:
                self.console.flash("The computer thinks…")
            given = battle.advance(most)
            if waits:
                self.console.flash("")
            self._collect()
            if given < most:
                return
            if self.sitting:
                self._tell(self.sitting)

    def _next_side(self) -> str:
        """The side whose player is asked: the one who sits here if possible."""
        deciding = [side for side in self.battle.waiting_for if side in self.people]
        if not deciding:
            raise BadInput(f"nobody at this table can answer for {', '.join(self.battle.waiting_for)}")
        return self.sitting if self.sitting in deciding else deciding[0]

    def _sit(self, side: str) -> None:
        """Change places: nobody sees what the other saw."""
        if self.sitting == side:
            return
        if len(self.people) > 1:
            self.console.curtain(self._name(side))
            self._seen.pop(side, None)
        self.sitting = side

    def _name(self, side: str) -> str:
        return self.battle.scene("spectator").sides[self.battle.sides.index(side)].name

    def _finish(self) -> None:
        self._collect()
        console = self.console
        viewer = self.sitting or self.people[0]
        self._tell(viewer)
        scene = self.battle.scene(viewer)
        if _has_map(scene):
            console.write("", *self._board(scene, legend=False))
        console.write("", *standing_lines(scene, console.width, console.ink), "")
        console.write(*ending_lines(scene, console.width, console.ink))

    # ------------------------------------------------------------------ news

    def _collect(self) -> None:
        for side, log in self.logs.items():
            log.take(self.battle.news(side))

    def _tell(self, side: str) -> None:
        """The news this side has not read."""
        log = self.logs[side]
        self.console.write(
            *(line for item in log.unread() for line in wrap(news_line(item), self.console.width, "- "))
        )

    # ------------------------------------------------------------------ what is shown

    def _board(self, scene: Scene, legend: bool = True) -> list[str]:
        console = self.console
        if console.plain and not scene.board.roads:
            lines = place_lines(scene, console.width, everything=legend)
            return lines + legend_lines(scene, console.width) if legend else lines
        return board_lines(scene, console.width, console.ink, legend)

    def _look(self, scene: Scene, side: str) -> None:
        """Heading, board and fight, where they have changed since this side saw them last."""
        console = self.console
        seen = self._seen.setdefault(side, {})
        first = not seen
        self._heading(scene, seen)
        pieces = tuple((piece.id, piece.place, piece.label, len(piece.inside)) for piece in scene.pieces)
        turn = (scene.turn, [view.id for view in scene.sides if view.active])
        moves = any(question.form and question.form.kind == "path" for question in scene.questions)
        arrived = seen.get("turn") != turn or (moves and seen.get("at") != moment(scene))
        if first or "pieces" not in seen or (arrived and seen["pieces"] != pieces and scene.clash is None):
            seen["pieces"], seen["turn"], seen["at"] = pieces, turn, moment(scene)
            if _has_map(scene) or scene.board.roads:
                console.write("", *self._board(scene, legend=first))
            if first or not _has_map(scene):
                self._list(scene)
        if scene.clash is not None and scene.clash.pieces and scene.clash != seen.get("clash"):
            console.write("", *clash_lines(scene.clash, scene, console.width, console.ink))
        seen["clash"] = scene.clash

    def _heading(self, scene: Scene, seen: dict[str, object]) -> None:
        """Turn and phase, or only the segment, or what else has changed of them."""
        console = self.console
        now, tracks = moment(scene), track_texts(scene)
        known = seen.get("tracks")
        asked = " ".join(question.text for question in scene.questions).lower()
        fresh = [
            text
            for text in tracks
            if not (isinstance(known, list) and text in known) and text.replace(":", "").lower() not in asked
        ]
        if seen.get("moment") != now:
            parts = [now, clean(scene.segment)]
            console.write("", console.ink.strong(" · ".join(part for part in parts if part)))
        elif scene.segment and seen.get("segment") != scene.segment:
            console.write("", console.ink.strong(clean(scene.segment)))
        if fresh:
            console.write(*wrap("; ".join(fresh), console.width))
        seen["moment"], seen["segment"], seen["tracks"] = now, scene.segment, tracks

    def _list(self, scene: Scene) -> None:
        console = self.console
        console.write("", *standing_lines(scene, console.width, console.ink))
        console.write(*tray_lines(scene, console.width, console.ink))

    # ------------------------------------------------------------------ questions

    def _answer(self, side: str) -> None:
        """Put a side's question and take its order."""
        scene = self.battle.scene(side)
        question = scene.questions[0]
        if question.trivial and (self.quick or side == self.sitting or len(self.people) == 1):
            self.battle.give(side, question.default)
            self._accepted()
            return
        self._sit(side)  # with others here also for an empty question: that it is empty is nobody's business
        self._tell(side)
        self._look(scene, side)
        sheet = Sheet(question, scene, lambda order: self.battle.why_not(side, order))
        console = self.console
        form = question.form.kind if question.form else ""
        if self.coach is not None:
            console.write(*self.coach.lines(scene, console.width, console.ink))
        console.write("", *sheet.lines(console.width, console.ink, explain=form not in self._explained))
        self._explained.add(form)
        while True:
            text = console.ask(self._prompt(scene, sheet))
            if not text and self._too_soon(side, sheet):
                text = console.ask("Nobody has moved in this turn. Enter again to leave it so > ")
            if self._command(text, side, scene, sheet):
                if self._moved_on(side, question):
                    return
                continue
            if self._give(side, sheet, text):
                return

    def _too_soon(self, side: str, sheet: Sheet) -> bool:
        """True if Enter would end a phase of moves before the first one."""
        form = sheet.question.form
        if (
            form is None
            or form.kind != "path"
            or not sheet.items
            or verb(sheet.question.default) == form.verb
        ):
            return False
        for number in range(self.battle.record.count, 0, -1):
            entry = self.battle.record.entry(number)
            if entry.who == side and entry.kind == "order" and entry.words[0] == form.verb:
                return False
            if entry.kind == "order" and entry.who != side:
                break
        return True

    def _moved_on(self, side: str, question: Question) -> bool:
        """True if a command (an undo, giving up) has changed what is asked."""
        now = self.battle.scene(side).questions
        return not now or now[0] != question

    def _prompt(self, scene: Scene, sheet: Sheet) -> str:
        label = sheet.default_label()
        room = max(self.console.width // 2, 24)
        label = label if len(label) <= room else label[: room - 1] + "…"
        side = sheet.question.side
        name = scene.sides[side].name if 0 <= side < len(scene.sides) else "you"
        return f"{name} [Enter: {label}] > "

    def _give(self, side: str, sheet: Sheet, text: str) -> bool:
        try:
            told = self.coach is not None and self.coach.tells(text)
            order = self.battle.order_of(side, text) if told else sheet.read(text, self._guide)
            self.battle.give(side, order)
        except Unclear as unclear:
            self.console.say(str(unclear))
            return False
        except IllegalOrder as illegal:
            self._refuse(illegal.refusal, sheet.question)
            return False
        self._accepted()
        return True

    def _guide(self, prompt: str, lines: list[str]) -> str:
        """One step of a path: show the lines, ask on."""
        self.console.write(*lines)
        return self.console.ask(f"{prompt} > ")

    def _accepted(self) -> None:
        if self.keep is not None:
            self.keep()
        self._collect()

    def _refuse(self, refusal: Refusal, question: Question | None = None) -> None:
        console = self.console
        title = self.battle.rulebook.rule_title(refusal.rule)
        console.say(f"Not possible. {refusal.reason} ({rule_words(title, refusal.rule)})")
        if refusal.nearest is not None:
            nearest = refusal.nearest_text
            labels = (
                [option.label for option in question.options if option.order == nearest] if question else []
            )
            console.say(f"The nearest that is possible: {f'{labels[0]} ({nearest})' if labels else nearest}")

    # ------------------------------------------------------------------ dice

    def _roll(self, roll: Roll) -> None:
        """People roll: ask what the die shows."""
        battle, console = self.battle, self.console
        side = battle.sides[roll.side] if roll.side >= 0 else ""
        private = battle.sides[roll.to] if roll.to >= 0 else ""
        if roll.why in self._lucky:
            self._take_roll(1 + secrets.randbelow(roll.faces))
            return
        if private in self.people:
            self._sit(private)
        if self.sitting:
            self._tell(self.sitting)
        whose = f" for {self._name(side)}" if side else ""
        if (private and private not in self.people) or (private and len(self.people) > 1):
            console.say(f"{clean(roll.why)}{whose}: only {self._name(private)} may know this one.")
        if private and private not in self.people:
            self._take_roll(1 + secrets.randbelow(roll.faces))
            return
        reason = clean(roll.why)[:1].upper() + clean(roll.why)[1:]
        if roll.why not in self._explained:
            self._explained.add(roll.why)
            console.say("x lets the computer roll it, xx this and all others like it.")
        prompt = f"{reason}{whose}: a die of {roll.faces} shows > "
        while True:
            text = console.ask(prompt)
            if text in ("x", "xx"):
                if text == "xx":
                    self._lucky.add(roll.why)
                value = 1 + secrets.randbelow(roll.faces)
                console.say(f"It shows {value}.")
            elif number_in(text) >= 0:
                value = number_in(text)
            elif self._command(text, self.sitting or self.people[0], None, None):
                if battle.roll_wanted is not roll:
                    return
                continue
            else:
                console.say(f"Type what the die shows, 1 to {roll.faces}, or x, or xx.")
                continue
            try:
                self._take_roll(value)
            except IllegalOrder as illegal:
                self._refuse(illegal.refusal)
                continue
            return

    def _take_roll(self, value: int) -> None:
        self.battle.give_roll(value)
        self._accepted()

    # ------------------------------------------------------------------ commands

    def _command(self, text: str, side: str, scene: Scene | None, sheet: Sheet | None) -> bool:
        """Do a command; False when the text is none."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        console = self.console
        if sheet is not None and sheet.has(text):
            return False
        if word in ("?", "help", "h"):
            console.write(*HELP.splitlines())
        elif text in ("q", "quit", "exit"):
            raise Closed
        elif word in ("m", "map") and not rest:
            now = self.battle.scene(side)
            console.write("", *title_lines(now, console.width, console.ink), *self._board(now))
        elif word in ("l", "list") and not rest:
            self._list(self.battle.scene(side))
        elif word in ("n", "news"):
            count = max(number_in(rest), 0) or 12
            for item in self.logs[side].items[-count:]:
                console.write(*wrap(news_line(item), console.width, "- "))
        elif word in ("t", "tally"):
            self._tally(side, rest)
        elif word in ("r", "rule"):
            self._rule(rest, sheet)
        elif word in ("i", "inspect") and rest:
            self._inspect(side, rest)
        elif text == "advice" and sheet is not None:
            self._advise(side)
        elif text in ("u", "undo"):
            self._undo(side)
        elif text == "give up":
            self._give_up(side)
        elif word == "asked":
            self._ask_when(side, rest)
        elif text == "o" and sheet is not None:
            console.write("", *sheet.lines(console.width, console.ink))
            console.write("", "The orders behind them:", *sheet.order_lines(console.width))
        elif word == "o" and rest and sheet is not None:
            self._throws(sheet, rest)
        elif text == "quick":
            self.quick = not self.quick
            console.say(
                "Questions with one answer are answered unseen from now on."
                if self.quick
                else "Questions with one answer are asked like others."
            )
        elif text == "skip" and self.coach is not None:
            self.coach = None
            console.say("The lesson is over; the battle goes on.")
        elif text == "more" and sheet is not None:
            console.write("", *sheet.lines(console.width, console.ink, everything=True))
        else:
            return False
        return True

    def _throws(self, sheet: Sheet, text: str) -> None:
        """The odds of an answer, and every throw with its sums."""
        try:
            odds = sheet.odds_of(text)
        except Unclear as unclear:
            self.console.say(str(unclear))
            return
        if odds is None:
            self.console.say(f"Nothing is thrown for {text[:40]!r}, as far as is known.")
            return
        self.console.write(*wrap(odds.text, self.console.width))
        self.console.write(*throw_lines(odds, self.console.width, self.console.ink))

    def _tally(self, side: str, rest: str) -> None:
        console = self.console
        items = [item for item in self.logs[side].items if item.tallies]
        if rest:
            number = rest.strip("[]")
            items = [item for item in items if str(item.number) == number]
        if items:
            console.write(*tally_lines(items[-1], console.width, console.ink))
        elif rest:
            console.say(f"No sum stands behind {rest[:20]!r}. Numbers in [brackets] in the news have one.")
        else:
            console.say("No sum has been told yet.")

    def _rule(self, rest: str, sheet: Sheet | None) -> None:
        console = self.console
        name = rest or (sheet.question.rule if sheet else "")
        try:
            rule = find_rule(self.battle.rulebook, name)
        except BadInput as bad:
            console.say(str(bad))
            return
        console.write(*rule_lines(rule, None, console.width, console.ink))

    def _inspect(self, side: str, text: str) -> None:
        """A piece in full, by its name, and where several have that, by its place as well."""
        pieces = pieces_of(self.battle.scene(side))
        try:
            piece = pick(key(text), named_pieces(pieces.values()), text)
        except Unclear as unclear:
            self.console.say(str(unclear))
            return
        found = self.battle.inspector(side, piece.id) if piece is not None else None
        if found is None:
            self.console.say(f"You see no {text[:40]!r}. l lists all pieces.")
        else:
            self.console.write(*inspector_lines(found, self.console.width, self.console.ink))

    def _advise(self, side: str) -> None:
        """The order that the computer would give here, and why."""
        from banneret.api import NO_ADVICE, advise, may_advise

        if not may_advise(self.battle, side):
            self.console.say(NO_ADVICE)
            return
        self.console.flash("The computer thinks…")
        advice = advise(self.battle, side)
        self.console.flash("")
        if advice is None:
            self.console.say("There is nothing to choose here.")
        else:
            self.console.write(*advice_lines(advice, self.console.width, self.console.ink))

    def _undo(self, side: str) -> None:
        """Take back the last order of this side, else of another person here; and the empty answers given for them since."""
        battle = self.battle
        who = next((name for name in [side, *self.people] if battle.why_not_undo(name) is None), side)
        refusal: Refusal | None = None
        order: Order = ()
        try:
            order = battle.undo(who)
            while who in battle.waiting_for and self._trivial(who):  # an answer that was given for them
                order = battle.undo(who)
        except IllegalOrder as illegal:
            refusal = illegal.refusal
        if self.keep is not None:
            self.keep()
        for name, log in self.logs.items():
            log.rewind(battle.news(name))
        if refusal is not None:
            self._refuse(refusal)
            return
        self._seen.get(who, {}).pop("pieces", None)
        if who == side:
            self.console.say(f"Taken back: {write_order(order)}.")
        else:  # what it was may be a secret
            self.console.say(f"The last order of {self._name(who)} is taken back.")

    def _give_up(self, side: str) -> None:
        """The side gives up, once it has said so twice."""
        name = self._name(side)
        ends = self.battle.ends_by_conceding(side)
        loss = f"{name} lose the battle." if ends else f"The others fight on; the computer leads {name}."
        if self.console.ask(f"{loss} Type yes to give up > ").lower() != "yes":
            self.console.say("The battle goes on.")
            return
        self.battle.concede(side)
        self._accepted()

    def _ask_when(self, side: str, word: str) -> None:
        """Set when the side is asked, and show it."""
        console = self.console
        if word:
            try:
                self.battle.set_asked(side, word)
            except (IllegalOrder, BadInput) as error:
                console.say(str(error))
                return
            self._accepted()
        asked = self.battle.asked(side)
        if asked is None:
            console.say("Here everyone is asked just what they must decide.")
            return
        for choice in asked.choices:
            console.write(f"{'*' if choice.word == asked.now else ' '} {choice.word:<8}{choice.label}")

    def _trivial(self, side: str) -> bool:
        questions = self.battle.scene(side).questions
        return bool(questions) and questions[0].trivial


def _has_map(scene: Scene) -> bool:
    return scene.board.kind != "sheet" and len(scene.board.places) > 1


class Log:
    """The news of one seat, kept for longer than the battle keeps them."""

    def __init__(self) -> None:
        self.items: list[News] = []
        self._read = 0

    def take(self, window: Iterable[News]) -> None:
        """Add what is new among the battle's latest news."""
        last = self.items[-1].number if self.items else 0
        self.items += [item for item in window if item.number > last]

    def rewind(self, window: Sequence[News]) -> None:
        """After an undo: forget the news since."""
        last = window[-1].number if window else 0
        self.items = [item for item in self.items if item.number <= last]
        self._read = min(self._read, len(self.items))
        self.take(window)

    def unread(self) -> list[News]:
        """The news that were not read yet; they are read now."""
        fresh = self.items[self._read :]
        self._read = len(self.items)
        return fresh
