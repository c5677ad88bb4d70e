"""Battles with even starts, by number: the scenarios of the pool with random armies of equal value, or with the sides exchanged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.abilities.muster import ArmyList, Entry
from banneret.kernel.errors import BadInput
from banneret.muster.appraisal import appraise
from banneret.muster.matchup import fit

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance
    from banneret.kernel.scenario import Scenario

SCENARIOS = {
    "stacks": ("two_banners", "halls_and_groves"),
    "warcards": ("border_skirmish", "toll_bridge", "knights_and_pikes", "mountain_pass"),
    "battlesystem": ("ford_at_dawn", "crossroads"),
    "companies": ("the_ford", "tanners_row", "greenwood", "temple_grounds"),
    "skirmish": ("short_yard", "broken_causeway", "crooked_deep", "twin_halls"),
}
"""The scenarios of each rulebook that are short enough to be fought often; a pair takes the next."""
DRAWN = "drawn"  # instead of a scenario: battle number `n` of `battle`
TRIES = 20  # of armies that the rulebook does not accept, before a scenario is fought as it is
MORE = {
    "stacks": ("millers_ford", "duel_of_archmages"),
    "warcards": ("river_camp", "moonlit_wood", "castle_assault"),
    "companies": ("boarding", "deep_gate", "mill_lane", "river_towers"),
}
"""Scenarios that are learned from besides those of the pool."""


def battle(book: str, number: int, chance: Chance) -> Scenario:
    """The scenario of a battle: one in three as it stands, the others with armies that are drawn."""
    names = (*SCENARIOS[book], *MORE.get(book, ()))
    rulebook: Any = rulebooks.get(book)
    scenario: Scenario = rulebook.scenario(names[number % len(names)])
    if number // len(names) % 3 == 0:
        return scenario
    if book == "skirmish":
        return _exchanged(scenario)
    if book == "stacks":
        return _other_units(rulebook, scenario, chance)
    if book in ("warcards", "battlesystem"):
        return _other_armies(rulebook, scenario, chance)
    return scenario


def _exchanged(scenario: Scenario) -> Scenario:
    """The factions of a board in each other's place."""
    data = scenario.data
    return replace(scenario, data={**data, "factions": data["factions"][::-1], "names": data["names"][::-1]})


def _other_armies(book: Any, scenario: Scenario, chance: Chance) -> Scenario:
    """Both armies drawn from all units of the scenario, for the same price."""
    drawn = [book.muster.drawn(scenario, side) for side in scenario.sides]
    units = [
        Entry({key: value for key, value in one.values.items() if key != "aboard"}, one.kind)
        for army in drawn
        for one in army.entries
        if not one.name or book.id == "battlesystem"
        for _ in range(one.count)
    ]
    prices = [appraise(book, ArmyList(book.id, (one,))).spent for one in units]
    budget = sum(appraise(book, army).spent for army in drawn) / 2
    for _ in range(TRIES):
        try:
            armies = {side: _drawn(book.id, units, prices, budget, chance) for side in scenario.sides}
            return fit(book, scenario, armies)
        except BadInput:
            continue
    return scenario


def _drawn(book: str, units: list[Entry], prices: list[int], budget: float, chance: Chance) -> ArmyList:
    """An army of units one by one, as long as the next leaves it nearer to its price."""
    found: list[Entry] = []
    spent = 0.0
    while len(found) < 40:
        at = chance.below(len(units))
        if abs(spent + prices[at] - budget) > abs(spent - budget):
            break
        spent += prices[at]
        found.append(units[at])
    return ArmyList(book, tuple(found))


def _other_units(book: Any, scenario: Scenario, chance: Chance) -> Scenario:
    """Units of a game on the map each in the place of another that costs the same or nearly so; what stays is what others depend on."""
    players = scenario.data["player"]
    known = sorted({unit for one in players for stack in one["stack"] for unit in stack["units"]})
    costs = {
        unit: appraise(book, ArmyList("stacks", (Entry({"unit": unit}, "unit"),))).spent for unit in known
    }
    changed = []
    for one in players:
        stacks = []
        for stack in one["stack"]:
            units = list(stack["units"])
            if not stack.get("artifacts") and not stack.get("passengers"):
                for at, unit in enumerate(units):
                    like = [other for other in known if abs(costs[other] - costs[unit]) <= 1]
                    if chance.random() < 0.6:
                        units[at] = like[chance.below(len(like))]
            stacks.append({**stack, "units": units})
        changed.append({**one, "stack": stacks})
    row = {**scenario.data, "player": changed, "id": scenario.id, "title": scenario.title}
    row |= {"level": scenario.level, "kind": scenario.kind, "summary": scenario.summary}
    try:
        return book.read_scenario(row, scenario.id)
    except BadInput:
        return scenario
