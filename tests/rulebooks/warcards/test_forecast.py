"""What a person is told before he decides."""

from __future__ import annotations

import pytest
from rulebooks.warcards.cards_top import field, meet, step

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.order import Order, write_order
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.kernel.scene import Odds, Question
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.attack.steps import plan_of, slots_of
from banneret.rulebooks.warcards.leaving.retreats import offers
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.ratings.attacks import CHARGING, STRIKE, attack_total
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.view.attack_forecast import attack_forecast, wounds_to_go
from banneret.rulebooks.warcards.view.move_forecast import order_forecast


def shares(odds: Odds) -> dict[str, float]:
    """The chances by their names."""
    return {chance.name: chance.share for chance in odds.chances}


def plan(state: State, side: int) -> Question:
    """The question of the attack step that comes next, of one side."""
    stage = state.stage
    decision = plan_of(side, stage, slots_of(state, side, stage))
    before = RULEBOOK.dump(state)
    found = RULEBOOK.view.question(state, decision)
    assert RULEBOOK.dump(state) == before, "a forecast changes nothing"
    return found


def odds_of(question: Question, word: str) -> Odds:
    assert question.form is not None
    item = next(item for item in question.form.items if item.word == word)
    option = next(option for option in question.options if option.order == f"{question.form.verb} {word}")
    assert item.odds is not None
    assert option.odds == item.odds, "the item and the order of it alone say the same"
    return item.odds


@pytest.mark.rule("warcards:pike.double", "warcards:charge.rating")
def test_a_charge_tells_of_the_pikes() -> None:
    """Knights charge at +10 against 14: 17 of 20; the pikes hit 16 with 12 or more, for two of three hits."""
    state = field("N3 knights", "B3 pikemen, N3 pikemen", stages.CHARGE)
    meet(state, "N3", who=0, came="A3")
    odds = odds_of(plan(state, 0), "u0")
    chances = shares(odds)
    assert chances["hits"] == 85.0
    assert chances["destroys"] == 0.0
    assert chances["routs"] == 51.0  # morale +2 against 15 fails in 12 of 20
    assert chances["is hit"] == 45.0
    assert chances["is destroyed"] == 0.0
    assert chances["is routed"] == 22.5
    assert odds.text == "hits 85 %, routs 51 %; is hit 45 %, routed 23 %" or odds.text.endswith("routed 22 %")
    assert odds.assumption == "the pikes of 2nd Pikemen of Blues strike at the same time, for double damage"
    state.units[0].lethal = 1
    assert shares(odds_of(plan(state, 0), "u0"))["is destroyed"] == 45.0


@pytest.mark.rule("warcards:missile.last-shot")
def test_a_last_shot_tells_of_the_charge_that_follows() -> None:
    state = field("N3 knights", "N3 archers", stages.STATIONARY)
    meet(state, "N3", who=0, came="A3")
    odds = odds_of(plan(state, 1), "u1-N3")
    assert shares(odds)["hits"] == 45.0  # +4 against 16
    assert shares(odds)["is hit"] == 95.0  # +10 against 12
    assert "charge in their turn" in odds.assumption


@pytest.mark.rule("warcards:missile.engaged-area", "warcards:missile.friendly-fire")
def test_fire_into_an_engagement_tells_of_the_friend() -> None:
    state = field("A3 archers, N3 infantry", "N3 pikemen", stages.STATIONARY)
    meet(state, "N3", who=1, came="B3")
    odds = odds_of(plan(state, 0), "u0-N3")
    assert shares(odds)["hits"] == 45.0  # +4, -2 into the engagement, against 14
    assert (
        odds.more == "as well hits 1st Infantry of Reds 45 %, routs 27 %"
    )  # +2 against 14; morale +2 fails in 12 of 20
    assert odds.text == f"hits 45 %, routs 27 %; {odds.more}"
    assert "cannot answer" in odds.assumption
    shots = [(one.title, one.needs, one.chance) for one in odds.throws if "fire" in one.title]
    assert shots == [
        ("1st Archers of Reds fire at 1st Pikemen of Blues", "12 or more", 45.0),
        ("1st Archers of Reds fire at 1st Infantry of Reds", "12 or more", 45.0),
    ]


