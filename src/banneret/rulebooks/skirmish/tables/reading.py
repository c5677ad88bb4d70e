"""The data files read into steps, continuous effects, triggers and powers; what `data/effects.toml` does not know is refused.

Rule: skirmish:data.cards-as-data.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.skirmish.tables import effects

FOLDER: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ABILITIES: Final = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
STEP_OF_DAMAGE: Final = 5
"""All damage, hit points, Block and healing are multiples of it. Rule: skirmish:damage.tokens."""


@cache
def read_data(name: str) -> dict[str, Any]:
    """One of the rulebook's own data files, by its name without ".toml"."""
    with open(os.path.join(FOLDER, "data", name + ".toml"), "rb") as file:
        return tomllib.load(file)


@cache
def vocabulary(table: str) -> dict[str, tuple[str, ...]]:
    """The words of a table of `effects.toml` (verb, static, ...), each with the names of its arguments."""
    return {
        row["id"]: tuple(arg.partition(":")[0].split()[0] for arg in row.get("args", ()))
        for row in read_data("effects")[table]
    }


def damage(fields: Fields, name: str, default: int | None = None) -> int:
    """A number of hit points: a multiple of 5. Rule: skirmish:damage.tokens."""
    value = fields.number(name, default, most=500)
    if value % STEP_OF_DAMAGE:
        raise fields.wrong(f"{name}: a multiple of {STEP_OF_DAMAGE} is expected")
    return value


def read_steps(rows: Any, where: str) -> list[effects.Step]:
    """The steps of a card or power."""
    if not isinstance(rows, list):
        raise BadInput("a list of steps is expected", where=where)
    return [_step(Fields(row, f"{where}, step {place + 1}")) for place, row in enumerate(rows)]


def read_effects(row: Any, where: str) -> effects.Effects:
    """All that a card does in play: of a creature its powers, of an action card its lower text while it is attached."""
    found = effects.Effects([], [], [])
    read_statics(row.get("static", ()), where, found)
    for place, trigger in enumerate(row.get("triggers", ())):
        found.triggers.append(_trigger(Fields(trigger, f"{where}, trigger {place + 1}")))
    for power in row.get("powers", ()):
        read_power(power, where, found)
    return found


def read_power(row: Any, where: str, found: effects.Effects) -> None:
    """Add one power of a card to its effects."""
    fields = Fields(row, f"{where}, {row.get('id', 'a power')}")
    kind = _word(fields, "kind", effects.USES)
    if kind == effects.USE_STATIC:
        read_statics(row.get("static", ()), fields.where, found)
    elif kind == effects.USE_TRIGGER:
        found.triggers.append(_trigger(fields))
    else:
        found.powers.append(
            effects.Power(
                fields.text("id"),
                row.get("name", ""),
                kind == effects.USE_FREE,
                fields.word("action", ("standard", "immediate", "any-time")) == "immediate",
                fields.word("cost", ("", "discard-this-card"), "") != "",
                read_steps(row.get("steps"), fields.where),
                row.get("text", ""),
            )
        )


def read_statics(rows: Any, where: str, found: effects.Effects) -> None:
    """Add continuous effects of a card to its effects."""
    for row in rows:
        found.statics.append(_static(Fields(row, where)))


