"""Armies and fleets built from the tables of units, ships, training and experience, priced in gold bars.

Rules: warcards:unit.card, warcards:unit.experience, warcards:naval.bunks, warcards:setup.embark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.muster import (
    ArmyList,
    Choice,
    Entry,
    Fault,
    Field,
    Kind,
    Muster,
    Tables,
    card_of,
    word_of,
    words_of,
)
from banneret.kernel.muster import Card as Priced
from banneret.kernel.rulebook import Scenario, read_toml
from banneret.kernel.scene import Figure
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.army.scenarios import MOST_UNITS, SIDES, read_scenario
from banneret.rulebooks.warcards.tables.cards import NONE, Card
from banneret.rulebooks.warcards.tables.facts import DATA, facts, symbols
from banneret.rulebooks.warcards.tables.training import EXPERIENCE, TRAININGS, trained, why_not_trained

PEOPLES: Final = ("other", "rjurik", "vos")
RULE: Final = "warcards:unit.card"


class Armies(Muster):
    """What Warcards offers to who builds an army."""

    @property
    def tables(self) -> Tables:
        """Units, ships and all that may be chosen with them."""
        return _tables()

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """Both sides of every battle may bring an army: its units, in place of the scenario's."""
        return SIDES

    def card(self, entry: Entry, army: ArmyList) -> Priced:
        """A unit or ship with its card. Rules: warcards:unit.card, warcards:unit.experience."""
        return _ship(entry) if _is_ship(entry) else _unit(entry)

    def faults(self, army: ArmyList, cards: Mapping[int, Priced]) -> list[Fault]:
        """Too many units, and what is wrong aboard. Rules: warcards:naval.bunks, warcards:setup.embark."""
        total = sum([entry.count for entry in army.entries])
        ships = [place for place in cards if _is_ship(army.entries[place])]
        found: list[Fault] = []
        if total > MOST_UNITS:
            found.append(Fault(f"there are {total} units", f"take away {total - MOST_UNITS}"))
        for place in ships:
            found += _ship_faults(army, place)
        for place in cards if ships else ():
            entry = army.entries[place]
            if not _is_ship(entry) and not word_of(entry, "aboard"):
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
        """How many units, ships, and hits to take. Rule: warcards:unit.statistics."""
        ships = sum([army.entries[place].count for place in cards if _is_ship(army.entries[place])])
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
        """The scenario with these armies' units. Leaders stay with their unit where it is there, else they come in the reserve.

        Rules: warcards:setup.embark, warcards:lead.general-place.
        """
        data = {**scenario.data, "sides": dict(scenario.data["sides"])}
        sea = data.get("kind", "land") == "sea"
        for side, army in armies.items():
            fleet = any(_is_ship(entry) for entry in army.entries)
            if fleet != sea:
                text = (
                    "it has ships, and this battle is fought on land"
                    if fleet
                    else "it has no ships, and this battle is fought at sea"
                )
                hint = "bring units without ships" if fleet else "bring a fleet"
                raise BadInput(text, where=f"army of {side}", hint=hint)
            data["sides"][side] = _side(data["sides"][side], army, sea)
        data["conditions"] = _conditions(data)
        return read_scenario(data, scenario.id)

    def listed(self, text: str, where: str = "") -> ArmyList:
        """The army of a short list such as "2 Knights, veteran Archers + toughened"."""
        from banneret.rulebooks.warcards.army.lists import read_army

        return ArmyList("warcards", tuple(_counted([entry.row() for entry in read_army(text, where)])))

    def short(self, army: ArmyList) -> str:
        """The army as such a list; of a fleet its ships."""
        ships = any(_is_ship(entry) for entry in army.entries)
        words: list[str] = []
        for entry in army.entries:
            if _is_ship(entry):
                words.append(f"{entry.count} {word_of(entry, 'ship')}")
            elif not ships:
                # brackets, for "elite infantry" is a unit of its own
                said = f"{word_of(entry, 'type')} ({word_of(entry, 'experience', 'regular')})"
                words.append(" + ".join([f"{entry.count} {said}", *words_of(entry, "training")]))
        return ", ".join(words)

    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        """A side of a scenario as a list."""
        given = scenario.data["sides"][side]
        entries = _counted(given.get("units", []))
        for number, row in enumerate(given.get("ships", []), 1):
            name = f"{facts().ships[row['ship']].name} {number}" if row.get("aboard") else ""
            entries.append(Entry({"ship": row["ship"]}, "ship", 1, name))
            entries += _counted(row.get("aboard", []), name)
        return ArmyList("warcards", tuple(entries), str(given["name"]))


