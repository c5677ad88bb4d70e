"""Cases worked out by hand from the printed rules, where several of them meet: sums, who may do what, and whole steps on dice."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step

from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.attack.steps import slots_of
from banneret.rulebooks.warcards.board.field import NUMBERS
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.leaving.retreats import may_evade, offers
from banneret.rulebooks.warcards.magic.casting import modifier
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.ratings.abilities import may_charge, may_shoot
from banneret.rulebooks.warcards.ratings.allowance import effective_move, unspent
from banneret.rulebooks.warcards.ratings.attacks import (
    CHARGING,
    ON_THE_MOVE,
    SNAP,
    STILL,
    STRIKE,
    attack_total,
    missile_rating,
)
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.ratings.morale import morale_total
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import DEFENSE, MELEE, MORALE

RAIN = {"id": "inclement", "affected": []}
NIGHT = {"visibility": {"id": "limited", "cause": "night"}}


def ground(a: str, b: str, terrain: str, **more: Any) -> State:
    conditions = {"terrain": terrain, **more.pop("conditions", {})}
    return field(a, b, province={"major": terrain}, conditions=conditions, **more)


def castle(level: int, **more: Any) -> dict[str, Any]:
    return {
        "fort": True,
        "conditions": {"fortification": {"kind": "full", "level": level, "owner": "B"}, **more},
    }


def limited(terrain: str, **more: Any) -> dict[str, Any]:
    return {
        "fort": True,
        "province": {"major": terrain},
        "conditions": {"terrain": terrain, "fortification": {"kind": "limited", "owner": "B"}, **more},
    }


def attack(state: State, one: int, other: int, kind: int = STRIKE, penalty: int = 0) -> int:
    return attack_total(state, state.units[one], state.units[other], kind, penalty)


def defense(state: State, one: int, against: int, missile: bool = False) -> int:
    return defense_total(state, state.units[one], state.units[against], missile)


def words(state: State, side: int, stage: int) -> dict[int, list[str]]:
    return {slot.subject: slot.words for slot in slots_of(state, side, stage)}


# ---------------------------------------------------------------- sums


@pytest.mark.rule("warcards:terrain.hills-stationed", "warcards:vis.limited-attack", "warcards:attack.routed")
def test_routed_infantry_on_its_hill_by_night() -> None:
    """4, 2 as those who stood there, 1 less in the dark, 4 less in rout: 1, and 16 to be hit. The knights: 6 - 1, and no charge."""
    state = ground("N3 knights", "N3 infantry", "hills", conditions=NIGHT)
    meet(state, "N3", who=0)
    state.units[1].routed = True
    assert (attack(state, 1, 0), defense(state, 1, 0)) == (1, 16)
    assert (attack(state, 0, 1), defense(state, 0, 1), may_charge(state, state.units[0])) == (5, 16, False)


@pytest.mark.rule(
    "warcards:terrain.mountain-stationed", "warcards:terrain.hills-dwarf", "warcards:vis.limited-senses"
)
@pytest.mark.parametrize(("guest", "held"), [("orog-infantry", (4 + 2, 14 + 2)), ("dwarf-infantry", (4, 14))])
def test_a_goblin_pass_by_night_in_its_third_round(guest: str, held: tuple[int, int]) -> None:
    """Neither side minds the dark; the pass helps goblins in every round of the engagement, but never against dwarves."""
    state = ground(f"N3 {guest}", "N3 goblin-infantry", "mountain", conditions=NIGHT)
    meet(state, "N3", who=0)
    state.round = 3
    assert (attack(state, 1, 0), defense(state, 1, 0)) == held


@pytest.mark.rule("warcards:terrain.mountain-stationed", "warcards:retreat.opportunity")
def test_a_pass_helps_the_last_shot_and_the_blow_at_a_back() -> None:
    """Archers who stood there: 4 + 2 with bows in the area, 2 + 2 hand to hand; those who came have nothing of it."""
    state = ground("N3 archers", "N3 archers", "mountain")
    meet(state, "N3", who=0)
    assert (attack(state, 1, 0, STILL), attack(state, 1, 0, SNAP), attack(state, 1, 0)) == (6, 6, 4)
    assert (attack(state, 0, 1, STILL), attack(state, 0, 1)) == (4, 2)


@pytest.mark.rule(
    "warcards:terrain.swamp-mounted", "warcards:weather.storm-combat", "warcards:weather.storm-move"
)
def test_knights_in_a_bog_in_a_storm() -> None:
    """6 - 2 - 2 at defense 14, against infantry with 4 - 2 at 14; nobody goes farther than one area."""
    state = ground("N3 knights, N1 scouts", "N3 infantry", "swamp", conditions={"weather": "storm"})
    meet(state, "N3", who=1)
    assert (attack(state, 0, 2), defense(state, 0, 2)) == (2, 14)
    assert (attack(state, 2, 0), defense(state, 2, 0)) == (2, 14)
    assert [effective_move(state, unit) for unit in state.units] == [1, 1, 1]
    assert not may_charge(state, state.units[0])


@pytest.mark.rule(
    "warcards:weather.inclement-missile", "warcards:terrain.forest-missile", "warcards:hero.bonus",
    "warcards:combat.adjusted-missile", "warcards:hero.no-stationary",
)  # fmt: skip
def test_heroes_keep_archers_shooting_in_a_wet_wood_while_they_stand_still() -> None:
    """4 + 2 (EL 7) - 4 = 2 may shoot, at 2 - 4 = -2; heroes who moved give nothing to stationary fire: 0 may not, but 2 on the move."""
    heroes = [{"name": "H", "members": [{"level": 5}, {"level": 5}], "with": "archers#1"}]
    state = ground("N3 archers", "B3 infantry", "forest", A={"heroes": heroes}, conditions={"weather": RAIN})
    archers = state.units[0]
    assert missile_rating(state, archers, True) == 2
    assert may_shoot(state, archers, NUMBERS["B3"], True)
    assert attack(state, 0, 1, STILL) == -2
    state.groups[0].spent = 1
    assert missile_rating(state, archers, True) == 0
    assert not may_shoot(state, archers, NUMBERS["B3"], True)
    assert may_shoot(state, archers, NUMBERS["B3"], False)
    assert attack(state, 0, 1, ON_THE_MOVE) == -2


@pytest.mark.rule("warcards:limited.terrain", "warcards:terrain.forest-missile", "warcards:limited.defense")
def test_arrows_into_a_camp_in_a_wood_and_out_of_it() -> None:
    """Into the works: no trees, but a wall: 4 against 13. Out of them: 4 - 4 against 12."""
    state = field("N3 archers", "B3 archers", **limited("forest"))
    assert (attack(state, 0, 1, STILL), defense(state, 1, 0, True)) == (4, 13)
    assert (attack(state, 1, 0, STILL), defense(state, 0, 1, True)) == (0, 12)


@pytest.mark.rule("warcards:limited.terrain", "warcards:limited.no-charge", "warcards:terrain.swamp-mounted")
def test_riders_who_ride_into_a_camp_in_a_bog_stand_on_firm_ground() -> None:
    """In the works no bog: knights fight with 6 at 16, without a charge, and have no wall; the owner's infantry is at 15."""
    state = field("B3 knights", "B3 infantry", **limited("swamp"))
    meet(state, "B3", who=0)
    assert (attack(state, 0, 1), defense(state, 0, 1), defense(state, 1, 0)) == (6, 16, 15)
    assert not may_charge(state, state.units[0])


