"""The kernel's test kit on skirmish."""

from __future__ import annotations

from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.testing import kit

TestKit = kit.suite(RULEBOOK)
