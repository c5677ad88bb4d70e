"""A decision on the desk of the side that must decide it: the words that all questions share."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Form, Odds, OptionView, Question
from banneret.rulebooks.stacks.board.artifacts import artifacts_of
from banneret.rulebooks.stacks.board.transports import lost_with
from banneret.rulebooks.stacks.leaving.victory import ARCHMAGE
from banneret.rulebooks.stacks.state import Corner, Fight, Line, State, Unit
from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text import wording
from banneret.rulebooks.stacks.text.wording import listed, opening, signed, tallied, the, them, verb
from banneret.rulebooks.stacks.view import chances
from banneret.rulebooks.stacks.view.look import own_names
from banneret.rulebooks.stacks.view.map import place_id
from banneret.rulebooks.stacks.view.pieces import piece_id, spell_piece_id

BEFORE_SUPPORT: Final = "before support on either side"
MOST_OPTIONS: Final = 8192  # cached: one question after the other has many that are the same


def side_words(state: State, side: int) -> str:
    """The name of a side inside a sentence, or its part in a single battle."""
    name = state.setting.side_names[side]
    return the(name) if state.setting.battle_only and name in ("attacker", "defender") else side_title(name)


class Desk:
    """A decision, with the words that all questions to the side that must decide share."""

    def __init__(self, state: State, decision: Decision) -> None:
        self.state: State = state
        self.decision: Decision = decision
        self.side: int = decision.side
        self.setting = state.setting
        self._own: dict[int, str] = own_names(state, decision.side)

    # ------------------------------------------------------------------ the fight

    @property
    def fight(self) -> Fight:
        """The fight that is asked about."""
        fight = self.state.fight
        assert fight is not None
        return fight

    @property
    def corner(self) -> Corner:
        """The own corner."""
        first, second = self.fight.corners
        return first if first.side == self.side else second

    @property
    def enemy(self) -> Corner:
        """The enemy's corner."""
        first, second = self.fight.corners
        return second if first.side == self.side else first

    @property
    def attacking(self) -> bool:
        """True if the side attacks."""
        return self.fight.corners[0].side == self.side

    @property
    def front(self) -> str:
        """The name of the own combatant."""
        return self.name(self.corner.front)

    @property
    def enemy_name(self) -> str:
        """The name of the enemy."""
        return side_words(self.state, self.enemy.side)

    def enemies(self, one: str, more: str) -> str:
        """The enemy's name with a verb that agrees with it."""
        return f"{self.enemy_name} {wording.sides_verb(self.enemy_name, one, more)}"

    @property
    def enemy_front(self) -> str:
        """The name of the enemy combatant."""
        return self.name(self.enemy.front)

    @property
    def where(self) -> str:
        """The hex of the fight, as orders call it."""
        return place_id(self.state, self.fight.hex)

    @property
    def at(self) -> str:
        """The hex of the fight, as part of a sentence."""
        return "" if self.setting.battle_only else f" at {self.spot(self.where)}"

    def spot(self, where: str) -> str:
        """A hex as sentences have it."""
        return self.setting.spots[self.setting.grid.named(where)]

    def line(self, number: int) -> Line:
        """An own unit as the combatant brought in, bare."""
        return chances.bare(self.state, self.unit(number), True)

    def odds(self, line: Line | None, assumption: str = BEFORE_SUPPORT) -> Odds | None:
        """The odds of a line against the enemy combatant."""
        return chances.odds_against(self.state, self.fight, self.corner, line, assumption)

    def odds_now(self) -> Odds | None:
        """The odds of the combatants as they stand."""
        return self.odds(chances.front_line(self.state, self.corner))

    # ------------------------------------------------------------------ units

    def unit(self, number: int) -> Unit:
        """A unit by number."""
        return self.state.units[number]

    def kind(self, number: int) -> UnitKind:
        """The kind of a unit."""
        return self.setting.kinds[self.state.units[number].kind]

    def name(self, number: int) -> str:
        """The name of a unit, an own one told apart from its like."""
        return self._own.get(number) or self.kind(number).name

    def label(self, number: int) -> str:
        """A unit's name, told apart from its like by what it holds and its state."""
        unit = self.unit(number)
        held = [self.artifact(chit).name for chit in artifacts_of(self.state, unit)]
        text = (
            f"{self.name(number)} with {listed([the(name) for name in held])}" if held else self.name(number)
        )
        return f"{text} (defeated once)" if unit.defeats else text

    def names(self, numbers: list[int]) -> str:
        """Several units, equal ones counted."""
        return tallied([self.kind(number).name for number in numbers])

    def artifact(self, chit: int) -> Artifact:
        """The artifact that a chit is."""
        return self.setting.artifact_kinds[self.state.artifacts[chit].kind]

    def spell(self, spell_id: str) -> Spell:
        """A spell by its id."""
        return self.setting.facts.spell(spell_id)

    def support_words(self, number: int) -> str:
        """The support a unit can give: "Archer +3 and General"; empty when none."""
        kind = self.kind(number)
        words = [f"Archer {signed(kind.archer)}"] if kind.archer else []
        if kind.general:
            words.append("General +1")
        return listed(words) if words else ""

    def goes_back(self, number: int) -> str:
        """The support of a combatant that goes back into the stack, in words."""
        words = self.support_words(number)
        return (
            f"{the(self.name(number))} may support with {words}"
            if words
            else f"{the(self.name(number))} {verb(self.name(number), 'goes', 'go')} back"
        )

    def instead(self, new: int, old: int) -> str:
        """One unit that fights instead of another, in words."""
        name = self.name(new)
        return f"{the(name)} {verb(name, 'fights', 'fight')} instead; {self.goes_back(old)}"

    # ------------------------------------------------------------------ options

    def option(
        self,
        order: Order,
        label: str,
        consequence: str = "",
        units: tuple[int, ...] = (),
        places: tuple[str, ...] = (),
        odds: Odds | None = None,
        group: str = "",
        spells: tuple[str, ...] = (),
    ) -> OptionView:
        """One option, tied to own units, spells in hand and places."""
        pieces = [piece_id(number) for number in units]
        if spells:
            pieces += [spell_piece_id(self.side, self.spell(spell)) for spell in spells]
        return _option(order, label, consequence, tuple(pieces), places, odds, group)

    def question(
        self, text: str, options: list[OptionView], place: str = "", hint: str = "", form: Form | None = None
    ) -> Question:
        """The question. It is trivial if only one order is possible, which others must not learn from the time it takes.

        Rule: stacks:hidden.no-tell.
        """
        decision = self.decision
        choices = len(options) + (len(form.items) if form is not None else 0)
        return Question(
            decision.kind,
            decision.side,
            text,
            decision.rule,
            tuple(options),
            write_order(decision.default()),
            form,
            hint,
            place,
            choices == 1,
            covered=choices == 1,
        )


