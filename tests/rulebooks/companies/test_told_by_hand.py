"""Numbers and reasons that players read, worked out by hand from the rules: odds of a script, states of companies, places left, voids, the end."""

from __future__ import annotations

import pytest
from rulebooks.companies.crowds import Leaders, crowd, write
from rulebooks.companies.musters import PLAIN, Answers, battle, hits, officer, plain

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.order import Order, write_order
from banneret.kernel.viewer import SPECTATOR
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.asking import CompanyChoice
from banneret.rulebooks.companies.exchange.buying.spending import Good, Spend
from banneret.rulebooks.companies.exchange.company_rolls import Lead, leads
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.end.ending import fall_night, finish
from banneret.rulebooks.companies.exchange.fighting.duel import DuelChoice, Duellist
from banneret.rulebooks.companies.exchange.fighting.shots import ShotChoice
from banneret.rulebooks.companies.exchange.script import script_of
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.setup.ground import carry_out, name_start
from banneret.rulebooks.companies.state import NOWHERE, POSITION, Reveal, State
from banneret.rulebooks.companies.tables.actions import ACTIONS, CHARGE, HOLD, NOTHING, RALLY, SKIRMISH
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, VERSUS
from banneret.rulebooks.companies.view.pieces import company_piece
from banneret.rulebooks.companies.view.questions import question
from banneret.rulebooks.companies.view.scene import scene
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
    names = [one.label for one in form.slots[0].choices]
    found = move.odds.against[names.index(against)]
    return f"{found.test}: {found.needs}", found.works


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


@pytest.mark.rule("companies:core.open-ended", "companies:script.skill-choice")
def test_a_lead_by_a_skill_of_magic_says_that_its_dice_are_open_ended() -> None:
    """A Skirmish by War Engineer 3 or Tactics 3, each with the other as FoRK: 4 dice, of which only those of War Engineer open at 6."""
    state = battle(officer({"War Engineer": 3, "Tactics": 3}), plain())
    efforts = [Effort(0, SKIRMISH, SKIRMISH, foe=1), Effort(1, HOLD, HOLD, foe=0)]
    asked = Lead(state, leads(state, *efforts), *efforts)
    said = {one.label: one.consequence for one in question(state, asked).options}
    assert said == {"War Engineer": "5 open-ended dice", "Tactics": "5 dice"}  # one more against a Hold


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


# ---------------------------------------------------------------- the news of a volley


def told(
    state: State, scripts: str, dice: list[int], said: dict[tuple[str, int], Order] | None = None
) -> list[str]:
    """The news of a volley of two companies, "scout hold" or "advance:island none"."""
    for company, word in zip(state.companies, scripts.split(), strict=True):
        name, _, place = word.partition(":")
        company.written = [NOTHING if name == "none" else ACTIONS.index(name)] * 3
        company.targets = [state.nodes.index(place) if place else NOWHERE] * 3
    state.stage = stages.VOLLEY
    table = Answers(dice, said or {})
    play_volley(state, table)
    table.finish()
    return [event.text for event in table.events]


@pytest.mark.rule("companies:script.void", "companies:scout.gate", "companies:charge.requirement")
@pytest.mark.parametrize(
    ("action", "scouted", "place", "why"),
    [
        ("charge", False, "island", "not scouted"),
        ("charge", False, "east-bank", "not scouted"),
        ("charge", True, "east-bank", "out of reach"),
        ("flank", False, "island", "not scouted"),
        ("skirmish", False, "east-bank", "not scouted"),
    ],
)
def test_a_void_action_is_told_with_its_reason(action: str, scouted: bool, place: str, why: str) -> None:
    state = battle(plain(), plain(), places=("west-bank", place), scouted=scouted)
    first = told(state, f"{action} none", [])[0]
    assert first == f"Exchange 1, volley 1. A: {action.title()} (void: {why}); B hesitate."


@pytest.mark.rule("companies:script.void", "companies:position.one-company", "companies:script.retarget")
def test_an_advance_that_has_nowhere_to_go_says_so() -> None:
    """Friends hold both places next to the north camp, so there is none to name."""
    places = ("north", "mound", "north-hedge", "east", "south")
    state = crowd("aaabb", places=places)
    north, hedge, mound = [state.nodes.index(name) for name in ("north", "north-hedge", "mound")]
    state.roads = tuple(
        [(hedge, mound) if node == north else roads for node, roads in enumerate(state.roads)]
    )
    for number in (1, 2):
        company = state.companies[number]
        company.holds, company.bonus = True, 1
    write(state, "advance mound 3", "none", "none", "none", "none")
    table = Leaders([], {})
    play_volley(state, table)
    assert "A1: Advance against B1 (void: nowhere to go)" in table.events[0].text


