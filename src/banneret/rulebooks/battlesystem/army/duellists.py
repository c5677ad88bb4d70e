"""Individuals in words, as odds of man to man name them: "fighter 7", "elf ranger 9 + longsword +2 + chain", "2 Ogres", "Troll + 40 hp".

A character is written as a class and a level, after a people unless human; a creature goes by the names that army lists know. A weapon,
armour, a shield, an ability score, damage dice or another number of the sheet follow, each after a plus between spaces. Individuals of
the scenarios that come with the rulebook go by their names: "Sir Alaric".

Rules: battlesystem:9.4b.thac0, battlesystem:9.4b.attacks, battlesystem:9.4b.abilities, battlesystem:9.4b.damage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from banneret.kernel.errors import BadInput, nearest
from banneret.rulebooks.battlesystem.army.scenarios import new_state, shipped
from banneret.rulebooks.battlesystem.army.worded_lists import MOST_TEXT, spelling
from banneret.rulebooks.battlesystem.combat.champions.duelling import duellist
from banneret.rulebooks.battlesystem.duels.duellists import Arms, Blow, Duellist
from banneret.rulebooks.battlesystem.tables.characters import HIGHEST, Class, class_of, classes, thac0_of
from banneret.rulebooks.battlesystem.tables.creatures import (
    NO_CHARACTER,
    Arm,
    Armour,
    Creature,
    armoury,
    creatures,
    people_of,
    peoples,
)
from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.man_to_man import (
    attacks,
    body_of,
    dexterity,
    kit_of,
    strength,
)
from banneret.rulebooks.battlesystem.tables.ratings import HitDice
from banneret.rulebooks.battlesystem.tables.sheets import FOOTPRINT, HUGE
from banneret.rulebooks.battlesystem.tables.unit_kinds import is_great

MOST: Final = 24  # individuals of a side
MOST_HIT_POINTS: Final = 300
_HALF: Final = 9  # hit points of two hit dice of eight faces
_NUMBER: Final = re.compile(r"^(\d{1,3})\s*[x×]?\s+(.*)$", re.IGNORECASE)
_LEVEL: Final = re.compile(r"^(.*?)[\s,]*(?:level\s*)?(\d{1,2})$", re.IGNORECASE)
_PLUS: Final = re.compile(r"^(.*?)\s*\+(\d)$")
_SAID: Final = re.compile(
    r"^(?:(hp|ac|thac0|strength|dexterity|damage)\s+(\S{1,12})|(-?\d{1,3})\s*(hp|ac|thac0))$", re.IGNORECASE
)
_HINT: Final = 'such as "fighter 7", "elf ranger 9 + longsword +2 + chain" or "Ogre"'


@dataclass(slots=True)
class _Sheet:
    """An individual while its words are read.

    Attributes:
        level: of its class; 0 for a creature that counts by hit dice.
        people: by id, "human" if none is written.
        arms: the weapons named, each with its magic plus.
        shield: True with one, False without, None for the usual.
        strength: the bonus to hit and to damage.
        dexterity: what is added to the armour class: negative is better.
        printed: numbers written for it ("hp", "ac", "thac0"), in place of those from the tables.
        damage: dice written for it, in place of those of its weapon.
    """

    name: str
    class_: Class | None
    level: int
    creature: Creature | None
    people: str
    arms: list[tuple[Arm, int]] = field(default_factory=list)
    armour: Armour | None = None
    shield: bool | None = None
    strength: tuple[int, int] = (0, 0)
    dexterity: int = 0
    printed: dict[str, int] = field(default_factory=dict)
    damage: Dice | None = None


def duellists_of(text: str, side: int, where: str = "") -> list[Duellist]:
    """The individuals of a list in words, in its order; raises `BadInput`.

    Args:
        text: such as "fighter 7, 2 Ogres".
        side: theirs; the ids of its individuals count up from `MOST` times this number.
        where: the place to name in errors.

    >>> [(one.name, one.hit_points, one.armour_class) for one in duellists_of("fighter 7, 2 Ogres, Sir Alaric", 0)]
    [('Fighter 7', 38, 2), ('Ogre (1)', 19, 5), ('Ogre (2)', 19, 5), ('Sir Alaric', 52, 0)]
    """
    if len(text) > MOST_TEXT:
        raise BadInput(f"a list of {len(text):,} characters", where=where, hint=f"at most {MOST_TEXT:,}")
    found: list[Duellist] = []
    for part in text.split(","):
        words = part.strip()
        number = 1
        match = _NUMBER.match(words)
        if match:
            number, words = int(match[1]), match[2].strip()
        if not words or not number:
            raise BadInput("nobody is named", where=where, hint=_HINT)
        if len(found) + number > MOST:
            raise BadInput(f"more than {MOST} individuals", where=where, hint=f"at most {MOST} a side")
        one = _named_or_read(words, side, where)
        for count in range(number):
            name = f"{one.name} ({count + 1})" if number > 1 else one.name
            found.append(replace(one, id=MOST * side + len(found), name=name))
    return found


def _named_or_read(words: str, side: int, where: str) -> Duellist:
    """An individual by words, or by the name that a scenario gives; raises `BadInput`."""
    try:
        return _duellist(_read(words, where), side, where)
    except BadInput:
        named = _listed().get(spelling(words))
        if named is None:
            raise
        return replace(named, side=side)


@cache
def _listed() -> dict[str, Duellist]:
    """The individuals who fight in the scenarios of the rulebook, by the spellings of their names, as their sheets have them."""
    found: dict[str, Duellist] = {}
    for scenario in shipped().values():
        state = new_state(scenario, {})
        for one in state.individuals.values():
            sheet = state.setting.sheets[one.id]
            if sheet.champion is not None:
                fighter = duellist(state, one)
                found.setdefault(spelling(sheet.name), replace(fighter, x=0.0, y=0.0, heading=0.0, piece=""))
    return found


def is_worded(text: str) -> bool:
    """True if a list in words can be read as individuals."""
    try:
        duellists_of(text, 0)
    except BadInput:
        return False
    return True


def _read(text: str, where: str) -> _Sheet:
    """The sheet of one individual; raises `BadInput`. Rule: battlesystem:9.4b.thac0."""
    head, *rest = [part.strip() for part in re.split(r"\s\+\s", text)]
    sheet = _character(head, where) or _creature(head)
    if sheet is None:
        known = [one.name for one in creatures().values()] + [f"{one} 1" for one in classes()]
        hint = nearest(head[:60], known) or _HINT
        raise BadInput(f"there is no individual {head[:60]!r}", where=where, hint=hint)
    for words in rest:
        _besides(sheet, words, where)
    return sheet


def _footprint(creature: Creature | None) -> float:
    """Inches that an individual takes up each way. Rule: battlesystem:9.0b."""
    return HUGE if creature is not None and is_great(creature.people) else FOOTPRINT


def _character(text: str, where: str) -> _Sheet | None:
    """A character by class and level, with a people before them if not human: "elf fighter 7"; None if no class is named."""
    match = _LEVEL.match(text)
    if match is None:
        return None
    before, _, class_name = match[1].strip().rpartition(" ")
    class_id = class_name.casefold().removesuffix("s")
    if class_id not in classes():
        return None
    level = int(match[2])
    if not 0 <= level <= HIGHEST:
        raise BadInput(f"there is no level {level}", where=where, hint=f"at most {HIGHEST}")
    people = before.casefold().strip() or "human"
    if people != "human" and people not in {one.people for one in creatures().values()}:
        raise BadInput(
            f"there is no people {people[:40]!r}", where=where, hint=nearest(people, list(peoples()))
        )
    class_ = class_of(class_id)
    title = f"{class_.name} {level}"
    return _Sheet(
        title if people == "human" else f"{people.capitalize()} {title.lower()}", class_, level, None, people
    )


def _creature(text: str) -> _Sheet | None:
    """A creature by its id, its name or its plural; None if there is none of that name."""
    creature = _creatures().get(spelling(text))
    if creature is None:
        return None
    class_ = class_of(creature.classes[0] if creature.classes else "fighter")
    if creature.level == NO_CHARACTER:
        return _Sheet(creature.name, None, 0, creature, creature.people)
    return _Sheet(creature.name, class_, creature.level, creature, creature.people)


def _besides(sheet: _Sheet, words: str, where: str) -> None:
    """Note what is written of an individual after a plus; raises `BadInput`. Rule: battlesystem:9.4b.abilities."""
    match = _SAID.match(words)
    if match is not None:
        _printed(sheet, (match[1] or match[4]).casefold(), match[2] or match[3], where)
        return
    bare = _PLUS.match(words)
    name, plus = (bare[1], int(bare[2])) if bare else (words, 0)
    arm, armour = _arms().get(spelling(name)), _armours().get(spelling(name))
    if spelling(name) in ("shield", "noshield"):
        sheet.shield = spelling(name) == "shield"
    elif arm is not None:
        sheet.arms.append((arm, plus))
    elif armour is not None:
        sheet.armour = armour
    else:
        known = [one.name for one in armoury().arms.values()] + [
            one.name for one in armoury().armours.values()
        ]
        hint = (
            nearest(name[:60], known) or 'a weapon, armour, "shield", or a number such as "40 hp" or "ac 2"'
        )
        raise BadInput(f"there is no weapon or armour {name[:60]!r}", where=where, hint=hint)


def _printed(sheet: _Sheet, what: str, value: str, where: str) -> None:
    """Note a number or the damage dice of the sheet; raises `BadInput`."""
    if what == "damage":
        sheet.damage = Dice.of(value)
        return
    score, slash, percent = value.partition("/")
    ranges = {
        "hp": (1, MOST_HIT_POINTS),
        "ac": (-10, 10),
        "thac0": (-10, 25),
        "strength": (3, 18),
        "dexterity": (3, 18),
    }
    least, most = ranges[what]
    number = int(score) if re.fullmatch(r"-?\d{1,3}", score) else least - 1
    exceptional = 0
    if slash and what == "strength" and number == 18 and re.fullmatch(r"\d\d", percent):
        if sheet.class_ is None or not sheet.class_.fighter:
            text = "only warriors whose strength is 18 have hundredths of it"
            raise BadInput(text, where=where, hint="strength 18")
        exceptional = int(percent) or 100
    elif slash:
        number = least - 1
    if not least <= number <= most:
        raise BadInput(f"{what} cannot be {value[:12]!r}", where=where, hint=f"from {least} to {most}")
    if what == "strength":
        sheet.strength = strength(number, exceptional)
    elif what == "dexterity":
        sheet.dexterity = dexterity(number)[1]
    else:
        sheet.printed[what] = number


def _duellist(sheet: _Sheet, side: int, where: str) -> Duellist:
    """The individual of a sheet. Rules: battlesystem:9.4b.thac0, battlesystem:9.4b.attacks."""
    creature, class_ = sheet.creature, sheet.class_
    dice = HitDice.of(creature.hit_dice) if creature is not None else None
    warrior = class_ is not None and class_.fighter
    body = body_of(class_.id) if class_ is not None else None
    if body is not None and (dice is None or sheet.level > 0):
        points = body.points(sheet.level)
    else:
        assert dice is not None
        points = max(int(dice.dice * _HALF) // 2 + dice.points, 1)
    base, shield = _armour_class(sheet, where)
    size = creature.size if creature is not None else _size(sheet.people)
    many = attacks(class_.id, sheet.level) if class_ is not None else 2
    return Duellist(
        0,
        side,
        sheet.name,
        sheet.printed.get("hp", points),
        sheet.printed.get("ac", base - shield + sheet.dexterity),
        _armed(sheet, many, where),
        shield=shield,
        nimble=max(-sheet.dexterity, 0),
        large=size == "L",
        weak=sheet.level == 0 if class_ is not None else dice is not None and dice.whole < 1,
        sweeps=sheet.level if warrior else 0,
        people=sheet.people,
        edges=peoples()[sheet.people].modifiers if sheet.people in peoples() else (),
        reach=_footprint(creature) / 2.0,
    )


def _thac0(sheet: _Sheet) -> int:
    """The roll that hits armour class 0, by class and level or by hit dice. Rule: battlesystem:9.4b.thac0."""
    if sheet.class_ is not None:
        return sheet.class_.thac0(sheet.level)
    assert sheet.creature is not None
    return thac0_of(HitDice.of(sheet.creature.hit_dice))


def _armed(sheet: _Sheet, many: int, where: str) -> tuple[Arms, ...]:
    """The arms of an individual: the weapons named, else its usual one, and what it fights with by nature.

    `many`: its attacks in two melee rounds.

    Rules: battlesystem:9.4b.thac0, battlesystem:9.4b.damage, battlesystem:9.4b.abilities.
    """
    creature = sheet.creature
    base = sheet.printed.get("thac0", _thac0(sheet) - sheet.strength[0])
    own = () if creature is None or (creature.weapon and not creature.both) else creature.attacks
    natural = tuple([_natural(sheet, base, dice) for dice in own])
    if sheet.damage is not None:
        return (Arms("as said", (Blow(base, sheet.damage, sheet.damage),), many),)
    if sheet.arms and creature is not None and not creature.weapon:
        raise BadInput(
            f"{creature.plural.lower()} fight without weapons", where=where, hint="leave the weapon out"
        )
    weapons = sheet.arms
    if not weapons and creature is None:
        assert sheet.class_ is not None
        weapons = [(armoury().arms[kit_of(sheet.class_.id).weapon], 0)]
    found: list[Arms] = []
    for arm, plus in weapons:
        skilled = arm.id in people_of(creature).skilled if creature else _skilled(sheet.people, arm)
        thac0 = base if "thac0" in sheet.printed else base - plus - skilled
        blow = Blow(
            thac0, _more(arm.small, plus + sheet.strength[1]), _more(arm.large, plus + sheet.strength[1])
        )
        found.append(Arms(arm.name, (*natural, blow), many))
    if found:
        return tuple(found)
    assert creature is not None
    if creature.weapon:
        found.append(Arms("its weapon", (*natural, _natural(sheet, base, creature.weapon)), many))
        if creature.attacks and not creature.both:
            claws = tuple([_natural(sheet, base, dice) for dice in creature.attacks])
            found.append(Arms("claws and teeth", claws, 2))
        return tuple(found)
    return (Arms("claws and teeth" if len(natural) > 1 else "its own strength", natural, many),)


def _natural(sheet: _Sheet, thac0: int, dice: str) -> Blow:
    thrown = _more(dice, sheet.strength[1])
    return Blow(thac0, thrown, thrown)


def _more(dice: str, plus: int) -> Dice:
    """Dice with `plus` points more."""
    thrown = Dice.of(dice)
    return replace(thrown, plus=thrown.plus + plus)


def _armour_class(sheet: _Sheet, where: str) -> tuple[int, int]:
    """The armour class without shield and Dexterity, and the points of the shield: 0 without one, or with a two-handed weapon.

    Rule: battlesystem:9.4b.thac0.
    """
    stock, creature = armoury(), sheet.creature
    if creature is not None:
        shield = creature.shield if sheet.shield is None else sheet.shield
        base = creature.armour_class + stock.shield * creature.shield
        if sheet.armour is not None and not creature.wears:
            raise BadInput(
                f"{creature.plural.lower()} wear no armour", where=where, hint="leave the armour out"
            )
    else:
        assert sheet.class_ is not None
        kit = kit_of(sheet.class_.id)
        shield = kit.shield if sheet.shield is None else sheet.shield
        base = stock.armours[kit.armour].armour_class
    if sheet.armour is not None:
        base = sheet.armour.armour_class
    if any(arm.hands > 1 for arm, _plus in sheet.arms):
        if sheet.shield:
            raise BadInput(
                "a weapon for both hands leaves none for a shield", where=where, hint="leave the shield out"
            )
        shield = False
    return base, stock.shield if shield else 0


def _size(people: str) -> str:
    """The size of a people's first creature."""
    return next((one.size for one in creatures().values() if one.people == people), "M")


def _skilled(people: str, arm: Arm) -> bool:
    return people in peoples() and arm.id in peoples()[people].skilled


@cache
def _creatures() -> dict[str, Creature]:
    found: dict[str, Creature] = {}
    for one in creatures().values():
        for name in (one.id, one.name, one.plural):
            found.setdefault(spelling(name), one)
    return found


@cache
def _arms() -> dict[str, Arm]:
    return {spelling(name): arm for arm in armoury().arms.values() for name in (arm.id, arm.name)}


@cache
def _armours() -> dict[str, Armour]:
    return {spelling(name): one for one in armoury().armours.values() for name in (one.id, one.name)}
