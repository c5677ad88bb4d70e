"""The same battles in other processes, under other hash seeds."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from banneret.kernel.rulebook import Rulebook
from banneret.testing.kit.cases import KitFailure, cases, sights, tour

if TYPE_CHECKING:
    from collections.abc import Iterable

HASH_SEEDS = ("0", "4242")  # beside that of the process that compares
LED = 60  # orders of a battle between players that think: a few turns of every side


def fingerprints(rulebook: Rulebook[Any], scenarios: Iterable[str]) -> dict[str, str]:
    """A hash of all that is seen and recorded in a battle by chance of each of these scenarios, and of one between greedy players.

    That by chance goes to its end, the other, whose players think, to its `LED`th order.
    """
    found = {}
    for name in scenarios:
        digest = hashlib.sha256()
        for case in cases(rulebook, name, 1):
            battle = case.battle()
            for index, _ in enumerate(tour(case, battle)):
                if index % 20 == 3:
                    for seen in sights(battle).values():
                        digest.update(seen)
                    digest.update(battle.dump())
            digest.update(battle.text.encode())
            battle = case.battle(players=dict.fromkeys(case.scenario.sides, "greedy"))
            battle.advance(LED)
            digest.update(battle.text.encode())
        found[name] = digest.hexdigest()
    return found


def check_processes(rulebook: Rulebook[Any], scenarios: Iterable[str] | None = None) -> None:
    """Other processes with other hash seeds play the very same battles, to the byte (of all scenarios, or of those named)."""
    names = list(rulebook.scenarios() if scenarios is None else scenarios)
    own = fingerprints(rulebook, names)
    kind = type(rulebook)
    path = [entry for entry in sys.path if entry]
    code = "import sys; from banneret.testing.kit.processes import main; main(*sys.argv[1:])"
    about = [kind.__module__, kind.__qualname__, inspect.getfile(kind), json.dumps(path), json.dumps(names)]
    command = [sys.executable, "-c", code, *about]
    running = [
        subprocess.Popen(
            command,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in HASH_SEEDS
    ]
    ended = [(process.communicate(), process.returncode) for process in running]
    for hash_seed, ((output, errors), status) in zip(HASH_SEEDS, ended, strict=True):
        if status:
            raise KitFailure(f"{rulebook.id} in another process, hash seed {hash_seed}: {errors[-2000:]}")
        other = json.loads(output)
        for name, fingerprint in own.items():
            if other[name] != fingerprint:
                raise KitFailure(
                    f"{rulebook.id} {name}: with hash seed {hash_seed} another battle is played."
                )


def main(module: str, kind: str, file: str, path: str, names: str) -> None:
    """The work of the other process."""
    sys.path[:] = [*sys.path, *(entry for entry in json.loads(path) if entry not in sys.path)]
    sys.stdout.write(json.dumps(fingerprints(getattr(_load(module, file), kind)(), json.loads(names))))


def _load(module: str, file: str) -> Any:
    """The module by its name, or from its file where it has none that can be imported."""
    try:
        return import_module(module)
    except ImportError:
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location(module, file)
        if spec is None or spec.loader is None:
            raise
        loaded = module_from_spec(spec)
        sys.modules[module] = loaded
        spec.loader.exec_module(loaded)
        return loaded
