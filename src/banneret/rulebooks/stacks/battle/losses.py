"""Step B3: the fate of defeated combatants."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import Offer
from banneret.rulebooks.stacks.battle.withdraw import replacements
from banneret.rulebooks.stacks.board.spells import castable, spell_in_hand, spend
from banneret.rulebooks.stacks.board.transports import lost_with
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.leaving.victory import ARCHMAGE
from banneret.rulebooks.stacks.stages import LOSSES, RESPITE
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, State
from banneret.rulebooks.stacks.text import battle_news

ACCEPT: Order = ("accept",)
EVERYTHING = 10_000  # more than the BRM of all units together


def losses(state: State, table: Table) -> None:
    """Settle defeats: Regenerates saves a unit by itself once; else its owner casts Troll's Blood, names a Martyr, or accepts the loss.

    A combatant defeated by several spells comes to this step for each of them, as long as it is there.

    Rule: stacks:roll.losses, stacks:regenerates.twice, stacks:regenerates.stays, stacks:martyr.timing,
    stacks:martyr.no-chain, stacks:martyr.step-in, stacks:artifact.troll-ring, stacks:spell.any-number.
    """
    fight = state.fight
    assert fight is not None
    failing: list[Corner] = []
    decisions: list[Decision] = []
    for corner in fight.corners:
        if corner.defeated > 0:
            unit = state.units[corner.front]
            if unit.defeats == 0 and (state.setting.kinds[unit.kind].regenerates or corner.ring):
                unit.defeats = 1
                if table.telling:
                    battle_news.regenerates(state, table, corner, "stacks:regenerates.twice")
            else:
                failing.append(corner)
                decisions.append(Rescue(state, fight, corner))
    orders = table.ask_all(decisions) if decisions else []
    state.stage = RESPITE  # not before: while they are asked it is still this step
    doomed: list[int] = []
    for corner, order in zip(failing, orders, strict=True):
        if order[0] == "martyr":
            doomed.append(order[1])
            if table.telling:
                battle_news.martyr(state, table, corner, order[1])
        elif order[0] == "cast":
            spell = spell_in_hand(state, corner.side, order[1])
            spend(state, corner.side, spell, order[2])
            saved = state.units[corner.front]
            saved.blooded = True
            saved.defeats = 1
            if table.telling:
                battle_news.blooded(state, table, corner, spell, order[2])
        else:
            doomed.append(corner.front)
    if doomed:
        destroy(state, table, doomed, "stacks:roll.losses", "")
    for corner in fight.corners:
        if corner.defeated > 0:
            corner.defeated -= 1
        if corner.defeated > 0 and corner.front != NOBODY and state.outcome is None:
            state.stage = LOSSES


class Rescue(Offer):
    """The decision how to save a combatant about to be destroyed; accepting the loss is the first option.

    Rule: stacks:martyr.eligible, stacks:martyr.step-in, stacks:spell.trolls-blood, stacks:spell.dying-caster.
    """

    def __init__(self, state: State, fight: Fight, corner: Corner) -> None:
        self.kind = "losses"
        self.side = corner.side
        self.rule = "stacks:roll.losses"
        self.preset = 0
        self.listed = True
        self._state = state
        self._faults = None
        self._corner: Corner = corner
        options: list[Order] = [ACCEPT]
        units, kinds = state.units, state.setting.kinds
        others = replacements(state, fight, corner)
        options += [("martyr", number) for number in others if kinds[units[number].kind].martyr]
        if state.hands[corner.side] and units[corner.front].defeats == 0:
            for spell, casters in castable(state, corner.side, fight.hex, "B3"):
                options += [("cast", spell.id, caster) for caster in casters]
        self.options = options

    def default(self) -> Order:
        """Return the weakest Martyr if it is weaker than what it saves, else Troll's Blood for an Archmage who decides the game.

        A ship counts with all aboard it. Rule: stacks:transport.sink, stacks:win.archmage.
        """
        best, least = ACCEPT, self._at_stake(self._corner.front)
        for option in self.options:
            if option[0] == "martyr":
                price = self._at_stake(option[1])
                if price < least:
                    best, least = option, price
            elif best is ACCEPT and option[0] == "cast" and least >= EVERYTHING:
                best = option
        return best

    def _at_stake(self, number: int) -> int:
        """The printed BRM of all that is lost with a unit; `EVERYTHING` more if that loses the game."""
        state = self._state
        total = 0
        for one in lost_with(state, state.units[number]):
            kind = state.setting.kinds[state.units[one].kind]
            total += kind.brm
            if kind.id == ARCHMAGE and state.setting.goal == "archmage":
                total += EVERYTHING
        return total
