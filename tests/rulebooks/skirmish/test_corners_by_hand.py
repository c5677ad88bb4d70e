"""Corners of the rules worked out on paper before they were played: teams of two, large creatures at walls, cards under who falls, the last turn."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import deck, names_of, step
from rulebooks.skirmish.playing import PASS, attack, card, play, power, strike
from rulebooks.skirmish.test_cards_by_hand import teams, under
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn, open_floor

from banneret.geometry.squares import CLEAR, COVERED
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.choosing import choices
from banneret.rulebooks.skirmish.actions.declaring import plays
from banneret.rulebooks.skirmish.board.homes import deploy_places
from banneret.rulebooks.skirmish.board.standing import are_adjacent, is_within, sight
from banneret.rulebooks.skirmish.movement.reach import can_move_at_all, reach, speed, teleports
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.turn.ending import end_turn, final_count


def ends(yard: Yard, creature: Creature, squares: int, mode: str = "move") -> list[tuple[int, int]]:
    """The places in which a movement may end, its own left out."""
    found = reach(yard.state, creature, squares, mode).ends  # type: ignore[arg-type]
    return [place for place in yard.places(found) if yard.square(*place) != creature.place]


def go(yard: Yard, creature: Creature, column: int, row: int) -> tuple[str, int, str]:
    return ("go", creature.id, yard.name(column, row))


def discarded(yard: Yard, side: int) -> list[str]:
    return names_of(yard.state.armies[side].action_discard)


# ---------------------------------------------------------------- teams of two


@pytest.mark.rule("skirmish:team.effects", "skirmish:timing.off-turn-melee")
def test_a_partner_never_strikes_a_tap_of_the_team() -> None:
    # Only side 1 has an enemy's tap beside it; side 2 stands beside the same creature, its partner's, and is not asked.
    yard = Yard(active=0)
    teams(yard)
    guard = yard.put("drow-house-guard", (2, 2))
    archer = yard.put("elf-archer", (3, 2), side=1)
    yard.put("drow-blademaster", (1, 2), side=2)
    table = attack(yard, guard, archer, PASS)
    assert [decision.side for decision in table.asked] == [1]
    assert archer not in yard.state.creatures  # 5 on hit points of 5


@pytest.mark.rule("skirmish:card.whirlwind-attack", "skirmish:team.sides")
def test_a_whirlwind_hits_both_opponents_and_no_partner() -> None:
    yard = Yard(active=1)
    teams(yard)
    knight = yard.put("dragon-knight", (2, 2), side=1)
    master = yard.put("drow-blademaster", (1, 2), side=0, tapped=True)
    mastiff = yard.put("shadow-mastiff", (3, 2), side=2, tapped=True)
    ranger = yard.put("human-ranger", (2, 1), side=3, tapped=True)
    card(yard, knight, "whirlwind-attack", [()])
    assert (master.damage, mastiff.damage, ranger.damage) == (15, 15, 0)


@pytest.mark.rule("skirmish:card.aura-of-blight", "skirmish:team.sides")
def test_the_aura_strikes_the_partner_too_and_nobody_scores_for_it() -> None:
    # 10 on a partner's Wizard of 10, whose vault holds 1: 1 gold moves, the other is missing, and no opponent dealt anything.
    yard = Yard(active=0)
    teams(yard)
    priestess = yard.put("drow-priestess", (2, 2))
    wizard = yard.put("drow-wizard", (3, 3), side=2, tapped=True)
    yard.state.armies[2].vault = 1
    card(yard, priestess, "aura-of-blight", [()])
    assert wizard not in yard.state.creatures
    assert (yard.state.armies[2].vault, yard.state.armies[2].supply) == (0, 1)
    assert [army.points for army in yard.state.armies] == [0, 0, 0, 0]
    assert yard.state.ending


@pytest.mark.rule("skirmish:card.dark-pact", "skirmish:team.effects", "skirmish:action.ally")
def test_a_pact_with_a_partners_creature_draws_for_its_player() -> None:
    yard = Yard(active=0)
    teams(yard)
    priestess = yard.put("drow-priestess", (2, 2))
    spider = yard.put("giant-spider", (5, 5), side=2)
    deck(yard, 0, "dodge", "retreat", "web", "darkfire")
    deck(yard, 2, "dodge")
    card(yard, priestess, "dark-pact", [(spider.id,), ()])
    assert spider.damage == 5
    assert [len(army.action_hand) for army in yard.state.armies] == [3, 0, 0, 0]


@pytest.mark.rule("skirmish:card.endless-night", "skirmish:team.effects")
def test_endless_night_is_not_for_the_partners_drow() -> None:
    yard = Yard(active=2)
    teams(yard)
    wizard = yard.put("drow-wizard", (1, 1), side=0)
    under(wizard, 0, "endless-night")
    master = yard.put("drow-blademaster", (5, 5), side=2, tapped=True)
    guard = yard.put("drow-house-guard", (7, 7), side=2, tapped=True)
    end_turn(yard.state)
    assert (master.tapped, guard.tapped, yard.state.active) == (True, False, 3)


@pytest.mark.rule("skirmish:card.endless-night", "skirmish:attach.text")
def test_endless_night_under_an_enemys_creature_is_its_controllers() -> None:
    # Its text counts as printed on the creature: you is the player of the creature, whoever laid the card there.
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1), tapped=True)
    under(knight, DROW, "endless-night")
    master = yard.put("drow-blademaster", (5, 5), tapped=True)
    end_turn(yard.state)
    assert (knight.tapped, master.tapped) == (
        True,
        True,
    )  # the Knight is no Drow, the Blademaster not of its side


@pytest.mark.rule("skirmish:deploy.priestess", "skirmish:team.effects")
def test_a_partners_priestess_calls_no_spiders_of_others() -> None:
    yard = Yard(drawn("ss....", "......", "......", "....ss"), active=2)
    teams(yard)
    yard.put("drow-priestess", (3, 2), side=0)
    spider = creature_card("demonweb-spider")
    assert yard.places(deploy_places(yard.state, 2, spider)) == [(0, 0), (1, 0)]
    assert len(deploy_places(yard.state, 0, spider)) > 2


@pytest.mark.rule("skirmish:card.lolths-blessing", "skirmish:team.effects", "skirmish:destroy.trigger")
def test_a_blessing_draws_for_the_drow_of_its_own_side_alone() -> None:
    yard = Yard(active=2)
    teams(yard)
    wizard = yard.put("drow-wizard", (8, 8), side=0)
    under(wizard, 0, "lolths-blessing")
    master = yard.put("drow-blademaster", (2, 2), side=2)
    archer = yard.put("elf-archer", (3, 2), side=1, tapped=True)
    deck(yard, 0, "dodge")
    table = attack(yard, master, archer)
    assert archer not in yard.state.creatures
    assert "reward" not in table.kinds


@pytest.mark.rule("skirmish:move.slide", "skirmish:team.sides")
def test_who_is_slid_passes_its_partner_and_not_the_other_team() -> None:
    # In a passage, from column 1: past side 3's Ranger in column 2 to 3 and 4, past side 2's Wizard not at all.
    for side, name, reached in ((3, "human-ranger", [(0, 0), (3, 0), (4, 0)]), (2, "drow-wizard", [(0, 0)])):
        yard = Yard(open_floor(6, 1), active=0)
        teams(yard)
        archer = yard.put("elf-archer", (1, 0), side=1)
        yard.put(name, (2, 0), side=side)
        assert ends(yard, archer, 3, "slide") == reached


@pytest.mark.rule("skirmish:turn.start-effects", "skirmish:team.sides")
def test_effects_on_a_partner_wait_for_its_own_turn() -> None:
    yard = Yard(active=1)
    teams(yard)
    mine = yard.put("dragon-knight", (2, 2), side=1)
    theirs = yard.put("dragon-knight", (6, 6), side=3)
    under(mine, 0, "lolths-sting")
    under(theirs, 0, "lolths-sting")
    yard.state.stage = stages.TURN_START
    for _ in range(3):
        step(yard.state)
    assert (mine.damage, theirs.damage) == (5, 0)


@pytest.mark.rule("skirmish:attach.start-damage", "skirmish:destroy.cause", "skirmish:team.end")
def test_who_laid_the_sting_scores_when_it_kills() -> None:
    # Side 2 laid it; the vault of side 1 is empty: the Archer's 1 gold scores for side 2 alone.
    yard = Yard(active=1)
    teams(yard)
    archer = yard.put("elf-archer", (2, 2), side=1)
    under(archer, 2, "lolths-sting")
    yard.state.armies[1].vault = 0
    yard.state.stage = stages.TURN_START
    step(yard.state)
    step(yard.state)
    assert archer not in yard.state.creatures
    assert [army.points for army in yard.state.armies] == [0, 0, 1, 0]
    assert discarded(yard, 2) == ["lolths-sting"]


@pytest.mark.rule("skirmish:end.final", "skirmish:end.tie", "skirmish:team.end")
def test_teams_with_equal_sums_draw_however_they_are_shared() -> None:
    yard = Yard()
    teams(yard)
    for army, (points, vault) in zip(yard.state.armies, ((5, 0), (1, 1), (0, 0), (0, 3)), strict=True):
        army.points, army.vault = points, vault
    assert final_count(yard.state).winners == ()


# ---------------------------------------------------------------- large creatures at walls and pinholes


@pytest.mark.rule("skirmish:space.one-per-square", "skirmish:move.scuttle")
def test_a_large_creature_does_not_fit_a_passage_of_one() -> None:
    yard = Yard(drawn("....#....", ".........", "....#....", "....#...."))
    spider = yard.put("giant-spider", (0, 0))
    assert all(column <= 2 for column, _ in ends(yard, spider, 6))
    assert len(ends(yard, spider, 6)) == 8  # three columns by three rows, its own left out


@pytest.mark.rule("skirmish:move.corner-large", "skirmish:move.corner")
def test_a_large_creature_squeezes_through_no_pinhole() -> None:
    # Walls at (2,1) and (1,2) touch at a corner; a small creature does not pass it, and no large one fits anywhere near.
    yard = Yard(drawn("....", "..#.", ".#..", "...."))
    hulk = yard.put("umber-hulk", (0, 0))
    assert ends(yard, hulk, 6) == []
    assert not can_move_at_all(yard.state, hulk, 6)
    wizard = yard.put("drow-wizard", (2, 2))
    assert (1, 1) not in ends(yard, wizard, 1)


@pytest.mark.rule("skirmish:move.teleport", "skirmish:move.teleport-distance")
def test_a_hulk_burrows_past_the_pinhole_nine_columns_far_and_no_farther() -> None:
    # Two rows with a wall across columns 2 and 3: from column 0 to columns 4 to 9 by its top left square.
    yard = Yard(drawn("..##.........", "..##........."))
    hulk = yard.put("umber-hulk", (0, 0))
    found = yard.places(teleports(yard.state, hulk, 9))
    assert found == [(0, 0), *[(column, 0) for column in range(4, 10)]]


@pytest.mark.rule("skirmish:move.teleport", "skirmish:space.one-per-square")
def test_a_hulk_comes_up_where_all_four_squares_are_free() -> None:
    yard = Yard(open_floor(6, 2))
    hulk = yard.put("umber-hulk", (0, 0))
    yard.put("elf-archer", (3, 1))
    assert yard.places(teleports(yard.state, hulk, 9)) == [(0, 0), (1, 0), (4, 0)]


@pytest.mark.rule("skirmish:move.slide", "skirmish:move.scuttle", "skirmish:adjacent.large")
def test_a_large_spider_is_slid_over_its_enemies_and_a_hulk_is_not() -> None:
    # Two rows: over the Archer in column 2 to columns 3 and 4 with three squares; the Hulk has no way.
    for name, reached in (("giant-spider", [(3, 0)]), ("umber-hulk", [])):
        yard = Yard(open_floor(7, 2), active=CORMYR)
        large = yard.put(name, (0, 0))
        yard.put("elf-archer", (2, 0))
        assert ends(yard, large, 3, "slide") == reached


@pytest.mark.rule("skirmish:move.start-adjacent", "skirmish:move.scuttle")
def test_a_giant_spider_beside_an_enemy_makes_one_step_in_every_direction() -> None:
    yard = Yard()
    spider = yard.put("giant-spider", (4, 4))
    yard.put("elf-archer", (6, 4))  # touches its right side
    assert speed(yard.state, spider) == 1
    # Eight steps, of which the three to the right would overlap the Archer in row 4: (5,3) covers rows 3 and 4, (5,4), and (5,5) does not.
    assert ends(yard, spider, 1) == [(3, 3), (4, 3), (3, 4), (3, 5), (4, 5), (5, 5)]


@pytest.mark.rule("skirmish:card.whirlwind-attack", "skirmish:adjacent.large")
def test_a_large_enemy_beside_the_whirl_in_two_squares_is_hit_once() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    drider = yard.put("drider", (3, 2), tapped=True)
    card(yard, knight, "whirlwind-attack", [()])
    assert drider.damage == 15


@pytest.mark.rule("skirmish:card.fireball", "skirmish:distance.large")
def test_a_fireball_that_reaches_one_square_of_a_large_creature_burns_it_once() -> None:
    # Around (5,5): the Hulk on (7,7) to (8,8) is two squares off with one square, the Giant Spider on (8,5) three.
    yard = Yard(active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 0))
    hulk = yard.put("umber-hulk", (7, 7))
    spider = yard.put("giant-spider", (8, 5))
    card(yard, dragon, "fireball", [(yard.square(5, 5),), ()])
    assert (hulk.damage, spider.damage) == (10, 0)  # Block 5 is for attacks


@pytest.mark.rule("skirmish:adjacent.walls", "skirmish:adjacent.large", "skirmish:los.pinhole")
def test_across_a_pinhole_a_large_creature_is_struck_and_seen_as_the_corners_say() -> None:
    # The Hulk fills (0,0) to (1,1), the Archer stands on (2,2), walls on (2,1) and (1,2): they touch at the corner, so melee is legal. From
    # that corner, which is the Archer's, lines to the Hulk's four corners begin in the pinhole and pass through none: a clear shot. One
    # square farther off the line that ends in it is open, and the one through it to the far corner is not: cover.
    yard = Yard(drawn("....", "..#.", ".#..", "...."), active=CORMYR)
    hulk = yard.put("umber-hulk", (0, 0))
    archer = yard.put("elf-archer", (2, 2))
    assert are_adjacent(yard.state, archer, hulk)
    assert sight(yard.state, archer, hulk) == CLEAR
    archer.place = yard.square(3, 3)
    assert not are_adjacent(yard.state, archer, hulk)
    assert sight(yard.state, archer, hulk) == COVERED


@pytest.mark.rule("skirmish:cover.clear-shot", "skirmish:distance.large")
def test_a_large_shooter_chooses_the_best_of_its_corners() -> None:
    # A wall on (3,0): from the Dragon's lower corners all of a Guard on (6,2) is seen, row 2 being free; of one on (5,0) the upper corners
    # lie behind the wall from below and beside it from above: cover.
    yard = Yard(drawn("...#...", ".......", "......."), active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 0))
    guard = yard.put("drow-house-guard", (6, 2))
    assert sight(yard.state, dragon, guard) == CLEAR
    other = yard.put("drow-house-guard", (5, 0))
    assert sight(yard.state, dragon, other) == COVERED
    assert is_within(yard.state, dragon, guard, 5)


@pytest.mark.rule("skirmish:deploy.place", "skirmish:space.size")
def test_a_large_creature_beside_the_priestess_needs_four_free_squares() -> None:
    yard = Yard(drawn("ss..", "ss..", "...."), active=DROW)
    yard.put("drow-priestess", (3, 0))
    found = yard.places(deploy_places(yard.state, DROW, creature_card("giant-spider")))
    # The start area's half for the first side is row 0 only: (0,0) is not inside it. Beside (3,0): top left (1,0), (1,1), (2,1).
    assert found == [(1, 0), (1, 1), (2, 1)]


# ---------------------------------------------------------------- cards under creatures that fall


@pytest.mark.rule("skirmish:card.pinning-shot", "skirmish:attach.fail")
def test_a_pinning_shot_that_kills_is_discarded() -> None:
    yard = Yard(active=CORMYR)
    archer = yard.put("half-orc-thug", (0, 0))
    wizard = yard.put("drow-wizard", (4, 0))
    card(yard, archer, "pinning-shot", [(wizard.id,)])
    assert wizard not in yard.state.creatures  # 10 on 10
    assert discarded(yard, CORMYR) == ["pinning-shot"]


@pytest.mark.rule("skirmish:card.acid-arrow", "skirmish:attach.fail")
def test_an_acid_arrow_that_kills_its_target_wets_the_others_and_is_discarded() -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("war-wizard", (0, 0))
    target = yard.put("drow-wizard", (4, 0), damage=5)
    beside = yard.put("drow-blademaster", (5, 1))
    card(yard, wizard, "acid-arrow", [(target.id,), ()])
    assert target not in yard.state.creatures
    assert (beside.damage, beside.attached) == (5, ())
    assert discarded(yard, CORMYR) == ["acid-arrow"]


@pytest.mark.rule("skirmish:card.shroud-of-darkness", "skirmish:destroy.check")
def test_a_shroud_falls_with_its_bearer_and_a_shot_finds_its_neighbour() -> None:
    # The bolts are no attack and reach the bearer; then its neighbour can be shot at.
    yard = Yard(active=CORMYR)
    thug = yard.put("half-orc-thug", (0, 0))
    bearer = yard.put("drow-wizard", (4, 0), damage=5, tapped=True)
    under(bearer, DROW, "shroud-of-darkness")
    guard = yard.put("drow-house-guard", (4, 1), tapped=True)
    shot = action_card("quick-shot").steps[0]
    assert choices(yard.state, Chain(), thug, shot) == []
    power(yard, thug, "explosive-crossbow-bolts", [(yard.square(4, 0),), ()])
    assert bearer not in yard.state.creatures
    assert choices(yard.state, Chain(), thug, shot) == [(guard.id,)]
    assert discarded(yard, DROW) == ["shroud-of-darkness"]


@pytest.mark.rule("skirmish:card.endless-night", "skirmish:destroy.check", "skirmish:keyword.nimble")
def test_endless_night_ends_with_its_bearer() -> None:
    yard = Yard()
    bearer = yard.put("drow-wizard", (2, 2), damage=5)
    under(bearer, DROW, "endless-night")
    master = yard.put("drow-blademaster", (8, 8), tapped=True)
    archer = yard.put("elf-archer", (3, 2), tapped=False)
    attack(yard, bearer, archer, strike(archer, bearer))
    end_turn(yard.state)
    assert master.tapped


@pytest.mark.rule("skirmish:attach.stack", "skirmish:card.lolths-blessing", "skirmish:destroy.trigger")
def test_two_blessings_draw_two_cards_for_one_victim() -> None:
    yard = Yard()
    master = yard.put("drow-blademaster", (2, 2))
    under(master, DROW, "lolths-blessing", "lolths-blessing")
    archer = yard.put("elf-archer", (3, 2), tapped=True)
    deck(yard, DROW, "dodge", "web", "retreat")
    attack(yard, master, archer, ("draw",), ("draw",))
    assert len(yard.state.armies[DROW].action_hand) == 2


@pytest.mark.rule("skirmish:card.level", "skirmish:attach.stack", "skirmish:card.level-up")
def test_two_level_ups_let_a_spider_dodge() -> None:
    yard = Yard(active=CORMYR)
    spider = yard.put("demonweb-spider", (2, 2))
    ranger = yard.put("human-ranger", (3, 2))
    yard.deal(DROW, "dodge")
    under(spider, DROW, "level-up")
    assert attack(yard, ranger, spider, PASS).options(0) == [PASS, strike(spider, ranger)]
    ranger.tapped = False
    under(spider, DROW, "level-up")
    table = attack(yard, ranger, spider, play("dodge", spider, (0,)))
    assert play("dodge", spider, (0,)) in table.options(0)
    assert spider.damage == 5  # of the first blow


@pytest.mark.rule("skirmish:damage.hp-bonus", "skirmish:destroy.check")
def test_a_level_up_laid_in_time_saves_and_goes_to_its_owners_pile_with_its_creature() -> None:
    yard = Yard()
    drider = yard.put("drider", (2, 2))
    thug = yard.put("half-orc-thug", (4, 2), damage=20, tapped=True)
    under(thug, CORMYR, "level-up")
    attack(yard, drider, thug)
    assert thug.damage == 30  # of 40
    drider.tapped = False
    attack(yard, drider, thug)
    assert thug not in yard.state.creatures
    assert (discarded(yard, CORMYR), yard.state.armies[CORMYR].supply) == (["level-up"], 3)


# ---------------------------------------------------------------- the last turn


@pytest.mark.rule("skirmish:end.trigger", "skirmish:end.unpaid")
def test_a_vault_emptied_to_the_last_piece_ends_nothing() -> None:
    yard = Yard()
    yard.state.armies[CORMYR].vault = 1
    master = yard.put("drow-blademaster", (2, 2))
    archer = yard.put("elf-archer", (3, 2), tapped=True)
    attack(yard, master, archer)
    assert (yard.state.armies[CORMYR].vault, yard.state.ending, yard.state.armies[DROW].points) == (
        0,
        False,
        0,
    )


@pytest.mark.rule("skirmish:destroy.cause", "skirmish:end.unpaid", "skirmish:timing.simultaneous")
def test_an_opponent_who_dealt_less_than_the_owner_is_still_the_cause() -> None:
    # The Thug's own bolts lay 5 on its Archer; nobody else: no points. Then the Ranger of 10 left takes 5 bolts of its own and, in the
    # same application, 5 of the Guard that answers: the Guard's side scores all that is missing.
    yard = Yard(active=CORMYR)
    yard.state.armies[CORMYR].vault = 0
    thug = yard.put("half-orc-thug", (4, 4))
    archer = yard.put("elf-archer", (1, 1), tapped=True)
    power(yard, thug, "explosive-crossbow-bolts", [(yard.square(1, 1),), ()])
    assert archer not in yard.state.creatures
    assert (yard.state.armies[DROW].points, yard.state.ending) == (0, True)
    thug.tapped, thug.damage = False, 20
    guard = yard.put("drow-house-guard", (5, 5))
    power(yard, thug, "explosive-crossbow-bolts", [(yard.square(4, 4),), ()], strike(guard, thug))
    assert thug not in yard.state.creatures  # 20, 5 of its own, 5 of the Guard's
    assert yard.state.armies[DROW].points == 3


@pytest.mark.rule("skirmish:end.final", "skirmish:end.tie")
def test_three_points_and_an_empty_vault_draw_with_three_gold() -> None:
    yard = Yard()
    yard.state.armies[DROW].points, yard.state.armies[DROW].vault = 3, 0
    yard.state.armies[CORMYR].vault, yard.state.armies[CORMYR].supply = 3, 9
    yard.put("gold-dragon", (4, 4))
    assert final_count(yard.state).winners == ()


# ---------------------------------------------------------------- several triggers, failing, follow-ups


@pytest.mark.rule("skirmish:turn.start-effects", "skirmish:destroy.check")
def test_a_creature_that_its_first_sting_kills_has_no_second() -> None:
    yard = Yard(active=CORMYR)
    archer = yard.put("elf-archer", (2, 2), attached=("lolths-sting", "lolths-sting"))
    yard.state.stage = stages.TURN_START
    for _ in range(3):
        step(yard.state)
    assert archer not in yard.state.creatures
    assert yard.state.stage == stages.REFRESH
    assert yard.state.armies[CORMYR].supply == 1
    assert discarded(yard, DROW) == ["lolths-sting", "lolths-sting"]


@pytest.mark.rule("skirmish:card.tide-of-iron", "skirmish:card.steps")
def test_a_tide_that_kills_pushes_nobody_and_leads_nowhere() -> None:
    yard = Yard(active=CORMYR)
    defender = yard.put("dwarven-defender", (2, 2))
    wizard = yard.put("drow-wizard", (3, 2), damage=5, tapped=True)
    table = card(yard, defender, "tide-of-iron", [(wizard.id,)])
    assert wizard not in yard.state.creatures
    assert table.asked == []
    assert defender.place == yard.square(2, 2)


@pytest.mark.rule("skirmish:card.forceful-strike", "skirmish:card.dodge", "skirmish:card.steps")
def test_a_dodged_forceful_strike_pushes_and_draws_all_the_same() -> None:
    # The card Dodge takes the damage alone; the target is still the target of an attack that was carried out.
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    master = yard.put("drow-blademaster", (3, 2))
    yard.deal(DROW, "dodge")
    deck(yard, CORMYR, "block", "shove")
    card(yard, knight, "forceful-strike", [(master.id,)], play("dodge", master, (0,)), go(yard, master, 6, 2))
    assert (master.damage, master.place) == (0, yard.square(6, 2))
    assert len(yard.state.armies[CORMYR].action_hand) == 1


@pytest.mark.rule("skirmish:card.wide-swing", "skirmish:card.retreat", "skirmish:attack.at-resolution")
def test_of_two_who_are_swung_at_one_retreats_and_the_other_is_hit() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    mastiff = yard.put("shadow-mastiff", (3, 2))
    guard = yard.put("drow-house-guard", (1, 2), tapped=True)
    yard.deal(DROW, "retreat")
    back = go(yard, mastiff, 4, 2)
    card(yard, knight, "wide-swing", [(mastiff.id, guard.id)], play("retreat", mastiff, (0,)), back)
    assert (mastiff.damage, guard.damage, mastiff.tapped) == (0, 15, True)


@pytest.mark.rule("skirmish:card.hit-on-the-run", "skirmish:move.start-adjacent", "skirmish:card.steps")
@pytest.mark.parametrize(("damage", "squares"), [(0, 1), (10, 6)])
def test_who_kills_on_the_run_shifts_its_whole_speed(damage: int, squares: int) -> None:
    # 5 + 10 on a Cleric of 25: with 10 on it already it falls, and nobody holds the Guard.
    yard = Yard(open_floor(9, 2))
    guard = yard.put("drow-house-guard", (1, 0))
    cleric = yard.put("dwarf-cleric", (0, 0), damage=damage, tapped=True)
    card(yard, guard, "hit-on-the-run", [(cleric.id,)], go(yard, guard, 1 + squares, 0))
    assert guard.place == yard.square(1 + squares, 0)
    assert (cleric in yard.state.creatures) == (damage == 0)


@pytest.mark.rule("skirmish:card.run", "skirmish:move.slide-not-move", "skirmish:card.steps")
def test_a_pinned_runner_stays_and_draws() -> None:
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (2, 2), attached=("web",))
    deck(yard, CORMYR, "block")
    table = card(yard, ranger, "run", [])
    assert table.asked == []
    assert names_of(yard.state.armies[CORMYR].action_hand) == ["block"]


@pytest.mark.rule(
    "skirmish:card.charge", "skirmish:timing.held-through-movement", "skirmish:timing.follow-up"
)
def test_a_charger_that_stays_and_strikes_nobody_takes_what_was_answered() -> None:
    # The Guard answers the tap: its 5 wait for the Charge's blow. The Knight stays, and declines; then they fall.
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    guard = yard.put("drow-house-guard", (3, 2))
    stay = go(yard, knight, 2, 2)
    table = card(yard, knight, "charge", [], strike(guard, knight), stay, ("decline",))
    assert table.kinds[-1] == "choose"
    assert (knight.damage, guard.damage) == (5, 0)


@pytest.mark.rule(
    "skirmish:creature.drow-blademaster", "skirmish:timing.follow-up", "skirmish:damage.block-sum"
)
def test_a_dancer_kills_one_and_strikes_another_behind_its_block() -> None:
    # The first blow kills the Archer; the second goes at the Knight, who answered the tap: 15 less Block 5 falls with it.
    yard = Yard()
    master = yard.put("drow-blademaster", (2, 2))
    archer = yard.put("elf-archer", (1, 2), tapped=True)
    knight = yard.put("dragon-knight", (3, 2))
    table = power(
        yard, master, "blade-dance", [(), (archer.id,)], strike(knight, master), ("choose", knight.id)
    )
    assert archer not in yard.state.creatures
    assert (master.damage, knight.damage) == (10, 5)
    assert table.kinds == ["answer", "choose"]


@pytest.mark.rule("skirmish:creature.umber-hulk.gaze", "skirmish:timing.follow-up")
def test_the_gaze_drags_one_away_and_the_blow_goes_at_another() -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (4, 4))
    knight = yard.put("dragon-knight", (6, 4), tapped=True)
    ranger = yard.put("human-ranger", (3, 4), tapped=True)
    away = go(yard, knight, 9, 4)
    power(yard, hulk, "confusion-gaze", [(knight.id,)], away, ("choose", ranger.id))
    assert (knight.place, knight.damage) == (yard.square(9, 4), 0)
    assert ranger.damage == 15


@pytest.mark.rule("skirmish:assist.chain", "skirmish:assist.tap")
def test_a_helper_beside_a_helper_is_no_helper() -> None:
    yard = Yard(active=CORMYR)
    defender = yard.put("dwarven-defender", (2, 2))
    ranger = yard.put("human-ranger", (3, 2))
    knight = yard.put("dragon-knight", (4, 2))  # beside the Ranger only
    yard.put("drow-blademaster", (1, 2))
    overwhelm = action_card("overwhelm")
    assert plays(yard.state, Chain(), defender, overwhelm) == []  # 2 + 2 of 5
    helped = {order[3] for order in plays(yard.state, Chain(), ranger, overwhelm)}
    assert helped == {(knight.id,), (defender.id, knight.id)}  # 2 + 4; with the Defender alone it has 4
