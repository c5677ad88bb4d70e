"""Paper: rosters, rules cards and reports, how many pages they take and what stands on them, in A4 and Letter."""

from __future__ import annotations

import io
import os
import re
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

import banneret
from banneret import rulebooks
from banneret.after.curve import Budget
from banneret.after.report import report
from banneret.kernel.abilities.muster import ArmyList, Entry
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import muster_of
from banneret.muster.appraisal import appraise
from banneret.paper import pdf
from banneret.paper.page import SIZES, Size, for_print
from banneret.paper.page import STYLE as page_style
from banneret.paper.report import STYLE as report_style
from banneret.paper.report import report_html
from banneret.paper.roster import STYLE as roster_style
from banneret.paper.roster import as_html, laid_out
from banneret.paper.rules import STYLE as rules_style
from banneret.paper.rules import rules_html

pytestmark = pytest.mark.long

POINTS = {"A4": (595, 842), "letter": (612, 792)}
BOOKS = [name for name in rulebooks.names() if rulebooks.get(name).primer is not None]


def printed(page: str) -> PdfReader:
    try:
        data = pdf.as_pdf(page)
    except pdf.NoPaper as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    return PdfReader(io.BytesIO(data))


def letters(found: PdfReader) -> set[str]:
    """The families of letters on the pages."""
    fonts = [page["/Resources"].get("/Font", {}) for page in found.pages]
    names = {str(font.get_object()["/BaseFont"]) for row in fonts for font in row.get_object().values()}
    return {name.partition("+")[2].replace("-", "")[:8] for name in names}


def words(found: PdfReader) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in found.pages]


def army(count: int, **more: Any) -> ArmyList:
    return ArmyList("warcards", (Entry({"type": "archers"}, count=count),), "The Long Line", **more)


def roster(found: ArmyList, size: Size = "A4") -> str:
    return as_html(laid_out(appraise(rulebooks.get(found.rulebook), found)), size)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pages", [[1], [10], [12], [8, 5], [12, 11], [10, 10, 9]], ids=str)
def test_cards_are_spread_evenly_over_the_pages(size: Size, pages: list[int]) -> None:
    found = printed(roster(army(sum(pages), budget=9999), size))
    assert len(found.pages) == len(pages)
    box = found.pages[0].mediabox
    assert (round(box.width), round(box.height)) == POINTS[size]
    texts = words(found)
    assert "The Long Line" in texts[0]
    assert "Valid" in texts[0]
    assert "Left" in texts[0]
    assert [text.count("Archers") for text in texts] == pages
    assert all(f"Page {number} of {len(pages)}." in text for number, text in enumerate(texts, 1))


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_errors_and_the_points_too_much_stand_on_the_first_page(size: Size) -> None:
    rows = tuple([Entry({"type": "dragons of the moon"}) for _ in range(9)])
    wrong = ArmyList("warcards", (Entry({"type": "archers"}, count=10), *rows), "Doomed", 1, "n\n" * 20)
    found = words(printed(roster(wrong, size)))
    assert len(found) == 3  # the last has the other errors
    assert "Not valid: 10 errors" in found[0]
    assert "Too much by" in found[0]
    assert found[0].count("Archers") >= 10
    assert "more of what is wrong" in found[2]


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_sheets_have_a_box_for_every_figure(size: Size) -> None:
    book = rulebooks.get("battlesystem")
    muster = muster_of(book)
    scenario = book.scenario(next(iter(muster.tables.scenarios)))
    drawn = muster.drawn(scenario, muster.tables.scenarios[scenario.id][0])
    page = as_html(laid_out(appraise(book, drawn)), size)
    boxes = sum((one.card.boxes if one.card else 0) * one.count for one in appraise(book, drawn).entries)
    assert boxes > 0
    assert page.count("<i></i>") == boxes
    assert len(printed(page).pages) == 1


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_sheets_with_much_on_them_are_four_to_a_page(size: Size) -> None:
    book = rulebooks.get("battlesystem")
    drawn = muster_of(book).drawn(book.scenario("kings_meadow"), "league")
    found = laid_out(appraise(book, drawn))
    assert {len(slips) for slips in found.pages} == {4}
    assert len(printed(as_html(found, size)).pages) == -(-sum(one.count for one in drawn.entries) // 4)


def test_nothing_on_paper_is_smaller_than_nine_points() -> None:
    for style in (page_style, report_style, roster_style, rules_style):
        assert [size for size in re.findall(r"(?<![\w.])(\d+(?:\.\d+)?)pt", style) if float(size) < 9] == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_cards_to_play_with_are_nine_to_a_page_behind_a_list(size: Size) -> None:
    cormyr = muster_of(rulebooks.get("skirmish")).listed("Cormyr")
    found = words(printed(roster(cormyr, size)))
    assert len(found) == 1 + -(-42 // 9)
    assert all(text in found[0] for text in ("Valid", "2 Elf Archer 2 levels", "Bigby's Forceful Hand"))
    assert [text.count("Level") for text in found[1:]] == [9, 9, 9, 9 + 2, 6]  # two are called Level Up


def test_cards_with_many_words_are_large_and_few_to_a_page() -> None:
    book = rulebooks.get("companies")
    muster = muster_of(book)
    army = muster.drawn(book.scenario("the_ford"), muster.tables.scenarios["the_ford"][0])
    found = laid_out(appraise(book, msgspec.structs.replace(army, entries=army.entries * 7)))
    assert found.high > 50
    assert [len(slips) for slips in found.pages] == [4, 3]


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in BOOKS if rulebooks.get(name).muster is not None])
def test_all_words_of_all_cards_are_printed(name: str) -> None:
    book = rulebooks.get(name)
    muster = muster_of(book)
    for id_, sides in sorted(muster.tables.scenarios.items())[:1]:
        drawn = muster.drawn(book.scenario(id_), sides[0])
        found = laid_out(appraise(book, drawn))
        squeezed = "".join("".join(words(printed(as_html(found, "letter")))).split()).replace("-", "")
        for slips in found.pages:
            for slip in slips:
                last = (slip.sums[-1:] or (slip.why,))[0] or slip.words.split("\n")[-1].split(" · ")[-1]
                assert "".join(last.split()).replace("-", "") in squeezed, (id_, slip.title)


