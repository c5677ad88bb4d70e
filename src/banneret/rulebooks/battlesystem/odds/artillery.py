"""The odds of one shot of a field piece, counted exactly.

Rules: battlesystem:10.9j, battlesystem:10.10a, battlesystem:10.1h.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.missiles import at_champions, into_melee
from banneret.rulebooks.battlesystem.odds.champion import BlowOdds, counted
from banneret.rulebooks.battlesystem.odds.volley import Roll, VolleyOdds, odds_of
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import Ammunition
from banneret.rulebooks.battlesystem.unit import Unit


def shot_odds(
    state: State,
    piece: FieldPiece,
    target: Unit,
    fire: Fire,
    over: bool,
    range_band: int,
    special: Ammunition | None = None,
) -> VolleyOdds:
    """The odds of a shot of a piece at a target.

    Args:
        state: the battle.
        piece: the piece that shoots.
        target: the unit shot at.
        fire: the aim.
        over: True to shoot over friends.
        range_band: the range band of the shot.
        special: the special ammunition used; None for boulders and bolts.

    Rules: battlesystem:10.9j, battlesystem:10.1h, battlesystem:4.4.
    """

    def harm(mine: Unit, attack_roll: int) -> int:
        return shots.damage(state, piece, mine, attack_roll, special)

    total = shots.attack_sum(state, piece, target, fire, range_band, over)
    rolls: list[Roll] = [([piece.figure], total, harm)]
    return odds_of(
        state,
        state.units[piece.crew],
        target,
        fire,
        rolls,
        range_band,
        special is not None and special.checks,
    )


def man_odds(
    state: State,
    piece: FieldPiece,
    one: Individual,
    fire: Fire,
    over: bool,
    range_band: int,
    special: Ammunition | None = None,
) -> BlowOdds:
    """The odds of a shot of a piece at an individual; the other args as in `shot_odds`. Rules: battlesystem:9.4d, battlesystem:10.9j."""
    target = at_champions.as_unit(state, one)
    total = shots.attack_sum(state, piece, target, fire, range_band, over)
    friends = into_melee.at_man(state, state.units[piece.crew].side, one)

    def damage(roll: int) -> int:
        return friends.left(shots.damage(state, piece, target, total + roll, special))

    return counted(state, one, total, damage)
