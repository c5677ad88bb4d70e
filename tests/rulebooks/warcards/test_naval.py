"""Ships: boarding, striking the flag, prizes."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step

from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.steps import slots_of
from banneret.rulebooks.warcards.board.standing import lift, put
from banneret.rulebooks.warcards.leaving.ending import finish
from banneret.rulebooks.warcards.leaving.retreats import offers
from banneret.rulebooks.warcards.state import State


def sea(
    mine: list[str],
    theirs: list[str],
    ships: tuple[str, str] = ("caravel", "caravel"),
    since: int = 1,
    **more: Any,
) -> State:
    """Two ships in N3 in round 2; a third, `cog`, on each side elsewhere. Units: ship A, its cargo, ship B, its cargo."""
    special = {
        "a": {"ship": ships[0], "aboard": mine},
        "b": {"ship": ships[1], "aboard": theirs},
        "cog": {"ship": "cog"},
    }
    state = field("N3 a, A1 cog", "N3 b, B5 cog", stages.MELEE_STEP, kind="sea", special=special, **more)
    state.round = 2
    meet(state, "N3", since=since)
    return state


def words(state: State, side: int, stage: int = stages.MELEE_STEP) -> dict[int, list[str]]:
    return {slot.subject: slot.words for slot in slots_of(state, side, stage)}


@pytest.mark.rule("warcards:naval.board-start", "warcards:naval.ship-attack", "warcards:naval.bunks")
def test_boarding_begins_in_the_second_round() -> None:
    assert words(sea(["infantry"], ["infantry"], since=2), 0) == {0: ["u0", "s0"]}
    state = sea(["infantry"], ["infantry"])
    assert words(state, 0) == {0: ["u0", "s0", "u0-4", "s0-4"], 1: ["u1-4", "s1-4"]}
    assert place(state, 1) == "aboard"


@pytest.mark.rule(
    "warcards:terrain.shallow-heavy", "warcards:naval.ship-attack", "warcards:naval.board-target"
)
@pytest.mark.parametrize(("terrain", "face"), [("shallow-water", 12), ("deep-water", 10)])
@pytest.mark.parametrize("short", [0, 1])
def test_a_heavy_ship_strikes_at_men_aboard_as_badly_in_shallows(terrain: str, face: int, short: int) -> None:
    """A galleon (melee +4) at infantry (defense 14): 10 hits at sea, 12 in shallows."""
    ground = {"province": {"minor": ["shallow-water"]}, "conditions": {"terrain": terrain}}
    state = sea(["infantry"], ["infantry"], ("galleon", "caravel"), **ground)
    save = [] if short else [20]
    step(state, [face - short, *save], [("melee", "u0-4"), ("melee",)])
    assert state.units[4].lethal == 1 - short


@pytest.mark.rule("warcards:terrain.shallow-heavy", "warcards:naval.board-target")
@pytest.mark.parametrize(
    ("version", "terrain", "face"),
    [(2, "shallow-water", 10), (1, "shallow-water", 12), (2, "deep-water", 12)],
)
@pytest.mark.parametrize("short", [0, 1])
def test_boarders_find_a_heavy_ship_as_badly_defended_in_shallows(
    version: int, terrain: str, face: int, short: int
) -> None:
    """Infantry (melee +4) at a galleon (defense 16) without men aboard: 12 hits at sea, 10 in shallows."""
    ground = {"province": {"minor": ["shallow-water"]}, "conditions": {"terrain": terrain}}
    state = sea(["infantry"], [], ("caravel", "galleon"), **ground)
    state.setting.flags.version = version
    save = [] if short else [20]
    step(state, [face - short, *save], [("melee", "u1-3"), ("melee",)])
    assert state.units[3].lethal == 1 - short


@pytest.mark.rule("warcards:naval.board-target", "warcards:naval.subdue", "warcards:combat.subdual")
def test_boarders_fight_the_crew_first_and_then_subdue_the_ship() -> None:
    state = sea(["elite-infantry"], ["infantry"])
    assert words(state, 0)[1] == ["u1-4", "s1-4"]
    state.units[4].routed = True
    assert words(state, 0)[1] == ["u1-4", "s1-4"]  # still aboard
    state = sea(["elite-infantry"], [])
    assert words(state, 0)[1] == ["s1-3", "u1-3"]
    step(state, [8, 20], [("melee", "s1-3"), ("melee",)])
    assert (state.units[3].subdual, state.units[3].lethal) == (1, 0)


@pytest.mark.rule("warcards:combat.subdual", "warcards:naval.ship-attack")
def test_a_ship_may_subdue_men_aboard() -> None:
    """A caravel (melee +2) at infantry (defense 14): 12 hits, and the third point is more than the last of its 2 hits."""
    state = sea(["infantry"], ["infantry"])
    assert state.setting.cards[0].melee == 2
    state.units[4].subdual = 2
    script = step(state, [12], [("melee", "s0-4"), ("melee",)])
    assert (place(state, 4), state.units[4].lethal) == ("captive", 0)
    assert script.events[0].text == "Reds declared: 1st Caravel attacks 1st Infantry of Blues to subdue."


@pytest.mark.rule("warcards:naval.capture", "warcards:naval.prize")
def test_a_staggered_ship_strikes_its_flag() -> None:
    state = sea(["infantry"], [])
    state.units[3].subdual = 2
    step(state, [20, 20], [("melee", "s1-3"), ("melee",)])
    assert (place(state, 3), place(state, 1), state.units[0].since) == ("captive", "off", 0)
    assert state.units[1].place == st.GUARD
    state = sea(["infantry"], [], since=2)
    state.units[3].subdual = 3
    step(state, [1, 1])
    assert place(state, 3) == "N3"


@pytest.mark.rule("warcards:naval.capture")
@pytest.mark.parametrize(("bar", "where"), [("true", "N3"), ("false", "captive")])
def test_defenders_hold_a_staggered_ship(bar: str, where: str) -> None:
    state = sea(["infantry"], ["infantry"], options={"defenders_bar_surrender": bar})
    state.units[3].subdual = 3
    step(state, [], [("melee",), ("melee",)])
    assert place(state, 3) == where
    if bar == "false":
        assert place(state, 4) == "captive"  # what was aboard is captured too


@pytest.mark.rule("warcards:attack.simultaneous", "warcards:naval.prize", "warcards:combat.destroyed")
@pytest.mark.parametrize("blow", ["u4-1", "s4-1"])
@pytest.mark.parametrize("first", [0, 1])
def test_who_is_lost_in_a_step_takes_no_prize_in_it(blow: str, first: int) -> None:
    """The caravel is subdued by its fourth point, and the only boarder who could take it falls to its infantry at once."""
    state = sea(["infantry"], ["infantry"])
    state.first = first
    state.units[1].lethal, state.units[1].subdual = (1, 0) if blow[0] == "u" else (0, 2)
    state.units[3].subdual = 3  # its own infantry keeps the flag up
    orders: list[Any] = [("melee", "s0"), ("melee", blow)]
    step(state, [20, 20], orders[::-1] if first else orders)
    assert place(state, 1) == ("destroyed" if blow[0] == "u" else "captive")
    assert state.units[3].place == st.HELPLESS


@pytest.mark.rule("warcards:naval.capture", "warcards:naval.prize")
def test_two_ships_may_strike_their_flags_to_each_other() -> None:
    """Each is staggered with the other's infantry aboard: both are prizes, and each infantry goes home with one."""
    bar = {"defenders_bar_surrender": "false"}
    state = sea(["infantry", "archers"], ["infantry"], ("drakkar", "caravel"), options=bar)
    for ship in (0, 4):
        state.units[ship].subdual = state.setting.cards[ship].hits
    script = step(state, [], [("melee",), ("melee",)])
    assert [place(state, ship) for ship in (0, 4)] == ["captive", "captive"]
    assert [state.units[crew].place for crew in (1, 2, 5)] == [st.GUARD, st.CAPTIVE, st.GUARD]
    assert [event.kind for event in script.events].count("prize") == 2


