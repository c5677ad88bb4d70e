"""The project's own files: what is promised of the checkout rather than of the code."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import banneret

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
TABLE_LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")

# Put together here so that this file does not name one itself.
REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs"),
        ("npmjs", "org"),
        ("registry", "yarnpkg"),
        ("jsr", "io"),
        ("conda", "anaconda", "org"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
    )
]

LEFT_OUT = ("browser", "server", "long")  # of the quick run; tests/conftest.py puts the marks

# A dependency is used where this stands in a file of the project; by default its own name as a word.
TRACES = {
    "editables": r"\[\"?-e\b|\"-e\"",  # hatchling needs it for `pip install -e`
    "import-linter": r"lint-imports",
    "mkdocs-material": r"name: material",
    "mypy-extensions": r"mypy_extensions",
    "httpx2": r"TestClient",
    "uvloop": r"uvloop",  # uvicorn takes it by itself
    "pytest-xdist": r"\"--dist\", \"worksteal\"",
    "pytest-rerunfailures": r"flaky\(reruns",
}


@cache
def texts() -> dict[str, str]:
    """Every text file of the checkout that is, or is about to be, committed."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    found = {}
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        data = path.read_bytes() if path.is_file() else b"\0"
        if b"\0" not in data:
            found[name] = data.decode("utf-8", errors="replace")
    return found


def dependencies() -> list[str]:
    """The names of all direct dependencies, of the runtime and of the extras."""
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [*PROJECT["project"]["dependencies"], *(entry for extra in extras for entry in extra)]
    return [re.match(r"[\w.-]+", entry)[0] for entry in wanted]  # type: ignore[index]


def test_version_is_the_same_everywhere() -> None:
    assert banneret.__version__ == PROJECT["project"]["version"]


def test_no_file_names_a_package_registry() -> None:
    named = [(name, host) for name, text in texts().items() for host in REGISTRY_HOSTS if host in text]
    assert named == []


def test_no_file_holds_both_sides_of_a_merge() -> None:
    marked = [name for name, text in texts().items() if re.search(r"^(<{7}|>{7}) \S", text, re.MULTILINE)]
    assert marked == []


def test_uv_lock_is_never_committed() -> None:
    assert "uv.lock" not in texts()


@pytest.mark.parametrize("lock", [LOCK, TABLE_LOCK], ids=["everything", "table"])
def test_lock_pins_every_package_with_hashes_and_names_no_address(lock: str) -> None:
    entries = re.split(r"\n(?=\S)", lock.strip())
    assert len(entries) > 10
    for entry in entries:
        first = entry.partition("\n")[0]
        assert re.match(r"[a-z0-9][a-z0-9-]*==[^\s;]+( ;.*)? \\$", first), first
        assert re.search(r"\n    --hash=sha256:[0-9a-f]{64}", entry), first
    assert "://" not in lock


def systems() -> list[dict[str, str]]:
    """The systems and Pythons that a lock file is for, as markers name them."""
    return [
        {
            **{name: str(value) for name, value in default_environment().items()},
            "os_name": os_name,
            "sys_platform": platform,
            "platform_system": system,
            "python_version": version,
            "python_full_version": f"{version}.9",
            "platform_python_implementation": python,
            "implementation_name": python.lower(),
        }
        for os_name, platform, system in (
            ("posix", "linux", "Linux"),
            ("posix", "darwin", "Darwin"),
            ("nt", "win32", "Windows"),
        )
        for version in ("3.11", "3.12", "3.13", "3.14")
        for python in ("CPython", "PyPy")
    ]


def closure(wanted: list[str]) -> set[str]:
    """The packages that requirements ask for on any system, and those that these ask for, by what is installed here."""
    found: dict[str, set[str]] = {}  # name: the extras it is asked for with
    ahead = [(entry, "") for entry in wanted]
    while ahead:
        entry, extra = ahead.pop()
        asked = Requirement(entry)
        if asked.marker and not any(asked.marker.evaluate({**one, "extra": extra}) for one in systems()):
            continue
        name = canonicalize_name(asked.name)
        try:
            needs = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # not for this system
            needs = []
        for new in ({""} | asked.extras) - found.get(name, set()):
            found.setdefault(name, set()).add(new)
            ahead += [(need, new) for need in needs]
    return set(found)


