"""Search: finds what is best, mixes where it must, keeps to its time, knows only what its seat knows."""

from __future__ import annotations

import random
from math import sqrt

import pytest
from kernel.toy import RULEBOOK
from players.positions import Position, Watcher, choice, first_answers_in_two_worlds, matrix_position

from banneret.kernel.abilities.computer import Payoffs, Thinking
from banneret.kernel.battle import Battle
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.player import DefaultPlayer, Player, RandomPlayer, Seat
from banneret.lab.matrix import gap, solve
from banneret.lab.simulation import simulate
from banneret.players import make
from banneret.players.mixed import solve as solve_mixed
from banneret.players.search.player import SearchPlayer
from banneret.players.search.statistics import leader
from banneret.players.search.tree import Arms, Node


def think(position, side=0, seed=1, secret=0, other=None, **given):
    """All that a search player of one side does in a position: [(kind, order, thought)]."""
    watcher = Watcher(SearchPlayer(position, Chance(seed), **given))
    players = [other or RandomPlayer(Chance(seed + 1)) for _ in range(2)]
    players[side] = watcher
    state = position.open(None, None)
    state.secret = secret
    play(position, state, players, Chance(seed + 2))
    return watcher.seen


# ---------------------------------------------------------------------- one side chooses


def test_finds_the_best_of_uncertain_orders():
    chances = {"a": 0.3, "b": 0.62, "c": 0.5, "d": 0.45}
    position = Position(lambda state, table: chances[table.ask(choice("pick", 0, *chances))[0]])
    for seed in range(5):
        (_, order, thought), *_ = think(position, seed=seed, simulations=4000)
        assert order == ("b",)
        assert thought.lines[0].worth == pytest.approx(0.62, abs=0.04)


def test_looks_ahead_through_the_answer_of_the_enemy():
    worth = {"bold": {"x": 0.9, "y": 0.1}, "calm": {"x": 0.5, "y": 0.45}}

    def script(state, table):
        mine = table.ask(choice("mine", 0, "bold", "calm"))[0]
        return worth[mine][table.ask(choice("theirs", 1, "x", "y"))[0]]

    (_, order, thought), *_ = think(Position(script), simulations=4000)
    assert order == ("calm",)
    assert thought.lines[0].worth == pytest.approx(0.45, abs=0.04)
    (kind, order, _), *_ = think(Position(script), side=1, simulations=2000, other=DefaultPlayer())
    assert (kind, order) == ("theirs", ("y",))


def test_the_tree_grows_no_deeper_than_it_is_told():
    worth = {"bold": {"x": 0.9, "y": 0.2}, "calm": {"x": 0.5, "y": 0.45}}

    def script(state, table):
        mine = table.ask(choice("mine", 0, "bold", "calm"))[0]
        return worth[mine][table.ask(choice("theirs", 1, "x", "y"))[0]]

    for depth, best in (
        (1, "bold"),
        (2, "calm"),
    ):  # the enemy answers at random (0.55, 0.475), or does its best
        (_, order, _), *_ = think(Position(script), simulations=3000, depth=depth, greed=0.0)
        assert order == (best,)


class Advised(Position):
    """A position whose rulebook advises how to think; answers are brisk."""

    brisk = ("theirs",)

    def __init__(self, script, advice, **given):
        super().__init__(script, **given)
        self.advice = advice

    def thinking(self, lens):
        return self.advice


@pytest.mark.long
@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize(("answers", "best"), [(0, "bold"), (1, "calm")])
def test_the_tree_goes_on_through_the_answers_to_an_order(paired, answers, best):
    """Against answers at random the bold order is worth 0.5, the calm one 0.475; against the best answers 0.1 and 0.45."""
    worth = {"bold": {"x": 0.9, "y": 0.1}, "calm": {"x": 0.5, "y": 0.45}}

    def script(state, table):
        mine = table.ask(choice("mine", 0, "bold", "calm"))[0]
        return worth[mine][table.ask(choice("theirs", 1, "x", "y"))[0]]

    position = Advised(script, Thinking(depth=1, answers=answers, paired=paired))
    (_, order, _), *_ = think(position, simulations=8000)
    assert order == (best,)


