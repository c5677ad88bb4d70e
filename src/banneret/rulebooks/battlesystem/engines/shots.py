"""One shot of a field piece: its aim, the sum before the dice, the damage, and the news. Losses are taken as those of a volley.

The sum is worked out by one function; given a `Tally`, it enters every part there with its reason.
Rules: battlesystem:10.9a to battlesystem:10.9k, battlesystem:10.10a, battlesystem:10.10b, battlesystem:11.6c, battlesystem:10.8.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.geometry.plane import TOLERANCE
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.stake import Stake
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.combat.losses.casualties import toll
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.engines import crews
from banneret.rulebooks.battlesystem.engines.spotters import spotted
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.missiles import at_champions, into_melee
from banneret.rulebooks.battlesystem.missiles.by_champions import MAN
from banneret.rulebooks.battlesystem.missiles.felling import figures_felled, of_friends
from banneret.rulebooks.battlesystem.missiles.shooting_orders import why_spared
from banneret.rulebooks.battlesystem.missiles.volleys import (
    RANGES,
    UNMEASURED,
    friends_suffer,
    modifiers,
    take_off,
)
from banneret.rulebooks.battlesystem.morale import bereaved
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire, aim
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended, name
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS
from banneret.rulebooks.battlesystem.tables.dice import ROLLS, WAYS, damage_stake
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, BEYOND, LONG, SHORT, band
from banneret.rulebooks.battlesystem.tables.rosters import Ammunition
from banneret.rulebooks.battlesystem.text.sentences import agree
from banneret.rulebooks.battlesystem.unit import OPEN, SKIRMISH, Unit

FIRE: Final = "fire"
OVER: Final = "over"
NEW_CREW: Final = 2
"""Added to the attack rating of a piece that a new crew works. Rule: battlesystem:10.10b."""


def aim_of(state: State, piece: FieldPiece, target: Unit, over: bool, exact: bool = False) -> Fire | None:
    """The aim of a piece at a unit, from the middle of its front edge; None if it cannot shoot at that unit.

    If nothing is measured before a shot, one may be declared that is too far or too near; `exact`: True for the true range. Under the
    option `spotting` commanders spot for shots over friends: the piece sees what any of them sees, and what its crew sees; by versions 1 to 19
    of the rules they spotted only where its crew saw nothing. `over`: True to shoot over friends.
    Rules: battlesystem:10.9a, battlesystem:10.9b, battlesystem:10.9g, battlesystem:10.9k, battlesystem:10.1c, battlesystem:10.1l.
    """
    engine = crews.engine_of(state, piece)
    reach, least = engine.ranges[LONG], engine.least
    if not (exact or state.setting.flags.premeasure):
        reach, least = reach * UNMEASURED, least / UNMEASURED
    crew = state.units[piece.crew]
    base = crews.base_of(state, piece)
    found = aim(state, crew, [piece.figure], target, reach, over, base)
    if (
        over
        and state.setting.flags.spotting
        and (found is None or (is_mended(state, 20) and not found.all_seen))
    ):
        seen = spotted(state, crew.side, target, [] if found is None else found.seen)
        found = aim(state, crew, [piece.figure], target, reach, over, base, seen)
    return None if found is None or found.inches < least - TOLERANCE else found


def range_of(state: State, piece: FieldPiece, fire: Fire) -> int:
    """The range band of a shot. Rules: battlesystem:10.9e, battlesystem:10.9f, battlesystem:10.9i."""
    engine = crews.engine_of(state, piece)
    return BEYOND if fire.inches < engine.least - TOLERANCE else band(engine.ranges, fire.inches)


def attack_sum(
    state: State,
    piece: FieldPiece,
    target: Unit,
    fire: Fire,
    range_band: int,
    over: bool,
    tally: Tally | None = None,
) -> int:
    """The attack rating of a piece less the armour class that every target has against it; plus 2d6 it makes the attack roll.

    A `tally` receives every part with its reason. By versions 1 to 11 of the rules forced marches of the crew did not count.
    Rules: battlesystem:10.10a, battlesystem:10.10b, battlesystem:10.9c, battlesystem:10.9h, battlesystem:10.9j, 10.8, 10.8h, 7.13d.
    """
    crew, engine = state.units[piece.crew], crews.engine_of(state, piece)
    found = crew.now.thac0
    if tally is not None:
        tally.add(found, "THAC0 of the crew", "battlesystem:10.10a")
    if crew.march and is_mended(state, 12):
        found += crew.march
        if tally is not None:
            tally.add(crew.march, "forced marches of the crew", "battlesystem:7.13d")
    found += modifiers(additions(target, fire, range_band, over), tally)
    if piece.replaced:
        found += NEW_CREW
        if tally is not None:
            tally.add(NEW_CREW, "not its first crew", "battlesystem:10.10b")
    found += attack_rolls.by_roster(state, crew, target, tally)
    if tally is not None:
        rule = "battlesystem:10.9c" if engine.arching else "battlesystem:10.9h"
        tally.add(-engine.armour_class, f"armour class of whatever a {engine.name.lower()} hits", rule)
    return found - engine.armour_class


def additions(target: Unit, fire: Fire, range_band: int, over: bool) -> list[str]:
    """The names of the rows of Table 13 that apply to a shot; a shield wall gives no cover. Rules: 10.9j, battlesystem:11.6c."""
    found: list[str] = []
    if target.formation == OPEN or target.formation == SKIRMISH:
        found.append("loose")
    found += fire.covers
    if fire.is_partly_seen:
        found.append("partly-seen")
    if over:
        found.append("arching")
    if range_band != SHORT:
        found.append(RANGES[range_band])
    return found


def damage(
    state: State, piece: FieldPiece, target: Unit, attack_roll: int, special: Ammunition | None = None
) -> int:
    """The damage of a shot at an attack roll, in tenths of hit dice. Rules: 10.9e, battlesystem:10.9f, battlesystem:10.9i, 10.9j, 10.11, 4.2h."""
    if special is None and attack_rolls.is_in_vain(state, 0, target):
        return 0
    what = crews.engine_of(state, piece).damage if special is None else special.damage
    return what.per_figure(attack_roll)


def special_of(state: State, order: Order) -> Ammunition | None:
    """The special ammunition that a shot names; None for boulders and bolts. Rule: battlesystem:10.11."""
    for one in crews.came_with(state, state.pieces[order[1]]).ammunition:
        if one.id in order[3:]:
            return one
    return None


def felled(
    state: State,
    piece: FieldPiece,
    target: Unit,
    fire: Fire,
    over: bool,
    special: Ammunition | None = None,
    bands: tuple[int, ...] = (),
) -> float:
    """Figures that a shot takes off on average, a wound counted as half; at the range of its aim, or averaged over `bands`.

    Figures of friends in contact with the target, under the option `fire_into_melee`, are taken off. Rules: 10.9j, 10.1h, 10.1n.
    """
    most = figures_on(target, fire.seen)
    friends = into_melee.at_unit(state, state.units[piece.crew].side, target)
    return _on_average(
        lambda tenths: (
            figures_felled(target, most, friends.left(tenths)) - of_friends(state, friends, tenths)
        ),
        _damages(state, piece, target, fire, over, special, bands),
    )


def share_taken(
    state: State,
    piece: FieldPiece,
    one: Individual,
    fire: Fire,
    over: bool,
    special: Ammunition | None = None,
    bands: tuple[int, ...] = (),
) -> float:
    """The share of an individual's hit points left that a shot takes on average, 0 to 1; `bands` as in `felled`. Rules: 9.4d, 10.9j."""
    target, left = at_champions.as_unit(state, one), max(1, harm.left(state, one))
    friends = into_melee.at_man(state, state.units[piece.crew].side, one)
    return _on_average(
        lambda tenths: (
            min(1.0, sums.hit_points(friends.left(tenths)) / left) - of_friends(state, friends, tenths)
        ),
        _damages(state, piece, target, fire, over, special, bands),
    )


