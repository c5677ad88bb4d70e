"""Every decision as the side that owes it reads it: the question in words, each option with what it would bring.

What an enemy hides is in no text, no option and no figure: odds are against what lies open, and say so.

Rule: stacks:hidden.no-tell, stacks:hidden.views, stacks:odds.round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Form, Item, Odds, OptionView, Question
from banneret.rulebooks.stacks.battle.support import NOTHING, SupportForm
from banneret.rulebooks.stacks.board.artifacts import artifacts_of
from banneret.rulebooks.stacks.board.transports import passengers
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, Line, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.tables.kinds import REST_OF_BATTLE, Artifact, Spell, UnitKind
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text import wording
from banneret.rulebooks.stacks.text.wording import (
    listed,
    many,
    opening,
    percent,
    plain,
    signed,
    tallied,
    the,
    them,
    verb,
)
from banneret.rulebooks.stacks.turn.move_form import MoveForm
from banneret.rulebooks.stacks.turn.move_reach import boardings, movable, reachable
from banneret.rulebooks.stacks.view import chances
from banneret.rulebooks.stacks.view.scene import piece_id, place_id, spell_piece_id

BEFORE_SUPPORT: Final = "before support on either side"


def side_words(state: State, side: int) -> str:
    """What a side is called inside a sentence: by its name, or by its part in a single battle."""
    name = state.setting.side_names[side]
    return the(name) if state.setting.battle_only and name in ("attacker", "defender") else side_title(name)


class Desk:
    """A decision on the desk of the side that owes it: the words that all questions share."""

    def __init__(self, state: State, decision: Decision) -> None:
        self.state: State = state
        self.decision: Decision = decision
        self.side: int = decision.side
        self.setting = state.setting

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
        """Whether the side attacks."""
        return self.fight.corners[0].side == self.side

    @property
    def front(self) -> str:
        """The name of the own combatant."""
        return self.name(self.corner.front)

    @property
    def enemy_name(self) -> str:
        """What the enemy is called."""
        return side_words(self.state, self.enemy.side)

    def enemies(self, one: str, more: str) -> str:
        """The enemy with a verb in the form that goes with the name."""
        return f"{self.enemy_name} {wording.sides_verb(self.enemy_name, one, more)}"

    @property
    def enemy_front(self) -> str:
        """The name of the enemy combatant."""
        return self.name(self.enemy.front)

    @property
    def where(self) -> str:
        """The hex of the fight, by name."""
        return place_id(self.state, self.fight.hex)

    @property
    def at(self) -> str:
        """Where the fight is, as part of a sentence."""
        return "" if self.setting.battle_only else f" at {self.where}"

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
        """What a unit is."""
        return self.setting.kinds[self.state.units[number].kind]

    def name(self, number: int) -> str:
        """What a unit is called."""
        return self.kind(number).name

    def label(self, number: int) -> str:
        """A unit's name, told from its like by what it holds and what has become of it."""
        unit = self.unit(number)
        held = [self.artifact(chit).name for chit in artifacts_of(self.state, unit)]
        text = (
            f"{self.name(number)} with {listed([the(name) for name in held])}" if held else self.name(number)
        )
        return f"{text} (defeated once)" if unit.defeats else text

    def names(self, numbers: list[int]) -> str:
        """Several units, equal ones counted."""
        return tallied([self.name(number) for number in numbers])

    def artifact(self, chit: int) -> Artifact:
        """What an artifact chit is."""
        return self.setting.artifact_kinds[self.state.artifacts[chit].kind]

    def spell(self, spell_id: str) -> Spell:
        """A spell by its id."""
        return self.setting.facts.spell(spell_id)

    def support_words(self, number: int) -> str:
        """What a unit can do in support: "Archer +3 and General"; empty when nothing."""
        kind = self.kind(number)
        words = [f"Archer {signed(kind.archer)}"] if kind.archer else []
        if kind.general:
            words.append("General +1")
        return listed(words) if words else ""

    def goes_back(self, number: int) -> str:
        """What becomes of a combatant that goes back into the stack."""
        words = self.support_words(number)
        return (
            f"{the(self.name(number))} may support with {words}"
            if words
            else f"{the(self.name(number))} {verb(self.name(number), 'goes', 'go')} back"
        )

    def instead(self, new: int, old: int) -> str:
        """Who fights instead of whom."""
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
        pieces = [piece_id(self.unit(number)) for number in units]
        if spells:
            pieces += [spell_piece_id(self.side, self.spell(spell)) for spell in spells]
        return OptionView(
            write_order(order), opening(label), opening(consequence), tuple(pieces), places, odds, group
        )

    def question(
        self, text: str, options: list[OptionView], place: str = "", hint: str = "", form: Form | None = None
    ) -> Question:
        """The question. It is trivial when only one answer is possible."""
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
        )