def test_a_card_is_high_enough_for_the_fullest_and_leaves_no_room_unused() -> None:
    few = laid_out(appraise(rulebooks.get("warcards"), army(12)))
    notes = laid_out(appraise(rulebooks.get("warcards"), army(12, notes="a\nb\nc")))
    assert [len(slips) for slips in few.pages] == [12]
    assert [len(slips) for slips in notes.pages] == [12]
    assert notes.high < few.high
    regiments = rulebooks.get("battlesystem")
    lairn = laid_out(
        appraise(regiments, muster_of(regiments).drawn(regiments.scenario("lairn"), "army-du-lairn"))
    )
    assert lairn.high > 2 * few.high


def test_the_only_card_is_as_wide_as_the_page() -> None:
    book = rulebooks.get("companies")
    muster = muster_of(book)
    page = roster(muster.drawn(book.scenario("the_ford"), muster.tables.scenarios["the_ford"][0]))
    assert 'class="cards few single"' in page
    assert page.count("<dl>") == 1
    assert "Spear, longest\nMarshal Ysolde Carrow: Command 5" in page


def test_a_company_has_named_boxes_to_tick() -> None:
    """Disposition in fives, a position, lost runners, and six steps of wounds for each of the two who are named."""
    book = rulebooks.get("companies")
    muster = muster_of(book)
    army = muster.drawn(book.scenario("the_ford"), "foot")
    page = roster(army)
    rows = dict(re.findall(r'<div class="track"><b>(.*?)</b>(.*?)</div>', page))
    boxes = {name: row.count("<i></i>") for name, row in rows.items()}
    assert boxes == {
        "Disposition": 20,
        "Position": 5,
        "Runners": 1,
        "Marshal Ysolde Carrow": 6,
        "Sergeant Wat Holt": 6,
    }
    assert rows["Disposition"].count("<span>") == 4
    assert re.findall(r"</i>(\w+)", rows["Sergeant Wat Holt"])[::5] == ["superficial", "mortal"]
    text = words(printed(page))
    assert len(text) == 2
    assert "Runners lost" in text[0]


