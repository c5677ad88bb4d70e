"""Individual combats of the Melee Phase, fought before the combats of units: who fights, three melee rounds, who falls.

A step forms the combats, or fights one melee round of one of them.
Rules: battlesystem:9.4b, battlesystem:9.4b.rounds, battlesystem:9.4b.groups, battlesystem:9.4b.after, battlesystem:9.4b.mounted, battlesystem:9.4a.order.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.duels.combat import Combat, strike
from banneret.rulebooks.battlesystem.duels.contacts import groups
from banneret.rulebooks.battlesystem.duels.course import Duel
from banneret.rulebooks.battlesystem.duels.duellists import BEHIND, FRONT, Arms, Blow, Duellist, routines
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale import bereaved
from banneret.rulebooks.battlesystem.stages import DUELS
from banneret.rulebooks.battlesystem.state import State, go_on, is_mended
from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.man_to_man import FLEEING, ROUNDS
from banneret.rulebooks.battlesystem.tables.mounted import mount_of
from banneret.rulebooks.battlesystem.tables.sheets import Champion

FIGHT = "duel"
REFUSE = "refuse"


def duel_step(state: State, table: Table) -> None:
    """Form the individual combats of the phase, or fight a melee round of the first one; after the last, units fight.

    A combat whose fighters no longer touch, after a rout that an earlier one caused, is not fought; by versions 1 to 8 of the rules it
    was. Rules: battlesystem:9.4b.rounds, battlesystem:9.4b.after.
    """
    if state.duels is None:
        state.duels = _formed(state, table)
    else:
        duel = state.duels[0]
        if not is_mended(state, 9) or not combat_of(state, duel).over():
            _melee_round(state, table, duel)
        if duel.rounds == ROUNDS or combat_of(state, duel).over():
            state.duels.pop(0)
    if not state.duels:
        state.duels = None
        go_on(state, DUELS)


def _formed(state: State, table: Table) -> list[Duel]:
    """The individual combats that a side declares: one between all who are linked by contact. Rules: 9.4b.groups, 9.4a.order."""
    touching = pairs(state) if len(state.individuals) > 1 else []
    _keep_count(state, touching)
    return [Duel(group) for group in groups(touching) if _is_declared(state, table, group)]


def pairs(state: State) -> list[tuple[int, int]]:
    """The enemies among the individuals who touch and fight, the lower number first. Rule: battlesystem:9.4b."""
    return [
        (one.id, other)
        for one in state.individuals.values()
        if footprints.champion(state, one) is not None
        for other in footprints.rivals(state, one)
        if one.id < other
    ]


def _keep_count(state: State, touching: list[tuple[int, int]]) -> None:
    """Keep the count of melee rounds of those who still touch an enemy they fought, and reset that of others. Rule: 9.4b.rounds.

    By versions 1 to 19 of the rules an enemy counted whom one only touched when a combat was refused.
    """
    for one in state.individuals.values():
        one.fought = fought_so_far(one, touching)
        close = _foes(one, touching)
        one.foes = tuple([foe for foe in close if foe in one.foes]) if is_mended(state, 20) else close


def _foes(one: Individual, touching: list[tuple[int, int]]) -> tuple[int, ...]:
    """The enemies in contact with an individual, by the pairs who touch."""
    return tuple([first + second - one.id for first, second in touching if one.id in (first, second)])


def fought_so_far(one: Individual, touching: list[tuple[int, int]]) -> int:
    """The melee rounds that count before an individual's next one; 0 if he touches nobody whom he fought. Rule: 9.4b.rounds."""
    return one.fought if set(_foes(one, touching)) & set(one.foes) else 0


def _is_declared(state: State, table: Table, group: tuple[int, ...]) -> bool:
    """Ask the sides of a combat, Side A first; return True as soon as one declares it. Rule: battlesystem:9.4a.order."""
    sides = {state.individuals[number].side for number in group}
    for side in state.ranking:
        if side in sides:
            options: list[Order] = [(FIGHT, *group), (REFUSE, *group)]
            if table.ask(Choice(FIGHT, side, "battlesystem:9.4b", options)) == options[0]:
                if table.telling:
                    names = ", ".join([state.setting.sheets[number].name for number in group])
                    data = {"pieces": [f"l{number}" for number in group]}
                    text = f"Individual combat: {names}."
                    table.tell(Event("duel", text, "battlesystem:9.4b", side=side, data=data))
                return True
    return False


# ---------------------------------------------------------------- a melee round


def combat_of(state: State, duel: Duel) -> Combat:
    """The combat for the man-to-man rules; individuals who came up after it was formed are not in it. Rule: 9.4b.groups."""
    fighters = [
        duellist(state, state.individuals[number])
        for number in duel.fighters
        if state.individuals[number].on_table
    ]
    known = {one.id for one in fighters}
    touching = [pair for pair in pairs(state) if known.issuperset(pair)]
    return Combat(fighters, touching, state.setting.daylight, is_mended(state, 9))


