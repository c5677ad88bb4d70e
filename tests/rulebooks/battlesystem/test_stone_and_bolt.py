"""The battle with artillery on both sides: as it is read, played, seen, mustered, put right by a referee."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, crew, men, skirmishers

from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.errors import BadInput
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.greedy import best
from banneret.rulebooks.battlesystem.ai.lens import Lens
from banneret.rulebooks.battlesystem.ai.manoeuvres.thoughts import thoughts
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.rulebooks.battlesystem.view.scene import scene

NAME = "stone_and_bolt"


def begun() -> State:
    return RULEBOOK.new(RULEBOOK.scenario(NAME), RULEBOOK.options())


def facing(*troops: Any, **changes: Any) -> State:
    return battle(*troops, tier=stages.INTERMEDIATE, options={"premeasure": True}, **changes)


@pytest.mark.rule("battlesystem:10.10", "battlesystem:10.10d")
def test_every_crew_stands_behind_its_piece() -> None:
    state = begun()
    assert [engine.id for engine in state.setting.engines] == [
        "light-catapult",
        "ballista",
        "light-catapult",
        "ballista",
    ]
    for piece in state.pieces:
        assert crews.crew_of(state, piece) is not None
        assert state.units[piece.crew].figures == 1
    assert [crews.title(state, piece) for piece in state.pieces[:2]] == [
        "Old Thunder",
        "Long Needle",
    ]
    assert RULEBOOK.invariants(state) == []


@pytest.mark.long
def test_it_is_played_to_its_end_by_the_computer() -> None:
    shots = 0
    for seed in range(3):
        for players in (
            [RULEBOOK.computer.greedy(Chance(side)) for side in (0, 1)],
            [RandomPlayer(Chance(2 * seed + side)) for side in (0, 1)],
        ):
            state = begun()
            seated: list[Player] = list(players)
            seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
            table = DirectTable(seated, seats, Chance(seed))
            while state.outcome is None:
                RULEBOOK.step(state, table)
                assert RULEBOOK.invariants(state) == []
            shots += sum(piece.last_shot > 0 for piece in state.pieces)
    assert shots > 12


# ---------------------------------------------------------------- how it is written

CREW: dict[str, Any] = {"engine": "ballista", "unit_type": "skirmish", "figures": 1, "hd_per_figure": 10}


@pytest.mark.rule("battlesystem:10.10")
@pytest.mark.parametrize(
    "changes",
    [{"figures": 2}, {"hd_per_figure": 5}, {"engine": "balista"}, {"unit_type": "mob", "figures": 12}],
)
def test_what_is_no_crew(changes: dict[str, Any]) -> None:
    data = _data()
    crew_row = next(row for row in data["sides"][0]["units"] if "engine" in row)
    crew_row.update(changes)
    with pytest.raises(BadInput, match="engine"):
        RULEBOOK.read_scenario(data, "mine")


@pytest.mark.rule("battlesystem:1.0d")
def test_the_basic_game_has_no_artillery() -> None:
    data = _data()
    data["tier"] = "basic"
    data.pop("terrain")
    for side in data["sides"]:
        for row in side["units"]:
            row.pop("missile", None)
    with pytest.raises(BadInput, match="the Basic Game has no artillery"):
        RULEBOOK.read_scenario(data, "mine")


def _data() -> dict[str, Any]:
    data = dict(RULEBOOK.scenario(NAME).data)
    data["sides"] = [{**side, "units": [dict(row) for row in side["units"]]} for side in data["sides"]]
    return data


@pytest.mark.rule("battlesystem:10.10a")
def test_the_thac0_of_a_crew_follows_from_its_attack_rating() -> None:
    """Ogres at 5:1 have an attack rating 5 above their THAC0."""
    data = _data()
    row = next(row for row in data["sides"][0]["units"] if "engine" in row)
    row.update({"ratio": "5:1", "ar": 20})
    state = RULEBOOK.new(RULEBOOK.read_scenario(data, "mine"), RULEBOOK.options())
    assert next(unit.now.thac0 for unit in state.units.values() if unit.now.engine is not None) == 15


# ---------------------------------------------------------------- muster


@pytest.mark.rule("battlesystem:10.10")
def test_a_crew_is_mustered_with_its_piece() -> None:
    muster = RULEBOOK.muster
    army = muster.drawn(RULEBOOK.scenario(NAME), "quarry")
    entry = next(one for one in army.entries if one.values.get("engine") == "ballista")
    card = muster.card(entry, army)
    assert not card.faults
    assert any("11/22/32 in" in word for word in card.words)
    bare = muster.card(type(entry)({**entry.values, "engine": "none"}, "unit", 1, entry.name), army)
    assert card.cost - bare.cost == 200
    state = RULEBOOK.new(muster.fill(RULEBOOK.scenario(NAME), {"quarry": army}), RULEBOOK.options())
    assert len(state.pieces) == 4


@pytest.mark.rule("battlesystem:10.10")
def test_who_is_no_crew_is_said_when_an_army_is_mustered() -> None:
    muster = RULEBOOK.muster
    army = muster.drawn(RULEBOOK.scenario(NAME), "quarry")
    entry = next(one for one in army.entries if "engine" in one.values)
    for changes in ({"figures": 3}, {"type": "regular", "figures": 4}, {"creature": "wolf"}):
        card = muster.card(type(entry)({**entry.values, **changes}, "unit", 1, entry.name), army)
        assert "engine" in [fault.field for fault in card.faults]


# ---------------------------------------------------------------- what people see


def test_a_piece_is_on_the_board_with_crew_and_ranges() -> None:
    state = facing(crew("light-catapult", 30, 10), men("Foes", 12, 6, 30, 30, 180, side=1))
    drawn = next(one for one in scene(state, viewer_of(0)).pieces if one.id == "e0")
    assert (drawn.form, drawn.facing, drawn.under) == ("engine", 0.0, "u0")
    assert drawn.shape[0] == pytest.approx((29.5, 10.0))
    assert [shape.text for shape in drawn.zones] == ["least 15", "short 20", "medium 25, +2", "long 30, +5"]
    state.units[0].place(0, 30, 5, 0)
    drawn = next(one for one in scene(state, viewer_of(0)).pieces if one.id == "e0")
    assert [condition.kind for condition in drawn.states] == ["abandoned"]
    assert drawn.zones == ()


def test_the_question_names_pieces_and_tells_the_odds() -> None:
    state = facing(
        crew("light-catapult", 30, 10), men("Foes", 12, 6, 30, 30, 180, side=1), stage=stages.ARTILLERY
    )
    asked = question(state, Firing(state, 0))
    assert [option.order for option in asked.options] == ["hold", "fire 0 1"]
    shown = asked.options[1]
    assert (shown.group, shown.pieces) == ("Light catapult", ("e0", "u1"))
    assert shown.odds is not None
    parts = shown.odds.throws[0].figures[0]
    assert parts.value == "15 + 2d6"
    found = preview(state, Firing(state, 0), ("fire", 0, 1))
    assert found is not None
    assert "20.0 in away, short range" in found.sentence


def test_a_haul_is_previewed_where_piece_and_crew_would_stand() -> None:
    state = facing(crew("ballista", 30, 10), men("Foes", 12, 6, 30, 40, 180, side=1))
    decision = MoveDecision(state, 0)
    found = preview(state, decision, ("haul", 0, 0, ("go", 0, 4)))
    assert found is not None
    assert (found.cost, found.most) == (4.0, 6.0)
    assert found.shapes[1].points[0] == pytest.approx((29.5, 14.0))
    verbs = [plan.verb for plan in question(state, decision).form.plans]  # type: ignore[union-attr]
    assert "haul" in verbs


def test_a_piece_in_full_says_why_it_does_not_shoot() -> None:
    state = facing(
        crew("light-catapult", 30, 10), men("Foes", 12, 6, 30, 30, 180, side=1), stage=stages.ARTILLERY
    )
    state.pieces[0].last_shot = 1
    view = scene(state, viewer_of(0))
    piece = next(one for one in view.pieces if one.id == "e0")
    found = RULEBOOK.view.inspect(state, viewer_of(0), piece, view)
    reasons = {deed.label: deed.text for deed in found.deeds if not deed.may}
    assert "ready again in round 3" in reasons["Shoot"]
    assert reasons["Move"].endswith("it stays")


def test_the_referee_puts_a_piece_elsewhere_with_its_crew() -> None:
    state = facing(crew("ballista", 30, 10), men("Foes", 12, 6, 30, 40, 180, side=1))
    verb = RULEBOOK.referee.verbs["engine"][1]
    verb(state, (0, 20, 12, 90))
    piece = state.pieces[0]
    assert (piece.x, piece.y, piece.heading) == (20.0, 12.0, 90.0)
    assert crews.crew_of(state, piece) is not None
    assert any(change.verb == "engine" for change in RULEBOOK.referee.changes(state))


# ---------------------------------------------------------------- the computer


def test_the_computer_turns_its_piece_and_then_shoots() -> None:
    state = facing(
        crew("ballista", 30, 20), men("Foes", 12, 6, 45, 19.25, 270, side=1), stage=stages.MOVEMENT
    )
    orders = [order for _, order in thoughts(Front(state, 0), state.units[0])]
    assert orders == [("haul", 0, 0, ("go", 90, 0))]
    ahead = facing(crew("ballista", 30, 19.25, 90), men("Foes", 12, 6, 45, 19.25, 270, side=1))
    assert thoughts(Front(ahead, 0), ahead.units[0]) == []
    ahead.stage = stages.ARTILLERY
    assert best(Firing(ahead, 0), Lens(ahead, 0)) == ("fire", 0, 1)


def test_the_computer_goes_for_a_piece_that_nobody_works() -> None:
    state = facing(
        crew("ballista", 30, 20, side=1),
        men("Foes", 12, 6, 45, 44, 180, side=1),
        skirmishers("Raiders", [(24, 19), (22, 19)], movement=12.0),
    )
    state.units[0].place(0, 40, 40, 0)
    orders = [order for _, order in thoughts(Front(state, 0), state.units[2])]
    assert orders[0][:2] == ("skirmish", 2)
    assert orders[0][2][0] == 0


# ---------------------------------------------------------------- odds


def odds_of(**flags: str) -> Any:
    return RULEBOOK.odds.ask("1 Fighters of the 1st level (skirmish)", "24 Orcs", flags)


@pytest.mark.rule("battlesystem:10.9j")
def test_the_odds_of_a_shot_said_in_words() -> None:
    """A ballista at 11 inches: 20 - 10 + 2d6 = 10 + 2d6."""
    found = odds_of(volley="11", missile="ballista").to_json()
    assert found["attack"]["attacker"]["sum"] == 10
    assert sum(Fraction(chance) for chance in found["losses"]["defender"]) == 1
    with pytest.raises(BadInput, match="out of its reach"):
        odds_of(volley="14", missile="heavy-catapult")
    with pytest.raises(BadInput, match="one figure of skirmishers"):
        RULEBOOK.odds.ask("12 Fighters of the 1st level", "24 Orcs", {"volley": "20", "missile": "ballista"})
