"""Armies for single battles, built from units, artifacts and spells and priced in points.

The prices are house content: the seed has none. See `data/muster.toml`.

Rules: stacks:setup.battle-only, stacks:units.count, stacks:artifact.holder, stacks:setup.spells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import ceil
from typing import Any, Final

from banneret.kernel.abilities.muster import (
    ArmyList,
    Card,
    Choice,
    Entry,
    Fault,
    Field,
    Kind,
    Muster,
    Tables,
    card_of,
    word_of,
)
from banneret.kernel.apart import told_apart
from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Figure
from banneret.kernel.tally import Tally
from banneret.rulebooks.stacks.army.entries import MOST_UNITS
from banneret.rulebooks.stacks.army.scenarios import read_scenario
from banneret.rulebooks.stacks.army.shipped import shipped
from banneret.rulebooks.stacks.tables.facts import facts, read_data
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.text.pictures import SYMBOLS, symbol_of
from banneret.rulebooks.stacks.text.wording import opening

SIDES: Final = ("attacker", "defender")
PRICES: Final = "stacks:setup.battle-only"
COUNTED: Final = "stacks:units.count"


class Armies(Muster):
    """The units, artifacts and spells that Stacks offers for armies."""

    @property
    def tables(self) -> Tables:
        """Units, artifacts and spells."""
        return _tables()

    def called(self, army: ArmyList) -> dict[int, tuple[str, ...]]:
        """The names of the chits by entry; equal ones are numbered from the second on."""
        titles = [self.card(one, army).title for one in army.entries for _ in range(one.count)]
        names = iter(told_apart(titles))
        return {at: tuple([next(names) for _ in range(one.count)]) for at, one in enumerate(army.entries)}

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """Both sides of a single battle; games on the map place their own. Rule: stacks:setup.battle-only."""
        return SIDES if scenario.kind == "battle" else ()

    def card(self, entry: Entry, army: ArmyList) -> Card:
        """A unit, artifact or spell with its chit. Rule: stacks:units.seed-lists, stacks:artifact.holder."""
        if "unit" in entry.values:
            return _unit(facts().unit(word_of(entry, "unit")))
        return _artifact(entry) if "artifact" in entry.values else _spell(entry)

    def faults(self, army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
        """The faults of more chits than there are, and of no units or too many. Rule: stacks:units.count, stacks:setup.spells."""
        found: list[Fault] = []
        for kind in ("unit", "artifact", "spell"):
            counts: dict[str, int] = {}
            for place in cards:
                name = word_of(army.entries[place], kind)
                if name:
                    counts[name] = counts.get(name, 0) + army.entries[place].count
            for name, count in counts.items():
                most = _chits(kind, name)
                if count > most:
                    title = next(
                        card.title
                        for place, card in cards.items()
                        if word_of(army.entries[place], kind) == name
                    )
                    text = (
                        f"{count} {title}, and there are {most} chits of it"
                        if most > 1
                        else f"{count} {title}: there is one chit"
                    )
                    found.append(Fault(text, f"take {count - most} away", rule=COUNTED))
        units = sum([entry.count for entry in army.entries if "unit" in entry.values])
        if army.entries and not units:
            found.append(Fault("nobody fights in this army", "add a unit"))
        if units > MOST_UNITS:
            found.append(Fault(f"there are {units} units", f"take away {units - MOST_UNITS}"))
        return found

    def sums(self, army: ArmyList, cards: Mapping[int, Card]) -> tuple[Figure, ...]:
        """The number of units, and their battle roll modifiers together. Rule: stacks:mod.brm."""
        units = [
            entry for place, entry in enumerate(army.entries) if place in cards and "unit" in entry.values
        ]
        total = sum([entry.count * facts().unit(word_of(entry, "unit")).brm for entry in units])
        number = sum([entry.count for entry in units])
        return Figure("Units", str(number)), Figure(
            "Modifiers together", f"{total:+d}", rule="stacks:mod.brm"
        )

    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        """The battle with these armies: units, spells, and artifacts with their holders. Rule: stacks:setup.battle-only."""
        data = dict(scenario.data)
        for side, army in armies.items():
            data[side] = _unit_ids(army)
            data[f"{side}_spells"] = [
                word_of(entry, "spell")
                for entry in army.entries
                for _ in range(entry.count)
                if "spell" in entry.values
            ]
            data[f"{side}_artifacts"] = [
                {"artifact": word_of(entry, "artifact"), "holder": _place_of(army, word_of(entry, "holder"))}
                for entry in army.entries
                if "artifact" in entry.values
            ]
        if data.get("seed_only"):  # the claim was for the scenario's own armies
            units = [unit for side in scenario.sides for unit in data[side]]
            data["seed_only"] = not any(facts().unit(unit).house for unit in units)
        row = {"id": scenario.id, "title": scenario.title, "level": scenario.level, "kind": "battle",
               "summary": f"{scenario.title}, with armies that were brought to it.", "data": data}  # fmt: skip
        return read_scenario(row, scenario.id)

    def listed(self, text: str, where: str = "") -> ArmyList:
        """The army of a short list such as "4 Dwarves, DwarfLord"; raises `BadInput`."""
        return ArmyList("stacks", tuple(_counted("unit", [kind.id for kind in facts().army(text, where)])))

    def short(self, army: ArmyList) -> str:
        """The units of an army as such a list; raises `BadInput` if it has none."""
        names = [
            f"{entry.count} {word_of(entry, 'unit')}" for entry in army.entries if "unit" in entry.values
        ]
        if not names:
            raise BadInput("nobody fights in this army", where=army.name or "army", hint="add a unit")
        return ", ".join(names)

    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        """A side of a single battle as an army. Rule: stacks:setup.battle-only."""
        data = scenario.data
        holders = {row["holder"]: row["artifact"] for row in data.get(f"{side}_artifacts", ())}
        entries: list[Entry] = []
        for place, unit in enumerate(data[side]):
            if place in holders:
                name = f"{facts().unit(unit).name} {place + 1}"
                entries.append(Entry({"unit": unit}, "unit", 1, name))
                entries.append(Entry({"artifact": holders[place], "holder": name}, "artifact"))
            elif entries and entries[-1].values == {"unit": unit} and not entries[-1].name:
                entries[-1] = Entry({"unit": unit}, "unit", entries[-1].count + 1)
            else:
                entries.append(Entry({"unit": unit}, "unit"))
        entries += _counted("spell", list(data.get(f"{side}_spells", ())))
        return ArmyList("stacks", tuple(entries), side.title())


def _chits(kind: str, name: str) -> int:
    """The number of chits there are of a unit, artifact or spell. Rule: stacks:units.count."""
    if kind == "artifact":
        return 1
    return facts().unit(name).count if kind == "unit" else facts().spell(name).count


def _unit_ids(army: ArmyList) -> list[str]:
    return [
        word_of(entry, "unit") for entry in army.entries for _ in range(entry.count) if "unit" in entry.values
    ]


def _place_of(army: ArmyList, name: str) -> int:
    """The place, among the units of the army, of the first unit of the entry with that name; raises `BadInput`."""
    place = 0
    for entry in army.entries:
        if "unit" in entry.values:
            if entry.name == name:
                return place
            place += entry.count
    raise BadInput(
        f"no unit is called {name!r}", where=army.name or "army", hint="give the holder's entry this name"
    )


def _counted(kind: str, ids: Sequence[str]) -> list[Entry]:
    """Entries for a sequence of ids; equal neighbours become one entry."""
    found: list[Entry] = []
    for one in ids:
        if found and found[-1].values == {kind: one}:
            found[-1] = Entry({kind: one}, kind, found[-1].count + 1)
        else:
            found.append(Entry({kind: one}, kind))
    return found


# ---------------------------------------------------------------- prices


@cache
def _data() -> dict[str, Any]:
    return read_data("muster")


@cache
def _rows(table: str) -> dict[str, Mapping[str, Any]]:
    """The rows of a data file by id."""
    return {row["id"]: row for row in read_data(table + "s")[table]}


def _worth(ability: str, value: int) -> int:
    """The price of an ability in points, rounded up; 0 if it has none."""
    for row in _data()["price"]:
        if row["ability"] == ability:
            return ceil(float(row.get("flat", 0)) + float(row.get("each", 0)) * abs(value))
    return 0


def _unit(kind: UnitKind) -> Card:
    """The card of a unit, priced by its BRM and its abilities."""
    tally = Tally("cost", max(1, kind.brm), f"battle roll {kind.brm:+d}", "stacks:mod.brm")
    abilities = _rows("unit")[kind.id].get("abilities", ())
    for row in abilities:
        worth = _worth(row["ability"], row.get("value", 0))
        if worth:
            tally.add(worth, _spoken(row), PRICES)
    words = tuple([word.strip() for word in kind.text.split(",")[1:] if word.strip()])
    if not kind.text:  # no chit of it was printed
        words = (*kind.printed, *[opening(_spoken(row)) for row in abilities])
    return card_of(
        kind.name,
        tally,
        (Figure("Battle roll", f"{kind.brm:+d}", rule="stacks:mod.brm", kind="bonus"),),
        words,
        symbol_of(kind),
    )


def _artifact(entry: Entry) -> Card:
    item = facts().artifact(word_of(entry, "artifact"))
    faults: list[Fault] = []
    if entry.count > 1:
        faults.append(
            Fault(f"{entry.count} {item.name}", "take away all but one", field="count", rule=COUNTED)
        )
    if not word_of(entry, "holder"):
        fix = "give the unit's entry a name, and name it as holder"
        faults.append(Fault("nobody holds it", fix, field="holder", rule="stacks:artifact.holder"))
    tally = _gift_tally(item.name, _rows("artifact")[item.id], 1)
    symbol = SYMBOLS.get(item.id, "swap-bag")
    return card_of(item.name, tally, (), (item.text,), symbol, tuple(faults))


def _spell(entry: Entry) -> Card:
    spell = facts().spell(word_of(entry, "spell"))
    tally = _gift_tally(spell.name, _rows("spell")[spell.id], 2)
    return card_of(spell.name, tally, (), (spell.text,), SYMBOLS.get(spell.id, "spell-book"))


def _gift_tally(name: str, row: Mapping[str, Any], share: int) -> Tally:
    """The price of an artifact or spell: the sum of its effects, each divided by `share` and rounded up, at least 1."""
    tally = Tally("cost")
    for effect in row.get("effects", ()):
        ability = effect.get("ability", effect["kind"])
        worth = ceil(_worth(ability, effect.get("value", effect.get("amount", 0))) / share)
        if worth:
            tally.add(worth, _spoken({**effect, "ability": ability}), PRICES)
    if not tally.total:
        tally.add(1, name, PRICES)
    return tally


def _spoken(row: Mapping[str, Any]) -> str:
    """An ability in words: "slay Giant +4"."""
    words = [row["ability"].replace("_", " ")]
    words += [row["type"]] if "type" in row else []
    value = row.get("value", row.get("amount"))
    words += [f"{value:+d}"] if isinstance(value, int) else []
    return " ".join(words).replace("brm", "battle roll")


# ---------------------------------------------------------------- tables


@cache
def _tables() -> Tables:
    data = _data()
    kinds = tuple(
        [
            Kind(row["id"], row["title"], tuple([_field(field) for field in row["field"]]))
            for row in data["kind"]
        ]
    )
    takers: dict[str, tuple[str, ...]] = {
        name: SIDES for name, scenario in shipped().items() if scenario.kind == "battle"
    }
    return Tables("stacks", data["points"], tuple(data["budgets"]), kinds, takers, data["text"])


def _field(row: Mapping[str, Any]) -> Field:
    choices = _choices(row["choices"]) if "choices" in row else ()
    plain = {name: row[name] for name in ("default", "most", "of", "text", "rare") if name in row}
    return Field(row["id"], row["title"], row["form"], choices, **plain)


def _choices(table: str) -> tuple[Choice, ...]:
    known = facts()
    if table == "units":
        units = [kind for kind in known.units if not kind.summoning]
        return tuple([Choice(kind.id, kind.name, kind.list, _unit(kind).cost, kind.text) for kind in units])
    if table == "artifacts":
        cards = [(item.id, item.kind, _artifact(Entry({"artifact": item.id}))) for item in known.artifacts]
    else:
        cards = [(spell.id, spell.caster, _spell(Entry({"spell": spell.id}))) for spell in known.spells]
    return tuple(
        [Choice(id_, card.title, group.title(), card.cost, card.words[0]) for id_, group, card in cards]
    )


MUSTER: Final = Armies()
