"""The toy passes the kernel's test kit."""

from __future__ import annotations

from banneret.kernel import kit
from kernel.toy import RULEBOOK

TestKit = kit.suite(RULEBOOK)