def _damages(
    state: State,
    piece: FieldPiece,
    target: Unit,
    fire: Fire,
    over: bool,
    special: Ammunition | None,
    bands: tuple[int, ...],
) -> list[list[int]]:
    """For each range band the damage of a shot at each roll of `WAYS`, in tenths of hit dice. Rule: battlesystem:10.9j."""
    totals = [
        attack_sum(state, piece, target, fire, range_band, over)
        for range_band in bands or (range_of(state, piece, fire),)
    ]
    return [[damage(state, piece, target, total + dice, special) for dice, _ in WAYS] for total in totals]


def _on_average(effect: Callable[[int], float], damages: list[list[int]]) -> float:
    """The mean effect of a shot over the rolls of its dice and its range bands."""
    found = 0.0
    for of_band in damages:
        for tenths, (_, ways) in zip(of_band, WAYS, strict=True):
            found += ways * effect(tenths)
    return found / ROLLS / len(damages)


# ---------------------------------------------------------------- the targets of a piece


def offers(state: State, piece: FieldPiece, target: Unit) -> list[Order]:
    """The shots of a piece at an enemy where both stand: straight, else over friends; also with special ammunition. Rules: 10.9b, 10.9g, 10.1n."""
    if why_spared(state, state.units[piece.crew], target) is not None:
        return []
    return _offered(state, piece, target, (FIRE, piece.id, target.id))


