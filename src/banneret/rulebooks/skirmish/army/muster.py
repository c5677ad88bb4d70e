"""Decks and starting creatures that people bring, by the rules of factions or built freely, and their way into scenarios.

Rules: skirmish:setup.factions, skirmish:setup.deck-counts, skirmish:setup.starting.levels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from banneret.kernel.abilities.muster import (
    ArmyList,
    Card,
    Entry,
    Fault,
    Muster,
    Tables,
    card_of,
    word_of,
)
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Figure
from banneret.kernel.tally import Tally
from banneret.rulebooks.skirmish.army.choices import (
    ACTION,
    CREATURE,
    STARTS,
    faction_names,
    tables,
    texts,
)
from banneret.rulebooks.skirmish.army.decks import (
    LEVELS,
    Deck,
    as_data,
    deck_faults,
    deck_of,
    faction_of,
    from_data,
    main_faction,
)
from banneret.rulebooks.skirmish.army.scenarios import read_scenario
from banneret.rulebooks.skirmish.tables.actions import TYPES, ActionCard, action_card, action_cards
from banneret.rulebooks.skirmish.tables.creatures import (
    CreatureCard,
    creature_card,
    creature_cards,
    factions,
)
from banneret.rulebooks.skirmish.tables.numbers import STARTING_LEVEL, STARTING_LEVELS
from banneret.rulebooks.skirmish.tables.reading import STEP_OF_DAMAGE
from banneret.rulebooks.skirmish.text.pictures import pictures

MOST_LISTED: Final = 60
_COUNTED: Final = re.compile(r"\s*(\d{1,2})?\s*(.*?)\s*")
_STARTING: Final = "skirmish:setup.starting.levels"


class Decks(Muster):
    """The muster of decks."""

    @property
    def tables(self) -> Tables:
        """Creature cards and action cards."""
        return tables()

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """All sides, or none if the scenario places the creatures itself."""
        return () if "standing" in scenario.data else scenario.sides

    def card(self, entry: Entry, army: ArmyList) -> Card:
        """A card as it is printed; creatures cost their levels. Rules: skirmish:setup.deck-counts, skirmish:card.level."""
        if word_of(entry, CREATURE):
            return _creature(creature_card(word_of(entry, CREATURE)), entry)
        return _action(action_card(word_of(entry, ACTION)))

    def faults(self, army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
        """The faults of an army: wrong counts, and too many levels of starting creatures.

        Rules: skirmish:setup.deck-counts, skirmish:setup.miniatures, skirmish:setup.starting.levels.
        """
        if not army.entries:
            return []
        entries = [army.entries[place] for place in cards]
        found = [Fault(text, fix, rule=rule) for text, fix, rule in deck_faults(_deck(entries))]
        starting = [one for one in entries if _starts(one)]
        levels = sum([creature_card(word_of(one, CREATURE)).level * _starts(one) for one in starting])
        if levels > STARTING_LEVELS:
            text = f"{levels} levels start on the board, and {STARTING_LEVELS} are the most"
            found.append(Fault(text, f"save {levels - STARTING_LEVELS} of them", rule=_STARTING))
        return found

    def sums(self, army: ArmyList, cards: Mapping[int, Card]) -> tuple[Figure, ...]:
        """The counts of the decks, their faction, and the creatures that start. Rules: skirmish:setup.deck-counts, skirmish:setup.factions."""
        entries = [army.entries[place] for place in cards]
        deck = _deck(entries)
        faction = faction_of(deck)
        start = [
            f"{_starts(one)} {name}" if _starts(one) > 1 else name
            for one in entries
            if _starts(one) and (name := creature_card(word_of(one, CREATURE)).name)
        ]
        counts = (
            Figure("Creatures", str(len(deck.creatures)), rule="skirmish:setup.deck-counts"),
            Figure("Action cards", str(len(deck.actions)), rule="skirmish:setup.deck-counts"),
            Figure("Decks", faction_names().get(faction, "built freely"), rule="skirmish:setup.factions"),
        )
        return (*counts, Figure("Start", ", ".join(start), rule=_STARTING)) if start else counts

    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        """The scenario with these decks. Against the whole decks of a faction the other side takes the other faction.

        Starting creatures are left out: they are chosen in secret at the table, and all may read a scenario.
        Rules: skirmish:setup.factions, skirmish:setup.starting.secret.
        """
        data = dict(scenario.data)
        brought = list(data["factions"])
        names = list(data["names"])
        decks = list(data.get("decks") or [{} for _ in scenario.sides])
        for side, army in armies.items():
            seat = scenario.sides.index(side)
            deck = _deck(army.entries)
            faction = faction_of(deck)
            decks[seat] = {} if faction else as_data(deck)
            changed = brought[seat] != (faction or main_faction(deck))
            brought[seat] = faction or main_faction(deck)
            if army.name or changed:
                names[seat] = army.name or faction_names()[brought[seat]]
        if len(scenario.sides) == 2 and brought[0] == brought[1]:
            for seat, side in enumerate(scenario.sides):
                if side not in armies and not decks[seat]:
                    brought[seat] = next(name for name in factions() if name != brought[seat])
                    names[seat] = faction_names()[brought[seat]]
        data |= {"factions": brought, "names": _told_apart(names)}
        data.pop("decks", None)
        if any(decks):
            data["decks"] = decks
        plain = {
            "id": scenario.id,
            "title": scenario.title,
            "level": scenario.level,
            "sides": list(scenario.sides),
            "summary": scenario.summary,
            "kind": scenario.kind,
            "data": data,
        }
        return read_scenario(plain, scenario.id)

    def listed(self, text: str, where: str = "") -> ArmyList:
        """The decks of a list such as "Gold Dragon, 2 Elf Archers, 2 Shield", or those of a faction: "Drow"."""
        whole = {name.lower(): faction for faction, name in faction_names().items()}
        if text.strip().lower() in whole:
            return ArmyList("skirmish", _entries(deck_of(whole[text.strip().lower()])), text.strip().title())
        known: dict[str, CreatureCard | ActionCard] = {card.name.lower(): card for card in action_cards()}
        known |= {card.name.lower(): card for card in creature_cards()}
        parts = text.split(",")
        if len(parts) > MOST_LISTED:
            raise BadInput("the list is too long", where=where, hint=f"at most {MOST_LISTED} cards")
        creatures: list[int] = []
        actions: list[int] = []
        for part in parts:
            match = _COUNTED.fullmatch(part)
            name = (match[2] if match else part).lower()
            card = known.get(name) or known.get(name.removesuffix("s"))
            if card is None:
                names = [one.name for one in known.values()]
                hint = nearest(name[:40], names)
                raise BadInput(f"there is no card {part.strip()[:40]!r}", where=where, hint=hint)
            pile = creatures if isinstance(card, CreatureCard) else actions
            pile += [card.index] * int((match[1] if match else None) or 1)
        return ArmyList("skirmish", _entries(Deck(tuple(sorted(creatures)), tuple(sorted(actions)))))

    def short(self, army: ArmyList) -> str:
        """The creatures of an army as a list that `listed` reads. Raises `BadInput` if it has none."""
        said = [
            f"{entry.count} {creature_card(word_of(entry, CREATURE)).name}"
            for entry in army.entries
            if word_of(entry, CREATURE)
        ]
        if not said:
            raise BadInput("it has no creatures", where=army.name or "army", hint="add creature cards")
        return ", ".join(said)

    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        """The decks that a scenario gives a side, as an army."""
        seat = scenario.sides.index(side)
        own = scenario.data.get("decks", [{}] * len(scenario.sides))[seat]
        faction = scenario.data["factions"][seat]
        deck = from_data(own["creatures"], own["actions"]) if own else deck_of(faction)
        return ArmyList("skirmish", _entries(deck), scenario.data["names"][seat], LEVELS)


def _creature(card: CreatureCard, entry: Entry) -> Card:
    """A creature card, priced by its level. Rules: skirmish:setup.deck-counts, skirmish:setup.starting.levels."""
    starts = _starts(entry)
    faults: list[Fault] = []
    if starts > entry.count:
        text = f"{starts} start, and there {'is 1' if entry.count == 1 else f'are {entry.count}'}"
        faults.append(Fault(text, "let fewer start", field=STARTS, rule=_STARTING))
    if starts and card.level > STARTING_LEVEL:
        text = f"level {card.level} is above {STARTING_LEVEL}, so it cannot start"
        faults.append(Fault(text, "let others start", field=STARTS, rule=_STARTING))
    return card_of(
        card.name,
        Tally("levels", card.level, f"level of {card.name}", "skirmish:setup.deck-counts"),
        (
            Figure("Level", str(card.level), rule="skirmish:card.level"),
            Figure("Hit points", str(card.hp), rule="skirmish:damage.tokens"),
            Figure("Damage", str(card.damage), rule="skirmish:damage.tokens"),
            Figure("Speed", str(card.speed), rule="skirmish:move.distance"),
        ),
        (
            ", ".join([*card.abilities, *card.keywords, *(["LARGE"] if card.across > 1 else [])]) + ".",
            *texts()[card.id],
        ),
        pictures().get(card.id, ""),
        tuple(faults),
        boxes=card.hp // STEP_OF_DAMAGE,
        playing=True,
    )


def _action(card: ActionCard) -> Card:
    """An action card, which costs no levels. Rules: skirmish:card.level, skirmish:card.ability."""
    return card_of(
        card.name,
        Tally("levels", 0, "action cards cost no levels", "skirmish:setup.deck-counts"),
        (
            Figure("Level", str(card.level), rule="skirmish:card.level"),
            Figure("Ability", card.ability, rule="skirmish:card.ability"),
        ),
        (", ".join([TYPES[card.type].capitalize(), *card.requires]) + ".", *texts()[card.id]),
        pictures().get(card.id, ""),
        playing=True,
    )


def _starts(entry: Entry) -> int:
    """The number of an entry's creatures that start on the board."""
    value = entry.values.get(STARTS, 0)
    return value if isinstance(value, int) and CREATURE in entry.values else 0


