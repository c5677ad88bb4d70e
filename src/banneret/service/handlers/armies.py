"""Armies: what they may be built of, priced and checked, and on paper. Nothing of them is kept here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from banneret.kernel.abilities.muster import ArmyList
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import muster_of
from banneret.muster.appraisal import appraise
from banneret.muster.army import check_army, write_army
from banneret.muster.matchup import army_from, fields_of
from banneret.service import messages as m
from banneret.service.handlers.call import paper_size
from banneret.service.threads import in_thread, in_thread_for_long

if TYPE_CHECKING:
    from banneret.kernel.abilities.muster import Tables
    from banneret.kernel.rulebook import Rulebook
    from banneret.paper.page import Size
    from banneret.service.handlers.call import Call

MOST_CARDS = 100  # of an army that is printed here
MOST_PAGE = 300_000  # characters of the pages; those of the largest army of a scenario are 192,000
TOO_LONG = "print it in parts, or by 'banneret roster' on a machine of your own"


async def army_tables(call: Call) -> Tables:
    """All that armies of a rulebook may be built of."""
    return muster_of(call.book).tables


async def muster_army(call: Call) -> m.Mustered:
    """An army priced, checked, and as a file."""
    return await in_thread(_mustered, call.book, call.body)


async def print_roster(call: Call) -> Response:
    """An army on paper."""
    book, size = call.book, paper_size(call)
    data = await in_thread_for_long(_printed, book, call.body, size)
    return Response(data, media_type="application/pdf", headers={"cache-control": "no-store"})


def _printed(book: Rulebook[Any], wanted: m.Mustering, size: Size) -> bytes:
    """A roster as PDF. Raises `BadInput` for one that would take the table too long: a message has room for 24,000 cards."""
    from banneret.paper.pdf import as_pdf
    from banneret.paper.roster import as_html, laid_out

    army = _army(book, wanted)
    cards = sum([max(entry.count, 1) for entry in army.entries])
    if cards > MOST_CARDS:
        raise BadInput(f"{cards} cards", where="army", hint=f"{TOO_LONG}; at most {MOST_CARDS} here")
    page = as_html(laid_out(appraise(book, army)), size)
    if len(page) > MOST_PAGE:
        raise BadInput("more pages than this table prints at once", where="army", hint=TOO_LONG)
    return as_pdf(page)


def _mustered(book: Rulebook[Any], wanted: m.Mustering) -> m.Mustered:
    army = _army(book, wanted)
    return m.Mustered(army, appraise(book, army), write_army(army), fields_of(book, army))


def _army(book: Rulebook[Any], wanted: m.Mustering) -> ArmyList:
    """The army that a message is about; raises `BadInput`."""
    if wanted.army is not None:
        return check_army(wanted.army)
    if wanted.text:
        return army_from(book, wanted.text, "file")
    muster = muster_of(book)
    if not wanted.scenario:
        return ArmyList(book.id, budget=muster.tables.budgets[0])
    scenario = book.scenario(wanted.scenario)
    if wanted.side not in muster.takes(scenario):
        raise BadInput(f"{scenario.id} has no army on {wanted.side!r}", where="side")
    return muster.drawn(scenario, wanted.side)
