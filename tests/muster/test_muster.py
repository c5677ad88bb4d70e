"""Armies: the file, what is refused in it, what is told of it, and prices with their reasons."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel.toy import HiddenHands

from banneret.kernel.abilities.muster import (
    ArmyList,
    Card,
    Choice,
    Entry,
    Fault,
    Field,
    Kind,
    Muster,
    Tables,
    card_of,
)
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import muster_of
from banneret.kernel.scenario import Scenario
from banneret.kernel.tally import Tally
from banneret.muster.appraisal import appraise
from banneret.muster.army import is_army, read_army, write_army
from banneret.muster.matchup import army_from, fit
from banneret.testing import kit

GUARD = Choice("guard", "Guard", price=3)
HOUND = Choice("hound", "Hound", price=1)
TABLES = Tables(
    "hands",
    "coins",
    (10,),
    (
        Kind(
            "man",
            "Man",
            (
                Field("man", "Man", "one", (GUARD, HOUND)),
                Field(
                    "rank", "Rank", "one", (Choice("plain", "Plain"), Choice("old", "Old")), default="plain"
                ),
                Field("arms", "Arms", "many", (Choice("bow", "Bow"), Choice("axe", "Axe")), most=1),
                Field("age", "Age", "number", least=1, most=9, default="5"),
                Field("in", "In", "entry", of="cart"),
            ),
        ),
        Kind("cart", "Cart", (Field("cart", "Cart", "one", (Choice("hay", "Hay cart", price=2),)),)),
    ),
    {"small": ("a",)},
)


class Hands(Muster):
    """A muster as small as can be."""

    tables = TABLES

    def card(self, entry: Entry, army: ArmyList) -> Card:
        kind = next(iter(entry.values.values()))
        tally = Tally("cost", {"guard": 3, "hound": 1, "hay": 2}[str(kind)], str(kind), "hands:price")
        faults = ()
        if entry.values.get("arms"):
            tally.add(1, "arms", "hands:arms")
            faults = (
                (Fault("a hound bears no arms", "take them away", field="arms"),) if kind == "hound" else ()
            )
        return card_of(str(kind).title(), tally, faults=faults)

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        return scenario.sides[:1]

    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        data = {**scenario.data, "army": [entry.count for army in armies.values() for entry in army.entries]}
        return Scenario(scenario.id, scenario.title, scenario.level, scenario.sides, scenario.summary, data)

    def listed(self, text: str, where: str = "") -> ArmyList:
        return ArmyList("hands", (Entry({"man": text}),))

    def short(self, army: ArmyList) -> str:
        return ", ".join(str(entry.values["man"]) for entry in army.entries)

    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        return ArmyList("hands")


class Book(HiddenHands):
    id = "hands"
    title = "Hands"
    muster = Hands()


BOOK = Book()


def army(*entries: Entry, budget: int = 0) -> ArmyList:
    return ArmyList("hands", entries, "The Few", budget)


def told(*entries: Entry, budget: int = 0) -> list[str]:
    return [str(fault) for fault in appraise(BOOK, army(*entries, budget=budget)).faults]


# ---------------------------------------------------------------- the file

FILE = """\
format = "banneret army 1"
rulebook = "hands"
name = "The Few"
budget = 10
notes = "Two lines\\nof \\"notes\\"."

[[entry]]
kind = "man"
name = "Ann"
man = "guard"
arms = ["bow"]
age = 4
count = 2