def _deck(entries: list[Entry] | tuple[Entry, ...]) -> Deck:
    """The decks of some entries; of a card no more than `MOST_LISTED` are counted, which is a fault already."""
    creatures: list[int] = []
    actions: list[int] = []
    for entry in entries:
        count = min(entry.count, MOST_LISTED)
        if word_of(entry, CREATURE):
            creatures += [creature_card(word_of(entry, CREATURE)).index] * count
        else:
            actions += [action_card(word_of(entry, ACTION)).index] * count
    return Deck(tuple(sorted(creatures)), tuple(sorted(actions)))


def _entries(deck: Deck) -> tuple[Entry, ...]:
    """Decks as entries, one for each different card."""
    return (
        *[
            Entry({CREATURE: creature_cards()[index].id}, CREATURE, deck.creatures.count(index))
            for index in sorted(set(deck.creatures))
        ],
        *[
            Entry({ACTION: action_cards()[index].id}, ACTION, deck.actions.count(index))
            for index in sorted(set(deck.actions))
        ],
    )


def _told_apart(names: list[str]) -> list[str]:
    """Names of sides made different: one that another side has already gets a number."""
    found: list[str] = []
    for name in names:
        number = 2
        said = name
        while said in found:
            said, number = f"{name} {number}", number + 1
        found.append(said)
    return found
