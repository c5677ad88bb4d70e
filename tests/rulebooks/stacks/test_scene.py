"""Scenes: what a seat is shown of the map, of stacks, hands, reserves and battles, and what not."""

from __future__ import annotations

import re

import pytest
from rulebooks.stacks.fights import Fight, battle, field

from banneret.kernel.scene import Condition, Piece, Scene, Tray, encode
from banneret.kernel.viewer import REFEREE, SPECTATOR, viewer_of
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.board.knowledge import show
from banneret.rulebooks.stacks.rulebook import RULEBOOK

MAP = ["PPPP", "PPPP", "PPPP"]


def seen(table: Fight, side: int) -> Scene:
    return RULEBOOK.view.scene(table.state, viewer_of(side) if isinstance(side, int) else side)


def banner(scene: Scene, side: int, place: str) -> Piece:
    found = [piece for piece in scene.pieces if piece.side == side and piece.place == place]
    assert len(found) == 1
    assert found[0].form == "banner"
    return found[0]


def inside(scene: Scene, side: int, place: str) -> list[str]:
    return [piece.name for piece in banner(scene, side, place).inside]


def tray(scene: Scene, name: str) -> Tray | None:
    return next((tray for tray in scene.trays if tray.id == name), None)


def names(found: Tray | None) -> list[str]:
    return [] if found is None else [piece.name for piece in found.pieces]


# ---------------------------------------------------------------- stacks on the map


@pytest.mark.rule("stacks:battle.banner", "stacks:hidden.stack", "stacks:site.revealed")
def test_an_enemy_stack_is_a_banner_and_its_sites():
    game = field(MAP, {"B2": ["dwarf_hall", "dwarves", "goblins"]}, {"D3": ["elves"]})
    foreign = banner(seen(game, 1), 0, "B2")
    assert foreign.label == "?"
    assert [piece.name for piece in foreign.inside] == ["Dwarf Hall"]
    assert "Goblins" not in encode(seen(game, 1)).decode()
    own = banner(seen(game, 0), 0, "B2")
    assert own.label == "3"
    assert [piece.name for piece in own.inside] == ["Dwarf Hall", "Dwarves", "Goblins"]


@pytest.mark.rule("stacks:hidden.stack", "stacks:opt.stack-size")
def test_two_stacks_of_different_size_look_alike_unless_sizes_are_shown():
    for option, alike in (("hidden", True), ("shown", False)):
        options = {"stack-size": option}
        small = field(MAP, {"D3": ["elves"]}, {"B2": ["dwarves"]}, options=options)
        large = field(MAP, {"D3": ["elves"]}, {"B2": ["goblins"] * 4}, options=options)
        assert (encode(seen(small, 0)) == encode(seen(large, 0))) is alike
        assert banner(seen(large, 0), 1, "B2").label == ("?" if alike else "4")
        assert inside(seen(large, 0), 1, "B2") == []


@pytest.mark.rule("stacks:battle.one-stack", "stacks:battle.banner")
def test_there_is_one_banner_for_a_side_and_hex():
    game = field(MAP, {"B2": ["ents", "centaurs"], "A1": ["elves"]}, {"B2": ["orcs"], "D3": ["orcs"]})
    places = sorted((piece.side, piece.place) for piece in seen(game, SPECTATOR).pieces)
    assert places == [(0, "A1"), (0, "B2"), (1, "B2"), (1, "D3")]


@pytest.mark.rule("stacks:hidden.views")
def test_the_referee_sees_all_and_a_spectator_what_everybody_may():
    game = field(
        MAP, {"B2": ["dwarves", "goblins"]}, {"D3": ["elves", "dwarf_hall"]}, spells=[["mist_step"], []]
    )
    assert inside(seen(game, REFEREE), 0, "B2") == ["Dwarves", "Goblins"]
    assert inside(seen(game, REFEREE), 1, "D3") == ["Elves", "Dwarf Hall"]
    assert names(tray(seen(game, REFEREE), "hand0")) == ["Mist Step"]
    assert inside(seen(game, SPECTATOR), 0, "B2") == []
    assert inside(seen(game, SPECTATOR), 1, "D3") == ["Dwarf Hall"]
    assert names(tray(seen(game, SPECTATOR), "hand0")) == []


