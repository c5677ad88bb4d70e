"""The balance of war cards: the duel matrix, armies and fleets of equal cost, and which figures were mended for it.

    python -m bench.balance                 prints docs/balance.md
    python -m bench.balance --write         writes it, and the whole matrices beside it (docs/balance-duels.csv, -ships.csv)
    python -m bench.balance --games 20      fewer battles of every two armies

The matrix is exact. The armies are led by greedy players, in one process: some 165,000 battles, seven minutes on a compiled build and
three to four times as long on plain Python. What is fought is kept in build/balance.jsonl, so that a run that was stopped goes on where it
was; a change of the rules or of the figures starts again.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import json
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from banneret import rulebooks
from banneret.kernel.intervals import half_width
from banneret.lab.balance import Contender, DuelMatrix, duel_matrix, equal_armies
from banneret.lab.jobs import Workforce
from banneret.lab.progress import ProgressBar
from banneret.lab.simulation import simulate
from banneret.lab.tournament import Pairing, rate
from banneret.lab.workers import run_jobs
from banneret.rulebooks.warcards.army.lists import battle_of, read_army
from banneret.rulebooks.warcards.tables.facts import DATA, facts
from bench.command import add_workers, workers

DOCS = Path(__file__).parent.parent / "docs"
KEPT = Path(__file__).parent.parent / "build" / "balance.jsonl"
BUDGET = 30  # gold bars of every army; the muster page offers it
FLEET = 24
GAMES = 200  # battles of every two armies, half of them with the sides swapped
HOLDERS = "7 Infantry, 3 Archers"
MOST = 60
SEED = 1

HEAD = """# Balance of war cards

Made by `python -m bench.balance --write{given}`. Most unit figures of war cards are inferred, not printed. Here they are
compared with one another, with what was mended and why.

- **Duels** are exact (`banneret odds warcards "Knights" "Pikemen"`): one unit comes into another's area, they charge and strike until one
  is destroyed or driven off. A draw counts half. *Attacks* and *defends* are means over all units of the table; *later* is the same for two
  that have fought for a round already, so that charges, pikes and last shots are over.
- **Armies** are of one unit each, as many as {budget} gold bars buy (fleets {fleet}), on open ground, led by greedy players: every two meet in {games}
  battles, each attacking in half of them, all with the same seeds ({seed}). A share is one of all battles of an army, with its interval of 95 %:
  differences of five points mean something. It holds for these players; others may fare better with units that want more thought.
- **No dearer and no worse** lists the units that cost no more, and do no worse in any duel. That is not a verdict: missiles from afar,
  speed, free movement, night sight and the work against walls are in no duel, and a people has only units of its own.
"""

BESIDES = """What a unit is worth to others: eighteen gold bars of infantry, and twelve of the unit. Against infantry alone on open ground
({half} battles each way), and storming a castle of level 2 that seven infantry and three archers hold ({games} battles); shares in percent."""

LEFT = """## What was looked at and left

- **Irregulars** cost 2 GB: at 1 GB thirty of them won nine battles in ten, at 2 GB they win nearly half. Scout training makes scouts of them
  for 3 GB (`warcards:train.scout`); the **Scouts** of the table cost 2 GB and lose alone all the same. Beside infantry they hold their own;
  they see neighbouring provinces, and go freely where others crawl.
- **Levies** cost 2 GB and win one battle in four; at 1 GB thirty of them won four in five, and there is no price between. They are what a
  province has when it has nothing else.
- The **Galleon** costs 15 GB in an example of the rules (`warcards:naval.sale`). That figure stands.
- **Pikemen** win four battles in five at 3 GB; at 4 GB they would win fewer than four in ten. They cost what infantry and pike training cost.
- **Artillerists** lose on open ground. Their shots heed no walls, one such unit adds 4 to every contest for a way into a castle, and beside
  infantry they storm it about twice as often as infantry alone. So do other shooters, who clear the walls from afar.
- **Numbers win**: fifteen cheap units fill all five columns and have more behind them, five dear ones cannot be everywhere. With less money
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


class Battles:
    """Battles of two lists, fought once and kept. All have the same seeds: what differs is the armies, not the luck."""

    def __init__(self, games: int, workers: int | Workforce = 1) -> None:
        self.games = games
        self.workers = workers
        self.kept: dict[str, list[int]] = {}
        self.mark = fingerprint()
        if KEPT.exists():
            for line in KEPT.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                if row["of"] == self.mark:
                    self.kept[row["key"]] = row["found"]

    def fight(self, first: str, second: str, games: int, said: dict[str, str] | None = None) -> list[int]:
        """Wins of the first list, which attacks, of the second, and draws."""
        duel = (first, second, games, said or {})
        self.fight_all([duel])
        return self.kept[key_of(*duel)]

    def fight_all(self, wanted: Sequence[tuple[str, str, int, dict[str, str]]]) -> None:
        """Fight all that was not fought yet, at once."""
        duels = [duel for duel in wanted if key_of(*duel) not in self.kept]
        fought = run_jobs(Duels, (duels,), len(duels), self.workers)
        bar = ProgressBar()
        for number, (duel, found) in enumerate(zip(duels, fought, strict=True), 1):
            bar(number, len(duels), duel[0])
            key = key_of(*duel)
            self.kept[key] = found
            KEPT.parent.mkdir(exist_ok=True)
            with KEPT.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"of": self.mark, "key": key, "found": found}) + "\n")
        bar.close()

    def meet(self, one: str, other: str) -> tuple[int, int, int]:
        """Wins, losses and draws of one list against the other, each attacking in half of the battles."""
        half = self.games // 2
        there, back = self.fight(one, other, half), self.fight(other, one, half)
        return there[0] + back[1], there[1] + back[0], there[2] + back[2]

    def share(self, one: str, other: str) -> float:
        """The share of one list against the other, a draw counting half."""
        wins, losses, draws = self.meet(one, other)
        return (wins + draws / 2) / (wins + losses + draws)


