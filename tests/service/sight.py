"""Views put together again from what is different, as a client does it: `Sight().see(message)`."""

from __future__ import annotations

from typing import Any

Fields = dict[str, Any]


class Sight:
    """What one line was shown: the present view, the questions and fields by which the next ones are told."""

    def __init__(self) -> None:
        self.view: Fields = {}
        self.asked: dict[tuple[str, int], Fields] = {}
        self.gone: Fields = {}
        self._pieces: dict[str, Fields] = {}

    def see(self, message: Fields) -> Fields:
        """A view or an update has come; returns the view."""
        self.view = message if message["type"] == "view" else self._patched(message)
        for question in self.view["scene"].get("questions", ()):
            self.asked[question["kind"], question["side"]] = question
        return self.view

    def _patched(self, update: Fields) -> Fields:
        assert self.view["at"] == update["since"]
        last = self.view["scene"]
        self._pieces = pieces_of(last)
        changes = dict(update.get("scene", {}))
        told = changes.pop("questions~", None)
        scene = self._top(last, changes)
        if told is not None:
            scene["questions"] = [self._question(one) for one in told]
        return {**self._top(self.view, update.get("view", {})), "at": update["at"], "scene": scene}

    def _top(self, last: Fields, fields: Fields) -> Fields:
        """Fields of the view or of its scene: what those were that are left out now is kept."""
        now = self.changed({**self.gone, **last}, fields)
        self.gone.update({name: last[name] for name, value in fields.items() if value is None})
        named = {name.removesuffix("~") for name in fields}
        return {name: value for name, value in now.items() if name in last or name in named}

    def _question(self, told: Any) -> Fields:
        if isinstance(told, dict):
            return self.fresh(told)
        kind, side, fields = told
        return self.changed(self.asked[kind, side], fields)

    def changed(self, last: Fields, fields: Fields) -> Fields:
        """Fields with those that are other now."""
        found = dict(last)
        for name, value in fields.items():
            if name.endswith("~"):
                name = name[:-1]
                before = last.get(name, [])
                if isinstance(value, dict):
                    found[name] = self.changed(before, value)
                else:
                    found[name] = (
                        text(before, *value) if isinstance(before, str) else self.edited(before, value)
                    )
            elif value is None:
                found.pop(name, None)
            else:
                found[name] = self.fresh(value)
        return found

    def fresh(self, value: Any) -> Any:
        """What is told by nothing that was there."""
        if isinstance(value, list):
            return [self.fresh(one) for one in value]
        if not isinstance(value, dict):
            return value
        lists = {name: self.edited([], rows) for name, rows in value.items() if name.endswith("~")}
        return {
            name.removesuffix("~"): lists[name] if name in lists else self.fresh(one)
            for name, one in value.items()
        }

    def edited(self, last: list[Any], edit: list[Any]) -> list[Any]:
        """The rows of a list as they are now."""
        found: list[Any] = []
        for told in edit:
            place, what = told if isinstance(told, list) and len(told) == 2 else (None, None)
            if isinstance(place, int) and isinstance(what, int):
                found += last[place : place + what]
            elif isinstance(what, dict):
                base = (
                    self._pieces[place] if isinstance(place, str) else (found if place < 0 else last)[place]
                )
                found.append(self.changed(base, what))
            else:
                found.append(self.fresh(told))
        return found


def text(last: str, first: int, middle: str = "", end: int = 0) -> str:
    """A text that begins, and maybe ends, as it was."""
    return last[:first] + middle + last[len(last) - end :]


def pieces_of(scene: Fields) -> dict[str, Fields]:
    """The pieces of a scene by id, the first of each."""
    clash = scene.get("clash", {})
    waiting = [*scene.get("pieces", ())]
    for tray in scene.get("trays", ()):
        waiting += tray.get("pieces", ())
    waiting += [*clash.get("pieces", ()), *clash.get("support", ())]
    found: dict[str, Fields] = {}
    while waiting:
        piece = waiting.pop(0)
        found.setdefault(piece["id"], piece)
        waiting[:0] = piece.get("inside", ())
    return found
