"""Before round 1: who attacks, terrain, weather, visibility, fortification, placement.

Rules: warcards:setup.order, warcards:setup.ready.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.plans import Plan, Slot
from banneret.rulebooks.warcards.board.field import NAMES, NUMBERS, OWN_LINE, RESERVES
from banneret.rulebooks.warcards.board.standing import put
from banneret.rulebooks.warcards.leaving.withdrawal import finish
from banneret.rulebooks.warcards.ratings.checks import add_commander_bonus, opposed, skills
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.conditions import (
    ABNORMAL,
    CASTLE,
    DEEP,
    FULL,
    INCLEMENT,
    LIMITED,
    MAJOR_STORM,
    NORMAL,
    OPEN,
    STORM,
    TERRAINS,
    VISIBILITIES,
    WEATHERS,
)
from banneret.rulebooks.warcards.text.wording import label


def choose_attacker(state: State, table: Table) -> None:
    """Who attacks: as the scenario says, else both say so in secret. Rule: warcards:setup.attacker."""
    setting = state.setting
    state.stage = stages.FORTIFY
    if setting.attacker >= 0:
        state.attacker = setting.attacker
        return
    options: list[Order] = [("attack",), ("wait",)]
    orders = table.ask_all([Choice("attack", side, "warcards:setup.attacker", options) for side in (0, 1)])
    wishes = [order[0] == "attack" for order in orders]
    if not any(wishes):
        text = "Neither side attacks: there is no battle, and both armies stay."
        finish(state, table, (), text, "warcards:setup.attacker")
        return
    state.attacker = st.BOTH if all(wishes) else (0 if wishes[0] else 1)
    if table.telling:
        who = "Both sides attacked" if all(wishes) else f"{setting.names[state.attacker]} attacked"
        table.tell(Event("attack", f"{who}.", "warcards:setup.attacker", reveals=True))


def choose_castle(state: State, table: Table) -> None:
    """A castle's owner says first of all whether he fights in it: that settles the terrain.

    Rules: warcards:setup.order, warcards:setup.full-fort-open.
    """
    if state.setting.fort == CASTLE:
        _choose_fort(state, table)
    state.stage = stages.TERRAIN


def choose_works(state: State, table: Table) -> None:
    """The owner of limited works says so when terrain, weather and visibility are settled.

    Rules: warcards:setup.order, warcards:limited.build, warcards:fort.camp.
    """
    if state.setting.fort == LIMITED:
        _choose_fort(state, table)
    state.stage = stages.PLACEMENT


def _choose_fort(state: State, table: Table) -> None:
    """The owner of a fortification, if he is attacked, says whether he fights in it.

    Rules: warcards:setup.fort-use, warcards:setup.fort-line.
    """
    setting = state.setting
    if state.attacker != 1 - setting.owner:
        return
    options: list[Order] = [("use",), ("field",)]
    if table.ask(Choice("fort", setting.owner, "warcards:setup.fort-use", options))[0] == "use":
        use_fort(state)
    if table.telling:
        words = "fights in its fortification" if state.fort else "fights in the open field"
        table.tell(Event("fort", f"{setting.names[setting.owner]} {words}.", "warcards:setup.fort-use"))


def use_fort(state: State) -> None:
    """The owner's whole line is fortified. Rules: warcards:setup.fort-line, warcards:setup.full-fort-open."""
    setting = state.setting
    state.fort = setting.fort
    for area in OWN_LINE[setting.owner]:
        state.fortified |= 1 << area


def choose_terrain(state: State, table: Table) -> None:
    """The terrain of the whole field.

    Rules: warcards:setup.terrain-options, warcards:setup.terrain-choice, warcards:setup.terrain-contest,
    warcards:setup.terrain-tie, warcards:setup.terrain-scope, warcards:setup.full-fort-open.
    """
    setting = state.setting
    state.stage = stages.WEATHER
    plain = DEEP if setting.sea else OPEN
    if state.fort == CASTLE:
        state.terrain = plain
    elif setting.terrain >= 0:
        state.terrain = setting.terrain
    else:
        grounds = [plain]
        for ground in (setting.major, *setting.minor):
            if ground not in grounds:
                grounds.append(ground)
        options: list[Order] = [("terrain", TERRAINS[ground]) for ground in grounds]
        orders = table.ask_all(
            [Choice("terrain", side, "warcards:setup.terrain-choice", options) for side in (0, 1)]
        )
        wishes = [TERRAINS.index(order[1]) for order in orders]
        if table.telling:
            text = " ".join(f"{setting.names[side]} wants {TERRAINS[wishes[side]]}." for side in (0, 1))
            table.tell(Event("wishes", text, "warcards:setup.terrain-choice", reveals=True))
        state.terrain = _contested_terrain(state, table, wishes, plain)
    if table.telling:
        text = f"The battle is fought in {TERRAINS[state.terrain]}."
        table.tell(Event("terrain", text, "warcards:setup.terrain-scope"))


