"""What every action may buy from every enemy, at what price and how often, and crowds, duels and bonuses by formulas of our own.

The figures stand here as the rules print them; nothing is read from the data of the rulebook.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import pytest
from rulebooks.companies.crowds import Leaders, crowd, write
from rulebooks.companies.musters import battle, force, hits, plain
from rulebooks.companies.test_all_pairs_by_hand import LETTERS, NAMES, RALLY, obstacle
from rulebooks.companies.test_duel import duel, fighter

from banneret.kernel.dice import Chance
from banneret.rulebooks.companies.exchange.buying.spending import goods_of
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.verdicts import menu_of
from banneret.rulebooks.companies.exchange.volley import play_volley
from banneret.rulebooks.companies.setup.bonuses import bonuses
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, UNBOUNDED
from banneret.rulebooks.companies.tables.matrix import VERSUS

ALL: Final = UNBOUNDED
SPECIAL: Final = ("runners", "scouts", "steel")
"""What men without an engineer, a surgeon or a sorcerer can do."""

# ---------------------------------------------------------------- menus


def menu(own: str, enemy: str) -> dict[str, tuple[int, int]]:
    """The entries by word: price, and how often."""
    if own == "advance":
        return {"damage": (2, ALL)}
    if own == "charge":
        return {"strike": (1, ALL), "strike-die": (1, ALL), "steel": (1, ALL), "fight": (3, 1)}
    if own == "flank":
        return {"damage": (2, ALL), "charge-die": (1, 3), "fight": (3, 1), **dict.fromkeys(SPECIAL, (1, ALL))}
    if own == "hold":
        if enemy not in ("charge", "flank", "scout"):
            return {}
        return {"dig-in": (2, 1), "damage": (2, 1), **dict.fromkeys(SPECIAL, (1, ALL))}
    if own == "rally":
        found = {"dig-in": (2, 1), "weapon-die": (1, 3), "command-die": (1, 1)}
        return {**found, **dict.fromkeys(SPECIAL, (1, ALL))}
    if own == "scout":
        return dict.fromkeys(SPECIAL, (2, ALL))
    if own == "skirmish":
        found = {"damage": (2, ALL), "raise-ob": (2, ALL), "advance-die": (1, ALL)}
        return {**found, **dict.fromkeys(SPECIAL, (1, ALL))}
    return {}


@pytest.mark.rule(
    "companies:test.menu-both", "companies:spec.buy", "companies:volley.allocate", "companies:hold.menu"
)
@pytest.mark.parametrize("own", NAMES)
def test_the_menu_of_an_action_against_every_enemy(own: str) -> None:
    for enemy in NAMES:
        if own == "hold" and LETTERS[own][NAMES.index(enemy)] == "I":
            continue  # untested
        state = battle(plain(), plain(), places=("west-bank", "island"))
        versus = LETTERS[own][NAMES.index(enemy)] == "V"
        effort = Effort(
            0, action=ACTIONS.index(own), target=2, kind=VERSUS if versus else VERSUS + 1, taken=True
        )
        other = Effort(1, action=ACTIONS.index(enemy))
        effort.menu = menu_of(state, effort, other)
        found = {good.word: (good.price, good.most) for good in goods_of(state, effort, other)}
        assert found == menu(own, enemy), (own, enemy)


# ---------------------------------------------------------------- crowds

AIMED: Final = ("advance", "charge", "flank", "scout", "skirmish", "withdraw")
IDLE: Final = {"charge": 2, "flank": 2, "scout": 2, "skirmish": 2, "withdraw": 1}
"""The obstacles against a company that does nothing."""
NODES: Final = ("north-hedge", "south-hedge")
"""Where companies advance to by their numbers, each an empty position of 1."""


def plan(chance: Chance, count: int, sides: str) -> list[tuple[str, int]]:
    """An action for every company, and the enemy that it is aimed at."""
    found = []
    for number in range(count):
        name = ("none", "hold", "rally", *AIMED)[chance.below(9)]
        enemies = [other for other in range(count) if sides[other] != sides[number]]
        found.append((name, enemies[chance.below(len(enemies))]))
    return found


def expected(
    said: list[tuple[str, int]], counts: list[int]
) -> tuple[list[bool], list[int | None], list[int]]:
    """The actions that work, what they have to spend (None: not looked at), and what every company loses."""
    works, extras, losses = [], [], [0] * len(said)
    for number, (own, foe) in enumerate(said):
        count = counts[number]
        pressing = [
            (name, at) for at, (name, target) in enumerate(said) if name in AIMED and target == number
        ]
        if own == "none":
            works.append(False)
            extras.append(None)
            continue
        if own == "hold":
            over = [count - counts[at] for name, at in pressing if LETTERS[name][NAMES.index("hold")] == "V"]
            best = [count - counts[at] for name, at in pressing if name in ("charge", "flank", "scout")]
            works.append(max(over, default=0) > 0)
            extras.append(max(best) if best and max(best) > 0 else None)
            continue
        if own == "rally":
            ob = max([1, *[RALLY[name] for name, _ in pressing if name != "skirmish"]])
            margins = [count - ob, *[count - counts[at] - 1 for name, at in pressing if name == "skirmish"]]
            works.append(min(margins) >= 0)
            real = [count - ob, *[count - counts[at] for name, at in pressing if name == "skirmish"]]
            extras.append(min(real) if works[-1] else None)
            continue
        enemy, against = said[foe][0], counts[foe]
        if enemy != "none" and LETTERS[own][NAMES.index(enemy)] == "V":
            works.append(count > against)
            extras.append(count - against if works[-1] and own != "withdraw" else None)
            if own == "withdraw" and count != against:
                losses[number] += count - against if works[-1] else count
                losses[foe] += against if works[-1] else 0
            continue
        over = count - (IDLE[own] if enemy == "none" and own != "advance" else obstacle(own, enemy, 0))
        works.append(over >= 0)
        extras.append(over + (own == "skirmish") if over >= 0 and own != "withdraw" else None)
        if own == "withdraw" and over >= 0:
            losses[number] += over
            losses[foe] += over + 1
    for number, (own, foe) in enumerate(said):  # a position of 1 takes one of what a versus Advance wins by
        versus = own == "advance" and said[foe][0] != "none"
        if versus and LETTERS[own][NAMES.index(said[foe][0])] == "V" and works[number]:
            extras[number] = counts[number] - counts[foe] - 1
    taking = [number for number, (own, _) in enumerate(said) if own == "advance" and works[number]]
    for number in taking:
        rivals = [counts[other] for other in taking if other != number and other % 2 == number % 2]
        if rivals and max(rivals) >= counts[number]:
            works[number], extras[number] = False, None
    return works, extras, losses


class Rolls(Leaders):
    """Everyone stays, nobody breaks ties, gives up or buys."""


def play(said: list[tuple[str, int]], counts: list[int], sides: str) -> tuple[list[Effort], State]:
    """A volley of a crowd in the open, with these counts."""
    places = ("mound",) * len(said)
    state = crowd(sides, basic=(30,) * len(said), places=places)
    words = [
        f"advance {NODES[number % 2]} {foe}"
        if name == "advance"
        else f"{name} {foe}"
        if name in AIMED
        else name
        for number, (name, foe) in enumerate(said)
    ]
    write(state, *words)
    faces = []
    for number, (own, foe) in enumerate(said):
        pressing = [name for name, target in said if name in AIMED and target == number]
        if own == "none" or (
            own == "hold" and not any(name not in ("advance", "withdraw") for name in pressing)
        ):
            continue
        more = own == "hold" and any(name in ("charge", "flank") for name in pressing)
        more = more or (own == "skirmish" and said[foe][0] == "hold")
        faces += hits(counts[number], 4 + more)
    table = Rolls(faces, {})
    efforts = play_volley(state, table)
    assert not table.values, (said, counts)
    return efforts, state


@pytest.mark.rule(
    "companies:multi.one-roll",
    "companies:multi.unreciprocated",
    "companies:multi.hold",
    "companies:multi.rally",
)
@pytest.mark.parametrize("sides", ["abc", "aabb", "abcd", "aab"])
def test_a_crowd_by_a_formula_of_our_own(sides: str) -> None:
    chance = Chance(len(sides) + ord(sides[1]))
    for _ in range(60):
        said = plan(chance, len(sides), sides)
        counts = [chance.below(5) for _ in sides]
        efforts, _ = play(said, counts, sides)
        works, extras, losses = expected(said, counts)
        case = (said, counts)
        assert [effort.works_out for effort in efforts] == works, case
        for effort, extra in zip(efforts, extras, strict=True):
            assert extra is None or effort.extra == extra, case
        assert [effort.losses for effort in efforts] == losses, case


# ---------------------------------------------------------------- duels


def struck(own: str, other: str, mine: int, theirs: int) -> int:
    """The hit that a duellist takes from the other."""
    if other not in ("strike", "great-strike"):
        return 0
    great = other == "great-strike"
    if theirs > mine:
        return theirs - mine + great
    return 1 + great if theirs == mine and own in ("strike", "great-strike") else 0


@pytest.mark.rule("companies:fight.house-rolls", "companies:fight.house-break-off")
@pytest.mark.parametrize(
    ("first", "second"), list(product(("strike", "great-strike", "block", "break-off"), repeat=2))
)
def test_a_pass_of_a_duel_at_all_counts(first: str, second: str) -> None:
    quick = {("strike", "great-strike"): 1, ("block", "strike"): 1, ("break-off", "great-strike"): 1}
    attacks = ("strike", "great-strike")
    if first not in attacks and second not in attacks:
        return
    for one, two in product(range(4), repeat=2):
        rolls = [(one, 4 + quick.get((first, second), 0)), (two, 4 + quick.get((second, first), 0))]
        # who breaks off rolls first, an attack before a block, else the first
        order = [1, 0] if second == "break-off" or (first == "block" and second in attacks) else [0, 1]
        faces = [face for number in order for face in hits(*rolls[number])]
        away = [
            first == "break-off" and one >= two,
            second == "break-off" and two >= one,
        ]
        wounds = [struck(first, second, one, two), struck(second, first, two, one)]
        fresh = battle(fighter(), fighter())
        if any(step >= 2 for step in wounds):
            nerve: Any = ("beg",)  # no nerve: it is lost, and the battle with it
            state = (
                duel(faces, (first, second), nerve=nerve, state=fresh)
                if sum(step >= 2 for step in wounds) == 1
                else None
            )
            if state is None:
                continue
        else:
            state = duel([*faces, *[1] * 60], (first, second), state=fresh)
        assert [state.people[number].wounds for number in (0, 1)] == [
            [step] if step else [] for step in wounds
        ]
        gone = [6 + 2 * away[1] - 2 * away[0], 6 + 2 * away[0] - 2 * away[1]]
        assert [company.disposition for company in state.companies] == gone, (first, second, one, two)


# ---------------------------------------------------------------- bonuses


@pytest.mark.rule(
    "companies:disp.compare-many", "companies:disp.outnumber", "companies:disp.infiltration-winner"
)
@pytest.mark.parametrize("sides", ["ab", "abc", "aabb", "aab"])
def test_bonuses_by_a_formula_of_our_own(sides: str) -> None:
    chance = Chance(len(sides))
    for _ in range(200):
        rows = [
            {
                "troops": (100, 120, 200, 500, 600, 1000)[chance.below(6)],
                "gear": chance.below(3),
                "hide": chance.below(6) == 0,
                "moves": chance.below(4) == 0,
                "speed": (30, 35, 40)[chance.below(3)],
                "infiltration": chance.below(4) - 1,
                "training": ("Armor Training", "Shield Training", "Formation Training")[: chance.below(4)],
                "tools": chance.below(3) == 0,
                "ground": chance.below(3) == 0,
            }
            for _ in sides
        ]
        state = crowd(sides) if len(sides) > 2 else battle(plain(), plain())
        for number, row in enumerate(rows):
            for name, value in row.items():
                setattr(state.setting.forces[number], name, value)
        for number, row in enumerate(rows):
            enemies = [other for side, other in zip(sides, rows, strict=True) if side != sides[number]]
            factions = {
                side: [r["troops"] for s, r in zip(sides, rows, strict=True) if s == side] for side in sides
            }
            mean = {side: sum(found) / len(found) for side, found in factions.items()}
            mine, most = mean[sides[number]], max(mean[side] for side in mean if side != sides[number])
            more = len(row["training"]) - max(len(other["training"]) for other in enemies)  # type: ignore[arg-type]
            mounted = row["moves"] and not any(other["moves"] for other in enemies)
            faster = all(row["speed"] >= other["speed"] + 10 for other in enemies)  # type: ignore[operator]
            geared = all(row["gear"] > other["gear"] and not other["hide"] for other in enemies)  # type: ignore[operator]
            unseen = row["infiltration"] > max([0, *[other["infiltration"] for other in enemies]])  # type: ignore[operator, type-var]
            total = (
                bool(mounted or faster)
                + (2 if mine >= 5 * most else 1 if mine > most else 0)
                + bool(row["tools"])
                + geared
                + unseen
                + bool(row["ground"])
                + min(2, max(0, more))
            )
            assert sum(amount for amount, *_ in bonuses(state, number)) == total, (sides, rows, number)
    assert force(0).training is not None
