"""The state as bytes and back. Neither the setting is written nor what follows from where units stand."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from banneret.kernel.codec import OUTCOME, Codec, Keyed, Many, Maybe, Part, Row
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.bouts import Bout, Clash
from banneret.rulebooks.battlesystem.duels.course import Duel
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.marks import Mark, Marks
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import Single, Unit
from banneret.rulebooks.battlesystem.worth.newcomers import with_newcomers
from banneret.rulebooks.battlesystem.worth.present import renew_all

_BLOCK: Final = Part(Block.facts, lambda row, _kept: Block(*row))
_MARKS: Final = Part(
    lambda marks: (marks.given, [(mark.figure, mark.at, mark.kind) for mark in marks.borne]),
    lambda row, _kept: Marks(row[0], tuple([Mark(*mark) for mark in row[1]])),
)
_UNIT: Final = Row(
    Unit,
    tuples=("loose", "wings", "left_by", "aims", "members", "fell", "effects", "upon"),
    left_out=("now", "body", "log", "listed", "touching", "review"),
    later=(
        "footing",
        "shots",
        "last_shot",
        "thrown",
        "aims",
        "closing",
        "passing",
        "shields",
        "spears",
        "wheeled",
        "split",
        "chief",
        "members",
        "forsaken",
        "aided",
        "fell",
        "slowed",
        "marks",
        "effects",
        "held",
        "unready",
        "rushed",
        "fled",
        "waits",
        "upon",
    ),
    marks=Maybe(_MARKS),
    block=Maybe(_BLOCK),
    singles=Maybe(
        Many(Row(Single, later=("shots", "slowed", "last_shot", "thrown", "rallied", "passing", "bound")))
    ),
)
_OF_CHAMPIONS: Final = (
    *("heading", "hurt", "fate", "march", "done", "struck", "fought", "foes"),
    *("role", "post", "unit", "changed", "aids", "stepped", "asleep"),
    *("shots", "last_shot", "passing", "thrown", "attacked", "slowed", "given_up", "split", "bound"),
)
_DUEL: Final = Row(Duel, tuples=("fighters", "initiative", "blows"))
_CLASH: Final = Row(Clash, tuples=("beset", "fallen"), later=("fallen",))
_BOUT: Final = Row(
    Bout, tuples=tuple([field.name for field in fields(Bout)]), later=("early", "lent", "back_lent")
)


def _complete(values: dict[str, Any]) -> None:
    """Work out what is not written: the setting with the newcomers of the battle, and the worth of each unit."""
    values["setting"] = with_newcomers(values["setting"], values.get("newcomers", ()))
    renew_all(values["setting"], values["units"].values())


CODEC: Final = Codec(
    State,
    "a battle of regiments",
    left_out=("bands", "present", "posts", "is_crowded", "is_unsettled", "shares", "walker"),
    later=("clashes", "pieces", "duels", "newcomers"),
    tuples=tuple([field.name for field in fields(State)]),
    pieces=Many(Row(FieldPiece, tuples=("spent",))),
    units=Keyed(_UNIT),
    individuals=Keyed(Row(Individual, later=_OF_CHAMPIONS)),
    bouts=Maybe(Many(_BOUT)),
    clashes=Maybe(Many(_CLASH)),
    duels=Maybe(Many(_DUEL)),
    outcome=OUTCOME,
    complete=_complete,
)
