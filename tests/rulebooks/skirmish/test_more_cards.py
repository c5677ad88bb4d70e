"""Cards and powers one by one, and what actions have in common."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import act, deck, names_of, options_of
from rulebooks.skirmish.playing import PASS, attack, card, play, power, strike
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.rulebooks.skirmish.actions.choosing import choices
from banneret.rulebooks.skirmish.actions.declaring import plays
from banneret.rulebooks.skirmish.board.traits import hit_points, level
from banneret.rulebooks.skirmish.state import Chain
from banneret.rulebooks.skirmish.tables.actions import action_card, action_cards
from banneret.rulebooks.skirmish.tables.boards import board
from banneret.rulebooks.skirmish.tables.creatures import creature_cards

# ---------------------------------------------------------------- melee cards


@pytest.mark.rule("skirmish:card.power-attack", "skirmish:action.with", "skirmish:attack.card-melee")
def test_a_power_attack_adds_ten_to_that_attack_alone() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    hulk = yard.put("umber-hulk", (2, 1), tapped=True)
    card(yard, knight, "power-attack", [(hulk.id,)])
    assert (hulk.damage, knight.tapped) == (20, True)  # 15 + 10 - Block 5
    knight.tapped = False
    attack(yard, knight, hulk)
    assert hulk.damage == 30


@pytest.mark.rule("skirmish:card.piercing-strike", "skirmish:card.overwhelm")
def test_a_piercing_strike_ignores_block_and_overwhelm_is_thirty() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    defender = yard.put("dwarven-defender", (2, 1), tapped=True, attached=())
    knight = yard.put("dragon-knight", (2, 2), tapped=True)
    card(yard, guard, "piercing-strike", [(defender.id,)])
    assert defender not in yard.state.creatures  # 15 against 10 hit points and Block 5
    card(yard, guard, "overwhelm", [(knight.id,)], tap=False)
    assert knight.damage == 35


@pytest.mark.rule("skirmish:card.advancing-strike", "skirmish:card.hit-on-the-run")
@pytest.mark.parametrize(("name", "damage"), [("advancing-strike", 5), ("hit-on-the-run", 15)])
def test_after_the_blow_the_attacker_shifts_its_speed(name: str, damage: int) -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    knight = yard.put("dragon-knight", (2, 1), tapped=True)
    table = card(yard, guard, name, [(knight.id,)], ("go", guard.id, yard.name(0, 0)))
    assert knight.damage == damage
    ends = [str(order[2]) for order in table.options(0)]
    assert len(ends) == 8  # next to an enemy the speed in force is 1
    assert yard.places([guard.place]) == [(0, 0)]


@pytest.mark.rule("skirmish:card.shadow-strike")
def test_a_shadow_strike_shifts_and_then_announces_its_target() -> None:
    yard = Yard()
    assassin = yard.put("drow-assassin", (1, 1))
    knight = yard.put("dragon-knight", (4, 1), tapped=True)
    card(yard, assassin, "shadow-strike", [], ("go", assassin.id, yard.name(3, 1)), ("choose", knight.id))
    assert knight.damage == 30  # 10 + 15, and 5 for no ally beside it


@pytest.mark.rule("skirmish:card.sneak-attack")
def test_neighbours_of_the_target_assist_a_sneak_attack() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    victim = yard.put("dragon-knight", (2, 1), tapped=True)
    assassin = yard.put("drow-assassin", (3, 1))  # beside the target, not beside the guard
    found = plays(yard.state, Chain(), guard, action_card("sneak-attack"))
    assert found == [play("sneak-attack", guard, (victim.id,), helpers=(assassin,))]
    other = plays(yard.state, Chain(), guard, action_card("shadow-strike"))
    assert other == []  # level 3: another card has no such help


@pytest.mark.rule("skirmish:card.forceful-strike", "skirmish:card.bigbys-forceful-hand")
def test_blows_that_push() -> None:
    yard = Yard(active=CORMYR)
    deck(yard, CORMYR, "web")
    knight = yard.put("dragon-knight", (1, 1))
    hulk = yard.put("umber-hulk", (2, 1), tapped=True)
    card(yard, knight, "forceful-strike", [(hulk.id,)], ("go", hulk.id, yard.name(5, 1)))
    assert (hulk.damage, yard.places([hulk.place])) == (10, [(5, 1)])
    assert len(yard.state.armies[CORMYR].action_hand) == 1
    wizard = yard.put("war-wizard", (4, 1))
    card(yard, wizard, "bigbys-forceful-hand", [(hulk.id,)], ("go", hulk.id, yard.name(10, 5)))
    assert hulk.damage == 20  # no attack: no Block


# ---------------------------------------------------------------- shots


@pytest.mark.rule("skirmish:card.distant-shot", "skirmish:creature.elf-archer", "skirmish:attack.ranged")
def test_a_longbow_reaches_ten_squares_and_a_distant_shot_whatever_is_seen() -> None:
    yard = Yard(drawn(*["." * 20] * 3), active=CORMYR)
    archer = yard.put("elf-archer", (0, 0))
    near, far = (
        yard.put("drow-priestess", (10, 0), tapped=True),
        yard.put("drow-wizard", (19, 0), tapped=True),
    )
    beside = yard.put("umber-hulk", (1, 1), tapped=True)
    bow = action_or_power("elf-archer", "longbow")
    assert choices(yard.state, Chain(), archer, bow[0]) == [(near.id,), (beside.id,)]
    shot = action_card("distant-shot").steps[0]
    assert (far.id,) in choices(yard.state, Chain(), archer, shot)
    power(yard, archer, "longbow", [(near.id,)])
    assert near.damage == 5


def action_or_power(creature: str, name: str) -> list[object]:
    """The steps of a power."""
    found = next(one for one in creature_cards() if one.id == creature)
    return list(next(one.steps for one in found.powers if one.id == name))


@pytest.mark.rule("skirmish:card.rapid-shot", "skirmish:action.source")
def test_a_rapid_shot_is_two_attacks_of_one_source() -> None:
    yard = Yard()
    assassin = yard.put("drow-assassin", (0, 0))
    knight = yard.put("dragon-knight", (4, 0), tapped=True)
    wizard = yard.put("war-wizard", (5, 3))
    yard.deal(CORMYR, "shield")
    shield = play("shield", wizard, (knight.id,), (0,))
    card(yard, assassin, "rapid-shot", [(knight.id,)], shield, ("choose", knight.id))
    assert knight.damage == 0  # both attacks are one source


@pytest.mark.rule("skirmish:card.quick-shot", "skirmish:cover.moment")
def test_a_quick_shot_taps_nobody_and_can_be_dodged_behind_cover() -> None:
    yard = Yard(drawn(".....", "..#..", "....."), active=CORMYR)
    thug = yard.put("half-orc-thug", (0, 1))
    wizard = yard.put("drow-wizard", (4, 1))
    guard = yard.put("drow-house-guard", (0, 2))
    table = card(yard, thug, "quick-shot", [(wizard.id,)], ("dodge", wizard.id, 0), tap=False)
    assert table.options(0) == [PASS, ("dodge", wizard.id, 0)]  # the guard has no tap to answer
    assert (thug.tapped, wizard.damage, guard.tapped) == (False, 0, False)


@pytest.mark.rule("skirmish:card.pinning-shot", "skirmish:cover.melee")
def test_a_pinning_shot_pins_whom_it_hurts() -> None:
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (0, 0))
    guard = yard.put("drow-house-guard", (4, 0), tapped=True)
    card(yard, ranger, "pinning-shot", [(guard.id,)])
    assert [names_of([one]) for one, _ in guard.attached] == [["pinning-shot"]]
    act(yard, ("done",))
    yard.state.active = DROW
    act(yard, ("activate", guard.id))
    assert ("move",) not in options_of(yard)


@pytest.mark.rule("skirmish:los.creatures")
def test_creatures_block_no_sight() -> None:
    yard = Yard(active=CORMYR)
    archer = yard.put("elf-archer", (0, 0))
    yard.put("umber-hulk", (2, 0))
    target = yard.put("drow-wizard", (6, 0), tapped=True)
    power(yard, archer, "longbow", [(target.id,)])
    assert target.damage == 5


# ---------------------------------------------------------------- other cards


@pytest.mark.rule("skirmish:card.run", "skirmish:card.fast-advance", "skirmish:card.steps")
def test_cards_that_move_do_so_whatever_the_speed() -> None:
    yard = Yard(active=CORMYR)
    deck(yard, CORMYR, "block")
    ranger = yard.put("human-ranger", (0, 0))
    table = card(yard, ranger, "run", [], ("go", ranger.id, yard.name(6, 0)))
    assert max(int(str(order[2])[1:]) for order in table.options(0)) == 7
    assert names_of(yard.state.armies[CORMYR].action_hand) == ["block"]
    yard.put("drow-wizard", (8, 0), tapped=True)
    table = card(yard, ranger, "fast-advance", [], ("go", ranger.id, yard.name(7, 0)), tap=False)
    assert ("go", ranger.id, yard.name(10, 0)) not in table.options(0)  # it stops beside an enemy


@pytest.mark.rule("skirmish:card.shove", "skirmish:action.choices")
def test_a_shove_slides_friend_or_foe_where_its_player_wants() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (3, 3))
    for name in ("drow-wizard", "human-ranger"):
        other = yard.put(name, (4, 3), tapped=True)
        table = card(yard, knight, "shove", [(other.id,)], ("go", other.id, yard.name(7, 3)), tap=False)
        assert table.asked[0].side == CORMYR
        assert yard.places([other.place]) == [(7, 3)]
        yard.state.creatures.remove(other)


@pytest.mark.rule("skirmish:card.level-up")
def test_level_up_gives_a_level_and_ten_hit_points() -> None:
    yard = Yard(active=CORMYR)
    archer = yard.put("elf-archer", (0, 0))
    card(yard, archer, "level-up", [], tap=False)
    card(yard, archer, "level-up", [], tap=False)
    assert (level(archer), hit_points(archer)) == (3, 25)


@pytest.mark.rule("skirmish:card.fireball", "skirmish:distance.squares", "skirmish:creature.half-orc-thug")
def test_a_fireball_goes_around_walls_and_squares_may_be_out_of_sight() -> None:
    yard = Yard(drawn("..#....", "..#....", "..#....", "......."), active=CORMYR)
    wizard = yard.put("war-wizard", (0, 0), attached=("level-up",))
    behind = yard.put("drow-priestess", (3, 0), tapped=True)
    beside = yard.put("drow-blademaster", (1, 0), tapped=True)
    step = action_card("fireball").steps[0]
    squares = [chosen[0] for chosen in choices(yard.state, Chain(), wizard, step)]
    assert yard.square(3, 0) in squares  # no sight is needed
    assert yard.square(2, 0) not in squares  # a wall
    card(yard, wizard, "fireball", [(yard.square(3, 0),)])
    assert (behind.damage, beside.damage) == (10, 0)  # the way around the wall is longer than 2
    thug = yard.put("half-orc-thug", (5, 3))
    power(yard, thug, "explosive-crossbow-bolts", [(yard.square(4, 0),)])
    assert behind.damage == 15


@pytest.mark.rule("skirmish:card.lolths-blessing")
def test_the_blessing_lies_under_its_player() -> None:
    yard = Yard()
    priestess = yard.put("drow-priestess", (0, 0))
    card(yard, priestess, "lolths-blessing", [], tap=False)
    assert [names_of([one]) for one, _ in priestess.attached] == [["lolths-blessing"]]


@pytest.mark.rule("skirmish:creature.umber-hulk.gaze", "skirmish:creature.umber-hulk.burrow")
def test_the_gaze_drags_then_strikes_and_the_hulk_burrows() -> None:
    yard = Yard()
    hulk = yard.put("umber-hulk", (1, 1))
    knight = yard.put("dragon-knight", (6, 1), tapped=True)
    power(
        yard,
        hulk,
        "confusion-gaze",
        [(knight.id,)],
        ("go", knight.id, yard.name(3, 1)),
        ("choose", knight.id),
    )
    assert (knight.damage, yard.places([knight.place])) == (15, [(3, 1)])
    hulk.tapped = False
    table = power(yard, hulk, "burrow", [], ("go", hulk.id, yard.name(9, 9)))
    assert ("go", hulk.id, yard.name(11, 11)) not in table.options(0)  # it needs four squares
    assert yard.places([hulk.place]) == [(9, 9)]


# ---------------------------------------------------------------- what actions have in common


@pytest.mark.rule("skirmish:board.squares")
def test_walls_are_never_entered() -> None:
    ground = board("twin-halls")
    walls = [square for square in range(ground.grid.size) if ground.walls[square]]
    assert walls
    assert not any(ground.grid.fits(square, 1) for square in walls)
    assert all(not set(ground.grid.steps[0][square]) & set(walls) for square in range(ground.grid.size))


@pytest.mark.rule("skirmish:distance.includes-self", "skirmish:action.ally")
def test_a_creature_may_choose_itself_but_is_not_its_own_ally() -> None:
    yard = Yard()
    priestess = yard.put("drow-priestess", (0, 0))
    guard = yard.put("drow-house-guard", (3, 0))
    knight = yard.put("dragon-knight", (4, 4))

    def aims(name: str) -> list[int]:
        step = action_card(name).steps[0]
        return [chosen[0] for chosen in choices(yard.state, Chain(), priestess, step)]

    assert aims("darkfire") == [priestess.id, guard.id, knight.id]
    assert aims("dark-pact") == [guard.id]


@pytest.mark.rule("skirmish:attack.any-creature")
def test_attacks_may_be_aimed_at_allies_unless_the_option_forbids_it() -> None:
    for allowed in (True, False):
        yard = Yard(attack_allies=allowed)
        spider = yard.put("demonweb-spider", (0, 0))
        guard = yard.put("drow-house-guard", (1, 0))
        knight = yard.put("dragon-knight", (0, 1))
        from banneret.rulebooks.skirmish.actions.window import BLOW

        found = choices(yard.state, Chain(), spider, BLOW)
        assert found == ([(guard.id,), (knight.id,)] if allowed else [(knight.id,)])


@pytest.mark.rule("skirmish:action.what", "skirmish:action.acting", "skirmish:action.target")
def test_news_name_who_acts_and_at_whom() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    archer = yard.put("elf-archer", (2, 1))
    table = attack(yard, guard, archer, strike(archer, guard))
    told = [event for event in table.events if event.kind == "declared"]
    assert [(event.data["actor"], event.data["targets"]) for event in told] == [
        (guard.id, (archer.id,)),
        (archer.id, (guard.id,)),
    ]


@pytest.mark.rule("skirmish:card.first-target", "skirmish:timing.fail-target")
def test_without_a_target_nothing_is_declared_and_a_lost_target_is_skipped() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    assert plays(yard.state, Chain(), knight, action_card("power-attack")) == []
    foe = yard.put("drow-assassin", (2, 1), attached=("level-up",))
    yard.deal(DROW, "retreat")
    retreat = play("retreat", foe)
    deck(yard, CORMYR, "web")
    # The target shifts away: no damage, no slide, and yet the last step is carried out.
    card(yard, knight, "forceful-strike", [(foe.id,)], retreat, ("go", foe.id, yard.name(3, 1)))
    assert (foe.damage, len(yard.state.armies[CORMYR].action_hand)) == (0, 1)


@pytest.mark.rule("skirmish:card.discard")
def test_a_played_card_is_discarded_or_lies_where_it_was_attached() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    yard.put("drow-wizard", (2, 1), tapped=True)
    yard.deal(CORMYR, "level-up", "power-attack")
    act(yard, ("activate", knight.id))
    act(yard, play("level-up", knight))
    act(yard, play("power-attack", knight, (1,)))
    army = yard.state.armies[CORMYR]
    assert (army.action_hand, names_of(army.action_discard)) == ([], ["power-attack"])
    assert [names_of([one]) for one, _ in knight.attached] == [["level-up"]]


@pytest.mark.rule("skirmish:timing.shield-range")
def test_a_shield_fails_when_its_creature_has_gone_too_far() -> None:
    yard = Yard()
    assassin = yard.put("drow-assassin", (2, 5))
    ranger = yard.put("human-ranger", (2, 2))
    wizard = yard.put("war-wizard", (7, 2))
    yard.deal(CORMYR, "shield")
    yard.deal(DROW, "retreat")
    mage = yard.put("drow-wizard", (8, 3), tapped=True)
    assert mage.tapped
    shield = play("shield", wizard, (ranger.id,), (0,))
    # The ranger stands 5 squares off; were it further, the shield could not be declared.
    power(yard, assassin, "hand-crossbow", [(ranger.id,)], shield)
    assert ranger.damage == 0
    ranger.place = yard.square(0, 2)
    assassin.tapped = wizard.tapped = False
    yard.deal(CORMYR, "shield")
    assert not plays_at(yard, wizard, ranger)


def plays_at(yard: Yard, actor: object, target: object) -> bool:
    """True if a creature could shield another from anything."""
    step = action_card("shield").steps[0]
    return (target.id,) in choices(yard.state, Chain(), actor, step)  # type: ignore[attr-defined, arg-type]


@pytest.mark.rule("skirmish:keyword.labels", "skirmish:data.cards-as-data")
def test_cards_are_data_and_keywords_only_labels() -> None:
    assert len(action_cards()) == 37
    assert len(creature_cards()) == 20
    assert all(one.steps or one.statics or one.triggers or one.powers for one in action_cards())
    yard = Yard()
    beast = yard.put("shadow-mastiff", (1, 1))
    knight = yard.put("dragon-knight", (2, 1), tapped=True)
    attack(yard, beast, knight)
    assert knight.damage == next(one.damage for one in creature_cards() if one.id == "shadow-mastiff")
