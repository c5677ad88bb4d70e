"""The command line: which commands there are, what each of them takes, and how its words are read."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NoReturn

from banneret.kernel.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SUMMARY = "Fantasy battles on the table: play them, resolve them, count their odds."
EPILOG = """\
Without a command a battle begins here: The Ford of Two Banners, you as the groves, the computer as the halls.
'banneret COMMAND --help' tells more about a command. Exit codes: 0 done, 1 the answer is no, 2 bad input."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises `BadInput` where the plain one would print its usage and leave."""

    def __init__(self, **words: Any) -> None:
        words.setdefault("allow_abbrev", False)
        words.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**words)

    def error(self, message: str) -> NoReturn:
        where = self.prog.removeprefix("banneret").strip() or "command line"
        message = message.removeprefix("argument ")
        raise BadInput(message, where=where, hint=f"'{self.prog} --help' shows how")


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers in a range, for arguments."""

    def read(text: str) -> int:
        try:
            number = int(text) if len(text) <= 30 else low - 1
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number") from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]} is not from {low:,} to {high:,}")
        return number

    return read


def share(text: str) -> float:
    """A precision such as `1%` or `0.01`, as fine as a simulation may reach for, and below a half."""
    percent = text.strip().lstrip("±").removesuffix("%")
    try:
        value = float(percent) / (100 if "%" in text else 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a precision such as 1%") from None
    if not 0.0005 <= value < 0.5:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not from 0.05% to less than 50%")
    return value


SEED = whole(0, 2**63 - 1)
SPECS: dict[str, tuple[str, str]] = {
    "table": ("banneret.cli.table:table", "open the table in the browser: play, watch, replay"),
    "rulebooks": ("banneret.cli.listing:rulebooks", "the rulebooks at hand"),
    "scenarios": ("banneret.cli.listing:scenarios", "the battles of a rulebook that are ready to be fought"),
    "options": ("banneret.cli.listing:options", "the variants of a rulebook that players may switch"),
    "rules": (
        "banneret.cli.listing:rules",
        "the rules of a rulebook, one of them, the tests that prove them",
    ),
    "players": ("banneret.cli.listing:players", "the computer players of a rulebook"),
    "learn": ("banneret.cli.playing:learn", "learn a rulebook in a coached first battle in this terminal"),
    "play": ("banneret.cli.playing:play", "play a battle in this terminal"),
    "resume": ("banneret.cli.playing:resume", "go on with a battle that was kept"),
    "next": (
        "banneret.cli.playing:next_battle",
        "the next battle of a campaign, with what one that is over leaves",
    ),
    "battles": ("banneret.cli.playing:battles", "the battles that were kept"),
    "fight": ("banneret.cli.fighting:fight", "let computer players fight, once or many times"),
    "lengths": ("banneret.cli.lengths:lengths", "how many minutes the battles of a rulebook take"),
    "tournament": ("banneret.cli.fighting:tournament", "let computer players meet one another, all pairings"),
    "odds": ("banneret.cli.odds:odds", "the odds of one force against another"),
    "muster": (
        "banneret.cli.muster:muster",
        "armies: what they may be built of, what they cost, what is wrong",
    ),
    "roster": ("banneret.cli.muster:roster", "an army on paper, as PDF or web page"),
    "replay": ("banneret.cli.records:replay", "retell a recorded battle, to the end or to an entry"),
    "verify": (
        "banneret.cli.records:verify",
        "check a record: unaltered, legal, dice as their seed made them",
    ),
    "report": (
        "banneret.cli.report:report",
        "what a finished battle tells: losses, the chances as they went, what turned them, luck",
    ),
    "export": ("banneret.cli.records:export", "a recorded battle as a web page, text or public record"),
}


def build(only: str = "") -> argparse.ArgumentParser:
    """The parser; with `only`, of one command, so that its start stays quick."""
    parser = _Parser(prog="banneret", description=SUMMARY, epilog=EPILOG)
    parser.add_argument("--version", action="store_true", help="tell the version")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=_Parser
    )
    for name, (home, what) in SPECS.items():
        command = commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
        command.set_defaults(home=home)
        if not only or only == name:
            _ARGUMENTS[name](command)
    return parser


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")


def _plain(command: argparse.ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help="no drawing, no colour: for screen readers")


def _seed(command: argparse.ArgumentParser) -> None:
    help_ = "the seed: the same one gives the same result"
    command.add_argument("--seed", type=SEED, default=None, metavar="N", help=help_)


def _option(command: argparse.ArgumentParser) -> None:
    help_ = "switch a variant of the rules (may be repeated)"
    command.add_argument("--option", action="append", default=[], metavar="K=V", help=help_)


def _cluster(command: argparse.ArgumentParser) -> None:
    help_ = "compute on the machines of a Ray cluster: auto, or HOST:PORT"
    command.add_argument("--cluster", default="", metavar="WHERE", help=help_)


def _work(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--workers", type=whole(1, 512), default=0, metavar="N", help="processes (all cores)"
    )
    _cluster(command)
    command.add_argument(
        "--resume",
        default="",
        metavar="FILE",
        help="keep results in this file as they come, and go on from those it has",
    )


def _rulebook(command: argparse.ArgumentParser) -> None:
    command.add_argument("rulebook", metavar="RULEBOOK", help="the rulebook's id, such as stacks")


def _scenario(command: argparse.ArgumentParser, *, optional: bool = False) -> None:
    _rulebook(command)
    what = "a scenario's id, a .toml or .json file with one, or '4 Dwarves vs 6 Goblins'"
    if optional:
        what += " (the rulebook's first battle)"
        command.add_argument("scenario", metavar="SCENARIO", nargs="?", default="", help=what)
    else:
        command.add_argument("scenario", metavar="SCENARIO", help=what)
    command.add_argument(
        "--army",
        action="append",
        default=[],
        metavar="SIDE=LIST",
        help="an army of your own for a side, a list or @FILE (may be repeated)",
    )
    command.add_argument(
        "--board", default="", metavar="FILE", help="a board of your own, joined from tiles, for this battle"
    )
    _option(command)


def _listed(command: argparse.ArgumentParser) -> None:
    _rulebook(command)
    _json(command)


def _rules(command: argparse.ArgumentParser) -> None:
    _rulebook(command)
    command.add_argument(
        "id", metavar="ID", nargs="?", default="", help="one rule, with examples and rulings"
    )
    command.add_argument("--tests", action="store_true", help="with the tests that prove each rule")
    command.add_argument(
        "--missing", action="store_true", help="only rules no test proves; exit status 1 if there are any"
    )
    command.add_argument("--tier", default="", help="only rules of this tier")
    command.add_argument(
        "--card", default="", metavar="FILE", help="the rules on one sheet to lay on the table: .pdf or .html"
    )
    _paper(command)
    _json(command)


def _fight(command: argparse.ArgumentParser) -> None:
    _scenario(command)
    command.add_argument(
        "--players",
        default="",
        metavar="NAME,NAME",
        help="who plays, in the order of the sides, or SIDE=NAME",
    )
    command.add_argument(
        "--games", type=whole(1, 10_000_000), default=0, metavar="N", help="how many battles (1)"
    )
    _seed(command)
    command.add_argument(
        "--until",
        type=share,
        default=0.0,
        metavar="P%",
        help="stop when the chances to win are known to ±P%%",
    )
    _work(command)
    command.add_argument(
        "--record", default="", metavar="FILE", help="write the record here (for one battle only)"
    )
    command.add_argument(
        "--show", action="store_true", help="print the battle as it goes (for one battle only)"
    )
    _json(command)


def _lengths(command: argparse.ArgumentParser) -> None:
    _rulebook(command)
    command.add_argument("scenario", metavar="SCENARIO", nargs="*", default=[], help="scenarios (all)")
    command.add_argument(
        "--games", type=whole(1, 10_000), default=10, metavar="N", help="battles to count from (10)"
    )
    command.add_argument(
        "--write", action="store_true", help="write them into the shelf.toml of the rulebook"
    )
    _json(command)


def _tournament(command: argparse.ArgumentParser) -> None:
    _rulebook(command)
    help_ = "scenarios, or files with one each; with --army the battle of two lists where none is named"
    command.add_argument("scenario", metavar="SCENARIO", nargs="*", default=[], help=help_)
    _option(command)
    command.add_argument(
        "--players",
        default="",
        metavar="NAME,NAME,…",
        help="each plays each (random,greedy,search; with --army greedy)",
    )
    command.add_argument(
        "--army",
        action="append",
        default=[],
        metavar="NAME=LIST",
        help="an army that takes part, a list or @FILE (may be repeated)",
    )
    command.add_argument(
        "--games", type=whole(2, 10_000_000), default=100, metavar="N", help="battles of each pair (100)"
    )
    _seed(command)
    _work(command)
    command.add_argument("--csv", action="store_true", help="print CSV")
    _json(command)


def _play(command: argparse.ArgumentParser) -> None:
    _scenario(command, optional=True)
    command.add_argument(
        "--as",
        dest="side",
        action="append",
        default=[],
        metavar="SIDE",
        help="the side you play, by its name or id (the first; may be repeated)",
    )
    command.add_argument(
        "--against", default="", metavar="NAME", help="the computer player of the other sides (greedy)"
    )
    command.add_argument(
        "--hotseat", action="store_true", help="people play all sides, taking turns at this terminal"
    )
    command.add_argument("--dice", default="", metavar="KIND", help="seeded, or typed: people roll real dice")
    command.add_argument("--seed", default="", metavar="N", help="a seed of your own for the dice")
    command.add_argument(
        "--record",
        default="",
        metavar="FILE",
        help="keep the battle in this file; where it exists, go on with it",
    )
    _plain(command)


def _learn(command: argparse.ArgumentParser) -> None:
    _rulebook(command)
    _plain(command)


def _resume(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        metavar="BATTLE",
        nargs="?",
        default="",
        help="a record file, or a battle by its id (default: the latest)",
    )
    _plain(command)


def _next(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="BATTLE", help="a record file, or a battle by its id")
    command.add_argument("--record", default="", metavar="FILE", help="keep the next battle here")
    _plain(command)


def _odds(command: argparse.ArgumentParser) -> None:
    _rulebook(command)
    command.add_argument("attacker", metavar="ATTACKER", help='such as "4 Dwarves, DwarfLord", or @FILE')
    command.add_argument("defender", metavar="DEFENDER", help='such as "6 Goblins, Stone Giants", or @FILE')
    command.add_argument(
        "--reveal", default="", metavar="HOW", help="in which order units come up: in-order, uniform"
    )
    command.add_argument("--support", default="", metavar="WHO", help="who supports: none, all")
    command.add_argument("--terrain", default="", metavar="GROUND", help="where it is fought")
    command.add_argument("--round", default="", metavar="WHEN", help="of an engagement: first, later")
    command.add_argument("--front", default="", metavar="FILES", help="figures abreast: 6, or 6/8 for both")
    command.add_argument(
        "--formation", default="", metavar="HOW", help="how they stand: closed, or closed/open for both"
    )
    command.add_argument(
        "--volley",
        nargs="+",
        default=(),
        metavar="WHAT",
        help="one volley: of companies two scripted actions, of battlesystem its range in inches",
    )
    command.add_argument(
        "--duel",
        action="store_true",
        help='of battlesystem: individuals man to man, such as "fighter 7" and "Ogre"',
    )
    command.add_argument("--exchange", action="store_true", help="the best mix of scripted actions as well")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="a variant of the rules, or what else there is to choose, such as rounds=3 (may be repeated)",
    )
    _json(command)


def _muster(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "what",
        metavar="WHAT",
        choices=("check", "show", "draft"),
        help="check an army's file; show a rulebook's tables or an army; draft a file of a list or SCENARIO:SIDE",
    )
    command.add_argument("name", metavar="NAME", help="an army's file; for show and draft a rulebook's id")
    command.add_argument("army", metavar="ARMY", nargs="?", default="", help="what to draft")
    command.add_argument("--out", default="", metavar="FILE", help="where to write a draft")
    _budget(command)
    _json(command)


def _roster(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="FILE", help="an army's file")
    command.add_argument("--out", default="", metavar="FILE", help="what to write: .pdf (usual) or .html")
    _paper(command)
    _budget(command)


def _budget(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--budget", type=whole(0, 1_000_000), default=None, metavar="N", help="this budget, not the file's"
    )


def _replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="BATTLE", help="a record file, or a battle by its id")
    command.add_argument(
        "--to", type=whole(0, 10_000_000), default=None, metavar="N", help="stop after entry N"
    )
    command.add_argument("--seat", default="", metavar="SEAT", help="as this seat saw it (referee)")
    command.add_argument("--entries", action="store_true", help="with the orders and dice between the news")
    _json(command)


def _verify(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="BATTLE", help="a record file, or a battle by its id")
    _json(command)


def _paper(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--paper", choices=("A4", "letter"), default="A4", help="the paper it is printed on (A4)"
    )


def _report(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="BATTLE", help="a record file, or a battle by its id")
    command.add_argument(
        "--out",
        default="",
        metavar="FILE",
        help="what to write: .html, .pdf, .txt or .json (default: text, here)",
    )
    command.add_argument(
        "--side", default="", metavar="SIDE", help="whose chance (the first that a person played)"
    )
    points = "checkpoints that are counted (32; fewer where it would take more than half a minute)"
    command.add_argument("--points", type=whole(4, 200), metavar="N", help=points)
    plays = "battles played on from each (200; fewer likewise)"
    command.add_argument("--plays", type=whole(10, 10_000), metavar="N", help=plays)
    _work(command)
    _paper(command)
    _json(command)


def _export(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="BATTLE", help="a record file, or a battle by its id")
    command.add_argument(
        "target", metavar="TARGET", help="what to write: .html, .txt, or .banneret without the seed"
    )
    command.add_argument(
        "--to", type=whole(0, 10_000_000), default=None, metavar="N", help="as it stood after entry N"
    )
    command.add_argument("--seat", default="", metavar="SEAT", help="as this seat sees it (spectator)")


def _table(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="the address to listen at (127.0.0.1)"
    )
    command.add_argument(
        "--port",
        type=whole(0, 65_535),
        default=8765,
        metavar="N",
        help="the port to listen at (8765, or a free one)",
    )
    command.add_argument(
        "--database", default="", metavar="URL", help="where battles are kept (a file of the user's)"
    )
    command.add_argument("--no-browser", action="store_true", help="open no browser")
    command.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="answer under this name too (may be repeated); addresses and this machine's own names need not be said",
    )
    _cluster(command)
    command.add_argument(
        "--url", default="", help="the table's own address, for letters to players (BANNERET_URL)"
    )
    command.add_argument(
        "--webhooks",
        default="",
        metavar="WHERE",
        help="players may be written to by webhooks: public ones, or anywhere (BANNERET_WEBHOOKS)",
    )
    command.add_argument(
        "--services",
        default="",
        metavar="NAMES",
        help="players may be written to by these services of Apprise, such as discord,tgram (BANNERET_SERVICES)",
    )


_ARGUMENTS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "rulebooks": _json,
    "scenarios": _listed,
    "options": _listed,
    "rules": _rules,
    "players": _listed,
    "learn": _learn,
    "play": _play,
    "resume": _resume,
    "next": _next,
    "battles": _json,
    "table": _table,
    "fight": _fight,
    "lengths": _lengths,
    "tournament": _tournament,
    "odds": _odds,
    "muster": _muster,
    "roster": _roster,
    "replay": _replay,
    "verify": _verify,
    "report": _report,
    "export": _export,
}


def read_words(words: Sequence[str]) -> argparse.Namespace:
    """The words of the command line, understood; raises `BadInput` with the nearest command or option."""
    if words and not words[0].startswith("-") and words[0] not in SPECS:
        from banneret.kernel.errors import nearest

        hint = nearest(words[0], SPECS)
        raise BadInput(f"there is no command {words[0][:60]!r}", hint=hint or "'banneret --help' lists them")
    only = words[0] if words and words[0] in SPECS else ""
    for word in words:
        if word.startswith("--") and word.endswith("=--"):  # argparse would make an empty list of it
            raise BadInput(f"{word[:-3][:60]} is given '--'", where=only or "command line")
    parser = build(only)
    found, left = parser.parse_known_args(list(words))
    if left:
        _unknown(parser, only, left[0])
    return found


def _unknown(parser: argparse.ArgumentParser, command: str, word: str) -> NoReturn:
    from difflib import get_close_matches

    help_ = f"'banneret {command} --help' shows how" if command else "'banneret --help' shows how"
    if not word.startswith("-") or len(word) < 2:
        raise BadInput(f"{word[:60]!r} is one word too many", where=command, hint=help_)
    own = parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) and command:
            own = action.choices[command]
    known = [text[2:] for action in own._actions for text in action.option_strings if text.startswith("--")]
    close = get_close_matches(word.split("=")[0].strip("-")[:60], known, n=1, cutoff=0.5)
    hint = f"did you mean '--{close[0]}'?" if close else help_
    raise BadInput(f"there is no option {word[:60]!r}", where=command, hint=hint)