@pytest.mark.rule("stacks:hidden.stack")
def test_no_number_of_an_enemy_unit_is_in_a_scene():
    game = field(MAP, {"B2": ["dwarf_hall", "ranger"]}, {"B2": ["elves", "orcs"], "D3": ["knights"]})
    game.attacker("look ranger")
    game.reveal("ranger", "orcs")
    for side in (0, 1):
        own = {f"u{unit.id}" for unit in game.state.units if unit.side == side}
        shown = set(re.findall(r'"id":"(u\d+)"', encode(seen(game, side)).decode()))
        assert shown
        assert shown <= own


@pytest.mark.rule("stacks:artifact.holder")
def test_artifacts_lie_with_their_holders_and_are_not_shown_to_enemies():
    game = field(
        MAP, {"B2": ["dwarflord", "dwarves"]}, {"D3": ["elves"]}, artifacts=[{"oathsword": "dwarflord"}, {}]
    )
    lord = banner(seen(game, 0), 0, "B2").inside[0]
    assert [tag.text for tag in lord.tags] == ["Oathsword"]
    assert "Oathsword" not in encode(seen(game, 1)).decode()


# ---------------------------------------------------------------- hands, reserves, piles


@pytest.mark.rule("stacks:hidden.hand", "stacks:spell.hand")
def test_of_an_enemy_hand_and_reserve_only_the_number_is_shown():
    game = field(
        MAP,
        {"B2": ["dwarves"]},
        {"D3": ["elves"]},
        spells=[["mist_step", "farsight"], []],
        reserves=[["storm_giants"], []],
    )
    hand, reserve = tray(seen(game, 1), "hand0"), tray(seen(game, 1), "reserve0")
    assert hand is not None
    assert (hand.count, hand.pieces) == (2, ())
    assert reserve is not None
    assert (reserve.count, reserve.pieces) == (1, ())
    assert names(tray(seen(game, 0), "hand0")) == ["Mist Step", "Farsight"]
    assert names(tray(seen(game, 0), "reserve0")) == ["Storm Giants"]
    assert dict(seen(game, 1).sides[0].counts)["spells"] == 2


@pytest.mark.rule("stacks:hidden.hand")
def test_a_draw_shows_the_reserve_grown_and_the_pile_smaller():
    state = RULEBOOK.new(RULEBOOK.scenario("halls_and_groves"), RULEBOOK.options())
    table = Fight(state)
    while table.state.stage != stages.RECRUIT:
        if table.wanted is not None:
            table.dice(1 if table.wanted.side else 2)
        else:
            table.let_decide()
    before = seen(table, 1)
    table.attacker("draw Forest")
    table.dice(1)
    after = seen(table, 1)
    for name, change in (("reserve0", 1), ("pile:Forest", -1)):
        old, new = tray(before, name), tray(after, name)
        assert old is not None
        assert new is not None
        assert new.count == old.count + change
        assert new.pieces == ()
    assert len(names(tray(seen(table, 0), "reserve0"))) == 4


@pytest.mark.rule("stacks:hidden.hand", "stacks:roll.removal", "stacks:spell.discard")
def test_the_fallen_and_the_discards_lie_open():
    fight = battle(["elves", "ents"], ["dwarves", "orcs"], spells=(["battle_blessing"], []))
    fight.reveal("ents", "orcs")
    fight.attacker("cast battle_blessing elves")
    fight.roll(6, 1)
    fight.until("calloff")
    assert names(tray(seen(fight, 0), "fallen1")) == ["Orcs"]
    assert names(tray(seen(fight, SPECTATOR), "discards")) == ["Battle Blessing"]


# ---------------------------------------------------------------- battles


@pytest.mark.rule("stacks:battle.set-aside", "stacks:hidden.battle")
def test_a_battle_shows_banners_and_combatants_and_nothing_unrevealed():
    game = field(MAP, {"C2": ["elves", "ents"]}, {"C2": ["dwarves", "goblins", "storm_giants"]})
    game.reveal("ents", "goblins")
    scene = seen(game, 0)
    assert banner(scene, 1, "C2").label == "?"
    assert inside(scene, 1, "C2") == ["Goblins"]
    assert scene.clash is not None
    assert [piece.name for piece in scene.clash.pieces] == ["Ents", "Goblins"]
    assert [figure.value for figure in scene.clash.sums] == ["10", "4"]
    assert scene.clash.lines[-1] == "Blue: 4 and what is hidden"
    text = encode(scene).decode()
    assert "Storm Giants" not in text
    assert "Dwarves" not in text
    assert (scene.phase, scene.segment) == ("Battle Phase", "II tactical options: T1 retreat")


