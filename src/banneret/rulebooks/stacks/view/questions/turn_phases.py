"""The questions of the turn outside moves and battles: recruit, deploy, exchange, discard, and who takes or carries what."""

from __future__ import annotations

from banneret.kernel.scene import OptionView, Question
from banneret.rulebooks.stacks.state import NOBODY
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.tables.kinds import Artifact
from banneret.rulebooks.stacks.text.wording import listed, many, the
from banneret.rulebooks.stacks.view.map import place_id
from banneret.rulebooks.stacks.view.questions.desk import Desk


def recruit(desk: Desk) -> Question:
    """Ask from which pile to draw. Rule: stacks:recruit.draw, stacks:recruit.terrain."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        name = str(order[1])
        if name == "artifacts":
            left = many(len(desk.state.artifact_pile), "artifact")
            says = f"{left} left; it is given at once to one of your units, unseen"
            options.append(desk.option(order, "the artifact pile", says))
        else:
            left = many(len(desk.state.piles[name]), "chit")
            options.append(
                desk.option(order, f"the {name} pile", f"{left} left; the unit goes hidden into your reserve")
            )
    after = desk.state.draws - 1
    hint = f"{many(after, 'more draw')} this turn." if after else "Your last draw this turn."
    return desk.question("From which pile do you draw?", options, hint=hint)


def give(desk: Desk) -> Question:
    """Ask which unit takes a drawn artifact. Rule: stacks:recruit.artifact."""
    chits = desk.state.artifacts
    waiting = [index for index, chit in enumerate(chits) if chit.holder == NOBODY and not chit.seen]
    artifact = desk.artifact(waiting[-1]) if waiting else None
    return _hand_over(desk, artifact, "You have drawn {}. Who takes it?")


def captured(desk: Desk) -> Question:
    """Ask which unit takes a captured artifact. Rule: stacks:opt.fallen-artifacts."""
    fight = desk.state.fight
    artifact = desk.artifact(fight.set_aside[0]) if fight is not None and fight.set_aside else None
    return _hand_over(desk, artifact, "You have captured {}. Who takes it?")


def _hand_over(desk: Desk, artifact: Artifact | None, text: str) -> Question:
    """The unit that takes an artifact. Rule: stacks:artifact.users, stacks:artifact.holder."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        number = int(order[1])
        where = place_id(desk.state, desk.unit(number).place)
        says = f"at {desk.spot(where)}"
        if artifact is not None:
            says += ", can use it" if can_use(artifact, desk.kind(number)) else ", would only carry it"
        options.append(desk.option(order, desk.label(number), says, (number,), (where,)))
    name = the(artifact.name) if artifact is not None else "an artifact"
    hint = artifact.text if artifact is not None else ""
    return desk.question(text.format(name), options, hint=hint)


def carry(desk: Desk) -> Question:
    """Ask whom flying carriers hold up. Rule: stacks:carry.capacity, stacks:move.stranded."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        heroes = [int(number) for number in order[1:]]
        options.append(
            desk.option(
                order, listed([desk.name(hero) for hero in heroes]), "the others are lost", tuple(heroes)
            )
        )
    where = place_id(desk.state, desk.unit(int(desk.decision.default()[1])).place)
    return desk.question(
        f"More Heroes lean on carriers at {desk.spot(where)} than can be carried. Who stays?", options
    )


def deploy(desk: Desk) -> Question:
    """Ask which unit of the Reserve to place, and where. Rule: stacks:deploy.place, stacks:deploy.site, stacks:deploy.sea."""
    options: list[OptionView] = []
    stacks = desk.state.stacks[desk.side]
    for order in desk.decision.orders():
        if order[0] == "done":
            options.append(desk.option(order, "no more", "the rest stays in reserve"))
            continue
        number, where = int(order[1]), str(order[2])
        there = len(stacks.get(desk.setting.grid.named(where), ()))
        kind = desk.kind(number)
        if kind.site:
            says = "face up, for the whole game"
        elif len(order) > 3:
            says = f"aboard {the(desk.name(int(order[3])))}"
        else:
            says = f"joins {many(there, 'unit')} there" if there else "under a new banner"
        label = f"{desk.name(number)} at {desk.spot(where)}"
        options.append(desk.option(order, label, says, (number,), (where,), group=kind.name))
    hint = "Deployed units may move this turn."
    return desk.question("Which units of your reserve do you place?", options, hint=hint)


def exchange(desk: Desk) -> Question:
    """Ask which artifact or passenger changes hands. Rule: stacks:artifact.exchange, stacks:exchange.passengers."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "done":
            options.append(desk.option(order, "nothing more", "go on to the Move Phase"))
        elif order[0] == "pass":
            chit, taker = int(order[1]), int(order[2])
            holder = desk.state.artifacts[chit].holder
            artifact = desk.artifact(chit)
            where = place_id(desk.state, desk.unit(taker).place)
            usable = can_use(artifact, desk.kind(taker))
            says = artifact.text if usable else f"{the(desk.name(taker))} cannot use it"
            label = f"{artifact.name} from {desk.name(holder)} to {desk.name(taker)} at {desk.spot(where)}"
            options.append(desk.option(order, label, says, (holder, taker), (where,), group=artifact.name))
        else:
            number, ship = int(order[1]), int(order[2])
            where = place_id(desk.state, desk.unit(number).place)
            old = desk.name(desk.unit(number).aboard)
            label = f"{desk.name(number)} from {the(old)} to {the(desk.name(ship))} at {desk.spot(where)}"
            other = the(desk.name(ship))
            says = f"sails with {other}, and sinks with it" if desk.kind(ship).ship else f"moves with {other}"
            options.append(desk.option(order, label, says, (number, ship), (where,), group="passengers"))
    return desk.question(
        "Do artifacts or passengers change hands?", options, hint="Your enemies see nothing of it."
    )


def discard(desk: Desk) -> Question:
    """Ask which spell to discard. Rule: stacks:turn.end."""
    hand = desk.state.hands[desk.side]
    options: list[OptionView] = []
    for order in desk.decision.orders():
        spell = desk.spell(order[1])
        copies = hand.count(spell.index)
        label = spell.name if copies == 1 else f"{spell.name}, one of {copies}"
        options.append(desk.option(order, label, spell.text, spells=(spell.id,)))
    over = len(hand) - desk.setting.hand_limit
    text = f"Your hand holds {many(len(hand), 'spell')}, {over} too many. Which do you discard?"
    return desk.question(text, options, hint="Discards lie open.")