def _is_ship(entry: Entry) -> bool:
    return "ship" in entry.values


def _at(army: ArmyList, place: int, cards: Mapping[int, Priced], fault: Fault) -> Fault:
    """A fault of the whole army that is to be mended at one entry."""
    import msgspec

    title = cards[place].title
    count = army.entries[place].count
    where = f"entry {place + 1}, {f'{count} ' if count > 1 else ''}{title}"
    return msgspec.structs.replace(fault, entry=place, where=where)


def _ship_faults(army: ArmyList, place: int) -> list[Fault]:
    """Bunks of a ship. Rule: warcards:naval.bunks."""
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
        text = f"{ship.name} has {card.bunks} bunks, and {number} units are aboard"
        return [Fault(text, f"put {number - card.bunks} aboard another ship", place, where, "", rule)]
    return []


# ---------------------------------------------------------------- prices


def _unit(entry: Entry) -> Priced:
    card, tally = _recruited(facts().cards[word_of(entry, "type")])
    experience = word_of(entry, "experience", "regular")
    card = replace(card, experience=experience, people=word_of(entry, "people", "other"))
    if experience == "green":
        card.morale -= 1
    faults: list[Fault] = []
    trainings = words_of(entry, "training")
    most = EXPERIENCE[experience]
    if len(trainings) > most:
        ranks = [name for name, number in EXPERIENCE.items() if number >= len(trainings)]
        fix = f"make it {ranks[0]}" if ranks else f"take away {len(trainings) - most}"
        number = "no training" if most == 0 else f"at most {most} {'training' if most == 1 else 'trainings'}"
        text = f"{_an(experience)} unit has {number}, not {len(trainings)}"
        faults.append(Fault(text, fix, field="training", rule="warcards:unit.experience"))
    for name in trainings:
        why = why_not_trained(card, name)
        if not why and name in card.training and not name.startswith("advanced"):
            why = "it has that training already"
        if why:
            faults.append(
                Fault(
                    f"no {_spoken(name)}: {why}",
                    f"take {name} away",
                    field="training",
                    rule="warcards:unit.experience",
                )
            )
            continue
        before = card.muster
        card = trained(card, name)
        tally.add(card.muster - before, f"{_spoken(name)} training", "warcards:unit.experience")
    if card.people != "other" and (card.race != "human"):
        faults.append(Fault(f"no {card.name} are {card.people.title()}", "leave people out", field="people"))
    return card_of(card.name, tally, _figures(card), tuple(_words(card)), symbols()[card.type], tuple(faults))


def _recruited(card: Card) -> tuple[Card, Tally]:
    """A unit's card, and what it costs: the human unit of its type, and its race. Rules: warcards:unit.card, warcards:unit.races."""
    base = facts().cards.get(card.type, card)
    tally = Tally("muster cost", base.muster, base.name, RULE)
    if card.race != base.race:
        tally.add(card.muster - base.muster, card.race, "warcards:unit.races")
    return card, tally


def _ship(entry: Entry) -> Priced:
    card = facts().ships[word_of(entry, "ship")]
    words = (f"{card.bunks} bunks", "heavy" if card.heavy else "light")
    return card_of(
        card.name,
        Tally("muster cost", card.muster, card.name, RULE),
        _figures(card),
        words,
        symbols()[card.kind],
    )


