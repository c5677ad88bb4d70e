"""Standing at nodes and holding positions. Rules: companies:map.company-place, companies:position.occupy."""

from __future__ import annotations

from banneret.rulebooks.companies.board.sides import are_enemies
from banneret.rulebooks.companies.state import NOBODY, NOWHERE, Company, State


def near(state: State, first: Company, second: Company) -> bool:
    """True if two companies are within reach of a Charge: at the same node or at adjacent ones. Rule: companies:map.near."""
    return first.place == second.place or second.place in state.roads[first.place]


def holder(state: State, node: int) -> int:
    """The company that occupies the position at a node, or NOBODY. Rule: companies:position.one-company."""
    for company in state.companies:
        if company.holds and company.place == node and not company.fallen:
            return company.id
    return NOBODY


def held_by(company: Company) -> int:
    """The node whose position the company occupies, or NOWHERE."""
    return company.place if company.holds else NOWHERE


def protection(state: State, company: Company) -> int:
    """The fortification that protects a company: only while it occupies it. Rules: companies:fort.effect, companies:position.not-cover."""
    return state.works[company.place] if company.holds else 0


def advance_targets(state: State, company: Company, left: int) -> list[int]:
    """The nodes that an Advance may be aimed at: adjacent ones, and the position beside which the company stands in the open.

    Excluded are `left`, the position that the company has just given up, open ground on which it already stands, and positions of friends. Rules: companies:advance.purpose, companies:advance.open-ground, companies:position.one-company.
    """
    found = []
    for node in sorted([company.place, *state.roads[company.place]]):
        if node == left or (node == company.place and state.values[node] == 0):
            continue
        other = holder(state, node)
        if other == NOBODY or are_enemies(state, company.id, other):
            found.append(node)
    return found


def add_position(state: State, name: str, joined: list[str]) -> None:
    """Add a position of 1 to the ground, joined to some nodes. Rules: companies:position.new-edges, companies:fort.is-position."""
    number = len(state.nodes)
    ways = sorted([state.nodes.index(node) for node in joined])
    state.roads = (
        *[(*roads, number) if node in ways else roads for node, roads in enumerate(state.roads)],
        tuple(ways),
    )
    state.nodes = (*state.nodes, name)
    state.values.append(1)
    state.works.append(0)


def occupy(state: State, company: Company, node: int) -> None:
    """Move a company to a node and let it occupy the position there with its full bonus. Rules: companies:advance.take, companies:position.bonus."""
    company.place = node
    company.holds = state.values[node] > 0
    company.bonus = state.values[node]
    company.store = 0
    company.aim = NOWHERE


def give_up(state: State, company: Company) -> None:
    """Give up the position at the reveal, with its bonus and that of digging in.

    By an option the position takes its full value with it: what was shot off its bonus comes off the basic Disposition, down to 1.
    Rules: companies:position.leave, companies:dug.bonus.
    """
    if company.holds and state.setting.flags.full_value_lost:
        company.basic = max(
            min(company.basic, 1), company.basic - (state.values[company.place] - company.bonus)
        )
    put_out(company)


def put_out(company: Company) -> None:
    """Put a company out of its position, into the open beside it. Rule: companies:position.dislodge."""
    company.holds = False
    company.bonus = 0
    company.dug = 0


def lose(company: Company, points: int) -> None:
    """Take points off the dug-in bonus, the position bonus and the basic Disposition, in this order.

    A position whose bonus is used up is lost; a company without basic Disposition has fallen.
    Rules: companies:disp.loss, companies:position.damage, companies:end.zero.
    """
    off = min(points, company.dug)
    company.dug -= off
    points -= off
    off = min(points, company.bonus)
    company.bonus -= off
    points -= off
    if company.bonus == 0:
        company.holds = False
    company.basic = max(0, company.basic - points)
    if company.basic == 0:
        company.fallen = True


def loses_position(state: State, company: Company, points: int, artillery: bool) -> bool:
    """True if a company loses its position when so many points are taken off its works. Rule: companies:fort.destroyed."""
    if not company.holds or (state.setting.flags.artillery_only and not artillery):
        return False
    return 0 < state.works[company.place] <= points


def reduce_works(state: State, company: Company, points: int, artillery: bool) -> None:
    """Take points off the works that a company occupies; when they are gone it loses the position. Rule: companies:fort.destroyed."""
    node = company.place
    if not company.holds or points <= 0:
        return
    loses = loses_position(state, company, points, artillery)
    state.works[node] = max(0, state.works[node] - points)
    if loses:
        company.holds = False
        company.bonus = 0
