"""Companies in the kit that every rulebook must pass: every scenario, and a small one under options by chance."""

from __future__ import annotations

from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.testing import kit

TestKit = kit.suite(RULEBOOK, seeds=1)
TestOptions = kit.suite(RULEBOOK, ["tanners_row"], seeds=6, further=True)
