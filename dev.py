#!/usr/bin/env python3
"""Sets Banneret up in `.venv` and runs things there. Needs Python 3.11 and a network, nothing else.

There are two tiers. The table needs the packages of requirements.lock and the browser client; everything else needs those of
requirements-dev.lock too (the same versions and more), the project itself installed, the examples and a browser.
"""

import sys

COMMANDS = """\
usage: python3 dev.py COMMAND [WORDS...]

  run [WORDS]       the table in the browser (WORDS: any other `banneret` command)
  test [WORDS]      every test (WORDS go to pytest)
  test --quick      every test that needs no browser, no server process and no long battle
  setup [--table]   prepare .venv and stop; with --table only what `run` needs

  lint              ruff, the floors (import-linter), and the pictures of the rooms
  format            let ruff rewrite what it can
  types             mypy, strict
  docs [WORDS]      build the docs, warnings are errors (`docs serve` to read along)
  bench [WORDS]     the benchmarks
  house [--check]   draw docs/house.svg and docs/rooms.svg, the rooms and their arrows, from the imports
  wire              write client/src/wire.ts, the client's types, from the messages of the service
  coverage [WORDS]  every test, with the lines that none of them reaches
  lock              write requirements-dev.lock and requirements.lock from pyproject.toml (needs uv)

Each sets up first, which takes no time when nothing changed: with uv if it is on PATH, with pip if not.
`run` sets up the table alone; the others add the test tools and whatever else they need.
BANNERET_VENV names another folder than .venv."""

if sys.version_info < (3, 11):
    sys.exit(
        "dev.py: Banneret needs Python 3.11 or newer, and this is %d.%d (%s)"
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )

import hashlib
import importlib.util
import json
import os
import queue
import re
import shlex
import shutil
import subprocess
import sysconfig
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.append(str(ROOT))  # for Pythons that are told not to look beside the script

import build_client

VENV = Path(os.environ.get("BANNERET_VENV") or ROOT / ".venv").absolute()
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
TABLE_LOCK = ROOT / "requirements.lock"
LOCK = ROOT / "requirements-dev.lock"
STAMPS = VENV / "banneret-setup.json"
LOG = VENV / "banneret-setup.log"

# How pip, uv and apt-get say that they reached nobody.
OFFLINE = (
    "NewConnectionError",
    "ConnectTimeoutError",
    "dns error",
    "tcp connect error",
    "name resolution",
    "Could not resolve",
)


class Missing(Exception):
    """Something cannot be had; the message says what, in one line."""


# -- setting up --------------------------------------------------------------------------------------


@dataclass
class Step:
    """A step of the set-up. It is done again when the states that it reaches are not those that were reached."""

    what: str
    command: "list[str]"
    reaches: "dict[str, str]" = field(default_factory=dict)
    settings: "dict[str, str]" = field(default_factory=dict)  # of the environment it runs in
    packages: int = 0  # how many it installs, where that is known
    optional: bool = False  # if it fails, the set-up goes on
    ahead: bool = False  # it needs none of the others, and runs beside them


def setup(everything: bool) -> None:
    """Do what is still to be done: for the table alone, or for everything."""
    steps = plan(everything)
    if steps:
        started = time.monotonic()
        say(f"setting up {shown(VENV)} with {'uv' if shutil.which('uv') else 'pip'}")
        VENV.mkdir(parents=True, exist_ok=True)
        beside = {step.what: Program(step) for step in steps if step.ahead and len(steps) > 1}
        try:
            for number, step in enumerate(steps, 1):
                title = f"{number} of {len(steps)}  {step.what}"
                if step.what in beside:
                    title += " (beside the others)"
                perform(step, title, beside.get(step.what))
        finally:
            for program in beside.values():
                program.end()
        say(f"ready after {duration(time.monotonic() - started)}")
    link_source()


def plan(everything: bool) -> "list[Step]":
    """The steps that are still to be done."""
    uv = shutil.which("uv")
    first = [] if PYTHON.exists() and reached().get("environment") == this_python() else make_venv(uv)
    steps = remaining(uv, everything)
    if steps and not first and not uv and not works(PYTHON, "-m", "pip", "--version"):
        first = make_venv(uv)
        steps = remaining(uv, everything)
    return [*first, *steps]


