"""The build hook: builds the browser client, and compiles the modules of `[tool.banneret.mypyc]` with mypyc.

The client is built by build_client.py. Where npm fails an editable install goes on without the client and says so; a wheel is
not made. BANNERET_CLIENT=0 leaves it out.

With a C compiler at hand the wheel carries compiled modules beside their source; with none, or when
compiling fails, the wheel is pure Python and says so in one line while it is built. Editable installs and
source distributions are never compiled. BANNERET_COMPILE=0 switches compiling off, BANNERET_COMPILE=require
makes a failure fatal.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Hatchling reads this file from its path, which does not make its neighbours known.
sys.path.append(str(Path(__file__).resolve().parent))
from build_client import NODE, CannotBuild, build_client, good_node, is_stale

MYPYC = ["mypy[mypyc]>=2.4,<2.5"]


class CannotCompile(Exception):
    """There will be no compiled modules; the message says why."""


class BuildHook(BuildHookInterface[BuilderConfig]):
    """Builds the browser client, and adds compiled modules to a wheel."""

    def dependencies(self) -> list[str]:
        """What building needs: a Node if the client is stale and none is at hand; mypyc, and what the modules import."""
        root = Path(self.root)
        found = [NODE] if is_stale(root) and not good_node() else []
        if self.target_name != "wheel" or mode() == "0" or not listed(root):
            return found
        if mode() != "require" and not compiler():
            return found
        return [*found, *MYPYC, *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and note which tests prove which rule, before the wheel is packed."""
        root = Path(self.root)
        try:
            build_client(root)
        except CannotBuild as why:
            if version != "editable":
                self.app.abort(f"the browser client cannot be built: {why}")
            self.app.display_warning(f"banneret is installed without its browser client: {why}")
        if version == "editable" or self.target_name != "wheel":
            return
        self.scratch = tempfile.TemporaryDirectory(prefix="banneret-build-")
        build_data["force_include"].update(proofs(root, Path(self.scratch.name)))
        modules = listed(root)
        if mode() == "0":
            return
        if not modules:
            if mode() == "require":
                self.app.abort("BANNERET_COMPILE=require, but [tool.banneret.mypyc] lists no modules")
            return
        try:
            built = compile_modules(root, modules, Path(self.scratch.name))
        except CannotCompile as why:
            if mode() == "require":
                self.app.abort(f"BANNERET_COMPILE=require, but {why}")
            self.app.display_warning(
                f"banneret stays uncompiled, which is slower but otherwise the same: {why}"
            )
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(built)
        self.app.display_info(f"compiled {len(modules)} modules with mypyc")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear the scratch folder once the wheel is packed."""
        if scratch := getattr(self, "scratch", None):
            scratch.cleanup()


def proofs(root: Path, scratch: Path) -> dict[str, str]:
    """Write down for each rulebook which tests prove its rules, as the wheel brings no tests; {file: place in the wheel}."""
    spec = importlib.util.spec_from_file_location("proofs", root / "src/banneret/lab/proofs.py")
    if spec is None or spec.loader is None or not (root / "tests").is_dir():
        return {}
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = {}
    for catalogue in sorted((root / "src/banneret/rulebooks").glob("*/rules.toml")):
        name = catalogue.parent.name
        path = scratch / f"{name}-proofs.json"
        path.write_text(module.index(root, name), encoding="utf-8")
        written[str(path)] = f"banneret/rulebooks/{name}/proofs.json"
    return written


# -- compiled modules


def mode() -> str:
    """Whether to compile: `auto`, `0` or `require`."""
    chosen = os.environ.get("BANNERET_COMPILE") or "auto"
    if chosen not in ("auto", "0", "require"):
        raise ValueError(f"BANNERET_COMPILE is {chosen!r}; it may be 'auto', '0' or 'require'")
    return chosen


def listed(root: Path) -> list[str]:
    """The modules to compile, as sorted paths from the project root: those of the project's own list and of each rulebook's.

    Raises `FileNotFoundError` for an entry that matches no file.
    """
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    found: set[Path] = set()
    for pattern in settings["tool"]["banneret"]["mypyc"]["modules"]:
        found |= matches(root, pattern, "pyproject.toml, [tool.banneret.mypyc]")
    for about in sorted((root / "src/banneret/rulebooks").glob("*/about.toml")):
        book = about.parent
        for name in tomllib.loads(about.read_text(encoding="utf-8")).get("compile", []):
            pattern = f"{name}/**/[a-z]*.py" if (book / name).is_dir() else f"{name}.py"
            found |= matches(book, pattern, f"{about.relative_to(root).as_posix()}, compile")
    return sorted(path.relative_to(root).as_posix() for path in found)


def matches(folder: Path, pattern: str, where: str) -> set[Path]:
    """The files that an entry names. Raises `FileNotFoundError` if there are none."""
    found = set(folder.glob(pattern))
    if not found:
        raise FileNotFoundError(f"{where}: {pattern!r} matches no file")
    return found


def compiler() -> str | None:
    """The C compiler that Python's own build tools would call, if it is there."""
    if os.name == "nt":
        return (
            "msvc"  # setuptools looks for it in the registry; if it is not there, compiling fails and says so
        )
    return shutil.which(compile_command()[0])


