"""Missiles of individuals: one roll at a figure, with the effect of a blow; at an enemy individual a d20 for each shot.

The orders ("aim", individual, unit) and ("aim", individual, "man", individual) use all shots that he has in the phase.
Rules: battlesystem:9.4c, battlesystem:10.1a, battlesystem:10.2, battlesystem:10.4, battlesystem:10.8.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length
from banneret.kernel.decision import Refusal
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles import at_champions, into_melee, volleys
from banneret.rulebooks.battlesystem.missiles.shooters import shots_of_phase
from banneret.rulebooks.battlesystem.morale import bereaved
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire, able, aim
from banneret.rulebooks.battlesystem.stages import INITIAL_MISSILES
from banneret.rulebooks.battlesystem.state import State, enemies, is_mended, name
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS
from banneret.rulebooks.battlesystem.tables.dice import WAYS, Dice, damage_stake, point_stake
from banneret.rulebooks.battlesystem.tables.man_to_man import TWENTY, chances, hits
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, LONG, Limit, Missile, band, limits
from banneret.rulebooks.battlesystem.text.sentences import agree
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, Single, Unit
from banneret.rulebooks.battlesystem.worth.present import alone
from banneret.rulebooks.battlesystem.worth.shooting_limits import is_reloading

RULE: Final = "battlesystem:9.4c"
ENOUGH: Final = 99
"""More missiles than anybody throws in a round."""
AIM: Final = "aim"
MAN: Final = "man"


def missile_of(state: State, one: Individual) -> Missile | None:
    """The missile of an individual who fights; None if he has none, or is mounted and cannot use it so. Rule: 10.4g."""
    sheet = footprints.champion(state, one)
    if sheet is None or sheet.missile is None:
        return None
    return sheet.missile if (sheet.missile.mounted if sheet.mount else sheet.missile.kind) else None


def shooters(state: State, side: int) -> list[Individual]:
    """The individuals of a side who have a shot in the present phase. Rule: battlesystem:9.4c."""
    return [one for one in state.individuals.values() if one.side == side and why_not(state, one) is None]


def ready_to_pass(state: State, side: int) -> list[Individual]:
    """The individuals of a side who may still shoot at an enemy on the move. Rules: battlesystem:9.4c, battlesystem:10.2b, 10.6."""
    return [one for one in shooters(state, side) if not one.passing]


def shots_left(state: State, one: Individual) -> int:
    """The shots an individual has left in the present phase, by his weapon and his movement. Rules: 10.2a, 10.2c, 10.2f, 10.4."""
    missile = missile_of(state, one)
    if missile is None:
        return 0
    if is_reloading(missile, one.last_shot, state.round):
        return 0
    made = one.shots_in(state.round)
    shots = _limit_of(state, one, missile).shots(
        one.moved, state.setting.sheets[one.id].movement, missile.shots
    )
    return min(shots_of_phase(state, missile, shots, made), volleys_left(state, one, missile))


def _limit_of(state: State, one: Individual, missile: Missile) -> Limit:
    """The row of Table 12 for an individual with his missile. Rule: battlesystem:10.4."""
    return limits()[missile.mounted if sums.sheet_of(state, one).mount else missile.kind]


def volleys_left(state: State, one: Individual, missile: Missile) -> int:
    """The missiles an individual has left to throw; `ENOUGH` if they do not run out. Rules: battlesystem:10.3, battlesystem:10.3a."""
    if not missile.volleys or not is_mended(state, 3):
        return ENOUGH
    return max(0, missile.volleys - one.thrown)


def share(state: State, one: Individual) -> float:
    """The share of his movement rate, 0 to 1, that an individual may spend after his shots of this round. Rule: battlesystem:10.4."""
    missile = missile_of(state, one)
    if missile is None or not one.shots or one.last_shot != state.round:
        return 1.0
    if missile.natural and one.split:
        return 1.0  # rule: battlesystem:10.5a
    return _limit_of(state, one, missile).share_in_decimals(one.shots, missile.shots)


def why_not(state: State, one: Individual) -> Refusal | None:
    """The reason an individual cannot shoot at anybody in the present phase; None if he can. Rules: 9.4c, 10.1a."""
    who = state.setting.sheets[one.id].name
    missile = missile_of(state, one)
    if missile is None:
        return Refusal(f"{who} has no missiles.", RULE)
    if not volleys_left(state, one, missile):
        return Refusal(f"{who} has nothing left to throw.", "battlesystem:10.3a")
    if not shots_left(state, one):
        return _why_no_shot(state, one, missile, who)
    if footprints.is_held(state, one):
        return Refusal(f"{who} is in contact with the enemy.", "battlesystem:10.1a")
    return None


def _why_no_shot(state: State, one: Individual, missile: Missile, who: str) -> Refusal:
    """The reason an individual has no shot left in the present phase. Rules: 10.2, 10.2a, battlesystem:10.2f, battlesystem:10.4f."""
    if is_reloading(missile, one.last_shot, state.round):
        return Refusal(f"{who} shoots every second round.", "battlesystem:10.2f")
    if state.stage == INITIAL_MISSILES and missile.shots == 1:
        return Refusal(f"{missile.name}: one shot a round, and none in this phase.", "battlesystem:10.2a")
    if one.shots_in(state.round):
        return Refusal(f"{who} has no shot left.", "battlesystem:10.2")
    return Refusal(
        f"{who} has moved too far to shoot.", f"battlesystem:{_limit_of(state, one, missile).rule}"
    )


def as_shooter(state: State, one: Individual, x: float, y: float) -> Unit:
    """An individual as a unit of one figure that faces a point to shoot at it. Rules: battlesystem:9.0d, battlesystem:9.4c."""
    facts = state.setting.sheets[one.id].shooter(sums.edges(state, sums.sheet_of(state, one)))
    found = alone(one.side, facts)
    east, north = x - one.x, y - one.y
    heading = heading_of(east, north) if length(east, north) > 0.0 else one.heading
    found.march = one.march
    found.stand_singly([Single(one.x, one.y, heading)])
    return found


def turned_to(state: State, one: Individual, target: Unit) -> Unit:
    """An individual as a unit of one figure that faces the nearest figure of a target, or others if he sees none that way.

    By versions 1 to 8 of the rules he faced the nearest only. Rules: battlesystem:9.0d, battlesystem:9.4c.
    """
    missile = missile_of(state, one)
    x, y = standing.nearest_figure(target, one.x, one.y)
    if missile is None or target.id == NOBODY or not is_mended(state, 9):
        return as_shooter(state, one, x, y)
    return _turned(state, one, target, x, y, missile.ranges[LONG])[0]


def _turned(
    state: State, one: Individual, target: Unit, x: float, y: float, reach: float
) -> tuple[Unit, Fire | None]:
    """An individual as a unit of one figure, and his aim at a target within `reach` inches: he faces a point (x, y).

    If he sees none of the target that way, he faces to either side of the point, or away from it; the aim is None if that does not help.
    """
    first = as_shooter(state, one, x, y)
    fire = aim(state, first, [0], target, reach)
    if fire is not None:
        return first, fire
    east, north = x - one.x, y - one.y
    for turned_x, turned_y in _aside(east, north):
        found = as_shooter(state, one, one.x + turned_x, one.y + turned_y)
        fire = aim(state, found, [0], target, reach)
        if fire is not None:
            return found, fire
    return first, None


def target_of(state: State, order: Order) -> Unit:
    """The target of an order; an individual as a unit of one figure."""
    if order[2] == MAN:
        return at_champions.as_unit(state, state.individuals[order[3]])
    return state.units[order[2]]


def has_aim(state: State, one: Individual, target: Unit) -> bool:
    """True if an individual has an aim at a target (`aimed`): looked for as far as the first figure that he sees. Rule: battlesystem:10.1c."""
    missile = missile_of(state, one)
    assert missile is not None, "it was asked before"
    reach = _declared(state, missile, False)
    if _is_beyond(state, one, target, reach):
        return False
    x, y = standing.nearest_figure(target, one.x, one.y)
    if able(state, as_shooter(state, one, x, y), [0], target, reach):
        return True
    if target.id == NOBODY or not is_mended(state, 9):
        return False
    east, north = x - one.x, y - one.y
    for turned_x, turned_y in _aside(east, north):
        turned = as_shooter(state, one, one.x + turned_x, one.y + turned_y)
        if able(state, turned, [0], target, reach):
            return True
    return False


def _aside(east: float, north: float) -> list[tuple[float, float]]:
    """To either side of a direction, and away from it."""
    return [(north, -east), (-north, east), (-east, -north)]


def _declared(state: State, missile: Missile, exact: bool) -> float:
    """Inches at which an individual may declare a shot. Rules: battlesystem:3.5, battlesystem:10.1l."""
    reach = missile.ranges[LONG]
    return reach if exact or not is_mended(state, 11) else volleys.declared(state, reach)


def _is_beyond(state: State, one: Individual, target: Unit, reach: float) -> bool:
    """True if a target is plainly out of reach."""
    x, y, far = standing.circle(target)
    return length(x - one.x, y - one.y) > far + 2.0 * sums.sheet_of(state, one).footprint + reach


def aimed(state: State, one: Individual, target: Unit, exact: bool = False) -> Fire | None:
    """The aim of an individual at a target; None without a free line within the distance at which he may declare a shot.

    If nothing is measured before a shot, that is farther than his range; `exact`: True for his range itself. By versions 1 to 10 of the
    rules it was always his range, which gave away who was within it. Rules: battlesystem:3.5, battlesystem:10.1c, battlesystem:10.1l.
    """
    missile = missile_of(state, one)
    assert missile is not None, "it was asked before"
    reach = _declared(state, missile, exact)
    if _is_beyond(state, one, target, reach):
        return None
    if target.id != NOBODY and is_mended(state, 9):
        there = standing.nearest_figure(target, one.x, one.y)
        return _turned(state, one, target, *there, reach)[1]
    return aim(state, turned_to(state, one, target), [0], target, reach)


def offers(state: State, one: Individual) -> list[Order]:
    """The shots of an individual at each enemy at whom he can shoot. Rule: battlesystem:9.4c."""
    found: list[Order] = []
    for enemy in enemies(state, one.side):
        found += at_unit(state, one, enemy)
    for other in at_champions.targets(state, one.side):
        found += at_man(state, one, other)
    return found


def has_any(state: State, one: Individual) -> bool:
    """True if an individual has any of the `offers`."""
    for enemy in enemies(state, one.side):
        if may_hit_unit(state, one, enemy):
            return True
    for other in at_champions.targets(state, one.side):  # noqa: SIM110 - a loop is faster than a generator here
        if may_hit_man(state, one, other):
            return True
    return False


def at_unit(state: State, one: Individual, unit: Unit) -> list[Order]:
    """The shot of an individual at a unit where both stand, if he has one. Rules: battlesystem:9.4c, battlesystem:10.1n."""
    return [(AIM, one.id, unit.id)] if may_hit_unit(state, one, unit) else []


def may_hit_unit(state: State, one: Individual, unit: Unit) -> bool:
    """True if an individual has a shot at a unit where both stand. Rules: battlesystem:9.4c, battlesystem:10.1n."""
    return not is_spared(state, one, unit) and has_aim(state, one, unit)


def is_spared(state: State, one: Individual, unit: Unit) -> bool:
    """True if a friend of an individual is in contact with a unit, so that he may not shoot at it. Rule: battlesystem:10.1n."""
    if contacts.friend_touching(state, one.side, unit) is not None:
        return True
    return footprints.friend_at(state, one.side, unit) is not None


def at_man(state: State, one: Individual, other: Individual) -> list[Order]:
    """The shot of an individual at an enemy individual where both stand, if he has one. Rules: battlesystem:9.4c, battlesystem:9.4d."""
    return [(AIM, one.id, MAN, other.id)] if may_hit_man(state, one, other) else []


def may_hit_man(state: State, one: Individual, other: Individual) -> bool:
    """True if an individual has a shot at an enemy individual where both stand. Rules: battlesystem:9.4c, battlesystem:9.4d."""
    if not has_aim(state, one, at_champions.as_unit(state, other)):
        return False
    return at_champions.why_spared(state, as_shooter(state, one, other.x, other.y), other) is None


def refused_target(state: State, one: Individual, order: Order) -> Refusal | None:
    """The reason an individual cannot shoot at the target of an order; None if he can. Rules: battlesystem:10.1c, battlesystem:10.1n."""
    if order[2] == MAN:
        other = state.individuals[order[3]]
        why = at_champions.why_spared(state, as_shooter(state, one, other.x, other.y), other)
        if why is not None:
            return why
        label = state.setting.sheets[other.id].name
    else:
        unit = state.units[order[2]]
        label = name(state, unit)
        if is_spared(state, one, unit):
            return Refusal(f"A friend is in contact with {label}.", "battlesystem:10.1n")
    if not has_aim(state, one, target_of(state, order)):
        who = state.setting.sheets[one.id].name
        return Refusal(f"{who} has no free line to {label} within reach.", "battlesystem:10.1c")
    return None


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a side cannot give an order to shoot; None if it can. Rule: battlesystem:9.4c."""
    if len(order) < 2 or type(order[1]) is not int or order[1] not in state.individuals:
        return Refusal("Name the individual who shoots by his number.", RULE)
    one = state.individuals[order[1]]
    if one.side != side:
        return Refusal(f"{state.setting.sheets[one.id].name} is not yours.", RULE)
    why = why_not(state, one)
    if why is not None:
        return why
    if len(order) == 4 and order[2] == MAN and type(order[3]) is int:
        known = order[3] in state.individuals
        if not known or state.individuals[order[3]] not in at_champions.targets(state, side):
            return Refusal("The individual named is not an enemy who may be shot at.", RULE)
    elif len(order) == 3 and type(order[2]) is int:
        unit = state.units.get(order[2])
        if unit is None or unit.side == side or unit.status != FIELD:
            return Refusal("That is not an enemy on the table.", "battlesystem:10.1m")
    else:
        return Refusal("Name one target: a unit by its number, an individual as 'man' and his number.", RULE)
    return refused_target(state, one, order)


