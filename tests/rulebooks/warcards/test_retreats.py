"""Rally, retreats, evasions, attacks of opportunity."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step

from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.attack.steps import slots_of
from banneret.rulebooks.warcards.leaving.retreats import may_evade, offers
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import DEFENSE
from banneret.testing import Script

WAYS = ("turned", "retreat", "evade")


def engaged(
    a: str, b: str, area: str = "N3", since: int = 0, came: str = "", who: int = 0, **more: Any
) -> State:
    state = field(a, b, stages.RETREAT, **more)
    state.round = 2
    meet(state, area, since=since or 2, came=came, who=who)
    return state


def ends(state: State, unit: int, verb: str = "retreat") -> set[str]:
    return {order[-1] for order in offers(state, state.units[unit]) if order[0] == verb}


# ---------------------------------------------------------------- rally


@pytest.mark.rule(
    "warcards:rally.save", "warcards:rally.reserve", "warcards:rally.natural", "warcards:round.sequence"
)
@pytest.mark.parametrize(
    ("unit", "die", "routed"),
    [
        ("N1 infantry", 13, False),
        ("N1 infantry", 12, True),
        ("N1 levies", 14, True),
        ("RA infantry", 11, False),
        ("N1 levies", 20, False),
    ],
)
def test_rally(unit: str, die: int, routed: bool) -> None:
    state = field(unit, "B1 infantry", stages.RALLY)
    state.units[0].routed = True
    step(state, [die])
    assert state.units[0].routed is routed


@pytest.mark.rule("warcards:rally.natural")
def test_a_natural_one_fails_and_a_twenty_succeeds_against_all_odds() -> None:
    state = field("RA dwarf-elite-infantry", "B1 infantry", stages.RALLY)
    state.units[0].routed = True
    state.effects = [(0, 3, 20)]
    step(state, [1])
    assert state.units[0].routed
    state.stage = stages.RALLY
    state.effects = [(0, 3, -9)]
    step(state, [20])
    assert not state.units[0].routed


@pytest.mark.rule("warcards:full.morale")
def test_behind_walls_no_save_is_rolled() -> None:
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = field("N1 infantry", "B1 infantry", stages.RALLY, fort=True, conditions=works)
    state.units[1].routed = True
    step(state, [])
    assert not state.units[1].routed


# ---------------------------------------------------------------- retreats


@pytest.mark.rule(
    "warcards:retreat.who",
    "warcards:retreat.opportunity",
    "warcards:retreat.movement",
    "warcards:retreat.no-attack",
    "warcards:retreat.partner",
)
def test_a_retreat_under_attack() -> None:
    state = engaged("N3 archers", "N3 knights, B1 infantry", since=1, came="B3", who=1)
    script = step(state, [5], [("retreat", 0, "A3"), ("melee", 1)])  # 5 + 6 = 11 misses 12
    assert script.asked[1].side == 1
    unit, knights = state.units[:2]
    assert (place(state, 0), unit.left, unit.lethal, unit.spent) == ("A3", True, 0, 1)
    assert (knights.since, knights.began) == (0, True)
    for stage in (stages.STATIONARY, stages.CHARGE, stages.MELEE_STEP, stages.MOVING):
        assert slots_of(state, 0, stage) == []
        assert slots_of(state, 1, stage) == []


@pytest.mark.rule("warcards:retreat.opportunity", "warcards:combat.morale-save")
def test_an_attack_of_opportunity_that_hits() -> None:
    state = engaged("N3 archers", "N3 knights", since=1)
    step(state, [6, 13], [("retreat", 0, "A3"), ("melee", 1)])
    assert (state.units[0].lethal, state.units[0].routed, place(state, 0)) == (1, False, "A3")
    state = engaged("N3 scouts", "N3 knights", since=1)
    step(state, [6], [("retreat", 0, "A3"), ("melee", 1)])
    assert place(state, 0) == "destroyed"
    assert state.outcome is not None
    state = engaged("N3 archers", "N3 knights", since=1)
    step(state, [], [("retreat", 0, "A3"), ("decline", 1)])
    assert place(state, 0) == "A3"


@pytest.mark.rule("warcards:retreat.opportunity", "warcards:evade.no-opportunity")
def test_where_a_retreat_leads_is_told_after_the_blow() -> None:
    state = engaged("N3 infantry", "N3 infantry, B1 infantry", since=1)
    # 20 hits; 2 + 2 is routed: not sideways any more, but home
    script = step(state, [20, 2], [("retreat", 0, "N2"), ("melee", 1)])
    told = [(event.text, event.data.get("path")) for event in script.events if event.kind in WAYS]
    assert told == [
        ("1st Infantry of Reds turns to retreat from the neutral center (N3).", None),
        ("1st Infantry of Reds retreats from the neutral center (N3) to its own center (A3).", ["A3"]),
    ]
    state = engaged("N3 scouts, A1 infantry", "N3 infantry", since=1)
    script = step(state, [20], [("retreat", 0, "A3"), ("melee", 2)])  # their only hit
    assert [event.kind for event in script.events] == ["turned", "attack", "removed"]
    assert not any("path" in event.data for event in script.events)
    state = engaged("N3 cavalry", "N3 infantry", came="B3", who=1)
    script = step(state, [], [("evade", 0, "N2")])
    assert [(event.text, event.data["from"]) for event in script.events] == [
        ("1st Cavalry of Reds evades from the neutral center (N3) to the neutral left center (N2).", "N3")
    ]


@pytest.mark.rule("warcards:retreat.movement", "warcards:move.unspent")
def test_a_retreat_wants_unspent_movement() -> None:
    state = engaged("N3 infantry, N5 cavalry", "N3 infantry, N5 infantry")
    meet(state, "N5", since=1)
    state.units[0].spent = 1
    assert offers(state, state.units[0]) == []
    assert "A2" in ends(state, 1) or "A3" in ends(state, 1)
    assert max(len(order) - 2 for order in offers(state, state.units[1])) == 3


@pytest.mark.rule("warcards:retreat.path")
def test_only_through_empty_areas() -> None:
    state = engaged("N3 infantry, A3 infantry, N2 infantry", "N3 infantry", since=1)
    assert ends(state, 0) == {"N4"}
    state = engaged("A3 archers, RA infantry", "A3 infantry", "A3", since=1)
    assert "RA" in ends(state, 0)


@pytest.mark.rule("warcards:retreat.direction")
def test_not_towards_the_enemy_nor_where_he_came_from() -> None:
    state = engaged("N3 infantry", "N3 infantry", came="N4", who=1, since=1)
    assert ends(state, 0) == {"N2", "A3"}
    state = engaged("B3 infantry", "B3 infantry", "B3", came="N3", who=0, since=1)
    assert ends(state, 0) == {"N3", "B2", "B4"}


@pytest.mark.rule(
    "warcards:evade.eligible",
    "warcards:evade.one-area",
    "warcards:evade.no-opportunity",
    "warcards:evade.no-attack",
)
def test_the_faster_evade_in_the_first_round() -> None:
    state = engaged("N3 cavalry", "N3 infantry", came="B3", who=1)
    state.units[0].spent = 2
    assert may_evade(state, state.units[0])
    assert not may_evade(state, state.units[1])
    assert ends(state, 0, "evade") == {"A3", "N2", "N4"}
    script = step(state, [], [("evade", 0, "A3")])
    assert script.kinds == ["retreat"]  # nobody strikes at it
    assert (place(state, 0), state.units[0].left, state.units[0].spent) == ("A3", True, 3)
    assert slots_of(state, 0, stages.MOVING) == []
    assert not may_evade(engaged("N3 archers", "N3 knights"), engaged("N3 archers", "N3 knights").units[0])
    state = engaged("N3 cavalry", "N3 infantry", since=1)
    assert not may_evade(state, state.units[0])
    state = engaged("N3 scouts", "N3 infantry")
    state.units[0].spent = 3
    assert offers(state, state.units[0]) == []


@pytest.mark.rule("warcards:evade.eligible", "warcards:retreat.into-fort")
@pytest.mark.parametrize(
    ("blow", "dice", "evades"), [("melee", [1], False), ("missile", [1], True), ("decline", [], True)]
)
def test_whoever_struck_at_a_unit_that_stays_evades_no_more(blow: str, dice: list[int], evades: bool) -> None:
    """Scouts, move 3, met by irregulars, move 2, who try for the next area of the castle and stay."""
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = engaged("B2 irregulars", "B2 scouts, B5 infantry", "B2", came="N2", fort=True, conditions=works)
    state.units[0].spent = 1
    # the free attack misses too; 1 + 5 + 2 = 8 against 20 + 5 + 6 keeps them out
    script = Script([*dice, 1, 1, 20], [("retreat", 0, "B3"), (blow, 1)])
    RULEBOOK.step(state, script)
    assert place(state, 0) == "B2"
    assert (("evade", 1, "RB") in script.asked[-1].orders()) is evades


@pytest.mark.rule("warcards:retreat.routed-must", "warcards:combat.rout-status")
def test_the_routed_must_go_if_they_can() -> None:
    state = engaged("N3 infantry", "N3 infantry", since=1)
    state.units[0].routed = True
    script = step(state, [1], [("melee", 1)])
    assert script.kinds == ["opportunity"]
    assert place(state, 0) == "A3"
    state = engaged("N3 infantry, A3 infantry, N2 infantry", "N3 infantry", came="N4", who=1, since=1)
    state.units[0].routed = True
    step(state)
    assert place(state, 0) == "N3"
    assert not state.units[0].left
    state = engaged("N3 infantry, A3 infantry", "N3 infantry", since=1)
    state.units[0].routed = True
    assert ends(state, 0) == {"N2", "N4"}  # sideways where nothing leads nearer


@pytest.mark.rule("warcards:init.order-elsewhere", "warcards:retreat.partner")
def test_the_first_side_goes_first() -> None:
    state = engaged("N3 infantry", "N3 infantry", since=1)
    state.first = 1
    for unit in state.units:
        unit.routed = True
    step(state, [1], [("melee", 0)])
    assert (place(state, 0), place(state, 1)) == ("N3", "B3")


@pytest.mark.rule("warcards:full.rout-recover", "warcards:retreat.routed-must")
@pytest.mark.parametrize("where", ["B3", "RB"])
def test_a_routed_unit_may_retreat_into_its_castle_or_through_it(where: str) -> None:
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = engaged("N3 infantry", "N3 cavalry", since=1, fort=True, conditions=works)
    state.units[1].routed, state.first = True, 1
    halt, through = ("retreat", 1, "B3"), ("retreat", 1, "B3", "RB")
    assert offers(state, state.units[1]) == [halt, through]
    step(state, [], [through if where == "RB" else halt, ("decline", 0)])
    assert (place(state, 1), state.units[1].routed) == (where, False)


@pytest.mark.rule("warcards:retreat.into-fort")
@pytest.mark.parametrize(("dice", "where"), [([1, 1, 20, 1], "B3"), ([1, 1, 1, 20], "B2")])
def test_retreating_along_a_castle_is_entering_it(dice: list[int], where: str) -> None:
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = engaged("B2 infantry", "B2 infantry", "B2", since=1, fort=True, conditions=works)
    script = step(state, dice, [("retreat", 0, "B3"), ("melee", 1)])
    assert place(state, 0) == where
    assert state.units[0].left
    assert (state.units[0].since > 0) is (where == "B2")
    end = "retreats from the enemy left center (B2) to the enemy center (B3)."
    if where == "B2":
        end = "does not get in, and stays at the enemy left center (B2)."
    assert script.events[-1].text == f"1st Infantry of Reds {end}"


@pytest.mark.rule("warcards:retreat.into-fort", "warcards:full.free-attack", "warcards:magic.duration")
@pytest.mark.parametrize(("amount", "hurt"), [(0, 1), (2, 0)])
def test_a_spell_of_this_round_helps_against_the_defenses(amount: int, hurt: int) -> None:
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = engaged("B2 infantry", "B2 infantry", "B2", since=1, fort=True, conditions=works)
    if amount:
        state.effects = [(0, DEFENSE, amount)]
    # the man at its back misses; 12 + 3 hits 14, but not 16; whoever is hit stands; the contest is won
    save = [20] if hurt else []
    step(state, [1, 12, *save, 20, 1], [("retreat", 0, "B3"), ("melee", 1)])
    assert (place(state, 0), state.units[0].lethal) == ("B3", hurt)


@pytest.mark.rule("warcards:retreat.opportunity", "warcards:attack.modifiers")
@pytest.mark.parametrize(
    ("striker", "default"),
    [("archers", ("missile", 1)), ("irregulars", ("melee", 1)), ("infantry", ("melee", 1))],
)
def test_who_turns_away_is_shot_at_by_default_where_that_hits_the_likelier(
    striker: str, default: tuple[str, int]
) -> None:
    """Archers shoot with +4 and strike with +2, irregulars shoot with +1 and strike with +2, infantry has no bows."""
    state = engaged("N3 infantry", f"N3 {striker}", since=1)
    state.first = 0
    script = Script([1], [("retreat", 0, "A3"), None, None, None])
    RULEBOOK.step(state, script)
    asked = next(one for one in script.asked if one.kind == "opportunity")
    assert asked.default() == default
