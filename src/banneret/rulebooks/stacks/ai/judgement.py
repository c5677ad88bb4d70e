"""The chances of a side in a full state, judged without playing on.

A single battle is worked out to its end (`Prospects`), from the step at which it is. A game on the map is judged by the units of both
sides, the flags, the danger to capitals and the turns left; a battle in progress counts by its chances.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from banneret.kernel.judgement import Learned
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.ai.battle.prospects import (
    BONUSES,
    Prospects,
    changed,
    different,
    token_of,
    without,
)
from banneret.rulebooks.stacks.ai.estimates import Estimates, odds_of
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.board.control import flags_of
from banneret.rulebooks.stacks.leaving.victory import ARCHMAGE
from banneret.rulebooks.stacks.state import NOBODY, RESERVE, Corner, Fight, State
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.options import flags_from, option_defaults

NEAR: Final = 0.7  # the factor of a threat for each hex of distance
# By goal, the weights of: the logarithm of the worth of a side's units; its flags; its flags over the turns left; the strength of
# its strongest stack; its threat to the enemy capital or Archmage. Fitted by logistic regression to the ends of some 1,600 games
# between greedy players that now and then err.
WEIGHTS: Final[dict[str, list[float]]] = {
    "capital": [2.4, 0.2, 1.4, 0.13, 2.7],
    "archmage": [1.0, 0.35, 0.5, 0.06, 2.3],
    "objectives": [4.7, 0.4, 2.5, 0.13, 0.0],
}

TERMS: Final = (
    "worth",
    "flags",
    "flags, late",
    "strongest stack",
    "threat",
    "worth, late",
    "threat, late",
    "stacks on the map",
    "in reserve",
    "to move",
)
"""The terms that a learned judgement weighs: those of `WEIGHTS`; two of them again, weighing more the later it is; the lead in stacks and in
units in reserve; and whose turn it is."""

SPELL: Final = 0.3  # worth of a castable spell, as a shift of the logarithm of the odds


class Judgement:
    """Judges states for one set of facts and options."""

    def __init__(self, estimates: Estimates, learned: dict[str, Learned]) -> None:
        self.estimates: Estimates = estimates
        self.learned: dict[str, Learned] = learned
        self.prospects: Prospects = Prospects(estimates)

    def judge(self, state: State, side: int) -> float:
        """The chances of a side, from 0 (lost) to 1 (won)."""
        outcome = state.outcome
        if outcome is not None:
            if not outcome.winners:
                return 0.5
            return 1.0 / len(outcome.winners) if side in outcome.winners else 0.0
        self.prospects.forget()
        if state.setting.battle_only:
            chance = self._single(state)
            return chance if side == 0 else 1.0 - chance
        return self._game(state, side)

    # ------------------------------------------------------------------ battles

    def _single(self, state: State) -> float:
        """The attacker's chance in a single battle."""
        fight = state.fight
        if fight is None or fight.round == 0:
            chance = self._before(state, 0, 1, 0, fight)
        else:
            chance = self.battle(state, fight)
        shift = SPELL * (self._spells(state, 0, 0) - self._spells(state, 1, 0))
        return chance if shift == 0.0 else _shifted(chance, shift)

    def _spells(self, state: State, side: int, hex_: int) -> int:
        """The number of spells a side can make use of in a hex."""
        hand = state.hands[side]
        if not hand:
            return 0
        kinds = state.setting.kinds
        for number in state.stacks[side].get(hex_, ()):
            unit = state.units[number]
            if kinds[unit.kind].caster and not unit.held and unit.held_turns == 0:
                return len(hand)
        return 0

    def _tokens(self, state: State, side: int, hex_: int) -> list[int]:
        """The sorted tokens of the usable units of a side in a hex."""
        found: list[int] = []
        for number in state.stacks[side].get(hex_, ()):
            unit = state.units[number]
            if not unit.held and unit.held_turns == 0:
                found.append(token_of(unit))
        found.sort()
        return found

    def _held(self, state: State, sides: tuple[int, int], hex_: int) -> int:
        """The sides that have paralyzed units in a hex, as bits: 1 the first, 2 the second."""
        found = 0
        for place in (0, 1):
            for number in state.stacks[sides[place]].get(hex_, ()):
                unit = state.units[number]
                if unit.held or unit.held_turns:
                    found |= 1 << place
        return found

    def _before(self, state: State, attacker: int, defender: int, hex_: int, fight: Fight | None) -> float:
        """The attacker's chance before the battle begins; Cannibals may devour. Rule: stacks:cannibal.sacrifice."""
        mine, theirs = self._tokens(state, attacker, hex_), self._tokens(state, defender, hex_)
        held = self._held(state, (attacker, defender), hex_)
        if fight is not None and fight.ate is not None:
            return self.prospects.chance(mine, theirs, held)
        best = -1.0
        answers = self._fed(theirs)
        for own in self._fed(mine):
            worst = 2.0
            for other in answers:
                worst = min(worst, self.prospects.chance(own, other, held))
            best = max(best, worst)
        return best

    def _fed(self, stack: list[int]) -> list[list[int]]:
        """A stack as it is, and after a Cannibal of it has devoured a unit."""
        found: list[list[int]] = [stack]
        kinds = self.estimates.kinds
        for token in different(stack):
            bonus = kinds[token // (4 * BONUSES)].cannibal
            if bonus and token % BONUSES == 0:
                for victim in different(stack):
                    kind = kinds[victim // (4 * BONUSES)]
                    if kind.living and not kind.site and (victim != token or stack.count(token) > 1):
                        found.append(changed(without(stack, victim), token, token + bonus))
        return found

    def battle(self, state: State, fight: Fight) -> float:
        """The attacker's chance in a battle, from the step it stands at."""
        first, second = fight.corners
        hex_ = fight.hex
        mine, theirs = self._tokens(state, first.side, hex_), self._tokens(state, second.side, hex_)
        held = self._held(state, (first.side, second.side), hex_)
        prospects = self.prospects
        stage = state.stage
        if first.front == NOBODY or second.front == NOBODY:
            return prospects.chance(mine, theirs, held)
        a, b = token_of(state.units[first.front]), token_of(state.units[second.front])
        if stage == stages.LOSSES:
            return self._losses(state, first, second, mine, theirs, a, b, held)
        if stage == stages.ROLL:
            line, other = first.line, second.line
            if line is not None and other is not None:
                options = state.setting.flags.modifiers
                lead = (
                    battle_roll(line, other, True, options).total
                    - battle_roll(other, line, False, options).total
                )
                return prospects.rolled(mine, theirs, a, b, lead, held, -1.0)
        if stage == stages.SUPPORT:
            return prospects.fight(mine, theirs, a, b, held, -1.0)
        if stage == stages.PARALYZE:
            return prospects.duel(mine, theirs, a, b, held)
        if stage in (stages.RETREAT, stages.WITHDRAW, stages.GUARD):
            return self._in_front(mine, theirs, a, b, held, stage != stages.GUARD)
        return prospects.chance(mine, theirs, held)

    def _losses(
        self,
        state: State,
        first: Corner,
        second: Corner,
        mine: list[int],
        theirs: list[int],
        a: int,
        b: int,
        held: int,
    ) -> float:
        """The attacker's chance at step B3, with defeats still to be settled. Rule: stacks:roll.losses."""
        prospects = self.prospects
        if first.defeated and second.defeated:
            return prospects.chance(without(mine, a), without(theirs, b), held)
        if first.defeated:
            if first.ring or state.units[first.front].blooded:
                return prospects.chance(mine, theirs, held)
            return prospects.defeated(mine, theirs, a, True, held)
        if second.ring or state.units[second.front].blooded:
            return prospects.chance(mine, theirs, held)
        return prospects.defeated(mine, theirs, b, False, held)

    def _in_front(
        self, mine: list[int], theirs: list[int], a: int, b: int, held: int, withdraw: bool
    ) -> float:
        """The attacker's chance with two combatants in front who may still withdraw or be replaced by a Guard."""
        prospects = self.prospects
        kinds = self.estimates.kinds
        rows = [a]
        if withdraw and prospects.withdraws(a):
            rows = different(mine)
        columns = [b]
        if withdraw and prospects.withdraws(b):
            columns = different(theirs)
        else:
            for token in different(theirs):
                if token != b and kinds[token // (4 * BONUSES)].guard:
                    columns.append(token)
        best = -1.0
        for row in rows:
            worst = 2.0
            for column in columns:
                worst = min(worst, prospects.duel(mine, theirs, row, column, held))
            best = max(best, worst)
        return best

    # ------------------------------------------------------------------ the game on the map

    def _game(self, state: State, side: int) -> float:
        """The chances of a side in a game on the map; a battle in progress counts as won and as lost, each by its chance."""
        fight = state.fight
        if fight is None or fight.round == 0:
            return self._outlook(state, side, NOBODY)
        chance = self.battle(state, fight)
        first, second = fight.corners
        return chance * self._outlook(state, side, second.side) + (1.0 - chance) * self._outlook(
            state, side, first.side
        )

    def _outlook(self, state: State, side: int, beaten: int) -> float:
        """The side's chance on the map against the strongest other, if `beaten` loses its stack in the fight."""
        learned = self.learned.get(kind_of(state)) if self.learned else None
        if learned is not None:
            return learned.chance(self.terms(state, side, beaten))
        weights = WEIGHTS[state.setting.goal]
        mine = self.standing(state, side, beaten)
        least = 20.0
        for other in range(state.setting.sides):
            if other != side:
                theirs = self.standing(state, other, beaten)
                lead = 0.0
                for at in range(len(weights)):
                    lead += weights[at] * (mine[at] - theirs[at])
                least = min(least, lead)
        return odds_of(least)

    def terms(self, state: State, side: int, beaten: int) -> list[float]:
        """The terms for one of two sides on the map, in the order of `TERMS`, if `beaten` loses its stack in the fight."""
        other = 1 - side
        mine, theirs = self.standing(state, side, beaten), self.standing(state, other, beaten)
        found = [mine[at] - theirs[at] for at in range(len(mine))]
        late = state.turn / max(1, state.setting.turn_limit)
        found.append(found[0] * late)
        found.append(found[4] * late)
        found.append(0.2 * (len(state.stacks[side]) - len(state.stacks[other])))
        waiting = 0
        for unit in state.units:
            if unit.place == RESERVE:
                waiting += 1 if unit.side == side else -1
        found.append(0.2 * waiting)
        found.append(0.5 if state.active == side else -0.5)
        return found

    def standing(self, state: State, side: int, beaten: int) -> list[float]:
        """The figures of a side by itself, in the order of `WEIGHTS`, if `beaten` loses its stack in the fight."""
        setting = state.setting
        worths = self.estimates.worths
        lost = state.fight.hex if beaten == side and state.fight is not None else NOBODY
        worth = 0.0
        for unit in state.units:
            if unit.side == side and unit.place >= RESERVE and unit.place != lost:
                worth += worths[unit.kind] * (1.0 if unit.place >= 0 else 0.8)
        flags = flags_of(state, side)
        late = 1.0 / (1.0 + setting.turn_limit - state.turn)
        strongest, threat = self._reach(state, side, lost, beaten)
        return [log(1.0 + worth), float(flags), flags * late, strongest, threat]

    def _reach(self, state: State, side: int, lost: int, beaten: int) -> tuple[float, float]:
        """The strength of a side's strongest stack, and its threat to what ends the game, from 0 to 1."""
        setting = state.setting
        strengths: list[float] = []
        places: list[int] = []
        strongest = -20.0
        for hex_ in state.stacks[side]:
            if hex_ != lost:
                strength = self._strength(state, side, hex_, False)
                strongest = max(strongest, strength)
                strengths.append(strength)
                places.append(hex_)
        threat = 0.0
        for other in range(setting.sides):
            if other == side:
                continue
            goal = self._prize(state, other)
            if goal == NOBODY:
                continue
            gone = beaten == other and state.fight is not None and state.fight.hex == goal
            guard = -20.0 if gone else self._strength(state, other, goal, True)
            for at in range(len(places)):
                steps = setting.grid.distance(places[at], goal)
                threat = max(threat, NEAR**steps * odds_of(strengths[at] - guard))
        return strongest, threat

    def _prize(self, state: State, side: int) -> int:
        """The hex of a side that its enemies want most: its Archmage's, or its capital."""
        setting = state.setting
        if setting.goal != "archmage":
            return setting.capitals[side]
        for hex_, stack in state.stacks[side].items():
            for number in stack:
                if setting.kinds[state.units[number].kind].id == ARCHMAGE:
                    return hex_
        return NOBODY

    def _strength(self, state: State, side: int, hex_: int, sites: bool) -> float:
        """The strength of a stack, -20 if there is none; `sites`: Sites count too, as in defence."""
        kinds = state.setting.kinds
        found: list[UnitKind] = []
        for number in state.stacks[side].get(hex_, ()):
            kind = kinds[state.units[number].kind]
            if sites or not kind.site:
                found.append(kind)
        return self.estimates.strength(found)


def kind_of(state: State) -> str:
    """The kind of a battle for learned judgements: the goal of a two-sided game on the map with default options, "" for all others."""
    setting = state.setting
    if setting.battle_only or setting.sides != 2 or setting.flags != flags_from(option_defaults()):
        return ""
    return setting.goal


def _shifted(chance: float, shift: float) -> float:
    """A chance after a shift of the logarithm of its odds."""
    if chance <= 0.0 or chance >= 1.0:
        chance = 0.01 if chance <= 0.0 else 0.99
    odds = chance / (1.0 - chance) * exp(shift)
    return odds / (1.0 + odds)
