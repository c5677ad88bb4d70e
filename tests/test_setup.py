"""The set-up of `dev.py`: what it does for the table and for everything, what it leaves alone, and what is seen of it."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """dev.py as a module, with an environment of its own in which nothing is done yet; the browser client is built."""
    monkeypatch.setenv("BANNERET_VENV", str(tmp_path / "venv"))
    monkeypatch.setenv("BANNERET_CLIENT", "0")
    monkeypatch.syspath_prepend(ROOT)
    spec = importlib.util.spec_from_file_location("dev_of_a_test", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "LIVE", False)
    monkeypatch.setattr(module, "browser", module.chromium, raising=False)
    monkeypatch.setattr(module, "chromium", list)
    monkeypatch.setattr(module.build_client, "good_node", lambda: Path("node"))
    monkeypatch.setattr(module, "works", lambda *command: True)
    module.PYTHON.parent.mkdir(parents=True)
    module.PYTHON.touch()
    (module.VENV / "pyvenv.cfg").touch()
    module.reach({"environment": module.this_python()})
    return module


def do(dev: Any, everything: bool) -> list[str]:
    """The names of the steps that are to be done; they count as done then."""
    steps = dev.plan(everything)
    for step in steps:
        dev.reach(step.reaches)
    return [step.what for step in steps]


def test_the_table_needs_no_test_tools_and_no_browser(dev: Any) -> None:
    assert do(dev, everything=False) == ["the packages of requirements.lock"]
    assert do(dev, everything=False) == []


def test_everything_else_is_added_to_the_table(dev: Any) -> None:
    do(dev, everything=False)
    rest = ["the packages of requirements-dev.lock", "banneret itself", "examples/fenlight"]
    assert do(dev, everything=True) == rest
    assert do(dev, everything=True) == []


def test_everything_holds_the_table(dev: Any) -> None:
    do(dev, everything=True)
    assert do(dev, everything=False) == []


def test_only_what_changed_is_done_again(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    do(dev, everything=True)
    dev.reach({"examples/fenlight": "as it was"})
    assert do(dev, everything=False) == []
    assert do(dev, everything=True) == ["examples/fenlight"]
    dev.reach({"requirements.lock": "as it was"})
    assert do(dev, everything=False) == ["the packages of requirements.lock"]
    assert do(dev, everything=True) == []
    monkeypatch.setattr(dev.build_client, "is_stale", lambda root, tools: True)
    assert do(dev, everything=False) == ["the browser client"]
    monkeypatch.setattr(dev.build_client, "good_node", lambda: None)
    assert do(dev, everything=False) == ["Node, for the browser client", "the browser client"]
    assert do(dev, everything=True) == ["the browser client"]


def test_the_tests_need_node_also_where_the_client_is_built(
    dev: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev.build_client, "good_node", lambda: None)
    assert "Node, for the browser client" not in do(dev, everything=False)
    assert "Node, for the browser client" in do(dev, everything=True)
    assert do(dev, everything=True) == []


def test_an_environment_of_another_python_is_replaced(dev: Any) -> None:
    do(dev, everything=False)
    dev.reach({"environment": "2.7"})
    names = [step.what for step in dev.plan(everything=False)]
    assert names[-2:] == ["an environment", "the packages of requirements.lock"]
    assert not dev.VENV.exists()


def test_a_folder_that_is_no_environment_is_left_alone(dev: Any) -> None:
    (dev.VENV / "pyvenv.cfg").unlink()
    dev.STAMPS.unlink()
    dev.PYTHON.unlink()
    (dev.VENV / "letters.txt").write_text("dear aunt")
    with pytest.raises(dev.Missing, match="is no Python environment"):
        dev.plan(everything=False)
    assert (dev.VENV / "letters.txt").exists()


def test_each_step_is_announced_and_closed_with_its_time(
    dev: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    dev.perform(
        dev.Step("a thing", [sys.executable, "-c", "print('done')"], {"thing": "new"}), "1 of 2  a thing"
    )
    begun, ended = capsys.readouterr().err.splitlines()
    assert begun == "1 of 2  a thing ..."
    assert re.fullmatch(r"1 of 2  a thing \.\.\. [\d.]+ s", ended)
    assert dev.reached()["thing"] == "new"


def test_a_long_step_says_how_far_it_is(
    dev: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "SELDOM", 0.0)
    says = "print('Collecting axe==1'); print('  Downloading axe'); print('Collecting bow==2')"
    dev.perform(dev.Step("things", [sys.executable, "-c", says], packages=3), "1 of 1  things")
    last = capsys.readouterr().err.splitlines()[-2]
    assert re.fullmatch(r" +\d+ s  2 of 3 packages", last)


def test_packages_are_counted_while_they_are_unpacked(
    dev: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "SELDOM", 0.0)
    counts = iter([7, 7, 8])
    monkeypatch.setattr(dev, "unpacked", lambda: next(counts, 9))
    says = "print('Installing collected packages: axe, bow'); print('on'); print('on')"
    dev.perform(dev.Step("things", [sys.executable, "-c", says], packages=2), "1 of 1  things")
    assert "2 of 2 packages unpacked" in capsys.readouterr().err.splitlines()[-2]


@pytest.mark.parametrize(
    ("words", "means"),
    [
        ([], ["table"]),
        (["--port", "8800"], ["table", "--port", "8800"]),
        (["table", "--no-browser"], ["table", "--no-browser"]),
        (["scenarios", "stacks"], ["scenarios", "stacks"]),
        (["--help"], ["--help"]),
    ],
)
def test_options_without_a_command_are_those_of_the_table(
    dev: Any, words: list[str], means: list[str]
) -> None:
    assert dev.of_command(words) == means


def test_setup_with_a_wrong_word_does_nothing(dev: Any, capsys: pytest.CaptureFixture[str]) -> None:
    before = dev.reached()
    assert dev.main(["setup", "--tabel"]) == 2
    assert "--table" in capsys.readouterr().err
    assert dev.reached() == before


def test_a_step_that_fails_says_why_in_one_line_and_keeps_its_output(
    dev: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    fails = "import sys; print('much to read'); sys.exit('ERROR: no room on the disk')"
    step = dev.Step("a thing", [sys.executable, "-c", fails], {"thing": "new"})
    with pytest.raises(
        dev.Missing, match=r"could not get a thing: ERROR: no room on the disk \(whole output: "
    ):
        dev.perform(step, "1 of 1  a thing")
    assert "much to read" in dev.LOG.read_text(encoding="utf-8")
    assert "thing" not in dev.reached()
    step.optional = True
    dev.perform(step, "1 of 1  a thing")
    assert "no room on the disk" in capsys.readouterr().err


def test_the_shell_of_chromium_is_fetched_where_it_can_be(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    at_hand: set[str] = set()
    monkeypatch.setattr(dev.shutil, "which", lambda name: name if name in at_hand else None)
    monkeypatch.setattr(dev, "apt", lambda: False)
    assert dev.browser() == []
    monkeypatch.setattr(dev, "apt", lambda: True)
    fetching = dev.browser()[-1]
    assert re.search(r"chromium-headless-shell .*\|\| .* chromium ", fetching.command[-1])
    assert not fetching.optional
    at_hand.add("chromium")
    assert all(step.optional for step in dev.browser()), "there is a browser already"
    do(dev, everything=True)
    assert dev.browser() == [], "it is tried for once"
    at_hand.add(dev.SHELL)
    assert dev.browser() == []
