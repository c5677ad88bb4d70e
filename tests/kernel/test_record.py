"""The record: readable, byte-identical after being read, and every cut or alteration noticed."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from kernel.toy import RULEBOOK

from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.record.entry import Entry
from banneret.kernel.record.header import MAX_HEADER_LINE, Header
from banneret.kernel.record.history import History
from banneret.kernel.record.record import MAX_BYTES, MAX_ENTRIES, Record
from banneret.kernel.verify import verify
from banneret.testing.kit.readers import mutate_text


def play(scenario: str = "duel", **more: Any) -> Battle:
    """A battle that has been played out by chance."""
    battle = Battle.start(RULEBOOK, scenario, **{"seed": 5, **more})
    chance = Chance(1)
    while not battle.is_over:
        decision = battle.decisions[0]
        battle.give(battle.sides[decision.side], decision.sample(chance))
    return battle


def test_a_record_reads_like_this() -> None:
    battle = play("tiny")
    lines = battle.text.split("\n")
    assert lines[0] == "banneret record 1"
    assert lines[1] == "rulebook toy 1"
    assert lines[2].startswith('scenario {"data":{"cards":6,')
    assert lines[3:6] == [
        'options {"peek":"yes","ties":"nobody"}',
        'seats {"blues":"blues","reds":"reds"}',
        "players {}",
    ]
    assert lines[6] == f"dice seeded {battle.commitment}"
    assert lines[7][:2] == "= "
    assert lines[8] == "seed 5"
    assert lines[9].startswith("1 reds d6 5 #")
    assert re.fullmatch(r"5 reds sealed [0-9a-f]{64} [0-9a-f]{32} > play 3 #[0-9a-f]{12}", lines[13])
    assert lines[-1] == ""


def test_load_after_save_is_identical() -> None:
    battle = play("trio", players={"greens": "greedy"}, seats={"anna": "reds", "ref": "referee"})
    for text in (battle.text, battle.private_text, battle.record.open_text):
        record = Record.parse(text)
        assert record.damage == ""
        assert record.text == text
        assert Record.parse(record.text).hash == battle.record.hash


def test_the_seed_is_told_when_the_battle_is_over() -> None:
    battle = Battle.start(RULEBOOK, "duel", seed="secret-word")
    assert "secret-word" not in battle.text
    assert "seed secret-word\n" in battle.private_text
    battle.play_out()
    assert "seed secret-word\n" in battle.text


def test_entries_are_read_like_a_list() -> None:
    record = play("tiny").record
    entries = record.entries
    assert len(entries) == record.count == 9
    assert entries[0] == Entry("reds", faces=6, value=5)
    assert entries[-1] == entries[8] == Entry("blues", ("peek", 0))
    assert [(entry.who, entry.words) for entry in entries[4:6]] == [
        ("reds", ("play", 3)),
        ("blues", ("play", 6)),
    ]
    assert [entry.kind for entry in entries].count("die") == 6
    with pytest.raises(IndexError):
        entries[9]


@pytest.mark.parametrize(
    "entry",
    [
        Entry("reds", ("play", 3)),
        Entry("reds", ("play", 3), seat="anna"),
        Entry("reds", ("play", 3), seat="anna", seal="5e" * 32, salt="a1" * 16),
        Entry("-", faces=20, value=20),
        Entry("!", ("note", 'a "quoted" word > #0123')),
        Entry("!", ("undo", 0, ("reds", "blues"))),
        Entry("!", ("player", "reds", "greedy")),
        Entry("!", ("player", "reds", "greedy", "search stalled")),
        Entry("!", ("force", "reds", ("play", 3), "asleep")),
        Entry("!", ("end", (), "dinner")),
        Entry("!", ("concede", "reds")),
        Entry("!", ("mended", "line 12: cut")),
    ],
    ids=str,
)
def test_an_entry_is_the_same_after_being_written_and_read(entry: Entry) -> None:
    assert Entry.parse(str(entry)) == entry


@pytest.mark.parametrize(
    "text",
    [
        "", "reds", "reds > ", "reds play 3", "re ds > play", "reds d6 7", "reds d6 0", "reds d0 0", "reds d6 07",
        "reds d9999999 1", "reds > play  3", "reds > play 3.0", "reds > play 03", "! ", "! note", "! note 7", "! dance",
        '! note "a" "b"', "! undo x ()", "! undo -1 ()", "! undo 1 (2)", "! player reds", "! force reds play x",
        "! force reds () x", "! end reds x", "! (note) x", "!note x", "reds/ > play 3",
    ],
)  # fmt: skip
def test_what_is_no_entry_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Entry.parse(text)


def test_a_record_takes_no_entry_that_could_not_be_read_again() -> None:
    record = play("tiny").record
    before = record.text
    for entry in (
        Entry("!", ("note", 7)),
        Entry("!", ("dance",)),
        Entry("!", ("force", "reds", tuple("x" * 20 for _ in range(300)), "why")),
    ):
        with pytest.raises(BadInput):
            record.append(entry)
    assert record.text == before


def test_every_cut_is_noticed_and_the_good_part_loads() -> None:
    battle = play("tiny")
    text = battle.text
    head = text.index("\nseed 5\n") + 1
    for end in range(len(text)):
        if end < head:
            with pytest.raises(BadInput):
                Record.parse(text[:end])
            continue
        record = Record.parse(text[:end])
        complete = end in (head, head + 7) or text[end - 1] == "\n"
        assert bool(record.damage) != complete, text[:end]
        assert text.startswith(record.text) or text.startswith(record.text.replace("seed 5\n", ""), 0, head)
        assert record.count == max(0, text[:end].count("\n") - 9)


def test_every_flipped_bit_is_noticed_and_the_good_part_loads() -> None:
    text = play("tiny").text
    lines = text.split("\n")
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line) + 1)
    for at in range(len(text)):
        for bit in (1, 4, 64):
            flipped = text[:at] + chr(ord(text[at]) ^ bit) + text[at + 1 :]
            line = next(index for index in range(len(lines)) if at < begins[index + 1])
            try:
                record = Record.parse(flipped)
            except BadInput:
                record = None
            if record is None:
                assert line < 8
                continue
            assert record.damage, flipped[at - 20 : at + 20]
            good = 9 if line == 8 and text[at] != "\n" else max(0, line - 9)
            assert record.count == good, (line, record.damage)


def test_lines_swapped_lost_and_doubled_are_noticed() -> None:
    text = play("tiny").text
    lines = text.split("\n")
    for index in range(9, len(lines) - 2):
        swapped = [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]]
        doubled = [*lines[: index + 1], *lines[index:]]
        lost = [*lines[:index], *lines[index + 1 :]]
        for changed in (swapped, doubled, lost):
            record = Record.parse("\n".join(changed))
            assert record.damage
            assert record.count in (index - 9, index - 8)


def test_damage_says_where() -> None:
    text = play("tiny").text
    altered = text.replace(" > play 3 #", " > play 4 #")
    record = Record.parse(altered)
    assert (
        record.damage
        == "line 14: its hash does not fit: the file was altered; the 4 entries before it are good"
    )
    assert record.count == 4


def test_a_damaged_record_is_played_on_with_new_dice() -> None:
    battle = play("duel")
    text = battle.private_text
    cut = text[: text.index("\n20 ") + 9]
    again = Battle.from_record(RULEBOOK, Record.parse(cut))
    assert again.damage.endswith("the 19 entries before it are good")
    assert again.entries[19].kind == "mended"
    assert not again.locked
    again.play_out()
    assert [str(entry) for entry in again.entries[:19]] == [str(entry) for entry in battle.entries[:19]]
    dice = [entry.value for entry in again.entries[19:] if entry.faces]
    assert dice != [entry.value for entry in battle.entries[19:] if entry.faces][: len(dice)]
    assert verify(again.text, lambda name: RULEBOOK).ok
    assert Battle.from_record(RULEBOOK, Record.parse(again.text)).dump() == again.dump()


def test_a_wrong_seed_in_a_record_is_noticed() -> None:
    battle = Battle.start(RULEBOOK, "duel", seed="5")
    again = Battle.from_record(RULEBOOK, Record.parse(battle.private_text.replace("seed 5\n", "seed 6\n")))
    assert "seed does not fit the hash" in again.damage
    assert again.locked


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("banneret record 1", "banneret record 2", "not a record that this version can read"),
        ("banneret record 1\n", "banneret record 1\r\n", "line feed alone"),
        ("rulebook toy 1", "rulebook toy one", "line 2"),
        ("scenario {", "scenario [", "line 3"),
        ('options {"', 'options {  "', "line 4"),
        ("dice seeded ", "dice loaded ", "line 7"),
        ("= ", "=  ", "line 8"),
        ('seats {"blues"', 'seats {"bl ues"', "line 5"),
    ],
)
def test_a_bad_header_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    text = play("tiny").text
    assert old in text
    with pytest.raises(BadInput, match=message):
        Record.parse(text.replace(old, new, 1))


def test_hostile_sizes_are_refused_at_once() -> None:
    text = play("tiny").text
    for hostile in (
        "x" * 9_000_000,
        text.replace('scenario {"data"', 'scenario {"data"' + " " * 500_000),
        text.replace('scenario {"', "scenario " + "[" * 100_000 + '{"'),
        text.replace("options {", 'options {"a":' + "9" * 10_000 + ","),
        text + "10 " + "x" * 100_000 + "\n",
        text + "\ud800",
    ):
        assert hostile != text
        try:
            damage = Record.parse(hostile).damage
        except BadInput:
            continue
        assert damage


def test_a_record_is_small_on_disk_and_in_memory() -> None:
    battle = play("long")
    record = battle.record
    assert len(record.text) - len(record.head) < 100 * record.count
    memory = sum(sys.getsizeof(part) for part in (record, record._body, record._ends, record._digest))
    assert memory < 100 * record.count + 1000


def test_cutting_and_dropping_keep_the_chain_whole() -> None:
    record = play("tiny").record
    text = record.text
    part = record.beginning(6)
    assert text.startswith(part.open_text.partition("= ")[0])
    part.drop(5)
    assert [entry.words for entry in part.entries[4:]] == [("play", 6)]
    assert Record.parse(part.text).damage == ""
    part.cut(2)
    assert part.count == 2
    assert Record.parse(part.text).count == 2
    assert record.text == text


def test_a_full_record_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(Header("toy", 1, "{}", {}, {}, {}, "typed"))
    monkeypatch.setattr("banneret.kernel.record.record.MAX_ENTRIES", 20)
    for _ in range(20):
        record.append(Entry("!", ("note", "x" * 290)))
    with pytest.raises(BadInput, match="full: 20 entries"):
        record.append(Entry("!", ("note", "x")))
    monkeypatch.setattr("banneret.kernel.record.record.MAX_ENTRIES", 200)
    monkeypatch.setattr("banneret.kernel.record.record.MAX_BYTES", 1_607_000)
    with pytest.raises(BadInput, match="full: 20 entries"):
        record.append(Entry("!", ("note", "Ü" * 290)))
    monkeypatch.undo()
    assert Record.parse(record.text).count == record.count == 20


def test_what_an_undo_leaves_standing() -> None:
    def left(*texts: str) -> list[int]:
        history = History()
        for entry in map(Entry.parse, texts):
            history.append(entry)
        return history.standing()

    one, other = "reds > a", "blues > b"
    assert left() == []
    assert left(one, "- d6 3", "! note x", other) == [1, 2, 4]
    assert left(one, other, "! undo 1 ()") == [1]
    assert left(one, other, "! undo 1 ()", other) == [1, 4]
    assert left(one, other, "! undo 0 ()", one, "! undo 2 ()") == [1, 2]  # forth again
    assert left(one, other, "! undo 0 ()", one, "! undo 2 ()", "! undo 4 ()") == [4]
    with pytest.raises(BadInput, match="entry 1"):
        left("! undo 1 ()")


def test_damaged_records_only_raise_bad_input() -> None:
    text = play("tiny").text
    chance = Chance(7)
    for _ in range(2000):
        try:
            Record.parse(mutate_text(text, chance, 2))
        except BadInput:
            continue


def test_records_are_saved_whole_or_not_at_all(tmp_path: Path) -> None:
    battle = play("tiny")
    file = tmp_path / "x.banneret"
    battle.save(file)
    assert file.read_bytes() == battle.private_text.encode()
    assert [path.name for path in tmp_path.iterdir()] == ["x.banneret"]
    for bad in (tmp_path / "no" / "folder" / "x", tmp_path, "nul\0name", "."):
        with pytest.raises(BadInput, match="cannot be written"):
            battle.save(bad)
    assert not tmp_path.with_name(f"{tmp_path.name}.part").exists()  # it would hold the seed


def test_the_page_and_the_browser_know_the_bounds() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "record-format.md").read_text(encoding="utf-8")
    client = (root / "client" / "src" / "verify" / "record.ts").read_text(encoding="utf-8")
    entries = MAX_BYTES - 4 * MAX_HEADER_LINE
    for name, bound in (("MOST", MAX_BYTES), ("MOST_ENTRIES", MAX_ENTRIES), ("MOST_BYTES", entries)):
        assert f"{bound:,}" in page
        assert f"const {name} = {bound:_}\n" in client
