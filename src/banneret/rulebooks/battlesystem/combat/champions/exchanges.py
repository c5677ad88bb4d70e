"""The blows of an individual's fight with figures, made while all still stand; what they do is settled afterwards.

Rules: battlesystem:9.4a, battlesystem:9.4a.order, battlesystem:8.0b.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.bouts import Clash
from banneret.rulebooks.battlesystem.combat.champions import blows, sums
from banneret.rulebooks.battlesystem.combat.champions.parting import able
from banneret.rulebooks.battlesystem.combat.losses.blows import Reckoning
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit


class Exchange:
    """A fight between an individual and figures as it stands when the blows fall.

    Attributes:
        clash: the fight.
        one: the individual.
        touched: the figures that he touches, by unit.
        target: the unit that he strikes, by number; `NOBODY` if he strikes none.
        figure: the figure of it that he strikes.
        tenths: the damage that he has done, in tenths of hit dice.
        lost: the hit points that he has lost.
        felled_by: the unit that hit him last; by versions 1 to 8 of the rules the first assigned to him.
    """

    __slots__ = ("clash", "felled_by", "figure", "lost", "one", "target", "tenths", "touched")

    def __init__(self, state: State, clash: Clash) -> None:
        self.clash: Clash = clash
        self.one: Individual = state.individuals[clash.hero]
        self.touched: dict[int, list[int]] = footprints.touched(state, self.one)
        figures = self.touched.get(clash.target, [])
        self.target: int = clash.target if figures else NOBODY
        # the figure he chose, or another of its unit if he no longer touches that
        self.figure: int = clash.figure if clash.figure in figures else figures[0] if figures else NOBODY
        self.tenths: int = 0
        self.lost: int = 0
        self.felled_by: int = clash.beset[0][0] if clash.beset else NOBODY

    def figures_hit(self, state: State) -> list[int]:
        """The figures of the unit struck that can be hit. Rule: battlesystem:9.4a.whole-figure."""
        if sums.whole_figures(state, self.one, state.units[self.target]):
            return self.touched[self.target]
        return [self.figure]

    def tells(self, state: State) -> bool:
        """True if the blow did damage, or drives on who is routed. Rule: battlesystem:6.4a."""
        if self.target == NOBODY:
            return False
        return self.tenths > 0 or runs_again(state, self.one, state.units[self.target], self.figure)


def strike(state: State, table: Table, fight: Exchange, side: int) -> None:
    """Roll the blows of a side in an individual's fight. Rules: battlesystem:9.4a.hero-attacks, battlesystem:9.4a.figure-attacks."""
    one, clash = fight.one, fight.clash
    if one.side == side:
        if fight.target != NOBODY:
            fight.tenths = blows.of_champion(state, table, one, state.units[fight.target], fight.figure)
        return
    for number, wanted in clash.beset:
        unit = state.units[number]
        if unit.side != side or number not in fight.touched:
            continue
        struck = fight.figure if fight.target == number else NOBODY
        count = min(wanted, len(able(state, unit, fight.touched[number], struck)))
        if count and not (unit.rallied and fight.target != number):
            points = blows.at_champion(state, table, unit, count, one)
            fight.lost += points
            if points and is_mended(state, 9):
                fight.felled_by = number


def strike_as_the_fallen(state: State, table: Table, fight: Exchange) -> None:
    """Roll the blows of those who fell earlier in the phase. Rule: battlesystem:8.0b."""
    for number, count, total in fight.clash.fallen:
        points = blows.of_the_fallen(state, table, state.units[number], count, fight.one, total)
        fight.lost += points
        if points:
            fight.felled_by = number


def runs_again(state: State, one: Individual, unit: Unit, figure: int) -> bool:
    """True if routed troops run again because an individual has a blow at them, even if it does no damage.

    By versions 1 to 8 of the rules they stayed if it did none, and a routed skirmisher always stayed. Rule: battlesystem:6.4a.
    """
    if not is_mended(state, 9) or not sums.strikes(state, one, unit):
        return False
    return unit.routed or (unit.singles is not None and unit.singles[figure].routed)


def join(state: State, due: Reckoning, fights: list[Exchange]) -> None:
    """Let the blows of individuals at a unit be settled with the others: of those, by no unit, each is one of these fights in turn.

    Rules: battlesystem:9.4a.units, battlesystem:8.7i.
    """
    rest = list(fights)
    for blow in due.blows:
        if blow.attacker == NOBODY:
            fight = rest.pop(0)
            blow.touched = fight.figures_hit(state)
            blow.spots = [(fight.one.x, fight.one.y)]
            due.held.update(blow.touched)
