"""Step T5: both sides reveal supporters, artifacts and spells, in secret and together."""

from __future__ import annotations

from operator import itemgetter

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.board.artifacts import (
    artifact_of,
    free_chits,
    reveal_chit,
    slot_is_free,
    usable_chits,
)
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.spells import castable, spell_in_hand, spend
from banneret.rulebooks.stacks.leaving.summoning import summon, supply_left
from banneret.rulebooks.stacks.stages import ROLL
from banneret.rulebooks.stacks.state import Corner, Fight, Line, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_lend
from banneret.rulebooks.stacks.tables.kinds import Artifact, Spell, UnitKind
from banneret.rulebooks.stacks.text import battle_news
from banneret.rulebooks.stacks.text.phases import STEP_NAMES

NOTHING: Order = ("support",)
SECOND_LIFE = 10  # gain of an artifact that regenerates: more than any other's


def support(state: State, table: Table) -> None:
    """Ask both sides in secret for support, which counts for this round only, and reveal it together.

    Rule: stacks:tactical.who, stacks:tactical.secret, stacks:tactical.optional, stacks:tactical.each-round.
    """
    fight = state.fight
    assert fight is not None
    first, second = fight.corners
    orders = table.ask_all([SupportForm(state, fight, first), SupportForm(state, fight, second)])
    if table.telling:
        battle_news.supports(state, table, fight, orders)
    if len(orders[0]) == 1 and len(orders[1]) == 1:
        first.line = bare_line(state, first)
        second.line = bare_line(state, second)
    else:
        shown = [Shown(), Shown()]
        _turn_up(state, first, orders[0], shown[0], shown[1])
        _turn_up(state, second, orders[1], shown[1], shown[0])
        first.line = _line(state, first, shown[0])
        second.line = _line(state, second, shown[1])
        for place in (0, 1):
            for spell in shown[place].summons:
                _call(state, table, fight, fight.corners[place], spell)
    state.stage = ROLL


def bare_line(state: State, corner: Corner) -> Line:
    """The line of a combatant for whom nothing is revealed. Rule: stacks:tactical.optional."""
    unit = state.units[corner.front]
    return Line(state.setting.kinds[unit.kind], unit.devoured, corner.brought_in)


class Shown:
    """All that counts for a side's combatant after the reveal.

    Attributes:
        supporters: the units revealed, each once.
        own: artifacts of the combatant.
        lent: artifacts of supporters, each with the kind of its holder.
        blessings: the side's spells on its combatant.
        curses: the enemy's spells on it.
        summons: the side's summoning spells.
        carrier: the kind that lends its modifiers, if any.
    """

    def __init__(self) -> None:
        self.supporters: list[int] = []
        self.own: list[Artifact] = []
        self.lent: list[tuple[UnitKind, Artifact]] = []
        self.blessings: list[Spell] = []
        self.curses: list[Spell] = []
        self.summons: list[Spell] = []
        self.carrier: UnitKind | None = None


def _turn_up(state: State, corner: Corner, order: Order, own: Shown, enemy: Shown) -> None:
    """Read a side's order, reveal what it names, and spend its spells.

    A unit revealed for any reason is a supporter, and all of its support counts.

    Rule: stacks:tactical.who, stacks:tactical.other-units, stacks:artifact.reveal, stacks:artifact.own-fight,
    stacks:spell.cast-reveals, stacks:spell.any-number, stacks:spell.discard, stacks:carry.battle.
    """
    everyone = everybody(state)
    units, kinds = state.units, state.setting.kinds
    for item in order[1:]:
        verb: str = item[0]
        number: int = item[1] if verb != "cast" else item[2]
        if verb == "use":
            artifact = artifact_of(state, number)
            reveal_chit(state, number)
            number = state.artifacts[number].holder
            if number == corner.front:
                own.own.append(artifact)
                if artifact.effects.regenerates:
                    corner.ring = True
            else:
                own.lent.append((kinds[units[number].kind], artifact))
        elif verb == "lend":
            own.carrier = kinds[units[number].kind]
        elif verb == "cast":
            spell = spell_in_hand(state, corner.side, item[1])
            spend(state, corner.side, spell, number)
            if spell.effects.summon:
                own.summons.append(spell)
            elif spell.target == "enemy":
                enemy.curses.append(spell)
            else:
                own.blessings.append(spell)
        if number != corner.front and number not in own.supporters:
            own.supporters.append(number)
            show(units[number], everyone)


