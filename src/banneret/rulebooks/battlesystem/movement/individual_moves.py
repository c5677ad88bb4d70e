"""Moves of individuals: commanders as in the Basic Game, and those who fight, who halt where they touch an enemy.

Orders: ("lead", individual, (X, Y), ...) as for commanders; ("lead", individual, "march", (X, Y), ...) is a forced march. One who
begins in contact with an enemy may ("lead", individual, "withdraw") or ("lead", individual, "flee", (X, Y), ...). A Unit Commander
leaves his unit by ("lead", individual, "apart"), and rejoins it when a move of his ends at it.

Ground costs an individual who fights what it costs a figure of skirmishers (`individuals.ground`); forbidden ground bars him too.
Rules: battlesystem:5.0c, battlesystem:9.0d, battlesystem:9.2a, battlesystem:9.4b.leave.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import forward, heading_of, length, snap, snap_heading, within
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.combat.champions import parting
from banneret.rulebooks.battlesystem.command import commander_figures, discipline
from banneret.rulebooks.battlesystem.drill.legs import LEAST
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints, ground, roles
from banneret.rulebooks.battlesystem.march import passing_champions
from banneret.rulebooks.battlesystem.missiles import by_champions
from banneret.rulebooks.battlesystem.movement import commander_moves
from banneret.rulebooks.battlesystem.movement.commander_moves import MARCH
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import WITHDRAWAL, in_order
from banneret.rulebooks.battlesystem.roles import attachment
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.tariffs import FAR
from banneret.rulebooks.battlesystem.state import State, is_mended, on_field
from banneret.rulebooks.battlesystem.text.sentences import WAS_HELD, agree, capital
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY

WITHDRAW: Final = "withdraw"
FLEE: Final = "flee"
APART: Final = "apart"
WORDS: Final = (MARCH, WITHDRAW, FLEE)
RULE: Final = "battlesystem:9.0d"
ATTACHED: Final = "battlesystem:9.2a"
SELDOM: Final = 12  # one in n random orders to a commander with his unit makes him leave it
Way = list[tuple[float, float]]


def left_of(state: State, one: Individual, forced: bool = False) -> float:
    """Inches he may still move this round; fewer if he has shot in it. Rules: battlesystem:9.0d, battlesystem:9.4c, battlesystem:10.4."""
    # by versions 1 to 4 of the rules a shot in an earlier round counted too
    if one.shots and (one.last_shot == state.round or not is_mended(state, 5)):
        return max(0.0, by_champions.share(state, one) * state.setting.sheets[one.id].movement - one.moved)
    return commander_moves.left_of(state, one, forced)


def why_less(state: State, one: Individual) -> str:
    """The reasons that he has less than his movement rate left, in one sentence; "" if he has all of it. Rules: battlesystem:9.0d, battlesystem:10.4."""
    inches = state.setting.sheets[one.id].movement
    taken = inches - one.moved - left_of(state, one)
    found = [f"{taken:.4g} in taken by his shot"] if one.shots and taken > 0.0 else []
    if one.moved > 0.0:
        found.append(f"{one.moved:.4g} in spent already")
    return f"Of his {inches:g} in: {', '.join(found)}." if found else ""


def is_able(state: State, one: Individual) -> bool:
    """True if he stands on the table and may move, or is with his unit and may leave it. Rules: 5.0c, 7.8d, 9.0d, battlesystem:9.2a.

    In contact with an enemy he may move only if he has not moved yet. Who began in a contact that friends have ended stays; by versions 1
    to 12 of the rules he went.
    """
    if attachment.is_attached(state, one):
        return one.moved == 0.0 and not state.units[one.unit].routed and roles.has_arrived(state, one)
    if not one.on_table or left_of(state, one) <= LEAST or _is_done(state, one):
        return False
    if (one.moved == 0.0 and not one.bound) or footprints.champion(state, one) is None:
        return True
    return one.moved == 0.0 if footprints.is_held(state, one) else not one.bound


def _is_done(state: State, one: Individual) -> bool:
    """True if he has made a forced march or a Fighting Withdrawal, each of which is the whole move of a round.

    By versions 1 to 11 of the rules he went on after a march that was shorter than his rate. Rules: battlesystem:7.12, battlesystem:7.13.
    """
    return one.done and is_mended(state, 12)


def way(state: State, one: Individual, points: Way, inches: float, but: tuple[int, ...] = ()) -> Way:
    """His way as far as n inches go: it ends where he touches an enemy, those in `but` excepted (see `held_by`). Rules: battlesystem:3.5, battlesystem:9.0d."""
    if ground.counts(state, one):
        walked = ground.walk(state, one, points, inches).points
    else:
        walked = commander_moves.walked(one, points, inches)
    if footprints.champion(state, one) is None:
        return walked
    x, y = one.x, one.y
    found: Way = []
    for to_x, to_y in walked:
        gone, halts = footprints.until_contact(state, one, x, y, to_x, to_y, but)
        if halts:
            far = length(to_x - x, to_y - y)
            found.append((snap(x + (to_x - x) * gone / far), snap(y + (to_y - y) * gone / far)))
            break
        x, y = to_x, to_y
        found.append((x, y))
    return found


def held_by(state: State, one: Individual) -> tuple[int, ...]:
    """The enemies he touches, in the form in which `footprints.until_contact` excepts them: unit N as N, individual N as -1 - N."""
    rivals = [-1 - number for number in footprints.rivals(state, one)]
    return (*footprints.touched(state, one), *rivals)


def planned(state: State, one: Individual, order: Order) -> Way | None:
    """The way that an order leads him; None if the order cannot be read."""
    word, rest = commander_moves.said(order)
    if word == WITHDRAW:
        return [] if len(rest) > 2 else _back(state, one)
    points = commander_moves.read(rest)
    if points is None:
        return None
    but = held_by(state, one) if word == FLEE else ()
    return way(state, one, points, left_of(state, one, word == MARCH), but)


def _back(state: State, one: Individual, inches: float = WITHDRAWAL) -> Way:
    """The way straight back from those he touches, n inches; empty if there is no such direction. Rules: battlesystem:7.12, battlesystem:7.12a."""
    east = north = 0.0
    for number, figures in footprints.touched(state, one).items():
        for figure in figures:
            base = standing.base_of(state.units[number], figure)
            east, north = east + one.x - base.x, north + one.y - base.y
    for number in footprints.rivals(state, one):
        east, north = east + one.x - state.individuals[number].x, north + one.y - state.individuals[number].y
    far = length(east, north)
    if far < LEAST:
        return []
    return [(snap(one.x + east / far * inches), snap(one.y + north / far * inches))]


# ---------------------------------------------------------------- the verb "lead"


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason an individual cannot move as ordered; None if he can. Rules: battlesystem:5.0c, battlesystem:9.0d."""
    return _judged(state, side, order)[0]


