"""Marks stay with their figures: through losses, wraps, changes of formation and frontage, until the figure falls or is healed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as hyp
from rulebooks.battlesystem.regiments import battle, crowd, men, skirmishers
from rulebooks.battlesystem.test_inspector import inspected
from rulebooks.battlesystem.test_stands import mounted

from banneret.geometry.rectangles import LEFT, REAR, RIGHT
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.kernel.record.record import Record
from banneret.kernel.viewer import viewer_of
from banneret.render.text.scene import scene_text
from banneret.rulebooks.battlesystem import invariants
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.blocks import block_moves
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.seats import EMPTY, kept_ranks
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.losses import formed_losses, open_losses, settling
from banneret.rulebooks.battlesystem.combat.losses.blows import reckoning
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.marks import WOUND, Mark, Marks, marked
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space import casualties, dressing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, OPEN, SLAIN, Unit
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.testing import Script

CHARM = "charmed"  # as magic will have it: any mark but a wound falls with its figure


def charm(unit: Unit, *places: int) -> None:
    """Lays a mark on figures at some places; the first is figure 1."""
    for at in places:
        unit.marks = marked(unit.marks, CHARM, at, 1 if unit.mount == 1 else st.figures_on(unit, (at,)))


def where(unit: Unit) -> dict[int, int]:
    """The places of the figures of a unit that bear marks."""
    assert unit.marks is not None
    return {mark.figure: mark.at for mark in unit.marks.borne}


def reds(**changes: Any) -> tuple[State, Unit]:
    state = battle(men("Reds", 12, 6, **changes), men("Blues", 6, 6, 30, 24, 180, side=1))
    return state, state.units[0]


def strike(state: State, *tenths: int, attacker: int = 1) -> None:
    """Attacks of unit 1 on unit 0, settled together."""
    unit = state.units[0]
    settling.settle(state, Script(), reckoning(state, unit, [(attacker, each) for each in tenths]))
    assert invariants._marks(state, unit) == []


# ---------------------------------------------------------------- losses


@pytest.mark.rule("battlesystem:8.7h", "battlesystem:7.2a", "battlesystem:8.7e")
def test_from_the_rear_the_ends_of_the_last_rank_fall_and_the_wounded_figure_last() -> None:
    """Ten are left of twelve: the rear has files 1 to 4. Who stood at its ends falls, but the wounded one, for whom his neighbour falls."""
    state, unit = reds()
    charm(unit, 6, 7, 8)
    casualties.wound(state, unit, 11)
    strike(state, 200)
    assert where(unit) == {2: 6, 3: 7, 4: 9}
    assert unit.marks == Marks(4, (Mark(2, 6, CHARM), Mark(3, 7, CHARM), Mark(4, 9, WOUND)))


@pytest.mark.rule("battlesystem:7.2a", "battlesystem:8.7h")
def test_a_single_rank_loses_figures_at_its_ends() -> None:
    """Two go from the left end of six and two from the right; the wounded one at the right end takes the place of the one before him."""
    state = battle(men("Reds", 6, 6, starting=12), men("Blues", 2, 2, 30, 24, 180, side=1))
    unit = state.units[0]
    charm(unit, 2, 0)
    casualties.wound(state, unit, 5)
    table = Script()
    formed_losses.fall_from_rear(state, table, reckoning(state, unit, [(1, 0)]), 2)
    assert where(unit) == {1: 0, 3: 1}


@pytest.mark.rule("battlesystem:7.3b", "battlesystem:7.3c")
def test_gaps_in_front_are_filled_by_those_who_have_no_place_in_the_rear() -> None:
    """Files 2 and 3 of the front fall. The rear is four then, files 1 to 4; those from its ends, 6 and 11, move up."""
    _, unit = reds(formation=OPEN)
    charm(unit, 6, 7, 11, 2, 5)
    assert open_losses.fill_gaps(unit, {2, 3}) == 2
    assert where(unit) == {1: 2, 2: 6, 3: 3, 5: 5}  # figure 4 fell


@pytest.mark.rule("battlesystem:7.14i", "battlesystem:7.14j", "battlesystem:8.7e")
def test_a_break_through_takes_the_figures_in_its_path() -> None:
    """Left are 0, 3, 4, 5, 6, 9, 10, 11. The wounded figure at 8 lives on in the place of 6, the last unmarked one before it."""
    state, unit = reds()
    charm(unit, 3, 9, 7)
    casualties.wound(state, unit, 8)
    settling.break_through(state, Script(), unit, [1, 2, 7, 8], 1)
    assert where(unit) == {1: 1, 2: 5, 4: 4}
    assert invariants._marks(state, unit) == []


@pytest.mark.rule("battlesystem:2.10c", "battlesystem:7.5")
def test_a_mob_that_grows_narrower_keeps_its_files() -> None:
    """Sixteen in four files, seven fall: nine stand three abreast. The rear goes first; of file 3 who are left close up in the rear."""
    state = battle(crowd("Mob", 16, 30, 20, 0), men("Blues", 6, 6, 50, 40, 180, side=1))
    unit = state.units[0]
    assert unit.block is not None
    assert unit.block.files == 4
    charm(unit, 0, 3, 5, 15)
    strike(state, 7 * unit.now.figure)
    assert unit.block.files == 3
    # 9 of 16 in four files: 0 to 7, and 8 of the third rank in file 1; then the middle file, 1, stays with its neighbours 0 and 2
    assert where(unit) == {1: 0, 2: 6, 3: 4}


@pytest.mark.rule("battlesystem:2.4", "battlesystem:8.7e")
def test_on_stands_no_more_bear_marks_than_are_left_on_the_last() -> None:
    """Twelve on four stands of three. Four fall: one stand goes, and one of the third; who bears a mark finds room on another stand."""
    state = battle(mounted(), men("Blues", 6, 6, 50, 40, 180, side=1))
    unit = state.units[0]
    charm(unit, 2, 2, 2, 3)
    casualties.wound(state, unit, 0)
    strike(state, 4 * unit.now.figure)
    assert unit.figures == 8
    assert where(unit) == {1: 2, 2: 2, 3: 0, 4: 0, 5: 0}
    strike(state, 4 * unit.now.figure)
    assert where(unit) == {1: 1, 3: 0, 4: 0, 5: 0}  # on the second stand one figure has room


# ---------------------------------------------------------------- wounds


@pytest.mark.rule("battlesystem:8.7d", "battlesystem:8.7h")
def test_who_is_wounded_is_the_one_that_one_more_hit_fells() -> None:
    closed_state, closed = reds(formation=CLOSED)
    strike(closed_state, 50)
    assert where(closed) == {1: 11}  # from the rear
    open_state, unit = reds(formation=OPEN)
    strike(open_state, 50)
    assert where(unit) == {
        1: 1
    }  # of those in contact; file 0 of seven inches stands beyond the enemy's four and a half
    far = battle(men("Reds", 12, 6, formation=OPEN), men("Blues", 6, 6, 30, 40, 180, side=1))
    strike(far, 50)
    assert where(far.units[0]) == {1: 11}  # nobody reaches it


@pytest.mark.rule("battlesystem:8.7e", "battlesystem:8.7j")
def test_a_second_wound_heals_the_first_and_another_figure_gets_another_number() -> None:
    """A wound; a second in the next attack kills one figure and leaves none; a third wounds another figure, number 2."""
    state, unit = reds(formation=CLOSED)
    strike(state, 50)
    assert unit.marks == Marks(1, (Mark(1, 11, WOUND),))
    strike(state, 50)
    assert (unit.figures, unit.wounded, unit.marks) == (11, False, Marks(1))
    strike(state, 50, 50, 50)
    assert (unit.figures, unit.wounded) == (10, True)
    assert [mark.figure for mark in unit.marks.borne] == [3]


@pytest.mark.rule("battlesystem:8.7e")
def test_the_last_one_left_is_the_wounded_one() -> None:
    state, unit = reds(formation=CLOSED)
    casualties.wound(state, unit, 7)
    strike(state, 1100)
    assert (unit.figures, unit.wounded, where(unit)) == (1, True, {1: 0})
    strike(state, 100)
    assert (unit.figures, unit.marks) == (0, None)


@pytest.mark.rule("battlesystem:8.1d", "battlesystem:8.7e")
def test_a_mark_of_skirmishers_goes_with_its_figure() -> None:
    state = battle(
        skirmishers("Scouts", [(28, 24), (29.75, 24), (31.5, 24)], 0),
        men("Blues", 6, 6, 30, 24.375, 180, side=1),
    )
    unit = state.units[0]
    charm(unit, 0, 2)
    strike(state, 50)
    assert where(unit) == {1: 0, 2: 2}
    assert Mark(1, 0, WOUND) in unit.marks.borne  # who bears a mark is the same figure
    unit.take_off(0, SLAIN)
    assert where(unit) == {2: 2}
    assert not unit.wounded


def test_old_records_know_no_figure() -> None:
    """By versions 1 to 3 of the rules the figure at the end of the rear is shown as the wounded one, and nothing more is written."""
    state, unit = reds(formation=CLOSED)
    state.setting.flags.version = 3
    strike(state, 50)
    assert (unit.wounded, unit.marks, casualties.wounded_at(unit)) == (True, None, 11)
    strike(state, 200)
    assert (unit.marks, casualties.wounded_at(unit)) == (None, 9)


# ---------------------------------------------------------------- formations


@pytest.mark.rule("battlesystem:7.10d")
@pytest.mark.parametrize(
    ("left", "right", "places"),
    [
        # the rear has files 2 to 5 of eight then: who stood at its left end moves up
        (0, 2, {1: 0, 2: 6, 3: 7, 4: 8, 5: 11}),
        # old files count from 2: who stood at the right end of the rear moves up, to the left end of the front
        (2, 0, {1: 2, 2: 8, 3: 9, 4: 10, 5: 1}),
        # one each: files 1 to 6 were there; the ends of the rear, 6 and 11, move up
        (1, 1, {1: 1, 2: 0, 3: 8, 4: 9, 5: 7}),
        # four abreast: the two at the right end of the front go to the rear, filling up three ranks
        (0, -2, {1: 0, 2: 4, 3: 5, 4: 6, 5: 11}),
    ],
)
def test_a_change_of_frontage_moves_only_whom_it_must(left: int, right: int, places: dict[int, int]) -> None:
    _, unit = reds()
    charm(unit, 0, 6, 7, 8, 11)
    assert unit.block is not None
    dressing.stand(unit, block_moves.widen(unit.block, left, right))
    assert where(unit) == places


@pytest.mark.rule("battlesystem:7.9h")
def test_who_turns_on_the_spot_stays_where_he_stands() -> None:
    """Two ranks of six: about, the last is the first; to the right, the rear of file 5 is the second of the first rank."""
    for side, places in (
        (REAR, {1: 11, 2: 7, 3: 0}),
        (RIGHT, {1: 10, 2: 2, 3: 1}),
        (LEFT, {1: 1, 2: 9, 3: 10}),
    ):
        _, unit = reds()
        charm(unit, 0, 4, 11)
        assert unit.block is not None
        before = [unit.block.bases()[at] for at in where(unit).values()]
        dressing.stand(unit, block_moves.face(unit.block, side))
        assert where(unit) == places
        after = [unit.block.bases()[at] for at in where(unit).values()]
        assert [one.x for one in after] == pytest.approx([one.x for one in before])
        assert [one.y for one in after] == pytest.approx([one.y for one in before])


@pytest.mark.rule("battlesystem:7.6c")
def test_figures_keep_rank_and_file_when_they_spread() -> None:
    _, unit = reds()
    charm(unit, 3, 10)
    assert unit.block is not None
    dressing.stand(unit, block_moves.spread(unit.block, 0.5))
    assert where(unit) == {1: 3, 2: 10}


@pytest.mark.rule("battlesystem:7.11a", "battlesystem:7.10d")
def test_in_a_wrap_the_wings_are_made_of_those_who_stood_there() -> None:
    """Two move up to the left end of four: files 2 to 5 were there. They come from the right end of the rear; the others keep theirs."""
    state = battle(
        men("Reds", 8, 4, 30, 24, 0, engaged=True, movement=12.0),
        men("Blues", 4, 4, 30, 24, 180, side=1, width=0.5, depth=0.5),
    )
    unit = state.units[0]
    charm(unit, 0, 4, 7)
    order = ("wrap", 0, ("left", 2))
    assert wraps.refusal(state, 0, order) is None
    wraps.carry_out(state, Script(), 0, order)
    assert unit.wings[0] > 0
    assert where(unit) == {1: 2, 2: 6, 3: 1}
    dressing.tidy(state, unit)
    assert where(unit) == {1: 2, 2: 6, 3: 1}


blocks = hyp.integers(1, 40).flatmap(lambda figures: hyp.tuples(hyp.just(figures), hyp.integers(1, figures)))


@given(blocks, hyp.data())
def test_nobody_is_in_two_places_and_who_can_stay_stays(shape: tuple[int, int], data: hyp.DataObject) -> None:
    figures, files = shape
    old = Block(0.0, 0.0, 0.0, figures, files, 0.75, 0.75, 0.0)
    fallen = data.draw(hyp.sets(hyp.integers(0, figures - 1), max_size=figures - 1))
    left = figures - len(fallen)
    shift, _ = open_losses.moved_up(old, fallen)
    new = Block(0.0, 0.0, 0.0, left, min(files, left), 0.75, 0.75, 0.0)
    seats = kept_ranks(old, new, shift, fallen)
    assert sorted(seats) == sorted(set(range(figures)) - fallen)  # all who are left, each once
    assert EMPTY not in seats
    for number, figure in enumerate(seats):
        rank, file = old.place(figure)
        if new.holds(rank, file - shift):
            assert number == new.figure(rank, file - shift)


# ---------------------------------------------------------------- battles


def test_marks_are_in_the_bytes_of_a_state_and_only_where_there_are_some() -> None:
    state, unit = reds()
    bare = CODEC.dump(state)
    charm(unit, 3)
    casualties.wound(state, unit, 11)
    again = CODEC.load(CODEC.dump(state), like=state)
    assert again.units[0].marks == unit.marks == state.copy().units[0].marks
    assert len(CODEC.dump(state)) > len(bare)
    unit.marks, unit.wounded = None, False
    assert CODEC.dump(state) == bare


class Watch:
    """A battle by chance in which figures are marked as it goes on, and every mark is followed."""

    def __init__(self, name: str, seed: int, options: dict[str, str]) -> None:
        self.state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options(options))
        players: list[Player] = [RandomPlayer(Chance(2 * seed + side)) for side in (0, 1)]
        seats = [Seat(RULEBOOK.sight, side, self.state) for side in (0, 1)]
        self.table = DirectTable(players, seats, Chance(seed))
        self.chance = Chance(seed + 99)
        self.kept = self.moved = self.fell = 0

    def play(self) -> None:
        state = self.state
        while state.outcome is None and state.round < 30:
            before = {unit.id: (unit.copy(), unit.block) for unit in state.units.values()}
            RULEBOOK.step(state, self.table)
            assert RULEBOOK.invariants(state) == []
            for unit in state.units.values():
                self.follow(*before[unit.id], unit)
                if unit.status == FIELD and self.chance.below(8) == 0:
                    charm(unit, self.anyone(unit))

    def anyone(self, unit: Unit) -> int:
        if unit.block is not None:
            return self.chance.below(unit.block.figures)
        return st.figures_standing(unit)[self.chance.below(unit.figures)]

    def follow(self, old: Unit, block: Block | None, unit: Unit) -> None:
        """A mark is gone only with its figure, or as a wound that healed; its figure stays in its place while its unit stands as it stood."""
        were = old.marks or Marks()
        are = unit.marks or Marks()
        if unit.status != FIELD:
            assert are.borne == ()
            return
        assert are.given >= were.given
        now = {(mark.figure, mark.kind): mark.at for mark in are.borne}
        gone = {mark.figure for mark in were.borne if mark.kind == CHARM and (mark.figure, CHARM) not in now}
        assert len(gone) <= old.figures - unit.figures
        self.fell += len(gone)
        assert all(figure > were.given for figure, kind in now if (figure, kind) not in now)
        for mark in were.borne:
            at = now.get((mark.figure, mark.kind))
            if at is None:
                continue
            self.kept += 1
            self.moved += at != mark.at
            if unit.block is None or (unit.block is block and unit.figures == old.figures):
                assert at == mark.at


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"stands": "true", "capture": "true"}])
@pytest.mark.parametrize("name", ["ford_at_dawn", "crossroads", "the_causeway", "hedge_and_bow", "lairn"])
def test_through_battles_by_chance_a_mark_stays_with_its_figure(name: str, options: dict[str, str]) -> None:
    watches = [Watch(name, seed, options) for seed in (5, 8)]
    for watch in watches:
        watch.play()
    assert sum(watch.kept for watch in watches) > 100
    assert sum(watch.moved for watch in watches) > 10
    assert sum(watch.fell for watch in watches) > 10


# ---------------------------------------------------------------- shown


@pytest.mark.rule("battlesystem:8.7d")
def test_the_wounded_figure_is_drawn_and_named() -> None:
    state, unit = reds()
    casualties.wound(state, unit, 7)
    assert [base.sign for base in scene(state, viewer_of(0)).pieces[0].bases][7] == "w"
    words = "ne figure wounded: last rank, 2nd from the left"
    assert f"O{words}" in [trait.keyword for trait in inspected(state, "u0").states]
    assert f"o{words}" in " ".join(scene_text(scene(state, viewer_of(0))).split())
    unit.leader_at = 7
    assert [base.sign for base in scene(state, viewer_of(0)).pieces[0].bases][7] == "cw"


@pytest.mark.rule("battlesystem:8.7d")
@pytest.mark.parametrize("version", [3, 4])
def test_a_wound_is_undone_and_replayed_with_its_figure(version: int) -> None:
    """A battle by chance: after every order that changed marks, undoing brings them back, and its record replays to the same ones."""
    book = RULEBOOK.of_version(version)
    played = Battle.start(book, book.scenario("ford_at_dawn"), seed="marks")
    chance, seen = Chance(4), 0
    while not played.is_over and seen < 6:
        before, at = [unit.marks for unit in played.state.units.values()], played.record.count
        decision = played.decisions[0]
        order = decision.sample(chance)
        played.give(played.sides[decision.side], order)
        after = [unit.marks for unit in played.state.units.values()]
        if after == before:
            continue
        seen += 1
        again = Battle.from_record(RULEBOOK, Record.parse(played.private_text))
        assert again.rulebook.version == version
        assert [unit.marks for unit in again.state.units.values()] == after
        again.undo_agreed(at, ["referee"])
        assert [unit.marks for unit in again.state.units.values()] == before
    assert (seen > 0) is (version >= 4)  # earlier versions know no figure
