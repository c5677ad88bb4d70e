"""The outcome of a fight as it is asked for in words: some creatures against others, with stated hands. There are no dice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from banneret.kernel.abilities.computer import Computer
from banneret.kernel.abilities.odds import Assumed, Assumption, Odds, by_side, check_flags, plain
from banneret.kernel.enumeration import enumerated
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.army.scenarios import open_battle, read_scenario
from banneret.rulebooks.skirmish.board.traits import hit_points, printed
from banneret.rulebooks.skirmish.odds.fights import fight_out
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables.actions import ActionCard, action_cards, immediate_cards
from banneret.rulebooks.skirmish.tables.boards import Board, board
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard, creature_cards

FLAGS: Final = ("attacker-hand", "defender-hand", "first")
SIDES: Final = ("attacker", "defender")
BOARD: Final = "short-yard"
MOST: Final = 12  # creatures of a side: as many as a faction has
MOST_HELD: Final = 6  # cards in the hand of a side
_COUNTED: Final = re.compile(r"\s*(\d+)?\s*(.*?)\s*")


class Fight:
    """The end of a fight, with what was asked."""

    def __init__(self, before: State, after: State) -> None:
        self.turn = after.turn
        self.first = SIDES[before.active]
        self.brought = [[one for one in before.creatures if one.side == side] for side in (0, 1)]
        self.left = [[one for one in after.creatures if one.side == side] for side in (0, 1)]
        self.winner = -1
        if not self.left[0] or not self.left[1]:
            self.winner = 0 if self.left[0] else 1 if self.left[1] else -1

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        chances = [Fraction(int(self.winner == side)) for side in (0, 1)]
        losses = [Fraction(len(self.brought[side]) - len(self.left[side])) for side in (0, 1)]
        return {
            "exact": True,
            "attacker": plain(chances[0]),
            "defender": plain(chances[1]),
            "neither": plain(1 - chances[0] - chances[1]),
            "expected_losses": by_side(losses),
            "turns": self.turn,
        }

    @property
    def wins(self) -> str:
        """The word for what happens to the side ahead."""
        return "wins"

    @property
    def basis(self) -> str:
        """The assumptions that it rests on."""
        return f"No dice: headlong greedy players fight it out, the {self.first} first; nobody else comes, and nobody draws."

    def __str__(self) -> str:
        lines = ["There are no dice in this game: played by greedy players, it always goes like this."]
        for side, name in enumerate(SIDES):
            cards = enumerated([printed(one).name for one in self.brought[side]])
            standing = [
                f"{printed(one).name} with {hit_points(one) - one.damage} of {hit_points(one)}"
                for one in self.left[side]
            ]
            lines.append(f"  {name}: {cards}; left: {enumerated(standing) or 'nobody'}")
        if self.winner < 0:
            lines.append(f"  Nobody has won after {self.turn} turns.")
        else:
            lines.append(f"  The {SIDES[self.winner]} wins in turn {self.turn}.")
        return "\n".join(lines)


class SkirmishOdds(Odds):
    """The outcomes of fights, which are played out, for there are no dice."""

    def __init__(self, computer: Computer[State]) -> None:
        self._computer: Computer[State] = computer

    @property
    def assumed(self) -> Assumed:
        """The assumptions: who goes first, and which immediate card each side holds."""
        cards = (("none", "nothing"), *[(card.name, card.name) for card in immediate_cards()])
        return Assumed(
            "Dragon Knight",
            "Drow Blademaster, Drow Wizard",
            (
                Assumption(
                    "first",
                    "Goes first",
                    "setup.first-player",
                    (("attacker", "the attacker"), ("defender", "the defender")),
                ),
                Assumption("attacker-hand", "The attacker holds", "card.immediate", cards),
                Assumption("defender-hand", "The defender holds", "card.immediate", cards),
            ),
            ("creature", "creatures"),
        )

    def units(self) -> Sequence[str]:
        """All creatures, as lists name them."""
        return [card.name for card in creature_cards()]

    def matchup(self, first: str, second: str) -> Scenario:
        """The scenario of a fight on the short yard, each side in its start area and, if it is large, in front of it; nobody else comes."""
        forces = (creatures(first, SIDES[0]), creatures(second, SIDES[1]))
        ground = board(BOARD)
        standing = [_lined_up(force, _half(ground, side)) for side, force in enumerate(forces)]
        data = {
            "id": "fight",
            "title": "A fight",
            "sides": list(SIDES),
            "data": {
                "names": ["Attacker", "Defender"],
                "factions": [force[0].faction for force in forces],
                "board": BOARD,
                "standing": standing,
            },
        }
        return read_scenario(data, "odds")

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Fight:
        """The end of a fight of creatures.

        Args:
            first: The creatures of the attacker, such as "Dragon Knight, 2 Elf Archers".
            second: Those of the defender.
            flags: attacker-hand and defender-hand, lists of action cards; first, the side that goes first.

        Raises:
            BadInput: A creature, a card or a flag is not known, or there are too many.
        """
        check_flags(flags, FLAGS)
        state = open_battle(self.matchup(first, second), {})
        who = flags.get("first", SIDES[0])
        if who not in SIDES:
            raise BadInput(
                f"first: {who[:40]!r} is no side",
                where="odds",
                hint=nearest(who[:40], SIDES) or " or ".join(SIDES),
            )
        for side, army in enumerate(state.armies):
            army.actions = []
            army.action_hand = sorted(
                [card.index for card in hand(flags.get(f"{SIDES[side]}-hand", ""), side)]
            )
        state.active, state.turn, state.stage = SIDES.index(who), 1, stages.TURN_START
        return Fight(state.copy(), fight_out(state, self._computer))


def creatures(text: str, where: str) -> list[CreatureCard]:
    """The creatures of a list such as "Dragon Knight, 2 Elf Archers"; raises `BadInput`."""
    known = {card.name.lower(): card for card in creature_cards()}
    found: list[CreatureCard] = []
    if not text.strip():
        raise BadInput(
            "it names no creature", where=where, hint="name some, such as Dragon Knight, 2 Elf Archers"
        )
    for part in text.split(","):
        match = _COUNTED.fullmatch(part)
        name = (match[2] if match else part).lower()
        card = known.get(name) or known.get(name.removesuffix("s"))
        if card is None:
            names = [one.name for one in creature_cards()]
            raise BadInput(
                f"there is no creature {part.strip()[:40]!r}", where=where, hint=nearest(name[:40], names)
            )
        found += [card] * min(int(match[1] or 1) if match else 1, MOST + 1)
    if not 1 <= len(found) <= MOST:
        raise BadInput(f"1 to {MOST} creatures are expected", where=where, hint="such as '2 Elf Archers'")
    return found


def hand(text: str, side: int) -> list[ActionCard]:
    """The action cards of a list such as "Shield, Block"; raises `BadInput`."""
    known = {card.name.lower(): card for card in action_cards()}
    found: list[ActionCard] = []
    for part in text.split(",") if text.strip() not in ("", "none") else []:
        card = known.get(part.strip().lower())
        if card is None:
            names = [one.name for one in action_cards()]
            hint = nearest(part.strip()[:40], names)
            raise BadInput(f"there is no card {part.strip()[:40]!r}", where=SIDES[side], hint=hint)
        found.append(card)
    if len(found) > MOST_HELD:
        raise BadInput(
            f"at most {MOST_HELD} cards are expected", where=SIDES[side], hint="such as 'Shield, Block'"
        )
    return found


def _half(ground: Board, side: int) -> list[int]:
    """The squares of a side's half of the board: its start area, then those in front of it, the nearest first."""
    start = ground.starts[side]
    walls = {square for square, kind in enumerate("".join(ground.rows)) if kind == "#"}
    squares = range(len(ground.grid.names))
    half = [one for one in squares if (one < len(squares) // 2) == (start[0] < len(squares) // 2)]
    ahead = sorted(half, reverse=start[0] > half[0])
    return [*start, *[one for one in ahead if one not in walls and one not in start]]


def _lined_up(force: list[CreatureCard], area: list[int]) -> list[list[str]]:
    """The creatures of a side on the first squares of an area, each with room of its own."""
    grid = board(BOARD).grid
    free = list(area)
    found: list[list[str]] = []
    for card in sorted(force, key=lambda one: -one.across):
        spaces = grid.spaces[card.across - 1]
        place = next(
            (one for one in area if spaces[one] and all(square in free for square in spaces[one])), -1
        )
        if place < 0:
            raise BadInput(
                "the board has no room for all these creatures", where="odds", hint="fewer of them"
            )
        free = [square for square in free if square not in spaces[place]]
        found.append([card.id, grid.names[place]])
    return found
