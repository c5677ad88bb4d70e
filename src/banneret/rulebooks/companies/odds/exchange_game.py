"""The exchange as a matrix game: every script of a company against every script of its enemy, and the mixes of scripts that give least away.

A pair of scripts is worth the sum of its volleys by their exact odds, each volley as the ones before it have most likely left the battle:
in sight, in or out of a position, with dice saved. Rules: companies:script.exchange, companies:script.secret, companies:test.matrix.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sight import note_sight
from banneret.rulebooks.companies.board.standing import occupy, put_out
from banneret.rulebooks.companies.codec import CODEC
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.odds.forecast import Plan, forecast, plan
from banneret.rulebooks.companies.odds.prospects import OWN, Posture, Prospects, at_least, each, solve
from banneret.rulebooks.companies.state import NOWHERE, Company, State
from banneret.rulebooks.companies.tables.actions import (
    ACTIONS,
    ADVANCE,
    CHARGE,
    FLANK,
    HOLD,
    NOTHING,
    RALLY,
    SCOUT,
    SKIRMISH,
    WITHDRAW,
    actions,
)

Line = tuple[int, ...]
"""The actions of a script, NOTHING in the volley in which the company hesitates."""
MOST_SAVED: Final = 3
ROUNDS: Final = 24
"""The most rounds in which each side adds its best answer to its scripts."""
SLACK: Final = 0.02
"""Answers that are better by no more than this, in points of Disposition, are not added."""
FREE: Final = 0
UNSAVED: Final = 1
SAVED: Final = 2
"""The actions that the volley before leaves open: any after none or another than a Rally (FREE); after a Rally that saves its dice a Charge alone
(SAVED), after one that does not anything but a Charge (UNSAVED)."""
HALF: Final = 0.5
"""Something with this chance or more is taken to happen."""
HURTING: Final = (ADVANCE, CHARGE, FLANK, SKIRMISH)
"""Actions whose extra successes cost the enemy points, time and again."""
SEEN_LATER: Final = 0.5
"""The share of the worth of sight that remains where the later volleys of the exchange are counted themselves."""


class World:
    """The battle as it probably stands before a volley, with the worths of pairs of actions kept once they are known."""

    __slots__ = ("after", "number", "prospects", "state", "worths")

    def __init__(self, number: int, state: State, prospects: Prospects) -> None:
        self.number: int = number
        self.state: State = state
        self.prospects: Prospects = prospects
        self.worths: dict[int, float] = {}
        self.after: dict[int, World] = {}

    def plan(self, whose: int, action: int) -> Plan:
        """An action of the company (0) or of its enemy (1)."""
        found = self.prospects
        if action == NOTHING:
            pair = (found.number, found.foe) if whose == 0 else (found.foe, found.number)
            return plan(self.state, pair[0], pair[1], NOTHING)
        return (found.own if whose == 0 else found.other)[action]

    def worth(self, mine: int, theirs: int, saving: int = 0) -> float:
        """The points that a pair of actions brings the company more than its enemy.

        Args:
            mine: The action of the company.
            theirs: The action of its enemy.
            saving: The sum of 1 if the company rallies for a Charge, and 2 if the enemy does.
        """
        key = (saving * 16 + mine + 1) * 16 + theirs + 1
        worth = self.worths.get(key)
        if worth is None:
            own, other = self.plan(0, mine), self.plan(1, theirs)
            posture = self.prospects.posture
            gained = self.prospects.worth(own, other, 0, bool(saving & 1)) * posture.hurt
            worth = gained - self.prospects.worth(other, own, 1, saving > 1) * posture.suffer
            self.worths[key] = worth
        return worth


class Mixes:
    """The solution of a game of scripts.

    Attributes:
        rows: The scripts of the company that are worth writing.
        columns: Those of its enemy.
        worths: The worth of each pair to the company.
        mine: The share of each of the company's scripts in the mix that gives least away.
        theirs: The same for the enemy's.
        value: The worth of the game to the company, in points of Disposition.
    """

    def __init__(self, rows: list[Line], columns: list[Line], worths: list[list[float]]) -> None:
        self.rows: list[Line] = rows
        self.columns: list[Line] = columns
        self.worths: list[list[float]] = worths
        self.mine, self.theirs, self.value = solve(worths)


class ExchangeGame:
    """The scripts of one company against those of an enemy, from the state in which both are written."""

    def __init__(self, state: State, number: int, foe: int, posture: Posture = OWN) -> None:
        self.pair: tuple[int, int] = (number, foe)
        self.posture: Posture = posture
        self.early: Posture = replace(
            posture, known=posture.known * SEEN_LATER, hidden=posture.hidden * SEEN_LATER
        )
        self.idle: list[bool] = [state.companies[one].hesitates == state.now for one in self.pair]
        self._worlds: dict[bytes, World] = {}
        self.root: World = self._world(state.copy())

    def _world(self, state: State) -> World:
        """The world of a state; the same one for the same state."""
        key = CODEC.dump(state)
        found = self._worlds.get(key)
        if found is None:
            last = state.volley + 1 == stages.VOLLEYS
            prospects = Prospects(state, *self.pair, self.posture if last else self.early)
            found = self._worlds[key] = World(len(self._worlds), state, prospects)
        return found

    def after(self, world: World, mine: int, theirs: int, saving: int = 0) -> World:
        """The world after a volley; `saving` as in `World.worth`."""
        key = (saving * 16 + mine + 1) * 16 + theirs + 1
        found = world.after.get(key)
        if found is None:
            state = world.state.copy()
            own, other = world.plan(0, mine), world.plan(1, theirs)
            for effort in (own.effort, other.effort):
                _leave(state, effort)
            _go_on(state, world, 0, own, other, bool(saving & 1))
            _go_on(state, world, 1, other, own, saving > 1)
            state.volley += 1
            found = world.after[key] = self._world(state)
        return found

    def worth(self, mine: Line, theirs: Line) -> float:
        """The worth of a script against another."""
        world = self.root
        total = 0.0
        for volley in range(stages.VOLLEYS):
            saving = saves(mine, volley) + 2 * saves(theirs, volley)
            total += world.worth(mine[volley], theirs[volley], saving)
            if volley + 1 < stages.VOLLEYS:
                world = self.after(world, mine[volley], theirs[volley], saving)
        return total

    def options(self, worlds: list[World], whose: int) -> list[int]:
        """The actions that a side may write for a volley, without those that would surely be void."""
        if worlds[0] is self.root and self.idle[whose]:
            return [NOTHING]
        found = [
            action
            for action in range(len(ACTIONS))
            if any(world.plan(whose, action).effort.action != NOTHING for world in worlds)
        ]
        return found or [HOLD]

    def best_answer(self, whose: int, against: list[tuple[Line, float]]) -> tuple[Line, float]:
        """The script of the company (0) or of its enemy (1) that is worth most against a mix of the other's, and its worth to its writer."""
        return self._answer(whose, 0, [(self.root, line, share) for line, share in against if share > 0.0])

    def _answer(
        self, whose: int, volley: int, against: list[tuple[World, Line, float]], after: int = FREE
    ) -> tuple[Line, float]:
        """The best rest of a script from a volley on, and its worth; an empty one if no action is possible.

        Args:
            whose: 0 for the company, 1 for its enemy.
            volley: The first volley of the rest.
            against: The worlds that the volley may find, each with the other side's script and its share.
            after: The actions that the volley before leaves open, FREE, UNSAVED or SAVED.
        """
        best: tuple[Line, float] = ((), 0.0)
        last = volley + 1 == stages.VOLLEYS
        for action in self.options([world for world, _, _ in against], whose):
            if after != FREE and (action == CHARGE) != (after == SAVED):
                continue
            for ways in (UNSAVED, SAVED) if action == RALLY and not last else (FREE,):
                total = 0.0
                later: dict[tuple[int, Line], tuple[World, Line, float]] = {}
                for world, line, share in against:
                    pair = (action, line[volley]) if whose == 0 else (line[volley], action)
                    both = (int(ways == SAVED), saves(line, volley))
                    saving = both[whose] + 2 * both[1 - whose]
                    worth = world.worth(pair[0], pair[1], saving)
                    total += share * (worth if whose == 0 else -worth)
                    if not last:
                        there = self.after(world, pair[0], pair[1], saving)
                        key = (there.number, line[volley + 1 :])
                        known = later.get(key)
                        later[key] = (there, line, share + (known[2] if known is not None else 0.0))
                rest: Line = ()
                if later:
                    rest, worth = self._answer(whose, volley + 1, list(later.values()), ways)
                    if not rest:
                        continue
                    total += worth
                if not best[0] or total > best[1]:
                    best = ((action, *rest), total)
        return best

    def solve(self) -> Mixes:
        """The mixes of scripts that give least away: both sides add their best answers until none is better by more than `SLACK`."""
        guess: Line = tuple([HOLD] * stages.VOLLEYS)
        rows = [self.best_answer(0, [(guess, 1.0)])[0]]
        columns = [self.best_answer(1, [(rows[0], 1.0)])[0]]
        found = self._mixed(rows, columns)
        for _ in range(ROUNDS):
            mine, most = self.best_answer(0, list(zip(columns, found.theirs, strict=True)))
            theirs, least = self.best_answer(1, list(zip(rows, found.mine, strict=True)))
            if most + least <= SLACK or (mine in rows and theirs in columns):
                break
            rows = [*rows, mine] if mine not in rows else rows
            columns = [*columns, theirs] if theirs not in columns else columns
            found = self._mixed(rows, columns)
        return found

    def _mixed(self, rows: list[Line], columns: list[Line]) -> Mixes:
        """The mixes of some scripts on both sides."""
        return Mixes(rows, columns, [[self.worth(mine, theirs) for theirs in columns] for mine in rows])

    def targets(self, whose: int, line: Line, against: Line) -> list[int]:
        """The node at which each Advance of one side's script is aimed against the other's script; NOWHERE for other actions."""
        world = self.root
        found = []
        for volley in range(stages.VOLLEYS):
            target = world.plan(whose, ADVANCE).effort.target if line[volley] == ADVANCE else NOWHERE
            found.append(target)
            if volley + 1 < stages.VOLLEYS:
                mine, theirs = (line, against) if whose == 0 else (against, line)
                saving = saves(mine, volley) + 2 * saves(theirs, volley)
                world = self.after(world, mine[volley], theirs[volley], saving)
        return found


