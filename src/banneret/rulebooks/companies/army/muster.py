"""Companies raised by people, counted in dice of affiliations, and their way into scenarios.

Rules: companies:force.affiliation, companies:force.purchase, companies:force.weapon-skill.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.abilities.muster import (
    ArmyList,
    BoxRow,
    Card,
    Entry,
    Fault,
    Muster,
    ScriptSheet,
    Tables,
    card_of,
    word_of,
    words_of,
)
from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Figure
from banneret.kernel.tally import Tally
from banneret.rulebooks.companies.army.choices import ARMS, DICE, USUAL, tables
from banneret.rulebooks.companies.army.companies import Recruited, read_company
from banneret.rulebooks.companies.army.lists import TROOPS, read_list
from banneret.rulebooks.companies.army.scenarios import read_scenario
from banneret.rulebooks.companies.tables.actions import actions
from banneret.rulebooks.companies.tables.officers import officers
from banneret.rulebooks.companies.tables.skills import skills
from banneret.rulebooks.companies.tables.specialists import WOUNDS
from banneret.rulebooks.companies.tables.troops import BOUGHT, lifepaths, packages
from banneret.rulebooks.companies.text.pictures import STOCK

MOST_COMPANIES: Final = 4
MOST_DISPOSITION: Final = 20  # boxes; ten dice of an Officer's Roll and the bonuses of most battles
MOST_POSITION: Final = 5  # boxes
NUMBERS: Final = {"affiliation_dice": DICE, "troops": TROOPS, "gear": 1}
PLAIN: Final = ("commander", "package", "mobility")
OPEN: Final = ("weapon", "stock")


class Companies(Muster):
    """The muster of companies."""

    @property
    def tables(self) -> Tables:
        """Packages, officers, lifepaths and arms."""
        return tables()

    @property
    def script(self) -> ScriptSheet:
        """The sheet for the scripts of a company. Rules: companies:script.exchange, companies:script.target, companies:script.secret."""
        return ScriptSheet(
            "Script",
            "Before each exchange tick one action for each volley, and write at whom or to where. Nobody sees it: volley by volley, "
            "all companies open theirs together.",
            "Exchange",
            ("Volley 1", "Volley 2", "Volley 3"),
            tuple([action.label.partition(" ")[0] for action in actions()]),
            ("At whom, to where", "They opened", "Skill, dice, successes", "Extra buys", "Disposition after"),
        )

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """Every side of every battle may bring a company of its own."""
        return scenario.sides

    def card(self, entry: Entry, army: ArmyList) -> Card:
        """A company with its card. Rules: companies:force.competence, companies:force.purchase."""
        dice = number_of(entry, "affiliation_dice")
        cost = Tally("dice", dice, "affiliation", "companies:force.affiliation")
        further = words_of(entry, "extra_lifepaths")
        if further:
            least = min([bought for bought, paths in BOUGHT.items() if len(further) <= paths], default=3)
            cost.add(least, f"{len(further)} further", "companies:force.purchase")
        pack = packages()[word_of(entry, "package")]
        try:
            read = recruit(entry)
        except BadInput as bad:
            fault = Fault(bad.message, bad.hint or "choose another", rule="companies:force.affiliation")
            return card_of(pack.label, cost, symbol=STOCK[pack.stock], faults=(fault,))
        return card_of(
            f"{read.force.label} under {read.commander.name}",
            cost,
            _figures(read),
            _words(read),
            STOCK[read.force.stock],
            tracks=_tracks(read),
        )

    def faults(self, army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
        """The faults of an army: too many companies or none, and officers who serve in two of them. Rules: companies:force.two, companies:force.more."""
        total = sum([entry.count for entry in army.entries])
        if not 1 <= total <= MOST_COMPANIES:
            return [
                Fault(
                    f"there are {_companies(total)}",
                    f"bring 1 to {MOST_COMPANIES}",
                    rule="companies:force.two",
                )
            ]
        people = [name for entry in army.entries for name in _people(entry) * entry.count]
        twice = sorted({name for name in people if people.count(name) > 1 and name in officers()})
        if twice:
            said = ", ".join([officers()[name].name for name in twice])
            return [Fault(f"{said} serve twice", "name someone else", rule="companies:force.more")]
        return []

    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        """The scenario with these companies in place of its own, each with the objective of the one it replaces.

        Raises `BadInput` if a side brings more or fewer companies than the scenario has. Rule: companies:objective.declare.
        """
        companies = list(scenario.data["companies"])
        for side, army in armies.items():
            places = [place for place, row in enumerate(companies) if row["side"] == side]
            if len(army.entries) != len(places):
                brought, wanted = _companies(len(army.entries)), _companies(len(places))
                raise BadInput(f"{side} has {brought}", hint=f"bring {wanted}")
            for place, entry in zip(places, army.entries, strict=True):
                row = row_of(entry)
                alone = army.name if len(places) == 1 else ""
                name = entry.name or alone or officers()[row["commander"]].name
                objective = companies[place]["objective"]
                companies[place] = {"side": side, "name": name, "objective": objective, **row}
        data = {**scenario.data, "companies": companies}
        return read_scenario({**scenario.plain(), "data": data}, scenario.id)

    def listed(self, text: str, where: str = "") -> ArmyList:
        """The company of a short list such as "carrow human 2D 200"."""
        found = read_list(text, where)
        return ArmyList("companies", (entry_of({**found, "name": ""}),))

    def short(self, army: ArmyList) -> str:
        """A company as a short list, the reverse of `listed`."""
        entry = army.entries[0]
        words = (
            word_of(entry, "commander", str(_defaults()["commander"])),
            word_of(entry, "package"),
            f"{number_of(entry, 'affiliation_dice')}D",
            str(number_of(entry, "troops")),
        )
        return " ".join(words)

    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        """The companies that a scenario gives a side, as an army."""
        rows = [row for row in scenario.data["companies"] if row["side"] == side]
        name = str(rows[0]["name"]) if len(rows) == 1 else ""
        return ArmyList("companies", tuple([entry_of(row) for row in rows]), name)


def _companies(count: int) -> str:
    return f"{count} compan{'y' if count == 1 else 'ies'}"


def _people(entry: Entry) -> list[str]:
    """The commander and the seconds of a company."""
    return [word_of(entry, "commander", _defaults()["commander"]), *words_of(entry, "seconds")]


def _defaults() -> dict[str, str]:
    return {field.id: field.default for field in tables().kinds[0].fields}


def number_of(entry: Entry, field: str) -> int:
    """The number in a field of an entry, the usual one if none is given."""
    value = entry.values.get(field, NUMBERS[field])
    return value if isinstance(value, int) else NUMBERS[field]


def row_of(entry: Entry) -> dict[str, Any]:
    """An entry as the row of a scenario. Its further lifepaths are those of bought affiliations, the largest that they fill. Rules: companies:force.purchase, companies:force.purchase-exponent."""
    defaults = _defaults()
    row: dict[str, Any] = {name: word_of(entry, name, defaults[name]) for name in PLAIN}
    row |= {name: number_of(entry, name) for name in NUMBERS}
    row |= {name: word for name in OPEN if (word := word_of(entry, name, USUAL)) != USUAL}
    row |= {name: list(words) for name in ("seconds", "extra_lifepaths") if (words := words_of(entry, name))}
    chosen = _chosen(entry)
    if chosen:
        del row["package"]
        row |= chosen
    further = len(words_of(entry, "extra_lifepaths"))
    if further:
        row["bought"] = max([dice for dice, paths in BOUGHT.items() if paths <= further])
    return row | dict.fromkeys(words_of(entry, "arms"), True)


def _chosen(entry: Entry) -> dict[str, Any]:
    """The part of a row for free lifepaths that are chosen one by one; empty where those of the package serve.

    The stock is that of the package, and so is the weapon if one of the lifepaths has it; else it is the first that they have.
    Rules: companies:force.package-human, companies:force.package-custom, companies:force.weapon-skill.
    """
    chosen = words_of(entry, "lifepaths")
    if not chosen:
        return {}
    pack = packages()[word_of(entry, "package")]
    row: dict[str, Any] = {"lifepaths": list(chosen)}
    if word_of(entry, "stock", USUAL) == USUAL:
        row["stock"] = pack.stock
    known = lifepaths()
    offered = [weapon for path in chosen if path in known for weapon in known[path].weapons]
    melee = [weapon for weapon in offered if not skills()[weapon].missile]
    if word_of(entry, "weapon", USUAL) == USUAL and melee:
        row["weapon"] = pack.weapon if pack.weapon in melee else melee[0]
    return row


def entry_of(row: Mapping[str, Any]) -> Entry:
    """The row of a scenario as an entry, without the values that are usual.

    A company that lists five lifepaths has them beside the soldiers' package of its stock, or any package of it.
    """
    stock = str(row.get("stock", officers()[row["commander"]].stock))
    own = [name for name, pack in packages().items() if pack.stock == stock]
    package = row["package"] if "package" in row else own[0] if own else next(iter(packages()))
    values: dict[str, str | int | tuple[str, ...]] = {"package": package}
    defaults = _defaults()
    pack = packages()[str(values["package"])]
    for name in ("commander", "mobility"):
        if row.get(name, defaults[name]) != defaults[name]:
            values[name] = row[name]
    for name, usual in NUMBERS.items():
        if row.get(name, usual) != usual:
            values[name] = int(row[name])
    for name, usual_word in (("weapon", pack.weapon), ("stock", pack.stock)):
        if row.get(name, usual_word) != usual_word:
            values[name] = row[name]
    for name in ("seconds", "extra_lifepaths", "lifepaths"):
        if row.get(name):
            values[name] = tuple(row[name])
    arms = tuple([name for name in ARMS if row.get(name)])
    if arms:
        values["arms"] = arms
    return Entry(values, "company", 1, str(row.get("name", "")))


def recruit(entry: Entry) -> Recruited:
    """The company of an entry; raises `BadInput`."""
    row = {"name": entry.name or "Company", "objective": "Beat the enemy", **row_of(entry)}
    return read_company(Fields(row, "company"), 0)


def _figures(read: Recruited) -> tuple[Figure, ...]:
    force = read.force
    return (
        Figure("Competence", str(force.competence), rule="companies:force.competence"),
        Figure("Weapon", str(force.weapon), rule="companies:force.weapon-skill"),
        Figure("Troops", str(force.troops), rule="companies:disp.outnumber"),
        Figure("Gear", str(force.gear), rule="companies:disp.equipment"),
        Figure("Training", str(len(frozenset(force.training))), rule="companies:disp.training"),
        Figure("Infiltration", str(force.infiltration), rule="companies:disp.infiltration-mass"),
        Figure("Steel", str(read.commander.steel), rule="companies:core.steel"),
    )


def _words(read: Recruited) -> tuple[str, ...]:
    known = ", ".join([f"{name} {value}" for name, value in read.commander.skills.items()])
    return (
        f"{read.force.arms}{', longest' if read.force.longest else ''}",
        f"{read.commander.name}: {known}",
        *[one.name for one in read.seconds],
        "Lifepaths: " + ", ".join(read.force.lifepaths),
    )


def _tracks(read: Recruited) -> tuple[BoxRow, ...]:
    """The rows of boxes to tick in play: Disposition, a position, lost runners, and the wounds of each named character. Rules: companies:disp.loss, companies:core.wounds, companies:spec.runners-effect."""
    wounds = tuple([name.lower() for name in WOUNDS[1:]])
    return (
        BoxRow("Disposition", MOST_DISPOSITION),
        BoxRow("Position", MOST_POSITION),
        BoxRow("Runners", words=("lost",)),
        *[BoxRow(one.name, words=wounds) for one in (read.commander, *read.seconds)],
    )


MUSTER: Final = Companies()
