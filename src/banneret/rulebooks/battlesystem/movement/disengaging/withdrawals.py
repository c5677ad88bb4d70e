"""Fighting Withdrawals, which the enemy may follow.

Rules: battlesystem:7.12 to battlesystem:7.12d, battlesystem:4.6d, battlesystem:2.9e.
"""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, within
from banneret.geometry.rectangles import Rectangle, distance
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.combat import caught_shooting
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.drill.skirmish_walks import APART
from banneret.rulebooks.battlesystem.drill.walking import catch, has_yet_to_move
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.march import flights, mover
from banneret.rulebooks.battlesystem.movement.disengaging.following import (
    Following,
    FollowingSingly,
    followers,
    go_along,
    who_may_go,
)
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import (
    WITHDRAWAL,
    free_way,
    in_order,
    price_of_withdrawal,
    shifted,
    way_of,
)
from banneret.rulebooks.battlesystem.space import contacts, field, formations, standing
from banneret.rulebooks.battlesystem.state import State, figures_standing, is_mended, name, on_field
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import agree, counted, says
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, MOB, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth import walls_and_spears
from banneret.rulebooks.battlesystem.worth.allowance import full_rate, rate


def withdraw(state: State, table: Table, unit: Unit) -> None:
    """A unit's Fighting Withdrawal; lost when an enemy bars the way, and then it stands as it stood, also in a wall or with set spears.

    By versions 1 to 9 of the rules the wall and the spears ended. Rules: battlesystem:7.12, battlesystem:11.6g, battlesystem:3.5.
    """
    heading = way_of(state, unit)
    assert heading is not None
    held = unit.shields, unit.spears
    walls_and_spears.end(unit)
    left = [state.units[enemy] for enemy in contacts.enemies_touching(state, unit)]
    block, loose, spent = unit.block, unit.loose, unit.spent
    unit.moved = unit.acted = unit.finished = True
    way = free_way(state, unit, standing.ground(unit), heading, WITHDRAWAL, True)
    if way >= WITHDRAWAL - TOLERANCE:
        shifted(unit, heading, WITHDRAWAL)
        if all(state.units[enemy] in left for enemy in contacts.enemies_touching(state, unit)):
            if block is not None and not _under_fire(state, table, unit, block, heading):
                return
            unit.spent = spent + (WITHDRAWAL if block is None else _price(state, unit, block, heading))
            formations.open_on_ground(state, table, unit, block)
            if table.telling:
                text = says(state, unit, f"withdraws|withdraw fighting, {WITHDRAWAL:g} in.")
                assert unit.block is not None
                data = {"unit": f"u{unit.id}", "x": unit.block.x, "y": unit.block.y, "heading": heading}
                table.tell(declared(state, unit, "withdraw", text, "battlesystem:7.12", data))
            drawn_on(state, table, unit, left, {enemy.id: [heading] for enemy in left})
            return
        assert block is not None
        unit.stand(block, loose, unit.wings)
    if is_mended(state, 10):
        unit.shields, unit.spears = held
    if table.telling:
        text = says(state, unit, "cannot withdraw and stays|stay: an enemy bars the way.")
        data = {"unit": f"u{unit.id}"}
        table.tell(declared(state, unit, "withdraw", text, "battlesystem:3.5", data))


def _price(state: State, unit: Unit, block: Block, heading: float) -> float:
    """The movement that a withdrawal has taken; by versions 1 to 18 of the rules a road was no cheaper. Rules: battlesystem:11.8a, battlesystem:11.8n."""
    if is_mended(state, 19):
        return price_of_withdrawal(state, unit, block, heading)
    return field.cost_over(state, unit, block, heading, WITHDRAWAL)


def _under_fire(state: State, table: Table, unit: Unit, block: Block, heading: float) -> bool:
    """A unit that withdraws is shot at on its way; the figures that are left go on. False: it fell, or ran. Rules: 10.6a, 10.6c."""
    gone = 0.0
    while True:
        halt = flights.halted(state, table, unit, block, heading, WITHDRAWAL - gone)
        if halt is None:
            return True
        unit.stand(halt.block)
        if not mover.under_fire(state, table, unit, halt.shot):
            return False
        gone += halt.inches
        assert unit.block is not None
        block = unit.block
        shifted(unit, heading, free_way(state, unit, standing.ground(unit), heading, WITHDRAWAL - gone, True))


