"""The balance of war cards: the duel matrix, armies and fleets of equal cost, and which figures were mended for it.

    python -m bench.balance                 prints docs/balance.md
    python -m bench.balance --write         writes it, and the whole matrices beside it (docs/balance-duels.csv, -ships.csv)
    python -m bench.balance --games 20      more battles of every two armies

The matrix is exact. The armies are led by greedy players; one process, some minutes.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
import tomllib
from pathlib import Path

from banneret import rulebooks
from banneret.lab.balance import Contender, DuelMatrix, duel_matrix, equal_armies, meet_at_equal_cost
from banneret.lab.simulation import simulate
from banneret.lab.tournament import TournamentResult
from banneret.rulebooks.warcards.army.lists import battle_of, read_army
from banneret.rulebooks.warcards.tables.facts import DATA, facts

DOCS = Path(__file__).parent.parent / "docs"
BUDGET = 30  # gold bars of every army; the muster page offers it
FLEET = 24
BESIDE = 10  # battles of an army of infantry and something else, for each way round
HOLDERS = "7 Infantry, 3 Archers"
MOST = 60
SEED = 1

HEAD = """# Balance of war cards

Made by `python -m bench.balance --write{given}`. The unit figures of war cards are for the most part inferred, not found; here they are
held against each other, and it is told what was mended and why.

- **Duels** are exact (`banneret odds warcards "Knights" "Pikemen"`): one unit comes into another's area, they charge and strike until one
  is destroyed or driven off. A draw counts half. *Attacks* and *defends* are means over all units of the table; *later* is the same for two
  that have fought for a round already, so that charges, pikes and last shots are over.
- **Armies** are of one unit each, as many as {budget} gold bars buy (fleets {fleet}), on open ground, led by greedy players: every two meet in {games}
  battles, each attacking in half of them, seed {seed}. The interval holds in 95 of 100 cases, for these players; others may fare better with
  units that want more thought.
- **No dearer and no worse** lists who costs no more than a unit, and does no worse in any duel. That is no verdict: missiles from afar,
  speed, free movement, night sight and the work against walls are in no duel, and a people has only units of its own.
"""

BESIDES = """What a unit is worth to others: eighteen gold bars of infantry, and twelve of the unit. Against infantry alone on open ground
({games} battles each way), and storming a castle of level 2 that seven infantry and three archers hold ({games} battles); shares in percent."""

LEFT = """## What was looked at and left

- **Irregulars** and **Scouts** cost 1 and 2 GB in an example of the rules (`warcards:train.scout`), with melee, missiles, hits and move; the
  **Galleon** costs 15 GB in another (`warcards:naval.sale`). These figures stand; at that price thirty irregulars remain the most that
  money can buy, with less armour than before as well.
- **Scouts** of all peoples lose alone. Beside infantry they hold their own; they see neighbouring provinces, and go freely where others
  crawl.
- **Artillerists** and other shooters lose on open ground as well, where they are many. Their shots heed no walls, one such unit adds 4 to
  every contest for a way into a castle, and beside infantry they storm it three or four times as often as infantry alone.
- **Numbers win**: thirty cheap units fill all five columns and have more behind them, six dear ones cannot be everywhere. With less money
  than {budget} GB that weighs more, with more it weighs less.
"""


def contenders(ships: bool) -> list[Contender]:
    """All army units, or all ships, by name and cost."""
    known = facts()
    cards = known.ships if ships else known.cards
    return [Contender(card.name, card.muster) for card in cards.values()]


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.0f}"


def duels_table(first: DuelMatrix, later: DuelMatrix) -> list[str]:
    """Every unit's means, the best first, and who is better for no more."""
    lines = [
        "| unit | GB | attacks | defends | later | no dearer and no worse |",
        "|---|---|---|---|---|---|",
    ]
    everybody = range(len(first.contenders))
    for number in sorted(everybody, key=lambda n: -first.share(n)):
        one = first.contenders[number]
        better = [other.name for other in first.better(number)]
        names = ", ".join(better[:3]) + (f" and {len(better) - 3} more" if len(better) > 3 else "")
        lines.append(
            f"| {one.name} | {one.cost} | {percent(first.attacking(number))} | {percent(first.defending(number))} "
            f"| {percent(later.share(number))} | {names} |"
        )
    return lines


def matrix_table(matrix: DuelMatrix, names: list[str]) -> list[str]:
    """The attacker's share in percent, attackers down, defenders across."""
    numbers = [n for n, one in enumerate(matrix.contenders) if one.name in names]
    lines = ["| attacks | " + " | ".join(matrix.contenders[n].name for n in numbers) + " |"]
    lines.append("|---" * (len(numbers) + 1) + "|")
    for n in numbers:
        cells = " | ".join(percent(matrix.wins[n][other]) for other in numbers)
        lines.append(f"| **{matrix.contenders[n].name}** | {cells} |")
    return lines


def armies_table(result: TournamentResult, made: list[tuple[str, str]]) -> list[str]:
    """The armies of equal cost, the best first."""
    lists = dict(made)
    lines = ["| army | share of battles | rating | 95 % |", "|---|---|---|---|"]
    for one in result.ratings:
        share = percent(one.points / max(1, one.games))
        lines.append(f"| {lists[one.name]} | {share} | {one.rating:.0f} | {one.low:.0f} to {one.high:.0f} |")
    return lines


