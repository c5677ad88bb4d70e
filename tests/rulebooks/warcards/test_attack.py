"""The four steps of the attack phase, on dice written down."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, place, step

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.steps import slots_of
from banneret.rulebooks.warcards.board.field import NUMBERS
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.ratings.abilities import staggered
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.view.questions import question
from banneret.testing import Script


def words(state: State, side: int, stage: int) -> dict[int, list[str]]:
    return {slot.subject: slot.words for slot in slots_of(state, side, stage)}


def fight(a: str, b: str, stage: int, since: int = 1, who: int = 0, **more: Any) -> State:
    state = field(a, b, stage, **more)
    meet(state, "N3", since=since, who=who)
    return state


# ---------------------------------------------------------------- missiles


@pytest.mark.rule(
    "warcards:missile.stationary-who",
    "warcards:missile.stationary-target",
    "warcards:missile.capability",
    "warcards:field.reserve-not-area",
)
def test_who_fires_and_at_what() -> None:
    state = field("A3 archers, A1 infantry, RA archers", "N3 infantry, N4 infantry", stages.STATIONARY)
    assert words(state, 0, stages.STATIONARY) == {0: ["u0-N3"]}
    state.units[0].spent = 1
    assert words(state, 0, stages.STATIONARY) == {}
    state.units[0].spent, state.units[0].began = 0, True
    assert words(state, 0, stages.STATIONARY) == {}
    state = field("RA archers, N1 infantry", "A3 infantry", stages.STATIONARY)
    assert words(state, 0, stages.STATIONARY) == {}


@pytest.mark.rule("warcards:combat.attack-roll", "warcards:combat.natural", "warcards:combat.damage")
@pytest.mark.parametrize(("die", "lethal"), [(9, 0), (10, 1), (1, 0), (20, 1)])
def test_an_attack_reaches_the_defense(die: int, lethal: int) -> None:
    state = field("A3 archers", "N3 infantry", stages.STATIONARY)
    step(state, [die, 19] if lethal else [die])
    assert state.units[1].lethal == lethal
    assert state.setting.cards[1].melee == 4  # damage lowers no rating


@pytest.mark.rule(
    "warcards:missile.engaged-area",
    "warcards:missile.friendly-fire",
    "warcards:attack.once",
    "warcards:combat.destroyed",
)
def test_fire_into_an_engagement_hits_both() -> None:
    state = fight("A3 archers, N3 infantry", "N3 knights", stages.STATIONARY)
    state.units[1].lethal = 1
    step(state, [13, 12], [("fire", "u0-N3")])  # 13 + 2 misses 16; 12 + 2 hits 14
    assert (state.units[2].lethal, place(state, 1)) == (0, "destroyed")
    state = fight("A3 archers, N3 infantry", "N3 knights", stages.STATIONARY)
    step(state, [14, 11, 20], [("fire", "u0-N3")])
    assert (state.units[2].lethal, state.units[1].lethal) == (1, 0)


@pytest.mark.rule(
    "warcards:missile.last-shot", "warcards:attack.optional", "warcards:attack.once", "warcards:attack.order"
)
def test_the_last_shot() -> None:
    state = fight("N3 archers", "N3 knights, N4 infantry", stages.STATIONARY, who=1)
    assert words(state, 0, stages.STATIONARY) == {0: ["u0-N3", "u0-N4"]}
    held = state.copy()
    step(state, [11])  # 11 + 4 misses 16, without a penalty for the engagement
    assert words(state, 0, stages.MELEE_STEP) == {}
    step(held, [], [("fire",)])
    assert words(held, 0, stages.MELEE_STEP) == {0: ["u0", "s0"]}
    held.stage = stages.STATIONARY
    held.setting.flags.fire_at_engager = True
    assert words(held, 0, stages.STATIONARY) == {0: ["u0-N3"]}
    mover = fight("N3 archers", "N3 knights", stages.STATIONARY)
    mover.units[0].spent = 1
    assert words(mover, 0, stages.STATIONARY) == {}


@pytest.mark.rule("warcards:missile.moving-who")
def test_fire_after_moving() -> None:
    state = field("A3 archers", "N3 infantry", stages.MOVING)
    assert words(state, 0, stages.MOVING) == {}
    state.units[0].spent = 1
    assert words(state, 0, stages.MOVING) == {0: ["u0-N3"]}
    state.units[0].spent = 2
    assert words(state, 0, stages.MOVING) == {}
    state = field("A3 elf-cavalry", "N3 infantry", stages.MOVING)
    state.units[0].spent = 2
    assert words(state, 0, stages.MOVING) == {0: ["u0-N3"]}
    state.units[0].attacked = True
    assert words(state, 0, stages.MOVING) == {}


@pytest.mark.rule("warcards:missile.moving-engaged")
@pytest.mark.parametrize(("penalty", "lethal"), [("0", 1), ("-2", 0)])
def test_moving_fire_into_an_engagement(penalty: str, lethal: int) -> None:
    state = fight(
        "A3 archers, N3 infantry", "N3 knights", stages.MOVING, options={"moving_fire_penalty": penalty}
    )
    state.units[0].spent = 1
    step(state, [12, 9] + [20] * lethal, [("fire", "u0-N3")])  # 12 + 4 hits 16
    assert (state.units[2].lethal, state.units[1].lethal) == (lethal, 0)


@pytest.mark.rule("warcards:attack.declare")
def test_the_first_side_declares_first() -> None:
    state = field("A3 archers", "N3 archers", stages.STATIONARY)
    state.first = 1
    script = step(state, [1, 1])
    assert [decision.side for decision in script.asked] == [1, 0]


@pytest.mark.rule("warcards:attack.declare")
def test_the_second_side_knows_what_the_first_declared() -> None:
    heard: list[list[str]] = []

    class Listening(Script):
        """Keeps what had been told when each question came."""

        def ask(self, decision: Decision) -> Order:
            heard.append([event.text for event in self.events])
            return super().ask(decision)

    def declared(dice: list[int], order: Order | None) -> list[str]:
        heard.clear()
        state = field("A3 archers, A4 archers", "N3 archers, N4 archers", stages.STATIONARY)
        RULEBOOK.step(state, Listening(dice, [order]))
        assert heard[0] == []
        return heard[1]

    assert declared([1, 1, 1, 1], None) == [
        (
            "Reds declared: 1st Archers fire at 1st Archers of Blues at the neutral center (N3); "
            "2nd Archers fire at 2nd Archers of Blues at the neutral right center (N4)."
        )
    ]
    assert declared([1, 1], ("fire",)) == ["Reds declared no attack."]
    state = field("A3 archers", "N3 infantry", stages.STATIONARY)
    assert [event.kind for event in step(state, [1]).events] == ["attack"]  # nobody else is asked


# ---------------------------------------------------------------- charges


@pytest.mark.rule("warcards:charge.who", "warcards:charge.rating", "warcards:move.unspent")
def test_who_charges() -> None:
    state = fight("N3 knights, N4 infantry", "N3 knights, N4 infantry", stages.CHARGE)
    meet(state, "N4")
    for unit in (state.units[0], state.units[2]):
        unit.spent = 1
    assert words(state, 0, stages.CHARGE) == {0: ["u0"]}
    assert words(state, 1, stages.CHARGE) == {2: ["u2"]}
    step(state, [5, 6, 1])  # 5 + 10 misses 16, 6 + 10 hits; the struck knights save with 1
    assert (state.units[0].lethal, state.units[2].lethal) == (1, 0)
    state = fight("N3 cavalry", "N3 infantry", stages.CHARGE)
    state.units[0].spent = 3
    assert words(state, 0, stages.CHARGE) == {}
    state = fight("N3 cavalry", "N3 infantry", stages.CHARGE, who=1)
    assert words(state, 0, stages.CHARGE) == {0: ["u0"]}


@pytest.mark.rule("warcards:charge.routed", "warcards:attack.routed")
def test_the_routed_do_not_charge() -> None:
    state = fight("N3 cavalry", "N3 infantry", stages.CHARGE)
    state.units[0].routed = True
    assert words(state, 0, stages.CHARGE) == {}
    state.stage = stages.MELEE_STEP
    script = step(state, [13, 1], [("melee", "u0"), ("melee", "u1")])
    attack = next(event for event in script.events if event.kind == "attack")
    assert attack.tallies[0].total == 13


@pytest.mark.rule("warcards:attack.simultaneous", "warcards:combat.destroyed", "warcards:end.conditions")
def test_two_knights_destroy_each_other() -> None:
    state = fight("N3 knights", "N3 knights", stages.CHARGE)
    for unit in state.units:
        unit.lethal = 2
    step(state, [10, 10])
    assert [place(state, unit) for unit in (0, 1)] == ["destroyed", "destroyed"]
    assert state.outcome is not None
    assert state.outcome.winners == ()


@pytest.mark.rule("warcards:pike.first-round", "warcards:pike.double")
def test_pikes_meet_a_charge() -> None:
    state = fight("N3 knights", "N3 pikemen", stages.CHARGE)
    assert words(state, 1, stages.CHARGE) == {1: ["p1"]}
    step(state, [12, 4, 11, 13])  # the pikes roll first: 16 hits for 2; 14 hits for 1; both stand
    assert (state.units[0].lethal, state.units[1].lethal) == (2, 1)
    state = fight("N3 knights", "N3 pikemen", stages.CHARGE)
    step(state, [12, 11], [("charge",)])
    assert state.units[0].lethal == 1
    state = fight("N3 infantry", "N3 pikemen", stages.CHARGE)
    step(state, [10, 12])  # 14: a hit before the infantry's own attack; it is routed
    assert state.units[0].routed
    assert state.units[1].attacked
    state.round, state.units[1].attacked = 2, False
    assert words(state, 1, stages.CHARGE) == {}
    assert 1 in words(state, 1, stages.MELEE_STEP)


@pytest.mark.rule("warcards:attack.optional", "warcards:pike.first-round", "warcards:attack.declare")
def test_pikes_may_hold_but_not_strike_later_in_the_round() -> None:
    state = fight("N3 knights", "N3 pikemen", stages.CHARGE)
    script = step(state, [4, 13], [None, ("charge",)])  # 4 + 10 hits 14; the pikemen save with 15
    asked = RULEBOOK.view.question(state, script.asked[1])
    assert (asked.text, asked.rule) == ("Whose pikes strike?", "warcards:pike.first-round")
    assert asked.default == "charge p1"
    assert script.events[0].text == "Reds declared: 1st Knights charge 1st Pikemen of Blues."
    assert (state.units[0].lethal, state.units[1].attacked) == (0, False)
    assert words(state, 1, stages.MELEE_STEP) == {}
    state.units[1].routed = True  # then it attacks hand to hand, as it would have anyhow
    assert 1 in words(state, 1, stages.MELEE_STEP)


@pytest.mark.rule("warcards:pike.first-round", "warcards:train.berserk", "warcards:attack.once")
def test_berserk_pikemen_charge_or_strike_with_their_pikes() -> None:
    """Melee 4 + 2, and 0 + 2 for the charge: 6 hits 14, and without the charge 8."""
    training = ["berserk", "pike"]
    vos = {"type": "infantry", "people": "vos", "experience": "elite", "training": training}
    for order, dice in ((("charge", "u0"), [6, 13]), (("charge", "p0"), [8, 13])):
        state = fight("N3 vos", "N3 pikemen", stages.CHARGE, special={"vos": vos}, who=1)
        assert words(state, 0, stages.CHARGE) == {0: ["u0", "p0"]}
        script = step(state, dice, [order, ("charge",)])
        assert RULEBOOK.view.question(state, script.asked[0]).text == "Who charges, and whose pikes strike?"
        assert (state.units[1].lethal, state.units[0].attacked) == (1, True)


@pytest.mark.rule("warcards:pike.first-round", "warcards:terrain.mountain-charge")
def test_pikes_in_other_rounds_routed_or_in_mountains() -> None:
    state = fight("N3 infantry", "N3 pikemen", stages.CHARGE)
    state.units[1].routed = True
    assert words(state, 1, stages.CHARGE) == {}
    assert 1 in words(state, 1, stages.MELEE_STEP)
    state = fight(
        "N3 knights",
        "N3 pikemen",
        stages.CHARGE,
        province={"major": "mountain"},
        conditions={"terrain": "mountain"},
    )
    assert words(state, 0, stages.CHARGE) == {}
    step(state, [12, 20])  # 12 + 4 + 2 as those who stood there; one hit
    assert state.units[0].lethal == 1


@pytest.mark.rule("warcards:pike.first-round")
def test_pikes_before_charges() -> None:
    state = fight("N3 knights", "N3 pikemen", stages.CHARGE, options={"pikes_before_charge": "true"})
    state.units[0].lethal = 1
    step(state, [12])
    assert place(state, 0) == "destroyed"


# ---------------------------------------------------------------- melee


@pytest.mark.rule("warcards:melee.who", "warcards:attack.simultaneous", "warcards:combat.morale-save")
def test_melee_is_mutual() -> None:
    state = fight("N3 infantry", "N3 infantry", stages.MELEE_STEP)
    step(state, [10, 10, 13, 12])
    assert [unit.lethal for unit in state.units] == [1, 1]
    assert [unit.routed for unit in state.units] == [
        True,
        False,
    ]  # the first to be hit was B: it saved with 13


@pytest.mark.rule("warcards:combat.morale-save")
def test_one_save_a_step_however_many_hits() -> None:
    state = field("A3 archers, N2 archers", "N3 elite-infantry", stages.STATIONARY)
    step(state, [20, 20, 11])
    assert (state.units[2].lethal, state.units[2].routed) == (2, False)
    state = field(
        "A3 archers, N2 archers", "N3 elite-infantry", stages.STATIONARY, options={"save_per_hit": "true"}
    )
    step(state, [20, 20, 11, 10])
    assert state.units[2].routed
    state = field("A3 archers", "N3 infantry", stages.STATIONARY, options={"rout_dc": "10"})
    step(state, [20, 8])
    assert not state.units[1].routed


@pytest.mark.rule("warcards:attack.order", "warcards:attack.routed")
def test_a_unit_routed_by_a_charge_strikes_back_at_minus_four() -> None:
    state = fight("N3 cavalry", "N3 infantry", stages.CHARGE)
    step(state, [8, 12])  # 8 + 6 hits 14; 12 + 2 fails
    assert state.units[1].routed
    script = step(state, [13])
    attack = next(event for event in script.events if event.kind == "attack")
    assert attack.tallies[0].total == 13
    assert "a miss." in attack.text
    state = fight("N3 cavalry", "N3 scouts", stages.CHARGE)
    step(state, [20])
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


@pytest.mark.rule("warcards:combat.subdual", "warcards:combat.staggered", "warcards:combat.subdued")
def test_subduing() -> None:
    state = fight("N3 infantry", "N3 infantry", stages.MELEE_STEP)
    step(state, [10, 20], [("melee", "s0"), ("melee",)])
    unit = state.units[1]
    assert (unit.subdual, unit.lethal, staggered(state, unit)) == (1, 0, False)
    state.stage = stages.MELEE_STEP
    state.units[0].attacked = unit.attacked = False
    step(state, [10, 20], [("melee", "s0"), ("melee",)])
    assert staggered(state, unit)
    for verb in ("s0", "u0"):
        other = state.copy()
        other.stage = stages.MELEE_STEP
        other.units[0].attacked = False
        step(other, [10], [("melee", verb), ("melee",)])
        assert place(other, 1) == "captive"


@pytest.mark.rule("warcards:combat.subdual")
def test_a_penalty_for_subduing() -> None:
    state = fight("N3 infantry", "N3 infantry", stages.MELEE_STEP, options={"subdual_penalty": "-4"})
    step(state, [13], [("melee", "s0"), ("melee",)])
    assert state.units[1].subdual == 0


@pytest.mark.rule("warcards:combat.staggered")
def test_the_staggered_move_or_attack() -> None:
    state = fight("N3 knights", "N3 infantry", stages.MELEE_STEP)
    state.units[0].subdual = 3
    assert words(state, 0, stages.CHARGE) == {}
    assert words(state, 0, stages.MELEE_STEP) == {0: ["u0", "s0"]}
    state.units[0].spent = 1
    assert words(state, 0, stages.MELEE_STEP) == {}
    state.units[0].lethal, state.units[0].subdual = 1, 2
    assert staggered(state, state.units[0])


@pytest.mark.rule("warcards:combat.subdual", "warcards:retreat.opportunity")
@pytest.mark.parametrize(("penalty", "subdual"), [("0", 1), ("-4", 0)])
def test_an_attack_of_opportunity_may_subdue(penalty: str, subdual: int) -> None:
    """Knights (+6) at archers (defense 12) who turn away: 6 hits, and with -4 for subduing it does not."""
    options = {"subdual_penalty": penalty}
    state = field("N3 archers", "N3 knights, B1 infantry", stages.RETREAT, options=options)
    state.round = 2
    meet(state, "N3", since=1)
    script = step(state, [6, 20] if subdual else [6], [("retreat", 0, "A3"), ("subdue", 1)])
    assert (state.units[0].subdual, state.units[0].lethal, place(state, 0)) == (subdual, 0, "A3")
    options_told = {one.order: one for one in RULEBOOK.view.question(state, script.asked[1]).options}
    assert options_told["subdue 1"].label == "Attack hand to hand to subdue"


@pytest.mark.rule("warcards:combat.criticals")
def test_critical_hits_are_an_option() -> None:
    state = field("A3 archers", "N3 knights", stages.STATIONARY, options={"criticals": "natural-20-doubles"})
    step(state, [20, 11])
    assert state.units[1].lethal == 2
    state = field(
        "A3 artillerists", "N3 elite-infantry", stages.STATIONARY, options={"criticals": "threat-and-confirm"}
    )
    step(state, [19, 10, 11])  # 16 confirms against 16
    assert state.units[1].lethal == 2
    state = field(
        "A3 artillerists", "N3 elite-infantry", stages.STATIONARY, options={"criticals": "threat-and-confirm"}
    )
    step(state, [19, 9, 11])
    assert state.units[1].lethal == 1


@pytest.mark.rule("warcards:full.morale", "warcards:full.defense")
def test_garrisons_do_not_rout() -> None:
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = field("N3 artillerists", "B3 archers", stages.STATIONARY, fort=True, conditions=works)
    step(state, [6, 1], [("fire", "u0-B3"), ("fire", "u1-N3")])  # 12 hits; no save
    assert (state.units[1].lethal, state.units[1].routed) == (1, False)


@pytest.mark.rule("warcards:fort.take")
def test_taking_an_undefended_area() -> None:
    works = {"fortification": {"kind": "limited", "owner": "B"}}
    state = field("B2 infantry", "B4 infantry", stages.MELEE_STEP, fort=True, conditions=works)
    step(state, [], [("melee", "t0")])
    assert not is_fortified(state, NUMBERS["B2"])
    assert is_fortified(state, NUMBERS["B3"])
    assert state.units[0].attacked
    assert state.stirred
    state = field("B2 infantry", "B4 infantry", stages.MELEE_STEP, fort=True, conditions=works)
    state.units[0].routed = True
    assert words(state, 0, stages.MELEE_STEP) == {}
    state.units[0].routed, state.units[0].attacked = False, True
    assert words(state, 0, stages.MELEE_STEP) == {}


# ---------------------------------------------------------------- heroes in the attack phase


def champions(**options: str) -> State:
    heroes = {"heroes": [{"name": "H", "members": [{"level": 5}, {"level": 5}], "with": "infantry#1"}]}
    foes = {"heroes": [{"name": "K", "members": [{"level": 9}], "with": "infantry#1"}]}
    return fight("N3 infantry", "N3 infantry", stages.DUELS, A=heroes, B=foes, options=options)


@pytest.mark.rule("warcards:hero.variant-duel")
def test_heroes_duel() -> None:
    from banneret.rulebooks.warcards.ratings.leadership import heroes, level_of

    state = champions(hero_encounters="auto-duel")
    step(state, [15, 6])  # 22 against 15
    assert [level_of(state, group) for group in state.groups[:2]] == [8, 7]
    assert [heroes(state, unit)[0] for unit in state.units] == [2, 2]


@pytest.mark.rule("warcards:hero.variant")
def test_a_skirmish_of_heroes_is_typed_in() -> None:
    from banneret.rulebooks.warcards.ratings.leadership import heroes

    state = champions(hero_encounters="manual")
    script = step(state, [], [("bonus", 3), ("bonus", "table")])
    assert script.kinds == ["encounter", "encounter"]
    shown = [question(champions(hero_encounters="manual"), one).options for one in script.asked]
    assert shown[0][4].consequence == "this round their unit has +3 to attacks, +1 to defense, +2 to morale"
    assert shown[1][0].consequence == (
        "this round their unit has +2 to attacks, +1 to defense, +1 to morale, as without a skirmish"
    )
    assert [heroes(state, unit) for unit in state.units] == [(3, 1, 2), (2, 1, 1)]


@pytest.mark.rule("warcards:hero.fate")
@pytest.mark.parametrize(
    ("level", "dice", "status", "due"),
    [
        (5, [9], st.OUT, 0),
        (3, [1], st.SLAIN, 0),
        (8, [8, 3], st.DELAYED, 5),
        (5, [1], st.CAPTURED, 0),
        (5, [15], st.DELAYED, 2),
    ],
)
def test_the_fate_of_heroes(level: int, dice: list[int], status: int, due: int) -> None:
    heroes = {"heroes": [{"name": "H", "members": [{"level": level}], "with": "scouts#1"}]}
    state = fight("N3 scouts, A1 infantry", "N3 infantry", stages.MELEE_STEP, A=heroes)
    step(state, [20, *dice], [("melee",), ("melee", "u2")])
    figure = state.figures[0]
    assert (figure.status, figure.due) == (status, due)
    assert state.groups[0].dissolved


@pytest.mark.rule("warcards:attack.declare")
def test_attacks_may_be_declared_in_secret() -> None:
    class Sealed(Script):
        """Counts what is asked at once."""

        together = 0

        def ask_all(self, decisions: list[Decision]) -> list[Order]:
            self.together += len(decisions)
            return super().ask_all(decisions)

    state = field(
        "A3 archers", "N3 archers", stages.STATIONARY, options={"declare_fire": "secret-simultaneous"}
    )
    script = Sealed([1, 1])
    RULEBOOK.step(state, script)
    assert script.together == 2
    assert "declared" not in [event.kind for event in script.events]
