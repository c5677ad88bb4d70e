"""What is foreseen and told, in cases where several rules meet: every number true, and every sentence with its reason."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet, step

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.scene import Odds, OptionView, pieces_of
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.ai.greedy import mark_choice
from banneret.rulebooks.warcards.attack.steps import plan_of, slots_of
from banneret.rulebooks.warcards.magic.casters import casts
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.text.traits import trait


def sea(a: dict[str, Any], b: dict[str, Any], stage: int, area: str, **more: Any) -> State:
    """Two ships engaged in an area; side B's came in."""
    state = field(f"{area} one", f"{area} other", stage, kind="sea", special={"one": a, "other": b}, **more)
    meet(state, area, who=1)
    return state


def castle(level: int, **more: Any) -> dict[str, Any]:
    """A castle of side B in use."""
    return {
        "fort": True,
        "conditions": {"fortification": {"kind": "full", "owner": "B", "level": level}, **more},
    }


def odds_of(state: State, side: int, stage: int, word: str) -> Odds:
    """The forecast of an attack."""
    plan = plan_of(side, stage, slots_of(state, side, stage))
    form = RULEBOOK.view.question(state, plan).form
    assert form is not None
    found = next(item.odds for item in form.items if item.word == word)
    assert found is not None
    return found


def option(state: State, side: int, order: str) -> OptionView:
    """A move as it is offered."""
    found = RULEBOOK.view.question(state, MoveDecision(state, side))
    return next(one for one in found.options if one.order == order)


def shares(odds: Odds) -> dict[str, float]:
    """The chances of a forecast."""
    return {one.name: one.share for one in odds.chances}


# ---------------------------------------------------------------- attacks


@pytest.mark.rule("warcards:naval.board-start", "warcards:missile.friendly-fire")
def test_archers_aboard_do_not_shoot_at_their_own_ship() -> None:
    """Archers +4 against the drakkar's 14: 10 or more. Their caravel is in the same area, and none of theirs aims at it."""
    one = {"ship": "caravel", "aboard": ["archers"]}
    state = sea(one, {"ship": "drakkar"}, stages.STATIONARY, "N3", options={"embarked-missiles": "true"})
    state.units[2].spent = 1
    found = odds_of(state, 0, stages.STATIONARY, "u1-x2")
    assert found.text == "hits 55 %, routs 28 %"
    assert [throw.title.split(",")[0] for throw in found.throws] == [
        "1st Archers of Reds fire at 1st Drakkar of Blues",
        "1st Drakkar of Blues",
    ]
    script = step(state, [10, 20], [("fire", "u1-x2")])
    assert [event.text.split(":")[0] for event in script.events if event.kind == "attack"] == [
        "1st Archers of Reds fire at 1st Drakkar of Blues"
    ]


@pytest.mark.rule("warcards:combat.staggered", "warcards:missile.last-shot")
def test_who_came_staggered_is_not_said_to_strike_later() -> None:
    mustered = {"type": "infantry", "mustering": True}
    state = field("N3 archers", "N3 late", stages.STATIONARY, special={"late": mustered})
    meet(state, "N3", who=1)
    state.units[1].spent = 1
    found = odds_of(state, 0, stages.STATIONARY, "u0-N3")
    assert shares(found) == {"hits": 55.0, "captures": 55.0, "routs": 0.0}  # subdual as great as its hits
    assert found.assumption == "1st Infantry of Blues attacks no more this round"
    step(state, [2], [("fire", "u0-N3")])
    assert slots_of(state, 1, stages.MELEE_STEP) == []
    pikes = field("N3 pikemen", "N3 late", stages.CHARGE, special={"late": mustered})
    meet(pikes, "N3", who=1)
    pikes.units[1].spent = 1
    assert (
        odds_of(pikes, 0, stages.CHARGE, "p0").assumption
        == "1st Infantry of Blues attacks no more this round"
    )


# ---------------------------------------------------------------- moves


