"""Orders by name: what is meant is given, what could be several things is asked back, what is canonical stays as it is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.naming.forms import read_text
from banneret.kernel.naming.match import Unclear
from banneret.kernel.naming.reading import read_named
from banneret.kernel.naming.saying import say_order
from banneret.kernel.scene import (
    Blank,
    Board,
    Form,
    Item,
    Move,
    OptionView,
    Piece,
    Place,
    Plan,
    Question,
    Scene,
    Slot,
    Step,
)

YES: Callable[[str], bool] = lambda _order: True  # noqa: E731


def scene(*pieces: Piece, kind: str = "sheet", places: tuple[Place, ...] = ()) -> Scene:
    return Scene("toy", "test", "Test", "red", (), Board(kind, 3, 3, places), pieces=pieces)


def question(*options: OptionView, form: Form | None = None) -> Question:
    return Question("x", 0, "?", "toy:x", options, options[0].order if options else "", form)


def read(
    text: str, *options: OptionView, form: Form | None = None, legal: Callable[[str], bool] = YES
) -> str:
    pieces = (
        Piece("u1", 0, "A1", "unit", "Twin Blades"),
        Piece("u2", 1, "A1", "unit", "Orcs of the Red Blade"),
    )
    places = tuple(Place(f"{'ABC'[x]}{y + 1}", "", (x, y)) for y in range(3) for x in range(3))
    return read_named(
        text, question(*options, form=form), scene(*pieces, kind="squares", places=places), legal
    )


GIANTS = (OptionView("a 1", "Stone Giants"), OptionView("a 2", "Storm Giants"), OptionView("none", "Nobody"))


# ---------------------------------------------------------------- options


def test_an_option_goes_by_any_of_its_words() -> None:
    assert read("storm", *GIANTS) == "a 2"
    assert read("the Storm giant", *GIANTS) == "a 2"
    assert read("NOBODY", *GIANTS) == "none"


def test_what_could_be_several_is_asked_back_with_their_names() -> None:
    with pytest.raises(Unclear, match="'giants' could be Stone Giants or Storm Giants") as error:
        read("giants", *GIANTS)
    assert error.value.found


def test_what_is_nothing_here_is_told_with_what_there_is() -> None:
    with pytest.raises(
        Unclear, match=r"Nothing here is called 'dragons'\. There is Stone Giants, Storm Giants or Nobody"
    ):
        read("dragons", *GIANTS)


def test_the_option_with_the_fewest_other_words_is_meant() -> None:
    options = (OptionView("r 1", "Elf Lord"), OptionView("r 2", "Elf"))
    assert read("elf", *options) == "r 2"
    assert read("elves", *options) == "r 2"


def test_the_order_of_words_tells_unit_from_place() -> None:
    options = (OptionView("p 1", "Infantry A1 in A2"), OptionView("p 2", "Infantry A2 in A1"))
    assert read("infantry a1 in a2", *options) == "p 1"
    assert read("infantry a2 in a1", *options) == "p 2"


def test_things_that_are_alike_need_no_choice() -> None:
    options = (
        OptionView("reveal 4", "Elves", pieces=("u4",)),
        OptionView("reveal 5", "Elves", pieces=("u5",)),
    )
    assert read("elves", *options) == "reveal 4"


def test_names_of_pieces_count_where_the_label_does_not_tell_them() -> None:
    options = (OptionView("hit 1", "Strike", pieces=("u1",)), OptionView("hit 2", "Strike", pieces=("u2",)))
    assert read("strike Twin Blades", *options) == "hit 1"
    with pytest.raises(Unclear):
        read("strike", *options)


def test_a_place_with_a_short_name_is_meant_no_more_than_others() -> None:
    places = (Place("center", "The center", (0, 0)), Place("left", "The left flank", (1, 0)))
    options = tuple(
        OptionView(f"put {place.id}", f"Put the elves in {place.name.lower()}", places=(place.id,))
        for place in places
    )
    asked, seen = question(*options), scene(kind="areas", places=places)
    assert read_named("put elves left", asked, seen, YES) == "put left"
    with pytest.raises(Unclear, match="could be Put the elves in the center or Put the elves in the left"):
        read_named("put elves", asked, seen, YES)


@pytest.mark.parametrize("text", ["", "the", "(((", 'say "x"', "x" * 500])
def test_what_names_nothing(text: str) -> None:
    with pytest.raises(Unclear):
        read(text, *GIANTS)


@pytest.mark.long
@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_unclear(text: str) -> None:
    with contextlib.suppress(Unclear):
        assert read(text, *GIANTS, form=SUPPORT)


# ---------------------------------------------------------------- forms

SUPPORT = Form(
    "subset", "support", (Item("3", "Dwarves"), Item("4", "Longbowmen", needs=("3",)), Item("5", "Dwarves"))
)


def test_items_of_a_subset() -> None:
    assert read("support with the dwarves", form=SUPPORT) == "support 3"
    assert read("dwarves and dwarves", form=SUPPORT) == "support 3 5"
    assert read("longbowmen", form=SUPPORT) == "support 3 4"  # what is needed goes first
    assert read("support nobody", form=SUPPORT) == "support"


def test_a_label_with_a_comma_is_one_item() -> None:
    ranks = Form(
        "subset",
        "lose 2",
        (Item("0", "front rank, 1st from the left"), Item("1", "front rank, 2nd from the left")),
    )
    assert read("front rank, 2nd from the left", form=ranks) == "lose 2 1"
    assert read("front rank, 1st from the left and front rank, 2nd from the left", form=ranks) == "lose 2 0 1"
    with pytest.raises(Unclear, match="could be"):
        read("front rank", form=ranks)


UNITS = (
    Item("1", "Elves", place="A1"),
    Item("2", "Elves", place="A1"),
    Item("3", "Ents", place="A1"),
    Item("4", "Ents", place="C3"),
)
MOVE = Form("path", "move", UNITS)


def near(order: str) -> bool:
    """A test's rule: one place at a time, or two by way of B2."""
    return order.endswith(("(B1)", "(A2)", "(B2)", "(B2 C3)", "(B2 A1)", "(B3)", "(C2)"))


