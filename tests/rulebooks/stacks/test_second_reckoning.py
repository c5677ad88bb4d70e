"""A second reckoning of battle rolls: both sums are added up again from the data files, without the code of the rules, in random battles.

Of a round are taken the two combatants and what was revealed for each at T5; descriptors are followed to their end here as well.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.scenario import Scenario
from banneret.kernel.table import Table
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.setup.new_state import new_state
from banneret.rulebooks.stacks.state import Line

DATA = Path(RULEBOOK.folder) / "data"
IMPLIED = {
    "Construct": "Nonliving", "Demon": "Evil Monster", "Dragon": "Monster", "Giant": "Monster", "Elemental": "Nonliving",
    "Humanoid": "Chaos", "Mage": "Spellcaster", "Plant": "Wood", "Priest": "Spellcaster", "Ship": "Sea Construct Wood",
    "Undead": "Nonliving Evil Monster", "Warrior": "Hero", "Water": "Swimmer",
}  # fmt: skip
PEOPLES = {
    **dict.fromkeys(("Elves", "Dwarves", "Halflings", "Gnomes"), "Demihuman"),
    **dict.fromkeys(("Kobolds", "Orcs", "Goblins", "Hobgoblins", "Gnolls"), "Humanoid"),
}
NOT_HUMAN = {
    "Demihuman", "Humanoid", "Undead", "Demon", "Dragon", "Giant", "Fey", "Construct", "Elemental", "Animal", "Plant", "Monster",
}  # fmt: skip
DEFAULTS = {
    "Male": {"Female"},
    "Neutral": {"Good", "Evil", "Lawful", "Chaos"},
    "Slow": {"Swift", "Very Swift"},
    "Living": {"Nonliving"},
}


def rows(file: str, kind: str) -> dict[str, dict[str, Any]]:
    """The rows of a data file by id."""
    found = tomllib.loads((DATA / f"{file}.toml").read_text(encoding="utf-8"))[kind]
    return {row["id"]: row for row in found}


UNITS, SPELLS, ARTIFACTS = rows("units", "unit"), rows("spells", "spell"), rows("artifacts", "artifact")


def value(unit: str, ability: str) -> int:
    """The number of a unit's ability, 1 for one without a number, 0 for none."""
    return sum(row.get("value", 1) for row in UNITS[unit]["abilities"] if row["ability"] == ability)


def types(unit: str) -> set[str]:
    """All descriptors of a unit: printed, by its name, implied, and by default; and its name."""
    row = UNITS[unit]
    found = {*row["descriptors"], *[PEOPLES[name] for name in [row["name"]] if name in PEOPLES]}
    found |= {
        name
        for name in ("Flying", "Sea", "Swift", "Very Swift")
        if value(unit, name.lower().replace(" ", "_"))
    }
    waiting = list(found)
    while waiting:
        more = [name for name in IMPLIED.get(waiting.pop(), "").split() if name not in found]
        found |= {*more}
        waiting += more
    if "Demihuman" in found and "Evil" not in row["descriptors"]:
        found.add("Good")
    if "Hero" in found and not found & NOT_HUMAN:
        found.add("Human")
    return found | {name for name, displaced in DEFAULTS.items() if not found & displaced} | {row["name"]}


def in_force(line: Line) -> set[str]:
    """The types of a combatant in this round: with what a carrier or Winged Boots lend it."""
    found = types(line.unit.id)
    lent = set() if line.carrier is None else types(line.carrier.id) & {"Flying", "Swift", "Very Swift"}
    if "winged_boots" in [one.id for one in line.own_artifacts]:
        lent |= {"Flying", "Swift"}
    return (found - {"Slow"} if lent & {"Swift", "Very Swift"} else found) | lent


