"""`banneret fight` and `tournament`: computer players among themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from banneret.cli import working
from banneret.cli.finding import (
    check_player,
    find_rulebook,
    find_scenario,
    list_name,
    read_list,
    read_names,
    read_options,
    refuse,
    with_armies,
    with_board,
)
from banneret.cli.listing import columns, ink, print_json
from banneret.cli.writing import check_new
from banneret.kernel.errors import BadInput
from banneret.kernel.naming.sides import names_of, side_of
from banneret.muster.matchup import army_from, fit, matchup, shortened

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping, Sequence

    from banneret.kernel.battle import Battle
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario
    from banneret.lab.kept import Kept
    from banneret.lab.simulation import SimulationResult


def fight(given: argparse.Namespace) -> int:
    """`banneret fight RULEBOOK SCENARIO`."""
    rulebook = find_rulebook(given.rulebook)
    scenario = with_armies(rulebook, find_scenario(rulebook, given.scenario), given.army)
    scenario = with_board(rulebook, scenario, given.board)
    options = rulebook.options(read_options(given.option))
    games = given.games or 1
    if (given.record or given.show) and (games > 1 or given.until):
        word = "--record" if given.record else "--show"
        hint = f"leave out {word}, or --games and --until"
        raise BadInput(f"{word} is for one battle", where="fight", hint=hint)
    if given.json:
        refuse(given, "fight --json", "--show")
    players = _players(rulebook, scenario, given.players)
    seed = working.seed(given)
    if games == 1 and not given.until:
        for word in ("resume", "cluster", "workers"):
            if getattr(given, word):
                raise BadInput(f"--{word} is for many battles", where="fight", hint="add --games or --until")
        return _one(given, rulebook, scenario, options, players, seed)
    return _many(given, rulebook, scenario, options, players, seed)


def _players(rulebook: Rulebook[Any], scenario: Scenario, text: str) -> dict[str, str]:
    """The computer player of each side: names in the order of the sides, or `SIDE=NAME`, greedy for the sides not named."""
    names = read_names(text, "--players") if text else ["greedy"]
    if any("=" in name.partition(":")[0] for name in names):
        return _named_players(rulebook, scenario, names)
    if len(names) == 1:
        names = names * len(scenario.sides)
    if len(names) != len(scenario.sides):
        hint = f"{len(scenario.sides)} names for {', '.join(scenario.sides)}, or one for all"
        raise BadInput(f"--players names {len(names)}", where="fight", hint=hint)
    for name in dict.fromkeys(names):
        check_player(rulebook, name)
    return dict(zip(scenario.sides, names, strict=True))


def _named_players(rulebook: Rulebook[Any], scenario: Scenario, words: Sequence[str]) -> dict[str, str]:
    players = dict.fromkeys(scenario.sides, "greedy")
    for word in words:
        side, equals, name = word.partition("=")
        if not equals:
            raise BadInput(f"--players has {word!r} without a side", where="fight", hint="SIDE=NAME for each")
        players[side_of(rulebook, scenario, side.strip(), "--players")] = check_player(rulebook, name.strip())
    return players


def _one(
    given: argparse.Namespace,
    rulebook: Rulebook[Any],
    scenario: Scenario,
    options: dict[str, str],
    players: dict[str, str],
    seed: int,
) -> int:
    """One battle at the table, with its record."""
    import banneret

    target = Path(given.record) if given.record else None
    if target is not None:
        check_new(target)
    battle = banneret.start(rulebook, scenario, seed=seed, options=options, players=players)
    if given.show and not given.json:
        _show(battle)
    else:
        _play_out(battle)
    if target is not None:
        battle.save(target)
    outcome = battle.outcome
    assert outcome is not None
    if given.json:
        print_json(
            {
                "rulebook": rulebook.id,
                "scenario": scenario.id,
                "games": 1,
                "seed": seed,
                "players": players,
                "options": options,
                "wins": {side: int(side in battle.winners) for side in battle.sides},
                "draws": int(not battle.winners),
                "winners": battle.winners,
                "reason": outcome.reason,
                "rule": outcome.rule,
                "entries": len(battle.record.entries),
                "hash": battle.record.hash,
                "record": str(target) if target else None,
            }
        )
        return 0
    from banneret.render.text.scene import ending_lines

    scene = battle.scene("referee")
    names = " against ".join(f"{side.name} ({players[side.id]})" for side in scene.sides)
    print(f"{scenario.title}: {names}, seed {seed}")
    print("\n".join(ending_lines(scene, columns(), ink())))
    if target is not None:
        print(f"The record: {target}")
    return 0


def _play_out(battle: Battle) -> None:
    """Let the computer players finish, with a bar where they take their time."""
    from banneret.lab.progress import ProgressBar

    bar = ProgressBar()
    try:
        while not battle.is_over:
            if not battle.advance(8):
                raise BadInput("the battle is waiting for an order that no computer player gives")
            bar(battle.record.count, 0)
    finally:
        bar.close()


def _show(battle: Battle) -> None:
    """Print a battle as it goes, as the referee sees it."""
    from banneret.cli.terminal import Log
    from banneret.render.ink import wrap
    from banneret.render.text.board import board_lines, standing_lines
    from banneret.render.text.scene import title_lines
    from banneret.render.words import news_line

    width, paint = columns(), ink()
    log = Log()
    scene = battle.scene("referee")
    print("\n".join(title_lines(scene, width, paint)))
    print("\n".join(["", *board_lines(scene, width, paint), "", *standing_lines(scene, width, paint), ""]))
    while not battle.is_over:
        if not battle.advance(8):
            raise BadInput("the battle is waiting for an order that no computer player gives")
        log.take(battle.scene("referee").news)
        for item in log.unread():
            print("\n".join(wrap(news_line(item), width, "- ")))
    scene = battle.scene("referee")
    print("\n".join(["", *board_lines(scene, width, paint), "", *standing_lines(scene, width, paint), ""]))


def _many(
    given: argparse.Namespace,
    rulebook: Rulebook[Any],
    scenario: Scenario,
    options: dict[str, str],
    players: dict[str, str],
    seed: int,
) -> int:
    """Many battles on all cores, counted."""
    from banneret.lab.progress import ProgressBar
    from banneret.lab.simulation import keep_games, simulate

    bar = ProgressBar()
    names = names_of(rulebook, scenario)

    def show(done: int, total: int, result: SimulationResult) -> None:
        bar(done, total, lambda: _leading(result, names))

    def keep(path: Path, temporary: bool) -> Kept:
        specs = [players[side] for side in scenario.sides]
        return keep_games(path, rulebook, scenario, options, specs, seed, temporary)

    try:
        with working.keeping(given, bar, keep) as keeping, working.workers(given) as workers:
            result = simulate(
                rulebook,
                scenario,
                options,
                players,
                games=given.games or None,
                until=given.until or None,
                seed=seed,
                workers=workers,
                progress=show,
                kept=keeping.kept,
            )
            bar.close()
            keeping.ended(result.stopped)
    finally:
        bar.close()
    if given.json:
        print_json(result.to_json())
    else:
        sides = [f"{names[side]} ({players[side]})" for side in scenario.sides]
        print(f"{scenario.title}: {' against '.join(sides)}")
        print("\n".join(result.lines(names)))
    return 0


def _leading(result: SimulationResult, names: Mapping[str, str]) -> str:
    """The side that has won most, as far as it is known."""
    won = result.wins
    leader = max(won, key=lambda side: won[side])
    low, high = result.interval(leader)
    return f"{names[leader]} {100 * won[leader] / max(1, result.games):.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def tournament(given: argparse.Namespace) -> int:
    """`banneret tournament RULEBOOK [SCENARIO…]`."""
    from banneret.lab.progress import ProgressBar
    from banneret.lab.tournament import Entrant, keep_tournament, round_robin

    if given.json and given.csv:
        raise BadInput("--json and --csv contradict each other", where="tournament")
    rulebook = find_rulebook(given.rulebook)
    options = rulebook.options(read_options(given.option))
    armies = _armies(rulebook, given.army)
    names = read_names(given.players or ("greedy" if armies else "random,greedy,search"), "--players")
    for name in names:
        check_player(rulebook, name)
    fields = [find_scenario(rulebook, name) for name in given.scenario]
    arrange = _arranged(rulebook, bool(fields)) if armies else None
    if arrange and not fields:
        lists = list(armies.values())
        fields = [matchup(rulebook, lists[0], lists[-1])]
    if not fields:
        raise BadInput("SCENARIO is missing", where="tournament", hint="or --army NAME=LIST, twice or more")
    entrants = [
        Entrant(name if len(names) == 1 else f"{name} ({player})", player, army)
        for name, army in armies.items()
        for player in names
    ] or [Entrant(name, name) for name in names]
    bar = ProgressBar()
    seed = working.seed(given)

    def keep(path: Path, temporary: bool) -> Kept:
        return keep_tournament(path, rulebook, fields, entrants, options, given.games, seed, temporary)

    try:
        with working.keeping(given, bar, keep) as keeping, working.workers(given) as workers:
            result = round_robin(
                rulebook,
                fields,
                entrants,
                options,
                games=given.games,
                seed=seed,
                workers=workers,
                arrange=arrange,
                progress=bar,
                kept=keeping.kept,
            )
            bar.close()
            keeping.ended(result.stopped)
    finally:
        bar.close()
    if given.json:
        print_json(result.to_json())
    elif given.csv:
        print(result.to_csv(), end="")
    else:
        print(result)
    return 0


def _arranged(rulebook: Rulebook[Any], inside: bool) -> Callable[[Scenario, str, str], Scenario]:
    """The battles of two armies: the scenarios that were named, else the rulebook's battle of two lists."""

    def arrange(scenario: Scenario, first: str, second: str) -> Scenario:
        if not inside:
            return matchup(rulebook, first, second)
        armies = {
            side: army_from(rulebook, text)
            for side, text in zip(scenario.sides, (first, second), strict=False)
        }
        return fit(rulebook, scenario, armies)

    return arrange


def _armies(rulebook: Rulebook[Any], words: Sequence[str]) -> dict[str, str]:
    """`NAME=LIST` words as armies; LIST may be `@FILE`."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, units = word.partition("=")
        if not equals or not name.strip() or not units.strip():
            raise BadInput(f"--army is given {word[:60]!r}", where="tournament", hint="NAME=LIST is expected")
        if name.strip() in found:
            raise BadInput(f"two armies are called {name.strip()[:60]!r}", where="tournament")
        found[name.strip()] = text = read_list(units.strip())
        # Faults of a file are shown at once.
        shortened(rulebook, text, list_name(units.strip(), "tournament"))
    if len(found) == 1:
        raise BadInput("one army alone meets nobody", where="tournament", hint="give --army twice or more")
    return found
