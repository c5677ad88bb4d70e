"""The next battle of a campaign, from the one that is over: wounds stay, the dead are gone, the victor holds the ground.

Rules: companies:camp.troops-recover, companies:camp.one-battle, companies:camp.small-goals, companies:core.wounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banneret.kernel.abilities.campaign import Campaign
from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Outcome, Scenario
from banneret.rulebooks.companies.army.scenarios import read_scenario
from banneret.rulebooks.companies.exchange.end.ending import rank
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.specialists import MORTAL, WOUNDS


class CompaniesCampaign(Campaign[State]):
    """Companies go on under those of their leaders who live. Rule: companies:camp.troops-recover."""

    def next_battle(self, scenario: Scenario, ended: State, outcome: Outcome) -> Scenario:
        """The same ground and objectives, under the leaders who are left."""
        return next_battle(scenario, over(ended, outcome))

    def goes_on(self, scenario: Scenario, ended: State, outcome: Outcome) -> list[str]:
        """A sentence for each company: who leads it, who comes along, who is dead, and whose wounds remain."""
        last = over(ended, outcome)
        try:
            next_battle(scenario, last)
        except BadInput:
            return []
        told = [told_of(last, number) for number in range(len(last.companies))]
        if outcome.winners:
            told.append(f"{last.setting.names[outcome.winners[0]]} hold the ground.")
        return told


def over(ended: State, outcome: Outcome) -> State:
    """The last state of a battle, with its outcome, also if it was given up."""
    if ended.outcome is not None:
        return ended
    last = ended.copy()
    last.outcome = outcome
    return last


def told_of(ended: State, number: int) -> str:
    """The sentence that tells what a company takes along."""
    people, row = ended.setting.people, people_of(ended, number)
    called = {person.id: person.name for person in people}
    along = [called[one] for one in row["seconds"]]
    text = f"{ended.setting.forces[number].name} march under {called[row['commander']]}"
    text += f" with {' and '.join(along)}" if along else ""
    living = {row["commander"], *row["seconds"]}
    dead = [
        people[person].name
        for person, one in enumerate(ended.people)
        if one.company == number
        and person != ended.setting.unnamed[number]
        and people[person].id not in living
    ]
    parts = [f"{name} is dead" for name in dead]
    parts += [
        f"{called[name]} has {' and '.join([f'a {WOUNDS[step].lower()} wound' for step in steps])}"
        for name, steps in row["wounds"].items()
    ]
    return "; ".join([text, *parts]) + "."


def next_battle(scenario: Scenario, ended: State, objectives: Mapping[str, str] | None = None) -> Scenario:
    """The scenario of the next battle: its companies, each under the leaders whom the last battle has left it.

    Disposition is rolled again, wounds that were not treated remain, seconds replace the dead, recruits have left. The victor, if any, is host.

    Args:
        scenario: The scenario of the next battle, with as many companies.
        ended: The last state of the battle before.
        objectives: New objectives by side; without one a company keeps that of the scenario.

    Raises:
        BadInput: The battle is not over, the numbers of companies differ, or a company has nobody left to lead it.
    """
    if ended.outcome is None:
        raise BadInput("the battle is not over", where="campaign", hint="play it to its end")
    rows = [dict(row) for row in scenario.data["companies"]]
    if len(rows) != len(ended.companies):
        raise BadInput(
            f"{scenario.id} has {len(rows)} companies, the battle had {len(ended.companies)}",
            where="campaign",
            hint="choose a scenario of as many companies",
        )
    for number, row in enumerate(rows):
        side = str(row["side"])
        row["objective"] = (objectives or {}).get(side, row["objective"])
        row |= people_of(ended, number)
    data = {**scenario.data, "companies": rows}
    if ended.outcome.winners:
        data["host"] = scenario.sides[ended.outcome.winners[0]]
    return read_scenario({**scenario.plain(), "data": data}, scenario.id)


def people_of(ended: State, number: int) -> dict[str, Any]:
    """The commander, the seconds and the wounds of a company as it leaves a battle, as the row of a scenario names them.

    A Mortal wound is death unless Persona or Field Dressing saved the character. The second with the highest Tactics or Command follows a dead
    leader. Raises `BadInput` if nobody lives. Rules: companies:camp.troops-recover, companies:force.succession.
    """
    alive = [
        person
        for person, one in enumerate(ended.people)
        if one.company == number
        and person != ended.setting.unnamed[number]
        and (MORTAL not in one.wounds or one.saved)
    ]
    if not alive:
        name = ended.setting.forces[number].name
        raise BadInput(f"nobody is left to lead {name}", where="campaign", hint="give it a commander")
    if ended.setting.leaders[number] not in alive:
        heir = max(alive, key=lambda person: (rank(ended.setting.people[person]), -person))
        alive.remove(heir)
        alive.insert(0, heir)
    names = [ended.setting.people[person].id for person in alive]
    wounds = {
        name: [step for step in ended.people[person].wounds if step != MORTAL]
        for name, person in zip(names, alive, strict=True)
    }
    return {
        "commander": names[0],
        "seconds": names[1:],
        "wounds": {name: steps for name, steps in wounds.items() if steps},
    }
