"""The inspector of a piece: all that a seat may know of it, what it can do, what it may do now, and why not more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from banneret.kernel.enumeration import enumerated
from banneret.kernel.scene.board import Figure, Piece
from banneret.kernel.scene.question import Question
from banneret.kernel.scene.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_NAMED = 6  # orders that are named, of many
MOST_PLACES = 14  # places likewise


class Trait(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An ability, a type or a state of a piece: its keyword, one sentence, the rule."""

    keyword: str
    text: str
    rule: str = ""


class Deed(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that a piece may do now, with what it may do it to; or that it may not (`may`), and why: a clause, without a full stop.

    `asked` are the kinds of question in which it could be ordered, where they are called otherwise: a piece that is pressed there says why it may not.
    """

    label: str
    may: bool
    text: str = ""
    rule: str = ""
    asked: tuple[str, ...] = ()


class Glance(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A look from one piece at another: clear, in cover or unseen, and the reason: a clause, without a full stop.

    `lines` lead from a corner of the one to the corners of the other, in places from the top left of the board (x, y, x, y), with true where
    the line is free.
    """

    piece: str
    name: str
    seen: Literal["clear", "cover", "unseen"]
    text: str = ""
    rule: str = ""
    lines: tuple[tuple[int, int, int, int, bool], ...] = ()


class Inspector(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece in full, as one seat may know it.

    `known` says whose it is and who sees it. `figures` are all its ratings, each with its sum. `traits` are its abilities and
    types, whatever its state; `states` is what has become of it. `deeds` is empty where the seat decides nothing for it. `more`
    says that there may be more to it than this seat has seen. `reach` are the places that it could move to as things stand, `glances`
    how it sees enemies, where a board has lines of sight.
    """

    piece: str
    name: str
    side: int
    symbol: str = ""
    known: str = ""
    figures: tuple[Figure, ...] = ()
    traits: tuple[Trait, ...] = ()
    states: tuple[Trait, ...] = ()
    deeds: tuple[Deed, ...] = ()
    more: str = ""
    reach: tuple[str, ...] = ()
    glances: tuple[Glance, ...] = ()


def plain_inspector(piece: Piece, scene: Scene) -> Inspector:
    """The inspector of a piece as far as the scene itself tells."""
    traits = [Trait(piece.name, piece.detail, piece.rule)] if piece.detail else []
    traits += [Trait(tag.text, "") for tag in piece.tags]
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        figures=piece.figures,
        traits=tuple(traits),
        states=tuple([Trait(str(condition), "") for condition in piece.states]),
        deeds=deeds_of(piece, scene),
    )


def deeds_of(piece: Piece, scene: Scene) -> tuple[Deed, ...]:
    """The things that may be done with a piece, or with one that it holds, by the questions that are asked."""
    found: list[Deed] = []
    ids = {piece.id, *[one.id for one in piece.inside]}
    for question in scene.questions:
        found += _of_options(question, ids, scene, piece.name)
        found += _of_form(question, ids, scene)
        found += _of_plans(question, ids, scene)
    return tuple(found)


def _named(goals: Iterable[str], scene: Scene) -> list[str]:
    """Places in order: by the coordinate that people read on the board, such as N2; by name where they have none."""
    names = {place.id: place.name for place in scene.board.places}
    return [goal if goal[-1:].isdigit() else names.get(goal) or goal for goal in sorted(goals)]


def _of_options(question: Question, ids: set[str], scene: Scene, name: str) -> list[Deed]:
    """The options that name the piece first, those of a kind together; its own name and the verb are not said again."""
    form = question.form
    if form is not None and form.kind == "path":
        return []  # its items say it
    kinds: dict[str, tuple[list[str], list[str]]] = {}
    names = [*[f"{side.name} {name}" for side in scene.sides], name]
    says: dict[str, str] = {}  # the consequence of the first of a kind, where its label is the kind itself
    for option in question.options:
        if option.pieces and option.pieces[0] in ids:
            labels, goals = kinds.setdefault(option.order.partition(" ")[0], ([], []))
            labels.append(option.label)
            says.setdefault(option.order.partition(" ")[0], option.consequence)
            goals += option.places[-1:]
    found: list[Deed] = []
    for verb, (labels, goals) in kinds.items():
        leads = len(goals) == len(labels)
        title = _title(verb)
        said = list(filter(None, [_left_of(label, names, verb) for label in labels]))
        text = f"to {_listed(_named(goals, scene), 'or', MOST_PLACES)}" if leads else _listed(_aims(said))
        found.append(Deed(title, True, text or says[verb], question.rule))
    return found


def _left_of(label: str, names: Sequence[str], verb: str) -> str:
    """A label without its subject and its verb, where it begins with them, for the inspector of the piece has said them.

    >>> names = ["Cormyr War Wizard", "War Wizard"]
    >>> _left_of("Cormyr War Wizard attacks Drow Spider", names, "attack")
    'Drow Spider'
    >>> _left_of("Cormyr War Wizard: Magic Missile at Drow Spider", names, "use")
    'Magic Missile at Drow Spider'
    >>> _left_of("Activate Cormyr War Wizard", names, "activate"), _left_of("War Wizard first", names, "first")
    ('', 'War Wizard first')
    """
    label = label.removeprefix(_title(verb)).strip()
    for name in names:
        if label.startswith(name):
            rest = label[len(name) :]
            word, _, after = rest.strip().partition(" ")
            if not rest or rest[0] == ":":
                return rest[1:].strip()
            return after if word in (f"{verb}s", f"{verb}es") else label
    return label


def _aims(labels: Sequence[str]) -> list[str]:
    """Deeds at several targets: each said once, with all that it may be aimed at.

    >>> _aims(["Shot at the Imp", "Shot at the Ogre", "Shout"])
    ['Shot at the Imp or the Ogre', 'Shout']
    """
    aims: dict[str, list[str]] = {}
    for label in labels:
        what, at, whom = label.rpartition(" at ")
        aims.setdefault(what if at else whom, []).extend([whom] if at else [])
    return [f"{what} at {_listed(whom, 'or')}" if whom else what for what, whom in aims.items()]


def _of_form(question: Question, ids: set[str], scene: Scene) -> list[Deed]:
    """The items and plans of the piece in a form."""
    form = question.form
    if form is None:
        return []
    found: list[Deed] = []
    ways = dict(form.paths)
    names: list[str] = []
    goals: set[str] = set()
    items = [item for item in form.items if item.piece in ids]
    for item in items:
        if form.kind == "path":
            goals.update(ways.get(item.word, form.places))
        else:
            names.append(f"{item.label}: {item.consequence}" if item.consequence else item.label)
    if goals:
        text = f"to {_listed(_named(goals, scene), 'or', MOST_PLACES)}"
        found.append(Deed(_title(form.verb), True, text, question.rule))
    elif items and form.kind == "path":
        found.append(Deed(_title(form.verb), False, "there is no place that it could go to", question.rule))
    if names:
        found.append(Deed(_title(form.verb), True, _listed(names), question.rule))
    return found


def _of_plans(question: Question, ids: set[str], scene: Scene) -> list[Deed]:
    """The plans of the piece, those of a kind together: how far it may go, or at whom."""
    form = question.form
    if form is None:
        return []
    pieces = pieces_of(scene)
    acts: dict[str, list[str]] = {}
    rules: dict[str, str] = {}
    aimed: set[str] = set()
    for plan in form.plans:
        if plan.piece not in ids:
            continue
        label = plan.act or plan.label
        shared = form.ways[plan.way] if plan.way >= 0 else None
        rules.setdefault(label, plan.rule or (shared.rule if shared else "") or question.rule)
        steps = plan.steps or (shared.steps if shared else ())
        shares = [step for step in steps if step.hand == "share" and step.piece in pieces]
        if plan.to in pieces:
            words = pieces[plan.to].name
            aimed.add(label)
        elif shares:
            words = f"among {_listed([pieces[step.piece].name for step in shares])}"
        else:
            words = f"up to {plan.most:.4g} {scene.board.unit}".strip() if plan.most else ""
        acts.setdefault(label, []).append(words)
    return [
        Deed(label, True, f"{'at ' if label in aimed else ''}{_listed(words, 'or')}", rules[label])
        for label, words in acts.items()
    ]


def _title(word: str) -> str:
    return word[:1].upper() + word[1:]


def _listed(names: list[str], last: str = "and", most: int = MOST_NAMED) -> str:
    """Names in a row, each once, at most so many."""
    once = list(dict.fromkeys(names))
    if len(once) > most + 1:
        return f"{', '.join(once[:most])} and {len(once) - most} more"
    return enumerated(once, last)


def pieces_of(scene: Scene) -> dict[str, Piece]:
    """Every piece of a scene by its id: on the board, in trays, in the fight, and what these hold."""
    found: dict[str, Piece] = {}
    waiting = [*scene.pieces, *[piece for tray in scene.trays for piece in tray.pieces]]
    if scene.clash is not None:
        waiting += [*scene.clash.pieces, *scene.clash.support]
    while waiting:
        piece = waiting.pop()
        found.setdefault(piece.id, piece)
        waiting += piece.inside
    return found
