"""The balance of skirmish: factions over all boards and both starts, who goes first, and what each card wins when it is drawn.

    python -m bench.drawn                   prints docs/balance-skirmish.md
    python -m bench.drawn --write           writes it
    python -m bench.drawn --games 200       fewer battles

Greedy players lead both sides. Each board is fought with either faction in either start area, and chance says who goes first. Battle
number `n` is the same battle every time. A draw counts half.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.intervals import wilson
from banneret.kernel.player import Seat
from banneret.lab.workers import run_jobs
from banneret.players.registry import make

PAGE = Path(__file__).parent.parent / "docs" / "balance-skirmish.md"
GAMES = 4000
PLAYERS = ("greedy", "greedy")
INFERRED = (
    "hit-on-the-run",
    "lolths-blessing",
    "lolths-sting",
    "piercing-strike",
    "rapid-shot",
    "shadow-strike",
)
LEFT = """## What was looked at and left

- **The six Drow cards whose level is inferred** decide nothing. With all six at level 1 instead of 2 and 3 the Drow won 29.7 % (23 to 37) of 160
  battles with 20 gold in both vaults, and 30.4 % (23 to 39) of 120 as they are. None was changed.
- **Going first** is no advantage, so there is no option to even it.
- **Draws** are no stalemates: every battle ends with the turn in which a vault is found empty, and a draw is an equal count at that end, as a
  rule 0 to 0. In fights of two creatures by two lists, where neither gold nor turns press, 53 of all 400 were undecided, since who taps first
  is struck twice: in 49 both waited, though in most of these one or the other would have won by striking. Those who wait four turns now
  strike whatever comes of it. 9 are left: in 4 both fall at once, in 5 Block or healing undoes every blow.
- **Cormyr** is the stronger faction: for 34 levels its creatures have {cormyr_hp} hit points and deal {cormyr_damage} damage, those of the Drow
  {drow_hp} and {drow_damage}. These figures are printed, and stand. A part of it was the player, who held its cards back: battles ended with twelve in a
  Drow hand, and the Drow won 20 %. Since it plays them (it wins 59 % of 240 battles against the player it was, either faction) they
  won 30 % (23 to 39) of 120 with 20 gold in both vaults, and by rules version 3 20 % (16 to 25) of 320. Neither more nor less fear of the next turn, nor hurry to come near, leads them better, and of
  eight ways to start the best won 34 % (24 to 45): priestess, wizard and house guard.
