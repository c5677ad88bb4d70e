"""The balance of companies: which actions are worth writing, who wins which scenario, and packages against each other.

    python -m bench.exchanges                prints docs/balance-companies.md
    python -m bench.exchanges --write        writes it
    python -m bench.exchanges --games 20     fewer battles

Greedy players lead all sides. Battle number `n` of a scenario or of two packages is the same battle every time. A draw counts half.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from banneret import rulebooks
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import play
from banneret.kernel.intervals import wilson
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.scenario import Scenario
from banneret.players.registry import make
from banneret.rulebooks.companies.ai.scripting import target_of
from banneret.rulebooks.companies.exchange.script import Script
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame
from banneret.rulebooks.companies.odds.prospects import OWN, Prospects, solve
from banneret.rulebooks.companies.odds.worths import LEARNT
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING, actions

RULEBOOK: Any = rulebooks.get("companies")
PAGE = Path(__file__).parent.parent / "docs" / "balance-companies.md"
GAMES = 40
ROBIN = 10  # battles of every two packages, each on either side in half of them
NIGHT = "companies:end.time-limit"
EVERY = 3  # exchanges, of which one is solved
SOLVED_BATTLES = 4  # of each scenario
LISTS = (
    ("Human company", "carrow human 2D 200"),
    ("Dwarven company", "carrow dwarf 2D 200"),
    ("Elven company", "carrow elf 2D 200"),
    ("Orc company", "carrow orc 2D 200"),
    ("Insurrectionists", "carrow insurrectionists 2D 200"),
    ("Rebels", "carrow rebels 2D 200"),
    ("Ship's company", "carrow ships-crew 2D 200"),
    ("Watch", "carrow city-watch 2D 200"),
)
"""The packages under one officer, so that nothing but the package differs."""

HEAD = """# Balance of companies

Made by `python -m bench.exchanges --write --games {games}`. Greedy players lead all sides; the figures hold for them. Shares in percent, with
intervals of 95 % where they are given. The actions, their 64 pairings and the menus are printed and stand; officers, grounds and
scenarios are ours, and were mended by these tables. With {games} battles an interval is 30 points wide: a share beyond 40 to 60 may be chance.

## What is worth writing

A volley is solved as a game of eight actions against eight, by the exact odds of every pair. *Solved* is the mean mix of all scripts'
first volleys in the battles below: in sight of the enemy, and out of sight, where Charge, Flank and Skirmish cannot be written yet.
*Short of the best* is what an action is worth less than the best one, in points of Disposition. *Written* counts all three volleys.
"""


MENDED = """What was mended, and why:

- **A held position counted too much** for the computer: 0.8 of a point for each point of its value. It is soon shot away, and the next Advance
  brings it back. At 0.2 the same player won 58 % of 140 battles against its old self; at 0.25, which is played, it leaves a position to Charge
  and to Flank.
- **The computer looks one volley ahead**: a Rally or a Flank is worth more where the dice that it saves make a Charge of the next volley
  the best action, and such dice are bought only for a Charge that is written.
- **Skirmish was always right** because commanders had more dice for it than for a Flank, and because one bought Steel test stopped the enemy
  in three volleys of four. Officers now know Riding or Strategy besides Tactics, few know Observation, and their Steel is one or two higher.
- **Grounds**: ready positions of 3 are 2 now, most others 1.
- **Charge** is for those whose troops strike better: the Free Lances and the Lash have 3 dice of affiliation, trolls and riders have their size. Between equal troops a strike costs both sides the same.
- **Horsemen had no die for their height** though the rules give them one, and mobility was all that a horse was good for. They have it since version 3 of the rules:
  six dice of a rider of 5 against four of foot make a strike worth 0.45 of a point, five against four 0.25; half a point is the price of an Advance.
