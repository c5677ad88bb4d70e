"""Reports of battles that are over: as data, and as a page that stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.errors import BadInput
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined
from banneret.service.handlers.call import as_file, paper_size
from banneret.service.live.reports import check_over
from banneret.service.threads import in_thread, in_thread_for_long

if TYPE_CHECKING:
    from starlette.responses import Response

    from banneret.after.report import Report
    from banneret.service.handlers.call import Call

MOST_PAGE = 250_000  # characters of a report that is printed here; usual ones have 115,000


async def show_report(call: Call) -> m.BattleReport:
    """The report as far as it is counted; asking for it lets it be counted."""
    return m.BattleReport(await _report(call))


async def export_page(call: Call) -> Response:
    """The report as far as it is counted, as one file."""
    page, name = await _page(call)
    return as_file(page, "text/html; charset=utf-8", f"{name}.html")


async def print_report(call: Call) -> Response:
    """The report as far as it is counted, on paper."""
    from banneret.paper.pdf import as_pdf

    page, name = await _page(call)
    if len(page) > MOST_PAGE:
        raise BadInput("more pages than this table prints at once", hint="have it as a page, and print that")
    return as_file(await in_thread_for_long(as_pdf, page), "application/pdf", f"{name}.pdf")


async def _page(call: Call) -> tuple[str, str]:
    """The report as a page, and what its file is called."""
    from banneret.paper.report import report_html

    report = await _report(call)
    if report is None:
        raise Declined(Code.NOT_YET, "The report is being made: ask again in a moment.")
    sides = [side.id for side in report.facts.sides]
    viewed = sides.index(call.seat.side) if call.seat.side in sides else 0
    text = await in_thread(report_html, report, viewed, paper_size(call))
    return text, f"{report.facts.rulebook}-{report.facts.scenario}"


async def _report(call: Call) -> Report | None:
    session = await call.begun()
    async with call.registry.holding(session) as now:
        check_over(now, call.seat)
        return await call.registry.reports.of(now)
