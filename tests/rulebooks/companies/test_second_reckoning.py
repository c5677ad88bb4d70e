"""A second reckoning of volleys between two companies: what comes of each action is worked out again, without the code of the rules.

Battles of all scenarios of two companies are played at random, by options of chance. From a volley are taken the state before it, the
actions, the skills that commanders chose and the successes that fell; the letters, obstacles and lists stand here as they are printed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS

ADVANCE, CHARGE, FLANK, HOLD, RALLY, SCOUT, SKIRMISH, WITHDRAW, NOTHING = range(9)
NAMES = ("advance", "charge", "flank", "hold", "rally", "scout", "skirmish", "withdraw")
LETTERS = (
    "V I V I I V V V",
    "I I I V I I V V",
    "V I V V I V V V",
    "I V V I I V V I",
    "I I I I V I V I",
    "V I V V I V V V",
    "V V V V V V I I",
    "V V V I I V I I",
)
OBSTACLES: dict[int, dict[int, int]] = {
    CHARGE: dict.fromkeys(range(9), 2),
    FLANK: {CHARGE: 2, RALLY: 3, NOTHING: 2},
    RALLY: {HOLD: 1, SCOUT: 1, WITHDRAW: 1, ADVANCE: 2, CHARGE: 3, FLANK: 4, NOTHING: 1},
    SCOUT: {CHARGE: 2, RALLY: 2, NOTHING: 2},
    SKIRMISH: {SKIRMISH: 2, WITHDRAW: 2, NOTHING: 2},
    WITHDRAW: {WITHDRAW: 1, HOLD: 2, RALLY: 3, SKIRMISH: 3, NOTHING: 1},
}
LISTS = {
    ADVANCE: ("Command", "Conspicuous", "Drum", "Fife", "Intimidation", "Sing", "Trumpet"),
    CHARGE: ("Command", "Intimidation"),
    FLANK: ("Riding", "Strategy", "Tactics"),
    HOLD: ("Command", "Conspicuous", "Intimidation", "Links"),
    RALLY: ("Conspicuous", "Doom of Strength", "Links", "Oratory"),
    SCOUT: ("Observation", "Orienteering", "Stealthy"),
    SKIRMISH: ("Artillerist", "Observation", "Siege Engineer", "Tactics", "Links", "War Engineer"),
    WITHDRAW: ("Strategy", "Tactics"),
}
FORAY = ("Sing", "Conspicuous", "Anthem of Courage")
PLACES = {"Inconspicuous": "indoors", "Streetwise": "urban", "Hunting": "woodcraft", "Tracking": "woodcraft"}
LEAVING = (ADVANCE, CHARGE, FLANK, WITHDRAW)
WOUND_DICE = (0, 0, 1, 2, 3, 4, 99)
DATA = Path(RULEBOOK.folder) / "data"
STANDS_FOR = tomllib.loads((DATA / "equivalents.toml").read_text(encoding="utf-8"))["equivalent"]
CHOSEN = {
    row["id"]: row["values"]
    for row in tomllib.loads((Path(RULEBOOK.folder) / "options.toml").read_text(encoding="utf-8"))["option"]
    if row["id"] not in ("artha", "time-bonus")
}
PAIRS = [name for name, one in RULEBOOK.scenarios().items() if len(one.data["companies"]) == 2]


class Random(Table):
    """A table at which all answers and dice come by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)

    def ask(self, decision: Decision) -> Order:
        """Any order; but nobody gives up, nor comes to terms."""
        return decision.default() if decision.kind in ("concede", "terms") else decision.sample(self.chance)

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """Any order of each."""
        self.first = decisions[0].side
        return [self.ask(one) for one in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die."""
        return self.chance.die(faces)


class Verdict(NamedTuple):
    """The result of an action: if it works, its extra successes, the position it takes, and what is built up afterwards."""

    works: bool
    extra: int
    taken: bool
    store: int


class Side:
    """One company in a volley as it is reckoned again, from the state before it and the effort that was made."""

    def __init__(self, state: State, options: dict[str, str], effort: Effort) -> None:
        self.state, self.options, self.effort = state, options, effort
        self.company = state.companies[effort.company]
        self.scripted, self.target = effort.scripted, effort.target
        leaves = self.scripted in LEAVING
        self.held = self.company.place if self.company.holds else -1
        self.works = 0 if leaves or not self.company.holds else state.works[self.company.place]
        if leaves and options["occupied-when"] == "after-reveal-losses":
            self.held = -1
        lost = self.scripted in (CHARGE, FLANK, WITHDRAW)
        if options["advance-store"] == "consecutive-only":
            lost = self.scripted != ADVANCE
        self.store = 0 if lost else self.company.store
        self.action = self.scripted if self._possible() else NOTHING
        if self.action == ADVANCE and self.company.aim != self.target:
            self.store = 0

    def _possible(self) -> bool:
        """True if the requirements are met: the enemy in sight, for a Charge at the same place or the next; for an Advance there is a way."""
        if self.scripted in (NOTHING, ADVANCE):
            return self.effort.action != NOTHING
        other = self.state.companies[1 - self.effort.company]
        seen = self.state.scouted[2 * self.effort.company + other.id]
        if NAMES[self.scripted] in self.options["scout-gate"].split("+") and not seen:
            return False
        roads = self.state.roads[self.company.place]
        return self.scripted != CHARGE or other.place == self.company.place or other.place in roads

    def kind(self, other: Side) -> int:
        """The kind of test by the letter; an Advance on what the other held is versus."""
        if self.action == NOTHING:
            return UNTESTED
        for one, two in ((self, other), (other, self)):
            if one.action == ADVANCE and one.target == two.held:
                return VERSUS
        if other.action != NOTHING and LETTERS[self.action].split()[other.action] == "V":
            return VERSUS
        tested = self.action != HOLD or self.options["hold-independent"] == "ob-1-with-menu"
        return INDEPENDENT if tested else UNTESTED

    # ------------------------------------------------------------------ dice

    def serving(self, person: int, listed: tuple[str, ...]) -> list[str]:
        """The skills of a character that are listed, or stand for one that is."""
        found = set(listed)
        if found & {"Drum", "Fife", "Trumpet"}:
            found.add("Musical Instrument")
        naval = "naval" in self.state.setting.tags
        for row in STANDS_FOR:
            if found.intersection(row["stands_for"]) and (naval or "only_when" not in row):
                found.add(row["skill"])
        return [name for name in self.state.setting.people[person].skills if name in found]

    def lost(self, person: int) -> int:
        """The dice that wounds take."""
        wounds = self.state.people[person].wounds
        return sum(WOUND_DICE[step] for step in wounds) + wounds.count(1) // 3

    def dice(self, other: Side) -> int:
        """The dice of the roll: skill, FoRKs, one wise, help, and what the other's action and saved dice give."""
        pool, setting, leader = self.effort.pool, self.state.setting, self.company.commander
        assert pool is not None
        listed = LISTS[self.action]
        if self.action == SCOUT:
            listed += tuple(name for name, tag in PLACES.items() if tag in setting.tags)
            listed += ("Riding",) if "Riding" in setting.forces[self.effort.company].skills else ()
        if self.action == CHARGE and self.effort.foray:
            listed += FORAY
        lost = self.lost(leader)
        skills = setting.people[leader].skills
        own = self.serving(leader, listed)
        wises = [
            value for name, value in skills.items() if name.endswith("-wise")
        ]  # no scenario names fitting ones
        assert not pool.unskilled, "every commander knows a skill for what is scripted"
        found = skills[pool.skill] - lost
        for value in [*[skills[name] for name in own if name != pool.skill], *sorted(wises)[-1:]]:
            found += 0 if value <= lost else 2 if value - lost >= 7 else 1
        for person, one in enumerate(self.state.people):
            if (
                one.company == self.effort.company
                and person not in (leader, setting.unnamed[one.company])
                and not one.out
            ):
                left = [
                    setting.people[person].skills[name] - self.lost(person)
                    for name in self.serving(person, listed)
                ]
                found += 0 if max(left, default=0) <= 0 else 2 if max(left) >= 5 else 1
        if self.action == HOLD and other.action in (CHARGE, FLANK):
            found += 2 if setting.forces[self.effort.company].longest else 1
        found += self.action == SKIRMISH and other.action == HOLD
        found += self.company.charge_dice if self.action == CHARGE else 0
        found += self.company.advance_dice if self.action == ADVANCE else 0
        return found + self.company.command_die

    # ------------------------------------------------------------------ the test

    @property
    def raised(self) -> int:
        """The raises of the obstacle: a Skirmish, a superficial wound, lost runners."""
        slight = self.state.people[self.company.commander].wounds.count(1) in (1, 2)
        return self.company.raised + slight + self.company.runners_lost

    @property
    def count(self) -> int:
        """The successes that count in a versus test and for an Advance."""
        return max(0, self.effort.successes - self.raised) if self.effort.pool is not None else 0

    def walls(self, other: Side) -> int:
        """The works that an action must overcome."""
        if self.action == CHARGE or (
            self.action == SKIRMISH and self.options["fortification-against-skirmish"] == "on"
        ):
            return other.works
        return 0

    def built(self, more: int, reached: bool) -> Verdict:
        """The result of an Advance that builds so much more; `reached`: it is enough for open ground."""
        value, store = self.state.values[self.target], self.store + more
        if store >= value and (value or reached):
            return Verdict(True, store - value, True, store)
        return Verdict(False, 0, False, store)

    def won(self, other: Side, over: int, by_breaker: bool) -> Verdict:
        """The result of a versus test that is won by so much."""
        over -= 0 if by_breaker else self.walls(other)
        if over <= 0:
            return Verdict(False, 0, False, self.store)
        if self.action == ADVANCE:
            return self.built(over, True)
        return Verdict(True, 0 if self.action == WITHDRAW else over, False, self.store)

    def alone(self, other: Side) -> Verdict:
        """The result of an independent test."""
        more = self.options["independent-extra"] == "meeting-earns-one"
        if self.action == ADVANCE:
            found = self.built(max(0, self.count - 1), self.count > 0)
            return found._replace(extra=found.extra + (more and found.works))
        ob = 1 if self.action == HOLD else OBSTACLES[self.action][other.action]
        over = self.effort.successes - ob - self.raised - self.walls(other)
        if over < 0 or self.action == WITHDRAW:
            return Verdict(over >= 0, 0, False, self.store)
        return Verdict(True, over + (self.action == SKIRMISH or more), False, self.store)


def verdicts(one: Side, two: Side) -> list[Verdict]:
    """The results of both actions; the margin of a tie-breaker, if one was rolled, is taken from the effort."""
    pair = (one, two)
    kinds = [side.kind(pair[1 - number]) for number, side in enumerate(pair)]
    found = [Verdict(False, 0, False, side.store) for side in pair]
    if VERSUS in kinds:
        difference = one.count - two.count
        broken = difference == 0
        difference = difference or one.effort.broken
        if difference:
            winner = 0 if difference > 0 else 1
            found[winner] = pair[winner].won(pair[1 - winner], abs(difference), broken)
        return found
    return [
        side.alone(pair[1 - number]) if kinds[number] == INDEPENDENT else found[number]
        for number, side in enumerate(pair)
    ]


def compare(before: State, options: dict[str, str], efforts: list[Effort], log: dict[str, Any]) -> None:
    """Check a volley against its second reckoning."""
    one, two = (Side(before, options, effort) for effort in efforts)
    found = verdicts(one, two)
    for side, other, verdict in ((one, two, found[0]), (two, one, found[1])):
        effort = side.effort
        where = (log, NAMES[effort.scripted] if effort.scripted < NOTHING else "nothing")
        assert (effort.action, effort.kind) == (side.action, side.kind(other)), where
        if effort.kind != UNTESTED:
            assert effort.pool is not None
            if not effort.pool.unskilled:
                assert effort.pool.dice == side.dice(other), where
        assert (effort.works_out, effort.taken) == (verdict.works, verdict.taken), where
        if verdict.works:
            assert effort.extra == verdict.extra, where


@pytest.mark.rule(
    "companies:test.matrix", "companies:test.versus", "companies:test.independent", "companies:test.extra",
    "companies:core.pool", "companies:core.fork", "companies:core.help", "companies:core.raise-in-versus",
    "companies:hold.dice", "companies:skirmish.hold-die", "companies:charge.repulsed", "companies:scout.gate",
    "companies:advance.build", "companies:advance.occupied", "companies:fort.effect",
)  # fmt: skip
@pytest.mark.parametrize("name", PAIRS)
def test_volleys_come_to_what_a_second_reckoning_says(name: str) -> None:
    for seed in range(12):
        chance = Chance(1000 * PAIRS.index(name) + seed)
        options = RULEBOOK.options(
            {key: values[chance.below(len(values))] for key, values in CHOSEN.items() if chance.below(4) == 0}
        )
        options["unskilled-versus"] = "halve-own"
        state = RULEBOOK.new(RULEBOOK.scenario(name), options)
        table = Random(chance.below(1 << 30))
        while state.outcome is None:
            if state.stage != stages.VOLLEY:
                RULEBOOK.step(state, table)
                continue
            before = state.copy()
            efforts = play_volley(state, table)
            unskilled = [one for one in efforts if one.pool is not None and one.pool.unskilled]
            if not unskilled:
                log = {"seed": seed, "exchange": before.exchange, "volley": before.volley}
                compare(before, options, efforts, log)
