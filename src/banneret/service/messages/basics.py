"""The words and numbers that messages are made of, each within its bounds, and what a problem says."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from banneret.service.codes import Code

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Token = Annotated[str, Meta(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Text = Annotated[str, Meta(max_length=300)]
Person = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
ViewNumber = Annotated[int, Meta(ge=0, le=2**53)]

PROTOCOL = 2
"""The version of what goes over the WebSocket, in every whole view: raised with each change that a client made before it would misread."""

MAX_MESSAGE = 16_384
MAX_IMPORT = 4_000_000
MOST_LIST = 400


class Struct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of what clients send: unknown fields are refused."""


class Links(Struct):
    """Links of further seats of the same battle, for what is done for several seats: `tokens`, beside that of the call."""

    tokens: Annotated[list[Token], Meta(max_length=10)] = []


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem: a word for programs, a sentence for people; where it is, what would be right, and which rule says so."""

    code: Code
    error: str
    where: str = ""
    hint: str = ""
    rule: str = ""
