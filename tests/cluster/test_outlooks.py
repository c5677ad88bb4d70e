"""What leaves the table for a thinker on the cluster, byte for byte: nothing in it hangs on what its seat may not know.

Three ways to another truth that the seat cannot tell from this one: all that it cannot know is dealt again; another side gave another
order, or was dealt other things by dice that it alone saw, and the seat received the same; a scenario that sets up the same in other stacks.
"""

from __future__ import annotations

import asyncio
import pickle
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from cluster.here import Here

from banneret import api, rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.battle.outlook import Ground, Outlook, Standpoint
from banneret.kernel.dice import Chance, player_chance, seed_number
from banneret.kernel.order import write_order
from banneret.kernel.scene import encode
from banneret.kernel.viewer import viewer_of
from banneret.players import make
from banneret.service.computer.afar import FarWorkers, Hub
from banneret.service.computer.workers import GROUND, OUTLOOK, Asked, Thinker, question_of
from banneret.testing.kit.cases import pick

SCENARIOS = [
    ("stacks", "two_banners"),
    ("stacks", "halls_and_groves"),
    ("stacks", "narrow_sea"),
    ("stacks", "duel_of_archmages"),
    ("companies", "tanners_row"),
    ("companies", "temple_grounds"),
    ("skirmish", "short_yard"),
    ("warcards", "border_skirmish"),
    ("battlesystem", "crossroads"),
]
ENOUGH = 8  # questions of a scenario
FIRST_OF_EACH = [SCENARIOS[at] for at in (0, 4, 6, 7, 8)]


def sent(battle: Battle, side: str, luck: int = 5) -> bytes:
    """The bytes that leave for the cluster when the computer player of a side is asked."""
    here = Here()
    here.faults.append("nothing")
    far = FarWorkers(Hub(here))  # type: ignore[arg-type]
    far.chance = Chance(luck)
    asked = Asked("one", 0, side, "search")

    async def ask() -> None:
        assert await far.answer(asked, battle) == (None, "")

    try:
        asyncio.run(ask())
    finally:
        far.close()
    (question,) = [raw for (kind, *_), raw in zip(here.sent, here.raw, strict=False) if kind == "ask"]
    return question


def walk(battle: Battle, label: str, most: int) -> Iterator[str]:
    """A battle that goes on by chance: the side that must decide, before each of its orders."""
    luck = random.Random(label)
    chance = Chance(seed_number(label))
    for _ in range(most):
        while not battle.is_over and battle.passing():
            battle.pass_on()
        if battle.is_over:
            return
        side = luck.choice(battle.waiting_for)
        if battle.roll_wanted is None:
            yield side
        decision = battle.decision(side)
        assert decision is not None
        battle.give(side, pick(decision, chance))


def copy(battle: Battle) -> Battle:
    found = api.loads(battle.private_text)
    found._play.taken_back = "same luck"  # else the salts of its secret orders are others
    return found


def sees(battle: Battle, side: str) -> bytes:
    return encode(battle.scene(side))


def compare(one: Battle, other: Battle, side: str, label: str) -> int:
    """Go on in two battles alike, as long as the side sees the same; how often it was asked, and the same was sent."""
    luck = random.Random(label)
    asked = 0
    for _ in range(14):
        if one.is_over or one.waiting_for != other.waiting_for or sees(one, side) != sees(other, side):
            break
        if side in one.waiting_for and one.roll_wanted is None:
            assert sent(one, side) == sent(other, side), f"{label}: what leaves for {side} tells them apart"
            asked += 1
        by = luck.choice(one.waiting_for)
        order = one.orders(by)[0] if luck.random() < 0.6 else luck.choice(one.orders(by))
        if other.why_not(by, order) is not None:
            break
        one.give(by, order)
        other.give(by, order)
    return asked


# ---------------------------------------------------------------- two truths, one sight