def test_moves_by_name() -> None:
    assert read("move elves to B1", form=MOVE, legal=near) == "move (1) (B1)"
    assert read("2 elves to B1", form=MOVE, legal=near) == "move (1 2) (B1)"
    assert read("elves and ents from A1 to b2", form=MOVE, legal=near) == "move (1 3) (B2)"
    assert read("everybody from A1 to B2", form=MOVE, legal=near) == "move (1 2 3) (B2)"
    assert read("a1 b2", form=MOVE, legal=near) == "move (1 2 3) (B2)"


def test_a_legal_way_is_found_to_a_goal() -> None:
    assert read("elves to C3", form=MOVE, legal=near) == "move (1) (B2 C3)"


def test_where_from_must_be_said_where_it_is_not_clear() -> None:
    with pytest.raises(Unclear, match="They are in A1 or C3: say from where"):
        read("ents to B2", form=MOVE, legal=near)
    assert read("ents from C3 to B2", form=MOVE, legal=near) == "move (4) (B2)"
    with pytest.raises(Unclear, match="Say where they go"):
        read("move ents", form=MOVE, legal=near)
    with pytest.raises(Unclear, match="not together"):
        read("3 elves to B2", form=MOVE, legal=near)


STEPS = (Step("slide", "Forward", "drag"), Step("wheel", "Wheel", "turn"), Step("about", "Face about"))
PLANS = Form(
    "plan",
    "move",
    plans=(
        Plan("move", "1", "Move", "u1", STEPS),
        Plan("charge", "1 2", "Charge Orcs of the Red Blade", "u1", STEPS, start="(slide 0)", to="u2"),
        Plan("move", "3", "Move", "u3", STEPS),
    ),
)
FLEE = OptionView("flee 1", "Flee", pieces=("u1",))


def test_plans_by_name() -> None:
    assert read("charge Red Blade with Twin Blades", FLEE, form=PLANS) == "charge 1 2 (slide 0)"
    assert (
        read("Twin Blades: forward 5, wheel left 30", FLEE, form=PLANS)
        == "move 1 (slide 0 5) (wheel left 30)"
    )
    assert (
        read("Twin Blades face about then forward 2.5 in", FLEE, form=PLANS) == "move 1 (about) (slide 0 2.5)"
    )
    assert read("Twin Blades flee", FLEE, form=PLANS) == "flee 1"
    with pytest.raises(Unclear, match="Move: say how, such as Forward, Wheel or Face about"):
        read("move twin blades", FLEE, form=PLANS)


SHARES = (Step("2", "At Orcs", "share", piece="u2"), Step("3", "At the Runners", "share", piece="u3"))
DIVIDED = Form(
    "plan",
    "split",
    plans=(
        Plan("split", "1", "Divide", "u1", SHARES),
        Plan("split", "1 over", "Divide over friends", "u1", SHARES),
    ),
    help="as split 1 (2 4) (3 5)",
)


