"""Individual combats in a battle: who declares them, three melee rounds before the combats of units, who falls, who flees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, hero, men

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai import duels
from banneret.rulebooks.battlesystem.ai.greedy import pick
from banneret.rulebooks.battlesystem.ai.manoeuvres.hunts import met
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.champions import duelling, harm, parting
from banneret.rulebooks.battlesystem.duels.duellists import Duellist, routines
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.odds.man_to_man import Combat
from banneret.rulebooks.battlesystem.odds.simulation import Rolling
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.mounted import mount_of
from banneret.rulebooks.battlesystem.unit import SLAIN
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.testing import Script


def meeting(*more: object, **changes: object) -> State:
    """Grange (THAC0 8, AC 0, 48 hit points, 1d10+5, 3/2) touches Roake (THAC0 10, 59 hit points, 1d10+3)."""
    grange = hero("Grange", 30, 20, damage="1d10+5", **changes)
    roake = hero("Roake", 30, 20.5, 1, damage="1d10+3", thac0=10, hit_points=59)
    return battle(
        men("Spears", 12, 6, 10, 10),
        men("Orcs", 12, 6, 50, 40, 180, side=1),
        leaders=[grange, roake, *more],  # type: ignore[list-item]
        tier=stages.INTERMEDIATE,
        stage=stages.DUELS,
    )


def fought(state: State, table: Script) -> None:
    """The individual combats of a phase, checked for faults on their way."""
    while state.stage == stages.DUELS:
        duelling.duel_step(state, table)
        assert faults(state) == []
        assert CODEC.load(CODEC.dump(state), state).duels == state.duels


@pytest.mark.rule("battlesystem:9.4b", "battlesystem:9.4b.rounds", "battlesystem:1.6a")
def test_three_melee_rounds_are_fought_before_units_fight() -> None:
    """In the first phase both of the 10th level strike 2 + 1 + 2 times, in the second 1 + 2 + 1."""
    state = meeting()
    for attacks in ([4, 2, 4], [2, 4, 2]):
        dice = [die for many in attacks for die in (6, 1, *[1] * many)]
        table = Script(dice=dice)
        state.stage = stages.DUELS
        fought(state, table)
        table.finish()
        assert table.kinds == ["duel", *["declare"] * 6]
        assert (state.stage, state.duels) == (stages.ASSIGNMENT, None)
    assert state.struck


@pytest.mark.rule("battlesystem:crossroads.victory", "battlesystem:9.4b.declare")
@pytest.mark.parametrize(("version", "is_attack"), [(19, True), (20, False)])
def test_a_combat_in_which_all_hold_is_no_attack(version: int, is_attack: bool) -> None:
    """Six dice of initiative, and nobody strikes: the round is as quiet as any."""
    state = meeting()
    state.setting.flags.version = version
    holding = [("declare", (0, "hold")), ("declare", (1, "hold"))]
    table = Script(dice=[6, 1] * 3, orders=[("duel", 0, 1), *holding * 3])
    fought(state, table)
    table.finish()
    assert state.struck is is_attack


@pytest.mark.rule("battlesystem:9.4b.rounds")
def test_rounds_are_numbered_from_one_again_when_they_have_parted() -> None:
    state = meeting()
    fought(state, Script(dice=[6, 1, 1, 1, 1, 1, 6, 1, 1, 1, 6, 1, 1, 1, 1, 1]))
    assert [one.fought for one in state.individuals.values()] == [3, 3]
    state.stage, state.individuals[1].y = stages.DUELS, 30.0
    fought(state, Script())
    assert [one.fought for one in state.individuals.values()] == [0, 0]


@pytest.mark.rule("battlesystem:9.4b.rounds")
@pytest.mark.parametrize(("version", "attacks"), [(19, 1), (20, 2)])
def test_rounds_begin_at_one_against_an_enemy_whom_he_touched_and_did_not_fight(
    version: int, attacks: int
) -> None:
    """Grange fights Roake for three rounds. Skarn comes up, and nobody fights; Roake goes. Skarn's first round is the first: two attacks."""
    state = meeting(hero("Skarn", 30, 19.5, 1, attacks=2, hit_points=90))
    state.setting.flags.version = version
    skarn = state.individuals[2]
    skarn.y = 5.0
    fought(state, Script(dice=[6, 1, 1, 1, 1, 1, 6, 1, 1, 1, 6, 1, 1, 1, 1, 1]))
    skarn.y = 19.5
    state.stage = stages.DUELS
    fought(state, Script(orders=[("refuse", 0, 1, 2), ("refuse", 0, 1, 2)]))
    state.individuals[1].y = 30.0
    assert [one.fought for one in state.individuals.values()] == [3, 3, 0]
    state.stage, state.round = stages.DUELS, 3
    table = Script(dice=[6, 1, *[1] * (attacks + 1)])
    duelling.duel_step(state, table)
    duelling.duel_step(state, table)
    assert state.duels is not None
    assert len([blow for blow in state.duels[0].blows if blow[1] == 0]) == attacks


