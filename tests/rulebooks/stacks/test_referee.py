"""The referee's hand in `stacks`: whatever is accepted leaves a sound table from which the battle goes on and comes again."""

from __future__ import annotations

import pytest

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.decision import IllegalOrder
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.order import read_order


def random_change(battle: Battle, chance: Chance) -> str:
    """Any change that the panel could put together."""
    changes = battle.changes()
    found = changes[chance.below(len(changes))]
    words = [found.verb]
    for blank in found.blanks:
        if blank.choices:
            words.append(blank.choices[chance.below(len(blank.choices))][0])
        else:
            words.append(str(blank.least + chance.below(blank.most - blank.least + 1)))
    return " ".join(words)


@pytest.mark.parametrize("scenario", ["giant_at_the_gate", "hit_and_run", "narrow_sea"])
@pytest.mark.long
def test_whatever_is_accepted_can_be_played_on(scenario: str) -> None:
    accepted: set[str] = set()
    for seed in range(6):
        battle = banneret.start("stacks", scenario, seed=seed)
        chance = Chance(seed)
        for _ in range(60):
            if battle.is_over:
                break
            try:
                order = random_change(battle, chance)
                battle.change(order, "a whim")
                accepted.add(order.split(" ")[0])
            except (IllegalOrder, BadInput):
                pass
            assert battle.rulebook.invariants(battle.course.checkpoint) == []
            if not battle.is_over:
                battle.give(battle.waiting_for[0], battle.decisions[0].sample(chance))
        assert banneret.loads(battle.private_text).dump() == battle.dump()
    assert len(accepted) >= 5


def test_words_of_the_panel_can_be_read() -> None:
    battle = banneret.start("stacks", "narrow_sea", seed=1)
    for found in battle.changes():
        words = [found.verb, *(blank.choices[0][0] if blank.choices else "1" for blank in found.blanks)]
        assert len(read_order(" ".join(words))) == len(words)


def test_a_piece_is_changed_into_another_and_healed_and_moved() -> None:
    battle = banneret.start("stacks", "first_blood", seed=3)
    battle.change("kind 0 elves", "the list was wrong")
    assert "Elves" in str(battle.scene("attacker"))
    battle.change("paralyze 0 2", "a spell we forgot")
    battle.change("heal 0", "and which was countered")
    with pytest.raises(IllegalOrder, match="is well"):
        battle.change("heal 0", "again")
    with pytest.raises(IllegalOrder, match="no reserve"):
        battle.change("move 0 reserve", "away")
    with pytest.raises(IllegalOrder, match="marks of a battle"):
        battle.change("wound 0", "before the battle")


def test_a_change_shows_nothing_hidden() -> None:
    battle = banneret.start("stacks", "giant_at_the_gate", seed=3)
    unit = next(unit for unit in battle.state.units if unit.side == 1)
    battle.change(("kind", unit.id, "elves"), "the list was wrong")
    assert "Elves" not in str(battle.scene("attacker"))
    assert "Elves" not in str(battle.scene("spectator"))
