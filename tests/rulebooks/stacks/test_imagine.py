"""Imagined states: what a side knows stays, what it cannot know is dealt anew whatever it is in truth."""

from __future__ import annotations

from collections import Counter

import pytest
from rulebooks.stacks.fights import Fight, battle, field

from banneret.kernel.dice import Chance
from banneret.kernel.errors import WrongWorld
from banneret.kernel.player import Seat
from banneret.kernel.scene import encode
from banneret.kernel.viewer import REFEREE, SPECTATOR, Viewer, viewer_of
from banneret.players import make
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.board.knowledge import show
from banneret.rulebooks.stacks.board.stacks import add_unit
from banneret.rulebooks.stacks.hidden.imagine import hands_are_listed, imagine
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import DRAWN, RESERVE, ArtifactChit, State, Unit

MAP = ["PPPP", "PPPP", "PPPP"]


def worlds(state: State, viewer: int | Viewer, count: int = 300) -> list[State]:
    chance = Chance(5)
    found = []
    for _ in range(count):
        world = imagine(state, viewer_of(viewer) if isinstance(viewer, int) else viewer, chance, state)
        assert RULEBOOK.invariants(world) == []
        found.append(world)
    return found


def stack(state: State, side: int, place: str) -> list[str]:
    hex_ = state.setting.grid.named(place)
    return sorted(state.setting.kinds[state.units[i].kind].id for i in state.stacks[side].get(hex_, ()))


def begun(name: str, seed: int = 1) -> State:
    """A scenario played by chance into its third turn."""
    chance = Chance(seed)
    table = Fight(RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options()))
    for _ in range(120):
        if table.wanted is not None:
            table.dice(chance.die(table.wanted.faces))
        elif table.decisions:
            table.give(table.decisions[0].side, table.decisions[0].sample(chance))
    return table.checkpoint


# ---------------------------------------------------------------- units


@pytest.mark.rule("stacks:hidden.stack", "stacks:hidden.views")
def test_units_change_places_and_every_banner_keeps_one():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs"], "D3": ["goblins", "ents", "dwarves"]})
    sizes: Counter[int] = Counter()
    alone: Counter[str] = Counter()
    for world in worlds(game.state, 0):
        there = stack(world, 1, "C1")
        assert there
        assert stack(world, 1, "D3")
        assert sorted(there + stack(world, 1, "D3")) == ["dwarves", "ents", "goblins", "orcs"]
        assert stack(world, 0, "A1") == ["elves"]
        sizes[len(there)] += 1
        if len(there) == 1:
            alone[there[0]] += 1
    assert set(sizes) == {1, 2, 3}
    assert set(alone) == {"dwarves", "ents", "goblins", "orcs"}


@pytest.mark.rule("stacks:opt.stack-size")
def test_sizes_stay_where_they_are_shown():
    options = {"stack-size": "shown"}
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs"], "D3": ["goblins", "ents"]}, options=options)
    found = {tuple(stack(world, 1, "C1")) for world in worlds(game.state, 0)}
    assert found == {("orcs",), ("goblins",), ("ents",)}


@pytest.mark.rule("stacks:hidden.stack")
def test_the_true_arrangement_decides_nothing():
    """The same army under the same banners in two arrangements: what is imagined is distributed alike."""
    one = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs", "goblins", "ents"], "D3": ["dwarves"]})
    other = field(MAP, {"A1": ["elves"]}, {"C1": ["dwarves"], "D3": ["ents", "goblins", "orcs"]})
    shares = []
    for game in (one, other):
        found = worlds(game.state, 0, 1500)
        shares.append(
            (
                sum("ents" in stack(world, 1, "C1") for world in found) / len(found),
                sum(len(stack(world, 1, "C1")) for world in found) / len(found),
            )
        )
    assert shares[0] == pytest.approx(shares[1], abs=0.06)


@pytest.mark.rule("stacks:hidden.stack", "stacks:setup.scenario")
def test_by_the_same_chance_the_same_is_imagined_whatever_is_true():
    """To the byte: neither the numbers of units and artifacts nor who has moved tell which of them are together."""
    red, arms = {"A1": ["elves"]}, {"war_horn": "orcs", "oathsword": "dwarves"}
    other = {"oathsword": "goblins", "war_horn": "ents"}
    games = [
        field(MAP, red, {"C1": ["orcs", "goblins", "ents"], "D3": ["dwarves"]}, artifacts=[{}, arms]),
        field(MAP, red, {"C1": ["dwarves", "orcs"], "D3": ["ents", "goblins"]}, artifacts=[{}, other]),
    ]
    games[1].unit(1, "goblins").moved = True
    first, second = [[RULEBOOK.dump(world) for world in worlds(game.checkpoint, 0)] for game in games]
    assert first == second
    assert len(set(first)) > 20


