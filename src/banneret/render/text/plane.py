"""A plane as plain text: the field as a grid of letters, north at the top, and where everybody stands in words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from banneret.render.ink import PLAIN, Ink, clean, wrap
from banneret.render.looks import ground_sign
from banneret.render.words import parts_text, side_name, states_text, token

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Scene

KEYS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
TALL = 2.1  # how much taller a character is than wide
Point = tuple[float, float]


def compass(heading: float) -> str:
    """The compass direction of a heading.

    >>> compass(350), compass(100)
    ('north', 'east')
    """
    return COMPASS[round(heading / 45.0) % 8]


def keys_of(scene: Scene) -> dict[str, str]:
    """The sign on the map of every piece that stands on it, in the order of the scene; `*` where signs run out."""
    ids = [piece.id for piece in scene.pieces if piece.at is not None]
    return {name: KEYS[place] if place < len(KEYS) else "*" for place, name in enumerate(ids)}


def field_text(scene: Scene, piece: Piece) -> str:
    """A piece on the plane in words: name, strength, how and where it stands, what holds it."""
    parts = [f"{piece.name} {piece.label}".strip()]
    parts += [piece.detail] if piece.detail else []
    if piece.at is not None:
        unit = scene.board.unit
        where = f"{piece.at[0]:.0f} {unit} east, {piece.at[1]:.0f} {unit} north"
        parts.append(where if piece.facing is None else f"{where}, facing {compass(piece.facing)}")
    states = f" ({states_text(piece)})" if piece.states else ""
    return clean(", ".join(parts) + states)


def plane_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The field as a grid: the sign of a piece wherever its figures stand, the ground elsewhere; none where it has no room.

    A field of 60 by 48 inches in 80 columns is one of 76 by 29: nothing is exact here, the list beside it tells places.
    """
    board = scene.board
    columns = min(width - 2, 96)
    if columns < 30 or board.width <= 0 or board.height <= 0:
        return []
    rows = max(8, round(columns * board.height / board.width / TALL))
    grid = [[" "] * columns for _ in range(rows)]
    sides = [[-1] * columns for _ in range(rows)]
    for row in range(rows):
        for column in range(columns):
            spot = (board.width * (column + 0.5) / columns, board.height * (rows - row - 0.5) / rows)
            thin = board.height / rows / 2.0
            grid[row][column] = _ground_at(scene, spot, (column + row) % 3 == 0, thin)
    keys = keys_of(scene)
    for piece in scene.pieces:
        for base in piece.bases:
            if base.sign == "x":
                continue
            column = min(columns - 1, max(0, int(base.x / board.width * columns)))
            row = min(rows - 1, max(0, rows - 1 - int(base.y / board.height * rows)))
            grid[row][column] = keys[piece.id]
            sides[row][column] = piece.side
    edge = "+" + "-" * columns + "+"
    lines = [
        "|" + "".join([ink.side(side, sign) for sign, side in zip(signs, of, strict=True)]) + "|"
        for signs, of in zip(grid, sides, strict=True)
    ]
    return [edge, *lines, edge]


def _ground_at(scene: Scene, spot: Point, sparse: bool, thin: float) -> str:
    """The sign of the ground at a point: ways, and stretches with an outline; open ground is blank.

    What has a sign of its own, as a hedge has, is shown where it is thinner than a row as well.
    """
    for place in scene.board.places:
        if place.breadth:
            own = place.breadth < 2.0 * thin and bool(place.tags)
            if _near(place.shape, spot, thin if own else place.breadth / 2.0):
                return ground_sign(scene, place.ground) if own else "="
        elif place.shape and not place.zone and _holds(place.shape, spot):
            return ground_sign(scene, place.ground) if sparse else " "
    return " "


def _holds(shape: tuple[Point, ...], spot: Point) -> bool:
    """True if an outline holds a point: how often its edge is crossed on the way east."""
    x, y = spot
    inside = False
    last_x, last_y = shape[-1]
    for here_x, here_y in shape:
        if (here_y > y) != (last_y > y) and x < (last_x - here_x) * (y - here_y) / (last_y - here_y) + here_x:
            inside = not inside
        last_x, last_y = here_x, here_y
    return inside


def _near(line: tuple[Point, ...], spot: Point, reach: float) -> bool:
    """True if a point lies within reach of a line of several legs."""
    x, y = spot
    for (ax, ay), (bx, by) in pairwise(line):
        east, north = bx - ax, by - ay
        long = east * east + north * north
        share = 0.0 if long == 0 else max(0.0, min(1.0, ((x - ax) * east + (y - ay) * north) / long))
        away_x, away_y = x - ax - share * east, y - ay - share * north
        if away_x * away_x + away_y * away_y <= reach * reach:
            return True
    return False


def field_lines(scene: Scene, order: list[int], mine: int, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The bodies on the field, by side, each with its sign on the map; then the fights, with what may come of them."""
    keys = keys_of(scene)
    lines: list[str] = []
    for side in order:
        pieces = [piece for piece in scene.pieces if piece.side == side]
        if not pieces:
            continue
        lines.append(ink.strong(f"{side_name(scene, side)}{', yours' if side == mine else ''}"))
        for piece in pieces:
            head = f"  {keys.get(piece.id, ' ')} {token(scene, side)} "
            lines += wrap(field_text(scene, piece), width, head)
    for link in scene.links:
        sums = "; ".join(
            [
                f"{one.name} adds {one.value}{f' ({one.short})' if one.short else ''}{parts_text(one, rules=True)}"
                for one in link.sums
            ]
        )
        lines += wrap(f"{link.text}{f': {sums}' if sums else ''}", width, "  x ")
        if link.odds is not None:
            lines += wrap(link.odds.text, width, "    ")
    return lines
