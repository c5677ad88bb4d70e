"""The roles that a scenario lists: who is with which unit, who is whose deputy, and who takes over from whom.

Rules: battlesystem:9.0, battlesystem:9.1, battlesystem:9.2a, battlesystem:9.3, battlesystem:9.3a, battlesystem:9.3b, battlesystem:9.3f.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.army.rosters.reader import Listed, ListedCaptain
from banneret.rulebooks.battlesystem.army.unit_builder import DEMIHUMANS
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, HERO, MEMBER, UNIT_COMMANDER
from banneret.rulebooks.battlesystem.tables.ratings import charisma_bonus, command_radius
from banneret.rulebooks.battlesystem.tables.rosters import Roster
from banneret.rulebooks.battlesystem.worth.membership import why_not_with

DEPUTIES: Final = {UNIT_COMMANDER: (BRIGADE, ARMY), BRIGADE: (ARMY,), ARMY: ()}
"""The ranks to which a commander may be deputy, by his own; individuals who command nobody, to any. Rule: battlesystem:9.3a."""
LEAST: Final = 3  # the lowest charisma there is
MOST: Final = 19  # and the highest
TENTHS: Final = 10
ANY: Final = (UNIT_COMMANDER, BRIGADE, ARMY)


def with_chiefs(units: list[Listed], captains: list[ListedCaptain]) -> list[ListedCaptain]:
    """The individuals of a side, then the Unit Commanders who may leave their units but have no sheet of their own. Rule: 9.2h."""
    found = list(captains)
    for one in units:
        if one.chief is not None:
            chief = ListedCaptain(f"{one.key}-commander", one.chief)
            chief.unit = one.key
            found.append(chief)
    return found


def imply_charisma(units: list[Listed], captains: list[ListedCaptain]) -> None:
    """Give Unit Commanders without a sheet the charisma bonus that their command radius implies. Rules: 9.2h, 4.8, 4.9."""
    led = [one.unit for one in captains if one.sheet.rank == UNIT_COMMANDER]
    for one in units:
        if one.roster.commander and one.key not in led:
            one.roster.charisma = implied_bonus(one.roster)
            if one.chief is not None:
                one.chief.charisma = one.roster.charisma


def implied_bonus(roster: Roster) -> int:
    """The bonus of the charisma that gives a fighter of the members' level the unit's command radius; 0 if none does, or for monsters. Rule: 9.2h."""
    if roster.creature != "human" and roster.creature not in DEMIHUMANS:
        return 0  # their radius comes from their movement. Rule: battlesystem:4.8
    level = 0 if roster.weak else roster.figure // (TENTHS * roster.ratio)
    for score in range(LEAST, MOST + 1):
        if command_radius(score, level, True) == roster.radius:
            return charisma_bonus(score)
    return 0


def check_ids(fields: Fields, units: list[str], captains: list[ListedCaptain]) -> None:
    """Raise `BadInput` if deputies are listed and an individual has the id of a unit: a deputy names either by its id. Rule: battlesystem:9.3."""
    for one in captains:
        if one.key in units and any(other.deputy for other in captains):
            raise fields.wrong(f"leaders: {one.key!r} is the id of a unit too")


def settle(units: list[Listed], captains: list[ListedCaptain], first_unit: int, first: int) -> None:
    """Write on the sheets of a side the unit that each individual is with and whose deputy he is, by number; raises `BadInput`.

    `first_unit` and `first` are the numbers of the first of its units and individuals.
    """
    keys = [one.key for one in units]
    names = [one.key for one in captains]
    led: list[str] = []
    for one in captains:
        if one.unit:
            if one.unit not in keys:
                raise _wrong(one, f"unit: there is no unit {one.unit!r}", nearest(one.unit, keys))
            unit = units[keys.index(one.unit)]
            one.sheet.unit = first_unit + keys.index(one.unit)
            if one.sheet.rank == UNIT_COMMANDER:
                _lead(one, unit, led)
            else:
                _belong(one, unit)
    posts: list[str] = []
    for one in captains:
        if not one.deputy:
            continue
        if one.deputy == one.key:
            raise _wrong(one, "deputy: nobody is deputy of himself")
        if one.sheet.radius <= 0.0:
            raise _wrong(one, "deputy: he needs a command radius", "give him cr")
        rank = _rank_of_post(one, units, captains)
        if rank not in DEPUTIES.get(one.sheet.rank, ANY):
            raise _wrong(one, "deputy: a commander is deputy of one of a higher rank only")
        if rank == UNIT_COMMANDER:
            key = one.deputy if one.deputy in keys else captains[names.index(one.deputy)].unit
            one.sheet.deputy_unit = first_unit + keys.index(key)
        else:
            key = one.deputy
            one.sheet.deputy_leader = first + names.index(key)
        if key in posts:
            raise _wrong(one, "deputy: each commander has one deputy only")
        posts.append(key)


def _lead(one: ListedCaptain, unit: Listed, led: list[str]) -> None:
    """Give a Unit Commander with a sheet the command in his unit's row, which must name him; raises `BadInput`. Rule: battlesystem:9.2a."""
    roster = unit.roster
    if roster.commander != one.sheet.name:
        raise _wrong(one, f"name: the commander of {roster.name} is {roster.commander or 'nobody'}")
    if unit.key in led:
        raise _wrong(
            one, f"unit: {roster.name} has two Unit Commanders", "leave out apart = true where he has a sheet"
        )
    led.append(unit.key)
    one.sheet.radius, one.sheet.charisma = roster.radius, roster.charisma


