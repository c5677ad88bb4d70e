"""Dice: the provable stream, held against its second implementation, and what else rolls."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from banneret.kernel.dice import (
    MAX_FACES,
    Chance,
    ScriptedDice,
    SeededDice,
    commitment,
    new_seed,
    player_chance,
    seed_number,
)
from banneret.kernel.errors import BadInput
from banneret.kernel.verify import stream

FACES = [2, 3, 6, 7, 10, 20, 52, 100, 128, 255, 256, 257, 1000, 65_536, 65_537, 999_983, MAX_FACES]


def test_the_stream_of_a_seed_is_what_its_description_says() -> None:
    key = hashlib.sha256(b"banneret dice 1\n42").digest()
    block = hashlib.sha256(key + bytes(4) + bytes(8)).digest()
    wanted = [byte % 6 + 1 for byte in block if byte < 252]
    dice = SeededDice("42")
    assert [dice.die(6) for _ in wanted] == wanted


@pytest.mark.parametrize("epoch", [0, 1, 2, 70_000])
@pytest.mark.parametrize("seed", ["42", "Ünicode", "5b0e9d2f" * 4])
def test_two_implementations_agree(seed: str, epoch: int) -> None:
    chance = Chance(seed_number(f"{seed} {epoch}"))
    one, other = SeededDice(seed, epoch), stream(seed, epoch)
    next(other)
    for _ in range(3000):
        faces = FACES[chance.below(len(FACES))] if chance.below(3) else chance.below(400) + 1
        assert one.die(faces) == other.send(faces)


def test_epochs_and_seeds_share_no_dice() -> None:
    rows = {
        tuple(SeededDice(seed, epoch).die(MAX_FACES) for _ in range(3))
        for seed in ("1", "2")
        for epoch in range(5)
    }
    assert len(rows) == 10


@pytest.mark.parametrize("faces", [2, 6, 7, 20, 200, 300])
def test_every_face_is_equally_likely(faces: int) -> None:
    dice = SeededDice("even")
    rolls = faces * 500
    seen = Counter(dice.die(faces) for _ in range(rolls))
    assert set(seen) == set(range(1, faces + 1))
    square = sum((count - 500) ** 2 / 500 for count in seen.values())
    assert square < faces - 1 + 5 * (2 * (faces - 1)) ** 0.5  # five standard deviations above the mean


def test_the_commitment_binds_and_tells_nothing_of_the_stream() -> None:
    seed = new_seed()
    assert len(seed) == 32
    assert commitment(seed) == hashlib.sha256(b"banneret seed commitment 1\n" + seed.encode()).hexdigest()
    assert commitment(seed) != hashlib.sha256(b"banneret dice 1\n" + seed.encode()).hexdigest()
    assert len({new_seed() for _ in range(100)}) == 100


def test_scripted_dice_show_what_is_written_and_no_more() -> None:
    dice = ScriptedDice([3, 7])
    assert dice.die(6) == 3
    with pytest.raises(BadInput, match="shows 7 on a die of 6"):
        dice.die(6)
    with pytest.raises(BadInput, match="no more dice"):
        dice.die(6)


def test_chance_is_the_same_everywhere() -> None:
    chance = Chance(2026)
    items = list(range(6))
    chance.shuffle(items)
    fork = chance.fork("x")
    assert [chance.die(6), chance.below(10), items, fork.die(100)] == [4, 5, [1, 5, 3, 4, 2, 0], 23]


def test_players_have_a_randomness_of_their_own() -> None:
    seeds = [player_chance("s", side, made).random() for side in range(3) for made in range(3)]
    assert len(set(seeds)) == 9
    assert player_chance("s", 0).random() == player_chance("s", 0, 0).random()


def test_a_number_is_made_of_any_text() -> None:
    from banneret.kernel.dice import seed_number

    assert seed_number("\udcff") != seed_number("\udcfe")  # a name that was typed in another encoding
