"""The checks of hidden facts: two worlds that a seat cannot tell apart look alike to it, and canaries stay in their cage."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from banneret.kernel.battle import Battle
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, NoDice
from banneret.kernel.errors import WrongWorld
from banneret.kernel.order import plain_order, write_order
from banneret.kernel.player import Seat
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scene import encode, pieces_of
from banneret.kernel.viewer import SPECTATOR, Viewer, viewer_of
from banneret.players import make
from banneret.testing.kit.cases import (
    Case,
    KitFailure,
    Walk,
    WrongAnswers,
    described,
    plain,
    some,
    tour,
)
from banneret.testing.kit.orders import mutants

INSPECTED = 10  # about so many pieces of each scene
PLAYERS = ("greedy", "instant:6plays", "search:6sims")  # whose choices are compared
ARGUMENTS = range(12)  # what methods of a lens that take a number are tried with
SEAT_OFFERS = {"imagine", "lens", "prefix", "rulebook", "side"}
CLOSED_ROOMS = {"battle", "course", "history", "record", "verify"}  # of the kernel, to computer players


def check_two_worlds(case: Case) -> None:
    """Deal again all that a seat cannot know: its scene, questions, orders, news and refusals stay the same.

    At many questions each side imagines another world. The running step is run on it with the answers the side has seen. Then
    everybody asked must be the same, and byte for byte the side's scene and the spectator's, its questions, orders, news,
    refusals, its lens, and all that its questions show by public attributes and methods. And where the next order is its own and may be undone, all
    must look the same to it after that order too: else it has shown something hidden.
    """
    pending: list[tuple[str, Walk, Walk, int]] = []
    battle = case.battle()
    for index, _ in enumerate(tour(case, battle)):
        _compare_after_order(case, battle, pending)
        pending = []
        course = battle.course
        if not some(index, first=10, stride=12) or len(course.answers) > course.question_at:
            continue
        for side, name in enumerate(battle.sides):
            truth = Walk(case.rulebook, course.checkpoint, list(course.answers), NoDice())
            world = _other_world(case, battle, side, case.chance(f"world {index} {side}"))
            if world is None:
                continue
            where = f"In another world, which {name} cannot tell from this one,"
            _compare(case, battle, side, truth, world, where)
            case.same(
                probed(case.rulebook.sight.lens(world.present, side)),
                probed(case.rulebook.sight.lens(truth.present, side)),
                battle,
                f"{where} its lens shows something else.",
            )
            pending.append((name, truth, world, side))


def check_player(case: Case) -> None:
    """Players answer the same in two worlds that their side cannot tell apart, and answer legally: greedy, and those that imagine."""
    for index, battle in enumerate(tour(case)):
        course = battle.course
        if not some(index, first=10, stride=12) or len(course.answers) > course.question_at:
            continue
        for decision in battle.decisions:
            side = decision.side
            truth = Walk(case.rulebook, course.checkpoint, list(course.answers), NoDice())
            world = _other_world(case, battle, side, case.chance(f"world {index} {side}"))
            if world is None:
                continue
            for name in PLAYERS if some(index, first=2, stride=60) else PLAYERS[:1]:
                _compare_choices(case, battle, side, truth, world, name)


def _other_world(case: Case, battle: Battle, side: int, chance: Chance) -> Walk | None:
    """The running step in a world that the side imagines; None where it finds none."""
    course = battle.course
    name = battle.sides[side]
    try:
        state = case.rulebook.sight.imagine(course.checkpoint, viewer_of(side), chance, course.present)
    except WrongWorld:
        return None
    faults = case.rulebook.invariants(state)
    if faults:
        case.fail(battle, f"{name} imagines an impossible world: {'; '.join(faults)}")
    answers = [answer.seen_from(side) for answer in course.answers]
    try:
        return Walk(case.rulebook, state, answers, chance.fork("dice"))
    except WrongAnswers as error:
        case.fail(battle, f"{name} imagines a world that what it has seen contradicts: {error}")


def _compare(case: Case, battle: Battle, side: int, truth: Walk, world: Walk, where: str) -> None:
    """Everything that the side gets from both worlds."""
    rulebook = case.rulebook
    name = battle.sides[side]
    case.same(_asked(world), _asked(truth), battle, f"{where} others are asked.")
    case.same(world.outcome, truth.outcome, battle, f"{where} the battle ends otherwise.")
    for viewer, who in ((viewer_of(side), name), (SPECTATOR, "the spectator")):
        case.same(
            encode(rulebook.view.scene(world.present, viewer)),
            encode(rulebook.view.scene(truth.present, viewer)),
            battle,
            f"{where} the scene of {who} is another.",
        )
        case.same(world.heard(viewer), truth.heard(viewer), battle, f"{where} {who} receives other news.")
        case.same(
            inspectors(rulebook, world, viewer),
            inspectors(rulebook, truth, viewer),
            battle,
            f"{where} {who} sees another inspector.",
        )
    mine, other = _own(truth, side), _own(world, side)
    if mine is not None and other is not None:
        _compare_questions(case, battle, (truth, mine), (world, other), where)


def inspectors(rulebook: Rulebook[Any], walk: Walk, viewer: Viewer) -> list[bytes]:
    """The inspector of some of the pieces that a viewer sees."""
    view = rulebook.view
    asked = [
        view.question(walk.present, decision) for decision in walk.decisions if viewer.owns(decision.side)
    ]
    scene = msgspec.structs.replace(view.scene(walk.present, viewer), questions=tuple(asked))
    pieces = pieces_of(scene)
    some_pieces = sorted(pieces)[:: max(1, len(pieces) // INSPECTED)]
    return [encode(view.inspect(walk.present, viewer, pieces[piece], scene)) for piece in some_pieces]


def _compare_questions(
    case: Case, battle: Battle, true: tuple[Walk, Decision], other: tuple[Walk, Decision], where: str
) -> None:
    rulebook = case.rulebook
    (truth, mine), (world, its) = true, other
    case.same(described(its), described(mine), battle, f"{where} its orders for '{mine.kind}' are others.")
    case.same(probed(its), probed(mine), battle, f"{where} the question '{mine.kind}' itself tells.")
    case.same(
        encode(rulebook.view.question(world.present, its)),
        encode(rulebook.view.question(truth.present, mine)),
        battle,
        f"{where} the question '{mine.kind}' reads otherwise.",
    )
    chance = case.chance(f"refusals {battle.record.count}")
    for order in mutants(mine, [], chance, 12):
        try:
            words = plain_order(order)
        except ValueError:
            continue
        case.same(
            str(its.check(words)),
            str(mine.check(words)),
            battle,
            f"{where} '{mine.kind}' answers {write_order(words)[:80]!r} otherwise.",
        )


def _compare_choices(case: Case, battle: Battle, side: int, truth: Walk, world: Walk, spec: str) -> None:
    rulebook = case.rulebook
    name = battle.sides[side]
    chosen = []
    for walk in (truth, world):
        decision = _own(walk, side)
        if decision is None:
            case.fail(battle, f"In another world, which {name} cannot tell from this one, it is not asked.")
        player = make(spec, rulebook, case.chance("greedy"))
        seat = Seat(rulebook.sight, side, walk.present)
        seat.attach(walk.checkpoint, [answer.seen_from(side) for answer in walk.answers[: walk.question_at]])
        order = player.choose(decision, seat)
        refusal = decision.check(order)
        if refusal is not None:
            case.fail(battle, f"The player {spec} of {name} answers {write_order(order)!r}: {refusal}")
        chosen.append((decision.kind, write_order(order)))
    where = f"In another world, which {name} cannot tell from this one,"
    case.same(chosen[1], chosen[0], battle, f"{where} its player {spec} decides otherwise.")


def _compare_after_order(case: Case, battle: Battle, pending: list[tuple[str, Walk, Walk, int]]) -> None:
    """After an order that may be undone, the side that gave it cannot tell its worlds apart either."""
    last = battle.entries[-1] if battle.record.count else None
    if not pending or last is None or last.kind != "order" or battle.why_not_undo(last.who) is not None:
        return
    by = battle.sides.index(last.who)
    for name, truth, world, side in pending:
        theirs = _own(world, by)
        if side != by or len(world.decisions) != 1 or theirs is None:
            continue
        where = f"'{last}' may be undone, but in another world, which {name} could not tell before it,"
        for walk in (truth, world):
            walk.dice = NoDice()
            walk.order(by, last.words)
        if world.roll is not None:
            case.fail(battle, f"{where} a die is rolled.")
        _compare(case, battle, side, truth, world, where)


def _asked(walk: Walk) -> list[int]:
    return [decision.side for decision in walk.decisions]


def _own(walk: Walk, side: int) -> Decision | None:
    return next((decision for decision in walk.decisions if decision.side == side), None)


def probed(lens: Any, common: Any = None) -> list[Any]:
    """All that a lens or a question shows by its public attributes and methods: those without arguments, and those that take one number.

    With `common`, the lens of another side: without what is the very same thing in both (tables that never change), and without
    the methods a lens names in `TOTALS` (what is known to be somewhere, without being known where).
    """
    left_out = getattr(type(lens), "TOTALS", ()) if common is not None else ()
    found: list[Any] = []
    known: dict[int, tuple[Any, Any]] = {}
    for name in sorted(dir(lens)):
        if name.startswith("_") or name in left_out:
            continue
        try:
            value = getattr(lens, name)
            if common is not None and not callable(value) and value is getattr(common, name, None):
                continue
            results = _called(value) if callable(value) else [value]
        except Exception as error:  # a lens that cannot answer now says so in both worlds
            results = [type(error).__name__]
        found.append([name, [plain(result, known=known) for result in results]])
    return found


def _called(method: Any) -> list[Any]:
    """The results of a method, for whatever arguments it can be tried with."""
    wanted = _arguments(getattr(method, "__func__", method))
    if wanted is None:
        return []
    results = []
    for numbers in [()] if wanted == 0 else [(number,) for number in ARGUMENTS]:
        try:
            results.append(method(*numbers))
        except Exception as error:
            results.append(type(error).__name__)
    return results


@cache
def _arguments(function: Any) -> int | None:
    """0 or 1 for a method that needs no argument or one number, None for all others."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    wanted = [p for p in parameters if p.default is inspect.Parameter.empty and p.name != "self"]
    if not wanted:
        return 0
    return 1 if len(wanted) == 1 and "int" in str(wanted[0].annotation) else None


