"""Companies in the kit that every rulebook must pass."""

from __future__ import annotations

from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.testing import kit

TestKit = kit.suite(RULEBOOK, seeds=2)
