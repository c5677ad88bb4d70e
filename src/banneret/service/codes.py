"""The problems that can occur, as words for programs: each stands as `code` beside the sentence for people.

The words are stable: a program may decide by them. Sentences may change at any time.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """A problem as a word that programs may rely on; docs/protocol.md says what each means."""

    # the message
    UNREADABLE = "unreadable"
    BAD_INPUT = "bad-input"
    ID_USED = "id-used"
    # the address
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    OTHER_SITE = "other-site"
    OTHER_HOST = "other-host"
    # who asks
    NO_BATTLE = "no-battle"
    NOT_ALLOWED = "not-allowed"
    NOT_YET = "not-yet"
    VOID = "void"
    TAKEN = "taken"
    # the battle
    ILLEGAL_ORDER = "illegal-order"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_BEGUN = "not-begun"
    BEGUN = "begun"
    PAUSED = "paused"
    OVER = "over"
    CANNOT_LOAD = "cannot-load"
    ELSEWHERE = "elsewhere"
    # the server
    RATE = "rate"
    FULL = "full"
    CLOSED = "closed"
    STORE = "store"
    INTERNAL = "internal"


MEANINGS: dict[Code, str] = {
    Code.UNREADABLE: "The message cannot be read: it is no JSON, has an unknown or missing field, or is too long. Sent again it is refused again.",
    Code.BAD_INPUT: "The message can be read, and what it says cannot be used: an unknown scenario, an army with errors.",
    Code.ID_USED: "The id of the request was used for another one.",
    Code.NOT_FOUND: "There is nothing at this address, or no rule, entry or report of this name or number.",
    Code.WRONG_METHOD: "The address takes another method.",
    Code.OTHER_SITE: "The page of another site may not speak for a visitor.",
    Code.OTHER_HOST: "The server does not answer under the name by which it was called.",
    Code.NO_BATTLE: "The link opens no battle, or the battle was deleted. It will open none later.",
    Code.NOT_ALLOWED: "This seat may not do that: it is for the referee, for the player who began the battle, or for another side.",
    Code.NOT_YET: "Not before the battle is over: the record of a running battle, its report, a rematch.",
    Code.VOID: "The invitation is void: the inviter made a new link, or plays the side otherwise.",
    Code.TAKEN: "A guest sits there already.",
    Code.ILLEGAL_ORDER: "The rules or the customs of the table forbid it; `rule` names the rule.",
    Code.NOT_YOUR_TURN: "This side has nothing to decide or to roll now.",
    Code.NOT_BEGUN: "The battle waits for armies.",
    Code.BEGUN: "The battle has begun: its armies are settled.",
    Code.PAUSED: "The battle is paused: by its referee, after an internal error, or because it is adjourned.",
    Code.OVER: "The battle is over.",
    Code.CANNOT_LOAD: "The stored battle cannot be loaded: its rules are of another version, or damaged.",
    Code.ELSEWHERE: "The battle is open elsewhere: in a terminal, or, for a terminal, at the table.",
    Code.RATE: "Too much at once: the same is taken a little later.",
    Code.FULL: "As many connections or words as this seat or table may have.",
    Code.CLOSED: "The server is being stopped, or lets the battle leave memory: come back.",
    Code.STORE: "The store cannot be read or written; nothing has changed.",
    Code.INTERNAL: "An internal error; nothing has changed.",
}
