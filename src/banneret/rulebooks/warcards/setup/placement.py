"""Placement: the contest for the last word, and the posts of units and heroes when round 1 begins.

Rules: warcards:setup.placement-contest, warcards:setup.placement-limits, warcards:setup.placement-heroes, warcards:setup.ready.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.plans import Plan, Slot
from banneret.rulebooks.warcards.board.field import NAMES, NUMBERS, OWN_LINE, RESERVES, post
from banneret.rulebooks.warcards.board.standing import put
from banneret.rulebooks.warcards.ratings.checks import add_commander_bonus, opposed, skills
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.text.wording import short

GROUPS: Final = 1000
"""Added to the number of a Heroes unit where a slot of a placement is about it."""
MIDDLE: Final = (2, 1, 3, 0, 4)
"""The columns of a line in the order in which the strongest units fill them, from the middle outwards."""


def contest_placement(state: State, table: Table) -> None:
    """Roll for who sees the other's placement first. Rules: warcards:setup.placement-contest, warcards:full.commander-bonus."""
    state.stage = stages.PLACE_FIRST
    rule = "warcards:setup.placement-contest"
    sums = skills(state, "contest for placement", rule)
    add_commander_bonus(state, sums)
    winner = opposed(state, table, sums, "contest for placement", rule, False)
    state.first = 1 - winner  # until round 1 begins: the side that places first


def line_value(state: State, unit: int) -> int:
    """The value of a unit in the first line: a rough sum of its ratings."""
    card = state.setting.cards[unit]
    return 2 * card.melee + (0 if card.missile == NONE else card.missile) + card.defense + 3 * card.hits


def placement_plan(state: State, side: int) -> Plan:
    """The question of a side's placement: each unit to an area of its line, or without a word to the reserve; heroes to a unit.

    At sea heroes may also join a unit aboard.

    Rules: warcards:setup.placement-limits, warcards:setup.placement-heroes, warcards:setup.embark.
    """
    units = [unit for unit in state.units if unit.side == side and unit.place == RESERVES[side]]
    ranked = sorted(units, key=lambda unit: (-line_value(state, unit.id), unit.id))
    middle_first = [OWN_LINE[side][column] for column in MIDDLE]
    post = {unit.id: area for unit, area in zip(ranked, middle_first, strict=False)}
    slots: list[Slot] = []
    for unit in units:
        words = [f"u{unit.id}-{NAMES[area]}" for area in OWN_LINE[side]]
        spots = list(OWN_LINE[side])
        preset = OWN_LINE[side].index(post[unit.id]) if unit.id in post else -1
        slots.append(Slot(unit.id, words, preset, spots))
    hosts = units + [unit for unit in state.units if unit.side == side and unit.place == st.ABOARD]
    for group in state.groups:
        if group.side != side or group.dissolved:
            continue
        words = [f"h{group.id}-u{unit.id}" for unit in hosts]
        preset = next((index for index, unit in enumerate(hosts) if unit.id == group.host), -1)
        slots.append(Slot(GROUPS + group.id, words, preset, [100 + unit.id for unit in hosts]))
    return Plan("place", side, "warcards:setup.placement-limits", "place", slots)


def place(state: State, table: Table) -> None:
    """Ask a side for its placement, and carry it out. Rules: warcards:setup.placement-limits, warcards:setup.placement-heroes, warcards:setup.ready."""
    side = state.first if state.stage == stages.PLACE_FIRST else 1 - state.first
    order = table.ask(placement_plan(state, side))
    for group in state.groups:
        if group.side == side and not group.dissolved:
            group.host = st.NOBODY
    posts: list[str] = []
    for word in order[1:]:
        subject, _, where = str(word).partition("-")
        if subject[0] == "h":
            state.groups[int(subject[1:])].host = int(where[1:])
            continue
        unit = state.units[int(subject[1:])]
        put(state, unit, NUMBERS[where])
        posts.append(f"{short(state, unit.id)} at {post(side, NUMBERS[where])}")
    if table.telling:
        words = ", ".join(posts) if posts else "everything in the reserve"
        text = f"{state.setting.names[side]} placed: {words}."
        table.tell(Event("placed", text, "warcards:setup.placement-limits", side=side))
    state.stage += 1
