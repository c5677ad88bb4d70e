"""A model of who may know what: battles, their links, and what each link opens. It looks at every answer of a real server.

The model knows nothing of how the service decides. A battle belongs to a family: those whose entries tell the same secrets, a
battle and its branches. A secret is one side's, or "record": all of them, with every order and die. What links may know:

- the link of a side what that side knows; the referee's everything; a spectator's nothing;
- an invitation what a spectator's does. While its side is free it is worth that side, for whoever claims it has the seat: so it goes
  to the player who began the battle, who may hand it on, and the seat that comes of it to the guest alone;
- any link of a battle everything, once that battle was over, unless it is a branch that was made while its family still had
  secrets from whoever made it, or from anybody but the referee.

No answer may hold a link, a view or a record that opens more than the links that came with the request did before. And who was
refused something finds all seats and invitations as they were.
"""

from __future__ import annotations

import json
import random
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import sqlalchemy as sa
from service.swift import Swift

WATCHERS = ("spectator", "referee")
ALL = "record"
STANDING = (
    "SELECT id FROM battles",
    "SELECT battle, name, digest, mine, person FROM seats",
    "SELECT * FROM places",
    "SELECT * FROM invitations",
)
HARMLESS = ("mine", "battle/request")  # what makes no seats, and takes none

Secret = tuple[int, str]


@dataclass(frozen=True)
class Stage:
    """The battles that people fight: their scenario, and by side what the other does not see until it is revealed (empty: nothing)."""

    rulebook: str
    scenario: str
    canaries: dict[str, str]

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.canaries)


HIDDEN = Stage("stacks", "giant_at_the_gate", {"attacker": "Storm Giants", "defender": "DwarfLord"})
CAMPAIGN = Stage("companies", "the_ford", {"foot": "", "lances": ""})


