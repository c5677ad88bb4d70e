"""The console: lines out, lines in, and what the terminal at hand can do."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

from banneret.render.ink import Ink, wrap

NARROWEST, WIDEST = 40, 110


class Closed(Exception):
    """The input has ended, or the person pressed the keys that end it."""


class Console:
    """The screen and keyboard of a battle. `plain` leaves out drawings and colour, for screen readers and logs."""

    def __init__(
        self,
        source: TextIO | None = None,
        target: TextIO | None = None,
        *,
        plain: bool = False,
        width: int = 0,
    ) -> None:
        self.source = sys.stdin if source is None else source
        self.target = sys.stdout if target is None else target
        self.plain = plain
        self.is_terminal = _is_terminal(self.source) and _is_terminal(self.target)
        self.can_wipe = self.is_terminal and os.environ.get("TERM") != "dumb"
        self.ink = Ink(not plain and wants_colour(self.target))
        self._width = width

    @property
    def width(self) -> int:
        """Columns to write in."""
        columns = self._width or shutil.get_terminal_size((80, 24)).columns
        return max(NARROWEST, min(columns, WIDEST))

    @property
    def height(self) -> int:
        """Lines of the terminal."""
        return shutil.get_terminal_size((80, 24)).lines

    def write(self, *lines: str) -> None:
        """Lines as they are."""
        for line in lines:
            self.target.write(line + "\n")
        self.target.flush()

    def say(self, text: str, first: str = "") -> None:
        """A sentence, wrapped."""
        self.write(*wrap(text, self.width, first))

    def ask(self, prompt: str) -> str:
        """A typed line without spaces around it; raises `Closed` at the end of the input."""
        try:
            if self.source is sys.stdin and self.target is sys.stdout and self.is_terminal:
                line = input(prompt)
            else:
                self.target.write(prompt)
                self.target.flush()
                line = self.source.readline()
                if not line:
                    raise Closed
                if not self.is_terminal:
                    self.target.write(line if line.endswith("\n") else line + "\n")
        except (EOFError, KeyboardInterrupt):
            self.target.write("\n")
            raise Closed from None
        except UnicodeDecodeError:
            return "\ufffd"
        return line.strip()

    def flash(self, text: str) -> None:
        """Show a word until the next one (an empty text removes it), on terminals only."""
        if self.can_wipe and not self.plain:
            self.target.write(f"\r\x1b[K{text}")
            self.target.flush()

    def curtain(self, name: str) -> None:
        """Take away what one player saw, and wait until the next one sits here."""
        if self.can_wipe:
            self.target.write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self.write("\n" * (self.height if self.is_terminal else 0) + "=" * min(self.width, 60))
        self.ask(f"Pass the keyboard to {name}, then press Enter. ")
        if self.can_wipe:
            self.target.write("\x1b[2J\x1b[3J\x1b[H")


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def wants_colour(stream: TextIO) -> bool:
    """Colour on a terminal that can show it, unless NO_COLOR is set."""
    return _is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