def question(state: State, decision: Decision) -> Question:
    """A decision in words. Rule: stacks:hidden.no-tell."""
    desk = Desk(state, decision)
    write = WRITERS.get(decision.kind)
    if write is not None:
        return write(desk)
    options = [desk.option(order, write_order(order)) for order in decision.orders()]
    return desk.question(f"{opening(decision.kind)}?", options)


# ---------------------------------------------------------------- the turn


def _recruit(desk: Desk) -> Question:
    """Rule: stacks:recruit.draw, stacks:recruit.terrain."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        name = str(order[1])
        if name == "artifacts":
            left = many(len(desk.state.artifact_pile), "artifact")
            says = f"{left} left; it is given at once to one of your units, unseen"
            options.append(desk.option(order, "the artifact pile", says))
        else:
            left = many(len(desk.state.piles[name]), "chit")
            options.append(
                desk.option(order, f"the {name} pile", f"{left} left; the unit goes hidden into your reserve")
            )
    after = desk.state.draws - 1
    hint = f"{many(after, 'more draw')} this turn." if after else "Your last draw this turn."
    return desk.question("From which pile do you draw?", options, hint=hint)


def _give(desk: Desk) -> Question:
    """Rule: stacks:recruit.artifact."""
    chits = desk.state.artifacts
    waiting = [index for index, chit in enumerate(chits) if chit.holder == NOBODY and not chit.seen]
    artifact = desk.artifact(waiting[-1]) if waiting else None
    return _hand_over(desk, artifact, "You have drawn {}. Who takes it?")


def _captured(desk: Desk) -> Question:
    """Rule: stacks:opt.fallen-artifacts."""
    fight = desk.state.fight
    artifact = desk.artifact(fight.set_aside[0]) if fight is not None and fight.set_aside else None
    return _hand_over(desk, artifact, "You have captured {}. Who takes it?")


def _hand_over(desk: Desk, artifact: Artifact | None, text: str) -> Question:
    """Who takes an artifact. Rule: stacks:artifact.users, stacks:artifact.holder."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        number = int(order[1])
        where = place_id(desk.state, desk.unit(number).place)
        says = f"in {where}"
        if artifact is not None:
            says += ", can use it" if can_use(artifact, desk.kind(number)) else ", would only carry it"
        options.append(desk.option(order, desk.label(number), says, (number,), (where,)))
    name = the(artifact.name) if artifact is not None else "an artifact"
    hint = artifact.text if artifact is not None else ""
    return desk.question(text.format(name), options, hint=hint)


def _carry(desk: Desk) -> Question:
    """Rule: stacks:carry.capacity, stacks:move.stranded."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        heroes = [int(number) for number in order[1:]]
        options.append(desk.option(order, desk.names(heroes), "the others are lost", tuple(heroes)))
    where = place_id(desk.state, desk.unit(int(desk.decision.default()[1])).place)
    return desk.question(f"More Heroes lean on carriers in {where} than can be carried. Who stays?", options)


def _deploy(desk: Desk) -> Question:
    """Rule: stacks:deploy.place, stacks:deploy.site, stacks:deploy.sea."""
    options: list[OptionView] = []
    stacks = desk.state.stacks[desk.side]
    for order in desk.decision.orders():
        if order[0] == "done":
            options.append(desk.option(order, "no more", "the rest stays in reserve"))
            continue
        number, where = int(order[1]), str(order[2])
        there = len(stacks.get(desk.setting.grid.named(where), ()))
        kind = desk.kind(number)
        if kind.site:
            says = "face up, for the whole game"
        elif len(order) > 3:
            says = f"aboard {the(desk.name(int(order[3])))}"
        else:
            says = f"joins {many(there, 'unit')} there" if there else "under a new banner"
        label = f"{kind.name} in {where}"
        options.append(desk.option(order, label, says, (number,), (where,), group=kind.name))
    hint = "Deployed units may move this turn."
    return desk.question("Which units of your reserve do you place?", options, hint=hint)


def _exchange(desk: Desk) -> Question:
    """Rule: stacks:artifact.exchange, stacks:exchange.passengers."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "done":
            options.append(desk.option(order, "nothing more", "go on to the Move Phase"))
        elif order[0] == "pass":
            chit, taker = int(order[1]), int(order[2])
            holder = desk.state.artifacts[chit].holder
            artifact = desk.artifact(chit)
            where = place_id(desk.state, desk.unit(taker).place)
            usable = can_use(artifact, desk.kind(taker))
            says = artifact.text if usable else f"{the(desk.name(taker))} cannot use it"
            label = f"{artifact.name} from {desk.name(holder)} to {desk.name(taker)} in {where}"
            options.append(desk.option(order, label, says, (holder, taker), (where,), group=artifact.name))
        else:
            number, ship = int(order[1]), int(order[2])
            where = place_id(desk.state, desk.unit(number).place)
            old = desk.name(desk.unit(number).aboard)
            label = f"{desk.name(number)} from {the(old)} to {the(desk.name(ship))} in {where}"
            options.append(desk.option(order, label, "", (number, ship), (where,), group="passengers"))
    return desk.question(
        "Do artifacts or passengers change hands?", options, hint="Your enemies see nothing of it."
    )


