"""The client's own tests, in Node: what its modules do without a page around them."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from browser.conftest import ROOT, missing, wheel_node

pytestmark = pytest.mark.server  # a process of its own

PROSE = r"\.(?:text|label|title|reason|detail|consequence|assumption|sentence|hint|help|message|error|value|phase|segment)\b[!?]*"
READS = (
    re.compile(rf"{PROSE}\)?\??\.(?:split|startsWith|endsWith|includes|match|matchAll|search|indexOf)\("),
    re.compile(rf"/[a-z]*\.(?:test|exec)\([^()]*{PROSE}"),
)
PARAGRAPHS = "rule.text.split("  # of a rule that is shown whole


def test_the_client_reads_no_prose() -> None:
    sources = sorted([*ROOT.glob("client/src/**/*.svelte"), *ROOT.glob("client/src/**/*.ts")])
    assert len(sources) > 100
    found = [
        f"{file.relative_to(ROOT)}: {match.group(0)}"
        for file in sources
        if file.name != "wire.ts"
        for match in (match for reads in READS for match in reads.finditer(file.read_text(encoding="utf-8")))
        if PARAGRAPHS not in f"rule{match.group(0)}"
    ]
    assert not found, "what the client decides by is a field of the scene, no text: " + "; ".join(found)


SWALLOWED = re.compile(r"\{[#:](?:if|else|each)(?:[^{}]|\{[^{}]*\})*\} +(?=\S)")
"""A space that would begin a block: Svelte drops it, and two words stand as one. `{' '}` keeps it."""


def test_no_space_is_swallowed_at_the_beginning_of_a_block() -> None:
    assert SWALLOWED.search("<b>Sure.</b>{#if rough} <span>Why</span>{/if}")
    found = [
        f"{file.relative_to(ROOT)}: {match.group(0)}"
        for file in sorted(ROOT.glob("client/src/**/*.svelte"))
        for match in SWALLOWED.finditer(file.read_text(encoding="utf-8").split("<style>")[0])
    ]
    assert not found


def test_the_modules_of_the_client() -> None:
    node = wheel_node() or shutil.which("node")
    if node is None or not (ROOT / "client/node_modules/vite").exists():
        missing("the client's packages are not installed: python3 dev.py setup")
    done = subprocess.run([str(node), "test.js"], cwd=ROOT / "client", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
