"""Armies of units, commanders and heroes, chosen from the tables, with every derived figure shown as a sum, and priced in points.

Rules: battlesystem:2.8e, battlesystem:2.8f, battlesystem:3.1 to battlesystem:3.3, battlesystem:4.10a, battlesystem:4.10b.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from banneret.kernel.abilities.muster import ArmyList, Card, Entry, Fault, Muster, Tables, word_of
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Figure
from banneret.rulebooks.battlesystem.army.muster.cards import commander_card, unit_card
from banneret.rulebooks.battlesystem.army.muster.choices import read_tables
from banneret.rulebooks.battlesystem.army.muster.drawn import entry_of_leader, entry_of_unit
from banneret.rulebooks.battlesystem.army.muster.entries import (
    FIGURES,
    entry_of,
    fights,
    is_unit,
    mixed_into,
    needs_tier,
    number_of,
    recruit_of,
)
from banneret.rulebooks.battlesystem.army.muster.faults import army_faults, mixing_faults
from banneret.rulebooks.battlesystem.army.muster.person_cards import person_card
from banneret.rulebooks.battlesystem.army.muster.person_faults import person_faults, reading_faults
from banneret.rulebooks.battlesystem.army.muster.roster_rows import leaders_of, rows_of
from banneret.rulebooks.battlesystem.army.scenarios import read_scenario
from banneret.rulebooks.battlesystem.army.unit_builder import enlist
from banneret.rulebooks.battlesystem.army.worded_lists import read_list
from banneret.rulebooks.battlesystem.stages import BASIC, INTERMEDIATE, TIERS
from banneret.rulebooks.battlesystem.tables.creatures import creature_of


class Armies(Muster):
    """The army builder of Battlesystem."""

    @property
    def tables(self) -> Tables:
        """The tables that units, commanders and heroes are chosen from."""
        return read_tables()

    def called(self, army: ArmyList) -> dict[int, tuple[str, ...]]:
        """The names of units and individuals on their rosters, by the place of the entry; what is mixed into a unit has none."""
        units = [at for at, one in enumerate(army.entries) if is_unit(one) and not word_of(one, "mixed")]
        others = [at for at, one in enumerate(army.entries) if not is_unit(one)]
        found: dict[int, tuple[str, ...]] = {}
        for places, rows in ((units, rows_of(army)), (others, leaders_of(army))):
            names = [str(row["name"]) for row in rows]
            for at in places:
                count = army.entries[at].count
                found[at], names = tuple(names[:count]), names[count:]
        return found

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """Every side of every battle may bring an army in place of its own."""
        return tuple(scenario.sides)

    def card(self, entry: Entry, army: ArmyList) -> Card:
        """A unit or an individual with its sheet. Rules: battlesystem:3.1, battlesystem:3.2, battlesystem:9.0."""
        if is_unit(entry):
            return unit_card(entry, bool(mixed_into(entry, army)))
        return person_card(entry) if fights(entry) else commander_card(entry)

    def faults(self, army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
        """The faults of the army as a whole: its size, brigades, mixed units, places of individuals. Rules: 4.10a, 4.10b, 9.0, battlesystem:9.3."""
        found = [*army_faults(army, cards), *mixing_faults(army, cards), *person_faults(army, cards)]
        return found or reading_faults(army, cards)

    def sums(self, army: ArmyList, cards: Mapping[int, Card]) -> tuple[Figure, ...]:
        """The numbers of units, figures and creatures. Rule: battlesystem:2.2."""
        fighters = [place for place in cards if is_unit(army.entries[place])]
        units = sum([army.entries[at].count for at in fighters if not word_of(army.entries[at], "mixed")])
        figures = sum(
            [army.entries[at].count * number_of(army.entries[at], "figures", FIGURES) for at in fighters]
        )
        men = sum(
            [army.entries[at].count * enlist(recruit_of(army.entries[at])).creatures for at in fighters]
        )
        heroes = sum([army.entries[place].count for place in cards if fights(army.entries[place])])
        found = [
            Figure("Units", str(units)),
            Figure("Figures", str(figures)),
            Figure("Creatures", f"{men:,}", rule="battlesystem:2.2"),
        ]
        if heroes:
            found.append(Figure("Individuals", str(heroes), rule="battlesystem:9.0"))
        return tuple(found)

    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        """The scenario with the units and individuals of these armies, by side, in place of its own; their players place them.

        It becomes a battle of the Intermediate Game if an army has what the Basic Game does not. Rule: battlesystem:1.0d.
        """
        data = {**scenario.data, "sides": [dict(row) for row in scenario.data["sides"]]}
        if data.get("tier", TIERS[BASIC]) == TIERS[BASIC] and any(map(needs_tier, armies.values())):
            data["tier"] = TIERS[INTERMEDIATE]
            data.pop("level", None)
        for side, army in armies.items():
            row = data["sides"][scenario.sides.index(side)]
            row["units"], row["leaders"] = rows_of(army), leaders_of(army)
            row.pop("chart", None)  # it names the scenario's own leaders
            if army.name:
                row["name"] = army.name
        return read_scenario(data, scenario.id)

    def listed(self, text: str, where: str = "") -> ArmyList:
        """The army of a short list such as "12 Dwarves, 20 Goblins (mob)"; raises `BadInput`."""
        return ArmyList("battlesystem", tuple([entry_of(recruit) for recruit in read_list(text, where)]))

    def short(self, army: ArmyList) -> str:
        """The army as such a list: figures, creatures, kinds and weapons, without commanders."""
        words: list[str] = []
        for entry in army.entries:
            if not is_unit(entry):
                continue
            recruit = recruit_of(entry)
            text = f"{recruit.figures} {creature_of(recruit.creature).plural}"
            text += "" if recruit.kind == "regular" else f" ({recruit.kind})"
            words += [" + ".join([text, *recruit.weapons])] * entry.count
        return ", ".join(words)

    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        """A side of a scenario as an army, as far as the tables can build it: its units and individuals with their names."""
        row = scenario.data["sides"][scenario.sides.index(side)]
        leaders = [one for one in row.get("leaders", ()) if not one.get("optional")]
        units = {str(unit.get("id", unit["name"])): str(unit["name"])[:40] for unit in row["units"]}
        names = {str(one.get("id", one["name"])): str(one["name"])[:40] for one in leaders}
        entries = [entry_of_unit(unit, names) for unit in row["units"]]
        entries += [entry_of_leader(one, units, names) for one in leaders]
        return ArmyList("battlesystem", tuple(entries), str(row["name"]))


MUSTER: Final = Armies()