@pytest.mark.rule("warcards:full.defense", "warcards:fort.take")
def test_walls_keep_off_everybody_but_artillerists_until_they_are_taken() -> None:
    """Level 4: infantry 14 + 4 against arrows and swords, 14 against artillerists, by stone and hand to hand."""
    state = field("B3 artillerists, N2 archers, N4 infantry", "B3 infantry, B2 infantry", **castle(4))
    meet(state, "B3", who=0)
    assert (defense(state, 3, 0, True), defense(state, 3, 0)) == (14, 14)
    assert (defense(state, 4, 1, True), defense(state, 4, 1)) == (18, 18)
    state.fortified &= ~(1 << NUMBERS["B2"])
    assert not is_fortified(state, NUMBERS["B2"])
    assert defense(state, 4, 1, True) == 14


@pytest.mark.rule("warcards:train.shield", "warcards:retreat.opportunity")
def test_shields_are_raised_against_every_missile_and_no_sword() -> None:
    shields = {"type": "infantry", "experience": "veteran", "training": ["shield-formation"]}
    state = field("N3 shields", "N3 archers", special={"shields": shields})
    assert (defense(state, 0, 1, True), defense(state, 0, 1)) == (16, 14)


@pytest.mark.rule("warcards:lead.stack", "warcards:limited.morale", "warcards:hero.bonus")
def test_morale_of_led_infantry_with_heroes_in_a_camp() -> None:
    """2, Lead 14 gives 2, one hero of level 15 gives 2, the works 4: 10, so that a 5 stands."""
    more = {
        "general": {"name": "G", "level": 15, "lead": 14, "with": "H"},
        "heroes": [{"name": "H", "members": [{"name": "G", "level": 15}], "with": "infantry#1"}],
    }
    state = field("N1 levies", "B3 infantry", B=more, **limited("open"))
    assert morale_total(state, state.units[1], False) == 10