def test_answers_are_in_the_tree_no_further_than_the_step_of_the_order():
    """What is asked in the next step is no answer to the order any more, though it is asked like one."""
    asked = []

    def script(state, table):
        if state.steps == 0:
            table.ask(choice("mine", 0, "a", "b"))
            return None
        asked.append(table.ask(choice("theirs", 1, "x", "y"))[0])
        return 0.9 if asked[-1] == "x" else 0.1

    position = Advised(script, Thinking(depth=1, answers=3), steps=2)
    think(position, simulations=2000)
    assert asked.count("x") == pytest.approx(1000, abs=120)


def test_small_differences_show_in_the_same_worlds():
    """Who wins hangs on what the enemy holds nearly alone: the better order is worth a twentieth more in each world."""
    more = {"a": 0.0, "b": 0.05, "c": -0.05}

    def script(state, table):
        return (0.1, 0.85)[state.secret] + more[table.ask(choice("mine", 0, *more))[0]]

    position = Advised(script, Thinking(depth=1, paired=True), secrets=2)
    found = [think(position, seed=seed, simulations=900)[0][1] for seed in range(8)]
    assert found.count(("b",)) >= 7


def test_looks_ahead_over_dice_and_steps():
    # gambling is worth while only because a good throw can be kept and a bad one thrown again
    def script(state, table):
        if state.steps == 0:
            if table.ask(choice("way", 0, "sure", "gamble")) == ("sure",):
                state.steps = 5
                return 0.6
            return None
        die = table.die(6, "gamble", 0)
        if table.ask(choice("again", 0, "keep", "throw")) == ("throw",):
            die = table.die(6, "gamble", 0)
        return die / 6

    (_, order, _), *_ = think(Position(script, steps=2), simulations=6000)
    assert order == ("gamble",)  # 0.708, but 0.583 without the choice


def test_a_single_order_needs_no_thought():
    position = Position(lambda state, table: 0.5 if table.ask(choice("only", 0, "go")) else 0)
    player = SearchPlayer(position, Chance(1), simulations=1000)
    play(position, position.open(None, None), [player, RandomPlayer(Chance(1))], Chance(1))
    assert player.total_simulations == 0
    assert player.thought is None


@pytest.mark.parametrize(
    "chances", [{"a": 1.0, "b": 0.0}, {"a": 0.2, "b": 0.9, "c": 0.1}, {"a": 1, "b": 1, "c": 1}]
)
def test_easy_decisions_stop_early(chances):
    position = Position(lambda state, table: chances[table.ask(choice("pick", 0, *chances))[0]])
    (_, order, thought), *_ = think(position, simulations=100_000)
    assert thought.stopped == "settled"
    assert thought.simulations < 2500
    assert chances[order[0]] == max(chances.values())


MANY = [f"order {number}" for number in range(20)]


@pytest.mark.parametrize("worth", [0.0, 1.0])
def test_a_battle_that_is_decided_whatever_is_ordered_is_not_thought_about(worth):
    """Twenty orders would have to be tried some 250 times each before they were known to be alike."""
    position = Position(lambda state, table: worth if table.ask(choice("pick", 0, *MANY)) else 0.5)
    (_, _, thought), *_ = think(position, simulations=100_000)
    assert thought.stopped == "settled"
    assert thought.simulations < 300


def test_neither_the_one_way_out_nor_the_one_mistake_is_overlooked():
    for good, bad in ((0.3, 0.0), (1.0, 0.98)):
        position = Position(
            lambda state, table, good=good, bad=bad: (
                good if table.ask(choice("pick", 0, *MANY)) == (MANY[13],) else bad
            )
        )
        (_, order, _), *_ = think(position, simulations=4000)
        assert order == (MANY[13],)
    position = Position(
        lambda state, table: 0.0 if table.ask(choice("pick", 0, *MANY)) == (MANY[0],) else 1.0
    )
    (_, order, thought), *_ = think(position, simulations=100_000)
    assert order != (MANY[0],)
    assert thought.simulations < 1500


