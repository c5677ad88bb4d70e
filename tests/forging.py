"""Forged records, each with a single change, and the verifier of the browser client to show them to besides the kernel's."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Self

from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.verify import Verification, verify
from banneret.testing.kit.readers import mended

CLIENT = Path(__file__).resolve().parent.parent / "client"
TOPICS = ("chain", "commitment", "dice", "seals")  # what a verifier finds without knowing the rules
DIE = re.compile(r"^([0-9]+ \S+ d)([0-9]+) ([0-9]+)( #.*)$")
SEAL = re.compile(r"^([0-9]+ \S+ sealed )([0-9a-f]{64}) ([0-9a-f]{32})( > .*)( #.*)$")


def frozen(*rulebooks: str) -> list[Path]:
    """The frozen records of these rulebooks, by default of all."""
    home = Path(__file__).parent / "rulebooks"
    return sorted(file for name in rulebooks or ("*",) for file in home.glob(f"{name}/records/*.banneret"))


# ---------------------------------------------------------------- single changes


def byte(text: str, chance: Chance) -> str:
    """A character changed, lost or added anywhere."""
    at = chance.below(len(text))
    other = chr(32 + chance.below(95))
    while other == text[at]:
        other = chr(32 + chance.below(95))
    kind = chance.below(3)
    return text[:at] + (other if kind else "") + text[at + (kind != 1) :]


def cut(text: str, chance: Chance) -> str:
    """The end cut off, not just between two entries: such a beginning is the true record of a battle that goes on."""
    at = 1 + chance.below(len(text) - 1)
    return text[: at - (text[at - 1] == "\n")]


def seed(text: str, chance: Chance) -> str:
    """Another seed."""
    lines = text.split("\n")
    lines[8] = f"seed {_altered(lines[8][5:], chance)}"
    return "\n".join(lines)


def seedless(text: str, _chance: Chance) -> str:
    """The seed left out, though the battle is over."""
    lines = text.split("\n")
    return "\n".join([*lines[:8], *lines[9:]])


def commitment(text: str, chance: Chance) -> str:
    """Another published hash, with the hashes of the chain mended."""
    lines = text.split("\n")
    word = lines[6].split(" ")[2]
    lines[6] = lines[6].replace(word, _altered(word, chance))
    return mended("\n".join(lines))


def die(text: str, chance: Chance) -> str:
    """A die that shows something else, with the hashes of the chain mended."""

    def other(match: re.Match[str]) -> str:
        faces = int(match[2])
        return f"{match[1]}{faces} {(int(match[3]) + chance.below(faces - 1)) % faces + 1}{match[4]}"

    return _line_changed(text, chance, DIE, other)


def lost_die(text: str, chance: Chance) -> str:
    """A die left out, with numbers and hashes mended; not the last entry, which would be a cut.

    The dice behind it may happen to fit: then only the rules miss it.
    """
    end = text.rindex("\n", 0, -1) + 1
    without_last = _line_changed(text[:end], chance, DIE, lambda match: "")
    return mended(without_last + text[end:]) if without_last != text[:end] else text


def more_die(text: str, chance: Chance) -> str:
    """A die twice, with numbers and hashes mended."""
    return _line_changed(text, chance, DIE, lambda match: f"{match[0]}\n{match[0]}")


def seal(text: str, chance: Chance) -> str:
    """Hash, salt or words of a secret order changed, with the hashes of the chain mended."""

    def other(match: re.Match[str]) -> str:
        parts = list(match.groups())
        which = 1 + chance.below(3)
        parts[which] = parts[which] + " 1" if which == 3 else _altered(parts[which], chance)
        return f"{parts[0]}{parts[1]} {parts[2]}{parts[3]}{parts[4]}"

    return _line_changed(text, chance, SEAL, other)


def swapped(text: str, chance: Chance) -> str:
    """A secret order under the seal of another, with the hashes of the chain mended."""
    seals = [match for match in map(SEAL.match, text.split("\n")) if match]
    if not seals:
        return text
    taken = seals[chance.below(len(seals))]

    def other(match: re.Match[str]) -> str:
        same = _sealed(match) == _sealed(taken)  # the seal of an equal order is a true one
        return match[0] if same else f"{match[1]}{taken[2]} {taken[3]}{match[4]}{match[5]}"

    return _line_changed(text, chance, SEAL, other)


def _sealed(match: re.Match[str]) -> tuple[str, str]:
    return match[1].split(" ")[1].split("/")[0], match[4]


def _line_changed(text: str, chance: Chance, what: re.Pattern[str], change: Any) -> str:
    """One of the lines of that form changed, and the hashes made right again; the text as it is where there is none."""
    lines = text.split("\n")
    numbers = [number for number, line in enumerate(lines) if number > 7 and what.match(line)]
    if not numbers:
        return text
    number = numbers[chance.below(len(numbers))]
    match = what.match(lines[number])
    assert match is not None
    changed = change(match)
    lines[number : number + 1] = changed.split("\n") if changed else []
    return mended("\n".join(lines))


def _altered(word: str, chance: Chance) -> str:
    at = chance.below(len(word))
    digits = "0123456789abcdef".replace(word[at], "")
    return word[:at] + digits[chance.below(len(digits))] + word[at + 1 :]


KINDS = {
    kind.__name__: kind
    for kind in (byte, cut, seed, seedless, commitment, die, lost_die, more_die, seal, swapped)
}
BY_THE_RULES = ("seedless", "lost_die", "more_die")  # for these one may have to know the rules


def forged(text: str, chance: Chance, kind: str = "") -> tuple[str, str]:
    """A record with a single change of that kind, by default any, and the kind. `text` where no line of it can be so changed."""
    kind = kind or list(KINDS)[chance.below(len(KINDS))]
    return kind, KINDS[kind](text, chance)


# ---------------------------------------------------------------- the two verifiers


def _no_rules(_name: str) -> Rulebook[Any]:
    raise BadInput("no rules are known here")


def without_rules(text: str) -> Verification:
    """What the kernel's verifier finds where it knows no rulebook: quickly, and as much as the client's can."""
    return verify(text, _no_rules)


def verdicts(found: Verification) -> dict[str, str]:
    """The findings that both verifiers have."""
    return {finding.name: finding.verdict for finding in found.findings if finding.name in TOPICS}


def node() -> str | None:
    """Node, if there is one and the client's packages are installed."""
    from browser.conftest import wheel_node

    found = wheel_node() or shutil.which("node")
    return found if (CLIENT / "node_modules/vite").exists() else None


class Client:
    """The client's verifier in a process of its own. `plain`: without Web Crypto."""

    def __init__(self, plain: bool = False) -> None:
        words = [str(node()), "verify.js", *(["--plain"] if plain else [])]
        self._process = subprocess.Popen(
            words, cwd=CLIENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def look(self, text: str, over: bool = False) -> dict[str, dict[str, Any]]:
        """What it finds: `findings`, `texts`, `lines` and `entries`, each by topic."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"text": text, "over": over}) + "\n")
        self._process.stdin.flush()
        found: dict[str, dict[str, Any]] = json.loads(self._process.stdout.readline())
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(20)
