"""What a seat sees, and how questions read."""

from __future__ import annotations

from rulebooks.warcards.cards_top import Script, field, meet

from banneret.kernel.event import SPECTATOR
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.moving import MoveDecision
from banneret.rulebooks.warcards.questions import question
from banneret.rulebooks.warcards.rulebook import RULEBOOK


def test_fifteen_places_two_reserves_and_cards_with_their_figures() -> None:
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = field("N3 knights, RA archers", "N3 pikemen, B2 archers", fort=True, conditions=works)
    meet(state, "N3")
    seen = RULEBOOK.scene(state, 1)
    assert (seen.board.kind, len(seen.board.places)) == ("areas", 15)
    assert {place.id: [tag.text for tag in place.tags] for place in seen.board.places}["B1"] == ["castle 3"]
    assert [tray.id for tray in seen.trays] == ["RA", "RB"]
    assert [piece.id for piece in seen.trays[0].pieces] == ["u1", "p0"]  # the general waits there too
    knights = next(piece for piece in seen.pieces if piece.id == "u0")
    figures = {figure.name: figure.value for figure in knights.figures}
    assert figures["melee"] == "+6"
    assert figures["missile"] == "-"
    assert figures["charge"] == "+4"
    assert figures["hits"] == "3/3"
    assert "engaged" in knights.states
    assert {place.id: place.name for place in seen.board.places}["N1"] == "right flank of the neutral ground"
    assert RULEBOOK.scene(state, SPECTATOR).seat == "spectator"


def test_a_ship_shows_what_it_carries() -> None:
    ship = {"ship": "drakkar", "aboard": ["infantry", "irregulars"]}
    state = field("N3 ship", "B3 ship", kind="sea", special={"ship": ship})
    piece = next(piece for piece in RULEBOOK.scene(state, 0).pieces if piece.id == "u0")
    assert [inside.name for inside in piece.inside] == ["Infantry A1", "Irregulars A1"]
    assert {figure.name for figure in piece.figures} >= {"ram", "bunks"}


def test_a_move_is_tied_to_its_piece_and_places() -> None:
    state = field("A3 infantry", "B3 infantry")
    asked = question(state, MoveDecision(state, 0))
    view = next(option for option in asked.options if option.order == "move 0 N3")
    assert (view.label, view.pieces, view.places) == ("Infantry A1 moves to N3", ("u0",), ("N3",))
    assert asked.default == "done"


def test_the_news_of_an_attack_says_its_sum() -> None:
    state = field("A3 archers", "N3 infantry", st.STATIONARY)
    script = Script([10, 20])
    RULEBOOK.step(state, script)
    attack, save = script.events
    assert attack.text == "Archers A1 fires at Infantry B1: 14 against 14, hits for 1."
    assert [str(tally) for tally in attack.tallies] == [
        "attack 14 = 10 d20 + 4 missile",
        "defense 14 = 14 defense",
    ]
    assert save.kind == "save"
