"""What a thinker is sent for a question, and how long it takes before it thinks: the outlook of a seat, beside the record of the battle.

    python -m bench.outlooks

A battle of each rulebook between greedy players; means over the questions from the twentieth on, in processor time. `record` is the record
without its seed, whole, and the time to play it through: what a thinker that does not know the battle would need instead.
"""

from __future__ import annotations

import pickle
from statistics import mean
from time import process_time

from banneret import api
from banneret.kernel.dice import Chance
from banneret.kernel.record.header import Header
from banneret.service.computer.workers import GROUND, OUTLOOK, Asked, Post, question_of

BATTLES = [
    ("stacks", "halls_and_groves", 700),
    ("warcards", "border_skirmish", 200),
    ("battlesystem", "kings_meadow", 120),
    ("companies", "tanners_row", 150),
    ("skirmish", "short_yard", 400),
]
FIRST = 20
STRIDE = 5


def measure(book: str, scenario: str, orders: int) -> None:
    """One battle, and a line of figures."""
    battle = api.start(book, scenario, seed=3)
    players = [battle.rulebook.computer.greedy(Chance(side)) for side in range(len(battle.sides))]
    posts: dict[str, tuple[Header, Post]] = {}
    luck = Chance(1)
    sizes: list[int] = []
    here: list[float] = []
    there: list[float] = []
    ground = 0
    for number in range(orders):
        if battle.is_over:
            break
        if battle.passing():
            battle.pass_on()
            continue
        side = battle.waiting_for[0]
        decision = battle.decision(side)
        assert decision is not None
        if number >= FIRST and number % STRIDE == 0:
            begun = process_time()
            header = posts[side][0] if side in posts else None
            sent = pickle.dumps(question_of(Asked("one", 0, side, "greedy"), battle, header, luck), -1)
            made = process_time()
            _, whole, outlook = pickle.loads(sent)
            if whole:
                ground = max(ground, len(whole))
                posts[side] = battle.record.header, Post(GROUND.decode(whole), "luck", hands=1)
            else:
                posts[side][1].standpoint.face(OUTLOOK.decode(outlook), luck)
                sizes.append(len(sent))
                here.append(made - begun)
                there.append(process_time() - made)
        battle.give(side, players[decision.side].choose(decision, battle.seat(decision.side)))
    text = battle.record.open_text
    begun = process_time()
    api.loads(text)
    print(
        f"{book} {scenario}, {battle.record.count} entries: {mean(sizes):,.0f} bytes a question (most {max(sizes):,}),"
        f" {1e3 * mean(here):.1f} ms here and {1e3 * mean(there):.1f} ms there; ground {ground:,} bytes, once;"
        f" record {len(text):,} bytes, {process_time() - begun:.2f} s",
        flush=True,
    )


if __name__ == "__main__":
    for one in BATTLES:
        measure(*one)
