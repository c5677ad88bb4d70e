"""Pages of the documentation that are made from the source: the reference and the rule catalogues.

MkDocs calls these functions while it builds (`hooks` in mkdocs.yml). A rulebook that brings a `rules.toml`
gets a page, and so does every room of the package, without anything to add here.
"""

from __future__ import annotations

import re
import tomllib
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "banneret"
EXAMPLES = PACKAGE.parents[1] / "examples"
ROOMS = ["kernel", "geometry", "players", "lab", "service", "cli"]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the made pages into the navigation, under the page that introduces them."""
    made = {"Reference": reference_pages(), "Rules": rules_pages()}
    for entry in config.nav or []:
        for title, pages in made.items():
            if title in entry:
                entry[title] = [entry[title], *({Path(name).stem: name} for name in pages)]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the made pages themselves."""
    for name, content in (reference_pages() | rules_pages()).items():
        files.append(File.generated(config, name, content=content))
    return files


def reference_pages() -> dict[str, str]:
    """A page a room, with every public module in it: {page: text}."""
    pages = {}
    for room in ROOMS:
        modules = sorted(module_name(path) for path in (PACKAGE / room).rglob("*.py"))
        public = [name for name in modules if "._" not in name]
        if public:
            pages[f"reference/{room}.md"] = f"# {room}\n\n" + "\n".join(
                f"## `{name}`\n\n::: {name}\n    options:\n      heading_level: 3\n" for name in public
            )
    return pages


def module_name(path: Path) -> str:
    """`.../banneret/kernel/dice.py` is `banneret.kernel.dice`."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def rules_pages() -> dict[str, str]:
    """A page a rulebook, with its whole catalogue: {page: text}."""
    ours = sorted((PACKAGE / "rulebooks").glob("*/rules.toml"))
    catalogues = [*ours, *sorted(EXAMPLES.glob("*/src/*/rules.toml"))]
    contents = [tomllib.loads(path.read_text("utf-8")) for path in catalogues]
    return {f"rules/{content['rulebook']['id']}.md": catalogue(content) for content in contents}


def catalogue(content: dict[str, Any]) -> str:
    """A catalogue as a page: rules in the rulebook's order, a chapter for each first part of an id."""
    lines = [f"# {plain(content['rulebook']['title'])}", "", plain(content["rulebook"]["summary"]), ""]
    for chapter, rules in groupby(content["rule"], key=lambda rule: rule["id"].partition(".")[0]):
        lines += [f"## {chapter}", ""]
        for rule in rules:
            lines += [f"### {plain(rule['title'])} {{ #{rule['id']} }}", ""]
            lines += [
                " · ".join(
                    [f"`{rule['id']}`", plain(rule["tier"]), *filter(None, [plain(rule.get("where", ""))])]
                ),
                "",
                plain(rule["text"]),
                "",
            ]
            lines += [line for example in rule.get("examples", []) for line in ("> " + plain(example), "")]
            if "ruling" in rule:
                lines += [f"*Ruling:* {plain(rule['ruling'])}", ""]
    return "\n".join(lines)


def plain(text: str) -> str:
    """Text that Markdown is to show as it stands, on one line."""
    return (
        re.sub(r"([\\`*_{}\[\]<>#|$~^])", r"\\\1", " ".join(text.split()))
        .replace("\\<", "&lt;")
        .replace("\\>", "&gt;")
    )
