"""Files that commands write: new ones, never over what is there."""

from __future__ import annotations

from pathlib import Path

from banneret.kernel.errors import BadInput
from banneret.kernel.files import is_there, reason_of


def check_new(path: Path) -> None:
    """Check a file that is to be written before the work that fills it: raises `BadInput` where it exists, or its folder does not."""
    if is_there(path):
        raise _exists(path)
    if not path.parent.is_dir():
        raise BadInput(f"cannot be written: there is no folder {str(path.parent)!r}", where=str(path))


def write_file(target: str, data: bytes) -> None:
    """Write a new file, or to standard output where none is named. Raises `BadInput` where it exists, or cannot be written."""
    if not target:
        print(data.decode(), end="")
        return
    path = Path(target)
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise _exists(path) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be written: {reason_of(error)}", where=target) from None
    print(f"Written: {target}")


def _exists(path: Path) -> BadInput:
    return BadInput("exists already", where=str(path), hint="choose another name")
