"""Blows by and at individuals, worked out a second time from the news, without the code of the rules, in random battles.

Of the battle only what stands in state, rosters and sheets is taken, and the table of results from its file; the numbers of the parent game
for mounts stand here. Ground is left out: neither scenario has heights or water where individuals meet.
"""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.test_second_reckoning import armour, holds, looked_up, shift

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.player import Seat
from banneret.players import make
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.creatures import peoples
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, REGULAR, SKIRMISHERS, Modifier
from banneret.rulebooks.battlesystem.tables.sheets import Champion
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN, SKIRMISH, Unit

RULES = [
    "9.4a.figure-attacks", "9.4a.hero-attacks", "9.4a.modifiers", "9.4b.hit-points", "9.4b.mounted", "9.4b.rear", "9.4b.to-hit", "9.4b.leave",
    "8.3f", "8.8d", "9.0d", "11.4",
]  # fmt: skip
HORSE = 16  # THAC0 of warhorses, light and heavy
FIGHTERS = ("fighter", "paladin", "ranger")


def sheet_of(state: State, one: Individual) -> Champion:
    found = state.setting.sheets[one.id].champion
    assert found is not None
    return found


def edges(sheet: Champion) -> list[Modifier]:
    """The modifiers of an individual's people."""
    people = peoples().get(sheet.creature)
    return [] if people is None else list(people.modifiers)


def better_against(state: State, sheet: Champion, creature: str) -> int:
    """The number by which an individual's armour class is better against a people, 0 or less."""
    return sum(one.own_ac for one in edges(sheet) if not one.attacks and holds(state, one, creature))


def skilled_against(state: State, sheet: Champion, creature: str) -> int:
    """The number that an individual's people add to his rating against a people."""
    return sum(one.ar for one in edges(sheet) if not one.attacks and holds(state, one, creature))


