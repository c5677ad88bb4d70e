"""Orders compared in the same worlds."""

from __future__ import annotations

from banneret.players.search.race import Race


def test_half_of_all_go_on_and_the_first_always() -> None:
    race = Race(8)
    assert race.laps == 3
    race.take([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
    race.halve()
    assert race.alive == [0, 7, 6, 5]
    race.take([0.1, 0.2, 0.9, 0.3])
    race.halve()
    assert race.alive == [0, 6]
    race.halve()
    assert race.alive == [0, 6]


def test_a_lead_counts_in_the_worlds_that_both_met() -> None:
    race = Race(3)
    race.take([0.2, 0.3, 0.1])
    race.take([0.8, 0.9, 0.7])
    mean, error = race.lead(1, 0)
    assert abs(mean - 0.1) < 1e-9
    assert (
        abs(error - 0.05) < 1e-9
    )  # no spread but that which two worlds leave open: the root of 0.01 / 2 / 2
    assert race.best(1.0) == 1
    assert race.best(3.0) == 0


def test_it_is_settled_when_one_is_surely_ahead() -> None:
    race = Race(2)
    for _ in range(7):
        race.take([0.2, 0.5])
    assert not race.is_settled()
    race.take([0.2, 0.5])
    assert race.is_settled()


def test_nothing_met_leaves_the_first() -> None:
    assert Race(4).best(0.0) == 0
