"""Cards, gold, decks, turns and teams in cases of our own, each worked out on paper from the cards and the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.skirmish.field import act, battle, deck, names_of, options_of, recruits, step
from rulebooks.skirmish.playing import PASS, attack, card, play, power, strike
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.declaring import plays
from banneret.rulebooks.skirmish.board.homes import deploy_places
from banneret.rulebooks.skirmish.board.traits import hit_points, level
from banneret.rulebooks.skirmish.rulebook import RULEBOOK, SECOND
from banneret.rulebooks.skirmish.setup.starting import start_of
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.turn.ending import final_count


def under(creature: Creature, side: int, *cards: str) -> None:
    """Cards of a side under a creature."""
    creature.attached = (*creature.attached, *[(action_card(one).index, side) for one in cards])


def teams(yard: Yard) -> None:
    """Four players, seated alternately."""
    yard.state.setting.names = ("Drow", "Cormyr", "Drow two", "Cormyr two")
    yard.state.armies += [yard.state.armies[0].copy(), yard.state.armies[1].copy()]


def ways(yard: Yard, actor: Creature, name: str) -> set[tuple[int, ...]]:
    """The groups of assistants with whom a creature may play a card."""
    return {order[3] for order in plays(yard.state, Chain(), actor, action_card(name))}  # type: ignore[misc]


# ---------------------------------------------------------------- attacks and their damage


@pytest.mark.rule("skirmish:card.sneak-attack", "skirmish:attack.damage", "skirmish:creature.drow-assassin")
def test_a_sneak_attack_of_a_lone_assassin_with_helpers_beyond_the_target() -> None:
    # Assassin 4, and a Spider of 1 twice beyond the target: 6. They stand beside the target and not beside the Assassin, so it has its
    # bonus: 10 + 30 + 5 = 45, the hit points of the Knight.
    yard = Yard()
    assassin = yard.put("drow-assassin", (1, 1))
    knight = yard.put("dragon-knight", (2, 1), tapped=True)
    first, second = yard.put("demonweb-spider", (3, 1)), yard.put("demonweb-spider", (3, 2))
    assert ways(yard, assassin, "sneak-attack") == {(first.id, second.id)}
    yard.deal(DROW, "sneak-attack")
    act(yard, ("activate", assassin.id))
    act(yard, play("sneak-attack", assassin, (knight.id,), helpers=(first, second)))
    assert knight not in yard.state.creatures
    assert (first.tapped, second.tapped) == (True, True)


@pytest.mark.rule(
    "skirmish:creature.drow-assassin", "skirmish:creature.halfling-sneak", "skirmish:attack.damage"
)
def test_bonuses_for_melee_do_not_count_for_shots() -> None:
    yard = Yard()
    assassin = yard.put("drow-assassin", (1, 1))
    ranger = yard.put("human-ranger", (2, 1), tapped=True)
    power(yard, assassin, "hand-crossbow", [(ranger.id,)])
    assert ranger.damage == 10
    yard = Yard(active=CORMYR)
    sneak = yard.put("halfling-sneak", (1, 1))
    guard = yard.put("drow-house-guard", (4, 1), tapped=True)
    card(yard, sneak, "quick-shot", [(guard.id,)], tap=False)
    assert guard.damage == 10  # the Sneak's bonus is for attacks of any kind


@pytest.mark.rule("skirmish:card.darkfire", "skirmish:attach.stack", "skirmish:card.wide-swing")
def test_darkfire_raises_each_blow_of_its_bearer_and_not_of_the_other() -> None:
    yard = Yard(active=CORMYR)
    cleric = yard.put("dwarf-cleric", (1, 1))
    hulk = yard.put("umber-hulk", (2, 1), tapped=True, attached=())
    spider = yard.put("giant-spider", (1, 2), tapped=True)
    under(hulk, DROW, "darkfire", "darkfire")
    card(yard, cleric, "wide-swing", [(hulk.id, spider.id)])
    assert (hulk.damage, spider.damage) == (10, 5)  # 5 + 5 + 5 - 5


@pytest.mark.rule("skirmish:card.piercing-strike", "skirmish:card.shield", "skirmish:damage.ignore-block")
def test_a_shield_stops_a_piercing_strike() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    defender = yard.put("dwarven-defender", (2, 1), tapped=True)
    wizard = yard.put("war-wizard", (2, 5))
    yard.deal(CORMYR, "shield")
    card(yard, guard, "piercing-strike", [(defender.id,)], play("shield", wizard, (defender.id,), (0,)))
    assert defender.damage == 0


@pytest.mark.rule("skirmish:card.lolths-sting", "skirmish:attack.if-damage", "skirmish:card.shield")
def test_a_sting_that_is_shielded_or_kills_is_discarded() -> None:
    for shielded in (True, False):
        yard = Yard()
        spider = yard.put("giant-spider", (1, 1))
        defender = yard.put("dwarven-defender", (3, 1), tapped=True, damage=5)
        wizard = yard.put("war-wizard", (5, 5), tapped=not shielded)
        yard.deal(CORMYR, "shield")
        orders = [play("shield", wizard, (defender.id,), (0,))] if shielded else []
        card(yard, spider, "lolths-sting", [(defender.id,)], *orders)
        # 10 - 5 Block on 5 of 10 destroys it; shielded, nothing fell. Either way the card goes to the pile.
        assert (defender in yard.state.creatures) == shielded
        assert defender.attached == ()
        assert names_of(yard.state.armies[DROW].action_discard) == ["lolths-sting"]


@pytest.mark.rule("skirmish:card.aura-of-blight", "skirmish:action.target", "skirmish:card.dodge")
def test_an_aura_is_no_attack_that_could_be_dodged() -> None:
    yard = Yard()
    priestess = yard.put("drow-priestess", (2, 2))
    master = yard.put("drow-blademaster", (3, 2))
    large = yard.put("gold-dragon", (0, 3), tapped=True)  # its square (1, 3) is beside her
    yard.deal(DROW, "dodge")
    table = card(yard, priestess, "aura-of-blight", [()])
    assert (table.asked, master.damage, large.damage, priestess.damage) == ([], 10, 10, 0)


@pytest.mark.rule("skirmish:card.bigbys-forceful-hand", "skirmish:damage.tokens")
def test_who_falls_to_the_forceful_hand_is_not_slid() -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("war-wizard", (2, 2))
    mage = yard.put("drow-wizard", (3, 3), tapped=True)
    table = card(yard, wizard, "bigbys-forceful-hand", [(mage.id,), ()])
    assert (mage in yard.state.creatures, table.kinds) == (False, [])


@pytest.mark.rule("skirmish:creature.dwarf-cleric", "skirmish:damage.heal")
def test_healing_reaches_any_neighbour_and_no_farther() -> None:
    yard = Yard(active=CORMYR)
    cleric = yard.put("dwarf-cleric", (2, 2), damage=5)
    dragon = yard.put("gold-dragon", (3, 3), damage=15)
    guard = yard.put("drow-house-guard", (1, 1), damage=5, tapped=True)
    far = yard.put("elf-archer", (4, 2))
    act(yard, ("activate", cleric.id))
    healed = {order[3][0] for order in options_of(yard) if order[:3] == ("use", cleric.id, "healing-touch")}  # type: ignore[index]
    assert healed == {cleric.id, dragon.id, guard.id}
    assert far.id not in healed
    act(yard, ("use", cleric.id, "healing-touch", (dragon.id,)))
    assert (dragon.damage, cleric.damage) == (10, 5)


@pytest.mark.rule("skirmish:damage.hp-bonus", "skirmish:card.level", "skirmish:assist.tap")
def test_levels_of_helpers_count_with_what_lies_under_them() -> None:
    # Overwhelm is 5 STR: Cleric 3 and Defender 2, or Cleric 3 + 1 and a Defender; a Wizard has no STR.
    yard = Yard(active=CORMYR)
    cleric = yard.put("dwarf-cleric", (2, 2))
    defender = yard.put("dwarven-defender", (1, 2))
    yard.put("war-wizard", (2, 1))
    yard.put("drow-house-guard", (3, 2), tapped=True)
    assert ways(yard, cleric, "overwhelm") == {(defender.id,)}
    under(cleric, CORMYR, "level-up", "level-up")
    assert (level(cleric), hit_points(cleric)) == (5, 45)
    assert ways(yard, cleric, "overwhelm") == {(), (defender.id,)}
    defender.tapped = True
    assert ways(yard, cleric, "overwhelm") == {()}


@pytest.mark.rule("skirmish:card.affinity", "skirmish:assist.ability")
def test_affinity_needs_no_level_and_helpers_may_tap_all_the_same() -> None:
    # Darkfire is 1 INT: any Drow may play it; a helper needs INT.
    yard = Yard()
    guard = yard.put("drow-house-guard", (2, 2))
    wizard = yard.put("drow-wizard", (3, 2))
    yard.put("drow-blademaster", (1, 2))
    assert ways(yard, guard, "darkfire") == {(), (wizard.id,)}
    spider = yard.put("demonweb-spider", (8, 8))
    assert ways(yard, spider, "darkfire") == set()
    assert ways(yard, spider, "web") == {()}
    assert ways(yard, guard, "web") == set()


@pytest.mark.rule("skirmish:card.requires", "skirmish:card.ability", "skirmish:card.level")
def test_who_may_shoot_with_cards() -> None:
    yard = Yard()
    yard.put("dwarf-cleric", (5, 5), tapped=True)
    for name, may in (
        ("drow-house-guard", True),
        ("drow-assassin", True),
        ("drow-priestess", False),
        ("elf-archer", True),
        ("halfling-sneak", True),
        ("half-orc-thug", True),
        ("human-ranger", True),
        ("war-wizard", False),
    ):
        shooter = yard.put(name, (2, 2))
        assert bool(ways(yard, shooter, "distant-shot")) == may, name
        yard.state.creatures.remove(shooter)


# ---------------------------------------------------------------- attached cards


@pytest.mark.rule("skirmish:attach.discard-tap", "skirmish:activation.tapped")
def test_two_webs_take_two_turns_and_a_tapped_creature_tears_none() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    under(knight, DROW, "web", "web")
    act(yard, ("activate", knight.id))
    assert [order for order in options_of(yard) if order[0] == "use"] == [("use", knight.id, "tear-free")]
    act(yard, ("use", knight.id, "tear-free"))
    assert len(knight.attached) == 1
    assert options_of(yard) == [("end",)]
    assert names_of(yard.state.armies[DROW].action_discard) == ["web"]


@pytest.mark.rule("skirmish:attach.discard-tap", "skirmish:timing.off-turn-melee", "skirmish:timing.fail")
def test_who_is_struck_down_while_tearing_free_tears_nothing() -> None:
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (2, 2), damage=15)
    under(ranger, DROW, "web")
    master = yard.put("drow-blademaster", (3, 2))
    act(yard, ("activate", ranger.id))
    act(yard, ("use", ranger.id, "tear-free"), strike(master, ranger))
    assert ranger not in yard.state.creatures
    assert names_of(yard.state.armies[DROW].action_discard) == ["web"]  # with its creature
    act(yard)
    assert yard.state.stage == stages.AFTER_ACTIVATION


@pytest.mark.rule("skirmish:card.endless-night", "skirmish:keyword.nimble", "skirmish:team.effects")
def test_endless_night_is_for_the_drow_of_its_side_only() -> None:
    yard = Yard()
    teams(yard)
    drider = yard.put("drider", (1, 1), tapped=True)
    under(drider, DROW, "endless-night")
    mine = yard.put("drow-blademaster", (4, 1), tapped=True)
    spider = yard.put("giant-spider", (6, 1), tapped=True)
    theirs = yard.put("drow-assassin", (9, 1), side=2, tapped=True)
    yard.state.stage = stages.TURN_END
    step(yard.state)
    assert [one.tapped for one in (drider, mine, spider, theirs)] == [False, False, True, True]


@pytest.mark.rule("skirmish:attach.start-damage", "skirmish:destroy.cause", "skirmish:end.unpaid")
def test_two_acid_arrows_of_different_owners_are_two_sources() -> None:
    # Its own side's arrow takes 5 of the last 10, the enemy's the other 5: the enemy, whose card came second, is the cause.
    yard = Yard(active=CORMYR)
    yard.state.armies[CORMYR].vault = 0
    knight = yard.put("dragon-knight", (2, 2), damage=35)
    under(knight, CORMYR, "acid-arrow")
    under(knight, DROW, "acid-arrow")
    yard.state.stage = stages.TURN_START
    for _ in range(3):
        step(yard.state)
    assert knight not in yard.state.creatures
    assert [army.points for army in yard.state.armies] == [4, 0]


@pytest.mark.rule("skirmish:turn.start-effects", "skirmish:activation.destroyed")
def test_effects_on_the_enemys_creatures_wait_for_the_enemys_turn() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    guard = yard.put("drow-house-guard", (8, 8), attached=("acid-arrow",))
    under(knight, DROW, "lolths-sting")
    yard.state.stage = stages.TURN_START
    for _ in range(3):
        step(yard.state)
    assert (knight.damage, guard.damage) == (5, 0)


# ---------------------------------------------------------------- gold, points, the last turn


@pytest.mark.rule("skirmish:end.unpaid", "skirmish:end.trigger", "skirmish:destroy.gold")
def test_points_go_on_after_the_vault_is_empty() -> None:
    yard = Yard()
    cormyr = yard.state.armies[CORMYR]
    cormyr.vault = 3
    drider = yard.put("drider", (2, 2))
    knight = yard.put("dragon-knight", (4, 2), damage=35, tapped=True)
    archer = yard.put("elf-archer", (4, 3), tapped=True)
    attack(yard, drider, knight)
    assert (cormyr.vault, cormyr.supply, yard.state.ending) == (0, 3, True)
    drider.tapped = False
    attack(yard, drider, archer)
    assert (yard.state.armies[DROW].points, cormyr.supply) == (2, 3)


@pytest.mark.rule("skirmish:end.unpaid", "skirmish:destroy.batch", "skirmish:timing.simultaneous")
def test_two_who_fall_together_on_empty_vaults_score_one_each() -> None:
    yard = Yard()
    for army in yard.state.armies:
        army.vault = 0
    spider = yard.put("demonweb-spider", (2, 2), damage=5)
    archer = yard.put("elf-archer", (3, 2))
    attack(yard, spider, archer, strike(archer, spider))
    assert [army.points for army in yard.state.armies] == [1, 1]
    assert yard.state.ending


@pytest.mark.rule("skirmish:end.trigger", "skirmish:turn.end", "skirmish:deploy.cost", "skirmish:end.final")
def test_the_last_turn_is_played_to_its_end() -> None:
    # The vault of Cormyr is empty at its Refresh Phase: nobody scores, and it still deploys; then 2 in the vault of Drow decide.
    yard = Yard(drawn("ss..", "....", "..ss"), active=CORMYR)
    yard.state.armies[CORMYR].vault, yard.state.armies[CORMYR].supply = 0, 1
    yard.state.armies[DROW].vault = 2
    recruits(yard, CORMYR, "elf-archer")
    state = yard.state
    state.stage = stages.REFRESH
    step(state)
    assert (state.ending, [army.points for army in state.armies]) == (True, [0, 0])
    while state.stage != stages.DEPLOY:
        step(state, *([("done",)] if state.stage == stages.ACTIONS else []))
    step(state, ("deploy", "elf-archer", yard.name(2, 2)))
    while state.outcome is None:
        step(state)
    assert state.outcome.winners == (DROW,)
    assert len(state.creatures) == 1


@pytest.mark.rule("skirmish:destroy.gold", "skirmish:damage.hp-bonus", "skirmish:gold.conservation")
def test_a_level_up_costs_its_owner_nothing_more() -> None:
    yard = Yard()
    yard.state.armies[CORMYR].vault = 4
    yard.state.armies[CORMYR].spent = 16
    drider = yard.put("drider", (2, 2))
    knight = yard.put("dragon-knight", (4, 2), damage=55, tapped=True)
    under(knight, CORMYR, "level-up", "level-up")
    attack(yard, drider, knight)
    assert (yard.state.armies[CORMYR].vault, yard.state.armies[CORMYR].supply, yard.state.ending) == (
        0,
        4,
        False,
    )


@pytest.mark.rule("skirmish:destroy.cause", "skirmish:end.unpaid", "skirmish:team.end")
@pytest.mark.parametrize(("partner", "scorer"), [(15, 2), (5, 0)])
def test_of_two_opponents_the_one_who_dealt_most_scores(partner: int, scorer: int) -> None:
    # Side 0 deals 5 and side 2 deals 15, or both 5, when the turn is side 3's: then side 0 comes first.
    yard = Yard(active=3)
    teams(yard)
    yard.state.armies[1].vault = 1
    knight = yard.put("dragon-knight", (4, 4), side=1, damage=45 - 5 - partner)
    guard = yard.put("drow-house-guard", (3, 4), side=0)
    other = yard.put("drow-house-guard" if partner == 5 else "umber-hulk", (5, 5), side=2)
    wizard = yard.put("drow-wizard", (4, 3), tapped=True, side=0)
    attack(yard, knight, wizard, strike(other, knight), strike(guard, knight))
    assert [army.points for army in yard.state.armies] == [3 if side == scorer else 0 for side in range(4)]


@pytest.mark.rule("skirmish:end.self-caused", "skirmish:options.named")
def test_by_the_option_every_opponent_scores_for_an_own_loss() -> None:
    yard = Yard(self_destruction="opponent")
    teams(yard)
    yard.state.armies[0].vault = 0
    guard = yard.put("drow-house-guard", (3, 4))
    spider = yard.put("demonweb-spider", (4, 4), side=2, damage=5)
    yard.state.armies[2].vault = 0
    attack(yard, guard, spider)  # by the partner
    assert [army.points for army in yard.state.armies] == [0, 1, 0, 1]


@pytest.mark.rule("skirmish:destroy.trigger", "skirmish:destroy.batch")
def test_a_blessing_that_falls_with_the_victim_draws_nothing() -> None:
    yard = Yard()
    deck(yard, DROW, "web", "dodge")
    priestess = yard.put("drow-priestess", (2, 2), damage=20)
    under(priestess, DROW, "lolths-blessing")
    archer = yard.put("elf-archer", (3, 2))
    table = attack(yard, priestess, archer, strike(archer, priestess))
    assert (yard.state.creatures, table.kinds) == ([], ["answer"])


@pytest.mark.rule("skirmish:destroy.trigger", "skirmish:deck.action-empty")
def test_one_card_for_each_victim_as_far_as_the_deck_reaches() -> None:
    yard = Yard()
    deck(yard, DROW, "web")
    priestess = yard.put("drow-priestess", (2, 2))
    under(priestess, DROW, "lolths-blessing")
    yard.put("elf-archer", (3, 2), tapped=True)
    yard.put("elf-archer", (1, 2), tapped=True)
    yard.put("demonweb-spider", (2, 1))  # an own loss draws nothing
    table = card(yard, priestess, "aura-of-blight", [()], ("draw",), ("draw",))
    assert table.kinds == ["reward", "reward"]
    assert names_of(yard.state.armies[DROW].action_hand) == ["web"]


@pytest.mark.rule("skirmish:timing.free-powers", "skirmish:destroy.trigger")
def test_an_action_point_is_spent_before_a_reward_is_drawn_too() -> None:
    yard = Yard()
    deck(yard, DROW, "web")
    priestess = yard.put("drow-priestess", (2, 2))
    under(priestess, DROW, "lolths-blessing", "action-point")
    archer = yard.put("elf-archer", (3, 2), tapped=True)
    table = attack(yard, priestess, archer, ("spend", priestess.id), ("draw",))
    assert (priestess.tapped, table.kinds) == (False, ["reward", "reward"])


# ---------------------------------------------------------------- deploying, decks, setup


@pytest.mark.rule("skirmish:deploy.priestess", "skirmish:space.one-per-square")
def test_spiders_come_out_around_the_priestess_where_there_is_room() -> None:
    # She stands in a corner of a 4 by 4 board without a start area on this side: a Giant Spider fits where a square of it touches her.
    yard = Yard(drawn("....", "....", "....", "...."))
    yard.put("drow-priestess", (0, 0))
    found = yard.places(deploy_places(yard.state, DROW, creature_card("giant-spider")))
    assert sorted(found) == [(0, 1), (1, 0), (1, 1)]
    yard.put("elf-archer", (2, 2))
    found = yard.places(deploy_places(yard.state, DROW, creature_card("giant-spider")))
    assert sorted(found) == [(0, 1), (1, 0)]
    assert deploy_places(yard.state, DROW, creature_card("drow-wizard")) == []  # no Spider
    small = yard.places(deploy_places(yard.state, DROW, creature_card("demonweb-spider")))
    assert sorted(small) == [(0, 1), (1, 0), (1, 1)]


@pytest.mark.rule("skirmish:deploy.mastiff", "skirmish:board.off-board")
def test_the_mastiff_needs_a_wall_square_not_the_end_of_the_board() -> None:
    yard = Yard(drawn(".... ", ".#...", ".....", "....."))
    found = yard.places(deploy_places(yard.state, DROW, creature_card("shadow-mastiff")))
    around = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]
    assert sorted(found) == sorted(around)


@pytest.mark.rule("skirmish:deploy.priestess", "skirmish:deploy.cost", "skirmish:keyword.ready")
def test_a_priestess_just_deployed_calls_a_spider_at_once() -> None:
    yard = Yard(drawn("ss..", "ss..", "..ss", "..ss"))
    yard.state.stage = stages.DEPLOY
    yard.state.armies[DROW].supply = 4
    recruits(yard, DROW, "drow-priestess", "demonweb-spider")
    step(yard.state, ("deploy", "drow-priestess", yard.name(1, 1)))
    deck_size = len(yard.state.armies[DROW].actions)
    step(yard.state)  # Ready: an empty deck asks nothing
    table = step(yard.state, ("deploy", "demonweb-spider", yard.name(2, 2)))
    squares = {order[2] for order in table.asked[0].orders() if order[0] == "deploy"}
    # Three squares of the start area are left, and around (1, 1) five more: (2, 0), (2, 1), (0, 2), (1, 2), (2, 2).
    assert (deck_size, len(squares)) == (0, 8)
    assert yard.state.armies[DROW].supply == 0


@pytest.mark.rule("skirmish:setup.miniatures", "skirmish:setup.deck-counts", "skirmish:setup.starting.levels")
def test_no_more_creatures_start_than_there_are_miniatures() -> None:
    # As in the text Drow has 5 cards of the Demonweb Spider, and 2 miniatures of it.
    state = battle("short_yard", **{"deck-counts": "as-in-text"})
    side = state.setting.factions.index("drow")
    choice = start_of(state, side)
    free = choice.free("demonweb-spider", [])
    for count, allowed in ((2, True), (3, False)):
        groups = [("demonweb-spider", free[at]) for at in range(count)]
        order = ("start", *groups, *[("none",)] * (choice.slots - count))
        assert (choice.check(order) is None) == allowed


@pytest.mark.rule("skirmish:setup.deck-counts")
@pytest.mark.parametrize(
    ("counts", "drow", "cormyr"), [("balanced", (12, 26), (12, 30)), ("as-in-text", (18, 26), (12, 32))]
)
def test_decks_by_both_readings(counts: str, drow: tuple[int, int], cormyr: tuple[int, int]) -> None:
    state = battle("short_yard", **{"deck-counts": counts})
    sizes = [(len(army.creatures), len(army.actions)) for army in state.armies]
    assert dict(zip(state.setting.factions, sizes, strict=True)) == {"drow": drow, "cormyr": cormyr}


@pytest.mark.rule("skirmish:keyword.ready", "skirmish:creature.war-wizard")
def test_ready_passes_over_cards_of_any_ability() -> None:
    yard = Yard(drawn("ss..", "ss..", "..ss", "..ss"), active=CORMYR)
    yard.state.stage = stages.DEPLOY
    yard.state.armies[CORMYR].supply = 4
    recruits(yard, CORMYR, "war-wizard")
    deck(yard, CORMYR, "level-up", "action-point", "power-attack")
    step(yard.state, ("deploy", "war-wizard", yard.name(2, 2)))
    step(yard.state, ("ready",))
    army = yard.state.armies[CORMYR]
    assert (army.action_hand, len(army.actions)) == ([], 3)


# ---------------------------------------------------------------- teams, older versions


@pytest.mark.rule("skirmish:team.effects", "skirmish:creature.drow-assassin", "skirmish:move.allies")
def test_a_partner_beside_the_assassin_and_in_its_way() -> None:
    yard = Yard()
    teams(yard)
    assassin = yard.put("drow-assassin", (2, 2))
    yard.put("drow-wizard", (1, 2), side=2)
    knight = yard.put("dragon-knight", (3, 2), tapped=True)
    attack(yard, assassin, knight)
    assert knight.damage == 10


@pytest.mark.rule("skirmish:team.effects", "skirmish:timing.off-turn-melee", "skirmish:timing.window")
def test_both_opponents_answer_a_tap_the_one_to_the_left_first() -> None:
    yard = Yard(active=0)
    teams(yard)
    guard = yard.put("drow-house-guard", (2, 2))
    archer = yard.put("elf-archer", (3, 2), side=1)
    ranger = yard.put("human-ranger", (1, 2), side=3)
    yard.put("drow-blademaster", (2, 3), side=2)  # an ally: its tap may be answered, the guard's not
    table = attack(yard, guard, archer, PASS, strike(ranger, guard), PASS, PASS)
    # Side 1 passes, side 3 strikes; then side 0 has nobody, side 1 is asked again, and side 2 could strike the Ranger.
    assert [decision.side for decision in table.asked] == [1, 3, 1, 2]
    assert table.options(0) == [PASS, strike(archer, guard)]
    assert guard.damage == 5


@pytest.mark.rule("skirmish:end.final", "skirmish:team.end")
def test_gold_in_vaults_counts_for_the_team() -> None:
    yard = Yard()
    teams(yard)
    for army, (points, vault) in zip(yard.state.armies, ((3, 0), (0, 6), (0, 4), (2, 0)), strict=True):
        army.points, army.vault = points, vault
    outcome = final_count(yard.state)
    assert outcome.winners == (1, 3)


@pytest.mark.rule("skirmish:timing.fail-target", "skirmish:setup.miniatures")
def test_records_of_version_2_keep_its_rules() -> None:
    state = SECOND.new(RULEBOOK.scenario("short_yard"), RULEBOOK.options({"deck-counts": "as-in-text"}))
    assert start_of(state, state.setting.factions.index("drow")).counts["demonweb-spider"] == 5
    yard = Yard(active=CORMYR)
    yard.state.setting.flags = replace(yard.state.setting.flags, version=2)
    wizard = yard.put("war-wizard", (1, 1))
    assassin = yard.put("drow-assassin", (2, 1))
    yard.deal(DROW, "retreat")
    away = ("go", assassin.id, yard.name(3, 1))
    card(yard, wizard, "bigbys-forceful-hand", [(assassin.id,)], play("retreat", assassin), away, None)
    assert assassin.damage == 10
