"""Advice over HTTP: for a seat that must decide, against computers only."""

from __future__ import annotations

from service.table import Table, fetch

ADVICE = "/api/battle/advice"
COMPUTER = {"groves": {"by": "me"}, "halls": {"by": "computer", "level": "greedy"}}
PEOPLE = {"groves": {"by": "me"}, "halls": {"by": "link"}}


def test_a_seat_is_advised_against_computers_and_no_watcher(table: Table) -> None:
    tokens = table.begin(scenario="two_banners", sides=COMPUTER)
    number = 0
    while len(table.view(tokens["groves"])["scene"]["questions"][0].get("options", ())) < 2:
        table.order(tokens["groves"], number)
        number += 1
    status, advice = fetch(table, ADVICE, tokens["groves"])
    assert status == 200, advice
    assert advice["label"]
    assert 0.0 <= advice["before"] <= advice["after"] <= 1.0
    assert advice["sentence"].startswith("Chance to win about")
    for seat in ("referee", "spectator"):
        status, found = fetch(table, ADVICE, tokens[seat])
        assert (status, found["code"]) == (409, "not-allowed")


def test_no_person_is_met_with_the_help_of_a_computer(table: Table) -> None:
    tokens = table.begin(scenario="two_banners", sides=PEOPLE)
    for seat in tokens:
        status, found = fetch(table, ADVICE, tokens[seat])
        assert (status, found["code"]) == (409, "not-allowed")
        assert found["error"] == "Advice is for battles in which computers play all others."