@pytest.mark.rule("warcards:missile.friendly-fire")
def test_volleys_together_say_in_their_numbers_what_each_does_to_friends_too() -> None:
    """The volley of the 2nd Archers is at N3, where infantry of their own is; the 1st have N1 before them, with nobody of theirs."""
    state = field("A1 archers, A3 archers, N3 infantry", "N1 levies, N3 pikemen", stages.STATIONARY)
    meet(state, "N3", who=1, came="B3")
    found = plan(state, 0)
    told = {option.order: option.consequence for option in found.options}
    assert told["fire u0-N1 u1-N3"] == (
        "1st Archers: hits 75 %, routs 52 %; 2nd Archers: hits 45 %, routs 27 %, as well hits 1st Infantry of Reds 45 %, routs 27 %"
    )


@pytest.mark.rule("warcards:missile.friendly-fire")
def test_the_large_button_shoots_at_no_friend() -> None:
    """Who has nobody before them but enemies in a fight with friends holds by default; the order may be given all the same."""
    state = field("A1 archers, A3 archers, N3 infantry", "N1 levies, N3 pikemen", stages.STATIONARY)
    meet(state, "N3", who=1, came="B3")
    found = plan(state, 0)
    assert found.default == "fire u0-N1"
    assert found.form is not None
    assert "u1-N3" in [item.word for item in found.form.items]


@pytest.mark.rule("warcards:melee.who", "warcards:attack.simultaneous")
def test_hand_to_hand_both_sides_are_told() -> None:
    state = field("N3 infantry", "N3 levies", stages.MELEE_STEP)
    meet(state, "N3", since=0)
    state.units[1].lethal = 2  # of three
    odds = odds_of(plan(state, 0), "u0")
    assert tuple(shares(odds).items()) == (
        ("hits", 75.0),
        ("destroys", 75.0),
        ("routs", 0.0),
        ("is hit", 35.0),
        ("is destroyed", 0.0),
        ("is routed", 21.0),
    )
    subdue = odds_of(plan(state, 0), "s0")
    assert shares(subdue).get("destroys", 0.0) == 0.0
    form = plan(state, 0).form
    assert form is not None
    told = {item.word: item.consequence for item in form.items}
    left = state.setting.cards[1].hits - state.units[1].lethal
    assert told["u0"] == f"destroyed at {left} more damage"
    assert told["s0"].startswith(f"captured at {left + 1 - state.units[1].subdual} more subdual damage")
    state.units[1].subdual = 1
    assert odds_of(plan(state, 0), "s0").text.startswith("hits 75 %, captures 75 %")


@pytest.mark.rule("warcards:retreat.opportunity", "warcards:evade.no-opportunity")
def test_a_retreat_tells_of_the_blow_at_its_back() -> None:
    """Infantry (+4) against archers (defense 12): 8 or more, 13 of 20; the archers' morale +2 fails in 12 of 20."""
    state = field("N3 archers", "N3 infantry", stages.RETREAT)
    meet(state, "N3", who=1, came="B3")
    orders = offers(state, state.units[0])
    found = RULEBOOK.view.question(state, Choice("retreat", 0, "warcards:retreat.who", orders))
    retreat = next(option for option in found.options if option.order.startswith("retreat"))
    assert retreat.odds is not None
    assert tuple(shares(retreat.odds).items()) == (
        ("is hit", 65.0),
        ("is destroyed", 0.0),
        ("is routed", 39.0),
    )
    assert retreat.odds.assumption == "if 1st Infantry of Blues strikes at its back"
    evade = next(option for option in found.options if option.order.startswith("evade"))
    assert evade.odds is None


@pytest.mark.rule("warcards:retreat.opportunity")
def test_who_turns_away_is_named_and_from_whom() -> None:
    state = field("N3 archers", "N3 infantry", stages.RETREAT)
    meet(state, "N3", who=1, came="B3")
    asked = Choice("opportunity", 1, "warcards:retreat.opportunity", [("melee", 1), ("decline", 1)])
    found = RULEBOOK.view.question(state, asked)
    assert found.text == "1st Archers of Reds turn away: attack with 1st Infantry?"
    assert found.options[1].consequence == "1st Archers of Reds go unharmed"


