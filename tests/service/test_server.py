"""The server as it is set up: where lines are long what is sent over them is made small."""

from __future__ import annotations

from pathlib import Path

import pytest

from banneret.service.app import make_app
from banneret.service.server import make_server
from banneret.service.storage import Storage
from banneret.service.thinkers import Thinkers


@pytest.mark.parametrize(
    ("host", "small"),
    [("127.0.0.1", False), ("::1", False), ("localhost", False), ("0.0.0.0", True), ("table.example", True)],
)
def test_views_are_compressed_only_for_other_machines(tmp_path: Path, host: str, small: bool) -> None:
    app = make_app(Storage(f"sqlite:///{tmp_path / 'store'}"), Thinkers(0))
    assert make_server(app, host, 0, lambda: None).config.ws_per_message_deflate is small
