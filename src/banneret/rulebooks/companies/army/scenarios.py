"""Scenarios: those that come with the rulebook, and those that people bring, checked down to the last word.

Rules: companies:force.two, companies:setup.host, companies:objective.not-position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.army.companies import Recruited, read_company
from banneret.rulebooks.companies.state import Company, Person, Setting, State, flags_of
from banneret.rulebooks.companies.tables.grounds import Ground, grounds

LEVELS: Final = ("basic", "intermediate", "advanced")
PLACINGS: Final = ("budgets", "ready")
"""Positions and works are placed by budget, or the ground is ready. Rule: companies:setup.sequence."""
_WORD: Final = re.compile(r"[a-z][a-z0-9-]{0,29}")


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from the plain data of a file or a record; raises `BadInput` naming the field."""
    top = Fields(data, where)
    name, title = top.text("id"), top.text("title")
    level = top.word("level", LEVELS, LEVELS[0])
    sides = top.words("sides", 2)
    summary = top.text("summary", title, most=400)
    kind = top.text("kind", "scenario")
    inner = top.table("data")
    top.end()
    if not all(_WORD.fullmatch(one) for one in (name.replace("_", "-"), *sides)) or len(set(sides)) != 2:
        raise top.wrong("id and the two sides are words of small letters")
    scenario = Scenario(name, title, level, sides, summary, _plain(inner.data), kind)
    _read(scenario)
    return scenario


def _plain(thing: Any) -> Any:
    """A copy of plain data."""
    if isinstance(thing, Mapping):
        return {str(key): _plain(value) for key, value in thing.items()}
    return [_plain(one) for one in thing] if isinstance(thing, list) else thing


def _read(scenario: Scenario) -> tuple[Ground, int, bool, list[Recruited]]:
    """Ground, host, whether the ground is ready, and one company for each side. Rules: companies:force.two, companies:setup.host."""
    row = Fields(scenario.data, f"scenario {scenario.id}: data")
    ground = grounds()[row.word("map", list(grounds()))]
    host = scenario.sides.index(row.word("host", scenario.sides))
    ready = row.word("placing", PLACINGS, PLACINGS[0]) == PLACINGS[1]
    companies = []
    for number, entry in enumerate(row.rows("companies", len(scenario.sides))):
        one = Fields(entry, f"{row.where}: companies {number + 1}")
        if one.word("side", scenario.sides) != scenario.sides[number]:
            raise one.wrong("side: the companies stand in the order of the sides")
        companies.append(read_company(one, number))
    row.end()
    if len(companies) != len(scenario.sides):
        raise row.wrong("companies: one for each side is expected")
    if len(ground.starts) != len(scenario.sides):
        raise row.wrong(f"map: {ground.id} has {len(ground.starts)} places to start from")
    return ground, host, ready, companies


def new_state(scenario: Scenario, options: Mapping[str, str]) -> State:
    """The state before anything was rolled or asked. Rule: companies:setup.sequence."""
    ground, host, ready, companies = _read(scenario)
    people = [(number, one.commander) for number, one in enumerate(companies)]
    people += [(number, second) for number, one in enumerate(companies) for second in one.seconds]
    people += [(number, one.unnamed) for number, one in enumerate(companies)]
    count = len(companies)
    flags = flags_of(dict(options))
    starts = tuple(ground.starts.values())
    setting = Setting(
        names=tuple([one.force.name for one in companies]),
        forces=[one.force for one in companies],
        people=[officer for _, officer in people],
        leaders=tuple(range(count)),
        unnamed=tuple(range(len(people) - count, len(people))),
        tags=ground.tags,
        flags=flags,
        scenario=scenario.id,
        title=scenario.title,
        sides=scenario.sides,
        ground=ground,
        host=host,
        ready=ready,
    )
    ready_made = [value for value, _ in ground.ready]
    return State(
        setting,
        [Company(number, number, 0, 0, starts[number]) for number in range(count)],
        [Person(company, []) for company, _ in people],
        [max(pair) for pair in zip(ground.values, ready_made, strict=True)] if ready else list(ground.values),
        [works if ready else 0 for _, works in ground.ready],
        [False] * (count * count),
        [flags.tokens] * count,
        nodes=ground.nodes,
        roads=ground.roads,
        stage=stages.CONTACT,
    )
