"""Testing: what authors of rulebooks and anyone's tests build on.

`Tabletop` plays a battle from any position by script: orders by name, dice as written down, everyone else by a policy; it can be
forked, looked ahead in, and asked what every die would bring. `Script` is a table for a single step. `kit` is the suite that every
rulebook must pass.

>>> from banneret.testing import Tabletop
>>> table = Tabletop.fight("stacks", "Storm Giants", "Elves, Dwarves")
>>> table.say("attacker", "reveal Storm Giants")
>>> table.say("defender", "reveal Elves", "guard with Dwarves")
>>> table.dice(1, 2)
>>> table.news()[-1]
'Storm Giants rolled 1 for 11, Dwarves 2 for 7: Attacker won the round.'
"""

from banneret.testing.policies import Policy, at_random, declines, defaults, greedy
from banneret.testing.script import Script
from banneret.testing.tabletop import Tabletop

__all__ = ["Policy", "Script", "Tabletop", "at_random", "declines", "defaults", "greedy"]
