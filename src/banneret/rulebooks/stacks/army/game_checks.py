"""Checks of a hex game as a whole: numbers of chits, places of units, room, and goals."""

from __future__ import annotations

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.entries import check_gifts
from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.board.stacking import counted
from banneret.rulebooks.stacks.board.transports import places_left
from banneret.rulebooks.stacks.setup.new_state import new_state
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.tables.facts import Facts
from banneret.rulebooks.stacks.tables.options import option_defaults


def check_chits(scenario: Scenario, known: Facts, where: str) -> None:
    """Raise `BadInput` if a scenario uses more chits than there are. Rule: stacks:recruit.piles, stacks:units.count, stacks:setup.spells."""
    units: dict[str, int] = {}
    spells: dict[str, int] = {}
    artifacts: dict[str, int] = {}
    grounds = [terrain.list for terrain in known.terrains]
    for player in scenario.data["player"]:
        for stack in player["stack"]:
            for row in stack["artifacts"]:
                artifacts[row["artifact"]] = artifacts.get(row["artifact"], 0) + 1
        for unit_id in [*player["reserve"], *[unit for stack in player["stack"] for unit in stack["units"]]]:
            units[unit_id] = units.get(unit_id, 0) + 1
        for spell_id in player["spells"]:
            spells[spell_id] = spells.get(spell_id, 0) + 1
    for unit_id, count in units.items():
        unit = known.unit(unit_id)
        if unit.list in grounds and count > unit.count:
            raise BadInput(f"{count} {unit.name}", where=where, hint=f"there are {unit.count} chits of it")
    check_gifts(spells, artifacts, known, where)


def check_game(scenario: Scenario, where: str) -> None:
    """Raise `BadInput` for units that may not be where they are, for lack of room, or for a goal that cannot be reached.

    Rule: stacks:move.land, stacks:move.sea, stacks:move.stacking, stacks:transport.capacity, stacks:win.archmage.
    """
    state = new_state(scenario, option_defaults())
    setting = state.setting
    if len(set(setting.capitals)) < setting.sides:
        raise BadInput("two players have the same capital", where=where)
    if setting.goal == "objectives" and not setting.objectives:
        raise BadInput(
            "the goal is objectives, and there are none", where=where, hint="objectives = [[2, 2]]"
        )
    for side, name in enumerate(scenario.sides):
        spot = f"{where}, player {side + 1} ({name})"
        for hex_, stack in state.stacks[side].items():
            place = list(setting.grid.place(hex_))
            _check_stack(state, side, hex_, stack, f"{spot}, stack in {place}")
        if setting.goal == "archmage":
            mages = [
                unit
                for unit in state.units
                if unit.side == side and setting.kinds[unit.kind].id == "archmage"
            ]
            if not mages:
                raise BadInput("the goal is the Archmage, and there is none", where=spot, hint="add archmage")


def _check_stack(state: State, side: int, hex_: int, stack: list[int], where: str) -> None:
    """Raise `BadInput` if a stack may not be in its hex. Rule: stacks:move.stranded, stacks:transport.capacity, stacks:move.stacking."""
    setting = state.setting
    for i in stack:
        if setting.kinds[state.units[i].kind].transport and places_left(state, state.units[i]) < 0:
            raise BadInput(f"too many aboard {setting.kinds[state.units[i].kind].name}", where=where)
    lost = stranded(state, side, hex_, stack)
    if lost:
        kind = setting.kinds[state.units[lost[0]].kind]
        ground = setting.terrain[hex_]
        hint = "put it aboard a ship" if setting.water[hex_] else "it may be in Sea only"
        raise BadInput(f"{kind.name} cannot be in {ground}", where=where, hint=hint)
    if setting.stack_limit and counted(state, stack) > setting.stack_limit:
        raise BadInput(
            f"{counted(state, stack)} units", where=where, hint=f"the stack_limit is {setting.stack_limit}"
        )
