"""Generals, casters and heroes of a scenario. Rules: warcards:hero.form, warcards:hero.max, warcards:lead.general-place."""

from __future__ import annotations

from dataclasses import replace

from banneret.kernel.apart import nth
from banneret.kernel.errors import BadInput, nearest, shown
from banneret.kernel.fields import Fields
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.builder import Builder, enlist, host_of
from banneret.rulebooks.warcards.state import Group, Person
from banneret.rulebooks.warcards.tables.spells import USES, Spell, uses_of


def read_heroes(
    builder: Builder, reader: Fields, side: int, group_ids: dict[str, int], named: dict[str, int]
) -> None:
    """A Heroes unit. Rules: warcards:hero.form, warcards:hero.max."""
    name = reader.text("name", most=40)
    if name in group_ids:
        raise BadInput(f"there are two Heroes units {name!r}", where=reader.where)
    group = Group(len(builder.groups), side)
    builder.groups.append(group)
    builder.group_names.append(name)
    group_ids[name] = group.id
    rows = reader.rows("members", 99)
    if not 1 <= len(rows) <= 8:
        raise BadInput("a Heroes unit has one to eight members", where=reader.where)
    nameless = 0
    for row in rows:
        member = Fields(row, f"{reader.where}.members")
        nameless += not member.has("name")
        person = _read_person(builder, member, nth(f"Hero of {name}", nameless))
        member.end()
        named[person.name] = enlist(builder, person, side, group=group.id)
    if reader.has("with"):
        group.host = host_of(builder, reader, side)
        if any(other.host == group.host and other.id != group.id for other in builder.groups):
            raise BadInput("a unit holds one Heroes unit only", where=reader.where)
    reader.end()


def _read_person(builder: Builder, reader: Fields, called: str) -> Person:
    prepared: list[tuple[str, int]] = []
    for row in reader.rows("spells", 40):
        spell = Fields({"id": row} if isinstance(row, str) else row, f"{reader.where}.spells")
        prepared.append(_prepared(builder, spell))
        spell.end()
    return Person(
        reader.text("name", called, 40),
        reader.number("level", 1, 0, 30),
        reader.number("warcraft", 0, -10, 60),
        reader.number("sailor", 0, -10, 60),
        reader.number("lead", 0, 0, 60),
        reader.number("ride", 0, 0, 60),
        reader.flag("mounted"),
        reader.flag("war_trained"),
        reader.number("speed", 30, 0, 200),
        reader.flag("battle_spell_feat"),
        tuple(prepared),
    )


def _prepared(builder: Builder, reader: Fields) -> tuple[str, int]:
    """A battle spell and the level at which it is prepared; one that no table lists is described by its uses.

    Rules: warcards:magic.metamagic, warcards:magic.allowed.
    """
    known = builder.spells
    name = reader.text("id", most=40)
    if reader.has("uses"):
        words = [Fields({"uses": row}, reader.where).word("uses", USES) for row in reader.rows("uses", 8)]
        if not words or len(set(words)) < len(words):
            raise BadInput(f"uses: one or more of {', '.join(USES)}, each once", where=reader.where)
        level = reader.number("level", None, 1, 9)
        spell = Spell(name, reader.text("name", most=40), level, uses_of(words))
        if known.get(name, spell) != spell:
            raise BadInput(
                f"there is another spell {name!r}", where=reader.where, hint="name that one by its id alone"
            )
        known[name] = spell
        return name, level
    if name not in known:
        hint = f"{nearest(name, known)} A spell that is not listed needs a name, a level and its uses."
        raise reader.wrong(f"no spell {shown(name)}", hint)
    return name, reader.number("level", known[name].level, known[name].level, 9)


def read_leader(
    builder: Builder, reader: Fields, side: int, group_ids: dict[str, int], named: dict[str, int]
) -> int:
    """A general or a caster: with a unit, in a Heroes unit, or in the reserve. Rule: warcards:lead.general-place."""
    person = _read_person(builder, reader, "General")
    host = group = st.NOBODY
    if reader.has("with"):
        if reader.data["with"] in list(group_ids):
            group = group_ids[reader.data["with"]]
        else:
            host = host_of(builder, reader, side)
    reader.end()
    if group >= 0 and person.name in named:  # the same person as the member of that name
        number = named[person.name]
        builder.people[number] = _merged(builder.people[number], person)
        builder.figures[number].spells = list(range(len(builder.people[number].spells))) or None
        return number
    if group >= 0 and sum(1 for figure in builder.figures if figure.group == group) >= 8:
        raise BadInput("a Heroes unit has at most eight members", where=reader.where)
    return enlist(builder, person, side, host, group)


def _merged(one: Person, other: Person) -> Person:
    return replace(
        one,
        level=max(one.level, other.level),
        warcraft=other.warcraft,
        sailor=other.sailor,
        lead=other.lead,
        feat=one.feat or other.feat,
        spells=one.spells + other.spells,
    )
