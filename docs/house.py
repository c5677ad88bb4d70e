"""Draws the structure of the house from its imports: `python3 dev.py house` writes docs/house.svg and docs/rooms.svg.

A box is a room (a package or module), an arrow an import, types and imports inside functions included. Boxes stand above all that they
import. Arrows that follow from others are left out: where a room imports b, and b imports c, its own import of c is not drawn.
"""

from __future__ import annotations

import ast
import sys
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
WIDE, HIGH, GAP_X, GAP_Y, MARGIN = 150, 46, 22, 58, 20
FONT = "'Source Sans 3',system-ui,sans-serif"


def rooms_of(graph: grimp.ImportGraph, package: str) -> dict[str, set[str]]:
    """The children of a package, each with those of its siblings that it imports."""
    children = sorted(graph.find_children(package))
    found: dict[str, set[str]] = {child: set() for child in children}
    for child in children:
        inside = {child} | graph.find_descendants(child)
        for module in inside:
            for target in graph.find_modules_directly_imported_by(module):
                sibling = next(
                    (one for one in children if target == one or target.startswith(one + ".")), None
                )
                if sibling is not None and sibling != child:
                    found[child].add(sibling)
    return found


def circle(rooms: dict[str, set[str]]) -> list[str]:
    """A circle of imports, [] if there is none."""
    done: set[str] = set()
    path: list[str] = []

    def visit(room: str) -> list[str]:
        if room in path:
            return [*path[path.index(room) :], room]
        if room in done:
            return []
        path.append(room)
        for below in sorted(rooms[room]):
            found = visit(below)
            if found:
                return found
        path.pop()
        done.add(room)
        return []

    return next((found for room in sorted(rooms) if (found := visit(room))), [])


def floors(rooms: dict[str, set[str]]) -> dict[str, int]:
    """The floor of each room: above all that it imports."""
    found: dict[str, int] = {}

    def floor(room: str) -> int:
        if room not in found:
            found[room] = 1 + max([floor(below) for below in rooms[room]], default=-1)
        return found[room]

    for room in rooms:
        floor(room)
    return found


