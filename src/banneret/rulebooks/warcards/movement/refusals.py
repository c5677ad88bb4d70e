"""Refusals of moves: the first fault of a move, in a sentence, and the rule that forbids it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import AREAS, NUMBERS, RESERVES, STEPS, Path, spot
from banneret.rulebooks.warcards.board.people import group_with, stands
from banneret.rulebooks.warcards.board.standing import enemy_of
from banneret.rulebooks.warcards.board.works import all_inside, bars
from banneret.rulebooks.warcards.movement.home import must_go_home, ways_home
from banneret.rulebooks.warcards.ratings.allowance import effective_move, move_cap, move_inside
from banneret.rulebooks.warcards.state import Figure, Group, State, Unit
from banneret.rulebooks.warcards.tables.conditions import FOREST, INCLEMENT, JUNGLE, MOUNTAIN, STORM, SWAMP
from banneret.rulebooks.warcards.text.wording import agree, label, short

Reason = tuple[str, str]  # the sentence and the rule

OFF: Final[dict[int, Reason]] = {
    st.DESTROYED: ("is|are destroyed", "warcards:combat.destroyed"),
    st.CAPTIVE: ("is|are the enemy's", "warcards:combat.subdued"),
    st.GONE: ("has|have left the field", "warcards:withdraw.declare"),
    st.ABOARD: ("is|are aboard a ship and goes|go where it goes", "warcards:naval.bunks"),
    st.GUARD: ("has|have gone home with a prize", "warcards:naval.prize"),
    st.HELPLESS: ("is|are adrift", "warcards:naval.capture"),
}
CAPS: Final[dict[int, str]] = {
    FOREST: "warcards:terrain.forest-move",
    JUNGLE: "warcards:terrain.jungle-move",
    SWAMP: "warcards:terrain.swamp-move",
    MOUNTAIN: "warcards:terrain.mountain-move",
}
SLOWED: Final[dict[int, str]] = {
    INCLEMENT: "warcards:weather.inclement-move",
    STORM: "warcards:weather.storm-move",
}
TWO_SIDES: Final = "warcards:field.two-sides"


def why_not(state: State, side: int, forced: Sequence[Unit], order: Order) -> Reason:
    """The fault of an order that a movement step does not offer; `forced` are the units that must go home first."""
    verb: object = ""  # a wrong order may begin with anything
    number = -1
    if len(order) >= 3 and isinstance(order[1], int):
        verb, number = order[0], order[1]
    if verb == "move" and 0 <= number < len(state.units):
        return _of_unit(state, side, forced, state.units[number], order[2:])
    if verb == "heroes" and 0 <= number < len(state.groups):
        return _of_heroes(state, side, state.groups[number], order[2:])
    if verb == "person" and 0 <= number < len(state.figures):
        return _of_person(state, side, forced, state.figures[number])
    text = "That is no move that can be made now: name a unit that may move, and the areas it goes through."
    return text, "warcards:move.allowance"


def home_first(state: State, unit: Unit) -> Reason:
    """The reason why other units wait until a unit has gone home, which is routed or of a withdrawing army."""
    if unit.routed:
        return agree(
            short(state, unit.id), "is|are routed and must go home first."
        ), "warcards:rout.move-home"
    return agree(
        short(state, unit.id), "must go home first: its|their army withdraws."
    ), "warcards:withdraw.declare"


# ---------------------------------------------------------------- units


def _of_unit(state: State, side: int, forced: Sequence[Unit], unit: Unit, names: Sequence[object]) -> Reason:
    """The reason why a unit cannot go a way."""
    found = why_it_stays(state, side, unit)
    if found is None and forced and unit not in forced:
        found = home_first(state, forced[0])
    if found is not None:
        return found
    return _first_wrong(state, unit, names, bool(forced))


def why_it_stays(state: State, side: int, unit: Unit) -> Reason | None:
    """The reason why a unit cannot set out at all, None when it can.

    Rules: warcards:move.locked, warcards:reserve.enter, warcards:rout.move-home, warcards:rout.shortest-path.
    """
    name = short(state, unit.id)
    if unit.side != side:
        return agree(label(state, unit), "is|are the enemy's."), TWO_SIDES
    if unit.place < 0:
        words, rule = OFF[unit.place]
        return agree(name, f"{words}."), rule
    if unit.since:
        enemy = state.units[enemy_of(state, unit)]
        text = f"is|are engaged with {label(state, enemy)} and locked in battle."
        return agree(name, text), "warcards:move.locked"
    if unit.spent or unit.halted:
        if unit.place >= AREAS:
            text = "has|have come into the reserve and moves|move no further this round."
            return agree(name, text), "warcards:reserve.enter"
        return agree(name, "has|have moved this round."), "warcards:move.allowance"
    if unit.place >= AREAS:
        if unit.routed:
            text = "is|are routed and stays|stay in the reserve until it|they rallies|rally."
            return agree(name, text), "warcards:rout.move-home"
        if state.withdrawing >> side & 1:
            text = "is|are to leave with its|their army, which withdraws."
            return agree(name, text), "warcards:withdraw.declare"
    elif must_go_home(state, unit) and not ways_home(state, unit, effective_move(state, unit)):
        return agree(name, "finds|find no way home and stays|stay."), "warcards:rout.shortest-path"
    return None


def _first_wrong(state: State, unit: Unit, names: Sequence[object], home: bool) -> Reason:
    """The reason why a unit cannot go to the first area on its way that it cannot enter; else why it cannot end there."""
    way: Path = ()
    for name in names:
        if not isinstance(name, str) or name not in NUMBERS:
            return f"There is no area {name!r:.30}.", "warcards:field.areas"
        found = _wrong_step(state, unit, way, NUMBERS[name], home)
        if found is not None:
            return found
        way = (*way, NUMBERS[name])
    who = short(state, unit.id)
    end = spot(unit.side, way[-1])
    friend = state.at[unit.side * AREAS + way[-1]] if way[-1] < AREAS else st.NOBODY
    if friend >= 0:
        other = short(state, friend)
        text = f"cannot stop at {end}, where {agree(other, 'stands|stand')}."
        return agree(who, text), "warcards:move.through-friends"
    if home:
        text = "must go home by a shortest way, as far as it|they gets|get."
        return agree(who, text), "warcards:rout.shortest-path"
    text = f"has|have a way to {end} that is as short, and takes|take that one."
    return agree(who, text), "warcards:move.allowance"


def _wrong_step(state: State, unit: Unit, way: Path, area: int, home: bool) -> Reason | None:
    """The reason why a unit that has gone a way cannot go on into a place, None when it can.

    Rules: warcards:reserve.enter, warcards:reserve.leave, warcards:reserve.enemy, warcards:move.directions,
    warcards:move.engage, warcards:move.through-friends, warcards:full.no-mounted, warcards:full.enter-fail,
    warcards:rout.no-engage.
    """
    side = unit.side
    who, name = short(state, unit.id), spot(side, area)
    here = way[-1] if way else unit.place
    if way and here >= AREAS:
        text = "moves|move no further once it|they is|are in the reserve."
        return agree(who, text), "warcards:reserve.enter"
    if way and unit.place >= AREAS:
        text = f"moves|move no further this round than out of the reserve to {spot(side, here)}."
        return agree(who, text), "warcards:reserve.leave"
    if area == RESERVES[1 - side]:
        return f"The enemy reserve is closed to {who}.", "warcards:reserve.enemy"
    if area == here and not way:
        return agree(who, f"is|are at {name} already."), "warcards:move.directions"
    if area not in STEPS[side][here] and area != here:
        return f"{name[:1].upper()}{name[1:]} is not next to {spot(side, here)}.", "warcards:move.directions"
    if area == unit.place or area in way:
        text = f"would come back to {name}, where it|they was|were."
        return agree(who, text), "warcards:move.directions"
    if way and state.at[(1 - side) * AREAS + here] >= 0:
        enemy = label(state, state.units[state.at[(1 - side) * AREAS + here]])
        text = f"meets|meet {enemy} at {spot(side, here)} and stops|stop there."
        return agree(who, text), "warcards:move.engage"
    if area >= AREAS:
        return _too_far(state, unit, way, area)
    friend, enemy_here = state.at[side * AREAS + area], state.at[(1 - side) * AREAS + area]
    if friend >= 0 and enemy_here >= 0:
        other = short(state, friend)
        text = f"cannot enter {name}, where {agree(other, 'is|are engaged')}."
        return agree(who, text), "warcards:move.through-friends"
    if enemy_here >= 0 and home:
        met = agree(label(state, state.units[enemy_here]), f"is|are at {name}.")
        return agree(who, f"seeks|seek its|their way home and no enemy: {met}"), "warcards:rout.no-engage"
    if bars(state, side, area):
        if state.setting.cards[unit.id].mounted:
            text = f"cannot ride into {name}, which is fortified."
            return agree(who, text), "warcards:full.no-mounted"
        if home:
            text = f"finds|find no way home through {name}, which is fortified."
            return agree(who, text), "warcards:rout.shortest-path"
        if way and state.at[side * AREAS + here] >= 0:
            text = f"cannot try for {name} from {spot(side, here)}: kept out it|they could not stay there."
            return agree(who, text), "warcards:full.enter-fail"
    return _too_far(state, unit, way, area)


def _too_far(state: State, unit: Unit, way: Path, area: int) -> Reason | None:
    """The reason why a unit cannot go one area more, None when it can. Rules: warcards:move.allowance, warcards:limited.terrain."""
    cap, inside = move_cap(state, unit), move_inside(state, unit)
    length = len(way) + 1
    most = inside if all_inside(state, unit.place, way, area) else cap
    if length <= most or (unit.place >= AREAS and cap > 0):
        return None
    rule = "warcards:move.allowance"
    if most < inside:
        rule = CAPS[state.terrain]
    elif state.weather in SLOWED and inside < state.setting.cards[unit.id].move:
        rule = SLOWED[state.weather]
    areas = "1 area" if most == 1 else f"{most} areas"
    return agree(
        short(state, unit.id), f"moves|move {areas} at most: {spot(unit.side, area)} is too far."
    ), rule


# ---------------------------------------------------------------- heroes and characters


def _of_heroes(state: State, side: int, group: Group, words: Sequence[object]) -> Reason:
    """The reason why heroes cannot go to a place or a unit. Rules: warcards:hero.move, warcards:hero.join, warcards:hero.leave."""
    who = state.setting.group_names[group.id]
    if group.side != side:
        return agree(who, "is|are the enemy's."), TWO_SIDES
    if group.dissolved:
        return agree(who, "is|are no more."), "warcards:hero.fate"
    if group.halted:
        return agree(who, "moves|move no further this round."), "warcards:hero.move"
    if group.host >= 0 and state.units[group.host].since and state.setting.flags.heroes_locked:
        text = f"is|are locked in battle with {short(state, group.host)}."
        return agree(who, text), "warcards:hero.leave"
    if words[0] == "with":
        return _why_not_with(state, group, words[1] if len(words) == 2 else None)
    name = words[0]
    if not isinstance(name, str) or name not in NUMBERS:
        return f"There is no area {name!r:.30}.", "warcards:field.areas"
    place = NUMBERS[name]
    if place == RESERVES[1 - side]:
        return f"The enemy reserve is closed to {who}.", "warcards:reserve.enemy"
    if place < AREAS:
        friend = state.at[side * AREAS + place]
        if friend < 0:
            text = f"{who} must end where a friendly unit stands, and none is at {spot(side, place)}."
            return text, "warcards:hero.join"
        if group_with(state, friend) is not None:
            return agree(short(state, friend), "has|have heroes with it|them."), "warcards:hero.form"
    text = f"cannot get to {spot(side, place)} with what is left of its|their movement."
    return agree(who, text), "warcards:hero.move"


def _why_not_with(state: State, group: Group, number: object) -> Reason:
    """The reason why heroes cannot join a unit in their reserve."""
    who = state.setting.group_names[group.id]
    if not isinstance(number, int) or not 0 <= number < len(state.units):
        return f"There is no unit that {who} could join by that number.", "warcards:hero.join"
    unit = state.units[number]
    if unit.side != group.side:
        return agree(label(state, unit), "is|are the enemy's."), TWO_SIDES
    if unit.place < AREAS or stands(state, group) < AREAS:
        text = f"{who} and {short(state, unit.id)} are not both in the reserve: on the field name the area to go to."
        return text, "warcards:hero.join"
    return agree(short(state, unit.id), "has|have heroes with it|them."), "warcards:hero.form"


def _of_person(state: State, side: int, forced: Sequence[Unit], figure: Figure) -> Reason:
    """The reason why a character cannot change units so. Rule: warcards:lead.general-place."""
    rule = "warcards:lead.general-place"
    name = state.setting.people[figure.id].name
    if figure.side != side:
        return f"{name} is the enemy's.", TWO_SIDES
    if figure.status != st.ACTIVE:
        return f"{name} is not in the battle.", "warcards:hero.fate"
    if figure.group >= 0:
        return f"{name} goes where {state.setting.group_names[figure.group]} goes.", rule
    if forced:
        return home_first(state, forced[0])
    if figure.changed:
        return f"{name} has changed units this round.", rule
    return f"{name} may change units only in the reserve, for one that is there or for none.", rule
