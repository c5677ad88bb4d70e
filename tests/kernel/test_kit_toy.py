"""The toy passes the kernel's test kit."""

from __future__ import annotations

from kernel.toy import RULEBOOK

from banneret.kernel import kit

TestKit = kit.suite(RULEBOOK)
