"""The windows in which a side wants to be asked: it chooses when, and passes for it depend only on what everyone knows. Rule: skirmish:timing.window."""

from __future__ import annotations

from typing import Final

from banneret.kernel.abilities.asking import Asking
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import AskedChoice
from banneret.rulebooks.skirmish.actions.window import PASS
from banneret.rulebooks.skirmish.actions.window import wants_to_be_asked as wants_to_answer
from banneret.rulebooks.skirmish.state import SETTINGS, Chain, State
from banneret.rulebooks.skirmish.turn.opening import wants_to_be_asked as wants_to_open

LABELS: Final = {
    "usual": "when you could change something",
    "always": "always, about your own actions too",
    "aimed": "only when you are aimed at",
    "turn": "not before your next turn",
}
"""The times at which a side may want to be asked, by their words."""


class SkirmishAsking(Asking[State]):
    """The windows in which a side wants to be asked: as usual, always, when it is aimed at, or not before its next turn."""

    def choices(self, state: State, side: int) -> tuple[AskedChoice, ...]:
        """The four times at which a side may want to be asked."""
        return tuple([AskedChoice(word, label) for word, label in LABELS.items()])

    def words(self, state: State, side: int, word: str) -> Order:
        """The words of a choice for the record; `turn` is followed by the number of the side's next turn, when it lapses."""
        if word != "turn":
            return (word,)
        if state.turn == 0:
            return (word, len(state.setting.names))
        return (word, state.turn + 1 + state.setting.round_from(state.active).index(side))

    def in_force(self, state: State, side: int, words: Order) -> str:
        """The choice in force by the words of the record; `usual` if there is none or it has lapsed."""
        lapses = len(words) > 1 and isinstance(words[1], int) and state.turn >= words[1]
        return "usual" if not words or lapses else str(words[0])

    def answer(self, state: State, decision: Decision, word: str) -> Order | None:
        """The pass in a window in which the side does not want to be asked; None if it does. Rules: skirmish:timing.window, skirmish:timing.open-window."""
        asks, side = SETTINGS.get(word), decision.side
        if asks is None:
            return None
        if decision.kind == "answer":
            asked = wants_to_answer(state, state.chain or Chain(), side, asks)
        else:
            asked = decision.kind != "window" or wants_to_open(state, side, asks)
        return None if asked else PASS
