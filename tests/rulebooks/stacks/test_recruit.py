"""Phases 1 and 2: drawing units, artifacts and spells, and bringing the Reserve onto the map."""

from __future__ import annotations

from collections import Counter

import pytest
from rulebooks.stacks.games import COAST, Game, game, start

from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.board.control import controlled
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import RESERVE, Unit
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.turn.deploy import places_for
from banneret.rulebooks.stacks.turn.recruit import open_piles
from banneret.testing import Script

MIXED = ["PFM~", "PPPP", "SJDW"]
EAST = {"D3": "orcs"}


def drawing(**more: object) -> Game:
    """A turn that begins with one draw in the Mountain."""
    fields: dict[str, object] = {"recruits_per_turn": 1, "lists": {"west": "Mountain, Forest"}}
    fields.update(more)
    return game(MIXED, {"C1": "elves"}, EAST, stage=stages.RECRUIT, **fields)  # type: ignore[arg-type]


def names(playing: Game, kinds: list[int]) -> Counter[str]:
    return Counter(playing.state.setting.kinds[kind].id for kind in kinds)


# ---------------------------------------------------------------- piles


@pytest.mark.rule("stacks:units.count", "stacks:recruit.draw")
def test_the_piles_hold_the_printed_numbers_of_chits() -> None:
    playing = drawing()
    assert len(playing.state.piles["Mountain"]) == 55
    assert len(playing.state.piles["Forest"]) == 50 - 1  # Elves are on the map
    assert names(playing, playing.state.piles["Mountain"]) == {
        "dwarves": 10,
        "dwarflord": 5,
        "goblins": 15,
        "storm_giants": 5,
        "stone_giants": 5,
        "griffons": 10,
        "dwarf_hall": 5,
    }


@pytest.mark.rule("stacks:recruit.piles")
def test_units_of_the_set_up_are_taken_out_first() -> None:
    state = start("two_banners").state
    left = Counter(state.setting.kinds[kind].id for kind in state.piles["Forest"])
    assert left["sylvan_knights"] == 8
    assert left["elves"] == 13
    assert len(state.piles["Forest"]) == 50 - 8
    assert len(state.piles["Mountain"]) == 55 - 9


@pytest.mark.rule("stacks:recruit.piles")
def test_named_reserves_are_taken_out_too_and_the_piles_are_shared() -> None:
    playing = game(
        MIXED,
        {"C1": "2 dwarves"},
        EAST,
        lists={"west": "Mountain", "east": "Mountain"},
        reserve={"east": "dwarves"},
    )
    assert names(playing, playing.state.piles["Mountain"])["dwarves"] == 7


@pytest.mark.rule("stacks:recruit.draw", "stacks:hidden.hand", "stacks:turn.phases")
def test_a_drawn_unit_goes_hidden_into_the_reserve() -> None:
    playing = drawing().play(dice=[16])  # 10 Dwarves, 5 DwarfLords, then Goblins
    assert playing.reserve() == ["goblins"]
    assert playing.rolled == [(55, 0)]  # a blind die of 55 faces that only the drawer sees
    assert len(playing.state.piles["Mountain"]) == 54
    assert names(playing, playing.state.piles["Mountain"])["goblins"] == 14
    assert playing.told(1) == ["West drew a unit from the Mountain pile."]
    assert "West drew Goblins from the Mountain pile." in playing.told(0)
    assert playing.decisions[0].kind == "deploy"


@pytest.mark.rule("stacks:recruit.draw")
@pytest.mark.parametrize(
    ("die", "kind"),
    [
        (1, "dwarves"),
        (10, "dwarves"),
        (11, "dwarflord"),
        (15, "dwarflord"),
        (16, "goblins"),
        (30, "goblins"),
        (55, "dwarf_hall"),
    ],
)
def test_each_chit_is_equally_likely(die: int, kind: str) -> None:
    assert drawing().play(dice=[die]).reserve() == [kind]  # so Goblins with 15/55, a DwarfLord with 5/55


