"""The odds of a volley given in words: a unit with missiles shoots at another, n inches away.

Rules: battlesystem:10.0a, battlesystem:10.8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from banneret.kernel.abilities.odds import SIDES, percent, plain, whole
from banneret.kernel.errors import BadInput
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.engines import crews, shots
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.missiles import volleys
from banneret.rulebooks.battlesystem.missiles.shooters import figures, refusal, shots_left
from banneret.rulebooks.battlesystem.odds.answers import CHANCES
from banneret.rulebooks.battlesystem.odds.artillery import shot_odds
from banneret.rulebooks.battlesystem.odds.volley import VolleyOdds, volley_odds
from banneret.rulebooks.battlesystem.space.lines_of_fire import aim
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import (
    BANDS,
    LONG,
    Engine,
    engine_of,
    engines,
    missile_of,
)
from banneret.rulebooks.battlesystem.text.sentences import counted
from banneret.rulebooks.battlesystem.unit import Unit
from banneret.rulebooks.battlesystem.worth.present import renew

COVERS: Final = ("none", "soft", "hard")
MOST_INCHES: Final = 60.0


class VolleyAnswer:
    """The odds of one volley, by which only the defender can lose; as text, or as plain data by `to_json`."""

    wins: Final = "breaks the other"

    def __init__(
        self, pair: tuple[Unit, Unit], odds: VolleyOdds, tally: Tally, shots: int, said: Mapping[str, str]
    ) -> None:
        self.pair: tuple[Unit, Unit] = pair
        self.tally: Tally = tally
        self.shots: int = shots
        self.said: dict[str, str] = dict(said)
        self.odds: VolleyOdds = odds

    def to_json(self) -> dict[str, Any]:
        """Plain data with the keys of a melee: chances as "n/d" with their decimals beside them."""
        odds, nothing = self.odds, Fraction(0)
        broken = odds.routs + odds.destroyed
        found: dict[str, Any] = {"exact": True, "method": "rational"}
        found |= {"attacker": plain(broken), "defender": plain(nothing), "neither": plain(1 - broken)}
        found["rout"] = _both(nothing, odds.routs)
        found["expected_losses"] = _both(nothing, odds.lost())
        for name in CHANCES:
            found[name] = _both(nothing, getattr(odds, name))
        found["losses"] = {SIDES[0]: [plain(Fraction(1))], SIDES[1]: [plain(one) for one in odds.losses]}
        found["decimal"] = {
            "attacker": float(broken),
            "defender": 0.0,
            "neither": float(1 - broken),
            "rout": {SIDES[0]: 0.0, SIDES[1]: float(odds.routs)},
            "expected_losses": {SIDES[0]: 0.0, SIDES[1]: float(odds.lost())},
        }
        found["strikers"] = {SIDES[0]: odds.shooters, SIDES[1]: 0}
        found["attack"] = {SIDES[0]: self._sum(), SIDES[1]: None}
        found["band"] = BANDS[odds.band]
        found["shots"] = self.shots
        found["attackers"], found["defenders"] = [self._name(0)], [self._name(1)]
        return found | self.said

    def _sum(self) -> dict[str, Any]:
        """The attack sum with its parts, as plain data."""
        parts = [
            {"amount": part.amount, "cause": part.cause, "rule": part.rule} for part in self.tally.explain()
        ]
        return {"sum": self.tally.total, "parts": parts}

    def _name(self, place: int) -> str:
        """A unit in words: "12 Dwarves"."""
        roster = self.pair[place].now
        return f"{roster.figures} {roster.name}"

    @property
    def basis(self) -> str:
        """The assumptions that the odds rest on."""
        missile = self.said["missile"].replace("-", " ")
        shots = "one shot" if self.shots == 1 else f"{self.shots} shots"
        cover = "" if self.said["cover"] == "none" else f", {self.said['cover']} cover"
        return f"{missile.capitalize()}, {shots} at {self.said['volley']} in{cover}; {self.said['light']}."

    def __str__(self) -> str:
        odds = self.odds
        lost = [f"{number}: {percent(chance).strip()}" for number, chance in enumerate(odds.losses) if chance]
        words = [f"{name} {percent(getattr(odds, name)).strip()}" for name in CHANCES if getattr(odds, name)]
        return "\n".join(
            [
                f"{self._name(0)} {'shoots' if self.pair[0].now.figures == 1 else 'shoot'} at {self._name(1)}",
                self.basis,
                f"  {counted(odds.shooters)} {'shoots' if odds.shooters == 1 else 'shoot'} at {BANDS[odds.band]} range, attack roll {odds.sums[0]} + 2d6",
                f"  the defender loses {float(odds.lost()):.2f} figures on average ({', '.join(lost)})",
                f"  {', '.join(words) or 'nothing else'}",
                "Exact; --json has every figure as a fraction.",
            ]
        )


def volley_answer(
    state: State, pair: tuple[Unit, Unit], flags: Mapping[str, str], said: Mapping[str, str]
) -> VolleyAnswer:
    """The odds of a volley between two units set down in contact, the first of which is drawn back by the flag `volley`, in inches.

    Raises:
        BadInput: a flag cannot be read, or the unit cannot shoot so.
    """
    unit, target = pair
    inches = _inches(flags["volley"])
    roster = unit.now
    own = roster.missile or roster.engine
    word = flags.get("missile", own.id if own is not None else "")
    if not word:
        raise BadInput(f"{roster.name} have no missiles", where="missile", hint="name some: missile=long-bow")
    if word in engines():
        return _shot_answer(state, pair, engine_of(word), inches, flags, said)
    missile = missile_of(word)
    state.setting.rosters[unit.id] = replace(roster, missile=missile, volleys=0)
    renew(state.setting, unit)
    _draw_back(unit, inches)
    state.stage = stages.MISSILES
    trouble = refusal(state, unit)
    if trouble is not None:
        raise BadInput(trouble.reason, where="volley")
    cover = _cover(flags)
    made = whole(flags, "shots", shots_left(state, unit), 1, missile.shots)
    fire = aim(state, unit, figures(state, unit), target, missile.ranges[LONG])
    if fire is None:
        raise BadInput(
            f"{inches:g} in is out of range", where="volley", hint=f"at most {missile.ranges[LONG]:g}"
        )
    if cover != COVERS[0]:
        fire.covers = [cover]
    odds, tally = volley_odds(state, *pair, fire, made, False), Tally("attack roll")
    volleys.attack_sum(state, *pair, fire, odds.band, False, tally)
    return VolleyAnswer(
        pair,
        odds,
        tally,
        made,
        {"volley": f"{inches:g}", "missile": missile.id, "cover": cover, "until": "volley", **said},
    )


def _shot_answer(
    state: State,
    pair: tuple[Unit, Unit],
    engine: Engine,
    inches: float,
    flags: Mapping[str, str],
    said: Mapping[str, str],
) -> VolleyAnswer:
    """The odds of a shot of a catapult or ballista, whose crew is the only figure of the first unit. Rules: 10.9, battlesystem:10.10."""
    unit, target = pair
    if unit.singles is None or unit.figures != 1:
        raise BadInput(
            f"the crew of a {engine.name.lower()} is one figure of skirmishers",
            where="missile",
            hint='as in "1 Fighters of the 1st level (skirmish)"',
        )
    whole(flags, "shots", 1, 1, 1)
    _draw_back(unit, inches + engine.depth)
    state.setting.engines = [engine]
    piece = FieldPiece(0, unit.side, unit.id)
    state.pieces = [piece]
    crews.stand_before(state, piece, unit.singles[0])
    state.stage = stages.ARTILLERY
    fire = shots.aim_of(state, piece, target, False, True)
    if fire is None:
        least = f"{engine.least:g} to " if engine.least else "at most "
        raise BadInput(
            f"{inches:g} in is out of its reach", where="volley", hint=f"{least}{engine.ranges[LONG]:g}"
        )
    cover = _cover(flags)
    if cover != COVERS[0]:
        fire.covers = [cover]
    band = shots.range_of(state, piece, fire)
    tally = Tally("attack roll")
    shots.attack_sum(state, piece, target, fire, band, False, tally)
    odds = shot_odds(state, piece, target, fire, False, band)
    where = {"volley": f"{inches:g}", "missile": engine.id, "cover": cover, "until": "volley"}
    return VolleyAnswer(pair, odds, tally, 1, {**where, **said})


def _cover(flags: Mapping[str, str]) -> str:
    """The value of the flag `cover`."""
    cover = flags.get("cover", COVERS[0])
    if cover not in COVERS:
        raise BadInput(f"cover cannot be {cover[:40]!r}", where="odds", hint="one of " + ", ".join(COVERS))
    return cover


def _inches(text: str) -> float:
    """The value of the flag `volley`, in inches."""
    try:
        inches = float(text)
    except ValueError:
        inches = -1.0
    if not 0.1 <= inches <= MOST_INCHES:
        raise BadInput(
            f"volley cannot be {text[:20]!r}", where="volley", hint=f"inches, at most {MOST_INCHES:g}"
        )
    return inches


def _draw_back(unit: Unit, inches: float) -> None:
    """Move a unit n inches south."""
    block = unit.block
    if block is None:
        for figure, single in enumerate(unit.singles or ()):
            unit.place(figure, single.x, single.y - inches, single.heading)
        return
    unit.stand(
        Block(
            block.x,
            block.y - inches,
            block.heading,
            block.figures,
            block.files,
            block.width,
            block.depth,
            block.spacing,
        )
    )


def _both(attacker: Fraction, defender: Fraction) -> dict[str, Any]:
    """A figure of each side, by the name of the side."""
    return dict(zip(SIDES, (plain(attacker), plain(defender)), strict=True))
