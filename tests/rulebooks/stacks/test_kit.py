"""`stacks` passes the kernel's test kit."""

from __future__ import annotations

from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.testing import kit

TestKit = kit.suite(RULEBOOK, seeds=1)
