"""The end of every measuring command."""

from __future__ import annotations

import sys
from collections.abc import Callable

from banneret.kernel.errors import BadInput


def run(main: Callable[[], int | None]) -> None:
    """End the process with what `main` returns, or with the sentence of bad input."""
    try:
        sys.exit(main())
    except BadInput as error:
        sys.exit(str(error))
