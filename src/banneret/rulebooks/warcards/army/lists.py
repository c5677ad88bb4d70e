"""Armies in words, such as "2 Knights, veteran Archers + toughened", made into a battle.

An entry is a number, an experience, a unit or ship, and trainings after plus signs; all but the unit may be left out. Experience
stands before the unit, or behind it in brackets: Elite infantry is a unit of its own, `Infantry (elite)` has seen two wars.

Rules: warcards:unit.experience, warcards:train.advanced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.warcards.army.limits import MOST_UNITS
from banneret.rulebooks.warcards.army.scenarios import read_scenario
from banneret.rulebooks.warcards.tables.cards import Card
from banneret.rulebooks.warcards.tables.conditions import TERRAINS, WEATHERS
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.rulebooks.warcards.tables.training import EXPERIENCE, TRAININGS

MOST_TEXT: Final = 4000
"""The most characters that a list may have."""
AFFECTED: Final = {"both": ("A", "B"), "attacker": ("A",), "defender": ("B",), "neither": ()}
"""The sides that weather hampers, by the word for them."""
IN_BRACKETS: Final = re.compile(r"^([^()]+?)\s*\(([a-zA-Z]{1,20})\)$")
"""A unit with its experience behind it, such as `Infantry (elite)`."""
COUNTED: Final = re.compile(r"^(\d{1,9})\s*[x×]?\s+(.*)$", re.IGNORECASE)
"""An entry with its number in front, such as `2 Knights` or `2x Knights`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One unit of a list: its card as printed, its experience, its trainings."""

    card: Card
    experience: str = "regular"
    training: tuple[str, ...] = ()

    def row(self) -> Any:
        """The unit as a scenario writes it."""
        if self.card.ship:
            return {"ship": self.card.kind}
        row: dict[str, Any] = {"type": self.card.kind, "experience": self.experience}
        if self.training:
            row["training"] = list(self.training)
        return row

    def __str__(self) -> str:
        words = self.card.name
        if self.experience != "regular":
            before = f"{self.experience} {words}"
            words = f"{words} ({self.experience})" if spelling(before) in _names() else before
        return " + ".join([words, *self.training])


def spelling(name: str) -> str:
    """A name as names are compared: small letters, without spaces, signs, and the s of the plural.

    >>> spelling("Elf archer") == spelling("elf-archers")
    True
    """
    return re.sub(r"[^a-z0-9]", "", name.casefold()).removesuffix("s")


@cache
def _names() -> dict[str, Card]:
    """Every card by the spellings of its name and its id."""
    known = facts()
    found: dict[str, Card] = {}
    for card in (*known.cards.values(), *known.ships.values()):
        found[spelling(card.kind)] = card
        found[spelling(card.name)] = card
    return found


def names() -> list[str]:
    """The names of all units, then of all ships."""
    known = facts()
    return [card.name for card in (*known.cards.values(), *known.ships.values())]


def _experience(name: str) -> tuple[str, str]:
    """The experience before a name or in brackets behind it, and the name without it.

    A unit's full name keeps its first word, even if that is also an experience.

    >>> _experience("veteran Archers"), _experience("Elite infantry"), _experience("Infantry (elite)")
    (('veteran', 'Archers'), ('regular', 'Elite infantry'), ('elite', 'Infantry'))
    """
    match = IN_BRACKETS.match(name)
    if match and match[2].casefold() in EXPERIENCE:
        return match[2].casefold(), match[1]
    first, _, other = name.partition(" ")
    if first.casefold() in EXPERIENCE and other.strip() and spelling(name) not in _names():
        return first.casefold(), other.strip()
    return "regular", name


def read_entry(text: str, where: str) -> tuple[int, Entry]:
    """The number of units and the unit of an entry; raises `BadInput` with near names.

    >>> count, entry = read_entry("2 veteran Knights + toughened", "attacker")
    >>> count, str(entry)
    (2, 'veteran Knights + toughened')
    """
    count, rest = 1, text.strip()
    match = COUNTED.match(rest)
    if match:
        count, rest = int(match[1]), match[2].strip()
    if not 1 <= count <= MOST_UNITS:
        raise BadInput(f"{count} units of a kind", where=where, hint=f"from 1 to {MOST_UNITS}")
    name, *trainings = [part.strip() for part in rest.split("+")]
    experience, name = _experience(name)
    card = _names().get(spelling(name))
    if card is None:
        known = {word.casefold(): word for word in names()}
        hint = nearest(name[:60], known)
        for low, word in known.items():
            hint = hint.replace(repr(low), repr(word))
        raise BadInput(f"there is no unit or ship {name[:60]!r}", where=where, hint=hint)
    if card.ship and (experience != "regular" or trainings):
        raise BadInput(f"{card.name}: ships have no experience and no training", where=where)
    for training in trainings:
        if training.casefold() not in TRAININGS:
            raise BadInput(
                f"there is no training {training[:60]!r}", where=where, hint=nearest(training[:60], TRAININGS)
            )
    return count, Entry(card, experience, tuple(training.casefold() for training in trainings))


def read_army(text: str, where: str) -> list[Entry]:
    """The units of a list in its order, ships or army units; raises `BadInput`."""
    if len(text) > MOST_TEXT:
        raise BadInput(f"a list of {len(text):,} characters", where=where, hint=f"at most {MOST_TEXT:,}")
    found: list[Entry] = []
    for part in text.split(","):
        if not part.strip():
            hint = 'such as "2 Knights, veteran Archers + toughened"'
            raise BadInput(
                "a unit is missing" if found or "," in text else "no units", where=where, hint=hint
            )
        count, entry = read_entry(part, where)
        found.extend([entry] * count)
        if len(found) > MOST_UNITS:
            raise BadInput(f"more than {MOST_UNITS} units", where=where)
    if len({entry.card.ship for entry in found}) > 1:
        raise BadInput("ships and army units do not fight in one list", where=where)
    return found


def battle_of(
    first: Sequence[Entry], second: Sequence[Entry], conditions: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The plain data of a battle of two lists, the first attacking.

    Args:
        first: The attackers.
        second: The defenders.
        conditions: `terrain` (open ground unless given), `weather` (normal), `visibility` (`full`, `night` or `fog`), `fort`
            (`none`, `limited` or a castle's level) and `affected`, the sides that abnormal or inclement weather hampers (`both`,
            `attacker`, `defender` or `neither`).

    Raises:
        BadInput: A condition that does not exist, or ships against army units.

    Rule: warcards:weather.abnormal-who.
    """
    said = dict(conditions or {})
    sea = first[0].card.ship
    if second[0].card.ship != sea:
        raise BadInput(
            "ships and army units do not meet", where="battle", hint="name ships on both sides, or on none"
        )
    grounds = TERRAINS[6:] if sea else TERRAINS[:6]
    terrain = one_of("terrain", said.get("terrain", grounds[0]), grounds)
    weather = one_of("weather", said.get("weather", "normal"), WEATHERS[:4])
    affected = AFFECTED[one_of("affected", said.get("affected", "both"), tuple(AFFECTED))]
    visibility = one_of("visibility", said.get("visibility", "full"), ("full", "night", "fog"))
    units = "ships" if sea else "units"
    sides = {
        name: {"name": title, "general": {"name": f"General {name}"}, units: [entry.row() for entry in army]}
        for name, title, army in (("A", "Attackers", first), ("B", "Defenders", second))
    }
    found: dict[str, Any] = {
        "id": "matchup",
        "title": f"{tallied(first)} against {tallied(second)}"[:80],
        "attacker": "A",
        "province": {"major": terrain},
        "conditions": {
            "terrain": terrain,
            "weather": weather if len(affected) == 2 else {"id": weather, "affected": list(affected)},
            "visibility": "full" if visibility == "full" else {"id": "limited", "cause": visibility},
        },
        "sides": sides,
    }
    if sea:
        found["kind"] = "sea"
    fort = said.get("fort", "none")
    if fort != "none":
        found["conditions"]["fortification"] = _fort(fort, sea)
    return found