def _judged(state: State, side: int, order: Order) -> tuple[Refusal | None, Way | None]:
    """The `refusal` of an order, and the way that one who fights goes by it if it can be carried out."""
    if len(order) < 2 or type(order[1]) is not int or order[1] not in state.individuals:
        return Refusal("Name one of your commanders or heroes by number.", RULE), None
    one = state.individuals[order[1]]
    if one.side == side and attachment.is_attached(state, one):
        return _refused_apart(state, one, order), None
    if footprints.champion(state, one) is None:
        return commander_moves.refusal(state, side, order), None
    label = state.setting.sheets[one.id].name
    if one.side != side:
        return Refusal(f"{label} is not yours.", RULE), None
    if not is_able(state, one):
        held = one.moved > 0.0 and footprints.is_held(state, one)
        why = f"{label} has come upon an enemy and stops." if held else f"{label} has no movement left."
        if _is_done(state, one) and not held:
            why = f"{label} has made his whole move."
        elif one.bound and not held:
            why = f"{label} {WAS_HELD}: he stays."
            return Refusal(why, "battlesystem:7.8d"), None
        return Refusal(why, RULE), None
    word, rest = commander_moves.said(order)
    if word and word not in WORDS:
        return Refusal(
            f"After his number give points, or one of these words: {', '.join(WORDS)}.", RULE
        ), None
    reason = _why_not(state, one, word, label)
    if reason:
        return Refusal(reason, RULE if word == MARCH else "battlesystem:9.4b.leave"), None
    points = planned(state, one, order)
    if points is None:
        return Refusal(commander_moves.POINTS, RULE), None
    if not points:
        return _refused_nowhere(state, one, order, label), None
    refused = _refused_way(state, one, word, points, rest)
    return refused, points if refused is None else None


