"""Code where names, words and reasons should be, in a browser with a trap: none of it ever runs.

What the server's policy would stop anyway is let through here (`bypass_csp`), so that a page must not make code of text in the first place.

All strings: BANNERET_INJECTIONS=500 python3 dev.py test -s tests/browser/test_injections.py
Some of them: BANNERET_INJECTIONS=360-500
"""

from __future__ import annotations

import dataclasses
import os
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from browser.play import ready

import banneret as front_door
from banneret import rulebooks

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

FIRST, INJECTIONS = (
    int(number) for number in f"0-{os.environ.get('BANNERET_INJECTIONS', '6')}".split("-")[-2:]
)
CODE = (
    "<script>trap({n})</script>",
    "<img src=x onerror=trap({n})>",
    "<svg onload=trap({n})>",
    "<svg><script>trap({n})</script></svg>",
    "<svg><animate onbegin=trap({n}) attributeName=x dur=1s>",
    "<iframe srcdoc='<script>parent.trap({n})</script>'></iframe>",
    "<iframe src=javascript:parent.trap({n})></iframe>",
    "<object data='javascript:trap({n})'></object>",
    "<a href=javascript:trap({n})>here</a>",
    "<body onload=trap({n})>",
    "<input autofocus onfocus=trap({n})>",
    "<details open ontoggle=trap({n})>",
    "<video><source onerror=trap({n})></video>",
    "<style>@import 'x';*{{animation:a 1s}}</style><b onanimationstart=trap({n})>",
    "<meta http-equiv=refresh content='0;url=javascript:trap({n})'>",
    "<base href='javascript:trap({n})//'>",
    "<math><mtext><table><mglyph><style><img src=x onerror=trap({n})>",
    "<template><img src=x onerror=trap({n})></template>",
    "<form><button formaction=javascript:trap({n})>x",
    "javascript:trap({n})",
    "trap({n})",
    "constructor.constructor('trap({n})')()",
    "<p/onpointerenter=trap({n}) style=position:fixed;inset:0>",
    "<x contenteditable onblur=trap({n}) tabindex=1 autofocus>x",
    "%3Cimg%20src=x%20onerror=trap({n})%3E",
)
BEFORE = (
    "", '">', "'>", "</title>", "</script>", "</style>", "</textarea>", "-->", "]]>", "</svg>", "${{", "{{{{", "`);", "\\u003c/", "&lt;",
    "&#60;", "\\x3c", "\"'><", "&quot;&gt;", "\\\";",
)  # fmt: skip
TRAP = "window.trapped = []; window.trap = (n) => window.trapped.push(n); window.alert = window.trap"
TELL_TALES = """() => [...document.querySelectorAll('*')].filter((one) =>
  ['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'MATH', 'TEMPLATE', 'VIDEO'].includes(one.tagName.toUpperCase())
  || (one.tagName.toUpperCase() === 'SCRIPT' && !one.src)
  || (one.tagName === 'META' && one.httpEquiv === 'refresh')
  || [...one.attributes].some((it) => /^on/.test(it.name) || /^\\s*javascript:/i.test(it.value) && ['href', 'src', 'action', 'formaction'].includes(it.name))
).map((one) => one.outerHTML.slice(0, 200))"""


def strings(count: int) -> list[str]:
    """So many different strings of code, each with its number, spread over all kinds; 500 are all."""
    pairs = [(before, code) for before in BEFORE for code in CODE]
    stride = 7  # no divisor of 500
    return [
        before.replace("{{", "{") + code.format(n=number)
        for number, (before, code) in enumerate(pairs[stride * n % len(pairs)] for n in range(count))
    ]


def record_of(code: str) -> str:
    """A battle that is over, with code as its title and summary, as a note, and as the reason of its end."""
    rulebook = rulebooks.get("stacks")
    scenario = dataclasses.replace(rulebook.scenario("first_blood"), title=code, summary=code)
    battle = front_door.start(
        rulebook, scenario, seed=7, seats={"attacker": "attacker", "defender": "defender"}
    )
    battle.note(code)
    battle.end([], code)
    return battle.private_text


def post(page: Page, address: str, path: str, body: Any, token: str = "") -> Any:
    """A call beside the page; again after a while where the server has had enough for now."""
    for _ in range(100):
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = page.request.post(f"{address}/api/{path}", data=body, headers=headers)
        if answer.status != 429:
            assert answer.ok, answer.text()
            return answer.json()
        time.sleep(0.5)
    raise AssertionError("too many requests for ever")


def unharmed(page: Page, code: str) -> None:
    """Nothing has run, and no element on the page was made of text."""
    assert page.evaluate("window.trapped") == [], code
    assert page.evaluate(TELL_TALES) == [], code


def test_no_code_that_people_write_is_run(sit: Callable[..., Page], address: str) -> None:
    page = sit(bypass_csp=True, troubled=True)  # it asks for links that do not exist
    page.add_init_script(TRAP)
    page.goto(address + "/about")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=trap(7)>')")
    page.wait_for_function("() => window.trapped.length === 1")  # the trap does spring
    assert page.evaluate(TELL_TALES)
    for number, code in list(enumerate(strings(INJECTIONS)))[FIRST:]:
        made = post(page, address, "import", {"text": record_of(code)})
        token = made["tokens"]["attacker"]
        post(page, address, "battle/request", {"type": "say", "id": "w", "text": code}, token)
        page.goto(f"{address}/about?{number}")
        page.goto(f"{address}/battle#{token}")
        ready(page)
        page.wait_for_selector(".said")
        assert f"trap({number})" in page.locator("h1").inner_text()
        assert f"trap({number})" in page.locator(".said").first.inner_text()
        assert page.locator("body").inner_text().lower().count(f"trap({number})") >= 3
        unharmed(page, code)
        page.goto(f"{address}/verify#{token}")
        page.wait_for_selector("[data-finding]")
        unharmed(page, code)
        page.goto(f"{address}/{('battle#', 'verify#', 'rules/stacks/', 'muster#')[number % 4]}{quote(code)}")
        page.wait_for_selector("main")
        unharmed(page, code)
        if number % 10 == 0 or number == INJECTIONS - 1:
            kept = {made["battle"]: {"tokens": made["tokens"], "mine": ["attacker"], "at": 1}}
            page.evaluate("(kept) => localStorage.setItem('banneret.battles', JSON.stringify(kept))", kept)
            page.goto(f"{address}/")
            page.locator(".head button.all").click()  # a battle that is over stands in the whole list
            page.wait_for_selector("ul.own li")
            assert f"trap({number})" in page.locator("ul.own").inner_text()
            unharmed(page, code)
    print(f"{INJECTIONS - FIRST} strings of code, none was run")
