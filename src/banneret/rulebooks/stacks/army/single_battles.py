"""Single battles, read from plain data into their normal form, or made from two lists.

>>> read_battle("4 Dwarves, DwarfLord", "6 Goblins").title
'4 Dwarves and DwarfLord against 6 Goblins'
"""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.entries import (
    BY_SPELLS,
    MOST_TITLE,
    OUTER,
    check_gifts,
    read_artifacts,
    read_facts,
    read_outer,
    read_seed_only,
    read_spells,
)
from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself
from banneret.rulebooks.stacks.setup.new_state import new_state
from banneret.rulebooks.stacks.state import NOBODY
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.names import MOST_CHARACTERS, Names
from banneret.rulebooks.stacks.tables.options import option_defaults
from banneret.rulebooks.stacks.text.wording import tallied

_BATTLE = (
    "terrain", "attacker", "defender", "attacker_spells", "defender_spells", "attacker_artifacts",
    "defender_artifacts", "seed_only", "teaches", "unit",
)  # fmt: skip


MOST_LIST: Final = 2_000  # characters of a list of units


def read_single_battle(row: Fields) -> Scenario:
    """A single battle in its normal form; raises `BadInput` naming the field. Rule: stacks:setup.battle-only."""
    where = row.where
    row.only((*OUTER, *_BATTLE))
    name, title, summary = read_outer(row)
    known, own = read_facts(row)
    grounds = Names("terrain", [terrain.id for terrain in known.terrains])
    terrain = grounds.names[grounds.find(row.text("terrain", "Plains", MOST_CHARACTERS), where)]
    data: dict[str, Any] = {"terrain": terrain}
    spells: dict[str, int] = {}
    artifacts: dict[str, int] = {}
    for side in ("attacker", "defender"):
        spot = f"{where}, {side}"
        words: tuple[str, ...]
        if isinstance(row.data.get(side), str):
            words = (row.text(side, most=MOST_LIST, lines=True),)
        else:
            words = row.words(side, 250, MOST_CHARACTERS)
        if not words:
            raise row.wrong(f"{side} is missing", 'such as ["4 Dwarves", "DwarfLord"]')
        units = known.army(words, spot)
        for unit in units:
            if unit.summoning:
                raise BadInput(f"{unit.name} from the start", where=spot, hint=BY_SPELLS)
        data[side] = [unit.id for unit in units]
        gifts = Fields(row.data, spot)
        data[f"{side}_spells"] = read_spells(gifts, f"{side}_spells", known)
        data[f"{side}_artifacts"] = read_artifacts(gifts, f"{side}_artifacts", units, known)
        for spell_id in data[f"{side}_spells"]:
            spells[spell_id] = spells.get(spell_id, 0) + 1
        for entry in data[f"{side}_artifacts"]:
            artifacts[entry["artifact"]] = artifacts.get(entry["artifact"], 0) + 1
    check_gifts(spells, artifacts, known, where)
    if row.has("seed_only"):
        data["seed_only"] = read_seed_only(row, [*data["attacker"], *data["defender"]], [], known)
    if row.has("teaches"):
        data["teaches"] = list(row.words("teaches", 40, MOST_CHARACTERS))
    if own:
        data["unit"] = own
    level = row.text("level", "battle", MOST_CHARACTERS, blank=True)
    if not summary:
        summary = f"A single battle in {terrain}." if terrain != "Sea" else "A single battle at Sea."
    scenario = Scenario(name, title, level, ("attacker", "defender"), summary, data, "battle")
    _check_battle(scenario, where)
    return scenario


def _check_battle(scenario: Scenario, where: str) -> None:
    """Raise `BadInput` if a unit cannot be in the terrain of the battle. Rule: stacks:setup.battle-only, stacks:move.land, stacks:move.sea."""
    state = new_state(scenario, option_defaults())
    for side, name in enumerate(scenario.sides):
        stack = state.stacks[side][0]
        for i in stack:
            unit = state.units[i]
            if (
                unit.aboard == NOBODY
                and not may_be_by_itself(state, unit, 0)
                and i in stranded(state, side, 0, stack)
            ):
                kind = state.setting.kinds[unit.kind]
                ground = state.setting.terrain[0]
                hint = (
                    "a ship with a place is expected" if ground == "Sea" else 'it fights at terrain = "Sea"'
                )
                raise BadInput(f"{kind.name} cannot be in {ground}", where=f"{where}, {name}", hint=hint)


def read_battle(attacker: str, defender: str, terrain: str = "", where: str = "battle") -> Scenario:
    """A single battle of two lists such as "4 Dwarves, DwarfLord"; raises `BadInput`.

    Without a terrain it is at Sea if a unit needs that, else in Plains.

    Rule: stacks:setup.battle-only.
    """
    known = facts()
    attackers = known.army(attacker, f"{where}, attacker")
    defenders = known.army(defender, f"{where}, defender")
    if not terrain:
        at_sea = any(kind.sea and not kind.flying for kind in [*attackers, *defenders])
        terrain = "Sea" if at_sea else "Plains"
    sides = [tallied([kind.name for kind in army]) for army in (attackers, defenders)]
    title = f"{sides[0]} against {sides[1]}"
    row = {
        "id": "free",
        "title": title if len(title) <= MOST_TITLE else title[: MOST_TITLE - 1] + "…",
        "terrain": terrain,
        "attacker": [kind.id for kind in attackers],
        "defender": [kind.id for kind in defenders],
    }
    return read_single_battle(Fields(row, where))