def key_of(first: str, second: str, games: int, said: dict[str, str]) -> str:
    """The name of the battles of two lists."""
    words = ", ".join(f"{name} {value}" for name, value in said.items())
    return f"{first} / {second} / {words} / {games} / {SEED}"


class Duels:
    """The battles of two lists by number, each number all battles of the same two."""

    def __init__(self, duels: list[tuple[str, str, int, dict[str, str]]]) -> None:
        self.book = rulebooks.get("warcards")
        self.duels = duels

    def __call__(self, number: int) -> list[int]:
        """Wins of the first list, which attacks, of the second, and draws."""
        first, second, games, said = self.duels[number]
        data = battle_of(read_army(first, "A"), read_army(second, "B"), said)
        scenario = self.book.read_scenario(data, "balance")
        result = simulate(self.book, scenario, None, "greedy", games=games, seed=SEED, workers=1)
        assert not result.failures, result.notes
        return [result.wins["A"], result.wins["B"], result.draws]


def fingerprint() -> str:
    """A word for the rules and figures of now: where either changes, battles are fought again. Prices are in the lists."""
    digest = hashlib.sha256()
    numbers = [DATA / f"{name}.toml" for name in ("fortifications", "terrain", "visibility", "weather")]
    for path in (*sorted(DATA.parent.rglob("*.py")), *numbers):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    known = facts()
    for card in (*known.cards.values(), *known.ships.values()):
        digest.update(repr(replace(card, muster=0)).encode())
    return digest.hexdigest()[:16]


def armies_table(battles: Battles, armies: list[tuple[str, str]]) -> list[str]:
    """The armies of equal cost, the best first."""
    half = battles.games // 2
    both = [(one, other) for _, one in armies for _, other in armies if one != other]
    battles.fight_all([(one, other, half, {}) for one, other in both])
    pairings = []
    for at, (first, mine) in enumerate(armies):
        for second, theirs in armies[at + 1 :]:
            wins, losses, draws = battles.meet(mine, theirs)
            pairings.append(Pairing(first, second, wins + losses + draws, wins, losses, draws))
        print(f"{at + 1} of {len(armies)}: {mine}", file=sys.stderr, flush=True)
    lists = dict(armies)
    lines = ["| army | share of battles | rating | 95 % |", "|---|---|---|---|"]
    for one in rate(list(lists), pairings):
        share = one.points / max(1, one.games)
        words = f"{percent(share)} ± {100 * half_width(one.points, one.games):.1f}"
        lines.append(f"| {lists[one.name]} | {words} | {one.rating:.0f} | {one.low:.0f} to {one.high:.0f} |")
    return lines


def besides(battles: Battles) -> list[tuple[str, float, float]]:
    """How infantry fares with some of each unit beside it: the army, its share on open ground, and against a castle.

    Money as before, two fifths of it for the unit. Open ground: against infantry alone, attacking in half of the battles. The castle
    is stormed, and held by seven infantry and three archers.
    """
    found = []
    for one in contenders(False):
        army = f"9 Infantry, {12 // one.cost} {one.name}"
        found.append((army, battles.share(army, "15 Infantry"), storming(battles, army)))
    return sorted(found, key=lambda row: -row[1])


def storming(battles: Battles, army: str) -> float:
    """The share of an army that storms the castle."""
    wins, losses, draws = battles.fight(army, HOLDERS, battles.games, {"fort": "2"})
    return (wins + draws / 2) / (wins + losses + draws)


def besides_section(battles: Battles) -> list[str]:
    """What each unit does beside infantry, with its heading."""
    lines = ["| army | against 15 infantry | storming a castle |", "|---|---|---|"]
    lines += [f"| {army} | {percent(field)} | {percent(walls)} |" for army, field, walls in besides(battles)]
    lines.append(f"| 15 Infantry | 50 | {percent(storming(battles, '15 Infantry'))} |")
    head = BESIDES.format(half=battles.games // 2, games=battles.games)
    return ["## Beside infantry", "", head, "", *lines, ""]


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


def section(ships: bool, battles: Battles) -> tuple[list[str], DuelMatrix]:
    """The tables of army units, or of ships."""
    book = rulebooks.get("warcards")
    who = contenders(ships)
    first, later = duel_matrix(book, who), duel_matrix(book, who, {"round": "later"})
    made = [(one.name, str(one.army)) for one in equal_armies(who, FLEET if ships else BUDGET, MOST)]
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
    lines += [f"## {kind} of equal cost", "", *armies_table(battles, made), ""]
    return lines, first


def main() -> int:
    """Print or write the page."""
    parser = argparse.ArgumentParser(description="The balance of war cards, as a page of tables.")
    parser.add_argument(
        "--games", type=int, default=GAMES, help="battles of every two armies, an even number"
    )
    parser.add_argument("--write", action="store_true", help="write docs/balance.md and the matrices")
    add_workers(parser, 1)
    given = parser.parse_args()
    with workers(given) as hands:
        return write_page(given, hands)


def write_page(given: argparse.Namespace, hands: int | Workforce) -> int:
    """Fight what is missing, and write the page."""
    games = max(2, given.games + given.games % 2)
    words = f" --games {games}" if games != GAMES else ""
    head = HEAD.format(given=words, budget=BUDGET, fleet=FLEET, games=games, seed=SEED)
    battles = Battles(games, hands)
    land, duels = section(False, battles)
    sea, ships = section(True, battles)
    page = "\n".join(
        [
            head,
            *land,
            *besides_section(battles),
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