@pytest.mark.parametrize("size", SIZES)
def test_a_company_has_a_sheet_for_its_scripts(size: Size) -> None:
    """Four exchanges of three volleys on a page, each volley with the eight actions to tick and five lines to write on; a page for each company."""
    book = rulebooks.get("companies")
    army = muster_of(book).drawn(book.scenario("the_ford"), "foot")
    page = roster(army, size)
    tables = re.findall(r'<table class="script">.*?</table>', page)
    assert len(tables) == 4
    for table in tables:
        assert re.findall(r"<th scope=col>(.*?)</th>", table) == [
            "Exchange",
            "Volley 1",
            "Volley 2",
            "Volley 3",
        ]
        assert table.count("<i></i>") == 3 * 8
        assert table.count("<td></td>") == 3 * 5
    assert tables[0].count("<i></i>Hold</li>") == 3
    text = words(printed(page))
    assert len(text) == 2
    assert "Script: Carrow" in text[1]
    assert text[1].count("Disposition after") == 4
    assert "Page 2 of 2." in text[1]
    both = msgspec.structs.replace(army, entries=army.entries * 2)
    assert len(printed(roster(both, size)).pages) == 3


def test_figures_stand_in_rows_as_even_as_can_be() -> None:
    book = rulebooks.get("companies")
    muster = muster_of(book)
    army = muster.drawn(book.scenario("the_ford"), muster.tables.scenarios["the_ford"][0])
    page = roster(msgspec.structs.replace(army, entries=army.entries * 2))  # the second has no leader left
    assert [row.count("<dt>") for row in page.split("<dl>")[1:]] == [4, 3]


def test_one_figure_is_one_fighter() -> None:
    one = Entry({"creature": "human-fighter-1", "figures": 1})
    assert "1 Fighter, 1st level" in roster(ArmyList("battlesystem", (one,)))


def test_a_creature_card_has_a_box_for_every_token_of_its_hit_points() -> None:
    cormyr = muster_of(rulebooks.get("skirmish")).listed("Gold Dragon, Elf Archer")
    page = roster(cormyr)
    assert page.count("<i></i>") == 65 // 5 + 5 // 5
    assert "1 level<" in page


def test_a_unit_without_a_printed_chit_says_what_it_is() -> None:
    found = laid_out(appraise(rulebooks.get("stacks"), muster_of(rulebooks.get("stacks")).listed("Paladin")))
    assert found.pages[0][0].words == "Hero, Warrior, Good, Lawful, Slay Undead +3, Slay Demon +3, General"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BOOKS)
def test_a_rules_card_is_one_page(name: str, size: Size) -> None:
    book = rulebooks.get(name)
    assert book.primer is not None
    sheet = printed(rules_html(book, size))
    found = words(sheet)
    assert len(found) == 1
    assert letters(sheet) == {"Alegreya", "SourceSa"}
    for text in (book.name, "How to win", "You win ", "Often missed", book.primer.turn_title):
        assert text in found[0]


