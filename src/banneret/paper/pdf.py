"""Pages as PDF, laid out by WeasyPrint: an extra of Banneret's, since it needs libraries of the system."""

from __future__ import annotations

import logging
import os
from importlib.util import find_spec
from typing import Final

from banneret.kernel.errors import BadInput
from banneret.paper.page import for_print

HINT: Final = (
    "pip install 'banneret[paper]', and Pango (Debian: apt install libpango-1.0-0 libpangoft2-1.0-0); "
    "or have the page as .html and print it in a browser"
)


class NoPaper(BadInput):
    """Raised where the program that lays out PDF is not installed."""


def check_installed() -> None:
    """Raise `NoPaper` where PDF cannot be made, saying what to install."""
    if find_spec("weasyprint") is None:
        raise NoPaper("PDF needs WeasyPrint, which is not installed", hint=HINT)


def as_pdf(page: str) -> bytes:
    """A page as PDF; nothing is fetched. The same page gives the same bytes."""
    check_installed()
    # Else the fonts in it bear the time at which it was made.
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    for name in ("weasyprint", "fontTools"):
        logging.getLogger(name).setLevel(logging.ERROR)
    try:
        from weasyprint import HTML, URLFetcher
    except OSError as error:  # a library of the system is missing
        cause = (str(error).splitlines() or ["?"])[0][:80]
        raise NoPaper(f"PDF needs Pango, which WeasyPrint does not find: {cause}", hint=HINT) from None
    fetcher = URLFetcher(allowed_protocols=["data"])
    document = HTML(string=for_print(page), url_fetcher=fetcher)
    data: bytes | None = document.write_pdf(pdf_identifier=b"banneret")
    assert data is not None
    return data
