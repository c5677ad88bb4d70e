"""A rulebook's own TOML files: what is wrong with one is said with its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from banneret.kernel import files
from banneret.kernel.catalogue import read_toml
from banneret.kernel.errors import BadInput


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "about.toml"
    path.write_bytes('title = "Ünits"\r\nversion = 3\r\n'.encode())
    assert read_toml(path) == {"title": "Ünits", "version": 3}


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"title = \n", "not valid TOML"),
        (b'title = "\xff"\n', "not valid TOML"),
        (b"a = " + b"[" * 100_000, "not valid TOML"),
        (b"#" * (files.MOST_BYTES + 1), "larger than 4,000,000 bytes"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, data: bytes, wrong: str) -> None:
    path = tmp_path / "about.toml"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=wrong) as found:
        read_toml(path)
    assert found.value.where == str(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file") as found:
        read_toml(tmp_path / "about.toml")
    assert found.value.where == str(tmp_path / "about.toml")