@pytest.mark.long
@pytest.mark.parametrize(("book", "scenario"), SCENARIOS)
def test_the_same_leaves_from_two_worlds_that_the_seat_cannot_tell_apart(book: str, scenario: str) -> None:
    """From the first question on, in the middle of steps too: what was dealt again is not in the bytes."""
    compared = others = 0
    for seed in range(12):
        if seed > 1 and compared >= ENOUGH:
            break
        battle = api.start(book, scenario, seed=seed)
        for number, side in enumerate(walk(battle, f"{scenario} {seed}", 60)):
            course, index = battle.course, battle.sides.index(side)
            if number % 2 or len(course.answers) > course.question_at:
                continue
            other = copy(battle)
            theirs = other.course
            world = battle.rulebook.sight.imagine(
                course.checkpoint, viewer_of(index), Chance(number), course.present
            )
            theirs.checkpoint = world
            theirs.answers = [answer.seen_from(index) for answer in course.answers]
            theirs.dice = Chance(number)
            theirs.run()
            others += other.dump() != battle.dump()
            assert sent(other, side) == sent(battle, side), (
                f"{scenario} {seed}, entry {battle.record.count}: {side}"
            )
            compared += 1
    assert compared >= ENOUGH
    assert others or book in ("warcards", "battlesystem", "companies"), "no world was another"


@pytest.mark.long
@pytest.mark.parametrize(("book", "scenario"), SCENARIOS)
def test_an_order_that_the_seat_was_not_shown_is_not_in_what_leaves(book: str, scenario: str) -> None:
    """Another side gave another order, secret or sealed, and the seat received the same: so does its thinker."""
    pairs = asked = 0
    for seed in range(2 if book == "battlesystem" else 12):
        battle = api.start(book, scenario, seed=seed)
        chance = Chance(seed)
        for number, by in enumerate(walk(battle, f"{scenario} orders {seed}", 45)):
            decision = battle.decision(by)
            assert decision is not None
            orders = {write_order(order): order for order in [pick(decision, chance) for _ in range(4)]}
            if len(orders) < 2 or number % 3:
                continue
            after = []
            for order in orders.values():
                after.append(copy(battle))
                after[-1].give(by, order)
            for side in battle.sides:
                for one, other in pairwise(after):
                    if side != by and pairs < 12 and sees(one, side) == sees(other, side):
                        pairs += 1
                        asked += compare(copy(one), copy(other), side, f"{scenario} {seed} {number}")
        if asked >= ENOUGH:
            break
    print(f"{scenario}: {asked} questions after {pairs} pairs of orders")
    assert asked or book in ("battlesystem", "skirmish")  # where hardly anything is ordered in secret


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["stacks halls_and_groves", "stacks narrow_sea", "skirmish short_yard"])
def test_dice_that_another_side_alone_saw_are_not_in_what_leaves(scenario: str) -> None:
    """Chits and cards are dealt otherwise to the others: the seat receives the same, and so does its thinker."""
    compared = differ = 0
    for seed in range(4):
        one, other = (api.start(*scenario.split(), dice="typed") for _ in range(2))
        luck = random.Random(f"{scenario} {seed}")
        index = seed % 2
        side = one.sides[index]
        for _ in range(150):
            if one.is_over or other.waiting_for != one.waiting_for or sees(one, side) != sees(other, side):
                break
            roll = one.roll_wanted
            if roll is not None:
                values = [luck.randint(1, roll.faces) for _ in range(2)]
                secret = roll.to >= 0 and roll.to != index
                one.give_roll(values[0])
                other.give_roll(values[1] if secret else values[0])
                continue
            by = one.waiting_for[0]
            if by == side:
                assert sent(one, side) == sent(other, side)
                compared += 1
                differ += one.dump() != other.dump()
            common = [order for order in one.orders(by) if other.why_not(by, order) is None]
            if not common:
                break
            order = common[0] if luck.random() < 0.5 else luck.choice(common)
            one.give(by, order)
            other.give(by, order)
    print(f"{scenario}: {compared} questions, the truth another at {differ}")
    assert compared >= ENOUGH
    assert differ


@pytest.mark.rule("stacks:hidden.stack", "stacks:setup.scenario")
def test_where_others_begin_is_not_in_what_leaves() -> None:
    """The same units and artifacts in other stacks: neither scenario nor numbers of units tell which of them began together."""
    book = rulebooks.get("stacks")
    plain = book.scenario("two_banners").plain()
    moved = msgspec.json.decode(msgspec.json.encode(plain))
    hall, gate = moved["data"]["player"][1]["stack"]
    assert (hall["units"][3], gate["units"][2]) == ("dwarflord", "griffons")
    hall["units"][3], gate["units"][2] = "griffons", "dwarflord"
    gate["artifacts"], hall["artifacts"] = [{**hall["artifacts"][0], "holder": 2}], []
    gate["units"].append(hall["units"].pop())
    battles = [Battle.start(book, book.read_scenario(one, "test"), seed=3) for one in (plain, moved)]
    assert battles[0].dump() != battles[1].dump()
    assert compare(battles[0], battles[1], "groves", "begin") >= 1
    theirs = [sent(battle, battle.waiting_for[0]) for battle in battles if battle.waiting_for == ["halls"]]
    assert len(set(theirs)) == len(theirs)  # the side itself knows