def test_the_lock_of_the_table_holds_what_running_needs_and_nothing_more() -> None:
    """`python3 dev.py run` installs no test tools: `python3 dev.py lock` writes both files, with the same versions."""
    table = re.findall(r"^(\S+)==(.*?) \\$", TABLE_LOCK, re.MULTILINE)
    assert {name for name, _ in table} == closure(PROJECT["project"]["dependencies"])
    assert set(table) <= set(re.findall(r"^(\S+)==(.*?) \\$", LOCK, re.MULTILINE))


@pytest.mark.parametrize("name", dependencies())
def test_every_dependency_is_locked(name: str) -> None:
    assert re.search(rf"^{re.escape(name.lower())}==", LOCK, re.MULTILINE)


@pytest.mark.parametrize("name", dependencies())
def test_every_dependency_is_used(name: str) -> None:
    trace = TRACES.get(name, rf"\b{re.escape(name)}\b")
    own = {
        "pyproject.toml",
        "requirements.lock",
        "requirements-dev.lock",
        "tests/test_project.py",
        "CHANGELOG.md",
    }
    used = any(re.search(trace, text) for file, text in texts().items() if file not in own)
    assert used, f"nothing uses {name}"


def test_runtime_dependencies_are_imported_by_the_package() -> None:
    source = "\n".join(text for name, text in texts().items() if re.fullmatch(r"src/banneret/.*\.py", name))
    for entry in PROJECT["project"]["dependencies"]:
        name = re.match(r"[\w.-]+", entry)[0].replace("-", "_")  # type: ignore[index]
        if name in ("uvloop", "websockets"):
            continue  # uvicorn imports them
        assert re.search(rf"^\s*(import|from) {name}\b", source, re.MULTILINE), f"nothing imports {name}"


def test_the_full_run_leaves_nothing_out_and_the_quick_one_just_what_is_marked() -> None:
    source = texts()["dev.py"]
    side_by_side = re.search(r"^SIDE_BY_SIDE = (.*)$", source, re.MULTILINE)
    quick = re.search(r"^QUICK = (\[.*?\])", source, re.MULTILINE)
    assert side_by_side
    assert quick
    choosing = ("-m", "-k", "--deselect", "--ignore", "--ignore-glob", "--lf")
    assert not set(choosing) & set(re.findall(r'"([^"]*)"', side_by_side[1]))
    assert not [
        word for word in PROJECT["tool"]["pytest"]["ini_options"]["addopts"] if word.startswith(choosing[2:])
    ]
    assert json.loads(quick[1]) == ["-m", " and ".join(f"not {mark}" for mark in LEFT_OUT)]