def _figures(card: Card) -> tuple[Figure, ...]:
    """The figures printed on a card. Rule: warcards:unit.statistics."""
    signed = {"Melee": card.melee, "Missile": card.missile, "Ram" if card.ship else "Charge": card.charge}
    plain = {"Defense": card.defense, "Morale": card.morale, "Hits": card.hits, "Move": card.move}
    rows = [(name, "-" if value == NONE else f"{value:+d}") for name, value in signed.items()]
    rows += [(name, f"{value:+d}" if name == "Morale" else str(value)) for name, value in plain.items()]
    return tuple([Figure(name, value, rule="warcards:unit.statistics") for name, value in rows])


def _words(card: Card) -> list[str]:
    words = [
        "mounted" if card.mounted else "on foot",
        f"{'no' if card.armor == 'none' else card.armor} armor",
    ]
    words += [] if card.race == "human" else [card.race]
    words += [card.people.title()] if card.people in ("rjurik", "vos") else []
    words += [] if card.experience == "regular" else [card.experience]
    words += ["pikes"] if card.pike and "pike" not in card.training else []
    words += ["moves freely"] if card.moves_freely else []
    words += ["artillery"] if card.artillery else []
    return words + [_spoken(name) for name in card.training]


def _spoken(name: str) -> str:
    return name.replace("-", " ")


