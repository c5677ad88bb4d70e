"""What happens in scouting and battle, told in plain sentences: who may know it, the sums and dice, the rule.

Nothing here names a unit by its number, and several units always stand in the order of their names, so that the news tell
no more than what was seen. Callers ask `table.telling` first.

Rule: stacks:hidden.battle, stacks:hidden.stack.
"""

from __future__ import annotations

from typing import Any

from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.stacks.state import LEFT, NOBODY, Corner, Fight, State
from banneret.rulebooks.stacks.tables.kinds import REST_OF_BATTLE, Spell, UnitKind
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text.wording import listed, opening, plain, tallied

DICE = "stacks:roll.dice"

# ---------------------------------------------------------------- words


def _side(state: State, side: int) -> str:
    """A side as the subject of a sentence."""
    return side_title(state.setting.side_names[side])


def _name(state: State, number: int) -> str:
    return state.setting.kinds[state.units[number].kind].name


def _names(state: State, numbers: list[int]) -> str:
    return tallied(sorted([_name(state, number) for number in numbers]))


def _unit(state: State, number: int) -> dict[str, Any]:
    """A unit as data: its side and what it is."""
    unit = state.units[number]
    return {"side": unit.side, "unit": state.setting.kinds[unit.kind].id}


def _units(state: State, numbers: list[int]) -> list[dict[str, Any]]:
    found = [(_name(state, number), number) for number in numbers]
    found.sort()
    return [_unit(state, number) for _, number in found]


def _fight(state: State) -> Fight:
    fight = state.fight
    assert fight is not None
    return fight


def _hex(state: State, hex_: int) -> str:
    """A place as data; a single battle has none."""
    return "" if state.setting.battle_only or hex_ == LEFT else state.setting.grid.names[hex_]


def _in(state: State, hex_: int) -> str:
    """Where something happens, at the end of a sentence."""
    return "" if state.setting.battle_only else f" in {state.setting.grid.names[hex_]}"


def _to(state: State, place: int) -> str:
    """Where units go, at the end of a sentence."""
    return " from the field" if place == LEFT else f" to {state.setting.grid.names[place]}"


def _artifact(state: State, chit: int) -> str:
    return state.setting.artifact_kinds[state.artifacts[chit].kind].name


def _artifact_id(state: State, chit: int) -> str:
    return state.setting.artifact_kinds[state.artifacts[chit].kind].id


def _spell_of(state: State, spell_id: str) -> Spell:
    return state.setting.facts.spell(spell_id)


# ---------------------------------------------------------------- the Scout Phase


def scouting(state: State, table: Table) -> None:
    """A hex is scouted. Rule: stacks:scoutphase.order."""
    fight = _fight(state)
    first, second = [_side(state, corner.side) for corner in fight.corners]
    text = f"{first} and {second} scouted each other{_in(state, fight.hex)}."
    rule = "stacks:scoutphase.order"
    table.tell(Event("scouting", text, rule, side=state.active, data={"hex": _hex(state, fight.hex)}))


def looks(state: State, table: Table, fight: Fight, corner: Corner, enemy: Corner, order: Order) -> None:
    """Everybody sees who looked; what was seen is for the looking side alone. Rule: stacks:scout.snapshot."""
    side = corner.side
    if order[0] == "cast":
        spell = _spell_of(state, order[1])
        looker, rule = order[2], spell.rule
        how = f"with {spell.name}, cast by {_name(state, looker)}"
    else:
        looker, rule = order[1], "stacks:scout.look"
        how = f"with {_name(state, looker)}"
        if len(order) == 3:
            artifact = state.setting.facts.artifact(order[2])
            how, rule = f"{how} and the {artifact.name}", artifact.rule
    text = f"{_side(state, side)} looked through the stack of {_side(state, enemy.side)}{_in(state, fight.hex)} {how}."
    data: dict[str, Any] = {"hex": _hex(state, fight.hex), "by": _unit(state, looker)}
    table.tell(Event("look", text, rule, side=side, reveals=True, data=data))
    stack = state.stacks[enemy.side][fight.hex]
    seen: list[tuple[str, dict[str, Any]]] = []
    for number in stack:
        held = sorted(
            [chit for chit in range(len(state.artifacts)) if state.artifacts[chit].holder == number]
        )
        words = _name(state, number)
        if state.units[number].held_turns:
            words += " (paralyzed)"
        if held:
            words += " with " + listed([_artifact(state, chit) for chit in held])
        what = _unit(state, number)
        what["artifacts"] = [_artifact_id(state, chit) for chit in held]
        what["paralyzed"] = state.units[number].held_turns
        seen.append((words, what))
    seen.sort(key=_words_of)
    text = f"{_side(state, side)} saw {tallied([words for words, _ in seen])}."
    data = {"hex": _hex(state, fight.hex), "seen": [what for _, what in seen]}
    table.tell(Event("seen", text, "stacks:scout.snapshot", side=side, to=(side,), reveals=True, data=data))


