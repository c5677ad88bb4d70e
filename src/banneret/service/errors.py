"""Refusals and failures of the service: exceptions that carry a code for programs and a sentence for people.

`problems` makes them messages, together with the errors of the kernel.
"""

from __future__ import annotations

from banneret.service.codes import Code


class ServiceError(Exception):
    """Something that is not done: `code` and `status` say what is wrong to programs, the message says it to people."""

    code = Code.INTERNAL
    status = 500
    rule = ""
    hint = ""


class Declined(ServiceError):
    """The table does not do it now, or not for this seat; `rule` names a custom of the table, where one says so."""

    status = 409

    def __init__(self, code: Code, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.rule = rule


class NotFound(ServiceError):
    """Raised for something that does not exist."""

    code = Code.NOT_FOUND
    status = 404


class NotAllowed(ServiceError):
    """The link does not open this. The answer is that of an address where nothing is."""

    code = Code.NOT_ALLOWED
    status = 404


class NoBattle(ServiceError):
    """The link opens no battle, or its battle was deleted."""

    code = Code.NO_BATTLE
    status = 404

    def __init__(self, sentence: str = "This link opens no battle.") -> None:
        super().__init__(sentence)


class Void(ServiceError):
    """An invitation that was withdrawn: another link leads to the seat, or none does any more."""

    code = Code.VOID
    status = 404
    hint = "ask for the new one"

    def __init__(self) -> None:
        super().__init__("This invitation is void: a new link was made since.")


class CannotLoad(ServiceError):
    """A stored battle cannot be loaded: its rules are another version's, or an internal error. The others do not notice."""

    code = Code.CANNOT_LOAD
    status = 409
    rule = "table:record"


class Elsewhere(ServiceError):
    """The battle is open in another program, and comes back when that ends."""

    code = Code.ELSEWHERE
    status = 409

    def __init__(
        self, sentence: str = "The battle is open in a terminal. Go on with it here when that has ended."
    ) -> None:
        super().__init__(sentence)


class TooMuch(ServiceError):
    """More than an address or a seat may ask for."""

    code = Code.RATE
    status = 429
    hint = "wait a little"


class StorageError(ServiceError):
    """The store could not be written or read: nothing has been acknowledged."""

    code = Code.STORE
    status = 503