@pytest.mark.rule("stacks:hidden.battle")
def test_revealed_support_is_shown_with_its_sums():
    fight = battle(["elves", "ents"], ["orcs", "paladin", "dwarves"], artifacts=({}, {"war_horn": "paladin"}))
    fight.reveal("ents", "orcs")
    fight.attacker("show elves")
    fight.defender("show paladin")
    fight.until_dice()
    clash = seen(fight, 1).clash
    assert clash is not None
    assert [(piece.side, piece.name) for piece in clash.support] == [(0, "Elves"), (1, "Paladin")]
    first, second = clash.sums
    assert first.parts == (
        (8, "Ents", "stacks:mod.brm"),
        (2, "Surprise", "stacks:mod.surprise"),
        (3, "Archer: Elves", "stacks:mod.archer"),
    )
    assert (first.value, second.value) == ("13", "5")
    assert "Dwarves" not in encode(seen(fight, 0)).decode()


@pytest.mark.rule("stacks:hidden.battle", "stacks:regenerates.twice")
def test_marks_of_a_defeat_are_shown_on_the_combatant():
    fight = battle(["ents"], ["trolls", "orcs"])
    fight.reveal("ents", "trolls")
    fight.roll(6, 1)
    fight.reveal("ents", "trolls")
    front = seen(fight, 0).clash
    assert front is not None
    assert Condition("defeated", "defeated once") in front.pieces[1].states


@pytest.mark.rule("stacks:reveal.simultaneous")
def test_a_pick_already_entered_is_not_shown():
    one, other = [battle(["elves", "ents"], ["dwarves", "orcs"]) for _ in range(2)]
    one.give(0, ("reveal", one.unit(0, "elves").id))
    other.give(0, ("reveal", other.unit(0, "ents").id))
    assert encode(seen(one, 1)) == encode(seen(other, 1))
    assert encode(seen(one, SPECTATOR)) == encode(seen(other, SPECTATOR))


@pytest.mark.rule("stacks:hidden.revealed-back")
def test_what_was_revealed_is_not_listed_once_the_battle_is_over():
    game = field(MAP, {"C2": ["elves", "ents"]}, {"C2": ["dwarves", "orcs"]})
    game.reveal("ents", "orcs")
    assert names(tray(seen(game, 0), "seen1")) == ["Orcs"]
    game.roll(1, 1)
    game.attacker("calloff")
    assert game.state.fight is None
    assert inside(seen(game, 0), 1, "C2") == []
    assert tray(seen(game, 0), "seen1") is None


# ---------------------------------------------------------------- scouting


@pytest.mark.rule("stacks:scout.look", "stacks:scout.snapshot")
def test_a_look_shows_the_whole_stack_to_the_looking_side_alone():
    game = field(
        MAP,
        {"C2": ["ranger"]},
        {"C2": ["dwarves", "dwarflord"]},
        spells=[[], ["mist_step"]],
        artifacts=[{}, {"oathsword": "dwarflord"}],
    )
    game.attacker("look ranger")
    found = tray(seen(game, 0), "seen1")
    assert names(found) == ["Dwarves", "DwarfLord"]
    assert found is not None
    assert [tag.text for tag in found.pieces[1].tags] == ["Oathsword"]
    assert found is not None
    assert found.title == "Seen of Blue at C2"
    assert names(tray(seen(game, SPECTATOR), "seen1")) == []
    assert names(tray(seen(game, SPECTATOR), "seen0")) == ["Ranger"]
    assert names(tray(seen(game, 1), "seen0")) == ["Ranger"]
    assert "Mist Step" not in encode(seen(game, 0)).decode()


@pytest.mark.rule("stacks:scout.snapshot")
def test_what_is_devoured_after_a_look_is_known_too():
    game = field(MAP, {"C2": ["ranger"]}, {"C2": ["trolls", "orcs"]})
    game.attacker("look ranger")
    assert names(tray(seen(game, 0), "seen1")) == ["Trolls", "Orcs"]
    game.defender("devour trolls orcs")
    game.until("reveal")
    found = tray(seen(game, 0), "seen1")
    assert names(found) == ["Trolls"]
    assert found is not None
    assert "may be more" not in found.title


# ---------------------------------------------------------------- moving


@pytest.mark.rule("stacks:move.hidden-legality", "stacks:move.split", "stacks:hidden.stack")
def test_an_enemy_move_shows_banners_and_the_path_only():
    army = {"A1": ["griffons", "dwarves", "dwarves"]}
    game = field(["PPPP", "P~~P", "PPPP"], army, {"D3": ["elves"]}, stage=stages.MOVE)
    griffons = game.unit(0, "griffons").id
    game.give(0, ("move", (griffons,), ("A2", "B2")))
    scene = seen(game, 1)
    assert banner(scene, 0, "A1").label == "?"
    assert banner(scene, 0, "B2").label == "?"
    text = encode(scene).decode() + " ".join(game.news(1))
    assert "Griffons" not in text
    assert "Dwarves" not in text