def _words_of(entry: tuple[str, dict[str, Any]]) -> str:
    return entry[0]


def steals(state: State, table: Table, corner: Corner, enemy: Corner, thief: int, chit: int) -> None:
    """An artifact is stolen. Rule: stacks:steal.take."""
    victim = _side(state, enemy.side)
    text = f"{_side(state, corner.side)} stole the {_artifact(state, chit)} from {victim} with {_name(state, thief)}."
    data = {"by": _unit(state, thief), "artifact": _artifact_id(state, chit)}
    table.tell(Event("steal", text, "stacks:steal.take", side=corner.side, reveals=True, data=data))


def steals_nothing(state: State, table: Table, corner: Corner, thief: int) -> None:
    """There was nothing to steal. Rule: stacks:steal.take."""
    text = f"{_side(state, corner.side)} found no artifact to steal with {_name(state, thief)}."
    data = {"by": _unit(state, thief)}
    table.tell(Event("steal", text, "stacks:steal.take", side=corner.side, reveals=True, data=data))


def devours(state: State, table: Table, corner: Corner, eater: int, victim: int) -> None:
    """A Cannibal has its victim. Rule: stacks:cannibal.sacrifice."""
    value = state.setting.kinds[state.units[eater].kind].cannibal
    text = (
        f"{_name(state, eater)} of {_side(state, corner.side)} devoured {_name(state, victim)}: "
        f"+{value} to every battle roll of this turn."
    )
    data = {"by": _unit(state, eater), "victim": _unit(state, victim), "bonus": value}
    table.tell(Event("devour", text, "stacks:cannibal.sacrifice", side=corner.side, reveals=True, data=data))


# ---------------------------------------------------------------- the battle


def battle_begins(state: State, table: Table) -> None:
    """A battle begins. Rule: stacks:battle.occurs, stacks:battle.set-aside."""
    fight = _fight(state)
    attacker, defender = [_side(state, corner.side) for corner in fight.corners]
    text = f"{attacker} attacked {defender}{_in(state, fight.hex)}."
    data = {"hex": _hex(state, fight.hex), "sides": [corner.side for corner in fight.corners]}
    table.tell(Event("battle", text, "stacks:battle.occurs", side=state.active, data=data))


def passed_by(state: State, table: Table, hex_: int) -> None:
    """The active side lets a standing contest be. Rule: stacks:opt.standing-contest."""
    text = f"{_side(state, state.active)} did not attack{_in(state, hex_)}."
    rule = "stacks:opt.standing-contest"
    table.tell(Event("pass", text, rule, side=state.active, data={"hex": _hex(state, hex_)}))


def combatants(state: State, table: Table) -> None:
    """Both combatants are turned up. Rule: stacks:reveal.simultaneous."""
    fight = _fight(state)
    first, second = fight.corners
    text = (
        f"Round {fight.round}: {_side(state, first.side)} revealed {_name(state, first.front)}, "
        f"{_side(state, second.side)} {_name(state, second.front)}."
    )
    data = {"round": fight.round, "units": [_unit(state, corner.front) for corner in fight.corners]}
    table.tell(Event("reveal", text, "stacks:reveal.simultaneous", reveals=True, data=data))


def none_usable(state: State, table: Table, side: int) -> None:
    """A side has units but none that is usable. Rule: stacks:reveal.none-usable."""
    text = f"{_side(state, side)} had no usable unit left: the battle ended with both stacks in place."
    table.tell(Event("standoff", text, "stacks:reveal.none-usable", side=side, reveals=True))


def retreats(state: State, table: Table, price: int, place: int) -> None:
    """The defender retreats. Rule: stacks:retreat.right."""
    side = _fight(state).corners[1].side
    text = f"{_side(state, side)} sacrificed {_name(state, price)} and retreated{_to(state, place)}."
    data = {"price": _unit(state, price), "to": _hex(state, place)}
    table.tell(Event("retreat", text, "stacks:retreat.right", side=side, reveals=True, data=data))


