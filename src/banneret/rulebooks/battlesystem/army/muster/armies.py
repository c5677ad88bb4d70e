"""Armies of units and commanders, chosen from the tables, with every derived figure shown as a sum, and priced in points.

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
from banneret.rulebooks.battlesystem.army.muster.entries import (
    FIGURES,
    commands,
    entry_of,
    entry_of_row,
    mixed_into,
    number_of,
    recruit_of,
)
from banneret.rulebooks.battlesystem.army.muster.faults import army_faults, mixing_faults
from banneret.rulebooks.battlesystem.army.muster.roster_rows import leaders_of, rows_of
from banneret.rulebooks.battlesystem.army.scenarios import read_scenario
from banneret.rulebooks.battlesystem.army.unit_builder import enlist
from banneret.rulebooks.battlesystem.army.worded_lists import read_list
from banneret.rulebooks.battlesystem.tables.creatures import creature_of


class Armies(Muster):
    """The army builder of Battlesystem."""

    @property
    def tables(self) -> Tables:
        """Creatures on foot and all that may be chosen with them."""
        return read_tables()

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """Every side of every battle may bring an army in place of its own."""
        return tuple(scenario.sides)

    def card(self, entry: Entry, army: ArmyList) -> Card:
        """A unit or commander with its sheet. Rules: battlesystem:3.1, battlesystem:3.2."""
        return commander_card(entry) if commands(entry) else unit_card(entry, bool(mixed_into(entry, army)))

    def faults(self, army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
        """Too many units, and orders of command that cannot be. Rules: battlesystem:4.10a, battlesystem:4.10b."""
        return [*army_faults(army, cards), *mixing_faults(army, cards)]

    def sums(self, army: ArmyList, cards: Mapping[int, Card]) -> tuple[Figure, ...]:
        """The numbers of units, figures and creatures. Rule: battlesystem:2.2."""
        fighters = [place for place in cards if not commands(army.entries[place])]
        units = sum([army.entries[at].count for at in fighters if not word_of(army.entries[at], "mixed")])
        figures = sum(
            [army.entries[at].count * number_of(army.entries[at], "figures", FIGURES) for at in fighters]
        )
        men = sum(
            [army.entries[at].count * enlist(recruit_of(army.entries[at])).creatures for at in fighters]
        )
        return (
            Figure("Units", str(units)),
            Figure("Figures", str(figures)),
            Figure("Creatures", f"{men:,}", rule="battlesystem:2.2"),
        )

    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        """The scenario with these armies' units and commanders in place of its own; they are placed by their players."""
        data = {**scenario.data, "sides": [dict(row) for row in scenario.data["sides"]]}
        for side, army in armies.items():
            row = data["sides"][scenario.sides.index(side)]
            row["units"], row["leaders"] = rows_of(army), leaders_of(army)
            if army.name:
                row["name"] = army.name
        return read_scenario(data, scenario.id)

    def listed(self, text: str, where: str = "") -> ArmyList:
        """The army of a short list such as "12 Dwarves, 20 Goblins (mob)"."""
        return ArmyList("battlesystem", tuple([entry_of(recruit) for recruit in read_list(text, where)]))

    def short(self, army: ArmyList) -> str:
        """The army as such a list: names, figures, creatures, kinds and weapons, without commanders."""
        words: list[str] = []
        for entry in army.entries:
            if commands(entry):
                continue
            recruit = recruit_of(entry)
            text = f"{recruit.figures} {creature_of(recruit.creature).plural}"
            text += "" if recruit.kind == "regular" else f" ({recruit.kind})"
            words += [" + ".join([text, *recruit.weapons])] * entry.count
        return ", ".join(words)

    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        """A side of a scenario as far as the tables can build it: creatures, figures, kinds, armour, weapons, names."""
        row = scenario.data["sides"][scenario.sides.index(side)]
        entries = [entry_of_row(unit) for unit in row["units"]]
        return ArmyList("battlesystem", tuple(entries), str(row["name"]))


MUSTER: Final = Armies()