@pytest.mark.rule("stacks:recruit.draw")
def test_the_scenario_says_how_many_draws() -> None:
    playing = game(
        MIXED,
        {"C1": "elves", "B1": "elves"},
        EAST,
        recruits_per_turn=3,
        lists={"west": "Mountain, Forest"},
        stage=stages.RECRUIT,
    ).play()
    assert playing.options() == [("draw", "Mountain"), ("draw", "Forest")]
    playing.play(("draw", "Mountain"), dice=[1]).play(("draw", "Forest"), dice=[48])
    assert playing.decisions[0].kind == "recruit"
    playing.play(("draw", "Mountain"), dice=[1])
    assert sorted(playing.reserve()) == ["dwarves", "dwarves", "ents"]
    assert playing.decisions[0].kind == "deploy"


@pytest.mark.rule("stacks:recruit.draw", "stacks:recruit.terrain")
def test_without_a_legal_pile_the_draw_is_lost() -> None:
    playing = drawing(lists={"west": "Waste, Swamp"}).play()
    assert playing.reserve() == []
    assert playing.decisions[0].kind == "move"
    empty = drawing(lists={"west": "Mountain"}).state
    empty.piles["Mountain"] = []
    assert open_piles(empty, 0) == []


@pytest.mark.rule("stacks:recruit.piles", "stacks:roll.removal")
def test_destroyed_chits_do_not_come_back() -> None:
    playing = drawing().play(dice=[16])
    goblins = in_reserve(playing, "goblins")
    playing.play(("deploy", goblins.id, "C1"))
    with playing.arranging() as state:
        destroy(state, Script(), [goblins.id], "stacks:roll.removal")
    assert names(playing, playing.state.piles["Mountain"])["goblins"] == 14


# ---------------------------------------------------------------- terrain


@pytest.mark.rule("stacks:recruit.terrain", "stacks:turn.control")
def test_one_draws_from_lists_whose_terrain_one_controls() -> None:
    playing = game(
        MIXED,
        {"B1": "elves", "A1": "ents"},
        EAST,
        lists={"west": "Forest, Mountain, Swamp, Plains"},
        objectives=[[0, 2], [2, 0]],
    )
    state = playing.state
    assert open_piles(state, 0) == ["Forest", "Plains"]
    state.standards[playing.hex("A3")] = 0  # a flag in the Swamp, and nobody there
    assert open_piles(state, 0) == ["Forest", "Swamp", "Plains"]
    state.standards[playing.hex("C1")] = 1  # the enemy's flag in the Mountain
    assert open_piles(state, 0) == ["Forest", "Swamp", "Plains"]
    state.piles["Forest"] = []
    assert open_piles(state, 0) == ["Swamp", "Plains"]


@pytest.mark.rule("stacks:recruit.terrain", "stacks:turn.control")
def test_a_contested_hex_is_controlled_by_nobody() -> None:
    playing = game(
        MIXED,
        {"C1": "elves", "A2": "ents"},
        {"C1": "goblins", "D3": "orcs"},
        lists={"west": "Mountain"},
        objectives=[[2, 0]],
    )
    with playing.arranging() as state:
        state.standards[playing.hex("C1")] = 0
    assert open_piles(playing.state, 0) == []
    assert [playing.state.setting.grid.names[hex_] for hex_ in controlled(playing.state, 0)] == ["A1", "A2"]


@pytest.mark.rule("stacks:recruit.terrain")
def test_for_the_sea_a_coast_is_enough() -> None:
    rows = ["PPP~"]
    far = game(rows, {"A1": "elves"}, {}, capitals={"east": "B1"}, lists={"west": "Sea"})
    assert open_piles(far.state, 0) == []
    coast = game(rows, {"C1": "elves"}, {}, capitals={"east": "B1"}, lists={"west": "Sea"})
    assert open_piles(coast.state, 0) == ["Sea"]
    afloat = game(rows, {"D1": "merfolk"}, {}, capitals={"east": "B1"}, lists={"west": "Sea"})
    assert open_piles(afloat.state, 0) == ["Sea"]


# ---------------------------------------------------------------- artifacts