def drawn_on(state: State, table: Table, unit: Unit, left: list[Unit], ways: dict[int, list[float]]) -> None:
    """The answer of the enemies that a unit withdraws from: they stay or follow, drawn on or by choice.

    `ways`: by enemy, the headings of those who withdrew from it; it follows along the first by which it can.
    A square of shields and a closed unit out of command, which cannot move, are not asked, and whom a follower comes upon besides is caught; by versions 1 to 8 of the
    rules both might follow and nobody was caught so. Who had no choice but to stay may charge the unit yet; by versions 1 to 17 he might not.
    Rules: battlesystem:7.12b, battlesystem:7.12c, battlesystem:7.12d, battlesystem:7.8f, battlesystem:4.6d, battlesystem:11.6d.
    """
    for enemy in in_order(state, left):
        if enemy.routed or enemy.status != FIELD:
            continue
        drawn = (
            enemy.quarry == NOBODY
            and discipline.is_unruly(state, enemy)
            and not discipline.check(state, table, enemy, "an enemy breaks off")
        )
        follows = may_choose = False
        going: list[int] | None = None
        heading = next((one for one in ways[enemy.id] if can_follow(state, enemy, unit, one)), None)
        if heading is not None:
            if enemy.singles is not None and is_mended(state, 16):
                going = who_may_go(state, enemy, unit, heading)
            if drawn or enemy.quarry == unit.id:
                follows = True
            elif is_mended(state, 9) and _may_not_move(enemy):
                follows = False
            elif enemy.formation != MOB and not enemy.rallied and enemy.quarry == NOBODY:
                may_choose = True
                if going is None or len(going) == 1:
                    follows = _wants_to_follow(table, enemy, unit, heading)
                else:
                    going = _who_want_to_follow(state, table, enemy, unit, heading, going)
                    follows = bool(going)
        if follows and heading is not None:
            before = enemy.block
            touched = contacts.enemies_touching(state, enemy)
            beset = [one.id for one, _ in footprints.besiegers(state, enemy)]
            go_along(state, enemy, heading, going)
            if is_mended(state, 12):
                enemy.acted = True  # it is no round of rest. Rule: battlesystem:7.13e
                enemy.spears = 0  # who has set them stands fast. Rule: battlesystem:11.7f
            formations.open_on_ground(state, table, enemy, before)
            if is_mended(state, 9):
                catch(state, enemy)
                caught_shooting.come_upon(state, enemy, touched, beset)
        elif may_choose or not is_mended(state, 18):
            enemy.left_by = (*enemy.left_by, unit.id)
        if table.telling:
            words = "follows|follow {}." if follows else "lets|let {} go."
            if not follows and contacts.are_touching(state, enemy, unit):
                words = "stays|stay and still touches|touch {}."
            text = says(state, enemy, words, name(state, unit))
            if follows and going is not None and len(going) < len(followers(state, enemy)):
                who = counted(len(going))
                text = f"{who} of {name(state, enemy)} {agree(who, 'follows|follow')} {name(state, unit)}."
            data = {"unit": f"u{enemy.id}", "follows": follows}
            table.tell(Event("follow", text, "battlesystem:7.12b", side=enemy.side, data=data))
        if drawn:
            discipline.fail(state, table, enemy, unit.id)


def _may_not_move(unit: Unit) -> bool:
    """True of a square of shields, and of a closed unit that is out of command, as an option lets it be. Rules: 11.6d, 4.7a, battlesystem:4.7d."""
    return unit.shields == walls_and_spears.ALL or (unit.formation == CLOSED and not unit.in_command)


def _wants_to_follow(table: Table, enemy: Unit, unit: Unit, heading: float) -> bool:
    """The owner's choice. Rule: battlesystem:7.12b."""
    return bool(table.ask(Following(enemy, unit, heading))[0] == "follow")


def _who_want_to_follow(
    state: State, table: Table, enemy: Unit, unit: Unit, heading: float, going: list[int]
) -> list[int]:
    """The owner's choice of the skirmishers who follow. Rules: battlesystem:7.12b, battlesystem:2.9d."""
    decision = FollowingSingly(state, enemy, unit, heading, going)
    return decision.figures(table.ask(decision))


