"""The build writes the pictures that looks name from the icon set, and no more often than it has to."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    """build_client.py, as a module."""
    spec = importlib.util.spec_from_file_location("build_client", ROOT / "build_client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path, builder: ModuleType) -> Path:
    """A checkout with a tiny icon set and one rulebook that names two of its icons."""
    lock = {"packages": {f"node_modules/{builder.ICON_SET}": {"integrity": "first"}}}
    icons = {"icons": {name: {"body": f'<path d="{name}"/>'} for name in ("axe", "bow", "crown")}}
    for path, text in (
        ("client/package-lock.json", json.dumps(lock)),
        (f"client/node_modules/{builder.ICON_SET}/icons.json", json.dumps(icons)),
        ("src/banneret/rulebooks/mine/look.toml", 'icons = ["crown", "axe"]'),
        ("src/banneret/rulebooks/plain/look.toml", 'field = "hexes"'),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_each_look_gets_the_pictures_that_it_names(builder: ModuleType, checkout: Path) -> None:
    builder.write_icons(checkout)
    [sprite] = checkout.rglob("set.svg")
    assert sprite == checkout / "src/banneret/rulebooks/mine/icons/set.svg"
    text = sprite.read_text(encoding="utf-8")
    assert text.index('<symbol id="axe"') < text.index('<symbol id="crown"')
    assert "bow" not in text


def test_they_are_written_again_when_names_or_the_set_change(builder: ModuleType, checkout: Path) -> None:
    builder.write_icons(checkout)
    assert not builder.stale_icons(checkout)
    look = checkout / "src/banneret/rulebooks/mine/look.toml"
    look.write_text('icons = ["bow"]', encoding="utf-8")
    assert len(builder.stale_icons(checkout)) == 1
    builder.write_icons(checkout)
    assert not builder.stale_icons(checkout)
    lock = checkout / "client/package-lock.json"
    lock.write_text(lock.read_text(encoding="utf-8").replace("first", "second"), encoding="utf-8")
    assert len(builder.stale_icons(checkout)) == 1


def test_a_name_that_is_not_in_the_set_stops_the_build(builder: ModuleType, checkout: Path) -> None:
    look = checkout / "src/banneret/rulebooks/mine/look.toml"
    look.write_text('icons = ["axe", "sword"]', encoding="utf-8")
    with pytest.raises(builder.CannotBuild, match=r"mine/look.toml names what is not in the icon set: sword"):
        builder.write_icons(checkout)


def test_the_table_alone_fetches_no_tools_of_the_clients_tests(builder: ModuleType, checkout: Path) -> None:
    lock = json.loads((ROOT / "client/package-lock.json").read_text(encoding="utf-8"))["packages"]
    tools = {name.removeprefix("node_modules/") for name, entry in lock.items() if entry.get("dev")}
    assert {"axe-core", "svelte-check", "typescript"} <= tools
    assert not {"svelte", "vite", "uqr", builder.ICON_SET} & tools
    assert builder.packages(ROOT, False) == builder.packages(ROOT, True) - len(tools)
    stamp = checkout / "client/node_modules" / builder.FETCHED
    stamp.write_text(builder.lock_state(checkout), encoding="utf-8")
    assert builder.are_packages_here(checkout)
    assert not builder.are_packages_here(checkout, tools=True)
    stamp.write_text(f"{builder.lock_state(checkout)} {builder.TOOLS}", encoding="utf-8")
    assert builder.are_packages_here(checkout)
    assert builder.are_packages_here(checkout, tools=True)