def remaining(uv: "str | None", everything: bool) -> "list[Step]":
    """The steps that are still to be done in the environment."""
    done = reached()
    steps = [locked(uv, everything)]
    if everything:
        steps += [*projects(uv), *chromium()]
    stale = build_client.is_stale(ROOT, everything)
    at_hand = (stale or everything) and build_client.good_node() is not None
    if (stale or everything) and not at_hand:  # the client's own tests run in Node too
        command = [*pip(uv), "--no-deps", build_client.NODE]
        steps.append(Step("Node, for the browser client", command, {"node": build_client.NODE}, PIP))
    if stale:
        build = [sys.executable if at_hand else str(PYTHON), str(ROOT / "build_client.py")]
        build += [f"--{build_client.TOOLS}"] if everything else []
        steps.append(Step("the browser client", build, optional=True, ahead=at_hand))
    return [step for step in steps if not step.reaches or not step.reaches.items() <= done.items()]


# Most modules are never imported, and pip takes its time over compiling all of them. The client has a step of its own.
PIP = {"PIP_NO_COMPILE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "BANNERET_CLIENT": "0"}


def pip(uv: "str | None") -> "list[str]":
    """The command that installs into the environment."""
    return [uv, "pip", "install", "--python", str(PYTHON)] if uv else [str(PYTHON), "-m", "pip", "install"]


def locked(uv: "str | None", everything: bool) -> Step:
    """The packages of a lock file. That of everything holds those of the table too, in the same versions."""
    lock = LOCK if everything else TABLE_LOCK
    command = [*pip(uv), "--no-deps", "--require-hashes", "-r", str(lock)]
    reaches = {path.name: state(path) for path in {TABLE_LOCK, lock}}
    packages = len(re.findall(r"^\S+==", lock.read_text(encoding="utf-8"), re.MULTILINE))
    return Step(f"the packages of {lock.name}", command, reaches, PIP, packages)


def projects(uv: "str | None") -> "list[Step]":
    """Banneret itself and the packages of the examples: installed like any package, so that the tests meet them as users do."""
    steps = []
    for folder in (ROOT, *sorted(path.parent for path in ROOT.glob("examples/*/pyproject.toml"))):
        command = [*pip(uv), "--no-deps", "--no-build-isolation", "-e", str(folder)]
        sources = [folder / "pyproject.toml", *([ROOT / "hatch_build.py"] if folder == ROOT else [])]
        what = "banneret itself" if folder == ROOT else folder.relative_to(ROOT).as_posix()
        steps.append(Step(what, command, {what: f"{folder} {state(*sources)}"}, PIP))
    return steps


SHELL = "chromium-headless-shell"  # Chromium without windows: a page takes a third less of the processor


def chromium() -> "list[Step]":
    """The tests in a browser need one: root may fetch Debian's, elsewhere they say what is missing.

    Beside a Chromium that is at hand its quicker shell is tried for once, when the environment is new.
    """
    new = LOCK.name not in reached()
    found = any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    if shutil.which(SHELL) or "chromium" in reached() or (found and not (new and apt())):
        return []
    if not apt():
        if new:
            say("no Chromium here: the tests in a browser will be skipped")
        return []
    steps = debian({"chromium": "fetched"}, SHELL, "fonts-dejavu-core")
    for step in steps:
        step.optional = found
    if not found:  # not every system has a package of the shell
        first, other = steps[-1].command, debian({}, "chromium", "fonts-dejavu-core")[-1].command
        steps[-1].command = ["sh", "-c", f"{shlex.join(first)} || {shlex.join(other)}"]
    return steps


def apt() -> bool:
    """True if packages of Debian can be fetched here."""
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def debian(reaches: "dict[str, str]", *packages: str) -> "list[Step]":
    """Packages of Debian."""
    settings = {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-qy", "--no-install-recommends", *packages]
    return [
        Step("the list of Debian packages", ["apt-get", "update", "-q"], {}, settings),
        Step(packages[0], install, reaches, settings),
    ]


def make_venv(uv: "str | None") -> "list[Step]":
    """An environment of this very Python; one of another Python or place, or one that does not start, is replaced."""
    same = f"import sys; sys.exit(sys.version != {sys.version!r})"
    if (
        PYTHON.exists()
        and not STAMPS.exists()
        and works(PYTHON, "-c", same)
        and (uv or works(PYTHON, "-m", "pip", "--version"))
    ):
        reach({"environment": this_python()})
        return []
    if VENV.exists():
        if not (VENV / "pyvenv.cfg").exists() and {path.name for path in VENV.iterdir()} - {
            LOG.name,
            STAMPS.name,
        }:
            raise Missing(
                f"{shown(VENV)} exists and is no Python environment; move it away or set BANNERET_VENV"
            )
        shutil.rmtree(VENV)
    reaches = {"environment": this_python()}
    if uv:
        command = [uv, "venv", "--allow-existing", "--python", sys.executable, str(VENV)]
        return [Step("an environment", command, reaches)]
    steps = []
    if importlib.util.find_spec("ensurepip") is None:  # Debian ships Python without
        package = "python%d.%d-venv" % sys.version_info[:2]
        if not apt():
            raise Missing(f"this Python cannot make environments: install {package} (Debian, Ubuntu), or uv")
        steps = debian({}, package)
    return [*steps, Step("an environment", [sys.executable, "-m", "venv", str(VENV)], reaches)]


def link_source() -> None:
    """Let the environment find the package in src/. The table needs no more; installing it needs build tools."""
    link = site_packages() / "_banneret_checkout.pth"
    source = f"{ROOT / 'src'}\n"
    if not link.exists() or link.read_text() != source:
        link.write_text(source)


def site_packages() -> Path:
    """The folder of the environment's packages."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)}))


def unpacked() -> int:
    """The number of packages that are in the environment."""
    return len(list(site_packages().glob("*.dist-info")))


# -- what was reached --------------------------------------------------------------------------------


def this_python() -> str:
    """The state of an environment: of which Python, and where. It cannot be moved."""
    return f"{sys.version} {VENV}"


def state(*paths: Path) -> str:
    """The state of files."""
    digest = hashlib.sha256()
    for path in paths:
        if not path.exists():
            raise Missing(f"{shown(path)} is missing from this checkout")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def reached() -> "dict[str, str]":
    """The states that the steps of the set-up have reached in the environment."""
    try:
        found = json.loads(STAMPS.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def reach(states: "dict[str, str]") -> None:
    """Write down states that were reached."""
    if states:
        STAMPS.write_text(json.dumps({**reached(), **states}, indent=1) + "\n", encoding="utf-8")


# -- a step, and what is seen of it ------------------------------------------------------------------


LIVE = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
SELDOM = 10.0  # seconds between two lines of a step where the output is no terminal


class Program:
    """The program of a step, started and listened to."""

    def __init__(self, step: Step) -> None:
        self.began = time.monotonic()
        self.ended = 0.0
        self.running = subprocess.Popen(
            step.command,
            cwd=ROOT,
            env={**os.environ, **step.settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.waiting: "queue.Queue[str | None]" = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Keep the lines as they come."""
        with self.running:
            for line in self.running.stdout or ():
                self.waiting.put(line.decode(errors="replace").strip())
        self.ended = time.monotonic()
        self.waiting.put(None)

    def lines(self) -> "Iterator[str]":
        """The lines, and an empty one whenever none came for half a second."""
        while True:
            try:
                line = self.waiting.get(timeout=0.5)
            except queue.Empty:
                line = ""
            if line is None:
                return
            yield line

    def end(self) -> None:
        """End it if it still runs."""
        if self.running.poll() is None:
            self.running.terminate()


def perform(step: Step, title: str, program: "Program | None" = None) -> None:
    """Run a step; when it fails, say so in one line and keep its output in a file."""
    say(f"{title} ...", stay=True)
    program = program or Program(step)
    told = time.monotonic()
    output: "list[str]" = []
    counted: "set[str]" = set()
    news = ""
    unpacking, before = 0, 0
    for line in program.lines():
        if line:
            output.append(line)
            news = progress(line, step.packages, counted) or news
            if line.startswith("Installing collected packages"):  # pip says nothing more until all are there
                unpacking, before = line.count(",") + 1, unpacked()
        if unpacking > 1:
            news = f"{max(unpacked() - before, 0)} of {unpacking} packages unpacked"
        now = time.monotonic()
        if LIVE:
            say(f"{title} ... {now - program.began:.0f} s  {news}", stay=True)
        elif now - told >= SELDOM:
            say(f"        {now - program.began:.0f} s  {news}".rstrip())
            told = now
    failed = program.running.returncode != 0
    spent = duration(program.ended - program.began)
    text = "\n".join(output)
    with LOG.open("a", encoding="utf-8") as log:
        log.write("$ " + " ".join(step.command) + "\n" + text + "\n\n")
    if not failed:
        say(f"{title} ... {spent}")
        reach(step.reaches)
    elif step.optional:
        say(f"{title} ... failed after {spent}: {reason(text)}")
    else:
        say(f"{title} ... failed after {spent}")
        raise Missing(f"could not get {step.what}: {reason(text)} (whole output: {shown(LOG)})")


def progress(line: str, packages: int, counted: "set[str]") -> str:
    """A line of a program as news of its progress: pip's are counted where the number of packages is known."""
    word, _, rest = line.partition(" ")
    if not packages or word in ("Resolved", "Prepared", "Installed"):  # uv's
        return line
    if word in ("Collecting", "Ignoring") or line.startswith("Requirement already satisfied"):
        counted.add(rest)
        return f"{len(counted)} of {packages} packages"
    return ""


def say(text: str, stay: bool = False) -> None:
    """A line of the set-up. In a terminal the line of a running step stays open, to be written over."""
    if not LIVE:
        print(text, file=sys.stderr, flush=True)
        return
    width = shutil.get_terminal_size().columns - 1
    print("\r" + text[:width].ljust(width), end="" if stay else "\n", file=sys.stderr, flush=True)


def duration(spent: float) -> str:
    """A time in seconds, as text."""
    return f"{spent:.0f} s" if spent >= 10 else f"{spent:.1f} s"


def reason(output: str) -> str:
    """The line of a failed program's output that says most."""
    if any(words in output for words in OFFLINE):
        return "no network, or the server does not answer"
    lines = [line.strip(" ×│├╰─▶\t") for line in output.splitlines()]
    lines = [
        line for line in lines if line and not line.startswith(("[notice]", "WARNING", "hint:", "note:"))
    ]
    errors = [line for line in lines if line.lower().startswith(("error:", "e:", "fatal", "caused by"))]
    return (errors or lines or ["it failed without a word"])[-1][:300]


def works(*command: "str | Path") -> bool:
    """True if a command ends well."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0
    except OSError:
        return False


def shown(path: Path) -> str:
    """A path as a person would type it from here."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def keep_bytecode() -> None:
    """Let whatever runs here keep its bytecode in the environment, so that nothing is compiled at each start.

    Where none is kept, collecting the tests takes three times as long.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "bytecode"))


# -- commands ----------------------------------------------------------------------------------------


def each(*commands: "list[str]") -> int:
    """Run commands of the environment one after another from the project root; the first failure's code.

    Of several the last lines say which failed: what came after them may have scrolled their words away.
    """
    codes = [subprocess.run([str(BIN / name), *words], cwd=ROOT).returncode for name, *words in commands]
    for command, code in zip(commands, codes, strict=True):
        if code and len(commands) > 1:
            print("dev.py: failed:", *command, file=sys.stderr)
    return next((code for code in codes if code), 0)


def of_command(words: "list[str]") -> "list[str]":
    """The words for `banneret`, those of its table where no command is named."""
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        return ["table", *words]
    return words


def run(words: "list[str]") -> int:
    """The main job: `banneret` itself, in the working directory of the person.

    Without words it opens the table in the browser; options without a command are the table's, such as `--port 8800`.
    """
    command = [str(PYTHON), "-m", "banneret", *of_command(words)]
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(command[0], command)  # so that the terminal and its signals are the battle's alone
    return subprocess.run(command).returncode


CORES = os.cpu_count() or 1
# One process more than there are cores, at most four: while one waits for a browser or a server, another works. Quick tests wait for nothing.
SIDE_BY_SIDE = ["-n", str(min(CORES + 1, 4)), "--dist", "worksteal"]
QUICK_SIDE_BY_SIDE = ["-n", str(min(CORES, 4)), "--dist", "worksteal"]
QUICK = ["-m", "not browser and not server and not long"]  # the marks: tests/conftest.py


def test(words: "list[str]") -> int:
    """Every test, side by side on a few cores; what is said after `test` goes to pytest as it stands.

    `--quick` leaves out what needs a browser, a server process or much time.
    """
    quick = "--quick" in words
    words = [word for word in words if word != "--quick"]
    words = words or (QUICK_SIDE_BY_SIDE if quick else SIDE_BY_SIDE)
    return each(["python", "-m", "pytest", *words, *(QUICK if quick else [])])


def lint(words: "list[str]") -> int:
    """Style, format, floors, and that the pictures of the rooms are as the imports are."""
    return each(
        ["ruff", "check", *words],
        ["ruff", "format", "--check"],
        ["lint-imports", "--no-logo", "--no-cache"],
        ["python", "docs/house.py", "--check"],
    )


def rewrite(words: "list[str]") -> int:
    """Let ruff rewrite."""
    return each(["ruff", "check", "--fix", *words], ["ruff", "format", *words])


def types(words: "list[str]") -> int:
    """Strict types."""
    return each(["mypy", *words])


def docs(words: "list[str]") -> int:
    """Build or serve the documentation."""
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # the theme's notice of its successor
    return each(["mkdocs", *(words or ["build"]), "--strict"])


def bench(words: "list[str]") -> int:
    """The benchmarks."""
    if not (ROOT / "bench" / "__main__.py").exists():
        raise Missing("there is no bench/__main__.py to run")
    return each(["python", "-m", "bench", *words])


def wire(words: "list[str]") -> int:
    """Write the client's types from the structs that go over the wire."""
    return each(["python", "-m", "banneret.service.typescript", "client/src/wire.ts", *words])


def house(words: "list[str]") -> int:
    """Draw the structure from the imports."""
    return each(["python", "docs/house.py", *words])


def coverage(words: "list[str]") -> int:
    """Every test, counted line by line."""
    return each(["coverage", "run", "-m", "pytest", *words], ["coverage", "report", "--skip-covered", "-m"])


def lock(words: "list[str]") -> int:
    """Write both lock files, the same versions in both. They carry hashes and name no host, so that any mirror will do."""
    uv = shutil.which("uv")
    if not uv:
        raise Missing("writing the lock file needs uv on PATH (pip install uv)")
    compiling = [uv, "pip", "compile", "-q", "--python", sys.executable]
    compiling += ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "pyproject.toml"]
    everything = [*compiling, "--extra", "dev", "-o", LOCK.name, *words]
    table = [*compiling, "-c", LOCK.name, "-o", TABLE_LOCK.name]
    for command in (everything, table):
        code = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL).returncode
        if code:
            return code
    return 0


def ready(words: "list[str]") -> int:
    """Nothing beyond the set-up, which is done. Words: `--table`, or none."""
    print(f"{shown(VENV)} is ready")
    return 0


DOES = {
    "run": run,
    "test": test,
    "setup": ready,
    "lint": lint,
    "format": rewrite,
    "types": types,
    "docs": docs,
    "bench": bench,
    "wire": wire,
    "house": house,
    "coverage": coverage,
    "lock": lock,
}


def main(words: "list[str]") -> int:
    """Do what the words say."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(COMMANDS)
        return 0
    if words[0] not in DOES:
        print(f"dev.py: no command {words[0]!r}; there are: {', '.join(DOES)}", file=sys.stderr)
        return 2
    if words[0] == "setup" and words[1:] not in ([], ["--table"]):
        print("dev.py: setup takes no further words but --table", file=sys.stderr)
        return 2
    try:
        if words[0] != "lock":
            setup(everything=words[0] != "run" and words != ["setup", "--table"])
            keep_bytecode()
        return DOES[words[0]](words[1:])
    except (Missing, OSError) as error:
        print(f"dev.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
