"""The questions that each side wants to be asked: set at any time, kept as entries of the record, and the passes that follow.

Nothing of it reaches anyone else. The rules ask as ever, by what everyone knows; where a side does not want to be asked, its pass is
given for it, by an entry that others are shown like an order given by hand.

>>> import banneret
>>> battle = banneret.start("skirmish", "short_yard", seed=7)
>>> [choice.word for choice in battle.asked("drow").choices]
['usual', 'always', 'aimed', 'turn']
>>> battle.set_asked("drow", "aimed")
>>> battle.asked("drow").now, str(battle.entries[-1])
('aimed', '! asked drow (aimed)')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.decision import IllegalOrder, Refusal, RollCall
from banneret.kernel.errors import BadInput
from banneret.kernel.record.entry import TABLE, Entry
from banneret.kernel.record.record import MOST_OF_KIND
from banneret.kernel.scene import Asked

if TYPE_CHECKING:
    from banneret.kernel.battle.play import Play
    from banneret.kernel.decision import Decision
    from banneret.kernel.order import Order
    from banneret.kernel.viewer import Viewer

RULE = "table:asked"


class Wanted:
    """The choices of the sides, and the passes of those who do not want to be asked."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def shown(self, viewer: Viewer) -> Asked | None:
        """The choice of a viewer's side and those it has; None where there is nothing to choose."""
        asking = self._play.rulebook.asking
        if asking is None or not viewer.is_side or self._play.is_over:
            return None
        return Asked(self._in_force(viewer.side), asking.choices(self._play.course.present, viewer.side))

    def choose(self, viewer: Viewer, word: str) -> None:
        """Set what a side wants to be asked from the next question on; raises `IllegalOrder`, and then nothing has changed.

        Each side has room of its own for its choices: how often others have chosen shows in nothing.
        """
        play = self._play
        play.open(RULE)
        if not viewer.is_side:
            raise IllegalOrder(Refusal("Only players of a side are asked: there is nothing to choose.", RULE))
        side = viewer.side
        asking = play.rulebook.asking
        if asking is None:
            title = play.rulebook.title
            raise IllegalOrder(
                Refusal(f"{title} asks only what must be decided: there is nothing to choose.", RULE)
            )
        present = play.course.present
        words = [choice.word for choice in asking.choices(present, side)]
        if word not in words:
            given = ", ".join(words)
            raise IllegalOrder(Refusal(f"A side can be asked at one of these times: {given}.", RULE))
        if word == self._in_force(side):
            return
        if play.times_asked.get(side, 0) >= MOST_OF_KIND["asked"] // len(play.sides):
            raise BadInput("when you are asked has changed too often in this battle", hint="pass by hand")
        entry = Entry(TABLE, ("asked", play.sides[side], asking.words(present, side, word)))
        play.read_asked([(play.record.append(entry), entry)])

    def _in_force(self, side: int) -> str:
        asking = self._play.rulebook.asking
        assert asking is not None
        _, words = self._play.asked.get(side, (0, ()))
        return asking.in_force(self._play.course.present, side, words)

    def answer(self, decision: Decision) -> Order | None:
        """The pass that a side wants to be given for it here; None where it is asked.

        A question that was open when the side chose is still its own to answer: a choice holds from the next one on.
        """
        play = self._play
        asking = play.rulebook.asking
        if asking is None or decision.side in play.specs or isinstance(decision, RollCall):
            return None
        made, _ = play.asked.get(decision.side, (0, ()))
        if made > play.record.history.last:
            return None
        return asking.answer(play.course.present, decision, self._in_force(decision.side))

    def next(self) -> tuple[int, Order] | None:
        """The side that is passed for next, and its pass; None if everyone who must decide is asked."""
        play = self._play
        if play.rulebook.asking is None or play.locked or play.roll_wanted is not None:
            return None
        for decision in play.decisions:
            order = self.answer(decision)
            if order is not None:
                return decision.side, order
        return None

    @property
    def passing(self) -> str:
        """The id of the side that is passed for next; "" if there is none."""
        found = self.next()
        return self._play.sides[found[0]] if found else ""

    def give_next(self) -> bool:
        """Pass for the side that is next, by an entry of its own; False if there is none."""
        play = self._play
        found = self.next()
        if found is not None:
            side, order = found
            play.run(Entry(TABLE, ("passed", play.sides[side], order)), play.take, side, order)
        return found is not None
