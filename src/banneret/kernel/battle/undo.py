"""Undo: an order taken back by its own side, and going back by agreement of all or by the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.battle.play import names_of
from banneret.kernel.battle.retraction import taken_out
from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.kernel.dice import commitment, new_seed
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.record.entry import TABLE, Entry
from banneret.kernel.viewer import REFEREE, viewer_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.battle.play import Play


def last_order(play: Play, seat: str) -> int | Refusal:
    """The number of the last order of the seat's side where it can be taken back, else why it cannot."""
    found = taken_out(play, seat)
    return found if isinstance(found, Refusal) else found[0]


def take_back(play: Play, seat: str) -> Order:
    """Take back the last order of a seat (or side): the record gets shorter by it. Returns the order.

    Raises `IllegalOrder` where it may not (`why_not_undo`); then people can agree to go back (`undo_agreed`).
    """
    found = taken_out(play, seat)
    if isinstance(found, Refusal):
        raise IllegalOrder(found)
    order = play.record.entry(found[0]).words
    for number in sorted(found, reverse=True):
        play.record.drop(number)
    play.taken_back = new_seed()  # or else sealing the same order again would give the same seal
    play.rebuild()
    return order


def last_move(play: Play) -> int:
    """The number of the last order, change, end or new player that stands; 0 if there is none."""
    history = play.record.history
    move = history.last
    while move and (play.record.entry(move).faces or play.record.entry(move).kind == "passed"):
        move = history.before(move)
    replaced = history.last_player
    if replaced > move and history.last_after(replaced - 1) == history.last:
        return replaced
    return move


def why_not_go_back(play: Play, to: int) -> Refusal | None:
    """The reason why the players cannot go back to how it stood after entry `to`; None where they can, if all agree (`undo_agreed`)."""
    closed = play.closed("table:undo")
    if closed is None and not 0 <= to < play.record.count:
        closed = Refusal(f"There is no entry {to} to go back to.", "table:undo")
    return closed


def go_back(play: Play, to: int, by: Sequence[str]) -> None:
    """Go back to how it stood after entry `to`: an entry of its own, nothing is erased, and new dice will be rolled.

    All sides that people play must agree (`by`: sides or seats), or the referee decides (`by`: ["referee"]). That the referee
    ended the battle can be taken back by a referee alone; by then the seed is known, so the next dice come from a new one.
    """
    if play.ended is None or play.locked:
        play.open("table:undo")
    if type(to) is not int or not 0 <= to < play.record.count:
        raise BadInput(f"there is no entry {to} to go back to", where="undo")
    names = names_of(by, "by")
    agreed = {play.viewer_of(name) for name in names}
    missing = [
        side for i, side in enumerate(play.sides) if i not in play.specs and viewer_of(i) not in agreed
    ]
    if missing and REFEREE not in agreed:
        who = ", ".join(map(play.title, missing))
        raise IllegalOrder(Refusal(f"{who} must agree to go back.", "table:undo"))
    if play.ended is None:
        play.run(Entry(TABLE, ("undo", to, names)), play.rebuild)
        return
    if REFEREE not in agreed:
        raise IllegalOrder(Refusal("The battle was ended: only a referee can take that back.", "table:undo"))
    seed = new_seed() if play.record.seed else ""
    bound = (commitment(seed),) if seed else ()
    play.run(Entry(TABLE, ("undo", to, names, *bound)), _resume, play, seed)


def _resume(play: Play, seed: str) -> None:
    """Go on after the battle had ended, and its seed was published: with a new one, if it has any."""
    if seed:
        play.record.later.append(seed)
        play.secret = seed
        play.generation += 1
    play.rebuild()