@pytest.mark.rule("stacks:recruit.artifact", "stacks:artifact.holder", "stacks:hidden.hand")
def test_a_drawn_artifact_is_given_at_once_and_hidden() -> None:
    playing = game(
        MIXED,
        {"C1": "elves, ranger, dwarf_hall", "A2": "militia"},
        EAST,
        recruits_per_turn=1,
        artifact_draws=True,
        lists={"west": "Mountain"},
        stage=stages.RECRUIT,
    ).play()
    assert playing.options() == [("draw", "Mountain"), ("draw", "artifacts")]
    assert len(playing.state.artifact_pile) == 12
    horn = [item.id for item in facts().artifacts].index("war_horn")
    with playing.arranging() as state:
        state.units[playing.unit("elves")].held_turns = 1
    playing.play(("draw", "artifacts"), dice=[horn + 1])
    ranger, militia = playing.unit("ranger"), playing.unit("militia")
    assert playing.options() == [("give", ranger), ("give", militia)]  # no Site, nobody paralyzed
    assert playing.decisions[0].default() == ("give", ranger)  # who can use it
    playing.play(("give", militia))
    assert [(chit.kind, chit.holder) for chit in playing.state.artifacts] == [(horn, militia)]
    assert len(playing.state.artifact_pile) == 11
    assert playing.told(1) == ["West drew an artifact."]
    assert any("War Horn" in text for text in playing.told(0))
    assert playing.rolled == [(12, 0)]


@pytest.mark.rule("stacks:recruit.artifact")
def test_an_artifact_that_nobody_can_take_goes_back() -> None:
    playing = game(
        MIXED,
        {"A1": "walled_town", "A2": "militia"},
        EAST,
        recruits_per_turn=1,
        artifact_draws=True,
        lists={"west": "Swamp"},
        stage=stages.RECRUIT,
    )
    with playing.arranging() as state:
        state.units[1].held_turns = 1
    playing.play(dice=[4])
    assert len(playing.state.artifact_pile) == 12
    assert playing.state.artifacts == []
    assert playing.told(1) == ["West drew an artifact."]


@pytest.mark.rule("stacks:recruit.artifact", "stacks:recruit.draw")
def test_artifacts_are_drawn_only_where_the_scenario_allows_it() -> None:
    playing = drawing(lists={"west": "Mountain, Forest"}, artifact_draws=False)
    assert open_piles(playing.state, 0) == ["Mountain"]
    allowed = drawing(artifact_draws=True).state
    assert open_piles(allowed, 0) == ["Mountain", "artifacts"]
    allowed.artifact_pile = []
    assert open_piles(allowed, 0) == ["Mountain"]


# ---------------------------------------------------------------- spells


@pytest.mark.rule("stacks:recruit.spells", "stacks:hidden.hand")
def test_the_spells_of_a_turn_are_drawn_blind() -> None:
    playing = game(
        MIXED,
        {"C1": "elves"},
        EAST,
        spells_per_turn=2,
        spells={"west": "farsight, farsight"},
        stage=stages.RECRUIT,
    )
    assert len(playing.state.spell_pile) == 33
    playing.play(dice=[1, 1])
    hand = [playing.state.setting.spell_kinds[kind].id for kind in playing.state.hands[0]]
    assert hand == ["battle_blessing", "battle_blessing", "farsight", "farsight"]
    assert playing.rolled == [(33, 0), (32, 0)]
    assert playing.told(1) == [
        "West drew a spell (3 spells in hand).",
        "West drew a spell (4 spells in hand).",
    ]
    assert sum("Battle Blessing" in text for text in playing.told(0)) == 2


@pytest.mark.rule("stacks:recruit.spells")
def test_halls_and_groves_draws_one_spell_a_turn() -> None:
    playing = start("halls_and_groves").play(dice=[6, 1])
    side = playing.state.active
    assert len(playing.state.hands[side]) == 5
    playing.play(playing.decisions[0].default()).skip_to("exchange")
    assert len(playing.state.hands[side]) == 6


@pytest.mark.rule("stacks:spell.discard", "stacks:recruit.spells")
def test_an_empty_spell_pile_is_made_anew_from_the_discards() -> None:
    playing = game(MIXED, {"C1": "elves"}, EAST, spells_per_turn=2, stage=stages.RECRUIT)
    state = playing.state
    state.spell_discards, state.spell_pile = sorted(state.spell_pile), []
    playing.play(dice=[35, 1])
    assert len(playing.state.spell_pile) == 33
    assert playing.state.spell_discards == []
    assert playing.rolled[0] == (35, 0)
    assert len(playing.state.hands[0]) == 2


