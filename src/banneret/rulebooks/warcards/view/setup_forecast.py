"""Forecasts of the choices before a battle: the effects of a terrain or a visibility, and the odds of the contest for it.

Rules: warcards:setup.terrain-contest, warcards:setup.terrain-tie, warcards:setup.visibility, warcards:check.opposed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Figure, Odds, Throw
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.odds.blows import FACES
from banneret.rulebooks.warcards.ratings.checks import skills
from banneret.rulebooks.warcards.setup.terrain import Contest, terrain_sums
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import DEEP, OPEN, TERRAINS
from banneret.rulebooks.warcards.view.chances import share

CONSEQUENCES: Final[dict[Order, str]] = {
    ("terrain", "open"): "no effect on movement or combat",
    ("terrain", "forest"): "mounted units move 1 area, nobody charges, missiles have -4",
    ("terrain", "jungle"): "who does not move freely moves 1 area, nobody charges or shoots",
    ("terrain", "swamp"): "who does not move freely moves 1 area, nobody charges, mounted units have -2",
    ("terrain", "hills"): "in an area the unit that was there first has +2 for a round, and the newcomer cannot charge",
    ("terrain", "mountain"): "mounted units move 1 area, nobody charges or shoots into the next area, the unit that was there first has +2",
    ("terrain", "deep-water"): "no effect on movement or combat",
    ("terrain", "shallow-water"): "nobody rams, heavy ships have −2",
    ("see", "full"): "no effect",
    ("see", "night"): "nobody shoots into the next area, attacks have -1; not so dwarves, elves, goblins and orogs",
    ("see", "fog"): "nobody shoots into the next area, attacks have -1",
    ("first", "self"): "the other side moves when yours has ended",
    ("first", "other"): "you move when they have ended",
}  # fmt: skip
"""The effects of the choices of terrain, visibility and first move. Rules: warcards:terrain.open to warcards:vis.limited-senses, warcards:init.choice."""


NIGHT: Final[Order] = ("see", "night")
NIGHT_WITHOUT_FIRE: Final = (
    "nobody shoots into the next area, attacks have -1, but not those of dwarves, elves, goblins and orogs"
)
"""The effects of the night where peoples that see in it may not fire at adjacent areas. Rule: warcards:vis.limited-senses."""


def contest_forecast(state: State, decision: Decision, order: Order) -> Odds | None:
    """The odds of the contest that a wish leads to, or a roll; None where nothing depends on a die."""
    side = decision.side
    if isinstance(decision, Contest):
        if order[0] != "roll":
            return None
        sums = terrain_sums(state, decision.wishes, _plain(state))
        ground = "on deep water" if state.setting.sea else "in the open"
        return _contest(state, side, sums, f"a tie is fought {ground}")
    wishes = [TERRAINS.index(one[1]) for one in decision.orders()] if order[0] == "terrain" else []
    if order[0] == "see":
        sums = skills(state, "contest for visibility", "warcards:setup.visibility")
        return _contest(
            state, side, sums, f"if {state.setting.names[1 - side]} may want another; a tie is full sight"
        )
    if len(wishes) < 2:
        return None
    mine = TERRAINS.index(order[1])
    found = []
    for theirs in wishes:
        if theirs != mine:
            pair = [mine, theirs] if side == 0 else [theirs, mine]
            sums = terrain_sums(state, pair, _plain(state))
            found.append((sums[side].total - sums[1 - side].total, theirs, sums))
    _, theirs, sums = min(found, key=lambda one: one[0])
    name = TERRAINS[theirs].replace("-", " ") + ("" if state.setting.sea else " terrain")
    return _contest(state, side, sums, f"if the choice of {state.setting.names[1 - side]} is {name}")


def _plain(state: State) -> int:
    return DEEP if state.setting.sea else OPEN


def _contest(state: State, side: int, sums: Sequence[Tally], assumption: str) -> Odds:
    """The odds of an opposed check whose ties stand. Rule: warcards:check.opposed."""
    lead = sums[side].total - sums[1 - side].total
    faces = range(1, FACES + 1)
    wins = Fraction(sum(own + lead > other for own in faces for other in faces), FACES**2)
    ties = Fraction(sum(own + lead == other for own in faces for other in faces), FACES**2)
    text = f"wins the contest {whole_percent(wins)}, ties {whole_percent(ties)}"
    chances = (
        Chance("wins the contest", share(wins)),
        Chance("ties", share(ties)),
        Chance("loses it", share(1 - wins - ties), True),
    )
    figures = tuple(
        [
            Figure(name, f"{one.total:+d}", tuple(one.parts), kind="bonus")
            for name, one in (("our sum", sums[side]), ("their sum", sums[1 - side]))
        ]
    )
    throw = Throw(
        "Contest of the generals", side, figures, "more than theirs", share(wins), "warcards:check.opposed"
    )
    return Odds(text, assumption, chances, throws=(throw,))