# ---------------------------------------------------------------- the sums


def needed(
    state: State, one: Individual, other: Individual, fire: Fire, range_band: int, tally: Tally | None = None
) -> int:
    """The number that a d20 must reach to hit an individual: THAC0 less his armour class, plus range and cover. Rule: 9.4c."""
    sheet, theirs = sums.sheet_of(state, one), sums.sheet_of(state, other)
    found = sheet.missile_thac0 - theirs.armour_class
    if tally is not None:
        tally.add(sheet.missile_thac0, "THAC0", "battlesystem:9.4b.thac0")
        tally.add(-theirs.armour_class, f"armour class of {state.setting.sheets[other.id].name}", RULE)
    if one.march and is_mended(state, 3):
        found += one.march
        if tally is not None:
            tally.add(one.march, "forced marches", "battlesystem:9.0d")
    found += attack_rolls.by_modifiers(state, sums.edges(state, sheet), theirs.creature, False, tally)
    better = attack_rolls.own_armour(state, sums.edges(state, theirs), sheet.creature, False)
    found -= better
    if better and tally is not None:
        tally.add(-better, f"{state.setting.sheets[other.id].name} against such", "battlesystem:8.3i")
    shooter = as_shooter(state, one, other.x, other.y)
    rows = volleys.additions(shooter, at_champions.as_unit(state, other), fire, range_band, False)
    theirs_alone = ("loose", "mounted") if is_mended(state, 5) else ("loose",)
    return found + volleys.modifiers([row for row in rows if row not in theirs_alone], tally)