@pytest.mark.rule("companies:position.leave", "companies:dug.bonus", "companies:map.hidden")
@pytest.mark.parametrize(
    ("bonus", "dug", "option", "points"),
    [
        (3, 0, "remaining-bonus", 3),
        (1, 0, "remaining-bonus", 1),
        (2, 1, "remaining-bonus", 3),  # the bonus and the cover
        (1, 0, "full-value", 3),  # the rest of the 3 comes off the basic
        (1, 1, "full-value", 4),
    ],
)
def test_who_leaves_a_hill_is_told_what_it_costs(bonus: int, dug: int, option: str, points: int) -> None:
    state = battle(
        plain(),
        plain(),
        places=("alder-hill", "east-bank"),
        values={"alder-hill": 3},
        holds=(True, False),
        options={"position-loss": option},
    )
    state.companies[0].bonus, state.companies[0].dug = bonus, dug
    before = state.companies[0].disposition
    assert f"A leave Alder Hill and lose {points} Disposition." in told(state, "flank none", hits(1, 4))
    assert state.companies[0].disposition == before - points


@pytest.mark.rule("companies:fort.destroyed", "companies:skirmish.breach")
def test_a_hill_that_is_lost_with_its_works_is_told_with_its_points() -> None:
    """A Skirmish of War Engineer 4 against who hesitates: 2 successes at Ob 2 are one extra, 3 are two, the price of a breach."""
    state = battle(
        officer({"War Engineer": 4}),
        plain(),
        places=("west-bank", "alder-hill"),
        values={"alder-hill": 2},
        works={"alder-hill": 1},
        holds=(False, True),
    )
    news = told(state, "skirmish none", hits(3, 4), {("spend", 0): ("spend", ("breach", 1))})
    assert "B lose Alder Hill and 2 Disposition." in news
    assert state.companies[1].disposition == 6


@pytest.mark.rule("companies:force.succession")
@pytest.mark.parametrize(
    ("seconds", "who"), [((), "An officer"), (("Wat Holt",), "Wat Holt")], ids=["alone", "second"]
)
def test_who_takes_over_a_command_is_told(seconds: tuple[str, ...], who: str) -> None:
    """Carrow has a Light wound and joins the foray: Command 5 less 1, and no die of Sword 1 is left. She loses her strike by 4, and is out."""
    fighter = officer({"Command": 5, "Sword": 1})
    helpers = tuple([(0, officer({"Command": 3}, id="holt", name=name)) for name in seconds])
    state = battle(fighter, plain(), places=("west-bank", "island"), seconds=helpers)
    wound(state, 0, 2)
    said: dict[tuple[str, int], Order] = {
        ("lead", 0): ("lead", "Command", "foray"),
        ("spend", 0): ("spend", ("own-strike", 1)),
    }
    helping = len(seconds)  # Command 3: a die
    news = told(state, "charge none", [*hits(3, 4 + helping), *hits(4, 4)], said)
    assert f"{who} takes over the command of A." in news


@pytest.mark.rule("companies:spec.field-dressing", "companies:force.succession")
def test_a_commander_who_is_back_is_told() -> None:
    sergeant = ((0, officer({"Field Dressing": 4, "Oratory": 4, "Command": 4}, id="sergeant")),)
    state = battle(plain(), plain(), seconds=sergeant, places=("west-bank", "island"))
    wound(state, 0, 3)
    wound(state, 0, 3)
    state.companies[0].commander = 2
    said: dict[tuple[str, int], Order] = {("spend", 0): ("spend", ("dress-carrow", 1))}
    news = told(state, "rally hold", [*hits(2, 4), *hits(2, 4)], said)
    assert "Marshal Ysolde Carrow commands A again." in news


# ---------------------------------------------------------------- duels and the end


@pytest.mark.rule("companies:fight.withdraw")
@pytest.mark.parametrize(
    ("points", "said"),
    [
        (3, "out of the duel, at the price of 2 Disposition"),
        (2, "out of the duel, at the price of 2 Disposition, the last that are left: the battle is lost unless both break off"),
    ],
)  # fmt: skip
def test_breaking_off_with_the_last_points_says_what_it_means(points: int, said: str) -> None:
    state = battle(plain(), plain(), basic=(points, 6))
    decision = DuelChoice(state, Duellist(0, 0, "Sword"), Duellist(1, 1, "Sword"))
    option = next(
        one for one in question(state, decision).options if one.order == write_order(("break-off",))
    )
    assert option.consequence.split(";")[0] == said


