"""What a seat sees, and how questions read."""

from __future__ import annotations

import pytest
from rulebooks.warcards.cards_top import field, meet

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.scene import Condition
from banneret.kernel.viewer import SPECTATOR, viewer_of
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.setup.placement import placement_plan
from banneret.rulebooks.warcards.tables.cards import DEFENSE, MELEE
from banneret.rulebooks.warcards.view.questions import question
from banneret.testing import Script


def test_fifteen_places_two_reserves_and_cards_with_their_figures() -> None:
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = field("N3 knights, RA archers", "N3 pikemen, B2 archers", fort=True, conditions=works)
    meet(state, "N3")
    seen = RULEBOOK.view.scene(state, viewer_of(1))
    assert (seen.board.kind, len(seen.board.places)) == ("areas", 17)
    places = {place.id: place for place in seen.board.places}
    assert [tag.text for tag in places["B1"].tags] == ["castle 3"]
    assert [(places[name].at, places[name].span, places[name].side) for name in ("RA", "RB", "N1", "B1")] == [
        ((0, 0), 5, 0),
        ((0, 4), 5, 1),
        ((4, 2), 1, -1),
        ((4, 3), 1, 1),
    ]  # B sits at the near end, its own reserve before it
    assert places["B1"].name == "right flank of your line"
    onlooker = {place.id: place.name for place in RULEBOOK.view.scene(state, SPECTATOR).board.places}
    assert onlooker["B1"].endswith(f"flank of the line of {state.setting.names[1]}")
    assert onlooker["N1"] == "left flank of the neutral ground"
    assert places["RB"].tags[0].text.startswith("Full fortification, level 3")
    assert seen.trays == ()
    assert [piece.id for piece in seen.pieces if piece.place == "RA"] == [
        "u1",
        "p0",
    ]  # the general waits there
    knights = next(piece for piece in seen.pieces if piece.id == "u0")
    figures = {figure.name: figure.value for figure in knights.figures}
    assert figures["melee"] == "+6"
    assert figures["missile"] == "-"
    assert figures["charge"] == "+4"
    assert figures["hits"] == "3/3"
    assert [figure.short for figure in knights.figures if figure.short] == ["Mel", "Chg", "Def", "Mor"]
    assert Condition("engaged") in knights.states
    assert {place.id: place.name for place in seen.board.places}["N1"] == "right flank of the neutral ground"
    assert RULEBOOK.view.scene(state, SPECTATOR).seat == "spectator"


@pytest.mark.rule("warcards:magic.rating", "warcards:hero.bonus")
def test_a_card_shows_what_magic_and_heroes_do_to_it() -> None:
    """Infantry with heroes of EL 7 (+2, +1, +1), and +3 defense and +2 melee by spells: 14 + 1 + 3, 4 + 2 + 2."""
    heroes = [{"name": "H", "members": [{"level": 5}, {"level": 5}], "with": "infantry#1"}]
    state = field("N3 infantry", "B3 infantry", stages.STATIONARY, A={"heroes": heroes})
    state.effects = [(0, DEFENSE, 3), (0, MELEE, 2)]
    card = next(piece for piece in RULEBOOK.view.scene(state, viewer_of(0)).pieces if piece.id == "u0")
    figures = {figure.name: figure.value for figure in card.figures}
    assert (figures["defense"], figures["melee"], figures["morale"]) == ("18", "+8", "+3")
    assert defense_total(state, state.units[0], state.units[1], False) == 18


def test_a_ship_shows_what_it_carries() -> None:
    ship = {"ship": "drakkar", "aboard": ["infantry", "irregulars"]}
    state = field("N3 ship", "B3 ship", kind="sea", special={"ship": ship})
    piece = next(piece for piece in RULEBOOK.view.scene(state, viewer_of(0)).pieces if piece.id == "u0")
    assert [(inside.name, inside.label) for inside in piece.inside] == [
        ("1st Infantry", ""),
        ("1st Irregulars", ""),
    ]
    assert {figure.name for figure in piece.figures} >= {"ram", "bunks"}


def test_a_move_is_tied_to_its_piece_and_places() -> None:
    state = field("A3 infantry", "B3 infantry")
    asked = question(state, MoveDecision(state, 0))
    view = next(option for option in asked.options if option.order == "move 0 N3")
    assert (view.label, view.pieces, view.places) == (
        "1st Infantry moves to the neutral center (N3)",
        ("u0",),
        ("N3",),
    )
    assert asked.default == "done"


