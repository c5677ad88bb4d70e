"""Who holds which seat: no request gives out a link, a view or a record that its bearer could not have had before.

A model (`bearers`) checks every answer of a real server: through all small battles of every kind and what can be made of them, and
through long random walks of several people who hand links on to each other. A walk is the same each time, its tokens and dice too;
only computers think as fast as the machine lets them. More of them: BANNERET_WALKS=200, and from the 500th on BANNERET_WALKS=500-700.
"""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from service.bearers import ALL, CAMPAIGN, HIDDEN, WATCHERS, Fate, Known, Watched, bearer
from service.table import Table

from banneret.after.curve import Budget

pytestmark = pytest.mark.long

FIRST, LAST = (int(one) for one in f"0-{os.environ.get('BANNERET_WALKS', '3')}".split("-")[-2:])
STEPS = 60

ME, LINK, GUEST = {"by": "me"}, {"by": "link"}, {"by": "guest"}
COMPUTER = {"by": "computer", "level": "greedy"}
KINDS: dict[str, tuple[dict[str, str], dict[str, str], bool]] = {  # the first side, the second, a referee
    "both sides on one screen": (ME, ME, False),
    "against a friend": (ME, LINK, False),
    "against a friend, with a referee": (ME, LINK, True),
    "against the computer": (ME, COMPUTER, False),
    "against the computer, with a referee": (ME, COMPUTER, True),
    "between friends": (LINK, LINK, False),
    "against a guest": (ME, GUEST, False),
    "against a guest, with a referee": (ME, GUEST, True),
    "between guests": (GUEST, GUEST, False),
    "between computers": (COMPUTER, COMPUTER, False),
}
STAGES = {"what is hidden": HIDDEN, "a campaign": CAMPAIGN}


def of_kind(watched: Watched, kind: str, made: str = "", *, judged: bool = False) -> Known:
    """A battle of this kind, with a referee where it has one, or where it is to be judged."""
    first, second, referee = KINDS[kind]
    sides = dict(zip(watched.sides, (first, second), strict=True))
    return watched.begin(made or kind, sides=sides, referee=referee or judged)


@pytest.fixture
def watched(table: Table) -> Watched:
    service = table.client.app.state.service  # type: ignore[attr-defined]
    service.limits.lift()
    service.registry.reports.budget = Budget(points=4, plays=1, again=0)
    return Watched(table.client)


def imported(watched: Watched, kind: str) -> Known:
    """A battle of this kind from its record, as its referee has it."""
    first = of_kind(watched, kind, judged=True)
    record = watched.client.get("/api/battle/record", headers=bearer(first.tokens["referee"])).text
    return watched.take_in(record, f"{kind}, imported")


def some(tokens: dict[str, str]) -> Iterator[list[str]]:
    """Links that somebody may hold: each alone, all of the players', and each of these with the referee's or a spectator's."""
    sides = [tokens[name] for name in tokens if name not in WATCHERS]
    watchers = [tokens[name] for name in tokens if name in WATCHERS]
    players = [[*one] for size in range(1, len(sides) + 1) for one in combinations(sides, size)]
    yield from players
    for watcher in watchers:
        yield [watcher]
        yield from ([watcher, *one] for one in players[:1])


def like(known: Known) -> tuple[Any, ...]:
    """By which battles are alike for the model: what comes of the one comes of the other."""
    seats = tuple(sorted(known.tokens)), tuple(sorted(known.free)), tuple(sorted(known.awaited))
    return *seats, known.closed, known.opened, known.over


def explore(watched: Watched, known: Known, seen: set[tuple[Any, ...]], depth: int) -> None:
    """All that can be made of a battle, running and then ended by each who may, and of what came of it."""
    if like(known) in seen:
        return
    seen.add(like(known))
    for token in [*known.tokens.values(), *known.invitations]:
        watched.probe(known, token)
    if depth == 0:
        return
    if known.free:
        seat_guests(watched, known)
        explore(watched, known, seen, depth)
        return
    for tokens in some(known.tokens):
        for private in (False, True):
            child = watched.branch(known, tokens, private)
            if child is not None:
                explore(watched, child, seen, depth - 1)
        rematch = watched.again(known, tokens)
        if rematch is not None:
            explore(watched, rematch, seen, depth - 1)
        begun = known.next
        watched.onward(known, tokens)
        if known.next and not begun:
            explore(watched, known.next, seen, depth - 1)
    if not known.over:
        for seat in known.tokens:
            ended = known
            if seat != next(iter(known.tokens)):  # the first to end it does so last
                made = watched.branch(known, [known.tokens["referee"]]) if "referee" in known.tokens else None
                if made is None or seat not in made.tokens:
                    continue
                ended = made
            if watched.end(ended, seat):
                explore(watched, ended, seen, depth)
        watched.go_back(known)
        explore(watched, known, seen, depth)