@pytest.mark.rule("stacks:site.revealed", "stacks:hidden.battle")
def test_what_is_known_stays():
    game = field(MAP, {"C1": ["elves"]}, {"C1": ["dwarf_hall", "orcs", "ents"], "D3": ["goblins", "dwarves"]})
    game.reveal("elves", "ents")
    for world in worlds(game.state, 0):
        there = stack(world, 1, "C1")
        assert "dwarf_hall" in there
        assert "ents" in there
        assert world.units[game.unit(1, "ents").id].kind == game.unit(1, "ents").kind


@pytest.mark.rule("stacks:scout.snapshot")
def test_a_stack_that_was_looked_through_stays_as_it_is():
    army = {"C1": ["orcs", "ents"], "D3": ["goblins", "dwarves"], "D1": ["knights"]}
    game = field(MAP, {"C1": ["ranger"]}, army, artifacts=[{}, {"war_horn": "orcs"}])
    game.attacker("look ranger")
    for world in worlds(game.state, 0):
        assert stack(world, 1, "C1") == ["ents", "orcs"]
        assert world.artifacts[0].holder == game.unit(1, "orcs").id
    assert len({tuple(stack(world, 1, "C1")) for world in worlds(game.state, SPECTATOR)}) > 3


@pytest.mark.rule("stacks:move.stacking")
def test_no_banner_covers_more_than_the_limit():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs"] * 3, "D3": ["goblins"] * 4}, stack_limit=4)
    sizes = {len(stack(world, 1, "C1")) for world in worlds(game.state, 0)}
    assert sizes == {3, 4}


def test_a_single_battle_hides_nothing_but_holders():
    fight = battle(["elves"], ["dwarflord", "ranger", "orcs"], artifacts=({}, {"oathsword": "orcs"}))
    holders: Counter[str] = Counter()
    for world in worlds(fight.state, 0):
        assert stack(world, 1, "A1") == ["dwarflord", "orcs", "ranger"]
        holders[world.setting.kinds[world.units[world.artifacts[0].holder].kind].id] += 1
    assert set(holders) == {"dwarflord", "ranger", "orcs"}
    assert holders["ranger"] > holders["orcs"]  # it is likelier with who can use it


# ---------------------------------------------------------------- blind chits


def draw(state: State, name: str, place: int = RESERVE) -> Unit:
    """The enemy has drawn a chit blind; the piles are what the chits in play leave of them."""
    known = state.setting.facts
    unit = add_unit(state, known.unit(name).index, 1, place, DRAWN)
    state.setting.lists = [["Forest", "Mountain"], ["Forest", "Mountain"]]
    for pile in ("Forest", "Mountain"):
        state.piles[pile] = []
        for kind in known.pile(pile):
            out = sum(unit.kind == kind.index for unit in state.units)
            state.piles[pile] += [kind.index] * (kind.count - out)
    return unit


@pytest.mark.rule("stacks:recruit.draw", "stacks:hidden.hand")
def test_a_chit_drawn_blind_may_be_any_of_its_pile():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs"]}, stage=stages.MOVE)
    state = game.checkpoint
    drawn = draw(state, "centaurs")
    found: Counter[str] = Counter()
    for world in worlds(state, 0, 600):
        unit = world.units[drawn.id]
        assert unit.place == RESERVE
        assert sorted([*world.piles["Forest"], unit.kind]) == sorted([*state.piles["Forest"], drawn.kind])
        assert world.piles["Forest"] == sorted(world.piles["Forest"])
        assert world.piles["Mountain"] == state.piles["Mountain"]
        found[world.setting.kinds[unit.kind].id] += 1
    assert found["elves"] / 600 == pytest.approx(14 / 49, abs=0.06)
    assert set(found) == {"elves", "sylvan_knights", "elf_lord", "ranger", "centaurs", "ents"}


@pytest.mark.rule("stacks:recruit.draw", "stacks:hidden.views")
def test_what_was_listed_on_the_map_is_never_in_reserve_and_a_drawn_unit_may_be_anywhere():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs"], "D3": ["goblins"]}, stage=stages.MOVE)
    state = game.checkpoint
    draw(state, "centaurs")
    drawn = draw(state, "ranger", state.setting.grid.named("C1"))
    places: set[int] = set()
    for world in worlds(state, 0):
        for unit in world.units:
            if unit.side == 1 and unit.place == RESERVE:
                assert unit.origin == DRAWN
        places.add(world.units[drawn.id].place)
    assert RESERVE in places
    assert len(places) == 3