@lru_cache(maxsize=MOST_OPTIONS)
def _option(
    order: Order,
    label: str,
    consequence: str,
    pieces: tuple[str, ...],
    places: tuple[str, ...],
    odds: Odds | None,
    group: str,
) -> OptionView:
    return OptionView(write_order(order), opening(label), opening(consequence), pieces, places, odds, group)


def places_of(desk: Desk, where: str) -> tuple[str, ...]:
    """The hex of an option, for the map; none in a single battle."""
    return () if desk.setting.battle_only else (where,)


def cast_label(desk: Desk, spell: Spell, caster: int) -> str:
    """A spell and who casts it, as a label."""
    return f"{spell.name}, cast by {the(desk.name(caster))}"


def casts_label(desk: Desk, spell: Spell, casters: list[int]) -> str:
    """A spell and all who cast it, as a label."""
    if len(casters) == 1:
        return cast_label(desk, spell, casters[0])
    return f"{spell.name} {len(casters)} times, cast by {desk.names(casters)}"


def loss_words(desk: Desk, number: int, instead: str = "") -> str:
    """The losses if a unit is destroyed (with `instead`, in place of another), in words.

    Rule: stacks:roll.removal, stacks:transport.sink, stacks:artifact.lost, stacks:win.archmage.
    """
    name = desk.name(number)
    says = f"{the(name)} {verb(name, 'is', 'are')} destroyed{instead}"
    lost = lost_with(desk.state, desk.unit(number))
    if len(lost) > 1:
        says = f"{the(name)} {verb(name, 'sinks', 'sink')}{instead} with {desk.names(lost[1:])}"
    held = [the(desk.artifact(chit).name) for chit in artifacts_of(desk.state, desk.unit(number))]
    if held:
        says = f"{says}, and {listed(held)} with {them(name)}"
    return says + game_words(desk, lost)


def game_words(desk: Desk, lost: list[int]) -> str:
    """The end of a sentence on losses that are the end for a side. Rule: stacks:win.archmage."""
    fatal = desk.setting.goal == "archmage" and any(desk.kind(one).id == ARCHMAGE for one in lost)
    return "; you lose the game" if fatal else ""