def withdraws(state: State, table: Table, corner: Corner, order: Order) -> None:
    """A combatant withdraws by Skirmish or Vanish. Rule: stacks:skirmish.swap, stacks:vanish.swap, stacks:vanish.exit."""
    verb = order[0]
    leaving = verb == "exit"
    source = order[3:] if leaving else order[2:]
    text = f"{_side(state, corner.side)} took {_name(state, corner.front)} out by "
    data: dict[str, Any] = {"how": verb, "out": _unit(state, corner.front)}
    if len(source) == 2:
        text += f"{_spell_of(state, source[0]).name}, cast by {_name(state, source[1])}"
        data["spell"] = source[0]
        data["by"] = _unit(state, source[1])
    elif len(source) == 1:
        text += f"the {state.setting.facts.artifact(source[0]).name}"
        data["artifact"] = source[0]
    else:
        text += "Skirmish" if verb == "skirmish" else "Vanish"
    if not leaving:
        text += f" and brought in {_name(state, order[1])}"
        data["in"] = _unit(state, order[1])
    rule = "stacks:skirmish.swap" if verb == "skirmish" else f"stacks:vanish.{'exit' if leaving else 'swap'}"
    table.tell(Event("withdraw", text + ".", rule, side=corner.side, reveals=True, data=data))


def exits(state: State, table: Table, corner: Corner, place: str, new: int) -> None:
    """A unit leaves the battle, and another may take its place. Rule: stacks:vanish.exit."""
    text = f"{_name(state, corner.front)} of {_side(state, corner.side)} left the battle"
    if not state.setting.battle_only:
        text += f" for {place}"
    data = {"unit": _unit(state, corner.front), "to": "" if state.setting.battle_only else place}
    if new != NOBODY:
        text += f", and {_name(state, new)} came in"
        data["in"] = _unit(state, new)
    table.tell(Event("exit", text + ".", "stacks:vanish.exit", side=corner.side, reveals=True, data=data))


def exit_fails(state: State, table: Table, corner: Corner, place: str) -> None:
    """The hex that a unit was to leave for has been taken, and there is no other. Rule: stacks:vanish.same-hex."""
    text = f"{place} was taken: {_name(state, corner.front)} of {_side(state, corner.side)} had to stay."
    table.tell(
        Event(
            "exit",
            text,
            "stacks:vanish.same-hex",
            side=corner.side,
            data={"unit": _unit(state, corner.front)},
        )
    )


def guards(state: State, table: Table, corner: Corner, number: int) -> None:
    """A Guard takes the combatant's place. Rule: stacks:guard.replace."""
    text = f"{_name(state, number)} of {_side(state, corner.side)} guarded {_name(state, corner.front)}."
    data = {"out": _unit(state, corner.front), "in": _unit(state, number)}
    table.tell(Event("guard", text, "stacks:guard.replace", side=corner.side, reveals=True, data=data))


def paralyzes(state: State, table: Table, corner: Corner, target: Corner, order: Order) -> None:
    """A combatant is paralyzed. Rule: stacks:paralyze.use."""
    data: dict[str, Any] = {"target": _unit(state, target.front)}
    turns = REST_OF_BATTLE
    if order[0] == "cast":
        spell = _spell_of(state, order[1])
        how, rule, turns = (
            f"{spell.name}, cast by {_name(state, order[2])}",
            spell.rule,
            spell.effects.paralyze,
        )
        data["spell"], data["by"] = spell.id, _unit(state, order[2])
    else:
        how, rule = _name(state, order[1]), "stacks:paralyze.use"
        data["by"] = _unit(state, order[1])
        if len(order) == 3:
            artifact = state.setting.facts.artifact(order[2])
            how, rule, turns = f"{how} and the {artifact.name}", artifact.rule, artifact.effects.paralyze
            data["artifact"] = artifact.id
        else:
            turns = state.setting.kinds[state.units[order[1]].kind].paralyze
    length = "for the rest of the battle" if turns == REST_OF_BATTLE else f"for {turns} of its owner's turns"
    data["turns"] = turns
    text = f"{_side(state, corner.side)} paralyzed {_name(state, target.front)} with {how}, {length}."
    table.tell(Event("paralyze", text, rule, side=corner.side, reveals=True, data=data))


def replaces(state: State, table: Table, corner: Corner, number: int) -> None:
    """A paralyzed combatant is replaced. Rule: stacks:paralyze.replacement."""
    text = f"{_side(state, corner.side)} brought in {_name(state, number)} instead of {_name(state, corner.front)}."
    data = {"out": _unit(state, corner.front), "in": _unit(state, number)}
    table.tell(
        Event("replace", text, "stacks:paralyze.replacement", side=corner.side, reveals=True, data=data)
    )


