"""What few battles see, worked out from the printed rules and the catalogue before it was played: duels and shots in all their cases, artha, naval
battles, circles and specialists, alliances, nightfall and compromise, and what a campaign takes over. A die of 4 succeeds, one of 1 does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulebooks.companies.crowds import Leaders, crowd
from rulebooks.companies.crowds import volley as crowd_volley
from rulebooks.companies.musters import PLAIN, Answers, battle, force, hits, officer, plain, volley
from rulebooks.companies.test_campaign import changed
from rulebooks.companies.test_duel import BARE, archer, duel, fighter, shot, wounds
from rulebooks.companies.test_edges import NEAR, field, spend

from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.army.campaign import next_battle
from banneret.rulebooks.companies.exchange.buying.purchases import cast, dress
from banneret.rulebooks.companies.exchange.buying.spending import goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.end.conceding import CONCEDE
from banneret.rulebooks.companies.exchange.end.ending import end_volley, fall_night, finish, recover
from banneret.rulebooks.companies.exchange.end.results import compromise, objectives_met, result_of
from banneret.rulebooks.companies.exchange.fighting.duel import Duellist, fight_duel, resolve
from banneret.rulebooks.companies.exchange.fighting.shots import FIGHT, SHOOT, fight_in_person
from banneret.rulebooks.companies.exchange.tie_breakers import breaker_pool
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.setup.bonuses import bonuses
from banneret.rulebooks.companies.setup.camp import make_camp
from banneret.rulebooks.companies.setup.contact import contact_pool, make_contact
from banneret.rulebooks.companies.setup.host import host_of, name_host
from banneret.rulebooks.companies.state import BONUS, NOBODY, State
from banneret.rulebooks.companies.tables.actions import ADVANCE, CHARGE, FLANK, HOLD, SCOUT, WITHDRAW, actions
from banneret.testing import Script

Said = dict[tuple[str, int], Order]
Cell = tuple[int, int, int, int]

# ---------------------------------------------------------------- a pass of a duel


@pytest.mark.rule(
    "companies:fight.house-rolls", "companies:fight.house-break-off", "companies:fight.house-pass"
)
@pytest.mark.parametrize(
    ("moves", "dice", "hurt", "ahead", "away"),
    [
        # Strike against Strike: the margin, or one each.
        (("strike", "strike"), [*hits(3, 4), *hits(1, 4)], (0, 2), (0, 0), (0, 0)),
        (("strike", "strike"), [*hits(0, 4), *hits(0, 4)], (1, 1), (0, 0), (0, 0)),
        # Strike has a die more against a Great Strike, whose hits are one more.
        (("strike", "great-strike"), [*hits(4, 5), *hits(1, 4)], (0, 3), (0, 0), (0, 0)),
        (("strike", "great-strike"), [*hits(2, 5), *hits(3, 4)], (2, 0), (0, 0), (0, 0)),
        (("strike", "great-strike"), [*hits(3, 5), *hits(3, 4)], (2, 1), (0, 0), (0, 0)),
        (("great-strike", "strike"), [*hits(0, 4), *hits(0, 5)], (1, 2), (0, 0), (0, 0)),
        # Great Strikes.
        (("great-strike", "great-strike"), [*hits(3, 4), *hits(1, 4)], (0, 3), (0, 0), (0, 0)),
        (("great-strike", "great-strike"), [*hits(2, 4), *hits(2, 4)], (2, 2), (0, 0), (0, 0)),
        # Blocks: a die more against a Strike, none against a Great Strike; a tie stops both.
        (("strike", "block"), [*hits(1, 4), *hits(2, 5)], (0, 0), (0, 1), (0, 0)),
        (("strike", "block"), [*hits(4, 4), *hits(1, 5)], (0, 3), (0, 0), (0, 0)),
        (("block", "strike"), [*hits(1, 4), *hits(2, 5)], (0, 0), (1, 0), (0, 0)),
        (("great-strike", "block"), [*hits(2, 4), *hits(2, 4)], (0, 0), (0, 0), (0, 0)),
        (("great-strike", "block"), [*hits(1, 4), *hits(3, 4)], (0, 0), (0, 2), (0, 0)),
        (("great-strike", "block"), [*hits(4, 4), *hits(2, 4)], (0, 3), (0, 0), (0, 0)),
        (("block", "block"), [], (0, 0), (0, 0), (0, 0)),
        # Breaking off: Speed 4, a die more against a Great Strike; a tie gets away.
        (("break-off", "block"), [], (0, 0), (0, 0), (1, 0)),
        (("break-off", "break-off"), [], (0, 0), (0, 0), (1, 1)),
        (("break-off", "strike"), [*hits(2, 4), *hits(2, 4)], (0, 0), (0, 0), (1, 0)),
        (("break-off", "strike"), [*hits(1, 4), *hits(3, 4)], (2, 0), (0, 0), (0, 0)),
        (("break-off", "great-strike"), [*hits(1, 5), *hits(3, 4)], (3, 0), (0, 0), (0, 0)),
        (("great-strike", "break-off"), [*hits(4, 5), *hits(4, 4)], (0, 0), (0, 0), (0, 1)),
        # One who stands and drools: all successes of a Strike, one more of a Great Strike that succeeds.
        (("strike", ""), hits(3, 4), (0, 3), (0, 0), (0, 0)),
        (("strike", ""), hits(0, 4), (0, 0), (0, 0), (0, 0)),
        (("", "great-strike"), hits(1, 4), (2, 0), (0, 0), (0, 0)),
        (("", "great-strike"), hits(0, 4), (0, 0), (0, 0), (0, 0)),
        (("break-off", ""), [], (0, 0), (0, 0), (1, 0)),
        (("block", ""), [], (0, 0), (0, 0), (0, 0)),
    ],
)  # fmt: skip
def test_a_pass(
    moves: tuple[str, str],
    dice: list[int],
    hurt: tuple[int, int],
    ahead: tuple[int, int],
    away: tuple[int, int],
) -> None:
    state = battle(fighter(), fighter())
    pair = [Duellist(number, number, "Sword", move=move) for number, move in enumerate(moves)]
    table = Script(dice)
    resolve(state, table, pair)
    table.finish()
    assert tuple([one.hit for one in pair]) == hurt
    assert tuple([one.ahead for one in pair]) == ahead
    assert tuple([int(one.away) for one in pair]) == away


@pytest.mark.rule("companies:fight.house-rolls", "companies:core.wounds", "companies:core.superficial")
def test_what_is_brought_into_a_pass() -> None:
    # Two dice won against a Great Strike; a Light wound takes one die, a Superficial one a success.
    state = battle(fighter(), fighter())
    wound(state, 0, 2)
    wound(state, 1, 1)
    pair = [Duellist(0, 0, "Sword", ahead=2, move="strike"), Duellist(1, 1, "Sword", move="strike")]
    table = Script([*hits(2, 5), *hits(3, 4)])
    resolve(state, table, pair)
    table.finish()
    assert [one.hit for one in pair] == [1, 1]  # 2 to 3 less 1
    assert [one.ahead for one in pair] == [0, 0]


# ---------------------------------------------------------------- the end of a duel


@pytest.mark.rule("companies:fight.withdraw", "companies:disp.loss", "companies:position.damage")
def test_breaking_away_from_a_hill_costs_its_bonus_first() -> None:
    # Dug in 1, bonus 1, basic 3: two points less are basic 3, and the hill is lost. The other has 8 of 6.
    state = battle(fighter(), fighter(), basic=(3, 6), holds=(True, False), values={"west-bank": 1})
    state.companies[0].dug = 1
    duel([], ("break-off", "block"), state=state)
    first, second = state.companies
    assert (first.dug, first.bonus, first.holds, first.basic, second.basic) == (0, 0, False, 3, 8)
    assert state.outcome is None


@pytest.mark.rule("companies:fight.win", "companies:end.compromise")
def test_the_winner_of_a_duel_still_owes_for_what_was_lost_before() -> None:
    # A at 2 of 8 wins against B at 7: a quarter is left, a major compromise.
    state = battle(fighter(), fighter(), basic=(8, 8))
    state.companies[0].basic, state.companies[1].basic = 2, 7
    duel([*hits(4, 4), *hits(0, 4)], ("strike", "strike"), nerve=("beg",), state=state)
    result = result_of(state)
    assert result is not None
    assert (result.winner, result.reason, result.level, result.left) == ("A", "duel", "major", (2, 7))


@pytest.mark.rule("companies:fight.house-end", "companies:core.incapacitated")
def test_wounds_add_up_over_passes() -> None:
    # Lowest stat 4. Two Midi wounds of 2 dice each: out after the second. Both times 3 to 0; steel of nine dice stands firm.
    state = battle(fighter(), fighter(steel=9))
    dice = [*hits(3, 4), *hits(0, 4), *hits(7, 7), *hits(3, 4), *hits(0, 2)]
    duel(dice, ("strike", "strike"), ("strike", "strike"), state=state)
    assert wounds(state) == [[], [3, 3]]
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


@pytest.mark.rule("companies:fight.house-hit", "companies:core.wounds")
@pytest.mark.parametrize(("stopped", "step"), [(0, [6]), (1, [6]), (3, [4]), (7, [])])
def test_a_great_blow_and_armour(stopped: int, step: list[int]) -> None:
    # Six successes against none, and one more of a Great Strike: 7, less what heavy mail 4 and heater 3 stop. A Severe wound leaves nine dice of Steel.
    mailed = officer({"Sword": 4, "Command": 4}, armour="heavy-mail", shield="heater", steel=12)
    nerve = hits(5, 9) if stopped == 3 else []
    state = battle(officer({"Sword": 6, "Command": 4}, **BARE), mailed)
    duel([*hits(6, 6), *hits(0, 4), *hits(stopped, 7), *nerve], ("great-strike", "great-strike"), state=state)
    assert wounds(state)[1] == step


@pytest.mark.rule("companies:fight.house-steel", "companies:fight.withdraw")
@pytest.mark.parametrize(("points", "preset"), [(3, ("run",)), (2, ("stand",))])
def test_who_loses_nerve_runs_by_default_with_more_than_two(points: int, preset: Order) -> None:
    state = battle(fighter(), fighter(), basic=(6, points))
    asked: list[Order] = []

    class Watching(Answers):
        def ask(self, decision: Any) -> Order:
            if decision.kind == "nerve":
                asked.append(decision.default())
            if decision.kind == "duel":
                return ("strike",)
            return super().ask(decision)

    table = Watching([*hits(2, 4), *hits(0, 4), *([*hits(1, 4)] * 1), *hits(0, 4)], {("nerve", 1): ("beg",)})
    fight_duel(state, table)
    assert asked == [preset]


@pytest.mark.rule("companies:fight.both", "companies:fight.token")
def test_who_is_drawn_into_a_duel_spends_nothing() -> None:
    state = battle(fighter(), fighter())
    table = Script([], [("break-off",), ("break-off",)])
    fight_in_person(state, table, [Effort(0, foe=1, bought={FIGHT: 1}), Effort(1, foe=0)])
    table.finish()
    assert state.tokens == [0, 1]


@pytest.mark.rule("companies:volley.resolve-order", "companies:fight.who", "companies:range.after")
def test_shots_come_before_duels() -> None:
    # A's second shoots B's commander dead: four successes at Ob 2 hit for 3, and a Midi wound is one too many. The duel is not fought.
    piers = archer(id="piers")
    state = battle(fighter(id="one"), fighter(id="two"), seconds=((0, piers),))
    wound(state, 1, 3)
    state.tokens = [2, 2]
    table = Script(hits(4, 4), [("shoot", "piers", "two")])
    fight_in_person(state, table, [Effort(0, foe=1, bought={FIGHT: 1, SHOOT: 1}), Effort(1, foe=0)])
    table.finish()
    assert (state.people[1].out, state.tokens, state.outcome) == (True, [1, 2], None)


# ---------------------------------------------------------------- shots


@pytest.mark.rule("companies:range.house-shot", "companies:range.house-answer", "companies:core.wounds")
def test_who_is_hit_shoots_back_with_fewer_dice_at_the_works_of_the_shooter() -> None:
    # 3 at Ob 2 hit for 2: a Light wound, and nerve holds with 7 of 7 dice. Then three dice at Ob 3 + 1: even 3 miss.
    state = battle(archer(), archer(steel=8), holds=(True, False), works={"west-bank": 1})
    shot(state, [*hits(3, 4), *hits(7, 7), *hits(3, 3)], ("shoot", "carrow", "carrow"))
    assert wounds(state) == [[], [2]]


@pytest.mark.rule("companies:range.house-answer", "companies:core.incapacitated")
def test_who_is_shot_down_does_not_answer() -> None:
    # A Midi wound before leaves two dice; another is one too many.
    state = battle(archer(), archer())
    wound(state, 1, 3)
    shot(state, hits(4, 4), ("shoot", "carrow", "carrow"))
    assert (wounds(state)[1], state.people[1].out) == ([3, 3], True)


@pytest.mark.rule("companies:range.house-answer", "companies:steel.effect")
def test_a_second_who_is_hit_costs_the_company_no_nerve() -> None:
    state = battle(archer(), fighter(), seconds=((1, fighter(id="holt")),))
    shot(state, hits(3, 4), ("shoot", "carrow", "holt"))
    assert state.people[2].wounds == [2]
    assert state.companies[1].hesitates != state.now + 1


# ---------------------------------------------------------------- artha


def rich(fate: int = 0, persona: int = 0, deeds: int = 0, skills: dict[str, int] | None = None) -> State:
    """A commander with points, by the option, on the west bank."""
    state = battle(
        officer(skills or {"Command": 4, "Tactics": 4}), plain(), options={"artha": "on"}, places=NEAR
    )
    person = state.people[0]
    person.fate, person.persona, person.deeds = fate, persona, deeds
    return state


@pytest.mark.rule("companies:core.artha", "companies:core.open-ended")
def test_fate_adds_for_sixes_among_the_added_too() -> None:
    # 6 1 1 1, Fate: 6, then 6, then 2: three successes. Ob 1 + 1: an Advance on the island with one over.
    state = rich(fate=1)
    effort, _ = volley(state, "advance island", "none", [6, 1, 1, 1, 6, 6, 2], {("fate", 0): ("fate",)})
    assert (effort.successes, effort.taken, effort.extra) == (3, True, 1)


@pytest.mark.rule("companies:core.artha")
@pytest.mark.parametrize("faces", [[5, 5, 1, 1], [1, 1, 1, 1]])
def test_fate_is_not_asked_for_without_a_six(faces: list[int]) -> None:
    state = rich(fate=2)
    effort, _ = volley(state, "advance island", "none", faces)
    assert (state.people[0].fate, effort.successes) == (2, faces.count(5))


@pytest.mark.rule("companies:core.artha")
def test_two_deeds_in_a_test_one_before_and_one_after() -> None:
    # Command 4 and 4 more: 8 dice with 2; the six that failed are rolled again with 3.
    state = rich(deeds=3)
    said: Said = {("urge", 0): ("urge", 0, 1), ("fate", 0): ("deeds",)}
    effort, _ = volley(state, "advance island", "none", [*hits(2, 8), *hits(3, 6)], said)
    assert (effort.successes, state.people[0].deeds) == (5, 1)


@pytest.mark.rule("companies:core.artha", "companies:core.raise-in-versus")
def test_persona_is_spent_before_what_a_wound_takes_off() -> None:
    # Command 4, 3 Persona, a Superficial wound: 7 dice, 4 successes count 3 against 2: the island of 1, none over.
    state = rich(persona=3)
    wound(state, 0, 1)
    said: Said = {("urge", 0): ("urge", 3, 0)}
    effort, _ = volley(state, "advance island", "scout", [*hits(4, 7), *hits(2, 4)], said)
    assert (effort.count, effort.taken, effort.extra) == (3, True, 0)


@pytest.mark.rule("companies:core.artha", "companies:core.wounds")
@pytest.mark.parametrize(("persona", "saved"), [(1, True), (0, False)])
def test_persona_keeps_the_dying_alive_and_out(persona: int, saved: bool) -> None:
    state = rich(persona=persona)
    wound(state, 0, 9)
    person = state.people[0]
    assert (person.wounds, person.out, person.saved, person.persona) == ([6], True, saved, 0)


# ---------------------------------------------------------------- naval battles

SEA = ("naval",)


@pytest.mark.rule("companies:contact.naval", "companies:contact.skills")
@pytest.mark.parametrize(
    ("skills", "tags", "dice"),
    [
        ({"Navigation": 4, "Observation": 3}, SEA, 5),
        ({"Navigation": 4, "Observation": 3}, (), 3),
        ({"Navigation": 4}, (), 4),  # Perception, of which half count
        ({"Navigation": 3, "Orienteering": 4}, SEA, 5),
        ({"Navigation": 7, "Observation": 4}, SEA, 8),
    ],
)
def test_contact_at_sea(skills: dict[str, int], tags: tuple[str, ...], dice: int) -> None:
    pool = contact_pool(battle(officer(skills), plain(), tags=tags), 0)
    assert pool.dice == dice
    assert pool.unskilled == (dice == 4 and not tags)


@pytest.mark.rule("companies:script.naval", "companies:contact.help", "companies:core.help")
@pytest.mark.parametrize(("exponent", "dice"), [(4, 4), (5, 5)])
def test_a_navigator_helps_at_contact(exponent: int, dice: int) -> None:
    mate = ((0, officer({"Navigation": exponent}, id="mate")),)
    assert contact_pool(battle(officer({"Observation": 3}), plain(), seconds=mate, tags=SEA), 0).dice == dice


@pytest.mark.rule("companies:script.naval", "companies:tie.lists", "companies:spec.scouts")
@pytest.mark.parametrize(
    ("listed", "tags", "found"),
    [
        (("Riding", "Observation"), SEA, ("Navigation", 4, False)),
        (("Riding", "Observation"), (), ("Riding", 4, True)),  # equal root stats: the first
        (("Orienteering", "Stealthy"), SEA, ("Navigation", 4, False)),
        (("Riding", "Stealthy", "Soldiering", "Links"), SEA, ("Navigation", 4, False)),
    ],
)
def test_a_crew_by_its_navigation(
    listed: tuple[str, ...], tags: tuple[str, ...], found: tuple[str, int, bool]
) -> None:
    crew = force(0, skills=frozenset({"Navigation", "Seamanship"}))
    nobody = officer({}, stats=(4, 4, 4, 4, 4, 4))
    state = battle(nobody, plain(), forces=[crew, force(1)], tags=tags)
    pool = individual_pool(state, 0, listed)
    assert (pool.skill, pool.dice, pool.unskilled) == found


# ---------------------------------------------------------------- circles


@pytest.mark.rule("companies:force.circles", "companies:force.circles-ob", "companies:camp.building")
@pytest.mark.parametrize(
    ("wanted", "successes", "joins"),
    [
        ("human.sergeant", 2, True),  # common: 1 + 1
        ("human.sergeant", 1, False),
        ("human.cavalryman", 4, True),  # uncommon: 1 + 2 + 1
        ("human.knight", 4, True),  # common, but of higher standing: 1 + 2 + 1
        ("human.knight", 3, False),
        ("human.rogue-wizard", 5, False),  # rare, and knows a spell: 1 + 3 + 1 + 1
    ],
)
def test_a_search(wanted: str, successes: int, joins: bool) -> None:
    # Circles 3 and an affiliation of 2D.
    state = RULEBOOK.new(changed(scenes=1), RULEBOOK.options({}))
    table = Answers(hits(successes, 5), {("recruit", 0): ("recruit", wanted)})
    make_camp(state, table)
    table.finish()
    assert state.companies[0].recruits == ((wanted,) if joins else ())


@pytest.mark.rule("companies:force.circles-ob", "companies:core.wounds")
def test_wounds_do_not_hinder_a_search() -> None:
    state = RULEBOOK.new(changed(scenes=1), RULEBOOK.options({}))
    state.people[0].wounds = [3, 1]
    table = Answers(hits(2, 5), {("recruit", 0): ("recruit", "human.sergeant")})
    make_camp(state, table)
    table.finish()
    assert state.companies[0].recruits == ("human.sergeant",)


# ---------------------------------------------------------------- specialists


@pytest.mark.rule("companies:spec.field-dressing")
@pytest.mark.parametrize(
    ("steps", "times", "dice", "rest", "out"),
    [
        ([2, 3], 1, hits(2, 4), [2], False),  # the worst first: a Midi wound, Ob 2
        ([2, 3], 2, [*hits(2, 4), *hits(2, 4)], [], False),
        ([2, 3], 1, hits(1, 4), [2, 3], False),
        ([4], 1, hits(3, 4), [], False),
        ([4], 1, hits(2, 4), [4], False),
        ([1], 1, hits(1, 4), [], False),
        ([3, 3], 1, hits(2, 4), [3], False),  # four dice of a lowest stat of 4: out, and back again
        ([5], 1, hits(4, 4), [5], True),  # Ob 6
    ],
)
def test_dressing(steps: list[int], times: int, dice: list[int], rest: list[int], out: bool) -> None:
    leech = ((0, officer({"Field Dressing": 4}, id="leech")),)
    state = battle(plain(), plain(), seconds=leech)
    for step in steps:
        wound(state, 0, step)
    table = Script(dice)
    dress(state, table, Effort(0, foe=1), 0, times)
    table.finish()
    recover(state)
    assert (sorted(state.people[0].wounds), state.people[0].out) == (sorted(rest), out)


@pytest.mark.rule("companies:spec.field-dressing", "companies:script.equivalents")
def test_a_song_soothes_what_a_surgeon_cannot() -> None:
    # A Traumatic wound: Ob 6 for Field Dressing, 3 for the Song of Soothing; a Mortal one Ob 4, and the patient stays out.
    singer = ((0, officer({"Song of Soothing": 4}, id="singer")),)
    state = battle(plain(), plain(), seconds=singer)
    wound(state, 0, 5)
    dress(state, Script(hits(3, 4)), Effort(0, foe=1), 0, 1)
    recover(state)
    assert (state.people[0].wounds, state.people[0].out) == ([], False)
    wound(state, 0, 6)
    dress(state, Script(hits(4, 4)), Effort(0, foe=1), 0, 1)
    recover(state)
    assert (state.people[0].wounds, state.people[0].out, state.people[0].saved) == ([], True, True)


@pytest.mark.rule("companies:spec.field-dressing", "companies:force.succession")
def test_a_commander_who_is_dressed_commands_again_in_the_next_volley() -> None:
    # Two Midi wounds put her out, and the sergeant leads; he dresses one of them, bought with a Rally of 3 at Ob 1.
    sergeant = ((0, officer({"Field Dressing": 4, "Oratory": 4, "Command": 4}, id="sergeant")),)
    state = battle(plain(), plain(), seconds=sergeant, places=NEAR)
    wound(state, 0, 3)
    wound(state, 0, 3)
    state.companies[0].commander = 2
    said: Said = {("spend", 0): spend(("dress-carrow", 1))}
    volley(state, "rally", "hold", [*hits(2, 4), *hits(2, 4)], said)
    assert (state.people[0].wounds, state.companies[0].commander) == ([3], 0)


@pytest.mark.rule("companies:spec.magic", "companies:core.open-ended", "companies:spec.magic-terror")
@pytest.mark.parametrize(
    ("name", "dice", "lost", "works", "hesitates"),
    [
        ("battle-fire", hits(3, 4), 0, 2, False),
        ("battle-fire", hits(4, 4), 1, 2, False),
        ("battle-fire", [6, 4, 4, 4, 4], 1, 2, False),  # 5: one over
        ("battle-fire", [6, 6, 4, 4, 4, 4], 2, 2, False),  # 6: two over
        ("battle-fire", [6, 6, 6, 6, 6, 4, 4, 6, 1, 1], 3, 2, False),  # the sixes that were added add too: 8, four over
        ("sunder-walls", hits(4, 4), 0, 1, False),
        ("sunder-walls", [6, 6, 4, 4, 4, 4], 0, 0, False),
        ("terror", hits(2, 4), 0, 2, False),
        ("terror", [*hits(3, 4), *hits(5, 6)], 0, 2, False),  # hesitation 5
        ("terror", [*hits(4, 4), *hits(5, 6)], 0, 2, True),  # 6 are needed
        ("terror", [6, 6, 4, 4, 4, 1, 6, 4, 4, 4, 4, 4, 4], 0, 2, False),  # two over: 7 of 6 dice and one added
    ],
)  # fmt: skip
def test_spells(name: str, dice: list[int], lost: int, works: int, hesitates: bool) -> None:
    wizards = force(0, skills=frozenset({"Sorcery"}))
    state = battle(
        plain(),
        plain(),
        forces=[wizards, force(1)],
        holds=(False, True),
        places=NEAR,
        works={"island": 2},
        values={"island": 2},
    )
    other = Effort(1, foe=0)
    table = Script(dice)
    cast(state, table, Effort(0, foe=1), other, name)
    table.finish()
    assert (other.losses, state.works[state.nodes.index("island")]) == (lost, works)
    assert (state.companies[1].hesitates == state.now + 1) is hesitates
    assert state.companies[1].holds is (works > 0)


@pytest.mark.rule(
    "companies:spec.buy",
    "companies:scout.specials",
    "companies:charge.no-specialists",
    "companies:withdraw.no-menu",
)
@pytest.mark.parametrize(
    ("action", "price"), [(FLANK, 1), (HOLD, 1), (SCOUT, 2), (CHARGE, 0), (ADVANCE, 0), (WITHDRAW, 0)]
)
def test_the_price_of_taking_out_the_runners(action: int, price: int) -> None:
    state = field()
    menu = tuple([entry.id for entry in actions()[action].menu])
    goods = {
        good.word: good.price
        for good in goods_of(state, Effort(0, action, action, foe=1, menu=menu), Effort(1, foe=0))
    }
    assert goods.get("runners", 0) == price


@pytest.mark.rule("companies:spec.runners", "companies:force.troop-unskilled", "companies:spec.opposed-tie")
@pytest.mark.parametrize(
    ("own", "couriers", "lost"), [(2, 1, True), (2, 2, False), (1, 0, True), (0, 0, False)]
)
def test_elven_heralds_answer_with_the_trumpet(own: int, couriers: int, lost: bool) -> None:
    # Humans of Stealthy 4 against elves of Silver Trumpet 4.
    state = battle(plain(), plain(), forces=[force(0), force(1, "elf")], places=NEAR)
    said: Said = {("spend", 0): spend(("runners", 1))}
    volley(state, "rally", "none", [*hits(2, 4), *hits(own, 4), *hits(couriers, 4)], said)
    assert state.companies[1].runners_lost is lost


# ---------------------------------------------------------------- comparing with allies and several enemies


@pytest.mark.rule(
    "companies:disp.outnumber", "companies:disp.vastly-outnumber", "companies:disp.compare-many"
)
@pytest.mark.parametrize(
    ("sides", "alliances", "troops", "more"),
    [
        ("aab", (), (300, 100, 150), (1, 1, 0)),  # 200 a company on average: both have it, the small one too
        ("aab", (), (300, 100, 200), (0, 0, 0)),
        ("aabb", (), (600, 400, 100, 100), (2, 2, 0, 0)),  # 500 against 100
        ("aabb", (), (600, 398, 100, 100), (1, 1, 0, 0)),
        ("abc", (), (300, 200, 300), (0, 0, 0)),  # not more than every enemy
        ("abc", (0, 0, 2), (300, 200, 250), (1, 0, 0)),  # an ally is no enemy, and is not counted either
        ("abc", (0, 0, 2), (300, 500, 100), (1, 2, 0)),
    ],
)
def test_outnumbering_by_faction(
    sides: str, alliances: tuple[int, ...], troops: tuple[int, ...], more: tuple[int, ...]
) -> None:
    state = crowd(sides, alliances=alliances)
    for number, count in enumerate(troops):
        state.setting.forces[number] = replace(state.setting.forces[number], troops=count)
    found = [
        sum([one for one, _, rule in bonuses(state, number) if "outnumber" in rule])
        for number in range(len(sides))
    ]
    assert tuple(found) == more


@pytest.mark.rule("companies:disp.mobility", "companies:multi.alliances")
def test_a_mounted_ally_takes_nothing_from_riders() -> None:
    state = crowd("abc", alliances=(0, 0, 2))
    for number, moves in enumerate((True, True, False)):
        state.setting.forces[number] = replace(state.setting.forces[number], moves=moves)
    found = [[rule for _, _, rule in bonuses(state, number) if "mobility" in rule] for number in range(3)]
    assert [len(one) for one in found] == [1, 1, 0]
    state.setting.forces[2] = replace(state.setting.forces[2], moves=True)
    assert not [rule for number in range(3) for _, _, rule in bonuses(state, number) if "mobility" in rule]


@pytest.mark.rule("companies:disp.contact", "companies:contact.many")
def test_only_the_company_that_won_contact_has_its_bonus() -> None:
    state = crowd("aab")
    said: Said = {("contact", 0): (BONUS,)}
    make_contact(state, Leaders([*hits(1, 4), *hits(3, 4), *hits(2, 4)], said))
    assert state.initiative == 1
    found = [
        sum([one for one, _, rule in bonuses(state, number) if rule == "companies:disp.contact"])
        for number in range(3)
    ]
    assert found == [0, 2, 0]


@pytest.mark.rule("companies:setup.host", "companies:multi.alliances")
@pytest.mark.parametrize(
    ("counts", "initiative", "host"),
    [
        ([4, 1, 2], 0, 2),  # a and b are allies: of the losers c is left
        ([2, 1, 4], 2, 1),  # of a and b the one with the lower count
    ],
)
def test_the_host_among_allies(counts: list[int], initiative: int, host: int) -> None:
    state = crowd("abc", alliances=(0, 0, 2))
    state.setting.host = NOBODY
    state.initiative = initiative
    name_host(state, Script([]), counts)
    assert host_of(state) == host


@pytest.mark.rule("companies:multi.alliances", "companies:multi.losses", "companies:end.mutual")
def test_allies_who_fall_with_their_enemy_draw() -> None:
    # A and C fall in strikes that tie, B has fallen before.
    state = crowd("abc", alliances=(0, 0, 2), basic=(1, 1, 1), places=("mound", "north", "mound"))
    state.companies[1].basic, state.companies[1].fallen = 0, True
    said: Said = {("spend", 0): spend(("strike", 1))}
    crowd_volley(
        state, ["charge 2", "none", "rally"], [*hits(3, 4), *hits(0, 4), *hits(2, 4), *hits(2, 4)], said
    )
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((), "companies:end.mutual")


@pytest.mark.rule("companies:end.compromise", "companies:multi.alliances", "companies:end.objective")
@pytest.mark.parametrize(
    ("points", "level"),
    [((6, 6, 0), "none"), ((6, 1, 0), "minor"), ((6, 0, 0), "compromise"), ((3, 0, 0), "major")],
)
def test_allied_victors_owe_by_what_both_have_left(points: tuple[int, int, int], level: str) -> None:
    # They began with 6 each: 12, 7, 6 and 3 of 12.
    state = crowd("abc", alliances=(0, 0, 2))
    for number, name in enumerate(("Keep", "Hold", "Burn")):
        state.setting.forces[number].objective = name
    for company, basic in zip(state.companies, points, strict=True):
        company.basic, company.fallen = basic, basic == 0
    finish(state, (0, 1), "won", "companies:end.zero")
    assert compromise(state, (0, 1)) == level
    assert objectives_met(state) == (("Keep", "Hold") if points[1] else ("Keep",))


# ---------------------------------------------------------------- nightfall


@pytest.mark.rule("companies:end.time-limit", "companies:end.compromise")
@pytest.mark.parametrize(
    ("basic", "start", "winners", "level"),
    [
        ((2, 3), (6, 8), (1,), "compromise"),  # 3/8 > 1/3
        ((2, 3), (6, 9), (), ""),
        ((7, 5), (6, 6), (0,), "compromise"),  # no losses, but nightfall gives at least a compromise
        ((1, 1), (6, 7), (0,), "major"),
    ],
)
def test_shares_at_night(
    basic: tuple[int, int], start: tuple[int, int], winners: tuple[int, ...], level: str
) -> None:
    state = battle(plain(), plain())
    for company, points, first in zip(state.companies, basic, start, strict=True):
        company.basic, company.start = points, first
    fall_night(state)
    result = result_of(state)
    assert result is not None
    assert state.outcome is not None
    assert (state.outcome.winners, result.level, result.reason) == (winners, level, "nightfall")


@pytest.mark.rule("companies:end.time-limit", "companies:position.bonus", "companies:end.compromise")
def test_a_hill_counts_at_night_but_not_for_the_compromise() -> None:
    # 2 and a hill of 3 are 5 of 6, against 4 of 6; of the basic Disposition a third is left.
    state = battle(plain(), plain(), basic=(2, 4), holds=(True, False), values={"west-bank": 3})
    for company in state.companies:
        company.start = 6
    fall_night(state)
    assert state.outcome is not None
    assert (state.outcome.winners, compromise(state, (0,))) == ((0,), "compromise")


@pytest.mark.rule("companies:end.time-limit", "companies:end.zero", "companies:end.concede")
@pytest.mark.parametrize(
    ("limit", "exchange", "ends"), [("5", 5, True), ("10", 5, False), ("none", 10, False), ("10", 10, True)]
)
def test_the_hour_of_night(limit: str, exchange: int, ends: bool) -> None:
    state = battle(plain(), plain(), basic=(6, 5), options={"time-limit": limit})
    state.companies[1].start = 6
    state.exchange, state.volley = exchange, 2
    volley(state, "hold", "hold", [])
    assert (state.outcome is not None) is ends


@pytest.mark.rule("companies:end.when", "companies:end.time-limit", "companies:end.concede")
@pytest.mark.parametrize("gives_up", [True, False])
def test_who_falls_or_gives_up_in_the_last_volley_has_not_waited_for_the_night(gives_up: bool) -> None:
    # A at 1 of 6, B at 6 of 6 loses 2 or all.
    state = field(basic=(1, 6 if gives_up else 2))
    for company in state.companies:
        company.start = 6
    state.exchange, state.volley = 10, 2
    said: Said = {("spend", 0): spend(("damage", 2))}
    if gives_up:
        said["concede", 1] = CONCEDE
    volley(state, "flank", "scout", [*hits(4, 4), *hits(0, 4)], said)
    result = result_of(state)
    assert result is not None
    assert (result.winner, result.reason) == ("A", "concession" if gives_up else "disposition")
    assert (result.exchange, result.volley, result.level) == (10, 3, "major")


# ---------------------------------------------------------------- the next battle


def fought(winners: tuple[int, ...] = (0,)) -> State:
    """The ford, fought to its end."""
    state = RULEBOOK.new(changed(), RULEBOOK.options({}))
    state.outcome = Outcome(winners, "won", "companies:end.zero")
    state.stage = stages.OVER
    return state


def following(state: State, objectives: dict[str, str] | None = None) -> State:
    return RULEBOOK.new(next_battle(changed(), state, objectives), RULEBOOK.options({}))


@pytest.mark.rule("companies:camp.troops-recover", "companies:spec.field-dressing")
def test_a_dying_commander_who_was_treated_leads_the_next_battle_unhurt() -> None:
    state = fought()
    wound(state, 0, 6)
    wound(state, 0, 2)
    state.people[0].wounds.remove(6)
    state.people[0].saved = True
    after = following(state)
    assert after.setting.people[0].id == state.setting.people[0].id
    assert (after.people[0].wounds, after.people[0].out, after.people[0].saved) == ([2], False, False)


@pytest.mark.rule("companies:camp.troops-recover", "companies:core.incapacitated")
def test_who_was_out_by_dice_is_out_still_unless_treated() -> None:
    state = fought()
    for step in (3, 3):
        wound(state, 0, step)
    after = following(state)
    assert (after.people[0].wounds, after.people[0].out) == ([3, 3], True)
    assert after.companies[0].commander != 0
    state.people[0].wounds = [3]
    state.people[0].out = False
    assert following(state).companies[0].commander == 0


@pytest.mark.rule("companies:camp.small-goals", "companies:setup.host")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_next_objective_follows_from_the_last(winner: int) -> None:
    state = fought((winner,))
    sides = RULEBOOK.scenario("the_ford").sides
    after = following(state, {sides[winner]: "Hold the towers"})
    assert after.setting.host == winner
    said = [one.objective for one in after.setting.forces]
    assert said[winner] == "Hold the towers"
    assert said[1 - winner] == state.setting.forces[1 - winner].objective


@pytest.mark.rule("companies:camp.troops-recover")
def test_a_company_whose_people_are_all_dead_cannot_go_on() -> None:
    state = fought()
    for number, person in enumerate(state.people):
        if person.company == 1 and number != state.setting.unnamed[1]:
            wound(state, number, 6)
    with pytest.raises(BadInput, match="nobody is left"):
        following(state)
    end_volley(state, [])  # it is over, and nothing changes
    assert state.outcome is not None


@pytest.mark.rule("companies:tie.reply", "companies:script.naval")
def test_a_tied_flank_at_sea_is_broken_by_navigation() -> None:
    # Navigation 4 of the crew and Orienteering 4 of the commander: of equals the troops.
    crew = force(0, skills=frozenset({"Navigation"}))
    for tags, skill in ((SEA, "Navigation"), ((), "Orienteering")):
        state = battle(officer(PLAIN), plain(), forces=[crew, force(1)], tags=tags)
        pool, _ = breaker_pool(state, Effort(0, FLANK, FLANK, foe=1))
        assert (pool.skill, pool.dice) == (skill, 4)
