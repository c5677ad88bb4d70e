"""What a hostile client may send: messages to be mutated, and well-formed abuses."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

HUGE = 10**18

SHAPES: list[tuple[str, dict[str, Any]]] = [
    ("/api/battle/request", {"type": "order", "id": "a1", "at": 1, "order": "reveal 4"}),
    (
        "/api/battle/request",
        {
            "type": "order",
            "id": "a1",
            "at": 1,
            "order": 'move (3 5) "x" 1.5 (a (b))',
            "side": "attacker",
            "reason": "r",
        },
    ),
    ("/api/battle/request", {"type": "roll", "id": "a2", "at": 1, "value": 4}),
    ("/api/battle/request", {"type": "undo", "id": "a3", "at": 1, "to": 0}),
    ("/api/battle/request", {"type": "agree", "id": "a4", "yes": False}),
    ("/api/battle/request", {"type": "change", "id": "a5", "at": 1, "change": "remove 3", "reason": "r"}),
    ("/api/battle/request", {"type": "pause", "id": "a6", "on": True, "reason": "r"}),
    ("/api/battle/request", {"type": "ping"}),
    (
        "/api/battles",
        {
            "rulebook": "stacks",
            "scenario": "first_bl00d",
            "options": {"archers": "all"},
            "sides": {"attacker": {"by": "me"}},
        },
    ),
    (
        "/api/rulebooks/warcards/muster",
        {
            "army": {
                "rulebook": "warcards",
                "name": "n",
                "budget": 30,
                "notes": "o",
                "entries": [{"values": {"type": "knights", "training": ["pike"]}, "count": 2, "name": "a"}],
            }
        },
    ),
    ("/api/rulebooks/stacks/muster", {"text": 'format = "banneret army 1"\nrulebook = "stacks"\n'}),
    ("/api/mine", {"tokens": ["A" * 22]}),
    ("/api/import", {"text": "banneret record 1\nrulebook stacks 1\n"}),
    ("/api/battle/fork", {"at": 99999, "private": True}),
    ("/api/battle/invite", {"side": "defender", "swap": True, "tokens": ["A" * 22]}),
    ("/api/battle/name", {"person": "n"}),
    ("/api/battle/notice", {"kind": "mail", "address": "a@example.org", "hours": 24}),
    ("/api/battle/clock", {"hours": 24, "lapse": "adjourn"}),
    ("/api/notice", {"on": True}),
    ("/api/battle/guest/side", {"side": "attacker"}),
    ("/api/battle/guest/back", {"side": "defender"}),
    ("/api/invitation/claim", {"id": "A" * 22, "side": "defender", "person": "n"}),
]

_PIECES = [
    "null", "true", "-1", "1e999", "NaN", str(HUGE), "{}", "[]", '""', '"\\ud800"', '"\\u0000"', '"<script>"', "[" * 2000,
    '{"type":', '"type":"order"', '"' + "x" * 5000 + '"', "\u202e", "((((", "'; DROP TABLE battles; --", "0x10", ",", "\n",
]  # fmt: skip


def mutated(text: str, chance: random.Random) -> bytes:
    """A message that was well formed once: pieces put in, taken out, doubled, bytes flipped, the end cut off."""
    data = bytearray(text.encode())
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.randint(0, 12))
        what = chance.randrange(5)
        if what == 0:
            data[at:to] = chance.choice(_PIECES).encode("utf-8", "surrogatepass")
        elif what == 1:
            del data[at:to]
        elif what == 2:
            data[at:at] = data[at:to] * chance.randint(1, 40)
        elif what == 3 and at < len(data):
            data[at] = chance.randrange(256)
        elif chance.random() < 0.3:
            del data[at:]
    return bytes(data) or b" "


@dataclass(frozen=True)
class Abuse:
    """A request that is well formed and means harm."""

    name: str
    path: str
    body: Any = None
    seat: str = "attacker"

    @property
    def method(self) -> str:
        return "GET" if self.body is None else "POST"


# Orders that are long, deep, wide, strange, or of numbers out of range.
WORDS = {
    "long word": "x" * 3990,
    "many words": "a " * 1990 + "a",
    "many numbers": "1 " * 1990 + "1",
    "deep": "(" * 8 + "1" + ")" * 8,
    "too deep": "(" * 1500 + ")" * 1500,
    "huge number": "reveal " + "9" * 3000,
    "negative": "reveal -999999999999",
    "huge fraction": "reveal 1e308",
    "tiny fraction": "reveal 1e-308",
    "not a number": "reveal nan",
    "infinite": "reveal inf",
    "quotes": '"' + '\\"' * 1900 + '"',
    "halves of characters": '"' + "\\ud800" * 600 + '"',
    "nothing": " ",
    "line feeds": "reveal\n4\n" * 300,
    "nul": "reveal \x00",
    "record line": "reveal 4 #0123456789ab",
    "table's word": "! end (attacker) won",
    "another side's": "defender > reveal 4",
    "sealed": "sealed " + "a" * 64 + " " + "b" * 32 + " > reveal 4",
    "right to left": "\u202e" * 3000,
    "combining": "a" + "\u0301" * 3000,
    "emoji": "\U0001f600" * 3000,
    "script": "<img src=x onerror=alert(1)>" * 100,
    "format": "%s%n{0.__class__}" * 200,
    "path": "../" * 1000 + "etc/passwd",
}


def _orders() -> list[Abuse]:
    """Such orders given by those who may answer, by those who may not, and by those who only look."""
    found = []
    for name, order in WORDS.items():
        for seat in ("attacker", "defender", "spectator"):
            body = {"type": "order", "id": "x", "at": 1, "order": order}
            found.append(Abuse(f"order: {name}, {seat}", "/api/battle/request", body, seat))
    return found


def _glances() -> list[Abuse]:
    """Such orders of which only a preview is asked for."""
    return [
        Abuse(f"foresee: {name}", "/api/battle/request", {"type": "foresee", "id": "x", "order": order})
        for name, order in WORDS.items()
    ]


def _numbers() -> list[Abuse]:
    """Numbers at and beyond the ends of their ranges."""
    found = []
    for number in (-1, 0, 10_000_000, 10_000_001, 2**31, 2**53, 2**53 + 1, 2**63, HUGE * HUGE):
        bodies: dict[str, Any] = {
            "order at": {"type": "order", "id": "x", "at": number, "order": "reveal 99"},
            "undo to": {"type": "undo", "id": "x", "at": 1, "to": number},
            "roll": {"type": "roll", "id": "x", "at": 1, "value": number},
        }
        found += [Abuse(f"{name} {number}", "/api/battle/request", body) for name, body in bodies.items()]
        found.append(Abuse(f"fork at {number}", "/api/battle/fork", {"at": number}))
        found.append(Abuse(f"look back to {number}", f"/api/battle/at/{number}"))
    return found


def _sizes() -> list[Abuse]:
    """Lists, names and files as long as they may be, and longer."""
    long = "n" * 80
    found = [
        Abuse(f"{count} tokens", "/api/mine", {"tokens": [f"{n:022d}" for n in range(count)]}, "")
        for count in (1, 199, 200, 201, 2000)
    ]
    found += [
        Abuse(
            f"{count} options",
            "/api/battles",
            {
                "rulebook": "stacks",
                "scenario": "first_blood",
                "options": {f"o{n}": long for n in range(count)},
            },
            "",
        )
        for count in (1, 60, 61, 600)
    ]
    found += [
        Abuse(
            f"{count} sides",
            "/api/battles",
            {
                "rulebook": "stacks",
                "scenario": "first_blood",
                "sides": {f"s{n}": {"by": "computer", "level": "search"} for n in range(count)},
            },
            "",
        )
        for count in (1, 8, 9, 100)
    ]
    found += [
        Abuse(
            f"import of {size}",
            "/api/import",
            {"text": "banneret record 1\n" + what * (size // len(what))},
            "",
        )
        for size in (100, 10_000, 500_000)
        for what in ("x", "\n", "1 a > b #0\n", "[", '{"a":')
    ]
    for name in ("..", "__init__", "stacks/../..", "%00", "x" * 3000, "<script>"):
        found.append(Abuse(f"rulebook {name[:12]}", "/api/rulebooks/" + name, None, ""))
        found.append(Abuse(f"rule {name[:12]}", "/api/rulebooks/stacks/rules/" + name, None, ""))
        found.append(
            Abuse(f"begin {name[:12]}", "/api/battles", {"rulebook": name[:80], "scenario": name[:80]}, "")
        )
    return found


def _rights() -> list[Abuse]:
    """What a seat may not do: another's orders, the referee's doings, what is the table's."""
    found = []
    for seat in ("defender", "spectator"):
        bodies: dict[str, Any] = {
            "force": {
                "type": "order",
                "id": "x",
                "at": 1,
                "order": "none",
                "side": "attacker",
                "reason": "I may",
            },
            "change": {"type": "change", "id": "x", "at": 1, "change": "remove 1", "reason": "I may"},
            "pause": {"type": "pause", "id": "x", "on": True, "reason": "I may"},
            "roll": {"type": "roll", "id": "x", "at": 1, "value": 6},
            "agree": {"type": "agree", "id": "x", "yes": True},
        }
        found += [
            Abuse(f"{name} by {seat}", "/api/battle/request", body, seat) for name, body in bodies.items()
        ]
        found += [
            Abuse(f"{path} by {seat}", f"/api/battle/{path}", None, seat)
            for path in ("record", "referee", "report", "at/0?all=1")
        ]
        found += [Abuse(f"fork by {seat}", "/api/battle/fork", {}, seat)]
    found += [Abuse("delete by spectator", "/api/battle/delete", {}, "spectator")]
    for path in ("", "/record", "/referee", "/report", "/at/0"):
        found.append(Abuse(f"battle{path} by nobody", f"/api/battle{path}", None, ""))
    return found


ABUSES = [*_orders(), *_glances(), *_numbers(), *_sizes(), *_rights()]