def _refused_nowhere(state: State, one: Individual, order: Order, label: str) -> Refusal:
    """The refusal of a way without length: he is hemmed in, or cannot pay for the ground before him. Rules: battlesystem:7.12a, 11.8n."""
    word, rest = commander_moves.said(order)
    points = commander_moves.read(rest)
    if word == WITHDRAW or points is None:
        return Refusal(f"{label} is hemmed in: there is no way straight back.", "battlesystem:7.12a")
    left = left_of(state, one, word == MARCH)
    walked = ground.walk(state, one, points, left) if ground.counts(state, one) else None
    if walked is not None and walked.strays:
        return Refusal(f"{label} has gone along the road, and stays on it this round.", "battlesystem:11.8a")
    halt = None if walked is None else walked.halt
    if halt is None:
        return Refusal("That way leads nowhere.", RULE)
    return Refusal(
        f"{capital(halt.name)} takes more movement than {label} has left.", f"battlesystem:{halt.ground.rule}"
    )


def _why_not(state: State, one: Individual, word: str, label: str) -> str:
    """The reason he cannot make that kind of move; "" if he can. Rules: battlesystem:9.0d, battlesystem:7.12."""
    held = footprints.is_held(state, one)
    if held and word not in (WITHDRAW, FLEE):
        return f"{label} touches an enemy: he withdraws, flees or stays."
    if not held and word in (WITHDRAW, FLEE):
        return f"{label} touches no enemy: he goes where he likes."
    if word == WITHDRAW and left_of(state, one) < WITHDRAWAL:
        return f"{label} moves {left_of(state, one):g} in: a Fighting Withdrawal takes {WITHDRAWAL:g}."
    if word == MARCH and one.moved > 0.0:
        return f"{label} has moved: a forced march is his whole move."
    return ""


def _refused_way(state: State, one: Individual, word: str, points: Way, rest: Order) -> Refusal | None:
    """The reason he cannot go that way, or not stop at its end; None if he can. Rules: battlesystem:5.0c, battlesystem:7.12."""
    but = held_by(state, one) if word in (WITHDRAW, FLEE) else ()
    x, y = one.x, one.y
    if word == WITHDRAW and is_mended(state, 19) and ground.counts(state, one):
        price, left = sum(ground.walk(state, one, points, FAR).costs), left_of(state, one)
        if not within(price, left):
            label = state.setting.sheets[one.id].name
            reason = f"On this ground a Fighting Withdrawal takes {price:.4g}: {label} moves {left:g} in."
            return Refusal(reason, "battlesystem:7.12")
    if length(points[-1][0] - x, points[-1][1] - y) < LEAST:
        return Refusal("That way leads nowhere.", RULE)
    for to_x, to_y in points:
        bar = commander_moves.barred_ground(state, x, y, to_x, to_y, ground.swims(state, one))
        if bar:
            return Refusal(commander_moves.in_the_way(bar), "battlesystem:5.0c")
        if word == WITHDRAW and footprints.until_contact(state, one, x, y, to_x, to_y, but)[1]:
            return Refusal("An enemy stands behind him.", "battlesystem:7.12")
        over = footprints.trodden_on(state, one, x, y, to_x, to_y, but) if is_mended(state, 9) else ""
        if over:
            why = f"{over} {agree(over, 'is|are')} in the way: he does not go through those whom he touches."
            return Refusal(why, RULE)
        x, y = to_x, to_y
    if but and _still_touches(state, one, x, y):
        return Refusal("He would still touch the enemy there.", "battlesystem:7.12")
    if not commander_figures.finds_room(state, one, x, y):
        spot = commander_figures.nearest_room(state, one, x, y)
        nearest: Order | None = None
        if spot is not None and len(rest) > 2:
            nearest = (*rest[:2], *([word] if word else []), (plain(spot[0]), plain(spot[1])))
            again = planned(state, one, nearest)
            if again is None or again[-1:] != [spot]:
                nearest = None
        return Refusal("There is no room for him at the end of that way.", "battlesystem:5.0c", nearest)
    return None