# ---------------------------------------------------------------- the shot


def shoot(state: State, table: Table, order: Order, shots: int) -> None:
    """Make an individual shoot at the target of an order; shots out of range are spent. Rules: battlesystem:9.4c, battlesystem:10.1l, 10.3a."""
    one = state.individuals[order[1]]
    target = target_of(state, order)
    fire = aimed(state, one, target, True)
    made = one.shots_in(state.round)
    one.shots, one.last_shot = made + shots, state.round
    missile = missile_of(state, one)
    if missile is not None and missile.volleys and is_mended(state, 3):
        one.thrown += shots
    if fire is None:
        if table.telling:
            _tell_short(state, table, one, target, order)
        return
    one.heading = turned_to(state, one, target).singles[0].heading  # type: ignore[index]
    if order[2] == MAN:
        _at_man(state, table, one, state.individuals[order[3]], fire, shots)
    else:
        _at_unit(state, table, one, target, fire, shots)
    in_command.review(state, table)
    if order[2] == MAN:
        bereaved.check_after(state, table, state.individuals[order[3]], one.x, one.y)


def _tell_short(state: State, table: Table, one: Individual, target: Unit, order: Order) -> None:
    """Tell of a shot that falls short. Rule: battlesystem:10.1l."""
    is_man = order[2] == MAN
    whom = state.setting.sheets[order[3]].name if is_man else name(state, target)
    text = f"{state.setting.sheets[one.id].name} shoots at {whom}, who {agree(whom, 'is|are')} out of range: the shot is spent."
    data: dict[str, object] = {
        "leader": f"l{one.id}",
        "target": f"l{order[3]}" if is_man else f"u{target.id}",
    }
    hidden = not state.setting.flags.premeasure
    table.tell(Event("volley", text, "battlesystem:10.1l", side=one.side, data=data, reveals=hidden))


