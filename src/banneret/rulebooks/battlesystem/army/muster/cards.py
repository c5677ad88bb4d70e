"""Sheets of units and commanders: every figure with the parts of its sum, weapons with their damage columns, and the price.

Rules: battlesystem:3.1, battlesystem:3.2, battlesystem:3.3, battlesystem:4.1, battlesystem:4.6, battlesystem:4.8, battlesystem:8.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from banneret.kernel.abilities.muster import Card, Entry, Fault, card_of, word_of
from banneret.kernel.scene import Figure
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.army.muster.entries import (
    RANKS,
    character_of,
    number_of,
    reach_of,
    recruit_of,
)
from banneret.rulebooks.battlesystem.army.unit_builder import (
    Enlisted,
    Recruit,
    enlist,
    is_character,
    price_of,
    prices,
)
from banneret.rulebooks.battlesystem.tables.characters import class_of
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.creatures import (
    NO_CHARACTER,
    Creature,
    creature_of,
    creatures,
    people_of,
)
from banneret.rulebooks.battlesystem.tables.missiles import engine_of, missile_of
from banneret.rulebooks.battlesystem.tables.mounted import Mount
from banneret.rulebooks.battlesystem.tables.ratings import Part, attack_rating, charisma_bonus, total
from banneret.rulebooks.battlesystem.tables.unit_kinds import kind
from banneret.rulebooks.battlesystem.text.missiles import engine_text, missile_text
from banneret.rulebooks.battlesystem.text.pictures import commander_picture, unit_picture


def unit_card(entry: Entry, filled: bool = False) -> Card:
    """A unit's sheet and price. `filled`: others are mixed into it. Rule: battlesystem:3.1."""
    recruit = recruit_of(entry)
    found = enlist(recruit)
    tally = Tally("points")
    for amount, cause, rule in prices(found):
        tally.add(amount, cause, rule)
    faults = [
        Fault(text, fix, field=_FIELDS.get(field, field), rule=rule)
        for field, text, fix, rule in found.troubles
    ]
    if filled or word_of(entry, "mixed"):
        # the limits hold for the figures of all parts of a mixed unit together
        faults = [fault for fault in faults if fault.field != "figures"]
    faults += _formation_faults(entry, found)
    people = found.creature.name if recruit.figures == 1 else found.creature.plural
    title = f"{recruit.figures} {people.replace(' of the ', ', ')}"
    return card_of(
        title,
        tally,
        _figures(found),
        tuple(_words(entry, found)),
        unit_picture((found.creature.id, found.creature.people), [str(row["id"]) for row in found.weapons]),
        tuple(faults),
        recruit.figures,
    )


_FIELDS: Final = {"class_": "class"}


def _formation_faults(entry: Entry, found: Enlisted) -> list[Fault]:
    """Faults of a formation that its kind does not take, and of more files than figures. Rules: battlesystem:2.8b, 2.9g, 2.10a."""
    sort = kind(found.recruit.kind)
    formation = word_of(entry, "formation", "usual")
    faults: list[Fault] = []
    if formation != "usual" and formation not in sort.formations:
        text = f"a {sort.id} unit takes no {formation} formation"
        fix = "it takes " + " or ".join(sort.formations)
        rule = {"skirmish": "2.9g", "mob": "2.10a"}.get(sort.id, "2.8b")
        faults.append(Fault(text, fix, field="formation", rule=f"battlesystem:{rule}"))
    if number_of(entry, "files") > found.recruit.figures:
        text = f"{found.recruit.figures} figures are no {number_of(entry, 'files')} files"
        faults.append(Fault(text, f"files = {found.recruit.figures} or less", field="files"))
    return faults


