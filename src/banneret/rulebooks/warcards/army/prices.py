"""Prices of units and ships with their training, and the figures on their cards. Rules: warcards:unit.card, warcards:unit.experience."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.kernel.abilities.muster import Card as Priced
from banneret.kernel.abilities.muster import Entry, Fault, card_of, word_of, words_of
from banneret.kernel.scene import Figure
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.tables.cards import NONE, Card
from banneret.rulebooks.warcards.tables.facts import facts, symbols
from banneret.rulebooks.warcards.tables.training import EXPERIENCE, STEADINESS, trained, why_not_trained
from banneret.rulebooks.warcards.text.wording import bunks

RULE: Final = "warcards:unit.card"


def priced_unit(entry: Entry) -> Priced:
    """A unit's card with its price and its faults. Rules: warcards:unit.experience, warcards:train.advanced."""
    card, tally = _recruited(facts().cards[word_of(entry, "type")])
    experience = word_of(entry, "experience", "regular")
    card = replace(card, experience=experience, people=word_of(entry, "people", "other"))
    card.morale += STEADINESS[experience]
    faults: list[Fault] = []
    trainings = words_of(entry, "training")
    most = EXPERIENCE[experience]
    if len(trainings) > most:
        ranks = [name for name, number in EXPERIENCE.items() if number >= len(trainings)]
        fix = f"make it {ranks[0]}" if ranks else f"take away {len(trainings) - most}"
        number = "no training" if most == 0 else f"at most {most} {'training' if most == 1 else 'trainings'}"
        text = f"{_an(experience)} unit has {number}, not {len(trainings)}"
        faults.append(Fault(text, fix, field="training", rule="warcards:unit.experience"))
    for name in trainings:
        why = why_not_trained(card, name)
        if not why and name in card.training and not name.startswith("advanced"):
            why = "it has that training already"
        if why:
            faults.append(
                Fault(
                    f"no {spoken(name)}: {why}",
                    f"take {name} away",
                    field="training",
                    rule="warcards:unit.experience",
                )
            )
            continue
        before = card.muster
        card = trained(card, name)
        tally.add(card.muster - before, f"{spoken(name)} training", "warcards:unit.experience")
    if card.people != "other" and (card.race != "human"):
        faults.append(Fault(f"no {card.name} are {card.people.title()}", "leave people out", field="people"))
    return card_of(
        card.name,
        tally,
        figures_of(card),
        tuple(_words(card)),
        symbols()[card.type],
        tuple(faults),
        boxes=card.hits,
    )


def _recruited(card: Card) -> tuple[Card, Tally]:
    """A unit's card, and what it costs: the human unit of its type, and its race. Rules: warcards:unit.card, warcards:unit.races."""
    base = facts().cards.get(card.type, card)
    tally = Tally("muster cost", base.muster, base.name, RULE)
    if card.race != base.race:
        tally.add(card.muster - base.muster, card.race, "warcards:unit.races")
    return card, tally


def priced_ship(entry: Entry) -> Priced:
    """A ship's card with its price. Rule: warcards:naval.same-rules."""
    card = facts().ships[word_of(entry, "ship")]
    words = (bunks(card.bunks), "heavy" if card.heavy else "light")
    return card_of(
        card.name,
        Tally("muster cost", card.muster, card.name, RULE),
        figures_of(card),
        words,
        symbols()[card.kind],
        boxes=card.hits,
    )


def figures_of(card: Card) -> tuple[Figure, ...]:
    """The figures printed on a card. Rule: warcards:unit.statistics."""
    signed = {"Melee": card.melee, "Missile": card.missile, "Ram" if card.ship else "Charge": card.charge}
    plain = {"Defense": card.defense, "Morale": card.morale, "Hits": card.hits, "Move": card.move}
    rows = [_figure(name, value, True) for name, value in signed.items()]
    return (*rows, *[_figure(name, value, name == "Morale") for name, value in plain.items()])


def _figure(name: str, value: int, bonus: bool) -> Figure:
    if value == NONE:
        return Figure(name, "-", rule="warcards:unit.statistics", kind="none")
    text = f"{value:+d}" if bonus else str(value)
    return Figure(name, text, rule="warcards:unit.statistics", kind="bonus" if bonus else "plain")


def _words(card: Card) -> list[str]:
    words = [
        "mounted" if card.mounted else "on foot",
        f"{'no' if card.armor == 'none' else card.armor} armor",
    ]
    words += [] if card.race == "human" else [card.race]
    words += [card.people.title()] if card.people in ("rjurik", "vos") else []
    words += [] if card.experience == "regular" else [card.experience]
    words += ["pikes"] if card.pike and "pike" not in card.training else []
    words += ["moves freely"] if card.moves_freely else []
    words += ["artillery"] if card.artillery else []
    return words + [spoken(name) for name in card.training]


def spoken(name: str) -> str:
    """The name of a training as people say it."""
    return name.replace("-", " ")


def _an(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
