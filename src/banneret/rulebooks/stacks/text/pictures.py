"""The pictures that stand for units, artifacts and spells: names of game-icons.net."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.stacks.tables.kinds import UnitKind

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
