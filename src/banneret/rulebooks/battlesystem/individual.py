"""An individual of a battle, as plain data: a commander or hero, apart or with a unit.

Rules: battlesystem:4.10, battlesystem:5.0c, battlesystem:9.0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.rulebooks.battlesystem.unit import NOBODY, WAITING

# ---------------------------------------------------------------- ranks of command. Rules: battlesystem:4.10 to 4.10b

UNIT_COMMANDER: Final = 0
BRIGADE: Final = 1
ARMY: Final = 2
HERO: Final = 3  # he commands nobody. Rule: battlesystem:9.4
MEMBER: Final = 4  # part of a figure of a unit. Rule: battlesystem:9.1


@dataclass(slots=True)
class Individual:
    """An individual who stands apart from units: a Brigade or Army Commander, or a hero. His facts are in `Setting.sheets`.

    Rules: battlesystem:4.10a, battlesystem:4.10b, battlesystem:5.0c, battlesystem:9.0, battlesystem:9.0b, battlesystem:9.0c.
    """

    id: int
    side: int
    x: float = 0.0
    y: float = 0.0
    on_table: bool = False
    moved: float = 0.0  # inches this round
    tried: bool = False  # to rally, this round
    # ---- later than the Basic Game (see `codec`)
    heading: float = 0.0  # where he looks; he turns as he likes. Rule: battlesystem:9.0d
    hurt: int = 0  # hit points lost. Rule: battlesystem:9.4b.hit-points
    fate: int = WAITING  # SLAIN once he is out of the fight
    march: int = 0  # what forced marches added to his attack rating. Rule: battlesystem:9.0d
    done: bool = False  # he has made his whole move: a forced march, or a Fighting Withdrawal
    struck: bool = False  # has made his attacks of this Melee Phase. Rule: battlesystem:9.4a.order
    fought: int = 0  # melee rounds against those whom he touches. Rule: battlesystem:9.4b.rounds
    foes: tuple[int, ...] = ()  # the enemy individuals whom he fought and touches still
    role: int = NOBODY  # his rank since he changed it; NOBODY: that of his sheet. Rule: battlesystem:9.0a
    # the unit whose Unit Commander he is, or the higher commander whose place he holds. Rule: battlesystem:9.3e
    post: int = NOBODY
    unit: int = NOBODY  # the unit he is with, as a member or its commander: he has no base of his own then. Rule: battlesystem:9.0b
    changed: int = 0  # the round in which he last changed his role. Rule: battlesystem:9.0a
    aids: int = NOBODY  # the unit with which he fights in this Melee Phase. Rule: battlesystem:9.2b
    stepped: bool = False  # he left his unit for this Melee Phase. Rule: battlesystem:9.2e
    asleep: int = 0  # game turns for which he is unconscious. Rule: battlesystem:9.1e
    shots: int = 0  # in round `last_shot`. Rule: battlesystem:9.4c
    last_shot: int = 0  # the round in which he shot last
    passing: bool = False  # he shot at troops on the move this round. Rule: battlesystem:10.2b
    thrown: int = 0  # shots used up of missiles that run out. Rule: battlesystem:10.3a
    attacked: bool = False  # this round, by anybody. Rule: battlesystem:9.0d
    slowed: float = 1.0  # this round, see `Unit.slowed`
    given_up: int = 0  # the round in which his place above units was last given up. Rule: battlesystem:9.3d
    split: bool = False  # he shot in the middle of his move this round. Rule: battlesystem:10.5b
    bound: bool = False  # he touched an enemy when his side's movement part began. Rule: battlesystem:7.8d

    def shots_in(self, this_round: int) -> int:
        """The shots that he made in a round, which must not be earlier than his last shot. Rule: battlesystem:9.4c."""
        return self.shots if self.last_shot == this_round else 0

    @property
    def stands_alone(self) -> bool:
        """True if he is on the table, and no part of a unit. Rules: battlesystem:9.2b, battlesystem:9.2g."""
        return self.on_table and self.aids < 0

    def copy(self) -> Individual:
        """An independent copy."""
        return Individual(
            self.id, self.side, self.x, self.y, self.on_table, self.moved, self.tried, self.heading, self.hurt,
            self.fate, self.march, self.done, self.struck, self.fought, self.foes, self.role, self.post,
            self.unit, self.changed, self.aids, self.stepped, self.asleep, self.shots, self.last_shot, self.passing,
            self.thrown, self.attacked, self.slowed, self.given_up, self.split, self.bound,
        )  # fmt: skip
