"""`warcards` passes the kernel's test kit."""

from __future__ import annotations

from banneret.kernel import kit
from banneret.rulebooks.warcards.rulebook import RULEBOOK

TestKit = kit.suite(RULEBOOK, seeds=1)
