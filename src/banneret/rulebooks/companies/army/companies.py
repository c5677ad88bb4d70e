"""A company read from plain data: its lifepaths, its commander and seconds, its arms.

Rules: companies:force.affiliation, companies:force.free-lifepaths, companies:force.package-custom, companies:force.purchase.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.kernel.errors import nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.companies.state import UNLISTED, Force
from banneret.rulebooks.companies.tables.officers import Officer, officers, unnamed_officer
from banneret.rulebooks.companies.tables.skills import WISE, skills
from banneret.rulebooks.companies.tables.specialists import MORTAL
from banneret.rulebooks.companies.tables.troops import (
    BOUGHT,
    COMPETENCE,
    MOUNTED,
    STEALTH,
    Lifepath,
    Package,
    Stock,
    lifepaths,
    packages,
    size_of,
    stocks,
)

FREE: Final = 5
"""The lifepaths that every company has for nothing. Rule: companies:force.free-lifepaths."""
COURIERS: Final = ("Inconspicuous", "Conspicuous")
"""The skills of the couriers of irregular companies. Rule: companies:spec.runners."""
MOST_FURTHER: Final = 8
MOST_SCENES: Final = 3
UNTRAINED: Final = 2
"""The competence without an affiliation; each die of one adds 1. Rule: companies:force.competence."""
MOST_SECONDS: Final = 4
MOST_MEMBERS: Final = 20
"""The most members that a company may list one by one. Rule: companies:disp.infiltration-winner."""
MOST_TROOPS: Final = 100_000
MOBILITY: Final = ("foot", MOUNTED, "winged")


@dataclass(frozen=True, slots=True)
class Recruited:
    """A company as it was read.

    Attributes:
        force: The company itself.
        commander: The character who leads it.
        seconds: Those who help, and take over from the commander.
        unnamed: The officer who leads when all of them are out.
        wounds: The steps of the wounds that each brings from an earlier battle, by the id of the officer.
    """

    force: Force
    commander: Officer
    seconds: tuple[Officer, ...]
    unnamed: Officer
    wounds: dict[str, tuple[int, ...]]


def read_company(row: Fields, side: int) -> Recruited:
    """A company from its table; raises `BadInput` naming the field. Rules: companies:force.company, companies:objective.declare."""
    name = row.text("name")
    known = officers()
    commander = known[row.word("commander", list(known))]
    seconds = _seconds(row, commander)
    pack = _package(row)
    stock = stocks()[row.word("stock", list(stocks()), pack.stock if pack else commander.stock)]
    paths = _lifepaths(row, pack, stock.id)
    competence = _competence(row)
    weapon = _weapon(row, paths, pack.weapon if pack else "")
    troops = row.number("troops", least=1, most=MOST_TROOPS)
    mobility = row.word("mobility", MOBILITY, MOBILITY[0])
    force = Force(
        name=name,
        side=side,
        stats=stock.stats,
        competence=competence,
        skills=frozenset([name for path in paths for name in path.skills]),
        weapon=competence,
        size=size_of(stock, mobility == MOUNTED),
        couriers=couriers_of(stock, pack, paths),
        longest=row.flag("longest"),
        fitting_wises=_wises(row),
        arms=weapon,
        label=pack.label if pack else "Irregular company",
        stock=stock.id,
        lifepaths=tuple([path.name for path in paths]),
        objective=row.text("objective"),
        troops=troops,
        moves=mobility != MOBILITY[0],
        speed=round(10 * stock.speed),
        gear=row.number("gear", 1, most=3),
        hide=stock.natural_armour,
        tools=row.flag("right_tools"),
        ground=row.flag("superior_position"),
        training=tuple([one for path in paths for one in path.training]),
        infiltration=sum(path.infiltration for path in paths),
        members=_members(row, troops),
        affiliation=competence - UNTRAINED,
        scenes=row.number("scenes", 0, most=MOST_SCENES),
    )
    wounds = _wounds(row, (commander, *seconds))
    row.end()
    return Recruited(force, commander, seconds, unnamed_officer(stock.id, competence, weapon), wounds)


def couriers_of(stock: Stock, pack: Package | None, paths: list[Lifepath]) -> tuple[str, ...]:
    """The skills of a company's couriers: those of its stock; irregular companies may also use Inconspicuous and Conspicuous.

    A company is regular by the soldiers' package of its own stock, also if it lists the five lifepaths of that package one by one, swapped
    only as the package allows. Rules: companies:spec.runners, companies:force.package-human.
    """
    regular = packages().get(stock.id)
    if pack is None and regular is not None:
        free = {path.id for path in paths[:FREE]}
        if all(one in free or regular.swaps.get(one, "") in free for one in regular.lifepaths):
            return stock.couriers
    if pack is not None and pack.regular and pack.stock == stock.id:
        return stock.couriers
    return tuple(dict.fromkeys((*stock.couriers, *COURIERS)))


def _seconds(row: Fields, commander: Officer) -> tuple[Officer, ...]:
    """The named seconds, each once and none of them the commander."""
    names = row.words("seconds", MOST_SECONDS)
    known = officers()
    for name in names:
        if name not in known:
            raise row.wrong(f"seconds: {name[:40]!r} is not known", nearest(name, known))
    if len({commander.id, *names}) != len(names) + 1:
        raise row.wrong("seconds: nobody serves twice in a company")
    return tuple([known[name] for name in names])


def _package(row: Fields) -> Package | None:
    """The package; None if five lifepaths are listed instead. Rules: companies:force.free-lifepaths, companies:force.package-custom."""
    if row.has("lifepaths"):
        return None
    return packages()[row.word("package", list(packages()))]


def _lifepaths(row: Fields, pack: Package | None, stock: str) -> list[Lifepath]:
    """All lifepaths of a company: the five free ones, further ones, and those of friends who serve.

    Free ones that are listed instead of a package must be of the company's stock, and none of them a higher one.
    Rules: companies:force.package-custom, companies:force.higher, companies:force.purchase, companies:force.relationship.
    """
    if pack:
        found = [lifepaths()[name] for name in pack.lifepaths]
    else:
        found = _named(row, "lifepaths", FREE)
        if len(found) != FREE:
            raise row.wrong(f"lifepaths: {FREE} free ones are expected, not {len(found)}")
        for path in found:
            if path.stock != stock or path.higher:
                reason = (
                    "is a higher one, which is not free" if path.higher else f"is not of the stock {stock}"
                )
                raise row.wrong(f"lifepaths: {path.id} {reason}")
    further = _named(row, "extra_lifepaths", MOST_FURTHER)
    bought = [row.number("bought", 0, most=3)] if row.has("bought") else []
    room = sum(BOUGHT.get(dice, 0) for dice in bought)
    if bought and len(further) < room:
        raise row.wrong(
            f"extra_lifepaths: the bought affiliation adds {room}, and all of them must be listed"
        )
    return found + further + _named(row, "relationships", MOST_SECONDS)


def _named(row: Fields, field: str, most: int) -> list[Lifepath]:
    """The lifepaths that a field names."""
    known = lifepaths()
    found = []
    for name in row.words(field, most):
        if name not in known:
            raise row.wrong(f"{field}: {name[:40]!r} is not known", nearest(name, known))
        found.append(known[name])
    return found


def _competence(row: Fields) -> int:
    """The exponent of all troops: by the highest affiliation, bought ones included. Rules: companies:force.competence, companies:force.purchase-exponent."""
    dice = row.number("affiliation_dice", least=1, most=3)
    return COMPETENCE[max(dice, row.number("bought", 0, most=3))]


def _weapon(row: Fields, paths: list[Lifepath], default: str) -> str:
    """The weapon with which the troops strike: a melee skill of one of their lifepaths. Rule: companies:force.weapon-skill."""
    offered = [
        name
        for name in dict.fromkeys([one for path in paths for one in path.weapons])
        if not skills()[name].missile
    ]
    return row.word("weapon", offered, default if default in offered else None)


def _wises(row: Fields) -> tuple[str, ...]:
    """The wises that fit the ground; if none is named, any one fits. Rule: companies:core.wise."""
    found = row.words("fitting_wises", 6)
    if not all(name.endswith(WISE) for name in found):
        raise row.wrong(f"fitting_wises: names of wises, which end in {WISE}, are expected")
    return found


def _members(row: Fields, troops: int) -> int:
    """The infiltration of a small company whose members are listed, else `UNLISTED`. Rule: companies:disp.infiltration-small."""
    exponents = row.rows("members_stealth", MOST_MEMBERS)
    heavy = row.number("members_heavier_than_leather", 0, most=MOST_MEMBERS)
    if not exponents:
        return UNLISTED
    if not all(isinstance(one, int) and not isinstance(one, bool) and 0 <= one <= 10 for one in exponents):
        raise row.wrong(f"members_stealth: exponents of {STEALTH} from 0 to 10 are expected")
    if len(exponents) != troops:
        raise row.wrong(
            f"members_stealth: one exponent for each of the {troops} troops is expected, not {len(exponents)}"
        )
    if heavy > troops:
        raise row.wrong(f"members_heavier_than_leather: {heavy} are more than the {troops} troops")
    total: int = sum(exponents)
    return total - heavy


def _wounds(row: Fields, people: tuple[Officer, ...]) -> dict[str, tuple[int, ...]]:
    """The wounds that named characters bring from an earlier battle, by their steps. Rule: companies:camp.troops-recover."""
    found: dict[str, tuple[int, ...]] = {}
    if not row.has("wounds"):
        return found
    table = row.table("wounds")
    for officer in people:
        steps = table.rows(officer.id, MOST_MEMBERS)
        if not all(
            isinstance(step, int) and not isinstance(step, bool) and 0 < step < MORTAL for step in steps
        ):
            raise row.wrong(f"wounds: steps from 1 to {MORTAL - 1} are expected for {officer.id}")
        found[officer.id] = tuple(steps)
    table.end()
    return found


def line_of(force: Force) -> str:
    """A company in a line, for choosing a battle."""
    return f"{force.name}: {force.label}, {force.troops} with {force.arms}"
