"""Writing the script: a slot for every volley, sealed until all are in.

Rules: companies:script.exchange, companies:script.secret, companies:script.target, companies:script.hesitating.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.state import NOWHERE, UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

VERB: Final = "script"
RULE: Final = "companies:script.exchange"


class Script(Decision):
    """Three actions in order, or two after a lost nerve: `script (scout) (advance island) (hold)`.

    An Advance names the node it is aimed at; with two companies on the field nothing else is written. `slots` is the number of
    volleys to be written, `nodes` the names of all nodes.
    """

    def __init__(self, side: int, slots: int, nodes: tuple[str, ...], near: str) -> None:
        super().__init__("script", side, RULE)
        self.slots: int = slots
        self.nodes: tuple[str, ...] = nodes
        self.near: str = near  # where a first Advance may lead

    def actions(self) -> list[Order]:
        """All that a slot may hold."""
        found: list[Order] = [("advance", node) for node in self.nodes]
        found += [(name,) for name in ACTIONS[1:]]
        return found

    def default(self) -> Order:
        """To scout, then to hold."""
        return (VERB, ("scout",), *[("hold",)] * (self.slots - 1))

    def orders(self) -> list[Order]:
        """Each action in the first slot, with a Hold in the others."""
        rest: Order = tuple([("hold",)] * (self.slots - 1))
        examples = [(VERB, action, *rest) for action in self.actions()]
        return [self.default(), *[one for one in examples if one != self.default()]]

    def sample(self, chance: Chance) -> Order:
        """Any action for each volley, an Advance as likely as another."""
        groups: list[Order] = []
        for _ in range(self.slots):
            number = chance.below(len(ACTIONS))
            node = self.nodes[chance.below(len(self.nodes))]
            groups.append(("advance", node) if number == ADVANCE else (ACTIONS[number],))
        return (VERB, *groups)

    def check(self, order: Order) -> Refusal | None:
        """None if every volley has an action, and every Advance a place."""
        if len(order) != self.slots + 1 or order[0] != VERB:
            return Refusal(
                f"Say '{VERB}', and an action for each of {self.slots} volleys.", RULE, self.default()
            )
        for number, group in enumerate(order[1:], stages.VOLLEYS - self.slots + 1):
            if group not in self.actions():
                return Refusal(self._wrong(number, group), "companies:script.target", self._mended(order))
        return None

    def _wrong(self, number: int, group: object) -> str:
        """The reason why a volley cannot be written so."""
        if isinstance(group, tuple) and group[:1] == ("advance",):
            return f"The Advance of volley {number} must name one of: {', '.join(self.nodes)}."
        return f"Volley {number} must be one of: {', '.join(ACTIONS)}."

    def _mended(self, order: Order) -> Order:
        """The order with what cannot be written replaced."""
        known = self.actions()
        groups: list[Order] = []
        for group in order[1:]:
            if isinstance(group, tuple) and group in known:
                groups.append(group)
            else:
                advancing = isinstance(group, tuple) and group[:1] == ("advance",)
                groups.append(("advance", self.near) if advancing else ("hold",))
        return (VERB, *groups)


def script_of(state: State, number: int) -> Script:
    """The decision of the company of that number."""
    company = state.companies[number]
    slots = stages.VOLLEYS - (company.hesitates == state.now)
    nodes = state.nodes
    ways = state.roads[company.place]
    return Script(state.setting.forces[number].side, slots, nodes, nodes[ways[0]])


def write_scripts(state: State, table: Table) -> None:
    """Ask both sides at once for the three volleys of the exchange; a slot lost to hesitation stays unwritten. Rule: companies:script.secret."""
    decisions: list[Decision] = [script_of(state, number) for number in range(len(state.companies))]
    for company, order in zip(state.companies, table.ask_all(decisions), strict=True):
        written = [UNWRITTEN] * (stages.VOLLEYS + 1 - len(order))
        targets = [NOWHERE] * len(written)
        for group in order[1:]:
            assert isinstance(group, tuple)
            number = ACTIONS.index(str(group[0]))
            written.append(number)
            targets.append(state.nodes.index(str(group[1])) if number == ADVANCE else NOWHERE)
        company.written = written
        company.targets = targets
    state.volley = 0
    state.stage = stages.VOLLEY
