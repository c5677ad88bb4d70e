"""Reports of battles that are over: as data, and as a page that stands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.paper.page import SIZES
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined
from banneret.service.handlers.call import as_file
from banneret.service.live.reports import check_over
from banneret.service.threads import in_thread

if TYPE_CHECKING:
    from starlette.responses import Response

    from banneret.after.report import Report
    from banneret.paper.page import Size
    from banneret.service.handlers.call import Call


async def show_report(call: Call) -> m.BattleReport:
    """The report as far as it is counted; asking for it lets it be counted."""
    return m.BattleReport(await _report(call))


async def export_page(call: Call) -> Response:
    """The report as far as it is counted, as one file."""
    from banneret.paper.report import report_html

    report = await _report(call)
    if report is None:
        raise Declined(Code.NOT_YET, "The report is being made: ask again in a moment.")
    sides = [side.id for side in report.facts.sides]
    viewed = sides.index(call.seat.side) if call.seat.side in sides else 0
    text = await in_thread(report_html, report, viewed, paper_size(call))
    return as_file(text, "text/html; charset=utf-8", f"{report.facts.rulebook}-{report.facts.scenario}.html")


async def _report(call: Call) -> Report | None:
    session = await call.begun()
    async with call.registry.holding(session) as now:
        check_over(now, call.seat)
        return await call.registry.reports.of(now)


def paper_size(call: Call) -> Size:
    """The paper that a call asks for."""
    wanted = call.request.query_params.get("paper", "")
    return next((size for size in SIZES if size.lower() == wanted.lower()), SIZES[0])
