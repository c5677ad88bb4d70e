"""Secrecy with three and four sides, on a crowded coast where stacks meet all the time, under all options."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.testing import kit

OPTIONS = {
    "fallen-artifacts": "captured",
    "call-off": "may-withdraw",
    "standing-contest": "may-decline",
    "paralyze-from": "stack",
}


def stack(
    hex_: list[int], units: list[str], artifacts: dict[str, int], passengers: dict[int, int]
) -> dict[str, Any]:
    return {
        "hex": hex_,
        "units": units,
        "artifacts": [{"artifact": name, "holder": holder} for name, holder in artifacts.items()],
        "passengers": [{"unit": unit, "ship": ship} for unit, ship in passengers.items()],
    }


PLAYERS: list[dict[str, Any]] = [
    {
        "id": "red",
        "capital": [0, 0],
        "lists": ["Forest", "Mountain"],
        "stack": [
            stack([0, 0], ["ranger", "elves", "trolls", "orcs"], {}, {}),
            stack([1, 1], ["halfling_burglars", "dwarflord"], {"oathsword": 1}, {}),
        ],
    },
    {
        "id": "blue",
        "capital": [2, 0],
        "lists": ["Plains", "Sea"],
        "stack": [
            stack([2, 0], ["dwarf_hall", "dwarves", "goblins", "paladin"], {"war_horn": 3}, {}),
            stack([3, 0], ["war_galley", "orcs", "knights"], {}, {1: 0, 2: 0}),
        ],
    },
    {
        "id": "green",
        "capital": [0, 3],
        "lists": ["Swamp", "Forest"],
        "stack": [
            stack([0, 3], ["vampire_lord", "skeletons", "ghouls"], {"shadow_cloak": 0}, {}),
            stack([2, 2], ["basilisk", "elf_lord", "djinn"], {}, {}),
        ],
    },
    {
        "id": "gold",
        "capital": [2, 3],
        "lists": ["Mountain", "Swamp"],
        "stack": [stack([2, 3], ["archmage", "storm_giants", "militia"], {"far_glass": 0}, {})],
    },
]


def crowded(sides: int) -> Scenario:
    data: dict[str, Any] = {
        "map": {"id": "crowded", "rows": ["PPP~", "FPM~", "PPP~", "PSP~"]},
        "goal": {"kind": "capital"},
        "first": "roll",
        "turn_limit": 5,
        "stack_limit": 8,
        "recruits_per_turn": 1,
        "spells_per_turn": 1,
        "hand_limit": 7,
        "artifact_draws": True,
        "objectives": [[1, 1]],
        "player": [
            {"reserve": [], "reserve_random": 1, "spells": [], "spells_random": 2, **one}
            for one in PLAYERS[:sides]
        ],
    }
    plain = {
        "id": "crowded",
        "title": "Crowded",
        "level": "test",
        "sides": [one["id"] for one in PLAYERS[:sides]],
        "summary": "Everybody meets everybody.",
        "kind": "scenario",
        "data": data,
    }
    return RULEBOOK.read_scenario(plain, "test")


SECRECY = [kit.check_two_worlds, kit.check_canaries, kit.check_questions]


@pytest.mark.rule(
    "stacks:hidden.stack", "stacks:hidden.battle", "stacks:hidden.hand", "stacks:hidden.no-tell"
)
@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("check", SECRECY)
def test_nobody_of_many_learns_what_is_hidden(sides: int, check: Any):
    learns_nothing(sides, check)


@pytest.mark.long
@pytest.mark.parametrize("check", SECRECY)
def test_nobody_of_four_learns_what_is_hidden(check: Any):
    learns_nothing(4, check)


def learns_nothing(sides: int, check: Any) -> None:
    scenario = crowded(sides)
    for seed in range(max(1, round(kit.scale()))):
        check(kit.Case(RULEBOOK, scenario, seed, RULEBOOK.options(OPTIONS)))
