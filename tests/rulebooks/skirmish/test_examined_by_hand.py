"""Cases of an examination from outside: worked out from the text of the rules before they were played, where two rules meet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.skirmish.field import act, deck, names_of, options_of, recruits, step
from rulebooks.skirmish.playing import PASS, attack, card, play, power, strike
from rulebooks.skirmish.test_cards_by_hand import teams, under
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn, open_floor

from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.choosing import choices
from banneret.rulebooks.skirmish.board.homes import deploy_places
from banneret.rulebooks.skirmish.board.standing import are_adjacent, is_within
from banneret.rulebooks.skirmish.movement.reach import reach
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.turn.ending import final_count


def gone(yard: Yard, creature: Creature) -> bool:
    return creature not in yard.state.creatures


def go(yard: Yard, creature: Creature, column: int, row: int) -> tuple[str, int, str]:
    return ("go", creature.id, yard.name(column, row))


# ---------------------------------------------------------------- dodging and blocking


@pytest.mark.rule("skirmish:cover.dodge", "skirmish:cover.dodge-effect", "skirmish:timing.free-powers")
@pytest.mark.parametrize(("version", "again"), [(3, True), (4, False)])
def test_a_shot_is_dodged_once_and_no_second_time_by_an_action_point(version: int, again: bool) -> None:
    yard = Yard(drawn("......", "..#...", "......"))
    yard.state.setting.flags = replace(yard.state.setting.flags, version=version)
    assassin = yard.put("drow-assassin", (0, 1))
    ranger = yard.put("human-ranger", (4, 1))
    under(ranger, CORMYR, "action-point")
    yard.deal(CORMYR, "block")
    dodge = ("dodge", ranger.id, 0)
    orders = dodge, ("spend", ranger.id), PASS
    table = power(yard, assassin, "hand-crossbow", [(ranger.id,)], *orders)
    assert dodge in table.options(0)
    assert (dodge in table.options(2)) == again
    assert play("block", ranger) in table.options(2)  # untapped, it may play its card
    assert (ranger.damage, ranger.tapped) == (0, False)


@pytest.mark.rule("skirmish:adjacent.walls", "skirmish:deploy.priestess", "skirmish:options.named")
@pytest.mark.parametrize("gap", [False, True])
def test_squares_are_adjacent_across_a_shut_corner_creatures_only_without_the_option(gap: bool) -> None:
    # She stands in a corner between two walls: the square across it is beside her, and a Spider may be deployed there.
    yard = Yard(drawn(".#...", "#....", "....."), adjacency_needs_gap=gap)
    priestess = yard.put("drow-priestess", (0, 0))
    spider = creature_card("demonweb-spider")
    assert yard.places(deploy_places(yard.state, DROW, spider)) == [(1, 1)]
    deployed = yard.put("demonweb-spider", (1, 1))
    assert are_adjacent(yard.state, priestess, deployed) != gap
