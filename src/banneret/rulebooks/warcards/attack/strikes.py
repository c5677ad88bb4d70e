"""One attack, and what comes of the attacks of a step: damage, saves, destruction, the fate of those who were with the unit.

Rules: warcards:combat.attack-roll, warcards:combat.natural, warcards:combat.damage, warcards:attack.simultaneous.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS
from banneret.rulebooks.warcards.board.people import group_with, members
from banneret.rulebooks.warcards.board.standing import enemy_of, lift
from banneret.rulebooks.warcards.ratings.attacks import BOARDING, ON_THE_MOVE, SNAP, STILL, attack_total
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.ratings.morale import morale_total, safe_behind_walls
from banneret.rulebooks.warcards.state import (
    ABOARD,
    ACTIVE,
    CAPTIVE,
    CAPTURED,
    DELAYED,
    DESTROYED,
    GUARD,
    HELPLESS,
    LEFT,
    NOBODY,
    OUT,
    SLAIN,
    Figure,
    State,
    Unit,
)
from banneret.rulebooks.warcards.text.wording import label

VERBS = ("attacks", "charges", "fires at", "fires at", "fires at", "boards and attacks")


class Hit:
    """Damage that is to be done to a unit: how much, and whether to subdue."""

    __slots__ = ("damage", "subdual", "target")

    def __init__(self, target: int, damage: int, subdual: bool) -> None:
        self.target = target
        self.damage = damage
        self.subdual = subdual


def strike(
    state: State,
    table: Table,
    unit: Unit,
    target: Unit,
    kind: int,
    subdue: bool = False,
    doubled: bool = False,
    penalty: int = 0,
) -> Hit | None:
    """Roll one attack; None for a miss. The damage is not yet done.

    Rules: warcards:combat.attack-roll, warcards:combat.damage, warcards:combat.criticals, warcards:combat.subdual,
    warcards:pike.double.
    """
    missile = kind in (STILL, ON_THE_MOVE, SNAP)
    if subdue:
        penalty += state.setting.flags.subdual_penalty
    bonus = attack_total(state, unit, target, kind, penalty)
    need = defense_total(state, target, unit, missile, kind == BOARDING)
    roll = table.die(20, "attack", unit.side)
    threat = 19 if state.setting.cards[unit.id].artillery else 20
    damage = damage_of(state, table, unit.side, roll, bonus, need, threat, doubled)
    if table.telling:
        _tell_attack(state, table, unit, target, kind, penalty, roll, damage, subdue)
    return Hit(target.id, damage, subdue) if damage else None


def damage_of(
    state: State,
    table: Table,
    side: int,
    roll: int,
    bonus: int,
    need: int,
    threat: int = 20,
    doubled: bool = False,
) -> int:
    """What the die of an attack does, 0 for a miss; from `threat` on it may be a critical hit.

    Rules: warcards:combat.natural, warcards:combat.damage, warcards:combat.criticals.
    """
    if roll == 1 or (roll < 20 and roll + bonus < need):
        return 0
    criticals = state.setting.flags.criticals
    if criticals == "natural-20-doubles" and roll == 20:
        return 2
    if criticals == "threat-and-confirm" and roll >= threat:
        again = table.die(20, "confirm the critical hit", side)
        if again == 20 or (again != 1 and again + bonus >= need):
            return 2
    return 2 if doubled else 1


def _tell_attack(
    state: State,
    table: Table,
    unit: Unit,
    target: Unit,
    kind: int,
    penalty: int,
    roll: int,
    damage: int,
    subdue: bool,
) -> None:
    missile = kind in (STILL, ON_THE_MOVE, SNAP)
    attack = Tally("attack", roll, "d20", "warcards:combat.attack-roll")
    attack_total(state, unit, target, kind, penalty, attack)
    defense = Tally("defense")
    defense_total(state, target, unit, missile, kind == BOARDING, defense)
    result = "misses"
    if damage:
        result = f"hits for {damage}" + (" subdual" if subdue else "")
    how = VERBS[kind] + (" to subdue" if subdue else "")
    text = f"{label(state, unit)} {how} {label(state, target)}: {attack.total} against {defense.total}, {result}."
    data: dict[str, object] = {
        "unit": unit.id,
        "target": target.id,
        "dice": [roll],
        "faces": 20,
        "damage": damage,
    }
    table.tell(
        Event(
            "attack",
            text,
            "warcards:combat.attack-roll",
            side=unit.side,
            data=data,
            tallies=[attack, defense],
        )
    )


def settle(state: State, table: Table, hits: list[Hit]) -> None:
    """Do all damage, remove who is destroyed or subdued, and roll the saves of the others.

    First who is destroyed, then who is subdued, ships last: nobody who is lost in a step takes a prize in it.
    Rules: warcards:attack.simultaneous, warcards:combat.destroyed, warcards:combat.subdued, warcards:combat.morale-save.
    """
    if not hits:
        return
    state.stirred = True
    hurt: list[int] = []
    times: list[int] = []
    for hit in hits:
        unit = state.units[hit.target]
        if hit.subdual:
            unit.subdual += hit.damage
        else:
            unit.lethal += hit.damage
        if hit.target in hurt:
            times[hurt.index(hit.target)] += 1
        else:
            hurt.append(hit.target)
            times.append(1)
    cards = state.setting.cards
    standing: list[tuple[int, int]] = []
    subdued: list[Unit] = []
    for number, count in zip(hurt, times, strict=True):
        unit = state.units[number]
        if unit.place != ABOARD and unit.place < 0:
            continue  # went down with its ship
        if unit.lethal >= cards[number].hits:
            remove(state, table, unit, DESTROYED)
        elif unit.subdual > cards[number].hits - unit.lethal:
            subdued.append(unit)
        else:
            standing.append((number, count))
    if subdued:
        _take(state, table, subdued)
    for number, count in standing:
        unit = state.units[number]
        if unit.place >= 0 or unit.place == ABOARD:
            for _ in range(count if state.setting.flags.save_per_hit else 1):
                if not unit.routed:
                    save_against_rout(state, table, unit)


def _take(state: State, table: Table, subdued: list[Unit]) -> None:
    """Subdued units become the enemy's captives, and then the ships his prizes. Rule: warcards:combat.subdued."""
    ships: list[Unit] = []
    for unit in subdued:
        if state.setting.cards[unit.id].ship:
            ships.append(unit)
        elif unit.place >= 0 or unit.place == ABOARD:
            remove(state, table, unit, CAPTIVE)
    seize(state, table, ships)


