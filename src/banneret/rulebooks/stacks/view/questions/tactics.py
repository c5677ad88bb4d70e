"""The questions of segments I and II, support aside: reveal, retreat, withdraw, guard, paralyze."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.order import Order
from banneret.kernel.scene import Odds, OptionView, Question
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.stacks.battle.support import sums
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself
from banneret.rulebooks.stacks.board.knowledge import has_looked, knows
from banneret.rulebooks.stacks.board.stacks import is_usable
from banneret.rulebooks.stacks.board.transports import passengers
from banneret.rulebooks.stacks.state import NOBODY, Line, Unit
from banneret.rulebooks.stacks.tables.kinds import REST_OF_BATTLE, UnitKind
from banneret.rulebooks.stacks.text import wording
from banneret.rulebooks.stacks.text.wording import listed, many, opening, signed, the, verb
from banneret.rulebooks.stacks.view import chances
from banneret.rulebooks.stacks.view.questions.desk import (
    BEFORE_SUPPORT,
    Desk,
    cast_label,
    loss_words,
    places_of,
)
from banneret.rulebooks.stacks.view.rest_of_battle import may_sink, rest_of_battle

MOST_ENEMIES: Final = 6  # of those seen, that odds are given against


def reveal(desk: Desk) -> Question:
    """Ask which unit to reveal as combatant. Rule: stacks:reveal.choose, stacks:reveal.simultaneous."""
    options: list[OptionView] = []
    seen = _seen_enemies(desk)
    for order in desk.decision.orders():
        number = int(order[1])
        kind = desk.kind(number)
        unit = desk.unit(number)
        total = chances.standing(kind, unit.devoured, desk.attacking)
        says = f"rolls with {signed(total)}" if not is_plural_roll(kind) else f"roll with {signed(total)}"
        more = _against_some(kind)
        if more:
            says += f", and {more}"
        odds = _odds_against_seen(desk, chances.bare(desk.state, unit, False), seen)
        options.append(desk.option(order, desk.label(number), says, (number,), odds=odds))
    role = "attack" if desk.attacking else "defend"
    text = f"Round {desk.fight.round}: whom do you reveal?"
    hint = f"You {role}. {opening(desk.enemies('chooses', 'choose'))} at the same time; both are turned up together."
    if not seen:
        hint += " You have seen nobody there who may be revealed: the odds are not known."
    return desk.question(text, options, desk.where, hint)


def known_units(desk: Desk, side: int) -> list[Unit]:
    """The units of a side that the side at the desk knows to be there. Rule: stacks:hidden.battle."""
    state, viewer = desk.state, viewer_of(desk.side)
    units = [state.units[number] for number in state.stacks[side].get(desk.fight.hex, ())]
    return [unit for unit in units if knows(state, viewer, unit)]


def _seen_units(desk: Desk) -> list[Unit]:
    """The enemies that the side knows to be there and able to fight. Rule: stacks:hidden.battle, stacks:battle.usable."""
    return [unit for unit in known_units(desk, desk.enemy.side) if is_usable(unit)]


def able_units(desk: Desk) -> list[Unit]:
    """The own units that may fight there. Rule: stacks:battle.usable."""
    return [unit for unit in known_units(desk, desk.side) if is_usable(unit)]


def _seen_enemies(desk: Desk) -> list[Line]:
    """The enemies that the side has seen there, one of each kind."""
    lines = {(unit.kind, unit.devoured): chances.bare(desk.state, unit, False) for unit in _seen_units(desk)}
    return [lines[key] for key in sorted(lines)]


def to_the_end(desk: Desk) -> Odds | None:
    """The odds of the battle if it is fought to its end; None where nothing is known of the enemy, and where some may sink.

    Rule: stacks:odds.uniform, stacks:transport.sink, stacks:hidden.no-tell, stacks:reveal.none-usable.
    """
    own, enemies = able_units(desk), _seen_units(desk)
    known = [*known_units(desk, desk.side), *known_units(desk, desk.enemy.side)]
    if may_sink(desk.state, desk.fight.hex, own, enemies):
        return None
    whole = has_looked(desk.state, desk.side, desk.enemy.side, desk.fight.hex)
    which = "all that is there" if whole else "all you have seen there; there may be more"
    return rest_of_battle(
        desk.setting.kinds,
        desk.setting.flags.modifiers,
        own,
        enemies,
        desk.attacking,
        which,
        len(known) > len(own) + len(enemies),
    )


def fight_on(desk: Desk) -> Odds | None:
    """The odds of an attack that goes on: of the whole battle, then of the next round. Rule: stacks:odds.uniform, stacks:odds.round."""
    battle, coming = to_the_end(desk), next_round(desk)
    if battle is None or coming is None:
        return coming
    more = f"the next round: {coming.text}, {coming.assumption}"
    return structs.replace(battle, text=f"{battle.text}; {more}", more=more)


def _odds_against_seen(desk: Desk, line: Line, seen: list[Line]) -> Odds | None:
    """The odds of a unit against the worst that it may meet of those that were seen; None where none were.

    Rule: stacks:odds.round, stacks:hidden.battle.
    """
    met = [(sums(desk.state, desk.fight, desk.corner, line, enemy), enemy) for enemy in seen]
    if not met:
        return None
    met.sort(key=lambda one: one[0][0] - one[0][1])
    (mine, theirs), worst = met[0]
    whole = has_looked(desk.state, desk.side, desk.enemy.side, desk.fight.hex)
    which = ("all that is there" if whole else "all you have seen") if len(met) == 1 else "the worst"
    if len(met) > 1:
        which += " of those there" if whole else " you have seen"
    odds = chances.odds_for(mine, theirs, f"against {the(worst.unit.name)}, {which}; {BEFORE_SUPPORT}")
    others = [
        f"{the(enemy.unit.name)} {whole_percent(chances.winning(*sums))}"
        for sums, enemy in met[1:MOST_ENEMIES]
    ]
    more = f"against {listed(others)}" if others else ""
    return Odds(
        f"{odds.text}; {more}" if more else odds.text, odds.assumption, odds.chances, more, odds.rolls
    )


def next_round(desk: Desk) -> Odds | None:
    """The odds of the next round: the own unit that does best against the worst that was seen; None where nothing is known. Rule: stacks:odds.round."""
    seen, able = _seen_enemies(desk), able_units(desk)
    if not seen or not able:
        return None

    def worst(unit: Unit) -> int:
        line = chances.bare(desk.state, unit, False)
        met = [sums(desk.state, desk.fight, desk.corner, line, enemy) for enemy in seen]
        return min([mine - theirs for mine, theirs in met])

    best = max(able, key=worst)
    odds = _odds_against_seen(desk, chances.bare(desk.state, best, False), seen)
    assert odds is not None
    return structs.replace(odds, assumption=f"{the(desk.name(best.id))} {odds.assumption}")


def is_plural_roll(kind: UnitKind) -> bool:
    """True if a unit's name takes "roll", not "rolls"."""
    return wording.is_plural(kind.name)


