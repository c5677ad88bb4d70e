"""How things are said: names, numbers, abilities in words, and the pictures that stand for them.

>>> from banneret.rulebooks.stacks.tables.facts import facts
>>> dwarves = facts().unit("dwarves")
>>> dwarves.name, ability_line(dwarves), f"{the(dwarves.name)} {verb(dwarves.name, 'fights', 'fight')}"
('Dwarves', 'Martyr, Guard, Archer +1', 'the Dwarves fight')
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, REST_OF_BATTLE, UnitKind

_PLURALS: Final = ("men", "folk", "militia", "djinn")

SYMBOLS: Final = {  # pictures of units, artifacts and spells by id: names of game-icons.net
    "dwarves": "dwarf-face",
    "dwarflord": "dwarf-king",
    "goblins": "goblin-head",
    "storm_giants": "lightning-mask",
    "stone_giants": "giant",
    "griffons": "griffin-symbol",
    "dwarf_hall": "dungeon-gate",
    "elves": "woman-elf-face",
    "sylvan_knights": "mounted-knight",
    "elf_lord": "elf-helmet",
    "ranger": "robin-hood-hat",
    "centaurs": "centaur",
    "ents": "evil-tree",
    "knights": "cavalry",
    "militia": "pitchfork",
    "longbowmen": "bowman",
    "paladin": "knight-banner",
    "high_priest": "sun-priest",
    "war_elephants": "elephant",
    "halfling_burglars": "hooded-figure",
    "walled_town": "castle",
    "lizardmen": "lizardman",
    "trolls": "troll",
    "will_o_wisps": "fairy",
    "hydra": "hydra",
    "zombies": "shambling-zombie",
    "swamp_witch": "witch-face",
    "marsh_flies": "fly",
    "headhunters": "tribal-mask",
    "giant_serpents": "snake",
    "amazons": "barbed-spear",
    "great_apes": "gorilla",
    "strangler_vines": "vines",
    "witch_doctor": "totem-mask",
    "army_ants": "ants",
    "nomad_riders": "cloaked-figure-on-horseback",
    "djinn": "djinn",
    "giant_scorpions": "scorpion",
    "mummies": "mummy-head",
    "basilisk": "horned-reptile",
    "desert_dragon": "dragon-head",
    "caravan": "caravan",
    "orcs": "orc-head",
    "skeletons": "skeleton",
    "ghouls": "skeletal-hand",
    "frost_giants": "ice-golem",
    "pit_fiend": "imp",
    "iron_golem": "metal-golem-head",
    "vampire_lord": "vampire-dracula",
    "dark_tower": "evil-tower",
    "war_galley": "galley",
    "longship": "drakkar",
    "merfolk": "mermaid",
    "sirens": "siren",
    "kraken": "kraken-tentacle",
    "sea_serpents": "sea-serpent",
    "giant_turtle": "sea-turtle",
    "pirate_captain": "pirate-captain",
    "fire_elemental": "burning-skull",
    "skeleton_host": "raise-skeleton",
    "archmage": "wizard-face",
    "oathsword": "rune-sword",
    "giantbane_axe": "battle-axe",
    "dawn_lance": "sun-spear",
    "viper_knife": "dripping-knife",
    "yew_bow": "pocket-bow",
    "knights_plate": "breastplate",
    "gorgon_shield": "medusa-head",
    "troll_ring": "ring",
    "winged_boots": "boots",
    "shadow_cloak": "cloak",
    "war_horn": "hunting-horn",
    "far_glass": "spyglass",
    "battle_blessing": "sun-priest",
    "withering_curse": "cursed-star",
    "fire_lance": "flaming-arrow",
    "turn_the_dead": "ghost",
    "serpents_venom": "snake-bite",
    "stone_sleep": "stone-bust",
    "call_fire_elemental": "burning-skull",
    "raise_skeletons": "raise-skeleton",
    "mist_step": "fog",
    "trolls_blood": "blood",
    "death_touch": "death-skull",
    "farsight": "third-eye",
}


# ---------------------------------------------------------------- numbers and lists


def signed(number: int) -> str:
    """A modifier as people write it, with a real minus.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '−2', '+0')
    """
    return f"+{number}" if number >= 0 else f"−{-number}"


def plain(number: int) -> str:
    """A number with a real minus.

    >>> plain(7), plain(-1)
    ('7', '−1')
    """
    return str(number) if number >= 0 else f"−{-number}"


def percent(share: float) -> str:
    """A chance in whole percent, never rounded to certainty.

    >>> percent(0.5), percent(1.0), percent(0.9999), percent(0.0001)
    ('50 %', '100 %', 'over 99 %', 'under 1 %')
    """
    if 0.0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1.0:
        return "over 99 %"
    return f"{round(share * 100)} %"


def many(count: int, one: str, more: str = "") -> str:
    """A count with its noun.

    >>> many(1, "spell"), many(3, "spell"), many(2, "enemy", "enemies")
    ('1 spell', '3 spells', '2 enemies')
    """
    return f"{count} {one}" if count == 1 else f"{count} {more or one + 's'}"


def listed(names: list[str], last: str = "and") -> str:
    """Names in a row, as they came.

    >>> listed(["Elves"]), listed(["Elves", "Ents"]), listed(["Elves", "Ents", "Ranger"])
    ('Elves', 'Elves and Ents', 'Elves, Ents and Ranger')
    """
    if len(names) < 2:
        return names[0] if names else "nobody"
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def tallied(names: list[str], last: str = "and") -> str:
    """Names in a row, equal ones counted, in the order of their first.

    >>> tallied(["Elves", "Ents", "Elves"])
    '2 Elves and Ents'
    """
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return listed([name if count == 1 else f"{count} {name}" for name, count in counts.items()], last)


# ---------------------------------------------------------------- units


def is_plural(name: str) -> bool:
    """Whether a unit's name is a plural.

    >>> [is_plural(name) for name in ("Elves", "Longbowmen", "Merfolk", "Militia", "Elf Lord", "Hydra")]
    [True, True, True, True, False, False]
    """
    word = name.lower()
    return (word.endswith("s") and not word.endswith("ss")) or word.endswith(_PLURALS)


def verb(name: str, one: str, more: str) -> str:
    """The form of a verb that goes with a unit's name."""
    return more if is_plural(name) else one