def reduced(rooms: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows that do not follow from others."""
    below: dict[str, set[str]] = {}

    def reach(room: str) -> set[str]:
        if room not in below:
            below[room] = set(rooms[room]).union(*[reach(one) for one in rooms[room]])
        return below[room]

    return {
        room: {one for one in ones if not any(one in reach(other) for other in ones if other != one)}
        for room, ones in rooms.items()
    }


def about(module: str) -> str:
    """The first words of what a room says of itself."""
    path = SOURCE / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n")[0]
    return text.split(":")[-1 if ": " in text and len(text.split(":")[0]) < 14 else 0].split(".")[0].strip()


def order_on_floors(rows: list[list[str]], arrows: dict[str, set[str]]) -> None:
    """Put the rooms of each floor near those they are tied to, so that few arrows cross."""
    above: dict[str, set[str]] = {}
    for room, ones in arrows.items():
        for one in ones:
            above.setdefault(one, set()).add(room)
    for _ in range(12):
        for index, row in enumerate(rows):
            places = {
                room: place / max(1, len(other) - 1 or 1)
                for other in rows
                for place, room in enumerate(other)
            }

            def middle(room: str, places: dict[str, float] = places) -> tuple[float, str]:
                tied = [places[one] for one in [*arrows[room], *above.get(room, ())]]
                return (sum(tied) / len(tied) if tied else 0.5, room)

            rows[index] = sorted(row, key=middle)


def drawing(rooms: dict[str, set[str]], title: str) -> tuple[list[str], int, int]:
    """The boxes and arrows of some rooms as SVG, and how wide and high they are."""
    level = floors(rooms)
    arrows = reduced(rooms)
    rows: list[list[str]] = [[] for _ in range(max(level.values(), default=0) + 1)]
    for room in sorted(rooms):
        rows[level[room]].append(room)
    order_on_floors(rows, arrows)
    rows.reverse()
    across = max(len(row) for row in rows)
    width = across * (WIDE + GAP_X) - GAP_X
    at: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(rows):
        free = width - (len(row) * (WIDE + GAP_X) - GAP_X)
        for place, room in enumerate(row):
            at[room] = (free / 2 + place * (WIDE + GAP_X), 34 + number * (HIGH + GAP_Y))
    parts = [f'<text x="0" y="16" class="title">{escape(title)}</text>']
    for room in sorted(arrows):
        for below in sorted(arrows[room]):
            x1, y1 = at[room][0] + WIDE / 2, at[room][1] + HIGH
            x2, y2 = at[below][0] + WIDE / 2, at[below][1]
            bend = (y2 - y1) / 2
            parts.append(
                f'<path d="M{x1:.0f} {y1:.0f}C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} {x2:.0f} {y2 - 2:.0f}" class="arrow"/>'
            )
    for room, (x, y) in sorted(at.items()):
        words = about(room)
        lines = _lines(words, 27, 2)
        parts.append(
            f'<g transform="translate({x:.0f} {y:.0f})"><title>{escape(words)}</title><rect width="{WIDE}" height="{HIGH}" rx="4" class="room"/>'
        )
        parts.append(f'<text x="8" y="16" class="name">{escape(room.rsplit(".", 1)[-1])}</text>')
        parts += [
            f'<text x="8" y="{28 + 11 * n}" class="about">{escape(line)}</text>'
            for n, line in enumerate(lines)
        ]
        parts.append("</g>")
    return parts, int(width), int(34 + len(rows) * (HIGH + GAP_Y) - GAP_Y)


def _lines(text: str, most: int, rows: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 <= most or not lines[-1]:
            lines[-1] = f"{lines[-1]} {word}".strip()
        elif len(lines) < rows:
            lines.append(word)
        else:
            lines[-1] += " …"
            break
    return lines


STYLE = (
    f"text{{font-family:{FONT};fill:#211d17}}.title{{font-size:15px;font-weight:700}}.name{{font-size:13px;font-weight:700}}"
    ".about{font-size:9px;fill:#595144}.room{fill:#fcfaf5;stroke:#a99e86}.arrow{fill:none;stroke:#7d705f;stroke-width:1.1;marker-end:url(#tip)}"
)
TIP = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8Z" fill="#7d705f"/></marker>'


def page(drawings: list[tuple[list[str], int, int]]) -> str:
    """Drawings one below the other as one SVG."""
    width = max(wide for _, wide, _ in drawings) + 2 * MARGIN
    parts: list[str] = []
    y = MARGIN
    for lines, wide, high in drawings:
        parts.append(f'<g transform="translate({(width - wide) // 2} {y})">')
        parts += [*lines, "</g>"]
        y += high + 2 * MARGIN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" width="{width}" height="{y}" role="img">'
    return (
        "\n".join(
            [
                head,
                f"<defs>{TIP}</defs>",
                f"<style>{STYLE}</style>",
                f'<rect width="{width}" height="{y}" fill="#f5efdf"/>',
                *parts,
                "</svg>",
            ]
        )
        + "\n"
    )


def pictures() -> dict[str, str]:
    """Both pictures by file name; raises `SystemExit` where there is a circle."""
    graph = grimp.build_graph("banneret", cache_dir=None)
    house = rooms_of(graph, "banneret")
    house.pop("banneret.web", None)
    books = [book for book in sorted(graph.find_children("banneret.rulebooks")) if graph.find_children(book)]
    inside = {book: rooms_of(graph, book) for book in books}
    for rooms in (house, *inside.values()):
        found = circle(rooms)
        if found:
            raise SystemExit("house.py: a circle of imports: " + " -> ".join(found))
    return {
        "house.svg": page([drawing(house, "The house: rooms of banneret, each above what it imports")]),
        "rooms.svg": page(
            [
                drawing(rooms, f"Rooms of the rulebook {book.rsplit('.', 1)[-1]}")
                for book, rooms in inside.items()
                if f"{book}.rulebook" in rooms  # others are unfinished
            ]
        ),
    }


def main() -> int:
    """Write both pictures; with `--check` only tell whether they are as they should be."""
    stale = []
    for name, text in pictures().items():
        path = ROOT / "docs" / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8", newline="\n")
    if "--check" in sys.argv and stale:
        sys.stderr.write(
            f"docs/{', docs/'.join(stale)}: not as the imports are now; python3 dev.py house draws them again\n"
        )
        return 1
    sys.stdout.write(f"drawn: {', '.join(stale) or 'nothing has changed'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
