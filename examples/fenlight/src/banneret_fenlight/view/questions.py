"""Questions in words: the placement as amounts, the orders of a round as slots."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import write_order
from banneret.kernel.scene import Blank, Form, Item, Move, OptionView, Question, Slot
from banneret_fenlight.board.standing import bands_of, may_hide
from banneret_fenlight.odds.clash import clash
from banneret_fenlight.orders.task import BRACE, HIDE, MARCH, STRIKE
from banneret_fenlight.orders.written import Post, Write
from banneret_fenlight.resolution.clashes import strength
from banneret_fenlight.resolution.strikes import aim, hits
from banneret_fenlight.setup.placement import Place
from banneret_fenlight.state import MOST, Band, State
from banneret_fenlight.text.news import many


def question(state: State, decision: Decision) -> Question:
    """A decision as the side that must decide reads it."""
    if isinstance(decision, Place):
        return _placement(state, decision)
    assert isinstance(decision, Write)
    return _orders(state, decision)


def _option(decision: Decision, label: str, consequence: str) -> OptionView:
    return OptionView(write_order(decision.default()), label, consequence)


def _placement(state: State, decision: Place) -> Question:
    """How many warriors stand in each home hex? Rules: fenlight:setup.secret, fenlight:setup.price."""
    marsh = state.marsh
    items = tuple(
        [
            Item(
                name,
                name,
                f"{marsh.ground[marsh.grid.named(name)]}",
                place=name,
                most=MOST,
                price=price,
            )
            for name, price in decision.prices.items()
        ]
    )
    help_ = "Each hex with warriors becomes a band. In the reeds they cost more, and begin hidden."
    form = Form(
        "amounts", "place", items, least=decision.least, help=help_, budget=decision.budget, measure="silver"
    )
    return Question(
        decision.kind,
        decision.side,
        "How many warriors stand in each of your home hexes?",
        decision.rule,
        (_option(decision, "Bands of three", _bands(decision)),),
        write_order(decision.default()),
        form,
        hint="The enemy does the same, and neither sees the other's.",
        sealed=True,
    )


def _bands(decision: Place) -> str:
    """The bands of the default placement, and how many warriors they are. Rule: fenlight:setup.price."""
    groups = [group for group in decision.default()[1:] if isinstance(group, tuple)]
    return f"{many(sum([int(group[1]) for group in groups]), 'warrior')} in {len(groups)} hexes"


def _orders(state: State, decision: Write) -> Question:
    """What does each band do? Rules: fenlight:order.secret, fenlight:order.one."""
    bands = bands_of(state, decision.side)
    slots = tuple(
        [
            Slot(f"{post.place} ({band.warriors})", tuple(_moves(state, band, post)))
            for band, post in zip(bands, decision.posts, strict=True)
        ]
    )
    help_ = "All march at once; then bands that meet clash, strikes fall, bands hide, and the lights drift."
    return Question(
        decision.kind,
        decision.side,
        "What are your bands to do this round?",
        decision.rule,
        (
            _option(
                decision, "All brace", "nobody moves; each has 2 more in a clash, and is harder to strike"
            ),
        ),
        write_order(decision.default()),
        Form("slots", "write", help=help_, slots=slots),
        hint="Point at a hex to march or strike there.",
        sealed=True,
    )


def _moves(state: State, band: Band, post: Post) -> list[Move]:
    """What a band may do, with what may come of it."""
    seen = {
        state.marsh.name(foe.place): foe for foe in state.bands if foe.side != band.side and not foe.hidden
    }
    moves = [
        Move(BRACE, "Brace", "Stands ready: 2 more in a clash, and harder to strike.", "fenlight:order.brace")
    ]
    if post.reeds:
        works = (
            "out of sight" if band.hidden or may_hide(state, band) else "not with an enemy near, or a light"
        )
        text = "Vanishes at the end of the round, if no enemy is near."
        moves.append(Move(HIDE, "Hide", text, "fenlight:hide.order", works))
    march = Blank("Where", tuple([(way, _marching(state, band, way, seen.get(way))) for way in post.ways]))
    text = "Into an enemy who stays there is a clash. Only from reeds to reeds does a band stay hidden."
    moves.append(Move(MARCH, "March", text, "fenlight:march.together", parameters=(march,)))
    strike = Blank("At", tuple([(way, _striking(state, band, way, seen.get(way))) for way in post.ways]))
    text = "Javelins at those who stand there after the march."
    moves.append(Move(STRIKE, "Strike", text, "fenlight:strike.when", parameters=(strike,)))
    return moves


def _marching(state: State, band: Band, way: str, foe: Band | None) -> str:
    """A hex to march to: who is met there, and the odds if it stays and does not brace. Rule: fenlight:clash.roll."""
    if foe is None:
        return way
    ground = state.marsh.ground[foe.place]
    mine = strength(ground, band.warriors, MARCH, band.hidden).total
    theirs = strength(ground, foe.warriors, STRIKE, False).total
    wins = clash(mine, theirs).wins
    return f"{way}, against {foe.warriors}: {round(100 * wins)} % to win"


def _striking(state: State, band: Band, way: str, foe: Band | None) -> str:
    """A hex to strike at: how likely somebody falls who stays there and does not brace. Rule: fenlight:strike.roll."""
    if foe is None:
        return way
    bonus = aim(state.marsh.ground[foe.place], band.hidden, False).total
    chance = sum(hits(bonus + die) > 0 for die in range(1, 7)) / 6
    return f"{way}, at {many(foe.warriors, 'warrior')}: {round(100 * chance)} % to hit"
