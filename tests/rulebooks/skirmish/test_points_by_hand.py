"""Action Points that are worth a question of their own: to untap a helper, or to be hurt less (rules version 6)."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import step
from rulebooks.skirmish.playing import PASS, card, play, strike
from rulebooks.skirmish.test_cards_by_hand import teams, under
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, open_floor

from banneret.rulebooks.skirmish import stages


@pytest.mark.rule("skirmish:timing.free-powers", "skirmish:creature.halfling-sneak")
@pytest.mark.parametrize(("version", "damage"), [(5, 10), (6, 5)])
def test_a_tapped_creature_may_untap_before_the_shot_of_a_sneak_falls(version: int, damage: int) -> None:
    # Both bring Cormyr. The Sneak shoots for 5, and 5 more at who is tapped; a minor card taps nobody, and the Knight could answer nothing.
    yard = Yard(open_floor(8, 1), version=version)
    sneak, knight = yard.put("halfling-sneak", (0, 0), DROW), yard.put("dragon-knight", (4, 0), tapped=True)
    under(knight, CORMYR, "action-point")
    orders = [("spend", knight.id), PASS] if version > 5 else []
    table = card(yard, sneak, "quick-shot", [(knight.id,)], *orders, tap=False)
    assert [decision.side for decision in table.asked] == [CORMYR] * len(orders)
    assert (knight.damage, knight.tapped) == (damage, version < 6)


@pytest.mark.rule("skirmish:timing.free-powers")
@pytest.mark.parametrize("shooter", ["elf-archer", "human-ranger"])
def test_nobody_is_asked_where_to_be_untapped_changes_nothing(shooter: str) -> None:
    yard = Yard(open_floor(8, 1))
    archer, knight = yard.put(shooter, (0, 0), DROW), yard.put("dragon-knight", (4, 0), tapped=True)
    under(knight, CORMYR, "action-point")
    assert card(yard, archer, "quick-shot", [(knight.id,)], tap=False).asked == []
    assert knight.damage == 5


@pytest.mark.rule("skirmish:timing.free-powers", "skirmish:creature.halfling-sneak", "skirmish:team.sides")
def test_a_strike_of_a_sneak_at_who_has_answered_can_still_be_softened() -> None:
    # The Ranger strikes at the Sneak's tap, and is tapped; the partner's Sneak answers for 5 + 5. Untapped by its Action Point it takes 5, and
    # of the shot that began it 5 more: that Sneak, too, meets nobody tapped.
    yard = Yard(open_floor(8, 2), active=DROW)
    teams(yard)
    sneak, partner = yard.put("halfling-sneak", (0, 0), 0), yard.put("halfling-sneak", (1, 1), 2)
    ranger = yard.put("human-ranger", (1, 0), 1)
    under(ranger, 1, "action-point")
    orders = strike(ranger, sneak), strike(partner, ranger), ("spend", ranger.id), PASS
    table = card(yard, sneak, "rapid-shot", [(ranger.id,)], *orders, ("decline",))
    assert [decision.side for decision in table.asked] == [1, 2, 1, 1, 0]
    assert (sneak.damage, ranger.damage, ranger.tapped) == (5, 10, False)


@pytest.mark.rule("skirmish:timing.free-powers", "skirmish:assist.tap", "skirmish:card.dodge")
@pytest.mark.parametrize(("version", "damage"), [(5, 5), (6, 0)])
def test_a_helper_may_untap_for_a_card_that_none_could_play_before(version: int, damage: int) -> None:
    # Dodge takes 3 levels: the Spider has 1, the Guard beside it 2, and is tapped.
    yard = Yard(open_floor(8, 1), version=version)
    archer = yard.put("elf-archer", (0, 0), DROW)
    spider = yard.put("demonweb-spider", (4, 0), CORMYR)
    guard = yard.put("drow-house-guard", (5, 0), CORMYR, tapped=True)
    under(guard, CORMYR, "action-point")
    yard.deal(CORMYR, "dodge")
    dodge = play("dodge", spider, (0,), helpers=(guard,))
    orders = [("spend", guard.id), dodge] if version > 5 else []
    table = card(yard, archer, "quick-shot", [(spider.id,)], *orders, tap=False)
    if version > 5:
        assert table.options(0) == [PASS, ("spend", guard.id)]
        assert table.options(1) == [PASS, dodge]
    assert (spider.damage, guard.tapped) == (damage, True)


@pytest.mark.rule("skirmish:timing.free-powers", "skirmish:timing.open-window", "skirmish:card.retreat")
@pytest.mark.parametrize("version", [5, 6])
def test_a_helper_may_untap_in_an_open_window(version: int) -> None:
    # Retreat takes 4 levels, and may be played at any time to shift. The Guard has 2 and a Spider on each side of it; that which is tapped
    # would have 1 and the Guard beside it.
    yard = Yard(open_floor(8, 2), version=version)
    guard, first = yard.put("drow-house-guard", (4, 0), CORMYR), yard.put("demonweb-spider", (5, 0), CORMYR)
    second = yard.put("demonweb-spider", (3, 0), CORMYR, tapped=True)
    under(second, CORMYR, "action-point")
    yard.deal(CORMYR, "retreat")
    yard.state.stage = stages.BEFORE_ACTIONS
    retreat = play("retreat", guard, helpers=(first, second))
    orders = [("spend", second.id), retreat, ("go", guard.id, yard.name(1, 0))] if version > 5 else []
    step(yard.state, *orders)
    assert guard.place == yard.square(1 if version > 5 else 4, 0)
