"""The moments of a combat: set spears strike first, then their losses are settled, then all others strike who are left.

Rules: battlesystem:8.0b, battlesystem:8.1c, battlesystem:11.7b, battlesystem:11.7c.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.seats import kept_ranks
from banneret.rulebooks.battlesystem.bouts import Bout
from banneret.rulebooks.battlesystem.combat.attack_rolls import attacks
from banneret.rulebooks.battlesystem.combat.losses.blows import Reckoning
from banneret.rulebooks.battlesystem.combat.losses.open_losses import moved_up
from banneret.rulebooks.battlesystem.combat.strikers import idle, reach
from banneret.rulebooks.battlesystem.combat.telling_off import tell_off
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import FIELD, OPEN, Unit

FIRST: Final = 1
SECOND: Final = 2
"""The bits of `Bout.early`: its first or second unit strikes before all others."""


def is_early(state: State, bout: Bout, side: int) -> bool:
    """True if a side of a bout strikes before all others. Rule: battlesystem:11.7b."""
    if not bout.early:
        return False
    bit = FIRST if state.units[bout.first].side == side else SECOND
    return bout.early & bit != 0


def as_they_stand(state: State, bouts: list[Bout]) -> dict[int, Block]:
    """The blocks of the units in open formation that are struck early, before anybody falls. Rule: battlesystem:11.7c."""
    found: dict[int, Block] = {}
    for bout in bouts:
        for bit, number in ((FIRST, bout.second), (SECOND, bout.first)):
            block = state.units[number].block
            if bout.early & bit and block is not None and state.units[number].formation == OPEN:
                found[number] = block
    return found


def at_individuals(state: State, bouts: list[Bout]) -> dict[int, set[int]]:
    """The figures, by unit, that could strike an enemy unit but are assigned to none: they strike an individual. Rule: 8.1c.

    By versions 1 to 8 of the rules they were assigned again after an early attack, and struck twice.
    """
    if not state.individuals or not is_mended(state, 9):
        return {}
    striking: dict[int, set[int]] = {}
    for bout in bouts:
        striking.setdefault(bout.first, set()).update(bout.strikers)
        striking.setdefault(bout.second, set()).update(bout.back_strikers)
    found: dict[int, set[int]] = {}
    for number, own in striking.items():
        unit = state.units[number]
        for enemy in [state.units[foe] for foe in _foes(bouts, unit)]:
            if attacks(state, unit, enemy):
                able = reach(state, unit, enemy)
                missing = {one for one in [*able.touching, *able.beside] if one not in own}
                missing |= {one for one, front in able.behind.items() if one not in own and front in own}
                found.setdefault(number, set()).update(missing)
    return found


def told_off_again(
    state: State,
    table: Table,
    bouts: list[Bout],
    ranks: dict[int, Block],
    elsewhere: dict[int, set[int]],
    settled: list[Reckoning],
) -> list[Bout]:
    """The bouts once the early attacks are settled, with new strikers for the units that suffered them.

    Losses in closed formation come off the rear, so its front is full. Of a unit in open formation those strike who stood in contact
    and were not hit. A unit that opened strikes with the figures that still touch.

    Args:
        state: the battle.
        table: asks the owners where figures reach several enemies.
        bouts: the bouts as they were formed.
        ranks: the blocks of open units before the early attacks, by unit.
        elsewhere: the figures that strike individuals, by unit.
        settled: the early attacks as they were settled.

    Rules: battlesystem:11.7b, battlesystem:11.7c, battlesystem:8.1c.
    """
    strikers: dict[tuple[int, int], tuple[int, ...]] = {}
    lent: dict[tuple[int, int], tuple[int, ...]] = {}
    for due in settled:
        unit = due.unit
        if unit.status != FIELD or unit.routed:
            continue
        if unit.id in ranks:
            for bout in bouts:
                if unit.id in (bout.first, bout.second):
                    enemy = bout.first + bout.second - unit.id
                    before, fallen, all_strike = ranks[unit.id], due.fallen, is_mended(state, 19)
                    strikers[unit.id, enemy] = not_hit(before, fallen, bout.strikers_of(unit.id), all_strike)
                    lent[unit.id, enemy] = not_hit(before, fallen, bout.lent_by(unit.id), all_strike)
        else:
            foes = _foes(bouts, unit)
            for enemy in foes:
                strikers[unit.id, enemy] = ()
            touched = contacts.enemies_touching(state, unit)
            foes = [enemy for enemy in foes if enemy in touched]
            if foes:
                for enemy, chosen in tell_off(state, table, unit, foes):
                    gone = elsewhere.get(unit.id, ())
                    strikers[unit.id, enemy] = tuple([one for one in chosen if one not in gone])
                    if unit.mount > 1 and is_mended(state, 18):
                        lent[unit.id, enemy] = idle(state, unit, state.units[enemy], strikers[unit.id, enemy])
    return [_again(bout, strikers, lent) for bout in bouts]


def _foes(bouts: list[Bout], unit: Unit) -> list[int]:
    """The enemies in a unit's bouts."""
    return [bout.first + bout.second - unit.id for bout in bouts if unit.id in (bout.first, bout.second)]


def not_hit(
    before: Block, fallen: set[int], figures: tuple[int, ...], all_strike: bool = True
) -> tuple[int, ...]:
    """The strikers of an open unit that were not hit, by their present numbers; those who only step up into a gap do not strike.

    By versions 1 to 18 of the rules (not `all_strike`) those did not strike who had stood in contact, were not hit, and then stepped up: at a
    flank of the last rank, or at the ends of a front that shrinks. Rules: battlesystem:11.7c, battlesystem:8.0b.
    """
    left = before.figures - len(fallen)
    # 0 as long as the front is full: then the figures that stand last step up
    shift, _ = moved_up(before, fallen)
    if not all_strike:
        return tuple([one - shift for one in figures if one not in fallen and shift <= one < shift + left])
    if not left:
        return ()
    x, y, heading, _, files, width, depth, spacing = before.facts()
    now = Block(x, y, heading, left, min(left, files), width, depth, spacing)
    places = {old: new for new, old in enumerate(kept_ranks(before, now, shift, fallen))}
    return tuple([places[one] for one in figures if one in places])


def _again(
    bout: Bout,
    strikers: dict[tuple[int, int], tuple[int, ...]],
    lent: dict[tuple[int, int], tuple[int, ...]],
) -> Bout:
    """A bout with these strikers and lent stands in place of the earlier ones, for the units that have new ones. Rule: battlesystem:11.7b."""
    one, other = (bout.first, bout.second), (bout.second, bout.first)
    if one not in strikers and other not in strikers:
        return bout
    return Bout(
        bout.first,
        bout.second,
        strikers.get(one, bout.strikers),
        strikers.get(other, bout.back_strikers),
        bout.aspect,
        bout.back_aspect,
        bout.early,
        lent.get(one, bout.lent),
        lent.get(other, bout.back_lent),
    )
