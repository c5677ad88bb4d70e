"""A server in this process, on a database file, as most tests of the service use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from service.swift import Swift

from banneret.service.app import make_app
from banneret.service.letters.outlets import Outlets
from banneret.service.storage.store import Storage

SIDES = {"attacker": {"by": "me"}, "defender": {"by": "link"}}


class Table:
    """A server on a database file that can be stopped and started."""

    def __init__(self, path: Path, outlets: Outlets | None = None) -> None:
        self.url = f"sqlite:///{path}"
        self.outlets = outlets
        self.start()

    def start(self) -> None:
        self.storage = Storage(self.url)
        self.client = Swift(make_app(self.storage, names=["testserver"], outlets=self.outlets))
        self.client.__enter__()

    def stop(self) -> None:
        self.client.__exit__(None, None, None)
        self.storage.close()

    def begin(self, scenario: str = "first_blood", **more: Any) -> dict[str, str]:
        body = {"rulebook": "stacks", "scenario": scenario, "sides": SIDES, "referee": True, **more}
        answer = self.client.post("/api/battles", json=body)
        assert answer.status_code == 201, answer.text
        tokens: dict[str, str] = answer.json()["tokens"]
        return tokens

    def view(self, token: str) -> dict[str, Any]:
        answer = self.client.get("/api/battle", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def ask(self, token: str, **request: Any) -> dict[str, Any]:
        answer = self.client.post(
            "/api/battle/request", json=request, headers={"authorization": f"Bearer {token}"}
        )
        found: dict[str, Any] = answer.json()
        return found

    def order(self, token: str, number: int, order: str = "") -> dict[str, Any]:
        view = self.view(token)
        words = order or view["scene"]["questions"][0]["default"]
        return self.ask(token, type="order", id=f"o{number}-{view['at']}", at=view["at"], order=words)

    def play_out(self, tokens: dict[str, str], most: int = 400) -> int:
        """Both sides press the default; returns how many orders it took."""
        for number in range(most):
            view = self.view(tokens["spectator"])
            if "ending" in view["scene"]:
                return number
            answer = self.order(tokens[view["scene"]["waiting"][0]], number)
            assert answer["type"] == "done", answer
        raise AssertionError("no end")


def make(table: Table, **more: Any) -> dict[str, Any]:
    body = {"rulebook": "stacks", "scenario": "first_blood", **more}
    made: dict[str, Any] = table.client.post("/api/battles", json=body).json()
    return made


def fetch(table: Table, path: str, token: str, body: Any = None) -> tuple[int, Any]:
    headers = {"authorization": f"Bearer {token}"}
    answer = table.client.request("GET" if body is None else "POST", path, json=body, headers=headers)
    return answer.status_code, answer.json() if "json" in answer.headers["content-type"] else answer.text