def _step(fields: Fields) -> effects.Step:
    verb = _word(fields, "do", effects.VERBS)
    _check_arguments(fields, "verb", "do", effects.VERBS[verb])
    step = effects.Step(verb)
    data = fields.data
    if verb == effects.ATTACK:
        step.mode = _word(fields, "mode", effects.ATTACKS)
        step.targets = _word(fields, "targets", effects.TARGETS)
        if step.mode == effects.RANGED:
            step.range = _squares(fields, "range", "line-of-sight", effects.IN_SIGHT)
        step.bonus = damage(fields, "bonus", 0)
        step.ignore_block = fields.flag("ignore_block")
    elif verb == effects.CHOOSE:
        step.what = _word(fields, "what", effects.THINGS)
        step.side = _word(fields, "side", effects.SIDES, "any")
        step.within = _squares(fields, "within", "adjacent", effects.ADJACENT)
        step.include_self = fields.flag("include_self")
        fields.word("of", ("self",))
    elif verb == effects.DEAL:
        step.amount = damage(fields, "amount")
        step.to = _word(fields, "to", effects.AREAS)
        step.preventable = fields.flag("preventable", True)
    elif verb == effects.HEAL:
        step.amount = damage(fields, "amount")
        fields.word("to", ("target",))
    elif verb == effects.MOVE:
        step.who = _word(fields, "who", effects.WHO)
        step.mode = _word(fields, "mode", effects.MODES)
        step.distance = _squares(fields, "distance", "speed", effects.SPEED)
        step.ends_adjacent = fields.word("end", ("adjacent-to-target", ""), "") != ""
    elif verb == effects.TELEPORT:
        step.who = _word(fields, "who", effects.WHO)
        step.distance = fields.number("distance", least=1)
    elif verb == effects.ATTACH:
        step.to = _word(fields, "to", effects.WHO)
    elif verb == effects.DRAW:
        fields.word("deck", ("action",))
        step.count = fields.number("count", least=1)
    elif verb in (effects.TAP, effects.UNTAP):
        step.who = _word(fields, "who", effects.WHO)
    elif verb == effects.GAIN:
        step.who = _word(fields, "who", effects.WHO)
        step.amount = damage(fields, "block")
        fields.word("until", ("end-of-activation",))
    elif verb == effects.PROTECT:
        step.who = _word(fields, "who", effects.WHO)
        step.against = _word(fields, "against", effects.AGAINST)
        fields.word("amount", ("all",))
    elif verb == effects.FETCH:
        fields.word("deck", ("action",))
        step.ability = fields.word("ability", ABILITIES)
    else:
        fields.word("what", ("this-card",))
    if "optional" in data:
        step.optional = fields.flag("optional")
    if "when" in data:
        step.if_damaged = fields.word("when", ("always", "damage-dealt")) == "damage-dealt"
    return step


def _static(fields: Fields) -> effects.Static:
    kind = _word(fields, "kind", effects.STATICS)
    _check_arguments(fields, "static", "kind", effects.STATICS[kind])
    static = effects.Static(kind)
    if kind == effects.KEYWORD:
        static.keyword = fields.word("keyword", tuple(vocabulary("keyword")))
        static.controlled = fields.word("on", ("self", "controlled")) == "controlled"
        static.keyword_filter = fields.text("keyword_filter", "")
    elif kind == effects.BLOCK:
        static.amount = damage(fields, "amount")
    elif kind == effects.STAT:
        static.level = fields.number("level", 0)
        static.hp = damage(fields, "hp", 0)
    elif kind == effects.BONUS:
        static.amount = damage(fields, "amount")
        static.defender = fields.word("side", ("attacker", "defender")) == "defender"
        static.attack = _word(fields, "attack", effects.BONUS_ATTACKS)
        static.when = _word(fields, "when", effects.WHENS)
    elif kind == effects.FORBID:
        words = fields.words("modes")
        if not words or any(word not in effects.MODES[:2] for word in words):
            raise fields.wrong("modes: move, shift or both are expected")
        static.modes = tuple([effects.MODES.index(word) for word in words])
    elif kind == effects.WARD:
        fields.word("against", ("ranged",))
        fields.word("on", ("self-and-adjacent",))
    else:
        static.controlled = fields.word("who", ("self", "controller")) == "controller"
        static.keyword_filter = fields.text("keyword", "")
        static.zone = _word(fields, "zone", effects.ZONES)
    return static


def _trigger(fields: Fields) -> effects.Trigger:
    fields.word("whose", ("controller",), "controller")
    fields.word("by", ("controlled",), "controlled")
    fields.word("victim", ("enemy",), "enemy")
    return effects.Trigger(
        _word(fields, "on", effects.EVENTS),
        fields.flag("may"),
        fields.text("keyword_filter", ""),
        read_steps(fields.data.get("steps"), fields.where),
    )


def _word(fields: Fields, name: str, words: Sequence[str], default: str | None = None) -> int:
    """The place of a word in its list."""
    return words.index(fields.word(name, words, default))


def _squares(fields: Fields, name: str, word: str, number: int) -> int:
    """A number of squares, or the number that stands for a word."""
    return number if fields.data.get(name) == word else fields.number(name, least=1)


def _check_arguments(fields: Fields, table: str, first: str, word: str) -> None:
    """Refuse an argument that `effects.toml` does not give to a word."""
    known = vocabulary(table)[word]
    for name in fields.data:
        if name != first and name not in known:
            raise BadInput(f"{word!r} has no {name!r}", where=fields.where, hint=nearest(name, known))