def besides() -> list[tuple[str, float, float]]:
    """How infantry fares with some of each unit beside it: the army, its share on open ground, and against a castle.

    Money as before, two fifths of it for the unit. Open ground: against infantry alone, attacking in half of the battles. The castle
    is stormed, and held by seven infantry and three archers.
    """
    found = []
    for one in contenders(False):
        army = f"9 Infantry, {12 // one.cost} {one.name}"
        open_ground = (share(army, "15 Infantry", {}, 0) + share("15 Infantry", army, {}, 1)) / 2
        found.append((army, open_ground, share(army, HOLDERS, {"fort": "2"}, 0)))
    return sorted(found, key=lambda row: -row[1])


def share(first: str, second: str, said: dict[str, str], side: int) -> float:
    """A side's share of some battles of two lists, the first attacking; draws count half."""
    book = rulebooks.get("warcards")
    scenario = book.read_scenario(battle_of(read_army(first, "A"), read_army(second, "B"), said), "balance")
    result = simulate(book, scenario, None, "greedy", games=BESIDE, seed=SEED, workers=1)
    return (result.wins[scenario.sides[side]] + result.draws / 2) / max(1, result.games)


def besides_table() -> list[str]:
    """The armies of infantry and something else."""
    alone = share("15 Infantry", HOLDERS, {"fort": "2"}, 0)
    lines = ["| army | against 15 infantry | storming a castle |", "|---|---|---|"]
    lines += [f"| {army} | {percent(field)} | {percent(walls)} |" for army, field, walls in besides()]
    return [*lines, f"| 15 Infantry | 50 | {percent(alone)} |"]


def besides_section() -> list[str]:
    """What each unit does beside infantry, with its heading."""
    return ["## Beside infantry", "", BESIDES.format(games=BESIDE), "", *besides_table(), ""]


def mended_table() -> list[str]:
    """What was changed, as the data files say it."""
    lines = ["| what | mended |", "|---|---|"]
    for file, table in (("races.toml", "race"), ("units.toml", "unit"), ("ships.toml", "ship")):
        rows = tomllib.loads((DATA / file).read_text(encoding="utf-8"))[table]
        lines += [f"| {row.get('name', row['id'])} | {row['mended']} |" for row in rows if "mended" in row]
    return lines


def as_csv(matrix: DuelMatrix) -> str:
    """The whole matrix, chances with four digits."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["attacker", "gb", *[one.name for one in matrix.contenders]])
    for one, row in zip(matrix.contenders, matrix.wins, strict=True):
        writer.writerow([one.name, one.cost, *[f"{chance:.4f}" for chance in row]])
    return out.getvalue()


def section(ships: bool, games: int) -> tuple[list[str], DuelMatrix]:
    """The tables of army units, or of ships."""
    book = rulebooks.get("warcards")
    who = contenders(ships)
    first, later = duel_matrix(book, who), duel_matrix(book, who, {"round": "later"})
    armies = equal_armies(who, FLEET if ships else BUDGET, MOST)
    result = meet_at_equal_cost(book, armies, games, SEED)
    made = [(entrant.name, str(entrant.army)) for entrant in armies]
    title = "Ships" if ships else "Army units"
    small = (
        [one.name for one in who]
        if ships
        else [card.name for card in facts().cards.values() if card.race == "human"]
    )
    name = "ships" if ships else "duels"
    lines = [f"## {title}: duels", "", *duels_table(first, later), ""]
    which = "All ships" if ships else "The human units"
    lines += [f"{which}, attacker's share in percent ([the whole matrix](balance-{name}.csv)):", ""]
    lines += [*matrix_table(first, small), ""]
    kind = "Fleets" if ships else "Armies"
    lines += [f"## {kind} of equal cost", "", *armies_table(result, made), ""]
    if result.failures:
        lines += [f"{result.failures} battles failed and count for nobody.", ""]
    return lines, first


def main() -> int:
    """Print or write the page."""
    parser = argparse.ArgumentParser(description="The balance of war cards, as a page of tables.")
    parser.add_argument("--games", type=int, default=2, help="battles of every two armies, an even number")
    parser.add_argument("--write", action="store_true", help="write docs/balance.md and the matrices")
    given = parser.parse_args()
    games = max(2, given.games + given.games % 2)
    words = f" --games {games}" if games != 2 else ""
    head = HEAD.format(given=words, budget=BUDGET, fleet=FLEET, games=games, seed=SEED)
    land, duels = section(False, games)
    sea, ships = section(True, games)
    page = "\n".join(
        [
            head,
            *land,
            *besides_section(),
            *sea,
            "## What was mended, and why",
            "",
            *mended_table(),
            "",
            LEFT.format(budget=BUDGET),
        ]
    )
    if not given.write:
        print(page)
        return 0
    (DOCS / "balance.md").write_text(page, encoding="utf-8")
    (DOCS / "balance-duels.csv").write_text(as_csv(duels), encoding="utf-8")
    (DOCS / "balance-ships.csv").write_text(as_csv(ships), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
