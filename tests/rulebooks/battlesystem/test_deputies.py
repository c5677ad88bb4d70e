"""Deputies, changes of role when the Movement Phase opens, and charts of command."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.individuals import begun, belongs, causeway, leads, officer, read, row_of
from rulebooks.battlesystem.regiments import battle, men

from banneret.kernel.decision import Choice, IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.viewer import SPECTATOR
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.ai import roles as judgement
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat.champions import harm
from banneret.rulebooks.battlesystem.command import chain, coverage, in_command
from banneret.rulebooks.battlesystem.individual import ARMY, HERO, MEMBER, UNIT_COMMANDER
from banneret.rulebooks.battlesystem.individuals import footprints, roles
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.rally import attempts
from banneret.rulebooks.battlesystem.referee import BattlesystemReferee
from banneret.rulebooks.battlesystem.roles import changes, roles_phase, succession
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import NOBODY, OPEN
from banneret.rulebooks.battlesystem.view.inspector.inspect import inspect
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.testing import Script


def camp(**changes: object) -> State:
    """Spears under nobody (front rank y = 24), Archers under their own; Marshal (radius 15) commands, Deputy (radius 14) stands by."""
    return battle(
        men("Spears", 12, 6, 30, 24, commander=""),
        men("Archers", 12, 6, 45, 24),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[
            officer("Marshal", 30, 16, rank=ARMY, radius=15.0),
            officer("Deputy", 24, 20, radius=14.0, charisma=1, deputy_leader=0),
        ],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        **changes,
    )


def declare(state: State, *orders: Order | None) -> Script:
    """Plays the opening of the Movement Phase to its end."""
    table = Script(orders=list(orders))
    while state.stage == stages.ROLES:
        roles_phase.role_step(state, table)
    table.finish()
    assert faults(state) == []
    return table


# ---------------------------------------------------------------- taking over from commanders above units


@pytest.mark.rule("battlesystem:9.3", "battlesystem:9.3c", "battlesystem:9.3e")
def test_the_deputy_of_a_fallen_commander_takes_over_with_his_own_radius() -> None:
    state = camp()
    in_command.review(state, Script())
    assert state.units[0].in_command
    assert coverage.commander_of(state, state.units[0]) == 0
    assert succession.why_not(state, state.individuals[1]) == "Marshal commands."
    harm.hurt(state, Script(), state.individuals[0], 60)
    in_command.review(state, Script())
    assert not state.units[0].in_command
    state.ranking = state.movers = (0, 1)
    table = declare(state, ("role", 1, "deputy"))
    deputy, spears = state.individuals[1], state.units[0]
    assert roles.rank_of(state, deputy) == ARMY
    assert (chain.radius(state, spears, 1), coverage.commander_bonus(state, spears)) == (14.0, 1)
    assert spears.in_command
    assert table.events[0].text == "Deputy is Army Commander in the place of Marshal."
    # his radius is his own: from 14 inches on he does not reach the farthest figure
    deputy.y = 9.0
    in_command.review(state, Script())
    assert not spears.in_command
    again = CODEC.load(CODEC.dump(state), state)
    assert CODEC.dump(again.copy()) == CODEC.dump(state)
    assert again.individuals == state.individuals


@pytest.mark.rule("battlesystem:9.0a", "battlesystem:9.3c")
def test_changes_are_declared_by_the_side_that_moves_first_and_once_a_round() -> None:
    state = camp()
    harm.hurt(state, Script(), state.individuals[0], 60)
    state.setting.has_roles = True
    state.ranking, state.movers, state.stage = (1, 0), (), stages.SEQUENCE
    table = Script(orders=[("first", 1, 0), ("role", 1, "deputy")])
    rounds.choose_sequence(state, table)
    assert state.stage == stages.ROLES
    roles_phase.role_step(state, table)  # nobody of the Blues can change
    assert (state.stage, state.part) == (stages.ROLES, 1)
    roles_phase.role_step(state, table)
    assert state.individuals[1].changed == state.round
    assert changes.options(state, 0) == []  # not even back to a Hero in this round
    roles_phase.role_step(state, table)
    assert (state.stage, state.part) == (stages.COMPELLED, 0)
    state.round += 1
    assert changes.options(state, 0) == [("role", 1, "hero")]


@pytest.mark.rule("battlesystem:9.0a")
def test_where_the_scenario_has_no_roles_nobody_is_asked() -> None:
    state = camp()
    state.movers, state.stage = (), stages.SEQUENCE
    rounds.choose_sequence(state, Script(orders=[("first", 0, 1)]))
    assert state.stage == stages.COMPELLED
    assert begun(causeway()).setting.has_roles


@pytest.mark.rule("battlesystem:9.3e")
def test_a_unit_commander_who_takes_over_leaves_his_unit_without_one() -> None:
    state = camp()
    leads(state, 1, 1)
    state.setting.sheets[1].deputy_leader = 0
    in_command.review(state, Script())
    assert coverage.commander_of(state, state.units[1]) == chain.OWN
    harm.hurt(state, Script(), state.individuals[0], 60)
    declare(state, ("role", 1, "deputy"))
    deputy, archers = state.individuals[1], state.units[1]
    assert deputy.on_table
    assert (deputy.unit, archers.chief, archers.leader_at) == (NOBODY, NOBODY, NOBODY)
    assert coverage.commander_of(state, archers) == 1  # through him as Army Commander only
    assert archers.in_command


# ---------------------------------------------------------------- taking over a unit


def regiment() -> State:
    """Roderick (radius 10) commands Spears and is with them; Hale, a Hero 20 inches off, is deputy commander of Spears."""
    state = battle(
        men("Spears", 12, 6, 30, 24),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[
            officer("Roderick", 30, 20, rank=UNIT_COMMANDER),
            officer("Hale", 30, 4, radius=30.0, deputy_unit=0),
        ],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        ranking=(0, 1),
        movers=(0, 1),
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    return state


@pytest.mark.rule("battlesystem:9.3c", "battlesystem:9.3e", "battlesystem:9.2a")
def test_the_deputy_of_a_unit_commander_out_of_range_takes_over_and_commands_from_where_he_stands() -> None:
    state = regiment()
    spears, roderick, hale = state.units[0], state.individuals[0], state.individuals[1]
    assert ("role", 1, "deputy") not in changes.options(state, 0)
    assert succession.why_not(state, hale) == "Spears is in command."
    roles.part(state, roderick)
    roderick.x, roderick.y, roderick.on_table = 4.0, 44.0, True
    in_command.review(state, Script())
    assert not spears.in_command
    declare(state, ("role", 1, "deputy"))
    assert (spears.chief, spears.now.commander, spears.now.radius) == (1, "Hale", 30.0)
    assert spears.leader_at == NOBODY
    assert spears.in_command
    assert roles.rank_of(state, roderick) == HERO
    # who takes a unit over that he touches is with it
    state = regiment()
    spears, roderick, hale = state.units[0], state.individuals[0], state.individuals[1]
    roles.part(state, roderick)
    harm.hurt(state, Script(), roderick, 60)
    hale.x, hale.y = 30.0, 24.25
    in_command.review(state, Script())
    declare(state, ("role", 1, "deputy"))
    assert (hale.on_table, hale.unit) == (False, 0)
    assert spears.leader_at == 2  # of two front figures as near to (30, 24.25) the left


@pytest.mark.rule("battlesystem:9.3d")
def test_who_steps_down_leaves_the_unit_out_of_command_to_the_end_of_the_round() -> None:
    state = regiment()
    spears = state.units[0]
    assert declare(state).asked == []  # nobody can take over: it is an order among the moves
    movement_phase.move_step(state, Script(orders=[("role", 0, "hero")]))
    assert (spears.in_command, spears.formation, spears.forsaken) == (False, OPEN, True)
    assert succession.why_not(state, state.individuals[1]) == succession.LATER
    # nor does a commander above keep it
    state.individuals[1].role = ARMY
    changes.forget_reviews(state, 0)
    in_command.review(state, Script())
    assert not spears.in_command
    state.setting.flags.brigade_may_cover = True
    changes.forget_reviews(state, 0)
    in_command.review(state, Script())
    assert spears.in_command
    state.setting.flags.brigade_may_cover = False
    state.individuals[1].role = NOBODY
    state.stage = stages.ROUND_END
    rounds.end(state, Script())
    assert not spears.forsaken
    state.round += 1
    state.stage, state.part, state.movers = stages.ROLES, 0, (0, 1)
    assert ("role", 1, "deputy") in changes.options(state, 0)


@pytest.mark.rule("battlesystem:9.0a")
def test_other_changes_are_orders_among_the_moves_until_a_figure_has_moved() -> None:
    state = regiment()
    state.stage = stages.MOVEMENT
    decision = MoveDecision(state, 0)
    leaves: Order = ("role", 0, "hero")
    assert leaves in decision.roles
    assert decision.check(leaves) is None
    shown = question(state, decision)
    (option,) = [option for option in shown.options if option.order == "role 0 hero"]
    assert option.consequence == "out of command then: Spears"
    assert "role 0 hero" in [option.order for option in shown.options]
    movement_phase.move_step(state, Script(orders=[("move", 0, ("slide", 0, 2))]))
    later = MoveDecision(state, 0)
    assert later.roles == []
    refusal = later.check(leaves)
    assert refusal is not None
    assert refusal.rule == "battlesystem:9.0a"


@pytest.mark.rule("battlesystem:intro.referee", "battlesystem:9.0a")
def test_the_referee_changes_roles() -> None:
    state = regiment()
    referee = BattlesystemReferee()
    assert "role" in [change.verb for change in referee.changes(state)]
    referee.change(state, ("role", 0, "hero", 0))
    assert state.individuals[0].role == HERO
    assert state.units[0].chief == NOBODY
    with pytest.raises(IllegalOrder, match="cannot become that"):
        referee.change(state, ("role", 0, "deputy", 0))


@pytest.mark.rule("battlesystem:9.0a")
def test_a_hero_takes_command_of_a_leaderless_unit_that_he_touches() -> None:
    state = camp()
    state.individuals[0].on_table = False
    deputy, spears = state.individuals[1], state.units[0]
    deputy.x, deputy.y = 30.0, 24.25
    in_command.review(state, Script())
    assert not spears.in_command
    assert changes.options(state, 0)[:2] == [("role", 1, "deputy"), ("role", 1, "commander", 0)]
    declare(state, ("role", 1, "commander", 0))
    assert spears.in_command
    assert (spears.chief, deputy.unit) == (1, 0)
    # not of the Archers, who have theirs, and a routed unit stays out of command
    state = camp()
    deputy, spears, archers = state.individuals[1], state.units[0], state.units[1]
    assert changes.why_not_command(state, deputy, archers) == "Archers has a commander."
    deputy.x, deputy.y, spears.routed = 30.0, 24.25, True
    in_command.review(state, Script())
    declare(state, ("role", 1, "commander", 0))
    assert not spears.in_command


@pytest.mark.rule("battlesystem:9.3c", "battlesystem:9.3e", "battlesystem:6.1")
def test_between_the_fall_of_a_commander_and_the_movement_phase_nobody_rallies_for_him() -> None:
    state = camp()
    spears = state.units[0]
    spears.routed, spears.formation = True, OPEN
    assert attempts.rallying(state, spears) == [0]
    harm.hurt(state, Script(), state.individuals[0], 60)
    assert attempts.rallying(state, spears) == []
    declare(state, ("role", 1, "deputy"))
    assert attempts.rallying(state, spears) == [1]


@pytest.mark.rule("battlesystem:9.3a", "battlesystem:9.3e", "battlesystem:9.1a")
def test_a_member_who_rises_leaves_his_unit_with_its_old_averages() -> None:
    """(7 x 22 + 1 + 10) / 8 = 20.6, so 21, with him among eight creatures; 22 without."""
    state = battle(
        men("Band", 4, 4, 30, 24, ratio=2, attack_rating=22, formation=OPEN, commander=""),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[
            officer("Marshal", 30, 16, rank=ARMY, radius=15.0),
            officer("Eric", 30, 23.0, thac0=1, deputy_leader=0),
        ],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        ranking=(0, 1),
        movers=(0, 1),
    )
    belongs(state, 1, 0)
    eric, unit = state.individuals[1], state.units[0]
    assert unit.now.attack_rating == 21
    harm.hurt(state, Script(), state.individuals[0], 60)
    in_command.review(state, Script())
    declare(state, ("role", 1, "deputy"))
    assert (unit.now.attack_rating, unit.members, eric.on_table) == (22, (), True)
    assert roles.rank_of(state, eric) == ARMY
    assert footprints.figures_touched(unit, eric.x, eric.y, 0.27)


@pytest.mark.rule("battlesystem:9.3c", "battlesystem:9.3e")
def test_with_the_deputy_the_command_falls_again() -> None:
    """He had only one deputy: when the deputy falls too, the place stays empty, even with others near."""
    state = camp()
    harm.hurt(state, Script(), state.individuals[0], 60)
    in_command.review(state, Script())
    declare(state, ("role", 1, "deputy"))
    harm.hurt(state, Script(), state.individuals[1], 60)
    in_command.review(state, Script())
    assert not state.units[0].in_command
    state.stage, state.part, state.round = stages.ROLES, 0, 2
    assert declare(state).asked == []


def duelling(**of_deputy: object) -> State:
    """As `camp`, the Marshal dead and the Deputy in contact with an enemy Champion."""
    state = battle(
        men("Spears", 12, 6, 30, 24, commander=""),
        men("Orcs", 12, 6, 30, 44, 180, side=1),
        leaders=[
            officer("Marshal", 30, 16, rank=ARMY, radius=15.0),
            officer("Deputy", 34.0, 23.0, radius=14.0, **of_deputy),
            officer("Champion", 34.5, 23.0, 1),
        ],
        tier=stages.INTERMEDIATE,
        stage=stages.ROLES,
        ranking=(0, 1),
        movers=(0, 1),
    )
    harm.hurt(state, Script(), state.individuals[0], 60)
    in_command.review(state, Script())
    return state


@pytest.mark.rule("battlesystem:9.3c", "battlesystem:9.3e")
def test_a_deputy_in_a_duel_takes_over_and_fights_on() -> None:
    state = duelling(deputy_leader=0)
    deputy = state.individuals[1]
    assert footprints.rivals(state, deputy) == [2]
    declare(state, ("role", 1, "deputy"))
    assert (roles.rank_of(state, deputy), state.units[0].in_command) == (ARMY, True)
    assert (deputy.on_table, footprints.rivals(state, deputy)) == (True, [2])
    # one who touches the unit that he takes over is with it from then on, and out of the duel
    state = duelling(deputy_unit=0)
    deputy, spears = state.individuals[1], state.units[0]
    deputy.x, deputy.y = 32.5, 24.25
    state.individuals[2].x, state.individuals[2].y = 32.5, 24.75
    in_command.review(state, Script())
    assert footprints.rivals(state, deputy) == [2]
    declare(state, ("role", 1, "deputy"))
    assert (deputy.on_table, deputy.unit, spears.chief) == (False, 0, 1)
    assert footprints.rivals(state, state.individuals[2]) == []


@pytest.mark.rule("battlesystem:9.3d", "battlesystem:9.3e")
def test_a_unit_whose_commander_rose_may_be_taken_over_at_once() -> None:
    """He did not step down. With a radius of 2 inches he leaves the Archers out of command, and their deputy takes them."""
    state = camp()
    for number, facts in ((1, {"radius": 2.0}), (2, {"deputy_unit": 1})):
        sheet, one = officer("Hale", 45, 18, **facts)  # type: ignore[arg-type]
        if number == 2:
            one.id = 2
            state.individuals[2], state.setting.sheets[2] = one, sheet
        else:
            state.setting.sheets[1].radius = 2.0
    leads(state, 1, 1)
    state.setting.sheets[1].deputy_leader = 0
    harm.hurt(state, Script(), state.individuals[0], 60)
    in_command.review(state, Script())
    declare(state, ("role", 1, "deputy"), ("role", 2, "deputy"))
    archers = state.units[1]
    assert (archers.chief, archers.now.radius, archers.in_command) == (2, 10.0, True)


# ---------------------------------------------------------------- charts


@pytest.mark.rule("battlesystem:9.3f")
def test_the_first_on_the_chart_who_can_act_moves_up_by_himself() -> None:
    state = camp()
    state.setting.sheets[1].deputy_leader = NOBODY
    state.setting.sheets[len(state.setting.sheets)] = officer("Third", 0, 0, radius=9.0)[0]
    third = officer("Third", 20, 20, radius=9.0)[1]
    third.id = 2
    state.individuals[third.id] = third
    state.setting.charts = [(0, 1, 2)]
    declare(state)
    assert roles.rank_of(state, third) == HERO
    for number in (0, 1):
        harm.hurt(state, Script(), state.individuals[number], 60)
    state.stage, state.part, state.round = stages.ROLES, 0, 2
    table = declare(state)
    assert table.events[0].text == "Third is Army Commander, on the chart after Marshal."
    assert (roles.rank_of(state, third), roles.place_in_chain(third)) == (ARMY, 0)
    data = causeway()
    data["sides"][0]["chart"] = [["marchwarden", "alaric", "perrin"]]
    assert begun(data).setting.charts == [(0, 1, 3)]
    for row, wrong in (
        (["alaric", "perrin"], "commands nobody"),
        (["marchwarden", "wynn"], "command radius"),
    ):
        data["sides"][0]["chart"] = [row]
        with pytest.raises(BadInput, match=wrong):
            read(data)


@pytest.mark.rule("battlesystem:9.3d", "battlesystem:9.3f")
@pytest.mark.parametrize(("version", "next_one"), [(6, ARMY), (7, HERO)])
def test_the_chart_fills_no_place_in_the_round_in_which_who_took_it_over_steps_down(
    version: int, next_one: int
) -> None:
    state = camp(options={"version": version})
    sheet, third = officer("Third", 20, 20, radius=9.0)
    state.setting.sheets[2], state.individuals[2], third.id = sheet, third, 2
    state.setting.charts = [(0, 1, 2)]
    harm.hurt(state, Script(), state.individuals[0], 60)
    declare(state)
    assert roles.rank_of(state, state.individuals[1]) == ARMY
    state.stage, state.part, state.round = stages.ROLES, 0, 2
    assert changes.take(state, ("role", 1, "hero"))
    declare(state)
    assert roles.rank_of(state, third) == next_one
    state.stage, state.part, state.round = stages.ROLES, 0, 3
    declare(state)
    assert ARMY in [roles.rank_of(state, one) for one in state.individuals.values() if one.id]


# ---------------------------------------------------------------- as scenarios write them


@pytest.mark.rule("battlesystem:9.0", "battlesystem:9.3")
def test_a_scenario_writes_roles_and_deputies_down() -> None:
    state = begun(causeway())
    names = {sheet.name: number for number, sheet in state.setting.sheets.items()}
    perrin, hale = state.individuals[names["Perrin Ash"]], state.individuals[names["Captain Hale"]]
    watch = next(unit for unit in state.units.values() if unit.now.name == "Causeway Watch")
    assert (roles.rank_of(state, perrin), perrin.unit, watch.members) == (MEMBER, watch.id, (perrin.id,))
    assert state.setting.sheets[perrin.id].deputy_unit == watch.id
    assert state.setting.sheets[names["Sir Alaric"]].deputy_leader == names["Lady Marchwarden"]
    assert (watch.chief, hale.unit, hale.on_table) == (hale.id, watch.id, False)
    assert not perrin.on_table


@pytest.mark.rule("battlesystem:9.3a", "battlesystem:9.3b")
@pytest.mark.parametrize(
    ("side", "who", "change", "wrong"),
    [
        (0, "wynn", {"deputy": "marchwarden", "cr": 9}, "one deputy only"),
        (0, "marchwarden", {"deputy": "causeway-watch"}, "higher rank"),
        (0, "marchwarden", {"deputy": "marchwarden"}, "nobody is deputy of himself"),
        (0, "wynn", {"deputy": "alaric", "cr": 9}, "commands nobody"),
        (0, "wynn", {"deputy": "fen-bows"}, "command radius"),
        (0, "wynn", {"deputy": "horde", "cr": 9}, "no commander 'horde'"),
    ],
)
def test_who_cannot_be_deputy_is_refused(side: int, who: str, change: dict[str, object], wrong: str) -> None:
    data = causeway()
    row_of(data, side, who).update(change)
    with pytest.raises(BadInput, match=wrong):
        read(data)


@pytest.mark.rule("battlesystem:9.3a")
def test_a_unit_commander_may_be_deputy_of_the_army_commander_not_of_another_unit() -> None:
    data = causeway()
    row = dict(row_of(data, 0, "wynn"))
    row |= {"id": "oswin", "name": "Sir Oswin", "rank": "unit", "unit": "grey-riders", "deputy": "fen-bows"}
    row.pop("place")
    data["sides"][0]["leaders"].append(row)
    with pytest.raises(BadInput, match="higher rank"):
        read(data)
    row["deputy"] = "marchwarden"
    row_of(data, 0, "alaric").pop("deputy")
    state = begun(data)
    sheet = next(sheet for sheet in state.setting.sheets.values() if sheet.name == "Sir Oswin")
    assert (sheet.deputy_leader, sheet.radius) == (0, 12.0)


# ---------------------------------------------------------------- played


def test_computers_let_a_deputy_take_over_where_that_brings_troops_into_command() -> None:
    state = camp()
    harm.hurt(state, Script(), state.individuals[0], 60)
    in_command.review(state, Script())
    decision = Choice("role", 0, "battlesystem:9.0a", [changes.KEEP, *changes.options(state, 0)])
    assert judgement.answer(decision, state) == ("role", 1, "deputy")
    state.individuals[1].y = 2.0  # from here he reaches nobody
    assert judgement.answer(decision, state) == changes.KEEP


def test_the_question_says_what_a_change_brings_and_the_inspector_whose_deputy_he_is() -> None:
    state = camp()
    harm.hurt(state, Script(), state.individuals[0], 60)
    in_command.review(state, Script())
    decision = Choice("role", 0, "battlesystem:9.0a", [changes.KEEP, *changes.options(state, 0)])
    shown = question(state, decision)
    assert [(option.label, option.consequence) for option in shown.options] == [
        ("Leave all as they are", "nobody changes his place"),
        ("Deputy takes over from Marshal", "commands within 14 in; in command then: Spears"),
    ]
    whole = scene(state, SPECTATOR)
    piece = next(piece for piece in whole.pieces if piece.id == "l1")
    assert "Hero, deputy of Marshal" in piece.detail
    assert "Deputy of Marshal" in [trait.keyword for trait in inspect(state, SPECTATOR, piece, whole).traits]


def test_members_are_named_with_their_unit() -> None:
    state = camp()
    belongs(state, 1, 0)
    whole = scene(state, SPECTATOR)
    spears = next(piece for piece in whole.pieces if piece.id == "u0")
    assert [tag.text for tag in spears.tags] == ["with Deputy"]
    tray = next(tray for tray in whole.trays if tray.name == "With their units")
    assert [piece.name for piece in tray.pieces] == ["Deputy"]
