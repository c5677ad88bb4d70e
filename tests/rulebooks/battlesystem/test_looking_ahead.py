"""Players that look ahead fight where arrows fly: what they imagine is asked, answered and carried out as in the battle."""

from __future__ import annotations

from time import perf_counter

import pytest
from rulebooks.battlesystem.regiments import battle, men

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import ImaginingTable
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.players.registry import make
from banneret.players.search.planning import Opening, Planner
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.tables.missiles import missile_of


class Noting(Player):
    """Lets a player choose and notes the kinds of the questions."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.imagines = player.imagines
        self.player = player
        self.kinds: list[str] = []

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The player's order, which is legal."""
        self.kinds.append(decision.kind)
        order = self.player.choose(decision, seat)
        assert decision.check(order) is None
        return order


@pytest.mark.parametrize("spec", ["instant:2plays", "search:3sims"])
def test_players_that_look_ahead_fight_where_arrows_fly(spec: str) -> None:
    """Two rounds of Hedge and Bow, in which either side is asked for shots at troops on the move."""
    state = RULEBOOK.new(RULEBOOK.scenario("hedge_and_bow"), RULEBOOK.options())
    players = [Noting(make(spec, RULEBOOK, Chance(side))) for side in (0, 1)]
    seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
    table = ImaginingTable(list[Player](players), seats, Chance(7))
    while state.round <= 2 and state.outcome is None:
        table.begin(RULEBOOK.copy(state))
        RULEBOOK.step(state, table)
    assert "passing" in players[0].kinds
    assert "passing" in players[1].kinds


def test_enemies_are_imagined_to_shoot_at_troops_on_the_move() -> None:
    """Ten men who go up to forty bows are shot at on their way in an imagined world too."""
    bow = missile_of("long-bow")
    archers = men("Archers", 40, 20, 30, 24, 180, side=1, missile=bow, volleys=bow.volleys)
    state = battle(men("Axes", 10, 5, 30, 10), archers, tier=stages.INTERMEDIATE)
    seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
    asked: list[Order] = []

    class Shooting(Player):
        """Shoots at troops on the move where it can, and notes it."""

        name = "shooting"
        imagines = False

        def choose(self, decision: Decision, seat: Seat) -> Order:
            if decision.kind != "passing":
                return decision.default()
            asked.append(decision.orders()[-1])
            return asked[-1]

    planner = Planner(RULEBOOK, Chance(3), perf_counter)
    table = planner.table("move", seats[0])
    table.quick_players = [Shooting(), Shooting()]
    table.lead = Opening(("move", 0, ("slide", 0, 6)), RULEBOOK.computer.greedy(Chance(2)))
    table.simulate(RULEBOOK.copy(state))
    assert asked
    assert asked[0][0] == "shoot"


def test_shots_on_the_move_are_no_choice_of_one() -> None:
    """Where nobody listens they are listed when a player asks for them: players take the options of a `Choice` for all of them."""
    bow = missile_of("long-bow")
    state = battle(
        men("Axes", 10, 5, 30, 10),
        men("Archers", 20, 10, 30, 24, 180, side=1, missile=bow, volleys=bow.volleys),
        tier=stages.INTERMEDIATE,
    )
    found: list[Decision] = []

    class Walking(Player):
        """Goes forward once, and holds."""

        name = "walking"
        imagines = False

        def choose(self, decision: Decision, seat: Seat) -> Order:
            found.append(decision)
            return ("move", 0, ("slide", 0, 3)) if decision.kind == "move" else decision.default()

    seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
    RULEBOOK.step(state, ImaginingTable([Walking(), Walking()], seats, Chance(1)))
    shots = next(one for one in found if one.kind == "passing")
    assert not isinstance(shots, Choice)
    assert len(shots.orders()) == 5  # to hold, and a shot at each of the points from 0 to 3 inches