@pytest.mark.rule("warcards:full.enter-contest", "warcards:full.free-attack")
def test_a_way_through_two_walls_is_foreseen_to_its_end() -> None:
    """Level 1 against scouts (12, one hit): 11 or more, half. Warcraft equal, melee 0 against 2: three more than their die, 153 of 400."""
    state = field("N1 scouts", "RB infantry", stages.MOVE_FIRST, **castle(1))
    one, two = option(state, 0, "move 0 B1"), option(state, 0, "move 0 B1 B2")
    assert one.odds is not None
    assert two.odds is not None
    assert (one.consequence, two.consequence) == (
        "the walls shoot, then a contest for the way in, no enemy next to it",
        "the walls shoot, then a contest for the way in, at each of 2 walls, no enemy next to it",
    )
    in_once = 0.5 * 153 / 400
    assert shares(one.odds) == {
        "gets in": round(100 * in_once, 1),
        "is hit": 50.0,
        "is destroyed": 50.0,
        "is routed": 0.0,
    }
    hit = round(100 * (0.5 + in_once * 0.5), 1)
    assert shares(two.odds) == {
        "gets through 2 walls": round(100 * in_once * in_once, 1),
        "is hit": hit,
        "is destroyed": hit,
        "is routed": 0.0,
    }


@pytest.mark.rule("warcards:full.free-attack", "warcards:weather.storm-combat")
def test_walls_that_cannot_shoot_are_not_said_to() -> None:
    """In a storm only the contest is left: 4 of melee against 2 x 2, so the higher die."""
    state = field("N1 infantry", "RB infantry", stages.MOVE_FIRST, **castle(2, weather="storm"))
    move = option(state, 0, "move 0 B1")
    assert move.odds is not None
    assert move.consequence == "a contest for the way in, no enemy next to it"
    assert shares(move.odds) == {"gets in": 47.5}
    assert move.odds.more == "the weather keeps the walls from shooting"
    script = step(state, [11, 10], [("move", 0, "B1")])
    assert "free-attack" not in [event.kind for event in script.events]


@pytest.mark.rule("warcards:naval.ship-attack", "warcards:naval.board-start")
def test_two_ships_that_meet_attack_and_their_crews_are_not_counted() -> None:
    """A cog (+2) on a drakkar (14): 12 or more; the drakkar (+4), there with its whole move, may ram at +6 against 12."""
    one = {"ship": "cog", "aboard": ["infantry"]}
    state = field(
        "N2 cog",
        "N3 drakkar",
        stages.MOVE_FIRST,
        kind="sea",
        special={"cog": one, "drakkar": {"ship": "drakkar"}},
    )
    move = option(state, 0, "move 0 N3").odds
    assert move is not None
    assert move.assumption == "if nobody boards or joins them and neither leaves of its own free will"
    throws = {throw.title: throw.needs for throw in move.throws}
    assert throws["1st Cog of Reds attacks 1st Drakkar of Blues"] == "12 or more"
    assert throws["1st Drakkar of Blues charges 1st Cog of Reds"] == "6 or more"


# ---------------------------------------------------------------- magic


@pytest.mark.rule("warcards:missile.capability", "warcards:full.morale", "warcards:magic.rating")
def test_a_spell_that_finds_nothing_to_lower_says_so() -> None:
    caster = {"name": "C", "level": 7, "warcraft": 5, "battle_spell_feat": True, "spells": ["stinking-cloud"]}
    wagon = {"type": "infantry", "experience": "veteran", "training": ["war-wagon"]}
    state = field(
        "N2 wagon, A1 levies",
        "B2 infantry, N3 archers",
        stages.MAGIC,
        special={"wagon": wagon},
        A={"casters": [{**caster, "with": "infantry#1"}]},
        **castle(2),
    )
    question = RULEBOOK.view.question(state, Choice("magic", 0, "warcards:magic.declare", casts(state, 0)))
    said = {one.order: one.consequence for one in question.options}
    spent = "to the end of this round; {}the spell is spent"
    assert said["cast 1 0 missile 2"] == "−1 to −4 missile " + spent.format(
        "as it is the unit has no missiles; "
    )
    assert said["cast 1 0 missile 3"] == "−1 to −4 missile " + spent.format("")
    assert said["cast 1 0 morale 2"] == "−1 to −4 morale " + spent.format(
        "behind its walls the unit rolls no saves; "
    )
    assert said["cast 1 0 morale 3"] == "−1 to −4 morale " + spent.format("")


