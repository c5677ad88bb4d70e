"""Pauses: the reason why a battle is paused, for everyone at the table and for those who fix an internal error."""

from __future__ import annotations

import traceback

import msgspec

from banneret.service import messages as m

MOST_TRACE = 2500
MOST_ORDER = 500  # characters of an order that is kept with a pause


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason for a pause: the referee's (`reason`), or an internal error with the request and what went wrong."""

    reason: str = ""
    seat: str = ""
    side: str = ""
    request: m.Request | None = None
    error: str = ""
    trace: str = ""
    adjourned: bool = False  # the time of a side has run out

    @classmethod
    def read(cls, text: str) -> Pause | None:
        """A pause from its stored text; None: the battle goes on."""
        if not text:
            return None
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.MsgspecError:
            return cls(error=text)

    def write(self) -> str:
        """The pause to be stored."""
        return msgspec.json.encode(self).decode()

    @property
    def sentence(self) -> str:
        """The form in which everyone at the table is shown it, without anything hidden."""
        if self.adjourned:
            return f"The battle is adjourned: {self.reason}"
        if not self.error:
            return f"The referee has paused the battle: {self.reason}"
        return (
            "This battle is paused because of an internal error. Its record is safe, and nothing since the last order "
            "counts. Its referee can go on, or take something back."
        )


def broken(error: BaseException, seat: str, side: str, request: m.Request | None) -> Pause:
    """The pause after an internal error."""
    trace = "".join(traceback.format_exception(error))[-MOST_TRACE:]
    if request is not None and len(getattr(request, "order", "")) > MOST_ORDER:
        request = None
    return Pause("", seat, side, request, f"{type(error).__name__}: {error}"[:300], trace)
