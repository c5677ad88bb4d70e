"""The page about the protocol names every message and every field, and none that does not exist."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import msgspec
import pytest

from banneret.service import messages as m
from banneret.service.openapi import BODIES

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
MESSAGES = [m.Sit, *typing.get_args(m.Request), *typing.get_args(m.Answer)]


def rows() -> dict[str, set[str]]:
    """The tables of the page: tag of the message to names of its fields."""
    found = re.findall(r"^\| `(\w+)` \|([^|]*)\|", PAGE, re.MULTILINE)
    return {tag: set(re.findall(r"`(\w+)`", fields)) for tag, fields in found}


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_every_message_is_told_with_all_its_fields(kind: type[msgspec.Struct]) -> None:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    assert rows()[str(info.tag)] == {field.encode_name for field in info.fields}


def test_no_message_is_told_that_does_not_exist() -> None:
    assert set(rows()) == {str(kind.__struct_config__.tag) for kind in MESSAGES}


def test_every_address_is_told() -> None:
    for path, *_ in BODIES:
        assert f"`{path}`" in PAGE, path


def test_the_sizes_are_those_of_the_code() -> None:
    assert f"{m.MAX_MESSAGE:,} bytes" in PAGE
    assert f"{m.MAX_IMPORT:,} characters" in PAGE
