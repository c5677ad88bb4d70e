"""The computer players' knowledge of `stacks`: judgement of games, exchanges that end, plans that are recalled."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import field

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable, play_counted
from banneret.kernel.player import Player, Seat
from banneret.players import make
from banneret.rulebooks.stacks.ai.battle.prospects import BONUSES, Prospects
from banneret.rulebooks.stacks.ai.campaign.march_orders import MarchOrders
from banneret.rulebooks.stacks.ai.estimates import Estimates
from banneret.rulebooks.stacks.ai.greedy import Adviser
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.stages import MOVE
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.options import flags_from

BOOK = rulebooks.get("stacks")


def begun(scenario, seed=1):
    """A game at its first Move Phase, and its table."""
    state = BOOK.new(BOOK.scenario(scenario), BOOK.options())
    players = [BOOK.computer.greedy(Chance(seed + side)) for side in range(state.setting.sides)]
    table = DirectTable(
        players, [Seat(BOOK.sight, side, state) for side in range(len(players))], Chance(seed)
    )
    while state.stage != MOVE:
        BOOK.step(state, table)
    return state, table


def fell(state, side, worth):
    """The number of a living unit of a side that is worth as much as can be."""
    units = [unit for unit in state.units if unit.side == side and unit.place >= 0]
    return max(units, key=lambda unit: worth[unit.kind])


@pytest.mark.parametrize("scenario", ["two_banners", "narrow_sea", "duel_of_archmages"])
def test_what_one_side_hopes_the_other_fears(scenario):
    state, _ = begun(scenario)
    assert BOOK.computer.judge(state, 0) + BOOK.computer.judge(state, 1) == pytest.approx(1.0)
    assert 0.02 < BOOK.computer.judge(state, 0) < 0.98


def test_a_lost_unit_and_a_lost_flag_make_it_worse():
    state, _ = begun("two_banners")
    before = BOOK.computer.judge(state, 0)
    poorer = state.copy()
    unit = fell(poorer, 0, Adviser(state.setting).estimates.worths)
    poorer.stacks[0][unit.place].remove(unit.id)
    unit.place = -2
    assert BOOK.computer.judge(poorer, 0) < before - 0.05
    flagged = state.copy()
    flagged.standards[state.setting.objectives[0]] = 1
    assert BOOK.computer.judge(flagged, 0) < before


def test_a_battle_in_progress_is_counted_by_its_chances():
    """Somewhere between the battle lost and the battle won."""
    state, table = begun("two_banners", seed=3)
    adviser = Adviser(state.setting)
    seen = 0
    while state.outcome is None:
        BOOK.step(state, table)
        fight = state.fight
        if state.outcome is None and fight is not None and fight.round > 0:
            first, second = fight.corners
            judgement = adviser.judgement
            won = judgement._outlook(state, first.side, second.side)
            lost = judgement._outlook(state, first.side, first.side)
            assert lost <= judgement.judge(state, first.side) + 1e-12
            assert judgement.judge(state, first.side) <= won + 1e-12
            seen += 1
    assert seen > 3


class Watch(Player):
    """Counts how often a player was asked about an exchange in a row."""

    def __init__(self, inner):
        self.inner = inner
        self.name = "watch"
        self.imagines = inner.imagines
        self.row = 0
        self.longest = 0

    def choose(self, decision, seat):
        self.row = self.row + 1 if decision.kind == "exchange" else 0
        self.longest = max(self.longest, self.row)
        return self.inner.choose(decision, seat)


@pytest.mark.parametrize("spec", ["greedy", "search:8sims"])
def test_nobody_passes_an_artifact_to_and_fro_for_ever(spec):
    """The Oathsword of the halls may go from hand to hand without end: thinking players pass it only to one it serves better."""
    state = BOOK.new(BOOK.scenario("two_banners"), BOOK.options())
    halls = Watch(make(spec, BOOK, Chance(4)))
    outcome, asked = play_counted(BOOK, state, [BOOK.computer.greedy(Chance(5)), halls], Chance(6))
    assert outcome.winners
    assert 1 <= halls.longest <= 4
    assert asked < 1000


def test_exchanges_worth_thinking_about_make_something_better():
    state, _ = begun("two_banners")
    state.active = 1
    seat = Seat(BOOK.sight, 1, state)
    adviser = Adviser(state.setting)
    sword = next(index for index, chit in enumerate(state.artifacts) if chit.holder >= 0)
    stack = state.stacks[1][state.units[state.artifacts[sword].holder].place]
    from banneret.rulebooks.stacks.turn.exchange import Exchanges, passes

    for holder in stack:
        state.artifacts[sword].holder = holder
        decision = Exchanges(state, 1, [("done",), *passes(state, 1)])
        marks = adviser.marks(decision, seat.lens)
        ranked = adviser.ranked(decision, seat.lens, 16)
        assert ("done",) in ranked
        better = {option for option, mark in zip(decision.options, marks, strict=True) if mark > marks[0]}
        assert set(ranked) == better | {("done",)}


def test_a_plan_is_recalled_only_where_all_is_the_same():
    """The same General asked about two positions gives what a new one gives for each, in whatever order it is asked."""
    state, _ = begun("two_banners")
    other = state.copy()
    unit = fell(other, 1, Adviser(state.setting).estimates.worths)
    unit.known |= 1
    old = MarchOrders(Adviser(state.setting).estimates)
    forms = []
    for position in (state, other, state, other):
        asked = []

        class Ask(Player):
            imagines = False
            name = "ask"

            def choose(self, decision, seat, asked=asked):
                asked.append((decision, seat.lens))
                raise Stop

        table = DirectTable(
            [Ask(), Ask()], [Seat(BOOK.sight, 0, position), Seat(BOOK.sight, 1, position)], Chance(1)
        )
        with pytest.raises(Stop):
            BOOK.step(position, table)
        forms.append(asked[0])
    for form, lens in forms:
        fresh = MarchOrders(Adviser(state.setting).estimates)
        assert old.order(form, lens) == fresh.order(form, lens)
        assert old._plans


class Stop(Exception):
    """Enough was asked."""


def test_search_thinks_otherwise_in_battles_than_in_games():
    battle = BOOK.new(BOOK.scenario("first_blood"), BOOK.options())
    game, _ = begun("two_banners")
    assert BOOK.computer.thinking(Seat(BOOK.sight, 0, battle).lens).horizon == 0
    assert BOOK.computer.thinking(Seat(BOOK.sight, 0, game).lens).greed == 1.0


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ("Trolls, Goblins, Orcs, Ents, Elves", "Hydra, Militia, Griffons, Centaurs, Ranger"),
        (
            "Basilisk, Strangler Vines, Trolls, Dwarves, Zombies",
            "Basilisk, Strangler Vines, Hydra, Militia, Zombies",
        ),
        ("Basilisk, Goblins, Orcs, Ents", "Basilisk, Militia, Griffons, Centaurs"),
        ("3 Dwarves, 2 Elves, Orcs, Goblins", "3 Militia, 2 Griffons, Knights, Centaurs"),
    ],
)
def test_what_takes_too_long_is_not_worked_out(attackers: str, defenders: str) -> None:
    """Paralysis and regeneration make positions: there are 8,464 of the second battle, not 32 times 32."""
    prospects = Prospects(Estimates(list(facts().units), flags_from(RULEBOOK.options({})).modifiers))
    tokens = [[(kind.index * 4) * BONUSES for kind in facts().army(army)] for army in (attackers, defenders)]
    assert 0.0 <= prospects.chance(tokens[0], tokens[1], 0) <= 1.0
    assert len(prospects._chances) <= 2000


@pytest.mark.rule("stacks:retreat.sea", "stacks:transport.sink")
def test_a_ship_is_no_cheap_price_of_a_retreat_with_others_aboard():
    """A Galley (4) without passengers costs about as much as Merfolk (4); with two lords aboard far more."""
    marks = []
    for aboard in ([], ["dwarflord", "elf_lord"]):
        game = field(["~~"], {"A1": ["kraken"]}, {"A1": ["war_galley", "merfolk", "sirens", *aboard]})
        game.until("reveal")
        game.reveal("kraken", "merfolk")
        decision = game.until("retreat", 1)
        orders = decision.orders()
        found = Adviser(game.state.setting).battle.retreats(orders, Lens(game.state, 1))
        by_price = dict(zip([game.words(order) for order in orders], found, strict=True))
        marks.append(by_price.get("retreat war_galley B1", -1000.0) - by_price.get("retreat sirens B1", 0.0))
    assert marks[1] < marks[0] - 5


@pytest.mark.rule("stacks:retreat.sacrifice", "stacks:retreat.right")
def test_the_greedy_player_retreats_where_it_would_be_beaten():
    """Goblins are the price that saves elves from giants; giants stay."""
    strong, weak = ["storm_giants", "stone_giants", "trolls"], ["goblins", "elves"]
    for mine, theirs, wanted in ((weak, strong, "retreat goblins B1"), (strong, weak, "stay")):
        game = field(["PP"], {"A1": theirs}, {"A1": mine})
        game.until("reveal")
        game.reveal(theirs[0], mine[0])
        decision = game.until("retreat", 1)
        adviser, lens = Adviser(game.state.setting), Lens(game.state, 1)
        assert game.words(adviser.best(decision, lens, None)) == wanted
        assert game.words(adviser.ranked(decision, lens, 3)[0]) == wanted
