"""Sheets of individuals: heroes, members of units, commanders who fight. Hit points are boxes to strike off.

Rules: battlesystem:3.2, battlesystem:9.0, battlesystem:9.1, battlesystem:9.2a, battlesystem:9.2g, battlesystem:9.3, battlesystem:9.4.
"""

from __future__ import annotations

from banneret.kernel.abilities.muster import Card, Entry, Fault, card_of, word_of
from banneret.kernel.scene import Figure
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.army.individual_builder import RATES, Hero, made
from banneret.rulebooks.battlesystem.army.muster.cards import damage_of, hatreds, radius, summed
from banneret.rulebooks.battlesystem.army.muster.entries import RANKS, ROLES, person_of
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.tables.mounted import mount_of
from banneret.rulebooks.battlesystem.text.missiles import missile_text
from banneret.rulebooks.battlesystem.text.pictures import commander_picture, unit_picture


def person_card(entry: Entry) -> Card:
    """An individual's sheet and price. Rules: battlesystem:3.2, battlesystem:9.0."""
    one = made(person_of(entry))
    tally = Tally("points")
    for amount, cause, rule in one.price:
        tally.add(amount, cause, rule)
    faults = [Fault(text, fix, field=field, rule=rule) for field, text, fix, rule in one.troubles]
    rank = word_of(entry, "rank")
    picture = commander_picture(rank == "army") if rank else _picture(one)
    return card_of(
        _title(entry, one),
        tally,
        _figures(one),
        tuple(_words(entry, one)),
        picture,
        tuple(faults),
        one.hit_points,
    )


def _title(entry: Entry, one: Hero) -> str:
    """Rank or role, with what he is: "Hero, elf ranger of level 8"."""
    rank = word_of(entry, "rank")
    return f"{RANKS[rank] if rank else ROLES[word_of(entry, 'role')]}, {one.called}"


def _picture(one: Hero) -> str:
    creature = one.creature
    return unit_picture((creature.id, creature.people), (str(one.weapon["id"]),))


def _figures(one: Hero) -> tuple[Figure, ...]:
    """The figures of a sheet, each with its sum. Rules: battlesystem:3.2, battlesystem:4.8, 9.4b.thac0, 9.4b.attacks."""
    return (
        summed("AC", one.armour, "battlesystem:9.4b.thac0"),
        Figure("HD", str(one.hit_dice), rule="battlesystem:3.2"),
        Figure("HP", str(one.hit_points), rule="battlesystem:9.4b.hit-points"),
        Figure("MV", f"{one.movement:g}", rule="battlesystem:9.0d"),
        summed("THAC0", one.thac0, "battlesystem:9.4b.thac0"),
        Figure("AR", str(one.attack_rating), rule="battlesystem:9.4a.hero-attacks"),
        Figure("Attacks", RATES[one.attacks], rule="battlesystem:9.4b.attacks"),
        radius(one.radius),
        Figure("CB", f"{one.bonus:+d}", rule="battlesystem:4.9"),
    )


def _words(entry: Entry, one: Hero) -> list[str]:
    """The other lines of a sheet: his place in the army, arms, mount, saves, people. Rules: battlesystem:3.2, battlesystem:9.3."""
    person, creature = one.person, one.creature
    words: list[str] = []
    unit, deputy = word_of(entry, "unit"), word_of(entry, "deputy") or word_of(entry, "deputy-unit")
    if unit:
        words.append(f"with {unit}")
    if deputy:
        words.append(f"deputy of {'the commander of ' if word_of(entry, 'deputy-unit') else ''}{deputy}")
    words.append(f"{str(one.weapon['name']).lower()} {damage_of(one.weapon)}")
    if person.missile:
        missile = missile_of(person.missile)
        words.append(f"{missile.name.lower()} {missile_text(missile)}, THAC0 {one.missile_thac0}")
    if person.mount:
        words.append(f"rides: {mount_of(person.mount).name.lower()}")
    if one.shield:
        words.append("shield")
    words.append(f"saves {' '.join([str(save) for save in one.saves])}")
    words += [f"size {creature.size}", creature.people]
    words += [f"magic resistance {creature.magic_resistance}%"] if creature.magic_resistance else []
    return [*words, *hatreds(creature)]
