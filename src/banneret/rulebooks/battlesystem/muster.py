"""Armies of units and commanders, chosen from the tables, with every derived figure shown as a sum, and priced in points.

Rules: battlesystem:2.8e, battlesystem:2.8f, battlesystem:3.1 to battlesystem:3.3, battlesystem:4.10a, battlesystem:4.10b.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
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
    word_of,
)
from banneret.kernel.catalogue import read_toml
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Figure
from banneret.rulebooks.battlesystem.characters import classes
from banneret.rulebooks.battlesystem.creatures import DATA, armoury, creature_of, creatures, people_of
from banneret.rulebooks.battlesystem.enlisting import Enlisted, Recruit, enlist
from banneret.rulebooks.battlesystem.entries import (
    FIGURES,
    KINDS,
    character_of,
    commands,
    entry_of,
    entry_of_row,
    mixed_into,
    number_of,
    reach_of,
    recruit_of,
)
from banneret.rulebooks.battlesystem.facts import PARENTS
from banneret.rulebooks.battlesystem.kinds import kind
from banneret.rulebooks.battlesystem.mixing import mixed
from banneret.rulebooks.battlesystem.ratings import charisma_bonus, total
from banneret.rulebooks.battlesystem.scenarios import MOST_UNITS, read_scenario, shipped
from banneret.rulebooks.battlesystem.sheets import RANKS, commander_card, damage_of, hit_dice_of, unit_card
from banneret.rulebooks.battlesystem.shortlist import read_list

ROLLS: Final = {"adnd": "Best of six: four dice, the lowest left out", "dnd": "Three dice"}
FORMATIONS: Final = ("usual", "closed", "open", "skirmish", "mob")


class Armies(Muster):
    """What Battlesystem offers to who builds an army."""

    @property
    def tables(self) -> Tables:
        """Creatures on foot and all that may be chosen with them."""
        return _tables()

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """Every side of every battle may bring an army in place of its own."""
        return tuple(scenario.sides)

    def card(self, entry: Entry, army: ArmyList) -> Card:
        """A unit or commander with its sheet. Rules: battlesystem:3.1, battlesystem:3.2."""
        return commander_card(entry) if commands(entry) else unit_card(entry, bool(mixed_into(entry, army)))

    def faults(self, army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
        """Too many units, and orders of command that cannot be. Rules: battlesystem:4.10a, battlesystem:4.10b."""
        return [*_army_faults(army, cards), *_mixing_faults(army, cards)]

    def sums(self, army: ArmyList, cards: Mapping[int, Card]) -> tuple[Figure, ...]:
        """How many units, figures and creatures. Rule: battlesystem:2.2."""
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


# ---------------------------------------------------------------- the army as a whole


def _army_faults(army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
    """Rules: battlesystem:4.10a, battlesystem:4.10b."""
    units = sum([one.count for one in army.entries if not commands(one) and not word_of(one, "mixed")])
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
    """Brigades: from eight units on, two or more, of four to eight units each. Rule: battlesystem:4.10a."""
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
            text = "a Brigade Commander needs a name of his own, so that units can be put under him"
            found.append(Fault(text, "name him", at, field="name", rule=rule))
        elif not 4 <= led <= 8:
            text = f"{who} commands {led} units"
            found.append(Fault(text, "put 4 to 8 under him (brigade)", at, field="name", rule=rule))
    return found


def _mixing_faults(army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
    """What is mixed must be of one ratio and fight with the same weapon, and of a number that its kind may have.

    Rules: battlesystem:3.1a, battlesystem:3.1b, battlesystem:2.8e, battlesystem:2.9i, battlesystem:2.10l.
    """
    found: list[Fault] = []
    for place in cards:
        entry = army.entries[place]
        named = [army.entries[at] for at in cards if army.entries[at].name and not commands(army.entries[at])]
        other = next((one for one in named if one.name == word_of(entry, "mixed")), None)
        if other is None or commands(entry):
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
        elif recruit_of(entry).weapons != recruit_of(other).weapons:
            text, fix, rule = (
                "all figures of a unit have the same weapons",
                "choose the same",
                "battlesystem:3.1b",
            )
        if text:
            where = f"entry {place + 1}, {cards[place].title}"
            found.append(Fault(text, fix, place, where, "mixed", rule))
    return [*found, *_size_faults(army, cards)]


def _size_faults(army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
    """Units that are too large or too small with all that is mixed into them. Rules: battlesystem:2.8e, 2.9i, 2.10l."""
    found: list[Fault] = []
    for place in cards:
        entry = army.entries[place]
        others = mixed_into(entry, army)
        if not others or commands(entry):
            continue
        sort = kind(recruit_of(entry).kind)
        number = sum([one.count * number_of(one, "figures", FIGURES) for one in [entry, *others]])
        if not sort.fewest <= number <= sort.most:
            text, fix = f"{number} figures in one unit", f"{sort.fewest} to {sort.most}"
            where = f"entry {place + 1}, {cards[place].title}"
            found.append(Fault(text, fix, place, where, "figures", sort.size_rule))
    return found


# ---------------------------------------------------------------- into scenarios


def rows_of(army: ArmyList) -> list[dict[str, Any]]:
    """The rosters of an army's units as scenarios write them. Rule: battlesystem:3.1."""
    found: list[dict[str, Any]] = []
    for entry in army.entries:
        if commands(entry) or word_of(entry, "mixed"):
            continue
        one = enlist(recruit_of(entry))
        for number in range(1, entry.count + 1):
            title = entry.name or one.creature.plural
            name = title if entry.count == 1 else f"{title} {number}"
            found.append(_placed(_row(one, name, entry, army), entry, army))
    return _told_apart(found)