def _still_touches(state: State, one: Individual, x: float, y: float) -> bool:
    """True if at (x, y) he would still touch an enemy whom he touches now. Rules: battlesystem:7.12, battlesystem:9.4b.leave.

    By versions 1 to 8 of the rules he might still touch individuals.
    """
    half = footprints.half_of(state, one)
    for number in footprints.touched(state, one):
        if footprints.figures_touched(state.units[number], x, y, half + footprints.TOUCH):
            return True
    if not is_mended(state, 9):
        return False
    rivals = [state.individuals[number] for number in footprints.rivals(state, one)]
    return any(
        length(other.x - x, other.y - y) <= half + footprints.half_of(state, other) + footprints.TOUCH
        for other in rivals
    )


def carry_out(state: State, table: Table, side: int, order: Order, drawn: Way | None = None) -> None:
    """Move an individual as ordered; one who flees is struck at first. Rules: battlesystem:5.0c, battlesystem:9.0d, battlesystem:9.4b.leave.

    `drawn`: his way, if the order was a random one (`draw`) and nothing has changed since; else it is planned here.
    """
    one = state.individuals[order[1]]
    if attachment.is_attached(state, one):
        _leave_unit(state, table, one)
        return
    if footprints.champion(state, one) is None:
        commander_moves.carry_out(state, table, side, order)
        return
    word, _ = commander_moves.said(order)
    points = planned(state, one, order) if drawn is None else drawn
    assert points is not None
    left = list(footprints.touched(state, one)) if word in (WITHDRAW, FLEE) else []
    if word == FLEE:
        parting.strike_at(state, table, one)
        if not one.on_table:
            return
    start = one.copy() if ground.counts(state, one) else None
    x, y = one.x, one.y
    for to_x, to_y in points:
        if (to_x, to_y) != (x, y):
            one.heading = snap_heading(heading_of(to_x - x, to_y - y))
        x, y = to_x, to_y
    gone = passing_champions.under_fire(state, table, one, points)
    footprints.part_from_rivals(state, one)
    rate = state.setting.sheets[one.id].movement
    spent = gone
    if start is not None:
        paid = ground.walk(state, start, commander_moves.walked(start, points, gone), FAR)
        spent, one.slowed = sum(paid.costs), paid.slowed
    one.moved = rate if word in (WITHDRAW, FLEE) else one.moved + spent
    if word == WITHDRAW:
        one.heading = snap_heading(one.heading + 180.0)
        if is_mended(state, 12):  # it costs him what it costs a unit, and ends his move: see `_is_done`
            by_price = start is not None and is_mended(state, 19)  # of the ground, which counts for his shots
            one.moved, one.done = spent if by_price else WITHDRAWAL, True
    if word == MARCH:
        one.done = True
        one.march += 1
    if table.telling:
        _tell(state, table, one, word, gone)
    _enrage(state, table, one, left)
    if attachment.rejoin(state, one) and table.telling:
        unit = state.units[one.unit].now.name
        text = f"{state.setting.sheets[one.id].name} is with {unit} again."
        data: dict[str, object] = {"leader": f"l{one.id}", "unit": f"u{one.unit}"}
        table.tell(Event("role", text, ATTACHED, side=one.side, data=data))


