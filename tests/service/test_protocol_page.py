"""The page about the protocol has every message with every field, every address, every code and every limit, and none that is not."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import msgspec
import pytest

from banneret.kernel.scene import FormKind
from banneret.service import limits
from banneret.service import messages as m
from banneret.service.codes import MEANINGS, Code
from banneret.service.live.presence import MOST_CONNECTIONS
from banneret.service.openapi import description
from banneret.service.routes import IMPORT, MAX_BODY, ROSTER, ROUTES, Route

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
MESSAGES = [m.Sit, *typing.get_args(m.Request), *typing.get_args(m.Answer)]


def table(head: str) -> list[str]:
    """The rows of the tables of the page with this head."""
    found = re.findall(rf"^\| {re.escape(head)} \|\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found, head
    return "".join(found).splitlines()


def messages() -> dict[str, set[str]]:
    """The messages of the page: tag to names of fields."""
    rows = [row.split("|") for row in table("type | fields | means")]
    return {row[1].strip(" `"): set(re.findall(r"`(\w+)`", row[2])) for row in rows}


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_every_message_is_there_with_all_its_fields(kind: type[msgspec.Struct]) -> None:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    assert messages()[str(info.tag)] == {field.encode_name for field in info.fields}


def test_no_message_is_there_that_does_not_exist() -> None:
    assert set(messages()) == {str(kind.__struct_config__.tag) for kind in MESSAGES}


def shown(kind: typing.Any) -> str:
    """A type as the page names it."""
    if kind is None:
        return ""
    if isinstance(kind, str):
        return f"a file, `{kind}`"
    if typing.get_origin(kind) is list:
        return f"list of `{typing.get_args(kind)[0].__name__}`"
    return {m.Request: "any request", m.Answer: "its answer"}.get(kind) or f"`{kind.__name__}`"


def row(route: Route) -> str:
    return (
        f"| {route.method} `{route.path}` | {route.summary} | {route.who.value} "
        f"| {shown(route.body)} | {shown(route.answer)} |"
    )


def test_the_addresses_are_those_of_the_table_of_routes() -> None:
    assert table("address | does | for | takes | answers") == [row(route) for route in ROUTES]


def test_the_description_has_every_route() -> None:
    paths = msgspec.json.decode(description())["paths"]
    for route in ROUTES:
        operation = paths[route.path][route.method.lower()]
        assert ("security" in operation) == (route.who.value != "anybody")
        assert ("requestBody" in operation) == (route.body is not None)
        assert str(route.status) in operation["responses"]


def test_every_code_has_its_meaning_there() -> None:
    assert table("code | means") == [f"| `{code.value}` | {text} |" for code, text in MEANINGS.items()]
    assert set(MEANINGS) == set(Code)
    schema = msgspec.json.decode(description())["components"]["schemas"]["Code"]
    assert set(schema["enum"]) == {code.value for code in Code}


def test_every_form_of_a_question_is_there() -> None:
    forms = [row.split("|")[1].strip(" `") for row in table("form | the order | for example")]
    assert forms == list(typing.get_args(FormKind))


def test_the_limits_are_those_of_the_code() -> None:
    rows = "\n".join(table("what | limit"))
    for limit in limits.ALL:
        whose = "an address" if limit.per == "address" else "a seat"
        rate = f"| {limit.what} of {whose} | {limit.rate:g} a second, {limit.burst:,} at once"
        assert rate in rows, limit
    assert f"{m.MAX_MESSAGE:,} bytes" in rows
    assert f"{MAX_BODY:,} bytes" in rows
    assert f"{m.MAX_IMPORT:,} characters" in rows
    assert f"| connections open to a seat | {MOST_CONNECTIONS} |" in rows
    assert (IMPORT, ROSTER) == (3, 20), "the page says that an import counts as three, a roster as 20"
