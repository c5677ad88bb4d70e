"""The news of the actions of a volley: counts or obstacle, the result, the extra successes, and the cost of a Withdraw.

Rules: companies:test.versus, companies:test.independent, companies:test.extra, companies:advance.build.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.companies.board.sides import is_crowd
from banneret.rulebooks.companies.exchange.crowd.aiming import aiming_at
from banneret.rulebooks.companies.exchange.crowd.settling import counts
from banneret.rulebooks.companies.exchange.effort import AIMLESS, Effort
from banneret.rulebooks.companies.exchange.requirements import kind_of_test
from banneret.rulebooks.companies.exchange.verdicts import own_count, works_against
from banneret.rulebooks.companies.state import Company, State
from banneret.rulebooks.companies.tables.actions import ADVANCE, RALLY, WITHDRAW, actions
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS
from banneret.rulebooks.companies.text.names import company_name, node_name


def tell_outcomes(state: State, table: Table, efforts: list[Effort], before: list[Company]) -> None:
    """Tell the result of every action that was tested; `before` are the companies as they stood at the reveal. Rules: companies:test.versus, companies:test.independent."""
    for effort in efforts:
        if effort.kind == UNTESTED or effort.pool is None:
            continue
        company = before[effort.company]
        built = company.store if company.aim == effort.target else 0
        faced = _faced(state, effort, efforts)
        tally = _obstacle(state, effort, efforts, built) if effort.kind == INDEPENDENT else None
        said = [] if tally is None else [_alone(effort, tally)]
        said += [_compared(state, effort, other) for other in faced]
        end = _came_to(state, effort, efforts[effort.foe], built, faced)
        label = actions()[effort.action].label
        text = f"{company_name(state, effort.company)}, {label}: {', '.join(said)}; {end}."
        rule = "companies:test.versus" if tally is None else "companies:test.independent"
        side = state.setting.forces[effort.company].side
        table.tell(Event("outcome", text, rule, side=side, tallies=[] if tally is None else [tally]))


def _faced(state: State, effort: Effort, efforts: list[Effort]) -> list[Effort]:
    """The enemies whose counts an action must exceed: its own target; among many for a Hold or a Rally all that aim at it versus. Rules: companies:multi.hold, companies:multi.rally."""
    if is_crowd(state) and effort.action in AIMLESS:
        return [one for one in aiming_at(efforts, effort) if kind_of_test(state, one, effort) == VERSUS]
    return [efforts[effort.foe]] if effort.kind == VERSUS else []


def _counts(state: State, effort: Effort, other: Effort) -> tuple[int, int]:
    """The counts that are compared."""
    return counts(state, effort, other) if is_crowd(state) else (effort.count, other.count)


def _compared(state: State, effort: Effort, other: Effort) -> str:
    """Two counts, and the works that must be exceeded too, in words. Rule: companies:charge.versus."""
    own, theirs = _counts(state, effort, other)
    walls = works_against(state, effort, other)
    of = f" of {company_name(state, other.company)}" if is_crowd(state) else ""
    return f"{own} against {theirs}{of}{f' and {walls} works' if walls else ''}"


def _alone(effort: Effort, tally: Tally) -> str:
    """The successes against the obstacle, in words; of an Advance those that count. Rule: companies:advance.unskilled."""
    return f"{effort.count if effort.action == ADVANCE else effort.successes} against Ob {tally.total}"


def _obstacle(state: State, effort: Effort, efforts: list[Effort], built: int) -> Tally:
    """The obstacle of an independent test with its parts. Rules: companies:core.unskilled-independent, companies:core.raise-independent, companies:advance.build."""
    assert effort.pool is not None
    label = actions()[effort.action].label
    walls = 0 if effort.action in (ADVANCE, RALLY) else works_against(state, effort, efforts[effort.foe])
    if effort.action == ADVANCE:
        tally = Tally("obstacle", 1, label, "companies:advance.independent")
        value = state.values[effort.target]
        parts = [(value, node_name(state, effort.target), "companies:position.rating")]
        parts.append((-min(built, value), "built up", "companies:advance.build"))
    else:
        base = effort.ob - effort.raised - walls
        base //= 2 if effort.pool.unskilled else 1
        tally = Tally("obstacle", base, label, "companies:test.matrix")
        double = base if effort.pool.unskilled else 0
        parts = [(double, "without the skill", "companies:core.unskilled-independent")]
        parts.append((walls, "works", "companies:fort.effect"))
        parts.append((effort.raised, "raised", "companies:core.raise-independent"))
    tally.side = state.setting.forces[effort.company].side
    for amount, cause, rule in parts:
        if amount:
            tally.add(amount, cause, rule)
    return tally


def _came_to(state: State, effort: Effort, other: Effort, built: int, faced: list[Effort]) -> str:
    """The result of an action in words. Rules: companies:test.extra, companies:test.tie, companies:charge.repulsed, companies:withdraw.versus-loss."""
    if effort.withdrew:
        hurt = own_count(state, other) if effort.kind == VERSUS else effort.margin + 1
        return f"works, and costs the enemy {hurt} Disposition, its own side {effort.margin}"
    if effort.works_out:
        works = "works"
        if effort.action == ADVANCE:
            works = f"reaches {node_name(state, effort.target)}"
        more = f" with {effort.extra} extra success{'' if effort.extra == 1 else 'es'}"
        return works + (more if effort.extra and effort.menu else "")
    if effort.action == ADVANCE:
        return _short_of(state, effort, built, faced)
    if effort.kind != VERSUS or len(faced) != 1:
        return "fails"
    own, theirs = _counts(state, effort, faced[0])
    if own == theirs and not effort.broken:
        return "a tie"
    if effort.action == WITHDRAW:
        return f"fails, and costs its own side {own_count(state, effort)} Disposition"
    return "the works stop it" if own > theirs else "fails"


def _short_of(state: State, effort: Effort, built: int, faced: list[Effort]) -> str:
    """The result of an Advance that does not reach its target in words, with what is built up toward it. Rules: companies:advance.build, companies:multi.same-position."""
    company = state.companies[effort.company]
    store = company.store if company.aim == effort.target else 0
    value = state.values[effort.target]
    own, theirs = _counts(state, effort, faced[0]) if faced else (1, 0)
    if store >= value > 0 and (own > theirs or effort.broken > 0):
        return f"comes to {node_name(state, effort.target)} no sooner than others, and {store} stay built up"
    if store > built:
        return f"{store} of {value} built up toward {node_name(state, effort.target)}"
    return "a tie" if own == theirs and not effort.broken else "fails"