def seize(state: State, table: Table, ships: list[Unit]) -> None:
    """Subdued ships, and ships that strike their flags, become the enemy's; one that nobody can take is helpless.

    Who takes which is seen before any is taken: two ships may be each other's prize.
    Rules: warcards:combat.subdued, warcards:naval.capture, warcards:naval.prize.
    """
    guards = [captor(state, ship) for ship in ships]
    for guard in guards:
        if guard >= 0:
            _go_aboard_prize(state, state.units[guard])
    for ship, guard in zip(ships, guards, strict=True):
        remove(state, table, ship, HELPLESS if guard < 0 else CAPTIVE)
        if guard >= 0 and table.telling:
            crew = state.units[guard]
            text = f"{label(state, crew)} takes the prize home and leaves the battle."
            table.tell(Event("prize", text, "warcards:naval.prize", side=crew.side, data={"unit": guard}))


def _go_aboard_prize(state: State, crew: Unit) -> None:
    """An army unit goes home with a prize, and so does who is with it. Rule: warcards:naval.prize."""
    crew.place = GUARD
    crew.aboard = NOBODY
    for figure in state.figures:
        if figure.host == crew.id and figure.status == ACTIVE:
            figure.status = LEFT
            figure.host = NOBODY
    group = group_with(state, crew.id)
    if group is not None:
        for figure in members(state, group.id):
            figure.status = LEFT
            figure.group = NOBODY
        group.host = NOBODY
        group.dissolved = True


def captor(state: State, ship: Unit) -> int:
    """The unrouted hostile army unit that counts as aboard a ship, NOBODY without one. Rule: warcards:naval.capture."""
    other = enemy_of(state, ship)
    if other < 0 or not ship.since or ship.since >= state.round:
        return NOBODY
    for unit in state.units:
        if unit.aboard == other and unit.place == ABOARD and not unit.routed:
            return unit.id
    return NOBODY