@pytest.mark.rule("stacks:recruit.spells")
def test_without_any_chit_no_spell_is_drawn() -> None:
    playing = game(MIXED, {"C1": "elves"}, EAST, spells_per_turn=2, stage=stages.RECRUIT)
    with playing.arranging() as state:
        state.hands[1], state.spell_pile = (
            playing.state.spell_pile[:-1],
            playing.state.spell_pile[-1:],
        )
    playing.play()
    assert len(playing.state.hands[0]) == 1


# ---------------------------------------------------------------- deployment


def where(playing: Game, unit: Unit) -> list[str]:
    grid = playing.state.setting.grid
    found = []
    for hex_, ship in places_for(playing.state, unit.side, unit, controlled(playing.state, unit.side)):
        kinds = playing.state.setting.kinds
        found.append(grid.names[hex_] + ("" if ship < 0 else f"/{kinds[playing.state.units[ship].kind].id}"))
    return sorted(found)


def in_reserve(playing: Game, name: str, side: int = 0) -> Unit:
    return next(
        unit
        for unit in playing.state.units
        if unit.side == side and unit.place == RESERVE and playing.state.setting.kinds[unit.kind].id == name
    )


@pytest.mark.rule("stacks:deploy.place")
def test_units_go_to_controlled_hexes_of_their_terrain_or_the_capital() -> None:
    playing = game(
        ["PMMF", "PPMM", "MMMM"],
        {"B1": "elves", "C1": "elves", "D1": "elves"},
        {"C1": "orcs", "D3": "orcs"},
        reserve={"west": "goblins, archmage, elves"},
        objectives=[[0, 2], [1, 2]],
        stage=stages.DEPLOY,
    )
    with playing.arranging() as state:
        state.standards[playing.hex("A3")] = 0  # flagged and empty: controlled
        state.standards[playing.hex("B3")] = 1
    assert where(playing, in_reserve(playing, "goblins")) == ["A1", "A3", "B1"]  # not contested C1, not C2
    assert where(playing, in_reserve(playing, "archmage")) == ["A1"]
    assert where(playing, in_reserve(playing, "elves")) == ["A1", "D1"]
    with playing.arranging() as state:
        state.standards[playing.hex("A1")] = 1  # the capital is lost
    assert where(playing, in_reserve(playing, "goblins")) == ["A3", "B1"]
    assert where(playing, in_reserve(playing, "archmage")) == []


@pytest.mark.rule("stacks:deploy.place", "stacks:hidden.stack", "stacks:hidden.hand")
def test_a_unit_is_placed_under_a_banner_unseen() -> None:
    playing = game(
        MIXED, {"C1": "elves"}, EAST, reserve={"west": "goblins, dwarves"}, stage=stages.DEPLOY
    ).play()
    goblins, dwarves = in_reserve(playing, "goblins").id, in_reserve(playing, "dwarves").id
    assert set(playing.options()) == {
        ("done",),
        *[("deploy", i, name) for i in (goblins, dwarves) for name in ("A1", "C1")],
    }
    assert playing.decisions[0].default() == ("deploy", goblins, "A1")
    playing.play(("deploy", dwarves, "C1"))
    assert playing.stack("C1") == ["elves", "dwarves"]
    assert playing.state.units[dwarves].known == 0
    assert playing.told(1) == ["West placed a unit under the banner at C1 (1 unit left in reserve)."]
    assert playing.allows("deploy", goblins, "C1")  # as many as one likes
    playing.play(("done",))
    assert playing.reserve() == ["goblins"]
    assert playing.decisions[0].kind == "move"


@pytest.mark.rule("stacks:deploy.place", "stacks:turn.phases")
def test_a_deployed_unit_may_move_in_the_same_turn() -> None:
    playing = game(MIXED, {"C1": "elves"}, EAST, reserve={"west": "dwarves"}, stage=stages.DEPLOY).play()
    dwarves = in_reserve(playing, "dwarves").id
    playing.play(("deploy", dwarves, "C1")).play(("move", (dwarves,), ("C2",)))
    assert playing.stack("C2") == ["dwarves"]


@pytest.mark.rule("stacks:deploy.place", "stacks:move.stacking")
def test_no_deployment_above_the_stacking_limit() -> None:
    playing = game(
        MIXED,
        {"C1": "2 elves, dwarf_hall", "A1": "elves"},
        EAST,
        reserve={"west": "goblins"},
        stack_limit=2,
        stage=stages.DEPLOY,
    )
    assert where(playing, in_reserve(playing, "goblins")) == ["A1"]


