"""Parts of the documentation that are made from the source: the reference, the rule catalogues, and the look of the table.

MkDocs calls these functions while it builds (`hooks` in mkdocs.yml). A rulebook that brings a `rules.toml` gets a page of rules, and
every room of the package a page of reference, without anything to add here. Letters, colours and mark are those of the browser client.
"""

from __future__ import annotations

import ast
import re
import tomllib
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "banneret"
CLIENT = ROOT / "client"
EXAMPLES = ROOT / "examples"
# The order of the reference, from the front door inwards; rooms that are not named here follow by name.
ORDER = ["api", "kernel", "players", "lab", "muster", "render", "paper", "testing", "geometry", "rulebooks"]
LETTERS = {
    "alegreya": "client/node_modules/@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2",
    "source-sans-3": "client/node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the made pages into the navigation, under the page that introduces them."""
    made = {"Reference": reference_pages(), "Rules": rules_pages()}
    for entry in config.nav or []:
        for title, pages in made.items():
            if title in entry:
                entry[title] = [
                    entry[title],
                    *({name.partition("/")[2].removesuffix(".md"): name} for name in pages),
                ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the made pages, and the letters, colours and mark of the table."""
    for name, content in (reference_pages() | rules_pages() | table_look()).items():
        files.append(File.generated(config, name, content=content))
    for name, path in letters().items():
        files.append(File.generated(config, f"table/{name}.woff2", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """List the rooms where the introduction to the reference asks for them."""
    return (
        markdown.replace("{rooms}", room_table()) if page.file.src_uri == "reference/index.md" else markdown
    )


def letters() -> dict[str, Path]:
    """The font files of the client; none in a checkout without its packages, where the site uses fonts of the system."""
    return {name: ROOT / path for name, path in LETTERS.items() if (ROOT / path).exists()}


def table_look() -> dict[str, str]:
    """The colours and the mark of the client, under the names that the site's style sheet uses: {file: text}."""
    tokens = (CLIENT / "src" / "tokens.css").read_text("utf-8")
    faces = "".join(
        f"@font-face {{ font-family: '{name}'; font-weight: 200 900; font-display: swap;"
        f" src: url('{name}.woff2') format('woff2'); }}\n"
        for name in letters()
    )
    return {
        "table/table.css": faces
        + tokens.replace(":root[data-theme='dark']", "[data-md-color-scheme='slate']"),
        "table/mark.svg": (CLIENT / "src" / "mark.svg").read_text("utf-8"),
    }


def rooms() -> dict[str, list[str]]:
    """The public modules of each room, by the name of its page: a room is a package or module of `banneret`, each rulebook is one."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = module_name(path)
        parts = name.split(".")[1:]
        if not parts or any(part.startswith("_") for part in parts):
            continue
        page = "/".join(parts[:2]) if parts[0] == "rulebooks" else parts[0]
        found.setdefault(page, []).append(name)
    return {page: sorted(found[page]) for page in sorted(found, key=room_order)}


def room_order(page: str) -> tuple[int, str]:
    """The place of a room in the reference."""
    room = page.partition("/")[0]
    return (ORDER.index(room) if room in ORDER else len(ORDER), page)


def reference_pages() -> dict[str, str]:
    """A page a room, with every public module in it: {page: text}."""
    return {
        f"reference/{page}.md": f"# {page}\n\n"
        + "\n".join(f"## `{name}`\n\n::: {name}\n    options:\n      heading_level: 3\n" for name in names)
        for page, names in rooms().items()
    }


def room_table() -> str:
    """The rooms with the first sentence that each says of itself, as a table."""
    lines = ["| room | contents |", "|---|---|"]
    for page, names in rooms().items():
        path = PACKAGE.parent / names[0].replace(".", "/")
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
        lines.append(f"| [{page}]({page}.md) | {' '.join(text.partition(chr(10) * 2)[0].split())} |")
    return "\n".join(lines)


def module_name(path: Path) -> str:
    """The dotted name of a source file: `.../banneret/kernel/dice.py` is `banneret.kernel.dice`."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def rules_pages() -> dict[str, str]:
    """A page a rulebook, with its whole catalogue: {page: text}. Those without `rulebook.py` are unfinished, and left out."""
    ours = sorted((PACKAGE / "rulebooks").glob("*/rules.toml"))
    ours = [path for path in ours if (path.parent / "rulebook.py").exists()]
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
