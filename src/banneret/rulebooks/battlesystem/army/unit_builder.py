"""A unit made from the tables: the choices, every figure that follows with the parts of its sum, and its roster in plain data.

Rules: battlesystem:2.2 to battlesystem:2.3c, battlesystem:2.11, battlesystem:3.1 to battlesystem:3.3, battlesystem:4.1 to 4.1h,
battlesystem:4.6, battlesystem:4.8, battlesystem:4.9, battlesystem:8.3, battlesystem:scenario.unlisted-commanders.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.rulebooks.battlesystem.tables.characters import class_of, thac0_of
from banneret.rulebooks.battlesystem.tables.creatures import (
    HANDY,
    NO_CHARACTER,
    RIDERS,
    Creature,
    armoury,
    creature_of,
    people_of,
)
from banneret.rulebooks.battlesystem.tables.missiles import engine_of, missile_of
from banneret.rulebooks.battlesystem.tables.mounted import Being, Mount, Rated, cavalry, chariot, mount_of
from banneret.rulebooks.battlesystem.tables.ratings import (
    HitDice,
    Part,
    Troops,
    attack_rating,
    charisma_bonus,
    command_radius,
    discipline,
    is_low,
    monster_command_radius,
    morale,
    total,
)
from banneret.rulebooks.battlesystem.tables.rosters import CAVALRY, CHARIOTS, Modifier
from banneret.rulebooks.battlesystem.tables.unit_kinds import base_of, kind

DEMIHUMANS: Final = ("dwarf", "elf", "gnome", "half-elf", "halfling")  # rule 4.1b
BONUS: Final = {"elite": 2, "berserker": 3}  # on morale. Rule: battlesystem:2.11
USUAL: Final = "usual"
LARGE: Final = "large"  # shields, for a shield wall. Rule: battlesystem:11.6
MOST_NAME: Final = 40  # characters
INNATE: Final = "innate"  # the limit (Table 12) of missiles that a creature has by nature
ENGINE_POINTS: Final = 200  # of a catapult or ballista without its crew. Rule: battlesystem:16.3o
LEAST_HIT_DICE: Final = 10  # of the figure of a crew. Rule: battlesystem:10.10
CHARISMA: Final = 12  # of a commander, unless another is given: average
PASSENGERS: Final = 2  # of a chariot, unless another number is given: one drives


@dataclass(frozen=True, slots=True)
class Recruit:
    """The choices for a unit, from which the rest follows. `level` is its commander's; `NO_CHARACTER` means that of the members."""

    creature: str
    figures: int
    kind: str = "regular"
    weapons: tuple[str, ...] = ()  # none: the usual one
    armour: str = USUAL
    shield: str = USUAL  # "yes", `LARGE`, "no"
    alignment: str = USUAL
    commander: str = ""  # his name; "": the chief of the unit, if its kind has one
    class_: str = "fighter"
    level: int = NO_CHARACTER
    charisma: int = CHARISMA
    name: str = ""
    mount: str = ""  # what they ride, or what draws them; "": they are on foot. Rule: battlesystem:11.1
    missile: str = ""  # besides their weapons; "": none. Rule: battlesystem:10.1
    engine: str = ""  # the piece of artillery that they serve; "": none. Rule: battlesystem:10.10
    team: int = 0  # of these mounts draw each chariot; 0: they are ridden. Rule: battlesystem:11.1a
    passengers: int = PASSENGERS  # who ride in each chariot