@pytest.mark.rule("warcards:naval.capture", "warcards:combat.subdued")
@pytest.mark.parametrize(("winner", "where"), [(1, "gone"), (0, "captive")])
def test_a_helpless_ship_falls_to_the_winner(winner: int, where: str) -> None:
    state = sea([], [])
    state.units[2].subdual = 3
    step(state, [20], [("melee", "s0"), ("melee",)])
    assert state.units[2].place == st.HELPLESS
    from banneret.testing import Script

    finish(state, Script(), (winner,), "Over.", "warcards:end.conditions")
    assert place(state, 2) == where


@pytest.mark.rule("warcards:naval.sunk")
def test_a_sunk_ship_takes_everybody_with_it() -> None:
    state = sea(["infantry"], ["irregulars"], ("galleon", "longship"))
    state.units[3].lethal = 1
    step(state, [20], [("melee", "u0"), ("melee",)])
    assert (place(state, 3), place(state, 4)) == ("destroyed", "destroyed")


@pytest.mark.rule("warcards:naval.sunk")
def test_sunk_units_may_be_rescued() -> None:
    state = sea(["infantry"], ["irregulars"], ("galleon", "longship"), options={"sunk_rescue": "true"})
    cog = state.units[5]
    lift(state, cog)
    put(state, cog, 8)  # N4
    state.units[3].lethal = 1
    step(state, [20], [("melee", "u0"), ("melee",)])
    assert (place(state, 3), state.units[4].aboard) == ("destroyed", 5)


