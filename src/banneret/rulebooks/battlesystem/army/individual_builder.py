"""Individuals made from the tables: heroes, members, commanders who fight. Every figure comes with its parts, as for units.

Rules: battlesystem:3.2, battlesystem:3.2a, battlesystem:4.8, battlesystem:9.0, battlesystem:9.1b, battlesystem:9.4b.thac0,
battlesystem:9.4b.abilities, battlesystem:9.4b.attacks, battlesystem:9.4b.hit-points, battlesystem:9.4c.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from banneret.rulebooks.battlesystem.army.magic_arms import (
    PLATE,
    RING,
    SHIELD,
    armour_points,
    weapon_points,
)
from banneret.rulebooks.battlesystem.army.unit_builder import (
    INNATE,
    USUAL,
    enlist,
    is_character,
    monster_radius_parts,
    mount_troubles,
    price_of,
    radius_parts,
)
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit as Troop
from banneret.rulebooks.battlesystem.tables.characters import Class, class_of, thac0_of
from banneret.rulebooks.battlesystem.tables.creatures import Arm, Creature, armoury, creature_of, people_of
from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.man_to_man import attacks, body_of, dexterity, kit_of, strength
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.mounted import mount_of
from banneret.rulebooks.battlesystem.tables.ratings import (
    HitDice,
    Part,
    charisma_bonus,
    total,
)
from banneret.rulebooks.battlesystem.tables.sheets import ALONE, FOOTPRINT, HUGE
from banneret.rulebooks.battlesystem.tables.unit_kinds import is_great

AVERAGE: Final = 10  # a score that changes nothing
EXCEPTIONAL: Final = 18  # the strength at which warriors roll percentile dice too
BARE: Final = "none"  # the id of no armour
NATURE: Final = "nature"  # the id of claws, teeth and clubs
RATES: Final = {2: "1", 3: "3/2", 4: "2"}
"""Attacks in two rounds as sheets write them. Rule: battlesystem:8.6a."""


@dataclass(frozen=True, slots=True)
class Person:
    """The choices for an individual, from which the rest follows. For creatures that are not characters, class, level and scores do not count."""

    creature: str
    class_: str = "fighter"
    level: int = 1
    weapon: str = USUAL
    plus: int = 0  # of the weapon's magic
    armour: str = USUAL
    protection: int = 0  # of the armour's magic
    shield: str = USUAL  # "yes", "no"
    mount: str = ""
    missile: str = ""
    strength: int = AVERAGE
    percent: int = 0  # of exceptional strength, 100 for 00
    dexterity: int = AVERAGE
    charisma: int = 12
    hit_points: int = 0  # 0: the average


@dataclass(slots=True)
class Hero:
    """An individual with all figures that follow, each as the parts it adds up to."""

    person: Person
    creature: Creature
    class_: Class | None  # of a character
    hit_dice: int
    hit_points: int
    armour: list[Part]
    thac0: list[Part]
    missile_thac0: int
    attacks: int  # in two rounds
    weapon: dict[str, Any]
    saves: tuple[int, ...]
    movement: float
    radius: list[Part]  # of command, in thirds of an inch
    shield: bool
    price: list[tuple[int, str, str]]
    troubles: list[tuple[str, str, str, str]] = field(default_factory=list)  # field, what, what to do, rule

    @property
    def attack_rating(self) -> int:
        """His THAC0 and fifteen, as a figure that is one creature. Rule: battlesystem:9.4a.hero-attacks."""
        return total(self.thac0) + ALONE

    @property
    def bonus(self) -> int:
        """His charisma bonus. Rule: battlesystem:4.9."""
        return charisma_bonus(self.person.charisma) if self.class_ is not None else 0

    @property
    def called(self) -> str:
        """His class and level, or his kind, in words: "elf ranger of level 8", "hill giant"."""
        creature = self.creature
        if self.class_ is None:
            return creature.name.lower()
        people = "" if creature.people == "human" else f"{creature.people} "
        return f"{people}{self.class_.name.lower()} of level {self.person.level}"

    def command(self) -> dict[str, Any]:
        """The fields of command of his row: radius and charisma bonus. Rules: battlesystem:4.8, battlesystem:4.9."""
        return {"cr": float(Fraction(total(self.radius), 3)), "cb": self.bonus}

    def row(self) -> dict[str, Any]:
        """The fields of his row that he fights by, as scenarios write them. Rules: battlesystem:3.2, battlesystem:9.4."""
        person, class_ = self.person, self.class_
        found: dict[str, Any] = {
            "ac": total(self.armour),
            "hd": self.hit_dice,
            "hp": self.hit_points,
            "thac0": total(self.thac0),
            "attacks": RATES[self.attacks],
            "saves": list(self.saves),
            "weapon": self.weapon,
            "size": self.creature.size,
            "shield": self.shield,
            "mr": self.creature.magic_resistance,
            "footprint": HUGE if is_great(self.creature.people) else FOOTPRINT,
        }
        if class_ is not None:
            found |= {"class": class_.id, "level": person.level, "dexterity": person.dexterity}
        if person.mount:
            found["mount"] = person.mount
        if person.missile:
            found |= {"missile": person.missile, "missile_thac0": self.missile_thac0}
        return found


def made(person: Person) -> Hero:
    """The individual made from these choices, with what is wrong with them in `troubles`; raises `BadInput` for an unknown id."""
    creature = creature_of(person.creature)
    if not is_character(creature):
        person = replace(person, strength=AVERAGE, percent=0, dexterity=AVERAGE)
    class_ = class_of(person.class_) if is_character(creature) else None
    troubles: list[tuple[str, str, str, str]] = []
    arm = _arm(person, creature, class_, troubles)
    armour, shield, worn = _armour(person, creature, class_, arm, troubles)
    thac0 = _thac0(person, creature, class_, arm)
    dice, points = _body(person, creature, class_)
    saves = class_.saves(person.level) if class_ is not None else enlist(Troop(creature.id, 12)).saves
    movement = creature.movement
    if person.mount:
        movement = mount_of(person.mount).being.movement
        troubles += mount_troubles(creature)
    found = Hero(
        person,
        creature,
        class_,
        dice,
        person.hit_points or points,
        armour,
        thac0,
        thac0[0].delta - dexterity(person.dexterity)[0] - (person.missile in people_of(creature).shoots),
        attacks(class_.id, person.level) if class_ is not None else 2,
        _weapon(person, creature, arm),
        saves,
        movement,
        _radius(person, creature, class_),
        shield,
        _prices(person, creature, class_, arm, worn or (SHIELD if shield else RING)),
        troubles,
    )
    _check_scores(found)
    _check_missile(found)
    return found


def _arm(
    person: Person, creature: Creature, class_: Class | None, troubles: list[tuple[str, str, str, str]]
) -> Arm | None:
    """The weapon in his hand; None if he fights with what his creature has by nature or usually. Rules: battlesystem:3.1, battlesystem:9.1b."""
    if person.weapon == USUAL:
        return None if class_ is None else armoury().arms[kit_of(class_.id).weapon]
    arm = armoury().arms[person.weapon]
    if not creature.weapon and class_ is None:
        text = f"{creature.plural.lower()} fight without weapons"
        troubles.append(("weapon", text, "leave the weapon out", "battlesystem:3.1"))
        return None
    if class_ is not None and class_.weapons and arm.id not in class_.weapons:
        text = f"a {class_.name.lower()} does not fight with the {arm.name.lower()}"
        troubles.append(("weapon", text, "one of " + ", ".join(class_.weapons), "battlesystem:9.1b"))
    if arm.mounted and not person.mount:
        text = f"a {arm.name.lower()} is for riders"
        troubles.append(("weapon", text, "choose a mount, or another weapon", "battlesystem:11.4c"))
    return arm


def _armour(
    person: Person,
    creature: Creature,
    class_: Class | None,
    arm: Arm | None,
    troubles: list[tuple[str, str, str, str]],
) -> tuple[list[Part], bool, str]:
    """The armour class with its parts, whether there is a shield, and the id of the armour worn, "" for none.

    Rules: battlesystem:9.4b.thac0, battlesystem:9.4b.abilities.
    """
    stock = armoury()
    bearer = person.armour
    two_handed = arm is not None and arm.hands > 1
    if class_ is not None:
        kit = kit_of(class_.id)
        bearer = kit.armour if person.armour == USUAL else person.armour
        worn = stock.armours[bearer]
        parts = [Part(worn.name.lower(), worn.armour_class)]
        usual = kit.shield and not two_handed
    else:
        usual = creature.shield and not two_handed
        parts = [Part("its own", creature.armour_class + stock.shield * creature.shield)]
        if person.armour == USUAL or not creature.wears:
            bearer = PLATE if creature.wears else BARE  # no list says what creatures wear
        if person.armour != USUAL:
            if creature.wears:
                worn = stock.armours[person.armour]
                parts = [Part(worn.name.lower(), worn.armour_class)]
            else:
                text = f"{creature.plural.lower()} wear no armour"
                troubles.append(("armour", text, 'armour = "usual"', "battlesystem:3.1"))
    shield = usual if person.shield == USUAL else person.shield == "yes"
    if person.shield == "yes" and two_handed and arm is not None:
        text = f"a {arm.name.lower()} needs both hands"
        troubles.append(("shield", text, 'choose another weapon, or shield = "no"', "battlesystem:3.1"))
    if shield:
        parts.append(Part("shield", -stock.shield))
    if person.protection:
        parts.append(Part("magic", -person.protection))
    nimble = dexterity(person.dexterity)[1]
    if nimble:
        parts.append(Part("Dexterity", nimble))
    return parts, shield, "" if bearer == BARE else bearer


def _thac0(person: Person, creature: Creature, class_: Class | None, arm: Arm | None) -> list[Part]:
    """The roll that hits armour class 0, with its parts. Rules: battlesystem:9.4b.thac0, battlesystem:9.4b.abilities."""
    if class_ is not None:
        parts = [Part(f"{class_.name.lower()} of level {person.level}", class_.thac0(person.level))]
    else:
        parts = [Part("hit dice", thac0_of(HitDice.of(creature.hit_dice)))]
    hit = strength(person.strength, person.percent)[0]
    if hit:
        parts.append(Part("Strength", -hit))
    if person.plus:
        parts.append(Part("magic of the weapon", -person.plus))
    if arm is not None and arm.id in people_of(creature).skilled:
        parts.append(Part("skill with the weapon", -1))
    return parts


def _body(person: Person, creature: Creature, class_: Class | None) -> tuple[int, int]:
    """Hit dice, and hit points on average. Rules: battlesystem:9.4b.hit-points, battlesystem:2.2a."""
    if class_ is not None:
        body = body_of(class_.id)
        return person.level + body.extra, body.points(person.level)
    dice = HitDice.of(creature.hit_dice)
    return int(dice.whole), max(int(dice.dice * 9) // 2 + dice.points, 1)


def _weapon(person: Person, creature: Creature, arm: Arm | None) -> dict[str, Any]:
    """His weapon as sheets write it, its dice with magic and Strength. Rules: battlesystem:9.4b.damage, battlesystem:9.4b.abilities."""
    more = strength(person.strength, person.percent)[1]
    own = list(creature.attacks) if creature.both or not creature.weapon else []
    if arm is not None:
        name = f"{arm.name} +{person.plus}" if person.plus else arm.name
        small, large = (
            [*own, _more(arm.small, more + person.plus)],
            [*own, _more(arm.large, more + person.plus)],
        )
        return {"id": arm.id, "name": name, "plus": person.plus, "sm": small, "l": large, "reach": arm.reach}
    if creature.weapon:
        dice, name = [*own, _more(creature.weapon, person.plus)], "usual weapon"
    else:
        dice = [_more(one, person.plus) for one in own]
        name = "claws and teeth" if len(dice) > 1 else "its own strength"
    if person.plus:
        name = f"{name} +{person.plus}"
    return {"id": NATURE, "name": name, "plus": person.plus, "sm": dice, "l": dice, "reach": 1}


def _more(dice: str, plus: int) -> str:
    thrown = Dice.of(dice)
    return str(replace(thrown, plus=thrown.plus + plus))


def _radius(person: Person, creature: Creature, class_: Class | None) -> list[Part]:
    """His command radius, in thirds of an inch. Rule: battlesystem:4.8."""
    if class_ is not None:
        return radius_parts(person.charisma, person.level, class_.fighter)
    movement = mount_of(person.mount).being.movement if person.mount else creature.movement
    return monster_radius_parts(movement)


def _prices(
    person: Person, creature: Creature, class_: Class | None, arm: Arm | None, bearer: str
) -> list[tuple[int, str, str]]:
    """His price in parts (points, reason, rule): himself, his mount, the magic of his arms.

    `bearer` is the armour, shield or ring that has the magic of protection. Rules: battlesystem:16.3i, battlesystem:16.3l,
    battlesystem:16.3m.
    """
    if class_ is not None:
        who = f"{class_.name.lower()} of level {person.level}"
        found = [(class_.price(person.level), who, "battlesystem:16.3l")]
    else:
        found = [(price_of(creature), creature.name.lower(), "battlesystem:16.3m")]
    if person.mount:
        mount = mount_of(person.mount)
        found.append((mount.points, mount.name.lower(), "battlesystem:16.3m"))
    if person.plus:
        points = weapon_points(NATURE if arm is None else arm.id, person.plus)
        text = f"{'weapon' if arm is None else arm.name.lower()} +{person.plus}"
        found.append((points, text, "battlesystem:16.3i"))
    if person.protection:
        what = {SHIELD: "shield", RING: "protection"}.get(bearer, "armour")
        points = armour_points(bearer, person.protection)
        found.append((points, f"{what} +{person.protection}", "battlesystem:16.3i"))
    return found


def _check_scores(one: Hero) -> None:
    """Note scores that are too low for the class, and exceptional Strength where none is possible. Rules: battlesystem:3.2a, 9.4b.abilities."""
    person, class_ = one.person, one.class_
    if class_ is None:
        return
    scores = {"strength": person.strength, "dexterity": person.dexterity, "charisma": person.charisma}
    for name, least in class_.least.items():
        if scores.get(name, least) < least and not (name != "charisma" and scores[name] == AVERAGE):
            text = f"a {class_.name.lower()} has {name} {least} or more"
            one.troubles.append((name, text, f"{name} = {least}", "battlesystem:3.2a"))
    if person.percent and not (class_.fighter and person.strength == EXCEPTIONAL):
        text = "only warriors whose strength is 18 have hundredths of it"
        one.troubles.append(("exceptional", text, "exceptional = 0", "battlesystem:9.4b.abilities"))


def _check_missile(one: Hero) -> None:
    """Note a missile that is not used so, mounted or on foot, or that belongs to a creature by nature. Rules: battlesystem:10.4g, battlesystem:9.4c."""
    person = one.person
    if not person.missile:
        return
    missile = missile_of(person.missile)
    if missile.kind == INNATE and one.class_ is not None:
        text = f"nobody but its creature has the {missile.name.lower()}"
        one.troubles.append(("missile", text, "choose another, or leave it out", "battlesystem:9.4c"))
    elif not (missile.mounted if person.mount else missile.kind):
        where = "mounted" if person.mount else "on foot"
        text = f"a {missile.name.lower()} is not used {where}"
        one.troubles.append(("missile", text, "choose another, or leave it out", "battlesystem:10.4g"))
