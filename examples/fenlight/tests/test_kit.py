"""Fenlight in the kit that every rulebook must pass."""

from __future__ import annotations

from banneret_fenlight.rulebook import RULEBOOK

from banneret.testing import kit

TestKit = kit.suite(RULEBOOK, seeds=3)