@pytest.mark.rule("stacks:deploy.place", "stacks:hidden.no-tell")
def test_who_has_a_reserve_is_asked_even_if_nothing_can_be_placed() -> None:
    playing = game(
        MIXED,
        {"A2": "elves"},
        {"A1": "orcs", "D3": "orcs"},
        reserve={"west": "ents"},
        capitals={"west": "B1"},
        stage=stages.DEPLOY,
    )
    with playing.arranging() as state:
        state.standards[playing.hex("B1")] = 1
    assert playing.options() == [("done",)]
    bare = game(MIXED, {"A2": "elves"}, EAST, stage=stages.DEPLOY).play()
    assert bare.decisions[0].kind == "move"


@pytest.mark.rule("stacks:deploy.sea")
def test_ships_go_to_the_sea_next_to_controlled_land() -> None:
    playing = start("narrow_sea", stage=stages.DEPLOY)
    state = playing.state
    galley = state.setting.facts.unit("war_galley").index
    unit = Unit(len(state.units), galley, 0, RESERVE, 1)
    state.units.append(unit)
    # controlled land: B3 (capital) with C3 and C4 as Sea neighbours; C3 is also held
    assert "C3" in where(playing, unit)
    sea = [state.setting.grid.names[h] for h in range(48) if state.setting.water[h]]
    near = [state.setting.grid.names[h] for h in state.setting.grid.neighbours[playing.hex("B3")]]
    assert where(playing, unit) == sorted({*[name for name in near if name in sea], "C3"})


@pytest.mark.rule("stacks:deploy.sea")
def test_sea_units_avoid_enemies_and_need_land_or_own_units() -> None:
    playing = game(
        COAST,
        {"B2": "elves", "D4": "merfolk"},
        {"C2": "kraken", "F1": "orcs"},
        reserve={"west": "longship, merfolk, sirens"},
        capitals={"west": "A1"},
        stage=stages.DEPLOY,
    )
    # B2 (odd row) touches C1, C2 and C3; an enemy is in C2; D4 is held
    for name in ("longship", "merfolk", "sirens"):
        assert where(playing, in_reserve(playing, name)) == ["C1", "C3", "D4"]


@pytest.mark.rule("stacks:deploy.sea")
def test_who_cannot_swim_goes_to_the_coast_or_aboard() -> None:
    playing = game(
        COAST,
        {"B2": "elves", "A3": "elves", "C2": "longship, 2 orcs", "D2": "war_galley"},
        {"D2": "kraken", "F1": "orcs"},
        aboard={"orcs": "longship"},
        reserve={"west": "pirate_captain"},
        stage=stages.DEPLOY,
    )
    captain = in_reserve(playing, "pirate_captain")
    # A1 is the capital and no coast; the Galley is in a contested hex; a Hero needs no place
    assert where(playing, captain) == ["B2", "C2/longship"]
    ship = playing.unit("longship")
    playing.play(("deploy", captain.id, "C2", ship))
    assert playing.state.units[captain.id].aboard == ship
    assert playing.place(captain.id) == "C2"


@pytest.mark.rule("stacks:deploy.sea", "stacks:transport.capacity")
def test_going_aboard_takes_a_place() -> None:
    divers = {"id": "divers", "name": "Divers", "printed": "+2, Human", "list": "Sea", "count": 5}
    for aboard, found in ((["orcs"], ["B2", "C2/longship"]), (["orcs", "orcs"], ["B2"])):
        playing = game(
            COAST,
            {"B2": "elves", "C2": ", ".join(["longship", *aboard])},
            {"F1": "goblins"},
            aboard={"orcs": "longship"},
            reserve={"west": "divers"},
            unit=[divers],
            stage=stages.DEPLOY,
        )
        assert where(playing, in_reserve(playing, "divers")) == found


