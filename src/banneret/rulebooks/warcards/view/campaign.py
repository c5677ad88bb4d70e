"""The duties that a battle leaves to the campaign around it: rest and healing, prizes, a fortification that bars the way.

Rules: warcards:combat.heal-after, warcards:naval.recrew, warcards:naval.sale, warcards:setup.fort-no-advance.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.standing import in_battle
from banneret.rulebooks.warcards.leaving.ending import SURRENDER
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.conditions import CAMP
from banneret.rulebooks.warcards.text.wording import agree, label, short

LOST: Final = (st.DESTROYED, st.CAPTIVE, st.HELPLESS)
"""The places of units that their side has no more when the battle is over."""


def aftermath(ended: State, outcome: Outcome) -> list[str]:
    """The sentences that tell what is left to do: first what each side heals, then its prizes, then who may not march on."""
    told = [healing(ended, side) for side in (0, 1) if not _surrendered(ended, side, outcome)]
    told += [prize(ended, unit) for unit in ended.units if _is_prize(ended, unit, outcome)]
    told += [barred(ended, side, outcome) for side in (0, 1)]
    return [text for text in told if text]


def healing(state: State, side: int) -> str:
    """The rest that heals the lethal damage of a side's units, a month and a GB for each hit; empty if it has none.

    Rule: warcards:combat.heal-after.
    """
    hurt = [unit for unit in state.units if unit.side == side and unit.lethal and unit.place not in LOST]
    if not hurt:
        return ""
    rows = [f"{short(state, unit.id)} {_months(unit.lethal)} for {unit.lethal} GB" for unit in hurt]
    total = sum([unit.lethal for unit in hurt])
    whole = f", {total} GB in all" if len(hurt) > 1 else ""
    return f"{state.setting.names[side]} heal by rest in a friendly province: {', '.join(rows)}{whole}."


def prize(state: State, ship: Unit) -> str:
    """The two uses of a ship that was taken: repaired it sails for the captor, or it is sold by a die.

    Damage of both kinds takes a month a hit, and lethal damage a GB too. Rules: warcards:naval.recrew, warcards:naval.sale.
    """
    taken = agree(state.setting.names[1 - ship.side], f"has|have taken {label(state, ship)}")
    months = ship.lethal + ship.subdual
    pays = f" and {ship.lethal} GB" if ship.lethal else ""
    sails = f"after {_months(months)}{pays} of repair" if months else "at once"
    price = state.setting.cards[ship.id].muster
    prices = ", ".join([str(sale(price, die)) for die in range(1, 6)])
    return f"{taken}: with a crew it sails for them {sails}, or it is sold for {prices} or {sale(price, 6)} GB, by 1d6."


def sale(muster: int, die: int) -> int:
    """The GB that a prize brings when it is sold: 30 to 80 percent of its muster cost, rounded down. Rule: warcards:naval.sale.

    >>> sale(15, 4)
    9
    """
    return muster * (die + 2) * 10 // 100


def barred(state: State, side: int, outcome: Outcome) -> str:
    """The sentence that an army may not march on past an untaken fortification; empty where it may, or where one side has won.

    Rule: warcards:setup.fort-no-advance.
    """
    setting = state.setting
    if setting.fort == CAMP or setting.owner == side or (state.fort != CAMP and state.fortified == 0):
        return ""
    if outcome.winners or not (in_battle(state, 0) and in_battle(state, 1)):
        return ""
    names = setting.names
    return f"{names[side]} may not march on through the province before the fortification of {names[1 - side]} is taken."


def _surrendered(state: State, side: int, outcome: Outcome) -> bool:
    """True if a side has surrendered by the rules: the terms decide its fate. Rule: warcards:end.terms."""
    return outcome.rule == SURRENDER and side not in outcome.winners


def _is_prize(state: State, unit: Unit, outcome: Outcome) -> bool:
    """True if a unit is a ship that the enemy has taken, or takes because he has won. Rule: warcards:naval.capture."""
    if not state.setting.cards[unit.id].ship:
        return False
    return unit.place == st.CAPTIVE or (unit.place == st.HELPLESS and outcome.winners == (1 - unit.side,))


def _months(count: int) -> str:
    return f"{count} month{'' if count == 1 else 's'}"
