"""What a person is told before he decides: what an attack may do and what answers it, what a retreat or a move exposes to.

Worked out exactly by `odds` from what lies open on the table; what the other side means to do is not known, and the
assumption says what it is taken to do. Rules do not come here, so that the direct mode has nothing of it to carry.

Rules: warcards:attack.simultaneous, warcards:pike.double, warcards:retreat.opportunity, warcards:full.enter-contest.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from banneret.kernel.order import Order
from banneret.kernel.scene import Odds
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.charges import levels_pikes
from banneret.rulebooks.warcards.attack.steps import slots_of
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, NUMBERS
from banneret.rulebooks.warcards.board.people import group_with
from banneret.rulebooks.warcards.board.standing import enemy_of, engage, lift, put
from banneret.rulebooks.warcards.board.works import bars
from banneret.rulebooks.warcards.leaving.retreats import may_strike
from banneret.rulebooks.warcards.movement.entry import entry_sums, free_attack_bonus, free_attack_need
from banneret.rulebooks.warcards.odds.blows import (
    FACES,
    NO_DAMAGE,
    Blow,
    Fate,
    chance_to_hit,
    fate,
    fate_of,
    parts_of,
)
from banneret.rulebooks.warcards.odds.duel import duel_odds, has_last_shot
from banneret.rulebooks.warcards.ratings.abilities import may_charge, may_shoot
from banneret.rulebooks.warcards.ratings.attacks import BOARDING, CHARGING, ON_THE_MOVE, SNAP, STILL, STRIKE
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.text.wording import label
from banneret.rulebooks.warcards.view.throws import blow_throws, entry_throws

MOST_KNOWN: Final = 4000  # duels kept, of a few hundred bytes each
_KNOWN: Final[dict[tuple[object, ...], tuple[Fraction, Fraction]]] = {}

STAGES: Final = {
    "stationary": stages.STATIONARY,
    "charge": stages.CHARGE,
    "melee": stages.MELEE_STEP,
    "moving": stages.MOVING,
}


def percent(chance: Fraction) -> str:
    """A chance in percent, never 0 or 100 where it is not quite.

    >>> percent(Fraction(13, 20)), percent(Fraction(1, 400)), percent(Fraction(399, 400))
    ('65 %', 'under 1 %', 'over 99 %')
    """
    value = float(100 * chance)
    if 0 < value < 0.5:
        return "under 1 %"
    if 99.5 < value < 100:
        return "over 99 %"
    return f"{value:.0f} %"


def _share(chance: Fraction) -> float:
    return round(float(100 * chance), 1)


# ---------------------------------------------------------------- attacks


def attack_forecast(state: State, kind: str, subject: int, word: str) -> Odds | None:
    """What one word of a plan of attacks (`stationary`, `charge`, `melee`, `moving`) may do, and what answers it.

    None for what is no attack (the taking of works, heroes).
    """
    blow = _blow(state, kind, subject, word)
    if blow is None:
        return None
    mine = fate(state, blow.target, [blow])
    answers, assumption = _answers(state, kind, blow)
    theirs = fate(state, blow.unit, answers) if answers else None
    text = _struck("hits", mine)
    chances = [("hits", _share(mine.hit)), ("destroys", _share(mine.lost)), ("routs", _share(mine.routed))]
    if theirs is not None:
        text += f"; {_struck('is hit', theirs, True)}"
        chances += [
            ("is hit", _share(theirs.hit)),
            ("is destroyed", _share(theirs.lost)),
            ("is routed", _share(theirs.routed)),
        ]
    friend = _friend(state, blow)
    if friend is not None:
        text += f"; hits {label(state, friend.target)} {percent(chance_to_hit(state, friend))} as well"
    throws = [throw for one in (blow, *answers) for throw in blow_throws(state, one)]
    return Odds(text, assumption, tuple(chances), throws=tuple(throws))


def _blow(state: State, kind: str, subject: int, word: str) -> Blow | None:
    """The attack that a word orders."""
    if subject >= len(state.units) or word[:1] == "t":
        return None
    unit = state.units[subject]
    aim = word.partition("-")[2]
    if kind == "charge":
        target = state.units[enemy_of(state, unit)]
        if word[0] == "p":
            return Blow(unit, target, STRIKE, doubled=may_charge(state, target))
        return Blow(unit, target, CHARGING)
    if kind == "melee":
        target = state.units[int(aim) if aim else enemy_of(state, unit)]
        boards = st.ABOARD in (unit.place, target.place)
        return Blow(unit, target, BOARDING if boards else STRIKE, subdue=word[0] == "s")
    missile = STILL if kind == "stationary" else ON_THE_MOVE
    if aim.startswith("x"):
        return Blow(unit, state.units[int(aim[1:])], missile)
    area = NUMBERS[aim]
    target = state.units[state.at[(1 - unit.side) * AREAS + area]]
    return Blow(unit, target, missile, penalty=_mixed(state, unit, area, kind))


def _mixed(state: State, unit: Unit, area: int, kind: str) -> int:
    """The penalty of fire at an area that holds a friend as well. Rule: warcards:missile.engaged-area."""
    friend = state.at[unit.side * AREAS + area]
    if friend < 0 or friend == unit.id:
        return 0
    return -2 if kind == "stationary" else state.setting.flags.moving_penalty


def _friend(state: State, blow: Blow) -> Blow | None:
    """The attack that a volley makes on a friend in the same area. Rule: warcards:missile.friendly-fire."""
    area = blow.target.place
    if blow.kind not in (STILL, ON_THE_MOVE) or not 0 <= area < AREAS:
        return None
    friend = state.at[blow.unit.side * AREAS + area]
    if friend < 0 or friend == blow.unit.id:
        return None
    return Blow(blow.unit, state.units[friend], blow.kind, penalty=blow.penalty)


def _answers(state: State, kind: str, blow: Blow) -> tuple[list[Blow], str]:
    """What the target may do to the attacker in this step, or later in the round; and what that assumes in words."""
    unit, other = blow.unit, blow.target
    name = label(state, other)
    if kind in ("stationary", "moving"):
        shot = _shot_back(state, kind, unit, other)
        if shot is not None:
            return [shot], f"if {name} shoots back in the same step"
        if unit.place == other.place and unit.since:
            answer = CHARGING if may_charge(state, other) else STRIKE
            verb = "charges" if answer == CHARGING else "attacks"
            return [Blow(other, unit, answer)], f"if {name} stands, and {verb} in its turn"
        return [], f"{name} cannot answer in this step"
    if other.attacked or other.left:
        return [], f"{name} attacks no more this round"
    if kind == "charge":
        charged = blow.kind == CHARGING
        if may_charge(state, other):
            return [Blow(other, unit, CHARGING)], f"if {name} charges{' too' if charged else ''}"
        if levels_pikes(state, other):
            when = "before the charge" if charged and state.setting.flags.pikes_first else "at the same time"
            double = ", for double damage" if charged else ""
            pikes = Blow(other, unit, STRIKE, doubled=charged)
            return [pikes], f"the pikes of {name} strike {when}{double}"
        return [Blow(other, unit, STRIKE)], f"if {name} stands, and attacks hand to hand after it"
    for slot in slots_of(state, other.side, stages.MELEE_STEP):
        if slot.subject == other.id:
            boards = st.ABOARD in (unit.place, other.place)
            return [
                Blow(other, unit, BOARDING if boards else STRIKE)
            ], f"if {name} strikes back, at the same time"
    return [], f"{name} cannot strike back"


def _shot_back(state: State, kind: str, unit: Unit, other: Unit) -> Blow | None:
    """The volley of the target at the shooter in the same step, if it has one."""
    if not 0 <= unit.place < AREAS:
        return None
    word = f"u{other.id}-{NAMES[unit.place]}"
    for slot in slots_of(state, other.side, STAGES[kind]):
        if word in slot.words:
            penalty = _mixed(state, other, unit.place, kind)
            return Blow(other, unit, STILL if kind == "stationary" else ON_THE_MOVE, penalty=penalty)
    return None


def _struck(verb: str, found: Fate, passive: bool = False) -> str:
    """A fate in words."""
    words = [f"{verb} {percent(found.hit)}"]
    if found.destroyed:
        words.append(f"{'destroyed' if passive else 'destroys'} {percent(found.destroyed)}")
    if found.captured:
        words.append(f"{'captured' if passive else 'captures'} {percent(found.captured)}")
    if found.routed:
        words.append(f"{'routed' if passive else 'routs'} {percent(found.routed)}")
    return ", ".join(words)


# ---------------------------------------------------------------- what leaving and coming exposes to


def order_forecast(state: State, order: Order) -> Odds | None:
    """What a retreat, an attack of opportunity or a move exposes to; None where nothing hangs on a die."""
    verb = order[0]
    if verb == "retreat":
        return _retreat(state, state.units[order[1]])
    if verb in ("melee", "missile", "subdue") and len(order) == 2:
        unit = state.units[order[1]]
        other = state.units[enemy_of(state, unit)]
        blow = Blow(unit, other, SNAP if verb == "missile" else STRIKE, subdue=verb == "subdue")
        found = fate(state, other, [blow])
        chances = _chances(found, "hits", "destroys", "routs")
        return Odds(
            _struck("hits", found), "before it moves", chances, throws=tuple(blow_throws(state, blow))
        )
    if verb == "move":
        return _move(state, state.units[order[1]], [NUMBERS[name] for name in order[2:]])
    return None


def _chances(found: Fate, *names: str) -> tuple[tuple[str, float], ...]:
    return tuple(zip(names, (_share(found.hit), _share(found.lost), _share(found.routed)), strict=True))


def _retreat(state: State, unit: Unit) -> Odds | None:
    """The attack of opportunity, with whichever rating hits the likelier. Rule: warcards:retreat.opportunity."""
    number = enemy_of(state, unit)
    if number < 0:
        return None
    other = state.units[number]
    if not may_strike(state, other):
        return None
    blow = Blow(other, unit, STRIKE)
    if may_shoot(state, other, other.place, False):
        shot = Blow(other, unit, SNAP)
        if chance_to_hit(state, shot) > chance_to_hit(state, blow):
            blow = shot
    found = fate(state, unit, [blow])
    how = "shoots at its back" if blow.kind == SNAP else "strikes at its back"
    text = _struck("is hit", found, True)
    chances = _chances(found, "is hit", "is destroyed", "is routed")
    return Odds(text, f"if {label(state, other)} {how}", chances, throws=tuple(blow_throws(state, blow)))


def _move(state: State, unit: Unit, way: list[int]) -> Odds | None:
    """A move that ends before walls, or with an enemy."""
    if unit.routed:
        return None
    for area in way:
        if area < AREAS and bars(state, unit.side, area):
            return _entry(state, unit, area)
    end = way[-1]
    enemy = -1 if end >= AREAS else state.at[(1 - unit.side) * AREAS + end]
    if enemy < 0:
        return None
    return _meeting(state, unit, way, state.units[enemy])


def _entry(state: State, unit: Unit, area: int) -> Odds:
    """The shot from the walls, and then the contest.

    Rules: warcards:full.free-attack, warcards:combat.criticals, warcards:full.enter-contest.
    """
    bonus = free_attack_bonus(state)
    parts = NO_DAMAGE if bonus == NONE else parts_of(state, bonus, free_attack_need(state, unit).total)
    shot = fate_of(state, unit, [(parts, False)])
    sums = entry_sums(state, unit, area)
    lead = sums[unit.side].total - sums[1 - unit.side].total
    wins = sum(mine + lead > theirs for mine in range(1, FACES + 1) for theirs in range(1, FACES + 1))
    enters = (1 - shot.lost - shot.routed) * Fraction(wins, FACES * FACES)
    text = f"the walls: {_struck('is hit', shot, True)}; then it gets in {percent(enters)}"
    chances = (("gets in", _share(enters)), *_chances(shot, "is hit", "is destroyed", "is routed"))
    throws = tuple(entry_throws(state, unit, area))
    return Odds(text, "a tie of the contest keeps it out", chances, throws=throws)


def _meeting(state: State, unit: Unit, way: list[int], enemy: Unit) -> Odds:
    """A move into an enemy's area: the duel of the two, and what waits there before the mover's own blow.

    Rules: warcards:move.engage, warcards:missile.last-shot, warcards:pike.double.
    """
    there = state.copy()
    mover, other = there.units[unit.id], there.units[enemy.id]
    lift(there, mover)
    mover.spent = len(way)
    put(there, mover, way[-1])
    engage(there, mover, other, way[-2] if len(way) > 1 else unit.place)
    there.stage = stages.STATIONARY
    wins, loses = _duel(there, mover, other)
    text = f"the two alone to the end: wins {percent(wins)}, loses {percent(loses)}"
    chances = [("wins", _share(wins)), ("loses", _share(loses))]
    charges = may_charge(there, mover)
    blows = [Blow(mover, other, CHARGING if charges else STRIKE)]
    if has_last_shot(there, other):
        blows.insert(0, Blow(other, mover, STILL))
        hit = chance_to_hit(there, blows[0])
        text += f"; its last shot hits {percent(hit)}"
        chances.append(("is shot at", _share(hit)))
    if may_charge(there, other):
        blows.append(Blow(other, mover, CHARGING))
        hit = chance_to_hit(there, blows[-1])
        text += f"; it may charge, and hits {percent(hit)}"
        chances.append(("is charged", _share(hit)))
    elif levels_pikes(there, other):
        blows.append(Blow(other, mover, STRIKE, doubled=charges))
        hit = chance_to_hit(there, blows[-1])
        text += f"; its pikes hit {percent(hit)}" + (" for double damage against a charge" if charges else "")
        chances.append(("is piked", _share(hit)))
    else:
        blows.append(Blow(other, mover, STRIKE))
    assumption = "if nobody else joins them and neither leaves of free will"
    if state.setting.sea:  # crews fight hand to hand only where they board
        blows = [blow for blow in blows if blow.kind != STRIKE]
    throws = [blow_throws(there, blow)[0] for blow in blows]  # saves are told when it comes to blows
    return Odds(text, assumption, tuple(chances), throws=tuple(throws))


def _duel(state: State, unit: Unit, other: Unit) -> tuple[Fraction, Fraction]:
    """The chances of a duel that is about to begin. Equal ones are counted once: forty units ask for the same few again and again."""
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
    """Whether a leader or a Heroes unit is with a unit."""
    return any(figure.host == unit.id for figure in state.figures) or group_with(state, unit.id) is not None
