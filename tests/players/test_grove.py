"""A search of several trees: their figures are summed, and how many cores grow them changes nothing where simulations are counted."""

from __future__ import annotations

import os
from time import perf_counter, sleep

import pytest
from players.positions import Position, Watcher, choice

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import ImaginingTable, play
from banneret.kernel.errors import BadInput
from banneret.kernel.player import DefaultPlayer, Player, RandomPlayer, Seat
from banneret.players import make
from banneret.players.postures import Postures
from banneret.players.search.grove import Branch, add, bare, can_fork, grown, joined, picked
from banneret.players.search.player import SearchPlayer
from banneret.players.search.tree import MOST_ARMS, Node

forks = pytest.mark.skipif(not can_fork(), reason="processes are not forked here")


def squares(number):
    return number * number


def at_any_time():
    return 0.0


@pytest.mark.parametrize("hands", [1, 2, 3, 9])
def test_what_is_grown_comes_in_the_order_of_numbers_on_any_number_of_cores(hands):
    assert grown(7, hands, squares, at_any_time) == [0, 1, 4, 9, 16, 25, 36]


@forks
def test_a_player_that_is_interrupted_leaves_no_fork_behind(monkeypatch):
    def grow(number):
        return sleep(60 * number)

    def read(*_):
        raise KeyboardInterrupt

    branches = [Branch([1], grow), Branch([1], grow)]
    monkeypatch.setattr(os, "read", read)
    for branch in branches:
        with pytest.raises(KeyboardInterrupt):
            branch.wait(0.0)
        with pytest.raises(ProcessLookupError):
            os.kill(branch.process, 0)


@forks
def test_trees_of_a_process_that_ends_are_grown_here_unless_time_is_short():
    here = os.getpid()

    def grow(number):
        if os.getpid() != here:
            os._exit(1)
        return number

    assert grown(4, 2, grow, at_any_time) == [0, 1, 2, 3]
    assert grown(4, 2, grow, lambda: perf_counter() + 60.0) == [0, 2]


@forks
def test_nobody_waits_for_a_tree_that_is_late():
    here = os.getpid()
    hangs, other = os.pipe()

    def grow(number):
        if os.getpid() != here:
            os.read(hangs, 1)  # nobody writes
        return number

    assert grown(2, 2, grow, lambda: perf_counter()) == [0]
    os.close(hangs)
    os.close(other)


@forks
def test_no_process_is_left_behind(monkeypatch):
    forked = []
    fork = os.fork

    def counted():
        forked.append(fork())
        return forked[-1]

    monkeypatch.setattr(os, "fork", counted)
    grown(4, 4, squares, at_any_time)
    assert len(forked) == 3
    for process in forked:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_figures_of_an_order_are_summed_whatever_its_number_was():
    question = Node([0])
    question.arms[0].fill([("a",), ("b",)])
    first, second = bare(question), bare(question)
    second.arms[0].add(("c",), 0.5)
    for root, number, worth in ((first, 0, 1.0), (first, 1, 0.25), (second, 0, 0.5), (second, 2, 0.75)):
        arms = root.arms[0]
        arms.total += 1
        arms.visits[number] += 1
        arms.sums[number] += worth
        arms.squares[number] += worth * worth
    add(question, picked(second))
    add(question, picked(first))
    arms = question.arms[0]
    assert arms.orders == [("a",), ("b",), ("c",)]
    assert (arms.total, arms.visits, arms.sums) == (4, [2, 1, 1], [1.5, 0.25, 0.75])
    assert arms.squares == [1.25, 0.0625, 0.5625]


def test_pairs_of_orders_are_summed_whatever_their_numbers_were():
    def met(orders, theirs, pair, worth):
        root = Node([0, 1])
        root.joint = True
        root.arms[0].fill(orders)
        root.arms[1].fill(theirs)
        root.note_legal([[0, 1], [0, 1]])
        root.gather(pair[0] * MOST_ARMS + pair[1], [worth, 1.0 - worth])
        return picked(root)

    question = Node([0])
    question.arms[0].fill([("x",), ("y",)])
    add(question, met([("x",), ("y",)], [("k",), ("l",)], (0, 1), 0.75))
    add(question, met([("y",), ("x",)], [("l",), ("k",)], (1, 0), 0.25))  # the same pair: x against l
    add(question, met([("y",), ("x",)], [("l",), ("k",)], (0, 1), 1.0))  # y against k
    assert question.joint
    assert [arms.orders for arms in question.arms] == [[("x",), ("y",)], [("k",), ("l",)]]
    cells = {key: (cell.tries, cell.sums) for key, cell in question.cells.items()}
    assert cells == {1: (2, [1.0, 1.0]), MOST_ARMS: (1, [1.0, 0.0])}
    assert question.masks == [[[0, 1], [0, 1]], [[1, 0], [1, 0]], [[1, 0], [1, 0]]]
    assert question.visits == 3


def test_races_are_joined_world_by_world():
    """The second order met the first in one world of the first race, and in two of the second."""
    race = joined([[[0.5, 0.9], [0.75]], [[0.25, 0.5], [0.5, 0.75]]])
    assert race.worths[1] == [0.75, 0.5, 0.75]
    assert race.firsts[1] == [0.5, 0.25, 0.5]
    assert race.best(1.0) == 1
    assert joined([[[0.5], [0.25]], [[0.5], [0.5]]]).best(1.0) == 0


