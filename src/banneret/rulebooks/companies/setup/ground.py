"""Positions, the start in one, the host's raise and fortifications, each by its budget.

Rules: companies:setup.sequence, companies:position.winner-budget, companies:position.loser-budget, companies:position.start,
companies:position.host-raise, companies:fort.round, companies:fort.host-extra.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.standing import add_position, holder, occupy
from banneret.rulebooks.companies.setup.contact import winning_side
from banneret.rulebooks.companies.setup.disposition import starts_in_position
from banneret.rulebooks.companies.setup.host import host_of
from banneret.rulebooks.companies.setup.joining import Join
from banneret.rulebooks.companies.state import NOBODY, State
from banneret.rulebooks.companies.tables.grounds import MOST_VALUE, MOST_WORKS
from banneret.rulebooks.companies.text.names import company_name, place_name

WORKS: Final = 2
"""The fortification that each faction, and the host once more, may add. Rules: companies:fort.round, companies:fort.host-extra."""
NOTHING: Final[Order] = ("nothing",)
DONE: Final[Order] = ("done",)


def prepare_ground(state: State, table: Table) -> None:
    """Play positions, start, raise and fortifications; on ready ground only the start. Rule: companies:setup.sequence."""
    if state.stage == stages.POSITIONS:
        if not state.setting.ready:
            place_positions(state, table)
        state.stage = stages.START
    elif state.stage == stages.START:
        if state.initiative != NOBODY and starts_in_position(state):
            name_start(state, table)
        state.stage = stages.SCRIPT if state.setting.ready else stages.WORKS
    else:
        raise_position(state, table)
        place_works(state, table)
        state.stage = stages.SCRIPT


def in_turn(state: State) -> list[int]:
    """The sides in the order in which they change the ground: the winner of Contact first; without a winner the host last. Rules: companies:position.tie-budget, companies:fort.round."""
    count = len(state.setting.sides)
    winner = winning_side(state)
    first = winner if winner != NOBODY else (host_of(state) + 1) % count
    return [(first + number) % count for number in range(count)]


def positions(state: State) -> list[int]:
    """The nodes that are positions. Rule: companies:position.rating."""
    return [node for node, value in enumerate(state.values) if value > 0]


# ---------------------------------------------------------------- positions


def place_positions(state: State, table: Table) -> None:
    """Let every side use its budget of positions. Rules: companies:position.winner-budget, companies:position.loser-budget, companies:position.per-faction."""
    winner = winning_side(state)
    for side in in_turn(state):
        won = side == winner
        options = winners_options(state) if won else losers_options(state)
        rule = "companies:position.winner-budget" if won else "companies:position.loser-budget"
        order = table.ask(Choice("positions", side, rule, options))
        carry_out(state, table, side, order)
        if won and order[0] == "add":
            more = Choice("positions", side, rule, [NOTHING, *additions(state, "add")])
            carry_out(state, table, side, table.ask(more))


def additions(state: State, word: str) -> list[Order]:
    """The option of a new position, if the battle space has a name left for one."""
    return [(word,)] if spare_names(state) else []


def spare_names(state: State) -> list[str]:
    """The names of places that are not marked yet."""
    return [name for name in state.setting.ground.spare if name not in state.nodes]


def add(state: State, table: Table, side: int) -> int:
    """Let a side join a new position of 1 to the ground. Returns its node. Rule: companies:position.new-edges."""
    name = spare_names(state)[0]
    order = table.ask(Join(side, name, state.nodes))
    nodes = [str(one) for one in order[1:]]
    add_position(state, name, nodes)
    if table.telling:
        joined = " and ".join([place_name(one) for one in nodes])
        text = f"{state.setting.names[side]}: {place_name(name)} is a new position, joined to {joined}."
        table.tell(Event("ground", text, "companies:position.new-edges", side=side))
    return len(state.nodes) - 1


def winners_options(state: State) -> list[Order]:
    """The winner's options: one position raised from 1 to 3, two from 1 to 2, or positions added. Rule: companies:position.winner-budget."""
    low = [state.nodes[node] for node in positions(state) if state.values[node] == 1]
    found: list[Order] = [NOTHING, *[("raise", node, 3) for node in low]]
    found += [("raise", first, 2, second, 2) for first, second in combinations(low, 2)]
    return found + additions(state, "add")


