"""Retreats and evasions, and the attacks of opportunity they draw.

Rules: warcards:retreat.who, warcards:retreat.movement, warcards:retreat.path, warcards:retreat.direction, warcards:retreat.partner.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.losses import settle
from banneret.rulebooks.warcards.attack.strikes import strike
from banneret.rulebooks.warcards.board.field import AREAS, LINE_OF, NAMES, NUMBERS, STEPS, Path, spot
from banneret.rulebooks.warcards.board.standing import enemy_of, lift, on_field, put
from banneret.rulebooks.warcards.board.works import bars, is_fortified, is_haven
from banneret.rulebooks.warcards.movement.entry import force_entry
from banneret.rulebooks.warcards.movement.home import distances_home, with_halts
from banneret.rulebooks.warcards.movement.walking import recover, tell_way
from banneret.rulebooks.warcards.ratings.abilities import may_shoot, staggered
from banneret.rulebooks.warcards.ratings.allowance import effective_move, move_cap, unspent
from banneret.rulebooks.warcards.ratings.attacks import SNAP, STRIKE, attack_total
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label

STAY: Final[Order] = ("stay",)


def retreat_ways(state: State, unit: Unit, most: int) -> list[Path]:
    """The ways a unit may retreat, of at most `most` areas: a shortest one to each end.

    Rules: warcards:retreat.path, warcards:retreat.direction, warcards:retreat.movement, warcards:retreat.into-fort,
    warcards:full.no-mounted, warcards:limited.terrain.
    """
    number = enemy_of(state, unit)
    if number < 0 or unit.left:
        return []
    other = state.units[number]
    closed = other.origin if other.entered else st.NOBODY
    side = unit.side
    at = state.at
    mounted = state.setting.cards[unit.id].mounted
    cap = most if not state.fortified else min(most, max(0, move_cap(state, unit) - unit.spent))
    found: list[Path] = []
    seen = [unit.place, closed]
    front: list[Path] = [()]
    for length in range(1, most + 1):
        ahead: list[Path] = []
        for way in front:
            here = way[-1] if way else unit.place
            for area in STEPS[side][here]:
                if area in seen:
                    continue
                if area >= AREAS:
                    seen.append(area)
                    found.append((*way, area))
                    continue
                if at[area] >= 0 or at[AREAS + area] >= 0 or _towards_enemy(side, here, area):
                    continue
                if length > cap and not (is_fortified(state, here) and is_fortified(state, area)):
                    continue
                if bars(state, side, area):
                    if not mounted and not way:
                        seen.append(area)
                        found.append((area,))
                    continue
                seen.append(area)
                found.append((*way, area))
                ahead.append((*way, area))
        front = ahead
    return found


def _towards_enemy(side: int, here: int, area: int) -> bool:
    """True if a step leads into a line nearer to the enemy. Rule: warcards:retreat.direction."""
    change = LINE_OF[area] - LINE_OF[here]
    return change > 0 if side == 0 else change < 0


def may_evade(state: State, unit: Unit) -> bool:
    """True if a unit is faster than the enemy it met this round, and neither struck at the other. Rule: warcards:evade.eligible."""
    number = enemy_of(state, unit)
    if number < 0 or unit.since != state.round or unit.lashed_out or state.units[number].lashed_out:
        return False
    if state.setting.flags.evade_printed:
        return state.setting.cards[unit.id].move > state.setting.cards[number].move
    return effective_move(state, unit) > effective_move(state, state.units[number])


def offers(state: State, unit: Unit) -> list[Order]:
    """The retreats and evasions open to an engaged unit; a routed one has only its best ways home.

    Rules: warcards:retreat.who, warcards:evade.one-area, warcards:retreat.routed-must, warcards:full.rout-recover.
    """
    most = unspent(state, unit)
    if most < 1 or not unit.since or unit.left:
        return []
    ways = retreat_ways(state, unit, most)
    if not ways:
        return []
    evades = may_evade(state, unit)
    found: list[Order] = []
    if unit.routed:
        found = [
            _order("retreat", unit, way) for way in with_halts(state, unit, _best_home(state, unit, ways))
        ]
    else:
        found = [_order("retreat", unit, way) for way in ways]
    if evades:
        singles: list[Path] = [way for way in ways if len(way) == 1]
        if unit.routed:
            singles = _best_home(state, unit, singles)
        found.extend(_order("evade", unit, way) for way in singles)
    return found


def _order(verb: str, unit: Unit, way: Path) -> Order:
    return (verb, unit.id, *[NAMES[area] for area in way])


def _best_home(state: State, unit: Unit, ways: list[Path]) -> list[Path]:
    """The ways that end nearest to the reserve."""
    far = distances_home(state, unit.side, unit.place)
    best = 999
    for way in ways:
        best = min(best, far[way[-1]])
    return [way for way in ways if far[way[-1]] == best]


def retreat_step(state: State, table: Table) -> None:
    """Ask both sides for their retreats, the first side's first, and carry them out.

    Rules: warcards:round.sequence, warcards:init.order-elsewhere, warcards:retreat.routed-must.
    """
    for side in (state.first, 1 - state.first):
        while state.outcome is None:
            must: list[Order] = []
            may: list[Order] = [STAY]
            for unit in on_field(state, side):
                if not unit.since:
                    continue
                orders = offers(state, unit)
                if unit.routed:
                    must.extend(orders)
                else:
                    may.extend(orders)
            if not must and len(may) == 1:
                break
            rule = "warcards:retreat.routed-must" if must else "warcards:retreat.who"
            order = must[0] if len(must) == 1 else table.ask(Choice("retreat", side, rule, must or may))
            if order == STAY:
                break
            leave_engagement(state, table, order)


def leave_engagement(state: State, table: Table, order: Order) -> None:
    """Carry out one retreat or evasion.

    Rules: warcards:retreat.opportunity, warcards:evade.no-opportunity, warcards:retreat.no-attack, warcards:evade.no-attack,
    warcards:hero.with-retreat, warcards:naval.disengage.
    """
    unit = state.units[order[1]]
    way = [NUMBERS[name] for name in order[2:]]
    unit.left = True
    if order[0] == "retreat":
        routed = unit.routed
        _opportunity(state, table, unit)
        if unit.place < 0:
            return
        if unit.routed and not routed:
            way = _routed_way(state, table, unit, way)
    _withdraw_along(state, table, unit, way, order[0] == "evade")


def _routed_way(state: State, table: Table, unit: Unit, way: list[int]) -> list[int]:
    """The way of a unit that was routed while it retreated. Rules: warcards:retreat.opportunity, warcards:retreat.routed-must."""
    unit.left = False
    orders = [order for order in offers(state, unit) if order[0] == "retreat"]
    unit.left = True
    if not orders or _order("retreat", unit, tuple(way)) in orders:
        return way
    order = (
        orders[0]
        if len(orders) == 1
        else table.ask(Choice("retreat", unit.side, "warcards:retreat.routed-must", orders))
    )
    return [NUMBERS[name] for name in order[2:]]


def may_strike(state: State, other: Unit) -> bool:
    """True if a unit may attack an enemy that retreats from it. Rules: warcards:retreat.opportunity, warcards:combat.staggered."""
    return not (other.spent and staggered(state, other))


def _opportunity(state: State, table: Table, unit: Unit) -> None:
    """Make the one attack that a retreating unit suffers. Rules: warcards:retreat.opportunity, warcards:combat.subdual."""
    other = state.units[enemy_of(state, unit)]
    if not may_strike(state, other):
        return
    if table.telling:  # where it goes hangs on the blow
        text = agree(label(state, unit), f"turns|turn to retreat from {spot(unit.side, unit.place)}.")
        data: dict[str, object] = {"unit": unit.id}
        table.tell(Event("turned", text, "warcards:retreat.opportunity", side=unit.side, data=data))
    options: list[Order] = [("melee", other.id), ("decline", other.id)]
    preset = 0
    if may_shoot(state, other, other.place, False):
        options.insert(1, ("missile", other.id))
        preset = int(_shoots_better(state, other, unit))
    options.insert(-1, ("subdue", other.id))
    order = table.ask(Choice("opportunity", other.side, "warcards:retreat.opportunity", options, preset))
    if order[0] == "decline":
        return
    if order[0] != "missile":
        other.lashed_out = True
    kind = SNAP if order[0] == "missile" else STRIKE
    hit = strike(state, table, other, unit, kind, subdue=order[0] == "subdue")
    if hit is not None:
        settle(state, table, [hit])


def _shoots_better(state: State, other: Unit, unit: Unit) -> bool:
    """True if a shot at an enemy that turns away has a better chance than a blow. Rule: warcards:attack.modifiers."""
    shot = attack_total(state, other, unit, SNAP) - defense_total(state, unit, other, True, False)
    return shot > attack_total(state, other, unit, STRIKE) - defense_total(state, unit, other, False, False)


def _withdraw_along(state: State, table: Table, unit: Unit, way: list[int], evades: bool) -> None:
    """Walk the way of a retreat. Rules: warcards:retreat.movement, warcards:retreat.into-fort, warcards:full.rout-recover."""
    if bars(state, unit.side, way[0]):
        unit.spent += 1
        if not force_entry(state, table, unit, way[0]):
            return
        _tell_retreat(state, table, unit, way, evades)
        lift(state, unit)
        put(state, unit, way[0])
        return
    _tell_retreat(state, table, unit, way, evades)
    if not is_fortified(state, unit.place):
        unit.outside = True
    lift(state, unit)
    for area in way:
        unit.spent += 1
        unit.place = area
        if area >= AREAS:
            unit.halted = True
            break
        if not is_fortified(state, area):
            unit.outside = True
        if unit.routed and is_haven(state, unit.side, area):
            recover(state, table, unit)
    put(state, unit, unit.place)


def _tell_retreat(state: State, table: Table, unit: Unit, way: list[int], evades: bool) -> None:
    if table.telling:
        kind = "evade" if evades else "retreat"
        rule = "warcards:evade.eligible" if evades else "warcards:retreat.who"
        tell_way(state, table, unit, unit.place, way, kind, f"{kind}s|{kind}", rule)