def the(name: str) -> str:
    """A unit's name inside a sentence."""
    return f"the {name}"


def opening(text: str) -> str:
    """A text as the beginning of a sentence.

    >>> opening("the Ents fight")
    'The Ents fight'
    """
    return text[:1].upper() + text[1:]


def them(name: str) -> str:
    """The pronoun for a unit."""
    return "them" if is_plural(name) else "it"


def symbol_of(kind: UnitKind) -> str:
    """The picture of a unit; units of users get one by what they are."""
    known = SYMBOLS.get(kind.id)
    if known is not None:
        return known
    if kind.site:
        return "castle"
    if kind.ship:
        return "galley"
    if kind.caster:
        return "wizard-face"
    if kind.flying:
        return "griffin-symbol"
    if kind.monster:
        return "beast-eye"
    return "barbute"


def ability_words(kind: UnitKind) -> list[str]:
    """What a unit can do, word by word, in the order of a round."""
    words: list[str] = []
    for name, has in (
        ("Scout", kind.scout),
        ("Steal", kind.steal),
        ("Skirmish", kind.skirmish),
        ("Vanish", kind.vanish),
        ("Martyr", kind.martyr),
        ("Guard", kind.guard),
    ):
        if has:
            words.append(name)
    if kind.paralyze != NO_PARALYZE:
        words.append("Paralyze" if kind.paralyze == REST_OF_BATTLE else f"Paralyze {kind.paralyze}")
    if kind.archer:
        words.append(f"Archer {signed(kind.archer)}")
    if kind.general:
        words.append("General")
    for name, value in (
        ("Ambush", kind.ambush),
        ("Surprise", kind.surprise),
        ("Cavalry", kind.cavalry),
        ("Poison", kind.poison),
        ("Armor", kind.armor),
        ("Cannibal", kind.cannibal),
    ):
        if value:
            words.append(f"{name} {signed(value)}")
    for target, value in kind.slay:
        words.append(f"Slay {target} {signed(value)}")
    if kind.regenerates:
        words.append("Regenerates")
    for name, value in (("Carry", kind.carry), ("Transport", kind.transport)):
        if value:
            words.append(f"{name} {value}")
    if kind.flying:
        words.append("Flying")
    elif kind.sea:
        words.append("Sea")
    elif kind.swimmer:
        words.append("Swimmer")
    if kind.move >= 2:
        words.append("Swift" if kind.move == 2 else "Very Swift")
    if kind.summoning:
        words.append("Summoning")
    return words


def caster_word(kind: UnitKind) -> str:
    """What sort of caster a unit is; empty when it is none. Rule: stacks:spell.casters."""
    if kind.mage:
        return "Mage"
    if kind.priest:
        return "Priest"
    return "Spellcaster" if kind.caster else ""


def ability_line(kind: UnitKind) -> str:
    """One line for a chit: what it can do, or what it is when it can do nothing.

    >>> from banneret.rulebooks.stacks.tables.facts import facts
    >>> ability_line(facts().unit("ranger")), ability_line(facts().unit("storm_giants"))
    ('Scout, Skirmish, Archer +2, Slay Humanoid +2', 'no ability')
    """
    words = ability_words(kind)
    if kind.site:
        words.insert(0, "Site")
    if kind.caster:
        words.append(caster_word(kind))
    return ", ".join(words) if words else "no ability"


def full_line(kind: UnitKind) -> str:
    """Abilities and types of a unit, for those who want to know all of it.

    >>> from banneret.rulebooks.stacks.tables.facts import facts
    >>> full_line(facts().unit("elf_lord"))
    'General · Demihuman, Good, Hero, Living, Mage, Male, Slow, Spellcaster, Warrior'
    """
    words = ability_words(kind)
    hidden = {"Flying", "Sea", "Swimmer", "Swift", "Very Swift", "Summoning"}
    types = ", ".join(sorted(kind.types - hidden))
    return f"{', '.join(words)} · {types}" if words else types


def sides_verb(name: str, one: str, more: str) -> str:
    """The form of a verb that goes with a side's name.

    >>> sides_verb("Groves", "attacks", "attack"), sides_verb("West", "attacks", "attack")
    ('attack', 'attacks')
    """
    return more if is_plural(name) else one