@pytest.mark.rule("stacks:hidden.revealed-back")
def test_a_drawn_unit_that_was_seen_keeps_its_name_and_stays_on_the_map():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs"], "D3": ["goblins"]}, stage=stages.MOVE)
    state = game.checkpoint
    draw(state, "centaurs")
    ranger = draw(state, "ranger", state.setting.grid.named("C1"))
    show(ranger, 0b01)
    ranger.known = 0
    places: set[int] = set()
    for world in worlds(state, 0):
        assert world.units[ranger.id].kind == ranger.kind
        places.add(world.units[ranger.id].place)
    assert len(places) == 2
    assert RESERVE not in places


@pytest.mark.rule("stacks:site.revealed", "stacks:deploy.site")
def test_no_hidden_site_lies_under_a_banner():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs"], "D3": ["goblins"]}, stage=stages.MOVE)
    state = game.checkpoint
    draw(state, "dwarves", state.setting.grid.named("C1"))
    draw(state, "dwarf_hall")
    sites = 0
    for world in worlds(state, 0):
        for unit in world.units:
            if unit.side == 1 and world.setting.kinds[unit.kind].site:
                assert unit.place == RESERVE
                sites += 1
    assert sites


# ---------------------------------------------------------------- spells and artifacts


@pytest.mark.rule("stacks:hidden.hand", "stacks:setup.spells")
def test_a_hand_drawn_blind_is_dealt_anew_and_a_listed_one_is_known():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs"]}, spells=[["mist_step"], ["farsight"]])
    state = game.state
    assert hands_are_listed(state)
    assert {tuple(world.hands[1]) for world in worlds(state, 0)} == {tuple(state.hands[1])}
    state.setting.spells_per_turn = 1
    hands: Counter[int] = Counter()
    for world in worlds(state, 0, 1200):
        assert world.hands[0] == state.hands[0]
        assert len(world.hands[1]) == 1
        assert sorted(world.spell_pile + world.hands[1]) == sorted(state.spell_pile + state.hands[1])
        hands[world.hands[1][0]] += 1
    blessing = state.setting.facts.spell("battle_blessing").index
    assert hands[blessing] / 1200 == pytest.approx(4 / 34, abs=0.03)


@pytest.mark.rule("stacks:recruit.artifact", "stacks:hidden.stack")
def test_an_artifact_drawn_blind_may_be_any_that_is_left():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["ranger"], "D3": ["paladin"]})
    state = game.state
    kind = state.artifact_pile.pop()
    state.artifacts.append(ArtifactChit(kind, game.unit(1, "ranger").id))
    kinds: set[int] = set()
    holders: set[int] = set()
    for world in worlds(state, 0, 400):
        assert sorted([world.artifacts[0].kind, *world.artifact_pile]) == sorted([kind, *state.artifact_pile])
        kinds.add(world.artifacts[0].kind)
        holders.add(world.artifacts[0].holder)
    assert len(kinds) == 12
    assert len(holders) == 2


# ---------------------------------------------------------------- the sea


@pytest.mark.rule("stacks:move.sea", "stacks:transport.capacity", "stacks:move.stranded")
def test_at_sea_everybody_floats_or_is_aboard():
    coast = ["P~~P", "P~~P", "P~~P"]
    army = {
        "B1": ["war_galley", "orcs", "goblins"],
        "C2": ["longship", "knights"],
        "D3": ["ents", "paladin", "orcs"],
        "C3": ["merfolk"],
    }
    game = field(coast, {"A1": ["elves"]}, army)
    seen: set[tuple[str, ...]] = set()
    for world in worlds(game.state, 0):  # every world is held to the invariants, which know who is stranded
        assert len(stack(world, 1, "C3")) >= 1
        assert "merfolk" not in stack(world, 1, "D3")
        seen.add(tuple(stack(world, 1, "B1")))
    assert len(seen) > 20


# ---------------------------------------------------------------- whole games


@pytest.mark.rule("stacks:hidden.views", "stacks:hidden.stack", "stacks:hidden.hand")
@pytest.mark.parametrize("name", ["halls_and_groves", "narrow_sea", "duel_of_archmages", "ashes_and_banners"])
def test_imagined_games_look_the_same_and_are_others(name: str):
    state = begun(name)
    for viewer in (viewer_of(0), viewer_of(1), SPECTATOR):
        before = encode(RULEBOOK.view.scene(state, viewer))
        different = 0
        for world in worlds(state, viewer, 25):
            assert encode(RULEBOOK.view.scene(world, viewer)) == before
            different += RULEBOOK.dump(world) != RULEBOOK.dump(state)
        assert different > 20


