"""A second reckoning of melees and volleys: what the news tell is worked out again, without the code of the rules, in random battles.

It takes from the battle only what stands in state and rosters, and the table of results from its file. Ground is left out: the
scenarios have neither heights nor water where units meet.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Modifier, Troop, battle, crowd, men, weapon

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.player import Seat
from banneret.players import make
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import DATA, Damage
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, REGULAR, SKIRMISHERS, Roster
from banneret.rulebooks.battlesystem.unit import CLOSED, MOB, NOBODY, OPEN, SKIRMISH, Unit

RULES = [
    "8.3", "8.3c", "8.3d", "8.3f", "8.3g", "8.3h", "8.3i", "8.4", "8.4a", "8.4b", "8.4c", "8.6", "8.6a", "8.7a", "8.7b", "8.7e", "8.7j",
]  # fmt: skip
SHOTS = ["10.0a", "10.2e", "10.8", "10.8a", "10.8d", "10.8e", "10.8f", "10.8g"]
RANGES = {"short": 0, "medium": 2, "long": 5}
SQUARE = 15  # a shield wall to all sides
PLAIN = (
    "crossroads",
    "hedge_and_bow",
    "stone_and_bolt",
)  # scenarios of which the ground does not matter in melee

with open(DATA / "results.csv", encoding="utf-8") as _file:
    RESULTS = [[round(10 * float(cell)) for cell in row[1:]] for row in list(csv.reader(_file))[1:]]


def looked_up(damage: Damage, roll: int) -> int:
    """The tenths of hit dice of one attack at a roll: rows for 0 or less, 1 to 34, 35 to 39, 40 and more."""
    row = RESULTS[max(0, roll) if roll < 35 else 35 if roll < 40 else 36]
    return damage.times * sum(row[column] for column in damage.columns)


def holds(state: State, one: Modifier, creature: str) -> bool:
    """True if a modifier of a roster holds against a people in the light of the battle."""
    return (one.when != "daylight" or state.setting.daylight) and (not one.against or creature in one.against)


def shift(state: State, roster: Roster, creature: str) -> int:
    """What the modifiers of a roster add to its attack rating against a people."""
    return sum(one.ar for one in roster.modifiers if not one.attacks and holds(state, one, creature))


def armour(state: State, target: Roster, creature: str) -> int:
    """The armour class of a target against a people, without its formation."""
    better = [one.own_ac for one in target.modifiers if not one.attacks and holds(state, one, creature)]
    return target.armour_class + sum(better)


def blows(state: State, roster: Roster, target: Roster) -> int:
    """The attacks of a figure in this round against a target: the larger half in odd rounds, more against the weak."""
    found = (roster.attacks + state.round % 2) // 2
    for one in roster.modifiers:
        counts = not one.weak or (target.weak and state.setting.flags.fighter_sweep)
        if one.attacks and counts and holds(state, one, target.creature):
            found = max(found, one.attacks)
    return found


def strike_sum(state: State, unit: Unit, target: Unit, aspect: str, free: bool) -> int:
    """The sum of a strike before the dice: attack rating with all that changes it, less armour class."""
    roster = unit.now
    total = roster.attack_rating + unit.march + shift(state, roster, target.now.creature)
    total += unit.formation in (OPEN, SKIRMISH)
    total += roster.kind == CROWD or (roster.kind == REGULAR and not unit.in_command)
    total -= unit.leader_at != NOBODY and roster.kind != SKIRMISHERS
    total -= unit.charged != NOBODY and not free and unit.formation == CLOSED and roster.kind == REGULAR
    total -= 2 if free or aspect == "from behind" else int(aspect == "in the flank" and target.now.shield)
    wall = target.shields == SQUARE or (target.shields and aspect == "in front")
    return total - armour(state, target.now, roster.creature) + (2 if wall else 0)


class Reckoner(DirectTable):
    """A table that works out every attack, volley and loss a second time from the news; `checked` counts attacks and losses."""

    def __init__(self, state: State, choose: Callable[[Decision], Order], seed: int) -> None:
        super().__init__([], [], Chance(seed))
        self.telling = True
        self.state = state
        self.choose = choose
        self.checked = dict.fromkeys(("attack", "losses"), 0)
        # who is struck, by whom, the tenths, and whether all of the unit may fall
        self.due: list[tuple[int, int, int, bool]] = []
        self.wounded: dict[int, bool] = {}
        self.struck: set[tuple[int, int]] = set()  # units and figures that have struck in this combat

    def begin(self) -> None:
        """Note who is wounded before a step."""
        self.due.clear()
        self.struck.clear()
        self.wounded = {unit.id: unit.wounded for unit in self.state.units.values()}

    def ask(self, decision: Decision) -> Order:
        return self.choose(decision)

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        return [self.choose(decision) for decision in decisions]

    def tell(self, event: Event) -> None:
        if event.kind == "attack":
            self.attack(event)
        elif event.kind == "volley" and "figures" in event.data:
            self.volley(event)
        elif event.kind == "losses":
            self.losses(event)

    def attack(self, event: Event) -> None:
        """A strike: its sum, its damage, and that no figure strikes twice."""
        state, data = self.state, event.data
        unit, target = state.units[int(data["unit"][1:])], state.units[int(data["target"][1:])]
        aspect = next(words for words in ("in front", "in the flank", "from behind") if words in event.text)
        dice = sum(die for _, _, die in event.dice)
        assert data["roll"] == strike_sum(state, unit, target, aspect, data["free"]) + dice, event.text
        arms = unit.now.weapons[unit.weapon]
        lines = arms.large if target.now.size == "L" else arms.small
        each = blows(state, unit.now, target.now) * sum(looked_up(one, data["roll"]) for one in lines)
        assert data["damage"] == each * len(data["figures"]), event.text
        if not data["free"]:
            mine = {(unit.id, figure) for figure in data["figures"]}
            assert not mine & self.struck, event.text
            self.struck |= mine
        self.due.append((target.id, unit.id, data["damage"], not data["free"] and target.singles is None))
        self.checked["attack"] += 1

    def volley(self, event: Event) -> None:
        """A volley: its sum but for cover, and its damage."""
        state, data = self.state, event.data
        unit, target = state.units[int(data["unit"][1:])], state.units[int(data["target"][1:])]
        missile = unit.now.missile
        assert missile is not None
        total = unit.now.attack_rating + unit.march + shift(state, unit.now, target.now.creature)
        total += RANGES[data["range"]] + 3 * data["over"] + (target.formation in (OPEN, SKIRMISH))
        total += 2 * (unit.now.riding != "") + sum(die for _, _, die in event.dice)
        total -= armour(state, target.now, unit.now.creature)
        assert data["roll"] - total in (0, 2, 4), event.text  # what cover may add is not worked out again
        line = missile.large if target.now.size == "L" else missile.small
        count = len(data["figures"]) * data["shots"]
        assert data["damage"] == looked_up(line, data["roll"]) * count, event.text
        self.due.append((target.id, unit.id, data["damage"], False))

    def losses(self, event: Event) -> None:
        """A loss: whole figures, and a wound for a quarter of one; the second wound kills. Each attack by itself."""
        data = event.data
        number, by = int(data["unit"][1:]), int(data["by"][1:]) if data["by"] else NOBODY
        found = next((one for one in self.due if one[:2] == (number, by)), None)
        if found is None:
            return  # figures through whom a charge broke, or what a hero or an engine did
        self.due.remove(found)
        figure, before = self.state.units[number].now.figure, data["left"] + data["lost"]
        killed, rest = min(found[2] // figure, before), found[2] % figure
        wounded = self.wounded[number]
        if killed < before and 4 * rest >= figure:
            killed, wounded = killed + wounded, not wounded
        if found[3]:
            assert data["lost"] == killed, event.text
            assert data["wounded"] == (wounded and data["left"] > 0), event.text
            self.checked["losses"] += 1
        else:
            assert data["lost"] <= killed, event.text  # only some of them may fall
        self.wounded[number] = data["wounded"]


@pytest.mark.rule(*[f"battlesystem:{rule}" for rule in RULES + SHOTS])
@pytest.mark.parametrize("scenario", PLAIN)
@pytest.mark.parametrize(("seed", "specs"), [(1, ("greedy", "greedy")), (2, ("greedy", "random"))])
def test_what_is_told_of_random_battles_is_so(scenario: str, seed: int, specs: tuple[str, str]) -> None:
    state: State = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options({}))
    seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
    players = [make(spec, RULEBOOK, Chance(seed + side)) for side, spec in enumerate(specs)]
    table = Reckoner(state, lambda asked: players[asked.side].choose(asked, seats[asked.side]), seed)
    while RULEBOOK.outcome(state) is None:
        table.begin()
        RULEBOOK.step(state, table)
    assert all(table.checked.values())


def some_men(chance: Chance, name: str, **post: Any) -> Troop:
    """A unit of chance: its ratings, arms, formation, and what befell it before."""

    def one_of(*values: Any) -> Any:
        return values[chance.below(len(values))]

    arms = replace(
        weapon(one_of("1d6", "2d4+1", "1d4 1d4 1d12", "1d20+3", "1d3-1"), "1d12"), reach=one_of(1, 1, 2, 3)
    )
    facts: dict[str, Any] = {
        "armour_class": one_of(-2, 0, 4, 9), "attack_rating": one_of(10, 15, 20, 24), "figure": one_of(25, 50, 100, 350),
        "size": one_of("S", "M", "L"), "attacks": one_of(1, 2, 3, 4), "shield": one_of(False, True), "weak": one_of(False, True),
        "creature": one_of("human", "orc", "giant"), "wounded": one_of(False, True), "march": one_of(0, 0, 2), "morale": 99,
        "weapons": [arms], "modifiers": [
            Modifier(ar=1, when="daylight"), Modifier(own_ac=-4, against=("giant",)),
            Modifier(ar=-1, against=("orc",)), Modifier(attacks=5, weak=True),
        ][chance.below(4) :],
    }  # fmt: skip
    figures = 1 + chance.below(20)
    if one_of(False, False, False, False, True):
        return crowd(name, figures, **post, **facts)
    formation = one_of(CLOSED, CLOSED, OPEN)
    facts |= {"in_command": one_of(True, True, formation == CLOSED)}
    facts |= {"shields": one_of(0, 0, 1, SQUARE)} if formation == CLOSED else {}
    return men(name, figures, 1 + chance.below(min(figures, 9)), formation=formation, **post, **facts)


@pytest.mark.rule(*[f"battlesystem:{rule}" for rule in [*RULES, "11.6a"]])
@pytest.mark.parametrize("seed", range(8))
def test_what_is_told_of_random_melees_is_so(seed: int) -> None:
    for number in range(25):
        chance = Chance(1000 * seed + number)
        reds = some_men(chance, "Reds", x=30.0, y=24.0)
        block = reds.unit.block
        assert block is not None
        rear, middle, side = 24.0 - block.length, 24.0 - block.length / 2.0, 30.0 + block.breadth / 2.0
        x, y, heading = [(30.0, 24.0, 180.0), (30.0, rear, 0.0), (side, middle, 270.0)][chance.below(3)]
        state = battle(
            reds,
            some_men(chance, "Blues", x=x, y=y, heading=heading, side=1),
            tier=stages.INTERMEDIATE,
            stage=stages.ASSIGNMENT,
            round=1 + chance.below(2),
            daylight=bool(chance.below(2)),
            options={"fighter_sweep": bool(chance.below(2))},
        )
        for unit in state.units.values():
            if not unit.shields and unit.formation != MOB and chance.below(2):
                unit.charged = 1 - unit.id
        table = Reckoner(state, lambda asked: asked.default(), seed)
        while state.stage != stages.ROUND_END:
            table.begin()
            rounds.play_step(state, table)
