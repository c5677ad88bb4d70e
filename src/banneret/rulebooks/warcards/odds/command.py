"""Odds as they are asked for in words: two units, counted exactly; or two armies, fought many times.

>>> from banneret import rulebooks
>>> print(asked(rulebooks.get("warcards"), "Knights", "Pikemen", {}))  # doctest: +ELLIPSIS
Knights attack Pikemen
...
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from banneret.kernel.abilities.odds import SIDES, check_flags, whole
from banneret.kernel.errors import BadInput
from banneret.kernel.intervals import mean_interval
from banneret.kernel.rulebook import Rulebook
from banneret.rulebooks.warcards.army.lists import battle_of, one_of, read_army
from banneret.rulebooks.warcards.odds.answers import HARD, Answer
from banneret.rulebooks.warcards.odds.blows import Blow, chance_to_hit, fate
from banneret.rulebooks.warcards.odds.duel import DuelOdds, Policy, duel_odds, has_last_shot
from banneret.rulebooks.warcards.odds.ground import FIRST, ROUNDS, duel_state
from banneret.rulebooks.warcards.odds.simulation import Sample, sample
from banneret.rulebooks.warcards.ratings.abilities import may_charge
from banneret.rulebooks.warcards.ratings.attacks import CHARGING, STILL, STRIKE
from banneret.rulebooks.warcards.state import State, Unit

CONDITIONS: Final = ("terrain", "weather", "affected", "visibility", "fort")
POLICY: Final = ("round", "charge", "last-shot", "method", "games", "seed")
LAST_SHOTS: Final = ("best", "always", "never")
METHODS: Final = ("auto", "simulation")
GAMES: Final = 200
MOST_GAMES: Final = 1_000_000


def asked(book: Rulebook[State], attackers: str, defenders: str, flags: Mapping[str, str]) -> Answer:
    """The odds of two lists such as "2 Knights, veteran Archers", the first attacking; one unit on each side: a duel, exact.

    `flags`: terrain, weather, affected (whom bad weather troubles: both, attacker, defender, neither), visibility, fort; round
    (first, later), charge (yes, no) and last-shot of a duel; games, seed and method of a simulation; and options of the rulebook.
    Raises `BadInput`.

    Rules: warcards:attack.order, warcards:end.conditions.
    """
    check_flags(flags, [*CONDITIONS, *POLICY, *book.variants])
    variants = {name: value for name, value in flags.items() if name in book.variants}
    armies = (read_army(attackers, "attacker"), read_army(defenders, "defender"))
    data = battle_of(*armies, {name: flags[name] for name in CONDITIONS if name in flags})
    options = book.options(variants)
    said = {
        "terrain": data["conditions"]["terrain"],
        "weather": flags.get("weather", "normal"),
        "visibility": flags.get("visibility", "full"),
        "fort": flags.get("fort", "none"),
    }
    if said["weather"] in HARD:
        said["affected"] = flags.get("affected", "both")
    method = one_of("method", flags.get("method", "auto"), METHODS)
    policy = Policy(
        one_of("charge", flags.get("charge", "yes"), ("yes", "no")) == "yes",
        one_of("last-shot", flags.get("last-shot", "best"), LAST_SHOTS),
    )
    when = one_of("round", flags.get("round", FIRST), ROUNDS)
    games, seed = whole(flags, "games", GAMES, 1, MOST_GAMES), whole(flags, "seed", 0)
    if len(armies[0]) == len(armies[1]) == 1 and method == "auto":
        said |= {"round": when, "charge": "yes" if policy.charge else "no", "last_shot": policy.last_shot}
        state = duel_state(data, options, when)
        return _duel(Answer(armies, said, variants), state, duel_odds(state, 0, 1, policy))
    for name in ("round", "charge", "last-shot"):
        if name in flags:
            raise BadInput(
                f"{name} is for a duel of two units, not for armies", where="odds", hint="leave it out"
            )
    said["seed"] = str(seed)
    scenario = book.read_scenario(data, "odds")
    return _battle(Answer(armies, said, variants), sample(book, scenario, options, games, seed))


def _duel(answer: Answer, state: State, odds: DuelOdds) -> Answer:
    units = state.units
    pairs = ((units[0], units[1]), (units[1], units[0]))
    answer.attacks = (_ways(state, *pairs[0]), _ways(state, *pairs[1]))
    first_fate, second_fate = (fate(state, unit, [Blow(other, unit, STRIKE)]) for unit, other in pairs)
    answer.step = (first_fate, second_fate)
    answer.chances = {"attacker": odds.attacker, "defender": odds.defender, "neither": odds.neither}
    answer.rout = odds.rout
    first, second = odds.destroyed
    answer.losses = ([1 - first, first], [1 - second, second])
    answer.damage = odds.damage
    answer.rounds = odds.rounds
    return answer


def _ways(state: State, unit: Unit, other: Unit) -> dict[str, Fraction]:
    """The chance of each attack that a unit has on the other now: hand to hand, charge, last shot."""
    found = {"melee": chance_to_hit(state, Blow(unit, other, STRIKE))}
    if may_charge(state, unit):
        found["charge"] = chance_to_hit(state, Blow(unit, other, CHARGING))
    if has_last_shot(state, unit):
        found["last_shot"] = chance_to_hit(state, Blow(unit, other, STILL))
    return found


def _battle(answer: Answer, found: Sample) -> Answer:
    games = found.games
    answer.chances = {name: getattr(found, name) / games for name in (*SIDES, "neither")}
    answer.losses = (
        [count / games for count in found.losses[0]],
        [count / games for count in found.losses[1]],
    )
    answer.rout = (found.routed[0] / games, found.routed[1] / games)
    answer.rounds = mean_interval(found.rounds)[0]
    answer.sampled = found
    return answer