def _move(desk: Desk) -> Question:
    """Rule: stacks:move.order, stacks:move.split, stacks:move.enemy-stop, stacks:move.board."""
    form = desk.decision
    assert isinstance(form, MoveForm)
    state, side = desk.state, desk.side
    options = [desk.option(("done",), "no more moves", "go on to the Scout Phase")]
    items: list[Item] = []
    paths: list[tuple[str, tuple[str, ...]]] = []
    names = desk.setting.grid.names
    for hex_ in sorted(state.stacks[side]):
        free = movable(state, side, hex_)
        where = names[hex_]
        if len(free) > 1:
            who = many(len(free), "unit")
            if len(free) == len(state.stacks[side][hex_]):
                who = "both units" if len(free) == 2 else f"all {who}"
            for _, path in reachable(state, side, free):
                label = f"{who} from {where} to {names[path[-1]]}"
                options.append(_move_option(desk, form.order(free, path), label, free, where, path))
        for number in free:
            found = reachable(state, side, [number])
            steps = desk.kind(number).move
            aboard = desk.unit(number).aboard
            says = (
                f"{many(steps, 'hex', 'hexes')}" if aboard == NOBODY else f"aboard {the(desk.name(aboard))}"
            )
            items.append(Item(str(number), desk.label(number), says, piece_id(desk.unit(number)), where))
            paths.append((str(number), tuple([names[there] for there, _ in found])))
            if len(free) == 1:
                for _, path in found:
                    label = f"{desk.name(number)} from {where} to {names[path[-1]]}"
                    options.append(_move_option(desk, form.order(free, path), label, free, where, path))
        for order in boardings(state, side, hex_):
            label = f"{desk.name(order[1])} aboard {the(desk.name(order[2]))} in {where}"
            options.append(
                desk.option(order, label, "without moving", (order[1], order[2]), (where,), group=where)
            )
    text = "Which units move?" if items else "Nobody can move any more."
    hint = "Choose units of one hex, then the hexes they enter, one after the other." if items else ""
    path_form = Form("path", "move", tuple(items), tuple(names), tuple(paths), 1, 0, hint)
    return desk.question(text, options, form=path_form)


def _move_option(
    desk: Desk, order: Order, label: str, group: list[int], where: str, path: list[int]
) -> OptionView:
    names = desk.setting.grid.names
    last = path[-1]
    state = desk.state
    enemies = [side for side in range(desk.setting.sides) if side != desk.side and last in state.stacks[side]]
    if enemies:
        says = f"meets {listed([side_words(desk.state, side) for side in enemies])}: a battle follows"
    elif last in state.stacks[desk.side]:
        says = f"joins {many(len(state.stacks[desk.side][last]), 'unit')} there"
    elif last in desk.setting.objectives or last in desk.setting.capitals:
        says = "nobody is there; your flag goes up at the end of the turn"
    else:
        says = "nobody is there"
    if len(path) > 1:
        says = f"by {listed([names[hex_] for hex_ in path[:-1]])}; {says}"
    return desk.option(order, label, says, tuple(group), tuple([names[hex_] for hex_ in path]), group=where)


def _discard(desk: Desk) -> Question:
    """Rule: stacks:turn.end."""
    hand = desk.state.hands[desk.side]
    options: list[OptionView] = []
    for order in desk.decision.orders():
        spell = desk.spell(order[1])
        copies = hand.count(spell.index)
        label = spell.name if copies == 1 else f"{spell.name}, one of {copies}"
        options.append(desk.option(order, label, spell.text, spells=(spell.id,)))
    over = len(hand) - desk.setting.hand_limit
    text = f"Your hand holds {many(len(hand), 'spell')}, {over} too many. Which do you discard?"
    return desk.question(text, options, hint="Discards lie open.")


# ---------------------------------------------------------------- which hex


def _which_hex(desk: Desk) -> Question:
    """Rule: stacks:scoutphase.order, stacks:battle.queue, stacks:opt.standing-contest."""
    scouting = desk.decision.kind == "scouting"
    options: list[OptionView] = []
    for order in desk.decision.orders():
        where = str(order[1])
        hex_ = desk.setting.grid.named(where)
        own = len(desk.state.stacks[desk.side].get(hex_, ()))
        if order[0] == "pass":
            options.append(
                desk.option(order, f"no battle in {where}", "both stacks stay this turn", places=(where,))
            )
            continue
        sides = [int(order[2])] if len(order) > 2 else desk_enemies(desk, hex_)
        names = listed([side_words(desk.state, side) for side in sides])
        says = f"{many(own, 'unit')} of yours against {names}"
        options.append(
            desk.option(
                order, f"{where}, against {names}" if len(order) > 2 else where, says, places=(where,)
            )
        )
    text = "Which hex is scouted next?" if scouting else "Which battle is fought next?"
    return desk.question(text, options)


