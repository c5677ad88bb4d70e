"""Exact best play against battles worked out by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.player import DefaultPlayer, RandomPlayer
from banneret.kernel.scenario import Scenario
from banneret.lab.exploit import give_away
from banneret.lab.solve import Both, Solved, Solver, lore_of, solve
from banneret.players.search.player import SearchPlayer
from banneret.rulebooks.stacks.army.scenarios import read_scenario
from banneret.rulebooks.stacks.army.single_battles import read_battle
from banneret.rulebooks.stacks.odds import essence
from banneret.rulebooks.stacks.rulebook import RULEBOOK


def value(attacker: str, defender: str, **options: str) -> float:
    """The attacker's chance under best play; also that leaving out plainly worse orders changes nothing."""
    battle = read_battle(attacker, defender)
    solved = solve(RULEBOOK, battle, options)
    assert solved.gap < 1e-9
    if len(solved.positions) < 700:
        every = solve(RULEBOOK, battle, options, every=True)
        assert every.value == pytest.approx(solved.value, abs=1e-9)
    return solved.value


def near(chance: F) -> object:
    return pytest.approx(float(chance), abs=1e-9)


# ---------------------------------------------------------------- one against one: odds.duel, odds.regenerates


@pytest.mark.parametrize(
    ("attacker", "defender", "chance"),
    [
        ("Dwarves", "Goblins", F(21, 31)),
        ("DwarfLord", "Storm Giants", F(1, 2)),
        ("Ranger", "Goblins", F(13, 16)),
        ("Elves", "Ents", F(1, 34)),
        ("Ents", "Elves", F(1)),
        ("Mummies", "Trolls", F(1, 4)),
        ("Knights", "Trolls", F(169, 256)),
        ("Hydra", "Trolls", F(1859, 2048)),
    ],
)
def test_duels(attacker: str, defender: str, chance: F) -> None:
    assert value(attacker, defender) == near(chance)


# ---------------------------------------------------------------- one against several: no choice matters


def test_one_after_the_other() -> None:
    # Stone Giants 7 against Militia 3 + 2 and Orcs 4: each must be beaten, in whatever order, and nobody helps
    assert value("Stone Giants", "Militia, Orcs") == near(F(13, 16) * F(10, 11))
    # attacking: 2 Orcs on Mummies 6; each Orc beats them with 3/16 (d = -2)
    assert value("2 Orcs", "Mummies") == near(1 - F(13, 16) ** 2)


def test_support_from_behind() -> None:
    # 3 Elves attack Storm Giants: 4 + 3 + 3 against 10, then 4 + 3, then 4; a dead Elf shoots no more
    assert value("3 Elves", "Storm Giants") == near(F(6, 11))
    # Dwarves 5 in front of the Elves' arrows: 5 + 3 against 10; if they fall, Elves 4 against 10 can win no roll
    assert value("Elves, Dwarves", "Storm Giants") == near(F(3, 16))


def test_a_martyr_gives_a_second_roll() -> None:
    # Skeletons 3 or Zombies 3 against Orcs 4: whether the Zombies fight or give themselves, there are two lives for one
    assert value("Skeletons, Zombies", "Orcs") == near(1 - F(21, 31) ** 2)
    assert value("2 Skeletons", "Orcs") == near(1 - F(21, 31) ** 2)


# ---------------------------------------------------------------- secret choices: matching pennies, and what a Guard does to them


def pennies(guards: tuple[bool, bool]) -> Scenario:
    """Red beats Rose, Rust beats Ruby, Ruby beats Red, Rose beats Rust: surely, each by +9."""
    prey = {"red": "Rose", "rust": "Ruby", "ruby": "Red", "rose": "Rust"}
    units = []
    for name, target in prey.items():
        abilities: list[dict[str, object]] = [{"ability": "slay", "type": target, "value": 9}]
        if (name == "rose" and guards[0]) or (name == "ruby" and guards[1]):
            abilities.append({"ability": "guard"})
        units.append(
            {
                "id": name,
                "name": name.capitalize(),
                "list": "Plains",
                "count": 1,
                "brm": 5,
                "descriptors": [],
                "abilities": abilities,
            }
        )
    data = {
        "id": "pennies",
        "attacker": ["red", "rust"],
        "defender": ["rose", "ruby"],
        "terrain": "Plains",
        "unit": units,
    }
    return read_scenario(data, "pennies")


def test_secret_reveals_are_mixed() -> None:
    # whoever is matched well wins the first roll, and then faces the only unit left with the one that beats it
    solved = solve(RULEBOOK, pennies((False, False)))
    assert solved.value == pytest.approx(0.5, abs=1e-12)
    first = next(tree for tree in _trees(solved) if isinstance(tree, Both))
    assert solved.best(first, 0) == pytest.approx([0.5, 0.5])
    assert solved.best(first, 1) == pytest.approx([0.5, 0.5])