class Fate:
    """The same tokens and dice again for the same seed, instead of true `secrets`."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def token_hex(self, size: int) -> str:
        return self._chance.randbytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        return urlsafe_b64encode(self._chance.randbytes(size)).rstrip(b"=").decode()


@dataclass
class Known:
    """A battle as the model knows it: its family, its links by seat, and whether its end opens its secrets."""

    number: str
    family: int
    tokens: dict[str, str]
    closed: bool
    opened: bool = False
    over: bool = False
    reveals: bool = False  # computers play it all, and reveal to each other what they have
    made: str = ""  # by which requests, for messages
    free: set[str] = field(default_factory=set)  # the sides that wait for guests
    invitations: dict[str, set[str]] = field(default_factory=dict)  # the sides that each invitation leads to
    choosing: set[str] = field(
        default_factory=set
    )  # the invitations by which the side of the inviter may be had too
    mine: set[str] = field(default_factory=set)  # the seats that the player who began it kept
    next: Known | None = None  # the battle after it, in a campaign
    awaited: set[str] = field(default_factory=set)  # sides that wait for their players of the battle before
    followers: dict[str, str] = field(default_factory=dict)  # by link of the battle before the link here


@dataclass
class Watched:
    """A server whose answers are all checked against the model."""

    client: Swift
    stage: Stage = HIDDEN
    battles: dict[str, Known] = field(default_factory=dict)
    owners: dict[str, tuple[Known, str]] = field(default_factory=dict)  # the battle and seat of each link
    answers: int = 0
    _standing: set[tuple[Any, ...]] = field(default_factory=set)  # what the store had after the last post
    _families: Iterator[int] = field(default_factory=count)
    _ids: Iterator[int] = field(default_factory=count)

    # ------------------------------------------------------------------ the model

    @property
    def sides(self) -> tuple[str, ...]:
        return self.stage.sides

    def _all(self, known: Known) -> set[Secret]:
        """Every secret of the family of a battle."""
        return {(known.family, what) for what in (*self.sides, ALL)}

    def knows(self, tokens: Iterable[str]) -> set[Secret]:
        """What the bearer of these links may know."""
        found: set[Secret] = set()
        for token in tokens:
            battle, seat = self.owners[token]
            if seat == "referee" or (battle.opened and not battle.closed):
                found |= self._all(battle)
            elif seat in self.sides:
                found.add((battle.family, seat))
        return found

    def worth(self, tokens: Iterable[str]) -> set[Secret]:
        """What the bearer of these links may come to know by them: with an invitation to a free side that side."""
        found = self.knows(tokens)
        for token in tokens:
            battle, seat = self.owners[token]
            found |= {
                (battle.family, side) for side in battle.invitations.get(token, ()) if side in battle.free
            }
            if battle.next and seat in self.sides:
                found |= self._follows(battle.next, token, seat)
        return found

    def _follows(self, following: Known, link: str, side: str) -> set[Secret]:
        """What the link of a side of the battle before is worth in the next one, and in those after it."""
        seated = following.followers.get(link, "")
        if seated in self.owners:
            return self.worth([seated])
        return {(following.family, side)} if side in following.awaited else set()

    def enter(self, answer: dict[str, Any], family: int, closed: bool, made: str) -> Known:
        """A battle that was made by a request."""
        known = Known(answer["battle"], family, answer["tokens"], closed, made=made)
        assert known.number not in self.battles
        self.battles[known.number] = known
        for side, token in answer["invitations"].items():
            assert side not in known.tokens, f"{made}: the link of a seat that is left to a guest"
            known.free.add(side)
            self._invited(known, token, {side})
        for seat, token in known.tokens.items():
            assert token not in self.owners, f"{made}: a link was given out twice"
            self.owners[token] = (known, seat)
        known.mine = set(answer["mine"])
        assert known.mine <= set(known.tokens)
        self.look(known)
        return known

    def _invited(self, known: Known, token: str, sides: set[str]) -> None:
        """An invitation was given out."""
        assert token not in self.owners
        known.invitations[token] = sides
        self.owners[token] = (known, "invitation")

    def _nothing(self, token: str) -> None:
        """A link opens nothing any more."""
        del self.owners[token]
        for path in ("battle", "battle/record", "battle/at/0", "invitation"):
            assert self.client.get(f"/api/{path}", headers=bearer(token)).status_code == 404

    def _void(self, known: Known, sides: set[str], but: str = "") -> None:
        """Invitations that led to one of these sides open nothing any more, nor do links of the battle before."""
        known.awaited -= sides
        for token in [one for one, leads in known.invitations.items() if leads & sides and one != but]:
            del known.invitations[token]
            self._nothing(token)

    def _begin_again(self, known: Known) -> None:
        """The battle begins again: what was seen of it before tells nothing of what is to come."""
        known.family = next(self._families)
        self.look(known)

    def look(self, known: Known) -> None:
        """Whether the battle is over, which everybody sees; computers end it without being asked."""
        text = self.client.get("/api/battle", headers=bearer(next(iter(known.tokens.values())))).text
        view = json.loads(text)
        known.over = "ending" in view["scene"]
        known.opened |= known.over
        known.reveals = all(one.get("computer") for one in view["seats"])

    def check(self, text: str, known: Known, tokens: Iterable[str], what: str) -> None:
        """Nothing in an answer that goes beyond what its bearer may know."""
        self.answers += 1
        if known.reveals:  # it may have ended meanwhile
            self.look(known)
        may = self.knows(tokens)
        where = f"{known.made}; {what} by {[self.owners[one][1] for one in tokens]}"
        for token, (battle, seat) in self.owners.items():
            if token in text:
                assert self.worth([token]) <= may | self.worth(tokens), (
                    f"{where}: the link of {seat} of ({battle.made})"
                )
        for side, canary in self.stage.canaries.items():
            if canary and (known.family, side) not in may and not known.reveals:
                assert canary not in text, f"{where}: {canary}"
        if (known.family, ALL) not in may:
            assert "banneret record" not in text, where
            assert "\nseed " not in text, where
            for scene in scenes(text):
                seat = scene["seat"]
                assert seat == "spectator" or (known.family, seat) in may, f"{where}: the scene of {seat}"

    # ------------------------------------------------------------------ requests

    def post(self, path: str, body: Any, token: str = "") -> tuple[int, str]:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = self.client.post(f"/api/{path}", json=body, headers=headers)
        assert answer.status_code < 500, answer.text
        if path not in HARMLESS:
            before, self._standing = self._standing, self._stored()
            assert answer.status_code < 400 or self._standing == before, (
                f"{path}: {answer.text}, but it was done"
            )
        return answer.status_code, answer.text

    def _stored(self) -> set[tuple[Any, ...]]:
        """Which battles, seats, places and invitations there are in the store."""

        def work(connection: sa.Connection) -> set[tuple[Any, ...]]:
            return {tuple(row) for one in STANDING for row in connection.exec_driver_sql(one)}

        storage = self.client.app.state.service.registry.storage  # type: ignore[attr-defined]
        return storage.submit(work).result()

    def begin(self, made: str, **more: Any) -> Known:
        """A new battle: whoever begins it has all its secrets to give away."""
        status, text = self.post(
            "battles", {"rulebook": self.stage.rulebook, "scenario": self.stage.scenario, **more}
        )
        assert status == 201, text
        return self.enter(json.loads(text), next(self._families), False, made)

    def take_in(self, text: str, made: str) -> Known:
        """A battle from a record: whoever brings it knows it."""
        status, answer = self.post("import", {"text": text})
        assert status == 201, answer
        return self.enter(json.loads(answer), next(self._families), False, made)

    def branch(self, known: Known, tokens: list[str], private: bool = False) -> Known | None:
        """A branch by whoever bears these links; None where it is refused."""
        self.look(known)
        made = f"{known.made}; {'private ' * private}fork by {self.seats(tokens)}"
        body = {"private": private, **({"tokens": tokens[1:]} if tokens[1:] else {})}
        status, text = self.post("battle/fork", body, tokens[0])
        self.check(text, known, tokens, made)
        if status != 201:
            return None
        free = known.opened and known.over and not known.closed and not private
        child = self.enter(json.loads(text), next(self._families) if free else known.family, not free, made)
        gained = set() if free else self.knows(child.tokens.values()) - self.knows(tokens)
        assert not gained, f"{made}: whoever made it learns {gained}"
        return child

    def again(self, known: Known, tokens: list[str]) -> Known | None:
        """A rematch; None where it is refused. It has the armies of all sides."""
        made = f"{known.made}; rematch by {self.seats(tokens)}"
        body: dict[str, Any] = {"tokens": tokens[1:]} if tokens[1:] else {}
        if next(self._ids) % 2:
            body["swap"] = True
        status, text = self.post("battle/again", body, tokens[0])
        self.check(text, known, tokens, made)
        if status != 201:
            return None
        child = self.enter(json.loads(text), next(self._families), False, made)
        sides = {(known.family, seat) for seat in child.tokens if seat in self.sides}
        assert sides <= self.knows(tokens) or known.opened, f"{made}: the armies of {sides}"
        return child

    def onward(self, known: Known, tokens: list[str]) -> None:
        """On to the next battle of a campaign: by links of players, to the seats that follow from these and to no other."""
        self.look(known)
        made = f"{known.made}; next by {self.seats(tokens)}"
        status, text = self.post("battle/next", {"tokens": tokens[1:]} if tokens[1:] else {}, tokens[0])
        links = {seat: one for one in tokens if (seat := self.owners[one][1]) in self.sides}
        allowed = self.stage is CAMPAIGN and known.over and links and self._all(known) <= self.knows(tokens)
        self.check(text, known, tokens, made)
        if status != 201:
            assert not allowed or (known.next and not self._expected(known.next, links)), text
            return
        assert allowed, f"{made}: it was let through"
        answer = json.loads(text)
        if known.next is None:
            known.next = following = self.enter(answer, next(self._families), False, made)
            assert set(following.tokens) & {*self.sides} == set(links), made
            seats = json.loads(
                self.client.get("/api/battle", headers=bearer(answer["tokens"][min(links)])).text
            )
            following.awaited = {one["side"] for one in seats["seats"] if one.get("free")} - following.free
            assert following.awaited <= {*known.tokens} - {*links}, made
            following.free |= following.awaited
        else:
            following = known.next
            expected = self._expected(following, links)
            assert answer["battle"] == following.number, made
            assert set(answer["tokens"]) == set(expected), made
            for side, token in answer["tokens"].items():
                if side in following.awaited and not expected[side]:
                    assert token not in self.owners, f"{made}: a link was given out twice"
                    following.awaited.discard(side)
                    following.free.discard(side)
                    following.tokens[side] = token
                    self.owners[token] = (following, side)
                else:
                    assert token == expected[side], made
            self.look(following)
        for side, link in links.items():
            if token := answer["tokens"].get(side):
                following.followers.setdefault(link, token)

    def _expected(self, following: Known, links: dict[str, str]) -> dict[str, str]:
        """The seats in a next battle that follow from these links of sides, each with its link; empty where it is not given out yet."""
        found: dict[str, str] = {}
        for side, link in links.items():
            seated = following.followers.get(link, "")
            if seated in self.owners:
                found[self.owners[seated][1]] = seated
            elif side in following.awaited:
                found[side] = ""
        return found

    def end(self, known: Known, seat: str) -> bool:
        """A side gives up, or the referee ends it; whether it did."""
        token = known.tokens[seat]
        body = {"type": "end", "id": f"e{next(self._ids)}", "winners": []}
        status, text = self.post("battle/request", body, token)
        assert status == 200, text
        done: bool = json.loads(text)["type"] == "done"
        self.look(known)
        self.check(text, known, [token], "end")
        return done

    def order(self, known: Known, seat: str) -> None:
        """A side gives the order that shows nothing, if it may."""
        token = known.tokens[seat]
        at = json.loads(self.client.get("/api/battle", headers=bearer(token)).text)["at"]
        body = {"type": "order", "id": f"o{next(self._ids)}", "at": at, "order": "none"}
        self.check(self.post("battle/request", body, token)[1], known, [token], "order")

    def is_maker(self, known: Known, tokens: Iterable[str]) -> bool:
        """Whether all links are there that the player who began the battle kept, or the referee's."""
        seats = {self.owners[one][1] for one in tokens}
        return "referee" in seats or bool(known.mine and known.mine <= seats)

    def invite(self, known: Known, tokens: list[str], side: str, swap: bool) -> None:
        """A new invitation: for the player who began the battle, to a side that is free."""
        body = {"side": side, "swap": swap, "tokens": tokens[1:]}
        status, text = self.post("battle/invite", body, tokens[0])
        self.check(text, known, tokens, f"invite {status}")
        free = known.free and side in (*known.free, "")
        assert (status == 200) == bool(free and self.is_maker(known, tokens)), text
        if status == 200:
            leads = {side} if side else set(self.sides)  # to any that is free when somebody comes
            self._void(known, leads)
            seats = {self.owners[one][1] for one in tokens} & {*self.sides, "referee"}
            chooses = swap and len(known.free) == 1 and len(seats) == 1 and "referee" not in seats
            token = json.loads(text)["invitation"]
            self._invited(known, token, set(self.sides) if chooses else leads)
            if chooses:
                known.choosing.add(token)

    def claim(self, known: Known, token: str, side: str) -> str:
        """Somebody follows an invitation: the seat that they have of it, empty where they have none."""
        self.look(known)
        secret = f"{next(self._ids):022d}"
        status, text = self.post("invitation/claim", {"id": secret, "side": side, "person": "P"}, token)
        self.check(text, known, [token], f"claim {status}")
        leads = known.invitations.get(token, set())
        open_to = leads & known.free
        if open_to and token in known.choosing:
            open_to = set(self.sides)
        assert (status == 201) == (side in open_to and not known.over), text
        if status != 201:
            return ""
        if side not in known.free:
            self._change(known, side, token)
        known.free.discard(side)
        ((seat, new),) = json.loads(text)["tokens"].items()
        assert (seat, set(json.loads(text)["tokens"])) == (side, {side})
        assert new not in self.owners
        known.tokens[side] = new
        self.owners[new] = (known, side)
        again = json.loads(self.post("invitation/claim", {"id": secret, "side": side}, token)[1])["tokens"][
            side
        ]
        self._nothing(new)
        known.tokens[side] = again
        self.owners[again] = (known, side)
        return again

    def _change(self, known: Known, side: str, but: str = "") -> None:
        """Whoever plays a side plays the free one from now on."""
        (free,) = known.free
        token = known.tokens.pop(side)
        known.tokens[free] = token
        self.owners[token] = (known, free)
        known.mine = {free if one == side else one for one in known.mine}
        known.free = {side}
        known.awaited = set()
        self._void(known, set(self.sides), but)
        self._begin_again(known)

    def give_side(self, known: Known, tokens: list[str], side: str) -> None:
        """The inviter leaves their side to the guest, and plays the other."""
        status, text = self.post("battle/guest/side", {"side": side, "tokens": tokens[1:]}, tokens[0])
        own = {self.owners[one][1] for one in tokens} & {*self.sides, "referee"}
        allowed = self.is_maker(known, tokens) and own == {side} and len(known.free) == 1 and not known.over
        assert (status == 200) == bool(allowed and side not in known.free), text
        if status == 200:
            self._change(known, side)
        self.check(text, known, tokens, f"give side {status}")

    def ask_back(self, known: Known, tokens: list[str], side: str) -> None:
        """Whoever invited wants the seat of a guest back."""
        guest = known.tokens.get(side, "")
        status, text = self.post("battle/guest/back", {"side": side, "tokens": tokens[1:]}, tokens[0])
        if status == 200:
            assert self.is_maker(known, tokens)
            assert side not in known.mine
            del known.tokens[side]
            self._nothing(guest)
            known.free.add(side)
            self._void(known, {side})
            self._begin_again(known)
        self.check(text, known, [one for one in tokens if one in self.owners], f"ask back {status}")

    def go_back(self, known: Known) -> None:
        """The referee takes back that the battle was ended, if there is one."""
        token = known.tokens.get("referee", "")
        if token:
            at = json.loads(self.client.get("/api/battle", headers=bearer(token)).text)["at"]
            body = {"type": "undo", "id": f"u{next(self._ids)}", "at": at, "reason": "on we go"}
            status, text = self.post("battle/request", body, token)
            self.look(known)
            self.check(text, known, [token], f"undo {status}")

    def seats(self, tokens: Iterable[str]) -> str:
        """The seats of links, for messages."""
        return "+".join(self.owners[token][1] for token in tokens)

    def probe(self, known: Known, token: str) -> None:
        """All that can be asked for without changing anything."""
        seat = self.owners[token][1]
        self.look(known)
        for path in (
            "",
            "/record",
            "/after",
            "/referee",
            "/report",
            "/at/0",
            "/at/0?all=1",
            "/at/1?all=1",
            "/at/99",
        ):
            text = self.client.get(f"/api/battle{path}", headers=bearer(token)).text
            self.check(text, known, [token], f"GET battle{path}")
        self.check(self.post("mine", {"tokens": [token]})[1], known, [token], "the list")
        for side in (*self.sides, ""):
            for order in ("none", "reveal 0", "reveal 4"):
                more = {"side": side, "reason": "r"} if side else {}
                request = {"type": "foresee", "id": "f", "order": order}
                self.check(self.post("battle/request", request, token)[1], known, [token], "foresee")
                if seat in ("spectator", "invitation"):
                    request = {"type": "order", "id": "s", "at": 1, "order": order, **more}
                    self.check(self.post("battle/request", request, token)[1], known, [token], "order")
        with self.client.websocket_connect("/api/table") as line:
            line.send_json({"type": "sit", "token": token})
            self.check(line.receive_text(), known, [token], "sit")


def bearer(token: str) -> dict[str, str]:
    """The header of a call by a link."""
    return {"authorization": f"Bearer {token}"}


def scenes(text: str) -> Iterator[dict[str, Any]]:
    """All scenes in an answer."""
    try:
        waiting = [json.loads(text)]
    except ValueError:
        return
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, dict):
            if "board" in one and "seat" in one:
                yield one
            waiting.extend(one.values())