@pytest.mark.rule("stacks:deploy.site", "stacks:site.revealed")
def test_one_site_to_a_hex_face_up() -> None:
    playing = game(
        ["PMM", "PPP"],
        {"A1": "dwarf_hall", "B1": "2 elves"},
        {},
        capitals={"east": "C2"},
        reserve={"west": "2 dwarf_hall"},
        stack_limit=2,
        stage=stages.DEPLOY,
    ).play()
    first, second = [unit.id for unit in playing.state.units if unit.side == 0 and unit.place == RESERVE]
    assert where(playing, playing.state.units[first]) == ["B1"]  # A1 has one; the full stack does not matter
    playing.play(("deploy", first, "B1"))
    assert playing.state.units[first].known == 0b11
    assert playing.told(1) == ["West placed Dwarf Hall at B1 (1 unit left in reserve)."]
    assert where(playing, playing.state.units[second]) == []


@pytest.mark.rule("stacks:deploy.place", "stacks:deploy.site", "stacks:deploy.sea", "stacks:move.stacking")
def test_a_refused_deployment_says_what_is_wrong_with_the_place() -> None:
    playing = game(
        ["PMMF", "PPMM", "MM~P"],
        {"B1": "2 elves, dwarf_hall", "C1": "elves", "D1": "elves"},
        {"C1": "orcs", "D3": "orcs"},
        reserve={"west": "goblins, archmage, dwarf_hall, kraken"},
        stack_limit=2,
        stage=stages.DEPLOY,
    ).play()
    goblins, archmage, hall, kraken = (
        in_reserve(playing, name).id for name in ("goblins", "archmage", "dwarf_hall", "kraken")
    )
    for unit, place, reason, rule in (
        (goblins, "C1", "There are enemies at C1, and nobody is placed there.", "deploy.place"),
        (goblins, "A3", "You do not control A3.", "deploy.place"),
        (goblins, "D1", "The Goblins are placed in Mountain or in your capital only.", "deploy.place"),
        (goblins, "B1", "At most 2 units may be at B1.", "move.stacking"),
        (archmage, "D1", "The Archmage is placed in your capital only.", "deploy.place"),
        (hall, "B1", "A Site of yours is at B1 already.", "deploy.site"),
        (99, "A1", "That unit is not in your reserve.", "deploy.place"),
    ):
        refusal = playing.refused("deploy", unit, place)
        assert (refusal.reason, refusal.rule) == (reason, f"stacks:{rule}")
    refusal = playing.refused("deploy", kraken, "C3")
    assert refusal.rule == "stacks:deploy.sea"
    assert refusal.reason.startswith("The Kraken comes from the Sea: to a Sea hex that you hold")
    assert playing.refused("deploy", goblins, "Z9").rule == "stacks:deploy.place"


@pytest.mark.rule("stacks:hidden.hand")
def test_reserve_and_hand_are_counted_in_public_and_not_named() -> None:
    playing = start("halls_and_groves").play(dice=[6, 1])
    public = " ".join(playing.told(None))
    own = " ".join(playing.told(0)) + " ".join(playing.told(1))
    assert "Groves drew 3 units for the reserve." in public
    assert "Halls drew a spell (5 spells in hand)." in public
    kinds = playing.state.setting.kinds
    drawn = {kinds[unit.kind].name for unit in playing.state.units if unit.place == RESERVE}
    spells = {playing.state.setting.spell_kinds[kind].name for hand in playing.state.hands for kind in hand}
    assert drawn
    assert spells
    assert not [name for name in drawn | spells if name in public]
    assert all(name in own for name in drawn | spells)
    assert all(event.to is None or len(event.to) == 1 for event in playing.events)
    assert all(to >= 0 for faces, to in playing.rolled if faces > 6)


@pytest.mark.rule("stacks:recruit.draw")
def test_a_draw_that_is_owed_is_still_left() -> None:
    lists = {"west": "Mountain, Forest"}
    armies = {"B1": "elves", "C1": "elves"}, EAST
    playing = game(MIXED, *armies, stage=stages.RECRUIT, recruits_per_turn=2, lists=lists)
    playing.play()

    def shown() -> tuple[str, str]:
        scene = RULEBOOK.view.scene(playing.state, viewer_of(0))
        track = next(track for track in scene.tracks if track.name == "draws left")
        return track.value, RULEBOOK.view.question(playing.state, playing.decisions[0]).hint

    assert playing.decisions[0].kind == "recruit"
    assert shown() == ("2", "1 more draw this turn.")
    playing.play(playing.decisions[0].default())
    assert shown() == ("1", "Your last draw this turn.")
