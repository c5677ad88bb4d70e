"""The client's types are those of the messages: the file in the client is what `python3 dev.py wire` writes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from msgspec import inspect

from banneret.kernel import scene
from banneret.service import messages as m
from banneret.service import typescript

FILE = Path(__file__).parents[2] / "client" / "src" / "wire.ts"


def test_the_file_of_the_client_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == typescript.written(), "python3 dev.py wire"


def test_the_command_writes_it(tmp_path: Path) -> None:
    assert typescript.main([str(tmp_path / "wire.ts")]) == 0
    assert (tmp_path / "wire.ts").read_bytes() == FILE.read_bytes()
    assert typescript.main([]) == 2


def fields(name: str) -> str:
    """What stands between the braces of an interface, or the brackets of a tuple."""
    text = FILE.read_text(encoding="utf-8")
    found = re.search(rf"^export interface {name} {{(.*?)^}}", text, re.DOTALL | re.MULTILINE)
    found = found or re.search(rf"^export type {name} = \[(.*)\]$", text, re.MULTILINE)
    assert found, name
    return found[1]


def test_what_may_be_left_out_is_optional() -> None:
    assert "\n  symbol?: string\n" in fields("Piece")  # left out by the table where it is empty
    assert "\n  id: string\n" in fields("Done")
    assert "\n  paused: string\n" in fields("Panel")  # a default, but always sent
    assert "\n  to?: number | null\n" in fields("Undo")  # left out by the client


def test_arrays_are_tuples_and_enumerations_unions() -> None:
    assert (
        fields("Base")
        == "x: number, y: number, heading: number, sign?: 'c' | 'cw' | 'e' | 'o' | 'r' | 'w' | 'x', word?: string"
    )
    assert "\n  type: 'sit'\n" in fields("Sit")
    assert "'computer' | 'guest' | 'link' | 'me'" in fields("SideChoice")


def test_every_piece_of_a_scene_and_every_message_is_there() -> None:
    text = FILE.read_text(encoding="utf-8")
    structs = [
        kind for kind in vars(scene).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ]
    tagged = [
        kind
        for kind in vars(m).values()
        if getattr(kind, "__struct_config__", None) and kind.__struct_config__.tag
    ]
    for kind in [*structs, *tagged]:
        assert re.search(rf"^export \w+ {kind.__name__} ", text, re.MULTILINE), kind


class Odd(msgspec.Struct):
    """A struct that shows what else there may be."""

    one: list[str | int]
    two: Literal["a", "b"] | None = None
    three: object = None


def test_other_types() -> None:
    declared = typescript._declared(Odd, inspect.type_info(Odd), is_request=False)
    assert "one: (string | number)[]" in declared
    assert "two: 'a' | 'b' | null" in declared
    assert "three: unknown" in declared
    with pytest.raises(TypeError, match="no name in TypeScript"):
        typescript._type(inspect.type_info(bytes))
