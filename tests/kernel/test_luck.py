"""The ledger of luck: dice of the whole battle, by whom they were thrown."""

from __future__ import annotations

from banneret.kernel.battle.course import KEPT_NEWS, Log
from banneret.kernel.battle.luck import thrown
from banneret.kernel.event import Event
from banneret.kernel.scene import Luck
from banneret.kernel.viewer import SPECTATOR


def throw(dice: list[int], side: int = -1, to: tuple[int, ...] | None = None, **data: object) -> Event:
    return Event("throw", "Somebody threw.", "toy:throw", side=side, to=to, data={"dice": dice, **data})


def test_who_threw_is_said_by_sides_then_by_units_then_by_the_line() -> None:
    units = [{"side": 1}, {"side": 0}]
    assert thrown(throw([3, 4], sides=[0, 1], units=units)) == [(0, 3), (1, 4)]
    assert thrown(throw([3, 4], units=units)) == [(1, 3), (0, 4)]
    assert thrown(throw([3, 4], side=1)) == [(1, 3), (1, 4)]
    assert thrown(Event("word", "Nothing was thrown.", "toy:word")) == []


def test_the_ledger_remembers_what_the_news_have_dropped() -> None:
    log = Log(2)
    for _ in range(KEPT_NEWS + 50):
        log.add([throw([6, 1], sides=[0, 1])])
    assert len(log.since(0, 0)) == KEPT_NEWS
    count = KEPT_NEWS + 50
    assert log.luck(0, []) == (Luck(0, count, 6 * count, 3.5 * count), Luck(1, count, count, 3.5 * count))


def test_dice_of_the_running_step_count_once_and_other_dice_have_other_means() -> None:
    log = Log(2)
    log.add([throw([20], side=0, faces=20)])
    running = [throw([2], side=0)]
    for _ in range(2):
        assert log.luck(SPECTATOR, running) == (Luck(0, 2, 22, 14.0),)


def test_dice_that_one_may_not_know_of_are_not_in_the_ledger() -> None:
    log = Log(2)
    log.add([throw([5], side=0, to=(0,))])
    assert log.luck(0, []) == (Luck(0, 1, 5, 3.5),)
    assert log.luck(1, []) == ()
    assert log.luck(SPECTATOR, []) == ()
