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
from banneret.rulebooks.stacks.state import NOBODY, State
from banneret.rulebooks.stacks.text.wording import opening, the

DONE: Order = ("done",)


class Exchanges(Choice):
    """All that may be exchanged, `options[0]` being to leave it; a random order leaves it half of the time."""

    def sample(self, chance: Chance) -> Order:
        """Leave it half of the time, so that passing to and fro comes to an end."""
        options = self.options
        count = len(options)
        if count == 1 or chance.random() < 0.5:
            return options[0]
        return options[1 + chance.below(count - 1)]


def exchange(state: State, table: Table) -> None:
    """Step EXCHANGE: one artifact passed or one passenger reassigned.

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
    order = table.ask(Exchanges("exchange", side, "stacks:artifact.exchange", options))
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
    """One artifact goes to another unit, unseen by the enemy. Rule: stacks:artifact.exchange, stacks:hidden.stack."""
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
    """One passenger goes to another transport, unseen by the enemy. Rule: stacks:exchange.passengers."""
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