@pytest.mark.rule("warcards:magic.stacking", "warcards:magic.rating", "warcards:rally.reserve")
def test_of_several_spells_the_best_and_the_worst_count() -> None:
    """Melee +5 and +2 and -3: 4 + 5 - 3. Morale -5 in the reserve: 2 + 2 - 5, so that a rally takes 16."""
    state = field("N3 infantry, RA infantry", "N3 infantry", stages.RALLY)
    meet(state, "N3")
    state.effects = [(0, MELEE, 5), (0, MELEE, 2), (0, MELEE, -3), (1, MORALE, -5)]
    assert attack(state, 0, 2) == 6
    for die, routed in ((15, True), (16, False)):
        again = state.copy()
        again.units[1].routed = True
        step(again, [die])
        assert again.units[1].routed is routed


@pytest.mark.rule("warcards:magic.base", "warcards:magic.extra", "warcards:magic.metamagic")
@pytest.mark.parametrize(
    ("level", "check", "amount"),
    [(3, 14, 1), (3, 15, 2), (5, 24, 2 + 2), (6, 20, 3 + 2), (9, 29, 4 + 3), (9, 30, 4 + 4), (2, 10, 1)],
)
def test_what_a_spell_adds(level: int, check: int, amount: int) -> None:
    assert modifier(level, check) == amount


# ---------------------------------------------------------------- movement and charges


@pytest.mark.rule(
    "warcards:weather.combine", "warcards:weather.inclement-move", "warcards:terrain.forest-move"
)
@pytest.mark.parametrize(
    ("kind", "terrain", "move"),
    [
        ("elf-cavalry", "forest", 1),  # 4, halved 2, riders in a wood 1
        ("elf-scouts", "forest", 2),
        ("elf-scouts", "jungle", 2),  # they go freely
        ("elf-archers", "jungle", 1),  # 3, halved 1
        ("cavalry", "open", 1),
        ("artillerists", "open", 1),  # never less
    ],
)
def test_moves_in_foul_weather(kind: str, terrain: str, move: int) -> None:
    state = ground(f"N3 {kind}", "B1 infantry", terrain, conditions={"weather": "inclement"})
    assert effective_move(state, state.units[0]) == move


@pytest.mark.rule("warcards:reserve.leave", "warcards:charge.who", "warcards:charge.rating")
def test_knights_charge_out_of_their_reserve() -> None:
    """Into the line costs 1 of 2 and ends the move; the area left over is enough to charge: 8 + 6 + 4 reaches 18."""
    state = field("RA knights, A1 infantry", "A3 dwarf-elite-infantry", stages.MOVE_FIRST)
    step(state, [], [("move", 0, "A3")])
    assert (place(state, 0), unspent(state, state.units[0])) == ("A3", 1)
    state.stage = stages.CHARGE
    assert words(state, 0, stages.CHARGE) == {0: ["u0"]}
    step(state, [8, 20])
    assert state.units[2].lethal == 1


@pytest.mark.rule("warcards:weather.inclement-move", "warcards:charge.who", "warcards:move.unspent")
def test_in_the_rain_only_those_who_waited_charge() -> None:
    """Knights have one area, and spent it; the cavalry they came to has spent none of its one."""
    state = field("A3 knights", "N3 cavalry", stages.MOVE_FIRST, conditions={"weather": RAIN})
    step(state, [], [("move", 0, "N3")])
    assert not may_charge(state, state.units[0])
    assert may_charge(state, state.units[1])
    assert attack(state, 1, 0, CHARGING) == 4 + 2


