"""The questions of the Scout Phase, and which hex is scouted or fought for next."""

from __future__ import annotations

from banneret.kernel.scene import OptionView, Question
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.text.wording import listed, many, signed, the, verb
from banneret.rulebooks.stacks.view.questions.desk import Desk, cast_label, game_words, side_words


def which_hex(desk: Desk) -> Question:
    """Ask which contested hex is scouted or fought for next. Rule: stacks:scoutphase.order, stacks:battle.queue, stacks:opt.standing-contest."""
    scouting = desk.decision.kind == "scouting"
    options: list[OptionView] = []
    for order in desk.decision.orders():
        where = str(order[1])
        hex_ = desk.setting.grid.named(where)
        own = len(desk.state.stacks[desk.side].get(hex_, ()))
        if order[0] == "pass":
            options.append(
                desk.option(
                    order, f"no battle at {desk.spot(where)}", "both stacks stay this turn", places=(where,)
                )
            )
            continue
        sides = [int(order[2])] if len(order) > 2 else desk_enemies(desk, hex_)
        names = listed([side_words(desk.state, side) for side in sides])
        says = f"{many(own, 'unit')} of yours against {names}"
        options.append(
            desk.option(
                order,
                f"{desk.spot(where)}, against {names}" if len(order) > 2 else desk.spot(where),
                says,
                places=(where,),
            )
        )
    text = "Which hex is scouted next?" if scouting else "Which battle is fought next?"
    return desk.question(text, options)


def desk_enemies(desk: Desk, hex_: int) -> list[int]:
    """The other sides with a banner in a hex."""
    return [
        side for side in range(desk.setting.sides) if side != desk.side and hex_ in desk.state.stacks[side]
    ]


def look(desk: Desk) -> Question:
    """Ask whether to look through the enemy stack, and with what. Rule: stacks:scout.look, stacks:artifact.far-glass, stacks:spell.farsight."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "do not look"))
        elif order[0] == "cast":
            spell, caster = desk.spell(order[1]), int(order[2])
            says = f"you see the whole stack; {the(desk.name(caster))} and the spell are shown, and the spell is spent"
            options.append(
                desk.option(order, cast_label(desk, spell, caster), says, (caster,), spells=(spell.id,))
            )
        else:
            number = int(order[1])
            label = f"{desk.name(number)} {verb(desk.name(number), 'looks', 'look')}"
            if len(order) > 2:
                label += f" through {the(desk.setting.facts.artifact(order[2]).name)}"
            says = f"you see every unit and artifact; {desk.enemies('learns', 'learn')} that {the(desk.name(number))} {verb(desk.name(number), 'is', 'are')} here"
            options.append(desk.option(order, label, says, (number,)))
    text = f"Do you look through the stack of {desk.enemy_name}{desk.at}?"
    return desk.question(text, options, desk.where)


def steal(desk: Desk) -> Question:
    """Ask whether to steal an artifact, and by which unit. Rule: stacks:steal.take, stacks:steal.holder."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "steal nothing"))
            continue
        number = int(order[1])
        name = desk.name(number)
        if len(order) > 2:
            artifact = desk.artifact(int(order[2]))
            label = f"{name} {verb(name, 'takes', 'take')} {the(artifact.name)}"
            usable = can_use(artifact, desk.kind(number))
            says = artifact.text if usable else f"{the(name)} can only carry it"
        else:
            label = f"{name} {verb(name, 'steals', 'steal')} blind"
            says = f"one of the artifacts of {desk.enemy_name}, if there is any; {the(name)} {verb(name, 'is', 'are')} shown"
        options.append(desk.option(order, label, says, (number,)))
    return desk.question(f"Do you steal from {desk.enemy_name}{desk.at}?", options, desk.where)


def devour(desk: Desk) -> Question:
    """Ask whether a Cannibal devours a friendly unit. Rule: stacks:cannibal.sacrifice, stacks:cannibal.duration."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "devour nobody"))
            continue
        eater, victim = int(order[1]), int(order[2])
        name = desk.name(eater)
        label = f"{name} {verb(name, 'devours', 'devour')} {desk.label(victim)}"
        says = f"{the(name)} {verb(name, 'has', 'have')} {signed(desk.kind(eater).cannibal)} to the end of the turn; {the(desk.name(victim))} {verb(desk.name(victim), 'is', 'are')} lost{game_words(desk, [victim])}"
        options.append(desk.option(order, label, says, (eater, victim), group=name))
    return desk.question(f"Does a Cannibal devour one of your units{desk.at}?", options, desk.where)