def _belong(one: ListedCaptain, unit: Listed) -> None:
    """Raise `BadInput` if an individual may not be a member of a unit. Rules: battlesystem:9.1, battlesystem:9.1b."""
    champion, roster = one.sheet.champion, unit.roster
    assert champion is not None, "members have a sheet"
    if roster.engine is not None:
        raise _wrong(one, "unit: a crew of artillery has no members")
    why = why_not_with(champion, roster)
    if why:
        raise _wrong(one, f"unit: {why}")


def _rank_of_post(one: ListedCaptain, units: list[Listed], captains: list[ListedCaptain]) -> int:
    """The rank of the commander whose deputy an individual is; raises `BadInput` if there is none. Rule: battlesystem:9.3a."""
    for other in captains:
        if other.key == one.deputy:
            if other.sheet.rank in (HERO, MEMBER):
                raise _wrong(one, f"deputy: {other.sheet.name} commands nobody")
            return other.sheet.rank
    for unit in units:
        if unit.key == one.deputy:
            if not unit.roster.commander:
                raise _wrong(one, f"deputy: {unit.roster.name} has no commander")
            return UNIT_COMMANDER
    known = [*[unit.key for unit in units], *[other.key for other in captains]]
    raise _wrong(one, f"deputy: there is no commander {one.deputy!r}", nearest(one.deputy, known))


def chart_of(
    keys: list[tuple[str, ...]], captains: list[ListedCaptain], where: str, first: int
) -> list[tuple[int, ...]]:
    """The Chain of Command charts of a side, by number: in each row a commander, then his successors; raises `BadInput`. Rule: battlesystem:9.3f."""
    names = [one.key for one in captains]
    found: list[tuple[int, ...]] = []
    for row in keys:
        for key in row:
            if key not in names:
                raise BadInput(
                    f"chart: there is no individual {key!r}", where=where, hint=nearest(key, names)
                )
        sheets = [captains[names.index(key)].sheet for key in row]
        if len(row) < 2 or len(set(row)) < len(row):
            raise BadInput("chart: each row names a commander and his successors, each once", where=where)
        if sheets[0].rank not in ANY:
            raise BadInput(f"chart: {sheets[0].name} commands nobody", where=where)
        for sheet in sheets[1:]:
            if sheet.radius <= 0.0:
                raise BadInput(f"chart: {sheet.name} needs a command radius", where=where, hint="give him cr")
        found.append(tuple([first + names.index(key) for key in row]))
    if len({row[0] for row in found}) < len(found):
        raise BadInput("chart: two rows begin with the same commander", where=where)
    return found


def _wrong(one: ListedCaptain, message: str, hint: str = "") -> BadInput:
    return BadInput(message, where=one.sheet.name, hint=hint)


def any_changes(captains: list[ListedCaptain], charts: list[tuple[int, ...]]) -> bool:
    """True if roles can change in the battle: there is a chart, a deputy, an individual with a unit, or a hero who may command. Rule: battlesystem:9.0a."""
    return bool(charts) or any(
        one.unit or one.deputy or (one.sheet.rank == HERO and one.sheet.radius > 0.0) for one in captains
    )
