"""The preview of an order that is refused."""

from __future__ import annotations

from banneret.kernel.decision import Refusal
from banneret.kernel.order import write_order
from banneret.kernel.scene import Preview


def refused(refusal: Refusal) -> Preview:
    """The preview of a refused order: the reason, its rule, and the nearest legal order if there is one."""
    nearest = "" if refusal.nearest is None else write_order(refusal.nearest)
    return Preview(refusal=refusal.reason, rule=refusal.rule, order=nearest)
