"""Artha: the points that commanders spend on their Company Actions, before and after the roll. Rule: companies:core.artha."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.exchange.asking import CompanyChoice, ask_leaders
from banneret.rulebooks.companies.exchange.effort import Effort, show
from banneret.rulebooks.companies.pools.building import root_dice
from banneret.rulebooks.companies.state import Person, State
from banneret.rulebooks.companies.tables.shades import SIDES

RULE: Final = "companies:core.artha"
KEEP: Final[Order] = ("keep",)
URGE: Final = "urge"
FATE: Final = "fate"
DEEDS: Final = "deeds"
MOST_PERSONA: Final = 3
MOST_DEEDS: Final = 2


def rolling(efforts: list[Effort]) -> list[Effort]:
    """The efforts whose actions are rolled."""
    return [effort for effort in efforts if effort.kind and effort.pool is not None]


def commander_of(state: State, effort: Effort) -> Person:
    """The commander who rolls an effort."""
    return state.people[state.companies[effort.company].commander]


def base_dice(state: State, effort: Effort) -> int:
    """The exponent that an effort tests: of the skill, or of its root stat if the commander lacks it."""
    assert effort.pool is not None
    officer = state.setting.people[state.companies[effort.company].commander]
    if effort.pool.unskilled:
        return root_dice(officer.stats, effort.pool.skill)
    return officer.skills[effort.pool.skill]


def urge(state: State, table: Table, efforts: list[Effort]) -> None:
    """Let commanders spend artha before the roll: a die for each Persona, the exponent once more for a Deed. Rule: companies:core.artha."""
    asked: list[Effort] = []
    decisions: list[Decision] = []
    for effort in rolling(efforts):
        person = commander_of(state, effort)
        options: list[Order] = [
            (URGE, persona, deeds)
            for deeds in range(min(1, person.deeds) + 1)
            for persona in range(min(MOST_PERSONA, person.persona) + 1)
            if persona or deeds
        ]
        if options:
            asked.append(effort)
            decisions.append(CompanyChoice(URGE, state, effort.company, RULE, [KEEP, *options]))
    if decisions:
        show(state, efforts)
    orders = ask_leaders(table, decisions) if decisions else []
    for effort, order in zip(asked, orders, strict=True):
        if order == KEEP:
            continue
        assert effort.pool is not None
        persona, deeds = order[1], order[2]
        assert isinstance(persona, int)
        assert isinstance(deeds, int)
        person = commander_of(state, effort)
        person.persona -= persona
        person.deeds -= deeds
        effort.deeds = deeds
        effort.pool.dice += persona + deeds * base_dice(state, effort)
        parts = [f"{persona} Persona" if persona else "", f"{deeds} Deeds" if deeds else ""]
        said = " and ".join(filter(None, parts))
        tell(state, table, effort, f"{said}: {effort.pool.dice} dice", [])


def turn_fate(state: State, table: Table, efforts: list[Effort]) -> None:
    """Let commanders spend Fate and Deeds on the dice they have rolled. Rule: companies:core.artha."""
    asked: list[Effort] = []
    decisions: list[Decision] = []
    for effort in rolling(efforts):
        options = _ways(commander_of(state, effort), effort)
        if options:
            asked.append(effort)
            decisions.append(CompanyChoice(FATE, state, effort.company, RULE, [KEEP, *options]))
    if decisions:
        show(state, efforts)
    orders = ask_leaders(table, decisions) if decisions else []
    for effort, order in zip(asked, orders, strict=True):
        person = commander_of(state, effort)
        rolled: list[int] = []
        if DEEDS in order:
            person.deeds -= 1
            again = _thrown(state, table, effort, len(_failed(effort)))
            effort.faces = (*_kept(effort), *again)
            rolled += again
        assert effort.pool is not None
        left = _failed(effort) or not effort.pool.open_ended  # else there is nothing to roll again
        if FATE in order and left:
            person.fate -= 1
            rolled += _opened(state, table, effort)
        if order != KEEP:
            shade = effort.pool.shade
            effort.successes = sum([face >= shade for face in effort.faces])
            tell(
                state,
                table,
                effort,
                f"{' and '.join([str(word).title() for word in order])}: {effort.successes} success{'' if effort.successes == 1 else 'es'}",
                rolled,
            )


def _ways(person: Person, effort: Effort) -> list[Order]:
    """The ways to spend that change something: Fate on sixes, or on a failed die of an open-ended pool; Deeds on failed dice."""
    assert effort.pool is not None
    failed = bool(_failed(effort))
    fate = person.fate > 0 and (failed if effort.pool.open_ended else SIDES in effort.faces)
    deeds = person.deeds > 0 and effort.deeds < MOST_DEEDS and failed
    found: list[Order] = []
    if fate:
        found.append((FATE,))
    if deeds:
        found.append((DEEDS,))
        if person.fate > 0:
            found.append((DEEDS, FATE))
    return found


def _failed(effort: Effort) -> list[int]:
    assert effort.pool is not None
    return [face for face in effort.faces if face < effort.pool.shade]


def _kept(effort: Effort) -> list[int]:
    assert effort.pool is not None
    return [face for face in effort.faces if face >= effort.pool.shade]


def _thrown(state: State, table: Table, effort: Effort, count: int, chained: bool = False) -> list[int]:
    """Roll new dice; each 6 adds another if they are `chained` or the pool is open-ended."""
    assert effort.pool is not None
    side = state.setting.forces[effort.company].side
    found: list[int] = []
    while count > 0:
        faces = [table.die(SIDES, "artha", side) for _ in range(count)]
        found += faces
        count = faces.count(SIDES) if chained or effort.pool.open_ended else 0
    return found


def _opened(state: State, table: Table, effort: Effort) -> list[int]:
    """Roll what Fate adds: a die for each six, or in an open-ended test one failed die again. Returns the new dice."""
    assert effort.pool is not None
    if effort.pool.open_ended:
        more = _thrown(state, table, effort, 1)
        effort.faces = (*_kept(effort), *_failed(effort)[1:], *more)
    else:
        more = _thrown(state, table, effort, effort.faces.count(SIDES), chained=True)
        effort.faces = (*effort.faces, *more)
    return more


def tell(state: State, table: Table, effort: Effort, text: str, rolled: list[int]) -> None:
    """Tell what was spent, with the dice that were rolled for it."""
    if table.telling:
        number = state.companies[effort.company].commander
        side = state.setting.forces[effort.company].side
        text = f"{state.setting.people[number].name} spends {text}."
        dice = [(side, SIDES, face) for face in rolled]
        table.tell(Event("artha", text, RULE, side=side, dice=dice))
