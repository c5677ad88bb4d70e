"""Changes that a referee makes: to the place, figures, wounds, routs and formation of units, to individuals and to field pieces.

Here changes are only made; the invariants, and playing on, show whether the state is sound after them.

Rule: battlesystem:intro.referee.
"""

from __future__ import annotations

from typing import ClassVar, Final

from banneret.geometry.plane import forward, snap, snap_heading
from banneret.kernel.abilities.referee import Referee, refused
from banneret.kernel.order import Order
from banneret.kernel.scene import Blank, Change
from banneret.rulebooks.battlesystem.blocks.block import Block, mob_files
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints, roles
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.setup import parting
from banneret.rulebooks.battlesystem.setup.posts import allowed, files_of, is_coordinate
from banneret.rulebooks.battlesystem.space import casualties, formations
from banneret.rulebooks.battlesystem.space.casualties import count_skirmishers
from banneret.rulebooks.battlesystem.space.dressing import stand
from banneret.rulebooks.battlesystem.space.standing import centre
from banneret.rulebooks.battlesystem.state import State, bases_for, figures_standing, is_mended, name
from banneret.rulebooks.battlesystem.unit import (
    CLOSED,
    FIELD,
    FORMATIONS,
    MOB,
    NO_ORDER,
    NOBODY,
    SKIRMISH,
    Unit,
)
from banneret.rulebooks.battlesystem.worth import present, walls_and_spears
from banneret.rulebooks.battlesystem.worth.effects import FIGURES

MOST_FIGURES: Final = 100  # of a unit that comes
MOST_EFFECT: Final = 10  # points, or inches
MOST_ROUNDS: Final = 20  # for which an effect lasts

_HEADING: Final = Blank("Heading", (), 0, 359)

# ---------------------------------------------------------------- the changes