def _contested_terrain(state: State, table: Table, wishes: list[int], plain: int) -> int:
    setting = state.setting
    if wishes[0] == wishes[1]:
        return wishes[0]
    for side in (0, 1):
        options: list[Order] = [("roll",), ("accept",)]
        if table.ask(Choice("yield", side, "warcards:setup.terrain-choice", options))[0] == "accept":
            return wishes[1 - side]
    rule = "warcards:setup.terrain-contest"
    sums = skills(state, "contest for the terrain", rule)
    for side in (0, 1):
        if setting.home == side:
            sums[side].add(4, "home realm", rule)
        if wishes[side] == plain:
            sums[side].add(2, "open terrain", rule)
        elif wishes[side] != setting.major:
            sums[side].add(-4, "minor terrain", rule)
    winner = opposed(state, table, sums, "contest for the terrain", rule, True)
    return plain if winner < 0 else wishes[winner]


def choose_weather(state: State, table: Table) -> None:
    """The weather of the war move. Rules: warcards:setup.weather, warcards:weather.major-storm."""
    setting = state.setting
    state.stage = stages.VISIBILITY
    state.weather = setting.weather
    if setting.flags.weather_roll:
        roll = table.die(20, "weather")
        state.weather = (
            NORMAL
            if roll <= 12
            else ABNORMAL
            if roll <= 14
            else INCLEMENT
            if roll <= 17
            else STORM
            if roll <= 19
            else MAJOR_STORM
        )
    if table.telling:
        table.tell(Event("weather", f"The weather is {WEATHERS[state.weather]}.", "warcards:setup.weather"))
    if state.weather == MAJOR_STORM:
        text = "In a major storm no battle can be fought: both armies stay."
        finish(state, table, (), text, "warcards:weather.major-storm")


def choose_visibility(state: State, table: Table) -> None:
    """Full sight, night or fog. Rules: warcards:setup.visibility, warcards:vis.full."""
    setting = state.setting
    state.stage = stages.WORKS
    if setting.visibility >= 0:
        state.visibility = setting.visibility
    else:
        options: list[Order] = [("see", "full"), ("see", "night")]
        if setting.fog:
            options.append(("see", "fog"))
        orders = table.ask_all(
            [Choice("visibility", side, "warcards:setup.visibility", options) for side in (0, 1)]
        )
        wishes = [VISIBILITIES.index(order[1]) for order in orders]
        if table.telling:
            text = " ".join(f"{setting.names[side]} wants {VISIBILITIES[wishes[side]]}." for side in (0, 1))
            table.tell(Event("wishes", text, "warcards:setup.visibility", reveals=True))
        winner = 0
        if wishes[0] != wishes[1]:
            rule = "warcards:setup.visibility"
            sums = skills(state, "contest for visibility", rule)
            winner = opposed(state, table, sums, "contest for visibility", rule, True)
        state.visibility = FULL if winner < 0 else wishes[winner]
    if table.telling:
        text = f"Visibility: {VISIBILITIES[state.visibility]}."
        table.tell(Event("visibility", text, "warcards:setup.visibility"))


def contest_placement(state: State, table: Table) -> None:
    """Who sees the other's placement first. Rules: warcards:setup.placement-contest, warcards:full.commander-bonus."""
    state.stage = stages.PLACE_FIRST
    rule = "warcards:setup.placement-contest"
    sums = skills(state, "contest for placement", rule)
    add_commander_bonus(state, sums)
    winner = opposed(state, table, sums, "contest for placement", rule, False)
    state.first = 1 - winner  # until round 1 begins: the side that places first


def line_value(state: State, unit: int) -> int:
    """How much a unit belongs into the first line: a rough sum of its ratings."""
    card = state.setting.cards[unit]
    return 2 * card.melee + (0 if card.missile == NONE else card.missile) + card.defense + 3 * card.hits


def placement_plan(state: State, side: int) -> Plan:
    """Every unit to an area of the own line, or by default of a word to the reserve; heroes to a unit, at sea also one aboard.

    Rules: warcards:setup.placement-limits, warcards:setup.placement-heroes, warcards:setup.embark.
    """
    units = [unit for unit in state.units if unit.side == side and unit.place == RESERVES[side]]
    ranked = sorted(units, key=lambda unit: (-line_value(state, unit.id), unit.id))
    middle_first = [OWN_LINE[side][column] for column in (2, 1, 3, 0, 4)]
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
        slots.append(Slot(1000 + group.id, words, preset, [100 + unit.id for unit in hosts]))
    return Plan("place", side, "warcards:setup.placement-limits", "place", slots)


def place(state: State, table: Table) -> None:
    """One side's placement. Rules: warcards:setup.placement-limits, warcards:setup.placement-heroes, warcards:setup.ready."""
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
        posts.append(f"{label(state, unit)} in {where}")
    if table.telling:
        words = ", ".join(posts) if posts else "everything in the reserve"
        text = f"{state.setting.names[side]} placed: {words}."
        table.tell(Event("placed", text, "warcards:setup.placement-limits", side=side))
    state.stage += 1
