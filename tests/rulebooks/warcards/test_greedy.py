"""The greedy player beats chance; playouts end."""

from __future__ import annotations

import pytest
from rulebooks.warcards.cards_top import field, meet

from banneret.kernel.decision import Choice
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.order import Order
from banneret.kernel.player import Player, RandomPlayer
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.ai.greedy import best, candidates, mark_choice
from banneret.rulebooks.warcards.ai.lens import Lens
from banneret.rulebooks.warcards.attack.steps import plan_of, slots_of
from banneret.rulebooks.warcards.leaving.retreats import offers
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.setup.placement import placement_plan


@pytest.mark.parametrize("scenario", ["border_skirmish", "knights_and_pikes", "strait"])
def test_greedy_beats_random(scenario: str) -> None:
    won = 0
    for game in range(12):
        state = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options())
        side = game % 2
        players: list[Player] = [RandomPlayer(Chance(game)), RandomPlayer(Chance(game + 50))]
        players[side] = RULEBOOK.computer.greedy(Chance(game))
        outcome = play(RULEBOOK, state, players, Chance(1000 + game))
        won += outcome.winners == (side,)
    assert won >= 10


@pytest.mark.parametrize(
    ("friends", "enemies", "quiet", "verb"),
    [
        ("A1 knights", "", 0, "evade"),
        ("A1 knights", "", 2, "stay"),
        ("", "B1 infantry", 2, "evade"),
    ],
)
def test_archers_keep_away_unless_a_stalemate_would_cost_more(
    friends: str, enemies: str, quiet: int, verb: str
) -> None:
    """Who is worse off may dance before the enemy to the end; who is not comes to blows when nothing happens."""
    state = field(f"N3 archers, {friends}".strip(", "), f"N3 infantry, {enemies}".strip(", "), stages.RETREAT)
    archers = next(unit for unit in state.units if state.setting.cards[unit.id].type == "archers")
    meet(state, "N3", who=1, came="B3")
    state.quiet = quiet
    decision = Choice("retreat", 0, "warcards:retreat.who", [("stay",), *offers(state, archers)])
    best = max(decision.orders(), key=lambda order: mark_choice(state, decision, order))
    assert best[0] == verb


@pytest.mark.parametrize(("lead", "chosen"), [(10, ("person", 0, "with", 0)), (4, ("done",))])
def test_a_leader_who_waits_alone_joins_the_best_unit(lead: int, chosen: Order) -> None:
    state = field("RA knights, RA levies", "B3 infantry", A={"general": {"lead": lead}})
    decision = MoveDecision(state, 0)
    decision.movers = []
    assert best(decision, Lens(state, 0)) == chosen
    state.figures[0].host = 1
    assert best(decision, Lens(state, 0)) == ("done",)


@pytest.mark.rule("warcards:end.stalemate")
@pytest.mark.parametrize("scenario", ["border_skirmish", "moonlit_wood"])
def test_few_battles_end_because_nobody_wants_to_fight(scenario: str) -> None:
    """Of 60 battles; one in five or three ended so while archers kept away who had nothing to shoot at."""
    quiet = 0
    for game in range(60):
        state = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options())
        players: list[Player] = [
            RULEBOOK.computer.greedy(Chance(game)),
            RULEBOOK.computer.greedy(Chance(game + 60)),
        ]
        quiet += not play(RULEBOOK, state, players, Chance(2000 + game)).winners
    assert quiet <= 9


@pytest.mark.rule("warcards:setup.placement-limits", "warcards:setup.placement-heroes")
@pytest.mark.parametrize("scenario", RULEBOOK.scenarios())
@pytest.mark.parametrize("side", [0, 1])
def test_search_is_offered_several_placements(scenario: str, side: int) -> None:
    """The preset one first; all lawful, all different, heroes where they are preset, and one with few units in the line."""
    state = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options())
    decision = placement_plan(state, side)
    offered = candidates(decision, Lens(state, side), 8)
    assert offered[0] == decision.default()
    assert len({frozenset(order) for order in offered}) == len(offered) >= 4
    assert all(decision.check(order) is None for order in offered)
    heroes = {word for word in offered[0] if word.startswith("h")}
    assert all(heroes <= set(order) for order in offered)
    lines = [sum(word.startswith("u") for word in order) for order in offered]
    units = sum(unit.side == side for unit in state.units)
    assert (min(lines), max(lines)) == (min(3, units), min(5, units))
    assert candidates(decision, Lens(state, side), 2) == offered[:2]


@pytest.mark.parametrize("stage", [stages.PLACE_FIRST, stages.PLACE_SECOND])
def test_search_looks_further_ahead_when_it_places_its_army(stage: int) -> None:
    state = field("A3 infantry", "B3 infantry", stage)
    placing = RULEBOOK.computer.thinking(Lens(state, 0)).horizon
    for other in (stages.TERRAIN, stages.MOVE_FIRST, stages.CHARGE):
        state.stage = other
        assert placing > RULEBOOK.computer.thinking(Lens(state, 0)).horizon > 0


@pytest.mark.rule("warcards:attack.optional", "warcards:pike.first-round")
def test_pikes_strike_and_only_charges_are_weighed() -> None:
    """Cavalry (charge +2) holds before pikes; berserk pikemen of charge +2 meet pikes with their own."""
    training = ["berserk", "pike"]
    vos = {"type": "infantry", "people": "vos", "experience": "elite", "training": training}
    state = field(
        "N1 cavalry, N3 vos", "N1 pikemen, N3 pikemen", stages.CHARGE, special={"vos": vos}
    )  # fmt: skip
    meet(state, "N1")
    meet(state, "N3", who=1)
    mine, theirs = (plan_of(side, stages.CHARGE, slots_of(state, side, stages.CHARGE)) for side in (0, 1))
    assert best(mine, Lens(state, 0)) == ("charge", "p1")
    assert set(candidates(mine, Lens(state, 0), 9)) >= {("charge", "p1"), ("charge", "u0", "u1"), ("charge", "u1")}  # fmt: skip
    assert candidates(theirs, Lens(state, 1), 9) == [("charge", "p2", "p3")]