def _against_some(kind: UnitKind) -> str:
    """The modifiers a unit has against some enemies only. Rule: stacks:mod.slay, stacks:mod.cavalry, stacks:mod.poison."""
    words = [f"{signed(value)} against {target}" for target, value in kind.slay]
    if kind.cavalry:
        words.append(f"{signed(kind.cavalry)} against the Slow that do not fly")
    if kind.poison:
        words.append(f"{signed(kind.poison)} against the Living that are no Swarm")
    return listed(words) if words else ""


def retreat(desk: Desk) -> Question:
    """Ask whether to retreat, at the price of which unit and where to. Rule: stacks:retreat.right, stacks:retreat.sacrifice, stacks:retreat.who-moves."""
    options: list[OptionView] = []
    stack = desk.state.stacks[desk.side][desk.fight.hex]
    sites = [number for number in stack if desk.kind(number).site]
    for order in desk.decision.orders():
        if order[0] == "stay":
            options.append(
                desk.option(
                    order,
                    "stay and fight",
                    _staying(desk),
                    odds=desk.odds_now(),
                )
            )
            continue
        price, where = int(order[1]), str(order[2])
        gone = [price]
        if desk.kind(price).ship:
            gone += passengers(desk.state, desk.unit(price))
        going = [
            number
            for number in stack
            if number not in gone and number not in sites and not desk.kind(number).summoning
        ]
        away = (
            _they(desk, going, "leaves", "leave")
            if desk.setting.battle_only
            else f"{_they(desk, going, 'goes', 'go')} to {desk.spot(where)}"
        )
        says = f"{loss_words(desk, price)}; {away}"
        if sites:
            says += f"; {the(_they(desk, sites, 'stays', 'stay'))}"
        if desk.setting.battle_only:
            says += f"; {desk.enemies('has', 'have')} won"
        label = f"sacrifice {desk.label(price)}" + (
            "" if desk.setting.battle_only else f", go to {desk.spot(where)}"
        )
        places = () if desk.setting.battle_only else (where,)
        options.append(desk.option(order, label, says, (price,), places, group=desk.label(price)))
    text = f"Do you retreat{desk.at}?" if len(options) > 1 else "You cannot retreat."
    hint = "A retreat costs a unit and ends the battle at once, before any roll."
    return desk.question(text, options, desk.where, hint)


