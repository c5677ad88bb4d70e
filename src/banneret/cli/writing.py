"""Files that commands write: new ones, never over what is there."""

from __future__ import annotations

from pathlib import Path

from banneret.kernel.errors import BadInput
from banneret.kernel.files import reason_of


def write_file(target: str, data: bytes) -> None:
    """Write a new file, or to standard output where none is named."""
    if not target:
        print(data.decode(), end="")
        return
    path = Path(target)
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise BadInput("exists already", where=target, hint="choose another name with --out") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be written: {reason_of(error)}", where=target) from None
    print(f"Written: {target}")