def test_a_rulebook_without_its_page_has_no_rules_card() -> None:
    from kernel.toy import RULEBOOK

    with pytest.raises(BadInput, match="no rules card"):
        rules_html(RULEBOOK)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_a_report_on_paper(size: Size) -> None:
    battle = banneret.start("stacks", "hit_and_run", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    page = report_html(report(battle, Budget(4, 10, 0)), 0, size)
    sheet = printed(page)
    found = words(sheet)
    assert letters(sheet) == {"Alegreya", "SourceSa"}  # in the curve too
    assert "entries" in found[0]  # a line alone would have a page of its own
    text = " ".join(found)
    for part in ("Attacker won", "How it went", "Losses", "Luck", "Stone Giants", f"1 / {len(found)}"):
        assert part in text
    assert battle.record.hash[:16] in text


@pytest.mark.long
def test_the_same_page_gives_the_same_bytes() -> None:
    page = roster(army(3))
    printed(page)  # is skipped where nothing is installed
    assert pdf.as_pdf(page) == pdf.as_pdf(page)


def test_bad_luck_is_drawn_to_the_other_side_than_good() -> None:
    battle = banneret.start("stacks", "hit_and_run", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    found = report(battle, Budget(4, 10, 0))
    bars = re.findall(r"width:(\d+)%;margin-left:(\d+)%", report_html(found))
    assert len(bars) == len(found.facts.luck) == 2
    for (wide, left), line in zip(bars, found.facts.luck, strict=True):
        begins, ends = int(left), int(left) + int(wide)
        assert (begins == 50) if line.sum > line.expected else abs(ends - 50) <= 1


def test_a_unit_with_a_name_is_headed_by_it() -> None:
    one = Entry({"creature": "human-fighter-2", "figures": 12}, name="Glarian Guard")
    page = roster(ArmyList("battlesystem", (one,), "Guard"))
    head, _, rest = page.partition("Glarian Guard</span>")
    assert rest, "the name is the heading"
    assert "12 Fighters, 2nd level" in rest
    assert "of the 2nd level</span>" not in page
    assert head


def test_drawings_are_black_on_white() -> None:
    battle = banneret.start("stacks", "hit_and_run", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    page = for_print(report_html(report(battle, Budget(4, 10, 0))))
    body = page.split("<body>")[1]
    assert "var(--" not in body
    assert "#1f4e8c" not in body


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "find_spec", lambda _name: None)
    with pytest.raises(pdf.NoPaper) as error:
        pdf.as_pdf("<body></body>")
    assert "banneret[paper]" in (error.value.hint or "")


def test_nothing_is_fetched() -> None:
    page = roster(army(1)).replace(
        "<main>", '<main><img src="http://127.0.0.1:9/x.png"><img src="file:///etc/hostname">'
    )
    assert len(printed(page).pages) == 1


@pytest.mark.parametrize(
    ("book", "entries", "names"),
    [
        (
            "warcards",
            [Entry({"type": "infantry"}, count=2), Entry({"type": "infantry", "experience": "veteran"})],
            ["1st Infantry", "2nd Infantry", "3rd Infantry"],
        ),
        ("stacks", [Entry({"unit": "elves"}, count=2)], ["Elves", "Elves (2)"]),
        (
            "battlesystem",
            [Entry({"creature": "human-fighter-2", "figures": 12}, count=2)],
            ["Fighters of the 2nd level 1", "Fighters of the 2nd level 2"],
        ),
    ],
)
def test_units_are_called_on_paper_as_in_battle(book: str, entries: list[Entry], names: list[str]) -> None:
    army = ArmyList(book, tuple(entries))
    page = roster(army)
    assert [name for name in names if name not in page] == []
    muster = rulebooks.get(book).muster
    assert muster is not None
    scenario = next(one for one in rulebooks.get(book).scenarios().values() if muster.takes(one))
    side = muster.takes(scenario)[0]
    battle = banneret.start(book, muster.fill(scenario, {side: army}), seed=1)
    seen = battle.scene(side)
    pieces = [one for piece in seen.pieces for one in (piece, *piece.inside)]
    pieces += [one for tray in seen.trays for one in tray.pieces]
    mine = [one.name for one in pieces if one.side == battle.sides.index(side)]
    assert [name for name in names if name not in mine] == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_losses_that_go_over_a_page_have_their_head_on_each(size: Size) -> None:
    battle = banneret.start("warcards", "river_camp", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    facts = report(battle, Budget(2, 2, 0))
    fates = tuple([msgspec.structs.replace(one) for _ in range(4) for one in facts.facts.fates])
    many = msgspec.structs.replace(facts, facts=msgspec.structs.replace(facts.facts, fates=fates))
    found = words(printed(report_html(many, 0, size)))
    names = [side.name for side in facts.facts.sides]
    whole = [page for page in found if "Losses" in page]
    assert len(whole) > 1
    assert all(name in page for page in whole for name in names)
    luck = next(number for number, page in enumerate(found) if "What dice brought" in page)
    assert luck <= next(number for number, page in enumerate(found) if "Losses" in page)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_report_of_a_short_battle_is_one_page(size: Size) -> None:
    battle = banneret.start("stacks", "first_blood", seed="paper")
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    assert len(printed(report_html(report(battle, Budget(6, 6, 0)), 0, size)).pages) == 1
