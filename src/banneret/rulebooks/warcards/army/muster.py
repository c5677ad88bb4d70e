"""Armies and fleets built from the tables of units, ships, training and experience, priced in gold bars.

Rules: warcards:unit.card, warcards:unit.experience, warcards:naval.bunks, warcards:setup.embark.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from banneret.kernel.abilities.muster import ArmyList, Entry, Fault, Muster, Tables, word_of, words_of
from banneret.kernel.abilities.muster import Card as Priced
from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Figure
from banneret.rulebooks.warcards.army.choices import tables
from banneret.rulebooks.warcards.army.filling import counted, filled_conditions, filled_side, is_ship
from banneret.rulebooks.warcards.army.limits import MOST_UNITS, SIDES
from banneret.rulebooks.warcards.army.lists import read_army
from banneret.rulebooks.warcards.army.prices import priced_ship, priced_unit
from banneret.rulebooks.warcards.army.scenarios import read_scenario
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.rulebooks.warcards.text.ordinals import ordinal
from banneret.rulebooks.warcards.text.wording import bunks


class Armies(Muster):
    """The muster of war cards: all that it offers for building an army."""

    @property
    def tables(self) -> Tables:
        """Units, ships and all that may be chosen with them."""
        return tables()

    def called(self, army: ArmyList) -> dict[int, tuple[str, ...]]:
        """The units in the order in which a battle numbers them: those aboard with their ship."""
        on_foot = [
            at for at, one in enumerate(army.entries) if not is_ship(one) and not word_of(one, "aboard")
        ]
        order = [*on_foot]
        for at, ship in enumerate(army.entries):
            if is_ship(ship):
                order.append(at)
                order += [
                    n
                    for n, one in enumerate(army.entries)
                    if ship.name and word_of(one, "aboard") == ship.name
                ]
        counts: dict[str, int] = {}
        found: dict[int, tuple[str, ...]] = {}
        for at in order:
            title, count = self.card(army.entries[at], army).title, army.entries[at].count
            before = counts.get(title, 0)
            counts[title] = before + count
            found[at] = tuple([f"{ordinal(before + number)} {title}" for number in range(1, count + 1)])
        return found

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """Both sides of every battle may bring an army: its units, in place of the scenario's."""
        return SIDES

    def card(self, entry: Entry, army: ArmyList) -> Priced:
        """A unit or ship with its card. Rules: warcards:unit.card, warcards:unit.experience."""
        return priced_ship(entry) if is_ship(entry) else priced_unit(entry)

    def faults(self, army: ArmyList, cards: Mapping[int, Priced]) -> list[Fault]:
        """The faults of an army: too many units, units aboard no ship, ships with too many aboard.

        Rules: warcards:naval.bunks, warcards:setup.embark.
        """
        total = sum([entry.count for entry in army.entries])
        ships = [place for place in cards if is_ship(army.entries[place])]
        found: list[Fault] = []
        if total > MOST_UNITS:
            found.append(Fault(f"there are {total} units", f"take away {total - MOST_UNITS}"))
        for place in ships:
            found += _ship_faults(army, place)
        for place in cards if ships else ():
            entry = army.entries[place]
            if not is_ship(entry) and not word_of(entry, "aboard"):
                names = [army.entries[ship].name for ship in ships if army.entries[ship].name]
                fix = (
                    f"aboard = {names[0]!r}, or take the ships away"
                    if names
                    else "name a ship and put it aboard, or take the ships away"
                )
                text = "it is aboard no ship of the fleet"
                found.append(
                    _at(army, place, cards, Fault(text, fix, field="aboard", rule="warcards:setup.embark"))
                )
        return found

    def sums(self, army: ArmyList, cards: Mapping[int, Priced]) -> tuple[Figure, ...]:
        """The numbers of units, ships, and hits to take. Rule: warcards:unit.statistics."""
        ships = sum([army.entries[place].count for place in cards if is_ship(army.entries[place])])
        units = sum([army.entries[place].count for place in cards]) - ships
        hits = sum(
            [
                army.entries[place].count * int(figure.value)
                for place, card in cards.items()
                for figure in card.figures
                if figure.name == "Hits"
            ]
        )
        found = [Figure("Units", str(units)), Figure("Hits", str(hits), rule="warcards:unit.statistics")]
        return (*found[:1], Figure("Ships", str(ships)), *found[1:]) if ships else tuple(found)

    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        """The scenario with these armies' units. Leaders whose unit is not there begin in the reserve.

        Rules: warcards:setup.embark, warcards:lead.general-place.
        """
        data = {**scenario.data, "sides": dict(scenario.data["sides"])}
        sea = data.get("kind", "land") == "sea"
        for side, army in armies.items():
            fleet = any(is_ship(entry) for entry in army.entries)
            if fleet != sea:
                text = (
                    "it has ships, and this battle is fought on land"
                    if fleet
                    else "it has no ships, and this battle is fought at sea"
                )
                hint = "bring units without ships" if fleet else "bring a fleet"
                raise BadInput(text, where=f"army of {side}", hint=hint)
            data["sides"][side] = filled_side(data["sides"][side], army, sea)
        data["conditions"] = filled_conditions(data)
        return read_scenario(data, scenario.id)

    def listed(self, text: str, where: str = "") -> ArmyList:
        """The army of a short list such as "2 Knights, veteran Archers + toughened"."""
        return ArmyList("warcards", tuple(counted([entry.row() for entry in read_army(text, where)])))

    def short(self, army: ArmyList) -> str:
        """The army as a list that `listed` reads; of a fleet only its ships."""
        ships = any(is_ship(entry) for entry in army.entries)
        words: list[str] = []
        for entry in army.entries:
            if is_ship(entry):
                words.append(f"{entry.count} {word_of(entry, 'ship')}")
            elif not ships:
                # brackets, for "elite infantry" is a unit of its own
                said = f"{word_of(entry, 'type')} ({word_of(entry, 'experience', 'regular')})"
                words.append(" + ".join([f"{entry.count} {said}", *words_of(entry, "training")]))
        return ", ".join(words)

    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        """The army that a side of a scenario has."""
        given = scenario.data["sides"][side]
        entries = counted(given.get("units", []))
        for number, row in enumerate(given.get("ships", []), 1):
            name = f"{facts().ships[row['ship']].name} {number}" if row.get("aboard") else ""
            entries.append(Entry({"ship": row["ship"]}, "ship", 1, name))
            entries += counted(row.get("aboard", []), name)
        return ArmyList("warcards", tuple(entries), str(given["name"]))


