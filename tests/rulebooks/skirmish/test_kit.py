"""The kernel's test kit on skirmish: every board, and one board under options by chance."""

from __future__ import annotations

from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.testing import kit

TestKit = kit.suite(RULEBOOK, seeds=1)
TestOptions = kit.suite(RULEBOOK, ["short_yard"], seeds=3, further=True)
