"""The next battle of a campaign, from the one that is over: wounds stay, the dead are gone, the victor holds the ground.

Rules: companies:camp.troops-recover, companies:camp.one-battle, companies:camp.small-goals, companies:core.wounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.companies.army.scenarios import read_scenario
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.specialists import MORTAL


def next_battle(scenario: Scenario, ended: State, objectives: Mapping[str, str] | None = None) -> Scenario:
    """A scenario under the leaders who are left of a battle that is over, company by company.

    Disposition is rolled again, wounds that were not treated remain, the dead are replaced by their seconds, recruits have left. The
    victor is host, if there is one. `objectives` are new ones by side; without one a company keeps that of the scenario. Raises
    `BadInput` where a company has nobody left to lead it.
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
    """The commander, the seconds and the wounds of a company as it leaves a battle. The dead stay dead; a point of Persona saves a life. Rule: companies:camp.troops-recover."""
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
