"""Battles in the terminal: typed answers in, screens out."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

import banneret
from banneret import rulebooks
from banneret.cli.answers import Sheet
from banneret.cli.console import Console
from banneret.cli.forms import slot_lines
from banneret.cli.terminal import Log, Session
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.naming.match import Unclear
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scene import Blank, Form, Item, Move, News, OptionView, Question, Slot
from banneret.rulebooks import get


def sit(
    rulebook: Rulebook[Any],
    typed: str,
    *,
    scenario: str = "duel",
    computers: tuple[str, ...] = ("blues",),
    dice: str = "seeded",
    plain: bool = False,
    seed: int = 3,
) -> tuple[Battle, str, bool]:
    """A sitting with these lines typed; the battle, what was shown, and whether it was played to its end."""
    players = dict.fromkeys(computers, "greedy")
    battle = Battle.start(
        rulebook, scenario, seed=None if dice == "typed" else seed, players=players, dice=dice
    )
    out = io.StringIO()
    console = Console(io.StringIO(typed), out, plain=plain, width=80)
    session = Session(battle, console, [side for side in battle.sides if side not in players])
    done = session.play()
    return battle, out.getvalue(), done


def test_enter_plays_a_battle_to_its_end(toy: Rulebook[Any]) -> None:
    battle, shown, done = sit(toy, "\n" * 100)
    assert done
    assert battle.is_over
    assert battle.outcome is not None
    assert battle.outcome.reason in shown


def test_numbers_orders_and_names_choose(toy: Rulebook[Any]) -> None:
    battle, _, _ = sit(toy, "1 2\n2\nspend\n")
    orders = [entry.words for entry in battle.record.entries if entry.who == "reds" and not entry.faces]
    assert orders == [("muster", 3, 8), ("play", 9), ("spend",)]
    battle, _, _ = sit(toy, "muster 8 11\nplay 12\nSpend\n")
    orders = [entry.words for entry in battle.record.entries if entry.who == "reds" and not entry.faces]
    assert orders == [("muster", 8, 11), ("play", 12), ("spend",)]


def test_a_refusal_says_why_by_which_rule_and_what_would_do(toy: Rulebook[Any]) -> None:
    battle, shown, _ = sit(toy, "1 2 3 4\nmuster 99\nmuster (((\n9\nq\n")
    assert "Not possible. At most 3 cards can be drawn. (Muster: toy:muster)" in shown
    assert "Not possible. You do not hold that card. (Muster: toy:muster)" in shown
    assert "The nearest that is possible: muster" in shown
    assert "The order cannot be read" in shown
    assert "There is no 9: choose from 1 to 4." in shown
    assert not [entry for entry in battle.record.entries if entry.who == "reds" and not entry.faces]


def test_the_end_of_the_input_stops_quietly(toy: Rulebook[Any]) -> None:
    for typed in ("", "1", "q\n", "quit\n"):
        battle, _, done = sit(toy, typed)
        assert not done
        assert not battle.is_over


def test_commands(toy: Rulebook[Any]) -> None:
    _, shown, _ = sit(toy, "\n\n\n\n?\nm\nl\nn\nn 1\nt\nt 1\nt zebra\nr\nr toy:muster\nr mustr\no\nmore\nq\n")
    assert "u     take back" in shown
    assert "Deck 4" in shown
    assert "No sum stands behind '1'." in shown
    assert "toy has no rule 'mustr'; did you mean muster?" in shown
    assert "The orders behind them:" in shown
    assert re.search(r"total +\d+", shown)
    assert "The active side may throw cards away openly" in shown


def test_undo_and_why_not(toy: Rulebook[Any]) -> None:
    battle, shown, _ = sit(toy, "1 2\nu\n2\n2\nu\nq\n")
    assert "cannot undo" in shown
    battle, shown, _ = sit(toy, "\n0\nu\n1\nq\n", computers=())
    assert "Taken back: muster." in shown
    orders = [entry.words for entry in battle.record.entries if entry.who == "reds" and not entry.faces]
    assert orders == [("muster", 3)]


def test_giving_up_is_asked_twice_and_kept(toy: Rulebook[Any]) -> None:
    battle, shown, done = sit(toy, "give up\nno\ngive up\nyes\n")
    assert "Reds lose the battle. Type yes to give up" in shown
    assert "The battle goes on." in shown
    assert done
    assert battle.winners == ["blues"]
    assert "Reds gave up." in shown.split("The battle goes on.")[1]
    assert str(battle.entries[-1]) == "! concede reds"


def test_when_one_is_asked_is_shown_and_set(toy: Rulebook[Any]) -> None:
    _, shown, _ = sit(toy, "asked\nasked always\nq\n")
    assert "Here everyone is asked just what they must decide." in shown
    assert "asks only what must be decided" in shown
    book = get("skirmish")
    typed = "asked\nasked never\nasked aimed\nq\n"
    battle, shown, _ = sit(book, typed, scenario="short_yard", computers=("drow",))
    shown = " ".join(shown.split())
    assert "* usual when you could change something" in shown
    assert "one of these times: usual, always, aimed, turn." in shown
    assert "* aimed only when you are aimed at" in shown
    assert str(battle.entries[-1]) == "! asked cormyr (aimed)"


def test_undo_takes_the_news_back_too(toy: Rulebook[Any]) -> None:
    _, shown, _ = sit(toy, "\n0\nu\nn\nq\n", computers=())
    assert "The reds throw away nothing." in shown.split("Taken back")[0]
    assert "The reds throw away nothing." not in shown.split("Taken back")[1]


def test_people_at_one_keyboard_see_only_their_own(toy: Rulebook[Any]) -> None:
    _, shown, done = sit(toy, "\n" * 200, computers=())
    assert done
    parts = re.split(r"=+\nPass the keyboard to (\w+), then press Enter\. \n", shown)
    assert len(parts) > 6
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        other = "Blues" if name == "Reds" else "Reds"
        assert f"{other} [Enter" not in part
        assert re.search(rf"Hand of the {other.lower()}: \d+ not known|Hand of the {other.lower()}", part)
        assert not re.search(rf"Hand of the {other.lower()}: card", part)


def test_three_at_one_keyboard_and_one_computer(toy: Rulebook[Any]) -> None:
    battle, _, done = sit(toy, "\n" * 200, scenario="trio", computers=("greens",))
    assert done
    assert battle.is_over


def test_typed_dice(toy: Rulebook[Any]) -> None:
    lines = ["x"] * 8 + ["seven", "9", "?", "3"] + ["x", ""] * 100
    battle, shown, _ = sit(toy, "\n".join(lines) + "\n", computers=(), dice="typed", scenario="tiny")
    assert "a die of" in shown
    assert battle.is_over
    battle, shown, _ = sit(toy, "\nseven\n99\nq\n", computers=(), dice="typed", scenario="tiny")
    assert "Type what the die shows" in shown
    assert "Not possible. A die of 6 faces shows 1 to 6, not 99." in shown
    assert not battle.record.entries


def test_hidden_dice_of_a_computer_are_not_asked_of_people(toy: Rulebook[Any]) -> None:
    _, shown, _ = sit(toy, "3\nx\n" * 60, dice="typed", scenario="tiny")
    assert not re.search(r"deal for Blues: a die of", shown)


def test_plain_has_no_drawing(toy: Rulebook[Any]) -> None:
    _, shown, _ = sit(toy, "m\nq\n", plain=True)
    assert "\x1b" not in shown
    assert "Middle: nobody" in shown


def test_a_hostile_typist_breaks_nothing(toy: Rulebook[Any]) -> None:
    nasty = [
        "\x00",
        "(" * 50,
        '"',
        "9" * 3000,
        "1 " * 1500,
        "-1",
        "0",
        "1e9",
        "t " + "9" * 50,
        "9" * 5000,
        "\N{SUPERSCRIPT TWO}",
        "n \N{SUPERSCRIPT TWO}",
        "o \N{SUPERSCRIPT TWO}",
        "n -3",
        "r \x1b[2J",
    ]
    nasty += [
        "m m",
        "u u",
        "\N{SNOWMAN}",
        "muster " * 200,
        "' or 1=1",
        "t []",
        "o o",
        "more more",
        "q q",
        "r " + "x" * 5000,
    ]
    _, shown, done = sit(toy, "\n".join(nasty) + "\nq\n")
    assert not done
    assert "\x1b" not in shown.replace("r \x1b[2J", "")


# ---------------------------------------------------------------- forms


def form_question(form: Form, *options: OptionView) -> Sheet:
    return Sheet(Question("x", 0, "What?", "x", options, options[0].order if options else form.verb, form))


def test_items_bring_along_what_they_need() -> None:
    items = (
        Item("(use 1)", "Oathsword", needs=("(show 3)",)),
        Item("(show 3)", "Dwarves"),
        Item("(show 4)", "Elves"),
    )
    sheet = form_question(Form("subset", "support", items))
    assert sheet.read("1") == "support (show 3) (use 1)"
    assert sheet.read("3,1") == "support (show 3) (use 1) (show 4)"
    assert sheet.read("0") == "support"
    assert sheet.read("2 2") == "support (show 3)"
    with pytest.raises(Unclear, match="no 4"):
        sheet.read("1 4")


def test_items_are_numbered_after_the_choices() -> None:
    sheet = form_question(Form("subset", "show", (Item("3", "Elves"),)), OptionView("none", "nobody"))
    assert sheet.read("1") == "none"
    assert sheet.read("2") == "show 3"
    with pytest.raises(Unclear, match="One number"):
        sheet.read("1 2")


def test_numbers_and_texts() -> None:
    sheet = form_question(Form("number", "bid", least=1, most=9), OptionView("bid 1", "one"))
    assert sheet.read("7") == "bid 7"
    assert sheet.read("") == "bid 1"
    for digits in ("\N{SUPERSCRIPT TWO}", "9" * 5000):  # no numbers, though all their characters are digits
        assert sheet.read(digits) == digits
    sheet = form_question(Form("text", "name"), OptionView("name x", "x"))
    assert sheet.read("Two Banners") == 'name "Two Banners"'
    assert sheet.read("1") == "name x", "a choice that is listed has its number here too"
    sheet = form_question(Form("text", "declare"), OptionView("declare (0 hold)", "Nothing"))
    assert sheet.read("1") == sheet.read("nothing") == "declare (0 hold)"
    assert (
        sheet.read("(0 attack 0 2 3)") == sheet.read("declare (0 attack 0 2 3)") == "declare (0 attack 0 2 3)"
    )
    divide = Form("plan", "split", help="as split 3 (5 12) (6 8)")
    sheet = form_question(divide, OptionView("hold", "Hold"), OptionView("shoot 3 5", "Shoot"))
    assert sheet.read("2") == "shoot 3 5"
    assert sheet.read("3 (5 12) (6 8)") == sheet.read("split 3 (5 12) (6 8)") == "split 3 (5 12) (6 8)"


def test_amounts_are_typed_one_for_each() -> None:
    items = (Item("gate", "Gate", price=2, most=4), Item("well", "Well", "it is deep"))
    form = Form("amounts", "lay", items, budget=9, least=2, measure="flasks")
    sheet = form_question(form, OptionView("pass", "Pass"))
    assert sheet.read("3 1") == "lay (gate 3) (well 1)"
    assert sheet.read("0 2") == "lay (well 2)"
    assert sheet.read("1") == "pass"
    assert sheet.read("lay (gate 2)") == "lay (gate 2)"
    shown = "\n".join(sheet.lines(200))
    assert "At most 9 flasks. At least 2 flasks." in shown
    assert "-  Gate  0 to 4, 2 flasks each" in shown
    assert "-  Well  it is deep" in shown
    assert "such as '2 1', or by name: '2 Gate, 1 Well'" in shown
    with pytest.raises(Unclear, match="There is no 3"):
        sheet.read("3")


def test_slots_are_shown_with_their_blanks() -> None:
    moves = (Move("rest", "Rest"), Move("walk", "Walk", parameters=(Blank("Where", (("A1", "A1"),)),)))
    sheet = form_question(Form("slots", "write", slots=(Slot("Round 1", moves), Slot("Round 2", moves))))
    lines = sheet.lines()
    assert lines[1:4] == ["  Round 1, Round 2", "  1.  Rest", "  2.  Walk <where>"]
    assert "by name such as 'rest, rest', or by number such as '1 1'" in " ".join(sheet.lines(300))
    assert sheet.read("write (rest) (walk A1)") == "write (rest) (walk A1)"


def test_a_script_says_once_what_beats_what() -> None:
    """The odds stand with the first volley alone; all three are listed together, each action with its odds."""
    battle = banneret.start("companies", "the_ford", seed=5)
    while battle.decisions[0].kind != "script":
        battle.give(battle.sides[battle.decisions[0].side], battle.decisions[0].default())
    form = next(one.form for one in battle.scene("foot").questions if one.form)
    lines = slot_lines(form, 200)
    assert lines[0] == "  Volley 1, Volley 2, Volley 3 (odds on West Bank, against what is at hand now)"
    odds = [line.strip() for line in lines if line.strip().startswith("Odds: Advance")]
    shares = "Charge 58.8 %; Flank 67.6 %; Hold no test; Rally no test; Scout 59.8 %; Skirmish 59.8 %"
    assert odds[3] == f"Odds: Advance no test; {shares}; Withdraw no test."
    assert len(odds) == 8


def test_slots_are_filled_by_number_and_one_after_the_other() -> None:
    where, steps = Blank("Where", (("A1", "the mill"), ("B2", "the ford"))), Blank("Steps", least=1, most=4)
    moves = (Move("rest", "Rest"), Move("walk", "Walk", parameters=(where, steps)))
    form = Form("slots", "write", slots=(Slot("Round 1", moves), Slot("Round 2", moves)))
    sheet = form_question(form)
    assert sheet.read("1 1") == "write (rest) (rest)"
    answers = iter(["2", "3"])
    assert sheet.read("1 2", lambda prompt, lines: next(answers)) == "write (rest) (walk B2 3)"
    answers = iter(["walk", "the mill", "1", "rest"])
    assert sheet.read("write", lambda prompt, lines: next(answers)) == "write (walk A1 1) (rest)"
    with pytest.raises(Unclear, match="Say more: 'Walk <where> <steps>'"):
        sheet.read("1 2")
    with pytest.raises(Unclear, match="Round 2 has no 7"):
        sheet.read("1 7")
    for wrong, why in (
        ("5", "Steps: a number from 1 to 4"),
        ("the moon", "Where: 'the moon' is none of these"),
    ):
        with pytest.raises(Unclear, match=why):
            sheet.read("2 1", lambda prompt, lines, said=wrong: "2" if said == "5" and lines else said)


def test_the_usual_answer_of_a_form_is_told_in_words() -> None:
    posts = (Item("u1", "the gate"), Item("u2 u3", "the well"))
    lay = Question("x", 0, "?", "x", (), "lay (u1 3) (u2 u3 1)", Form("amounts", "lay", posts))
    assert Sheet(lay).default_label() == "3 the gate, 1 the well"
    moves = (Move("rest", "Rest"), Move("walk", "Walk", parameters=(Blank("Where", (("A1", "the mill"),)),)))
    slots = (Slot("One", moves), Slot("Two", moves))
    write = Question("x", 0, "?", "x", (), "write (walk A1) (rest)", Form("slots", "write", slots=slots))
    assert Sheet(write).default_label() == "Walk the mill, Rest"


def test_long_lists_are_cut_until_asked_for() -> None:
    options = tuple(OptionView(f"go {n}", f"place {n}") for n in range(50))
    sheet = Sheet(Question("x", 0, "?", "x", options, "go 0"))
    assert "and 30 more: type 'more'" in "\n".join(sheet.lines())
    assert "place 49" in "\n".join(sheet.lines(everything=True))
    assert sheet.read("50") == "go 49"


# ---------------------------------------------------------------- news and bars


def news(*numbers: int) -> tuple[News, ...]:
    return tuple(News(number, "x", f"news {number}", "x") for number in numbers)


def test_the_log_keeps_what_the_battle_forgets() -> None:
    log = Log()
    log.take(news(1, 2, 3))
    assert [item.number for item in log.unread()] == [1, 2, 3]
    log.take(news(2, 3, 4, 5))
    assert [item.number for item in log.unread()] == [4, 5]
    log.take(news(2, 3, 4, 5))
    assert log.unread() == []
    assert [item.number for item in log.items] == [1, 2, 3, 4, 5]


def test_the_log_goes_back_with_an_undo() -> None:
    log = Log()
    log.take(news(1, 2, 3, 4))
    log.unread()
    log.rewind(news(1, 2))
    assert [item.number for item in log.items] == [1, 2]
    log.take(news(1, 2, 3))
    assert [item.number for item in log.unread()] == [3]
    log.rewind(())
    assert log.items == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variable", "value", "coloured"),
    [("NO_COLOR", "1", False), ("NO_COLOR", "", True), ("TERM", "dumb", False)],
)
def test_colour_is_for_terminals_that_want_it(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, coloured: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    assert Console(Terminal(), Terminal()).ink.colour is coloured
    assert not Console(io.StringIO(), io.StringIO()).ink.colour
    assert not Console(Terminal(), Terminal(), plain=True).ink.colour


def test_the_throws_behind_an_option_are_shown_when_asked_for() -> None:
    battle = Battle.start(rulebooks.get("warcards"), "knights_and_pikes", seed=3)
    chance = Chance(1)
    for _ in range(300):  # anything that is allowed, until somebody may strike
        side = battle.waiting_for[0]
        question = battle.scene(side).questions[0]
        if any(option.odds and option.odds.throws for option in question.options):
            break
        decision = battle.decision(side)
        assert decision is not None
        battle.give(side, decision.sample(chance))
    order = next(option.order for option in question.options if option.odds and option.odds.throws)
    out = io.StringIO()
    console = Console(io.StringIO(f"o {order}\no 815\nq\n"), out, width=80)
    Session(battle, console, [side]).play()
    assert re.search(r"must roll .+: \d+ %", out.getvalue())
    assert re.search(r"Nothing is thrown for .815|There is no", out.getvalue())


def test_a_piece_is_inspected_by_its_name() -> None:
    _, shown, _ = sit(
        get("stacks"), "i elves\ni halls stack\ni unicorn\n", scenario="two_banners", computers=("halls",)
    )
    assert "Elves: yours, unseen by Halls" in shown
    assert "Archer +3. In support it adds 3 to the roll of the unit that fights" in shown
    assert "no   Fight: nobody of Halls is at" in shown
    assert "could be Halls stack in" in shown
    assert "You see no 'unicorn'" in shown


def test_advice_against_computers_says_an_order_and_why(toy: Rulebook[Any]) -> None:
    battle, shown, _ = sit(toy, "advice\nq\n", plain=True)
    assert "The computer would choose: " in shown
    assert "Chance to win about " in shown
    assert not [entry for entry in battle.record.entries if entry.who == "reds" and not entry.faces]
    _, shown, _ = sit(toy, "\nadvice\nq\n", computers=())
    assert "Advice is for battles in which computers play all others." in shown