@pytest.mark.rule("companies:end.time-limit", "companies:end.record")
@pytest.mark.parametrize(
    ("version", "words"),
    [(7, "A have the greater share of their Disposition"), (6, "A has the greater share of its Disposition")],
)
def test_night_falls_in_the_last_exchange_and_not_after_it(version: int, words: str) -> None:
    state = battle(plain(), plain(), basic=(6, 5))
    state.companies[1].start = 6
    state.setting.flags.version = version
    state.exchange = 11  # ten have been played
    fall_night(state)
    assert state.outcome is not None
    assert words in state.outcome.reason
    shown = scene(state, SPECTATOR)
    assert str(shown.clock) == "Exchange 10 of 10"
    assert {track.name: track.value for track in shown.tracks}["at"] == "exchange 10, volley 3"


@pytest.mark.rule("companies:contact.parley", "companies:end.record")
def test_a_battle_that_ends_by_terms_has_no_volley() -> None:
    state = battle(plain(), plain())
    finish(state, (0,), "B accept the terms of A; no blow is struck.", "companies:contact.parley")
    shown = scene(state, SPECTATOR)
    assert str(shown.clock) == "Before the battle"
    assert "at" not in {track.name for track in shown.tracks}


@pytest.mark.rule("companies:fight.house-break-off", "companies:fight.house-pass")
def test_the_odds_of_breaking_off_say_who_gets_away() -> None:
    """Speed 4 against Sword 4 loses 93 of 256 throws; with a die more against a Great Strike 130 of 512. All others get away."""
    swords = officer({"Sword": 4})
    state = battle(swords, swords)
    decision = DuelChoice(state, Duellist(0, 0, "Sword"), Duellist(1, 1, "Sword"))
    options = {option.order: option for option in question(state, decision).options}
    away, block = options["break-off"].odds, options["block"].odds
    assert away is not None
    assert block is not None
    assert away.text.split("; ") == [
        "against a Strike is hit 36 %, gets away 64 %",
        "against a Great Strike is hit 25 %, gets away 75 %",
        "against a Block gets away 100 %",
        "against breaking off gets away 100 %",
    ]
    assert block.text.split("; ")[2:] == ["against a Block nothing", "against breaking off lets go 100 %"]


@pytest.mark.rule("companies:volley.resolve-order")
def test_the_order_in_which_things_are_resolved_is_that_of_the_rules() -> None:
    """A Flank lists damage first, yet specialists come before it."""
    goods = [Good("damage", 2, 0), Good("runners", 1, 0)]
    asked = question(battle(plain(), plain()), Spend(0, 3, goods, company=0, foe=1))
    assert (
        asked.hint == "Specialists come first, then strikes, then nerve; then losses, gains, shots and duels."
    )


@pytest.mark.rule("companies:range.house-shot", "companies:range.house-answer", "companies:rally.weapon-dice")
@pytest.mark.parametrize(
    ("works", "aimed", "scratched", "bow", "said"),
    [
        (0, 0, False, 0, "4 dice against Ob 2: hits 69 %"),  # 11 of 16
        (1, 0, False, 0, "4 dice against Ob 3: hits 31 %"),  # 5 of 16
        (1, 2, False, 0, "6 dice against Ob 3: hits 66 %"),  # 42 of 64
        (0, 0, True, 0, "4 dice against Ob 3: hits 31 %"),
        (0, 0, False, 3, "4 dice against Ob 2: hits 69 %; if not out, the target answers with 3 dice against Ob 3: hits 12 %"),
    ],
)  # fmt: skip
def test_a_shot_is_offered_with_its_dice_and_its_chance(
    works: int, aimed: int, scratched: bool, bow: int, said: str
) -> None:
    archer = officer({"Bow": 4}, missile="Bow", id="archer")
    mark = officer({"Bow": bow} if bow else {}, missile="Bow" if bow else "", id="mark")
    state = battle(archer, mark, holds=(False, True), works={"east-bank": works})
    if scratched:
        wound(state, 0, 1)
    asked = ShotChoice(state, Effort(0, foe=1, aimed=aimed), [("shoot", "archer", "mark")])
    assert question(state, asked).options[0].consequence == said


@pytest.mark.rule("companies:core.artha")
def test_artha_is_offered_with_the_dice_that_it_gives() -> None:
    """Command 4, a Persona and a Deed: one die, four dice, or five."""
    state = battle(officer({"Command": 4}), plain(), options={"artha": "on"})
    state.people[0].persona = state.people[0].deeds = 1
    said: dict[str, str] = {}

    class Asked(Answers):
        """Keeps what artha is offered."""

        def ask(self, decision: Decision) -> Order:
            if decision.kind == "urge":
                said.update({one.label: one.consequence for one in question(state, decision).options})
            return super().ask(decision)

    for company, action in zip(state.companies, ("advance", "none"), strict=True):
        company.written = [ACTIONS.index(action) if action != "none" else NOTHING] * 3
        company.targets = [state.nodes.index("island")] * 3
    state.stage = stages.VOLLEY
    table = Asked([*hits(0, 4)], {})
    play_volley(state, table)
    assert said == {
        "Keep it": "nothing is spent",
        "1 Persona": "1 die more",
        "1 Deeds": "4 dice more",
        "1 Persona and 1 Deeds": "5 dice more",
    }


