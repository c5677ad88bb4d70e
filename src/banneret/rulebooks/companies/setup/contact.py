"""Contact: the roll to see the enemy first, and the choice of the winner.

Rules: companies:contact.test, companies:contact.skills, companies:contact.choice, companies:contact.tie, companies:contact.offer-scouted.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Die, Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import alliance, are_enemies, company_word, sides_of
from banneret.rulebooks.companies.board.sight import note_sight
from banneret.rulebooks.companies.exchange.end.ending import finish
from banneret.rulebooks.companies.pools.building import (
    Pool,
    help_of_seconds,
    serving,
    skilled_pool,
)
from banneret.rulebooks.companies.pools.counting import counted, doubles
from banneret.rulebooks.companies.pools.rolling import pool_stake, roll
from banneret.rulebooks.companies.pools.troops import leading
from banneret.rulebooks.companies.pools.wounds import dice_lost, raised_for
from banneret.rulebooks.companies.setup.host import name_host
from banneret.rulebooks.companies.state import BONUS, NOBODY, OFFER, POSITION, State
from banneret.rulebooks.companies.tables.skills import STATS, WISE

LISTED: Final = ("Orienteering", "Observation", "Riding")
PERCEPTION: Final = "perception"


def make_contact(state: State, table: Table) -> None:
    """Roll Contact for every company, and let the winner choose; after a tie either side may offer battle. Rules: companies:contact.choice, companies:setup.host."""
    counts = [_roll(state, table, number) for number in range(len(state.companies))]
    first = [number for number, count in enumerate(counts) if count == max(counts)]
    if any(are_enemies(state, first[0], other) for other in first):
        _tied(state, table)
    else:
        state.initiative = first[0] if len(first) == 1 else _pick(state, table, first)
        _choose(state, table)
    if state.outcome is None:
        name_host(state, table, counts)
        state.stage = stages.DISPOSITION


def _pick(state: State, table: Table, companies: list[int]) -> int:
    """Let a faction pick which of its companies has won; if allies share the highest count, the first of them picks. Rule: companies:contact.many."""
    options: list[Order] = [("initiative", company_word(number)) for number in companies]
    side = state.setting.forces[companies[0]].side
    order = table.ask(Choice("initiative", side, "companies:contact.many", options))
    return companies[options.index(order)]


def contact_pool(state: State, number: int, tally: Tally | None = None) -> Pool:
    """The best pool of a company's leader for Contact; without a skill it is Perception, unskilled.

    Rules: companies:contact.skills, companies:contact.help, companies:contact.unskilled, companies:contact.naval.
    """
    tester = leading(state, number)
    officer = state.setting.people[tester]
    fitting = state.setting.forces[number].fitting_wises
    wises = [name for name in officer.skills if name.endswith(WISE) and (not fitting or name in fitting)]
    wises.sort(key=lambda name: -officer.skills[name])
    listed = LISTED + tuple(wises[:1])
    best: Pool | None = None
    for name in serving(state, tester, listed):
        pool = skilled_pool(state, tester, name, listed, None)
        if best is None or pool.dice > best.dice:
            best = pool
    if best is None:
        dice = officer.stats[STATS.index(PERCEPTION)]
        shade = officer.shade("Perception")
        best = Pool("Perception", dice - dice_lost(state.people[tester]), shade, unskilled=True)
        if tally is not None:
            tally.add(dice, "Perception", "companies:contact.unskilled")
    elif tally is not None:
        skilled_pool(state, tester, best.skill, listed, None, tally)
    helping = listed + known_wises(state, number) if state.setting.flags.version > 1 else listed
    more = help_of_seconds(state, number, tester, helping)
    best.dice += more
    if tally is not None and more:
        tally.add(more, "help", "companies:contact.help")
    return best


def known_wises(state: State, number: int) -> tuple[str, ...]:
    """The wises of all characters of a company that fit the terrain: a second may help with any. Rule: companies:contact.help."""
    fitting = state.setting.forces[number].fitting_wises
    found: list[str] = []
    for person, one in enumerate(state.people):
        if one.company == number:
            for name in state.setting.people[person].skills:
                if name.endswith(WISE) and (not fitting or name in fitting) and name not in found:
                    found.append(name)
    return tuple(found)


def _roll(state: State, table: Table, number: int) -> int:
    """The counted successes of a company at Contact. Rules: companies:contact.unskilled, companies:core.unskilled-versus."""
    force = state.setting.forces[number]
    tally = Tally("dice")
    tally.side = force.side
    pool = contact_pool(state, number, tally if table.telling else None)
    shown: list[Die] | None = [] if table.telling else None
    successes = roll(table, pool.dice, "Contact", force.side, pool.shade, pool.open_ended, shown)
    raised = raised_for(state, leading(state, number)) if state.setting.flags.version > 1 else 0
    doubling = doubles(state.setting.flags)
    count = counted(successes, pool.unskilled and not doubling, raised)
    if doubling and not pool.unskilled:
        count *= 2  # against the unskilled; against one another that changes nothing
    if shown is not None:
        half = ", and those of the skilled count twice" if doubling else ", and half of them count"
        less = f", less {raised} for a wound" if raised else ""
        text = f"{force.name} look for the enemy by {pool.skill}: {successes} of {len(shown)} dice succeed{half if pool.unskilled else ''}{less}."
        stakes = [pool_stake(force.side, successes, len(shown), pool.shade)]
        rule = "companies:contact.test"
        table.tell(Event("contact", text, rule, side=force.side, dice=shown, tallies=[tally], stakes=stakes))
    return count


def _choose(state: State, table: Table) -> None:
    """Let the winner choose surprise, a position or the offer of battle. Rule: companies:contact.choice."""
    side = state.setting.forces[state.initiative].side
    options: list[Order] = [(BONUS,), (POSITION,), (OFFER,)]
    state.chosen = str(table.ask(Choice("contact", side, "companies:contact.choice", options))[0])
    if table.telling:
        name = state.setting.forces[state.initiative].name
        said = {
            BONUS: "take the advantage of surprise",
            POSITION: "will start in a position",
            OFFER: "offer battle",
        }
        text = f"{name} win Contact and {said[state.chosen]}."
        table.tell(Event("initiative", text, "companies:contact.choice", side=side, reveals=True))
    if state.chosen == OFFER:
        offer_battle(state, table, side)


def _tied(state: State, table: Table) -> None:
    """Leave the initiative to nobody; any side may offer battle. Rules: companies:contact.tie, companies:contact.offer-tie."""
    if table.telling:
        table.tell(
            Event("initiative", "Contact is tied: nobody has the initiative.", "companies:contact.tie")
        )
    options: list[Order] = [("wait",), (OFFER,)]
    sides = range(len(state.setting.sides))
    orders = table.ask_all([Choice("offer", side, "companies:contact.offer-tie", options) for side in sides])
    offering = [side for side, order in zip(sides, orders, strict=True) if order[0] == OFFER]
    if offering:
        if table.telling:
            name = state.setting.names[offering[0]]
            table.tell(Event("offer", f"{name} offer battle.", "companies:contact.offer-tie", reveals=True))
        offer_battle(state, table, offering[0])


def offer_battle(state: State, table: Table, side: int) -> None:
    """Meet between the lines: all are scouted, and each side may state terms, that which offers battle first.

    Rules: companies:contact.offer-scouted, companies:contact.parley.
    """
    count = len(state.companies)
    for own in range(count):
        for other in range(count):
            note_sight(state, own, other, are_enemies(state, own, other))
    sides = len(state.setting.sides)
    for speaker in [(side + one) % sides for one in range(sides)]:
        if state.outcome is None:
            state_terms(state, table, speaker)


def state_terms(state: State, table: Table, side: int) -> None:
    """Let a side state terms of surrender, and its enemies accept or refuse them; all must accept. Rule: companies:contact.parley."""
    ask: list[Order] = [("fight",), ("terms",)]
    if table.ask(Choice("parley", side, "companies:contact.parley", ask))[0] != "terms":
        return
    answers: list[Order] = [("refuse",), ("accept",)]
    own = alliance(state, side)
    others = [one for one in range(len(state.setting.sides)) if alliance(state, one) != own]
    accepted = [
        table.ask(Choice("terms", one, "companies:contact.parley", answers))[0] == "accept" for one in others
    ]
    names = state.setting.names
    said = " and ".join([names[one] for one in others])
    if all(accepted):
        reason = f"{said} accept the terms of {names[side]}; no blow is struck."
        finish(state, sides_of(state, own), reason, "companies:contact.parley")
    elif table.telling:
        refusing = [names[one] for one, accepts in zip(others, accepted, strict=True) if not accepts]
        text = f"{names[side]} demand surrender; {' and '.join(refusing)} refuse."
        table.tell(Event("terms", text, "companies:contact.parley", side=side))


def winning_side(state: State) -> int:
    """The side that won Contact, or NOBODY."""
    return NOBODY if state.initiative == NOBODY else state.setting.forces[state.initiative].side
