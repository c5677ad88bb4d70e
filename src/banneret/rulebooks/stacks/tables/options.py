"""The options of this rulebook as the rules ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from banneret.kernel.files import read_toml
from banneret.rulebooks.stacks.tables.facts import FOLDER


@dataclass(frozen=True, slots=True)
class ModifierOptions:
    """The options that change battle rolls. Rule: stacks:opt.archers, stacks:opt.generals, stacks:opt.general-in-front."""

    archers_best_one: bool = False
    generals_one: bool = False
    general_in_front: bool = False


DEFAULT_OPTIONS: Final = ModifierOptions()


@dataclass(frozen=True, slots=True)
class Flags:
    """The options of this rulebook as the rules ask for them."""

    skirmish_per_round: bool
    paralyze_living_only: bool
    paralyze_from_stack: bool
    stack_size_shown: bool
    may_decline: bool
    may_withdraw: bool
    captured: bool
    modifiers: ModifierOptions


def flags_from(options: Mapping[str, str]) -> Flags:
    """The options as the rules ask for them."""
    return Flags(
        skirmish_per_round=options["skirmish-limit"] == "round",
        paralyze_living_only=options["paralyze-targets"] == "living",
        paralyze_from_stack=options["paralyze-from"] == "stack",
        stack_size_shown=options["stack-size"] == "shown",
        may_decline=options["standing-contest"] == "may-decline",
        may_withdraw=options["call-off"] == "may-withdraw",
        captured=options["fallen-artifacts"] == "captured",
        modifiers=ModifierOptions(
            archers_best_one=options["archers"] == "best-one",
            generals_one=options["generals"] == "one",
            general_in_front=options["general-in-front"] == "yes-if-brought-in",
        ),
    )


@cache
def option_defaults() -> dict[str, str]:
    """Every option's default."""
    return {row["id"]: row["default"] for row in read_toml(Path(FOLDER) / "options.toml")["option"]}
