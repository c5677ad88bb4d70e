"""Shows the `>>>` examples of docstrings as code wherever they stand, not only under an `Examples:` heading."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

# A paragraph that begins with a prompt, and the paragraphs of examples right after it.
EXAMPLE = re.compile(r"^([ \t]*)>>> .*(?:\n.*\S.*)*(?:\n\n\1>>> .*(?:\n.*\S.*)*)*", re.MULTILINE)


class Doctests(Extension):
    """Fences the examples before the docstrings are read."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring and "```" not in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(fenced, obj.docstring.value)


def fenced(found: re.Match[str]) -> str:
    """The example between fences, at its own indentation."""
    return f"{found[1]}```pycon\n{found[0]}\n{found[1]}```"
