"""Forecasts of moves and retreats, shown to a person before they order them: exposure, and the fight that a move seeks.

Rules: warcards:retreat.opportunity, warcards:full.enter-contest, warcards:move.engage.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Odds, Throw
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.attack.charges import levels_pikes
from banneret.rulebooks.warcards.board.field import AREAS, NUMBERS
from banneret.rulebooks.warcards.board.people import group_with
from banneret.rulebooks.warcards.board.standing import cargo, enemy_of, engage, lift, put
from banneret.rulebooks.warcards.board.works import all_inside, bars
from banneret.rulebooks.warcards.leaving.retreats import may_strike
from banneret.rulebooks.warcards.movement.entry import entry_sums, free_attack_bonus, free_attack_need
from banneret.rulebooks.warcards.movement.hero_moves import keep_up
from banneret.rulebooks.warcards.odds.blows import (
    FACES,
    NO_DAMAGE,
    PARTS,
    Blow,
    Damage,
    Fate,
    chance_to_hit,
    damage_parts,
    fate,
    fate_of,
    parts_of,
)
from banneret.rulebooks.warcards.odds.duel import duel_odds, has_last_shot
from banneret.rulebooks.warcards.ratings.abilities import may_charge, may_shoot
from banneret.rulebooks.warcards.ratings.attacks import CHARGING, SNAP, STILL, STRIKE
from banneret.rulebooks.warcards.state import NOBODY, State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.text.wording import agree, label
from banneret.rulebooks.warcards.view.chances import dealt, share, struck, suffered
from banneret.rulebooks.warcards.view.throws import attack_throw, blow_throws, entry_throws

MOST_KNOWN: Final = 4000
"""The most duels whose chances are kept, a few hundred bytes each."""
_KNOWN: Final[dict[tuple[object, ...], tuple[Fraction, Fraction]]] = {}


def order_forecast(state: State, order: Order) -> Odds | None:
    """The forecast of a retreat, an attack of opportunity or a move; None where nothing depends on a die."""
    verb = order[0]
    if verb in ("retreat", "evade"):
        way = [NUMBERS[name] for name in order[2:]]
        return _retreat(state, state.units[order[1]], way, verb == "evade")
    if verb in ("melee", "missile", "subdue") and len(order) == 2:
        unit = state.units[order[1]]
        other = state.units[enemy_of(state, unit)]
        blow = Blow(unit, other, SNAP if verb == "missile" else STRIKE, subdue=verb == "subdue")
        found = fate(state, other, [blow])
        throws = tuple(blow_throws(state, blow))
        return Odds(struck("hits", found), "before it moves", dealt(found), throws=throws)
    if verb == "move":
        return _move(state, state.units[order[1]], [NUMBERS[name] for name in order[2:]])
    return None


def _retreat(state: State, unit: Unit, way: list[int], evades: bool) -> Odds | None:
    """The attack of opportunity, with whichever rating hits the likelier, and the walls of a castle on the way.

    Rules: warcards:retreat.opportunity, warcards:evade.no-opportunity, warcards:retreat.into-fort.
    """
    number = enemy_of(state, unit)
    if number < 0:
        return None
    blow = None if evades else _blow_at_back(state, unit, state.units[number])
    if _barred(state, unit, way):
        return _entry(state, unit, way, True, blow)
    if blow is None:
        return None
    found = fate(state, unit, [blow])
    text = struck("is hit", found, True)
    return Odds(text, _if_struck(state, blow), suffered(found), throws=tuple(blow_throws(state, blow)))


def _blow_at_back(state: State, unit: Unit, other: Unit) -> Blow | None:
    """The attack that a unit which retreats must expect; None if the enemy may not attack. Rule: warcards:retreat.opportunity."""
    if not may_strike(state, other):
        return None
    blow = Blow(other, unit, STRIKE)
    if may_shoot(state, other, other.place, False):
        shot = Blow(other, unit, SNAP)
        if chance_to_hit(state, shot) > chance_to_hit(state, blow):
            blow = shot
    return blow


def _if_struck(state: State, blow: Blow) -> str:
    """The assumption that an enemy attacks who turns away, in words."""
    how = "shoots|shoot at its back" if blow.kind == SNAP else "strikes|strike at its back"
    return agree(f"if {label(state, blow.unit)}", how)


def _move(state: State, unit: Unit, way: list[int]) -> Odds | None:
    """A move that ends before walls, or with an enemy."""
    if unit.routed:
        return None
    if _barred(state, unit, way):
        return _entry(state, unit, way)
    end = way[-1]
    enemy = -1 if end >= AREAS else state.at[(1 - unit.side) * AREAS + end]
    if enemy < 0:
        return None
    return _meeting(state, unit, way, state.units[enemy])


def _entry(
    state: State, unit: Unit, way: list[int], retreats: bool = False, blow: Blow | None = None
) -> Odds:
    """The shots from the walls of a way, each before its contest; heroes count as far as they keep up, in a retreat always.

    `blow`: the attack on a unit that `retreats`, before it comes to the walls. Whom it routs is not counted as coming in.

    Rules: warcards:full.free-attack, warcards:combat.criticals, warcards:full.enter-contest, warcards:hero.move,
    warcards:hero.with-retreat, warcards:retreat.into-fort.
    """
    there = state.copy()
    mover = there.units[unit.id]
    barred = _barred(state, unit, way)
    shot = Siege(there, mover)
    throws: list[Throw] = []
    assumption = "a tie of the contest keeps it out"
    if blow is not None:
        shot.suffer(damage_parts(state, blow))
        throws += blow_throws(state, blow)
        assumption = f"{_if_struck(state, blow)}; {assumption}"
    for at in barred:
        aided = retreats or _so_far(there, mover, way, at)
        throws += entry_throws(there, mover, way[at], aided)
        sums = entry_sums(there, mover, way[at], aided)
        shot.storm(sums[unit.side].total - sums[1 - unit.side].total)
    enters = shot.enters
    found = Fate(shot.hit, shot.destroyed, shot.captured, shot.routed)
    through = f"gets through {len(barred)} walls" if len(barred) > 1 else "gets in"
    chances: tuple[Chance, ...] = (Chance(through, share(enters)),)
    text = f"it {through} {whole_percent(enters)}"
    more = WALLS_SILENT
    shoots = free_attack_bonus(state) != NONE
    if shoots or blow is not None:
        by = " and ".join(["the blow at its back"] * (blow is not None) + ["the walls"] * shoots)
        text = f"{by}: {struck('is hit', found, True)}; then {text}"
        chances += suffered(found)
    if shoots:
        more = "the walls shoot before it gets in"
    return Odds(text, assumption, chances, more, throws=tuple(throws))


WALLS_SILENT: Final = "the weather keeps the walls from shooting"
"""The words where the defenses of a castle make no free attack. Rule: warcards:full.free-attack."""


ALWAYS: Final = Fraction(1)


class Siege:
    """The chances of a unit on its way through walls: how many it has passed, and what has become of it.

    `mover` stands in a state that may be changed. Rules: warcards:full.free-attack, warcards:full.enter-contest.
    """

    def __init__(self, state: State, mover: Unit) -> None:
        self.state: State = state
        self.mover: Unit = mover
        self.on_its_way: dict[tuple[int, bool], Fraction] = {(mover.lethal, False): Fraction(1)}
        self.hit: Fraction = Fraction(0)
        self.destroyed: Fraction = Fraction(0)
        self.captured: Fraction = Fraction(0)
        self.routed: Fraction = Fraction(0)

    @property
    def enters(self) -> Fraction:
        """The chance that it has come through all walls so far."""
        return sum(self.on_its_way.values(), Fraction(0))

    def storm(self, lead: int) -> None:
        """Count the shot from a wall, its save, and the contest, in which its sum is `lead` more than theirs."""
        wins = sum(mine + lead > theirs for mine in range(1, FACES + 1) for theirs in range(1, FACES + 1))
        contest = Fraction(wins, FACES * FACES)
        bonus = free_attack_bonus(self.state)
        parts = NO_DAMAGE
        if bonus != NONE:
            parts = parts_of(self.state, bonus, free_attack_need(self.state, self.mover).total)
        self.suffer(parts, contest)

    def suffer(self, parts: Damage, goes_on: Fraction = ALWAYS) -> None:
        """Count an attack by the likelihood of each damage, with its save; who stands then goes on with that chance."""
        after: dict[tuple[int, bool], Fraction] = {}
        for (lethal, hit), chance in self.on_its_way.items():
            self.mover.lethal = lethal
            for damage, part in enumerate(parts):
                part_chance = chance * Fraction(part, PARTS)
                stands = Fraction(1)
                if damage and part:
                    stands = self._struck(damage, part_chance, hit)
                key = (lethal + damage, hit or damage > 0)
                if part_chance and stands and goes_on:
                    after[key] = after.get(key, Fraction(0)) + part_chance * stands * goes_on
        self.on_its_way = after

    def _struck(self, damage: int, chance: Fraction, before: bool) -> Fraction:
        """Count what a shot that hits does; the chance that the unit stands. `before`: it had been hit already."""
        certain: Damage = (0, PARTS, 0) if damage == 1 else (0, 0, PARTS)
        found = fate_of(self.state, self.mover, [(certain, False)])
        if not before:
            self.hit += chance
        self.destroyed += chance * found.destroyed
        self.captured += chance * found.captured
        self.routed += chance * found.routed
        return 1 - found.lost - found.routed


def _barred(state: State, unit: Unit, way: list[int]) -> list[int]:
    """The steps of a way that lead into an area which its side must fight its way into."""
    return [at for at, area in enumerate(way) if area < AREAS and bars(state, unit.side, area)]


def _so_far(state: State, mover: Unit, way: list[int], at: int) -> bool:
    """True if the heroes with a unit come with it by its step `at`; those who did not come to the walls leave it.

    Rule: warcards:hero.move.
    """
    outside = mover.outside or not all_inside(state, mover.place, tuple(way[:at]), way[at])
    group = group_with(state, mover.id)
    if group is not None and not keep_up(state, mover, at, outside):
        group.host = NOBODY
    return keep_up(state, mover, at + 1, outside)


def vain_entry(state: State, order: Order) -> str:
    """The reason why a move or retreat into a castle fails whatever the dice show; empty for any other. Rules: warcards:full.enter-contest, warcards:retreat.into-fort."""
    if order[0] not in ("move", "retreat", "evade"):
        return ""
    unit = state.units[order[1]]
    way = [NUMBERS[name] for name in order[2:]]
    retreats = order[0] != "move"
    if unit.routed and not retreats:
        return ""
    there = state.copy()
    mover = there.units[unit.id]
    for at in _barred(state, unit, way):
        sums = entry_sums(there, mover, way[at], retreats or _so_far(there, mover, way, at))
        behind = sums[1 - unit.side].total - sums[unit.side].total
        if behind >= FACES - 1:
            return f"It cannot win the contest for the way in: its sum is {behind} less than theirs, more than a die makes up for."
    return ""


def _meeting(state: State, unit: Unit, way: list[int], enemy: Unit) -> Odds:
    """A move into an enemy's area: the duel of the two, and what waits there before the mover's own blow.

    Rules: warcards:move.engage, warcards:missile.last-shot, warcards:pike.double.
    """
    there = state.copy()
    mover, other = there.units[unit.id], there.units[enemy.id]
    mover.outside = mover.outside or not all_inside(state, unit.place, tuple(way[:-1]), way[-1])
    _take_heroes(there, mover, len(way))
    lift(there, mover)
    mover.spent = len(way)
    put(there, mover, way[-1])
    engage(there, mover, other, way[-2] if len(way) > 1 else unit.place)
    there.stage = stages.STATIONARY
    wins, loses = _duel(there, mover, other)
    more = "the two alone to the end"
    text = f"{more}: wins {whole_percent(wins)}, loses {whole_percent(loses)}"
    chances = [Chance("wins", share(wins)), Chance("loses", share(loses), suffered=True)]
    charges = may_charge(there, mover)
    blows = [Blow(mover, other, CHARGING if charges else STRIKE)]
    if has_last_shot(there, other):
        blows.insert(0, Blow(other, mover, STILL))
        hit = chance_to_hit(there, blows[0])
        text += f"; the enemy's last shot hits {whole_percent(hit)}"
        chances.append(Chance("is shot at", share(hit), suffered=True))
    if may_charge(there, other):
        blows.append(Blow(other, mover, CHARGING))
        hit = chance_to_hit(there, blows[-1])
        text += f"; the enemy may charge, and hits {whole_percent(hit)}"
        chances.append(Chance("is charged", share(hit), suffered=True))
    elif levels_pikes(there, other):
        blows.append(Blow(other, mover, STRIKE, doubled=charges))
        hit = chance_to_hit(there, blows[-1])
        text += f"; the enemy's pikes hit {whole_percent(hit)}"
        if charges:
            doubled = "for double damage against a charge"
            text += f" {doubled}"
            more += f"; the enemy's pikes hit {doubled}"
        chances.append(Chance("is piked", share(hit), suffered=True))
    else:
        blows.append(Blow(other, mover, STRIKE))
    assumption = "if nobody else joins them and neither leaves of its own free will"
    if cargo(there, mover.id) or cargo(there, other.id):
        assumption = "if nobody boards or joins them and neither leaves of its own free will"
    blows = [blow for blow in blows if blow.kind != STRIKE or may_strike(there, blow.unit)]
    throws = [attack_throw(there, blow) for blow in blows]  # saves are shown when it comes to blows
    return Odds(text, assumption, tuple(chances), more, throws=tuple(throws))


def _take_heroes(state: State, unit: Unit, steps: int) -> None:
    """Let the heroes with a unit spend their movement, or leave it if they cannot keep up. Rules: warcards:hero.move, warcards:hero.no-charge."""
    group = group_with(state, unit.id)
    if group is not None and keep_up(state, unit, steps, unit.outside):
        group.spent += steps
    elif group is not None:
        group.host = NOBODY


def _duel(state: State, unit: Unit, other: Unit) -> tuple[Fraction, Fraction]:
    """The chances of unit and other in a duel that is about to begin; equal duels are counted once and kept."""
    setting = state.setting
    if state.effects or state.fortified or _led(state, unit) or _led(state, other):
        odds = duel_odds(state, unit.id, other.id)
        return odds.attacker, odds.defender
    key = (
        *[
            (repr(setting.cards[one.id]), one.side, one.lethal, one.subdual, one.spent)
            for one in (unit, other)
        ],
        (other.routed, other.left, other.attacked),
        (state.terrain, state.weather, state.visibility),
        repr(setting.flags),
    )
    found = _KNOWN.get(key)
    if found is None:
        odds = duel_odds(state, unit.id, other.id)
        found = odds.attacker, odds.defender
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = found
    return found


def _led(state: State, unit: Unit) -> bool:
    """True if a leader or a Heroes unit is with a unit."""
    return any(figure.host == unit.id for figure in state.figures) or group_with(state, unit.id) is not None