def _figures(found: Enlisted) -> tuple[Figure, ...]:
    """The figures of a unit's sheet, each with its sum. Rules: battlesystem:3.1, 4.1, 4.6, 4.8, 8.3."""
    figures = [
        summed("AC", found.armour, "battlesystem:3.1"),
        Figure("HD/fig", f"{float(found.per_figure):g}", rule="battlesystem:2.2a"),
        Figure(
            "MV",
            f"{found.movement:g}",
            rule=_rate_rule(found),
        ),
        summed("AR", found.attack, "battlesystem:8.3"),
        summed("ML", found.morale, "battlesystem:4.1"),
        summed("DL", found.discipline, "battlesystem:4.6"),
        Figure("Ratio", f"{found.ratio}:1", rule="battlesystem:2.2"),
    ]
    if found.led:
        figures.append(radius(found.radius))
        figures.append(Figure("CB", f"{found.charisma:+d}", rule="battlesystem:4.9"))
    return tuple(figures)


def _rate_rule(found: Enlisted) -> str:
    """The rule by which a unit has its movement rate."""
    if found.mount is None:
        return "battlesystem:3.1d"
    return "battlesystem:11.3c" if found.in_chariots else "battlesystem:11.2c"


def summed(name: str, parts: list[Part], rule: str) -> Figure:
    """A figure with the sum that it comes from."""
    return Figure(
        name, str(total(parts)), tuple([(part.delta, part.why, rule) for part in parts]), rule, name
    )