def seat_guests(watched: Watched, known: Known) -> None:
    """Guests come, are sent away, and come again; sides change; until no side is free."""
    for tokens in some(known.tokens):
        for side in (*watched.sides, ""):
            watched.invite(known, tokens, side, swap=True)
        for side in watched.sides:
            watched.give_side(known, tokens, side)
            watched.ask_back(known, tokens, side)
    for side in watched.sides:
        for token in list(known.invitations):
            watched.claim(known, token, side)
        for token in [*known.tokens.values(), *known.invitations]:
            watched.probe(known, token)
    fill(watched, known)
    for tokens in list(some(known.tokens)):
        if all(one in watched.owners for one in tokens):
            for side in watched.sides:
                watched.invite(known, tokens, side, swap=True)
                watched.ask_back(known, tokens, side)
    fill(watched, known)


def fill(watched: Watched, known: Known) -> None:
    """Guests come to all sides that are free."""
    maker = [known.tokens[seat] for seat in known.mine]
    watched.invite(known, maker, "", swap=False)
    for side in list(known.free):
        for token in list(known.invitations):
            watched.claim(known, token, side)
    assert not known.free


@pytest.mark.parametrize("source", ["begun", "imported"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_opens_more_than_the_links_that_came_with_the_request(
    watched: Watched, kind: str, source: str
) -> None:
    known = of_kind(watched, kind) if source == "begun" else imported(watched, kind)
    for seat in known.tokens:
        if seat in watched.sides:
            watched.order(known, seat)
    explore(watched, known, set(), 3)
    assert watched.answers > 60


@pytest.mark.parametrize(
    "kind", ["both sides on one screen", "against a friend", "against a guest, with a referee"]
)
def test_nor_does_any_in_a_campaign(watched: Watched, kind: str) -> None:
    watched.stage = CAMPAIGN
    explore(watched, of_kind(watched, kind), set(), 2)


@pytest.mark.parametrize("walk", range(FIRST, LAST))
@pytest.mark.parametrize("stage", STAGES)
def test_no_walk_of_people_who_hand_links_on_opens_more(
    watched: Watched, stage: str, walk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.stage = STAGES[stage]
    fate = Fate(walk)
    monkeypatch.setattr(secrets, "token_hex", fate.token_hex)
    monkeypatch.setattr(secrets, "token_urlsafe", fate.token_urlsafe)
    chance = random.Random(walk)
    people: list[set[str]] = [set() for _ in range(3)]
    made = [of_kind(watched, kind) for kind in chance.sample(sorted(KINDS), 3)]
    for known in made:
        chance.choice(people).update([*known.tokens.values(), *known.invitations])
    for _ in range(STEPS):
        person = chance.choice([one for one in people if one])
        token = chance.choice(sorted(person))
        known, seat = watched.owners[token]
        seats = {one for one in person - {token} if watched.owners[one] != (known, "invitation")}
        also = [one for one in sorted(seats) if watched.owners[one][0] is known]
        presented = [token, *chance.sample(also, chance.randint(0, len(also)))]
        before = set(watched.owners)
        side = chance.choice(watched.sides)
        match chance.randrange(14):
            case 0 | 1:
                chance.choice(people).add(token)  # handed on
            case 2 | 3:
                watched.branch(known, presented, chance.random() < 0.5)
            case 4:
                watched.again(known, presented)
            case 5:
                watched.probe(known, token)
            case 6:
                if seat in known.tokens:
                    watched.invite(known, presented, chance.choice([side, ""]), chance.random() < 0.5)
            case 7:
                if seat in known.tokens:
                    chance.choice([watched.give_side, watched.ask_back])(known, presented, side)
            case 8 | 9:
                if seat == "invitation":
                    watched.claim(known, token, side)
            case 10:
                if seat in known.tokens:
                    watched.order(known, seat)
            case 11:
                if seat in known.tokens:
                    watched.onward(known, presented)
            case 12:
                if seat in known.tokens and seat != "spectator" and not known.over and chance.random() < 0.5:
                    watched.end(known, seat)
            case _:
                answer = watched.client.get("/api/battle/record", headers=bearer(token))
                watched.check(answer.text, known, [token], "record")
                if answer.status_code == 200:
                    watched.take_in(answer.text, f"{known.made}; imported")
        person.update(set(watched.owners) - before)
        for one in people:
            one &= set(watched.owners)


# ---------------------------------------------------------------------- and what must stay possible


def test_who_plays_alone_or_presents_all_links_branches_while_it_runs(watched: Watched) -> None:
    alone = of_kind(watched, "against the computer", "alone")
    branch = watched.branch(alone, [alone.tokens["attacker"]])
    assert branch is not None
    assert set(branch.tokens) == {"attacker"}
    assert watched.branch(branch, [branch.tokens["attacker"]]) is not None, "and branches from the branch"
    for known in (
        of_kind(watched, "both sides on one screen", "hot seat"),
        imported(watched, "both sides on one screen"),
    ):
        both = [known.tokens[side] for side in watched.sides]
        branch = watched.branch(known, both)
        assert branch is not None
        assert set(branch.tokens) == set(watched.sides)
        for token in both:
            assert watched.branch(known, [token]) is None, "one of two links"


def test_the_referee_branches_and_hands_the_links_on(watched: Watched) -> None:
    known = of_kind(watched, "against a friend, with a referee", "judged")
    branch = watched.branch(known, [known.tokens["referee"]])
    assert branch is not None
    assert set(branch.tokens) == {*watched.sides, "spectator", "referee"}
    assert watched.end(branch, "attacker")
    answers = {
        seat: watched.client.get("/api/battle/record", headers=bearer(token)).status_code
        for seat, token in branch.tokens.items()
    }
    assert answers == {"attacker": 409, "defender": 409, "spectator": 409, "referee": 200}


def test_after_the_end_everything_is_open(watched: Watched) -> None:
    known = of_kind(watched, "against a friend", "a friend")
    assert watched.end(known, "defender")
    for seat, token in known.tokens.items():
        assert (known.family, ALL) in watched.knows([token])
        assert watched.client.get("/api/battle/record", headers=bearer(token)).status_code == 200
        branch = watched.branch(known, [token])
        assert branch is not None
        assert set(branch.tokens) >= {*watched.sides, "spectator"}
        assert (watched.again(known, [token]) is not None) == (seat in watched.sides)


def test_who_presents_both_links_plays_both_sides_again(watched: Watched) -> None:
    known = of_kind(watched, "both sides on one screen", "hot seat")
    watched.end(known, "attacker")
    for tokens, mine in (
        ([known.tokens[side] for side in watched.sides], [*watched.sides]),
        ([known.tokens["defender"]], ["defender"]),
    ):
        _, text = watched.post("battle/again", {"tokens": tokens[1:]}, tokens[0])
        assert f'"mine":{mine}'.replace("'", '"').replace(" ", "") in text


def test_a_battle_is_deleted_with_all_links_of_whoever_began_it(watched: Watched) -> None:
    known = of_kind(watched, "both sides on one screen", "hot seat")
    one, other = [known.tokens[side] for side in watched.sides]
    assert watched.post("battle/delete", {}, one)[0] == 404
    assert watched.post("battle/delete", {"tokens": [known.tokens["spectator"]]}, one)[0] == 404
    assert watched.post("battle/delete", {"tokens": [one]}, other)[0] == 200


def test_a_link_of_another_battle_adds_nothing(watched: Watched) -> None:
    mine = of_kind(watched, "both sides on one screen", "mine")
    known = of_kind(watched, "against a friend", "a friend")
    for more in (mine.tokens["defender"], "A" * 22):
        status, text = watched.post("battle/fork", {"tokens": [more]}, known.tokens["attacker"])
        assert (status, '"where":"tokens"' in text) == (400, True)


def test_an_invitation_to_any_side_leads_to_those_that_are_free_and_no_other(watched: Watched) -> None:
    known = of_kind(watched, "between guests", "between guests")
    referee = [known.tokens["referee"]]
    watched.invite(known, referee, "", swap=False)
    (token,) = known.invitations
    assert watched.claim(known, token, "attacker")
    assert not watched.claim(known, token, "attacker"), "somebody sits there"
    assert watched.claim(known, token, "defender")
    assert not watched.claim(known, token, "defender"), "it is spent"
    watched.ask_back(known, referee, "defender")
    assert token not in known.invitations


def test_who_holds_all_links_cannot_ask_a_seat_back_by_the_link_that_would_go(watched: Watched) -> None:
    known = of_kind(watched, "against a guest", "a guest")
    (invitation,) = known.invitations
    guest = watched.claim(known, invitation, "defender")
    host = known.tokens["attacker"]
    watched.ask_back(known, [guest, host], "defender")
    assert watched.client.get("/api/battle", headers=bearer(guest)).status_code == 200
    watched.ask_back(known, [host, guest], "defender")
    assert "defender" in known.free
