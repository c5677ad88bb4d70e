"""Retraction: what goes with a side's last order when the side takes it back. Every view says if it may, so it is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.decision import Refusal

if TYPE_CHECKING:
    from banneret.kernel.battle.play import Play


def taken_out(play: Play, seat: str) -> list[int] | Refusal:
    """The numbers of the entries that go when a seat takes its last order back, that order first; or why it cannot.

    It can while nothing was rolled, nobody else has ordered, and nothing hidden was shown since, as far as the seat was shown it:
    what others did unseen goes too, or else the seat could see that they did something. A secret choice can be taken back until all
    are in, also when others have made theirs. What a fork begins with is another battle's, and stays.
    """
    viewer = play.viewer_of(seat)
    own = viewer.side
    closed = play.closed("table:undo")
    if closed is not None:
        return closed
    since = "there is no order to take back"
    course = play.course
    secret = {answer.side for answer in course.answers[course.question_at :]} if course.sealed else set()
    others = 0  # secret orders of others, not shown yet
    answered = course.count
    shown = -1  # the last answer that showed this seat something, once it is wanted
    unseen: list[int] = []  # what others did since, shown to this seat in nothing
    dice: list[int] = []  # what was rolled after the entry that is looked at, likewise
    record = play.record
    for number in range(record.count, 0, -1):
        if number <= record.header.after:
            since = "the battle was forked since"
            break
        entry = record.entry(number)
        kind = entry.kind
        if kind in ("note", "player", "asked"):
            continue
        giver = entry.giver
        side = play.side_of(giver) if giver else -1
        if shown < 0 and side != own:
            shown = course.last_shown_to(viewer)
        seen = side == own or answered <= shown
        if entry.faces and not seen and record.header.commitment:
            dice.append(number)
            answered -= 1
            continue
        if not giver or (dice and side == own):
            rolled = kind in ("order", "die")
            since = "a die was rolled since" if rolled else "the table or its referee went between"
            break
        if side in secret:
            if side == own:
                return [number]
            secret.remove(side)
            others += 1
            answered -= 1
            continue
        if side != own and not seen:
            unseen += [*dice, number]
            dice.clear()
            answered -= 1
            continue
        if side != own or others:
            since = f"{play.title(giver)} has ordered since" if side != own else "others have ordered since"
        elif entry.seal or (play.binding and not unseen):
            since = "the secret choices have been shown"
        elif course.has_shown_at(answered):
            since = "something hidden was shown since"
        elif kind == "passed":  # goes with the order that it followed
            unseen += [*dice, number]
            dice.clear()
            answered -= 1
            continue
        else:
            return [number, *unseen]
        break
    return Refusal(f"{play.title(seat)} cannot undo by itself: {since}.", "table:undo")
