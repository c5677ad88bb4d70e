"""One attack of a unit on another: its attack rating, its roll, the damage read from the table.

Each sum is worked out by one function; given a `Tally`, it enters every part there with its reason.
Rules: battlesystem:8.2 to battlesystem:8.6b.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.kernel.event import Event
from banneret.kernel.stake import Stake
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat.losses.casualties import toll
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.screens import level_at
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended, name
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS, Damage
from banneret.rulebooks.battlesystem.tables.dice import WAYS, damage_stake
from banneret.rulebooks.battlesystem.tables.grounds import WADING
from banneret.rulebooks.battlesystem.tables.rosters import SKIRMISHERS, Modifier, Roster, Weapon
from banneret.rulebooks.battlesystem.text.sentences import counted, says
from banneret.rulebooks.battlesystem.unit import CLOSED, MOB, NOBODY, OPEN, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALL, look_out

RIDING: Final = 2
"""The improvement of the attack rating of charging riders and chariots. Rule: battlesystem:11.4."""

WORST: Final = 12  # the worst roll of 2d6: low rolls are good
ASPECTS: Final = ("in front", "in the flank", "from behind", "in the flank")


def weapon_of(state: State, unit: Unit) -> Weapon:
    """The weapon that a unit has in hand. Rule: battlesystem:8.2."""
    return unit.now.weapons[unit.weapon]


# ---------------------------------------------------------------- the sum before the dice


def rating(
    state: State, attacker: Unit, defender: Unit, aspect: int, tally: Tally | None = None, free: bool = False
) -> int:
    """The adjusted attack rating of a unit against another as they stand now: lower is better.

    Args:
        state: the battle.
        attacker: the unit that attacks; it is not routed.
        defender: the unit attacked.
        aspect: the side of the defender on which it is attacked, a side of `rectangles`.
        tally: receives every part with its reason, if given.
        free: True for the free attack on a fleeing unit, which comes from behind whatever the aspect. Riders who charged the
            unit this round keep their bonus; by versions 1 to 8 of the rules they did not.

    Rules: battlesystem:8.3, battlesystem:8.3c to battlesystem:8.3i, battlesystem:8.8d, battlesystem:8.9,
    battlesystem:7.13d, battlesystem:7.14f, battlesystem:11.4.
    """
    theirs = defender.now
    if not free:
        aspect = side_met(state, attacker, defender, aspect)
    found = standing_rating(state, attacker, tally, free)
    if free or aspect == REAR:
        found -= 2
        if tally is not None:
            rule = "8.8d" if free else "8.9" if defender.routed else "8.3i"
            tally.add(-2, "from behind", f"battlesystem:{rule}")
    elif aspect != FRONT and theirs.shield:
        found -= 1
        if tally is not None:
            tally.add(-1, "in the flank, past the shields", "battlesystem:8.3i")
    if (
        attacker.now.riding
        and is_charging(attacker)
        and (not free or is_mended(state, 9))
        and not are_set_against(state, defender, attacker)
    ):
        found += by_mounts(state, attacker, tally, free)
    if state.setting.terrain and stand_higher(state, attacker, defender):
        found += by_height(state, tally)
    return found + by_roster(state, attacker, defender, tally)


def by_mounts(state: State, attacker: Unit, tally: Tally | None = None, free: bool = False) -> int:
    """The modifier of riders or chariots that charge, besides that of a closed charge. Rule: battlesystem:11.4."""
    better = RIDING
    if attacker.formation == CLOSED and not free and not state.setting.flags.charge_bonuses_add:
        better -= 1  # `standing_rating` has counted 1 already, for charging in closed formation
    if tally is not None:
        tally.add(-better, "charging on mounts", "battlesystem:11.4")
    return -better


def side_met(state: State, attacker: Unit, defender: Unit, aspect: int) -> int:
    """The side of the defender that counts for an attack on `aspect`.

    It is the front for a square, and where all figures attacked have set their spears towards the attacker; else it is `aspect`.
    Rules: battlesystem:11.6d, battlesystem:11.7e, battlesystem:7.9g.
    """
    if defender.shields == ALL:
        return FRONT
    if aspect == FRONT or not defender.spears:
        return aspect
    if aspect == REAR:
        return FRONT if look_out(state, defender, REAR) else REAR
    met = contacts.side_met(state, attacker, defender)
    sides = (met,) if met in (LEFT, RIGHT) else (LEFT, RIGHT)
    return FRONT if all(look_out(state, defender, side) for side in sides) else aspect


def by_height(state: State, tally: Tally | None = None) -> int:
    """The modifier for an attack on those who stand higher, as the option has it. Rule: battlesystem:8.3e."""
    found = state.setting.flags.higher_ground
    if tally is not None:
        tally.add(found, "the enemy stands higher", "battlesystem:8.3e")
    return found


def stand_higher(state: State, attacker: Unit, defender: Unit) -> bool:
    """True if the defender stands higher at no less than half of the places where the units touch. Rule: battlesystem:8.3e."""
    if not has_heights(state):
        return False
    up = places = 0
    for touch in contacts.touches(state, attacker, defender):
        mine, theirs = standing.base_of(attacker, touch.figure), standing.base_of(defender, touch.other)
        places += 1
        up += level_at(state.setting, theirs.x, theirs.y) > level_at(state.setting, mine.x, mine.y)
    return 0 < places <= 2 * up


def has_heights(state: State) -> bool:
    """True if the battle has ground that rises; by versions 1 and 2 of the rules no height counted. Rule: battlesystem:8.3e."""
    return is_mended(state, 3) and any(feature.level > 0 for feature in state.setting.terrain)


def by_roster(state: State, attacker: Unit, defender: Unit, tally: Tally | None = None) -> int:
    """The sum of those modifiers of a unit's roster that apply against the defender, in melee and at range. Rules: 8.3i, battlesystem:10.8h."""
    if not attacker.now.modifiers:
        return 0
    return by_creature(state, attacker.now, defender.now.creature, defender.now.weak, tally)


