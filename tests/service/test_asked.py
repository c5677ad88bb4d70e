"""What a seat wants to be asked, over the wire: set at any time, and nothing of it reaches anyone else.

Two servers keep the same battle. In one of them a side, while it is not asked, says again and again what it wants to be asked, and in
the end nothing before its next turn; in the other it says nothing, and passes by hand where it is asked. All that its enemy and a
spectator are sent and can ask for is compared byte for byte.
"""

from __future__ import annotations

import pytest
from service.test_counts import ask, at, everything, unasked
from service.test_two_worlds import World, links, same
from service.test_two_worlds import worlds as worlds

from banneret import api
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order, write_order
from banneret.service.storage.seats import Seat

pytestmark = pytest.mark.long

SCENARIOS = ("short_yard", "twin_halls", "broken_causeway")
WORDS = ("always", "aimed", "usual", "turn")


def quiet(battle: Battle, side: str) -> bool:
    """True if a side is asked, and not passed for."""
    return battle.waiting_for == [side] and not battle.passing()


def position(scenario: str) -> tuple[Battle, str, str, Order]:
    """A battle in which a side may do what its enemy is asked about, and nobody else; both sides, and the order."""
    for seed in range(20):
        battle = api.start("skirmish", scenario, seed=seed)
        chance = Chance(seed)
        while not battle.is_over and battle.record.count < 500:
            decision = battle.decisions[0]
            if battle.passing():
                battle.pass_on()
                continue
            side = battle.sides[decision.side]
            enemy = next(one for one in battle.sides if one != side)
            if decision.kind == "act":
                for order in [one for one in decision.orders() if one[0] == "attack"]:
                    trial = api.loads(battle.private_text)
                    trial.give(side, order)
                    if quiet(trial, enemy) and trial.decisions[0].kind == "answer":
                        trial.give(enemy, "pass")
                        if quiet(trial, side):
                            return battle, side, enemy, order
            battle.give(side, decision.sample(chance))
    raise AssertionError("no such position")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_worlds_that_differ_in_what_a_side_wants_to_be_asked(
    scenario: str, worlds: tuple[World, World]
) -> None:
    battle, side, enemy, order = position(scenario)
    tokens = links(battle, scenario)
    tables = [world.take_in("one", battle, tokens) for world in worlds]
    for world in worlds:
        world.app.state.service.registry.thinking.pause = (0.0, 0.0)
    seats = (side, "spectator")
    own = ask(worlds[0], tokens[enemy], type="asked", id="first", asked="always").json()
    assert own["type"] == "done"
    for number in range(12):
        request = {"type": "asked", "id": f"a{number}", "asked": WORDS[number % 4]}
        assert ask(worlds[0], tokens[enemy], **request).json()["type"] == "done"
    assert tables[0].record.count == tables[1].record.count + 12
    assert worlds[0].get("battle", tokens[enemy]).json()["scene"]["asked"]["now"] == "turn"
    assert worlds[1].get("battle", tokens[enemy]).json()["scene"]["asked"]["now"] == "usual"

    lines = [[world.client.websocket_connect("/api/table") for _ in seats] for world in worlds]
    frames: list[list[bytes]] = []
    for number, world in enumerate(worlds):
        with lines[number][0] as first, lines[number][1] as second:
            found: list[bytes] = []
            for seat, line in zip(seats, (first, second), strict=True):
                line.send_json({"type": "sit", "token": tokens[seat]})
                found.append(line.receive_text().encode())
            if number == 0:  # once more, while they look
                for word in ("aimed", "turn"):
                    ask(world, tokens[enemy], type="asked", id=f"again-{word}", asked=word)
            found += [unasked(first), unasked(second)]
            given = {"type": "order", "id": "o", "at": at(world, tokens[side]), "order": write_order(order)}
            assert ask(world, tokens[side], **given).json()["type"] == "done"
            found += [line.receive_text().encode() for line in (first, second)]
            if number == 1:
                passed = {"type": "order", "id": "p", "at": at(world, tokens[enemy]), "order": "pass"}
                assert ask(world, tokens[enemy], **passed).json()["type"] == "done"
            found += [line.receive_text().encode() for line in (first, second)]
            found += [unasked(first), unasked(second)]
            frames.append(found)
    assert [entry.kind for entry in tables[0].entries][-1] == "passed"
    for quick, by_hand in zip(*frames, strict=True):
        same(quick, by_hand, f"{scenario}, what is sent unasked")
    for seat in seats:
        received = [list(everything(world, tokens[seat], f"{seat}-")) for world in worlds]
        assert len(received[0]) == len(received[1])
        for quick, by_hand in zip(*received, strict=True):
            same(quick, by_hand, f"{scenario}, {seat}")


def test_the_choice_of_a_seat_is_done_once_refused_in_a_sentence_and_kept(
    worlds: tuple[World, World],
) -> None:
    battle, side, enemy, _ = position("short_yard")
    world = worlds[0]
    tokens = links(battle, "kept")
    table = world.take_in("one", battle, tokens)
    for _ in range(2):
        assert ask(world, tokens[enemy], type="asked", id="a", asked="aimed").json()["type"] == "done"
    assert str(table.entries[-1]) == f"! asked {enemy} (aimed)"
    assert table.record.count == battle.record.count + 1
    wrong = ask(world, tokens[enemy], type="asked", id="b", asked="never").json()
    assert (wrong["type"], wrong["reason"]) == (
        "refused",
        "A side can be asked at one of these times: usual, always, aimed, turn.",
    )
    for seat, code in (("spectator", "not-allowed"), ("referee", "not-allowed")):
        assert ask(world, tokens[seat], type="asked", id="c", asked="always").json()["code"] == code
    older = at(world, tokens[side])
    assert ask(world, tokens[side], type="asked", id="d", asked="always").json()["type"] == "done"
    late = {"type": "order", "id": "e", "at": older, "order": table.scene(side).questions[0].default}
    assert ask(world, tokens[side], **late).json()["type"] == "done", "it makes no view outdated"


def test_the_times_of_a_list_and_the_measure_of_a_seat_are_those_of_what_it_was_shown(
    worlds: tuple[World, World],
) -> None:
    battle, side, enemy, _ = position("short_yard")
    tokens = links(battle, "times")
    world = worlds[0]
    table = world.take_in("one", battle, tokens)
    session = world.app.state.service.registry.live["one"]
    before = [
        (session.measures()[seat], session.number(Seat("one", seat, seat, False)))
        for seat in (side, "spectator")
    ]
    ask(world, tokens[enemy], type="asked", id="a", asked="aimed")
    after = [
        (session.measures()[seat], session.number(Seat("one", seat, seat, False)))
        for seat in (side, "spectator")
    ]
    assert before == after
    assert table.asked(enemy).now == "aimed"  # type: ignore[union-attr]
