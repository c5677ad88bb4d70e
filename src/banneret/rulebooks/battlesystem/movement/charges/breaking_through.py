"""Charges that break through the weak: figures that even the worst blow would kill are removed, and the charge goes on.

Rules: battlesystem:7.14i, battlesystem:7.14j, battlesystem:8.1c, battlesystem:4.4.
"""

from __future__ import annotations

from collections.abc import Collection

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import rebuilt
from banneret.rulebooks.battlesystem.combat import assignments, attack_rolls, strikers, wading
from banneret.rulebooks.battlesystem.combat.losses import open_losses, settling
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.drill.walking import has_yet_to_move
from banneret.rulebooks.battlesystem.morale import causes, checks_and_routs, morale_rolls
from banneret.rulebooks.battlesystem.space import contacts, dressing, obstacles, standing
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended, name
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import FIELD, OPEN, Unit


class Broken:
    """A unit that a charge has broken through.

    before: the figures it had lost until then. block: how it stood. numbers: those who are left, as they were numbered there.
    strikers: the figures of the charger whose blows count. x, y: where those stood who struck last.
    """

    __slots__ = ("before", "block", "numbers", "strikers", "x", "y")

    def __init__(self, before: int, block: Block | None) -> None:
        self.before: int = before
        self.block: Block | None = block
        self.numbers: list[int] = [] if block is None else list(range(block.figures))
        self.strikers: set[int] = set()
        self.x: float = 0.0
        self.y: float = 0.0

    def lose(self, touched: list[int]) -> None:
        """Figures are removed, named by the numbers that they have among those left."""
        self.numbers = [number for at, number in enumerate(self.numbers) if at not in touched]

    def gaps(self) -> int:
        """The figures that must be moved to fill the gaps in its front. Rules: battlesystem:7.3b, battlesystem:7.3c."""
        if self.block is None:
            return 0
        fallen = set(range(self.block.figures)).difference(self.numbers)
        return open_losses.moved_up(self.block, fallen)[1]


def break_through(state: State, table: Table, unit: Unit, broken: dict[int, Broken]) -> bool:
    """Remove the figures in a charge's way if even the worst blow would kill them all; whether it did.

    Nobody breaks through spears that are set against him: they strike first; by versions 1 to 5 of the rules they fell all the same.
    Rules: battlesystem:7.14i, battlesystem:7.14j, battlesystem:11.7b.
    """
    struck = doomed(state, unit)
    if not struck:
        return False
    for enemy, touched, mine in struck:
        roster = enemy.now
        if enemy.id not in broken:
            broken[enemy.id] = Broken(roster.figures - enemy.figures, enemy.block)
        broken[enemy.id].lose(touched)
        broken[enemy.id].strikers.update(mine)
        broken[enemy.id].x, broken[enemy.id].y = standing.middle_of(unit, mine)
        settling.break_through(state, table, enemy, touched, unit.id)
        enemy.attacked = True
        state.struck = True
        if table.telling:
            figures = "a figure" if len(touched) == 1 else f"{len(touched)} figures"
            words = "breaks|break through {} of {} and charges|charge on."
            text = says(state, unit, words, figures, name(state, enemy))
            data = {"unit": f"u{unit.id}", "target": f"u{enemy.id}", "figures": touched}
            table.tell(Event("through", text, "battlesystem:7.14i", side=unit.side, data=data))
    return True


def doomed(state: State, unit: Unit) -> list[tuple[Unit, list[int], list[int]]]:
    """The enemies whom a charge breaks through as it stands, each with its figures that fall and those that strike them; none where one holds.

    Rules: battlesystem:7.14i, battlesystem:11.7b.
    """
    found: list[tuple[Unit, list[int], list[int]]] = []
    for enemy_id, mine in _told_off(state, unit):
        enemy = state.units[enemy_id]
        if enemy.spears and is_mended(state, 6) and attack_rolls.are_set_against(state, enemy, unit):
            return []
        touched = sorted({touch.other for touch in contacts.touches(state, unit, enemy)})
        if _certain_kills(state, unit, enemy, mine) < figures_on(enemy, touched):
            return []
        found.append((enemy, touched, mine))
    return found


def _certain_kills(state: State, unit: Unit, enemy: Unit, mine: list[int]) -> int:
    """The figures of an enemy that these of a charger kill even with the worst roll: those who wade strike apart, and worse.

    By versions 1 to 9 of the rules nobody waded here. Rules: battlesystem:7.14i, battlesystem:11.9d.
    """
    aspect = contacts.aspect(state, unit, enemy)
    groups = wading.groups(state, unit, enemy, mine) if is_mended(state, 10) else [(mine, False)]
    lent = strikers.idle(state, unit, enemy, mine)
    return sum(
        [
            attack_rolls.certain_kills(
                state, unit, enemy, attack_rolls.count_of(unit, group, lent), aspect, wades
            )
            for group, wades in groups
        ]
    )


