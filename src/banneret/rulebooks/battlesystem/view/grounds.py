"""Ground on the board: each piece with its kind, and in a few words what it costs and forbids.

Rules: battlesystem:11.8 to battlesystem:11.8o.
"""

from __future__ import annotations

from banneret.kernel.scene import Place, Tag
from banneret.rulebooks.battlesystem.tables.grounds import Feature, Ground
from banneret.rulebooks.battlesystem.text.sentences import capital


def ground_place(key: str, one: Feature) -> Place:
    """A piece of ground as a place of the board; `key` is its id."""
    ground = one.ground
    points: tuple[tuple[float, float], ...] = ()
    breadth = 0.0
    if one.area is not None:
        points = tuple(one.area.corners)
    elif one.line is not None:
        points, breadth = tuple(one.line.line), 2.0 * one.line.half_width
    words = in_words(ground)
    tags = [Tag(ground.id, words, symbol="")] if words else []
    if one.level:
        tags.append(Tag("level", f"{10 * one.level} feet up", symbol=""))
    return Place(key, titled(one.name), middle(points), ground.id, tuple(tags), points, breadth=breadth)


def in_words(ground: Ground) -> str:
    """The effects of a kind of ground on movement in a few words; "" if it has none. Rules: 11.8a to 11.8o.

    >>> from banneret.rulebooks.battlesystem.tables.grounds import grounds
    >>> in_words(grounds()["woods"]), in_words(grounds()["hedge"])
    ('1.5 in of movement for each inch; nobody closed', 'a third of the rate to cross; ranks open; no charge')
    """
    if ground.barred:
        return "nobody may enter" + (" but those who swim" if ground.natives else "")
    said: list[str] = []
    if ground.price != 1.0:
        said.append(f"{ground.price:g} in of movement for each inch")
    if ground.price < 1.0:
        said.append("for units wholly on it")
    if ground.crossing or ground.contour:
        act = "climb" if ground.contour else "enter" if ground.id == "building" else "cross"
        said.append(f"a third of the rate to {act}")
    if not ground.closed:
        said.append("ranks open" if ground.crossing else "nobody closed")
    if not ground.charge:
        said.append("no charge")
    elif ground.contour:
        said.append("no charge uphill")
    return "; ".join(said)


def titled(name: str) -> str:
    """A name as on a map: "Mill pond" for "the mill pond"."""
    return capital(name.removeprefix("the "))


def middle(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """The mean of some points, to hundredths of an inch."""
    return (
        round(sum([x for x, _ in points]) / len(points), 2),
        round(sum([y for _, y in points]) / len(points), 2),
    )