@pytest.mark.rule("battlesystem:9.4a.order")
def test_it_takes_place_if_either_side_declares_it() -> None:
    state = meeting()
    table = Script(orders=[("refuse", 0, 1), ("refuse", 0, 1)])
    fought(state, table)
    assert [decision.side for decision in table.asked] == [0, 1]
    assert state.stage == stages.ASSIGNMENT
    state = meeting()
    table = Script(
        dice=[6, 1, 1, 1, 1, 1, 6, 1, 1, 1, 6, 1, 1, 1, 1, 1], orders=[("refuse", 0, 1), ("duel", 0, 1)]
    )
    fought(state, table)
    table.finish()
    assert [one.struck for one in state.individuals.values()] == [True, True]


@pytest.mark.rule("battlesystem:9.4b.after", "battlesystem:9.4b.hit-points")
def test_who_falls_is_off_the_table_before_units_fight() -> None:
    """Roake has 9 hit points left and is hit for 7 and for 6: at -4 he is out of the fight, and does not strike any more."""
    state = meeting()
    state.individuals[1].hurt = 50
    # initiative, Grange's first blow, Roake's, Grange's second
    table = Script(dice=[6, 1, 10, 2, 1, 10, 1])
    fought(state, table)
    table.finish()
    roake = state.individuals[1]
    assert (harm.left(state, roake), roake.on_table, roake.fate) == (-4, False, SLAIN)
    assert state.stage == stages.ASSIGNMENT
    assert [event.kind for event in table.events] == ["duel", "melee round", "blow", "blow", "blow", "hurt"]
    assert "Grange hits Roake for 7: rolls 10, 8 or more hits." in [event.text for event in table.events]


@pytest.mark.rule("battlesystem:9.4b.groups")
def test_all_who_are_linked_fight_and_choose_whom_they_strike() -> None:
    """Grange touches Roake and the giant behind him: he turns to the giant, and Roake, at his back now, strikes with 10 - 2."""
    giant = hero("Trunk-foot", 30, 19.25, 1, damage="2d8", thac0=12, attacks=2, footprint=1.0, size="L")
    state = meeting(giant)
    orders = [None, ("declare", (0, "attack", 0, 2)), ("declare", (1, "attack", 0, 0), (2, "hold"))]
    table = Script(dice=[6, 2, 1, 10, 1, 1, 10, 1, 1], orders=orders)
    duelling.duel_step(state, table)
    duelling.duel_step(state, table)
    assert state.duels is not None
    assert state.duels[0].fighters == (0, 1, 2)
    assert state.duels[0].blows == (
        (1, 0, 2, 8, 10, 6),
        (1, 1, 0, 8, 1, 0),
        (1, 0, 2, 8, 10, 6),
        (1, 1, 0, 8, 1, 0),
    )
    assert harm.left(state, state.individuals[2]) == 48 - 12


@pytest.mark.rule("battlesystem:9.4b.mounted")
def test_a_rider_fights_with_his_own_figures_and_takes_damage_by_his_own_size() -> None:
    """On a heavy warhorse (AC 7) he has AC 0, and a blow of 1d10+3 against small and 3d6 against large does 1d10+3."""
    state = meeting(mount="horse-heavy-warhorse")
    grange = duelling.duellist(state, state.individuals[0])
    assert (grange.armour_class, grange.large, len(grange.arms[0].blows)) == (0, False, 1)


@pytest.mark.rule("battlesystem:9.4b.mounted")
def test_under_the_option_his_mount_strikes_once_in_every_melee_round() -> None:
    """A heavy warhorse strikes three times, at its own THAC0; 3/2 attacks of its rider change nothing in that."""
    state = meeting(mount="horse-heavy-warhorse", attacks=3)
    rider = duelling.duellist(state, state.individuals[0])
    assert [len(routine) for routine in routines(rider, 1, False)] == [1, 1]
    state.setting.flags.mounts_fight = True
    rider = duelling.duellist(state, state.individuals[0])
    own, horse = len(rider.arms[0].blows), len(mount_of("horse-heavy-warhorse").being.damage)
    assert [len(routine) for routine in routines(rider, 1, False)] == [own + horse, own]
    assert [len(routine) for routine in routines(rider, 2, False)] == [own + horse]
    last = routines(rider, 1, False)[0][-1]
    assert last.thac0 == mount_of("horse-heavy-warhorse").being.thac0
    on_foot = duelling.duellist(state, state.individuals[1])
    assert on_foot.arms[0].mount == ()
    assert RULEBOOK.options({"hero_mounts_fight": "true"})["hero_mounts_fight"] == "true"


