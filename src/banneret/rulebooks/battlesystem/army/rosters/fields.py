"""Readers of single fields of rosters in plain data; all raise `BadInput` naming the field.

Rules: battlesystem:2.2 to battlesystem:2.3c, battlesystem:3.1b to battlesystem:3.1d, battlesystem:5.0a, battlesystem:8.6a,
battlesystem:10.3a.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.stages import BASIC, TIERS
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.creatures import HANDY, alike, armoury, peoples
from banneret.rulebooks.battlesystem.tables.missiles import Engine, Missile, engine_of, missile_of
from banneret.rulebooks.battlesystem.tables.mounted import Mount, mounts
from banneret.rulebooks.battlesystem.tables.rosters import CAVALRY, CHARIOTS, Ammunition, Modifier, Weapon
from banneret.rulebooks.battlesystem.tables.unit_kinds import base_of

T = TypeVar("T")

SIZES: Final = ("S", "M", "L")
RATIOS: Final = {"10:1": 10, "5:1": 5, "2:1": 2}
ON_FOOT: Final = "infantry"
WORDS: Final = ("over", "once", "hold", "fire")  # of orders to shoot: no ammunition may be called so
CREW_TENTHS: Final = 100  # the fewest hit dice of a crew figure, in tenths. Rule: battlesystem:10.10
RATES: Final = {"1/2": 1, "1": 2, "3/2": 3, "2": 4, "5/2": 5, "3": 6}
"""Attacks a round as rosters write them, in attacks per two rounds. Rule: battlesystem:8.6a."""


def riding_of(fields: Fields, tier: str) -> tuple[str, Mount | None]:
    """`CAVALRY`, `CHARIOTS` or "" for troops on foot, and the mount; in the Basic Game all are on foot.

    Rules: battlesystem:2.8f, battlesystem:5.0a, battlesystem:11.1, battlesystem:11.1a.
    """
    troop = fields.text("troop", ON_FOOT, most=40)
    if tier == TIERS[BASIC] and troop != ON_FOOT:
        raise fields.wrong(
            f"troop: {troop!r} cannot come: the Basic Game has only troops on foot",
            f"leave the unit out, or write troop = {ON_FOOT!r}",
        )
    troop = fields.word("troop", (ON_FOOT, CAVALRY, CHARIOTS), ON_FOOT)
    if troop == ON_FOOT:
        return "", None
    return troop, mounts()[fields.word("mount", tuple(mounts()))]


def attacks_of_steeds(weapon: Weapon, mount: Mount | None) -> int:
    """The number of a weapon's attacks, its last, that are those of mounts or teams. Rules: battlesystem:11.2d, battlesystem:11.3e."""
    if mount is None or not mount.being.damage:
        return 0
    own = [Damage.of(dice).shown() for dice in mount.being.damage]
    both = [[damage.shown() for damage in rows] for rows in (weapon.small, weapon.large)]
    count, found = len(both[0]), 0
    while count - found > len(own) and all(
        rows[count - found - len(own) : count - found] == own for rows in both
    ):
        found += len(own)
    return found


def natives_of(fields: Fields, creature: str, mount: Mount | None) -> tuple[str, ...]:
    """The kinds of ground where troops are at home: as written, else those of their creature, and of their mount too if they ride. Rule: 11.8d."""
    if fields.has("natives"):
        return fields.words("natives")
    known = alike(creature)
    if known is None:
        return ()
    return known.natives if mount is None else tuple([one for one in known.natives if one in mount.natives])


def ratio_of(fields: Fields) -> int:
    """Creatures to a figure. A figure of one creature is an individual, or the crew of a piece of artillery. Rules: 2.2, 2.2b, 10.10."""
    word = fields.text("ratio", "10:1", most=8)
    if word == "1:1":
        if fields.has("engine"):
            return 1
        raise fields.wrong("ratio: figures of 1:1 are individuals, not units", "10:1, 5:1 or 2:1")
    return RATIOS[fields.word("ratio", tuple(RATIOS), "10:1")]


def swim_of(fields: Fields, creature: str) -> float:
    """Inches in water: as written, else as the creature swims. Rule: battlesystem:11.8l."""
    known = alike(creature)
    return fields.decimal("swim", 0.0 if known is None else known.swim, 0.0, 60.0)


def base_size(
    fields: Fields, size: str, creature: str, riding: str, mount: Mount | None
) -> tuple[float, float]:
    """Width and depth of a base: as written, else by the table. Rules: battlesystem:2.3, 2.3a, 2.3c, battlesystem:11.1c."""
    if not fields.has("base"):
        if mount is not None:
            return base_of("chariot") if riding == CHARIOTS else mount.base
        return base_of(size, creature)
    sides = fields.rows("base", 2)
    if len(sides) != 2:
        raise fields.wrong("base: width and depth are expected, as in [0.75, 0.75]")
    pair = Fields({"width": sides[0], "depth": sides[1]}, f"{fields.where}: base")
    return pair.decimal("width", None, 0.25, 6.0), pair.decimal("depth", None, 0.25, 6.0)


def tenths(fields: Fields) -> int:
    """Hit dice per figure in tenths. Rule: battlesystem:2.2a."""
    return round(10.0 * fields.decimal("hd_per_figure", None, 0.5, 200.0))


def movement_of(fields: Fields, parent: str) -> float:
    """Movement in inches a round: as written, or, under D&D only, a tenth of the feet a turn. Rules: intro.parent, 1.0a, 3.1d."""
    if not fields.has("feet_per_turn"):
        return fields.decimal("mv", None, 0.0, 60.0)
    if parent != "dnd":
        raise fields.wrong(
            "feet_per_turn: movement in feet a turn is of the other parent game",
            "write mv in inches, or choose the option parent = dnd",
        )
    if fields.has("mv"):
        raise fields.wrong("mv and feet_per_turn: one of them is enough")
    return fields.decimal("feet_per_turn", None, 0.0, 600.0) / 10.0


