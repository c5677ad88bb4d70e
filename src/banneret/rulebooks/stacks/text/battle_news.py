"""News of a battle: the acts of both sides, the rolls and the end, with sums, dice and rules.

Callers ask `table.telling` first. Rule: stacks:hidden.battle, stacks:hidden.stack.
"""

from __future__ import annotations

from typing import Any

from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.stake import Stake
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, State
from banneret.rulebooks.stacks.tables.kinds import REST_OF_BATTLE, Spell, UnitKind
from banneret.rulebooks.stacks.text.news_words import (
    artifact_id,
    artifact_name,
    at_hex,
    fight_of,
    hex_data,
    side_name,
    spell_of,
    to_place,
    unit_data,
    unit_name,
    unit_names,
    units_data,
)
from banneret.rulebooks.stacks.text.wording import opening, plain, tallied

DICE = "stacks:roll.dice"


def battle_begins(state: State, table: Table) -> None:
    """A battle begins. Rule: stacks:battle.occurs, stacks:battle.set-aside."""
    fight = fight_of(state)
    attacker, defender = [side_name(state, corner.side) for corner in fight.corners]
    text = f"{attacker} attacked {defender}{at_hex(state, fight.hex)}."
    data = {"hex": hex_data(state, fight.hex), "sides": [corner.side for corner in fight.corners]}
    table.tell(Event("battle", text, "stacks:battle.occurs", side=state.active, data=data))


def passed_by(state: State, table: Table, hex_: int) -> None:
    """The active side lets a standing contest be. Rule: stacks:opt.standing-contest."""
    text = f"{side_name(state, state.active)} did not attack{at_hex(state, hex_)}."
    rule = "stacks:opt.standing-contest"
    table.tell(Event("pass", text, rule, side=state.active, data={"hex": hex_data(state, hex_)}))


def combatants(state: State, table: Table) -> None:
    """Both combatants are turned up. Rule: stacks:reveal.simultaneous."""
    fight = fight_of(state)
    first, second = fight.corners
    text = (
        f"Round {fight.round}: {side_name(state, first.side)} revealed {unit_name(state, first.front)}, "
        f"{side_name(state, second.side)} {unit_name(state, second.front)}."
    )
    data = {"round": fight.round, "units": [unit_data(state, corner.front) for corner in fight.corners]}
    heading = f"Round {fight.round}"
    table.tell(Event("reveal", text, "stacks:reveal.simultaneous", reveals=True, data=data, heading=heading))


def none_usable(state: State, table: Table, side: int) -> None:
    """A side has units but none that is usable. Rule: stacks:reveal.none-usable."""
    text = f"{side_name(state, side)} had no usable unit left: the battle ended with both stacks in place."
    table.tell(Event("standoff", text, "stacks:reveal.none-usable", side=side, reveals=True))


def retreats(state: State, table: Table, price: int, place: int) -> None:
    """The defender retreats. Rule: stacks:retreat.right."""
    side = fight_of(state).corners[1].side
    text = f"{side_name(state, side)} sacrificed {unit_name(state, price)} and retreated{to_place(state, place)}."
    data = {"price": unit_data(state, price), "to": hex_data(state, place)}
    table.tell(Event("retreat", text, "stacks:retreat.right", side=side, reveals=True, data=data))


def withdraws(state: State, table: Table, corner: Corner, order: Order) -> None:
    """A combatant withdraws by Skirmish or Vanish. Rule: stacks:skirmish.swap, stacks:vanish.swap, stacks:vanish.exit."""
    verb = order[0]
    leaving = verb == "exit"
    source = order[3:] if leaving else order[2:]
    text = f"{side_name(state, corner.side)} took {unit_name(state, corner.front)} out by "
    data: dict[str, Any] = {"how": verb, "out": unit_data(state, corner.front)}
    if len(source) == 2:
        text += f"{spell_of(state, source[0]).name}, cast by {unit_name(state, source[1])}"
        data["spell"] = source[0]
        data["by"] = unit_data(state, source[1])
    elif len(source) == 1:
        text += f"the {state.setting.facts.artifact(source[0]).name}"
        data["artifact"] = source[0]
    else:
        text += "Skirmish" if verb == "skirmish" else "Vanish"
    if not leaving:
        text += f" and brought in {unit_name(state, order[1])}"
        data["in"] = unit_data(state, order[1])
    rule = "stacks:skirmish.swap" if verb == "skirmish" else f"stacks:vanish.{'exit' if leaving else 'swap'}"
    table.tell(Event("withdraw", text + ".", rule, side=corner.side, reveals=True, data=data))


