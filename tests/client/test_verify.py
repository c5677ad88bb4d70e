"""The two verifiers of records, the kernel's and that of the browser client, come to the same findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser.conftest import missing
from forging import BY_THE_RULES, KINDS, Client, forged, frozen, node, verdicts, without_rules
from kernel.test_verify import find
from kernel.toy import RULEBOOK

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.record.record import Record
from banneret.kernel.verify import BAD, GOOD, OPEN, verify
from banneret.testing.kit.readers import mended, mutate_text

pytestmark = pytest.mark.server  # a process of its own


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    if node() is None:
        missing("the client's packages are not installed: python3 dev.py setup")
    with Client() as client:
        yield client


def started(seed: int | None = 5, **more: Any) -> Battle:
    """A battle of Hidden Hands after some orders."""
    battle = Battle.start(RULEBOOK, "duel", **({} if seed is None else {"seed": seed}), **more)
    go_on(battle, 6)
    return battle


def go_on(battle: Battle, orders: int = 10_000) -> Battle:
    chance = Chance(battle.record.count)
    for _ in range(orders):
        if battle.is_over:
            break
        roll = battle.roll_wanted
        if roll is not None:
            battle.give_roll(1 + chance.below(roll.faces))
        else:
            decision = battle.decisions[0]
            battle.give(battle.sides[decision.side], decision.sample(chance))
    return battle


def typed() -> str:
    return go_on(started(None, dice="typed")).text


def going_on() -> str:
    return started().text


def private() -> str:
    return started().private_text


def taken_back() -> str:
    battle = started()
    for back in (2, 3):
        battle.undo_agreed(battle.record.count - back, ["reds", "blues"])
        go_on(battle, 4)
    return go_on(battle).text


def fork() -> str:
    battle = Battle.from_record(RULEBOOK, Record.parse(taken_back()))
    return go_on(battle.fork(12, seed="the other's seed")).text


def fork_of_typed() -> str:
    return go_on(Battle.from_record(RULEBOOK, Record.parse(typed())).fork(9, seed=3)).text


def ended() -> str:
    battle = started()
    battle.end(["reds"], "Nachtruhe – bis morgen")
    return battle.text


def resumed() -> str:
    battle = started()
    for _ in range(3):
        to = battle.record.count
        battle.end([], "dinner")
        battle.undo_agreed(to, ["referee"])
        go_on(battle, 3)
        if not battle.is_over:
            battle.undo_agreed(battle.record.count - 1, ["referee"])
    return go_on(battle).text


def resumed_fork() -> str:
    return go_on(Battle.from_record(RULEBOOK, Record.parse(resumed())).fork(30, seed=9)).text


def played_on() -> str:
    """A damaged file, played on from its longest good part."""
    text = private()
    battle = Battle.from_record(RULEBOOK, Record.parse(text[: len(text) - 30]))
    return go_on(battle).text


def by_hand() -> str:
    """All that the table notes, and every form of word."""
    lines = private().split("\n")
    more = ['note "half 𝔞 \\"word\\" \\u0001"', 'player blues "greedy:bold" late', "force blues (play 3) why",
            'change (piece "a b" -2.5 1.5e-07 (3 (4 ()))) "the table shook"', "note bare", 'note ""']  # fmt: skip
    return mended("\n".join([*lines[:-1], *(f"1 ! {one} #" for one in more), ""]))


MADE = (typed, going_on, private, taken_back, fork, fork_of_typed, ended, resumed, resumed_fork, played_on, by_hand)  # fmt: skip


def compare(text: str, client: Client) -> dict[str, str]:
    """Both verifiers, neither of which knows the rules, find the same: this."""
    kernel, ours = verdicts(without_rules(text)), client.look(text)["findings"]
    assert ours == kernel, text
    return kernel


@pytest.mark.parametrize("made", MADE, ids=lambda one: one.__name__)
def test_every_kind_of_record(made: Any, client: Client) -> None:
    text = made()
    found = verify(text, find)
    assert found["chain"].verdict == GOOD, found
    wanted = {"typed": OPEN, "fork_of_typed": OPEN, "going_on": OPEN}.get(made.__name__, GOOD)
    assert found["dice"].verdict == wanted, found
    assert client.look(text, found.finished)["findings"] == verdicts(found)
    chance = Chance(len(text))
    for number in range(60):
        other = mutate_text(text, chance, 1 + number % 2)
        compare(mended(other) if number % 3 else other, client)
    if found["commitment"].verdict == GOOD:
        for kind in KINDS:
            compare(forged(text, chance, kind)[1], client)


def test_an_ending_by_the_referee_wants_its_seed(client: Client) -> None:
    text = ended().replace("\nseed 5\n", "\n")
    assert verify(text, find)["commitment"].verdict == BAD
    assert client.look(text)["findings"]["commitment"] == BAD


@pytest.mark.parametrize("file", frozen()[::20], ids=lambda file: file.stem)
def test_a_frozen_battle_by_all_its_rules(file: Any, client: Client) -> None:
    text = file.read_bytes().decode()
    for one in (text, KINDS["seedless"](text, Chance(1))):
        found = banneret.verify(one)
        assert client.look(one, found.finished)["findings"] == verdicts(found)


@pytest.mark.long
def test_all_frozen_records_and_a_forgery_of_each(client: Client) -> None:
    chance = Chance(27)
    counts = dict.fromkeys(KINDS, 0)
    for number, file in enumerate(frozen()):
        text = file.read_bytes().decode()
        true = client.look(text, over=True)["findings"]
        assert true == verdicts(without_rules(text))
        assert set(true.values()) == {GOOD}
        kind, other = forged(text, chance, list(KINDS)[number % len(KINDS)])
        if other == text:
            continue
        counts[kind] += 1
        noticed = BAD in compare(other, client).values()
        assert noticed or kind in BY_THE_RULES, (file.name, kind)
    assert sum(counts.values()) > 100
    assert min(counts.values()) > 3, counts


def test_it_says_where_the_chain_breaks(client: Client) -> None:
    lines = taken_back().split("\n")
    lines[14] = lines[14].replace("#", "x #")
    found = client.look("\n".join(lines))
    assert (found["lines"]["chain"], found["entries"]["chain"]) == (15, 6)
    assert found["texts"]["chain"].startswith("Entry 6 on line 15: ")


def test_without_web_crypto() -> None:
    if node() is None:
        missing("the client's packages are not installed: python3 dev.py setup")
    text = resumed()
    with Client(plain=True) as client:
        assert client.look(text, over=True)["findings"] == verdicts(verify(text, find))
