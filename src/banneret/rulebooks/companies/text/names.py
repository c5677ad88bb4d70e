"""Names as people read them.

>>> place_name("west-bank"), place_name("the-mill")
('West Bank', 'The Mill')
"""

from __future__ import annotations

from banneret.rulebooks.companies.state import State


def dice_words(count: int) -> str:
    """A number of dice in words: "1 die", "3 dice"."""
    return "1 die" if count == 1 else f"{count} dice"


def place_name(node: str) -> str:
    """A node as people read it."""
    return node.replace("-", " ").title()


def node_name(state: State, node: int) -> str:
    """The node of that number as people read it."""
    return place_name(state.nodes[node])


def company_name(state: State, number: int) -> str:
    """A company as people read it."""
    return state.setting.forces[number].name


def addressed(state: State, number: int, text: str) -> str:
    """A question to a company, with its name in front if its side has several."""
    side = state.setting.forces[number].side
    several = sum([force.side == side for force in state.setting.forces]) > 1
    return f"{company_name(state, number)}: {text}" if several else text


def leader_name(state: State, number: int) -> str:
    """The commander of a company as people read them."""
    return state.setting.people[state.companies[number].commander].name
