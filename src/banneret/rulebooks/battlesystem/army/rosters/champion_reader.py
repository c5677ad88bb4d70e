"""Sheets of individuals who fight, read from plain data. Rules: battlesystem:3.2, battlesystem:9.0, battlesystem:9.0b, battlesystem:9.4."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.army.rosters.fields import RATES, SIZES, saves_of, weapon_of
from banneret.rulebooks.battlesystem.tables.characters import class_of, classes
from banneret.rulebooks.battlesystem.tables.creatures import alike, armoury
from banneret.rulebooks.battlesystem.tables.man_to_man import dexterity
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.mounted import mounts
from banneret.rulebooks.battlesystem.tables.sheets import ALONE, FOOTPRINT, HUGE, Arms, Champion

MONSTER: Final = "monster"  # the class of those who are not characters


def champion_of(fields: Fields, creature: str) -> Champion:
    """The sheet of an individual who fights, from his row among the leaders; raises `BadInput` naming the field."""
    class_ = fields.word("class", (*classes(), MONSTER), MONSTER)
    thac0 = fields.number("thac0", None, -10, 25)
    level, (eye, nimble) = fields.number("level", 0, 0, 40), dexterity(fields.number("dexterity", 10, 3, 18))
    plain = thac0 if class_ == MONSTER else class_of(class_).thac0(level)
    known = alike(creature)
    return Champion(
        creature=creature if known is None else known.people,
        class_=class_,
        level=level,
        armour_class=fields.number("ac", None, -10, 10),
        hit_dice=fields.number("hd", None, 0, 60),
        hit_points=fields.number("hp", None, 1, 400),
        thac0=thac0,
        attack_rating=fields.number("ar", thac0 + ALONE, -20, 60),
        attacks=RATES[fields.word("attacks", tuple(RATES), "1")],
        arms=_arms(fields),
        saves=saves_of(fields),
        size=fields.word("size", SIZES, "M"),
        mount=fields.word("mount", tuple(mounts())) if fields.has("mount") else "",
        footprint=_footprint(fields),
        magic_resistance=fields.number("mr", 0, 0, 100),
        missile=_missile(fields),
        shield=armoury().shield if fields.flag("shield", False) else 0,
        nimble=max(0, -nimble),
        missile_thac0=fields.number("missile_thac0", plain - eye, -10, 25),
    )


def _arms(fields: Fields) -> Arms:
    """His weapon, and its dice as written: man to man they are rolled for hit points, against figures read as damage columns."""
    row: Any = fields.table("weapon").data
    where = f"{fields.where}: weapon"
    weapon = weapon_of(row, where)
    return Arms(weapon, texts(row["sm"]), texts(row["l"]))


def texts(value: Any) -> tuple[str, ...]:
    """The dice of each attack of a weapon, as they are written."""
    return (value,) if isinstance(value, str) else tuple(value)


def _missile(fields: Fields) -> Any:
    if not fields.has("missile"):
        return None
    try:
        return missile_of(fields.text("missile", most=40))
    except BadInput as error:
        raise fields.wrong(f"missile: {error.message}", error.hint) from None


def _footprint(fields: Fields) -> float:
    """Inches that he takes up each way: 0.5, or 1.0 for the incredibly large. Rule: battlesystem:9.0b."""
    found = fields.decimal("footprint", FOOTPRINT, FOOTPRINT, HUGE)
    if found not in (FOOTPRINT, HUGE):
        raise fields.wrong("footprint: it is 0.5, or 1.0 for giants, treants and dragons")
    return found
