"""A friend is invited by a link: from the front page to both at the table, and what can go otherwise."""

from __future__ import annotations

import re
from contextlib import closing
from typing import TYPE_CHECKING

from browser.house import House
from browser.play import click, confirm, ready, set_up, stands
from service.postbox import ADDRESS, MailBox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from playwright.sync_api import Page

PHONE = {"width": 360, "height": 740}
OVERFLOW = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def invite(sit: Callable[..., Page], **looks: object) -> tuple[Page, str]:
    """The page of the inviter, and the link."""
    page = sit("/", **looks)
    set_up(page)
    page.get_by_role("button", name="Invite a friend").click()
    page.wait_for_url("**/invite#*")
    return page, link(page)


def link(page: Page) -> str:
    return page.get_by_label("The invitation").input_value()


def status(page: Page, text: str) -> None:
    page.locator(".wait h2", has_text=text).wait_for()


def join(page: Page, name: str = "Ines") -> Page:
    """A guest takes the seat."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/battle#*")
    return page


def test_a_friend_comes_by_a_link_and_both_play(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    host, invitation = invite(sit)
    status(host, "Waiting for Halls")
    host.get_by_role("img", name="QR code of the link").wait_for()
    host.get_by_text(
        "This link works on this computer only"
    ).wait_for()  # the table of the tests listens nowhere else
    host.get_by_label("Your name", exact=True).fill("Mara")
    host.get_by_role("button", name="Sign").click()
    host.get_by_text("Mara: you, in this browser").wait_for()
    shot(host, "invite")
    assert "/join#" in invitation
    guest = sit(invitation, **PHONE)
    guest.get_by_role("heading", name="Mara invites you to a battle").wait_for()
    guest.get_by_text("You play Halls").wait_for()
    assert not guest.evaluate(OVERFLOW)
    shot(guest, "join-phone")
    status(host, "The invitation to Halls was opened")
    join(guest)
    ready(guest)
    status(host, "Ines sits for Halls")
    shot(host, "invite-here")
    late = sit(invitation)
    late.get_by_role("heading", name="The seat is taken").wait_for()
    late.get_by_role("link", name="Watch").click()
    ready(late)
    assert "Dwarves" not in late.inner_text("body")
    host.keyboard.press("Enter")  # the dark button
    stands(host)
    click(host, "A3")
    click(host, "B3")
    confirm(host)
    stands(host)
    confirm(host)
    assert stands(guest) == "question"
    confirm(guest)
    guest.goto(invitation)  # the link brings the guest back, and nobody else in
    guest.wait_for_url("**/battle#*")
    ready(guest)


def test_gone_again_asked_back_and_void(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    host, invitation = invite(sit, **PHONE)
    assert not host.evaluate(OVERFLOW)
    assert host.evaluate(
        "(() => { const right = (one) => document.querySelector(one).getBoundingClientRect().right; return right('.link') < right('.sheet') - 8 })()"
    )
    shot(host, "invite-phone")
    guest = join(sit(invitation))
    status(host, "Ines sits for Halls")
    guest.goto(invitation.split("/join")[0] + "/about")
    status(host, "Ines has sat down for Halls, and is gone again")
    guest.goto(invitation)
    ready(guest)
    status(host, "Ines sits for Halls")
    host.get_by_role("button", name="ask for the seat back").click()
    host.get_by_role("button", name="really ask for the seat back").click()
    status(host, "Waiting for Halls")
    host.wait_for_selector(".link input")
    guest.get_by_text("The player who invited you asked for the seat back.").wait_for()
    assert link(host) != invitation
    late = sit(invitation)
    late.get_by_role("heading", name="This link is void").wait_for()
    shot(late, "join-void")
    new = link(host)
    host.get_by_role("button", name="New link").click()
    host.wait_for_function("(was) => document.querySelector('.link input').value !== was", arg=new)
    late.goto(link(host))
    join(late, "Olga")
    status(host, "Olga sits for Halls")


def test_the_friend_plays_another_side_or_chooses(sit: Callable[..., Page]) -> None:
    host, invitation = invite(sit, looks={"theme": "dark"})
    sides = host.get_by_role("group", name="The side of your friend")
    sides.get_by_role("button", name="Groves").click()
    status(host, "Waiting for Groves")
    host.wait_for_function(
        "(was) => ![was, ''].includes(document.querySelector('.link input')?.value ?? '')", arg=invitation
    )
    first = link(host)
    sides.get_by_role("button", name="The guest may choose").click()
    host.wait_for_function(
        "(was) => ![was, ''].includes(document.querySelector('.link input')?.value ?? '')", arg=first
    )
    guest = sit(link(host))
    guest.get_by_label("Halls").check()
    join(guest)
    status(host, "Ines sits for Halls")
    host.get_by_role("link", name="Begin").click()
    assert stands(host) == "question"
    assert "you are Groves" in host.inner_text("header")
    ready(guest)
    assert "you are Halls" in guest.inner_text("header")


def test_who_was_chosen_on_the_front_page_plays(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    set_up(page)
    page.get_by_label("Who plays Groves").select_option("link")
    page.get_by_label("Who plays Halls").select_option("me")
    page.get_by_role("button", name="Invite a friend").click()
    status(page, "Waiting for Groves")
    page.get_by_role("button", name="Let the computer play Groves").click()
    page.get_by_text("the computer, until your friend comes").wait_for()
    page.get_by_label("Time for each turn").select_option("24")
    page.get_by_text("Each turn has a day; then the computer plays on.").wait_for()
    guest = sit(link(page))
    guest.get_by_text("Each turn has a day; then the computer plays on.").wait_for()
    join(guest)
    status(page, "Ines sits for Groves")
    page.get_by_role("link", name="Begin").click()
    for one in (guest, page):
        one.get_by_text(re.compile(r"(has|have) until .*\.$")).first.wait_for()
    told = [one.get_by_text("; then the computer plays on for you.").count() for one in (guest, page)]
    assert sum(told) >= 1, "whoever is waited for: the computer may have ended the turn of Groves before"
    shot(guest, "clock")
    page.goto(page.url.replace("/battle", "/invite"))
    page.get_by_role("link", name="Begin").wait_for()


def test_an_address_is_left_confirmed_and_deleted(
    sit: Callable[..., Page],
    shot: Callable[[Page, str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with closing(MailBox()) as box:
        monkeypatch.setenv("BANNERET_MAIL", box.url)
        monkeypatch.setenv("BANNERET_URL", "http://table.example.org")
        house = House(tmp_path / "battles.sqlite3")
        try:
            page = sit(house.address)
            set_up(page)
            page.get_by_role("button", name="Invite a friend").click()
            page.get_by_label("Time for each turn").select_option("72")
            page.get_by_label("When it has run out").select_option("adjourn")
            page.get_by_text("Each turn has 3 days; then the battle is adjourned.").wait_for()
            page.get_by_label("Address for letters").fill(ADDRESS)
            page.get_by_label("How often").select_option("24")
            page.get_by_role("button", name="Write to me").click()
            page.get_by_text("confirm it by its link").wait_for()
            assert ADDRESS not in page.inner_text("body")
            shot(page, "letters")
            battle = page.evaluate("location.hash")
            _, text = box.next()
            found = re.search(r"http://table\.example\.org(/notice#\S+)", text)
            assert found
            page.goto(house.address + found[1])
            page.get_by_role("button", name="Yes, write to me").click()
            page.get_by_role("heading", name="You are written to").wait_for()
            shot(page, "notice")
            page.get_by_role("link", name="To the battle").click()
            ready(page)
            assert page.evaluate("location.hash") == battle
            page.get_by_label("Menu").click()
            page.get_by_text("you are written to, and again each day").wait_for()
            page.get_by_role("button", name="Delete the address").click()
            page.get_by_text("you are written to").wait_for(state="detached")
            page.goto(house.address + found[1])
            page.get_by_role("heading", name="Nothing more is sent").wait_for()
        finally:
            house.stop()