def left_to(state: State, side: int, target: Unit, shots: int, tenths: int) -> int:
    """The tenths of hit dice that a unit suffers from n shots of an individual of a side, after the shares of his friends in contact with it.

    The damage is divided, then judged like that of a blow. By versions 1 to 14 of the rules it was the other way round, so that a wound
    was divided, and no share was one. Rules: battlesystem:9.4c, battlesystem:10.1n.
    """
    friends = into_melee.at_unit(state, side, target)
    if is_mended(state, 15):
        return sums.suffered(state, shots, target, friends.left(tenths))
    return friends.left(sums.suffered(state, shots, target, tenths))


def _at_unit(state: State, table: Table, one: Individual, target: Unit, fire: Fire, shots: int) -> None:
    """Roll once for all shots at a figure of a unit, and take off the losses. Rules: battlesystem:9.4c, battlesystem:9.4a.hero-attacks."""
    shooter = turned_to(state, one, target)
    missile = sums.sheet_of(state, one).missile
    assert missile is not None, "it was asked before"
    range_band = band(missile.ranges, fire.inches)
    tally = Tally("attack roll") if table.telling else None
    total = volleys.attack_sum(state, shooter, target, fire, range_band, False, tally)
    who = state.setting.sheets[one.id].name
    dice = table.dice(2, 6, f"shots of {who}" if table.telling else "volley", one.side)
    tenths = volleys.damage(state, shooter, target, 1, shots, total + dice[0] + dice[1])
    state.struck = True
    target.attacked = True
    if tally is not None:
        tally.add(dice[0] + dice[1], "two dice", "battlesystem:10.0a")
        word = "die" if tenths == TENTHS else "dice"
        text = (
            f"{who} shoots at {name(state, target)} at {BANDS[range_band]} range: attack roll {tally.total}, "
        )
        text += f"{attack_rolls.hit_dice(tenths)} hit {word} of damage."
        data: dict[str, object] = {"leader": f"l{one.id}", "target": f"u{target.id}", "roll": tally.total}
        shown = [(one.side, 6, die) for die in dice]
        hidden = not state.setting.flags.premeasure
        stake = damage_stake(
            one.side,
            tenths,
            [volleys.damage(state, shooter, target, 1, shots, total + thrown) for thrown, _ in WAYS],
        )
        table.tell(
            Event(
                "volley",
                text,
                RULE,
                side=one.side,
                dice=shown,
                data=data,
                tallies=[tally],
                reveals=hidden,
                stakes=[stake],
            )
        )
    if is_mended(state, 15):
        volleys.take_off(state, table, shooter, target, [0], fire, tenths, shots=shots)
    else:
        suffered = sums.suffered(state, shots, target, tenths)
        volleys.take_off(state, table, shooter, target, [0], fire, suffered)