@pytest.mark.rule("stacks:hidden.revealed-back", "stacks:move.split")
def test_when_a_seen_stack_is_split_it_is_not_known_who_went():
    game = field(MAP, {"C2": ["dwarves", "goblins"]}, {"D3": ["elves"]}, stage=stages.MOVE)
    hex_ = game.state.setting.grid.named("C2")
    for number in game.checkpoint.stacks[0][hex_]:
        show(game.checkpoint.units[number], 0b10)
    lens = RULEBOOK.sight.lens(game.checkpoint, 1)
    assert [kind.name for kind in lens.known(0, hex_)] == ["Dwarves", "Goblins"]
    game.give(0, ("move", (game.unit(0, "goblins").id,), ("C1",)))
    lens = RULEBOOK.sight.lens(game.state, 1)
    assert lens.known(0, hex_) == []
    assert [kind.name for kind in lens.unplaced(0)] == ["Dwarves", "Goblins"]


@pytest.mark.rule("stacks:hidden.revealed-back", "stacks:move.split")
def test_a_seen_stack_that_moves_as_a_whole_is_still_known():
    game = field(MAP, {"C2": ["dwarves", "goblins"]}, {"D3": ["elves"]}, stage=stages.MOVE)
    names = game.state.setting.grid
    for number in game.checkpoint.stacks[0][names.named("C2")]:
        show(game.checkpoint.units[number], 0b10)
    both = (game.unit(0, "dwarves").id, game.unit(0, "goblins").id)
    game.give(0, ("move", both, ("C1",)))
    lens = RULEBOOK.sight.lens(game.state, 1)
    assert [kind.name for kind in lens.known(0, names.named("C1"))] == ["Dwarves", "Goblins"]


# ---------------------------------------------------------------- the frame


def test_the_frame_says_where_the_game_stands():
    state = RULEBOOK.new(RULEBOOK.scenario("two_banners"), RULEBOOK.options())
    table = Fight(state)
    scene = seen(table, 0)
    assert scene.board.kind == "hexes"
    assert (scene.board.width, scene.board.height) == (5, 5)
    capital = next(place for place in scene.board.places if place.id == "A3")
    assert (capital.at, capital.ground) == ((0, 2), "Forest")
    assert [tag.text for tag in capital.tags] == ["Groves capital", "Groves flag"]
    assert next(place for place in scene.board.places if place.id == "C3").tags[0].text == "objective"
    assert scene.turn == "Turn 1 of 8"
    assert [(side.id, side.name, side.letter, side.active) for side in scene.sides] == [
        ("groves", "Groves", "G", True),
        ("halls", "Halls", "H", False),
    ]
    assert [(track.name, track.side, track.value) for track in scene.tracks] == [
        ("goal", -1, "Take the enemy capital by turn 8"),
        ("turn", -1, "1 of 8"),
        ("flags", 0, "1"),
        ("flags", 1, "1"),
    ]


def test_a_single_battle_is_a_sheet_with_somewhere_to_leave_for():
    fight = battle(["will_o_wisps", "orcs"], ["orcs"])
    fight.reveal("will_o_wisps", "orcs")
    fight.attacker("exit away orcs")
    scene = seen(fight, 1)
    assert scene.board.kind == "sheet"
    assert [place.id for place in scene.board.places] == ["A1", "away"]
    assert banner(scene, 0, "away").label == "?"
    assert inside(seen(fight, 0), 0, "away") == ["Will-o'-Wisps"]


def test_a_unit_says_what_it_is_and_what_has_become_of_it():
    game = field(
        ["PP~", "PP~"], {"C1": ["war_galley", "orcs"], "A1": ["elves"]}, {"A2": ["orcs"]}, stage=stages.MOVE
    )
    game.give(0, ("move", (game.unit(0, "elves").id,), ("B1",)))
    orcs = banner(seen(game, 0), 0, "C1").inside[1]
    assert orcs.states == (Condition("aboard", "aboard War Galley"),)
    elves = banner(seen(game, 0), 0, "B1").inside[0]
    assert (elves.symbol, elves.label, elves.detail) == ("woman-elf-face", "+4", "Archer +3, Spellcaster")
    assert elves.states == (Condition("moved"),)
    assert elves.figures[0].rule == "stacks:mod.brm"