@pytest.mark.rule("battlesystem:9.4b.leave")
def test_who_flees_is_struck_at_with_a_full_routine_two_better() -> None:
    """Roake would need 10 and has 8; in the first round of three halves he strikes twice: 8 hits for 2 + 3, 7 misses."""
    state = meeting()
    table = Script(dice=[8, 2, 7])
    parting.strike_at(state, table, state.individuals[0])
    table.finish()
    assert state.individuals[0].hurt == 5
    assert table.events[0].data["needed"] == 8


@pytest.mark.rule("battlesystem:9.4b.scope")
def test_units_lose_nothing_in_an_individual_combat() -> None:
    state = meeting()
    before = [CODEC.dump(state.copy()), [unit.figures for unit in state.units.values()]]
    chance = Chance(3)
    while state.stage == stages.DUELS:
        duelling.duel_step(state, Rolling(chance))
    assert [unit.figures for unit in state.units.values()] == before[1]
    assert all(one.hurt for one in state.individuals.values())


def test_individual_combats_cost_nothing_where_nobody_touches() -> None:
    state = meeting()
    state.individuals[1].y = 30.0
    table = Script()
    duelling.duel_step(state, table)
    assert (state.stage, table.asked, table.events) == (stages.ASSIGNMENT, [], [])


# ---------------------------------------------------------------- computer players, and what people see


def test_the_greedy_player_refuses_a_bad_combat_and_asks_for_a_good_one() -> None:
    """Grange wins 65 times in 100; with 20 hit points left he does not."""
    state = meeting()
    options = [("duel", 0, 1), ("refuse", 0, 1)]
    asked = [Choice("duel", side, "battlesystem:9.4b", [*options]) for side in (0, 1)]
    assert [duels.answer(one, state)[0] for one in asked] == ["duel", "refuse"]
    state.individuals[0].hurt = 28
    assert [duels.answer(one, state)[0] for one in asked] == ["refuse", "duel"]
    assert pick(asked[0], state) == ("refuse", 0, 1)
    giant = hero("Trunk-foot", 30, 19.25, 1, damage="2d8", thac0=12, attacks=2, footprint=1.0, size="L")
    three = meeting(giant)
    both = Choice("duel", 0, "battlesystem:9.4b", [("duel", 0, 1, 2), ("refuse", 0, 1, 2)])
    assert duels.answer(both, three)[0] == "refuse"


@pytest.mark.rule("battlesystem:9.4b", "battlesystem:9.4b.rounds")
def test_the_odds_that_are_kept_are_those_of_all_by_which_two_fight() -> None:
    """Each change of one of them, from a kept answer on, is answered as if nothing were kept; where they stand makes no difference."""
    state = meeting()
    first, second = (duelling.duellist(state, state.individuals[number]) for number in (0, 1))
    before = duels.chance([first, second], 0)
    changes: list[dict[str, Any]] = [
        {},
        {"hit_points": 7},
        {"armour_class": 5},
        {"fought": 1},
        {"weak": True},
        {"large": True},
    ]
    for change in changes:
        for pair in ([replace(first, **change), second], [first, replace(second, **change)]):
            found = Combat(pair[0], pair[1]).prospect()
            assert duels.chance(pair, 0) == found.first + (found.both + found.neither) / 2.0, change
    assert duels.chance([replace(first, x=9.0, id=7), replace(second, name="Another")], 0) == before


def test_the_panel_has_the_blows_and_the_odds_of_what_is_left() -> None:
    state = meeting()
    table = Script(dice=[6, 1, 10, 2, 1, 7, 1])
    duelling.duel_step(state, table)
    duelling.duel_step(state, table)
    found = scene(state, viewer_of(0))
    clash = found.clash
    assert clash is not None
    assert clash.title == "Grange and Roake: melee round 2 of 3"
    assert [[figure.value for figure in piece.figures] for piece in clash.pieces] == [
        ["8", "0", "48/48", "1"],
        ["10", "0", "52/59", "1"],
    ]
    first, now = clash.exchanges
    assert (now.title, now.blows) == ("Melee round 2", ())
    assert first.dice == ((0, 6, 6), (1, 6, 1))
    assert [(blow.text, blow.die, blow.needs, blow.result) for blow in first.blows] == [
        ("Grange at Roake", 10, "8 or more hits", "7"),
        ("Roake at Grange", 1, "10 or more hits", "miss"),
        ("Grange at Roake", 7, "8 or more hits", "miss"),
        ("Roake at Grange", 1, "10 or more hits", "miss"),
    ]
    link = next(one for one in found.links if one.pieces == ("l0", "l1"))
    assert link.now
    assert link.odds is not None


