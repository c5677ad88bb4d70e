"""All that matters of a single battle for how it goes on, for exact play: see `banneret.lab.solve`.

Two positions of the same `essence` are followed by the same battle: the same choices, the same chances, the same ends. Round
numbers, clocks, dice shown and what was seen play no part in it, nor which of two like units is which. `label` names an order in
the same spirit, so that an order given in one position can be found again in another of the same essence; `orders` lists the
orders of a question, one of those that come to the same.

Both sides are taken to know all: what a side knows is no part of the essence.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations, product

from banneret.kernel.decision import Decision
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.battle.support import SupportForm
from banneret.rulebooks.stacks.board.artifacts import slot_is_free
from banneret.rulebooks.stacks.stages import GUARD, PARALYZE, ROLL, SUPPORT
from banneret.rulebooks.stacks.state import NOBODY, Corner, State, Unit

Mark = tuple[Hashable, ...]


def essence(state: State) -> Hashable:
    """A key that is equal for positions from which the same battle follows. Only for single battles."""
    if state.outcome is not None:
        return ("over", state.outcome.winners)
    if not state.setting.battle_only:
        raise BadInput("only single battles have an essence")
    stacks: list[Hashable] = []
    for stack in state.stacks:
        marks = [_mark(state, state.units[i]) for i in stack.get(0, ())]
        marks.sort(key=repr)
        stacks.append(tuple(marks))
    hands = tuple([tuple(hand) for hand in state.hands])
    fight = state.fight
    if fight is None:
        return (state.stage, tuple(stacks), hands, state.queue is None)
    corners = tuple([_corner_mark(state, corner) for corner in fight.corners])
    return (
        state.stage,
        tuple(stacks),
        hands,
        corners,
        fight.round > 0,
        fight.acting,
        fight.living_fell and bool(state.hands[0] or state.hands[1]),
        _lead(state) if state.stage == ROLL else 0,
        tuple(sorted([repr(_mark(state, state.units[i])) for i in fight.stolen_by or ()])),
        tuple(sorted([repr(_mark(state, state.units[i])) for i in fight.ate or ()])),
    )


def _mark(state: State, unit: Unit) -> Mark:
    """All that matters of a unit; of a passenger also its ship, of a ship also its passengers."""
    mark = _bare(state, unit)
    if unit.aboard != NOBODY:
        return (*mark, "aboard", _laden(state, state.units[unit.aboard]))
    if state.setting.kinds[unit.kind].transport:
        return _laden(state, unit)
    return mark


def _laden(state: State, ship: Unit) -> Mark:
    aboard = [_bare(state, unit) for unit in state.units if unit.aboard == ship.id and unit.place >= 0]
    aboard.sort(key=repr)
    return (*_bare(state, ship), "with", *aboard)


def _bare(state: State, unit: Unit) -> Mark:
    """A unit by itself."""
    fight = state.fight
    skirmished = unit.skirmished > 0
    if skirmished and state.setting.flags.skirmish_per_round:
        skirmished = fight is not None and unit.skirmished == fight.round
    front = stolen = ate = False
    if fight is not None:
        front = fight.corners[0].front == unit.id or fight.corners[1].front == unit.id
        stolen = unit.id in (fight.stolen_by or ())
        ate = unit.id in (fight.ate or ())
    held = tuple(sorted([chit.kind for chit in state.artifacts if chit.holder == unit.id]))
    odd = (
        front,
        unit.held or unit.held_turns > 0,
        unit.defeats,
        skirmished,
        unit.blooded,
        unit.exited,
        unit.devoured,
        stolen,
        ate,
        held,
    )
    return (unit.kind, odd)


def _corner_mark(state: State, corner: Corner) -> Mark:
    """All that matters of a corner beyond its units."""
    option = state.setting.flags.modifiers.general_in_front
    spent = tuple(sorted([state.artifacts[chit].kind for chit in corner.spent or ()]))
    return (
        corner.side,
        corner.front == NOBODY,
        corner.brought_in and option and state.stage in (GUARD, PARALYZE, SUPPORT),
        corner.looked and state.setting.artifacts_possible,
        corner.ring,
        corner.defeated,
        spent,
    )


def _lead(state: State) -> int:
    """The lead of the attacker over the defender before the dice, when all support is revealed."""
    fight = state.fight
    assert fight is not None
    mine, theirs = fight.corners[0].line, fight.corners[1].line
    assert mine is not None
    assert theirs is not None
    options = state.setting.flags.modifiers
    lead = battle_roll(mine, theirs, True, options).total - battle_roll(theirs, mine, False, options).total
    return max(-6, min(6, lead))


# ---------------------------------------------------------------- orders


def label(state: State, order: Order) -> Hashable:
    """An order with every unit and artifact replaced by what matters of it."""
    verb = order[0]
    if verb == "support":
        return ("support", *sorted([repr(label(state, item)) for item in order[1:]]))
    if verb == "use":
        chit = state.artifacts[order[1]]
        return ("use", chit.kind, _mark(state, state.units[chit.holder]))
    if verb == "steal" and len(order) == 3:
        chit = state.artifacts[order[2]]
        thief, holder = _mark(state, state.units[order[1]]), _mark(state, state.units[chit.holder])
        return ("steal", thief, chit.kind, holder)
    words: list[Hashable] = []
    for word in order:
        if isinstance(word, int) and 0 <= word < len(state.units):
            words.append(_mark(state, state.units[word]))
        else:
            words.append(word)
    if verb == "cast":  # who of those who can casts the spell makes no difference; how often may
        return ("cast", order[1], len(order))
    return tuple(words)


def orders(state: State, decision: Decision, every: bool = False) -> list[Order]:
    """The orders of a question, one of those that come to the same; without `every` also without those plainly worse."""
    if isinstance(decision, SupportForm):
        return every_support(state, decision) if every else supports(state, decision)
    if not decision.listed:
        raise BadInput(f"the answers of '{decision.kind}' cannot all be listed")
    found: list[Order] = []
    labels: set[Hashable] = set()
    for order in decision.orders():
        name = label(state, order)
        if name not in labels:
            labels.add(name)
            found.append(order)
    return found


def supports(state: State, form: SupportForm) -> list[Order]:
    """Every order of step T5 that is not plainly worse than another.

    All Archers and Generals are always shown: they add to one's own battle roll, and nobody learns anything new.
    Artifacts, the carrier and spells are named in every way they can be; a spell by the first of its casters.

    Rule: stacks:tactical.who, stacks:artifact.slots, stacks:spell.any-number.
    """
    lends: list[tuple[Order, ...]] = [()]
    seen: set[Hashable] = set()
    for lend in form.lends:
        name = label(state, lend)
        if name not in seen:
            seen.add(name)
            lends.append((lend,))
    if len(lends) > 1:
        del lends[0]  # to be lent to harms nobody
    uses: list[tuple[Order, ...]] = []
    for count in range(len(form.uses) + 1):
        for some in combinations(form.uses, count):
            chits = [use[1] for use in some]
            if all(slot_is_free(state, chit, chits) for chit in chits):
                uses.append(some)
    counts = [range(count + 1) for _, _, count in form.spells]
    found: list[Order] = []
    for lend, use, times in product(lends, uses, product(*counts)):
        casts: list[Order] = []
        for (spell, casters, _), often in zip(form.spells, times, strict=True):
            casts += [("cast", spell.id, casters[0])] * often
        found.append(("support", *form.shows, *lend, *use, *casts))
    return found


def every_support(state: State, form: SupportForm) -> list[Order]:
    """Every order of step T5, one of those that come to the same; for checking that `supports` leaves out nothing good."""
    by_label: dict[Hashable, list[Order]] = {}
    for show in form.shows:
        by_label.setdefault(label(state, show), []).append(show)
    parts = [[tuple(alike[:count]) for count in range(len(alike) + 1)] for alike in by_label.values()]
    rest = {order[1 + len(form.shows) :] for order in supports(state, form)}
    lends: list[tuple[Order, ...]] = [(), *[(lend,) for lend in form.lends]]
    found: list[Order] = []
    for shows in product(*parts):
        for others in sorted(rest, key=repr):
            plain = tuple([item for item in others if item[0] != "lend"])
            for lend in lends:
                order: Order = ("support", *[show for part in shows for show in part], *lend, *plain)
                if order not in found:
                    found.append(order)
    return found
