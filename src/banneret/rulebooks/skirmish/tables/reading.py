"""Reading the data files into steps, continuous effects, triggers and powers. Words that `data/effects.toml` does not list are refused.

Rule: skirmish:data.cards-as-data.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, Literal, get_args

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.skirmish.tables import effects

FOLDER: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
Ability = Literal["STR", "DEX", "CON", "INT", "WIS", "CHA"]
ABILITIES: Final[tuple[str, ...]] = get_args(Ability)


@cache
def read_data(name: str) -> dict[str, Any]:
    """One of the rulebook's own data files, by its name without ".toml"."""
    with open(os.path.join(FOLDER, "data", name + ".toml"), "rb") as file:
        return tomllib.load(file)


STEP_OF_DAMAGE: Final[int] = read_data("setup")["damage"]["step"]
"""All damage, hit points, Block and healing are multiples of it. Rule: skirmish:damage.tokens."""


@cache
def vocabulary(table: str) -> dict[str, tuple[str, ...]]:
    """The words of a table of `effects.toml` (verb, static, ...), each with the names of its arguments."""
    return {
        row["id"]: tuple(arg.partition(":")[0].split()[0] for arg in row.get("args", ()))
        for row in read_data("effects")[table]
    }


def damage(fields: Fields, name: str, default: int | None = None) -> int:
    """A number of hit points or damage, which must be a multiple of 5; raises `BadInput`. Rule: skirmish:damage.tokens."""
    value = fields.number(name, default, most=500)
    if value % STEP_OF_DAMAGE:
        raise fields.wrong(f"{name}: a multiple of {STEP_OF_DAMAGE} is expected")
    return value


# ---------------------------------------------------------------- the arguments of words

Reader = Callable[[Fields, str], Any]
Argument = tuple[str, Reader]
"""The attribute that an argument sets (empty if the argument can have only one value), and its reader."""


def one_of(words: Any, default: str | None = None) -> Reader:
    """One of the words of a `Literal`."""
    return lambda fields, name: fields.word(name, get_args(words), default)


def fixed(word: str, default: str | None = None) -> Argument:
    """An argument that can only be one word."""
    return "", lambda fields, name: fields.word(name, (word,), default)


def squares(word: str = "", number: int = 0) -> Reader:
    """A number of squares, or the number that stands for a word."""
    return lambda fields, name: (
        number if word and fields.data.get(name) == word else fields.number(name, least=1)
    )


def either(yes: str, no: str) -> Reader:
    """True for the first of two words, False for the second or for none."""
    return lambda fields, name: fields.word(name, (yes, no), no) == yes


def _flag(default: bool = False) -> Reader:
    return lambda fields, name: fields.flag(name, default)


def _range(fields: Fields, name: str) -> int:
    """The range of an attack, 0 for a melee attack."""
    return (
        0
        if fields.data.get("mode") == "melee"
        else int(squares("line-of-sight", effects.IN_SIGHT)(fields, name))
    )


def _no_damage(fields: Fields, name: str) -> int:
    return damage(fields, name, 0)


def _levels(fields: Fields, name: str) -> int:
    return fields.number(name, 0)


def _words_or_none(fields: Fields, name: str) -> str:
    return fields.text(name, "")


def _modes(fields: Fields, name: str) -> tuple[str, ...]:
    words = fields.words(name)
    if not words or any(word not in ("move", "shift") for word in words):
        raise fields.wrong(f"{name}: move, shift or both are expected")
    return words


_WHO: Final[Argument] = ("who", one_of(effects.Who))
_AMOUNT: Final[Argument] = ("amount", damage)
_ONE_DECK: Final = fixed("action")
_IF_DAMAGED: Final[Argument] = ("if_damaged", either("damage-dealt", "always"))
_OPTIONAL: Final[Argument] = ("optional", _flag())

STEPS: Final[dict[effects.Verb, dict[str, Argument]]] = {
    "choose": {
        "what": ("what", one_of(effects.Thing)),
        "side": ("side", one_of(effects.Whose, "any")),
        "within": ("within", squares("adjacent", effects.ADJACENT)),
        "of": fixed("self"),
        "include_self": ("include_self", _flag()),
    },
    "attack": {
        "mode": ("attack", one_of(effects.Attacking)),
        "targets": ("targets", one_of(effects.Targets)),
        "range": ("range", _range),
        "bonus": ("bonus", _no_damage),
        "ignore_block": ("ignore_block", _flag()),
        "optional": _OPTIONAL,
    },
    "deal": {
        "amount": _AMOUNT,
        "to": ("area", one_of(effects.Area)),
        "preventable": ("preventable", _flag(True)),
    },
    "heal": {"amount": _AMOUNT, "to": fixed("target")},
    "move": {
        "who": _WHO,
        "mode": ("mode", one_of(effects.Moving)),
        "distance": ("distance", squares("speed", effects.SPEED)),
        "end": ("ends_adjacent", either("adjacent-to-target", "")),
    },
    "teleport": {"who": _WHO, "distance": ("distance", squares())},
    "attach": {"to": _WHO, "when": _IF_DAMAGED},
    "draw": {"deck": _ONE_DECK, "count": ("count", squares()), "when": _IF_DAMAGED},
    "tap": {"who": _WHO},
    "untap": {"who": _WHO},
    "gain": {"who": _WHO, "block": _AMOUNT, "until": fixed("end-of-activation")},
    "protect": {
        "who": _WHO,
        "against": ("against", one_of(effects.Against)),
        "amount": fixed("all"),
        "optional": _OPTIONAL,
    },
    "fetch": {"deck": _ONE_DECK, "ability": ("ability", one_of(Ability))},
    "discard": {"what": fixed("this-card")},
}
"""The arguments of each verb of `effects.toml`."""

