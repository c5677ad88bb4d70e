"""Odds: what one list may do to another, for a page of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.lab.forecast import Forecast, forecast
from banneret.service import messages as m
from banneret.service.threads import in_thread_for_long

if TYPE_CHECKING:
    from banneret.service.handlers.call import Call


async def show_page(call: Call) -> m.OddsPage:
    """The assumptions to choose from, and two lists to begin with."""
    book = call.book
    odds = book.odds
    if odds is None:
        return m.OddsPage(none=f"{book.name} has no odds of two lists.")
    found = odds.assumed
    return m.OddsPage(found.attacker, found.defender, found.assumptions, tuple(odds.units()), found.counts)


async def ask(call: Call) -> Forecast:
    """The forecast of two lists; counting may take a second."""
    wanted: m.AskOdds = call.body
    return await in_thread_for_long(
        forecast, call.book, wanted.attacker, wanted.defender, wanted.flags, wanted.around, wanted.games
    )
