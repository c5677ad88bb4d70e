"""Reports of errors of ours: one file that makes the error happen again by one command.

    python -m banneret.service.report FILE

A report holds the whole record and so everything hidden: it is for the referee, and for whoever mends the error.
"""

from __future__ import annotations

import platform
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from banneret import __version__, api
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.service import messages as m
from banneret.service.actions import action

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle

MOST_TRACE = 2500


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a battle stands still: the referee wants it (`reason`), or an error of ours: what was asked, and what went wrong."""

    reason: str = ""
    seat: str = ""
    side: str = ""
    request: m.Request | None = None
    error: str = ""
    trace: str = ""

    @classmethod
    def read(cls, text: str) -> Pause | None:
        """As it is stored; None: the battle goes on."""
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
        """What everybody at the table is told; nothing that is hidden."""
        if not self.error:
            return f"The referee has paused the battle: {self.reason}"
        return (
            "This battle is paused because of an error of ours. Its record is safe, and nothing since the last order "
            "counts. Its referee can go on, or take something back."
        )


def broken(error: BaseException, seat: str, side: str, request: m.Request | None) -> Pause:
    """The pause after an error."""
    trace = "".join(traceback.format_exception(error))[-MOST_TRACE:]
    if request is not None and len(getattr(request, "order", "")) > 500:
        request = None
    return Pause("", seat, side, request, f"{type(error).__name__}: {error}"[:300], trace)


class Report(msgspec.Struct, frozen=True):
    """Everything that is needed to make an error happen again."""

    banneret: str
    python: str
    rulebook: str
    pause: Pause
    record: str


def report(battle: Battle, pause: Pause) -> bytes:
    """The report file of a paused battle."""
    header = battle.record.header
    found = Report(
        __version__,
        platform.python_version(),
        f"{header.rulebook} {header.version}",
        pause,
        battle.private_text,
    )
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


def reproduce(data: bytes) -> str:
    """Do again what a report tells; returns what happens, in a sentence. Raises whatever is raised then."""
    found = msgspec.json.decode(data, type=Report)
    battle = api.loads(found.record, plug_ins=False)
    if found.pause.request is not None:
        try:
            action(found.pause.side, found.pause.request)(battle)
        except (IllegalOrder, BadInput) as error:
            return f"The request is refused: {error}"
    for viewer in (*battle.sides, "spectator", "referee"):
        battle.scene(viewer)
    if found.pause.request is None:
        battle.advance(1)
    return "Nothing goes wrong any more."


def main(arguments: list[str]) -> int:
    """The command: 1 when the error happens again."""
    if len(arguments) != 1:
        sys.stderr.write("python -m banneret.service.report FILE\n")
        return 2
    try:
        data = Path(arguments[0]).read_bytes()
        sys.stdout.write(reproduce(data) + "\n")
    except (OSError, msgspec.MsgspecError) as error:
        sys.stderr.write(f"{arguments[0]} cannot be read: {error}\n")
        return 2
    except Exception:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