@pytest.mark.rule("warcards:move.engage", "warcards:pike.first-round")
def test_a_move_into_an_enemy_tells_of_the_duel_and_what_waits() -> None:
    state = field("A3 knights, A2 archers", "N3 pikemen, N2 archers", stages.MOVE_FIRST)
    found = RULEBOOK.view.question(state, MoveDecision(state, 0))
    by_order = {option.order: option for option in found.options}
    ride = by_order["move 0 N3"].odds
    assert ride is not None
    duel = RULEBOOK.odds.ask("Knights", "Pikemen", {}).to_json()["decimal"]
    assert shares(ride)["wins"] == round(100 * duel["attacker"], 1)
    assert "the enemy's pikes hit 45 % for double damage against a charge" in ride.text
    assert [one[0] for one in table_of(ride)] == [
        "1st Knights of Reds charge 1st Pikemen of Blues",
        "1st Pikemen of Blues attack 1st Knights of Reds for double damage",
    ]
    assert table_of(ride)[1][2:] == ("12 or more", 45.0)
    walk = by_order["move 1 N2"].odds
    assert walk is not None
    assert [one[0] for one in table_of(walk)] == [
        "1st Archers of Blues fire at 1st Archers of Reds",
        "1st Archers of Reds attack 1st Archers of Blues",
        "1st Archers of Blues attack 1st Archers of Reds",
    ]
    assert "the enemy's last shot hits 65 %" in walk.text
    assert by_order["move 1 A1"].odds is None


@pytest.mark.rule("warcards:full.free-attack", "warcards:full.enter-contest")
def test_a_storm_tells_of_the_walls_and_the_contest() -> None:
    """Level 3 against defense 14: 11 or more. Warcraft equal, +4 against 6 more for the walls: 13 ahead of 20 to make up."""
    conditions = {"fortification": {"kind": "full", "owner": "B", "level": 3}}
    state = field("N1 infantry", "RB infantry", stages.MOVE_FIRST, fort=True, conditions=conditions)
    found = RULEBOOK.view.question(state, MoveDecision(state, 0))
    storm = next(option for option in found.options if option.order == "move 0 B1").odds
    assert storm is not None
    wins = sum(mine + 4 > other + 6 for mine in range(1, 21) for other in range(1, 21)) / 400
    stands = 1 - 0.5 * 12 / 20
    assert shares(storm)["is hit"] == 50.0
    assert shares(storm)["gets in"] == round(100 * stands * wins, 1)


def table_of(odds: Odds) -> list[tuple[str, list[tuple[str, list[tuple[int, str, str]]]], str, float]]:
    return [
        (
            one.title,
            [(figure.value, list(figure.parts)) for figure in one.figures],
            one.needs,
            one.chance,
        )
        for one in odds.throws
    ]


CARD = "warcards:unit.statistics"


@pytest.mark.rule("warcards:attack.modifiers", "warcards:combat.natural", "warcards:pike.double")
def test_an_attack_shows_every_modifier_of_both() -> None:
    state = field("N3 knights", "B3 pikemen, N3 pikemen", stages.CHARGE)
    meet(state, "N3", who=0, came="A3")
    charge, holds, strikes, stands = table_of(odds_of(plan(state, 0), "u0"))
    charges = [(6, "melee", CARD), (4, "charge", "warcards:charge.rating")]
    assert charge == (
        "1st Knights of Reds charge 2nd Pikemen of Blues",
        [("+10", charges), ("14", [(14, "defense", CARD)])],
        "4 or more",
        85.0,
    )
    assert holds == (
        "2nd Pikemen of Blues, if hit, stand",
        [("+2", [(2, "morale", CARD)]), ("15", [])],
        "13 or more",
        40.0,
    )
    assert strikes[0] == "2nd Pikemen of Blues attack 1st Knights of Reds for double damage"
    assert strikes[2:] == ("12 or more", 45.0)
    assert stands[0] == "1st Knights of Reds, if hit, stand"
    state.units[2].routed = True
    routed = table_of(odds_of(plan(state, 0), "u0"))
    assert [one[0] for one in routed][:2] == [
        "1st Knights of Reds charge 2nd Pikemen of Blues",
        "2nd Pikemen of Blues attack 1st Knights of Reds",
    ], "who is routed makes no save"
    assert (-4, "routed", "warcards:attack.routed") in routed[1][1][0][1]