def exits(state: State, table: Table, corner: Corner, place: str, new: int) -> None:
    """A unit leaves the battle, and another may take its place. Rule: stacks:vanish.exit."""
    text = f"{unit_name(state, corner.front)} of {side_name(state, corner.side)} left the battle"
    if not state.setting.battle_only:
        text += f" for {_spot(state, place)}"
    data = {"unit": unit_data(state, corner.front), "to": "" if state.setting.battle_only else place}
    if new != NOBODY:
        text += f", and {unit_name(state, new)} came in"
        data["in"] = unit_data(state, new)
    table.tell(Event("exit", text + ".", "stacks:vanish.exit", side=corner.side, reveals=True, data=data))


def _spot(state: State, place: str) -> str:
    """A hex that an order names, as sentences have it. Rule: stacks:map.layout."""
    return state.setting.spots[state.setting.grid.named(place)]


def exit_fails(state: State, table: Table, corner: Corner, place: str) -> None:
    """The hex that a unit was to leave for has been taken, and there is no other. Rule: stacks:vanish.same-hex."""
    text = f"{opening(_spot(state, place))} was taken: {unit_name(state, corner.front)} of {side_name(state, corner.side)} had to stay."
    table.tell(
        Event(
            "exit",
            text,
            "stacks:vanish.same-hex",
            side=corner.side,
            data={"unit": unit_data(state, corner.front)},
        )
    )


def guards(state: State, table: Table, corner: Corner, number: int) -> None:
    """A Guard takes the combatant's place. Rule: stacks:guard.replace."""
    text = f"{unit_name(state, number)} of {side_name(state, corner.side)} guarded {unit_name(state, corner.front)}."
    data = {"out": unit_data(state, corner.front), "in": unit_data(state, number)}
    table.tell(Event("guard", text, "stacks:guard.replace", side=corner.side, reveals=True, data=data))


def paralyzes(state: State, table: Table, corner: Corner, target: Corner, order: Order) -> None:
    """A combatant is paralyzed. Rule: stacks:paralyze.use."""
    data: dict[str, Any] = {"target": unit_data(state, target.front)}
    turns = REST_OF_BATTLE
    if order[0] == "cast":
        spell = spell_of(state, order[1])
        how, rule, turns = (
            f"{spell.name}, cast by {unit_name(state, order[2])}",
            spell.rule,
            spell.effects.paralyze,
        )
        data["spell"], data["by"] = spell.id, unit_data(state, order[2])
    else:
        how, rule = unit_name(state, order[1]), "stacks:paralyze.use"
        data["by"] = unit_data(state, order[1])
        if len(order) == 3:
            artifact = state.setting.facts.artifact(order[2])
            how, rule, turns = f"{how} and the {artifact.name}", artifact.rule, artifact.effects.paralyze
            data["artifact"] = artifact.id
        else:
            turns = state.setting.kinds[state.units[order[1]].kind].paralyze
    length = "for the rest of the battle" if turns == REST_OF_BATTLE else f"for {turns} of its owner's turns"
    data["turns"] = turns
    text = f"{side_name(state, corner.side)} paralyzed {unit_name(state, target.front)} with {how}, {length}."
    table.tell(Event("paralyze", text, rule, side=corner.side, reveals=True, data=data))


def replaces(state: State, table: Table, corner: Corner, number: int) -> None:
    """A paralyzed combatant is replaced. Rule: stacks:paralyze.replacement."""
    text = f"{side_name(state, corner.side)} brought in {unit_name(state, number)} instead of {unit_name(state, corner.front)}."
    data = {"out": unit_data(state, corner.front), "in": unit_data(state, number)}
    table.tell(
        Event("replace", text, "stacks:paralyze.replacement", side=corner.side, reveals=True, data=data)
    )


def supports(state: State, table: Table, fight: Fight, orders: list[Order]) -> None:
    """The support that both sides turn up at T5, each in an event of its own. Rule: stacks:tactical.who."""
    for corner, order in zip(fight.corners, orders, strict=True):
        if len(order) > 1:
            _supports(state, table, corner, order)


