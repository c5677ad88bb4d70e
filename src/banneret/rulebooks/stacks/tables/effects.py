"""Artifacts and spells from their rows: what they give, flattened into plain fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, Artifact, Effects, Spell

Row = Mapping[str, Any]

FLAGS = ("general", "flying", "swift", "regenerates", "vanish", "scout", "defeat", "look")


def read_artifact(row: Row, index: int) -> Artifact:
    """An artifact chit from its row. Rule: stacks:artifact.users."""
    return Artifact(
        index=index,
        id=row["id"],
        name=row["name"],
        kind=row["kind"],
        users=tuple(row["users"]),
        step=row["step"],
        role=row["role"],
        on_map=row.get("map", False),
        effects=read_effects(row["effects"]),
        brief=row["brief"],
        text=row["text"],
        rule="stacks:artifact." + row["id"].replace("_", "-"),
        house=row["house"],
    )


def read_spell(row: Row, index: int) -> Spell:
    """A spell chit from its row. Rule: stacks:spell.windows."""
    return Spell(
        index=index,
        id=row["id"],
        name=row["name"],
        count=row["count"],
        caster=row["caster"],
        caster_not=tuple(row.get("caster_not", ())),
        step=row["step"],
        target=row["target"],
        effects=read_effects(row["effects"]),
        brief=row["brief"],
        text=row["text"],
        rule="stacks:spell." + row["id"].replace("_", "-"),
        house=row["house"],
    )


def read_effects(rows: Sequence[Row]) -> Effects:
    """The effects of one artifact or spell; raises `ValueError` for one that nothing carries out."""
    sums = {"brm": 0, "poison": 0, "armor": 0, "archer": 0}
    flags: set[str] = set()
    slay: list[tuple[str, int]] = []
    paralyze, summon = NO_PARALYZE, ""
    for row in rows:
        what = row["ability"] if row["kind"] == "grant" else row["kind"]
        if what in sums:
            sums[what] += row["amount"] if what == "brm" else row["value"]
        elif what == "slay":
            slay.append((row["type"], row["value"]))
        elif what == "paralyze":
            paralyze = row["turns"]
        elif what == "summon":
            summon = row["unit"]
        elif what in FLAGS:
            flags.add(what)
        else:
            raise ValueError(f"no effect {what!r}")
    return Effects(
        brm=sums["brm"],
        slay=tuple(slay),
        poison=sums["poison"],
        armor=sums["armor"],
        archer=sums["archer"],
        general="general" in flags,
        flying="flying" in flags,
        swift="swift" in flags,
        regenerates="regenerates" in flags,
        vanish="vanish" in flags,
        scout="scout" in flags,
        paralyze=paralyze,
        summon=summon,
        defeat="defeat" in flags,
        look="look" in flags,
    )
