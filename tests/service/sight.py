"""Views put together again from what is different, as a client does it: `Sight().see(message)`."""

from __future__ import annotations

from typing import Any

Fields = dict[str, Any]


class Sight:
    """What one line was shown: the present view, and the questions by which the next ones are told, the last of each kind and side."""

    def __init__(self) -> None:
        self.view: Fields = {}
        self.asked: dict[tuple[str, int], Fields] = {}

    def see(self, message: Fields) -> Fields:
        """A view or an update has come; returns the view."""
        self.view = message if message["type"] == "view" else self._patched(message)
        for question in self.view["scene"].get("questions", ()):
            self.asked[question["kind"], question["side"]] = question
        return self.view

    def _patched(self, update: Fields) -> Fields:
        assert self.view["at"] == update["since"]
        changes = dict(update.get("scene", {}))
        scene = changed(self.view["scene"], {k: v for k, v in changes.items() if k != "questions~"})
        if "questions~" in changes:
            scene["questions"] = [self._question(one) for one in changes["questions~"]]
        return {**changed(self.view, update.get("view", {})), "at": update["at"], "scene": scene}

    def _question(self, told: Any) -> Fields:
        if isinstance(told, dict):
            return told
        kind, side, fields = told
        return changed(self.asked[kind, side], fields)


def changed(last: Fields, fields: Fields) -> Fields:
    """Fields with those that are other now."""
    found = dict(last)
    for name, value in fields.items():
        if name.endswith("~"):
            name = name[:-1]
            found[name] = (changed if isinstance(value, dict) else edited)(last[name], value)
        elif value is None:
            found.pop(name, None)
        else:
            found[name] = value
    return found


def edited(last: list[Any], edit: list[Any]) -> list[Any]:
    """The rows of a list as they are now."""
    found: list[Any] = []
    for told in edit:
        if not isinstance(told, list):
            found.append(told)
        elif isinstance(told[1], int):
            found += last[told[0] : told[0] + told[1]]
        else:
            found.append(changed(last[told[0]], told[1]))
    return found