def _supports(state: State, table: Table, corner: Corner, order: Order) -> None:
    units: list[int] = []
    parts: list[str] = []
    data: dict[str, Any] = {"artifacts": [], "spells": []}
    for item in sorted(order[1:], key=_sorting):
        number: int = item[-1]
        if item[0] == "use":
            number = state.artifacts[item[1]].holder
            parts.append(f"the {artifact_name(state, item[1])} of {unit_name(state, number)}")
            data["artifacts"].append(
                {"artifact": artifact_id(state, item[1]), "by": unit_data(state, number)}
            )
        elif item[0] == "lend":
            parts.append(f"{unit_name(state, number)} carrying {unit_name(state, corner.front)}")
            data["carrier"] = unit_data(state, number)
        elif item[0] == "cast":
            parts.append(f"{spell_of(state, item[1]).name} cast by {unit_name(state, number)}")
            data["spells"].append({"spell": item[1], "by": unit_data(state, number)})
        if number != corner.front and number not in units:
            units.append(number)
    text = f"{side_name(state, corner.side)} supported {unit_name(state, corner.front)}"
    if units:
        text += f" with {unit_names(state, units)}"
    if parts:
        parts.sort()
        text += f": {tallied(parts)}" if units else f" with {tallied(parts)}"
    data["units"] = units_data(state, units)
    table.tell(Event("support", text + ".", "stacks:tactical.who", side=corner.side, reveals=True, data=data))


def _sorting(item: Order) -> str:
    return " ".join([str(word) for word in item[:2]])


def appears(state: State, table: Table, side: int, kind: UnitKind, spell: Spell) -> None:
    """A summoned unit joins a stack. Rule: stacks:summoning.appear."""
    text = f"{kind.name} joined the stack of {side_name(state, side)}."
    table.tell(Event("summon", text, spell.rule, side=side, data={"side": side, "unit": kind.id}))


def casts(state: State, table: Table, side: int, spell: Spell, caster: int) -> None:
    """A spell of the respite is cast. Rule: stacks:spell.cast-reveals."""
    text = f"{unit_name(state, caster)} of {side_name(state, side)} cast {spell.name}."
    data = {"spell": spell.id, "by": unit_data(state, caster)}
    table.tell(Event("cast", text, spell.rule, side=side, reveals=True, data=data))


def rolls(state: State, table: Table, fight: Fight, tallies: list[Tally]) -> None:
    """The battle roll, with both sums. Rule: stacks:roll.higher, stacks:roll.tie."""
    first, second = fight.corners
    for corner, tally in zip(fight.corners, tallies, strict=True):
        tally.label = f"{side_name(state, corner.side)}: battle roll"
        tally.side = corner.side
        tally.throw(corner.roll, "die", DICE)
    text = (
        f"{unit_name(state, first.front)} rolled {first.roll} for {plain(first.total)}, "
        f"{unit_name(state, second.front)} {second.roll} for {plain(second.total)}: "
    )
    rule = "stacks:roll.higher"
    if first.total == second.total:
        text, rule = text + "a tie.", "stacks:roll.tie"
    else:
        winner = first if first.total > second.total else second
        text += f"{side_name(state, winner.side)} won the round."
    data = {
        "totals": [first.total, second.total],
        "units": [unit_data(state, first.front), unit_data(state, second.front)],
    }
    dice = [(corner.side, 6, corner.roll) for corner in (first, second)]
    stakes = [_stake(first, second)]
    table.tell(
        Event("roll", opening(text), rule, reveals=True, dice=dice, data=data, tallies=tallies, stakes=stakes)
    )


def _stake(first: Corner, second: Corner) -> Stake:
    """The outcome of the battle roll: one win at most, out of 36 ways. Rule: stacks:roll.higher, stacks:roll.tie."""
    lead = first.total - first.roll - (second.total - second.roll)
    ways = {(0, 0): 0, (1, 0): 0, (0, 1): 0}
    for die in range(1, 7):
        for other in range(1, 7):
            ways[_won(lead + die - other)] += 1
    got = _won(first.total - second.total)
    return Stake(
        "battle rolls won", (first.side, second.side), got, tuple([(n, won) for won, n in ways.items()])
    )


def _won(lead: int) -> tuple[int, int]:
    """The wins of both at such a lead of the first."""
    return (1, 0) if lead > 0 else (0, 1) if lead < 0 else (0, 0)


def strikes(state: State, table: Table, corner: Corner, target: Corner, spell: Spell, caster: int) -> None:
    """A striking spell defeats a combatant. Rule: stacks:roll.strike."""
    text = (
        f"{unit_name(state, caster)} of {side_name(state, corner.side)} cast {spell.name}: "
        f"{unit_name(state, target.front)} of {side_name(state, target.side)} was defeated."
    )
    data = {"spell": spell.id, "by": unit_data(state, caster), "target": unit_data(state, target.front)}
    table.tell(Event("strike", text, spell.rule, side=corner.side, reveals=True, data=data))


