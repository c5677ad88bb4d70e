"""A creature in full: its powers and the cards under it in a sentence each, its reach, and the creatures it sees.

Rules: skirmish:power.static, skirmish:attach.text, skirmish:los.definition, skirmish:cover.clear-shot.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from banneret.geometry.squares import CLEAR, COVERED, UNSEEN
from banneret.kernel.scene import Condition, Glance, Inspector, Piece, Scene, Trait, deeds_of, plain_inspector
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.skirmish.board.standing import sight, space
from banneret.rulebooks.skirmish.board.traits import attached, is_forbidden, printed
from banneret.rulebooks.skirmish.movement.reach import reach, speed, speed_left
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables.actions import ActionCard
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard
from banneret.rulebooks.skirmish.tables.effects import Power, Static
from banneret.rulebooks.skirmish.tables.reading import read_data
from banneret.rulebooks.skirmish.text import news
from banneret.rulebooks.skirmish.text.wording import brief
from banneret.rulebooks.skirmish.view.pieces import ABILITIES, creature_id
from banneret.rulebooks.skirmish.view.sights import sight_lines

SEEN: Final[dict[int, Literal["clear", "cover", "unseen"]]] = {
    CLEAR: "clear",
    COVERED: "cover",
    UNSEEN: "unseen",
}


def inspect(state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
    """A piece as everyone may know it; a card in a hand as its own side sees it. Rule: skirmish:info.public."""
    creature = next((one for one in state.creatures if creature_id(one) == piece.id), None)
    if creature is None:
        return plain_inspector(piece, scene)
    card = printed(creature)
    plays = "plays cards with this word, and may lend its level to them"
    traits = [
        *([Trait(", ".join(card.keywords), "", "skirmish:keyword.labels")] if card.keywords else []),
        *[Trait(one, f"{ABILITIES[one]}: it {plays}", "skirmish:card.ability") for one in card.abilities],
        *trait_lines(card),
    ]
    for under in attached(creature):
        traits += [Trait(f"{under.name}: {one.keyword}", one.text, one.rule) for one in trait_lines(under)]
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=f"{'yours' if viewer.owns(creature.side) else f'of {state.setting.names[creature.side]}'}, in {piece.place}",
        figures=piece.figures,
        traits=tuple(traits),
        states=tuple([_state(condition) for condition in piece.states]),
        deeds=deeds_of(piece, scene) if viewer.owns(creature.side) else (),
        reach=_reach(state, creature),
        glances=tuple(
            [
                _glance(state, creature, other)
                for other in state.creatures
                if are_foes(other.side, creature.side)
            ]
        ),
    )


def _reach(state: State, creature: Creature) -> tuple[str, ...]:
    """The squares on which it can stand after a move, or after what is left of one made in pieces. Rules: skirmish:move.distance, skirmish:activation.one-move."""
    if is_forbidden(creature, "move"):
        return ()
    far = speed_left(state, creature) if creature.id == state.acting else speed(state, creature)
    grid = state.setting.board.grid
    spaces = grid.spaces[printed(creature).across - 1]
    ends = reach(state, creature, far).ends
    squares = {square for place in ends if place != creature.place for square in spaces[place]}
    return tuple([grid.names[square] for square in sorted(squares - set(space(state, creature)))])


def _glance(state: State, creature: Creature, other: Creature) -> Glance:
    """A look at another creature, by the lines from the best corner. Rules: skirmish:cover.clear-shot, skirmish:los.definition."""
    best = sight_lines(state, creature, other)
    word = SEEN[sight(state, creature, other)]
    row = _data()["seen"][word]
    text = row["text"].format(free=sum(line[4] for line in best), most=len(best))
    return Glance(creature_id(other), news.name(state, other), word, text, f"skirmish:{row['rule']}", best)


def _data() -> dict[str, dict[str, Any]]:
    return read_data("traits")


def _trait(word: str, **values: Any) -> Trait:
    row = _data()["trait"][word]
    return Trait(row["keyword"].format(**values), row["text"].format(**values), f"skirmish:{row['rule']}")


def _state(condition: Condition) -> Trait:
    row = _data()["state"][condition.kind]
    return Trait(str(condition).capitalize(), row["text"], f"skirmish:{row['rule']}")


def trait_lines(card: CreatureCard | ActionCard) -> list[Trait]:
    """The effects of a card in play, a sentence each. Rules: skirmish:power.static, skirmish:attach.text."""
    found = [_static(static) for static in card.statics]
    found += [_power(power) for power in card.powers]
    for one in card.triggers:
        whom = f"a {one.keyword_filter}" if one.keyword_filter else "a creature"
        found.append(_trait(one.event, steps=_upper(brief(one.steps)), whom=whom))
    return found


def _power(power: Power) -> Trait:
    """A power that is used. Rules: skirmish:power.tap, skirmish:timing.free-powers."""
    word = "free" if power.free else "tap"
    return _trait(word, name=power.name or "Power", steps=_upper(brief(power.steps)))


def _static(static: Static) -> Trait:
    """A continuous effect. Rule: skirmish:power.static."""
    if static.kind == "keyword":
        if static.controlled:
            return _trait("controlled", ability=static.keyword, whom=static.keyword_filter)
        return _trait(static.keyword)
    if static.kind == "deploy-zone":
        return _trait("calls", whom=f"{static.keyword_filter}s") if static.controlled else _trait("by-wall")
    word = "exposed" if static.kind == "bonus" and static.defender else static.kind
    attacks, when = _data()["attacks"][static.attack], _data()["when"][static.when]
    return _trait(word, amount=static.amount, level=static.level, hp=static.hp, attacks=attacks, when=when)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
