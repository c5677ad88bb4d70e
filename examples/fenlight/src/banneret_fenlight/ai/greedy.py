"""The greedy player: weighs all that each band could do, and takes the best orders that go together."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.player import Player, Seat
from banneret_fenlight.ai.posture import OWN, Posture
from banneret_fenlight.odds.clash import clash
from banneret_fenlight.orders.task import BRACE, HIDE, MARCH
from banneret_fenlight.orders.written import VERB, Post, Write
from banneret_fenlight.resolution.clashes import strength
from banneret_fenlight.state import Band

if TYPE_CHECKING:
    from banneret.kernel.order import Order
    from banneret_fenlight.ai.lens import Lens

BEST: Final = 3  # orders of a band that are tried with those of the others
STAYS: Final = 0.7  # how likely an enemy is still where it stands
HITS: Final = 2 / 3  # warriors felled by a strike
LIGHT: Final = 2.0  # what it is worth to win or lose one, in warriors
NOISE: Final = 0.15  # so that nobody can foresee the orders


class GreedyPlayer(Player):
    """Decides at once, in a posture."""

    def __init__(self, chance: Chance, posture: Posture = OWN) -> None:
        self.name = "greedy"
        self.imagines = False
        self.chance: Chance = chance
        self.posture: Posture = posture

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The best orders by its own judgement; a placement by chance, for both sides place in secret."""
        if not isinstance(decision, Write):
            orders = decision.orders()
            return orders[self.chance.below(len(orders))]
        return ranked(decision, seat.lens, 1, self.posture, self.chance)[0]


def candidates(decision: Decision, lens: Any, most: int) -> list[Order]:
    """The orders worth thinking about, best first."""
    return ranked(decision, lens, most) if isinstance(decision, Write) else decision.orders()[:most]


def ranked(
    decision: Write, lens: Lens, most: int, posture: Posture = OWN, chance: Chance | None = None
) -> list[Order]:
    """The best orders for all bands together."""
    eye = Eye(lens, posture)
    lists: list[list[tuple[float, Order, str]]] = []
    for band, post in zip(lens.own, decision.posts, strict=True):
        weighed = [
            (
                eye.worth(band, post, order) + (NOISE * chance.random() if chance else 0.0),
                order,
                post.end(order),
            )
            for order in post.orders()
        ]
        weighed.sort(key=lambda one: -one[0])
        lists.append(weighed[:BEST])
    together = [choice for choice in product(*lists) if len({end for _, _, end in choice}) == len(choice)]
    together.sort(key=lambda choice: -sum([worth for worth, _, _ in choice]))
    return [(VERB, *[order for _, order, _ in choice]) for choice in together[:most]] or [decision.default()]


class Eye:
    """What the player looks at before it decides, gathered once for all bands."""

    def __init__(self, lens: Lens, posture: Posture) -> None:
        self.marsh = lens.marsh
        self.posture = posture
        self.foes = {foe.place: foe for foe in lens.foes}
        self.lights = lens.lights
        self.hopes = lens.marsh.springs if lens.rising else ()
        self.homes = lens.marsh.homes[lens.side]
        self.own = lens.own
        self.haunts = set(lens.haunts)

    def worth(self, band: Band, post: Post, order: Order) -> float:
        """What an order is worth to a band, in warriors."""
        word = order[0]
        target = self.marsh.grid.named(order[1]) if len(order) > 1 else band.place
        foe = self.foes.get(target)
        if word == MARCH:
            if foe is not None:
                return self._meeting(band, foe, target) + self.standing(band, target, word)
            return self.standing(band, target, word)
        worth = self.standing(band, band.place, word)
        if word == BRACE:
            return worth
        if word == HIDE:
            near = any(way in self.foes for way in self.marsh.ways[band.place])
            return worth + (0.0 if band.hidden or band.lights or near else self.posture.hide)
        return worth + self._strike(foe, target) - (self.posture.hide if band.hidden else 0.0)

    def standing(self, band: Band, hex_: int, word: str) -> float:
        """What it is worth to end the round in a hex."""
        distance = self.marsh.grid.distance
        posture = self.posture
        worth = 0.0
        if band.lights:
            way = min(distance(hex_, home) for home in self.homes)
            worth += band.lights * (LIGHT * (way == 0) - posture.home * way)
        for light in self.lights:
            nearer = sum(distance(one.place, light) < distance(band.place, light) for one in self.own)
            worth += posture.light / ((1 + distance(hex_, light)) * (1 + nearer))
        for spring in self.hopes:
            worth += posture.spring / (len(self.hopes) * (1 + distance(hex_, spring)))
        for foe in self.foes.values():
            if foe.lights:
                worth += posture.hunt * foe.lights / (1 + distance(hex_, foe.place))
        return worth - posture.fear * self._danger(band, hex_, word)

    def _danger(self, band: Band, hex_: int, word: str) -> float:
        """The losses that the worst enemy next to a hex threatens; who lurks in the reeds is feared a little."""
        ground = self.marsh.ground
        mine = strength(ground[hex_], band.warriors, BRACE if word == BRACE else HIDE, False).total
        worst = 0.0
        for way in self.marsh.ways[hex_]:
            foe = self.foes.get(way)
            if foe is not None:
                theirs = strength(ground[hex_], foe.warriors, MARCH, False).total
                odds = clash(theirs, mine)
                threat = (
                    float(odds.expected(1)) - float(odds.expected(0)) + LIGHT * band.lights * float(odds.wins)
                )
                worst = max(worst, threat)
            elif way in self.haunts:
                worst = max(worst, 0.2)
        return worst

    def _meeting(self, band: Band, foe: Band, hex_: int) -> float:
        """What a march into an enemy is expected to bring."""
        ground = self.marsh.ground[hex_]
        mine = strength(ground, band.warriors, MARCH, band.hidden).total
        theirs = strength(ground, foe.warriors, HIDE, False).total + 1  # it may brace
        odds = clash(mine, theirs)
        gain = float(odds.expected(1)) - float(odds.expected(0))
        gain += LIGHT * (float(odds.wins) * foe.lights - float(odds.loses) * band.lights)
        return self.posture.fight * STAYS * gain

    def _strike(self, foe: Band | None, hex_: int) -> float:
        """What a strike into a hex is expected to bring: at who stands there, or comes for the light."""
        if foe is not None:
            return self.posture.javelin * STAYS * HITS
        coming = hex_ in self.lights and any(way in self.foes for way in self.marsh.ways[hex_])
        return self.posture.javelin * HITS * 0.4 if coming else -0.2
