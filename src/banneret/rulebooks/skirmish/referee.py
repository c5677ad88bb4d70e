"""The referee's hand: creatures moved, hurt, healed and tapped; gold moved. Rules: skirmish:space.one-per-square, skirmish:gold.conservation."""

from __future__ import annotations

from typing import Any, ClassVar

from banneret.kernel.abilities.referee import Referee, refused
from banneret.kernel.order import Order
from banneret.kernel.scene import Blank, Change
from banneret.rulebooks.skirmish.board.standing import taken_places
from banneret.rulebooks.skirmish.board.traits import hit_points, printed
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.reading import STEP_OF_DAMAGE
from banneret.rulebooks.skirmish.text import news


def _creature(state: State, word: Any) -> Creature:
    found = next((one for one in state.creatures if f"c{one.id}" == word), None)
    if found is None:
        raise refused(f"There is no creature {str(word)[:20]!r} on the board.")
    return found


def _side(state: State, word: Any) -> int:
    if word not in state.setting.ids:
        raise refused(f"A side is one of {', '.join(state.setting.ids)}.")
    return state.setting.ids.index(str(word))


def _move(state: State, words: Order) -> None:
    creature = _creature(state, words[0])
    names = state.setting.board.grid.names
    if words[1] not in names:
        raise refused(f"There is no square {str(words[1])[:20]!r} on the board.")
    place = names.index(words[1])
    across = printed(creature).across
    if not state.setting.board.grid.fits(place, across) or taken_places(state, across, creature)[place]:
        raise refused(f"There is no room for {news.name(state, creature)} in {words[1]}.")
    creature.place = place


def _damage(state: State, words: Order) -> None:
    creature, amount = _creature(state, words[0]), words[1]
    if amount not in range(0, hit_points(creature), STEP_OF_DAMAGE):
        raise refused(f"Damage goes in steps of {STEP_OF_DAMAGE}, and stays below the hit points.")
    creature.damage = amount


def _tap(state: State, words: Order) -> None:
    _creature(state, words[0]).tapped = True


def _untap(state: State, words: Order) -> None:
    _creature(state, words[0]).tapped = False


def _gold(state: State, words: Order) -> None:
    army, amount = state.armies[_side(state, words[0])], words[1]
    if not isinstance(amount, int) or not 0 <= amount <= army.vault + army.supply:
        raise refused(f"A vault holds 0 to {army.vault + army.supply} gold; the rest is its supply.")
    army.vault, army.supply = amount, army.vault + army.supply - amount


class SkirmishReferee(Referee[State]):
    """The changes that a referee may order."""

    verbs: ClassVar = {
        "move": (2, _move),
        "damage": (2, _damage),
        "tap": (1, _tap),
        "untap": (1, _untap),
        "gold": (2, _gold),
    }

    def changes(self, state: State) -> list[Change]:
        """The changes that may be made now."""
        names = state.setting.board.grid.names
        setting = state.setting
        most = max([army.vault + army.supply for army in state.armies])
        side = Blank("Side", tuple(zip(setting.ids, setting.names, strict=True)))
        found = [
            Change(
                "gold",
                "Set what a vault holds",
                (side, Blank("Vault", least=0, most=most)),
                "The rest is supply.",
            )
        ]
        if not state.creatures:
            return found
        one = Blank("Creature", tuple([(f"c{who.id}", news.name(state, who)) for who in state.creatures]))
        grid = setting.board.grid
        places = tuple([(names[at], names[at]) for at in range(grid.size) if grid.fits(at, 1)])
        return [
            Change("move", "Move a creature", (one, Blank("To", places))),
            Change("damage", "Set the damage of a creature", (one, Blank("Damage", least=0, most=100))),
            Change("tap", "Tap a creature", (one,)),
            Change("untap", "Untap a creature", (one,)),
            *found,
        ]
