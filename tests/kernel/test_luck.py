"""The ledger of luck: dice of the whole battle, by whom they were thrown."""

from __future__ import annotations

from banneret.kernel.battle.course import KEPT_NEWS, Log
from banneret.kernel.event import Event
from banneret.kernel.scene import Luck
from banneret.kernel.stake import Stake, trial
from banneret.kernel.viewer import SPECTATOR, viewer_of


def throw(*dice: tuple[int, int, int], to: tuple[int, ...] | None = None) -> Event:
    return Event("throw", "Dice fell.", "toy:throw", to=to, dice=dice)


def test_dice_are_counted_for_the_side_they_were_rolled_for() -> None:
    log = Log(2)
    word = Event("word", "Nothing was thrown.", "toy:word", side=1)
    log.add([(1, throw((1, 6, 3), (0, 6, 4), (-1, 6, 1))), (1, word)])
    assert log.ledger(viewer_of(0), []).lines() == (Luck(0, 1, 4, 3.5), Luck(1, 1, 3, 3.5))


def test_the_ledger_remembers_what_the_news_have_dropped() -> None:
    log = Log(2)
    for _ in range(KEPT_NEWS + 50):
        log.add([(1, throw((0, 6, 6), (1, 6, 1)))])
    assert len(log.since(viewer_of(0), 0)) == KEPT_NEWS
    count = KEPT_NEWS + 50
    assert log.ledger(viewer_of(0), []).lines() == (
        Luck(0, count, 6 * count, 3.5 * count),
        Luck(1, count, count, 3.5 * count),
    )


def test_dice_of_the_running_step_count_once_and_other_dice_have_other_means() -> None:
    log = Log(2)
    log.add([(1, throw((0, 20, 20)))])
    running = [throw((0, 6, 2))]
    for _ in range(2):
        assert log.ledger(SPECTATOR, running).lines() == (Luck(0, 2, 22, 14.0),)


def test_where_it_is_known_what_dice_brought_that_is_counted_and_not_what_they_show() -> None:
    """A 2 on a d20 that passes at 5 or less is luck: +0.75 of a check; the 20 that fails is none."""
    log = Log(2)
    log.add(
        [(1, Event("check", "", "toy:check", dice=((0, 20, 2),), stakes=[trial("checks", 0, True, 5, 20)]))]
    )
    assert log.luck(viewer_of(0), []) == (Luck(0, 1, 1.0, 0.25, "checks"),)
    more = Event("check", "", "toy:check", dice=((1, 20, 20),), stakes=[trial("checks", 1, False, 5, 20)])
    hits = [Stake("hits", (0,), (3,), ((1, (0,)), (1, (3,))), 2) for _ in range(3)]
    fight = Event("fight", "", "toy:fight", stakes=hits)
    both = (
        Luck(0, 3, 4.5, 2.25, "hits"),  # the measure of most throws first
        Luck(0, 1, 1.0, 0.25, "checks"),
        Luck(1, 1, 0.0, 0.25, "checks"),
    )
    for _ in range(2):
        assert log.luck(viewer_of(0), [(2, more), (2, fight)]) == both
    log.add([(2, more), (2, fight)])
    assert log.luck(viewer_of(0), []) == both


def test_dice_that_one_may_not_know_of_are_not_in_the_ledger() -> None:
    log = Log(2)
    log.add([(1, throw((0, 6, 5), to=(0,)))])
    assert log.ledger(viewer_of(0), []).lines() == (Luck(0, 1, 5, 3.5),)
    assert log.ledger(viewer_of(1), []).lines() == ()
    assert log.ledger(SPECTATOR, []).lines() == ()
