"""Rosters read from plain data: the block of a unit, of a commander above units, checked down to the last word.

Rules: battlesystem:2.2, battlesystem:2.2b, battlesystem:2.3, battlesystem:2.6 to battlesystem:2.8f, battlesystem:3.1 to 3.1d,
battlesystem:3.2, battlesystem:5.0a, battlesystem:8.6a.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.army.rosters.audit import audit_of, formula_figures
from banneret.rulebooks.battlesystem.army.rosters.champion_reader import champion_of
from banneret.rulebooks.battlesystem.army.rosters.chiefs import sheet_of_chief
from banneret.rulebooks.battlesystem.army.rosters.fields import (
    RATES,
    SIZES,
    ammunition_of,
    attacks_of_steeds,
    base_size,
    engine_in,
    hates_of,
    is_handy,
    missile_in,
    modifier_of,
    movement_of,
    natives_of,
    ratio_of,
    riding_of,
    saves_of,
    swim_of,
    tenths,
    weapon_of,
)
from banneret.rulebooks.battlesystem.stages import BASIC, TIERS
from banneret.rulebooks.battlesystem.state import (
    ARMY,
    BRIGADE,
    FORMATIONS,
    HERO,
    MEMBER,
    NOBODY,
    UNIT_COMMANDER,
)
from banneret.rulebooks.battlesystem.tables.edges import EDGES
from banneret.rulebooks.battlesystem.tables.ratings import is_low, ratio_penalty
from banneret.rulebooks.battlesystem.tables.rosters import (
    CROWD,
    PARENTS,
    REGULAR,
    SKIRMISHERS,
    Post,
    Roster,
)
from banneret.rulebooks.battlesystem.tables.sheets import Sheet
from banneret.rulebooks.battlesystem.tables.unit_kinds import base_of, formation, kind

UNIT_TYPES: Final = ("regular", "skirmish", "mob", "elite", "berserker")
RANKS: Final = {"brigade": BRIGADE, "army": ARMY, "hero": HERO, "unit": UNIT_COMMANDER, "member": MEMBER}
WITH_UNITS: Final = (UNIT_COMMANDER, MEMBER)  # rules: battlesystem:9.1, battlesystem:9.2a
PRINTED: Final = "printed"
BY_RULE: Final = "by-rule"

STAND: Final = 3  # figures on a stand. Rule: battlesystem:2.4

_DERIVED: Final = {"ml": "morale", "dl": "discipline", "ar": "attack_rating"}


class Listed:
    """A unit as a scenario lists it: roster, the names of its brigade and chain, and how it may or shall stand."""

    __slots__ = ("brigade", "chain", "chief", "files", "formation", "key", "post", "roster")

    def __init__(self, key: str, roster: Roster) -> None:
        self.key: str = key
        self.roster: Roster = roster
        self.brigade: str = ""
        self.chain: tuple[str, ...] | None = None
        self.chief: Sheet | None = (
            None  # of its commander, who may leave it and has none of his own. Rule: battlesystem:9.2h
        )
        self.formation: int = NOBODY  # it prefers
        self.files: int = 0  # bases abreast
        self.post: Post | None = None


class ListedCaptain:
    """An individual as a scenario lists him: the place where he shall stand, or the unit with which he is; whose deputy he is."""

    __slots__ = ("deputy", "key", "optional", "place", "sheet", "unit")

    def __init__(self, key: str, sheet: Sheet) -> None:
        self.key: str = key
        self.sheet: Sheet = sheet
        self.optional: bool = False
        self.unit: str = ""  # by its id. Rules: battlesystem:9.1, battlesystem:9.2a
        self.deputy: str = (
            ""  # of a commander above units, or of the commander of a unit, by id. Rule: battlesystem:9.3
        )
        self.place: tuple[float, float] | None = None


def read_unit(row: Any, where: str, options: Mapping[str, str]) -> Listed:
    """A unit from its row; raises `BadInput` naming the field.

    Args:
        row: as scenarios and musters write rosters.
        where: of it, for errors.
        options: those of the battle that change rosters: `parent`, `figures`, and what `alternatives` name.
    """
    fields = Fields(row, where)
    name = fields.text("name", most=40)
    fields.where = f"{where} ({name})"
    sort = fields.word("unit_type", UNIT_TYPES)
    found = _roster(fields, name, sort, options)
    try:
        kind(sort).check_figures(found.figures)
    except BadInput as error:
        raise fields.wrong(f"figures: {error.message}", error.hint) from None
    apart = _commander(fields, found, kind(sort).needs_commander, options.get("tier", ""))
    _instead(fields, found, options)
    found.thac0 = fields.number("thac0", found.attack_rating - ratio_penalty(found.ratio), -20, 40)
    if options.get("stands") == "true":
        _mount(found)
    listed = Listed(fields.text("id", name, most=40), found)
    _standing(fields, listed, kind(sort).formations)
    if apart:
        listed.chief = sheet_of_chief(found, fields.data["weapons"][0])
    if fields.has("brigade"):
        listed.brigade = fields.text("brigade", most=40)
    if fields.has("chain"):
        listed.chain = fields.words("chain")
    if (found.arrives > 0) != (found.edge != NOBODY):
        raise fields.wrong("arrives and edge: a unit that comes later needs its round and its edge, both")
    fields.end()
    return listed


def _roster(fields: Fields, name: str, sort: str, options: Mapping[str, str]) -> Roster:
    """The roster of a unit, without its commander and without what options change."""
    riding, mount = riding_of(fields, options.get("tier", ""))
    figures = fields.number("figures", most=96)
    ratio = ratio_of(fields)
    size = fields.word("size", SIZES)
    creature = fields.text("creature", most=40)
    width, depth = base_size(fields, size, creature, riding, mount)
    intelligence, alignment = fields.text("intelligence", "", most=20), fields.text("alignment", "", most=30)
    weapons = [weapon_of(one, f"{fields.where}: weapons") for one in fields.rows("weapons", 8)]
    for weapon in weapons:
        weapon.steeds = attacks_of_steeds(weapon, mount)
    if not weapons:
        raise fields.wrong("weapons: at least one is expected, be it claws")
    found = Roster(
        name=name,
        kind={"skirmish": SKIRMISHERS, "mob": CROWD}.get(sort, REGULAR),
        special=sort if sort in ("elite", "berserker") else "",
        label=fields.text("label", name),
        creature=creature,
        symbol=fields.text("symbol", creature, most=40),
        armour_class=fields.number("ac", None, -10, 10),
        figure=tenths(fields),
        weak=fields.flag("weak"),
        movement=movement_of(fields, options.get("parent", PARENTS[0])),
        attack_rating=fields.number("ar", None, -20, 60),
        morale=fields.number("ml", None, 0, 30),
        discipline=fields.number("dl", None, 0, 30),
        figures=figures,
        ratio=ratio,
        size=size,
        width=width,
        depth=depth,
        weapons=weapons,
        modifiers=[modifier_of(one, f"{fields.where}: modifiers") for one in fields.rows("modifiers", 12)],
        hates=hates_of(fields, creature),
        shield=fields.flag("shield"),
        low_or_chaotic=fields.flag("low_or_chaotic", is_low(intelligence) or alignment.startswith("chaotic")),
        saves=saves_of(fields),
        magic_resistance=fields.number("mr", 0),
        never_checks=fields.flag("never_checks") or sort == "berserker",
        commander="",
        radius=0.0,
        charisma=0,
        attacks=RATES[fields.word("attacks", tuple(RATES), "1")],
        arrives=fields.number("arrives", 0),
        edge=EDGES[fields.word("edge", tuple(EDGES))] if fields.has("edge") else NOBODY,
        intelligence=intelligence,
        alignment=alignment,
        undead=fields.flag("undead"),
        drains=fields.flag("drains"),
        ward=fields.number("ward", 0, most=9),
        natives=natives_of(fields, creature, mount),
        swim=swim_of(fields, creature),
        riding=riding,
        large_shields=fields.flag("large_shields"),
    )
    found.missile, found.volleys = missile_in(fields, options.get("tier", ""))
    found.engine = engine_in(fields, sort, figures, found.figure, options.get("tier", ""))
    if found.engine is not None:
        found.engine_name = fields.text("engine_name", "", most=40)
        rows = fields.rows("special_ammunition", 4) if fields.has("special_ammunition") else []
        found.ammunition = tuple([ammunition_of(one, f"{fields.where}: special_ammunition") for one in rows])
    found.handy = is_handy(creature)
    if found.special == "berserker" and found.discipline:
        raise fields.wrong("dl: berserkers have discipline 0")
    return found


def read_captain(row: Any, where: str, options: Mapping[str, str]) -> ListedCaptain:
    """A commander, a hero or a member of a unit, from his row; raises `BadInput`.

    With an armour class he has a sheet by which he fights, as all but Brigade and Army Commanders must. A Unit Commander commands by
    the row of his unit. Rules: battlesystem:2.7, battlesystem:3.2, battlesystem:9.0, battlesystem:9.1, battlesystem:9.2a.
    """
    fields = Fields(row, where)
    name = fields.text("name", most=40)
    fields.where = f"{where} ({name})"
    creature = fields.text("creature", "", most=40)
    rank = RANKS[fields.word("rank", tuple(RANKS))]
    formulas = options.get("figures", PRINTED) == BY_RULE
    fights = rank not in (ARMY, BRIGADE) or fields.has("ac")
    if fights and options.get("tier", "") == TIERS[BASIC]:
        raise fields.wrong(
            "the Basic Game has neither heroes nor commanders who fight alone",
            'leave out rank = "hero" and ac, or write tier = "intermediate"',
        )
    sheet = Sheet(
        name,
        rank,
        *_command(fields, rank),
        fields.decimal("mv", most=60.0),
        creature,
        hates_of(fields, creature),
        champion_of(fields, creature) if fights else None,
        audit=audit_of(fields, formulas),
    )
    given = formula_figures(fields)
    if given.has("cr") and formulas:
        sheet.radius = given.decimal("cr", most=60.0)
    listed = ListedCaptain(fields.text("id", name, most=40), sheet)
    listed.optional = fields.flag("optional")
    if rank in WITH_UNITS:
        listed.unit = fields.text("unit", most=40)
    elif fields.has("place"):
        place = fields.table("place")
        listed.place = (place.decimal("x"), place.decimal("y"))
        place.end()
    if fields.has("deputy"):
        listed.deputy = fields.text("deputy", most=40)
        if options.get("tier", "") == TIERS[BASIC]:
            raise fields.wrong(
                "deputy: the Basic Game has none", 'leave it out, or write tier = "intermediate"'
            )
    fields.end()
    return listed


def _command(fields: Fields, rank: int) -> tuple[float, int]:
    """Command radius and charisma bonus; heroes and members need none, a Unit Commander has those of the row of his unit. Rules: 4.8, 4.9."""
    if rank == UNIT_COMMANDER:
        return 0.0, 0
    radius = fields.decimal("cr", 0.0 if rank in (HERO, MEMBER) else None, most=60.0)
    return radius, fields.number("cb", 0, -3, 3)


def files_for(sort: int, figures: int) -> int:
    """The frontage of a unit where none is given: two ranks, from twenty figures on more of them."""
    if sort == SKIRMISHERS:
        return min(figures, 8)
    if figures <= 20:
        return (figures + 1) // 2
    return (figures + 2) // 3 if figures <= 36 else (figures + 3) // 4


def _commander(fields: Fields, roster: Roster, needed: bool, tier: str) -> bool:
    """The Unit Commander: name, command radius, charisma bonus; gives whether he may leave the unit.

    Rules: battlesystem:2.8a, battlesystem:9.2h, scenario.unlisted-commanders.
    """
    if not fields.has("commander"):
        if needed:
            raise fields.wrong("commander is missing: such a unit is led by a Unit Commander")
        return False
    leader = fields.table("commander")
    roster.commander = leader.text("name", most=40)
    roster.radius = leader.decimal("cr", most=60.0)
    roster.charisma = leader.number("cb", 0, -3, 3)
    apart = leader.flag("apart", False)
    if apart and tier == TIERS[BASIC]:
        raise leader.wrong("apart: no commander leaves his unit in the Basic Game", "leave it out")
    leader.end()
    return apart


def _instead(fields: Fields, roster: Roster, options: Mapping[str, str]) -> None:
    """Figures that options put in the place of the printed ones. Rules: 8.3, battlesystem:crossroads.forces, battlesystem:roster.printed."""
    formulas = options.get("figures", PRINTED) == BY_RULE
    roster.audit = audit_of(fields, formulas)
    rows = [formula_figures(fields)] if roster.audit else []
    if fields.has("by_rule"):
        rows.append(fields.table("by_rule"))
        rows[-1].only(("ar", "ml", "dl", "hd_per_figure", "cr"))
    for row in rows:
        figures = _derived(row)
        if row.has("hd_per_figure"):
            figures["figure"] = tenths(row)
        if row.has("cr"):
            figures["radius"] = row.decimal("cr", most=60.0)
        if row.has("size"):
            figures["size"] = row.word("size", SIZES)
        if row.has("saves"):
            figures["saves"] = saves_of(row)
        if formulas:
            _set(roster, figures)
    for one in fields.rows("alternatives", 8):
        row = Fields(one, f"{fields.where}: alternatives")
        option, value = row.text("option"), row.text("value")
        figures = _derived(row)
        row.end()
        if options.get(option) == value:
            _set(roster, figures)


def _derived(row: Fields) -> dict[str, Any]:
    return {field: row.number(key, None, -20, 60) for key, field in _DERIVED.items() if row.has(key)}


def _set(roster: Roster, figures: Mapping[str, Any]) -> None:
    for field, value in figures.items():
        setattr(roster, field, value)


def _mount(roster: Roster) -> None:
    """Regular troops on man-sized bases stand three to a base; elite ones do not, who may disperse. Rule: battlesystem:2.4."""
    if roster.kind == REGULAR and roster.special != "elite" and (roster.width, roster.depth) == base_of("M"):
        roster.mount = STAND
        roster.width, roster.depth = base_of("stand")


def abreast(roster: Roster, figures: int) -> int:
    """Bases abreast where n figures shall be. Rule: battlesystem:2.4."""
    return (figures + roster.mount - 1) // roster.mount


def _standing(fields: Fields, listed: Listed, allowed: tuple[str, ...]) -> None:
    """Read how the unit stands when it may choose, and where the scenario puts it. Rule: battlesystem:3.4."""
    roster = listed.roster
    if fields.has("formation"):
        listed.formation = FORMATIONS.index(_formation(fields, allowed))
    wanted = fields.number("files", 0, 0, roster.figures)
    listed.files = abreast(roster, wanted or files_for(roster.kind, roster.figures))
    if fields.has("place"):
        place = fields.table("place")
        own = _formation(place, allowed)
        files = place.number(
            "files",
            wanted or files_for(roster.kind, roster.figures),
            1,
            roster.figures,
        )
        listed.post = Post(
            FORMATIONS.index(own),
            abreast(roster, files),
            place.decimal("x"),
            place.decimal("y"),
            place.decimal("heading", None, 0.0, 360.0),
        )
        place.end()


def _formation(fields: Fields, allowed: tuple[str, ...]) -> str:
    """A formation that the kind of unit may take. Rules: battlesystem:2.8b, battlesystem:2.9g, battlesystem:2.11."""
    word = fields.word("formation", FORMATIONS, allowed[0])
    formation(word)
    if word not in allowed:
        raise fields.wrong(f"formation: such a unit never stands {word}", nearest(word, allowed))
    return word
