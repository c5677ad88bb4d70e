"""Players by name, and players under watch."""

from __future__ import annotations

import time

import pytest
from kernel.toy import RULEBOOK, Captain

from banneret import rulebooks
from banneret.kernel.decision import Choice
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.errors import BadInput
from banneret.kernel.player import DefaultPlayer, Player, RandomPlayer, Seat
from banneret.players import make, names
from banneret.players.search.player import SearchPlayer
from banneret.players.watchdog import Dismissed, Watchdog

BATTLESYSTEM = rulebooks.get("battlesystem")


class Raises(Player):
    """Does well at first."""

    def __init__(self, rulebook, chance, setting="3"):
        self.left = int(setting)

    def choose(self, decision, seat):
        self.left -= 1
        if self.left < 0:
            raise ZeroDivisionError("nothing left")
        return decision.default()


class Cheats(Player):
    def __init__(self, rulebook, chance):
        pass

    def choose(self, decision, seat):
        return ("play", 999)


class Mumbles(Player):
    def choose(self, decision, seat):
        return ["play"]


class Stalls(Player):
    ended = False

    def choose(self, decision, seat):
        try:
            while True:
                time.sleep(0.001)
        except Dismissed:
            Stalls.ended = True
            raise


class Picks(Player):
    """Uses up the list of orders that it is given; all it gives is legal."""

    def choose(self, decision, seat):
        orders = decision.orders()
        best = orders.pop()
        while orders:
            best = min(best, orders.pop(), key=str)
        return best


class Adds(Player):
    """Adds an order of its own to the list, and gives it."""

    def choose(self, decision, seat):
        decision.orders().append(("win",))
        return ("win",)


class Stops(Player):
    """Raises what is no ordinary error."""

    def __init__(self, error):
        self.error = error

    def choose(self, decision, seat):
        raise self.error


class Fussy(Player):
    """Wants more to be made of than every player gets."""

    def __init__(self, rulebook, chance, first, second, third):
        self.wants = (rulebook, chance, first, second, third)


class NoPlayer:
    def __init__(self, rulebook, chance):
        pass


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("random", RandomPlayer),
        ("default", DefaultPlayer),
        ("greedy", Captain),
        ("search", SearchPlayer),
        ("Recruit", RandomPlayer),
        ("captain", Captain),
        ("Marshal", SearchPlayer),
        (" greedy ", Captain),
    ],
)
def test_players_by_name_and_level(spec, kind):
    assert isinstance(make(spec, RULEBOOK, Chance(1)), kind)


def test_settings_of_search():
    assert make("search:0.25s", RULEBOOK, Chance(1)).seconds == 0.25
    assert make("search:400sims", RULEBOOK, Chance(1)).simulations == 400


@pytest.mark.parametrize(
    ("spec", "posture"),
    [("greedy:standing fast", "standing fast"), ("greedy:Standing-Fast", "standing fast")],
)
def test_greedy_leads_in_a_posture_that_is_named(spec, posture):
    made = make(spec, BATTLESYSTEM, Chance(1))
    assert made.posture is BATTLESYSTEM.computer.greedy(Chance(1), posture).posture


def test_a_posture_that_nobody_knows_is_refused_with_the_nearest():
    with pytest.raises(BadInput) as refused:
        make("greedy:standing fats", BATTLESYSTEM, Chance(1))
    assert "no posture 'standing fats'" in str(refused.value)
    assert "'standing fast'" in str(refused.value)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("serch", "'search'"),
        ("Marschal", "'Marshal'"),
        ("search:fast", "search:2s"),
        ("search:0s", "search:2s"),
        ("search:99999s", "search:2s"),
        ("search:0sims", "search:400sims"),
        ("search:", "search:400sims"),
        ("greedy:2s", "just 'greedy'"),
        ("nowhere:Class", "no module 'nowhere'"),
        ("players.test_registry:Nobody", "no 'Nobody'"),
        ("players.test_registry:NoPlayer", "not a Player"),
        ("players.test_registry:Fussy", "cannot be made"),
        ("", "there are"),
        ("x" * 500, "at most 200"),
    ],
)
def test_what_cannot_be_made_is_named_with_what_could(spec, words):
    with pytest.raises(BadInput) as refused:
        make(spec, RULEBOOK, Chance(1))
    assert words in str(refused.value)


def test_strangers_cannot_name_modules():
    with pytest.raises(BadInput):
        make("players.test_registry:Cheats", RULEBOOK, Chance(1), plug_ins=False)


def test_names_tell_players_and_levels():
    found = names(RULEBOOK)
    assert found[:5] == ["random", "default", "greedy", "instant", "search"]
    assert found[-4:] == ["Recruit", "Captain", "Commander", "Marshal"]


def duel(player):
    state = RULEBOOK.new(RULEBOOK.scenario("duel"), RULEBOOK.options())
    return play(RULEBOOK, state, [player, RandomPlayer(Chance(5))], Chance(6))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("players.test_registry:Raises", "raised ZeroDivisionError: nothing left"),
        ("players.test_registry:Raises:0", "raised ZeroDivisionError: nothing left"),
        ("players.test_registry:Cheats", "gave the illegal order 'play 999'"),
    ],
)
def test_a_player_that_fails_is_replaced_and_the_notes_say_so(spec, words):
    watched = make(spec, RULEBOOK, Chance(1))
    assert isinstance(watched, Watchdog)
    assert duel(watched) is not None
    assert watched.replaced
    assert watched.notes == [f"{spec} {words}; greedy plays on for it"]


def test_an_answer_that_is_no_order_is_a_failure():
    told = []
    watched = Watchdog(Mumbles(), RULEBOOK, Chance(1), limit=None, report=told.append)
    duel(watched)
    assert told == watched.notes == ["player answered with a list, not an order; greedy plays on for it"]


@pytest.mark.parametrize("limit", [None, 5.0])
def test_a_player_may_use_up_the_list_of_orders(limit):
    watched = Watchdog(Picks(), RULEBOOK, Chance(1), limit=limit)
    assert duel(watched) is not None
    assert watched.notes == []


def test_what_a_player_adds_to_the_list_of_orders_is_not_legal():
    watched = Watchdog(Adds(), RULEBOOK, Chance(1))
    state = RULEBOOK.new(RULEBOOK.scenario("duel"), RULEBOOK.options())
    choice = Choice("trick", 0, "toy:trick", [("play", 1), ("play", 2)])
    watched.choose(choice, Seat(RULEBOOK.sight, 0, state))
    assert watched.notes == ["player gave the illegal order 'win'; greedy plays on for it"]
    assert choice.options == [("play", 1), ("play", 2)]


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), MemoryError()])
def test_whatever_a_player_raises_is_told_as_it_is(error):
    watched = Watchdog(Stops(error), RULEBOOK, Chance(1), limit=20.0, spec="stops")
    duel(watched)
    assert watched.notes == [f"stops raised {type(error).__name__}: {error}; greedy plays on for it"]


def test_a_player_that_stalls_is_replaced_and_ended():
    watched = Watchdog(Stalls(), RULEBOOK, Chance(1), limit=0.05, spec="sleeper")
    duel(watched)
    assert watched.notes == ["sleeper thought for more than 0.05 seconds; greedy plays on for it"]
    for _ in range(500):
        if Stalls.ended:
            break
        time.sleep(0.01)
    assert Stalls.ended


def test_a_good_player_is_left_alone():
    watched = Watchdog(DefaultPlayer(), RULEBOOK, Chance(1))
    duel(watched)
    assert not watched.replaced
    assert watched.notes == []
    watched.close()
