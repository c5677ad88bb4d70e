"""Kinds, formations, abilities and states of units, each in a sentence of `data/traits.toml` with its rule."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.files import read_toml
from banneret.kernel.scene import Condition, Trait
from banneret.rulebooks.battlesystem.tables.rosters import KINDS, Difference, Modifier, Roster
from banneret.rulebooks.battlesystem.text.sentences import capital
from banneret.rulebooks.battlesystem.unit import FORMATIONS, MOB

_FILE: Final = Path(__file__).parent.parent / "data" / "traits.toml"


WORSE_MOB: Final = "worse_mob"


@cache
def _sentences() -> dict[str, dict[str, Any]]:
    return read_toml(_FILE)


def _row(table: str, word: str, value: str = "") -> Trait:
    row = _sentences()[table][word]
    return Trait(row["keyword"].format(value=value), row["text"], f"battlesystem:{row['rule']}")


def trait(word: str, value: str = "") -> Trait:
    """The trait of this word in the data; `value` goes into its keyword."""
    return _row("trait", word, value)


def formation_trait(formation: int, front: str = "", worse: bool = False) -> Trait:
    """A formation and what it does; `front` is added to its keyword, how broad and deep it is. Rule: battlesystem:7.1.

    `worse`: mobs strike 1 worse, by the option `mob_formation_penalty`. Rule: battlesystem:8.3c.
    """
    found = _row("formation", WORSE_MOB if worse and formation == MOB else FORMATIONS[formation])
    return Trait(f"{found.keyword}{front}", found.text, found.rule)


def state_of(condition: Condition) -> Trait:
    """A state of a unit, and what it means. Rule: battlesystem:2.5."""
    row = _sentences()["state"][condition.kind]
    words = str(condition)
    return Trait(capital(words), row["text"], f"battlesystem:{row['rule']}")


def traits_of(roster: Roster, unruly: bool, sweeps: bool) -> list[Trait]:
    """Every trait on a roster, whatever has become of the unit. Rules: battlesystem:3.1, battlesystem:2.8, 2.9, 2.10, 2.11.

    By the options in force: `unruly` if it counts as such, `sweeps` if fighters strike more often at the weak. Rules: battlesystem:4.6e, battlesystem:8.6b.
    """
    found = [_row("kind", KINDS[roster.kind])]
    if roster.special:
        found.append(_row("kind", roster.special))
    for weapon in roster.weapons:
        small = ", ".join([damage.shown() for damage in weapon.small])
        large = ", ".join([damage.shown() for damage in weapon.large])
        words = f"{weapon.name} {small if small == large else f'{small} / {large}'}"
        found.append(trait("weapon", capital(words)))
        if weapon.reach > 1:
            found.append(trait("reach", f"{weapon.reach} ranks strike"))
    found += [_modifier(modifier) for modifier in roster.modifiers if sweeps or not modifier.weak]
    for word, has in (
        ("shield", roster.shield),
        ("unruly", unruly),
        ("never_checks", roster.never_checks),
        ("undead", roster.undead and not roster.never_checks),
        ("drains", roster.drains),
        ("weak", roster.weak and sweeps),
        ("stands", roster.mount > 1),
    ):
        if has:
            found.append(trait(word))
    if roster.hates:
        found.append(trait("hates", ", ".join(roster.hates)))
    if roster.ward:
        found.append(trait("ward", str(roster.ward)))
    if roster.commander:
        found.append(trait("commander", roster.commander))
    return found


def audit_traits(audit: tuple[Difference, ...]) -> list[Trait]:
    """The figures of a printed roster that differ from the formulas, with those played. Rule: battlesystem:roster.printed."""
    return [
        Trait(
            f"{capital(one.figure)}: {one.played}",
            f"Printed {one.printed}, by rule {one.by_rule}: {one.why}.".replace("-", "−"),
            "battlesystem:roster.printed",
        )
        for one in audit
    ]


def light_traits(roster: Roster, daylight: bool) -> list[Trait]:
    """The trait "dusk" for troops that daylight hampers, if there is none; else empty. Rules: battlesystem:roster.daylight, battlesystem:lairn.time."""
    if daylight or not any(modifier.when for modifier in roster.modifiers):
        return []
    return [trait("dusk")]


def _modifier(modifier: Modifier) -> Trait:
    """A modifier against certain enemies or in certain light. Rule: battlesystem:8.3i."""
    parts = [f"{modifier.ar:+d} on its attack rating"] if modifier.ar else []
    parts += [f"{modifier.own_ac:+d} on its armor class"] if modifier.own_ac else []
    parts += [f"{modifier.attacks} attacks"] if modifier.attacks else []
    against = ", ".join(modifier.against) if modifier.against else "weak enemies" if modifier.weak else ""
    words = f"Against {against}" if against else "In daylight" if modifier.when else "Always"
    when = " in daylight" if modifier.when and against else ""
    return Trait(words, f"{', '.join(parts)}{when}.".replace("-", "−"), "battlesystem:8.3i")
