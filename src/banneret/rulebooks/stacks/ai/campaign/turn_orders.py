"""The greedy player between the fights: recruiting, deploying, exchanging, naming the next hex, discarding."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.stacks.ai.campaign.march_orders import MarchOrders
from banneret.rulebooks.stacks.ai.enemy_guess import guess
from banneret.rulebooks.stacks.ai.estimates import Estimates
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.tables.eligibility import can_use
from banneret.rulebooks.stacks.tables.kinds import REST_OF_BATTLE, Artifact, Spell, UnitKind


class TurnOrders:
    """Marks for the questions that are neither fights nor marches."""

    def __init__(self, estimates: Estimates, march: MarchOrders) -> None:
        self.estimates: Estimates = estimates
        self.march: MarchOrders = march

    def marks(self, decision: Choice, lens: Lens) -> list[float]:
        """A mark for each option, in order."""
        kind = decision.kind
        options = decision.options
        if kind == "recruit":
            return self._recruit(options, lens)
        if kind == "give" or kind == "captured":
            return self._give(decision, lens)
        if kind == "deploy":
            return self._deploy(options, lens)
        if kind == "exchange":
            return self._exchange(options, lens)
        if kind == "scouting" or kind == "battle":
            return self._next_hex(options, kind, lens)
        if kind == "discard":
            return self._discard(options, lens)
        marks = [0.0] * len(options)
        marks[decision.preset] = 1.0
        return marks

    def _recruit(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for piles: the mean worth of their chits; artifacts if some Hero has none. Rule: stacks:recruit.draw."""
        marks: list[float] = []
        for option in options:
            if option[1] == "artifacts":
                heroes = 0
                held = 0
                for hex_ in lens.hexes():
                    for unit in lens.stack(hex_):
                        if lens.kinds[unit.kind].warrior:
                            heroes += 1
                            held += len(lens.artifacts(unit))
                marks.append(4.2 if heroes > held else 0.0)
            else:
                marks.append(self.estimates.mean_worth(option[1]))
        return marks

    def _give(self, decision: Choice, lens: Lens) -> list[float]:
        """Marks for the taker of an artifact: the decision's default, which can use it. Rule: stacks:recruit.artifact."""
        marks = [0.0] * len(decision.options)
        marks[decision.preset] = 0.5
        return marks

    def _deploy(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for deployments: any is better than none, and best where it helps most. Rule: stacks:deploy.place."""
        marks: list[float] = [0.0]
        campaign = self.march.campaign(lens)
        known: dict[tuple[int, str], float] = {}
        kinds = lens.kinds
        for option in options[1:]:
            kind = lens.kind(option[1])
            key = (kind.index, option[2])
            mark = known.get(key)
            if mark is None:
                hex_ = lens.grid.named(option[2])
                there = [kinds[unit.kind] for unit in lens.stack(hex_)]
                gain = campaign.standing(hex_, [*there, kind]) - campaign.standing(hex_, there)
                mark = 1.0 + 0.05 * self.estimates.worths[kind.index]
                mark += max(-0.5, min(4.0, 0.2 * gain)) + (0.1 if there else 0.0)
                if lens.setting.water[hex_] and kind.habitat == "any":
                    mark -= 0.3
                known[key] = mark
            marks.append(mark + (0.2 if len(option) > 3 else 0.0))
        return marks

    def _exchange(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for exchanges: artifacts to units that can use them better. Rule: stacks:artifact.exchange."""
        marks: list[float] = [0.0] * len(options)
        for at in range(1, len(options)):
            option = options[at]
            if option[0] != "pass":
                marks[at] = -1.0
                continue
            artifact = lens.artifact(option[1])
            if artifact is None:
                continue
            taker = lens.unit(option[2])
            holder = -1.0
            for unit in lens.stack(taker.place):
                if artifact in lens.artifacts(unit):
                    holder = self._use(artifact, lens.kinds[unit.kind], lens.artifacts(unit))
            marks[at] = self._use(artifact, lens.kinds[taker.kind], lens.artifacts(taker)) - holder - 0.5
        return marks

    def _use(self, artifact: Artifact, kind: UnitKind, held: list[Artifact]) -> float:
        """The use of an artifact to a holder besides the others it has. Rule: stacks:artifact.users, stacks:artifact.slots."""
        if not can_use(artifact, kind):
            return 0.0
        for other in held:
            if other is not artifact and other.kind == artifact.kind:
                return 0.0
        if artifact.role == "support":
            return 2.0 if not kind.general or not artifact.effects.general else 0.0
        return 2.0 + 0.3 * kind.brm

    def _next_hex(self, options: list[Order], kind: str, lens: Lens) -> list[float]:
        """Marks for the next hex: the surest battle first; passing by if a battle would be lost."""
        marks: list[float] = []
        for option in options:
            if option[0] == "pass":
                marks.append(0.45)
                continue
            hex_ = lens.grid.named(option[1])
            enemy = option[2] if len(option) > 2 else lens.enemies_at(hex_)[0]
            own = [lens.kinds[unit.kind] for unit in lens.usable(hex_)]
            marks.append(self.estimates.outlook(own, guess(self.estimates, lens, enemy, hex_), True).chance)
        return marks

    def _discard(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for discards: the least useful spell first. Rule: stacks:turn.end."""
        marks = [0.0] * len(options)
        hand = lens.hand()
        for at in range(len(options)):
            for spell in hand:
                if spell.id == options[at][1]:
                    marks[at] = -spell_use(spell)
        return marks


def spell_use(spell: Spell) -> float:
    """The use of a spell, compared when some must be discarded."""
    if spell.effects.summon:
        return 3.0
    if spell.effects.paralyze >= REST_OF_BATTLE or spell.id == "trolls_blood":
        return 2.8
    if spell.effects.brm:
        return 2.5
    if spell.effects.look:
        return 0.5
    return 1.5
