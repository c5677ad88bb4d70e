"""A duel: two units that are engaged fight on until one has the area, counted exactly.

A walk through all states (damage of both, who is routed) from the first attack phase to the end. Nothing ever heals, so that a
state is come to from states with less damage, or is stayed in while nobody hits. What each unit may do in a step, and all sums,
are asked of the rules (`attack.slots_of`, `attack.levels_pikes`, `ratings`); dice are counted by `blows`.

It ends when a unit is destroyed, or when a routed one does not rally and goes home; the attack at its back is counted.

Rules: warcards:attack.order, warcards:attack.simultaneous, warcards:rally.save, warcards:retreat.routed-must,
warcards:retreat.opportunity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.charges import levels_pikes
from banneret.rulebooks.warcards.attack.steps import slots_of
from banneret.rulebooks.warcards.board.field import NAMES
from banneret.rulebooks.warcards.odds.blows import (
    FACES,
    NO_DAMAGE,
    PARTS,
    Blow,
    Damage,
    chance_to_hit,
    damage_parts,
    holding_faces,
)
from banneret.rulebooks.warcards.ratings.abilities import may_charge, may_shoot
from banneret.rulebooks.warcards.ratings.attacks import CHARGING, SNAP, STILL, STRIKE
from banneret.rulebooks.warcards.state import State, Unit

STANDS: Final = 0
DESTROYED: Final = 1
FLED: Final = 2


class Policy(NamedTuple):
    """The choices that both units are assumed to make.

    Attributes:
        charge: True if a unit that may charge does.
        last_shot: `always`, `never`, or `best`: fire before contact if that hits no less often than the attack it replaces.
    """

    charge: bool = True
    last_shot: str = "best"


COMMON: Final = Policy()


class Bout(NamedTuple):
    """A point within a round: lethal damage of attacker and defender, which are routed, which have attacked."""

    hurt: tuple[int, int]
    routed: tuple[bool, bool] = (False, False)
    attacked: tuple[bool, bool] = (False, False)


class End(NamedTuple):
    """The end of a duel: lethal damage and fate (`STANDS`, `DESTROYED` or `FLED`) of attacker and defender."""

    hurt: tuple[int, int]
    fates: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DuelOdds:
    """The exact chances of both to have the area in the end. In all pairs the attacker comes first."""

    ends: dict[End, Fraction]
    rounds: Fraction  # expected number of attack phases
    hits: tuple[int, int]  # what each unit can take

    def chance(self, attacker: tuple[int, ...], defender: tuple[int, ...]) -> Fraction:
        """The chance that both came to one of these fates (`STANDS`, `DESTROYED`, `FLED`)."""
        return sum(
            (p for end, p in self.ends.items() if end.fates[0] in attacker and end.fates[1] in defender),
            Fraction(0),
        )

    @property
    def attacker(self) -> Fraction:
        """The chance that the attacker stands, and the defender is destroyed or fled."""
        return self.chance((STANDS,), (DESTROYED, FLED))

    @property
    def defender(self) -> Fraction:
        """The chance that the defender stands, and the attacker is destroyed or fled."""
        return self.chance((DESTROYED, FLED), (STANDS,))

    @property
    def neither(self) -> Fraction:
        """The chance that both are destroyed."""
        return self.chance((DESTROYED,), (DESTROYED,))

    @property
    def destroyed(self) -> tuple[Fraction, Fraction]:
        """The chance of each to be destroyed, in its flight or before."""
        every = (STANDS, DESTROYED, FLED)
        return self.chance((DESTROYED,), every), self.chance(every, (DESTROYED,))

    @property
    def rout(self) -> tuple[Fraction, Fraction]:
        """The chance of each to be driven off alive."""
        every = (STANDS, DESTROYED, FLED)
        return self.chance((FLED,), every), self.chance(every, (FLED,))

    @property
    def damage(self) -> tuple[Fraction, Fraction]:
        """The hits each loses on average, none more than it has."""
        sums = [Fraction(0), Fraction(0)]
        for end, chance in self.ends.items():
            for who in (0, 1):
                sums[who] += chance * min(end.hurt[who], self.hits[who])
        return sums[0], sums[1]


def has_last_shot(state: State, unit: Unit) -> bool:
    """True if a unit may fire at the one that has just come into its area. Rule: warcards:missile.last-shot."""
    word = f"u{unit.id}-{NAMES[unit.place]}"
    return any(word in slot.words for slot in slots_of(state, unit.side, stages.STATIONARY))


class Duel:
    """The count of a duel through all its states.

    `state` has the two units engaged, at the beginning of an attack phase; it is not changed.
    """

    def __init__(self, state: State, attacker: int, defender: int, policy: Policy) -> None:
        self.state: State = state.copy()
        self.pair: tuple[Unit, Unit] = (self.state.units[attacker], self.state.units[defender])
        self.hits: tuple[int, int] = (self._lasts(self.pair[0]), self._lasts(self.pair[1]))
        self.policy = policy
        self.ends: dict[End, Fraction] = {}
        self.rounds: Fraction = Fraction(0)
        self.waiting: dict[tuple[int, int], Fraction] = {}  # unrouted at the beginning of a round

    def _lasts(self, unit: Unit) -> int:
        """The lethal damage at which a unit is lost: its hits, less where it bears subdual damage. Rule: warcards:combat.subdued."""
        hits = self.state.setting.cards[unit.id].hits
        return min(hits, hits - unit.subdual + 1)

    def fight(self) -> DuelOdds:
        """The odds of the duel, fought to its end."""
        start = Bout(
            (self.pair[0].lethal, self.pair[1].lethal),
            (self.pair[0].routed, self.pair[1].routed),
            (self.pair[0].attacked, self.pair[1].attacked),
        )
        first = self.pair[0].since == self.state.round
        after = self._phase({start: Fraction(1)}, first)
        self.rounds += 1
        self._later()
        for bout, chance in after.items():
            self._between(bout, chance)
        self._to_the_end()
        return DuelOdds(self.ends, self.rounds, self.hits)

    # ------------------------------------------------------------------ the first attack phase, step by step

    def _phase(self, bouts: dict[Bout, Fraction], first: bool) -> dict[Bout, Fraction]:
        """The attack phase as it is played: last shots, pikes and charges, hand to hand. Rule: warcards:attack.order."""
        if first:
            bouts = self._step(bouts, self._shots)
            if self.state.setting.flags.pikes_first:
                bouts = self._step(bouts, lambda: [b for b in self._charges() if b.kind == STRIKE])
                bouts = self._step(bouts, lambda: [b for b in self._charges() if b.kind == CHARGING])
            else:
                bouts = self._step(bouts, self._charges)
        return self._step(bouts, self._melee)

    def _step(self, bouts: dict[Bout, Fraction], blows: Callable[[], list[Blow]]) -> dict[Bout, Fraction]:
        """One step: all attacks, then all damage, then all saves. Rule: warcards:attack.simultaneous."""
        after: dict[Bout, Fraction] = {}
        for bout, chance in bouts.items():
            self._set(bout)
            struck: list[Damage] = [NO_DAMAGE, NO_DAMAGE]
            attacked = list(bout.attacked)
            for blow in blows():
                by = 0 if blow.unit is self.pair[0] else 1
                attacked[by] = True
                struck[1 - by] = damage_parts(self.state, blow)
            lots = [self._outcomes(bout, who, struck[who]) for who in (0, 1)]
            for weight, hurt, routed in lots[0]:
                for weight_, hurt_, routed_ in lots[1]:
                    new = Bout((hurt, hurt_), (routed, routed_), (attacked[0], attacked[1]))
                    part = chance * Fraction(weight * weight_, (PARTS * FACES) ** 2)
                    if hurt >= self.hits[0] or hurt_ >= self.hits[1]:
                        self._fallen(new.hurt, part)
                    else:
                        after[new] = after.get(new, Fraction(0)) + part
        return after

    def _outcomes(self, bout: Bout, who: int, struck: Damage) -> list[tuple[int, int, bool]]:
        """The outcomes of a step for one unit: parts of 8000, its damage then, and True if it is routed then."""
        found: list[tuple[int, int, bool]] = []
        for damage, parts in enumerate(struck):
            if not parts:
                continue
            hurt = min(bout.hurt[who] + damage, self.hits[who])
            if damage == 0 or bout.routed[who] or hurt == self.hits[who]:
                found.append((parts * FACES, hurt, bout.routed[who]))
                continue
            holds = holding_faces(self.state, self.pair[who])
            found.append((parts * holds, hurt, False))
            if holds < FACES:
                found.append((parts * (FACES - holds), hurt, True))
        return found

    def _set(self, bout: Bout) -> None:
        """Give the two units of the count's own state the damage and marks of a point of the duel."""
        for who in (0, 1):
            unit = self.pair[who]
            unit.lethal = bout.hurt[who]
            unit.routed = bout.routed[who]
            unit.attacked = bout.attacked[who]

    def _shots(self) -> list[Blow]:
        """Last shots of the unit into whose area the other came. Rule: warcards:missile.last-shot."""
        found: list[Blow] = []
        for unit, other in (self.pair, self.pair[::-1]):
            if has_last_shot(self.state, unit) and self._shoots(unit, other):
                found.append(Blow(unit, other, STILL))
        return found

    def _shoots(self, unit: Unit, other: Unit) -> bool:
        if self.policy.last_shot != "best":
            return self.policy.last_shot == "always"
        instead = CHARGING if self.policy.charge and may_charge(self.state, unit) else STRIKE
        shot = chance_to_hit(self.state, Blow(unit, other, STILL))
        return shot >= chance_to_hit(self.state, Blow(unit, other, instead))

    def _charges(self) -> list[Blow]:
        """Charges, and the pikes that meet them. Rules: warcards:charge.who, warcards:pike.first-round, warcards:pike.double."""
        charging = [
            unit.id
            for unit in self.pair
            if self.policy.charge
            and any(slots_of(self.state, unit.side, stages.CHARGE))
            and may_charge(self.state, unit)
        ]
        found = [Blow(u, self._other(u), CHARGING) for u in self.pair if u.id in charging]
        for unit in self.pair:
            if levels_pikes(self.state, unit) and unit.id not in charging:
                other = self._other(unit)
                found.append(Blow(unit, other, STRIKE, doubled=other.id in charging))
        return found

    def _melee(self) -> list[Blow]:
        """Hand to hand, of all who have not attacked yet. Rule: warcards:melee.who."""
        return [
            Blow(unit, self._other(unit), STRIKE)
            for unit in self.pair
            if any(slot.subject == unit.id for slot in slots_of(self.state, unit.side, stages.MELEE_STEP))
        ]

    def _other(self, unit: Unit) -> Unit:
        return self.pair[1] if unit is self.pair[0] else self.pair[0]

    # ------------------------------------------------------------------ from round to round

    def _later(self) -> None:
        """Make it a later round, without battle magic or acts so far, and note the figures that no damage changes."""
        state = self.state
        state.round += 1
        state.effects = []
        for unit in self.pair:
            unit.began = True
            unit.spent = 0
            unit.left = False
        for group in state.groups:
            group.spent = 0
            group.el_change = 0
            group.set_bonus = st.NOBODY
        self._set(Bout((0, 0)))
        blows = self._melee()
        self.struck: list[Damage] = [NO_DAMAGE, NO_DAMAGE]
        for blow in blows:
            self.struck[1 if blow.unit is self.pair[0] else 0] = damage_parts(state, blow)
        self.rallies: list[int] = []  # faces of 20
        self.backs: dict[
            tuple[int, bool], Damage
        ] = {}  # by the one that flees, and whether the other is routed
        for who in (0, 1):
            other = self.pair[1 - who]
            self.pair[who].routed = True
            self.rallies.append(holding_faces(state, self.pair[who], rally=True))
            for routed in (False, True):
                other.routed = routed
                blow = Blow(other, self.pair[who], STRIKE)
                if may_shoot(state, other, other.place, False):
                    snap = Blow(other, self.pair[who], SNAP)
                    if chance_to_hit(state, snap) > chance_to_hit(state, blow):
                        blow = snap
                self.backs[who, routed] = damage_parts(state, blow)
            self._set(Bout((0, 0)))

    def _between(self, bout: Bout, chance: Fraction) -> None:
        """Count the rallies and the flight of those who fail. The attacker's side moves first.

        Rules: warcards:rally.save, warcards:retreat.routed-must, warcards:retreat.opportunity, warcards:init.order-elsewhere.
        """
        for fails in ((False, False), (True, False), (False, True), (True, True)):
            part = chance
            for who in (0, 1):
                if bout.routed[who]:
                    faces = self.rallies[who]
                    part *= Fraction(FACES - faces if fails[who] else faces, FACES)
                elif fails[who]:
                    part = Fraction(0)
            if not part:
                continue
            if not any(fails):
                self.waiting[bout.hurt] = self.waiting.get(bout.hurt, Fraction(0)) + part
                continue
            runner = 0 if fails[0] else 1
            self._flight(bout.hurt, runner, fails[1 - runner], part)

    def _flight(self, hurt: tuple[int, int], runner: int, routed: bool, chance: Fraction) -> None:
        """Count the attack on a unit that flees. Rule: warcards:retreat.opportunity."""
        for damage, parts in enumerate(self.backs[runner, routed]):
            if parts:
                after = list(hurt)
                after[runner] = min(hurt[runner] + damage, self.hits[runner])
                fates = [STANDS, STANDS]
                fates[runner] = DESTROYED if after[runner] == self.hits[runner] else FLED
                end = End((after[0], after[1]), (fates[0], fates[1]))
                self._add(end, chance * Fraction(parts, PARTS))

    def _to_the_end(self) -> None:
        """Count the rounds in which both strike, from the least damage to the most.

        A round without a hit changes nothing, so only rounds with a hit are counted.
        """
        whole = (PARTS * FACES) ** 2
        stay = Fraction(self.struck[0][0] * self.struck[1][0], PARTS * PARTS)
        for hurt in sorted(
            ((a, d) for a in range(self.hits[0]) for d in range(self.hits[1])), key=lambda pair: sum(pair)
        ):
            mass = self.waiting.get(hurt)
            if not mass:
                continue
            mass /= 1 - stay
            self.rounds += mass
            bout = Bout(hurt)
            self._set(bout)
            lots = [self._outcomes(bout, who, self.struck[who]) for who in (0, 1)]
            for weight, own, routed in lots[0]:
                for weight_, other, routed_ in lots[1]:
                    if own == hurt[0] and other == hurt[1]:
                        continue
                    part = mass * Fraction(weight * weight_, whole)
                    if own == self.hits[0] or other == self.hits[1]:
                        self._fallen((own, other), part)
                    else:
                        self._between(Bout((own, other), (routed, routed_)), part)

    # ------------------------------------------------------------------ ends

    def _fallen(self, hurt: tuple[int, int], chance: Fraction) -> None:
        """Count an end in which one unit or both are destroyed where they fight."""
        fates = [DESTROYED if hurt[who] == self.hits[who] else STANDS for who in (0, 1)]
        self._add(End(hurt, (fates[0], fates[1])), chance)

    def _add(self, end: End, chance: Fraction) -> None:
        self.ends[end] = self.ends.get(end, Fraction(0)) + chance


def duel_odds(state: State, attacker: int, defender: int, policy: Policy = COMMON) -> DuelOdds:
    """The odds of two engaged units (by number) that fight on, from the beginning of the attack phase of `state`.

    The attacker's side moves first in every round; nobody retreats or evades of free will, nobody comes to help.
    """
    return Duel(state, attacker, defender, policy).fight()