def _move(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    x, y, heading = _numbers(words[1:])
    old_x, old_y = centre(unit)
    block, singles = unit.block, unit.singles
    if singles is not None:
        for number in figures_standing(unit):
            single = singles[number]
            to_x, to_y = snap(single.x + x - old_x), snap(single.y + y - old_y)
            unit.place(number, to_x, to_y, snap_heading(heading))
        return
    assert block is not None
    _stand(unit, block.figures, block.files, x, y, heading, block.spacing)


def _figures(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    roster = unit.now
    number = words[1]
    if type(number) is not int or not 1 <= number <= roster.figures:
        raise refused(
            f"{roster.name} began with {roster.figures} figures: it may have 1 to {roster.figures}."
        )
    block, singles = unit.block, unit.singles
    if singles is not None:
        raise refused(
            f"The figures of {roster.name} stand singly: they cannot be given or taken as a number."
        )
    assert block is not None
    bases = bases_for(unit, number)
    files = min(block.files, bases)
    if unit.formation == MOB:
        files = mob_files(number, roster.width, roster.depth)
    x, y = centre(unit)
    _stand(unit, bases, files, x, y, block.heading, block.spacing)
    unit.figures = number
    casualties.count_stands(unit)


def _form(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    who = name(state, unit)
    if words[1] not in FORMATIONS or FORMATIONS.index(words[1]) not in allowed(state, unit):
        raise refused(f"{who} never stands {str(words[1])[:20]}.")
    formation = FORMATIONS.index(words[1])
    block = unit.block
    if formation == SKIRMISH or block is None:
        raise refused(f"{who} changes into skirmish formation and out of it by its own moves only.")
    x, y = centre(unit)
    spacing = formations.spacing(unit, formation)
    unit.formation = formation
    if formation != CLOSED and is_mended(state, 14):
        walls_and_spears.end(
            unit
        )  # by earlier versions it kept them. Rules: battlesystem:11.6g, battlesystem:11.7f
    _stand(unit, block.figures, files_of(state, unit, formation, block.files), x, y, block.heading, spacing)


def _wound(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if unit.wounded:
        raise refused(f"{name(state, unit)} has its Wound marker already.")
    at = figures_standing(unit)[0] if unit.block is None else casualties.rearmost(unit, unit.leader_at)
    casualties.wound(state, unit, at)


def _heal(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if not unit.wounded:
        raise refused(f"{name(state, unit)} has no Wound marker.")
    casualties.heal(unit)


def _rout(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if unit.routed:
        raise refused(f"{name(state, unit)} is routed already.")
    if unit.singles is not None:
        for number in figures_standing(unit):
            single = unit.singles[number]
            if not single.routed:
                single.routed, single.rout_heading = True, snap_heading(single.heading + 180.0)
        count_skirmishers(unit)
        return
    block = unit.block
    assert block is not None
    if unit.formation == CLOSED:
        raise refused(f"{name(state, unit)} is closed: only open units rout. Change its formation first.")
    unit.routed, unit.in_command, unit.order = True, False, NO_ORDER
    unit.rout_heading = snap_heading(block.heading + 180.0)


def _rally(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if unit.singles is not None and any(unit.singles[number].routed for number in figures_standing(unit)):
        for single in unit.singles:
            single.routed = False
        count_skirmishers(unit)
        return
    if not unit.routed:
        raise refused(f"{name(state, unit)} is not routed.")
    unit.routed = False


def _remove(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    casualties.destroy(unit)
    unit.singles = None
    if state.mover == unit.id:
        state.mover = NOBODY


def _leader(state: State, words: Order) -> None:
    leader = _individual(state, words[0])
    x, y = _numbers(words[1:])
    leader.x, leader.y = snap(x), snap(y)


def _points(state: State, words: Order) -> None:
    number, left = words
    one = _anyone(state, number)
    sheet = None if one is None else footprints.champion(state, one)
    if one is None or sheet is None:
        raise refused(f"No individual on the table who has hit points has the number {number!r:.40}.")
    if type(left) is not int or not 1 <= left <= sheet.hit_points:
        who = state.setting.sheets[one.id].name
        raise refused(f"{who} has {sheet.hit_points} hit points unhurt: 1 to {sheet.hit_points} may be left.")
    one.hurt = sheet.hit_points - left


def _role(state: State, words: Order) -> None:
    """Change the role of an individual, at any time, as he could as the Movement Phase opens. Rule: battlesystem:9.0a."""
    number, role, unit = words
    one = _anyone(state, number)
    if one is None or not roles.is_in_battle(one):
        raise refused(f"No individual in the battle has the number {number!r:.40}.")
    order: Order = (changes.ROLE, one.id, role)
    if role in (changes.COMMANDER, changes.AS_MEMBER):
        order = (*order, unit)
    if order not in changes.of_individual(state, one) or not changes.take(state, order):
        who = state.setting.sheets[one.id].name
        raise refused(f"{who} cannot become that where he is.")


def _engine(state: State, words: Order) -> None:
    """Put a piece elsewhere, its crew behind it if it has one. Rule: battlesystem:10.10."""
    number = words[0]
    if type(number) is not int or not 0 <= number < len(state.pieces) or not state.pieces[number].on_table:
        raise refused(f"There is no piece {number!r:.40} on the table.")
    x, y, heading = _numbers(words[1:])
    piece = state.pieces[number]
    single = crews.crew_of(state, piece)
    piece.x, piece.y, piece.heading = snap(x), snap(y), snap_heading(heading)
    if single is not None:
        unit = state.units[piece.crew]
        at = crews.place_of_crew(piece.x, piece.y, heading, crews.engine_of(state, piece), unit.depth)
        unit.place(piece.figure, *at, piece.heading)


def _come(state: State, words: Order) -> None:
    """Bring a new unit like another. Rule: battlesystem:3.1."""
    like = _unit(state, words[0])
    figures, most = words[1], MOST_FIGURES
    if like.now.engine is not None:
        raise refused(
            f"{name(state, like)} is the crew of a piece: another crew would need a piece of its own."
        )
    if type(figures) is not int or not 1 <= figures <= most:
        raise refused(f"A unit comes with 1 to {most} figures.")
    x, y, heading = _numbers(words[2:])
    parting.come(state, like, figures, x, y, heading)


def _come_alone(state: State, words: Order) -> None:
    """Bring a new individual like another. Rule: battlesystem:3.2."""
    like = _individual(state, words[0])
    x, y = _numbers(words[1:])
    parting.come_alone(state, like, x, y)


def _part(state: State, words: Order) -> None:
    """Make some figures of a unit a unit of their own. Rule: battlesystem:2.8c."""
    unit = _unit(state, words[0])
    figures = words[1]
    if reason := parting.why_not_part(state, unit):
        raise refused(reason)
    if type(figures) is not int or not 1 <= figures < unit.figures:
        raise refused(f"{name(state, unit)} has {unit.figures} figures: 1 to {unit.figures - 1} may go.")
    x, y = _numbers(words[2:])
    parting.part(state, unit, figures, x, y)


def _join(state: State, words: Order) -> None:
    """Join a unit to another of the same roster. Rule: battlesystem:2.8c."""
    unit, other = _unit(state, words[1]), _unit(state, words[0])
    if reason := parting.why_not_join(state, unit, other):
        raise refused(reason)
    parting.join(state, unit, other)


def _effect(state: State, words: Order) -> None:
    """Begin an effect on what a unit is worth. Rule: battlesystem:3.1."""
    unit = _unit(state, words[0])
    figure, amount, rounds = words[1:]
    if figure not in FIGURES:
        raise refused(f"An effect changes one of {', '.join(FIGURES)}.")
    if type(amount) is not int or not -MOST_EFFECT <= amount <= MOST_EFFECT or amount == 0:
        raise refused(f"An effect adds 1 to {MOST_EFFECT}, or takes as much away.")
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise refused(f"An effect lasts 1 to {MOST_ROUNDS} rounds.")
    present.begin_effect(state, unit, str(figure), amount, rounds)


def _lift(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if not unit.effects:
        raise refused(f"No effect lies on {name(state, unit)}.")
    present.end_effects(state, unit)


# ---------------------------------------------------------------- words


def _anyone(state: State, number: object) -> Individual | None:
    """The individual of that number, on the table or not; None if there is none."""
    return state.individuals[number] if type(number) is int and number in state.individuals else None


def _individual(state: State, number: object) -> Individual:
    one = _anyone(state, number)
    if one is None or not one.on_table:
        raise refused(f"There is no leader {number!r:.40} on the table.")
    return one


def _stands(unit: Unit) -> bool:
    return unit.status == FIELD


def _unit(state: State, word: object) -> Unit:
    if type(word) is not int or word not in state.units or not _stands(state.units[word]):
        raise refused(f"There is no unit {word!r:.40} on the table.")
    return state.units[word]


def _numbers(words: Order) -> list[float]:
    if not all(is_coordinate(word) for word in words):
        raise refused("Numbers are expected: inches, and degrees for a heading.")
    return [float(word) for word in words]


def _stand(unit: Unit, figures: int, files: int, x: float, y: float, heading: float, spacing: float) -> None:
    """Make a unit stand in order as a block with its middle at (x, y)."""
    ahead_x, ahead_y = forward(heading)
    shape = Block(0.0, 0.0, heading, figures, files, unit.width, unit.depth, spacing)
    half = shape.length / 2.0
    stand(
        unit,
        Block(
            x + ahead_x * half, y + ahead_y * half, heading, figures, files, unit.width, unit.depth, spacing
        ),
    )


def _called(state: State, unit: Unit) -> str:
    """A unit as the referee reads it: its name, side, number of figures, and number."""
    side = state.setting.names[unit.side]
    return f"{name(state, unit)} of {side}, {unit.figures} figures (no. {unit.id})"


def _standing_units(state: State) -> tuple[tuple[str, str], ...]:
    """The units on the table, as choices."""
    return tuple((str(unit.id), _called(state, unit)) for unit in state.units.values() if _stands(unit))


def _place(state: State) -> tuple[Blank, Blank]:
    """The blanks for a point of the table."""
    setting = state.setting
    return (
        Blank("Inches from west", (), 0, int(setting.width)),
        Blank("Inches from south", (), 0, int(setting.depth)),
    )


def _changes_of_units(state: State) -> list[Change]:
    """The changes that a referee may make to units."""
    units = _standing_units(state)
    unit = Blank("Unit", units)
    place = _place(state)
    formations_named = tuple((word, word) for word in FORMATIONS)
    figures_worth = tuple((figure, figure) for figure in FIGURES)
    most = max([one.now.figures for one in state.units.values()])
    like = (Blank("Like", units), Blank("Figures", (), 1, MOST_FIGURES), *place, _HEADING)
    effect = (
        unit,
        Blank("Figure", figures_worth),
        Blank("Add", (), -MOST_EFFECT, MOST_EFFECT),
        Blank("Rounds", (), 1, MOST_ROUNDS),
    )
    two_units = (Blank("Who joins", units), Blank("Unit", units))
    parted = (unit, Blank("Figures that go", (), 1, most), *place)
    reformed = (unit, Blank("Formation", formations_named))
    return [
        Change("move", "Put a unit elsewhere", (unit, *place, _HEADING), "Its middle comes there."),
        Change(
            "figures", "Give or take figures", (unit, Blank("Figures", (), 1, most)), "It is put in order."
        ),
        Change("form", "Change a formation", reformed, "Without cost, where it stands."),
        Change("wound", "Wound a figure of a unit", (unit,)),
        Change("heal", "Take a Wound marker away", (unit,)),
        Change("rout", "Put a Rout marker on a unit", (unit,), "It runs on in its next movement."),
        Change("rally", "Take a Rout marker away", (unit,)),
        Change("remove", "Remove a unit", (unit,), "It counts as destroyed."),
        Change("come", "Bring one more unit", like, "It has the same roster, and a name of its own."),
        Change("part", "Part a unit", parted, "The rear goes first; the middle of their front comes there."),
        Change("join", "Join two units", two_units, "Both of the same roster and formation."),
        Change("effect", "Change what a unit is worth", effect, "This round is counted."),
        Change("lift", "End all effects on a unit", (unit,)),
    ]


def _changes_of_individuals(state: State) -> list[Change]:
    """The changes that a referee may make to individuals. Rule: battlesystem:9.0a."""
    sheets = state.setting.sheets
    place = _place(state)
    found: list[Change] = []
    leaders = tuple(
        (str(leader.id), sheets[leader.id].name) for leader in state.individuals.values() if leader.on_table
    )
    if leaders:
        found.append(Change("leader", "Put a leader elsewhere", (Blank("Leader", leaders), *place)))
        like = (Blank("Like", leaders), *place)
        found.append(Change("hero", "Bring one more individual", like, "He commands nobody."))
    fighters = [one for one in state.individuals.values() if footprints.champion(state, one) is not None]
    if fighters:
        who = tuple((str(one.id), sheets[one.id].name) for one in fighters)
        top = max([sheet.hit_points for one in fighters if (sheet := footprints.champion(state, one))])
        blanks = (Blank("Who", who), Blank("Hit points left", (), 1, top))
        found.append(Change("points", "Set the hit points of an individual", blanks))
    if state.setting.has_roles:
        found.append(_role_change(state, _standing_units(state)))
    return found


def _role_change(state: State, units: tuple[tuple[str, str], ...]) -> Change:
    """The change of a role, with the choices for each blank. Rule: battlesystem:9.0a."""
    names = tuple(
        (str(one.id), state.setting.sheets[one.id].name)
        for one in state.individuals.values()
        if roles.is_in_battle(one)
    )
    kinds = (
        (changes.DEPUTY, "takes over"),
        (changes.COMMANDER, "Unit Commander"),
        (changes.AS_MEMBER, "member"),
        (changes.AS_HERO, "Hero"),
    )
    blanks = (Blank("Who", names), Blank("Role", kinds), Blank("Unit", units))
    return Change("role", "Change a role", blanks, "The unit counts for Unit Commanders and members.")


class BattlesystemReferee(Referee[State]):
    """Changes the table as a referee orders."""

    verbs: ClassVar = {
        "move": (4, _move),
        "figures": (2, _figures),
        "form": (2, _form),
        "wound": (1, _wound),
        "heal": (1, _heal),
        "rout": (1, _rout),
        "rally": (1, _rally),
        "remove": (1, _remove),
        "come": (5, _come),
        "part": (4, _part),
        "join": (2, _join),
        "effect": (4, _effect),
        "lift": (1, _lift),
        "leader": (3, _leader),
        "hero": (3, _come_alone),
        "points": (2, _points),
        "role": (3, _role),
        "engine": (4, _engine),
    }

    def changes(self, state: State) -> list[Change]:
        """The changes that the referee may make now, with the choices for each blank."""
        found = _changes_of_units(state) + _changes_of_individuals(state)
        pieces = tuple((str(piece.id), crews.title(state, piece)) for piece in state.pieces if piece.on_table)
        if pieces:
            where = (Blank("Piece", pieces), *_place(state), _HEADING)
            found.append(
                Change("engine", "Put a catapult or ballista elsewhere", where, "Its crew goes with it.")
            )
        return found