def _line(state: State, corner: Corner, shown: Shown) -> Line:
    """The line of a combatant with all that was revealed for and against it."""
    unit = state.units[corner.front]
    kinds = state.setting.kinds
    return Line(
        kinds[unit.kind],
        unit.devoured,
        corner.brought_in,
        [kinds[state.units[number].kind] for number in shown.supporters],
        shown.own,
        shown.lent,
        shown.blessings,
        shown.curses,
        shown.carrier,
    )


def supported(state: State, corner: Corner, enemy: Line, order: Order) -> tuple[Line, Line]:
    """Both lines if the corner gave this order at T5 and the enemy none. Rule: stacks:tactical.who, stacks:carry.battle."""
    units, kinds, setting = state.units, state.setting.kinds, state.setting
    own = Shown()
    curses: list[Spell] = list(enemy.curses)
    for item in order[1:]:
        verb = item[0]
        number: int = item[-1]
        if verb == "use":
            artifact = artifact_of(state, number)
            number = state.artifacts[number].holder
            if number == corner.front:
                own.own.append(artifact)
            else:
                own.lent.append((kinds[units[number].kind], artifact))
        elif verb == "lend":
            own.carrier = kinds[units[number].kind]
        elif verb == "cast":
            spell = setting.facts.spell(item[1])
            if not spell.effects.summon:
                (curses if spell.target == "enemy" else own.blessings).append(spell)
        if number != corner.front and number not in own.supporters:
            own.supporters.append(number)
    theirs = Line(
        enemy.unit,
        enemy.devoured,
        enemy.brought_in,
        enemy.supporters,
        enemy.own_artifacts,
        enemy.lent_artifacts,
        enemy.blessings,
        curses,
        enemy.carrier,
    )
    return _line(state, corner, own), theirs


def sums(state: State, fight: Fight, corner: Corner, line: Line, enemy: Line) -> tuple[int, int]:
    """Both sums without dice, this corner's first. Rule: stacks:mod.sum."""
    options = state.setting.flags.modifiers
    attacking = fight.corners[0] is corner
    return (
        battle_roll(line, enemy, attacking, options).total,
        battle_roll(enemy, line, not attacking, options).total,
    )


def _call(state: State, table: Table, fight: Fight, corner: Corner, spell: Spell) -> None:
    """Add a summoned unit to the caster's stack, if one is left in the supply.

    Rule: stacks:summoning.appear, stacks:summoning.supply, stacks:spell.call-fire-elemental.
    """
    kind = state.setting.facts.unit(spell.effects.summon)
    if supply_left(state, kind) > 0:
        summon(state, kind, corner.side, fight.hex, fight.round)
        if table.telling:
            battle_news.appears(state, table, corner.side, kind, spell)


# ---------------------------------------------------------------- the question


