"""The tests that prove each rule, read from the marks `@pytest.mark.rule("stacks:guard.replace")` in the tests.

In a source checkout, ours or that of another package, the tests are scanned; an installed package has no tests and brings the answer as `proofs.json` beside
each rulebook's catalogue, which is written when the wheel is built (`python -m banneret.lab.proofs ROOT RULEBOOK` prints it).
"""

from __future__ import annotations

import ast
import json
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

Proofs = dict[str, list[str]]


def proofs(rulebook: Rulebook[Any]) -> Proofs:
    """The names of the tests that prove each rule, by rule id without the rulebook's name; rules without tests are absent."""
    root = checkout(rulebook.folder)
    if root is not None:
        return scan(root).get(rulebook.id, {})
    index = rulebook.folder / "proofs.json"
    try:
        found = json.loads(index.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(rule): [str(test) for test in tests] for rule, tests in found.items()}


def unproved(rulebook: Rulebook[Any]) -> list[str]:
    """The rules of the catalogue that no test proves."""
    found = proofs(rulebook)
    return [rule for rule in rulebook.rules if not found.get(rule)]


def unknown(rulebook: Rulebook[Any]) -> dict[str, list[str]]:
    """Marks that name no rule of the catalogue, with the tests that have them."""
    return {rule: tests for rule, tests in proofs(rulebook).items() if rule not in rulebook.rules}


def claims_completeness(rulebook: Rulebook[Any]) -> bool:
    """True if the rulebook says of itself (`complete = true` in `about.toml`) that every rule is built and proved."""
    return bool(rulebook.about.get("complete", False))


def checkout(folder: Path) -> Path | None:
    """The root of the source checkout in which a rulebook's folder lies, None for an installed package."""
    for root in folder.resolve().parents:
        if root.name in ("site-packages", "dist-packages"):
            break
        if (root / "tests").is_dir() and (root / "pyproject.toml").is_file():
            return root
    return None


@cache
def scan(root: Path) -> dict[str, Proofs]:
    """Every rule mark below `root`/tests: {rulebook: {rule: [tests]}}, tests named like `tests/a/test_b.py::test_c`."""
    found: dict[str, Proofs] = {}
    for path in sorted((root / "tests").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "rule(" not in source:
            continue
        name = path.relative_to(root).as_posix()
        for mark, test in marks(ast.parse(source)):
            rulebook, _, rule = mark.partition(":")
            tests = found.setdefault(rulebook, {}).setdefault(rule, [])
            if f"{name}::{test}" not in tests:
                tests.append(f"{name}::{test}")
    return found


def marks(tree: ast.Module) -> list[tuple[str, str]]:
    """Every mark of a module as (rule, test).

    Marks stand on a test, on a class, on parameters, on the module, or in a table that a test's decorator names.

    >>> marks(ast.parse('''
    ... @pytest.mark.rule("stacks:guard.replace", "stacks:guard.limit")
    ... def test_guard(): ...
    ... '''))
    [('stacks:guard.replace', 'test_guard'), ('stacks:guard.limit', 'test_guard')]
    """
    tables: dict[str, list[str]] = {}
    whole: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    rules = _rules_in(node.value)
                    if target.id == "pytestmark":
                        whole += rules
                    elif rules:
                        tables[target.id] = rules
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            rules = _rules_in(node.value)
            if rules:
                tables[node.target.id] = rules
    found: list[tuple[str, str]] = []
    _collect(tree.body, "", whole, tables, found)
    return found


def _collect(
    body: list[ast.stmt],
    prefix: str,
    above: list[str],
    tables: dict[str, list[str]],
    found: list[tuple[str, str]],
) -> None:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        rules = list(above)
        for decorator in node.decorator_list:
            rules += _rules_in(decorator)
            for inner in ast.walk(decorator):
                if isinstance(inner, ast.Name):
                    rules += tables.get(inner.id, [])
        if isinstance(node, ast.ClassDef):
            if node.name.startswith("Test"):
                _collect(node.body, f"{prefix}{node.name}::", rules, tables, found)
        elif node.name.startswith("test"):
            found += [(rule, prefix + node.name) for rule in dict.fromkeys(rules)]


def _rules_in(node: ast.expr) -> list[str]:
    """The rule ids in every `….mark.rule("…")` below a node."""
    found = []
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
            owner = call.func.value
            if isinstance(owner, ast.Attribute) and owner.attr == "mark":
                found += [
                    a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                ]
    return found


def index(root: Path, rulebook: str) -> str:
    """The contents of `proofs.json` of an installed rulebook."""
    return json.dumps(scan(root).get(rulebook, {}), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main(words: list[str]) -> int:
    """Print the index of a rulebook's proofs: `ROOT RULEBOOK`."""
    if len(words) != 2:
        sys.stderr.write("python -m banneret.lab.proofs ROOT RULEBOOK\n")
        return 2
    sys.stdout.write(index(Path(words[0]), words[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