def desk_enemies(desk: Desk, hex_: int) -> list[int]:
    """The other sides with a banner in a hex."""
    return [
        side for side in range(desk.setting.sides) if side != desk.side and hex_ in desk.state.stacks[side]
    ]


# ---------------------------------------------------------------- scouting


def _look(desk: Desk) -> Question:
    """Rule: stacks:scout.look, stacks:artifact.far-glass, stacks:spell.farsight."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "do not look"))
        elif order[0] == "cast":
            spell, caster = desk.spell(order[1]), int(order[2])
            says = f"you see the whole stack; {the(desk.name(caster))} and the spell are shown, and the spell is spent"
            options.append(
                desk.option(order, _cast_label(desk, spell, caster), says, (caster,), spells=(spell.id,))
            )
        else:
            number = int(order[1])
            label = f"{desk.name(number)} {verb(desk.name(number), 'looks', 'look')}"
            if len(order) > 2:
                label += f" through {the(desk.setting.facts.artifact(order[2]).name)}"
            says = f"you see every unit and artifact; {desk.enemies('learns', 'learn')} that {the(desk.name(number))} {verb(desk.name(number), 'is', 'are')} here"
            options.append(desk.option(order, label, says, (number,)))
    text = f"Do you look through the stack of {desk.enemy_name}{desk.at}?"
    return desk.question(text, options, desk.where)


def _steal(desk: Desk) -> Question:
    """Rule: stacks:steal.take, stacks:steal.holder."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "steal nothing"))
            continue
        number = int(order[1])
        name = desk.name(number)
        if len(order) > 2:
            artifact = desk.artifact(int(order[2]))
            label = f"{name} {verb(name, 'takes', 'take')} {the(artifact.name)}"
            usable = can_use(artifact, desk.kind(number))
            says = artifact.text if usable else f"{the(name)} can only carry it"
        else:
            label = f"{name} {verb(name, 'steals', 'steal')} blind"
            says = f"one of the artifacts of {desk.enemy_name}, if there is any; {the(name)} {verb(name, 'is', 'are')} shown"
        options.append(desk.option(order, label, says, (number,)))
    return desk.question(f"Do you steal from {desk.enemy_name}{desk.at}?", options, desk.where)


def _devour(desk: Desk) -> Question:
    """Rule: stacks:cannibal.sacrifice, stacks:cannibal.duration."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "devour nobody"))
            continue
        eater, victim = int(order[1]), int(order[2])
        name = desk.name(eater)
        label = f"{name} {verb(name, 'devours', 'devour')} {desk.label(victim)}"
        says = f"{the(name)} {verb(name, 'has', 'have')} {signed(desk.kind(eater).cannibal)} to the end of the turn; {the(desk.name(victim))} {verb(desk.name(victim), 'is', 'are')} lost"
        options.append(desk.option(order, label, says, (eater, victim), group=name))
    return desk.question(f"Does a Cannibal devour one of your units{desk.at}?", options, desk.where)


# ---------------------------------------------------------------- segments I and II


def _reveal(desk: Desk) -> Question:
    """Rule: stacks:reveal.choose, stacks:reveal.simultaneous."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        number = int(order[1])
        kind = desk.kind(number)
        unit = desk.unit(number)
        total = chances.standing(kind, unit.devoured, desk.attacking)
        says = f"rolls with {signed(total)}" if not is_plural_roll(kind) else f"roll with {signed(total)}"
        more = _against_some(kind)
        if more:
            says += f", and {more}"
        options.append(desk.option(order, desk.label(number), says, (number,)))
    role = "attack" if desk.attacking else "defend"
    text = f"Round {desk.fight.round}: whom do you reveal?"
    hint = f"You {role}. {opening(desk.enemies('chooses', 'choose'))} at the same time; both are turned up together."
    return desk.question(text, options, desk.where, hint)


def is_plural_roll(kind: UnitKind) -> bool:
    """Whether a unit "roll" rather than "rolls"."""
    return wording.is_plural(kind.name)


def _against_some(kind: UnitKind) -> str:
    """What a unit has against some enemies only. Rule: stacks:mod.slay, stacks:mod.cavalry, stacks:mod.poison."""
    words = [f"{signed(value)} against {target}" for target, value in kind.slay]
    if kind.cavalry:
        words.append(f"{signed(kind.cavalry)} against the Slow that do not fly")
    if kind.poison:
        words.append(f"{signed(kind.poison)} against the Living that are no Swarm")
    return listed(words) if words else ""