@pytest.mark.rule("warcards:magic.base", "warcards:magic.check")
def test_a_check_that_is_made_and_gives_nothing_says_why() -> None:
    """Bless, 1st level, at a check of 12: half of 1 is 0, and 2 over 10 add nothing."""
    caster = {"name": "C", "level": 7, "warcraft": 5, "battle_spell_feat": True, "spells": ["bless"]}
    wagon = {"type": "infantry", "experience": "veteran", "training": ["war-wagon"]}
    special = {"wagon": wagon}
    state = field(
        "N2 wagon",
        "B5 archers",
        stages.MAGIC,
        special=special,
        A={"casters": [{**caster, "with": "infantry#1"}]},
    )
    script = step(state, [7], [("cast", 1, 0, "melee", 0)])
    (event,) = script.events
    assert event.text == "C casts bless: 12 against 10, too little for a spell of level 1: it gives nothing."


# ---------------------------------------------------------------- dice


@pytest.mark.rule("warcards:combat.natural")
@pytest.mark.parametrize(
    ("die", "said"),
    [
        (1, "11 against 10, a miss (a natural 1 always misses)"),
        (20, "30 against 10, a hit for 1"),
        (2, "12 against 10, a hit for 1"),
    ],
)
def test_a_die_that_decides_whatever_the_sum_is_named(die: int, said: str) -> None:
    """Knights at +10 against levies (10): a 1 makes 11 and misses."""
    state = field("N3 knights", "N3 levies", stages.CHARGE)
    meet(state, "N3")
    script = step(state, [die, 20] if die > 1 else [die], [("charge", "u0")])
    assert script.events[0].text == f"1st Knights of Reds charge 1st Levies of Blues: {said}."


@pytest.mark.rule("warcards:rally.natural")
@pytest.mark.parametrize(
    ("lowered", "said"),
    [
        (-6, "rallies: 16 against 15"),
        (-9, "rallies: 13 against 15 (a natural 20 always succeeds)"),
    ],
)
def test_a_rally_by_a_twenty_alone_says_so(lowered: int, said: str) -> None:
    """A 20 with morale +2 under a spell of -6 makes 16; of -9, 13."""
    state = field("N3 infantry", "B5 infantry", stages.RALLY)
    state.units[0].routed = True
    state.effects = [(0, 3, lowered)]
    script = step(state, [20])
    assert script.events[0].text == f"1st Infantry of Reds {said}."


@pytest.mark.rule("warcards:check.opposed")
def test_a_tie_says_who_won_it_and_why() -> None:
    """Warcraft 6 against 4 with dice of 8 and 10, both 14; then 5 and 5 with equal dice, rolled again."""
    state = field(
        "A3 infantry", "B3 infantry", stages.INITIATIVE, A={"general": {"name": "Anna", "warcraft": 6}}
    )
    state.setting.people[1].warcraft = 4
    script = step(state, [8, 10])
    check = next(event for event in script.events if event.kind == "check")
    assert check.text == "Initiative: Reds 14, Blues 14: Reds won the tie, for more is added to their die."
    state = field("A3 infantry", "B3 infantry", stages.INITIATIVE)
    texts = [event.text for event in step(state, [11, 11, 12, 3]).events if event.kind == "check"]
    assert texts == [
        "Initiative: Reds 16, Blues 16: a tie, rolled again.",
        "Initiative: Reds 17, Blues 8: Reds won.",
    ]


# ---------------------------------------------------------------- ships


@pytest.mark.rule("warcards:naval.sunk", "warcards:naval.prize")
@pytest.mark.parametrize(
    ("rescue", "said", "rule"),
    [
        ("false", "1st Infantry of Blues goes down with its ship.", "warcards:naval.sunk"),
        ("true", "1st Infantry of Blues is saved by 1st Cog of Blues.", "warcards:naval.sunk"),
    ],
)
def test_what_becomes_of_those_aboard_a_sunk_ship_is_told(rescue: str, said: str, rule: str) -> None:
    state = field(
        "N3 galleon",
        "N3 long, N4 cog",
        stages.MELEE_STEP,
        kind="sea",
        special={
            "galleon": {"ship": "galleon"},
            "long": {"ship": "longship", "aboard": ["infantry"]},
            "cog": {"ship": "cog"},
        },
        options={"sunk-rescue": rescue},
    )
    meet(state, "N3")
    state.units[1].lethal = 1
    script = step(state, [15, 2])
    told = [(event.text, event.rule) for event in script.events if event.kind in ("removed", "rescued")]
    assert told == [("1st Longship of Blues is destroyed.", "warcards:combat.destroyed"), (said, rule)]