def _an(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


# ---------------------------------------------------------------- tables


@cache
def _tables() -> Tables:
    from banneret.rulebooks.warcards.army.scenarios import shipped

    data = read_toml(DATA / "muster.toml")
    kinds = tuple(
        [
            Kind(row["id"], row["title"], tuple([_field(field) for field in row["field"]]))
            for row in data["kind"]
        ]
    )
    takers: dict[str, tuple[str, ...]] = dict.fromkeys(shipped(), SIDES)
    return Tables("warcards", data["points"], tuple(data["budgets"]), kinds, takers, data["text"])


def _field(row: Mapping[str, Any]) -> Field:
    choices = _choices(row["choices"]) if "choices" in row else ()
    plain = {name: row[name] for name in ("default", "most", "of", "text", "rare") if name in row}
    return Field(row["id"], row["title"], row["form"], choices, **plain)


def _choices(table: str) -> tuple[Choice, ...]:
    known = facts()
    if table == "units":
        return tuple([_card_choice(card, card.race.title()) for card in known.cards.values()])
    if table == "ships":
        return tuple([_card_choice(card, "") for card in known.ships.values()])
    if table == "experience":
        return tuple(
            [Choice(name, name.title(), text=f"{most} trainings") for name, most in EXPERIENCE.items()]
        )
    if table == "training":
        rows = {row["id"]: row for row in read_toml(DATA / "training.toml")["training"]}
        return tuple(
            [Choice(name, _spoken(name).capitalize(), price=rows[name]["muster"]) for name in TRAININGS]
        )
    return tuple([Choice(name, name.title()) for name in PEOPLES])


def _card_choice(card: Card, group: str) -> Choice:
    return Choice(
        card.kind,
        card.name,
        group,
        card.muster,
        ", ".join([f"{one.name} {one.value}" for one in _figures(card)]),
    )


# ---------------------------------------------------------------- into scenarios and out of them


def _side(given: Mapping[str, Any], army: ArmyList, sea: bool) -> dict[str, Any]:
    """A side of a scenario with the army's units. Whoever led a unit that is not there comes in the reserve."""
    side = {key: value for key, value in given.items() if key not in ("units", "ships")}
    if army.name:
        side["name"] = army.name
    if sea:
        side["ships"] = _ships(army)
    else:
        side["units"] = [row for entry in army.entries for row in _rows(entry)]
    names = _names(side)
    groups = [row.get("name") for row in side.get("heroes", ())]
    wagons = _wagons(side)

    def placed(row: Mapping[str, Any]) -> dict[str, Any]:
        kept = dict(row)
        if kept.get("with") not in [*names, *groups]:
            kept.pop("with", None)
        return kept

    side["general"] = placed(side["general"])
    for key in ("heroes", "casters"):
        if key in side:
            side[key] = [placed(row) for row in side[key]]
    _to_wagons(side.get("casters", ()), wagons)
    return side


def _conditions(data: Mapping[str, Any]) -> dict[str, Any]:
    """The conditions of a scenario, where bad weather affects no unit that is not there. Rule: warcards:weather.abnormal-who."""
    found = dict(data["conditions"])
    weather = found.get("weather")
    if isinstance(weather, Mapping) and "affected" in weather:
        there = [f"{side}/{name}" for side in SIDES for name in _names(data["sides"][side])]
        kept = [word for word in weather["affected"] if word in SIDES or word in there]
        found["weather"] = {**weather, "affected": kept}
    return found


def _rows(entry: Entry) -> list[dict[str, Any]]:
    """The rows of a scenario for the units of an entry."""
    row: dict[str, Any] = {
        "type": word_of(entry, "type"),
        "experience": word_of(entry, "experience", "regular"),
    }
    if words_of(entry, "training"):
        row["training"] = list(words_of(entry, "training"))
    if word_of(entry, "people", "other") != "other":
        row["people"] = word_of(entry, "people")
    return [dict(row) for _ in range(entry.count)]


def _ships(army: ArmyList) -> list[dict[str, Any]]:
    """The rows of a scenario for a fleet. Rules: warcards:setup.embark, warcards:naval.bunks."""
    rows: list[dict[str, Any]] = []
    for ship in army.entries:
        if _is_ship(ship):
            crews = [entry for entry in army.entries if ship.name and word_of(entry, "aboard") == ship.name]
            aboard = [row for entry in crews for row in _rows(entry)]
            rows += [{"ship": word_of(ship, "ship"), "aboard": list(aboard)} for _ in range(ship.count)]
    return rows


def _names(side: Mapping[str, Any]) -> list[str]:
    """What scenarios call the units of a side: "infantry#1", and aboard "drakkar#1/infantry#1"."""
    found = _numbered([_type(row) for row in side.get("units", ())])
    ships = side.get("ships", ())
    for name, row in zip(_numbered([row["ship"] for row in ships]), ships, strict=True):
        aboard = _numbered([_type(unit) for unit in row.get("aboard", ())])
        found += [name, *[f"{name}/{inner}" for inner in aboard]]
    return found


def _type(row: Any) -> str:
    """The type of unit in a row of a scenario, which may be the type alone."""
    return row if isinstance(row, str) else str(row["type"])


def _numbered(kinds: list[str]) -> list[str]:
    counts: dict[str, int] = {}
    found: list[str] = []
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
        found.append(f"{kind}#{counts[kind]}")
    return found


def _to_wagons(casters: Sequence[dict[str, Any]], wagons: list[str]) -> None:
    """Casters who are with nobody go where components are: each to the wagon with the fewest casters. Rule: warcards:train.war-wagon."""
    loads = [sum([row.get("with") == name for row in casters]) for name in wagons]
    for row in casters:
        if wagons and "with" not in row:
            least = loads.index(min(loads))
            row["with"] = wagons[least]
            loads[least] += 1


def _wagons(side: Mapping[str, Any]) -> list[str]:
    """The units on land that have a war wagon, by their names."""
    rows = side.get("units", ())
    names = _numbered([row["type"] for row in rows])
    return [name for name, row in zip(names, rows, strict=True) if "war-wagon" in row.get("training", ())]


def _counted(rows: list[Any], aboard: str = "") -> list[Entry]:
    """The rows of a scenario as entries: equal ones that follow each other become one."""
    found: list[Entry] = []
    for row in rows:
        if isinstance(row, str):
            row = {"type": row}
        values: dict[str, Any] = {}
        for key in ("type", "ship", "experience", "people"):
            if key in row and row[key] not in ("regular", "other"):
                values[key] = row[key]
        if row.get("training"):
            values["training"] = tuple(row["training"])
        if aboard:
            values["aboard"] = aboard
        kind = "ship" if "ship" in row else "unit"
        if found and found[-1].values == values:
            found[-1] = Entry(values, kind, found[-1].count + 1)
        else:
            found.append(Entry(values, kind))
    return found


MUSTER: Final = Armies()