@pytest.mark.rule("warcards:missile.moving-who", "warcards:reserve.leave")
def test_archers_out_of_the_reserve_shoot_with_what_they_have_left() -> None:
    state = field("RA archers, A1 infantry", "N3 infantry", stages.MOVE_FIRST)
    step(state, [], [("move", 0, "A3")])
    assert words(state, 0, stages.STATIONARY) == {}
    assert words(state, 0, stages.MOVING) == {0: ["u0-N3"]}


@pytest.mark.rule("warcards:move.locked", "warcards:charge.who")
def test_who_is_engaged_by_the_first_side_cannot_go_but_may_charge() -> None:
    state = field("A3 knights, A1 infantry", "N3 knights, B1 infantry", stages.MOVE_FIRST)
    step(state, [], [("move", 0, "N3")])
    state.stage = stages.MOVE_SECOND
    assert [unit.id for unit in MoveDecision(state, 1).movers] == [3]
    assert words(state, 0, stages.CHARGE) == {0: ["u0"]}
    assert words(state, 1, stages.CHARGE) == {2: ["u2"]}


@pytest.mark.rule("warcards:move.through-friends", "warcards:rout.shortest-path")
def test_a_routed_unit_goes_home_through_friends_at_peace_and_round_friends_at_war() -> None:
    """Cavalry (3) from B3: through archers in N3 and infantry in A3 it is home; where A3 is engaged it goes round."""
    state = field("B3 cavalry, N3 archers, A3 infantry", "B1 infantry", stages.MOVE_FIRST)
    state.units[0].routed = True
    step(state)
    assert place(state, 0) == "RA"


# ---------------------------------------------------------------- the attack phase


@pytest.mark.rule("warcards:attack.order", "warcards:missile.last-shot", "warcards:combat.destroyed")
def test_a_last_shot_that_kills_stops_the_charge() -> None:
    state = field("N3 archers", "N3 knights, B1 infantry", stages.STATIONARY)
    meet(state, "N3", since=1, came="B3", who=1)
    state.units[1].lethal = 2
    step(state, [12])  # 12 + 4 reaches 16
    assert place(state, 1) == "destroyed"
    assert words(state, 1, stages.CHARGE) == {}


@pytest.mark.rule("warcards:attack.order", "warcards:charge.routed", "warcards:attack.routed")
def test_a_last_shot_that_routs_makes_a_blow_at_two_of_the_charge() -> None:
    """12 + 4 hits 16; a save of 10 + 4 fails; then no charge, but hand to hand at 6 - 4."""
    state = field("N3 archers", "N3 knights, B1 infantry", stages.STATIONARY)
    meet(state, "N3", since=1, came="B3", who=1)
    step(state, [12, 10])
    assert state.units[1].routed
    assert words(state, 1, stages.CHARGE) == {}
    assert attack(state, 1, 0) == 2


@pytest.mark.rule("warcards:missile.engaged-area", "warcards:full.defense", "warcards:attack.routed")
def test_routed_archers_shoot_into_a_fight_on_the_walls() -> None:
    """4 - 4 - 2 at each: 16 to hit the attackers' infantry (14), and the level besides for the owner's (14 + 2)."""
    state = field("B3 infantry", "B3 infantry, B2 archers", stages.STATIONARY, **castle(2))
    meet(state, "B3", who=0)
    state.units[2].routed = True
    assert attack(state, 2, 0, STILL, -2) == -2
    assert (defense(state, 0, 2, True), defense(state, 1, 2, True)) == (14, 16)
    step(state, [16, 17, 13], [("fire", "u2-B3")])
    assert (state.units[0].lethal, state.units[1].lethal) == (1, 0)


@pytest.mark.rule("warcards:pike.first-round", "warcards:terrain.forest-charge", "warcards:attack.order")
def test_pikes_strike_first_in_a_wood_and_only_once() -> None:
    """No charge there, and no double damage: 10 + 4 hits infantry before it strikes; 12 + 2 fails, and it strikes at 4 - 4."""
    state = ground("N3 infantry", "N3 pikemen", "forest", stage=stages.CHARGE)
    meet(state, "N3", since=1)
    step(state, [10, 12])
    assert (state.units[0].lethal, state.units[0].routed) == (1, True)
    assert words(state, 1, stages.MELEE_STEP) == {}
    assert attack(state, 0, 1) == 0


