"""Every decision as a question in words, each option with its consequences.

What an enemy hides is in no text, no option and no figure: odds are against what lies open, and say so.

Rule: stacks:hidden.no-tell, stacks:hidden.views, stacks:odds.round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.order import write_order
from banneret.kernel.scene import Question
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text.wording import opening
from banneret.rulebooks.stacks.view.questions.desk import Desk
from banneret.rulebooks.stacks.view.questions.moves import move
from banneret.rulebooks.stacks.view.questions.roll_and_respite import calloff, losses, respite, strike
from banneret.rulebooks.stacks.view.questions.scout_phase import devour, look, steal, which_hex
from banneret.rulebooks.stacks.view.questions.support import support
from banneret.rulebooks.stacks.view.questions.tactics import (
    elsewhere,
    guard,
    paralyze,
    replace,
    retreat,
    reveal,
    withdraw,
)
from banneret.rulebooks.stacks.view.questions.turn_phases import (
    captured,
    carry,
    deploy,
    discard,
    exchange,
    give,
    recruit,
)

WRITERS: Final[dict[str, Callable[[Desk], Question]]] = {
    "recruit": recruit,
    "give": give,
    "captured": captured,
    "carry": carry,
    "deploy": deploy,
    "exchange": exchange,
    "move": move,
    "discard": discard,
    "scouting": which_hex,
    "battle": which_hex,
    "look": look,
    "steal": steal,
    "devour": devour,
    "reveal": reveal,
    "retreat": retreat,
    "withdraw": withdraw,
    "elsewhere": elsewhere,
    "guard": guard,
    "paralyze": paralyze,
    "replace": replace,
    "support": support,
    "strike": strike,
    "losses": losses,
    "respite": respite,
    "calloff": calloff,
}


def question(state: State, decision: Decision) -> Question:
    """A decision in words. Rule: stacks:hidden.no-tell."""
    desk = Desk(state, decision)
    write = WRITERS.get(decision.kind)
    if write is not None:
        return write(desk)
    options = [desk.option(order, write_order(order)) for order in decision.orders()]
    return desk.question(f"{opening(decision.kind)}?", options)
