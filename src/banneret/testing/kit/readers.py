"""Fuzzing of the readers: records, orders, scenarios. Whatever is fed to them, only `BadInput` comes out, soon and without waste.

Mutations are made of what could go wrong in a file: flipped bits, cuts, lines swapped, doubled and lost, numbers and words
replaced by hostile ones, nesting. Half of the records get their hashes mended after the damage, so that the rules are reached.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.errors import BadInput
from banneret.kernel.order import read_order, write_order
from banneret.kernel.record.record import HASH_LENGTH, Record
from banneret.kernel.rulebook import Rulebook
from banneret.testing.kit.cases import KitFailure, cases, fuzz_count, tour

MOST_SECONDS = 2.0  # of processor time for one input, far above what any takes
MOST_BYTES = 40_000_000  # of memory for one input; looked at in one of TRACED, because looking is slow
TRACED = 100
NASTY_NUMBERS = [
    "0",
    "-1",
    "1",
    "2",
    "3",
    "6",
    "7",
    "99",
    "4096",
    "999999",
    "10000000",
    "1e999",
    "-0",
    "1.5",
    "9" * 400,
]
NASTY_WORDS = [
    "", " ", "!", "-", "> ", "#", "undo", "end", "force", "note", "player", "mended", "null", "true", "NaN", "Infinity",
    "\u0000", "\ud800", "é", "\u202e", "\u2028", "a" * 300, "(" * 40, "[" * 3000, "{" * 200, '"', "\\", '\\"', "../..",
    "__class__", "%s%s%n", "seed 5", "d6", "d0 0", "\r", "\t",
]  # fmt: skip
TOKEN = re.compile(r"-?[0-9]+(?:\.[0-9]+)?|[A-Za-z_]+|[^A-Za-z0-9_]")


def mutate_text(text: str, chance: Chance, times: int = 1) -> str:
    """A text damaged in one way, or in several."""
    for _ in range(times):
        at = chance.below(len(text) + 1)
        kind = chance.below(8)
        if kind == 0 and at < len(text):
            text = text[:at] + chr(ord(text[at]) ^ (1 << chance.below(7))) + text[at + 1 :]
        elif kind == 1:
            text = text[:at] if chance.below(2) else text[at:]
        elif kind == 2:
            end = min(len(text), at + 1 + chance.below(30))
            text = text[:at] + text[end:]
        elif kind == 3:
            text = text[:at] + NASTY_WORDS[chance.below(len(NASTY_WORDS))] + text[at:]
        elif kind == 4:
            text = _lines_moved(text, chance)
        else:
            text = _token_replaced(text, at, chance)
    return text


def _lines_moved(text: str, chance: Chance) -> str:
    lines = text.split("\n")
    one, other = chance.below(len(lines)), chance.below(len(lines))
    kind = chance.below(3)
    if kind == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == 1:
        lines.insert(one, lines[other])
    else:
        del lines[one]
    return "\n".join(lines)


def _token_replaced(text: str, at: int, chance: Chance) -> str:
    match = TOKEN.search(text, at)
    if match is None:
        return text + NASTY_WORDS[chance.below(len(NASTY_WORDS))]
    found = match[0]
    if found[0].isdigit() or (found[0] == "-" and len(found) > 1):
        kind = chance.below(3)
        if kind == 0 and len(found) < 15 and "." not in found:
            other = str(int(found) + chance.below(5) - 2)
        else:
            other = NASTY_NUMBERS[chance.below(len(NASTY_NUMBERS))]
    elif chance.below(2):
        other = NASTY_WORDS[chance.below(len(NASTY_WORDS))]
    else:
        source = TOKEN.search(text, chance.below(len(text)))
        other = source[0] if source else ""
    return text[: match.start()] + other + text[match.end() :]


def mended(text: str) -> str:
    """The record with its numbers and hashes made right again, whatever else is wrong with it."""
    lines = text.split("\n")
    if len(lines) < 9:
        return text
    digest = hashlib.sha256("\n".join(lines[:7]).encode(errors="replace")).digest()
    fixed = [*lines[:7], f"= {digest.hex()[:HASH_LENGTH]}"]
    number = 0
    for line in lines[8:]:
        if line.startswith("seed ") and number == 0:
            fixed.append(line)
        elif line:
            number += 1
            body = re.sub(r" #[0-9a-f]*\Z", "", line)
            body = f"{number} {body.partition(' ')[2]}"
            digest = hashlib.sha256(digest + body.encode(errors="replace")).digest()
            fixed.append(f"{body} #{digest.hex()[:HASH_LENGTH]}")
    return "\n".join([*fixed, ""])


class Guard:
    """Runs a reader on one input after the other: only `BadInput` may come out of it, soon, and without eating memory."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.count = 0

    def run(self, thing: Any, act: Callable[[], None]) -> None:
        """Run the reader on one input."""
        self.count += 1
        traced = self.count % TRACED == 0 and not tracemalloc.is_tracing()
        if traced:
            tracemalloc.start()
        began = time.process_time()
        try:
            act()
        except BadInput as error:
            if not error.message:
                raise KitFailure(f"{self.what}: refused without a word: {thing!r:.2000}") from None
        except KitFailure:
            raise
        except Exception as error:
            raise KitFailure(f"{self.what}: {type(error).__name__}: {error}\n{thing!r:.3000}") from error
        finally:
            seconds = time.process_time() - began
            peak = tracemalloc.get_traced_memory()[1] if traced else 0
            if traced:
                tracemalloc.stop()
        if not traced and seconds > MOST_SECONDS:
            raise KitFailure(f"{self.what}: {seconds:.1f} s for {thing!r:.2000}")
        if peak > MOST_BYTES:
            raise KitFailure(f"{self.what}: {peak} bytes for {thing!r:.2000}")


