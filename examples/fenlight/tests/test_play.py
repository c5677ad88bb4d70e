"""The computer plays, the odds are counted, the referee changes, the terminal shows."""

from __future__ import annotations

import pytest
from fen import MARSH, fight

from banneret import rulebooks
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.dice import Chance, SeededDice
from banneret.kernel.direct import play
from banneret.kernel.errors import BadInput
from banneret.players.registry import make
from banneret.render.picture.page import scene_html
from banneret.render.text.scene import scene_text
from banneret.testing import Tabletop, at_random, greedy
from banneret_fenlight.rulebook import RULEBOOK


def test_it_is_found_by_its_entry_point() -> None:
    assert "fenlight" in rulebooks.names()
    assert rulebooks.get("fenlight") is RULEBOOK


@pytest.mark.long
@pytest.mark.parametrize("scenario", list(RULEBOOK.scenarios()))
def test_battles_between_computers_end_and_neither_side_is_favoured(scenario: str) -> None:
    """Of 400 battles each side wins 48 to 52 in a hundred (`banneret fight fenlight SCENARIO --games 400`)."""
    wins = [0, 0]
    for seed in range(16):
        state = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options())
        players = [make("greedy", RULEBOOK, Chance(100 * seed + side)) for side in (0, 1)]
        for side in play(RULEBOOK, state, players, SeededDice(str(seed))).winners:
            wins[side] += 1
    assert min(wins) >= 3
    better = 0
    for seed in range(8):
        state = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options())
        players = [make(spec, RULEBOOK, Chance(seed)) for spec in ("random", "greedy")]
        better += play(RULEBOOK, state, players, SeededDice(str(seed))).winners == (1,)
    assert better >= 6


@pytest.mark.long
@pytest.mark.parametrize("player", ["greedy:bold", "greedy:wary", "search:30sims"])
def test_postures_and_search_play_on_it(player: str) -> None:
    state = RULEBOOK.new(RULEBOOK.scenario("lantern_mere"), RULEBOOK.options())
    players = [make(player, RULEBOOK, Chance(1)), make("greedy", RULEBOOK, Chance(2))]
    assert play(RULEBOOK, state, players, SeededDice("7")).reason


def test_policies_play_on_from_any_position() -> None:
    table = Tabletop.fight("fenlight", "4, 2", "3, 3", policy=at_random(3))
    table.play_on(chance=5, until=lambda state: state.round == 3)
    assert table.state.round == 3
    table.play_on(greedy(RULEBOOK), chance=6)
    assert table.is_over


def test_odds_are_asked_for_in_words() -> None:
    assert RULEBOOK.odds.ask("4", "3 braced", {}).to_json()["attacker"] == "5/18"
    assert RULEBOOK.odds.ask("4 ambush", "3", {"terrain": "mire"}).to_json()["sums"] == [5, 3]
    assert RULEBOOK.odds.ask("4", "3 braced", {"terrain": "stones"}).to_json()["sums"] == [4, 6]
    for first, second, flags in (("9", "3", {}), ("3 proud", "3", {}), ("3", "3", {"terrain": "mere"})):
        with pytest.raises(BadInput):
            RULEBOOK.odds.ask(first, second, flags)


def test_text_and_picture_show_the_marsh_by_the_look_of_the_rulebook() -> None:
    table = Tabletop.start("fenlight", "ring_of_reeds")
    text = scene_text(table.scene("otters"), 80)
    first = text.index("|C1")
    assert "'--." not in text[:first].split("\n")[-1]  # no edges where there is no hex
    assert ", mire" in text
    picture = scene_html(table.scene("otters"))
    assert picture.count('viewBox="0 0 512 512"') == 3  # the springs
    assert 'fill="#c6d6a8"' in picture  # reeds


def test_a_referee_changes_the_marsh() -> None:
    table = fight({"B5": 3, "E5": 1}, {"C1": 3})
    table.change("strength B5 5", "move B5 B4", "hide B4", "add adders E1 2", "remove E5")
    assert [piece.place for piece in table.scene("adders").pieces] == ["C1", "E1"]
    assert table.scene().sides[0].counts == (("lights", 0), ("warriors", 5), ("bands", 1))
    for change in (
        "move B4 C3",
        "remove B4",
        "strength B4 7",
        "hide C1",
        "add adders Z9 1",
        "light C3 C2",
        "dance",
    ):
        with pytest.raises(IllegalOrder):
            table.change(change)
    assert [change.verb for change in RULEBOOK.referee.changes(table.state)] == [
        "add",
        "remove",
        "strength",
        "move",
        "hide",
    ]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("map", [". x", ". ."]),
        ("map", [". .", "."]),
        ("homes", [["A1"], ["A1"]]),
        ("springs", []),
        ("springs", ["Z1"]),
        ("names", ["Herons"]),
        ("bands", [[["A1", 9]], [["E5", 1]]]),
        ("tides", 3),
    ],
)
def test_a_scenario_with_a_fault_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(BadInput, match=field):
        RULEBOOK.read_scenario({**MARSH, "data": {**MARSH["data"], field: value}}, "test")