def test_shares_by_name() -> None:
    read_so = "Divide over friends Twin Blades: at Orcs 4, at the Runners 5"
    assert read(read_so, FLEE, form=DIVIDED) == "split 1 over (2 4) (3 5)"
    assert said("split 1 over (2 4) (3 5)", form=DIVIDED) == (
        "Twin Blades: divide over friends, 4 at Orcs and 5 at the Runners"
    )
    assert said("split 1 (2 4) (3 5)", form=DIVIDED) == "Twin Blades: divide, 4 at Orcs and 5 at the Runners"


def test_numbers_texts_and_amounts() -> None:
    assert read("7", form=Form("number", "bid", most=9)) == "bid 7"
    assert read("bid 7 coins", form=Form("number", "bid", most=9)) == "bid 7"
    assert read("Two Banners", form=Form("text", "name")) == 'name "Two Banners"'
    posts = Form("amounts", "lay", (Item("bridge", "the bridge"), Item("hill", "the hill")))
    assert read("3 on the hill, 2 on the bridge", form=posts) == "lay (bridge 2) (hill 3)"
    assert read("nothing", form=posts) == "lay"


def test_a_text_with_numbers_or_brackets_is_the_order_as_it_is_written() -> None:
    declare = Form("text", "declare")
    for said in ("(0 attack 0 2) (3 hold)", "declare (0 attack 0 2) (3 hold)"):
        assert read_text(said, declare) == "declare (0 attack 0 2) (3 hold)"
    assert read_text("(0 attack", declare) == 'declare "(0 attack"'  # for the rules to refuse
    arrive = Form("text", "arrive 3")
    for said in ("closed 6 30 1.5 0", "arrive 3 closed 6 30 1.5 0"):
        assert read(said, form=arrive) == "arrive 3 closed 6 30 1.5 0"


def test_slots_are_filled_in_turn() -> None:
    where = Blank("Where", (("A1", "the Mill"), ("B2", "the Ford")))
    moves = (Move("hold", "Hold"), Move("march", "March", parameters=(where, Blank("How far", (), 1, 6))))
    script = Form("slots", "write", slots=(Slot("First", moves), Slot("Second", moves)))
    assert read("march to the ford 3, then hold", form=script) == "write (march B2 3) (hold)"
    assert read("write hold; march A1 2", form=script) == "write (hold) (march A1 2)"
    where_to = "is not March <Where> <How far>, where <Where> is the Mill or the Ford; <How far> is 1 to 6."
    for text, reason in (
        ("hold", "Say one for each of First, Second, with commas between; these are 1."),
        ("hold, hold, hold", "Say one for each of First, Second, with commas between; these are 3."),
        ("march to the sea 2, hold", f"First: 'march to the sea 2' {where_to}"),
        ("march to the ford, hold", f"First: 'march to the ford' {where_to}"),
        ("hold hold", "First: 'hold hold' is more than Hold. Say one for each, with commas between."),
        ("hold, fly", "Second: nothing is called 'fly'. There is Hold or March."),
        ("fly", "Nothing here is called 'fly'."),
        ("fly, hold", "First: nothing is called 'fly'. There is Hold or March."),
    ):
        with pytest.raises(Unclear) as refused:
            read(text, form=script)
        assert str(refused.value) == reason


# ---------------------------------------------------------------- and back: orders in words


def said(order: str, *options: OptionView, form: Form | None = None) -> str:
    places = (Place("A1", "A1", (0, 0)), Place("B2", "B2", (1, 1)), Place("C3", "The Mill", (2, 2)))
    pieces = (Piece("u1", 0, "", "unit", "Twin Blades"), Piece("u3", 0, "", "unit", "Hedge Runners"))
    return say_order(order, question(*options, form=form), scene(*pieces, kind="squares", places=places))


def test_an_option_is_said_by_its_label_and_what_is_unknown_as_a_record_keeps_it() -> None:
    assert said("flee 1", FLEE) == "Flee"
    assert said("flee 1", FLEE, form=PLANS) == "Flee"
    assert said("flee 2", FLEE) == said("flee 2", form=PLANS) == "flee 2"
    assert said("bid 7", form=Form("number", "bid", most=9)) == "bid 7"


