"""The certain consequences of orders that are no actions, in a sentence each: costs, gains, and the way of a move.

The outcome of an action if nobody answers is worked out by `Foresight`.
"""

from __future__ import annotations

from banneret.geometry.squares import FAR
from banneret.kernel.decision import Decision
from banneret.kernel.enumeration import enumerated
from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.asking import Assisting
from banneret.rulebooks.skirmish.actions.foresight import fork
from banneret.rulebooks.skirmish.board.standing import enemies_beside, space
from banneret.rulebooks.skirmish.board.traits import hit_points, printed
from banneret.rulebooks.skirmish.movement.reach import Reach, reach, speed, speed_left
from banneret.rulebooks.skirmish.state import Creature, Entry, State, are_foes
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import TYPES, action_card, action_cards
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.tables.effects import Step
from banneret.rulebooks.skirmish.tables.numbers import STARTING_LEVELS
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.text.wording import brief, many
from banneret.rulebooks.skirmish.turn.readying import ready_step


class Ways:
    """The ways of a creature whose side is asked where it goes: distances, the squares on the way, and the enemies beside its end.

    Rules: skirmish:move.distance, skirmish:move.start-adjacent, skirmish:move.teleport-distance.
    """

    __slots__ = ("_found", "_most", "_mover", "_state")

    def __init__(self, state: State, decision: Decision) -> None:
        self._state = fork(state)
        mover = self._state.creature(int(decision.default()[1]))
        assert mover is not None
        self._mover = mover
        entry = running(self._state)
        step = None if entry is None else entry.steps[entry.done]
        self._most: int = 0
        self._found: Reach | None = None
        if entry is not None and step is not None and step.verb == "move":
            self._most = allowance(self._state, mover, entry)
            self._found = reach(self._state, mover, self._most, step.mode)

    def of(self, order: Order) -> tuple[str, tuple[str, ...]]:
        """The distance of the square of an order and the enemies beside it, in words; and the squares on the way, the last one included."""
        names = self._state.setting.board.grid.names
        place = self._state.setting.board.grid.named(str(order[2]))
        start, found = self._mover.place, self._found
        way: tuple[str, ...] = ()
        if place == start:
            far = "0 squares"
        elif found is None or found.cost[place] == FAR:
            far = f"{many(apart(self._state, start, place), 'square')} away, straight there"
        else:
            far = f"{found.cost[place]} of {many(self._most, 'square')}"
            way = tuple([names[one] for one in found.way(place)])
        self._mover.place = place
        beside = [news.short(self._state, one) for one in enemies_beside(self._state, self._mover)]
        self._mover.place = start
        return f"{far}; beside {enumerated(beside) or 'no enemy'}", way


def allowance(state: State, mover: Creature, entry: Entry) -> int:
    """The squares of movement that a creature has for the step that an action carries out. Rules: skirmish:move.distance, skirmish:activation.one-move."""
    step = entry.steps[entry.done]
    if entry.own_move and state.setting.flags.split_move:
        return speed_left(state, mover)
    return speed(state, mover, step.mode) if step.distance == effects.SPEED else step.distance


def apart(state: State, one: int, other: int) -> int:
    """The distance of two squares in a straight line, over walls."""
    grid = state.setting.board.grid
    (column, row), (over, down) = grid.place(one), grid.place(other)
    return max(abs(column - over), abs(row - down))


def running(state: State) -> Entry | None:
    """The action that is being carried out; None if there is none."""
    return state.chain.entries[-1] if state.chain is not None and state.chain.entries else None


def meaning(state: State, decision: Decision, order: Order) -> str:
    """The certain consequence of an order that is no action, in words; empty for any other order."""
    word, side = str(order[0]), decision.side
    army = state.armies[side]
    if word == "deploy":
        card = creature_card(str(order[1]))
        return f"supply {army.supply} → {army.supply - card.level}; {_to_enemy(state, side, str(order[2]), card.across)}"
    if word == "spend":
        return "its card is discarded; untapped, it may act or answer again"
    if word == "pay":
        creature = state.creature(int(order[1]))
        level = 0 if creature is None else printed(creature).level
        return f"{min(level, army.vault)} of {level} gold from your vault of {army.vault}; what is missing at the end is points for an enemy who caused it"
    if word == "effect":
        triggers = action_card(str(order[2])).triggers
        steps = next((one.steps for one in triggers if one.event == "turn-start"), [])
        return f"{brief(steps)}, before the others"
    if word == "discard":
        card_ = action_card(str(order[1]))
        return (
            f"gone from the hand: {brief(card_.steps) or 'lies under a creature'}; {TYPES[card_.type]} card"
        )
    if word == "draw":
        return f"{many(len(army.actions), 'card')} left in your action deck"
    if decision.kind == "ready":
        return _ready(state, side, word == "ready")
    if isinstance(decision, Assisting):
        return _assisting(state, decision, word == "assist")
    if decision.kind == "choose":
        return _chosen(state, order)
    return _ended(state, decision, word)


