"""The chain as people read it: the entry that is resolved first on top, and the outcome if nobody answers.

Rules: skirmish:timing.chain, skirmish:timing.lifo, skirmish:timing.simultaneous.
"""

from __future__ import annotations

from banneret.kernel.scene import Clash, Figure, Ladder, Link, Outlook, Rung
from banneret.kernel.tally import Tally
from banneret.rulebooks.skirmish.actions.chain import targets_now
from banneret.rulebooks.skirmish.actions.foresight import unanswered
from banneret.rulebooks.skirmish.actions.resolving import attack_damage
from banneret.rulebooks.skirmish.board.traits import hit_points, printed
from banneret.rulebooks.skirmish.state import NO_CARD, Chain, Creature, Entry, State
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.text.pictures import pictures
from banneret.rulebooks.skirmish.text.wording import brief
from banneret.rulebooks.skirmish.view.pieces import creature_id, creature_piece
from banneret.rulebooks.skirmish.view.sights import sight_lines


def clash_of(state: State, chain: Chain) -> Clash | None:
    """The chain, the last declared first, with the damage of each entry and the outlook. Rule: skirmish:timing.lifo."""
    if not chain.entries:
        return None
    rungs = chain.entries[::-1]
    pieces: list[Creature] = []
    for entry in rungs:
        for one in (entry.actor, *news.aimed_at(state, entry)):
            if one is not None and one in state.creatures and one not in pieces:
                pieces.append(one)
    outlook = unanswered(state)
    lines = [f"{place}. {news.told(state, entry)}" for place, entry in enumerate(rungs, 1)]
    lines += [f"If nobody answers: {text}" for text in changes(state, outlook)]
    several = sum([bool(damages(state, entry)) for entry in rungs]) > 1
    text = "Resolved from the top." if len(rungs) > 1 else ""
    if several:
        text += " All damage falls together at the end, so the slain still strike."
    ladder = Ladder(
        tuple([rung_of(state, entry) for entry in rungs]),
        tuple(fates(state, outlook)),
        text.strip(),
        "skirmish:timing.simultaneous" if several else "skirmish:timing.lifo",
    )
    return Clash(
        news.told(state, rungs[0], brief=True).rstrip("."),
        news.square(state, pieces[0]) if pieces else state.setting.board.grid.names[0],
        tuple([creature_piece(state, one) for one in pieces]),
        lines=tuple(lines),
        ladder=ladder,
    )


def rung_of(state: State, entry: Entry) -> Rung:
    """An entry of the chain. Rule: skirmish:timing.chain."""
    dealt = damages(state, entry)
    steps = brief(entry.steps[entry.done :])
    detail = [steps] if entry.card != NO_CARD or not dealt else []
    if dealt:
        parts = dealt[0].parts
        more = [f", {cause} {amount:+d}" for amount, cause, _ in parts[1:]]
        detail.append(f"damage {parts[0][0]}{''.join(more)}")
    if any(attack.covered and not attack.dodged for attack in entry.attacks.values()):
        detail.append("cover")
    actor = entry.actor
    ids = [] if actor is None else [creature_id(actor)]
    return Rung(
        news.told(state, entry, brief=True).rstrip("."),
        entry.side,
        ", ".join([one for one in detail if one]),
        "" if actor is None else pictures()[printed(actor).id],
        (*ids, *[creature_id(one) for one in news.aimed_at(state, entry)]),
        tuple(dealt),
    )


def fates(before: State, after: State) -> list[Outlook]:
    """The changes of every creature, vault and score that differ between two states. Rules: skirmish:destroy.gold, skirmish:end.unpaid."""
    found: list[Outlook] = []
    for creature in before.creatures:
        then = after.creature(creature.id)
        left = hit_points(creature) - creature.damage
        now = 0 if then is None else hit_points(then) - then.damage
        if now != left:
            text = "stands" if then is not None else f"destroyed, {printed(creature).level} gold"
            symbol = pictures()[printed(creature).id]
            name = news.short(before, creature)
            found.append(
                Outlook(name, creature.side, str(left), str(now), text, creature_id(creature), symbol)
            )
    for side, army in enumerate(before.armies):
        other = after.armies[side]
        if other.vault != army.vault:
            found.append(Outlook("vault", side, str(army.vault), str(other.vault)))
        if other.points != army.points:
            found.append(Outlook("points", side, str(army.points), str(other.points)))
    return found


def links_of(state: State, chain: Chain) -> list[Link]:
    """An arrow from the acting creature of each action to each of its targets, with its place in the order of resolving; for a shot with its lines of sight."""
    found: list[Link] = []
    for place, entry in enumerate(chain.entries[::-1], 1):
        if entry.actor is not None and entry.actor in state.creatures:
            shots = [one for one in entry.attacks.values() if one.step.attack == "ranged"]
            shot_at = [target for one in shots for target in one.targets]
            found += [
                Link(
                    "fight",
                    (creature_id(entry.actor), creature_id(one)),
                    text=str(place),
                    now=place == 1,
                    lines=sight_lines(state, entry.actor, one) if one in shot_at else (),
                )
                for one in news.aimed_at(state, entry)
                if one in state.creatures
            ]
    return found


def damages(state: State, entry: Entry) -> list[Figure]:
    """The damage of the steps of an entry that are still to come, each with its parts. Rule: skirmish:attack.damage."""
    found = []
    for place, step in enumerate(entry.steps[entry.done :], entry.done):
        if step.verb == "deal":
            parts = ((step.amount, entry.name or "damage", "skirmish:attack.not-attack"),)
            found.append(
                Figure(entry.name or "damage", str(step.amount), parts, "skirmish:attack.not-attack")
            )
        elif step.verb == "attack" and place in entry.attacks:
            attack = entry.attacks[place]
            for target in targets_now(state, attack):
                tally = Tally("damage")
                attack_damage(state, attack.attacker, target, step, tally)
                title = f"{news.short(state, attack.attacker)} at {news.short(state, target)}"
                found.append(Figure(title, str(tally.total), tuple(tally.parts), "skirmish:attack.damage"))
    return found


def changes(before: State, after: State) -> list[str]:
    """The differences between two states of one battle, a sentence for each creature and vault."""
    found = []
    for creature in before.creatures:
        then = after.creature(creature.id)
        name = news.name(before, creature)
        left = hit_points(creature) - creature.damage
        if then is None:
            found.append(f"{name} is destroyed.")
            continue
        now = hit_points(then) - then.damage
        if now != left:
            found.append(f"{name} has {now} hit points left, not {left}.")
    for side, army in enumerate(before.armies):
        other = after.armies[side]
        if other.vault != army.vault:
            found.append(
                f"The vault of {before.setting.names[side]} goes from {army.vault} to {other.vault}."
            )
        if other.points != army.points:
            found.append(f"{before.setting.names[side]} scores {other.points - army.points}.")
    return found
