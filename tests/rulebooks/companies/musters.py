"""Companies of the tests: two on the ford, as a test needs them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from banneret.kernel.catalogue import Catalogue
from banneret.rulebooks import companies
from banneret.rulebooks.companies.state import Company, Force, Person, Setting, State, flags_of
from banneret.rulebooks.companies.tables.grounds import grounds
from banneret.rulebooks.companies.tables.officers import Officer, officers
from banneret.rulebooks.companies.tables.troops import lifepaths, packages, stocks


class Files(Catalogue):
    """The files of the rulebook."""

    id = "companies"
    folder = Path(companies.__file__).parent


FILES = Files()


def officer(skills: dict[str, int] | None = None, **changed: Any) -> Officer:
    """Carrow (Will 5, Perception 4, Steel 6) with other skills."""
    model = officers()["carrow"]
    return replace(model, skills=dict(model.skills if skills is None else skills), **changed)


def force(side: int, package: str = "human", dice: int = 2, **changed: Any) -> Force:
    """A company of a package, at the competence of its affiliation."""
    pack = packages()[package]
    stock = stocks()[pack.stock]
    known = frozenset(name for path in pack.lifepaths for name in lifepaths()[path].skills)
    made = Force(f"{'AB'[side]}", side, stock.stats, dice + 2, known, dice + 2, stock.size, stock.couriers)
    return replace(made, **changed)


def battle(
    first: Officer | None = None,
    second: Officer | None = None,
    *,
    seconds: tuple[tuple[int, Officer], ...] = (),
    forces: list[Force] | None = None,
    options: dict[str, str] | None = None,
    tags: tuple[str, ...] = (),
    basic: tuple[int, int] = (6, 6),
    scouted: bool = True,
    places: tuple[str, str] = ("west-bank", "east-bank"),
    values: dict[str, int] | None = None,
    works: dict[str, int] | None = None,
    holds: tuple[bool, bool] = (False, False),
) -> State:
    """Two companies on the ford, at the places named; `holds`: they occupy the position there, with its full bonus."""
    ground = grounds()["ford"]
    people = [first or officer(), second or officer(), *[one for _, one in seconds]]
    flags = flags_of(FILES.options(options))
    setting = Setting(
        ("A", "B"),
        forces or [force(0), force(1)],
        people,
        ground.nodes,
        ground.roads,
        frozenset(tags),
        flags,
    )
    state = State(
        setting,
        [Company(number, number, basic[number], basic[number], 0) for number in (0, 1)],
        [Person(0, []), Person(1, []), *[Person(company, []) for company, _ in seconds]],
        [
            {**dict(zip(ground.nodes, ground.values, strict=True)), **(values or {})}[node]
            for node in ground.nodes
        ],
        [(works or {}).get(node, 0) for node in ground.nodes],
        [False, scouted, scouted, False],
        [flags.tokens, flags.tokens],
    )
    for company, place, occupies in zip(state.companies, places, holds, strict=True):
        company.place = ground.nodes.index(place)
        company.holds = occupies
        company.bonus = state.values[company.place] if occupies else 0
    return state
