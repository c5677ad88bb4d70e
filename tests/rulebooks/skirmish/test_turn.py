"""The Refresh Phase, the end of a turn and the final count."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.playing import Bench
from rulebooks.skirmish.yard import CORMYR, DROW, Yard

from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.turn.ending import end_turn
from banneret.rulebooks.skirmish.turn.refreshing import refresh


def refreshed(yard: Yard) -> Bench:
    table = Bench()
    refresh(yard.state, table)
    assert table.asked == []
    return table


@pytest.mark.rule("skirmish:refresh.order", "skirmish:refresh.draw")
def test_a_refresh_phase() -> None:
    yard = Yard()
    army = yard.state.armies[DROW]
    army.action_hand, army.actions = [0, 1, 2], [7, 8]
    refreshed(yard)
    assert (army.vault, army.supply) == (19, 1)
    assert (army.action_hand, army.actions) == ([0, 1, 2, 7], [8])
    assert yard.state.armies[CORMYR].vault == 20


@pytest.mark.rule("skirmish:refresh.untap")
def test_all_own_creatures_untap_and_keep_their_cards() -> None:
    yard = Yard()
    own = [
        yard.put("elf-archer", (place, 0), DROW, tapped=place < 3, attached=("web",)) for place in range(4)
    ]
    enemy = yard.put("dragon-knight", (8, 8), tapped=True)
    refreshed(yard)
    assert [creature.tapped for creature in own] == [False] * 4
    assert all(len(creature.attached) == 1 for creature in own)
    assert enemy.tapped


@pytest.mark.rule("skirmish:refresh.gold")
def test_an_empty_vault_ends_the_battle_and_the_turn_goes_on() -> None:
    yard = Yard()
    army = yard.state.armies[DROW]
    army.vault, army.actions = 1, [7, 8]
    refreshed(yard)
    assert (army.vault, yard.state.ending) == (0, False)
    refreshed(yard)
    assert (army.supply, yard.state.ending) == (1, True)
    assert army.action_hand == [7, 8]
    assert [one.points for one in yard.state.armies] == [0, 0]


@pytest.mark.rule("skirmish:deck.action-empty")
def test_an_empty_deck_gives_nothing() -> None:
    yard = Yard()
    yard.state.armies[DROW].action_discard = [3]
    assert "no action card left" in refreshed(yard).news
    assert yard.state.armies[DROW].action_hand == []


@pytest.mark.rule("skirmish:turn.end", "skirmish:keyword.nimble")
def test_nimble_creatures_untap_at_the_end_of_their_own_turn() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1), tapped=True)
    assassin = yard.put("drow-assassin", (3, 1), tapped=True)
    ranger = yard.put("human-ranger", (8, 8), tapped=True)
    end_turn(yard.state)
    assert [creature.tapped for creature in (guard, assassin, ranger)] == [False, True, True]
    assert (yard.state.active, yard.state.turn, yard.state.stage) == (CORMYR, 2, stages.TURN_START)


@pytest.mark.rule("skirmish:card.endless-night")
def test_endless_night_makes_all_drow_nimble() -> None:
    yard = Yard()
    drider = yard.put("drider", (1, 1), tapped=True)
    master = yard.put("drow-blademaster", (4, 1), tapped=True)
    spider = yard.put("demonweb-spider", (6, 1), tapped=True)
    drider.attached = ((action_card("endless-night").index, DROW),)
    end_turn(yard.state)
    assert [creature.tapped for creature in (drider, master, spider)] == [False, False, True]


@pytest.mark.rule("skirmish:end.final", "skirmish:end.tie", "skirmish:turn.end")
@pytest.mark.parametrize(
    ("vaults", "points", "winners"),
    [((0, 4), (6, 1), (DROW,)), ((0, 5), (4, 0), (CORMYR,)), ((0, 5), (5, 0), ())],
)
def test_the_final_count(vaults: tuple[int, int], points: tuple[int, int], winners: tuple[int, ...]) -> None:
    yard = Yard()
    yard.state.ending = True
    for army, vault, taken in zip(yard.state.armies, vaults, points, strict=True):
        army.vault, army.points, army.supply = vault, taken, 9
    end_turn(yard.state)
    assert yard.state.stage == stages.OVER
    assert yard.state.outcome is not None
    assert yard.state.outcome.winners == winners
