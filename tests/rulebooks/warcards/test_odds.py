"""Odds: by hand, against the rules themselves played with dice, and as they are asked for in words."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet

from banneret.cli.main import main
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.lists import battle_of, names, read_army, tallied
from banneret.rulebooks.warcards.leaving.retreats import offers
from banneret.rulebooks.warcards.odds.blows import Blow, chance_to_hit, damage_parts, fate
from banneret.rulebooks.warcards.odds.command import asked
from banneret.rulebooks.warcards.odds.duel import Policy, duel_odds
from banneret.rulebooks.warcards.odds.ground import duel_state
from banneret.rulebooks.warcards.ratings.attacks import CHARGING, SNAP, STILL, STRIKE
from banneret.rulebooks.warcards.rulebook import RULEBOOK
from banneret.rulebooks.warcards.state import State

NONE = Fraction(0)


def engaged(
    first: str, second: str, when: str = "first", options: dict[str, str] | None = None, **said: str
) -> State:
    data = battle_of(read_army(first, "A"), read_army(second, "B"), said)
    return duel_state(data, RULEBOOK.options(options), when)


# ---------------------------------------------------------------- worked out by hand


@pytest.mark.rule("warcards:combat.attack-roll", "warcards:combat.natural")
def test_chances_to_hit_by_hand() -> None:
    """Knights (+6, charge +4) and pikemen (+4, defense 14): 8 or more; 4 or more; the pikes want 12 of 16."""
    state = engaged("Knights", "Pikemen")
    knights, pikemen = state.units
    assert chance_to_hit(state, Blow(knights, pikemen, STRIKE)) == Fraction(13, 20)
    assert chance_to_hit(state, Blow(knights, pikemen, CHARGING)) == Fraction(17, 20)
    assert chance_to_hit(state, Blow(pikemen, knights, STRIKE)) == Fraction(9, 20)
    knights.routed = True
    assert chance_to_hit(state, Blow(knights, pikemen, STRIKE)) == Fraction(9, 20)


@pytest.mark.rule("warcards:combat.criticals")
def test_criticals_by_hand() -> None:
    """Pikemen hit knights with 12 or more: nine faces; of these the 20 doubles, or threatens and is confirmed by nine more."""
    plain = engaged("Knights", "Pikemen")
    assert damage_parts(plain, Blow(plain.units[1], plain.units[0], STRIKE)) == (220, 180, 0)
    double = engaged("Knights", "Pikemen", options={"criticals": "natural-20-doubles"})
    assert damage_parts(double, Blow(double.units[1], double.units[0], STRIKE)) == (220, 160, 20)
    threat = engaged("Knights", "Pikemen", options={"criticals": "threat-and-confirm"})
    assert damage_parts(threat, Blow(threat.units[1], threat.units[0], STRIKE)) == (220, 171, 9)


@pytest.mark.rule("warcards:attack.simultaneous", "warcards:combat.morale-save", "warcards:pike.double")
def test_a_step_by_hand() -> None:
    """Two pike hits are doubled: knights (3 hits, morale +4 against 15: 11 or more holds) lose 2 and rout in half of the hits."""
    state = engaged("Knights", "Pikemen")
    knights, pikemen = state.units
    pikes = fate(state, knights, [Blow(pikemen, knights, STRIKE, doubled=True)])
    assert [pikes.hit, pikes.destroyed, pikes.routed] == [Fraction(9, 20), NONE, Fraction(9, 40)]
    knights.lethal = 1
    pikes = fate(state, knights, [Blow(pikemen, knights, STRIKE, doubled=True)])
    assert [pikes.destroyed, pikes.routed] == [Fraction(9, 20), NONE]
    pikemen.lethal = 1  # of three
    both = fate(state, pikemen, [Blow(knights, pikemen, STRIKE), Blow(knights, pikemen, STRIKE)])
    assert both.destroyed == Fraction(13, 20) ** 2
    assert both.routed == 2 * Fraction(13, 20) * Fraction(7, 20) * Fraction(12, 20)  # morale +2 wants 13


@pytest.mark.rule("warcards:combat.subdued", "warcards:combat.subdual")
def test_subduing_by_hand() -> None:
    state = engaged("Knights", "Pikemen", "later")
    knights, pikemen = state.units
    pikemen.lethal, pikemen.subdual = 1, 2
    subdue = fate(state, pikemen, [Blow(knights, pikemen, STRIKE, subdue=True)])
    assert [subdue.captured, subdue.destroyed] == [Fraction(13, 20), NONE]


@pytest.mark.rule("warcards:rally.save", "warcards:retreat.opportunity", "warcards:melee.who")
def test_a_duel_by_hand() -> None:
    """Scouts of one hit that rout nobody they do not destroy: all hangs on who hits first.

    Scouts (+0) want 12 of scouts' defense: 9 of 20 faces. The first round with a hit ends it: 9/20 x 11/20 each alone,
    81/400 both, 121/400 another round.
    """
    state = engaged("Scouts", "Scouts", "later")
    odds = duel_odds(state, 0, 1)
    alone = Fraction(9 * 11, 400 - 121)
    assert odds.attacker == odds.defender == alone
    assert odds.neither == Fraction(81, 279)
    assert odds.rout == (NONE, NONE)
    assert odds.rounds == Fraction(400, 279)
    assert odds.damage == (Fraction(180, 279), Fraction(180, 279))


@pytest.mark.rule("warcards:rally.save", "warcards:retreat.opportunity", "warcards:retreat.routed-must")
def test_a_duel_with_flight_by_hand() -> None:
    """Levies (+0, defense 10, morale +0, 2 of 3 hits left) against scouts (+0, defense 12, 1 hit), engaged for a round.

    Levies hit with 12 or more (9/20) and end it; scouts hit with 10 or more (11/20): the levies hold their save against 15
    in 6 of 20, rally in 6 of 20; at their backs the scouts shoot (+3, 14/20), and destroy them.
    """
    hit, back, shot = Fraction(9, 20), Fraction(11, 20), Fraction(14, 20)
    fails = Fraction(14, 20)
    # both fresh; x: chance to get to one hit left without rout or after a rally, in a round that the scouts outlive
    stay = (1 - hit) * (1 - back)
    broken = (1 - hit) * back * fails * fails
    on = (1 - hit) * back * (1 - fails * fails)
    fresh = 1 / (1 - stay)
    hurt = 1 / (1 - stay)
    levies = fresh * (hit + on * hurt * hit * (1 - back))
    both = fresh * on * hurt * hit * back
    fled = fresh * broken * (1 - shot)
    state = engaged("Levies", "Scouts", "later")
    state.units[0].lethal = 1
    odds = duel_odds(state, 0, 1)
    assert odds.attacker == levies
    assert odds.neither == both
    assert odds.rout == (fled, NONE)
    assert odds.defender == 1 - levies - both
    assert odds.rounds == fresh + fresh * on * hurt


# ---------------------------------------------------------------- against the rules themselves


class Fighters(Table):
    """Both sides fight as the odds take them to; dice of a seed."""

    def __init__(self, chance: Chance, policy: Policy) -> None:
        self.telling = False
        self.chance = chance
        self.policy = policy
        self.state: Any = None

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        return self.chance.die(faces)

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        return [self.ask(decision) for decision in decisions]

    def ask(self, decision: Decision) -> Order:
        if decision.kind == "first":
            return ("first", "self" if decision.side == 0 else "other")
        if decision.kind == "stationary":
            return self._last_shot(decision)
        if decision.kind == "charge":
            words = max(decision.orders(), key=len)[1:]
            return ("charge", *[word for word in words if self.policy.charge or word[0] == "p"])
        if decision.kind == "opportunity":
            unit, other = self._pair(decision.side)
            chances = {"melee": STRIKE, "missile": SNAP}
            best = [
                (chance_to_hit(self.state, Blow(unit, other, chances[o[0]])), o[0] == "melee", o)
                for o in decision.orders()
                if o[0] in chances
            ]
            return max(best)[2]
        if decision.kind == "melee":
            return next(order for order in decision.orders() if len(order) > 1 and order[1].startswith("u"))
        return decision.default()

    def _pair(self, side: int) -> Any:
        return self.state.units[side], self.state.units[1 - side]

    def _last_shot(self, decision: Decision) -> Order:
        unit, other = self._pair(decision.side)
        from banneret.rulebooks.warcards.ratings.abilities import may_charge

        instead = CHARGING if self.policy.charge and may_charge(self.state, unit) else STRIKE
        shoots = self.policy.last_shot == "always" or (
            self.policy.last_shot == "best"
            and chance_to_hit(self.state, Blow(unit, other, STILL))
            >= chance_to_hit(self.state, Blow(unit, other, instead))
        )
        own = f"u{unit.id}-{'B3' if self.state.fort else 'N3'}"
        return ("fire", own) if shoots else ("fire",)


def fought(state: State, table: Fighters) -> tuple[str, int, int, int, int, int]:
    """One duel by the rules: who has the area, its rounds, the hits lost, the units driven off."""
    table.state = state
    rounds = 0
    first, second = state.units
    while first.place >= 0 and first.place == second.place:
        rounds += state.stage == stages.MELEE_STEP
        RULEBOOK.step(state, table)
        if not (first.place >= 0 and first.place == second.place):
            break
    if state.stage == stages.MELEE_STEP or rounds == 0:
        rounds += 1  # it ended before the step in which its round is counted
    lost = [unit.place == st.DESTROYED for unit in state.units]
    fled = [unit.routed and unit.left and unit.place != st.DESTROYED for unit in state.units]
    out = [lost[who] or fled[who] for who in (0, 1)]
    winner = "neither" if all(out) else "defender" if out[0] else "attacker"
    cards = state.setting.cards
    hits = [min(unit.lethal, cards[unit.id].hits) for unit in state.units]
    return winner, rounds, hits[0], hits[1], fled[0], fled[1]


PAIRS: list[tuple[str, str, str, dict[str, str], dict[str, str]]] = [
    ("Knights", "Pikemen", "first", {}, {}),
    ("Knights", "Pikemen", "later", {}, {}),
    ("Knights", "Pikemen", "first", {}, {"pikes-before-charge": "true"}),
    ("Knights", "Archers", "first", {}, {}),
    ("Cavalry", "Elf archers", "first", {"terrain": "hills"}, {}),
    ("Infantry", "Cavalry", "first", {}, {}),
    ("Goblin wolf riders", "Knights", "first", {"weather": "inclement"}, {}),
    ("Levies", "Goblin levies", "later", {}, {}),
    ("Levies", "Scouts", "first", {"visibility": "night"}, {}),
    ("Orog guard", "Dwarf guard", "first", {"terrain": "mountain"}, {}),
    ("Elite infantry", "Knights", "first", {"terrain": "swamp"}, {}),
    ("Dwarf infantry", "Elf elite infantry", "first", {"terrain": "forest"}, {}),
    ("Artillerists", "Irregulars", "first", {}, {"criticals": "threat-and-confirm"}),
    ("Irregulars", "Artillerists", "first", {}, {"criticals": "natural-20-doubles"}),
    ("Orog pikemen", "Goblin infantry", "first", {"weather": "storm"}, {}),
    (
        "veteran Orog infantry + berserk",
        "Infantry (elite) + toughened + pike",
        "first",
        {},
        {"rout-dc": "12"},
    ),
    ("Infantry", "Archers", "first", {"fort": "limited"}, {}),
    ("Elite infantry", "Infantry", "later", {"fort": "2"}, {}),
    ("Galleon", "Longship", "first", {}, {}),
    ("Cog", "Caravel", "later", {"terrain": "shallow-water"}, {}),
]


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_duels_agree_with_the_rules(number: int) -> None:
    """Frequencies of duels played by the rules lie within three standard errors of the exact chances."""
    first, second, when, said, options = PAIRS[number]
    policy = Policy(charge=number % 7 != 6, last_shot=("best", "always", "best", "never")[number % 4])
    start = engaged(first, second, when, options, **said)
    odds = duel_odds(start, 0, 1, policy)
    assert sum(odds.ends.values()) == 1
    chance = Chance(40 + number)
    games = 800
    seen = [fought(start.copy(), Fighters(chance, policy)) for _ in range(games)]
    for winner, exact in (
        ("attacker", odds.attacker),
        ("defender", odds.defender),
        ("neither", odds.neither),
    ):
        close(sum(one[0] == winner for one in seen), float(exact), games, f"{winner} wins")
    close(sum(one[4] for one in seen), float(odds.rout[0]), games, "attacker driven off")
    close(sum(one[5] for one in seen), float(odds.rout[1]), games, "defender driven off")
    near([one[1] for one in seen], float(odds.rounds), "rounds")
    near([one[2] for one in seen], float(odds.damage[0]), "hits of the attacker")
    near([one[3] for one in seen], float(odds.damage[1]), "hits of the defender")


@pytest.mark.parametrize("options", [{}, {"save-per-hit": "true"}, {"criticals": "natural-20-doubles"}])
@pytest.mark.parametrize("subdue", [False, True])
def test_one_step_agrees_with_the_rules(options: dict[str, str], subdue: bool) -> None:
    """Two volleys and their saves, or blows to subdue, played by the rules."""
    stage = stages.MELEE_STEP if subdue else stages.STATIONARY
    start = field(
        "A3 archers, N2 orog-archers, N3 infantry", "N3 pikemen, N4 infantry", stage, options=options
    )
    meet(start, "N3", since=0)
    target = start.units[3]
    target.lethal = 1
    target.subdual = 1
    if subdue:
        word, order = "melee", ("melee", "s2")
        blows = [Blow(start.units[2], target, STRIKE, subdue=True)]
    else:
        word, order = "fire", ("fire", "u0-N3", "u1-N3")
        blows = [Blow(start.units[number], target, STILL, penalty=-2) for number in (0, 1)]
    exact = fate(start, target, blows)
    chance = Chance(11)
    counts = [0, 0, 0, 0]
    for _ in range(1500):
        state = start.copy()
        RULEBOOK.step(state, Volley(chance, [order, (word,)]))
        unit = state.units[3]
        counts[0] += unit.lethal + unit.subdual > 2
        counts[1] += unit.place == st.DESTROYED
        counts[2] += unit.place == st.CAPTIVE
        counts[3] += unit.place >= 0 and unit.routed
    wanted = (exact.hit, exact.destroyed, exact.captured, exact.routed)
    for count, one, what in zip(counts, wanted, ("hit", "destroyed", "captured", "routed"), strict=True):
        close(count, float(one), 1500, what)


class Volley(Table):
    """Orders in turn, dice of a seed."""

    def __init__(self, chance: Chance, orders: list[Order]) -> None:
        self.telling = False
        self.chance = chance
        self.script = orders

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        return self.chance.die(faces)

    def ask(self, decision: Decision) -> Order:
        order = self.script[decision.side]
        assert decision.check(order) is None
        return order


def close(count: int, chance: float, games: int, what: str) -> None:
    error = sqrt(chance * (1 - chance) / games)
    assert abs(count / games - chance) <= 3 * error, (
        f"{what}: {count / games} of {chance} ({error} a standard error)"
    )


def near(values: list[int], mean: float, what: str) -> None:
    found = sum(values) / len(values)
    spread = sum((value - found) ** 2 for value in values) / (len(values) - 1)
    assert abs(found - mean) <= 3 * sqrt(spread / len(values)), f"{what}: {found} of {mean}"


# ---------------------------------------------------------------- as they are asked for


def test_the_keys_are_those_of_other_rulebooks_and_rout() -> None:
    found = asked(RULEBOOK, "Knights", "Pikemen", {"terrain": "hills"}).to_json()
    wanted = {
        "exact",
        "method",
        "attacker",
        "defender",
        "neither",
        "expected_losses",
        "expected_rounds",
        "losses",
    }
    assert wanted | {"decimal", "attackers", "defenders", "max_rounds", "terrain", "options", "rout"} <= set(
        found
    )
    assert found["exact"] is True
    assert found["terrain"] == "hills"
    chances = [Fraction(found[name]) for name in ("attacker", "defender", "neither")]
    assert sum(chances) == 1
    assert [Fraction(part) for part in found["losses"]["attacker"]] == [
        1 - Fraction(found["expected_losses"]["attacker"]),
        Fraction(found["expected_losses"]["attacker"]),
    ]
    assert found["decimal"]["rout"]["defender"] == float(Fraction(found["rout"]["defender"]))


def test_one_attack_and_one_step_stand_beside_the_duel() -> None:
    """Knights come upon archers: +10 charging against 12, +6 hand to hand; the archers shoot at +4, or strike at +2, against 16."""
    found = asked(RULEBOOK, "Knights", "Archers", {}).to_json()
    assert found["attacks"] == {
        "attacker": {"melee": "3/4", "charge": "19/20"},
        "defender": {"melee": "7/20", "last_shot": "9/20"},
    }
    assert found["step"]["defender"] == {
        "hit": "3/4",
        "destroyed": "0/1",
        "routed": "9/20",
    }  # 13 or more holds
    assert found["step"]["attacker"] == {"hit": "7/20", "destroyed": "0/1", "routed": "7/40"}
    later = asked(RULEBOOK, "Knights", "Archers", {"round": "later"}).to_json()
    assert later["attacks"] == {"attacker": {"melee": "3/4"}, "defender": {"melee": "7/20"}}


def test_terrain_and_round_matter() -> None:
    def wins(**flags: str) -> Fraction:
        return Fraction(asked(RULEBOOK, "Knights", "Infantry", flags).to_json()["attacker"])

    assert wins() > wins(round="later") > wins(terrain="swamp")
    assert wins() > wins(charge="no") == wins(terrain="forest")


@pytest.mark.rule("warcards:weather.abnormal-who", "warcards:weather.inclement-abnormal")
@pytest.mark.parametrize(
    ("affected", "hits"),
    [("both", ("9/20", "9/20")), ("attacker", ("9/20", "11/20")), ("defender", ("11/20", "9/20")), ("neither", ("11/20", "11/20"))],
)  # fmt: skip
def test_whom_bad_weather_troubles_is_said_and_chosen(affected: str, hits: tuple[str, str]) -> None:
    """Infantry and pikemen, both of melee 4 and defense 14, with -2 where they are affected."""
    for weather in ("abnormal", "inclement"):
        found = asked(RULEBOOK, "Infantry", "Pikemen", {"weather": weather, "affected": affected})
        told = found.to_json()
        assert tuple(told["attacks"][side]["melee"] for side in ("attacker", "defender")) == hits
        assert told["affected"] == affected
        assert f"weather {weather} ({affected} affected)" in str(found)
    assert "affected" not in asked(RULEBOOK, "Infantry", "Pikemen", {"affected": affected}).to_json()


def test_armies_are_fought_out() -> None:
    flags = {"games": "6", "seed": "3"}
    found = asked(RULEBOOK, "2 Knights", "3 Infantry", flags).to_json()
    assert found["exact"] is False
    assert found["method"] == "simulation"
    assert found["games"] == 6
    assert set(found) > {"interval", "seed", "rout"}
    assert found == asked(RULEBOOK, "2 Knights", "3 Infantry", flags).to_json()
    low, high = found["interval"]["attacker"]
    assert low <= found["attacker"] <= high
    assert "Simulated: 6 battles, seed 3" in str(asked(RULEBOOK, "2 Knights", "3 Infantry", flags))


@pytest.mark.parametrize(
    ("first", "second", "flags", "says"),
    [
        ("Knigts", "Pikemen", {}, "there is no unit or ship 'Knigts'; did you mean 'Knights'?"),
        ("Knights", "", {}, "defender: no units"),
        ("Knights,", "Pikemen", {}, "a unit is missing"),
        ("0 Knights", "Pikemen", {}, "0 units of a kind"),
        ("61 Knights", "Pikemen", {}, "from 1 to 60"),
        ("40 Knights, 40 Scouts", "Pikemen", {}, "more than 60 units"),
        ("Knights", "Pikemen", {"terrain": "hils"}, "terrain cannot be 'hils'; did you mean 'hills'?"),
        ("Knights", "Pikemen", {"terrain": "deep-water"}, "terrain cannot be 'deep-water'"),
        ("Knights", "Pikemen", {"round": "last"}, "round cannot be 'last'"),
        ("Knights", "Pikemen", {"weather": "major-storm"}, "weather cannot be 'major-storm'"),
        ("Knights", "Pikemen", {"visibility": "dusk"}, "visibility cannot be 'dusk'"),
        ("Knights", "Pikemen", {"fort": "11"}, "fort cannot be '11'"),
        ("Knights", "Pikemen", {"fort": "3"}, "Knights cannot ride into a castle"),
        ("Galleon", "Cog", {"fort": "limited"}, "no fortifications at sea"),
        (
            "Knights",
            "Pikemen",
            {"terain": "hills"},
            "no assumption 'terain' to choose; did you mean 'terrain'?",
        ),
        ("Knights", "Pikemen", {"rout-dc": "13"}, "option rout-dc cannot be '13'"),
        ("Knights", "Pikemen", {"games": "-1"}, "games cannot be '-1'"),
        ("2 Knights", "Pikemen", {"round": "later"}, "round is for a duel"),
        ("Knights", "Galleon", {}, "ships and army units do not meet"),
        ("Knights, Galleon", "Pikemen", {}, "ships and army units do not fight in one list"),
        ("veteran Knights + toughend", "Pikemen", {}, "did you mean 'toughened'?"),
        ("veteran Galleon", "Cog", {}, "ships have no experience"),
        ("Knights + toughened", "Pikemen", {}, "a regular unit has at most 0 trainings"),
        ("veteran Knights + pike", "Pikemen", {}, "only units on foot"),
        ("K" * 5000, "Pikemen", {}, "a list of 5,000 characters"),
    ],
)
def test_errors_are_for_people(first: str, second: str, flags: dict[str, str], says: str) -> None:
    with pytest.raises(BadInput) as caught:
        asked(RULEBOOK, first, second, flags)
    assert says in str(caught.value)


@pytest.mark.long
def test_every_unit_meets_every_other() -> None:
    """The chances add up whoever meets; whoever flees has a way to go."""
    units = [name for name in names() if not read_army(name, "here")[0].card.ship]
    assert len(units) == 38
    for first in units[::3]:
        for second in units[::2]:
            start = engaged(first, second, options={"criticals": "threat-and-confirm"})
            odds = duel_odds(start, 0, 1)
            assert odds.attacker + odds.defender + odds.neither == 1
    later = engaged("Knights", "Pikemen", "later")
    for unit in later.units:
        unit.routed = True
        assert offers(later, unit)


def test_a_matchup_is_a_scenario() -> None:
    scenario = RULEBOOK.odds.matchup("2 Knights, veteran Archers + toughened", "5 pikemen")
    state = RULEBOOK.new(scenario, RULEBOOK.options())
    assert [card.name for card in state.setting.cards] == ["Knights", "Knights", "Archers", *["Pikemen"] * 5]
    assert state.setting.cards[2].hits == 3
    assert RULEBOOK.odds.matchup("2 Galleons", "Cog").data["kind"] == "sea"
    assert tallied(read_army("Archers, 2 Knights, Archers", "here")) == "2 Archers, 2 Knights"


def test_elite_infantry_is_a_unit_and_elite_an_experience() -> None:
    words = "Elite infantry, Infantry (elite), elite Archers + toughened, crack Elite infantry"
    army = read_army(words, "here")
    assert [entry.card.kind for entry in army] == ["elite-infantry", "infantry", "archers", "elite-infantry"]
    assert [entry.experience for entry in army] == ["regular", "elite", "elite", "crack"]
    assert read_army(tallied(army), "here") == army
    muster = RULEBOOK.muster
    assert muster is not None
    short = muster.short(muster.listed(words))
    assert read_army(short, "here") == army, short


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["odds", "warcards", "Knights", "Pikemen", "--terrain", "hills", "--round", "later", "--json"])
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert found == asked(RULEBOOK, "Knights", "Pikemen", {"terrain": "hills", "round": "later"}).to_json()
    assert main(["odds", "warcards", "Knights", "Pikemen"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Knights attack Pikemen\nThe attacker has just come in; open, weather normal")
    assert "driven off" in text
    assert main(["odds", "warcards", "Knights", "Pikemen", "--terrain", "hils"]) == 2
    assert "did you mean 'hills'?" in capsys.readouterr().err
    assert main(["odds", "stacks", "Dwarves", "Goblins", "--round", "later"]) == 2
    assert "no assumption 'round'" in capsys.readouterr().err
