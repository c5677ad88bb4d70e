"""The efforts of companies in a volley, from the reveal to the losses."""

from __future__ import annotations

from dataclasses import dataclass

from banneret.rulebooks.companies.board.sides import is_crowd
from banneret.rulebooks.companies.pools.building import Pool
from banneret.rulebooks.companies.state import NOBODY, NOWHERE, Reveal, State
from banneret.rulebooks.companies.tables.actions import HOLD, NOTHING, RALLY
from banneret.rulebooks.companies.tables.matrix import UNTESTED

AIMLESS = (HOLD, RALLY, NOTHING)
"""Actions that name no enemy. Rule: companies:multi.targets."""


@dataclass(slots=True, init=False)
class Effort:
    """The action of one company in one volley.

    Attributes:
        company: The company that acts.
        scripted: The action that was revealed.
        action: The action that is carried out; NOTHING if it is void or the company hesitates.
        target: The node that an Advance is aimed at.
        held: The node whose position the company occupied at the reveal.
        works: The fortification that protects it after the reveal.
        kind: The kind of test.
        pool: The dice of its roll.
        raised: The raises of its obstacle, or what is taken from its successes.
        foray: True if the commander has joined the foray.
        successes: The successes rolled.
        count: The successes that count, after halving and raises.
        works_out: True if the action works.
        margin: The successes beyond what was needed.
        extra: The successes that it may spend.
        menu: The entries of its menu that may be bought.
        taken: True if its Advance occupies the target.
        withdrew: True if its Withdraw works.
        bought: The number of each thing bought.
        losses: The points of Disposition that the company loses.
        faces: The dice rolled, if they are told or artha is played.
        foe: The enemy company that it is tested against and takes effect on.
        deeds: The Deeds spent on its roll.
        aimed: The dice that a Rally saved for its shot.
        ob: The obstacle of its independent test, raises included.
        broken: Its margin in a tie-breaker, below 0 if it lost.
    """

    company: int
    scripted: int
    action: int
    target: int
    held: int
    works: int
    kind: int
    pool: Pool | None
    raised: int
    foray: bool
    successes: int
    count: int
    works_out: bool
    margin: int
    extra: int
    menu: tuple[str, ...]
    taken: bool
    withdrew: bool
    bought: dict[str, int]
    losses: int
    faces: tuple[int, ...]
    foe: int
    deeds: int
    aimed: int
    ob: int
    broken: int

    def __init__(
        self,
        company: int,
        scripted: int = NOTHING,
        action: int = NOTHING,
        target: int = NOWHERE,
        held: int = NOWHERE,
        works: int = 0,
        kind: int = UNTESTED,
        pool: Pool | None = None,
        raised: int = 0,
        foray: bool = False,
        successes: int = 0,
        count: int = 0,
        works_out: bool = False,
        margin: int = 0,
        extra: int = 0,
        menu: tuple[str, ...] = (),
        taken: bool = False,
        withdrew: bool = False,
        bought: dict[str, int] | None = None,
        losses: int = 0,
        faces: tuple[int, ...] = (),
        foe: int = NOBODY,
        deeds: int = 0,
        aimed: int = 0,
        ob: int = 0,
        broken: int = 0,
    ) -> None:
        self.company = company
        self.scripted = scripted
        self.action = action
        self.target = target
        self.held = held
        self.works = works
        self.kind = kind
        self.pool = pool
        self.raised = raised
        self.foray = foray
        self.successes = successes
        self.count = count
        self.works_out = works_out
        self.margin = margin
        self.extra = extra
        self.menu = menu
        self.taken = taken
        self.withdrew = withdrew
        self.bought = {} if bought is None else bought
        self.losses = losses
        self.faces = faces
        self.foe = foe
        self.deeds = deeds
        self.aimed = aimed
        self.ob = ob
        self.broken = broken


def show(state: State, efforts: list[Effort]) -> None:
    """Show everybody what is revealed and rolled so far."""
    crowd = is_crowd(state)
    state.reveals = [
        Reveal(
            effort.company,
            effort.scripted,
            effort.action,
            effort.target,
            effort.kind,
            "" if effort.pool is None else effort.pool.skill,
            0 if effort.pool is None else effort.pool.shade,
            effort.faces,
            effort.successes,
            effort.count,
            effort.works_out,
            effort.extra,
            effort.foe if crowd and effort.action not in AIMLESS else NOBODY,
        )
        for effort in efforts
        if effort.scripted != NOTHING or not state.companies[effort.company].fallen
    ]
