"""Ways of leading a battle: search tells them apart, remembers, stays loyal where nothing is gained, and keeps to its limits."""

from __future__ import annotations

import pytest
from players.positions import Position, choice

from banneret.kernel.abilities.computer import Thinking
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.player import DefaultPlayer, Player, RandomPlayer
from banneret.players.postures import Postures
from banneret.players.search.player import SearchPlayer

MARCHES = 12  # questions of a long march


class Always(Player):
    """Says its word wherever it may."""

    def __init__(self, word):
        self.word = word

    def choose(self, decision, seat):
        return (self.word,) if (self.word,) in decision.orders() else decision.default()


class March(Position):
    """Every question asks for the road; each further step to the right is worth little, and all together much."""

    postures = ("rightwards", "astray")

    def __init__(self, gain=0.04, joint=False, judged=None, base=0.35):
        def script(state, table):
            roads = choice("road", 0, "left", "right", "astray")
            if joint:
                word = table.ask_all([roads, choice("road", 1, "left", "right")])[0][0]
            else:
                word = table.ask(roads)[0]
            state.secret += {"left": 0, "right": 1, "astray": -1}[word]
            return base + gain * state.secret

        super().__init__(script, steps=MARCHES, judged=judged)

    def imagine(self, state, viewer, chance, present):
        return self.copy(state)

    def greedy(self, chance, posture=""):
        return Always({"": "left", "rightwards": "right", "astray": "astray"}[posture])

    def thinking(self, lens):
        return Thinking(horizon=0, greed=1.0, loyalty=1.0, depth=1, weighing=0.5, reach=100)


def march(position, seed=1, **given):
    """A battle with a search player of side 0: what it answered, and the player."""
    player = SearchPlayer(position, Chance(seed), **given)
    answers = []

    class Watcher(Player):
        imagines = True

        def choose(self, decision, seat):
            order = player.choose(decision, seat)
            answers.append((order[0], player.thought.posture, repr(player.thought.lines)))
            return order

    state = position.open(None, None)
    state.secret = 0
    play(position, state, [Watcher(), RandomPlayer(Chance(9))], Chance(seed + 2))
    return answers, player


# ---------------------------------------------------------------------- what is known of ways


def taught(truths, questions, each, seed=1, loyalty=1.0, ways=None):
    """Ways of these worths after so many questions of so many simulations."""
    chance = Chance(seed)
    ways = ways or Postures([DefaultPlayer() for _ in truths])
    for _ in range(questions):
        for _ in range(each):
            way = ways.next()
            ways.take(way, 1.0 if chance.random() < truths[way] else 0.0)
        ways.answered()
    return ways


def test_many_questions_tell_ways_apart_that_one_cannot():
    right = [0, 0]
    for seed in range(20):
        right[0] += taught([0.4, 0.35, 0.55, 0.4], 1, 12, seed).leader(1.0) == 2
        right[1] += taught([0.4, 0.35, 0.55, 0.4], 20, 60, seed).leader(1.0) == 2
    assert right[0] <= 12
    assert right[1] >= 18


def test_the_first_way_is_kept_where_others_are_no_better():
    kept = sum(taught([0.5, 0.5, 0.4, 0.45], 10, 60, seed).leader(1.5) == 0 for seed in range(30))
    assert kept >= 22
    assert Postures([DefaultPlayer(), DefaultPlayer()]).leader(0.0) == 0


def test_what_counts_is_the_gain_at_the_same_question():
    """A way that was tried while the battle stood well is not thought better than one tried while it stood badly."""
    ways = Postures([DefaultPlayer() for _ in range(3)])
    for worth, way in ((0.9, 1), (0.1, 2)):
        for _ in range(50):
            ways.take(0, worth)
            ways.take(way, worth + (0.05 if way == 2 else 0.0))
        ways.answered()
    assert ways.leader(0.0) == 2
    assert ways.gain(1) == pytest.approx(0.0)


def test_old_results_fade():
    ways = taught([0.4, 0.7, 0.4], 10, 100)
    assert ways.leader(1.0) == 1
    assert ways.gain(1) == pytest.approx(0.3, abs=0.1)
    taught([0.4, 0.2, 0.7], 25, 100, seed=2, ways=ways)
    assert ways.leader(1.0) == 2
    assert ways.gain(1) < 0.22 < ways.gain(2)


def test_the_first_way_and_the_hopeful_are_tried_most():
    ways = taught([0.4, 0.1, 0.6], 1, 0)
    chance = Chance(4)
    tries = [0, 0, 0]
    for _ in range(600):
        way = ways.next()
        tries[way] += 1
        ways.take(way, 1.0 if chance.random() < [0.4, 0.1, 0.6][way] else 0.0)
    assert tries[1] < tries[2] // 3
    assert abs(tries[0] - tries[2]) <= tries[1]


# ---------------------------------------------------------------------- search


@pytest.mark.parametrize("joint", [False, True])
def test_search_leads_the_battle_in_the_better_posture(joint):
    answers, player = march(March(joint=joint), simulations=200)
    postures = [posture for _, posture, _ in answers]
    assert postures.count("rightwards") >= MARCHES - 3
    assert "astray" not in postures
    assert [word for word, _, _ in answers].count("right") >= (MARCHES - 3 if not joint else MARCHES // 2)
    assert player.total_simulations <= 200 * MARCHES


def test_search_that_weighs_no_postures_does_not_see_it():
    """With a judgement that says nothing, single orders show what they are worth at the very end alone."""
    blind = march(March(judged=lambda state, side: 0.5), simulations=200, weighing=0.0)[0]
    assert [word for word, _, _ in blind].count("right") <= 3
    assert {posture for _, posture, _ in blind} == {""}
    seeing = march(March(judged=lambda state, side: 0.5), simulations=200)[0]
    assert [word for word, _, _ in seeing].count("right") >= MARCHES - 4


def test_where_no_postures_are_named_nothing_is_weighed():
    position = March()
    position.postures = ()
    plain = march(position, simulations=100)
    assert plain[0] == march(position, simulations=100, weighing=0.0)[0]
    assert plain[1].postures is None


def test_the_same_seed_gives_the_same_battle():
    assert march(March(), seed=5, simulations=80)[0] == march(March(), seed=5, simulations=80)[0]
    assert march(March(), seed=5, simulations=80)[0] != march(March(), seed=6, simulations=80)[0]


@pytest.mark.parametrize("weighing", [0.2, 0.5, 1.0])
def test_keeps_to_its_time_with_postures(weighing):
    class Clock:
        now = 0.0

        def __call__(self):
            self.now += 0.001
            return self.now

    clock = Clock()
    position = March()
    _, player = march(position, seconds=0.4, clock=clock, weighing=weighing)
    assert clock.now <= MARCHES * 0.44
    assert player.total_simulations > 0


def test_worlds_that_do_not_lead_to_the_question_end_the_weighing():
    position = March()
    kind = choice("other", 1, "left", "right")
    script = position.script
    position.script = lambda state, table: (state.secret > 50 and table.ask(kind)) or script(state, table)
    position.imagine = lambda state, side, chance, present: type(state)(99, state.steps)
    answers, player = march(position, simulations=50)
    assert {word for word, _, _ in answers} == {"left"}
    assert player.total_simulations == 0


@pytest.mark.long
def test_a_decided_battle_ends_the_weighing_of_postures():
    for base, most in ((1.0, 500), (0.0, 500), (0.5, 2000)):
        _, player = march(March(gain=0.0, base=base), simulations=2000, horizon=100)
        assert player.total_simulations / MARCHES <= most
    assert player.total_simulations / MARCHES > 1000