def check_canaries(case: Case) -> None:
    """A unique token in everything hidden from a viewer turns up nowhere in what that viewer gets."""
    for index, battle in enumerate(tour(case)):
        course = battle.course
        if not some(index, first=10, stride=12) or len(course.answers) > course.question_at:
            continue
        for side, name in enumerate(battle.sides):
            _watch_canaries(case, battle, viewer_of(side), name)
        _watch_canaries(case, battle, SPECTATOR, "spectator")


def _watch_canaries(case: Case, battle: Battle, viewer: Viewer, name: str) -> None:
    rulebook = case.rulebook
    course = battle.course
    present, tokens = rulebook.sight.canaries(course.present, viewer)
    if len(set(tokens)) != len(tokens) or any(len(token) < 6 for token in tokens):
        case.fail(battle, f"The canaries hidden from {name} are not unique and long enough: {tokens[:5]}")
    _search(case, battle, name, "scene", encode(rulebook.view.scene(present, viewer)), tokens)
    if viewer.is_side:
        other = rulebook.sight.lens(present, (viewer.side + 1) % len(battle.sides))
        shown = probed(rulebook.sight.lens(present, viewer.side), other)
        _search(case, battle, name, "lens", repr(shown).encode(), tokens)
    # The running step once more, from a beginning full of canaries; what it has shown since has no canary any more.
    begun, first = rulebook.sight.canaries(course.checkpoint, viewer)
    still = sorted(set(first) & set(tokens))
    try:
        walk = Walk(rulebook, begun, list(course.answers), NoDice())
    except WrongAnswers as error:
        case.fail(battle, f"The battle does not go on with the canaries hidden from {name}: {error}")
    _search(case, battle, name, "news", repr(walk.heard(viewer)).encode(), still)
    mine = _own(walk, viewer.side)
    if mine is None:
        return
    _search(case, battle, name, "question", encode(rulebook.view.question(walk.present, mine)), still)
    _search(case, battle, name, "list of orders", repr(described(mine)).encode(), still)
    chance = case.chance(f"canaries {battle.record.count}")
    for order in mutants(mine, [], chance, 12):
        try:
            refusal = mine.check(plain_order(order))
        except ValueError:
            continue
        _search(case, battle, name, "refusal", str(refusal).encode(), still)


