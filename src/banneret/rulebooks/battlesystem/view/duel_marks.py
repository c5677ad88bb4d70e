"""Individual combats on the board and in the panel: the fighters, their figures, and each blow.

Rules: battlesystem:9.4b, battlesystem:9.4b.initiative, battlesystem:9.4b.order.
"""

from __future__ import annotations

from msgspec import structs

from banneret.kernel.scene import Blow, Clash, Exchange, Figure, Link, Piece
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.battlesystem.combat.champions import duelling
from banneret.rulebooks.battlesystem.duels.combat import wanted
from banneret.rulebooks.battlesystem.duels.course import Duel
from banneret.rulebooks.battlesystem.duels.duellists import Duellist, routines
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.man_to_man import INITIATIVE, ROUNDS, TWENTY
from banneret.rulebooks.battlesystem.view.forecasts.duels import of_two
from banneret.rulebooks.battlesystem.view.individuals import leader_piece
from banneret.rulebooks.battlesystem.view.pieces import leader_id, rounded

HIT_POINTS = "battlesystem:9.4b.hit-points"
TO_HIT = "battlesystem:9.4b.to-hit"


def duel_links(state: State, viewer: Viewer) -> list[Link]:
    """The links between enemy individuals who touch, each with the odds of the two in combat. Rule: battlesystem:9.4b."""
    found: list[Link] = []
    now = state.duels[0].fighters if state.duels else ()
    touching = duelling.pairs(state)
    for numbers in touching:
        first, second = [duelling.duellist(state, state.individuals[number]) for number in numbers]
        for one in (first, second):  # as when they come to fight
            one.fought = duelling.fought_so_far(state.individuals[one.id], touching)
        own, enemy = (second, first) if second.side == viewer.side else (first, second)
        at = rounded(((first.x + second.x) / 2.0, (first.y + second.y) / 2.0))
        text = f"{first.name} against {second.name}, man to man"
        going = set(numbers) <= set(now)
        rounds = ROUNDS - state.duels[0].rounds if going and state.duels else ROUNDS
        odds = of_two(state, own, enemy, rounds)
        pair = (leader_id(numbers[0]), leader_id(numbers[1]))
        found.append(Link("fight", pair, at, text, (), going, odds, "d20"))
    return found


def duel_clash(state: State) -> Clash | None:
    """The individual combat that is being fought, with the blows of its melee rounds so far; None if there is none."""
    if not state.duels:
        return None
    duel = state.duels[0]
    fighters = list(duelling.combat_of(state, duel).fighters.values())
    pieces = tuple([_plate(state, one) for one in fighters])
    names = " and ".join([one.name for one in fighters]) if len(fighters) == 2 else "Man to man"
    title = f"{names}: melee round {duel.rounds + 1} of {ROUNDS}"
    left = tuple([_left(state, one) for one in fighters])
    return Clash(title, "", pieces, exchanges=_exchanges(state, duel), left=left)


def _left(state: State, one: Duellist) -> float:
    """The share of the hit points of a fighter that are left, in percent. Rule: battlesystem:9.4b.hit-points."""
    sheet = state.setting.sheets[one.id].champion
    assert sheet is not None
    return round(100.0 * max(one.hit_points, 0) / sheet.hit_points, 1)


def _plate(state: State, one: Duellist) -> Piece:
    """The piece of a fighter with the figures that count man to man."""
    sheet = state.setting.sheets[one.id].champion
    assert sheet is not None
    arms = one.arms[one.holds]
    blows = sum([len(routine) for routine in routines(one, one.fought + 1, weak=False)])
    figures = (
        Figure("THAC0", str(arms.blows[0].thac0), rule=TO_HIT),
        Figure("armor class", str(one.armour_class), rule=TO_HIT, short="AC"),
        Figure("hit points", f"{max(one.hit_points, 0)}/{sheet.hit_points}", rule=HIT_POINTS),
        Figure("blows now", str(blows), rule="battlesystem:9.4b.attacks"),
    )
    return structs.replace(leader_piece(state, state.individuals[one.id]), figures=figures)


def _exchanges(state: State, duel: Duel) -> tuple[Exchange, ...]:
    """The melee rounds so far, and the one being declared. Rules: battlesystem:9.4b.initiative, battlesystem:9.4b.order."""
    found: list[Exchange] = []
    sheets, individuals = state.setting.sheets, state.individuals
    for number in range(1, duel.rounds + 1):
        dice = [
            (individuals[who].side, INITIATIVE, die) for melee, who, die in duel.initiative if melee == number
        ]
        blows = [
            Blow(
                f"{sheets[striker].name} at {sheets[target].name}",
                individuals[striker].side,
                die,
                TWENTY,
                wanted(needs),
                str(points) if points else "miss",
                points > 0,
            )
            for melee, striker, target, needs, die, points in duel.blows
            if melee == number
        ]
        found.append(Exchange(f"Melee round {number}", tuple(dice), tuple(blows)))
    return (*found, Exchange(f"Melee round {duel.rounds + 1}"))
