"""One attack: the roll, and what it does. Rules: warcards:combat.attack-roll, warcards:combat.natural, warcards:combat.damage."""

from __future__ import annotations

from banneret.kernel.event import Die, Event
from banneret.kernel.stake import Stake
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.ratings.attacks import BOARDING, ON_THE_MOVE, SNAP, STILL, attack_total
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.text.wording import ATTACK_VERBS, agree, label, natural


class Hit:
    """Damage that is to be done to a unit: how much, and whether to subdue."""

    __slots__ = ("damage", "subdual", "target")

    def __init__(self, target: int, damage: int, subdual: bool) -> None:
        self.target = target
        self.damage = damage
        self.subdual = subdual


def add_hit(hits: list[Hit], hit: Hit | None) -> None:
    """Add the damage of an attack to that of its step; a miss adds none."""
    if hit is not None:
        hits.append(hit)


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
    dice: list[Die] | None = [(unit.side, 20, roll)] if table.telling else None
    damage = damage_of(state, table, unit.side, roll, bonus, need, threat, doubled, dice)
    if dice is not None:
        stake = damage_stake(state, unit.side, damage, bonus, need, threat, doubled)
        _tell_attack(state, table, unit, target, kind, penalty, dice, damage, subdue, stake)
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
    shown: list[Die] | None = None,
) -> int:
    """The damage that the die of an attack does, 0 for a miss; from `threat` on it may be a critical hit, whose die `shown` takes.

    Rules: warcards:combat.natural, warcards:combat.damage, warcards:combat.criticals.
    """
    if not _reaches(roll, bonus, need):
        return 0
    criticals = state.setting.flags.criticals
    if criticals == "natural-20-doubles" and roll == 20:
        return 2
    if criticals == "threat-and-confirm" and roll >= threat:
        again = table.die(20, "confirm the critical hit", side)
        if shown is not None:
            shown.append((side, 20, again))
        if _reaches(again, bonus, need):
            return 2
    return 2 if doubled else 1


def critical(dice: list[Die]) -> str:
    """The die that was to confirm a critical hit, in words; empty where none was thrown. Rule: warcards:combat.criticals.

    >>> critical([(0, 20, 20), (0, 20, 7)]), critical([(0, 20, 12)])
    (' (7 to confirm it)', '')
    """
    return f" ({dice[1][2]} to confirm it)" if len(dice) > 1 else ""


def _reaches(roll: int, bonus: int, need: int) -> bool:
    """True if the die of an attack hits. Rule: warcards:combat.natural."""
    return roll == 20 or (roll != 1 and roll + bonus >= need)


def damage_stake(
    state: State, side: int, damage: int, bonus: int, need: int, threat: int = 20, doubled: bool = False
) -> Stake:
    """The damage of an attack among all that its dice could have done. Rules: as `damage_of`."""
    criticals = state.setting.flags.criticals
    hitting = sum([_reaches(roll, bonus, need) for roll in range(1, 21)])
    ways = [(20 - hitting) * 20, 0, 0]
    for roll in range(1, 21):
        if not _reaches(roll, bonus, need):
            continue
        twice = 20 if doubled or (criticals == "natural-20-doubles" and roll == 20) else 0
        if criticals == "threat-and-confirm" and roll >= threat:
            twice = max(twice, hitting)
        ways[2] += twice
        ways[1] += 20 - twice
    return Stake("hits", (side,), (damage,), tuple([(n, (hits,)) for hits, n in enumerate(ways) if n]))


def _tell_attack(
    state: State,
    table: Table,
    unit: Unit,
    target: Unit,
    kind: int,
    penalty: int,
    dice: list[Die],
    damage: int,
    subdue: bool,
    stake: Stake,
) -> None:
    missile = kind in (STILL, ON_THE_MOVE, SNAP)
    attack = Tally("attack", dice[0][2], "d20", "warcards:combat.attack-roll")
    attack_total(state, unit, target, kind, penalty, attack)
    defense = Tally("defense")
    defense_total(state, target, unit, missile, kind == BOARDING, defense)
    result = "a miss"
    if damage:
        result = f"a hit for {damage}" + (" subdual" if subdue else "") + critical(dice)
    result += natural(dice[0][2], attack.total, defense.total, "misses", "hits")
    how = ATTACK_VERBS[kind] + (" to subdue" if subdue else "")
    text = f"{agree(label(state, unit), how)} {label(state, target)}: {attack.total} against {defense.total}, {result}."
    data: dict[str, object] = {
        "unit": unit.id,
        "target": target.id,
        "damage": damage,
    }
    table.tell(
        Event(
            "attack",
            text,
            "warcards:combat.attack-roll",
            side=unit.side,
            dice=dice,
            data=data,
            tallies=[attack, defense],
            stakes=[stake],
        )
    )
