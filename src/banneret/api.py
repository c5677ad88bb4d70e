"""The front door: start a battle, load one, watch one being played.

>>> import banneret
>>> battle = banneret.start("stacks", "first_blood", seed=7, players={"defender": "greedy"})
>>> battle.sides
('attacker', 'defender')
>>> battle = banneret.start("stacks", "first_blood", armies={"attacker": "2 Dwarves, DwarfLord"})
>>> battle.scenario.data["attacker"]
['dwarves', 'dwarves', 'dwarflord']
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from banneret import rulebooks
from banneret.kernel.abilities.boards import OwnBoard
from banneret.kernel.abilities.muster import ArmyList
from banneret.kernel.battle import Battle
from banneret.kernel.battle.onward import next_scenario
from banneret.kernel.files import read_bytes
from banneret.kernel.lesson import the_lesson_of
from banneret.kernel.naming.sides import side_of
from banneret.kernel.record.record import MAX_BYTES, Record
from banneret.kernel.scene import Scene, render_with
from banneret.muster.matchup import army_from, fit
from banneret.muster.own_board import check_board, on_board, read_board

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.kernel.dice import Chance
    from banneret.kernel.player import Player
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario
    from banneret.kernel.verify import Verification
    from banneret.players.advice import Advice


T = TypeVar("T")


def _scene_text(scene: Scene) -> str:
    from banneret.render.text.scene import scene_text

    return scene_text(scene)


def _scene_html(scene: Scene) -> str:
    from banneret.render.picture.page import scene_html

    return scene_html(scene)


render_with(_scene_text, _scene_html)


def make_player(spec: str, rulebook: Rulebook[Any], chance: Chance) -> Player:
    """A computer player by name (`random`, `greedy`, `search`, …); raises `BadInput` with the nearest names."""
    from banneret.players.registry import make

    return make(spec, rulebook, chance)


def make_own_player(spec: str, rulebook: Rulebook[Any], chance: Chance) -> Player:
    """A computer player that comes with Banneret, by name: for names that strangers send, since nothing is imported for them."""
    from banneret.players.registry import make

    return make(spec, rulebook, chance, plug_ins=False)


def start(
    rulebook: str | Rulebook[Any],
    scenario: str | Scenario,
    *,
    seed: int | str | None = None,
    options: Mapping[str, str] | None = None,
    players: Mapping[str, str] | None = None,
    seats: Mapping[str, str] | None = None,
    dice: str | Sequence[int] = "seeded",
    armies: Mapping[str, str | ArmyList] | None = None,
    board: str | OwnBoard = "",
    plug_ins: bool = True,
) -> Battle:
    """Begin a battle. Raises `BadInput` for whatever does not exist, with the nearest names.

    Args:
        rulebook: the rulebook, or its id.
        scenario: the scenario, or its id.
        seed: the seed of the dice and of the computer players; a secret one is drawn where none is given.
        options: values of the rulebook's options, by id; all others have their defaults.
        players: the computer player of each side that has one, by the id or name of the side.
        seats: names of seats, each with a side, "referee" or "spectator"; without it every side has one seat.
        dice: "seeded", "typed" (people roll and type), or a list of what the dice are to show.
        armies: by side, armies in place of the scenario's: an `ArmyList`, the text of an army's file, or a short list such as
            "4 Dwarves, DwarfLord".
        board: a board joined from tiles in place of the scenario's, or the text of its file.
        plug_ins: False: only computer players that come with Banneret, also when another is named later.
    """
    book = rulebooks.get(rulebook) if isinstance(rulebook, str) else rulebook
    fought = book.scenario(scenario) if isinstance(scenario, str) else scenario
    if armies:
        brought = {
            side: army_from(book, army, f"army of {side}") if isinstance(army, str) else army
            for side, army in _by_side(book, fought, armies, "armies").items()
        }
        fought = fit(book, fought, brought)
    if board:
        fought = on_board(book, fought, read_board(board) if isinstance(board, str) else check_board(board))
    return Battle.start(
        book,
        fought,
        seed=seed,
        options=options,
        players=_by_side(book, fought, players or {}, "players"),
        seats=seats,
        dice=dice,
        maker=make_player if plug_ins else make_own_player,
    )


def _by_side(book: Rulebook[Any], scenario: Scenario, given: Mapping[str, T], where: str) -> dict[str, T]:
    """A mapping by the ids of sides, from one by their ids or names."""
    return {side_of(book, scenario, said, where): one for said, one in given.items()}


def next_battle(battle: Battle, *, players: Mapping[str, str] | None = None, plug_ins: bool = True) -> Battle:
    """Begin the next battle of a campaign, with what this one, which is over, leaves to it.

    Options and kind of dice are those of this battle, and so are the computer players it began with unless `players` says otherwise.
    Raises `BadInput` where this battle is not over, where its rulebook has no campaign, and where nobody is left to fight.
    """
    first = battle.record.header.players
    return start_like(battle, next_scenario(battle), first if players is None else players, plug_ins=plug_ins)


def start_like(
    battle: Battle, scenario: Scenario, players: Mapping[str, str], *, plug_ins: bool = True
) -> Battle:
    """Begin a battle with the options and the kind of dice of another. Raises `BadInput`."""
    header = battle.record.header
    return start(
        battle.rulebook,
        scenario,
        options=battle.options,
        players=players,
        dice=header.kind_of_dice,
        plug_ins=plug_ins,
    )


def learn(rulebook: str | Rulebook[Any], *, plug_ins: bool = True) -> Battle:
    """Begin the lesson of a rulebook: a first battle against the computer, on the seed that its cards tell of. Raises `BadInput`.

    >>> import banneret
    >>> battle = banneret.learn("stacks")
    >>> battle.scenario.title, battle.players
    ("The Miller's Ford", {'halls': 'greedy'})
    """
    book = rulebooks.get(rulebook) if isinstance(rulebook, str) else rulebook
    lesson = the_lesson_of(book)
    others = [side for side in book.scenario(lesson.scenario).sides if side != lesson.side]
    players = dict.fromkeys(others, "greedy")
    return start(book, lesson.scenario, seed=lesson.seed, players=players, plug_ins=plug_ins)


def loads(text: str, *, plug_ins: bool = True, patience: float = 0.0) -> Battle:
    """Load a battle from the text of its record. A damaged record loads up to its last good entry (`battle.damage`).

    For records that strangers send there are `plug_ins=False` (only computer players that come with Banneret, whatever the record
    names) and `patience`, the seconds of processor time that loading may take (0: any). Raises `BadInput` for a text that is no
    record, and for entries that do not fit the rules.
    """
    record = Record.parse(text)
    maker = make_player if plug_ins else make_own_player
    return Battle.from_record(rulebooks.get(record.header.rulebook), record, maker, patience=patience)


def load(path: str | Path) -> Battle:
    """Load a battle from a file that `Battle.save` or an export wrote. Raises `BadInput` like `loads`, and for a file that cannot be read."""
    return loads(read_text(path))


NO_ADVICE: Final = "Advice is for battles in which computers play all others."


def may_advise(battle: Battle, side: str) -> bool:
    """True if a side may have advice at the table: computer players play all others, so that it is used against no person."""
    return all(other in battle.players for other in battle.sides if other != side)


def advise(
    battle: Battle, side: str, plays: int | None = None, seconds: float | None = None
) -> Advice | None:
    """Advice to a side that must decide: an order, and why, from what that side may see. None where it has nothing to choose.

    `plays` bounds how often orders are played on, `seconds` how long it takes (0 for any time, which makes it reproducible).

    >>> import banneret
    >>> battle = banneret.start("stacks", "two_banners", seed=7, players={"halls": "greedy"})
    >>> while len(battle.decision("groves").orders()) < 2:
    ...     battle.give("groves", battle.decision("groves").default())
    >>> advice = banneret.advise(battle, "groves", plays=40, seconds=0)
    >>> battle.why_not("groves", advice.order) is None, 0 <= advice.before <= advice.after <= 1
    (True, True)
    """
    from banneret.players.advice import PLAYS, SECONDS
    from banneret.players.advice import advise as think

    side = battle.called(side)
    decision = battle.decision(side)
    if decision is None:
        return None
    most, limit = PLAYS if plays is None else plays, SECONDS if seconds is None else seconds
    return think(battle.rulebook, decision, battle.seat(decision.side), battle.scene(side), most, limit)


def verify(text: str) -> Verification:
    """The checks of a record: unaltered, legal, and rolled by its published seed; see `banneret.kernel.verify`."""
    from banneret.kernel.verify import verify as look

    return look(text, rulebooks.get)


def read_text(path: str | Path) -> str:
    """The text of a record file, read no further than a record may be long; raises `BadInput` naming the file.

    Bytes that are not UTF-8 become U+FFFD: the entry they stand in then does not fit its hash, and those before it do.
    """
    return read_bytes(Path(path), MAX_BYTES).decode(errors="replace")