def test_options_of_a_declaration_carry_their_exact_odds() -> None:
    state = meeting()
    duelling.duel_step(state, Script())
    asked: list[Decision] = []

    class Listening(Script):
        def ask_all(self, decisions: list[Decision]) -> list[Order]:
            asked.extend(decisions)
            return super().ask_all(decisions)

    before = state.copy()
    duelling.duel_step(state, Listening(dice=[6, 1, 1, 1, 1, 1]))
    shown = question(before, asked[0])
    assert [option.label for option in shown.options] == ["Strike Roake", "Nothing"]
    odds = shown.options[0].odds
    assert odds is not None
    own, enemy = duellists(before)
    phase = Combat(own, enemy).phase()
    assert odds.chances[0].share == round(100 * float(phase.first + phase.both), 2)
    assert odds.throws[0].needs == "8 or more hits for 1d10+5, mean 10.5, 2 blows"


@pytest.mark.rule("battlesystem:9.4a.order")
def test_the_large_button_fights_by_the_chance_to_win_which_stands_beside_the_choice() -> None:
    """With 48 hit points against 59 Grange wins more often than not, for he strikes better and harder; with 8 hit points hardly ever."""
    for hurt, suggested in ((0, "duel 0 1"), (40, "refuse 0 1")):
        state = meeting()
        state.individuals[0].hurt = hurt
        shown = question(state, asked_to_fight(state))
        odds = shown.options[0].odds
        assert odds is not None
        end = Combat(*duellists(state)).prospect()
        won = round(100 * float(end.first), 2)
        assert [(one.name, one.share) for one in odds.chances[:1]] == [("wins in the end", won)]
        assert (won >= 50) == (suggested == "duel 0 1")
        assert [option.order for option in shown.options] == ["duel 0 1", "refuse 0 1"]
        assert shown.default == suggested


@pytest.mark.rule("battlesystem:9.4b.groups")
def test_the_large_button_reckons_with_all_who_are_linked() -> None:
    """One against two is not even, though each of them alone would be: the chance is that of both sides."""
    state = meeting(hero("Third", 30.4, 20.2, 1, damage="1d8"))
    shown = question(state, asked_to_fight(state))
    odds = shown.options[0].odds
    assert odds is not None
    assert odds.chances[0].name == "yours win in the end"
    assert odds.chances[0].share < 50
    assert shown.default == "refuse 0 1 2"


def asked_to_fight(state: State) -> Decision:
    """The question to the first side whether its champions fight man to man; the battle stays as it is."""
    table = Script(orders=[("refuse", *state.individuals), ("refuse", *state.individuals)])
    duelling.duel_step(state.copy(), table)
    return table.asked[0]


def test_a_declaration_that_is_typed_has_a_legend_of_its_numbers() -> None:
    state = meeting(hero("Third", 30.4, 20.2, 1, damage="1d8"))
    asked: list[Decision] = []

    class Listening(Script):
        def ask_all(self, decisions: list[Decision]) -> list[Order]:
            asked.extend(decisions)
            return super().ask_all(decisions)

    duelling.duel_step(state, Script())
    before = state.copy()
    duelling.duel_step(state, Listening(dice=[6, 1, *[1] * 9]))
    form = question(before, asked[0]).form
    assert form is not None
    assert "By number: 0 Grange, 1 Roake, 2 Third." in form.help


def duellists(state: State) -> tuple[Duellist, Duellist]:
    first, second = [duelling.duellist(state, one) for one in state.individuals.values()]
    return first, second


def test_a_computer_does_not_come_upon_a_champion_who_beats_its_own_for_a_blow_at_figures() -> None:
    """Gorrak stands before the middle of the orcs: who comes upon them at that place meets him too."""
    state = battle(
        men("Orcs", 12, 6, 30, 28, 180, side=1, weak=True, ratio=2),
        men("Watch", 12, 6, 30, 4),
        leaders=[hero("Alaric", 30, 20), hero("Gorrak", 30.5, 27.745, side=1)],
        tier=stages.INTERMEDIATE,
    )
    alaric, gorrak = state.individuals.values()
    order = ("lead", 0, (30, 27.745))
    assert met(state, alaric, order) == pytest.approx(0.0, abs=0.01)  # as strong as each other
    gorrak.hurt = 40
    assert met(state, alaric, order) > 0.8
    gorrak.hurt, alaric.hurt = 0, 40
    assert met(state, alaric, order) < -0.8
    assert met(state, alaric, ("lead", 0, (28, 27.745))) == 0.0