def compile_command() -> list[str]:
    """The command that compiles C here: $CC, or else that of this Python."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def try_compiler(scratch: Path) -> None:
    """Compile a file that only includes Python's headers, so that a want of them is known before mypyc's minutes of work.

    Raises `CannotCompile`.
    """
    if compiler() is None:
        raise CannotCompile("there is no C compiler")
    if os.name == "nt":
        return
    (scratch / "probe.c").write_text("#include <Python.h>\n", encoding="utf-8")
    command = [*compile_command(), f"-I{sysconfig.get_path('include')}", "-c", "probe.c", "-o", "probe.o"]
    done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, errors="replace")
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"{command[0]} ends with {done.returncode}"]
        raise CannotCompile(next((line for line in lines if "error: " in line), lines[-1])[:200])


def compile_modules(root: Path, modules: list[str], scratch: Path) -> dict[str, str]:
    """Compile in a program of its own (mypyc ends its process on a type error); {built file: place in the wheel}."""
    try_compiler(scratch)
    command = [sys.executable, str(Path(__file__).resolve()), str(scratch), *modules]
    done = subprocess.run(
        command, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        output = (done.stdout + done.stderr).strip()
        if mode() == "require":
            sys.stderr.write(output + "\n")
        lines = output.splitlines() or ["mypyc failed without a word"]
        raise CannotCompile(next((line for line in lines if " error: " in line), lines[-1])[:200])
    out = scratch / "lib"
    return {str(path): path.relative_to(out).as_posix() for path in sorted(out.rglob("*")) if path.is_file()}


def optimisation() -> str:
    """How far the C compiler optimises: 0, 1, 2 or 3, of itself 1; more takes longer and brings nothing.

    The tests of .ci/run set BANNERET_OPTIMISE=0: the same C is compiled in half the time.
    """
    chosen = os.environ.get("BANNERET_OPTIMISE") or "1"
    if chosen not in ("0", "1", "2", "3"):
        raise ValueError(f"BANNERET_OPTIMISE is {chosen!r}; it may be 0, 1, 2 or 3")
    return chosen


def _side_by_side(command: Any) -> None:
    """Let a `build_ext` compile as many sources at a time as there are processors; of itself it goes one by one."""
    build_all = command.build_extensions

    def build() -> None:
        if os.name != "nt":
            _read_headers_once(command)
        compile_some = command.compiler.compile

        def compile_all(sources: list[str], **how: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = list(pool.map(lambda source: compile_some([source], **how), sources))
            return [path for paths in objects for path in paths]

        command.compiler.compile = compile_all
        build_all()

    command.build_extensions = build
    command.parallel = os.cpu_count()  # besides the library there is a small extension for each module


def _read_headers_once(command: Any) -> None:
    """Compile the headers ahead of the sources, for reading them is a fifth of the work: 2 MB for each module.

    The library has its own and Python's, the small extensions Python's. A compiler that cannot do so reads them each time.
    """
    for extension in command.extensions:
        if len(extension.sources) > 1:
            folder = Path(
                extension.include_dirs[1]
            )  # where mypyc has written the C; the first one is its own
            _compile_ahead(command, sorted(path.name for path in folder.glob("__native_*.h")), [extension])
    _compile_ahead(command, ["Python.h"], [one for one in command.extensions if len(one.sources) == 1])


def _compile_ahead(command: Any, headers: list[str], extensions: list[Any]) -> None:
    """Compile headers for extensions that are made with the same words, and let these begin with them."""
    if not extensions:
        return
    first = extensions[0]
    ahead = Path(command.build_temp).absolute() / f"{first.name}.h"
    ahead.parent.mkdir(parents=True, exist_ok=True)
    ahead.write_text("".join(f'#include "{name}"\n' for name in headers), encoding="utf-8")
    folders = [*first.include_dirs, *command.compiler.include_dirs]
    words = [*command.compiler.compiler_so, *(f"-I{folder}" for folder in folders), *first.extra_compile_args]
    words += ["-x", "c-header", str(ahead), "-o", f"{ahead}.gch"]
    if subprocess.run(words, capture_output=True).returncode == 0:
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-include", str(ahead)]


MORE_WORDS = (
    "-ffp-contract=off",  # geometry is the same on every machine only while no product is fused with a sum
    "-DNDEBUG",  # mypyc takes it away where nothing is optimised
    "-fvisibility=hidden",  # functions call one another straight, not by way of a table: an eighth of the time
)
"""Words for a compiler that is not Microsoft's, besides those of mypyc."""


def build_extensions(scratch: Path, modules: list[str]) -> None:
    """What the program does: mypyc writes C, setuptools has it compiled into `scratch`/lib.

    A C file for each module: all in one take three times as long, and the outcome is no faster.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    extensions = mypycify(
        ["--cache-dir", str(scratch / "cache"), *modules],
        opt_level=optimisation(),
        debug_level="0",
        target_dir=str(scratch / "c"),
        group_name="banneret",
        multi_file=True,
    )
    if os.name != "nt":
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *MORE_WORDS]
    command = build_ext(
        Distribution({"name": "banneret", "package_dir": {"": "src"}, "ext_modules": extensions})
    )
    command.build_lib = str(scratch / "lib")
    command.build_temp = str(scratch / "temp")
    command.ensure_finalized()
    _side_by_side(command)
    command.run()


if __name__ == "__main__":
    build_extensions(Path(sys.argv[1]), sys.argv[2:])
