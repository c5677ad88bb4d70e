"""All addresses of the HTTP interface: what each receives and answers, for whom, and how often.

Routing, the OpenAPI description, the client's types and the list in docs/protocol.md are made from this table, or checked against it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from banneret.kernel.abilities.boards import Tiles
from banneret.kernel.abilities.muster import Tables
from banneret.kernel.catalogue import Rule
from banneret.kernel.look import Look
from banneret.kernel.primer import Primer
from banneret.kernel.scene import Inspector, Scene
from banneret.kernel.vocabulary import Vocabulary
from banneret.lab.forecast import Forecast
from banneret.players.advice import Advice
from banneret.service import messages as m
from banneret.service.handlers import (
    armies,
    battles,
    boards,
    invitations,
    letters,
    odds,
    records,
    reports,
    rulebooks,
    table,
)
from banneret.service.handlers.call import Call
from banneret.service.limits import ADVICE, ARMIES, BATTLES, LOOKS_BACK, MESSAGES, NOTICES, ODDS, Cost

MAX_BODY = 64_000
IMPORT = 3.0  # new battles that one import counts as
PAGE = 5.0  # looks back that a report as a page counts as
ROSTER = 20.0  # armies that one roster counts as: drawing it takes that much longer


class Who(Enum):
    """The callers that are answered: anyone, the holder of a link (a seat's, an invitation, that in a letter), or the referee."""

    ANYBODY = "anybody"
    SEAT = "a seat"
    GUEST = "an invitation"
    READER = "a letter"
    REFEREE = "the referee"


@dataclass(frozen=True, slots=True)
class Route:
    """An address and a method: what it does, what it is sent and answers, who may ask, and what a call costs.

    `answer` is the type of the JSON that is answered, or the media type of a file. A struct that the handler returns is sent with
    `status`.
    """

    method: str
    path: str
    handler: Callable[[Call], Awaitable[Any]]
    summary: str
    body: Any = None
    answer: Any = None
    who: Who = Who.ANYBODY
    cost: Cost | None = None
    status: int = 200
    most: int = MAX_BODY

    @property
    def parameters(self) -> list[str]:
        """The names in its path."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def is_optional(self) -> bool:
        """True if the call may come without its message: it is about the seat of the call alone then."""
        return self.body in (m.Links, m.Again)

    @property
    def is_file(self) -> bool:
        """True if it answers with a file."""
        return isinstance(self.answer, str)


BOOK = "/api/rulebooks/{rulebook}"
TEXT, HTML, JSON_FILE, PDF, SVG = (
    "text/plain",
    "text/html",
    "application/json",
    "application/pdf",
    "image/svg+xml",
)
SEAT, GUEST, READER, REFEREE = Who.SEAT, Who.GUEST, Who.READER, Who.REFEREE

ROUTES: tuple[Route, ...] = (
    Route("GET", "/api", rulebooks.about, "The name and version of what answers here", answer=m.About),
    # battles
    Route(
        "POST",
        "/api/battles",
        battles.begin,
        "Begin a battle; answers with the tokens of its seats",
        body=m.NewBattle,
        answer=m.Tokens,
        cost=Cost(BATTLES),
        status=201,
    ),
    Route(
        "POST",
        "/api/mine",
        battles.list_mine,
        "The battles that these tokens open",
        body=m.Mine,
        answer=list[m.Summary],
    ),
    Route(
        "POST",
        "/api/import",
        battles.import_record,
        "Load a battle from a record file",
        body=m.Import,
        answer=m.Tokens,
        cost=Cost(BATTLES, IMPORT),
        status=201,
        most=m.MAX_IMPORT + 100_000,
    ),
    Route(
        "POST",
        "/api/host",
        battles.list_hosted,
        "The links of the host's own battles, those of the terminal too",
        body=m.Host,
        answer=m.Hosted,
        cost=Cost(BATTLES),
    ),
    Route(
        "POST",
        "/api/host/release",
        battles.release,
        "Let a battle leave the table, so that the host's terminal goes on with it",
        body=m.Release,
        answer=m.Released,
    ),
    Route(
        "POST",
        "/api/battle/again",
        battles.rematch,
        "The same battle again, with the same armies, when it is over",
        body=m.Again,
        answer=m.Tokens,
        who=SEAT,
        cost=Cost(BATTLES),
        status=201,
    ),
    Route(
        "POST",
        "/api/battle/next",
        battles.go_on,
        "The next battle of a campaign, when this one is over: the seats that follow from these links",
        body=m.Links,
        answer=m.Tokens,
        who=SEAT,
        cost=Cost(BATTLES),
        status=201,
    ),
    Route(
        "POST",
        "/api/battle/fork",
        battles.fork,
        "A new battle from after an entry of this one",
        body=m.Fork,
        answer=m.Tokens,
        who=SEAT,
        cost=Cost(BATTLES),
        status=201,
    ),
    Route(
        "POST",
        "/api/battle/delete",
        battles.delete,
        "Forget the battle (for the player who began it, and its referee)",
        body=m.Links,
        answer=m.Deleted,
        who=SEAT,
    ),
    # guests
    Route(
        "POST",
        "/api/battle/invite",
        invitations.invite,
        "A new invitation to a free side; earlier ones to it are void",
        body=m.Invite,
        answer=m.Invited,
        who=SEAT,
    ),
    Route(
        "POST",
        "/api/battle/guest/side",
        invitations.give_side,
        "Leave this side to the guest, and play the other; the battle begins again",
        body=m.GuestSide,
        answer=m.View,
        who=SEAT,
        cost=Cost(BATTLES),
    ),
    Route(
        "POST",
        "/api/battle/guest/back",
        invitations.ask_back,
        "Have the seat of a guest back who has given no order; the battle begins again",
        body=m.GuestSide,
        answer=m.View,
        who=SEAT,
        cost=Cost(BATTLES),
    ),
    Route(
        "POST",
        "/api/battle/name",
        invitations.name,
        "The name that the player of the seat goes by, for everybody to see",
        body=m.Naming,
        answer=m.View,
        who=SEAT,
        cost=Cost(MESSAGES),
    ),
    Route(
        "GET",
        "/api/invitation",
        invitations.door,
        "The battle that an invitation is to",
        answer=m.Door,
        who=GUEST,
    ),
    Route(
        "POST",
        "/api/invitation/open",
        invitations.knock,
        "The same; the inviter is shown that it was opened",
        answer=m.Door,
        who=GUEST,
    ),
    Route(
        "POST",
        "/api/invitation/claim",
        invitations.claim,
        "Sit down: the first to come has the seat",
        body=m.Claim,
        answer=m.Tokens,
        who=GUEST,
        cost=Cost(BATTLES),
        status=201,
    ),
    # letters
    Route(
        "GET",
        "/api/post",
        letters.offered,
        "The ways on which this table writes to players",
        answer=m.Post,
    ),
    Route(
        "GET",
        "/api/battle/notices",
        letters.list_notices,
        "Where the seat is written to, without the addresses",
        answer=list[m.NoticeLine],
        who=SEAT,
    ),
    Route(
        "POST",
        "/api/battle/notice",
        letters.leave,
        "Leave an address for letters, or delete it",
        body=m.Leave,
        answer=list[m.NoticeLine],
        who=SEAT,
        cost=Cost(NOTICES),
    ),
    Route(
        "POST",
        "/api/battle/clock",
        letters.set_clock,
        "The time for each turn, before the guests come",
        body=m.SetClock,
        answer=m.View,
        who=SEAT,
    ),
    Route(
        "GET",
        "/api/notice",
        letters.show_notice,
        "What the link in a letter is about",
        answer=m.NoticeView,
        who=READER,
    ),
    Route(
        "POST",
        "/api/notice",
        letters.confirm,
        "Confirm the address of a letter, or stop letters and delete it",
        body=m.Confirm,
        answer=m.NoticeView,
        who=READER,
    ),
    # at the table
    Route("GET", "/api/battle", table.show_view, "The present view of the seat", answer=m.View, who=SEAT),
    Route(
        "POST",
        "/api/battle/request",
        table.ask,
        "A request at the table: an order, a roll, undo, …",
        body=m.Request,
        answer=m.Answer,
        who=SEAT,
        cost=Cost(MESSAGES),
        most=m.MAX_MESSAGE,
    ),
    Route(
        "POST",
        "/api/battle/army",
        table.bring_army,
        "The army of a side whose army was left open; with the last one the battle begins",
        body=m.Bring,
        answer=m.View,
        who=SEAT,
        cost=Cost(ARMIES),
    ),
    Route(
        "GET",
        "/api/battle/advice",
        table.advise,
        "The order that the computer would give for the seat, and why; against computers only",
        answer=Advice,
        who=SEAT,
        cost=Cost(ADVICE),
    ),
    Route(
        "GET",
        "/api/battle/referee",
        table.show_panel,
        "What the referee may do now",
        answer=m.Panel,
        who=REFEREE,
    ),
    Route(
        "GET",
        "/api/battle/report",
        table.export_report,
        "The report of an internal error",
        answer=JSON_FILE,
        who=REFEREE,
    ),
    # the record
    Route("GET", "/api/battle/record", records.export_record, "The record as text", answer=TEXT, who=SEAT),
    Route(
        "GET",
        "/api/battle/at/{number}",
        records.look_back,
        "What the seat saw at a moment, or after an entry",
        answer=m.Moment,
        who=SEAT,
        cost=Cost(LOOKS_BACK),
    ),
    Route(
        "GET",
        "/api/battle/piece/{piece}",
        records.inspect,
        "A piece in full as the seat sees it, now or `at` a moment",
        answer=Inspector,
        who=SEAT,
        cost=Cost(LOOKS_BACK),
    ),
    # after the battle
    Route(
        "GET",
        "/api/battle/after",
        reports.show_report,
        "The report of a battle that is over: losses, how its chances went and what turned them; counted when it is first asked for",
        answer=m.BattleReport,
        who=SEAT,
        cost=Cost(LOOKS_BACK),
    ),
    Route(
        "GET",
        "/api/battle/after/page",
        reports.export_page,
        "The same as a page that stands alone",
        answer=HTML,
        who=SEAT,
        cost=Cost(LOOKS_BACK, PAGE),
    ),
    Route(
        "GET",
        "/api/battle/after/paper",
        reports.print_report,
        "The same on paper, `paper=A4` or `letter`",
        answer=PDF,
        who=SEAT,
        cost=Cost(LOOKS_BACK, 4 * PAGE),
    ),
    # rulebooks
    Route("GET", "/api/rulebooks", rulebooks.list_rulebooks, "All rulebooks", answer=list[m.RulebookLine]),
    Route(
        "GET",
        BOOK,
        rulebooks.show_rulebook,
        "A rulebook: options, scenarios, computer players, and the phases of a turn",
        answer=m.RulebookPage,
    ),
    Route(
        "GET",
        f"{BOOK}/lesson",
        rulebooks.show_lesson,
        "The lesson of a rulebook, which is played at the table",
        answer=m.LessonPage,
    ),
    Route(
        "POST",
        f"{BOOK}/lesson",
        battles.learn,
        "Begin the lesson of a rulebook; answers with the tokens of its seats",
        body=m.Learn,
        answer=m.Tokens,
        cost=Cost(BATTLES),
        status=201,
    ),
    Route(
        "GET",
        f"{BOOK}/look",
        rulebooks.show_look,
        "How it is drawn, by the words that its scenes use",
        answer=Look,
    ),
    Route(
        "GET",
        f"{BOOK}/primer",
        rulebooks.show_primer,
        "How it works, on one page: pictures, a piece, the turn, what beginners miss",
        answer=Primer,
    ),
    Route(
        "GET",
        f"{BOOK}/words",
        rulebooks.show_words,
        "The words that stand on the screen, each with a sentence and its rule",
        answer=Vocabulary,
    ),
    Route(
        "GET",
        f"{BOOK}/icons/{{name}}.svg",
        rulebooks.show_icons,
        "Its pictures as one sprite, whose name in the look changes with them",
        answer=SVG,
    ),
    Route("GET", f"{BOOK}/rules", rulebooks.list_rules, "The catalogue", answer=list[m.RuleLine]),
    Route("GET", f"{BOOK}/rules/{{rule}}", rulebooks.show_rule, "One rule", answer=Rule),
    Route(
        "GET",
        f"{BOOK}/scenarios/{{scenario}}/preview",
        rulebooks.preview_scenario,
        "What everybody sees before the scenario begins",
        answer=Scene,
    ),
    # odds
    Route(
        "GET",
        f"{BOOK}/odds",
        odds.show_page,
        "What the odds of two lists may rest on, and what lists may name",
        answer=m.OddsPage,
    ),
    Route(
        "POST",
        f"{BOOK}/odds",
        odds.ask,
        "The odds of one list attacking another",
        body=m.AskOdds,
        answer=Forecast,
        cost=Cost(ODDS),
    ),
    Route(
        "GET",
        f"{BOOK}/card",
        rulebooks.print_card,
        "Its rules card, on paper, `paper=A4` or `letter`",
        answer=PDF,
        cost=Cost(ARMIES, ROSTER),
    ),
    # armies
    Route(
        "GET",
        f"{BOOK}/muster",
        armies.army_tables,
        "What armies may be built of, and what it costs",
        answer=Tables,
    ),
    Route(
        "POST",
        f"{BOOK}/muster",
        armies.muster_army,
        "An army priced, checked, and as a file",
        body=m.Mustering,
        answer=m.Mustered,
        cost=Cost(ARMIES),
    ),
    Route(
        "POST",
        f"{BOOK}/roster",
        armies.print_roster,
        "An army on paper, `paper=A4` or `letter`",
        body=m.Mustering,
        answer=PDF,
        cost=Cost(ARMIES, ROSTER),
    ),
    # boards
    Route(
        "GET",
        f"{BOOK}/tiles",
        boards.tiles,
        "What boards may be joined from",
        answer=Tiles,
    ),
    Route(
        "POST",
        f"{BOOK}/board",
        boards.lay_board,
        "A board checked by the rules, and as a file",
        body=m.Laying,
        answer=m.LaidBoard,
        cost=Cost(ARMIES),
    ),
)
