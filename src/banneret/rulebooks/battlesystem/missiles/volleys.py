"""One volley: its attack rating with its modifiers, its roll, the losses, which come off at once, and the checks that follow.

The sum is worked out by one function; given a `Tally`, it enters every part there with its reason.
Rules: battlesystem:10.0a, battlesystem:10.0b, battlesystem:10.1g, battlesystem:10.1h, battlesystem:10.1k, battlesystem:10.2e,
battlesystem:10.8 to battlesystem:10.8h.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.stake import Stake
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.combat.losses.blows import Blow, Reckoning
from banneret.rulebooks.battlesystem.combat.losses.casualties import toll
from banneret.rulebooks.battlesystem.combat.losses.settling import settle
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.missiles import into_melee
from banneret.rulebooks.battlesystem.missiles.into_melee import Friends
from banneret.rulebooks.battlesystem.missiles.shooters import missile_of
from banneret.rulebooks.battlesystem.morale import bereaved, checks_and_routs, morale_rolls
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire, aim
from banneret.rulebooks.battlesystem.state import State, figures_on, figures_standing, is_mended, name
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS
from banneret.rulebooks.battlesystem.tables.dice import WAYS, damage_stake
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, LONG, MEDIUM, SHORT, band, counted
from banneret.rulebooks.battlesystem.text.sentences import agree, says
from banneret.rulebooks.battlesystem.text.sentences import counted as figures_text
from banneret.rulebooks.battlesystem.unit import FIELD, OPEN, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.worth.present import renew
from banneret.rulebooks.battlesystem.worth.walls_and_spears import covers

UNMEASURED: Final = 1.5
"""The multiple of long range at which a shot may be declared if nothing is measured before it. Rules: battlesystem:3.5, battlesystem:10.1l."""

RANGES = {MEDIUM: "medium", LONG: "long"}


class Volley:
    """A volley as it is declared.

    Attributes:
        unit: the unit that shoots, by number.
        target: its target, by number; NOBODY for an individual.
        figures: the figures that shoot.
        shots: the shots of each figure.
        is_indirect: True if it is shot over friends.
        lent: stands among the figures, once for each figure on them that shoots at an individual instead. Rule: battlesystem:2.4.
    """

    __slots__ = ("figures", "is_indirect", "lent", "shots", "target", "unit")

    def __init__(
        self,
        unit: int,
        target: int,
        figures: list[int],
        shots: int,
        over: bool,
        lent: tuple[int, ...] = (),
    ) -> None:
        self.unit: int = unit
        self.target: int = target
        self.figures: list[int] = figures
        self.shots: int = shots
        self.is_indirect: bool = over
        self.lent: tuple[int, ...] = lent


def declared(state: State, inches: float) -> float:
    """Inches at which a shot with a long range of n inches may be declared. Rules: battlesystem:3.5, battlesystem:10.1l."""
    return inches if state.setting.flags.premeasure else inches * UNMEASURED


# ---------------------------------------------------------------- the sum before the dice


def attack_sum(
    state: State,
    unit: Unit,
    target: Unit,
    fire: Fire,
    range_band: int,
    over: bool,
    tally: Tally | None = None,
) -> int:
    """The adjusted attack rating of a volley less the armour class of its target; plus 2d6 it makes the attack roll.

    Nothing of Table 10 counts, neither the unit's own formation nor its command. A `tally` receives every part with its reason. Rules: battlesystem:10.0a, battlesystem:7.13d, battlesystem:10.8 to 10.8h.
    """
    found = unit.now.attack_rating
    if tally is not None:
        tally.add(found, "attack rating", "battlesystem:10.0a")
    if unit.march and is_mended(state, 3):
        found += unit.march
        if tally is not None:
            tally.add(unit.march, "forced marches", "battlesystem:7.13d")
    found += modifiers(additions(unit, target, fire, range_band, over), tally)
    found += attack_rolls.by_roster(state, unit, target, tally)
    armour = attack_rolls.armour_class(state, target, unit)
    if tally is not None:
        tally.add(-armour, f"armour class of {name(state, target)}", "battlesystem:10.0a")
    return found - armour


def modifiers(rows: list[str], tally: Tally | None) -> int:
    """The sum of some rows of Table 13, of each group only the greatest. Rules: battlesystem:10.8, battlesystem:10.1g."""
    found = 0
    for one in counted(rows):
        found += one.amount
        if tally is not None:
            tally.add(one.amount, one.text, f"battlesystem:{one.rule}")
    return found


def additions(unit: Unit, target: Unit, fire: Fire, range_band: int, over: bool) -> list[str]:
    """The names of the rows of Table 13 that apply to a volley. Rules: 10.8 to 10.8g, 10.1g, battlesystem:11.6a."""
    found: list[str] = []
    if target.formation == OPEN or target.formation == SKIRMISH:
        found.append("loose")
    found += fire.covers
    if target.shields and "hard" not in found and covers(target, *standing.middle_of(unit, fire.shooters)):
        found.append("hard")
    if fire.is_partly_seen:
        found.append("partly-seen")
    if unit.now.riding:
        found.append("mounted")
    if over:
        found.append("arching")
    if range_band != SHORT:
        found.append(RANGES[range_band])
    return found


def damage(state: State, unit: Unit, target: Unit, figures: int, shots: int, attack_roll: int) -> int:
    """The damage of n figures with `shots` shots each at an attack roll, in tenths of hit dice. Rules: battlesystem:10.0a, 10.2e, 4.2h."""
    if attack_rolls.is_in_vain(state, 0, target):
        return 0
    missile = missile_of(unit)
    row = missile.large if target.now.size == "L" else missile.small
    return figures * shots * row.per_figure(attack_roll)


def parts(unit: Unit, fire: Fire) -> list[tuple[int, list[int]]]:
    """The attacks of a volley, each as a range band with the figures that shoot at it.

    A unit in formation shoots as one, at the range of its nearest figure; skirmishers shoot by the range of each. Rules: battlesystem:10.1k, battlesystem:10.1l.
    """
    ranges = missile_of(unit).ranges
    if unit.singles is None:
        return [(band(ranges, fire.inches), fire.shooters)]
    found: list[tuple[int, list[int]]] = []
    for wanted in (SHORT, MEDIUM, LONG):
        figures = [
            figure
            for figure, inches in zip(fire.shooters, fire.ranges, strict=True)
            if band(ranges, inches) == wanted
        ]
        if figures:
            found.append((wanted, figures))
    return found


# ---------------------------------------------------------------- the volley


def shoot(state: State, table: Table, volleys: list[Volley]) -> None:
    """Shoot the volleys of a unit that one order declares: shots are used up even out of range, losses come off at once.

    Rules: battlesystem:10.0b, battlesystem:10.1f, battlesystem:10.1l, battlesystem:10.1m, battlesystem:10.2.
    """
    unit = state.units[volleys[0].unit]
    reach = missile_of(unit).ranges[LONG]
    if unit.singles is not None and is_mended(state, 8):
        _narrow(state, unit, volleys, declared(state, reach))
    use_up(state, unit, volleys)
    for volley in volleys:
        shoot_one(state, table, volley)
    in_command.review(state, table)


def shoot_one(state: State, table: Table, volley: Volley) -> None:
    """Shoot a volley whose shots are used up already. Rules: battlesystem:10.0b, battlesystem:10.1f, battlesystem:10.1l."""
    unit, target = state.units[volley.unit], state.units[volley.target]
    if target.status != FIELD:
        return
    reach = missile_of(unit).ranges[LONG]
    fire = aim(state, unit, volley.figures, target, reach, volley.is_indirect)
    if fire is None:
        if table.telling:
            _tell_short(state, table, unit, target)
        return
    bands = parts(unit, fire)
    if len(bands) > 1 and is_mended(state, 9):
        _in_turn(state, table, volley, reach, set(fire.shooters))
        return
    for range_band, figures in bands:
        if target.status == FIELD:
            _attack(state, table, volley, fire, range_band, figures)


def _in_turn(state: State, table: Table, volley: Volley, reach: float, left: set[int]) -> None:
    """Shoot for skirmishers at several ranges, one range band after the other, the nearest first; each band sees as all stand by then.

    By versions 1 to 8 of the rules all shot at what any of the unit saw before the first shot, through the cover that they met together.
    Rules: battlesystem:10.1h, battlesystem:10.1k, battlesystem:10.0b.
    """
    unit, target = state.units[volley.unit], state.units[volley.target]
    while left and target.status == FIELD:
        fire = aim(state, unit, sorted(left), target, reach, volley.is_indirect)
        if fire is None:
            if table.telling:
                _tell_short(state, table, unit, target)
            return
        range_band, figures = parts(unit, fire)[0]
        fire = aim(state, unit, figures, target, reach, volley.is_indirect)
        assert fire is not None, "each of these figures sees the target"
        _attack(state, table, volley, fire, range_band, figures)
        left -= set(figures)


def _narrow(state: State, unit: Unit, volleys: list[Volley], reach: float) -> None:
    """Leave only those skirmishers in volleys who see the target, and for whom it may be in reach.

    By versions 1 to 7 of the rules the shots of all were used up. Rules: battlesystem:10.1f, battlesystem:10.1k.
    """
    for volley in volleys:
        fire = aim(state, unit, volley.figures, state.units[volley.target], reach, volley.is_indirect)
        if fire is not None:
            volley.figures = fire.shooters


def use_up(state: State, unit: Unit, volleys: list[Volley]) -> None:
    """Count the shots of a unit that shoots. Rules: battlesystem:10.2, battlesystem:10.2f, battlesystem:10.3b."""
    singles = unit.singles
    made = volleys[0].shots
    each = singles is not None and is_mended(state, 10)  # each skirmisher reloads and throws for himself
    if singles is not None:
        is_slow = missile_of(unit).rounds > 1
        for volley in volleys:
            for figure in volley.figures:
                singles[figure].shots += volley.shots
                if each and is_slow:
                    singles[figure].last_shot = state.round
                if each and unit.now.volleys:
                    singles[figure].thrown += volley.shots
        made = max([single.shots for single in singles]) - unit.shots
    unit.aims = (*unit.aims, *[volley.target for volley in volleys])
    unit.shots += made
    unit.last_shot = state.round
    unit.acted = True
    if unit.now.volleys:
        if singles is not None and each:
            unit.thrown = min([singles[figure].thrown for figure in figures_standing(unit)])
        else:
            unit.thrown += made
        renew(state.setting, unit)


def _attack(
    state: State, table: Table, volley: Volley, fire: Fire, range_band: int, figures: list[int]
) -> None:
    """Roll for all figures of a volley in one range band, and take off the losses. Rules: battlesystem:10.0a, battlesystem:10.1h, 10.2e."""
    unit, target = state.units[volley.unit], state.units[volley.target]
    tally = Tally("attack roll") if table.telling else None
    total = attack_sum(state, unit, target, fire, range_band, volley.is_indirect, tally)
    why = f"volley of {name(state, unit)}" if table.telling else "volley"
    dice = table.dice(2, 6, why, unit.side)
    roll = total + dice[0] + dice[1]
    count = attack_rolls.count_of(unit, figures, volley.lent)
    tenths = damage(state, unit, target, count, volley.shots, roll)
    state.struck = True
    target.attacked = True
    if tally is not None:
        tally.add(dice[0] + dice[1], "two dice", "battlesystem:10.0a")
        stake = damage_stake(
            unit.side,
            tenths,
            [damage(state, unit, target, count, volley.shots, total + thrown) for thrown, _ in WAYS],
        )
        _tell(state, table, volley, range_band, figures, tally, dice, tenths, stake)
    take_off(state, table, unit, target, figures, fire, tenths)


def take_off(
    state: State,
    table: Table,
    unit: Unit,
    target: Unit,
    figures: list[int],
    fire: Fire,
    tenths: int,
    checks: bool = False,
    shots: int = 0,
) -> None:
    """Take off the losses of a volley, of the figures seen, and make the check or the run that follows.

    `checks`: True if the target checks whatever it loses; `shots`: those of an individual, whose damage each who suffers it judges like
    that of a blow. Under the option `fire_into_melee` friends in contact with the target suffer
    their share. Rules: 10.0b, 10.1h, 10.1n, 4.4, 6.4a.
    """
    friends = into_melee.at_unit(state, unit.side, target)
    own = friends.left(tenths)
    if shots:
        own = sums.suffered(state, shots, target, own)
    _lose(state, table, unit, target, figures, fire, own, checks)
    friends_suffer(state, table, unit, friends, figures, tenths, shots)


def friends_suffer(
    state: State, table: Table, unit: Unit, friends: Friends, figures: list[int], tenths: int, shots: int = 0
) -> None:
    """Let friends in the melee shot into by figures of a unit suffer their shares of a damage in tenths of hit dice; `shots` as in `take_off`.

    Rule: battlesystem:10.1n.
    """
    for friend, part, touching in friends.of_units(tenths):
        if friend.status != FIELD or not part:
            continue
        if table.telling:
            words = f"stands|stand in the melee: {_share(part)}"
            text = says(state, friend, words)
            table.tell(Event("volley", f"{text}.", "battlesystem:10.1n", side=unit.side))
        if shots:
            part = sums.suffered(state, shots, friend, part)
        _lose(state, table, unit, friend, figures, Fire([0], touching, [0.0], False, []), part, False)
    for one in friends.heroes:
        part = friends.of_hero(tenths)
        if table.telling and part:
            text = f"{state.setting.sheets[one.id].name} stands in the melee: {_share(part)}."
            table.tell(Event("volley", text, "battlesystem:10.1n", side=unit.side))
        harm.attack(state, one)
        harm.hurt(state, table, one, sums.hit_points(part))
        if not one.on_table:
            in_command.review(state, table)
            bereaved.check_after(state, table, one, *standing.middle_of(unit, figures))


def _share(tenths: int) -> str:
    """The share of a damage in words: "1 hit die of the damage"."""
    return f"{attack_rolls.hit_dice(tenths)} hit {'die' if tenths == TENTHS else 'dice'} of the damage"


def _lose(
    state: State,
    table: Table,
    unit: Unit,
    target: Unit,
    figures: list[int],
    fire: Fire,
    tenths: int,
    checks: bool,
) -> None:
    """Take off the losses of one unit, and make the check or the run that follows. Rules: 10.0b, 10.1h, battlesystem:4.4, 4.7, 6.4a."""
    singles = target.singles
    routed = target.routed
    runners = [] if singles is None else [figure for figure in fire.seen if singles[figure].routed]
    x, y = standing.middle_of(unit, figures)
    cause = Cause(LOSSES, unit.id, x, y)
    original = target.now.figures
    lost = original - target.figures
    fallen = settle(state, table, reckoning(state, unit, target, figures, fire, tenths))[0]
    due = morale_rolls.is_due(target, original, lost, lost + fallen)
    if target.status != FIELD:
        return
    if fallen and is_mended(state, 10):  # by earlier versions the check counted the command it had before
        in_command.review_unit(state, table, target)
    if routed:
        checks_and_routs.rout_again(state, table, target, cause)
        return
    for figure in runners:
        checks_and_routs.rout_single(state, table, target, figure, cause, target.now.movement)
    if (due or checks) and target.status == FIELD:
        checks_and_routs.check(state, table, target, cause)


def reckoning(
    state: State, unit: Unit, target: Unit, figures: list[int], fire: Fire, tenths: int
) -> Reckoning:
    """The attack of a volley, ready to be settled: it can hit the figures seen. Rule: battlesystem:10.1h."""
    held: set[int] = set()
    for number in contacts.enemies_touching(state, target):
        held.update([touch.figure for touch in contacts.touches(state, target, state.units[number])])
    spots = [(base.x, base.y) for base in [standing.base_of(unit, figure) for figure in figures]]
    singles = target.singles
    seen = [figure for figure in fire.seen if singles is None or singles[figure].gone == FIELD]
    most = figures_on(target, seen)
    return Reckoning(target, [Blow(unit.id, tenths, seen, spots, most)], held)


# ---------------------------------------------------------------- news


def _tell(
    state: State,
    table: Table,
    volley: Volley,
    range_band: int,
    figures: list[int],
    tally: Tally,
    dice: list[int],
    tenths: int,
    stake: Stake,
) -> None:
    """Tell of a volley."""
    unit, target = state.units[volley.unit], state.units[volley.target]
    count = figures_text(attack_rolls.count_of(unit, figures, volley.lent))
    ways = ("", "twice ", "three times ")[volley.shots - 1] if volley.shots < 4 else ""
    over = "over friends " if volley.is_indirect else ""
    text = says(
        state, unit, "shoots|shoot {}{}at {} at {} range with {}", ways, over, name(state, target),
        BANDS[range_band], count,
    )  # fmt: skip
    losses = toll(tenths, target.now.figure, target.figures, False)
    hit_dice = attack_rolls.hit_dice(tenths)
    text += f": attack roll {tally.total}, {hit_dice} hit {'die' if tenths == TENTHS else 'dice'} of damage, "
    text += f"{attack_rolls.worth(losses.killed, losses.wounded)}."
    table.tell(
        Event(
            "volley",
            text,
            "battlesystem:10.0a",
            side=unit.side,
            dice=[(unit.side, 6, die) for die in dice],
            data={
                "unit": f"u{unit.id}",
                "target": f"u{target.id}",
                "figures": list(figures),
                "shots": volley.shots,
                "range": BANDS[range_band],
                "over": volley.is_indirect,
                "roll": tally.total,
                "damage": tenths,
            },
            tallies=[tally],
            stakes=[stake],
            reveals=not state.setting.flags.premeasure,
        )
    )


def _tell_short(state: State, table: Table, unit: Unit, target: Unit) -> None:
    """Tell of a volley that falls short. Rule: battlesystem:10.1l."""
    whom = name(state, target)
    is_out = agree(whom, "is|are")
    text = says(state, unit, "shoots|shoot at {}, who {} out of range: the shot is spent.", whom, is_out)
    data = {"unit": f"u{unit.id}", "target": f"u{target.id}"}
    hidden = not state.setting.flags.premeasure
    table.tell(Event("volley", text, "battlesystem:10.1l", side=unit.side, data=data, reveals=hidden))