def test_a_decided_battle_is_known_by_what_it_brings_to_the_one_who_thinks():
    def script(state, table):
        table.ask_all([choice("mine", 0, *MANY), choice("theirs", 1, *MANY)])
        return 0.0

    for side in (0, 1):
        (_, _, thought), *_ = think(Position(script), side=side, simulations=100_000)
        assert thought.stopped == "settled"
        assert thought.simulations < 1500


@pytest.mark.long
def test_stopping_early_is_hardly_ever_wrong():
    wrong = 0
    chances = {"a": 0.45, "b": 0.55}
    position = Position(lambda state, table: chances[table.ask(choice("pick", 0, *chances))[0]])
    for seed in range(40):
        (_, order, _), *_ = think(position, seed=seed, simulations=20_000)
        wrong += order != ("b",)
    assert wrong <= 1


def test_a_judgement_takes_the_place_of_a_far_end():
    def script(state, table):
        word = table.ask(choice("go", 0, "good", "bad"))[0]
        if state.steps == 0:
            state.secret = 1 if word == "good" else 0
        return 0.5 if state.steps > 500 else None

    position = Position(
        script, steps=500, judged=lambda s, side: (0.7 if s.secret else 0.3) if side == 0 else 0.5
    )
    position.imagine = lambda state, side, chance, present: position.copy(state)
    player = SearchPlayer(position, Chance(1), simulations=300, horizon=5)
    state = position.open(None, None)
    seat = Seat(position.sight, 0, state)
    assert player.choose(choice("go", 0, "bad", "good"), seat) == ("good",)


# ---------------------------------------------------------------------- both choose at once


def given_away(payoffs, position, side, sims, games=1):
    """How much the answers of a search, drawn as often as it says, give away against the best reply."""
    total = 0.0
    best = solve([[int(10_000 * p) for p in line] for line in payoffs])
    for seed in range(games):
        (_, _, thought), *_ = think(position, side=side, seed=seed, simulations=sims)
        shares = {line.order[0]: line.share for line in thought.lines}
        assert sum(shares.values()) == pytest.approx(1)
        if side == 0:
            worst = min(
                sum(shares[i] * payoffs[i][j] for i in range(len(payoffs))) for j in range(len(payoffs[0]))
            )
            total += float(best.value) / 10_000 - worst
        else:
            worst = max(sum(shares[j] * line[j] for j in range(len(line))) for line in payoffs)
            total += worst - float(best.value) / 10_000
    return total / games


ROCK = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
STAKES = [[0.5, 0.3, 0.9], [0.7, 0.5, 0.3], [0.1, 0.7, 0.5]]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("payoffs", [ROCK, STAKES])
@pytest.mark.long
def test_approaches_the_exact_mixed_strategy(payoffs, side):
    position = matrix_position(payoffs)
    assert given_away(payoffs, position, side, 200, 4) < 0.12
    assert given_away(payoffs, position, side, 3000, 4) < 0.035
    exact = solve([[int(10 * p) for p in line] for line in payoffs]).rows
    (_, _, thought), *_ = think(position, side=0, simulations=6000)
    shares = {line.order[0]: line.share for line in thought.lines}
    for i, share in enumerate(exact):
        assert shares[i] == pytest.approx(float(share), abs=0.1)


@pytest.mark.long
def test_random_matrix_games_are_learnt():
    rnd = random.Random(3)
    total = 0.0
    for game in range(6):
        payoffs = [[rnd.random() for _ in range(rnd.choice([4, 5]))] for _ in range(1)]
        payoffs += [[rnd.random() for _ in payoffs[0]] for _ in range(3)]
        total += given_away(payoffs, matrix_position(payoffs), game % 2, 3000)
    assert total / 6 < 0.03