def _they(desk: Desk, numbers: list[int], one: str, more: str) -> str:
    """Units with a verb that agrees in number."""
    names = desk.names(numbers)
    return f"{names} {verb(names, one, more) if len(numbers) == 1 else more}"


def withdraw(desk: Desk) -> Question:
    """Ask whether the combatant withdraws, and who takes its place. Rule: stacks:skirmish.swap, stacks:vanish.swap, stacks:vanish.exit, stacks:spell.mist-step."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(
                desk.option(
                    order, f"{the(desk.front)} {verb(desk.front, 'stays', 'stay')}", odds=desk.odds_now()
                )
            )
        elif order[0] == "exit":
            options.append(_exit_option(desk, order))
        else:
            options.append(_swap_option(desk, order))
    text = (
        f"Do you take {the(desk.front)} out?"
        if len(options) > 1
        else f"{opening(the(desk.front))} cannot withdraw."
    )
    hint = (
        f"{opening(desk.enemies('decides', 'decide'))} at the same time, and may bring in another unit too."
    )
    return desk.question(text, options, desk.where, hint)


def _staying(desk: Desk) -> str:
    """Staying in words: whom the combatant meets now, and the chance of the whole battle."""
    battle = to_the_end(desk)
    says = f"{the(desk.front)} against {the(desk.enemy_front)}"
    return says if battle is None else f"{says}; {battle.text}, {battle.assumption}"


def _exit_option(desk: Desk, order: Order) -> OptionView:
    """The combatant leaves the battle, and another may come in. Rule: stacks:vanish.exit, stacks:vanish.last-unit."""
    front = desk.corner.front
    source = order[3:]
    how, spent = _means(desk, "Vanish", source)
    spells, casters = _spell_and_caster(source)
    where, new = str(order[1]), int(order[2])
    to = "leaves the battle" if desk.setting.battle_only else f"leaves for {desk.spot(where)}"
    label = (
        f"{desk.front} {to if not wording.is_plural(desk.front) else to.replace('leaves', 'leave', 1)} {how}"
    )
    places = places_of(desk, where)
    if new == NOBODY:
        says = f"you have no combatant left: no roll this round{_left_there(desk, front)}{spent}"
        return desk.option(order, label, says, (front, *casters), places, None, "exit", spells)
    label += f", {desk.label(new)} {verb(desk.name(new), 'comes', 'come')} in"
    says = f"{the(desk.name(new))} {verb(desk.name(new), 'fights', 'fight')} instead; {the(desk.front)} may not return this turn{_left_there(desk, front)}{spent}"
    odds = desk.odds(desk.line(new))
    return desk.option(order, label, says, (new, front, *casters), places, odds, "exit", spells)


def _left_there(desk: Desk, gone: int) -> str:
    """The end of a sentence on a unit that leaves: nobody is left, or some of those aboard it need another ship.

    Rule: stacks:vanish.last-unit, stacks:end.destroyed, stacks:move.stranded.
    """
    if len(desk.state.stacks[desk.side][desk.fight.hex]) == 1:
        lost = f", and {desk.enemies('has', 'have')} won" if desk.setting.battle_only else ""
        return f"; nobody of yours is left{desk.at}{lost}"
    aboard = [
        one
        for one in passengers(desk.state, desk.unit(gone))
        if not may_be_by_itself(desk.state, desk.unit(one), desk.fight.hex)
    ]
    return f"; {_they(desk, aboard, 'needs', 'need')} another ship when the battle ends" if aboard else ""


def _swap_option(desk: Desk, order: Order) -> OptionView:
    """The combatant goes back into the stack for another. Rule: stacks:skirmish.swap, stacks:vanish.swap."""
    source = order[2:]
    how, spent = _means(desk, "Skirmish" if order[0] == "skirmish" else "Vanish", source)
    spells, casters = _spell_and_caster(source)
    new = int(order[1])
    label = f"{desk.label(new)} {verb(desk.name(new), 'comes', 'come')} in {how}"
    says = f"{desk.instead(new, desk.corner.front)}{spent}"
    odds = desk.odds(desk.line(new))
    return desk.option(order, label, says, (new, *casters), (), odds, str(order[0]), spells)


def _spell_and_caster(source: Order) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The spell by which something is done, and its caster; empty if it is done otherwise."""
    return ((str(source[0]),), (int(source[1]),)) if len(source) == 2 else ((), ())


