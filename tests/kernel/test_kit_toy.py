"""The toy passes the kernel's test kit."""

from __future__ import annotations

from kernel.toy import RULEBOOK

from banneret.testing import kit

TestKit = kit.suite(RULEBOOK)