def by_creature(state: State, mine: Roster, creature: str, weak: bool, tally: Tally | None = None) -> int:
    """The sum of a roster's modifiers that apply against a creature, a unit's or an individual.

    Args:
        state: the battle.
        mine: the roster of the attacker.
        creature: the creature attacked.
        weak: True if it counts as weak for modifiers that apply only against the weak.
        tally: receives every modifier, if given.

    Rule: battlesystem:8.3i.
    """
    return by_modifiers(state, mine.modifiers, creature, weak, tally)


def by_modifiers(
    state: State, modifiers: Sequence[Modifier], creature: str, weak: bool, tally: Tally | None = None
) -> int:
    """The sum of those modifiers of an attack rating that apply against a creature; see `by_creature`. Rule: battlesystem:8.3i."""
    found = 0
    for modifier in modifiers:
        if modifier.ar and _holds(state, modifier, creature, weak):
            found += modifier.ar
            if tally is not None:
                tally.add(modifier.ar, _reason(modifier, creature), "battlesystem:8.3i")
    return found


def standing_rating(state: State, attacker: Unit, tally: Tally | None = None, free: bool = False) -> int:
    """The attack rating of a unit as it stands, before what depends on the defender; `free`: for the free attack on a fleeing unit.

    Rules: battlesystem:8.3, battlesystem:8.3c to battlesystem:8.3g, battlesystem:7.13d, battlesystem:7.14f, 9.2a, 9.2b.
    """
    mine = attacker.now
    flags = state.setting.flags
    found = mine.attack_rating
    if tally is not None:
        tally.add(found, "attack rating", "battlesystem:8.3")
    if attacker.formation == OPEN or attacker.formation == SKIRMISH:
        found += 1
        if tally is not None:
            words = "open" if attacker.formation == OPEN else "skirmish"
            tally.add(1, f"{words} formation", "battlesystem:8.3c")
    elif attacker.formation == MOB and flags.mob_formation_penalty:
        found += 1
        if tally is not None:
            tally.add(1, "mob formation", "battlesystem:8.3c")
    if is_hampered(attacker, mine):
        found += 1
        if tally is not None:
            tally.add(1, "out of command", "battlesystem:8.3d")
    if attacker.charged != NOBODY and attacker.formation == CLOSED and not free:  # in the Melee Phase only
        found -= 1
        if tally is not None:
            tally.add(-1, "charging in closed formation", "battlesystem:8.3f")
    if (attacker.leader_at != NOBODY or attacker.aided) and mine.kind != SKIRMISHERS:
        found -= 1
        if tally is not None:
            tally.add(-1, "commander with the unit", "battlesystem:8.3g")
    if attacker.march:
        found += attacker.march
        if tally is not None:
            tally.add(attacker.march, "forced marches", "battlesystem:7.13d")
    return found