@pytest.mark.rule("warcards:pike.double", "warcards:pike.first-round")
def test_pikes_tell_of_what_they_meet() -> None:
    """Pikes (+4) at knights (16): 12 or more, two of three hits; charging knights hit back at +10 against 14 with 4 or more."""
    state = field("N3 knights, N1 pikemen", "N3 pikemen, N1 pikemen", stages.CHARGE)
    meet(state, "N3", who=0, came="A3")
    meet(state, "N1", who=0, came="A1")
    charge = odds_of(plan(state, 1), "p2")
    assert shares(charge)["hits"] == 45.0
    assert shares(charge)["is hit"] == 85.0
    assert charge.throws[0].title == "1st Pikemen of Blues attack 1st Knights of Reds for double damage"
    assert charge.assumption == "if 1st Knights of Reds charge"
    both = odds_of(plan(state, 1), "p3")  # 10 or more
    assert (shares(both)["hits"], shares(both)["is hit"]) == (55.0, 55.0)
    assert both.assumption == "the pikes of 1st Pikemen of Reds strike at the same time"


@pytest.mark.rule("warcards:missile.engaged-area", "warcards:train.shield")
def test_fire_shows_its_penalty() -> None:
    state = field("A3 archers, N3 infantry", "N3 pikemen", stages.STATIONARY)
    meet(state, "N3", who=1, came="B3")
    shot, _save, *_friend = table_of(odds_of(plan(state, 0), "u0-N3"))
    assert shot[1][0] == (
        "+2",
        [(4, "missile", CARD), (-2, "into an engagement", "warcards:missile.engaged-area")],
    )
    assert shot[2] == "12 or more"


@pytest.mark.rule("warcards:full.free-attack", "warcards:full.enter-contest")
def test_a_storm_shows_the_shot_and_the_contest() -> None:
    conditions = {"fortification": {"kind": "full", "owner": "B", "level": 3}}
    state = field("N1 infantry", "RB infantry", stages.MOVE_FIRST, fort=True, conditions=conditions)
    found = RULEBOOK.view.question(state, MoveDecision(state, 0))
    storm = next(option for option in found.options if option.order == "move 0 B1").odds
    assert storm is not None
    shot, save, contest = table_of(storm)
    assert shot[0] == "The walls shoot at 1st Infantry of Reds"
    assert shot[2:] == ("11 or more", shares(storm)["is hit"])
    assert save[0] == "1st Infantry of Reds, if hit, stands"
    assert contest[0] == "1st Infantry of Reds gets in"
    assert contest[2] == "3 more than their die", "4 of its melee against twice the level"


@pytest.mark.rule("warcards:full.free-attack", "warcards:vis.limited-attack")
def test_a_shot_without_a_bonus_is_shown_and_made() -> None:
    """Level 1 at night: 1 - 1 = +0 against 14, 7 faces of 20; the shot is made as it is told."""
    conditions = {
        "fortification": {"kind": "full", "owner": "B", "level": 1},
        "visibility": {"id": "limited", "cause": "night"},
    }
    state = field("N1 infantry", "RB infantry", stages.MOVE_FIRST, fort=True, conditions=conditions)
    found = RULEBOOK.view.question(state, MoveDecision(state, 0))
    storm = next(option for option in found.options if option.order == "move 0 B1").odds
    assert storm is not None
    shot = table_of(storm)[0]
    assert (shot[0], shot[1][0][0], shot[2:]) == (
        "The walls shoot at 1st Infantry of Reds",
        "+0",
        ("14 or more", 35.0),
    )
    script = step(state, [13, 1, 20], [("move", 0, "B1")])
    assert [event.kind for event in script.events][:2] == ["entry", "free-attack"]


@pytest.mark.rule("warcards:full.free-attack", "warcards:combat.criticals")
@pytest.mark.parametrize(
    ("criticals", "destroys"), [("off", 0.0), ("natural-20-doubles", 5.0), ("threat-and-confirm", 2.5)]
)
def test_a_storm_tells_of_critical_hits_from_the_walls(criticals: str, destroys: float) -> None:
    """Infantry (2 hits, defense 14) before level 3: 20 is one face of 20, and 11 or more, half of them, confirms it."""
    conditions = {"fortification": {"kind": "full", "owner": "B", "level": 3}}
    options = {"criticals": criticals}
    state = field("N1 infantry", "RB infantry", stages.MOVE_FIRST, True, options, conditions=conditions)
    found = RULEBOOK.view.question(state, MoveDecision(state, 0))
    storm = next(option for option in found.options if option.order == "move 0 B1").odds
    assert storm is not None
    assert shares(storm)["is destroyed"] == destroys
    assert shares(storm)["is hit"] == 50.0