def can_follow(state: State, enemy: Unit, unit: Unit, heading: float) -> bool:
    """True if an enemy left behind can go along and end in contact again. Rules: battlesystem:7.12b, battlesystem:2.9e.

    It cannot when something bars its way, when it touches another unit, or when it is a skirmish unit and the other is none. Its wings
    may touch the unit still; by versions 1 to 8 of the rules it could not follow then. Nor can it when some of its figures look elsewhere
    (7.9g), or captives hold it (7.15f); by versions 1 to 11 it could. Of skirmishers some may (`following.who_may_go`).
    """
    if not _is_fit_to_follow(state, enemy, unit):
        return False
    if enemy.singles is not None and is_mended(state, 16):
        return bool(who_may_go(state, enemy, unit, heading))
    touched = contacts.enemies_touching(state, enemy)
    if any(number != unit.id for number in touched) or (touched and not is_mended(state, 9)):
        return False
    area = _ground_of_followers(state, enemy)
    if free_way(state, enemy, area, heading, WITHDRAWAL, True) < WITHDRAWAL - TOLERANCE:
        return False
    trial = enemy.copy()
    go_along(state, trial, heading)
    if is_mended(state, 9) and _ends_among_friends(state, trial):
        return False
    if is_mended(state, 12) and _crowds_its_own(state, trial):
        return False
    return contacts.are_touching(state, trial, unit)


def _is_fit_to_follow(state: State, enemy: Unit, unit: Unit) -> bool:
    """True if an enemy could follow a unit if there were room and it wished: what stands on the field for all to see.

    Who was rallied in this round, or fills gaps for as much as its movement rate, does not move; by versions 1 to 16 of the rules the rallied
    could be drawn on, and the others followed. Rules: battlesystem:2.9e, battlesystem:6.3, battlesystem:7.3d, battlesystem:7.9g, 7.15f.
    """
    if enemy.singles is not None and unit.singles is None:
        return False
    if is_mended(state, 17) and ((enemy.rallied and enemy.singles is None) or _is_spent(state, enemy)):
        return False
    return not is_mended(state, 12) or not (formations.are_some_turned(enemy) or _is_tied(enemy))


def may_follow(state: State, enemy: Unit, unit: Unit) -> bool:
    """True if an enemy whom a unit touches may come after it where it withdraws, as far as is known without measuring. Rule: battlesystem:7.12b."""
    if enemy.routed or not _is_fit_to_follow(state, enemy, unit):
        return False
    each_for_himself = enemy.singles is not None and is_mended(state, 16)
    if not each_for_himself and any(number != unit.id for number in contacts.enemies_touching(state, enemy)):
        return False
    if enemy.quarry != NOBODY:
        return enemy.quarry == unit.id
    if discipline.is_unruly(state, enemy):
        return True  # it may be drawn on
    return not (_may_not_move(enemy) or enemy.formation == MOB or enemy.rallied)


def _is_spent(state: State, unit: Unit) -> bool:
    """True of a unit whose gaps take its whole movement rate in this round, paid or still to be paid. Rule: battlesystem:7.3d."""
    paid = 0.0 if unit.moved else unit.spent  # who pays for gaps alone has not moved
    due = unit.debt if has_yet_to_move(state, unit.side) else 0
    return paid + due > 0.0 and within(rate(state, unit), paid + due)


def _is_tied(unit: Unit) -> bool:
    """True of guards of captives whom half of their rate does not take so far. Rule: battlesystem:7.15f."""
    return unit.guards > 0 and not within(WITHDRAWAL, full_rate(unit))


def _ends_among_friends(state: State, unit: Unit) -> bool:
    """True if figures of skirmishers stand on those of friends, through whom they may go; by versions 1 to 8 they might end there. Rule: 7.1e."""
    if unit.singles is None:
        return False
    others = [one for one in on_field(state, unit.side) if one.singles is not None and one.id != unit.id]
    return any(standing.stands_in(unit, standing.ground(other)) for other in others)


def _ground_of_followers(state: State, unit: Unit) -> list[Rectangle]:
    """The ground on which those of a unit stand who would follow an enemy."""
    if unit.singles is None:
        return standing.ground(unit)
    return [standing.base_of(unit, figure) for figure in followers(state, unit)]


def _crowds_its_own(state: State, unit: Unit) -> bool:
    """True if skirmishers of a unit who have followed come to stand less than an inch from one who has not. Rule: battlesystem:7.4."""
    if unit.singles is None:
        return False
    gone = followers(state, unit)
    others = [standing.base_of(unit, one) for one in figures_standing(unit) if one not in gone]
    theirs = [standing.base_of(unit, one) for one in gone]
    return any(distance(one, other) < APART - TOLERANCE for one in theirs for other in others)
