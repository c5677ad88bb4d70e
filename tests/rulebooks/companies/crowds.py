"""Several companies on the crossroads, as a test needs them: each commander has four dice for every action."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.companies.musters import FILES, Answers, force, plain

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.asking import CompanyChoice
from banneret.rulebooks.companies.exchange.buying.spending import Spend
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.stages import VOLLEY
from banneret.rulebooks.companies.state import NOBODY, Company, Person, Setting, State, flags_of
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING
from banneret.rulebooks.companies.tables.grounds import grounds
from banneret.rulebooks.companies.tables.officers import unnamed_officer

HEDGES = ("north-hedge", "east-hedge", "south-hedge", "west-hedge")


def crowd(
    sides: str,
    *,
    options: dict[str, str] | None = None,
    alliances: tuple[int, ...] = (),
    basic: tuple[int, ...] = (),
    places: tuple[str, ...] = HEDGES,
    values: dict[str, int] | None = None,
    holds: tuple[int, ...] = (),
) -> State:
    """Companies by the letters of their sides, "aabb", near one another and all in sight; `holds` occupy the position at their place."""
    letters = sorted(set(sides))
    count = len(sides)
    ground = grounds()["crossroads"]
    forces = [
        replace(force(0), side=letters.index(side), name=f"{side.upper()}{sides[:number].count(side) + 1}")
        for number, side in enumerate(sides)
    ]
    flags = flags_of(FILES.options(options))
    setting = Setting(
        tuple(letter.upper() for letter in letters),
        forces,
        [*[plain() for _ in sides], *[unnamed_officer("human", 4, "Spear") for _ in sides]],
        tuple(range(count)),
        tuple(range(count, 2 * count)),
        frozenset(),
        flags,
        sides=tuple(letters),
        ground=ground,
        alliances=alliances,
    )
    points = basic or (6,) * count
    state = State(
        setting,
        [
            Company(number, number, points[number], points[number], ground.nodes.index(places[number]))
            for number in range(count)
        ],
        [Person(number % count, []) for number in range(2 * count)],
        [(values or {}).get(node, value) for node, value in zip(ground.nodes, ground.values, strict=True)],
        [0] * len(ground.nodes),
        [sides[own] != sides[other] for own in range(count) for other in range(count)],
        [flags.tokens] * len(letters),
        ground.nodes,
        ground.roads,
    )
    for number in holds:
        company = state.companies[number]
        company.holds = True
        company.bonus = state.values[company.place]
    return state


class Leaders(Answers):
    """Orders by the kind of question and the company, or the side where a side is asked."""

    def ask(self, decision: Decision) -> Order:
        """The order said, which must be legal."""
        who = decision.company if isinstance(decision, CompanyChoice | Spend) else decision.side
        order = self.said.pop((decision.kind, who), None)
        if order is not None:
            self.said[decision.kind, decision.side] = order
        return super().ask(decision)


def write(state: State, *scripts: str) -> None:
    """Write for each company an action in words: `flank 2` at the third company, `advance mound 1`, `hold`, `none`."""
    for company, words in zip(state.companies, scripts, strict=True):
        name, *rest = words.split()
        foe = int(rest[-1]) if rest else NOBODY
        company.written = [ACTIONS.index(name) if name != "none" else NOTHING] * 3
        company.targets = [state.nodes.index(rest[0]) if name == "advance" else -1] * 3
        company.foes = [foe] * 3
    state.stage = VOLLEY


def volley(
    state: State, scripts: list[str], dice: list[int], said: dict[tuple[str, int], Order] | None = None
) -> list[Effort]:
    """Play one volley of a crowd."""
    write(state, *scripts)
    table = Leaders(dice, said or {})
    found = play_volley(state, table)
    table.finish()
    return found