@pytest.mark.rule("companies:core.artha", "companies:core.open-ended")
@pytest.mark.parametrize(
    ("skill", "faces", "said"),
    [
        ("Oratory", (6, 6, 4, 1), {"Fate": "2 dice more, for the sixes", "Deeds": "1 failed die is rolled again"}),
        ("Oratory", (6, 2, 3, 1), {"Fate": "1 die more, for the six", "Deeds": "3 failed dice are rolled again"}),
        ("Doom of Strength", (4, 2, 1, 1), {"Fate": "one failed die is rolled again"}),
    ],
)  # fmt: skip
def test_fate_and_deeds_are_offered_with_what_they_change(
    skill: str, faces: tuple[int, ...], said: dict[str, str]
) -> None:
    state = battle(officer({skill: 4}), plain(), options={"artha": "on"})
    state.reveals = [Reveal(0, RALLY, RALLY, kind=INDEPENDENT, skill=skill, shade=4, faces=faces)]
    orders: list[Order] = [("keep",), ("fate",), ("deeds",), ("deeds", "fate")]
    asked = CompanyChoice("fate", state, 0, "companies:core.artha", orders)
    shown = {one.label: one.consequence for one in question(state, asked).options}
    assert {name: shown[name] for name in said} == said
    more = "then one that fails once more" if skill != "Oratory" else "and each six adds a die"
    assert shown["Deeds and Fate"].endswith(more)


@pytest.mark.rule("companies:core.unskilled-independent", "companies:core.unskilled-versus")
@pytest.mark.parametrize(
    ("kind", "option", "said"),
    [
        (INDEPENDENT, "halve-own", "5 dice at twice the obstacle"),
        (VERSUS, "halve-own", "5 dice, half of which count"),
        (VERSUS, "double-opponent", "5 dice, against which successes count twice"),
    ],
)
def test_a_charge_without_the_skill_is_offered_at_its_price(kind: int, option: str, said: str) -> None:
    state = battle(officer({"Sing": 4}), plain(), options={"unskilled-versus": option})
    effort, other = Effort(0, CHARGE, CHARGE, kind=kind, foe=1), Effort(1, RALLY, RALLY, foe=0)
    asked = Lead(state, leads(state, effort, other), effort, other)
    options = {one.label: one.consequence for one in question(state, asked).options}
    assert options["Root of Command"] == said
    assert options["Sing, in the foray"].startswith("4 dice; ")


@pytest.mark.rule("companies:position.start", "companies:position.host-raise", "companies:position.bonus")
def test_a_hill_that_is_held_is_told_with_what_it_is_worth() -> None:
    """A has won Contact and starts on a hill of 2; the host raises it to 4."""
    state = battle(plain(), plain(), places=("west-camp", "east-camp"), values={"alder-hill": 2})
    state.initiative, state.chosen = 0, POSITION
    table = Answers([], {("start", 0): ("start", "alder-hill")})
    name_start(state, table)
    assert table.events[-1].text == "A start on Alder Hill, worth 2."
    order: Order = ("raise", "alder-hill", 4)
    asked = Choice("host-raise", 1, "companies:position.host-raise", [("nothing",), order])
    said = question(state, asked).options[1].consequence
    assert said == "harder to take, and worth more to its holder; +2 Disposition for A"
    carry_out(state, table, 1, order)
    assert table.events[-1].text == "B: Alder Hill, held by A, is worth 4 now."
    assert state.companies[0].disposition == 10


@pytest.mark.rule("companies:force.more")
def test_three_companies_of_a_side_stand_in_a_row() -> None:
    rows = [
        {
            "side": side,
            "name": f"{side.title()} {number}",
            "commander": "carrow",
            "package": "human",
            "affiliation_dice": 2,
            "troops": 100,
            "objective": "Hold",
        }
        for side in ("north", "south")
        for number in (1, 2, 3)
    ]
    data = {"map": "ford", "host": "north", "companies": rows}
    plain_scenario = {"id": "six", "title": "Six", "sides": ["north", "south"], "data": data}
    scenario = RULEBOOK.read_scenario(plain_scenario, "six")
    state = RULEBOOK.new(scenario, RULEBOOK.options({}))
    assert state.setting.names == ("North 1, North 2 and North 3", "South 1, South 2 and South 3")