def losers_options(state: State) -> list[Order]:
    """The options of others: one position raised by 1, or one added. Rule: companies:position.loser-budget."""
    found: list[Order] = [NOTHING]
    lower = [node for node in positions(state) if state.values[node] < MOST_VALUE]
    found += [("raise", state.nodes[node], state.values[node] + 1) for node in lower]
    return found + additions(state, "add")


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Change the ground as a side ordered; an occupied position gives its new bonus at once. Rule: companies:position.host-raise."""
    said = []
    if order[0] == "raise":
        for name, value in zip(order[1::2], order[2::2], strict=True):
            node = state.nodes.index(str(name))
            assert isinstance(value, int)
            state.values[node] = value
            by = holder(state, node)
            held = ""
            if by != NOBODY:
                state.companies[by].bonus = value
                held = f", held by {company_name(state, by)},"
            said.append(f"{place_name(str(name))}{held} is worth {value} now")
    elif order[0] == "add":
        add(state, table, side)
    if table.telling and said:
        text = f"{state.setting.names[side]}: {'; '.join(said)}."
        table.tell(Event("ground", text, "companies:position.rating", side=side))


# ---------------------------------------------------------------- the start and the raise


def name_start(state: State, table: Table) -> None:
    """Let the winner of Contact name the position in which the company starts. Rule: companies:position.start."""
    company = state.companies[state.initiative]
    side = winning_side(state)
    free = [node for node in positions(state) if holder(state, node) == NOBODY]
    free.sort(key=lambda node: -state.values[node] - state.works[node])
    options: list[Order] = [("start", state.nodes[node]) for node in free]
    order = table.ask(Choice("start", side, "companies:position.start", options))
    occupy(state, company, state.nodes.index(str(order[1])))
    if table.telling:
        place = place_name(str(order[1]))
        text = f"{company_name(state, company.id)} start on {place}, worth {company.bonus}."
        table.tell(Event("start", text, "companies:position.start", side=side))


def raise_position(state: State, table: Table) -> None:
    """Let the host raise any one position. Rules: companies:position.host-raise, companies:setup.host."""
    options: list[Order] = [NOTHING]
    for node in positions(state):
        options += [
            ("raise", state.nodes[node], value) for value in range(state.values[node] + 1, MOST_VALUE + 1)
        ]
    side = host_of(state)
    own = [
        company
        for company in state.companies
        if company.holds and state.setting.forces[company.id].side == side
    ]
    best: Order = ("raise", state.nodes[own[0].place], MOST_VALUE) if own else NOTHING
    preset = options.index(best) if best in options else 0
    carry_out(
        state,
        table,
        side,
        table.ask(Choice("host-raise", side, "companies:position.host-raise", options, preset)),
    )


# ---------------------------------------------------------------- fortifications


def place_works(state: State, table: Table) -> None:
    """Let every side fortify, and the host once more. Rules: companies:fort.round, companies:fort.host-extra."""
    for side in in_turn(state):
        fortify(state, table, side, "companies:fort.round")
    fortify(state, table, host_of(state), "companies:fort.host-extra")


def fortify(state: State, table: Table, side: int, rule: str) -> None:
    """Let a side add up to 2F, one at a time, to positions or on bare ground, which becomes a position. Rules: companies:fort.is-position, companies:fort.rating."""
    for _ in range(WORKS):
        options: list[Order] = [DONE]
        weaker = [node for node in positions(state) if state.works[node] < MOST_WORKS]
        options += [("fortify", state.nodes[node]) for node in weaker]
        options += additions(state, "entrench")
        order = table.ask(Choice("fortify", side, rule, options))
        if order == DONE:
            return
        node = add(state, table, side) if order[0] == "entrench" else state.nodes.index(str(order[1]))
        state.works[node] += 1
        if table.telling:
            text = (
                f"{state.setting.names[side]} fortify {place_name(state.nodes[node])}: {state.works[node]}F."
            )
            table.tell(Event("works", text, rule, side=side))
