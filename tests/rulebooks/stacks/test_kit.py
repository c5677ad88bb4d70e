"""`stacks` passes the kernel's test kit."""

from __future__ import annotations

from banneret.kernel import kit
from banneret.rulebooks.stacks.rulebook import RULEBOOK

TestKit = kit.suite(RULEBOOK, seeds=1)