@dataclass(slots=True)
class Enlisted:
    """A unit with its derived figures, each as the parts it adds up to."""

    recruit: Recruit
    creature: Creature
    troops: Troops  # what morale and discipline depend on
    alignment: str
    ratio: int
    per_figure: Fraction
    armour: list[Part]
    attack: list[Part]
    morale: list[Part]
    discipline: list[Part]
    saves: tuple[int, ...]
    base: tuple[float, float]
    shield: bool
    weapons: list[dict[str, Any]]
    modifiers: list[Modifier]
    led: bool  # it has a commander
    level: int  # of the commander; NO_CHARACTER for a monster
    radius: list[Part]  # of his command, in thirds of an inch
    charisma: int  # his bonus
    movement: float
    mount: Mount | None
    troubles: list[tuple[str, str, str, str]] = field(default_factory=list)  # field, what, what to do, rule

    @property
    def creatures(self) -> int:
        """The number of creatures of the unit, without what they ride or what draws them. Rules: battlesystem:2.2, battlesystem:11.1a."""
        return self.recruit.figures * self.ratio * (self.recruit.passengers if self.in_chariots else 1)

    @property
    def steeds(self) -> int:
        """The number of creatures that they ride, or that draw them. Rules: battlesystem:11.1, battlesystem:11.1a."""
        if self.mount is None:
            return 0
        return self.recruit.figures * self.ratio * (self.recruit.team or 1)

    @property
    def in_chariots(self) -> bool:
        """True if they fight from chariots. Rule: battlesystem:11.1a."""
        return self.mount is not None and self.recruit.team > 0

    def row(self, name: str = "") -> dict[str, Any]:
        """The unit's roster as scenarios write one. Rules: battlesystem:3.1, battlesystem:11.2a, battlesystem:11.2e."""
        recruit, creature = self.recruit, self.creature
        regular = recruit.kind in ("regular", *BONUS)
        title = (name or recruit.name or creature.plural)[:MOST_NAME]
        found: dict[str, Any] = {
            "name": title,
            "unit_type": recruit.kind,
            "label": f"{recruit.kind.capitalize()} {creature.plural}",
            "creature": creature.people,
            "symbol": creature.id,
            "ac": total(self.armour),
            "figures": recruit.figures,
            "ratio": f"{self.ratio}:1",
            "hd_per_figure": float(self.per_figure),
            "weak": self.mount is None and (HitDice.of(creature.hit_dice).whole < 1 or creature.level == 0),
            "mv": self.movement,
            "size": creature.size if self.mount is None else "L",
            "mr": creature.magic_resistance if self.mount is None else 0,
            "saves": list(self.saves),
            "ar": total(self.attack),
            "ml": total(self.morale),
            "dl": total(self.discipline),
            "base": list(self.base),
            "weapons": self.weapons,
            "modifiers": [_modifier_row(modifier) for modifier in self.modifiers],
            "hates": list(people_of(creature).hates),
            "shield": self.shield,
            "low_or_chaotic": is_low(creature.intelligence) or self.alignment.startswith("chaotic"),
            "intelligence": creature.intelligence,
            "alignment": self.alignment,
            "undead": creature.undead,
            "drains": creature.drains,
            "never_checks": creature.never_checks or recruit.kind == "berserker",
        }
        if recruit.shield == LARGE and self.shield:
            found["large_shields"] = True
        if recruit.missile:
            found["missile"] = recruit.missile
        if recruit.engine:
            found |= {"engine": recruit.engine, "thac0": self.troops.thac0}
        if self.mount is not None:
            found |= {"troop": CHARIOTS if self.in_chariots else CAVALRY, "mount": self.mount.id}
            how = "in chariots" if self.in_chariots else "mounted"
            found["label"] = f"{recruit.kind.capitalize()} {creature.plural}, {how}"
        if self.led and regular:
            leader = recruit.commander or f"the chief of {title}"
            radius = Fraction(total(self.radius), 3)
            found["commander"] = {"name": leader[:MOST_NAME], "cr": float(radius), "cb": self.charisma}
        return found


