"""A battle of war cards set up as a test wants it, with dice and answers written down."""

from __future__ import annotations

from typing import Any

from banneret.kernel.order import Order
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.building import build
from banneret.rulebooks.warcards.army.options import flags_of
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, NUMBERS
from banneret.rulebooks.warcards.board.standing import engage, put
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.setup.works import use_fort
from banneret.rulebooks.warcards.state import State, Unit
from banneret.testing import Script


def data(a: list[Any], b: list[Any], **more: Any) -> dict[str, Any]:
    """A scenario as plain data; `conditions`, `province`, and `A`/`B` add to its tables."""
    sea = more.get("kind") == "sea"
    units = "ships" if sea else "units"
    top: dict[str, Any] = {"id": "test", "title": "Test", "attacker": more.pop("attacker", "A")}
    if sea:
        top["kind"] = more.pop("kind")
    top["province"] = {"major": "deep-water" if sea else "open", **more.pop("province", {})}
    ground = "deep-water" if sea else "open"
    top["conditions"] = {
        "terrain": ground,
        "weather": "normal",
        "visibility": "full",
        **more.pop("conditions", {}),
    }
    top["sides"] = {
        "A": {"name": "Reds", "general": {"name": "Anna", "warcraft": 5}, units: a, **more.pop("A", {})},
        "B": {"name": "Blues", "general": {"name": "Bert", "warcraft": 5}, units: b, **more.pop("B", {})},
    }
    return {**top, **more}


def fresh(plain: dict[str, Any], version: int = RULEBOOK.version, **options: str) -> State:
    """The beginning of a battle, by a version of the rules."""
    flags = flags_of(RULEBOOK.options({k.replace("_", "-"): v for k, v in options.items()}))
    flags.version = version
    return build(plain, "test", flags)


def field(
    a: str,
    b: str,
    stage: int = stages.MOVE_FIRST,
    fort: bool = False,
    options: dict[str, str] | None = None,
    version: int = RULEBOOK.version,
    **more: Any,
) -> State:
    """A battle in round 1 after set-up: `a` and `b` as `N3 knights, RA infantry`; units number on, A's first."""
    rows = [[part.split() for part in side.split(",")] for side in (a, b)]
    given = [[row[1] for row in side] for side in rows]
    special = more.pop("special", {})
    units = [[special.get(name, name) for name in side] for side in given]
    state = fresh(data(units[0], units[1], **more), version, **(options or {}))
    state.attacker = 0
    state.terrain = state.setting.terrain
    state.weather = state.setting.weather
    state.visibility = state.setting.visibility
    state.round = 1
    state.first = 0
    state.stage = stage
    if fort:
        use_fort(state)
    ships = [unit for unit in state.units if unit.place != st.ABOARD]
    for unit, row in zip(ships, [*rows[0], *rows[1]], strict=True):
        put(state, unit, NUMBERS[row[0]])
    return state


def with_heroes(a: str, b: str, host: str = "", **more: Any) -> State:
    """The same, with a Heroes unit of two on side A, by itself or with a unit."""
    group = {"name": "H", "members": [{"level": 5, "speed": 30}, {"level": 5, "speed": 30}]}
    if host:
        group["with"] = host
    return field(a, b, A={"heroes": [group]}, **more)


def meet(
    state: State, area: str, since: int | None = None, came: str = "", who: int = 0
) -> tuple[Unit, Unit]:
    """The two units of an area are engaged; `who` entered, from `came`."""
    place = NUMBERS[area]
    pair = [state.units[state.at[side * AREAS + place]] for side in (0, 1)]
    engage(state, pair[who], pair[1 - who], NUMBERS[came] if came else st.NOBODY)
    if since is not None:
        for unit in pair:
            unit.since = since
            unit.began = since < state.round
    return pair[0], pair[1]


def step(state: State, dice: list[int] | None = None, orders: list[Order | None] | None = None) -> Script:
    """Play one step; all dice and orders of the script must be used."""
    script = Script(dice, orders)
    RULEBOOK.step(state, script)
    script.finish()
    assert not RULEBOOK.invariants(state), RULEBOOK.invariants(state)
    return script


def place(state: State, unit: int) -> str:
    """Where a unit is."""
    where = state.units[unit].place
    return (
        NAMES[where]
        if where >= 0
        else {-1: "destroyed", -2: "captive", -3: "gone", -4: "aboard"}.get(where, "off")
    )