def test_a_guard_takes_the_secret_away() -> None:
    # with a Guard in the stack the defender reveals the other unit and looks before he leaps
    assert solve(RULEBOOK, pennies((True, False))).value == pytest.approx(0.0, abs=1e-12)
    assert solve(RULEBOOK, pennies((False, True))).value == pytest.approx(0.0, abs=1e-12)


def _trees(solved: Solved) -> list[object]:
    return [position.tree for position in solved.positions]


# ---------------------------------------------------------------- paralysis


def test_lone_stares() -> None:
    # both paralyze each other and are destroyed: a draw; the Basilisk that does not stare is destroyed alone
    assert solve(RULEBOOK, "lone_stare").value == pytest.approx(0.5, abs=1e-12)
    # a Basilisk that looks at a lone Orc has won
    assert value("Basilisk", "Orcs") == near(F(1))
    assert value("Basilisk", "Desert Dragon") == near(F(1))


# ---------------------------------------------------------------- the ready-made battles


@pytest.mark.parametrize(
    ("battle", "chance"),
    [
        ("first_blood", 21 / 31),
        ("giant_at_the_gate", 65 / 496),
        ("arrow_storm", 1 / 22),
        ("hit_and_run", 1.0),
        ("kraken_hunt", 0.0),
        ("knights_and_griffons", 0.617325702),
        ("twice_slain", 0.481428608),
        ("stony_stare", 0.034685269),
        ("boarding_action", 0.952344210),
    ],
)
@pytest.mark.long
def test_ready_made_battles(battle: str, chance: float) -> None:
    solved = solve(RULEBOOK, battle)
    assert solved.gap < 1e-9
    assert solved.value == pytest.approx(chance, abs=2e-9)


# ---------------------------------------------------------------- essence


def test_positions_that_differ_in_nothing_that_matters_are_one() -> None:
    state = RULEBOOK.new(read_battle("2 Dwarves, DwarfLord", "Goblins, Orcs"), RULEBOOK.options())
    other = state.copy()
    other.clock += 7
    other.turn += 1
    for unit in other.units:
        unit.known = unit.seen = 3
    assert essence.essence(other) == essence.essence(state)
    other.units[0].defeats = 1
    swapped = state.copy()
    swapped.units[1].defeats = 1
    assert essence.essence(other) != essence.essence(state)
    assert essence.essence(other) == essence.essence(swapped)


def test_only_small_battles_are_solved() -> None:
    with pytest.raises(BadInput, match="more than 50 positions"):
        solve(RULEBOOK, "twice_slain", most=50)
    game = RULEBOOK.new(RULEBOOK.scenario("two_banners"), RULEBOOK.options())
    with pytest.raises(BadInput, match="single battles"):
        Solver(RULEBOOK, lore_of(RULEBOOK)).solve(game)


# ---------------------------------------------------------------- what players give away


@pytest.mark.long
def test_nobody_gives_away_less_than_nothing() -> None:
    solved = solve(RULEBOOK, "knights_and_griffons", every=True)
    for side in (0, 1):
        random = give_away(RULEBOOK, "knights_and_griffons", RandomPlayer, side, 60, solved=solved)
        greedy = give_away(
            RULEBOOK, "knights_and_griffons", RULEBOOK.computer.greedy, side, 60, solved=solved
        )
        assert random.mean > greedy.mean >= -1e-9
        assert random.mean <= random.value + 1e-9


@pytest.mark.parametrize(("battle", "side"), [("arrow_storm", 1), ("stony_stare", 0), ("boarding_action", 0)])
@pytest.mark.long
def test_search_gives_hardly_anything_away_in_single_battles(battle, side):
    given = give_away(
        RULEBOOK, battle, lambda chance: SearchPlayer(RULEBOOK, chance, simulations=200), side, 4
    )
    assert given.mean < 0.005


def test_where_nothing_can_be_done_nothing_is_given_away() -> None:
    # one unit a side: only calling off, and a retreat that is not possible
    defender = give_away(RULEBOOK, "first_blood", RandomPlayer, 1, 20)
    assert defender.mean == pytest.approx(0.0, abs=1e-9)
    attacker = give_away(RULEBOOK, "first_blood", lambda chance: DefaultPlayer(), 0, 20)
    assert attacker.mean == pytest.approx(0.0, abs=1e-9)
    assert attacker.value == pytest.approx(21 / 31)


def test_the_same_seed_gives_the_same_figures() -> None:
    first = give_away(RULEBOOK, "twice_slain", RandomPlayer, 0, 20, seed=3)
    assert give_away(RULEBOOK, "twice_slain", RandomPlayer, 0, 20, seed=3) == first
    assert Chance(1).below(6) == Chance(1).below(6)