def enlist(recruit: Recruit) -> Enlisted:
    """The unit made from these choices; raises `BadInput` for names that are not in the tables.

    Choices that do not go together are noted in its `troubles`.
    """
    creature = creature_of(recruit.creature)
    sort = kind(recruit.kind)
    own = hit_dice = HitDice.of(creature.hit_dice)
    troubles: list[tuple[str, str, str, str]] = []
    try:
        sort.check_figures(recruit.figures)
    except BadInput as error:
        troubles.append(("figures", error.message, error.hint.replace(" are possible", ""), sort.size_rule))
    armour, shield = _armour(recruit, creature, troubles)
    alignment = _alignment(recruit, creature, troubles)
    mount = mount_of(recruit.mount) if recruit.mount else None
    weapons = _weapons(recruit, creature, shield, mount, troubles)
    fighter = class_of(creature.classes[0] if creature.classes else "fighter")
    thac0 = thac0_of(own) if creature.level == NO_CHARACTER else fighter.thac0(creature.level)
    movement = creature.movement
    if recruit.missile:
        _check_missile(recruit, creature, troubles)
    if mount is not None:
        if recruit.kind == "mob":
            troubles.append(("mount", "a mob does not ride", "leave mount out", "battlesystem:2.10a"))
        troubles.extend(mount_troubles(creature))
        skill = 1 if recruit.team and _is_skilled(recruit, creature) else 0
        rated = _rated(recruit, mount, Being(thac0 - skill, own, total(armour), creature.movement, ()))
        why = (
            "the mean of those who ride and draw, better by 2"
            if recruit.team
            else f"the {mount.name.lower()}'s is poorer"
        )
        if rated.armour_class != total(armour):
            armour.append(Part(why, rated.armour_class - total(armour)))
        thac0, movement = rated.thac0, rated.movement
        hit_dice = HitDice(Fraction(rated.hit_dice), 0)
    elif recruit.team:
        text = "nothing draws the chariots"
        troubles.append(
            ("team", text, "choose what draws them as their mount, or team = 0", "battlesystem:11.1a")
        )
    ratio = hit_dice.ratio()
    if recruit.engine:
        _check_engine(recruit, creature, hit_dice.per_figure(ratio), troubles)
    attack = attack_rating(thac0, ratio)
    if _is_skilled(recruit, creature) and not (recruit.team and mount is not None):
        attack.append(Part("skill with the weapon", -1))
    troops = Troops(
        hit_dice,
        thac0,
        total(armour),
        recruit.figures,
        mounted=mount is not None,
        demihuman=creature.people in DEMIHUMANS,
        special=creature.special,
        exceptional=creature.exceptional,
        regular=recruit.kind in ("regular", *BONUS),
        intelligence=creature.intelligence,
        alignment=alignment,
    )
    level, radius, bonus = _command(recruit, creature, movement, troubles)
    return Enlisted(
        recruit,
        creature,
        troops,
        alignment,
        ratio,
        hit_dice.per_figure(ratio),
        armour,
        attack,
        spirit_of(troops, recruit.kind),
        order_of(troops, recruit.kind),
        _saves(creature),
        _base(recruit, creature, mount),
        shield,
        weapons,
        _modifiers(creature),
        sort.needs_commander,
        level,
        radius,
        bonus,
        movement,
        mount,
        troubles,
    )


def _is_skilled(recruit: Recruit, creature: Creature) -> bool:
    """True if creatures are better by 1 with all weapons of the unit. Rule: battlesystem:9.4b.thac0."""
    skilled = people_of(creature).skilled
    return bool(recruit.weapons) and all(weapon in skilled for weapon in recruit.weapons)


def _rated(recruit: Recruit, mount: Mount, rider: Being) -> Rated:
    """Riders with what they ride, or a chariot with what draws it. Rules: battlesystem:11.2 to 11.2d, battlesystem:11.3 to 11.3e."""
    if recruit.team:
        return chariot([mount.being] * recruit.team, [rider] * max(recruit.passengers, 1))
    return cavalry(rider, mount.being)


def _base(recruit: Recruit, creature: Creature, mount: Mount | None) -> tuple[float, float]:
    """Width and depth of a figure's base. Rules: battlesystem:2.3, battlesystem:11.1c."""
    if mount is None:
        return base_of(creature.size, creature.people)
    return base_of("chariot") if recruit.team else mount.base