def _leave(state: State, effort: Effort) -> None:
    """Give up a position, and lose the dice that were for this volley."""
    company = state.companies[effort.company]
    if effort.scripted != NOTHING and actions()[effort.scripted].leaves:
        put_out(company)
    company.command_die = company.charge_dice = company.weapon_dice = company.advance_dice = 0


def saves(line: Line, volley: int) -> int:
    """1 if the action of a volley is a Rally whose extra successes all serve the Charge after it, else 0. Rule: companies:rally.weapon-dice."""
    return int(line[volley] == RALLY and line[volley + 1 : volley + 2] == (CHARGE,))


def _go_on(state: State, world: World, whose: int, own: Plan, other: Plan, saving: bool) -> None:
    """Change a copy of the battle by what an action is likely to bring. Rules: companies:advance.take, companies:scout.gate, companies:scout.lost, companies:rally.weapon-dice, companies:rally.restore, companies:position.damage."""
    effort, foe = own.effort, other.effort
    action = effort.action
    if action == NOTHING:
        return
    found = forecast(world.state, own, other)
    company, enemy = state.companies[effort.company], state.companies[foe.company]
    if action in HURTING and found.menu and enemy.bonus + enemy.dug:
        _shot_at(enemy, round(each(found.extra, 1 if action == CHARGE else 2)))
    if action == RALLY:
        if saving:
            company.weapon_dice = round(
                sum([min(number, MOST_SAVED) * share for number, share in enumerate(found.extra)])
            )
        elif at_least(found.extra, 2) >= HALF:
            company.dug = 1
    if found.works < HALF:
        return
    if action == RALLY:
        company.runners_lost = False
    elif action == SCOUT:
        note_sight(state, company.id, enemy.id, True)
    elif action == WITHDRAW:
        note_sight(state, enemy.id, company.id, False)
    elif action == ADVANCE:
        if enemy.holds and enemy.place == effort.target:
            put_out(enemy)
        occupy(state, company, effort.target)


def _shot_at(enemy: Company, points: int) -> None:
    """Take points off the bonuses of an enemy, who loses the position with the last of its bonus. Rules: companies:disp.loss, companies:position.damage."""
    off = min(points, enemy.dug)
    enemy.dug -= off
    enemy.bonus = max(0, enemy.bonus - (points - off))
    if enemy.bonus == 0:
        enemy.holds = False