# ---------------------------------------------------------------- canaries


def read(question: bytes) -> tuple[Ground, Outlook]:
    _, ground, outlook = pickle.loads(question)
    return GROUND.decode(ground), OUTLOOK.decode(outlook)


def numbers(thing: Any) -> Iterator[int]:
    if isinstance(thing, int):
        yield thing
    elif isinstance(thing, (list, dict)):
        for one in thing if isinstance(thing, list) else [*thing, *thing.values()]:
            yield from numbers(one)


@pytest.mark.parametrize(
    ("book", "scenario"), [("companies", "tanners_row"), ("companies", "temple_grounds")]
)
def test_no_sealed_order_is_in_what_leaves(book: str, scenario: str) -> None:
    """Canaries in what others have written, and their orders, seals, salts and the seed of the dice, by the very bytes."""
    searched = hidden = 0
    battle = api.start(book, scenario, seed="a seed of our own")
    for side in walk(battle, f"{scenario} canaries", 50):
        index = battle.sides.index(side)
        secret = ["a seed of our own"]
        for entry in battle.entries:
            secret += [entry.salt, entry.seal] if entry.salt else []
        pending = battle.course.answers[battle.course.question_at :]
        sealed = [write_order(one.order) for one in pending if one.order and one.side != index]
        secret += [text for text in sealed if " " in text]  # a word alone may be the name of the question
        other = copy(battle)
        course = other.course
        course.checkpoint, tokens = other.rulebook.sight.canaries(course.checkpoint, viewer_of(index))
        course.run()
        question = sent(other, side)
        ground, outlook = read(question)
        found = set(numbers(msgspec.msgpack.decode(outlook.world)))
        assert not found & {int(token) for token in tokens}
        assert not [word for word in [*secret, *tokens] if len(word) > 5 and word.encode() in question]
        searched += 1
        hidden += len(tokens) + len(pending)
        assert len(ground.scenario) > 100
    assert searched > 10
    assert hidden


def test_a_card_of_another_hand_lies_now_in_it_and_now_in_the_deck() -> None:
    """The canary of skirmish is a card too many in the hand of the other side: what leaves does not tell where it is."""
    battle = api.start("skirmish", "short_yard", seed=2)
    for at, side in enumerate(walk(battle, "cards", 30)):
        index = battle.sides.index(side)
        course = battle.course
        world, tokens = battle.rulebook.sight.canaries(course.checkpoint, viewer_of(index))
        if at < 12 or not tokens or course.question_at:
            continue
        course.checkpoint = world
        course.run()
        places = set()
        for luck in range(24):
            ground, outlook = read(sent(battle, side, luck))
            like = Standpoint(battle.rulebook, ground)._like
            army = battle.rulebook.load(outlook.world, like).armies[1 - index]
            places.add(int(tokens[0]) in army.action_hand)
        assert places == {True, False}
        return
    pytest.fail("nothing was hidden")


# ---------------------------------------------------------------- the same choice


@pytest.mark.long
@pytest.mark.parametrize("spec", ["greedy", "instant:8plays", "search:10sims", "search:9sims:2trees"])
@pytest.mark.parametrize(("book", "scenario"), FIRST_OF_EACH)
def test_a_thinker_chooses_as_its_player_would_at_the_table(book: str, scenario: str, spec: str) -> None:
    """By as many simulations, question after question, with what it has learnt of the battle so far, and on two cores as on one."""
    battle = api.start(book, scenario, seed=8)
    thinker = Thinker("luck", hands=2)
    luck = Chance(9)
    players = {
        side: make(spec, battle.rulebook, player_chance("luck", index))
        for index, side in enumerate(battle.sides)
    }
    known: set[str] = set()
    for number, side in enumerate(walk(battle, f"{scenario} choices", 24)):
        if number % 2:
            continue
        decision = battle.decision(side)
        assert decision is not None
        order = players[side].choose(decision, battle.seat(battle.sides.index(side)))
        header = battle.record.header if side in known else None
        question = question_of(Asked("one", 0, side, spec), battle, header, luck)
        assert thinker(question) == (write_order(order), "")
        known.add(side)
    assert known
