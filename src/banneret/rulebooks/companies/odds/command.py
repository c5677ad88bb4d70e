"""Odds as they are asked for in words: one volley, counted exactly; or two companies, fought many times.

>>> from banneret import rulebooks
>>> print(asked(rulebooks.get("companies"), "carrow", "tarrant", {"volley": "charge hold"}))  # doctest: +ELLIPSIS
Charge of Marshal Ysolde Carrow against Hold Your Ground of Captain Hob Tarrant
...
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from banneret.kernel.abilities.odds import check_flags, whole
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.rulebook import Rulebook
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.company_rolls import leads, take_lead
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.requirements import kind_of_test
from banneret.rulebooks.companies.odds.answers import BattleAnswer, ExchangeAnswer, VolleyAnswer
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame
from banneret.rulebooks.companies.odds.forecast import plan
from banneret.rulebooks.companies.odds.matchups import meeting
from banneret.rulebooks.companies.odds.simulation import sample
from banneret.rulebooks.companies.odds.single import SingleAnswer, is_test
from banneret.rulebooks.companies.odds.volley import volley_odds
from banneret.rulebooks.companies.odds.worths import LEARNT
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING
from banneret.rulebooks.companies.tables.matrix import UNTESTED

FLAGS: Final = ("volley", "attack", "defence", "ties", "exchange", "games", "seed")
TIES: Final = ("leave", "break")
BATTLE: Final = "battle"
GAMES: Final = 60
"""The battles fought unless asked otherwise: some ten seconds in plain Python."""
MOST_GAMES: Final = 1_000_000
START: Final = 6
"""The Disposition of both companies in a single volley or exchange."""
PLACES: Final = ("west-bank", "island")
"""The places at which they stand."""


def asked(
    book: Rulebook[State], first: str, second: str, flags: Mapping[str, str]
) -> VolleyAnswer | BattleAnswer | SingleAnswer:
    """The odds of one volley, counted exactly, of many battles fought, or of a single test.

    A volley is that of two companies of Disposition 6 in the open, at adjacent places and in sight of each other.

    Args:
        book: The rulebook.
        first: A company such as "carrow human 2D", or a pool such as "gray 5 + 1".
        second: Another company; against a pool another pool, or an obstacle such as "ob 3".
        flags: volley ("charge hold"), or attack and defence for the two actions; ties (leave, break); exchange (yes); games; seed; and
            options of the rulebook.

    Raises:
        BadInput: Something of it is not known, or does not go together.
    """
    check_flags(flags, [*FLAGS, *book.variants])
    if is_test(first, second):
        return SingleAnswer(first, second)
    options = book.options({name: value for name, value in flags.items() if name in book.variants})
    scenario = meeting(first, second)
    volley = flags.get("volley", "")
    if not volley and flags.get("attack", BATTLE) != BATTLE:
        volley = f"{flags['attack']} {flags.get('defence', 'hold')}"
    if volley and flags.get("exchange", "no") not in ("no", ""):
        raise BadInput(
            "a volley and an exchange are asked for", where="odds", hint="ask for one of them at a time"
        )
    if volley:
        ties = flags.get("ties", TIES[0])
        if ties not in TIES:
            raise BadInput(f"ties: {ties[:40]!r} is unknown", where="odds", hint="leave or break")
        return _volley(book.new(scenario, options), volley, ties == TIES[1])
    games, seed = whole(flags, "games", GAMES, 1, MOST_GAMES), whole(flags, "seed", 0)
    names = tuple([str(one["name"]) for one in scenario.data["companies"]])
    answer = BattleAnswer(names, sample(book, scenario, options, games, seed), seed)
    if flags.get("exchange", "no") not in ("no", ""):
        ready = drawn_up(book.new(scenario, options))
        answer.exchange = ExchangeAnswer(ExchangeGame(ready, 0, 1, LEARNT))
    return answer


def drawn_up(state: State) -> State:
    """Set two companies at adjacent places in the open, with Disposition 6, in sight of each other; changes and returns the state."""
    for company, place in zip(state.companies, PLACES, strict=True):
        company.basic = company.start = START
        company.place = state.nodes.index(place)
    state.scouted = [False, True, True, False]
    state.stage = stages.SCRIPT
    return state


def read_actions(text: str) -> list[int]:
    """Two actions of a text such as "charge hold"; raises `BadInput`."""
    words = text.replace("/", " ").replace(",", " ").lower().split()
    if len(words) != 2:
        raise BadInput("volley: two actions are expected", where="odds", hint="such as 'charge hold'")
    for word in words:
        if word not in ACTIONS:
            raise BadInput(
                f"there is no action {word[:40]!r}", where="odds", hint=nearest(word[:60], ACTIONS)
            )
    return [ACTIONS.index(word) for word in words]


def _volley(state: State, text: str, breaker: bool) -> VolleyAnswer:
    """The exact odds of one volley, led as usual. Rules: companies:test.matrix, companies:strike.loss, companies:tie.win."""
    drawn_up(state)
    efforts = [
        plan(state, number, 1 - number, action).effort for number, action in enumerate(read_actions(text))
    ]
    lead_all(state, efforts)
    return VolleyAnswer(state, efforts, volley_odds(state, efforts, breaker), breaker)


def lead_all(state: State, efforts: list[Effort]) -> None:
    """Find the tests of both efforts, and lead them by the skill with the most dice."""
    for effort in efforts:
        effort.kind = kind_of_test(state, effort, efforts[effort.foe])
    for effort in efforts:
        other = efforts[effort.foe]
        if effort.action != NOTHING and effort.kind != UNTESTED:
            take_lead(state, effort, other, leads(state, effort, other)[0])
