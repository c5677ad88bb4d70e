"""The inspector of war cards: hand-worked sums, every ability, what a unit may do now and why not more."""

from __future__ import annotations

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step, with_heroes
from rulebooks.warcards.test_naval import sea

import banneret
from banneret.kernel.scene import Inspector, deeds_of, pieces_of
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.board.standing import lift
from banneret.rulebooks.warcards.ratings.leadership import level_of
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.rulebooks.warcards.text.traits import traits_of


def inspected(state: State, piece: str, side: int = 0) -> Inspector:
    """A piece as a side sees it, with no question asked."""
    view = RULEBOOK.view
    scene = view.scene(state, viewer_of(side))
    return view.inspect(state, viewer_of(side), pieces_of(scene)[piece], scene)


def sums(found: Inspector) -> dict[str, tuple[str, int]]:
    return {one.name: (one.value, sum(part[0] for part in one.parts)) for one in found.figures}


def reasons(found: Inspector) -> dict[str, tuple[str, str]]:
    return {deed.label: (deed.text, deed.rule) for deed in found.deeds if not deed.may}


def test_every_card_is_told_in_whole_sentences() -> None:
    for card in [*facts().cards.values(), *facts().ships.values()]:
        for trait in traits_of(card):
            assert trait.keyword, (card.name, trait)
            assert trait.text.endswith("."), (card.name, trait)
            assert trait.rule.removeprefix("warcards:") in RULEBOOK.rules, (card.name, trait)


def test_ratings_are_sums_of_card_and_heroes() -> None:
    state = with_heroes("A1 infantry", "B1 archers", "infantry#1", stage=stages.MOVE_FIRST)
    found = sums(inspected(state, "u0"))
    attack, _, morale = facts().bonuses[level_of(state, state.groups[0])]
    card = facts().cards["infantry"]
    assert attack > 0
    assert found["melee"] == (f"{card.melee + attack:+d}", card.melee + attack)
    assert found["morale"] == (f"{card.morale + morale:+d}", card.morale + morale)
    keywords = [trait.keyword for trait in inspected(state, "u0").traits]
    assert "Heroes" in keywords
    assert next(trait.keyword for trait in inspected(state, "h0").traits) == "Heroes"


def test_the_reserve_is_called_by_its_name_among_the_places_where_a_unit_may_go() -> None:
    battle = banneret.start("warcards", "border_skirmish", seed=1)
    while battle.decisions[0].kind != "move":
        decision = battle.decisions[0]
        battle.give(battle.sides[decision.side], decision.default())
    scene = battle.scene(battle.sides[battle.decisions[0].side])
    archers = next(piece for piece in scene.pieces if piece.name == "1st Archers" and deeds_of(piece, scene))
    (move,) = deeds_of(archers, scene)
    assert move.text == "to A4, N3, N4, N5 or Reserve of Wardens"


def test_what_it_may_not_do_now_and_why() -> None:
    state = field("A1 knights, A2 archers", "B1 infantry", stage=stages.CHARGE)
    knights = reasons(inspected(state, "u0"))
    assert knights["Move"] == ("only in the Move phase", "warcards:round.sequence")
    assert knights["Charge"] == ("only in the round in which it comes into contact", "warcards:charge.who")
    assert knights["Fire"] == ("it has no missiles", "warcards:missile.capability")
    assert knights["Fight hand to hand"] == ("no enemy is in its area", "warcards:melee.who")
    asked = {deed.label: deed.asked for deed in inspected(state, "u0").deeds}
    assert asked["Fight hand to hand"] == (
        "melee",
        "opportunity",
    )  # the kinds of question are called otherwise
    assert asked["Move"] == ()
    archers = reasons(inspected(state, "u1"))
    assert archers["Fire"][1] == "warcards:missile.stationary-who"
    assert "Charge" not in archers  # it has no charge rating at all
    assert inspected(state, "u0", side=1).deeds == ()


def test_ground_and_weather_that_forbid_are_named() -> None:
    state = field("N3 knights", "B1 infantry", stage=stages.CHARGE, conditions={"terrain": "forest"})
    assert reasons(inspected(state, "u0"))["Charge"] == (
        "nobody charges in a forest",
        "warcards:terrain.forest-charge",
    )
    state = field("N3 archers", "B1 infantry", stage=stages.STATIONARY, conditions={"weather": "storm"})
    assert reasons(inspected(state, "u0"))["Fire"] == (
        "nobody fires in a storm",
        "warcards:weather.storm-combat",
    )


def test_an_engaged_unit_says_with_whom_and_a_state_hides_no_ability() -> None:
    state = field("N3 knights", "N3 infantry", stage=stages.MOVE_FIRST)
    whole = inspected(state, "u0").traits
    meet(state, "N3")
    state.units[0].routed = True
    found = inspected(state, "u0")
    assert found.traits == whole
    assert [one.keyword for one in found.states] == ["Routed", "Engaged"]
    text, rule = reasons(found)["Move"]
    assert rule == "warcards:move.locked"
    assert "locked in battle" in text
    assert reasons(found)["Charge"] == ("it is routed", "warcards:charge.routed")


@pytest.mark.rule("warcards:naval.board-start", "warcards:naval.board-target")
def test_men_aboard_are_told_when_they_board_and_that_they_neither_charge_nor_fire() -> None:
    """Knights and archers aboard: in the first round of their ship's fight they wait for the second, and there for the Melee step."""
    for since, why in (
        (0, "its ship is not engaged"),
        (2, "only from the second round of its ship's fight on"),
        (1, "only in the Melee step"),
    ):
        state = sea(["knights", "archers"], ["infantry"], ("galleon", "caravel"), since or 1)
        state.stage = stages.RETREAT
        if not since:
            lift(state, state.units[4])
        found = reasons(inspected(state, "u1")) | {"Fire": reasons(inspected(state, "u2"))["Fire"]}
        assert found["Fight hand to hand"][0] == why
        assert found["Charge"] == ("men aboard a ship do not charge", "warcards:naval.board-target")
        assert found["Fire"] == ("men aboard a ship do not fire", "warcards:naval.board-start")


@pytest.mark.rule("warcards:retreat.into-fort")
def test_who_was_turned_back_by_the_walls_is_told_why_it_retreats_no_more() -> None:
    """Archers (move 2) who retreat along a castle, lose the contest by 1 against 20, and have a way and an area of movement left."""
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = field("B2 archers", "B2 infantry", stages.RETREAT, fort=True, conditions=works)
    meet(state, "B2")
    step(state, [1, 1, 1, 20], [("retreat", 0, "B3"), ("melee", 1)])
    assert (place(state, 0), state.units[0].since, state.units[0].spent) == ("B2", 1, 1)
    for stage in (stages.RETREAT, stages.MELEE_STEP):
        state.stage = stage
        told = ("the walls have turned it back this round", "warcards:retreat.into-fort")
        assert reasons(inspected(state, "u0"))["Retreat"] == told