def _retreat(desk: Desk) -> Question:
    """Rule: stacks:retreat.right, stacks:retreat.sacrifice, stacks:retreat.who-moves."""
    options: list[OptionView] = []
    stack = desk.state.stacks[desk.side][desk.fight.hex]
    sites = [number for number in stack if desk.kind(number).site]
    for order in desk.decision.orders():
        if order[0] == "stay":
            options.append(
                desk.option(
                    order,
                    "stay and fight",
                    f"{the(desk.front)} against {the(desk.enemy_front)}",
                    odds=desk.odds_now(),
                )
            )
            continue
        price, where = int(order[1]), str(order[2])
        gone = [price]
        if desk.kind(price).ship:
            gone += passengers(desk.state, desk.unit(price))
        going = [
            number
            for number in stack
            if number not in gone and number not in sites and not desk.kind(number).summoning
        ]
        to = "leave" if desk.setting.battle_only else f"go to {where}"
        says = f"{_loss_words(desk, price)}; {desk.names(going)} {to}"
        if sites:
            says += f"; {the(desk.names(sites))} {verb(desk.names(sites), 'stays', 'stay')}"
        label = f"sacrifice {desk.label(price)}" + ("" if desk.setting.battle_only else f", go to {where}")
        places = () if desk.setting.battle_only else (where,)
        options.append(desk.option(order, label, says, (price,), places, group=desk.label(price)))
    text = f"Do you retreat{desk.at}?" if len(options) > 1 else "You cannot retreat."
    hint = "A retreat costs a unit and ends the battle at once, before any roll."
    return desk.question(text, options, desk.where, hint)


def _withdraw(desk: Desk) -> Question:
    """Rule: stacks:skirmish.swap, stacks:vanish.swap, stacks:vanish.exit, stacks:spell.mist-step."""
    options: list[OptionView] = []
    front = desk.corner.front
    for order in desk.decision.orders():
        verb_ = order[0]
        if verb_ == "none":
            options.append(
                desk.option(
                    order, f"{the(desk.front)} {verb(desk.front, 'stays', 'stay')}", odds=desk.odds_now()
                )
            )
            continue
        source = order[3:] if verb_ == "exit" else order[2:]
        how, spent = _means(desk, "Skirmish" if verb_ == "skirmish" else "Vanish", source)
        spells = (str(source[0]),) if len(source) == 2 else ()
        casters = (int(source[1]),) if len(source) == 2 else ()
        if verb_ == "exit":
            where, new = str(order[1]), int(order[2])
            to = "leaves the battle" if desk.setting.battle_only else f"leaves for {where}"
            label = f"{desk.front} {to if not wording.is_plural(desk.front) else to.replace('leaves', 'leave', 1)} {how}"
            if new == NOBODY:
                says = f"you have no combatant left: no roll this round{spent}"
                options.append(
                    desk.option(
                        order, label, says, (front, *casters), _places(desk, where), None, "exit", spells
                    )
                )
                continue
            label += f", {desk.label(new)} {verb(desk.name(new), 'comes', 'come')} in"
            says = f"{the(desk.name(new))} {verb(desk.name(new), 'fights', 'fight')} instead; {the(desk.front)} may not return this turn{spent}"
            units = (new, front, *casters)
            options.append(
                desk.option(
                    order, label, says, units, _places(desk, where), desk.odds(desk.line(new)), "exit", spells
                )
            )
            continue
        new = int(order[1])
        label = f"{desk.label(new)} {verb(desk.name(new), 'comes', 'come')} in {how}"
        says = f"{desk.instead(new, front)}{spent}"
        options.append(
            desk.option(
                order, label, says, (new, *casters), (), desk.odds(desk.line(new)), str(verb_), spells
            )
        )
    text = (
        f"Do you take {the(desk.front)} out?"
        if len(options) > 1
        else f"{opening(the(desk.front))} cannot withdraw."
    )
    hint = (
        f"{opening(desk.enemies('decides', 'decide'))} at the same time, and may bring in another unit too."
    )
    return desk.question(text, options, desk.where, hint)


def _places(desk: Desk, where: str) -> tuple[str, ...]:
    return () if desk.setting.battle_only else (where,)


def _means(desk: Desk, ability: str, source: Order) -> tuple[str, str]:
    """By what something is done, and what that costs, as parts of a sentence."""
    if len(source) == 2:
        return f"by {desk.spell(source[0]).name}, cast by {the(desk.name(source[1]))}", "; the spell is spent"
    if len(source) == 1:
        return f"by {the(desk.setting.facts.artifact(source[0]).name)}", ""
    return f"by {ability}", ""


def _elsewhere(desk: Desk) -> Question:
    """Rule: stacks:vanish.same-hex."""
    options = [desk.option(order, str(order[1]), places=(str(order[1]),)) for order in desk.decision.orders()]
    return desk.question(
        f"The hex has been taken. Where does {the(desk.front)} go instead?", options, desk.where
    )


