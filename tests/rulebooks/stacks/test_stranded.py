"""Units that have lost what let them be where they are: they come aboard an own transport with a place, or are lost."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import Fight, battle, field
from rulebooks.stacks.games import COAST, Game, game

from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.state import NOBODY

ROC = {
    "id": "roc", "name": "Roc", "list": "Plains", "count": 5, "brm": 1, "descriptors": ["Animal"],
    "abilities": [{"ability": "flying"}, {"ability": "swift"}, {"ability": "carry", "value": 1}],
}  # fmt: skip
FAR = {"F1": "goblins"}


def aboard(table: Fight | Game, side: int, name: str) -> str:
    """The transport a unit is aboard of, "" for none, "lost" for a unit that is destroyed."""
    state = table.state
    number = table.unit(side, name).id if isinstance(table, Fight) else table.unit(name, side)
    unit = state.units[number]
    if unit.place < 0:
        return "lost"
    return "" if unit.aboard == NOBODY else state.setting.kinds[state.units[unit.aboard].kind].id


def at_sea(defender: str, options: dict[str, str] | None = None, spells: str = "") -> Fight:
    """A Kraken attacks a stack in C2; D2 is Sea too, B2 land."""
    hands = {"east": spells}
    start = game(
        COAST,
        {"C2": "kraken"},
        {"C2": defender},
        unit=[ROC],
        options=options,
        spells=hands,
        stage=stages.SCOUT,
    )
    return Fight(start.state)


# ---------------------------------------------------------------- the ways to lose support

WAYS = pytest.mark.parametrize(
    ("ship", "found"), [("", "lost"), (", war_galley", "war_galley"), (", longship", "longship")]
)


@pytest.mark.rule("stacks:move.stranded", "stacks:artifact.winged-boots", "stacks:steal.take")
@WAYS
def test_when_wings_are_stolen(ship: str, found: str) -> None:
    stack = ["archmage", "merfolk", *ship.split(", ")[1:]]
    armies = {"A1": ["pirate_captain", "war_galley"]}, {"A1": stack}
    fight = field(["~~"], *armies, artifacts=[{}, {"winged_boots": "archmage"}])
    fight.attacker("steal pirate_captain")
    fight.dice(1)
    assert aboard(fight, 1, "archmage") == ""  # not before the phase ends
    fight.until("reveal")
    assert aboard(fight, 1, "archmage") == found
    if found != "lost":
        text = f"The Archmage went aboard the {found.replace('_', ' ').title()}."
        assert text in fight.news(1)
        assert text not in fight.news(0)


@pytest.mark.rule("stacks:move.stranded", "stacks:artifact.winged-boots", "stacks:artifact.exchange")
@WAYS
def test_when_wings_are_passed_on(ship: str, found: str) -> None:
    playing = game(COAST, {"C2": f"paladin with winged_boots, griffons{ship}"}, FAR, stage=stages.EXCHANGE)
    playing.play(("pass", 0, 1))
    assert aboard(playing, 0, "paladin") == ""
    playing.play(("done",))
    assert aboard(playing, 0, "paladin") == found


@pytest.mark.rule("stacks:move.stranded", "stacks:artifact.exchange")
def test_wings_passed_on_and_back_in_a_phase_change_nothing() -> None:
    stack = "paladin with winged_boots, griffons, war_galley"
    playing = game(COAST, {"C2": stack}, FAR, stage=stages.EXCHANGE)
    playing.play(("pass", 0, 1)).play(("pass", 0, 0)).play(("done",))
    assert aboard(playing, 0, "paladin") == ""


@pytest.mark.rule("stacks:move.stranded", "stacks:carry.capacity")
@WAYS
def test_when_the_carrier_flies_away(ship: str, found: str) -> None:
    playing = game(COAST, {"C2": f"roc, paladin{ship}"}, FAR, unit=[ROC])
    playing.play(("move", (0,), ("D2",))).play(("done",))
    assert aboard(playing, 0, "paladin") == found


@pytest.mark.rule("stacks:move.stranded", "stacks:end.cleanup", "stacks:carry.battle")
@WAYS
def test_when_the_carrier_is_destroyed(ship: str, found: str) -> None:
    fight = at_sea(f"roc, paladin, merfolk{ship}")
    fight.reveal("kraken", "roc")
    fight.roll(6, 1)
    assert aboard(fight, 1, "paladin") == ""  # not before the battle ends
    fight.attacker("calloff")
    assert aboard(fight, 1, "paladin") == found


@pytest.mark.rule("stacks:move.stranded", "stacks:end.cleanup", "stacks:vanish.exit")
@WAYS
def test_when_the_carrier_leaves_the_battle(ship: str, found: str) -> None:
    fight = at_sea(f"roc, archmage, merfolk{ship}", spells="mist_step")
    fight.reveal("kraken", "roc")
    fight.defender("exit D2 merfolk mist_step archmage")
    fight.roll(1, 6)
    fight.attacker("calloff")
    assert aboard(fight, 1, "archmage") == found


@pytest.mark.rule(
    "stacks:move.stranded", "stacks:end.cleanup", "stacks:vanish.exit", "stacks:transport.capacity"
)
def test_when_their_ship_leaves_the_battle_as_many_find_room_as_there_are_places() -> None:
    stack = ["war_galley", "dwarves", "militia", "orcs", "goblins", "high_priest", "longship"]
    fight = field(["~~"], {"A1": ["merfolk"]}, {"A1": stack}, spells=[[], ["mist_step"]])
    fight.reveal("merfolk", "war_galley")
    fight.defender("exit B1 dwarves mist_step high_priest")
    fight.roll(3, 1)  # 7 against 6: the Dwarves are lost
    fight.reveal("merfolk", "orcs")
    assert fight.fallen(1) == ["dwarves"]
    fight.roll(1, 3)  # 5 against 6: the Merfolk are lost, and the battle is over
    fight.turn_of(1)
    assert fight.fallen(1) == ["dwarves", "goblins"]
    assert [aboard(fight, 1, name) for name in ("militia", "orcs", "high_priest")] == ["longship"] * 3


# ---------------------------------------------------------------- leaving a battle


@pytest.mark.rule("stacks:move.stranded", "stacks:retreat.sea", "stacks:retreat.destination")
def test_who_lost_its_carrier_retreats_aboard_a_ship_of_the_stack() -> None:
    fight = at_sea("roc, paladin, merfolk, war_galley")
    fight.reveal("kraken", "roc")
    fight.roll(6, 1)
    fight.reveal("kraken", "merfolk")
    offered = fight.offers(1, "retreat")
    assert "retreat merfolk D2" in offered
    assert "retreat war_galley D2" not in offered  # nothing would hold the Paladin
    assert "retreat merfolk B2" not in offered  # no ship goes there
    fight.defender("retreat merfolk D2")
    assert fight.stack(1, "D2") == ["paladin", "war_galley"]
    assert aboard(fight, 1, "paladin") == "war_galley"


@pytest.mark.rule("stacks:move.stranded", "stacks:opt.call-off")
def test_an_attacker_who_withdraws_takes_along_who_lost_its_carrier() -> None:
    start = game(
        COAST, {"C2": "roc, paladin, war_galley"}, {"C2": "kraken"}, unit=[ROC],
        options={"call-off": "may-withdraw"}, stage=stages.SCOUT,
    )  # fmt: skip
    fight = Fight(start.state)
    fight.reveal("roc", "kraken")
    fight.roll(1, 6)
    fight.attacker("calloff D2")
    assert fight.stack(0, "D2") == ["paladin", "war_galley"]
    assert aboard(fight, 0, "paladin") == "war_galley"


# ---------------------------------------------------------------- who comes aboard what


@pytest.mark.rule("stacks:move.stranded", "stacks:transport.capacity")
def test_a_hero_needs_no_place() -> None:
    full = game(COAST, {"C2": "roc, paladin, longship, 2 orcs"}, FAR, unit=[ROC], aboard={"orcs": "longship"})
    full.play(("move", (0,), ("D2",))).play(("done",))
    assert aboard(full, 0, "paladin") == "longship"


@pytest.mark.rule("stacks:move.stranded", "stacks:carry.capacity")
@pytest.mark.parametrize(("kept", "other"), [("paladin", "high_priest"), ("high_priest", "paladin")])
def test_whom_the_carriers_cannot_hold_goes_aboard(kept: str, other: str) -> None:
    playing = game(COAST, {"C1": "2 roc, paladin, high_priest, longship"}, FAR, unit=[ROC])
    playing.play(("move", (playing.units("roc")[0],), ("B1",))).play(("done",))
    playing.play(("carry", playing.unit(kept)))
    assert aboard(playing, 0, kept) == ""
    assert aboard(playing, 0, other) == "longship"


@pytest.mark.rule("stacks:move.stranded", "stacks:paralyze.on-the-map")
def test_the_paralyzed_cannot_board() -> None:
    armies = {"A1": ["pirate_captain", "war_galley"]}, {"A1": ["archmage", "merfolk", "war_galley"]}
    fight = field(["~~"], *armies, artifacts=[{}, {"winged_boots": "archmage"}])
    fight.paralyze(1, "archmage", turns=2)
    fight.attacker("steal pirate_captain")
    fight.dice(1)
    fight.until("reveal")
    assert fight.fallen(1) == ["archmage"]


@pytest.mark.rule("stacks:move.stranded", "stacks:transport.water")
def test_on_land_a_sea_unit_finds_room_in_another_caravan() -> None:
    armies = {"A1": ["ents"]}, {"A1": ["caravan", "merfolk", "caravan"]}
    fight = field(["PP"], *armies, aboard=[{}, {"merfolk": "caravan#1"}])
    fight.reveal("ents", "caravan#1")
    fight.roll(6, 1)
    fight.attacker("calloff")
    assert aboard(fight, 1, "merfolk") == "caravan"
    assert fight.stack(1, "A1") == ["merfolk", "caravan"]


# ---------------------------------------------------------------- what is over with it

BOOTS = {"winged_boots": "archmage"}
THIEVES = ["pirate_captain", "war_galley"]


@pytest.mark.rule("stacks:setup.battle-only", "stacks:move.stranded")
def test_a_single_battle_that_a_theft_settles_is_the_thiefs() -> None:
    fight = battle(THIEVES, ["archmage"], "Sea", artifacts=({}, BOOTS), scouting=True)
    fight.attacker("steal pirate_captain")
    fight.finish(1)
    assert fight.winner == "attacker"
    assert fight.state.outcome.reason == "nobody is left to Defender"
    fight = battle(["archmage"], THIEVES, "Sea", artifacts=(BOOTS, {}), scouting=True)
    fight.defender("steal pirate_captain")
    fight.finish(1)
    assert fight.winner == "defender"
    assert fight.state.outcome.rule == "stacks:setup.battle-only"


@pytest.mark.rule("stacks:setup.battle-only", "stacks:move.stranded")
@pytest.mark.parametrize("rest", ["merfolk", "war_galley"])
def test_a_single_battle_goes_on_as_long_as_somebody_is_left(rest: str) -> None:
    fight = battle(THIEVES, ["archmage", rest], "Sea", artifacts=({}, BOOTS), scouting=True)
    fight.attacker("steal pirate_captain")
    fight.dice(1)
    assert fight.until("reveal", 0) is not None
    assert not fight.is_over


@pytest.mark.rule("stacks:setup.battle-only", "stacks:battle.occurs")
def test_a_single_battle_that_nobody_can_begin_is_drawn() -> None:
    fight = battle(["dwarf_hall"], ["orcs"], scouting=True)
    fight.finish()
    assert fight.winner == "draw"
    assert fight.state.outcome.rule == "stacks:battle.occurs"


def drowning(goal: str, extra: str = "") -> Fight:
    """The galley leaves the battle, the Griffons fall with an artifact, and the Archmage is left in the water."""
    armies = {"A1": ["merfolk"]}, {"A1": ["war_galley", "archmage", "griffons", *extra.split()]}
    fight = field(
        ["~~"], *armies, goal=goal, reserves=[["archmage"], []], options={"fallen-artifacts": "captured"},
        spells=[[], ["mist_step"]], artifacts=[{}, {"oathsword": "griffons"}],
    )  # fmt: skip
    fight.reveal("merfolk", "war_galley")
    fight.defender("exit B1 griffons mist_step archmage")
    fight.roll(3, 1)  # 7 against 6
    fight.attacker("calloff")
    return fight


@pytest.mark.rule("stacks:win.archmage", "stacks:move.stranded", "stacks:opt.fallen-artifacts")
def test_when_the_last_archmage_drowns_nobody_is_asked_anything_more() -> None:
    fight = drowning("archmage")
    assert fight.fallen(1) == ["archmage", "griffons"]
    assert fight.is_over
    assert fight.winner == "red"
    assert fight.decisions == []
    assert ("captured", 0) not in fight.asked


@pytest.mark.rule("stacks:win.archmage", "stacks:opt.fallen-artifacts")
def test_when_archmages_are_not_the_goal_the_artifacts_are_handed_out() -> None:
    fight = drowning("capital")
    assert fight.fallen(1) == ["archmage", "griffons"]
    assert fight.decision(0).kind == "captured"


@pytest.mark.rule("stacks:win.archmage", "stacks:move.stranded")
def test_an_archmage_who_comes_aboard_has_not_lost() -> None:
    fight = drowning("archmage", "longship")
    assert not fight.is_over
    assert aboard(fight, 1, "archmage") == "longship"


@pytest.mark.rule("stacks:battle.usable", "stacks:carry.capacity", "stacks:paralyze.on-the-map")
def test_a_paralyzed_carrier_holds_up_its_hero_and_takes_nobody_along() -> None:
    playing = game(COAST, {"C2": "roc, archmage"}, FAR, unit=[ROC], stage=stages.MOVE)
    roc, archmage = playing.unit("roc"), playing.unit("archmage")
    playing.state.units[roc].held_turns = 1
    playing.play(("done",))  # the phase ends, and nobody is lost
    assert [playing.state.units[one].place >= 0 for one in (roc, archmage)] == [True, True]
    again = game(COAST, {"C2": "roc, archmage"}, FAR, unit=[ROC], stage=stages.MOVE)
    again.state.units[again.unit("roc")].held_turns = 1
    refusal = again.refused("move", (again.unit("archmage"),), ("D2",))
    assert refusal.rule == "stacks:move.land"