def offers_at_man(state: State, piece: FieldPiece, one: Individual) -> list[Order]:
    """The shots of a piece at an enemy individual, as `offers`: ("fire", piece, "man", individual). Rules: battlesystem:9.4d, battlesystem:10.9j.

    By versions 1 to 12 of the rules artillery shot at no individual.
    """
    if not is_mended(state, 13) or at_champions.why_spared(state, state.units[piece.crew], one) is not None:
        return []
    return _offered(state, piece, at_champions.as_unit(state, one), (FIRE, piece.id, MAN, one.id))


def _offered(state: State, piece: FieldPiece, target: Unit, order: Order) -> list[Order]:
    """The shots of a piece that begin as an order: straight, and over friends if it sees more so; each also with special ammunition.

    By versions 1 to 14 of the rules over friends only where straight was not possible. Rules: battlesystem:10.9b, battlesystem:10.9g, 10.7b.
    """
    straight, over = aim_of(state, piece, target, False), None
    if crews.engine_of(state, piece).arching and (
        straight is None or (not straight.all_seen and _looks_over(state, straight))
    ):
        over = aim_of(state, piece, target, True)
    found = [] if straight is None else [order]
    if over is not None and (straight is None or len(over.seen) > len(straight.seen)):
        found.append((*order, OVER))
    specials = crews.ammunition(state, piece)
    return [shot for one in found for shot in (one, *[(*one, special.id) for special in specials])]


def _looks_over(state: State, straight: Fire) -> bool:
    """True if a piece that sees some of its target straight may see more of it over friends.

    By versions 1 to 19 of the rules not under the option `no_partial_penalty`, by versions 1 to 14 never. Rules: battlesystem:10.7b, battlesystem:10.9b.
    """
    return is_mended(state, 20) or (straight.is_partly_seen and is_mended(state, 15))


def targets(state: State, side: int) -> list[Individual]:
    """The enemy individuals at whom a side's artillery may shoot. Rule: battlesystem:9.4d."""
    return at_champions.targets(state, side) if is_mended(state, 13) else []


def most(state: State, piece: FieldPiece) -> int:
    """The largest number of `offers` that a piece can have at one enemy."""
    ways = 2 if crews.engine_of(state, piece).arching and is_mended(state, 15) else 1
    return ways * (1 + len(crews.ammunition(state, piece)))


def ready(state: State, side: int) -> list[FieldPiece]:
    """The pieces of a side that can shoot now, as far as piece and crew tell. Rule: battlesystem:10.9k."""
    return [
        piece
        for piece in state.pieces
        if state.units[piece.crew].side == side and crews.why_not_shoot(state, piece) is None
    ]


# ---------------------------------------------------------------- the shot


def man_of(state: State, order: Order) -> Individual | None:
    """The individual at whom a shot is aimed; None if it is aimed at a unit. Rule: battlesystem:9.4d."""
    return state.individuals[order[3]] if order[2] == MAN else None


def target_of(state: State, order: Order) -> Unit:
    """The target of a shot; an individual as a unit of one figure. Rule: battlesystem:9.4d."""
    return (
        at_champions.as_unit(state, state.individuals[order[3]]) if order[2] == MAN else state.units[order[2]]
    )


def _called(state: State, order: Order) -> str:
    """The name of the target of a shot."""
    return state.setting.sheets[order[3]].name if order[2] == MAN else name(state, state.units[order[2]])


def _target_id(order: Order) -> str:
    """The id of the target of a shot, for the news."""
    return f"l{order[3]}" if order[2] == MAN else f"u{order[2]}"


