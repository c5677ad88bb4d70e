"""Computer players by name.

A spec is a name, with a setting after a colon where the player has one:

| spec | player |
|---|---|
| `random` | picks any legal order |
| `default` | always takes the default |
| `greedy` | the rulebook's own player, at once |
| `greedy:bold` | ... in one of the rulebook's postures (`Computer.postures`) |
| `instant` | tries a few orders out, 150 ms a decision at most |
| `instant:64plays` | ... in so many plays a decision, by no clock: reproducible |
| `search` | thinks ahead, one second a decision |
| `search:0.2s` | ... so many seconds a decision |
| `search:400sims` | ... so many simulations a decision: reproducible |
| `search:400sims:4trees` | ... on so many trees side by side, which make one choice together; by seconds too |
| `Recruit`, `Captain`, `Commander`, `Marshal` | the levels a rulebook offers (`Computer.players`) |
| `module:Class` | a player of your own, wherever Python finds it |

Other packages bring players as entry points of the group `banneret.players`. Either kind is called with the rulebook, a `Chance`
to draw from, and, where a setting was given (`name:setting`, `module:Class:setting`), the setting as a text. Players that do not come
with Banneret are watched (`banneret.players.watchdog`).
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.player import DefaultPlayer, Player, RandomPlayer

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance
    from banneret.kernel.rulebook import Rulebook

GROUP = "banneret.players"
OWN = ("random", "default", "greedy", "instant", "search")
MOST_SPEC = 200  # characters
MOST_SECONDS = 3600.0
MOST_SIMULATIONS = 10_000_000
MOST_PLAYS = 100_000
MOST_TREES = 64
TREES = 4  # of a search by the clock, as far as there are cores for them

_SECONDS = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)s\Z")
_SIMULATIONS = re.compile(r"(\d{1,9})sims\Z")
_TREES = re.compile(r"(.*):(\d{1,2})trees\Z")
_PLAYS = re.compile(r"(\d{1,6})plays\Z")
_CLASS = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)(?::(.*))?\Z")


def names(rulebook: Rulebook[Any] | None = None) -> list[str]:
    """All player names there are: those of Banneret, of other packages' entry points, and the levels of the rulebook."""
    levels = [] if rulebook is None else [spec.level for spec in rulebook.computer.players]
    return [*OWN, *(name for name in sorted(_plugged()) if name not in OWN), *levels]


def make(
    spec: str, rulebook: Rulebook[Any], chance: Chance, *, plug_ins: bool = True, hands: int = 1
) -> Player:
    """The player that `spec` names; raises `BadInput` with the nearest names.

    `plug_ins=False` makes only players of Banneret and the rulebook: for specs that strangers send. `hands` is the number of cores on
    which a search may think, in processes that it forks; more than one only where no other thread of this process holds a lock.
    """
    if len(spec) > MOST_SPEC:
        message = f"a player is named by {len(spec):,} characters"
        raise BadInput(message, where="player", hint=f"at most {MOST_SPEC}")
    spec = spec.strip()
    for offered in rulebook.computer.players:
        if spec.lower() == offered.level.lower():
            spec = offered.name
            break
    name, _, setting = spec.partition(":")
    if name in OWN:
        return _own(spec, name, setting, rulebook, chance, hands)
    if plug_ins:
        entry = _plugged().get(name)
        if entry is not None:
            return _foreign(entry.load, spec, setting, rulebook, chance)
        match = _CLASS.match(spec)
        if match is not None:
            module, attribute, rest = match.groups()
            return _foreign(lambda: _found(spec, module, attribute), spec, rest or "", rulebook, chance)
    raise BadInput(f"there is no player {spec!r}", where="player", hint=nearest(name, names(rulebook)))


def _own(spec: str, name: str, setting: str, rulebook: Rulebook[Any], chance: Chance, hands: int) -> Player:
    if name == "greedy" and ":" in spec and rulebook.computer.postures:
        return _in_posture(setting, rulebook, chance)
    if name == "instant":
        return _instant(spec, setting, rulebook, chance)
    if name != "search":
        if ":" in spec:
            raise BadInput(f"{name} has no settings", where="player", hint=f"just {name!r}")
        if name == "random":
            return RandomPlayer(chance)
        return DefaultPlayer() if name == "default" else rulebook.computer.greedy(chance)
    from banneret.players.search.player import SearchPlayer

    if ":" not in spec:
        return SearchPlayer(rulebook, chance, trees=TREES, hands=hands)
    several = _TREES.match(setting)
    budget, trees = (several[1], int(several[2])) if several else (setting, 0)
    if trees <= MOST_TREES and (trees or not several):
        if (match := _SECONDS.match(budget)) and 0.0 < float(match[1]) <= MOST_SECONDS:
            return SearchPlayer(rulebook, chance, float(match[1]), trees=trees or TREES, hands=hands)
        if (match := _SIMULATIONS.match(budget)) and 0 < int(match[1]) <= MOST_SIMULATIONS:
            return SearchPlayer(rulebook, chance, 0.0, int(match[1]), trees=trees or 1, hands=hands)
    hint = (
        f"seconds up to {MOST_SECONDS:.0f} as in 'search:2s', or simulations as in 'search:400sims', "
        f"and up to {MOST_TREES} trees as in 'search:400sims:4trees'"
    )
    raise BadInput(f"search cannot be set to {setting!r}", where="player", hint=hint)


def _instant(spec: str, setting: str, rulebook: Rulebook[Any], chance: Chance) -> Player:
    """The instant player, by its cap in seconds or by a number of plays."""
    from banneret.players.instant import InstantPlayer

    if ":" not in spec:
        return InstantPlayer(rulebook, chance)
    if (match := _PLAYS.match(setting)) and 0 < int(match[1]) <= MOST_PLAYS:
        return InstantPlayer(rulebook, chance, int(match[1]), 0.0)
    raise BadInput(
        f"instant cannot be set to {setting!r}", where="player", hint="plays as in 'instant:64plays'"
    )


def _in_posture(setting: str, rulebook: Rulebook[Any], chance: Chance) -> Player:
    """The greedy player in a posture, whose name may be written with hyphens on a command line."""
    posture = setting.strip().lower().replace("-", " ")
    if posture not in rulebook.computer.postures:
        hint = nearest(setting, rulebook.computer.postures)
        raise BadInput(f"greedy knows no posture {setting!r}", where="player", hint=hint)
    return rulebook.computer.greedy(chance, posture)


def _plugged() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _found(spec: str, module: str, attribute: str) -> Any:
    try:
        return getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise BadInput(f"there is no module {module!r}", where=f"player {spec!r}") from None
    except AttributeError:
        raise BadInput(f"module {module!r} has no {attribute!r}", where=f"player {spec!r}") from None


def _foreign(load: Any, spec: str, setting: str, rulebook: Rulebook[Any], chance: Chance) -> Player:
    """A player from another package, under watch."""
    from banneret.players.watchdog import Watchdog

    try:
        factory = load()
        player = factory(rulebook, chance, setting) if setting else factory(rulebook, chance)
    except BadInput:
        raise
    except Exception as error:
        problem = f"cannot be made: {type(error).__name__}: {error}"
        raise BadInput(
            problem, where=f"player {spec!r}", hint="it is called with (rulebook, chance)"
        ) from error
    if not isinstance(player, Player):
        raise BadInput(f"makes a {type(player).__name__}, not a Player", where=f"player {spec!r}")
    return Watchdog(player, rulebook, chance.fork("watchdog"), spec=spec)
