"""An individual combat: melee rounds of declarations, initiative and blows, until three are fought or a side has nobody left.

Rules: battlesystem:9.4b, battlesystem:9.4b.rounds, battlesystem:9.4b.scope, battlesystem:9.4b.declare, battlesystem:9.4b.initiative,
battlesystem:9.4b.order, battlesystem:9.4b.damage, battlesystem:9.4b.hit-points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.duels.contacts import Pair, aspect, face, touched
from banneret.rulebooks.battlesystem.duels.declarations import Declaration, Intent
from banneret.rulebooks.battlesystem.duels.duellists import Blow, Duellist, is_sweeping, needed, routines
from banneret.rulebooks.battlesystem.duels.moments import TWO, moments
from banneret.rulebooks.battlesystem.tables.dice import point_stake
from banneret.rulebooks.battlesystem.tables.man_to_man import INITIATIVE, ROUNDS, TWENTY, chances, hits

DUEL: Final = "melee round"


@dataclass(frozen=True, slots=True)
class Stroke:
    """An attack that was made.

    Attributes:
        striker: who struck, by id.
        target: who was struck at, by id.
        needed: the number that hits on a d20.
        die: the number rolled.
        points: the hit points it costs, 0 for a miss.
    """

    striker: int
    target: int
    needed: int
    die: int
    points: int


class Combat:
    """An individual combat: all who fight in it, and the enemies each touches. Its blows can hurt nobody else. Rule: 9.4b.scope.

    Args:
        fighters: all who fight in it.
        pairs: the enemies in base contact.
        daylight: True in a battle by daylight.
        is_mended: False to fight as by versions 1 to 8 of the rules: nobody makes more than two routines in a melee round, and the
            many blows at creatures of less than one hit die may be turned on others.

    Rules: battlesystem:9.4b.scope, battlesystem:9.4b.order, battlesystem:9.4b.attacks.
    """

    def __init__(
        self,
        fighters: Sequence[Duellist],
        pairs: Sequence[Pair],
        daylight: bool = True,
        is_mended: bool = True,
    ) -> None:
        self.fighters: dict[int, Duellist] = {
            one.id: one for one in sorted(fighters, key=lambda one: (one.side, one.id))
        }
        self.touching: dict[int, list[int]] = {one: touched(pairs, one) for one in self.fighters}
        self.daylight: bool = daylight
        self.is_mended: bool = is_mended
        self.sweeping: list[int] = []
        """The fighters who strike this melee round only at enemies of less than one hit die, once for each level."""
        self.initiative: list[tuple[int, int]] = []
        """The fighters of the last melee round, each with its initiative die."""
        self.blows: list[Stroke] = []
        """The attacks of the last melee round, in their order."""

    def fight(self, table: Table, rounds: int = ROUNDS) -> int:
        """Fight n melee rounds, fewer if the combat is over before; return the number fought. Rule: battlesystem:9.4b.rounds."""
        for number in range(rounds):
            if self.over():
                return number
            self.melee_round(table)
        return rounds

    def over(self) -> bool:
        """True if a side has nobody who can fight, or nobody touches an enemy. Rule: battlesystem:9.4b.rounds."""
        return not any(self.enemies(one) for one in self.fighters.values() if one.able)

    def enemies(self, one: Duellist) -> list[Duellist]:
        """The enemies in contact who still fight. Rule: battlesystem:9.4b.groups."""
        close = [self.fighters[other] for other in self.touching[one.id]]
        return [other for other in close if other.able]

    def melee_round(self, table: Table) -> None:
        """Fight one melee round. Rules: battlesystem:9.4b.declare, battlesystem:9.4b.initiative, battlesystem:9.4b.order."""
        standing = [one for one in self.fighters.values() if one.able]
        intents = self._declared(table, standing)
        for one in standing:
            intent = intents[one.id]
            close = self.enemies(one)
            if intent.aims:
                one.holds = intent.arms
                face(one, self.fighters[intent.aims[0]])
            elif close:
                face(one, close[0])
        self.sweeping = []
        due = [self._routines(one, intents[one.id]) for one in standing]
        self.blows = []
        dice = [table.die(INITIATIVE, f"initiative of {one.name}", one.side) for one in standing]
        self.initiative = [(one.id, die) for one, die in zip(standing, dice, strict=True)]
        if table.telling:
            self._tell_initiative(table, standing, dice)
        made = [0] * len(standing)
        attacks = [0] * len(standing)
        for strikers in moments([len(rows) for rows in due], dice):
            ready = [place for place in strikers if standing[place].able]
            hurt: dict[int, int] = {}
            for place in ready:
                one, routine = standing[place], due[place][made[place]]
                self._strike(table, one, routine, attacks[place], intents[one.id], hurt)
                made[place] += 1
                attacks[place] += len(routine)
            for wounded, points in hurt.items():
                self.fighters[wounded].hit_points -= points
        for one in standing:
            one.fought += 1

    def _declared(self, table: Table, standing: list[Duellist]) -> dict[int, Intent]:
        """Ask for the intents of all fighters, by id; the sides declare them in secret and reveal them together. Rule: battlesystem:9.4b.declare."""
        questions: list[Declaration] = []
        for side in sorted({one.side for one in standing}):
            own = [one for one in standing if one.side == side and self.enemies(one)]
            if own:
                questions.append(Declaration(side, own, {one.id: self.enemies(one) for one in own}))
        answers = table.ask_all([*questions])
        found = {one.id: Intent() for one in standing}
        for question, answer in zip(questions, answers, strict=True):
            found.update(question.read(answer))
        return found

    def _routines(self, one: Duellist, intent: Intent) -> tuple[tuple[Blow, ...], ...]:
        """The routines that one makes in this melee round. Rules: battlesystem:9.4b.attacks, battlesystem:9.4b.rounds."""
        if not intent.aims:
            return ()
        weak = all(self.fighters[aim].weak for aim in intent.aims)
        found = routines(one, one.fought + 1, weak)
        if not self.is_mended:
            return found[:TWO]
        if is_sweeping(one, one.fought + 1, weak):
            self.sweeping.append(one.id)
        return found

    def _strike(
        self,
        table: Table,
        one: Duellist,
        routine: tuple[Blow, ...],
        since: int,
        intent: Intent,
        hurt: dict[int, int],
    ) -> None:
        """Make the attacks of a routine, and add their hit points to `hurt`, which is taken off once all of this moment have struck.

        `since`: the number of attacks that the fighter has made before in this melee round. An attack whose target is gone is turned on
        another enemy in contact. Rules: 9.4b.to-hit, 9.4b.damage, 9.4b.declare.
        """
        done: dict[int, int] = {}
        for number, blow in enumerate(routine, since):
            target = self._target(one, intent.aims[min(number, len(intent.aims) - 1)], done)
            if target is None:
                break
            made = strike(table, one, blow, target, aspect(one, target), self.daylight)
            self.blows.append(made)
            done[target.id] = done.get(target.id, 0) + made.points
        for struck, points in done.items():
            hurt[struck] = hurt.get(struck, 0) + points

    def _target(self, one: Duellist, aim: int, done: dict[int, int]) -> Duellist | None:
        """The enemy at whom an attack goes: the one it was declared at, else the first other who stands; None if nobody is left.

        A fighter who sweeps strikes only enemies of less than one hit die. Rules: battlesystem:9.4b.declare, battlesystem:9.4b.attacks.
        """
        left = [enemy for enemy in self.enemies(one) if enemy.hit_points > done.get(enemy.id, 0)]
        if one.id in self.sweeping:
            left = [enemy for enemy in left if enemy.weak]
        return next((enemy for enemy in left if enemy.id == aim), left[0] if left else None)

    def _tell_initiative(self, table: Table, standing: list[Duellist], dice: list[int]) -> None:
        """Tell the initiative of a melee round."""
        said = ", ".join([f"{one.name} {die}" for one, die in zip(standing, dice, strict=True)])
        number = max(one.fought for one in standing) + 1
        fallen = [(one.side, INITIATIVE, die) for one, die in zip(standing, dice, strict=True)]
        data = {"pieces": [one.piece for one in standing], "melee": number}
        text = f"Melee round {number}: initiative {said}."
        table.tell(Event(DUEL, text, "battlesystem:9.4b.initiative", dice=fallen, data=data))


def strike(
    table: Table,
    one: Duellist,
    blow: Blow,
    target: Duellist,
    side: int,
    daylight: bool = True,
    bonus: int = 0,
) -> Stroke:
    """Roll one attack; its hit points are not taken off yet.

    Args:
        table: who rolls and hears the news.
        one: the duellist who strikes.
        blow: the attack.
        target: the duellist struck at.
        side: the side of the target that is struck: `FRONT`, `FLANK` or `BEHIND`.
        daylight: True in a battle by daylight.
        bonus: points by which the roll is better because the target flees.

    Rules: battlesystem:9.4b.to-hit, battlesystem:9.4b.damage.
    """
    tally = Tally(f"{one.name} needs") if table.telling else None
    number = needed(one, blow, target, side, daylight, bonus, tally)
    die = table.die(TWENTY, f"{one.name} strikes at {target.name}", one.side)
    dice = blow.dice(target.large)
    points = dice.throw(table, f"damage of {one.name}", one.side) if hits(die, number) else 0
    if tally is not None:
        what = f"hits {target.name} for {points}" if points else f"misses {target.name}"
        text = f"{one.name} {what}: rolls {die}, {wanted(number)}."
        data = {"unit": one.piece, "target": target.piece, "needed": number, "die": die, "points": points}
        fallen = [(one.side, TWENTY, die)]
        rule = "battlesystem:9.4b.to-hit"
        stakes = [point_stake(one.side, points, chances(number), dice)]
        table.tell(
            Event("blow", text, rule, side=one.side, dice=fallen, tallies=[tally], data=data, stakes=stakes)
        )
    return Stroke(one.id, target.id, number, die, points)


def wanted(number: int) -> str:
    """The number that hits, in words. Rule: battlesystem:9.4b.to-hit.

    >>> wanted(8), wanted(22), wanted(26), wanted(0)
    ('8 or more hits', 'only a 20 hits', 'nothing hits', 'anything hits')
    """
    faces = chances(number)
    if not faces:
        return "nothing hits"
    return (
        "anything hits" if faces == TWENTY else "only a 20 hits" if faces == 1 else f"{number} or more hits"
    )
