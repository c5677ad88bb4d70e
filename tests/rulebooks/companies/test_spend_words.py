"""What a purchase is said to bring: the dice of both sides and the chance, the effect of a spell, and what is known to bring nothing."""

from __future__ import annotations

import pytest
from rulebooks.companies.crowds import crowd
from rulebooks.companies.musters import battle, force, officer, plain

from banneret.rulebooks.companies.exchange.buying.spending import Good, Spend, idle_spell
from banneret.rulebooks.companies.exchange.end.conceding import Concession
from banneret.rulebooks.companies.exchange.script import script_of
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.view.questions import question
from banneret.rulebooks.companies.view.script_question import script_question
from banneret.rulebooks.companies.view.spend_question import named, spend_question

NEAR = ("west-bank", "island")


@pytest.mark.rule("companies:spec.runners", "companies:spec.scouts", "companies:spec.opposed-tie")
def test_hunts_are_said_with_the_dice_of_both_and_their_chance() -> None:
    """Four dice have more successes than four in (256 - 70) / 512 of all throws."""
    state = battle(plain(), plain())
    assert named(state, 0, 1, "runners")[1] == (
        "Stealthy, 4 dice against Inconspicuous, 4 dice: 36 %; +1 obstacle to all that their commander rolls until they rally"
    )
    assert named(state, 0, 1, "scouts")[1] == (
        "Riding, 4 dice against Stealthy, 4 dice: 36 %; they must scout again before they Charge, Flank or Skirmish"
    )


@pytest.mark.rule("companies:force.troop-unskilled", "companies:spec.runners")
def test_troops_without_the_skill_count_half() -> None:
    """Dwarves root Stealthy in a Speed of 3: two or three successes count as 1, and beat none of four in 1/16."""
    state = battle(plain(), plain(), forces=[force(0, "dwarf"), force(1)])
    text = named(state, 0, 1, "runners")[1]
    assert text.startswith("Stealthy, 3 dice, half of which count against Inconspicuous, 4 dice: 3 %;")


@pytest.mark.rule("companies:scout.gate")
@pytest.mark.parametrize(
    ("gate", "said"), [("flank+skirmish", "Flank or Skirmish"), ("charge+skirmish", "Charge or Skirmish")]
)
def test_what_an_enemy_must_scout_for_is_that_of_the_option(gate: str, said: str) -> None:
    state = battle(plain(), plain(), options={"scout-gate": gate})
    assert named(state, 0, 1, "scouts")[1].endswith(f"before they {said}")


@pytest.mark.rule("companies:spec.magic", "companies:spec.magic-terror")
@pytest.mark.parametrize(
    ("spell", "effect"),
    [
        ("battle-fire", "the enemy loses 1 Disposition, 1 more for every 2 successes beyond; "),
        ("terror", "their commander tests Steel, at 1 more for each success beyond, up to 2; "),
        ("sunder-walls", "the works they hold lose 1, 1 more for every 2 successes beyond; "),
        ("mist", "they must scout again before they Charge, Flank or Skirmish; "),
    ],
)
def test_a_spell_is_said_with_its_effect(spell: str, effect: str) -> None:
    state = battle(officer({"Sorcery": 4}), plain())
    assert named(state, 0, 1, f"cast-{spell}")[1].startswith(f"{effect}Sorcery, 4 dice against Ob ")


@pytest.mark.rule("companies:spec.field-dressing")
def test_a_dressing_is_said_with_the_worst_wound_and_its_chance() -> None:
    """A Midi wound before a Light one, Ob 2: two of three dice or all, 1/2."""
    patient = officer({"Command": 4}, id="ann", name="Ann")
    state = battle(patient, plain(), seconds=((0, officer({"Field Dressing": 3}, id="bo")),))
    state.people[0].wounds = [2, 3]
    assert named(state, 0, 1, "dress-ann")[1] == (
        "treats the worst wounds, each once; Midi first: Field Dressing, 3 dice against Ob 2: 50 %"
    )


def masons(holds: bool, works: int) -> State:
    """An enemy of whom nobody can build."""
    return battle(
        officer({"Sorcery": 4}), plain(), places=NEAR, holds=(False, holds), works={"island": works}
    )


@pytest.mark.rule("companies:spec.magic", "companies:steel.limit", "companies:scout.lost")
def test_spells_that_are_known_to_bring_nothing_say_so_and_are_not_bought_by_default() -> None:
    assert idle_spell(masons(True, 1), 0, 1, "sunder-walls") == ""
    assert idle_spell(masons(True, 0), 0, 1, "sunder-walls") == "They hold no works, and can raise none."
    assert idle_spell(masons(False, 1), 0, 1, "sunder-walls") == "They hold no works."
    state = masons(False, 0)
    state.scouted = [False, True, False, False]
    state.companies[1].hesitates = state.now
    goods = [Good(f"cast-{name}", 1, 0) for name in ("battle-fire", "terror", "sunder-walls", "mist")]
    form = spend_question(state, Spend(0, 4, goods, 0, 1)).form
    assert form is not None
    assert {item.word: item.vain for item in form.items} == {
        "cast-battle-fire": "",
        "cast-terror": "They cannot be forced to test Steel now.",
        "cast-sunder-walls": "They hold no works.",
        "cast-mist": "They have not scouted you.",
    }


@pytest.mark.rule(
    "companies:withdraw.versus-win", "companies:withdraw.independent-effect", "companies:script.target"
)
def test_a_script_says_what_a_withdraw_costs_both_sides() -> None:
    state = battle(plain(), plain())
    decision = script_of(state, 0)
    assert decision is not None
    form = script_question(state, decision).form
    assert form is not None
    helps = {move.word: move.help for move in form.slots[0].choices}
    assert (
        "the enemy loses as much Disposition as they had successes, and you as much as you won by"
        in helps["withdraw"]
    )
    assert helps["withdraw"].endswith("Buys nothing.")
    assert helps["scout"].startswith("The enemy is found")


@pytest.mark.rule("companies:fight.win")
@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ("ab", "the winner has won the battle"),
        ("aab", "the loser's company has fallen"),  # if A1 loses, A2 fights on
        ("abc", "the loser's company has fallen"),
    ],
)
def test_what_is_at_stake_in_a_duel(sides: str, said: str) -> None:
    state = crowd(sides)
    foe = len(sides) - 1
    assert named(state, 0, foe, "fight")[1] == f"commander against commander; {said}"


@pytest.mark.rule("companies:end.concede", "companies:fight.win")
@pytest.mark.parametrize(
    ("sides", "alliances", "hint", "gives_up"),
    [
        ("ab", (), "The side that gives up has lost", "the battle is lost"),
        ("abc", (), "The side that gives up has lost", "the battle is lost"),
        ("aab", (), "A company that gives up has fallen", "the company has fallen; its friends fight on"),
        (
            "abc",
            (0, 0, 1),
            "A company that gives up has fallen",
            "the company has fallen; its friends fight on",
        ),
    ],
)
def test_what_giving_up_means_with_and_without_friends(
    sides: str, alliances: tuple[int, ...], hint: str, gives_up: str
) -> None:
    state = crowd(sides, alliances=alliances)
    asked = question(state, Concession(state, 0))
    assert asked.hint.startswith(hint)
    assert next(one.consequence for one in asked.options if one.order == "concede") == gives_up
