"""Random battles: nothing breaks, nothing gets stuck, every answer offered is accepted, and interrupting changes nothing."""

from __future__ import annotations

from collections import deque

import pytest
from rulebooks.stacks.fights import field

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, Dice
from banneret.kernel.direct import play
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.scenario import Outcome, Scenario
from banneret.kernel.table import Answer, Pending, StepTable, Table
from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.rulebook import RULEBOOK, Stacks
from banneret.rulebooks.stacks.setup.new_state import new_state
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.tables.facts import facts

READY = [scenario.id for scenario in RULEBOOK.scenarios().values() if scenario.kind == "battle"]
OTHER_VALUES = {name: variant.values[-1] for name, variant in RULEBOOK.variants.items()}


class Checked(Stacks):
    """The rulebook, holding every state to the invariants, and to writing and reading."""

    def step(self, state: State, table: Table) -> None:
        super().step(state, table)
        faults = self.invariants(state)
        assert not faults, (state.stage, faults)
        written = self.dump(state)
        read = self.load(written, state)
        assert self.dump(read) == written
        assert self.invariants(read) == []


class Critic(Player):
    """Answers at random and tries every answer that is offered; keeps what it said."""

    def __init__(self, chance: Chance, log: list[Order]) -> None:
        self.chance = chance
        self.log = log

    def choose(self, decision: Decision, seat: Seat) -> Order:
        for order in decision.orders():
            assert decision.check(order) is None, (order, decision.check(order))
        assert decision.check(decision.default()) is None
        order = decision.sample(self.chance)
        assert decision.check(order) is None, (order, decision.check(order))
        for wrong in (*mutations(order), (), ("nonsense",), ("show", 1), ("support", ("show", -7))):
            refusal = decision.check(wrong)
            if refusal is not None and refusal.nearest is not None:
                assert decision.check(refusal.nearest) is None
            if decision.listed:
                assert (refusal is None) == (wrong in decision.orders())
        self.log.append(order)
        return order


def mutations(order: Order) -> list[Order]:
    """Orders that are like this one, but not it."""
    found: list[Order] = [(*order, 0), (*order, "x"), order[:-1]]
    for at, word in enumerate(order):
        if isinstance(word, int):
            found += [(*order[:at], word + step, *order[at + 1 :]) for step in (-1, 1, 1000)]
        elif isinstance(word, str):
            found.append((*order[:at], word + "s", *order[at + 1 :]))
    return found


class Loaded(Dice):
    """Dice that show what was written down, and write down what they show."""

    def __init__(self, source: Dice | None, log: deque[int]) -> None:
        self.source = source
        self.log = log

    def die(self, faces: int) -> int:
        if self.source is None:
            return self.log.popleft()
        value = self.source.die(faces)
        self.log.append(value)
        return value


def fight_out(rulebook: Stacks, state: State, seed: int) -> tuple[Outcome, list[Order], deque[int]]:
    """Play a state to its end at random: how it ended, and all orders and dice."""
    orders: list[Order] = []
    dice: deque[int] = deque()
    players: list[Player] = [Critic(Chance(seed * 10 + side), orders) for side in range(state.setting.sides)]
    outcome = play(rulebook, state, players, Loaded(Chance(seed), dice))
    return outcome, orders, dice


