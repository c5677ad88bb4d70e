"""Forecasts of melees: the figures that strike, the attack sum with its parts, and the exact odds.

The odds are those of `odds`, for two units in contact as if no others struck them.
Rules: battlesystem:8.3h, battlesystem:8.4, battlesystem:8.8d.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.enumeration import enumerated
from banneret.kernel.scene import Chance, Odds, Spread
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.bouts import Bout
from banneret.rulebooks.battlesystem.combat import attack_rolls, wading
from banneret.rulebooks.battlesystem.combat.attack_rolls import are_set_against, count_of
from banneret.rulebooks.battlesystem.combat.champions import at_backs
from banneret.rulebooks.battlesystem.combat.champions.sums import aim_at
from banneret.rulebooks.battlesystem.combat.fighting import still_striking
from banneret.rulebooks.battlesystem.combat.strikers import idle, striking
from banneret.rulebooks.battlesystem.command.coverage import commander_bonus
from banneret.rulebooks.battlesystem.morale import current_morale
from banneret.rulebooks.battlesystem.odds.champion import strike_odds
from banneret.rulebooks.battlesystem.odds.duel import unit_key
from banneret.rulebooks.battlesystem.odds.first_blows import Lent, exchange_in_order
from banneret.rulebooks.battlesystem.odds.melee import ATTACKS, Exchange, Prospect, fates, wet_among
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.text.sentences import agree, counted, says
from banneret.rulebooks.battlesystem.unit import MOB, Unit

MOST_KNOWN: Final = 2000  # melees cached, of a few hundred bytes each
ALONE: Final = "if nobody else strikes them"  # what the odds of a melee rest on
SHOWN: Final = 6  # figures lost that are listed one by one
_KNOWN: Final[dict[tuple[object, ...], tuple[Setting, Exchange]]] = {}


class Bearing:
    """The attack of one unit on another.

    Attributes:
        attacker: the number of the unit.
        defender: the number of the other.
        figures: the bases that strike, by number.
        count: the figures on them.
        aspect: the side of the defender that they strike.
        tally: the sum to which two dice are added.
    """

    __slots__ = ("aspect", "attacker", "count", "defender", "figures", "tally")

    def __init__(
        self, attacker: int, defender: int, figures: list[int], count: int, aspect: int, tally: Tally
    ) -> None:
        self.attacker: int = attacker
        self.defender: int = defender
        self.figures: list[int] = figures
        self.count: int = count
        self.aspect: int = aspect
        self.tally: Tally = tally

    def __str__(self) -> str:
        count = "nobody strikes" if not self.figures else counted(self.count) + " strike"
        return f"{count} {attack_rolls.ASPECTS[self.aspect]}: {self.tally} + 2d6"


class Melee:
    """A melee of two units: the attacks `there` and `back`, and the odds."""

    __slots__ = ("back", "odds", "there")

    def __init__(self, there: Bearing, back: Bearing, odds: Exchange) -> None:
        self.there: Bearing = there
        self.back: Bearing = back
        self.odds: Exchange = odds


def bearing(
    state: State, attacker: Unit, defender: Unit, figures: list[int], aspect: int, lent: tuple[int, ...]
) -> Bearing:
    """The attack of one unit on another, with the parts of its sum; `lent` as in `count_of`. Rules: battlesystem:8.3h, battlesystem:8.4."""
    tally = Tally("attack roll")
    attack_rolls.attack_sum(state, attacker, defender, aspect, tally)
    wading.explain(state, attacker, defender, figures, tally, lent)
    met = attack_rolls.side_met(state, attacker, defender, aspect)
    return Bearing(attacker.id, defender.id, figures, count_of(attacker, figures, lent), met, tally)


def melee(state: State, unit: Unit, enemy: Unit, bout: Bout | None = None) -> Melee:
    """The melee of two units in contact as all stand now; with `bout`, of those still striking in it. Rules: battlesystem:8.0, battlesystem:8.4, 8.9."""
    if bout is not None:
        strikers, aspect = still_striking(state, bout, unit.id)
        back, back_aspect = still_striking(state, bout, enemy.id)
        lent = bout.lent_by(unit.id), bout.lent_by(enemy.id)
        return _melee(state, unit, enemy, strikers, back, (aspect, back_aspect), lent)
    aspects = (contacts.aspect(state, unit, enemy), contacts.aspect(state, enemy, unit))
    mine, theirs = striking(state, unit, enemy), striking(state, enemy, unit)
    lent = idle(state, unit, enemy, mine), idle(state, enemy, unit, theirs)
    return _melee(state, unit, enemy, mine, theirs, aspects, lent)


def _melee(
    state: State,
    unit: Unit,
    enemy: Unit,
    strikers: list[int],
    back: list[int],
    aspects: tuple[int, int],
    lent: Lent = ((), ()),
) -> Melee:
    return Melee(
        bearing(state, unit, enemy, strikers, aspects[0], lent[0]),
        bearing(state, enemy, unit, back, aspects[1], lent[1]),
        _counted(state, unit, enemy, (strikers, back), aspects, lent),
    )


def _counted(
    state: State,
    unit: Unit,
    enemy: Unit,
    strikers: tuple[list[int], list[int]],
    aspects: tuple[int, int],
    lent: Lent,
) -> Exchange:
    """The odds of a melee, cached: the board asks for the same ones again and again."""
    ranking = state.ranking
    early = unit.side not in ranking or ranking.index(unit.side) <= ranking.index(enemy.side)
    wet = (
        wet_among(state, unit, enemy, strikers[0], lent[0]),
        wet_among(state, enemy, unit, strikers[1], lent[1]),
    )
    key = (
        id(state.setting),
        unit.id,
        enemy.id,
        unit_key(unit),
        unit_key(enemy),
        (tuple(strikers[0]), tuple(strikers[1])),
        lent,
        aspects,
        wet,
        early,
        state.round % 2,
        (unit.march, enemy.march),
        (unit.weapon, enemy.weapon),
        (are_set_against(state, unit, enemy), are_set_against(state, enemy, unit)),
        (unit.failed_charge, enemy.failed_charge),
        (unit.routed, enemy.routed),
        _worth(state, unit),
        _worth(state, enemy),
        _spots(unit),
        _spots(enemy),
        _around(state, unit),
        _around(state, enemy),
    )
    known = _KNOWN.get(key)
    if known is not None and known[0] is state.setting:
        return known[1]
    found = exchange_in_order(state, unit, enemy, strikers, aspects, wet, lent)
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[key] = (state.setting, found)
    return found


def _worth(state: State, unit: Unit) -> tuple[object, ...]:
    """The further facts on which a unit's odds depend: shields, spears, helpers, members, effects, its commander's bonus."""
    return unit.shields, unit.spears, unit.aided, unit.members, unit.effects, commander_bonus(state, unit)


def _spots(unit: Unit) -> tuple[tuple[float, float, float], ...]:
    """The places and headings of its skirmishers: the ground there counts too. Of a block the key of its unit tells. Rule: battlesystem:8.3e."""
    return tuple([(one.x, one.y, one.heading) for one in unit.singles or ()])


def _around(state: State, unit: Unit) -> tuple[bool, bool, bool]:
    """The effects of others around a unit on its morale."""
    hearts = unit.formation == MOB and current_morale.is_heartened(state, unit)
    return current_morale.is_rear_touched(state, unit), current_morale.is_daunted(state, unit), hearts


def told(state: State, found: Melee, unit: Unit) -> Odds:
    """A melee in words and percent, as one of the two units sees it: first what it does, then what it suffers."""
    ours = unit.id == found.there.attacker
    mine, theirs = (found.there, found.back) if ours else (found.back, found.there)
    own, other = (found.odds.first, found.odds.second) if ours else (found.odds.second, found.odds.first)
    enemy = name(state, state.units[mine.defender])
    more = f"{_blow(mine, other, enemy)}; {_blow(theirs, own, 'back')}"
    texts = [more]
    chances: list[Chance] = []
    # who suffers it is said: the chances of both stand in one line
    for whose, one, suffered in ((state.units[mine.defender], other, False), (unit, own, True)):
        for fate, what in (("opened", "opens"), ("routed", "routs"), ("destroyed", "destroyed")):
            word = says(state, whose, f"is|are {fate}")
            chance = one.chance(what)
            if chance:
                texts.append(f"{word} {whole_percent(chance)}")
                chances.append(Chance(word, round(float(100 * chance), 1), suffered))
    spreads = tuple(
        [
            Spread(says(state, one, "loses|lose"), one.side, shares(prospect), besides(prospect))
            for one, prospect in ((unit, own), (state.units[mine.defender], other))
        ]
    )
    assumption = ALONE
    first, second = state.units[found.there.attacker], state.units[found.there.defender]
    dreads = [
        one for one, other in ((first, second), (second, first)) if _checks_at_the_end(state, one, other)
    ]
    if dreads:
        who = " and ".join([name(state, one) for one in dreads])
        assumption += (
            f"; if they still touch when the phase ends, {who} {agree(who, 'checks|check')} morale then"
        )
    return Odds("; ".join(texts), assumption, tuple(chances), more, spreads=spreads)


def _checks_at_the_end(state: State, unit: Unit, enemy: Unit) -> bool:
    """True if a unit checks its morale when it still touches an enemy at the end of the phase: undead, or one that it cannot harm. Rule: battlesystem:4.4."""
    if unit.now.never_checks:
        return False
    return enemy.now.undead or enemy.now.drains or current_morale.is_proof_against(state, enemy, unit)


def shares(prospect: Prospect) -> tuple[tuple[str, float], ...]:
    """The chances to lose n figures, in percent; more than `SHOWN` together."""
    chances = prospect.chances_of_losses()
    most = max([number for number, chance in enumerate(chances) if chance])
    found = [(str(number), chances[number]) for number in range(min(most, SHOWN) + 1)]
    if most > SHOWN:
        found[-1] = (f"{SHOWN} or more", sum(chances[SHOWN:], Fraction(0)))
    return _rounded(found)


def besides(prospect: Prospect) -> tuple[tuple[str, float], ...]:
    """The chances of a wound and of a morale check, in percent."""
    found = [("a wound", prospect.chance("wounded"))]
    if prospect.checks:
        found.append(("checks morale", prospect.chance("checks")))
    return _rounded(found)


def _rounded(found: list[tuple[str, Fraction]]) -> tuple[tuple[str, float], ...]:
    return tuple([(word, round(float(100 * chance), 1)) for word, chance in found])


def flight(state: State, unit: Unit, only: Collection[int] | None = None) -> Odds | None:
    """The odds of the free attacks on a unit that flees; None if nobody strikes at it. Rule: battlesystem:8.8d.

    `only`: the skirmishers that flee, None for all.
    """
    lost = Fraction(0)
    certain = Fraction(1)  # the chance that nobody falls
    who: list[str] = []
    for number in contacts.enemies_touching(state, unit):
        enemy = state.units[number]
        figures = striking(state, enemy, unit, True, only)
        if not figures or enemy.rallied:
            continue
        who.append(name(state, enemy))
        lent = idle(state, enemy, unit, figures, True, only)
        wet = wet_among(state, enemy, unit, figures, lent) if is_mended(state, 10) else 0
        side = contacts.aspect(state, enemy, unit)
        rows = fates(state, enemy, unit, count_of(enemy, figures, lent), side, True, only, wet)
        lost += sum([Fraction(row.ways * row.lost, ATTACKS) for row in rows], Fraction(0))
        certain *= sum([Fraction(row.ways, ATTACKS) for row in rows if not row.lost], Fraction(0))
    for number, touched in at_backs.entitled(state, unit, only).items():
        one = state.individuals[number]
        who.append(state.setting.sheets[number].name)
        figure = touched[0] if unit.singles is not None else aim_at(state, one, unit)
        odds = strike_odds(state, one, unit, figure, True)
        some = odds.fells + (odds.wounds if unit.wounded else 0)
        lost += odds.felled + (odds.wounds if unit.wounded else 0)
        certain *= 1 - some
    if not who:
        return None
    strikes = agree(who[0], "strikes|strike") if len(who) == 1 else "strike"
    text = f"{enumerated(who)} {strikes} at its back: {float(lost):.1f} figures lost on average"
    chance = round(float(100 * (1 - certain)), 1)
    return Odds(text, "each attack by itself", (Chance("loses figures", chance, suffered=True),))


def _blow(one: Bearing, odds: Prospect, whom: str) -> str:
    if not one.figures:
        return f"nobody strikes {whom}"
    verb = "strikes" if one.count == 1 else "strike"
    return f"{counted(one.count)} {verb} {whom}: {float(odds.lost()):.1f} killed on average"
