"""TOML of a rulebook and of users: bounded, and what is wrong is said with the name of the file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.kernel import files
from banneret.kernel.bounds import Bounds, bounded_toml, check_values
from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml


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


OWN_FILE = Bounds(256_000, line=4_000, line_dots=200)


def checked(text: str) -> None:
    check_values(bounded_toml(text, "mine.toml", OWN_FILE), "mine.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = [", "is not valid TOML"),
        ("x = " + "[" * 3_000, "is not valid TOML"),
        (".".join(["a"] * 150) + " = 1", "deep"),
        (".".join(["a"] * 300) + " = 1", "line 1 has 299 dots; at most 200"),
        ("x = [[[[[[[[[[[1]]]]]]]]]]]", "more than 10 deep"),
        ("x = 9999999999999999999", "out of all bounds"),
        ("x = nan", "out of all bounds"),
        ("x = " + "9" * 3_900, "out of all bounds"),
        (f"x = '{'a' * 3_000}'", "a text of 3000 characters"),
        (f"x = '{'a' * 5_000}'", "line 1 has 5,006 characters"),
        ("#" * 300_000, "300,000 characters; at most 256,000"),
        ("x = [\n" + "1,\n" * 25_000 + "]", "more than 20000 values"),
    ],
)
def test_a_text_of_a_user_is_bounded(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as found:
        checked(text)
    assert found.value.where == "mine.toml"


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*'[]{}="+.,\n0123456789abcxyz', "[[unit]]\n", "name", "brm", "'Elves'"])))
def test_any_text_of_a_user_is_read_or_refused(pieces: list[str]) -> None:
    with suppress(BadInput):
        checked("".join(pieces))