def _guard(desk: Desk) -> Question:
    """Rule: stacks:guard.replace."""
    options: list[OptionView] = []
    front = desk.corner.front
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(
                desk.option(
                    order,
                    f"{the(desk.front)} {verb(desk.front, 'fights on', 'fight on')}",
                    odds=desk.odds_now(),
                )
            )
            continue
        number = int(order[1])
        name = desk.name(number)
        label = f"{desk.label(number)} {verb(name, 'guards', 'guard')}"
        options.append(
            desk.option(
                order, label, desk.instead(number, front), (number,), (), desk.odds(desk.line(number))
            )
        )
    text = (
        f"Does a Guard take the place of {the(desk.front)} against {the(desk.enemy_front)}?"
        if len(options) > 1
        else f"Nobody can guard {the(desk.front)}."
    )
    return desk.question(text, options, desk.where)


def _paralyze(desk: Desk) -> Question:
    """Rule: stacks:paralyze.use, stacks:paralyze.destroy, stacks:paralyze.duration, stacks:spell.stone-sleep."""
    options: list[OptionView] = []
    target = desk.enemy_front
    unit = desk.unit(desk.enemy.front)
    fate = "defeated once" if desk.kind(unit.id).regenerates and unit.defeats == 0 else "lost"
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, f"leave {the(target)} alone", odds=desk.odds_now()))
            continue
        spent = ""
        spells: tuple[str, ...] = ()
        if order[0] == "cast":
            spell, number = desk.spell(order[1]), int(order[2])
            label, turns, spent, spells = (
                _cast_label(desk, spell, number),
                spell.effects.paralyze,
                "; the spell is spent",
                (spell.id,),
            )
        elif len(order) > 2:
            number = int(order[1])
            artifact = desk.setting.facts.artifact(order[2])
            label, turns = f"{desk.name(number)} with {the(artifact.name)}", artifact.effects.paralyze
        else:
            number = int(order[1])
            label, turns = (
                f"{desk.name(number)} {verb(desk.name(number), 'paralyzes', 'paralyze')}",
                desk.kind(number).paralyze,
            )
        long = (
            "for the rest of the battle"
            if turns == REST_OF_BATTLE
            else f"for {many(turns, 'turn')} of its owner"
        )
        says = f"{the(target)} {verb(target, 'is', 'are')} out {long}, and {fate} if nobody can take {verb(target, 'its', 'their')} place{spent}"
        options.append(desk.option(order, label, says, (number,), spells=spells))
    text = f"Do you paralyze {the(target)}?" if len(options) > 1 else f"You cannot paralyze {the(target)}."
    return desk.question(text, options, desk.where)


def _replace(desk: Desk) -> Question:
    """Where the enemy combatant is struck too, whom one will meet is not known yet. Rule: stacks:paralyze.replacement, stacks:paralyze.mutual."""
    options = []
    known = not desk.unit(desk.enemy.front).held
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "Nobody can"))
            continue
        number = int(order[1])
        odds = desk.odds(desk.line(number)) if known else None
        options.append(desk.option(order, desk.label(number), _own_line(desk, number), (number,), (), odds))
    name = desk.front
    text = f"{opening(the(name))} {verb(name, 'is', 'are')} paralyzed. Who takes {verb(name, 'its', 'their')} place?"
    return desk.question(text, options, desk.where)


def _own_line(desk: Desk, number: int) -> str:
    kind = desk.kind(number)
    total = chances.standing(kind, desk.unit(number).devoured, desk.attacking)
    return f"{verb(kind.name, 'rolls', 'roll')} with {signed(total)} before anything else"


def _cast_label(desk: Desk, spell: Spell, caster: int) -> str:
    return f"{spell.name}, cast by {the(desk.name(caster))}"


def _casts_label(desk: Desk, spell: Spell, casters: list[int]) -> str:
    if len(casters) == 1:
        return _cast_label(desk, spell, casters[0])
    return f"{spell.name} {len(casters)} times, cast by {desk.names(casters)}"


# ---------------------------------------------------------------- support


def _support(desk: Desk) -> Question:
    """Rule: stacks:tactical.who, stacks:tactical.secret, stacks:odds.round."""
    form = desk.decision
    assert isinstance(form, SupportForm)
    enemy = chances.front_line(desk.state, desk.enemy)
    assert enemy is not None
    assumption = f"if {desk.enemies('adds', 'add')} nothing"
    options: list[OptionView] = []
    for label, order in _bundles(form):
        if all(option.order != write_order(order) for option in options):
            says = _bundle_words(desk, order)
            options.append(
                desk.option(
                    order,
                    label,
                    says,
                    _bundle_units(desk, order),
                    odds=_support_odds(desk, enemy, order, assumption),
                )
            )
    items = _support_items(desk, form, enemy)
    name = desk.front
    mine, theirs = chances.sums(
        desk.state,
        desk.fight,
        desk.corner,
        chances.bare(desk.state, desk.unit(desk.corner.front), desk.corner.brought_in),
        enemy,
    )
    hint = f"{opening(the(name))} {verb(name, 'has', 'have')} {plain(mine)}, {the(desk.enemy_front)} {plain(theirs)} and what {desk.enemy_name} may add. Both choose at the same time."
    help_ = "Tick any that shall count this round; what is not revealed does not count."
    return desk.question(
        f"Who supports {the(name)}?" if items else f"Nobody can support {the(name)}.",
        options,
        desk.where,
        hint,
        Form("subset", "support", tuple(items), help=help_),
    )