class Asking(Player):
    """A random player who looks at every question first."""

    def __init__(self, seed: int, state: State) -> None:
        self.name = "asking"
        self.imagines = False
        self.inner = RandomPlayer(Chance(seed))
        self.state = state
        self.told = 0

    def choose(self, decision: Decision, seat: Seat) -> tuple[object, ...]:
        found = RULEBOOK.view.question(self.state, decision)
        every = [option.odds for option in found.options]
        every += [item.odds for item in found.form.items] if found.form else []
        for odds in every:
            if odds is not None:
                self.told += 1
                assert all(0 <= chance <= 100 for chance in shares(odds).values())
                assert odds.text
                for throw in odds.throws:
                    assert all(
                        sum(amount for amount, _, _ in figure.parts) == int(figure.value)
                        for figure in throw.figures
                        if figure.parts
                    )
                if odds.throws and odds.chances[0].name == "hits":
                    assert odds.throws[0].chance == odds.chances[0].share
        order = self.inner.choose(decision, seat)
        assert write_order(order)
        return order


@pytest.mark.parametrize("name", list(RULEBOOK.scenarios()))
@pytest.mark.long
def test_every_question_of_whole_battles_has_its_forecast(name: str) -> None:
    told = 0
    for seed in range(3):
        state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options())
        players: list[Player] = [Asking(seed, state), Asking(seed + 40, state)]
        play(RULEBOOK, state, players, Chance(seed))
        told += sum(player.told for player in players if isinstance(player, Asking))
    assert told


@pytest.mark.rule("warcards:full.enter-contest")
@pytest.mark.parametrize(("level", "vain"), [(3, False), (14, True)])
def test_a_storm_that_no_throw_lets_in_says_so(level: int, vain: bool) -> None:
    """+4 against twice the level: 2 behind may be made up for, 24 not."""
    conditions = {"fortification": {"kind": "full", "owner": "B", "level": 3}}
    state = field("N1 infantry", "RB infantry", stages.MOVE_FIRST, fort=True, conditions=conditions)
    state.setting.level = level
    found = RULEBOOK.view.question(state, MoveDecision(state, 0))
    storm = next(option for option in found.options if option.order == "move 0 B1")
    assert bool(storm.vain) == vain
    assert storm.odds is not None
    assert (shares(storm.odds)["gets in"] == 0.0) == vain
    if vain:
        assert storm.vain.startswith("It cannot win the contest for the way in: its sum is 24 less")


@pytest.mark.rule("warcards:pike.double", "warcards:charge.rating")
@pytest.mark.parametrize(
    ("horse", "foe", "default", "nobody"),
    [
        ("cavalry", "pikemen", "charge", "nobody charges in this step"),  # +2 for twice the damage
        ("knights", "pikemen", "charge u0", "nobody charges in this step"),  # +4
        ("cavalry", "infantry", "charge u0", "nobody charges in this step"),
        ("infantry", "pikemen", "", ""),
    ],
)
def test_the_large_button_charges_no_levelled_pikes_without_need(
    horse: str, foe: str, default: str, nobody: str
) -> None:
    state = field(f"N3 {horse}", f"N3 {foe}", stages.CHARGE)
    meet(state, "N3", who=0, came="A3")
    if default:
        found = plan(state, 0)
        assert found.default == default
        assert {one.order: one.consequence for one in found.options}["charge"] == nobody
    if foe == "pikemen":
        pikes = plan(state, 1)
        assert pikes.default == "charge p1"
        assert pikes.options[1].consequence == "nobody strikes with pikes in this step"


@pytest.mark.rule("warcards:missile.stationary-target")
def test_where_many_fire_it_is_at_an_area_of_their_own() -> None:
    state = field("A3 archers, A2 infantry", "A4 levies", stages.STATIONARY)
    items = {item.word: item.label for item in plan(state, 0).form.items}  # type: ignore[union-attr]
    assert items == {"u0-A4": "1st Archers fire at 1st Levies of Blues at their own right center (A4)"}


