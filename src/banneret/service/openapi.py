"""The OpenAPI description of the interface, made from the message structs."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from banneret import __version__
from banneret.kernel.muster import Tables
from banneret.kernel.rulebook import Rule
from banneret.kernel.scene import Scene
from banneret.service import messages as m

PROBLEMS = {
    "400": "What is wrong with the request.",
    "404": "It does not exist, or the token does not open it.",
    "409": "What the rules or the table forbid.",
    "429": "Too much at once.",
    "503": "The store cannot be read or written; nothing has changed.",
}
SEAT: list[dict[str, list[str]]] = [{"seat": []}]
BODIES: list[tuple[str, str, str, Any, Any, bool]] = [
    (
        "/api/battles",
        "post",
        "Begin a battle; answers with the tokens of its seats.",
        m.NewBattle,
        m.Tokens,
        False,
    ),
    ("/api/mine", "post", "The battles that these tokens open.", m.Mine, list[m.Summary], False),
    ("/api/import", "post", "Take up a battle from a record file.", m.Import, m.Tokens, False),
    ("/api/battle", "get", "The present view of the seat.", None, m.View, True),
    (
        "/api/battle/request",
        "post",
        "A request at the table: an order, a roll, undo, …",
        m.Request,
        m.Answer,
        True,
    ),
    ("/api/battle/referee", "get", "What the referee may do now.", None, m.Panel, True),
    ("/api/battle/report", "get", "The report of an error of ours (referee).", None, None, True),
    (
        "/api/battle/army",
        "post",
        "The army of a side whose army was left open; with the last one the battle begins.",
        m.Bring,
        m.View,
        True,
    ),
    (
        "/api/battle/again",
        "post",
        "The same battle once more, with the same armies, when it is over.",
        None,
        m.Tokens,
        True,
    ),
    ("/api/battle/fork", "post", "A new battle from after an entry of this one.", m.Fork, m.Tokens, True),
    (
        "/api/battle/delete",
        "post",
        "Forget the battle (who began it, or its referee).",
        None,
        m.Deleted,
        True,
    ),
    ("/api/battle/record", "get", "The record as text.", None, None, True),
    ("/api/battle/at/{number}", "get", "What the seat saw after an entry.", None, m.Moment, True),
    ("/api/rulebooks", "get", "All rulebooks.", None, list[m.RulebookLine], False),
    (
        "/api/rulebooks/{rulebook}",
        "get",
        "A rulebook: options, scenarios, computer players.",
        None,
        m.RulebookPage,
        False,
    ),
    ("/api/rulebooks/{rulebook}/rules", "get", "The catalogue.", None, list[m.RuleLine], False),
    ("/api/rulebooks/{rulebook}/rules/{rule}", "get", "One rule.", None, Rule, False),
    (
        "/api/rulebooks/{rulebook}/muster",
        "get",
        "What armies may be built of, and what it costs.",
        None,
        Tables,
        False,
    ),
    (
        "/api/rulebooks/{rulebook}/muster",
        "post",
        "An army priced, checked, and as a file.",
        m.Mustering,
        m.Mustered,
        False,
    ),
    (
        "/api/rulebooks/{rulebook}/roster",
        "post",
        "An army on paper, as PDF.",
        m.Mustering,
        None,
        False,
    ),
    (
        "/api/rulebooks/{rulebook}/scenarios/{scenario}/preview",
        "get",
        "What everybody sees before the scenario begins.",
        None,
        Scene,
        False,
    ),
]


@cache
def description() -> bytes:
    """The description as JSON."""
    types = [kind for *_, body, answer, _ in BODIES for kind in (body, answer) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        [*types, m.Problem, m.Sit], ref_template="#/components/schemas/{name}", schema_hook=_plain_value
    )
    by_type = {id(kind): schema for kind, schema in zip([*types, m.Problem, m.Sit], schemas, strict=True)}
    problem = by_type[id(m.Problem)]
    paths: dict[str, Any] = {}
    for path, method, summary, body, answer, seat in BODIES:
        names = [word[1:-1] for word in path.split("/") if word.startswith("{")]
        operation: dict[str, Any] = {
            "summary": summary,
            "parameters": [
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
            ],
            "responses": {
                "201" if answer is m.Tokens else "200": _response(
                    summary, by_type[id(answer)] if answer is not None else {}
                ),
                **{status: _response(text, problem) for status, text in PROBLEMS.items()},
            },
        }
        if body is not None:
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": by_type[id(body)]}},
            }
        if seat:
            operation["security"] = SEAT
        paths.setdefault(path, {})[method] = operation
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Banneret",
            "version": __version__,
            "description": "Everything the browser table can do. A seat's token goes into the Authorization header.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }
    return msgspec.json.encode(document)


def _response(text: str, schema: Any) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _plain_value(_kind: type) -> dict[str, Any]:
    """The schema of values that a rulebook puts into its news: anything JSON can hold."""
    return {"description": "any JSON value"}
