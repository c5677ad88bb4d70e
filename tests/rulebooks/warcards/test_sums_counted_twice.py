"""Attack, defense, movement and morale counted a second time, from the printed text and the cards alone, in positions drawn by chance."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from typing import Any

import pytest
from rulebooks.warcards.cards_top import field, meet

from banneret.rulebooks.warcards.board.field import NUMBERS
from banneret.rulebooks.warcards.ratings.abilities import may_charge, may_shoot
from banneret.rulebooks.warcards.ratings.allowance import effective_move
from banneret.rulebooks.warcards.ratings.attacks import CHARGING, SNAP, STILL, STRIKE, attack_total
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.ratings.morale import morale_total
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.facts import DATA

CARDS: dict[str, dict[str, Any]] = {
    row["id"]: row for row in tomllib.loads((DATA / "units.toml").read_text(encoding="utf-8"))["unit"]
}
NIGHT_EYES = ("dwarf", "elf", "goblin", "orog")


@dataclass
class Place:
    """A position: one unit of each side engaged in an area."""

    kinds: tuple[str, str]
    area: str
    came: int  # the side that moved in
    later: int  # rounds since
    terrain: str
    weather: str
    affected: tuple[str, ...]
    sight: str
    fort: str
    level: int

    @property
    def walled(self) -> bool:
        """True if they fight in works, where the terrain does not count."""
        return self.fort != "" and self.area == "B3"

    def ground(self, side: int) -> int:
        """What a side has for having stood there first."""
        if self.walled or self.came == side or CARDS[self.kinds[1 - side]]["race"] == "dwarf":
            return 0
        return 2 * (self.terrain == "mountain" or (self.terrain == "hills" and self.later == 0))

    def sees(self, side: int) -> bool:
        """True if the dark does not matter to a side."""
        night = self.sight == "night" and CARDS[self.kinds[side]]["race"] in NIGHT_EYES
        return self.sight == "full" or night

    def any_attack(self, side: int, routed: bool) -> int:
        """What changes every attack of a side."""
        weather = -2 * ("AB"[side] in self.affected and self.weather in ("abnormal", "inclement"))
        return weather - (not self.sees(side)) - 4 * routed + self.ground(side)

    def mire(self, side: int) -> int:
        """What riders lose in a swamp."""
        return -2 * (
            self.terrain == "swamp" and CARDS[self.kinds[side]]["mount"] == "mounted" and not self.walled
        )

    def works(self, side: int) -> int:
        """What works add to the defense of a side."""
        if not self.walled or side == 0 or "artillery" in CARDS[self.kinds[0]]["tags"]:
            return 0
        return 1 if self.fort == "limited" else self.level

    def move(self, side: int) -> int:
        """Areas a round."""
        card = CARDS[self.kinds[side]]
        rate = {"storm": 1, "inclement": max(1, card["move"] // 2)}.get(self.weather, card["move"])
        slow = self.terrain in ("jungle", "swamp")
        slow = slow or (self.terrain in ("forest", "mountain") and card["mount"] == "mounted")
        free = self.walled or "move-freely" in card["tags"]
        return min(rate, 1) if slow and not free else int(rate)


def drawn(chance: random.Random) -> Place:
    """Any position; full fortifications stand in the open."""
    fort = chance.choice(["", "", "limited", "full"])
    terrain = chance.choice(["open", "forest", "jungle", "swamp", "hills", "mountain"])
    return Place(
        (chance.choice(list(CARDS)), chance.choice(list(CARDS))),
        chance.choice(["A3", "N3", "B3"]),
        chance.randint(0, 1),
        chance.randint(0, 2),
        "open" if fort == "full" else terrain,
        chance.choice(["normal", "abnormal", "inclement", "storm"]),
        chance.choice([(), ("A",), ("B",), ("A", "B")]),
        chance.choice(["full", "night", "fog"]),
        fort,
        chance.randint(1, 4),
    )


def put(place: Place) -> State:
    """The position on the field."""
    conditions: dict[str, Any] = {"terrain": place.terrain, "weather": place.weather}
    if place.weather in ("abnormal", "inclement"):
        conditions["weather"] = {"id": place.weather, "affected": list(place.affected)}
    if place.sight != "full":
        conditions["visibility"] = {"id": "limited", "cause": place.sight}
    if place.fort:
        level = {"level": place.level} if place.fort == "full" else {}
        conditions["fortification"] = {"kind": place.fort, "owner": "B", **level}
    one, other = place.kinds
    state = field(
        f"{place.area} {one}",
        f"{place.area} {other}",
        province={"major": place.terrain},
        conditions=conditions,
        fort=bool(place.fort),
    )
    meet(state, place.area, who=place.came)
    state.round += place.later
    return state


@pytest.mark.parametrize("seed", range(8))
def test_sums_counted_twice(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        place = drawn(chance)
        state = put(place)
        for side in (0, 1):
            unit, enemy = state.units[side], state.units[1 - side]
            unit.routed, unit.spent, unit.began = (
                chance.random() < 0.25,
                chance.randint(0, 1),
                place.later > 0,
            )
            card = CARDS[place.kinds[side]]
            common = place.any_attack(side, unit.routed)
            melee = card["melee"] + common + place.mire(side) - 2 * (place.weather == "storm")
            assert attack_total(state, unit, enemy, STRIKE) == melee, place
            defense = card["defense"] + place.works(side) + place.mire(side) + place.ground(side)
            assert {defense_total(state, unit, enemy, missile) for missile in (True, False)} == {defense}, (
                place
            )
            assert effective_move(state, unit) == place.move(side), place
            if not (place.walled and place.fort == "full" and side == 1):  # who stands on walls never fails
                works = 4 * (place.walled and side == 1)
                assert morale_total(state, unit, False) == card["morale"] + works, place
            barred = place.weather == "storm" or place.walled or place.later or unit.routed
            barred = barred or place.terrain in ("forest", "jungle", "swamp", "mountain")
            barred = barred or (place.terrain == "hills" and place.came == side)
            able = card["charge"] != "-" and not barred and place.move(side) > unit.spent
            assert may_charge(state, unit) is able, place
            if card["charge"] != "-":
                assert attack_total(state, unit, enemy, CHARGING) == melee + card["charge"], place
            if card["missile"] != "-":
                _shots(state, place, side, card["missile"], common)


def _shots(state: State, place: Place, side: int, rating: int, common: int) -> None:
    """What a side's missiles come to, and where they may go."""
    unit, enemy = state.units[side], state.units[1 - side]
    rating -= 4 * (place.weather == "inclement")
    trees = -4 * (place.terrain == "forest" and not place.walled)
    assert {attack_total(state, unit, enemy, kind) for kind in (STILL, SNAP)} == {rating + common + trees}, (
        place
    )
    able = rating > 0 and place.weather != "storm"
    here = able and not (place.terrain == "jungle" and not place.walled)
    assert may_shoot(state, unit, NUMBERS[place.area], True) is here, place
    for other in ("A2", "N2", "B2"):
        if other[0] == place.area[0]:
            open_ = place.terrain not in ("jungle", "mountain") or (place.fort != "" and other == "B2")
            assert may_shoot(state, unit, NUMBERS[other], True) is (able and open_ and place.sees(side)), (
                place
            )