def _search(case: Case, battle: Battle, name: str, what: str, data: bytes, tokens: list[str]) -> None:
    for token in tokens:
        at = data.find(token.encode())
        if at >= 0:
            shown = data[max(0, at - 120) : at + 60].decode(errors="replace")
            case.fail(battle, f"The {what} of {name} holds {token!r}, which is hidden from it: …{shown}…")


# ---------------------------------------------------------------- what players are made of


def check_sources(rulebook: Rulebook[Any]) -> None:
    """The source of the rulebook's own player reads its seat by the front door only."""
    module = inspect.getmodule(type(rulebook.computer.greedy(Chance(1))))
    file = Path(getattr(module, "__file__", None) or "")
    faults = source_faults(file) if file.suffix == ".py" and file.exists() else []
    if faults:
        raise KitFailure(f"{rulebook.id}: its computer player looks where it may not: {'; '.join(faults)}")


def source_faults(file: Path) -> list[str]:
    """The places where the source of a computer player reaches for what its seat does not offer.

    It may not read private attributes of anything but itself, nothing of a seat but what it offers, no `state` of a lens, and may
    not import the rooms of the kernel in which the truth is kept.
    """
    faults: list[str] = []
    tree = ast.parse(file.read_text(encoding="utf-8"))
    classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        where = f"{file.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            reached = node.value.attr if isinstance(node.value, ast.Attribute) else owner
            private = node.attr.startswith("_") and not node.attr.startswith("__")
            if private and owner not in {"self", "cls", *classes}:
                faults.append(f"{where} reads {reached}.{node.attr}")
            if reached == "seat" and node.attr not in SEAT_OFFERS:
                faults.append(f"{where} reads seat.{node.attr}")
            if reached == "lens" and node.attr in ("state", "present", "checkpoint"):
                faults.append(f"{where} reads lens.{node.attr}")
        elif isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[:2] == ["banneret", "kernel"] and (
                CLOSED_ROOMS & set(parts) or (len(parts) == 2 and CLOSED_ROOMS & {a.name for a in node.names})
            ):
                faults.append(f"{where} imports {node.module}")
    return faults
