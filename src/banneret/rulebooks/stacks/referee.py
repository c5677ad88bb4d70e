"""The referee's hand: pieces added, removed, wounded, healed, moved, shown, hidden, or changed into others.

Chits come out of the piles and go back into them, so that none is lost and none is made. Whether the changed state is sound is checked
by the invariants and by playing on, not here.

Rule: stacks:units.count, stacks:hidden.stack.
"""

from __future__ import annotations

from typing import ClassVar, Final

from banneret.kernel.abilities.referee import Referee, refused
from banneret.kernel.order import Order
from banneret.kernel.scene import Blank, Change
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacks import add_unit, put
from banneret.rulebooks.stacks.board.transports import passengers
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.state import DRAWN, FALLEN, LEFT, NOBODY, RESERVE, SETUP, SUPPLY, State, Unit

RESERVE_WORD: Final = "reserve"
MOST_TURNS: Final = 9  # that the referee may paralyze a unit
WHERE: Final = {RESERVE: "in reserve", FALLEN: "fallen", LEFT: "gone", SUPPLY: "in the supply"}


# ---------------------------------------------------------------- the changes


def _add(state: State, words: Order) -> None:
    side = _number(words[0], state.setting.sides, "side")
    kind = _kind(state, words[1])
    place = _place(state, words[2])
    drawn = _out_of_pile(state, kind)
    unit = add_unit(state, kind, side, RESERVE, DRAWN if drawn else SETUP)
    _arrive(state, unit, place)