def regenerates(state: State, table: Table, corner: Corner, rule: str) -> None:
    """A first defeat is only marked. Rule: stacks:regenerates.twice."""
    text = f"{unit_name(state, corner.front)} of {side_name(state, corner.side)} regenerated: the first defeat was only marked."
    table.tell(
        Event("regenerate", text, rule, side=corner.side, data={"unit": unit_data(state, corner.front)})
    )


def martyr(state: State, table: Table, corner: Corner, number: int) -> None:
    """A Martyr steps in. Rule: stacks:martyr.step-in."""
    text = f"{unit_name(state, number)} of {side_name(state, corner.side)} died for {unit_name(state, corner.front)}."
    data = {"by": unit_data(state, number), "saved": unit_data(state, corner.front)}
    table.tell(Event("martyr", text, "stacks:martyr.step-in", side=corner.side, reveals=True, data=data))


def blooded(state: State, table: Table, corner: Corner, spell: Spell, caster: int) -> None:
    """A combatant is saved by a spell. Rule: stacks:spell.trolls-blood."""
    text = (
        f"{unit_name(state, caster)} of {side_name(state, corner.side)} cast {spell.name}: "
        f"{unit_name(state, corner.front)} stayed, with one defeat."
    )
    data = {"spell": spell.id, "by": unit_data(state, caster), "saved": unit_data(state, corner.front)}
    table.tell(Event("rescue", text, spell.rule, side=corner.side, reveals=True, data=data))


def called_off(state: State, table: Table, order: Order) -> None:
    """The attacker calls off. Rule: stacks:end.calloff, stacks:opt.call-off."""
    side = fight_of(state).corners[0].side
    text = f"{side_name(state, side)} called off the attack"
    if len(order) > 1 and not state.setting.battle_only:
        text += f" and withdrew to {_spot(state, order[1])}"
    data = {"to": order[1] if len(order) > 1 else ""}
    rule = "stacks:opt.call-off" if len(order) > 1 else "stacks:end.calloff"
    table.tell(Event("calloff", text + ".", rule, side=side, data=data))


def battle_over(state: State, table: Table, stood: list[int], gone: int) -> None:
    """The battle is over, and who is left in the hex of those who `stood` in it at the end; `gone` is a side that went away.

    Rule: stacks:end.destroyed, stacks:end.mutual, stacks:end.both-stay, stacks:retreat.who-moves, stacks:summoning.discard.
    """
    fight = fight_of(state)
    left = [side for side in stood if fight.hex in state.stacks[side]]
    where = "the hex" if state.setting.battle_only else state.setting.spots[fight.hex]
    here = at_hex(state, fight.hex) or " in the hex"
    if gone in left:
        end, rule = f"{side_name(state, gone)} left only Sites behind{here}", "stacks:retreat.who-moves"
    elif len(left) == 2:
        end, rule = f"both stacks stayed{here}", "stacks:end.both-stay"
    elif left:
        end, rule = f"{side_name(state, left[0])} held {where}", "stacks:end.destroyed"
    elif len(stood) == 1:
        end, rule = (
            f"{side_name(state, stood[0])} won, and nobody was left{here}",
            "stacks:summoning.discard",
        )
    else:
        end, rule = f"nobody was left{here}", "stacks:end.mutual"
    data = {"hex": hex_data(state, fight.hex), "rounds": fight.round, "left": left}
    table.tell(Event("over", f"The battle was over; {end}.", rule, data=data))


def captured(state: State, table: Table, side: int, chit: int, holder: int) -> None:
    """A captured artifact has a new holder, whom only the owner knows. Rule: stacks:opt.fallen-artifacts."""
    rule = "stacks:opt.fallen-artifacts"
    data: dict[str, Any] = {"artifact": artifact_id(state, chit)}
    text = f"{side_name(state, side)} captured the {artifact_name(state, chit)}."
    table.tell(Event("captured", text, rule, side=side, data=data))
    text = f"The {artifact_name(state, chit)} went to {unit_name(state, holder)}."
    data = {"artifact": artifact_id(state, chit), "by": unit_data(state, holder)}
    table.tell(Event("captured", text, rule, side=side, to=(side,), data=data))