def _ended(state: State, decision: Decision, word: str) -> str:
    """The consequence of ending an activation or a phase: the things left undone."""
    army = state.armies[decision.side]
    if word == "end":
        acting = state.creature(state.acting)
        tapped = acting is not None and acting.tapped
        return "it is done for this turn" if tapped else "it is done for this turn, and may still answer"
    if word == "done" and decision.kind == "activate":
        left = [one for one in state.creatures if one.side == decision.side and not one.activated]
        names = enumerated([news.short(state, one) for one in left])
        return f"{names} {'does' if len(left) == 1 else 'do'} nothing this turn" if left else "all have acted"
    if word == "done" and decision.kind == "deploy":
        return f"{army.supply} gold stays in the supply"
    return ""


def _to_enemy(state: State, side: int, square: str, across: int) -> str:
    """The distance on foot from a place to the nearest enemy, in words, for a creature of a size on an otherwise empty board."""
    grid = state.setting.board.grid
    foes = [one for one in state.creatures if are_foes(one.side, side)]
    rows = [grid.away(mine) for mine in grid.spaces[across - 1][grid.named(square)]]
    found = [(min([row[at] for row in rows for at in space(state, foe)]), foe) for foe in foes]
    if not found:
        return "no enemy is on the board"
    far, foe = min(found, key=lambda one: (one[0], one[1].id))
    if far == FAR:
        return "no way to an enemy"
    return f"{many(far, 'square')} from {news.short(state, foe)}"


def _ready(state: State, side: int, looks: bool) -> str:
    """The search of a deck for a card of an ability. Rule: skirmish:keyword.ready."""
    deck = state.armies[side].actions
    if not looks:
        return f"nothing is revealed of your {many(len(deck), 'card')}"
    # The creature that is asked about is the latest of those deployed that may look, and is not still to be asked about.
    mine = [one for one in state.creatures if one.side == side and one.id not in state.fresh]
    steps = [step for step in map(ready_step, mine) if step is not None]
    step = steps[-1] if steps else None
    if step is None:
        return "cards are revealed until one fits; it goes to your hand"
    held = sum([action_cards()[card].ability == step.ability for card in deck])
    return f"cards are revealed until one says {step.ability}, which goes to your hand: {held} of {many(len(deck), 'card')}"


def _assisting(state: State, decision: Assisting, agrees: bool) -> str:
    """The help of an ally's creatures. Rule: skirmish:assist.team."""
    play = decision.play
    helpers = [state.creature(int(number)) for number in play[3]]
    mine = [one for one in helpers if one is not None and one.side == decision.side]
    names = enumerated([news.short(state, one) for one in mine])
    card = action_card(str(play[1])).name
    if agrees:
        return f"{names} {'is' if len(mine) == 1 else 'are'} tapped, and {card} is played"
    return f"{names} {'stays' if len(mine) == 1 else 'stay'} as before; {card} is not played so"


def _chosen(state: State, order: Order) -> str:
    """The next step of the action that is carried out, and whom it meets. Rule: skirmish:timing.follow-up."""
    entry = running(state)
    if entry is None or entry.done >= len(entry.steps):
        return ""
    step: Step = entry.steps[entry.done]
    what = brief([step])
    if not what:
        what = brief(entry.steps[entry.done :])
    if order[0] == "decline":
        return f"no {what}" if what else "the step is left out"
    left = [state.creature(one) for one in order[1:] if isinstance(one, int)] if step.what != "square" else []
    hurt = [f"{news.short(state, one)} has {hit_points(one) - one.damage} hit points" for one in left if one]
    return "; ".join([part for part in (what, *hurt) if part])


def start_words(order: Order) -> str:
    """The creatures of a start with their levels. Rule: skirmish:setup.starting.levels."""
    cards = [creature_card(str(group[0])) for group in order[1:] if group[0] != "none"]
    total = sum([card.level for card in cards])
    who = enumerated([f"{card.name} ({card.level})" for card in cards])
    return (
        f"{who}: {total} of {STARTING_LEVELS} levels" if cards else "the board stays empty until you deploy"
    )
