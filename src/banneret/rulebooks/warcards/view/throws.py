"""The throws to come, for people: every modifier with its rule, the number to be reached, the faces that do it.

The sums are those that the rules add up when the dice fall (`ratings`), shown by the same tallies.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.kernel.scene import Figure, Throw
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.movement.entry import entry_sums, free_attack_bonus, free_attack_need
from banneret.rulebooks.warcards.odds.blows import FACES, Blow, least_face, reaches, sums
from banneret.rulebooks.warcards.ratings.morale import morale_total, safe_behind_walls
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.text.wording import ATTACK_VERBS, agree, label

MOST_SUMS: Final = 1024  # pairs of a bonus and the number to be reached of which the faces are cached
ATTACK: Final = "warcards:combat.attack-roll"
SAVE: Final = "warcards:combat.morale-save"
SHOT: Final = "warcards:full.free-attack"
ENTRY: Final = "warcards:full.enter-contest"


def blow_throws(state: State, blow: Blow) -> list[Throw]:
    """The throw of an attack, and the save of the unit that it hits if it must make one.

    Rules: warcards:combat.attack-roll, warcards:combat.morale-save, warcards:full.morale.
    """
    return [attack_throw(state, blow), *save_throws(state, blow.target)]


def attack_throw(state: State, blow: Blow) -> Throw:
    """The throw of an attack alone. Rule: warcards:combat.attack-roll."""
    attack, defense = Tally("attack"), Tally("defense")
    bonus, need = sums(state, blow, attack, defense)
    verb = ATTACK_VERBS[blow.kind] + (" to subdue" if blow.subdue else "")
    title = f"{agree(label(state, blow.unit), verb)} {label(state, blow.target)}"
    if blow.doubled:
        title += " for double damage"
    figures = (_added(attack), _reached(defense))
    return Throw(title, blow.unit.side, figures, _shows(bonus, need), _likely(bonus, need), ATTACK)


def save_throws(state: State, unit: Unit) -> list[Throw]:
    """The save of a unit against rout; none for a unit that is routed or safe behind its walls.

    Rules: warcards:combat.morale-save, warcards:full.morale.
    """
    if unit.routed or safe_behind_walls(state, unit):
        return []
    morale = Tally("morale")
    bonus = morale_total(state, unit, False, morale)
    need = state.setting.flags.rout_dc
    figures = (_added(morale), Figure("to be reached", str(need), rule=SAVE))
    title = agree(f"{label(state, unit)}, if hit,", "stands|stand")
    return [Throw(title, unit.side, figures, _shows(bonus, need), _likely(bonus, need), SAVE)]


def entry_throws(state: State, unit: Unit, area: int, aided: bool = True) -> list[Throw]:
    """The throws on which a way into a castle depends: the shot from the walls, the save, the contest of two dice.

    `aided`: the heroes with the unit count in the contest.
    Rules: warcards:full.free-attack, warcards:full.enter-contest.
    """
    found = []
    bonus = free_attack_bonus(state)
    if bonus != NONE:
        need = free_attack_need(state, unit)
        shot = Tally("attack", bonus, "level, weather and sight", SHOT)
        title = f"The walls shoot at {label(state, unit)}"
        figures = (_added(shot), _reached(need))
        found = [
            Throw(
                title,
                state.setting.owner,
                figures,
                _shows(bonus, need.total),
                _likely(bonus, need.total),
                SHOT,
            ),
            *save_throws(state, unit),
        ]
    contest = entry_sums(state, unit, area, aided)
    mine, theirs = contest[unit.side], contest[1 - unit.side]
    figures = (_added(mine, "its sum"), _added(theirs, "their sum"))
    lead = mine.total - theirs.total
    faces = range(1, FACES + 1)
    ways = sum(own + lead > other for own in faces for other in faces)
    title = agree(label(state, unit), "gets|get in")
    found.append(Throw(title, unit.side, figures, _outdoes(lead), round(100 * ways / FACES**2, 1), ENTRY))
    return found


def _outdoes(lead: int) -> str:
    """The face that a die must show beside the other's when its sum is `lead` ahead; a tie is not enough.

    >>> _outdoes(-4), _outdoes(1), _outdoes(3), _outdoes(-19), _outdoes(20)
    ('5 more than their die', 'as much as their die', 'at most 2 less than their die', 'it cannot', 'any')
    """
    if abs(lead) >= FACES - 1:
        return "any" if lead >= FACES else "it cannot" if lead < 0 else "at most 18 less than their die"
    if lead < 1:
        return f"{1 - lead} more than their die"
    return "as much as their die" if lead == 1 else f"at most {lead - 1} less than their die"


def _added(tally: Tally, name: str = "") -> Figure:
    """The sum that is added to a die."""
    return Figure(name or "added to the die", f"{tally.total:+d}", tuple(tally.parts), kind="bonus")


def _reached(tally: Tally) -> Figure:
    """The number that must be reached."""
    return Figure("to be reached", str(tally.total), tuple(tally.parts))


@lru_cache(maxsize=MOST_SUMS)
def _shows(bonus: int, need: int) -> str:
    """The faces that a d20 must show. Rules: warcards:combat.natural, warcards:rally.natural."""
    least = least_face(bonus, need)
    return "20" if least == FACES else f"{least} or more"


@lru_cache(maxsize=MOST_SUMS)
def _likely(bonus: int, need: int) -> float:
    """The likelihood of reaching a number with a bonus, in percent."""
    return round(100 * sum(reaches(face, bonus, need) for face in range(1, FACES + 1)) / FACES, 1)