def _saves(creature: Creature) -> tuple[int, ...]:
    """The saving throws of a creature; with several classes the best of each column. Rule: battlesystem:3.1c."""
    rows = [class_of("fighter").saves(creature.saves_as)]
    rows += [class_of(name).saves(creature.level) for name in creature.classes[1:]]
    return tuple([min(column) for column in zip(*rows, strict=True)])


def _check_missile(recruit: Recruit, creature: Creature, troubles: list[tuple[str, str, str, str]]) -> None:
    """Note a missile that the unit cannot use; raises `BadInput` for one not in the tables. Rules: 10.1, 10.1k, 10.4g."""
    missile = missile_of(recruit.missile)
    if not creature.weapon or missile.kind == INNATE:
        text = f"{creature.plural.lower()} do not use the {missile.name.lower()}"
        troubles.append(("missile", text, "leave missile out", "battlesystem:10.1"))
    elif recruit.kind == "mob":
        troubles.append(("missile", "a mob never uses missiles", "leave missile out", "battlesystem:10.1k"))
    elif recruit.mount and not missile.mounted:
        text = f"the {missile.name.lower()} is not used mounted"
        troubles.append(("missile", text, "choose another missile, or no mount", "battlesystem:10.4g"))


def _check_engine(
    recruit: Recruit, creature: Creature, per_figure: Fraction, troubles: list[tuple[str, str, str, str]]
) -> None:
    """Note a unit that cannot be the crew it is to be; raises `BadInput` for a piece not in the tables. Rules: 10.10, battlesystem:10.10d."""
    engine = engine_of(recruit.engine)
    if recruit.kind != "skirmish" or recruit.figures != 1 or recruit.mount:
        text = f"the crew of a {engine.name.lower()} is a skirmish unit of one figure, on foot"
        troubles.append(("engine", text, "type = skirmish, figures = 1", "battlesystem:10.10d"))
    if creature.group not in HANDY or per_figure < LEAST_HIT_DICE:
        text = f"a figure of {creature.plural.lower()} cannot be a crew: that takes men, demihumans or humanoids of 10 hit dice"
        troubles.append(("engine", text, "leave engine out", "battlesystem:10.10"))


def spirit_of(troops: Troops, sort: str) -> list[Part]:
    """Base morale, with the bonus of elite units and berserkers. Rules: battlesystem:4.1, battlesystem:2.11."""
    parts = morale(troops)
    return [*parts, Part(sort, BONUS[sort])] if sort in BONUS else parts


def order_of(troops: Troops, sort: str) -> list[Part]:
    """The discipline rating: 0 for berserkers. Rules: battlesystem:4.6, battlesystem:4.6a, battlesystem:2.11."""
    return [Part("berserkers", 0)] if sort == "berserker" else discipline(troops)


def prices(enlisted: Enlisted) -> list[tuple[int, str, str]]:
    """The price of the unit in parts (points, reason, rule): creatures, mounts, artillery, a commander of higher level.

    Rules: battlesystem:16.3l, battlesystem:16.3m, battlesystem:16.3o.
    """
    creature, number = enlisted.creature, enlisted.creatures
    each = price_of(creature)
    noun = creature.plural if number > 1 else creature.name
    rule = "battlesystem:16.3l" if each > creature.points else "battlesystem:16.3m"
    found = [(each * number, f"{number} {noun[:1].lower()}{noun[1:]} at {each}", rule)]
    mount = enlisted.mount
    if mount is not None:
        text = f"{enlisted.steeds} mounts ({mount.name.lower()}) at {mount.points}"
        found.append((mount.points * enlisted.steeds, text, "battlesystem:16.3m"))
    recruit = enlisted.recruit
    if recruit.engine:
        found.append((ENGINE_POINTS, engine_of(recruit.engine).name.lower(), "battlesystem:16.3o"))
    if enlisted.led and enlisted.level > max(creature.level, 0):
        cost = class_of(recruit.class_).price(enlisted.level)
        who = f"commander, {class_of(recruit.class_).name.lower()} of level {enlisted.level}"
        found.append((cost, who, "battlesystem:16.3l"))
    return found


