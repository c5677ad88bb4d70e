"""The vocabulary of every rulebook: what stands on the screen explains itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret import api, rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.vocabulary import explained, read_vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from banneret.kernel.scene import Piece, Scene

BOOKS = [name for name in rulebooks.names() if rulebooks.get(name).vocabulary.words]
LARGE = {"kings_meadow", "lairn"}  # every word of it stands in the smaller ones too
MOST_ORDERS = 60


def scenes(name: str) -> Iterator[Scene]:
    """What the sides see in battles of random orders, one of each scenario."""
    book, chance = rulebooks.get(name), Chance(3)
    for scenario in book.scenarios().values():
        if scenario.id in LARGE:
            continue
        battle = api.start(book, scenario, seed=3)
        for _ in range(MOST_ORDERS):
            if battle.is_over:
                break
            side = battle.waiting_for[0]
            yield battle.scene(side)
            decision = battle.decision(side)
            assert decision is not None
            battle.give(side, decision.sample(chance))


def pieces(scene: Scene) -> Iterator[Piece]:
    """Every piece of a scene, those inside others too."""
    waiting = [*scene.pieces, *(piece for tray in scene.trays for piece in tray.pieces)]
    while waiting:
        piece = waiting.pop()
        waiting.extend(piece.inside)
        yield piece


def shown(scene: Scene) -> Iterator[str]:
    """The phases, goals, tracks, abbreviations, states and abilities that a scene shows."""
    if scene.stage is not None:
        yield from filter(None, (scene.stage.phase, scene.stage.segment, scene.stage.step))
    yield from (track.value if track.kind == "goal" else track.name for track in scene.tracks)
    for piece in pieces(scene):
        for figure in piece.figures:
            if figure.short:
                yield figure.short
                yield figure.name
        yield from (state.kind for state in piece.states)
        if scene.rulebook == "stacks" and piece.form == "unit":
            yield from filter(None, piece.detail.split(", "))


@pytest.mark.long
@pytest.mark.parametrize("name", BOOKS)
def test_every_word_on_the_screen_has_its_sentence(name: str) -> None:
    vocabulary = rulebooks.get(name).vocabulary
    seen = {text for scene in scenes(name) for text in shown(scene)}
    assert sorted(text for text in seen if not explained(vocabulary, text)) == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_sentence_names_a_rule_that_there_is(name: str) -> None:
    book = rulebooks.get(name)
    assert {word.rule for word in book.vocabulary.words.values() if word.rule} <= set(book.rules)
    assert all("{" not in word.text and word.text.endswith(".") for word in book.vocabulary.words.values())
    phases = {text for stage in book.view.phases for text in (stage.phase, stage.segment, stage.step) if text}
    assert sorted(text for text in phases if not explained(book.vocabulary, text)) == []


def test_the_first_rulebooks_have_a_vocabulary() -> None:
    assert {"stacks", "warcards", "battlesystem", "fenlight"} <= set(BOOKS)


def test_a_wrong_vocabulary_is_named(tmp_path: Path) -> None:
    assert read_vocabulary(tmp_path).words == {}
    (tmp_path / "words.toml").write_text('[word]\nScout = { rule = "scout.look" }\n')
    with pytest.raises(BadInput, match=r"words.toml: .*text"):
        read_vocabulary(tmp_path)
