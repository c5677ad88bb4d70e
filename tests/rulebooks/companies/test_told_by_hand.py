"""Numbers and reasons that players read, worked out by hand from the rules: odds of a script, states of companies, places left, voids, the end."""

from __future__ import annotations

import pytest
from rulebooks.companies.crowds import crowd
from rulebooks.companies.musters import PLAIN, battle, officer, plain

from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.script import script_of
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.view.pieces import company_piece
from banneret.rulebooks.companies.view.script_question import script_question

# ---------------------------------------------------------------- the odds of a script


def needs(state: State, action: str, against: str, side: int = 0) -> tuple[str, float]:
    """The test of an action against one of the enemy's as the script shows it, and its chance in percent."""
    decision = script_of(state, side)
    assert decision is not None
    form = script_question(state, decision).form
    assert form is not None
    move = next(one for one in form.slots[0].choices if one.word == action)
    assert move.odds is not None
    throw = next(one for one in move.odds.throws if one.title == against)
    return throw.needs, throw.chance


@pytest.mark.rule(
    "companies:advance.independent", "companies:core.raise-in-versus", "companies:spec.runners-effect"
)
@pytest.mark.parametrize(
    ("lost", "harassed", "said"),
    [
        # Four dice on a position of 1: 2 of 4 in 11 of 16 throws, 3 in 5, 4 in 1.
        (False, 0, ("side by side: 2 of 4 dice", 68.8)),
        (True, 0, ("side by side: 3 of 4 dice", 31.2)),
        (True, 1, ("side by side: 4 of 4 dice", 6.2)),
    ],
)
def test_the_obstacle_of_an_advance_is_shown_with_its_raises(
    lost: bool, harassed: int, said: tuple[str, float]
) -> None:
    state = battle(plain(), plain(), places=("west-camp", "east-camp"))
    state.stage = stages.SCRIPT
    state.companies[0].runners_lost, state.companies[0].raised = lost, harassed
    assert needs(state, "advance", "Hold") == said


@pytest.mark.rule("companies:advance.unskilled")
def test_an_advance_without_the_skill_is_shown_with_twice_the_successes() -> None:
    """Will 5 and half of what succeeds: 2 are needed, so 4 of 5 dice, in 6 of 32 throws."""
    state = battle(officer({"Tactics": 4}), plain(), places=("west-camp", "east-camp"))
    state.stage = stages.SCRIPT
    assert needs(state, "advance", "Hold") == ("side by side: 4 of 5 dice", 18.8)


@pytest.mark.rule(
    "companies:core.raise-in-versus", "companies:core.unskilled-versus", "companies:core.open-ended"
)
@pytest.mark.parametrize(
    ("skills", "raised", "theirs", "options", "said"),
    [
        (PLAIN, 0, 0, {}, "versus: 4 against 4 dice"),
        (PLAIN, 1, 2, {}, "versus: 4 less 1 against 4 less 2 dice"),
        ({"Tactics": 4}, 0, 0, {}, "versus: half of 4 against 4 dice"),  # Perception 4
        ({"Tactics": 4}, 1, 0, {}, "versus: half of 4 less 1 against 4 dice"),
        ({"Tactics": 4}, 0, 0, {"unskilled-versus": "double-opponent"}, "versus: 4 against twice 4 dice"),
    ],
)
def test_a_versus_test_says_what_is_taken_from_the_counts(
    skills: dict[str, int], raised: int, theirs: int, options: dict[str, str], said: str
) -> None:
    state = battle(officer(skills), plain(), options=options)
    state.stage = stages.SCRIPT
    state.companies[0].raised, state.companies[1].raised = raised, theirs
    assert needs(state, "scout", "Scout")[0] == said


@pytest.mark.rule("companies:advance.versus", "companies:advance.build")
@pytest.mark.parametrize(
    ("value", "store", "by"), [(1, 0, ""), (3, 0, ", won by 3"), (3, 1, ", won by 2"), (3, 2, "")]
)
def test_a_versus_advance_says_by_how_much_it_must_win(value: int, store: int, by: str) -> None:
    state = battle(plain(), plain(), places=("west-camp", "east-camp"), values={"west-bank": value})
    state.stage = stages.SCRIPT
    state.companies[0].aim, state.companies[0].store = state.nodes.index("west-bank"), store
    assert needs(state, "advance", "Scout")[0] == f"versus: 4 against 4 dice{by}"


