"""The instant player: better than greedy where playing on shows it, loyal where it does not, in time, and blind to what is hidden."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from kernel.toy import RULEBOOK
from players.positions import Position, Watcher, choice, first_answers_in_two_worlds

from banneret.kernel.abilities.computer import Thinking
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.players import make
from banneret.players.instant import InstantPlayer
from banneret.players.search.planning import Plan, Planner, best_of


class Always(Player):
    """Gives the order of one word wherever it can, else the default."""

    name = "always"

    def __init__(self, word):
        self.word = word

    def choose(self, decision, seat):
        return (self.word,) if (self.word,) in decision.orders() else decision.default()


class Known(Position):
    """A position whose greedy player always wants the same, and whose postures want something else."""

    def __init__(self, script, greedy="a", postures=(), **given):
        super().__init__(script, **given)
        self.wanted = greedy
        self.postures = tuple(postures)

    def greedy(self, chance, posture=""):
        return Always(posture or self.wanted)

    def scene(self, state, viewer):
        return SimpleNamespace(pieces=())


def answered(position, side=0, seed=1, secret=0, **given):
    """What an instant player of one side answers, in order; the other side plays at random."""
    watcher = Watcher(InstantPlayer(position, Chance(seed), **{"seconds": 0.0, **given}))
    players = [RandomPlayer(Chance(seed + 1)) for _ in range(2)]
    players[side] = watcher
    state = position.open(None, None)
    state.secret = secret
    play(position, state, players, Chance(seed + 2))
    return [order for _, order, _ in watcher.seen]


def picks(chances):
    return lambda state, table: chances[table.ask(choice("pick", 0, *chances))[0]]


@pytest.mark.parametrize("seed", range(5))
def test_an_order_that_wins_more_is_given_instead_of_greedys(seed):
    position = Known(picks({"a": 0.1, "b": 0.9, "c": 0.3, "d": 0.1}))
    assert answered(position, seed=seed) == [("b",)]


@pytest.mark.parametrize("seed", range(8))
def test_greedys_order_stays_where_no_other_is_clearly_ahead(seed):
    position = Known(picks({"a": 1.0, "b": 1.0, "c": 1.0}))
    assert answered(position, seed=seed) == [("a",)]


def test_what_the_rulebook_replies_is_given_unplayed():
    played = []

    def script(state, table):
        played.append(1)
        return picks({"a": 0.1, "b": 0.9})(state, table)

    position = Known(script)
    position.reply = lambda decision, lens: ("a",)
    assert answered(position) == [("a",)]
    assert len(played) == 1


def test_a_posture_leads_on_and_is_followed_where_that_wins():
    def script(state, table):
        word = table.ask(choice("march", 0, "a", "b"))[0]
        state.secret += word == "b"
        return 1.0 if state.secret >= 3 else 0.0 if state.steps == 3 else None

    position = Known(script, postures=("b",), steps=4)
    position.imagine = lambda state, viewer, chance, present: position.copy(state)
    position.thinking = lambda lens: Thinking(horizon=9)
    assert answered(position)[:3] == [("b",), ("b",), ("b",)]


def test_the_position_is_judged_where_the_next_turn_begins():
    judged = []

    def judge(state, side):
        judged.append(state.steps)
        return 0.5

    position = Known(
        lambda state, table: table.ask(choice("go", 0, "a", "b")) and None, steps=4, judged=judge
    )
    position.imagine = lambda state, viewer, chance, present: position.copy(state)
    player = InstantPlayer(position, Chance(1), plays=8, seconds=0.0)
    state = position.open(None, None)
    player.choose(choice("go", 0, "a", "b"), Seat(position.sight, 0, state))
    assert judged == [1] * 8


def test_a_rulebook_says_how_many_turns_plans_are_played_on():
    judged = []

    def judge(state, side):
        judged.append(state.steps)
        return 0.5

    position = Known(
        lambda state, table: table.ask(choice("go", 0, "a", "b")) and None, steps=9, judged=judge
    )
    position.imagine = lambda state, viewer, chance, present: position.copy(state)
    position.plan_horizon = 3
    player = InstantPlayer(position, Chance(1), plays=8, seconds=0.0)
    player.choose(choice("go", 0, "a", "b"), Seat(position.sight, 0, position.open(None, None)))
    assert judged == [3] * 8


def test_no_more_plays_than_it_was_given():
    played = []

    def script(state, table):
        played.append(1)
        return {"a": 0.5, "b": 0.5, "c": 0.5, "d": 0.5, "e": 0.5}[
            table.ask(choice("pick", 0, "a", "b", "c", "d", "e"))[0]
        ]

    for plays in (10, 64, 200):
        played.clear()
        answered(Known(script), plays=plays)
        assert plays * 0.6 <= len(played) <= plays + 1
    position = Known(script)
    position.plays = 30
    played.clear()
    answered(position)
    assert 18 <= len(played) <= 31  # as the rulebook advises where none are given


def test_with_fewer_plays_than_plans_the_first_few_are_tried():
    """Of nine plans four plays try the first two in two worlds each; what is clearly better is taken, what is only even is not."""
    played = []

    def script(worths):
        def step(state, table):
            order = table.ask(choice("pick", 0, *worths))[0]
            played.append(order)
            return worths[order]

        return step

    worths = dict.fromkeys("abcdefghi", 0.2)
    assert answered(Known(script(worths | {"b": 0.9})), plays=4)[0] == ("b",)
    assert sorted(played) == ["a", "a", "b", "b", "b"]  # and then it is given
    assert answered(Known(script(worths | {"c": 0.9})), plays=9)[0] == ("c",)
    played.clear()
    assert answered(Known(script(worths | {"i": 0.9})), plays=8)[0] == ("a",)  # the last is never met
    assert answered(Known(script(worths)), plays=8)[0] == ("a",)
    played.clear()
    assert answered(Known(script(worths | {"b": 0.9})), plays=2)[0] == ("a",)  # one world is no proof
    assert sorted(played) == ["a", "a", "b"]


def test_the_clock_ends_it():
    now = [0.0]

    def clock():
        now[0] += 0.01
        return now[0]

    position = Known(picks({"a": 0.1, "b": 0.9}), steps=1)
    player = InstantPlayer(position, Chance(1), plays=100_000, seconds=0.5, clock=clock)
    player.choose(choice("pick", 0, "a", "b"), Seat(position.sight, 0, position.open(None, None)))
    assert now[0] < 0.8


def test_no_time_at_all_is_greedys_order():
    player = make("instant", Known(picks({"a": 0.1, "b": 0.9})), Chance(1))
    player.seconds = 1e-9
    position = player.planner.rulebook
    assert player.choose(choice("pick", 0, "a", "b"), Seat(position.sight, 0, position.open(None, None))) == (
        "a",
    )


def test_postures_are_not_asked_once_the_time_is_over():
    now, asked = [0.0], []

    class Slow(Always):
        def choose(self, decision, seat):
            now[0] += 0.1
            asked.append(self.word)
            return super().choose(decision, seat)

    class Slowly(Known):
        def greedy(self, chance, posture=""):
            return Slow(posture or self.wanted)

    position = Slowly(picks({"a": 0.2, "b": 0.5, "c": 0.9}), postures=("b", "c", "b", "c"))
    assert answered(position, seconds=0.15, clock=lambda: now[0]) == [("a",)]
    assert asked == ["a", "b"]


@pytest.mark.parametrize(
    ("pace", "most", "plays"), [(0.0, 12, 64), (0.001, 12, 64), (0.005, 9, 28), (0.02, 2, 7), (0.1, 2, 1)]
)
def test_where_plays_take_long_fewer_plans_meet_several_worlds_each(pace, most, plays):
    """In 0.14 seconds: 28 plays of 0.005 are three for each of nine plans; of those of 0.1 there is time for none of two."""
    planner = Planner(Known(picks({"a": 0.5})), Chance(1), clock=lambda: 0.0)
    plans = [Plan((word,), planner.ways[0]) for word in "abcdefghijkl"]
    planner.deadline, planner.pace = 0.14, pace
    found, left = planner.in_time(plans, 64)
    assert (found, left) == (plans[:most], plays)
    assert planner.pace < pace or plays >= 2  # what was not tried is tried again later
    planner.deadline = 0.0
    assert planner.in_time(plans, 64) == (plans, 64)


def test_plays_make_it_reproducible():
    found = []
    for _ in range(2):
        state = RULEBOOK.new(RULEBOOK.scenario("duel"), RULEBOOK.options())
        players = [make("instant:16plays", RULEBOOK, Chance(5)), RULEBOOK.computer.greedy(Chance(1))]
        play(RULEBOOK, state, players, Chance(2))
        found.append(RULEBOOK.dump(state))
    assert found[0] == found[1]


def test_worlds_that_do_not_fit_are_given_up():
    def script(state, table):
        if state.secret:
            table.ask(choice("other", 1, "u", "v"))
        return {"a": 0.0, "b": 1.0}[table.ask(choice("mine", 0, "a", "b"))[0]]

    position = Known(script)
    position.imagine = lambda state, viewer, chance, present: type(state)(1)
    assert answered(position) == [("a",)]


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_chooses_the_same_whatever_it_cannot_see(scenario):
    pairs = list(first_answers_in_two_worlds(scenario, lambda: make("instant:24plays", RULEBOOK, Chance(7))))
    for one, other in pairs:
        assert one == other
    assert sum(len(one) for one, _ in pairs) > 8


@pytest.mark.parametrize(("ends", "most"), [(True, 400), (False, 4000)])
def test_plays_end_where_more_of_them_cannot_matter(ends, most):
    position = Known(picks({"a": 0.05, "b": 0.95}))
    planner = Planner(position, Chance(1), lambda: 0.0)
    seat = Seat(position.sight, 0, position.open(None, None))
    plans = planner.plans(choice("pick", 0, "a", "b"), seat, 4)
    planner.try_out(plans, "pick", seat, 4000, ends)
    assert most * 0.1 < sum(len(plan.worths) for plan in plans) <= most
    assert best_of(plans, 1.0).order == ("b",)


def test_kinds_that_are_not_tried_are_left_to_the_greedy_player():
    played = []

    def script(state, table):
        played.append(1)
        return picks({"a": 0.1, "b": 0.9})(state, table)

    position = Known(script)
    position.untried = ("pick",)
    assert answered(position) == [("a",)]
    assert len(played) == 1


def test_the_rulebook_says_how_far_another_order_must_be_ahead():
    position = Known(picks({"a": 0.1, "b": 0.9}))
    position.loyalty = 1000.0
    assert answered(position) == [("a",)]


def test_later_questions_of_a_turn_try_the_postures_that_did_best_at_its_first():
    position = Known(picks({"a": 0.5, "b": 0.1, "c": 0.9, "d": 0.2}), postures=("b", "c", "d"), steps=9)
    position.imagine = lambda state, viewer, chance, present: position.copy(state)
    planner = Planner(position, Chance(1), lambda: 0.0)
    state = position.open(None, None)
    seat = Seat(position.sight, 0, state)
    question = choice("pick", 0, "a", "b", "c", "d")
    plans = planner.plans(question, seat, 0)
    assert [plan.order for plan in plans] == [("a",), ("b",), ("c",), ("d",)]
    planner.worlds = [None]
    for plan, worth in zip(plans, (0.5, 0.1, 0.9, 0.2), strict=True):
        plan.worths = [worth]
    planner.prefer(plans, 1)
    assert [plan.order for plan in planner.plans(question, seat, 0)] == [("a",), ("c",)]
    planner.remember("pick", ("c",), seat)
    planner.observe(seat)
    assert planner.preferred == [planner.ways[2]]
    state.steps = 1  # a turn has begun
    planner.observe(seat)
    assert planner.preferred == []