def is_charging(unit: Unit) -> bool:
    """True if a unit charged an enemy this round, be it a lone one. Rules: battlesystem:8.3f, battlesystem:11.4."""
    return unit.charged != NOBODY


def are_set_against(state: State, unit: Unit, charger: Unit) -> bool:
    """True if a unit has set spears or pikes on the side on which `charger` charges it.

    A unit engaged when its own movement began meets with them only chargers that moved before it; by versions 1 to 9 of the rules it
    met all. Rules: 11.4a, 11.7a, battlesystem:11.7f, battlesystem:11.7g.
    """
    if not unit.spears or charger.charged < 0 or not weapon_of(state, unit).sets:
        return False
    if unit.engaged and is_mended(state, 10) and not _moved_before(state, charger, unit):
        return False
    return bool(unit.spears >> contacts.side_met(state, charger, unit) & 1)


def _moved_before(state: State, unit: Unit, other: Unit) -> bool:
    """True if the side of a unit moves before that of another in this round. Rule: battlesystem:1.4."""
    movers = state.movers
    if unit.side not in movers or other.side not in movers:
        return True
    return movers.index(unit.side) < movers.index(other.side)


def is_hampered(unit: Unit, roster: Roster) -> bool:
    """True if a unit suffers from being out of command: mobs always do, skirmish units never. Rules: 8.3d, 2.9a, 2.10a."""
    if roster.kind == SKIRMISHERS:
        return False
    return unit.formation == MOB or not unit.in_command


def armour_class(state: State, defender: Unit, attacker: Unit) -> int:
    """The armour class of a unit against an attacker: its own, with the modifiers of its roster. Rule: 8.4."""
    return armour_against(state, defender.now, attacker.now.creature, attacker.now.weak)


def armour_against(state: State, mine: Roster, creature: str, weak: bool) -> int:
    """The armour class of a roster against a creature, weak or not. Rule: battlesystem:8.4."""
    found = mine.armour_class
    for modifier in mine.modifiers:
        if modifier.own_ac and _holds(state, modifier, creature, weak):
            found += modifier.own_ac
    return found


def own_armour(state: State, modifiers: Sequence[Modifier], creature: str, weak: bool) -> int:
    """The change that modifiers of one's own armour class make against a creature. Rule: battlesystem:8.4."""
    return sum([one.own_ac for one in modifiers if one.own_ac and _holds(state, one, creature, weak)])


def attack_sum(
    state: State, attacker: Unit, defender: Unit, aspect: int, tally: Tally | None = None, free: bool = False
) -> int:
    """The adjusted attack rating less the defender's armour class; plus 2d6 it makes the attack roll. Args as in `rating`.

    Rules: battlesystem:8.4, battlesystem:11.6a.
    """
    found = rating(state, attacker, defender, aspect, tally, free)
    armour = armour_class(state, defender, attacker)
    if tally is not None:
        tally.add(-armour, f"armour class of {name(state, defender)}", "battlesystem:8.4")
    if defender.shields and not free and (aspect == FRONT or defender.shields == ALL):
        found += WALL
        if tally is not None:
            tally.add(WALL, "against a shield wall", "battlesystem:11.6a")
    return found - armour


def _holds(state: State, modifier: Modifier, creature: str, weak: bool) -> bool:
    """True if a modifier of a roster applies against an enemy in this battle. Rules: battlesystem:8.3i, battlesystem:8.6b."""
    if modifier.when == "daylight" and not state.setting.daylight:
        return False
    if modifier.weak and not (weak and state.setting.flags.fighter_sweep):
        return False
    return not modifier.against or creature in modifier.against