# ---------------------------------------------------------------- leaving


@pytest.mark.rule("warcards:withdraw.lacking", "warcards:withdraw.declare")
def test_a_withdrawal_tells_who_cannot_leave_and_that_it_goes_on() -> None:
    slow = {"type": "levies", "points": 1}
    state = field(
        "A3 infantry, RA slow, RA archers", "B3 infantry", stages.LEAVE, special={"slow": slow}, march_cost=2
    )
    script = step(state)
    found = {one.order: one for one in RULEBOOK.view.question(state, script.asked[0]).options}
    assert found["withdraw"].consequence == (
        "1 unit leaves from the reserve; 1 cannot leave the province and is captured; the one on the field must go home first. "
        "An army that has withdrawn altogether has lost"
    )
    assert (found["fight"].label, found["fight"].consequence) == ("Fight on", "the battle goes on")
    state.withdrawing = 1
    on = RULEBOOK.view.question(state, script.asked[0]).options[0]
    assert (on.order, on.label, on.consequence) == (
        "fight",
        "Go on withdrawing",
        found["withdraw"].consequence,
    )


@pytest.mark.rule("warcards:end.terms", "warcards:hero.captives")
@pytest.mark.parametrize(
    ("status", "said"),
    [
        (st.ACTIVE, "and you hold nobody"),
        (st.CAPTURED, "and you hold only those whom you had captured before"),
    ],
)
def test_terms_of_release_say_whom_the_winner_still_holds(status: int, said: str) -> None:
    state = field("A3 infantry", "B3 infantry", stages.LEAVE)
    state.figures[0].status = status
    orders: list[Order] = [("terms", "release")]
    (one,) = RULEBOOK.view.question(state, Choice("terms", 1, "warcards:end.terms", orders)).options
    assert one.consequence == f"you win; units and characters go home without their arms, {said}"


# ---------------------------------------------------------------- choices before the battle, and cards


@pytest.mark.rule("warcards:vis.limited-senses", "warcards:setup.visibility")
@pytest.mark.parametrize(
    ("option_", "said"),
    [
        ("all-penalties", "not so dwarves, elves, goblins and orogs"),
        ("attack-penalty-only", "but not those of dwarves, elves, goblins and orogs"),
    ],
)
def test_the_night_says_whom_it_spares_by_the_option(option_: str, said: str) -> None:
    state = field("A3 infantry", "B3 infantry", stages.VISIBILITY, options={"night-sight": option_})
    orders: list[Order] = [("see", "night")]
    (one,) = RULEBOOK.view.question(
        state, Choice("visibility", 0, "warcards:setup.visibility", orders)
    ).options
    assert one.consequence.endswith(said)


@pytest.mark.rule(
    "warcards:terrain.jungle-combat", "warcards:terrain.mountain-missile", "warcards:vis.limited-missile"
)
@pytest.mark.parametrize(
    ("conditions", "said", "rule"),
    [
        ({"terrain": "jungle"}, "nobody fires in a jungle", "warcards:terrain.jungle-combat"),
        (
            {"terrain": "mountain"},
            "in mountains nobody fires into the next area",
            "warcards:terrain.mountain-missile",
        ),
        (
            {"visibility": {"id": "limited", "cause": "fog"}},
            "it does not see into the next area",
            "warcards:vis.limited-missile",
        ),
    ],
)
def test_why_nobody_fires_is_the_ground_or_the_dark(conditions: dict[str, Any], said: str, rule: str) -> None:
    state = field("N3 archers", "B3 infantry", stages.STATIONARY, conditions=conditions)
    viewer = viewer_of(0)
    scene = RULEBOOK.view.scene(state, viewer)
    found = RULEBOOK.view.inspect(state, viewer, pieces_of(scene)["u0"], scene)
    assert [(deed.text, deed.rule) for deed in found.deeds if deed.label == "Fire"] == [(said, rule)]


