"""Forecasts of a pass of a duel: each move against each that the other may choose. Rule: companies:fight.house-rolls."""

from __future__ import annotations

from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.scene import Odds, Spread
from banneret.rulebooks.companies.exchange.fighting.duel import (
    BLOCK,
    BREAK,
    GREAT,
    HELPLESS,
    MOVES,
    STRIKE,
    DuelChoice,
)
from banneret.rulebooks.companies.odds.duel import AWAY, BOTH, GONE, HITS, HURT, NOTHING, pass_odds
from banneret.rulebooks.companies.state import State

WORDS: Final = {
    STRIKE: "a Strike",
    GREAT: "a Great Strike",
    BLOCK: "a Block",
    BREAK: "breaking off",
    HELPLESS: "nothing",
}


def duel_forecast(state: State, decision: DuelChoice, move: str) -> Odds:
    """The chances of a move against each of the enemy's, who chooses at the same time. Rule: companies:fight.house-pass."""
    own, other = decision.own, decision.other
    side = state.setting.forces[own.company].side
    spreads = []
    texts = []
    for theirs in (HELPLESS,) if other.dazed else MOVES:
        found = pass_odds(state, own, other, move, theirs)
        shares = [(name, round(float(100 * share), 1)) for name, share in found.items() if share]
        spreads.append(Spread(f"against {WORDS[theirs]}", side, tuple(shares)))
        hits = found.get(HITS, 0) + found.get(BOTH, 0)
        hurt = found.get(HURT, 0) + found.get(BOTH, 0)
        ends = ((HITS, hits), (HURT, hurt), (AWAY, found.get(AWAY, 0)), (GONE, found.get(GONE, 0)))
        said = [f"{word} {whole_percent(share)}" for word, share in ends if share]
        texts.append(f"against {WORDS[theirs]} {', '.join(said) or NOTHING}")
    name = state.setting.people[other.person].name
    assumption = f"{name} is helpless" if other.dazed else f"{name} chooses at the same time"
    return Odds("; ".join(texts), assumption, spreads=tuple(spreads))


def risks(state: State, decision: DuelChoice, move: str) -> str:
    """The least and greatest chances that a move hits and is hit, over all that the other may choose, in words."""
    moves = (HELPLESS,) if decision.other.dazed else MOVES
    every = [pass_odds(state, decision.own, decision.other, move, theirs) for theirs in moves]
    parts = []
    for word in (HITS, HURT):
        found = [one.get(word, 0) + one.get(BOTH, 0) for one in every]
        least, most = whole_percent(min(found)), whole_percent(max(found))
        if max(found):
            parts.append(
                f"{word} {most}" if least == most else f"{word} {least.removesuffix(' %')} to {most}"
            )
    return ", ".join(parts)