def price_of(creature: Creature) -> int:
    """Points of one creature: as a character or as a monster, whichever costs more. Rules: 16.3l, 16.3m, battlesystem:16.3q."""
    by_class = sum([class_of(name).price(creature.level) for name in creature.classes])
    return max(by_class, creature.points)


def _armour(
    recruit: Recruit, creature: Creature, troubles: list[tuple[str, str, str, str]]
) -> tuple[list[Part], bool]:
    """The armour class with its parts, and whether there is a shield."""
    stock = armoury()
    usual, shield = creature.armour_class, creature.shield
    if shield:
        usual += stock.shield
    parts = [Part("usual", usual)]
    if recruit.armour != USUAL:
        worn = stock.armours.get(recruit.armour)
        if worn is None:
            raise BadInput(
                f"there is no armour {recruit.armour[:60]!r}",
                hint=nearest(recruit.armour[:60], stock.armours),
            )
        if creature.wears:
            parts = [Part(worn.name.lower(), worn.armour_class)]
        else:
            text = f"{creature.plural.lower()} wear no armour: their armour class is their hide"
            troubles.append(("armour", text, "leave armour out", "battlesystem:3.1"))
    if recruit.shield != USUAL:
        shield = recruit.shield in ("yes", LARGE)
        if shield and not creature.wears:
            troubles.append(
                (
                    "shield",
                    f"{creature.plural.lower()} carry no shields",
                    "leave shield out",
                    "battlesystem:3.1",
                )
            )
            shield = False
    if shield:
        parts.append(Part("shield", -stock.shield))
    return parts, shield


def _alignment(recruit: Recruit, creature: Creature, troubles: list[tuple[str, str, str, str]]) -> str:
    """The alignment: the usual one, or another that the creature may have. Rule: battlesystem:4.6."""
    if recruit.alignment == USUAL:
        return creature.alignments[0]
    for known in creature.alignments:
        if known.startswith(recruit.alignment):
            return known
    text = f"{creature.plural.lower()} are not {recruit.alignment}"
    troubles.append(("alignment", text, "they are " + " or ".join(creature.alignments), "battlesystem:4.6"))
    return creature.alignments[0]


def _weapons(
    recruit: Recruit,
    creature: Creature,
    shield: bool,
    mount: Mount | None,
    troubles: list[tuple[str, str, str, str]],
) -> list[dict[str, Any]]:
    """The unit's weapons as rosters write them, the same for all figures; the attacks of mounts come with each weapon of riders.

    Rules: battlesystem:3.1b, battlesystem:8.5, battlesystem:8.6, battlesystem:11.2d, battlesystem:11.3e.
    """
    steed = [] if mount is None else list(mount.being.damage) * (recruit.team or 1)
    hands = max(recruit.passengers, 1) if mount is not None and recruit.team else 1  # that strike from each
    own = list(creature.attacks) if creature.both or not creature.weapon else []
    stock = armoury().arms
    found: list[dict[str, Any]] = []
    for name in recruit.weapons:
        if name not in stock:
            raise BadInput(f"there is no weapon {name[:60]!r}", hint=nearest(name[:60], stock))
        arm = stock[name]
        if not creature.weapon:
            text = f"{creature.plural.lower()} fight without weapons"
            troubles.append(("weapons", text, f"take the {arm.name.lower()} away", "battlesystem:3.1"))
            continue
        if arm.hands > 1 and shield:
            text = f"a {arm.name.lower()} needs both hands, and they carry shields"
            troubles.append(("weapons", text, 'choose another weapon, or shield = "no"', "battlesystem:3.1"))
        if arm.mounted and (mount is None or recruit.team):
            text = f"a {arm.name.lower()} is for riders"
            troubles.append(("weapons", text, "choose a mount, or another weapon", "battlesystem:11.4c"))
        small, large = [*[*own, arm.small] * hands, *steed], [*[*own, arm.large] * hands, *steed]
        if arm.mounted:  # the lance comes first: its attack is the one doubled in a charge
            small, large = [arm.small, *own, *steed], [arm.large, *own, *steed]
        found.append(_weapon_row(arm.id, arm.name, small, large, arm.reach))
    if found:
        return found
    dice = [*([*own, creature.weapon] if creature.weapon else own) * hands, *steed]
    title = "usual weapon" if creature.weapon else "claws and teeth" if len(dice) > 1 else "own strength"
    found = [_weapon_row(USUAL, title, dice, dice, 1)]
    if creature.weapon and creature.attacks and not creature.both:
        claws = list(creature.attacks) * hands
        found.append(_weapon_row("claws", "claws and teeth", claws, claws, 1))
    return found


