"""The next battle of a campaign: begun once, found by everyone who played with their own link, and by nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from service.table import Table, fetch, make

SECRET = "s" * 22
ME, GUEST, LINK = {"by": "me"}, {"by": "guest"}, {"by": "link"}
COMPUTER = {"by": "computer", "level": "greedy"}


def begin(table: Table, other: dict[str, str], **more: Any) -> dict[str, Any]:
    """A battle at the ford of Mara and of someone else."""
    sides = {"foot": ME, "lances": other}
    return make(table, rulebook="companies", scenario="the_ford", sides=sides, person="Mara", **more)


def end(table: Table, token: str) -> None:
    assert table.ask(token, type="end", id="e")["type"] == "done"


def onward(table: Table, token: str, *others: str) -> tuple[int, Any]:
    return fetch(table, "/api/battle/next", token, {"tokens": list(others)} if others else {})


@pytest.fixture
def met(table: Table) -> tuple[str, str, str]:
    """The links of Mara, of her guest Ines, and of a spectator, in a battle that is over."""
    made = begin(table, GUEST)
    host = made["tokens"]["foot"]
    status, guest = fetch(
        table, "/api/invitation/claim", made["invitations"]["lances"], {"id": SECRET, "person": "Ines"}
    )
    assert status == 201
    end(table, host)
    return host, guest["tokens"]["lances"], made["tokens"]["spectator"]


def test_each_player_comes_to_it_with_their_own_link(table: Table, met: tuple[str, str, str]) -> None:
    host, guest, _ = met
    status, first = onward(table, host)
    assert status == 201
    assert (set(first["tokens"]), first["mine"], first["invitations"]) == (
        {"foot", "spectator"},
        ["foot"],
        {},
    )
    status, second = onward(table, guest)
    assert status == 201
    assert second["battle"] == first["battle"]
    assert set(second["tokens"]) == {"lances"}
    view = table.view(second["tokens"]["lances"])
    assert view["side"] == "lances"
    assert [seat["person"] for seat in view["seats"]] == ["Mara", "Ines"]
    assert table.view(first["tokens"]["foot"])["side"] == "foot"


def test_a_player_who_asks_again_comes_to_the_same_seats(table: Table, met: tuple[str, str, str]) -> None:
    host, guest, _ = met
    first = onward(table, guest)[1]
    other = onward(table, host)[1]
    table.stop()
    table.start()
    assert onward(table, guest)[1]["tokens"] == {"lances": first["tokens"]["lances"]}
    assert onward(table, host)[1]["tokens"] == {"foot": other["tokens"]["foot"]}
    assert table.view(first["tokens"]["lances"])["side"] == "lances"


def test_nobody_receives_a_link_that_does_not_follow_from_theirs(
    table: Table, met: tuple[str, str, str]
) -> None:
    host, guest, spectator = met
    assert onward(table, spectator)[0] == 409
    first = onward(table, host)[1]
    assert onward(table, spectator)[0] == 409, "nor when it has begun"
    assert onward(table, spectator, host)[1]["tokens"] == {"foot": first["tokens"]["foot"]}
    assert onward(table, guest)[1]["tokens"].keys() == {"lances"}


def test_the_maker_cannot_sit_on_the_side_that_is_left_to_another(
    table: Table, met: tuple[str, str, str]
) -> None:
    """Their own link of the battle before leads to their own side only, also at the door of invitations."""
    host, guest, _ = met
    onward(table, host)
    assert fetch(table, "/api/invitation/claim", host, {"id": SECRET, "person": "Mara"})[0] == 409
    assert onward(table, guest)[0] == 201


def test_who_played_both_sides_has_both(table: Table) -> None:
    made = begin(table, ME)
    foot, lances = made["tokens"]["foot"], made["tokens"]["lances"]
    end(table, foot)
    status, on = onward(table, foot, lances)
    assert status == 201
    assert set(on["tokens"]) == {"foot", "lances", "spectator"}


def test_a_side_whose_link_was_handed_out_waits_for_its_bearer(table: Table) -> None:
    made = begin(table, LINK)
    foot, lances = made["tokens"]["foot"], made["tokens"]["lances"]
    end(table, foot)
    assert set(onward(table, foot)[1]["tokens"]) == {"foot", "spectator"}
    assert set(onward(table, lances)[1]["tokens"]) == {"lances"}


def test_the_computer_goes_on(table: Table) -> None:
    made = begin(table, COMPUTER)
    end(table, made["tokens"]["foot"])
    on = onward(table, made["tokens"]["foot"])[1]
    assert set(on["tokens"]) == {"foot", "spectator"}
    seats = table.view(on["tokens"]["foot"])["seats"]
    assert next(one for one in seats if one["name"] == "lances")["computer"]


def test_it_is_refused_before_the_end_and_without_a_campaign(table: Table) -> None:
    made = begin(table, COMPUTER)
    status, problem = onward(table, made["tokens"]["foot"])
    assert (status, problem["code"]) == (409, "not-yet")
    tokens = table.begin()
    end(table, tokens["attacker"])
    status, problem = onward(table, tokens["attacker"])
    assert (status, problem["code"]) == (409, "not-allowed")


def test_the_third_battle_follows_from_the_second(table: Table, met: tuple[str, str, str]) -> None:
    host, guest, _ = met
    second = onward(table, host)[1]
    theirs = onward(table, guest)[1]
    end(table, second["tokens"]["foot"])
    third = onward(table, theirs["tokens"]["lances"])[1]
    assert third["battle"] not in (second["battle"], "")
    assert onward(table, second["tokens"]["foot"])[1]["battle"] == third["battle"]


def test_a_guest_with_a_new_link_comes_to_it_too(table: Table) -> None:
    """They claim their seat again, from another browser, after the next battle has begun: with the new link they sit there, and there is one next battle."""
    made = begin(table, GUEST)
    host, invitation = made["tokens"]["foot"], made["invitations"]["lances"]
    wanted = {"id": SECRET, "person": "Ines"}
    lost = fetch(table, "/api/invitation/claim", invitation, wanted)[1]["tokens"]["lances"]
    end(table, host)
    first = onward(table, host)[1]
    assert onward(table, lost)[0] == 201
    guest = fetch(table, "/api/invitation/claim", invitation, wanted)[1]["tokens"]["lances"]
    assert onward(table, lost)[0] == 404
    status, second = onward(table, guest)
    assert (status, second["battle"], set(second["tokens"])) == (201, first["battle"], {"lances"})
    assert table.view(second["tokens"]["lances"])["side"] == "lances"


def test_all_who_sat_there_are_shown_at_once_that_it_has_begun(
    table: Table, met: tuple[str, str, str]
) -> None:
    host, guest, spectator = met
    before = {token: table.view(token)["at"] for token in (guest, spectator)}
    assert onward(table, host)[0] == 201
    for token, at in before.items():
        view = table.view(token)
        assert "next battle has begun" in view["said"][-1]["text"]
        assert view["at"] > at
