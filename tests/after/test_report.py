"""The report of a battle that is over: the same for the same record, sure of what it names, and nothing before the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

import banneret
from banneret.after.chart import HIGH, WIDE
from banneret.after.curve import Budget, Count, Job, is_sure, next_job, size, swings, total
from banneret.after.report import Counted, Facts, Report, assemble, play_here, report, tell
from banneret.after.walk import Point, walk
from banneret.after.words import basis, winners_text
from banneret.kernel.battle import Battle
from banneret.kernel.errors import BadInput
from banneret.lab.counting import keep_counts, on_cores
from banneret.paper.report import report_html
from banneret.render.text.report import report_text

SMALL = Budget(points=6, plays=20, again=1, more=2)


def fought(book: str, scenario: str, seed: int = 3) -> Battle:
    battle = banneret.start(book, scenario, seed=seed)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    return battle


@pytest.fixture(scope="module")
def duel() -> Battle:
    return fought("stacks", "hit_and_run")


@pytest.fixture(scope="module")
def told(duel: Battle) -> Report:
    return report(duel, SMALL)


def points(number: int) -> list[Point]:
    return [Point(2 * entry, b"", entry / 10) for entry in range(number)]


def count(entry: int, wins: int, plays: int = 200) -> Count:
    return Count(entry, (wins, plays - wins), 0, plays)


def test_the_same_record_gives_the_same_report_to_the_byte(duel: Battle, told: Report) -> None:
    again = report(banneret.loads(duel.text), SMALL)
    assert msgspec.json.encode(again) == msgspec.json.encode(told)
    assert report_html(again) == report_html(told)


def test_a_company_falls_as_a_whole() -> None:
    battle = fought("companies", "mill_lane", seed=7)
    facts = next(piece for piece in tell(battle, SMALL) if isinstance(piece, Facts))
    assert [(one.name, one.stands) for one in facts.fates] == [
        ("Carrow's Foot", True),
        ("Lane Rebels", False),
    ]


@pytest.mark.long
def test_several_processes_count_the_same(duel: Battle, told: Report) -> None:
    assert report(duel, SMALL, play=on_cores(2)) == told


def test_checkpoints_that_are_spread_are_counted_in_one_run(duel: Battle, told: Report) -> None:
    """So that many workers have something to do; those after them depend on what they have shown."""
    runs: list[int] = []

    def play(battle: Battle, wanted: Sequence[tuple[Point, Job]]) -> Iterator[list[tuple[int, ...]]]:
        runs.append(len(wanted))
        return play_here(battle, wanted)

    assert report(duel, SMALL, play=play) == told
    assert runs[0] >= SMALL.points // 2 - 1
    assert set(runs[1:]) == {1}


def test_the_file_of_a_report_has_a_place_for_each_checkpoint(
    duel: Battle, told: Report, tmp_path: Path
) -> None:
    """Broken off in the middle of a run of several, it goes on from the file, and with other checkpoints what is there counts too."""
    path = tmp_path / "plays"
    with keep_counts(path, duel) as kept:
        pieces = tell(duel, SMALL, play=on_cores(1, kept))
        for _ in range(4):
            next(pieces)
        pieces.close()  # type: ignore[attr-defined]
    first = path.stat().st_size
    with keep_counts(path, duel) as kept:
        assert report(duel, SMALL, play=on_cores(1, kept)) == told
    whole = path.stat().st_size
    assert first < whole
    with keep_counts(path, duel) as kept:
        assert report(duel, SMALL, play=on_cores(1, kept)) == told
    assert path.stat().st_size == whole


def test_a_counting_that_was_stopped_goes_on_where_it_was(duel: Battle, told: Report) -> None:
    whole = list(tell(duel, SMALL))
    known = [piece for piece in whole if isinstance(piece, Counted)][:4]
    asked: list[int] = []

    def play(battle: Battle, wanted: Sequence[tuple[Point, Job]]) -> Iterator[list[tuple[int, ...]]]:
        asked.extend([point.entry for point, _ in wanted])
        return play_here(battle, wanted)

    rest = list(tell(duel, SMALL, known, play))
    assert len(asked) == sum(isinstance(piece, Counted) and not piece.count.exact for piece in whole) - 3
    assert assemble([*known, *rest]) is not None
    assert assemble([whole[0], *known, *rest[2:]]) == told


def test_a_battle_that_goes_on_has_no_report() -> None:
    battle = banneret.start("stacks", "hit_and_run", seed=3)
    with pytest.raises(BadInput, match="not over"):
        report(battle, SMALL)


def test_the_facts(duel: Battle, told: Report) -> None:
    facts = told.facts
    assert facts.ending.winners == tuple(duel.winners)
    assert (facts.hash, facts.entries) == (duel.record.hash, duel.record.count)
    assert facts.rule
    fallen = [fate.name for fate in facts.fates if not fate.stands]
    assert sorted(fallen) == ["Goblins", "Goblins (2)", "Stone Giants"]
    assert all(fate.round for fate in facts.fates if not fate.stands)
    assert [one.number for one in facts.rounds][:2] == [1, 2]
    assert [one.count for one in facts.luck] == [one.count for one in duel.scene("referee").luck]
    assert told.finished
    assert told.curve[-1].exact
    assert told.curve[-1].chances[duel.sides.index(duel.winners[0])] == (1.0, 1.0, 1.0)
    assert told.counted <= facts.counts


def test_every_point_has_an_interval_around_its_chance(told: Report) -> None:
    for point in told.curve:
        for value, low, high in point.chances:
            assert 0 <= low <= value <= high <= 1
        assert sum(value for value, _, _ in point.chances) == pytest.approx(1, abs=0.001)
    assert told.margin > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_named_swings_exceed_their_error(seed: int) -> None:
    battle = fought("warcards", "border_skirmish", seed)
    budget = Budget(points=16, plays=60, again=6, more=3)
    pieces = list(tell(battle, budget))
    counts = {piece.count.entry: piece.count for piece in pieces if isinstance(piece, Counted)}
    found = assemble(pieces)
    assert found is not None
    assert len(found.turnings) <= 6
    assert [turn.entry for turn in found.turnings] == sorted(turn.entry for turn in found.turnings)
    for turn in found.turnings:
        assert is_sure(counts[turn.entry], counts[turn.to], budget)
        assert turn.lines
        assert turn.round
        assert all(0 <= token.x <= WIDE and 0 <= token.y <= HIGH for token in turn.tokens)


def test_what_chance_alone_may_have_made_is_not_named() -> None:
    some = points(3)
    level = {point.entry: count(point.entry, wins) for point, wins in zip(some, (100, 112, 100), strict=True)}
    assert not swings(some, level, Budget())
    steep = {point.entry: count(point.entry, wins) for point, wins in zip(some, (100, 160, 158), strict=True)}
    assert [(a.entry, b.entry) for a, b in swings(some, steep, Budget())] == [(0, 2)]
    small = {
        point.entry: count(point.entry, wins, 100_000)
        for point, wins in zip(some, (50_000, 55_000, 55_000), strict=True)
    }
    assert is_sure(small[0], small[2], Budget())
    assert not swings(some, small, Budget())


@pytest.mark.long
def test_of_equal_battles_hardly_ever_a_swing_is_named() -> None:
    from banneret.kernel.dice import Chance

    chance, wrong = Chance(7), 0
    some = points(30)
    for _ in range(100):
        counts = {point.entry: count(point.entry, sum(chance.below(2) for _ in range(200))) for point in some}
        wrong += bool(swings(some, counts, Budget()))
    assert wrong <= 8  # of 100, where 5 are allowed on average


def test_the_largest_swing_is_halved_until_its_step_is_known() -> None:
    some, counts, budget = points(101), {}, Budget(points=32, plays=200, again=0)
    while (job := next_job(some, counts, budget)) is not None:
        entry = some[job.index].entry
        assert entry not in counts
        counts[entry] = count(entry, 60 if job.index < 37 else 140)
    assert len(counts) == 32
    assert [(a.entry, b.entry) for a, b in swings(some, counts, budget)] == [(72, 74)]


def test_a_doubtful_swing_is_counted_again() -> None:
    some, budget = points(4), Budget(points=8, plays=200, again=4, more=4)
    counts = {
        point.entry: count(point.entry, wins) for point, wins in zip(some, (90, 90, 112, 112), strict=True)
    }
    job = next_job(some, counts, budget)
    assert job is not None
    assert (job.first, job.last) == (200, 800)
    assert not is_sure(counts[2], counts[4], budget)
    assert total(some, False, budget) == 8


def test_size_is_the_largest_change_of_any_side() -> None:
    assert size(Count(0, (50, 50), 0, 100), Count(1, (60, 30), 10, 100)) == pytest.approx(0.15)


def test_pieces_that_cannot_be_told_apart_have_no_fates() -> None:
    battle = fought("fenlight", "drowned_causeway")
    facts = next(piece for piece in tell(battle, SMALL) if isinstance(piece, Facts))
    assert facts.fates == ()
    assert facts.chart is not None


def test_a_battle_that_was_given_up_has_no_exact_end() -> None:
    battle = banneret.start("stacks", "hit_and_run", seed=3)
    battle.end(["defender"], "the attacker gave up")
    found = report(battle, SMALL)
    assert found.facts.ending.winners == ("defender",)
    assert not any(point.exact for point in found.curve)


def test_checkpoints_lie_in_order_along_the_rounds(duel: Battle) -> None:
    way = walk(duel)
    along = [point.along for point in way.points]
    assert along == sorted(along)
    assert along[-1] == pytest.approx(len(way.rounds), abs=1)
    assert [point.entry for point in way.points] == sorted({point.entry for point in way.points})


def fought_by_chance(seed: int) -> Battle:
    battle = banneret.start("companies", "deep_gate", seed=seed)
    battle.play_out(dict.fromkeys(battle.sides, "random"))
    return battle


def ended_by_night(battle: Battle) -> bool:
    return battle.outcome is not None and battle.outcome.reason.startswith("Night falls")


def test_a_round_that_only_the_clock_shows_is_none() -> None:
    """Ten exchanges are fought, then night falls: the clock stands at the eleventh, and nobody fought in it."""
    way = walk(next(filter(ended_by_night, map(fought_by_chance, range(100)))))  # one of the first dozen
    assert [one.number for one in way.rounds] == list(range(11))  # what is before the battle is 0
    assert way.points[-1].along == len(way.rounds)


def test_the_report_as_text_and_as_a_page(told: Report) -> None:
    text = report_text(told, 0, 80)
    (last,) = [line for line in text.splitlines() if line.startswith("  At the end")]
    assert last.endswith(f"entry {told.facts.entries}")
    assert winners_text(told.facts) in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "20 battles each" in " ".join(text.split())
    page = report_html(told, 0)
    assert page.count("<html") == 1
    assert "http" not in page.replace("http://www.w3.org", "")
    assert told.facts.hash in page
    assert "size:letter" in report_html(told, 0, "letter")


def test_names_are_written_as_text_on_the_page(told: Report) -> None:
    facts = msgspec.structs.replace(told.facts, title='<script>"x"</script>\\')
    page = report_html(msgspec.structs.replace(told, facts=facts))
    assert "<script>" not in page


def test_a_report_that_is_being_counted_says_how_far_it_is(duel: Battle) -> None:
    pieces = list(tell(duel, SMALL))[:4]
    found = assemble(pieces)
    assert found is not None
    assert not found.finished
    assert f"Counting, {found.counted} of {found.facts.counts}" in " ".join(report_text(found).split())
    assert assemble([]) is None


def test_how_far_it_may_be_off_is_said_of_what_was_counted(told: Report) -> None:
    for counted, margin, says in (
        (0, 0.0, ""),
        (3, 0.01, "; each within 1 point of the true one, 19 times in 20."),
        (3, 0.03, "; each within 3 points of the true one, 19 times in 20."),
    ):
        text = basis(msgspec.structs.replace(told, counted=counted, margin=margin), 0)
        assert text.endswith(says)
        assert ("within" in text) == bool(says)


@pytest.mark.parametrize(
    ("chance", "middle"), [(0.5, (False, False)), (0.97, (True, False)), (0.03, (False, True))]
)
def test_the_names_of_the_halves_keep_off_the_beginning_of_the_curve(
    told: Report, chance: float, middle: tuple[bool, bool]
) -> None:
    curve = tuple(
        [
            msgspec.structs.replace(point, chances=((chance, 0.0, 1.0), (1 - chance, 0.0, 1.0)))
            for point in told.curve
        ]
    )
    page = report_html(msgspec.structs.replace(told, curve=curve))
    names = [one.name for one in told.facts.sides]
    found = [re.search(rf'y="([0-9.]+)"[^>]*>{re.escape(name)} ahead', page) for name in names]
    heights = [float(one[1]) for one in found if one]
    rims = [abs(height - edge) < 60 for height, edge in zip(heights, (26, 302), strict=True)]
    assert (not rims[0], not rims[1]) == middle