def test_import_of_the_package_is_light() -> None:
    heavy = "{'asyncio', 'hypothesis', 'multiprocessing', 'unittest'}"
    code = f"import sys, banneret; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def compiled_modules() -> list[str]:
    """The modules that the wheel compiles."""
    patterns = PROJECT["tool"]["banneret"]["mypyc"]["modules"]
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return [".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in paths]


@pytest.mark.skipif(
    "BANNERET_TESTS_INSTALLED" not in os.environ, reason="only on an installed wheel (.ci/run)"
)
def test_the_installed_package_is_tested_and_compiled() -> None:
    assert not Path(banneret.__file__).is_relative_to(ROOT)
    for name in compiled_modules():
        built = importlib.import_module(name).__file__
        assert built is not None
        assert not built.endswith(".py"), f"{name} is not compiled"


def of_file(path: Path, name: str) -> Any:
    """The module of a file that is no part of a package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_compiling_optimises_as_far_as_is_asked_and_a_little_of_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hook = of_file(ROOT / "hatch_build.py", "hook")
    monkeypatch.delenv("BANNERET_OPTIMISE", raising=False)
    assert hook.optimisation() == "1"
    monkeypatch.setenv("BANNERET_OPTIMISE", "0")
    assert hook.optimisation() == "0"
    monkeypatch.setenv("BANNERET_OPTIMISE", "fast")
    with pytest.raises(ValueError, match="it may be 0, 1, 2 or 3"):
        hook.optimisation()


def test_a_long_test_is_played_plain_or_compiled_and_a_short_one_both_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares = of_file(ROOT / "tests/conftest.py", "shares")

    def runs(path: str, *marks: str) -> set[str]:
        found = set()
        for run in ("plain", "compiled"):
            monkeypatch.setattr(shares, "SHARE", run)
            item = SimpleNamespace(path=ROOT / path, nodeid=path)
            item.get_closest_marker = lambda mark: mark if mark in marks else None
            found |= {run} if shares.is_ours(item) else set()
        return found

    both = {"plain", "compiled"}
    played = [runs(f"tests/kernel/test_{number}.py", "long") for number in range(400)]
    assert all(len(one) == 1 for one in played)
    assert 30 < played.count({"plain"}) < 70  # one in eight
    for path, *marks in (
        ["tests/kernel/test_1.py"],
        ["tests/kernel/test_1.py", "long", "skipif"],
        ["tests/cli/test_1.py", "long", "server"],
        ["tests/paper/test_1.py", "long"],
        ["src/banneret/kernel/dice.py", "long"],
    ):
        assert runs(path, *marks) == both


@pytest.mark.skipif("BANNERET_TESTS_INSTALLED" in os.environ, reason="an installed wheel is compiled")
def test_the_checkout_is_tested_uncompiled() -> None:
    for name in ["banneret", *compiled_modules()]:
        built = importlib.import_module(name).__file__
        assert built is not None
        assert Path(built).is_relative_to(ROOT / "src")
        assert built.endswith(".py")


def documentation_hooks() -> Any:
    """docs/hooks.py as a module."""
    return of_file(ROOT / "docs" / "hooks.py", "docs_hooks")


@pytest.mark.skipif(
    "BANNERET_TESTS_INSTALLED" in os.environ, reason="the reference is made from the checkout"
)
def test_every_public_module_has_its_place_in_the_reference() -> None:
    hooks = documentation_hooks()
    shown = set(re.findall(r"^::: ([\w.]+)$", "\n".join(hooks.reference_pages().values()), re.MULTILINE))
    shown |= set(re.findall(r"^::: ([\w.]+)$", texts()["docs/reference/index.md"], re.MULTILINE))
    paths = [name for name in texts() if re.fullmatch(r"src/banneret/.*\.py", name)]
    names = {hooks.module_name(ROOT / name) for name in paths}
    public = {name for name in names if not any(part.startswith("_") for part in name.split("."))}
    assert public - shown == set()


@pytest.mark.parametrize("page", ["docs/figures.md", "docs/figures-history.md"])
def test_every_command_of_the_figures_exists(page: str) -> None:
    text = texts()[page]
    modules = set(re.findall(r"python -m bench\.(\w+)", text)) | set(
        re.findall(r"python -m bench (\w+)", text)
    )
    assert modules
    assert [name for name in sorted(modules) if not (ROOT / "bench" / f"{name}.py").exists()] == []
    assert [name for name in re.findall(r"\btests/[\w/]+\.py", text) if not (ROOT / name).exists()] == []


def test_no_module_outgrows_its_topic() -> None:
    """A module has at most 600 lines, a component of the client 300: what is longer has two topics."""
    most = {".py": 600, ".svelte": 300}
    long = [
        f"{name}: {lines}"
        for name, text in texts().items()
        if name.startswith(("src/", "client/src/", "examples/"))
        and (lines := text.count("\n")) > most.get(Path(name).suffix, lines)
    ]
    assert long == []


def test_docstrings_begin_with_the_thing() -> None:
    """A docstring says what a thing is or does, not *What it is*: "True if ...", "The hexes that ..."."""
    opening = re.compile(r'"""\s*(What|Whether|Who|Whom|Whose|How|Where|Which|When|Why|That)\b.*')
    paths = [name for name in texts() if re.fullmatch(r"src/banneret/.*\.py", name)]
    assert [(name, found[0]) for name in paths for found in opening.finditer(texts()[name])] == []


RIDDLES = re.compile(
    r"\b(anew|hung up on|taken up again|in its stead|held against|errors? of ours|so many inches|wish(es)? to go back"
    r"|orders? in the making)\b",
    re.IGNORECASE,
)


def test_texts_use_the_words_of_the_glossary() -> None:
    """The table in CONTRIBUTING.md says what to write instead."""
    pages = re.compile(r"(src/banneret/.*\.py|bench/.*\.py|dev\.py|docs/.*\.md|README\.md|CHANGELOG\.md)")
    found = [
        (name, text[: match.start()].count("\n") + 1, match[0])
        for name, text in texts().items()
        if pages.fullmatch(name)
        for match in RIDDLES.finditer(text)
    ]
    assert found == []