@pytest.mark.rule("companies:core.open-ended")
def test_open_ended_dice_are_called_so() -> None:
    """Doom of Strength 3 against Ob 1: one success or more of three dice, 7 in 8; the sixes can only add."""
    state = battle(officer({"Doom of Strength": 3}), plain())
    state.stage = stages.SCRIPT
    assert needs(state, "rally", "Hold") == ("side by side: 1 of 3 open-ended dice", 87.5)


@pytest.mark.rule("companies:advance.occupied")
@pytest.mark.parametrize(
    ("value", "said"),
    [("at-reveal", "versus: 4 against 4 dice"), ("after-reveal-losses", "side by side: 2 of 4 dice")],
)
def test_an_advance_on_a_hill_whose_holder_charges_is_foreseen_by_the_option(value: str, said: str) -> None:
    state = battle(
        plain(),
        plain(),
        places=("west-camp", "west-bank"),
        holds=(False, True),
        options={"occupied-when": value},
    )
    state.stage = stages.SCRIPT
    assert needs(state, "advance", "Charge")[0] == said


@pytest.mark.rule("companies:script.target", "companies:test.matrix")
def test_the_usual_script_of_several_companies_is_foreseen_for_each() -> None:
    """A1 scouts with four dice: 93 of 256 throws against four, 11 of 16 at Ob 2. A2 with half of Perception 4: 15 of 256, and 1 of 16 at Ob 4."""
    state = crowd("aabb")
    state.setting.people[1] = officer({"Command": 4, "Tactics": 4})
    state.scouted = [False] * 16
    state.stage = stages.SCRIPT
    decision = script_of(state, 0)
    assert decision is not None
    text = script_question(state, decision).options[0].consequence
    first, second = text.split("; A2: ")
    assert first.split(";")[0] == "A1: Scout works with 36 to 69 %"
    assert second.split(";")[0] == "Scout works with 6 %"


@pytest.mark.rule("companies:script.target", "companies:advance.independent")
def test_the_usual_advance_is_foreseen_for_the_place_that_it_is_aimed_at() -> None:
    """From the west bank the way leads over the island, a position of 1, though the hill beside it is worth 4: 2 of 4 dice where nothing opposes it."""
    state = battle(
        plain(), plain(), places=("west-bank", "east-camp"), values={"alder-hill": 4}, scouted=True
    )
    state.stage = stages.SCRIPT
    decision = script_of(state, 0)
    assert decision is not None
    assert decision.default()[1] == ("advance", "island")
    assert script_question(state, decision).options[0].consequence.startswith("Advance works with 36 to 69 %")
    move = script_question(state, decision).form
    assert move is not None
    odds = move.slots[0].choices[0].odds
    assert odds is not None
    assert odds.assumption == "on Alder Hill, against what is at hand now"


# ---------------------------------------------------------------- the states of a company


@pytest.mark.rule("companies:map.near", "companies:scout.sighted")
def test_friends_and_the_fallen_are_not_enemies_who_are_near_or_in_sight() -> None:
    places = ("north", "north", "south", "south-hedge")
    state = crowd("aabb", places=places)
    state.stage = stages.SCRIPT
    said = [str(one) for one in company_piece(state, state.companies[0]).states]
    assert said == ["open", "has scouted B1", "has scouted B2"]
    state.companies[2].place = state.companies[3].place = state.companies[0].place
    said = [str(one) for one in company_piece(state, state.companies[0]).states]
    assert said == ["open", "has scouted B1", "has scouted B2", "near"]
    state.companies[2].fallen = True
    state.companies[3].place = state.nodes.index("south")
    said = [str(one) for one in company_piece(state, state.companies[0]).states]
    assert said == ["open", "has scouted B2"]
