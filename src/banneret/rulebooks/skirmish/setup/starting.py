"""Starting creatures: chosen and placed in secret, revealed together.

Rules: skirmish:setup.starting.levels, skirmish:setup.starting.secret, skirmish:setup.starting.placement, skirmish:team.setup.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.enumeration import enumerated
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.board.homes import start_places
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard, creature_card, creature_cards
from banneret.rulebooks.skirmish.tables.numbers import STARTING_LEVEL, STARTING_LEVELS
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.turn.deploying import put

VERB: Final = "start"
NONE: Final[Order] = ("none",)


class Start(Decision):
    """The choice of the starting creatures of a side and their squares: `("start", ("drow-wizard", "C1"), ("none",), ...)`, a group for each slot.

    Attributes:
        counts: The copies of each creature that may be chosen.
        places: For each creature the squares where it may stand, with all squares that it then fills.
        levels: The level of each creature.
        slots: The most creatures that may start.
    """

    def __init__(
        self, side: int, counts: dict[str, int], places: dict[str, dict[str, tuple[int, ...]]]
    ) -> None:
        super().__init__("start", side, "skirmish:setup.starting.levels")
        self.counts: dict[str, int] = counts
        self.places: dict[str, dict[str, tuple[int, ...]]] = places
        self.levels: dict[str, int] = {name: creature_card(name).level for name in counts}
        cheap = sorted([self.levels[name] for name, count in counts.items() for _ in range(count)])
        self.slots: int = sum([sum(cheap[: place + 1]) <= STARTING_LEVELS for place in range(len(cheap))])

    def check(self, order: Order) -> Refusal | None:
        """None for creatures within the limits, each on a square of its own."""
        reason = self._fault(order)
        return Refusal(reason, self.rule, self.default()) if reason else None

    def orders(self) -> list[Order]:
        """The default, and an order without creatures."""
        return list(dict.fromkeys([self.default(), self._of([])]))

    def default(self) -> Order:
        """As many levels as possible, creatures of the highest levels first, on the first free squares."""
        chosen: list[Order] = []
        left = STARTING_LEVELS
        taken: list[int] = []
        for name in sorted(self.counts, key=lambda one: -self.levels[one]):
            for _ in range(self.counts[name]):
                free = self.free(name, taken)
                if self.levels[name] <= left and free and len(chosen) < self.slots:
                    chosen.append((name, free[0]))
                    taken += self.places[name][free[0]]
                    left -= self.levels[name]
        return self._of(chosen)

    def sample(self, chance: Chance) -> Order:
        """Creatures and squares by chance, as many as there is room for."""
        chosen: list[Order] = []
        left = STARTING_LEVELS
        taken: list[int] = []
        stock = [name for name, count in self.counts.items() for _ in range(count)]
        while stock and len(chosen) < self.slots:
            name = stock.pop(chance.below(len(stock)))
            free = self.free(name, taken)
            if self.levels[name] <= left and free:
                chosen.append((name, free[chance.below(len(free))]))
                taken += self.places[name][chosen[-1][1]]
                left -= self.levels[name]
        return self._of(chosen)

    def free(self, name: str, taken: list[int]) -> list[str]:
        """The places where a creature may stand, of which no square is taken."""
        return [
            place
            for place, squares in self.places[name].items()
            if not any(square in taken for square in squares)
        ]

    def _of(self, chosen: list[Order]) -> Order:
        return (VERB, *chosen, *[NONE] * (self.slots - len(chosen)))

    def _fault(self, order: Order) -> str:
        """The reason why an order is not legal, empty for a legal one."""
        if not order or order[0] != VERB or len(order) != self.slots + 1:
            return f"'{VERB}' takes {self.slots} groups, each (creature square) or (none)."
        used: dict[str, int] = {}
        squares: list[int] = []
        for group in order[1:]:
            if group == NONE:
                continue
            if not isinstance(group, tuple) or len(group) != 2 or not all(isinstance(w, str) for w in group):
                return "Each group must be (creature square) or (none)."
            name, square = group
            if name not in self.counts:
                return f"There is no {name[:30]!r} among the creatures that may start."
            if square not in self.places[name]:
                return f"{creature_card(name).name} cannot start in {square[:10]!r}."
            if any(one in squares for one in self.places[name][square]):
                return f"Two creatures cannot start in {square}."
            squares += self.places[name][square]
            used[name] = used.get(name, 0) + 1
            if used[name] > self.counts[name]:
                return f"At most {self.counts[name]} of {creature_card(name).name} may start."
        total = sum([self.levels[name] * count for name, count in used.items()])
        return f"{total} levels are more than {STARTING_LEVELS}." if total > STARTING_LEVELS else ""


def choose_starting(state: State, table: Table) -> None:
    """Let all sides choose and place their starting creatures: two opponents together, in teams then the other two, for a team shares an area."""
    sides = range(len(state.armies))
    for pair in (sides[:2], sides[2:]):
        if state.setting.flags.open_setup:
            for side in pair:
                _place(state, table, side, table.ask(start_of(state, side)))
        elif pair:
            orders = table.ask_all([start_of(state, side) for side in pair])
            for side, order in zip(pair, orders, strict=True):
                _place(state, table, side, order)
    state.stage = stages.HANDS


def start_of(state: State, side: int) -> Start:
    """The choice of a side; squares nearer to the enemy come first.

    Rules: skirmish:setup.starting.levels, skirmish:setup.starting.placement, skirmish:setup.miniatures.
    """
    deck = state.armies[side].creatures
    grid = state.setting.board.grid
    foe = state.setting.board.starts[1 - side % 2]
    away = grid.distances(foe)
    counts: dict[str, int] = {}
    places: dict[str, dict[str, tuple[int, ...]]] = {}
    for card in creature_cards():
        count = deck.count(card.index)
        if state.setting.flags.mended:
            count = min(count, card.copies)  # the miniatures there are
        if count and card.level <= STARTING_LEVEL:
            counts[card.id] = count
            squares = sorted(start_places(state, side, card), key=lambda square: (away[square], square))
            spaces = grid.spaces[card.across - 1]
            places[card.id] = {grid.names[square]: spaces[square] for square in squares}
    return Start(side, counts, places)


def _place(state: State, table: Table, side: int, order: Order) -> None:
    """Place the creatures that a side chose. Rules: skirmish:setup.starting.placement, skirmish:setup.starting.secret."""
    army = state.armies[side]
    grid = state.setting.board.grid
    cards: list[CreatureCard] = []
    for group in order[1:]:
        if group != NONE:
            card = creature_card(str(group[0]))
            army.creatures.remove(card.index)
            put(state, side, card, grid.named(str(group[1])))
            cards.append(card)
    if table.telling:
        names = enumerated([card.name for card in cards]) or "nobody"
        levels = sum([card.level for card in cards])
        text = f"{state.setting.names[side]} starts with {names}: {levels} levels."
        news.tell(table, "started", text, "setup.starting.secret", side, levels=levels)
