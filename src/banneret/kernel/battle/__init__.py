"""A battle at the table: its course, play, undo, computer players and views.

Dice can also be rolled by people and typed in. The roll is a question then:

>>> import banneret
>>> battle = banneret.start("stacks", "narrow_sea", dice="typed")
>>> battle.roll_wanted.faces, battle.roll_wanted.why, battle.waiting_for
(6, 'who begins', ['west'])
>>> battle.give_roll(7)
Traceback (most recent call last):
...
banneret.kernel.decision.IllegalOrder: Not possible. A die of 6 faces shows 1 to 6, not 7. (table:dice) Nearest: roll 6
>>> battle.give_roll(1)
>>> str(battle.entries[0])
'west d6 1'
"""

from banneret.kernel.battle.battle import Battle
from banneret.kernel.battle.play import NO_ONE_PLAYS

__all__ = ["NO_ONE_PLAYS", "Battle"]
