"""From exceptions to messages: the one place that says what a client receives when something is not done.

Whatever leaves a handler, a request or a connection as an exception comes through `told`, and goes out as a `Problem` over HTTP, as
`Refused` in answer to a request, or as `Goodbye` at the end of a connection. All three carry the same code.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from banneret.kernel.decision import IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import ServiceError, StorageError

log = logging.getLogger("banneret")

INTERNAL = "Internal error; nothing has changed."
STORE_LOST = (
    "The store cannot be read just now. Nothing that was acknowledged is lost: come back in a moment."
)

# Customs of the table that say more than that an order is not possible.
BY_RULE = {"table:turn": Code.NOT_YOUR_TURN}


class Told(NamedTuple):
    """A problem, in the form for every way of answering."""

    status: int
    code: Code
    sentence: str
    where: str = ""
    hint: str = ""
    rule: str = ""
    nearest: str = ""


def told(error: Exception, at: str = "") -> Told:
    """The problem that a client receives for an exception. An unforeseen one is an internal error, and is logged with its place."""
    if isinstance(error, StorageError):
        sentence = f"The store cannot be reached ({error}); nothing has changed."
        return Told(error.status, error.code, sentence)
    if isinstance(error, ServiceError):
        return Told(error.status, error.code, str(error), hint=error.hint, rule=error.rule)
    if isinstance(error, BadInput):
        return Told(400, Code.BAD_INPUT, error.message, error.where, error.hint)
    if isinstance(error, IllegalOrder):
        refusal = error.refusal
        code = BY_RULE.get(refusal.rule, Code.ILLEGAL_ORDER)
        return Told(409, code, refusal.reason, rule=refusal.rule, nearest=refusal.nearest_text)
    if isinstance(error, msgspec.MsgspecError):
        return Told(400, Code.UNREADABLE, str(error))
    if isinstance(error, ClientDisconnect):  # nobody hears the answer
        return Told(400, Code.UNREADABLE, "The message was not sent whole.")
    if isinstance(error, HTTPException):
        return _nothing_there(error)
    log.error("internal error at %s", at, exc_info=error)
    return Told(500, Code.INTERNAL, INTERNAL)


def _nothing_there(error: HTTPException) -> Told:
    """At an address where nothing is, or not for this method."""
    if error.status_code != 405:
        return Told(error.status_code, Code.NOT_FOUND, "There is nothing at this address.")
    allowed = (error.headers or {}).get("allow", "")
    hint = f"it takes {allowed}" if allowed else ""
    return Told(405, Code.WRONG_METHOD, "That cannot be done at this address.", hint=hint)


def problem(error: Exception, at: str = "") -> tuple[int, m.Problem]:
    """The answer over HTTP: its status, and what it holds."""
    status, code, sentence, where, hint, rule, _ = told(error, at)
    return status, m.Problem(code, sentence, where, hint, rule)


def refused(request: str, error: Exception, at: str = "") -> m.Refused:
    """The answer to a request at the table, by its id."""
    found = told(error, at)
    return m.Refused(request, found.code, _whole(error, found), found.rule, found.nearest)


def goodbye(error: Exception, at: str = "") -> m.Goodbye:
    """The end of a connection."""
    found = told(error, at)
    if found.code is Code.STORE:
        return m.Goodbye(found.code, STORE_LOST)
    if found.code is Code.UNREADABLE:
        return m.Goodbye(found.code, f"The message cannot be read: {found.sentence}")
    return m.Goodbye(found.code, _whole(error, found))


def _whole(error: Exception, found: Told) -> str:
    """All of it in one sentence, for messages that have no field for a hint."""
    if isinstance(error, BadInput):
        return str(error)
    return f"{found.sentence.rstrip('.')}: {found.hint}." if found.hint else found.sentence
