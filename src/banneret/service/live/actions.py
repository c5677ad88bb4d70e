"""The effects of requests on a battle. Those of the referee carry a reason, which stands in the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.kernel.battle import NO_ONE_PLAYS
from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.computer.levels import check_level
from banneret.service.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.battle import Battle

REFEREE = "referee"


def action(side: str, wanted: m.Request) -> Callable[[Battle], Any]:
    """The function that carries out a request of a seat of `side`; where it raises, `IllegalOrder`, `BadInput` or `Declined`, nothing has changed."""
    if side == REFEREE:
        return lambda battle: _referee(battle, wanted)
    return lambda battle: _player(battle, side, wanted)


def _referee(battle: Battle, wanted: m.Request) -> None:
    reason = getattr(wanted, "reason", "") or "no reason given"
    if isinstance(wanted, m.Order) and battle.roll_wanted is not None:
        battle.give(battle.waiting_for[0], wanted.order)  # what a die shows needs no force
    elif isinstance(wanted, m.Order):
        battle.force(wanted.side or "", wanted.order, reason)
    elif isinstance(wanted, m.RollIs):
        battle.give_roll(wanted.value)
    elif isinstance(wanted, m.Undo):
        last = battle.last_move()
        if wanted.to is None and not last:
            raise IllegalOrder(Refusal("There is nothing to take back yet.", "table:undo"))
        to = last - 1 if wanted.to is None else wanted.to
        battle.undo_agreed(to, [REFEREE])
        if not battle.is_over:  # dice that were due there have been rolled again, and may have ended it
            battle.note(f"the referee went back: {reason}")
    elif isinstance(wanted, m.HandOver):
        battle.set_player(wanted.side or "", _level(battle, wanted), reason)
    elif isinstance(wanted, m.Finish):
        battle.end(wanted.winners, reason)
    elif isinstance(wanted, m.Alter):
        battle.change(wanted.change, reason)
    elif isinstance(wanted, m.SetAsked):
        raise Declined(Code.NOT_ALLOWED, "What a side wants to be asked is its own choice.", "table:asked")
    elif isinstance(wanted, m.Halt):
        battle.note(f"the referee {'paused' if wanted.on else 'resumed'} the battle: {reason}")


def _level(battle: Battle, wanted: m.HandOver) -> str:
    """The level that is to play on: one of those that are offered, or people again."""
    return NO_ONE_PLAYS if wanted.level is None else check_level(battle.rulebook, wanted.level, "level")


def _player(battle: Battle, side: str, wanted: m.Request) -> None:
    if isinstance(wanted, m.Order):
        battle.give(side, wanted.order)
    elif isinstance(wanted, m.RollIs):
        people = [name for name in battle.sides if name not in battle.players]
        # Where the computer plays all sides, anyone may roll for it.
        if battle.roll_wanted is not None and people and side not in battle.waiting_for:
            raise Declined(Code.NOT_YOUR_TURN, "The die is another side's to roll.", "table:dice")
        battle.give_roll(wanted.value)
    elif isinstance(wanted, m.Undo):
        battle.undo(side)
    elif isinstance(wanted, m.HandOver):
        battle.set_player(side, _level(battle, wanted))
    elif isinstance(wanted, m.Finish) and wanted.winners:
        reason = "Only the referee says who has won; a player who gives up names nobody."
        raise Declined(Code.NOT_ALLOWED, reason, "table:referee")
    elif isinstance(wanted, m.Finish):
        battle.concede(side)
    elif isinstance(wanted, m.Halt) and not wanted.on:
        battle.note(f"{battle.title(side)} resumed the battle")
    elif isinstance(wanted, m.SetAsked):
        battle.set_asked(side, wanted.asked)
    elif isinstance(wanted, m.Alter | m.Halt):
        raise Declined(Code.NOT_ALLOWED, "That is for the referee.", "table:referee")
