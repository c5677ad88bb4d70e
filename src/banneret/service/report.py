"""Reports of internal errors: one file that makes the error happen again by one command.

    python -m banneret.service.report FILE

A report holds the whole record and so everything hidden: it is for the referee, and for those who mend the error.
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
from banneret.kernel.files import reason_of
from banneret.service.errors import Declined
from banneret.service.live.actions import action
from banneret.service.live.pauses import Pause

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle


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


def read(data: bytes) -> Report:
    """The report of a file. Raises `BadInput` for what is none."""
    try:
        return msgspec.json.decode(data, type=Report)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadInput(f"is not a report: {error}") from None


def reproduce(found: Report) -> str:
    """Reproduce a report; returns what happens, in a sentence, and raises the error again where there is one."""
    battle = api.loads(found.record, plug_ins=False)
    if found.pause.request is not None:
        try:
            action(found.pause.side, found.pause.request)(battle)
        except (IllegalOrder, BadInput, Declined) as error:
            return f"The request is refused: {error}"
    for viewer in (*battle.sides, "spectator", "referee"):
        battle.scene(viewer)
    if found.pause.request is None:
        battle.advance(1)
    return "Nothing goes wrong any more."


def main(arguments: list[str]) -> int:
    """The command: 1 when the error happens again, 2 for a file that is no report."""
    if len(arguments) != 1:
        sys.stderr.write("python -m banneret.service.report FILE\n")
        return 2
    try:
        found = read(Path(arguments[0]).read_bytes())
    except (OSError, BadInput) as error:
        sys.stderr.write(f"{arguments[0]} cannot be used: {reason_of(error)}\n")
        return 2
    try:
        sys.stdout.write(reproduce(found) + "\n")
    except Exception:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
