"""The questions of segments III and IV: strike, losses, respite, calling off."""

from __future__ import annotations

from banneret.kernel.scene import OptionView, Question
from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.state import SUMMONED
from banneret.rulebooks.stacks.text.wording import opening, tallied, the, them, verb
from banneret.rulebooks.stacks.view.questions.desk import Desk, cast_label, casts_label, loss_words, places_of
from banneret.rulebooks.stacks.view.questions.tactics import able_units, fight_on, known_units


def strike(desk: Desk) -> Question:
    """Ask whether to strike at the enemy combatant after a tie. Rule: stacks:roll.strike, stacks:spell.death-touch."""
    options: list[OptionView] = []
    target = desk.enemy_front
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "leave it at the tie", "nobody is defeated by the roll"))
        else:
            spell, casters = desk.spell(order[1]), [int(caster) for caster in order[2:]]
            times, spent = (" twice", "spells are") if len(casters) == 2 else ("", "spell is")
            says = f"{the(target)} {verb(target, 'is', 'are')} defeated{times}; the {spent} spent"
            label = casts_label(desk, spell, casters)
            options.append(desk.option(order, label, says, tuple(dict.fromkeys(casters)), spells=(spell.id,)))
    text = (
        f"The rolls are equal. Do you strike at {the(target)}?"
        if len(options) > 1
        else "The rolls are equal."
    )
    return desk.question(text, options, desk.where)


def losses(desk: Desk) -> Question:
    """Ask whether to save a defeated combatant, and by what. Rule: stacks:roll.losses, stacks:martyr.step-in, stacks:spell.trolls-blood."""
    options: list[OptionView] = []
    front = desk.corner.front
    name = desk.front
    for order in desk.decision.orders():
        if order[0] == "accept":
            options.append(desk.option(order, f"let {the(name)} go", loss_words(desk, front), (front,)))
        elif order[0] == "martyr":
            number = int(order[1])
            other = desk.name(number)
            says = (
                f"{loss_words(desk, number, ' instead')}; {the(name)} {verb(name, 'stays', 'stay')} unharmed"
            )
            options.append(
                desk.option(
                    order,
                    f"{desk.label(number)} {verb(other, 'dies', 'die')} for {them(name)}",
                    says,
                    (number,),
                )
            )
        else:
            spell, caster = desk.spell(order[1]), int(order[2])
            says = f"{the(name)} {verb(name, 'stays', 'stay')} with one defeat; the next one destroys {them(name)}; the spell is spent"
            options.append(
                desk.option(order, cast_label(desk, spell, caster), says, (caster,), spells=(spell.id,))
            )
    text = f"{opening(the(name))} {verb(name, 'is', 'are')} about to be destroyed."
    if len(options) > 1:
        text += f" Do you save {them(name)}?"
    return desk.question(text, options, desk.where)


def respite(desk: Desk) -> Question:
    """Ask for spells to cast in the respite. Rule: stacks:respite.order, stacks:spell.raise-skeletons."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "cast nothing"))
            continue
        spell = desk.spell(order[1])
        casters = [int(caster) for caster in order[2:]]
        label = casts_label(desk, spell, casters)
        summoned = desk.setting.facts.unit(spell.effects.summon).name
        says = f"{tallied([summoned] * len(casters))} {verb(summoned, 'joins', 'join') if len(casters) == 1 else 'join'} your stack until the battle ends; the {'spell is' if len(casters) == 1 else 'spells are'} spent"
        options.append(desk.option(order, label, says, tuple(dict.fromkeys(casters)), spells=(spell.id,)))
    return desk.question("Do you cast a spell before the next round?", options, desk.where)


def calloff(desk: Desk) -> Question:
    """Ask whether the attack goes on. Rule: stacks:end.calloff, stacks:end.both-stay, stacks:opt.call-off, stacks:reveal.none-usable."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "continue":
            says = f"round {desk.fight.round + 1} begins" if able_units(desk) else _nobody_able(desk)
            options.append(desk.option(order, "fight on", says, odds=fight_on(desk)))
        elif len(order) == 1:
            ends = f"the battle is over, and {desk.enemies('has', 'have')} won"
            says = ends if desk.setting.battle_only else f"the battle is over; {_who_stays(desk)}"
            options.append(desk.option(order, "call off the attack", says))
        else:
            where = str(order[1])
            won = f", and {desk.enemies('has', 'have')} won" if desk.setting.battle_only else ""
            says = f"the battle is over{won}; your stack leaves, without Sites"
            label = (
                "call off and leave" if desk.setting.battle_only else f"call off and go to {desk.spot(where)}"
            )
            options.append(desk.option(order, label, says, places=places_of(desk, where)))
    return desk.question(f"Do you go on with the attack{desk.at}?", options, desk.where)


def _nobody_able(desk: Desk) -> str:
    """The end of an attack that goes on without a usable unit, in words. Rule: stacks:reveal.none-usable, stacks:setup.battle-only."""
    ends = "nobody of yours can fight: the battle is over"
    return f"{ends}, and nobody has won" if desk.setting.battle_only else f"{ends}; {_who_stays(desk)}"


def _who_stays(desk: Desk) -> str:
    """The stacks that stay in the hex when the battle is over, as far as the side knows: without what was summoned, and whom that strands.

    Rules: stacks:end.both-stay, stacks:end.cleanup, stacks:summoning.discard, stacks:move.stranded.
    """
    state, hex_ = desk.state, desk.fight.hex
    mine = state.stacks[desk.side].get(hex_, [])
    lasting = [number for number in mine if desk.unit(number).origin != SUMMONED]
    lost = stranded(state, desk.side, hex_, lasting)
    stays = len(lost) < len(lasting)
    there = [desk.unit(number) for number in mine] + known_units(desk, desk.enemy.side)
    reasons = ["summoned units are discarded"] if any(unit.origin == SUMMONED for unit in there) else []
    if lost:
        name = desk.names(lost)
        reasons.append(
            f"{the(name)} {verb(name, 'is', 'are')} lost, for nobody carries {them(name)} any more"
        )
    text = f"{'both stacks stay' if stays else 'nobody of yours stays'}{desk.at}"
    return f"{text}{', but ' if stays else ': '}{' and '.join(reasons)}" if reasons else text