def test_a_characters_change_of_units_is_tied_to_where_he_is() -> None:
    anna = {"general": {"name": "Anna", "with": "infantry#1"}}
    state = field("RA infantry, RA knights", "B3 infantry", A=anna)

    def views() -> list[tuple[str, tuple[str, ...]]]:
        options = question(state, MoveDecision(state, 0)).options
        return [(view.label, view.pieces) for view in options if view.order.startswith("person")]

    assert views() == [
        ("Anna leaves 1st Infantry and stays in the reserve", ("u0",)),
        ("Anna joins 1st Knights", ("u0", "u1")),
    ]
    state.figures[0].host = st.NOBODY
    assert views() == [
        ("Anna joins 1st Infantry", ("p0", "u0")),
        ("Anna joins 1st Knights", ("p0", "u1")),
    ]
    assert not any(
        piece.states for piece in RULEBOOK.view.scene(state, viewer_of(0)).pieces if piece.id == "p0"
    )
    state.figures[0].changed = True
    assert [
        piece.states for piece in RULEBOOK.view.scene(state, viewer_of(0)).pieces if piece.id == "p0"
    ] == [(Condition("moved"),)]


def test_wounds_are_pips_and_heroes_lie_on_their_card() -> None:
    state = field("N3 infantry", "B3 infantry")
    state.units[0].lethal = 1
    state.units[0].subdual = 1
    card = next(piece for piece in RULEBOOK.view.scene(state, viewer_of(0)).pieces if piece.id == "u0")
    assert card.pips == ("s", "x")
    heroes = RULEBOOK.scenarios()["heroes_and_magic"]
    seen = RULEBOOK.view.scene(RULEBOOK.new(heroes, {}), viewer_of(0))
    knights = next(piece for piece in seen.pieces if piece.name == "1st Knights")
    assert [(inside.form, inside.name) for inside in knights.inside] == [("heroes", "Usurper's companions")]
    assert ("general", "crown") in [
        ("general", tag.symbol) for inside in knights.inside for tag in inside.tags
    ]


def test_a_placement_says_where_its_words_put_a_card() -> None:
    state = field("RA infantry, RA archers", "B3 infantry", stages.PLACE_FIRST)
    form = question(state, placement_plan(state, 0)).form
    assert form is not None
    assert form.posts
    first = form.items[0]
    assert (first.piece, first.place, first.slot, first.spot) == ("u0", "A1", "0", "0")


def test_a_move_says_whom_it_meets() -> None:
    state = field("A3 infantry", "N3 levies")
    asked = question(state, MoveDecision(state, 0))
    view = next(option for option in asked.options if option.order == "move 0 N3")
    assert (view.consequence, view.group) == ("meets 1st Levies of Blues", "1st Infantry")


@pytest.mark.rule("warcards:retreat.opportunity", "warcards:combat.staggered")
@pytest.mark.parametrize(
    ("spent", "subdual", "says", "asked"),
    [
        (
            1,
            1,
            "1st Infantry of Blues may attack it first; next to 1st Infantry of Blues",
            ["retreat", "opportunity"],
        ),
        (
            0,
            2,
            "1st Infantry of Blues may attack it first; next to 1st Infantry of Blues",
            ["retreat", "opportunity"],
        ),
        (
            1,
            2,
            "nobody may attack it; next to 1st Infantry of Blues",
            ["retreat"],
        ),  # staggered, and it has moved
    ],
)
def test_a_retreat_says_whether_it_will_be_attacked(
    spent: int, subdual: int, says: str, asked: list[str]
) -> None:
    state = field("N3 infantry", "N3 infantry", stages.RETREAT)
    meet(state, "N3", who=1, came="B3")
    state.units[1].spent, state.units[1].subdual = spent, subdual
    order: Order = ("retreat", 0, "A3")
    decision = Choice("retreat", 0, "warcards:retreat.who", [("stay",), order])
    assert question(state, decision).options[1].consequence == says
    script = Script([1] * (len(asked) - 1), [order])
    RULEBOOK.step(state, script)
    assert script.kinds[:2] == asked


def test_the_news_of_an_attack_says_its_sum() -> None:
    state = field("A3 archers", "N3 infantry", stages.STATIONARY)
    script = Script([10, 20])
    RULEBOOK.step(state, script)
    attack, save = script.events
    assert attack.text == "1st Archers of Reds fire at 1st Infantry of Blues: 14 against 14, a hit for 1."
    assert [str(tally) for tally in attack.tallies] == [
        "attack 14 = 10 d20 + 4 missile",
        "defense 14 = 14 defense",
    ]
    assert save.kind == "save"