def _reason(modifier: Modifier, creature: str) -> str:
    """The reason a modifier applies, in words."""
    if modifier.against:
        return f"against {creature}"
    return "in daylight" if modifier.when else "by its roster"


# ---------------------------------------------------------------- damage


def attacks(state: State, attacker: Unit, defender: Unit) -> int:
    """The number of times that each figure attacks the defender this round with each of its attacks.

    A roster gives attacks per two rounds. Of an odd number the larger half falls in odd rounds, so that a figure with one attack in two
    rounds has none in even rounds. Rules: battlesystem:8.6, battlesystem:8.6a, battlesystem:8.6b.
    """
    return attacks_on(state, attacker.now, defender.now.creature, defender.now.weak)


def attacks_on(state: State, mine: Roster, creature: str, weak: bool) -> int:
    """The number of attacks of each figure of a roster on a creature this round; see `attacks`. Rules: 8.6, 8.6a, battlesystem:8.6b."""
    found = mine.attacks // 2 if state.round % 2 == 0 else (mine.attacks + 1) // 2
    for modifier in mine.modifiers:
        if modifier.attacks > found and _holds(state, modifier, creature, weak):
            found = modifier.attacks
    return found


def damage(state: State, attacker: Unit, defender: Unit, figures: int, attack_roll: int) -> int:
    """The damage that n figures do at an attack roll, in tenths of hit dice, not rounded.

    Lances do double damage in a charge, and so do spears set against one; however often riders strike, their mounts strike once.
    Rules: battlesystem:8.4a to battlesystem:8.4c, 8.6, 8.7g, battlesystem:11.2d, battlesystem:11.4c, 11.5, battlesystem:11.7a, 4.2h.
    """
    weapon = weapon_of(state, attacker)
    if is_in_vain(state, weapon.plus, defender):
        return 0
    rows = weapon.large if defender.now.size == "L" else weapon.small
    each = 0
    for row in rows:
        each += row.per_figure(attack_roll)
    if weapon.lances and attacker.now.riding and is_charging(attacker):
        for row in rows[: weapon.lances]:
            each += row.per_figure(attack_roll)
    times = attacks(state, attacker, defender)
    done = times * each
    if times > 1 and weapon.steeds:
        done -= more_by_steeds(state, weapon, rows, times, attack_roll)
    if attacker.spears and are_set_against(state, attacker, defender):
        done *= 2
    return figures * done


def is_in_vain(state: State, plus: int, defender: Unit) -> bool:
    """True if a weapon cannot hurt a unit; by versions 1 to 11 of the rules all could. `plus`: its magic bonus, 0 if none. Rule: 4.2h."""
    return defender.now.ward > plus and is_mended(state, 12)


def more_by_steeds(state: State, weapon: Weapon, rows: Sequence[Damage], times: int, attack_roll: int) -> int:
    """The damage per figure to deduct because mounts and teams strike once, however often their riders do; in tenths of hit dice.

    By versions 1 to 8 of the rules they struck as often as their riders: then it is 0. Rules: battlesystem:11.2d, battlesystem:11.3e.
    """
    found = 0
    if times > 1 and weapon.steeds and is_mended(state, 9):
        for row in rows[len(rows) - weapon.steeds :]:
            found += (times - 1) * row.per_figure(attack_roll)
    return found


def certain_kills(
    state: State, attacker: Unit, defender: Unit, figures: int, aspect: int, wades: bool = False
) -> int:
    """The whole figures that n attackers kill even with the worst roll; `wades`: True if they strike out of water or a ditch.

    Rules: battlesystem:7.14i, battlesystem:11.9d.
    """
    worst = attack_sum(state, attacker, defender, aspect) + WORST + (WADING if wades else 0)
    return damage(state, attacker, defender, figures, worst) // defender.now.figure


# ---------------------------------------------------------------- the attack


def count_of(unit: Unit, bases: Sequence[int], lent: Sequence[int] = ()) -> int:
    """The figures on some bases of a unit that strike with it.

    `lent`: stands, once for each of their figures that strikes an individual instead, or nobody. Rules: battlesystem:2.4, 8.1a, battlesystem:8.1c.
    """
    return figures_on(unit, bases) - sum([base in bases for base in lent])