@pytest.mark.long
def test_a_dominant_choice_is_taken_at_once():
    payoffs = [[0.1, 0.2], [0.9, 0.8], [0.3, 0.1]]
    (_, order, thought), *_ = think(matrix_position(payoffs), simulations=50_000)
    assert order == (1,)
    assert thought.lines[0].share == 1
    assert thought.simulations < 50_000


@pytest.mark.parametrize("side", [0, 1])
def test_payoffs_that_the_rulebook_foresees_are_solved(side):
    """One simulation moves them hardly at all: the shares are those of the exact solution, for either side."""
    position = matrix_position(STAKES)
    numbers = [(number,) for number in range(3)]
    turned = [[1 - line[j] for line in STAKES] for j in range(3)]
    position.payoffs = lambda decision, lens: Payoffs(
        numbers, 1 - decision.side, numbers, turned if decision.side else STAKES, 40.0
    )
    (_, _, thought), *_ = think(position, side=side, simulations=1)
    exact = solve_mixed(STAKES)
    shares = {line.order[0]: line.share for line in thought.lines}
    for number, share in enumerate(exact.columns if side else exact.rows):
        assert shares[number] == pytest.approx(share, abs=0.03)


def test_simulations_correct_payoffs_that_were_foreseen_wrong():
    position = matrix_position([[0.9, 0.9], [0.1, 0.1]])
    numbers = [(0,), (1,)]
    position.payoffs = lambda decision, lens: Payoffs(numbers, 1, numbers, [[0.4, 0.4], [0.6, 0.6]], 40.0)
    (_, order, _), *_ = think(position, side=0, simulations=2000)
    assert order == (0,)


def test_a_single_order_that_is_foreseen_is_given_at_once():
    position = matrix_position(ROCK)
    position.payoffs = lambda decision, lens: Payoffs([(2,)], 1, [], [], 40.0)
    (_, order, thought), *_ = think(position, side=0, simulations=50)
    assert (order, thought) == ((2,), None)


@pytest.mark.long
def test_answers_are_drawn_by_their_shares():
    counts = [0, 0, 0]
    for seed in range(90):
        (_, order, _), *_ = think(matrix_position(ROCK), seed=seed, simulations=300)
        counts[order[0]] += 1
    assert min(counts) > 10


def test_regret_matching_agrees_with_the_solver():
    node = Node([0, 1])
    for arms in node.arms:
        for number in range(3):
            arms.add((number,), 1.0)
    for i in range(3):
        for j in range(3):
            for _ in range(200):
                node.note_legal([[0, 1, 2], [0, 1, 2]])
                node.gather(i * 64 + j, [STAKES[i][j], 1 - STAKES[i][j]])
    node.match_regrets(2000)
    rows, columns = node.arms[0].shares, node.arms[1].shares
    assert gap(STAKES, rows, columns) < 0.01
    exact = solve_mixed(STAKES)
    assert gap(STAKES, exact.rows, exact.columns) < 1e-9


def test_choices_that_not_every_world_offers_are_weighed_by_how_often_they_are_there():
    # they hold a trump in one world of ten; fearing it always would make us play safe
    def script(state, table):
        theirs = ("low", "trump") if state.secret == 0 else ("low",)
        mine, reply = table.ask_all([choice("both", 0, "attack", "safe"), choice("both", 1, *theirs)])
        if mine == ("safe",):
            return 0.5
        return 0.0 if reply == ("trump",) else 0.7

    (_, order, _thought), *_ = think(Position(script, secrets=10), secret=3, simulations=4000)
    assert order == ("attack",)


