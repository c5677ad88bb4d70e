"""Fenlight in the kit that every rulebook must pass."""

from __future__ import annotations

from banneret.testing import kit
from banneret_fenlight.rulebook import RULEBOOK

TestKit = kit.suite(RULEBOOK, seeds=3)
