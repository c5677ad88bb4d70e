"""Shots at individuals: only a few figures can aim at one man; each hit die of damage costs him four hit points.

The order ("snipe", unit, individual) uses all shots that the unit has in the phase. With ("snipe", unit, individual, "others", target)
those of a unit in formation who do not aim at him shoot at another unit. Bows that see him only over friends shoot over them.
Rules: battlesystem:9.4d, battlesystem:10.1m, battlesystem:10.7, battlesystem:10.8.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length
from banneret.kernel.decision import Refusal
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles import into_melee, volleys
from banneret.rulebooks.battlesystem.missiles.shooters import (
    figures,
    has_friends_before,
    may_arch,
    missile_of,
    shots_left,
)
from banneret.rulebooks.battlesystem.missiles.volleys import Volley
from banneret.rulebooks.battlesystem.morale import bereaved
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire, able, aim
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended, name, on_field
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS
from banneret.rulebooks.battlesystem.tables.dice import WAYS, damage_stake
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, LONG, band
from banneret.rulebooks.battlesystem.text.sentences import counted as figures_text
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, MOB, NOBODY, Single, Unit
from banneret.rulebooks.battlesystem.worth.present import alone

RULE: Final = "battlesystem:9.4d"
SNIPE: Final = "snipe"
OTHERS: Final = "others"


def targets(state: State, side: int) -> list[Individual]:
    """The enemies of a side who fight alone. Rule: battlesystem:9.4d."""
    return [
        one
        for one in state.individuals.values()
        if one.side != side and footprints.champion(state, one) is not None
    ]


def as_unit(state: State, one: Individual) -> Unit:
    """An individual as a target: one figure in skirmish formation, where he stands. Rules: battlesystem:9.0c, battlesystem:9.4d."""
    found = alone(one.side, state.setting.sheets[one.id].mark)
    found.stand_singly([Single(one.x, one.y, one.heading)])
    return found


def is_beyond(state: State, unit: Unit, one: Individual, reach: float) -> bool:
    """True if an individual is so far off that no figure of a unit reaches him, before any line is looked along. Rule: battlesystem:10.1l."""
    x, y, far = standing.circle(unit)
    return length(one.x - x, one.y - y) > far + 2.0 * sums.sheet_of(state, one).footprint + reach


def aimed(state: State, unit: Unit, one: Individual, reach: float, shots: int = 1) -> Fire | None:
    """The aim of a unit at an individual, within `reach` inches: the nearest figures with n shots left, as many as may shoot at him.

    If nobody has a free line, bows aim over friends; None if they cannot either. By versions 1 to 8 of the rules one shot left was enough.
    Rules: battlesystem:9.4d, battlesystem:10.7.
    """
    if is_beyond(state, unit, one, reach):
        return None
    ready = figures(state, unit, shots if is_mended(state, 9) else 1)
    found = _nearest(state, unit, ready, one, reach)
    return found if found is not None else _nearest(state, unit, ready, one, reach, True)


def _nearest(
    state: State, unit: Unit, able: list[int], one: Individual, reach: float, over: bool = False
) -> Fire | None:
    """The aim of the nearest of some figures, as many as may shoot at an individual; None without a free line, or one over friends.

    Rules: battlesystem:9.4d, battlesystem:10.7.
    """
    there = as_unit(state, one)
    if over and not _may_go_over(state, unit, there):
        return None
    fire = aim(state, unit, able, there, reach, over)
    if fire is None:
        return None
    most = sums.most_attackers(sums.sheet_of(state, one))
    nearest = sorted(range(len(fire.shooters)), key=lambda place: (fire.ranges[place], place))[:most]
    return Fire(
        [fire.shooters[place] for place in sorted(nearest)],
        fire.seen,
        [fire.ranges[place] for place in sorted(nearest)],
        fire.is_partly_seen,
        fire.covers,
        fire.all_seen,
        over,
    )


def _may_go_over(state: State, unit: Unit, there: Unit) -> bool:
    """True if a unit may shoot over friends at an individual, `there`, and has some before it; by versions 1 to 19 of the rules only artillery did.

    Rules: battlesystem:10.7, battlesystem:9.4d.
    """
    return is_mended(state, 20) and may_arch(state, unit) and has_friends_before(state, unit, there)


def _has_line(state: State, unit: Unit, one: Individual, reach: float) -> bool:
    """True if some figure of a unit that can shoot has a free line to an individual, or one over friends. Rules: battlesystem:9.4d, 10.7."""
    ready, there = figures(state, unit), as_unit(state, one)
    if able(state, unit, ready, there, reach):
        return True
    return _may_go_over(state, unit, there) and able(state, unit, ready, there, reach, True) > 0


def shots_at(state: State, unit: Unit, one: Individual, reach: float) -> int:
    """The number of shots that each figure makes at an individual: the most that any who sees him has left. Rules: battlesystem:9.4d, 10.1k.

    Skirmishers have their shots each for himself. By versions 1 to 8 of the rules it was the most that any of the unit had left.
    """
    most = shots_left(state, unit)
    if unit.singles is not None and is_mended(state, 9):
        while most > 1 and aimed(state, unit, one, reach, most) is None:
            most -= 1
    return most


def why_spared(state: State, unit: Unit, one: Individual) -> Refusal | None:
    """The reason why an individual cannot be shot at even if he is seen; None if he can. Rules: battlesystem:9.4d, battlesystem:10.1n.

    Another individual, whose hits are not divided, does not shoot into a melee under the option either.
    """
    who = state.setting.sheets[one.id].name
    if unit.id == NOBODY or not into_melee.is_allowed(state):
        friend = contacts.first_of(state, unit.side, list(footprints.touched(state, one)))
        if friend is not None:
            return Refusal(f"{who} is in contact with {name(state, friend)}.", "battlesystem:10.1n")
        for number in footprints.rivals(state, one):
            if state.individuals[number].side == unit.side:
                other = state.setting.sheets[number].name
                return Refusal(f"{who} is in contact with {other}.", "battlesystem:10.1n")
    reach = footprints.half_of(state, one) + footprints.TOUCH
    for own in on_field(state, one.side):
        if own.formation in (CLOSED, MOB) and footprints.figures_touched(own, one.x, one.y, reach):
            return Refusal(f"{who} cannot be picked out beside {name(state, own)}.", RULE)
    return None


def refusal(state: State, unit: Unit, one: Individual, reach: float) -> Refusal | None:
    """The reason why a unit that can shoot cannot shoot at an individual; None if it can. Rule: battlesystem:9.4d."""
    who = state.setting.sheets[one.id].name
    if one.side == unit.side or footprints.champion(state, one) is None:
        return Refusal(f"{who} is not an enemy who may be shot at.", RULE)
    why = why_spared(state, unit, one)
    if why is None and (is_beyond(state, unit, one, reach) or not _has_line(state, unit, one, reach)):
        return Refusal(
            says(state, unit, "has|have no free line to {} in its|their arc and within reach.", who),
            "battlesystem:10.1c",
        )
    return why


def may_hit(state: State, unit: Unit, one: Individual, reach: float) -> bool:
    """True if there is no `refusal` for a unit that can shoot at an enemy: found without a reason, so cheaper. Rule: battlesystem:9.4d."""
    if is_beyond(state, unit, one, reach) or footprints.champion(state, one) is None:
        return False
    if not _has_line(state, unit, one, reach):
        return False
    return why_spared(state, unit, one) is None


# ---------------------------------------------------------------- the sum and the shot


def attack_sum(
    state: State, unit: Unit, one: Individual, fire: Fire, range_band: int, tally: Tally | None = None
) -> int:
    """The attack rating of shots at an individual, less his armour class; plus 2d6 it makes the attack roll. Rules: 9.4d, 10.7, 10.8."""
    sheet = sums.sheet_of(state, one)
    found = unit.now.attack_rating
    if tally is not None:
        tally.add(found, "attack rating", "battlesystem:10.0a")
    if unit.march and is_mended(state, 3):
        found += unit.march
        if tally is not None:
            tally.add(unit.march, "forced marches", "battlesystem:7.13d")
    rows = volleys.additions(unit, as_unit(state, one), fire, range_band, fire.over)
    found += volleys.modifiers(rows, tally)
    found += attack_rolls.by_creature(state, unit.now, sheet.creature, False, tally)
    armour = sheet.armour_class
    armour += attack_rolls.own_armour(state, sums.edges(state, sheet), unit.now.creature, unit.now.weak)
    if tally is not None:
        tally.add(-armour, f"armour class of {state.setting.sheets[one.id].name}", RULE)
    return found - armour


def damage(state: State, unit: Unit, one: Individual, count: int, shots: int, attack_roll: int) -> int:
    """The damage of `count` figures with `shots` shots each at an attack roll, in tenths of hit dice. Rule: battlesystem:9.4d."""
    missile = missile_of(unit)
    row = missile.large if sums.sheet_of(state, one).size == "L" else missile.small
    return count * shots * row.per_figure(attack_roll)


def attacks(state: State, unit: Unit, one: Individual, fire: Fire) -> list[tuple[int, Fire]]:
    """The attacks at an individual, each as a range band with the aim of those who shoot at it; a unit in formation makes a single one.

    Skirmishers roll by the range of each; by versions 1 to 11 of the rules once, at the range of the nearest. Rules: 9.4d, 10.1k, 10.1l.
    """
    if unit.singles is None or not is_mended(state, 12):
        return [(band(missile_of(unit).ranges, fire.inches), fire)]
    found: list[tuple[int, Fire]] = []
    for range_band, group in volleys.parts(unit, fire):
        mine = (
            fire
            if len(group) == len(fire.shooters)
            else _nearest(state, unit, group, one, max(fire.ranges), fire.over)
        )
        if mine is not None:
            found.append((range_band, mine))
    return found


def others(
    state: State, unit: Unit, one: Individual, reach: float, shots: int
) -> tuple[list[int], tuple[int, ...]]:
    """The figures of a unit in formation that have n shots and do not aim at an individual, and the stands among them of which one figure does.

    By version 13 of the rules nobody else of such a stand shot. Rules: battlesystem:9.4d, battlesystem:10.1m, battlesystem:2.4.
    """
    fire = aimed(state, unit, one, reach, shots)
    taken = [] if fire is None else fire.shooters
    lent: list[int] = []
    if unit.mount > 1 and is_mended(state, 14):
        lent = [stand for stand in taken if figures_on(unit, (stand,)) > 1]
    ready = figures(state, unit, shots)
    return [figure for figure in ready if figure in lent or figure not in taken], tuple(lent)


def shoot(
    state: State, table: Table, unit: Unit, one: Individual, shots: int, target: Unit | None = None
) -> None:
    """Make a unit shoot at an individual: one roll for all at one range, the nearest first. Rules: 9.4d, battlesystem:10.1k, 10.1l, 10.1m.

    `target`: the unit at which the others of a unit in formation shoot; by versions 1 to 12 of the rules they did not shoot.
    """
    ranges = missile_of(unit).ranges
    ready = figures(state, unit)
    spent = ready[:1]
    declared = aimed(state, unit, one, volleys.declared(state, ranges[LONG]), shots)
    if unit.singles is not None and is_mended(state, 9):
        ready = spent = spent if declared is None else declared.shooters
    fire = _nearest(state, unit, ready, one, ranges[LONG], declared is not None and declared.over)
    able = [] if fire is None else fire.shooters
    made = [Volley(unit.id, NOBODY, able or spent, shots, False)]
    if target is not None:
        rest, lent = others(state, unit, one, volleys.declared(state, ranges[LONG]), shots)
        made.append(Volley(unit.id, target.id, rest, shots, False, lent))
    volleys.use_up(state, unit, made)
    who = state.setting.sheets[one.id].name
    if fire is None:
        if table.telling:
            text = says(state, unit, "shoots|shoot at {}, who is out of range: the shot is spent.", who)
            table.tell(Event("volley", text, "battlesystem:10.1l", side=unit.side, data=_data(unit, one)))
        if target is None:
            return
    else:
        for range_band, aim_of_some in attacks(state, unit, one, fire):
            if one.on_table:
                _attack(state, table, unit, one, aim_of_some, range_band, shots)
    if target is not None:
        volleys.shoot_one(state, table, made[1])
    in_command.review(state, table)
    bereaved.check_after(state, table, one, enemy=unit.id)


def _attack(
    state: State, table: Table, unit: Unit, one: Individual, fire: Fire, range_band: int, shots: int
) -> None:
    """Roll for those who shoot at an individual at one range. Rules: battlesystem:9.4d, battlesystem:10.0a."""
    who, count = state.setting.sheets[one.id].name, len(fire.shooters)
    tally = Tally("attack roll") if table.telling else None
    total = attack_sum(state, unit, one, fire, range_band, tally)
    dice = table.dice(2, 6, f"shots of {name(state, unit)}" if table.telling else "volley", unit.side)
    tenths = damage(state, unit, one, count, shots, total + dice[0] + dice[1])
    state.struck = True
    harm.attack(state, one)
    if tally is not None:
        tally.add(dice[0] + dice[1], "two dice", "battlesystem:10.0a")
        text = says(
            state,
            unit,
            "shoots|shoot {}at {} at {} range with {}",
            "over friends " if fire.over else "",
            who,
            BANDS[range_band],
            figures_text(count),
        )
        word = "die" if tenths == TENTHS else "dice"
        text += f": attack roll {tally.total}, {attack_rolls.hit_dice(tenths)} hit {word} of damage."
        shown = [(unit.side, 6, die) for die in dice]
        hidden = not state.setting.flags.premeasure
        data = {**_data(unit, one), "range": BANDS[range_band], "roll": tally.total, "damage": tenths}
        stake = damage_stake(
            unit.side,
            tenths,
            [damage(state, unit, one, count, shots, total + thrown) for thrown, _ in WAYS],
        )
        table.tell(
            Event(
                "volley",
                text,
                RULE,
                side=unit.side,
                dice=shown,
                data=data,
                tallies=[tally],
                reveals=hidden,
                stakes=[stake],
            )
        )
    friends = into_melee.at_man(state, unit.side, one)
    harm.hurt(state, table, one, sums.hit_points(friends.left(tenths)))
    volleys.friends_suffer(state, table, unit, friends, fire.shooters, tenths)


def _data(unit: Unit, one: Individual) -> dict[str, object]:
    """The pieces of a shot at an individual, for the news."""
    return {"unit": f"u{unit.id}", "target": f"l{one.id}"}