@pytest.mark.rule("warcards:naval.embarked-morale")
def test_routed_boarders_stay_aboard_and_rally() -> None:
    state = sea(["infantry"], ["infantry"])
    state.units[1].routed = True
    script = step(state, [13, 1], [("melee", "u1-4"), ("melee", "u4-1")])
    attack = next(event for event in script.events if event.kind == "attack")
    assert attack.tallies[0].total == 13  # 13 + 4 - 4
    state.stage = stages.RALLY
    step(state, [13])
    assert not state.units[1].routed
    assert place(state, 1) == "aboard"


@pytest.mark.rule("warcards:rally.reserve", "warcards:naval.bunks", "warcards:naval.embarked-morale")
@pytest.mark.parametrize(("ship", "routed"), [("RA", False), ("A3", True)])
def test_aboard_a_ship_in_its_reserve_a_unit_rallies_as_in_the_reserve(ship: str, routed: bool) -> None:
    """Infantry (morale +2) with [11]: 13 does not reach 15, with +2 for the reserve it does."""
    special = {"a": {"ship": "caravel", "aboard": ["infantry"]}, "cog": {"ship": "cog"}}
    state = field(f"{ship} a, N1 cog", "B5 cog", stages.RALLY, kind="sea", special=special)
    state.units[1].routed = True
    step(state, [11])
    assert state.units[1].routed == routed


@pytest.mark.rule("warcards:naval.disengage", "warcards:evade.eligible")
def test_a_faster_ship_gets_away() -> None:
    state = sea(["infantry"], ["levies"], ("zebec", "cog"), since=2)
    state.stage = stages.RETREAT
    assert ("evade", 0, "A3") in offers(state, state.units[0])
    script = step(state, [], [("evade", 0, "A3")])
    assert script.kinds == ["retreat"]
    assert words(state, 0) == {}
    assert words(state, 1) == {}
    assert place(state, 1) == "aboard"
    state = sea(["infantry"], ["levies"], ("zebec", "cog"))
    state.stage = stages.RETREAT
    script = step(state, [1], [("retreat", 0, "A3"), ("melee", 3)])
    assert list(script.asked[1].orders()) == [
        ("melee", 3),
        ("missile", 3),
        ("subdue", 3),
        ("decline", 3),
    ]


@pytest.mark.rule("warcards:naval.board-start", "warcards:missile.last-shot")
def test_embarked_archers_as_an_option() -> None:
    aboard = {"embarked_missiles": "true"}
    state = sea(["archers"], ["infantry"], since=2, options=aboard)
    assert words(state, 0, stages.STATIONARY)[1] == ["u1-x4", "u1-x3"]
    assert words(sea(["archers"], [], since=2, options=aboard), 0, stages.STATIONARY)[1] == ["u1-x3"]
    state.stage = stages.STATIONARY
    step(state, [10, 20], [("fire", "u1-x3"), ("fire",)])  # 10 + 4 hits 14
    assert (state.units[3].lethal, state.units[4].lethal) == (1, 0)
    assert 1 not in words(sea(["archers"], ["infantry"], options=aboard), 0, stages.STATIONARY)
    assert 1 not in words(sea(["archers"], ["infantry"], since=2), 0, stages.STATIONARY)


@pytest.mark.rule("warcards:naval.board-start", "warcards:missile.last-shot")
def test_archers_whose_ship_moved_in_have_no_last_shot() -> None:
    state = sea(["archers"], ["archers"], since=2, options={"embarked_missiles": "true"})
    state.units[0].spent = 1
    assert 1 not in words(state, 0, stages.STATIONARY)
    assert 4 in words(state, 1, stages.STATIONARY)
