"""Faults of an army: in its commanders, its brigades, its mixed units, and the sizes of its units.

Rules: battlesystem:2.8e, battlesystem:2.9i, battlesystem:2.10l, battlesystem:3.1a, battlesystem:4.10a, battlesystem:4.10b.
"""

from __future__ import annotations

from collections.abc import Mapping

from banneret.kernel.abilities.muster import ArmyList, Card, Entry, Fault, word_of
from banneret.rulebooks.battlesystem.army.muster.entries import (
    FIGURES,
    RANKS,
    is_unit,
    mixed_into,
    number_of,
    recruit_of,
)
from banneret.rulebooks.battlesystem.army.scenario_sides import MOST_UNITS
from banneret.rulebooks.battlesystem.army.unit_builder import Enlisted, enlist
from banneret.rulebooks.battlesystem.tables.mounted import Mount
from banneret.rulebooks.battlesystem.tables.unit_kinds import kind


def army_faults(army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
    """Faults in the number of units, Army Commanders and brigades. Rules: battlesystem:4.10a, battlesystem:4.10b."""
    units = sum([one.count for one in army.entries if is_unit(one) and not word_of(one, "mixed")])
    found: list[Fault] = []
    if units > MOST_UNITS:
        found.append(Fault(f"there are {units} units", f"take away {units - MOST_UNITS}"))
    if army.entries and not units:
        found.append(Fault("there are no units", "add one"))
    ranks = {
        rank: [at for at, one in enumerate(army.entries) if word_of(one, "rank") == rank] for rank in RANKS
    }
    armies = sum([army.entries[at].count for at in ranks["army"]])
    if armies > 1:
        rule = "battlesystem:4.10b"
        found.append(Fault(f"there are {armies} Army Commanders", "leave one", ranks["army"][-1], rule=rule))
    return found + _brigade_faults(army, ranks["brigade"], units)


def _brigade_faults(army: ArmyList, brigades: list[int], units: int) -> list[Fault]:
    """Faults of brigades: an army of eight units or more may have them, at least two, of four to eight units each. Rule: battlesystem:4.10a."""
    rule = "battlesystem:4.10a"
    if not brigades:
        return []
    if units < 8:
        return [
            Fault(
                f"there are no brigades in an army of {units} units",
                "take their commanders away",
                brigades[0],
                rule=rule,
            )
        ]
    found: list[Fault] = []
    number = sum([army.entries[at].count for at in brigades])
    if number < 2:
        found.append(Fault("there is one brigade", "make two or more, or none", brigades[0], rule=rule))
    for at in brigades:
        entry = army.entries[at]
        led = sum([one.count for one in army.entries if entry.name and word_of(one, "brigade") == entry.name])
        who = entry.name or RANKS["brigade"]
        if not entry.name or entry.count > 1:
            text = "a Brigade Commander needs a name of their own, so that units can be put under them"
            found.append(Fault(text, "give a name", at, field="name", rule=rule))
        elif not 4 <= led <= 8:
            text = f"{who} commands {led} units"
            found.append(
                Fault(text, "put 4 to 8 units under this commander (brigade)", at, field="name", rule=rule)
            )
    return found


def mixing_faults(army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
    """Faults of mixed units, whose parts must be of one ratio, kind and mount, with the same weapons, in a number that their kind allows.

    Rules: battlesystem:3.1a, battlesystem:3.1b, battlesystem:2.8e, battlesystem:2.9i, battlesystem:2.10l.
    """
    found: list[Fault] = []
    units = {place: army.entries[place] for place in cards if is_unit(army.entries[place])}
    named: dict[str, Entry] = {}
    for entry in units.values():
        if entry.name:
            named.setdefault(entry.name, entry)
    for place, entry in units.items():
        other = named.get(word_of(entry, "mixed"))
        if other is None:
            continue
        text = fix = ""
        mine, theirs = enlist(recruit_of(entry)), enlist(recruit_of(other))
        rule = "battlesystem:3.1a"
        if other is entry or word_of(other, "mixed"):
            text, fix = "it is mixed into a unit that is mixed into another", "name a unit that stands alone"
        elif other.count > 1:
            text, fix = (
                f"there are {other.count} units of that entry",
                "give the mixed unit an entry of its own",
            )
        elif mine.ratio != theirs.ratio:
            text, fix = (
                f"figures of {mine.ratio} and of {theirs.ratio} creatures",
                "mix creatures of one ratio",
            )
        elif mine.recruit.kind != theirs.recruit.kind:
            text, fix = "they are of another kind", f"type = {theirs.recruit.kind!r}"
        elif _ridden(mine) != _ridden(theirs):
            text, fix = "they ride something else, or some of them go on foot", "choose the same mount"
        elif recruit_of(entry).weapons != recruit_of(other).weapons:
            text, fix, rule = (
                "all figures of a unit have the same weapons",
                "choose the same",
                "battlesystem:3.1b",
            )
        if text:
            where = f"entry {place + 1}, {cards[place].title}"
            found.append(Fault(text, fix, place, where, "mixed", rule))
    return [*found, *_size_faults(army, units, cards)]


def _ridden(part: Enlisted) -> tuple[Mount | None, int, int]:
    """The mount of a part of a unit, and of chariots how many draw and ride in each. Rules: battlesystem:3.1a, battlesystem:11.1a."""
    recruit = part.recruit
    return part.mount, recruit.team, recruit.passengers if recruit.team else 0


def _size_faults(army: ArmyList, units: Mapping[int, Entry], cards: Mapping[int, Card]) -> list[Fault]:
    """Units that are too large or too small with all that is mixed into them. Rules: battlesystem:2.8e, 2.9i, 2.10l."""
    found: list[Fault] = []
    filled = {word_of(entry, "mixed") for entry in army.entries}
    for place, entry in units.items():
        if not entry.name or entry.name not in filled:
            continue
        others = mixed_into(entry, army)
        sort = kind(recruit_of(entry).kind)
        number = sum([one.count * number_of(one, "figures", FIGURES) for one in [entry, *others]])
        if not sort.fewest <= number <= sort.most:
            text, fix = f"{number} figures in one unit", f"{sort.fewest} to {sort.most}"
            where = f"entry {place + 1}, {cards[place].title}"
            found.append(Fault(text, fix, place, where, "figures", sort.size_rule))
    return found
