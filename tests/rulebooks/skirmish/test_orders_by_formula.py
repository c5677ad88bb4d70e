"""All that an activated creature may do, on boards drawn by chance, against a second reading of the cards.

The cards stand here as they are printed, with the levels that the catalogue infers; distances and lines are those of the other formulas.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

import pytest
from rulebooks.skirmish.field import options_of
from rulebooks.skirmish.test_cards_by_hand import teams
from rulebooks.skirmish.test_ways_by_formula import Field, blocked, corners, space, steps, touch

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.declaring import declare
from banneret.rulebooks.skirmish.actions.window import run
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.state import NO_CARD, Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.testing import Script

CREATURES: Final = {  # level, abilities, keywords
    "demonweb-spider": (1, "DEX", "Spider"),
    "drow-house-guard": (2, "DEX", "Drow Ranged"),
    "giant-spider": (3, "DEX", "Beast Spider"),
    "shadow-mastiff": (4, "DEX", "Beast"),
    "drow-wizard": (2, "DEX INT", "Drow"),
    "umber-hulk": (5, "DEX STR", "Aberration"),
    "drow-priestess": (3, "DEX WIS", "Drow"),
    "drider": (4, "DEX INT", "Drow Spider"),
    "drow-assassin": (4, "DEX", "Drow Ranged"),
    "drow-blademaster": (3, "DEX", "Drow"),
    "gold-dragon": (6, "STR INT", "Dragon"),
    "earth-guardian": (5, "STR", "Elemental"),
    "dragon-knight": (4, "STR", "Human"),
    "war-wizard": (4, "INT", "Human"),
    "elf-archer": (1, "DEX", "Elf Ranged"),
    "human-ranger": (2, "STR DEX", "Human Ranged"),
    "dwarf-cleric": (3, "WIS STR", "Dwarf"),
    "halfling-sneak": (1, "DEX", "Halfling Ranged"),
    "dwarven-defender": (2, "STR", "Dwarf"),
    "half-orc-thug": (3, "STR DEX", "Half-Orc Ranged"),
}
CARDS: Final = {  # type, level, ability, first choice, affinity
    "advancing-strike": ("standard", 1, "DEX", "melee", ""),
    "aura-of-blight": ("standard", 3, "WIS", "", ""),
    "dark-pact": ("standard", 3, "WIS", "ally 5", ""),
    "darkfire": ("minor", 1, "INT", "any 10", "Drow"),
    "distant-shot": ("standard", 1, "DEX", "ranged 99", ""),
    "endless-night": ("minor", 2, "INT", "", ""),
    "hit-on-the-run": ("standard", 2, "DEX", "melee", ""),
    "lolths-blessing": ("minor", 3, "WIS", "", ""),
    "lolths-sting": ("standard", 2, "DEX", "melee", ""),
    "piercing-strike": ("standard", 2, "DEX", "melee", ""),
    "rapid-shot": ("standard", 2, "DEX", "ranged 5", ""),
    "shadow-strike": ("standard", 3, "DEX", "", ""),
    "shroud-of-darkness": ("minor", 2, "INT", "", ""),
    "sneak-attack": ("standard", 6, "DEX", "melee", ""),
    "web": ("minor", 1, "INT", "any 10", "Spider"),
    "tide-of-iron": ("standard", 1, "STR", "melee", ""),
    "wide-swing": ("standard", 2, "STR", "two", ""),
    "power-attack": ("standard", 2, "STR", "melee", ""),
    "block": ("immediate", 2, "STR", "melee or none", ""),
    "acid-arrow": ("standard", 2, "INT", "any 5", ""),
    "fireball": ("standard", 5, "INT", "square 10", ""),
    "quick-shot": ("minor", 1, "DEX", "ranged 5", ""),
    "run": ("standard", 2, "DEX", "", ""),
    "overwhelm": ("standard", 5, "STR", "melee", ""),
    "whirlwind-attack": ("standard", 3, "STR", "each", ""),
    "shove": ("minor", 1, "STR", "adjacent", ""),
    "pinning-shot": ("standard", 2, "DEX", "ranged 5", ""),
    "feint": ("minor", 2, "DEX", "adjacent", ""),
    "level-up": ("minor", 1, "ANY", "", ""),
    "action-point": ("minor", 1, "ANY", "", ""),
    "charge": ("standard", 1, "STR", "", ""),
    "bigbys-forceful-hand": ("standard", 2, "INT", "adjacent", ""),
    "forceful-strike": ("standard", 2, "STR", "melee", ""),
    "fast-advance": ("minor", 1, "DEX", "", ""),
    "dodge": ("immediate", 3, "DEX", "never", ""),
    "shield": ("immediate", 2, "INT", "never", ""),
}
NEEDS_RANGED: Final = ("distant-shot", "rapid-shot", "quick-shot", "pinning-shot")
POWERS: Final = {
    "drow-wizard": {"bolt": "any 5"},
    "umber-hulk": {"confusion-gaze": "enemy 5", "burrow": ""},
    "drow-assassin": {"hand-crossbow": "ranged 10"},
    "drow-blademaster": {"blade-dance": "melee"},
    "gold-dragon": {"radiant-breath": "square 5"},
    "earth-guardian": {"slam": "melee", "earthstride": ""},
    "war-wizard": {"magic-missile": "any 5"},
    "elf-archer": {"longbow": "ranged 10"},
    "dwarf-cleric": {"healing-touch": "adjacent or self"},
    "half-orc-thug": {"explosive-crossbow-bolts": "square 5"},
}
UNDER: Final = ("level-up", "shroud-of-darkness", "darkfire", "web")


def are_foes(one: int, other: int) -> bool:
    """True for sides of different teams, which are seated alternately."""
    return one % 2 != other % 2


class Stage(Field):
    """A board by chance with any creatures, some tapped, some with cards under them."""

    def __init__(self, number: int, players: int = 2) -> None:
        super().__init__(number)
        if players > 2:
            teams(self.yard)
        chance = Chance(7000 + number)
        self.yard.state.creatures.clear()
        self.creatures = []
        self.under: dict[int, list[str]] = {}
        names = list(CREATURES)
        for _ in range(3 + chance.below(8)):
            name, side = names[chance.below(len(names))], chance.below(players)
            at = (chance.below(6), chance.below(5))
            if all(self.is_floor(one) and self.whose(one) is None for one in space(name, at)):
                under = [UNDER[chance.below(len(UNDER))]] if chance.below(4) == 0 else []
                made = self.yard.put(name, at, side, tapped=chance.below(4) == 0, attached=tuple(under))
                self.under[made.id] = under
                self.creatures.append((made, name, side, at))

    def level(self, one: Creature, name: str) -> int:
        return CREATURES[name][0] + self.under[one.id].count("level-up")

    def near(
        self, name: str, at: tuple[int, int], besides: Creature
    ) -> list[tuple[Creature, str, int, tuple[int, int]]]:
        return [
            row
            for row in self.creatures
            if row[0] is not besides and touch(space(name, at), space(row[1], row[3]))
        ]

    def warded(self, row: tuple[Creature, str, int, tuple[int, int]]) -> bool:
        return any(
            "shroud-of-darkness" in self.under[one.id]
            and (one is row[0] or touch(space(name, at), space(row[1], row[3])))
            for one, name, _, at in self.creatures
        )

    def choices(self, row: tuple[Creature, str, int, tuple[int, int]], first: str) -> list[tuple[int, ...]]:
        """The choices that are announced with an action."""
        actor, name, side, here = row
        near = self.near(name, here, actor)
        kind, _, far = first.partition(" ")
        if first == "":
            return [()]
        if first == "melee":
            return [(one.id,) for one, *_ in near]
        if first == "two":
            ids = [one.id for one, *_ in near]
            return [*[(one,) for one in ids], *[tuple(pair) for pair in combinations(ids, 2)]]
        if first == "melee or none":
            return [*[(one.id,) for one, *_ in near], ()]
        if first == "each":
            return [()] if any(are_foes(whose, side) for _, _, whose, _ in near) else []
        if first == "adjacent":
            return [(one.id,) for one, *_ in near]
        if first == "adjacent or self":
            return [
                (one.id,) for one, *_ in self.creatures if one is actor or one in [two for two, *_ in near]
            ]
        if first == "never":
            return []
        away = steps(self, space(name, here))
        if kind == "square":
            return [(self.yard.square(*at),) for at, many in away.items() if many <= int(far)]
        found = []
        for other in self.creatures:
            one, their, whose, there = other
            least = min([away.get(at, 99) for at in space(their, there)])
            if kind == "ranged":
                if one is actor or (int(far) < 99 and least > int(far)) or self.warded(other):
                    continue
                lines = product(corners(name, here), corners(their, there))
                if all(blocked(self, a, b) for a, b in lines):
                    continue
            elif (
                least > int(far)
                or (kind == "enemy" and not are_foes(whose, side))
                or (kind == "ally" and (are_foes(whose, side) or one is actor))
            ):
                continue
            found.append((one.id,))
        return found

    def plays(self, row: tuple[Creature, str, int, tuple[int, int]], card: str) -> set[Order]:
        """All ways in which a creature may play a card, with whatever help."""
        actor, name, side, here = row
        _, needed, ability, first, affinity = CARDS[card]
        _, abilities, keywords = CREATURES[name]
        fits = ability == "ANY" or ability in abilities.split()
        akin = affinity != "" and affinity in keywords.split()
        if not (fits or akin) or (card in NEEDS_RANGED and "Ranged" not in keywords):
            return set()
        found: set[Order] = set()
        for chosen in self.choices(row, first):
            helping = []
            for other in self.creatures:
                one, their, whose, there = other
                if one is actor or are_foes(whose, side) or one.tapped:
                    continue
                if ability != "ANY" and ability not in CREATURES[their][1].split():
                    continue
                beside = touch(space(name, here), space(their, there))
                if card == "sneak-attack" and chosen:
                    _, victim, _, at = next(two for two in self.creatures if two[0].id == chosen[0])
                    beside = beside or (one.id != chosen[0] and touch(space(victim, at), space(their, there)))
                if beside:
                    helping.append(other)
            for many in range(len(helping) + 1):
                for some in combinations(helping, many):
                    total = self.level(actor, name) + sum(self.level(two[0], two[1]) for two in some)
                    if total >= needed or akin:
                        words: tuple[tuple[int, ...], ...] = ((), chosen) if card == "block" else (chosen,)
                        while words and not words[-1]:
                            words = words[:-1]
                        found.add(("play", card, actor.id, tuple([two[0].id for two in some]), *words))
        return found

    def orders(self, row: tuple[Creature, str, int, tuple[int, int]], hand: list[str]) -> set[Order]:
        """All that a creature may do in its activation but to move and to end it, and immediate cards of its side."""
        actor, name, side, _ = row
        found: set[Order] = set()
        if not actor.tapped:
            found |= {("attack", actor.id, chosen[0]) for chosen in self.choices(row, "melee")}
            for power, first in POWERS.get(name, {}).items():
                for chosen in self.choices(row, first):
                    before: tuple[tuple[int, ...], ...] = (
                        ((),) if power == "blade-dance" else ()
                    )  # Block is gained first
                    found.add(
                        ("use", actor.id, power, *before, chosen) if chosen else ("use", actor.id, power)
                    )
            if "web" in self.under[actor.id]:
                found.add(("use", actor.id, "tear-free"))
        for card in hand:
            kind = CARDS[card][0]
            if kind == "minor" or (kind == "standard" and not actor.tapped):
                found |= self.plays(row, card)
            elif kind == "immediate":
                for other in self.creatures:
                    if other[2] == side and not other[0].tapped:
                        found |= self.plays(other, card)
        return found


@pytest.mark.rule(
    "skirmish:activation.contents",
    "skirmish:card.level",
    "skirmish:card.ability",
    "skirmish:card.requires",
    "skirmish:card.affinity",
    "skirmish:card.first-target",
    "skirmish:assist.tap",
    "skirmish:assist.ability",
    "skirmish:assist.chain",
    "skirmish:attack.ranged",
    "skirmish:card.sneak-attack",
    "skirmish:card.shroud-of-darkness",
)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("start", range(0, 60, 20))
def test_all_orders_of_an_activation(start: int, players: int) -> None:
    seen = 0
    for number in range(start, start + 20):
        stage = Stage(number, players)
        chance = Chance(number)
        cards = list(CARDS)
        for row in stage.creatures:
            actor, name, side, _ = row
            hand = sorted({cards[chance.below(len(cards))] for _ in range(6)})
            state = stage.yard.state
            state.active, state.acting = side, actor.id
            for army in state.armies:
                army.action_hand = []
            stage.yard.deal(side, *hand)
            found = {one for one in options_of(stage.yard) if one[0] not in ("end", "move", "spend")}
            wanted = stage.orders(row, hand)
            few = {one for one in wanted if one[0] != "play" or len(one[3]) < 1}
            assert {one for one in found if one[0] != "play" or len(one[3]) < 1} == few, (number, name, hand)
            assert found <= wanted, (number, name, found - wanted)
            for order in wanted - found:  # of more than three helpers not all groups are listed
                pool = {
                    help for one in wanted if one[:3] == order[:3] and one[4:] == order[4:] for help in one[3]
                }
                assert len(pool) > 3, (number, name, order)
            seen += len(found)
    assert seen > 200


# ---------------------------------------------------------------- whom damage reaches

AREAS: Final = {  # what is chosen, and the damage
    "fireball": ("square 10", 10),
    "acid-arrow": ("any 5", 5),
    "bigbys-forceful-hand": ("adjacent", 10),
    "aura-of-blight": ("", 10),
    "radiant-breath": ("square 5", 15),
    "explosive-crossbow-bolts": ("square 5", 5),
    "bolt": ("any 5", 5),
    "magic-missile": ("any 5", 10),
}
OF: Final = {
    "radiant-breath": "gold-dragon",
    "explosive-crossbow-bolts": "half-orc-thug",
    "bolt": "drow-wizard",
    "magic-missile": "war-wizard",
}


class Quiet(Script):
    """Nobody answers, and who is slid stays."""

    def ask(self, decision: Decision) -> Order:
        if decision.kind == "go":
            return next(one for one in decision.orders() if one[2] == self.stays(one))
        return decision.orders()[0]

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage

    def stays(self, order: Order) -> str:
        row = next(one for one in self.stage.creatures if one[0].id == order[1])
        return self.stage.yard.name(*row[3])


def reached(
    stage: Stage, row: tuple[Creature, str, int, tuple[int, int]], name: str, chosen: tuple[int, ...]
) -> set[int]:
    """The creatures that an action damages."""
    actor = row[0]
    if name == "aura-of-blight":
        return {one.id for one, *_ in stage.near(row[1], row[3], actor)}
    if not AREAS[name][0].startswith("square"):
        if name != "acid-arrow":
            return {chosen[0]}
        aim = next(one for one in stage.creatures if one[0].id == chosen[0])
        return {chosen[0], *[one.id for one, *_ in stage.near(aim[1], aim[3], aim[0])]}
    at = (chosen[0] % 9, chosen[0] // 9)
    if name == "fireball":
        away = steps(stage, [at])
        return {
            one.id
            for one, their, _, there in stage.creatures
            if min(away.get(s, 99) for s in space(their, there)) <= 2
        }
    return {
        one.id
        for one, their, _, there in stage.creatures
        if at in space(their, there) or touch([at], space(their, there))
    }


@pytest.mark.rule(
    "skirmish:card.fireball",
    "skirmish:creature.gold-dragon.breath",
    "skirmish:card.acid-arrow",
    "skirmish:attack.not-attack",
)
@pytest.mark.parametrize("name", AREAS)
def test_whom_damage_reaches(name: str) -> None:
    hit = 0
    for number in range(15):
        stage = Stage(number)
        state = stage.yard.state
        for row in stage.creatures:
            if name in OF and row[1] != OF[name]:
                continue
            ways = stage.choices(row, AREAS[name][0])
            if not ways:
                continue
            chosen = ways[number % len(ways)]
            for one in stage.creatures:
                one[0].damage = -1000  # nobody falls
            before = [list(one[0].attached) for one in stage.creatures]
            steps_of = (
                next(one.steps for one in printed(row[0]).powers if one.id == name)
                if name in OF
                else action_card(name).steps
            )
            chain = Chain()
            announced = [chosen] if chosen else []
            card = NO_CARD if name in OF else action_card(name).index
            run(state, Quiet(stage), chain, declare(state, chain, row[0], steps_of, announced, (), card))
            wanted = reached(stage, row, name, chosen)
            assert {one.id for one, *_ in stage.creatures if one.damage > -1000} == wanted, (
                number,
                row,
                chosen,
            )
            assert all(
                one.damage == -1000 + AREAS[name][1] for one, *_ in stage.creatures if one.id in wanted
            )
            for one, was in zip(stage.creatures, before, strict=True):
                laid = name == "acid-arrow" and one[0].id == chosen[0]
                assert len(one[0].attached) == len(was) + laid
                one[0].attached = tuple(was)
            hit += len(wanted)
    assert hit > 2