def supports(state: State, table: Table, fight: Fight, orders: list[Order]) -> None:
    """What both sides turn up at T5, each in an event of its own. Rule: stacks:tactical.who."""
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
            parts.append(f"the {_artifact(state, item[1])} of {_name(state, number)}")
            data["artifacts"].append({"artifact": _artifact_id(state, item[1]), "by": _unit(state, number)})
        elif item[0] == "lend":
            parts.append(f"{_name(state, number)} carrying {_name(state, corner.front)}")
            data["carrier"] = _unit(state, number)
        elif item[0] == "cast":
            parts.append(f"{_spell_of(state, item[1]).name} cast by {_name(state, number)}")
            data["spells"].append({"spell": item[1], "by": _unit(state, number)})
        if number != corner.front and number not in units:
            units.append(number)
    text = f"{_side(state, corner.side)} supported {_name(state, corner.front)}"
    if units:
        text += f" with {_names(state, units)}"
    if parts:
        parts.sort()
        text += f": {tallied(parts)}" if units else f" with {tallied(parts)}"
    data["units"] = _units(state, units)
    table.tell(Event("support", text + ".", "stacks:tactical.who", side=corner.side, reveals=True, data=data))


def _sorting(item: Order) -> str:
    return " ".join([str(word) for word in item[:2]])


def appears(state: State, table: Table, side: int, kind: UnitKind, spell: Spell) -> None:
    """A summoned unit joins a stack. Rule: stacks:summoning.appear."""
    text = f"{kind.name} joined the stack of {_side(state, side)}."
    table.tell(Event("summon", text, spell.rule, side=side, data={"side": side, "unit": kind.id}))


def casts(state: State, table: Table, side: int, spell: Spell, caster: int) -> None:
    """A spell of the respite is cast. Rule: stacks:spell.cast-reveals."""
    text = f"{_name(state, caster)} of {_side(state, side)} cast {spell.name}."
    data = {"spell": spell.id, "by": _unit(state, caster)}
    table.tell(Event("cast", text, spell.rule, side=side, reveals=True, data=data))


def rolls(state: State, table: Table, fight: Fight, tallies: list[Tally]) -> None:
    """The battle roll, with both sums. Rule: stacks:roll.higher, stacks:roll.tie."""
    first, second = fight.corners
    for corner, tally in zip(fight.corners, tallies, strict=True):
        tally.label = f"{_side(state, corner.side)}: battle roll"
        tally.add(corner.roll, "die", DICE)
    text = (
        f"{_name(state, first.front)} rolled {first.roll} for {plain(first.total)}, "
        f"{_name(state, second.front)} {second.roll} for {plain(second.total)}: "
    )
    rule = "stacks:roll.higher"
    if first.total == second.total:
        text, rule = text + "a tie.", "stacks:roll.tie"
    else:
        loser = second if first.total > second.total else first
        text += f"{_name(state, loser.front)} of {_side(state, loser.side)} lost."
    data = {
        "dice": [first.roll, second.roll],
        "totals": [first.total, second.total],
        "units": [_unit(state, first.front), _unit(state, second.front)],
    }
    table.tell(Event("roll", opening(text), rule, reveals=True, data=data, tallies=tallies))


def strikes(state: State, table: Table, corner: Corner, target: Corner, spell: Spell, caster: int) -> None:
    """A striking spell defeats a combatant. Rule: stacks:roll.strike."""
    text = (
        f"{_name(state, caster)} of {_side(state, corner.side)} cast {spell.name}: "
        f"{_name(state, target.front)} of {_side(state, target.side)} was defeated."
    )
    data = {"spell": spell.id, "by": _unit(state, caster), "target": _unit(state, target.front)}
    table.tell(Event("strike", text, spell.rule, side=corner.side, reveals=True, data=data))


def regenerates(state: State, table: Table, corner: Corner, rule: str) -> None:
    """A first defeat is only marked. Rule: stacks:regenerates.twice."""
    text = f"{_name(state, corner.front)} of {_side(state, corner.side)} regenerated: the first defeat was only marked."
    table.tell(Event("regenerate", text, rule, side=corner.side, data={"unit": _unit(state, corner.front)}))


def martyr(state: State, table: Table, corner: Corner, number: int) -> None:
    """A Martyr steps in. Rule: stacks:martyr.step-in."""
    text = f"{_name(state, number)} of {_side(state, corner.side)} died for {_name(state, corner.front)}."
    data = {"by": _unit(state, number), "saved": _unit(state, corner.front)}
    table.tell(Event("martyr", text, "stacks:martyr.step-in", side=corner.side, reveals=True, data=data))