def _weapon_row(name: str, title: str, small: list[str], large: list[str], reach: int) -> dict[str, Any]:
    return {"id": name, "name": title, "sm": small, "l": large, "reach": reach}


def _modifiers(creature: Creature) -> list[Modifier]:
    """The modifiers of the unit's people against some enemies, and the attacks of fighters against the weak. Rule: battlesystem:8.6b."""
    found = list(people_of(creature).modifiers)
    if creature.level >= 2 and any(class_of(name).fighter for name in creature.classes):
        found.append(Modifier(attacks=creature.level, weak=True))
    return found


def _modifier_row(modifier: Modifier) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key in ("ar", "own_ac", "attacks", "when", "weak"):
        value = getattr(modifier, key)
        if value:
            row[key] = value
    if modifier.against:
        row["against"] = list(modifier.against)
    return row


def _command(
    recruit: Recruit, creature: Creature, movement: float, troubles: list[tuple[str, str, str, str]]
) -> tuple[int, list[Part], int]:
    """Level of the unit's commander, his radius in thirds of an inch by parts, and his charisma bonus. Rules: 4.8, 4.9.

    He has the level of the members unless another is chosen. Rule: battlesystem:scenario.unlisted-commanders.
    """
    if is_character(creature):
        level = max(creature.level, 0) if recruit.level == NO_CHARACTER else recruit.level
        if level < creature.level:
            text = f"a commander of level {level} leads members of level {creature.level}"
            troubles.append(("level", text, f"level = {creature.level} or more", "battlesystem:4.8"))
        class_ = class_of(recruit.class_)
        least = class_.least.get("charisma", 0)
        if recruit.charisma < least:
            text = f"a {class_.name.lower()} has charisma {least} or more"
            troubles.append(("charisma", text, f"charisma = {least}", "battlesystem:3.2a"))
        return level, radius_parts(recruit.charisma, level, class_.fighter), charisma_bonus(recruit.charisma)
    if recruit.level != NO_CHARACTER:
        text = f"{creature.plural.lower()} have no levels: their chief commands by his movement"
        troubles.append(("level", text, "leave level out", "battlesystem:4.8"))
    parts = monster_radius_parts(movement)
    return NO_CHARACTER, parts, charisma_bonus(recruit.charisma)


def is_character(creature: Creature) -> bool:
    """True if its commanders command by charisma and level: men and demihumans. Rule: battlesystem:4.8."""
    return creature.people == "human" or creature.people in DEMIHUMANS


def mount_troubles(creature: Creature) -> list[tuple[str, str, str, str]]:
    """The trouble that a mount makes for a creature that does not ride; empty if it does. Rule: battlesystem:11.1."""
    if creature.group in RIDERS:
        return []
    return [("mount", f"{creature.plural.lower()} do not ride", "leave mount out", "battlesystem:11.1")]


def monster_radius_parts(movement: float) -> list[Part]:
    """The command radius of a monster chief, in thirds of an inch, by his movement or that of his mount or chariot. Rule: 4.8."""
    return [Part("two thirds of the movement", int(monster_command_radius(Fraction(movement)) * 3))]


def radius_parts(charisma: int, level: int, fighter: bool) -> list[Part]:
    """The command radius of a character, in thirds of an inch, as a sum. Rule: battlesystem:4.8."""
    parts = [Part("half of charisma and level", 3 * command_radius(charisma, level, False))]
    if fighter:
        parts.append(Part("fighter", 9))
    return parts
