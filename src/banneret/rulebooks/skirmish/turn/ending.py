"""The end of a turn, and of the battle. Rules: skirmish:turn.end, skirmish:keyword.nimble, skirmish:end.final, skirmish:end.tie."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.scenario import Outcome
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.asking import ask
from banneret.rulebooks.skirmish.board.stores import take_from_hand
from banneret.rulebooks.skirmish.board.traits import is_nimble, printed
from banneret.rulebooks.skirmish.state import NOBODY, State
from banneret.rulebooks.skirmish.tables.actions import action_card, action_cards
from banneret.rulebooks.skirmish.text import news


def discard_down(state: State, table: Table) -> None:
    """Discard one card from a hand above its limit; otherwise go on with the turn. Rule: skirmish:refresh.draw."""
    side, limit = state.active, state.setting.flags.hand_limit
    hand = state.armies[side].action_hand
    if not limit or len(hand) <= limit:
        state.stage = stages.TURN_END
        return
    options: list[Order] = [("discard", card.id) for card in action_cards() if card.index in hand]
    card = action_card(str(ask(state, table, "discard", side, "skirmish:refresh.draw", lambda: options)[1]))
    take_from_hand(state, side, card.index)
    state.armies[side].action_discard.append(card.index)
    if table.telling:
        text = f"{state.setting.names[side]} discards {card.name}."
        news.tell(table, "discarded", text, "refresh.draw", side)


def end_turn(state: State) -> None:
    """Untap the Nimble creatures of the side whose turn it was, then end the battle or begin the next turn."""
    nimble = [
        creature
        for creature in state.creatures
        if creature.side == state.active and is_nimble(state, creature)
    ]
    for creature in nimble:
        creature.tapped = False
    if state.ending:
        state.outcome = final_count(state)
        state.stage = stages.OVER
        return
    state.acting = NOBODY
    state.moved = False
    state.active = state.setting.round_from(state.active)[0]
    state.turn += 1
    state.stage = stages.TURN_START


def totals(state: State) -> list[int]:
    """The points of each team, with one for each gold left in its vaults. Rules: skirmish:end.final, skirmish:team.end."""
    found = [0, 0]
    for side, army in enumerate(state.armies):
        found[side & 1] += army.points + army.vault
    return found


def final_count(state: State) -> Outcome:
    """The outcome by the points of both teams. Rules: skirmish:end.final, skirmish:end.tie, skirmish:end.no-elimination, skirmish:team.end."""
    first, second = totals(state)
    names = [team_name(state, team) for team in (0, 1)]
    have = "has" if len(state.armies) == 2 else "have"
    if first != second:
        winner = 0 if first > second else 1
        points = (first, second)
        reason = f"{names[winner]} {have} {points[winner]} points, {names[1 - winner]} {points[1 - winner]}."
        return Outcome(_team(state, winner), reason, "skirmish:end.final")
    if state.setting.flags.surviving_levels:
        levels = [0, 0]
        for creature in state.creatures:
            levels[creature.side & 1] += printed(creature).level
        if levels[0] != levels[1]:
            winner = 0 if levels[0] > levels[1] else 1
            reason = f"Both sides have {first} points; {names[winner]} {have} {levels[winner]} levels on the board, {names[1 - winner]} {levels[1 - winner]}."
            return Outcome(_team(state, winner), reason, "skirmish:end.tie")
    return Outcome((), f"Both sides have {first} points.", "skirmish:end.tie")


def team_name(state: State, team: int) -> str:
    """The names of the sides of a team. Rule: skirmish:team.sides."""
    return " and ".join(state.setting.names[team::2])


def _team(state: State, team: int) -> tuple[int, ...]:
    return tuple(range(team, len(state.armies), 2))
