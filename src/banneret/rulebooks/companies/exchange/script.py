"""Writing the script: a slot for every volley of every company, sealed until all are in.

Rules: companies:script.exchange, companies:script.secret, companies:script.target, companies:script.hesitating, companies:force.more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import (
    company_named,
    company_word,
    distances,
    enemies_of,
    is_crowd,
    standing,
)
from banneret.rulebooks.companies.board.sight import has_scouted
from banneret.rulebooks.companies.board.standing import near
from banneret.rulebooks.companies.exchange.effort import AIMLESS
from banneret.rulebooks.companies.state import NOBODY, NOWHERE, UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE, CHARGE, SCOUT, SKIRMISH

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

VERB: Final = "script"
ANNOUNCED: Final = "announce"
"""The verb of a script that its writer announces as finished, for the time bonus. Rule: companies:script.time-bonus."""
RULE: Final = "companies:script.exchange"


class Script(Decision):
    """Three actions in order, or two after a lost nerve: `script (scout) (advance island) (hold)`.

    An Advance names the node it is aimed at. With more than two companies on the field all actions but Hold and Rally name an enemy
    company, last: `(advance island company-3)`; a side writes for all its companies at once, one after the other.

    Attributes:
        parts: Each company, with the number of its slots and the next node on its way to the first of its enemies.
        nodes: The names of all nodes.
        foes: The words of the enemies to choose from, none if there is only one.
        ready: The companies that have scouted the first of the enemies.
        close: The companies that may charge it from where they stand.
        verb: The usual first word of the order; `script` always serves too, and claims no time bonus.
    """

    def __init__(
        self,
        side: int,
        parts: list[tuple[int, int, str]],
        nodes: tuple[str, ...],
        foes: tuple[str, ...],
        timed: bool = False,
        ready: tuple[int, ...] = (),
        close: tuple[int, ...] = (),
    ) -> None:
        super().__init__("script", side, RULE)
        self.ready: tuple[int, ...] = ready
        self.close: tuple[int, ...] = close
        self.parts: list[tuple[int, int, str]] = parts
        self.nodes: tuple[str, ...] = nodes
        self.foes: tuple[str, ...] = foes
        self.verb: str = ANNOUNCED if timed else VERB

    def owners(self) -> list[tuple[int, int, str]]:
        """For every slot its company, its volley and the next node on the way to the enemy."""
        return [
            (company, volley, way)
            for company, slots, way in self.parts
            for volley in range(stages.VOLLEYS - slots, stages.VOLLEYS)
        ]

    def filled(self, number: int, node: str, foe: int) -> Order:
        """An action as a slot holds it; the node and the enemy, by its place in `foes`, are added if the action names them."""
        words: list[str] = [ACTIONS[number]]
        if number == ADVANCE:
            words.append(node)
        if self.foes and number not in AIMLESS:
            words.append(self.foes[foe])
        return tuple(words)

    def actions(self) -> list[Order]:
        """All that a slot may hold."""
        found: list[Order] = []
        for number in range(len(ACTIONS)):
            aims = len(self.foes) if self.foes and number not in AIMLESS else 1
            for node in self.nodes if number == ADVANCE else ("",):
                found += [self.filled(number, node, foe) for foe in range(aims)]
        return found

    def usual(self, company: int) -> tuple[int, int, int]:
        """Three actions for a company to go for the first of its enemies: scout it, close in, charge. Rules: companies:scout.gate, companies:charge.requirement."""
        if company not in self.ready:
            return (SCOUT, CHARGE, CHARGE) if company in self.close else (SCOUT, ADVANCE, CHARGE)
        return (CHARGE, SKIRMISH, CHARGE) if company in self.close else (ADVANCE, CHARGE, CHARGE)

    def _usual(self) -> list[Order]:
        """The slots of all companies, filled with their usual actions."""
        return [
            self.filled(number, way, 0)
            for company, slots, way in self.parts
            for number in self.usual(company)[:slots]
        ]

    def default(self) -> Order:
        """The script by which every company goes for the enemy: Scout if it is hidden, Advance if it is far, then Charge."""
        return (self.verb, *self._usual())

    def orders(self) -> list[Order]:
        """Each action in the first slot, with a Hold in the others."""
        rest: Order = tuple([("hold",)] * (len(self.owners()) - 1))
        examples = [(VERB, action, *rest) for action in self.actions()]
        return [self.default(), *[one for one in examples if one != self.default()]]

    def sample(self, chance: Chance) -> Order:
        """Any action for each volley, an Advance as likely as another."""
        groups: list[Order] = []
        for _ in self.owners():
            number = chance.below(len(ACTIONS))
            node = self.nodes[chance.below(len(self.nodes))]
            groups.append(self.filled(number, node, chance.below(len(self.foes)) if self.foes else 0))
        return (VERB, *groups)

    def check(self, order: Order) -> Refusal | None:
        """None if every volley has an action, and every action what it must name."""
        owners = self.owners()
        if len(order) != len(owners) + 1 or order[0] not in (VERB, self.verb):
            return Refusal(
                f"Say '{self.verb}', and an action for each of {len(owners)} volleys.", RULE, self.default()
            )
        known = self.actions()
        for (_, volley, _), group in zip(owners, order[1:], strict=True):
            if group not in known:
                return Refusal(
                    self._wrong(volley + 1, group), "companies:script.target", self._mended(order, known)
                )
        return None

    def _wrong(self, number: int, group: object) -> str:
        """The reason why a volley cannot be written so."""
        if isinstance(group, tuple) and group and group[0] in ACTIONS:
            action = ACTIONS.index(str(group[0]))
            needed = [f"one of: {', '.join(self.nodes)}"] if action == ADVANCE else []
            if self.foes and action not in AIMLESS:
                needed.append(f"one of: {', '.join(self.foes)}")
            said = " and then ".join(needed) or "nothing"
            return f"The {ACTIONS[action].title()} of volley {number} must name {said}."
        return f"Volley {number} must be one of: {', '.join(ACTIONS)}."

    def _mended(self, order: Order, known: list[Order]) -> Order:
        """The order with a legal slot in place of each that is not."""
        groups: list[Order] = []
        for (_, _, way), group in zip(self.owners(), order[1:], strict=True):
            if isinstance(group, tuple) and group in known:
                groups.append(group)
            else:
                advancing = isinstance(group, tuple) and group[:1] == (ACTIONS[ADVANCE],)
                groups.append(self.filled(ADVANCE, way, 0) if advancing else ("hold",))
        return (str(order[0]), *groups)


def script_of(state: State, side: int) -> Script | None:
    """The decision of a side, for all its companies that stand; None if none does. Rule: companies:multi.fall."""
    own = [number for number in standing(state) if state.setting.forces[number].side == side]
    if not own:
        return None
    enemies = enemies_of(state, own[0])
    foe = enemies[0]
    parts = []
    for number in own:
        company = state.companies[number]
        slots = stages.VOLLEYS - (company.hesitates == state.now)
        parts.append((number, slots, state.nodes[way_to(state, company.place, state.companies[foe].place)]))
    ready = [number for number in own if has_scouted(state, number, foe)]
    close = [number for number in own if near(state, state.companies[number], state.companies[foe])]
    words = tuple([company_word(one) for one in enemies]) if is_crowd(state) and len(enemies) > 1 else ()
    timed = state.setting.flags.time_bonus
    return Script(side, parts, state.nodes, words, timed, tuple(ready), tuple(close))


def way_to(state: State, place: int, aim: int) -> int:
    """The next node on the shortest way from one node to another; if they are the same, the first neighbour."""
    return min(state.roads[place], key=distances(state, aim).__getitem__)


def write_scripts(state: State, table: Table) -> None:
    """Ask all sides at once for the three volleys of the exchange; a slot lost to hesitation stays unwritten. Rule: companies:script.secret."""
    found = [script_of(state, side) for side in range(len(state.setting.sides))]
    scripts = [script for script in found if script is not None]
    decisions: list[Decision] = list(scripts)
    orders = table.ask_all(decisions)
    note_first(state, table, orders)
    for script, order in zip(scripts, orders, strict=True):
        for number, slots, _ in script.parts:
            blank = stages.VOLLEYS - slots
            company = state.companies[number]
            company.written = [UNWRITTEN] * blank
            company.targets = [NOWHERE] * blank
            company.foes = [NOBODY] * blank if script.foes else None
        for (number, _, _), group in zip(script.owners(), order[1:], strict=True):
            assert isinstance(group, tuple)
            company = state.companies[number]
            assert company.written is not None
            assert company.targets is not None
            action = ACTIONS.index(str(group[0]))
            company.written.append(action)
            company.targets.append(state.nodes.index(str(group[1])) if action == ADVANCE else NOWHERE)
            if company.foes is not None:
                aimed = action not in AIMLESS
                company.foes.append(company_named(str(group[-1])) if aimed else NOBODY)
    state.volley = 0
    state.stage = stages.VOLLEY


def note_first(state: State, table: Table, orders: list[Order]) -> None:
    """Note the side that sealed its script first, if all have announced theirs; computer players never do. Rule: companies:script.time-bonus."""
    state.early = NOBODY
    if all(order[0] == ANNOUNCED for order in orders):
        state.early = table.first
        if table.telling:
            text = f"{state.setting.names[state.early]} are the first to finish: 1 die more in volley 1."
            table.tell(Event("early", text, "companies:script.time-bonus", side=state.early))
