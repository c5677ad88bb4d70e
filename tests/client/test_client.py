"""The client's own tests, in Node: what its modules do without a page around them."""

from __future__ import annotations

import shutil
import subprocess

from browser.conftest import ROOT, missing, wheel_node


def test_the_modules_of_the_client() -> None:
    node = wheel_node() or shutil.which("node")
    if node is None or not (ROOT / "client/node_modules/vite").exists():
        missing("the client's packages are not installed: python3 dev.py setup")
    done = subprocess.run([str(node), "test.js"], cwd=ROOT / "client", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
