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
    from banneret.service.handlers.call import Call


async def army_tables(call: Call) -> Tables:
    """All that armies of a rulebook may be built of."""
    return muster_of(call.book).tables


async def muster_army(call: Call) -> m.Mustered:
    """An army priced, checked, and as a file."""
    return await in_thread(_mustered, call.book, call.body)


async def print_roster(call: Call) -> Response:
    """An army on paper."""
    from banneret.paper.pdf import as_pdf
    from banneret.paper.roster import as_html, laid_out

    book, size = call.book, paper_size(call)

    def printed() -> bytes:
        return as_pdf(as_html(laid_out(appraise(book, _army(book, call.body))), size))

    data = await in_thread_for_long(printed)
    return Response(data, media_type="application/pdf", headers={"cache-control": "no-store"})


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