def _enrage(state: State, table: Table, one: Individual, left: list[int]) -> None:
    """Check the discipline of unruly troops from whom an individual breaks off: those who fail go for him. Rules: battlesystem:4.6d, 9.0d.

    By versions 1 to 10 of the rules they let him go.
    """
    if not left or not one.on_table or not is_mended(state, 11):
        return
    for unit in in_order(state, [state.units[number] for number in left]):
        if unit.routed or unit.status != FIELD or unit.quarry != NOBODY:
            continue
        if discipline.is_unruly(state, unit) and not discipline.check(
            state, table, unit, "an enemy breaks off"
        ):
            discipline.fail(state, table, unit, discipline.lone_quarry(one.id))


def _refused_apart(state: State, one: Individual, order: Order) -> Refusal | None:
    """The reason a commander cannot leave his unit; None if he can. Rule: battlesystem:9.2a."""
    label, unit = state.setting.sheets[one.id].name, state.units[one.unit]
    if not is_able(state, one):
        who = unit.now.name
        why = f"{label} flees with {who}." if unit.routed else f"{label} has left {who} and come back."
        if not roles.has_arrived(state, one):
            why = f"{label} is still to arrive with {who}."
        return Refusal(why, ATTACHED)
    if order[2:] != (APART,):
        return Refusal(
            f"{label} is with {unit.now.name}: first he leaves it.", ATTACHED, ("lead", one.id, APART)
        )
    if attachment.place_beside(state, one, unit) is None:
        return Refusal(f"There is no room for {label} beside {unit.now.name}.", ATTACHED)
    return None


def _leave_unit(state: State, table: Table, one: Individual) -> None:
    """Set a commander beside his unit, at no cost: he still commands it, and has moved as far as it has this round.

    By versions 1 to 8 of the rules he still had his whole rate; by versions 9 to 16 he had paid for the gaps of missile troops too (7.3c).
    Rules: battlesystem:9.2a, battlesystem:7.0.
    """
    unit = state.units[one.unit]
    singles = unit.singles
    if singles is not None and is_mended(state, 9):
        one.moved = singles[unit.leader_at].moved
    elif unit.moved and is_mended(state, 9):
        one.moved = unit.spent - unit.closing if is_mended(state, 17) else unit.spent
    attachment.set_beside(state, one)
    if table.telling:
        text = f"{state.setting.sheets[one.id].name} leaves {unit.now.name}."
        data: dict[str, object] = {"leader": f"l{one.id}", "x": one.x, "y": one.y}
        table.tell(Event("role", text, ATTACHED, side=one.side, data=data))


def _tell(state: State, table: Table, one: Individual, word: str, gone: float) -> None:
    """Tell the news of his move, and whom he has come upon."""
    label = state.setting.sheets[one.id].name
    how = {MARCH: "marches", WITHDRAW: "withdraws", FLEE: "flees"}.get(word, "moves")
    met = [state.units[number].now.name for number in footprints.touched(state, one)]
    met += [state.setting.sheets[number].name for number in footprints.rivals(state, one)]
    upon = f" and comes upon {' and '.join(met)}" if met and word not in (WITHDRAW, FLEE) else ""
    data: dict[str, object] = {"leader": f"l{one.id}", "x": one.x, "y": one.y}
    text = f"{label} {how} {round(gone, 2):g} in{upon}."
    if not one.on_table:  # he was shot down on his way
        text = f"{label} got no farther than {round(gone, 2):g} in." if gone else f"{label} got nowhere."
    table.tell(Event("lead", text, RULE, side=one.side, data=data))