def test_worlds_in_which_others_hold_something_else_are_played_on():
    """Their orders are found in the first world that is imagined; in each of the others they hold another card, and have other orders."""

    class Card(Decision):
        """Plays the card that is held."""

        def __init__(self, card: int) -> None:
            super().__init__("both", 1, "position:ask")
            self.card = card

        def orders(self):
            return [(self.card,)]

        def default(self):
            return (self.card,)

        def sample(self, chance):
            return (self.card,)

        def check(self, order):
            return None if order == (self.card,) else Refusal("another card is held", "position:ask")

    def script(state, table):
        mine, card = table.ask_all([choice("both", 0, "attack", "safe"), Card(state.secret)])
        assert card == (state.secret,)
        return 0.9 if mine == ("attack",) else 0.1

    position = Position(script, secrets=1000)
    position.candidates = lambda decision, lens, most: (
        decision.orders()[:most] if decision.listed else [decision.default()]
    )
    (_, order, thought), *_ = think(position, simulations=60)
    assert order == ("attack",)
    assert (thought.simulations, thought.dropped) == (60, 0)


@pytest.mark.long
def test_three_sides_at_once():
    result = simulate(RULEBOOK, "trio", players=("search:60sims", "random", "random"), games=40, workers=1)
    assert result.failures == 0
    assert result.shares["reds"] / 40 > 0.4


# ---------------------------------------------------------------------- what is hidden


def test_does_not_count_on_knowing_what_it_cannot_know():
    # going on is worth 1 to who knows the secret and 0.5 to who has to guess; the safe way is worth 0.6
    def script(state, table):
        if table.ask(choice("way", 0, "on", "safe")) == ("safe",):
            return 0.6
        guess = table.ask(choice("guess", 0, 0, 1))[0]
        return 1.0 if guess == state.secret else 0.0

    position = Position(script, secrets=2)
    for secret in (0, 1):
        (_, order, thought), *_ = think(position, secret=secret, simulations=3000)
        assert order == ("safe",)
        assert thought.lines[0].worth == pytest.approx(0.6, abs=0.04)


def test_orders_that_only_some_worlds_allow():
    def script(state, table):
        offers = ("a", "b", "c") if state.secret % 2 else ("c", "d")
        mine = table.ask(choice("mine", 0, "x", "y"))[0]
        theirs = table.ask(choice("theirs", 1, *offers))[0]
        worth = {"a": 0.2, "b": 0.9, "c": 0.5, "d": 0.4}[theirs]
        return worth if mine == "x" else 0.4  # x: 0.2 or 0.4

    (_, order, thought), *_ = think(Position(script, secrets=4), simulations=4000)
    assert order == ("y",)
    assert thought.dropped == 0
    worth = {line.order[0]: line.worth for line in thought.lines}
    assert worth["x"] < 0.36


def test_worlds_that_lead_elsewhere_are_dropped():
    def script(state, table):
        if state.secret:
            table.ask(choice("other", 1, "u", "v"))
        return {"x": 0.8, "y": 0.2}[table.ask(choice("mine", 0, "x", "y"))[0]]

    (_, order, thought), *_ = think(Position(script, secrets=2), simulations=300)
    assert order == ("x",)
    assert thought.dropped > 50


def test_gives_the_first_candidate_when_no_world_fits():
    def script(state, table):
        if state.secret:
            table.ask(choice("other", 1, "u", "v"))
        return {"x": 0.8, "y": 0.2}[table.ask(choice("mine", 0, "y", "x"))[0]]

    position = Position(script)
    position.imagine = lambda state, side, chance, present: type(state)(1)
    (_, order, thought), *_ = think(position, simulations=300)
    assert order == ("y",)
    assert (thought.stopped, thought.simulations) == ("no world fits", 0)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_chooses_the_same_whatever_it_cannot_see(scenario):
    """Two worlds that a seat cannot tell apart: the same thoughts in both, number for number."""
    searching = lambda: SearchPlayer(RULEBOOK, Chance(7), simulations=40)  # noqa: E731
    compared = 0
    for worlds in first_answers_in_two_worlds(scenario, searching):
        one, other = [
            [(kind, order, repr(thought and thought.lines)) for kind, order, thought in seen]
            for seen in worlds
        ]
        assert one == other
        compared += len(one)
    assert compared > 6


