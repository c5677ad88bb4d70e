"""The client's types, made from the structs that go over the wire.

`python3 dev.py wire` writes them to `client/src/wire.ts`; a test fails when the file is not what would be written.

    python -m banneret.service.typescript FILE
"""

from __future__ import annotations

import enum
import inspect as python
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as types

from banneret.kernel.abilities import muster
from banneret.service import messages as m
from banneret.service.routes import ROUTES

HEAD = """\
/**
 * What goes over the wire: the shapes of all messages, scenes and armies.
 *
 * Made by `python3 dev.py wire` from the structs of the service and the kernel. Change those, and make it again.
 */
"""

PROTOCOL_TEXT = "The version of what goes over the WebSocket, for which this client was made."

# What an army is built of has plain names in its own module; among all the others they say whose they are.
NAMES: dict[type, str] = {
    muster.Choice: "ArmyChoice",
    muster.Field: "ArmyField",
    muster.Kind: "ArmyKind",
    muster.Tables: "ArmyTables",
    muster.Entry: "ArmyEntry",
    muster.Fault: "ArmyFault",
    muster.Card: "ArmyCard",
}
UNIONS: dict[str, tuple[str, Any]] = {
    "Request": ("What a seat may ask for.", m.Request),
    "Answer": ("What the table sends over the socket.", m.Answer),
}

Shaped = types.StructType | types.DataclassType


def written() -> str:
    """The whole file."""
    asked = [route.body for route in ROUTES if route.body is not None] + [m.Sit]
    answered = [route.answer for route in ROUTES if not route.is_file] + [m.Problem, m.Answer]
    requests = _named(asked)
    found = {**requests, **_named(answered)}
    names: dict[str, type] = {}
    for kind in found:
        if names.setdefault(_name(kind), kind) is not kind:
            raise ValueError(f"two types are called {_name(kind)}: give one another name in NAMES")
    parts = [HEAD, f"/** {PROTOCOL_TEXT} */\nexport const PROTOCOL = {m.PROTOCOL}\n"]
    module = ""
    for kind in sorted(found, key=_place):
        if kind.__module__ != module:
            module = kind.__module__
            parts.append(f"// ---- {_first_line(sys.modules[module])}\n")
        parts.append(_declared(kind, found[kind], kind in requests))
    parts.append("// ---- All of them\n")
    for name, (text, union) in UNIONS.items():
        parts.append(f"/** {text} */\nexport type {name} = {_type(types.type_info(union))}\n")
    return "\n".join(parts)


def _named(roots: Iterable[Any]) -> dict[type, types.Type]:
    """All types with a name that these are made of."""
    found: dict[type, types.Type] = {}

    def enter(kind: types.Type) -> None:
        if isinstance(kind, Shaped | types.EnumType):
            if kind.cls in found:
                return
            found[kind.cls] = kind
        for one in _parts(kind):
            enter(one)

    for info in types.multi_type_info(roots):
        enter(info)
    return found


def _parts(kind: types.Type) -> Iterable[types.Type]:
    """The types that a type is made of directly."""
    if isinstance(kind, Shaped):
        return [field.type for field in kind.fields]
    if isinstance(kind, types.UnionType):
        return kind.types
    if isinstance(kind, types.TupleType):
        return kind.item_types
    if isinstance(kind, types.DictType):
        return (kind.key_type, kind.value_type)
    if isinstance(kind, types.CollectionType):
        return (kind.item_type,)
    return ()


def _place(kind: type) -> tuple[str, int]:
    """The place of a type in the file: its place in its module."""
    return kind.__module__, list(vars(sys.modules[kind.__module__])).index(kind.__name__)


def _name(kind: type) -> str:
    return NAMES.get(kind, kind.__name__)


def _first_line(thing: Any) -> str:
    return (python.getdoc(thing) or "").split("\n")[0]


def _comment(kind: type) -> str:
    text = python.cleandoc(kind.__doc__ or "")
    if "\n" not in text:
        return f"/** {text} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in text.split("\n")) + " */\n"


def _declared(kind: type, info: types.Type, is_request: bool) -> str:
    """The declaration of a type, with its docstring as comment."""
    head = f"{_comment(kind)}export "
    if isinstance(info, types.EnumType):
        return f"{head}type {_name(kind)} =\n" + "".join(f"  | {_literal(one.value)}\n" for one in info.cls)
    assert isinstance(info, Shaped)
    if isinstance(info, types.StructType) and info.array_like:
        inside = ", ".join(_field(field, info, is_request) for field in info.fields)
        return f"{head}type {_name(kind)} = [{inside}]\n"
    lines = []
    if isinstance(info, types.StructType) and info.tag is not None:
        lines.append(f"{info.tag_field}: {_literal(info.tag)}")
    lines += [_field(field, info, is_request) + _default(field) for field in info.fields]
    return f"{head}interface {_name(kind)} {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def _field(field: types.Field, of: Shaped, is_request: bool) -> str:
    """A field with its type; with a question mark where it may be left out, or is left out as long as it says nothing new."""
    omits = isinstance(of, types.StructType) and of.cls.__struct_config__.omit_defaults
    optional = not field.required and (is_request or omits)
    kind = field.type
    if optional and not is_request and field.default is None and isinstance(kind, types.UnionType):
        kind = types.UnionType(tuple(one for one in kind.types if not isinstance(one, types.NoneType)))
    return f"{field.encode_name}{'?' if optional else ''}: {_type(kind)}"


def _default(field: types.Field) -> str:
    """The meaning of a field that was left out, where that is not nothing."""
    if field.required or field.default is msgspec.NODEFAULT or field.default in (None, "", 0, False, ()):
        return ""
    return f" // {_literal(field.default)} where it is left out"


def _literal(value: Any) -> str:
    if isinstance(value, enum.Enum):
        value = value.value
    if isinstance(value, str):
        return f"'{value}'"
    return msgspec.json.encode(value).decode()


def _type(kind: types.Type) -> str:
    """A type as TypeScript writes it."""
    if isinstance(kind, Shaped | types.EnumType):
        return _name(kind.cls)
    if isinstance(kind, types.LiteralType):
        return " | ".join(_literal(value) for value in kind.values)
    if isinstance(kind, types.UnionType):
        return " | ".join(_type(one) for one in kind.types)
    if isinstance(kind, types.TupleType):
        return f"[{', '.join(_type(one) for one in kind.item_types)}]"
    if isinstance(kind, types.DictType):
        return f"Record<{_type(kind.key_type)}, {_type(kind.value_type)}>"
    if isinstance(kind, types.CollectionType):
        item = _type(kind.item_type)
        return f"({item})[]" if " | " in item and not item.startswith("[") else f"{item}[]"
    return _simple(kind)


def _simple(kind: types.Type) -> str:
    if isinstance(kind, types.StrType):
        return "string"
    if isinstance(kind, types.IntType | types.FloatType):
        return "number"
    if isinstance(kind, types.BoolType):
        return "boolean"
    if isinstance(kind, types.NoneType):
        return "null"
    if isinstance(kind, types.AnyType) or (isinstance(kind, types.CustomType) and kind.cls is object):
        return "unknown"
    raise TypeError(f"{kind} has no name in TypeScript yet")


def main(arguments: list[str]) -> int:
    """The command: write the file."""
    if len(arguments) != 1:
        sys.stderr.write("python -m banneret.service.typescript FILE\n")
        return 2
    Path(arguments[0]).write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
