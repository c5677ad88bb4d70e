"""The abilities of a unit, in words."""

from __future__ import annotations

from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, REST_OF_BATTLE, UnitKind
from banneret.rulebooks.stacks.text.wording import signed


def ability_words(kind: UnitKind) -> list[str]:
    """The abilities of a unit, word by word, in the order of a round."""
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
    """The sort of caster a unit is; empty when it is none. Rule: stacks:spell.casters."""
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
