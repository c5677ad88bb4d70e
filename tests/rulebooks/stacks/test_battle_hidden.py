"""What a battle shows, and what it does not."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import Fight, battle, field

from banneret.kernel.viewer import SPECTATOR, Viewer, viewer_of


def told(fight: Fight, viewer: int | Viewer) -> list[tuple]:
    """All that a viewer is told, data and sums with it."""
    return [
        (event.kind, event.text, event.rule, event.side, event.data, [str(tally) for tally in event.tallies])
        for event in fight.events
        if event.seen_by(viewer_of(viewer) if isinstance(viewer, int) else viewer)
    ]


@pytest.mark.rule("stacks:hidden.battle")
def test_what_a_battle_shows():
    fight = battle(
        ["storm_giants", "basilisk"],
        ["ranger", "elves", "dwarves", "ents"],
        spells=([], ["battle_blessing"]),
        artifacts=({}, {"yew_bow": "ranger"}),
    )
    fight.reveal("storm_giants", "ranger")
    fight.defender("skirmish ents", "guard dwarves", "show ranger, use yew_bow, cast battle_blessing elves")
    fight.roll(6, 6)
    fight.until("calloff")
    for viewer in (0, 1, SPECTATOR):
        text = " ".join(fight.news(viewer))
        for shown in ("Storm Giants", "Ents", "Dwarves", "Yew Bow", "Battle Blessing", "Elves", "rolled 6"):
            assert shown in text


@pytest.mark.rule("stacks:hidden.battle", "stacks:hidden.stack", "stacks:hidden.no-tell")
@pytest.mark.parametrize("other", [["orcs"], ["dwarves", "zombies"], ["elves", "ranger", "archmage"]])
def test_the_enemy_learns_nothing_of_what_was_not_used(other):
    worlds = [
        battle(["storm_giants", "orcs"], ["ents", *hidden], spells=([], [spell]))
        for hidden, spell in ((["goblins"], "mist_step"), (other, "trolls_blood"))
    ]
    for fight in worlds:
        fight.reveal("storm_giants", "ents")
        fight.roll(6, 1)
        fight.defender("accept")
        fight.attacker("calloff")
    assert told(worlds[0], 0) == told(worlds[1], 0)
    assert worlds[0].asked == worlds[1].asked


@pytest.mark.rule("stacks:hidden.stack", "stacks:hidden.battle")
def test_the_news_do_not_tell_the_numbers_of_units():
    stacks = ["elves", "ranger", "ents", "dwarflord"], ["dwarflord", "ents", "elves", "ranger"]
    worlds = [battle(["storm_giants"], stack) for stack in stacks]
    for fight in worlds:
        fight.reveal("storm_giants", "ents")
        fight.defender("show elves, show ranger, show dwarflord")
        fight.roll(6, 1)
        fight.until("calloff")
    assert told(worlds[0], 0) == told(worlds[1], 0)


@pytest.mark.rule("stacks:hidden.no-tell")
@pytest.mark.parametrize("spell", ["mist_step", "farsight"])
def test_a_t2_looks_the_same_with_an_option_and_without(spell):
    fight = battle(["orcs"], ["dwarflord", "elves"], spells=([], [spell]))
    fight.reveal("orcs", "dwarflord")
    assert fight.decision(1).kind == "retreat"
    fight.until("withdraw", 1)
    fight.defender("none")
    fight.until("guard")
    assert fight.asked[-3:] == [("retreat", 1), ("withdraw", 1), ("guard", 1)]
    assert "withdraw" not in fight.kinds_of_news


@pytest.mark.rule("stacks:hidden.revealed-back")
def test_a_revealed_unit_is_not_followed_when_its_stack_parts():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves", "ents"]})
    fight.reveal("orcs", "elves")
    fight.roll(1, 1)
    fight.attacker("calloff")
    elves = fight.unit(1, "elves")
    assert (elves.known, elves.seen) == (3, 3)
    fight.until("move", 1)
    fight.give(1, ("move", (elves.id,), ("B1",)))
    assert [fight.unit(1, name).known & 1 for name in ("elves", "ents")] == [0, 0]
    assert fight.unit(1, "elves").seen == 3
    assert any("Elves" in line for line in fight.news(0))


@pytest.mark.rule("stacks:hidden.battle", "stacks:vanish.exit", "stacks:retreat.destination")
def test_hexes_of_exits_and_retreats_are_public():
    fight = field(["PPP"], {"B1": ["orcs"]}, {"B1": ["djinn", "elves", "ents"]})
    fight.reveal("orcs", "djinn")
    fight.defender("exit C1 elves")
    fight.roll(1, 1)
    fight.defender("reveal elves", "retreat ents A1")
    text = " ".join(fight.news(0))
    assert "Djinn of Blue left the battle for C1" in text
    assert "retreated to A1" in text


@pytest.mark.rule("stacks:hidden.battle", "stacks:regenerates.twice")
def test_marks_of_a_defeat_are_public():
    fight = battle(["storm_giants"], ["trolls"])
    fight.roll(6, 1)
    assert "Trolls of Defender regenerated: the first defeat was only marked." in fight.news(0)


@pytest.mark.rule("stacks:opt.fallen-artifacts", "stacks:hidden.stack")
def test_who_takes_a_captured_artifact_is_known_to_his_side_alone():
    fight = field(
        ["PP"],
        {"A1": ["storm_giants", "goblins"]},
        {"A1": ["ranger"]},
        artifacts=[{}, {"oathsword": "ranger"}],
        options={"fallen-artifacts": "captured"},
    )
    fight.reveal("storm_giants", "ranger")
    fight.roll(6, 1)
    fight.attacker("give goblins")
    assert "Red captured the Oathsword." in fight.news(1)
    assert not [line for line in fight.news(1) if "Goblins" in line]
    assert (fight.state.artifacts[0].seen, fight.state.artifacts[0].known) == (3, 1)


@pytest.mark.rule("stacks:hidden.battle")
def test_news_that_reveal_something_end_the_right_to_undo():
    fight = battle(["ranger", "ents"], ["trolls", "orcs"], scouting=True)
    fight.attacker("look ranger")
    fight.defender("devour trolls orcs")
    fight.reveal("ranger", "trolls")
    fight.attacker("skirmish ents")
    fight.roll(1, 1)
    for event in fight.events:
        if event.kind in ("look", "seen", "devour", "reveal", "withdraw", "roll", "destroyed"):
            assert event.reveals, event
