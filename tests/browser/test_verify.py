"""A battle that is over is verified in the browser, and an altered file says where it was altered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.play import to_the_end
from browser.test_access import in_both_themes
from forging import frozen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

RECORD = next(file for file in frozen("stacks") if file.stem == "two_banners-3")


def verdicts(page: Page) -> dict[str, str]:
    """What stands on the page when it has been looked at."""
    page.wait_for_selector("[data-finding]")
    found = page.evaluate("[...document.querySelectorAll('[data-finding]')].map((one) => [one.dataset.finding, one.dataset.verdict])")  # fmt: skip
    return dict(found)


def choose(page: Page, path: Path) -> None:
    page.get_by_label("A record file").set_input_files(path)


def test_a_battle_is_verified_when_it_is_over(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None], tmp_path: Path
) -> None:
    page = fighting("stacks", "hit_and_run")
    to_the_end(page)
    page.get_by_role("link", name="Verify this battle").click()
    page.wait_for_url("**/verify#*")
    assert verdicts(page) == dict.fromkeys(("chain", "commitment", "dice", "seals"), "good")
    page.get_by_role("status").get_by_text("All good: nothing was altered.").wait_for()
    page.get_by_text("it is the one that this browser was shown").wait_for()
    shot(page, "verify")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    path = tmp_path / "battle.banneret"
    download.value.save_as(path)
    text = path.read_bytes().decode()

    lines = text.split("\n")
    number = next(number for number, line in enumerate(lines) if number > 20 and " > " in line)
    lines[number] = lines[number].replace(" > ", " >  ", 1)
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")
    choose(page, path)
    page.get_by_text(f"Entry {number - 8} on line {number + 1}: its hash does not fit").wait_for()
    assert verdicts(page)["chain"] == "bad"
    page.get_by_text("This record was altered, or is damaged.").wait_for()
    assert page.locator("[data-finding=chain] code").inner_text() == lines[number]
    shot(page, "verify-altered")
    page.get_by_role("link", name="Back to the battle").click()
    page.get_by_role("link", name="Verify this battle").wait_for()


def test_the_record_of_another_battle_is_not_taken_for_that_which_was_fought(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    """As if the server had rolled other dice since, and written a record of them that is right in itself."""
    page = fighting("stacks", "first_blood")
    to_the_end(page)
    page.evaluate("""() => {
      const [battle] = Object.keys(JSON.parse(localStorage.getItem('banneret.hashes')))
      localStorage.setItem('banneret.hashes', JSON.stringify({ [battle]: ['ab'.repeat(32)] }))
    }""")
    page.get_by_role("link", name="Verify this battle").click()
    page.wait_for_url("**/verify#*")
    assert set(verdicts(page).values()) == {"good"}
    page.get_by_role("status").get_by_text("This is not the record of the battle that was fought.").wait_for()
    page.get_by_role("alert").get_by_text("was shown another hash").wait_for()
    page.get_by_text("ab" * 32).wait_for()
    shot(page, "verify-another")


def test_the_dice_show_their_bytes_and_the_page_how_to_do_it_by_hand(sit: Callable[..., Page]) -> None:
    page = sit("/verify")
    choose(page, RECORD)
    assert set(verdicts(page).values()) == {"good"}
    assert page.get_by_role("table").count() == 0
    shown = page.get_by_role("button", name="dice and their bytes")
    shown.focus()
    page.keyboard.press("Enter")
    rows = page.locator("tbody tr:not(.epoch)")
    dice = [line for line in RECORD.read_text(encoding="utf-8").split("\n") if " d6 " in line]
    assert dice
    assert rows.first.inner_text().split()[0] == dice[0].split(" ")[0]
    assert rows.first.locator("td").last.inner_text() == dice[0].split(" ")[3]
    page.get_by_text("By hand", exact=True).click()
    page.get_by_text("head -n 7 FILE").wait_for()


def test_what_is_no_record_is_said_so(sit: Callable[..., Page], tmp_path: Path) -> None:
    page = sit("/verify")
    for data, words in (
        (b"", "That file is empty."),
        (b"\xff\xfe", "The file is no text in UTF-8."),
        (b"To be", "This is no record"),
    ):
        (tmp_path / "file").write_bytes(data)
        choose(page, tmp_path / "file")
        page.get_by_text(words).wait_for()


def test_the_page_on_a_phone(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit("/verify", width=360, height=720, bypass_csp=True)
    choose(page, RECORD)
    verdicts(page)
    page.get_by_role("button", name="dice and their bytes").click()
    page.get_by_text("By hand", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert in_both_themes(page, lambda theme: shot(page, f"verify-phone-{theme}")) == []


def test_a_broken_link_leads_back_to_no_battle(sit: Callable[..., Page]) -> None:
    page = sit("/verify#cut", troubled=True)
    said = page.get_by_role("alert").inner_text()
    assert said.startswith("This link opens no battle. The battle may")
    assert "Ask the person who sent it for the whole link, or choose a record that was saved." in said
    assert not page.get_by_role("link", name="Back to the battle").count()
