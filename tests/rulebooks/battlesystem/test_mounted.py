"""Cavalry and chariots rated, by the examples of the rules and the rosters of Lairn."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.individuals import causeway
from rulebooks.battlesystem.regiments import battle, men, weapon

from banneret.kernel.abilities.muster import Entry
from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.army.muster.cards import unit_card
from banneret.rulebooks.battlesystem.army.muster.entries import entry_of, recruit_of
from banneret.rulebooks.battlesystem.army.rosters.reader import read_unit
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.combat.losses import settling
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.mounted import Being, cavalry, chariot, mounts
from banneret.rulebooks.battlesystem.tables.ratings import HitDice
from banneret.rulebooks.battlesystem.tables.rosters import Roster
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.testing import Script


def being(
    thac0: int,
    hit_dice: str,
    armour_class: int = 7,
    movement: float = 24.0,
    damage: tuple[str, ...] = ("1d8",),
) -> Being:
    return Being(thac0, HitDice.of(hit_dice), armour_class, movement, damage)


ORC = being(19, "1", 6, 9.0)
BOAR = being(13, "7", 6, 12.0, ("3d6",))
FIGHTER = being(20, "1", 5, 12.0)
LIGHT = being(16, "2", 7, 24.0, ("1d4", "1d4"))
HEAVY = being(16, "3+3", 7, 15.0, ("1d8", "1d8", "1d3"))
GOBLIN = being(20, "1-1", 6, 6.0, ("1d6",))
WORG = being(15, "4+4", 6, 18.0, ("2d4",))


@pytest.mark.rule("battlesystem:11.2", "battlesystem:11.2c", "battlesystem:11.2d")
def test_cavalry_has_the_riders_skill_and_the_mounts_rate() -> None:
    orcs = cavalry(ORC, BOAR)
    assert (orcs.thac0, orcs.hit_dice, orcs.ratio, orcs.per_figure, orcs.movement) == (19, 4, 10, 40, 12.0)
    assert orcs.damage == ("1d8", "3d6")


@pytest.mark.rule("battlesystem:11.2a", "battlesystem:11.2b")
def test_mean_hit_dice_of_cavalry_round_up_and_armour_is_the_poorer() -> None:
    riders = cavalry(being(20, "1", 3), LIGHT)
    assert (riders.hit_dice, riders.per_figure, riders.armour_class) == (2, 20, 7)


@pytest.mark.rule("battlesystem:11.2a")
def test_the_worgriders_of_lairn() -> None:
    goblins = cavalry(GOBLIN, WORG)
    assert (goblins.thac0, goblins.per_figure, goblins.armour_class, goblins.movement) == (20, 30, 6, 18.0)


@pytest.mark.rule("battlesystem:11.3", "battlesystem:11.3a", "battlesystem:11.3b")
def test_a_chariot_of_two_heavy_horses() -> None:
    found = chariot([HEAVY, HEAVY], [FIGHTER, FIGHTER])
    assert (found.thac0, found.hit_dice, found.ratio, found.per_figure) == (18, 5, 5, 25)
    assert (found.armour_class, found.movement) == (4, 15.0)  # eight hit dice draw two: a strong team


@pytest.mark.rule("battlesystem:11.3")
def test_the_mean_skill_of_a_chariot_rounds_in_its_favour() -> None:
    assert chariot([LIGHT, LIGHT, LIGHT], [FIGHTER, FIGHTER]).thac0 == 17


@pytest.mark.rule("battlesystem:11.3b")
def test_the_mean_armour_of_a_chariot_rounds_against_it() -> None:
    assert chariot([LIGHT, LIGHT], [FIGHTER]).armour_class == 7 - 2


@pytest.mark.rule("battlesystem:11.3c", "battlesystem:11.3d")
def test_a_team_that_is_not_strong_goes_at_two_thirds() -> None:
    assert chariot([LIGHT, LIGHT], [FIGHTER]).movement == 24.0
    assert chariot([LIGHT, LIGHT], [FIGHTER, FIGHTER]).movement == 16.0


def test_all_of_a_chariot_strike() -> None:
    assert chariot([LIGHT, LIGHT], [being(20, "1", 5, 12.0, ("1d6",))]).damage == (
        "1d6",
        "1d4",
        "1d4",
        "1d4",
        "1d4",
    )


@pytest.mark.rule("battlesystem:11.3e")
def test_a_chariot_hits_with_all_who_draw_and_ride() -> None:
    spearman = being(20, "1", damage=("1d6",))
    assert chariot([LIGHT, LIGHT], [spearman]).damage == ("1d6", "1d4", "1d4", "1d4", "1d4")


# ---------------------------------------------------------------- rosters


def roster_of(recruit: Recruit, **changes: object) -> Roster:
    return read_unit({**enlist(recruit).row(), **changes}, "test", {}).roster


@pytest.mark.rule("battlesystem:11.1", "battlesystem:11.1c", "battlesystem:11.2a")
def test_the_plainsriders_as_a_roster_by_the_formulas() -> None:
    riders = roster_of(Recruit("human-fighter-1", 16, weapons=("long-sword",), mount="horse-light-warhorse"))
    assert (riders.riding, riders.attack_rating, riders.figure, riders.ratio) == ("cavalry", 20, 200, 10)
    assert (riders.movement, riders.size, riders.width, riders.depth) == (24.0, "L", 0.75, 1.5)
    assert [str(row.shown()) for row in riders.weapons[0].small] == [
        str(Damage.of(dice).shown()) for dice in ("1d8", "1d4", "1d4")
    ]


@pytest.mark.rule("battlesystem:11.1c")
def test_cavalry_forms_like_infantry_on_its_own_bases() -> None:
    state = battle(men("Riders", 16, 8, 30, 24, width=0.75, depth=1.5))
    block = state.units[0].block
    assert block is not None
    assert (block.breadth, block.length) == (6.0, 3.0)
    state = battle(men("Riders", 16, 8, 30, 24, width=0.75, depth=1.5, formation=OPEN))
    block = state.units[0].block
    assert block is not None
    assert (block.breadth, block.length) == (9.5, 3.5)


@pytest.mark.rule("battlesystem:11.1a", "battlesystem:11.1c")
def test_chariots_stand_on_bases_of_their_own() -> None:
    row = enlist(Recruit("human-fighter-1", 8, weapons=("spear",), mount="horse-heavy-warhorse")).row()
    del row["base"]
    cars = read_unit({**row, "troop": "chariots"}, "test", {}).roster
    assert (cars.riding, cars.width, cars.depth) == ("chariots", 1.0, 2.0)


@pytest.mark.rule("battlesystem:11.1")
def test_who_rides_is_named_and_the_basic_game_has_none() -> None:
    row = enlist(Recruit("goblin", 12, mount="worg")).row()
    with pytest.raises(BadInput, match="only troops on foot"):
        read_unit(row, "test", {"tier": "basic"})
    with pytest.raises(BadInput, match="mount"):
        read_unit({**row, "mount": "dragon"}, "test", {"tier": "intermediate"})
    assert {"worg", "giant-boar", "elephant"} < set(mounts())


@pytest.mark.rule("battlesystem:11.8d")
def test_riders_are_at_home_only_where_their_mounts_are() -> None:
    assert roster_of(Recruit("elf", 12)).natives == ("woods",)
    assert roster_of(Recruit("elf", 12, mount="horse-riding")).natives == ()
    assert roster_of(Recruit("elf", 12, mount="unicorn")).natives == ("woods",)
    assert roster_of(Recruit("lizard-man", 12)).swim == 12.0


@pytest.mark.rule("battlesystem:11.2b", "battlesystem:11.2c")
def test_cards_and_lists_of_riders() -> None:
    recruit = Recruit(
        "human-fighter-1", 16, weapons=("light-lance",), armour="plate", mount="horse-light-warhorse"
    )
    assert recruit_of(entry_of(recruit)).mount == "horse-light-warhorse"
    card = unit_card(entry_of(recruit))
    shown = {figure.name: figure.value for figure in card.figures}
    assert (shown["MV"], shown["AC"], shown["HD/fig"]) == ("24", "7", "20")
    assert any("light warhorse" in word for word in card.words)
    on_foot = enlist(Recruit("human-fighter-1", 12, weapons=("light-lance",)))
    assert [rule for _, _, _, rule in on_foot.troubles] == ["battlesystem:11.4c"]


# ---------------------------------------------------------------- charges


def riders(formation: int = OPEN, charged: int = 1, **changes: object) -> State:
    hooves = weapon("1d6 1d4 1d4")
    facts: dict[str, object] = {"weapons": [hooves], "leader_at": -1, "riding": "cavalry", **changes}
    return battle(
        men("Riders", 8, 8, 30, 24, 0, formation=formation, charged=charged, **facts),  # type: ignore[arg-type]
        men("Foe", 12, 6, 30, 26, 180, side=1, armour_class=7),
    )


@pytest.mark.rule("battlesystem:11.4")
def test_a_charge_on_mounts_is_better_by_two() -> None:
    for formation, rating in ((OPEN, 20 + 1 - 2), (CLOSED, 20 - 1 - 2)):
        state = riders(formation)
        assert attack_rolls.rating(state, state.units[0], state.units[1], 0) == rating
        state.setting.flags.charge_bonuses_add = False  # never better by more than 2
        assert attack_rolls.rating(state, state.units[0], state.units[1], 0) == (
            19 if formation == OPEN else 18
        )
    walking = riders(OPEN, charged=-1)
    assert attack_rolls.rating(walking, walking.units[0], walking.units[1], 0) == 21
    on_foot = riders(OPEN, riding="")
    assert attack_rolls.rating(on_foot, on_foot.units[0], on_foot.units[1], 0) == 21


@pytest.mark.rule("battlesystem:11.4b")
def test_the_bonus_counts_for_breaking_through() -> None:
    state = riders(CLOSED, weapons=[weapon("1d8 1d4 1d4")])
    state.units[1].now.armour_class = 8
    assert attack_rolls.attack_sum(state, state.units[0], state.units[1], 0) + attack_rolls.WORST == 21
    each = sum(Damage.of(dice).per_figure(21) for dice in ("1d8", "1d4", "1d4"))
    assert each == 80  # 4 + 2 + 2 hit dice
    assert attack_rolls.certain_kills(state, state.units[0], state.units[1], 8, 0) == 8 * each // 100


@pytest.mark.rule("battlesystem:11.4c")
def test_a_lance_doubles_in_a_charge_and_hooves_do_not() -> None:
    lance = weapon("1d6 1d4 1d4")
    lance.lances = 1
    state = riders(OPEN, weapons=[lance])
    mine, theirs = state.units[0], state.units[1]
    assert attack_rolls.damage(state, mine, theirs, 1, 18) == 140  # 8 + 3 + 3
    mine.charged = -1
    assert attack_rolls.damage(state, mine, theirs, 1, 18) == 100


@pytest.mark.rule("battlesystem:11.5", "battlesystem:11.1b")
def test_one_roll_serves_riders_and_mounts_and_a_figure_falls_as_a_whole() -> None:
    state = riders(OPEN, weapons=[weapon("1d8 1d4 1d4")])
    table = Script(dice=[3, 4])
    found = attack_rolls.strike(state, table, state.units[0], state.units[1], list(range(8)), 0)
    table.finish()
    roll = 20 + 1 - 2 - 7 + 7
    assert found == 8 * sum(Damage.of(dice).per_figure(roll) for dice in ("1d8", "1d4", "1d4"))
    state = riders(OPEN, figure=200)
    assert settling.inflict(state, Script(), state.units[0], 200, 1) == 1  # rider and mount together
    assert state.units[0].figures == 7


# ---------------------------------------------------------------- chariots of an army


@pytest.mark.rule("battlesystem:11.1a", "battlesystem:11.3", "battlesystem:11.3a", "battlesystem:11.3b")
@pytest.mark.rule("battlesystem:11.3d", "battlesystem:11.3e", "battlesystem:16.3m")
def test_an_army_has_chariots() -> None:
    """Six figures of 5 chariots: driver and spearman (THAC0 20, AC 10, 1 hit die) and two heavy warhorses (16, AC 7, 4).

    72 / 4 = 18 and 5; 34 / 4 = 8.5, up to 9, less 2; 4 + 1 = 5 hit dice, 25 a figure; 8 draw 2, so at the full rate of 15. 60 men at 20
    and 60 horses at 60 are 4,800 points.
    """
    entry = Entry(
        {"creature": "human-fighter-1", "figures": 6, "mount": "horse-heavy-warhorse", "team": 2, "weapons": ("spear",)},
        "unit",
    )  # fmt: skip
    card = unit_card(entry)
    assert {figure.name: figure.value for figure in card.figures} | {"points": card.cost} == {
        "AC": "7", "HD/fig": "25", "MV": "15", "AR": "23", "ML": "12", "DL": "12", "Ratio": "5:1", "CR": "10", "CB": "+0",
        "points": 4800,
    }  # fmt: skip
    assert card.faults == ()
    assert "60 fighters of the 1st level in 30 chariots, each drawn by 2: heavy warhorse" in card.words
    cars = roster_of(recruit_of(entry))
    assert (cars.riding, cars.size, cars.width, cars.depth) == ("chariots", "L", 1.0, 2.0)
    spears, hooves = ["1d6", "1d6"], ["1d8", "1d8", "1d3"] * 2
    assert [row.shown() for row in cars.weapons[0].small] == [
        Damage.of(dice).shown() for dice in spears + hooves
    ]
    assert (cars.weapons[0].steeds, cars.weapons[0].sets) == (6, True)


@pytest.mark.rule("battlesystem:11.3c", "battlesystem:11.3d", "battlesystem:4.8")
@pytest.mark.parametrize(("passengers", "rate", "hit_dice"), [(1, 24.0, 30.0), (2, 16.0, 30.0)])
def test_the_rate_of_a_chariot_goes_by_who_rides(passengers: int, rate: float, hit_dice: float) -> None:
    """Two light warhorses of 2 hit dice: 4 are thrice one rider, not two. Their orc chief commands two thirds of that rate."""
    found = enlist(Recruit("orc", 8, mount="horse-light-warhorse", team=2, passengers=passengers))
    row = found.row()
    assert (row["mv"], row["hd_per_figure"], row["commander"]["cr"]) == (rate, hit_dice, rate * 2 / 3)
    assert recruit_of(entry_of(found.recruit)) == found.recruit


@pytest.mark.rule("battlesystem:11.1a", "battlesystem:11.4c", "battlesystem:2.10a")
def test_what_does_not_go_with_chariots_is_said() -> None:
    def told(**values: str | int | tuple[str, ...]) -> list[tuple[str, str]]:
        card = unit_card(Entry({"creature": "human-fighter-1", "figures": 12, "team": 2, **values}, "unit"))
        return [(fault.field, fault.text) for fault in card.faults]

    assert told() == [("team", "nothing draws the chariots")]
    assert told(mount="horse-light-warhorse", type="mob") == [("mount", "a mob does not ride")]
    assert told(mount="horse-light-warhorse", weapons=("light-lance",)) == [
        ("weapons", "a light lance is for riders")
    ]


@pytest.mark.rule("battlesystem:9.2h", "battlesystem:11.3e")
@pytest.mark.parametrize(("version", "blows"), [(19, 2), (20, 1)])
def test_a_chief_who_leaves_his_chariot_strikes_for_himself_alone(version: int, blows: int) -> None:
    row = enlist(Recruit("human-fighter-1", 8, weapons=("spear",), mount="horse-light-warhorse", team=2)).row(
        "Cars"
    )
    row["commander"]["apart"] = True
    data = causeway()
    units = data["sides"][0]["units"]
    units[1] = {**row, "id": units[1]["id"], "place": units[1]["place"]}
    book = RULEBOOK.of_version(version)
    state = book.new(book.read_scenario(data, "test"), book.options({}))
    sheet = next(one for one in state.setting.sheets.values() if one.of_roster and one.unit == 1)
    assert sheet.champion is not None
    assert sheet.champion.arms.small == ("1d6",) * blows
