"""Odds of lists given in words: two units, in a melee or fought to the end; two lists in battle; individuals man to man.

>>> from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
>>> print(asked(RULEBOOK, "12 Dwarves", "12 Goblins", {}))  # doctest: +ELLIPSIS
12 Dwarves attack 12 Goblins
...
>>> asked(RULEBOOK, "fighter 7", "Ogre", {"duel": "yes", "until": "melee"}).to_json()["defender"][:9]
'0/1'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.abilities.odds import SIDES as SIDES_OF_ODDS
from banneret.kernel.abilities.odds import check_flags, whole
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import Rulebook
from banneret.rulebooks.battlesystem.army.duellists import is_worded
from banneret.rulebooks.battlesystem.army.matchups import battle_between, is_units, units_of
from banneret.rulebooks.battlesystem.army.scenarios import build, read_scenario
from banneret.rulebooks.battlesystem.odds.answers import BattleAnswer, MeleeAnswer
from banneret.rulebooks.battlesystem.odds.duel import duel
from banneret.rulebooks.battlesystem.odds.individuals import CHOICES as OF_INDIVIDUALS
from banneret.rulebooks.battlesystem.odds.individuals import CombatAnswer, DuelAnswer, individuals, one_word
from banneret.rulebooks.battlesystem.odds.simulation import battles, duels
from banneret.rulebooks.battlesystem.odds.starting_positions import SIDES, Stand, set_down
from banneret.rulebooks.battlesystem.odds.volley_answers import VolleyAnswer, volley_answer
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FORMATIONS

VOLLEY: Final = ("volley", "missile", "shots", "cover")
CHOICES: Final = (
    "front", "formation", "side", "charge", "light", "until", "method", "games", "seed", "duel", *VOLLEY,
)  # fmt: skip
GAMES: Final = 400  # duels simulated by default
BATTLES: Final = 100  # battles simulated by default
MOST_GAMES: Final = 1_000_000


def asked(
    book: Rulebook[State], attackers: str, defenders: str, flags: Mapping[str, str]
) -> MeleeAnswer | BattleAnswer | VolleyAnswer | DuelAnswer | CombatAnswer:
    """The odds of two lists such as "12 Dwarves" or "Twin Blades"; of one unit on each side, the odds of its melee, exactly, and of the duel.

    The flags of two units in contact are `front` (figures abreast: "6", or "6/8" for both), `formation` ("closed/open"), `side` (of the
    defender that is struck: front, flank, rear), `charge` (no, yes), `light` (day, night) and `until` (melee: this one; end: fought until
    one routs or is destroyed). Those of a volley are `volley` (inches), `missile` (long-bow...; else that of the roster), `shots` and
    `cover` (none, soft, hard). `duel` (yes) is for individual combats: then the lists name individuals, as in "fighter 7", see
    `individuals`. Those of simulations are `games`, `seed` and `method` (auto, simulation: battles). Options of the rulebook are flags too.

    Args:
        book: plays battles, and knows the options.
        attackers: the first list.
        defenders: the second list.
        flags: values by name of flag.

    Raises:
        BadInput: a list or a flag cannot be read, or does not fit the others.
    """
    check_flags(flags, [*CHOICES, *book.variants])
    if one_word(flags, "duel", ("no", "yes")) == "yes":
        _individuals_only(flags)
        return individuals(attackers, defenders, flags)
    for side, text in zip(SIDES_OF_ODDS, (attackers, defenders), strict=True):
        if not is_units(text) and is_worded(text):
            hint = "choose individuals: --duel, or duel=yes"
            raise BadInput(f"{text[:40]!r} is not a unit", where=side, hint=hint)
    variants = {name: value for name, value in flags.items() if name in book.variants}
    first, second = units_of(attackers, "attacker"), units_of(defenders, "defender")
    data = battle_between(first, second)
    options = book.options(variants)
    seed = whole(flags, "seed", 0)
    method = one_word(flags, "method", ("auto", "simulation"))
    if len(first) == len(second) == 1 and method == "auto":
        return _melee(data, options, flags, seed)
    for name in ("front", "formation", "side", "charge", "light", "until", *VOLLEY):
        if name in flags:
            raise BadInput(
                f"{name} is for two units in contact, not for battles", where="odds", hint="leave it out"
            )
    games = whole(flags, "games", BATTLES, 1, MOST_GAMES)
    rows = [[f"{row['figures']} {row['name']}" for row in side["units"]] for side in data["sides"]]
    found = battles(book, read_scenario(data, "odds"), options, games, seed)
    return BattleAnswer((rows[0], rows[1]), found, {"seed": str(seed)})


def _melee(
    data: dict[str, Any], options: Mapping[str, str], flags: Mapping[str, str], seed: int
) -> MeleeAnswer | VolleyAnswer:
    """The odds of two units: of their melee, their duel, or a volley."""
    games = whole(flags, "games", GAMES, 1, MOST_GAMES)
    fronts = [
        0 if word == "" else whole({"front": word}, "front", 0, 1, 96) for word in _pair(flags, "front")
    ]
    shapes = [
        word if word == "" else one_word({"formation": word}, "formation", FORMATIONS)
        for word in _pair(flags, "formation")
    ]
    said = {
        "side": one_word(flags, "side", tuple(SIDES)),
        "charge": one_word(flags, "charge", ("no", "yes")),
        "light": one_word(flags, "light", ("day", "night")),
        "until": one_word(flags, "until", ("melee", "end")),
        "seed": str(seed),
    }
    state = build(data, "odds", options)
    state.setting.daylight = said["light"] == "day"
    state.ranking = (0, 1)
    state.round = 1
    pair = (state.units[0], state.units[1])
    stands = (Stand(shapes[0], fronts[0]), Stand(shapes[1], fronts[1]))
    set_down(state, *pair, stands, said["side"])
    if "volley" in flags:
        _no_melee(flags)
        return volley_answer(state, pair, flags, {name: said[name] for name in ("light", "side", "seed")})
    for name in VOLLEY:
        if name in flags:
            raise BadInput(
                f"{name} is for a volley", where="odds", hint="say how far: volley=12, or leave it out"
            )
    if said["charge"] == "yes":
        if pair[0].singles is not None:
            name = pair[0].now.name
            raise BadInput(f"{name} are skirmishers: they never charge", where="charge", hint="leave it out")
        pair[0].charged = pair[1].id
    if not contacts.are_touching(state, *pair):
        raise BadInput(
            "these two units do not touch if they stand middle to middle",
            where="odds",
            hint="give one of them another number of figures abreast: front=6, or front=6/8",
        )
    answer = MeleeAnswer(state, pair, said)
    if said["until"] == "end":
        answer.end = duel(state, *pair)
    if said["until"] == "end" and answer.end is None:
        answer.sampled = duels(state, *pair, games, seed)
    return answer


def _individuals_only(flags: Mapping[str, str]) -> None:
    """Raise `BadInput` for flags of units with an individual combat, unless they have their default value."""
    usual = {"side": "front", "charge": "no", "formation": ""}
    for name, word in flags.items():
        if name not in (*OF_INDIVIDUALS, "duel") and usual.get(name) != word:
            raise BadInput(
                f"{name} is for units, not for an individual combat", where="odds", hint="leave it out"
            )


def _no_melee(flags: Mapping[str, str]) -> None:
    """Raise `BadInput` for flags of a melee with a volley."""
    for name in ("charge", "until", "games"):
        if name in flags:
            raise BadInput(f"{name} is for a melee, not for a volley", where="odds", hint="leave it out")


def _pair(flags: Mapping[str, str], name: str) -> tuple[str, str]:
    """The values of a flag for both sides: "6" for both alike, "6/8" for each, "/8" for the defender's alone."""
    first, slash, second = flags.get(name, "").partition("/")
    return first.strip(), second.strip() if slash else first.strip()