def _remove(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if unit.place < RESERVE:
        raise refused(f"{_called(state, unit)} is gone already.")
    destroy(state, Table(), [unit.id], "table:change")


def _move(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    place = _place(state, words[1])
    crew = [state.units[number] for number in passengers(state, unit)] if unit.place >= 0 else []
    unit.aboard = NOBODY
    _arrive(state, unit, place)
    for one in crew:
        put(state, one, place)
        one.known = 0
        if place == RESERVE:
            one.aboard = NOBODY


def _wound(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if unit.defeats:
        raise refused(f"{_called(state, unit)} has been defeated already; it can be removed.")
    unit.defeats = 1


def _paralyze(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    turns = _number(words[1], MOST_TURNS + 1, "number of turns")
    if not turns or unit.place < 0:
        raise refused(f"A piece on the map can be paralyzed for 1 to {MOST_TURNS} turns.")
    unit.held_turns = turns
    unit.held_since = state.clock


def _heal(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if not (unit.defeats or unit.held or unit.held_turns):
        raise refused(f"{_called(state, unit)} is well.")
    unit.held = unit.blooded = False
    unit.defeats = unit.held_turns = unit.held_since = 0


def _into(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    kind = _kind(state, words[1])
    old = state.setting.kinds[unit.kind]
    if old.index == kind:
        raise refused(f"{_called(state, unit)} is that already.")
    drawn = _out_of_pile(state, kind)
    if old.list in state.piles:
        state.piles[old.list].append(old.index)
        state.piles[old.list].sort()
    unit.kind = kind
    unit.origin = DRAWN if drawn else SETUP
    unit.known = unit.seen = 0
    if state.setting.kinds[kind].site and unit.place >= 0:
        show(unit, everybody(state))


def _show(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    if unit.place < 0:
        raise refused(f"{_called(state, unit)} is not on the map.")
    show(unit, everybody(state))


def _hide(state: State, words: Order) -> None:
    unit = _unit(state, words[0])
    unit.known = 0


def _give_spell(state: State, words: Order) -> None:
    side, spell = _number(words[0], state.setting.sides, "side"), _spell(state, words[1])
    pile = state.spell_pile if spell in state.spell_pile else state.spell_discards
    if spell not in pile:
        raise refused(f"All chits of {state.setting.spell_kinds[spell].name} are in hands.")
    pile.remove(spell)
    state.hands[side].append(spell)
    state.hands[side].sort()


def _take_spell(state: State, words: Order) -> None:
    side, spell = _number(words[0], state.setting.sides, "side"), _spell(state, words[1])
    if spell not in state.hands[side]:
        raise refused(
            f"{state.setting.spell_kinds[spell].name} is not in the hand of {state.setting.titles[side]}."
        )
    state.hands[side].remove(spell)
    state.spell_discards.append(spell)


def _artifact(state: State, words: Order) -> None:
    chit = state.artifacts[_number(words[0], len(state.artifacts), "artifact")]
    unit = _unit(state, words[1])
    chit.holder = unit.id
    chit.seen = chit.known = 1 << unit.side


# ---------------------------------------------------------------- words


def _number(word: object, below: int, what: str) -> int:
    if type(word) is not int or not 0 <= word < below:
        raise refused(f"There is no {what} {word!r:.40}.")
    return word


def _unit(state: State, word: object) -> Unit:
    unit = state.units[_number(word, len(state.units), "piece")]
    if unit.place == SUPPLY:
        raise refused("What is in the supply comes by a spell only.")
    return unit


def _kind(state: State, word: object) -> int:
    for kind in state.setting.kinds:
        if kind.id == word:
            if kind.summoning:
                raise refused(f"{kind.name} come by a spell only.")
            return kind.index
    raise refused(f"There is no kind of piece {word!r:.60}.")


def _spell(state: State, word: object) -> int:
    for spell in state.setting.spell_kinds:
        if spell.id == word:
            return spell.index
    raise refused(f"There is no spell {word!r:.60}.")


def _place(state: State, word: object) -> int:
    """A hex by its name (which may be read as a number), or the reserve; refuses other words."""
    if word == RESERVE_WORD:
        if state.setting.battle_only:
            raise refused("A single battle has no reserve.")
        return RESERVE
    for hex_, name in enumerate(state.setting.grid.names):
        if name == word or (type(word) is int and name.isdigit() and int(name) == word):
            return hex_
    raise refused(f"There is no place {word!r:.40}.")


def _out_of_pile(state: State, kind: int) -> bool:
    """Take a chit from its pile; False if its list has no pile. Refuses if none is left."""
    pile = state.piles.get(state.setting.kinds[kind].list)
    if pile is None:
        return False
    if kind not in pile:
        raise refused(f"No chit of {state.setting.kinds[kind].name} is left in the pile.")
    pile.remove(kind)
    return True


def _arrive(state: State, unit: Unit, place: int) -> None:
    """Put a unit in a place, where it must be able to be by itself; it is hidden again unless it is a Site. Rule: stacks:move.sea."""
    kind = state.setting.kinds[unit.kind]
    if place >= 0 and not may_be_by_itself(state, unit, place):
        raise refused(f"{kind.name} cannot stand by itself in {_hex(state, place)}.")
    put(state, unit, place)
    unit.known = 0
    if kind.site and place >= 0:
        show(unit, everybody(state))


def _called(state: State, unit: Unit) -> str:
    """A unit as the referee reads it: kind, side, place, number."""
    where = WHERE.get(unit.place) or f"in {_hex(state, unit.place)}"
    kind, side = state.setting.kinds[unit.kind].name, state.setting.titles[unit.side]
    return f"{kind} of {side}, {where} (no. {unit.id})"


def _hex(state: State, hex_: int) -> str:
    return f"{state.setting.grid.names[hex_]} ({state.setting.terrain[hex_]})"


class StacksReferee(Referee[State]):
    """Changes the table as a referee orders."""

    verbs: ClassVar = {
        "add": (3, _add),
        "remove": (1, _remove),
        "move": (2, _move),
        "wound": (1, _wound),
        "paralyze": (2, _paralyze),
        "heal": (1, _heal),
        "kind": (2, _into),
        "show": (1, _show),
        "hide": (1, _hide),
        "give_spell": (2, _give_spell),
        "take_spell": (2, _take_spell),
        "artifact": (2, _artifact),
    }

    def changes(self, state: State) -> list[Change]:
        """The changes the referee may make now, with the choices for each blank."""
        setting = state.setting
        pieces = tuple((str(unit.id), _called(state, unit)) for unit in state.units if unit.place > SUPPLY)
        standing = tuple(
            (str(u.id), _called(state, u)) for u in state.units if u.place >= 0 or u.place == RESERVE
        )
        kinds = tuple((kind.id, kind.name) for kind in setting.kinds if not kind.summoning)
        sides = tuple((str(side), name) for side, name in enumerate(setting.titles))
        hexes = tuple((setting.grid.names[hex_], _hex(state, hex_)) for hex_ in range(setting.grid.size))
        spells = tuple((spell.id, spell.name) for spell in setting.spell_kinds)
        off = () if setting.battle_only else ((RESERVE_WORD, "the reserve"),)
        piece, place = Blank("Piece", standing), Blank("To", (*off, *hexes))
        found = [
            Change("add", "Add a piece", (Blank("Side", sides), Blank("Kind", kinds), place)),
            Change(
                "remove", "Remove a piece", (piece,), "It is destroyed by the rules, with what that brings."
            ),
            Change(
                "move", "Move a piece", (Blank("Piece", pieces), place), "Passengers go with their transport."
            ),
            Change("wound", "Wound a piece", (piece,), "One defeat in the present battle."),
            Change("paralyze", "Paralyze a piece", (piece, Blank("Turns", (), 1, MOST_TURNS))),
            Change("heal", "Heal a piece", (piece,), "Its defeats and paralysis end."),
            Change("kind", "Change what a piece is", (piece, Blank("Into", kinds))),
            Change("show", "Show a piece to all", (piece,)),
            Change("hide", "Hide a piece again", (piece,)),
            Change("give_spell", "Put a spell into a hand", (Blank("Side", sides), Blank("Spell", spells))),
            Change("take_spell", "Take a spell from a hand", (Blank("Side", sides), Blank("Spell", spells))),
        ]
        if state.artifacts:
            artifacts = tuple(
                (str(index), setting.artifact_kinds[chit.kind].name)
                for index, chit in enumerate(state.artifacts)
            )
            found.append(Change("artifact", "Hand over an artifact", (Blank("Artifact", artifacts), piece)))
        return found