def reckon(line: Line, enemy: Line, attacking: bool, options: dict[str, str]) -> int:
    """The modifiers of a battle roll."""
    unit, facing = line.unit.id, in_force(enemy)
    poison = value(unit, "poison")
    slay = [(row["type"], row["value"]) for row in UNITS[unit]["abilities"] if row["ability"] == "slay"]
    total = UNITS[unit]["brm"] + value(unit, "armor") + line.devoured
    total += value(unit, "surprise" if attacking else "ambush")
    total += value(line.carrier.id, "armor") if line.carrier is not None else 0
    total += value(unit, "cavalry") if "Slow" in facing and "Flying" not in facing else 0
    given = [ARTIFACTS[one.id] for one in line.own_artifacts]
    given += [SPELLS[one.id] for one in (*line.blessings, *line.curses)]
    for effect in [one for row in given for one in row["effects"]]:
        if effect["kind"] == "brm":
            total += effect["amount"]
        elif effect.get("ability") == "slay":
            slay.append((effect["type"], effect["value"]))
        elif effect.get("ability") == "poison":
            poison += effect["value"]
        elif effect.get("ability") == "armor":
            total += effect["value"]
    total += sum(amount for target, amount in slay if target in facing)
    total += poison if "Living" in facing and "Swarm" not in facing else 0
    bows = [(holder.id, 2) for holder, one in line.lent_artifacts if one.id == "yew_bow"]
    archers = [value(one.id, "archer") for one in line.supporters]
    if options["archers"] == "best-one":
        total += max([*archers, *[value(holder, "archer") + more for holder, more in bows]], default=0)
    else:
        total += sum(archers) + sum(more for _, more in bows)
    generals = sum(value(one.id, "general") for one in line.supporters)
    horns = [holder.id for holder, one in line.lent_artifacts if one.id == "war_horn"]
    generals += sum(not value(holder, "general") for holder in horns)
    if options["general-in-front"] != "no" and line.brought_in:
        generals += value(unit, "general")
    return total + (min(1, generals) if options["generals"] == "one" else generals)


class Random(Table):
    """A table at which all answers and dice come by chance; retreats and calling off are seldom."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)

    def ask(self, decision: Decision) -> Order:
        """Any order."""
        seldom = decision.kind in ("retreat", "calloff") and self.chance.below(10)
        return decision.default() if seldom else decision.sample(self.chance)

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """Any order of each."""
        return [self.ask(one) for one in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die."""
        return self.chance.die(faces)


def drawn(chance: Chance) -> tuple[Scenario, dict[str, str]]:
    """A battle on land: up to seven units a side, artifacts and spells, by options of chance."""
    pool = [name for name, row in UNITS.items() if row["list"] != "Summoned" and "Sea" not in types(name)]
    hands, kept = list(SPELLS), list(ARTIFACTS)
    data: dict[str, Any] = {"terrain": "Plains"}
    for side in ("attacker", "defender"):
        units = [pool[chance.below(len(pool))] for _ in range(1 + chance.below(7))]
        units += ["elf_lord", "ranger"][: chance.below(3)]
        data[side] = units
        data[f"{side}_spells"] = [hands.pop(chance.below(len(hands))) for _ in range(chance.below(6))]
        data[f"{side}_artifacts"] = [
            {"artifact": kept.pop(chance.below(len(kept))), "holder": chance.below(len(units))}
            for _ in range(chance.below(6))
        ]
    others = {"archers": "best-one", "generals": "one", "general-in-front": "yes-if-brought-in"}
    options = {name: other for name, other in others.items() if chance.below(3) == 0}
    scenario = Scenario("drawn", "Drawn", "test", ("attacker", "defender"), "", data, "battle")
    return scenario, RULEBOOK.options(options)


@pytest.mark.rule(
    "stacks:roll.total", "stacks:mod.sum", "stacks:mod.brm", "stacks:mod.ambush", "stacks:mod.surprise", "stacks:mod.cavalry",
    "stacks:mod.cavalry-carried", "stacks:mod.slay", "stacks:mod.slay-stack", "stacks:mod.poison", "stacks:mod.armor",
    "stacks:mod.archer-stack", "stacks:mod.general-stack", "stacks:opt.archers", "stacks:opt.generals", "stacks:desc.closure",
)  # fmt: skip
def test_battle_rolls_come_to_what_a_second_reckoning_says() -> None:
    rolls = 0
    for seed in range(150):
        chance = Chance(seed)
        scenario, options = drawn(chance)
        state, table = new_state(scenario, options), Random(seed)
        while state.outcome is None:
            if state.stage != stages.ROLL:
                RULEBOOK.step(state, table)
                continue
            fight = state.fight
            assert fight is not None
            lines = [corner.line for corner in fight.corners]
            assert lines[0] is not None
            assert lines[1] is not None
            expected = [reckon(lines[0], lines[1], True, options), reckon(lines[1], lines[0], False, options)]
            RULEBOOK.step(state, table)
            assert [one.total - one.roll for one in fight.corners] == expected, (seed, fight.round)
            rolls += 1
    assert rolls > 500


@pytest.mark.rule("stacks:desc.closure", "stacks:desc.defaults", "stacks:desc.human", "stacks:desc.neutral")
def test_descriptors_are_followed_to_the_same_end() -> None:
    known = RULEBOOK.new(drawn(Chance(1))[0], RULEBOOK.options({})).setting.kinds
    passing = {"Swimmer", "Summoning"}  # how a unit moves or appears, which no sum asks for
    for kind in known:
        assert set(kind.types) - passing == types(kind.id) - {kind.name} - passing, kind.id
