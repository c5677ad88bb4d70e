"""Phase 3, Exchange: artifacts change hands, passengers change ships."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.stacks import is_usable
from banneret.rulebooks.stacks.board.transports import may_board, transports_in, transports_possible
from banneret.rulebooks.stacks.leaving.stranded import sweep
from banneret.rulebooks.stacks.stages import MOVE
from banneret.rulebooks.stacks.state import NOBODY, State, Unit
from banneret.rulebooks.stacks.text.wording import opening, the, verb

DONE: Order = ("done",)


class Exchanges(Choice):
    """The decision what to exchange; `options[0]` is nothing, which a random order chooses half of the time."""

    def __init__(self, state: State, side: int, options: list[Order]) -> None:
        self.kind = "exchange"
        self.side = side
        self.rule = "stacks:artifact.exchange"
        self.options = options
        self.preset = 0
        self.listed = True
        self._state: State = state

    def fault(self, order: Order) -> tuple[str, str]:
        """Return what is wrong with an exchange that is not offered, and the rule."""
        found = None
        if len(order) == 3 and order[0] == "pass":
            found = self._passing_fault(order[1], order[2])
        elif len(order) == 3 and order[0] == "board":
            found = self._changing_fault(order[1], order[2])
        return found or super().fault(order)

    def _own(self, number: object) -> Unit | None:
        """An own unit on the map by its number; None for anything else."""
        for unit in self._state.units:
            if unit.id == number and unit.side == self.side and unit.place >= 0:
                return unit
        return None

    def _passing_fault(self, chit: object, taker: object) -> tuple[str, str] | None:
        """The reason an artifact cannot be passed, and the rule. Rule: stacks:artifact.exchange."""
        rule = "stacks:artifact.exchange"
        chits = self._state.artifacts
        holder: Unit | None = None
        if isinstance(chit, int) and 0 <= chit < len(chits):
            holder = self._own(chits[chit].holder)
        if holder is None:
            return "None of your units holds that artifact.", rule
        unit = self._own(taker)
        if unit is None or unit.place != holder.place:
            return "Artifacts are passed within a stack.", rule
        for one in (holder, unit):
            if not is_usable(one):
                return self._held(one, "can neither give nor take"), rule
        return None

    def _changing_fault(self, passenger: object, ship: object) -> tuple[str, str] | None:
        """The reason a passenger cannot change ships, and the rule. Rule: stacks:exchange.passengers, stacks:transport.capacity."""
        rule = "stacks:exchange.passengers"
        unit, transport = self._own(passenger), self._own(ship)
        if unit is None or transport is None or unit.place != transport.place:
            return "Passengers change to another transport of their hex.", rule
        name = self._state.setting.kinds[unit.kind].name
        if unit.aboard == NOBODY:
            return (
                f"{opening(the(name))} {verb(name, 'is', 'are')} aboard nothing; boarding is for the Move Phase.",
                rule,
            )
        if not is_usable(unit):
            return self._held(unit, "can only stay aboard"), "stacks:paralyze.on-the-map"
        if unit.aboard != transport.id and not may_board(self._state, unit, transport):
            other = self._state.setting.kinds[transport.kind].name
            return f"{opening(the(name))} cannot go aboard {the(other)}.", "stacks:transport.capacity"
        return None

    def _held(self, unit: Unit, so: str) -> str:
        name = self._state.setting.kinds[unit.kind].name
        return f"{opening(the(name))} {verb(name, 'is', 'are')} paralyzed and {so}."

    def sample(self, chance: Chance) -> Order:
        """Leave it half of the time, so that passing to and fro comes to an end."""
        options = self.options
        count = len(options)
        if count == 1 or chance.random() < 0.5:
            return options[0]
        return options[1 + chance.below(count - 1)]


def exchange(state: State, table: Table) -> None:
    """Step EXCHANGE: ask for one artifact to pass or one passenger to reassign.

    Skipped only where all know that there can be neither artifacts nor transports. Rule: stacks:artifact.exchange,
    stacks:exchange.passengers, stacks:turn.phases, stacks:hidden.no-tell.
    """
    side = state.active
    if not state.setting.artifacts_possible and not transports_possible(state, side):
        state.stage = MOVE
        return
    options: list[Order] = [DONE]
    options.extend(passes(state, side))
    options.extend(changes(state, side))
    order = table.ask(Exchanges(state, side, options))
    if order[0] == "done":
        sweep(state, table, side)
        if state.outcome is None:
            state.stage = MOVE
    elif order[0] == "pass":
        _pass(state, table, int(order[1]), int(order[2]))
    else:
        _change(state, table, int(order[1]), int(order[2]))


def passes(state: State, side: int) -> list[Order]:
    """Every artifact to every other unit of its holder's stack; paralyzed units neither give nor take.

    Rule: stacks:artifact.exchange, stacks:artifact.holder.
    """
    units = state.units
    found: list[Order] = []
    for index, chit in enumerate(state.artifacts):
        if chit.holder == NOBODY:
            continue
        holder = units[chit.holder]
        if holder.side != side or holder.place < 0 or not is_usable(holder):
            continue
        stack = state.stacks[side][holder.place]
        found.extend([("pass", index, i) for i in stack if i != holder.id and is_usable(units[i])])
    return found


def changes(state: State, side: int) -> list[Order]:
    """Every passenger to every other own transport of its hex with a place for it; paralyzed ones stay aboard.

    Rule: stacks:exchange.passengers, stacks:paralyze.on-the-map.
    """
    units = state.units
    found: list[Order] = []
    for unit in units:
        if unit.side != side or unit.aboard == NOBODY or unit.place < 0 or not is_usable(unit):
            continue
        ships = [ship for ship in transports_in(state, side, unit.place) if ship != unit.aboard]
        found.extend([("board", unit.id, ship) for ship in ships if may_board(state, unit, units[ship])])
    return found


def _pass(state: State, table: Table, index: int, taker: int) -> None:
    """Pass one artifact to another unit, unseen by the enemy. Rule: stacks:artifact.exchange, stacks:hidden.stack."""
    chit = state.artifacts[index]
    giver = state.units[chit.holder]
    chit.holder = taker
    if table.telling:
        kinds = state.setting.kinds
        from_, to = kinds[giver.kind].name, kinds[state.units[taker].kind].name
        artifact = the(state.setting.artifact_kinds[chit.kind].name)
        text = f"{opening(the(from_))} passed {artifact} to {the(to)}."
        data = {"unit": kinds[state.units[taker].kind].id}
        table.tell(
            Event("pass", text, "stacks:artifact.exchange", side=giver.side, to=(giver.side,), data=data)
        )


def _change(state: State, table: Table, number: int, ship: int) -> None:
    """Reassign one passenger to another transport, unseen by the enemy. Rule: stacks:exchange.passengers."""
    unit = state.units[number]
    unit.aboard = ship
    if table.telling:
        kinds = state.setting.kinds
        name = kinds[unit.kind].name
        other = the(kinds[state.units[ship].kind].name)
        text = f"{opening(the(name))} went over to {other}."
        data = {"unit": kinds[unit.kind].id}
        table.tell(
            Event("board", text, "stacks:exchange.passengers", side=unit.side, to=(unit.side,), data=data)
        )