# ---------------------------------------------------------------------- time and reproducibility


class Clock:
    """Runs on by `tick` whenever somebody looks."""

    def __init__(self, tick):
        self.now = 100.0
        self.tick = tick

    def __call__(self):
        self.now += self.tick
        return self.now


@pytest.mark.parametrize("tick", [0.0001, 0.001, 0.02])
@pytest.mark.long
def test_keeps_to_its_time(tick):
    clock = Clock(tick)
    times = []

    class Timed(Player):
        imagines = True

        def __init__(self):
            self.inner = SearchPlayer(RULEBOOK, Chance(1), seconds=0.5, clock=clock)

        def choose(self, decision, seat):
            begun = clock.now
            order = self.inner.choose(decision, seat)
            times.append(clock.now - begun)
            return order

    state = RULEBOOK.new(RULEBOOK.scenario("duel"), RULEBOOK.options())
    play(RULEBOOK, state, [Timed(), RandomPlayer(Chance(1))], Chance(2))
    assert max(times) <= 0.55
    assert max(times) > 0.3


def test_breaks_off_a_simulation_that_takes_too_long():
    asked = []

    def script(state, table):
        mine = table.ask(choice("mine", 0, "x", "y"))
        asked.append(0)
        for _ in range(1_000_000 if state.secret else 0):
            table.ask(choice("theirs", 1, "u", "v"))
            asked[-1] += 1
        return 0.5 if mine else 0

    clock = Clock(0.001)
    (_, order, thought), *_ = think(Position(script, secrets=2), seconds=0.3, clock=clock)
    assert order in (("x",), ("y",))
    assert thought.stopped == "time"
    assert thought.seconds <= 0.33
    assert 1000 < max(asked) < 5000


def test_the_best_answer_so_far_at_the_deadline():
    worth = {"a": 0.4, "b": 0.6}
    position = Position(lambda state, table: worth[table.ask(choice("pick", 0, "a", "b"))[0]])
    (_, order, thought), *_ = think(position, seconds=0.0000001)
    assert order == ("a",)  # nothing tried: what the rulebook would do first
    assert thought.simulations == 0
    (_, order, _), *_ = think(position, seconds=5.0, clock=Clock(0.002))
    assert order == ("b",)


def test_progress_is_told():
    told = []
    player = SearchPlayer(RULEBOOK, Chance(1), seconds=2.0, clock=Clock(0.002), progress=told.append)
    state = RULEBOOK.new(RULEBOOK.scenario("duel"), RULEBOOK.options())
    play(RULEBOOK, state, [player, RandomPlayer(Chance(1))], Chance(2))
    going = [thought for thought in told if not thought.stopped]
    assert len(going) > 3
    assert told[-1].stopped in ("time", "settled")
    assert all(sum(line.share for line in thought.lines) == pytest.approx(1) for thought in told)
    assert "simulations" in repr(told[-1])


@pytest.mark.long
def test_simulations_make_it_reproducible():
    lines = []
    for _ in range(2):
        watcher = Watcher(SearchPlayer(RULEBOOK, Chance(5), simulations=150))
        state = RULEBOOK.new(RULEBOOK.scenario("duel"), RULEBOOK.options())
        play(RULEBOOK, state, [watcher, RULEBOOK.computer.greedy(Chance(1))], Chance(2))
        lines.append([(kind, order, repr(thought)) for kind, order, thought in watcher.seen])
    assert lines[0] == lines[1]
    assert len(lines[0]) > 5


# ---------------------------------------------------------------------- whole battles


@pytest.mark.long
@pytest.mark.parametrize(("other", "least"), [("random", 0.68), ("greedy", 0.53)])
def test_beats_random_and_greedy(other, least):
    """With sides swapped, until it is three standard deviations ahead of an even fight, or for 60 battles."""
    share, games = 0.0, 0
    while games < 60 and share - games / 2 <= 1.5 * sqrt(games):
        for players in (("search:150sims", other), (other, "search:150sims")):
            result = simulate(RULEBOOK, "duel", players=players, games=10, seed=11 + games)
            share += result.shares[result.sides[players.index("search:150sims")]]
        games += 20
    assert share / games > least


