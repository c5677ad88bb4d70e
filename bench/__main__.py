"""Run benchmarks and print their rows as a Markdown table."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
from pathlib import Path

NAMES = (
    "playouts",
    "squares",
    "windows",
    "sights",
    "odds",
    "searching",
    "tables",
    "orders",
    "beginning",
    "startup",
    "kills",
    "stops",
    "reconnect",
    "replies",
    "memory",
    "hostile",
    "load",
    "soak",
    "regiments",
    "previews",
    "refusals",
    "inputs",
    "forgeries",
    "dice",
)


def main() -> int:
    """Run the benchmarks that are named (default: all)."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*NAMES, []], help="which (default: all)")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each measures, about")
    parser.add_argument("--json", type=Path, help="write the rows to this file as well")
    words = parser.parse_args()
    from banneret.kernel import table

    compiled = "compiled" if str(table.__file__).endswith((".so", ".pyd")) else "interpreted"
    print(f"{platform.python_implementation()} {platform.python_version()}, Banneret {compiled}\n")
    print("| what | figure | note |\n|---|---|---|")
    rows: list[tuple[str, ...]] = []
    for name in words.names or NAMES:
        module = importlib.import_module(f"bench.{name}")
        for row in module.run(words.seconds):
            print("| " + " | ".join(row) + " |", flush=True)
            rows.append((name, *row))
    if words.json:
        words.json.write_text(json.dumps({"compiled": compiled, "rows": rows}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
