"""News in the number of the names in them: "1st Archers fire", "1st Infantry fires"."""

from __future__ import annotations

import re

import pytest

import banneret
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.text.wording import MOST_NAMES, agree, is_plural
from banneret.rulebooks.warcards.view.scene import _stage

SCENARIOS = ("border_skirmish", "castle_assault", "heroes_and_magic", "moonlit_wood", "strait")


def wrong(names: list[str], texts: list[str]) -> list[str]:
    """The texts in which a name is followed by a verb in the other number."""
    found = []
    for name in names:
        form = (
            r"(?:\w+s|does|is|has)"
            if is_plural(name)
            else r"(?:are|have|do|fire|attack|charge|move|engage|rally|stay)"
        )
        follows = re.compile(rf"(?<![\w'] of ){re.escape(name)} {form}\b")
        found += [text for text in texts if follows.search(text)]
    return found


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_verbs_of_news_go_with_the_names_before_them(scenario: str) -> None:
    battle = banneret.start("warcards", scenario, seed="words")
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    state = battle.state
    names = {*state.setting.labels, *state.setting.group_names}
    texts = [one.text for one in battle.news()]
    assert any(is_plural(name) for name in names)
    assert wrong(sorted(names), texts) == []


def test_the_test_of_news_finds_what_is_wrong() -> None:
    names = ["1st Archers of Reds", "1st Infantry of Reds"]
    assert wrong(names, ["1st Archers of Reds fires at us.", "1st Infantry of Reds are destroyed."]) == [
        "1st Archers of Reds fires at us.",
        "1st Infantry of Reds are destroyed.",
    ]
    assert wrong(names, [agree(name, "fires|fire at us.") for name in names]) == []


@pytest.mark.parametrize(("scenario", "moves"), [("border_skirmish", "move"), ("strait", "moves")])
def test_the_step_goes_with_the_name_of_its_side(scenario: str, moves: str) -> None:
    battle = banneret.start("warcards", scenario, seed="words")
    named = {"border_skirmish": "Raiders", "strait": "Merchant fleet"}[scenario]
    side = battle.scene().sides.index(next(one for one in battle.scene().sides if one.name == named))
    state = battle.state
    state.stage, state.first = stages.MOVE_FIRST, side
    assert _stage(state).segment == f"{named} {moves}"


def test_names_that_people_give_are_not_kept_for_ever() -> None:
    for number in range(2 * MOST_NAMES):
        assert is_plural(f"Guards of House {number}")
    assert is_plural.cache_info().currsize <= MOST_NAMES