def strike(
    state: State,
    table: Table,
    attacker: Unit,
    defender: Unit,
    figures: list[int],
    aspect: int,
    free: bool = False,
    wades: bool = False,
    lent: Sequence[int] = (),
) -> int:
    """Roll one attack of figures of a unit and return its damage in tenths of hit dice; nobody is taken off yet.

    One roll serves all figures and all their attacks. Without figures, or in a round in which they have no attack, nothing is rolled.

    Args:
        state: the battle.
        table: who rolls and hears the news.
        attacker: the unit that attacks.
        defender: the unit attacked.
        figures: the figures that strike, by number.
        aspect: the side of the defender on which it is attacked, a side of `rectangles`.
        free: True for the free attack on a fleeing unit.
        wades: True if the figures strike out of water or a ditch.
        lent: as for `count_of`.

    Rules: battlesystem:8.4, battlesystem:8.4b, battlesystem:8.4d, battlesystem:8.6, battlesystem:8.6a, battlesystem:8.1d.
    """
    count = count_of(attacker, figures, lent)
    if not count or not attacks(state, attacker, defender):
        return 0
    tally = Tally("attack roll") if table.telling else None
    total = attack_sum(state, attacker, defender, aspect, tally, free)
    if wades:
        total += WADING
        if tally is not None:
            tally.add(WADING, "out of water or a ditch", "battlesystem:11.9d")
    dice = table.dice(
        2, 6, f"attack of {name(state, attacker)}" if table.telling else "attack", attacker.side
    )
    roll = total + dice[0] + dice[1]
    found = damage(state, attacker, defender, count, roll)
    state.struck = True
    attacker.acted = True
    defender.attacked = True
    if tally is not None:
        tally.add(dice[0] + dice[1], "two dice", "battlesystem:8.4")
        stake = damage_stake(
            attacker.side,
            found,
            [damage(state, attacker, defender, count, total + thrown) for thrown, _ in WAYS],
        )
        _tell(state, table, attacker, defender, figures, count, aspect, free, tally, dice, found, stake)
    return found


def _tell(
    state: State,
    table: Table,
    attacker: Unit,
    defender: Unit,
    figures: list[int],
    count: int,
    aspect: int,
    free: bool,
    tally: Tally,
    dice: list[int],
    found: int,
    stake: Stake,
) -> None:
    """Tell of an attack."""
    where = ASPECTS[REAR if free else side_met(state, attacker, defender, aspect)]
    toll_now = toll(found, defender.now.figure, defender.figures, False)
    text = says(state, attacker, "strikes|strike {} {} with {}", name(state, defender), where, counted(count))
    text += f": attack roll {tally.total}, {hit_dice(found)} hit {'die' if found == TENTHS else 'dice'} of damage, "
    text += f"{worth(toll_now.killed, toll_now.wounded)}."
    table.tell(
        Event(
            "attack",
            text,
            "battlesystem:8.8d" if free else "battlesystem:8.4",
            side=attacker.side,
            dice=[(attacker.side, 6, die) for die in dice],
            data={
                "unit": f"u{attacker.id}",
                "target": f"u{defender.id}",
                "figures": list(figures),
                "aspect": aspect,
                "free": free,
                "roll": tally.total,
                "damage": found,
            },
            tallies=[tally],
            stakes=[stake],
        )
    )


def worth(killed: int, wounded: bool) -> str:
    """Damage in words.

    >>> worth(2, False), worth(1, True), worth(0, True), worth(0, False)
    ('enough for 2 killed', 'enough for 1 killed and a wound', 'enough for a wound', 'too little to tell')
    """
    parts = [f"{killed} killed"] if killed else []
    if wounded:
        parts.append("a wound")
    return f"enough for {' and '.join(parts)}" if parts else "too little to tell"


def hit_dice(tenths: int) -> str:
    """Tenths of hit dice as people write them.

    >>> hit_dice(60), hit_dice(16)
    ('6', '1.6')
    """
    whole, rest = divmod(tenths, TENTHS)
    return f"{whole}.{rest}" if rest else str(whole)