def test_plays_at_the_table_with_questions_inside_questions():
    battle = Battle.start(
        RULEBOOK,
        "trio",
        seed=3,
        players={"reds": "search:30sims", "blues": "search:30sims", "greens": "random"},
        maker=make,
    )
    battle.advance()
    assert battle.is_over
    assert not [entry for entry in battle.record.entries if entry.kind == "player"]


@pytest.mark.long
def test_large_questions_are_met_with_candidates():
    seen = []

    class Looks(Player):
        imagines = True

        def __init__(self):
            self.inner = SearchPlayer(RULEBOOK, Chance(2), simulations=60, most=3)

        def choose(self, decision, seat):
            order = self.inner.choose(decision, seat)
            if decision.kind == "muster":
                seen.append(len(self.inner.thought.lines))
            return order

    state = RULEBOOK.new(RULEBOOK.scenario("long"), RULEBOOK.options())
    play(RULEBOOK, state, [Looks(), RULEBOOK.computer.greedy(Chance(1))], Chance(2))
    assert seen
    assert max(seen) <= 3


def test_arms_that_were_not_legal_are_tried_again_sooner():
    arms = Arms(0)
    first, second = arms.add(("a",), 1.0), arms.add(("b",), 1.0)
    arms.total = 100
    arms.visits = [50, 2]
    arms.sums = [25.0, 1.0]
    arms.missed = [0, 96]
    rare = arms.pick([first, second])
    arms.missed = [0, 0]
    common = arms.pick([first, second])
    assert (rare, common) == (second, second)
    arms.visits = [50, 30]
    arms.sums = [25.0, 15.0]
    assert arms.pick([first, second]) == second
    arms.missed = [0, 98]
    assert arms.pick([first, second]) == first


def test_an_order_missed_more_often_than_counted_is_still_weighed():
    """Simulations that are given up are noted as misses before they are thrown away: more misses than results."""
    arms = Arms(0)
    often = arms.add(("often",), 1.0)
    seldom = arms.add(("seldom",), 1.0)
    arms.total, arms.visits[often], arms.sums[often] = 4, 4, 1.0
    arms.missed[seldom] = 7
    assert arms.pick([often, seldom]) == seldom


def test_less_exploring_stays_with_what_has_proved_better():
    arms = Arms(0)
    better, worse = arms.add(("better",), 1.0), arms.add(("worse",), 1.0)
    arms.total = 40
    arms.visits = [30, 10]
    arms.sums = [18.0, 5.6]
    assert arms.pick([better, worse]) == worse
    assert arms.pick([better, worse], 0.1) == better


def test_loyalty_keeps_the_first_order_until_another_is_clearly_better():
    arms = Arms(0)
    for name in ("first", "second"):
        arms.add((name,), 1.0)
    arms.visits = [100, 100]
    arms.sums = arms.squares = [50.0, 60.0]
    assert leader(arms) == 1
    assert leader(arms, 1.0) == 1
    assert leader(arms, 3.0) == 0
    arms.visits[0] = 0
    assert leader(arms, 1.0) == 0


def test_a_battle_is_played_on_until_its_position_can_be_judged():
    """The judgement is asked where a turn begins, and nowhere else."""
    judged = []

    class Restless(type(RULEBOOK)):
        def turns(self, state, side):
            return state.trick // 2

        def judge(self, state, side):
            judged.append(state.trick)
            return 0.5

    book = Restless()
    state = book.new(book.scenario("long"), book.options())
    players = [SearchPlayer(book, Chance(1), simulations=20, horizon=1), RandomPlayer(Chance(2))]
    play(book, state, players, Chance(3))
    assert judged
    assert all(trick % 2 == 0 for trick in judged)
