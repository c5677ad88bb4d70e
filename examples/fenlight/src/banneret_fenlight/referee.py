"""The referee's hand: bands set up, moved, strengthened or weakened; lights moved. Rules: fenlight:setup.bands, fenlight:hide.near."""

from __future__ import annotations

from typing import Any, ClassVar

from banneret.kernel.abilities.referee import Referee, refused
from banneret.kernel.order import Order
from banneret.kernel.scene import Blank, Change
from banneret_fenlight import stages
from banneret_fenlight.board.standing import band_at, bands_of, is_near_enemy, may_hide, show
from banneret_fenlight.board.standing import hide as put_out_of_sight
from banneret_fenlight.state import MOST, Band, State
from banneret_fenlight.tables.ground import MERE


def _add(state: State, words: Order) -> None:
    side, count = words[0], words[2]
    if side not in state.marsh.sides or count not in range(1, MOST + 1):
        raise refused(f"A side is {' or '.join(state.marsh.sides)}, and a band has 1 to {MOST} warriors.")
    band = Band(state.marsh.sides.index(side), _room(state, words[1]), count)
    state.bands.append(band)
    state.brought[band.side] += count
    _settle(state)


def _remove(state: State, words: Order) -> None:
    band = _band(state, words[0])
    if len(bands_of(state, band.side)) == 1:
        raise refused("It is the last band of its side.")
    state.lights += [band.place] * band.lights
    state.fallen[band.side] += band.warriors
    state.bands.remove(band)


def _strength(state: State, words: Order) -> None:
    band, count = _band(state, words[0]), words[1]
    if count not in range(1, MOST + 1):
        raise refused(f"A band has 1 to {MOST} warriors.")
    state.brought[band.side] += count - band.warriors
    band.warriors = count


def _move(state: State, words: Order) -> None:
    _band(state, words[0]).place = _room(state, words[1])
    _settle(state)


def _hide(state: State, words: Order) -> None:
    band = _band(state, words[0])
    if band.hidden or not may_hide(state, band):
        raise refused("A band hides in reeds, with no enemy near.")
    put_out_of_sight(state, band)


def _light(state: State, words: Order) -> None:
    start, end = _hex(state, words[0]), _hex(state, words[1])
    if start not in state.lights or band_at(state, end) is not None:
        raise refused("A free light is moved, to a hex where no band stands.")
    state.lights[state.lights.index(start)] = end
    state.lights.sort()


def _hex(state: State, word: Any) -> int:
    names = state.marsh.grid.names
    if word not in names or not state.marsh.ground[names.index(word)]:
        raise refused(f"The marsh has no hex {str(word)[:20]!r}.")
    return names.index(word)


def _room(state: State, word: Any) -> int:
    """A hex in which a band can be set down."""
    hex_ = _hex(state, word)
    if state.marsh.ground[hex_] == MERE or band_at(state, hex_) is not None or hex_ in state.lights:
        raise refused("A band is set down where there is ground, no other band, and no light.")
    return hex_


def _band(state: State, word: Any) -> Band:
    band = band_at(state, _hex(state, word))
    if band is None:
        raise refused(f"No band stands in {word}.")
    return band


def _settle(state: State) -> None:
    """A band that cannot be hidden where it stands now is seen. Rule: fenlight:hide.near."""
    for band in state.bands:
        if band.hidden and (not may_hide(state, band) or is_near_enemy(state, band)):
            show(band)


class FenlightReferee(Referee[State]):
    """Changes the table as a referee orders."""

    verbs: ClassVar = {
        "add": (3, _add),
        "remove": (1, _remove),
        "strength": (2, _strength),
        "move": (2, _move),
        "hide": (1, _hide),
        "light": (2, _light),
    }

    def change(self, state: State, order: Order) -> None:
        """Change the table between two rounds."""
        if state.stage == stages.PLACEMENT:
            raise refused("Before the placement there is nothing to change.")
        super().change(state, order)

    def changes(self, state: State) -> list[Change]:
        """What may be changed now."""
        marsh = state.marsh
        if state.stage == stages.PLACEMENT:
            return []
        hexes = [
            (name, f"{name}, {on}") for name, on in zip(marsh.grid.names, marsh.ground, strict=True) if on
        ]
        bands = [
            (marsh.name(band.place), f"{marsh.names[band.side]} in {marsh.name(band.place)}")
            for band in state.bands
        ]
        lights = [(marsh.name(hex_), marsh.name(hex_)) for hex_ in dict.fromkeys(state.lights)]
        band, to = Blank("Band", tuple(bands)), Blank("To", tuple(hexes))
        count = Blank("Warriors", least=1, most=MOST)
        sides = Blank("Side", tuple(zip(marsh.sides, marsh.names, strict=True)))
        found = [
            Change("add", "Add a band", (sides, to, count)),
            Change("remove", "Remove a band", (band,), "Its warriors count as fallen; its lights are free."),
            Change("strength", "Change how strong a band is", (band, count)),
            Change("move", "Move a band", (band, to)),
            Change("hide", "Hide a band in the reeds", (band,)),
        ]
        if lights:
            found.append(Change("light", "Move a free light", (Blank("Light", tuple(lights)), to)))
        return found
