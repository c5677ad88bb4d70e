"""The thing that is meant, of several: those that have every word that was said, and of these the one with the fewest others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from banneret.kernel.enumeration import enumerated
from banneret.kernel.naming.words import key

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Scene

T = TypeVar("T")


class Unclear(Exception):
    """Raised when words cannot be made into an order; the text says what could. `found`: several things could be meant."""

    def __init__(self, text: str, found: bool = False) -> None:
        super().__init__(text)
        self.found = found


@dataclass(frozen=True, slots=True)
class Named(Generic[T]):
    """A thing with its words: `label` as people read it, `words` all that may be said of it, `alike` equal for equal things.

    `title` is the label with all that tells it from others, where the label alone does not. `where` are the words of its place.
    """

    thing: T
    label: str
    words: tuple[str, ...]
    alike: object = None
    title: str = ""
    where: tuple[str, ...] = ()

    def has(self, said: Sequence[str]) -> bool:
        """True if it has every word that was said, as often as it was said."""
        return all(said.count(word) <= self.words.count(word) for word in said)

    def strangeness(self, said: Sequence[str]) -> tuple[int, bool]:
        """The distance of its label from what was said: words that were not said, then whether they came in another order.

        A place of which nothing was said counts as one word: a place with a short name is meant no more than others.

        >>> center, flank = [Named(0, f"Elves at the {name}", (), None, "", key(name)) for name in ("center", "left flank")]
        >>> center.strangeness(key("elves")) == flank.strangeness(key("elves"))
        True
        """
        label = key(self.label)
        rest = iter(label)
        ordered = all(word in rest for word in said if word in label)
        unsaid = [word for word in label if word not in said]
        place = [word for word in unsaid if word in self.where]
        silent = bool(place) and not any(word in said for word in self.where)
        return len(unsaid) - (len(place) - 1 if silent else 0), not ordered


def pick(said: Sequence[str], things: Sequence[Named[T]], text: str = "") -> T | None:
    """The one thing that is meant, None where none has all the words; raises `Unclear` where several could be.

    Of things that are alike the first is taken.

    >>> things = [Named(n, text, key(text)) for n, text in enumerate(["Elves", "Elf Lord", "Sylvan Knights"])]
    >>> pick(key("elves"), things), pick(key("the elf lord"), things), pick(key("orcs"), things)
    (0, 1, None)
    """
    fitting = [one for one in things if said and one.has(said)]
    if not fitting:
        return None
    least = min(one.strangeness(said) for one in fitting)
    best = [one for one in fitting if one.strangeness(said) == least]
    if any((one.label, one.alike) != (best[0].label, best[0].alike) for one in best[1:]):
        titles = [one.title or one.label for one in best]
        raise Unclear(f"{text.strip()[:60] or ' '.join(said)!r} could be {choices(titles)}.", found=True)
    return best[0].thing


def named_pieces(pieces: Iterable[Piece]) -> list[Named[Piece]]:
    """Pieces by their names; its label, place and states tell a piece from others of its name.

    >>> from banneret.kernel.scene import Piece
    >>> elves = named_pieces([Piece("u1", 0, "C3", "unit", "Elves"), Piece("u2", 0, "D4", "unit", "Elves")])
    >>> pick(key("elves in d4"), elves).id
    'u2'
    """
    found: list[Named[Piece]] = []
    for piece in pieces:
        states = ", ".join([str(state) for state in piece.states])
        label = f"{piece.name} {piece.label}" if piece.kind == "card" else piece.name
        where = f" in {piece.place}" if piece.place else ""
        title = f"{label.strip()}{where}{f' ({states})' if states else ''}"
        alike = (piece.side, piece.place, piece.name, piece.label, states)
        found.append(Named(piece, label.strip(), key(f"{title} {piece.form}"), alike, title))
    return found


def choices(labels: Sequence[str], most: int = 4) -> str:
    """Labels in a row, each once: `A, B or C`.

    >>> choices(["Elves in A3", "Elves in B2", "Elves in A3"])
    'Elves in A3 or Elves in B2'
    """
    names = list(dict.fromkeys(labels))
    if not names:
        return ""
    more = len(names) - most
    names = [*names[:most], f"{more} more"] if more > 0 else names
    return enumerated(names, "or")


def names_in(scene: Scene) -> Callable[[Sequence[str], Sequence[str]], str]:
    """A function that gives the names of pieces and places of a scene, by their ids, as one text."""
    pieces: dict[str, str] = {}
    waiting = [*scene.pieces, *(piece for tray in scene.trays for piece in tray.pieces)]
    waiting += scene.clash.pieces if scene.clash is not None else ()
    while waiting:
        piece = waiting.pop()
        pieces[piece.id] = piece.name
        waiting += piece.inside
    places = {place.id: f"{place.id} {place.name}" for place in scene.board.places}

    def names(some_pieces: Sequence[str], some_places: Sequence[str]) -> str:
        found = [pieces.get(piece, "") for piece in some_pieces]
        return " ".join(found + [places.get(place, place) for place in some_places])

    return names
