"""A company in full: its arms and people, the uses of each skill, and the actions that are open to it now.

Rules: companies:scout.gate, companies:charge.requirement, companies:script.skill-choice.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from banneret.kernel.scene import Condition, Deed, Inspector, Piece, Scene, Trait, plain_inspector
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import enemies_of
from banneret.rulebooks.companies.board.sight import has_scouted
from banneret.rulebooks.companies.odds.forecast import Plan, plan
from banneret.rulebooks.companies.setup.bonuses import infiltration, joined
from banneret.rulebooks.companies.state import Company, State
from banneret.rulebooks.companies.tables.actions import ADVANCE, actions
from banneret.rulebooks.companies.tables.files import data, rows
from banneret.rulebooks.companies.tables.officers import Officer
from banneret.rulebooks.companies.tables.skills import WISE, skills
from banneret.rulebooks.companies.view.pieces import people, piece_id


def inspect(state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
    """A company as everyone may know it, for its own side with the actions open to it; or one of its people."""
    for company in state.companies:
        if piece_id(company) == piece.id:
            return _company(state, viewer, piece, company)
        for one in people(state, company):
            if one.id == piece.id:
                return _person(state, viewer, company, one)
    return plain_inspector(piece, scene)


def _company(state: State, viewer: Viewer, piece: Piece, company: Company) -> Inspector:
    """A company: its arms, what it brings, who leads it, and its actions."""
    own = viewer.owns(piece.side)
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=f"{_owner(state, viewer, piece)}, {piece.detail}",
        figures=piece.figures,
        traits=tuple(_traits(state, company)),
        states=tuple([_state(condition) for condition in piece.states]),
        deeds=tuple(_deeds(state, company)) if own and not company.fallen else (),
    )


def _owner(state: State, viewer: Viewer, piece: Piece) -> str:
    return "yours" if viewer.owns(piece.side) else f"of {state.setting.names[piece.side]}"


def _traits(state: State, company: Company) -> list[Trait]:
    """The arms, training, gear and people of a company. Rules: companies:strike.test, companies:disp.training, companies:core.help, companies:force.circles."""
    force = joined(state, company.id)
    found = [_trait("arms", arms=force.arms, dice=force.weapon)]
    if force.longest:
        found.append(_trait("longest"))
    if any(force.size > state.setting.forces[enemy].size for enemy in enemies_of(state, company.id)):
        found.append(_trait("tall"))
    if force.training:
        found.append(_trait("training", names=", ".join(dict.fromkeys(force.training))))
    found.append(_trait("stealth", amount=infiltration(state, force)))
    found.append(_trait("gear", amount=force.gear))
    return found + [_trait(one.form, name=one.name) for one in people(state, company)]


def _deeds(state: State, company: Company) -> list[Deed]:
    """All eight actions, with the dice that would be rolled for them now, or the reason why they cannot be used.

    Rules: companies:scout.gate, companies:charge.requirement, companies:hesitate.effect.
    """
    if state.stage == stages.VOLLEY and company.hesitates == state.now:
        return [_deed(known.label, False, "hesitates") for known in actions()]
    enemies = enemies_of(state, company.id)
    found = []
    for known in actions():
        tried = [plan(state, company.id, enemy, known.number) for enemy in enemies]
        ready = next((one for one in tried if one.base is not None), None)
        if ready is None:
            found.append(_deed(known.label, False, _reason(state, company, known.number, tried)))
        else:
            assert ready.base is not None
            found.append(_deed(known.label, True, "ready", dice=ready.base.dice))
    return found


def _reason(state: State, company: Company, action: int, tried: list[Plan]) -> str:
    """The word for the requirement of an action that is not met. Rules: companies:scout.gate, companies:charge.requirement."""
    if action == ADVANCE:
        return "nowhere"
    seen = [one for one in tried if has_scouted(state, company.id, one.effort.foe)]
    if not seen and state.setting.flags.gated[action]:
        return "unseen"
    return "far"


def _person(state: State, viewer: Viewer, company: Company, piece: Piece) -> Inspector:
    """A commander or a second, with the uses of every skill. Rule: companies:script.skill-choice."""
    officer = next(one for one in state.setting.people if piece.id == f"{one.id}-{company.id + 1}")
    role = "commands" if piece.form == "commander" else "is a second of"
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=f"{_owner(state, viewer, piece)}, {role} {state.setting.forces[company.id].name}",
        traits=tuple(officer_lines(officer)),
        states=tuple([_state(condition) for condition in piece.states]),
    )


def officer_lines(officer: Officer) -> list[Trait]:
    """The skills of an officer, each with its uses, and Steel. Rules: companies:script.skill-choice, companies:core.steel."""
    found = [_skill(name, dice) for name, dice in officer.skills.items()]
    found.append(_trait("steel", dice=officer.steel, needed=officer.hesitation))
    return found


def _skill(name: str, dice: int) -> Trait:
    if name.endswith(WISE):
        return _trait("wise", name=name, dice=dice)
    known = skills().get(name)
    if known is not None and known.weapon:
        return _trait("shot" if known.missile else "weapon", name=name, dice=dice)
    return _trait("skill", name=name, dice=dice, used=", ".join(_uses().get(name, ("nothing in a battle",))))


@cache
def _uses() -> dict[str, tuple[str, ...]]:
    """The uses of every skill, by its name."""
    found = {row["name"]: tuple(row["used"]) for row in rows("skills", "skill")}
    for row in rows("skills", "skill"):
        for other in row.get("aliases", ()):
            found.setdefault(other, tuple(row["used"]))
    for row in rows("equivalents", "equivalent"):
        found.setdefault(row["skill"], tuple([f"as {name}" for name in row["stands_for"]]))
    return found


def _trait(word: str, **values: Any) -> Trait:
    row = data("traits")["trait"][word]
    return Trait(row["keyword"].format(**values), row["text"].format(**values), f"companies:{row['rule']}")


def _state(condition: Condition) -> Trait:
    row = data("traits")["state"][condition.kind]
    said = str(condition)
    return Trait(said[:1].upper() + said[1:], row["text"], f"companies:{row['rule']}")


def _deed(label: str, may: bool, word: str, **values: Any) -> Deed:
    row = data("traits")["deed"][word]
    return Deed(label, may, row["text"].format(**values), f"companies:{row['rule']}")