def fuzz_orders(count: int, seed: int = 0) -> int:
    """Feed mutated texts to the reader of orders; returns how many were orders after all."""
    chance = Chance(seed_number(f"fuzz orders {seed}"))
    guard = Guard("orders")
    base = ["reveal 4", "move (3 5) (12 13) \"to shore\"", "support (show 4) (use 2) (cast fireball 7)", "done",
            "go 1.5 -2.25 (a (b (c (d 1))))", "note \"a \\\"quoted\\\" word\" 0 -7"]  # fmt: skip
    good = 0

    def read() -> None:
        nonlocal good
        order = read_order(text)
        written = write_order(order)
        if read_order(written) != order or write_order(read_order(written)) != written:
            raise KitFailure(f"The order {text!r} is not the same after being written and read: {written!r}")
        good += 1

    for _ in range(count):
        text = mutate_text(base[chance.below(len(base))], chance, 1 + chance.below(4))
        guard.run(text, read)
    return good


def _records(rulebook: Rulebook[Any]) -> list[str]:
    """Short records of a rulebook to begin with."""
    texts = []
    names = sorted(rulebook.scenarios(), key=lambda name: len(rulebook.scenario(name).to_json()))
    for name in names[:4]:
        for case in cases(rulebook, name, 1):
            battle = case.battle(
                seats={**{side: side for side in case.scenario.sides}, "anna": case.scenario.sides[0]}
            )
            for index, _ in enumerate(tour(case, battle)):
                if index == 3:
                    battle.note("half way")
                    battle.undo_agreed(battle.record.count - 2, ["referee"])
                if battle.record.count > 30:
                    battle.end([], "Enough.")
                    break
            texts.append(battle.text)
    return texts


def fuzz_records(rulebook: Rulebook[Any], count: int, seed: int = 0) -> dict[str, int]:
    """Feed mutated records to the reader, half of them with their hashes mended; tells how many of which kind there were.

    Those that can be read must be written as they were read, as far as they are good. Every second of the mended ones is also
    loaded as a battle.
    """
    chance = Chance(seed_number(f"fuzz records {rulebook.id} {seed}"))
    guard = Guard("records")
    base = _records(rulebook)
    seen = {"refused": 0, "damaged": 0, "whole": 0, "battles": 0}

    def read() -> None:
        record = Record.parse(text)
        seen["damaged" if record.damage else "whole"] += 1
        again = Record.parse(record.text)
        if again.text != record.text or again.damage:
            raise KitFailure(f"The good part of a record is not read as it was written: {record.text!r}")
        if not record.damage and record.text != text:
            raise KitFailure(f"A record that is said to be whole is written otherwise: {text!r}")
        if not number % 4 and record.header.rulebook == rulebook.id:
            battle = Battle.from_record(rulebook, record)
            seen["battles"] += 1
            if Battle.from_record(rulebook, Record.parse(battle.private_text)).dump() != battle.dump():
                raise KitFailure(f"A mended record gives two battles: {text!r}")

    for number in range(count):
        text = mutate_text(base[chance.below(len(base))], chance, 1 + chance.below(2))
        if number % 2 == 0:
            text = mended(text)
        whole = seen["damaged"] + seen["whole"]
        guard.run(text, read)
        seen["refused"] += seen["damaged"] + seen["whole"] == whole
    return seen


