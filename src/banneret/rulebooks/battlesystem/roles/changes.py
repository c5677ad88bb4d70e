"""Changes of role: a side declares them when the Movement Phase opens, before any of its figures moves; they take effect at once.

If a command can be taken over, the side is asked before all else; other changes are orders among its moves, until one of its own
figures has moved. The orders are

- ("role", individual, "deputy"): take over from the commander whose deputy he is;
- ("role", individual, "commander", unit) and ("role", individual, "member", unit): command or join a unit that he touches or is with;
- ("role", individual, "hero"): leave the unit or the command;
- ("keep",): change nothing more.

Rules: battlesystem:9.0a, battlesystem:9.1b, battlesystem:9.1g, battlesystem:9.3c, battlesystem:9.3d.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import HERO, MEMBER, Individual
from banneret.rulebooks.battlesystem.individuals import footprints, roles
from banneret.rulebooks.battlesystem.roles import attachment, succession
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, is_mended, on_field
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, NO_ORDER, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.membership import why_not_with

ROLE: Final = "role"
KEEP: Final[Order] = ("keep",)
DEPUTY: Final = "deputy"
COMMANDER: Final = "commander"
AS_MEMBER: Final = "member"
AS_HERO: Final = "hero"


def options(state: State, side: int) -> list[Order]:
    """The changes of role that a side can declare now; each individual changes once a round. Rules: battlesystem:9.0a, 9.1g."""
    found: list[Order] = []
    for one in _able(state, side):
        found += of_individual(state, one)
    return found


def has_any(state: State, side: int) -> bool:
    """True if a side can declare some change of role now: `options` that stops at the first one."""
    return any(of_individual(state, one) for one in _able(state, side))


def can_take_over(state: State, side: int) -> bool:
    """True if some of the `options` of a side take over a command. Rules: battlesystem:9.0a, battlesystem:9.3c."""
    return any(of_individual(state, one, commands=True) for one in _able(state, side))


def _able(state: State, side: int) -> list[Individual]:
    """The individuals of a side who can still change their role this round. Rule: battlesystem:9.0a."""
    return [
        one
        for one in state.individuals.values()
        if one.side == side
        and roles.is_in_battle(one)
        and one.changed != state.round
        and roles.has_arrived(state, one)
        and not _has_gone_along(state, one)
    ]


def _has_gone_along(state: State, one: Individual) -> bool:
    """True if an individual is with troops that have moved by themselves in this phase: he has moved with them, and can change no more.

    By versions 1 to 9 of the rules he could leave them after their run, with his whole movement rate; by versions 10 to 14 he could not
    where they had run from the missiles before the phase either. Rules: battlesystem:9.0a, battlesystem:9.1.
    """
    if one.unit == NOBODY or not is_mended(state, 10):
        return False
    unit = state.units[one.unit]
    if is_mended(state, 15):
        return _goes_of_itself(unit) and (unit.moved or _are_running(unit))
    return _goes_of_itself(unit) and (unit.moved or (unit.routed and unit.acted))


def _are_running(unit: Unit) -> bool:
    """True if skirmishers of a unit have run in this phase. Rule: battlesystem:7.15g."""
    return any(single.routed and single.done for single in unit.singles or ())


def is_carried_off(state: State, side: int) -> bool:
    """True if an individual who may change his role is with troops that will move by themselves, so that his side must decide before.

    By versions 1 to 8 of the rules nobody could leave a routed unit before it ran on. Rule: battlesystem:9.0a.
    """
    if not is_mended(state, 9):
        return False
    for one in _able(state, side):
        if one.unit == NOBODY:
            continue
        unit = state.units[one.unit]
        if (unit.routed or unit.quarry != NOBODY or unit.order != NO_ORDER) and of_individual(state, one):
            return True
    return False


def _goes_of_itself(unit: Unit) -> bool:
    """True for troops that their player does not move: routed, mobs, or out of hand. Rule: battlesystem:9.0a."""
    return unit.routed or unit.formation == MOB or unit.quarry != NOBODY or unit.rash


def is_open(state: State, side: int) -> bool:
    """True as long as a side has moved no figure this round: until then it may declare changes. Rule: battlesystem:9.0a.

    By versions 1 to 8 of the rules troops that moved by themselves ended this too, and so did paying for gaps.
    """
    is_lenient = is_mended(state, 9)
    for one in state.individuals.values():
        if one.side == side and one.moved > 0.0:
            return False
    for unit in on_field(state, side):
        if is_lenient and _goes_of_itself(unit):
            continue
        if unit.moved or (unit.spent > 0.0 and not is_lenient):
            return False
        if unit.singles is not None and any(single.moved > 0.0 for single in unit.singles):
            return False
    return True


def of_individual(state: State, one: Individual, commands: bool = False) -> list[Order]:
    """The changes of role that an individual could make where he is. Rules: battlesystem:9.0a, battlesystem:9.1g, 9.3c.

    `commands`: True for those only by which he takes over a command; an enemy in contact prevents these only by versions 1 to 8 of the
    rules. By versions 1 to 14 of the rules a commander had to be a Hero for a round before he took command of another unit.
    """
    found: list[Order] = []
    rank = roles.rank_of(state, one)
    if not succession.why_not(state, one) and can_come_out(state, one):
        found.append((ROLE, one.id, DEPUTY))
    if state.setting.sheets[one.id].champion is None:
        return found  # he neither fights nor belongs to a unit
    held = one.on_table and footprints.is_held(state, one)
    may_command = rank == HERO or is_mended(state, 15)
    if one.on_table and (not held or (may_command and is_mended(state, 9))):
        for unit in on_field(state, one.side):
            if attachment.touches(state, one, unit):
                if may_command and not why_not_command(state, one, unit):
                    found.append((ROLE, one.id, COMMANDER, unit.id))
                if not commands and not held and not why_not_join(state, one, unit):
                    found.append((ROLE, one.id, AS_MEMBER, unit.id))
    if rank == MEMBER and not why_not_command(state, one, state.units[one.unit]):
        found.append((ROLE, one.id, COMMANDER, one.unit))
    if not commands and rank != HERO and can_come_out(state, one):
        found.append((ROLE, one.id, AS_HERO))
    return found


def can_come_out(state: State, one: Individual) -> bool:
    """True if an individual is with no unit, or has room beside it where he touches no enemy. Rule: battlesystem:9.1g."""
    return one.unit == NOBODY or attachment.place_beside(state, one, state.units[one.unit]) is not None


def why_not_command(state: State, one: Individual, unit: Unit) -> str:
    """The reason an individual cannot become the commander of a unit, "" if he can: it must have none. Rules: 9.0a, battlesystem:9.3d."""
    if state.setting.sheets[one.id].radius <= 0.0:
        return "He has no command radius."
    if unit.now.kind != REGULAR:
        return "Heroes take command of regular units only."
    if unit.leader_at != NOBODY or roles.chief_of(state, unit) is not None:
        return f"{unit.now.name} has a commander."
    return succession.LATER if unit.forsaken else ""


def why_not_join(state: State, one: Individual, unit: Unit) -> str:
    """The reason an individual cannot become a member of a unit he touches, "" if he can. Rules: battlesystem:9.1b, battlesystem:9.1g."""
    champion = state.setting.sheets[one.id].champion
    if champion is None:
        return "He has no sheet."
    if unit.status != FIELD or unit.routed or contacts.is_engaged(state, unit) or _is_besieged(state, unit):
        return f"{unit.now.name} is routed, or in contact with the enemy."
    if unit.now.engine is not None:
        return "The crew of a piece has no members."
    return why_not_with(champion, state.setting.rosters[unit.id])


def _is_besieged(state: State, unit: Unit) -> bool:
    """True if an enemy individual who fights touches a unit; by versions 1 to 8 of the rules always False. Rule: 9.1g."""
    return is_mended(state, 9) and bool(footprints.besieged(state, unit))


# ---------------------------------------------------------------- carried out


def take(state: State, order: Order) -> bool:
    """Change the role of an individual as a legal order says; False if he finds no room to stand. Rules: 9.0a, 9.1g, 9.3d, 9.3e."""
    one, word = state.individuals[order[1]], order[2]
    if word == DEPUTY:
        sheet = state.setting.sheets[one.id]
        if sheet.deputy_unit != NOBODY:
            done = succession.take_unit(state, one, state.units[sheet.deputy_unit])
        else:
            done = succession.take_above(state, one, sheet.deputy_leader)
    elif word == COMMANDER:
        if roles.rank_of(state, one) not in (HERO, MEMBER):
            _step_down(state, one)
        done = succession.take_unit(state, one, state.units[order[3]])
    elif word == AS_MEMBER:
        _step_down(state, one)
        one.role = MEMBER
        roles.join(state, one, state.units[order[3]])
        done = True
    else:
        done = one.unit == NOBODY or attachment.set_beside(state, one)
        if done:
            _step_down(state, one)
            one.role = HERO
    if done:
        one.changed = state.round
        forget_reviews(state, one.side)
    return done


def _step_down(state: State, one: Individual) -> None:
    """Let a commander give up his unit, or his place above units, which stays vacant to the end of this round. Rule: battlesystem:9.3d.

    By versions 1 to 6 of the rules the chart filled the place at once if he had taken it over from another.
    """
    if roles.commands_above(state, one):
        if is_mended(state, 9):
            state.individuals[roles.place_in_chain(one)].given_up = state.round
        elif one.post != NOBODY and is_mended(state, 7):
            state.individuals[one.post].changed = state.round
    if roles.is_chief(state, one):
        state.units[one.post].forsaken = True
    succession.leave_post(state, one)


def forget_reviews(state: State, side: int) -> None:
    """Make the next review look at all units of a side again, since their commanders have changed."""
    for unit in state.units.values():
        if unit.side == side:
            unit.review = None


def led(state: State, side: int) -> list[int]:
    """The regular units of a side, by number, that orders reach and that are neither routed nor out of hand. Rule: battlesystem:4.7."""
    return [
        unit.id
        for unit in on_field(state, side)
        if unit.now.kind == REGULAR and not (unit.routed or unit.rash) and in_command.is_led(state, unit)
    ]