def _melee_round(state: State, table: Table, duel: Duel) -> None:
    """Fight one melee round; the fallen leave the table before anything else is fought.

    By versions 1 to 19 of the rules a melee round in which all hold counted as an attack. Rules: 9.4b.declare, 9.4b.hit-points, crossroads.victory.
    """
    combat = combat_of(state, duel)
    if is_mended(state, 20):
        for number, close in combat.touching.items():
            fighter = state.individuals[number]
            fighter.foes = tuple(sorted({*fighter.foes, *close}))
    before = {one.id: one.hit_points for one in combat.fighters.values()}
    combat.melee_round(table)
    if combat.blows or not is_mended(state, 20):
        state.struck = True
    duel.rounds += 1
    duel.initiative += tuple([(duel.rounds, number, die) for number, die in combat.initiative])
    duel.blows += tuple(
        [(duel.rounds, one.striker, one.target, one.needed, one.die, one.points) for one in combat.blows]
    )
    for one in combat.fighters.values():
        individual = state.individuals[one.id]
        individual.fought = one.fought
        individual.heading = one.heading
        if any(blow.striker == one.id for blow in combat.blows):
            individual.struck = True
        if any(blow.target == one.id for blow in combat.blows):
            harm.attack(state, individual)
        harm.hurt(state, table, individual, before[one.id] - one.hit_points)
    in_command.review(state, table)
    for side in state.ranking:
        for number in before:
            fallen = state.individuals[number]
            if fallen.side == side and not fallen.on_table:
                x, y = _felled_from(state, combat, fallen)
                bereaved.check_after(state, table, fallen, x, y)


def _felled_from(state: State, combat: Combat, one: Individual) -> tuple[float, float]:
    """The place of the enemy who last struck at an individual in a melee round; his own if nobody did."""
    for blow in reversed(combat.blows):
        if blow.target == one.id:
            return state.individuals[blow.striker].x, state.individuals[blow.striker].y
    return one.x, one.y


def duellist(state: State, one: Individual) -> Duellist:
    """The man-to-man figures of an individual, by his sheet. Rules: battlesystem:9.4b.to-hit, battlesystem:9.4b.attacks, 9.4b.mounted, 9.0d."""
    sheet = sums.sheet_of(state, one)
    thac0 = sheet.thac0 + (one.march if is_mended(state, 3) else 0)
    blows = [
        Blow(thac0, Dice.of(small), Dice.of(large))
        for small, large in zip(sheet.arms.small, sheet.arms.large, strict=True)
    ]
    return Duellist(
        one.id,
        one.side,
        state.setting.sheets[one.id].name,
        harm.left(state, one),
        sheet.armour_class,
        (Arms(sheet.arms.weapon.name, tuple(blows), sheet.attacks, _blows_of_mount(state, sheet)),),
        shield=sheet.shield,
        nimble=sheet.nimble,
        large=sheet.size == "L",
        weak=sheet.hit_dice < 1,
        sweeps=sums.sweeps(state, sheet),
        people=sheet.creature,
        edges=sums.of_people(state, sheet),
        fought=one.fought,
        x=one.x,
        y=one.y,
        heading=one.heading,
        reach=footprints.half_of(state, one),
        piece=f"l{one.id}",
    )


def _blows_of_mount(state: State, sheet: Champion) -> tuple[Blow, ...]:
    """The blows of an individual's mount, under the option `hero_mounts_fight`. Rule: battlesystem:9.4b.mounted."""
    if not sheet.mount or not state.setting.flags.mounts_fight:
        return ()
    being = mount_of(sheet.mount).being
    return tuple([Blow(being.thac0, Dice.of(dice), Dice.of(dice)) for dice in being.damage])


# ---------------------------------------------------------------- leaving


def strike_at_flight(state: State, table: Table, one: Individual) -> list[tuple[int, int]]:
    """Roll the blows of enemy individuals in contact at one who flees; return each enemy with the hit points he costs.

    Each strikes as often as in a melee round, from behind. By versions 1 to 8 of the rules the shield and Dexterity of the one who
    flees counted, and so did melee rounds fought against others. Rules: 9.4b.leave, battlesystem:9.4b.rear, battlesystem:9.4b.rounds.
    """
    found: list[tuple[int, int]] = []
    fleeing = duellist(state, one)
    aspect, bonus = (BEHIND, 0) if is_mended(state, 9) else (FRONT, FLEEING)
    touching = pairs(state) if is_mended(state, 9) else []
    for number in footprints.rivals(state, one):
        enemy = duellist(state, state.individuals[number])
        if is_mended(state, 9):
            enemy.fought = fought_so_far(state.individuals[number], touching)
        lost = 0
        for routine in routines(enemy, enemy.fought + 1, fleeing.weak):
            for blow in routine:
                state.struck = state.struck or is_mended(state, 3)
                lost += strike(table, enemy, blow, fleeing, aspect, state.setting.daylight, bonus).points
        found.append((number, lost))
    return found
