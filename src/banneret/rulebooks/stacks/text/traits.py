"""Abilities, types and states of units, each in a sentence of `data/traits.toml` with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from banneret.kernel.scene import Condition, Trait
from banneret.rulebooks.stacks.tables.facts import read_data
from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, REST_OF_BATTLE, Artifact, UnitKind
from banneret.rulebooks.stacks.tables.options import Flags
from banneret.rulebooks.stacks.text.wording import many, signed

PLAIN: Final = "Slay, artifacts and spells may name these; by themselves they do nothing."
MOST_KINDS: Final = 1024  # of units whose traits are kept


@lru_cache(maxsize=1)
def _sentences() -> dict[str, dict[str, Any]]:
    return read_data("traits")


def _trait(table: str, word: str, keyword: str, **values: object) -> Trait:
    row = _sentences()[table][word]
    return Trait(keyword, row["text"].format(**values), f"stacks:{row['rule']}")


@lru_cache(maxsize=MOST_KINDS)
def traits_of(kind: UnitKind, flags: Flags | None = None) -> tuple[Trait, ...]:
    """Every ability and type of a unit, whatever has become of it, by the options in force (without `flags` by the usual ones).

    Rule: stacks:desc.defaults, stacks:desc.labels, stacks:opt.skirmish-limit, stacks:opt.paralyze-from, stacks:opt.archers,
    stacks:opt.generals, stacks:opt.paralyze-targets.

    >>> from banneret.rulebooks.stacks.tables.facts import facts
    >>> [trait.keyword for trait in traits_of(facts().unit("elves"))]
    ['Archer +3', 'Spellcaster', 'Slow', 'Living', 'Demihuman, Good, Male']
    """
    traits = (*_abilities(kind), *_types(kind))
    otherwise = _otherwise(flags) if flags is not None else ()
    return tuple([_by_option(trait, kind, otherwise) for trait in traits]) if otherwise else traits


def _otherwise(flags: Flags) -> tuple[str, ...]:
    """The abilities and types of which the options in force make something else."""
    changed = {
        "skirmish": flags.skirmish_per_round,
        "paralyze": flags.paralyze_from_stack,
        "archer": flags.modifiers.archers_best_one,
        "general": flags.modifiers.generals_one,
        "Nonliving": flags.paralyze_living_only,
    }
    return tuple([word for word, is_so in changed.items() if is_so])


def _by_option(trait: Trait, kind: UnitKind, otherwise: tuple[str, ...]) -> Trait:
    """A trait in the sentence of the option that changes it, if one does."""
    for word in otherwise:
        if trait.keyword.split()[0].lower() == word.lower():
            value = kind.archer if word == "archer" else _how_long(kind)
            return _trait("option", word, trait.keyword, value=value)
    return trait


def _how_long(kind: UnitKind) -> str:
    """The time for which a unit paralyzes. Rule: stacks:paralyze.duration."""
    return "the rest of the battle" if kind.paralyze == REST_OF_BATTLE else many(kind.paralyze, "turn")


def _abilities(kind: UnitKind) -> Iterator[Trait]:
    """Its abilities in the order of a round, as on the chit."""
    for word, has in (
        ("scout", kind.scout),
        ("steal", kind.steal),
        ("skirmish", kind.skirmish),
        ("vanish", kind.vanish),
        ("martyr", kind.martyr),
        ("guard", kind.guard),
    ):
        if has:
            yield _trait("ability", word, word.capitalize())
    if kind.paralyze != NO_PARALYZE:
        whole = kind.paralyze == REST_OF_BATTLE
        keyword = "Paralyze" if whole else f"Paralyze {kind.paralyze}"
        yield _trait("ability", "paralyze", keyword, value=_how_long(kind))
    if kind.general:
        yield _trait("ability", "general", "General")
    for word, value in (
        ("archer", kind.archer),
        ("ambush", kind.ambush),
        ("surprise", kind.surprise),
        ("cavalry", kind.cavalry),
        ("poison", kind.poison),
        ("armor", kind.armor),
        ("cannibal", kind.cannibal),
    ):
        if value:
            yield _trait("ability", word, f"{word.capitalize()} {signed(value)}", value=value)
    for target, value in kind.slay:
        yield _trait("ability", "slay", f"Slay {target} {signed(value)}", value=value, target=target)
    if kind.regenerates:
        yield _trait("ability", "regenerates", "Regenerates")
    if kind.carry:
        yield _trait("ability", "carry", f"Carry {kind.carry}", value=many(kind.carry, "Hero", "Heroes"))
    if kind.transport:
        yield _trait(
            "ability", "transport", f"Transport {kind.transport}", value=many(kind.transport, "unit")
        )
    if kind.flying or kind.sea or kind.swimmer:
        word = "flying" if kind.flying else "sea" if kind.sea else "swimmer"
        yield _trait("ability", word, word.capitalize())
    if kind.move >= 2:
        yield _trait(
            "ability",
            "swift" if kind.move == 2 else "very_swift",
            "Swift" if kind.move == 2 else "Very Swift",
        )
    if kind.summoning:
        yield _trait("ability", "summoning", "Summoning")


def _types(kind: UnitKind) -> Iterator[Trait]:
    """Its types: those with an effect one by one, the others together."""
    told = {"Flying", "Sea", "Swimmer", "Swift", "Very Swift", "Summoning"}
    types = set(kind.types)
    if types & {"Mage", "Priest"}:
        told.add("Spellcaster")
    if "Warrior" in types:
        told.add("Hero")
    if "Site" in types:
        told.add("Slow")
    if "Swarm" in types:
        told.add("Living")
    for word in _sentences()["type"]:
        if word in types and word not in told:
            yield _trait("type", word, word)
    plain = sorted(types - told - set(_sentences()["type"]))
    if plain:
        yield Trait(", ".join(plain), PLAIN, "stacks:desc.labels")


def state_of(condition: Condition) -> Trait:
    """A state of a piece, and what it means. Rule: stacks:limits.table."""
    return _trait("state", condition.kind, str(condition).capitalize())


def artifact_trait(artifact: Artifact, usable: bool) -> Trait:
    """An artifact that a unit holds. Rule: stacks:artifact.users."""
    if usable:
        return Trait(artifact.name, artifact.text, artifact.rule)
    users = " or ".join(artifact.users)
    return Trait(artifact.name, f"It holds this, but only a {users} may use it.", "stacks:artifact.users")