STATICS: Final[dict[effects.Kind, dict[str, Argument]]] = {
    "keyword": {
        "keyword": ("keyword", one_of(effects.Ability)),
        "on": ("controlled", either("controlled", "self")),
        "keyword_filter": ("keyword_filter", _words_or_none),
    },
    "block": {"amount": _AMOUNT, "on": fixed("self", "self")},
    "stat": {"level": ("level", _levels), "hp": ("hp", _no_damage), "on": fixed("self", "self")},
    "bonus": {
        "amount": _AMOUNT,
        "side": ("defender", either("defender", "attacker")),
        "attack": ("attack", one_of(effects.Bonus)),
        "when": ("when", one_of(effects.When)),
    },
    "forbid": {"modes": ("modes", _modes), "on": fixed("self", "self")},
    "ward": {"against": fixed("ranged"), "on": fixed("self-and-adjacent")},
    "deploy-zone": {
        "who": ("controlled", either("controller", "self")),
        "keyword": ("keyword_filter", _words_or_none),
        "zone": ("zone", one_of(effects.Zone)),
    },
}
"""The arguments of each continuous effect."""


def read_steps(rows: Any, where: str) -> list[effects.Step]:
    """The steps of a card or power."""
    if not isinstance(rows, list):
        raise BadInput("a list of steps is expected", where=where)
    return [_step(Fields(row, f"{where}, step {place + 1}")) for place, row in enumerate(rows)]


def read_effects(row: Any, where: str) -> effects.Effects:
    """The effects of the lower text of an action card, which works while it is attached."""
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
    kind = one_of(effects.Use)(fields, "kind")
    if kind == "static":
        read_statics(row.get("static", ()), fields.where, found)
    elif kind == "trigger":
        found.triggers.append(_trigger(fields))
    else:
        steps = read_steps(row.get("steps"), fields.where)
        found.powers.append(
            effects.Power(
                fields.text("id"),
                row.get("name", ""),
                kind == "free",
                fields.word("action", ("standard", "immediate", "any-time")) == "immediate",
                fields.word("cost", ("", "discard-this-card"), "") != "",
                steps,
                steps[: effects.announced(steps)],
                row.get("text", ""),
            )
        )


def read_statics(rows: Any, where: str, found: effects.Effects) -> None:
    """Add continuous effects of a card to its effects."""
    for row in rows:
        found.statics.append(_static(Fields(row, where)))


def _step(fields: Fields) -> effects.Step:
    verb = one_of(effects.Verb)(fields, "do")
    step = effects.Step(verb)
    _fill(step, fields, "verb", verb, STEPS[verb])
    return step


def _static(fields: Fields) -> effects.Static:
    kind = one_of(effects.Kind)(fields, "kind")
    static = effects.Static(kind)
    _fill(static, fields, "static", kind, STATICS[kind])
    return static


def _fill(target: Any, fields: Fields, table: str, word: str, arguments: Mapping[str, Argument]) -> None:
    """Read the arguments of a word into a step or effect; raises `BadInput` for one that `effects.toml` does not give to the word."""
    known = vocabulary(table)[word]
    for name in fields.data:
        if name not in known and name not in ("do", "kind"):
            raise BadInput(f"{word!r} has no {name!r}", where=fields.where, hint=nearest(name, known))
    for name, (attribute, read) in arguments.items():
        value = read(fields, name)
        if attribute:
            setattr(target, attribute, value)


def _trigger(fields: Fields) -> effects.Trigger:
    fields.word("whose", ("controller",), "controller")
    fields.word("by", ("controlled",), "controlled")
    fields.word("victim", ("enemy",), "enemy")
    return effects.Trigger(
        one_of(effects.Happening)(fields, "on"),
        fields.flag("may"),
        fields.text("keyword_filter", ""),
        read_steps(fields.data.get("steps"), fields.where),
    )