- **Advance was written in 55 to 72 of 100 volleys of solved exchanges** because every commander led best by Command, with Conspicuous and Intimidation to help: eight or nine
  dice, against four to seven for anything else. The book now has officers of other leanings, each beside one whom they have to fear: Lady Ithiel (Strategy, Stealthy, Observation) in the wood, Hrak
  Wolfmaster (Strategy, Riding) before pikes at the temple, Castellan Dorne (Strategy, Tactics) against Siegemaster Orrin (engineer's skills, Links, no Strategy) at the towers; and
  Tarrant's wing rides with 3 dice of affiliation against levies. The older officers stay as they were, for battles that were fought with them.
- **Their scenarios** were balanced again: the towers have 160 defenders of 2 dice, the temple 100 against 500 riders, Sergeant Holt serves Carrow in Two wings, not the Levellers,
  and 120 lances ride there, not 200; the dwarves have brought tools to the crossroads.
- **Withdraw** was undersold by the computer, not by the rule: what it costs both sides was a rough figure, and that the enemy must Scout
  again counted for nothing. Both are counted now, the first exactly. It stays dear between equals, for it costs its own company the margin, or
  all its successes where it fails; against an enemy who holds it is the best answer of all.
- **Four crowns** ended at nightfall in 95 of 100 battles: a company that stayed on its road was two roads from everybody. With the mound joined to every
  road it was 78: what a volley took, the next Advance to one of four hedges gave back. The ground is another now, with two hedges and a mound of 1, and
  each road joined to the next. Battles that were fought on the old ground keep it.
- **The deep gate**: 120 trolls come, not 150, so that the dwarves outnumber them; with 150 the trolls won 18 of 24. It ended at nightfall in 68 of 100 battles: what a volley took of a gate and a
  stair of 2, the next Advance brought back. Both are worth 1 now, on a ground of its own (battles fought on the old one keep it); then the dwarves won 59 of 120, the trolls 41 in 100, so that
  they no longer bring tools and begin on no better ground than the trolls: 50 against 43 in 160 battles, 11 % of them until night, and 58 against 42 in 40 of `search:8sims`, of which a third.
- **The temple** ended at nightfall in 58 of 100 battles, because its host raised a place to 5 that nobody took. Its ground is ready now, with the walls at the gatehouse and the orchard that its summary
  speaks of, and its defenders begin behind them: 41 against 42 in 100 battles, 6 % until night, draws besides, most of them the fall of both in one volley; 38 against 60 in 40 of `search:8sims`.
- **Tanners' Row**: the Watch has gear of 1, and the alleys are nobody's better ground any more. Half of its battles ended at nightfall, for the same reason; now its ground is ready
  and the rooftops are worth 1, and a fifth do: 48 against 42 in 120 battles, 35 against 55 in 40 of `search:8sims`, draws besides.
- **The ford**: the Lances have gear of 2.
- **Two wings**: Crow's People are 250, not 150; before, the Lances won 62 of 100.
- **The mill lane** is a lesson: its rebels begin as good as beaten, so that a first battle is won."""

SOLVED = """All three volleys solved as one game of scripts against scripts, in one of {every} exchanges that are written, each company against its own target, by the worths that
battles taught (`data/worths.toml`): the mean share of each action in the mixes that give least away, volley by volley, and of the best answers to single scripts of the
enemy's mix, in percent. The battles are those of the table below, {battles} of each scenario. One and the
same script is the whole mix in {most} of 100 solved exchanges at most."""

KINDS = """Company by company, the shares in the first, second and third volley:"""

FOUND = """What is worth writing depends on who leads whom. A commander whose best skill is Command advances; one who knows Strategy and Riding flanks and
withdraws; pikes hold against riders; engineers skirmish, once they see; horsemen of 5 charge. Withdraw is worth most against a company that holds, rallies or
skirmishes and cannot flank: the Castellan of the towers withdraws from the guns of the Siegemaster, who then has to find them again."""

ROBINS = """Every two packages under the same officer (Carrow, 2 dice, 200 troops), on the ford, {robin} battles each, either of them the host in half;
the row's share. Packages are printed, except those of the ship and the Watch; they differ in training, infiltration and tie-breakers only."""


class Watched(Player):
    """A greedy player whose scripts are counted."""

    def __init__(self, player: Player, tally: Tally) -> None:
        self.player = player
        self.name = player.name
        self.imagines = False
        self.tally = tally

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The player's order."""
        order = self.player.choose(decision, seat)
        if isinstance(decision, Script):
            state: Any = seat.lens
            self.tally.add(state.seen(), decision, order)
        return order


class Solved(Player):
    """A greedy player beside whom the exchanges are solved."""

    def __init__(self, player: Player, mixes: Mixes) -> None:
        self.player = player
        self.name = player.name
        self.imagines = False
        self.mixes = mixes

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The player's order."""
        if isinstance(decision, Script):
            state: Any = seat.lens
            for number, _, _ in decision.parts:
                self.mixes.add(state.seen(), number, decision)
        return self.player.choose(decision, seat)


class Kind:
    """The solved exchanges of one company of a scenario: the shares of the actions in each volley."""

    def __init__(self) -> None:
        self.solved = 0
        self.shares = [[0.0] * len(ACTIONS) for _ in range(3)]

    def row(self) -> list[str]:
        """The shares of each action in its three volleys, in percent."""
        return [
            "/".join([f"{100 * volley[action] / max(1, self.solved):.0f}" for volley in self.shares])
            for action in range(len(ACTIONS))
        ]


class Mixes:
    """The solved exchanges of battles: the shares of the actions in each volley, and in the best answers."""

    def __init__(self) -> None:
        self.asked = 0
        self.solved = 0
        self.shares = [[0.0] * len(ACTIONS) for _ in range(4)]
        self.answers = 0
        self.alone: dict[tuple[int, ...], int] = {}
        self.kinds: dict[tuple[str, str], Kind] = {}

    def add(self, state: State, number: int, decision: Script) -> None:
        """Solve the exchange of a company against its target, if it is its turn."""
        self.asked += 1
        if self.asked % EVERY:
            return
        kind = self.kinds.setdefault((state.setting.title, state.setting.forces[number].name), Kind())
        kind.solved += 1
        game = ExchangeGame(state, number, target_of(state, number, decision, LEARNT), LEARNT)
        found = game.solve()
        self.solved += 1
        for line, share in zip(found.rows, found.mine, strict=True):
            for volley, action in enumerate(line):
                if action != NOTHING:
                    self.shares[volley][action] += share
                    kind.shares[volley][action] += share
            if share > 0.99:
                self.alone[line] = self.alone.get(line, 0) + 1
        for line, share in zip(found.columns, found.theirs, strict=True):
            if share >= 0.05:
                for action in game.best_answer(0, [(line, 1.0)])[0]:
                    if action != NOTHING:
                        self.shares[3][action] += 1
                        self.answers += 1

    def rows(self) -> list[str]:
        """The table."""
        lines = ["| action | volley 1 | volley 2 | volley 3 | best answers |", "|---|---|---|---|---|"]
        for action, known in enumerate(actions()):
            mixed = [f"{100 * self.shares[volley][action] / max(1, self.solved):.1f}" for volley in range(3)]
            answers = f"{100 * self.shares[3][action] / max(1, self.answers):.1f}"
            lines.append(f"| {known.label} | {' | '.join(mixed)} | {answers} |")
        return lines

    def kinds_rows(self) -> list[str]:
        """The table of the companies of all scenarios."""
        heads = [known.label.split(" ")[0] for known in actions()]
        lines = [f"| company | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
        for (title, name), kind in self.kinds.items():
            lines.append(f"| {title}: {name} | {' | '.join(kind.row())} |")
        return lines


def solved_table(battles: int) -> list[str]:
    """The mixes of solved exchanges, with what they rest on."""
    mixes = Mixes()
    for scenario in RULEBOOK.scenarios().values():
        for number in range(battles):
            names = [f"{scenario.id} {number} player {side}" for side in range(len(scenario.sides))]
            players = [Solved(make("greedy", RULEBOOK, Chance(seed_number(name))), mixes) for name in names]
            state = RULEBOOK.new(scenario, RULEBOOK.options())
            play(RULEBOOK, state, [*players], Chance(seed_number(f"{scenario.id} {number} dice")))
    most = 100 * max(mixes.alone.values(), default=0) / max(1, mixes.solved)
    text = SOLVED.format(every=EVERY, battles=battles, most=f"{most:.0f}")
    return [text, "", *mixes.rows(), "", KINDS, "", *mixes.kinds_rows()]


class Tally:
    """Mixes and actions, out of sight (0) and in sight (1)."""

    def __init__(self) -> None:
        self.mixes = [[0.0] * len(ACTIONS) for _ in range(2)]
        self.short = [[0.0] * len(ACTIONS) for _ in range(2)]
        self.solved = [0, 0]
        self.best = [[0] * len(ACTIONS) for _ in range(2)]
        self.written = [0] * len(ACTIONS)

    def add(self, state: State, decision: Script, order: Order) -> None:
        """The scripts of a side."""
        for group in order[1:]:
            self.written[ACTIONS.index(str(group[0]))] += 1  # type: ignore[index]
        for number, _, _ in decision.parts:
            foe = target_of(state, number, decision, OWN)
            matrix = Prospects(state, number, foe, OWN).matrix()
            rows, columns, _ = solve(matrix)
            worths = [sum(map(float.__mul__, row, columns)) for row in matrix]
            seen = int(state.scouted[number * len(state.companies) + foe])
            self.solved[seen] += 1
            for action, worth in enumerate(worths):
                self.mixes[seen][action] += rows[action]
                self.short[seen][action] += max(worths) - worth
            self.best[seen][worths.index(max(worths))] += 1

    def rows(self) -> list[str]:
        """The table of actions."""
        lines = [
            "| action | solved, in sight | best, in sight | short of the best | solved, out of sight | written |",
            "|---|---|---|---|---|---|",
        ]
        gated = RULEBOOK.new(
            next(iter(RULEBOOK.scenarios().values())), RULEBOOK.options()
        ).setting.flags.gated
        for action, known in enumerate(actions()):
            dark, sight = [max(1, count) for count in self.solved]
            free = "-" if gated[action] else f"{100 * self.mixes[0][action] / dark:.0f}"
            written = 100 * self.written[action] / max(1, sum(self.written))
            lines.append(
                f"| {known.label} | {100 * self.mixes[1][action] / sight:.0f} | {100 * self.best[1][action] / sight:.0f} "
                f"| {self.short[1][action] / sight:.2f} | {free} | {written:.1f} |"
            )
        return lines


def fight(scenario: Scenario, number: int, tally: Tally | None = None) -> tuple[tuple[int, ...], str, int]:
    """The winners of a battle, the rule by which it ended, and its exchanges."""
    name = f"{scenario.id} {number}"
    players = [
        make("greedy", RULEBOOK, Chance(seed_number(f"{name} player {side}")))
        for side in range(len(scenario.sides))
    ]
    if tally is not None:
        players = [Watched(player, tally) for player in players]
    state = RULEBOOK.new(scenario, RULEBOOK.options())
    outcome = play(RULEBOOK, state, players, Chance(seed_number(f"{name} dice")))
    return outcome.winners, outcome.rule, state.exchange


def scenarios_table(games: int, tally: Tally) -> list[str]:
    """Who wins which scenario."""
    lines = ["| scenario | won by | draws | ended at nightfall | exchanges |", "|---|---|---|---|---|"]
    for scenario in RULEBOOK.scenarios().values():
        wins = [0] * len(scenario.sides)
        draws = nights = exchanges = 0
        for number in range(games):
            winners, rule, length = fight(scenario, number, tally)
            for side in winners:
                wins[side] += 1
            draws += not winners
            nights += rule == NIGHT
            exchanges += length
        cells = []
        for side, won in zip(scenario.sides, wins, strict=True):
            low, high = wilson(won, games)
            cells.append(f"{side} {100 * won / games:.0f} ({100 * low:.0f} to {100 * high:.0f})")
        lines.append(
            f"| {scenario.title} | {', '.join(cells)} | {100 * draws / games:.0f} | {100 * nights / games:.0f} "
            f"| {exchanges / games:.1f} |"
        )
    return lines


def robin_table(games: int) -> list[str]:
    """The round robin of packages."""
    count = len(LISTS)
    points = [[0.0] * count for _ in range(count)]
    for first in range(count):
        for second in range(first):
            for number in range(games):
                pair = (first, second) if number % 2 else (second, first)
                scenario = RULEBOOK.odds.matchup(LISTS[pair[0]][1], LISTS[pair[1]][1])
                winners, _, _ = fight(scenario, number * count * count + first * count + second)
                won = 0.5 if len(winners) != 1 else float(winners[0] == 0)
                points[pair[0]][pair[1]] += won
                points[pair[1]][pair[0]] += 1 - won
    names = [name for name, _ in LISTS]
    lines = ["| | " + " | ".join(names) + " | all |", "|---" * (count + 2) + "|"]
    for one, row in enumerate(points):
        cells = ["-" if one == other else f"{100 * won / games:.0f}" for other, won in enumerate(row)]
        lines.append(
            f"| **{names[one]}** | {' | '.join(cells)} | {100 * sum(row) / (games * (count - 1)):.0f} |"
        )
    return lines


def page(games: int, robin: int) -> str:
    """The whole page."""
    tally = Tally()
    fought = scenarios_table(games, tally)
    parts = [
        HEAD.format(games=games),
        *tally.rows(),
        "",
        MENDED,
        "",
        "## The exchange, solved",
        "",
        *solved_table(SOLVED_BATTLES),
        "",
        FOUND,
        "",
        "## Scenarios",
        "",
        f"{games} battles each, greedy players on all sides.",
        "",
        *fought,
        "",
        "## Packages",
        "",
        ROBINS.format(robin=robin),
        "",
        *robin_table(robin),
    ]
    return "\n".join(parts) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--robin", type=int, default=ROBIN)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    text = page(given.games, given.robin)
    if given.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main(sys.argv[1:])