def led(unit: str, speed: int, foe: str) -> State:
    """A unit in the center of its line with heroes of two fives (EL 7: +2, +1, +1) who are so fast, and an enemy."""
    group = {"name": "H", "members": [{"level": 5, "speed": speed}] * 2, "with": f"{unit}#1"}
    return field(f"A3 {unit}", foe, A={"heroes": [group]})


def blow_of(state: State, order: Order) -> float:
    """The chance of the mover's own first blow in what is foreseen of a move."""
    odds = order_forecast(state, order)
    assert odds is not None
    return next(throw.chance for throw in odds.throws if throw.side == 0)


@pytest.mark.rule("warcards:hero.no-charge", "warcards:hero.move")
@pytest.mark.parametrize(("speed", "chance", "bonus"), [(30, 95.0, 12), (20, 85.0, 10)])
def test_heroes_who_are_spent_by_the_way_help_no_charge(speed: int, chance: float, bonus: int) -> None:
    """Knights charge at +10 against 14, with heroes at +12: those of move 1 have nothing left after one area."""
    state = led("knights", speed, "N3 infantry")
    assert blow_of(state, ("move", 0, "N3")) == chance
    step(state, [], [("move", 0, "N3")])
    assert attack_total(state, state.units[0], state.units[1], CHARGING) == bonus


@pytest.mark.rule("warcards:hero.move", "warcards:hero.bonus")
@pytest.mark.parametrize("speed", [30, 20])
def test_heroes_who_cannot_keep_up_help_nobody(speed: int) -> None:
    """Cavalry goes two areas: heroes of move 1 go back to the reserve, and it strikes at +4, else at +6."""
    state = led("cavalry", speed, "B3 infantry")
    found = RULEBOOK.view.question(state, MoveDecision(state, 0))
    said = {option.order: option.consequence for option in found.options}
    assert ("its heroes cannot keep up" in said["move 0 N3 B3"]) == (speed == 20)
    assert "heroes" not in said["move 0 N3"]
    step(state, [], [("move", 0, "N3", "B3")])
    assert attack_total(state, state.units[0], state.units[1], STRIKE) == (6 if speed == 30 else 4)
    assert (state.groups[0].host < 0) == (speed == 20)


@pytest.mark.rule("warcards:hero.no-stationary", "warcards:hero.no-charge")
@pytest.mark.parametrize(("speed", "nor"), [(30, ""), (20, ", nor to charges")])
def test_heroes_who_go_to_a_unit_say_what_they_do_not_help(speed: int, nor: str) -> None:
    """One area of a move of 2, or of 1."""
    group = {"name": "H", "members": [{"level": 5, "speed": speed}] * 2, "with": "infantry#1"}
    state = field("A3 infantry, A4 archers", "B3 infantry", A={"heroes": [group]})
    found = RULEBOOK.view.question(state, MoveDecision(state, 0))
    said = next(option.consequence for option in found.options if option.order == "heroes 0 A4")
    assert said == (
        f"the unit has +2 to attacks, +1 to defense, +1 to morale; this round not to standing fire{nor}"
    )
    assert "standing fire" not in next(o.consequence for o in found.options if o.order == "heroes 0 RA")


@pytest.mark.rule("warcards:combat.subdued", "warcards:combat.destroyed")
@pytest.mark.parametrize(
    ("subdual", "said"),
    [
        (0, "destroyed at 3 more damage"),
        (1, "destroyed at 3 more damage"),  # 1 is not more than 3 - 2
        (2, "destroyed at 3 more damage, captured at 2"),
        (3, "destroyed at 3 more damage, captured at 1"),
    ],
)
def test_damage_that_captures_who_is_half_subdued(subdual: int, said: str) -> None:
    """Knights of 3 hits: subdual damage above the hits that are left makes captives."""
    state = field("N3 infantry", "N3 knights", stages.MELEE_STEP)
    state.units[1].subdual = subdual
    assert wounds_to_go(state, state.units[1], False) == said