def _fort(word: str, sea: bool) -> dict[str, Any]:
    """The fortification of the second side: `limited`, or the level of a castle."""
    if sea:
        raise BadInput("there are no fortifications at sea", where="fort")
    if word == "limited":
        return {"kind": "limited", "owner": "B"}
    if word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= 10:
        return {"kind": "full", "owner": "B", "level": int(word)}
    raise BadInput(
        f"fort cannot be {word[:40]!r}", where="fort", hint="none, limited, or a castle's level from 1 to 10"
    )


def one_of(name: str, value: str, words: Sequence[str]) -> str:
    """A value in small letters and with hyphens; raises `BadInput` with the nearest word if it is none of `words`."""
    small = value.strip().casefold().replace(" ", "-")
    if small not in words:
        close = nearest(small[:60], words)
        raise BadInput(f"{name} cannot be {value[:40]!r}", where=name, hint=close)
    return small


def tallied(army: Sequence[Entry]) -> str:
    """A list in words, equal entries counted.

    >>> tallied(read_army("Archers, 2 Knights, Archers", "here"))
    '2 Archers, 2 Knights'
    """
    counts: dict[str, int] = {}
    for entry in army:
        counts[str(entry)] = counts.get(str(entry), 0) + 1
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items())


def matchup(first: str, second: str) -> Scenario:
    """The battle of two lists on open ground (ships: on deep water), the first attacking; raises `BadInput`."""
    return read_scenario(battle_of(read_army(first, "attacker"), read_army(second, "defender")), "matchup")
