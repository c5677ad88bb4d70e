"""The names of the phases, segments and steps, by the stage of the battle."""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Stage
from banneret.rulebooks.stacks import stages


def _phase(name: str, segment: tuple[str, str] = ("", ""), step: tuple[str, str] = ("", "")) -> Stage:
    """A phase, a segment of it, a step of that; the rulebook numbers the latter two."""
    return Stage(name, segment[1], step[1], f"{name} Phase", segment[0], step[0])


STAGES: Final = {
    stages.SETUP: Stage("Set-up"),
    stages.RECRUIT: _phase("Recruit"),
    stages.DEPLOY: _phase("Deploy"),
    stages.EXCHANGE: _phase("Exchange"),
    stages.MOVE: _phase("Move"),
    stages.SCOUT: _phase("Scout"),
    stages.LOOK: _phase("Scout", ("S1", "looking")),
    stages.STEAL: _phase("Scout", ("S2", "stealing")),
    stages.DEVOUR: _phase("Scout", ("S3", "devouring")),
    stages.BATTLE: _phase("Battle"),
    stages.REVEAL: _phase("Battle", ("I", "reveal combatants"), ("V1", "reveal")),
    stages.RETREAT: _phase("Battle", ("II", "tactical options"), ("T1", "retreat")),
    stages.WITHDRAW: _phase("Battle", ("II", "tactical options"), ("T2", "withdraw")),
    stages.GUARD: _phase("Battle", ("II", "tactical options"), ("T3", "guard")),
    stages.PARALYZE: _phase("Battle", ("II", "tactical options"), ("T4", "paralyze")),
    stages.SUPPORT: _phase("Battle", ("II", "tactical options"), ("T5", "support")),
    stages.ROLL: _phase("Battle", ("III", "battle roll"), ("B1", "roll")),
    stages.STRIKE: _phase("Battle", ("III", "battle roll"), ("B2", "strike")),
    stages.LOSSES: _phase("Battle", ("III", "battle roll"), ("B3", "losses")),
    stages.RESPITE: _phase("Battle", ("IV", "respite"), ("R2", "spells")),
    stages.VICTORY: _phase("Battle", ("R3", "victory check")),
    stages.CALLOFF: _phase("Battle", ("R4", "calling off")),
    stages.END: _phase("End"),
}

STEP_NAMES: Final = {
    names.step_mark: f"{names.step_mark} {names.step}, in the {names.title}"
    for names in STAGES.values()
    if names.step_mark
} | {
    names.segment_mark: f"{names.segment_mark} {names.segment}, in the {names.title}"
    for names in STAGES.values()
    if names.segment_mark.startswith("S")
}
"""The steps at which spells and artifacts count, by the marks on their chits."""
