"""Seals of secret orders: published when the order is accepted, opened in the record, checked by the verifier."""

from __future__ import annotations

import re

import pytest
from kernel.test_verify import look, played
from kernel.toy import RULEBOOK

from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.record.record import Record
from banneret.kernel.record.seal import seal
from banneret.kernel.verify import BAD, GOOD


def at_a_secret_choice() -> Battle:
    battle = Battle.start(RULEBOOK, "duel", seed=5)
    chance = Chance(5)
    while len(battle.decisions) < 2:
        decision = battle.decisions[0]
        battle.give(battle.sides[decision.side], decision.sample(chance))
    return battle


def test_the_seal_is_published_before_the_order_is_shown() -> None:
    battle = at_a_secret_choice()
    known = len(battle.seals)
    first, second = battle.waiting_for
    order = battle.orders(first)[0]
    battle.give(first, order)
    entry = battle.entries[-1]
    assert battle.seals[known:] == [(first, entry.seal)]
    assert battle.waiting_for == [second]
    assert len(entry.seal) == 64
    assert entry.salt not in str(battle.scene(second))
    assert seal(entry.salt, first, " ".join(map(str, order))) == entry.seal


def test_equal_orders_have_different_seals() -> None:
    battle = at_a_secret_choice()
    side = battle.waiting_for[0]
    order = battle.orders(side)[0]
    seen = set()
    for _ in range(5):
        battle.give(side, order)
        seen.add(battle.seals[-1])
        battle.undo(side)
    assert len(seen) == 5


def test_taken_up_again_an_order_is_sealed_anew() -> None:
    battle = at_a_secret_choice()
    side = battle.waiting_for[0]
    order = battle.orders(side)[0]
    seen = set()
    for _ in range(3):
        battle.give(side, order)
        seen.add(battle.seals[-1])
        battle.undo(side)
        battle = Battle.from_record(RULEBOOK, Record.parse(battle.private_text))
    assert len(seen) == 3


def test_every_secret_order_of_a_finished_battle_is_proved() -> None:
    found = look(played().text)
    assert found["seals"].verdict == GOOD
    assert re.search(r"All \d+ secret orders", found["seals"].text)


@pytest.mark.parametrize("what", ["order", "salt", "seal"])
def test_a_forged_secret_order_is_noticed(what: str) -> None:
    """The forger hashes the whole record anew, so that its chain fits."""
    record = Record.parse(played().text)
    middles = [str(entry) for entry in record.entries]
    at = next(i for i, text in enumerate(middles) if " sealed " in text)
    head, order = middles[at].split(" > ")
    who, word, hashed, salt = head.split(" ")
    flip = {"0": "1"}
    if what == "salt":
        salt = flip.get(salt[0], "0") + salt[1:]
    elif what == "seal":
        hashed = flip.get(hashed[0], "0") + hashed[1:]
    else:
        order = "play 1" if order != "play 1" else "play 2"
    middles[at] = f"{who} {word} {hashed} {salt} > {order}"
    forged = Record(record.header, record.seed)
    forged._keep(middles)
    found = look(forged.text)
    assert found["chain"].verdict == GOOD
    assert found["seals"].verdict == BAD
    assert not found.ok


def test_records_without_seals_stay_good() -> None:
    record = Record.parse(played().text)
    plain = Record(record.header, record.seed)
    plain._keep([re.sub(r" sealed \S+ \S+", "", str(entry)) for entry in record.entries])
    found = look(plain.text)
    assert found.ok
    assert all(finding.name != "seals" for finding in found.findings)