def radius(parts: list[Part]) -> Figure:
    """A command radius in inches, from parts in thirds; they are shown if all are whole inches."""
    inches = Fraction(total(parts), 3)
    whole = all(part.delta % 3 == 0 for part in parts)
    shown = tuple([(part.delta // 3, part.why, "battlesystem:4.8") for part in parts]) if whole else ()
    return Figure("CR", f"{float(inches):.3g}", shown, "battlesystem:4.8", "CR")


def _riding(found: Enlisted, mount: Mount) -> str:
    """The mounts of a unit, or the teams of its chariots, in words. Rules: battlesystem:11.1, battlesystem:11.1a."""
    name = mount.name.lower()
    if not found.in_chariots:
        return f"on mounts: {name}"
    return f"in {found.steeds // found.recruit.team} chariots, each drawn by {found.recruit.team}: {name}"


def _words(entry: Entry, found: Enlisted) -> list[str]:
    """The other lines of a unit's sheet. Rule: battlesystem:3.1."""
    creature, recruit = found.creature, found.recruit
    words = [f"{recruit.kind} unit", f"{found.creatures} {creature.plural.lower()}", f"size {creature.size}"]
    words += [f"{hit_dice_of(found)}"]
    if found.mount is not None:
        words[1:3] = [f"{found.creatures} {creature.plural.lower()} {_riding(found, found.mount)}", "size L"]
    for weapon in found.weapons:
        words.append(f"{weapon['name'].lower()} {damage_of(weapon)}")
    if recruit.missile:
        missile = missile_of(recruit.missile)
        words.append(f"{missile.name.lower()} {missile_text(missile)}")
    if recruit.engine:
        engine = engine_of(recruit.engine)
        words.append(f"{engine.name.lower()}: {engine_text(engine)}; it shoots with AR {found.troops.thac0}")
    words += [f"saves {' '.join([str(save) for save in found.saves])}"]
    words += [
        found.alignment,
        f"intelligence: {creature.intelligence.replace('-', ' (') + ')' * ('-' in creature.intelligence)}",
    ]
    words += [f"magic resistance {creature.magic_resistance}%"] if creature.magic_resistance else []
    words += [ability for ability in creature.abilities if ability != "magic resistance"]
    words += ["never checks morale"] if creature.never_checks else []
    row = found.row()
    words += hatreds(creature)
    words += ["large shields"] if "large_shields" in row else []
    words += [_modifier(modifier) for modifier in row["modifiers"]]
    if found.led and is_character(creature):
        words.append(
            f"commander: {class_of(recruit.class_).name.lower()} of level {found.level}, charisma {recruit.charisma}"
        )
    words += (
        [f"{word_of(entry, 'formation')} formation"]
        if word_of(entry, "formation", "usual") != "usual"
        else []
    )
    return words


def hatreds(creature: Creature) -> list[str]:
    """The peoples that its people hate, in words. Rules: battlesystem:4.6c, battlesystem:4.8a."""
    hated = people_of(creature).hates
    return [f"hates {', '.join([_many(name) for name in hated])}"] if hated else []


def _many(people: str) -> str:
    """A people in the plural, in small letters."""
    known = creatures().get(people)
    return known.plural.lower() if known else people


def hit_dice_of(found: Enlisted) -> str:
    """Hit dice or level in words: "4+1 hit dice", "level 1"."""
    level = found.creature.level
    if level != NO_CHARACTER:
        return f"level {level}"
    return f"{found.creature.hit_dice} hit {'die' if found.creature.hit_dice in ('1', '1/2') else 'dice'}"


def damage_of(weapon: Mapping[str, Any]) -> str:
    """A weapon's damage with its columns, that against large targets too if it differs, and its ranks. Rule: battlesystem:8.5."""
    small, large = ["/".join(weapon[key]) for key in ("sm", "l")]
    columns = " + ".join([Damage.of(dice).shown() for dice in weapon["sm"]])
    found = f"{small} ({columns})"
    if small != large:
        found += f", against large {large} ({' + '.join([Damage.of(dice).shown() for dice in weapon['l']])})"
    return found + {2: ", two ranks", 3: ", three ranks"}.get(weapon["reach"], "")


def _modifier(row: Mapping[str, Any]) -> str:
    """A modifier of a roster in words: "AR −1 against goblin in daylight"."""
    if row.get("weak"):
        return f"{row['attacks']} attacks against the weak"
    against = f" against {', '.join(row['against'])}" if row.get("against") else ""
    when = f" in {row['when']}" if row.get("when") else ""
    change = f"{row.get('ar', row.get('own_ac', 0)):+d}".replace("-", "−")
    return f"{'AR' if 'ar' in row else 'AC'} {change}{against}{when}"


def commander_card(entry: Entry) -> Card:
    """A Brigade or Army Commander with his sheet. Rules: battlesystem:3.2, battlesystem:3.3, battlesystem:8.3."""
    class_, level, charisma = character_of(entry)
    creature = creature_of(word_of(entry, "creature", "human-fighter-1"))
    faults: list[Fault] = []
    tally = Tally("points")
    reach = reach_of(entry)
    if is_character(creature):
        tally.add(class_.price(level), f"{class_.name.lower()} of level {level}", "battlesystem:16.3l")
        least = class_.least.get("charisma", 0)
        if charisma < least:
            text = f"a {class_.name.lower()} has charisma {least} or more"
            faults.append(Fault(text, f"charisma = {least}", field="charisma", rule="battlesystem:3.2a"))
        rating = attack_rating(class_.thac0(level), 1)
        saves = class_.saves(level)
        words = [f"{class_.name.lower()} of level {level}", f"charisma {charisma}"]
    else:
        tally.add(price_of(creature), creature.name.lower(), "battlesystem:16.3m")
        chief = enlist(Recruit(creature.id, 12))
        rating = attack_rating(chief.attack[0].delta, 1)
        saves = chief.saves
        words = [f"chief, {creature.hit_dice} hit dice"]
    figures = (
        radius(reach),
        Figure("CB", f"{charisma_bonus(charisma):+d}", rule="battlesystem:4.9"),
        Figure("MV", f"{creature.movement:g}", rule="battlesystem:3.1d"),
        Figure("THAC0", str(rating[0].delta), rule="battlesystem:8.3a"),
        summed("AR", rating, "battlesystem:8.3"),
    )
    words += [creature.people, *hatreds(creature), f"saves {' '.join([str(save) for save in saves])}"]
    rank = word_of(entry, "rank")
    title, picture = RANKS[rank], commander_picture(rank == "army")
    return card_of(title, tally, figures, tuple(words), picture, tuple(faults))
