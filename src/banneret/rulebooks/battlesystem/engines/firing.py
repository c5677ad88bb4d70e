"""Step C of the Missile and Magic Phase: each side shoots its artillery in its turn, Side A first.

A side is asked for one shot at a time: ("fire", PIECE, TARGET) or ("fire", PIECE, "man", INDIVIDUAL), with "over" to shoot over friends,
and with the id of special ammunition to use it; or ("hold",) to shoot no more.
Rules: battlesystem:1.5, battlesystem:9.4d, battlesystem:10.11, battlesystem:10.9b, battlesystem:10.9g, battlesystem:10.9j.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import within
from banneret.geometry.rectangles import distance
from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.engines import crews, shots
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.missiles import at_champions
from banneret.rulebooks.battlesystem.missiles.by_champions import MAN
from banneret.rulebooks.battlesystem.missiles.felling import RANGES
from banneret.rulebooks.battlesystem.missiles.shooting_orders import HOLD, fells_most, named_enemy
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import CLEAR
from banneret.rulebooks.battlesystem.stages import ARTILLERY
from banneret.rulebooks.battlesystem.state import (
    State,
    enemies,
    go_on,
    is_mended,
    name,
    on_field,
    side_acting,
)
from banneret.rulebooks.battlesystem.text.sentences import capital
from banneret.rulebooks.battlesystem.unit import Unit

RULE: Final = "battlesystem:10.9j"
HOLDING: Final = 8  # one random order in so many is to hold


class Firing(Decision):
    """One shot of a side's artillery, or ("hold",). Rules: battlesystem:1.5, battlesystem:10.9j."""

    def __init__(self, state: State, side: int) -> None:
        super().__init__("artillery", side, RULE)
        self.battle: State = state
        self.pieces: list[FieldPiece] = shots.ready(state, side)
        self._shots: list[Order] | None = None
        self._usual: Order | None = None

    def shots(self) -> list[Order]:
        """Every shot that can be made now; kept, since finding them is slow and they are needed several times."""
        found = self._shots
        if found is None:
            state = self.battle
            foes = enemies(state, self.side) if self.pieces else []
            found = [
                order
                for piece in self.pieces
                for enemy in foes
                for order in shots.offers(state, piece, enemy)
            ]
            men = shots.targets(state, self.side) if self.pieces else []
            found += [
                order
                for piece in self.pieces
                for one in men
                for order in shots.offers_at_man(state, piece, one)
            ]
            self._shots = found
        return found

    def orders(self) -> list[Order]:
        """To hold, and every shot."""
        return [HOLD, *self.shots()]

    def default(self) -> Order:
        """The shot that fells most, as far as its owner may know before it; to hold if none can fell a figure. Rules: 1.5, 3.5."""
        if self._usual is None:
            self._usual = fells_most(self.shots(), self._felled)
        return self._usual

    def _felled(self, order: Order) -> float:
        """The figures that a shot fells on average; if nothing may be measured, over all ranges. Rules: 3.5, battlesystem:10.9j."""
        state = self.battle
        piece, target, over = state.pieces[order[1]], shots.target_of(state, order), shots.OVER in order
        fire = shots.aim_of(state, piece, target, over)
        if fire is None:
            return 0.0
        bands = () if state.setting.flags.premeasure else RANGES
        one = shots.man_of(state, order)
        if one is not None:
            return shots.share_taken(state, piece, one, fire, over, shots.special_of(state, order), bands)
        return shots.felled(state, piece, target, fire, over, shots.special_of(state, order), bands)

    def check(self, order: Order) -> Refusal | None:
        """Return None for an order that can be given; else the reason, with an order that can be given instead."""
        found = self._refusal(order)
        if found is not None:
            number = order[1] if len(order) > 1 else None
            found.nearest = next((one for one in self.shots() if one[1] == number), HOLD)
        return found

    def _refusal(self, order: Order) -> Refusal | None:
        """The reason why an order cannot be given; None if it can. Rules: 10.9a, 10.9b, 10.9g, battlesystem:10.9k, battlesystem:10.1n."""
        state = self.battle
        if order == HOLD:
            return None
        at_man = len(order) > 3 and order[2] == MAN and is_mended(state, 13)
        words = order[4:] if at_man else order[3:]
        if order[0] != shots.FIRE or len(order) < 3 or len(words) > 2 or len(set(words)) < len(words):
            return Refusal("Name the piece and its target: fire PIECE TARGET, or hold.", RULE)
        if type(order[1]) is not int or not 0 <= order[1] < len(state.pieces):
            return Refusal("Name one of your pieces by its number.", RULE)
        piece = state.pieces[order[1]]
        what = crews.called(state, piece)
        crew = state.units[piece.crew]
        if crew.side != self.side:
            return Refusal(f"{capital(what)} is not yours.", RULE)
        why = crews.why_not_shoot(state, piece)
        if why is not None:
            return why
        target = self._target(order, crew)
        if isinstance(target, Refusal):
            return target
        label = state.setting.sheets[order[3]].name if at_man else name(state, target)
        over = shots.OVER in words
        specials = [word for word in words if word != shots.OVER]
        known = [one.id for one in crews.ammunition(state, piece)]
        if len(specials) > 1 or any(word not in known for word in specials):
            if not known:
                return Refusal("No special ammunition is left: shoot without any.", "battlesystem:10.11")
            reason = f"Name one kind of special ammunition that is left: {', '.join(known)}."
            return Refusal(reason, "battlesystem:10.11")
        engine = crews.engine_of(state, piece)
        if over and not engine.arching:
            return Refusal(f"A {engine.name.lower()} does not shoot over friends.", "battlesystem:10.9g")
        if shots.aim_of(state, piece, target, over) is not None:
            return None
        if not over and engine.arching and shots.aim_of(state, piece, target, True) is not None:
            return Refusal(f"Friends are in the way to {label}: shoot over them.", "battlesystem:10.9b")
        near = _too_near(state, piece) if over else ""
        if near:
            reason = f"A {engine.name.lower()} shoots over friends 3 in away or more; {near} is nearer."
            return Refusal(reason, "battlesystem:10.9b")
        reach = f"within {engine.ranges[-1]:g} in"
        if engine.least:
            reach = f"{engine.least:g} to {engine.ranges[-1]:g} in away"
        reason = f"{label} must stand before {what}, seen by it, {reach}."
        return Refusal(reason, "battlesystem:10.9a" if engine.least else "battlesystem:10.9g")

    def _target(self, order: Order, crew: Unit) -> Unit | Refusal:
        """The target that an order names, an individual as a unit of one figure; or the reason why it cannot be shot at. Rules: 10.1n, 9.4d."""
        state = self.battle
        if order[2] == MAN and is_mended(state, 13):
            known = len(order) > 3 and type(order[3]) is int and order[3] in state.individuals
            if not known or state.individuals[order[3]] not in shots.targets(state, self.side):
                return Refusal("The individual named is not an enemy who may be shot at.", RULE)
            one = state.individuals[order[3]]
            return at_champions.why_spared(state, crew, one) or at_champions.as_unit(state, one)
        return named_enemy(state, crew, order[2], "the target", RULE)

    def sample(self, chance: Chance) -> Order:
        """A random shot, sometimes to hold."""
        found = self.shots()
        if not found or chance.below(HOLDING) == 0:
            return HOLD
        return found[chance.below(len(found))]


def _too_near(state: State, piece: FieldPiece) -> str:
    """The name of a friend before a piece, too near for it to shoot over; "" if there is none. Rules: battlesystem:10.9b, battlesystem:10.7."""
    base, crew = crews.base_of(state, piece), state.units[piece.crew]
    for friend in on_field(state, crew.side):
        if friend.id == crew.id:
            continue
        for mark in standing.bases(friend):
            if base.seen_from(mark.x, mark.y)[1] > 0.0 and not within(CLEAR, distance(base, mark, CLEAR)):
                return name(state, friend)
    return ""


def artillery_step(state: State, table: Table) -> None:
    """Play one shot of a side's part of step C, or end the part. Rules: battlesystem:1.5, battlesystem:10.9j."""
    if not state.pieces or not _shot(state, table):
        go_on(state, ARTILLERY)


def _shot(state: State, table: Table) -> bool:
    """Ask for one shot and make it; False if the side holds, or has nothing to shoot at."""
    in_command.review(state, table)
    decision = Firing(state, side_acting(state))
    order = table.ask(decision) if decision.shots() else HOLD
    if order == HOLD:
        return False
    shots.fire(state, table, order)
    return True
