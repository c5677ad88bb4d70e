"""The views of a battle: the scene of a seat, and its news, each made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.kernel.battle.asking import Wanted
from banneret.kernel.battle.course import KEPT_NEWS, Log
from banneret.kernel.decision import Decision, RollCall
from banneret.kernel.event import Event
from banneret.kernel.order import write_order
from banneret.kernel.scene import (
    Ending,
    Form,
    Inspector,
    News,
    OptionView,
    Question,
    Scene,
    Sum,
    pieces_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.abilities.view import View
    from banneret.kernel.battle.play import Play
    from banneret.kernel.viewer import Viewer


MOST_MADE = 16  # news that are remembered for those who are shown them next


class Told:
    """The news that a viewer received in finished steps, ready to be shown: made once, since they never change."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.news: tuple[News, ...] = ()  # the latest of them
        self._last = 0  # number of the latest

    def take_in(self, viewer: Viewer, make: Callable[[int, Event], News]) -> None:
        """Add the news since the last time; `make` makes one of its number and event."""
        told = self.log.told(viewer)
        if told != self._last:
            fresh = [make(number, event) for number, event in self.log.since(viewer, self._last)]
            self.news = (*self.news, *fresh)[-KEPT_NEWS:]
            self._last = told


class Scenes:
    """The scenes of one state, without news, and the questions that are asked in it: each made once, and what all viewers see once for all."""

    def __init__(self, view: View[Any], state: object) -> None:
        self.view = view
        self.state = state
        self._make = view.scenes(state)
        self._scenes: dict[Viewer, Scene] = {}
        self._questions: list[tuple[Decision, Question]] = []

    def scene(self, viewer: Viewer) -> Scene:
        """The scene of a viewer."""
        found = self._scenes.get(viewer)
        if found is None:
            found = self._scenes[viewer] = self._make(viewer)
        return found

    def question(self, decision: Decision) -> Question:
        """A decision as the side that must decide reads it."""
        for one, question in self._questions:
            if one is decision:
                return question
        question = self.view.question(self.state, decision)
        self._questions.append((decision, question))
        return question


class Views:
    """The views of a battle, by seat."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.wanted = Wanted(play)
        self._told: dict[Viewer, Told] = {}
        self._made: dict[int, tuple[Event, News]] = {}  # the news made last, by number

    def news(self, seat: str = "spectator") -> list[News]:
        """The latest news that a seat may know, oldest first, numbered from the beginning of the battle."""
        return list(self._all_news(self.play.viewer_of(seat)))

    def _all_news(self, viewer: Viewer) -> tuple[News, ...]:
        told, running = self._told_to(viewer).news, self._running_news(viewer)
        return (*told, *running)[-KEPT_NEWS:] if running else told

    def _told_to(self, viewer: Viewer) -> Told:
        log = self.play.course.log
        told = self._told.get(viewer)
        if told is None or told.log is not log:
            told = self._told[viewer] = Told(log)
        told.take_in(viewer, self._news)
        return told

    def _running_news(self, viewer: Viewer) -> list[News]:
        return [self._news(number, event) for number, event in self.play.course.running_news(viewer)]

    def _news(self, number: int, event: Event) -> News:
        """An event as news of that number; for all who are shown it under the same number it is made once."""
        made = self._made.get(number)
        if made is not None and made[0] is event:
            return made[1]
        if len(self._made) >= MOST_MADE:
            self._made.clear()
        news = _news(number, event)
        self._made[number] = (event, news)
        return news

    def scenes(self) -> Scenes:
        """The scenes of the state as it stands now."""
        return Scenes(self.play.rulebook.view, self.play.course.present)

    def scene(self, seat: str = "spectator", scenes: Scenes | None = None) -> Scene:
        """All that a seat may see now: board, pieces, news, and the questions it must decide. `scenes`: those of the state, for it and others."""
        viewer = self.play.viewer_of(seat)
        if scenes is None:
            scenes = self.scenes()
        questions = [self._question(d, scenes) for d in self.play.decisions if viewer.owns(d.side)]
        return msgspec.structs.replace(
            scenes.scene(viewer),
            seat=seat,
            scenario=self.play.scenario.id,
            title=self.play.scenario.title,
            news=self._all_news(viewer),
            luck=self.play.course.luck(viewer),
            questions=tuple(questions),
            waiting=tuple(self.play.waiting_for),
            ending=self._ending_view(),
            asked=self.wanted.shown(viewer),
        )

    def inspector(self, seat: str, piece: str) -> Inspector | None:
        """A piece of a seat's scene in full; None where the seat sees no such piece."""
        viewer = self.play.viewer_of(seat)
        scenes = self.scenes()
        questions = [self._question(d, scenes) for d in self.play.decisions if viewer.owns(d.side)]
        scene = msgspec.structs.replace(scenes.scene(viewer), questions=tuple(questions))
        found = pieces_of(scene).get(piece)
        view = self.play.rulebook.view
        return None if found is None else view.inspect(self.play.course.present, viewer, found, scene)

    def _question(self, decision: Decision, scenes: Scenes) -> Question:
        if isinstance(decision, RollCall):
            side = decision.side
            return _roll_question(decision, self.play.title(self.play.sides[side]) if side >= 0 else "")
        question = scenes.question(decision)
        if self.play.course.sealed:
            return msgspec.structs.replace(question, sealed=True)
        passed = self.wanted.answer(decision) is not None
        return msgspec.structs.replace(question, passed=True) if passed else question

    def _ending_view(self) -> Ending | None:
        outcome = self.play.outcome
        if outcome is None:
            return None
        winners = tuple([self.play.sides[side] for side in outcome.winners])
        names = " and ".join([self.play.title(winner) for winner in winners])
        title = self.play.rulebook.rule_title(outcome.rule)
        return Ending(winners, outcome.why(names), outcome.rule, title)


def _news(number: int, event: Event) -> News:
    return News(
        number,
        event.kind,
        event.text,
        event.rule,
        event.side,
        tuple([_sum(event, place) for place in range(len(event.tallies))]),
        dict(event.data),
        tuple(event.dice),
        event.heading,
        event.bare,
        _path(event),
    )


def _sum(event: Event, place: int) -> Sum:
    """A sum of an event; where it does not say whose it is, it is that of the die beside it, else that of the event."""
    tally = event.tallies[place]
    side = tally.side
    if side < 0:
        side = event.dice[place][0] if place < len(event.dice) else event.side
    return Sum(tally.label, tally.total, tuple(tally.parts), side, tally.die)


def _path(event: Event) -> tuple[str, ...]:
    """The places that something went over, from where it stood; none where it went on a plane."""
    way = event.data.get("path")
    if not isinstance(way, list | tuple) or not all(isinstance(place, str) for place in way):
        return ()
    start = event.data.get("from")
    return (start, *way) if isinstance(start, str) else tuple(way)


def _roll_question(call: RollCall, name: str) -> Question:
    """A die as the question what it shows; `name`: the side whose die it is."""
    whose = f"A die of {call.faces} for {name}" if name else f"A die of {call.faces}"
    text = f"{whose}: {call.why}. What does it show?"
    if not call.listed:
        form = Form("number", "roll", least=1, most=call.faces)
        return Question("roll", call.side, text, call.rule, (), "", form, asks="dice")
    views = tuple(OptionView(write_order(order), str(order[1])) for order in call.orders())
    return Question("roll", call.side, text, call.rule, views, "", asks="dice")
