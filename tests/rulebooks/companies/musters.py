"""Companies of the tests: two on the ford, as a test needs them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from banneret.kernel.catalogue import Catalogue
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks import companies
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.stages import VOLLEY
from banneret.rulebooks.companies.state import Company, Force, Person, Setting, State, flags_of
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING
from banneret.rulebooks.companies.tables.grounds import grounds
from banneret.rulebooks.companies.tables.officers import Officer, officers, unnamed_officer
from banneret.rulebooks.companies.tables.troops import lifepaths, packages, stocks
from banneret.testing import Script


class Files(Catalogue):
    """The files of the rulebook."""

    id = "companies"
    folder = Path(companies.__file__).parent


FILES = Files()


def officer(skills: dict[str, int] | None = None, **changed: Any) -> Officer:
    """Carrow (Will 5, Perception 4, Steel 6) with other skills."""
    model = officers()["carrow"]
    return replace(
        model, **{"skills": dict(model.skills if skills is None else skills), "steel": 6, **changed}
    )


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
    unnamed = [unnamed_officer("human", 4, "Spear"), unnamed_officer("human", 4, "Spear")]
    people = [first or officer(), second or officer(), *[one for _, one in seconds], *unnamed]
    flags = flags_of(FILES.options(options))
    setting = Setting(
        ("A", "B"),
        forces or [force(0), force(1)],
        people,
        (0, 1),
        (len(people) - 2, len(people) - 1),
        frozenset(tags),
        flags,
    )
    state = State(
        setting,
        [Company(number, number, basic[number], basic[number], 0) for number in (0, 1)],
        [
            Person(0, []),
            Person(1, []),
            *[Person(company, []) for company, _ in seconds],
            Person(0, []),
            Person(1, []),
        ],
        [
            {**dict(zip(ground.nodes, ground.values, strict=True)), **(values or {})}[node]
            for node in ground.nodes
        ],
        [(works or {}).get(node, 0) for node in ground.nodes],
        [False, scouted, scouted, False],
        [flags.tokens, flags.tokens],
        ground.nodes,
        ground.roads,
    )
    for company, place, occupies in zip(state.companies, places, holds, strict=True):
        company.place = ground.nodes.index(place)
        company.holds = occupies
        company.bonus = state.values[company.place] if occupies else 0
    return state


PLAIN = {"Command": 4, "Tactics": 4, "Oratory": 4, "Orienteering": 4}
"""One skill for each action, so that every Company Action has four dice."""


def plain(**changed: Any) -> Officer:
    """A commander with four dice for every action, as long as nothing is added."""
    return officer(PLAIN, **changed)


class Answers(Script):
    """Orders by the kind of question and the side; who is not told what to do buys nothing, else takes the default."""

    def __init__(self, dice: list[int], said: dict[tuple[str, int], Order]) -> None:
        super().__init__(dice)
        self.said = dict(said)

    def ask(self, decision: Decision) -> Order:
        """The order said, which must be legal."""
        order = self.said.pop((decision.kind, decision.side), None)
        if order is None:
            order = ("spend",) if decision.kind == "spend" else decision.default()
        self.orders = [order]
        return super().ask(decision)

    def finish(self) -> None:
        """Check that all was used."""
        super().finish()
        assert not self.said


def volley(
    state: State, first: str, second: str, dice: list[int], said: dict[tuple[str, int], Order] | None = None
) -> tuple[Effort, Effort]:
    """Play one volley: the actions in words (`advance island`, `none` for a lost nerve), the dice, the orders in it."""
    for company, words in zip(state.companies, (first, second), strict=True):
        name, *place = words.split()
        company.written = [ACTIONS.index(name) if name != "none" else NOTHING] * 3
        company.targets = [state.nodes.index(place[0]) if place else -1] * 3
    state.stage = VOLLEY
    table = Answers(dice, said or {})
    one, other = play_volley(state, table)
    table.finish()
    return one, other


def hits(successes: int, dice: int) -> list[int]:
    """Faces of so many dice, the successes first."""
    return [4] * successes + [1] * (dice - successes)