def _means(desk: Desk, ability: str, source: Order) -> tuple[str, str]:
    """The means by which something is done and its cost, as parts of a sentence."""
    if len(source) == 2:
        return f"by {desk.spell(source[0]).name}, cast by {the(desk.name(source[1]))}", "; the spell is spent"
    if len(source) == 1:
        return f"by {the(desk.setting.facts.artifact(source[0]).name)}", ""
    return f"by {ability}", ""


def elsewhere(desk: Desk) -> Question:
    """Ask for another hex, when the one to leave for has just been taken. Rule: stacks:vanish.same-hex."""
    options = [
        desk.option(order, desk.spot(str(order[1])), places=(str(order[1]),))
        for order in desk.decision.orders()
    ]
    return desk.question(
        f"The hex has been taken. Where does {the(desk.front)} go instead?", options, desk.where
    )


def guard(desk: Desk) -> Question:
    """Ask whether a Guard takes the place of the combatant. Rule: stacks:guard.replace."""
    options: list[OptionView] = []
    front = desk.corner.front
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(
                desk.option(
                    order,
                    f"{the(desk.front)} {verb(desk.front, 'fights on', 'fight on')}",
                    odds=desk.odds_now(),
                )
            )
            continue
        number = int(order[1])
        name = desk.name(number)
        label = f"{desk.label(number)} {verb(name, 'guards', 'guard')}"
        options.append(
            desk.option(
                order, label, desk.instead(number, front), (number,), (), desk.odds(desk.line(number))
            )
        )
    text = (
        f"Does a Guard take the place of {the(desk.front)} against {the(desk.enemy_front)}?"
        if len(options) > 1
        else f"Nobody can guard {the(desk.front)}."
    )
    return desk.question(text, options, desk.where)


def paralyze(desk: Desk) -> Question:
    """Ask whether to paralyze the enemy combatant, and by what. Rule: stacks:paralyze.use, stacks:paralyze.destroy, stacks:paralyze.duration, stacks:spell.stone-sleep."""
    options: list[OptionView] = []
    target = desk.enemy_front
    unit = desk.unit(desk.enemy.front)
    fate = "defeated once" if desk.kind(unit.id).regenerates and unit.defeats == 0 else "lost"
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, f"leave {the(target)} alone", odds=desk.odds_now()))
            continue
        spent = ""
        spells: tuple[str, ...] = ()
        if order[0] == "cast":
            spell, number = desk.spell(order[1]), int(order[2])
            label, turns, spent, spells = (
                cast_label(desk, spell, number),
                spell.effects.paralyze,
                "; the spell is spent",
                (spell.id,),
            )
        elif len(order) > 2:
            number = int(order[1])
            artifact = desk.setting.facts.artifact(order[2])
            label, turns = f"{desk.name(number)} with {the(artifact.name)}", artifact.effects.paralyze
        else:
            number = int(order[1])
            label, turns = (
                f"{desk.name(number)} {verb(desk.name(number), 'paralyzes', 'paralyze')}",
                desk.kind(number).paralyze,
            )
        long = (
            "for the rest of the battle"
            if turns == REST_OF_BATTLE
            else f"for {many(turns, 'turn')} of its owner"
        )
        says = f"{the(target)} {verb(target, 'is', 'are')} out {long}, and {fate} if nobody can take {verb(target, 'its', 'their')} place{spent}"
        options.append(desk.option(order, label, says, (number,), spells=spells))
    text = f"Do you paralyze {the(target)}?" if len(options) > 1 else f"You cannot paralyze {the(target)}."
    return desk.question(text, options, desk.where)


def replace(desk: Desk) -> Question:
    """The replacement of a paralyzed combatant; where both are struck, whom it will meet is not known yet. Rule: stacks:paralyze.replacement, stacks:paralyze.mutual."""
    options = []
    known = not desk.unit(desk.enemy.front).held
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "Nobody can"))
            continue
        number = int(order[1])
        odds = desk.odds(desk.line(number)) if known else None
        options.append(desk.option(order, desk.label(number), _own_line(desk, number), (number,), (), odds))
    name = desk.front
    text = f"{opening(the(name))} {verb(name, 'is', 'are')} paralyzed. Who takes {verb(name, 'its', 'their')} place?"
    return desk.question(text, options, desk.where)


def _own_line(desk: Desk, number: int) -> str:
    kind = desk.kind(number)
    total = chances.standing(kind, desk.unit(number).devoured, desk.attacking)
    return f"{verb(kind.name, 'rolls', 'roll')} with {signed(total)} before anything else"