def _row(one: Enlisted, name: str, entry: Entry, army: ArmyList) -> dict[str, Any]:
    """The roster of one unit, with what is mixed into it."""
    row = one.row(name)
    parts = [enlist(recruit_of(other)) for other in mixed_into(entry, army) for _ in range(other.count)]
    return mixed(one, parts, row, [part.row() for part in parts]) if parts else row


def _placed(row: dict[str, Any], entry: Entry, army: ArmyList) -> dict[str, Any]:
    """The roster with what its owner says of formation, frontage and brigade."""
    formation = word_of(entry, "formation", "usual")
    if formation != "usual":
        row["formation"] = formation
    if number_of(entry, "files"):
        row["files"] = number_of(entry, "files")
    brigade = word_of(entry, "brigade")
    if brigade:
        row["brigade"] = brigade
    return row


def _told_apart(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Units of one name get numbers."""
    names = [row["name"] for row in rows]
    counts: dict[str, int] = {}
    for row in rows:
        name = row["name"]
        if names.count(name) > 1:
            counts[name] = counts.get(name, 0) + 1
            row["name"] = f"{name} {counts[name]}"
    return rows


def leaders_of(army: ArmyList) -> list[dict[str, Any]]:
    """The commanders above units, as scenarios write them. Rules: battlesystem:3.2, battlesystem:4.8a."""
    found: list[dict[str, Any]] = []
    for entry in army.entries:
        if not commands(entry):
            continue
        creature = creature_of(word_of(entry, "creature", "human-fighter-1"))
        _, _, charisma = character_of(entry)
        rank = word_of(entry, "rank")
        found.append(
            {
                "id": entry.name or rank,
                "name": entry.name or RANKS[rank],
                "rank": rank,
                "cr": float(Fraction(total(reach_of(entry)), 3)),
                "cb": charisma_bonus(charisma),
                "mv": creature.movement,
                "creature": creature.people,
                "hates": list(people_of(creature).hates),
            }
        )
    return found


# ---------------------------------------------------------------- tables


@cache
def _tables() -> Tables:
    data = read_toml(DATA / "muster.toml")
    kinds = tuple(
        [
            Kind(row["id"], row["title"], tuple([_field(field) for field in row["field"]]))
            for row in data["kind"]
        ]
    )
    takers = {name: tuple(scenario.sides) for name, scenario in shipped().items()}
    return Tables("battlesystem", data["points"], tuple(data["budgets"]), kinds, takers, data["text"])


def _field(row: Mapping[str, Any]) -> Field:
    choices = _choices(row["choices"]) if "choices" in row else ()
    plain = {name: row[name] for name in ("default", "least", "most", "of", "text", "rare") if name in row}
    return Field(row["id"], row["title"], row["form"], choices, **plain)


def _choices(table: str) -> tuple[Choice, ...]:
    if table == "creatures":
        return tuple([_creature_choice(one.id) for one in creatures().values()])
    if table == "weapons":
        return tuple([_weapon_choice(name) for name in armoury().arms])
    if table == "armours":
        worn = [Choice(one.id, one.name, text=f"AC {one.armour_class}") for one in armoury().armours.values()]
        return (Choice("usual", "As usual"), *worn)
    if table == "classes":
        return tuple([Choice(one.id, one.name) for one in classes().values()])
    if table == "ranks":
        return tuple([Choice(rank, name, "", _price_of_rank(rank)) for rank, name in RANKS.items()])
    if table == "rolls":
        return tuple([Choice(parent, ROLLS[parent]) for parent in PARENTS])
    words = {
        "kinds": KINDS,
        "shields": ("usual", "yes", "no"),
        "formations": FORMATIONS,
        "alignments": ("usual", "lawful", "neutral", "chaotic"),
    }[table]
    return tuple([Choice(word, word.capitalize()) for word in words])


def _price_of_rank(rank: str) -> int:
    """What a commander costs of whom nothing but his rank is said."""
    return commander_card(Entry({"rank": rank}, "commander")).cost


def _creature_choice(name: str) -> Choice:
    found = enlist(Recruit(name, FIGURES))
    creature = found.creature
    text = f"AC {creature.armour_class}, {hit_dice_of(found)}, MV {creature.movement:g}, {found.ratio}:1"
    card = unit_card(Entry({"creature": name}))  # as a unit of which no more is said
    return Choice(name, creature.plural, creature.group, card.cost, text)


def _weapon_choice(name: str) -> Choice:
    arm = armoury().arms[name]
    weapon = {"sm": [arm.small], "l": [arm.large], "reach": arm.reach}
    hands = "two-handed" if arm.hands > 1 else ""
    return Choice(name, arm.name, hands, text=damage_of(weapon))


MUSTER: Final = Armies()
