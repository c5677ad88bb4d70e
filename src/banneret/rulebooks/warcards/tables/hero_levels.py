"""Heroes: their encounter level, what it gives, and how far they move.

Rules: warcards:hero.el, warcards:hero.bonus, warcards:hero.move-rating.
"""

from __future__ import annotations

from banneret.rulebooks.warcards.tables.facts import facts


def encounter_level(levels: list[int]) -> int:
    """The EL of a group: the greatest n with 2^n not above the square of the sum of 2^(level/2), in whole numbers.

    Levels below 3 count for nothing. Rules: warcards:hero.level, warcards:hero.el.

    >>> encounter_level([5, 5]), encounter_level([4, 4, 5, 7, 10]), encounter_level([3, 3, 3, 3]), encounter_level([2])
    (7, 11, 7, 0)
    """
    whole = 0  # the sum is whole + root * sqrt(2)
    root = 0
    for level in levels:
        if level < 3:
            continue
        if level % 2:
            root += 1 << (level // 2)
        else:
            whole += 1 << (level // 2)
    if whole == 0 and root == 0:
        return 0
    el = 0
    while True:
        rest = (1 << (el + 1)) - whole * whole - 2 * root * root
        if rest > 0 and rest * rest > 8 * whole * whole * root * root:
            return el
        el += 1


def hero_bonus(el: int) -> tuple[int, int, int]:
    """Attack, defense and morale bonus of a Heroes unit of that EL; beyond the table by the formula that it was made by.

    Rule: warcards:hero.bonus.

    >>> hero_bonus(7), hero_bonus(24), hero_bonus(27)
    ((2, 1, 1), (6, 3, 3), (7, 3, 4))
    """
    table = facts().bonuses
    if el < len(table):
        return table[max(0, el)]
    attack = (el + 1) // 4
    return (attack, attack // 2, (attack + 1) // 2)


def hero_move(mounted: bool, speed: int, ride: int, war_trained: bool) -> int:
    """The move row of one hero. Rule: warcards:hero.move-rating."""
    if war_trained and ride >= 5:
        return 4
    if war_trained and ride >= 1:
        return 3
    return 2 if mounted or speed >= 30 else 1