def hates_of(fields: Fields, creature: str) -> tuple[str, ...]:
    """The peoples that troops or a commander hate: as written, else those that their people hate. Rules: 4.6c, 4.8a."""
    if fields.has("hates"):
        return fields.words("hates")
    people = peoples().get(creature)
    return people.hates if people else ()


def saves_of(fields: Fields) -> tuple[int, ...]:
    """Five saving throws: paralysis, petrification, rods, breath, spell. Rule: battlesystem:3.1c."""
    row = fields.rows("saves", 5)
    if len(row) != 5:
        raise fields.wrong("saves: five saving throws are expected, each from 2 to 20")
    numbers = Fields({str(place): save for place, save in enumerate(row)}, f"{fields.where}: saves")
    return tuple([numbers.number(str(place), None, 2, 20) for place in range(5)])


def _beyond_basic(fields: Fields, name: str, called: str, tier: str, of: Callable[[str], T]) -> T:
    """The row of a table that a field names; raises `BadInput` in the Basic Game, which has none, or for an unknown name."""
    if tier == TIERS[BASIC]:
        problem = f"{name}: the Basic Game has no {called}"
        raise fields.wrong(problem, 'leave it out, or write tier = "intermediate"')
    try:
        return of(fields.text(name, most=40))
    except BadInput as error:
        raise fields.wrong(f"{name}: {error.message}", error.hint) from None


def missile_in(fields: Fields, tier: str) -> tuple[Missile | None, int]:
    """The missile of a unit and the volleys that it carries (as written, else by the table); None and 0 without one. Rules: 10.1, 10.3, 10.3a."""
    if not fields.has("missile"):
        return None, 0
    missile = _beyond_basic(fields, "missile", "missiles", tier, missile_of)
    return missile, fields.number("volleys", missile.volleys, 0, 40)


def engine_in(fields: Fields, sort: str, figures: int, figure: int, tier: str) -> Engine | None:
    """The piece of artillery that a unit serves as its crew, which is one skirmisher figure of ten hit dice or more; else None. Rule: 10.10."""
    if not fields.has("engine"):
        return None
    engine = _beyond_basic(fields, "engine", "artillery", tier, engine_of)
    if sort != "skirmish" or figures != 1:
        raise fields.wrong(
            "engine: its crew is a skirmish unit of one figure", 'unit_type = "skirmish", figures = 1'
        )
    if figure < CREW_TENTHS:
        raise fields.wrong("engine: its crew has 10 or more hit dice", "hd_per_figure = 10, or more")
    return engine


def ammunition_of(row: Any, where: str) -> Ammunition:
    """Special ammunition as a scenario defines it. Rule: battlesystem:10.11."""
    fields = Fields(row, where)
    name = fields.text("id", most=40)
    if name in WORDS:
        raise fields.wrong(f"id: {name!r} has a meaning in orders", "choose another id")
    try:
        damage = Damage.of(fields.text("damage", most=20))
    except BadInput as error:
        raise fields.wrong(f"damage: {error.message}", error.hint) from None
    found = Ammunition(
        name,
        fields.text("name", name.replace("-", " "), most=40),
        damage,
        fields.number("shots", None, 1, 40),
        fields.flag("checks"),
    )
    fields.end()
    return found


def is_handy(creature: str) -> bool:
    """True of creatures that may serve a piece of artillery: men, demihumans, humanoids, and any not in the tables. Rule: battlesystem:10.10."""
    known = alike(creature)
    return known is None or known.group in HANDY


def weapon_of(row: Any, where: str) -> Weapon:
    """A weapon and what each of its attacks does. Rules: battlesystem:3.1b, battlesystem:8.1b, battlesystem:8.6."""
    fields = Fields(row, where)
    name = fields.text("id", most=40)
    known = armoury().arms.get(name)
    found = Weapon(
        name,
        fields.text("name", name.replace("-", " "), most=40),
        _damage(fields, "sm"),
        _damage(fields, "l"),
        fields.number("reach", 1, 1, 3),
        fields.number("plus", 0, 0, 5),
        fields.flag("sets", known is not None and known.set),
        fields.number("lances", 1 if known is not None and known.mounted else 0, 0, 8),
    )
    if len(found.small) != len(found.large):
        raise fields.wrong("sm and l: as many attacks are expected in one as in the other")
    fields.end()
    return found


def _damage(fields: Fields, name: str) -> list[Damage]:
    """One damage for each attack: a text, or a list of texts."""
    value = fields.get(name, None)
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not 1 <= len(texts) <= 8:
        raise fields.wrong(f'{name}: dice are expected as in "1d8", or a list of them, one for each attack')
    found: list[Damage] = []
    for text in texts:
        if not isinstance(text, str):
            raise fields.wrong(f'{name}: dice are expected as in "1d8"')
        try:
            found.append(Damage.of(text))
        except BadInput as error:
            raise fields.wrong(f"{name}: {error.message}", error.hint) from None
    return found


def modifier_of(row: Any, where: str) -> Modifier:
    """A modifier that holds against some enemies, or in some light."""
    fields = Fields(row, where)
    found = Modifier(
        fields.number("ar", 0, -20, 20),
        fields.number("own_ac", 0, -20, 20),
        fields.number("attacks", 0, 0, 20),
        fields.words("against"),
        fields.word("when", ("daylight", ""), ""),
        fields.flag("weak"),
    )
    fields.end()
    return found
