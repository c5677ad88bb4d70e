"""The preview of an order that is refused."""

from __future__ import annotations

from typing import Any

from banneret.kernel.decision import Refusal
from banneret.kernel.order import write_order
from banneret.kernel.scene import Preview


def refused(refusal: Refusal | None) -> Preview:
    """The preview of a refused order: the reason, its rule, and the nearest legal order if there is one; empty if it is not refused."""
    return Preview(**refusal_fields(refusal))


def refusal_fields(refusal: Refusal | None) -> dict[str, Any]:
    """The fields of a preview that a refusal fills; none if nothing is refused."""
    if refusal is None:
        return {}
    nearest = "" if refusal.nearest is None else write_order(refusal.nearest)
    return {"refusal": refusal.reason, "rule": refusal.rule, "order": nearest}
