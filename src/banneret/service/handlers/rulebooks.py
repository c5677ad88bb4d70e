"""Rulebooks: the list of them, their catalogues, and what everybody sees of a scenario."""

from __future__ import annotations

import gzip
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import msgspec
from starlette.responses import Response

from banneret import __version__, rulebooks
from banneret.kernel.errors import shown
from banneret.kernel.lesson import lesson_of, the_lesson_of
from banneret.kernel.shelf import Standing
from banneret.kernel.viewer import SPECTATOR as SEEN_BY_ALL
from banneret.service import messages as m
from banneret.service.errors import NotFound
from banneret.service.handlers.call import as_file, paper_size
from banneret.service.live.gathering import SPECTATOR
from banneret.service.threads import in_thread_for_long

if TYPE_CHECKING:
    from banneret.kernel.catalogue import Rule, Variant
    from banneret.kernel.look import Look
    from banneret.kernel.primer import Primer
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario
    from banneret.kernel.scene import Scene
    from banneret.kernel.vocabulary import Vocabulary
    from banneret.service.handlers.call import Call


async def about(_call: Call) -> m.About:
    """The name and version of what answers here."""
    return m.About("Banneret", __version__)


async def list_rulebooks(_call: Call) -> list[m.RulebookLine]:
    """All rulebooks, in the order of their shelf."""
    return _lines()


@cache
def _lines() -> list[m.RulebookLine]:
    return [m.RulebookLine(book.id, book.name, book.title, book.summary) for book in rulebooks.at_hand()]


async def show_rulebook(call: Call) -> m.RulebookPage:
    """A rulebook: options, scenarios in the order of its shelf, computer players."""
    return _page(call.book)


@cache
def _page(book: Rulebook[Any]) -> m.RulebookPage:
    """The page of a rulebook, made once: all its scenarios are looked at for it."""
    shelf, scenarios = book.shelf, book.scenarios()
    in_order = [name for name in shelf.battle if name in scenarios]
    in_order += [name for name in scenarios if name not in shelf.battle]
    return m.RulebookPage(
        id=book.id,
        name=book.name,
        title=book.title,
        summary=book.summary,
        sentence=shelf.sentence or book.summary,
        first=_first(book),
        more=shelf.more,
        rules=len(book.rules),
        primer=book.primer is not None,
        options=[_option(one) for one in book.arranged_variants],
        scenarios=[_line(book, scenarios[name]) for name in in_order],
        players=list(book.computer.players),
        phases=list(book.view.phases),
        titles={name: rule.title for name, rule in book.rules.items()},
        lesson=lesson.scenario if (lesson := lesson_of(book)) else "",
        boards=book.boards is not None,
    )


def _option(one: Variant) -> m.OptionLine:
    topic = "" if one.common else one.topic
    return m.OptionLine(one.id, one.title, topic, one.values, one.default, one.rule, one.means)


def _first(book: Rulebook[Any]) -> m.FirstBattle | None:
    """The battle to begin with: that of its lesson, else the one that the rulebook names, else any."""
    lesson = lesson_of(book)
    name, side, *_ = (lesson.scenario, lesson.side) if lesson else (*book.first_battle, "", "")
    scenarios = book.scenarios()
    scenario = scenarios.get(name) or next(iter(scenarios.values()), None)
    if scenario is None:
        return None
    named = side if side in scenario.sides else scenario.sides[0]
    return m.FirstBattle(scenario.id, named, book.shelf.first or scenario.summary)


_LINES: WeakKeyDictionary[Rulebook[Any], dict[str, tuple[Scenario, m.ScenarioLine]]] = WeakKeyDictionary()


def _line(book: Rulebook[Any], scenario: Scenario) -> m.ScenarioLine:
    """The line of a scenario that came with the rulebook; worked out once, for its armies are drawn up for it."""
    kept = _LINES.setdefault(book, {})
    if scenario.id not in kept or kept[scenario.id][0] is not scenario:
        kept[scenario.id] = (scenario, _new_line(book, scenario))
    return kept[scenario.id][1]


def _new_line(book: Rulebook[Any], scenario: Scenario) -> m.ScenarioLine:
    standing = book.shelf.battle.get(scenario.id, Standing())
    return m.ScenarioLine(
        id=scenario.id,
        title=scenario.title,
        level=scenario.level,
        kind=scenario.kind,
        summary=scenario.summary,
        sides=list(scenario.sides),
        armies=list(book.armies(scenario)),
        musters=list(book.muster.takes(scenario)) if book.muster else [],
        difficulty=standing.difficulty,
        minutes=standing.minutes,
        uphill=standing.uphill,
    )


async def show_primer(call: Call) -> Primer:
    """The page on how a rulebook works."""
    if call.book.primer is None:
        raise NotFound(f"{call.book.name} has no page on how it works; its rules are all there.")
    return call.book.primer


async def show_words(call: Call) -> Vocabulary:
    """The words that stand on the screen, each with a sentence."""
    return call.book.vocabulary


async def show_lesson(call: Call) -> m.LessonPage:
    """The lesson of a rulebook."""
    lesson = the_lesson_of(call.book)
    return m.LessonPage(
        lesson.scenario, lesson.side, lesson.goal, lesson.commitment, lesson.steps, lesson.after
    )


async def show_look(call: Call) -> Look:
    """The look of a rulebook."""
    return call.book.look


async def show_icons(call: Call) -> Response:
    """The pictures of a rulebook as one sprite. Its name changes with them, so that it may be kept for ever."""
    book, name = call.book, call.request.path_params["name"]
    if name != book.look.sprite:
        raise NotFound(f"{book.id} has no such pictures.")
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
    data = book.sprite.encode()
    if "gzip" in call.request.headers.get("accept-encoding", ""):
        data = _packed(name, data)
        headers["content-encoding"] = "gzip"
    return Response(data, media_type="image/svg+xml", headers=headers)


@cache
def _packed(_name: str, data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


async def list_rules(call: Call) -> list[m.RuleLine]:
    """The catalogue of a rulebook."""
    return [m.RuleLine(rule.id, rule.title, rule.tier, rule.text) for rule in call.book.rules.values()]


async def show_rule(call: Call) -> Rule:
    """One rule, whole."""
    book, name = call.book, call.request.path_params["rule"]
    rule = book.rules.get(name)
    if rule is None:
        raise NotFound(f"{book.id} has no rule {shown(name)}.")
    return rule


async def preview_scenario(call: Call) -> Scene:
    """A scenario as everybody sees it before it begins."""
    book = call.book
    scenario = book.scenario(call.request.path_params["scenario"])
    scene = book.view.scene(book.new(scenario, book.options()), SEEN_BY_ALL)
    return msgspec.structs.replace(scene, scenario=scenario.id, title=scenario.title, seat=SPECTATOR)


async def print_card(call: Call) -> Response:
    """The rules card of a rulebook."""
    from banneret.paper.pdf import as_pdf
    from banneret.paper.rules import rules_html

    book, size = call.book, paper_size(call)
    data = await in_thread_for_long(lambda: as_pdf(rules_html(book, size)))
    return as_file(data, "application/pdf", f"{book.id}-rules.pdf")