def _told_off(state: State, unit: Unit) -> list[tuple[int, list[int]]]:
    """The enemies that a charge has run into, and who strikes each of them: of several as by default. Rules: 7.14i, 8.1c."""
    foes = contacts.enemies_touching(state, unit)
    reaches = [strikers.reach(state, unit, state.units[foe], len(foes) > 1) for foe in foes]
    if len(foes) < 2:
        return [(one.enemy, one.figures()) for one in reaches]
    plan = assignments.Assignment(state, unit, reaches)
    return [(foe, plan.strikers(plan.preset, foe)) for foe in foes]


def close_up(state: State, unit: Unit, broken: dict[int, Broken]) -> None:
    """The units broken through close their ranks, still in contact with the charger if they were; open ones pay for it.

    One that has no room for it stays out of order until it moves. Rules: battlesystem:7.14j, battlesystem:7.3c, battlesystem:7.1c.
    """
    for enemy_id, one in broken.items():
        enemy = state.units[enemy_id]
        if enemy.status != FIELD or enemy.singles is not None or enemy.loose is None:
            continue
        if enemy.formation == OPEN and not enemy.routed:
            enemy.debt += one.gaps() * enemy.mount
        was_touched = contacts.are_touching(state, enemy, unit)
        for block in _closed_up(enemy):
            if not obstacles.is_free(state, enemy, block.area()):
                continue
            trial = enemy.copy()
            dressing.stand(trial, block)
            if not was_touched or contacts.are_touching(state, trial, unit):
                dressing.stand(enemy, block)
                break


def catch_broken(state: State, broken: dict[int, Broken]) -> None:
    """Units broken through that have yet to move are caught: an enemy came into contact with them, wherever he is now.

    By versions 1 to 10 of the rules they were free if he had gone on. Rule: battlesystem:7.8f.
    """
    for enemy_id in broken if is_mended(state, 11) else ():
        enemy = state.units[enemy_id]
        if enemy.status == FIELD and enemy.singles is None and has_yet_to_move(state, enemy.side):
            enemy.caught = True


def _closed_up(enemy: Unit) -> list[Block]:
    """Blocks that those left of a unit can form: on its front line, or where they stand, or some ranks behind that."""
    block, loose = enemy.block, enemy.loose
    assert block is not None
    assert loose is not None
    right = [(x - block.x) * block.forward_y - (y - block.y) * block.forward_x for x, y, _ in loose]
    ahead = [(x - block.x) * block.forward_x + (y - block.y) * block.forward_y for x, y, _ in loose]
    pitch = block.width + block.spacing
    files = min(block.figures, int((max(right) - min(right)) / pitch + 0.5) + 1)
    x, y = block.point((max(right) + min(right)) / 2.0, max(ahead) + block.depth / 2.0)
    found: list[Block] = []
    for start in (block, rebuilt(block, x, y, block.heading, files, block.spacing)):
        found.append(start)
        for rank in range(1, start.ranks + 1):
            x, y = start.point(0.0, -rank * (block.depth + block.spacing))
            found.append(rebuilt(start, x, y, start.heading, start.files, start.spacing))
    return found


def check_the_broken(
    state: State, table: Table, unit: Unit, broken: dict[int, Broken], is_hit: bool = False
) -> None:
    """Morale of the units broken through, when the charger's move is finished; who commands them then is found out before.

    `is_hit`: the charger lost figures after it had broken through: the checks have their cause where those stood who struck; by versions
    1 to 17 of the rules only where some of these are gone. A routed one was attacked, so it runs once more; by versions 1 to 10 of the rules only where others would check.
    Rules: battlesystem:7.14j, battlesystem:4.4, battlesystem:4.7, battlesystem:6.4a.
    """
    for enemy_id, one in broken.items():
        enemy = state.units[enemy_id]
        if enemy.status != FIELD:
            continue
        in_command.review_unit(state, table, enemy)
        roster = enemy.now
        after = roster.figures - enemy.figures
        is_due = morale_rolls.is_due(enemy, roster.figures, one.before, after)
        if is_due or (enemy.routed and enemy.singles is None and is_mended(state, 11)):
            x, y = one.x, one.y
            if not (is_hit and is_mended(state, 18)) and _all_stand(unit, one.strikers):
                x, y = standing.middle_of(unit, sorted(one.strikers))
            checks_and_routs.check(state, table, enemy, causes.Cause(causes.LOSSES, unit.id, x, y))


def _all_stand(unit: Unit, figures: Collection[int]) -> bool:
    """True if all of some figures of a unit in a block are on the table still."""
    return unit.status == FIELD and max(figures) < len(standing.bases(unit))
