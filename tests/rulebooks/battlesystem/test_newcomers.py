"""Units and individuals that come into being, part and join in battle, and effects on what a unit is worth: as if it had always been so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.battlesystem.individuals import belongs
from rulebooks.battlesystem.regiments import Troop, battle, captain, crowd, hero, skirmishers, weapon
from rulebooks.battlesystem.regiments import men as any_men

from banneret.kernel.battle import Battle
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.order import Order
from banneret.kernel.player import RandomPlayer, Seat
from banneret.kernel.record.record import Record
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.judgement import judge
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.individual import HERO
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.marks import Mark, Marks, marked
from banneret.rulebooks.battlesystem.odds.melee import exchange
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space import casualties, contacts, distances
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import FORWARD, JOINED, Unit
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.rulebooks.battlesystem.worth import allowance, present
from banneret.rulebooks.battlesystem.worth.effects import FIGURES

ROSTERED = {
    "attack rating": "attack_rating",
    "armor class": "armour_class",
    "morale": "morale",
    "discipline": "discipline",
    "movement": "movement",
}

SWORD = weapon()


def men(name: str, *facts: Any, **changes: Any) -> Troop:
    """Men with one sword, so that two of them compare."""
    return any_men(name, *facts, **{"weapons": [SWORD], **changes})


def change(state: State, *words: Any) -> None:
    """The referee changes something, and nothing is wrong then."""
    order: Order = words
    RULEBOOK.referee.change(state, order)
    assert faults(state) == []


def lines(**changes: Any) -> State:
    """Reds and Blues in contact at 30, 24; more Blues behind them."""
    return battle(
        men("Reds", 12, 6, 30, 24, **changes),
        men("Blues", 12, 6, 30, 24, 180, side=1),
        men("Others", 12, 6, 30, 40, 180, side=1),
        stage=stages.ASSIGNMENT,
    )


def played(state: State, seed: int, rounds: int = 6) -> bytes:
    """A battle by chance from there on, as it stands at its end: all but what was laid on units and who came when."""
    table = DirectTable(
        [RandomPlayer(Chance(seed + side)) for side in (0, 1)],
        [Seat(RULEBOOK.sight, side, state) for side in (0, 1)],
        Chance(seed),
    )
    steps = 0
    while state.outcome is None and state.round < rounds:
        RULEBOOK.step(state, table)
        assert faults(state) == []
        steps += 1
    assert steps > 10
    for unit in state.units.values():
        unit.effects = ()
    state.newcomers = ()
    return CODEC.dump(state)


# ---------------------------------------------------------------- effects


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:3.1")
@pytest.mark.parametrize("amount", [2, -3])
@pytest.mark.parametrize("figure", FIGURES)
def test_a_unit_under_an_effect_is_everywhere_one_that_came_so(figure: str, amount: int) -> None:
    """Scene, odds, attack roll, judgement and the whole battle are those of a unit that was mustered with the changed figure."""
    under, came = lines(), lines()
    change(under, "effect", 0, figure, amount, 20)
    roster = came.setting.rosters[0]
    name = ROSTERED[figure]
    came.setting.rosters[0] = replace(roster, **{name: getattr(roster, name) + amount})
    present.renew_all(came.setting, came.units.values())
    assert under.units[0].now == came.units[0].now != lines().units[0].now
    for viewer in (viewer_of(0), viewer_of(1)):
        one, other = scene(under, viewer).pieces[0], scene(came, viewer).pieces[0]
        assert one.figures == other.figures != scene(lines(), viewer).pieces[0].figures
        assert one.zones == other.zones
        assert [state.text for state in one.states if state not in other.states] == [
            f"{figure} {amount:+d}, to the end of round 20"
        ]
    assert prospects(under, *pair(under)) == prospects(came, *pair(came))
    assert attack_rolls.standing_rating(under, under.units[0]) == attack_rolls.standing_rating(
        came, came.units[0]
    )
    assert allowance.rate(under, under.units[0]) == allowance.rate(came, came.units[0])
    assert [judge(under, side) for side in (0, 1)] == [judge(came, side) for side in (0, 1)]
    for seed in (1, 2):
        assert played(under.copy(), seed) == played(came.copy(), seed)


def prospects(state: State, one: Unit, other: Unit) -> list[Any]:
    """The exact odds of an exchange of blows, for either."""
    found = exchange(state, one, other)
    return [
        (side.chances_of_losses(), side.chance("wounded"), side.chance("checks"))
        for side in (found.first, found.second)
    ]


def pair(state: State) -> tuple[Unit, Unit]:
    return state.units[0], state.units[1]


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:8.4")
def test_an_effect_is_counted_begins_lasts_and_ends() -> None:
    """Attack rating 16, 2 for rounds 1 to 3 and 1 for round 1: 19, from round 2 on 18, from round 4 on 16."""
    state = lines(attack_rating=16)
    unit = state.units[0]
    before = CODEC.dump(state)
    change(state, "effect", 0, "attack rating", 2, 3)
    change(state, "effect", 0, "attack rating", 1, 1)
    found = []
    for _ in range(4):
        found.append(unit.now.attack_rating)
        again = CODEC.load(CODEC.dump(state), like=state)
        assert again.units[0].effects == unit.effects
        assert again.units[0].now == unit.now
        present.pass_round(state, unit)
        state.round += 1
    assert found == [19, 18, 18, 16]
    state.round = 1
    change(state, "effect", 0, "morale", -4, 5)
    change(state, "lift", 0)
    assert CODEC.dump(state) == before
    assert unit.now == lines(attack_rating=16).units[0].now


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:1.7")
def test_an_effect_ends_with_its_round_in_battle() -> None:
    battle_ = Battle.start(RULEBOOK, RULEBOOK.scenario("ford_at_dawn"), seed="effects")
    chance = Chance(3)

    def to_round(number: int) -> None:
        while battle_.state.round < number:
            decision = battle_.decisions[0]
            battle_.give(battle_.sides[decision.side], decision.sample(chance))

    to_round(1)
    usual = battle_.state.units[0].now.morale
    battle_.change(("effect", 0, "morale", -3, 2), "bad news")
    assert battle_.state.units[0].now.morale == usual - 3
    to_round(2)
    assert battle_.state.units[0].now.morale == usual - 3
    to_round(3)
    assert battle_.state.units[0].now.morale == usual
    replayed = Battle.from_record(RULEBOOK, Record.parse(battle_.private_text))
    assert CODEC.dump(replayed.state) == CODEC.dump(battle_.state)


# ---------------------------------------------------------------- coming into being


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:3.1")
@pytest.mark.parametrize("many", [0, 30])
def test_who_comes_in_battle_is_as_one_who_was_there(many: int) -> None:
    """In every index: near, touching, in command, in the scene, in the odds, in the judgement, in each question, to the end of the battle.

    With 30 more units the state keeps who is where in bands, which know him too.
    """

    def of(*new: Troop) -> State:
        far = [men(f"Far {at}", 2, 2, 4.0 + 3.0 * (at % 15), 3.0 + 3.0 * (at // 15)) for at in range(many)]
        return battle(men("Reds", 12, 6, 30, 16), men("Blues", 12, 6, 30, 30, 180, side=1), *far, *new)

    late, there = of(), of(men("Reds 2", 8, 4, 30, 24, commander="Captain of Reds"))
    distances.units_near(late, 30, 24, 5.0)
    contacts.is_engaged(late, late.units[1])
    change(late, "come", 0, 8, 30, 24, 0)
    number = 2 + many
    unit = late.units[number]
    assert unit.now == there.units[number].now
    assert distances.units_near(late, 30, 24, 1.0) == [unit]
    unit.stand(Block(30.0, 30.0, 0.0, 8, 4, unit.width, unit.depth, 0.0))
    there.units[number].stand(Block(30.0, 30.0, 0.0, 8, 4, unit.width, unit.depth, 0.0))
    assert contacts.is_engaged(late, late.units[1])
    assert contacts.enemies_touching(late, late.units[1]) == [number]
    assert scene(late, viewer_of(0)).pieces == scene(there, viewer_of(0)).pieces
    assert [judge(late, side) for side in (0, 1)] == [judge(there, side) for side in (0, 1)]
    assert prospects(late, unit, late.units[1]) == prospects(there, there.units[number], there.units[1])
    assert played(late, 7, 4) == played(there, 7, 4)


@pytest.mark.rule("battlesystem:intro.referee")
def test_numbers_are_never_given_again_and_undoing_takes_all_back() -> None:
    state = lines()
    start = CODEC.load(CODEC.dump(state), like=state)
    change(state, "come", 0, 6, 10, 10, 0)
    change(state, "remove", 3)
    change(state, "come", 0, 6, 10, 10, 0)
    assert list(state.units) == [0, 1, 2, 3, 4]
    assert [state.units[number].now.name for number in (3, 4)] == ["Reds 2", "Reds 3"]
    for like in (start, state):
        again = CODEC.load(CODEC.dump(state), like=like)
        assert CODEC.dump(again) == CODEC.dump(state)
        assert again.setting.rosters == state.setting.rosters
        assert [unit.now for unit in again.units.values()] == [unit.now for unit in state.units.values()]
    assert CODEC.load(CODEC.dump(start), like=state).setting.rosters == start.setting.rosters
    copy = state.copy()
    change(copy, "come", 1, 5, 50, 10, 0)
    assert list(state.setting.rosters) == [0, 1, 2, 3, 4]
    assert list(copy.setting.rosters) == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:3.2", "battlesystem:9.4")
def test_one_more_individual_is_known_by_his_number() -> None:
    """Eric stands at 40, 10; one like him comes before the Blues and fights them, whatever his number."""
    state = battle(
        men("Reds", 12, 6, 10, 10),
        men("Blues", 12, 6, 30, 24, 180, side=1),
        leaders=[hero("Eric", 40, 10), hero("Gor", 50, 40, side=1)],
        tier=stages.INTERMEDIATE,
    )
    start = state.copy()
    change(state, "hero", 0, 30, 23.5)
    assert list(state.individuals) == [0, 1, 2]
    one = state.individuals[2]
    assert state.setting.sheets[2].name == "Eric 2"
    assert (one.side, state.setting.sheets[2].rank) == (0, HERO)
    again = CODEC.load(CODEC.dump(state), like=start)
    assert again.individuals == state.individuals
    del state.individuals[0]  # ids are no places: the others keep theirs
    assert [piece.id for piece in scene(state, viewer_of(0)).pieces if piece.id.startswith("l")] == [
        "l1",
        "l2",
    ]
    change(state, "points", 2, 5)
    assert state.individuals[2].hurt > 0
    assert played(state, 3, 3)


# ---------------------------------------------------------------- parting and joining


def columns(options: dict[str, Any] | None = None, **changes: Any) -> tuple[State, Unit]:
    reds = men("Reds", 12, 6, 30, 24, **changes)
    state = battle(reds, men("Blues", 6, 6, 30, 44, 180, side=1), options=options)
    return state, state.units[0]


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:2.8c", "battlesystem:8.7d", "battlesystem:4.4")
def test_figures_take_their_marks_with_them_when_units_part_and_join() -> None:
    """Twelve in two ranks: five go, from the rear 7 to 11. The figures at 2 and 6 stay, those at 8 and 11 go, the last wounded."""
    state, unit = columns()
    for at in (2, 6, 8):
        unit.marks = marked(unit.marks, "charmed", at, 1)
    casualties.wound(state, unit, 11)
    change(state, "part", 0, 5, 30, 12)
    other = state.units[2]
    assert (unit.figures, other.figures) == (7, 5)
    assert (unit.now.figures, other.now.figures) == (7, 5)  # nobody is lost: no quarter is checked for
    assert unit.marks == Marks(4, (Mark(1, 2, "charmed"), Mark(2, 6, "charmed")))
    assert other.marks == Marks(4, (Mark(3, 1, "charmed"), Mark(4, 4, "wounded")))
    assert (unit.wounded, other.wounded) == (False, True)
    assert other.now.name == "Reds 2"
    again = CODEC.load(CODEC.dump(state), like=columns()[0])
    assert CODEC.dump(again) == CODEC.dump(state)
    assert [one.marks for one in again.units.values()] == [one.marks for one in state.units.values()]
    change(state, "join", 2, 0)
    assert (unit.figures, unit.now.figures, other.status, other.figures) == (12, 12, JOINED, 0)
    # the one in the rear stood in its middle, file 2; the five fill it from the left, numbers 6, 7, 9, 10 and 11
    assert unit.marks == Marks(
        6, (Mark(1, 2, "charmed"), Mark(2, 8, "charmed"), Mark(5, 7, "charmed"), Mark(6, 11, "wounded"))
    )
    assert unit.wounded
    assert played(state, 5, 4)


@pytest.mark.rule("battlesystem:8.7e", "battlesystem:2.8c")
def test_two_wounded_who_meet_are_one_dead_and_one_wounded() -> None:
    state, unit = columns()
    change(state, "part", 0, 6, 30, 12)
    change(state, "wound", 0)
    change(state, "wound", 2)
    change(state, "join", 2, 0)
    assert (unit.figures, unit.now.figures, unit.wounded) == (11, 12, True)
    assert [mark.kind for mark in unit.marks.borne] == ["wounded"]  # type: ignore[union-attr]


@pytest.mark.rule("battlesystem:4.4", "battlesystem:2.8c")
def test_losses_are_shared_out() -> None:
    """Nine are left of twelve; four go with a share of five of them, seven stay the count of the five who stay."""
    state, unit = columns()
    change(state, "figures", 0, 9)
    change(state, "part", 0, 4, 30, 12)
    other = state.units[2]
    assert (unit.figures, unit.now.figures) == (5, 7)
    assert (other.figures, other.now.figures) == (4, 5)


@pytest.mark.rule("battlesystem:2.10c", "battlesystem:2.8c")
def test_a_mob_that_is_parted_is_two_mobs() -> None:
    state = battle(crowd("Mob", 16, 30, 20, 0), men("Blues", 6, 6, 50, 40, 180, side=1))
    change(state, "part", 0, 7, 10, 10)
    mob, other = state.units[0], state.units[2]
    assert mob.block is not None
    assert other.block is not None
    assert (mob.figures, mob.block.files, other.figures, other.block.files) == (9, 3, 7, 3)
    change(state, "join", 2, 0)
    assert (mob.figures, mob.block.files) == (16, 4)


@pytest.mark.rule("battlesystem:2.8c", "battlesystem:6.3", "battlesystem:10.2")
@pytest.mark.parametrize("version", [15, 16])
def test_a_part_has_done_in_the_round_what_the_whole_did(version: int) -> None:
    """Reds were rallied and have shot once; by version 15 the five who part from them could move and shoot again."""
    state, unit = columns(rallied=True, shots=1, missile=missile_of("long-bow"), options={"version": version})
    change(state, "part", 0, 5, 30, 12)
    other = state.units[2]
    assert (other.rallied, other.shots) == ((True, 1) if version == 16 else (False, 0))
    other.rallied, other.shots, other.march = True, 2, 1
    unit.rallied = False
    change(state, "join", 2, 0)
    assert (unit.rallied, unit.shots, unit.march) == ((True, 2, 1) if version == 16 else (False, 1, 0))


@pytest.mark.rule("battlesystem:2.8c", "battlesystem:7.15f")
@pytest.mark.parametrize(("version", "mine", "theirs"), [(15, (6, 21), (0, 0)), (16, (1, 4), (5, 17))])
def test_guards_take_their_captives_along(
    version: int, mine: tuple[int, int], theirs: tuple[int, int]
) -> None:
    """The last six of twelve guard 21; five of them go, with 21 x 5 / 6 = 17.5, whole ones: 17."""
    state, unit = columns(guards=6, held=21, options={"version": version})
    change(state, "part", 0, 5, 30, 12)
    other = state.units[2]
    assert (unit.guards, unit.held) == mine
    assert (other.guards, other.held) == theirs
    change(state, "join", 2, 0)
    assert (unit.guards, unit.held) == (6, 21)


@pytest.mark.rule("battlesystem:2.10g", "battlesystem:2.8c")
def test_a_part_of_a_mob_follows_the_order_of_the_whole() -> None:
    mob = crowd("Mob", 16, 30, 20, 0, order=FORWARD)
    state = battle(mob, men("Blues", 6, 6, 50, 40, 180, side=1))
    change(state, "part", 0, 7, 10, 10)
    assert state.units[2].order == FORWARD


@pytest.mark.rule("battlesystem:intro.referee")
@pytest.mark.parametrize(
    ("order", "text"),
    [
        (("come", 9, 4, 1, 1, 0), "no unit 9"),
        (("come", 0, 0, 1, 1, 0), "1 to 100 figures"),
        (("come", 0, 4, "far", 1, 0), "Numbers are expected"),
        (("part", 0, 12, 10, 10), "1 to 11 may go"),
        (("part", 0, True, 10, 10), "1 to 11 may go"),
        (("part", 1, 3, 10, 10), "do not stand as a body"),
        (("join", 0, 0), "are not two of one side"),
        (("join", 2, 0), "are not two of one side"),
        (("join", 3, 0), "did not come as one unit"),
        (("effect", 0, "luck", 1, 1), "changes one of attack rating"),
        (("effect", 0, ["morale"], 1, 1), "changes one of attack rating"),
        (("effect", 0, "morale", 0, 1), "adds 1 to 10"),
        (("effect", 0, "morale", 11, 1), "adds 1 to 10"),
        (("effect", 0, "morale", 1, 0), "lasts 1 to 20 rounds"),
        (("lift", 0), "No effect lies on Reds"),
        (("hero", 4, 1, 1), "There is no leader 4"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(order: Order, text: str) -> None:
    state = battle(
        men("Reds", 12, 6, 30, 24),
        skirmishers("Scouts", [(40.0, 10.0), (43.0, 10.0)]),
        men("Blues", 6, 6, 30, 44, 180, side=1),
        men("Greens", 6, 6, 10, 24),
        leaders=[captain("Anna", 30, 20)],
    )
    data = CODEC.dump(state)
    with pytest.raises(IllegalOrder) as caught:
        RULEBOOK.referee.change(state, order)
    assert text in str(caught.value)
    assert CODEC.dump(state) == data


@pytest.mark.rule("battlesystem:9.1", "battlesystem:2.8c")
def test_members_stay_with_the_part_that_keeps_the_number() -> None:
    state = battle(
        men("Reds", 12, 6, 30, 24),
        men("Blues", 6, 6, 30, 44, 180, side=1),
        leaders=[hero("Eric", 40, 10)],
        tier=stages.INTERMEDIATE,
    )
    belongs(state, 0, 0)
    change(state, "part", 0, 4, 30, 12)
    assert (state.units[0].members, state.units[2].members) == ((0,), ())
    assert state.units[2].now.attack_rating == state.setting.rosters[0].attack_rating


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:4.4")
@pytest.mark.parametrize(("version", "half"), [(17, True), (18, False)])
def test_units_that_join_count_the_losses_of_the_whole(version: int, half: bool) -> None:
    """Seven stay, of whom four fall: more than half. With the five who come back four of twelve are lost: a quarter, and not half."""
    state, unit = columns({"version": version})
    change(state, "part", 0, 5, 30, 12)
    change(state, "figures", 0, 3)
    unit.quarter = unit.half = True
    change(state, "join", 2, 0)
    assert (unit.figures, unit.now.figures) == (8, 12)
    assert (unit.quarter, unit.half) == (True, half)