@pytest.mark.rule("warcards:pike.double", "warcards:combat.destroyed", "warcards:attack.simultaneous")
def test_pikes_and_the_riders_they_kill_strike_at_once() -> None:
    """14 is hit by 10 + 4 for 2 of cavalry's 2 hits; the charge 8 + 4 + 2 hits all the same."""
    state = field("N3 cavalry, A1 infantry", "N3 pikemen", stages.CHARGE)
    meet(state, "N3", since=1)
    step(state, [10, 8, 13], [("charge", "u0"), ("charge", "p2")])
    assert place(state, 0) == "destroyed"
    assert (state.units[2].lethal, state.units[2].routed) == (1, False)


@pytest.mark.rule("warcards:fort.take", "warcards:attack.once")
def test_who_stands_alone_on_the_wall_takes_it_or_shoots() -> None:
    state = field("B2 archers", "B1 infantry", stages.STATIONARY, **castle(2))
    assert words(state, 0, stages.STATIONARY) == {0: ["u0-B1"]}
    shot = state.copy()
    step(shot, [1])
    assert words(shot, 0, stages.MELEE_STEP) == {}
    held = state.copy()
    step(held, [], [("fire",)])
    taking = words(held, 0, stages.MELEE_STEP)
    assert len(taking[0]) == 1
    held.stage = stages.MELEE_STEP
    step(held, [], [("melee", taking[0][0])])
    assert not is_fortified(held, NUMBERS["B2"])
    assert is_fortified(held, NUMBERS["B1"])


# ---------------------------------------------------------------- leaving


@pytest.mark.rule("warcards:evade.eligible")
@pytest.mark.parametrize(
    ("terrain", "printed", "away"),
    [("open", "false", False), ("swamp", "false", True), ("swamp", "true", False)],
)
def test_scouts_evade_cavalry_only_where_they_are_faster(terrain: str, printed: str, away: bool) -> None:
    """3 and 3 in the open; in a bog scouts go 3 and riders 1, but 3 as printed."""
    state = ground(
        "N3 scouts",
        "N3 cavalry",
        terrain,
        stage=stages.RETREAT,
        options={"evade_printed_move": printed},
    )
    meet(state, "N3", since=1, came="B3", who=1)
    assert may_evade(state, state.units[0]) is away


@pytest.mark.rule("warcards:retreat.direction", "warcards:retreat.path", "warcards:evade.one-area")
def test_where_scouts_may_evade_to() -> None:
    """Attacked from N4: neither there nor towards B, nor onto a friend in A3: only N2, and one area only."""
    state = field("N3 scouts, A3 infantry", "N3 infantry, B1 infantry", stages.RETREAT)
    meet(state, "N3", since=1, came="N4", who=1)
    ways = [order for order in offers(state, state.units[0]) if order[0] == "evade"]
    assert [order[2:] for order in ways] == [("N2",)]


@pytest.mark.rule("warcards:retreat.opportunity", "warcards:vis.limited-attack", "warcards:magic.duration")
def test_a_blow_at_a_back_by_night_against_a_spell_of_defense() -> None:
    """Infantry 4 - 1 at irregulars 10 + 3: a 10 hits, a 9 does not."""
    for die, lethal in ((9, 0), (10, 1)):
        state = field("N3 irregulars", "N3 infantry", stages.RETREAT, conditions=NIGHT)
        state.round = 2
        meet(state, "N3", since=1)
        state.effects = [(0, DEFENSE, 3)]
        step(state, [die] + [20] * lethal, [("retreat", 0, "A3"), ("melee", 1)])
        assert state.units[0].lethal == lethal


@pytest.mark.rule("warcards:retreat.routed-must", "warcards:retreat.path")
def test_a_routed_unit_with_friends_all_round_stays_and_fights_badly() -> None:
    state = field(
        "N3 infantry, N2 infantry, N4 infantry, A3 infantry", "N3 infantry, B3 infantry", stages.RETREAT
    )
    state.round = 2
    meet(state, "N3", since=1, came="B3", who=1)
    state.units[0].routed = True
    assert not [order for order in offers(state, state.units[0]) if order[0] in ("retreat", "evade")]
    step(state, [], [])
    assert (place(state, 0), attack(state, 0, 4)) == ("N3", 0)
