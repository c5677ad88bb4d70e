"""Small battlefields for tests: a board drawn in rows, and creatures put on it."""

from __future__ import annotations

from dataclasses import replace

from banneret.geometry.squares import SquareGrid
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.flags import Flags
from banneret.rulebooks.skirmish.state import Army, Creature, Setting, State
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.boards import NO_TILE, Board
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.tables.numbers import VAULT
from banneret.rulebooks.skirmish.tables.tiles import DIFFICULT, START, WALL

DROW, CORMYR = 0, 1


def drawn(*rows: str) -> Board:
    """A board of rows of signs, of whatever size; it has no tiles."""
    flat = "".join(rows)
    walls = [square for square, sign in enumerate(flat) if sign in (WALL, NO_TILE)]
    starts = [square for square, sign in enumerate(flat) if sign == START]
    half = len(starts) // 2
    return Board(
        "drawn",
        "Drawn",
        rows,
        (),
        0,
        SquareGrid(len(rows[0]), len(rows), walls),
        bytes([sign == DIFFICULT for sign in flat]),
        bytes([sign == WALL for sign in flat]),
        (tuple(starts[:half]), tuple(starts[half:])),
    )


def open_floor(columns: int = 12, rows: int = 12) -> Board:
    """A board without anything."""
    return drawn(*["." * columns] * rows)


class Yard:
    """A battle in the middle of the Action Phase of the side `active`, without cards, on a board; creatures are put on it by name."""

    def __init__(self, board: Board | None = None, *, active: int = DROW, **flags: object) -> None:
        setting = Setting(
            "yard",
            "Yard",
            ("Drow", "Cormyr"),
            ("drow", "cormyr"),
            board or open_floor(),
            replace(Flags(), **flags),  # type: ignore[arg-type]
        )
        armies = [Army([], [], [], [], [], [], VAULT) for _ in range(2)]
        self.state = State(setting, armies, [], stages.ACTIONS, turn=1, active=active)

    def put(
        self,
        name: str,
        at: tuple[int, int],
        side: int | None = None,
        *,
        damage: int = 0,
        tapped: bool = False,
        attached: tuple[str, ...] = (),
    ) -> Creature:
        """A creature on a square, of its faction's side unless another is given; `attached` are cards of the other side."""
        card = creature_card(name)
        whose = side if side is not None else (DROW, CORMYR)[card.faction == "cormyr"]
        state = self.state
        under = tuple((action_card(one).index, 1 - whose) for one in attached)
        place = state.setting.board.grid.index(*at)
        creature = Creature(
            state.came, card.index, whose, place, damage=damage, tapped=tapped, attached=under
        )
        state.came += 1
        state.creatures.append(creature)
        return creature

    def deal(self, side: int, *cards: str) -> None:
        """Action cards for a hand."""
        self.state.armies[side].action_hand += [action_card(name).index for name in cards]

    def square(self, column: int, row: int) -> int:
        """The number of a square."""
        return self.state.setting.board.grid.index(column, row)

    def name(self, column: int, row: int) -> str:
        """The name of a square."""
        return self.state.setting.board.grid.name(self.square(column, row))

    def places(self, squares: list[int]) -> list[tuple[int, int]]:
        """Columns and rows of squares."""
        return [self.state.setting.board.grid.place(square) for square in squares]
