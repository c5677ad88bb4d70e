"""The OpenAPI description of the interface, made from the table of routes and the structs of the messages."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from banneret import __version__
from banneret.service import messages as m
from banneret.service.routes import ROUTES, Route, Who

PROBLEMS = {
    "400": "What is wrong with the request.",
    "404": "It does not exist, or the token does not open it.",
    "409": "What the rules or the table forbid.",
    "429": "Too much at once.",
    "503": "The store cannot be read or written; nothing has changed.",
}


@cache
def description() -> bytes:
    """The description as JSON."""
    types: list[Any] = [route.body for route in ROUTES if route.body is not None]
    types += [route.answer for route in ROUTES if not route.is_file]
    types += [m.Problem, m.Sit]
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}", schema_hook=_plain_value
    )
    by_type = {id(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_type)
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


def _operation(route: Route, by_type: dict[int, Any]) -> dict[str, Any]:
    problem = by_type[id(m.Problem)]
    kind, schema = (route.answer, {}) if route.is_file else ("application/json", by_type[id(route.answer)])
    operation: dict[str, Any] = {
        "summary": f"{route.summary}.",
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in route.parameters
        ],
        "responses": {
            str(route.status): _response(f"{route.summary}.", schema, kind),
            **{status: _response(text, problem) for status, text in PROBLEMS.items()},
        },
    }
    if route.body is not None:
        operation["requestBody"] = {
            "required": not route.is_optional,
            "content": {"application/json": {"schema": by_type[id(route.body)]}},
        }
    if route.who is not Who.ANYBODY:
        operation["security"] = [{"seat": []}]
    return operation


def _response(text: str, schema: Any, kind: str = "application/json") -> dict[str, Any]:
    return {"description": text, "content": {kind: {"schema": schema}}}


def _plain_value(_kind: type) -> dict[str, Any]:
    """The schema of values that a rulebook puts into its news: anything JSON can hold."""
    return {"description": "any JSON value"}