class Second(DirectTable):
    """A table that works out every blow by or at an individual again; `checked` counts those man to man, at him, and by him."""

    def __init__(self, state: State, players: list[object], seats: list[Seat], seed: int) -> None:
        super().__init__([], [], Chance(seed))
        self.telling = True
        self.state = state
        self.players = players
        self.seats = seats
        self.checked = dict.fromkeys(("man to man", "at him", "by him"), 0)
        self.lost: dict[
            int, int
        ] = {}  # hit points that an individual is to lose, by number, since he last lost some

    def ask(self, decision: Decision) -> Order:
        player = self.players[decision.side]
        return player.choose(decision, self.seats[decision.side])  # type: ignore[attr-defined, no-any-return]

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        return [self.ask(decision) for decision in decisions]

    def tell(self, event: Event) -> None:
        data = event.data
        if event.kind == "hurt":
            number = int(data["leader"][1:])
            due = self.lost.pop(number, 0)
            assert data["lost"] == due or not due, (
                event.text
            )  # missiles hurt too, and are not worked out here
        if event.kind != "blow":
            return
        ours, theirs = data["unit"], data["target"]
        if ours[0] == theirs[0] == "l":
            self.man_to_man(
                event, self.state.individuals[int(ours[1:])], self.state.individuals[int(theirs[1:])]
            )
        elif theirs[0] == "l":
            self.at_him(event, self.state.units[int(ours[1:])], self.state.individuals[int(theirs[1:])])
        else:
            self.by_him(event, self.state.individuals[int(ours[1:])], self.state.units[int(theirs[1:])])

    def man_to_man(self, event: Event, one: Individual, other: Individual) -> None:
        """The number that hits: THAC0 and marches less armour class; past a shield, or from behind with 2 past Dexterity too."""
        state, data = self.state, event.data
        mine, theirs = sheet_of(state, one), sheet_of(state, other)
        total = one.march + skilled_against(state, mine, theirs.creature) - theirs.armour_class
        total -= better_against(state, theirs, mine.creature)
        ways = [0, -theirs.shield, -2 - theirs.shield - theirs.nimble]
        skills = [mine.thac0, HORSE] if mine.mount and state.setting.flags.mounts_fight else [mine.thac0]
        assert data["needed"] in {skill + total + way for skill in skills for way in ways}, event.text
        hits = data["die"] >= data["needed"] or (data["die"] == 20 and data["needed"] <= 25)
        assert hits == (data["points"] > 0), event.text
        self.lost[other.id] = self.lost.get(other.id, 0) + data["points"]
        self.checked["man to man"] += 1

    def at_him(self, event: Event, unit: Unit, one: Individual) -> None:
        """Figures at an individual: their rating as their unit stands, from behind better by 2, four hit points for a hit die."""
        state, data, roster, theirs = self.state, event.data, unit.now, sheet_of(self.state, one)
        from_behind = any(why == "from behind" for tally in event.tallies for _, why, _ in tally.parts)
        total = roster.attack_rating + unit.march + shift(state, roster, theirs.creature)
        total += unit.formation in (OPEN, SKIRMISH)
        total += roster.kind == CROWD or (roster.kind == REGULAR and not unit.in_command)
        total -= (unit.leader_at != NOBODY or unit.aided) and roster.kind != SKIRMISHERS
        if unit.charged != NOBODY:
            total -= unit.formation == CLOSED and not from_behind
            total -= 2 * (roster.riding != "")
        total -= theirs.armour_class + better_against(state, theirs, roster.creature) + 2 * from_behind
        assert data["roll"] == total + sum(die for _, _, die in event.dice), event.text
        lines = (
            unit.now.weapons[unit.weapon].large if theirs.size == "L" else unit.now.weapons[unit.weapon].small
        )
        each = sum(looked_up(line, data["roll"]) for line in lines)
        assert data["damage"] % each == 0 if each else data["damage"] == 0, event.text
        assert data["damage"] <= each * (3 if theirs.size == "L" or theirs.mount else 1), event.text
        self.lost[one.id] = self.lost.get(one.id, 0) + (4 * data["damage"] + 5) // 10
        self.checked["at him"] += 1

    def by_him(self, event: Event, one: Individual, unit: Unit) -> None:
        """An individual at a figure: his rating, better past a shield by 1 and from behind by 2, his attacks of the round multiplied."""
        state, data, mine, roster = self.state, event.data, sheet_of(self.state, one), unit.now
        total = mine.attack_rating + one.march + skilled_against(state, mine, roster.creature)
        total -= armour(state, roster, mine.creature)
        more = data["roll"] - total - sum(die for _, _, die in event.dice)
        assert more in (0, -2, -int(roster.shield), 2 * (unit.shields > 0)), event.text
        count = (mine.attacks + state.round % 2) // 2
        if roster.weak and mine.class_ in FIGHTERS and state.setting.flags.fighter_sweep:
            count = max(count, mine.level)
        lines = mine.arms.weapon.large if roster.size == "L" else mine.arms.weapon.small
        assert data["damage"] == count * sum(looked_up(line, data["roll"]) for line in lines), event.text
        self.checked["by him"] += 1


@pytest.mark.rule(*[f"battlesystem:{rule}" for rule in RULES])
@pytest.mark.parametrize(
    ("scenario", "seed", "mounts_fight"),
    [("lairn", 20, "false"), ("the_causeway", 0, "true")],
)
def test_what_is_told_of_blows_by_and_at_individuals_is_so(
    scenario: str, seed: int, mounts_fight: str
) -> None:
    state = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options({"hero_mounts_fight": mounts_fight}))
    seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
    players: list[object] = [make("greedy", RULEBOOK, Chance(seed + side)) for side in (0, 1)]
    table = Second(state, players, seats, seed)
    while RULEBOOK.outcome(state) is None:
        RULEBOOK.step(state, table)
    assert all(table.checked.values()), table.checked