def fire(state: State, table: Table, order: Order) -> None:
    """Shoot a piece as a legal order says; the shot is spent even out of range. Rules: battlesystem:10.9d, battlesystem:10.9j, 10.1l, 10.2d, 10.11."""
    piece, target, one = state.pieces[order[1]], target_of(state, order), man_of(state, order)
    over, special = OVER in order, special_of(state, order)
    crew = state.units[piece.crew]
    single = crews.crew_of(state, piece)
    assert single is not None, "it was found to be worked"
    piece.last_shot = state.round
    if special is not None:
        piece.spent = (*piece.spent, special.id)
    single.shots += 1
    crew.shots = max(crew.shots, single.shots)
    crew.acted = True
    aimed = aim_of(state, piece, target, over, True)
    if aimed is None:
        if table.telling:
            _tell_short(state, table, piece, _called(state, order), _target_id(order))
        return
    range_band = range_of(state, piece, aimed)
    tally = Tally("attack roll") if table.telling else None
    total = attack_sum(state, piece, target, aimed, range_band, over, tally)
    why = f"shot of {crews.called(state, piece)}" if table.telling else "shot"
    dice = table.dice(2, 6, why, crew.side)
    tenths = damage(state, piece, target, total + dice[0] + dice[1], special)
    state.struck = True
    if one is None:
        target.attacked = True
    else:
        harm.attack(state, one)
    if tally is not None:
        tally.add(dice[0] + dice[1], "two dice", "battlesystem:10.0a")
        stake = damage_stake(
            crew.side, tenths, [damage(state, piece, target, total + thrown, special) for thrown, _ in WAYS]
        )
        _tell(state, table, piece, target, range_band, order, tally, dice, tenths, stake)
    if one is not None:
        friends = into_melee.at_man(state, crew.side, one)
        harm.hurt(state, table, one, sums.hit_points(friends.left(tenths)))
        friends_suffer(state, table, crew, friends, [piece.figure], tenths)
        in_command.review(state, table)
        bereaved.check_after(state, table, one, enemy=crew.id)
        return
    # what does no damage has hit nobody; by versions 1 to 18 of the rules they checked then too
    checks = special is not None and special.checks and (tenths > 0 or not is_mended(state, 19))
    take_off(state, table, crew, target, [piece.figure], aimed, tenths, checks)
    in_command.review(state, table)


def _tell(
    state: State,
    table: Table,
    piece: FieldPiece,
    target: Unit,
    range_band: int,
    order: Order,
    tally: Tally,
    dice: list[int],
    tenths: int,
    stake: Stake,
) -> None:
    """Tell of a shot."""
    crew = state.units[piece.crew]
    over, special = OVER in order, special_of(state, order)
    hit_dice = attack_rolls.hit_dice(tenths)
    thrown = "" if special is None else f" with {special.name.lower()}"
    text = f"{crews.title(state, piece)} shoots {'over friends ' if over else ''}at "
    text += f"{_called(state, order)} at {BANDS[range_band]} range{thrown}: attack roll {tally.total}, "
    text += f"{hit_dice} hit {'die' if tenths == TENTHS else 'dice'} of damage"
    if order[2] != MAN:
        losses = toll(tenths, target.now.figure, target.figures, False)
        text += f", {attack_rolls.worth(losses.killed, losses.wounded)}"
    data: dict[str, object] = {
        "piece": f"e{piece.id}",
        "unit": f"u{crew.id}",
        "target": _target_id(order),
        "range": BANDS[range_band],
        "over": over,
        "special": "" if special is None else special.id,
        "roll": tally.total,
        "damage": tenths,
    }
    table.tell(
        Event(
            "volley",
            f"{text}.",
            "battlesystem:10.9j",
            side=crew.side,
            dice=[(crew.side, 6, die) for die in dice],
            data=data,
            tallies=[tally],
            stakes=[stake],
            reveals=not state.setting.flags.premeasure,
        )
    )


def _tell_short(state: State, table: Table, piece: FieldPiece, label: str, target: str) -> None:
    """Tell of a shot that falls short or is too near. Rules: battlesystem:10.9a, battlesystem:10.1l."""
    crew = state.units[piece.crew]
    text = f"{crews.title(state, piece)} shoots at {label}, who "
    text += f"{agree(label, 'is|are')} out of its reach: the shot is spent."
    data = {"piece": f"e{piece.id}", "unit": f"u{crew.id}", "target": target}
    hidden = not state.setting.flags.premeasure
    table.tell(Event("volley", text, "battlesystem:10.1l", side=crew.side, data=data, reveals=hidden))
