"""Written orders: each side fills a slot for every band, in secret. Rules: fenlight:order.secret, fenlight:order.one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision, Refusal
from banneret_fenlight.board.standing import bands_of
from banneret_fenlight.orders.task import BRACE, HIDE, MARCH, STRIKE, Task
from banneret_fenlight.state import State
from banneret_fenlight.tables.ground import REEDS

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance
    from banneret.kernel.order import Order
    from banneret.kernel.table import Table

VERB: Final = "write"
TRIES: Final = 12


@dataclass(frozen=True, slots=True)
class Post:
    """A band as its orders see it: where it stands, where it may go or strike, whether it stands in reeds."""

    place: str
    ways: tuple[str, ...]
    reeds: bool

    def orders(self) -> list[Order]:
        """All that the band may be ordered, to brace first."""
        found: list[Order] = [(BRACE,)]
        if self.reeds:
            found.append((HIDE,))
        found += [(MARCH, way) for way in self.ways]
        found += [(STRIKE, way) for way in self.ways]
        return found

    def end(self, order: Order) -> str:
        """Where the band will stand if nothing comes between."""
        return str(order[1]) if order[0] == MARCH else self.place


class Write(Decision):
    """An order for each band, in the order of the hexes: `write (march C3) (brace) (strike D4)`.

    `posts` are the bands of the side; nothing of the enemy is in it.
    """

    def __init__(self, side: int, state: State) -> None:
        super().__init__("write", side, "fenlight:order.secret")
        marsh = state.marsh
        self.posts: list[Post] = [
            Post(
                marsh.name(band.place),
                tuple([marsh.name(way) for way in marsh.ways[band.place]]),
                marsh.ground[band.place] == REEDS,
            )
            for band in bands_of(state, side)
        ]

    def default(self) -> Order:
        """Every band braces."""
        return (VERB, *[(BRACE,)] * len(self.posts))

    def orders(self) -> list[Order]:
        """The default, and all that a single band could do while the others brace."""
        found = [self.default()]
        for index, post in enumerate(self.posts):
            for group in post.orders()[1:]:
                words = list(self.default())
                words[index + 1] = group
                if self.check(tuple(words)) is None:
                    found.append(tuple(words))
        return found

    def sample(self, chance: Chance) -> Order:
        """Anything for each band, as long as no two come to stand in one hex."""
        for _ in range(TRIES):
            groups = [(own := post.orders())[chance.below(len(own))] for post in self.posts]
            if self.check((VERB, *groups)) is None:
                return (VERB, *groups)
        return self.default()

    def check(self, order: Order) -> Refusal | None:
        """None if each band has an order it can follow, and no two end in one hex."""
        if len(order) != len(self.posts) + 1 or order[0] != VERB:
            reason = f"Say '{VERB}', and an order for each of the {len(self.posts)} bands."
            return Refusal(reason, "fenlight:order.one", self.default())
        ends: dict[str, str] = {}
        for post, group in zip(self.posts, order[1:], strict=True):
            if group not in post.orders():
                return Refusal(self._wrong(post, group), "fenlight:order.one", self._mended(order))
            end = post.end(group)
            if end in ends:
                reason = f"The bands of {ends[end]} and {post.place} would both end in {end}."
                return Refusal(reason, "fenlight:march.room", self.default())
            ends[end] = post.place
        return None

    def _wrong(self, post: Post, group: object) -> str:
        """Why a band cannot do that."""
        match group:
            case (str(word), str(_)) if word in (MARCH, STRIKE):
                return f"The band in {post.place} can {word} to its neighbours: {', '.join(post.ways)}."
            case (str(word),) if word == HIDE:
                return f"The band in {post.place} stands in no reeds, and has nowhere to hide."
        return f"The band in {post.place} can march, strike, hide or brace."

    def _mended(self, order: Order) -> Order:
        """The order with all that cannot be followed replaced by bracing."""
        groups = [
            group if group in post.orders() else (BRACE,)
            for post, group in zip(self.posts, order[1:], strict=True)
        ]
        mended = (VERB, *groups)
        return mended if self.check(mended) is None else self.default()


def write_orders(state: State, table: Table) -> list[Task]:
    """Ask both sides at once: what every band does, in the order of sides and hexes. Rule: fenlight:order.secret."""
    tasks: list[Task] = []
    for side, order in enumerate(table.ask_all([Write(0, state), Write(1, state)])):
        for band, group in zip(bands_of(state, side), order[1:], strict=True):
            target = state.marsh.grid.named(group[1]) if len(group) > 1 else band.place
            tasks.append(Task(band, group[0], target, band.place, band.hidden))
    return tasks
