"""Ready: when a creature is deployed, its side may look for a card of an ability. Rules: skirmish:keyword.ready, skirmish:deploy.no-window."""

from __future__ import annotations

from banneret.kernel.enumeration import enumerated
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.actions.asking import ask
from banneret.rulebooks.skirmish.board.stores import note_deck
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.actions import action_cards
from banneret.rulebooks.skirmish.tables.effects import Step


def ready_next(state: State, table: Table) -> None:
    """Ask for Ready of the next creature that was deployed. The step ends with it, so that nothing is asked after cards were revealed."""
    creature = state.creature(state.fresh[0])
    state.fresh = state.fresh[1:]
    step = None if creature is None else ready_step(creature)
    if creature is None or step is None:
        return
    side = creature.side
    if not state.armies[side].actions:
        return
    order = ask(state, table, "ready", side, "skirmish:keyword.ready", lambda: [("ready",), ("decline",)])
    if order[0] == "ready":
        fetch(state, table, side, step.ability)


def ready_step(creature: Creature) -> Step | None:
    """The step of a creature's Ready; None if it has none."""
    for trigger in printed(creature).triggers:
        if trigger.event == "deployed":
            return next((step for step in trigger.steps if step.verb == "fetch"), None)
    return None


def fetch(state: State, table: Table, side: int, ability: str) -> None:
    """Reveal cards until one has the ability; it goes to the hand, the others back into the deck. Rule: skirmish:keyword.ready."""
    army = state.armies[side]
    cards = action_cards()
    shown: list[int] = []
    found = -1
    while army.actions and found < 0:
        card = army.actions.pop(table.draw(len(army.actions), "a card revealed", side))
        if cards[card].ability == ability:
            found = card
        else:
            shown.append(card)
    army.actions = sorted([*army.actions, *shown])
    if found >= 0:
        army.action_hand = sorted([*army.action_hand, found])
        army.known = sorted([*army.known, found])
    note_deck(state, side, shown)
    if table.telling:
        text = f"{state.setting.names[side]} reveals {enumerated([cards[card].name for card in [*shown, *[found] * (found >= 0)]])}"
        text += f" and takes {cards[found].name} into its hand." if found >= 0 else f", no {ability} card."
        table.tell(Event("ready", text, "skirmish:keyword.ready", side=side, reveals=True))