def random_battle(seed: int) -> State | None:
    """Two random stacks with artifacts and spells, on land or at sea; None where somebody could not be there."""
    chance = Chance(seed)
    known = facts()
    terrain = ("Plains", "Sea", "Forest")[chance.below(3)]
    data: dict[str, object] = {"terrain": terrain}
    artifacts = [artifact.id for artifact in known.artifacts]
    spells = [spell.id for spell in known.spells for _ in range(spell.count)]
    for side in ("attacker", "defender"):
        kinds = [kind for kind in known.units if kind.list != "Summoned"]
        if terrain == "Sea":
            kinds = [kind for kind in kinds if not kind.site] + [known.unit("war_galley")] * 12
        else:
            kinds = [kind for kind in kinds if not kind.sea]
        units = [kinds[chance.below(len(kinds))] for _ in range(1 + chance.below(6))]
        data[side] = [kind.id for kind in units]
        given: list[dict[str, object]] = []
        for _ in range(chance.below(4)):
            heroes = [place for place, kind in enumerate(units) if kind.hero] or [0]
            artifact = artifacts.pop(chance.below(len(artifacts)))
            given.append({"artifact": artifact, "holder": heroes[chance.below(len(heroes))]})
        data[f"{side}_artifacts"] = given
        data[f"{side}_spells"] = [spells.pop(chance.below(len(spells))) for _ in range(chance.below(6))]
    options = OTHER_VALUES if seed % 3 == 0 else None
    scenario = Scenario("random", "Random", "test", ("attacker", "defender"), "", data, "battle")
    state = new_state(scenario, RULEBOOK.options(options))
    if any(stranded(state, side, 0, state.stacks[side][0]) for side in (0, 1)):
        return None
    return state


@pytest.mark.rule("stacks:battle.segments", "stacks:end.repeat")
@pytest.mark.parametrize("name", READY)
@pytest.mark.parametrize("other", [False, True], ids=["default", "other-options"])
def test_ready_made_battles_at_random(name, other):
    rulebook = Checked()
    for seed in range(12):
        options = RULEBOOK.options(OTHER_VALUES if other else None)
        state = rulebook.new(rulebook.scenario(name), options)
        fight_out(rulebook, state, seed)


@pytest.mark.parametrize("block", range(8))
@pytest.mark.long
def test_random_battles(block):
    rulebook = Checked()
    fought = 0
    for seed in range(block * 40, block * 40 + 40):
        state = random_battle(seed)
        if state is not None:
            fight_out(rulebook, state, seed)
            fought += 1
    assert fought > 12


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.long
def test_random_battles_on_a_map_of_three_and_four_sides(seed):
    armies = [
        {"A1": ["elves", "ranger", "djinn"], "B1": ["trolls", "goblins", "vampire_lord"]},
        {"A1": ["orcs", "basilisk", "ents"], "C1": ["ghouls"]},
        {"B1": ["dwarves", "dwarflord", "halfling_burglars"], "C2": ["hydra"]},
        {"B2": ["paladin", "high_priest"], "A1": ["knights", "archmage"]},
    ][: 3 + seed % 2]
    spells = [["mist_step", "stone_sleep"], ["raise_skeletons"], ["battle_blessing"], ["call_fire_elemental"]]
    table = field(
        ["PPP", "PFP"],
        *armies,
        spells=spells[: len(armies)],
        artifacts=[{"oathsword": "ranger"}, {}, {"war_horn": "dwarflord"}],
        options=OTHER_VALUES if seed % 2 else None,
        goal="archmage" if seed % 4 == 3 else "capital",
        turn_limit=2,
    )
    fight_out(Checked(), table.checkpoint, seed)


@pytest.mark.parametrize("seed", range(60))
def test_interrupted_at_every_question_is_straight_through(seed):
    name = READY[seed % len(READY)]
    start = random_battle(seed) or RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options())
    straight = start.copy()
    outcome, orders, dice = fight_out(RULEBOOK, straight, seed)
    state = resumed(start, deque(orders), dice)
    assert RULEBOOK.outcome(state) == outcome
    assert RULEBOOK.dump(state) == RULEBOOK.dump(straight)


def resumed(start: State, orders: deque[Order], dice: deque[int]) -> State:
    """Play again, putting the battle aside (as bytes) at every question, with the orders and dice of the first time."""
    saved = RULEBOOK.dump(start)
    answers: list[Answer] = []
    source = Loaded(None, dice)
    while True:
        state = RULEBOOK.load(saved, start)
        if RULEBOOK.outcome(state) is not None:
            return state
        table = StepTable(answers, source)
        try:
            RULEBOOK.step(state, table)
        except Pending as pending:
            assert RULEBOOK.dump(RULEBOOK.load(saved, start)) == saved
            answers.append(Answer(pending.decisions[0].side, orders.popleft()))
            continue
        saved = RULEBOOK.dump(state)
        answers = []