def deeds(state: State, piece: str) -> dict[str, str]:
    """The things that a unit of side A may not do now, with the reason."""
    viewer = viewer_of(0)
    scene = RULEBOOK.view.scene(state, viewer)
    found = RULEBOOK.view.inspect(state, viewer, pieces_of(scene)[piece], scene)
    return {deed.label: deed.text for deed in found.deeds if not deed.may}


@pytest.mark.rule("warcards:pike.first-round", "warcards:combat.staggered", "warcards:retreat.no-attack")
def test_why_a_unit_strikes_or_fires_no_more_is_named() -> None:
    state = field("N3 pikemen, A1 archers", "N3 infantry, N1 levies", stages.MELEE_STEP)
    meet(state, "N3")
    assert deeds(state, "u0")["Fight hand to hand"] == (
        "in its first round of a fight its pikes strike in the Charge step"
    )
    archers = state.units[1]
    archers.spent, archers.subdual = 1, 2
    state.stage = stages.MOVING
    assert deeds(state, "u1")["Fire"] == "it is staggered, and has moved"
    archers.subdual, archers.left = 0, True
    assert deeds(state, "u1")["Fire"] == "it has retreated this round"


@pytest.mark.rule("warcards:magic.components", "warcards:limited.movement")
def test_traits_promise_no_more_than_the_rules_allow() -> None:
    assert "artillery" not in trait("caster", "C").text
    assert "fortification" not in trait("mounted").text  # limited works let riders in


@pytest.mark.rule("warcards:weather.abnormal-who", "warcards:setup.weather")
@pytest.mark.parametrize(
    ("affected", "said"),
    [
        ([], "troubles nobody's attacks"),
        (["B"], "takes 2 from every attack of Blues"),
        (["A", "B/archers#1"], "takes 2 from every attack of Reds and 1st Archers of Blues"),
    ],
)
def test_the_weather_says_whom_it_troubles(affected: list[str], said: str) -> None:
    weather = {"id": "abnormal", "affected": affected}
    state = field("A3 infantry", "B3 archers, B4 levies", stages.WEATHER, conditions={"weather": weather})
    (event,) = step(state).events
    assert event.text == f"The weather is abnormal. It {said}."


@pytest.mark.rule("warcards:combat.attack-roll")
@pytest.mark.parametrize(
    ("unit", "said"), [("Pikemen", "attack"), ("Archers", "attack"), ("Infantry", "attacks")]
)
def test_odds_speak_of_units_in_their_number(unit: str, said: str) -> None:
    assert str(RULEBOOK.odds.ask(unit, "Levies", {})).startswith(f"{unit} {said} Levies\n")


@pytest.mark.rule("warcards:full.morale", "warcards:missile.capability", "warcards:magic.missile-grant")
def test_the_greedy_player_wastes_no_spell_on_what_does_not_change() -> None:
    """Levies have no missiles to spoil, and a garrison rolls no saves; archers do shoot, and fire may come from infantry."""
    caster = {"name": "C", "level": 7, "warcraft": 5, "battle_spell_feat": True}
    caster["spells"] = ["stinking-cloud", "fireball"]
    wagon = {"type": "infantry", "experience": "veteran", "training": ["war-wagon"]}
    more: dict[str, Any] = {"special": {"wagon": wagon}, "A": {"casters": [{**caster, "with": "infantry#1"}]}}
    state = field(
        "N2 wagon, B2 infantry", "B2 archers, N3 archers, N1 levies", stages.MAGIC, **more, **castle(2)
    )
    meet(state, "B2", who=0)
    state.units[4].began = False
    marks = {
        order: mark_choice(state, Choice("magic", 0, "warcards:magic.declare", [order]), order)
        for order in casts(state, 0)
    }
    assert marks["cast", 1, 0, "missile", 4] == 0.0
    assert marks["cast", 1, 0, "missile", 3] == 0.8
    assert marks["cast", 1, 0, "morale", 2] == 0.0
    assert marks["cast", 1, 1, "missile", 0] == 0.8