@pytest.mark.rule(
    "warcards:retreat.into-fort", "warcards:retreat.opportunity", "warcards:evade.no-opportunity"
)
@pytest.mark.parametrize(
    ("verb", "told"),
    [
        ("retreat", {"gets in": 16.3, "is hit": 77.5, "is destroyed": 11.0, "is routed": 46.5}),
        ("evade", {"gets in": 26.8, "is hit": 50.0, "is destroyed": 0.0, "is routed": 30.0}),
    ],
)
def test_a_retreat_along_a_castle_tells_of_the_walls_and_the_contest(
    verb: str, told: dict[str, float]
) -> None:
    """Infantry (defense 14, morale +2) on the wall B2 of a castle of level 3, which turns to B3, where nobody is.

    The blow at its back (+4) hits with 10, 11 of 20, and 12 of 20 rout whom it hits: 45 % come to the wall unhurt, 22 % with their last hit.
    The shot (+3) hits with 11, 10 of 20: 45 % x (50 % + 50 % x 40 %) + 22 % x 50 % = 42.5 % come to the contest, 5 + 4 against 5 + 6: with 3 more
    than their die, 153 of 400. By an evasion 70 % come to it. Destroyed are 22 % x 50 %; routed 33 % + 45 % x 30 %, or 30 %.
    """
    works = {"fortification": {"kind": "full", "level": 3, "owner": "B"}}
    state = field("B2 infantry", "B2 infantry", stages.RETREAT, fort=True, conditions=works)
    meet(state, "B2")
    odds = order_forecast(state, (verb, 0, "B3"))
    assert odds is not None
    assert shares(odds) == told
    assert odds.assumption.endswith("a tie of the contest keeps it out")
    assert ("strikes at its back" in odds.assumption) is (verb == "retreat")
    by = "the blow at its back and the walls" if verb == "retreat" else "the walls"
    assert odds.text.startswith(f"{by}: is hit")


@pytest.mark.rule("warcards:retreat.into-fort", "warcards:full.enter-contest")
@pytest.mark.parametrize(("level", "vain"), [(10, True), (8, False)])
def test_a_retreat_along_a_castle_that_no_throw_lets_in_says_so(level: int, vain: bool) -> None:
    """Levies (melee +0): 5 against 5 + 20 is more than a die makes up for, 5 against 5 + 16 is not."""
    works = {"fortification": {"kind": "full", "level": level, "owner": "B"}}
    state = field("B2 levies", "B2 infantry", stages.RETREAT, fort=True, conditions=works)
    meet(state, "B2")
    option = ("retreat", 0, "B3")
    found = RULEBOOK.view.question(state, Choice("retreat", 0, "warcards:retreat.who", [option]))
    assert bool(found.options[0].vain) is vain


@pytest.mark.rule("warcards:naval.board-target", "warcards:naval.ship-attack")
@pytest.mark.parametrize(("aboard", "answered"), [(["infantry"], False), ([], True)])
def test_men_aboard_strike_back_at_no_ship_that_carries_men(aboard: list[str], answered: bool) -> None:
    """Men whom a ship attacks may fight it themselves only where nobody else is aboard of it."""
    special = {"a": {"ship": "caravel", "aboard": aboard}, "b": {"ship": "caravel", "aboard": ["infantry"]}}
    state = field("N3 a", "N3 b", stages.MELEE_STEP, kind="sea", special=special)
    state.round = 2
    meet(state, "N3", since=1)
    man = len(state.units) - 1
    odds = attack_forecast(state, "melee", 0, f"u0-{man}")
    assert odds is not None
    assert ("is hit" in shares(odds)) is answered
    if not answered:
        assert odds.assumption == "1st Infantry of Blues cannot strike back"


@pytest.mark.rule("warcards:naval.board-start")
def test_archers_aboard_who_may_shoot_back_are_told_of() -> None:
    """Archers (missile +2, defense 12, morale +2) at archers aboard: 10 or more hits; the ship they came from shoots at no men."""
    special = {one: {"ship": "caravel", "aboard": ["archers"]} for one in "ab"}
    options = {"embarked_missiles": "true"}
    state = field("N3 a", "N3 b", stages.STATIONARY, kind="sea", special=special, options=options)
    meet(state, "N3")
    odds = attack_forecast(state, "stationary", 1, "u1-x3")
    assert odds is not None
    bonus = state.setting.cards[3].missile
    chance = 5 * (21 + bonus - state.setting.cards[1].defense)
    assert (shares(odds)["hits"], shares(odds)["is hit"]) == (chance, chance)
    assert odds.assumption == "if 1st Archers of Blues shoot back in the same step"
    ship = attack_forecast(state, "stationary", 1, "u1-x2")
    assert ship is not None
    assert ship.assumption == "1st Caravel of Blues cannot answer in this step"
