"""The `banneret` command: hands over to the module of the command that is asked for, and turns every error into a line.

Nothing heavy is imported before it is known what is wanted. Exit codes: 0 done, 1 the answer is no, 2 bad input.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from banneret.cli.arguments import read_words
from banneret.kernel.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

DONE, BAD, STOPPED, BROKEN = 0, 2, 130, 70


def run(words: Sequence[str]) -> int:
    """Do what the words say; raises `BadInput`."""
    given = read_words(words)
    if given.version:
        from banneret import __version__

        print(f"banneret {__version__}")
        return DONE
    if given.command is None:
        return main_job()
    module, _, name = given.home.partition(":")
    return int(getattr(import_module(module), name)(given))


def main_job() -> int:
    """Without a command: a battle in this terminal; without a terminal, one is fought and told."""
    from banneret import rulebooks

    books = rulebooks.at_hand()
    first = next(book for book in books if book.first_battle)
    scenario, side = first.first_battle
    if sys.stdin.isatty() and sys.stdout.isatty():
        return run(["play", first.id, scenario, "--as", side, "--against", "greedy"])
    return run(["fight", first.id, scenario, "--show"])


def main(words: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    _open_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = run(sys.argv[1:] if words is None else words)
        sys.stdout.flush()
    except BadInput as bad:
        _complain(str(bad))
        return BAD
    except KeyboardInterrupt:
        _complain("stopped")
        return STOPPED
    except BrokenPipeError:
        _fall_silent()  # the reader has left
        return DONE
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else BAD
    except OSError as error:
        if os.environ.get("BANNERET_DEBUG"):
            raise
        _complain(str(BadInput(error.strerror or str(error), where=str(error.filename or ""))))
        _fall_silent()
        return BAD
    except Exception as error:
        if os.environ.get("BANNERET_DEBUG"):
            raise
        text = f"{type(error).__name__}: {error}".splitlines()[0][:300]
        _complain(f"internal error: {text} (BANNERET_DEBUG=1 shows where)")
        return BROKEN
    return code


def _open_streams() -> None:
    """Replace streams that were closed before we began: nothing is read, and nothing is written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open for as long as we run


def _fall_silent() -> None:
    """Give up what standard output does not take, so that the interpreter does not try once more when it ends."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> None:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    try:
        sys.stderr.write(f"banneret: {line}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


if __name__ == "__main__":
    sys.exit(main())
