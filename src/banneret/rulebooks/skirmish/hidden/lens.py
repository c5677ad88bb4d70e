"""The window of a computer player: the board, its own cards, and of others what lies open. Rule: skirmish:info.public."""

from __future__ import annotations

from banneret.rulebooks.skirmish.state import NO_CARD, Army, State


class Lens:
    """The battle as one side sees it. It follows the state as the battle goes on."""

    def __init__(self, state: State, side: int) -> None:
        self._state = state
        self.side: int = side

    @property
    def battle(self) -> State:
        """The battle without the hands and decks of others. All rules can read it; it must not be changed."""
        state = self._state
        seen = State(
            state.setting,
            [self._army(side) for side in range(len(state.armies))],
            state.creatures,
            state.stage,
            state.turn,
            state.active,
            state.acting,
            state.moved,
            state.ending,
            state.came,
            state.walked,
            state.waiting,
            state.fresh,
            state.outcome,
        )
        seen.chain = state.chain
        return seen

    def held(self, side: int) -> int:
        """The number of action cards that a side holds."""
        return len(self._state.armies[side].action_hand)

    def unseen(self, side: int) -> list[int]:
        """The action cards in the hand and the deck of a side, without those that everyone has seen."""
        state = self._state
        army = state.armies[side]
        open_ = [*army.action_discard, *army.known]
        open_ += [card for one in state.creatures for card, owner in one.attached if owner == side]
        if state.chain is not None:
            open_ += [
                entry.card
                for entry in state.chain.entries
                if entry.card != NO_CARD and entry.side == side and not entry.stays
            ]
        left = list(state.setting.actions[side])
        for card in open_:
            left.remove(card)
        return left

    def _army(self, side: int) -> Army:
        """The cards and the gold of a side as far as they lie open."""
        army = self._state.armies[side].copy()
        army.top = []
        if side != self.side:
            army.action_hand, army.creature_hand = list(army.known), []
            army.actions, army.creatures = [], []
        return army
