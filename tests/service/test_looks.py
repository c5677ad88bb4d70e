"""How rulebooks are drawn, as the service tells it; their pictures as a sprite that may be kept for ever."""

from __future__ import annotations

import gzip

import msgspec
import pytest
from service.table import Table

from banneret import rulebooks
from banneret.kernel.look import Look


@pytest.mark.parametrize("name", rulebooks.names())
def test_the_look_of_a_rulebook(table: Table, name: str) -> None:
    answer = table.client.get(f"/api/rulebooks/{name}/look")
    assert answer.status_code == 200
    assert msgspec.json.decode(answer.content, type=Look) == rulebooks.get(name).look


def test_its_pictures_keep_their_name_as_long_as_they_are_the_same(table: Table) -> None:
    look = rulebooks.get("stacks").look
    if not look.icons:
        pytest.skip("the pictures are not built: python3 dev.py setup")
    address = f"/api/rulebooks/stacks/icons/{look.sprite}.svg"
    answer = table.client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.text == rulebooks.get("stacks").sprite
    assert all(f'<symbol id="{name}"' in answer.text for name in look.icons)
    plain = table.client.get(address, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    assert len(gzip.compress(plain.content)) < len(plain.content) / 2


def test_other_pictures_there_are_none(table: Table) -> None:
    for path in ("stacks/icons/0123456789ab.svg", "nothing/icons/0.svg", "nothing/look"):
        answer = table.client.get(f"/api/rulebooks/{path}")
        assert answer.status_code in (400, 404)
        assert answer.json()["error"]