def blooded(state: State, table: Table, corner: Corner, spell: Spell, caster: int) -> None:
    """A combatant is saved by a spell. Rule: stacks:spell.trolls-blood."""
    text = (
        f"{_name(state, caster)} of {_side(state, corner.side)} cast {spell.name}: "
        f"{_name(state, corner.front)} stayed, with one defeat."
    )
    data = {"spell": spell.id, "by": _unit(state, caster), "saved": _unit(state, corner.front)}
    table.tell(Event("rescue", text, spell.rule, side=corner.side, reveals=True, data=data))


def destroyed(
    state: State, table: Table, gone: list[int], sunk: list[int], lost: list[int], rule: str, cause: str
) -> None:
    """Units are destroyed, with what sinks with them and what they hold. Rule: stacks:roll.removal."""
    texts: list[str] = []
    for side in range(state.setting.sides):
        mine = [number for number in gone if state.units[number].side == side]
        if mine:
            text = f"{_side(state, side)} lost {_names(state, mine)}"
            if [number for number in mine if number in sunk]:
                text += ", sunk"
            elif cause:
                text += f" ({cause})"
            texts.append(text + ".")
    data: dict[str, Any] = {
        "units": _units(state, gone),
        "artifacts": sorted([_artifact_id(state, c) for c in lost]),
    }
    if lost:
        texts.append(f"With them went {listed(sorted([f'the {_artifact(state, chit)}' for chit in lost]))}.")
    table.tell(Event("destroyed", " ".join(texts), rule, reveals=True, data=data))


def discarded(state: State, table: Table, side: int, numbers: list[int]) -> None:
    """Summoned units go back to the supply. Rule: stacks:summoning.discard."""
    text = f"{_side(state, side)} discarded {_names(state, numbers)}."
    data = {"units": _units(state, numbers)}
    table.tell(Event("discarded", text, "stacks:summoning.discard", side=side, data=data))


def called_off(state: State, table: Table, order: Order) -> None:
    """The attacker calls off. Rule: stacks:end.calloff, stacks:opt.call-off."""
    side = _fight(state).corners[0].side
    text = f"{_side(state, side)} called off the attack"
    if len(order) > 1 and not state.setting.battle_only:
        text += f" and withdrew to {order[1]}"
    data = {"to": order[1] if len(order) > 1 else ""}
    rule = "stacks:opt.call-off" if len(order) > 1 else "stacks:end.calloff"
    table.tell(Event("calloff", text + ".", rule, side=side, data=data))


def battle_over(state: State, table: Table, stood: list[int], gone: int) -> None:
    """The battle is over, and who is left in the hex of those who `stood` in it at the end; `gone` is a side that went away.

    Rule: stacks:end.destroyed, stacks:end.mutual, stacks:end.both-stay, stacks:retreat.who-moves, stacks:summoning.discard.
    """
    fight = _fight(state)
    left = [side for side in stood if fight.hex in state.stacks[side]]
    where = "the hex" if state.setting.battle_only else state.setting.grid.names[fight.hex]
    if gone in left:
        end, rule = f"{_side(state, gone)} left only Sites behind in {where}", "stacks:retreat.who-moves"
    elif len(left) == 2:
        end, rule = f"both stacks stayed in {where}", "stacks:end.both-stay"
    elif left:
        end, rule = f"{_side(state, left[0])} held {where}", "stacks:end.destroyed"
    elif len(stood) == 1:
        end, rule = (
            f"{_side(state, stood[0])} won, and nobody was left in {where}",
            "stacks:summoning.discard",
        )
    else:
        end, rule = f"nobody was left in {where}", "stacks:end.mutual"
    data = {"hex": _hex(state, fight.hex), "rounds": fight.round, "left": left}
    table.tell(Event("over", f"The battle was over; {end}.", rule, data=data))


def captured(state: State, table: Table, side: int, chit: int, holder: int) -> None:
    """A captured artifact has a new holder, whom only the owner knows. Rule: stacks:opt.fallen-artifacts."""
    rule = "stacks:opt.fallen-artifacts"
    data: dict[str, Any] = {"artifact": _artifact_id(state, chit)}
    text = f"{_side(state, side)} captured the {_artifact(state, chit)}."
    table.tell(Event("captured", text, rule, side=side, data=data))
    text = f"The {_artifact(state, chit)} went to {_name(state, holder)}."
    data = {"artifact": _artifact_id(state, chit), "by": _unit(state, holder)}
    table.tell(Event("captured", text, rule, side=side, to=(side,), data=data))
