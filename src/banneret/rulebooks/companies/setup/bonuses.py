"""The bonuses that are added to a company's Disposition, each with its reason. Rules: companies:disp.sum, companies:disp.compare-many."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.rulebooks.companies.board.sides import alliance
from banneret.rulebooks.companies.state import BONUS, UNLISTED, Force, State
from banneret.rulebooks.companies.tables.files import rows
from banneret.rulebooks.companies.tables.troops import lifepaths

FASTER: Final = 10
"""A full point of the speed multiplier, in tenths. Rule: companies:disp.mobility."""
STAGGERING: Final = 5
"""So many times the troops of an enemy outnumber it vastly. Rule: companies:disp.vastly-outnumber."""
POINTS: Final[dict[str, tuple[int, str]]] = {
    row["id"]: (int(row["value"]), row["label"]) for row in rows("disposition", "bonus")
}
"""The points and the name of each bonus. Rule: companies:disp.sum."""
Part = tuple[int, str, str]
"""The points of a bonus, its name, and its rule."""


def bonuses(state: State, number: int) -> list[Part]:
    """All bonuses of a company to its Disposition. Rule: companies:disp.sum."""
    force = joined(state, number)
    ally = alliance(state, force.side)
    everyone = [joined(state, company.id) for company in state.companies]
    enemies = [other for other in everyone if alliance(state, other.side) != ally]
    found: list[Part] = []
    if state.initiative == number and state.chosen == BONUS:
        found.append((*POINTS["contact"], "companies:disp.contact"))
    if is_more_mobile(force, enemies):
        found.append((*POINTS["greater-mobility"], "companies:disp.mobility"))
    found += outnumbering(state, force)
    if force.tools:
        found.append((*POINTS["right-tools"], "companies:disp.tools"))
    if is_better_equipped(force, enemies):
        found.append((*POINTS["superior-equipment"], "companies:disp.equipment"))
    if is_stealthier(state, force, enemies):
        found.append((*POINTS["superior-infiltration"], "companies:disp.infiltration-winner"))
    if force.ground:
        found.append((*POINTS["superior-position"], "companies:disp.position"))
    return found + better_training(state, force, enemies)


def joined(state: State, number: int) -> Force:
    """A company with the training and the infiltration that recruits add for this battle. Rule: companies:force.circles."""
    force = state.setting.forces[number]
    recruits = [lifepaths()[name] for name in state.companies[number].recruits]
    if not recruits:
        return force
    training = (*force.training, *[one for path in recruits for one in path.training])
    infiltration = force.infiltration + sum([path.infiltration for path in recruits])
    return replace(force, training=training, infiltration=infiltration)


def is_more_mobile(force: Force, enemies: list[Force]) -> bool:
    """True if a company is mounted or winged and no enemy is, or a full point faster than all of them. Rule: companies:disp.mobility."""
    if force.moves and not any(enemy.moves for enemy in enemies):
        return True
    return all(force.speed >= enemy.speed + FASTER for enemy in enemies)


def troops_per_company(state: State, side: int) -> tuple[int, int]:
    """The troops of a faction and the number of its companies."""
    own = [force for force in state.setting.forces if force.side == side]
    return sum([force.troops for force in own]), len(own)


def outnumbering(state: State, force: Force) -> list[Part]:
    """The bonus for more troops per company than each enemy faction has. Rules: companies:disp.outnumber, companies:disp.vastly-outnumber."""
    over, under = state.setting.flags.ratio
    troops, count = troops_per_company(state, force.side)
    more = vastly = True
    ally = alliance(state, force.side)
    for side in [one for one in range(len(state.setting.sides)) if alliance(state, one) != ally]:
        theirs, companies = troops_per_company(state, side)
        mine, other = troops * companies, theirs * count
        more = more and mine > other and mine * under >= other * over
        vastly = vastly and mine >= STAGGERING * other
    if vastly:
        return [(*POINTS["vastly-outnumber"], "companies:disp.vastly-outnumber")]
    return [(*POINTS["outnumber"], "companies:disp.outnumber")] if more else []


def is_better_equipped(force: Force, enemies: list[Force]) -> bool:
    """True if the gear of a company is rated above that of every enemy; no gear is better than natural armour. Rule: companies:disp.equipment."""
    return all(force.gear > enemy.gear and not enemy.hide for enemy in enemies)


def infiltration(state: State, force: Force) -> int:
    """The infiltration of a company: by its members where all companies list them, else by its lifepaths.

    Rules: companies:disp.infiltration-small, companies:disp.infiltration-mass.
    """
    listed = all(one.members != UNLISTED for one in state.setting.forces)
    by_members = listed and state.setting.flags.infiltration != "lifepaths"
    return force.members if by_members else force.infiltration


def is_stealthier(state: State, force: Force, enemies: list[Force]) -> bool:
    """True if a company has the highest infiltration of all, and one above 0. Rule: companies:disp.infiltration-winner."""
    own = infiltration(state, force)
    return own > 0 and all(own > infiltration(state, enemy) for enemy in enemies)


def training(state: State, force: Force) -> int:
    """The number of training skills of a company, each counted once, by an option once for each lifepath that teaches it. Rule: companies:disp.training."""
    return len(force.training) if state.setting.flags.per_lifepath else len(frozenset(force.training))


def better_training(state: State, force: Force, enemies: list[Force]) -> list[Part]:
    """The bonus for more training than the best-trained enemy. Rules: companies:disp.training, companies:disp.training-vast."""
    over = training(state, force) - max([training(state, enemy) for enemy in enemies])
    if over > 1:
        return [(*POINTS["vastly-superior-training"], "companies:disp.training-vast")]
    return [(*POINTS["superior-training"], "companies:disp.training")] if over == 1 else []
