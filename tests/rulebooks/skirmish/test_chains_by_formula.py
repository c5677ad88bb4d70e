"""Chains of answers drawn by chance, against a second reading of the rules: who may answer, what is prevented, when damage falls.

The creatures stand close together and nobody moves. Their figures, and those of the cards, stand here as they are printed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import pytest
from rulebooks.skirmish.test_cards_by_hand import teams
from rulebooks.skirmish.test_orders_by_formula import are_foes
from rulebooks.skirmish.yard import Yard, open_floor

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.choosing import announcements
from banneret.rulebooks.skirmish.actions.declaring import declare
from banneret.rulebooks.skirmish.actions.window import BLOW, run
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.testing import Script

PRINTED: Final = {  # level, hit points, damage, Block, abilities
    "drow-house-guard": (2, 20, 5, 0, "DEX"),
    "drow-assassin": (4, 25, 10, 0, "DEX"),
    "drow-blademaster": (3, 20, 5, 0, "DEX"),
    "drider": (4, 30, 10, 0, "DEX INT"),
    "umber-hulk": (5, 65, 15, 5, "DEX STR"),
    "drow-wizard": (2, 10, 5, 0, "DEX INT"),
    "dragon-knight": (4, 45, 15, 0, "STR"),
    "war-wizard": (4, 35, 10, 0, "INT"),
    "human-ranger": (2, 20, 5, 0, "STR DEX"),
    "halfling-sneak": (1, 10, 5, 0, "DEX"),
    "dwarven-defender": (2, 10, 5, 5, "STR"),
    "half-orc-thug": (3, 30, 10, 0, "STR DEX"),
}
LARGE: Final = ("drider", "umber-hulk")
BONUS: Final = {
    "power-attack": 10,
    "overwhelm": 30,
    "piercing-strike": 10,
    "wide-swing": 0,
    "whirlwind-attack": 0,
}


@dataclass
class Body:
    """A creature as the second reading knows it."""

    id: int
    name: str
    side: int
    squares: list[tuple[int, int]]
    damage: int = 0
    tapped: bool = False
    alive: bool = True
    guard: int = 0


@dataclass
class Deed:
    """An action on the chain: steps are `("attack", targets, bonus, ignores, number)`, `("deal", amount)`, `("guard", amount)`, `("save", ...)`."""

    side: int
    actor: Body
    source: int
    steps: list[tuple]  # type: ignore[type-arg]
    done: int = 0


@dataclass
class Blow:
    source: int
    attack: int
    target: Body
    amount: int
    ignores: bool


@dataclass
class Reading:
    """The second reading: bodies, the chain, and the damage that waits."""

    bodies: list[Body]
    hands: list[list[str]]
    stack: list[Deed] = field(default_factory=list)
    taps: list[Body] = field(default_factory=list)
    waiting: list[Blow] = field(default_factory=list)
    shields: list[tuple[Body, int, int]] = field(default_factory=list)
    sources: int = 0
    attacks: dict[int, tuple[Deed, int]] = field(default_factory=dict)

    def of(self, number: int) -> Body:
        return next(body for body in self.bodies if body.id == number)

    def touch(self, one: Body, other: Body) -> bool:
        return one is not other and any(
            max(abs(a - c), abs(b - d)) <= 1 for a, b in one.squares for c, d in other.squares
        )

    def near(self, one: Body) -> list[Body]:
        return [other for other in self.bodies if other.alive and self.touch(one, other)]

    def owes(self, deed: Deed) -> bool:
        return deed.actor.alive and any(step[0] in ("attack", "deal") for step in deed.steps[deed.done :])

    def put(self, side: int, actor: Body, steps: list[tuple], taps: bool) -> Deed:  # type: ignore[type-arg]
        """Declare an action; its attacks get their numbers."""
        deed = Deed(side, actor, self.sources, steps)
        self.sources += 1
        if taps:
            actor.tapped = True
            self.taps.append(actor)
        self.stack.append(deed)
        for place, step in enumerate(steps):
            if step[0] == "attack" and step[1] is not None:
                self.attacks[len(self.attacks)] = (deed, place)
        return deed

    def targets(self, number: int) -> list[Body]:
        deed, place = self.attacks[number]
        wanted = deed.steps[place][1]
        if wanted == "all":
            return [other for other in self.near(deed.actor) if are_foes(other.side, deed.actor.side)]
        return list(wanted)

    def is_open(self, number: int) -> bool:
        deed, place = self.attacks[number]
        return (deed in self.stack and place >= deed.done) or any(
            blow.attack == number for blow in self.waiting
        )

    # ------------------------------------------------------------ who may answer

    def answers(self, side: int) -> set[Order]:
        """All answers of a side without assistants."""
        found: set[Order] = set()
        for body in self.bodies:
            if not body.alive or body.side != side or body.tapped:
                continue
            level, _, _, _, abilities = PRINTED[body.name]
            for tapped in self.taps:
                if tapped.alive and are_foes(tapped.side, side) and self.touch(body, tapped):
                    found.add(("strike", body.id, tapped.id))
            if "block" in self.hands[side] and "STR" in abilities and level >= 2:
                found.add(("play", "block", body.id, ()))
                found |= {("play", "block", body.id, (), (), (other.id,)) for other in self.near(body)}
            if "dodge" in self.hands[side] and "DEX" in abilities and level >= 3:
                for number in self.attacks:
                    if self.is_open(number) and body in self.targets(number):
                        found.add(("play", "dodge", body.id, (), (number,)))
            if "shield" in self.hands[side] and "INT" in abilities and level >= 2:
                open_ = {deed.source for deed in self.stack if self.owes(deed)} | {
                    blow.source for blow in self.waiting
                }
                for source in open_:
                    for other in self.bodies:
                        if other.alive:
                            found.add(("play", "shield", body.id, (), (other.id,), (source,)))
        return found

    def answer(self, side: int, order: Order) -> None:
        """Declare an answer."""
        words = [tuple(one) if isinstance(one, tuple) else one for one in order]
        if words[0] == "strike":
            self.put(
                side, self.of(int(str(words[1]))), [("attack", [self.of(int(str(words[2])))], 0, False)], True
            )
            return
        name, actor = str(words[1]), self.of(int(str(words[2])))
        self.hands[side].remove(name)
        chosen = [one for one in words[4:] if isinstance(one, tuple)]
        if name == "block":
            steps: list[tuple] = [("guard", 10)]  # type: ignore[type-arg]
            if len(chosen) > 1:
                steps.append(("attack", [self.of(int(str(chosen[1][0])))], 0, False))
        elif name == "dodge":
            steps = [("save", actor, int(str(chosen[0][0])), -1)]
        else:
            steps = [("save", self.of(int(str(chosen[0][0]))), -1, int(str(chosen[1][0])))]
        self.put(side, actor, steps, True)
        for helper in order[3]:  # type: ignore[union-attr]
            body = self.of(int(str(helper)))
            body.tapped = True
            self.taps.append(body)

    # ------------------------------------------------------------ what comes of it

    def harm(self, actor: Body, target: Body, bonus: int) -> int:
        amount = PRINTED[actor.name][2] + bonus
        if actor.name == "halfling-sneak" and target.tapped:
            amount += 5
        if actor.name == "drow-assassin" and not any(
            not are_foes(other.side, actor.side) for other in self.near(actor)
        ):
            amount += 5
        return amount

    def step(self, deed: Deed) -> None:
        """Carry out the next step of an action."""
        step = deed.steps[deed.done]
        if step[0] == "guard":
            deed.actor.guard += step[1]
        elif step[0] == "save":
            self.shields.append(step[1:])
        elif step[0] == "attack":
            number = next((one for one, found in self.attacks.items() if found == (deed, deed.done)), None)
            for target in [] if number is None else self.targets(number):
                assert number is not None
                if target.alive and self.touch(deed.actor, target):
                    amount = self.harm(deed.actor, target, step[2])
                    self.waiting.append(Blow(deed.source, number, target, amount, step[3]))
        else:
            for target in step[2]:
                if target.alive:
                    self.waiting.append(Blow(deed.source, -1, target, step[1], False))
        deed.done += 1
        if step[0] in ("attack", "deal"):
            self.settle(deed)

    def settle(self, deed: Deed) -> None:
        """Let damage fall if nothing below still owes any."""
        below = self.stack[: self.stack.index(deed)] if deed in self.stack else self.stack
        if any(self.owes(one) for one in below):
            return
        for blow in self.waiting:
            if not blow.target.alive:
                continue
            saved = any(
                who is blow.target and (attack == blow.attack >= 0 or source == blow.source)
                for who, attack, source in self.shields
            )
            amount = 0 if saved else blow.amount
            if not saved and blow.attack >= 0 and not blow.ignores:
                amount = max(0, amount - PRINTED[blow.target.name][3] - blow.target.guard)
            blow.target.damage += amount
        self.waiting.clear()
        for body in self.bodies:
            body.alive = body.alive and body.damage < PRINTED[body.name][1]

    def resolve(self) -> None:
        """Resolve the last action of the chain."""
        deed = self.stack[-1]
        while deed.done < len(deed.steps) and deed.actor.alive:
            self.step(deed)
        self.stack.pop()
        self.settle(deed)


class Watched(Script):
    """Answers by chance; every question is compared with the second reading, which takes part move by move."""

    def __init__(self, reading: Reading, chance: Chance) -> None:
        super().__init__()
        self.reading = reading
        self.chance = chance
        self.passes = 0
        self.asked_in_all = 0

    def ask(self, decision: Decision) -> Order:
        if decision.kind == "assist":
            return ("assist",)
        assert decision.kind == "answer", decision.kind
        self.asked_in_all += 1
        options = decision.orders()
        alone = {one for one in options if one[0] != "pass" and not (one[0] == "play" and one[3])}
        assert alone == self.reading.answers(decision.side), decision.side
        order = options[self.chance.below(len(options))] if self.chance.below(3) else options[0]
        if order[0] != "pass":
            self.reading.answer(decision.side, order)
        return order


NAMES: Final = tuple(PRINTED)


def begun(number: int, players: int) -> tuple[Yard, Reading, Chance, list[Creature]]:
    """A crowd on a few squares."""
    chance = Chance(number)
    yard = Yard(open_floor(6, 5))
    if players > 2:
        teams(yard)
    bodies: list[Body] = []
    creatures: list[Creature] = []
    for _ in range(4 + chance.below(5)):
        name, side, at = (
            NAMES[chance.below(len(NAMES))],
            chance.below(players),
            (chance.below(4), chance.below(4)),
        )
        across = 2 if name in LARGE else 1
        squares = [(at[0] + right, at[1] + down) for right in range(across) for down in range(across)]
        if any(one in body.squares for body in bodies for one in squares):
            continue
        level, hp, _, _, _ = PRINTED[name]
        damage = 5 * chance.below(hp // 5)
        tapped = chance.below(5) == 0
        made = yard.put(name, at, side, damage=damage, tapped=tapped)
        creatures.append(made)
        bodies.append(Body(made.id, name, side, squares, damage, tapped))
        assert level == printed(made).level
    hands: list[list[str]] = [[] for _ in range(players)]
    for side in range(players):
        for card in ("block", "dodge", "shield"):
            if chance.below(2):
                hands[side].append(card)
        yard.deal(side, *hands[side])
    return yard, Reading(bodies, hands), chance, creatures


@pytest.mark.rule(
    "skirmish:timing.chain",
    "skirmish:timing.lifo",
    "skirmish:timing.simultaneous",
    "skirmish:timing.not-simultaneous",
    "skirmish:timing.off-turn-melee",
    "skirmish:timing.off-turn-own-turn",
    "skirmish:timing.owes-damage",
    "skirmish:timing.protect-names",
    "skirmish:timing.block-at-application",
    "skirmish:damage.apply",
    "skirmish:damage.block-sum",
)
@pytest.mark.parametrize("players", [2, 4])
def test_chains_of_answers(players: int) -> None:
    played = asked = fallen = 0
    for number in range(150):
        yard, reading, chance, creatures = begun(number, players)
        untapped = [one for one in creatures if not one.tapped]
        if not untapped:
            continue
        actor = untapped[chance.below(len(untapped))]
        body = reading.of(actor.id)
        near = reading.near(body)
        state = yard.state
        state.active, state.acting = actor.side, actor.id
        chain = Chain()
        kind = ("attack", "power-attack", "overwhelm", "piercing-strike", "wide-swing", "whirlwind-attack")[
            chance.below(6)
        ]
        if not near or (
            kind == "whirlwind-attack" and not any(are_foes(other.side, actor.side) for other in near)
        ):
            continue
        if kind == "attack":
            target = near[chance.below(len(near))]
            entry = declare(state, chain, actor, [BLOW], [(target.id,)], [actor], name="blow")
            reading.put(actor.side, body, [("attack", [target], 0, False)], True)
        else:
            card = action_card(kind)
            ways = announcements(state, chain, actor, card.leading)
            way = ways[chance.below(len(ways))]
            entry = declare(state, chain, actor, card.steps, list(way), [actor], card.index, name=card.name)
            wanted = "all" if kind == "whirlwind-attack" else [reading.of(one) for one in way[0]]
            reading.put(actor.side, body, [("attack", wanted, BONUS[kind], kind == "piercing-strike")], True)
        table = Watched(reading, chance)
        run(state, table, chain, entry)
        while reading.stack:
            reading.resolve()
        played += 1
        asked += table.asked_in_all
        fallen += sum(not one.alive for one in reading.bodies)
        alive = {one.id: one for one in state.creatures}
        for one in reading.bodies:
            assert one.alive == (one.id in alive), (number, one)
            if one.alive:
                mine = alive[one.id]
                assert (mine.damage, mine.tapped, mine.guard) == (one.damage, one.tapped, one.guard), (
                    number,
                    one,
                )
    assert played > 80
    assert asked > 90
    assert fallen > 25
