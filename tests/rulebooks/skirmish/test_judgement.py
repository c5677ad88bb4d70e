"""The judgement of the greedy player: what cards in hand and under creatures are worth, whom an enemy will strike, what a card adds to a blow."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.rulebooks.skirmish.ai.judgement import CARD, HAND, creature_worth, hand_worth
from banneret.rulebooks.skirmish.ai.positions import Ground, blow, bonus
from banneret.rulebooks.skirmish.ai.postures import Posture


def test_each_card_in_hand_is_worth_less_than_the_one_before() -> None:
    assert hand_worth(0) == 0.0
    gains = [hand_worth(count + 1) - hand_worth(count) for count in range(12)]
    assert gains[: len(HAND)] == pytest.approx(HAND)
    assert gains[len(HAND) :] == pytest.approx([CARD] * (12 - len(HAND)))


@pytest.mark.parametrize(
    ("creature", "under", "worth"),
    [
        ("dragon-knight", (), 3.85),  # 0.9 for each of 4 levels, 0.25 untapped
        ("dragon-knight", ("web",), 3.85 - 0.1 - 0.14 * 3.85),
        ("dragon-knight", ("darkfire",), 3.85 - 0.1 - 0.03 * 5 * 3.85),
        (
            "dragon-knight",
            ("lolths-sting",),
            3.85 * (1 - 20 / 45),
        ),  # 5 at the start of each of four turns, of 45
        ("elf-archer", ("lolths-sting",), 0.0),  # as good as dead
        ("elf-archer", ("level-up",), 0.9 * (0.45 + 0.55 * 15 / 5) + 0.3 + 0.25),  # 15 of 5 hit points
        ("drow-wizard", ("endless-night",), 1.8 + 0.25 + 0.8),
        ("drow-wizard", ("shroud-of-darkness",), 1.8 + 0.25 + 0.35),
        ("drow-priestess", ("lolths-blessing",), 2.7 + 0.25 + 0.4),
        ("dragon-knight", ("action-point",), 3.85 + 0.4),
    ],
)
def test_a_card_under_a_creature_is_worth_what_it_does(
    creature: str, under: tuple[str, ...], worth: float
) -> None:
    assert creature_worth(Yard().put(creature, (3, 3), attached=under)) == pytest.approx(worth)


def test_an_enemy_who_can_come_to_two_is_feared_half_by_each() -> None:
    yard = Yard()
    first = yard.put("drow-house-guard", (2, 2))
    foe = yard.put("dragon-knight", (2, 7))
    alone = Ground(yard.state, first).foes
    yard.put("drow-house-guard", (3, 2))
    shared = Ground(yard.state, first)
    loss = blow(foe, first, yard.state)
    assert [foe.threat for foe in alone] == pytest.approx([loss])
    assert [foe.threat for foe in shared.foes] == pytest.approx([loss / 2])
    assert [foe.threat for foe in Ground(yard.state, first, Posture(share=0.0)).foes] == pytest.approx([loss])


def test_a_blow_counts_the_best_card_that_its_striker_can_play_alone() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    archer = yard.put("elf-archer", (8, 8))
    assassin = yard.put("drow-assassin", (3, 3))
    assert bonus(yard.state, knight) == 0
    yard.deal(CORMYR, "power-attack", "overwhelm", "feint")
    # Power Attack is level 2, Overwhelm level 5: a knight of 4 plays the first without help, an archer of 1 neither.
    assert (bonus(yard.state, knight), bonus(yard.state, archer)) == (10, 0)
    # 15 of 25 hit points, or 25 of 25: a creature of level 4.
    assert blow(knight, assassin, yard.state) == pytest.approx(0.7 * 4 * 15 / 25)
    assert blow(knight, assassin, yard.state, 10) == pytest.approx(1.7 * 4)
    knight.tapped = True
    assert bonus(yard.state, knight) == 0
    assert assassin.side == DROW