- **The vault of Cormyr** holds 17 gold on these boards, 18 in The crooked deep, with the option `vaults=scenario`, by which the battles above were fought: a vault is
  what both sides lose first. With 18 everywhere the Drow won 43 % of 280 battles, with 17 53 % of 400, with 16 66 % of 100; with 22 gold of their own 38 %, and four gold in
  their supply at the start help little, 34 %. Where a side brings a deck of its own, and without the option, both have the printed 20."""
Fought = tuple[str, str, int, float, int, tuple[tuple[str, ...], ...]]
"""Board, faction in the first start area, who went first, the share of the win of side 0, turns, and what each side drew."""


class Battles:
    """The battles by number: boards in turn, then start areas."""

    def __init__(self, seed: int, players: tuple[str, ...], options: dict[str, str]) -> None:
        self.book: Any = rulebooks.get("skirmish")
        self.seed = seed
        self.players = players
        self.options = options
        # Where creatures stand from the start, as in the tollhouse, neither side draws from a whole deck.
        self.scenarios = [
            one
            for one in self.book.scenarios().values()
            if len(one.sides) == 2 and "standing" not in one.data
        ]

    def __call__(self, number: int) -> Fought:
        """One battle to its end."""
        book = self.book
        scenario = self.scenarios[number % len(self.scenarios)]
        if number // len(self.scenarios) % 2:
            swapped = {
                **scenario.data,
                "factions": scenario.data["factions"][::-1],
                "names": scenario.data["names"][::-1],
            }
            scenario = replace(scenario, data=swapped)
        chance = Chance(self.seed * 1_000_003 + number)
        state = book.new(scenario, book.options(self.options))
        players = [make(spec, book, chance.fork(spec)) for spec in self.players]
        seats = [Seat(book.sight, side, state) for side in range(len(players))]
        table = DirectTable(players, seats, chance)
        first = -1
        while (outcome := book.outcome(state)) is None:
            book.step(state, table)
            if first < 0 and state.turn:
                first = state.active
        won = 1.0 if outcome.winners == (0,) else 0.0 if outcome.winners else 0.5
        drawn = tuple(self._drawn(state, side) for side in range(2))
        return scenario.id, scenario.data["factions"][0], first, won, state.turn, drawn

    def _drawn(self, state: Any, side: int) -> tuple[str, ...]:
        """Ids of the cards that a side drew: those that do not lie in its decks any more."""
        from banneret.rulebooks.skirmish.tables.actions import action_cards
        from banneret.rulebooks.skirmish.tables.creatures import creature_cards

        army, setting = state.armies[side], state.setting
        actions = Counter(setting.actions[side]) - Counter(army.actions)
        creatures = Counter(setting.creatures[side]) - Counter(army.creatures)
        return tuple(
            [action_cards()[card].id for card in actions] + [creature_cards()[card].id for card in creatures]
        )


def share(wins: float, games: float) -> str:
    """A share with its interval of 95 %."""
    if not games:
        return "-"
    low, high = wilson(wins, int(games))
    return f"{100 * wins / games:.1f} ({100 * low:.0f} to {100 * high:.0f})"


class Counts:
    """Wins and games by whatever is counted."""

    def __init__(self) -> None:
        self.wins: dict[str, float] = {}
        self.games: dict[str, int] = {}

    def add(self, what: str, won: float) -> None:
        """One game."""
        self.wins[what] = self.wins.get(what, 0.0) + won
        self.games[what] = self.games.get(what, 0) + 1

    def cell(self, what: str) -> str:
        """The share of wins."""
        return share(self.wins.get(what, 0.0), self.games.get(what, 0))

    def rate(self, what: str) -> float:
        """The share of wins as a number."""
        return self.wins.get(what, 0.0) / max(1, self.games.get(what, 0))


def counted(fought: list[Fought]) -> tuple[Counts, dict[str, int]]:
    """All shares, and the turns of the battles of each board."""
    found = Counts()
    turns: dict[str, int] = {}
    for board, north, first, won, length, drawn in fought:
        turns[board] = turns.get(board, 0) + length
        found.add("drawn out" if won == 0.5 else "decided", 1.0)
        for side in range(2):
            mine = won if side == 0 else 1.0 - won
            faction = north if side == 0 else {"drow": "cormyr", "cormyr": "drow"}[north]
            order = "first" if side == first else "second"
            for what in (
                order,
                board + order,
                faction,
                board + faction,
                faction + order,
                faction + str(side),
            ):
                found.add(what, mine)
            known = set(drawn[side])
            for card in known:
                found.add(f"with {card}", mine)
            for card in {one.id for one in cards() if one.faction == faction} - known:
                found.add(f"without {card}", mine)
    return found, turns


def cards() -> list[Any]:
    """All creature cards, then all action cards."""
    from banneret.rulebooks.skirmish.tables.actions import action_cards
    from banneret.rulebooks.skirmish.tables.creatures import creature_cards

    return [*creature_cards(), *action_cards()]


def page(fought: list[Fought], given: str) -> str:
    """The page as Markdown."""
    found, turns = counted(fought)
    book = rulebooks.get("skirmish")
    boards = sorted(turns)
    games = len(fought)
    lines = [
        "# Balance of skirmish",
        "",
        f"Made by `python -m bench.drawn --write{given}`: {games:,} battles between greedy players, each board with either faction in",
        "either start area; chance says who goes first. Shares of wins in percent with their intervals of 95 %, a draw counts half. They hold",
        "for these players.",
        "",
        f"Cormyr won {found.cell('cormyr')}, the side that went first {found.cell('first')}; {found.games.get('drawn out', 0)} battles were drawn.",
        "",
        "| board | Cormyr | who goes first | turns |",
        "|---|---|---|---|",
    ]
    for board in boards:
        count = sum(1 for one in fought if one[0] == board)
        title = book.scenario(board).title
        lines.append(
            f"| {title} | {found.cell(board + 'cormyr')} | {found.cell(board + 'first')} | {turns[board] / count:.0f} |"
        )
    lines += ["", "| | first | second | north or west | south or east |", "|---|---|---|---|---|"]
    for faction in ("drow", "cormyr"):
        lines.append(
            "| "
            + " | ".join(
                [faction.capitalize(), *[found.cell(faction + one) for one in ("first", "second", "0", "1")]]
            )
            + " |"
        )
    for title, some in (
        ("Creatures", [one for one in cards() if hasattr(one, "hp")]),
        ("Action cards", [one for one in cards() if not hasattr(one, "hp")]),
    ):
        lines += [
            "",
            f"## {title}",
            "",
            "*Drawn*: wins of a side that drew it, *not drawn* of one that did not; *worth* is the difference. Long battles draw more,",
            "and few sides do without a creature: differences whose intervals overlap mean nothing.",
            "",
            "| card | faction | level | drawn | not drawn | worth |",
            "|---|---|---|---|---|---|",
        ]
        rows = []
        for card in some:
            always = f"without {card.id}" not in found.games
            worth = 100 * (found.rate(f"with {card.id}") - found.rate(f"without {card.id}")) * (not always)
            name = card.name + (" (level inferred)" if card.id in INFERRED else "")
            rows.append(
                (
                    -worth,
                    f"| {name} | {card.faction.capitalize()} | {card.level} | {found.cell(f'with {card.id}')} | {found.cell(f'without {card.id}')} | {'-' if always else f'{worth:+.1f}'} |",
                )
            )
        lines += [row for _, row in sorted(rows)]
    sums = {
        f"{faction}_{what}": sum(
            one.copies * getattr(one, what)
            for one in cards()
            if hasattr(one, "hp") and one.faction == faction
        )
        for faction in ("drow", "cormyr")
        for what in ("hp", "damage")
    }
    lines += ["", LEFT.format(**sums)]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Fight the battles, and show or write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.drawn", description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--players", default=",".join(PLAYERS))
    parser.add_argument("--option", action="append", default=[], metavar="ID=VALUE")
    parser.add_argument("--write", action="store_true")
    words = parser.parse_args()
    options = dict(one.split("=", 1) for one in words.option)
    fought = list(
        run_jobs(Battles, (words.seed, tuple(words.players.split(",")), options), words.games, words.workers)
    )
    given = f" --games {words.games}" if words.games != GAMES else ""
    given += "".join(f" --option {option}" for option in words.option)
    text = page(fought, given)
    if words.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
