"""Verification: true records are accepted, altered ones are not, by a second reading of the dice."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from kernel.toy import RULEBOOK

import banneret.kernel.verify
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.verify import BAD, GOOD, OPEN, Verification, verify
from banneret.testing.kit.readers import mended, mutate_text


def look(text: str) -> Verification:
    return verify(text, find)


def find(name: str) -> Rulebook[Any]:
    if name != "toy":
        raise BadInput(f"there is no rulebook {name!r}")
    return RULEBOOK


def verdicts(found: Verification) -> dict[str, str]:
    return {finding.name: finding.verdict for finding in found.findings}


def played(seed: int = 5, **more: Any) -> Battle:
    battle = Battle.start(RULEBOOK, "duel", **{"seed": seed, **more})
    chance = Chance(seed)
    while not battle.is_over:
        decision = battle.decisions[0]
        battle.give(battle.sides[decision.side], decision.sample(chance))
        if battle.record.count in (14, 20) and not battle.is_over:
            battle.undo_agreed(battle.record.count - 2, ["referee"])
    return battle


def test_a_finished_battle_is_proved() -> None:
    battle = played()
    found = look(battle.text)
    assert verdicts(found) == dict.fromkeys(("chain", "rules", "commitment", "dice", "seals"), GOOD)
    assert found.ok
    assert found.finished
    assert found.entries == battle.record.count
    assert found.dice == sum(1 for entry in battle.entries if entry.faces)
    assert found["dice"].text == f"All {found.dice} dice are as the seed gives them."
    assert "commitment: good." in str(found)


def test_a_battle_that_goes_on_is_proved_as_far_as_it_can_be() -> None:
    battle = Battle.start(RULEBOOK, "duel", seed=5)
    assert verdicts(look(battle.text)) == {"chain": GOOD, "rules": GOOD, "commitment": OPEN, "dice": OPEN}
    assert look(battle.text).ok
    assert verdicts(look(battle.private_text))["dice"] == GOOD


def test_typed_dice_cannot_be_proved() -> None:
    battle = Battle.start(RULEBOOK, "tiny", dice="typed")
    assert verdicts(look(battle.text)) == {"chain": GOOD, "rules": GOOD, "commitment": OPEN, "dice": OPEN}


def test_a_fork_is_proved_from_where_it_left() -> None:
    fork = played().fork(12, seed=8)
    fork.play_out()
    found = look(fork.text)
    assert found.ok, found
    assert "since the battle was forked after entry 12" in found["dice"].text


def test_a_finished_battle_without_its_seed_is_not_proved() -> None:
    text = played().text.replace("seed 5\n", "")
    assert verdicts(look(text))["commitment"] == BAD
    assert not look(text).ok


def test_a_wrong_seed_is_found() -> None:
    found = look(played().text.replace("seed 5\n", "seed 6\n"))
    assert verdicts(found)["commitment"] == BAD
    assert verdicts(found)["dice"] == BAD


def test_an_altered_die_is_found_even_with_its_hashes_mended() -> None:
    text = played().text
    lines = text.split("\n")
    number = next(i for i, line in enumerate(lines) if " d6 " in line)
    parts = lines[number].split(" ")
    parts[3] = str(int(parts[3]) % 6 + 1)
    lines[number] = " ".join(parts)
    altered = "\n".join(lines)
    assert verdicts(look(altered))["chain"] == BAD
    found = look(mended(altered))
    assert verdicts(found)["chain"] == GOOD
    assert verdicts(found)["dice"] == BAD
    assert f"Entry {number - 8} shows {parts[3]}; by the seed it is" in found["dice"].text


def test_an_illegal_order_is_found_even_with_its_hashes_mended() -> None:
    text = played().text
    at = text.index("> muster") + len("> muster")
    found = look(mended(text[:at] + " 99" + text[text.index(" #", at) :]))
    assert verdicts(found)["chain"] == GOOD
    assert verdicts(found)["rules"] == BAD


def test_every_single_change_is_found() -> None:
    text = played().text
    chance = Chance(11)
    for at in range(0, len(text), 17):
        other = chr(33 + chance.below(90))
        altered = text[:at] + other + text[at + 1 :]
        if altered != text:
            assert not look(altered).ok, altered[max(0, at - 30) : at + 30]


@pytest.mark.parametrize(
    "text", ["", "x", "banneret record 1\n", "banneret record 1\nrulebook x 1\n", "\ud800"]
)
def test_what_is_no_record_is_not_proved(text: str) -> None:
    assert verdicts(look(text)) == {"chain": BAD}


def test_an_unknown_rulebook_is_not_proved() -> None:
    battle = played()
    battle.record.header.rulebook = "chess"
    found = look(battle.record.beginning(0).text)
    assert verdicts(found)["rules"] == BAD


def test_what_was_taken_back_had_to_be_legal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle.start(RULEBOOK, "duel", seed=5)
    here = battle.record.count
    ends = []
    for drawn in ("muster", "muster 8"):
        battle.give("reds", drawn)
        ends.append(battle.record.count)
        battle.undo_agreed(here, ["referee"])
    battle.play_out()
    assert battle.taken_back() == ends
    assert look(battle.text).ok
    found = look(mended(battle.text.replace("reds > muster 8 #", "reds > muster 99 #")))
    assert verdicts(found)["chain"] == GOOD
    assert verdicts(found)["rules"] == BAD
    assert "entry 11: Not possible. You do not hold that card." in found["rules"].text
    monkeypatch.setattr("banneret.kernel.verify.MOST_TAKEN_BACK", ends[0])
    assert verdicts(look(battle.text))["rules"] == OPEN


def test_nothing_but_a_verdict_comes_out_of_damaged_records() -> None:
    texts = [played(seed).text for seed in range(3)]
    chance = Chance(3)
    for number in range(200):
        text = mutate_text(texts[number % 3], chance, 2)
        assert look(mended(text) if number % 2 else text).findings


def test_the_second_implementation_shares_no_code_with_the_first() -> None:
    tree = ast.parse(Path(banneret.kernel.verify.__file__).read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "banneret.kernel.dice" not in imported
    assert "banneret.kernel.record.history" not in imported