[[entry]]
cart = "hay"
"""


def test_a_file_is_read_and_written_as_it_stands() -> None:
    found = read_army(FILE)
    assert found.name == "The Few"
    assert found.notes == 'Two lines\nof "notes".'
    assert found.entries[0] == Entry({"man": "guard", "arms": ("bow",), "age": 4}, "man", 2, "Ann")
    assert write_army(found) == FILE
    assert read_army("\ufeff# a note of mine\n" + FILE) == found


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "format is missing"),
        ('format = "banneret army 2"', "cannot be read by this version"),
        ("format = 1", "cannot be read"),
        ('format = "banneret board 1"', "holds a board, an army is expected"),
        ('format = "banneret army 1"', "rulebook is missing"),
        (FILE.replace("budget", "buget"), "'buget'"),
        (FILE.replace("= 10", "= -1"), "budget is -1"),
        (FILE.replace("= 10", "= true"), "budget is true"),
        (FILE.replace("count = 2", "count = 0"), "entry 1: count is 0"),
        (FILE.replace("count = 2", "count = 10000000000000000000000000"), "out of all bounds"),
        (FILE.replace("age = 4", "age = 4.5"), "entry 1: age is 4.5"),
        (FILE.replace("age = 4", "Age = 4"), "'Age' is not a field"),
        (FILE + "\n".join([f"field{number} = 1" for number in range(24)]), "too many fields; at most 24"),
        (FILE.replace('["bow"]', "[1]"), "arms is 1"),
        (FILE.replace('["bow"]', "{ a = 1 }"), "arms is a table"),
        (FILE.replace('"guard"', '"' + "g" * 61 + '"'), "man is"),
        (FILE.replace('"Ann"', '"A\\tnn"'), "name is"),
        (FILE.replace("[[entry]]", "[entry]", 1).split("[[entry]]")[0], "entry is not a list"),
        (FILE + "[[entry]]\n" * 130, "at most 120"),
        ("x" * 70_000, "70,000 characters"),
        ("x = " + "[" * 50, "brackets"),
        ("format = ", "not valid TOML"),
        ("a" * 3000, "line 1 has 3,000 characters; at most 2,000"),
        ("a" + ".b" * 300 + " = 1", "line 1: too many names with dots"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_army(text, "few.toml")
    assert says in str(caught.value)
    assert caught.value.where.startswith("few.toml")


@pytest.mark.long
@given(st.text(max_size=400) | st.text(alphabet="[]{}=\"'.\\\n# entryformat1ué", max_size=400))
@settings(max_examples=300, deadline=None)
def test_any_text_is_an_army_or_is_refused(text: str) -> None:
    for whole in (text, FILE + text, FILE.replace("guard", text), FILE[: len(text)] + text):
        try:
            found = read_army(whole)
        except BadInput:
            continue
        assert read_army(write_army(found)) == found
        appraise(BOOK, ArmyList("hands", found.entries))


WORDS = st.text("aZ09_-'\"\\#[]{}=.éŁж好🙂", max_size=20)
ENTRIES = st.builds(
    Entry,
    st.dictionaries(st.sampled_from(["man", "rank", "x-1", "a_b", "z9"]),
                    WORDS | st.integers(-1000, 1000) | st.lists(WORDS, max_size=5).map(tuple), max_size=5),
    WORDS, st.integers(1, 200), WORDS,
)  # fmt: skip


@pytest.mark.long
@given(
    st.builds(
        ArmyList,
        WORDS.filter(bool),
        st.lists(ENTRIES, max_size=6).map(tuple),
        WORDS,
        st.integers(0, 999),
        WORDS,
    )
)
@settings(max_examples=200, deadline=None)
def test_what_is_written_reads_back_the_same(one: ArmyList) -> None:
    assert read_army(write_army(one)) == one


def test_what_is_slow_to_read_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = [
        "\n".join(f"k{number}.a.b.c.d.e.f.g = 1" for number in range(2500)),
        "\n".join("[" + ".".join(f"a{part}" for part in range(190)) + f"{number}]" for number in range(70)),
    ]
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("it was read"))
    for text in slow:
        with pytest.raises(BadInput):
            read_army(text)


def test_a_file_is_told_from_a_short_list() -> None:
    assert is_army(FILE)
    assert is_army("# mine\n\n" + FILE)
    assert not is_army("4 Dwarves, DwarfLord")
    assert not is_army("")


# ---------------------------------------------------------------- held against the rulebook


def test_every_part_of_the_cost_is_told() -> None:
    found = appraise(
        BOOK, army(Entry({"man": "guard", "arms": ("bow",)}, count=2), Entry({"cart": "hay"}), budget=12)
    )
    first = found.entries[0]
    assert first.card is not None
    assert first.card.parts == ((3, "guard", "hands:price"), (1, "arms", "hands:arms"))
    assert (first.card.cost, first.total, found.spent, found.left) == (4, 8, 10, 2)
    assert found.valid


def test_all_that_is_wrong_is_told_with_its_entry_and_what_puts_it_right() -> None:
    assert told() == ["the army is empty; add an entry"]
    assert told(Entry({"man": "gard"})) == ["entry 1, gard: man cannot be 'gard'; did you mean 'guard'?"]
    assert told(Entry({"man": "hound", "arms": ("axe",)}, count=3)) == [
        "entry 1, 3 Hound: a hound bears no arms; take them away"
    ]
    many = Entry(
        {"man": "guard", "rnk": "old", "rank": ("old",), "arms": ("bow", "axe"), "age": 10, "in": "x"}
    )
    assert told(Entry({"man": "hound"}), many) == [
        "entry 2, Guard: Man has no field 'rnk'; did you mean 'rank'?",
        "entry 2, Guard: rank is a list; one word in quotes is expected",
        "entry 2, Guard: arms has 2 choices; take away all but 1",
        "entry 2, Guard: age is 10; a whole number from 1 to 9",
        "entry 2, Guard: nothing is called 'x'; give a cart that name, or leave in out",
    ]
    assert told(Entry({}, "horse")) == ["entry 1, ?: there is no kind 'horse'; there is man, cart"]
    assert told(Entry({"rank": "old"})) == ["entry 1, ?: it does not say what it is; give it man or cart"]
    assert told(Entry({"rank": "old"}, "man")) == ["entry 1, Man: man is missing; choose a man"]


def test_what_is_too_dear_is_told() -> None:
    assert told(Entry({"man": "guard"}, count=4), budget=10) == [
        "it costs 12 coins of 10; save 2 coins or raise the budget"
    ]
    assert appraise(BOOK, army(Entry({"man": "guard"}, count=4)), budget=12).valid


def test_a_reference_goes_to_an_entry_of_its_kind() -> None:
    cart = Entry({"cart": "hay"}, name="Red")
    assert told(cart, Entry({"man": "guard", "in": "Red"})) == []
    assert told(cart, Entry({"man": "guard", "in": "Rad"})) == [
        "entry 2, Guard: no cart is called 'Rad'; did you mean 'Red'?"
    ]
    assert told(Entry({"man": "hound"}, name="Red"), Entry({"man": "guard", "in": "Red"})) != []
    assert told(cart, cart) == ["entry 2, Hay cart: two entries are called 'Red'; give one another name"]


def test_an_army_of_another_rulebook_is_refused() -> None:
    with pytest.raises(BadInput, match="stacks"):
        appraise(BOOK, ArmyList("stacks"))
    with pytest.raises(BadInput, match="army of 'stacks'"):
        army_from(BOOK, FILE.replace('"hands"', '"stacks"'))
    with pytest.raises(BadInput, match="no muster"):
        muster_of(HiddenHands())


# ---------------------------------------------------------------- in scenarios


def test_an_army_comes_into_a_scenario_where_it_may() -> None:
    scenario = next(iter(BOOK.scenarios().values()))
    first, second = scenario.sides[:2]
    good = army(Entry({"man": "guard"}, count=2))
    assert fit(BOOK, scenario, {}) is scenario
    assert fit(BOOK, scenario, {first: good}).data["army"] == [2]
    with pytest.raises(BadInput, match="takes no armies"):
        fit(BOOK, scenario, {second: good})
    with pytest.raises(BadInput, match="no side 'nobody'"):
        fit(BOOK, scenario, {"nobody": good})
    with pytest.raises(BadInput, match="the army is empty") as caught:
        fit(BOOK, scenario, {first: army()})
    assert f"army of {first}" in str(caught.value)


# ---------------------------------------------------------------- the kit's check


class Apart(Hands):
    """A muster whose armies come into no scenario."""

    tables = msgspec.structs.replace(TABLES, scenarios={})

    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        return ()


def book_of(found: Muster) -> Book:
    book = Book()
    book.__class__ = type("Shelf", (Book,), {"muster": found})
    return book


def tables_with(**changes: object) -> Apart:
    """A muster whose first field, or whose tables, are other than they should be."""
    found = Apart()
    man, cart = Apart.tables.kinds
    if "field" in changes:
        man = Kind("man", "Man", (*man.fields, changes["field"]))  # type: ignore[arg-type]
        changes = {}
    found.tables = msgspec.structs.replace(Apart.tables, kinds=(man, cart), **changes)  # type: ignore[misc]
    return found


def test_the_kit_passes_what_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.testing.kit.muster.is_rule", lambda book, rule: rule.startswith("hands:"))
    kit.check_muster(book_of(Apart()))
    kit.check_muster(HiddenHands())


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (tables_with(points=""), "points"),
        (tables_with(scenarios={"duel": ("a",)}), "does not take the armies"),
        (tables_with(field=Field("man", "Again", "one", (GUARD,))), "two fields of one name"),
        (
            tables_with(field=Field("hat", "Hat", "one", (GUARD,), default="hound")),
            "the default is no choice",
        ),
        (tables_with(field=Field("hat", "Hat", "entry", of="horse")), "there is no kind 'horse'"),
        (tables_with(field=Field("hat", "Hat", "many", (GUARD,))), "most is expected"),
        (tables_with(field=Field("hat", "Hat", "two", (GUARD,))), "there is no form 'two'"),
    ],
)
def test_the_kit_catches_tables_that_are_not_whole(
    found: Muster, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banneret.testing.kit.muster.is_rule", lambda book, rule: True)
    with pytest.raises(kit.KitFailure, match=says):
        kit.check_muster(book_of(found))


@pytest.mark.parametrize("wrong", ["price", "sum", "rule", "fix"])
def test_the_kit_catches_prices_that_are_not_told(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.testing.kit.muster.is_rule", lambda book, rule: rule.startswith("hands:"))

    class Sloppy(Apart):
        def card(self, entry: Entry, army: ArmyList) -> Card:
            card = super().card(entry, army)
            if wrong == "price":
                return msgspec.structs.replace(
                    card, cost=card.cost + 1, parts=(*card.parts, (1, "tip", "hands:tip"))
                )
            if wrong == "sum":
                return msgspec.structs.replace(card, parts=())
            if wrong == "rule":
                return msgspec.structs.replace(card, parts=((card.cost, "it", "?"),))
            return msgspec.structs.replace(card, faults=(Fault("it is ugly", ""),))

    with pytest.raises(kit.KitFailure):
        kit.check_muster(book_of(Sloppy()))
