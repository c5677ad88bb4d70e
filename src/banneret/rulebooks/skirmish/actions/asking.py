"""Asking a side: before it decides, its Action Points may be spent. Rule: skirmish:timing.free-powers."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.actions.declaring import on_board
from banneret.rulebooks.skirmish.board.stores import show
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.actions import action_card, action_cards
from banneret.rulebooks.skirmish.text import news


class Question(Choice):
    """A choice that works its default out only when it is asked for, which computer players at full speed seldom do.

    `finder` returns the index of the default among the options; without it the first is the default.
    """

    def __init__(
        self,
        kind: str,
        side: int,
        rule: str,
        options: list[Order],
        finder: Callable[[list[Order]], int] | None,
    ) -> None:
        super().__init__(kind, side, rule, options)
        self.finder: Callable[[list[Order]], int] | None = finder

    def default(self) -> Order:
        """The option that `finder` picks, the first without it."""
        if self.finder is not None:
            self.preset = self.finder(self.options)
            self.finder = None
        return self.options[self.preset]


def ask(
    state: State,
    table: Table,
    kind: str,
    side: int,
    rule: str,
    options: Callable[[], list[Order]],
    preset: Callable[[list[Order]], int] | None = None,
    form: Callable[[list[Order]], Choice] | None = None,
) -> Order:
    """The order of a side, which may spend its Action Points before it decides.

    Args:
        state: The battle.
        table: The table that asks.
        kind: The kind of question.
        side: The side that decides.
        rule: The rule that the question comes from.
        options: Finds the legal orders, again after each card that is spent.
        preset: Finds the index of the default among the orders.
        form: Makes the question from the orders, if it is not a plain `Question`.

    Rule: skirmish:timing.free-powers.
    """
    while True:
        orders = options()
        points = spenders(state, side)
        if points:
            orders = [*orders, *[("spend", creature.id) for creature in points]]
        question = Question(kind, side, rule, orders, preset) if form is None else form(orders)
        if table.telling:
            question.default()  # from how things stand now
        order = table.ask(question)
        if order[0] != "spend":
            return order
        spend(state, table, on_board(state, order[1]))


def ask_to_act(
    state: State,
    table: Table,
    kind: str,
    side: int,
    rule: str,
    options: Callable[[list[int]], list[Order]],
    preset: Callable[[list[Order]], int] | None = None,
) -> Order:
    """The order of a side that may play cards. If it needs the help of allied sides they are asked, and the side again if one declines.

    The arguments are those of `ask`, but `options` takes the sides whose help is not to be had. Rule: skirmish:assist.team.
    """
    without: list[int] = []
    while True:
        order = ask(state, table, kind, side, rule, lambda: options(without), preset)  # noqa: B023
        if order[0] != "play":
            return order
        allies = sorted({on_board(state, one).side for one in order[3]} - {side})
        if allies:  # they see which card it is
            show(state, side, action_card(str(order[1])).index)
        refused = [ally for ally in allies if not _consents(state, table, ally, order)]
        if not refused:
            return order
        without += refused


class Assisting(Choice):
    """The question to an allied side whether its creatures assist; `play` is the order that needs them. Rule: skirmish:assist.team."""

    def __init__(self, side: int, options: list[Order], play: Order) -> None:
        super().__init__("assist", side, "skirmish:assist.team", options)
        self.play: Order = play


def _consents(state: State, table: Table, ally: int, play: Order) -> bool:
    """True if an allied side lets its creatures assist. Rule: skirmish:assist.team."""
    options: list[Order] = [("assist",), ("decline",)]
    if not state.setting.flags.mended:
        return table.ask(Assisting(ally, options, play)) == options[0]
    rule = "skirmish:assist.team"
    order = ask(
        state,
        table,
        "assist",
        ally,
        rule,
        lambda: options,
        form=lambda listed: Assisting(ally, listed, play),
    )
    return order == options[0]


def spenders(state: State, side: int) -> list[Creature]:
    """The tapped creatures of a side that may spend an Action Point to untap. Rules: skirmish:card.action-point, skirmish:timing.free-powers."""
    return [
        creature
        for creature in state.creatures
        if creature.attached and creature.tapped and creature.side == side and free_card(creature) >= 0
    ]


def free_card(creature: Creature) -> int:
    """The index, among the cards under a creature, of one that is discarded to untap it; -1 for none."""
    cards = action_cards()
    for place, (card, _) in enumerate(creature.attached):
        for power in cards[card].powers:
            if power.free and power.spends_card and power.steps[0].verb == "untap":
                return place
    return -1


def spend(state: State, table: Table, creature: Creature) -> None:
    """Discard an Action Point under a creature, and untap it at once. Rule: skirmish:timing.free-powers."""
    card, owner = creature.attached[free_card(creature)]
    discard_under(state, creature, (card, owner))
    creature.tapped = False
    if table.telling:
        text = f"{news.name(state, creature)} spends {action_cards()[card].name} and untaps."
        news.tell(table, "spend", text, "timing.free-powers", creature.side, creature=creature.id)


def discard_under(state: State, creature: Creature, under: tuple[int, int]) -> None:
    """Put a card that lies under a creature into the discard pile of its owner. Rules: skirmish:attach.discard-tap, skirmish:deck.discard."""
    if under in creature.attached:
        left = list(creature.attached)
        left.remove(under)
        creature.attached = tuple(left)
        state.armies[under[1]].action_discard.append(under[0])