def _bundles(form: SupportForm) -> list[tuple[str, Order]]:
    """Nothing, what costs nothing, and everything: orders worth a button of their own."""
    default = form.default()
    casts: list[Order] = []
    for spell, casters, count in form.spells:
        casts += [("cast", spell.id, casters[0])] * count
    everything = (*default, *casts)
    found: list[tuple[str, Order]] = []
    if len(default) > 1:
        found.append(("all who help for nothing" if everything != default else "all of them", default))
    if everything != default:
        found.append(("everything, spells too" if len(default) > 1 else "everything", everything))
    found.append(("nobody", NOTHING))
    return found


def _bundle_words(desk: Desk, order: Order) -> str:
    words = [_item_name(desk, item) for item in order[1:]]
    return tallied(words) if words else "nothing is revealed"


def _item_name(desk: Desk, item: Order) -> str:
    if item[0] == "use":
        return desk.artifact(item[1]).name
    return desk.spell(item[1]).name if item[0] == "cast" else desk.name(item[1])


def _bundle_units(desk: Desk, order: Order) -> tuple[int, ...]:
    found: list[int] = []
    for item in order[1:]:
        number = desk.state.artifacts[item[1]].holder if item[0] == "use" else int(item[-1])
        if number not in found:
            found.append(number)
    return tuple(found)


def _support_odds(desk: Desk, enemy: Line, order: Order, assumption: str) -> Odds:
    mine, theirs = chances.supported(desk.state, desk.corner, enemy, order)
    own, other = chances.sums(desk.state, desk.fight, desk.corner, mine, theirs)
    return chances.odds_for(own, other, assumption)


def _support_items(desk: Desk, form: SupportForm, enemy: Line) -> list[Item]:
    """What may be ticked: units, artifacts and spells, each with what it alone would do."""
    corner = desk.corner
    items: list[Item] = []

    def alone(*chosen: Order) -> str:
        mine, theirs = chances.supported(desk.state, corner, enemy, ("support", *chosen))
        own, other = chances.sums(desk.state, desk.fight, corner, mine, theirs)
        return f"alone {percent(chances.winning(own, other))}"

    for item in form.shows:
        words = desk.support_words(item[1])
        items.append(
            Item(
                f"({write_order(item)})",
                desk.label(item[1]),
                f"{words}; {alone(item)}",
                piece_id(desk.unit(item[1])),
            )
        )
    for item in form.lends:
        label = f"{desk.name(item[1])}, to carry {the(desk.front)}"
        items.append(
            Item(
                f"({write_order(item)})",
                label,
                f"{_lent_words(desk.kind(item[1]))}; {alone(item)}",
                piece_id(desk.unit(item[1])),
                slot="carrier",
            )
        )
    for item in form.uses:
        artifact = desk.artifact(item[1])
        holder = desk.state.artifacts[item[1]].holder
        label = f"{artifact.name} of {the(desk.name(holder))}"
        items.append(
            Item(
                f"({write_order(item)})",
                label,
                f"{artifact.text} {opening(alone(item))}",
                piece_id(desk.unit(holder)),
                slot=f"{artifact.kind} {holder}",
            )
        )
    for spell, casters, count in form.spells:
        piece = spell_piece_id(desk.side, spell)
        for times in range(1, count + 1):
            often = "" if times == 1 else " twice" if times == 2 else f" {times} times"
            for caster in casters:
                casts: list[Order] = [("cast", spell.id, caster)] * times
                label = f"{spell.name}{often}, cast by {the(desk.name(caster))}"
                says = spell.text if spell.effects.summon else f"{spell.text} {opening(alone(*casts))}"
                items.append(
                    Item(
                        " ".join([f"({write_order(cast)})" for cast in casts]),
                        label,
                        says,
                        piece,
                        slot=spell.id,
                    )
                )
    return items


def _lent_words(kind: UnitKind) -> str:
    """What a carrier lends. Rule: stacks:carry.modifiers."""
    words = [f"Armor {signed(kind.armor)}"] if kind.armor else []
    if kind.flying:
        words.append("Flying")
    if kind.move >= 2:
        words.append("Swift" if kind.move == 2 else "Very Swift")
    return f"lends {listed(words)}" if words else "lends nothing"


# ---------------------------------------------------------------- segments III and IV


def _strike(desk: Desk) -> Question:
    """Rule: stacks:roll.strike, stacks:spell.death-touch."""
    options: list[OptionView] = []
    target = desk.enemy_front
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "leave it at the tie", "nobody is defeated by the roll"))
        else:
            spell, casters = desk.spell(order[1]), [int(caster) for caster in order[2:]]
            times, spent = (" twice", "spells are") if len(casters) == 2 else ("", "spell is")
            says = f"{the(target)} {verb(target, 'is', 'are')} defeated{times}; the {spent} spent"
            label = _casts_label(desk, spell, casters)
            options.append(desk.option(order, label, says, tuple(dict.fromkeys(casters)), spells=(spell.id,)))
    text = (
        f"The rolls are equal. Do you strike at {the(target)}?"
        if len(options) > 1
        else "The rolls are equal."
    )
    return desk.question(text, options, desk.where)