def _at(army: ArmyList, place: int, cards: Mapping[int, Priced], fault: Fault) -> Fault:
    """A fault of the whole army that is to be mended at one entry."""
    title = cards[place].title
    count = army.entries[place].count
    where = f"entry {place + 1}, {f'{count} ' if count > 1 else ''}{title}"
    return msgspec.structs.replace(fault, entry=place, where=where)


def _ship_faults(army: ArmyList, place: int) -> list[Fault]:
    """The faults of what a ship carries. Rule: warcards:naval.bunks."""
    ship = army.entries[place]
    card = facts().ships[word_of(ship, "ship")]
    aboard = [entry for entry in army.entries if ship.name and word_of(entry, "aboard") == ship.name]
    number = sum([entry.count for entry in aboard])
    where = f"entry {place + 1}, {card.name}"
    rule = "warcards:naval.bunks"
    if aboard and ship.count > 1:
        text = f"{ship.count} ships of one entry cannot share what is aboard"
        return [Fault(text, "give each ship an entry of its own", place, where, "count", rule)]
    if number > card.bunks:
        text = f"{ship.name} has {bunks(card.bunks)}, and {number} units are aboard"
        return [Fault(text, f"put {number - card.bunks} aboard another ship", place, where, "", rule)]
    return []


MUSTER: Final = Armies()
