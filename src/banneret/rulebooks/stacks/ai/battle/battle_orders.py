"""The greedy player in a fight: marks for every order in the Scout Phase and in the rounds of a battle.

`marks` gives each option of a listed question a mark, the higher the better; orders for step T5 come from `support_orders`. All is
worked out from the lens: own units, the known enemies, and a guess at the rest of their stack.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.stacks.ai.battle.battle_seen import LONE, BattleSeen
from banneret.rulebooks.stacks.ai.estimates import Estimates
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.state import Unit
from banneret.rulebooks.stacks.tables.kinds import REST_OF_BATTLE, UnitKind

NEVER: Final = -1000.0  # mark of an order that is never given
HESITATION: Final = 5.0
"""The worth by which going must leave more than staying before a stack retreats: about one unit, for the estimate of a battle is rough."""


class BattleOrders:
    """Marks for every question of the Scout and Battle Phases."""

    def __init__(self, estimates: Estimates) -> None:
        self.estimates: Estimates = estimates

    # ------------------------------------------------------------------ which question

    def marks(self, decision: Choice, lens: Lens) -> list[float]:
        """A mark for each option, in order."""
        kind = decision.kind
        options = decision.options
        if kind == "reveal":
            return self._reveal(options, lens)
        if kind == "withdraw" or kind == "guard":
            return self._swap(options, lens)
        if kind == "paralyze":
            return self._paralyze(options, lens)
        if kind == "replace":
            return self._replace(options, lens)
        if kind == "losses":
            return self._losses(options, lens)
        if kind == "calloff":
            return self._calloff(options, lens)
        if kind == "strike" or kind == "respite":
            return self._cast(options, kind, lens)
        if kind == "look":
            return self._look(options)
        if kind == "steal":
            return self._steal(options, lens)
        if kind == "devour":
            return self._devour(options, lens)
        marks = [0.0] * len(options)
        marks[decision.preset] = 1.0
        return marks

    # ------------------------------------------------------------------ segment I

    def _reveal(self, options: list[Order], lens: Lens) -> list[float]:
        """The mean value of each unit against all that the enemy may reveal, weighted by likelihood; Guards may step in.

        Rule: stacks:reveal.choose, stacks:guard.replace.
        """
        battle = BattleSeen(self.estimates, lens)
        enemies: list[UnitKind] = []
        counts: list[float] = []
        for enemy in battle.enemy:
            if enemy in enemies:
                counts[enemies.index(enemy)] += 1.0
            else:
                enemies.append(enemy)
                counts.append(1.0)
        if not enemies:
            return [0.0] * len(options)
        rows: list[list[float]] = []
        known: dict[int, list[float]] = {}
        for option in options:
            unit = lens.unit(option[1])
            key = (unit.kind * 32 + unit.devoured) * 4 + unit.defeats
            row = known.get(key)
            if row is None or (battle.gifts and lens.kinds[unit.kind].hero):
                row = self._row(battle, unit, enemies)
                known[key] = row
            rows.append(row)
        self._with_guards(battle, rows, options, enemies)
        height, across = len(rows), len(enemies)
        shares = self._likely(rows, counts)
        marks: list[float] = []
        for i in range(height):
            row = rows[i]
            mark = 0.0
            for j in range(across):
                mark += shares[j] * row[j]
            marks.append(mark)
        return marks

    def _row(self, battle: BattleSeen, unit: Unit, enemies: list[UnitKind]) -> list[float]:
        """The value of a unit against each enemy, with the power of both to paralyze. Rule: stacks:paralyze.use."""
        kind = battle.lens.kinds[unit.kind]
        row: list[float] = []
        worths = self.estimates.worths
        for enemy in enemies:
            value = battle.value(unit, kind, enemy)
            if kind.paralyze >= REST_OF_BATTLE:
                value = max(value, 0.0) * 0.5 + 0.7 * worths[enemy.index]
            if enemy.paralyze >= REST_OF_BATTLE:
                value = min(value, 0.0) * 0.5 - 0.7 * worths[kind.index]
            row.append(value)
        return row

    def _with_guards(
        self, battle: BattleSeen, rows: list[list[float]], options: list[Order], enemies: list[UnitKind]
    ) -> None:
        """Change the values in `rows` for the defender's Guards, who may replace the unit that is revealed. Rule: stacks:guard.defender-only."""
        across = len(enemies)
        if battle.attacking:
            guards = [j for j in range(across) if enemies[j].guard]
            if guards:
                for i in range(len(rows)):
                    row = rows[i]
                    best = min([row[j] for j in guards])
                    rows[i] = [min(value, best) for value in row]
            return
        guards = [
            i for i in range(len(options)) if battle.lens.kinds[battle.lens.unit(options[i][1]).kind].guard
        ]
        if guards and len(rows) > 1:
            best_of = [max([rows[i][j] for i in guards]) for j in range(across)]
            for i in range(len(rows)):
                row = rows[i]
                rows[i] = [0.15 * row[j] + 0.85 * max(row[j], best_of[j]) for j in range(across)]

    def _likely(self, rows: list[list[float]], counts: list[float]) -> list[float]:
        """The likelihood that the enemy reveals each of its kinds: the better a kind does on average, the greater."""
        height, across = len(rows), len(counts)
        averages: list[float] = []
        for j in range(across):
            total = 0.0
            for i in range(height):
                total += rows[i][j]
            averages.append(total / height)
        low = min(averages)
        shares: list[float] = [
            (1.0 + 0.3 * counts[j]) * 2.0 ** (-0.8 * (averages[j] - low)) for j in range(across)
        ]
        total = sum(shares)
        return [share / total for share in shares]

    # ------------------------------------------------------------------ segment II

    def retreats(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for retreats: above staying only in the hex game, if staying leaves less than going. Rule: stacks:retreat.sacrifice."""
        marks = [0.0] + [NEVER] * (len(options) - 1)
        if len(options) == 1 or lens.setting.battle_only:
            return marks
        battle = BattleSeen(self.estimates, lens)
        estimates = self.estimates
        outlook = estimates.outlook(battle.kinds, battle.enemy, battle.attacking)
        worths = estimates.worths
        mine = 0.0
        left_behind = 0.0
        leader = False
        for kind in battle.kinds:
            mine += worths[kind.index]
            if kind.site:
                left_behind += worths[kind.index]
            if kind.id == "archmage":
                leader = True
        theirs = 0.0
        for kind in battle.enemy:
            theirs += worths[kind.index]
        staying = outlook.kept + (theirs - outlook.spared)
        stake = self.stake(lens, battle.hex)
        going = mine - left_behind - stake
        staying -= (1.0 - outlook.chance) * stake
        if leader and lens.setting.goal == "archmage":
            staying -= (1.0 - outlook.chance) * LONE
        for at in range(1, len(options)):
            price = self._kept(lens.unit(options[at][1]), lens)
            marks[at] = going - price - staying - HESITATION + self._refuge(lens, options[at][2])
        return marks

    def _refuge(self, lens: Lens, name: str) -> float:
        """A small mark for a hex to retreat to: better with friends in it and few enemies next to it."""
        if name == "away":
            return 0.0
        hex_ = lens.grid.named(name)
        mark = 0.2 if hex_ in lens.hexes() else 0.0
        for near in lens.grid.neighbours[hex_]:
            if lens.enemies_at(near):
                mark -= 0.1
        return mark

    def stake(self, lens: Lens, hex_: int) -> float:
        """The worth of a hex to the side that holds it at the end of the turn."""
        setting = lens.setting
        if hex_ in setting.capitals:
            return LONE if setting.goal == "capital" else 4.0
        return 3.0 if hex_ in setting.objectives else 0.3

    def _swap(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for putting another unit in front: better if it meets the enemy combatant better. Rule: stacks:skirmish.swap, stacks:guard.replace."""
        marks = [0.0] * len(options)
        if len(options) == 1:
            return marks
        battle = BattleSeen(self.estimates, lens)
        front = lens.own_front()
        enemy = lens.front(battle.other)
        if front is None or enemy is None:
            return marks
        present = battle.value(front, lens.kinds[front.kind], enemy)
        values: dict[int, float] = {}
        for at in range(1, len(options)):
            option = options[at]
            leaving = option[0] == "exit"
            number: int = option[2] if leaving else option[1]
            if number < 0:
                marks[at] = NEVER
                continue
            value = values.get(number)
            if value is None:
                unit = lens.unit(number)
                value = battle.value(unit, lens.kinds[unit.kind], enemy) - present
                values[number] = value
            cost = 0.25
            if leaving:
                cost += 0.6 * self.estimates.worths[front.kind]
            if isinstance(option[-1], int) and len(option) == (5 if leaving else 4):
                cost += 1.5  # a spell
            marks[at] = value - cost
        return marks

    def _paralyze(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for paralyzing: always if it costs nothing; by a spell if the enemy combatant is worth it. Rule: stacks:paralyze.use."""
        marks = [0.0] * len(options)
        if len(options) == 1:
            return marks
        battle = BattleSeen(self.estimates, lens)
        enemy = lens.front(battle.other)
        front = lens.own_front()
        if enemy is None or front is None:
            return marks
        worth = self.estimates.worths[enemy.index]
        present = battle.value(front, lens.kinds[front.kind], enemy)
        for at in range(1, len(options)):
            option = options[at]
            if option[0] == "cast":
                marks[at] = 0.6 * worth - present - (1.0 if battle.single else 2.0)
            else:
                marks[at] = 1.0 + worth + (0.1 if len(option) == 2 else 0.0)
        return marks

    def _replace(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for replacements: better if they meet the enemy combatant better. Rule: stacks:paralyze.replacement."""
        battle = BattleSeen(self.estimates, lens)
        enemy = lens.front(battle.other)
        marks: list[float] = []
        for option in options:
            unit = lens.unit(option[1])
            kind = lens.kinds[unit.kind]
            if enemy is None:
                marks.append(float(kind.brm))
            else:
                marks.append(battle.value(unit, kind, enemy))
        return marks

    # ------------------------------------------------------------------ segments III and IV

    def _cast(self, options: list[Order], kind: str, lens: Lens) -> list[float]:
        """Marks for casts: a strike if the enemy combatant is worth it; in the respite as many as possible, if the battle goes on. Rule: stacks:roll.strike, stacks:respite.order."""
        marks = [0.0] * len(options)
        if len(options) == 1:
            return marks
        if kind == "respite":
            other = lens.opponent()
            goes_on = (
                other >= 0 and lens.has_banner(other, lens.fight_hex()) and bool(lens.stack(lens.fight_hex()))
            )
            for at in range(1, len(options)):
                marks[at] = float(len(options[at])) if goes_on else -1.0
            return marks
        enemy = lens.front(lens.opponent())
        worth = 0.0 if enemy is None else self.estimates.worths[enemy.index]
        for at in range(1, len(options)):
            copies = len(options[at]) - 2
            marks[at] = worth - copies * (0.5 if lens.setting.battle_only else 2.0)
        return marks

    def _losses(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for saving a combatant: by a Martyr worth less than it, or by Troll's Blood for a unit that matters. Rule: stacks:martyr.step-in."""
        marks = [0.0] * len(options)
        front = lens.own_front()
        if len(options) == 1 or front is None:
            return marks
        worths = self.estimates.worths
        saved = self._kept(front, lens)
        for at in range(1, len(options)):
            option = options[at]
            if option[0] == "martyr":
                marks[at] = saved - worths[lens.unit(option[1]).kind] - 0.2
            else:
                marks[at] = saved * 0.8 - (1.0 if lens.setting.battle_only else 2.0)
        return marks

    def _kept(self, front: Unit, lens: Lens) -> float:
        """The worth of all that is saved or lost with a unit: a ship with all aboard. Rule: stacks:transport.sink, stacks:win.archmage."""
        worths = self.estimates.worths
        lost = [front]
        if lens.kinds[front.kind].ship:
            lost += [unit for unit in lens.stack(front.place) if unit.aboard == front.id]
        worth = 0.0
        for unit in lost:
            worth += worths[unit.kind]
            if lens.kinds[unit.kind].id == "archmage" and lens.setting.goal == "archmage":
                worth += LONE
        return worth

    def _calloff(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for calling off: above going on only in the hex game, if the rest of the battle would cost more than it brings. Rule: stacks:end.calloff."""
        marks = [0.0] + [NEVER] * (len(options) - 1)
        if lens.setting.battle_only:
            return marks
        battle = BattleSeen(self.estimates, lens)
        if not battle.kinds:
            return marks
        outlook = self.estimates.outlook(battle.kinds, battle.enemy, True)
        worths = self.estimates.worths
        mine = sum([worths[kind.index] for kind in battle.kinds])
        theirs = sum([worths[kind.index] for kind in battle.enemy])
        going_on = outlook.kept - mine + (theirs - outlook.spared)
        going_on += outlook.chance * min(self.stake(lens, battle.hex), 12.0)
        for at in range(1, len(options)):
            option = options[at]
            marks[at] = -going_on - 0.5
            if len(option) > 1:
                marks[at] += 0.5 + self._refuge(lens, option[1])
        return marks

    # ------------------------------------------------------------------ the Scout Phase

    def _look(self, options: list[Order]) -> list[float]:
        """Marks for looking: always if it is possible, by a spell last. Rule: stacks:scout.look."""
        marks = [0.0] * len(options)
        for at in range(1, len(options)):
            marks[at] = 1.0 if options[at][0] == "cast" else 3.0 - 0.1 * len(options[at])
        return marks

    def _steal(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for stealing: any artifact, better if the thief can use it. Rule: stacks:steal.take."""
        marks = [0.0] * len(options)
        for at in range(1, len(options)):
            marks[at] = 1.0
            if len(options[at]) == 3:
                artifact = lens.artifact(options[at][2])
                if artifact is not None:
                    types = lens.kind(options[at][1]).types
                    marks[at] += 2.0 if any(user in types for user in artifact.users) else 0.5
        return marks

    def _devour(self, options: list[Order], lens: Lens) -> list[float]:
        """Marks for devouring: a cheap unit for a strong Cannibal, if the gain is worth more than the victim. Rule: stacks:cannibal.sacrifice."""
        marks = [0.0] * len(options)
        if len(options) == 1:
            return marks
        battle = BattleSeen(self.estimates, lens)
        worths = self.estimates.worths
        for at in range(1, len(options)):
            eater = lens.kind(options[at][1])
            gain = worths[eater.index] * (1.22**eater.cannibal - 1.0)
            marks[at] = 0.6 * gain - self._kept(lens.unit(options[at][2]), lens) * 1.1
            if not battle.enemy:
                marks[at] = -1.0
        return marks