def save_against_rout(state: State, table: Table, unit: Unit) -> None:
    """The save of a damaged unit; on a failure it is routed.

    Rules: warcards:combat.morale-save, warcards:rally.natural, warcards:full.morale, warcards:combat.rout-status.
    """
    if safe_behind_walls(state, unit):
        return
    dc = state.setting.flags.rout_dc
    roll = table.die(20, "morale", unit.side)
    holds = roll == 20 or (roll != 1 and roll + morale_total(state, unit, False) >= dc)
    if not holds:
        unit.routed = True
    if table.telling:
        tally = Tally("morale save", roll, "d20", "warcards:combat.morale-save")
        morale_total(state, unit, False, tally)
        result = "it stands" if holds else "it is routed"
        text = f"{label(state, unit)} saves with {tally.total} against {dc}: {result}."
        table.tell(
            Event(
                "save",
                text,
                "warcards:combat.morale-save",
                side=unit.side,
                data={"unit": unit.id, "dice": [roll], "faces": 20},
                tallies=[tally],
            )
        )


def remove(state: State, table: Table, unit: Unit, where: int) -> None:
    """Take a destroyed or subdued unit off the field, with what it carries; heroes and leaders roll for their fate.

    Rules: warcards:combat.destroyed, warcards:combat.subdued, warcards:hero.fate, warcards:naval.sunk.
    """
    here = unit.place
    if here >= 0:
        lift(state, unit)
    unit.place = where
    unit.aboard = NOBODY
    state.stirred = True
    if table.telling:
        words = {DESTROYED: "is destroyed", CAPTIVE: "is captured", HELPLESS: "drifts helpless off the field"}
        rule = "warcards:combat.destroyed" if where == DESTROYED else "warcards:combat.subdued"
        text = f"{label(state, unit)} {words.get(where, 'is lost')}."
        table.tell(Event("removed", text, rule, side=unit.side, data={"unit": unit.id}))
    for cargo in state.units:
        if cargo.aboard == unit.id and cargo.place == ABOARD:
            if where == DESTROYED and state.setting.flags.rescue and _rescued(state, cargo, here):
                continue
            remove(state, table, cargo, where)
    _fates(state, table, unit)


def _rescued(state: State, cargo: Unit, area: int) -> bool:
    """A unit of a sunk ship goes over to a friendly ship in an adjacent area. Rule: warcards:naval.sunk."""
    if not 0 <= area < AREAS:
        return False
    for near in ADJACENT[area]:
        number = state.at[cargo.side * AREAS + near]
        if number >= 0:
            aboard = sum(1 for u in state.units if u.aboard == number and u.place == ABOARD)
            if aboard < state.setting.cards[number].bunks:
                cargo.aboard = number
                return True
    return False


def _fates(state: State, table: Table, unit: Unit) -> None:
    group = group_with(state, unit.id)
    number = -2 if group is None else group.id
    for figure in state.figures:
        if figure.status == ACTIVE and (figure.host == unit.id or figure.group == number):
            _fate(state, table, figure)
    if group is not None:
        group.dissolved = True
        group.host = NOBODY


def _fate(state: State, table: Table, figure: Figure) -> None:
    """What becomes of a character whose unit is no more. Rule: warcards:hero.fate."""
    person = state.setting.people[figure.id]
    roll = table.die(20, "fate", figure.side)
    total = roll + person.level
    figure.host = NOBODY
    figure.group = NOBODY
    if total <= 4:
        figure.status, words = SLAIN, "is slain"
    elif total <= 9:
        figure.status, words = CAPTURED, "is captured"
    elif total <= 14:
        figure.status, words = OUT, "escapes, and is out of the battle"
    elif total <= 19:
        figure.status, words = DELAYED, "escapes, and makes for the reserve"
        figure.due = state.round + table.die(4, "rounds", figure.side) + 1
    else:
        figure.status, words = DELAYED, "escapes to the reserve"
        figure.due = state.round + 1
    if table.telling:
        tally = Tally("fate", roll, "d20", "warcards:hero.fate")
        tally.add(person.level, "level", "warcards:hero.fate")
        table.tell(
            Event("fate", f"{person.name} {words}.", "warcards:hero.fate", side=figure.side, tallies=[tally])
        )
