"""Rosters of units and sheets of individuals read from plain data, with every field checked.

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
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, HERO, MEMBER, UNIT_COMMANDER
from banneret.rulebooks.battlesystem.stages import BASIC, TIERS
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
from banneret.rulebooks.battlesystem.unit import FORMATIONS, NOBODY

UNIT_TYPES: Final = ("regular", "skirmish", "mob", "elite", "berserker")
RANKS: Final = {"brigade": BRIGADE, "army": ARMY, "hero": HERO, "unit": UNIT_COMMANDER, "member": MEMBER}
WITH_UNITS: Final = (UNIT_COMMANDER, MEMBER)  # rules: battlesystem:9.1, battlesystem:9.2a
PRINTED: Final = "printed"
BY_RULE: Final = "by-rule"

STAND: Final = 3  # figures on a stand. Rule: battlesystem:2.4

_DERIVED: Final = {"ml": "morale", "dl": "discipline", "ar": "attack_rating"}


class Listed:
    """A unit as a scenario lists it.

    Attributes:
        key: its id.
        roster: its facts.
        brigade: the id of the commander of its brigade, "" for none.
        chain: the ids of the leaders above it, lowest first; None if the scenario sets no order of its own.
        chief: the sheet made for a commander who may leave it and has none of his own. Rule: battlesystem:9.2h.
        formation: the one that it prefers, by place in `FORMATIONS`; `NOBODY` for the usual.
        files: the frontage that it prefers, in bases.
        post: where the scenario puts it.
    """

    __slots__ = ("brigade", "chain", "chief", "files", "formation", "key", "post", "roster")

    def __init__(self, key: str, roster: Roster) -> None:
        self.key: str = key
        self.roster: Roster = roster
        self.brigade: str = ""
        self.chain: tuple[str, ...] | None = None
        self.chief: Sheet | None = None
        self.formation: int = NOBODY
        self.files: int = 0
        self.post: Post | None = None


class ListedCaptain:
    """An individual as a scenario lists him.

    Attributes:
        key: his id.
        sheet: his facts.
        optional: he comes only with the option `army_commanders`.
        unit: the id of the unit that he is with, "" for none. Rules: battlesystem:9.1, battlesystem:9.2a.
        deputy: the id of the commander whose deputy he is, or of that commander's unit. Rule: battlesystem:9.3.
        place: where the scenario puts him, x and y in inches.
    """

    __slots__ = ("deputy", "key", "optional", "place", "sheet", "unit")

    def __init__(self, key: str, sheet: Sheet) -> None:
        self.key: str = key
        self.sheet: Sheet = sheet
        self.optional: bool = False
        self.unit: str = ""
        self.deputy: str = ""
        self.place: tuple[float, float] | None = None


def read_unit(row: Any, where: str, options: Mapping[str, str]) -> Listed:
    """A unit from its row; raises `BadInput` naming the field.

    Args:
        row: as scenarios and musters write rosters.
        where: the place to name in errors.
        options: of the battle; rosters depend on `parent`, `figures`, `stands`, `tier`, and those that their `alternatives` name.
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
        raise fields.wrong("arrives and edge: a unit that comes later needs both, its round and its edge")
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
    """A commander, a hero or a member of a unit, from his row; raises `BadInput` naming the field.

    All fight but Brigade and Army Commanders, who do if they have an armour class. A Unit Commander's command is in the row of his
    unit. Rules: battlesystem:2.7, battlesystem:3.2, battlesystem:9.0, battlesystem:9.1, battlesystem:9.2a.
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
    """Command radius in inches and charisma bonus; heroes and members need none, a Unit Commander's are in the row of his unit. Rules: 4.8, 4.9."""
    if rank == UNIT_COMMANDER:
        return 0.0, 0
    radius = fields.decimal("cr", 0.0 if rank in (HERO, MEMBER) else None, most=60.0)
    return radius, fields.number("cb", 0, -3, 3)


def files_for(sort: int, figures: int) -> int:
    """The frontage of a unit if none is given: two ranks, above 20 figures three, above 36 four; skirmishers up to 8 abreast."""
    if sort == SKIRMISHERS:
        return min(figures, 8)
    if figures <= 20:
        return (figures + 1) // 2
    return (figures + 2) // 3 if figures <= 36 else (figures + 3) // 4


def _commander(fields: Fields, roster: Roster, needed: bool, tier: str) -> bool:
    """Write name, command radius and charisma bonus of the Unit Commander on the roster; True if he may leave the unit.

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
    """Replace printed figures by those that the options choose. Rules: 8.3, battlesystem:crossroads.forces, battlesystem:roster.printed."""
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
    """Put regular troops on man-sized bases on stands of three; not elite troops, which may disperse. Rule: battlesystem:2.4."""
    if roster.kind == REGULAR and roster.special != "elite" and (roster.width, roster.depth) == base_of("M"):
        roster.mount = STAND
        roster.width, roster.depth = base_of("stand")


def abreast(roster: Roster, figures: int) -> int:
    """The number of bases that n figures abreast stand on. Rule: battlesystem:2.4."""
    return (figures + roster.mount - 1) // roster.mount


def _standing(fields: Fields, listed: Listed, allowed: tuple[str, ...]) -> None:
    """Read the formation and frontage that the unit prefers, and the post that the scenario gives it. Rule: battlesystem:3.4."""
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
    """The formation of a row, the first of `allowed` unless written; raises `BadInput` for one not allowed. Rules: battlesystem:2.8b, battlesystem:2.9g, battlesystem:2.11."""
    word = fields.word("formation", FORMATIONS, allowed[0])
    formation(word)
    if word not in allowed:
        raise fields.wrong(f"formation: such a unit never stands {word}", nearest(word, allowed))
    return word