def test_the_truth_is_not_changed_by_imagining():
    state = begun("narrow_sea")
    before = RULEBOOK.dump(state)
    worlds(state, 0, 50)
    assert RULEBOOK.dump(state) == before


def test_the_referee_imagines_nothing():
    state = begun("halls_and_groves")
    world = imagine(state, REFEREE, Chance(1), state)
    assert world is not state
    assert RULEBOOK.dump(world) == RULEBOOK.dump(state)


def put_to_sleep() -> Fight:
    """Red has cast Stone Sleep on the combatant of Blue, who is to name a replacement within the same step."""
    red = {"C1": ["archmage", "ents"], "A1": ["elves", "knights"]}
    game = field(MAP, red, {"C1": ["centaurs", "orcs"]}, spells=[["fire_lance", "stone_sleep"], []])
    game.reveal("ents", "centaurs")
    game.until("paralyze", 0)
    game.checkpoint.setting.spells_per_turn = 1
    game.attacker("cast stone_sleep archmage")
    while not any(one.kind == "replace" for one in game.decisions):
        game.let_decide()
    return game


@pytest.mark.rule("stacks:hidden.views")
def test_what_was_shown_since_the_step_began_holds_in_its_beginning():
    game = put_to_sleep()
    chance = Chance(2)
    sleep = game.state.setting.facts.spell("stone_sleep").index
    assert sleep not in game.state.hands[0]
    hands: set[tuple[int, ...]] = set()
    for _ in range(100):
        world = imagine(game.checkpoint, viewer_of(1), chance, game.state)
        assert "archmage" in stack(world, 0, "C1")
        assert sleep in world.hands[0]
        assert len(world.hands[0]) == 2
        hands.add(tuple(world.hands[0]))
    assert len(hands) > 5


@pytest.mark.rule("stacks:paralyze.replacement", "stacks:hidden.views")
def test_who_is_asked_for_a_replacement_has_one():
    game = put_to_sleep()
    chance = Chance(2)
    for _ in range(100):
        world = imagine(game.checkpoint, viewer_of(0), chance, game.state)
        assert len(stack(world, 1, "C1")) == 2
    wide = field(MAP, {"C1": ["basilisk"]}, {"C1": ["centaurs", "orcs"], "A1": ["ents", "goblins", "elves"]})
    wide.reveal("basilisk", "centaurs")
    wide.attacker("paralyze basilisk")
    wide.until("replace", 1)
    sizes = Counter(
        len(stack(imagine(wide.checkpoint, viewer_of(0), chance, wide.state), 1, "C1")) for _ in range(200)
    )
    assert min(sizes) == 2
    assert max(sizes) == 4


# ---------------------------------------------------------------- where only the truth would do


@pytest.mark.rule("stacks:hidden.stack")
def test_an_order_of_the_running_step_that_moved_a_hidden_unit_leaves_nothing_to_imagine():
    game = field(MAP, {"A1": ["elves"]}, {"C1": ["orcs", "ents"], "D3": ["goblins", "dwarves"]})
    before = game.state.copy()
    orcs = game.unit(1, "orcs")
    game.state.stacks[1][orcs.place].remove(orcs.id)
    orcs.place = game.state.setting.grid.named("C2")
    game.state.stacks[1][orcs.place] = [orcs.id]
    with pytest.raises(WrongWorld):
        imagine(before, viewer_of(0), Chance(1), game.state)
    assert len(imagine(before, viewer_of(1), Chance(1), game.state).stacks[1]) == 2


@pytest.mark.rule("stacks:hidden.stack", "stacks:move.sea")
@pytest.mark.parametrize("spec", ["instant:6plays", "search:6sims"])
def test_players_decide_without_a_world_where_no_other_is_found(spec: str):
    """A referee has put orcs on the sea without a ship: nobody else could be there, and nobody imagines the truth."""
    game = field(["PP~"], {"A1": ["elves", "knights"]}, {"C1": ["orcs"]}, stage=stages.MOVE)
    with pytest.raises(WrongWorld):
        imagine(game.checkpoint, viewer_of(0), Chance(1), game.state)
    decision = next(one for one in game.decisions if one.side == 0)
    order = make(spec, RULEBOOK, Chance(1)).choose(decision, Seat(RULEBOOK.sight, 0, game.state))
    assert decision.check(order) is None