def _at_man(state: State, table: Table, one: Individual, other: Individual, fire: Fire, shots: int) -> None:
    """Roll a d20 for each shot at an individual. Rules: battlesystem:9.4c, battlesystem:9.4b.to-hit, battlesystem:9.4b.damage."""
    missile = sums.sheet_of(state, one).missile
    assert missile is not None, "it was asked before"
    who, whom = state.setting.sheets[one.id].name, state.setting.sheets[other.id].name
    range_band = band(missile.ranges, fire.inches)
    tally = Tally(f"{who} needs") if table.telling else None
    number = needed(state, one, other, fire, range_band, tally)
    dice = Dice.of(missile.dice[1 if sums.sheet_of(state, other).size == "L" else 0])
    lost = 0
    for _ in range(shots):
        die = table.die(TWENTY, f"{who} shoots at {whom}" if table.telling else "shot", one.side)
        points = dice.throw(table, "damage", one.side) if hits(die, number) else 0
        lost += points
        if tally is not None:
            what = f"hits {whom} for {points}" if points else f"misses {whom}"
            text = f"{who} {what} at {BANDS[range_band]} range: rolls {die}, needed {number}."
            data: dict[str, object] = {"leader": f"l{one.id}", "target": f"l{other.id}", "needed": number}
            shown = [(one.side, TWENTY, die)]
            stakes = [point_stake(one.side, points, chances(number), dice)]
            table.tell(
                Event(
                    "volley", text, RULE, side=one.side, dice=shown, data=data, tallies=[tally], stakes=stakes
                )
            )
    state.struck = True
    harm.attack(state, other)
    harm.hurt(state, table, other, lost)