def test_items_ways_amounts_and_slots_are_said_as_orders() -> None:
    assert said("support 3 5", form=SUPPORT) == "Support: Dwarves; Dwarves"
    assert said("move (1 2 3) (B2 C3)", form=MOVE) == "Move 2 Elves and Ents to the Mill (C3) by B2"
    assert said("move (4) (A1)", form=MOVE) == "Move Ents to A1"
    posts = Form("amounts", "lay", (Item("bridge", "Mend the bridge"), Item("hill", "Dig in")))
    assert said("lay (bridge 1) (hill 3)", form=posts) == "Mend the bridge; Dig in (3)"
    where = Blank("Where", (("A1", "the Mill"), ("B2", "the Ford")))
    moves = (Move("hold", "Hold"), Move("march", "March", parameters=(where,)))
    script = Form("slots", "write", slots=(Slot("First", moves), Slot("Second", moves)))
    assert said("write (march B2) (hold)", form=script) == "March (the Ford); Hold"


def test_steps_of_a_plan_are_said_as_they_are_made() -> None:
    assert said("move 1 (slide 0 5) (wheel left 30)", form=PLANS) == (
        "Twin Blades: move, forward 5 in, then wheel left 30°"
    )
    assert said("move 1 (slide -10 5.25) (about)", form=PLANS) == (
        "Twin Blades: move, forward 5.2 in, 10° to the left, then face about"
    )
    assert said("charge 1 2 (slide 0)", form=PLANS) == ("Twin Blades: charge Orcs of the Red Blade, forward")
    steps = (
        Step("all", "All figures", "bearing"),
        Step("frontage", "Frontage", "stretch"),
        Step("", "To a place", "point"),
    )
    loose = Form("plan", "go", plans=(Plan("go", "3", "Go", "u3", steps),))
    assert said("go 3 (all 100 6)", form=loose) == "Hedge Runners: go, all figures 6 in to the east"
    assert said("go 3 (frontage 1 -2)", form=loose) == (
        "Hedge Runners: go, frontage: 1 more at the left end and 2 fewer at the right end"
    )
    assert said("go 3 (4.04 11)", form=loose) == "Hedge Runners: go to 4 in east, 11 in north"
    posts = (Step("4", "Twin Blades", "post"), Step("leader 2", "Khan Ulmog", "point"))
    drawn_up = Form("plan", "place", plans=(Plan("place", "", "Set up so", "", posts),))
    assert said("place (4 closed 6 30.2 41.5 180) (leader 2 30 38)", form=drawn_up) == (
        "Set up so: Twin Blades 30.2 in east, 41.5 in north; Khan Ulmog 30 in east, 38 in north"
    )


# ---------------------------------------------------------------- in battles


def to(battle: Battle, kind: str) -> str:
    """Play on by defaults to the first question of a kind; the side that must decide."""
    for _ in range(200):
        decision = battle.decisions[0]
        if decision.kind == kind:
            return battle.sides[decision.side]
        battle.give(battle.sides[decision.side], decision.default())
    raise AssertionError(f"'{kind}' was never asked")


def test_stacks_take_orders_by_name_and_records_keep_them_canonical() -> None:
    battle = banneret.start("stacks", "two_banners", seed=3)
    side = to(battle, "move")
    battle.give(side, "2 elves to B3")
    assert str(battle.entries[-1]) == f"{side} > move (0 1) (B3)"
    assert battle.order_of(side, "no more moves") == ("done",)
    assert battle.why_not(side, "sylvan knights to B3") is None
    refusal = battle.why_not(side, "move orcs to B3")
    assert refusal is not None
    assert refusal.nearest is not None


def test_war_cards_take_orders_by_name() -> None:
    battle = banneret.start("warcards", "border_skirmish", seed=3)
    side = to(battle, "place")
    assert battle.order_of(side, "1st infantry in a2 and archers in a3") == ("place", "u0-A2", "u3-A3")
    assert battle.order_of(side, "all in reserve") == ("place",)
    refusal = battle.why_not(side, "infantry")
    assert refusal is not None
    assert "could be 1st Infantry at the left flank (A1)" in refusal.reason
    refusal = battle.why_not(side, "1st infantry")  # not the center only because its name is short
    assert refusal is not None
    assert "could be 1st Infantry at the left flank (A1), 1st Infantry" in refusal.reason
    assert battle.order_of(side, "1st infantry at the center") == ("place", "u0-A3")


def test_regiments_take_orders_by_name() -> None:
    battle = banneret.start("battlesystem", "crossroads", seed=3)
    side = to(battle, "move")
    assert battle.order_of(side, "charge Red Blade with Twin Blades") == ("charge", 0, 4, ("slide", 0))
    assert battle.order_of(side, "Twin Blades forward 5") == ("move", 0, ("slide", 0, 5))
    with pytest.raises(
        IllegalOrder,
        match="Charge Skullcrushers \\(Twin Blades\\), Charge Skullcrushers \\(Glarus Militia\\)",
    ):
        battle.give(side, "charge the skullcrushers")
