"""Scenarios: read from files, checked down to the last word, and made into the beginning of a battle.

Rules: warcards:unit.experience, warcards:setup.embark, warcards:setup.mustering, warcards:naval.bunks, warcards:hero.max,
warcards:limited.build, warcards:weather.abnormal-who.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import Scenario, nearest, read_toml
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import AREAS, RESERVES
from banneret.rulebooks.warcards.state import Figure, Flags, Group, Person, Setting, State, Unit
from banneret.rulebooks.warcards.tables.cards import Card
from banneret.rulebooks.warcards.tables.conditions import (
    CAMP,
    CASTLE,
    FULL,
    LIMITED,
    TERRAINS,
    VISIBILITIES,
    WEATHERS,
)
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.rulebooks.warcards.tables.spells import USES, Spell, uses_of
from banneret.rulebooks.warcards.tables.training import EXPERIENCE, TRAININGS, trained, why_not_trained

FOLDER: Final = Path(__file__).parent.parent / "scenarios"
MOST_UNITS: Final = 60
SIDES: Final = ("A", "B")
LAND: Final = TERRAINS[:6]
SEA: Final = TERRAINS[6:]


class Reader:
    """Takes values out of plain data and says where they are wrong."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise BadInput("a table of fields is wanted", where=where)
        self.data = data
        self.where = where
        self.known: list[str] = []

    def has(self, name: str) -> bool:
        """Whether a field is given."""
        self.known.append(name)
        return name in self.data

    def text(self, name: str, default: str | None = None, most: int = 80) -> str:
        """A line of text."""
        value = self._get(name, default)
        if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
            raise BadInput(f"{name}: a line of text is wanted", where=self.where)
        return value

    def number(self, name: str, default: int | None = None, least: int = 0, most: int = 100) -> int:
        """A whole number."""
        value = self._get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise BadInput(f"{name}: a whole number from {least} to {most} is wanted", where=self.where)
        return value

    def flag(self, name: str) -> bool:
        """True or false; false by default."""
        value = self._get(name, False)
        if not isinstance(value, bool):
            raise BadInput(f"{name}: true or false is wanted", where=self.where)
        return value

    def word(self, name: str, words: tuple[str, ...], default: str | None = None) -> str:
        """One of some words."""
        value = self._get(name, default)
        if not isinstance(value, str) or value not in words:
            raise BadInput(
                f"{name}: {str(value)[:40]!r} is not known",
                where=self.where,
                hint=nearest(str(value)[:80], words),
            )
        return value

    def rows(self, name: str, most: int) -> list[Any]:
        """A list; empty by default."""
        value = self._get(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise BadInput(f"{name}: a list of at most {most} is wanted", where=self.where)
        return value

    def table(self, name: str) -> Any:
        """A table of its own."""
        return self._get(name, None)

    def end(self) -> None:
        """Nothing else may be given."""
        for name in self.data:
            if name not in self.known:
                raise BadInput(
                    f"there is no field {str(name)[:40]!r}",
                    where=self.where,
                    hint=nearest(str(name)[:80], self.known),
                )

    def _get(self, name: str, default: Any) -> Any:
        self.known.append(name)
        if name not in self.data:
            if default is None:
                raise BadInput(f"{name} is missing", where=self.where)
            return default
        return self.data[name]


@cache
def _files() -> dict[str, dict[str, Any]]:
    return {path.stem: read_toml(path) for path in sorted(FOLDER.glob("*.toml"))}


@cache
def shipped() -> dict[str, Scenario]:
    """The scenarios that come with the rulebook, by id."""
    return {name: read_scenario(data, f"scenarios/{name}.toml") for name, data in _files().items()}


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from plain data, fully checked; raises `BadInput` naming the field."""
    data = Reader(data, where).data
    if "data" in data and "sides" in data:
        inner = data["data"]
        if not isinstance(inner, Mapping):
            raise BadInput("data: a table is wanted", where=where)
        found = read_scenario(inner, where)
        for name in ("id", "title"):
            if data.get(name) != inner.get(name):
                raise BadInput(f"{name} is not the one of its data", where=where)
        return found
    flags = flags_of({})
    build(data, where, flags)
    top = Reader(data, where)
    summary = top.text("summary", top.text("title"), most=400)
    plain = _plain(data)
    return Scenario(top.text("id"), top.text("title"), "battle", SIDES, summary, plain)


def _plain(thing: Any) -> Any:
    """A copy of plain data."""
    if isinstance(thing, Mapping):
        return {str(key): _plain(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [_plain(item) for item in thing]
    return thing


def flags_of(options: Mapping[str, str]) -> Flags:
    """The options as the rules read them; what is not given has its default."""

    def is_on(name: str, default: str) -> bool:
        return options.get(name, default) == "true"

    return Flags(
        int(options.get("rout-dc", "15")),
        options.get("criticals", "off"),
        is_on("save-per-hit", "false"),
        int(options.get("subdual-penalty", "0")),
        is_on("pikes-before-charge", "false"),
        int(options.get("moving-fire-penalty", "0")),
        is_on("engaged-archers-must-fire-at-engager", "false"),
        is_on("heroes-locked", "false"),
        options.get("hero-encounters", "off"),
        is_on("war-wagon-required", "true"),
        options.get("magic-range", "adjacent") == "adjacent",
        1 if is_on("magic-minimum-one", "false") else 0,
        is_on("evade-printed-move", "false"),
        options.get("night-sight", "all-penalties") == "all-penalties",
        int(options.get("stalemate-rounds", "5")),
        options.get("declare-fire", "") == "secret-simultaneous",
        is_on("free-withdrawal", "true"),
        options.get("forced-march", "surrender") != "surrender",
        is_on("embarked-missiles", "false"),
        is_on("sunk-rescue", "false"),
        is_on("defenders-bar-surrender", "true"),
        options.get("weather-roll", "scenario") == "d20-table",
    )


def new_state(scenario: Scenario, options: Mapping[str, str]) -> State:
    """The state before anything was rolled or asked."""
    return build(scenario.data, scenario.id, flags_of(options))


def armies(scenario: Scenario) -> tuple[str, ...]:
    """What each side begins with, each kind named once with its number. Rule: warcards:setup.mustering."""
    state = new_state(scenario, {})
    return tuple([_army_line(state, side) for side in (0, 1)])


def _army_line(state: State, side: int) -> str:
    cards = state.setting.cards
    names = [cards[unit.id].name for unit in state.units if unit.side == side and unit.place != st.ABOARD]
    counts = [(names.count(name), name) for name in dict.fromkeys(names)]
    kinds = ", ".join([f"{count} {name}" if count > 1 else name for count, name in counts])
    aboard = sum(1 for unit in state.units if unit.side == side and unit.place == st.ABOARD)
    what = f"{len(names)} ships with {aboard} units" if state.setting.sea else f"{len(names)} units"
    return f"{what}: {kinds}"


class Builder:
    """Collects units, characters and Heroes units of both sides."""

    def __init__(self, sea: bool) -> None:
        self.sea = sea
        self.cards: list[Card] = []
        self.labels: list[str] = []
        self.units: list[Unit] = []
        self.points: list[int] = []
        self.people: list[Person] = []
        self.figures: list[Figure] = []
        self.groups: list[Group] = []
        self.group_names: list[str] = []
        self.spells: dict[str, Spell] = dict(facts().spells)  # with those that the scenario describes
        self.names: list[dict[str, int]] = [{}, {}]  # "infantry#1" to unit
        self.counts: list[dict[str, int]] = [{}, {}]


def build(data: Any, where: str, flags: Flags) -> State:
    """The whole beginning of a battle, checked on the way."""
    top = Reader(data, where)
    ident = top.text("id")
    title = top.text("title")
    if top.has("summary"):
        top.text("summary", most=400)
    sea = top.word("kind", ("land", "sea"), "land") == "sea"
    attacker = top.word("attacker", ("A", "B", "ask"), "ask")
    province = Reader(top.table("province"), f"{where}: province")
    grounds = SEA if sea else LAND
    major = province.word("major", grounds)
    minor = [
        Reader({"minor": row}, province.where).word("minor", grounds) for row in province.rows("minor", 8)
    ]
    home = province.word("home_of", ("A", "B", "nobody"), "nobody")
    province.end()
    conditions = Reader(top.table("conditions"), f"{where}: conditions")
    terrain = conditions.word("terrain", ("contest", *grounds), "contest")
    season = conditions.word("season", ("spring", "summer", "autumn", "winter"), "summer")
    weather, kind, affected = _weather(conditions)
    if not kind or flags.weather_roll:  # what the season brings; a scenario's kind is that of its own weather
        kind = "cold" if season in ("autumn", "winter") else "heat"
    visibility, fog = _visibility(conditions)
    fort, level, owner = _fort(conditions, sea)
    conditions.end()
    march = top.number("march_cost", 0, 0, 20)
    sides = Reader(top.table("sides"), f"{where}: sides")
    builder = Builder(sea)
    names: list[str] = []
    generals: list[int] = []
    exits: list[int] = []
    for side in (0, 1):
        reader = Reader(sides.table(SIDES[side]), f"{where}: sides.{SIDES[side]}")
        names.append(reader.text("name", most=40))
        suffers = _suffers(affected, SIDES[side], home, kind, season)
        generals.append(_side(builder, reader, side, suffers))
        exits.append(reader.number("exits", 0, 0, 9))
        reader.end()
    _single_out(builder, affected or [], conditions.where)
    sides.end()
    top.end()
    for side in (0, 1):  # those who come back from a lost unit
        if any(figure.side == side for figure in builder.figures):
            builder.groups.append(Group(len(builder.groups), side, dissolved=True))
            builder.group_names.append(f"Heroes of {names[side]}")
    stakes = [0, 0]
    for unit in builder.units:
        stakes[unit.side] += builder.cards[unit.id].muster
    setting = Setting(
        ident,
        title,
        (names[0], names[1]),
        sea,
        SIDES.index(attacker) if attacker in SIDES else st.NOBODY,
        TERRAINS.index(major),
        tuple(TERRAINS.index(ground) for ground in minor),
        SIDES.index(home) if home in SIDES else st.NOBODY,
        st.NOBODY if terrain == "contest" else TERRAINS.index(terrain),
        weather,
        season,
        kind,
        visibility,
        fog,
        fort,
        level,
        owner,
        flags,
        builder.cards,
        builder.labels,
        builder.people,
        builder.group_names,
        (generals[0], generals[1]),
        (exits[0], exits[1]),
        march,
        builder.points,
        (stakes[0], stakes[1]),
        builder.spells,
    )
    return State(setting, builder.units, builder.figures, builder.groups, [st.NOBODY] * (2 * AREAS), [])


def _weather(conditions: Reader) -> tuple[int, str, list[str] | None]:
    """Weather, its kind ("": by season), and whom it is said to affect (None: by climate): sides, or units as `A/infantry#2`.

    Rule: warcards:weather.abnormal-who.
    """
    value = conditions.data.get("weather", "normal")
    conditions.known.append("weather")
    if isinstance(value, str):
        return (
            WEATHERS.index(Reader({"weather": value}, conditions.where).word("weather", WEATHERS)),
            "",
            None,
        )
    reader = Reader(value, f"{conditions.where}.weather")
    found = WEATHERS.index(reader.word("id", WEATHERS))
    kind = reader.word("kind", ("cold", "heat")) if reader.has("kind") else ""
    affected = None
    if reader.has("affected"):
        rows = reader.rows("affected", 2 * MOST_UNITS)
        affected = [Reader({"affected": row}, reader.where).text("affected") for row in rows]
    reader.end()
    return found, kind, affected


def _single_out(builder: Builder, affected: list[str], where: str) -> None:
    """Bad weather affects the units that are listed by name. Rule: warcards:weather.abnormal-who."""
    known = {
        f"{side}/{name}": unit
        for side, names in zip(SIDES, builder.names, strict=True)
        for name, unit in names.items()
    }
    for word in affected:
        if word in known:
            builder.cards[known[word]].affected = True
        elif word not in SIDES:
            raise BadInput(
                f"affected: {word[:40]!r} is neither a side nor a unit",
                where=f"{where}.weather",
                hint=nearest(word, [*SIDES, *known]),
            )


def _suffers(affected: list[str] | None, side: str, home: str, kind: str, season: str) -> bool:
    """Whether a side's units suffer from abnormal weather. Rule: warcards:weather.abnormal-who."""
    if affected is not None:
        return side in affected
    if home == "nobody" or home != side:
        return True
    return (kind, season) in (("cold", "winter"), ("heat", "summer"))


def _visibility(conditions: Reader) -> tuple[int, bool]:
    value = conditions.data.get("visibility", "full")
    conditions.known.append("visibility")
    fog = conditions.flag("fog")
    if isinstance(value, str):
        word = Reader({"visibility": value}, conditions.where).word("visibility", ("full", "contest"))
        return (FULL if word == "full" else st.NOBODY), fog
    reader = Reader(value, f"{conditions.where}.visibility")
    reader.word("id", ("limited",))
    cause = reader.word("cause", VISIBILITIES[1:])
    reader.end()
    return VISIBILITIES.index(cause), fog


def _fort(conditions: Reader, sea: bool) -> tuple[int, int, int]:
    """Kind, level and owner of the fortification of the province. Rules: warcards:limited.build, warcards:fort.camp, warcards:full.what."""
    value = conditions.data.get("fortification", "none")
    conditions.known.append("fortification")
    if isinstance(value, str):
        Reader({"fortification": value}, conditions.where).word("fortification", ("none",))
        return CAMP, 0, st.NOBODY
    if sea:
        raise BadInput("there are no fortifications at sea", where=conditions.where)
    reader = Reader(value, f"{conditions.where}.fortification")
    kind = reader.word("kind", ("limited", "full", "march-camp"))
    owner = SIDES.index(reader.word("owner", SIDES))
    level = reader.number("level", 1, 1, 10)
    moves = reader.number("war_moves_in_province", 4, 0, 999)
    reader.end()
    if kind == "march-camp" or (kind == "limited" and moves < 4):
        return CAMP, 0, st.NOBODY
    return (LIMITED if kind == "limited" else CASTLE), level, owner


# ---------------------------------------------------------------- one side


def _side(builder: Builder, reader: Reader, side: int, suffers: bool) -> int:
    """Read a side's army; returns the number of its general."""
    if builder.sea:
        for number, row in enumerate(reader.rows("ships", MOST_UNITS)):
            _ship(builder, Reader(row, f"{reader.where}.ships {number + 1}"), side, suffers)
    else:
        for number, row in enumerate(reader.rows("units", MOST_UNITS)):
            _unit(builder, row, f"{reader.where}.units {number + 1}", side, suffers, st.NOBODY, "")
    if not any(unit.side == side for unit in builder.units):
        raise BadInput("an army has at least one unit", where=reader.where)
    if sum(1 for unit in builder.units if unit.side == side) > MOST_UNITS:
        raise BadInput(f"an army has at most {MOST_UNITS} units", where=reader.where)
    general = Reader(reader.table("general"), f"{reader.where}.general")
    group_ids: dict[str, int] = {}
    named: dict[str, int] = {}
    for number, row in enumerate(reader.rows("heroes", 20)):
        _heroes(builder, Reader(row, f"{reader.where}.heroes {number + 1}"), side, group_ids, named)
    who = _person(builder, general, side, group_ids, named)
    for number, row in enumerate(reader.rows("casters", 20)):
        _person(builder, Reader(row, f"{reader.where}.casters {number + 1}"), side, group_ids, named)
    return who


def _add(builder: Builder, card: Card, side: int, place: int, ship: int, prefix: str) -> Unit:
    key = prefix + card.kind
    count = builder.counts[side].get(key, 0) + 1
    builder.counts[side][key] = count
    unit = Unit(len(builder.units), side, place, ship)
    builder.units.append(unit)
    builder.cards.append(card)
    builder.points.append(st.NOBODY)
    builder.names[side][f"{key}#{count}"] = unit.id
    total = builder.counts[side].get("=" + card.kind, 0) + 1
    builder.counts[side]["=" + card.kind] = total
    builder.labels.append(f"{card.name} {SIDES[side]}{total}")
    return unit


def _unit(builder: Builder, row: Any, where: str, side: int, suffers: bool, ship: int, prefix: str) -> None:
    known = facts().cards
    place = st.ABOARD if ship >= 0 else RESERVES[side]
    reader = Reader({"type": row}, where) if isinstance(row, str) else Reader(row, where)
    card = replace(known[reader.word("type", tuple(known))], affected=suffers)
    card.experience = reader.word("experience", tuple(EXPERIENCE), "regular")
    card.people = reader.word("people", ("rjurik", "vos", "other"), "other")
    if card.experience == "green":
        card.morale -= 1
    trainings = reader.rows("training", 3)
    if len(trainings) > EXPERIENCE[card.experience]:
        raise BadInput(
            f"a {card.experience} unit has at most {EXPERIENCE[card.experience]} trainings", where=where
        )
    for training in trainings:
        name = Reader({"training": training}, where).word("training", TRAININGS)
        why = why_not_trained(card, name)
        if why or (name in card.training and not name.startswith("advanced")):
            raise BadInput(f"training {name}: {why or 'twice'}", where=where)
        card = trained(card, name, builder.sea)
    unit = _add(builder, card, side, place, ship, prefix)
    if reader.has("mustering") and reader.flag("mustering"):
        unit.subdual = card.hits
    if reader.has("points"):
        builder.points[unit.id] = reader.number("points", 0, 0, 99)
    reader.end()


def _ship(builder: Builder, reader: Reader, side: int, suffers: bool) -> None:
    """A ship with what it carries. Rules: warcards:setup.embark, warcards:naval.bunks."""
    ships = facts().ships
    card = replace(ships[reader.word("ship", tuple(ships))], affected=suffers)
    unit = _add(builder, card, side, RESERVES[side], st.NOBODY, "")
    aboard = reader.rows("aboard", 20)
    if len(aboard) > card.bunks:
        raise BadInput(f"{card.name} has {card.bunks} bunks, not {len(aboard)}", where=reader.where)
    prefix = f"{card.kind}#{builder.counts[side][card.kind]}/"
    for row in aboard:
        _unit(builder, row, reader.where, side, suffers, unit.id, prefix)
    if reader.has("points"):
        builder.points[unit.id] = reader.number("points", 0, 0, 99)
    reader.end()


def _heroes(
    builder: Builder, reader: Reader, side: int, group_ids: dict[str, int], named: dict[str, int]
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
    for row in rows:
        member = Reader(row, f"{reader.where}.members")
        person = _read_person(builder, member, f"hero of {name}")
        member.end()
        named[person.name] = _enlist(builder, person, side, group=group.id)
    if reader.has("with"):
        group.host = _host(builder, reader, side)
        if any(other.host == group.host and other.id != group.id for other in builder.groups):
            raise BadInput("a unit holds one Heroes unit only", where=reader.where)
    reader.end()


def _host(builder: Builder, reader: Reader, side: int) -> int:
    name = reader.text("with")
    if name not in builder.names[side]:
        raise BadInput(
            f"there is no unit {name!r}", where=reader.where, hint=nearest(name, builder.names[side])
        )
    return builder.names[side][name]


def _read_person(builder: Builder, reader: Reader, called: str) -> Person:
    prepared: list[tuple[str, int]] = []
    for row in reader.rows("spells", 40):
        spell = Reader({"id": row} if isinstance(row, str) else row, f"{reader.where}.spells")
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


def _prepared(builder: Builder, reader: Reader) -> tuple[str, int]:
    """A battle spell and the level at which it is prepared; one that no table lists is described by its uses.

    Rules: warcards:magic.metamagic, warcards:magic.allowed.
    """
    known = builder.spells
    name = reader.text("id", most=40)
    if reader.has("uses"):
        words = [Reader({"uses": row}, reader.where).word("uses", USES) for row in reader.rows("uses", 8)]
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
        hint = f"{nearest(name, known)} A spell that is not listed wants a name, a level and its uses."
        raise BadInput(f"id: {name!r} is not known", where=reader.where, hint=hint)
    return name, reader.number("level", known[name].level, known[name].level, 9)


def _enlist(builder: Builder, person: Person, side: int, host: int = -1, group: int = -1) -> int:
    number = len(builder.figures)
    spells = list(range(len(person.spells))) if person.spells else None
    builder.people.append(person)
    builder.figures.append(Figure(number, side, host, group, spells=spells))
    return number


def _person(
    builder: Builder, reader: Reader, side: int, group_ids: dict[str, int], named: dict[str, int]
) -> int:
    """A general or a caster: with a unit, in a Heroes unit, or in the reserve. Rule: warcards:lead.general-place."""
    person = _read_person(builder, reader, "General")
    host = group = st.NOBODY
    if reader.has("with"):
        if reader.data["with"] in list(group_ids):
            group = group_ids[reader.data["with"]]
        else:
            host = _host(builder, reader, side)
    reader.end()
    if group >= 0 and person.name in named:  # the same person as the member of that name
        number = named[person.name]
        builder.people[number] = _merged(builder.people[number], person)
        builder.figures[number].spells = list(range(len(builder.people[number].spells))) or None
        return number
    if group >= 0 and sum(1 for figure in builder.figures if figure.group == group) >= 8:
        raise BadInput("a Heroes unit has at most eight members", where=reader.where)
    return _enlist(builder, person, side, host, group)


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
