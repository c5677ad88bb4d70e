"""Two units set down where a duel begins: the attacker has just come in, or they have fought for a round.

Rules: warcards:move.engage, warcards:setup.fort-line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.building import build
from banneret.rulebooks.warcards.army.options import flags_of
from banneret.rulebooks.warcards.board.field import NUMBERS
from banneret.rulebooks.warcards.board.standing import engage, put
from banneret.rulebooks.warcards.setup.works import use_fort
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import CAMP, CASTLE

FIRST: Final = "first"
LATER: Final = "later"
ROUNDS: Final = (FIRST, LATER)


def duel_state(data: Mapping[str, Any], options: Mapping[str, str], when: str = FIRST) -> State:
    """The first units of both sides of a battle engaged, at the beginning of an attack phase; the side A attacks.

    In the open they meet in N3, where a fortification is used in B3; the attacker has moved one area. `when` is `first` or
    `later`: the round of the engagement. Raises `BadInput` where the attacker could never come in.
    """
    state = build(data, str(data["id"]), flags_of(options))
    setting = state.setting
    state.attacker = 0
    state.terrain, state.weather, state.visibility = setting.terrain, setting.weather, setting.visibility
    area = NUMBERS["N3"]
    if setting.fort != CAMP:
        use_fort(state)
        area = NUMBERS["B3"]
    attacker = state.units[0]
    defender = next(unit for unit in state.units if unit.side == 1 and unit.place != st.ABOARD)
    if state.fort == CASTLE and setting.cards[attacker.id].mounted:
        name = setting.cards[attacker.id].name
        raise BadInput(f"{name} cannot ride into a castle", where="fort", hint="name a unit on foot")
    state.round = 1
    put(state, attacker, area)
    put(state, defender, area)
    engage(state, attacker, defender, NUMBERS["A3" if area == NUMBERS["N3"] else "N3"])
    attacker.spent = 1
    attacker.outside = True
    if when == LATER:
        state.round = 2
        attacker.spent = 0
        attacker.began = defender.began = True
    state.stage = stages.STATIONARY
    return state
