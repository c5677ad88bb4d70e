"""Scenarios: those that come with the rulebook, and those that people bring, checked down to the last word.

Rules: companies:force.two, companies:setup.host, companies:objective.not-position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from banneret.kernel.enumeration import enumerated
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario, check_sides
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.army.companies import Recruited, read_company
from banneret.rulebooks.companies.board.sides import PAIR
from banneret.rulebooks.companies.exchange.end.ending import replace_commanders
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.state import NOBODY, Company, Person, Setting, State, flags_of
from banneret.rulebooks.companies.tables.grounds import Ground, grounds
from banneret.rulebooks.companies.tables.officers import Officer

LEVELS: Final = ("basic", "intermediate", "advanced")
MOST_SIDES: Final = 6
MOST_COMPANIES: Final = 8
PLACINGS: Final = ("budgets", "ready")
"""Positions and works are placed by budget, or the ground is ready. Rule: companies:setup.sequence."""
_WORD: Final = re.compile(r"[a-z][a-z0-9-]{0,29}")


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from the plain data of a file or a record; raises `BadInput` naming the field."""
    top = Fields(data, where)
    name, title = top.text("id"), top.text("title")
    level = top.word("level", LEVELS, LEVELS[0])
    sides = top.words("sides", MOST_SIDES)
    summary = top.text("summary", title, most=400)
    kind = top.text("kind", "scenario")
    inner = top.table("data")
    top.end()
    if not all(_WORD.fullmatch(one) for one in (name.replace("_", "-"), *sides)) or not 1 < len(
        set(sides)
    ) == len(sides):
        raise top.wrong(
            "id and sides: words of small letters are expected, and two sides or more with different names"
        )
    check_sides(sides, where)
    scenario = Scenario(name, title, level, sides, summary, _plain(inner.data), kind)
    _read(scenario)
    return scenario


def _plain(thing: Any) -> Any:
    """A copy of plain data."""
    if isinstance(thing, Mapping):
        return {str(key): _plain(value) for key, value in thing.items()}
    return [_plain(one) for one in thing] if isinstance(thing, list) else thing


@dataclass(frozen=True, slots=True)
class Field:
    """A battle as it was read.

    Attributes:
        ground: The battle space.
        host: The side that holds it, NOBODY in a meeting battle.
        ready: True if positions and works stand already.
        companies: The companies, in the order of the sides.
        alliances: The alliance of each side.
    """

    ground: Ground
    host: int
    ready: bool
    companies: list[Recruited]
    alliances: tuple[int, ...]


def _read(scenario: Scenario) -> Field:
    """The battle of a scenario. Rules: companies:force.two, companies:force.factions, companies:setup.host."""
    row = Fields(scenario.data, f"scenario {scenario.id}: data")
    ground = grounds()[row.word("map", list(grounds()))]
    held = row.word("host", [*scenario.sides, ""], "")
    host = scenario.sides.index(held) if held else NOBODY  # a meeting battle
    ready = row.word("placing", PLACINGS, PLACINGS[0]) == PLACINGS[1]
    companies = []
    for number, entry in enumerate(row.rows("companies", MOST_COMPANIES)):
        one = Fields(entry, f"{row.where}: companies {number + 1}")
        companies.append(read_company(one, scenario.sides.index(one.word("side", scenario.sides))))
    alliances = _alliances(row, scenario.sides)
    lopsided = row.flag("lopsided")
    row.end()
    _check_numbers(row, scenario.sides, companies, lopsided)
    if len(ground.starts) != len(scenario.sides):
        raise row.wrong(
            f"map: {ground.id} has starting places for {len(ground.starts)} sides, the scenario has {len(scenario.sides)}"
        )
    if len(set(alliances)) < PAIR:
        raise row.wrong("alliances: all sides are allied, and nobody is left to fight")
    return Field(ground, host, ready, companies, alliances)


def _check_numbers(row: Fields, sides: tuple[str, ...], companies: list[Recruited], lopsided: bool) -> None:
    """Every side has a company, and with two sides as many as the other, unless the scenario is lopsided. Rules: companies:force.two, companies:force.more."""
    counts = [sum([one.force.side == side for one in companies]) for side in range(len(sides))]
    order = [one.force.side for one in companies]
    if order != sorted(order) or 0 in counts:
        raise row.wrong("companies: one or more for each side are expected, in the order of the sides")
    if len(sides) == PAIR and counts[0] != counts[1] and not lopsided:
        raise row.wrong("companies: both sides must have the same number, unless 'lopsided' is true")


def _alliances(row: Fields, sides: tuple[str, ...]) -> tuple[int, ...]:
    """The alliance of every side: that of the first of its allies. Rule: companies:multi.alliances."""
    found = list(range(len(sides)))
    for group in row.rows("alliances", len(sides)):
        if not isinstance(group, list) or not all(name in sides for name in group) or len(group) < PAIR:
            raise row.wrong(f"alliances: lists of two or more of {', '.join(sides)} are expected")
        first = min([found[sides.index(name)] for name in group])
        for name in group:
            found[sides.index(name)] = first
    return tuple(found)


def _person(company: int, officer: Officer, artha: bool) -> Person:
    """A named character, with the artha of the sheet where it is played. Rule: companies:core.artha."""
    return Person(company, [], False, *officer.artha) if artha else Person(company, [])


def _wound(state: State, companies: list[Recruited]) -> None:
    """Give characters the wounds of earlier battles; one who is out hands over the command. Rule: companies:camp.troops-recover."""
    for number, person in enumerate(state.people):
        for step in companies[person.company].wounds.get(state.setting.people[number].id, ()):
            wound(state, number, step)
    replace_commanders(state)


def _names(sides: tuple[str, ...], companies: list[Recruited]) -> tuple[str, ...]:
    """The name of every side: the names of its companies."""
    return tuple(
        [
            enumerated([one.force.name for one in companies if one.force.side == side])
            for side in range(len(sides))
        ]
    )


def new_state(scenario: Scenario, options: Mapping[str, str]) -> State:
    """The state before anything was rolled or asked. Rule: companies:setup.sequence."""
    field = _read(scenario)
    ground, ready, companies = field.ground, field.ready, field.companies
    people = [(number, one.commander) for number, one in enumerate(companies)]
    people += [(number, second) for number, one in enumerate(companies) for second in one.seconds]
    people += [(number, one.unnamed) for number, one in enumerate(companies)]
    count = len(companies)
    flags = flags_of(dict(options))
    starts = tuple(ground.starts.values())
    setting = Setting(
        names=_names(scenario.sides, companies),
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
        host=field.host,
        ready=ready,
        alliances=field.alliances if len(scenario.sides) > PAIR else (),
    )
    ready_made = [value for value, _ in ground.ready]
    state = State(
        setting,
        [Company(number, number, 0, 0, starts[one.force.side]) for number, one in enumerate(companies)],
        [_person(company, officer, flags.artha) for company, officer in people],
        [max(pair) for pair in zip(ground.values, ready_made, strict=True)] if ready else list(ground.values),
        [works if ready else 0 for _, works in ground.ready],
        [False] * (count * count),
        [flags.tokens] * len(scenario.sides),
        nodes=ground.nodes,
        roads=ground.roads,
        stage=stages.CAMP if any(force.scenes for force in setting.forces) else stages.CONTACT,
    )
    if any(one.wounds for one in companies):
        _wound(state, companies)
    return state