def fuzz_scenarios(rulebook: Rulebook[Any], count: int, seed: int = 0) -> int:
    """Feed mutated scenarios to the rulebook's reader; returns how many were scenarios after all, all of which can be begun."""
    chance = Chance(seed_number(f"fuzz scenarios {rulebook.id} {seed}"))
    guard = Guard("scenarios")
    base = [scenario.to_json() for scenario in rulebook.scenarios().values()]
    options = rulebook.options()
    good = 0

    def read() -> None:
        nonlocal good
        scenario = rulebook.read_scenario(plain, "fuzz")
        good += 1
        text = scenario.to_json()
        if rulebook.read_scenario(json.loads(text), "fuzz").to_json() != text:
            raise KitFailure(f"A scenario is not the same after being written and read: {text}")
        state = rulebook.new(scenario, options)
        faults = rulebook.invariants(state)
        if faults:
            raise KitFailure(f"A scenario that was accepted begins with {'; '.join(faults)}: {text}")
        if good % 10 == 0:
            Battle.start(rulebook, scenario, seed=1)

    for _ in range(count):
        plain = json.loads(base[chance.below(len(base))])
        for _ in range(1 + chance.below(3)):
            plain = mutate_data(plain, chance)
        if not isinstance(plain, dict):
            plain = {"data": plain}
        guard.run(plain, read)
    return good


def mutate_data(data: Any, chance: Chance) -> Any:
    """Plain data with one value altered, added, lost or moved somewhere inside."""
    if isinstance(data, dict) and data and chance.below(8):
        key = list(data)[chance.below(len(data))]
        kind = chance.below(10)
        if kind == 0:
            del data[key]
        elif kind == 1:
            data[_nasty(chance) if chance.below(2) else f"{key}x"] = data[key]
        elif kind == 2:
            other = list(data)[chance.below(len(data))]
            data[key], data[other] = data[other], data[key]
        else:
            data[key] = mutate_data(data[key], chance)
        return data
    if isinstance(data, list) and data and chance.below(8):
        at = chance.below(len(data))
        kind = chance.below(10)
        if kind == 0:
            del data[at]
        elif kind == 1:
            data.insert(at, data[chance.below(len(data))])
        elif kind == 2:
            data.append(_nasty_value(chance))
        elif kind == 3 and chance.below(20) == 0:
            data.extend(data[:1] * 2000)
        else:
            data[at] = mutate_data(data[at], chance)
        return data
    if isinstance(data, int) and not isinstance(data, bool) and chance.below(2):
        return data + (-1, 1, -data, 2, 1000, -2 * data, 10**9)[chance.below(7)]
    if isinstance(data, str) and data and chance.below(2):
        return mutate_text(data, chance)
    return _nasty_value(chance)


def _nasty(chance: Chance) -> str:
    return NASTY_WORDS[chance.below(len(NASTY_WORDS))]


def _nasty_value(chance: Chance) -> Any:
    kind = chance.below(12)
    if kind < 4:
        return _nasty(chance)
    deep: Any = []
    for _ in range(60 if kind == 11 else 0):
        deep = [deep]
    values: tuple[Any, ...] = (None, True, 0, -1, 10**18, 0.5, {}, deep)
    return values[kind - 4]


def check_readers(rulebook: Rulebook[Any]) -> None:
    """Mutated scenarios and records of the rulebook: only `BadInput` comes out of the readers."""
    fuzz_scenarios(rulebook, fuzz_count(0.25))
    fuzz_records(rulebook, fuzz_count(0.25))
    fuzz_orders(fuzz_count(0.5))