# ---------------------------------------------------------------- examples


def offers(state: State, one: Individual) -> list[Order]:
    """Examples of moves: in the main directions and at the nearest enemy, or out of contact; a commander may leave his unit.

    Rules: battlesystem:9.0d, battlesystem:9.2a.
    """
    if attachment.is_attached(state, one):
        apart: Order = ("lead", one.id, APART)
        return [apart] if refusal(state, one.side, apart) is None else []
    if footprints.champion(state, one) is None:
        return commander_moves.offers(state, one)
    if not is_able(state, one):
        return []
    found: list[Order] = []
    for order in _tries(state, one):
        if order not in found and refusal(state, one.side, order) is None:
            found.append(order)
    return found


def _tries(state: State, one: Individual) -> list[Order]:
    inches = left_of(state, one)
    ways: list[tuple[float, float]] = []
    held = footprints.is_held(state, one)
    foe = None if held else nearest_foe(state, one)
    if foe is not None:
        ways.append((snap(foe[0]), snap(foe[1])))
    ways += _back(state, one, inches) if held else []
    for heading in (0.0, 90.0, 180.0, 270.0):
        east, north = forward(heading)
        ways.append((snap(one.x + east * inches), snap(one.y + north * inches)))
    points = [(plain(x), plain(y)) for x, y in ways]
    if held:
        return [("lead", one.id, WITHDRAW), *[("lead", one.id, FLEE, point) for point in points]]
    return [("lead", one.id, point) for point in points]


def nearest_foe(state: State, one: Individual) -> tuple[float, float] | None:
    """The place of the nearest figure of an enemy unit; without any, of the nearest enemy individual who fights; None without either."""
    spots = [
        standing.nearest_figure(unit, one.x, one.y)
        for side in range(len(state.setting.names))
        if side != one.side
        for unit in on_field(state, side)
    ] or [
        (other.x, other.y)
        for other in state.individuals.values()
        if other.side != one.side and footprints.champion(state, other) is not None
    ]
    return min(spots, key=lambda spot: (length(spot[0] - one.x, spot[1] - one.y), spot), default=None)


def draw(state: State, one: Individual, chance: Chance) -> tuple[Order, Way | None] | None:
    """A random move within his reach, often at the nearest enemy; a commander seldom leaves his unit. None if it cannot be made.

    With it comes the way of one who fights, so that it need not be planned again where that order is given.
    """
    if attachment.is_attached(state, one):
        order = next(iter(offers(state, one)), None) if chance.below(SELDOM) == 0 else None
        return None if order is None else (order, None)
    if footprints.champion(state, one) is None:
        order = commander_moves.sample(state, one, chance)
        return None if order is None else (order, None)
    if not is_able(state, one):
        return None
    held = footprints.is_held(state, one)
    word: tuple[str, ...] = ()
    if held:
        if chance.below(4):
            return None
        if chance.below(2):
            return _drawn(state, one, ("lead", one.id, WITHDRAW))
        word = (FLEE,)
    elif chance.below(8) == 0:
        word = (MARCH,)
    foe = nearest_foe(state, one)
    inches = left_of(state, one, word == (MARCH,))
    east, north = forward(chance.below(360))
    x, y = one.x + east * inches, one.y + north * inches
    if foe is not None and not held and chance.below(2):
        x, y = foe
    order = ("lead", one.id, *word, (plain(snap(x)), plain(snap(y))))
    refused, points = _judged(state, one.side, order)
    if refused is None:
        return order, points
    return None if refused.nearest is None else _drawn(state, one, refused.nearest)


def _drawn(state: State, one: Individual, order: Order) -> tuple[Order, Way | None] | None:
    """An order with the way that it leads him; None if it is refused."""
    refused, points = _judged(state, one.side, order)
    return (order, points) if refused is None else None