class SupportForm(Decision):
    """The decision of step T5: `("support", item, …)`, with these items in any order.

    `("show", unit)`: an Archer or General, also a Site; `("lend", unit)`: a carrier or transport, one at most; `("use", chit)`: an
    artifact of the combatant or a supporter; `("cast", spell, caster)`: as often as there are chits. Using an artifact, lending and
    casting reveal the unit too.

    Rule: stacks:tactical.who, stacks:tactical.other-units, stacks:tactical.optional, stacks:spell.any-number.
    """

    def __init__(self, state: State, fight: Fight, corner: Corner) -> None:
        self.kind = "support"
        self.side = corner.side
        self.rule = "stacks:tactical.who"
        self.listed = False
        self._state: State = state
        self._fight: Fight = fight
        self._corner: Corner = corner
        self.shows: list[Order] = []
        self.lends: list[Order] = []
        self.uses: list[Order] = []
        # each spell with its casters and the most times it may be cast
        self.spells: list[tuple[Spell, list[int], int]] = []
        units, kinds = state.units, state.setting.kinds
        front = corner.front
        for number in state.stacks[corner.side][fight.hex]:
            unit = units[number]
            if number != front and not unit.held and unit.held_turns == 0:
                kind = kinds[unit.kind]
                if kind.archer or kind.general:
                    self.shows.append(("show", number))
                if (kind.carry or kind.transport) and self._may_lend(unit):
                    self.lends.append(("lend", number))
        if state.artifacts:
            self._find_artifacts()
        if state.hands[corner.side]:
            self._find_spells()

    def _may_lend(self, carrier: Unit) -> bool:
        """True if a unit can lend its modifiers to the combatant. Rule: stacks:carry.battle, stacks:carry.modifiers."""
        units, kinds = self._state.units, self._state.setting.kinds
        front = units[self._corner.front]
        return can_lend(kinds[carrier.kind], kinds[front.kind], front.aboard == carrier.id)

    def _find_artifacts(self) -> None:
        """Find the artifacts that can be revealed.

        Rule: stacks:artifact.own-fight, stacks:artifact.slots, stacks:artifact.users, stacks:battle.usable.
        """
        state, corner = self._state, self._corner
        units = state.units
        for number in state.stacks[corner.side][self._fight.hex]:
            unit = units[number]
            if unit.held or unit.held_turns:
                continue
            wrong = "support" if number == corner.front else "combatant"
            chits = free_chits(state, corner, number, "T5")
            self.uses += [("use", chit) for chit in chits if artifact_of(state, chit).role != wrong]

    def _find_spells(self) -> None:
        """Find the spells that can be cast, with casters and numbers.

        Rule: stacks:spell.casters, stacks:spell.any-number, stacks:summoning.supply.
        """
        state, side = self._state, self.side
        for spell, casters in castable(state, side, self._fight.hex, "T5"):
            count = state.hands[side].count(spell.index)
            if spell.effects.summon:
                count = min(count, supply_left(state, state.setting.facts.unit(spell.effects.summon)))
            if count > 0:
                self.spells.append((spell, casters, count))

    # ------------------------------------------------------------------ orders

    def items(self) -> list[Order]:
        """Every item that may be named, once."""
        casts: list[Order] = [
            ("cast", spell.id, caster) for spell, casters, _ in self.spells for caster in casters
        ]
        return self.shows + self.lends + self.uses + casts

    def orders(self) -> list[Order]:
        """Return examples: the default, nothing, everything, and each item by itself."""
        found: list[Order] = [self.default()]
        for order in (NOTHING, self.everything()):
            if order not in found:
                found.append(order)
        for item in self.items():
            if ("support", item) not in found:
                found.append(("support", item))
        return found

    def default(self) -> Order:
        """Return all support that costs nothing: Archers, Generals, the best carrier, the best artifact of each kind; no spells.

        Carriers and artifacts without effect in this round are left out. Rule: stacks:carry.battle, stacks:artifact.slots.
        """
        if not self.lends and not self.uses:
            return ("support", *self.shows)
        lends = [item for gain, item in self._by_gain(self.lends) if gain > 0]
        used: list[int] = []
        for gain, item in self._by_gain(self.uses):
            if gain > 0 and slot_is_free(self._state, item[1], used):
                used.append(item[1])
        used.sort()
        return ("support", *self.shows, *lends[:1], *[("use", chit) for chit in used])

    def everything(self) -> Order:
        """The default, and every spell as often as it may be cast, by the first unit that can."""
        casts: list[Order] = []
        for spell, casters, count in self.spells:
            casts += [("cast", spell.id, casters[0])] * count
        return (*self.default(), *casts)

    def _by_gain(self, items: list[Order]) -> list[tuple[int, Order]]:
        """Carriers or artifacts with their gain for the lead over the enemy combatant, the best first, with all Archers and Generals shown.

        Rule: stacks:mod.sum, stacks:tactical.final-combatants, stacks:artifact.troll-ring.
        """
        first, second = self._fight.corners
        enemy = bare_line(self._state, second if self._corner is first else first)
        without = self._lead(enemy, self.shows)
        found: list[tuple[int, Order]] = []
        for item in items:
            if item[0] == "use" and artifact_of(self._state, item[1]).effects.regenerates:
                gain = SECOND_LIFE if self.needs_second_life() else 0
            else:
                gain = self._lead(enemy, [*self.shows, item]) - without
            found.append((gain, item))
        return sorted(found, key=itemgetter(0), reverse=True)

    def _lead(self, enemy: Line, items: list[Order]) -> int:
        """The lead over the enemy combatant with these items."""
        mine, theirs = supported(self._state, self._corner, enemy, ("support", *items))
        own, other = sums(self._state, self._fight, self._corner, mine, theirs)
        return own - other

    def needs_second_life(self) -> bool:
        """True if the combatant is destroyed by a defeat, and could yet regenerate. Rule: stacks:artifact.troll-ring."""
        unit = self._state.units[self._corner.front]
        return unit.defeats == 0 and not self._state.setting.kinds[unit.kind].regenerates

    def sample(self, chance: Chance) -> Order:
        """Return a random order, each Archer and General in it half of the time."""
        count = len(self.shows)
        if count == 0:
            picked: list[Order] = []
        elif count == 1:
            picked = self.shows if chance.random() < 0.5 else []
        else:
            bits = chance.below(1 << count)
            picked = [self.shows[at] for at in range(count) if bits >> at & 1]
        if self.lends or self.uses or self.spells:
            picked = picked + self._sample_more(chance)
        return ("support", *picked)

    def _sample_more(self, chance: Chance) -> list[Order]:
        """Random lending, artifacts and spells."""
        picked: list[Order] = []
        if self.lends and chance.random() < 0.5:
            picked.append(self.lends[chance.below(len(self.lends))])
        used: list[int] = []
        for item in self.uses:
            if chance.random() < 0.5 and slot_is_free(self._state, item[1], used):
                used.append(item[1])
                picked.append(item)
        for spell, casters, count in self.spells:
            times = chance.below(count + 1)
            picked += [("cast", spell.id, casters[chance.below(len(casters))]) for _ in range(times)]
        return picked

    # ------------------------------------------------------------------ refusals

    def check(self, order: Order) -> Refusal | None:
        """Return None if all items can be revealed together, else the first fault; the nearest order has the items that can."""
        if not order or order[0] != "support":
            return Refusal("At this step a side supports its combatant.", self.rule, self.default())
        accepted: list[Order] = []
        reason = rule = ""
        for item in order[1:]:
            fault = self._fault(item, accepted)
            if fault is None:
                accepted.append(item)
            elif not reason:
                reason, rule = fault
        return Refusal(reason, rule, ("support", *accepted)) if reason else None

    def _fault(self, item: object, accepted: list[Order]) -> tuple[str, str] | None:
        """The reason an item cannot be added to those accepted, and the rule; None if it can."""
        if not isinstance(item, tuple) or not _is_item(item):
            return (
                "Support is made of (show UNIT), (lend UNIT), (use ARTIFACT) and (cast SPELL CASTER).",
                self.rule,
            )
        verb = item[0]
        if verb == "cast":
            return self._cast_fault(item, accepted)
        if item in accepted:
            return "That is named twice.", "stacks:tactical.who"
        if verb == "use":
            return self._use_fault(item, accepted)
        if verb == "lend":
            if item in self.lends:
                for other in accepted:
                    if other[0] == "lend":
                        return "Only one carrier counts for a combatant.", "stacks:carry.battle"
                return None
        elif item in self.shows:
            return None
        return self._unit_fault(verb, item[1])

    def _unit_fault(self, verb: str, number: int) -> tuple[str, str]:
        """The reason a unit can neither be shown nor lend, and the rule."""
        state, corner = self._state, self._corner
        if number not in state.stacks[self.side][self._fight.hex]:
            return f"Unit {number} is not in this stack.", "stacks:tactical.other-units"
        unit = state.units[number]
        name = state.setting.kinds[unit.kind].name
        if number == corner.front:
            return f"{name} is the combatant, and supporters are other units.", "stacks:tactical.other-units"
        if unit.held or unit.held_turns:
            return f"{name} is paralyzed.", "stacks:battle.usable"
        if verb == "lend":
            front = state.setting.kinds[state.units[corner.front].kind].name
            return f"{name} cannot lend anything to {front}.", "stacks:carry.battle"
        return f"{name} has nothing to support with.", "stacks:tactical.who"

    def _use_fault(self, item: Order, accepted: list[Order]) -> tuple[str, str] | None:
        """The reason an artifact cannot be used, and the rule; None if it can."""
        state, chit = self._state, item[1]
        if item in self.uses:
            used = [other[1] for other in accepted if other[0] == "use"]
            if slot_is_free(state, chit, used):
                return None
            return "A holder uses one artifact of each kind in a round.", "stacks:artifact.slots"
        stack = state.stacks[self.side][self._fight.hex]
        if not 0 <= chit < len(state.artifacts) or state.artifacts[chit].holder not in stack:
            return f"No unit of this stack holds an artifact {chit}.", "stacks:artifact.holder"
        artifact = artifact_of(state, chit)
        holder = state.units[state.artifacts[chit].holder]
        name = state.setting.kinds[holder.kind].name
        if holder.held or holder.held_turns:
            return f"{name}, who holds it, is paralyzed.", "stacks:battle.usable"
        if chit not in usable_chits(state, holder.id, artifact.step):
            return f"{name} cannot use the {artifact.name}.", "stacks:artifact.users"
        if artifact.step != "T5":
            return f"The {artifact.name} is not used in this step.", "stacks:artifact.reveal"
        if not slot_is_free(state, chit, self._corner.spent or []):
            return "A holder uses one artifact of each kind in a round.", "stacks:artifact.slots"
        where = "in combat" if artifact.role == "combatant" else "in support"
        return f"The {artifact.name} works only {where}.", "stacks:artifact.own-fight"

    def _cast_fault(self, item: Order, accepted: list[Order]) -> tuple[str, str] | None:
        """The reason a spell cannot be cast, and the rule; None if it can."""
        for spell, casters, count in self.spells:
            if spell.id == item[1]:
                if item[2] not in casters:
                    return f"Unit {item[2]} cannot cast {spell.name} here.", "stacks:spell.casters"
                cast = 0
                for other in accepted:
                    if other[0] == "cast" and other[1] == spell.id:
                        cast += 1
                if cast < count:
                    return None
                return f"{spell.name} can be cast {count} times at most.", "stacks:spell.hand"
        for index in self._state.hands[self.side]:
            spell = self._state.setting.spell_kinds[index]
            if spell.id == item[1]:
                if spell.step != "T5":
                    return f"{spell.name} is cast at {STEP_NAMES[spell.step]}.", "stacks:spell.windows"
                if spell.effects.summon and castable(self._state, self.side, self._fight.hex, "T5"):
                    return f"No chit is left that {spell.name} could bring.", "stacks:summoning.supply"
                return f"Nobody here can cast {spell.name}.", "stacks:spell.casters"
        return "That spell is not in hand.", "stacks:spell.hand"


def _is_item(item: Order) -> bool:
    """True if a part of an order has the shape of an item of support."""
    if len(item) == 3:
        return bool(item[0] == "cast") and isinstance(item[1], str) and isinstance(item[2], int)
    return len(item) == 2 and item[0] in ("show", "lend", "use") and isinstance(item[1], int)
