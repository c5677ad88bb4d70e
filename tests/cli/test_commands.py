"""Every command: what it prints, its JSON, its exit code, and what it says to bad input."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from banneret.cli import main as command_line
from banneret.cli.arguments import SPECS, read_words
from banneret.cli.console import Console
from banneret.cli.keeping import InFile, Keeper
from banneret.cli.listing import print_json
from banneret.cli.odds import patience
from banneret.kernel.battle import Battle
from banneret.kernel.claims import hold
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import Rulebook

from .conftest import Command

# ---------------------------------------------------------------- what there is


def test_rulebooks(banneret: Command) -> None:
    found = banneret("rulebooks", "--json").json
    assert [row["id"] for row in found] == sorted(row["id"] for row in found)
    stacks = next(row for row in found if row["id"] == "stacks")
    assert set(stacks) >= {"id", "title", "summary", "version"}
    assert "stacks" in banneret("rulebooks").out


def test_rulebooks_loads_no_rules() -> None:
    code = (
        "import sys; from banneret.cli.main import main; main(['rulebooks']);"
        "heavy = [m for m in sys.modules if m.startswith(('banneret.rulebooks.', 'banneret.lab', 'banneret.players'))"
        " or m in ('msgspec', 'multiprocessing', 'asyncio')]; print(heavy)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_scenarios(banneret: Command) -> None:
    found = banneret("scenarios", "stacks", "--json").json
    one = next(row for row in found if row["id"] == "two_banners")
    assert one["sides"] == ["groves", "halls"]
    assert set(one) >= {"id", "title", "level", "kind", "sides", "summary"}
    told = " ".join(banneret("scenarios", "stacks").out.split())
    assert "The Ford of Two Banners" in told
    assert "Uphill for Halls: 29 of 100" in told
    assert "basic: Groves against Halls" in told


def test_options(banneret: Command) -> None:
    found = banneret("options", "stacks", "--json").json
    one = next(row for row in found if row["id"] == "archers")
    assert one["values"] == ["all", "best-one"]
    assert one["default"] == "all"
    assert one["rule"] == "opt.archers"
    assert "archers = all (default), best-one" in banneret("options", "stacks").out


def test_players(banneret: Command) -> None:
    assert {"random", "greedy"} <= {row["name"] for row in banneret("players", "stacks", "--json").json}
    assert "greedy" in banneret("players", "stacks").out


@pytest.mark.long
def test_rules(banneret: Command) -> None:
    found = banneret("rules", "stacks", "--json").json
    assert len(found) == 247
    assert all(set(row) >= {"id", "title", "tier", "text", "tests"} for row in found)
    assert all(isinstance(row["tests"], list) for row in found)
    listed = banneret("rules", "stacks").out
    assert all(row["id"] in listed for row in found)


def test_one_rule(banneret: Command) -> None:
    said = banneret("rules", "stacks", "guard.replace")
    assert said.code == 0
    assert "guard.replace: Guard" in said.out
    assert "Example: Given" in said.out
    same = banneret("rules", "stacks", "stacks:guard.replace", "--json").json
    assert [row["id"] for row in same] == ["guard.replace"]


def test_rules_with_tests(banneret: Command) -> None:
    said = banneret("rules", "stacks", "--tests")
    assert said.code == 0
    assert "247 rules, " in said.out
    proved = [row for row in banneret("rules", "stacks", "--json").json if row["tests"]]
    for row in proved[:5]:
        assert row["tests"][0] in said.out
    missing = banneret("rules", "stacks", "--missing", "--json")
    assert len(missing.json) == 247 - len(proved)
    assert missing.code == (1 if missing.json else 0)


def test_rules_of_a_tier(banneret: Command) -> None:
    found = banneret("rules", "stacks", "--tier", "core", "--json").json
    assert found
    assert {row["tier"] for row in found} == {"core"}


def test_version_and_help(banneret: Command) -> None:
    assert banneret("--version").out.startswith("banneret ")
    assert "fight" in banneret("--help").out
    for name in SPECS:
        said = banneret(name, "--help")
        assert said.code == 0
        assert said.out.startswith(f"usage: banneret {name}")


# ---------------------------------------------------------------- fight


def test_fight_once(banneret: Command, toy: Rulebook[Any]) -> None:
    one = banneret("fight", "toy", "duel", "--seed", "7", "--json")
    assert one.code == 0
    found = one.json
    assert set(found) >= {"rulebook", "scenario", "games", "seed", "wins", "draws"}
    assert found["rulebook"] == "toy"
    assert found["scenario"] == "duel"
    assert found["games"] == 1
    assert found["seed"] == 7
    assert sum(found["wins"].values()) + found["draws"] == 1
    again = banneret("fight", "toy", "duel", "--seed", "7", "--json").json
    assert again["hash"] == found["hash"]
    assert "seed 7" in banneret("fight", "toy", "duel", "--seed", "7").out


def test_fight_shown(banneret: Command, toy: Rulebook[Any]) -> None:
    said = banneret("fight", "toy", "duel", "--seed", "7", "--show")
    assert "- Played: reds" in said.out
    assert said.code == 0


def test_fight_with_options_and_players(banneret: Command, toy: Rulebook[Any]) -> None:
    found = banneret(
        "fight", "toy", "trio", "--players", "greedy,random,greedy", "--option", "ties=reroll", "--json"
    ).json
    assert found["players"] == {"reds": "greedy", "blues": "random", "greens": "greedy"}
    assert found["options"]["ties"] == "reroll"


def test_fight_keeps_a_record_and_never_overwrites(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path
) -> None:
    path = tmp_path / "battle.banneret"
    found = banneret("fight", "toy", "duel", "--seed", "7", "--record", path, "--json").json
    assert found["record"] == str(path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("banneret record 1\n")
    said = banneret("fight", "toy", "duel", "--record", path)
    assert said.code == 2
    assert "exists already" in said.err
    assert path.read_text(encoding="utf-8") == text


def test_a_file_whose_folder_is_missing_is_refused_before_the_work(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "battle.banneret"
    banneret("fight", "toy", "duel", "--seed", "7", "--record", kept, "--json")
    monkeypatch.setattr("banneret.cli.fighting._play_out", lambda battle: pytest.fail("fought"))
    monkeypatch.setattr("banneret.cli.report._told", lambda battle, given: pytest.fail("counted"))
    for command in (
        ("fight", "toy", "duel", "--record", tmp_path / "none" / "a.banneret"),
        ("report", kept, "--out", tmp_path / "none" / "a.txt"),
        ("export", kept, tmp_path / "none" / "a.txt"),
    ):
        said = banneret(*command)
        assert said.code == 2
        assert f"there is no folder {str(tmp_path / 'none')!r}" in said.err


def test_a_scenario_from_a_file(banneret: Command, toy: Rulebook[Any], tmp_path: Path) -> None:
    plain = json.loads(toy.scenario("tiny").to_json())
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(plain), encoding="utf-8")
    assert banneret("fight", "toy", path, "--json").json["scenario"] == "tiny"
    path = tmp_path / "mine.toml"
    path.write_text(
        'id = "own"\ntitle = "Own"\nsides = ["reds", "blues"]\n[data]\ntricks = 2\n', encoding="utf-8"
    )
    assert banneret("fight", "toy", path, "--json").json["scenario"] == "own"


def test_fight_many(banneret: Command) -> None:
    words = ["fight", "stacks", "first_blood", "--games", "40", "--seed", "5", "--players", "greedy,random"]
    found = banneret(*words, "--workers", "2", "--json").json
    assert set(found) >= {"rulebook", "scenario", "games", "seed", "wins", "draws"}
    assert found["games"] == 40
    assert found["players"] == {"attacker": "greedy", "defender": "random"}
    assert sum(found["wins"].values()) + found["draws"] == 40
    again = banneret(*words, "--workers", "1", "--json").json
    assert again["wins"] == found["wins"]
    said = banneret(*words, "--workers", "1")
    assert "First blood: Attacker (greedy) against Defender (random)" in said.out
    assert said.err == ""


def test_fight_until_it_is_known(banneret: Command) -> None:
    found = banneret(
        "fight", "stacks", "first_blood", "--until", "8%", "--seed", "1", "--workers", "1", "--json"
    ).json
    assert found["stopped"] == "until"
    assert 100 <= found["games"] <= 400


def test_fight_goes_on_from_a_file(banneret: Command, tmp_path: Path) -> None:
    path = tmp_path / "results"
    words = ["fight", "stacks", "first_blood", "--players", "random", "--workers", "1", "--json"]
    first = banneret(*words, "--games", "30", "--resume", path).json
    again = banneret(*words, "--games", "50", "--resume", path)
    straight = banneret(*words, "--games", "50", "--seed", first["seed"]).json
    assert again.json == straight
    assert f"30 games stand in {path}, and are not played again" in again.err
    other = banneret(*words, "--games", "50", "--resume", path, "--option", "archers=best-one")
    assert (other.code, "holds results of another job: its options is" in other.err) == (2, True)
    both = banneret(*words, "--games", "50", "--cluster", "auto")
    assert (both.code, "--workers and --cluster contradict each other" in both.err) == (2, True)
    single = banneret(*words, "--resume", path)
    assert (single.code, "--resume is for many battles; add --games or --until" in single.err) == (2, True)
    alone = banneret("fight", "stacks", "first_blood", "--cluster", "auto")
    assert (alone.code, "--cluster is for many battles; add --games or --until" in alone.err) == (2, True)


def test_fight_two_lists(banneret: Command, tmp_path: Path) -> None:
    found = banneret("fight", "stacks", "4 Dwarves, DwarfLord vs 6 Goblins, Stone Giants", "--json").json
    assert set(found["wins"]) == {"attacker", "defender"}
    path = tmp_path / "army.txt"
    path.write_text("4 Dwarves\nDwarfLord\n", encoding="utf-8")
    assert "4 Dwarves and DwarfLord against Goblins" in banneret("fight", "stacks", f"@{path} vs Goblins").out


# ---------------------------------------------------------------- tournament


def test_tournament_of_players(banneret: Command) -> None:
    words = ["tournament", "stacks", "first_blood", "--players", "random,greedy,default", "--games", "4"]
    words += ["--seed", "3", "--workers", "1"]
    found = banneret(*words, "--json").json
    assert found["games"] == 12
    assert {row["name"] for row in found["ratings"]} == {"random", "greedy", "default"}
    assert "rating" in banneret(*words).out
    rows = banneret(*words, "--csv").out.splitlines()
    assert rows[0].startswith("rank,name,rating")
    assert len(rows) == 4


def test_tournament_goes_on_from_a_file(banneret: Command, tmp_path: Path) -> None:
    path = tmp_path / "results"
    words = [
        "tournament",
        "stacks",
        "first_blood",
        "--players",
        "random,greedy",
        "--games",
        "6",
        "--resume",
        path,
    ]
    first = banneret(*words, "--seed", "3", "--json").json
    again = banneret(*words, "--json")
    assert again.json == first
    assert "6 games stand in" in again.err


def test_tournament_of_armies(banneret: Command, tmp_path: Path) -> None:
    path = tmp_path / "horde.txt"
    path.write_text("6 Goblins\nStone Giants\n", encoding="utf-8")
    words = [
        "tournament",
        "stacks",
        "--army",
        "Hall=4 Dwarves, DwarfLord",
        "--army",
        f"Horde=@{path}",
        "--games",
        "4",
    ]
    found = banneret(*words, "--seed", "3", "--workers", "1", "--json").json
    assert {row["name"] for row in found["ratings"]} == {"Hall", "Horde"}
    assert found["entrants"][1]["army"] == "6 Goblins, Stone Giants"


# ---------------------------------------------------------------- odds


def test_odds(banneret: Command) -> None:
    found = banneret("odds", "stacks", "Dwarves", "Goblins", "--json").json
    assert found["exact"] is True
    assert (found["attacker"], found["defender"], found["neither"]) == ("21/31", "10/31", "0/1")
    assert found["expected_losses"] == {"attacker": "10/31", "defender": "21/31"}
    said = banneret("odds", "stacks", "4 Dwarves, DwarfLord", "6 Goblins, Stone Giants")
    assert said.code == 0
    assert "4 Dwarves and DwarfLord attack 6 Goblins and Stone Giants" in said.out
    assert "attacker wins    81.4 %" in said.out


def test_odds_man_to_man(banneret: Command) -> None:
    found = banneret("odds", "battlesystem", "--duel", "fighter 7", "Ogre", "--json").json
    assert found["exact"] is True
    assert found["attacker"] + found["defender"] + found["neither"] == pytest.approx(1)
    assert {"attacker", "defender"} == set(found["expected_losses"])
    said = banneret("odds", "battlesystem", "--duel", "fighter 7", "Ogre", "--option", "until=melee")
    assert "Fighter 7 against Ogre" in said.out
    assert "choose individuals: --duel" in banneret("odds", "battlesystem", "fighter 7", "Ogre").err
    assert "no individual 'knight 7'" in banneret("odds", "battlesystem", "--duel", "knight 7", "Ogre").err


@pytest.mark.parametrize("reveal", ["in-order", "uniform"])
@pytest.mark.parametrize("support", ["none", "all"])
def test_odds_under_every_policy(banneret: Command, reveal: str, support: str) -> None:
    words = ["odds", "stacks", "2 Dwarves, DwarfLord", "2 Goblins", "--reveal", reveal, "--support", support]
    found = banneret(*words, "--json").json
    assert (found["reveal"], found["support"]) == (reveal, support)
    assert sum(Fraction(found[side]) for side in ("attacker", "defender", "neither")) == 1


def test_odds_of_lists_in_files(banneret: Command, tmp_path: Path) -> None:
    path = tmp_path / "army.txt"
    path.write_text("# the hall guard\n4 Dwarves,\nDwarfLord  # their lord\n", encoding="utf-8")
    found = banneret("odds", "stacks", f"@{path}", "6 Goblins", "--json").json
    assert found["attackers"] == ["Dwarves"] * 4 + ["DwarfLord"]


def test_odds_with_options(banneret: Command) -> None:
    words = ["odds", "stacks", "Dwarves, 2 Elves", "2 Storm Giants", "--support", "all"]
    assert banneret(*words).out != banneret(*words, "--option", "archers=best-one").out
    assert banneret(*words, "--option", "rounds=1", "--json").json["max_rounds"] == 1


def test_odds_where_a_rulebook_has_none(banneret: Command, toy: Rulebook[Any]) -> None:
    assert "cannot count" in banneret("odds", "toy", "a", "b").err


# ---------------------------------------------------------------- replay, verify, export


@pytest.fixture
def recorded(banneret: Command, toy: Rulebook[Any], tmp_path: Path) -> Path:
    path = tmp_path / "battle.banneret"
    assert banneret("fight", "toy", "duel", "--seed", "7", "--record", path).code == 0
    return path


def test_replay(banneret: Command, recorded: Path) -> None:
    said = banneret("replay", recorded)
    assert said.code == 0
    assert "- Played: reds" in said.out
    assert "(End: toy:end)" in said.out
    found = banneret("replay", recorded, "--json").json
    assert found["entries"] == found["of"]
    assert found["winners"] is not None
    assert any(text.startswith("Played: reds") for text in found["news"])


def test_replay_to_an_entry(banneret: Command, recorded: Path) -> None:
    found = banneret("replay", recorded, "--to", "12", "--json").json
    assert found["entries"] == 12
    assert found["winners"] is None
    assert banneret("replay", recorded, "--to", "0").code == 0
    assert "   12  " in banneret("replay", recorded, "--to", "12", "--entries").out
    assert banneret("replay", recorded, "--to", "9999").code == 2


def test_replay_from_a_seat_shows_what_it_saw(banneret: Command, recorded: Path) -> None:
    all_of_it = banneret("replay", recorded, "--to", "8").out
    seen = banneret("replay", recorded, "--to", "8", "--seat", "reds").out
    assert "Hand of the blues: card" in all_of_it
    assert "Hand of the blues: 4 not known" in seen
    assert banneret("replay", recorded, "--seat", "pinks").code == 2


def test_verify(banneret: Command, recorded: Path) -> None:
    said = banneret("verify", recorded)
    assert said.code == 0
    assert said.out.startswith("Good: ")
    assert "as the seed gives them" in said.out
    assert "commitment  good" in said.out
    found = banneret("verify", recorded, "--json").json
    assert found["ok"] is True
    assert found["problem"] is None


@pytest.mark.parametrize("line", [1, 2, 3, 4, 5, 6, 7, 9, 12, -2])
def test_verify_notices_an_altered_line(banneret: Command, recorded: Path, line: int) -> None:
    lines = recorded.read_text(encoding="utf-8").split("\n")
    lines[line] = lines[line].translate(str.maketrans("0123456789abcdef", "1234567890bcdefa"))
    recorded.write_text("\n".join(lines), encoding="utf-8")
    said = banneret("verify", recorded)
    assert said.code == 1
    assert said.out.startswith("Not good:\n")
    found = banneret("verify", recorded, "--json")
    assert found.code == 1
    assert found.json["ok"] is False


def test_verify_notices_a_cut(banneret: Command, recorded: Path) -> None:
    data = recorded.read_bytes()
    recorded.write_bytes(data[: data.index(b"\n", len(data) // 2) - 3])
    said = banneret("verify", recorded)
    assert said.code == 1
    assert "entries before it are good" in said.out
    assert banneret("replay", recorded).code == 0  # its longest good part


def test_verify_wants_a_record(banneret: Command, tmp_path: Path) -> None:
    for name, data in (("a", b""), ("b", b"PNG\x00\xff"), ("c", b"hello")):
        (tmp_path / name).write_bytes(data)
        assert banneret("verify", tmp_path / name).code == 2
    assert banneret("verify", tmp_path / "nowhere").code == 2
    assert banneret("verify", tmp_path).code == 2


def test_export(banneret: Command, recorded: Path, tmp_path: Path) -> None:
    for name, begins in (
        ("a.html", "<!doctype html>"),
        ("b.txt", "A duel"),
        ("c.banneret", "banneret record 1"),
    ):
        assert banneret("export", recorded, tmp_path / name).code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
        assert banneret("export", recorded, tmp_path / name).code == 2
    assert banneret("export", recorded, tmp_path / "d.docx").code == 2
    assert banneret("export", recorded, tmp_path / "no" / "folder.txt").code == 2
    assert banneret("export", recorded, tmp_path / "e.banneret", "--to", "5").code == 0
    assert banneret("verify", tmp_path / "e.banneret").code == 0


# ---------------------------------------------------------------- play


def test_play_against_the_computer(banneret: Command, toy: Rulebook[Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.banneret"
    words = ["play", "toy", "duel", "--as", "reds", "--against", "greedy", "--seed", "3", "--record", path]
    first = banneret(*words, typed="1 2\n2\nq\n")
    assert first.code == 0
    assert f"banneret resume {path}" in first.out
    kept = len(path.read_text(encoding="utf-8").splitlines())
    second = banneret(
        "play", "toy", "duel", "--as", "reds", "--against", "greedy", "--record", path, typed="\n" * 99
    )
    assert second.code == 0
    assert "Going on with" in second.out
    assert "banneret verify" in second.out
    assert len(path.read_text(encoding="utf-8").splitlines()) > kept
    assert banneret("verify", path).code == 0
    third = banneret("resume", path)
    assert "This battle is over" in third.out


def test_every_accepted_order_is_on_disk_before_the_next_question(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.banneret"
    saved: list[int] = []
    save = Battle.save

    def spy(self: Battle, target: Path) -> None:
        save(self, target)
        saved.append(len(self.record.entries))

    monkeypatch.setattr(Battle, "save", spy)
    banneret("play", "toy", "duel", "--record", path, typed="\n0\n2\n")
    assert len(saved) >= 2
    assert f"\n{saved[-1]} " in path.read_text(encoding="utf-8")


def test_two_terminals_never_write_the_same_file(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path
) -> None:
    path = tmp_path / "mine.banneret"
    words = ["play", "toy", "duel", "--against", "greedy", "--record", path]
    banneret(*words, typed="\nq\n")
    kept = path.read_text()
    link = tmp_path / "link.banneret"
    link.symlink_to(path)
    first = hold(path)  # as another terminal does
    for again in (words, [*words[:-1], link], ["resume", path], ["resume", link]):
        refused = banneret(*again, typed="\n" * 99)
        assert refused.code == 2
        assert "is open in another program" in refused.err
        assert "copy of the file" in refused.err
    assert path.read_text() == kept
    first.close()
    assert banneret("resume", path, typed="\nq\n").code == 0
    assert len(path.read_text()) > len(kept)


def test_a_battle_that_cannot_be_kept_goes_on(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = banneret(
        "play", "toy", "duel", "--against", "greedy", "--record", tmp_path / "no" / "x", typed="\n" * 99
    )
    assert said.code == 0
    assert "The battle is not kept" in said.out
    assert said.out.count("The battle is not kept") == 1
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BANNERET_DATA", str(tmp_path / "file" / "below"))
    said = banneret("play", "toy", "duel", "--against", "greedy", typed="\n" * 99)
    assert said.code == 0
    assert said.out.count("The battle is not kept") == 1
    assert "cannot be used: Not a directory" in " ".join(said.out.split())


def test_a_file_that_came_in_between_is_left_alone(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path
) -> None:
    path = tmp_path / "one.banneret"
    path.write_text("of somebody else")
    said = Console()
    keeper = Keeper(InFile(Battle.start(toy, "duel", seed=3), path), said)
    keeper()
    assert path.read_text() == "of somebody else"
    assert not keeper.written


def test_names_and_streams_that_cannot_be_used(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "a" * 300
    record = tmp_path / "kept.banneret"
    assert banneret("fight", "toy", "duel", "--record", record).code == 0
    for words in (
        ["fight", "toy", "duel", "--record", long],
        ["play", "toy"],  # a rulebook that names no first battle
        ["play", "toy", "duel", "--record", long],
        ["export", record, long + ".txt"],
        ["verify", tmp_path],
        ["replay", record, "--to=--"],
        ["play", "toy", "duel", "--seed=--"],
    ):
        said = banneret(*words)
        assert said.code == 2, words
        assert "fault of Banneret" not in said.err
    for stream in ("stdin", "stdout", "stderr"):  # as where they were closed before the command began
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                f"import sys; sys.{stream} = None; from banneret.cli.main import main; main(['players', 'no'])",
            ],
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0
        assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_no_fault_of_ours() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "banneret", "rulebooks"],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("banneret: No space left")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no stream without end")
def test_a_stream_without_end_is_not_read_whole(banneret: Command) -> None:
    said = banneret("verify", "/dev/zero")
    assert said.code == 2
    assert "is larger than 5,000,000 bytes" in said.err


def test_the_same_command_goes_on_with_what_it_began(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path
) -> None:
    for number, words in enumerate((["--as", "reds"], ["--against", "greedy"], [])):
        command = ["play", "toy", "duel", "--record", tmp_path / str(number), *words]
        assert banneret(*command, typed="\n\nq\n").code == 0
        said = banneret(*command, typed="q\n")
        assert said.code == 0, said.err
        assert "Going on with" in said.out
    said = banneret("play", "toy", "duel", "--record", tmp_path / "1", "--against", "random")
    assert said.code == 2
    assert "was begun against greedy; leave --against out" in said.err


def test_odds_of_what_contradicts_itself_or_is_nowhere_are_refused(banneret: Command) -> None:
    said = banneret("odds", "stacks", "Elves", "Ents", "--reveal", "in-order", "--option", "reveal=uniform")
    assert said.code == 2
    assert "reveal cannot be both 'uniform' and 'in-order'" in said.err
    assert (
        banneret("odds", "stacks", "Elves", "Ents", "--reveal", "uniform", "--option", "reveal=uniform").code
        == 0
    )
    said = banneret("odds", "stacks", "Elves", "Ents", "--terrain", "Jumgle")
    assert said.code == 2
    assert "terrain cannot be 'Jumgle'" in said.err
    assert "Jungle" in said.err
    for ground in ("land", "jungle", "Sea"):
        assert banneret("odds", "stacks", "Merfolk", "Kraken", "--terrain", ground).code == 0


def test_what_is_wrong_with_a_list_in_a_file_names_the_file(banneret: Command, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("2 Elvs")
    assert f"{file}: no unit 'Elvs'" in banneret("odds", "stacks", f"@{file}", "Ents").err
    file.write_text('format = "banneret army 1"\nrulebook = "stacks"\n')
    assert f"{file}: is an army of" in banneret("odds", "warcards", "Knights", f"@{file}").err
    assert f"{file}: is an army of" in banneret("fight", "warcards", f"Knights vs @{file}").err
    assert (
        "muster draft: first_blood has no side" in banneret("muster", "draft", "stacks", "first_blood:Z").err
    )


def test_json_can_be_read_whatever_standard_output_can_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace")
    monkeypatch.setattr(sys, "stdout", written)
    print_json({"±": "Fünf"})
    written.seek(0)
    assert json.loads(written.read()) == {"±": "Fünf"}


def test_a_name_that_stands_twice_in_a_file_is_refused(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path
) -> None:
    file = tmp_path / "battle.json"
    file.write_text('{"id": "x", "title": "One", "title": "Two"}')
    said = banneret("fight", "toy", file)
    assert said.code == 2
    assert f"{file}: is not valid JSON: 'title' appears twice" in said.err


def test_typed_dice_at_one_keyboard(banneret: Command, toy: Rulebook[Any]) -> None:
    said = banneret("play", "toy", "tiny", "--dice", "typed", typed="\nx\n" * 60)
    assert said.code == 0
    assert "a die of" in said.out


def test_a_record_goes_on_only_as_what_it_is(banneret: Command, toy: Rulebook[Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.banneret"
    banneret("play", "toy", "duel", "--against", "greedy", "--record", path, typed="\nq\n")
    before = path.read_bytes()
    for words in (
        ["play", "toy", "trio", "--record", path],
        ["play", "toy", "duel", "--record", path, "--option", "ties=reroll"],
        ["play", "toy", "duel", "--record", path, "--dice", "typed"],
        ["play", "toy", "duel", "--record", path, "--seed", "4"],
        ["play", "toy", "duel", "--record", path, "--as", "blues"],
    ):
        said = banneret(*words)
        assert said.code == 2, words
        assert str(path) in said.err or "--as" in said.err
    path.write_bytes(before[:-40])
    said = banneret("play", "toy", "duel", "--against", "greedy", "--record", path)
    assert said.code == 2
    assert "damaged" in said.err


# ---------------------------------------------------------------- bad input


BAD: list[tuple[list[str], str]] = [
    (["figth"], "did you mean 'fight'"),
    (["zzz"], "there is no command"),
    ([""], "there is no command"),
    (["--jsn"], "there is no option '--jsn'"),
    (["rulebooks", "--jsno"], "did you mean '--json'"),
    (["rulebooks", "stacks"], "one word too many"),
    (["scenarios"], "RULEBOOK"),
    (["scenarios", "stax"], "did you mean 'stacks'"),
    (["scenarios", "../stacks"], "there is no rulebook"),
    (["scenarios", "\x1b[2J"], "there is no rulebook"),
    (["options", "x" * 5000], "there is no rulebook"),
    (["rules", "stacks", "guard"], "did you mean guard.replace"),
    (["rules", "stacks", "zzzzzz"], "lists them all"),
    (["rules", "stacks", "--tier", "cor"], "one of "),
    (["fight"], "RULEBOOK, SCENARIO"),
    (["fight", "stacks"], "SCENARIO"),
    (["fight", "stacks", "two_baners"], "did you mean two_banners (The Ford of Two Banners)?"),
    (["fight", "stacks", "nowhere.toml"], "nowhere.toml: cannot be read"),
    (["fight", "stacks", "."], "has no scenario '.'"),
    (["fight", "stacks", "./"], "is a folder"),
    (["fight", "stacks", "two_banners", "--players", "gredy"], "did you mean 'greedy'"),
    (["fight", "stacks", "two_banners", "--players", "greedy,greedy,greedy"], "--players names 3"),
    (["fight", "stacks", "two_banners", "--players", "greedy,"], "commas between them"),
    (["fight", "stacks", "two_banners", "--games", "0"], "--games"),
    (["fight", "stacks", "two_banners", "--games", "many"], "not a whole number"),
    (["fight", "stacks", "two_banners", "--games", "9" * 400], "--games"),
    (["fight", "stacks", "two_banners", "--games"], "expected one argument"),
    (["fight", "stacks", "two_banners", "--seed", "-1"], "--seed"),
    (["fight", "stacks", "two_banners", "--until", "90%"], "--until"),
    (["fight", "stacks", "two_banners", "--until", "soon"], "not a precision"),
    (["fight", "stacks", "two_banners", "--option", "archers"], "NAME=VALUE"),
    (["fight", "stacks", "two_banners", "--option", "archer=all"], "did you mean 'archers'"),
    (["fight", "stacks", "two_banners", "--option", "archers=some"], "one of all, best-one"),
    (
        ["fight", "stacks", "two_banners", "--option", "archers=all", "--option", "archers=best-one"],
        "given both",
    ),
    (["fight", "stacks", "two_banners", "--games", "5", "--record", "x"], "for one battle"),
    (["fight", "stacks", "two_banners", "--games", "5", "--show"], "for one battle"),
    (["fight", "stacks", "two_banners", "--record", "no/such/folder/x"], "cannot be written"),
    (["play", "stacks", "two_banners", "--as", "grove"], "did you mean 'Groves'"),
    (["play", "stacks", "two_banners", "--against", "gredy"], "did you mean 'greedy'"),
    (["play", "stacks", "two_banners", "--dice", "loaded"], "seeded or typed"),
    (["play", "stacks", "two_banners", "--dice", "typed", "--seed", "3"], "contradict"),
    (
        ["play", "stacks", "two_banners", "--as", "groves", "--as", "halls", "--against", "greedy"],
        "nobody is left",
    ),
    (["replay"], "BATTLE"),
    (["replay", "nowhere"], "nowhere: is neither a file nor a battle"),
    (["replay", "no/where", "--to", "x"], "not a whole number"),
    (["verify", "nowhere"], "nowhere: is neither a file nor a battle"),
    (["export", "nowhere", "x.html"], "nowhere: is neither a file nor a battle"),
    (["resume", "nowhere.banneret"], "nowhere.banneret: cannot be read"),
    (["resume"], "no battle is kept"),
    (["odds", "stacks", "4 Dwarves"], "DEFENDER"),
    (["odds", "stacks", "@nowhere", "Dwarves"], "nowhere: cannot be read"),
    (["odds", "stacks", "Giants", "Dwarves"], "attacker: no unit 'Giants'; did you mean 'Storm Giants'"),
    (["odds", "stacks", "", "Dwarves"], "attacker: no units"),
    (["odds", "stacks", "Dwarves", "999999999999 Goblins"], "defender"),
    (["odds", "stacks", "Dwarves", "-3 Goblins"], "defender"),
    (["odds", "stacks", "Dwarves", "Goblins" + ", Goblins" * 5000], "defender"),
    (["odds", "stacks", "Dwarves", "Goblins", "--reveal", "random"], "one of in-order, uniform"),
    (["odds", "stacks", "Dwarves", "Goblins", "--support", "some"], "one of none, all"),
    (["odds", "stacks", "Dwarves", "Goblins", "--option", "round=3"], "did you mean 'rounds'"),
    (["odds", "stacks", "Dwarves", "Goblins", "--option", "rounds=many"], "a whole number"),
    (["odds", "stacks", "Dwarves", "Goblins", "--option", "archers=some"], "one of all, best-one"),
    (["fight", "stacks", "4 Dworvs vs Goblins"], "did you mean 'Dwarves'"),
    (["fight", "stacks", "4 Dwarves vs "], "no units"),
    (["tournament", "stacks"], "SCENARIO is missing"),
    (["tournament", "stacks", "first_blood", "--players", "greedy"], "1 entrant; from 2 to 64 take part"),
    (["tournament", "stacks", "first_blood", "--players", "greedy,greedy"], "two entrants are called"),
    (["tournament", "stacks", "first_blood", "--json", "--csv"], "contradict"),
    (["play", "stacks", "two_banners", "--hotseat", "--as", "groves"], "contradict"),
    (["fight", "stacks", "two_banners", "--show", "--json"], "fight --json: --show changes nothing here"),
    (["replay", "x.banneret", "--entries", "--json"], "--entries changes nothing here; leave it out"),
    (["report", "x.banneret", "--out", "x.pdf", "--json"], "report --out: --json changes nothing here"),
    (["rules", "stacks", "move", "--card", "x.html"], "rules --card: ID changes nothing here"),
    (["rules", "stacks", "--tests", "--card", "x.html"], "--tests changes nothing here"),
    (["muster", "check", "x.toml", "y.toml"], "muster check: ARMY changes nothing here"),
    (["muster", "show", "stacks", "4 Dwarves"], "muster show: ARMY changes nothing here"),
    (["muster", "show", "stacks", "--budget", "9"], "--budget changes nothing here"),
    (["muster", "draft", "stacks", "4 Dwarves", "--json"], "--json changes nothing here"),
    (["tournament", "stacks", "--army", "Hall"], "NAME=LIST"),
    (["tournament", "stacks", "--army", "Hall=Dwarves"], "one army alone"),
    (["tournament", "stacks", "--army", "Hall=Dwarves", "--army", "Hall=Goblins"], "two armies are called"),
    (
        ["tournament", "stacks", "--army", "Hall=Dwarves", "--army", "Horde=@nowhere"],
        "nowhere: cannot be read",
    ),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=[" ".join(words)[:60] for words, _ in BAD])
def test_bad_input_gets_one_clear_line(
    banneret: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = banneret(*words)
    assert said.code == 2
    assert said.out == ""
    assert says in said.err
    assert said.err.count("\n") == 1
    assert said.err.startswith("banneret: ")
    assert all(c.isprintable() for c in said.err.rstrip("\n"))
    assert list(tmp_path.iterdir()) == []


FILES: list[tuple[str, bytes, str]] = [
    ("empty.toml", b"", ""),
    ("words.toml", b"this is no toml", "not valid TOML"),
    ("half.toml", b'title = "x', "not valid TOML"),
    ("bytes.toml", b"\xff\xfe\x00", "is not UTF-8 text"),
    ("zero.toml", b"\x00" * 100, "TOML"),
    ("huge.toml", b"# x\n" * 200_000, "larger than"),
    ("deep.toml", b"x = " + b"[" * 3000 + b"]" * 3000, "nested"),
    ("deep.json", b"[" * 3000 + b"]" * 3000, "nested"),
    ("list.json", b"[1, 2]", "one table"),
    ("nan.json", b'{"id": NaN}', "NaN"),
    ("half.json", b'{"id": ', "not valid JSON"),
    ("number.json", b'{"id": ' + b"9" * 5000 + b"}", ""),
    ("two.toml", b"[[scenario]]\n[[scenario]]\n", "2 scenarios"),
    ("other.toml", b"id = 3\n", ""),
    ("date.toml", b"id = 1979-05-27\n", ""),
    ("inf.toml", b'id = "x"\nturn_limit = inf\n', ""),
]


@pytest.mark.parametrize(("name", "data", "says"), FILES, ids=[name for name, _, _ in FILES])
@pytest.mark.parametrize("rulebook", ["stacks", "toy"])
def test_bad_scenario_files_name_the_file(
    banneret: Command, toy: Rulebook[Any], tmp_path: Path, rulebook: str, name: str, data: bytes, says: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    said = banneret("fight", rulebook, path)
    assert said.code == 2
    assert name in said.err
    assert says in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("command", ["replay", "verify", "resume", "export"])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n" * 50,
        b"\xff" * 50,
        b"banneret record 1\n",
        b"banneret record 9\nrulebook stacks 1\n",
        b"banneret record 1\nrulebook stacks 999999999\n",
        b"banneret record 1\nrulebook stacks 1\nscenario " + b"[" * 5000 + b"\n",
        b"banneret record 1\nrulebook nosuch 1\nscenario {}\noptions {}\nseats {}\nplayers {}\ndice typed\n= 0\n",
    ],
)
def test_bad_records_are_refused_in_one_line(
    banneret: Command, tmp_path: Path, command: str, data: bytes
) -> None:
    path = tmp_path / "bad.banneret"
    path.write_bytes(data)
    said = banneret(command, path, *([tmp_path / "x.html"] if command == "export" else []))
    assert said.code in (1, 2)
    assert (said.out + said.err).count("\n") == 1 or command == "verify"
    assert path.read_bytes() == data


# ---------------------------------------------------------------- how it ends


def test_a_fault_of_our_own_is_one_line_too(banneret: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(words: object) -> int:
        raise ZeroDivisionError("oh\ndear")

    monkeypatch.setattr(command_line, "run", fault)
    said = banneret("rulebooks")
    assert said.code == 70
    assert "internal error" in said.err
    monkeypatch.setenv("BANNERET_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        command_line.main([])


def test_interrupted(banneret: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(words: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "run", stop)
    said = banneret("rulebooks")
    assert said.code == 130
    assert said.err == "banneret: stopped\n"


@pytest.mark.long
def test_a_reader_that_leaves_is_no_fault() -> None:
    command = [sys.executable, "-m", "banneret", "rules", "stacks", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_output_that_cannot_show_a_letter_shows_another(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "banneret", "rules", "stacks"],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""


def test_errors_are_sentences() -> None:
    with pytest.raises(BadInput) as caught:
        read_words(["fight", "stacks", "two_banners", "--gmaes", "3"])
    assert str(caught.value) == "fight: there is no option '--gmaes'; did you mean '--games'?"


def test_without_a_command_and_a_terminal_one_battle_is_fought_and_told(
    banneret: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    real = command_line.run

    def spy(words: Any) -> int:
        asked.append(list(words))
        return real(words) if not words else 0

    monkeypatch.setattr(command_line, "run", spy)
    banneret()
    assert asked == [[], ["fight", "stacks", "two_banners", "--show"]]

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    asked.clear()
    monkeypatch.setattr(sys, "stdin", Screen())
    monkeypatch.setattr(sys, "stdout", Screen())
    assert command_line.main([]) == 0
    assert asked[1][:3] == ["play", "stacks", "two_banners"]


class Screen(io.StringIO):
    """An error stream that is a terminal, and tells when something is written."""

    def __init__(self) -> None:
        super().__init__()
        self.said = Event()

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.said.set()


def test_a_count_that_takes_a_while_says_so_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with patience(0.0):
        assert screen.said.wait(10)
    assert screen.getvalue() == "Counting; this may take a while …\n"
    with patience(60.0):  # what is there at once says nothing
        pass
    assert screen.getvalue().count("Counting") == 1