def _losses(desk: Desk) -> Question:
    """Rule: stacks:roll.losses, stacks:martyr.step-in, stacks:spell.trolls-blood."""
    options: list[OptionView] = []
    front = desk.corner.front
    name = desk.front
    for order in desk.decision.orders():
        if order[0] == "accept":
            options.append(desk.option(order, f"let {the(name)} go", _loss_words(desk, front), (front,)))
        elif order[0] == "martyr":
            number = int(order[1])
            other = desk.name(number)
            says = f"{the(other)} {verb(other, 'is', 'are')} destroyed instead; {the(name)} {verb(name, 'stays', 'stay')} unharmed"
            options.append(
                desk.option(
                    order,
                    f"{desk.label(number)} {verb(other, 'dies', 'die')} for {them(name)}",
                    says,
                    (number,),
                )
            )
        else:
            spell, caster = desk.spell(order[1]), int(order[2])
            says = f"{the(name)} {verb(name, 'stays', 'stay')} with one defeat; the next one destroys {them(name)}; the spell is spent"
            options.append(
                desk.option(order, _cast_label(desk, spell, caster), says, (caster,), spells=(spell.id,))
            )
    text = f"{opening(the(name))} {verb(name, 'is', 'are')} about to be destroyed."
    if len(options) > 1:
        text += f" Do you save {them(name)}?"
    return desk.question(text, options, desk.where)


def _loss_words(desk: Desk, number: int) -> str:
    """What goes when a unit is destroyed. Rule: stacks:roll.removal, stacks:transport.sink, stacks:artifact.lost."""
    name = desk.name(number)
    says = f"{the(name)} {verb(name, 'is', 'are')} destroyed"
    if desk.kind(number).ship:
        aboard = passengers(desk.state, desk.unit(number))
        if aboard:
            says = f"{the(name)} {verb(name, 'sinks', 'sink')} with {desk.names(aboard)}"
    held = [the(desk.artifact(chit).name) for chit in artifacts_of(desk.state, desk.unit(number))]
    return f"{says}, and {listed(held)} with {them(name)}" if held else says


def _respite(desk: Desk) -> Question:
    """Rule: stacks:respite.order, stacks:spell.raise-skeletons."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "none":
            options.append(desk.option(order, "cast nothing"))
            continue
        spell = desk.spell(order[1])
        casters = [int(caster) for caster in order[2:]]
        label = _casts_label(desk, spell, casters)
        summoned = desk.setting.facts.unit(spell.effects.summon).name
        says = f"{tallied([summoned] * len(casters))} {verb(summoned, 'joins', 'join') if len(casters) == 1 else 'join'} your stack until the battle ends"
        options.append(desk.option(order, label, says, tuple(dict.fromkeys(casters)), spells=(spell.id,)))
    return desk.question("Do you cast a spell before the next round?", options, desk.where)


def _calloff(desk: Desk) -> Question:
    """Rule: stacks:end.calloff, stacks:end.both-stay, stacks:opt.call-off."""
    options: list[OptionView] = []
    for order in desk.decision.orders():
        if order[0] == "continue":
            options.append(desk.option(order, "fight on", f"round {desk.fight.round + 1} begins"))
        elif len(order) == 1:
            ends = f"the battle is over, and {desk.enemies('has', 'have')} won"
            says = (
                ends if desk.setting.battle_only else f"the battle is over; both stacks stay in {desk.where}"
            )
            options.append(desk.option(order, "call off the attack", says))
        else:
            where = str(order[1])
            says = "the battle is over; your stack leaves, without Sites"
            label = "call off and leave" if desk.setting.battle_only else f"call off and go to {where}"
            options.append(desk.option(order, label, says, places=_places(desk, where)))
    return desk.question(f"Do you go on with the attack{desk.at}?", options, desk.where)


WRITERS: Final[dict[str, Callable[[Desk], Question]]] = {
    "recruit": _recruit,
    "give": _give,
    "captured": _captured,
    "carry": _carry,
    "deploy": _deploy,
    "exchange": _exchange,
    "move": _move,
    "discard": _discard,
    "scouting": _which_hex,
    "battle": _which_hex,
    "look": _look,
    "steal": _steal,
    "devour": _devour,
    "reveal": _reveal,
    "retreat": _retreat,
    "withdraw": _withdraw,
    "elsewhere": _elsewhere,
    "guard": _guard,
    "paralyze": _paralyze,
    "replace": _replace,
    "support": _support,
    "strike": _strike,
    "losses": _losses,
    "respite": _respite,
    "calloff": _calloff,
}