def test_ways_learn_from_every_tree():
    whole = Postures([DefaultPlayer(), DefaultPlayer()])
    whole.take(0, 0.5)
    one, other = whole.copy(), whole.copy()
    one.take(1, 1.0)
    other.take(1, 0.0)
    other.take(0, 0.5)
    for tree in (one, other):
        tries, sums, amount, off = tree.since(whole)
        assert amount == sum(tries)
        if tree is one:
            learnt = (tries, sums, amount, off)
        else:
            whole.add(*learnt)
            whole.add(tries, sums, amount, off)
    assert (whole.tries(0), whole.tries(1)) == (2, 2)
    assert one.tries(1) == 1


def thoughts(hands, **given):
    worth = {"a": {"x": 0.9, "y": 0.2}, "b": {"x": 0.4, "y": 0.6}, "c": {"x": 0.1, "y": 0.1}}

    def script(state, table):
        mine, theirs = table.ask_all([choice("both", 0, "a", "b", "c"), choice("both", 1, "x", "y")])
        return worth[mine[0]][theirs[0]]

    position = Position(script)
    watcher = Watcher(SearchPlayer(position, Chance(3), hands=hands, **given))
    play(position, position.open(None, None), [watcher, RandomPlayer(Chance(2))], Chance(1))
    return [(order, repr(thought.lines), thought.simulations) for _, order, thought in watcher.seen]


@pytest.mark.long
@forks
def test_a_secret_question_is_solved_from_all_trees_alike_on_any_number_of_cores():
    one = thoughts(1, simulations=1000, trees=3)
    assert thoughts(2, simulations=1000, trees=3) == thoughts(3, simulations=1000, trees=3) == one
    assert one[0][2] <= 1000
    assert thoughts(1, simulations=1000) != one


ORDERS = {"stacks": 30, "warcards": 25, "companies": 4, "skirmish": 8, "battlesystem": 5}
FIELDS = {
    "stacks": "two_banners",
    "warcards": "border_skirmish",
    "companies": "the_ford",
    "skirmish": "short_yard",
    "battlesystem": "ford_at_dawn",
}


class Enough(Exception):
    """So many orders are seen."""


class Listening(Player):
    """Stops the battle after so many orders of a player."""

    def __init__(self, player, most):
        self.player = player
        self.name = player.name
        self.imagines = player.imagines
        self.most = most
        self.orders = []

    def choose(self, decision, seat):
        order = self.player.choose(decision, seat)
        self.orders.append((decision.kind, order))
        if len(self.orders) == self.most:
            raise Enough
        return order


def orders_of(book, spec, hands):
    """The first orders of a search as the first side against the greedy player."""
    rulebook = rulebooks.get(book)
    listening = Listening(make(spec, rulebook, Chance(5), hands=hands), ORDERS[book])
    players = [listening, rulebook.computer.greedy(Chance(6))]
    state = rulebook.new(rulebook.scenario(FIELDS[book]), rulebook.options())
    table = ImaginingTable(players, [Seat(rulebook.sight, side, state) for side in (0, 1)], Chance(7))
    try:
        while rulebook.outcome(state) is None:
            table.begin(rulebook.copy(state))
            rulebook.step(state, table)
    except Enough:
        pass
    return listening.orders, listening.player.total_simulations


@pytest.mark.long
@forks
@pytest.mark.parametrize("book", sorted(FIELDS))
def test_a_search_of_several_trees_gives_the_same_orders_on_any_number_of_cores(book):
    spec = "search:24sims:3trees"
    one = orders_of(book, spec, 1)
    assert one[1] > 0
    assert orders_of(book, spec, 2) == one
    assert orders_of(book, spec, 3) == one


@forks
def test_by_the_clock_a_search_grows_as_many_trees_as_there_are_cores_and_is_never_late():
    worth = {"a": 0.5, "b": 0.6, "c": 0.55}
    position = Position(lambda state, table: worth[table.ask(choice("pick", 0, *worth))[0]])
    searching = make("search:0.3s", rulebooks.get("stacks"), Chance(1), hands=2)
    assert (searching.trees, make("search", rulebooks.get("stacks"), Chance(1)).trees) == (2, 1)
    watcher = Watcher(SearchPlayer(position, Chance(1), 0.3, trees=2, hands=2))
    play(position, position.open(None, None), [watcher, RandomPlayer(Chance(2))], Chance(1))
    (_, order, thought), *_ = watcher.seen
    assert order == ("b",)
    assert thought.seconds < 60.0  # it has ended by itself: the machine may be slow, the player may not wait


def test_trees_are_a_setting_of_the_player():
    book = rulebooks.get("stacks")
    assert make("search:400sims:4trees", book, Chance(1)).trees == 4
    assert make("search:400sims", book, Chance(1), hands=4).trees == 1
    for wrong in ("search:400sims:0trees", "search:400sims:65trees", "search:4trees", "search:1s:xtrees"):
        with pytest.raises(BadInput, match="cannot be set"):
            make(wrong, book, Chance(1))
